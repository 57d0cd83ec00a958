"""Sources of records: names of columns and batches of arrow columns, whatever the file's format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.errors import DataError
from ckmcore.messages import Sentence
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.described import (
    NOTHING,
    DeclaredMissing,
    Described,
)
from ckmcore.microdata.dialect import DECIDED, Dialect
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.microdata.files import Format, little_memory
from ckmcore.microdata.layout import FileRow, RecordRows
from ckmcore.microdata.reading_plan import ReadingEntry, entry_of
from ckmcore.microdata.roles import closest_first

_BATCH_ROWS = 1 << 17
COLUMN_LIMIT = 10_000

# Behind the name of a column: which of its values are texts in a file that also has numbers there.
TEXT_CELLS = "\0text"
# Likewise: the unit beside each of its numbers, as the file displays them.
UNIT_CELLS = "\0unit"

Batches = Generator[tuple[Any, float], None, None]


@dataclass(frozen=True)
class Source:
    """A file whose kind, dialect and names of columns are known; nothing of its records has been read.

    `head` holds the first rows as texts, without the header, where looking at the file gives them (text, workbooks).
    `sheets` are the sheets of a workbook. `categorical` are columns that the file itself holds as ordered categories.
    `as_codes` are columns whose values a reader may give as dictionaries where that is faster. `parts` are the files
    that are read as one, `counts` their records so far. `notices`, `counts` and `entries` are filled while batches are
    read. `layout` are rows of a text that are no records, `names_line` the text of the row of its names. `file_rows`
    are the first and the last rows of a text or a sheet, `all_rows` gives all of them.
    """

    file: Path
    format: Format
    names: tuple[str, ...]
    dialect: Dialect | None
    head: tuple[tuple[str, ...], ...] | None
    reader: Callable[[Source, list[str], int], Batches] = field(repr=False)
    described: Mapping[str, Described] = field(default_factory=dict)
    sheets: tuple[str, ...] = ()
    categorical: frozenset[str] = frozenset()
    as_codes: frozenset[str] = frozenset()
    parts: tuple[Source, ...] = ()
    counts: list[int] = field(default_factory=list, compare=False)
    notices: list[Sentence] = field(default_factory=list, compare=False)
    layout: RecordRows = field(default_factory=RecordRows)
    file_rows: tuple[FileRow, ...] = field(default=(), repr=False)
    all_rows: Callable[[], Iterator[FileRow]] | None = field(default=None, repr=False, compare=False)
    names_line: str = ""
    entries: list[ReadingEntry] = field(default_factory=list, compare=False)

    def batches(self, columns: Sequence[str], rows: int = _BATCH_ROWS) -> Batches:
        """Record batches of the wanted columns, each with the fraction of the file that has been read.

        `rows` bounds the batches of columnar files; those of text files have about 4 MB.
        """
        wanted = list(columns) or [self.names[0]]
        declared = {
            place: DeclaredMissing(self.of(name), is_code=name in self.as_codes, has_parts=bool(self.parts))
            for place, name in enumerate(wanted)
            if self.of(name).missing
        }
        with little_memory(self.file), closing(self.reader(self, wanted, rows)) as found:
            for batch, fraction in found:
                for place, of_column in declared.items():
                    signs = self.written_now.signs_of(wanted[place])
                    column = of_column.without(batch.column(place), signs)
                    batch = batch.set_column(place, batch.schema.names[place], column)
                yield batch, fraction
        for place, of_column in declared.items():
            self.entries.extend(of_column.entries(wanted[place]))

    @property
    def written_now(self) -> Dialect:
        """Dialect of the file of the current batch."""
        now = next((part for part, count in zip(self.parts[::-1], self.counts[::-1], strict=True) if count), self)
        return now.dialect or Dialect()

    @property
    def part_now(self) -> int:
        """Place of the file of the current batch among those that are read as one."""
        return max((place for place, count in enumerate(self.counts) if count), default=0)

    def of(self, name: str) -> Described:
        """What the file says of a column."""
        return self.described.get(name, NOTHING)


Paths = str | PathLike[str] | Sequence[str | PathLike[str]]
Progress = Callable[[int, float], None]
"""Told the rows so far and the fraction of the file."""


def check_names(file: Path, names: Sequence[str]) -> None:
    """Raise columns_too_many, or column_name_twice for the first repeated name."""
    if len(names) > COLUMN_LIMIT:
        raise DataError("columns_too_many", file=str(file), columns=len(names), limit=COLUMN_LIMIT)
    for name, count in Counter(names).items():
        if count > 1:
            first = names.index(name)
            second = names.index(name, first + 1)
            raise DataError("column_name_twice", file=str(file), column=name, first=first + 1, second=second + 1)


def different_names(names: Sequence[str]) -> tuple[tuple[str, ...], list[ReadingEntry]]:
    """Names of which each occurs once, the second `A` as `A (2)`; and the notices on that."""
    in_file, taken = set(names), set[str]()
    numbers: dict[str, int] = {}
    given: list[str] = []
    entries: list[ReadingEntry] = []
    for name in names:
        new, number = name, numbers.get(name, 2)
        while new in taken or (new != name and new in in_file):
            new, number = f"{name} ({number})", number + 1
        numbers[name] = number
        if new != name:
            entries.append(entry_of("names_twice", new, count=1, examples=[name]))
        taken.add(new)
        given.append(new)
    return tuple(given), entries


def with_other_names(source: Source, dialect: Dialect) -> Source:
    """A source whose columns have the names of a dialect. Raises UnknownColumn, column_name_twice."""
    name_of = dict(dialect.renamed)
    for column in name_of:
        if column not in source.names:
            known = closest_first(column, source.names)
            raise UnknownColumn(file=str(source.file), variable=column, known=known)
    column_of = {name: column for column, name in dialect.renamed}
    names = tuple(name_of.get(name, name) for name in source.names)
    check_names(source.file, names)

    def renamed(entries: Sequence[ReadingEntry]) -> list[ReadingEntry]:
        return [replace(entry, column=name_of.get(entry.column, entry.column)) for entry in entries]

    def batches(outer: Source, wanted: list[str], rows: int) -> Batches:
        inner = replace(source, as_codes=frozenset(column_of.get(name, name) for name in outer.as_codes), entries=[])
        with closing(inner.batches([column_of.get(name, name) for name in wanted], rows)) as read:
            for batch, fraction in read:
                heads = [name.partition("\0")[0] for name in batch.schema.names]
                new = [
                    name_of.get(head, head) + name[len(head) :]
                    for head, name in zip(heads, batch.schema.names, strict=True)
                ]
                yield batch.rename_columns(new), fraction
        outer.entries.extend(renamed(inner.entries))

    written = source.dialect
    if written is not None:
        written = replace(written, **{name: getattr(dialect, name) for name in DECIDED})
    return replace(
        source,
        names=names,
        dialect=written,
        reader=batches,
        described={name_of.get(name, name): known for name, known in _counted_within(source).items()},
        categorical=frozenset(name_of.get(name, name) for name in source.categorical),
        parts=tuple(with_other_names(part, dialect) for part in source.parts),
        entries=renamed(source.entries),
    )


def _counted_within(source: Source) -> dict[str, Described]:
    """What a source knows of its columns, for another one that hands on its batches: missing codes are counted once."""
    return {name: replace(described, counted=False) for name, described in source.described.items()}


def without_columns(source: Source, places: Container[int]) -> Source:
    """A source without the columns at some places, counted from 0."""
    kept = [place for place in range(len(source.names)) if place not in places]
    if len(kept) == len(source.names):
        return source

    def cells_of(cells: Sequence[str]) -> tuple[str, ...]:
        return tuple(cells[place] for place in kept if place < len(cells))

    def batches(outer: Source, wanted: list[str], rows: int) -> Batches:
        inner = replace(source, as_codes=outer.as_codes, entries=[], notices=[])
        with closing(inner.batches(wanted, rows)) as read:
            yield from read
        outer.entries.extend(inner.entries)
        outer.notices.extend(inner.notices)

    def shown(rows: Iterable[FileRow]) -> Iterator[FileRow]:
        return (replace(row, cells=cells_of(row.cells)) for row in rows)

    every = source.all_rows
    return replace(
        source,
        names=cells_of(source.names),
        head=None if source.head is None else tuple(map(cells_of, source.head)),
        reader=batches,
        file_rows=tuple(shown(source.file_rows)),
        all_rows=None if every is None else lambda: shown(every()),
        entries=[entry for entry in source.entries if entry.column in ("", *cells_of(source.names))],
    )


def with_codes_above(source: Source) -> Source:
    """A source in which empty cells of some columns have the code of the row above, and rows that hold such codes alone
    are no records."""
    layout = source.layout
    names = [name for place, name in enumerate(source.names) if place in layout.above]
    apart = [source.names[place] for place in layout.apart]
    if not names and not apart:
        return source

    def batches(outer: Source, wanted: list[str], rows: int) -> Batches:
        import pyarrow as pa

        inner = replace(source, as_codes=outer.as_codes, entries=[], notices=[])
        last: dict[str, Any] = {}
        with closing(inner.batches([*wanted, *(name for name in apart if name not in wanted)], rows)) as read:
            for batch, fraction in read:
                batch = _with_codes_apart(batch, apart, last) if apart else batch
                for place, name in enumerate(wanted):
                    if name in names:
                        column = batch.column(place)
                        if pa.types.is_string(column.type):
                            column = _null_where_blank(column)
                        batch = batch.set_column(place, batch.schema.names[place], _filled_down(column, name, last))
                of_wanted = [head for head in batch.schema.names if head.partition("\0")[0] in wanted]
                yield batch.select(of_wanted), fraction
        outer.entries.extend(inner.entries)
        outer.notices.extend(inner.notices)

    return replace(source, reader=batches)


def _with_codes_apart(batch: Any, names: Sequence[str], last: dict[str, Any]) -> Any:
    """Records with the codes of the rows above that hold them, and without these rows. names: of the columns, the outer
    ones first, below whose codes those of the inner ones begin again; last: codes of the batch before."""
    import pyarrow as pa
    import pyarrow.compute as pc

    outer = pa.array([False] * len(batch))
    for name in names:
        place = batch.schema.names.index(name)
        column = batch.column(place)
        if pa.types.is_floating(column.type):
            column = pa.array(
                [None if value is None else code_text(value) for value in column.to_pylist()], pa.string()
            )
        codes = _null_where_blank(column.cast(pa.string()))
        is_head = pc.is_valid(codes)
        codes = pc.if_else(pc.and_(outer, pc.is_null(codes)), "", codes)
        outer = pc.or_(outer, is_head)
        batch = batch.set_column(place, name, _filled_down(codes, name, last))
    return batch.filter(pc.invert(outer))


def _null_where_blank(texts: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(pc.equal(pc.utf8_trim_whitespace(texts), ""), pa.scalar(None, texts.type), texts)


def _filled_down(column: Any, name: str, last: dict[str, Any]) -> Any:
    """A column with the value above in the place of those that are missing; last: by column, of the batch before."""
    import pyarrow as pa
    import pyarrow.compute as pc

    filled = pc.fill_null_forward(pa.concat_arrays([pa.array([last.get(name)], column.type), column])).slice(1)
    last[name] = filled[-1].as_py() if len(filled) else last.get(name)
    return filled


def detail_of(error: BaseException) -> str:
    """First line of a library's message; it may name nothing that a user can change."""
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
