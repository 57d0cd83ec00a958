"""Records changed by the SAFE principle: their file beside the statistic, as record keys have one, and its hash."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from ckmcore.base.files import folder_of, write_whole
from ckmcore.base.reading import check_file
from ckmcore.errors import FileError, ProtectionError
from ckmcore.methods.safe import SafePrinciple
from ckmcore.microdata.changed_keys import ChangedKeys
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period, SafeSource
from ckmcore.statistic.releases import held_by


def records_mark(period: Period) -> str:
    """Hash of what the records of a period are read from, by which changed records know theirs."""
    source = period.source
    files = () if source is None else (source.kind, source.sha256, *(mark.sha256 for mark in source.more))
    reading = source.reading if source is not None and source.kind == "sample" else ""
    return hashlib.sha256(repr((files, reading, period.columns, period.codes)).encode()).hexdigest()


def with_changed_records(data: Microdata, period: Period, ckm_path: Path | None) -> Microdata:
    """Records of a period with those that the SAFE principle changed, where there are any of these records.

    Raises safe_file_missing.
    """
    safe = period.safe
    if safe is None or safe.of_records != records_mark(period):
        return data
    return replace(data, safe=read_changed_records(_safe_path(safe, ckm_path), safe))


def safe_method(period: Period) -> SafePrinciple:
    """The method of the changed records of a period. Raises safe_none, safe_not_there."""
    if period.safe is None:
        raise ProtectionError("safe_none", period=period.label)
    if period.safe.of_records != records_mark(period):
        raise ProtectionError("safe_not_there")
    return SafePrinciple(period.safe.keys, period.safe.least, period.safe.sha256)


def write_changed_records(changed: ChangedKeys, path: Path) -> None:
    """Write changed records as private Parquet file: a row for each combination."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        f"key{at}": pa.array([codes[place] for place in changed.combinations[:, at].tolist()], pa.string())
        for at, codes in enumerate(changed.codes.values())
    }
    table = pa.table({**columns, "records": pa.array(changed.records)})
    described = {"codes": json.dumps([*map(list, changed.codes.items())]), "least": str(changed.least)}
    table = table.replace_schema_metadata(described)
    write_whole(path, lambda target: pq.write_table(table, target), private=True, own=True)


def read_changed_records(path: Path, safe: SafeSource) -> ChangedKeys:
    """Read changed records. Raises safe_file_missing where the file is missing, does not hold what `safe` describes, or
    has a combination with fewer records than it may."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        check_file(path)
        table = pq.read_table(path)
        described = table.schema.metadata or {}
        codes = {name: tuple(each) for name, each in json.loads(described[b"codes"])}
        columns = []
        for at, each in enumerate(codes.values()):
            places = {code: place for place, code in enumerate(each)}
            columns.append([places[code] for code in table.column(f"key{at}").to_pylist()])
        records = table.column("records").to_numpy().astype(np.int64)
        combinations = np.array(columns, dtype=np.int32).reshape(len(codes), -1).T
        changed = ChangedKeys(codes, combinations, records, int(described[b"least"]))
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError) as fault:
        raise FileError("safe_file_missing", name=path.name) from fault
    described_as = (safe.keys, safe.least, safe.sha256)
    if (changed.keys, changed.least, changed.content_hash) != described_as or not changed.holds:
        raise FileError("safe_file_missing", name=path.name)
    return changed


def safe_file_name(ckm_path: Path, number: int, attempt: int = 1) -> str:
    """The name of the file with the changed records of period `number` of a statistic."""
    again = f"-{attempt}" if attempt > 1 else ""
    return f"{ckm_path.stem}.period{number + 1}.safe{again}.parquet"


def place_changed_records(
    statistic: Statistic, changed: ChangedKeys | None, ckm_path: Path, former: Path | None = None
) -> Statistic:
    """Place the changed records of the current period beside `ckm_path` and record this in the statistic.

    A file of the same name with other records stays, and the new one gets a number. changed: None where they are not
    loaded; then they are copied from beside `former`, the previous path of the statistic. Raises safe_file_missing and
    NotWritten.
    """
    period, safe = statistic.period, statistic.period.safe
    if safe is None:
        return statistic
    if changed is None:
        if former is None or folder_of(former) == folder_of(ckm_path):
            return statistic
        changed = read_changed_records(_safe_path(safe, former), safe)
    attempt = 1
    while True:
        placed = replace(safe, file=safe_file_name(ckm_path, statistic.current, attempt))
        path = folder_of(ckm_path) / placed.file
        if not path.exists():
            write_changed_records(changed, path)
        elif not _holds(path, placed):
            attempt += 1
            continue
        return statistic.with_period(replace(period, safe=placed))


def with_safe_source(statistic: Statistic, safe: SafeSource) -> Statistic:
    """The statistic whose current period has changed records. Raises safe_released where tables of the period were
    released from others."""
    former = statistic.period.safe
    numbers = held_by(statistic.register, statistic.period)
    others = former is not None and former.sha256 != safe.sha256
    if others and numbers and any(each.changes_records for each in statistic.period.methods):
        raise ProtectionError("safe_released", releases=[str(number) for number in numbers])
    return statistic.with_period(replace(statistic.period, safe=safe))


def _holds(path: Path, safe: SafeSource) -> bool:
    try:
        read_changed_records(path, safe)
    except FileError:
        return False
    return True


def _safe_path(safe: SafeSource, ckm_path: Path | None) -> Path:
    # A name, never a path: the file lies beside the statistic and nowhere else.
    if ckm_path is None or not safe.file or Path(safe.file).name != safe.file or "\\" in safe.file:
        raise FileError("safe_file_missing", name=safe.file or "?")
    return folder_of(ckm_path) / safe.file
