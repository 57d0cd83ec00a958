"""What methods apply and a period keeps in private files beside the statistic: changed records, patterns of cells.

A file is named in the period, with the content hash of what it holds. Like the file of record keys it is never
replaced.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.files import folder_of, write_whole
from ckmcore.base.reading import open_file, read_file
from ckmcore.errors import CkmError, FileError, ProtectionError
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.safe import SafePrinciple
from ckmcore.methods.suppression import Suppression
from ckmcore.microdata.changed_keys import ChangedKeys
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.kept_patterns import HiddenCells, KeptCells, KeptPatterns
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PatternSource, Period, SafeSource
from ckmcore.statistic.releases import held_by, releases
from ckmcore.tabulate.spec import TableSpec

Kept = ChangedKeys | KeptPatterns
Source = SafeSource | PatternSource
_MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class _Kind:
    """One kind of file. field: of the period and of the records; ending: of its name."""

    field: str
    ending: str
    write: Callable[[Any, Path], None]
    read: Callable[[Path, Any], Kept]


def records_mark(period: Period) -> str:
    """Hash of what the records of a period are read from, by which changed records and patterns know theirs."""
    source = period.source
    files = () if source is None else (source.kind, source.sha256, *(mark.sha256 for mark in source.more))
    reading = source.reading if source is not None and source.kind == "sample" else ""
    return hashlib.sha256(repr((files, reading, period.columns, period.codes)).encode()).hexdigest()


def with_kept(data: Microdata, period: Period, ckm_path: Path | None) -> Microdata:
    """Records of a period with what is kept of these records beside the statistic. Raises kept_file_missing."""
    for kind, source in _sources(period):
        if source.of_records == records_mark(period):
            kept: Any = {kind.field: kind.read(_path(source, ckm_path), source)}
            data = replace(data, **kept)
    return data


def with_pending(data: Microdata, period: Period, pending: tuple[Kept, ...]) -> Microdata:
    """Records of a period with what is in no file yet."""
    contents = {kept.content_hash: kept for kept in pending}
    for kind, source in _sources(period):
        if source.sha256 in contents and source.of_records == records_mark(period):
            kept: Any = {kind.field: contents[source.sha256]}
            data = replace(data, cache={}, **kept)
    return data


def with_content(data: Microdata, kept: Kept) -> Microdata:
    """Records with what a method is to apply, whatever their period keeps."""
    if isinstance(kept, KeptPatterns):
        return replace(data, cache={}, patterns=kept)
    return replace(data, cache={}, safe=kept)


def without_pending(statistic: Statistic, pending: tuple[Kept, ...]) -> Statistic:
    """The statistic whose current period does not name what is in no file yet."""
    hashes = {kept.content_hash for kept in pending}
    gone: Any = {kind.field: None for kind, source in _sources(statistic.period) if source.sha256 in hashes}
    return statistic.with_period(replace(statistic.period, **gone)) if gone else statistic


def safe_method(period: Period) -> SafePrinciple:
    """The method of the changed records of a period. Raises safe_none, safe_not_there."""
    if period.safe is None:
        raise ProtectionError("safe_none", period=period.label)
    if period.safe.of_records != records_mark(period):
        raise ProtectionError("safe_not_there")
    return SafePrinciple(period.safe.keys, period.safe.least, period.safe.sha256)


def suppression_method(period: Period) -> Suppression:
    """The method of the patterns of a period. Raises suppression_none, suppression_stale."""
    if period.patterns is None:
        raise ProtectionError("suppression_none", period=period.label)
    if period.patterns.of_records != records_mark(period):
        raise ProtectionError("suppression_stale")
    kept = period.patterns
    return Suppression(kept.least, kept.groups, kept.sha256, kept.rules)


def former_patterns(period: Period, ckm_path: Path) -> KeptPatterns | None:
    """The patterns that a period keeps, whatever became of its records. Raises kept_file_missing."""
    return None if period.patterns is None else _read_patterns(_path(period.patterns, ckm_path), period.patterns)


def released_specs(statistic: Statistic) -> list[TableSpec]:
    """The tables of the current period that were released."""
    numbers = set(held_by(statistic.register, statistic.period))
    return [release.submission.spec for release in releases(statistic.register) if release.number in numbers]


def with_changed_records(
    statistic: Statistic,
    changed: ChangedKeys,
    control: Sequence[Sequence[str]],
    seed: int,
    deviations: tuple[int, float],
) -> Statistic:
    """The statistic whose current period has changed records that are in no file yet. deviations: largest and mean.
    Raises safe_released."""
    mark, tables = records_mark(statistic.period), tuple(map(tuple, control))
    source = SafeSource("", changed.content_hash, mark, changed.keys, tables, changed.least, seed, *deviations)
    return with_safe_source(statistic, source)


def with_found_patterns(
    statistic: Statistic,
    patterns: KeptPatterns,
    names: Sequence[str],
    counts: tuple[int, int, int],
    rules: PrimaryRules | None,
) -> Statistic:
    """The statistic whose current period has patterns that are in no file yet. names: of the saved tables; counts:
    primary and secondary cells, and proven levels."""
    of_sums = rules if patterns.rules else None
    mark, settings = records_mark(statistic.period), (patterns.least, patterns.groups)
    source = PatternSource("", patterns.content_hash, mark, tuple(names), *settings, *counts, of_sums)
    return statistic.with_period(replace(statistic.period, patterns=source))


def patterns_salt(statistic: Statistic) -> str:
    """The salt of the digests in patterns of the current period."""
    return hashlib.sha256(f"{statistic.secret} {records_mark(statistic.period)}".encode()).hexdigest()


def with_safe_source(statistic: Statistic, safe: SafeSource) -> Statistic:
    """The statistic whose current period has changed records. Raises safe_released where tables of the period were
    released from others."""
    former = statistic.period.safe
    numbers = held_by(statistic.register, statistic.period)
    others = former is not None and former.sha256 != safe.sha256
    if others and numbers and any(each.changes_records for each in statistic.period.methods):
        raise ProtectionError("safe_released", releases=[str(number) for number in numbers])
    return statistic.with_period(replace(statistic.period, safe=safe))


# --- files -----------------------------------------------------------------------------------------------------------


def place_kept(statistic: Statistic, pending: tuple[Kept, ...], ckm_path: Path) -> Statistic:
    """Write what is in no file yet and the current period keeps beside `ckm_path`, and record the names. A file's name
    has the beginning of its hash; one that holds something else stays. Raises NotWritten."""
    contents = {kept.content_hash: kept for kept in pending}
    for kind, source in _sources(statistic.period):
        if source.sha256 in contents:
            placed: Any = {kind.field: _placed(kind, source, contents[source.sha256], ckm_path, statistic.current)}
            statistic = statistic.with_period(replace(statistic.period, **placed))
    return statistic


def copy_kept(statistic: Statistic, ckm_path: Path, former: Path | None) -> None:
    """Copy what the periods keep from beside `former`, the previous path of the statistic, to beside `ckm_path`, under
    the same names. Raises kept_file_missing for the current period, and NotWritten."""
    if former is None or folder_of(former) == folder_of(ckm_path):
        return
    for period in statistic.periods:
        for kind, source in _sources(period):
            path = folder_of(ckm_path) / Path(source.file).name
            if path.exists():
                continue
            try:
                kept = kind.read(_path(source, former), source)
            except FileError:
                if period is statistic.period:
                    raise
                continue  # it was missing before
            kind.write(kept, path)


def files_beside(period: Period, ckm_path: Path | None) -> list[Path]:
    """Paths of what a period keeps beside the statistic."""
    names = [Path(source.file).name for _, source in _sources(period) if source.file]
    return [] if ckm_path is None else [folder_of(ckm_path) / name for name in names]


def kept_files(period: Period, ckm_path: Path) -> Iterator[tuple[Path, Callable[[], Kept]]]:
    """The files that a period keeps beside the statistic, each with what reads it and checks its hash."""
    for kind, source in _sources(period):
        path = folder_of(ckm_path) / Path(source.file).name
        yield path, partial(kind.read, path, source)


def _sources(period: Period) -> list[tuple[_Kind, Source]]:
    """What a period keeps, with its kind."""
    return [(kind, source) for kind in _KINDS if (source := getattr(period, kind.field)) is not None]


def _placed(kind: _Kind, source: Source, kept: Kept, ckm_path: Path, number: int) -> Source:
    name, _, suffix = kind.ending.partition(".")
    stem = f"{ckm_path.stem}.period{number + 1}.{name}-{source.sha256[:8]}"
    attempt = 1
    while True:
        again = f"-{attempt}" if attempt > 1 else ""
        placed = replace(source, file=f"{stem}{again}.{suffix}")
        path = folder_of(ckm_path) / placed.file
        if not path.exists():
            kind.write(kept, path)
            return placed
        try:
            kind.read(path, placed)
            return placed
        except FileError:
            attempt += 1


def _path(source: Source, ckm_path: Path | None) -> Path:
    # A name, never a path: the file lies beside the statistic and nowhere else.
    if ckm_path is None or not source.file or Path(source.file).name != source.file or "\\" in source.file:
        raise FileError("kept_file_missing", name=source.file or "?")
    return folder_of(ckm_path) / source.file


def _write_changed(changed: ChangedKeys, path: Path) -> None:
    """Write changed records as Parquet file: a row for each combination."""
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


def _read_changed(path: Path, safe: SafeSource) -> ChangedKeys:
    """Read changed records. Raises kept_file_missing where the file is missing, does not hold what `safe` describes, or
    has a combination with fewer records than it may."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with open_file(path) as stream, pq.ParquetFile(stream, pre_buffer=False) as file:
            table = file.read(use_threads=False)  # threads of Arrow with a file of Python may abort the program's end
        described = table.schema.metadata or {}
        codes = {name: tuple(each) for name, each in json.loads(described[b"codes"])}
        columns = []
        for at, each in enumerate(codes.values()):
            places = {code: place for place, code in enumerate(each)}
            columns.append([places[code] for code in table.column(f"key{at}").to_pylist()])
        records = table.column("records").to_numpy().astype(np.int64)
        combinations = np.array(columns, dtype=np.int32).reshape(len(codes), -1).T
        least = int(described[b"least"])
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError) as fault:
        raise FileError("kept_file_missing", name=path.name) from fault
    changed = ChangedKeys(codes, combinations, records, least)
    described_as = (safe.keys, safe.least, safe.sha256)
    if (changed.keys, changed.least, changed.content_hash) != described_as or not changed.holds:
        raise FileError("kept_file_missing", name=path.name)
    return changed


def _write_patterns(patterns: KeptPatterns, path: Path) -> None:
    """Write patterns as JSON: by table and magnitude the digest of the figures, and by block the shape with the hidden
    cells."""
    tables = [
        {
            "key": key,
            "before": cells.before,
            "of": {
                name: {
                    "digest": kept.digest,
                    "blocks": [
                        {"shape": [*mask.shape], "hidden": np.flatnonzero(mask).tolist()} for mask in kept.hidden
                    ],
                }
                for name, kept in sorted(cells.of.items())
            },
        }
        for key, cells in sorted(patterns.tables.items())
    ]
    settings = {name: getattr(patterns, name) for name in ("least", "groups", "salt", "rules")}
    text = json.dumps({**settings, "tables": tables}) + "\n"

    def write(target: Path) -> None:
        target.write_text(text, encoding="utf-8", newline="\n")

    write_whole(path, write, private=True, own=True)


def _read_patterns(path: Path, source: PatternSource) -> KeptPatterns:
    """Read patterns. Raises kept_file_missing where the file is missing or does not hold what `source` describes."""
    try:
        content = json.loads(read_file(path, _MOST_BYTES))
        tables = {
            str(table["key"]): KeptCells(
                {
                    str(name): HiddenCells(str(kept["digest"]), tuple(map(_mask, kept["blocks"])))
                    for name, kept in table["of"].items()
                },
                tuple(map(str, table["before"])),
            )
            for table in content["tables"]
        }
        texts = (str(content[name]) for name in ("groups", "salt", "rules"))
        patterns = KeptPatterns(tables, int(content["least"]), *texts)
    except (OSError, CkmError, KeyError, IndexError, ValueError, TypeError, AttributeError) as fault:
        raise FileError("kept_file_missing", name=path.name) from fault
    if patterns.content_hash != source.sha256:
        raise FileError("kept_file_missing", name=path.name)
    return patterns


def _mask(block: dict[str, list[int]]) -> NDArray[np.bool_]:
    mask = np.zeros(tuple(block["shape"]), dtype=np.bool_)
    mask.reshape(-1)[np.array(block["hidden"], dtype=np.int64)] = True
    return mask


_KINDS = (
    _Kind("safe", "safe.parquet", _write_changed, _read_changed),
    _Kind("patterns", "pattern.json", _write_patterns, _read_patterns),
)
