"""How long a listed table takes does not tell which hidden zeros are occupied; how long its files take, not even how
many. What is done is counted, line by line, with the loops of the kernel not compiled: a clock would not say the same
twice."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS
from ckmcore.office.settings import FormName
from ckmcore.tabulate import kernel as kernels
from ckmcore.tabulate import tabulate

LONG: list[FormName] = [name for name, form in FORMS.items() if form.lists]
SIZE, CUBES, SHOWN = 24, 12, 120
NAMES = ("a", "b", "c")
EVEN = [one for one in product((0, 1), repeat=3) if sum(one) % 2 == 0]
ODD = [one for one in product((0, 1), repeat=3) if sum(one) % 2 == 1]
PLACE = str(Path(ckm.__file__).parent)
METHOD = ckm.Rounding(10)


def people(hidden: list[tuple[int, int, int]]) -> ckm.Microdata:
    """Persons in cells that are shown, and in some corners of small cubes, in which every count is rounded to 0.

    All counts over one of the three variables are the same whether a cube has a person in each even corner or in each
    odd one; whether two in each even corner, or one in all eight.
    """
    chance = np.random.default_rng(7)
    lines = [tuple(chance.integers(2 * CUBES, 2 * CUBES + SIZE, 3).tolist()) for _ in range(SHOWN)]
    every = [line for line in lines for _ in range(9)]
    every += [
        tuple(2 * cube + corner[axis] for axis in range(3)) for cube in range(CUBES) for corner in hidden
    ]  # fmt: skip
    chance.shuffle(every)
    codes = [str(code) for code in range(2 * CUBES + SIZE)]
    frame = pd.DataFrame(
        {name: pd.Categorical([codes[line[axis]] for line in every], codes) for axis, name in enumerate(NAMES)}
    )
    return ckm.Microdata.from_pandas(frame, list(NAMES))


@dataclass
class Work:
    """How many lines of the program were run."""

    lines: int = 0

    def __call__(self, frame: Any, event: str, _given: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PLACE):
            return None
        self.lines += event == "line"
        return self


@contextmanager
def counted() -> Iterator[Work]:
    work, before = Work(), sys.gettrace()
    threading.settrace(work)
    sys.settrace(work)
    try:
        yield work
    finally:
        sys.settrace(before)
        threading.settrace(before)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loops as they are written."""
    named = [one.name for one in fields(kernels.Kernel)][1:]
    plain = kernels.Kernel("plain", *(getattr(kernels, f"_{name}") for name in named))
    monkeypatch.setattr(kernels, "ready", lambda: plain)
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)


def made(data: ckm.Microdata) -> tuple[ckm.RawTable, ckm.ProtectedTable, int]:
    """The table, and what it took."""
    with counted() as work:
        raw = ckm.tabulate(data, ckm.TableSpec(list(NAMES)), listed=True, threads=1)
        table = ckm.protect(raw, METHOD)
    return raw, table, work.lines


def occupied(raw: ckm.RawTable) -> int:
    return sum(len(block.counts) for block in raw.blocks)


def same_lines(one: ckm.ProtectedTable, other: ckm.ProtectedTable) -> bool:
    (mine,), (theirs,) = one.blocks, other.blocks
    assert mine.listed is not None
    assert theirs.listed is not None
    same = np.array_equal(mine.listed.numbers, theirs.listed.numbers)
    return same and all(map(np.array_equal, mine.figures, theirs.figures))


def files(table: ckm.ProtectedTable, folder: Path) -> tuple[list[bytes], list[int]]:
    """All long forms of a table, and what each took."""
    folder.mkdir()
    contents, work = [], []
    for form in LONG:
        with counted() as one:
            written = export_files(table, folder / f"{form}{FORMS[form].ending}", form=form, language="en")
        contents += [path.read_bytes() for path in written]
        work.append(one.lines)
    return contents, work


def test_which_hidden_zeros_are_occupied_is_not_told_by_the_work() -> None:
    made(people(EVEN))  # what is found out once in a process
    (raw, table, work), (other_raw, other, other_work) = (made(people(corners)) for corners in (EVEN, ODD))
    assert occupied(raw) == occupied(other_raw) > table.cells
    assert same_lines(table, other)
    assert work > 10 * occupied(raw)  # the loops are counted
    assert abs(work - other_work) <= 0.01 * work


def test_nor_by_that_on_a_hypercube() -> None:
    found = []
    for corners in (EVEN, EVEN, ODD):
        data = people(corners)
        with counted() as work:
            blocks = list(ckm.hypercube(data, ckm.HyperSpec(NAMES), METHOD, threads=1))
        found.append((work.lines, [block.figures[0].tolist() for block in blocks]))
    (_, _), (work, figures), (other_work, others) = found
    assert figures == others
    assert abs(work - other_work) <= 0.01 * work


@pytest.mark.thorough
def test_how_many_are_occupied_is_not_told_by_the_work_on_files(tmp_path: Path) -> None:
    """Counting them takes the longer the more there are (docs/security.md)."""
    files(made(people(EVEN))[1], tmp_path / "first")
    (raw, table, work), (other_raw, other, other_work) = (made(people(corners)) for corners in (2 * EVEN, EVEN + ODD))
    assert occupied(raw) + 4 * CUBES == occupied(other_raw)
    assert same_lines(table, other)
    assert work < other_work
    assert files(table, tmp_path / "one") == files(other, tmp_path / "other")
