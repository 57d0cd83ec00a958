"""What a method costs a table, in full: the measures of [W19, HB] and, by name, those of R cellKey and τ-ARGUS.

Noise is published - original. AD = |p - o|, RAD = |p - o| / |o|, DR = |√p - √o| of each cell; their quantiles, mean and
cumulative distribution. Confidential, as everything that is made of originals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.lab.quality.measures import Gaps, TableFigures, gaps, table_figures
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.model.criteria import Criteria
from ckmcore.tabulate.raw import RawTable

Definition = Literal["own", "r_cellkey", "tau_argus"]
Zeros = Literal["without_original", "without_published", "with"]
"""Which cells are measured: those with an original other than 0, those with a published figure other than 0, or all."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

QUANTILES: tuple[tuple[str, float], ...] = (
    ("min", 0.0),
    *((f"d{tenth}0", tenth / 10) for tenth in range(1, 10)),
    ("p95", 0.95),
    ("p99", 0.99),
    ("max", 1.0),
)
LIMITS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
_R_LIMITS = (*LIMITS[1:], float("inf"))
_ABSOLUTE_LIMITS = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 20.0, 50.0, 100.0)
_EVERY_STEP = 20
SIZES: tuple[tuple[int, int | None], ...] = ((1, 20), (21, 50), (51, None))
"""Size classes of cells by the absolute value of the original: from, to (None: no end)."""

_ZEROS: dict[Definition, Zeros] = {
    "own": "without_original",
    "r_cellkey": "without_published",
    "tau_argus": "without_original",
}


@dataclass(frozen=True, repr=False)
class Distances:
    """The distribution of one distance over `cells` cells. Confidential.

    `quantiles`: those of QUANTILES. `within`: pairs (limit, cells whose distance is at most that), limits ascending.
    """

    cells: int
    mean: float
    quantiles: tuple[float, ...]
    within: tuple[tuple[float, int], ...]

    def __repr__(self) -> str:
        return f"Distances({self.cells} cells, confidential)"

    def quantile(self, name: str) -> float:
        """One quantile by its name in QUANTILES, such as "p95"; "d50" is the median."""
        return self.quantiles[[called for called, _ in QUANTILES].index(name)]

    @property
    def median(self) -> float:
        return self.quantile("d50")

    @property
    def largest(self) -> float:
        return self.quantiles[-1]


@dataclass(frozen=True, repr=False)
class SizeClass:
    """The measured cells with |original| from `low` to `high` (None: no end); means are 0 where there is none."""

    low: int
    high: int | None
    cells: int
    unchanged: int
    mean_absolute: float
    mean_relative: float

    def __repr__(self) -> str:
        return f"SizeClass({self.low} to {self.high}, confidential)"


@dataclass(frozen=True, eq=False, repr=False)
class Utility:
    """The measures of a table under one definition. Confidential.

    `cells`: those measured; `hidden`: those that would be, had they not a sign in the place of their figure.
    `noise`: pairs (noise, cells), ascending; by the definition of R cellKey noise is original - published.
    `false_zeros`: an original other than 0 published as 0; `false_nonzeros` the reverse; both of all figures shown.
    `relative`: of cells with an original other than 0, and of those that are 0 and published so, which count as 0.
    `roots`, `hellinger`: None where a figure is negative. `criteria`: the four of [W19], of counts only.
    """

    definition: Definition
    zeros: Zeros
    cells: int
    hidden: int
    unchanged: int
    noise: tuple[tuple[float, int], ...]
    absolute: Distances
    relative: Distances
    roots: Distances | None
    hellinger: float | None
    false_zeros: int
    false_nonzeros: int
    criteria: Criteria | None
    sizes: tuple[SizeClass, ...]
    gaps: Gaps

    def __repr__(self) -> str:
        return f"Utility({self.definition}, {self.cells} cells, confidential)"

    @property
    def share_unchanged(self) -> float:
        return self.unchanged / self.cells


def utility(
    raw: RawTable,
    data: Microdata,
    protected: ProtectedTable,
    *,
    definition: Definition = "own",
    zeros: Zeros | None = None,
) -> Utility:
    """The measures of `protected`, which a method made of `raw`; of `data` the dictionary is asked.

    Of counts, or else of the first kind of figures that is not derived. `zeros` None: as the definition has it.
    Raises nothing_but_zeros, nothing_shown, measures_need_figures, AttackTooLarge, attack_over_periods.
    """
    return utility_of(table_figures(raw, data, protected), definition=definition, zeros=zeros)


def utility_of(figures: TableFigures, *, definition: Definition = "own", zeros: Zeros | None = None) -> Utility:
    """As `utility`, of figures that are there already."""
    zeros = zeros or _ZEROS[definition]
    scale = 10.0**figures.places
    if not figures.original.any() and zeros != "with":
        raise InputError("nothing_but_zeros")
    wanted = measured_cells(figures.original, figures.published, zeros)
    if not (wanted & figures.shown).any():
        raise InputError("nothing_but_zeros") if not wanted.any() else InputError("nothing_shown")
    chosen = wanted & figures.shown
    original, published = figures.original[chosen] / scale, figures.published[chosen] / scale
    before, after = figures.original[figures.shown], figures.published[figures.shown]
    noise = original - published if definition == "r_cellkey" else published - original
    absolute, relative = np.abs(noise), relative_distances(original, published)
    plain = not ((original < 0).any() or (published < 0).any())
    values, cells = np.unique(noise, return_counts=True)
    return Utility(
        definition,
        zeros,
        int(chosen.sum()),
        int((wanted & ~figures.shown).sum()),
        int((noise == 0).sum()),
        tuple(zip(values.tolist(), cells.tolist(), strict=True)),
        distances(absolute, definition, absolute_limits(absolute)),
        distances(relative, definition),
        distances(np.abs(np.sqrt(published) - np.sqrt(original)), definition) if plain else None,
        hellinger(original, published) if plain else None,
        int(((before != 0) & (after == 0)).sum()),
        int(((before == 0) & (after != 0)).sum()),
        empirical_criteria(absolute) if figures.of_counts else None,
        tuple(_size_class(low, high, original, absolute) for low, high in SIZES),
        gaps(figures),
    )


def measured_cells(original: Ints, published: Ints, zeros: Zeros) -> NDArray[np.bool_]:
    """Which cells are measured."""
    if zeros == "with":
        return np.ones(original.shape, dtype=np.bool_)
    found: NDArray[np.bool_] = (original if zeros == "without_original" else published) != 0
    return found


def relative_distances(original: Floats, published: Floats) -> Floats:
    """|p - o| / |o|; 0 where both are 0; a figure that is published of nothing has none and is left out."""
    there = (original != 0) | (published == 0)
    found: Floats = np.abs(published - original)[there] / np.where(original == 0, 1.0, np.abs(original))[there]
    return found


def hellinger(original: Floats, published: Floats) -> float:
    """√(½ Σ (√p - √o)²) over the cells."""
    return float(np.sqrt(0.5 * ((np.sqrt(published) - np.sqrt(original)) ** 2).sum()))


def empirical_criteria(absolute: Floats) -> Criteria:
    """The four criteria [W19] as the absolute noise of some cells has them."""
    return Criteria(
        float(absolute.mean()),
        float((absolute <= 1).mean()),
        float((absolute >= 3).mean()),
        float((absolute >= 4).mean()),
    )


def absolute_limits(absolute: Floats) -> tuple[float, ...]:
    """The limits of absolute distances: every whole number up to the largest one, or coarser where that is large."""
    most = float(absolute.max(initial=0.0))
    if most <= _EVERY_STEP:
        return tuple(float(step) for step in range(int(np.ceil(most)) + 1))
    return (*(limit for limit in _ABSOLUTE_LIMITS if limit < most), float(np.ceil(most)))


def distances(found: Floats, definition: Definition = "own", limits: Sequence[float] = ()) -> Distances:
    """The distribution of some distances; quantiles of type 7, of τ-ARGUS at the place p (n + 1).

    `limits`: those of the cumulative distribution (none: those of relative distances and distances of roots).
    """
    limits = tuple(limits) or (_R_LIMITS if definition == "r_cellkey" else LIMITS)
    if not len(found):
        return Distances(0, 0.0, (0.0,) * len(QUANTILES), tuple((limit, 0) for limit in limits))
    method: Literal["linear", "weibull"] = "weibull" if definition == "tau_argus" else "linear"
    quantiles = np.quantile(found, [at for _, at in QUANTILES], method=method)
    within = np.searchsorted(np.sort(found), limits, side="right")
    return Distances(
        len(found), float(found.mean()), tuple(quantiles.tolist()), tuple(zip(limits, within.tolist(), strict=True))
    )


def _size_class(low: int, high: int | None, original: Floats, absolute: Floats) -> SizeClass:
    size = np.abs(original)
    # Figures with decimals lie between whole numbers: a class reaches up to where the next one begins.
    inside = (size > 0 if low == SIZES[0][0] else size >= low) & (True if high is None else size < high + 1)
    noise, size = absolute[inside], size[inside]
    return SizeClass(
        low,
        high,
        len(noise),
        int((noise == 0).sum()),
        float(noise.mean()) if len(noise) else 0.0,
        float((noise / size).mean()) if len(noise) else 0.0,
    )
