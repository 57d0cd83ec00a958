"""Rows as they are looked at before it is known which of them are records, and the texts of their columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ckmcore.microdata.layout import Row, is_number
from ckmcore.microdata.number_signs import is_missing_word

_USUALLY = 0.8
LOOKED_AT = 10_000
"""Rows of a file, or of a sheet, that are looked at for what is between records."""


def folded(cells: Iterable[str]) -> list[str]:
    """Texts of cells without differences of case and of blanks."""
    return [" ".join(cell.split()).casefold() for cell in cells]


@dataclass(frozen=True)
class LookedRow:
    """A row as it is looked at: its cells without blanks around them, the places of those with a text."""

    number: int
    cells: tuple[str, ...]
    filled: tuple[int, ...]
    is_below_gap: bool
    indent: int = 0

    @property
    def row(self) -> Row:
        """The row with its number."""
        return self.number, self.cells

    @property
    def is_one_text(self) -> bool:
        """Whether one cell alone has a text."""
        return len(self.filled) == 1 and "\n" not in self.cells[self.filled[0]]


def looked_at(rows: Sequence[Row]) -> list[LookedRow]:
    """Rows without those that are blank; each knows whether a gap is before it."""
    seen, end = [], rows[0][0] if rows else 0
    for number, cells in rows[:LOOKED_AT]:
        texts = tuple(cell.strip() for cell in cells)
        filled = tuple(place for place, text in enumerate(texts) if text)
        indent = len(cells[filled[0]]) - len(cells[filled[0]].lstrip()) if filled else 0
        seen.append(LookedRow(number, texts, filled, number > end, indent))
        end = number + 1 + sum(cell.count("\n") for cell in cells)
    return seen


class ColumnTexts:
    """The texts of the columns of rows with more than one text."""

    def __init__(self, rows: Iterable[LookedRow] = ()) -> None:
        self._widths = Counter[int]()
        self._texts: dict[int, list[Counter[str]]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: LookedRow) -> None:
        """Count the texts of a further row."""
        if len(row.filled) > 1 or len(row.cells) == 1:
            width = len(row.cells)
            self._widths[width] += 1
            if width not in self._texts:
                self._texts[width] = [Counter() for _ in range(width)]
            for texts, text in zip(self._texts[width], row.cells, strict=True):
                texts[text] += 1

    @property
    def width(self) -> int:
        """The number of cells of most rows."""
        return max(self._widths, key=lambda width: (self._widths[width], width), default=0)

    @property
    def count(self) -> int:
        """How many rows have as many cells as most have."""
        return self._widths[self.width]

    @property
    def texts(self) -> list[Counter[str]]:
        """The texts of each column of these rows."""
        return self._texts.get(self.width, [])

    def share(self, place: int) -> float:
        """The share of rows in which a column is filled."""
        return 1 - self.texts[place][""] / max(1, self.count)

    def knows(self, place: int, text: str) -> bool:
        """Whether a text is one of a column's."""
        return place < self.width and self.texts[place][text] > 0

    @cached_property
    def numeric(self) -> list[bool]:
        """Which columns mostly hold numbers."""
        return [
            2 * sum(count for text, count in column.items() if is_number(text)) > self.count - column[""]
            for column in self.texts
        ]

    @cached_property
    def forms(self) -> list[frozenset[str]]:
        """What the texts of each column look like."""
        return [frozenset(map(form_of, filter(None, column))) for column in self.texts]

    def forms_of_others(self, place: int, text: str) -> Container[str]:
        """What the texts of a column look like, without one that occurs there once."""
        if self.texts[place][text] != 1:
            return self.forms[place]
        form = form_of(text)
        return self.forms[place] if self._form_counts[place][form] > 1 else self.forms[place] - {form}

    @cached_property
    def _form_counts(self) -> list[Counter[str]]:
        return [Counter(map(form_of, filter(None, column))) for column in self.texts]

    def usually_others(self, place: int) -> bool:
        """Whether at least one other column is filled in most rows, as all are that are filled at all."""
        shares = [self.share(other) for other in range(self.width) if other != place]
        return any(share >= _USUALLY for share in shares)


def codes_alone(rows: Sequence[LookedRow]) -> list[Row]:
    """Rows with a code of an outer column, each above rows with one of an inner column, where no row has both: heads of
    groups, as in the outline of a pivot table. With nothing else in them, several may follow one another."""
    for deepest in range(max((len(row.cells) for row in rows), default=0) - 1, 0, -1):
        coded = [(row, [place for place in row.filled if place <= deepest]) for row in rows]
        coded = [(row, places) for row, places in coded if places]
        depths = [places[0] for _, places in coded]
        are_bare = all(row.is_one_text for row, places in coded if places[0] < deepest)
        if (
            all(len(places) == 1 for _, places in coded)
            and set(depths) == set(range(deepest + 1))
            and depths[0] == 0
            and (are_bare or all(depth < below for depth, below in pairwise(depths) if depth < deepest))
        ):
            return [row.row for row, (depth,) in coded if depth < deepest]
    return []


def form_of(text: str) -> str:
    """A text with its digits and letters alike: `01001` is `99999`, `Bad Tölz` is `a a`."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d", "9", text))


def is_text(text: str) -> bool:
    """Whether a cell has words: no number, and no word for a missing value."""
    return bool(text) and not is_number(text) and not is_missing_word(text)
