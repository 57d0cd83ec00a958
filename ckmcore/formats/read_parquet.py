"""Parquet taken apart, whoever wrote it: columns with their dictionaries, statistics, metadata, bytes between.

`read_parquet` demands the columns of a cube; `search_parquet` looks at each part, also where the file holds none.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.arrow_arrays import numpy_of
from ckmcore.base.limits import limits
from ckmcore.base.reading import open_file, read_file
from ckmcore.errors import CkmError
from ckmcore.formats.check import Axis, FormatViolation, ParsedCube, each_cell, of_lines
from ckmcore.formats.columns import Column
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.microdata.footers import check_pages

KEYS = {b"title", b"language", b"source", b"notes", b"columns", b"cell_notes", b"generator"}
_MADE_BY = re.compile(r"parquet-cpp-arrow version \d+(\.\d+)*")
_TEXTS = ("title", "language", "source")
_BESIDE = re.compile(r"_(LABEL|SIGN)(_\d+)?$")
_MARK_BYTES, _LENGTH_BYTES = 4, 4


def _opened(content: bytes) -> tuple[Any, Any]:
    """Metadata and table of a file; raises CkmError, ArrowException, OSError, ValueError."""
    import pyarrow.parquet as parquet

    check_pages(io.BytesIO(content), len(content), "Parquet")
    file = parquet.ParquetFile(io.BytesIO(content))
    columns = [file.schema.column(number) for number in range(len(file.schema))]
    if len(set(file.schema_arrow.names)) < len(file.schema_arrow.names):
        raise ValueError("names")
    texts = [column.name for column in columns if column.physical_type == "BYTE_ARRAY"]
    # One thread: where others still read a damaged part, the library ends the whole program.
    coded = parquet.ParquetFile(io.BytesIO(content), metadata=file.metadata, read_dictionary=texts, pre_buffer=False)
    return file.metadata, coded.read(use_threads=False)


def read_parquet(
    path: Path, dimensions: int, signs: set[str], program: str = "", *, listed: bool = False
) -> ParsedCube:
    """Read a file strictly: `dimensions` pairs of codes and labels, then pairs of figures and signs; it names the
    program that wrote it. `listed`: not every combination of codes has a line. Raises FormatViolation."""
    import pyarrow as pa

    try:
        opened, table = _opened(read_file(path))
    except (CkmError, pa.ArrowException, OSError, ValueError):
        raise FormatViolation("check_parquet") from None
    metadata, names = dict(opened.metadata or {}), table.schema.names
    if len(names) % 2 or len(names) <= 2 * dimensions or len(set(names)) < len(names):
        raise FormatViolation("check_csv_head")
    _check_said(metadata, names, program)
    with ThreadPoolExecutor(limits().workers) as pool:
        columns = list(pool.map(column_of, table.columns))
    keys = columns[: 2 * dimensions : 2]
    axes = tuple(Axis(name, tuple(key.texts)) for name, key in zip(names[::2], keys, strict=False))
    for key, labels in zip(keys, columns[1::2], strict=False):
        label_of = np.zeros(len(key.texts), dtype=np.intp)
        label_of[key.places] = labels.places
        one_each = np.array_equal(label_of[key.places], labels.places)
        if not one_each or {None, ""} & {*key.texts, *labels.texts}:
            raise FormatViolation("check_csv_head")
    values = [_figures(columns[place], columns[place + 1], signs) for place in range(2 * dimensions, len(names), 2)]
    measures = names[2 * dimensions :: 2]
    found_axes = (*axes, Axis("", tuple(measures)))
    if listed:
        lines = [Column(key.texts, each_cell(key.places, len(measures))) for key in keys]
        lines.append(Column(measures, np.tile(np.arange(len(measures)), len(table))))
        return ParsedCube(found_axes, _by_line(values), lines)
    return ParsedCube(
        found_axes, [figure for cell in of_lines(keys, zip(*values, strict=True), before=0) for figure in cell]
    )


def column_of(chunks: Any) -> Column:
    """A column of Arrow as its distinct values, in the order of their first lines, and the place of each line."""
    import pyarrow as pa

    coded = chunks if pa.types.is_dictionary(chunks.type) else chunks.dictionary_encode()
    coded = coded.unify_dictionaries()
    values = coded.chunk(0).dictionary.to_pylist() if coded.num_chunks else []
    places = np.concatenate(
        [np.empty(0, dtype=np.intp), *(_places(chunk.indices, len(values)) for chunk in coded.chunks)]
    )
    values.append(None)  # of lines that have none
    first = np.full(len(values), len(places), dtype=np.intp)
    first[places[::-1]] = np.arange(len(places) - 1, -1, -1)
    known: dict[Any, int] = {}
    numbers = np.zeros(len(values), dtype=np.intp)
    for at in np.argsort(first, kind="stable").tolist():
        if first[at] < len(places):  # a dictionary may name what no line has, or one text twice
            numbers[at] = known.setdefault(values[at], len(known))
    return Column(tuple(known), numbers[places])


def _places(indices: Any, missing: int) -> NDArray[np.intp]:
    return numpy_of(indices, missing).astype(np.intp, copy=False)


def _figures(figures: Column, marks: Column, signs: set[str]) -> Column:
    """Figures as texts, None where there is none, which a sign must explain. Raises FormatViolation."""
    explains = np.array([bool(mark) for mark in marks.texts], dtype=np.bool_)
    lacks = np.array([figure is None for figure in figures.texts], dtype=np.bool_)
    wrong = [mark for mark in marks.texts if not isinstance(mark, str) or mark not in signs]
    unexplained = len(figures) and bool((lacks[figures.places] & ~explains[marks.places]).any())
    if wrong or unexplained:
        raise FormatViolation("check_csv_value", text=str(wrong[0] if wrong else "")[:60], line=0, column="sign")
    return Column([None if figure is None else _text(figure) for figure in figures.texts], figures.places)


def _text(figure: object) -> str:
    return f"{figure:f}" if hasattr(figure, "as_tuple") else str(figure)


def _by_line(values: Sequence[Column]) -> Column:
    """Columns of figures as a single one, line by line."""
    if len(values) == 1:
        return values[0]
    places = np.empty(sum(map(len, values)), dtype=np.intp)
    texts = list[Any]()
    for place, column in enumerate(values):
        places[place :: len(values)] = column.places + len(texts)
        texts += column.texts
    return Column(texts, places)


Pair = TypeVar("Pair")


def read_parquet_parts(
    path: Path, names: list[str], program: str, search: LeakScan, made: Callable[[int, Any, Any], Pair]
) -> Iterator[list[Pair]]:
    """Read the row groups of a file of pairs of columns: of codes and labels, then of figures and signs. made: called
    with the number of a pair and its two columns of Arrow, whose texts are dictionaries; its results come together, so
    that memory holds one pair at a time. Everything around the columns is searched for leaks, and statements on
    figures there must be true. Raises FormatViolation."""
    import pyarrow as pa
    import pyarrow.compute as compute
    import pyarrow.parquet as parquet

    try:
        with open_file(path) as stream:
            size = path.stat().st_size
            check_pages(stream, size, "Parquet")
            stream.seek(0)
            texts = parquet.read_schema(stream)
            if texts.names != names:
                raise FormatViolation("check_csv_head")
            coded = [field.name for field in texts if pa.types.is_string(field.type)]
            stream.seek(0)
            file = parquet.ParquetFile(stream, read_dictionary=coded, pre_buffer=False)
            metadata = file.metadata
            _check_said(dict(metadata.metadata or {}), texts.names, program)
            _around(metadata, texts, search)
            stream.seek(size - _MARK_BYTES - _LENGTH_BYTES)
            footer = int.from_bytes(stream.read(_LENGTH_BYTES), "little")
            numbers = dict[tuple[int, str], list[Any]]()

            def statistic(group: int, name: str, value: object) -> None:
                if isinstance(value, bytes | str):
                    _statistic(f"{name}, min/max", value, search)
                else:
                    numbers.setdefault((group, name), []).append(value)

            types = [metadata.schema.column(number).physical_type for number in range(metadata.num_columns)]
            _chunks(size, footer, metadata, types, search, statistic)

            def pair(group: int, place: int) -> Pair:
                # One thread: where others still read a damaged part, the library ends the whole program.
                table = file.read_row_group(group, columns=names[2 * place : 2 * place + 2], use_threads=False)
                for name, column in zip(table.schema.names, table.columns, strict=True):
                    told = numbers.get((group, name))
                    if told is not None and told != list(compute.min_max(column).as_py().values()):
                        raise FormatViolation("check_parquet")
                return made(place, *table.columns)

            for group in range(metadata.num_row_groups):
                yield [pair(group, place) for place in range(len(names) // 2)]
    except (CkmError, pa.ArrowException, OSError, ValueError):
        raise FormatViolation("check_parquet") from None


def _check_said(metadata: dict[bytes, bytes], names: list[str], program: str) -> None:
    if not {b"title", b"language", b"notes", b"columns"} <= set(metadata) <= KEYS:
        raise FormatViolation("check_parquet_metadata")
    if metadata.get(b"generator", b"") != program.encode() or list(json.loads(metadata[b"columns"])) != names[::2]:
        raise FormatViolation("check_parquet_metadata")


def search_parquet(content: bytes, search: LeakScan) -> None:
    """Look at a file; hits go to `search`."""
    import pyarrow as pa

    try:
        metadata, table = _opened(content)
        _look(metadata, table, content, search)
    except CkmError as fault:
        search.hit("bytes", "Parquet", str(fault.fields))
    except (pa.ArrowException, OSError, ValueError) as fault:
        search.hit("bytes", "Parquet", str(fault))


def _look(metadata: Any, table: Any, content: bytes, search: LeakScan) -> None:
    _around(metadata, table.schema, search)
    for name in table.column_names:
        _column(name, table.column(name), search)
    types = [metadata.schema.column(number).physical_type for number in range(metadata.num_columns)]
    footer = int.from_bytes(content[-_MARK_BYTES - _LENGTH_BYTES : -_MARK_BYTES], "little")

    def statistic(_group: int, name: str, value: object) -> None:
        _statistic(f"{name}, min/max", value, search)

    _chunks(len(content), footer, metadata, types, search, statistic)


def _around(metadata: Any, schema: Any, search: LeakScan) -> None:
    """Search the metadata and the schema of a file."""
    if not _MADE_BY.fullmatch(metadata.created_by):
        search.hit("property", "created_by", metadata.created_by)
    for key, value in (metadata.metadata or {}).items():
        _said(key.decode("utf-8", "replace"), value.decode("utf-8", "replace"), search)
    for field in schema:
        search.code("schema", _BESIDE.sub("", field.name))
        for key, value in (field.metadata or {}).items():
            if key != b"PARQUET:field_id":
                search.hit("property", field.name, f"{key!r}: {value!r}")


def _column(name: str, column: Any, search: LeakScan) -> None:
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        if not pa.types.is_string(column.type.value_type):
            search.hit("bytes", name, str(column.type))
            return
        # Also what the dictionary names and no line uses.
        search.codes(name, {text or "" for chunk in column.chunks for text in chunk.dictionary.to_pylist()})
        return
    for found in column.value_counts().to_pylist():
        value, times = found["values"], found["counts"]
        if isinstance(value, int | Decimal):
            search.number(name, Decimal(value), times=times)
        elif value is not None:
            search.hit("figure", name, str(value))


def _said(key: str, value: str, search: LeakScan) -> None:
    """One entry of the metadata of a file."""
    if key in _TEXTS:
        search.cube_text(key, value, "de", "en")
    elif key == "generator":
        search.program(key, value)
    elif key == "notes":
        search.composed(key, value)
    elif key in ("columns", "cell_notes"):
        try:
            _json(key, json.loads(value), search)
        except (ValueError, RecursionError) as fault:
            search.hit("bytes", key, str(fault))
    else:
        search.hit("property", key, value)


def _json(place: str, value: Any, search: LeakScan) -> None:
    """Search the JSON that a Parquet file keeps: titles, units and notes by column, notes on cells by their codes."""
    if isinstance(value, dict):
        for key, one in value.items():
            search.code(place, _BESIDE.sub("", key), "title", "note", "unit", "place")
            _json(f"{place}.{key}", one, search)
    elif isinstance(value, list):
        for one in value:
            _json(place, one, search)
    elif isinstance(value, str):
        if not search.allowed.cubes.knows_code(value):
            search.composed(place, value)
    else:
        search.hit("figure", place, str(value))


def _chunks(
    size: int,
    footer: int,
    metadata: Any,
    types: Sequence[str],
    search: LeakScan,
    statistic: Callable[[int, str, object], None],
) -> None:
    """Check the statistics of the parts of columns, and that nothing is between the parts of a file. size: of the file,
    bytes; footer: its length, bytes."""
    place = _MARK_BYTES
    for group in range(metadata.num_row_groups):
        for number in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(number)
            starts = [chunk.data_page_offset, chunk.dictionary_page_offset or chunk.data_page_offset]
            if min(starts) != place:
                search.hit("bytes", chunk.path_in_schema)
            place = min(starts) + chunk.total_compressed_size
            if chunk.physical_type != types[number]:
                # The library ends the whole program where somebody asks for the statistics of such a part.
                search.hit("bytes", chunk.path_in_schema, chunk.physical_type)
                continue
            found = chunk.statistics
            if found is not None and found.has_min_max:
                for value in (found.min, found.max):
                    statistic(group, chunk.path_in_schema, value)
    if place + footer + _LENGTH_BYTES + _MARK_BYTES != size:
        search.hit("bytes", "Parquet")


def _statistic(place: str, value: object, search: LeakScan) -> None:
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, str):
        search.code(place, value)
    elif not search.allowed.anything and not (
        isinstance(value, int | Decimal) and Decimal(value) in search.allowed.figures
    ):
        search.hit("figure", place, str(value))
