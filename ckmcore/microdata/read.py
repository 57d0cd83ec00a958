"""Reading microdata from files of every format, batch by batch into compact columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.errors import CkmError, DataError, InputError
from ckmcore.messages import Sentence
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.delimited import encoding_entry
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.microdata.files import Format
from ckmcore.microdata.frame import refuse_names, source_of_frame
from ckmcore.microdata.multi_file import in_its_file
from ckmcore.microdata.open import open_source
from ckmcore.microdata.prepared import read_columns, read_head
from ckmcore.microdata.preview import ROWS_LOOKED_AT, preview_of
from ckmcore.microdata.reading_plan import ReadingAsked, ReadingEntry, ReadingPlan, refused_entry
from ckmcore.microdata.roles import closest_first
from ckmcore.microdata.sheets import WORKBOOKS
from ckmcore.microdata.sniff import encoding_entries, later_encoding, page_answered
from ckmcore.microdata.source import Paths, Progress, Source
from ckmcore.microdata.source_columns import Roles, SourceColumns, read_source
from ckmcore.microdata.store import read_store, read_store_head
from ckmcore.ptable.floor.key_floor import tell_of_keys

_FIRST_ROWS = 200
_OF_NAMES = ("fixed_width", "lines_quoted")


@dataclass(frozen=True)
class ReadReport:
    """How a file was read: its dialect (None unless it is text), the columns by role, and notices for the reader.

    `files` are those that were read as one, `counts` their records. `plan`: what of the file was not taken as it is.
    """

    file: Path
    format: Format
    dialect: Dialect | None
    rows: int
    names: tuple[str, ...]
    dimensions: tuple[str, ...]
    record_key: str | None
    weight: str | None
    magnitudes: tuple[str, ...]
    notices: tuple[Sentence, ...]
    files: tuple[Path, ...] = ()
    counts: tuple[int, ...] = ()
    plan: ReadingPlan = field(default_factory=ReadingPlan)


@checked
def read_microdata(
    path: Paths,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Microdata:
    """Microdata from a file; only the columns that have a role are converted.

    Read are CSV and fixed-width text (packed by gzip or zip, too), Parquet, Arrow, SPSS, Stata, SAS, Excel and
    OpenDocument, recognised by content. `dimensions=None` takes every column that looks like one. Values are trimmed
    of blanks, empty is the category MISSING, codes such as `01001` stay text. Blank lines are skipped. Without header
    the columns are `V1`, `V2`, ... Titles, labels and hierarchies come from the file, or from `meta`, τ-ARGUS metadata
    of a text file, which then says columns and missing codes, too. `dialect=None` is guessed from the first megabyte.
    Several paths are read as one: the same columns by name, each file in its own dialect; a record is named with its
    file. Prepared data come with their keys, labels and hierarchies, and without roles given with all variables.
    `modulus`: that of integer keys, or 10^d confirmed for decimals. `progress(rows, fraction)` is called once per
    batch, `cancelled()` asked once per batch (raises Cancelled).
    Each deviation from the text of the file is a notice; where it can be read in several ways ReadingAsked names the
    questions (`reading_plan`), and `dialect` takes the answers.
    Raises the errors of `errors.py` and of record keys; then nothing has been loaded. What is open of the keys (F10 to
    F14) is a CkmWarning; `microdata_of` refuses them.

    >>> ckm.read_microdata("persons.csv", ["NUTS", "SEX"], record_key="rkey", magnitudes=["INCOME"])
    Microdata(600 records, 2 dimensions)
    """
    data, _ = read_with_report(
        path,
        dimensions,
        record_key,
        weight,
        magnitudes,
        dialect=dialect,
        meta=meta,
        modulus=modulus,
        progress=progress,
        cancelled=cancelled,
    )
    tell(data.deviations)
    tell_of_keys(data.record_keys)
    return data


def read_with_report(
    path: Paths,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    spool: Path | None = None,
) -> tuple[Microdata, ReadReport]:
    """As `read_microdata`, and the report of how the file was read.

    `spool`: a folder whose files hold the columns instead of memory; they are read from there in blocks. Raises
    NotWritten where it is full.
    """
    source = open_source(path, dialect, ROWS_LOOKED_AT if dimensions is None else _FIRST_ROWS, meta)
    if source.format in ("prepared", "store"):
        return _prepared(source, dimensions, record_key, weight, magnitudes, cancelled)
    others = [*([record_key] if record_key is not None else []), *([weight] if weight is not None else []), *magnitudes]
    if dimensions is None:
        guessed = preview_of(source).columns_with_role("dimension")
        dimensions = [name for name in guessed if name not in others]
    _check_roles(source, [*dimensions, *others])
    roles = dimensions, record_key, weight, magnitudes
    source, columns = _read(source, path, dialect, meta, roles, modulus, progress, cancelled, spool)
    plan = columns.plan(source)
    if plan.questions:
        raise ReadingAsked.of(source.file.name, plan)
    if columns.rows == 0:
        raise DataError("file_without_records", file=str(source.file))
    try:
        data = _described(Microdata(**columns.finish(plan)), source, dialect or source.dialect or Dialect())
    except CkmError as error:
        raise in_its_file(error, source) from None
    if columns.totals_left_out:
        written = replace(source.dialect or dialect or Dialect(encoding=""), totals=columns.totals_left_out)
        source = replace(source, dialect=written)
    return data, _report(source, data, dimensions, record_key, weight, magnitudes, plan)


@checked
def reading_plan(
    path: Any,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] | None = None,
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ReadingPlan:
    """Each deviation of what is read from the text of a file, as a notice or a question, and what keeps the file from
    being read. Reads the whole file.

    path: of a file, of several that are read as one, or a frame as `microdata_of` takes it.
    Columns have the roles that are given; without dimensions, the others have those that are guessed. `dialect` holds
    answers that are known; modulus: of keys that are integers, which are not judged without it. Confidential: entries
    have numbers of records and examples. Raises FileMissing and other errors of files, and UnknownColumn; whatever else
    reading ends with is an entry (`ReadingPlan.refusals`).

    >>> ckm.reading_plan("persons.csv").questions
    ()
    """
    try:
        return _plan_of(path, dimensions, record_key, weight, magnitudes, dialect, meta, modulus, progress, cancelled)
    except ReadingAsked as asked:
        return asked.plan
    except DataError as error:
        return ReadingPlan.of([refused_entry(error)])


def _plan_of(
    path: Any,
    dimensions: Sequence[str] | None,
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str] | None,
    dialect: Dialect | None,
    meta: str | PathLike[str] | None,
    modulus: int | None,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
) -> ReadingPlan:
    of_frame = not isinstance(path, str | PathLike | list | tuple)
    rows = ROWS_LOOKED_AT if dimensions is None else _FIRST_ROWS
    source = source_of_frame(path, dialect) if of_frame else open_source(path, dialect, rows, meta)
    if source.format in ("prepared", "store"):
        return ReadingPlan()
    if dimensions is None:
        shown = preview_of(source)
        given = [*(magnitudes or ()), *filter(None, (record_key, weight))]
        guessed = {
            role: [name for name in shown.columns_with_role(role) if name not in given]
            for role in ("dimension", "magnitude", "weight")
        }
        dimensions, magnitudes = guessed["dimension"], [*(magnitudes or ()), *guessed["magnitude"]]
        weight = weight or next(iter(guessed["weight"]), None)
    roles = dimensions, record_key, weight, magnitudes or ()
    _check_roles(source, [*dimensions, *filter(None, (record_key, weight)), *(magnitudes or ())])
    if of_frame:
        refuse_names(source.names, *roles)
    source, columns = _read(source, path, dialect, meta, roles, modulus, progress, cancelled, None)
    plan = columns.plan(source)
    asked = {entry.column for entry in plan.questions}
    refusals = columns.refusals(asked, keys=modulus is not None)
    return ReadingPlan.of([*plan.entries, *(refused_entry(in_its_file(error, source)) for error in refusals)])


def _read(
    source: Source,
    path: Paths,
    dialect: Dialect | None,
    meta: str | PathLike[str] | None,
    roles: Roles,
    modulus: int | None,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    spool: Path | None,
) -> tuple[Source, SourceColumns]:
    """Read all records of files, which are opened again by another encoding or, as workbooks, by other signs."""

    known = dialect

    def reopened(signed: Dialect | None, error: DataError | None) -> Source | None:
        nonlocal known
        if error is not None:
            is_guessed = known is None or (known.rules > 2 and (not known.encoding or known.encoding_guessed))
            later = _of_other_encoding(source, error) if is_guessed else None
            if later is None:
                return None
            known = replace(later[0], encoding_guessed=False)
            again = open_source(path, known, _FIRST_ROWS, meta)
            again.entries.extend(later[1])
            return again
        if signed is None or source.format not in WORKBOOKS:
            return None
        return open_source(path, signed, 1, meta)

    asked = dialect or source.dialect or Dialect()
    return read_source(
        source, roles, asked, reopened=reopened, modulus=modulus, progress=progress, cancelled=cancelled, spool=spool
    )


def _of_other_encoding(source: Source, error: DataError) -> tuple[Dialect, list[ReadingEntry]] | None:
    """The dialect of a text that was taken for UTF-8 by its beginning, and has another encoding, with the entries on
    that; None: it has none."""
    written = source.dialect
    if error.code != "undecodable_byte" or source.parts or written is None or written.encoding != "utf-8":
        return None
    encoding, evidence = later_encoding(source.file, written.rules)
    if encoding == "utf-8":
        return None
    if written.rules < 3:
        return replace(written, encoding=encoding), [encoding_entry(encoding)]
    if encoding == "latin-1":
        return None  # the byte is no letter by Windows or DOS: its place is named
    encoding = page_answered(encoding, written)
    return replace(written, encoding=encoding), encoding_entries(evidence, encoding, written)


def _described(data: Microdata, source: Source, asked: Dialect) -> Microdata:
    """The records with titles, labels and hierarchies of their file, and with the codes that a person wants read as
    others."""
    for name, dimension in data.dimensions.items():
        if name in source.described:
            data = data.with_categories(source.of(name).of(dimension))
    for recode in asked.recodes:
        if recode.column in data.dimensions:
            data = recoded_with_labels(data, recode.column, dict(recode.codes))
    return data


def _report(
    source: Source,
    data: Microdata,
    dimensions: Sequence[str],
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
    plan: ReadingPlan = ReadingPlan(),  # noqa: B008 - frozen
) -> ReadReport:
    return ReadReport(
        file=source.file,
        format=source.format,
        dialect=source.dialect,
        rows=data.rows,
        names=source.names,
        dimensions=tuple(dimensions),
        record_key=record_key,
        weight=weight,
        magnitudes=tuple(magnitudes),
        notices=data.notices,
        files=tuple(part.file for part in source.parts) or (source.file,),
        counts=tuple(source.counts) or (data.rows,),
        plan=plan,
    )


def _prepared(
    source: Source,
    dimensions: Sequence[str] | None,
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
    cancelled: Callable[[], bool] | None,
) -> tuple[Microdata, ReadReport]:
    """Prepared data: as they were written, with the variables that were asked for; without any, with all of them."""
    head = read_store_head(source.file).head if source.format == "store" else read_head(source.file)
    if dimensions is None:
        dimensions = tuple(one.name for one in head.dimensions)
        magnitudes = magnitudes or tuple(one.name for one in head.numbers if not one.weight)
        weight = weight or next((one.name for one in head.numbers if one.weight), None)
    numbers = [*([weight] if weight is not None else []), *magnitudes]
    _check_roles(source, [*dimensions, *([record_key] if record_key is not None else []), *numbers])
    if record_key is not None and (head.keys is None or record_key != head.keys.column):
        raise DataError("prepared_role", file=source.file.name, variable=record_key)
    if source.format == "store":
        data = read_store(source.file, dimensions, weight, magnitudes)
    else:
        data = read_columns(source.file, head, dimensions, weight, magnitudes, cancelled)
    return data, _report(source, data, dimensions, record_key, weight, magnitudes)


def _check_roles(source: Source, asked: Sequence[str]) -> None:
    known, seen = set(source.names), set[str]()
    for name in asked:
        if name not in known:
            if any(entry.kind in _OF_NAMES and entry.is_asked for entry in source.entries):
                raise ReadingAsked.of(source.file.name, ReadingPlan.of(source.entries))
            raise UnknownColumn(file=str(source.file), variable=name, known=closest_first(name, source.names))
        if name in seen:
            raise InputError("column_two_roles", column=name)
        seen.add(name)


def recoded_with_labels(data: Microdata, name: str, codes: Mapping[str, str]) -> Microdata:
    """The records with other codes in a dimension, whose labels go with them."""
    labels = {codes.get(category.code, category.code): category.label for category in data.dimensions[name].categories}
    data = data.recoded(name, codes)
    dimension = data.dimensions[name]
    categories = tuple(replace(category, label=labels[category.code]) for category in dimension.categories)
    return data.with_categories(replace(dimension, categories=categories))
