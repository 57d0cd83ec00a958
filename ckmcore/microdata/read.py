"""Reading microdata from files of every format, batch by batch into compact columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.errors import Cancelled
from ckmcore.keys import KeyReader
from ckmcore.microdata.codes import CodeReader
from ckmcore.microdata.data import Codes, Dimension, Microdata, NumberColumn
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.faults import ColumnNested, ColumnTwoRoles, FileWithoutRecords, UnknownColumn
from ckmcore.microdata.files import Format
from ckmcore.microdata.preview import ROWS_LOOKED_AT, preview_of
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.roles import closest_first
from ckmcore.microdata.source import Source, open_source
from ckmcore.sentences import Sentence
from ckmcore.texts import Texts

Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class ReadReport:
    """How a file was read: its dialect (None unless it is text), the columns by role, and notices for the reader."""

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


def read_microdata(
    path: str | PathLike[str],
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
    `modulus`: that of integer keys, or 10^d confirmed for decimals. `progress(rows, fraction)` is called once per
    batch, `cancelled()` asked once per batch (raises Cancelled).
    Raises the errors of `faults.py` and of record keys; then nothing has been loaded.
    """
    return read_with_report(
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
    )[0]


def read_with_report(
    path: str | PathLike[str],
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
) -> tuple[Microdata, ReadReport]:
    """As `read_microdata`, and the report of how the file was read."""
    source = open_source(path, dialect, ROWS_LOOKED_AT if dimensions is None else 1, meta)
    others = [*([record_key] if record_key is not None else []), *([weight] if weight is not None else []), *magnitudes]
    if dimensions is None:
        guessed = preview_of(source).columns_with_role("dimension")
        dimensions = [name for name in guessed if name not in others]
    _check_roles(source, [*dimensions, *others])
    columns = _Columns(source, dimensions, record_key, weight, magnitudes, modulus)
    with closing(source.batches(columns.wanted)) as batches:
        for batch, fraction in batches:
            if cancelled is not None and cancelled():
                raise Cancelled
            columns.add(batch)
            if progress is not None:
                progress(columns.rows, fraction)
    if columns.rows == 0:
        raise FileWithoutRecords(file=str(source.file))
    data = columns.finish()
    report = ReadReport(
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
    )
    return data, report


def _check_roles(source: Source, asked: Sequence[str]) -> None:
    known, seen = set(source.names), set[str]()
    for name in asked:
        if name not in known:
            raise UnknownColumn(file=str(source.file), variable=name, known=closest_first(name, source.names))
        if name in seen:
            raise ColumnTwoRoles(column=name)
        seen.add(name)


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
    ) -> None:
        dialect = source.dialect or Dialect()
        self.rows = 0
        self._file = source.file
        self._weight = weight
        self._source = source
        self._codes = {name: CodeReader(name) for name in dimensions}
        self._keys = KeyReader(record_key, decimal=dialect.decimal, modulus=modulus) if record_key is not None else None
        self._numbers = {
            name: NumberReader(name, weight=name == weight, decimal=dialect.decimal, thousands=dialect.thousands)
            for name in [*([weight] if weight is not None else []), *magnitudes]
        }
        keys = {record_key: self._keys} if record_key is not None and self._keys is not None else {}
        self._readers: dict[str, Any] = {**self._codes, **keys, **self._numbers}

    @property
    def wanted(self) -> list[str]:
        return list(self._readers)

    def add(self, batch: Any) -> None:
        import pyarrow as pa

        self.rows += batch.num_rows
        for place, (name, reader) in enumerate(self._readers.items()):
            column = batch.column(place)
            if pa.types.is_nested(column.type):
                raise ColumnNested(file=str(self._file), column=name)
            if name in self._codes and pa.types.is_dictionary(column.type):
                reader.keep_order()
            reader.add(column)

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
            notices=tuple(notices),
        )
        for name, dimension in dimensions.items():
            if name in self._source.described:
                data = data.with_categories(self._source.of(name).of(dimension))
        return data
