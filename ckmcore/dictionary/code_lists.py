"""Code lists: which codes a variable has, in which order, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_columns import columns_of
from ckmcore.dictionary.code_heads import HEADINGS
from ckmcore.dictionary.code_tables import CodeTable, read_codes
from ckmcore.dictionary.small_tables import SIZE_LIMIT, SmallTable, places_of, read_table, text_table
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.codelist import read_cdl
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.files import checked_path, format_of, read_head
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingPlan, answers_kept
from ckmcore.microdata.sniff import encoding_asked, guess_encoding
from ckmcore.microdata.variable import VariableEntry


@checked
def read_code_list(
    path: str | PathLike[str],
    entry: VariableEntry | None = None,
    *,
    sheet: str = "",
    head_row: int | None = None,
    meanings: Mapping[str | int, str] | None = None,
    answers: Sequence[ReadingAnswer] = (),
) -> tuple[Category, ...]:
    """Read the categories of a code list, in the order of the file.

    Files may be `.cdl` of τ-ARGUS (`code,label`), CSV in every dialect, workbooks and other files with columns. Columns
    are recognised by English or German headings: code, label (`label_en`, `label_de`), note, valid from, valid to.
    entry: variable of the list, or None. Without a heading for codes, the code column is the one headed by the
    variable's name, else the one with most of its codes, else the first; the next column holds the labels. Codes keep
    leading zeros. Days are ISO or German, or years. sheet, head_row: of a table, where it lies (`columns_of`);
    meanings: of columns, where they are not what is proposed; answers: to what is asked about. Further labels that are
    not read are a CkmWarning.

    Raises the errors of files, ReadingAsked, and where nothing else is asked the first row that does not fit:
    code_list_twice, code_missing, code_list_headings, code_list_date, code_list_validity
    and ragged_row, each with file and line.

    >>> [(category.code, category.label.en) for category in ckm.read_code_list("regions.csv")][1:3]
    [('AT11', 'Burgenland'), ('AT12', 'Lower Austria')]
    """
    categories, plan = code_list_with_plan(
        path, entry, sheet=sheet, head_row=head_row, meanings=meanings, answers=answers
    )
    unread = [entry for entry in plan.entries if entry.kind == "labels_unread" and entry.column not in (meanings or ())]
    tell(entry.told for entry in unread)
    return categories


def code_list_with_plan(
    path: str | PathLike[str],
    entry: VariableEntry | None = None,
    *,
    sheet: str = "",
    head_row: int | None = None,
    meanings: Mapping[str | int, str] | None = None,
    answers: Sequence[ReadingAnswer] = (),
) -> tuple[tuple[Category, ...], ReadingPlan]:
    """As `read_code_list`, with the deviations from the cells of the file, and without a warning."""
    kept = answers if entry is None else answers_kept(answers, entry.code_answers)
    by_lines = None if meanings else code_list_of_lines(path, kept)
    if by_lines is not None:
        return by_lines, ReadingPlan()
    table = read_table(path, sheet, kept)
    read = look_at_code_list(table, entry, head_row=head_row, meanings=meanings, answers=answers)
    read.check()
    return read.categories, read.plan


def look_at_code_list(
    table: SmallTable,
    entry: VariableEntry | None,
    *,
    head_row: int | None = None,
    meanings: Mapping[str | int, str] | None = None,
    answers: Sequence[ReadingAnswer] = (),
) -> CodeTable:
    """The code list of a table with what is asked about it. Raises code_list_headings, file_empty, code_head_row."""
    known: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    if entry is not None:
        known = (*(category.code for category in entry.categories), *(node.code for node in entry.hierarchy))
        called = (entry.name, entry.title.en, entry.title.de)
        answers = answers_kept(answers, entry.code_answers)
    columns = columns_of(table, "list", known, called, head_row=head_row, answers=answers)
    return read_codes(columns.with_meanings(meanings or {}), "list", known, answers=answers)


def code_list_of_lines(path: str | PathLike[str], answers: Sequence[ReadingAnswer] = ()) -> tuple[Category, ...] | None:
    """The code list of a `.cdl` file, or of a text whose labels have commas that nothing quotes, so that only the first
    one of a line means anything; None for other files. answers: to the question about the code page. Raises
    ReadingAsked."""
    file = checked_path(path)
    head, complete = read_head(file)
    if file.suffix.casefold() == ".cdl":
        return _of_cdl(file, encoding_asked(file, head, answers) if complete else "")
    if format_of(file, head) != "csv":
        return None
    table = read_table(file, "", answers)
    uneven = table.separator == "," and len({len(row.cells) for row in table.rows}) > 1
    return (
        _of_cdl(file, encoding_asked(file, head, answers) if complete else guess_encoding(head, False))
        if uneven and not any(places_of(row.cells, HEADINGS) for row in table.rows[:40])
        else None
    )


def pasted_code_list(text: str, name: str, entry: VariableEntry | None = None) -> tuple[Category, ...]:
    """Read the categories of a code list that was pasted as text, for example from Excel cells; columns are recognised
    as in `read_code_list`.

    name: used in errors; entry: variable of the list, or None. Raises the errors of `read_code_list` and
    code_file_too_large.
    """
    content = text.encode("utf-8", "replace")
    if len(content) > SIZE_LIMIT:
        raise DataError("code_file_too_large", file=name, limit=SIZE_LIMIT >> 20)
    read = look_at_code_list(text_table(Path(name), content), entry)
    read.check()
    return read.categories


def _of_cdl(file: Path, encoding: str = "") -> tuple[Category, ...]:
    return tuple(Category(code, Texts.same(label or code)) for code, label in read_cdl(file, encoding).items())


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
