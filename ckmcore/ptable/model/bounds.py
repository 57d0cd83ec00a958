"""The upper bounds of a perturbation table's intervals, always exact, in three forms that say the same.

float64: each bound is its shortest decimal form (designed tables). Fractions: the decimals of a file. Whole: multiples
of one unit, exact without a fraction object for each bound (shuffled tables, which a slider makes again and again).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class WholeBounds:
    """Bound n of the table is numerators[n] / unit."""

    numerators: tuple[int, ...]
    unit: int


Bounds = Floats | tuple[Fraction, ...] | WholeBounds


def exact(bounds: Bounds) -> tuple[Fraction, ...]:
    """Bounds as exact fractions."""
    if isinstance(bounds, tuple):
        return bounds
    if isinstance(bounds, WholeBounds):
        return tuple(Fraction(numerator, bounds.unit) for numerator in bounds.numerators)
    return tuple(Fraction(repr(bound)) for bound in bounds.tolist())


def approximate(bounds: Bounds) -> Floats:
    """Bounds as float64, each the nearest to the exact one."""
    if isinstance(bounds, tuple):
        return np.array([float(bound) for bound in bounds])
    if isinstance(bounds, WholeBounds):
        return np.array([numerator / bounds.unit for numerator in bounds.numerators])
    return bounds


def whole(bounds: Bounds, *shared: Fraction) -> WholeBounds:
    """Bounds as whole multiples of a unit of which the fractions `shared` are multiples too."""
    if isinstance(bounds, np.ndarray):
        return _of_floats(bounds, shared)
    if isinstance(bounds, WholeBounds):
        unit = math.lcm(bounds.unit, *(fraction.denominator for fraction in shared))
        return WholeBounds(tuple(numerator * (unit // bounds.unit) for numerator in bounds.numerators), unit)
    unit = math.lcm(*{bound.denominator for bound in (*bounds, *shared)})
    return WholeBounds(tuple(bound.numerator * (unit // bound.denominator) for bound in bounds), unit)


def _of_floats(bounds: Floats, shared_bounds: tuple[Fraction, ...]) -> WholeBounds:
    """Convert float bounds by the digits of their shortest decimals, without fractions or common divisors."""
    texts = [repr(bound) for bound in bounds.tolist()]
    texts = [format(Decimal(text), "f") if "e" in text else text for text in texts]
    text_parts = [text.partition(".") for text in texts]
    decimals = max(len(after) for _, _, after in text_parts)
    numerators = [int(before + after) * 10 ** (decimals - len(after)) for before, _, after in text_parts]
    unit = math.lcm(10**decimals, *(fraction.denominator for fraction in shared_bounds))
    factor = unit // 10**decimals
    return WholeBounds(tuple(numerator * factor for numerator in numerators), unit)


def intervals_of(steps: Floats, digits: int) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Convert rows of upper bounds (rows, columns), in units of 10^-digits, to intervals in column order. Returns p,
    the width of each interval, upper bounds, and the mask of existing intervals."""
    unit, columns = 10.0**digits, np.arange(steps.shape[1])
    rises = np.diff(steps, axis=1, prepend=0.0) > 0
    last = columns[-1] - rises[:, ::-1].argmax(axis=1)
    steps = np.where(columns >= last[:, None], unit, np.minimum(steps, unit))
    p = np.diff(steps, axis=1, prepend=0.0)
    return p / unit, steps / unit, p > 0


def decimal_text(value: Fraction) -> str | None:
    """Finite decimal of a fraction with all digits, or None where there is none."""
    denominator = value.denominator
    twos = (denominator & -denominator).bit_length() - 1
    fives, remainder = 0, denominator >> twos
    while remainder % 5 == 0:
        remainder //= 5
        fives += 1
    if remainder != 1:
        return None
    digits = max(twos, fives)
    number = value.numerator * 10**digits // denominator
    figures = str(abs(number)).zfill(digits + 1)
    sign = "-" if number < 0 else ""
    return f"{sign}{figures[:-digits]}.{figures[-digits:]}" if digits else sign + figures


def plain(value: Decimal) -> str:
    """Decimal text without exponent."""
    return format(value, "f")
