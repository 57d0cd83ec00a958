"""Hypercubes as Parquet: the columns of a cube's file, row groups of as many published lines each."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.thrift import Structure, decode_structure, encode_structure
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import KEPT
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.read_parquet import read_parquet_parts
from ckmcore.formats.write_parquet import (
    DIGITS,
    column_names,
    different,
    figures_column,
    file_metadata,
    parquet_dimensions,
)
from ckmcore.methods.protected import Sign
from ckmcore.scale.hypercube.read_stream import coded, nodes_of, positions, scaled_decimals
from ckmcore.scale.hypercube.resumable import Part
from ckmcore.scale.hypercube.stream import HyperPage, Lines, Marks, Nodes, StreamKind, joined_lines, told_apart

GROUP_LINES = 1 << 20

MARK = b"PAR1"
_LENGTH_BYTES = 4
# Fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData that are looked at.
_ROWS, _GROUPS = 3, 4
_COLUMNS, _GROUP_ROWS, _GROUP_OFFSET, _ORDINAL = 1, 3, 5, 7
_CHUNK_OFFSET, _CHUNK = 2, 3
_PAGE_OFFSETS = (9, 10, 11)


class ParquetStream:
    """A Parquet file of a hypercube. Each row group has the complete code lists as dictionaries, used or not, and a
    fixed number of lines regardless of margins.

    Row groups are written separately and appended; the part's `more` holds what the footer must say of each. The file
    is identical to one written at once.
    """

    def __init__(self, page: HyperPage, stream: BinaryIO, parts: Sequence[Part]) -> None:
        import pyarrow as pa

        self._page, self._stream, self._waiting, self._count = page, stream, list[Lines](), 0
        own_dimensions = parquet_dimensions(page.cube)
        self._codes = [pa.array(dimension.codes, pa.string()) for dimension in own_dimensions]
        self._labels = [
            different([category.label for category in dimension.categories]) for dimension in own_dimensions
        ]
        self._places = [
            categories.astype(np.min_scalar_type(-1 - int(categories.max(initial=0)))) for categories in page.places
        ]
        self._marks, self._mark_at = different(sign_texts(page))
        self._names = column_names(page.cube)
        none = [np.zeros(0, dtype=np.int32)] * len(page.places)
        count = len(page.cube.measures)
        empty = Lines(tuple(none), (np.zeros(0, dtype=np.int64),) * count, (np.zeros(0, dtype=np.uint8),) * count)
        self._empty = self._table(empty)
        self._parts = list(parts)
        if parts:
            self._go_on()
        else:
            stream.write(MARK)

    def _go_on(self) -> None:
        """Continue behind the existing parts. Raises FormatViolation where these were changed, since unused codes of a
        row group are not checked when the file is read."""
        self._stream.seek(len(MARK))
        former_size = len(MARK)
        for stream_part in self._parts:
            stored_mark, _, footer = stream_part.more.partition(" ")
            if stored_mark != _mark(self._stream.read(stream_part.size - former_size), footer):
                raise FormatViolation("check_parquet")
            former_size = stream_part.size
        self._stream.truncate()

    def add(self, lines: Lines, margin: int) -> Sequence[Part]:
        """Write lines of one margin; see `Stream`."""
        del margin
        self._waiting.append(lines)
        self._count += len(lines)
        former = len(self._parts)
        while self._count >= GROUP_LINES:
            all_lines = joined_lines(self._waiting)
            self._put(all_lines.part(0, GROUP_LINES))
            self._waiting = [all_lines.part(GROUP_LINES, len(all_lines))]
            self._count = len(self._waiting[0])
        return self._parts[former:]

    def close(self) -> None:
        """Write the end of the file; see `Stream`."""
        if self._count:
            self._put(joined_lines(self._waiting))
        groups = [
            decode_structure(base64.b64decode(stream_part.more.partition(" ")[2]))[0] for stream_part in self._parts
        ]
        part_offsets = [0, *(stream_part.size - len(MARK) for stream_part in self._parts[:-1])]
        _, footer = parts_of(self._file_of_group(None, file_metadata(self._page.cube, self._page.document)))
        self._stream.write(end_of(with_groups(footer, groups, part_offsets[: len(groups)])))

    def _put(self, lines: Lines) -> None:
        """Write a row group."""
        body, footer = parts_of(self._file_of_group(self._table(lines), {}))
        self._stream.write(body)
        self._stream.flush()
        former_lines = self._parts[-1].lines if self._parts else 0
        more = base64.b64encode(encode_structure(group_of(footer))).decode()
        self._parts.append(Part(former_lines + len(lines), self._stream.tell(), f"{_mark(body, more)} {more}"))

    def _file_of_group(self, table: Any, metadata: dict[str, str]) -> memoryview:
        """A file with one row group, or none."""
        import pyarrow as pa
        import pyarrow.parquet as parquet

        sink = pa.BufferOutputStream()
        # What is least and largest among texts is of no use, and takes as long as all the rest.
        with parquet.ParquetWriter(
            sink,
            self._empty.schema,
            compression="zstd",
            store_schema=False,
            write_statistics=self._names[2 * len(self._codes) :: 2],
            max_rows_per_page=GROUP_LINES,
        ) as writer:
            if table is not None:
                writer.write_table(table, row_group_size=GROUP_LINES)
            if metadata:
                writer.add_key_value_metadata(metadata)
        return memoryview(sink.getvalue())

    def _table(self, lines: Lines) -> Any:
        import pyarrow as pa

        columns, fields = list[Any](), list[Any]()

        def put(column: Any, *, missing: bool = False) -> None:
            fields.append(pa.field(self._names[len(columns)], column.type, nullable=missing))
            columns.append(column)

        for axis, (codes, (labels, label_index)) in enumerate(zip(self._codes, self._labels, strict=True)):
            index = np.zeros(len(lines), dtype=np.int8)
            if axis < len(self._page.places):  # else it is the one period
                index = self._places[axis].take(lines.nodes[axis])
            put(pa.DictionaryArray.from_arrays(pa.array(index), codes))
            put(pa.DictionaryArray.from_arrays(pa.array(index if label_index is None else label_index[index]), labels))
        for measure, figures, signs in zip(self._page.cube.measures, lines.figures, lines.signs, strict=True):
            hidden = ~np.isin(signs, KEPT) if signs.any() else None
            put(figures_column(figures, hidden, measure.places), missing=True)
            marks = signs.view(np.int8) if self._mark_at is None else self._mark_at[signs]
            put(pa.DictionaryArray.from_arrays(pa.array(marks), self._marks))
        return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def parts_of(content: memoryview) -> tuple[memoryview, Structure]:
    """Split a file into the bytes between its first mark and its footer, and the footer."""
    end = len(content) - len(MARK) - _LENGTH_BYTES
    start = end - int.from_bytes(content[end : end + _LENGTH_BYTES], "little")
    return content[len(MARK) : start], decode_structure(bytes(content[start:end]))[0]


def end_of(footer: Structure) -> bytes:
    """Encode the end of a file behind its last row group: footer, its length, mark."""
    content = encode_structure(footer)
    return content + len(content).to_bytes(_LENGTH_BYTES, "little") + MARK


def group_of(footer: Structure) -> Structure:
    """Get the one row group of a footer."""
    (group,) = footer[_GROUPS]
    row_group: Structure = group
    return row_group


def with_groups(footer: Structure, groups: Sequence[Structure], offsets: Sequence[int]) -> Structure:
    """Add row groups to a footer without any. offsets: bytes by which each has moved since it was written.

    Column offsets are moved accordingly; nothing else in the footer is interpreted.
    """
    for ordinal, (group, offset) in enumerate(zip(groups, offsets, strict=True)):
        if _ORDINAL in group:
            group[_ORDINAL] = ordinal
        _move(group, (_GROUP_OFFSET,), offset)
        for column in group[_COLUMNS]:
            if column.get(_CHUNK_OFFSET):  # 0 where the file does not say it
                _move(column, (_CHUNK_OFFSET,), offset)
            _move(column[_CHUNK], _PAGE_OFFSETS, offset)
    footer[_ROWS] = sum(group[_GROUP_ROWS] for group in groups)
    footer[_GROUPS][:] = groups
    return footer


def _move(structure: Structure, fields: Sequence[int], offset: int) -> None:
    for number in fields:
        if number in structure:
            structure[number] += offset


def _mark(body: bytes | memoryview, footer: str) -> str:
    """Hash of a row group and its footer entry."""
    return hashlib.sha256(hashlib.sha256(body).digest() + footer.encode()).hexdigest()


@contextmanager
def open_parquet(page: HyperPage, path: Path, parts: Sequence[Part]) -> Iterator[ParquetStream]:
    """A file to be written."""
    with path.open("r+b" if parts else "wb") as stream:
        yield ParquetStream(page, stream, parts)


def sign_texts(page: HyperPage) -> list[str]:
    """Text of each sign."""
    return [page.document.office.sign(sign) for sign in Sign]


def same_in_parquet(page: HyperPage) -> Marks:
    """For each sign the first sign written alike."""
    texts = sign_texts(page)
    return told_apart([(texts[sign], sign.keeps_figure) for sign in Sign])


def read_parquet_lines(page: HyperPage, path: Path, search: LeakScan) -> Iterator[Lines]:
    """The lines of a file, a row group at a time. Raises FormatViolation."""
    new_pairs = _Pairs(page)
    for pairs in read_parquet_parts(path, column_names(page.cube), page.document.program, search, new_pairs.of):
        axes, values = pairs[: len(new_pairs.dimensions)], pairs[len(new_pairs.dimensions) :]
        nodes = tuple(node_array for node_array, _ in axes[: len(page.places)])
        yield Lines(
            nodes, tuple(value_array for value_array, _ in values), tuple(sign_array for _, sign_array in values)
        )


class _Pairs:
    """Decoder of a file's columns: nodes of a dimension, or figures and signs of a value."""

    def __init__(self, page: HyperPage) -> None:
        import pyarrow as pa

        self.dimensions, self._measures = parquet_dimensions(page.cube), page.cube.measures
        nodes = [nodes_of(axis_nodes) for axis_nodes in page.places]
        self._nodes = [node.astype(np.min_scalar_type(int(node.max(initial=0)))) for node in nodes]
        self._texts, self._same = sign_texts(page), same_in_parquet(page)
        self._marks = pa.array(self._texts, pa.string())
        kept_figures = np.array([sign.keeps_figure for sign in Sign])
        self._signs = [_first(self._texts, sign_kind) for sign_kind in (kept_figures, ~kept_figures)]

    def of(self, number: int, first: Any, second: Any) -> tuple[Any, Any]:
        """Nodes, or figures and signs, of a pair of columns. Raises FormatViolation."""
        if number < len(self.dimensions):
            return self._of_dimension(number, first, second), None
        return self._of_value(number - len(self.dimensions), first, second)

    def _of_dimension(self, axis: int, codes: Any, labels: Any) -> Nodes:
        import pyarrow as pa

        dimension = self.dimensions[axis]
        words = pa.array([category.label for category in dimension.categories], pa.string())
        code_numbers = coded(codes, labels, pa.array(dimension.codes, pa.string()), words)
        return self._nodes[axis].take(code_numbers) if axis < len(self._nodes) else code_numbers

    def _of_value(self, number: int, column: Any, signs: Any) -> tuple[NDArray[np.int64], Marks]:
        import pyarrow as pa
        import pyarrow.compute as compute

        decimals = self._measures[number].places
        if column.type != (pa.decimal128(DIGITS, decimals) if decimals else pa.int64()):
            raise FormatViolation("check_csv_head")
        has = np.asarray(compute.is_valid(column))
        figures = scaled_decimals(column) if decimals else np.asarray(compute.fill_null(column, 0), dtype=np.int64)
        marks = positions(signs, self._marks)
        if not marks.any() and has.all():
            return figures, np.zeros(len(marks), dtype=np.uint8)
        # Two signs may be written alike, one around a figure and one in its place.
        sign = np.where(has, *(own_sign[marks] for own_sign in self._signs))
        if (sign < 0).any():
            raise FormatViolation("check_figure", number=number)
        return figures, self._same[sign]


def _first(texts: list[str], among: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Index of the first equal text among the masked ones, for each text; -1 without one."""
    chosen_indices = np.flatnonzero(among).tolist()
    return np.array(
        [next((index for index in chosen_indices if texts[index] == text), -1) for text in texts], dtype=np.intp
    )


PARQUET_STREAM = StreamKind(open_parquet, read_parquet_lines, same_in_parquet, seconds=1.5)
