"""Figures of tables as they are published once, or in many repetitions with new keys: each measure has one number for
each of these. Confidential."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.association import TwoWayPart, cramers_v, rank_correlation, two_way_parts
from ckmcore.lab.quality.finding import Judged
from ckmcore.lab.quality.measures import ShownTotals, TableFigures
from ckmcore.lab.quality.sum_evaluation import near_of
from ckmcore.lab.quality.sum_measures import SumDraws
from ckmcore.tabulate.raw import RawTable

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class CountDraws:
    """Counts of some tables, in their units, as published once or in many repetitions. Confidential.

    original: (cells,); published: (repetitions x cells); shown: mask like `published`, None where all figures are
    shown. missed: total minus sum of the parts (repetitions x sums); whole: mask of sums whose figures are all shown,
    or None. association, rank: for each two-way part the error of Cramér's V and of the rank correlation in each
    repetition, nan without one.
    """

    original: NDArray[np.int64 | np.float64]
    published: NDArray[np.int64 | np.float64]
    shown: Flags | None
    missed: NDArray[np.int64 | np.float64]
    whole: Flags | None
    association: tuple[Floats, ...]
    rank: tuple[Floats, ...]

    @classmethod
    def together(cls, tables: Sequence[CountDraws]) -> CountDraws:
        """Combine the same repetitions of several tables into one."""

        def flags(masks: Sequence[Flags | None], like: Sequence[NDArray[np.int64 | np.float64]]) -> Flags | None:
            if all(mask is None for mask in masks):
                return None
            pairs = zip(masks, like, strict=True)
            return np.concatenate([np.ones(two.shape, np.bool_) if mask is None else mask for mask, two in pairs], 1)

        published, missed = [table.published for table in tables], [table.missed for table in tables]
        return cls(
            np.concatenate([table.original for table in tables]),
            np.concatenate(published, axis=1),
            flags([table.shown for table in tables], published),
            np.concatenate(missed, axis=1),
            flags([table.whole for table in tables], missed),
            tuple(way_part for table in tables for way_part in table.association),
            tuple(way_part for table in tables for way_part in table.rank),
        )


@dataclass(frozen=True, eq=False, repr=False)
class MeasuredCounts:
    """Measured counts of a table. chosen: mask of the figures that count; parts: two-way parts. Confidential."""

    figures: TableFigures
    chosen: Flags
    parts: tuple[TwoWayPart, ...]

    @classmethod
    def of(cls, raw: RawTable, figures: TableFigures, with_empty: bool) -> MeasuredCounts:
        """Measured counts of the cells with an original other than 0, or, with_empty, of all cells."""
        return cls(figures, (figures.original != 0) | with_empty, two_way_parts(raw, figures))

    @cached_property
    def sums(self) -> ShownTotals:
        """The sums whose gaps are measured."""
        return ShownTotals.of(self.figures)

    def draws(self, published: Ints, shown: Flags | None) -> CountDraws:
        """Counts for the measures from repetitions. published: repetitions x cells, scaled as the figures; shown: mask
        like `published`, or None."""
        figures, chosen = self.figures, self.chosen

        def in_units(numbers: Ints) -> NDArray[np.int64 | np.float64]:
            return numbers / 10.0**figures.places if figures.places else numbers

        return CountDraws(
            in_units(figures.original[chosen]),
            in_units(published[:, chosen]),
            None if shown is None else shown[:, chosen],
            in_units(self.sums.missed(published)),
            None if shown is None else self.sums.whole(shown),
            tuple(self._change(way_part, published, shown, cramers_v) for way_part in self.parts),
            tuple(self._change(way_part, published, shown, rank_correlation) for way_part in self.parts),
        )

    @property
    def published(self) -> CountDraws:
        """The table as it is published."""
        shown = self.figures.shown
        return self.draws(self.figures.published[None], None if shown.all() else shown[None])

    def _change(
        self, way_part: TwoWayPart, published: Ints, shown: Flags | None, measure: Callable[[Ints], Floats]
    ) -> Floats:
        """Error of a measure of association in each repetition. published, shown: as of `draws`."""
        deviations = np.abs(measure(published[:, way_part.cells]) - measure(self.figures.original[way_part.cells]))
        return deviations if shown is None else np.where(shown[:, way_part.cells].all(axis=(1, 2)), deviations, np.nan)


@dataclass(frozen=True, eq=False, repr=False)
class Published:
    """Counts and sums of some tables, each None where there are none. near: distance of the measure `sum_within_p`, as
    a share of the sum."""

    counts: CountDraws | None
    sums: SumDraws | None
    near: float = 0.1

    @classmethod
    def together(cls, tables: Sequence[Published]) -> Published:
        """Combine the same repetitions of several tables into one."""
        counts = [table.counts for table in tables if table.counts is not None]
        sums = [table.sums for table in tables if table.sums is not None]
        return cls(
            CountDraws.together(counts) if counts else None,
            SumDraws.together(sums) if sums else None,
            tables[0].near,
        )


def published_of(judged: Judged) -> Published:
    """The tables as they are published, as a single repetition."""
    tables = [
        Published(
            None
            if finding.raw is None or finding.figures is None
            else MeasuredCounts.of(finding.raw, finding.figures, judged.asked.with_empty).published,
            None if finding.sums is None else finding.sums.draws,
            near_of(judged.method),
        )
        for finding in judged.findings
    ]
    return Published.together(tables) if tables else Published(None, None)


Repeated = dict[str, Floats]
"""By the codes of measures their number in every repetition (nan: it has none there)."""
