"""Rows whose numbers are the sums of other rows, whatever word is beside them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.layout import YEAR, Row, is_number
from ckmcore.microdata.number_signs import plain_number

_FEWEST, _FEWEST_OF_ALL, _FEW_ROWS, _MOST_ROWS = 2, 3, 8, 20_000
_HALF, _NEAR, _SMALL = 0.5, 1e-9, 10


def sum_rows(rows: Sequence[Row], rules: int) -> list[Row]:
    """Rows of records whose numbers are sums: of the rows above since the last sum, of all rows above or below, or of
    the rows above for each row with the same code. A sum lacks a code that others have, or has one of its own.

    rules: of reading; by the fifth ones also rows right above or below their parts, where all rows are in such groups.
    """
    width = max(Counter(len(cells) for _, cells in rows).items(), key=lambda held: held[1], default=(0, 0))[0]
    whole = [row for row in rows if len(row[1]) == width]
    if width < 2 or len(whole) <= _FEWEST or len(whole) > _MOST_ROWS:
        return []
    cells = [tuple(cell.strip() for cell in row[1]) for row in whole]
    for decimal in (".", ","):
        columns = _ColumnSums(cells, decimal)
        places = columns.places() or (columns.groups() if rules > 4 else set())
        if places:
            return [whole[place] for place in sorted(places)]
        if not any(decimal in cell for row in cells for cell in row):
            return []  # the other sign says nothing else
    return []


def numbers_to_add(cells: Sequence[tuple[str, ...]], decimal: str) -> list[NDArray[np.float64]]:
    """The numbers of each column that may be added up and does not look like codes."""
    columns = _ColumnSums(cells, decimal) if cells else None
    return [] if columns is None else [held for place, held in columns.numbers.items() if not columns.has_codes(place)]


def last_sum(rows: Sequence[Row], every: Callable[[], Iterable[Row]]) -> list[Row]:
    """The last row of a long file, where a number of it is the sum of all others. rows: the first and the last ones;
    every: gives all of them, looked at only where the number is as large as the sum of these."""
    width = Counter(len(cells) for _, cells in rows).most_common(1)[0][0] if rows else 0
    whole = [row for row in rows if len(row[1]) == width]
    if width < 2 or len(whole) <= _FEW_ROWS:
        return []
    last, cells = whole[-1], [tuple(cell.strip() for cell in row[1]) for row in whole]
    for decimal in (".", ","):
        numbers = _ColumnSums(cells, decimal).numbers
        places = [place for place, column in numbers.items() if column[-1] >= column[:-1].sum() and column.min() >= 0]
        places = [place for place in places if numbers[place][:-1].sum() > 0]
        if not places:
            continue
        added = dict.fromkeys(places, 0.0)
        for number, texts in every():
            for place in places if rows[0][0] <= number != last[0] and len(texts) == width else ():
                added[place] += number_of(texts[place].strip(), decimal)
        if any(_is_near(float(numbers[place][-1]), added[place]) for place in places):
            return [last]
    return []


def number_of(text: str, decimal: str) -> float:
    """The number of a text; 0 for none."""
    if not is_number(text):
        return 0.0
    plain = plain_number(text).replace("," if decimal == "." else ".", "").replace(decimal, ".")
    try:
        return float(plain.replace(" ", "").replace("\u00a0", ""))
    except ValueError:
        return 0.0


def _numbers(column: Sequence[str], decimal: str) -> NDArray[np.float64]:
    known = {text: number_of(text, decimal) for text in set(column)}
    return np.array([known[text] for text in column])


class _ColumnSums:
    """The numbers of the columns that may be added up. decimal: their decimal sign."""

    def __init__(self, cells: Sequence[tuple[str, ...]], decimal: str) -> None:
        self._cells, self._count = cells, len(cells)
        columns = list(zip(*cells, strict=True))
        self._texts = [Counter(column) for column in columns]
        self.numbers = {
            place: _numbers(column, decimal)
            for place, column in enumerate(columns)
            if _may_be_summed(self._texts[place])
        }

    def places(self) -> set[int]:
        """Places of rows that are sums."""
        if not self.numbers:
            return set()
        sums = self._without_code()
        sums |= self._of_codes(sums)
        return sums | self._of_all(sums)

    def groups(self) -> set[int]:
        """Rows that are sums of those right below them, or else right above them, as in a pivot table of a spreadsheet;
        none unless every row is in such a group, by each column that the sums fill."""
        columns = {place: held for place, held in self.numbers.items() if not self.has_codes(place) and held.min() >= 0}
        for nested, is_below in product((False, True), (True, False)):
            of_columns = {
                place: {
                    row if is_below else self._count - 1 - row
                    for row in _groups(column if is_below else column[::-1], nested=nested)
                }
                for place, column in columns.items()
            }
            for sums in of_columns.values():
                filled = [place for place in columns if any(self._cells[row][place] for row in sums)]
                if sums and all(of_columns[place] == sums for place in filled):
                    return sums
        return set()

    def _added(self, sums: set[int]) -> dict[int, tuple[NDArray[np.float64], NDArray[np.int64]]]:
        """By column the sums of the numbers above each row, and how many there are, without rows that are sums."""
        kept = np.ones(self._count, dtype=bool)
        kept[list(sums)] = False
        added = {}
        for place, numbers in self.numbers.items():
            used = np.where(kept, numbers, 0.0)
            counted = np.concatenate(([0], np.cumsum(used != 0)))
            added[place] = np.concatenate(([0.0], np.cumsum(used))), counted
        return added

    def _lacks_code(self, row: int, summed: Iterable[int]) -> bool:
        """Whether a row is empty in a column without sums that is filled in most others."""
        apart = set(summed)
        return any(
            not any(map(str.isalnum, cell))
            and place not in apart
            and self._texts[place][""] <= max(1.0, _HALF * self._count)
            and (place not in self.numbers or self.has_codes(place))
            for place, cell in enumerate(self._cells[row])
        )

    def has_codes(self, place: int) -> bool:
        """Whether the numbers of a column look like codes: as long as each other, and with others that are the same."""
        texts = [text for text in self._texts[place] if text]
        is_alike = len({len(text) for text in texts}) == 1 and all(map(str.isdigit, texts))
        return is_alike and 2 * len(texts) <= self._count - self._texts[place][""]

    def _without_code(self) -> set[int]:
        """Sums that lack a code, as most rows do that lack it: of the rows above since the last of them, or of all."""
        sums, certain = set[int](), set[int]()
        fresh = dict.fromkeys(self.numbers, (0.0, 0))
        since, whole = dict(fresh), dict(fresh)
        above = {"since": 0, "whole": 0}
        lacking: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for row, cells in enumerate(self._cells):
            if not all(any(map(str.isalnum, cell)) for cell in cells):
                for name, added in (("since", since), ("whole", whole)):
                    summed = [
                        place
                        for place, (total, _) in added.items()
                        if above[name] >= _FEWEST and cells[place] and _is_near(self.numbers[place][row], total)
                    ]
                    if summed and self._lacks_code(row, summed):
                        sums.add(row)
                        if any(added[place][1] >= _FEWEST for place in summed):
                            certain.add(row)
                        break
                lacking[self._blank(row)].append(row)
            if row in sums:
                since, above["since"] = dict(fresh), 0
                continue
            above = {name: count + 1 for name, count in above.items()}
            for place, numbers in self.numbers.items():
                if number := numbers[row]:
                    since[place] = since[place][0] + number, since[place][1] + 1
                    whole[place] = whole[place][0] + number, whole[place][1] + 1
        for rows in lacking.values():
            if not certain.intersection(rows) or 2 * len(sums.intersection(rows)) <= len(rows):
                sums.difference_update(rows)
        if "" in self._cells[0]:
            summed = [
                place
                for place, (total, parts) in whole.items()
                if parts > _FEWEST and _is_sum(self.numbers[place][0], total - self.numbers[place][0])
            ]
            if summed and self._lacks_code(0, summed):
                sums.add(0)
        return sums

    def _blank(self, row: int) -> tuple[int, ...]:
        return tuple(place for place, cell in enumerate(self._cells[row]) if not any(map(str.isalnum, cell)))

    def _of_codes(self, sums: set[int]) -> set[int]:
        """Rows of a code whose rows are all sums of those above, since the last of them, or of those below."""
        of_codes, added = set[int](), self._added(sums)
        for place, texts in enumerate(self._texts):
            codes = {code for code, count in texts.items() if code and 2 <= count <= self._count // 3}
            rows_of = defaultdict(list)
            for row, cells in enumerate(self._cells):
                if row not in sums and cells[place] in codes:
                    rows_of[cells[place]].append(row)
            for rows in rows_of.values():
                above = zip(rows, [0, *(row + 1 for row in rows[:-1])], rows, strict=True)
                below = zip(rows, [row + 1 for row in rows], [*rows[1:], self._count], strict=True)
                if len(rows) > 1 and any(
                    all(self._is_sum_between(added, row, begin, end, place) for row, begin, end in spans)
                    for spans in (above, below)
                ):
                    of_codes.update(rows)
            if not of_codes and (not place or place not in self.numbers):
                of_codes = self._of_prefixes(place, sums)
        return of_codes

    def _of_prefixes(self, code: int, sums: set[int]) -> set[int]:
        """Rows whose code begins those of other rows, and whose number is the sum of theirs: all such rows are."""
        row_of = {cells[code]: row for row, cells in enumerate(self._cells) if cells[code] and row not in sums}
        if len(row_of) < self._count - len(sums):
            return set()
        parts: dict[str, list[int]] = defaultdict(list)
        for text, row in row_of.items():
            longest = next((text[:end] for end in range(len(text) - 1, 0, -1) if text[:end] in row_of), "")
            if longest:
                parts[longest].append(row)
        is_sum = [
            any(
                _is_sum(numbers[row_of[text]], float(sum(numbers[row] for row in rows)))
                for place, numbers in self.numbers.items()
                if place != code
            )
            for text, rows in parts.items()
        ]
        several = any(len(rows) >= _FEWEST for rows in parts.values())
        return {row_of[text] for text in parts} if several and all(is_sum) else set()

    def _is_sum_between(
        self,
        added: dict[int, tuple[NDArray[np.float64], NDArray[np.int64]]],
        row: int,
        begin: int,
        end: int,
        code: int,
    ) -> bool:
        return any(
            counted[end] - counted[begin] >= _FEWEST and _is_sum(self.numbers[place][row], total[end] - total[begin])
            for place, (total, counted) in added.items()
            if place != code
        )

    def _of_all(self, sums: set[int]) -> set[int]:
        """The last or the first row, where it has a code of its own and its numbers are the sums of all others."""
        rows = [row for row in range(self._count) if row not in sums]
        if len(rows) <= _FEWEST_OF_ALL:
            return set()
        added = self._added(sums)
        for row in (rows[-1], rows[0]):
            cells = self._cells[row]
            near = {
                place
                for place, (total, _) in added.items()
                if _is_near(self.numbers[place][row], total[-1] - self.numbers[place][row])
            }
            summed = {
                place
                for place in near
                if self.numbers[place][row] and added[place][1][-1] > _FEWEST + (abs(self.numbers[place][row]) < _SMALL)
            }
            own = {place for place, cell in enumerate(cells) if cell and self._texts[place][cell] == 1}
            parts = max((int(added[place][1][-1]) for place in summed), default=0)
            if len(summed) == 1 and len(rows) <= _FEW_ROWS and parts <= _FEWEST_OF_ALL + 1:
                own = {place for place in own if not cells[place].isdigit()}  # else it may be chance
            others = [place for place in self.numbers if place not in near and cells[place]]
            others = [place for place in others if not self.has_codes(place)]
            if summed and own - summed and not others:
                return {row}
        return set()


def _groups(numbers: NDArray[np.float64], *, nested: bool) -> set[int]:
    """Places of numbers that are the sums of those after them, where these make up all of them. nested: groups may
    consist of groups."""
    count = len(numbers)
    ends = np.arange(1, count + 1)  # of the group that begins at a place
    for place in range(count - 1, -1, -1) if nested else ():
        ends[place] = _end_of_group(numbers, ends, place)
    sums = {place for place in range(count) if ends[place] > place + 1}
    first, several = 0, len(sums)
    while first < count:
        end = int(ends[first]) if nested else _end_of_group(numbers, ends, first)
        several += not nested and end > first + 1
        if end == first + 1:  # a group of one part
            if end == count or not _is_sum(numbers[first], numbers[end]):
                return set()
            end = max(int(ends[end]), end + 1)
        sums.add(first)
        first = end
    return sums if several >= _FEWEST else set()


def _end_of_group(numbers: NDArray[np.float64], ends: NDArray[np.int64], place: int) -> int:
    """The place behind the group whose sum is at a place; the next place where it is no sum of two others or more."""
    total, after, parts = 0.0, place + 1, 0
    while after < len(numbers) and total < numbers[place] * (1 - _NEAR):
        total, after, parts = total + numbers[after], int(ends[after]), parts + 1
    if parts < _FEWEST or numbers[place] < _SMALL or not _is_sum(numbers[place], total):
        return place + 1
    return next((more for more in range(after, len(numbers)) if numbers[more]), len(numbers))


def _is_sum(number: float, total: float) -> bool:
    return number != 0 and _is_near(number, total)


def _is_near(number: float, total: float) -> bool:
    return abs(total - number) <= _NEAR * abs(number)


def _may_be_summed(texts: Counter[str]) -> bool:
    """Whether the texts of a column are numbers, and neither codes with leading zeros nor years."""
    filled = [text for text in texts if text]
    numbers = [text for text in filled if is_number(text)]
    if not numbers or 2 * len(numbers) <= len(filled):
        return False
    return not any(len(text) > 1 and text[0] == "0" and text.isdigit() for text in numbers) and not all(
        map(YEAR.fullmatch, numbers)
    )
