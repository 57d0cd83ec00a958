"""What the readers of hypercube files have in common: columns of Arrow taken for codes and figures, strictly."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.formats.check import FormatViolation


def positions(column: Any, texts: Any) -> NDArray[np.int32]:
    """Index of each text of a column in a list of texts, the first for equal ones. Raises FormatViolation where the
    list lacks it."""
    import pyarrow as pa
    import pyarrow.compute as compute

    label_chunks = []
    for chunk in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
        if chunk.null_count:
            raise FormatViolation("check_categories")
        if pa.types.is_dictionary(chunk.type):
            known_indices = compute.fill_null(compute.index_in(chunk.dictionary, value_set=texts), -1)
            label_places = (
                np.asarray(known_indices, dtype=np.int32)[np.asarray(chunk.indices)]
                if len(chunk)
                else np.zeros(0, np.int32)
            )
        else:
            label_places = np.asarray(compute.fill_null(compute.index_in(chunk, value_set=texts), -1), dtype=np.int32)
        if len(label_places) and int(label_places.min()) < 0:
            raise FormatViolation("check_categories")
        label_chunks.append(label_places)
    return np.concatenate(label_chunks) if label_chunks else np.zeros(0, dtype=np.int32)


def coded(codes: Any, labels: Any, known: Any, words: Any) -> NDArray[np.int32]:
    """Index of each line's code among `known`, after checking that its label is the word of that index. Columns are
    paired dictionaries, which may contain no other codes or labels. Raises FormatViolation."""
    import pyarrow.compute as compute

    label_chunks = []
    for chunk, label in zip(codes.chunks, labels.chunks, strict=True):
        if chunk.null_count or label.null_count or len(chunk) != len(label):
            raise FormatViolation("check_csv_head")
        label_index = compute.index_in(chunk.dictionary, value_set=known)
        if label_index.null_count or compute.index_in(label.dictionary, value_set=words).null_count:
            raise FormatViolation("check_categories")
        labels_found = np.asarray(label_index, dtype=np.int32)[np.asarray(chunk.indices)]
        side = np.array_equal(np.asarray(chunk.indices), np.asarray(label.indices))
        if not (side and label.dictionary.equals(words.take(label_index))):
            # Several codes may have the same label.
            alike = first_alike(words.to_pylist())
            if not np.array_equal(alike[labels_found], positions(label, words)):
                raise FormatViolation("check_csv_head")
        label_chunks.append(labels_found)
    return np.concatenate(label_chunks) if label_chunks else np.zeros(0, dtype=np.int32)


def first_alike(texts: Sequence[Hashable]) -> NDArray[np.int32]:
    """Index of the first equal text for each text."""
    known_numbers: dict[Hashable, int] = {}
    return np.array(
        [known_numbers.setdefault(text, text_index) for text_index, text in enumerate(texts)], dtype=np.int32
    )


def whole_figures(texts: Any, places: int) -> NDArray[np.int64]:
    """Decimal texts as integers scaled by 10^places; 0 for empty ones. Raises FormatViolation for other spellings."""
    import pyarrow as pa
    import pyarrow.compute as compute

    try:
        if places:
            decimals = compute.cast(texts, pa.decimal128(19, places))
            whole = scaled_decimals(decimals)
        else:
            decimals = compute.cast(texts, pa.int64())
            whole = np.asarray(compute.fill_null(decimals, 0), dtype=np.int64)
        again = compute.cast(decimals, texts.type)
    except pa.ArrowException:
        raise FormatViolation("check_number", text="") from None
    if not compute.all(compute.fill_null(compute.equal(again, texts), True)).as_py():
        raise FormatViolation("check_number", text="")
    return whole


def scaled_decimals(column: Any) -> NDArray[np.int64]:
    """Decimals as integers without their point; 0 for missing ones."""
    import pyarrow as pa

    value_chunks = []
    for chunk in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
        words = np.frombuffer(chunk.buffers()[1], dtype="<i8").reshape(-1, 2)[chunk.offset : chunk.offset + len(chunk)]
        low_words = words[:, 0].astype(np.int64)
        if ((words[:, 1] != low_words >> 63) & np.asarray(chunk.is_valid())).any():
            raise FormatViolation("check_number", text="")
        value_chunks.append(np.where(np.asarray(chunk.is_valid()), low_words, 0))
    return np.concatenate(value_chunks) if value_chunks else np.zeros(0, dtype=np.int64)


def nodes_of(places: NDArray[np.int32]) -> NDArray[np.int32]:
    """Node of each category of a cube, by index."""
    indices = np.zeros(int(places.max(initial=-1)) + 1, dtype=np.int32)
    indices[places[places >= 0]] = np.flatnonzero(places >= 0)
    return indices
