"""Keys of households: each record has the sum of the keys of all members of its household (method.md, section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.keys.draw import Rows
from ckmcore.keys.record_keys import RecordKeys, compact_keys

_BASE = 10**9


def household_keys(keys: RecordKeys, households: Sequence[str] | Any) -> RecordKeys:
    """Keys of households: for each record the sum modulo M of the keys of all members of its household. Modulus and
    digits stay.

    households: household of each record, as texts or an arrow array of strings. Raises key_household_missing with count
    and first records, and key_household_rows.
    """
    household_indices, count = household_places(households)
    if len(household_indices) != len(keys):
        raise DataError("key_household_rows", rows=len(household_indices), keys=len(keys))
    sums = _sums(keys.values.astype(np.uint64, copy=False), household_indices, count, keys.modulus)
    return RecordKeys(
        compact_keys(sums, keys.modulus)[household_indices], keys.modulus, keys.digits, keys.origin, keys.notices
    )


def household_places(households: Sequence[str] | Any) -> tuple[NDArray[np.int64], int]:
    """Number the households from 0. Returns the number of each record's household, and how many households there are.
    Raises key_household_missing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    arrow = isinstance(households, pa.Array | pa.ChunkedArray)
    texts = households if arrow else pa.array(households, pa.string())
    texts = pc.utf8_trim_whitespace(texts).fill_null("")
    missing = Rows.of(np.flatnonzero(pc.equal(texts, "").to_numpy(zero_copy_only=False)))
    if missing:
        raise DataError("key_household_missing", count=missing.count, rows=missing.first)
    encoded = texts.dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.combine_chunks()
        if isinstance(encoded, pa.ChunkedArray):  # no chunk at all
            return np.zeros(0, dtype=np.int64), 0
    return encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64), len(encoded.dictionary)


def _sums(
    values: NDArray[np.uint64], household_indices: NDArray[np.int64], count: int, modulus: int
) -> NDArray[np.uint64]:
    """Exact sums of keys modulo M by household. Keys up to 10^18 are summed in two halves, so that nothing overflows.

    values: key of each record; household_indices: number of each record's household; count: number of households.
    """
    m = np.uint64(modulus)
    if modulus <= 2**32:
        whole = np.zeros(count, dtype=np.uint64)
        np.add.at(whole, household_indices, values)
        return whole % m
    high, low = np.zeros(count, dtype=np.uint64), np.zeros(count, dtype=np.uint64)
    np.add.at(high, household_indices, values // np.uint64(_BASE))
    np.add.at(low, household_indices, values % np.uint64(_BASE))
    high %= m
    for _ in range(9):  # x 10^9 modulo M; 10 M fits in 64 bits
        high = high * np.uint64(10) % m
    return (high + low % m) % m
