"""Code lists: which codes a variable has, in which order, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from os import PathLike
from pathlib import Path

from ckmcore.base.texts import Texts
from ckmcore.dictionary.small_tables import (
    SIZE_LIMIT,
    SmallTable,
    SmallTableRow,
    normal,
    places_of,
    read_table,
    text_table,
    words,
)
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.codelist import read_cdl
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.files import checked_path
from ckmcore.microdata.variable import VariableEntry

CODE_WORDS = words(
    "code codes schluessel schluesselnummer key value wert auspraegung kategorie category signatur nummer nr id "
    "kennziffer"
)
LABEL_WORDS = words("label labels bezeichnung name text titel title beschreibung description klartext")
_ENGLISH = ("en", "eng", "english", "englisch")
_GERMAN = ("de", "deu", "ger", "german", "deutsch")


def in_language(headings: Iterable[str], marks: tuple[str, ...]) -> frozenset[str]:
    """Headings of one language: `label_en`, `en_label`. headings: plain words; marks: abbreviations of the language."""
    compound_names = {f"{word}_{mark}" for word in headings for mark in marks}
    return frozenset(compound_names | {f"{mark}_{word}" for word in headings for mark in marks})


_NOTE_WORDS = words("note notes erlaeuterung erlaeuterungen anmerkung hinweis bemerkung fussnote remark")
HEADINGS = {
    "code": CODE_WORDS,
    "label": LABEL_WORDS,
    "label_en": in_language(LABEL_WORDS, _ENGLISH) | {"english", "englisch"},
    "label_de": in_language(LABEL_WORDS, _GERMAN) | {"german", "deutsch"},
    "note": _NOTE_WORDS,
    "note_en": in_language(_NOTE_WORDS, _ENGLISH),
    "note_de": in_language(_NOTE_WORDS, _GERMAN),
    "valid_from": frozenset({"valid_from", "gueltig_ab", "gueltig_von", "from", "von", "start"}),
    "valid_to": frozenset({"valid_to", "valid_until", "gueltig_bis", "until", "to", "bis", "end", "ende"}),
}

_GERMAN_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?: 00:00:00)?")
_YEAR = re.compile(r"\d{4}")


def read_code_list(path: str | PathLike[str], entry: VariableEntry | None = None) -> tuple[Category, ...]:
    """Read the categories of a code list, in the order of the file.

    Files may be `.cdl` of τ-ARGUS (`code,label`), CSV in every dialect, workbooks and other files with columns. Columns
    are recognised by English or German headings: code, label (`label_en`, `label_de`), note, valid from, valid to.
    entry: variable of the list, or None. Without a heading for codes, the code column is the one headed by the
    variable's name, else the one with most of its codes, else the first; the next column holds the labels. Codes keep
    leading zeros. Days are ISO or German, or years.

    Raises the errors of files, code_list_twice, code_missing, code_list_headings, code_list_date, code_list_validity
    and ragged_row, each with file and line.
    """
    file = checked_path(path)
    if file.suffix.casefold() == ".cdl":
        return _of_cdl(file)
    table = read_table(file)
    # Labels with commas that nothing quotes: only the first comma means anything.
    uneven = table.separator == "," and len({len(row.cells) for row in table.rows}) > 1
    if uneven and not places_of(table.rows[0].cells, HEADINGS):
        return _of_cdl(file)
    return _of_table(table, entry)


def pasted_code_list(text: str, name: str, entry: VariableEntry | None = None) -> tuple[Category, ...]:
    """Read the categories of a code list that was pasted as text, for example from Excel cells; columns are recognised
    as in `read_code_list`.

    name: used in errors; entry: variable of the list, or None. Raises the errors of `read_code_list` and
    code_file_too_large.
    """
    content = text.encode("utf-8", "replace")
    if len(content) > SIZE_LIMIT:
        raise DataError("code_file_too_large", file=name, limit=SIZE_LIMIT >> 20)
    return _of_table(text_table(Path(name), content), entry)


def _of_table(table: SmallTable, entry: VariableEntry | None) -> tuple[Category, ...]:
    file, first = table.file, table.rows[0]
    column_of = places_of(first.cells, HEADINGS)
    headed = "code" in column_of or len(column_of) > 1 or table.has_header
    if not headed:
        column_of = {}
    if "code" not in column_of:
        places_by_name = _place_named(first, entry)
        headed = headed or places_by_name is not None
        if not column_of:
            code = _place_of_codes(table, entry) if places_by_name is None else places_by_name
            column_of = {"code": code, "label": int(code == 0)}
        elif places_by_name is None or places_by_name in column_of.values():
            column_of["code"] = _free_place(table, column_of, entry)
        else:
            column_of["code"] = places_by_name
    rows = table.rows[int(headed) :]
    if not rows:
        raise DataError("file_empty", file=str(file))
    return _categories(file, rows, column_of, first)


def _place_named(head: SmallTableRow, entry: VariableEntry | None) -> int | None:
    """Index of the column that is headed by the variable's name or title, or None."""
    called = set() if entry is None else {normal(name) for name in (entry.name, entry.title.en, entry.title.de)}
    return next((cell_index for cell_index, cell in enumerate(head.cells) if cell and normal(cell) in called), None)


def _place_of_codes(table: SmallTable, entry: VariableEntry | None, indices: Sequence[int] | None = None) -> int:
    """Index of the column with the most codes of a variable, the first among equals. indices: indices of the columns to
    consider, by default all."""
    known_codes = set[str]()
    if entry is not None:
        known_codes = {category.code for category in entry.categories} | {node.code for node in entry.hierarchy}
    candidate_columns = range(len(table.rows[0].cells)) if indices is None else indices
    return max(candidate_columns, key=lambda index: sum(row.cell(index) in known_codes for row in table.rows))


def _free_place(table: SmallTable, column_of: dict[str, int], entry: VariableEntry | None) -> int:
    first = table.rows[0]
    free = [cell_index for cell_index in range(len(first.cells)) if cell_index not in column_of.values()]
    if not free:
        raise DataError("code_list_headings", file=str(table.file), line=first.line, headings=first.cells)
    return _place_of_codes(table, entry, free)


def _of_cdl(file: Path) -> tuple[Category, ...]:
    return tuple(Category(code, Texts.same(label or code)) for code, label in read_cdl(file).items())


def _categories(
    file: Path, rows: tuple[SmallTableRow, ...], column_of: dict[str, int], head: SmallTableRow
) -> tuple[Category, ...]:
    categories: dict[str, Category] = {}
    lines: dict[str, int] = {}
    has_names = rows[0] is not head
    for row in rows:
        if has_names and any(row.cells[len(head.cells) :]):
            raise DataError("ragged_row", file=str(file), line=row.line, found=len(row.cells), expected=len(head.cells))
        code = row.cell(column_of["code"])
        if not code:
            raise DataError("code_missing", file=str(file), line=row.line)
        if code in lines:
            raise DataError("code_list_twice", file=str(file), line=row.line, item=code, first=lines[code])
        start = _day(file, row, row.cell(column_of.get("valid_from")), last=False)
        end = _day(file, row, row.cell(column_of.get("valid_to")), last=True)
        if start and end and end < start:
            raise DataError("code_list_validity", file=str(file), line=row.line, item=code, start=start, end=end)
        label = texts_of(row, column_of, "label")
        lines[code] = row.line
        categories[code] = Category(
            code, label or Texts.same(code), texts_of(row, column_of, "note") or Texts(), start, end
        )
    return tuple(categories.values())


def texts_of(row: SmallTableRow, places: dict[str, int], meaning: str) -> Texts | None:
    """Text of a row in both languages, or None where it has none. Labels are put on one line. places: column indices;
    meaning: `label` or `note`."""
    cells = [row.cell(places.get(meaning + language)) for language in ("", "_en", "_de")]
    plain, english, german = [" ".join(text.splitlines()) for text in cells] if meaning == "label" else cells
    # Beside a column of one language, the one that names none is the other one.
    english, german = english or plain or german, german or plain or english
    return Texts(english, german) if english else None


def _day(file: Path, row: SmallTableRow, text: str, *, last: bool) -> str:
    """Parse a day to ISO; a year becomes its first or, with `last`, its last day. Far days that mean "open" become
    ""."""
    if not text:
        return ""
    try:
        if match := _GERMAN_DAY.fullmatch(text):
            day = date(int(match[3]), int(match[2]), int(match[1]))
        elif match := _ISO_DAY.fullmatch(text):
            day = date(int(match[1]), int(match[2]), int(match[3]))
        elif _YEAR.fullmatch(text):
            day = date(int(text), 12, 31) if last else date(int(text), 1, 1)
        else:
            raise ValueError(text)
    except ValueError:
        raise DataError("code_list_date", file=str(file), line=row.line, value=text) from None
    return "" if day.year == 9999 or (day.year == 1 and not last) else day.isoformat()


def applied(entry: VariableEntry, categories: Iterable[Category]) -> VariableEntry:
    """Apply a code list to an entry: labels, notes and order.

    Codes that the list lacks stay behind those of the list, missing last. With a hierarchy, its inner nodes get the
    list's labels, and codes that are no leaves of the hierarchy are left out. A list label equal to its code does not
    replace an existing label.
    """
    tree = entry.tree
    leaves, index = (None, {}) if tree is None else (frozenset(tree.leaves), tree.index)
    known_categories = {category.code: category for category in entry.categories}
    labels = dict(entry.node_labels)
    found_categories: dict[str, Category] = {}
    for category in categories:
        code = category.code
        former_category = known_categories.get(code)
        if leaves is None or code in leaves:
            plain = category.label == Texts.same(code)
            found_categories[code] = (
                replace(category, label=former_category.label) if former_category is not None and plain else category
            )
        elif code in index:
            labels[code] = category.label
    remaining_categories = [category for code, category in known_categories.items() if code not in found_categories]
    ordered = sorted((*found_categories.values(), *remaining_categories), key=lambda category: category.code == MISSING)
    return replace(
        entry,
        categories=tuple(ordered),
        gaps=tuple(gap for gap in entry.gaps if gap[0] not in found_categories),
        node_labels=tuple(labels.items()),
        codes_from="list",
        observed_reason="",
    )


def list_notices(entry: VariableEntry, categories: Iterable[Category]) -> tuple[Sentence, ...]:
    """Notices before a code list is applied: codes missing on either side, lost leading zeros."""
    listed_codes = [category.code for category in categories]
    held_codes = {category.code for category in entry.categories} | {node.code for node in entry.hierarchy}
    listed_and_missing = {*listed_codes, MISSING}
    lacking_codes = [category.code for category in entry.categories if category.code not in listed_and_missing]
    sentences = []
    near_codes = near_misses(lacking_codes, listed_codes)
    if near_codes:
        sentences.append(
            sentence("code_list_near", count=len(near_codes), item=near_codes[0][0], other=near_codes[0][1])
        )
    if lacking_codes:
        sentences.append(sentence("code_list_lacks", count=len(lacking_codes), codes=tuple(lacking_codes[:5])))
    if entry.hierarchy:
        outside = [code for code in listed_codes if code not in held_codes]
        if outside:
            sentences.append(sentence("code_list_outside", count=len(outside), codes=tuple(outside[:5])))
    return tuple(sentences)


def near_misses(codes: Iterable[str], others: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of codes that differ only in leading zeros, blanks, or small and capital letters."""
    known_bare: dict[str, str] = {}
    for other in others:
        known_bare.setdefault(_bare(other), other)
    pairs = [(code, known_bare[_bare(code)]) for code in codes if _bare(code) in known_bare]
    return [(code, other) for code, other in pairs if code != other]


def _bare(code: str) -> str:
    return code.replace(" ", "").casefold().lstrip("0") or "0"
