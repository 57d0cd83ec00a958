"""Exact least and largest values of figures under the relations of a table: small steps, then HiGHS.

What is proven comes from two sides: bounds that no solution passes, and witnesses, whole solutions that reach them.
A figure is exact where both meet. Whenever the search ends, what it says is true.

Pairs of figures that show different things are rows of the programs as far as the relations name them; other pairs
become rows when a solution violates them, and a solution that violates any is no witness.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds as Limits
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csr_array, hstack, vstack
from scipy.sparse.csgraph import connected_components

from ckmcore.lab.risk.identical_cells import Allowed, Evidence, EvidenceRow
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit, Progress
from ckmcore.lab.risk.local_search import LocalSearch
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.relations import Ints, Relations
from ckmcore.lab.risk.weight_ratios import WeightRatios
from ckmcore.methods.count_noise import UNBOUNDED

Flags = NDArray[np.bool_]

_TOLERANCE = 1e-5
_LITTLE = 0.02
# How many figures around one are looked at first; parts of more figures than the last only where HiGHS is quick.
_AROUND = (150, 700)
_WHOLE_PART = 1_500
_NEARBY = 0.3  # seconds
# Solutions in a row that break what is shown before a search goes on without.
_LEARNED = 12


def walked(walk: LocalSearch, wanted: Flags, limit: Limit, progress: Progress) -> None:
    """Move in small steps from a known solution: first so that every figure changes, then to the bounds."""
    figures = np.flatnonzero(wanted).tolist()
    for figure_index, figure in enumerate(figures):
        for sign in (-1, 1):
            if not (walk.moved(figure) or walk.reached(figure, sign) or limit.ended()):
                walk.towards(figure, sign, limit.ended, far=False)
        if not figure_index % 256:
            progress(figure_index / len(figures) / 3)
    for sign in (-1, 1):
        for index, figure in enumerate(figures):
            if not (walk.reached(figure, sign) or limit.ended()):
                walk.towards(figure, sign, limit.ended)
            if not index % 256:
                progress(((1 if sign < 0 else 2) + index / len(figures)) / 3)
    walk.leave()


def solved(
    propagation: Propagation,
    known: IntruderKnowledge,
    wanted: Flags,
    limit: Limit,
    progress: Progress,
    evidence: Evidence | None = None,
) -> None:
    """Make the figures `wanted` exact by integer programming, starting with those that may be disclosed."""
    evidence = evidence or Evidence.nothing(propagation.relations)
    search = _Search(propagation, known, wanted, limit, progress, evidence)
    is_solved = np.zeros(len(wanted), dtype=np.bool_)
    while True:
        rows = len(evidence.rows)
        for search_part in parts_of(propagation.relations, known.bounds, evidence=evidence):
            to_solve = wanted[search_part.figures] & ~known.exact[search_part.figures] & ~is_solved[search_part.figures]
            if to_solve.any() and not limit.ended():
                search.together(search_part, to_solve)
                search.each(search_part, to_solve)
                if len(evidence.rows) > rows and _crosses(evidence, rows, search_part):
                    # A row ties this part to another one: from here on they are one.
                    break
                is_solved[search_part.figures] = True
        else:
            return


def _crosses(evidence: Evidence, since: int, search_part: SearchPart) -> bool:
    """Whether an evidence row learned since then concerns figures of a part together with others that are not fixed."""
    inner_figures = set(search_part.figures.tolist())
    return any(len(inner_figures & {*row.figures.tolist()}) < len(row.figures) for row in evidence.rows[since:])


@dataclass(eq=False)
class _Search:
    """A search for exact intervals. quick: HiGHS solves the current part fast, whatever its number of figures."""

    propagation: Propagation
    known: IntruderKnowledge
    wanted: Flags
    limit: Limit
    progress: Progress
    evidence: Evidence
    quick: bool = False

    def _tell(self) -> None:
        self.progress(float(self.known.exact[self.wanted].mean()))

    def together(self, part: SearchPart, mine: Flags) -> None:
        """Find solutions that attain the bounds of many figures at once, as long as this succeeds. mine: mask of the
        part's figures."""
        knowledge, draw = self.known, np.random.Generator(np.random.PCG64(1))
        wanted_figures = np.zeros(len(knowledge.low), dtype=np.bool_)
        wanted_figures[part.figures[mine]] = True
        turn = failed = 0
        while not self.limit.ended():
            below, above = knowledge.below(wanted_figures)[part.figures], knowledge.above(wanted_figures)[part.figures]
            count = int(below.sum() + above.sum())
            if not count:
                return
            down = draw.random(len(below)) < (1.0, 0.0, 0.5)[min(turn, 2)]
            aim = np.where(below & (down | ~above), 1.0, 0.0) - np.where(above & (~down | ~below), 1.0, 0.0)
            answer = part.solve(aim, knowledge.bounds, self.limit.one_problem, gap=_LITTLE)
            self._tell()
            self.quick = answer.solution is not None
            if answer.solution is None:
                return
            if not self._witnessed(part, answer.solution):
                failed, part = failed + 1, part.with_rows(self.evidence.rows, knowledge.bounds)
                if failed > _LEARNED:
                    return
                continue
            left = int(knowledge.below(wanted_figures).sum() + knowledge.above(wanted_figures).sum())
            turn += 1
            if turn > 2 and count - left < max(4, count // 20):
                return

    def each(self, part: SearchPart, mine: Flags) -> None:
        """Search figure by figure, undecided ones first, then narrow ones. mine: mask of the part's figures."""
        knowledge, part_indices = self.known, part.figures
        order = np.lexsort(
            (knowledge.high[part_indices] - knowledge.low[part_indices], ~knowledge.undecided[part_indices])
        )
        for figure_index in order[mine[order]].tolist():
            for sign in (1, -1):
                self._search_end(part, figure_index, sign)
            if self.limit.ended():
                return
            self._tell()

    def _search_end(self, part_search_part: SearchPart, index: int, sign: int) -> None:
        """Find the minimum (sign 1) or maximum (-1) of one figure, first by the relations around it, then by all of
        them. index: index in the part.

        With all relations, the continuous problem is solved first, which is fast and often sufficient.
        """
        knowledge, figure = self.known, int(part_search_part.figures[index])
        tries = [
            (part_search_part.around(index, size), True) for size in _AROUND if size < len(part_search_part.figures)
        ]
        if len(part_search_part.figures) <= _WHOLE_PART or self.quick:
            tries += [(part_search_part, False), (part_search_part, True)]
        for search_part, whole in tries:
            unbounded = knowledge.high[figure] >= UNBOUNDED
            ended = unbounded or knowledge.most[figure] == knowledge.high[figure]
            reached = knowledge.least[figure] == knowledge.low[figure] if sign > 0 else ended
            if reached or self.limit.ended():
                return
            aim = np.where(search_part.figures == figure, float(sign), 0.0)
            seconds = (
                self.limit.one_problem if search_part is part_search_part else min(self.limit.one_problem, _NEARBY)
            )
            answer = search_part.solve(aim, knowledge.bounds, seconds, whole=whole)
            if search_part is part_search_part and answer.solution is not None:
                answer = self._confirmed(part_search_part, answer, aim, seconds, whole=whole)
            if answer.bound is not None:
                self._narrow(figure, sign * answer.bound, sign)

    def _confirmed(
        self, search_part: SearchPart, answer: Answer, aim: NDArray[np.float64], seconds: float, *, whole: bool
    ) -> Answer:
        """Answer whose solution violates no shown content; violated evidence becomes a row of the next problem."""
        for _ in range(_LEARNED):
            if answer.solution is None or self._witnessed(search_part, answer.solution) or self.limit.ended():
                break
            search_part = search_part.with_rows(self.evidence.rows, self.known.bounds)
            if not len(search_part.floor):
                break
            answer = search_part.solve(aim, self.known.bounds, seconds, whole=whole)
        return answer

    def _witnessed(self, search_part: SearchPart, solution: Ints) -> bool:
        """Record a solution of a part as witness; if it violates shown contents, learn the violated evidence
        instead."""
        if self.evidence.compares:
            values = self.known.filled(search_part.figures, solution)
            if values is None:
                return False
            if not self.evidence.holds(values):
                self.evidence.learn(values)
                return False
        if not self.evidence.keyed:
            self.known.witnessed(solution, search_part.figures)
        return True

    def _narrow(self, figure: int, bound: int, sign: int) -> None:
        low, high = self.known.low.copy(), self.known.high.copy()
        if sign > 0:
            low[figure] = max(int(low[figure]), bound)
        else:
            high[figure] = min(int(high[figure]), bound)
        narrowed_bounds = self.propagation(Bounds(low, high), evidence=self.evidence)
        self.known.low, self.known.high = narrowed_bounds.low, narrowed_bounds.high


@dataclass(frozen=True)
class Answer:
    """Result of a problem: bound of the minimised sum, and an integer solution if there is one."""

    bound: int | None
    solution: Ints | None
    impossible: bool = False


@dataclass(frozen=True, eq=False)
class SearchPart:
    """A connected set of figures with the relations between them; fixed figures are moved to the right-hand side.

    cuts, floor: rows that are at least these numbers. allowed: figures (by index) with only some possible values.
    lines: indices of the relations behind `implied`. weights: bounds from weighted counts, whose weights are further
    columns, of all figures unless the part is `local`.
    """

    figures: Ints
    matrix: Any
    right: Ints
    implied: Any
    implied_right: Ints
    cuts: Any
    floor: Ints
    allowed: Allowed
    lines: Ints
    weights: WeightRatios | None = None
    local: bool = False

    def around(self, place: int, size: int) -> SearchPart:
        """Part of about `size` figures around one and all relations among them; conclusions from it hold for the whole
        part. place: index."""
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
        within = np.flatnonzero((abs(self.cuts) @ (~chosen).astype(np.int64)) == 0)
        cuts = self.cuts[within][:, columns].tocsr()
        allowed = {
            column_index: self.allowed[column]
            for column_index, column in enumerate(columns.tolist())
            if column in self.allowed
        }
        return SearchPart(
            self.figures[columns],
            matrix,
            right,
            matrix,
            right,
            cuts,
            self.floor[within],
            allowed,
            self.lines[rows],
            self.weights,
            local=True,
        )

    def with_rows(self, rows: Sequence[EvidenceRow], bounds: Bounds) -> SearchPart:
        """Part with its evidence rows replaced; rows that concern unfixed figures outside of it are left out."""
        cuts, floor = [self.cuts], [self.floor]
        for row in rows:
            free = ~bounds.fixed[row.figures]
            indices = np.searchsorted(self.figures, row.figures[free]).clip(max=len(self.figures) - 1)
            if len(indices) and (self.figures[indices] == row.figures[free]).all():
                line = csr_array(
                    (row.coefficients[free], (np.zeros(len(indices), dtype=np.int64), indices)),
                    shape=(1, len(self.figures)),
                )
                cuts.append(line)
                fixed = row.coefficients[~free] @ bounds.low[row.figures[~free]]
                floor.append(np.array([row.least - int(fixed)]))
        return replace(self, cuts=vstack(cuts).tocsr(), floor=np.concatenate(floor))

    def solve(
        self, aim: NDArray[np.float64], bounds: Bounds, seconds: float, *, whole: bool = True, gap: float = 0.0
    ) -> Answer:
        """Minimise the sum of `aim` times the figures, which are shifted by their lower bounds for small numbers.
        whole: integer solution; gap: relative gap."""
        low, high = bounds.low[self.figures], bounds.high[self.figures]
        right = self.right - self.matrix @ low
        limits = Limits(0, np.where(high >= UNBOUNDED, np.inf, high - low))
        constraints = [LinearConstraint(self.matrix, right, right)]
        if len(self.floor):
            constraints.append(LinearConstraint(self.cuts, self.floor - self.cuts @ low, np.inf))
        integral, aims = np.full(len(aim), 1 if whole else 0), aim
        if self.weights is not None:
            constraints, limits = _with_weights(constraints, limits, self.weights, self, bounds)
            more = len(limits.ub) - len(aim)
            integral, aims = np.concatenate([integral, np.zeros(more, dtype=np.int64)]), np.append(aim, np.zeros(more))
        runs = _runs(self.allowed, low, high) if whole else []
        if runs:
            constraints, limits = _with_runs(constraints, limits, runs)
            integral = np.concatenate([integral, np.ones(len(runs), dtype=np.int64)])
            aims = np.concatenate([aims, np.zeros(len(runs))])
        answer = milp(
            aims,
            integrality=integral,
            bounds=limits,
            constraints=constraints,
            options={"time_limit": seconds, "mip_rel_gap": gap},
        )
        reached = answer.fun if answer.status == 0 and not whole else getattr(answer, "mip_dual_bound", None)
        bound = None
        if reached is not None and math.isfinite(reached):
            bound = math.ceil(reached - _TOLERANCE) + int(aim @ low)
        solution = None if answer.x is None else self._whole(answer.x[: len(aim)], low, high)
        return Answer(bound, solution, answer.status == 2)

    def _whole(self, values: NDArray[np.float64], low: Ints, high: Ints) -> Ints | None:
        """Rounded solution after an exact check; None where it is invalid."""
        rounded = low + np.rint(values).astype(np.int64)
        fits = (rounded >= low).all() and (rounded <= high).all() and (self.matrix @ rounded == self.right).all()
        fits = fits and (not len(self.floor) or (self.cuts @ rounded >= self.floor).all())
        return rounded if fits else None


_Run = tuple[int, int, int]


def _runs(allowed: Allowed, low: Ints, high: Ints) -> list[_Run]:
    """Runs of consecutive allowed values for each figure with gaps: index, first and last value relative to `low`."""
    runs: list[_Run] = []
    for figure_index, values in allowed.items():
        inner_values = values[(values >= low[figure_index]) & (values <= high[figure_index])] - low[figure_index]
        breaks = np.flatnonzero(np.diff(inner_values) > 1)
        if len(breaks):
            firsts, lasts = [0, *(breaks + 1).tolist()], [*breaks.tolist(), len(inner_values) - 1]
            runs += [
                (figure_index, int(inner_values[first]), int(inner_values[two]))
                for first, two in zip(firsts, lasts, strict=True)
            ]
    return runs


def _with_runs(
    constraints: list[LinearConstraint], limits: Limits, runs: Sequence[_Run]
) -> tuple[list[LinearConstraint], Limits]:
    """Problem with a binary variable for each run of values: exactly one run of a figure is chosen and contains it."""
    count, more = len(limits.ub), len(runs)
    wider = []
    for constraint in constraints:
        matrix: Any = constraint.A
        given_array: Any = csr_array(matrix)
        none: Any = csr_array((given_array.shape[0], more))
        wider.append(LinearConstraint(hstack([given_array, none]), constraint.lb, constraint.ub))
    indices = sorted({figure_indices for figure_indices, _, _ in runs})
    rows: list[tuple[int, int, float]] = []
    for line, set_index in enumerate(indices):
        rows += [(3 * line, set_index, 1.0), (3 * line + 1, set_index, 1.0)]
        for index, (run_figure, first, last) in enumerate(runs):
            if run_figure == set_index:
                column_index = count + index
                rows += [
                    (3 * line, column_index, -float(first)),
                    (3 * line + 1, column_index, -float(last)),
                    (3 * line + 2, column_index, 1.0),
                ]
    line_of, column, entry = zip(*rows, strict=True)
    lines = csr_array((entry, (line_of, column)), shape=(3 * len(indices), count + more))
    lows, highs = np.tile([0.0, -np.inf, 1.0], len(indices)), np.tile([np.inf, 0.0, 1.0], len(indices))
    ends = np.concatenate([limits.ub, np.ones(more)])
    return [*wider, LinearConstraint(lines, lows, highs)], Limits(0, ends)


def _with_weights(
    constraints: list[LinearConstraint],
    limits: Limits,
    weights: WeightRatios,
    search_part: SearchPart,
    bounds: Bounds,
) -> tuple[list[LinearConstraint], Limits]:
    """Problem with further columns for the weights of its figures and of related ones. Upper bounds count as attained,
    which allows too many solutions, never too few."""
    columns = weights.columns(search_part.figures, search_part.lines if search_part.local else None, bounds.low)
    wider = []
    for constraint in constraints:
        matrix: Any = constraint.A
        given_array: Any = csr_array(matrix)
        none: Any = csr_array((given_array.shape[0], columns.count))
        wider.append(LinearConstraint(hstack([given_array, none]), constraint.lb, constraint.ub))
    wider.append(LinearConstraint(columns.matrix, columns.low, columns.high))
    ends = np.concatenate([np.broadcast_to(limits.ub, len(search_part.figures)), np.full(columns.count, np.inf)])
    return wider, Limits(0, ends)


def parts_of(
    relations: Relations, bounds: Bounds, *, related: bool = False, evidence: Evidence | None = None
) -> list[SearchPart]:
    """Unfixed figures in groups without common relations or evidence rows, small groups first. related: only groups
    with relations."""
    lengths = np.diff(relations.starts)
    count = len(lengths)
    lines = np.concatenate([np.arange(count), np.repeat(np.arange(count), lengths)])
    figures = np.concatenate([relations.totals, relations.parts])
    signs = np.concatenate([np.full(count, -1), np.ones(len(relations.parts), dtype=np.int64)])
    matrix = csr_array((signs, (lines, figures)), shape=(count, relations.count))
    fixed = np.where(bounds.fixed, bounds.low, 0)
    right = -(matrix @ fixed)
    indices = np.flatnonzero(~bounds.fixed)
    matrix = matrix[:, indices].tocsr()
    cuts, least = _cuts(relations.count, bounds, evidence)
    floor = least - cuts @ fixed
    cuts = cuts[:, indices].tocsr()
    links = vstack([matrix, cuts]).tocoo()
    every = count + cuts.shape[0]
    both = every + len(indices)
    graph = csr_array((np.ones(len(links.data)), (links.row, every + links.col)), shape=(both, both))
    _, labels = connected_components(graph, directed=False)
    allowed = {} if evidence is None else evidence.allowed
    search_parts = []
    for columns, own_labels in _grouped(labels.astype(np.int64), every):
        own_labels, rows = own_labels[own_labels < count], own_labels[own_labels >= count] - count
        if not len(own_labels) and related:
            continue
        defining = own_labels[relations.defining[own_labels]]
        implied = matrix[own_labels][:, columns].tocsr()
        few = (
            {index: allowed[figure] for index, figure in enumerate(indices[columns].tolist()) if figure in allowed}
            if allowed
            else {}
        )
        search_parts.append(
            SearchPart(
                indices[columns],
                matrix[defining][:, columns].tocsr(),
                right[defining],
                implied,
                right[own_labels],
                cuts[rows][:, columns].tocsr(),
                floor[rows],
                few,
                own_labels,
                None if evidence is None or evidence.weights is None else evidence.weights.searched,
            )
        )
    return sorted(search_parts, key=lambda search_part: len(search_part.figures))


def _cuts(count: int, bounds: Bounds, evidence: Evidence | None) -> tuple[csr_array, Ints]:
    """Evidence rows over all figures, with the minimum of each: pairs in relations not yet separated by bounds, then
    others."""
    if evidence is None:
        return csr_array((0, count), dtype=np.int64), np.zeros(0, dtype=np.int64)
    totals, part_figures = evidence.pairs(bounds.low, bounds.high)
    lines = [np.arange(len(totals)), np.arange(len(totals))]
    figures, signs = [totals, part_figures], [np.ones_like(totals), -np.ones_like(part_figures)]
    for row_number, row in enumerate(evidence.rows, start=len(totals)):
        lines.append(np.full(len(row.figures), row_number))
        figures.append(row.figures)
        signs.append(row.coefficients)
    shape = (len(totals) + len(evidence.rows), count)
    pairs = csr_array((np.concatenate(signs), (np.concatenate(lines), np.concatenate(figures))), shape=shape)
    least = np.array([*[1] * len(totals), *(row.least for row in evidence.rows)], dtype=np.int64)
    if evidence.weights is None:
        return pairs, least
    ratios, ratios_least = evidence.weights.cuts(count)
    return vstack([pairs, ratios]).tocsr(), np.concatenate([least, ratios_least])


def _grouped(labels: Ints, lines: int) -> Iterator[tuple[Ints, Ints]]:
    """Columns and lines of each connected group of a graph whose first `lines` nodes are lines; groups without columns
    are left out."""
    if not len(labels):
        return
    order = np.argsort(labels, kind="stable")
    begins = np.flatnonzero(np.diff(labels[order], prepend=-1))
    for group in np.split(order, begins[1:]):
        if group[-1] >= lines:
            yield group[group >= lines] - lines, group[group < lines]
