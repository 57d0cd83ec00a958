"""Rows whose numbers are the sums of other rows, whatever word is beside them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.layout import YEAR, Row, is_number
from ckmcore.microdata.number_signs import plain_number

_FEWEST, _FEWEST_OF_ALL, _FEW_ROWS, _MOST_ROWS = 2, 3, 8, 20_000
_HALF, _NEAR, _SMALL = 0.5, 1e-9, 10


def sum_rows(rows: Sequence[Row]) -> list[Row]:
    """Rows of records whose numbers are sums: of the rows above since the last sum, of all rows above or below, or of
    the rows above for each row with the same code. A sum lacks a code that others have, or has one of its own."""
    width = max(Counter(len(cells) for _, cells in rows).items(), key=lambda held: held[1], default=(0, 0))[0]
    whole = [row for row in rows if len(row[1]) == width]
    if width < 2 or len(whole) <= _FEWEST or len(whole) > _MOST_ROWS:
        return []
    cells = [tuple(cell.strip() for cell in row[1]) for row in whole]
    for decimal in (".", ","):
        places = _ColumnSums(cells, decimal).places()
        if places:
            return [whole[place] for place in sorted(places)]
        if not any(decimal in cell for row in cells for cell in row):
            return []  # the other sign says nothing else
    return []


def _number(text: str, decimal: str) -> float:
    """The number of a text; 0 for none."""
    if not is_number(text):
        return 0.0
    plain = plain_number(text).replace("," if decimal == "." else ".", "").replace(decimal, ".")
    try:
        return float(plain.replace(" ", "").replace("\u00a0", ""))
    except ValueError:
        return 0.0


def _numbers(column: Sequence[str], decimal: str) -> NDArray[np.float64]:
    known = {text: _number(text, decimal) for text in set(column)}
    return np.array([known[text] for text in column])


class _ColumnSums:
    """The numbers of the columns that may be added up. decimal: their decimal sign."""

    def __init__(self, cells: Sequence[tuple[str, ...]], decimal: str) -> None:
        self._cells, self._count = cells, len(cells)
        columns = list(zip(*cells, strict=True))
        self._texts = [Counter(column) for column in columns]
        self._numbers = {
            place: _numbers(column, decimal)
            for place, column in enumerate(columns)
            if _may_be_summed(self._texts[place])
        }

    def places(self) -> set[int]:
        """Places of rows that are sums."""
        if not self._numbers:
            return set()
        sums = self._without_code()
        sums |= self._of_codes(sums)
        return sums | self._of_all(sums)

    def _added(self, sums: set[int]) -> dict[int, tuple[NDArray[np.float64], NDArray[np.int64]]]:
        """By column the sums of the numbers above each row, and how many there are, without rows that are sums."""
        kept = np.ones(self._count, dtype=bool)
        kept[list(sums)] = False
        added = {}
        for place, numbers in self._numbers.items():
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
            and (place not in self._numbers or self._has_codes(place))
            for place, cell in enumerate(self._cells[row])
        )

    def _has_codes(self, place: int) -> bool:
        """Whether the numbers of a column look like codes: as long as each other, and with others that are the same."""
        texts = [text for text in self._texts[place] if text]
        is_alike = len({len(text) for text in texts}) == 1 and all(map(str.isdigit, texts))
        return is_alike and 2 * len(texts) <= self._count - self._texts[place][""]

    def _without_code(self) -> set[int]:
        """Sums that lack a code, as most rows do that lack it: of the rows above since the last of them, or of all."""
        sums, certain = set[int](), set[int]()
        fresh = dict.fromkeys(self._numbers, (0.0, 0))
        since, whole = dict(fresh), dict(fresh)
        above = {"since": 0, "whole": 0}
        lacking: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for row, cells in enumerate(self._cells):
            if not all(any(map(str.isalnum, cell)) for cell in cells):
                for name, added in (("since", since), ("whole", whole)):
                    summed = [
                        place
                        for place, (total, _) in added.items()
                        if above[name] >= _FEWEST and cells[place] and _is_near(self._numbers[place][row], total)
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
            for place, numbers in self._numbers.items():
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
                if parts > _FEWEST and _is_sum(self._numbers[place][0], total - self._numbers[place][0])
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
            if not of_codes and (not place or place not in self._numbers):
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
                for place, numbers in self._numbers.items()
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
            counted[end] - counted[begin] >= _FEWEST and _is_sum(self._numbers[place][row], total[end] - total[begin])
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
                if _is_near(self._numbers[place][row], total[-1] - self._numbers[place][row])
            }
            summed = {
                place
                for place in near
                if self._numbers[place][row]
                and added[place][1][-1] > _FEWEST + (abs(self._numbers[place][row]) < _SMALL)
            }
            own = {place for place, cell in enumerate(cells) if cell and self._texts[place][cell] == 1}
            parts = max((int(added[place][1][-1]) for place in summed), default=0)
            if len(summed) == 1 and len(rows) <= _FEW_ROWS and parts <= _FEWEST_OF_ALL + 1:
                own = {place for place in own if not cells[place].isdigit()}  # else it may be chance
            others = [place for place in self._numbers if place not in near and cells[place]]
            others = [place for place in others if not self._has_codes(place)]
            if summed and own - summed and not others:
                return {row}
        return set()


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
