"""The scan kernel: three small loops over one block of records, compiled by numba, with a numpy twin.

The loops take one column at a time (`add`, `keep`, `scatter`), so a new table shape compiles nothing. The numpy twin is
the oracle of the tests and serves until the compiled kernel is warm; both give the same integers.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK_ROWS = 65_536

Index = NDArray[np.uint32]


@dataclass(frozen=True)
class Kernel:
    """The loops. Index arrays are uint32 cell numbers of a block; `cells` are uint64 pairs (count, key sum).

    add(index, column, stride)            index += column * stride
    keep(index, column, allowed, dump)    index = dump where allowed[column] is 0
    scatter(index, keys, cells)           counts and plain key sums (the caller knows that they fit in 64 bits)
    scatter_modulo(index, keys, cells, M) counts and key sums modulo M
    scatter_counts(index, cells)          counts only
    scatter_values(index, values, sums)   sums of a scaled decimal (int64) or float64 column
    """

    name: str
    add: Callable[[Index, Any, int], None]
    keep: Callable[[Index, Any, NDArray[np.uint8], int], None]
    scatter: Callable[[Index, Any, NDArray[np.uint64]], None]
    scatter_modulo: Callable[[Index, Any, NDArray[np.uint64], int], None]
    scatter_counts: Callable[[Index, NDArray[np.uint64]], None]
    scatter_values: Callable[[Index, Any, Any], None]


def _np_add(index: Index, column: Any, stride: int) -> None:
    index += column.astype(np.uint32) * np.uint32(stride)


def _np_keep(index: Index, column: Any, allowed: NDArray[np.uint8], dump: int) -> None:
    index[allowed[column] == 0] = dump


def _np_scatter(index: Index, keys: Any, cells: NDArray[np.uint64]) -> None:
    # A block has at most 2^16 records: sums of 26-bit pieces stay far below 2^53, so float64 bins are exact.
    size = len(cells)
    wide = keys.astype(np.uint64)
    cells[:, 0] += np.bincount(index, minlength=size).astype(np.uint64)
    for shift in (0, 26, 52):
        piece = (wide >> np.uint64(shift)) & np.uint64(2**26 - 1)
        if shift and not piece.any():
            break
        sums = np.bincount(index, weights=piece.astype(np.float64), minlength=size).astype(np.uint64)
        cells[:, 1] += sums << np.uint64(shift)


def _np_scatter_modulo(index: Index, keys: Any, cells: NDArray[np.uint64], modulus: int) -> None:
    # Sort by cell and add each cell's keys by halves: exact for any M <= 10^18.
    from ckmcore.keys import add_modulo

    size = len(cells)
    counts = np.bincount(index, minlength=size)
    cells[:, 0] += counts.astype(np.uint64)
    order = np.argsort(index, kind="stable")
    sums, place = keys.astype(np.uint64)[order], index[order]
    while len(place):
        first = np.r_[True, place[1:] != place[:-1]]
        positions = np.flatnonzero(first)
        rank = np.arange(len(place)) - np.repeat(positions, np.diff(np.r_[positions, len(place)]))
        odd = rank % 2 == 1
        partner = np.flatnonzero(odd)
        if not len(partner):
            cells[place, 1] = add_modulo(cells[place, 1], sums, modulus)
            return
        sums[partner - 1] = add_modulo(sums[partner - 1], sums[partner], modulus)
        sums, place = sums[~odd], place[~odd]


def _np_scatter_counts(index: Index, cells: NDArray[np.uint64]) -> None:
    cells[:, 0] += np.bincount(index, minlength=len(cells)).astype(np.uint64)


def _np_scatter_values(index: Index, values: Any, sums: Any) -> None:
    np.add.at(sums, index, values)


NUMPY_KERNEL = Kernel(
    "numpy", _np_add, _np_keep, _np_scatter, _np_scatter_modulo, _np_scatter_counts, _np_scatter_values
)


def _add(index: Any, column: Any, stride: Any) -> None:
    for row in range(len(index)):
        index[row] += column[row] * stride


def _keep(index: Any, column: Any, allowed: Any, dump: Any) -> None:
    for row in range(len(index)):
        if allowed[column[row]] == 0:
            index[row] = dump


def _scatter(index: Any, keys: Any, cells: Any) -> None:
    for row in range(len(index)):
        cell = index[row]
        cells[cell, 0] += 1
        cells[cell, 1] += keys[row]


def _scatter_modulo(index: Any, keys: Any, cells: Any, modulus: Any) -> None:
    for row in range(len(index)):
        cell = index[row]
        cells[cell, 0] += 1
        total = cells[cell, 1] + keys[row]
        cells[cell, 1] = total - modulus if total >= modulus else total


def _scatter_counts(index: Any, cells: Any) -> None:
    for row in range(len(index)):
        cells[index[row], 0] += 1


def _scatter_values(index: Any, values: Any, sums: Any) -> None:
    for row in range(len(index)):
        sums[index[row]] += values[row]


def cache_folder() -> Path | None:
    """Where compiled loops are kept: the user's cache folder, probed by writing; None where nothing is writable.

    Never the current folder and never the installation: compiled caches are read back as code.
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "") or str(Path("~/.cache").expanduser())
    if not Path(base).is_absolute():
        return None
    import numba

    folder = Path(base) / "ckmdesk" / f"numba-{numba.__version__}"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


_compiled: Kernel | None = None
_lock = threading.Lock()


def load() -> Kernel:
    """Compile the loops (seconds the first time, then from the user's cache) and use them from now on."""
    global _compiled
    with _lock:
        if _compiled is None:
            _compiled = _compile()
    return _compiled


def current() -> Kernel:
    """The compiled kernel once `load()` is done, the numpy kernel until then."""
    return _compiled or NUMPY_KERNEL


def _compile() -> Kernel:
    folder = cache_folder()
    import numba
    from numba import types

    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # set at run time
    codes = [types.Array(kind, 1, "C", readonly=True) for kind in (types.uint8, types.uint16, types.uint32)]
    keys = [types.Array(kind, 1, "C", readonly=True) for kind in (types.uint32, types.uint64)]
    index = types.Array(types.uint32, 1, "C")
    cells = types.Array(types.uint64, 2, "C")
    allowed = types.Array(types.uint8, 1, "C", readonly=True)
    numbers = [(types.Array(kind, 1, "C", readonly=True), kind[::1]) for kind in (types.int64, types.float64)]

    def build(loop: Any, signatures: list[Any]) -> Any:
        return numba.njit(signatures, nogil=True, cache=folder is not None)(loop)

    void = types.void
    return Kernel(
        "numba",
        build(_add, [void(index, column, types.uint32) for column in codes]),
        build(_keep, [void(index, column, allowed, types.uint32) for column in codes]),
        build(_scatter, [void(index, key, cells) for key in keys]),
        build(_scatter_modulo, [void(index, key, cells, types.uint64) for key in keys]),
        build(_scatter_counts, [void(index, cells)]),
        build(_scatter_values, [void(index, values, sums) for values, sums in numbers]),
    )
