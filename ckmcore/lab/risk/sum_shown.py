"""Sums beside published counts, and hidden sums that relations give back (F8); sums that are counts themselves (F9).

A reader who sees a sum beside a count of 0 knows that somebody is there. What is hidden for that reason may be
disclosed by a total less its other parts, each within the bounds of its law, where the hidden sum exceeds the noise of
all of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError, InputError
from ckmcore.lab.risk.relations import LinkedRelations, linked_relations
from ckmcore.lab.risk.second_draw import drawn_twice, equal_within
from ckmcore.lab.risk.shown_sums import ShownSums
from ckmcore.lab.risk.sum_averaging import figures_of
from ckmcore.lab.risk.sum_intervals import RealBounds, sum_intervals
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.derived import RECORDS, Counted
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.protected import keep_figure
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import Measure

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def is_hidden(counted: Counted, measure: Measure) -> Flags:
    """Return the mask of the cells that publish no figure of a sum, by the method's rules."""
    hidden = np.zeros(counted.published[measure].shape, dtype=np.bool_)
    lost, marks = counted.lost(measure), counted.marks(measure)
    for mask in (lost, None if marks is None else ~keep_figure(marks)):
        hidden = hidden if mask is None else hidden | mask
    return hidden


def beside_nothing(counted: Counted, measure: Measure, least: int) -> Flags:
    """Return the mask of the cells that publish a sum beside a published count below `least`, or 0.

    Counted are the records, or the records with a value.
    """
    records = counted.published[RECORDS]
    valid = counted.published.get(Measure(counted.sum_rules(measure.magnitude).answered, measure.magnitude), records)
    few: Flags = (records < max(1, least)) | (valid < max(1, least))
    return few & ~is_hidden(counted, measure)


class _Limits(Protocol):
    @property
    def share(self) -> float: ...


class SumsAttacked(Protocol):
    """Interface to tables of sums with their originals, a method and the limits of the floor
    (`sum_floor.SumTables`)."""

    @property
    def data(self) -> Microdata: ...

    @property
    def raws(self) -> Sequence[RawTable]: ...

    @property
    def method(self) -> MagnitudeCellKeyMethod: ...

    @property
    def limits(self) -> _Limits: ...

    def one_sign(self, magnitude: str) -> bool:
        """Whether all values of a magnitude have one sign."""

    def read_alone(self, cells: ShownSums, linked: LinkedRelations) -> tuple[tuple[Floats, Floats], Floats]:
        """Compute the bounds that each published sum gives by itself; see `SumTables.read_alone`."""


def beside_zero(method: Method, magnitudes: Iterable[str]) -> Sentence | None:
    """Return a sentence if a method's settings alone allow sums beside a published count of 0.

    None if they do not, or the method does not take sums.
    """
    for name in magnitudes if method.takes_sums else ():
        with contextlib.suppress(InputError):  # no settings, no sums
            if method.sum_rules(name).shown_with == "contributors":
                return sentence("sums_beside_zero")
    return None


def counts_drawn_twice(cells: ShownSums) -> NDArray[np.intp]:
    """Return the indices of the cells whose sums are a second draw of a count.

    That is so if all contributors have one value, the same in all tables or known from the cell (`drawn_twice`). Where
    no cell has two contributors the result is empty.
    """
    drawn_twice_masks, sums = [np.zeros(0, dtype=np.bool_)], set[float]()
    for segment in cells.segments:
        held_magnitude = segment.block.magnitudes[cells.measure.magnitude]
        equal = equal_within(segment.block, cells.measure.magnitude)
        drawn_twice_masks.append(drawn_twice(segment.block, held_magnitude.contributors, equal).ravel()[segment.at])
        each = held_magnitude.largest[..., 0].ravel()[segment.at]
        sums |= set(np.unique(np.where(equal.ravel()[segment.at], each, np.nan)).tolist())
    if len(sums) == 1 and not np.isnan(min(sums)) and (cells.contributors > 1).any():
        return np.arange(len(cells.at))
    return np.flatnonzero(np.concatenate(drawn_twice_masks))


def shown_beside_nothing(tables: SumsAttacked, cells: ShownSums) -> NDArray[np.intp]:
    """Return the indices, in `cells`, of the cells with contributors that publish a sum beside a published 0."""
    bare, weighted = [np.zeros(0, dtype=np.bool_)], cells.measure.of == "weighted_count"
    for segment in cells.segments:
        counted = tables.method.counted(segment.block, weighted=weighted)
        bare.append(beside_nothing(counted, cells.measure, tables.method.threshold).ravel()[segment.at])
    return np.flatnonzero(np.concatenate(bare))


def recovered(
    tables: SumsAttacked, cells: ShownSums, seconds: float | None, cancelled: Callable[[], bool]
) -> NDArray[np.intp]:
    """Return the indices of hidden sums that the published sums of all tables disclose to p % from both sides.

    Totals are compared with parts, each within the bounds of its noise law; p % refers to the largest contribution.
    """
    hidden = [np.zeros(0, dtype=np.bool_)]
    for segment in cells.segments:
        counted = tables.method.counted(segment.block, weighted=cells.measure.of == "weighted_count")
        hidden.append(is_hidden(counted, cells.measure).ravel()[segment.at])
    wanted_indices = np.flatnonzero(np.concatenate(hidden))
    if not len(wanted_indices) or not tables.one_sign(cells.measure.magnitude):
        return wanted_indices[:0]
    try:
        linked = linked_relations(tables.data, [(raw.spec, tuple(raw.parts)) for raw in tables.raws])
    except CkmError:
        return wanted_indices[:0]  # F3 says why nothing could be concluded
    (low, high), _ = tables.read_alone(cells, linked)
    figures = figures_of(cells, linked)
    wanted_indices = wanted_indices[figures[wanted_indices] >= 0]
    asked_figure = np.unique(figures[wanted_indices])
    intervals = sum_intervals(
        RealBounds(low, high), linked.relations, asked_figure, seconds=seconds, cancelled=cancelled
    )
    size = np.abs(cells.sums.x[wanted_indices])
    radius = tables.limits.share * np.abs(cells.top[wanted_indices, 0]) * (1 - 1e-6)
    low, high = intervals.bounds.low[figures[wanted_indices]], intervals.bounds.high[figures[wanted_indices]]
    is_disclosed = (size - low < radius) & (high - size < radius)
    told_of: NDArray[np.intp] = wanted_indices[is_disclosed & (size > 0)]
    return told_of
