"""What the columns of a table of codes mean: proposed by their heads and by their cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_heads import (
    ASIDE,
    HEADINGS,
    LABEL_HEADS,
    LABEL_WORDS,
    PARTS_OF_KEYS,
    TREE_WORDS,
    label_of_head,
    meaning_of_head,
)
from ckmcore.dictionary.code_levels import (
    ColumnContent,
    are_parts,
    are_spread,
    begins,
    in_chain,
    labels_left,
    neighbours,
    outermost_first,
)
from ckmcore.dictionary.small_tables import SmallTable, SmallTableRow, normal, places_of
from ckmcore.errors import DataError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.codes import days_among, mended_code
from ckmcore.microdata.layout import Body, footers_of, rows_entry, titles_entry, titles_of
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, entry_of

Wanted = Literal["tree", "list", "conversion"]

_MEANING = re.compile(
    r"code|code_label|label(_en|_de)?|parent|depth|hierarchy|note(_en|_de)?|valid_from|valid_to|ignored"
    r"|level[1-9]\d?(_label(_en|_de)?)?|old|old_label|new|new_label(_en|_de)?|share|partial"
)
MEANINGS = (
    *("code", "label", "label_de", "label_en", "code_label", "parent", "depth", "hierarchy"),
    *("note", "note_de", "note_en", "valid_from", "valid_to", "ignored"),
)
OF_CONVERSIONS = ("old", "old_label", "new", "new_label", "new_label_de", "new_label_en", "share", "partial", "ignored")
_OF_CODES = ("code", "code_label", "parent", "old", "new")
_LANGUAGES = ("", "_en", "_de")
_MOST_HEADS, _MOST_TITLES = 4, 40
_LETTERS = re.compile(r"[^\W\d_]{2}")
_CODE_LABEL = re.compile(r"((?=[^\s=:]*\d)[^\s=:]+|[A-Z])(?:\s+[-–—:=]\s+|\s*[=:]\s*|\s+)([^\W\d_].*)", re.DOTALL)
# Texts that begin with a number, and are no code with a label behind it: `10 bis 20 Jahre`.
_QUANTITY = re.compile(
    r"\S+\s+(bis|und|u\.|oder|unter|über|jahre?|monate?|tage?|wochen?|personen?|kind(er)?|mehr|weniger|mal|prozent|euro"
    r"|to|and|or|under|over|years?|months?|days?|weeks?|persons?|child(ren)?|more|less|times)\b",
    re.IGNORECASE,
)


def check_meaning(meaning: str) -> str:
    """A meaning as it is; raises column_meaning_unknown."""
    if _MEANING.fullmatch(meaning) is None:
        raise InputError("column_meaning_unknown", meaning=meaning, known=(*MEANINGS, "level1", "level1_label"))
    return meaning


def level_of(meaning: str) -> tuple[int, str]:
    """Number of the level and rest of a meaning: `level2_label_de` is (2, `label_de`); (0, "") for no level."""
    head, _, rest = meaning.partition("_")
    return (int(head[5:]), rest) if head.startswith("level") else (0, "")


def meaning_title(meaning: str) -> Sentence:
    """A meaning in words."""
    number, rest = level_of(meaning)
    if not number:
        return sentence(f"column_meaning_{meaning}")
    code = f"column_meaning_level_{rest}" if rest else "column_meaning_level"
    return sentence(code, level=number)


@dataclass(frozen=True)
class CodeColumns:
    """The rows of a table below its names, and what its columns mean.

    head: rows of the names, of which a column has the lowest that is filled; names: of the columns, `V2` where none is
    given; rows: of codes; entries: on rows that are left out and on names.
    """

    table: SmallTable
    head: tuple[SmallTableRow, ...]
    names: tuple[str, ...]
    rows: tuple[SmallTableRow, ...]
    meanings: tuple[str, ...] = ()
    entries: tuple[ReadingEntry, ...] = ()

    @property
    def headings(self) -> tuple[str, ...]:
        """Names of the file, "" where there is none."""
        return self.names if self.head else ("",) * len(self.names)

    def places(self, *meanings: str) -> list[int]:
        """Indices of the columns with one of these meanings."""
        return [place for place, meaning in enumerate(self.meanings) if meaning in meanings]

    def with_meanings(self, given: Mapping[str | int, str]) -> CodeColumns:
        """The same columns with other meanings. given: by name or index. Raises column_meaning_unknown,
        code_column_unknown."""
        meanings = list(self.meanings)
        for column, meaning in given.items():
            if column not in self.names and not (isinstance(column, int) and 0 <= column < len(self.names)):
                raise InputError("code_column_unknown", file=str(self.table.file), column=column, known=self.names)
            place = column if isinstance(column, int) else self.names.index(column)
            meanings[place] = check_meaning(meaning)
        return replace(self, meanings=tuple(meanings))

    def with_days(self, answers: Sequence[ReadingAnswer]) -> CodeColumns:
        """The same columns with the decisions on codes that are days, as Excel makes of 01.11; and the questions on
        them. A column of nothing but whole days is one of days."""
        entries, new = list(self.entries), dict[tuple[int, int], str]()
        for place, meaning in enumerate(self.meanings):
            if meaning in _OF_CODES or re.fullmatch(r"level\d+", meaning):
                for kind, texts in self._days_in(place).items():
                    shown = dict.fromkeys(texts.values())
                    name, count = self.names[place], len(texts)
                    entries.append(entry_of(kind, name, count=count, rows=texts, examples=shown, answers=answers))
                    if entries[-1].decision in ("missing", "day_month"):
                        is_missing = entries[-1].decision == "missing"
                        new.update(((line, place), "" if is_missing else text) for line, text in texts.items())
        rows = tuple(_with_cells(row, new) for row in self.rows) if new else self.rows
        return replace(self, rows=rows, entries=tuple(entries))

    def _days_in(self, place: int) -> dict[str, dict[int, str]]:
        """Days of a column by line: those that a sheet displays without a year, and those among other codes."""
        texts = {row.line: row.cell(place) for row in self.rows if row.cell(place)}
        days = {line: self.table.days[line, place] for line in texts if (line, place) in self.table.days}
        yearless = {line: text for line, text in days.items() if text}
        named = set() if days else set(days_among(dict.fromkeys(texts.values())))
        among = {line: text for line, text in texts.items() if text in named}
        if len(days) < len(texts):
            among |= {line: texts[line] for line in days if line not in yearless}
        kinds = {"days_without_year": yearless, "days_among_codes": among}
        return {kind: days_of_kind for kind, days_of_kind in kinds.items() if days_of_kind}


def _with_cells(row: SmallTableRow, new: Mapping[tuple[int, int], str]) -> SmallTableRow:
    """A row with other texts in some cells. new: by line and column."""
    return replace(row, cells=tuple(new.get((row.line, place), cell) for place, cell in enumerate(row.cells)))


# --- rows ----------------------------------------------------------------------------------------------------------


def columns_of(
    table: SmallTable,
    wanted: Wanted,
    codes: Sequence[str] = (),
    called: Sequence[str] = (),
    *,
    head_row: int | None = None,
    answers: Sequence[ReadingAnswer] = (),
) -> CodeColumns:
    """Find names, titles and notes of a table and propose the meaning of each column.

    wanted: what the table is read for; codes: of the variable; called: names and titles of the variable; head_row: line
    of the names, 0 where there are none, None: they are looked for. Raises code_list_headings, file_empty,
    code_head_row.
    """
    known = frozenset(codes)
    entries = list(table.entries)
    above = _above(table, head_row)
    if above:
        entries.append(titles_entry(_numbered(table.rows[:above])))
    rows = table.rows[above:]
    is_named = _is_named(replace(table, rows=rows), wanted, known, called) if head_row is None else head_row > 0
    more = _more_heads(rows) if is_named else 0
    head, rows = rows[: is_named + more], rows[is_named + more :]
    if more:
        entries.append(rows_entry("head_rows", _numbered(head[1:])))
    rows, below = _without_notes(rows, answers)
    entries += below
    repeated = [row for row in rows if head and row.cells == head[0].cells]
    if repeated:
        entries.append(rows_entry("repeated_head", _numbered(repeated), answers))
        if entries[-1].decision != "keep":
            rows = tuple(row for row in rows if row not in repeated)
    if not rows:
        raise DataError("file_empty", file=str(table.file))
    names = _names(head, max(len(row.cells) for row in (*head, *rows)))
    columns = CodeColumns(table, head, tuple(names), rows, entries=tuple(entries))
    if head and head_row is None and not _is_sure(columns):
        columns = replace(columns, entries=(*columns.entries, rows_entry("head_guessed", _numbered(head[:1]))))
    propose = {"tree": _tree_meanings, "list": _list_meanings, "conversion": _conversion_meanings}[wanted]
    return replace(columns, meanings=tuple(propose(columns, known, called)))


def _names(head: Sequence[SmallTableRow], width: int) -> list[str]:
    """A name for each column: the lowest that is filled, with the one above it where it comes again."""
    rows = [row for row in head if not _numbers_columns(row)]
    lowest = [next((row.cell(place) for row in reversed(rows) if row.cell(place)), "") for place in range(width)]
    names: list[str] = []
    above = ""
    for place, text in enumerate(lowest):
        above = rows[0].cell(place) or above if rows else ""
        is_sub = len(rows) > 1 and text != rows[0].cell(place)
        name = f"{above} {text}" if is_sub and lowest.count(text) > 1 else text
        names.append(" ".join(name.split()) or f"V{place + 1}")
    return [
        f"{name} ({names[:place].count(name) + 1})" if name in names[:place] else name
        for place, name in enumerate(names)
    ]


def _numbered(rows: Iterable[SmallTableRow]) -> list[tuple[int, Sequence[str]]]:
    return [(row.line, row.cells) for row in rows]


def _above(table: SmallTable, head_row: int | None) -> int:
    """Count the rows above the names. Raises code_head_row."""
    if head_row is not None:
        lines = [row.line for row in table.rows]
        if head_row and head_row not in lines:
            raise InputError("code_head_row", file=str(table.file), row=head_row)
        return lines.index(head_row) if head_row else 0
    cells = [tuple(_trimmed(row.cells)) for row in table.rows[:_MOST_TITLES]]
    for above, row in enumerate(cells):
        # Names that are known, below rows that are narrower.
        if sum(meaning_of_head(cell) != "" for cell in row) > 1 and _are_names(row):
            return above if all(_is_title(other, len(row)) for other in cells[:above]) else 0
    width = max(map(len, cells))
    titles = titles_of([(row.line, texts) for row, texts in zip(table.rows, cells, strict=False)], width, rules=2)
    elsewhere = {cell for row in table.rows[titles:] for cell in row.cells}
    return titles if not any(cell and cell in elsewhere for row in cells[:titles] for cell in row) else 0


def _is_title(cells: Sequence[str], width: int) -> bool:
    """Whether a row above known names is a title: narrow, or words alone that a separator divides."""
    return 2 * sum(map(bool, cells)) <= max(2, width) or not any(
        any(map(str.isdigit, cell)) and " " not in cell for cell in cells
    )


def _are_names(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return len(set(filled)) > len(filled) // 2 and not any(cell.isdecimal() for cell in filled)


def _trimmed(cells: Sequence[str]) -> Sequence[str]:
    end = len(cells)
    while end and not cells[end - 1]:
        end -= 1
    return cells[:end]


def _is_named(table: SmallTable, wanted: Wanted, codes: frozenset[str], called: Sequence[str]) -> bool:
    """Whether the first row holds the names of the columns."""
    cells = table.rows[0].cells
    if not codes.isdisjoint(cells):
        return False
    if table.width == 1 and len(table.rows) > 1 and holds_labels([row.cell(0) for row in table.rows[1:]]):
        return not holds_labels(cells[:1])
    # Names may come again below.
    table = replace(table, rows=(table.rows[0], *(row for row in table.rows[1:] if row.cells != cells)))
    normal_names = set(map(normal, called)) - {""}
    if any(normal(cell) in normal_names for cell in cells):
        return True
    if wanted == "tree":
        words_known = places_of(cells, TREE_WORDS)
        if len(table.rows) == 1:
            return "parent" in words_known or "depth" in words_known
        if not words_known and _look_like_parents(table.rows):
            return False
        if sum(meaning_of_head(cell) != "" for cell in cells) > 1 and _are_names(cells):
            return True
        if any(_begins_others(table.rows, place) for place in range(len(cells))):
            return False
        return table.has_header or table.may_have_header or bool(words_known)
    if wanted == "conversion":
        return len(table.rows) > 1 and (table.may_have_header or all(map(_names_codes, cells[:2])))
    known = places_of(cells, HEADINGS)
    known_heads = sum(meaning_of_head(cell) != "" for cell in cells)
    return "code" in known or max(len(known), known_heads) > 1 or table.has_header or _names_labels(cells)


def _names_labels(cells: Sequence[str]) -> bool:
    """Whether a row has a name for labels, and no cell that looks like a code."""
    has_code = any(any(map(str.isdigit, cell)) or (len(cell) <= 3 and cell.isupper()) for cell in cells)
    return len(cells) > 1 and any(normal(cell) in LABEL_WORDS for cell in cells) and not has_code


def _begins_others(rows: Sequence[SmallTableRow], place: int) -> bool:
    """Whether codes below the first row begin with its cell, as those of a group do."""
    cell = rows[0].cell(place)
    is_code = cell == cell.upper() and cell.isalnum()
    return is_code and any(row.cell(place).startswith(cell) for row in rows[1:])


def _is_sure(columns: CodeColumns) -> bool:
    """Whether names are known words, or texts above numbers, which no row of codes could be."""
    first = columns.head[0]
    if any(meaning_of_head(cell) or normal(cell) in PARTS_OF_KEYS for cell in first.cells):
        return True
    return any(
        not any(map(str.isdecimal, first.cell(place)))
        and all(row.cell(place)[:1].isdecimal() for row in columns.rows if row.cell(place))
        and any(row.cell(place) for row in columns.rows)
        for place in range(len(first.cells))
        if first.cell(place)
    )


def _look_like_parents(rows: Sequence[SmallTableRow]) -> bool:
    """Whether the second column of a file without headings holds parents: empty, or first in another line."""
    if max(len(row.cells) for row in rows) not in (2, 3):
        return False
    codes = {row.cell(0) for row in rows}
    parents = {row.cell(1) for row in rows} - {""}
    return bool(parents) and parents <= codes and len(parents) < len(codes)


def _more_heads(rows: Sequence[SmallTableRow]) -> int:
    """How many rows below the first one name columns, too: texts above numbers alone, known heads, or the columns
    numbered."""
    body = Body(_padded(rows[_MOST_HEADS:][:500] or rows[1:]))

    def is_head(place: int, cell: str, others: int) -> bool:
        known = others > 1 and (meaning_of_head(cell) != "" or normal(cell) in PARTS_OF_KEYS)
        above_numbers = body.width > 4 and place < body.width and body.numeric[place]
        return not cell[:1].isdecimal() and (known or above_numbers)

    more = 0
    for number, row in enumerate(rows[1:_MOST_HEADS], start=1):
        # Cells that are joined with those above say the same.
        filled = [(place, cell) for place, cell in enumerate(row.cells) if cell and cell != rows[0].cell(place)]
        if not _numbers_columns(row) and not (filled and all(is_head(*cell, len(filled)) for cell in filled)):
            break
        more = number
    return more


def _numbers_columns(row: SmallTableRow) -> bool:
    """Whether a row counts the columns: 1, 2, 3, ..."""
    filled = [cell for cell in row.cells if cell]
    return len(filled) > 4 and filled == [str(number) for number in range(1, len(filled) + 1)]


def _padded(rows: Sequence[SmallTableRow]) -> list[tuple[int, Sequence[str]]]:
    width = max((len(row.cells) for row in rows), default=0)
    return [(row.line, (*row.cells, *[""] * (width - len(row.cells)))) for row in rows]


def _without_notes(
    rows: Sequence[SmallTableRow], answers: Sequence[ReadingAnswer]
) -> tuple[tuple[SmallTableRow, ...], list[ReadingEntry]]:
    """Rows without the notes at the end, and the entries on these."""
    ruled, notes = footers_of(Body(_padded(rows[:500])), [(row.line, _trimmed(row.cells)) for row in rows])
    entries = [rows_entry("footer", ruled)] if ruled else []
    if notes:
        entries.append(rows_entry("notes", notes, answers))
        notes = [] if entries[-1].decision == "keep" else notes
    gone = {line for line, _ in (*ruled, *notes)}
    return tuple(row for row in rows if row.line not in gone), entries


# --- a list of codes -----------------------------------------------------------------------------------------------


def _list_meanings(columns: CodeColumns, codes: frozenset[str], called: Sequence[str]) -> list[str]:
    """Meanings of the columns of a flat list. Without a heading for codes, they are in the column headed by the
    variable's name, else in the one with most of its codes, else in the first; the next one holds the labels."""
    headings = columns.headings
    column_of = places_of(headings, HEADINGS)
    for place, heading in enumerate(headings):
        meaning = meaning_of_head(heading) if heading else ""
        if meaning in ("code", "label") and place not in column_of.values():
            column_of.setdefault(meaning, place)
    if "code" in column_of:
        column_of["code"] = _not_counting(columns, column_of["code"], column_of.values())
    else:
        normal_names = set(map(normal, called))
        named = next(
            (place for place, heading in enumerate(headings) if heading and normal(heading) in normal_names), None
        )
        if not column_of:
            code = _place_of_codes(columns, codes, range(len(headings))) if named is None else named
            column_of = {"code": code} | ({"label": int(code == 0)} if len(headings) > 1 else {})
        elif named is None or named in column_of.values():
            free = [place for place in range(len(headings)) if place not in column_of.values()]
            if not free:
                first = columns.table.rows[0]
                raise DataError(
                    "code_list_headings", file=str(columns.table.file), line=first.line, headings=first.cells
                )
            column_of["code"] = _place_of_codes(columns, codes, free)
        else:
            column_of["code"] = named
    if not any(meaning.startswith("label") for meaning in column_of):
        contents = [ColumnContent([row.cell(place) for row in columns.rows]) for place in range(len(headings))]
        is_by_words = "code" in places_of(headings, HEADINGS)
        behind = [*range(column_of["code"] + 1, len(headings)), *range(column_of["code"])]
        label = next(
            (
                place
                for place in behind
                if place not in column_of.values()
                and (contents[place].is_wordy or not is_by_words)
                and meaning_of_head(headings[place]) in ("", "label")
            ),
            None,
        )
        column_of |= {} if label is None else {"label": label}
        code = column_of["code"]
        if label is None and holds_labels(contents[code].filled) and codes.isdisjoint(contents[code].filled):
            column_of = {"code_label": code, **{what: at for what, at in column_of.items() if what != "code"}}
            return _in_order(column_of, len(headings))
    own = _named_after(headings, column_of["code"])
    if own is not None:
        column_of["label"] = own
    return _in_order(column_of, len(headings))


def _not_counting(columns: CodeColumns, code: int, taken: Collection[int]) -> int:
    """The column of codes, or another one with such a head where that only counts the rows."""
    if [row.cell(code) for row in columns.rows] != [str(number) for number in range(1, len(columns.rows) + 1)]:
        return code
    for place, heading in enumerate(columns.headings):
        cells = [row.cell(place) for row in columns.rows]
        if place not in taken and meaning_of_head(heading) == "code" and all(cells) and len(set(cells)) == len(cells):
            return place
    return code


def _in_order(column_of: Mapping[str, int], width: int) -> list[str]:
    meaning_at = {place: meaning for meaning, place in column_of.items()}
    return [meaning_at.get(place, "ignored") for place in range(width)]


def _named_after(headings: Sequence[str], code: int) -> int | None:
    """The column of labels whose heading begins with the heading of the codes: `Kreisname` of `Kreis`."""
    begin = normal(headings[code])
    ends = {begin + word for word in LABEL_WORDS} if begin else set[str]()
    return next((place for place, heading in enumerate(headings) if heading and normal(heading) in ends), None)


def _place_of_codes(columns: CodeColumns, codes: frozenset[str], places: Sequence[int]) -> int:
    """Index of the column with the most codes of a variable, the first among equals; where none has one, the first that
    looks like codes where the first column holds words."""
    known = {place: sum(row.cell(place) in codes for row in columns.rows) for place in places}
    if any(known.values()):
        return max(places, key=lambda place: known[place])
    contents = {place: ColumnContent([row.cell(place) for row in columns.rows]) for place in places}
    if contents[places[0]].is_wordy and not contents[places[0]].is_codes:
        coded = (place for place, content in contents.items() if content.is_codes and content.is_unique)
        return next(coded, places[0])
    return places[0]


# --- a conversion of codes -----------------------------------------------------------------------------------------

_OLD = re.compile(r"(.*_)?(old|alt\w*|from|von|vor|vorher\w*|bisher\w*|vorgaenger\w*)(_.*)?")
_NEW = re.compile(r"(.*_)?(new|neu\w*|to|nach\w*|zu)(_.*)?")


def _names_codes(cell: str) -> bool:
    """Whether a heading names old or new codes."""
    return normal(cell).startswith(("old", "alt", "from", "von", "new", "neu", "to", "nach"))


_SHARE = re.compile(
    r"(.*_)?(\w*anteil\w*|share|weight|gewicht\w*|faktor|factor|prozent|umsteige_?schluessel|quote)(_.*)?"
)
_YEARS = re.compile(r"(?:19|20)\d\d")
_PARTIAL = re.compile(r"(.*_)?(teil\w*|partial\w*|p|ex|umfang|extent|art_der_zuordnung)(_.*)?")


def _conversion_meanings(columns: CodeColumns, _codes: frozenset[str], _called: Sequence[str]) -> list[str]:
    """Meanings of the columns of a conversion table: by heads, else the first two columns hold old and new codes."""
    headings = columns.headings
    names = list(map(normal, headings))
    contents = [ColumnContent([row.cell(place) for row in columns.rows]) for place in range(len(headings))]
    meanings = ["ignored"] * len(headings)
    coded: list[int] = []
    for place, (name, content) in enumerate(zip(names, contents, strict=True)):
        if name and _SHARE.fullmatch(name):
            meanings[place] = "share"
        elif name and _PARTIAL.fullmatch(name) and not content.is_codes:
            meanings[place] = "partial"
        elif place > 1 and meaning_of_head(headings[place]) in ("ignored", "note", "valid_from", "valid_to"):
            continue
        elif name and (meaning_of_head(headings[place]) == "label" or _is_wordy_beside(place, contents, coded)):
            meanings[place] = "label"
        else:
            coded.append(place)
    labels = [place for place, meaning in enumerate(meanings) if meaning == "label"]
    if len(coded) < 2:  # names alone: the first two columns
        coded, labels = list(range(min(2, len(headings)))), [place for place in labels if place > 1]
    old, new = _old_and_new(names, coded)
    meanings[old], meanings[new] = "old", "new"
    for place in labels:
        left = [code for code in coded if code < place]
        owner = left[-1] if left else min(coded)
        is_old = _OLD.fullmatch(names[place]) or (owner == old and not _NEW.fullmatch(names[place]))
        is_new = _NEW.fullmatch(names[place]) or owner == new
        meaning = "old_label" if is_old else "new_label" if is_new else "ignored"
        meanings[place] = "ignored" if meaning in meanings else meaning
    return meanings


def _old_and_new(names: Sequence[str], coded: Sequence[int]) -> tuple[int, int]:
    """Columns of old and new codes: by the words or the years of their heads, else the first two of `coded`."""
    olds = [place for place in coded if _OLD.fullmatch(names[place])]
    news = [place for place in coded if _NEW.fullmatch(names[place])]
    if olds and news:
        return olds[0], news[0]
    years = {place: int(_YEARS.findall(names[place])[-1]) for place in coded if _YEARS.search(names[place])}
    if len(set(years.values())) > 1:
        return min(years, key=lambda place: years[place]), max(years, key=lambda place: years[place])
    return coded[0], coded[1]


def _is_wordy_beside(place: int, contents: Sequence[ColumnContent], coded: Sequence[int]) -> bool:
    return bool(coded) and contents[place].is_wordy and contents[coded[-1]].is_codes and not contents[place].is_codes


# --- a tree --------------------------------------------------------------------------------------------------------


def _tree_meanings(columns: CodeColumns, codes: frozenset[str], _called: Sequence[str]) -> list[str]:
    """Meanings of the columns of a hierarchy."""
    headings = columns.headings
    column_of = places_of(headings, TREE_WORDS)
    by_head = [meaning_of_head(heading) if heading else "" for heading in headings]
    if "parent" in column_of or "depth" in column_of or "parent" in by_head or "depth" in by_head:
        return _list_of_nodes(columns, column_of, by_head)
    if not columns.head and _look_like_parents(columns.rows):
        return ["code", "parent", "label"][: len(headings)]
    contents = [ColumnContent([row.cell(place) for row in columns.rows]) for place in range(len(headings))]
    levels, labels = _levels_of(columns, by_head, contents)
    meanings = ["ignored"] * len(headings)
    for place, name in enumerate(map(normal, headings)):
        aside = next((meaning for meaning in ASIDE if name in HEADINGS[meaning]), None)
        if aside is not None:
            meanings[place] = aside
    parts = neighbours(columns.headings, levels)
    if are_parts(columns.headings, columns.rows, parts, contents):
        for place in parts:
            meanings[place] = "code"
        for place, (code, meaning) in labels.items():
            meanings[place] = meaning if code in parts else "ignored"
        return meanings
    levels = in_chain(levels, contents)
    labels = {place: (code, meaning) for place, (code, meaning) in labels.items() if code in levels}
    if len(levels) < 2:
        code = levels[0] if levels else 0
        split = not labels and holds_labels(contents[code].filled)
        meanings[code] = "code_label" if split else "code"
        for place, (_, meaning) in labels.items():
            meanings[place] = meaning
        return meanings
    levels = outermost_first(columns.rows, levels, codes, contents)
    is_spread = are_spread(columns.rows, levels)
    for number, place in enumerate(levels, start=1):
        meanings[place] = f"level{number}"
    for place, (code, meaning) in labels.items():
        is_of_level = code in levels and not is_spread
        meanings[place] = (
            f"level{levels.index(code) + 1}_{meaning}" if is_of_level else meaning if is_spread else "ignored"
        )
    return meanings


def holds_labels(texts: Sequence[str]) -> bool:
    """Whether all texts look like a code with its label: `01 Agriculture`, `1=male`."""
    return bool(texts) and all(map(_CODE_LABEL.fullmatch, texts))


def may_be_quantities(texts: Sequence[str]) -> bool:
    """Whether texts that look like codes with labels may be quantities as well, as `10 bis 20 Jahre`."""
    return any(map(_QUANTITY.match, texts))


def code_and_label(text: str) -> tuple[str, str]:
    """Code and label of a cell that holds both: `01 Agriculture`; the text twice where it does not."""
    split = _CODE_LABEL.fullmatch(text)
    return (split[1], split[2].strip()) if split else (text, text)


def _list_of_nodes(columns: CodeColumns, column_of: dict[str, int], by_head: Sequence[str]) -> list[str]:
    """Meanings where a column says the parent or the depth."""
    meanings = ["ignored"] * len(by_head)
    for meaning, place in column_of.items():
        meanings[place] = meaning
    if "code" in column_of:
        meanings[column_of["code"]] = "ignored"
        meanings[_not_counting(columns, column_of["code"], column_of.values())] = "code"
    taken = set(column_of)
    coded = [place for place, meaning in enumerate(by_head) if meaning == "code" and meanings[place] == "ignored"]
    if "code" not in taken and coded:  # the one that differs from row to row
        meanings[max(coded, key=lambda place: len({row.cell(place) for row in columns.rows}))] = "code"
        taken.add("code")
    for place, meaning in enumerate(by_head):
        is_free = meanings[place] == "ignored" and meaning != "ignored"
        if is_free and meaning and (meaning not in taken or meaning in ("label", "note")):
            meanings[place] = meaning
            taken.add(meaning)
    labels = [place for place, meaning in enumerate(meanings) if meaning == "label"]
    if len(labels) > 1 and not are_spread(columns.rows, labels):
        for place in labels[1:]:
            meanings[place] = "ignored"
    notes = [place for place, meaning in enumerate(meanings) if meaning == "note"]
    for place in notes[1:]:
        meanings[place] = "ignored"
    if "code" not in meanings:
        free = [place for place, meaning in enumerate(meanings) if meaning == "ignored" and not by_head[place]]
        if not labels and not free:
            first = columns.head[0]
            raise DataError("code_list_headings", file=str(columns.table.file), line=first.line, headings=first.cells)
        meanings[labels[0] if labels else free[0]] = "code"
    if not any(meaning.startswith("label") for meaning in meanings):
        code = meanings.index("code")
        texts = [row.cell(code) for row in columns.rows if row.cell(code)]
        meanings[code] = "code_label" if holds_labels(texts) else "code"
    if "parent" in meanings and "depth" in meanings:
        meanings[meanings.index("depth")] = "ignored"
    return meanings


def _levels_of(
    columns: CodeColumns, by_head: Sequence[str], contents: Sequence[ColumnContent]
) -> tuple[list[int], dict[int, tuple[int, str]]]:
    """Indices of the columns with codes, and for each column of labels the column with their codes and the meaning."""
    names = list(map(normal, columns.headings))
    plain_knowledge = frozenset().union(*LABEL_HEADS.values())
    labels: dict[int, tuple[int, str]] = {}
    for index, name in enumerate(names):
        for other, code in enumerate(names):
            meaning = label_of_head(name, code) if other != index and code and code not in plain_knowledge else None
            if meaning is not None and name:
                labels.setdefault(index, (other, meaning))
    aside = frozenset().union(*(HEADINGS[meaning] for meaning in ASIDE))
    levels: list[int] = []
    for place, name in enumerate(names):
        if place in labels or name in aside or not contents[place].filled:
            continue
        meaning = next((meaning for meaning, known_label in LABEL_HEADS.items() if name in known_label), None)
        if meaning is None and by_head[place] == "label" and levels and contents[levels[-1]].is_codes:
            meaning = "label"
        if meaning is not None and levels:
            labels[place] = (levels[-1], meaning)
        elif levels and labels_left(contents, levels[-1], place) and labels.keys() >= {*range(levels[-1] + 1, place)}:
            labels[place] = (levels[-1], "label")
        elif not (by_head[place] in ("ignored", "note") or contents[place].is_decimal):
            levels.append(place)
    labels = {place: (code, meaning) for place, (code, meaning) in labels.items() if code in levels}
    first: dict[tuple[int, str], int] = {}
    for place, key in labels.items():
        first.setdefault(key, place)
    # A second column of labels of the same codes has no place; who reads the table is told.
    spread = len(levels) == 1 and are_spread(columns.rows, list(labels))
    kept = labels if spread else {place: key for key, place in first.items()}
    return levels, kept


def column_facts(columns: CodeColumns, place: int) -> list[Sentence]:
    """What the cells of a column say of its meaning: how many values it has, whether each comes once, which column its
    values begin with, and which one determines them."""
    contents = [ColumnContent([row.cell(each) for row in columns.rows]) for each in range(len(columns.names))]
    own = contents[place]
    if not own.filled:
        return [sentence("column_empty")]
    is_unique = len(own.distinct) == len(own.filled)
    facts = [sentence("column_unique" if is_unique else "column_values", count=len(own.distinct), rows=len(own.filled))]
    for other, content in enumerate(contents):
        fewer = other != place and len(content.distinct) < len(own.distinct)
        if fewer and content.is_codes and begins(columns.rows, place, other):
            facts.append(sentence("column_begins", column=columns.names[other]))
            break
    for other, content in enumerate(contents):
        more = other != place and len(content.distinct) > len(own.distinct) > 1
        if more and content.is_codes and content.exceptions(own) == 0:
            facts.append(sentence("column_determined", column=columns.names[other]))
            break
    return facts


def offered_meanings(wanted: Wanted, meanings: Sequence[str]) -> Iterator[str]:
    """The meanings that a column may be given where a table is read for a purpose."""
    if wanted == "conversion":
        yield from OF_CONVERSIONS
        return
    deepest = max((level_of(meaning)[0] for meaning in meanings), default=0)
    yield from ("code", "label", "label_de", "label_en", "code_label")
    if wanted == "tree":
        yield from ("parent", "depth", "hierarchy")
        for number in range(1, max(3, deepest + 1) + 1):
            yield f"level{number}"
            yield from (f"level{number}_{label}" for label in ("label", "label_de", "label_en"))
    yield from ("note", "note_de", "note_en", "valid_from", "valid_to", "ignored")


def label_of(columns: CodeColumns, row: SmallTableRow, what: str) -> Texts | None:
    """Text of a row in both languages, or None where it has none; labels are put on one line. what: meaning of the
    columns without the language. Of several columns, the first that is filled counts."""
    cells = []
    for language in _LANGUAGES:
        places = columns.places(what + language)
        cells.append(next((row.cell(place) for place in places if row.cell(place)), ""))
    if what != "note":
        cells = [mended_code(" ".join(text.splitlines())) for text in cells]
    plain, english, german = cells
    # Beside a column of one language, the one that names none is the other one.
    english, german = english or plain or german, german or plain or english
    return Texts(english, german) if english else None


def ignored_columns(columns: CodeColumns, unread: Sequence[str] = ("ignored",)) -> list[ReadingEntry]:
    """Entries for columns with texts that are not read. unread: meanings that are not used."""
    entries = []
    for place in columns.places(*unread):
        texts = [row.cell(place) for row in columns.rows if row.cell(place)]
        if texts:
            name, examples = columns.names[place], dict.fromkeys(texts)
            kind = "labels_unread" if _may_be_labels(columns, place) else "column_ignored"
            entries.append(entry_of(kind, name, count=len(texts), examples=examples))
    return entries


def _may_be_labels(columns: CodeColumns, place: int) -> bool:
    """Whether a column that is not read holds words, a different one for nearly each code, beside labels that are."""
    content = ColumnContent([row.cell(place) for row in columns.rows])
    is_label = columns.meanings[place] == "ignored" and content.is_wordy and not content.is_codes
    return is_label and len(content.distinct) > 0.7 * len(columns.rows)
