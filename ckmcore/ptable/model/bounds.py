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

# A smaller probability has no width beside bounds near 1 in float64.
_RESOLUTION = 2.0**-52


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


def intervals_of(p: Floats, digits: int | None = None) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Convert rows of probabilities (rows, columns) to intervals in column order. Returns p, upper bounds, and the mask
    of existing intervals.

    A probability too small for a width on the key has no interval. digits: round bounds to this many decimals and take
    p as their differences, so that p is the width of its interval.
    """
    if digits is not None:
        steps = np.rint(p.cumsum(axis=1) * 10**digits)
        p = np.diff(steps, axis=1, prepend=0.0) / 10**digits
    p = np.where(p >= _RESOLUTION, p, 0.0)
    upper = p.cumsum(axis=1) if digits is None else steps / 10**digits
    np.minimum(upper, 1.0, out=upper)
    last_columns = p.shape[1] - 1 - (p > 0)[:, ::-1].argmax(axis=1)
    upper[np.arange(len(p)), last_columns] = 1.0
    has_width = p > 0
    has_width[:, 1:] &= upper[:, 1:] > upper[:, :-1]
    return p, upper, has_width


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
