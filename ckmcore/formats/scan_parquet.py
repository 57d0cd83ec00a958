"""Parquet taken apart: names and contents of columns with their dictionaries, statistics, metadata, bytes between."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from ckmcore.errors import CkmError
from ckmcore.formats.hits import Search
from ckmcore.microdata.footers import check_pages

_MADE_BY = re.compile(r"parquet-cpp-arrow version \d+(\.\d+)*")
_TEXTS = ("title", "language", "source")
_BESIDE = re.compile(r"_(LABEL|SIGN)(_\d+)?$")
_MARK_BYTES, _LENGTH_BYTES = 4, 4


def scan_parquet(content: bytes, search: Search) -> None:
    """Look at a file; hits go to `search`."""
    import pyarrow as pa

    try:
        check_pages(io.BytesIO(content), len(content), "Parquet")
        _look(content, search)
    except CkmError as fault:
        search.hit("bytes", "Parquet", str(fault.fields))
    except (pa.ArrowException, OSError, ValueError) as fault:
        search.hit("bytes", "Parquet", str(fault))


def _look(content: bytes, search: Search) -> None:
    import pyarrow.parquet as parquet

    file = parquet.ParquetFile(io.BytesIO(content))
    columns = [file.schema.column(number) for number in range(len(file.schema))]
    texts = [column.name for column in columns if column.physical_type == "BYTE_ARRAY"]
    # One thread: where others still read a damaged part, the library ends the whole program.
    table = parquet.read_table(io.BytesIO(content), read_dictionary=texts, use_threads=False, pre_buffer=False)
    metadata = file.metadata
    if not _MADE_BY.fullmatch(metadata.created_by):
        search.hit("property", "created_by", metadata.created_by)
    for key, value in (metadata.metadata or {}).items():
        _said(key.decode("utf-8", "replace"), value.decode("utf-8", "replace"), search)
    for field in table.schema:
        search.code("schema", _BESIDE.sub("", field.name))
        for key, value in (field.metadata or {}).items():
            if key != b"PARQUET:field_id":
                search.hit("property", field.name, f"{key!r}: {value!r}")
    for name in table.column_names:
        _column(name, table.column(name), search)
    _chunks(content, metadata, [column.physical_type for column in columns], search)


def _column(name: str, column: Any, search: Search) -> None:
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        if not pa.types.is_string(column.type.value_type):
            search.hit("bytes", name, str(column.type))
            return
        # Also what the dictionary names and no line uses.
        for text in {text for chunk in column.chunks for text in chunk.dictionary.to_pylist()}:
            search.code(name, text or "")
        return
    for found in column.value_counts().to_pylist():
        value, times = found["values"], found["counts"]
        if isinstance(value, int | Decimal):
            search.number(name, Decimal(value), times=times)
        elif value is not None:
            search.hit("figure", name, str(value))


def _said(key: str, value: str, search: Search) -> None:
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


def _json(place: str, value: Any, search: Search) -> None:
    """Names of columns with titles, units and notes; notes on cells with their codes."""
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


def _chunks(content: bytes, metadata: Any, types: Sequence[str], search: Search) -> None:
    """Statistics of the parts of columns, and that nothing stands between the parts."""
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
                    _statistic(f"{chunk.path_in_schema}, min/max", value, search)
    footer = int.from_bytes(content[-_MARK_BYTES - _LENGTH_BYTES : -_MARK_BYTES], "little")
    if place + footer + _LENGTH_BYTES + _MARK_BYTES != len(content):
        search.hit("bytes", "Parquet")


def _statistic(place: str, value: object, search: Search) -> None:
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, str):
        search.code(place, value)
    elif not search.allowed.anything and not (
        isinstance(value, int | Decimal) and Decimal(value) in search.allowed.figures
    ):
        search.hit("figure", place, str(value))
