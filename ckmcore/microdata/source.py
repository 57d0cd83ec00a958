"""Sources of microdata: names of columns and batches of arrow columns, whatever the file's format."""

from __future__ import annotations

import csv
import io
import zlib
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.faults import (
    ColumnNameTwice,
    EncodingUnknown,
    FileDamaged,
    FileEmpty,
    FileNotUnderstood,
    FileWithoutRecords,
    RaggedRow,
    SeparatorUnusable,
    UnclosedQuote,
)
from ckmcore.microdata.files import (
    Format,
    Utf8Stream,
    checked_path,
    decode_head,
    format_of,
    locate_undecodable,
    opened,
    read_head,
)
from ckmcore.microdata.sniff import guess_dialect, guess_encoding, sample_rows

_BLOCK_BYTES = 4 << 20
_BATCH_ROWS = 1 << 17


@dataclass(frozen=True)
class Source:
    """A file whose kind, dialect and names of columns are known; nothing of its records has been read.

    `head` holds the first rows as texts (csv only), without the header.
    """

    file: Path
    format: Format
    names: tuple[str, ...]
    dialect: Dialect | None
    head: tuple[tuple[str, ...], ...]

    def batches(self, columns: Sequence[str], rows: int = _BATCH_ROWS) -> Generator[tuple[Any, float], None, None]:
        """Record batches of the wanted columns, each with the fraction of the file that has been read.

        `rows` bounds the batches of columnar files; those of text files have about 4 MB.
        """
        return _csv_batches(self, columns) if self.format == "csv" else _columnar_batches(self, columns, rows)


def open_source(path: str | PathLike[str], dialect: Dialect | None = None, head_rows: int = 500) -> Source:
    """Look at the first megabyte of a file. Raises the errors of files and ColumnNameTwice."""
    file = checked_path(path)
    head, complete = read_head(file)
    kind = format_of(file, head)
    if kind != "csv":
        return Source(file, kind, _columnar_names(file, kind), None, ())
    if dialect is not None:
        _check_dialect(dialect)
    encoding = dialect.encoding if dialect is not None else guess_encoding(head, complete)
    text = decode_head(file, head, complete, encoding)
    if not text.strip(" \r\n"):
        raise FileEmpty(file=str(file))
    if dialect is None:
        dialect = guess_dialect(text, complete, encoding)
    rows = sample_rows(text, complete, dialect, head_rows + 1)
    if not rows:
        raise FileNotUnderstood(file=str(file), detail="csv")
    if dialect.header:
        names = tuple(cell.strip() or f"V{place}" for place, cell in enumerate(rows.pop(0), start=1))
        _refuse_equal_names(file, names)
    else:
        names = tuple(f"V{place}" for place in range(1, len(rows[0]) + 1))
    return Source(file, kind, names, dialect, tuple(map(tuple, rows[:head_rows])))


def _check_dialect(dialect: Dialect) -> None:
    try:
        "a".encode(dialect.encoding)
    except (LookupError, UnicodeError):
        raise EncodingUnknown(encoding=dialect.encoding) from None
    if len(dialect.separator) != 1 or ord(dialect.separator) > 127 or dialect.separator in f"\r\n{dialect.quote}":
        raise SeparatorUnusable(separator=dialect.separator)


def _refuse_equal_names(file: Path, names: Sequence[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            first = names.index(name)
            second = names.index(name, first + 1)
            raise ColumnNameTwice(file=str(file), column=name, first=first + 1, second=second + 1)


def _csv_batches(source: Source, columns: Sequence[str]) -> Generator[tuple[Any, float], None, None]:
    import pyarrow as pa
    import pyarrow.csv as pacsv

    dialect = source.dialect or Dialect()
    size = max(1, source.file.stat().st_size)
    wanted = list(columns) or [source.names[0]]
    with opened(source.file) as (data, raw):
        stream = Utf8Stream(data, dialect.encoding, dialect.quote)
        try:
            reader = pacsv.open_csv(
                stream,
                read_options=pacsv.ReadOptions(
                    block_size=_BLOCK_BYTES,
                    column_names=list(source.names),
                    skip_rows_after_names=int(dialect.header),
                ),
                parse_options=pacsv.ParseOptions(
                    delimiter=dialect.separator, quote_char=dialect.quote or False, newlines_in_values=True
                ),
                convert_options=pacsv.ConvertOptions(
                    column_types=dict.fromkeys(wanted, pa.string()),
                    include_columns=wanted,
                    strings_can_be_null=False,
                ),
            )
            with reader:
                fraction = 0.0
                for number, batch in enumerate(reader):
                    # Arrow reads many blocks ahead: what it has been given is not yet what we have got.
                    given = list(stream.given)
                    share = given[min(number, len(given) - 1)] / given[-1]
                    fraction = max(fraction, min(1.0, share * raw.tell() / size))
                    yield batch, fraction
            if stream.quotes % 2:
                _refuse_unclosed(source, None)
        except (pa.ArrowInvalid, UnicodeError) as error:
            explain_csv(source)
            raise FileNotUnderstood(file=str(source.file), detail=_detail(error)) from None
        except (EOFError, zlib.error, OSError) as error:
            raise FileDamaged(file=str(source.file), detail=_detail(error)) from None


def explain_csv(source: Source) -> None:
    """Read a faulty file again, slowly, and raise the error that names the place, if there is one."""
    dialect, file = source.dialect or Dialect(), source.file
    locate_undecodable(file, dialect.encoding)
    expected = len(source.names)
    with opened(file) as (data, _):
        lines = io.TextIOWrapper(data, encoding=dialect.encoding, newline="")
        reader = dialect.reader(lines)
        start = 1
        try:
            for row in reader:
                if row and len(row) != expected:
                    # A quote that never ends swallows the rest of the file: that is what is wrong with it.
                    _refuse_unclosed(source, start)
                    raise RaggedRow(file=str(file), line=start, found=len(row), expected=expected)
                start = reader.line_num + 1
        except csv.Error:
            raise UnclosedQuote(file=str(file), line=start) from None
        finally:
            lines.detach()
    _refuse_unclosed(source, None)


def _refuse_unclosed(source: Source, only_line: int | None) -> None:
    """Raise UnclosedQuote where the last row of the file is one, and begins in `only_line` if that is given."""
    dialect = source.dialect or Dialect()
    if not dialect.quote:
        return
    with opened(source.file) as (data, _):
        lines = io.TextIOWrapper(data, encoding=dialect.encoding, newline="")
        reader = dialect.reader(lines, strict=True)
        start = 1
        try:
            for _row in reader:
                start = reader.line_num + 1
        except csv.Error as error:
            if "unexpected end" in str(error) and only_line in (None, start):
                raise UnclosedQuote(file=str(source.file), line=start) from None
        finally:
            lines.detach()


def _detail(error: BaseException) -> str:
    """The first line of what a library said; it may name no place that a user can mend."""
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _columnar_names(file: Path, kind: Format) -> tuple[str, ...]:
    with _columnar(file, kind) as reader:
        names = tuple(str(name) for name in reader.names)
    if not names:
        raise FileWithoutRecords(file=str(file))
    _refuse_equal_names(file, names)
    return names


def _columnar_batches(source: Source, columns: Sequence[str], rows: int) -> Generator[tuple[Any, float], None, None]:
    with _columnar(source.file, source.format) as reader:
        yield from reader.batches(list(columns) or [source.names[0]], rows)


class _columnar:
    """A Parquet or Arrow file, opened, with the errors of the library as errors of the file."""

    def __init__(self, file: Path, kind: Format) -> None:
        self._file = file
        self._kind = kind
        self._close: list[Any] = []

    def __enter__(self) -> _columnar:
        import pyarrow as pa
        import pyarrow.ipc as ipc
        import pyarrow.parquet as parquet

        self._errors = (pa.ArrowInvalid, pa.ArrowKeyError, pa.ArrowNotImplementedError, pa.ArrowSerializationError)
        try:
            if self._kind == "parquet":
                self._reader = parquet.ParquetFile(self._file, buffer_size=1 << 16, pre_buffer=False)
                self._close.append(self._reader)
                self.names = self._reader.schema_arrow.names
            else:
                mapped = pa.memory_map(str(self._file))
                self._close.append(mapped)
                try:
                    self._reader = ipc.open_file(mapped)
                except pa.ArrowInvalid:
                    mapped.seek(0)
                    self._reader = ipc.open_stream(mapped)
                self.names = self._reader.schema.names
        except (*self._errors, OSError) as error:
            self.__exit__()
            raise FileDamaged(file=str(self._file), detail=_detail(error)) from None
        return self

    def __exit__(self, *_: object) -> None:
        while self._close:
            self._close.pop().close()

    def batches(self, columns: list[str], rows: int) -> Iterator[tuple[Any, float]]:
        """Batches of the wanted columns with the fraction read."""
        try:
            if self._kind == "parquet":
                total, done = max(1, self._reader.metadata.num_rows), 0
                for batch in self._reader.iter_batches(batch_size=rows, columns=columns):
                    done += batch.num_rows
                    yield batch.select(columns), done / total
                return
            count = getattr(self._reader, "num_record_batches", None)
            if count is None:
                for batch in self._reader:
                    yield batch.select(columns), 0.5
                return
            for position in range(count):
                yield self._reader.get_batch(position).select(columns), (position + 1) / count
        except (*self._errors, OSError, UnicodeError) as error:
            raise FileDamaged(file=str(self._file), detail=_detail(error)) from None
