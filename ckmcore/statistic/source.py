"""The records of a period: read its source again, with its keys, described by the dictionary."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ckmcore.base.files import folder_of, name_of, path_from, write_whole
from ckmcore.base.reading import open_file
from ckmcore.base.typed import decoded
from ckmcore.base.wings import needed_wing
from ckmcore.errors import FileError, InputError
from ckmcore.keys.record_keys import Origin, RecordKeys
from ckmcore.microdata import Dialect, Microdata
from ckmcore.microdata.data import with_judged_keys
from ckmcore.microdata.households import counting_households
from ckmcore.microdata.identifiers import read_identifiers
from ckmcore.microdata.read import read_with_report, reading_plan
from ckmcore.microdata.reading_plan import READING_RULES, ReadingPlan
from ckmcore.microdata.store import bytes_on_disk, standing_for
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.areas_beside import copy_areas
from ckmcore.statistic.kept_beside import copy_kept, files_beside, with_kept
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import FileMark, KeySet, Period, PeriodSource
from ckmcore.statistic.untold import reads_records
from ckmcore.tabulate.scan import never

Progress = Callable[[int, float], None]
ColumnsRead = tuple[tuple[str, ...], str | None, str | None, tuple[str, ...], int | None]
"""Columns of a frame: dimensions, record key, weight, magnitudes, and the modulus of keys that are integers."""


@dataclass(frozen=True)
class FrameReading:
    """How the records of a frame are read: its columns, and rules and answers. Sources from before 2026-11-29 have the
    columns alone: they are read by rules 0."""

    columns: ColumnsRead
    dialect: Dialect

    @classmethod
    def of(cls, source: PeriodSource) -> FrameReading:
        """Decode the reading of a source that is a frame."""
        if source.reading.startswith("["):
            return cls(decoded(source.reading, ColumnsRead), Dialect(encoding="", rules=0))
        return decoded(source.reading, FrameReading)


class SourceUnreachable(FileError):
    code = "source_unreachable"


class KeysFileMissing(FileError):
    code = "keys_file_missing"


def file_hash(path: Path, cancelled: Callable[[], bool] = never) -> str:
    """SHA-256 of a file, read in pieces of 4 MB; for a store of its head, which contains checksums of the columns."""
    from ckmcore.errors import Cancelled

    digest = hashlib.sha256()
    with open_file(standing_for(path)) as stream:
        while piece := stream.read(1 << 22):
            if cancelled():
                raise Cancelled
            digest.update(piece)
    return digest.hexdigest()


def describe_source(
    path: Path,
    dialect: Dialect | None,
    rows: int,
    cancelled: Callable[[], bool] = never,
    more: Sequence[Path] = (),
) -> PeriodSource:
    """Source entry of a file just read, and of further files read with it."""
    absolute = path.resolve()
    return PeriodSource(
        "file",
        "",
        str(absolute),
        msgspec.json.encode(dialect or Dialect(encoding="")).decode(),
        bytes_on_disk(absolute),
        file_hash(absolute, cancelled),
        rows,
        tuple(_mark(other.resolve(), cancelled) for other in more),
    )


def _mark(path: Path, cancelled: Callable[[], bool]) -> FileMark:
    return FileMark("", str(path), bytes_on_disk(path), file_hash(path, cancelled))


def with_prepared_source(statistic: Statistic, path: Path, cancelled: Callable[[], bool] = never) -> Statistic:
    """Statistic whose current period is read from prepared data of its own records from now on. path: of the prepared
    data.

    Raises households_not_prepared where its tables count households, which prepared data do not identify.
    """
    period = statistic.period
    if period.keys is not None and period.keys.counts_households:
        raise InputError("households_not_prepared")
    rows = 0 if period.source is None else period.source.rows
    source = describe_source(path, None, rows, cancelled)
    keys = None if period.keys is None else replace(period.keys, origin="prepared", file="", column="", household="")
    absent = tuple(column for column in period.columns if not column.column)
    return statistic.with_period(replace(period, source=source, keys=keys, columns=absent, codes=()))


def find_source(source: PeriodSource, ckm_path: Path | None) -> Path:
    """File of a source: by its path relative to the statistic, else by its absolute path at the import."""
    candidates = [Path(source.path_absolute)]
    if ckm_path is not None and source.path_relative:
        candidates.insert(0, path_from(ckm_path, source.path_relative))
    for candidate in candidates:
        if standing_for(candidate).is_file():
            return candidate
    raise SourceUnreachable(name=name_of(source.path_absolute))


def files_of(statistic: Statistic, ckm_path: Path | None) -> list[Path]:
    """Existing files that a statistic needs: its own, sources, and kept keys."""
    ckm_paths = [] if ckm_path is None else [ckm_path]
    for period in statistic.periods:
        if period.source is not None and period.source.kind == "file":
            with contextlib.suppress(SourceUnreachable):
                ckm_paths += source_paths(period.source, ckm_path)
        ckm_paths += _beside(period, ckm_path)
    return [path for path in ckm_paths if path.exists()]


def needed_files(statistic: Statistic, ckm_path: Path | None) -> set[Path]:
    """Paths of all files that a statistic needs, existing or not: its own, its lock, sources, and kept keys."""
    files = set() if ckm_path is None else {ckm_path, ckm_path.with_name(ckm_path.name + ".lock")}
    for period in statistic.periods:
        source = period.source
        if source is not None and source.kind == "file":
            file_paths = [(file_place.path_absolute, file_place.path_relative) for file_place in source.more]
            for absolute, relative in ((source.path_absolute, source.path_relative), *file_paths):
                files.add(Path(absolute))
                if ckm_path is not None and relative:
                    files.add(path_from(ckm_path, relative))
        files.update(_beside(period, ckm_path))
    return files


def _beside(period: Period, ckm_path: Path | None) -> list[Path]:
    """Paths of the files of a period that lie beside the statistic: kept keys, changed records, patterns."""
    if ckm_path is None or period.keys is None or not period.keys.file:
        return files_beside(period, ckm_path)
    return [folder_of(ckm_path) / Path(period.keys.file).name, *files_beside(period, ckm_path)]


def load_period(
    statistic: Statistic,
    ckm_path: Path | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> Microdata | None:
    """Records of the current period described by the dictionary; None without a source.

    Raises the errors of `read_period` and of `Statistic.describe`.
    """
    data = read_period(statistic, ckm_path, progress, cancelled)
    return None if data is None else statistic.describe(data)


@reads_records
def read_period(
    statistic: Statistic,
    ckm_path: Path | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
    handed: Callable[[ColumnsRead], Microdata] | None = None,
) -> Microdata | None:
    """Records of the current period with the dictionary's names and codes, not yet described by the dictionary.

    handed: reads columns of the frame from which they came. Raises frame_not_there where that lacks, SourceUnreachable,
    source_changed (size or hash differs from the import; for a database database_changed), KeysFileMissing,
    kept_file_missing, and the errors of reading and of counting households. A role without access to originals gets
    records_unusable instead of errors on the records, and no notices.
    """
    source = statistic.period.source
    if source is None:
        return None
    if source.kind == "frame":
        data = _of_frame(statistic, handed, ckm_path)
    else:
        data = _records(statistic, source, ckm_path, progress, cancelled)
    data = replace(with_kept(data, statistic.period, ckm_path), beside=ckm_path)
    return data if statistic.shows_records else replace(data, notices=())


def _records(
    statistic: Statistic,
    source: PeriodSource,
    ckm_path: Path | None,
    progress: Progress | None,
    cancelled: Callable[[], bool],
) -> Microdata:
    period = statistic.period
    if source.kind == "sample":
        from ckmcore.sample import sample_microdata

        data = sample_microdata(source.reading)
        # A statistic from before the sample had amounts has none.
        return data.without(data.magnitudes.keys() - {entry.name for entry in statistic.dictionary})
    if source.kind == "database":
        return mapped(needed_wing("scale").read_relation(statistic, progress, cancelled), period)
    paths = source_paths(source, ckm_path)
    for path, size, digest in zip(paths, *_marks(source), strict=True):
        if bytes_on_disk(path) != size or file_hash(path, cancelled) != digest:
            raise FileError("source_changed", name=path.name)
    data = _read_records(statistic.dictionary, period, paths, progress, cancelled)
    if period.keys is not None and period.keys.is_kept:
        data = with_judged_keys(data, read_keys(_keys_path(period.keys, ckm_path), period, data.rows))
    return _counted(mapped(data, period), period, paths, cancelled)


def _of_frame(
    statistic: Statistic, handed: Callable[[ColumnsRead], Microdata] | None, ckm_path: Path | None
) -> Microdata:
    """Records of a frame, with the keys kept for them. Raises frame_not_there, KeysFileMissing."""
    period = statistic.period
    if handed is None:
        raise FileError("frame_not_there", period=period.label)
    keys = period.keys
    dimensions, key, weight, magnitudes = _columns_read(statistic.dictionary, period)
    modulus = keys.modulus if keys is not None and key is not None and keys.digits is None else None
    data = handed((tuple(dimensions), key, weight, tuple(magnitudes), modulus))
    if keys is not None and keys.is_kept:
        data = with_judged_keys(data, read_keys(_keys_path(keys, ckm_path), period, data.rows))
    return mapped(data, period)


@reads_records
def counted_anew(
    statistic: Statistic,
    read: Microdata,
    ckm_path: Path | None = None,
    cancelled: Callable[[], bool] = never,
) -> Microdata:
    """Records of `read_period` prepared again for counting by the period's current key settings.

    Raises SourceUnreachable and the errors of reading identifiers and of counting households.
    """
    period = statistic.period
    plain = replace(read, households=None, cache={})
    if period.source is None or period.source.kind in ("sample", "frame"):
        return plain
    if period.source.kind == "database":
        return read
    return _counted(plain, period, source_paths(period.source, ckm_path), cancelled)


def _counted(data: Microdata, period: Period, paths: list[Path], cancelled: Callable[[], bool]) -> Microdata:
    """Data prepared for counting households instead of members, where the period's keys say so."""
    keys = period.keys
    if keys is None or not keys.counts_households:
        return data
    files: Any = paths[0] if len(paths) == 1 else paths
    households = read_identifiers(files, keys.household, dialect=dialect_of(period.source), cancelled=cancelled)
    declared = [name for name in keys.any_member if name in data.dimensions]
    # The keys that are kept with the statistic are sums already.
    return counting_households(data, households, declared, summed=keys.is_kept)


def dialect_of(source: PeriodSource | None) -> Dialect | None:
    """How the files or the frame of a source are read: by the rules by which they were taken over."""
    if source is not None and source.kind == "frame":
        return FrameReading.of(source).dialect
    if source is None or source.kind != "file":
        return None
    if not source.reading:
        return Dialect(encoding="", rules=0)
    dialect = decoded(source.reading, Dialect)
    if '"rules"' in source.reading:
        return dialect
    return replace(dialect, rules=0, others=tuple(replace(other, rules=0) for other in dialect.others))


def mapped(data: Microdata, period: Period) -> Microdata:
    """The records of a period's file with the dictionary's names and codes instead of the file's."""
    if period.columns:
        data = data.renamed({column.column: column.variable for column in period.columns if column.column})
    for code in period.codes:
        if code.variable in data.dimensions:
            data = data.recoded(code.variable, dict(code.codes))
    return data


def source_paths(source: PeriodSource, ckm_path: Path | None) -> list[Path]:
    """Files of a source, in order. Raises SourceUnreachable naming the first missing one."""
    first = find_source(source, ckm_path)
    other_sources = (PeriodSource("file", mark.path_relative, mark.path_absolute) for mark in source.more)
    return [first, *(find_source(other_source, ckm_path) for other_source in other_sources)]


def _marks(source: PeriodSource) -> tuple[list[int], list[str]]:
    sizes = [source.size, *(mark.size for mark in source.more)]
    return sizes, [source.sha256, *(mark.sha256 for mark in source.more)]


def _read_records(
    dictionary: tuple[VariableEntry, ...],
    period: Period,
    paths: list[Path],
    progress: Progress | None,
    cancelled: Callable[[], bool],
) -> Microdata:
    keys = period.keys
    files: Any = paths[0] if len(paths) == 1 else paths
    data, _ = read_with_report(
        files,
        *_columns_read(dictionary, period),
        dialect=dialect_of(period.source),
        modulus=keys.modulus if keys is not None and keys.digits is None else None,
        progress=progress,
        cancelled=cancelled,
    )
    return data


def _columns_read(
    dictionary: tuple[VariableEntry, ...], period: Period
) -> tuple[list[str], str | None, str | None, list[str]]:
    """Columns of a period's source: dimensions, record key, weight, magnitudes."""
    column_of = {held.variable: held.column for held in period.columns}
    own = [entry for entry in dictionary if entry.derived is None]
    names = {
        role: [
            column
            for entry in own
            if entry.role == role and (column := column_of.get(entry.name, entry.name))  # "": not in this period
        ]
        for role in ("dimension", "magnitude", "weight")
    }
    keys = period.keys
    in_column = keys is not None and keys.origin == "column" and not keys.household
    key = keys.column if keys is not None and in_column else None
    return names["dimension"], key, names["weight"][0] if names["weight"] else None, names["magnitude"]


@reads_records
def plan_of_period(
    statistic: Statistic,
    ckm_path: Path | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> ReadingPlan:
    """Notices and questions by which the rules of today would read the source of the current period.

    The period goes on being read by its own rules. Empty where there are no files. Raises SourceUnreachable and the
    errors of reading.
    """
    source = statistic.period.source
    if source is None or source.kind != "file":
        return ReadingPlan()
    paths = source_paths(source, ckm_path)
    former = dialect_of(source) or Dialect(encoding="")
    dialect = replace(
        former, rules=READING_RULES, others=tuple(replace(other, rules=READING_RULES) for other in former.others)
    )
    files: Any = paths[0] if len(paths) == 1 else paths
    columns = _columns_read(statistic.dictionary, statistic.period)
    return reading_plan(files, *columns, dialect=dialect, progress=progress, cancelled=cancelled)


def _is_file_name(text: str) -> bool:
    return Path(text).name == text and text != ".." and "\\" not in text


def _keys_path(keys: KeySet, ckm_path: Path | None) -> Path:
    # A name, never a path: the keys lie beside the statistic and nowhere else.
    if ckm_path is None or not keys.file or not _is_file_name(keys.file):
        raise KeysFileMissing(name=keys.file or "?")
    return folder_of(ckm_path) / keys.file


def write_keys(keys: RecordKeys, path: Path, source_sha256: str) -> None:
    """Write keys beside the statistic as private Parquet file, bound to their data by the hash of the source."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"record_key": pa.array(keys.values)})
    table = table.replace_schema_metadata(
        {
            "source_sha256": source_sha256,
            "modulus": str(keys.modulus),
            "digits": "" if keys.digits is None else str(keys.digits),
        }
    )
    write_whole(path, lambda target: pq.write_table(table, target), private=True, own=True)


def read_keys(path: Path, period: Period, rows: int) -> RecordKeys:
    """Read the keys of a period from beside the statistic. rows: number of records.

    Raises KeysFileMissing where the file is missing, belongs to other data, or holds other keys than described.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    try:
        with open_file(path) as stream, pq.ParquetFile(stream, pre_buffer=False) as file:
            table = file.read(use_threads=False)  # threads of Arrow with a file of Python may abort the program's end
    except (OSError, pa.ArrowException) as fault:
        raise KeysFileMissing(name=path.name) from fault
    metadata = table.schema.metadata or {}
    keys = period.keys or KeySet("generated")
    expected = "" if period.source is None else period.source.sha256
    if table.num_rows != rows or metadata.get(b"source_sha256", b"").decode() != expected:
        raise KeysFileMissing(name=path.name)
    if "record_key" not in table.column_names or metadata.get(b"modulus") != str(keys.modulus).encode():
        raise KeysFileMissing(name=path.name)
    column = table.column("record_key")
    wanted_type = pa.uint32() if keys.modulus <= 2**32 else pa.uint64()
    if column.type != wanted_type or column.null_count or (rows and pc.max(column).as_py() >= keys.modulus):
        raise KeysFileMissing(name=path.name)
    origin: Origin = "integer" if keys.digits is None else "derived" if keys.origin == "derived" else "generated"
    return RecordKeys(column.to_numpy(), keys.modulus, keys.digits, origin)


def keys_file_name(ckm_path: Path, number: int, attempt: int = 1) -> str:
    """The name of the file with the keys of period `number` of a statistic."""
    again = f"-{attempt}" if attempt > 1 else ""
    return f"{ckm_path.stem}.period{number + 1}.keys{again}.parquet"


def with_keys_file(statistic: Statistic, ckm_path: Path, attempt: int = 1) -> Statistic:
    """The statistic whose generated keys lie beside `ckm_path`."""
    period = statistic.period
    if period.keys is None or not period.keys.is_kept:
        return statistic
    name = keys_file_name(ckm_path, statistic.current, attempt)
    return statistic.with_period(replace(period, keys=replace(period.keys, file=name)))


def place_keys(statistic: Statistic, keys: RecordKeys | None, ckm_path: Path, former: Path | None = None) -> Statistic:
    """Place the keys of the current period beside `ckm_path` and record this in the statistic.

    Keys are never replaced: a file of the same name with other keys stays, and the new one gets a number. keys: None
    where the records are not loaded; then they are copied from beside `former`, the previous path of the statistic.
    What else lies beside `former` is copied, too. Raises KeysFileMissing where there are no keys,
    kept_file_missing and NotWritten.
    """
    copy_kept(statistic, ckm_path, former)
    copy_areas(statistic, ckm_path, former)
    period = statistic.period
    source = period.source
    if period.keys is None or not period.keys.is_kept or source is None or source.kind not in ("file", "frame"):
        return statistic
    if keys is None:
        if former is not None and folder_of(former) == folder_of(ckm_path):
            return statistic
        keys = read_keys(_keys_path(period.keys, former), period, source.rows)
    attempt = 1
    while True:
        placed = with_keys_file(statistic, ckm_path, attempt)
        path = folder_of(ckm_path) / keys_file_name(ckm_path, statistic.current, attempt)
        if not path.exists():
            write_keys(keys, path, source.sha256)
            return placed
        if _has_keys(path, period, keys):
            return placed
        attempt += 1


def _has_keys(path: Path, period: Period, keys: RecordKeys) -> bool:
    try:
        record_keys = read_keys(path, period, len(keys))
    except KeysFileMissing:
        return False
    return record_keys.modulus == keys.modulus and np.array_equal(record_keys.values, keys.values)
