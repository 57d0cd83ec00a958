"""Sums by brute force over all 100 000 keys, written from the conventions of the file of solved cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
M = 100_000
KEYS = np.arange(M)


class Tables:
    """The perturbation tables of a file: rows by ratio, of [v, upper bound in 1/100000]."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = content

    def rows(self, name: str) -> list[tuple[float, list[list[float]]]]:
        return sorted((float(ratio), line) for ratio, line in self.content[name]["rows"].items())

    def of_row(self, line: Sequence[Sequence[float]], keys: Ints) -> Floats:
        """The first entry whose bound is above the key."""
        bounds, values = np.array([one[1] for one in line]), np.array([one[0] for one in line])
        found: Floats = values[np.searchsorted(bounds, keys, side="right")]
        return found

    def last(self, name: str) -> Floats:
        return self.of_row(self.rows(name)[-1][1], KEYS)

    def look_up(self, name: str, ratio: float, keys: Ints) -> Floats:
        rows = [(0.0, [[0.0, float(M)]]), *self.rows(name)]
        if ratio >= rows[-1][0]:
            return self.of_row(rows[-1][1], keys)
        place = max(at for at, (row, _) in enumerate(rows) if row <= ratio)
        (below, lower), (above, upper) = rows[place], rows[place + 1]
        share = (ratio - below) / (above - below)
        return (1 - share) * self.of_row(lower, keys) + share * self.of_row(upper, keys)

    def count(self, name: str, records: int, keys: Ints) -> Ints:
        """Published counts; the last row serves all larger ones."""
        if not records:
            return np.zeros(len(keys), dtype=np.int64)
        rows = self.content[name]["rows"]
        line = rows.get(str(records)) or self.rows(name)[-1][1]
        found: Ints = records + self.of_row(line, keys).astype(np.int64)
        return found


def rotated(keys: Ints) -> Ints:
    """The first digit moved to the end."""
    return (10 * keys) % M + (10 * keys) // M


def m(size: float, scaling: Mapping[str, float]) -> float:
    """The unit of noise as a share of a contribution."""
    small, bend = scaling["small"], scaling.get("bend")
    if bend is None or abs(size) < bend:
        return small
    large, q, z = scaling["large"], scaling["q"], abs(size)
    return large * (1 + (small * z - large * bend) / (large * bend) * (2 * bend / (bend + z)) ** q)


def published(
    tables: Tables,
    name: str,
    x: float,
    sizes: Sequence[float],
    rules: Mapping[str, Any],
    *,
    sensitive: bool = False,
    keys: Ints = KEYS,
) -> Floats:
    """The published sum for each key; sizes: |x_k| of each step."""
    least, mu, scaling = rules.get("least_noise", 0), rules.get("mu", 0), rules["scaling"]
    by_key = bool(least) or rules.get("zero_sign") == "key"
    current = np.full(len(keys), float(x))
    turned = rotated(keys)
    unit = abs(sizes[0]) * m(sizes[0], scaling)
    unit = min(unit, abs(x))
    v = tables.look_up(name, abs(x) / unit, turned) if unit else np.zeros(len(keys))
    sign = np.where(v < 0, -1.0, 1.0)
    if by_key:
        sign = np.where((v == 0) & (turned % 2 == 1), -1.0, sign)
    extra = mu if sensitive else 0
    amount = sign * (unit * (extra + np.abs(v)) + (least * abs(sizes[0]) if sensitive else 0))
    current = np.where((x + np.sign(x) * amount) * np.sign(x) < 0, 0.0, x + np.sign(x) * amount)
    for step, factor in enumerate(rules.get("epsilon", [1])[1:], start=1):
        turned = rotated(turned)
        if step < len(sizes) and not (least and sensitive):
            current = current + np.sign(x) * further(tables, name, current, sizes[step], factor, scaling, turned)
    return current


def further(
    tables: Tables, name: str, current: Floats, size: float, factor: float, scaling: Mapping[str, float], keys: Ints
) -> Floats:
    """What a further step adds."""
    wanted = abs(size) * m(size, scaling) * factor
    unit = np.minimum(np.abs(current), wanted)
    ratio = np.round(np.abs(current) / np.where(unit > 0, unit, 1), 12)
    v = np.zeros(len(keys))
    for one in np.unique(ratio[unit > 0]):
        mine = (ratio == one) & (unit > 0)
        v[mine] = tables.look_up(name, float(one), keys[mine])
    return unit * v


def law(values: Floats) -> tuple[Floats, Floats]:
    """Different values and how often each is."""
    found, many = np.unique(np.round(values, 9), return_counts=True)
    return found, many / len(values)


def best_guess(factors: Floats, p: float) -> float:
    """max_g P(|f / g - 1| < p)."""
    values, often = law(factors)
    guesses = np.concatenate([values / (1 + p) * (1 + 1e-7), values / (1 - p) * (1 - 1e-7)])
    return max(float(often[np.abs(values / one - 1) < p * (1 - 1e-10)].sum()) for one in guesses if one > 0)
