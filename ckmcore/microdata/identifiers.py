"""Identifier columns: read once to join, derive or add up record keys, and never kept anywhere."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.errors import Cancelled, DataError
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.microdata.layout import totals_in
from ckmcore.microdata.multi_file import dialects_of
from ckmcore.microdata.open import open_source
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, entry_of
from ckmcore.microdata.roles import closest_first
from ckmcore.microdata.source import Paths, Progress


def read_identifiers(
    paths: Paths,
    column: str,
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Any:
    """The texts of one column of one or several files, in the order of reading, as an arrow chunked array of strings.

    Blanks around a text do not count, a missing one is "". Numbers are texts as codes are (`7`, not `7.0`). Several
    files are read one after the other. Raises UnknownColumn, Cancelled, identifiers_rounded (of a workbook that kept
    15 digits of longer numbers), and the errors of reading.
    """
    return read_texts(paths, (column,), dialect=dialect, meta=meta, progress=progress, cancelled=cancelled)[0]


def read_texts(
    paths: Paths,
    columns: Sequence[str],
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[Any, ...]:
    """As `read_identifiers`, of several columns in one go: one chunked array per column."""
    import pyarrow as pa

    found: list[list[Any]] = [[] for _ in columns]
    for batch in column_batches(paths, columns, dialect=dialect, meta=meta, progress=progress, cancelled=cancelled):
        for place, chunks in enumerate(found):
            chunks.append(trimmed_texts(batch.column(place)))
    return tuple(pa.chunked_array(chunks, pa.string()) for chunks in found)


def units_twice(
    paths: Sequence[Path],
    columns: Sequence[str],
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    answers: Iterable[ReadingAnswer] = (),
    cancelled: Callable[[], bool] | None = None,
) -> ReadingEntry | None:
    """The question about units that occur in more than one of several files, by their identifiers; None: there are
    none. columns: that identify a unit together. Raises the errors of `read_identifiers`."""
    import pyarrow as pa
    import pyarrow.compute as pc

    known: list[tuple[str, Any]] = []
    count, pairs = 0, []
    for path, written in zip(paths, dialects_of(dialect, len(paths)), strict=True):
        texts = read_texts(path, columns, dialect=written, meta=meta, cancelled=cancelled)
        units = pc.unique(pc.binary_join_element_wise(*texts, "\0"))
        units = units.filter(pc.not_equal(units, pa.scalar("\0" * (len(columns) - 1))))
        is_twice = pa.array([False] * len(units), pa.bool_())
        for name, others in known:
            in_other = pc.is_in(units, value_set=others)
            pairs += [f"{name} / {path.name}"] if pc.any(in_other).as_py() else []
            is_twice = pc.or_(is_twice, in_other)
        count += pc.sum(is_twice).as_py() or 0
        known.append((path.name, units))
    column = ", ".join(columns)
    return entry_of("identifiers_twice", column, count=count, examples=pairs, answers=answers) if pairs else None


def column_batches(
    paths: Paths,
    columns: Sequence[str],
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Generator[Any, None, None]:
    """Batches of the columns of one or several files, each in its own type; the errors of `read_identifiers`."""
    import pyarrow as pa

    files = file_list(paths)
    rows = 0
    for place, (path, written) in enumerate(zip(files, dialects_of(dialect, len(files)), strict=True)):
        source = open_source(path, written, 1, meta)
        for name in columns:
            if name not in source.names:
                known = closest_first(name, source.names)
                raise UnknownColumn(file=str(source.file), variable=name, known=known)
        totals = [] if written is None else [name for name in written.totals if name in source.names]
        wanted = [*columns, *(name for name in totals if name not in columns)]
        with closing(source.batches(wanted)) as batches:
            for batch, fraction in batches:
                batch = _without_totals(batch, [wanted.index(name) for name in totals])
                if cancelled is not None and cancelled():
                    raise Cancelled
                for number, name in enumerate(columns):
                    if pa.types.is_nested(batch.column(number).type):
                        raise DataError("column_nested", file=str(source.file), column=name)
                yield batch
                rows += batch.num_rows
                if progress is not None:
                    progress(rows, (place + fraction) / len(files))
        rounded = next((entry for entry in source.entries if entry.kind == "rounded" and entry.column in columns), None)
        if rounded is not None:
            raise DataError("identifiers_rounded", file=source.file.name, column=rounded.column, count=rounded.count)


def _without_totals(batch: Any, places: Sequence[int]) -> Any:
    """A batch without the rows that one of these columns calls totals."""
    import pyarrow.compute as pc

    for place in places:
        is_total = totals_in(batch.column(place))
        batch = batch if is_total is None else batch.filter(pc.invert(is_total))
    return batch


def file_list(paths: Paths) -> list[Path]:
    """One path or several as a list."""
    return [Path(paths)] if isinstance(paths, str | PathLike) else [Path(path) for path in paths]


def trimmed_texts(array: Any) -> Any:
    """An arrow array of any type as texts: trimmed, missing "", numbers and days as they are written as codes."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = array.type
    if pa.types.is_dictionary(kind):
        # The list of a categorical may be much longer than the batch.
        if len(array.dictionary) > 2 * len(array):
            return trimmed_texts(array.dictionary_decode())
        return trimmed_texts(array.dictionary).take(array.indices).fill_null("")
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return pc.utf8_trim_whitespace(array.cast(pa.string())).fill_null("")
    if pa.types.is_integer(kind):
        return array.cast(pa.string()).fill_null("")
    return pa.array([code_text(value) for value in array.to_pylist()], pa.string())
