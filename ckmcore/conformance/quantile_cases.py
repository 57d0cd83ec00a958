"""Solved cases of medians and quantiles: one, or a list of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ckmcore.conformance.magnitude_tables import Given, MagnitudeTables
from ckmcore.methods.protected import Sign
from ckmcore.methods.quantiles import ClassEdges, interpolated, published_quantiles, quantile_variance
from ckmcore.quality.quantiles import quantile_error
from ckmcore.tabulate.answers import QuantileExtreme, check_quantile


def quantiles(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Quantiles interpolated from counts of classes."""
    del tables
    classes = ClassEdges(tuple(given["edges"]))
    counts = np.array(given["counts"], dtype=np.float64)
    return {f"{q:g}": _number(float(interpolated(counts, classes, q))) for q in _every_q(given)}


def _every_q(given: Given) -> list[float]:
    """The quantiles of a case: one, or a list of them."""
    asked = given["q"]
    return [float(q) for q in asked] if isinstance(asked, list) else [float(asked)]


def _for_each_q(given: Given, solve: Callable[[float], dict[str, Any]]) -> dict[str, Any]:
    """What is found of one quantile, of a list of them by quantile."""
    if isinstance(given["q"], list):
        return {f"{q:g}": solve(q) for q in _every_q(given)}
    return solve(float(given["q"]))


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
    """Whether a quantile is refused: by how far out it is, else by how few published records lie beyond."""
    del tables
    total = int(given.get("N_published", _MANY))

    def solve(q: float) -> dict[str, Any]:
        try:
            check_quantile(q)
        except QuantileExtreme as refused:
            return {"refused": refused.code}
        shown = published_quantiles(np.array([total]), ClassEdges((0.0, 1.0)), q)
        return {"refused": "quantile_few_beyond" if shown.signs == Sign.BLOCKED else None}

    return _for_each_q(given, solve)


# Published records where a case says nothing of them.
_MANY = 10**6


def _number(value: float) -> float | None:
    return None if np.isnan(value) else value
