"""Parquet and Arrow files: columns as they are, batch by batch."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from ckmcore.base.ahead import BATCHES_AHEAD, ahead
from ckmcore.errors import CkmError, DataError
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import Format
from ckmcore.microdata.footers import check_footer, check_texts
from ckmcore.microdata.source import Batches, Source, check_names, detail_of

_VALUES_AHEAD = 1 << 24
_NO_UTF8 = re.compile("utf-?8", re.IGNORECASE)


def open_columnar(file: Path, kind: Format) -> Source:
    """A Parquet or Arrow file; raises FileDamaged, columnar_too_large, file_without_records, column_name_twice."""
    import pyarrow as pa

    if kind == "parquet":
        check_footer(file)
    with _columnar(file, kind) as reader:
        try:
            names = tuple(str(name) for name in reader.schema.names)
            ordered = frozenset(str(one.name) for one in reader.schema if pa.types.is_dictionary(one.type))
            texts = frozenset(str(one.name) for one in reader.schema if pa.types.is_string(one.type))
        except UnicodeError as error:
            raise FileDamaged(file=str(file), detail=detail_of(error)) from None
    if not names:
        raise DataError("file_without_records", file=str(file))
    check_names(file, names)
    return Source(file, kind, names, None, None, partial(_columnar_batches, texts), categorical=ordered)


def _columnar_batches(texts: frozenset[str], source: Source, columns: list[str], rows: int) -> Batches:
    with _columnar(source.file, source.format, texts, source.as_codes) as reader:
        yield from reader.batches(columns, rows)


class _columnar:
    """A Parquet or Arrow file, opened, with the errors of the library as errors of the file."""

    def __init__(self, file: Path, kind: Format, texts: Collection[str] = (), as_codes: Collection[str] = ()) -> None:
        self._file = file
        self._kind = kind
        # Values that repeat lie in the file once, with their places: seven times as fast as texts.
        self._texts = sorted(texts)
        self._as_codes = frozenset(as_codes)
        self._close: list[Any] = []

    def __enter__(self) -> _columnar:
        import pyarrow as pa
        import pyarrow.ipc as ipc
        import pyarrow.parquet as parquet

        self._errors = (pa.ArrowInvalid, pa.ArrowKeyError, pa.ArrowNotImplementedError, pa.ArrowSerializationError)
        try:
            if self._kind == "parquet":
                self._reader = parquet.ParquetFile(
                    self._file, buffer_size=1 << 16, pre_buffer=False, read_dictionary=self._texts
                )
                self._close.append(self._reader)
                self.schema = self._reader.schema_arrow
            else:
                mapped = pa.memory_map(str(self._file))
                self._close.append(mapped)
                try:
                    self._reader = ipc.open_file(mapped)
                except pa.ArrowInvalid:
                    mapped.seek(0)
                    self._reader = ipc.open_stream(mapped)
                self.schema = self._reader.schema
        except (*self._errors, OSError, UnicodeError) as error:
            self.__exit__()
            raise FileDamaged(file=str(self._file), detail=detail_of(error)) from None
        return self

    def __exit__(self, *_: object) -> None:
        while self._close:
            self._close.pop().close()

    def batches(self, columns: list[str], rows: int) -> Iterator[tuple[Any, float]]:
        """Batches of the wanted columns with the fraction read."""
        try:
            if self._kind == "parquet":
                total, done = max(1, self._reader.metadata.num_rows), 0
                unpacked = self._reader.iter_batches(batch_size=rows, columns=columns)
                number = max(BATCHES_AHEAD, _VALUES_AHEAD // (rows * len(columns)))
                with closing(ahead(unpacked, number)) as batches:
                    for batch in batches:
                        if not done and total * len(columns) > _VALUES_AHEAD:
                            # Many records mostly end in frames: pandas is imported while Arrow unpacks the next ones.
                            import pandas  # noqa: F401

                        done += batch.num_rows
                        yield self._put(batch.select(columns)), done / total
                return
            count = getattr(self._reader, "num_record_batches", None)
            if count is None:
                for batch in self._reader:
                    yield self._valid(batch.select(columns)), 0.5
                return
            for position in range(count):
                yield self._valid(self._reader.get_batch(position).select(columns)), (position + 1) / count
        except CkmError:
            raise
        except (*self._errors, OSError, UnicodeError) as error:
            if _NO_UTF8.search(str(error)):
                raise DataError("column_undecodable", file=str(self._file), column=", ".join(columns)[:80]) from None
            raise FileDamaged(file=str(self._file), detail=detail_of(error)) from None

    def _put(self, batch: Any) -> Any:
        """A batch whose places lie within their lists, which a damaged file can exceed; texts are put in their places
        unless they are wanted as codes."""
        import pyarrow as pa

        for place, (name, column) in enumerate(zip(batch.schema.names, batch.columns, strict=True)):
            _check_letters(self._file, name, column)
            if not pa.types.is_dictionary(column.type):
                continue
            column.validate(full=True)
            check_texts(self._file, name, column, in_places=name not in self._as_codes)
            if name in self._texts and name not in self._as_codes:
                batch = batch.set_column(place, name, column.dictionary_decode())
        return batch

    def _valid(self, batch: Any) -> Any:
        """A batch whose texts and places lie where they claim: Arrow believes the file, and would read past its
        end."""
        batch.validate()
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            _check_letters(self._file, name, column)
        batch.validate(full=True)
        return batch


def _check_letters(file: Path, name: str, column: Any) -> None:
    """Raise column_undecodable for a column of texts that are no UTF-8: the library hands them on as they are."""
    import pyarrow as pa

    values = column.dictionary if pa.types.is_dictionary(column.type) else column
    if pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        try:
            values.validate(full=True)
        except pa.ArrowInvalid as error:
            if _NO_UTF8.search(str(error)):
                raise DataError("column_undecodable", file=str(file), column=name) from None
            raise
