"""The first rows of a file with what is guessed of its columns: shown, and corrected, before anything is read."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from os import PathLike
from pathlib import Path
from typing import Literal

from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.files import Format
from ckmcore.microdata.layout import FileRow
from ckmcore.microdata.number_signs import is_missing_word, plain_number
from ckmcore.microdata.open import open_source
from ckmcore.microdata.roles import (
    Role,
    is_identifier_name,
    is_key_name,
    is_weight_name,
    personal_kind,
)
from ckmcore.microdata.source import Paths, Source
from ckmcore.microdata.statistical import STATISTICAL
from ckmcore.microdata.store import bytes_on_disk, standing_for

Kind = Literal["text", "whole", "decimal"]

ROWS_LOOKED_AT = 10_000
_LAST_ROWS, _AROUND = 30, 5
_NUMBER = re.compile(r"[+-]?[\d.,' \u00a0\u202f]*\d")
_LEADING_ZERO = re.compile(r"0\d+")
_EXPONENT = re.compile(r"[eE][+-]?\d+$")


@dataclass(frozen=True)
class PreviewColumn:
    """What the rows looked at say of a column, and what the file itself says of it.

    `digits` are the decimals of a decimal column; `title` is the variable's label, `labels` its categories' (SPSS,
    Stata, τ-ARGUS); `levels` counts those of a hierarchy that the file names.
    """

    name: str
    kind: Kind
    digits: int
    role: Role
    distinct: int
    missing: int
    warnings: tuple[Sentence, ...] = ()
    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    levels: int = 0


@dataclass(frozen=True)
class Preview:
    """The head of a file: texts as they stand in it, and a guess for each column. Confidential as the data are.

    `files` are those that are read as one, `looked_at` the rows of each. `file_rows` are first and last rows of the
    file, those that are no records among them; of several files, the records.
    `sheets` are those of a workbook; which one is shown, and which cells of it, says `dialect`. `meta` is the
    description that a text file was read by.
    """

    file: Path
    format: Format
    dialect: Dialect | None
    size: int
    names: tuple[str, ...]
    columns: tuple[PreviewColumn, ...]
    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    rows_looked_at: int
    warnings: tuple[Sentence, ...] = ()
    sheets: tuple[str, ...] = ()
    meta: Path | None = None
    files: tuple[Path, ...] = ()
    looked_at: tuple[int, ...] = ()
    file_rows: tuple[FileRow, ...] = field(default=(), repr=False)

    def columns_with_role(self, role: Role) -> tuple[str, ...]:
        """Names of the columns for which `role` is guessed."""
        return tuple(column.name for column in self.columns if column.role == role)


def preview(
    path: Paths,
    dialect: Dialect | None = None,
    rows: int = 200,
    meta: str | PathLike[str] | None = None,
) -> Preview:
    """The first `rows` rows of a file of any format that is read here, and a guess of types and roles.

    Reads about one megabyte whatever the file's size (of a workbook one sheet). `meta` is a τ-ARGUS description of a
    text file. Several paths are files of one statistic: the first rows of each are shown. Rows with too few or too
    many fields do not stop it: they stand in `warnings` (record number), and reading the file refuses them with their
    line.
    """
    source = open_source(path, dialect, head_rows=ROWS_LOOKED_AT, meta=meta)
    found = preview_of(source, rows)
    return found if meta is None else replace(found, meta=Path(meta))


def preview_of(source: Source, rows: int = 200) -> Preview:
    """The preview of a source that is open already."""
    heads = [_head(part, source.names) for part in source.parts or (source,)]
    head = tuple(row for one in heads for row in one)
    width = len(source.names)
    warnings = list(source.notices)
    ragged = [place for place, row in enumerate(head, start=1) if len(row) != width]
    if ragged:
        row = ragged[0]
        warnings.append(
            sentence("ragged_rows_seen", row=row, found=len(head[row - 1]), expected=width, count=len(ragged))
        )
    dialect = source.dialect or Dialect()
    even = []
    for part, one in zip(source.parts or (source,), heads, strict=True):
        even += _as_first([row for row in one if len(row) == width], part.dialect or Dialect(), dialect)
    columns: list[PreviewColumn] = []
    taken: set[Role] = set()
    for place, name in enumerate(source.names):
        described = source.of(name)
        cells = [row[place] for row in even]
        if source.format == "fixed":
            # Blanks are how such a file is written.
            cells = [cell.strip() for cell in cells]
        if described.missing:
            cells = ["" if cell.strip() in described.missing else cell for cell in cells]
        columns.append(_as_described(_guess(name, cells, dialect, taken, described.role), described, cells))
        taken.add(columns[-1].role)
    shown = tuple(row for one in heads for row in one[: max(1, rows // len(heads))])
    return Preview(
        file=source.file,
        format=source.format,
        dialect=source.dialect,
        size=sum(bytes_on_disk(part.file) for part in source.parts or (source,) if standing_for(part.file).is_file()),
        names=source.names,
        columns=tuple(columns),
        rows=shown,
        rows_looked_at=len(even),
        warnings=tuple(warnings),
        sheets=source.sheets,
        files=tuple(part.file for part in source.parts) or (source.file,),
        file_rows=_shown_rows(source, shown, rows),
        looked_at=tuple(len(one) for one in heads),
    )


def _shown_rows(source: Source, records: Sequence[tuple[str, ...]], limit: int) -> tuple[FileRow, ...]:
    """The first rows of a source with so many records, and the last ones."""
    if not source.file_rows:
        return tuple(FileRow(number, cells, "record") for number, cells in enumerate(records, start=1))
    first, count = [], 0
    for row in source.file_rows:
        count += row.kind == "record"
        if count > limit:
            break
        first.append(row)
    return (*first, *(row for row in source.file_rows[-_LAST_ROWS:] if row.number > first[-1].number))


def rows_near(
    path: Paths,
    row: int,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    *,
    of_records: bool = False,
) -> tuple[int, tuple[FileRow, ...]]:
    """The number of a row in its file, and the row with those around it; 0 where the file has fewer.

    row: its line or its row in a sheet; in other formats, and `of_records`, the number of its record. Reads the file up
    to there. Raises the errors of reading.
    """
    source = open_source(path, dialect, 1, meta)
    rows = source.all_rows() if source.all_rows is not None else _records_as_rows(source)
    before, records = deque[FileRow](maxlen=_AROUND), 0
    for other in rows:
        records += other.kind == "record"
        if (records if of_records else other.number) >= row:
            return other.number, (*before, other, *islice(rows, _AROUND))
        before.append(other)
    return 0, ()


def _records_as_rows(source: Source) -> Iterator[FileRow]:
    number = 0
    for batch, _ in source.batches(source.names):
        texts = [[code_text(value) for value in column.to_pylist()] for column in batch.columns]
        for cells in zip(*texts, strict=True):
            number += 1
            yield FileRow(number, cells, "record")


def _as_first(rows: list[tuple[str, ...]], own: Dialect, first: Dialect) -> list[tuple[str, ...]]:
    """Rows of a further file whose numbers are written as those of the first one."""
    if (own.decimal, own.thousands) == (first.decimal, first.thousands):
        return rows
    number = re.compile(rf"[+-]?\d*{re.escape(own.decimal)}?\d+([eE][+-]?\d+)?")

    def told(cell: str) -> str:
        plain = _plain(cell.strip(), own)
        return plain.replace(own.decimal, first.decimal) if number.fullmatch(plain) else cell

    return [tuple(map(told, row)) for row in rows]


def _as_described(column: PreviewColumn, described: Described, cells: Sequence[str]) -> PreviewColumn:
    """The guess, corrected by what the file says: a column whose values have labels breaks tables down."""
    role = column.role
    values = {cell.strip() for cell in cells} - {""}
    labelled = len(values & described.labels.keys())
    if described.role is None and values and 2 * labelled > len(values) and role != "record_key":
        role = "dimension"
    hierarchy = described.hierarchy
    levels = len([cut for cut in described.digits if cut]) if hierarchy is None else hierarchy.depth
    return replace(column, role=role, title=described.title, labels=described.labels, levels=levels)


def _head(source: Source, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The first rows with their columns in the order of `names`."""
    head = source.head if source.head is not None else _columnar_head(source)
    if source.names == tuple(names):
        return head
    order = [source.names.index(name) for name in names]
    return tuple(tuple(row[place] for place in order) if len(row) == len(order) else row for row in head)


def _columnar_head(source: Source) -> tuple[tuple[str, ...], ...]:
    if source.format in STATISTICAL:  # as their programs display codes
        source = replace(source, as_codes=frozenset(source.names), entries=[])
    for batch, _ in source.batches(source.names, rows=1000):
        texts = [[code_text(value) for value in column.slice(0, 1000).to_pylist()] for column in batch.columns]
        return tuple(zip(*texts, strict=True))
    return ()


def _plain(cell: str, dialect: Dialect) -> str:
    cell = plain_number(cell) if dialect.rules else cell
    if dialect.thousands and re.fullmatch(
        rf"[+-]?\d{{1,3}}({re.escape(dialect.thousands)}\d{{3}})+({re.escape(dialect.decimal)}\d*)?", cell
    ):
        cell = cell.replace(dialect.thousands, "")
    return cell


def _guess(
    name: str, cells: Sequence[str], dialect: Dialect, taken: set[Role], known: Role | None = None
) -> PreviewColumn:
    trimmed = [cell.strip() for cell in cells]
    values = [cell for cell in trimmed if cell]
    # Words for missing values among numbers leave them numbers: what they mean is asked when the file is read.
    words = [cell for cell in values if is_missing_word(cell)] if dialect.rules else []
    if words and len(words) < len(values):
        numbers = [cell for cell in values if not is_missing_word(cell)]
        values = numbers if all(map(_NUMBER.fullmatch, numbers)) else values
    plain_of = {cell: _plain(cell, dialect) for cell in set(values)}
    plain = [plain_of[cell] for cell in values]
    point = re.escape(dialect.decimal)
    is_whole, is_decimal = re.compile(r"[+-]?\d+"), re.compile(rf"[+-]?(\d+{point}?\d*|{point}\d+)([eE][+-]?\d+)?")
    warnings = []
    kind: Kind = "text"
    digits = 0
    zeros = sum(_LEADING_ZERO.fullmatch(cell) is not None for cell in values)
    if values and all(is_whole.fullmatch(cell) for cell in plain):
        kind = "text" if zeros else "whole"
        if zeros:
            warnings.append(sentence("leading_zeros", count=zeros, rows=len(cells)))
    elif values and all(is_decimal.fullmatch(cell) for cell in plain):
        kind = "decimal"
        digits = max(len(_EXPONENT.sub("", cell).partition(dialect.decimal)[2]) for cell in plain)
    else:
        other = "," if dialect.decimal == "." else "."
        swapped = sum(re.fullmatch(rf"[+-]?\d*{re.escape(other)}\d+", cell) is not None for cell in plain)
        if swapped and all(is_decimal.fullmatch(cell.replace(other, dialect.decimal)) for cell in plain):
            warnings.append(sentence("other_decimal_sign", count=swapped, rows=len(cells), decimal=dialect.decimal))
    blanks = sum(cell != cell.strip() for cell in cells)
    if blanks:
        warnings.append(sentence("blanks_trimmed", count=blanks, rows=len(cells)))
    distinct = len(set(trimmed))
    personal = personal_kind(name, values) if dialect.rules and known is None else ""
    if personal:
        warnings.append(sentence("personal_column"))
        known = "ignored" if personal == "text" else "identifier"
    role = known or _guess_role(name, kind, plain, distinct, dialect)
    if role == "record_key" and role in taken:
        role = "identifier"
        warnings.append(sentence("key_like_column"))
    elif role == "weight" and role in taken:
        role = "magnitude"
    return PreviewColumn(name, kind, digits, role, distinct, len(cells) - len(values), tuple(warnings))


def _guess_role(name: str, kind: Kind, values: Sequence[str], distinct: int, dialect: Dialect) -> Role:
    count = len(values)
    if not count:
        return "dimension"
    if is_key_name(name) and kind != "text" and _could_be_keys(kind, values, dialect):
        return "record_key"
    if is_weight_name(name) and kind != "text":
        return "weight"
    if kind == "decimal" and distinct > max(20, count // 20):
        return "magnitude"
    if count >= 20 and distinct == count and (kind != "whole" or is_identifier_name(name) or _counts_up(values)):
        return "identifier"
    if kind == "whole" and distinct > max(100, count // 4):
        return "identifier" if is_identifier_name(name) else "magnitude"
    return "identifier" if count >= 20 and distinct == count else "dimension"


def _could_be_keys(kind: Kind, values: Sequence[str], dialect: Dialect) -> bool:
    numbers = [float(value.replace(dialect.decimal, ".")) for value in values]
    return min(numbers) >= 0 and (kind == "whole" or max(numbers) <= 1)


def _counts_up(values: Sequence[str]) -> bool:
    numbers = [int(value) for value in values]
    return all(after > before for before, after in pairwise(numbers))
