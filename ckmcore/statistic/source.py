"""The records of a period: read its source again, with its keys, described by the dictionary."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from ckmcore.dictionary.entry import VariableEntry
from ckmcore.errors import CkmError
from ckmcore.keys import Origin, RecordKeys
from ckmcore.microdata import Dialect, Microdata, read_microdata
from ckmcore.statistic.model import KeySet, Period, Source, Statistic
from ckmcore.tabulate.scan import never

Progress = Callable[[int, float], None]


class SourceUnreachable(CkmError):
    code = "source_unreachable"


class SourceChanged(CkmError):
    code = "source_changed"


class KeysFileMissing(CkmError):
    code = "keys_file_missing"


def file_hash(path: Path, cancelled: Callable[[], bool] = never) -> str:
    """SHA-256 of a file, read in pieces of 4 MB."""
    from ckmcore.errors import Cancelled

    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(1 << 22):
            if cancelled():
                raise Cancelled
            digest.update(piece)
    return digest.hexdigest()


def describe_source(path: Path, dialect: Dialect | None, rows: int, cancelled: Callable[[], bool] = never) -> Source:
    """The source entry of a file that was just read."""
    absolute = path.resolve()
    return Source(
        "file",
        "",
        str(absolute),
        "" if dialect is None else msgspec.json.encode(dialect).decode(),
        absolute.stat().st_size,
        file_hash(absolute, cancelled),
        rows,
    )


def find_source(source: Source, ckm_path: Path | None) -> Path:
    """The file of a source: as it lay beside the statistic, else where it lay when taken over."""
    candidates = [Path(source.path_absolute)]
    if ckm_path is not None and source.path_relative:
        candidates.insert(0, ckm_path.parent / source.path_relative)
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise SourceUnreachable(name=Path(source.path_absolute).name)


def files_of(statistic: Statistic, ckm_path: Path | None) -> list[Path]:
    """The files that exist and that a statistic cannot do without: its own, the sources and generated keys."""
    found = [] if ckm_path is None else [ckm_path]
    for period in statistic.periods:
        if period.source is not None and period.source.kind == "file":
            with contextlib.suppress(SourceUnreachable):
                found.append(find_source(period.source, ckm_path))
        if period.keys is not None and period.keys.file and ckm_path is not None:
            found.append(ckm_path.parent / Path(period.keys.file).name)
    return [path for path in found if path.exists()]


def load_period(
    statistic: Statistic,
    ckm_path: Path | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> Microdata | None:
    """The records of the current period, or None where it has no source yet.

    Raises SourceUnreachable, SourceChanged (size or hash differ from what was taken over), KeysFileMissing, and the
    errors of reading.
    """
    period = statistic.period
    if period.source is None:
        return None
    if period.source.kind == "sample":
        from ckmcore.sample import sample_microdata

        return statistic.describe(sample_microdata())
    path = find_source(period.source, ckm_path)
    if path.stat().st_size != period.source.size or file_hash(path, cancelled) != period.source.sha256:
        raise SourceChanged(name=path.name)
    data = _read(statistic.dictionary, period.source, period.keys, path, progress, cancelled)
    if period.keys is not None and period.keys.is_kept:
        data = data.with_record_keys(read_keys(_keys_path(period.keys, ckm_path), period, data.rows))
    return statistic.describe(data)


def _read(
    dictionary: tuple[VariableEntry, ...],
    source: Source,
    keys: KeySet | None,
    path: Path,
    progress: Progress | None,
    cancelled: Callable[[], bool],
) -> Microdata:
    names = {role: [entry.name for entry in dictionary if entry.role == role] for role in ("dimension", "magnitude")}
    weights = [entry.name for entry in dictionary if entry.role == "weight"]
    return read_microdata(
        path,
        names["dimension"],
        keys.column if keys is not None and keys.origin == "column" and not keys.household else None,
        weights[0] if weights else None,
        names["magnitude"],
        dialect=msgspec.json.decode(source.reading, type=Dialect) if source.reading else None,
        modulus=keys.modulus if keys is not None and keys.digits is None else None,
        progress=progress,
        cancelled=cancelled,
    )


def _is_file_name(text: str) -> bool:
    return Path(text).name == text and text != ".." and "\\" not in text


def _keys_path(keys: KeySet, ckm_path: Path | None) -> Path:
    # A name, never a path: the keys lie beside the statistic and nowhere else.
    if ckm_path is None or not keys.file or not _is_file_name(keys.file):
        raise KeysFileMissing(name=keys.file or "?")
    return ckm_path.parent / keys.file


def write_keys(keys: RecordKeys, path: Path, source_sha256: str) -> None:
    """Keys beside the statistic, as Parquet, bound to their data by the hash of the source."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from ckmcore.files import write_whole

    table = pa.table({"record_key": pa.array(keys.values)})
    table = table.replace_schema_metadata(
        {
            "source_sha256": source_sha256,
            "modulus": str(keys.modulus),
            "digits": "" if keys.digits is None else str(keys.digits),
        }
    )
    write_whole(path, lambda target: pq.write_table(table, target))


def read_keys(path: Path, period: Period, rows: int) -> RecordKeys:
    """The keys of a period that lie beside the statistic.

    Raises KeysFileMissing where the file is gone, belongs to other data, or holds other keys than the period says.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
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
    wanted = pa.uint32() if keys.modulus <= 2**32 else pa.uint64()
    if column.type != wanted or column.null_count or (rows and pc.max(column).as_py() >= keys.modulus):
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
    """Put the keys of the current period beside `ckm_path` and say so in the statistic.

    Keys are written once and never replaced: a file of that name with other keys stays, the new one gets a number.
    `keys` None (the records are not loaded): they are taken from beside `former`, where the statistic lay before.
    Raises KeysFileMissing where there are no keys to be found, and NotWritten.
    """
    period = statistic.period
    source = period.source
    if period.keys is None or not period.keys.is_kept or source is None or source.kind != "file":
        return statistic
    if keys is None:
        if former is not None and former.parent == ckm_path.parent:
            return statistic
        keys = read_keys(_keys_path(period.keys, former), period, source.rows)
    attempt = 1
    while True:
        placed = with_keys_file(statistic, ckm_path, attempt)
        path = ckm_path.parent / keys_file_name(ckm_path, statistic.current, attempt)
        if not path.exists():
            write_keys(keys, path, source.sha256)
            return placed
        if _holds(path, period, keys):
            return placed
        attempt += 1


def _holds(path: Path, period: Period, keys: RecordKeys) -> bool:
    try:
        found = read_keys(path, period, len(keys))
    except KeysFileMissing:
        return False
    return found.modulus == keys.modulus and np.array_equal(found.values, keys.values)
