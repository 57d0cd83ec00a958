"""Audit of cell suppression: what a reader of all tables can conclude of each suppressed cell, exactly.

A reader knows the published figures, every sum, and a room of each suppressed figure. The least and the largest value
that agree with all of it are two linear programs a cell, over whole numbers for counts. **What makes a cell safe is
proven without the solver**: figures that reach the value are checked against all sums in whole numbers. That a reader
cannot get beyond an end rests on the solver; were it wrong, a cell would be called narrower than it is, never safer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from ckmcore.base.verdict import Verdict
from ckmcore.errors import Cancelled, DataError, InputError
from ckmcore.rivals.intervals import Floats, IntervalEnd, narrowed, open_parts
from ckmcore.rivals.relations import LinkedFigures
from ckmcore.tabulate.scan import never

CellState = Literal["wide", "narrow", "disclosed", "undecided"]


@dataclass(frozen=True)
class ReaderKnowledge:
    """What a reader knows of a suppressed figure before reading the tables.

    least: no figure is below it; 1 for counts whose zeros are published, None where contributions may be negative.
    percent: the reader knows each figure up to so many percent (rounded down to whole units, so that the reader knows
    rather more). whole: figures are whole numbers, as counts are.
    """

    least: int | None = 0
    percent: int | None = None
    whole: bool = False

    def room(self, value: int | None, *, suppressed: bool, maybe_zero: bool = False) -> tuple[float, float]:
        """Least and largest value of a hidden figure; value: None where it is not known."""
        # What no table shows may be 0: only a sign says that there is something, where zeros have none.
        known_filled = suppressed and not maybe_zero
        low = -np.inf if self.least is None else self.least if known_filled else min(self.least, 0)
        if self.percent is None or value is None or not suppressed:
            return low, np.inf
        around = abs(value) * self.percent // 100
        return max(low, value - around), value + around


COUNTS = ReaderKnowledge(least=1, whole=True)
"""Counts whose zeros are published: a sign stands for at least 1."""


@dataclass(frozen=True)
class ProtectionLevel:
    """How far below and above its figure the possible values of a primary cell have to reach, in units."""

    lower: Fraction
    upper: Fraction

    @classmethod
    def of(cls, lower: float | Fraction, upper: float | Fraction) -> ProtectionLevel:
        """From numbers with noise of doubles, which are rounded to 6 digits."""
        return cls(*(Fraction(round(Fraction(level) * 10**6), 10**6) for level in (lower, upper)))


@dataclass(frozen=True)
class AuditedCell:
    """What a reader can conclude of a suppressed cell. Confidential.

    low, high: the ends of its interval, None for an open one; exact where `state` is not `undecided`, else never too
    narrow. `wide`: reaches the protection level, or without one is no point; `narrow`: does not; `disclosed`: a point.
    """

    figure: int
    low: Fraction | None
    high: Fraction | None
    state: CellState
    primary: bool


@dataclass(frozen=True, eq=False)
class SuppressionAudit:
    """Result of an audit. Confidential.

    whole: whether the relations say all that the tables say together. What is assumed: contributions and sums as the
    relations have them, and a reader with this knowledge alone, no contributor.
    """

    cells: tuple[AuditedCell, ...]
    knowledge: ReaderKnowledge
    whole: bool
    programs: int

    def __repr__(self) -> str:
        return f"SuppressionAudit({len(self.cells)} cells, confidential)"

    @cached_property
    def counted(self) -> Mapping[CellState, int]:
        """Number of primary cells by state."""
        return Counter(cell.state for cell in self.cells if cell.primary)

    @property
    def verdict(self) -> Verdict:
        """Held where every primary cell is wide. One that is not makes it open; what was not decided is not tested."""
        if self.counted["narrow"] or self.counted["disclosed"]:
            return Verdict.OPEN
        return Verdict.HELD if self.whole and not self.counted["undecided"] else Verdict.NOT_TESTED


def audit_suppression(
    figures: LinkedFigures,
    levels: Mapping[int, ProtectionLevel] | None = None,
    knowledge: ReaderKnowledge | None = None,
    *,
    zeros: Collection[int] = (),
    only: Collection[int] | None = None,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
) -> SuppressionAudit:
    """Audit a pattern: the interval of every suppressed cell, and whether the primary ones reach their levels.

    levels: by primary figure; None where nobody knows which cells are primary: then no suppressed cell may be a point.
    zeros: suppressed figures which readers take for possibly 0. only: cells of a sample, by default all. A cell that
    some table shows is disclosed. Raises the errors of `LinkedFigures.check`, audit_level, audit_outside_room,
    audit_contradiction, and Cancelled, so that a part of an audit is never a result.
    """
    knowledge = ReaderKnowledge() if knowledge is None else knowledge
    figures.check()
    _check_levels(figures, levels or {})
    audited = figures.suppressed.copy()
    audited[list(levels or ())] = True
    if only is not None:
        audited[np.setdiff1d(np.arange(len(audited)), list(only))] = False
    wanted = np.flatnonzero(audited)
    values, (low, high) = figures.values, narrowed(figures, *_rooms(figures, knowledge, zeros))
    ends: dict[int, tuple[IntervalEnd, IntervalEnd]] = {}
    for figure in wanted[low[wanted] == high[wanted]].tolist():
        point = Fraction(low[figure])
        ends[figure] = IntervalEnd(point, point), IntervalEnd(point, point)
    programs = 0
    for part in open_parts(figures, audited, low, high, whole=knowledge.whole):
        if only is None:
            part.explore(cancelled)
        for column in np.flatnonzero(audited[part.figures]).tolist():
            if cancelled():
                raise Cancelled
            figure = int(part.figures[column])
            value, level = values[figure], (levels or {}).get(figure)
            asked = (None, None) if level is None or value is None else (value - level.lower, value + level.upper)
            ends[figure] = part.end(column, 1, asked[0]), part.end(column, -1, asked[1])
            progress(len(ends) / len(wanted))
        programs += part.programs
    progress(1.0)
    cells = tuple(_judged(figures, figure, levels, *ends[figure]) for figure in wanted.tolist())
    return SuppressionAudit(cells, knowledge, figures.whole, programs)


def audit_rooms(
    figures: LinkedFigures,
    levels: Mapping[int, ProtectionLevel],
    rooms: tuple[Floats, Floats],
    *,
    cancelled: Callable[[], bool] = never,
) -> tuple[AuditedCell, ...]:
    """Audit figures of which readers know rooms, such as rounded ones: the interval of each cell with a level over all
    sums. rooms: by figure the least and the largest value. Raises audit_contradiction and Cancelled."""
    wanted = sorted(levels)
    audited = np.zeros(len(figures.values), dtype=np.bool_)
    audited[wanted] = True
    low, high = narrowed(figures, *rooms)
    ends = {figure: (IntervalEnd(point := Fraction(low[figure]), point),) * 2 for figure in wanted}
    for part in open_parts(figures, audited, low, high, whole=False):
        for column in np.flatnonzero(audited[part.figures]).tolist():
            if cancelled():
                raise Cancelled
            ends[int(part.figures[column])] = part.end(column, 1, None), part.end(column, -1, None)
    return tuple(_judged(figures, figure, levels, *ends[figure]) for figure in wanted)


def _check_levels(figures: LinkedFigures, levels: Mapping[int, ProtectionLevel]) -> None:
    for figure, level in levels.items():
        if figures.values[figure] is None or min(level.lower, level.upper) < 0:
            raise InputError("audit_level", cell=figures.names[figure])


def _rooms(figures: LinkedFigures, knowledge: ReaderKnowledge, zeros: Collection[int]) -> tuple[Floats, Floats]:
    """Room of each figure; a figure that some table shows has its value alone."""
    low = np.array([value or 0 for value in figures.values], dtype=np.float64)
    high = low.copy()
    for figure in np.flatnonzero(figures.hidden).tolist():
        value = figures.values[figure]
        suppressed = bool(figures.suppressed[figure])
        low[figure], high[figure] = knowledge.room(value, suppressed=suppressed, maybe_zero=figure in zeros)
        if value is not None and value < low[figure]:
            raise DataError("audit_outside_room", cell=figures.names[figure], value=value, least=int(low[figure]))
    return low, high


def _judged(
    figures: LinkedFigures,
    figure: int,
    levels: Mapping[int, ProtectionLevel] | None,
    low: IntervalEnd,
    high: IntervalEnd,
) -> AuditedCell:
    primary = levels is None or figure in levels
    value, level = figures.values[figure], (levels or {}).get(figure)
    state: CellState
    if low.reached is None or high.reached is None:
        state = "undecided"
    elif low.value is not None and low.value == high.value:
        state = "disclosed"
    elif level is None or value is None:
        state = "wide" if low.reached < high.reached else "undecided"
    else:
        wide = low.reached <= value - level.lower and high.reached >= value + level.upper
        state = "wide" if wide else "narrow"
    return AuditedCell(figure, low.value, high.value, state, primary)
