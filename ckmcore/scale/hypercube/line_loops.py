"""Loops over the bytes of lines, compiled by numba: many lines are put together, or taken apart, in one pass.

Texts lie one after another in `blob`; the one of number t from `offsets[t]` to `offsets[t + 1]`. Bytes are copied and
compared eight at a time: `words_of` gives those from each byte on, so that seven more lie behind the last one. What
Arrow does in `text_lines` is their twin: bytes and figures are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.tabulate import kernel as kernels

# Kinds of the parts of a line that is put together, and of the columns of one that is taken apart.
FIGURE, TEXT = 0, 1
PER_LINE, CODED, ALIKE = 1, 2, 3
_MINUS, _POINT, _ZERO, _NINE = ord("-"), ord("."), ord("0"), ord("9")
_MOST_DIGITS = 19
_ONE, _PRIME = np.uint64(1), np.uint64(1_099_511_628_211)
_WORD, _BITS, _BYTE = np.uint64(8), np.uint64(8), np.uint64(255)  # bytes of a word, bits of a byte, its mask


@dataclass(frozen=True)
class LineLoops:
    """Compiled loops that write and parse lines.

    put(sources, figures, kept, parts, offsets, words of blob, out, words of out) -> bytes that were written
        a row of `sources` has a number for each line (nodes of a dimension, signs of a value); kept: of each sign
        whether a figure is shown beside it. A part is either (TEXT, number of its first text, rows that it follows,
        and of each of these the row and what one more there adds to the number of the text), or (FIGURE, value,
        digits behind the point, the character of the point, row of its signs)
    take(content, words, first, delimiter, columns, offsets, words of blob, slots, found, begins, ends)
    -> lines taken, or -1 - line
        a column is (kind, number of its first text, texts, row of `found`, first of its slots, these less one):
        PER_LINE: the texts take turns, `first` is the number of the first line; CODED: one of the texts; ALIKE: the
        text of the same place as in a row of `found`; FIGURE: up to the delimiter, `begins` and `ends` say where.
        slots: of each mark (`slots_of`) the text that has it, or the next free one; -1: none
    numbers(content, begins, ends, places, to) -> lines that are numbers, or -1 - line
        reads numbers scaled by 10^places, written as such are and no other way
    """

    put: Callable[[Any, Any, Any, Any, Any, Any, Any, Any], int]
    take: Callable[[Any, Any, int, int, Any, Any, Any, Any, Any, Any, Any], int]
    numbers: Callable[[Any, Any, Any, int, Any], int]


def _put(
    sources: Any, figures: Any, keeps_figure: Any, text_parts: Any, offsets: Any, blob: Any, out: Any, words: Any
) -> Any:
    length: Any = 0
    for line in range(sources.shape[1]):
        for part_index in range(len(text_parts)):
            if text_parts[part_index, 0] == TEXT:
                text = text_parts[part_index, 1]
                for use in range(3, 3 + 2 * text_parts[part_index, 2], 2):
                    text += sources[text_parts[part_index, use], line] * text_parts[part_index, use + 1]
                # What is written too much is written over by what comes next.
                text_begin, stop, point = offsets[text], offsets[text + 1], np.uint64(length)
                length += np.intp(stop - text_begin)
                while text_begin < stop:
                    words[point] = blob[text_begin]
                    text_begin += _WORD
                    point += _WORD
            elif keeps_figure[sources[text_parts[part_index, 4], line]]:
                figure, decimals = figures[text_parts[part_index, 1], line], text_parts[part_index, 2]
                left = np.uint64(figure)
                if figure < 0:
                    left = np.uint64(0) - left
                    out[length] = _MINUS
                    length += 1
                width, magnitude = 1, left
                while magnitude >= np.uint64(10):
                    magnitude //= np.uint64(10)
                    width += 1
                if decimals:
                    width = max(width, decimals + 1) + 1
                for back in range(width):
                    if decimals and back == decimals:
                        out[length + width - 1 - back] = text_parts[part_index, 3]
                    else:
                        out[length + width - 1 - back] = _ZERO + left % np.uint64(10)
                        left //= np.uint64(10)
                length += width
    return length


def _take(  # noqa: C901 - compiled as one loop
    content: Any,
    words: Any,
    first: Any,
    delimiter: Any,
    columns: Any,
    offsets: Any,
    blob: Any,
    slots: Any,
    texts: Any,
    begins: Any,
    ends: Any,
) -> Any:
    # Places are without a sign, so that none is looked at for being behind the end.
    byte_index, line, size = np.uint64(0), 0, np.uint64(len(content))
    last_texts = np.zeros(len(columns), dtype=np.intp)
    # Of a run of columns (from the beginning, or from behind a figure): where it began in the line before; of each
    # column where it ended there.
    runs, stops = np.zeros(len(columns) + 1, dtype=np.uint64), np.zeros(len(columns), dtype=np.uint64)
    while byte_index < size and line < len(begins):
        run, origin, again = 0, byte_index, True
        for column in range(len(columns)):
            kind, base, count, row, begin, mask = columns[column]
            if kind == FIGURE:
                begins[line] = byte_index
                while byte_index < size and content[byte_index] != delimiter:
                    byte_index += _ONE
                ends[line] = byte_index
                byte_index += _ONE
                run, origin, again = run + 1, byte_index, True
            if kind == FIGURE or column == 0:
                # So many bytes are those of the line before.
                same, former = np.uint64(0), runs[run]
                runs[run] = byte_index
                while line and byte_index + same < size and words[former + same] == words[byte_index + same]:
                    same += _WORD
                remaining_bits = (
                    words[former + same] ^ words[byte_index + same]
                    if line and byte_index + same < size
                    else np.uint64(0)
                )
                while remaining_bits and not remaining_bits & _BYTE:
                    remaining_bits >>= _BITS
                    same += _ONE
                same = min(same, size - byte_index) if byte_index < size else np.uint64(0)
            if kind == FIGURE:
                continue
            text = last_texts[column]
            again = again and line > 0 and stops[column] <= same and (kind != PER_LINE or count == 1)
            again = again and (kind != ALIKE or texts[row, line] == text)
            if again:
                byte_index = origin + stops[column]
                if kind == CODED:
                    texts[row, line] = text
                continue
            slot, tried = np.uint64(0), False
            if kind == PER_LINE:
                text = (first + line) % count if count > 1 else 0
            elif kind == ALIKE:
                text = np.intp(texts[row, line])
            while True:
                text_begin, point, stop = offsets[base + text], byte_index, offsets[base + text + 1]
                end = byte_index + (stop - text_begin)
                if end <= size:
                    while text_begin < stop and blob[text_begin] == words[point]:
                        text_begin += _WORD
                        point += _WORD
                    if text_begin >= stop or (
                        stop - text_begin < _WORD
                        and not (blob[text_begin] ^ words[point]) << _BITS * (_WORD - (stop - text_begin))
                    ):
                        break
                # The text of the line before, then those in the slots from where its mark leads.
                point = byte_index if kind == CODED and not tried else size
                while point < size and content[point] != delimiter:
                    slot = (slot ^ np.uint64(content[point])) * _PRIME
                    point += _ONE
                slot = (slot if not tried else slot + _ONE) & np.uint64(mask)
                text = slots[begin + np.intp(slot)] if kind == CODED else np.intp(-1)
                if text < 0:
                    return -1 - line
                tried = True
            byte_index, last_texts[column], stops[column] = end, text, end - origin
            if kind == CODED:
                texts[row, line] = text
        line += 1
    return line if byte_index == size else -1 - line


def _numbers(content: Any, begins: Any, ends: Any, decimals: Any, to: Any) -> Any:
    for line in range(len(to)):
        byte_index, end = begins[line], ends[line]
        below = byte_index < end and content[byte_index] == _MINUS
        if below:
            byte_index += 1
        point = end - decimals - 1 if decimals else end
        digits = end - byte_index - (1 if decimals else 0)
        if point <= byte_index or digits > _MOST_DIGITS or (content[byte_index] == _ZERO and point - byte_index > 1):
            return -1 - line
        number, limit = np.uint64(0), np.uint64(2**63 - 1)
        for index in range(byte_index, end):
            digit = content[index]
            if index == point:
                if digit != _POINT:
                    return -1 - line
            elif digit < _ZERO or digit > _NINE:
                return -1 - line
            else:
                # 19 digits stay below 2^64.
                number = number * np.uint64(10) + np.uint64(digit - _ZERO)
        if number > limit or (below and number == np.uint64(0)):
            return -1 - line
        to[line] = -np.int64(number) if below else np.int64(number)
    return len(to)


def words_of(content: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The eight bytes from each byte on as one number in native byte order; the last seven bytes begin none."""
    return np.ndarray((max(len(content) - 7, 0),), np.uint64, content.data, strides=(1,))


def slots_of(texts: Sequence[bytes], delimiter: int) -> list[int]:
    """Hash table of texts by their beginning up to the first delimiter; its size is a power of two, empty slots are
    -1."""
    size = 1 << (2 * len(texts)).bit_length()
    slots = [-1] * size
    for text_index, text in enumerate(texts):
        slot = 0
        for byte in text.partition(bytes([delimiter]))[0]:
            slot = (slot ^ byte) * int(_PRIME) % 2**64
        slot %= size
        while slots[slot] >= 0:
            slot = (slot + 1) % size
        slots[slot] = text_index
    return slots


def _compile() -> LineLoops | None:
    build = kernels.builder()
    from numba import types

    def given(kind: Any, dimensions: int = 1) -> Any:
        return types.Array(kind, dimensions, "C", readonly=True)

    byte, whole, node, byte_index = types.uint8, types.int64, types.int32, types.intp

    def words(*, readonly: bool = True) -> Any:
        return types.Array(types.uint64, 1, "A", readonly=readonly, aligned=False)

    texts = (given(types.uint64), words())
    return LineLoops(
        build(
            _put,
            [
                byte_index(
                    node[:, ::1], whole[:, ::1], given(byte), given(whole, 2), *texts, byte[::1], words(readonly=False)
                )
            ],
        ),
        build(
            _take,
            [
                byte_index(
                    given(byte),
                    words(),
                    byte_index,
                    byte,
                    given(whole, 2),
                    *texts,
                    given(byte_index),
                    node[:, ::1],
                    *[whole[::1]] * 2,
                )
            ],
        ),
        build(_numbers, [byte_index(given(byte), whole[::1], whole[::1], byte_index, whole[::1])]),
    )


_loader = kernels.loader_of(_compile, None)


def ready() -> LineLoops | None:
    """Compiled loops, loaded now if necessary; None where nothing can be compiled (the kernel warns once) or the
    processor is big-endian."""
    if sys.byteorder != "little":
        return None
    return _loader.ready() if kernels.ready() is not kernels.NUMPY_KERNEL else None
