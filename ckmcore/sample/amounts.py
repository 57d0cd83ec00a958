"""Amounts of the sample by whole numbers only, so that every machine draws the same; magnitudes.md section 6.

The records of the sample do not have them yet: they are for its second stream of random bits.
"""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

# Cents: a Pareto distribution with exponent 2 from 500 euro on, cut at 2 million euro.
_LEAST, _MOST = 50_000, 200_000_000
_ALL = 2**64 - 1


def incomes(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """An income a year in cents for each of the 32-bit numbers `bits`.

    50000 isqrt((2^64 - 1) // (2^32 - h)) // 2^16, at most 200 000 000: isqrt in whole numbers, its last digit mended.
    """
    left = np.uint64(_ALL) // (np.uint64(2**32) - bits)
    root = np.sqrt(left.astype(np.float64)).astype(np.uint64)
    root = np.minimum(root, np.uint64(isqrt(_ALL)))
    root -= root * root > left
    more = root + np.uint64(1)
    root += (more <= np.uint64(isqrt(_ALL))) & (more * more <= left)
    cut = np.minimum((np.uint64(_LEAST) * root) >> np.uint64(16), np.uint64(_MOST))
    found: NDArray[np.int64] = cut.astype(np.int64)
    return found
