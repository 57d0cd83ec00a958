"""The files behind a period: unchanged since they were taken over, and the keys of its units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ckmcore.base.files import folder_of, name_of, path_from
from ckmcore.errors import DataError, FileError
from ckmcore.keys.record_keys import KeyReader, RecordKeys
from ckmcore.microdata import Dialect
from ckmcore.microdata.identifiers import column_batches, read_identifiers
from ckmcore.microdata.key_join import CarriedKeys, carry_over
from ckmcore.microdata.store import bytes_on_disk, standing_for, store_of
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import FileMark, PeriodSource
from ckmcore.statistic.source import KeysFileMissing, dialect_of, file_hash, read_keys, source_paths
from ckmcore.tabulate.scan import never

Progress = Callable[[int, float], None]


def unchanged_files(
    source: PeriodSource, ckm_path: Path | None, cancelled: Callable[[], bool] = never
) -> tuple[Path, ...]:
    """Files of a source, verified to have the imported content. Raises SourceUnreachable, source_changed."""
    files = tuple(source_paths(source, ckm_path))
    hashes = (source.sha256, *(mark.sha256 for mark in source.more))
    for path, expected in zip(files, hashes, strict=True):
        if file_hash(path, cancelled) != expected:
            raise FileError("source_changed", name=path.name)
    return files


def moved_source(
    source: PeriodSource, ckm_path: Path | None, chosen: Path, cancelled: Callable[[], bool] = never
) -> PeriodSource:
    """Source whose files were moved: to `chosen`, or beside it under their own names; they are recognised by content.

    Raises desk_source_other where neither has the imported content.
    """
    whole_mark = FileMark(source.path_relative, source.path_absolute, source.size, source.sha256)
    first, *more = [_moved_mark(mark, ckm_path, chosen, cancelled) for mark in (whole_mark, *source.more)]
    return replace(source, path_relative="", path_absolute=first.path_absolute, more=tuple(more))


def _moved_mark(mark: FileMark, ckm_path: Path | None, chosen_path: Path, cancelled: Callable[[], bool]) -> FileMark:
    name = name_of(mark.path_absolute)
    mark_paths = [Path(mark.path_absolute), chosen_path.parent / name, chosen_path]
    if ckm_path is not None and mark.path_relative:
        mark_paths.insert(0, path_from(ckm_path, mark.path_relative))
    for path in mark_paths:
        if not standing_for(path).is_file() or bytes_on_disk(path) != mark.size:
            continue
        if file_hash(path, cancelled) == mark.sha256:
            return replace(mark, path_relative="", path_absolute=str((store_of(path) or path).resolve()))
    raise FileError("desk_source_other", name=chosen_path.name, other=name)


@dataclass(frozen=True, eq=False)
class FormerPeriod:
    """A period whose units keep their keys: the statistic with it as current period, and the path of the statistic."""

    statistic: Statistic
    path: Path | None

    @property
    def household(self) -> str:
        """Column of households where households have the keys, else ""."""
        keys = self.statistic.period.keys
        return "" if keys is None else keys.household


def former_period(statistic: Statistic | None, ckm_path: Path | None) -> FormerPeriod | None:
    """Last period before the current one that has records in a file, and keys made for them; None without one."""
    if statistic is None:
        return None
    for index in range(statistic.current - 1, -1, -1):
        period = statistic.periods[index]
        if period.source is not None and period.source.kind == "file" and period.keys is not None:
            file = period.keys.origin != "prepared" and (period.keys.origin == "column" or period.keys.file)
            return FormerPeriod(replace(statistic, current=index), ckm_path) if file else None
    return None


def keys_as_before(
    former: FormerPeriod,
    column: str,
    identifiers: Any,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> CarriedKeys:
    """Keys for the units of a new period: known units keep their keys, new ones get random keys.

    column: identifier of the units in the former files; identifiers: of the new ones; households are units with several
    records. Raises keys_former_none, and the errors of `unchanged_files`, `read_keys` and `carry_over`.
    """
    period = former.statistic.period
    source, keys = period.source, period.keys
    if source is None or keys is None or keys.is_with_records:
        raise DataError("keys_former_none")
    files, dialect = unchanged_files(source, former.path, cancelled), dialect_of(source)
    old_identifiers = read_identifiers(files, column, dialect=dialect, progress=progress, cancelled=cancelled)
    if keys.is_kept:
        if former.path is None or not keys.file:
            raise KeysFileMissing(name=keys.file or "?")
        record_keys = read_keys(folder_of(former.path) / Path(keys.file).name, period, len(old_identifiers))
    else:
        modulus = keys.modulus if keys.digits is None else None
        record_keys = keys_in_column(files, keys.column, dialect, modulus, progress=progress, cancelled=cancelled)
    return carry_over(old_identifiers, record_keys, identifiers, repeated=bool(keys.household))


def keys_in_column(
    files: tuple[Path, ...],
    column: str,
    dialect: Dialect | None,
    modulus: int | None,
    *,
    meta: Path | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> RecordKeys:
    """The keys in a column of files."""
    reader = KeyReader(column, decimal="." if dialect is None else dialect.decimal, modulus=modulus)
    batches = column_batches(files, (column,), dialect=dialect, meta=meta, progress=progress, cancelled=cancelled)
    for batch in batches:
        reader.add(batch.column(0))
    return reader.finish()
