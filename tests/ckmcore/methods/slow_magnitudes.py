"""The cell-key method for magnitudes, record by record in plain Python: slow, independent of the engine's arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Rows = dict[Fraction, list[tuple[Fraction, Fraction]]]
"""A perturbation table of one type: ratio -> intervals (upper bound, v)."""


@dataclass(frozen=True)
class Record:
    """One record: value, weight, key as a whole number below the modulus."""

    x: float
    weight: float
    key: int


@dataclass(frozen=True)
class Slow:
    """Settings as plain numbers. flex: (σ0, z_f, q) or None; tables by type."""

    small: float
    flex: tuple[float, float, float] | None = None
    contribution: str = "T"
    epsilon: tuple[float, ...] = (1.0,)
    separation: bool = False
    parity: bool = False
    include_zeros: bool = False
    extra: float = 0.0
    weighted: bool = False
    tables: dict[str, Rows] = field(default_factory=dict)

    @property
    def least(self) -> float:
        """z_s."""
        if not self.separation:
            return 0.0
        rows = self.tables["small"]
        lower, variance = Fraction(0), 0.0
        for bound, v in rows[max(rows)]:
            variance += float(bound - lower) * float(v) ** 2
            lower = bound
        return math.sqrt(variance) / (self.small * math.sqrt(sum(one**2 for one in self.epsilon)))

    def m(self, z: float) -> float:
        if self.flex is None:
            return self.small
        low, bend, q = self.flex
        if z >= bend:
            return low * (1 + (self.small * z - low * bend) / (low * bend) * (2 * bend / (bend + z)) ** q)
        return self.small if z > self.least else 0.0

    def published(self, records: Sequence[Record], modulus: int, sensitive: bool = False) -> float:
        """The sum of a cell with noise, unrounded."""
        heavy = [one.weight if self.weighted else 1.0 for one in records]
        x = math.fsum(one.x * w for one, w in zip(records, heavy, strict=True))
        counted = [one for one in records if self.include_zeros or one.x != 0]
        key = sum(one.key for one in counted) % modulus
        sizes = self._sizes(records, heavy, x)
        if x == 0 or not sizes:
            return x
        current, key = self._first(x, sizes[0], len(counted), key, modulus, sensitive)
        for size, epsilon in zip(sizes[1:], self.epsilon[1:], strict=False):
            key = _turned(key, modulus)
            if size < self.least:
                continue
            unit = size * epsilon * self.m(size)
            if abs(current) < unit:
                unit = abs(current)
                if abs(current) / (epsilon * self.small) < self.least:
                    continue
            if unit > 0:
                current += math.copysign(unit, x) * _noise(self.tables["all"], abs(current) / unit, key, modulus)
        return current

    def _sizes(self, records: Sequence[Record], heavy: Sequence[float], x: float) -> list[float]:
        if self.contribution == "T":
            pairs = [(abs(one.x), one.x, w) for one, w in zip(records, heavy, strict=True) if one.x != 0]
            ranked = sorted(pairs, key=lambda one: (-one[0], -one[1], -one[2]))
            return [size * w for size, _, w in ranked[: len(self.epsilon)]]
        if self.contribution == "V":
            return [abs(x)]
        if self.contribution == "M":
            return [abs(x) / total] if (total := math.fsum(heavy)) else [0.0]
        every = [abs(one.x) for one in records]
        return [max(every) - min(every)]

    def _first(
        self, x: float, size: float, contributors: int, key: int, modulus: int, sensitive: bool
    ) -> tuple[float, int]:
        key = _turned(key, modulus)
        unit = size * self.m(size) if size >= self.least else 1.0
        if abs(x) < unit:
            unit, size = abs(x), abs(x) / self.small
            if size < self.least:
                unit = 1.0
        if unit == 0:
            return x, key
        table = "all"
        if self.parity:
            table = "odd" if contributors % 2 else "even"
        if self.separation and size <= self.least:
            table = "small"
        v = _noise(self.tables[table], abs(x) / unit, key, modulus)
        extra = self.extra if sensitive and size >= self.least else 0.0
        found = x + math.copysign(1.0, x) * unit * (1 if v >= 0 else -1) * (extra + abs(v))
        return (0.0 if v < 0 and found * x < 0 else found), key


def _turned(key: int, modulus: int) -> int:
    digits = str(key).zfill(len(str(modulus)) - 1)
    return int(digits[1:] + digits[0])


def _noise(rows: Rows, ratio: float, key: int, modulus: int) -> float:
    def at(row: Fraction) -> float:
        return float(next(v for bound, v in rows[row] if Fraction(key, modulus) < bound))

    known = sorted(rows)
    below = max((row for row in known if row <= ratio), default=known[0])
    above = min((row for row in known if row > below), default=below)
    if ratio <= below or above == below:
        return at(below)
    return at(below) + (ratio - float(below)) / float(above - below) * (at(above) - at(below))
