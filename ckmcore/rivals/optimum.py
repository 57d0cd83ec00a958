"""The cheapest pattern of a small system, proven: a master program chooses cells, linear programs refute its choice.

A choice that leaves a demand open gives cuts: whatever opens the demand suppresses some of the cells whose rooms are in
the way, by their dual prices. For counts, a choice that only fractions would open is ruled out with all smaller ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ckmcore.errors import Cancelled
from ckmcore.rivals.intervals import Floats
from ckmcore.rivals.problem import Demand, FlowSystem
from ckmcore.rivals.relations import Flags
from ckmcore.rivals.search import PatternSearch
from ckmcore.tabulate.relations import Ints
from ckmcore.tabulate.scan import never

# Shares by which levels and cuts may be missed in doubles; what is chosen is proven exactly afterwards.
_NEAR, _SLACK = 1e-6, 1e-7
# Nodes of one master program over whole numbers, rounds of cuts, and programs in all.
_NODES, _ROUNDS, _PROGRAMS = 20_000, 500, 20_000
_OPTIMAL = 0
# Shares from which a cell is taken as chosen, to find further cuts, and by how much shares have to break one.
_ROUNDED, _BROKEN = (0.6, 0.9, 0.3), 0.01


@dataclass(frozen=True, eq=False)
class CheapestPattern:
    """search: the pattern with its proofs, None where none was found. bound: no pattern costs less."""

    search: PatternSearch | None
    bound: float
    programs: int


@dataclass(eq=False)
class _Master:
    """Chooses cells by cuts: weights times the mask of suppressed cells are at least a number."""

    system: FlowSystem
    cells: Ints
    programs: int = 0
    cuts: list[Floats] = field(default_factory=list)
    least: list[float] = field(default_factory=list)

    @cached_property
    def sums(self) -> Any:
        """The relations of the cells."""
        return self.system.matrix[:, self.cells].astype(np.float64)

    def rooms(self, demand: Demand) -> Floats:
        """Rooms below and above of each cell as shares of a level; an endless one as far as any witness has to go."""
        far = max(10 * float(np.abs(self.system.values).max(initial=1)) + 1, 10.0 * demand.level)
        ends = [np.minimum(rooms[self.cells], far) for rooms in (self.system.below, self.system.above)]
        return np.stack(ends) / demand.level

    def choose(self, *, whole: bool) -> tuple[Floats, float] | None:
        """Shares of cells and a bound of the costs; None where the limit of work is reached."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        if not len(self.cells):
            return np.zeros(0), 0.0  # all figures were published
        self.programs += 1
        costs = self.system.costs[self.cells]
        low = self.system.start[self.cells].astype(np.float64)
        rows = np.array(self.cuts).reshape(len(self.cuts), len(self.cells))
        answer: Any = milp(
            costs,
            integrality=np.full(len(costs), int(whole)),
            bounds=Bounds(low, 1.0),
            constraints=LinearConstraint(rows, np.array(self.least), np.inf) if self.cuts else None,
            options={"mip_rel_gap": 0.0, "node_limit": _NODES},
        )
        if answer.status != _OPTIMAL:
            return None
        bound = float(answer.fun if answer.mip_dual_bound is None or not whole else answer.mip_dual_bound)
        return (np.rint(answer.x) if whole else np.asarray(answer.x)), bound

    def cut(self, weights: Floats, least: float) -> None:
        self.cuts.append(weights)
        self.least.append(least)


def cheapest_pattern(
    system: FlowSystem,
    upper: float,
    *,
    cancelled: Callable[[], bool] = never,
    enough: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> CheapestPattern:
    """The cheapest pattern without regard to contributors. upper: cost of a known pattern; where none costs less, no
    search is given. All demands have to be possible. enough: whether to end with the bound so far. Raises Cancelled."""
    master = _Master(system, np.flatnonzero(system.free))
    bound = 0.0
    for whole in (False, True):
        for number in range(_ROUNDS):
            if cancelled():
                raise Cancelled
            choice = None if enough() or master.programs > _PROGRAMS else master.choose(whole=whole)
            if choice is None:
                return CheapestPattern(None, bound, master.programs)
            shares, least = choice
            bound = max(bound, least)
            progress(min(1.0, bound / upper) if upper else 1.0)
            if bound >= upper - _NEAR * max(1.0, upper):
                return CheapestPattern(None, bound, master.programs)
            if _refuted(master, shares, whole=whole):
                continue
            if not whole:
                break
            search = _proven(master, shares > 0.5, cancelled)
            if search is not None:
                return CheapestPattern(search, bound, master.programs)
            if number == _ROUNDS - 1:
                return CheapestPattern(None, bound, master.programs)
    return CheapestPattern(None, bound, master.programs)


def _refuted(master: _Master, shares: Floats, *, whole: bool) -> bool:
    """Add cuts for each demand that the chosen shares leave open; False where there is none."""
    cuts = len(master.cuts)
    for demand in master.system.demands:
        weights = _open_weights(master, demand, shares)
        if weights is not None:
            master.cut(weights, 1 - _SLACK)
            if whole:
                master.cut(_cover(master, demand, shares, weights), 1.0)
    if not whole and len(master.cuts) == cuts:
        for least in _ROUNDED:
            if len(master.cuts) == cuts:
                _cover_shares(master, shares, (shares > least).astype(np.float64))
    return len(master.cuts) > cuts


def _cover_shares(master: _Master, shares: Floats, chosen: Floats) -> None:
    """Cuts that shares break, from demands which a choice near them leaves open."""
    for demand in master.system.demands:
        weights = _open_weights(master, demand, chosen)
        if weights is not None:
            cover = _cover(master, demand, chosen, weights)
            if float(cover @ shares) < 1 - _BROKEN:
                master.cut(cover, 1.0)


def _open_weights(master: _Master, demand: Demand, shares: Floats) -> Floats | None:
    """Weights of the cells whose rooms keep a demand from being met; None where it is met.

    Rooms beyond the level are looked at first as if they ended there: prices of this program give stronger cuts, and a
    cut is right with all prices.
    """
    rooms = master.rooms(demand)
    for most in (1.0, np.inf):
        prices = _prices(master, demand, np.minimum(rooms, most) * shares)
        if prices is None:
            return None
        # By duality the goal is at most the sum of prices times rooms, whatever is chosen.
        weights = (prices * rooms).sum(axis=0)
        result: Floats = np.minimum(np.where(weights > _NEAR, weights, 0.0), 1.0)
        if float(result @ shares) < 1 - _NEAR:
            return result
    return None


def _cover(master: _Master, demand: Demand, chosen: Floats, weights: Floats) -> Floats:
    """Cells of which one has to be suppressed: all but a choice that is as large as it can be without meeting the
    demand, cheap cells first, so that dear ones are left."""
    chosen = np.where((weights > 0) & (chosen < 0.5), 0.0, 1.0)
    costs = master.system.costs[master.cells]
    for cell in np.flatnonzero(chosen < 0.5)[np.argsort(costs[chosen < 0.5], kind="stable")].tolist():
        chosen[cell] = 1.0
        if float(weights @ chosen) < 1 - _NEAR:
            continue
        more = _open_weights(master, demand, chosen)
        if more is None:
            chosen[cell] = 0.0
        else:
            weights = more
            chosen[more == 0] = 1.0
    return 1.0 - chosen


def _prices(master: _Master, demand: Demand, rooms: Floats) -> Floats | None:
    """What more room below and above would gain for each cell; None where the demand is met as it is."""
    from scipy.optimize import linprog

    cells = master.cells
    goal = np.zeros(len(cells))
    goal[np.searchsorted(cells, demand.figure)] = -demand.sign
    matrix = master.sums
    master.programs += 1
    solve: Any = linprog
    ends = np.stack([-rooms[0], rooms[1]], axis=1)
    right, options = np.zeros(matrix.shape[0]), {"presolve": False}
    answer = solve(goal, A_eq=matrix, b_eq=right, bounds=ends, method="highs-ds", options=options)
    if answer.status != _OPTIMAL or -answer.fun >= 1 - _NEAR:
        return None
    prices: Floats = np.maximum(np.stack([answer.lower.marginals, -answer.upper.marginals]), 0)
    return prices


def _proven(master: _Master, chosen: Flags, cancelled: Callable[[], bool]) -> PatternSearch | None:
    """A search whose proofs need no more than the chosen cells; else the choice is ruled out."""
    suppressed = np.zeros(len(master.system.values), dtype=np.bool_)
    suppressed[master.cells[chosen]] = True
    search = PatternSearch.begin(master.system, cancelled, suppressed)
    search.protect()
    if not search.failed and not (search.book.suppressed & ~(suppressed | master.system.start)).any():
        return search
    master.cut((~chosen).astype(np.float64), 1.0)
    return None
