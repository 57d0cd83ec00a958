"""The error of quantiles that are made of published counts of classes; magnitudes.md 3.3. Confidential."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ckmcore.methods.quantiles import ClassEdges, interpolated
from ckmcore.ptable import PTable

# So many combinations of noise are looked at one by one; of more classes so many are drawn.
MOST_COMBINATIONS = 1 << 20
_DRAWS = 100_000


@dataclass(frozen=True)
class QuantileError:
    """A quantile of the original class counts, and the law of the published one where it falls in a class that is not
    open: standard deviation, mean of |error|, bias."""

    quantile: float
    sd: float
    mean_abs: float
    bias: float


def quantile_error(counts: Sequence[int], classes: ClassEdges, q: float, ptable: PTable) -> QuantileError:
    """The error through the noise of the class counts, whose keys are independent: classes are disjoint.

    Every combination of noise counts with its probability; of very many, 100 000 are drawn, the same ones each time.
    """
    original = float(interpolated(np.array(counts, dtype=np.float64), classes, q))
    laws = [ptable.row_distribution(int(row)) for row in ptable.lookup_row_used(np.array(counts, dtype=np.int64))]
    values = [np.array(list(law)) + count for law, count in zip(laws, counts, strict=True)]
    chances = [np.array(list(law.values())) for law in laws]
    values = [np.zeros(1) if not count else one for one, count in zip(values, counts, strict=True)]
    chances = [np.ones(1) if not count else one for one, count in zip(chances, counts, strict=True)]
    if math.prod(map(len, values)) <= MOST_COMBINATIONS:
        tables = np.stack([one.ravel() for one in np.meshgrid(*values, indexing="ij")], axis=-1)
        weight = np.ones(1)
        for one in chances:
            weight = (weight[:, np.newaxis] * one[np.newaxis, :]).ravel()
    else:
        generator = np.random.Generator(np.random.PCG64(1))
        drawn = [one[generator.choice(len(one), _DRAWS, p=p / p.sum())] for one, p in zip(values, chances, strict=True)]
        tables, weight = np.stack(drawn, axis=-1), np.full(_DRAWS, 1 / _DRAWS)
    found = interpolated(tables, classes, q)
    there = ~np.isnan(found)
    weight = np.where(there, weight, 0.0)
    weight = weight / weight.sum()
    off = np.where(there, found - original, 0.0)
    bias = float(weight @ off)
    sd = math.sqrt(max(float(weight @ (off * off)) - bias * bias, 0.0))
    return QuantileError(original, sd, float(weight @ np.abs(off)), bias)
