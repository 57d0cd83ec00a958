"""Exact least and largest values of figures under the relations of a table: small steps, then HiGHS.

What is proven comes from two sides: bounds that no solution passes, and witnesses, whole solutions that reach them.
A figure is exact where both meet. Whenever the search ends, what it says is true.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds as Limits
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ckmcore.quality.known import Known, Limit, Progress
from ckmcore.quality.propagation import UNBOUNDED, Bounds, Propagation
from ckmcore.quality.relations import Ints, Relations
from ckmcore.quality.walk import Walk

Flags = NDArray[np.bool_]

_TOLERANCE = 1e-5
_LITTLE = 0.02
# How many figures around one are looked at first; parts of more figures than the last only where HiGHS is quick.
_AROUND = (150, 700)
_WHOLE_PART = 1_500
_NEARBY = 0.3  # seconds


def walked(walk: Walk, wanted: Flags, limit: Limit, progress: Progress) -> None:
    """Small steps from a known solution: first so that no figure stays where it is, then to the bounds."""
    figures = np.flatnonzero(wanted).tolist()
    for number, figure in enumerate(figures):
        for sign in (-1, 1):
            if not (walk.moved(figure) or walk.reached(figure, sign) or limit.ended()):
                walk.towards(figure, sign, limit.ended, far=False)
        if not number % 256:
            progress(number / len(figures) / 3)
    for sign in (-1, 1):
        for number, figure in enumerate(figures):
            if not (walk.reached(figure, sign) or limit.ended()):
                walk.towards(figure, sign, limit.ended)
            if not number % 256:
                progress(((1 if sign < 0 else 2) + number / len(figures)) / 3)
    walk.leave()


def solved(propagation: Propagation, known: Known, wanted: Flags, limit: Limit, progress: Progress) -> None:
    """Makes the figures `wanted` exact by integer programming, those first that may turn out disclosed."""
    search = _Search(propagation, known, wanted, limit, progress)
    for part in parts_of(propagation.relations, known.bounds):
        mine = wanted[part.figures] & ~known.exact[part.figures]
        if mine.any() and not limit.ended():
            search.together(part, mine)
            search.each(part, mine)


@dataclass(eq=False)
class _Search:
    """`quick`: whether HiGHS finds solutions of the part at hand in little time, however many figures it has."""

    propagation: Propagation
    known: Known
    wanted: Flags
    limit: Limit
    progress: Progress
    quick: bool = False

    def _tell(self) -> None:
        self.progress(float(self.known.exact[self.wanted].mean()))

    def together(self, part: Part, mine: Flags) -> None:
        """Solutions that reach the bounds of many figures at once, as long as they do."""
        known, draw = self.known, np.random.Generator(np.random.PCG64(1))
        wanted = np.zeros(len(known.low), dtype=np.bool_)
        wanted[part.figures[mine]] = True
        turn = 0
        while not self.limit.ended():
            below, above = known.below(wanted)[part.figures], known.above(wanted)[part.figures]
            count = int(below.sum() + above.sum())
            if not count:
                return
            down = draw.random(len(below)) < (1.0, 0.0, 0.5)[min(turn, 2)]
            aim = np.where(below & (down | ~above), 1.0, 0.0) - np.where(above & (~down | ~below), 1.0, 0.0)
            answer = part.solve(aim, known.bounds, self.limit.one_problem, gap=_LITTLE)
            self._tell()
            self.quick = answer.solution is not None
            if answer.solution is None:
                return
            known.witnessed(answer.solution, part.figures)
            left = int(known.below(wanted).sum() + known.above(wanted).sum())
            turn += 1
            if turn > 2 and count - left < max(4, count // 20):
                return

    def each(self, part: Part, mine: Flags) -> None:
        """Figure by figure, the undecided ones first, then the narrow ones."""
        known, at = self.known, part.figures
        order = np.lexsort((known.high[at] - known.low[at], ~known.undecided[at]))
        for place in order[mine[order]].tolist():
            for sign in (1, -1):
                self._one(part, place, sign)
            if self.limit.ended():
                return
            self._tell()

    def _one(self, part: Part, place: int, sign: int) -> None:
        """The least (sign 1) or largest (-1) value of one figure: by the relations around it, then by all of them.

        Of all relations first in fractions, which is quick and often enough.
        """
        known, figure = self.known, int(part.figures[place])
        tries = [(part.around(place, size), True) for size in _AROUND if size < len(part.figures)]
        if len(part.figures) <= _WHOLE_PART or self.quick:
            tries += [(part, False), (part, True)]
        for one, whole in tries:
            unbounded = known.high[figure] >= UNBOUNDED
            ended = unbounded or known.most[figure] == known.high[figure]
            reached = known.least[figure] == known.low[figure] if sign > 0 else ended
            if reached or self.limit.ended():
                return
            aim = np.where(one.figures == figure, float(sign), 0.0)
            seconds = self.limit.one_problem if one is part else min(self.limit.one_problem, _NEARBY)
            answer = one.solve(aim, known.bounds, seconds, whole=whole)
            if answer.solution is not None and one is part:
                known.witnessed(answer.solution, part.figures)
            if answer.bound is not None:
                self._narrow(figure, sign * answer.bound, sign)

    def _narrow(self, figure: int, bound: int, sign: int) -> None:
        low, high = self.known.low.copy(), self.known.high.copy()
        if sign > 0:
            low[figure] = max(int(low[figure]), bound)
        else:
            high[figure] = min(int(high[figure]), bound)
        narrowed = self.propagation(Bounds(low, high))
        self.known.low, self.known.high = narrowed.low, narrowed.high


@dataclass(frozen=True)
class Answer:
    """A bound that no solution passes (of the sum that was to be least), and a whole solution where there is one."""

    bound: int | None
    solution: Ints | None
    impossible: bool = False


@dataclass(frozen=True, eq=False)
class Part:
    """Figures that hang together, and the relations between them; what is fixed has gone to the right-hand side."""

    figures: Ints
    matrix: Any
    right: Ints
    implied: Any
    implied_right: Ints

    def around(self, place: int, size: int) -> Part:
        """About `size` figures around one, and all relations among them; what it proves holds for the whole part."""
        links = abs(self.implied)
        chosen = np.zeros(len(self.figures), dtype=np.bool_)
        chosen[place] = True
        lines = np.zeros(self.implied.shape[0], dtype=np.bool_)
        while True:
            reached = (links @ chosen.astype(np.int64)) > 0
            further = ((reached & ~lines).astype(np.int64) @ links) > 0
            if (reached == lines).all() or (lines.any() and int((chosen | further).sum()) > size):
                break
            lines, chosen = reached, chosen | further
        columns, rows = np.flatnonzero(chosen), np.flatnonzero(lines)
        matrix, right = self.implied[rows][:, columns].tocsr(), self.implied_right[rows]
        return Part(self.figures[columns], matrix, right, matrix, right)

    def solve(
        self, aim: NDArray[np.float64], bounds: Bounds, seconds: float, *, whole: bool = True, gap: float = 0.0
    ) -> Answer:
        """The smallest sum of `aim` times the figures, which are counted from their lower bounds: small numbers."""
        low, high = bounds.low[self.figures], bounds.high[self.figures]
        right = self.right - self.matrix @ low
        answer = milp(
            aim,
            integrality=np.full(len(aim), 1 if whole else 0),
            bounds=Limits(0, np.where(high >= UNBOUNDED, np.inf, high - low)),
            constraints=LinearConstraint(self.matrix, right, right),
            options={"time_limit": seconds, "mip_rel_gap": gap},
        )
        reached = answer.fun if answer.status == 0 and not whole else getattr(answer, "mip_dual_bound", None)
        bound = None
        if reached is not None and math.isfinite(reached):
            bound = math.ceil(reached - _TOLERANCE) + int(aim @ low)
        solution = None if answer.x is None else self._whole(answer.x, low, high)
        return Answer(bound, solution, answer.status == 2)

    def _whole(self, values: NDArray[np.float64], low: Ints, high: Ints) -> Ints | None:
        """The solution in whole numbers, checked exactly; None where it is none."""
        rounded = low + np.rint(values).astype(np.int64)
        fits = (rounded >= low).all() and (rounded <= high).all() and (self.matrix @ rounded == self.right).all()
        return rounded if fits else None


def parts_of(relations: Relations, bounds: Bounds, *, related: bool = False) -> list[Part]:
    """The figures that are not fixed, in groups without a relation between them, small groups first; `related`: only
    groups that have relations."""
    lengths = np.diff(relations.starts)
    count = len(lengths)
    lines = np.concatenate([np.arange(count), np.repeat(np.arange(count), lengths)])
    figures = np.concatenate([relations.totals, relations.parts])
    signs = np.concatenate([np.full(count, -1), np.ones(len(relations.parts), dtype=np.int64)])
    matrix = csr_array((signs, (lines, figures)), shape=(count, relations.count))
    right = -(matrix @ np.where(bounds.fixed, bounds.low, 0))
    places = np.flatnonzero(~bounds.fixed)
    matrix = matrix[:, places].tocsr()
    links = matrix.tocoo()
    both = count + len(places)
    graph = csr_array((np.ones(len(links.data)), (links.row, count + links.col)), shape=(both, both))
    _, labels = connected_components(graph, directed=False)
    found = []
    for columns, mine in _grouped(labels.astype(np.int64), count):
        if not len(mine):
            if not related:
                nothing = csr_array((0, len(columns)), dtype=np.int64)
                found.append(Part(places[columns], nothing, right[mine], nothing, right[mine]))
            continue
        defining = mine[relations.defining[mine]]
        implied = matrix[mine][:, columns].tocsr()
        found.append(Part(places[columns], matrix[defining][:, columns].tocsr(), right[defining], implied, right[mine]))
    return sorted(found, key=lambda part: len(part.figures))


def _grouped(labels: Ints, lines: int) -> Iterator[tuple[Ints, Ints]]:
    """Of each group of a graph its columns, which stand behind so many lines, and its lines; groups without a column
    are left out."""
    if not len(labels):
        return
    order = np.argsort(labels, kind="stable")
    begins = np.flatnonzero(np.diff(labels[order], prepend=-1))
    for group in np.split(order, begins[1:]):
        if group[-1] >= lines:
            yield group[group >= lines] - lines, group[group < lines]
