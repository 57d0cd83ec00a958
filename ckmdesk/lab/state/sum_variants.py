"""Variants of how sums are protected, beside each other on the cells of the current table.

Confidential: for the methodologist's page alone, without copy or export.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.lab.risk.sum_floor import limits_of
from ckmcore.methods.sum_law import SumLaws, sum_laws
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.lab.state.sum_effect import SumEffects, effects_of
from ckmdesk.state.variant import NamedSums

Floats = NDArray[np.float64]
# From this expected deviation on a cell is told to be far from its sum.
FAR = 0.1
# So many cells are looked at, every n-th by the share of the largest contribution.
MOST_LOOKED_AT = 2000
_LOOKS = 1 << 18
# Sensitive cells with little noise that can be looked at one by one.
MOST_NEAREST = 12


@dataclass(frozen=True, repr=False)
class SumFigures:
    """The effect of a variant on the published sums of a magnitude.

    It has the number of cells, mean and 95 % point of |noise|/x, and the cells with an expected deviation above 10 %;
    for sensitive cells their number, the mean of |noise|/x1, and the smallest that any key gives (None: no sensitive
    cell).
    """

    name: str
    cells: int
    mean: float
    most: float
    far: int
    sensitive: int
    of_largest: float | None
    least: float | None
    p: float
    nearest: tuple[tuple[int, float], ...] = ()

    def __repr__(self) -> str:
        return f"SumFigures({self.name!r}, confidential)"


def figures_beside(
    data: Microdata, spec: TableSpec, magnitude: str, beside: Sequence[NamedSums], cancelled: Callable[[], bool]
) -> tuple[SumFigures, ...]:
    """Compute the figures of each variant for the cells of a table; unsuitable variants are omitted."""
    figures = []
    for sums in beside:
        try:
            effects = effects_of(data, spec, sums.method, magnitude, limits_of(sums.method), cancelled)
        except CkmError:
            if cancelled():
                raise
            continue
        if len(effects.cells.at):
            figures.append(figures_of(sums.name, effects))
    return tuple(figures)


def figures_of(name: str, effects: SumEffects) -> SumFigures:
    """Compute the figures of one variant from the noise laws of its cells."""
    cells, sums = effects.cells, effects.cells.sums
    x = np.abs(sums.x)
    present_indices = np.flatnonzero(x > 0)
    order = present_indices[np.argsort(sums.largest[present_indices] / x[present_indices], kind="stable")]
    step = -(-len(order) // MOST_LOOKED_AT) or 1
    examined_order = order[::step]
    is_one_step = (cells.rules.settings.least_noise > 0) & cells.sensitive[examined_order]
    deviations, p, expected = [], [], []
    of_largest: list[Floats] = []
    nearest_cells: list[tuple[int, float]] = []
    for group in (examined_order[is_one_step], examined_order[~is_one_step]):
        if not len(group):
            continue
        laws: SumLaws = sum_laws(sums.taken(group), cells.rules, _LOOKS)
        deviations.append((np.abs(laws.added) / x[group][:, np.newaxis]).ravel())
        p.append(np.tile(laws.p / len(examined_order), len(group)))
        expected.append(laws.mean_abs / x[group])
        marked = np.flatnonzero(cells.sensitive[group] & (sums.largest[group] > 0))
        if len(marked):
            x1 = sums.largest[group][marked]
            of_largest.append(laws.mean_abs[marked] / x1)
            noise_ratios = np.abs(laws.added[marked]).min(axis=1) / x1
            nearest_cells += zip(group[marked].tolist(), noise_ratios.tolist(), strict=True)
    nearest_cells.sort(key=lambda cell_share: (cell_share[1], cell_share[0]))
    distances, weight = np.concatenate(deviations), np.concatenate(p)
    ascending = np.argsort(distances)
    reached = np.cumsum(weight[ascending])
    far_distance = distances[ascending][min(int(np.searchsorted(reached, 0.95)), len(distances) - 1)]
    means = np.concatenate(expected)
    return SumFigures(
        name,
        len(present_indices),
        float(means.mean()),
        float(far_distance),
        round(float((means > FAR).mean()) * len(present_indices)),
        int(cells.sensitive.sum()),
        float(np.concatenate(of_largest).mean()) if of_largest else None,
        nearest_cells[0][1] if nearest_cells else None,
        effects.limits.p / 100,
        tuple(nearest_cells[:MOST_NEAREST]),
    )
