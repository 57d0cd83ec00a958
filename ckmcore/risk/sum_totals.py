"""What the total less the other cells tells of a contribution that stands alone in one of them; magnitudes.md 5.6, F5.

With flexible scaling a total of which a giant is a small part has hardly any noise, and no least noise: nobody is
sensitive there. Here this is said of settings alone; what tables at hand leave open the floor says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitude_noise import SumCells
from ckmcore.methods.magnitude_settings import Scaling
from ckmcore.methods.sum_law import NoiseRules, sum_laws

# A total so many times as large as a contribution lies beyond the last row; at so many bends m is that of giants.
_BEYOND, _GIANT = 1e3, 1e12
_SLACK = 1e-9
_NEARLY = 1 + 1e-3


def told_by_total(rules: NoiseRules, size: float, p: float) -> float:
    """P that a contribution of this size, alone in a sensitive cell, lies within the share p of what the cell says and
    the total less the other cells, both weighed by their variances (5.6); the total is sensitive for nobody, so that it
    has no least noise, and the noise of the other cells is left out."""
    sizes = np.array([[size], [size]])
    cells = SumCells(np.array([size, _BEYOND * size]), sizes, np.array([1, 2]), np.array([True, False]), sizes[:, 0])
    one_step = replace(rules, settings=replace(rules.settings, k=1, epsilon=(1.0,)))
    laws = sum_laws(cells, one_step)
    variance = laws.sd**2
    if not variance.sum():
        return 1.0
    weight = variance[::-1] / variance.sum()
    off = weight[0] * laws.added[0][:, np.newaxis] + weight[1] * laws.added[1][np.newaxis, :]
    inside = np.abs(off) < p * size * (1 - _SLACK)
    return float(laws.p @ inside @ laws.p)


@dataclass(frozen=True)
class ToldByTotal:
    """From which size on a contribution is told by the total less the other cells with more than the limit, with which
    P a giant is, and the smallest σ0 with which nobody is (None: none below σ1)."""

    size: float
    p: float
    large: float | None


def open_totals(rules: NoiseRules, p: float, limit: float) -> ToldByTotal | None:
    """What flexible scaling leaves open of totals; None: nothing, or the scaling is not flexible."""
    scaling = rules.settings.scaling
    if scaling.bend is None or scaling.large is None:
        return None
    giant = _GIANT * scaling.bend
    most = told_by_total(rules, giant, p)
    if most <= limit:
        return None
    low, high = scaling.bend, giant
    if told_by_total(rules, low, p) > limit:
        high = 0.0
    while high > low * _NEARLY:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if told_by_total(rules, middle, p) > limit else (middle, high)
    enough = None
    for large in larger_shares(scaling, p):
        asked = replace(rules.settings, scaling=replace(scaling, large=large))
        if told_by_total(replace(rules, settings=asked), giant, p) <= limit:
            enough = large
            break
    return ToldByTotal(high, most, enough)


def larger_shares(scaling: Scaling, p: float) -> tuple[float, ...]:
    """The σ0 above that of a flexible scaling and below its σ1, in quarters of p."""
    if scaling.large is None:
        return ()
    steps = (round(quarter * p / 4, 12) for quarter in range(1, math.ceil(4 * scaling.small / p)))
    return tuple(large for large in steps if scaling.large < large < scaling.small)


def total_tells(rules: NoiseRules, p: float, limit: float) -> Sentence | None:
    """What flexible scaling with a least noise leaves open of totals, and which σ0 is enough; p in percent."""
    found = open_totals(rules, p / 100, limit) if rules.settings.least_noise else None
    if found is None:
        return None
    fields = {"size": float(f"{found.size:.2g}"), "percent": p, "p": round(found.p, 2)}
    if found.large is None:
        return sentence("flex_total_tells_always", **fields)
    return sentence("flex_total_tells", **fields, large=found.large)
