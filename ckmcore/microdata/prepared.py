"""Prepared data: one Parquet file with records as compact codes, and dictionary, hierarchies and keys in its metadata.

Per dimension a column of small integers (places in its code list), per weight or magnitude its values (decimals as
int64, scaled), the record keys as integers. Identifiers are no part of microdata and come into no such file; neither do
paths or names of persons. Every column carries its SHA-256, and so does the head: a file that was changed is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from ckmcore.base.ahead import BATCHES_AHEAD, ahead
from ckmcore.base.files import reason_of, write_whole
from ckmcore.base.limits import limits
from ckmcore.base.texts import Texts
from ckmcore.base.typed import decoded
from ckmcore.errors import Cancelled, CkmError, DataError, FileError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.counter import need_records
from ckmcore.microdata.data import Dimension, Microdata, NumberColumn, StructuralZero, compact_codes
from ckmcore.microdata.described import Described
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import SMALL_BYTES, Format
from ckmcore.microdata.footers import check_footer
from ckmcore.microdata.source import Batches, Source
from ckmcore.microdata.variable import NOT_OF_THE_DATA, VariableEntry

VERSION = 1
_HEAD, _DIGEST = b"ckmdesk.prepared", b"ckmdesk.prepared.sha256"
_ROW_GROUP = 1 << 20
_THREADS = 4


@dataclass(frozen=True)
class NumberHead:
    """A weight or magnitude of the file; `missing` is the column that says which values are missing."""

    name: str
    title: Texts
    decimals: int | None
    weight: bool = False
    missing: str = ""


@dataclass(frozen=True)
class KeysHead:
    """The record keys of the file."""

    column: str
    modulus: int
    digits: int | None
    origin: Literal["decimal", "integer", "generated", "derived"]


@dataclass(frozen=True)
class PreparedHead:
    """Metadata of a prepared file: all but the values. `sums` has the SHA-256 of each column."""

    rows: int
    dimensions: tuple[VariableEntry, ...]
    numbers: tuple[NumberHead, ...] = ()
    keys: KeysHead | None = None
    dictionary: tuple[VariableEntry, ...] = ()
    structural_zeros: tuple[StructuralZero, ...] = ()
    sums: dict[str, str] = field(default_factory=dict)
    version: int = VERSION


@dataclass(frozen=True, eq=False)
class Prepared:
    """Prepared data as read: records, their dictionary (derived dimensions are not made yet), structural zeros."""

    data: Microdata
    dictionary: tuple[VariableEntry, ...]
    structural_zeros: tuple[StructuralZero, ...]


# --- writing ---------------------------------------------------------------------------------------------------------


def write_prepared(
    data: Microdata,
    dictionary: tuple[VariableEntry, ...],
    path: str | PathLike[str],
    structural_zeros: Sequence[StructuralZero] = (),
) -> None:
    """Write records with their dictionary, whole or not at all.

    Dimensions that the dictionary derives are left out, and so are variables that it calls identifiers, or ignores. Of
    a grid the cells are written and the coordinates left out.

    Raises NotWritten, records_elsewhere.
    """
    need_records(data.counter, "records_for_prepared")
    import pyarrow as pa
    import pyarrow.parquet as parquet

    data, dictionary = with_cells_alone(data, dictionary)
    data = data.without({entry.name for entry in dictionary if entry.role in NOT_OF_THE_DATA})
    derived = {entry.name for entry in dictionary if entry.derived is not None}
    head, columns = laid_out(data, derived)
    head = with_dictionary(head, dictionary, structural_zeros or data.structural_zeros)
    head = replace(head, sums=dict(zip(columns, _sums(columns.values()), strict=True)))
    content = msgspec.json.encode(head)
    table = pa.table({name: pa.array(np.asarray(values)) for name, values in columns.items()})
    table = table.replace_schema_metadata({_HEAD: content, _DIGEST: hashlib.sha256(content).hexdigest()})
    write_whole(
        Path(path),
        lambda target: parquet.write_table(table, target, compression="zstd", row_group_size=_ROW_GROUP),
    )


def with_cells_alone(
    data: Microdata, dictionary: Sequence[VariableEntry]
) -> tuple[Microdata, tuple[VariableEntry, ...]]:
    """Records and dictionary in which cells of a grid are codes of their own, without what they were made of."""
    rules = {entry.name: entry.derived for entry in dictionary if entry.derived is not None}
    made = {name: rule for name, rule in rules.items() if rule.kind == "grid" and name in data.dimensions}
    gone = {source for rule in made.values() for source in rule.sources}
    kept = [entry for entry in dictionary if entry.name not in gone]
    cells = {name: VariableEntry.of(data.dimensions[name]) for name in made}
    changed = (
        replace(cells[entry.name], note=entry.note, codes_from=entry.codes_from, observed_reason=entry.observed_reason)
        if entry.name in cells
        else entry
        for entry in kept
    )
    return data.without(gone), tuple(changed)


def laid_out(data: Microdata, derived: Collection[str]) -> tuple[PreparedHead, dict[str, NDArray[Any]]]:
    """The head of prepared data without the dictionary, and the columns by their names; `derived` are left out."""
    dimensions = [one for name, one in data.dimensions.items() if name not in derived]
    columns: dict[str, NDArray[Any]] = {one.name: data.columns[one.name] for one in dimensions}
    numbers = []
    given = [(column, False) for column in data.magnitudes.values()]
    taken = {one.name for one in dimensions} | set(data.magnitudes)
    if data.weight is not None:
        given.insert(0, (data.weight, True))
        taken.add(data.weight.name)
    for number, is_weight in given:
        columns[number.name] = number.values
        missing = ""
        if number.missing is not None:
            missing = _unused(f"{number.name} missing", taken)
            columns[missing] = number.missing
        numbers.append(NumberHead(number.name, number.title, number.decimals, is_weight, missing))
    keys = None
    if data.record_keys is not None:
        name = _unused("record_key", taken)
        columns[name] = data.record_keys.values
        keys = KeysHead(name, data.record_keys.modulus, data.record_keys.digits, data.record_keys.origin)
    return PreparedHead(data.rows, tuple(map(VariableEntry.of, dimensions)), tuple(numbers), keys), columns


def with_dictionary(
    head: PreparedHead, dictionary: Sequence[VariableEntry], structural_zeros: Sequence[StructuralZero]
) -> PreparedHead:
    """The head with what the dictionary says, as files keep it."""
    kept = tuple(entry.kept for entry in dictionary)
    return replace(head, dictionary=kept, structural_zeros=tuple(structural_zeros))


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _sums(columns: Iterable[NDArray[Any]]) -> list[str]:
    with ThreadPoolExecutor(min(_THREADS, limits().workers)) as pool:
        return list(pool.map(_sum, columns))


def _sum(values: NDArray[Any]) -> str:
    little = values.astype(values.dtype.newbyteorder("<"), copy=False)
    return hashlib.sha256(np.ascontiguousarray(little).view(np.uint8).data).hexdigest()


# --- reading ---------------------------------------------------------------------------------------------------------


def is_prepared(path: Path) -> bool:
    """Whether a Parquet file says that it holds prepared data."""
    return not {_HEAD, _DIGEST}.isdisjoint(_metadata(path))  # also with one of the two names damaged


def _metadata(path: Path) -> dict[bytes, bytes]:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        return dict(parquet.read_metadata(path).metadata or {})
    except (pa.ArrowException, OSError, UnicodeError):
        return {}


def read_head(path: str | PathLike[str]) -> PreparedHead:
    """The metadata of prepared data; raises prepared_not, prepared_damaged, prepared_newer."""
    file = Path(path)
    metadata = _metadata(file)
    content = metadata.get(_HEAD)
    if content is None:
        raise DataError("prepared_not", file=file.name)
    if hashlib.sha256(content).hexdigest().encode() != metadata.get(_DIGEST):
        raise _damaged(file, "prepared_head")
    try:
        version = decoded(content, dict[str, Any]).get("version")
        if isinstance(version, int) and version > VERSION:
            raise DataError("prepared_newer", file=file.name, version=version, known=VERSION)
        return decoded(content, PreparedHead)
    except msgspec.MsgspecError:
        raise _damaged(file, "prepared_head") from None


def read_prepared(
    path: str | PathLike[str],
    cancelled: Callable[[], bool] | None = None,
) -> Prepared:
    """Prepared data as they were written: records in their order, exact keys and decimals.

    Raises prepared_not, prepared_newer, and prepared_damaged where anything in the file was changed or cut off.
    """
    head = read_head(path)
    weight = next((one.name for one in head.numbers if one.weight), None)
    magnitudes = [one.name for one in head.numbers if not one.weight]
    data = read_columns(Path(path), head, [one.name for one in head.dimensions], weight, magnitudes, cancelled)
    return Prepared(data, head.dictionary, head.structural_zeros)


def read_columns(
    path: Path,
    head: PreparedHead,
    dimensions: Sequence[str],
    weight: str | None,
    magnitudes: Sequence[str],
    cancelled: Callable[[], bool] | None = None,
) -> Microdata:
    """Some of the variables of prepared data, in the roles they were prepared in, and the record keys.

    Raises prepared_role, prepared_damaged.
    """
    names = asked_columns(path, head, dimensions, weight, magnitudes)
    found = _read(path, head, names, cancelled)
    limits_of = column_limits(head)
    for name in names:
        column, most = found[name], limits_of[name]
        if most is not None and (column.dtype.kind != "u" or (len(column) and int(column.max()) >= most)):
            raise _damaged(path, "prepared_codes", name)
    for one in head.numbers:
        if one.name in found and found[one.name].dtype != (np.float64 if one.decimals is None else np.int64):
            raise _damaged(path, "prepared_codes", one.name)
        if one.missing in found:
            found[one.missing] = found[one.missing].astype(np.bool_, copy=False)
    for entry in head.dimensions:
        if entry.name in found:
            found[entry.name] = compact_codes(found[entry.name], len(entry.categories))
    return put_together(head, found, dimensions, weight, magnitudes)


def asked_columns(
    path: Path, head: PreparedHead, dimensions: Sequence[str], weight: str | None, magnitudes: Sequence[str]
) -> list[str]:
    """The columns that hold some of the variables, and the record keys. Raises prepared_role."""
    described = {one.name for one in head.dimensions}
    numbers = {one.name: one for one in head.numbers}
    asked = [*([weight] if weight is not None else []), *magnitudes]
    for name in (*(one for one in dimensions if one not in described), *(one for one in asked if one not in numbers)):
        raise DataError("prepared_role", file=path.name, variable=name)
    missing = [numbers[name].missing for name in asked if numbers[name].missing]
    return [*dimensions, *asked, *missing, *([head.keys.column] if head.keys is not None else [])]


def column_limits(head: PreparedHead) -> dict[str, int | None]:
    """Of each column below what its whole numbers are; None: of values."""
    found: dict[str, int | None] = {one.name: len(one.categories) for one in head.dimensions}
    for one in head.numbers:
        found[one.name] = None
        if one.missing:
            found[one.missing] = None
    if head.keys is not None:
        found[head.keys.column] = head.keys.modulus
    return found


def put_together(
    head: PreparedHead,
    found: Mapping[str, NDArray[Any]],
    dimensions: Sequence[str],
    weight: str | None,
    magnitudes: Sequence[str],
) -> Microdata:
    """Some of the variables of prepared data from their columns, and the record keys."""
    entries = {one.name: one for one in head.dimensions}
    numbers = {one.name: one for one in head.numbers}
    known = {}
    for name in dimensions:
        entry = entries[name]
        known[name] = Dimension(name, entry.title, entry.categories, entry.tree, dict(entry.node_labels))
    columns = {}
    for name in [*([weight] if weight is not None else []), *magnitudes]:
        one = numbers[name]
        missing = found[one.missing] if one.missing else None
        columns[name] = NumberColumn(name, found[name], one.decimals, one.title, missing)
    keys = None
    if head.keys is not None:
        keys = RecordKeys(found[head.keys.column], head.keys.modulus, head.keys.digits, head.keys.origin)
    return Microdata(
        rows=head.rows,
        dimensions=known,
        columns={name: found[name] for name in dimensions},
        record_keys=keys,
        weight=columns.pop(weight) if weight is not None else None,
        magnitudes=columns,
        structural_zeros=head.structural_zeros,
    )


def _read(
    path: Path, head: PreparedHead, names: Sequence[str], cancelled: Callable[[], bool] | None
) -> dict[str, NDArray[Any]]:
    """Columns as arrays, each compared with its sum."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        check_footer(path)
        with parquet.ParquetFile(path, memory_map=False, pre_buffer=False) as file:
            if file.metadata.num_rows != head.rows or not set(names) <= set(file.schema_arrow.names):
                raise _damaged(path, "prepared_rows")
            with ThreadPoolExecutor(min(_THREADS, limits().workers)) as pool:
                values = pool.map(lambda name: _column(path, name, cancelled), names)
                found = dict(zip(names, values, strict=True))
                for name, told in zip(names, pool.map(_sum, found.values()), strict=True):
                    if head.sums.get(name) != told:
                        raise _damaged(path, "prepared_codes", name)
    except (pa.ArrowException, UnicodeError, FileDamaged) as error:
        if isinstance(error, MemoryError) and path.stat().st_size > SMALL_BYTES:
            raise
        raise _damaged(path, "prepared_pages") from None
    except CkmError:
        raise
    except OSError as error:
        if error.errno is None:  # of the library: the pages are no pages
            raise _damaged(path, "prepared_pages") from None
        raise FileError("file_not_readable", file=str(path), reason=reason_of(error)) from None
    return found


def _column(path: Path, name: str, cancelled: Callable[[], bool] | None) -> NDArray[Any]:
    import pyarrow.parquet as parquet

    with parquet.ParquetFile(path, memory_map=False, pre_buffer=False) as file:
        field_of = file.schema_arrow.field(name)
        values: NDArray[Any] = np.empty(file.metadata.num_rows, dtype=field_of.type.to_pandas_dtype())
        start = 0
        for group in range(file.num_row_groups):
            if cancelled is not None and cancelled():
                raise Cancelled
            column = file.read_row_group(group, columns=[name], use_threads=False).column(0)
            for chunk in column.chunks:
                part = chunk.to_numpy(zero_copy_only=False)
                values[start : start + len(part)] = part
                start += len(part)
        return values


def _damaged(path: Path, code: str, column: str = "") -> DataError:
    from ckmcore.messages import sentence

    return DataError("prepared_damaged", file=path.name, what=sentence(code, column=column))


# --- as a source of records, for previews and everything that reads values --------------------------------------------


def open_prepared(file: Path) -> Source:
    """Prepared data as a source of columns: dimensions as texts, numbers as decimals, keys as they are written."""
    return source_of(file, "prepared", read_head(file), _batches)


def source_of(
    file: Path, kind: Format, head: PreparedHead, batches: Callable[[Source, list[str], int], Batches]
) -> Source:
    """The source that a head describes."""
    names = [one.name for one in head.dimensions] + [one.name for one in head.numbers]
    described = {
        one.name: Described(
            title=one.title.en,
            labels={c.code: c.label.en for c in one.categories if c.label.en != c.code and c.code},
            role="dimension",
            hierarchy=one.tree,
        )
        for one in head.dimensions
    }
    for one in head.numbers:
        described[one.name] = Described(title=one.title.en, role="weight" if one.weight else "magnitude")
    if head.keys is not None:
        names.append(head.keys.column)
        described[head.keys.column] = Described(role="record_key")
    categorical = frozenset(one.name for one in head.dimensions)
    return Source(file, kind, tuple(names), None, None, batches, described, categorical=categorical)


def _batches(source: Source, columns: list[str], rows: int) -> Batches:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    head = read_head(source.file)
    try:
        with (
            parquet.ParquetFile(source.file, pre_buffer=False) as file,
            closing(
                ahead(file.iter_batches(batch_size=rows, columns=with_missing(head, columns)), BATCHES_AHEAD)
            ) as batches,
        ):
            done = 0
            for batch in batches:
                done += batch.num_rows
                arrays = [values_of(head, name, batch) for name in columns]
                yield pa.record_batch(arrays, names=columns), done / max(1, head.rows)
    except CkmError:
        raise
    except (pa.ArrowException, OSError, UnicodeError, ValueError, LookupError):
        raise _damaged(source.file, "prepared_pages") from None


def with_missing(head: PreparedHead, columns: Sequence[str]) -> list[str]:
    """Columns, and those that say which of their values are missing."""
    return [*columns, *(one.missing for one in head.numbers if one.missing and one.name in columns)]


def values_of(head: PreparedHead, name: str, batch: Any) -> Any:
    """Arrow values of a column of a batch: codes as texts, scaled whole numbers as decimals."""
    import pyarrow as pa

    column = batch.column(name)
    entry = next((one for one in head.dimensions if one.name == name), None)
    if entry is not None:
        codes = pa.array([category.code for category in entry.categories], pa.string())
        return pa.DictionaryArray.from_arrays(column.cast(pa.int64()), codes)
    if head.keys is not None and name == head.keys.column:
        whole = column.cast(pa.decimal128(20, 0))
        return whole if head.keys.digits is None else _scaled(whole, head.keys.digits)
    number = next(one for one in head.numbers if one.name == name)
    if number.decimals:
        column = _scaled(column.cast(pa.decimal128(19, 0)), number.decimals)
    if number.missing:
        import pyarrow.compute as pc

        column = pc.if_else(batch.column(number.missing), pa.scalar(None, column.type), column)
    return column


def _scaled(whole: Any, digits: int) -> Any:
    """Integers as decimals with `digits` decimals: the same bits under another type."""
    import pyarrow as pa

    return pa.Array.from_buffers(pa.decimal128(38, digits), len(whole), whole.buffers(), whole.null_count, whole.offset)
