"""The field's indicator of what a published small count says: Enderle, Gießing, Tent (2020), as `assess_risk` of the R
package ckm (INSEE) computes it.

q(I | J) = Σ over i in I, j in J of π_i p_ij / Σ over all i, j in J of π_i p_ij: the chance that an original in I is
behind a published count in J, for a reader whose prior is π.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from ckmcore.lab.risk.posterior import SMALL, as_shown, largest_noise
from ckmcore.methods.method import Method, noise_of


@dataclass(frozen=True, repr=False)
class RiskIndicator:
    """Risk indicator q(I | J) as shares. flat: all originals equally likely; empirical: weighted by numbers of cells,
    confidential. None where undefined: no published count is in J (flat), or no cell can publish one (empirical)."""

    flat: float | None
    empirical: float | None = None

    def __repr__(self) -> str:
        return "RiskIndicator(confidential)"

    @property
    def larger(self) -> float | None:
        """The larger of both, by which risk is decided; None where neither is defined."""
        return max((share for share in (self.flat, self.empirical) if share is not None), default=None)


def risk_indicator(
    method: Method,
    originals: Collection[int] = SMALL,
    published: Collection[int] = SMALL,
    cells: Mapping[int, float] | None = None,
    exempt: Mapping[int, float] | None = None,
) -> RiskIndicator:
    """Risk indicator q(originals | published) of a method for counts.

    cells: number of cells by original count, including empty ones (`assess_risk`: freq); exempt: number of further
    cells that are published unchanged. Raises expectation_unknown_method.
    """
    asked_figures = sorted({int(figure) for figure in published if figure >= 0})
    noise = largest_noise(method)
    # No other original can stand behind one of these figures.
    every = {count: 1.0 for figure in asked_figures for count in range(max(figure - noise, 0), figure + noise + 1)}
    flat = _q(method, originals, asked_figures, every, {})
    if cells is None:
        return RiskIndicator(flat)
    return RiskIndicator(flat, _q(method, originals, asked_figures, cells, exempt or {}))


def _q(
    method: Method,
    originals: Collection[int],
    published: Collection[int],
    prior: Mapping[int, float],
    exempt: Mapping[int, float],
) -> float | None:
    counts = np.array(sorted(count for count, weight in prior.items() if weight), dtype=np.int64)
    above, below = [], []
    if len(counts):
        v, p = noise_of(method).chances(counts)
        row_indices, interval = np.nonzero(p)
        is_published = np.isin(as_shown(method, counts[row_indices] + v[row_indices, interval]), list(published))
        weights = np.array([prior[count] for count in counts.tolist()], dtype=np.float64)
        joint = np.where(is_published, weights[row_indices] * p[row_indices, interval], 0.0)
        below += joint.tolist()
        above += joint[np.isin(counts[row_indices], list(originals))].tolist()
    if exempt:
        same_exempt = np.array(sorted(exempt), dtype=np.int64)
        for count, shown in zip(same_exempt.tolist(), as_shown(method, same_exempt).tolist(), strict=True):
            if shown in published:
                below.append(exempt[count])
                above += [exempt[count]] if count in originals else []
    every = math.fsum(below)
    return math.fsum(above) / every if every > 0 else None
