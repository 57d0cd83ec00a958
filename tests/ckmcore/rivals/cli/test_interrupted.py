"""Long commands of the rivals that are killed, or cancelled, in the middle: nothing half is left."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.statistic.file import open_statistic

pytestmark = pytest.mark.thorough
if sys.platform == "win32":
    pytest.skip("ends programs by signals, and hands them a pipe: POSIX alone has these", allow_module_level=True)

# Says that the work has begun, and goes on slowly enough to be ended in it.
SLOWLY = """
import os, signal, sys, threading
from unittest.mock import patch
from ckmcore.cli import main
from ckmcore.rivals import {module}
signal.signal(signal.SIGINT, signal.default_int_handler)
def slow(*given, **named):
    os.write({writer}, b"begun")
    threading.Event().wait(60)
with patch.object({module}, {name!r}, slow):
    sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Records of persons, a statistic of them with a saved table, and a table of counts to be suppressed."""
    draw = np.random.default_rng(3)
    people = [(draw.choice(list("NSW")), draw.choice(list("abcd")), draw.choice(list("mf"))) for _ in range(400)]
    text = "\n".join(["area,kind,sex", *(",".join(line) for line in people)])
    (tmp_path / "people.csv").write_text(text, encoding="utf-8")
    with ckm.create_statistic(tmp_path / "people.ckm", "People", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "people.csv", ["area", "kind", "sex"])
        work.save_table("table", ckm.TableSpec("area", "kind"))
    cells = ["area,kind,count", "N,a,1", "N,b,7", "N,,8", "S,a,9", "S,b,8", "S,,17", ",a,10", ",b,15", ",,25"]
    (tmp_path / "cells.csv").write_text("\n".join(cells), encoding="utf-8")
    return tmp_path


def ended(module: str, name: str, how: int, *line: str) -> int:
    """Run a command in a process of its own, and end it while it works."""
    reader, writer = os.pipe()
    program = SLOWLY.format(module=module, name=name, writer=writer)
    process = subprocess.Popen(
        [sys.executable, "-c", program, *line],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[writer],
    )
    os.close(writer)
    begun, _, _ = select.select([reader], [], [], 60)
    os.close(reader)
    process.send_signal(how if begun else signal.SIGKILL)
    assert begun
    return process.wait(60)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


COMMANDS = {
    "safe": ("safe", "solved", ("statistic", "safe", "people.ckm", "--dimensions", "area,kind,sex")),
    "pattern": ("kept", "find_pattern", ("statistic", "pattern", "people.ckm", "--minimum-frequency", "20")),
    "suppress": (
        "patterns",
        "find_pattern",
        ("suppress", "cells.csv", "--as-counts", "--minimum-frequency", "3", "-o", "out"),
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "cancelled"])
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_ended_in_the_middle_leaves_nothing_half_and_can_be_begun_again(
    folder: Path, command: str, how: int
) -> None:
    module, name, line = COMMANDS[command]
    given = [str(folder / each) if each.endswith((".ckm", ".csv")) or each == "out" else each for each in line]
    before = contents(folder)
    code = ended(module, name, how, *given)
    assert code == (-signal.SIGKILL if how == signal.SIGKILL else Exit.INTERRUPTED)
    after = contents(folder)
    left = {each for each in after.keys() - before.keys() if not each.endswith((".lock", ".ckmlock"))}
    assert left == set()
    assert {each: after[each] for each in before} == before
    statistic, _ = open_statistic(folder / "people.ckm")
    assert statistic.period.safe is None
    assert statistic.period.patterns is None
    again = [*given, "--take-over"] if command != "suppress" else given
    assert main(again) == Exit.DONE
    assert contents(folder).keys() > before.keys()
