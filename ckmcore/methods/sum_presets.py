"""Where the design of sums begins: settings from p, presets, the bend of flex scaling from totals; magnitudes.md 2.

Nothing here looks at single contributions: totals of the first level and their largest contributions are given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import InputError
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sums import LEAST_CONTRIBUTORS, NEW_METHOD
from ckmcore.ptable.magnitudes import MagnitudePTable, design_magnitudes, permute
from ckmcore.ptable.magnitudes.permute import DEFAULT_BLOCKS

Floats = NDArray[np.float64]
SumPreset = Literal["turnover", "wages", "areas", "durations"]
SUM_PRESETS: tuple[SumPreset, ...] = get_args(SumPreset)
# The expected relative error that a bend keeps, and of how many of the totals.
TARGET, SHARE = 0.02, 0.9
# q of flex scaling; 2 σ1/(σ1 - σ0) is 2.4 with σ1 = 6 σ0.
Q = 3.0
# The first bend of a preset, until totals say another: it means nothing without data.
FIRST_BEND = 1000.0
# Powers of ten below the largest contribution that a bend is looked for in.
_POWERS = 12


class PercentOfPresets(InputError):
    """A p of which no settings follow: σ1 = 3 p must not exceed 1, λ = 2 p must stay below it."""

    code = "percent_of_presets"


@checked
@dataclass(frozen=True)
class SumDesign:
    """What a table for sums is designed of: `design_magnitudes` and `permute` have the words.

    >>> SumDesign().table(seed=1).is_ordered
    False
    """

    D: int = 5
    V: float = 2.0
    step: int = 4
    icat: tuple[float, ...] = (1.0, 3.0, 5.0)
    blocks: int = DEFAULT_BLOCKS

    def table(self, seed: int) -> MagnitudePTable:
        """The table for large values, permuted. Raises what designing raises."""
        return permute(design_magnitudes(self.D, self.V, step=self.step, icat=self.icat), self.blocks, seed)


SMALL_DESIGN = SumDesign(3, 1.0, 2, (1.0, 3.0))


def rows_for(small: float, D: int = 5, step: int = 4) -> tuple[float, ...]:
    """The rows of a table for σ1 = `small`: 1, 3, D, and where cells with one contributor stand, a = 1/σ1, the nearest
    multiple of 1/step below D, so that they are hardly interpolated."""
    nearest = round(step / small) / step
    return tuple(sorted({1.0, 3.0, float(D)} | ({nearest} if 1 < nearest < D else set())))


@checked
def sums_from_p(p_percent: float) -> tuple[MagnitudeSettings, SumDesign]:
    """Settings and table that follow from p: σ1 = 3 p, σ0 = p/2, λ = 2 p, D 5, V 2, steps of 1/4.

    λ = 2 p is the floor: where the p %-rule marks a cell nobody comes within p % of its largest contribution. The bend
    is the first of any data (`bend_for`). Raises PercentOfPresets.

    >>> settings, design = sums_from_p(10)
    >>> settings.scaling.small, settings.least_noise, design.icat
    (0.3, 0.2, (1.0, 3.0, 3.25, 5.0))
    """
    if not 0 < p_percent <= 100 / 3:
        raise PercentOfPresets(found=p_percent)
    small, large, least = (round(times * p_percent / 100, 12) for times in (3, 0.5, 2))
    settings = MagnitudeSettings(
        Scaling(small, large, FIRST_BEND, Q),
        least_noise=least,
        zero_sign="key",
        primary=PrimaryRules(p_percent=p_percent),
        least_contributors=LEAST_CONTRIBUTORS,
        **NEW_METHOD,
    )
    return settings, SumDesign(icat=rows_for(small))


@checked
def sum_preset(name: SumPreset, p_percent: float = 10.0) -> tuple[MagnitudeSettings, SumDesign]:
    """Settings and table for a kind of magnitude.

    turnover: very skewed, flex, three steps, other keys each period. wages: mildly skewed, simple, the same key in all
    periods. areas: many true zeros, which are public, small values apart. durations: bounded, simple. Areas need the
    table `SMALL_DESIGN` for small values. Raises PercentOfPresets.

    >>> sum_preset("wages")[0].nature
    'level'
    """
    settings, design = sums_from_p(p_percent)
    if name == "turnover":
        return replace(settings, k=3, epsilon=(1, 0.5, 0.2), nature="flow"), design
    if name == "areas":
        kept = replace(settings, k=2, epsilon=(1, 0.5), nature="level", separation=True, zero_is="public")
        return kept, design
    small = round((2 if name == "wages" else 3) * p_percent / 100, 12)
    return replace(settings, scaling=Scaling(small), nature="level"), replace(design, icat=rows_for(small))


@checked
def bend_for(
    totals: Iterable[tuple[float, float]],
    scaling: Scaling,
    mean_abs_v: float,
    *,
    target: float = TARGET,
    share: float = SHARE,
) -> float | Literal["simple"] | None:
    """z_f of flex scaling from totals and their largest contributions: the largest of 1-2-5 · 10^e that keeps the
    expected relative error m(x1) x1 E|v| / x within `target` for `share` of the totals.

    "simple" where σ1 alone does; None where no bend does, because one contributor rules too many totals. Rounded to
    1-2-5, so that nobody reads a contribution off z_f. `scaling` has σ1, σ0 and q; totals of 0 count for nothing.

    >>> flex = Scaling(0.3, 0.05, 1000, 3)
    >>> bend_for([(1e6, 4e4), (5e5, 1e5), (2e5, 15_000)], flex, 1.1265)
    5000.0
    """
    found = [(abs(total), abs(largest)) for total, largest in totals if total and largest]
    if not found:
        return "simple"
    x, largest = (np.array(one, dtype=np.float64) for one in zip(*found, strict=True))

    def holds(one: Scaling) -> bool:
        error = one.m(largest) * largest * mean_abs_v / x
        return float((error <= target).mean()) >= share

    if holds(Scaling(scaling.small)):
        return "simple"
    if scaling.large is None:
        return None
    highest = math.ceil(math.log10(float(largest.max()))) + 1
    # Below, m is σ0 of every contribution, but for what no digit shows.
    for power in range(highest, highest - _POWERS, -1):
        for first in (5, 2, 1):
            bend = float(first * 10.0**power)
            if holds(replace(scaling, bend=bend)):
                return bend
    return None
