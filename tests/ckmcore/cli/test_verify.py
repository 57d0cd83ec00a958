"""`ckm verify`: what could not be tested is said and ends so, and is never read as success."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.messages import sentence
from ckmcore.release.verify import Verified, backwards, outcome
from ckmcore.statistic.entry import Event, appended
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.trusted_state import remember
from tests.kit.statistic_files import write_statistic

KEY = bytes(range(48))


def sealed(folder: Path) -> tuple[Path, Path]:
    """A sealed statistic and the key file that opens it."""
    path, key = write_statistic(folder), folder / "method.key"
    key.write_bytes(KEY)
    statistic, stamp = open_statistic(path)
    made = replace(statistic, seal=make_seal({"methodologist": Secret.key_file(KEY)})[0])
    remember(made, save_statistic(made, path, stamp).guard)
    return path, key


def verify(path: Path, *more: object) -> int:
    return main(["--language", "en", "verify", str(path), *map(str, more)])


def test_t23_without_a_key_the_seal_is_not_checked_and_the_command_ends_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, key = sealed(tmp_path)
    assert verify(path) == Exit.NOT_TESTED
    assert capsys.readouterr().out.startswith("Not checked: whether the file is as it was saved under its seal")
    for strict in ((), ("--strict",)):
        assert verify(path, "--key-file", key, *strict) == Exit.DONE
        assert capsys.readouterr().out.startswith("The file is as it was saved under its seal")
    assert verify(path, path) == Exit.DIFFERS  # what is not as it was written comes before what was not tested


def test_t23_a_statistic_without_a_seal_ends_well_and_strictly_not_tested(tmp_path: Path) -> None:
    path = write_statistic(tmp_path)
    assert verify(path) == Exit.DONE
    assert verify(path, "--strict") == Exit.NOT_TESTED


@pytest.mark.parametrize("removed", range(3))
def test_t23_each_point_that_was_not_tested_takes_the_tick_away(removed: int) -> None:
    said = sentence("verify_known_same")
    found = [Verified(True, said)] * 3
    assert outcome(found) == outcome(found, strict=True) == Exit.DONE
    for good, tested, proven in product((True, False), repeat=3):
        changed = [*found]
        changed[removed] = Verified(good, said, tested, proven)
        ended = Exit.DIFFERS if tested and not good else Exit.DONE if tested else Exit.NOT_TESTED
        assert outcome(changed) == ended
        assert outcome(changed, strict=True) == (ended if ended or proven else Exit.NOT_TESTED)


def noted(statistic: Statistic, *times: str) -> Statistic:
    for time in times:
        event = Event(0, 0, "revealed", time, "Anna", "", table="T1")
        statistic = replace(statistic, register=appended(statistic.register, statistic.identity, event))
    return statistic


def test_t23_times_that_go_backwards_in_the_register_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, key = sealed(tmp_path)
    statistic, stamp = open_statistic(path, Secret.key_file(KEY))
    # The third is earlier, although its clock says more: it is of another time zone. The fifth is the same moment.
    times = ("T10:00:00+01:00", "T10:00:05+01:00", "T11:00:00+03:00", "T12:00:00+03:00", "T10:00:00+01:00")
    made = noted(statistic, *(f"2026-03-02{time}" for time in times))
    remember(made, save_statistic(made, path, stamp).guard)
    assert [after.place for _, after in backwards(made.register)] == [3]
    ended = verify(path, "--key-file", key)
    out = capsys.readouterr().out
    assert "Entry 3 of the register says an earlier time" in out
    assert out.count("says an earlier time") == 1
    assert ended in (Exit.DONE, Exit.DIFFERS)  # the shared register is not there
    assert not list(backwards(noted(statistic, "2026-03-02T10:00:00", "2025-03-02T10:00:00+01:00", "no time").register))


LOOK = """
import ctypes, resource
from ckmcore.cli import main
main(["policy"])
print("limit", resource.getrlimit(resource.RLIMIT_CORE)[0])
print("dumpable", ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_t23_the_command_leaves_no_image_of_its_memory() -> None:
    found = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-2:] == ["limit 0", "dumpable 0"]
