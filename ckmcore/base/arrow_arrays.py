"""Arrays of Arrow as those of numpy, and the other way: Arrow's own conversions import pandas, for a quarter of a
second of every process that reads a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray


def numpy_of(array: Any, missing: int | None = None) -> NDArray[Any]:
    """The values of an array of Arrow; in place, and not to be written, where they are numbers without nulls.

    missing: the number for nulls among integers.
    """
    import pyarrow as pa

    if missing is not None and array.null_count:
        whole = pa.Array.from_buffers(array.type, len(array), [None, *array.buffers()[1:]], 0, array.offset)
        return np.where(numpy_of(array.is_valid()), numpy_of(whole).astype(np.int64), missing)
    if pa.types.is_boolean(array.type) and not array.null_count:
        return numpy_of(array.cast(pa.uint8())).view(np.bool_)
    if array.null_count or not (pa.types.is_integer(array.type) or pa.types.is_floating(array.type)):
        values: NDArray[Any] = array.to_numpy(zero_copy_only=False)
        return values
    dtype = np.dtype(array.type.to_pandas_dtype())
    if not len(array):
        return np.empty(0, dtype=dtype)
    return np.frombuffer(array.buffers()[1], dtype=dtype, count=len(array), offset=array.offset * dtype.itemsize)


def arrow_of(values: NDArray[Any], nulls: NDArray[np.bool_] | None = None) -> Any:
    """Numbers as an array of Arrow, in place. nulls: which of them are missing; their numbers become 0."""
    import pyarrow as pa

    numbers, valid = np.ascontiguousarray(values), None
    if nulls is not None and nulls.any():
        numbers = np.where(nulls, numbers.dtype.type(0), numbers)
        valid = pa.py_buffer(np.packbits(~nulls, bitorder="little"))
    return pa.Array.from_buffers(pa.from_numpy_dtype(numbers.dtype), len(numbers), [valid, pa.py_buffer(numbers)])


def arrow_texts(texts: Iterable[str | None]) -> Any:
    """Texts as an array of Arrow; None is missing."""
    import pyarrow as pa

    builder = pa.lib.StringBuilder()
    builder.append_values(list(texts))
    return builder.finish()
