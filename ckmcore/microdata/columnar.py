"""Parquet and Arrow files: columns as they are, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ckmcore.microdata.faults import FileDamaged, FileWithoutRecords
from ckmcore.microdata.files import Format
from ckmcore.microdata.source import Batches, Source, check_names, detail_of


def open_columnar(file: Path, kind: Format) -> Source:
    """A Parquet or Arrow file; raises FileDamaged, FileWithoutRecords, ColumnNameTwice."""
    return Source(file, kind, _columnar_names(file, kind), None, None, _columnar_batches)


def _columnar_names(file: Path, kind: Format) -> tuple[str, ...]:
    with _columnar(file, kind) as reader:
        names = tuple(str(name) for name in reader.names)
    if not names:
        raise FileWithoutRecords(file=str(file))
    check_names(file, names)
    return names


def _columnar_batches(source: Source, columns: list[str], rows: int) -> Batches:
    with _columnar(source.file, source.format) as reader:
        yield from reader.batches(columns, rows)


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
            raise FileDamaged(file=str(self._file), detail=detail_of(error)) from None
