"""The noise of counts that a perturbation table brings, with the signs that published counts may give way to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.count_noise import UNBOUNDED, CountNoise, Floats, Ints, Signs, some_record
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.key_intervals import TableArcs, Tableau
from ckmcore.methods.protected import Sign
from ckmcore.methods.signs import only, strongest
from ckmcore.ptable import Boundary, PTable


@dataclass(frozen=True)
class TableNoise(CountNoise):
    """Noise of a perturbation table; the limits are those of `CellKeyMethod`."""

    ptable: PTable
    boundary: Boundary = "less"
    threshold: int = 0
    unreliable_below: int = 0
    uncertain_below: int = 0

    telling = (Sign.NONE, Sign.UNCERTAIN, Sign.UNKNOWN, Sign.UNRELIABLE)

    @property
    def limits(self) -> tuple[int, ...]:  # type: ignore[override]
        """Below these no figure is shown."""
        return self.threshold, self.unreliable_below

    @property
    def largest(self) -> int:
        """Largest noise D of the table."""
        return self.ptable.maximum_deviation

    @property
    def rows(self) -> int:
        """Number of rows of the table; the last applies to all larger counts."""
        return self.ptable.last_row + 1

    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        """Noise of each count and its probabilities; see `CountNoise`. Raises ptable_needs_integer_keys."""
        ptable, p = self.ptable, self.ptable.probabilities
        if modulus is not None:
            bounds = ptable.lookup_bounds(modulus, self.boundary).bounds.astype(np.float64)
            p = np.diff(bounds, prepend=0.0)
            p[ptable.offsets[:-1]] = bounds[ptable.offsets[:-1]]
            p = p / modulus
        lengths = np.diff(ptable.offsets)
        v_index = np.arange(len(p)) - np.repeat(ptable.offsets[:-1], lengths)
        shape = (len(lengths), int(lengths.max()))
        v, chances = np.zeros(shape, dtype=np.int64), np.zeros(shape)
        v[ptable.row_numbers, v_index], chances[ptable.row_numbers, v_index] = ptable.noise, p
        v[0], chances[0], chances[0, 0] = 0, 0.0, 1.0  # an empty cell gets no noise, whatever row 0 says
        used_rows = np.where(counts > 0, ptable.lookup_row_used(counts), 0)
        return v[used_rows], chances[used_rows]

    def signs(self, published: Ints) -> Signs | None:
        """Signs of published counts; None without limits. A published 0 is shown as any other 0, unless it is below the
        threshold."""
        if not (self.threshold or self.unreliable_below or self.uncertain_below):
            return None
        some = published > 0
        return strongest(
            only(some & (published < self.uncertain_below), Sign.UNCERTAIN),
            only(some & (published < self.unreliable_below), Sign.UNRELIABLE),
            only(published < self.threshold, Sign.UNKNOWN),
        )

    def figures(self, published: Ints, signs: Signs | None) -> tuple[Ints, Ints]:
        """Range of published counts; a sign means any count below its limit. See `CountNoise`."""
        least, upper = super().figures(published, signs)
        if signs is None:
            return least, upper
        hidden, unreliable = signs == Sign.UNKNOWN, signs == Sign.UNRELIABLE
        least = np.where(hidden, 0, np.where(unreliable, max(self.threshold, 1), least))
        upper = np.where(hidden, self.threshold - 1, np.where(unreliable, self.unreliable_below - 1, upper))
        return least, upper

    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """Range of originals; for a reader who knows the table those that its rows can turn into such a count. See
        `CountNoise`."""
        if knowledge == "nothing":
            return some_record(least), np.full(most.shape, UNBOUNDED, dtype=np.int64)
        if knowledge in ("table", "tableau"):
            return self._reaching(least, most)
        low, high = super().behind(least, most, knowledge)
        return np.maximum(low, some_record(least)) if knowledge == "zero_rule" else low, high

    def values_left(
        self, published: Ints, signs: Signs | None, knowledge: IntruderScenario
    ) -> Iterator[tuple[Ints, NDArray[np.bool_]]]:
        """Possible originals with gaps, for readers who know the table; see `CountNoise`."""
        if knowledge not in ("table", "tableau"):
            return
        nothing = np.zeros(published.shape, dtype=np.uint8) if signs is None else signs
        figures, back = np.unique(published, return_inverse=True)
        back = back.reshape(published.shape)
        counts, possible = self._reached(figures)
        for figure_index in range(len(figures)):
            plain = (back == figure_index) & np.isin(nothing, (Sign.NONE, Sign.UNCERTAIN))
            yield from _with_gaps(counts[figure_index][possible[figure_index]], plain)
        for sign, first, last in (
            (Sign.UNKNOWN, 0, self.threshold - 1),
            (Sign.UNRELIABLE, max(self.threshold, 1), self.unreliable_below - 1),
        ):
            hidden = nothing == sign
            if last >= first and hidden.any():
                counts, possible = self._reached(np.arange(first, last + 1))
                yield from _with_gaps(np.unique(counts[possible]), hidden)

    @property
    def tableau(self) -> Tableau:
        """The arcs of the table."""
        return TableArcs(self.ptable)

    def reader(self, knowledge: IntruderScenario) -> IntruderScenario:
        """Effective knowledge of a reader: an ordered perturbation table reveals its tableau."""
        return "tableau" if knowledge == "table" and self.ptable.is_ordered else knowledge

    def _reached(self, figures: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Candidate originals of each figure, from D less to D more, and the mask of those that the table can turn into
        the figure."""
        ptable, D = self.ptable, self.largest
        reaches = np.zeros((ptable.last_row + 1, 2 * D + 1), dtype=np.bool_)
        reaches[ptable.row_numbers, ptable.noise + D] = True
        v = np.arange(D, -D - 1, -1)
        counts = figures[:, None] - v[None, :]
        rows = ptable.lookup_row_used(np.maximum(counts, 0))
        return counts, (counts >= 0) & reaches[rows, v[None, :] + D]

    def _reaching(self, least: Ints, upper: Ints) -> tuple[Ints, Ints]:
        """Smallest and largest original that the table can turn into a figure from `least` to `upper`; the bounds
        contradict where there is none."""
        pairs, back = np.unique(np.stack([least.ravel(), upper.ravel()]), axis=1, return_inverse=True)
        low, high = np.ones(pairs.shape[1], dtype=np.int64), np.zeros(pairs.shape[1], dtype=np.int64)
        for index, (first, last) in enumerate(pairs.T.tolist()):
            counts, possible = self._reached(np.arange(first, last + 1))
            reached_counts = counts[possible]
            if len(reached_counts):
                low[index], high[index] = reached_counts.min(), reached_counts.max()
        return low[back.ravel()].reshape(least.shape), high[back.ravel()].reshape(upper.shape)


def _with_gaps(values: Ints, cells: NDArray[np.bool_]) -> Iterator[tuple[Ints, NDArray[np.bool_]]]:
    if len(values) and values[-1] - values[0] >= len(values) and cells.any():
        yield values, cells
