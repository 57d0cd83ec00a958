"""Copy a data file and add a column of record keys; every other value stays as it is written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.files import write_whole
from ckmcore.keys import RecordKeys, generate_keys
from ckmcore.microdata.source import Source, open_source


class KeyColumnExists(CkmError):
    """The file has a column of that name already; keys are never replaced silently."""

    code = "key_column_exists"


def add_random_keys(
    path: Path, target: Path, column: str, *, progress: Callable[[int, float], None] | None = None
) -> int:
    """Add keys from the operating system's randomness (M = 10^9, nine decimals); returns the number of records.

    CSV keeps separator and encoding, Parquet and Arrow are written as Parquet. Raises KeyColumnExists and the errors
    of reading; the target appears whole or not at all.
    """
    source = open_source(path)
    if column in source.names:
        raise KeyColumnExists(file=path.name, column=column)
    rows = 0

    def write(temporary: Path) -> None:
        nonlocal rows
        rows = (_csv if source.format == "csv" else _parquet)(source, temporary, column, progress)

    write_whole(target, write)
    return rows


def _key_column(count: int) -> list[str]:
    keys: RecordKeys = generate_keys(count)
    return keys.texts()


def _csv(source: Source, temporary: Path, column: str, progress: Callable[[int, float], None] | None) -> int:
    import csv

    dialect = source.dialect
    if dialect is None:
        raise ValueError("text without a dialect")
    rows = 0
    encoding = dialect.encoding
    with temporary.open("w", encoding=encoding, newline="") as stream:
        writer = csv.writer(stream, delimiter=dialect.separator, quotechar=dialect.quote or '"', lineterminator="\n")
        if dialect.header:
            writer.writerow([*source.names, column])
        with closing(source.batches(source.names)) as batches:
            for batch, fraction in batches:
                columns = [_texts(batch.column(place)) for place in range(len(source.names))]
                keys = [text.replace(".", dialect.decimal) for text in _key_column(batch.num_rows)]
                writer.writerows(zip(*columns, keys, strict=True))
                rows += batch.num_rows
                if progress is not None:
                    progress(rows, fraction)
    return rows


def _texts(array: object) -> list[str]:
    return ["" if text is None else text for text in array.to_pylist()]  # type: ignore[attr-defined]  # pyarrow array


def _parquet(source: Source, temporary: Path, column: str, progress: Callable[[int, float], None] | None) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = 0
    writer = None
    try:
        with closing(source.batches(source.names)) as batches:
            for batch, fraction in batches:
                table = pa.Table.from_batches([batch]).append_column(column, pa.array(_key_column(batch.num_rows)))
                writer = writer or pq.ParquetWriter(temporary, table.schema)
                writer.write_table(table)
                rows += batch.num_rows
                if progress is not None:
                    progress(rows, fraction)
    finally:
        if writer is not None:
            writer.close()
    return rows
