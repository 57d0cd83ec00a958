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
    """Settings as plain numbers. flex: (σ0, z_f, q) or None; tables by type. Rules of our own: least_noise λ,
    zero_by_key (the sign of noise 0), times: by what the cell key is multiplied."""

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
    least_noise: float = 0.0
    zero_by_key: bool = False
    times: int = 1

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
        key = self.times * sum(one.key for one in counted) % modulus
        sizes = self._sizes(records, heavy, x)
        if x == 0 or not sizes:
            return x
        floor = self.least_noise * self._largest(records, heavy)[0] if sensitive else 0.0
        current, key = self._first(x, sizes[0], len(counted), key, modulus, sensitive, floor)
        if floor > 0:
            return current
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
            return self._largest(records, heavy)[: len(self.epsilon)]
        if self.contribution == "V":
            return [abs(x)]
        if self.contribution == "M":
            return [abs(x) / total] if (total := math.fsum(heavy)) else [0.0]
        every = [abs(one.x) for one in records]
        return [max(every) - min(every)]

    def _largest(self, records: Sequence[Record], heavy: Sequence[float]) -> list[float]:
        """|x_1|, |x_2|, ... with their weights, by their size without."""
        pairs = [(abs(one.x), one.x, w) for one, w in zip(records, heavy, strict=True) if one.x != 0]
        ranked = sorted(pairs, key=lambda one: (-one[0], -one[1], -one[2]))
        return [size * w for size, _, w in ranked]

    def _first(
        self, x: float, size: float, contributors: int, key: int, modulus: int, sensitive: bool, floor: float
    ) -> tuple[float, int]:
        key = _turned(key, modulus)
        unit = size * self.m(size) if size >= self.least else 1.0
        if abs(x) < unit:
            unit, size = abs(x), abs(x) / self.small
            if size < self.least:
                unit = 1.0
        table = "all"
        if self.parity:
            table = "odd" if contributors % 2 else "even"
        if self.separation and size <= self.least:
            table = "small"
        v = _noise(self.tables[table], abs(x) / unit, key, modulus) if unit else 0.0
        extra = self.extra if sensitive and size >= self.least else 0.0
        down = v < 0 or (v == 0 and self.zero_by_key and key % 2 == 1)
        found = x + math.copysign(1.0, x) * (-1 if down else 1) * (unit * (extra + abs(v)) + floor)
        return (0.0 if down and found * x < 0 else found), key


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
