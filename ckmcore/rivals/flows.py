"""The cheapest change of figures that opens a primary cell, by linear programs over neighbourhoods of the cell.

Neighbours are near by cost: to enter a figure that is published costs what suppressing it costs. A neighbourhood is
never less safe than the whole system, only dearer; where none is large enough the whole system decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np

from ckmcore.errors import Cancelled
from ckmcore.rivals.intervals import Floats
from ckmcore.rivals.problem import Demand, FlowSystem
from ckmcore.rivals.relations import Flags
from ckmcore.rivals.witnesses import FlowWitness, exact_witness
from ckmcore.tabulate.relations import Ints
from ckmcore.tabulate.scan import never

# Systems of so many figures are solved as a whole; beyond, neighbourhoods of these sizes are tried, as long as more
# room helps. Up to the middle size the whole system is looked at once cells have to be opened.
_WHOLE, _MIDDLE = 300, 10_000
_SIZES = (150, 450, 1350, 4050)
_CHEAPER = 0.999
# Of systems with more figures one size alone, which costs little more.
_LARGE, _SIZES_OF_LARGE = 20_000, (600,)
# Suppressed figures are nearly free: the fewer change the better.
_NEARLY_FREE = 1e-4
# A room narrower than the level makes a figure dearer, up to so many times; what is narrower yet is left out.
_DEAREST, _NARROWEST = 1e3, 1e-6
# Nodes of a search over whole numbers: work, not time, so that every computer decides alike.
_NODES = 5_000
# Linear programs that a search over whole numbers counts for.
_WHOLE_NUMBERS = 20
# Changes as shares of the level that are more than noise of the solver.
_MOVED = 1e-7
# Whole numbers that cost so much more than the least are taken; where nothing is published for them, any.
_GAP, _ANY = 0.05, 1e6
_OPTIMAL, _INFEASIBLE = 0, 2
# Rounds in which the block of a cell is completed over linked tables, and siblings that belong to it.
_ROUNDS, _SIBLINGS, _BLOCK = 8, 2, 4_000


@dataclass(eq=False)
class FlowSearch:
    """Looks for witnesses in a system. programs: number of linear programs so far; undecided: demands for which a
    search over whole numbers was not finished. banned: figures that stay published for the time being."""

    system: FlowSystem
    cancelled: Callable[[], bool] = never
    programs: int = 0
    undecided: set[Demand] = field(default_factory=set)
    banned: tuple[int, ...] = ()

    @cached_property
    def relations_of(self) -> list[list[int]]:
        """The relations of each figure."""
        matrix = self.system.matrix
        indices, ends = matrix.indices.tolist(), matrix.indptr.tolist()
        return [indices[start:end] for start, end in pairwise(ends)]

    @cached_property
    def figures_of(self) -> list[list[int]]:
        """The figures of each relation, the total first."""
        relations = self.system.problem.figures.relations
        return [[total, *relations.parts_of(number).tolist()] for number, total in enumerate(relations.totals.tolist())]

    @cached_property
    def _nearly_free(self) -> float:
        costs = self.system.costs[self.system.costs > 0]
        return _NEARLY_FREE * float(costs.min(initial=1.0))

    @cached_property
    def _entering(self) -> list[float]:
        """What it costs to enter each figure that is published."""
        costs: list[float] = self.system.costs.tolist()
        return costs

    def cheapest(
        self, demand: Demand, suppressed: Flags, *, level: int | None = None, barred: Collection[int] = ()
    ) -> FlowWitness | None:
        """The witness whose published figures cost least, None where no figures can open the cell.

        suppressed: figures that cost nothing; level: by default the demanded one; barred: figures that stay. Raises
        Cancelled.
        """
        level = demand.level if level is None else level
        free = self.system.free
        if len(barred) or self.banned:
            free = free.copy()
            free[[*barred, *self.banned]] = False
        every = np.flatnonzero(free)
        if not free[demand.figure]:
            return None
        if len(every) <= _WHOLE:
            return self.over(demand, level, every, suppressed)
        block = np.array([cell for cell in self._block(demand.figure) if free[cell]], dtype=np.int64)
        nearest, paid = None, np.inf
        for near, connected in self._balls(demand.figure, self._sizes, free, suppressed):
            witness = self.over(demand, level, np.union1d(near, block), suppressed)
            if witness is None:
                if connected:
                    return None
                continue
            price = self._price(witness, suppressed, level)
            if connected or not price or len(near) == self._sizes[-1]:
                return witness if price < paid else nearest
            if price >= paid * _CHEAPER:  # more room does not help
                return nearest
            nearest, paid = witness, price
        return self.over(demand, level, every, suppressed)

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        """Sizes of the neighbourhoods that are tried one after another."""
        count = len(self.system.values)
        if int(self.system.free.sum()) <= _MIDDLE:
            return _SIZES[0], count
        return _SIZES if count <= _LARGE else _SIZES_OF_LARGE

    def within(self, demand: Demand, level: int, suppressed: Flags, barred: Collection[int] = ()) -> FlowWitness | None:
        """A witness among the suppressed figures near the cell."""
        free = self.system.free & suppressed
        if len(barred):
            free[list(barred)] = False
        if not free[demand.figure]:
            return None
        near = next(ball for ball, _ in self._balls(demand.figure, (_WHOLE,), free, None))
        return self.over(demand, level, near, suppressed)

    def _price(self, witness: FlowWitness, suppressed: Flags, level: int) -> float:
        """What the program pays for published figures, as a share of the level by which they change."""
        changed, system = witness.changed, self.system
        opened = witness.cells[~suppressed[witness.cells]]
        moves = np.array([abs(changed[cell]) for cell in opened.tolist()], dtype=np.float64) / witness.below / level
        rooms = np.minimum(system.above[opened], system.below[opened]) / level
        return float((system.costs[opened] * moves / np.clip(rooms, 1 / _DEAREST, 1.0)).sum())

    def over(self, demand: Demand, level: int, cells: Ints, suppressed: Flags) -> FlowWitness | None:
        """The cheapest witness that changes no figures but `cells`."""
        if self.cancelled():
            raise Cancelled
        system = self.system
        room_up, room_down = system.above[cells] / level, system.below[cells] / level
        widest = np.maximum(np.minimum(room_up, room_down), 1 / _DEAREST)
        price = np.where(suppressed[cells], self._nearly_free, system.costs[cells] / np.minimum(widest, 1.0))
        at = int(np.searchsorted(cells, demand.figure))
        if at >= len(cells) or cells[at] != demand.figure:
            return None
        if (room_up if demand.sign > 0 else room_down)[at] < 1:
            return None
        changes = self._solved(cells, at, demand.sign, price, room_up, room_down)
        witness = None if changes is None else exact_witness(system, demand, level, cells, changes * level)
        if changes is not None and witness is None:
            # The cells of the fractions often have whole numbers, too, and these cost no further cell.
            moved = np.abs(changes) > _MOVED
            inside = np.zeros(len(system.values), dtype=np.bool_)
            inside[cells] = True
            sizes = _SIZES[:1] if len(system.values) <= _LARGE else _SIZES[:2]
            balls = (ball for ball, _ in self._balls(demand.figure, sizes, inside, suppressed))
            for chosen in (moved, *(moved | np.isin(cells, near) for near in balls)):
                if witness is None:
                    own = int(np.searchsorted(cells[chosen], demand.figure))
                    witness = self._over_whole_numbers(demand, level, cells[chosen], own, price[chosen])
            if witness is None:
                self.programs += _WHOLE_NUMBERS
                self.undecided.discard(demand)
                witness = self._over_whole_numbers(demand, level, cells, at, price)
        return witness

    def _solved(
        self, cells: Ints, at: int, sign: int, price: Floats, room_up: Floats, room_down: Floats
    ) -> Floats | None:
        """Changes as shares of the level; None where there are none."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        matrix = self._sums(cells)
        high = np.concatenate([room_up, room_down])
        high[high < _NARROWEST] = 0.0
        low = np.zeros(len(high))
        own, opposite = (at, len(cells) + at) if sign > 0 else (len(cells) + at, at)
        low[own], high[own], high[opposite] = 1.0, 1.0, 0.0
        goal = np.concatenate([price, price])
        for presolve in (False, True):
            self.programs += 1
            answer: Any = milp(
                goal,
                bounds=Bounds(low, high),
                constraints=LinearConstraint(matrix, 0.0, 0.0),
                options={"presolve": presolve},
            )
            if answer.status == _OPTIMAL:
                solution = np.asarray(answer.x)
                changes: Floats = solution[: len(cells)] - solution[len(cells) :]
                return changes
            if answer.status == _INFEASIBLE:
                return None
        return None

    def _over_whole_numbers(
        self, demand: Demand, level: int, cells: Ints, at: int, price: Floats
    ) -> FlowWitness | None:
        """The cheapest witness in whole units, where the linear program has one in fractions."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        system = self.system
        high = np.concatenate([system.above[cells], system.below[cells]])
        low = np.zeros(len(high))
        own, opposite = (at, len(cells) + at) if demand.sign > 0 else (len(cells) + at, at)
        low[own], high[opposite] = level, 0.0
        self.programs += 1
        answer: Any = milp(
            np.concatenate([price, price]),
            integrality=np.ones(len(high), dtype=np.int64),
            bounds=Bounds(low, high),
            constraints=LinearConstraint(self._sums(cells), 0.0, 0.0),
            options={"node_limit": _NODES, "mip_rel_gap": _GAP if (price > self._nearly_free).any() else _ANY},
        )
        if answer.x is None:
            if answer.status != _INFEASIBLE:
                self.undecided.add(demand)
            return None
        solution = np.rint(answer.x)
        return exact_witness(system, demand, level, cells, solution[: len(cells)] - solution[len(cells) :])

    def _sums(self, cells: Ints) -> Any:
        """The relations of some figures: a column for each upward, then for each downward."""
        from scipy.sparse import csc_array

        matrix = self.system.matrix
        starts, lengths = matrix.indptr[cells], np.diff(matrix.indptr)[cells]
        entries = np.repeat(starts - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        lines, rows = np.unique(matrix.indices[entries], return_inverse=True)
        signs = matrix.data[entries].astype(np.float64)
        ends = np.concatenate([[0], np.cumsum(np.concatenate([lengths, lengths]))])
        shape = (len(lines), 2 * len(cells))
        return csc_array((np.concatenate([signs, -signs]), np.concatenate([rows, rows]), ends), shape=shape)

    def _balls(
        self, figure: int, sizes: Sequence[int], free: Flags, suppressed: Flags | None
    ) -> Iterator[tuple[Ints, bool]]:
        """The figures nearest to one, as many as each of the sizes says, and whether they are all that can be
        reached. To enter a figure costs what suppressing it costs; without `suppressed` 1."""
        relations_of, figures_of, costs = self.relations_of, self.figures_of, self._entering
        free_bytes = free.tobytes()
        cheap = b"" if suppressed is None else suppressed.tobytes()
        nearly_free = self._nearly_free
        reached: set[int] = set()
        seen_relations: set[int] = set()
        queue = [(0.0, figure)]
        for size in sizes:
            while queue and len(reached) < size:
                distance, cell = heappop(queue)
                if cell in reached:
                    continue
                reached.add(cell)
                for relation in relations_of[cell]:
                    # The first figure that reaches a relation is the nearest: others reach its figures no cheaper.
                    if relation in seen_relations:
                        continue
                    seen_relations.add(relation)
                    for other in figures_of[relation]:
                        if free_bytes[other] and other not in reached:
                            step = 1.0 if not cheap else nearly_free if cheap[other] else costs[other]
                            heappush(queue, (distance + step, other))
            yield np.array(sorted(reached), dtype=np.int64), not queue
            if not queue:
                return

    def _block(self, figure: int) -> list[int]:
        """A finest cell below a figure with all its totals, and the same of its largest siblings: to move a finest cell
        changes exactly its totals, so that the figure can be opened upwards within them."""
        block = dict.fromkeys(self._with_totals(self._finest_below(figure)))
        for relation in self.relations_of[figure]:
            total, *parts = self.figures_of[relation]
            if total != figure:
                others = sorted((part for part in parts if part != figure), key=self._size)
                for sibling in others[:_SIBLINGS]:
                    block.update(dict.fromkeys(self._with_totals(self._finest_below(sibling))))
        for _ in range(_ROUNDS):
            missing = [
                max(parts, key=lambda cell: (self.system.values[cell], -cell))
                for cell in list(block)
                for relation in self.relations_of[cell]
                if (parts := self.figures_of[relation][1:]) and self.figures_of[relation][0] == cell
                if not any(part in block for part in parts)
            ]
            if not missing or len(block) > _BLOCK:
                break
            for cell in missing:
                block.update(dict.fromkeys(self._with_totals(self._finest_below(cell))))
        return list(block)

    def _size(self, cell: int) -> tuple[int, int]:
        return -int(self.system.values[cell]), cell

    def _finest_below(self, figure: int) -> int:
        """The largest part of the largest part, as far as there are parts."""
        while True:
            parts = next(
                (rest for relation in self.relations_of[figure] if self.figures_of[relation][0] == figure
                 if (rest := self.figures_of[relation][1:])),
                None,
            )  # fmt: skip
            if parts is None:
                return figure
            figure = min(parts, key=self._size)

    def _with_totals(self, figure: int) -> list[int]:
        """A figure with all totals that it is a part of, over all levels."""
        every, queue = {figure: None}, [figure]
        while queue:
            cell = queue.pop()
            for relation in self.relations_of[cell]:
                total = self.figures_of[relation][0]
                if total not in every:
                    every[total] = None
                    queue.append(total)
        return list(every)
