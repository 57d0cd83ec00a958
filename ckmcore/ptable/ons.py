"""Reading the tables of the ONS package: noise for each count (`pcv`) and each integer cell key (`ckey`)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.faults import FaultList, PtableFormUnknown
from ckmcore.ptable.fields import LARGEST_COUNT, integer_in
from ckmcore.ptable.formats import Content
from ckmcore.ptable.table import PTable, from_rows

# Counts above the last of 750 rows return to the last 250 rows: ((n-1) mod 250) + 501.
_RECYCLED = 250


def read_ons(content: Content, faults: FaultList) -> PTable:
    """`pcv, ckey, pvalue`: noise for each count and each integer key; M = largest ckey + 1."""
    if content.header is None:
        raise PtableFormUnknown(name=content.name, line=content.lines[0].number, columns=len(content.lines[0].fields))
    names = [field.lower() for field in content.header.fields]
    at = [names.index(name) for name in ("pcv", "ckey", "pvalue")]
    values = _ons_values(content, at, len(names), faults)
    faults.raise_any(content.name)
    numbers, pcv, key, noise = values
    modulus = int(key.max()) + 1
    first_line: dict[int, int] = {}
    for number, row in zip(numbers.tolist(), pcv.tolist(), strict=True):
        first_line.setdefault(row, number)
    last = int(pcv.max())
    rows: list[list[tuple[int, float, Fraction]]] = [[(0, 1.0, Fraction(1))]]
    order = np.lexsort((key, pcv))
    starts = np.searchsorted(pcv[order], np.arange(1, last + 2))
    for row in range(1, last + 1):
        mine = order[starts[row - 1] : starts[row]]
        if len(mine) == 0:
            following = int(pcv[pcv > row].min())
            faults.add("ptable_fault_gap", first_line[following], following, expected=row)
            continue
        if not _ons_keys(key[mine], numbers[mine], modulus, row, faults):
            continue
        row_noise = noise[mine]
        ends = np.append(np.flatnonzero(np.diff(row_noise)) + 1, modulus)
        widths = np.diff(ends, prepend=0)
        intervals = []
        for end, width in zip(ends.tolist(), widths.tolist(), strict=True):
            target = row + int(row_noise[end - 1])
            if target < 0:
                line = int(numbers[mine[end - 1]])
                faults.add("ptable_fault_integer", line, name="pcv + pvalue", text=str(target), least="0")
            intervals.append((target, width / modulus, Fraction(end, modulus)))
        rows.append(intervals)
    faults.raise_any(content.name)
    return from_rows(rows, integer_modulus=modulus, recycled_rows=min(_RECYCLED, last))


def _ons_values(
    content: Content, at: list[int], columns: int, faults: FaultList
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Line number, pcv, ckey, pvalue of each line."""
    found: list[tuple[int, int, int, int]] = []
    for line in content.lines:
        fields = line.fields
        if len(fields) != columns:
            faults.add("ptable_fault_columns", line.number, columns=len(fields), expected=columns)
            continue
        try:
            pcv, key, noise = int(fields[at[0]]), int(fields[at[1]]), int(fields[at[2]])
        except ValueError:
            one, two = integer_in(line, at[0], "pcv", 1, faults), integer_in(line, at[1], "ckey", 0, faults)
            three = integer_in(line, at[2], "pvalue", None, faults)
            if one is None or two is None or three is None:
                continue
            pcv, key, noise = one, two, three
        if not 1 <= pcv <= LARGEST_COUNT:
            faults.add("ptable_fault_integer", line.number, name="pcv", text=str(pcv), least="1")
        elif not 0 <= key <= 2**20:
            faults.add("ptable_fault_integer", line.number, name="ckey", text=str(key), least="0")
        else:
            found.append((line.number, pcv, key, noise))
    table = np.array(found, dtype=np.int64).reshape(-1, 4)
    return table[:, 0], table[:, 1], table[:, 2], table[:, 3]


def _ons_keys(keys: NDArray[np.int64], numbers: NDArray[np.int64], modulus: int, row: int, faults: FaultList) -> bool:
    """Whether a pcv has each key once; `keys` ascending."""
    twice = np.flatnonzero(np.diff(keys) == 0)
    if len(twice):
        faults.add("ptable_fault_key_twice", int(numbers[twice[0] + 1]), row, key=int(keys[twice[0]]))
        return False
    if len(keys) != modulus:
        missing = int(np.flatnonzero(np.append(keys, -1) != np.arange(len(keys) + 1))[0])
        faults.add("ptable_fault_key_missing", int(numbers[0]), row, key=missing, last=modulus - 1)
        return False
    return True
