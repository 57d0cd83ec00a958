"""Records that occur in two files or periods: found by marks of their values, without identifiers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.arrow_arrays import numpy_of
from ckmcore.base.blocks import blocks_of
from ckmcore.microdata.codes import code_text

Marks = NDArray[np.uint64]
FEWEST = 10
"""Records below which coincidence explains that all of them occur in another file."""
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def marks_of_batch(columns: Sequence[Any]) -> Marks:
    """A mark for each record of arrow columns of the same length; records of equal values have equal marks."""
    import pyarrow as pa

    marks: Marks = np.zeros(len(columns[0]) if columns else 0, dtype=np.uint64)
    for column in columns:
        coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
        try:
            texts = coded.dictionary.cast(pa.string())
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            texts = pa.array([code_text(value) for value in coded.dictionary.to_pylist()], pa.string())
        _add(marks, texts, numpy_of(coded.indices, -1))
    return marks


def marks_of_records(data: Any, names: Iterable[str]) -> Marks:
    """A mark for each record by its codes in some dimensions, and all its values of magnitudes. data: microdata."""
    import pyarrow as pa

    marks: Marks = np.zeros(data.rows, dtype=np.uint64)
    for name in names:
        if name in data.dimensions:
            places = np.concatenate([*blocks_of(data.columns[name])] or [np.empty(0, int)])
            _add(marks, pa.array(data.dimensions[name].codes, pa.string()), places)
        elif name in data.magnitudes:
            number = data.magnitudes[name]
            values = np.concatenate([*blocks_of(number.values)] or [np.empty(0)]).astype(np.float64) / number.scale
            _mix(marks, values.view(np.uint64))
    return marks


def _add(marks: Marks, texts: Any, places: NDArray[Any]) -> None:
    """Mix the texts of an arrow array at some places into marks; -1 is the empty text."""
    import pyarrow.compute as pc

    texts = pc.utf8_trim_whitespace(texts).fill_null("")
    ends = np.frombuffer(texts.buffers()[1], dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
    letters = np.frombuffer(texts.buffers()[2] or b"", dtype=np.uint8)[ends[0] : ends[-1]]
    ends = ends.astype(np.int64) - ends[0]
    place = np.arange(len(letters)) - np.repeat(ends[:-1], np.diff(ends))
    # Letters weighted by numbers of their places that have nothing to do with one another, in 64 bits.
    weights = np.random.default_rng(0).integers(0, 2**64, 256, dtype=np.uint64)
    sums = np.concatenate(([np.uint64(0)], np.cumsum((letters + np.uint64(1)) * weights[place % 256])))
    _mix(marks, np.append(sums[ends[1:]] - sums[ends[:-1]], np.uint64(0))[places])


def _mix(marks: Marks, values: Marks) -> None:
    marks ^= values
    marks *= _FACTOR
    marks ^= marks >> np.uint64(29)


def repeats(one: Marks, other: Marks) -> bool:
    """Whether all records of the first occur in the second, and not because coarse data repeat.

    Both hold the same records, however often each; or most records of the first are alone in both.
    """
    if not FEWEST <= len(one) <= len(other):
        return False
    values, counts = np.unique(one, return_counts=True)
    known, known_counts = np.unique(other, return_counts=True)
    places = np.searchsorted(known, values).clip(max=len(known) - 1)
    if not np.array_equal(known[places], values) or (known_counts[places] < counts).any():
        return False
    alone = int(((counts == 1) & (known_counts[places] == 1)).sum())
    return (len(one) == len(other) and len(values) > 1) or 2 * alone > len(one)


def repeated_files(marks: Sequence[Marks]) -> list[tuple[int, int]]:
    """Pairs of places of files: all records of the first occur in the second."""
    found_pairs = [pair for pair in permutations(range(len(marks)), 2) if repeats(marks[pair[0]], marks[pair[1]])]
    return [pair for pair in found_pairs if pair[::-1] not in found_pairs or pair[0] > pair[1]]
