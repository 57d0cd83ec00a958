"""A program that is killed while it saves or exports: files are whole, and nothing temporary stays."""

from __future__ import annotations

import hashlib
import os
import platform
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.files import clear_left_behind, temporary_beside, temporary_folder, write_whole
from ckmcore.statistic.file import Stamp
from ckmcore.statistic.image import read_image
from ckmcore.statistic.seal import Secret, make_seal
from tests.kit.released_people import statistic

ROOT = Path(__file__).resolve().parents[2]
NURSERY = """
import os, signal, sys, time
from dataclasses import replace
from pathlib import Path
import ckmcore as ckm
from ckmcore.statistic.file import Stamp, save_statistic
from ckmcore.statistic.image import read_image
from ckmcore.statistic.seal import Secret
from tests.kit.released_people import AREAS, load, people

path = Path(sys.argv[1])
secret = Secret.passphrase(sys.argv[2]) if sys.argv[2] else None
seal = read_image(path.read_bytes(), path.name, secret)[0].seal  # opened once: that takes its time

def work(said):
    content = path.read_bytes()
    made, guard = read_image(content, path.name, opened=seal)
    draft, stamp, number = made.draft(AREAS.spec, load(people())(made)), Stamp.of(content, guard), int(made.workspace)
    os.write(said, b"begun\\n")
    while True:
        number += 1
        stamp = save_statistic(replace(made, workspace=str(number)), path, stamp)
        os.write(said, b"%d\\n" % number)
        ckm.export(draft, path.with_name(f"{number % 5}.csv"), language="en")
        ckm.export(draft, path.with_name(f"{number % 5}.xlsx"), language="en")

import tempfile
with tempfile.TemporaryDirectory() as warm:  # what a form loads at its first file is no part of the race
    once = read_image(path.read_bytes(), path.name, opened=seal)[0]
    for form in ("csv", "xlsx"):
        ckm.export(once.draft(AREAS.spec, load(people())(once)), Path(warm) / f"w.{form}", language="en")

import gc
gc.freeze()  # nor is collecting what was loaded, which takes longer than most of the children live
print(flush=True)
for seconds in sys.stdin:
    hears, says = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(hears)
            work(says)
        except BaseException as fault:
            print(repr(fault), file=sys.stderr, flush=True)
        os._exit(1)
    os.close(says)
    with os.fdopen(hears) as said:
        first = said.readline()  # it has begun
        time.sleep(float(seconds))
        os.kill(child, signal.SIGKILL)
        assert os.WIFSIGNALED(os.waitpid(child, 0)[1])  # it worked until then
        print(*(line.strip() for line in said if line.endswith("\\n")), flush=True)
"""


@contextmanager
def nursery(path: Path, passphrase: str) -> Iterator[Callable[[float], list[int]]]:
    """Gives what starts a writer, kills it after so many seconds, and tells the numbers that it said to have saved."""
    command = [sys.executable, "-c", NURSERY, str(path), passphrase]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        given, said = parent.stdin, parent.stdout
        said.readline()

        def killed(seconds: float) -> list[int]:
            given.write(f"{seconds}\n")
            return [int(number) for number in said.readline().split()]

        yield killed
        given.close()


@pytest.mark.daily(1)
@pytest.mark.skipif(os.name != "posix", reason="programs are forked")
@pytest.mark.parametrize("passphrase", ["", "a line from the office, long enough"], ids=["unsealed", "sealed"])
@pytest.mark.parametrize("times", [12, pytest.param(600, marks=pytest.mark.thorough)])
def test_a_program_that_is_killed_while_it_saves_or_exports_leaves_whole_files_only(
    tmp_path: Path, passphrase: str, times: int
) -> None:
    path, seal = tmp_path / "s.ckm", None
    if passphrase:
        seal, _ = make_seal({"methodologist": Secret.passphrase(passphrase)})
    ckm.save_statistic(replace(statistic(), workspace="0", seal=seal), path)
    chance, last = random.Random(11), 0
    contents: dict[str, set[str]] = {}
    with nursery(path, passphrase) as killed:
        for done in range(20 * times):
            if done >= times and len(contents) == 2:
                break  # on a busy machine the first children are killed before they export a workbook
            saved = killed(chance.uniform(0, 0.12))
            clear_left_behind(tmp_path)  # as the next opening does
            made, _ = read_image(path.read_bytes(), path.name, opened=seal)
            last = max([last, *saved])
            assert int(made.workspace) in (last, last + 1)
            last = int(made.workspace)
            names = [one.name for one in tmp_path.iterdir()]
            assert [name for name in names if name.endswith(".part")] == []
            for one in tmp_path.glob("*.[cx][sl][vs]*"):
                contents.setdefault(one.suffix, set()).add(hashlib.sha256(one.read_bytes()).hexdigest())
    # Every file of a kind has the same content, whoever was killed while writing it.
    assert {suffix: len(found) for suffix, found in contents.items()} == {".csv": 1, ".xlsx": 1}
    content = path.read_bytes()
    made, guard = read_image(content, path.name, opened=seal)
    ckm.save_statistic(made, path, Stamp.of(content, guard))
    assert {one.suffix for one in tmp_path.iterdir()} == {".ckm", ".csv", ".xlsx"}  # no lock stays either


def test_only_what_a_process_of_this_computer_left_is_removed(tmp_path: Path) -> None:
    host = hashlib.sha256(platform.node().encode()).hexdigest()[:8]
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = tmp_path / f".ckm-{host}-{gone.pid}-abc.csv.part"
    folder = tmp_path / f".ckm-{host}-{gone.pid}-def.part"
    kept = [
        tmp_path / f".ckm-{'0' * 8}-{gone.pid}-abc.csv.part",  # of another computer
        tmp_path / f".ckm-{host}-{os.getpid()}-abc.csv.part",  # being written
        tmp_path / ".ckm-notes.part",
        tmp_path / "mine.part",
    ]
    for path in [left, *kept]:
        path.write_text("")
    folder.mkdir()
    (folder / "a.csv").write_text("1")
    clear_left_behind(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(kept)
    clear_left_behind(tmp_path / "gone")


def test_temporary_files_say_nothing_of_computer_and_user_and_go_when_all_went_well(tmp_path: Path) -> None:
    temporary = temporary_beside(tmp_path / "a.csv")
    named = temporary.name.removesuffix(".csv.part").rpartition("-")[0]  # behind it, eight letters at random
    assert platform.node() not in named or not platform.node()
    temporary.unlink()
    with temporary_folder(tmp_path) as inside:
        assert inside.parent == tmp_path
    write_whole(tmp_path / "a.csv", lambda target: target.write_text("1") and None)
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
