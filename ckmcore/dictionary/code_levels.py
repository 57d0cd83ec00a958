"""Which columns of a table hold the levels of a hierarchy, and in which order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from ckmcore.dictionary.code_heads import PARTS_OF_KEYS
from ckmcore.dictionary.small_tables import SmallTableRow, normal

_LETTERS = re.compile(r"[^\W\d_]{2}")
_FAULTY = 0.2  # of the rows may not fit a hierarchy that is one all the same


class ColumnContent:
    """What the cells of a column look like."""

    def __init__(self, cells: Sequence[str]) -> None:
        self.cells = cells
        self.filled = [cell for cell in cells if cell]
        self.distinct = set(self.filled)

    @cached_property
    def is_codes(self) -> bool:
        """Whether most cells look like codes: with a digit and without blanks, or a few capital letters."""
        codes = sum(
            (any(map(str.isdigit, cell)) and " " not in cell and len(cell) <= 20) or (len(cell) <= 3 and cell.isupper())
            for cell in self.distinct
        )
        return bool(self.distinct) and codes >= 0.8 * len(self.distinct)

    @property
    def is_unique(self) -> bool:
        """Whether each text occurs once, in every row."""
        return len(self.distinct) == len(self.cells)

    @cached_property
    def is_wordy(self) -> bool:
        """Whether most cells are words."""
        return 2 * sum(bool(_LETTERS.search(cell)) for cell in self.distinct) > len(self.distinct)

    @cached_property
    def is_decimal(self) -> bool:
        """Whether cells are decimals, as areas and shares are."""
        return any(map(_DECIMAL.fullmatch, self.distinct)) and all(
            _DECIMAL.fullmatch(cell) or cell.isdecimal() for cell in self.distinct
        )

    def exceptions(self, other: ColumnContent) -> float:
        """The share of texts with several texts of the other column beside them: 0 where each determines that."""
        beside: dict[str, set[str]] = {}
        for own, text in zip(self.cells, other.cells, strict=True):
            if own and text:
                beside.setdefault(own, set()).add(text)
        return sum(len(texts) > 1 for texts in beside.values()) / max(1, len(beside))


_DECIMAL = re.compile(r"-?\d+[.,]\d{2,}")


def are_spread(rows: Sequence[SmallTableRow], places: Sequence[int]) -> bool:
    """Whether each row fills one of the columns at most."""
    return all(sum(bool(row.cell(place)) for place in places) < 2 for row in rows)


def labels_left(contents: Sequence[ColumnContent], code: int, place: int) -> bool:
    """Whether a column holds the labels of the codes to its left: words, nearly as many as there are codes."""
    return (
        contents[code].is_codes
        and contents[place].is_wordy
        and not contents[place].is_codes
        and contents[code].exceptions(contents[place]) < 0.2
        and len(contents[place].distinct) > 0.7 * len(contents[code].distinct)
    )


def in_chain(levels: list[int], contents: Sequence[ColumnContent]) -> list[int]:
    """Levels without columns that say no more than the innermost codes: figures, and other codes of the same."""
    if len(levels) < 2 or not any(contents[place].is_codes for place in levels):
        return levels
    innermost = max(levels, key=lambda place: len(contents[place].distinct))
    inner = contents[innermost]

    def is_figure(place: int) -> bool:
        content = contents[place]
        pairs = [(own, code) for own, code in zip(content.cells, inner.cells, strict=True) if own and code]
        begins = sum(code.startswith(own) or own.startswith(code) for own, code in pairs)
        is_number = all(map(str.isdecimal, content.distinct)) and content.exceptions(inner) < 0.2
        is_other_code = (
            content.is_codes
            and len(content.distinct) == len(inner.distinct) > 2
            and content.exceptions(inner) == inner.exceptions(content) == 0
        )
        return place != innermost and (is_number or is_other_code) and 2 * begins < len(pairs)

    return [place for place in levels if not is_figure(place)]


def neighbours(headings: Sequence[str], levels: Sequence[int]) -> list[int]:
    """The longest run of columns side by side, the first among equals; where several are called as parts of a key, only
    of those."""
    known = [place for place in levels if normal(headings[place]) in PARTS_OF_KEYS]
    levels = [place for place in levels if len(known) < 2 or known[0] <= place <= known[-1]]
    runs: list[list[int]] = []
    for place in sorted(levels):
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return max(runs, key=len, default=[])


def are_parts(
    headings: Sequence[str], rows: Sequence[SmallTableRow], levels: Sequence[int], contents: Sequence[ColumnContent]
) -> bool:
    """Whether columns hold parts of one key: the inner ones say nothing without the outer ones, as the `001` of a
    municipality does."""
    if len(levels) < 2 or not all(contents[place].is_codes for place in levels):
        return False
    nested = all(
        all(row.cell(place) for place in levels[: 1 + max((n for n, p in enumerate(levels) if row.cell(p)), default=0)])
        for row in rows
        if any(row.cell(place) for place in levels)
    )
    inner, outer = contents[levels[-1]], contents[levels[0]]
    known = sum(normal(headings[place]) in PARTS_OF_KEYS for place in levels) > 2
    partly = any(not row.cell(levels[-1]) for row in rows)
    return partly and (nested or known) and (known or inner.exceptions(outer) > 0.3)


def outermost_first(
    rows: Sequence[SmallTableRow], levels: list[int], codes: frozenset[str], contents: Sequence[ColumnContent]
) -> list[int]:
    """Column indices of the levels, outermost first.

    Codes that mostly begin with those of another column are below these. Else the order is reversed where the first
    column has more codes of the data than the last, or where fewer rows contradict it that way, or, among equals, where
    it has more codes; columns are ordered by their number of codes where far fewer rows contradict that. A few rows
    that do not fit decide nothing.
    """
    if are_spread(rows, levels):
        return _by_first_and_last(rows, levels, codes, contents)
    by_length = sorted(levels, key=lambda place: _usual_length(contents[place]))
    begun = [order for order in (levels, levels[::-1], by_length) if _begin_with_outer(rows, order)]
    if begun:
        return begun[0]
    order = _by_first_and_last(rows, levels, codes, contents)
    by_number = sorted(levels, key=lambda place: len(contents[place].distinct))
    known = [len(contents[place].distinct & codes) for place in (levels[0], levels[-1])]
    if known[0] == known[1] and _misfits(rows, order[::-1]) < _misfits(rows, order):
        order = order[::-1]
    if _misfits(rows, order) > _FAULTY * len(rows) and _misfits(rows, by_number) < _misfits(rows, order) / 2:
        return by_number
    return order


def _by_first_and_last(
    rows: Sequence[SmallTableRow], levels: list[int], codes: frozenset[str], contents: Sequence[ColumnContent]
) -> list[int]:
    """The levels, reversed where the first column has more codes of the data, or more codes in total, than the last."""
    first, last_level = contents[levels[0]].distinct, contents[levels[-1]].distinct
    if len(first & codes) != len(last_level & codes):
        return levels[::-1] if len(first & codes) > len(last_level & codes) else levels
    is_inner = len(first) == len(last_level) and begins(rows, levels[0], levels[-1])
    return levels[::-1] if len(first) > len(last_level) or is_inner else levels


def _usual_length(content: ColumnContent) -> int:
    return max(Counter(map(len, content.filled)).items(), key=lambda known: known[1], default=(0, 0))[0]


def _begin_with_outer(rows: Sequence[SmallTableRow], levels: Sequence[int]) -> bool:
    """Whether in most rows the code of each level begins with the code of the level above."""
    for outer, inner in pairwise(levels):
        pairs = [(row.cell(inner), row.cell(outer)) for row in rows if row.cell(inner) and row.cell(outer)]
        fitting = sum(code.startswith(above) and code != above for code, above in pairs)
        if 2 * fitting <= len(pairs):
            return False
    return True


def _misfits(rows: Sequence[SmallTableRow], levels: Sequence[int]) -> int:
    """How many rows have a code below another one than in most rows."""
    faulty: set[int] = set()
    for outer, inner in pairwise(levels):
        above: dict[str, Counter[str]] = {}
        for row in rows:
            if row.cell(inner) and row.cell(outer):
                above.setdefault(row.cell(inner), Counter())[row.cell(outer)] += 1
        usual = {code: counts.most_common(1)[0][0] for code, counts in above.items()}
        for row in rows:
            code, parent = row.cell(inner), row.cell(outer)
            if code and parent and usual[code] != parent:
                faulty.add(row.line)
    return len(faulty)


def begins(rows: Sequence[SmallTableRow], inner: int, outer: int) -> bool:
    """Whether the codes of a column begin with those of another one."""
    pairs = [(row.cell(inner), row.cell(outer)) for row in rows if row.cell(inner) and row.cell(outer)]
    return bool(pairs) and all(code.startswith(above) and code != above for code, above in pairs)
