"""A fault at every k-th call of save, export, run and release: the old files or the new ones whole, the message true,
nothing left behind, register and files agree. `--thorough` tries every k, the usual run some of them."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base import files
from ckmcore.base.files import clear_left_behind
from ckmcore.cli import main
from ckmcore.errors import CkmError
from ckmcore.formats.export import export_files
from ckmcore.office.settings import FormName
from ckmcore.release.register import check, read_register, register_path
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.releases import releases
from ckmcore.statistic.seal import Secret, make_seal
from tests.ckmcore.faults import faults
from tests.kit.examples import FEW
from tests.kit.released_people import AREAS, load, people, statistic
from tests.kit.statistic_files import TABLES, write_statistic

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the calls are those of POSIX")
SECRET = Secret.passphrase("a line from the office, long enough")
STRIDES = [17 if FEW else 11, pytest.param(1, marks=pytest.mark.thorough)]
NAME = TABLES[0].name


def tries(stride: int, calls: int) -> Iterator[tuple[int, bool, int]]:
    """Which call fails, whether all after it do, too, and with what error."""
    for place in range(1, calls + 1, stride):
        for stays in (False, True):
            yield place, stays, (errno.ENOSPC, errno.EIO, errno.EACCES)[place % 3]


def hashes(folder: Path) -> dict[str, str]:
    """The files in a folder, once a next start has removed what was left behind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "process_lives", lambda _pid: False)
        clear_left_behind(folder)
    assert all(path.is_file() for path in folder.iterdir())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


# --- saving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_sealed", [False, True])
@pytest.mark.parametrize("stride", STRIDES)
def test_after_a_fault_while_saving_the_old_statistic_or_the_new_one_is_there_and_the_message_says_which(
    tmp_path: Path, stride: int, is_sealed: bool
) -> None:
    secret = SECRET if is_sealed else None
    old = replace(statistic(), workspace="old")
    if is_sealed:
        old = replace(old, seal=make_seal({"methodologist": SECRET})[0])
    new = replace(old, workspace="new")
    path = tmp_path / "s.ckm"
    stamp = save_statistic(old, path)
    path.chmod(0o600)
    content = path.read_bytes()
    with faults(tmp_path) as counted:
        save_statistic(new, path, stamp)
    assert {call.split()[0] for call in counted.calls} >= {"open", "write", "fsync", "chmod", "rename"} or (
        "replace" in " ".join(counted.calls)
    )
    for place, stays, number in tries(max(stride // 3, 1), len(counted.calls)):
        path.write_bytes(content)
        with faults(tmp_path, place, stays=stays, number=number) as found:
            try:
                made, error = save_statistic(new, path, stamp), None
            except CkmError as fault:
                made, error = stamp, fault
        assert found.happened
        there, _ = open_statistic(path, secret)
        assert there.workspace == ("new" if error is None else "old"), (found.calls, error)
        assert path.stat().st_mode & 0o777 in ((0o600,) if "chmod" not in found.calls[place - 1] else (0o600, 0o644))
        if made.uncertain is not None:
            assert error is None
        assert save_statistic(new, path, made).uncertain is None  # the stamp is of what is there
        assert [one.name for one in tmp_path.iterdir()] == ["s.ckm"]
        stamp = save_statistic(old, path, replaces=True)
        content = path.read_bytes()


# --- exporting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["csv", "xlsx", "px", "genesis", "html"])
@pytest.mark.parametrize("stride", STRIDES)
def test_after_a_fault_while_exporting_all_old_files_or_all_new_ones_are_there(
    tmp_path: Path, stride: int, form: FormName
) -> None:
    made = statistic()
    draft = made.draft(AREAS.spec, load(people())(made))
    ending = {"genesis": "csv"}.get(form, form)

    def export() -> None:
        export_files(draft, tmp_path / f"t.{ending}", language="en", form=form)

    with faults(tmp_path) as counted:
        export()
    new = hashes(tmp_path)
    for place, stays, number in tries(max(stride // 3, 1), len(counted.calls)):
        for name in new:
            (tmp_path / name).write_text("old")
        if len(new) > 1:
            (tmp_path / sorted(new)[-1]).unlink()  # the last is new
        old = hashes(tmp_path)
        with faults(tmp_path, place, stays=stays, number=number) as found:
            code = code_of(export)
        assert found.happened
        if code == "files_partly_written":
            assert stays
        else:
            assert hashes(tmp_path) == (new if code in ("", "file_not_certain") else old), (code, found.calls)
        export()
        assert hashes(tmp_path) == new


def code_of(act: Callable[[], object]) -> str:
    """The code of the error that an act ends in; "" where it ends well."""
    try:
        act()
    except CkmError as error:
        return error.code if error.text("en") and error.text("de") else "silent"
    return ""


# --- the commands ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a statistic whose table no. 1 is released, and not written."""
    folder = tmp_path_factory.mktemp("prepared")
    path = write_statistic(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        forms = [word for form in ("csv", "px", "html") for word in ("--format", form)]
        assert main(["release", "submit", str(path), NAME, "--person", "Anna", *forms]) == 0
        assert main(["release", "approve", str(path), "1", "--person", "Bernd"]) == 0
    return folder


COMMANDS = {
    "write": ["release", "write", "people.ckm", "1", "-o", "out", "--person", "Bernd", "--replace"],
    "submit": ["release", "submit", "people.ckm", TABLES[1].name, "--person", "Anna"],
    "run": ["run", "people.ckm", NAME, TABLES[1].name, "-o", "out", "--format", "csv", "--replace"],
}


@pytest.mark.daily(1)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("stride", STRIDES)
def test_after_a_fault_in_a_command_register_and_files_agree_and_the_next_start_ends_it(
    prepared: Path,
    tmp_path: Path,
    stride: int,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here, given = tmp_path / "here", ["--language", "en", *COMMANDS[command]]

    def begin() -> None:
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(prepared, here)
        (here / "out").mkdir()
        for name in ("Area_and_sex_2026_1.px", "Area_and_sex_2026.csv"):
            (here / "out" / name).write_text("old")
        monkeypatch.chdir(here)
        monkeypatch.setenv("XDG_STATE_HOME", str(here / "state"))

    begin()
    before = hashes(here / "out")
    with faults(here) as counted:
        assert main(given) == 0
    new, entries = hashes(here / "out"), len(ckm.open_statistic(here / "people.ckm")[0].register)
    assert new != before or command == "submit"
    capsys.readouterr()
    for place, stays, number in tries(stride, len(counted.calls)):
        begin()
        with faults(here, place, stays=stays, number=number) as found:
            code = main(given)
        err = capsys.readouterr().err
        assert found.happened
        assert "Traceback" not in err
        assert ".py" not in err, (err, found.calls)
        assert code in (0, 1, 4)
        there = hashes(here / "out")
        if "New are already" in err:
            assert stays
        elif command == "run":  # a table that could not be written is named, the others are
            report = {"Report_2026.csv"}
            assert all(there[name] in (before.get(name), new.get(name)) for name in set(there) - report)
        else:
            assert there in (before, new), (err, found.calls)
        agree(here, there)
        if code == 0:
            assert there == new
        ckm.open_statistic("people.ckm")
        more = [] if command == "run" else ["--take-over"]
        if main([*given, *more]) != 0:  # the register has the step already
            assert "The register has 1 entry more" in capsys.readouterr().err, (err, found.calls)
            assert main(["release", "reconcile", "people.ckm", *more]) == 0
            assert main([*given, *more]) == 0
        assert hashes(here / "out") == new
        made, _ = ckm.open_statistic(here / "people.ckm")
        assert len(made.register) in (entries, entries + 1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(files, "process_lives", lambda _pid: False)
            clear_left_behind(here)
        assert [one.name for one in here.iterdir() if one.suffix in (".part", ".lock", ".change")] == []
        capsys.readouterr()


def agree(folder: Path, there: dict[str, str]) -> None:
    """The register and the statistic say the same, or one is behind; what is on record as written is there."""
    made, _ = ckm.open_statistic(folder / "people.ckm")
    shared = read_register(register_path(folder, made.identity), made.identity)
    assert shared is not None
    assert shared.fault is None
    assert check(made, shared).kind in ("same", "statistic_older")
    for entry in releases(shared.entries):
        for file in entry.files:
            assert there[file.name] == file.sha256


# --- the system's own calls ------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace lets calls of the system fail")
@pytest.mark.parametrize("call", ["fsync", "rename", "link"])
def test_a_release_written_while_a_call_of_the_system_itself_fails_leaves_old_files_or_new_ones(
    prepared: Path, tmp_path: Path, call: str
) -> None:
    here = tmp_path / "here"
    ckm_write = [sys.executable, "-m", "ckmcore.cli", "--language", "en", *COMMANDS["write"]]
    root = Path(__file__).resolve().parents[2]

    def write(failing: int) -> subprocess.CompletedProcess[str]:
        where = {"PYTHONPATH": str(root), "XDG_STATE_HOME": str(here / "state"), "PYTHONDONTWRITEBYTECODE": "1"}
        rule = f"inject={call}:error=ENOSPC:when={failing}"
        traced = ["strace", "-f", "-qq", "-o", str(tmp_path / "trace"), "-e", f"trace={call}", "-e", rule]
        return subprocess.run(
            [*traced, *ckm_write], cwd=here, env=os.environ | where, capture_output=True, text=True, check=False
        )

    def begin() -> dict[str, str]:
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(prepared, here)
        (here / "out").mkdir()
        (here / "out" / "Area_and_sex_2026_1.px").write_text("old")
        return hashes(here / "out")

    begin()
    assert write(60_000).returncode == 0
    new, calls = hashes(here / "out"), (tmp_path / "trace").read_text().count(f" {call}(")
    assert calls
    for failing in range(1, calls + 1):
        old = begin()
        done = write(failing)
        assert "Traceback" not in done.stderr
        assert hashes(here / "out") in (old, new), (failing, done.stderr)
        agree(here, hashes(here / "out"))
