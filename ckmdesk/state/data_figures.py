"""What the data page says of loaded records: quality of the record keys, records per node. Confidential. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ckmcore.keys import RecordKeys
from ckmcore.microdata.data import MISSING, Dimension, Microdata
from ckmcore.statistic.model import Period

BINS = 20
SUSPICIOUS_P = 0.001


@dataclass(frozen=True)
class KeyReport:
    """Number of keys, records per twentieth of their range, chi-square against equal shares with its p."""

    keys: int
    modulus: int
    digits: int | None
    origin: str
    bins: tuple[int, ...]
    expected: float
    chi_square: float
    p: float
    needed: int | None
    """The least modulus that the perturbation table in force asks for; None where none is in force."""

    @property
    def uniform(self) -> bool:
        return self.p >= SUSPICIOUS_P

    @property
    def fine_enough(self) -> bool:
        return self.needed is None or self.modulus >= self.needed

    @property
    def usable(self) -> bool:
        return self.uniform and self.fine_enough


def key_report(keys: RecordKeys, period: Period) -> KeyReport:
    """The report of the keys of a period.

    Twenty bins, or M where there are fewer keys possible; the expected share of a bin is that of the key values in it,
    so that a modulus that twenty does not divide is judged rightly.
    """
    modulus, bins = keys.modulus, min(BINS, keys.modulus)
    edges = [-(-place * modulus // bins) for place in range(bins + 1)]
    inner = np.array(edges[1:-1], dtype=np.uint64)
    places = np.searchsorted(inner, keys.values.astype(np.uint64, copy=False), side="right")
    found = np.bincount(places, minlength=bins)
    shares = np.array([(edges[place + 1] - edges[place]) / modulus for place in range(bins)])
    expected = shares * max(len(keys), 1)
    chi_square = float(((found - expected) ** 2 / expected).sum()) if len(keys) else 0.0
    ptable = None if period.in_force is None else period.in_force.ptable
    return KeyReport(
        len(keys),
        modulus,
        keys.digits,
        keys.origin,
        tuple(int(count) for count in found),
        len(keys) / bins,
        chi_square,
        chi_square_p(chi_square, bins - 1),
        None if ptable is None else math.ceil(100 / ptable.smallest_p),
    )


def chi_square_p(chi_square: float, freedom: int) -> float:
    """Probability of a chi-square at least as large under equal shares."""
    from scipy.special import gammaincc

    return float(gammaincc(freedom / 2, chi_square / 2)) if freedom > 0 else 1.0


@dataclass(frozen=True)
class NodeCounts:
    """Records per node of a dimension: by code, inner nodes with all below them; `total` are all records."""

    variable: str
    total: int
    by_code: dict[str, int]
    without_records: tuple[str, ...]
    """Leaves of the hierarchy that no record has."""


def node_counts(data: Microdata, variable: str) -> NodeCounts:
    """Records of each category and node of a dimension."""
    dimension = data.dimension(variable)
    found = np.bincount(data.columns[variable], minlength=len(dimension.categories)).tolist()
    by_code: dict[str, int] = dict(zip(dimension.codes, found, strict=True))
    hierarchy = dimension.hierarchy
    if hierarchy is None:
        return NodeCounts(variable, data.rows, by_code, ())
    parents = {node.parent for node in hierarchy.nodes}
    totals = [0 if place in parents else by_code.get(node.code, 0) for place, node in enumerate(hierarchy.nodes)]
    empty = tuple(node.code for place, node in enumerate(hierarchy.nodes) if place not in parents and not totals[place])
    for place in range(len(totals) - 1, -1, -1):
        if hierarchy.nodes[place].parent >= 0:
            totals[hierarchy.nodes[place].parent] += totals[place]
    counts = {node.code: total for node, total in zip(hierarchy.nodes, totals, strict=True)}
    if MISSING in by_code:
        counts[MISSING] = by_code[MISSING]
    return NodeCounts(variable, data.rows, counts, empty)


def nodes_per_level(dimension: Dimension) -> tuple[int, ...]:
    """Number of nodes of each level below the total."""
    hierarchy = dimension.hierarchy
    if hierarchy is None:
        return (len(dimension.categories),)
    numbers = [0] * hierarchy.depth
    for node in hierarchy.nodes:
        numbers[node.depth] += 1
    return tuple(numbers)
