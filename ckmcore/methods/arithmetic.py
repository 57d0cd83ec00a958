"""Whole numbers divided and rounded half away from zero, exactly."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError


def divide_exactly(numerators: Iterable[int], denominators: Iterable[int], shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Divide as `divide_half_away` does, in Python integers, for intermediate values beyond 64 bits. shape: of the
    result. Raises figure_too_large."""
    quotients = []
    for numerator, denominator in zip(numerators, denominators, strict=True):
        quotient = (2 * abs(numerator) + denominator) // (2 * denominator)
        quotients.append(-quotient if numerator < 0 else quotient)
    if any(abs(figure) >= 2**63 for figure in quotients):
        raise InputError("figure_too_large")
    return np.array(quotients, dtype=np.int64).reshape(shape)


def whole_half_away(figures: NDArray[np.float64]) -> NDArray[np.int64]:
    """Round doubles to whole numbers, halves away from zero. Raises figure_too_large where a number exceeds 64 bits."""
    if not bool((np.abs(figures) < 2.0**63).all()):
        raise InputError("figure_too_large")
    # Not trunc(x + 1/2): from 2^52 on the sum itself would be rounded.
    whole = np.trunc(figures)
    up = np.abs(figures - whole) >= 0.5
    return (whole + np.where(up, np.sign(figures), 0.0)).astype(np.int64)


def divide_half_away(numerator: NDArray[np.int64], denominator: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Divide integers exactly, halves away from zero. denominator: positive."""
    doubled = 2 * np.abs(numerator) + denominator
    quotient: NDArray[np.int64] = doubled // (2 * np.asarray(denominator))
    return np.where(numerator < 0, -quotient, quotient)
