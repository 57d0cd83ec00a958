"""Reading perturbation tables for counts and checking them line by line."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ckmcore.ptable.faults import FaultList, PtableFormUnknown
from ckmcore.ptable.fields import integer_in, number_in
from ckmcore.ptable.formats import Content, Line, load_content, recognise
from ckmcore.ptable.ons import read_ons
from ckmcore.ptable.table import PTable, from_rows

# Published tables are rounded to 8 digits; a missing digit in a row of 20 targets is 1e-7.
_TOLERANCE = 1e-6


def read_ptable(path: str | os.PathLike[str], *, D: int | None = None, js: int | None = None) -> PTable:
    """A perturbation table for counts from a file: τ-ARGUS, R, SAS (Destatis), ONS (also .gz) or matrix, by content.

    Bounds are kept as the decimals of the file; a last bound within 1e-6 of 1 is 1. `D` and `js` are checked where
    given; blocked small counts are else those that row 1 and most rows avoid. Bias is no fault (`ptable_warnings`).

    Raises PtableFaulty with every fault and its line; PtableForMagnitudes, PtableFormUnknown, PtableFileMissing,
    PtableFileUnreadable, PtableFileEmpty, PtableFileBinary, PtableFileUndecodable, PtableFileTooLarge.
    """
    return _table(load_content(path), D, js)


def parse_ptable(content: bytes, name: str, *, D: int | None = None, js: int | None = None) -> PTable:
    """The same from the content of a file; `name` stands in the sentences."""
    return _table(recognise(content, name), D, js)


def _table(content: Content, D: int | None, js: int | None) -> PTable:
    faults = FaultList()
    if content.kind == "ons":
        return read_ons(content, faults)
    rows = _matrix_rows(content, faults) if content.kind == "matrix" else _list_rows(content, faults)
    _check_blocked(rows, D, js, faults)
    faults.raise_any(content.name)
    return from_rows([[(one.target, one.p, one.bound) for one in row] for row in rows])


@dataclass(frozen=True)
class _Interval:
    line: int
    row: int
    target: int
    p: float
    bound: Fraction


# --- τ-ARGUS, R, SAS -------------------------------------------------------------------------------------------------


def _list_rows(content: Content, faults: FaultList) -> list[list[_Interval]]:
    """The rows of a table with one line per interval: columns i, j, p, v, (lower,) upper by position."""
    expected = {"tau-argus": 5, "sas": 6, "r": 7}[content.kind]
    upper = 4 if content.kind == "tau-argus" else 5
    rows: list[list[_Interval]] = []
    seen: set[int] = set()
    before: int | None = None
    spoiled: set[int | None] = set()
    for line in content.lines:
        if len(line.fields) != expected:
            faults.add("ptable_fault_columns", line.number, columns=len(line.fields), expected=expected)
            first = line.fields[0]
            spoiled.add(int(first) if first.isascii() and first.isdecimal() else before)
            continue
        row = integer_in(line, 0, "i", 0, faults)
        if row is None:
            spoiled.add(before)
            continue
        if row != before:
            if row in seen:
                faults.add("ptable_fault_contiguous", line.number, row)
            elif row != (0 if before is None else before + 1):
                faults.add("ptable_fault_gap", line.number, row, expected=0 if before is None else before + 1)
            seen.add(row)
            before = row
            rows.append([])
        interval = _interval(line, row, upper, faults)
        if interval is None:
            spoiled.add(row)
        else:
            rows[-1].append(interval)
    return [_checked(row, row[0].row in spoiled, faults) for row in rows if row]


def _interval(line: Line, row: int, upper: int, faults: FaultList) -> _Interval | None:
    target = integer_in(line, 1, "j", 0, faults)
    p, noise, bound = number_in(line, 2, faults), integer_in(line, 3, "v", None, faults), number_in(line, upper, faults)
    if target is None or p is None or noise is None or bound is None:
        return None
    if noise != target - row:
        faults.add("ptable_fault_noise", line.number, row, noise=noise, expected=target - row)
    if not 0 <= p <= 1 + _TOLERANCE:
        faults.add("ptable_fault_negative", line.number, row, value=float(p))
    return _Interval(line.number, row, target, float(p), bound)


def _checked(row: list[_Interval], spoiled: bool, faults: FaultList) -> list[_Interval]:
    """Sum, order and last bound of one row; a row with unreadable lines is not judged as a whole."""
    i, last = row[0].row, row[-1]
    if not spoiled:
        total = math.fsum(one.p for one in row)
        if abs(total - 1) > _TOLERANCE:
            faults.add("ptable_fault_sum", last.line, i, total=total)
        below = Fraction(0)
        for one in row:
            width = float(one.bound - below)
            if width < 0:
                faults.add(
                    "ptable_fault_falls", one.line, i, bound=f"{float(one.bound):.10g}", before=f"{float(below):.10g}"
                )
            elif abs(width - one.p) > _TOLERANCE:
                faults.add("ptable_fault_width", one.line, i, width=width, p=one.p)
            below = one.bound
        if abs(float(last.bound - 1)) > _TOLERANCE:
            faults.add("ptable_fault_last", last.line, i, bound=f"{float(last.bound):.10g}")
    return _closed(row)


def _closed(row: list[_Interval]) -> list[_Interval]:
    """Without targets of probability 0, no bound above 1, the last one exactly 1."""
    kept = [one for one in row if one.p != 0] or row[-1:]
    inner = [replace(one, bound=min(one.bound, Fraction(1))) for one in kept[:-1]]
    return [*inner, replace(kept[-1], bound=Fraction(1))]


# --- matrix ----------------------------------------------------------------------------------------------------------


def _matrix_rows(content: Content, faults: FaultList) -> list[list[_Interval]]:
    """Rows i, one column for each j; bounds are the probabilities added up in the order of the columns."""
    if content.header is None:
        raise PtableFormUnknown(name=content.name, line=content.lines[0].number, columns=len(content.lines[0].fields))
    targets = [int(field) for field in content.header.fields[1:]]
    rows: list[list[_Interval]] = []
    expected = 0
    for line in content.lines:
        if len(line.fields) != len(targets) + 1:
            faults.add("ptable_fault_columns", line.number, columns=len(line.fields), expected=len(targets) + 1)
            expected += 1
            continue
        i = integer_in(line, 0, "i", 0, faults)
        if i is None:
            continue
        if not rows and i == 1:
            # Methodologists leave the row of the empty cells out.
            rows.append([_Interval(line.number, 0, 0, 1.0, Fraction(1))])
            expected = 1
        if i != expected:
            faults.add("ptable_fault_gap", line.number, i, expected=expected)
        expected = i + 1
        rows.append(_matrix_row(line, i, targets, faults))
    return [row for row in rows if row]


def _matrix_row(line: Line, i: int, targets: Sequence[int], faults: FaultList) -> list[_Interval]:
    row: list[_Interval] = []
    reached = Fraction(0)
    for at, target in enumerate(targets, start=1):
        if line.fields[at] in ("", "."):
            continue
        p = number_in(line, at, faults)
        if p is None:
            return []
        if not 0 <= p <= 1 + _TOLERANCE:
            faults.add("ptable_fault_negative", line.number, i, value=float(p))
        reached += p
        row.append(_Interval(line.number, i, target, float(p), reached))
    if abs(float(reached - 1)) > _TOLERANCE:
        faults.add("ptable_fault_sum", line.number, i, total=float(reached))
    return _closed(row) if row else []


# --- blocked counts and maximum deviation ----------------------------------------------------------------------------


def _check_blocked(rows: list[list[_Interval]], D: int | None, js: int | None, faults: FaultList) -> None:
    # Which counts are blocked stands in no file: without js a table cannot break what was never said.
    for row in rows:
        for one in row:
            if js is not None and one.row > 0 and 1 <= one.target <= js:
                faults.add("ptable_fault_blocked", one.line, one.row, target=one.target, js=js)
            if D is not None and abs(one.target - one.row) > D:
                faults.add("ptable_fault_deviation", one.line, one.row, noise=one.target - one.row, D=D)
