"""Many lines of text at once: made of pieces for each node and read part by part, by compiled loops, or by Arrow where
there are none."""

from __future__ import annotations

import io
import math
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.limits import limits
from ckmcore.base.reading import open_file
from ckmcore.errors import CkmError
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import KEPT
from ckmcore.formats.write_parquet import figures_column
from ckmcore.methods.protected import Sign
from ckmcore.scale.hypercube import line_loops
from ckmcore.scale.hypercube.stream import Lines

CHUNK_LINES = 1 << 15
# So many combinations of two pieces are joined before all lines are.
_MOST_JOINED = 1 << 12
_BLOCK_BYTES = 1 << 22
# Bytes that lie behind others which are looked at as words.
BEHIND = 8
_LINE_FEED = ord("\n")
_LONGEST_FIGURE = 22
_KEPT = np.array([sign.keeps_figure for sign in Sign], dtype=np.uint8)


@dataclass(frozen=True)
class NodeText:
    """Text in a line for the node of a dimension. texts: of each node."""

    axis: int
    texts: Sequence[str]


@dataclass(frozen=True)
class SignText:
    """Text in a line for the sign of a value. texts: of each sign."""

    value: int
    texts: Sequence[str]


@dataclass(frozen=True)
class FigureText:
    """Figure of a value in a line; empty where a sign replaces it."""

    value: int
    places: int
    comma: bool = False


Piece = str | NodeText | SignText | FigureText


def csv_cell(text: str, delimiter: str) -> str:
    """Text as a CSV cell, quoted where necessary."""
    if any(sign in text for sign in (delimiter, '"', "\r", "\n")):
        return '"' + text.replace('"', '""') + '"'
    return text


class LineMaker:
    """Makes lines from pieces. kept: for each dimension whether these lines break down by it; otherwise the total is
    shown."""

    def __init__(self, pieces: Sequence[Piece], kept: Sequence[bool]) -> None:
        self._parts = _joined_pieces(_plain(pieces, kept))
        loops = line_loops.ready()
        self._put = None if loops is None else _Put(self._parts, len(kept), loops)

    def text(self, lines: Lines) -> Any:
        """The lines as one buffer of UTF-8."""
        return self._joined_columns(lines) if self._put is None else self._put.text(lines)

    def _joined_columns(self, lines: Lines) -> Any:
        import pyarrow as pa
        import pyarrow.compute as compute

        columns = []
        for line_part in self._parts:
            if isinstance(line_part, _Nodes):
                index = np.zeros(len(lines), dtype=np.int32)
                for axis, size in zip(line_part.axes, line_part.sizes, strict=True):
                    index = index * np.int32(size) + lines.nodes[axis]
                columns.append(line_part.texts.take(pa.array(index)))
            elif isinstance(line_part, SignText):
                columns.append(pa.array(line_part.texts, pa.string()).take(pa.array(lines.signs[line_part.value])))
            elif isinstance(line_part, FigureText):
                columns.append(_figures(lines, line_part))
            else:
                columns.append(pa.array([line_part], pa.string()).take(pa.array(np.zeros(len(lines), dtype=np.int32))))
        whole_column = compute.binary_join_element_wise(*columns, "") if len(columns) > 1 else columns[0]
        ends = np.frombuffer(whole_column.buffers()[1], dtype=np.int32)
        return memoryview(whole_column.buffers()[2])[
            int(ends[whole_column.offset]) : int(ends[whole_column.offset + len(whole_column)])
        ]


@dataclass(frozen=True)
class _Nodes:
    """Joint pieces for the nodes of consecutive dimensions."""

    axes: tuple[int, ...]
    sizes: tuple[int, ...]
    texts: Any


class _Put:
    """Makes lines of parts by compiled loops."""

    def __init__(self, parts: Sequence[_Nodes | Piece], axes: int, loops: line_loops.LineLoops) -> None:
        self._loops = loops
        texts, rows, self._longest = list[str](), list[list[int]](), 0
        for line_part in parts:
            own_texts: Sequence[str] = ()
            if isinstance(line_part, FigureText):
                rows.append(
                    [
                        line_loops.FIGURE,
                        line_part.value,
                        line_part.places,
                        ord("," if line_part.comma else "."),
                        axes + line_part.value,
                    ]
                )
                self._longest += _LONGEST_FIGURE
                continue
            if isinstance(line_part, _Nodes):
                steps = [math.prod(line_part.sizes[size_index + 1 :]) for size_index in range(len(line_part.sizes))]
                own_texts, uses = line_part.texts.to_pylist(), list(zip(line_part.axes, steps, strict=True))
            elif isinstance(line_part, SignText):
                own_texts, uses = line_part.texts, [(axes + line_part.value, 1)]
            elif isinstance(line_part, str):
                own_texts, uses = [line_part], []
            rows.append([line_loops.TEXT, len(texts), len(uses), *(number for use in uses for number in use)])
            texts += own_texts
            self._longest += max(len(text.encode()) for text in own_texts)
        width = max(map(len, rows))
        self._parts = np.array([[*row, *[0] * (width - len(row))] for row in rows], dtype=np.int64)
        self._offsets, self._blob = blob_of(texts)

    def text(self, lines: Lines) -> Any:
        """Text of the lines."""
        sources = np.stack([*lines.nodes, *(signs.astype(np.int32) for signs in lines.signs)])
        out = np.empty(self._longest * len(lines) + BEHIND, dtype=np.uint8)
        figures, known_columns = np.stack(lines.figures), (self._parts, self._offsets, line_loops.words_of(self._blob))
        size = self._loops.put(sources, figures, _KEPT, *known_columns, out, line_loops.words_of(out))
        return out[:size].data


def blob_of(texts: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Offsets of texts in their concatenation (with the end of the last), and the concatenation in UTF-8 followed by
    BEHIND bytes."""
    all_datas = [text.encode() for text in texts]
    offsets = np.zeros(len(all_datas) + 1, dtype=np.uint64)
    np.cumsum([len(mime_data) for mime_data in all_datas], out=offsets[1:])
    return offsets, np.frombuffer(b"".join([*all_datas, bytes(BEHIND)]), dtype=np.uint8)


def _plain(pieces: Sequence[Piece], keeps_axis: Sequence[bool]) -> list[Piece]:
    """Pieces with constant ones merged into their neighbours."""
    found_pieces: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, NodeText) and not keeps_axis[piece.axis]:
            piece = piece.texts[0]
        former_piece = found_pieces[-1] if found_pieces else None
        if isinstance(piece, str) and isinstance(former_piece, str):
            found_pieces[-1] = former_piece + piece
        elif isinstance(piece, str) and isinstance(former_piece, NodeText):
            found_pieces[-1] = NodeText(former_piece.axis, [text + piece for text in former_piece.texts])
        elif isinstance(piece, str) and isinstance(former_piece, SignText):
            found_pieces[-1] = SignText(former_piece.value, [text + piece for text in former_piece.texts])
        elif isinstance(piece, NodeText) and isinstance(former_piece, str):
            found_pieces[-1] = NodeText(piece.axis, [former_piece + text for text in piece.texts])
        elif not isinstance(piece, str) or piece:
            found_pieces.append(piece)
    return found_pieces


def _joined_pieces(pieces: Sequence[Piece]) -> list[_Nodes | Piece]:
    """Pieces with consecutive dimensions joined, where these have few combinations."""
    import pyarrow as pa

    result: list[_Nodes | Piece] = []
    texts: list[str] = []
    for piece in pieces:
        if not isinstance(piece, NodeText):
            result.append(piece)
            continue
        former_piece = result[-1] if result else None
        if isinstance(former_piece, _Nodes) and len(texts) * len(piece.texts) <= _MOST_JOINED:
            texts = [text + other_text for text in texts for other_text in piece.texts]
            axes, sizes = (*former_piece.axes, piece.axis), (*former_piece.sizes, len(piece.texts))
            result.pop()
        else:
            texts, axes, sizes = list(piece.texts), (piece.axis,), (len(piece.texts),)
        result.append(_Nodes(axes, sizes, pa.array(texts, pa.string())))
    return result


def _figures(lines: Lines, figure_text: FigureText) -> Any:
    import pyarrow as pa
    import pyarrow.compute as compute

    signs = lines.signs[figure_text.value]
    hidden = ~np.isin(signs, KEPT) if signs.any() else None
    texts = compute.cast(figures_column(lines.figures[figure_text.value], hidden, figure_text.places), pa.string())
    if figure_text.comma:
        texts = compute.replace_substring(texts, ".", ",")
    return texts if hidden is None else compute.fill_null(texts, "")


class _Range(io.RawIOBase):
    """A part of an open file; `ends` counts the line feeds and carriage returns read."""

    def __init__(self, stream: BinaryIO, begin: int, end: int) -> None:
        super().__init__()
        self._stream, self._left, self.ends = stream, end - begin, [0, 0]
        stream.seek(begin)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._stream.read(min(len(buffer), self._left))
        buffer[: len(content)] = content
        self._left -= len(content)
        self.ends = [count + content.count(end) for count, end in zip(self.ends, (b"\n", b"\r"), strict=True)]
        return len(content)


def read_lines(path: Path, begin: int, end: int, columns: Sequence[bool], delimiter: str) -> Iterator[Any]:
    """Lines of a part of a CSV file as arrow tables of text columns. columns: whether each is dictionary-encoded.
    Raises FormatViolation."""
    import pyarrow as pa
    import pyarrow.csv as csv

    names = [f"c{column_index}" for column_index in range(len(columns))]
    types = {
        name: pa.dictionary(pa.int32(), pa.string()) if coded else pa.string()
        for name, coded in zip(names, columns, strict=True)
    }
    if begin >= end:
        return
    rows = 0
    try:
        with open_file(path) as stream:
            part_range = _Range(stream, begin, end)
            with csv.open_csv(
                part_range,
                read_options=csv.ReadOptions(column_names=names, block_size=_BLOCK_BYTES),
                parse_options=csv.ParseOptions(delimiter=delimiter, ignore_empty_lines=False),
                convert_options=csv.ConvertOptions(column_types=types, null_values=[], strings_can_be_null=False),
            ) as reader:
                for batch in reader:
                    rows += len(batch)
                    yield pa.Table.from_batches([batch])
            # Arrow takes other ends of lines, too, and none at the end.
            if part_range.ends != [rows, rows]:
                raise FormatViolation("check_csv", line=rows)
    except CkmError:
        raise
    except (pa.ArrowException, OSError, ValueError):
        raise FormatViolation("check_csv", line=rows + 1) from None


def constant(column: Any, text: str) -> None:
    """Raises FormatViolation where a column has any other text."""
    for chunk in column.chunks:
        index: NDArray[np.int32] = np.asarray(chunk.indices)
        known_indices = [index for index, entry in enumerate(chunk.dictionary.to_pylist()) if entry == text]
        if len(chunk) and not (known_indices and bool((index == known_indices[0]).all())):
            raise FormatViolation("check_csv_head")


@dataclass(frozen=True)
class LineColumn:
    """A column of lines with its possible texts, empty for figures. kind, row: see `LineLoops`."""

    kind: int
    texts: list[str] = field(default_factory=list)
    row: int = -1


@dataclass(frozen=True, eq=False)
class TakenLines:
    """Parsed lines. found: numbers of the texts by row of their columns; figures: scaled; shown: whether there is a
    figure."""

    found: NDArray[np.int32]
    figures: NDArray[np.int64]
    shown: NDArray[np.bool_]

    def part(self, start: int, stop: int) -> TakenLines:
        """Lines with indices from `start` to `stop`."""
        return TakenLines(self.found[:, start:stop], self.figures[start:stop], self.shown[start:stop])

    def before(self, other: TakenLines) -> TakenLines:
        """Concatenate these lines with later ones."""
        return TakenLines(
            np.concatenate([self.found, other.found], axis=1),
            np.concatenate([self.figures, other.figures]),
            np.concatenate([self.shown, other.shown]),
        )


class LineTaker:
    """Strict parser of lines by compiled loops: each cell must be one of its column's texts as CSV, or a number.
    places: decimals of the figures of alternating lines."""

    def __init__(
        self, columns: Sequence[LineColumn], places: Sequence[int], delimiter: str, loops: line_loops.LineLoops
    ) -> None:
        self._places, self._loops = places, loops
        self._delimiter = ord(delimiter)
        texts, slots, rows = list[str](), list[int](), list[list[int]]()
        for column in _fewer(_encoded(columns, delimiter)):
            own_slots = []
            if column.kind == line_loops.CODED:
                own_slots = line_loops.slots_of([text.encode() for text in column.texts], self._delimiter)
            rows.append([column.kind, len(texts), len(column.texts), column.row, len(slots), len(own_slots) - 1])
            texts += column.texts
            slots += own_slots
        self._columns, self._slots = np.array(rows, dtype=np.int64), np.array(slots or [-1], dtype=np.intp)
        self._offsets, self._blob = blob_of(texts)
        self._rows = 1 + max(column.row for column in columns)

    def lines(self, path: Path, begin: int, end: int) -> Iterator[TakenLines]:
        """Lines of a part of a file in order, for any number of threads. Raises FormatViolation."""
        waiting: deque[Future[TakenLines]] = deque()
        try:
            with open_file(path) as stream, ThreadPoolExecutor(limits().workers) as pool:
                for first, lines, content in _whole_lines(stream, begin, end):
                    waiting.append(pool.submit(self._taken, content, first, lines))
                    if len(waiting) > limits().workers:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
        except CkmError:
            raise
        except OSError:
            raise FormatViolation("check_csv", line=1) from None

    def _taken(self, text: memoryview, first: int, lines: int) -> TakenLines:
        whole, count = np.frombuffer(text, dtype=np.uint8), len(self._places)
        content, words = whole[: len(whole) - BEHIND], line_loops.words_of(whole)
        begins, ends = (np.empty(lines, dtype=np.int64) for _ in range(2))
        row_numbers = np.zeros((self._rows, lines), dtype=np.int32)
        known_columns = (self._columns, self._offsets, line_loops.words_of(self._blob), self._slots)
        taken_lines = self._loops.take(
            content, words, first, self._delimiter, *known_columns, row_numbers, begins, ends
        )
        if taken_lines != lines:
            raise FormatViolation("check_csv", line=first + (-taken_lines if taken_lines < 0 else taken_lines + 1))
        figures, shown = np.zeros(len(begins), dtype=np.int64), begins < ends
        for turn, figure_places in enumerate(self._places):
            turn_lines = np.flatnonzero(shown[(turn - first) % count :: count]) * count + (turn - first) % count
            to = np.empty(len(turn_lines), dtype=np.int64)
            if self._loops.numbers(content, begins[turn_lines], ends[turn_lines], figure_places, to) < 0:
                raise FormatViolation("check_number", text="")
            figures[turn_lines] = to
        return TakenLines(row_numbers, figures, shown)


def _encoded(columns: Sequence[LineColumn], delimiter: str) -> list[LineColumn]:
    """Columns with their texts as CSV, including the terminators."""
    found_columns = []
    for column_number, column in enumerate(columns, start=1):
        end = delimiter if column_number < len(columns) else "\r\n"
        found_columns.append(replace(column, texts=[csv_cell(text, delimiter) + end for text in column.texts]))
    return found_columns


def _fewer(columns: Sequence[LineColumn]) -> list[LineColumn]:
    """Join neighbouring columns whose texts alternate by line (PER_LINE) and depend on no other column."""
    line_columns: list[LineColumn] = []
    for column in columns:
        former_column = line_columns[-1] if line_columns else None
        if former_column is None or former_column.kind != line_loops.PER_LINE or column.kind != line_loops.PER_LINE:
            line_columns.append(column)
            continue
        turns = max(len(former_column.texts), len(column.texts))
        sides = [(line_column.texts * turns)[:turns] for line_column in (former_column, column)]
        line_columns[-1] = LineColumn(line_loops.PER_LINE, [side + other for side, other in zip(*sides, strict=True)])
    return line_columns


def _whole_lines(stream: BinaryIO, begin: int, end: int) -> Iterator[tuple[int, int, memoryview]]:
    """Parts of a file that end with a complete line: index of the first line, number of lines, and their bytes followed
    by BEHIND more. Raises FormatViolation."""
    stream.seek(begin)
    left, former_bytes, first = end - begin, b"", 0
    while left:
        content = bytearray(len(former_bytes) + min(_BLOCK_BYTES, left) + BEHIND)
        content[: len(former_bytes)] = former_bytes
        size = len(former_bytes) + stream.readinto(memoryview(content)[len(former_bytes) : -BEHIND])  # type: ignore[attr-defined]
        if size == len(former_bytes):
            break
        left -= size - len(former_bytes)
        cut = content.rfind(b"\r\n", 0, size) + 2
        if cut > 1:
            # By numpy, as bytes are slow in counting what is there so often.
            lines = int(np.count_nonzero(np.frombuffer(content, dtype=np.uint8, count=cut) == _LINE_FEED))
            yield first, lines, memoryview(content)[: cut + BEHIND]
            first += lines
        former_bytes = bytes(content[cut if cut > 1 else 0 : size])
    if left or former_bytes:
        raise FormatViolation("check_csv", line=first + 1)
