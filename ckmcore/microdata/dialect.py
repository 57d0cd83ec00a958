"""How a file of microdata is to be read, as far as the file does not say it itself."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ckmcore.errors import InputError
from ckmcore.microdata.reading_plan import READING_RULES, ReadingAnswer, ReadingEntry, answer_to


@dataclass(frozen=True)
class TextColumn:
    """A column of a text file without header: its name and the codes that mean missing.

    In a file of fixed width it begins at character `start` (from 1) and has `length` characters; else both are 0.
    """

    name: str
    start: int = 0
    length: int = 0
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class NumberSigns:
    """Signs of the numbers of one column, where they are not those of the file."""

    column: str
    decimal: str
    thousands: str = ""


@dataclass(frozen=True)
class MissingWords:
    """Words of a column that mean missing, and words that mean 0."""

    column: str
    missing: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()


@dataclass(frozen=True)
class ColumnRecode:
    """Codes of a column that are read as others, as `(in the file, read as)`; their labels go with them."""

    column: str
    codes: tuple[tuple[str, str], ...]


LAST_ROW = 2**62
# Fields that say nothing of how a file is written, but what was decided on it.
DECIDED = ("rules", "head_row", "left_out", "numbers", "words", "answers", "recodes", "renamed", "totals")


@dataclass(frozen=True)
class Dialect:
    """Separator, encoding, signs and header of a text file. `quote` and `thousands` are empty where there are none;
    with an empty `encoding` all that is recognised by the file itself, and only what is decided counts.

    `columns` names the columns of a file that has no header; where they have positions, the file is of fixed width and
    `separator`, `quote` and `header` mean nothing. Of a workbook, `sheet` and `cells` (`B3:F200`, `B3`, or empty for
    all that is used) give the place of the table; `header` whether its first row holds the names; `decimal` and
    `thousands` are the signs of numbers that a cell holds as text. `others` are the dialects of further files that
    are read as one with the first.

    rules: the version of the reading rules (`reading_plan.READING_RULES`). head_row: the row of a text that holds the
    names, from 1; 0: it is looked for. left_out: first and last numbers of rows that a person
    has declared to be no records.
    numbers, words: what differs by column. answers: decisions on what can be read in several ways.
    recodes: codes that are read as others. renamed: columns that have another name than in the file, as
    `(in the file, name)`; all other fields, roles and results have that name. totals: columns of codes whose totals are
    no records, wherever else the same file is read. encoding_guessed: nobody has chosen the encoding, so that the bytes
    may still say, or a person answer, that it is another one; sheet_guessed: likewise of the sheet.

    >>> ckm.read_microdata("persons.csv", ["NUTS"], dialect=ckm.Dialect(separator=",", decimal="."))
    Microdata(600 records, 1 dimensions)
    >>> renamed = ckm.Dialect(encoding="", renamed=(("NUTS", "REGION"),))
    >>> ckm.read_microdata("persons.csv", ["REGION"], dialect=renamed).dimensions["REGION"].name
    'REGION'
    """

    separator: str = ","
    encoding: str = "utf-8"
    decimal: str = "."
    header: bool = True
    quote: str = '"'
    thousands: str = ""
    columns: tuple[TextColumn, ...] = ()
    sheet: str = ""
    cells: str = ""
    others: tuple[Dialect, ...] = ()
    rules: int = READING_RULES
    head_row: int = 0
    left_out: tuple[tuple[int, int], ...] = ()
    numbers: tuple[NumberSigns, ...] = ()
    words: tuple[MissingWords, ...] = ()
    answers: tuple[ReadingAnswer, ...] = ()
    recodes: tuple[ColumnRecode, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    totals: tuple[str, ...] = ()
    encoding_guessed: bool = field(default=False, compare=False)
    sheet_guessed: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if self.head_row:  # who says where the names are says that there are some
            object.__setattr__(self, "header", True)

    def signs_of(self, column: str) -> tuple[str, str]:
        """Decimal sign and thousands separator of a column."""
        return next(
            ((signs.decimal, signs.thousands) for signs in self.numbers if signs.column == column),
            (self.decimal, self.thousands),
        )

    def words_of(self, column: str) -> MissingWords:
        """Words of a column that are no numbers and no codes."""
        return next((words for words in self.words if words.column == column), MissingWords(column))

    def leaves_out(self, row: int) -> bool:
        """Whether a person has declared that a row is no record."""
        return any(first <= row <= last for first, last in self.left_out)

    @property
    def record_rows(self) -> tuple[int, int]:
        """The first and the last row of records, where a person has set them; else 0."""
        first = next((end + 1 for begin, end in self.left_out if begin == self.head_row + 1 and end < LAST_ROW), 0)
        return first, next((begin - 1 for begin, end in self.left_out if end == LAST_ROW), 0)

    def with_rows(self, names: int | None = None, first: int | None = None, last: int | None = None) -> Dialect:
        """The same with another row of names, first or last row of records, as the file counts; 0: looked for, None: as
        it is."""
        kept_first, kept_last = self.record_rows
        head = self.head_row if names is None else names
        first, last = kept_first if first is None else first, kept_last if last is None else last
        others = [
            (begin, end)
            for begin, end in self.left_out
            if end != LAST_ROW and (begin, end + 1) != (self.head_row + 1, kept_first)
        ]
        outside = [(head + 1, first - 1)] if first > head + 1 else []
        outside += [(last + 1, LAST_ROW)] if last else []
        return replace(self, head_row=head, left_out=(*outside, *others))

    def with_left_out(self, rows: Iterable[int], *, out: bool = True) -> Dialect:
        """The same with further rows that a person has declared to be no records; without out, with rows that are
        again. First and last row of records stay."""
        ranges = list(self.left_out)
        for row in rows:
            if out and not self.leaves_out(row):
                ranges.append((row, row))
            elif not out:
                ranges = [
                    part
                    for begin, end in ranges
                    for part in (
                        [(begin, row - 1), (row + 1, end)] if begin <= row <= end < LAST_ROW else [(begin, end)]
                    )
                    if part[0] <= part[1]
                ]
        return replace(self, left_out=tuple(ranges))

    def check_without_rows(self, file: Path) -> None:
        """Raise rows_not_in_file where rows were chosen by hand of what has none, as Parquet and frames."""
        if self.rules > 4 and (self.left_out or self.head_row):
            raise InputError("rows_not_in_file", file=file.name)

    @property
    def by_hand(self) -> list[ReadingEntry]:
        """The notice on rows that a person has declared to be no records, `7-9` for several; none by rules before the
        fourth."""
        ranges = sorted((begin, end) for begin, end in self.left_out if begin <= end < LAST_ROW)
        texts = tuple(str(begin) if begin == end else f"{begin}-{end}" for begin, end in ranges)
        count = sum(end - begin + 1 for begin, end in ranges)
        rows = tuple(begin for begin, _ in ranges)
        return [ReadingEntry("rows_by_hand", "", count, rows, texts)] if rows and self.rules > 3 else []

    @property
    def of_file(self) -> Dialect:
        """The same with the names of columns that the file has."""
        name_of = {name: column for column, name in self.renamed}

        def named(held: Any) -> Any:
            return replace(held, column=name_of.get(held.column, held.column))

        return replace(
            self,
            numbers=tuple(map(named, self.numbers)),
            words=tuple(map(named, self.words)),
            answers=tuple(map(named, self.answers)),
            totals=tuple(name_of.get(name, name) for name in self.totals),
            others=tuple(other.of_file for other in self.others),
            renamed=(),
        )

    @property
    def is_fixed(self) -> bool:
        """Whether the columns lie at fixed positions."""
        return any(column.start for column in self.columns)

    @property
    def unquotes_lines(self) -> bool:
        """Whether lines that are quoted whole are read without their quotation marks."""
        return answer_to(self.answers, "lines_quoted") == "without_quotes"

    def rows(self, text: str) -> Iterator[list[str]]:
        """Rows of a text, blank lines skipped."""
        return (row for row in self.reader(io.StringIO(text, newline="")) if row)

    def reader(self, lines: Iterable[str], strict: bool = False) -> Any:
        """Python's csv reader over lines that keep their ends; its `line_num` counts lines of the file."""
        return csv.reader(
            map(unquoted_line, lines) if self.unquotes_lines else lines,
            delimiter=self.separator,
            quotechar=self.quote or None,
            quoting=csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            strict=strict,
        )


_QUOTED_LINES = re.compile(rb'(?<![^\r\n])"((?:[^"\r\n]|"")*)"(?![^\r\n])')


def unquoted_lines(text: bytes) -> bytes:
    """A text without the quotation marks around whole lines: `"K;""N"";1"` becomes `K;"N";1`."""
    return _QUOTED_LINES.sub(lambda line: line[1].replace(b'""', b'"'), text)


def unquoted_line(text: str) -> str:
    """Likewise of letters."""
    return unquoted_lines(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def without_end_sign(text: str) -> str:
    """A text without the sign by which DOS ends files (0x1A)."""
    plain = text.rstrip("\r\n ")
    return plain.rstrip("\x1a\r\n ") + "\n" if plain.endswith("\x1a") else text


AS_IT_STANDS = Dialect(encoding="", rules=0)
"""A table that holds no records of units, as a published one: all its rows are read, total rows among them."""
