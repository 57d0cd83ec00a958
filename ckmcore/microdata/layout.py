"""Rows of a text or a sheet that are no records: titles above the names, units below them, notes at the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import dropwhile, takewhile
from typing import Any, Literal

from ckmcore.microdata.number_signs import is_missing_word, plain_number
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, entry_of

Row = tuple[int, Sequence[str]]
"""The number of a row as the file counts it, from 1, and its cells."""

TOTAL_WORDS = frozenset(
    """
    insgesamt|gesamt|gesamtsumme|gesamtergebnis|summe|zusammen|alle|total|totals|grand total|sum|all|overall
    """.strip().split("|")
)
TOTAL_PATTERN = rf"^\s*({'|'.join(sorted(TOTAL_WORDS))})[\s:*]*$"
_RESULTS = "ergebnis|anzahl|durchschnitt|mittelwert|median|maximum|minimum|standardabweichung|average|mean|count"
_RESULT = re.compile(_RESULTS, re.IGNORECASE)
_SUBTOTAL = re.compile(rf"(.+) (?:{_RESULTS}|gesamt|insgesamt|zusammen|summe|total)", re.IGNORECASE)
_MOST_RESULTS = 6
_MOST_TITLES, _MOST_NOTES, _MOST_HEADS, _FEW_ROWS = 30, 40, 3, 24
_NUMBER = re.compile(r"[+-]?[\d.,'\u00a0\u202f ]*\d")
_DIGIT = re.compile(r"\d")
YEAR = re.compile(r"(19|20)\d\d")
TIME = re.compile(r"(\d{1,2}\.)?(\d{1,2}[./])?(19|20)\d\d|(19|20)\d\d-\d\d(-\d\d)?")
"""Years, months and days as names of columns."""
_RULE = re.compile(r"[_\-=*]{3,}")
_NOTE = re.compile(
    r"(quelle|source|stand|anmerkung|hinweis|fu(ß|ss)note|note|notes|legende|erl(ä|ae)uterung|copyright|©|\(c\)"
    r"|statistisches|statistische|erstellt|created|datum|date|tabelle|table|berichtsjahr|abruf)\b"
    r"|^(©|\(c\)|\*|\d{1,2}\))",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\b(in|je|per|anzahl|number|prozent|percent|eur|euro|tsd|mio|mrd|mill|1[. ]?000|kg|t|ha|qm|m2|km)\b|[%€$²]",
    re.IGNORECASE,
)


_PART = re.compile(
    r"\s*[-–*]?\s*((davon|darunter|darin|hiervon|hierunter|und zwar|of which|thereof|of them)\b|(dav|dar|daru)\.)",
    re.IGNORECASE,
)
RowKind = Literal["record", "names", "left_out"]


@dataclass(frozen=True)
class FileRow:
    """A row of a file as read, with its kind. number: of its line, or its row in a sheet, from 1."""

    number: int
    cells: tuple[str, ...] = field(repr=False)
    kind: RowKind


@dataclass(frozen=True)
class RecordRows:
    """Numbers of rows that are no records, and the notices and questions on them.

    names: those of a head of several rows, () where one row has them; heads: the further rows of such a head. repeated:
    rows that have the names again; ends: the first row of another table, which is not read, 0 where there is none;
    without: places of columns that are not read; above: places of columns whose empty cells have the code of the row
    above; apart: of those whose codes have rows of their own (rows_apart), which are no records. later: looks at a
    long text behind the line looked_to, where something suggests that rows are no records.
    """

    left_out: frozenset[int] = frozenset()
    entries: tuple[ReadingEntry, ...] = ()
    names: tuple[str, ...] = ()
    repeated: tuple[int, ...] = ()
    ends: int = 0
    without: frozenset[int] = frozenset()
    above: frozenset[int] = frozenset()
    heads: frozenset[int] = frozenset()
    apart: tuple[int, ...] = ()
    rows_apart: frozenset[int] = frozenset()
    looked_to: int = 0
    later: Callable[[], tuple[ReadingEntry, ...]] | None = field(default=None, repr=False, compare=False)


class Body:
    """What the rows of records look like: how wide, which columns hold numbers, which codes and how long."""

    def __init__(self, rows: Sequence[Row], *, signs: bool = True) -> None:
        """signs: whether numbers may have signs of currency and the like beside them (rules 2)."""
        self.signs = signs
        widths = Counter(len(cells) for _, cells in rows if any(map(str.strip, cells)))
        self.width = max(widths, key=lambda width: (widths[width], width), default=0)
        whole = [cells for _, cells in rows if len(cells) == self.width]
        # The first rows may be titles, names or units, the last ones notes: the middle says what records are.
        inner = whole[min(3, len(whole) // 3) :]
        inner = inner[: max(1, len(inner) - len(inner) // 4)]
        self._columns = [[row[place].strip() for row in inner] for place in range(self.width)]

    @cached_property
    def numeric(self) -> list[bool]:
        """Which columns mostly hold numbers."""
        return [
            2 * sum(count for cell, count in Counter(column).items() if is_number(cell, signs=self.signs))
            > sum(map(bool, column))
            for column in self._columns
        ]

    @cached_property
    def longest(self) -> list[int]:
        """The longest text of each column."""
        return [max(map(len, column), default=0) for column in self._columns]

    @cached_property
    def filled(self) -> list[float]:
        """The share of rows in which each column is filled."""
        return [sum(map(bool, column)) / max(1, len(column)) for column in self._columns]


def is_number(cell: str, *, signs: bool = True) -> bool:
    """Whether a text is a number. signs: with those of currency and the like, too."""
    if _NUMBER.fullmatch(cell.strip()):
        return True
    return signs and _DIGIT.search(cell) is not None and _NUMBER.fullmatch(plain_number(cell)) is not None


def titles_of(rows: Sequence[Row], width: int = 0, *, header: bool = True, rules: int = 1) -> int:
    """The number of rows above the names: narrower than records, or one text alone, above a row of names; comments.

    width: columns of a record, by default as many as most rows have. Without header, a row of one text alone is a
    record. rules: of reading; by the second ones some names may be years, numbers have signs beside them, and rows of
    names as wide as records begin with #; by the third ones a row has as many columns as most rows fill, and a title
    may be above two columns; by the fourth ones names may be days, and lack above columns of codes.
    """
    width = width or Body(rows).width
    usual = _usually_filled(rows) if rules > 2 else width
    comments, times = 0, TIME if rules > 3 else YEAR
    for above, (_, cells) in enumerate(rows[:_MOST_TITLES]):
        if header and rules > 3 and lacks_names_of_codes(rows, above, rules):
            return above
        filled = sum(bool(cell.strip()) for cell in cells)
        narrow = len(cells) < width and 2 * filled <= max(2, usual)
        alone = header and len(cells) == width > (1 if rules > 2 else 2) and filled == 1
        alone = alone and not is_number("".join(cells), signs=rules > 1)
        alone = alone and (usual > 2 or _is_title_of_two(rows, above))
        alone = alone or (header and rules > 2 and filled < usual and _is_named_title(cells))
        # A row as wide as records holds names, whatever the first of them begins with.
        if cells and cells[0].lstrip().startswith("#") and (narrow or width == 1 or rules < 2):
            comments += comments == above
        elif not narrow and not alone:
            numbers = [cell.strip() for cell in cells if is_number(cell, signs=rules > 1)]
            # Names may be years, but not all of them.
            is_head = (
                2 * filled > usual
                and len(numbers) < filled
                and all(rules > 1 and times.fullmatch(number) for number in numbers)
            )
            return above if is_head or (rules > 2 and _begins_head(rows, above)) else comments
    return 0


def lacks_names_of_codes(rows: Sequence[Row], place: int, rules: int) -> bool:
    """Whether a row has names above numbers alone, as downloads of GENESIS have: texts or times, empty above the codes
    of the rows below. Further such rows may follow. rules: of reading; by the fifth ones an empty row ends those below.
    """
    width = len(rows[place][1])
    head = [cell.strip() for cell in rows[place][1]]
    codes = next((column for column, cell in enumerate(head) if cell), 0)
    if not codes:
        return False
    below = list(dropwhile(lambda row: is_blank(row[1][:codes]), rows[place + 1 : place + _FEW_ROWS]))
    if rules > 4:
        below = list(takewhile(lambda row: not is_blank(row[1]), below))
    below = [row for row in below if len(row[1]) == width and not is_blank(row[1])]
    heads = [row for row in rows[place : place + _FEW_ROWS] if not below or row[0] < below[0][0]]
    names = [cell.strip() for _, cells in heads for cell in cells[codes:] if cell.strip()]
    if len(heads) > _MOST_HEADS or not below or not all(TIME.fullmatch(name) or _is_word(name) for name in names):
        return False
    without = sum(is_blank(cells[:codes]) for _, cells in below)  # sums may lack codes
    if any(len(cells) != width for _, cells in heads) or 2 * without >= len(below):
        return False
    named = [column for column in range(codes, width) if any(cells[column].strip() for _, cells in heads)]
    while rules > 4 and len(below) > 1 and not any(is_number(below[-1][1][column]) for column in named):
        below.pop()  # a text below the table
    numbers = [cells[column].strip() for _, cells in below for column in named if cells[column].strip()]
    plain = [number for number in numbers if is_number(number) and not TIME.fullmatch(number)]
    return all(is_number(number) or is_missing_word(number) for number in numbers) and 2 * len(plain) > len(numbers)


def _is_word(text: str) -> bool:
    return not is_number(text) and not is_missing_word(text)


def _begins_head(rows: Sequence[Row], place: int) -> bool:
    """Whether a row that is half empty begins a head of several rows: texts or years, as those right below it are."""
    above, below = (
        [cell.strip() for cell in cells if cell.strip()] for _, cells in (*rows, (0, ()))[place : place + 2]
    )
    texts = [text for text in (*above, *below) if not is_number(text)]
    years = [text for text in (*above, *below) if YEAR.fullmatch(text)]
    return min(len(above), len(below)) > 1 and len(texts) + len(years) == len(above) + len(below) and bool(texts)


def _usually_filled(rows: Sequence[Row]) -> int:
    """How many cells most rows fill, of those that fill more than one."""
    filled = Counter(sum(bool(cell.strip()) for cell in cells) for _, cells in rows)
    return max((count for count in filled if count > 1), key=lambda count: (filled[count], count), default=1)


def _is_named_title(cells: Sequence[str]) -> bool:
    """Whether a row has a title in two cells, as `Jahr: | 2024`."""
    texts = [cell.strip() for cell in cells if cell.strip()]
    return len(texts) == 2 and texts[0].endswith(":")


def _is_title_of_two(rows: Sequence[Row], place: int) -> bool:
    """Whether a text alone is above a table of two columns: apart from what follows, or above names of numbers."""
    number, cells = rows[place]
    if not cells[0].strip() or place + 2 >= len(rows):
        return False
    (next_number, names), (_, below) = rows[place + 1 : place + 3]
    named = [(name, cell) for name, cell in zip(names, below, strict=False) if name.strip()]
    is_headed = len(named) > 1 and any(not is_number(name) and is_number(cell) for name, cell in named)
    return next_number > number + 1 or _NOTE.search(cells[0]) is not None or is_headed


def titles_entry(rows: Sequence[Row]) -> ReadingEntry:
    """The entry for rows above the names."""
    first = next((cells[0].lstrip() for _, cells in rows if cells), "")
    return rows_entry("comments" if first.startswith(("#", "//")) else "titles", rows)


def says_units(text: str) -> bool:
    """Whether a text names a unit."""
    return _UNIT.search(text) is not None


def units_of(body: Body, rows: Sequence[Row]) -> list[Row]:
    """Rows right below the names that say units: texts above numbers, nothing that a record would have besides."""
    units = []
    for row in rows[:2]:
        cells = [cell.strip() for cell in row[1]]
        if len(cells) != body.width or not any(cells):
            break
        said = [cell for cell, numeric in zip(cells, body.numeric, strict=True) if numeric and cell]
        others = [cell for cell, numeric in zip(cells, body.numeric, strict=True) if not numeric and cell]
        numbers = any(is_number(cell, signs=body.signs) for cell in (*said, *others))
        if not said or numbers or not all(map(_UNIT.search, said)):
            break
        units.append(row)
    return units


def says_note(text: str) -> bool:
    """Whether a text begins a note, as a source or a date."""
    return _NOTE.match(text) is not None or text.endswith(":")


def says_part(text: str) -> bool:
    """Whether a text says that a row is a part of one above."""
    return _PART.match(text) is not None


def is_note(body: Body, cells: Sequence[str]) -> bool:
    """Whether a row at the end is a note: one text alone, which names a source or is longer than any code there."""
    filled = [(place, cell.strip()) for place, cell in enumerate(cells) if cell.strip()]
    if len(filled) != 1 or len(cells) > body.width:
        return False
    place, text = filled[0]
    if _RULE.fullmatch(text) or (body.width > 1 and _NOTE.search(text)):
        return True
    usual = sum(share > 0.5 for share in body.filled)
    return usual > 1 and len(text) > 1.5 * body.longest[place] + 3 and " " in text


def footers_of(body: Body, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Rows at the end that are no records: those below a rule of signs (`____`), and other notes; blank rows between
    them belong to either."""
    last: list[Row] = []
    for row in reversed(rows[-_MOST_NOTES:]):
        if any(cell.strip() for cell in row[1]) and not is_note(body, row[1]):
            break
        last.insert(0, row)
    while last and not any(cell.strip() for cell in last[0][1]):
        last.pop(0)
    ruled = next((at for at, (_, cells) in enumerate(last) if _is_rule(cells)), None)
    return ([], last) if ruled is None else (last[ruled:], last[:ruled])


def _is_rule(cells: Sequence[str]) -> bool:
    filled = [cell.strip() for cell in cells if cell.strip()]
    return len(filled) == 1 and _RULE.fullmatch(filled[0]) is not None


def file_rows(
    rows: Iterable[Row], names: Container[int], is_record: Callable[[int, Sequence[str]], bool]
) -> Iterator[FileRow]:
    """Rows of a file with their kinds. names: numbers of the rows of names."""
    for number, cells in rows:
        kind: RowKind = "names" if number in names else "record" if is_record(number, cells) else "left_out"
        yield FileRow(number, tuple(cells), kind)


def is_blank(cells: Sequence[str]) -> bool:
    """Whether a row has no text."""
    return not any(cell.strip() for cell in cells)


def is_rule_row(cells: Sequence[str]) -> bool:
    """Whether the texts of a row of several columns are lines of signs, as `=====`, and nothing else."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return len(cells) > 1 and bool(filled) and all(map(_RULE.fullmatch, filled))


def is_total(cells: Sequence[str]) -> bool:
    """Whether a cell says that a row is a total."""
    return any(is_total_word(cell) for cell in cells)


def is_total_word(text: str) -> bool:
    """Whether a text is a word for a total."""
    return text.strip(" :*").casefold() in TOTAL_WORDS


def subtotal_rows(rows: Iterable[Row]) -> set[int]:
    """Numbers of rows with a code of others and a word for its total or mean, `Nord Ergebnis`, as Excel writes
    subtotals; and of the last rows that have such a word once in its column, as below its tables."""
    listed = list(rows)
    known = Counter((place, cell.strip()) for _, cells in listed for place, cell in enumerate(cells))
    last = {number for number, _ in listed[-_MOST_RESULTS:]}
    return {
        number
        for number, cells in listed
        for place, cell in enumerate(cells)
        if (number in last and known[place, cell.strip()] == 1 and _RESULT.fullmatch(cell.strip(" :")))
        or ((parts := _SUBTOTAL.fullmatch(cell.strip())) and (place, parts[1]) in known)
    }


def totals_in(column: Any) -> Any | None:
    """Which records of an arrow column a text calls totals; None where none is."""
    import pyarrow as pa
    import pyarrow.compute as pc

    coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    if not pa.types.is_string(coded.type.value_type) and not pa.types.is_large_string(coded.type.value_type):
        return None
    words = pc.match_substring_regex(coded.dictionary, TOTAL_PATTERN, ignore_case=True)
    return pc.take(words, coded.indices).fill_null(False) if pc.any(words).as_py() else None


def without_totals(column: Any) -> Any:
    """A dictionary column of Arrow without totals among its values, which no record has; their order stays."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kept = pc.invert(pc.match_substring_regex(column.dictionary, TOTAL_PATTERN, ignore_case=True)).fill_null(True)
    places = pc.subtract(pc.cumulative_sum(pc.cast(kept, pa.int64())), 1)
    return pa.DictionaryArray.from_arrays(pc.take(places, column.indices), column.dictionary.filter(kept))


def rows_entry(
    kind: str, rows: Iterable[Row], answers: Iterable[ReadingAnswer] = (), default: str = ""
) -> ReadingEntry:
    """The entry for rows that are no records. default: see `entry_of`."""
    listed = list(rows)
    texts = [" | ".join(cell.strip() for cell in cells if cell.strip()) for _, cells in listed]
    numbers = [number for number, _ in listed]
    return entry_of(kind, count=len(listed), rows=numbers, examples=texts, answers=tuple(answers), default=default)


def found_layout(
    rows: Sequence[Row], tail: Sequence[Row], answers: Sequence[ReadingAnswer], *, header: bool, signs: bool = True
) -> RecordRows:
    """The rows of a file that are no records, from its first rows (the row of names the first one, if there is one) and
    its last ones, which may be among the first. signs: see `Body`."""
    entries: list[ReadingEntry] = []
    left_out: set[int] = set()
    body = Body(rows, signs=signs)
    records = list(rows[1:] if header else rows)

    def leave_out(kind: str, found: Sequence[Row]) -> None:
        if found:
            entries.append(rows_entry(kind, found, answers))
            if entries[-1].decision != "keep":
                left_out.update(number for number, _ in found)

    begin = rows[0][0] if rows else 0
    ruled, notes = footers_of(body, [row for row in tail if row[0] > begin - (not header)])
    end = {number for number, _ in (*ruled, *notes)}
    if header:
        leave_out("units", [row for row in units_of(body, records) if row[0] not in end])
    known = {row[0]: row for row in (*records, *tail) if row[0] > begin - (not header) and row[0] not in end}
    leave_out("totals", [known[number] for number in sorted(known) if is_total(known[number][1])])
    leave_out("footer", ruled)
    leave_out("notes", notes)
    return RecordRows(frozenset(left_out), tuple(entries))
