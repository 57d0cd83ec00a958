"""A program that is killed while it saves or exports: files are whole, and nothing temporary stays."""

from __future__ import annotations

import hashlib
import os
import platform
import random
import subprocess
import sys
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.files import clear_left_behind, temporary_beside, temporary_folder, write_whole
from tests.ckmcore.release.people import statistic

ROOT = Path(__file__).resolve().parents[2]
WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
import ckmcore as ckm
from tests.ckmcore.release.people import AREAS, load, people

path = Path(sys.argv[1])
made, stamp = ckm.open_statistic(path)
draft = made.draft(AREAS.spec, load(people())(made))
number = int(made.workspace or "0")
while True:
    number += 1
    stamp = ckm.save_statistic(replace(made, workspace=str(number)), path, stamp)
    print(number, flush=True)
    ckm.export(draft, path.with_name(f"{number % 5}.csv"), language="en")
    ckm.export(draft, path.with_name(f"{number % 5}.xlsx"), language="en")
"""


def killed(path: Path, lines: int) -> int:
    """Kills a writer after it said some lines; the last number that it had saved."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    said = [writer.stdout.readline() for _ in range(lines)]
    writer.kill()
    said += writer.communicate()[0].splitlines(keepends=True)
    return int([line for line in said if line.endswith("\n")][-1])


def run(folder: Path, times: int) -> None:
    path = folder / "s.ckm"
    ckm.save_statistic(statistic(), path)
    chance = random.Random(11)
    contents: dict[str, set[str]] = {}
    for _ in range(times):
        saved = killed(path, chance.randrange(1, 8))
        made, _ = ckm.open_statistic(path)
        assert int(made.workspace) in (saved, saved + 1)
        assert [one.name for one in folder.iterdir() if one.name.endswith(".part")] == []
        for one in folder.iterdir():
            contents.setdefault(one.suffix, set()).add(hashlib.sha256(one.read_bytes()).hexdigest())
    # Every file of a kind has the same content, whoever was killed while writing it.
    assert {suffix: len(found) for suffix, found in contents.items() if suffix != ".ckm"} == {".csv": 1, ".xlsx": 1}


def test_a_program_that_is_killed_while_it_saves_or_exports_leaves_whole_files_only(tmp_path: Path) -> None:
    run(tmp_path, 3)


@pytest.mark.thorough
def test_a_program_that_is_killed_two_hundred_times_leaves_whole_files_only(tmp_path: Path) -> None:
    run(tmp_path, 200)


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
    assert platform.node() not in temporary.name or not platform.node()
    temporary.unlink()
    with temporary_folder(tmp_path) as inside:
        assert inside.parent == tmp_path
    write_whole(tmp_path / "a.csv", lambda target: target.write_text("1") and None)
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
