"""How many examples of a property are tried: all of them, or a third where `dev.py test` is to be quick."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

FEW = bool(os.environ.get("CKM_FEW_EXAMPLES"))
Case = TypeVar("Case")


def some_of(cases: Sequence[Case], part: int) -> Sequence[Case]:
    """Every second case, from `part` on, where few are tried: tests with part 0 and 1 try all of them together."""
    return cases[part::2] if FEW else cases


def crossed(*axes: Sequence[object]) -> list[ParameterSet]:
    """Values of several axes for `parametrize`: in every run each value with each one of another axis, of two axes each
    value; all combinations with --thorough."""
    least = min(map(len, axes))
    return [
        pytest.param(*values, marks=pytest.mark.thorough if sum(places) % least else [])
        for places, values in zip(product(*(range(len(axis)) for axis in axes)), product(*axes), strict=True)
    ]


def drawn(function: str, cases: int, number: int) -> set[int]:
    """Which of so many cases of a test function run in every run: so many, drawn by its name, the same every time."""
    return set(Random(function).sample(range(cases), min(number, cases)))


def examples(number: int) -> int:
    """Of so many; never fewer than eight of eight or more."""
    return max(min(number, 8), number // 3) if FEW else number
