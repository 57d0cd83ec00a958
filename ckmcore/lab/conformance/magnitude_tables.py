"""The perturbation tables of a file of solved cases of sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ckmcore.methods.sum_law import ALL_KEYS
from ckmcore.ptable import PTable
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.magnitudes.part import part_from_rows
from ckmcore.ptable.model.table import from_rows

Given = Mapping[str, Any]


@dataclass(frozen=True)
class MagnitudeTables:
    """Perturbation tables of a file by name. sums: for sums; counts: for counts; asked: the requested properties of
    each."""

    sums: Mapping[str, MagnitudePTable]
    counts: Mapping[str, PTable]
    asked: Mapping[str, Mapping[str, Any]]


def tables_of(content: Given) -> MagnitudeTables:
    """Perturbation tables of a file. Their rows are given by ratio, or by count where a count cannot fall below 0, as
    lists of [v, upper bound in 1/100000]."""
    sums: dict[str, MagnitudePTable] = {}
    counts: dict[str, PTable] = {}
    for name, table_content in content.items():
        rows = sorted((float(ratio), line) for ratio, line in table_content["rows"].items())
        if "js" in table_content["ask"]:
            intervals = [[(0, 1.0, Fraction(1))]]
            intervals += [[(int(row) + int(v), p, bound) for v, p, bound in _intervals(line)] for row, line in rows]
            counts[name] = from_rows(intervals)
        else:
            zero = [(0.0, [(0.0, 1.0, Fraction(1))])]
            sums[name] = MagnitudePTable(
                (part_from_rows("all", [*zero, *((row, _intervals(line)) for row, line in rows)]),)
            )
    return MagnitudeTables(sums, counts, {name: content["ask"] for name, content in content.items()})


def _intervals(line: Sequence[Sequence[float]]) -> list[tuple[float, float, Fraction]]:
    below, intervals = 0, []
    for v, bound in line:
        intervals.append((float(v), (bound - below) / ALL_KEYS, Fraction(int(bound), ALL_KEYS)))
        below = int(bound)
    return intervals
