"""Solved cases of what readers are left with of published sums, by what they know of the method; magnitudes.md 5.2."""

from __future__ import annotations

from typing import Any

import numpy as np

from ckmcore.lab.conformance.magnitude_tables import Given, MagnitudeTables
from ckmcore.lab.risk import sum_risk as risk
from ckmcore.lab.risk.relations import Relations
from ckmcore.lab.risk.sum_intervals import RealBounds, SumKnowledge, Widths, intervals_alone, sum_intervals
from ckmcore.lab.risk.sum_lattice import originals_of_single, widths_by_rows
from ckmcore.methods.magnitude_noise import Parts
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sum_law import NoiseRules
from ckmcore.ptable.magnitudes import MagnitudePart


def interval_of_one(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Interval of a sum by itself. A reader who knows the table of a single contributor (the default) has the lattice
    of possible originals."""
    if _knows(given, "nothing"):
        return {"low": 0.0, "high": None}
    if not _knows(given, "table"):
        return _ends(risk.interval_of_sum(given["published"], _width(given)))
    magnitude_part, published = _magnitude_part(given, tables), float(given["published"])
    if int(given.get("contributors", 1)) == 1:
        least = float(given.get("least_noise", 0))
        sensitive = bool(given.get("sensitive", least > 0))  # a least noise is one of sensitive cells
        originals = originals_of_single(
            _rules(float(given["sigma"]), least, magnitude_part), published, sensitive=sensitive
        ).tolist()
        ends = {"low": originals[0], "high": originals[-1]} if originals else {"low": 0.0, "high": None}
        return {**ends, "originals": originals}
    bounds = intervals_alone(np.array([published]), _widths(given, magnitude_part))
    return _ends((float(bounds.low[0]), float(bounds.high[0])))


def interval_of_largest(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Interval of the largest contribution as concluded by the second largest contributor."""
    del tables
    return _ends(risk.interval_of_largest(given["published"], given["own"], given["contributors"], _width(given)))


def intervals_of_table(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Parts and their total, together."""
    part_count = len(given["published_parts"])
    relations = Relations(
        part_count + 1,
        np.array([part_count]),
        np.arange(part_count),
        np.array([0, part_count]),
        np.ones(1, dtype=np.bool_),
    )
    published = np.array([*given["published_parts"], given["published_total"]], dtype=np.float64)
    if _knows(given, "nothing"):
        alone = RealBounds(np.zeros(part_count + 1), np.full(part_count + 1, np.inf))
    else:
        by_table = _knows(given, "table")
        alone = intervals_alone(
            published, _widths(given, _magnitude_part(given, tables)) if by_table else _width(given)
        )
    bounds = sum_intervals(alone, relations, np.arange(part_count + 1)).bounds
    ends = [[float(low), _end(float(high))] for low, high in zip(bounds.low, bounds.high, strict=True)]
    return {"intervals_parts": ends[:-1], "interval_total": ends[-1]}


def _ends(ends: tuple[float, float]) -> dict[str, Any]:
    return {"low": ends[0], "high": _end(ends[1])}


def _end(end: float) -> float | None:
    """End of an interval as in the file; None where the interval is open."""
    return None if np.isinf(end) else end


def _knows(inputs: Given, knowledge: SumKnowledge) -> bool:
    """Whether the reader knows at least this much: `nothing` (a sum is not negative and unbounded above), the
    parameters, or the table."""
    return str(inputs.get("knowledge", "")).startswith(knowledge)


def _width(inputs: Given) -> float:
    return float(inputs["sigma"]) * float(inputs["D"]) + float(inputs.get("least_noise", 0))


def _magnitude_part(inputs: Given, tables: MagnitudeTables) -> MagnitudePart:
    return tables.sums[inputs["table"]].part("all")


def _rules(sigma: float, least: float, magnitude_part: MagnitudePart) -> NoiseRules:
    settings = MagnitudeSettings(
        Scaling(sigma),
        least_noise=least,
        zero_sign="key" if least else "plus",
        primary=PrimaryRules(minimum_frequency=3) if least else None,
    )
    return NoiseRules(settings, Parts(all=magnitude_part))


def _widths(inputs: Given, magnitude_part: MagnitudePart) -> Widths:
    return widths_by_rows(magnitude_part, float(inputs["sigma"]), float(inputs.get("least_noise", 0)))
