"""Reading perturbation tables for counts and checking them line by line."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Literal

from ckmcore.base.checked import checked
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.files.errors import FaultList, PtableForMagnitudes
from ckmcore.ptable.files.fields import LARGEST_COUNT, float_in, integer_in, number_in
from ckmcore.ptable.files.formats import Content, FileLine, matrix_columns, read_bytes, recognise, row_number, unpacked
from ckmcore.ptable.files.native_format import OwnFile, own_file
from ckmcore.ptable.files.ons import read_ons
from ckmcore.ptable.files.xlsx import read_workbook
from ckmcore.ptable.model.table import PTable, from_rows

ReadForm = Literal["tau-argus", "r", "sas", "ons", "matrix", "xlsx", "json"]

# An Excel workbook keeps 15 digits of a number.
_MATRIX_DIGITS = 1e-12
# Published tables are rounded to 8 digits; a missing digit in a row of 20 targets is 1e-7.
_TOLERANCE = 1e-6


@checked
def read_ptable(path: str | os.PathLike[str], *, D: int | None = None, js: int | None = None) -> PTable:
    """Read a perturbation table for counts from a file: τ-ARGUS, R, SAS (Destatis), ONS (also .gz), a matrix as CSV,
    Excel workbook or pasted text, or our own JSON. The format is recognised by the content.

    Bounds are exactly the decimals of the file; a last bound within 1e-6 of 1 is 1. D, js: checked where given;
    otherwise blocked small counts are those that row 1 and most rows avoid. Bias is no fault (`ptable_warnings`).

    Raises PtableFaulty with every fault and its line; PtableForMagnitudes, ptable_unknown_form, ptable_missing,
    ptable_unreadable, ptable_empty, ptable_binary, ptable_undecodable, ptable_too_large,
    ptable_too_many_lines, the errors of workbooks (errors.py) and of our own file (sealed.py).

    >>> ckm.read_ptable("ptable.csv")
    PTable(9 rows, 199 intervals)
    >>> ckm.read_ptable("ptable.csv", D=5, js=2) == ckm.shuffle(ptable)
    True
    """
    return parse_ptable(read_bytes(path), Path(path).name, D=D, js=js)


def parse_ptable(content: bytes, name: str, *, D: int | None = None, js: int | None = None) -> PTable:
    """Parse a perturbation table. content: bytes of the file; name: for messages."""
    return read_content(content, name, D=D, js=js).table


@dataclass(frozen=True)
class ReadPtable:
    """A table as read. form: format; lines: line of the file where each row i = 0 .. last begins, 0 without one;
    warnings: for the user.

    own: further content of our own JSON, None for other formats.
    """

    table: PTable
    form: ReadForm
    lines: tuple[int, ...]
    warnings: tuple[Sentence, ...] = ()
    own: OwnFile | None = None


def read_content(content: bytes, name: str, *, D: int | None = None, js: int | None = None) -> ReadPtable:
    """Parse the content of a file to a table with its format and lines. Raises the errors of `read_ptable`."""
    content = unpacked(content, name)
    if content[:4] == b"PK\x03\x04":
        book = read_workbook(content, name)
        read = table_of(book.first, D, js)
        if book.intervals is not None:
            exact = table_of(book.intervals, D, js)
            if _same_distributions(exact.table, read.table):
                return replace(exact, form="xlsx", lines=read.lines)
            warning = sentence("ptable_warning_matrix_changed", name=name)
            return replace(read, form="xlsx", warnings=(warning,))
        return replace(read, form="xlsx")
    if is_json(content):
        own_content = own_file(content, name)
        first = own_content.first_line
        read = ReadPtable(
            own_content.table, "json", tuple(range(first, first + len(own_content.table.rows))), own=own_content
        )
        _check_table(read, name, D, js)
        return read
    return table_of(recognise(content, name), D, js)


def is_json(content: bytes) -> bool:
    """Whether a file's content begins like a record of JSON."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def table_of(content: Content, D: int | None = None, js: int | None = None) -> ReadPtable:
    """Build the table of a recognised file; faults are reported with their line."""
    if content.kind == "magnitudes":
        raise PtableForMagnitudes(name=content.name, line=content.magnitudes_from)
    faults = FaultList()
    if content.kind == "ons":
        table, firsts = read_ons(content, faults)
        read = ReadPtable(table, "ons", tuple(firsts.tolist()))
        _check_table(read, content.name, D, js)
        return read
    rows = _matrix_rows(content, faults) if content.kind == "matrix" else _list_rows(content, faults)
    _check_blocked(rows, D, js, faults)
    faults.raise_any(content.name)
    if not rows:
        raise DataError("ptable_empty", name=content.name)
    table = from_rows([[(interval.target, interval.p, interval.bound) for interval in row] for row in rows])
    return ReadPtable(table, content.kind, tuple(row[0].line for row in rows))


def _same_distributions(p_table: PTable, other_table: PTable) -> bool:
    if p_table.last_row != other_table.last_row:
        return False
    for row in p_table.rows:
        first, second = p_table.row_distribution(row), other_table.row_distribution(row)
        if any(abs(first.get(v, 0.0) - second.get(v, 0.0)) > _MATRIX_DIGITS for v in first.keys() | second.keys()):
            return False
    return True


def _check_table(read: ReadPtable, name: str, D: int | None, js: int | None) -> None:
    """Check D and js of a table whose intervals have no lines of their own."""
    faults = FaultList()
    for row in read.table.rows:
        for v in read.table.row_distribution(row):
            _check_target(read.lines[row], row, row + v, D, js, faults)
    faults.raise_any(name)


@dataclass(frozen=True)
class _Interval:
    line: int
    row: int
    target: int
    p: float
    bound: Fraction


# --- τ-ARGUS, R, SAS -------------------------------------------------------------------------------------------------


def _list_rows(content: Content, faults: FaultList) -> list[list[_Interval]]:
    """Rows of a table with one line per interval and the columns i, j, p, v, (lower,) upper by position."""
    expected = {"tau-argus": 5, "sas": 6, "r": 7}[content.kind]
    upper = 4 if content.kind == "tau-argus" else 5
    rows: list[list[_Interval]] = []
    seen_set: set[int] = set()
    former_row: int | None = None
    spoiled: set[int | None] = set()
    for line in content.lines:
        if len(line.fields) != expected:
            faults.add("ptable_fault_columns", line.number, columns=len(line.fields), expected=expected)
            first = line.fields[0]
            spoiled.add(int(first) if first.isascii() and first.isdecimal() else former_row)
            continue
        row = integer_in(line, 0, "i", 0, faults)
        if row is None:
            spoiled.add(former_row)
            continue
        if row != former_row:
            if row in seen_set:
                faults.add("ptable_fault_contiguous", line.number, row)
            elif row != (0 if former_row is None else former_row + 1):
                faults.add("ptable_fault_gap", line.number, row, expected=0 if former_row is None else former_row + 1)
            seen_set.add(row)
            former_row = row
            rows.append([])
        interval = _interval(line, row, upper, faults)
        if interval is None:
            spoiled.add(row)
        else:
            rows[-1].append(interval)
    return [_checked(row, row[0].row in spoiled, faults) for row in rows if row]


def _interval(line: FileLine, row: int, upper: int, faults: FaultList) -> _Interval | None:
    target = integer_in(line, 1, "j", 0, faults)
    p, noise, bound = float_in(line, 2, faults), integer_in(line, 3, "v", None, faults), number_in(line, upper, faults)
    if target is None or p is None or noise is None or bound is None:
        return None
    if noise != target - row:
        faults.add("ptable_fault_noise", line.number, row, noise=noise, expected=target - row)
    if not 0 <= p <= 1 + _TOLERANCE:
        faults.add("ptable_fault_negative", line.number, row, value=p)
    return _Interval(line.number, row, target, p, bound)


def _checked(row: list[_Interval], spoiled: bool, faults: FaultList) -> list[_Interval]:
    """Check sum, order and last bound of one row. spoiled: the row has unreadable lines and is not checked as a
    whole."""
    i, last_line = row[0].row, row[-1]
    if not spoiled:
        total = math.fsum(interval.p for interval in row)
        if abs(total - 1) > _TOLERANCE:
            faults.add("ptable_fault_sum", last_line.line, i, total=total)
        below = Fraction(0)
        for interval in row:
            # Exact where it decides: two bounds may differ by less than a float64 shows.
            width = float(interval.bound) - float(below)
            if width <= 0 and interval.bound < below:
                faults.add(
                    "ptable_fault_falls",
                    interval.line,
                    i,
                    bound=f"{float(interval.bound):.10g}",
                    before=f"{float(below):.10g}",
                )
            elif abs(width - interval.p) > _TOLERANCE:
                faults.add("ptable_fault_width", interval.line, i, width=width, p=interval.p)
            below = interval.bound
        if abs(float(last_line.bound - 1)) > _TOLERANCE:
            faults.add("ptable_fault_last", last_line.line, i, bound=f"{float(last_line.bound):.10g}")
    return _closed(row)


def _closed(row: list[_Interval]) -> list[_Interval]:
    """Row without targets of probability 0 and without bounds above 1; the last bound is exactly 1."""
    kept_row = [interval for interval in row if interval.p != 0] or row[-1:]
    inner = [interval if interval.bound <= 1 else replace(interval, bound=Fraction(1)) for interval in kept_row[:-1]]
    return [*inner, kept_row[-1] if kept_row[-1].bound == 1 else replace(kept_row[-1], bound=Fraction(1))]


# --- matrix ----------------------------------------------------------------------------------------------------------


def _matrix_rows(content: Content, faults: FaultList) -> list[list[_Interval]]:
    """Rows of a matrix with one column for each target j; bounds are cumulated probabilities."""
    if content.header is None:
        raise DataError(
            "ptable_unknown_form", name=content.name, line=content.lines[0].number, columns=len(content.lines[0].fields)
        )
    targets = matrix_columns(content.header)
    if any(following <= target for target, following in pairwise(targets)) or targets[-1] > LARGEST_COUNT:
        faults.add("ptable_fault_targets", content.header.number)
        faults.raise_any(content.name)
    rows: list[list[_Interval]] = []
    expected = 0
    for line in content.lines:
        fields = line.fields
        # Excel gives a row as many fields as the widest one has.
        while len(fields) > len(targets) + 1 and not fields[-1]:
            fields = fields[:-1]
        if len(fields) != len(targets) + 1:
            faults.add("ptable_fault_columns", line.number, columns=len(fields), expected=len(targets) + 1)
            expected += 1
            continue
        line = FileLine(line.number, (row_number(fields[0]), *fields[1:]))
        i = integer_in(line, 0, "i", 0, faults)
        if i is None:
            expected += 1
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


def _matrix_row(line: FileLine, i: int, targets: Sequence[int], faults: FaultList) -> list[_Interval]:
    row: list[_Interval] = []
    reached = Fraction(0)
    for target_number, target in enumerate(targets, start=1):
        if line.fields[target_number] in ("", "."):
            continue
        p = number_in(line, target_number, faults)
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
        for interval in row:
            _check_target(interval.line, interval.row, interval.target, D, js, faults)


def _check_target(line: int, row: int, target: int, D: int | None, js: int | None, faults: FaultList) -> None:
    if js is not None and row > 0 and 1 <= target <= js:
        faults.add("ptable_fault_blocked", line, row, target=target, js=js)
    if D is not None and abs(target - row) > D:
        faults.add("ptable_fault_deviation", line, row, noise=target - row, D=D)
