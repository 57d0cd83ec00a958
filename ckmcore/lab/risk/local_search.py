"""Solutions found by small steps from a known one: quick witnesses, also for tables whose integer programs are slow.

The smallest cells of a table (atoms) determine all others. A step moves some records from one category to another along
some of the table's spaces at once, or in and out, as far as every figure that changes stays within its bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import cycle

import numpy as np

from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge
from ckmcore.lab.risk.relations import Grid, Ints
from ckmcore.lab.risk.weight_ratios import WeightRatios
from ckmcore.methods.count_noise import UNBOUNDED

# Steps that come to nothing, one after another, before a figure is given up.
_IDLE = 16
_CHOSEN = 64
_DRAWN = 100_003
_WRAP = 2**64

_Move = tuple[tuple[int, int], ...]


class LocalSearch:
    """A solution that moves towards the bounds of one figure after another and leaves witnesses on its way.

    Figures are changed in Python lists, since a step changes only a handful.
    """

    def __init__(self, grid: Grid, known: IntruderKnowledge, solution: Ints, evidence: Evidence | None = None) -> None:
        self._grid, self._known = grid, known
        shown = _Shown(grid, evidence, solution) if evidence is not None and evidence.compares else None
        weights = None if evidence is None or evidence.weights is None else evidence.weights.searched
        self._shown = shown if shown is None or weights is None else _Weighed(weights, solution, shown)
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
        self._own = []
        for space, step in zip(grid.atoms, steps, strict=True):
            address_of_atom = {
                int(members[0]): members_index for members_index, members in enumerate(space) if len(members) == 1
            }
            self._own.append([address_of_atom[atom] * step for atom in range(len(address_of_atom))])
        self._moves: dict[tuple[int, int, int], _Move] = {}
        # Chance is drawn once and gone through again and again; any order serves.
        self._chance = cycle(np.random.Generator(np.random.PCG64(1)).random(_DRAWN).tolist())

    def leave(self) -> None:
        """Hand the smallest and largest values met over to the knowledge of the intruder."""
        np.minimum(self._known.least, self._least, out=self._known.least)
        np.maximum(self._known.most, self._most, out=self._known.most)

    def reached(self, figure: int, sign: int) -> bool:
        """Whether a figure was met at its lower (-1) or upper (+1) bound, or has no such bound."""
        if sign < 0:
            return self._least[figure] <= self._low[figure]
        return self._most[figure] >= self._high[figure] or self._high[figure] >= UNBOUNDED

    def moved(self, figure: int) -> bool:
        """Whether the figure was met with two values."""
        return self._least[figure] < self._most[figure]

    def towards(self, figure: int, sign: int, cancelled: Callable[[], bool], *, far: bool = True) -> None:
        """Move a figure down (sign -1) or up (+1) as far as possible, or without `far` by one step."""
        grid, current_values = self._grid, self._now
        coordinates = np.unravel_index(figure, grid.shape) if grid.shape else ()
        inner_atoms = [grid.atoms[space][int(set_index)].tolist() for space, set_index in enumerate(coordinates)]
        outside = []
        for space, atoms in enumerate(inner_atoms):
            own_atoms = set(atoms)
            outside.append([atom for atom in range(len(grid.sets[space])) if atom not in own_atoms])
        end = self._low[figure] if sign < 0 else self._high[figure]
        inner = all(len(atoms) == 1 for atoms in inner_atoms)
        idle = 0
        while idle < (_CHOSEN if inner else _IDLE) and current_values[figure] != end and not cancelled():
            if idle == _IDLE:
                # Chance found nothing: what gives way in turn is taken from atoms that can.
                outside = self._able(inner_atoms, sign)
            if self._repeat_move(self._move(inner_atoms, outside), sign, abs(end - current_values[figure])):
                idle = 0
                if not far:
                    return
            else:
                idle += 1

    def _able(self, inner_atoms: list[list[int]], sign: int) -> list[list[int]]:
        """For each space the atoms that, replacing the atom of an inner figure, can move in the opposite direction."""
        current_values, limit = self._now, self._low if sign > 0 else self._high
        own_keys = [self._own[space][atoms[0]] for space, atoms in enumerate(inner_atoms)]
        found_atoms = []
        for space, steps in enumerate(self._own):
            base = sum(own_keys) - own_keys[space]
            found_atoms.append(
                [
                    atom
                    for atom, step in enumerate(steps)
                    if step != own_keys[space] and current_values[base + step] != limit[base + step]
                ]
            )
        return found_atoms

    def _repeat_move(self, move: list[tuple[int, int]], sign: int, limit: int) -> int:
        """Repeat a move as often as possible, at most `limit` times. Returns the number of repetitions."""
        current_values, low, high = self._now, self._low, self._high
        remaining = limit
        for figure, change in move:
            left = high[figure] - current_values[figure] if change * sign > 0 else current_values[figure] - low[figure]
            if left < remaining:
                remaining = left
                if not remaining:
                    return 0
        shown = self._shown
        if shown is not None and not shown.moves(move, sign * remaining, current_values):
            # All of it may break what is shown where a step less does not: an atom keeps a record.
            fewer = (smaller for smaller in dict.fromkeys((remaining - 1, 1)) if 0 < smaller < remaining)
            remaining = next((smaller for smaller in fewer if shown.moves(move, sign * smaller, current_values)), 0)
            if not remaining:
                return 0
        for figure, change in move:
            value = current_values[figure] + change * sign * remaining
            current_values[figure] = value
            if value < self._least[figure]:
                self._least[figure] = value
            elif value > self._most[figure]:
                self._most[figure] = value
        return remaining

    def _move(self, inner_atoms: list[list[int]], outside: list[list[int]]) -> list[tuple[int, int]]:
        """Random move: the changed figures, with the change for one record."""
        chance = self._chance
        move = [(0, 1)]
        for space in range(len(inner_atoms)):
            up = inner_atoms[space][int(next(chance) * len(inner_atoms[space]))]
            down = -1
            if outside[space] and next(chance) < 0.5:
                down = outside[space][int(next(chance) * len(outside[space]))]
            key = (space, up, down)
            along = self._moves.get(key)
            if along is None:
                along = self._moves[key] = self._move_in_space(space, up, down)
            move = [(figure + step, change * factor) for figure, change in move for step, factor in along]
        return move

    def _move_in_space(self, space: int, up: int, down: int) -> _Move:
        """Changes in one space by one more record in atom `up` and one less in `down` (-1 for none)."""
        more = self._sets[space][up]
        less = self._sets[space][down] if down >= 0 else []
        move = [(step, 1) for step in more if step not in less] + [(step, -1) for step in less if step not in more]
        return tuple(move)


class _Weighed:
    """Weights of all figures during a walk, combined with the check of contents `shown`; all moved records have the
    same weight."""

    def __init__(self, ratios: WeightRatios, solution: Ints, shown: _Shown) -> None:
        self._shown = shown
        start = ratios.start(solution)
        self._now: list[float] | None = None if start is None else start.tolist()
        self._ratios = {figure: (float(low), float(high)) for figure, (low, high) in ratios.ratios.items()}

    def moves(self, move: list[tuple[int, int]], times: int, now: list[int]) -> bool:
        """Whether a move respects contents and weights; if so it is applied."""
        weight = self._weight(move, times, now)
        if weight is None or self._now is None or not self._shown.moves(move, times, now):
            return False
        for figure, change in move:
            self._now[figure] += change * times * weight
        return True

    def _weight(self, move: list[tuple[int, int]], multiplicity: int, current_values: list[int]) -> float | None:
        """Weight of a record for which a move is possible; None without one."""
        weights = self._now
        if weights is None:
            return None
        least, upper = 0.0, math.inf
        for figure, change in move:
            step, held_weight = change * multiplicity, weights[figure]
            ratio = self._ratios.get(figure)
            count = current_values[figure] + step
            if ratio is None:
                low, high = 0.0, math.inf
            elif count:
                tolerance = _ROOM * (1.0 + held_weight)
                low, high = ratio[0] * count + tolerance, ratio[1] * count - tolerance
            else:
                low = high = 0.0
            ends = (low - held_weight) / step, (high - held_weight) / step
            least, upper = max(least, min(ends)), min(upper, max(ends))
            if least > upper:
                return None
        return least if math.isinf(upper) else (least + upper) / 2


# How far weights stay away from their bounds, as a share: doubles err by less.
_ROOM = 1e-9


class _Shown:
    """Contents of figures by the records that they contain, updated during a walk.

    _supports: number of each compared figure's atoms with records; _at: by channel and number the content of its
    figures, and how many figures have the number.
    """

    def __init__(self, grid: Grid, evidence: Evidence, solution: Ints) -> None:
        self._grid, self._evidence = grid, evidence
        self._atoms: dict[int, int] = {}
        self._codes: list[dict[int, int]] = []
        self._at: list[dict[int, dict[int, int]]] = []
        self._supports: list[int] = []
        self._around: dict[int, list[int]] = {}
        if evidence.grid is None:
            return
        self._atoms = {figure: atom for atom, figure in enumerate(grid.atom_figures.tolist())}
        self._supports = evidence.supports(solution).tolist()
        for figures, codes in evidence.channels:
            code_of_figure = dict(zip(figures.tolist(), codes.tolist(), strict=True))
            shown_by_support: dict[int, dict[int, int]] = {}
            for figure, code in code_of_figure.items():
                shown = shown_by_support.setdefault(self._supports[figure], {})
                shown[code] = shown.get(code, 0) + 1
            self._codes.append(code_of_figure)
            self._at.append(shown_by_support)

    def moves(self, move: list[tuple[int, int]], times: int, now: list[int]) -> bool:
        """Whether a move respects the contents; if so it is applied."""
        evidence = self._evidence
        if evidence.allowed and not all(evidence.fits(figure, now[figure] + change * times) for figure, change in move):
            return False
        turned: dict[int, int] = {}
        for figure, change in move:
            atom = self._atoms.get(figure)
            if atom is not None and (now[figure] > 0) != (now[figure] + change * times > 0):
                sign = 1 if now[figure] <= 0 else -1
                for other_figure in self._figures_of(atom):
                    turned[other_figure] = turned.get(other_figure, 0) + sign * evidence.weight(atom)
        if not turned:
            return True
        earlier = {figure: self._supports[figure] for figure in turned}
        after = {figure: (self._supports[figure] + change) % _WRAP for figure, change in turned.items()}
        self._turn(earlier, after)
        for codes, shown_by_support in zip(self._codes, self._at, strict=True):
            for figure, support in after.items():
                if figure in codes and len(shown_by_support[support]) > 1:
                    self._turn(after, earlier)
                    return False
        return True

    def _turn(self, former_supports: dict[int, int], after: dict[int, int]) -> None:
        for codes, shown_by_support in zip(self._codes, self._at, strict=True):
            for figure, support in former_supports.items():
                code = codes.get(figure)
                if code is None:
                    continue
                shown = shown_by_support[support]
                shown[code] -= 1
                if not shown[code]:
                    del shown[code]
                    if not shown:
                        del shown_by_support[support]
                shown = shown_by_support.setdefault(after[figure], {})
                shown[code] = shown.get(code, 0) + 1
        for figure, support in after.items():
            self._supports[figure] = support

    def _figures_of(self, atom: int) -> list[int]:
        """The figures that an atom is part of."""
        if atom not in self._around:
            self._around[atom] = self._grid.figures_with(atom).tolist()
        return self._around[atom]
