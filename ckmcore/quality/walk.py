"""Solutions found by small steps from a known one: quick witnesses, also for tables whose integer programs are slow.

The smallest cells of a table (atoms) determine all others. A step moves some records from one category to another along
some of the table's spaces at once, or in and out, as far as every figure that changes stays within its bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import numpy as np

from ckmcore.quality.known import Known
from ckmcore.quality.propagation import UNBOUNDED
from ckmcore.quality.relations import Grid, Ints

# Steps that come to nothing, one after another, before a figure is given up.
_IDLE = 16
_DRAWN = 100_003

_Move = tuple[tuple[int, int], ...]


class Walk:
    """A solution that moves towards the ends of figures, one after another, and leaves what it meets as witnesses.

    Figures are changed one by one in lists: a step changes a handful, for which arrays are slow.
    """

    def __init__(self, grid: Grid, known: Known, solution: Ints) -> None:
        self._grid, self._known = grid, known
        self._now: list[int] = solution.tolist()
        self._low: list[int] = known.low.tolist()
        self._high: list[int] = known.high.tolist()
        self._least: list[int] = solution.tolist()
        self._most: list[int] = solution.tolist()
        steps = np.cumprod([1, *grid.shape[::-1]])[::-1][1:].tolist()
        self._sets = [
            [[number * step for number in sets.tolist()] for sets in space]
            for space, step in zip(grid.sets, steps, strict=True)
        ]
        self._moves: dict[tuple[int, int, int], _Move] = {}
        # Chance is drawn once and gone through again and again; any order serves.
        self._chance = cycle(np.random.Generator(np.random.PCG64(1)).random(_DRAWN).tolist())

    def leave(self) -> None:
        """Hands over what was met."""
        np.minimum(self._known.least, self._least, out=self._known.least)
        np.maximum(self._known.most, self._most, out=self._known.most)

    def reached(self, figure: int, sign: int) -> bool:
        """Whether the figure was met at its lower (-1) or upper (+1) bound, or has no such bound."""
        if sign < 0:
            return self._least[figure] <= self._low[figure]
        return self._most[figure] >= self._high[figure] or self._high[figure] >= UNBOUNDED

    def moved(self, figure: int) -> bool:
        """Whether the figure was met with two values."""
        return self._least[figure] < self._most[figure]

    def towards(self, figure: int, sign: int, cancelled: Callable[[], bool], *, far: bool = True) -> None:
        """Moves a figure down (sign -1) or up (+1), to its bound, or (not `far`) a step, as far as it finds a way."""
        grid, now = self._grid, self._now
        places = np.unravel_index(figure, grid.shape) if grid.shape else ()
        inside = [grid.atoms[space][int(place)].tolist() for space, place in enumerate(places)]
        outside = []
        for space, atoms in enumerate(inside):
            mine = set(atoms)
            outside.append([atom for atom in range(len(grid.sets[space])) if atom not in mine])
        end = self._low[figure] if sign < 0 else self._high[figure]
        idle = 0
        while idle < _IDLE and now[figure] != end and not cancelled():
            if self._go(self._move(inside, outside), sign, abs(end - now[figure])):
                idle = 0
                if not far:
                    return
            else:
                idle += 1

    def _go(self, move: list[tuple[int, int]], sign: int, most: int) -> int:
        """Makes a move as many times as it goes, at most `most` times; how many times."""
        now, low, high = self._now, self._low, self._high
        room = most
        for figure, change in move:
            left = high[figure] - now[figure] if change * sign > 0 else now[figure] - low[figure]
            if left < room:
                room = left
                if not room:
                    return 0
        for figure, change in move:
            value = now[figure] + change * sign * room
            now[figure] = value
            if value < self._least[figure]:
                self._least[figure] = value
            elif value > self._most[figure]:
                self._most[figure] = value
        return room

    def _move(self, inside: list[list[int]], outside: list[list[int]]) -> list[tuple[int, int]]:
        """The figures that a move changes, and by how much for one record."""
        chance = self._chance
        move = [(0, 1)]
        for space in range(len(inside)):
            up = inside[space][int(next(chance) * len(inside[space]))]
            down = -1
            if outside[space] and next(chance) < 0.5:
                down = outside[space][int(next(chance) * len(outside[space]))]
            key = (space, up, down)
            along = self._moves.get(key)
            if along is None:
                along = self._moves[key] = self._along(space, up, down)
            move = [(figure + step, change * one) for figure, change in move for step, one in along]
        return move

    def _along(self, space: int, up: int, down: int) -> _Move:
        """What one record more in the atom `up`, and one less in `down` (-1: none), changes in a space."""
        more = self._sets[space][up]
        less = self._sets[space][down] if down >= 0 else []
        found = [(step, 1) for step in more if step not in less] + [(step, -1) for step in less if step not in more]
        return tuple(found)
