"""Texts that a spreadsheet would take for formulas: an apostrophe goes before labels, codes stay, and notes say so."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ckmcore.formats.cube import Cube, bare_title, line, notes_of
from ckmcore.messages import say
from ckmcore.presentation.present import TablePresentation

# Also in full width (U+FF1D and so on), which spreadsheets take for the same.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# A program that opens the file shows such a code as the number that it is.
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


def guarded(text: str) -> str:
    """A text of a list or report, with an apostrophe in front where a spreadsheet would take it for a formula."""
    return "'" + text if text.startswith(FORMULA_SIGNS) else text


class FormulaGuard:
    """Texts that a spreadsheet would take for a formula get an apostrophe in front, where the office wants it."""

    def __init__(self, wanted: bool) -> None:
        self.wanted, self.used = wanted, False

    def __call__(self, text: str) -> str:
        if self.wanted and text.startswith(FORMULA_SIGNS):
            self.used = True
            return "'" + text
        return text

    def all(self, texts: Iterable[str]) -> list[str]:
        return [self(text) for text in texts]


def notes_with_formulas(document: TablePresentation, made: Iterable[Cube], codes: Iterable[str]) -> list[str]:
    """The notes of a document, with those on labels with an apostrophe and on codes like formulas. made: the cubes of
    the file; codes: the codes of the file."""
    guard, notes = FormulaGuard(document.office.apostrophe), notes_of(document)
    guard.all((bare_title(document), *notes))
    for cube in made:
        guard.all(_labels(cube, document))
    if guard.used:
        notes.append(say("export_labels_apostrophe", document.language))
    if any(code.startswith(FORMULA_SIGNS) and not _NUMBER.fullmatch(code) for code in codes):
        notes.append(say("export_codes_like_formulas", document.language))
    return notes


def _labels(cube: Cube, document: TablePresentation) -> Iterable[str]:
    yield cube.title
    if document.info is not None:
        yield from (line(document.info.statistic, document), line(document.info.source, document))
    for dimension in cube.dimensions:
        yield dimension.title
        yield from (category.label for category in dimension.categories)
    for measure in cube.measures:
        yield from (measure.label, measure.unit)
    yield from (note.text for note in cube.notes)


def codes_of(cube: Cube) -> Iterable[str]:
    """The codes of a cube as they are."""
    for dimension in cube.dimensions:
        yield from (dimension.code, *(category.code for category in dimension.categories))
    yield from (measure.code for measure in cube.measures)
