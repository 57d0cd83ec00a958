"""How a file of microdata is to be read, as far as the file does not say it itself."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


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
class Dialect:
    """Separator, encoding, signs and header of a text file. `quote` and `thousands` are empty where there are none.

    `columns` names the columns of a file that has no header; where they have positions, the file is of fixed width and
    `separator`, `quote` and `header` mean nothing. Of a workbook, `sheet` and `cells` (`B3:F200`, `B3`, or empty for
    all that is used) say where the table is; `header` whether its first row holds the names; `decimal` and `thousands`
    are the signs of numbers that a cell holds as text. `others` are the dialects of further files that are read as one
    with the first.
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

    @property
    def is_fixed(self) -> bool:
        """Whether the columns lie at fixed positions."""
        return any(column.start for column in self.columns)

    def rows(self, text: str) -> Iterator[list[str]]:
        """Rows of a text, blank lines skipped."""
        return (row for row in self.reader(io.StringIO(text, newline="")) if row)

    def reader(self, lines: Iterable[str], strict: bool = False) -> Any:
        """Python's csv reader over lines that keep their ends; its `line_num` counts lines of the file."""
        return csv.reader(
            lines,
            delimiter=self.separator,
            quotechar=self.quote or None,
            quoting=csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            strict=strict,
        )
