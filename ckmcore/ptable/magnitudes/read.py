"""Reading perturbation tables for magnitudes (τ-ARGUS, R) and checking them line by line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.files.errors import FaultList
from ckmcore.ptable.files.fields import LARGEST_COUNT, number_in
from ckmcore.ptable.files.formats import Content, FileLine
from ckmcore.ptable.magnitudes.part import MAGNITUDE_TYPES, MagnitudeType, part_from_rows
from ckmcore.ptable.magnitudes.table import MagnitudePTable

# As for counts: published tables are rounded to 8 digits.
_TOLERANCE = 1e-6
# Columns of τ-ARGUS (i;j;p;v;p_int_ub;type) and of R (i,j,p,v,p_int_lb,p_int_ub,type).
_TAU, _R = 6, 7


def parse_magnitudes(content: Content, *, D: float | None = None) -> MagnitudePTable:
    """Parse a perturbation table for magnitudes from the lines of a file with six columns (τ-ARGUS) or seven (R), by
    position.

    i and v are decimals; i ascends within a type, with gaps allowed. Bounds are exactly the decimals of the file; a
    last bound within 1e-6 of 1 is 1. D: checked where given. Bias is no fault (`magnitude_warnings`).

    Raises PtableFaulty with every fault and its line.
    """
    faults = FaultList()
    rows = _rows(content, faults)
    if D is not None:
        _check_deviation(rows, D, faults)
    faults.raise_any(content.name)
    magnitude_parts = []
    for kind in MAGNITUDE_TYPES:
        type_rows = [
            (row.i, [(float(interval.v), float(interval.p), interval.bound) for interval in row.intervals])
            for row in rows[kind]
        ]
        if type_rows:
            magnitude_parts.append(part_from_rows(kind, type_rows))
    return MagnitudePTable(tuple(magnitude_parts))


@dataclass(frozen=True)
class _Interval:
    line: int
    v: Fraction
    p: Fraction
    bound: Fraction


@dataclass(frozen=True)
class _Row:
    i: float
    intervals: tuple[_Interval, ...]


@dataclass
class _OpenRow:
    type: MagnitudeType
    i: Fraction
    intervals: list[_Interval]
    spoiled: bool = False


def _rows(content: Content, faults: FaultList) -> Mapping[MagnitudeType, list[_Row]]:
    rows: dict[MagnitudeType, list[_Row]] = {kind: [] for kind in MAGNITUDE_TYPES}
    reached: dict[MagnitudeType, Fraction] = {}
    columns = len(content.lines[0].fields)
    if columns not in (_TAU, _R):
        columns = _TAU
    row: _OpenRow | None = None

    def close() -> None:
        if row is not None and row.intervals:
            rows[row.type].append(_closed(row, faults))

    for line in content.lines:
        if len(line.fields) != columns:
            faults.add("ptable_fault_columns", line.number, columns=len(line.fields), expected=columns)
            if row is not None:
                row.spoiled = True
            continue
        kind, i = _type_in(line, columns - 1, faults), _ratio_in(line, faults)
        if kind is None or i is None:
            if row is not None:
                row.spoiled = True
            continue
        if row is None or (kind, i) != (row.type, row.i):
            close()
            _check_order(line, kind, i, reached, faults)
            row = _OpenRow(kind, i, [])
        interval = _interval(line, row, columns - 2, faults)
        if interval is None:
            row.spoiled = True
        else:
            row.intervals.append(interval)
    close()
    return rows


def _row_location(kind: MagnitudeType, i: float) -> Sentence:
    return sentence("magnitude_place", type=kind, i=i)


def _type_in(line: FileLine, index: int, faults: FaultList) -> MagnitudeType | None:
    text = line.fields[index]
    if text.lower() not in MAGNITUDE_TYPES:
        faults.add("magnitude_fault_type", line.number, text=text[:40])
        return None
    return cast(MagnitudeType, text.lower())


def _number(line: FileLine, index: int, name: str, faults: FaultList) -> Fraction | None:
    value = number_in(line, index, faults)
    # Nothing in a table is near this; beyond it numbers no longer fit into float64.
    if value is not None and abs(value) > LARGEST_COUNT:
        faults.add("magnitude_fault_range", line.number, name=name, text=line.fields[index][:40], limit=LARGEST_COUNT)
        return None
    return value


def _ratio_in(line: FileLine, faults: FaultList) -> Fraction | None:
    i = _number(line, 0, "i", faults)
    if i is not None and i < 0:
        faults.add("magnitude_fault_ratio", line.number, i=float(i))
        return None
    return i


def _check_order(
    line: FileLine, kind: MagnitudeType, i: Fraction, reached: dict[MagnitudeType, Fraction], faults: FaultList
) -> None:
    former_i = reached.get(kind)
    if former_i is not None and i <= former_i:
        faults.add("magnitude_fault_order", line.number, type=kind, i=float(i), before=float(former_i))
    reached[kind] = i if former_i is None else max(i, former_i)


def _interval(line: FileLine, row: _OpenRow, upper: int, faults: FaultList) -> _Interval | None:
    fields = ((1, "j"), (2, "p"), (3, "v"), (upper, "p_int_ub"))
    j, p, v, bound = (_number(line, column_index, name, faults) for column_index, name in fields)
    if j is None or p is None or v is None or bound is None:
        return None
    location = _row_location(row.type, float(row.i))
    # Steps such as 1/3 stand in files with few digits.
    if abs(v - (j - row.i)) > _TOLERANCE:
        faults.add("magnitude_fault_noise", line.number, place=location, v=float(v), expected=float(j - row.i))
    if j < -_TOLERANCE:
        faults.add("magnitude_fault_target", line.number, place=location, j=float(j))
    if not 0 <= p <= 1 + _TOLERANCE:
        faults.add("magnitude_fault_p", line.number, place=location, p=float(p))
    return _Interval(line.number, v, p, bound)


def _closed(row: _OpenRow, faults: FaultList) -> _Row:
    """Check sum, order and last bound of one row; a row with unreadable lines is not checked as a whole."""
    intervals, last_interval = row.intervals, row.intervals[-1]
    location = _row_location(row.type, float(row.i))
    if not row.spoiled:
        total = math.fsum(float(interval.p) for interval in intervals)
        if abs(total - 1) > _TOLERANCE:
            faults.add("magnitude_fault_sum", last_interval.line, place=location, total=total)
        below = Fraction(0)
        for interval in intervals:
            width = interval.bound - below
            if width < 0:
                faults.add(
                    "magnitude_fault_falls",
                    interval.line,
                    place=location,
                    bound=f"{float(interval.bound):.10g}",
                    before=f"{float(below):.10g}",
                )
            elif abs(width - interval.p) > _TOLERANCE:
                faults.add(
                    "magnitude_fault_width", interval.line, place=location, width=float(width), p=float(interval.p)
                )
            below = interval.bound
        if abs(last_interval.bound - 1) > _TOLERANCE:
            faults.add(
                "magnitude_fault_last", last_interval.line, place=location, bound=f"{float(last_interval.bound):.10g}"
            )
    # Without v of probability 0, no bound above 1, the last one exactly 1.
    kept_intervals = [interval for interval in intervals if interval.p != 0] or intervals[-1:]
    inner = [
        replace(kept_interval, bound=min(kept_interval.bound, Fraction(1))) for kept_interval in kept_intervals[:-1]
    ]
    return _Row(float(row.i), (*inner, replace(kept_intervals[-1], bound=Fraction(1))))


def _check_deviation(rows: Mapping[MagnitudeType, list[_Row]], D: float, faults: FaultList) -> None:
    for kind, own_row in rows.items():
        for row in own_row:
            for interval in row.intervals:
                if abs(interval.v) > D + _TOLERANCE:
                    faults.add(
                        "magnitude_fault_deviation",
                        interval.line,
                        place=_row_location(kind, row.i),
                        v=float(interval.v),
                        D=float(D),
                    )
