"""Which rows of a text or a sheet are records: heads of several rows, other tables below, subheads, notes, sums."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, pairwise, takewhile

import numpy as np

from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.layout import (
    TIME,
    YEAR,
    Body,
    RecordRows,
    Row,
    footers_of,
    found_layout,
    is_blank,
    is_number,
    is_rule_row,
    is_total,
    rows_entry,
    says_note,
    says_part,
    says_units,
    subtotal_rows,
)
from ckmcore.microdata.looked_rows import ColumnTexts, LookedRow, codes_alone, folded, form_of, is_text, looked_at
from ckmcore.microdata.number_signs import is_missing_word
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, answer_to, entry_of
from ckmcore.microdata.row_sums import last_sum, numbers_to_add, sum_rows
from ckmcore.microdata.source import Source

CELLS_LOOKED_AT = 100_000
"""Cells of a file, or of a sheet, that are looked at for what is between records."""
LATER_KINDS = ("tables", "subheads", "notes", "repeated_head", "parts")
"""Kinds of entries on rows of a long text that come late."""
_USUALLY, _MOST_HEAD_ROWS, _MOST_STRAYS, _FEW_COLUMNS, _FIRST_ROWS, _FEW_ROWS = 0.8, 2, 10, 3, 500, 3
_SELDOM, _NEAR, _MOST_PARTS, _MOST_DIGITS = 0.1, 1e-9, 60, 9
_POWER = re.compile(r"10{0,2}([. ]?000)* ?[^\W\d]|10{0,2}([. ]?000)* ?[€$£]")
_NEXT_CHOICE = {"second_table": "first_table", "third_table": "second_table", "last_table": "last_table"}
_COLUMN_NUMBER = re.compile(r"[(\[]?(?:sp\.?|spalte|col\.?|column)?\s*(\d{1,3})[)\].]?", re.IGNORECASE)


# --- heads of several rows --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeadRows:
    """Rows below the first row of names: with further names, with units, with numbers of columns; whether each of them
    is surely no record. names: those of all rows of names."""

    names: tuple[str, ...] = ()
    joined: tuple[Row, ...] = ()
    units: tuple[Row, ...] = ()
    numbers: tuple[Row, ...] = ()
    joined_surely: bool = True
    numbered_surely: bool = True


def head_rows(rows: Sequence[Row], upper: Sequence[Row] = (), *, rules: int) -> HeadRows:
    """The rows of a head, the row of names first. upper: rows of names above groups of columns; rules: of reading."""
    looked = looked_at(rows[:_FIRST_ROWS])
    names = looked[0].cells
    joined: list[Row] = []
    units, numbers = list[Row](), list[Row]()
    joined_surely = numbered_surely = True
    for place in range(1, min(len(looked), 2 + _MOST_HEAD_ROWS)):
        row, below = looked[place], looked[place + 1 :]
        if rules > 3 and 0 not in row.filled:  # further rows of names are no records
            below = list(dropwhile(lambda other: 0 not in other.filled, below)) or below
        columns = ColumnTexts(below)
        if is_rule_row(row.cells):
            continue
        fits = len(row.cells) <= columns.width <= len(names)
        if not columns.count or not row.filled or not fits or row.is_below_gap:
            break
        cells = (*row.cells, *[""] * (columns.width - len(row.cells)))
        numbered = _are_column_numbers(cells, columns)
        if numbered is not None:
            numbers.append(row.row)
            numbered_surely = numbered
        elif _are_units(cells, columns):
            units.append(row.row)
        elif (sure := _are_names(names, cells, columns, rules)) is not None and len(joined) < _MOST_HEAD_ROWS:
            names = _joined(names, cells)
            joined.append(row.row)
            joined_surely = joined_surely and sure
        else:
            break
    if not joined and not upper:
        return HeadRows((), (), tuple(units), tuple(numbers), numbered_surely=numbered_surely)
    *above, last = (tuple(cell.strip() for cell in cells) for _, cells in (*upper, rows[0], *joined))
    names = last
    for texts in reversed(above):
        names = _joined(texts, names)
    return HeadRows(names, (*upper, *joined), tuple(units), tuple(numbers), joined_surely, numbered_surely)


def upper_names(titles: Sequence[Row], rows: Sequence[Row], rules: int) -> tuple[Row, ...]:
    """The last of the titles as far as they have names of groups of columns: right above the names, over some of
    them. rules: of reading; by the fifth ones numbers but years and days are no names below them."""
    uppers: list[Row] = []
    below = rows[0] if rows else (0, ())
    names = [cell.strip() for cell in below[1]]
    if rules > 4 and any(is_number(name) and not TIME.fullmatch(name) for name in names):
        return ()
    for number, cells in reversed(titles):
        texts = [cell.strip() for cell in cells]
        filled = [place for place, text in enumerate(texts) if text]
        if number + 1 != below[0] or not filled or filled[-1] >= len(names) or filled == [0]:
            break
        is_apart = filled[0] > 0 or any(after > before + 1 for before, after in pairwise(filled))
        if len(filled) >= len(names) or not (is_apart or any(not names[place] for place in filled)):
            break
        if any(texts[place].endswith(":") or not _may_be_name(texts[place]) for place in filled):
            break
        below = number, cells
        uppers.insert(0, below)
        names = [name or (texts[place] if place < len(texts) else "") for place, name in enumerate(names)]
    return tuple(uppers)


def _may_be_name(text: str) -> bool:
    return is_text(text) or YEAR.fullmatch(text) is not None


def _joined(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, ...]:
    """Names of two rows; an upper one goes on to the right where it has a name below it and the next one is empty."""
    names, group = [], ""
    for place, below in enumerate(lower):
        above = upper[place] if place < len(upper) else ""
        group = above if above else group if below else ""
        names.append(" ".join(dict.fromkeys(filter(None, (group, below)))))
        if above and not below:
            group = ""
    return tuple(names)


def _are_column_numbers(cells: Sequence[str], columns: ColumnTexts) -> bool | None:
    """Whether a row has the numbers of the columns, and whether surely; None: it has not."""
    filled = [place for place, cell in enumerate(cells) if cell]
    matches = [_COLUMN_NUMBER.fullmatch(cells[place]) for place in filled]
    if len(filled) < 2 or not all(matches):
        return None
    counted = [int(match[1]) for match in matches if match]
    goes_up = counted[0] <= 1 and counted == list(range(counted[0], counted[0] + len(counted)))
    if not goes_up and counted != [place + 1 for place in filled]:
        return None
    signed = [cells[place] for place in filled if not cells[place].isdigit()]
    other_form = [place for place in filled if form_of(cells[place]) not in columns.forms[place]]
    no_number = [place for place in filled if not columns.numeric[place] and not columns.knows(place, cells[place])]
    left = [place for place, cell in enumerate(cells) if not cell and columns.share(place) >= _USUALLY]
    codes = [place for place in other_form if any(text[:1] == "0" for text in columns.texts[place] if len(text) > 1)]
    few = len(counted) < _FEW_COLUMNS
    if no_number or codes or (other_form and (signed or left)) or (left and not few):
        return True
    return False if len(counted) > _FEW_COLUMNS or left else None


def _are_units(cells: Sequence[str], columns: ColumnTexts) -> bool:
    beside = [cell for place, cell in enumerate(cells) if cell and columns.numeric[place]]
    others = [cell for place, cell in enumerate(cells) if cell and not columns.numeric[place]]
    says = bool(beside) and all(says_units(cell) and (is_text(cell) or _POWER.match(cell)) for cell in beside)
    powers = [place for place, cell in enumerate(cells) if _POWER.match(cell)]
    plain = all(text.isdecimal() for place in powers for text in columns.texts[place] if is_number(text))
    return says and plain and not any(map(is_number, others))


def _are_names(upper: Sequence[str], cells: Sequence[str], columns: ColumnTexts, rules: int) -> bool | None:
    """Whether a row goes on with the names above it, and whether surely; None: it is a record. rules: of reading; by
    the fourth ones names may be days, and lack above codes in all rows of the head."""
    times = TIME if rules > 3 else YEAR
    above = (*upper, *[""] * (len(cells) - len(upper)))
    filled = [place for place, cell in enumerate(cells) if cell]
    beside = [place for place in filled if columns.numeric[place]]
    others = [place for place in filled if not columns.numeric[place]]
    if any(columns.knows(place, cells[place]) or not is_text(cells[place]) for place in others):
        return None
    if filled == [0] and above[0]:
        return None  # a subhead
    texts = [place for place in beside if not is_number(cells[place])]
    years = [place for place in beside if times.fullmatch(cells[place])]
    named = len({*texts, *years}) if rules > 4 else len(texts) + len(years)
    if any(is_missing_word(cells[place]) for place in texts) or named < len(beside):
        return None
    given = [name for name in above if name]
    open_names = not all(above[place] for place in filled) or len(set(given)) < len(given)
    bare = [place for place, cell in enumerate(cells) if not cell and columns.share(place) >= _USUALLY]
    bare = [place for place in bare if above[place] or rules > 3]
    if texts:
        return bool(open_names or bare) or not others
    if years:
        of_years = all(any(map(times.fullmatch, columns.texts[place])) for place in years)
        if open_names and bare and not of_years:
            return True
        unlike = all(form_of(cells[place]) not in columns.forms[place] for place in years)
        return False if rules > 3 and bare and unlike and not of_years else None
    complete = all(cells[place] for place, name in enumerate(above) if not name)
    return True if filled and bare and not all(above) and complete else None


# --- rows between and below records -----------------------------------------------------------------------------------


def other_table(looked: Sequence[LookedRow], begin: int = 1) -> tuple[Row, ...]:
    """The titles and the row of names of another table below the first one; () where there is none.

    begin: rows of the head, the row of names first.
    """
    names, above, counted = folded(looked[0].cells) if looked else [], ColumnTexts(), begin
    for place in range(begin + 1, len(looked) - 1):
        row, before = looked[place], looked[place - 1]
        if not _may_be_names(row):
            continue
        titled = before.is_one_text and place - 1 > begin and is_text(before.cells[before.filled[0]])
        apart, cells = row.is_below_gap or titled, folded(row.cells)
        shares = any(name and name == cell for name, cell in zip(names, cells, strict=False))
        if not (apart or shares) or cells == names:
            continue
        for other in looked[counted:place]:
            above.add(other)
        counted = place
        if _begins_table(row, looked[place + 1 :], above, names, apart=apart):
            first = place
            while first - 1 > begin and looked[first - 1].is_one_text and is_text("".join(looked[first - 1].cells)):
                first -= 1
            return tuple(other.row for other in looked[first : place + 1])
    return ()


def _may_be_names(row: LookedRow) -> bool:
    """Whether the cells of a row are different texts or years, and no years alone."""
    texts = [row.cells[place] for place in row.filled]
    numbers = [text for text in texts if is_number(text) and not YEAR.fullmatch(text)]
    if len(texts) < 2 or numbers or 2 * sum(map(is_missing_word, texts)) >= len(texts):
        return False
    return len(set(texts)) == len(texts) and not is_total(texts) and not all(map(YEAR.fullmatch, texts))


def _begins_table(
    row: LookedRow, below: Sequence[LookedRow], above: ColumnTexts, names: Sequence[str], *, apart: bool
) -> bool:
    new = [place for place in row.filled if not above.knows(place, row.cells[place])]
    new = [place for place in new if not is_missing_word(row.cells[place])]
    next_rows = below[:3]
    over_numbers = [
        place
        for place in new
        if any(place < len(other.cells) and is_number(other.cells[place]) for other in next_rows)
        and (place >= above.width or not YEAR.fullmatch(row.cells[place]))
    ]
    cells = folded(row.cells)
    own = [place for place, name in enumerate(names) if name and place < len(cells) and name == cells[place]]
    shared = [name for name in cells if name and name in names]
    if not apart:
        long = any(len(names[place]) > 2 for place in own)
        return bool(own) and len(new) == len(row.filled) and (bool(over_numbers) or len(own) > 1 or long)
    if (over_numbers or shared) and new:
        return True
    if len(row.cells) != above.width and all(len(other.cells) == len(row.cells) for other in next_rows):
        return True
    under = ColumnTexts(below)
    repeats = any(column.total() > len(column) > 1 for column in above.texts)
    return (
        repeats
        and len(new) == len(row.filled) == len(row.cells) == above.width == under.width
        and not any(under.knows(place, cell) for place, cell in enumerate(row.cells))
        and not any(set(under.texts[place]) & set(above.texts[place]) for place in range(above.width))
    )


def running_numbers_alone(rows: Sequence[Row]) -> list[Row]:
    """The last rows that have nothing but the number after the one in the row above, as forms prepared for more
    records have; none where records have fewer than three cells."""
    alone: list[Row] = []
    for row, above in zip(reversed(rows), rows[-2::-1], strict=False):
        filled = [(place, cell.strip()) for place, cell in enumerate(row[1]) if cell.strip()]
        place, number = filled[0] if len(filled) == 1 else (0, "")
        before = above[1][place].strip() if place < len(above[1]) else ""
        is_short = len(before) <= _MOST_DIGITS and number.isdecimal() and before.isdecimal()
        if not is_short or number != str(int(before) + 1):
            return []
        alone.append(row)
        cells = sum(bool(cell.strip()) for cell in above[1])
        if cells > 1:
            return alone[::-1] if cells >= _FEW_COLUMNS else []
    return []


def repeated_names(rows: Sequence[Row], names: Sequence[Row]) -> list[Row]:
    """Rows that have the texts of the rows of names once more, whatever their case and blanks."""
    heads = [folded(cells) for _, cells in names]
    again: list[Row] = []
    expected = 0
    for row in rows:
        texts = folded(row[1])
        expected = 1 if texts == heads[0] else expected + 1 if expected and texts == heads[expected] else 0
        if expected:
            again.append(row)
        expected %= len(heads)
    return again


class _Between:
    """Rows with one text alone, among and below records that have more."""

    def __init__(self, rows: Sequence[LookedRow], *, rules: int, is_whole: bool = True) -> None:
        """is_whole: these are all rows of the file; else a text may be one of others that are not seen. rules: of
        reading; by the fourth ones a row of two columns that lacks its number is a record."""
        self._rows, self._columns, self._is_whole, self._rules = rows, ColumnTexts(rows), is_whole, rules

    def alone(self) -> list[LookedRow]:
        """Rows with one text that no record has."""
        alone = [row for row in self._rows if row.is_one_text and self._is_other(row)]
        if self._rules > 3 and len(alone) == 1 and self._only_lacks_number(alone[0]):
            return []
        return alone if self._columns.count > max(1, len(alone) - 1) else []

    def _only_lacks_number(self, row: LookedRow) -> bool:
        """Whether a row among those of two columns has a code like the others, with records right above and below."""
        columns, text = self._columns, row.cells[row.filled[0]]
        if columns.width != 2 or row.filled != (0,) or row.number in (self._rows[0].number, self._rows[-1].number):
            return False
        is_alike = form_of(text) in columns.forms[0] and len(text) <= max(map(len, columns.texts[0]))
        return columns.numeric[1] and is_alike and not row.is_below_gap

    def _is_other(self, row: LookedRow) -> bool:
        place, columns = row.filled[0], self._columns
        text = row.cells[place]
        if columns.width < 2 or is_total([text]) or not columns.usually_others(place) or is_rule_row(row.cells):
            return False
        if place >= columns.width:
            return True
        if not self._is_whole and len(text) <= max(map(len, columns.texts[place])) and not row.is_below_gap:
            return False
        if not is_number(text):
            is_alike = any(map(str.isdigit, text)) and form_of(text) in columns.forms[place]  # as days are
            return not is_alike and not columns.knows(place, text) and not is_missing_word(text)
        is_year = YEAR.fullmatch(text) is not None and form_of(text) not in columns.forms[place]
        return not columns.numeric[place] or is_year

    def subheads(self) -> tuple[list[Row], list[Row]]:
        """Rows between records that head those below them, and rows below the last record that are none."""
        alone = self.alone()
        numbers = {row.number for row in alone}
        strays = self._strays(numbers)
        last = max((row.number for row in self._rows if row.number not in numbers | strays), default=0)
        below = [row.row for row in self._rows if row.number > last]
        return [row.row for row in alone if row.number < last], below

    def _strays(self, alone: set[int]) -> set[int]:
        """Rows at the end that do not look like records: below a blank row, or a number alone."""
        rows = list(self._rows)
        while rows and rows[-1].number in alone:
            rows.pop()
        last = [row for row in rows[-1:] if row.is_one_text and self._is_number_alone(row)]
        if last:
            return {row.number for row in last}
        block: list[LookedRow] = []
        for row in reversed(rows[-_MOST_STRAYS:]):
            if self._fits(row, apart=rows[-1].is_below_gap) and not self._is_unlike(row):
                break
            block.append(row)
            if row.is_below_gap and self._columns.width > 1 and len(rows) - len(block) >= _FEW_ROWS:
                return {other.number for other in block}
        # Without a blank row above them, rows at the end are none where nothing in them is as in the others.
        unlike = list(takewhile(self._is_unlike, block))
        few = 1 if all(map(self._names_note, unlike)) else _FEW_ROWS
        return {row.number for row in unlike} if len(rows) - len(unlike) > few else set()

    def _is_unlike(self, row: LookedRow) -> bool:
        """Whether no other row has any of a row's texts, and one of them is among numbers alone, or names a note."""
        columns = self._columns
        if self._names_note(row):
            return True
        if "\0" in "".join(row.cells):
            return False  # refused, with its line
        known = any(place >= columns.width or columns.texts[place][row.cells[place]] > 1 for place in row.filled)
        return not known and any(
            is_text(row.cells[place])
            and all(text == row.cells[place] or not is_text(text) for text in columns.texts[place])
            for place in row.filled
            if columns.numeric[place]
        )

    def _names_note(self, row: LookedRow) -> bool:
        """Whether a row has a note in two cells, as `Jahr: | 2024`, and lacks what all others have."""
        columns = self._columns
        if len(row.filled) != 2 or row.filled[-1] >= columns.width:
            return False
        first = row.cells[row.filled[0]]
        bare = [place for place in range(columns.width) if place not in row.filled and columns.texts[place][""] < 2]
        return bool(bare) and columns.texts[row.filled[0]][first] < 2 and says_note(first)

    def _is_number_alone(self, row: LookedRow) -> bool:
        place, columns = row.filled[0], self._columns
        blank = [other for other in range(columns.width) if other != place and columns.share(other) == 1]
        is_alone = place > 0 and len(blank) > 0 and (is_number(row.cells[place]) or self._is_whole)
        return is_alone and columns.count > (2 if len(blank) > 1 or row.is_below_gap else 3)

    def _fits(self, row: LookedRow, *, apart: bool = False) -> bool:
        """Whether a row looks like a record: numbers where numbers are, codes of a known form. apart: it is the only
        row below a blank one."""
        columns = self._columns
        if len(row.cells) != columns.width:
            return False
        known = [
            place
            for place in row.filled
            if form_of(row.cells[place]) in columns.forms_of_others(place, row.cells[place])
        ]
        if apart and known and len(row.filled) > 1:
            alone = all(columns.texts[place][row.cells[place]] == 1 for place in row.filled)
            known = [] if alone and not any(columns.numeric) else known
        others = [place for place in row.filled if columns.numeric[place] and is_text(row.cells[place])]
        if len(columns.texts) > 1 and row.is_one_text and row.number in {other.number for other in self.alone()}:
            return False
        return bool(known) and not others


def part_rows(rows: Sequence[LookedRow]) -> list[Row]:
    """Rows that count a part of a row above once more: with a word such as `davon`, the rows below it that add up to
    the row above, and those that are indented as it is."""
    begins = {place for place, row in enumerate(rows) if any(map(says_part, row.cells))}
    parts: set[int] = set()
    for begin in sorted(begins - {0}):
        whole = next(place for place in range(begin - 1, -1, -1) if place not in begins | parts or not place)
        parts.add(begin)
        for place in range(begin + 1, min(len(rows), begin + _MOST_PARTS)):
            if place in begins or not rows[begin].indent or rows[place].indent < rows[begin].indent:
                break
            if rows[whole].indent < rows[begin].indent:
                parts.add(place)
        parts |= _adding_up(rows, whole, begin)
    return [rows[place].row for place in sorted(parts)]


def _adding_up(rows: Sequence[LookedRow], whole: int, begin: int) -> set[int]:
    """Places of the rows from one on whose numbers add up to those of a row above."""
    near = rows[whole : begin + _MOST_PARTS]
    ends = next((place for place, (above, row) in enumerate(pairwise(near), 1) if row.number > above.number + 3), None)
    width = len(rows[whole].cells)
    cells = [(*row.cells, *[""] * width)[:width] for row in near[:ends]]
    for decimal in (".", ","):
        for numbers in numbers_to_add(cells, decimal):
            added = numbers[begin - whole :].cumsum()
            ending = np.flatnonzero(np.abs(numbers[0] - added) <= _NEAR * numbers[0])
            if numbers[0] > 0 and len(ending) and ending[0]:
                return set(range(begin, begin + int(ending[0]) + 1))
    return set()


def group_columns(rows: Sequence[LookedRow], width: int) -> list[tuple[int, list[int]]]:
    """The first columns whose codes are in the first row of a group alone, with the rows that lack them."""
    rows = [row for row in rows if len(row.cells) == width]
    columns: list[tuple[int, list[int]]] = []
    for place in range(width - 1):
        blank = [row.number for row in rows if not row.cells[place]]
        codes = [row.cells[place] for row in rows if row.cells[place]]
        if (
            len(blank) < max(2, len(codes))
            or len(codes) < 2
            or len(set(codes)) < len(codes)
            or not rows[0].cells[place]
        ):
            break
        columns.append((place, blank))
    others = Counter(row.cells[len(columns)] for row in rows)
    return columns if columns and not others[""] and max(others.values()) > 1 else []


# --- beside the table -------------------------------------------------------------------------------------------------


def strays_beside(rows: Sequence[Row], names: Sequence[str]) -> dict[int, list[tuple[int, str]]]:
    """By the place of a column without a name the few cells in it, with their rows. rows: below the names."""
    cells_of: dict[int, list[tuple[int, str]]] = {}
    for number, cells in rows:
        for place, cell in enumerate(cells):
            if place < len(names) and not names[place] and cell.strip():
                cells_of.setdefault(place, []).append((number, cell.strip()))
    most = max(1, _SELDOM * len(rows)) if len(rows) > 1 else 0
    return {place: there for place, there in cells_of.items() if len(there) <= most}


def table_beside(rows: Sequence[Row], names: Sequence[str]) -> tuple[frozenset[int], list[Row]]:
    """The columns of other tables, beside an empty column without a name, and the rows that the first one has not."""
    filled = {place for _, cells in rows for place, cell in enumerate(cells) if cell.strip()}
    gaps = [place for place, name in enumerate(names) if not name and place not in filled]
    first = next((place for place in gaps if place and any(names[:place])), len(names))
    others = frozenset(place for place in range(first, len(names)) if names[place] or place in filled)
    if not any(names[place] for place in others):
        return frozenset(), []
    without = [row for row in rows if is_blank(row[1][:first])]
    lacking = [row for row in rows if is_blank(row[1][first:])]
    is_wide = sum(map(bool, names[:first])) > 1 and not any(
        after - before > 1 for before, after in pairwise(sorted(others))
    )
    if not without and not lacking and not (is_wide and len(others) > 1):
        return frozenset(), []
    return frozenset(range(first, len(names))), without


# --- all of it --------------------------------------------------------------------------------------------------------


def record_rows(
    rows: Sequence[Row],
    tail: Sequence[Row],
    answers: Sequence[ReadingAnswer],
    *,
    header: bool,
    rules: int,
    upper: Sequence[Row] = (),
    by_hand: frozenset[int] = frozenset(),
    later: Sequence[Sequence[Row]] = (),
    whole: bool = True,
    everything: Callable[[], Iterable[Row]] | None = None,
) -> RecordRows:
    """The rows of a file that are no records, from its first rows (the row of names the first one, if there is one) and
    its last ones, which may be among the first. rules: of reading; by_hand: rows that a person has left out; upper:
    rows of names above the row of names; later: further rows of a long text that are looked at, each with those around;
    whole: the rows are all of the file; everything: else gives all rows of it.
    """
    if rules < 3 or not rows:
        return found_layout(rows, tail, answers, header=header, signs=rules > 1)
    if rules > 4:
        rows, tail = _without_marks(rows), _without_marks(tail)
    looker = _Looker(
        rows,
        tail,
        answers,
        header=header,
        rules=rules,
        upper=upper,
        by_hand=by_hand,
        later=later,
        everything=everything,
    )
    return looker.looked(whole=whole)


def _without_marks(rows: Sequence[Row]) -> Sequence[Row]:
    """Rows without the byte order marks that texts put together have where one begins."""
    if not any(cells and str(cells[0]).startswith("\ufeff") for _, cells in rows):
        return rows
    return [(number, [text.removeprefix("\ufeff") for text in cells]) for number, cells in rows]


def of_chosen_table(
    dialect: Dialect, entries: Iterable[ReadingEntry], opened: Callable[[Dialect], Source]
) -> Source | None:
    """The table below that a person has chosen instead of the first one; None where it is the first. The chosen one is
    opened by its row of names; its dialect stays the one by which it was chosen.

    entries: on the first table; opened: opens the file by another dialect.
    """
    entry = next((entry for entry in entries if entry.kind == "tables"), None)
    if entry is None or entry.decision not in _NEXT_CHOICE:
        return None
    answers = tuple(answer for answer in dialect.answers if answer.kind != "tables")
    further = ReadingAnswer("tables", "", _NEXT_CHOICE[entry.decision])
    source = opened(replace(dialect, head_row=entry.rows[-1], header=True, answers=(*answers, further)))
    others = [other for other in source.entries if other.kind != "tables"]
    return replace(source, dialect=dialect, entries=[entry, *others])


def entries_of_later(looked: RecordRows, first: RecordRows) -> tuple[ReadingEntry, ...]:
    """The questions on rows further down a long text. looked: with them; first: without them."""
    entries = [entry for entry in looked.entries if entry.kind in LATER_KINDS and entry not in first.entries]
    again = [number for number in looked.repeated if number not in first.repeated]
    return (*entries, *([entry_of("repeated_head", count=len(again), rows=again)] if again else []))


def _blanked(cells: Sequence[str], places: Container[int]) -> tuple[str, ...]:
    return tuple("" if place in places else cell for place, cell in enumerate(cells))


class _Looker:
    """Collects rows that are no records, with an entry for each kind."""

    def __init__(
        self,
        rows: Sequence[Row],
        tail: Sequence[Row],
        answers: Sequence[ReadingAnswer],
        *,
        header: bool,
        rules: int,
        upper: Sequence[Row],
        by_hand: frozenset[int],
        later: Sequence[Sequence[Row]],
        everything: Callable[[], Iterable[Row]] | None,
    ) -> None:
        first = [*rows[:1], *(row for row in rows[1:] if row[0] not in by_hand)] if header else rows
        self._rows = [row for row in first if header or row[0] not in by_hand]
        self._tail = [row for row in tail if row[0] not in by_hand]
        self._later = [[row for row in near if row[0] not in by_hand] for near in later]
        self._everything = everything
        self._answers, self._header, self._upper, self._rules = answers, header, upper, rules
        self._entries: list[ReadingEntry] = []
        self._left_out, self._kept = set[int](), set[int]()
        self._heads = frozenset[int]()

    def _leave_out(self, kind: str, found_rows: Iterable[Row], default: str = "") -> None:
        rows = [row for row in found_rows if row[0] not in self._left_out | self._kept]
        if rows:
            self._entries.append(rows_entry(kind, rows, self._answers, default))
            is_kept = self._entries[-1].decision == "keep"
            (self._kept if is_kept else self._left_out).update(number for number, _ in rows)

    def _left(self, rows: Iterable[Row]) -> Iterator[Row]:
        return (row for row in rows if row[0] not in self._left_out)

    def looked(self, *, whole: bool) -> RecordRows:
        """The rows, with the names of a head of several rows. whole: they are all of the file."""
        names = self._names_of_head() if self._header else ()
        head = 1 + sum(number in self._left_out for number, _ in self._rows[1:]) if self._header else 0
        without = self._without_strays(head, names) if self._header else frozenset[int]()
        every = self._with_later(looked_at(self._rows))
        other = other_table(every, head) if self._header else ()
        ends = self._cut(other) if other else 0
        records = [row for row in self._rows[int(self._header) :] if row[0] not in self._left_out]
        listed = [row.row for row in every[int(self._header) :] if row.number not in self._left_out]
        repeated = repeated_names(listed, self._rows[:head]) if self._header else []
        again = {number for number, _ in repeated}
        begin = self._rows[0][0] if self._rows else 0
        tail = [row for row in self._tail if row[0] > begin - (not self._header)]
        tail = [row for row in self._left(tail) if not ends or row[0] < ends]
        body = Body([*self._rows[: int(self._header)], *records])
        ruled, notes = footers_of(body, tail)
        end = {number for number, _ in (*ruled, *notes)}
        known = {row[0]: row for row in (*records, *tail) if row[0] not in end | again}
        subtotals = subtotal_rows(known.values()) if self._rules > 4 else set[int]()
        totals = [number for number in sorted(known) if number in subtotals or is_total(known[number][1])]
        self._leave_out("totals", [known[number] for number in totals])
        self._leave_out("footer", ruled)
        if self._rules > 3:
            gone, kept = self._left_out | self._kept | end | again, set(self._kept)
            self._leave_out("parts", part_rows([row for row in every[int(self._header) :] if row.number not in gone]))
            self._kept = kept  # rows that are kept may be sums
        if self._rules > 4:
            gone = self._left_out | self._kept | end | again
            filled = [known[number] for number in sorted(known) if number not in gone]
            self._leave_out("numbers_alone", running_numbers_alone(filled))
        others = self._left_out | self._kept | end | again
        looked = [row for row in every[int(self._header) :] if row.number not in others and not is_total(row.cells)]
        whole = whole and len(every) == len(self._rows)
        subheads, below = _Between(looked, rules=self._rules, is_whole=whole).subheads()
        below = below if whole or self._tail else []
        if whole:
            titled = {number for number, _ in subheads}
            sums = sum_rows([row.row for row in looked if row.number not in titled], self._rules)
            self._leave_out("sum_rows", sums)
            heads = codes_alone(looked) if self._rules > 5 else []
            subheads = sorted({*subheads, *(row for row in heads if row not in sums)})
        elif (every_row := self._everything) is not None and self._rules > 3:
            rows = [row.row for row in looked]
            self._leave_out("sum_rows", last_sum(rows, lambda: self._left(every_row())))
        self._leave_out("subheads", subheads)
        apart, rows_apart = self._codes_apart([*sums, *subheads] if whole else [], looked, names)
        self._leave_out("notes", sorted({row[0]: row for row in (*notes, *self._left(below))}.values()))
        above = self._group_columns(looked, names) if self._header else frozenset[int]()
        left_out, numbers = frozenset(self._left_out), tuple(sorted(again))
        return RecordRows(
            left_out, tuple(self._entries), names, numbers, ends, without, above, self._heads, apart, rows_apart
        )

    def _codes_apart(
        self, apart: Sequence[Row], looked: Sequence[LookedRow], names: Sequence[str]
    ) -> tuple[tuple[int, ...], frozenset[int]]:
        """Columns with codes in rows that are left out and in no record, as in the outline of a pivot table; and
        these rows, where records have the code of the one above. An entry names what is not filled so.

        apart: sums and subheads.
        """
        gone = sorted(row for row in apart if row[0] in self._left_out) if self._rules > 4 else []
        kept = [row for row in looked if row.number not in self._left_out]
        places, rows = list[int](), set[int]()
        for place in range(len(self._rows[0][1])) if gone and kept else ():
            cells = {number: texts[place].strip() for number, texts in gone if place < len(texts)}
            codes = {
                number: text for number, text in cells.items() if text and (self._rules > 5 or not is_number(text))
            }
            if not codes or any(place < len(row.cells) and row.cells[place] for row in kept):
                continue
            head = names[place] if place < len(names) else self._rows[0][1][place].strip() if self._header else ""
            name = head or f"V{place + 1}"
            if self._rules > 5 and min(codes) < kept[0].number:
                blank = [row.number for row in kept]
                entry = entry_of("codes_above", name, count=len(blank), rows=blank, answers=self._answers)
                self._entries.append(entry)
                if entry.decision != "missing":
                    places.append(place)
                    rows |= codes.keys()
            else:
                shown = dict.fromkeys(codes.values())
                self._entries.append(entry_of("codes_lost", name, count=len(shown), rows=codes, examples=shown))
        return tuple(places), frozenset(rows)

    def _group_columns(self, looked: Sequence[LookedRow], names: Sequence[str]) -> frozenset[int]:
        """Columns whose empty cells have the code of the row above."""
        heads = names or [cell.strip() for cell in self._rows[0][1]]
        rows, filled = [row for row in looked if row.number not in self._left_out], set[int]()
        for place, blank in group_columns(rows, len(heads)):
            name, answers = heads[place] or f"V{place + 1}", self._answers
            entry = entry_of("codes_above", name, count=len(blank), rows=blank, answers=answers)
            self._entries.append(entry)
            filled |= {place} if entry.decision != "missing" else set()
        return frozenset(filled)

    def _without_strays(self, head: int, names: Sequence[str]) -> frozenset[int]:
        """Columns that are not read: with a few cells beside the table, or of another table. Rows of these alone are
        left out; their cells are not looked at any more."""
        names = [name.strip() for name in names or self._rows[0][1]]
        below, width = self._rows[head:], len(names)
        without = set[int]()
        strays = strays_beside(below, names)
        if strays:
            cells = sorted((number, text) for there in strays.values() for number, text in there)
            rows, texts = [number for number, _ in cells], [text for _, text in cells]
            entry = entry_of(
                "stray_cells", count=len(cells), rows=rows, examples=texts, answers=self._answers, default="leave_out"
            )
            self._entries.append(entry)
            if entry.decision == "leave_out":
                filled = {place for _, cells in below for place, cell in enumerate(cells) if cell.strip()}
                named = [place for place, name in enumerate(names) if name]
                outer = [*range(min(named, default=0)), *range(max(named, default=-1) + 1, width)]
                without |= {*strays, *(place for place in outer if place not in filled)}
        below = [(number, _blanked(cells, without)) for number, cells in below]
        beside, alone = table_beside(below, names)
        if beside and not beside <= without:
            shown = [name for place, name in enumerate(names) if place in beside and name]
            rows = [number for number, _ in alone]
            entry = entry_of("tables_beside", count=1, rows=rows, examples=shown, answers=self._answers)
            self._entries.append(entry)
            if entry.decision == "second_table":
                kept = next(place for place in sorted(beside) if names[place])
                without |= set(range(kept))
            elif entry.decision != "keep":
                without |= beside
        if without:
            self._rows = [*self._rows[:head], *((number, _blanked(cells, without)) for number, cells in below)]
            self._tail = [(number, _blanked(cells, without)) for number, cells in self._tail]
            blank = {number for number, cells in (*self._rows[head:], *self._tail) if is_blank(cells)}
            self._left_out |= blank
            self._rows = [row for row in self._rows if row[0] not in blank]
            self._tail = [row for row in self._tail if row[0] not in blank]
        return frozenset(without)

    def _with_later(self, looked: list[LookedRow]) -> list[LookedRow]:
        """Looked rows with those further down the file, and with its last ones."""
        known = {row.number: row for row in looked}
        last = max(known, default=0)
        tail = [row for row in self._tail if row[0] > last]
        for near in (*self._later, tail):
            for place, row in enumerate(looked_at(near)):
                if row.filled and row.number > last and (row.number not in known or place):
                    known[row.number] = row if place else replace(row, is_below_gap=False)
        return [known[number] for number in sorted(known)]

    def _names_of_head(self) -> tuple[str, ...]:
        """Names of all rows of names; () where one row has them."""
        head = head_rows(self._rows, self._upper, rules=self._rules)
        names = head.names
        first = [cell.strip() for cell in self._rows[0][1]]
        if self._rules > 3 and not first[0] and all(TIME.fullmatch(name) for name in names or first if name):
            self._entries.append(rows_entry("head_guessed", self._rows[:1]))
        if head.joined:
            entry = rows_entry("names_joined", head.joined, self._answers, "join" if head.joined_surely else "")
            self._entries.append(entry)
            names = () if entry.decision in ("keep", "leave_out") else names
            self._heads = frozenset(number for number, _ in head.joined) if names else frozenset()
            is_kept = entry.decision == "keep"
            (self._kept if is_kept else self._left_out).update(number for number, _ in head.joined)
        self._leave_out("units", head.units, "leave_out")
        texts = ([cell.strip() for cell in cells] for _, cells in head.numbers)
        has_gap = self._rules > 5 and any(
            not cell and any(row[:place]) and any(row[place:]) for row in texts for place, cell in enumerate(row)
        )
        self._leave_out("column_numbers", head.numbers, "leave_out" if head.numbered_surely and not has_gap else "")
        return names

    def _cut(self, other: Sequence[Row]) -> int:
        """The number of the first row of another table, which is not read; 0 where it is."""
        entry = rows_entry("tables", other, self._answers)
        self._entries.append(entry)
        if answer_to(self._answers, "tables") == "keep":
            return 0
        ends = other[0][0]
        self._left_out.update(number for number, _ in (*self._rows, *self._tail) if number >= ends)
        return ends
