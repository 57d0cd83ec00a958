"""Witnesses: changes of suppressed figures that break no sum and no room, and so prove how far a cell is open.

The solver gives doubles. A witness is whole numbers over a common denominator, and is checked exactly: what the solver
found is never believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm

import numpy as np

from ckmcore.rivals.intervals import Floats
from ckmcore.rivals.problem import Demand, FlowSystem
from ckmcore.rivals.relations import Flags
from ckmcore.tabulate.relations import Ints

# Changes below this share of the level are noise of the solver.
_NOISE = 1e-7
# Numbers of a witness, and sums of them, are exact in 64 bits.
_MOST = 2**58
# Larger systems are not solved in fractions.
_MOST_CELLS = 400


@dataclass(frozen=True, eq=False)
class FlowWitness:
    """Figures `cells` (ascending) change by `moves / below`; all others stay."""

    cells: Ints
    moves: Ints
    below: int = 1

    @cached_property
    def changed(self) -> dict[int, int]:
        """The move of each cell."""
        return dict(zip(self.cells.tolist(), self.moves.tolist(), strict=True))

    def serves(self, demand: Demand, level: int) -> bool:
        """Whether the demanded cell moves by so many units in the demanded direction."""
        return demand.sign * self.changed.get(demand.figure, 0) >= level * self.below

    def fits(self, system: FlowSystem) -> bool:
        """Whether no sum and no room is broken, exactly."""
        if int(np.abs(self.moves).max(initial=0)) > _MOST // max(1, len(self.cells)):
            return False
        return self.in_rooms(system) and self.closed(system)

    def in_rooms(self, system: FlowSystem) -> bool:
        """Whether each figure stays in its room."""
        below, above = system.below[self.cells], system.above[self.cells]
        # Rooms are whole numbers or endless; a finite one is compared in 64 bits.
        up, down = self.moves > 0, self.moves < 0
        high = np.where(np.isfinite(above), above, 0).astype(np.int64)
        low = np.where(np.isfinite(below), below, 0).astype(np.int64)
        over = up & np.isfinite(above) & (self.moves // self.below + (self.moves % self.below > 0) > high)
        under = down & np.isfinite(below) & (-self.moves // self.below + (-self.moves % self.below > 0) > low)
        whole = not system.whole or self.below == 1
        return bool(whole and not over.any() and not under.any())

    def closed(self, system: FlowSystem) -> bool:
        """Whether every sum still holds."""
        matrix = system.matrix
        starts, ends = matrix.indptr[self.cells], matrix.indptr[self.cells + 1]
        lengths = ends - starts
        entries = np.repeat(starts - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        lines, changes = matrix.indices[entries], matrix.data[entries] * np.repeat(self.moves, lengths)
        if not len(lines):
            return True
        order = np.argsort(lines, kind="stable")
        first = np.flatnonzero(np.diff(lines[order], prepend=-1))
        return not np.add.reduceat(changes[order], first).any()

    def within(self, suppressed: Flags) -> bool:
        """Whether only suppressed figures change."""
        return bool(suppressed[self.cells].all())

    def scaled(self, system: FlowSystem, demand: Demand, level: int) -> FlowWitness | None:
        """The same changes, mirrored or not, so far that they serve a demand; None where rooms are too small."""
        move = demand.sign * self.changed.get(demand.figure, 0)
        if not move:
            return None
        factor = Fraction(level * self.below, move)
        if system.whole:
            factor = Fraction(ceil(factor) if factor > 0 else -ceil(-factor))
        below = self.below * factor.denominator
        if int(np.abs(self.moves).max()) * abs(factor.numerator) > _MOST or below > _MOST:
            return None
        witness = FlowWitness(self.cells, self.moves * factor.numerator, below)
        return witness if witness.in_rooms(system) and witness.serves(demand, level) else None


def exact_witness(system: FlowSystem, demand: Demand, level: int, cells: Ints, changes: Floats) -> FlowWitness | None:
    """The witness in a solution of the solver: rounded, or as the exact solution of the same sums.

    changes: of each cell in units; the cells at an end of their room are those where the solution is.
    """
    moved = np.abs(changes) > _NOISE * level
    cells, changes = cells[moved], changes[moved]
    rounded = np.rint(changes)
    if float(np.abs(rounded).max(initial=0)) > 2.0**53:
        return None
    witness = FlowWitness(cells, rounded.astype(np.int64))
    if witness.serves(demand, level) and witness.fits(system):
        return _without_zeros(witness)
    if system.whole or len(cells) > _MOST_CELLS:
        return None
    solved = _solved_exactly(system, demand, level, cells, changes)
    if solved is None:
        return None
    below = lcm(1, *(move.denominator for move in solved.values()))
    if max(abs(move) for move in solved.values()) * below > _MOST // len(cells) or below > _MOST:
        return None
    exact = FlowWitness(cells, np.array([int(solved[cell] * below) for cell in cells.tolist()], dtype=np.int64), below)
    return _without_zeros(exact) if exact.serves(demand, level) and exact.fits(system) else None


def _without_zeros(witness: FlowWitness) -> FlowWitness:
    moved = witness.moves != 0
    return FlowWitness(witness.cells[moved], witness.moves[moved], witness.below)


def _solved_exactly(
    system: FlowSystem, demand: Demand, level: int, cells: Ints, changes: Floats
) -> dict[int, Fraction] | None:
    """Solve the sums in fractions: the demanded cell and cells at an end of their room are given, the others follow."""
    moves: dict[int, Fraction] = {demand.figure: Fraction(demand.sign * level)}
    open_cells = []
    for cell, change in zip(cells.tolist(), changes.tolist(), strict=True):
        end = float(system.above[cell] if change > 0 else -system.below[cell])
        if cell in moves:
            continue
        if np.isfinite(end) and abs(change - end) <= _NOISE * level:
            moves[cell] = Fraction(int(end))
        else:
            open_cells.append(cell)
    matrix = system.matrix[:, cells].tocsr()
    equations = []
    for line in np.unique(system.matrix[:, cells].indices).tolist():
        row = matrix[[line], :].tocoo()
        terms = dict(zip(cells[row.col].tolist(), map(int, row.data.tolist()), strict=True))
        right = -sum((moves[cell] * sign for cell, sign in terms.items() if cell in moves), Fraction(0))
        equations.append(({cell: Fraction(sign) for cell, sign in terms.items() if cell not in moves}, right))
    near = dict(zip(cells.tolist(), changes.tolist(), strict=True))
    found_moves = _eliminated(equations, open_cells, lambda cell: Fraction(round(near[cell])))
    return None if found_moves is None else moves | found_moves


def _eliminated(
    equations: Iterable[tuple[dict[int, Fraction], Fraction]], unknown: list[int], guess: Callable[[int], Fraction]
) -> dict[int, Fraction] | None:
    """Solve equations by elimination; what stays open is guessed. None where they contradict one another."""
    rows: list[tuple[int, dict[int, Fraction], Fraction]] = []
    for terms, right in equations:
        for pivot, former, value in rows:
            factor = terms.pop(pivot, None)
            if factor:
                right -= factor * value
                for cell, number in former.items():
                    terms[cell] = terms.get(cell, Fraction(0)) - factor * number
        terms = {cell: number for cell, number in terms.items() if number}
        if not terms:
            if right:
                return None
            continue
        pivot = min(terms)
        scale = terms.pop(pivot)
        rows.append((pivot, {cell: number / scale for cell, number in terms.items()}, right / scale))
    pivots = {pivot for pivot, _, _ in rows}
    solved = {cell: guess(cell) for cell in unknown if cell not in pivots}
    for pivot, terms, right in reversed(rows):
        solved[pivot] = right - sum((number * solved[cell] for cell, number in terms.items()), Fraction(0))
    return solved
