"""What published figures say beyond the interval of each: cells that hold the same records show the same.

Two cells that show different figures cannot hold the same records (claims.md, section A): a total that differs from a
part holds a record outside it (C1), of any two cells one holds a record that the other lacks (C2). By theorem 1 there
the originals are possible iff every count is one that its figure alone leaves open and C2 holds for all pairs.
Assumption: the same method with all its settings, the same keys and the same state of the records (a channel), both
cells protected, and both shown, or known to be hidden because they show 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.relations import Grid, Ints, Relations
from ckmcore.lab.risk.weight_ratios import WeightRatios
from ckmcore.messages import Sentence

Flags = NDArray[np.bool_]
Allowed = Mapping[int, Ints]
"""Figures that may have some values of their interval only: which, ascending."""

NOT_COMPARED = np.iinfo(np.int64).min
# Signs stand below all figures.
_SIGN = NOT_COMPARED + 1
# Violated pairs that become rows at once.
_PAIRS = 50


def shown_codes(figures: Ints, signs: NDArray[np.uint8] | None, keeps: Sequence[int]) -> Ints:
    """Encode the content of each cell as a number: its figure, or a code for the sign that replaces it.

    keeps: signs that do not replace the figure.
    """
    if signs is None:
        return figures.astype(np.int64)
    return np.where(np.isin(signs, keeps), figures, _SIGN + signs.astype(np.int64)).astype(np.int64)


@dataclass(eq=False)
class Appearances:
    """Contents (`shown_codes`) of cells by channel; within a channel they depend only on a cell's records.

    clash: first figure with two different contents in a channel, -1 for none; such figures were not made by the same
    method from the same records.
    """

    count: int
    channels: dict[Hashable, Ints] = field(default_factory=dict)
    clash: int = -1

    def add(self, channel: Hashable, figures: Ints, codes: Ints) -> None:
        """Record the contents of figures in a channel. codes: `shown_codes` of the figures."""
        known_channel = self.channels.setdefault(channel, np.full(self.count, NOT_COMPARED, dtype=np.int64))
        former_codes = known_channel[figures]
        other = (former_codes != NOT_COMPARED) & (former_codes != codes)
        known_channel[figures] = codes
        # One cell may stand in several places of the same table.
        other |= known_channel[figures] != codes
        if other.any() and self.clash < 0:
            self.clash = int(figures[int(np.argmax(other))])


@dataclass(frozen=True, eq=False)
class EvidenceRow:
    """Inequality: `coefficients` times `figures` is at least `least`: 1 because the cells of `pair` show different
    contents, or a bound from weights (no `pair`)."""

    figures: Ints
    coefficients: Ints
    pair: tuple[int, int] | None
    least: int = 1


class Evidence:
    """Evidence about the figures of relations: contents of cells, and impossible values.

    differs: for each entry of `relations.parts` whether it and its total show different contents. rows: further pairs
    found by a search. Without a grid only pairs in relations are known. keyed: the reader knows which keys lead to a
    figure, so that solutions without keys are no witnesses. shares: the reader has shares computed from originals,
    which solutions need not satisfy. weights: bounds from weighted counts; untested: contents left out; negative: some
    weights are negative and prove nothing.
    """

    keyed = False
    shares = False
    weights: WeightRatios | None = None
    untested: tuple[Sentence, ...] = ()
    negative = False

    def __init__(
        self, relations: Relations, grid: Grid | None, channels: Sequence[Ints] = (), allowed: Allowed | None = None
    ) -> None:
        self.relations, self.allowed = relations, dict(allowed or {})
        self.rows: list[EvidenceRow] = []
        used_indices = [np.flatnonzero(channel != NOT_COMPARED) for channel in channels]
        # Where all show the same, nothing is compared.
        pairs = [
            (index, channel[index])
            for index, channel in zip(used_indices, channels, strict=True)
            if len(index) and np.ptp(channel[index])
        ]
        self.channels = tuple(pairs)
        self.differs = _differing(relations, channels)
        self.grid = grid if self.channels else None
        self._seen: set[tuple[int, int]] = set()
        self._weighed: set[tuple[bytes, bytes]] = set()
        if self.grid is not None:
            self.atoms = self.grid.atom_figures
            draw = np.random.Generator(np.random.PCG64(1))
            self._weights = draw.integers(1, 2**64, size=len(self.atoms), dtype=np.uint64, endpoint=False)

    @classmethod
    def nothing(cls, relations: Relations) -> Evidence:
        """Evidence without any comparison."""
        return cls(relations, None)

    @property
    def compares(self) -> bool:
        """Whether there is anything beyond intervals."""
        return bool(self.channels or self.allowed or self.weights is not None)

    def pairs(self, low: Ints, high: Ints) -> tuple[Ints, Ints]:
        """Totals and parts with different contents whose bounds do not separate them yet."""
        relations = self.relations
        totals = np.repeat(relations.totals, np.diff(relations.starts))[self.differs]
        part_figures = relations.parts[self.differs]
        is_close = low[totals] - high[part_figures] < 1
        if not is_close.any():
            return totals[:0], part_figures[:0]
        found_totals = np.unique(np.stack([totals[is_close], part_figures[is_close]]), axis=1)
        return found_totals[0], found_totals[1]

    def supports(self, values: Ints) -> NDArray[np.uint64]:
        """Number identifying the records of each figure: equal for figures with the same atoms that have records."""
        if self.grid is None:
            raise ValueError("figures without a grid")
        return self.grid.summed(np.where(values[self.atoms] > 0, self._weights, np.uint64(0)))

    def weight(self, atom: int) -> int:
        """Contribution of an atom with records to the numbers of its figures (modulo 2^64)."""
        return int(self._weights[atom])

    def fits(self, figure: int, value: int) -> bool:
        """Whether a figure can have a value of its interval."""
        values = self.allowed.get(figure)
        return values is None or bool((values == value).any())

    def holds(self, values: Ints) -> bool:
        """Whether a solution of the relations keeps everything that was shown."""
        fits = all(self.fits(figure, int(values[figure])) for figure in self.allowed) and not self.violated(values, 1)
        return fits and (self.weights is None or self.weights.keeps(values))

    def violated(self, values: Ints, most: int = _PAIRS) -> list[tuple[int, int]]:
        """Pairs of figures with the same records in a solution but different contents; for nested cells the larger
        first. most: number of pairs."""
        if self.grid is None:
            if not self.channels:
                return []
            totals, part_figures = self.pairs(values, values)
            return list(zip(totals[:most].tolist(), part_figures[:most].tolist(), strict=True))
        supports = self.supports(values)
        result: list[tuple[int, int]] = []
        for support, codes in self.channels:
            own_supports = supports[support]
            order = np.lexsort((codes, own_supports))
            alike = (np.diff(own_supports[order]) == 0) & (np.diff(codes[order]) != 0)
            first, second = support[order[:-1]][alike][:most], support[order[1:]][alike][:most]
            result += zip(first.tolist(), second.tolist(), strict=True)
        return result

    def learn(self, values: Ints) -> bool:
        """Turn violated pairs and missing weights of a solution into rows. Returns whether any is new."""
        former = len(self.rows)
        for first, other in self.violated(values) if self.grid is not None else ():
            pair = (min(first, other), max(first, other))
            if pair not in self._seen:
                self._seen.add(pair)
                self.rows.append(self._row(*pair))
        if len(self.rows) == former and self.weights is not None:
            self._learn_weights(self.weights, values)
        return len(self.rows) > former

    def _learn_weights(self, weights: WeightRatios, values: Ints) -> None:
        row = weights.broken(values)
        if row is None:
            return
        weighed_key = (row.figures.tobytes(), row.coefficients.tobytes())
        if weighed_key not in self._weighed:
            self._weighed.add(weighed_key)
            self.rows.append(EvidenceRow(row.figures, row.coefficients, None, row.least))

    def _row(self, first_figure: int, other: int) -> EvidenceRow:
        """Row of C2: there is a record in one of the two cells and not in the other."""
        if self.grid is None:
            raise ValueError("figures without a grid")
        first, second = self.grid.atoms_of(first_figure), self.grid.atoms_of(other)
        apart = np.setxor1d(first, second, assume_unique=True)
        if len(first) - len(second) == len(apart):
            return EvidenceRow(np.array([first_figure, other]), np.array([1, -1]), (first_figure, other))
        if len(second) - len(first) == len(apart):
            return EvidenceRow(np.array([other, first_figure]), np.array([1, -1]), (other, first_figure))
        return EvidenceRow(self.atoms[apart], np.ones(len(apart), dtype=np.int64), (first_figure, other))

    def on(self, relations: Relations, grid: Grid, figures: Ints, there: Ints) -> Evidence:
        """Evidence for one of several tables. figures, there: corresponding figures of this and of all tables."""
        channels = []
        for support, codes in self.channels:
            all_codes = np.full(self.relations.count, NOT_COMPARED, dtype=np.int64)
            all_codes[support] = codes
            own_codes = np.full(relations.count, NOT_COMPARED, dtype=np.int64)
            own_codes[figures] = all_codes[there]
            channels.append(own_codes)
        allowed = (
            {
                figure: self.allowed[all_of]
                for figure, all_of in zip(figures.tolist(), there.tolist(), strict=True)
                if all_of in self.allowed
            }
            if self.allowed
            else {}
        )
        evidence = Evidence(relations, grid, channels, allowed)
        if self.weights is not None:
            evidence.weights = self.weights.on(relations, grid, figures, there)
        return evidence

    def only(self, chosen: Ints, relations: Relations) -> Evidence:
        """Evidence for the relations with the indices `chosen`. relations: these relations."""
        evidence = Evidence.nothing(relations)
        begins, ends = self.relations.starts[:-1][chosen], self.relations.starts[1:][chosen]
        indices = [np.arange(begin, end) for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        evidence.differs = self.differs[np.concatenate([np.zeros(0, dtype=np.int64), *indices])]
        is_used = np.zeros(relations.count, dtype=np.bool_)
        is_used[relations.totals] = is_used[relations.parts] = True
        evidence.rows = [row for row in self.rows if is_used[row.figures].all()]
        evidence.allowed = {figure: values for figure, values in self.allowed.items() if is_used[figure]}
        if self.weights is not None:
            evidence.weights = self.weights.only(is_used, relations)
        return evidence

    @property
    def named(self) -> tuple[tuple[int, int], ...]:
        """Pairs of figures with different contents: totals with their parts, then pairs found by a search."""
        totals = np.repeat(self.relations.totals, np.diff(self.relations.starts))[self.differs]
        pairs = list(zip(totals.tolist(), self.relations.parts[self.differs].tolist(), strict=True))
        return (*pairs, *(row.pair for row in self.rows if row.pair is not None))

    def with_pairs(self, numbers: Sequence[int]) -> Evidence:
        """Evidence with only some of the named pairs. numbers: their indices."""
        evidence = Evidence.nothing(self.relations)
        named_indices, wanted_numbers = np.flatnonzero(self.differs), set(numbers)
        evidence.differs[
            named_indices[[index_index for index_index in range(len(named_indices)) if index_index in wanted_numbers]]
        ] = True
        rows = [row for row in self.rows if row.pair is not None]
        evidence.rows = [
            row for row_number, row in enumerate(rows, start=len(named_indices)) if row_number in wanted_numbers
        ]
        evidence.rows += [row for row in self.rows if row.pair is None]
        evidence.allowed, evidence.weights = self.allowed, self.weights
        return evidence


def _differing(relations: Relations, channels: Sequence[Ints]) -> Flags:
    differing = np.zeros(len(relations.parts), dtype=np.bool_)
    totals = np.repeat(relations.totals, np.diff(relations.starts))
    for channel in channels:
        above, below = channel[totals], channel[relations.parts]
        differing |= (above != NOT_COMPARED) & (below != NOT_COMPARED) & (above != below)
    return differing
