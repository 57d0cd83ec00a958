"""The parts of a published table: labels of lines and columns, figures, and where they stand in the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ckmcore.compare.figures import DecimalSign, Entry, figure_of, guess_decimal, sign_of, unmarked
from ckmcore.compare.grid import Cell, Sheet
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.sheets import column_letters


@dataclass(frozen=True)
class Part:
    """One label of a line: its text, what heads it ("" where nothing does), its code where the file gives one ("" is a
    total then). `heading`: it stands over the line, alone, and may say where the line belongs."""

    text: str
    title: str = ""
    code: str | None = None
    heading: bool = False


Labels = tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class PublishedTable:
    """Rows and columns of labels with entries; headings of a row come last, the nearest first.

    `name` is the sheet's; `above` are the texts over the table.

    `value`: the names of the value that all figures are of, where the file says it of the table as a whole; else the
    last label of each column may be one. `lines`: where each row stands in the file (from 1).
    """

    name: str
    above: tuple[str, ...]
    rows: tuple[Labels, ...]
    columns: tuple[Labels, ...]
    entries: tuple[tuple[Entry, ...], ...]
    lines: tuple[int, ...]
    value: tuple[str, ...] = ()


@lru_cache(maxsize=1 << 16)
def plain(text: str) -> str:
    """A label as it is compared: blanks made one, without marks of footnotes, without the apostrophe that keeps a
    spreadsheet from computing."""
    text = unmarked(" ".join(text.split()))
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_SIGNS) else text


def cell_text(cell: Cell) -> str:
    """A label that a workbook holds as a number is its digits."""
    return cell if isinstance(cell, str) else format(cell, "f")


class EntryReader:
    """Reads the figures of one sheet; `notices` say what could not be read, and what was read in one of two ways."""

    def __init__(self, sheet: Sheet, file: str, cells: Iterable[Cell]) -> None:
        self._sheet, self._file = sheet, file
        self.decimal: DecimalSign
        self.decimal, self._unclear = guess_decimal((cell for cell in cells if isinstance(cell, str)), sheet.decimal)
        self._strange: list[tuple[int, int, str]] = []

    def read(self, cell: Cell, line: int, column: int) -> Entry:
        """The figure or sign of a cell; None for an empty one and for one that is neither."""
        if not isinstance(cell, str) or not cell:
            return None if cell == "" else cell
        sign = sign_of(cell)
        if sign:
            return sign
        figure = figure_of(cell, self.decimal)
        if figure is None:
            self._strange.append((line, column, cell))
        return figure

    @property
    def notices(self) -> list[Sentence]:
        """What the reader met."""
        said = []
        if self._unclear:
            read = figure_of(self._unclear, self.decimal)
            said.append(sentence("published_unclear_number", file=self._file, text=self._unclear, figure=f"{read:f}"))
        if self._strange:
            line, column, text = self._strange[0]
            place = f"{column_letters(column)}{line}"
            where = f"{self._file}, {self._sheet.name}" if self._sheet.name else self._file
            count = len(self._strange)
            said.append(sentence("published_no_figure", file=where, place=place, text=text[:60], count=count))
        return said


def at(row: Sequence[Cell], place: int) -> Cell:
    """The cell at a place of a row that may be shorter."""
    return row[place] if place < len(row) else ""
