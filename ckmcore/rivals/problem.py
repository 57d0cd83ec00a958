"""What a pattern of suppressed cells has to achieve, and the arrays that searches work on.

Figures, sums, rooms and levels are whole numbers of a common unit, so that proofs need no tolerance.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from math import ceil, lcm
from typing import Any, Literal, NamedTuple

import numpy as np

from ckmcore.errors import DataError, InputError
from ckmcore.rivals.audit import ProtectionLevel, ReaderKnowledge
from ckmcore.rivals.intervals import Floats
from ckmcore.rivals.relations import LARGEST, Flags, LinkedFigures
from ckmcore.tabulate.relations import Ints

CostKind = Literal["number", "value", "log"]
# Levels have at most so many parts of a unit; finer ones are rounded up to units.
_FINEST = 10**6
# Changes with what is searched, so that a pattern kept with its hash is known to be of another version.
_VERSION = 1


class Demand(NamedTuple):
    """A primary cell has to be able to move up (sign 1) or down (sign -1) by `level` units."""

    figure: int
    sign: int
    level: int


@dataclass(frozen=True, eq=False)
class SuppressionProblem:
    """Primary cells among figures of linked tables, and what a pattern may suppress beside them.

    figures: those marked as suppressed stay so without a cost, as after a release. levels: of the primary cells.
    costs: of suppressing each figure, all above 0; None: their values. published: figures that nobody can withdraw.
    owners: the contributor, as a number, of each cell that has only one; each knows all its cells. insider_level: how
    far a primary cell has to be open for such contributors, in units; None: as far as for others. zeros: primary cells
    which readers take for possibly 0. suppress_zeros: whether figures of 0 may be suppressed, too.
    """

    figures: LinkedFigures
    levels: Mapping[int, ProtectionLevel]
    knowledge: ReaderKnowledge = field(default_factory=ReaderKnowledge)
    costs: Floats | None = None
    published: Collection[int] = ()
    owners: Mapping[int, int] = field(default_factory=dict)
    insider_level: int | None = 1
    zeros: Collection[int] = ()
    suppress_zeros: bool = False

    def __repr__(self) -> str:
        return f"SuppressionProblem({len(self.levels)} primary cells, confidential)"


def cost_of(kind: CostKind, figures: LinkedFigures) -> Floats:
    """What suppressing each figure costs: 1, its absolute value (at least 1), or ln(2 + value)."""
    values = np.array([abs(value or 0) for value in figures.values], dtype=np.float64)
    if kind == "number":
        return np.ones(len(values))
    return np.maximum(values, 1.0) if kind == "value" else np.log(2.0 + values)


@dataclass(eq=False)
class FlowSystem:
    """Arrays of a problem. All numbers are whole, in units of 1 / `unit`.

    values: of all figures; what no table shows has values that agree with every sum. below, above: how far a reader
    thinks that each figure may be below and above its value where it is suppressed (infinite: without end). costs: 0
    for what is suppressed anyway. start: mask of what is suppressed anyway. free: mask of what may be suppressed.
    """

    problem: SuppressionProblem
    unit: int
    values: Ints
    below: Floats
    above: Floats
    costs: Floats
    start: Flags
    free: Flags
    matrix: Any
    """The relations: -1 the total, 1 each part; by columns."""

    @property
    def whole(self) -> bool:
        """Whether figures are whole numbers, as counts are."""
        return self.problem.knowledge.whole

    @cached_property
    def rows(self) -> Any:
        """The relations by rows."""
        return self.matrix.tocsr()

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """What has to be proven: those of high levels first, then by figure."""
        asked = []
        for figure, level in self.problem.levels.items():
            for sign, wanted in ((1, level.upper), (-1, level.lower)):
                if wanted > 0:
                    asked.append(Demand(figure, sign, ceil(wanted * self.unit)))
        highest = {demand.figure: 0 for demand in asked}
        for demand in asked:
            highest[demand.figure] = max(highest[demand.figure], demand.level)
        return tuple(sorted(asked, key=lambda demand: (-highest[demand.figure], demand.figure, -demand.sign)))

    @cached_property
    def cells_of(self) -> Mapping[int, Ints]:
        """The cells of each contributor that has cells alone."""
        cells: dict[int, list[int]] = {}
        for figure, owner in self.problem.owners.items():
            cells.setdefault(owner, []).append(figure)
        return {owner: np.array(sorted(figures), dtype=np.int64) for owner, figures in cells.items()}

    def insider_level(self, demand: Demand) -> int:
        """How far a contributor alone in other cells has to see a cell open."""
        level = self.problem.insider_level
        return demand.level if level is None else min(demand.level, level * self.unit)

    def cost(self, suppressed: Flags) -> float:
        """What a pattern costs beyond what is suppressed anyway."""
        return float(self.costs[suppressed & ~self.start].sum())

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all that a pattern depends on."""
        problem, relations = self.problem, self.problem.figures.relations
        content = sha256(f"{_VERSION} {problem.knowledge} {problem.insider_level} {self.unit}".encode())
        for numbers in (relations.totals, relations.parts, relations.starts, self.values, self.costs):
            content.update(np.ascontiguousarray(numbers).tobytes())
        for flags in (self.start, self.free, self.above, self.below):
            content.update(flags.tobytes())
        content.update(repr((self.demands, sorted(problem.owners.items()))).encode())
        return content.hexdigest()


def flow_system(problem: SuppressionProblem) -> FlowSystem:
    """The arrays of a problem.

    Raises the errors of `LinkedFigures.check`, audit_level, audit_outside_room, audit_contradiction, suppress_cost, and
    suppress_published where a primary cell cannot be withdrawn.
    """
    figures, levels = problem.figures, problem.levels
    figures.check()
    _check(problem)
    values = completed(figures, problem.knowledge)
    largest = int(np.abs(values).max(initial=1))
    unit = lcm(1, *(ends.denominator for level in levels.values() for ends in (level.lower, level.upper)))
    if problem.knowledge.whole or unit > _FINEST or unit * largest > LARGEST:
        unit = 1
    primary, published = np.zeros(len(values), dtype=np.bool_), np.zeros(len(values), dtype=np.bool_)
    primary[list(levels)] = True
    published[list(problem.published)] = True
    below, above = _rooms(problem, values, primary)
    nobody_sees = ~figures.shown & ~figures.suppressed
    start = primary | figures.suppressed | nobody_sees
    fillable = (values != 0) | problem.suppress_zeros
    free = (start | fillable) & ~published & (below >= 0) & (above >= 0)
    costs = np.maximum(cost_of("value", figures) if problem.costs is None else problem.costs, 0.0)
    return FlowSystem(
        problem,
        unit,
        values * unit,
        below * unit,
        above * unit,
        np.where(start, 0.0, costs),
        start,
        free,
        figures.relations.matrix.tocsc(),
    )


def _check(problem: SuppressionProblem) -> None:
    figures = problem.figures
    for figure, level in problem.levels.items():
        if figures.values[figure] is None or min(level.lower, level.upper) < 0:
            raise InputError("audit_level", cell=figures.names[figure])
    for figure in problem.published:
        if figure in problem.levels or figures.suppressed[figure]:
            raise InputError("suppress_published", cell=figures.names[figure])
    if problem.costs is not None and not (np.isfinite(problem.costs).all() and (problem.costs > 0).all()):
        raise InputError("suppress_cost")


def _rooms(problem: SuppressionProblem, values: Ints, primary: Flags) -> tuple[Floats, Floats]:
    """How far below and above its value each figure may be, once it is suppressed; below 0 where it may not be."""
    figures, knowledge = problem.figures, problem.knowledge
    below, above = np.zeros(len(values)), np.zeros(len(values))
    zeros = set(problem.zeros)
    seen = figures.shown | figures.suppressed
    for figure, value in enumerate(values.tolist()):
        given = None if figures.values[figure] is None else value
        maybe_zero = figure in zeros or problem.suppress_zeros
        low, high = knowledge.room(given, suppressed=bool(seen[figure]), maybe_zero=maybe_zero)
        below[figure], above[figure] = value - low, high - value
    outside = np.flatnonzero((below < 0) & (primary | figures.suppressed))
    if len(outside):
        figure = int(outside[0])
        least = int(values[figure] - below[figure])
        raise DataError("audit_outside_room", cell=figures.names[figure], value=int(values[figure]), least=least)
    return below, above


def completed(figures: LinkedFigures, knowledge: ReaderKnowledge) -> Ints:
    """Values of all figures; those that are not known are any that agree with the others and every sum.

    Raises audit_contradiction.
    """
    values = np.array([value or 0 for value in figures.values], dtype=np.int64)
    unknown = np.array([value is None for value in figures.values], dtype=np.bool_)
    if not unknown.any():
        return values
    from scipy.optimize import Bounds, LinearConstraint, milp

    matrix = figures.relations.matrix
    right = -np.asarray(matrix @ values)
    rooms = [knowledge.room(None, suppressed=bool(seen)) for seen in figures.suppressed[unknown]]
    low, high = np.array(rooms, dtype=np.float64).T
    lines = np.unique(matrix[:, unknown].nonzero()[0])
    sums = LinearConstraint(matrix[lines][:, unknown], right[lines], right[lines])
    aim = np.zeros(len(rooms))
    for whole in (False, True):
        kinds = np.full(len(rooms), int(whole))
        answer: Any = milp(aim, integrality=kinds, bounds=Bounds(low, high), constraints=sums)
        if answer.x is None:
            break
        values[unknown] = np.rint(answer.x).astype(np.int64)
        inside = (values[unknown] >= low).all() and (values[unknown] <= high).all()
        if inside and not np.asarray(matrix @ values).any():
            return values
    raise DataError("audit_contradiction", cell=figures.names[int(np.flatnonzero(unknown)[0])])
