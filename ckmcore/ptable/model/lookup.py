"""The look-up compiled for one modulus: integer bounds, flattened over the rows, with a guide into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.keys.record_keys import bound_below, bound_up_to

Boundary = Literal["less", "less_equal"]

# Slots of the guide per interval; more slots mean fewer steps after the guide.
_SLOTS_PER_INTERVAL = 16
_MOST_SLOTS = 1 << 17
_BEYOND = np.uint64(2**64 - 1)


@dataclass(frozen=True, eq=False)
class CompiledLookup:
    """Table compiled for one modulus and boundary rule: integer upper bounds (`key < bound`), noise per interval, row
    offsets.

    Where (last row + 1) * M fits in 64 bits, `flat` holds row * M + bound of all intervals, and `guide[x >> shift]` is
    the first interval that can hold x = row * M + key.
    """

    modulus: int
    boundary: Boundary
    bounds: NDArray[np.uint64]
    noise: NDArray[np.int64]
    offsets: NDArray[np.int64]
    flat: NDArray[np.uint64] | None
    guide: NDArray[np.intp] | None
    shift: int

    def noise_of(self, rows: NDArray[np.int64], keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Noise of cells. rows, keys: arrays of the same shape, keys below the modulus."""
        keys = np.asarray(keys, dtype=np.uint64)
        if self.flat is None or self.guide is None:
            return self._noise_by_row(rows, keys)
        index_array = rows.astype(np.uint64)
        index_array *= np.uint64(self.modulus)
        index_array += keys
        guide_index = self.guide.take(index_array >> np.uint64(self.shift))
        behind = index_array >= self.flat.take(guide_index)
        while behind.any():
            guide_index += behind
            behind = index_array >= self.flat.take(guide_index)
        return self.noise.take(guide_index)

    def _noise_by_row(self, rows: NDArray[np.int64], keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        noise = np.empty(rows.shape, dtype=np.int64)
        for row in np.unique(rows).tolist():
            begin, end = int(self.offsets[row]), int(self.offsets[row + 1])
            in_row = rows == row
            indices = np.searchsorted(self.bounds[begin:end], keys[in_row], side="right")
            noise[in_row] = self.noise[begin:end][indices]
        return noise


def compile_lookup(
    exact_bounds: Sequence[Fraction],
    noise: NDArray[np.int64],
    offsets: NDArray[np.int64],
    modulus: int,
    boundary: Boundary,
) -> CompiledLookup:
    """Compile a table for a modulus: `key < ub` becomes `key < ceil(ub M)`, `key <= ub` becomes `key < floor(ub M) +
    1`."""
    convert = bound_below if boundary == "less" else bound_up_to
    bounds = np.array([min(convert(bound, modulus), modulus) for bound in exact_bounds], dtype=np.uint64)
    rows = len(offsets) - 1
    flat, guide, shift = None, None, 0
    if rows * modulus < 2**64:
        starts = np.repeat(np.arange(rows, dtype=np.uint64) * np.uint64(modulus), np.diff(offsets))
        flat = np.append(starts + bounds, _BEYOND)
        slots = min(_SLOTS_PER_INTERVAL * len(bounds), _MOST_SLOTS)
        shift = max((rows * modulus // slots).bit_length() - 1, 0)
        firsts = np.arange((rows * modulus >> shift) + 1, dtype=np.uint64) << np.uint64(shift)
        guide = np.searchsorted(flat, firsts, side="right")
    return CompiledLookup(modulus, boundary, bounds, noise, offsets, flat, guide, shift)
