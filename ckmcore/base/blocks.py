"""Columns that do not lie in memory: read in blocks, and whole only where there is room for that.

A `BlockColumn` is used like an array of records. Reading a block, `column[start:stop]`, gives an array. Reading all of
it gives an array up to `limits().whole_bytes`, and is refused beyond.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from ckmcore.base.limits import limits
from ckmcore.errors import InputError

BLOCK_ROWS = 1 << 16
_LONGEST_BLOCK = 1 << 20

Array = NDArray[Any]


def refuse_too_large(rows: int, size: int) -> None:
    """Raise too_large_here where `rows` entries of `size` bytes each exceed the memory limit for one whole column."""
    byte_limit = limits().whole_bytes
    if rows * size > byte_limit:
        raise InputError("too_large_here", limit=byte_limit >> 20)


class BlockColumn(NDArrayOperatorsMixin, ABC):
    """A column of `rows` entries that is not in memory. `_block(start, stop)` reads a range of entries, `_at(places)`
    the entries at the given indices (integers or a boolean mask)."""

    _serials = itertools.count()
    ndim = 1
    nbytes = 0
    """Of memory that it takes."""

    def __init__(self, rows: int, dtype: Any) -> None:
        self.dtype = np.dtype(dtype)
        self.serial = next(self._serials)
        self.shape = (rows,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} x {self.dtype}, confidential)"

    @abstractmethod
    def _block(self, start: int, stop: int) -> Array: ...

    @abstractmethod
    def _at(self, indices: Array) -> Array: ...

    def _refuse_long(self, rows: int) -> None:
        """Refuse to make an array of `rows` entries that is longer than a block and exceeds the memory limit."""
        if rows > _LONGEST_BLOCK:
            refuse_too_large(rows, self.dtype.itemsize)

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def size(self) -> int:
        """Number of entries."""
        return len(self)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice) and key.step in (None, 1):
            start, stop, _ = key.indices(len(self))
            return self._block(start, max(start, stop))
        if isinstance(key, int | np.integer):
            row_number = range(len(self))[key]
            return self._block(row_number, row_number + 1)[0]
        if isinstance(key, np.ndarray) and key.dtype.kind in "biu" and key.ndim == 1:
            chosen = int(np.count_nonzero(key)) if key.dtype.kind == "b" else len(key)
            refuse_too_large(chosen, self.dtype.itemsize)
            return self._at(key)
        return np.asarray(self)[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(np.asarray(self))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        refuse_too_large(len(self), self.dtype.itemsize)
        block = self._block(0, len(self))
        return np.array(block, dtype=dtype) if copy else np.asarray(block, dtype=dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *given: Any, **named: Any) -> Any:
        whole = [np.asarray(operand) if isinstance(operand, BlockColumn) else operand for operand in given]
        return getattr(ufunc, method)(*whole, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(np.asarray(self), name)


class MadeColumn(BlockColumn):
    """A column computed from other columns, entry by entry, when it is read."""

    def __init__(self, function: Callable[..., Array], dtype: Any, columns: tuple[Any, ...]) -> None:
        super().__init__(len(columns[0]), dtype)
        self._function, self._columns = function, columns

    def _block(self, start: int, stop: int) -> Array:
        self._refuse_long(stop - start)
        return self._made(*(column[start:stop] for column in self._columns))

    def _at(self, indices: Array) -> Array:
        return self._made(*(column[indices] for column in self._columns))

    def _made(self, *blocks: Array) -> Array:
        return self._function(*blocks).astype(self.dtype, copy=False)


def row_by_row(function: Callable[..., Array], dtype: Any, *columns: Any) -> Array:
    """Apply a function to columns, row by row. Arrays are computed at once; for columns outside memory the result is a
    column that is computed when it is read.

    dtype: of the result; columns: of equal length.
    """
    if any(isinstance(column, BlockColumn) for column in columns):
        return cast("Array", MadeColumn(function, dtype, columns))
    return function(*columns).astype(dtype, copy=False)


def blocks_of(column: Any, rows: int = BLOCK_ROWS) -> Iterator[Array]:
    """A column in parts of at most so many rows."""
    for start in range(0, len(column), rows):
        yield column[start : start + rows]


def feed(digest: Any, column: Any) -> None:
    """Give a hash the bytes of a column."""
    for block in blocks_of(column):
        digest.update(np.ascontiguousarray(block).view(np.uint8).data)


# --- columns while they are read -------------------------------------------------------------------------------------


class Chunks:
    """Collects a numeric column that arrives in parts; `finished` joins the parts to one column.

    `function(index, part)` converts the part at an index to its final entries.
    """

    def __init__(self) -> None:
        self._parts: list[Array] = []
        self._starts = [0]

    def __len__(self) -> int:
        return len(self._starts) - 1

    @property
    def rows(self) -> int:
        """Number of rows collected so far."""
        return self._starts[-1]

    def append(self, part: Array, rows: int | None = None) -> None:
        """Append a part. rows: number of final entries that the part yields, where this differs from its length."""
        self._keep(part)
        self._starts.append(self.rows + (len(part) if rows is None else rows))

    def _keep(self, array: Array) -> None:
        self._parts.append(array)

    def between(self, start: int, stop: int, function: Callable[[int, Array], Array] = lambda _, part: part) -> Array:
        """Entries from one row up to another, of parts that are in memory and yield as many as they hold."""
        spans = enumerate(zip(self._starts, self._starts[1:], strict=False))
        inside = [(index, first) for index, (first, last) in spans if first < stop and last > start]
        parts = [function(index, self._parts[index][max(0, start - first) : stop - first]) for index, first in inside]
        return np.concatenate(parts) if parts else np.empty(0)

    def finished(self, dtype: Any, function: Callable[[int, Array], Array]) -> Array:
        """The column. The parts are let go of."""
        values: Array = np.empty(self.rows, dtype=dtype)
        for index in range(len(self)):
            start, stop = self._starts[index : index + 2]
            if stop > start:
                values[start:stop] = function(index, self._parts[index])[: stop - start]
            self._parts[index] = values[:0]
        return values


class SpooledChunks(Chunks):
    """Collects a column in a file, so that only one part at a time is in memory. Raises OSError where the file cannot
    be written."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._stream = file.open("wb")
        self._kept: list[tuple[int, int, np.dtype[Any]]] = []

    def _keep(self, array: Array) -> None:
        self._kept.append((self._stream.tell(), len(array), array.dtype))
        self._stream.write(np.ascontiguousarray(array).view(np.uint8).data)

    def close(self) -> None:
        """Close the file; no further part can be appended."""
        self._stream.close()

    def finished(self, dtype: Any, function: Callable[[int, Array], Array]) -> Array:
        """The joined column, read from the file on demand; the file must exist as long as the column is used. dtype: of
        its entries; function: as in `Chunks`."""
        self.close()
        return cast("Array", _SpooledColumn(self, dtype, function))

    def part(self, place: int) -> Array:
        """Read the part at an index, in the type in which it was appended."""
        offset, count, dtype = self._kept[place]
        return np.fromfile(self._file, dtype=dtype, count=count, offset=offset)


class _SpooledColumn(BlockColumn):
    def __init__(self, spool: SpooledChunks, dtype: Any, function: Callable[[int, Array], Array]) -> None:
        super().__init__(spool.rows, dtype)
        self._spool, self._function = spool, function

    def _block(self, start: int, stop: int) -> Array:
        self._refuse_long(stop - start)
        array: Array = np.empty(stop - start, dtype=self.dtype)
        starts = self._spool._starts
        block_index = bisect_right(starts, start) - 1
        position = start
        while position < stop:
            end = min(stop, starts[block_index + 1])
            if end > position:
                function = self._function(block_index, self._spool.part(block_index))
                array[position - start : end - start] = function[
                    position - starts[block_index] : end - starts[block_index]
                ]
                position = end
            block_index += 1
        return array

    def _at(self, indices: Array) -> Array:
        return np.asarray(self)[indices]
