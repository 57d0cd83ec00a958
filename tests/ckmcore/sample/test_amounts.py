"""Incomes of the sample are those of Python's whole numbers, bit by bit."""

from __future__ import annotations

from math import isqrt

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.sample.amounts import incomes


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=50))
def test_every_income_is_that_of_exact_integers(bits: list[int]) -> None:
    edges = [0, 1, 2**32 - 1, 2**32 - 2, 2**32 - 2**16, *bits]
    wanted = [min(200_000_000, 50_000 * isqrt((2**64 - 1) // (2**32 - h)) // 2**16) for h in edges]
    assert incomes(np.array(edges, dtype=np.uint64)).tolist() == wanted
