"""How often the best of all readers is right about a count, from below and from above, on the lattice of the method.

From below: what a single relation of the tables gives, or the bare figure. From above: a reader who is told all other
groups of records knows of each cell around the count all but the count itself, so each is a further figure of it.
Confidential: which relations there are to look at depends on which cells hold records.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ckmcore.errors import Cancelled
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.quality.lattice import (
    MOST_SAMPLES,
    NO_NOISE,
    Law,
    Look,
    fresh_right,
    looks_right,
    most_probable,
    related,
    samples_of,
)
from ckmcore.quality.relations import Ints, Relations

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Parts of a relation, and different relations, that are looked at: of more parts a gap says next to nothing.
MOST_PARTS = 24
MOST_RELATIONS = 5_000


def count_right(method: CellKeyMethod | KeyedRounding, count: int, times: int) -> float:
    """P(right) of a count by so many figures of it with keys of their own: iid(times) of its row."""
    if isinstance(method, CellKeyMethod):
        return fresh_right(Law.of(method.ptable, count), times)
    return keyed_right(method.base, (count,) * times)


def keyed_right(base: int, counts: tuple[int, ...]) -> float:
    """The same under keyed rounding, whose noise depends on what is left of a count: a reader does not know that, so
    every count that can be rounded so is a candidate. counts: the one that is guessed first, then those around it."""
    looks = []
    for rest in sorted({count % base for count in counts}):
        figures = (-rest, base - rest) if rest else (0,)
        chances = tuple(
            tuple(max(1.0 - abs(off - figure) / base, 0.0) for figure in figures)
            for off in range(-2 * base + 1, 2 * base)
        )
        looks.append(Look(chances, 2 * base - 1, sum(count % base == rest for count in counts)))
    return most_probable(looks) if samples_of(looks) <= MOST_SAMPLES else 1.0


def averaging_bounds(
    method: CellKeyMethod | KeyedRounding,
    relations: Relations,
    same: Ints,
    originals: Ints,
    variance: Floats,
    cancelled: Callable[[], bool],
) -> tuple[Floats, Floats]:
    """Of each figure the lower and the upper bound of P(right); 0 and 1 of those that are not judged.

    same, originals, variance: see `averaging`. The reader knows the perturbation table, its intervals and the row of
    each count, and has a flat prior. The upper bound takes the keys of the cells that contain one another as
    independent. Raises Cancelled.
    """
    readers = _Readers(method, relations, same, originals, variance)
    judged = np.isfinite(variance) & (variance > 0)
    lower, upper = np.zeros(relations.count), np.ones(relations.count)
    for number, figure in enumerate(np.flatnonzero(judged).tolist()):
        if not number % 256 and cancelled():
            raise Cancelled()
        lower[figure] = readers.bare(figure)
    if isinstance(method, CellKeyMethod):
        best = readers.by_relations(cancelled)
        lower = np.where(judged, np.maximum(lower, best[same]), 0.0)
    around = readers.around()
    for number, figure in enumerate(np.flatnonzero(judged).tolist()):
        if not number % 256 and cancelled():
            raise Cancelled()
        upper[figure] = max(readers.told(figure, around), lower[figure])
    return lower, upper


class _Readers:
    """The laws of the figures of some tables, and what readers of them find."""

    def __init__(
        self,
        method: CellKeyMethod | KeyedRounding,
        relations: Relations,
        same: Ints,
        originals: Ints,
        variance: Floats,
    ) -> None:
        self.method, self.relations, self.same, self.originals = method, relations, same, originals
        seen = np.zeros(relations.count, dtype=np.bool_)
        noisy = np.zeros(relations.count, dtype=np.bool_)
        np.logical_or.at(seen, same, np.isfinite(variance))
        np.logical_or.at(noisy, same, np.isfinite(variance) & (variance > 0))
        # What is published unchanged by rule has no noise, but a key like any other cell.
        known = np.zeros(relations.count, dtype=np.bool_)
        np.logical_or.at(known, same, (variance == 0) & (originals > 0))
        self.seen, self.known = seen[same], (known & ~noisy)[same]
        self._laws: dict[int, int] = {}
        self._list: list[Law] = []
        self._numbers: dict[Law, int] = {}
        self._told: dict[tuple[int, ...], float] = {}
        self._bare: dict[int, float] = {}

    def law(self, figure: int) -> int:
        """The number of the law of a figure."""
        count = -1 if self.known[figure] else int(self.originals[figure])
        if count not in self._laws:
            found = Law.of(self.method.ptable, count) if isinstance(self.method, CellKeyMethod) else NO_NOISE
            number = self._numbers.setdefault(found, len(self._list))
            if number == len(self._list):
                self._list.append(found)
            self._laws[count] = number
        return self._laws[count]

    def bare(self, figure: int) -> float:
        """P(right) by the figure alone."""
        count = int(self.originals[figure])
        if count not in self._bare:
            self._bare[count] = count_right(self.method, count, 1)
        return self._bare[count]

    def by_relations(self, cancelled: Callable[[], bool]) -> Floats:
        """Of each figure P(right) by the best single relation in which it stands."""
        best = np.zeros(self.relations.count)
        found: dict[tuple[int, tuple[int, ...], int], float] = {}
        for line, total in enumerate(self.relations.totals.tolist()):
            if not line % 256 and cancelled():
                raise Cancelled()
            parts = self.relations.parts_of(line)
            filled = parts[self.originals[parts] != 0]
            if not 2 <= len(filled) <= MOST_PARTS or not self.seen[parts].all() or not self.seen[total]:
                continue
            if self.originals[parts].sum() != self.originals[total]:
                continue  # households may stand in several parts
            laws = [self.law(part) for part in filled.tolist()]
            whole = self.law(total)
            for at, own in enumerate(laws):
                others = tuple(sorted(laws[:at] + laws[at + 1 :]))
                self._improve(best, int(filled[at]), (own, others, whole), found)
            self._improve(best, total, (whole, tuple(sorted(laws)), -1), found)
        return best

    def _improve(
        self,
        best: Floats,
        figure: int,
        asked: tuple[int, tuple[int, ...], int],
        found: dict[tuple[int, tuple[int, ...], int], float],
    ) -> None:
        if self.known[figure]:
            return
        if asked not in found:
            if len(found) >= MOST_RELATIONS:
                return
            own, others, whole = asked
            laws = [self._list[one] for one in others]
            total = None if whole < 0 else self._list[whole]
            found[asked] = related(self._list[own], laws, total, linked=True).right
        root = self.same[figure]
        best[root] = max(best[root], found[asked])

    def around(self) -> csr_array:
        """Figure x figure (of the same records one stands for all): which cells hold all records of which."""
        relations, same = self.relations, self.same
        lengths = np.diff(relations.starts)
        ends = (same[relations.parts], same[np.repeat(relations.totals, lengths)])
        apart = ends[0] != ends[1]
        size = (relations.count, relations.count)
        step = csr_array((np.ones(int(apart.sum()), dtype=np.bool_), (ends[0][apart], ends[1][apart])), shape=size)
        found, before = step, -1
        while found.nnz != before:
            before = found.nnz
            found = (found + found @ step).astype(np.bool_)
        return found.tocsr()

    def told(self, figure: int, around: csr_array) -> float:
        """P(right) of a reader who is told all other groups of records."""
        root = int(self.same[figure])
        cells = around.indices[around.indptr[root] : around.indptr[root + 1]]
        cells = cells[self.seen[cells] & (self.originals[cells] > 0)]
        if self.known[cells].any():
            return 1.0
        if isinstance(self.method, KeyedRounding):
            counts = (int(self.originals[figure]), *self.originals[cells].tolist())
            name = (counts[0] % self.method.base, *sorted(count % self.method.base for count in counts[1:]))
            if name not in self._told:
                self._told[name] = keyed_right(self.method.base, name)
            return self._told[name]
        name = tuple(sorted([self.law(figure), *(self.law(cell) for cell in cells.tolist())]))
        if name not in self._told:
            laws = tuple((self._list[one], name.count(one)) for one in dict.fromkeys(name))
            right, off = looks_right(laws)
            self._told[name] = min(right + off, 1.0)
        return self._told[name]
