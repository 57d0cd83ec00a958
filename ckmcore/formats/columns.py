"""Lines of a file as dictionary-encoded columns: long files are written, read and searched by distinct texts.

Arrow takes a file apart. Whether it saw what a strict reader of CSV sees is proven, not believed: the lines are put
together again as such a reader's writer does, and have to be the bytes that were read. Where they are not, the file is
read line by line as any other.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

_SLICE = 1 << 17
_LONGEST_TEXT = 100_000
_BLOCK = 1 << 24
_FEW = 4096


@dataclass(frozen=True, eq=False)
class Column(Sequence[Any]):
    """Dictionary-encoded column. texts: distinct values, of a file that was read in the order of their first lines;
    places: index into `texts` of each line."""

    texts: Sequence[Any]
    places: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        found = self.places[at]
        return [self.texts[one] for one in found.tolist()] if isinstance(at, slice) else self.texts[int(found)]

    def __iter__(self) -> Iterator[Any]:
        return map(self.texts.__getitem__, self.places.tolist())

    def counts(self) -> Iterator[tuple[Any, int]]:
        """Each text with the number of its lines."""
        counts = np.bincount(self.places, minlength=len(self.texts)).tolist()
        return ((text, count) for text, count in zip(self.texts, counts, strict=True) if count)


def each_text(column: Sequence[Any]) -> Sequence[Any]:
    """Distinct values of a column, in the order of their first lines."""
    return column.texts if isinstance(column, Column) else tuple(dict.fromkeys(column))


def numbers_of(columns: Sequence[Column]) -> NDArray[np.int64] | None:
    """A number for each line, the same for lines with the same texts; None where there are too many combinations."""
    most = 1
    found = np.zeros(len(columns[0]) if columns else 0, dtype=np.int64)
    for column in columns:
        most *= max(1, len(column.texts))
        if most >= 2**63:
            return None
        found = found * len(column.texts) + column.places
    return found


def stands_twice(numbers: NDArray[np.int64]) -> bool:
    """Whether a number occurs more than once."""
    ordered = np.sort(numbers)
    return bool((ordered[1:] == ordered[:-1]).any())


# --- writing -------------------------------------------------------------------------------------------------------


def write_lines(stream: Any, columns: Sequence[Column], delimiter: str) -> None:
    """Write lines as `csv.writer` does."""
    for part in _lines(columns, delimiter):
        stream.write(part)


def _lines(columns: Sequence[Column], delimiter: str) -> Iterator[Any]:
    """The lines, many at a time."""
    import pyarrow as pa
    import pyarrow.compute as pc

    merged = _merged(
        [Column([_quoted(one, delimiter) for one in each.texts], each.places) for each in columns], delimiter
    )
    texts = [list(column.texts) for column in merged]
    texts[-1] = [f"{text}\r\n" for text in texts[-1]]
    held = [pa.array(one, pa.large_string()) for one in texts]
    for start in range(0, len(columns[0]), _SLICE):
        part = slice(start, start + _SLICE)
        taken = [one.take(pa.array(each.places[part])) for one, each in zip(held, merged, strict=True)]
        joined = pc.binary_join_element_wise(*taken, pa.scalar(delimiter, pa.large_string()))
        ends = np.frombuffer(joined.buffers()[1], dtype=np.int64, count=len(joined) + 1, offset=8 * joined.offset)
        yield memoryview(joined.buffers()[2])[int(ends[0]) : int(ends[-1])]


def _merged(columns: Sequence[Column], delimiter: str) -> list[Column]:
    """Columns of quoted texts, neighbours of few combinations as one."""
    found = [columns[0]]
    for column in columns[1:]:
        before = found[-1]
        if len(before.texts) * len(column.texts) > _FEW:
            found.append(column)
            continue
        texts = [f"{text}{delimiter}{other}" for text in before.texts for other in column.texts]
        found[-1] = Column(texts, before.places * len(column.texts) + column.places)
    return found


def _quoted(text: str, delimiter: str) -> str:
    if any(sign in text for sign in (delimiter, '"', "\r", "\n")):
        return '"' + text.replace('"', '""') + '"'
    return text


# --- reading -------------------------------------------------------------------------------------------------------


def read_lines(content: bytes, delimiter: str, width: int) -> list[Column] | None:
    """The columns of lines that all have `width` cells; None where that is not proven."""
    import pyarrow as pa
    import pyarrow.csv

    if width < 2 or not content.endswith(b"\r\n") or b"\0" in content:
        return None
    names = [str(at) for at in range(width)]
    try:
        table = pa.csv.read_csv(
            pa.BufferReader(content),
            read_options=pa.csv.ReadOptions(column_names=names, block_size=_BLOCK),
            parse_options=pa.csv.ParseOptions(
                delimiter=delimiter, double_quote=True, newlines_in_values=True, ignore_empty_lines=False
            ),
            convert_options=pa.csv.ConvertOptions(
                column_types={name: pa.dictionary(pa.int32(), pa.string()) for name in names},
                null_values=[],
                strings_can_be_null=False,
            ),
        ).unify_dictionaries()
        columns = [_column(table.column(name)) for name in names]
    except (pa.ArrowException, UnicodeError):
        return None
    if any(column is None for column in columns) or not table.num_rows:
        return None
    found = [column for column in columns if column is not None]
    place = 0
    for part in _lines(found, delimiter):
        if content[place : place + len(part)] != bytes(part):
            return None
        place += len(part)
    return found if place == len(content) else None


def _column(chunks: Any) -> Column | None:
    places = np.concatenate([np.empty(0, dtype=np.int32), *(chunk.indices.to_numpy() for chunk in chunks.chunks)])
    texts = chunks.chunk(0).dictionary.to_pylist() if chunks.num_chunks else []
    first = np.full(len(texts), len(places), dtype=np.intp)
    np.minimum.at(first, places, np.arange(len(places)))
    if bool((np.diff(first) <= 0).any()) or any(len(text) > _LONGEST_TEXT for text in texts):
        return None
    return Column(tuple(texts), places)


def first_line(content: bytes, delimiter: str) -> tuple[list[str], int] | None:
    """The cells of the first line, and where the next begins; None where that is not plain to see."""
    end = content.find(b"\r\n") + 2
    line = content[:end]
    if end < 2 or b'"' in line or b"\0" in line:
        return None
    try:
        rows = list(csv.reader(io.StringIO(line.decode(), newline=""), delimiter=delimiter, strict=True))
    except (UnicodeDecodeError, csv.Error):
        return None
    return (rows[0], end) if len(rows) == 1 else None
