"""Solved cases of medians and quantiles: one, or a list of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ckmcore.lab.conformance.magnitude_tables import Given, MagnitudeTables
from ckmcore.methods.protected import Sign
from ckmcore.methods.quantiles import ClassEdges, interpolated, published_quantiles, quantile_variance
from ckmcore.ptable import PTable
from ckmcore.tabulate.derived_indicators import QuantileExtreme, check_quantile

# The error of quantiles that are made of published counts of classes; magnitudes.md 3.3. Confidential.

# So many combinations of noise are looked at one by one; of more classes so many are drawn.
MOST_COMBINATIONS = 1 << 20
_DRAWS = 100_000


@dataclass(frozen=True)
class QuantileError:
    """A quantile from original class counts, and the distribution of the published one where its class is not open:
    standard deviation, mean absolute error, bias."""

    quantile: float
    sd: float
    mean_abs: float
    bias: float


def quantile_error(counts: Sequence[int], classes: ClassEdges, q: float, ptable: PTable) -> QuantileError:
    """Error of a quantile caused by the noise of the class counts, whose keys are independent since classes are
    disjoint.

    counts: original count of each class; q: quantile in (0, 1). All combinations of noise are weighted by their
    probability; of very many, 100 000 are drawn with a fixed seed.
    """
    original = float(interpolated(np.array(counts, dtype=np.float64), classes, q))
    laws = [ptable.row_distribution(int(row)) for row in ptable.lookup_row_used(np.array(counts, dtype=np.int64))]
    values = [np.array(list(law)) + count for law, count in zip(laws, counts, strict=True)]
    chances = [np.array(list(law.values())) for law in laws]
    values = [np.zeros(1) if not count else value for value, count in zip(values, counts, strict=True)]
    chances = [np.ones(1) if not count else chance for chance, count in zip(chances, counts, strict=True)]
    if math.prod(map(len, values)) <= MOST_COMBINATIONS:
        tables = np.stack([axis_values.ravel() for axis_values in np.meshgrid(*values, indexing="ij")], axis=-1)
        weight = np.ones(1)
        for chance in chances:
            weight = (weight[:, np.newaxis] * chance[np.newaxis, :]).ravel()
    else:
        generator = np.random.Generator(np.random.PCG64(1))
        drawn = [
            value[generator.choice(len(value), _DRAWS, p=p / p.sum())] for value, p in zip(values, chances, strict=True)
        ]
        tables, weight = np.stack(drawn, axis=-1), np.full(_DRAWS, 1 / _DRAWS)
    interpolated_values = interpolated(tables, classes, q)
    is_defined = ~np.isnan(interpolated_values)
    weight = np.where(is_defined, weight, 0.0)
    weight = weight / weight.sum()
    deviations = np.where(is_defined, interpolated_values - original, 0.0)
    bias = float(weight @ deviations)
    sd = math.sqrt(max(float(weight @ (deviations * deviations)) - bias * bias, 0.0))
    return QuantileError(original, sd, float(weight @ np.abs(deviations)), bias)


def quantiles(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Quantiles interpolated from counts of classes."""
    del tables
    classes = ClassEdges(tuple(given["edges"]))
    counts = np.array(given["counts"], dtype=np.float64)
    return {f"{q:g}": _number(float(interpolated(counts, classes, q))) for q in _every_q(given)}


def _every_q(inputs: Given) -> list[float]:
    """Quantiles of a case, given as one number or a list."""
    quantile_shares = inputs["q"]
    return [float(q) for q in quantile_shares] if isinstance(quantile_shares, list) else [float(quantile_shares)]


def _for_each_q(inputs: Given, solve: Callable[[float], dict[str, Any]]) -> dict[str, Any]:
    """Solve a case for one quantile, or for each of a list; then the results are keyed by quantile."""
    if isinstance(inputs["q"], list):
        return {f"{q:g}": solve(q) for q in _every_q(inputs)}
    return solve(float(inputs["q"]))


def quantile_errors(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """The law of a quantile over published counts of classes."""
    classes, counts = ClassEdges(tuple(given["edges"])), given["counts"]
    ptable = tables.counts[given["count_table"]]
    variance = ptable.reports[-1].variance

    def solve(q: float) -> dict[str, Any]:
        error = quantile_error(counts, classes, q, ptable)
        return {
            "quantile": error.quantile,
            "sd": error.sd,
            "mean_abs": error.mean_abs,
            "bias": error.bias,
            "sd_formula": float(np.sqrt(quantile_variance(counts, classes, q, variance))),
        }

    return _for_each_q(given, solve)


def quantile_refused(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Whether a quantile is refused because it is too extreme, or because too few published records lie beyond it."""
    del tables
    total = int(given.get("N_published", _MANY))

    def solve(q: float) -> dict[str, Any]:
        try:
            check_quantile(q)
        except QuantileExtreme as refused:
            return {"refused": refused.code}
        shown_quantiles = published_quantiles(np.array([total]), ClassEdges((0.0, 1.0)), q)
        return {"refused": "quantile_few_beyond" if shown_quantiles.signs == Sign.BLOCKED else None}

    return _for_each_q(given, solve)


# Published records where a case says nothing of them.
_MANY = 10**6


def _number(value: float) -> float | None:
    return None if np.isnan(value) else value
