"""Hypercubes as Parquet: the columns of a cube's file, row groups of as many published lines each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.formats.check import Fault
from ckmcore.formats.cube import KEPT
from ckmcore.formats.hits import Search
from ckmcore.formats.read_parquet import read_parquet_parts
from ckmcore.formats.read_stream import coded, nodes_of, positions, scaled_decimals
from ckmcore.formats.stream import HyperPage, Lines, Marks, StreamKind, joined_lines, told_apart
from ckmcore.formats.write_parquet import DIGITS, column_names, figures_column, file_metadata, parquet_dimensions
from ckmcore.methods.protected import Sign

GROUP_LINES = 1 << 20


class ParquetStream:
    """A file of a hypercube. Each row group has the whole code lists as its dictionaries, whether or not a line has a
    code; where it ends follows from how many lines there are, whatever margins they are of."""

    def __init__(self, page: HyperPage, stream: Any) -> None:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        self._page, self._waiting, self._count = page, list[Lines](), 0
        own = parquet_dimensions(page.cube)
        self._codes = [pa.array(one.codes, pa.string()) for one in own]
        self._labels = [_different([category.label for category in one.categories]) for one in own]
        self._marks = pa.array(sign_texts(page), pa.string())
        self._names = column_names(page.cube)
        none = [np.zeros(0, dtype=np.int32)] * len(page.places)
        count = len(page.cube.measures)
        empty = Lines(tuple(none), (np.zeros(0, dtype=np.int64),) * count, (np.zeros(0, dtype=np.uint8),) * count)
        # What is least and largest among texts is of no use, and takes as long as all the rest.
        self._writer = parquet.ParquetWriter(
            stream,
            self._table(empty).schema,
            compression="zstd",
            store_schema=False,
            write_statistics=self._names[2 * len(own) :: 2],
            max_rows_per_page=GROUP_LINES,
        )

    def add(self, lines: Lines, margin: int) -> None:
        """See `Stream`."""
        del margin
        self._waiting.append(lines)
        self._count += len(lines)
        while self._count >= GROUP_LINES:
            every = joined_lines(self._waiting)
            self._write(every.part(0, GROUP_LINES))
            self._waiting = [every.part(GROUP_LINES, len(every))]
            self._count = len(self._waiting[0])

    def close(self) -> None:
        """See `Stream`."""
        if self._count:
            self._write(joined_lines(self._waiting))
        self._writer.add_key_value_metadata(file_metadata(self._page.cube, self._page.document))
        self._writer.close()

    def _write(self, lines: Lines) -> None:
        self._writer.write_table(self._table(lines), row_group_size=GROUP_LINES)

    def _table(self, lines: Lines) -> Any:
        import pyarrow as pa

        columns, fields = list[Any](), list[Any]()

        def put(column: Any, *, missing: bool = False) -> None:
            fields.append(pa.field(self._names[len(columns)], column.type, nullable=missing))
            columns.append(column)

        for axis, (codes, (labels, place)) in enumerate(zip(self._codes, self._labels, strict=True)):
            index = np.zeros(len(lines), dtype=np.int32)
            if axis < len(self._page.places):  # else it is the one period
                index = self._page.places[axis][lines.nodes[axis]]
            put(pa.DictionaryArray.from_arrays(pa.array(index), codes))
            put(pa.DictionaryArray.from_arrays(pa.array(index if place is None else place[index]), labels))
        for measure, figures, signs in zip(self._page.cube.measures, lines.figures, lines.signs, strict=True):
            hidden = ~np.isin(signs, KEPT) if signs.any() else None
            put(figures_column(figures, hidden, measure.places), missing=True)
            put(pa.DictionaryArray.from_arrays(pa.array(signs.astype(np.int32)), self._marks))
        return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def _different(texts: list[str]) -> tuple[Any, NDArray[np.int32] | None]:
    """The different ones among texts, and of each text which one it is (None: they all are)."""
    import pyarrow as pa

    known = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    place = None if len(known) == len(texts) else np.array([known[text] for text in texts], dtype=np.int32)
    return pa.array(list(known), pa.string()), place


@contextmanager
def open_parquet(page: HyperPage, path: Path) -> Iterator[ParquetStream]:
    """A file to be written; what the disk refuses is an OSError."""
    with path.open("wb") as stream:
        made = ParquetStream(page, stream)
        try:
            yield made
        finally:
            made._writer.is_open = False  # a file that is given up has no end


def sign_texts(page: HyperPage) -> list[str]:
    """How each sign is written."""
    return [page.document.office.sign(sign) for sign in Sign]


def same_in_parquet(page: HyperPage) -> Marks:
    """Of each sign the first one that is written alike."""
    texts = sign_texts(page)
    return told_apart([(texts[sign], sign.keeps_figure) for sign in Sign])


def read_parquet_lines(page: HyperPage, path: Path, search: Search) -> Iterator[Lines]:
    """The lines of a file, a row group at a time. Raises Fault."""
    import pyarrow as pa
    import pyarrow.compute as compute

    own, names = parquet_dimensions(page.cube), column_names(page.cube)
    nodes = [nodes_of(places) for places in page.places]
    texts, kept = sign_texts(page), np.array([sign.keeps_figure for sign in Sign])
    same = same_in_parquet(page)
    for table in read_parquet_parts(path, page.document.program, search):
        if table.schema.names != names:
            raise Fault("check_csv_head")
        found = []
        for axis, dimension in enumerate(own):
            words = pa.array([category.label for category in dimension.categories], pa.string())
            known = pa.array(dimension.codes, pa.string())
            codes = coded(table.column(2 * axis), table.column(2 * axis + 1), known, words)
            if axis < len(nodes):
                found.append(nodes[axis][codes])
        figures, signs = [], []
        for number, measure in enumerate(page.cube.measures, start=len(own)):
            column = table.column(2 * number)
            if column.type != (pa.decimal128(DIGITS, measure.places) if measure.places else pa.int64()):
                raise Fault("check_csv_head")
            has = np.asarray(compute.is_valid(column))
            figures.append(
                scaled_decimals(column) if measure.places else np.asarray(compute.fill_null(column, 0), dtype=np.int64)
            )
            marks = positions(table.column(2 * number + 1), pa.array(texts, pa.string()))
            if not marks.any() and has.all():
                signs.append(np.zeros(len(marks), dtype=np.uint8))
                continue
            # Two signs may be written alike, one around a figure and one in its place.
            sign = np.where(has, *(_first(texts, wanted)[marks] for wanted in (kept, ~kept)))
            if (sign < 0).any():
                raise Fault("check_figure", number=number)
            signs.append(same[sign])
        yield Lines(tuple(found), tuple(figures), tuple(signs))


def _first(texts: list[str], among: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Of each text the first of those `among` that is the same; -1: none is."""
    chosen = np.flatnonzero(among).tolist()
    return np.array([next((at for at in chosen if texts[at] == text), -1) for text in texts], dtype=np.intp)


PARQUET_STREAM = StreamKind(open_parquet, read_parquet_lines, same_in_parquet)
