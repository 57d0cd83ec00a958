"""How a text file of microdata is written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Dialect:
    """Separator, encoding, signs and header of a text file. `quote` and `thousands` are empty where there are none."""

    separator: str = ","
    encoding: str = "utf-8"
    decimal: str = "."
    header: bool = True
    quote: str = '"'
    thousands: str = ""

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
