"""A desk that is killed while it writes: the register stays whole, and nothing that was on record is lost."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.release.register import RegisterLocked, check, read_register, reconcile, record, register_path
from ckmcore.statistic.entry import Entry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import releases
from tests.ckmcore.release.handing_in import ROOT, hand_in
from tests.kit.released_people import NOON, statistic

DESK = f"""
import sys
from pathlib import Path
from ckmcore.release.actions import submit
from ckmcore.release.register import record
from ckmcore.statistic.file import open_statistic, save_statistic
from tests.kit.released_people import prepared

path = Path(sys.argv[1])
made, stamp = open_statistic(path)
ready = prepared(made)
while True:
    made = record(made, path.parent, lambda one: submit(one, ready, "Anna", {NOON!r}))
    print(made.register[-1].hash, flush=True)
    stamp = save_statistic(made, path, stamp)
    print("saved", flush=True)
"""


def killed(path: Path, lines: int) -> list[str]:
    """What a desk said before it was killed, right after some lines; it never ends by itself."""
    desk = subprocess.Popen([sys.executable, "-c", DESK, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert desk.stdout is not None
    said = [desk.stdout.readline().strip() for _ in range(lines)]
    desk.kill()
    rest = desk.communicate()[0]
    return [*said, *(line.strip() for line in rest.splitlines(keepends=True) if line.endswith("\n"))]


def taken_up(made: Statistic, folder: Path) -> Statistic:
    """The statistic after a crash: a lock that was left is taken over, and the register's entries are taken over."""
    try:
        return reconcile(made, folder, wait=0)
    except RegisterLocked as left:
        return reconcile(made, folder, wait=0, take_over=left.fields["holder"])


def go_on_after_a_kill(folder: Path, known: list[Entry], lines: int) -> list[Entry]:
    """Kills a desk and checks what it left; gives all entries."""
    path = folder / "s.ckm"
    said = killed(path, lines)
    made, _ = ckm.open_statistic(path)
    shared = read_register(register_path(folder, made.identity), made.identity)
    assert shared is not None
    assert shared.fault is None
    assert list(shared.entries[: len(known)]) == known
    hashes = [entry.hash for entry in shared.entries]
    assert all(one in hashes for one in said if one != "saved")
    assert check(made, shared).kind in ("same", "statistic_older")
    again = taken_up(made, folder)
    assert again.register == shared.entries
    ckm.save_statistic(again, path, replaces=True)
    return list(again.register)


def run(folder: Path, times: int) -> None:
    ckm.save_statistic(statistic(), folder / "s.ckm")
    chance, known = random.Random(7), list[Entry]()
    for _ in range(times):
        known = go_on_after_a_kill(folder, known, chance.randrange(1, 6))
    assert [one.number for one in releases(known)] == list(range(1, len(known) + 1))
    made = record(ckm.open_statistic(folder / "s.ckm")[0], folder, hand_in)
    assert made.register[-1].number == len(known) + 1


@pytest.mark.thorough
def test_a_desk_that_is_killed_while_it_releases_loses_nothing(tmp_path: Path) -> None:
    run(tmp_path, 4)


@pytest.mark.thorough
def test_a_desk_that_is_killed_two_hundred_times_loses_nothing(tmp_path: Path) -> None:
    run(tmp_path, 200)
