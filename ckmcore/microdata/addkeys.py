"""Copy a data file and add a column of record keys; every other value stays as it is written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from ckmcore.base.files import write_whole
from ckmcore.errors import FileError, InputError
from ckmcore.keys.derivation import derive_keys
from ckmcore.keys.households import household_keys
from ckmcore.keys.record_keys import RecordKeys, generate_keys
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.microdata.identifiers import read_identifiers, read_texts, trimmed_texts
from ckmcore.microdata.open import open_source
from ckmcore.microdata.roles import closest_first
from ckmcore.microdata.source import Progress, Source
from ckmcore.ptable.floor.key_floor import check_keys

# Keys of a batch: its number of records, the texts of the identifier's column (empty without one), its first row.
Maker = Callable[[int, Any, int], RecordKeys]


def add_random_keys(
    path: Path, target: Path, column: str, *, household: str = "", progress: Progress | None = None
) -> int:
    """Add keys from the operating system's randomness (M = 10^9, nine decimals); returns the number of records.

    household: the column that names each record's household; its key is the sum of those of all members.
    CSV keeps separator and encoding, Parquet and Arrow are written as Parquet. Raises key_column_exists,
    key_household_missing and the errors of reading; the target appears whole or not at all.
    """
    if not household:
        return _add(path, target, column, lambda count, _texts, _row: generate_keys(count), "", progress)
    households = read_identifiers(path, household)
    keys = household_keys(generate_keys(len(households)), households)
    check_keys(keys, units=lambda: households)
    return add_keys(path, target, column, keys, progress=progress)


def add_derived_keys(
    path: Path,
    target: Path,
    column: str,
    identifier: str,
    secret: bytes,
    period: str = "",
    *,
    household: str = "",
    progress: Progress | None = None,
) -> int:
    """Add keys derived from the column `identifier` with a secret (`keyderive`); otherwise as `add_random_keys`.

    Raises UnknownColumn, key_identifier_missing and keys_below_floor, too: a column that names no units gives all one
    key.
    """
    if household:
        identifiers, households = read_texts(path, (identifier, household))
        keys = household_keys(derive_keys(identifiers, secret, period), households)
        check_keys(keys, units=lambda: households)
        return add_keys(path, target, column, keys, progress=progress)
    source = open_source(path)
    if column in source.names:
        raise InputError("key_column_exists", file=path.name, column=column)
    identifiers = read_identifiers(path, identifier)
    keys = derive_keys(identifiers, secret, period)
    check_keys(keys, units=lambda: identifiers)
    return add_keys(path, target, column, keys, progress=progress)


def write_derived_keys(path: Path, target: Path, column: str, identifier: str, secret: bytes, period: str = "") -> int:
    """Each identifier of a file once, with its key: two columns, as Parquet, or CSV by the ending of the name.

    For databases, which join them to their records. Returns how many there are. Raises UnknownColumn,
    key_identifier_missing, NotWritten and the errors of reading.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.csv as pcsv
    import pyarrow.parquet as pq

    found = read_identifiers(path, identifier)
    texts = pc.unique(pc.utf8_trim_whitespace(pa.array(found, pa.string()) if isinstance(found, list) else found))
    keys = derive_keys(texts, secret, period)
    # By their texts: a decimal of nine digits, without a double on the way.
    table = pa.table({identifier: texts, column: pa.array(keys.texts()).cast(pa.decimal128(9, 9))})

    def write(temporary: Path) -> None:
        if target.suffix.lower() == ".csv":
            pcsv.write_csv(table, temporary)
        else:
            pq.write_table(table, temporary)

    write_whole(target, write, private=True)
    return len(table)


def add_keys(path: Path, target: Path, column: str, keys: RecordKeys, *, progress: Progress | None = None) -> int:
    """Add keys that were made for the records of the file before, in their order; raises key_rows_changed, too."""

    def make(count: int, _texts: Any, row: int) -> RecordKeys:
        return replace(keys, values=keys.values[row - 1 : row - 1 + count], notices=())

    return _add(path, target, column, make, "", progress, expected=len(keys))


def _add(
    path: Path,
    target: Path,
    column: str,
    make: Maker,
    identifier: str,
    progress: Progress | None,
    *,
    expected: int | None = None,
) -> int:
    source = open_source(path)
    if column in source.names:
        raise InputError("key_column_exists", file=path.name, column=column)
    if identifier and identifier not in source.names:
        raise UnknownColumn(file=path.name, variable=identifier, known=closest_first(identifier, source.names))
    rows = 0

    def write(temporary: Path) -> None:
        nonlocal rows
        rows = (_csv if source.format == "csv" else _parquet)(source, temporary, column, make, identifier, progress)
        if expected is not None and rows != expected:
            raise FileError("key_rows_changed", file=path.name, rows=rows, expected=expected)

    write_whole(target, write, private=True)
    return rows


def _key_column(source: Source, batch: Any, make: Maker, identifier: str, rows: int) -> list[str]:
    texts = trimmed_texts(batch.column(source.names.index(identifier))) if identifier else None
    return make(batch.num_rows, texts, rows + 1).texts()


def _csv(source: Source, temporary: Path, column: str, make: Maker, identifier: str, progress: Progress | None) -> int:
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
                keys = [
                    text.replace(".", dialect.decimal) for text in _key_column(source, batch, make, identifier, rows)
                ]
                writer.writerows(zip(*columns, keys, strict=True))
                rows += batch.num_rows
                if progress is not None:
                    progress(rows, fraction)
    return rows


def _texts(array: object) -> list[str]:
    return ["" if text is None else str(text) for text in array.to_pylist()]  # type: ignore[attr-defined]  # pyarrow array


def _parquet(
    source: Source, temporary: Path, column: str, make: Maker, identifier: str, progress: Progress | None
) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = 0
    writer = None
    try:
        with closing(source.batches(source.names)) as batches:
            for batch, fraction in batches:
                keys = _key_column(source, batch, make, identifier, rows)
                table = pa.Table.from_batches([batch]).append_column(column, pa.array(keys))
                writer = writer or pq.ParquetWriter(temporary, table.schema)
                writer.write_table(table)
                rows += batch.num_rows
                if progress is not None:
                    progress(rows, fraction)
    finally:
        if writer is not None:
            writer.close()
    return rows
