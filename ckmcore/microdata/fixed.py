"""Text files of fixed width: each column lies at the same characters of every line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from ckmcore.errors import DataError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.delimited import check_encoding, csv_batches, missing_of
from ckmcore.microdata.dialect import Dialect, TextColumn
from ckmcore.microdata.files import decode_head
from ckmcore.microdata.reading_plan import entry_of
from ckmcore.microdata.sniff import encoding_entries, page_answered
from ckmcore.microdata.source import Batches, Source, check_names

# Lines are read as a table of one column: what separates columns then is a character that no text holds.
_NO_SEPARATOR = "\x01"


def open_text(file: Path, head: bytes, complete: bool, dialect: Dialect | None, head_rows: int) -> Source:
    """A file of fixed width; its dialect has to say where the columns lie.

    Columns may share characters where the dialect answers so, as a `.rda` file makes it do. Raises
    columns_overlap, column_place, column_name_twice, encoding_unknown, file_empty, undecodable_byte.
    """
    dialect = dialect or Dialect()
    check_encoding(dialect.encoding)
    shared = check_columns(dialect.columns)
    entries = []
    if shared:
        entries = [
            entry_of("columns_overlap", other, count=1, examples=[f"{name}: {start}-{end}"], answers=dialect.answers)
            for name, other, start, end in shared
        ]
        if any(entry.is_asked for entry in entries):
            name, other, start, end = shared[0]
            raise InputError("columns_overlap", column=name, other=other, start=start, end=end)
    if dialect.rules > 2 and dialect.encoding_guessed:
        dialect = replace(dialect, encoding=page_answered(dialect.encoding, dialect))
        entries += encoding_entries(head, dialect.encoding, dialect)
    if dialect.rules > 2 and dialect.encoding_guessed:
        dialect = replace(dialect, encoding=page_answered(dialect.encoding, dialect))
        entries += encoding_entries(head, dialect.encoding, dialect)
    names = tuple(column.name for column in dialect.columns)
    check_names(file, names)
    text = decode_head(file, head, complete, dialect.encoding).removeprefix("\ufeff")
    lines = [line for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if line]
    if not complete and len(lines) > 1:
        lines.pop()
    if not lines:
        raise DataError("file_empty", file=str(file))
    rows = tuple(
        tuple(line[column.start - 1 : column.start - 1 + column.length] for column in dialect.columns)
        for line in lines[:head_rows]
    )
    return Source(file, "fixed", names, dialect, rows, _batches, described=missing_of(dialect), entries=entries)


def check_columns(columns: Sequence[TextColumn]) -> list[tuple[str, str, int, int]]:
    """Columns that share characters: the names of both, the first and last of these characters. Raises column_place."""
    for column in columns:
        if not column.name.strip() or column.start < 1 or column.length < 1:
            raise InputError("column_place", column=column.name, start=column.start, length=column.length)
    shared = []
    for before, after in pairwise(sorted(columns, key=lambda column: column.start)):
        end = before.start + before.length - 1
        if after.start <= end:
            shared.append((before.name, after.name, after.start, min(end, after.start + after.length - 1)))
    return shared


def _batches(source: Source, columns: list[str], rows: int) -> Batches:
    import pyarrow as pa

    dialect = source.dialect or Dialect()
    places = {column.name: column for column in dialect.columns}
    wanted = [places[name] for name in columns]
    width = max(column.start + column.length - 1 for column in wanted)
    lines = replace(
        source,
        names=("line",),
        dialect=replace(dialect, separator=_NO_SEPARATOR, quote="", header=False, columns=()),
        described={},
    )
    done, short, first = 0, 0, 0
    for batch, fraction in csv_batches(lines, ["line"], rows):
        line = batch.column(0)
        cut = _shorter_than(line, width)
        if len(cut):
            short, first = short + len(cut), first or done + int(cut[0]) + 1
        done += len(line)
        arrays = _cut(line, [(column.start - 1, column.length) for column in wanted])
        yield pa.record_batch(arrays, names=columns), fraction
    if short:
        source.notices.append(sentence("lines_short", count=short, row=first, width=width))


def _shorter_than(lines: Any, width: int) -> Any:
    import numpy as np
    import pyarrow.compute as pc

    return np.flatnonzero(pc.less(pc.utf8_length(lines), width).to_numpy(zero_copy_only=False))


def _cut(lines: Any, places: list[tuple[int, int]]) -> list[Any]:
    """Pieces of lines; where all letters are ASCII, by bytes, which is some twenty times faster."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pc.all(pc.string_is_ascii(lines)).as_py():
        packed = lines.cast(pa.binary())
        return [pc.binary_slice(packed, start, start + length).cast(pa.string()) for start, length in places]
    return [pc.utf8_slice_codeunits(lines, start, start + length) for start, length in places]
