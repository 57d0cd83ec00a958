"""The interval attack on a protected table: which originals a reader can compute from its published figures alone.

Of every count the least and the largest original that fits all published figures and the table's relations; where both
are the same the cell is disclosed. Confidential: it reads the originals, which serve as the first solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.methods.derived import RECORDS
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.quality.boxes import searched
from ckmcore.quality.exact import parts_of, solved, walked
from ckmcore.quality.intervals import left_open
from ckmcore.quality.knowledge import Knowledge
from ckmcore.quality.known import Known, Limit, Progress, Proven
from ckmcore.quality.propagation import UNBOUNDED, Bounds, Propagation
from ckmcore.quality.relations import Grid, Ints, TableRelations, table_relations
from ckmcore.quality.walk import Walk
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.layout import Unpublished, lay_out
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Presentation, TableSpec

Flags = NDArray[np.bool_]

# Tables of so many spaces are no trouble to HiGHS as a whole.
_EASY_SPACES = 2


class AttackNeedsCounts(CkmError):
    """A table that publishes no counts: weighted counts, sums and what is derived are not attacked."""

    code = "attack_needs_counts"


class AttackNotAdditive(CkmError):
    """A table whose totals are no sums: a household counts in several of their parts."""

    code = "attack_not_additive"


@dataclass(frozen=True)
class AttackedCell:
    """A count of the table: value and block, its position there, what is published and what is left open."""

    value: int
    block: int
    position: tuple[int, ...]
    figure: int
    published: int
    low: int
    high: int
    exact: bool

    @property
    def width(self) -> int:
        return self.high - self.low


@dataclass(frozen=True, eq=False, repr=False)
class Attack(Proven):
    """What the attack proved of the counts of a table. Confidential.

    `table`: the relations and where the cells are among their figures. `open`: the interval that the published figure
    alone leaves of each figure (nothing published: from 0 on). `known`: what was proven. `counted`: figures that are
    cells of the table and that a reader does not know from elsewhere (exempt figures, structural zeros).
    """

    protected: ProtectedTable
    table: TableRelations
    open: Bounds
    known: Known
    counted: Flags
    knowledge: Knowledge

    def __repr__(self) -> str:
        return f"Attack({self.cells} cells, confidential)"

    @property
    def undecided(self) -> int:
        """Cells of which it is not known whether they are disclosed."""
        return int((self.known.undecided & self.counted).sum())

    @property
    def complete(self) -> bool:
        """Whether every cell is either disclosed for certain, or not."""
        return not self.undecided and self.table.grid is not None

    @cached_property
    def disclosed(self) -> tuple[AttackedCell, ...]:
        """The cells that can have one value only, in the order of the table."""
        return tuple(self.narrow(0))

    def narrow(self, width: int) -> Iterator[AttackedCell]:
        """Cells whose interval is at most so wide, each once."""
        bounds = self.known.bounds
        wanted = self.counted & (bounds.high - bounds.low <= width)
        seen: set[int] = set()
        for number, block, places in self._places():
            for position in np.argwhere((places >= 0) & wanted[places]).tolist():
                figure = int(places[tuple(position)])
                if figure not in seen:
                    seen.add(figure)
                    yield self._cell(number, block, tuple(position), figure)

    def cell(self, value: int, block: int, position: tuple[int, ...]) -> AttackedCell | None:
        """What is known of one cell; None where no record can belong to it."""
        figure = int(self.table.places[self.protected.spec.values[value].conditions][block][position])
        return None if figure < 0 else self._cell(value, block, position, figure)

    def first_place(self, figure: int) -> AttackedCell | None:
        """The first cell of the table that shows a figure; None where none does."""
        for number, block, places in self._places():
            at = np.flatnonzero(places.ravel() == figure)
            if len(at):
                position = tuple(int(one) for one in np.unravel_index(int(at[0]), places.shape))
                return self._cell(number, block, position, figure)
        return None

    def showing(self, figure: int) -> Attack | None:
        """The table that shows a figure."""
        return self if self.first_place(figure) is not None else None

    def _places(self) -> Iterator[tuple[int, int, Ints]]:
        for number in count_values(self.protected.spec):
            for block, places in enumerate(self.table.places[self.protected.spec.values[number].conditions]):
                yield number, block, places

    def _cell(self, value: int, block: int, position: tuple[int, ...], figure: int) -> AttackedCell:
        known = self.known
        return AttackedCell(
            value,
            block,
            position,
            figure,
            int(self.protected.blocks[block].figures[value][position]),
            int(known.low[figure]),
            int(known.high[figure]),
            known.is_exact(figure),
        )


def count_values(spec: TableSpec) -> tuple[int, ...]:
    """The numbers of the values that publish counts."""
    return tuple(
        number for number, value in enumerate(spec.values) if not value.is_derived and value.measure == RECORDS
    )


def attack(
    raw: RawTable,
    data: Microdata,
    method: Method,
    *,
    protected: ProtectedTable | None = None,
    knowledge: Knowledge = "zero_rule",
    hidden_too: bool = False,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Attack:
    """Attacks the counts of `raw` as `method` publishes them; of `data` the dictionary is asked.

    `knowledge`: what the reader knows of the cell-key method. `hidden_too`: also totals that the table computes and
    does not show are published elsewhere. `seconds`: how long to search for exact intervals (None: to the end); what is
    found until then, or until `cancelled`, is true in any case. `progress` is told the share done, from 0 to 1.

    Raises AttackNeedsCounts, AttackNotAdditive, AttackUnknownMethod, AttackTooLarge, AttackOverPeriods, and what
    `method` raises.
    """
    spec = raw.spec
    numbers = count_values(spec)
    if not numbers:
        raise AttackNeedsCounts()
    protected = protected or method.protect(raw)
    conditions = tuple(dict.fromkeys(spec.values[number].conditions for number in numbers))
    table = table_relations(data, spec, conditions)
    given, counted, originals = _published(raw, table, method, protected, knowledge, hidden_too)
    limit = Limit(seconds, cancelled)
    propagation = Propagation(table.relations)
    solution = solution_of(propagation, originals, limit)
    known = Known.from_solution(propagation(given, cancelled), solution)
    prove(propagation, table.grid, known, solution, counted, limit, progress)
    return Attack(protected, table, given, known, counted, knowledge)


def prove(
    propagation: Propagation,
    grid: Grid | None,
    known: Known,
    solution: Ints | None,
    wanted: Flags,
    limit: Limit,
    progress: Progress,
) -> None:
    """Makes the figures `wanted` exact as far as time allows, from a solution where there is one."""
    stage = _Stages(progress)
    if grid is not None and solution is not None and wanted.any():
        walked(Walk(grid, known, solution), wanted, limit, stage.of(0.0, 0.2))
        if grid.wide > _EASY_SPACES:
            searched(grid, known, solution, wanted, limit, stage.of(0.2, 0.8))
    solved(propagation, known, wanted, limit, stage.of(0.2, 1.0))


class _Stages:
    """Progress over several searches, each with its own share; it never falls back."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._reached = progress, 0.0

    def of(self, begin: float, end: float) -> Progress:
        """What tells the progress of one search."""

        def told(share: float) -> None:
            self._reached = max(self._reached, begin + (end - begin) * share)
            self._progress(self._reached)

        return told


@dataclass(eq=False)
class Reading:
    """What the figures of some tables leave open of every figure of their relations.

    `counted`: figures that are cells; `elsewhere`: those that a reader knows anyway; `originals`: -1 where unknown.
    """

    low: Ints
    high: Ints
    counted: Flags
    elsewhere: Flags
    originals: Ints

    @classmethod
    def of(cls, count: int) -> Reading:
        """Nothing is published of `count` figures."""
        low, high = np.zeros(count, dtype=np.int64), np.full(count, UNBOUNDED, dtype=np.int64)
        no = np.zeros(count, dtype=np.bool_)
        return cls(low, high, no, no.copy(), np.full(count, -1, dtype=np.int64))

    @property
    def open(self) -> Bounds:
        return Bounds(self.low, self.high)

    @property
    def cells(self) -> Flags:
        """Figures that are cells, and not known anyway."""
        return self.counted & ~self.elsewhere

    def add(
        self,
        protected: ProtectedTable,
        places: Sequence[Ints],
        number: int,
        method: Method | None,
        knowledge: Knowledge,
        hidden_too: bool,
        raw: RawTable | None,
        exempt: Sequence[Flags | None],
    ) -> None:
        """Adds the counts of the value `number` of a table; `places`, `exempt`: of each block, `raw`: its originals."""
        conditions = protected.spec.values[number].conditions
        masks = shown_cells(protected.spec, protected.blocks)
        for block, where in enumerate(places):
            real, shown = where >= 0, protected.blocks[block]
            figures = shown.figures[number]
            signs = None if shown.signs is None else shown.signs[number]
            left = left_open(method, figures, signs, knowledge)
            lows, highs = left.low, left.high
            if raw is not None:
                self.originals[where[real]] = raw.part(conditions)[block].counts[real]
            official = exempt[block]
            if official is not None:
                sure = figures if raw is None else raw.part(conditions)[block].counts
                lows, highs = np.where(official, sure, lows), np.where(official, sure, highs)
            self.elsewhere[where[real & (lows == highs)]] = True
            seen = real & (hidden_too | masks[block])
            np.maximum.at(self.low, where[seen], lows[seen])
            np.minimum.at(self.high, where[seen], highs[seen])
            self.counted[where[real]] = True


def _published(
    raw: RawTable,
    table: TableRelations,
    method: Method,
    protected: ProtectedTable,
    knowledge: Knowledge,
    hidden_too: bool,
) -> tuple[Bounds, Flags, Ints]:
    """What the published figures leave open of every figure, which figures count as cells, and the originals."""
    found = Reading.of(table.relations.count)
    for number in count_values(raw.spec):
        conditions = raw.spec.values[number].conditions
        exempt = [block.exempt for block in raw.part(conditions)]
        found.add(protected, table.places[conditions], number, method, knowledge, hidden_too, raw, exempt)
    return found.open, found.cells, found.originals


def solution_of(propagation: Propagation, originals: Ints, limit: Limit) -> Ints | None:
    """Values of all figures that agree with the originals of the cells (-1: no cell); None where none is found in time.

    Figures that the table does not compute, such as a rest, mostly follow from those that it does.
    """
    no_cell = originals < 0
    found = propagation(Bounds(np.where(no_cell, 0, originals), np.where(no_cell, UNBOUNDED, originals)))
    if found.contradict:
        raise AttackNotAdditive()
    values = found.low.copy()
    for part in parts_of(propagation.relations, found):
        if limit.ended():
            return None
        answer = part.solve(np.zeros(len(part.figures)), found, limit.one_problem)
        if answer.solution is None:
            return None
        values[part.figures] = answer.solution
    return values


class _Block(Protocol):
    """A block of a raw or a protected table."""

    @property
    def dimensions(self) -> tuple[AxisDimension, ...]: ...


def shown_cells(spec: TableSpec, blocks: Sequence[_Block]) -> tuple[Flags, ...]:
    """Of each block which cells the table shows; lines that it hides because they publish 0 are known to do so."""
    layout = lay_out(spec.with_changes(presentation=Presentation()), [Unpublished(one.dimensions) for one in blocks])
    found = []
    for number, block in enumerate(blocks):
        columns, layers = len(spec.columns), len(spec.layers)
        row, rest = divmod(number, columns * layers)
        segments = (
            layout.layers.segments[rest % layers],
            layout.rows.segments[row],
            layout.columns.segments[rest // layers],
        )
        mask = np.ones((), dtype=np.bool_)
        for segment in segments:
            shape = tuple(len(level.dimension) for level in segment.levels)
            lines = np.zeros(shape, dtype=np.bool_)
            lines[tuple(segment.positions[~segment.empty].T)] = True
            mask = np.logical_and.outer(mask, lines)
        found.append(mask.reshape(tuple(map(len, block.dimensions))))
    return tuple(found)
