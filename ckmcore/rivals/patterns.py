"""A pattern of suppressed cells with its certificate: found, cleaned up, for small systems proven to cost least."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ckmcore.base.verdict import Verdict
from ckmcore.errors import InputError
from ckmcore.rivals.flows import FlowSearch
from ckmcore.rivals.optimum import CheapestPattern, cheapest_pattern
from ckmcore.rivals.problem import Demand, FlowSystem, SuppressionProblem, flow_system
from ckmcore.rivals.proofs import DemandProof
from ckmcore.rivals.relations import Flags, LinkedFigures
from ckmcore.rivals.search import EXCHANGED, PatternSearch, clean_up, exchange
from ckmcore.tabulate.relations import Ints
from ckmcore.tabulate.scan import never

# Systems with so many figures that may be suppressed get the cheapest pattern, proven.
SMALL = 300
# Linear programs of the clean-up, by figure of the system.
_CLEAN_UP, _LEAST_CLEAN_UP = 4, 1_000
# Costs and bounds of doubles are equal up to this share.
_NEAR = 1e-6


@dataclass(frozen=True, eq=False)
class SuppressionPattern:
    """A pattern. Confidential: it shows which cells are primary.

    suppressed: mask of the figures that get a sign, primary and secondary alike, and of those that no table shows.
    proofs: the certificate. unprotectable: primary cells that stay below their levels whatever is suppressed beside
    them. blocked_by: for these, published figures of a former release that would have to be withdrawn. undecided:
    primary cells for which a search over whole numbers was not finished. cost, bound: of the secondary cells, and
    what no pattern can fall below (0: not known).
    """

    system: FlowSystem
    suppressed: Flags
    proofs: tuple[DemandProof, ...]
    unprotectable: tuple[int, ...]
    undecided: tuple[int, ...]
    blocked_by: dict[int, tuple[int, ...]]
    cost: float
    bound: float
    programs: int

    def __repr__(self) -> str:
        return f"SuppressionPattern({len(self.secondary)} secondary cells, confidential)"

    @property
    def optimal(self) -> bool:
        """Whether no pattern costs less."""
        return not self.cost or (self.bound > 0 and self.cost <= self.bound * (1 + _NEAR) + _NEAR)

    @cached_property
    def secondary(self) -> Ints:
        """Cells that are suppressed for the sake of others."""
        return np.flatnonzero(self.suppressed & ~self.system.start)

    @cached_property
    def seen_by(self) -> tuple[tuple[Demand, int], ...]:
        """Demands with a contributor, alone in a cell, who sees closer than is wanted."""
        return tuple((proof.demand, owner) for proof in self.proofs for owner in proof.seen_by)

    @cached_property
    def proven(self) -> int:
        """Demands whose proof was checked again from the beginning: sums, rooms, levels, in whole numbers."""
        return sum(proof.holds(self.system, self.suppressed) for proof in self.proofs)

    @property
    def verdict(self) -> Verdict:
        """Held where every demand is proven and the relations say all that the tables say together."""
        if self.unprotectable:
            return Verdict.OPEN
        whole = self.system.problem.figures.whole and not self.undecided
        return Verdict.HELD if whole and self.proven == len(self.system.demands) else Verdict.NOT_TESTED

    @cached_property
    def figures(self) -> LinkedFigures:
        """The figures as published under the pattern."""
        former = self.system.problem.figures
        signs = self.suppressed & (former.shown | former.suppressed)
        return replace(former, shown=former.shown & ~self.suppressed, suppressed=signs)


def find_pattern(
    problem: SuppressionProblem,
    *,
    exact: int = SMALL,
    cancelled: Callable[[], bool] = never,
    enough: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> SuppressionPattern:
    """Find cells to suppress beside the primary ones, so that every primary cell reaches its levels.

    The same problem gives the same pattern in every process. exact: up to so many figures that may be suppressed the
    cheapest pattern is searched. enough: whether to end the clean-up: the pattern is proven at every moment. Raises the
    errors of `flow_system`, and Cancelled.
    """
    system = flow_system(problem)
    budget = max(_LEAST_CLEAN_UP, _CLEAN_UP * len(system.values))
    small = int(system.free.sum()) <= exact

    def searched(start: Flags | None = None, *, done: float = 0.0) -> PatternSearch:
        """A search with clean-up; done: share of all the work before it."""
        left = 0.95 - done
        search = PatternSearch.begin(system, cancelled, start)
        search.protect(lambda share: progress(done + 0.8 * left * share))
        cleaned: Callable[[float], None] = lambda share: progress(done + left * (0.8 + 0.2 * share))  # noqa: E731
        clean_up(search, programs=budget, enough=enough, progress=cleaned)
        if small or len(system.values) <= EXCHANGED:
            exchange(search, programs=budget, enough=enough)
        return search

    if small and problem.owners:
        # The cheapest pattern for other readers, completed for contributors.
        plain = find_pattern(replace(problem, owners={}), exact=exact, cancelled=cancelled, enough=enough)
        progress(0.5)
        tried = [searched(plain.suppressed, done=0.5), searched(done=0.95)]
        search = min(tried, key=lambda each: system.cost(each.book.suppressed))
        bound, programs = plain.bound, plain.programs + sum(each.flows.programs for each in tried)
    else:
        search = searched()
        bound, programs = 0.0, search.flows.programs
        if small and not enough():
            best = _cheapest(search, cancelled, enough)
            bound, programs = best.bound, programs + best.programs
            search = best.search or search
    progress(1.0)
    failed = {demand.figure for demand in search.failed}
    undecided = {demand.figure for demand in search.flows.undecided} & failed
    return SuppressionPattern(
        system,
        search.book.suppressed,
        tuple(search.book.proofs.values()),
        tuple(sorted(failed - undecided)),
        tuple(sorted(undecided)),
        _blocking(search) if problem.published else {},
        system.cost(search.book.suppressed),
        bound,
        programs,
    )


def same_pattern(
    problems: Sequence[SuppressionProblem],
    *,
    exact: int = SMALL,
    cancelled: Callable[[], bool] = never,
    enough: Callable[[], bool] = never,
) -> tuple[SuppressionPattern, ...]:
    """One pattern for several values of the same cells: each value in turn takes over what another one suppresses, and
    protects its own primary cells on top, until none adds a cell.

    problems: of the same figures in the same order. Raises suppress_other_cells and the errors of `find_pattern`.
    """
    names = problems[0].figures.names
    if any(problem.figures.names != names for problem in problems):
        raise InputError("suppress_other_cells")
    suppressed = np.zeros(len(names), dtype=np.bool_)
    while True:
        patterns = []
        before = suppressed.copy()
        for problem in problems:
            former = problem.figures
            given = suppressed & ~former.suppressed
            figures = replace(former, shown=former.shown & ~given, suppressed=former.suppressed | given)
            found_pattern = find_pattern(
                replace(problem, figures=figures), exact=exact, cancelled=cancelled, enough=enough
            )
            suppressed |= found_pattern.figures.suppressed
            patterns.append(found_pattern)
        if (suppressed == before).all():
            return tuple(patterns)


def _cheapest(search: PatternSearch, cancelled: Callable[[], bool], enough: Callable[[], bool]) -> CheapestPattern:
    """The cheapest pattern for the demands that can be met, where it costs less than a search found."""
    system, failed = search.system, {demand.figure for demand in search.failed}
    levels = {figure: level for figure, level in system.problem.levels.items() if figure not in failed}
    possible = replace(system, problem=replace(system.problem, levels=levels)) if failed else system
    best = cheapest_pattern(possible, system.cost(search.book.suppressed), cancelled=cancelled, enough=enough)
    if best.search is not None:
        best.search.failed[:] = search.failed
        best.search.flows.undecided |= search.flows.undecided
    return best


def _blocking(search: PatternSearch) -> dict[int, tuple[int, ...]]:
    """For each primary cell that cannot be protected, figures of a former release that prevent it."""
    published = list(search.system.problem.published)
    free = search.system.free.copy()
    free[published] = (search.system.values[published] != 0) | search.system.problem.suppress_zeros
    flows = FlowSearch(replace(search.system, free=free), search.flows.cancelled)
    blocking = {}
    for demand in search.failed:
        witness = flows.cheapest(demand, search.book.suppressed)
        if witness is not None:
            blocking[demand.figure] = tuple(np.intersect1d(witness.cells, published).tolist())
    return blocking
