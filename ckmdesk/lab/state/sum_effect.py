"""Effect of a method for sums on single cells of the current table: contributions, step, and all it could publish.

Confidential: for the methodologist's page alone, without copy or export.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.lab.quality.sums import SHARES, ShareErrors, errors_of
from ckmcore.lab.risk.shown_sums import ShownSums
from ckmcore.lab.risk.sum_floor import SumLimits, SumTables, judge_cells
from ckmcore.lab.risk.sum_lattice import originals_of_single
from ckmcore.lab.risk.sum_risk import candidates_of_second, interval_of_largest, possible_noise
from ckmcore.methods.examination import ExaminedMagnitude, NoiseStep
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_law import SumLaws, sum_laws
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.notebook import sum_of
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import Measure, TableSpec
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.state.sums_view import laid_out

Floats = NDArray[np.float64]
# Cells that are offered one by one, sensitive ones first.
MOST_CELLS = 200
SHOWN = 4
# How often errors up to these are told.
VERY_NEAR, NEAR = 0.01, 0.05


@dataclass(frozen=True, eq=False, repr=False)
class SumEffect:
    """The effect of noise on one cell.

    It holds the largest contributions and the number of others, the sum, the first noise step, the published figure,
    and all possible values with their probabilities; then the probabilities that the figure is unchanged (`unchanged`),
    that it lies within p % of the largest contribution (`near`), and of the best guess (None: several contributors).
    For readers who know the settings: `second`, the interval that the second largest contributor finds for the largest
    (5.2), and `rests`, the mean number of values of the rest left to the largest, if one step alone draws (5.4). For a
    single contribution: how many values are left to a reader who knows the noise table but no key, with the least and
    the largest (5.2).
    """

    largest: tuple[float, ...]
    others: int
    x: float
    step: NoiseStep
    place: tuple[int, ...]
    published: float
    sensitive: bool
    values: Floats
    p: Floats
    unchanged: float
    near: float
    guess: float | None
    second: tuple[float, float] | None = None
    rests: float | None = None
    lattice: tuple[int, float, float] | None = None

    def __repr__(self) -> str:
        return "SumEffect(confidential)"

    def of_step(self, name: str) -> float:
        """Return a figure of the first step: unit, ratio or v."""
        return float(getattr(self.step, name)[self.place])


@dataclass(frozen=True)
class ErrorsAtHand:
    """The expected errors of the sums of the current table by the share of the largest contribution.

    `in_force` are those under the method in force (empty if it is the same, or there is none).
    """

    classes: tuple[ShareErrors, ...]
    in_force: tuple[ShareErrors, ...] = ()


def class_ends(share: float) -> tuple[float, float]:
    """Return the smallest and the largest share of the largest contribution in a class of cells."""
    share_index = SHARES.index(share)
    return share, SHARES[share_index - 1] if share_index else 1.0


@dataclass(frozen=True, eq=False, repr=False)
class SumEffects:
    """The cells of a table with contributors, sensitive ones and those with a large share first."""

    cells: ShownSums
    blocks: tuple[RawBlock, ...]
    examined: tuple[ExaminedMagnitude, ...]
    order: tuple[int, ...]
    limits: SumLimits
    half: float  # of the last published decimal
    width: float = 0.0  # the largest noise of a sum as a share of it
    mixed: tuple[int, ...] = ()  # cells whose contributions cancel
    below_zero: bool = False  # some contribution is negative

    def __repr__(self) -> str:
        return f"SumEffects({len(self.order)} cells, confidential)"

    def name(self, number: int, language: Language, total: str) -> str:
        """Return the name of a cell: its categories, with `total` for margins, once for the grand total."""
        return self.called(self.order[number], language, total)

    def called(self, at: int, language: Language, total: str) -> str:
        """Return the name of a cell by its index among all cells."""
        block = self.blocks[int(self.cells.segment[at])]
        position = np.unravel_index(int(self.cells.at[at]), block.shape)
        nodes = [
            dimension.nodes[int(coordinate)] for dimension, coordinate in zip(block.dimensions, position, strict=True)
        ]
        words = [total if node.depth < 0 else node.label.text(language) or str(node.code) for node in nodes]
        return " · ".join(words if any(node.depth >= 0 for node in nodes) else [total])

    def effect(self, number: int) -> SumEffect:
        """Compute the full effect on one cell (by its place in the order)."""
        cell_indices = np.array([self.order[number]])
        cells, segment = self.cells, int(self.cells.segment[cell_indices[0]])
        laws: SumLaws = sum_laws(cells.sums.taken(cell_indices), cells.rules)
        judged = judge_cells(
            laws, cells.top[cell_indices], cells.contributors[cell_indices], cells.sensitive[cell_indices], self.limits
        )
        values, p = laws.values(0)
        cell_place = tuple(
            int(coordinate)
            for coordinate in np.unravel_index(int(cells.at[cell_indices[0]]), self.blocks[segment].shape)
        )
        examined = self.examined[segment]
        many_contributor = int(cells.contributors[cell_indices[0]])
        largest = tuple(np.abs(cells.top[cell_indices[0]])[: min(SHOWN, many_contributor)].tolist())
        guess = float(judged.guess[0])
        x = float(cells.sums.x[cell_indices[0]])
        return SumEffect(
            largest,
            many_contributor - len(largest),
            x,
            examined.steps[0],
            cell_place,
            float(examined.published[cell_place]),
            bool(cells.sensitive[cell_indices[0]]),
            values,
            p,
            float(p[np.abs(values - x) < self.half].sum()),
            float(judged.near[0]),
            None if np.isnan(guess) else guess,
            *self._of_insiders(
                int(cell_indices[0]),
                laws,
                float(examined.published[cell_place]),
                float(examined.steps[0].ratio[cell_place]),
            ),
            self._of_readers(int(cell_indices[0]), float(examined.published[cell_place])),
        )

    def _of_readers(self, index: int, published: float) -> tuple[int, float, float] | None:
        """Compute what readers who know the noise table can conclude about a single contribution.

        Returns the number of possible values, the least and the largest; None with several contributors.
        """
        cells = self.cells
        if int(cells.contributors[index]) != 1 or cells.measure.of == "weighted_count":
            return None
        left = originals_of_single(cells.rules, abs(published), sensitive=bool(cells.sums.sensitive[index]))
        return (len(left), float(left[0]), float(left[-1])) if len(left) else None

    def _of_insiders(
        self, index: int, laws: SumLaws, published: float, ratio: float
    ) -> tuple[tuple[float, float] | None, float | None]:
        """Compute what contributors can conclude: the second largest about the largest, and the largest about the
        rest."""
        cells, many_contributor, top = self.cells, int(self.cells.contributors[index]), self.cells.top[index]
        if many_contributor < 2 or top.min() < 0 or published <= 0:
            return None, None
        settings, part_all = cells.rules.settings, cells.rules.parts.all or cells.rules.parts.even
        second = interval_of_largest(published, float(top[1]), many_contributor, self.width)
        sensitive = bool(cells.sensitive[index])
        one_step = settings.k == 1 or (settings.least_noise > 0 and sensitive)
        if not one_step or settings.contribution != "T" or part_all is None or ratio < part_all.rows[-1]:
            return second, None
        unit = float(top[0] * settings.scaling.m(top[:1])[0])
        noise = possible_noise(part_all, unit, settings.least_noise * float(top[0]) if sensitive else 0.0)
        candidates = candidates_of_second(laws, 0, float(top[0]), noise, many_contributor - 1)
        return second, sum(number * chance for number, chance in candidates.items())


def effects_of(
    data: Microdata,
    spec: TableSpec,
    method: MagnitudeCellKeyMethod,
    magnitude: str,
    limits: SumLimits,
    cancelled: Callable[[], bool],
) -> SumEffects:
    """Compute the cells of the current table under a method; raises the errors of tabulating and of the method."""
    asked_spec = laid_out(spec, data).with_changes(values=(sum_of(magnitude),))
    contributor_count = max(method.contributors, limits.contributors, SHOWN)
    raw = tabulate(data, asked_spec, cancelled=cancelled, contributors=contributor_count)
    measure = Measure("count", magnitude)
    tables = SumTables(data, [raw], method, limits)
    cells = tables.cells(measure)
    examined = tuple(block.magnitudes[measure] for block in method.examine(raw).blocks)
    share = np.abs(cells.top[:, 0]) / np.maximum(np.abs(cells.sums.x), 1e-300)
    order = np.lexsort((-share, ~cells.sensitive))[:MOST_CELLS]
    decimals = method.settings_of(magnitude).decimals
    if decimals is None:
        decimals = data.magnitudes[magnitude].decimals or 0
    return SumEffects(
        cells,
        raw.blocks,
        examined,
        tuple(order.tolist()),
        limits,
        0.5 * 10.0**-decimals,
        tables.width(magnitude)[0],
        tuple(np.flatnonzero(~np.isnan(tables.hidden(cells))).tolist()),
        bool((cells.top < 0).any()),
    )


def errors_at_hand(
    effects: SumEffects,
    data: Microdata,
    spec: TableSpec,
    in_force: MagnitudeCellKeyMethod | None,
    cancelled: Callable[[], bool],
) -> ErrorsAtHand:
    """Compute the expected errors of the sums of the current table; `in_force` is a method to compare with, if any."""
    errors = errors_of(effects.cells.sums, effects.cells.rules, (VERY_NEAR, NEAR))
    if in_force is None:
        return ErrorsAtHand(errors)
    magnitude = effects.cells.measure.magnitude
    try:
        other_effects = effects_of(data, spec, in_force, magnitude, effects.limits, cancelled)
    except CkmError:
        if cancelled():
            raise
        return ErrorsAtHand(errors)  # the method in force does not suit these sums
    return ErrorsAtHand(errors, errors_of(other_effects.cells.sums, other_effects.cells.rules, (VERY_NEAR, NEAR)))
