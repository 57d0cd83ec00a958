"""Solutions found in small boxes of a table: a few categories of each space move, everything else stays.

Where steps find no way and the whole table is too much for HiGHS at once, its parts are not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds as Limits
from scipy.optimize import LinearConstraint, milp

from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit, Progress
from ckmcore.lab.risk.relations import Grid, Ints

Flags = NDArray[np.bool_]

# Atoms of a box, and how long one may take, in seconds.
_ATOMS = 250
_SECONDS = 0.5
# Boxes that show nothing new, one after another, before the search is given up.
_IDLE = 40


def searched_in_boxes(
    grid: Grid,
    known: IntruderKnowledge,
    solution: Ints,
    wanted: Flags,
    limit: Limit,
    progress: Progress,
    evidence: Evidence,
) -> None:
    """Search boxes around undecided figures, then around those whose bounds no solution has attained."""
    boxes = _Boxes(grid, known, solution.copy(), evidence, np.random.Generator(np.random.PCG64(1)))
    boxes.search(lambda: known.undecided & wanted, limit, progress)
    boxes.search(lambda: known.below(wanted) | known.above(wanted), limit, progress)


@dataclass(eq=False)
class _Boxes:
    grid: Grid
    known: IntruderKnowledge
    now: Ints
    evidence: Evidence
    draw: np.random.Generator

    @cached_property
    def sides(self) -> list[int]:
        """Number of atoms of each space in a box; small spaces are included completely."""
        sizes = [len(sets) for sets in self.grid.sets]
        sides, remaining_atoms = [0] * len(sizes), float(_ATOMS)
        order = sorted(range(len(sizes)), key=sizes.__getitem__)
        for space_index, space in enumerate(order):
            sides[space] = min(sizes[space], max(int(remaining_atoms ** (1 / (len(order) - space_index)) + 1e-9), 2))
            remaining_atoms /= sides[space]
        return sides

    def search(self, open_figures: Callable[[], Flags], limit: Limit, progress: Progress) -> None:
        """Search boxes around open figures as long as this reduces their number."""
        idle, flags = 0, open_figures()
        count = self._ends(flags)
        while flags.any() and idle < _IDLE and not limit.ended():
            self._move(int(self.draw.choice(np.flatnonzero(flags))), flags, limit)
            flags = open_figures()
            remaining_ends = self._ends(flags)
            idle = 0 if remaining_ends < count else idle + 1
            count = remaining_ends
            progress(float(self.known.exact.mean()))

    def _ends(self, flags: Flags) -> int:
        return int(self.known.below(flags).sum() + self.known.above(flags).sum())

    def _move(self, figure: int, flags: Flags, limit: Limit) -> None:
        """Change the atoms in a box around a figure, towards the bounds of the open figures concerned."""
        grid, knowledge = self.grid, self.known
        coordinates = np.unravel_index(figure, grid.shape) if grid.shape else ()
        members = [self._members(space, int(coordinate)) for space, coordinate in enumerate(coordinates)]
        touched = [np.flatnonzero(member.any(axis=1)) for member in members]
        kinds = [
            np.unique(member[coordinate], axis=0, return_inverse=True)
            for member, coordinate in zip(members, touched, strict=True)
        ]
        groups = self._crossed([(inverse.ravel(), len(rows)) for rows, inverse in kinds])
        figures = self._crossed([(coordinate, size) for coordinate, size in zip(touched, grid.shape, strict=True)])
        matrix: Any = np.ones((1, 1))
        for rows, _ in kinds:
            matrix = np.kron(matrix, rows.astype(np.float64))
        count = len(matrix)
        low, high = np.full(count, -np.inf), np.full(count, np.inf)
        np.maximum.at(low, groups, knowledge.low[figures] - self.now[figures])
        np.minimum.at(high, groups, knowledge.high[figures] - self.now[figures])
        down = bool(self.draw.random() < 0.5)
        ends = knowledge.below(flags)[figures] if down else knowledge.above(flags)[figures]
        aim = np.bincount(groups, np.where(ends, 1.0 if down else -1.0, 0.0), count)
        answer: Any = milp(
            matrix.T @ aim,
            integrality=np.ones(matrix.shape[1], dtype=np.int64),
            bounds=Limits(-np.inf, np.inf),
            constraints=[LinearConstraint(matrix, low, high), *self._apart(matrix, figures, groups)],
            options={"time_limit": max(min(_SECONDS, limit.seconds), 0.01), "mip_rel_gap": 0.02},
        )
        if answer.x is None:
            return
        moved = self.now[figures] + np.rint(matrix @ np.rint(answer.x)).astype(np.int64)[groups]
        if (moved >= knowledge.low[figures]).all() and (moved <= knowledge.high[figures]).all():
            new_moveds = self.now.copy()
            new_moveds[figures] = moved
            if self.evidence.compares and not self.evidence.holds(new_moveds):
                return
            self.now = new_moveds
            knowledge.witnessed(moved, figures)

    def _apart(self, matrix: Any, figures: Ints, groups: Ints) -> list[LinearConstraint]:
        """Constraints for totals and parts in a box that show different contents and might become equal."""
        totals, part_figures = self.evidence.pairs(self.known.low, self.known.high)
        if not len(totals):
            return []
        group = np.full(len(self.now), -1, dtype=np.int64)
        group[figures] = groups
        in_group = (group[totals] >= 0) | (group[part_figures] >= 0)
        totals, part_figures = totals[in_group], part_figures[in_group]
        if not len(totals):
            return []
        # A last line of zeros for figures that the box leaves as they are.
        wider = np.vstack([matrix, np.zeros((1, matrix.shape[1]))])
        rows = wider[group[totals]] - wider[group[part_figures]]
        return [LinearConstraint(rows, 1 - (self.now[totals] - self.now[part_figures]), np.inf)]

    def _members(self, space: int, index: int) -> Flags:
        """Which atoms of a box are in each set of a space: some of the set `index`, and some others."""
        grid = self.grid
        side, every = self.sides[space], len(grid.sets[space])
        inner_atoms = self.draw.permutation(grid.atoms[space][index])
        outside = np.setdiff1d(np.arange(every), inner_atoms)
        kept_atoms = inner_atoms[: max(side // 2, side - len(outside))]
        chosen = np.concatenate([kept_atoms, self.draw.permutation(outside)[: side - len(kept_atoms)]])
        members = np.zeros((grid.shape[space], len(chosen)), dtype=np.bool_)
        for column, atom in enumerate(chosen.tolist()):
            members[grid.sets[space][atom], column] = True
        return members

    def _crossed(self, coordinate_sizes: list[tuple[Ints, int]]) -> Ints:
        """The flat position of every combination of places, in C order of the sizes."""
        result = np.zeros(1, dtype=np.int64)
        for coordinate, size in coordinate_sizes:
            result = (result[:, None] * size + coordinate[None, :]).ravel()
        return result
