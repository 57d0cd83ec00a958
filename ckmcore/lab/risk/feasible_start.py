"""A solution without any original: the smallest cells are changed one by one until every figure is within its bounds.

Integer programs of tables of three dimensions find no first solution in minutes; a local search mostly does in seconds.
What it finds is checked by what it keeps: every figure is the sum of its atoms and lies within its bounds.
"""

from __future__ import annotations

import math

import numpy as np

from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import Limit
from ckmcore.lab.risk.propagation import Bounds
from ckmcore.lab.risk.relations import Grid, Ints
from ckmcore.methods.count_noise import UNBOUNDED

# Atoms that are looked at for one step, and how often a step is taken that makes things worse.
_LOOKED_AT = 48
_WORSE = 0.1
# Steps without a new best before the search is given up.
_IDLE = 20_000


def feasible_start(grid: Grid, given: Bounds, narrowed: Bounds, limit: Limit, evidence: Evidence) -> Ints | None:
    """Values of all figures of a grid within the bounds `narrowed`, such that no two figures with the same records show
    different contents; None where none is found in time.

    given: bounds before propagation; atoms unbounded there start as if variables were independent, others in the middle
    of their bounds.
    """
    return _Repair(grid, given, narrowed, evidence).search(limit)


class _Repair:
    """Repairs a start solution by changing atoms. holding: for each space and atom the sets that contain it, as steps
    in the flat figures, padded with -1."""

    def __init__(self, grid: Grid, given: Bounds, narrowed: Bounds, evidence: Evidence) -> None:
        self.grid, self.low, self.high, self.evidence = grid, narrowed.low, narrowed.high, evidence
        self.draw = np.random.Generator(np.random.PCG64(1))
        steps = np.cumprod([1, *grid.shape[::-1]])[::-1][1:].tolist()
        self.holding: list[Ints] = []
        own_alones: list[Ints] = []
        for sets, atoms, step in zip(grid.sets, grid.atoms, steps, strict=True):
            longest_set = max(map(len, sets))
            padded = np.full((len(sets), longest_set), -1, dtype=np.int64)
            for atom, numbers in enumerate(sets):
                padded[atom, : len(numbers)] = numbers * step
            self.holding.append(padded)
            address_of_atom = np.zeros(len(sets), dtype=np.int64)
            for atom_index, members in enumerate(atoms):
                if len(members) == 1:
                    address_of_atom[members[0]] = atom_index * step
            own_alones.append(address_of_atom)
        figure, share = np.zeros(1, dtype=np.int64), np.ones(1)
        middle = np.where(self.high < UNBOUNDED, (self.low + self.high) / 2, self.low)
        for address_of_atom in own_alones:
            figure = (figure[:, None] + address_of_atom[None, :]).ravel()
            share = (share[:, None] * (middle[address_of_atom] / max(float(middle[0]), 1.0))[None, :]).ravel()
        # Figure 0 is the total of everything.
        expected = np.floor(share * middle[0] + self.draw.random(len(figure))).astype(np.int64)
        published = given.high[figure] < UNBOUNDED
        self.now = grid.summed(np.where(published, np.floor(middle[figure]).astype(np.int64), expected))

    def search(self, limit: Limit) -> Ints | None:
        """Figures once all are within their bounds; None where the search gives up."""
        best, idle = math.inf, 0
        while not limit.ended() and idle < _IDLE:
            bad = np.flatnonzero((self.now < self.low) | (self.now > self.high))
            if not len(bad):
                alike = self.evidence.violated(self.now)
                if not alike:
                    return self.now if self.evidence.holds(self.now) else None
                self._add_to_one_of(*alike[int(self.draw.integers(len(alike)))])
                idle += 1
                continue
            if len(bad) < best:
                best, idle = len(bad), 0
            idle += 1
            self._step(int(bad[int(self.draw.integers(len(bad)))]))
        return None

    def _add_to_one_of(self, first_figure: int, other: int) -> None:
        """Add a record to one of two figures that is not in the other."""
        first, second = self.grid.atoms_of(first_figure), self.grid.atoms_of(other)
        apart = np.setxor1d(first, second, assume_unique=True)
        # The atom whose figures have room for it, of some.
        chosen = apart[self.draw.integers(len(apart), size=min(len(apart), _LOOKED_AT))]
        figures = [self.grid.figures_with(int(atom)) for atom in chosen]
        over = [int((self.now[figure_index] + 1 > self.high[figure_index]).sum()) for figure_index in figures]
        self.now[figures[int(np.argmin(over))]] += 1

    def _step(self, figure: int) -> None:
        """Move a figure towards its bounds by changing the atom that suits the other figures best."""
        up = bool(self.now[figure] < self.low[figure])
        coordinates = np.unravel_index(figure, self.grid.shape) if self.grid.shape else ()
        touched = np.zeros((_LOOKED_AT, 1), dtype=np.int64)
        is_allowed = np.ones((_LOOKED_AT, 1), dtype=np.bool_)
        for space, set_index in enumerate(coordinates):
            members = self.grid.atoms[space][int(set_index)]
            atoms = members[self.draw.integers(len(members), size=_LOOKED_AT)]
            holding = self.holding[space][atoms]
            touched = (touched[:, :, None] + np.maximum(holding, 0)[:, None, :]).reshape(_LOOKED_AT, -1)
            is_allowed = (is_allowed[:, :, None] & (holding >= 0)[:, None, :]).reshape(_LOOKED_AT, -1)
        current_values, low, high = self.now[touched], self.low[touched], self.high[touched]
        better, worse = (
            (current_values < low, current_values >= high) if up else (current_values > high, current_values <= low)
        )
        change = np.where(is_allowed, worse.astype(np.int64) - better, 0).sum(axis=1)
        chosen = int(np.argmin(change))
        if change[chosen] > 0 and self.draw.random() > _WORSE:
            return
        touched_figures = touched[chosen][is_allowed[chosen]]
        available_steps = (
            np.where(better, low - current_values, high - current_values)
            if up
            else np.where(better, current_values - high, current_values - low)
        )
        step = max(int(available_steps[chosen][is_allowed[chosen]].min()), 1)
        self.now[touched_figures] += step if up else -step
