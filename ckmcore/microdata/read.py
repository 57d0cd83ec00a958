"""Reading microdata from files of every format, batch by batch into compact columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.base.blocks import Chunks, SpooledChunks
from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.base.limits import limits
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, CkmError, DataError, InputError
from ckmcore.keys.record_keys import KeyReader
from ckmcore.messages import Sentence
from ckmcore.microdata.codes import CodeReader
from ckmcore.microdata.data import Codes, Dimension, Microdata, NumberColumn
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.microdata.files import Format
from ckmcore.microdata.multi_file import in_its_file, notice_in_its_file
from ckmcore.microdata.open import open_source
from ckmcore.microdata.prepared import read_columns, read_head
from ckmcore.microdata.preview import ROWS_LOOKED_AT, preview_of
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.roles import closest_first
from ckmcore.microdata.source import Paths, Progress, Source
from ckmcore.microdata.store import read_store, read_store_head
from ckmcore.ptable.floor.key_floor import tell_of_keys

_THREADS = 4


@dataclass(frozen=True)
class ReadReport:
    """How a file was read: its dialect (None unless it is text), the columns by role, and notices for the reader.

    `files` are those that were read as one, `counts` their records.
    """

    file: Path
    format: Format
    dialect: Dialect | None
    rows: int
    names: tuple[str, ...]
    dimensions: tuple[str, ...]
    record_key: str | None
    weight: str | None
    magnitudes: tuple[str, ...]
    notices: tuple[Sentence, ...]
    files: tuple[Path, ...] = ()
    counts: tuple[int, ...] = ()


@checked
def read_microdata(
    path: Paths,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Microdata:
    """Microdata from a file; only the columns that have a role are converted.

    Read are CSV and fixed-width text (packed by gzip or zip, too), Parquet, Arrow, SPSS, Stata, SAS, Excel and
    OpenDocument, recognised by content. `dimensions=None` takes every column that looks like one. Values are trimmed
    of blanks, empty is the category MISSING, codes such as `01001` stay text. Blank lines are skipped. Without header
    the columns are `V1`, `V2`, ... Titles, labels and hierarchies come from the file, or from `meta`, τ-ARGUS metadata
    of a text file, which then says columns and missing codes, too. `dialect=None` is guessed from the first megabyte.
    Several paths are read as one: the same columns by name, each file in its own dialect; a record is named with its
    file. Prepared data come with their keys, labels and hierarchies, and without roles given with all variables.
    `modulus`: that of integer keys, or 10^d confirmed for decimals. `progress(rows, fraction)` is called once per
    batch, `cancelled()` asked once per batch (raises Cancelled).
    Raises the errors of `errors.py` and of record keys; then nothing has been loaded. What is open of the keys (F10 to
    F14) is a CkmWarning; `microdata_of` refuses them.

    >>> ckm.read_microdata("persons.csv", ["NUTS", "SEX"], record_key="rkey", magnitudes=["INCOME"])
    Microdata(600 records, 2 dimensions)
    """
    data, _ = read_with_report(
        path,
        dimensions,
        record_key,
        weight,
        magnitudes,
        dialect=dialect,
        meta=meta,
        modulus=modulus,
        progress=progress,
        cancelled=cancelled,
    )
    tell(data.deviations)
    tell_of_keys(data.record_keys)
    return data


def read_with_report(
    path: Paths,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    spool: Path | None = None,
) -> tuple[Microdata, ReadReport]:
    """As `read_microdata`, and the report of how the file was read.

    `spool`: a folder whose files hold the columns instead of memory; they are read from there in blocks. Raises
    NotWritten where it is full.
    """
    source = open_source(path, dialect, ROWS_LOOKED_AT if dimensions is None else 1, meta)
    if source.format in ("prepared", "store"):
        return _prepared(source, dimensions, record_key, weight, magnitudes, cancelled)
    others = [*([record_key] if record_key is not None else []), *([weight] if weight is not None else []), *magnitudes]
    if dimensions is None:
        guessed = preview_of(source).columns_with_role("dimension")
        dimensions = [name for name in guessed if name not in others]
    _check_roles(source, [*dimensions, *others])
    source = replace(source, as_codes=frozenset(dimensions))
    columns = _Columns(source, dimensions, record_key, weight, magnitudes, modulus, spool)
    with closing(columns), closing(source.batches(columns.wanted)) as batches:
        for batch, fraction in batches:
            if cancelled is not None and cancelled():
                raise Cancelled
            columns.add(batch)
            if progress is not None:
                progress(columns.rows, fraction)
    if columns.rows == 0:
        raise DataError("file_without_records", file=str(source.file))
    try:
        data = columns.finish()
    except CkmError as error:
        raise in_its_file(error, source) from None
    return data, _report(source, data, dimensions, record_key, weight, magnitudes)


def _report(
    source: Source,
    data: Microdata,
    dimensions: Sequence[str],
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
) -> ReadReport:
    return ReadReport(
        file=source.file,
        format=source.format,
        dialect=source.dialect,
        rows=data.rows,
        names=source.names,
        dimensions=tuple(dimensions),
        record_key=record_key,
        weight=weight,
        magnitudes=tuple(magnitudes),
        notices=data.notices,
        files=tuple(part.file for part in source.parts) or (source.file,),
        counts=tuple(source.counts) or (data.rows,),
    )


def _prepared(
    source: Source,
    dimensions: Sequence[str] | None,
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
    cancelled: Callable[[], bool] | None,
) -> tuple[Microdata, ReadReport]:
    """Prepared data: as they were written, with the variables that were asked for; without any, with all of them."""
    head = read_store_head(source.file).head if source.format == "store" else read_head(source.file)
    if dimensions is None:
        dimensions = tuple(one.name for one in head.dimensions)
        magnitudes = magnitudes or tuple(one.name for one in head.numbers if not one.weight)
        weight = weight or next((one.name for one in head.numbers if one.weight), None)
    numbers = [*([weight] if weight is not None else []), *magnitudes]
    _check_roles(source, [*dimensions, *([record_key] if record_key is not None else []), *numbers])
    if record_key is not None and (head.keys is None or record_key != head.keys.column):
        raise DataError("prepared_role", file=source.file.name, variable=record_key)
    if source.format == "store":
        data = read_store(source.file, dimensions, weight, magnitudes)
    else:
        data = read_columns(source.file, head, dimensions, weight, magnitudes, cancelled)
    return data, _report(source, data, dimensions, record_key, weight, magnitudes)


def _check_roles(source: Source, asked: Sequence[str]) -> None:
    known, seen = set(source.names), set[str]()
    for name in asked:
        if name not in known:
            raise UnknownColumn(file=str(source.file), variable=name, known=closest_first(name, source.names))
        if name in seen:
            raise InputError("column_two_roles", column=name)
        seen.add(name)


def _add(reader: Any, column: Any) -> None:
    reader.add(column)


def _as_text(file: Path, name: str, column: Any) -> Any:
    """A column of bytes as texts. Raises column_undecodable."""
    import pyarrow as pa

    if not (pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type)):
        return column
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        raise DataError("column_undecodable", file=str(file), column=name) from None


class _Columns:
    """The columns of one file while it is read."""

    def __init__(
        self,
        source: Source,
        dimensions: Sequence[str],
        record_key: str | None,
        weight: str | None,
        magnitudes: Sequence[str],
        modulus: int | None,
        spool: Path | None,
    ) -> None:
        dialect = source.dialect or Dialect()
        self._spooled: list[SpooledChunks] = []

        def chunks() -> Chunks:
            if spool is None:
                return Chunks()
            self._spooled.append(SpooledChunks(spool / f"{len(self._spooled)}.part"))
            return self._spooled[-1]

        self.rows = 0
        self._file = source.file
        self._decimal = dialect.decimal
        self._weight = weight
        self._source = source
        self._codes = {name: CodeReader(name, chunks()) for name in dimensions}
        self._keys = None
        if record_key is not None:
            self._keys = KeyReader(record_key, decimal=dialect.decimal, modulus=modulus, chunks=chunks())
        self._numbers = {
            name: NumberReader(
                name,
                weight=name == weight,
                decimal=dialect.decimal,
                thousands=dialect.thousands,
                chunks=chunks(),
                masks=chunks(),
            )
            for name in [*([weight] if weight is not None else []), *magnitudes]
        }
        keys = {record_key: self._keys} if record_key is not None and self._keys is not None else {}
        self._readers: dict[str, Any] = {**self._codes, **keys, **self._numbers}
        import pyarrow as pa

        pa.set_cpu_count(limits().workers)  # Arrow unpacks and splits text in threads of its own
        self._pool = ThreadPoolExecutor(min(_THREADS, limits().workers))

    @property
    def wanted(self) -> list[str]:
        return list(self._readers)

    def add(self, batch: Any) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        self.rows += batch.num_rows
        written, columns = self._source.written_now, []
        for place, (name, reader) in enumerate(self._readers.items()):
            column = batch.column(place)
            if pa.types.is_nested(column.type):
                raise DataError("column_nested", file=str(self._file), column=name)
            if name in self._codes and name in self._source.categorical:
                reader.keep_order()
            if isinstance(reader, NumberReader):
                reader.signs(written.decimal, written.thousands)
            elif isinstance(reader, KeyReader) and written.decimal != self._decimal and column.type == "string":
                column = pc.replace_substring(column, written.decimal, self._decimal)
            columns.append(_as_text(self._file, name, column))
        # Each reader keeps to its own column, and arrow works without Python's lock.
        for _ in self._pool.map(_add, self._readers.values(), columns):
            pass

    def close(self) -> None:
        """Let go of the threads, and of files that are written."""
        self._pool.shutdown()
        for one in self._spooled:
            one.close()

    def finish(self) -> Microdata:
        notices: list[Sentence] = list(self._source.notices)
        keys = self._keys.finish() if self._keys is not None else None
        if keys is not None:
            notices.extend(keys.notices)
        numbers: dict[str, NumberColumn] = {}
        for name, reader in self._numbers.items():
            numbers[name], said = reader.finish()
            if title := self._source.of(name).title:
                numbers[name] = replace(numbers[name], title=Texts.same(title))
            notices.extend(said)
        dimensions: dict[str, Dimension] = {}
        codes: dict[str, Codes] = {}
        for name, code_reader in self._codes.items():
            dimensions[name], codes[name] = code_reader.finish()
        data = Microdata(
            rows=self.rows,
            dimensions=dimensions,
            columns=codes,
            record_keys=keys,
            weight=numbers.pop(self._weight) if self._weight is not None else None,
            magnitudes=numbers,
            notices=tuple(notice_in_its_file(notice, self._source) for notice in notices),
        )
        for name, dimension in dimensions.items():
            if name in self._source.described:
                data = data.with_categories(self._source.of(name).of(dimension))
        return data
