"""`ckm` in a pipeline: JSON, silence, a log, standard input and output, SIGTERM, and files that no locale changes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.base.version import VERSION
from ckmcore.cli import main
from ckmcore.cli.output import jsonable
from ckmcore.messages import sentence
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.table_file import write_table
from tests.kit.statistic_files import write_statistic

ROOT = Path(__file__).resolve().parents[3]
Captured = pytest.CaptureFixture[str]
PEOPLE = "land;sex;rkey\n" + "".join(
    f"0{n % 3};{'mw'[n % 2]};0,{(n**3 * 7919 + n * 12345) % 99991:05d}\n" for n in range(300)
)
TABLE = ("table", "--rows", "land", "--columns", "sex", "--method", "rounding", "--base", 10)


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    file.write_text(PEOPLE)
    return file


@pytest.fixture
def ckm_file(tmp_path: Path) -> Path:
    return write_statistic(tmp_path)


@pytest.fixture
def ptable(tmp_path: Path) -> Path:
    file = tmp_path / "p.csv"
    ckm.write_ptable(ckm.design_ptable(D=3, V=2, js=2), file, "r")
    return file


def given(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))


# --- JSON ------------------------------------------------------------------------------------------------------------


def document(capsys: Captured, *arguments: object) -> tuple[dict[str, Any], str]:
    """The one document on standard output, which is all that stands there, and what stands on standard error."""
    capsys.readouterr()
    code = run(*arguments, "--json")
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["exit"], found["ok"]) == (code, code == 0)
    assert found["version"] == VERSION
    return found, err


@pytest.mark.thorough
def test_every_command_says_one_json_document(
    people: Path, ckm_file: Path, ptable: Path, tmp_path: Path, capsys: Captured
) -> None:
    former = tmp_path / "former.csv"
    assert run(*TABLE, "--data", people, "-o", former) == 0
    keyed = ("--data", people, "--record-key", "rkey", "--ptable", ptable)
    constant = tmp_path / "constant.csv"
    constant.write_text("land;rkey\n" + "01;0,5\n02;0,5\n" * 100)
    commands: list[tuple[int, tuple[object, ...]]] = [
        (0, ("data", "describe", people)),
        (0, ("data", "dictionary", people, "-o", tmp_path / "d.json")),
        (0, ("ptable", "design", "--D", 3, "--V", 2, "-o", tmp_path / "q.csv")),
        (0, ("ptable", "check", ptable)),
        (0, ("ptable", "compare", ptable, ptable)),
        (0, ("policy",)),
        (0, ("keys", "check", people, "--column", "rkey")),
        (3, ("keys", "check", constant, "--column", "rkey")),
        (0, (*TABLE, "--data", people, "-o", tmp_path / "t.csv")),
        (0, (*TABLE, "--data", people, "-o", tmp_path / "t.csv", "--compare-with", former)),
        (1, ("table", "--rows", "nix", *keyed, "-o", tmp_path / "t.csv")),
        (4, ("run", ckm_file, "-o", tmp_path / "out", "--format", "csv")),
        (0, ("verify", ckm_file)),
        (0, ("register", ckm_file)),
        (0, ("release", "submit", ckm_file, "Area and sex", "--person", "Anna")),
        (1, ("release", "approve", ckm_file, 9, "--person", "Anna")),
        (0, ("leak-check", former)),
        (1, ("person", "list", tmp_path / "none.ckm")),
        (1, ("conformance", former)),
    ]
    for code, command in commands:
        found, _ = document(capsys, *command)
        assert found["exit"] == code, (command, found)
        assert found["command"].split()[0] == command[0]
        assert ("code" in found) == (code == 1)
        for one in (*found["said"], *found["notices"]):
            assert one["text"]["en"]
            assert one["code"]


def test_a_fault_in_json_has_its_code_its_fields_and_its_words_in_both_languages(
    tmp_path: Path, capsys: Captured
) -> None:
    found, err = document(capsys, "ptable", "check", tmp_path / "nix.csv")
    assert (found["exit"], found["code"], found["fields"]) == (1, "ptable_missing", {"name": "nix.csv"})
    assert found["text"]["en"] + "\n" == err
    assert found["text"]["de"].startswith("Die Überlagerungstabelle „nix.csv“")


def test_usage_in_json_is_a_document_too(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["table", "--json"])
    assert caught.value.code == 2
    found = json.loads(capsys.readouterr().out)
    assert (found["ok"], found["exit"], found["code"]) == (False, 2, "cli_usage")


def test_a_bug_in_json_names_class_and_place_and_no_values(
    people: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("4711 secret persons")

    monkeypatch.setattr("ckmcore.cli.table.check_output", fails)
    found, err = document(capsys, *TABLE, "--data", people, "-o", tmp_path / "t.csv")
    assert (found["exit"], found["code"]) == (70, "unexpected_fault")
    assert re.fullmatch(r"ZeroDivisionError, test_pipeline.py:\d+", found["place"])
    assert "4711" not in json.dumps(found) + err


def test_files_that_were_written_stand_in_the_document(people: Path, tmp_path: Path, capsys: Captured) -> None:
    target, changes = tmp_path / "t.csv", tmp_path / "changes.csv"
    assert run(*TABLE, "--data", people, "-o", tmp_path / "former.csv") == 0
    more = ("--compare-with", tmp_path / "former.csv", "--differences", changes)
    assert document(capsys, *TABLE, "--data", people, "-o", target, *more)[0]["files"] == [str(target), str(changes)]


def test_only_fields_that_the_words_show_are_in_the_document_and_all_can_be_written() -> None:
    told = sentence("cli_written", name="a.csv", hidden=17)
    assert jsonable(told)["fields"] == {"name": "a.csv"}
    assert jsonable([Path("/secret/folder/a.csv"), 1 / 3, float("nan"), {1: None}, object]) == [
        "a.csv",
        0.333333,
        "nan",
        {"1": None},
        "<class 'object'>",
    ]


def test_json_and_a_file_on_standard_output_exclude_one_another(people: Path, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as caught:
        run(*TABLE, "--data", people, "-o", "-", "--json")
    assert caught.value.code == 2
    assert json.loads(capsys.readouterr().out)["exit"] == 2


def test_the_options_stand_before_the_command_or_after_it(ptable: Path, capsys: Captured) -> None:
    for arguments in (["--json", "ptable", "check"], ["ptable", "--json", "check"], ["ptable", "check", "--json"]):
        assert main([*arguments, str(ptable)]) == 0
        assert json.loads(capsys.readouterr().out)["command"] == "ptable check"


# --- silence, log ----------------------------------------------------------------------------------------------------


def test_quiet_says_nothing_but_faults(people: Path, tmp_path: Path, capsys: Captured) -> None:
    assert run("--quiet", *TABLE, "--data", people, "-o", tmp_path / "t.csv") == 0
    assert run("data", "describe", people, "--quiet") == 0
    assert capsys.readouterr() == ("", "")
    assert run("--quiet", "data", "describe", tmp_path / "none.csv") == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_a_log_is_added_to_line_by_line_with_time_and_kind(tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text("land;sex\n01;m\n02;w\n01;w\n")
    log, target = tmp_path / "ckm.log", tmp_path / "t.csv"
    assert run("--log", log, *TABLE, "--data", people, "-o", target) == 0
    assert run(*TABLE, "--data", tmp_path / "none.csv", "-o", target, "--log", log) == 1
    lines = log.read_text("utf-8").splitlines()
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d (INFO|WARNING|ERROR) \S", line) for line in lines)
    kinds = [line.split(" ", 2)[1] for line in lines]
    assert kinds[0] == "INFO"
    assert "WARNING" in kinds
    assert kinds[-2:] == ["ERROR", "INFO"]
    words = [line.split(" ", 2)[2] for line in lines]
    assert words[0] == f"ckm table, version {VERSION}"
    assert "3 records read, 100 %" in words
    assert f"written: {target}" in words
    assert words[-1] == "end, exit code 1"


def test_a_log_holds_no_results(people: Path, tmp_path: Path, capsys: Captured) -> None:
    log = tmp_path / "ckm.log"
    assert run("--log", log, "data", "describe", people) == 0
    assert "land" in capsys.readouterr().out
    assert "land" not in log.read_text("utf-8")


def test_a_log_that_cannot_be_written_or_is_a_file_of_the_command_is_refused_before_the_work(
    people: Path, tmp_path: Path, capsys: Captured
) -> None:
    target, before = tmp_path / "t.csv", people.read_bytes()
    for log in (tmp_path / "none" / "ckm.log", tmp_path, people, target, "-"):
        assert run("--log", log, *TABLE, "--data", people, "-o", target) == 1, log
        assert capsys.readouterr().err.count("\n") == 1
        assert not target.exists()
    assert people.read_bytes() == before


# --- standard input and output ---------------------------------------------------------------------------------------


def test_a_table_comes_from_standard_input_and_goes_to_standard_output(
    people: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(*TABLE, "--data", people, "-o", tmp_path / "t.csv") == 0
    capfdbinary.readouterr()
    given(monkeypatch, people.read_bytes())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert run(*TABLE, "--data", "-", "-o", "-") == 0
    out, err = capfdbinary.readouterr()
    assert out == (tmp_path / "t.csv").read_bytes()
    assert b"12 protected cells" in err
    assert {path.name for path in tmp_path.iterdir()} == {"people.csv", "t.csv"}


def test_a_perturbation_table_and_a_specification_come_from_standard_input(
    ckm_file: Path, ptable: Path, people: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, ptable.read_bytes())
    assert run("ptable", "check", "-") == 0
    given(monkeypatch, ptable.read_bytes())
    assert run("ptable", "convert", "-", "--to", "json", "-o", "-", "--quiet") == 0
    own = capsys.readouterr().out.partition("\n{")
    assert json.loads("{" + own[2])["form"] == "ckm ptable"
    spec = tmp_path / "t.ckmtable"
    write_table(spec, SavedTable("Lands", ckm.TableSpec(rows=["land"])))
    asked = ("table", "--data", people, "--method", "rounding", "--base", 10)
    assert run(*asked, "--table", spec, "-o", tmp_path / "a.csv") == 0
    given(monkeypatch, spec.read_bytes())
    assert run(*asked, "--table", "-", "-o", tmp_path / "b.csv") == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    given(monkeypatch, (tmp_path / "a.csv").read_bytes())
    assert run("leak-check", "-") == 0


def test_what_does_not_go_through_a_stream_is_refused_in_one_sentence(
    people: Path, ckm_file: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ckm_file.parent / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    data = ("--data", people)
    refused: list[tuple[object, ...]] = [
        (*TABLE, *data, "--form", "xlsx", "-o", "-"),
        (*TABLE, *data, "--form", "genesis", "-o", "-"),
        (*TABLE, "--data", "-", "--table", "-", "-o", "t.csv"),
        (*TABLE, "--data", "-", "-o", "t.csv"),
        ("run", ckm_file, "-o", "-"),
        ("evaluate", ckm_file, "-o", "-"),
        ("data", "prepare", people, "--dictionary", "d.json", "-o", "-"),
    ]
    for arguments in refused:
        given(monkeypatch, b"PAR1\0\0\0")
        assert run(*arguments) == 1, arguments
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
    assert not list(folder.iterdir())


def test_after_a_fault_nothing_is_on_standard_output(people: Path, capsys: Captured) -> None:
    assert run(*TABLE, "--data", people, "--filter", "land=99", "--hierarchy", "land=none.hrc", "-o", "-") == 1
    assert capsys.readouterr().out == ""


# --- SIGTERM ---------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to send")
def test_a_command_that_is_terminated_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    command = [sys.executable, "-m", "ckmcore.cli", *map(str, TABLE), "--data", "-", "-o", str(work / "t.csv")]
    environment = {**os.environ, "TMPDIR": str(work), "PYTHONPATH": str(ROOT), "CKM_LANGUAGE": "en"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(PEOPLE.encode() * 200)  # more than a pipe holds: some of it was taken out
        process.stdin.flush()
        (spooled,) = work.glob(".ckm-*.part/stdin")
        assert stat.S_IMODE(spooled.stat().st_mode) == 0o600
        process.send_signal(signal.SIGTERM)
        said = process.stderr.read().decode()
        process.stdin.close()
        assert process.wait(60) == 143
    assert said == "Cancelled. Nothing was changed.\n"
    assert not list(work.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to send")
def test_a_signal_is_heard_while_nothing_comes_on_standard_input(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read that waits hears nothing of a signal that came just before it (seen once in a run of all tests)."""
    reads, writes = os.pipe()
    waited = []

    def nothing(*_: object) -> tuple[list[int], list[int], list[int]]:
        waited.append(1)
        if len(waited) == 3:
            os.kill(os.getpid(), signal.SIGTERM)
        return [], [], []

    monkeypatch.setattr("ckmcore.cli.streams.select.select", nothing)
    with os.fdopen(reads, "rb") as stdin:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stdin, encoding="utf-8"))
        assert run(*TABLE, "--data", "-", "-o", tmp_path / "t.csv") == 143
    os.close(writes)
    assert capsys.readouterr().err == "Cancelled. Nothing was changed.\n"
    assert not list(tmp_path.iterdir())


def _terminated_while_writing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def write(path: Path, fill: Callable[[Path], None], **more: bool) -> None:
        def half(target: Path) -> None:
            fill(target)
            os.kill(os.getpid(), signal.SIGTERM)

        write_whole(path, half, **more)

    monkeypatch.setattr(name, write)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to send")
def test_sigterm_in_the_midst_of_writing_leaves_what_was_there(
    people: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "d.json"
    target.write_text("before")
    former = signal.getsignal(signal.SIGTERM)
    _terminated_while_writing(monkeypatch, "ckmcore.dictionary.json_file.write_whole")
    found, _ = document(capsys, "data", "dictionary", people, "-o", target)
    assert (found["exit"], found["code"], found["files"]) == (143, "cancelled", [])
    assert target.read_text() == "before"
    assert {path.name for path in tmp_path.iterdir()} == {"people.csv", "d.json"}
    assert signal.getsignal(signal.SIGTERM) is former


# --- files and the machine -------------------------------------------------------------------------------------------

_SCRIPT = """
import sys
from ckmcore.cli import main
people, ptable, statistic, out = sys.argv[1:]
keyed = ["--data", people, "--record-key", "rkey", "--ptable", ptable]
for name in ("t.csv", "t.xlsx", "t.px", "t.json", "t.html"):
    main(["table", "--rows", "land", "--columns", "sex", *keyed, "-o", f"{out}/{name}"])
main(["table", "--rows", "land", *keyed, "--form", "layout", "-o", f"{out}/layout.csv"])
main(["table", "--rows", "sex", *keyed, "--compare-with", f"{out}/t.csv", "--differences", f"{out}/list.csv",
      "-o", f"{out}/sex.csv"])
main(["table", "--rows", "land", *keyed, "--internal", "-o", f"{out}/internal.csv"])
main(["table", "--rows", "land", "--data", people, "--method", "rounding", "--base", "2", "--trial",
      "-o", f"{out}/below.csv"])
main(["assess", "--rows", "land", "--data", people, "--bases", "3", "-o", f"{out}/assess.csv"])
main(["ptable", "convert", ptable, "--to", "xlsx", "-o", f"{out}/p.xlsx"])
main(["ptable", "report", ptable, "-o", f"{out}/p.html"])
main(["data", "dictionary", people, "-o", f"{out}/d.json"])
main(["data", "prepare", people, "--dictionary", f"{out}/d.json", "-o", f"{out}/p.parquet"])
main(["run", statistic, "-o", f"{out}/run", "--format", "csv"])
main(["run", statistic, "-o", f"{out}/book", "--workbook"])
main(["register", statistic, "-o", f"{out}/register.csv"])
main(["data", "describe", people, "--json"])
"""


FEW_LOCALES: list[dict[str, str]] = [
    {"LANG": "de_DE@euro", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"LANG": "en_US.ISO-8859-1", "PYTHONIOENCODING": "latin-1", "LC_NUMERIC": "de_DE.UTF-8", "CKM_LANGUAGE": "de"},
]
MORE_LOCALES: list[dict[str, str]] = [
    *FEW_LOCALES,
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "C", "LANG": "de_DE.UTF-8"},
    {"LC_ALL": "de_DE.UTF-8"},
    {"LC_NUMERIC": "de_DE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "CKM_LANGUAGE": "de"},
    {"LANG": "en_US.ISO-8859-1", "PYTHONIOENCODING": "latin-1"},
]


@pytest.mark.daily(1)
@pytest.mark.parametrize("locales", [FEW_LOCALES, pytest.param(MORE_LOCALES, marks=pytest.mark.thorough)])
def test_files_and_json_are_the_same_bytes_under_every_locale(
    people: Path, ptable: Path, ckm_file: Path, tmp_path: Path, locales: list[dict[str, str]]
) -> None:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("LC_") and name not in ("LANG", "PYTHONUTF8", "CKM_LANGUAGE", "LANGUAGE")
    }
    running = []
    out = tmp_path / "out"
    found = []
    for one in locales:
        out.mkdir()
        running = [sys.executable, "-c", _SCRIPT, str(people), str(ptable), str(ckm_file), str(out)]
        done = subprocess.run(running, env={**kept, **one, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True)
        files = {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}
        # how long a method took
        files["assess.csv"] = re.sub(rb"[^\n]*Cost of running[^\n]*", b"", files["assess.csv"])
        files["json"] = done.stdout[done.stdout.index(b"{\n") :]
        found.append(files)
        out.rename(tmp_path / f"out{len(found)}")
    assert len(found[0]) >= 20
    for one, files in zip(locales, found, strict=True):
        assert sorted(files) == sorted(found[0]), one
        assert [name for name in files if files[name] != found[0][name]] == [], one


@pytest.mark.parametrize("asked", ["", "de"])
def test_what_is_handed_in_has_the_language_of_the_arguments_or_of_the_table(
    ckm_file: Path, asked: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CKM_LANGUAGE", "de" if not asked else "en")
    options = ["--language", asked] if asked else []
    assert main([*options, "release", "submit", str(ckm_file), "Area and sex", "--person", "Anna"]) == 0
    submission = open_statistic(ckm_file)[0].register[-1].submission
    assert submission is not None
    assert submission.request.language == (asked or "en")


# --- exit codes ------------------------------------------------------------------------------------------------------


def test_exit_codes_are_distinct_and_all_stand_in_the_handbook_and_the_help(capsys: Captured) -> None:
    assert [int(one) for one in Exit] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 70, 130, 141, 143]
    for language in ("en", "de"):
        text = (ROOT / "resources" / "handbook" / language / "administration.md").read_text("utf-8")
        rows = re.findall(r"^\| ([\d, ]+) \|", text, re.MULTILINE)
        assert sorted(int(number) for row in rows for number in row.split(",")) == sorted(map(int, Exit))
        with pytest.raises(SystemExit):
            main(["--language", language, "--help"])
        epilog = " ".join(capsys.readouterr().out.split())
        assert all(re.search(rf"\b{int(one)}\b", epilog) for one in Exit)
