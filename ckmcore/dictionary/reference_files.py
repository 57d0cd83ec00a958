"""Public reference figures from a small file: columns of codes, one column of figures; checked against the dictionary.

The first row names the columns. A column called as a dimension (name or title) holds its codes, "" or a word such as
*Insgesamt* is the total; of the others one is the figure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from os import PathLike
from pathlib import Path

from ckmcore.base.texts import Texts
from ckmcore.dictionary.small_tables import SmallTableRow, normal, read_table, words
from ckmcore.errors import DataError
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked, ReadingPlan
from ckmcore.microdata.references import MOST_DECIMALS, MOST_FIGURE, ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import VariableEntry

TOTALS = words("insgesamt total zusammen gesamt summe all alle")
FIGURES = words(
    "figure value number count population inhabitants area wert zahl anzahl bevoelkerung einwohner bezugszahl flaeche"
)
SHOWN = 5
_BLANKS = re.compile(r"[\s'’]")
_PLAIN = re.compile(r"\d+(\.\d+)?")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})+")


@dataclass(frozen=True)
class ReferenceFile:
    """A file of reference figures as it was recognised. variables: of each column the variable whose codes it holds, or
    "".

    figure: index of the column of figures; candidates: indices of the columns that may be it. exact: numbers come from
    a workbook or a columnar file, so that they have no thousands marks.
    """

    file: Path
    headings: tuple[str, ...]
    variables: tuple[str, ...]
    figure: int
    rows: tuple[SmallTableRow, ...]
    exact: bool = False

    @property
    def candidates(self) -> tuple[int, ...]:
        return tuple(
            variable_index
            for variable_index, name in enumerate(self.variables)
            if not name and self.headings[variable_index]
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """Variables by which the figures are broken down."""
        return tuple(name for name in self.variables if name)


def look_at_references(
    path: str | PathLike[str], entries: Sequence[VariableEntry], answers: Sequence[ReadingAnswer] = ()
) -> ReferenceFile:
    """Recognise the columns of a file of reference figures. entries: data dictionary; answers: to the question about
    the code page of the file.

    Raises ReadingAsked, reference_columns, reference_column_twice, reference_without_figures, reference_empty and the
    errors of files.
    """
    table = read_table(path, "", answers)
    if any(entry.is_asked for entry in table.entries):
        raise ReadingAsked.of(Path(path).name, ReadingPlan.of(table.entries))
    head, rows = table.rows[0], table.rows[1:]
    file = Path(path)
    headings = tuple(head.cell(index) for index in range(table.width))
    dimensions = [entry for entry in entries if entry.role == "dimension"]
    known_names = {normal(name): entry.name for entry in reversed(dimensions) for name in _names(entry)}
    variables = tuple(known_names.get(normal(heading), "") if heading else "" for heading in headings)
    if not any(variables):
        names = tuple(entry.name for entry in dimensions)
        raise DataError(
            "reference_columns", file=file.name, headings=_first_codes(headings), variables=_first_codes(names)
        )
    for name in variables:
        if name and variables.count(name) > 1:
            raise DataError("reference_column_twice", file=file.name, variable=name)
    if not rows:
        raise DataError("reference_empty", file=file.name)
    reference_file = ReferenceFile(file, headings, variables, -1, rows, not table.separator)
    if not reference_file.candidates:
        raise DataError("reference_without_figures", file=file.name, headings=_first_codes(headings))
    return ReferenceFile(file, headings, variables, _likeliest(reference_file), rows, reference_file.exact)


def _names(entry: VariableEntry) -> tuple[str, ...]:
    return tuple(name for name in (entry.title.de, entry.title.en, entry.name) if name)


def _likeliest(reference_file: ReferenceFile) -> int:
    """Index of the column of figures: one with such a heading, else the last that holds only numbers."""
    named_candidates = [
        column for column in reference_file.candidates if normal(reference_file.headings[column]) in FIGURES
    ]
    digits = [
        column
        for column in reference_file.candidates
        if all(
            _BLANKS.sub("", row.cell(column)).replace(".", "").replace(",", "").isdigit() for row in reference_file.rows
        )
    ]
    return next(iter([*named_candidates, *reversed(digits), *reversed(reference_file.candidates)]))


def reference_table(
    found: ReferenceFile,
    entries: Sequence[VariableEntry],
    *,
    name: str,
    title: Texts,
    source: Texts = Texts(),
    unit: Texts = Texts(),
    figure: int | None = None,
    bounds: bool = False,
) -> ReferenceTable:
    """Convert a file of figures to a reference table of the statistic.

    figure: index of the chosen column of figures, by default the recognised one; bounds: the records are only some of
    the units counted in the table, so that figures are upper bounds. Raises reference_unknown_codes,
    reference_zeros_lost, reference_twice, reference_no_number, reference_ambiguous.
    """
    figure_column = found.figure if figure is None else figure
    columns = [column for column, variable in enumerate(found.variables) if variable]
    by_name = {entry.name: entry for entry in entries}
    codes = [_codes(found, column, _known_codes(by_name[found.variables[column]])) for column in columns]
    figures = _figures(found, figure_column)
    lines: dict[tuple[str, ...], int] = {}
    rows = []
    for row, key, number in zip(found.rows, zip(*codes, strict=True), figures, strict=True):
        if key in lines:
            shown_text = ", ".join(code or "–" for code in key)
            raise DataError("reference_twice", file=found.file.name, line=row.line, first=lines[key], codes=shown_text)
        lines[key] = row.line
        rows.append(ReferenceRow(key, f"{number:f}"))
    return ReferenceTable(name, title, source, unit, found.keys, tuple(rows), bounds)


def _known_codes(entry: VariableEntry) -> frozenset[str]:
    return frozenset((*(category.code for category in entry.categories), *(node.code for node in entry.hierarchy)))


def _codes(reference_file: ReferenceFile, column: int, known_codes: Collection[str]) -> list[str]:
    """The codes of a column, "" for the total."""
    codes = [row.cell(column) for row in reference_file.rows]
    codes = ["" if code not in known_codes and normal(code) in TOTALS else code for code in codes]
    unknown = tuple(dict.fromkeys(code for code in codes if code and code not in known_codes))
    if unknown:
        variable = reference_file.variables[column]
        padded = {code.lstrip("0"): code for code in known_codes if code.startswith("0")}
        if all(code in padded for code in unknown):
            raise DataError(
                "reference_zeros_lost",
                file=reference_file.file.name,
                variable=variable,
                found=unknown[0],
                meant=padded[unknown[0]],
            )
        raise DataError(
            "reference_unknown_codes",
            file=reference_file.file.name,
            variable=variable,
            count=len(unknown),
            codes=_first_codes(unknown),
        )
    return codes


def _figures(reference_file: ReferenceFile, column: int) -> list[Decimal]:
    """Numbers of a column, with thousands marks where these are unambiguous."""
    texts = [_BLANKS.sub("", row.cell(column)) for row in reference_file.rows]
    mark = "" if reference_file.exact else _decimal_mark(reference_file, texts)
    figures = []
    for row, text in zip(reference_file.rows, texts, strict=True):
        plain_text = text
        if mark and _well_grouped(text, mark):
            plain_text = text.replace("," if mark == "." else ".", "").replace(mark, ".")
        number = Decimal(plain_text) if _PLAIN.fullmatch(plain_text) else None
        if number is None or number >= MOST_FIGURE or -int(number.normalize().as_tuple().exponent) > MOST_DECIMALS:
            raise DataError("reference_no_number", file=reference_file.file.name, line=row.line, text=row.cell(column))
        figures.append(number)
    return figures


def _decimal_mark(reference_file: ReferenceFile, texts: Sequence[str]) -> str:
    """`.` or `,`, whichever the figures leave no doubt about. Raises reference_ambiguous."""
    doubtful: tuple[int, str] | None = None
    for row, text in zip(reference_file.rows, texts, strict=True):
        marks = [sign for sign in text if sign in ".,"]
        if not marks:
            continue
        if len(set(marks)) == 2:
            return marks[-1]
        if len(marks) > 1:
            return "," if marks[0] == "." else "."
        if not _GROUPED.fullmatch(text):
            return marks[0]
        doubtful = doubtful or (row.line, text)
    if doubtful is not None:
        raise DataError("reference_ambiguous", file=reference_file.file.name, line=doubtful[0], text=doubtful[1])
    return "."


def _well_grouped(text: str, mark: str) -> bool:
    """Whether the thousands separators are in their right positions."""
    whole = text.partition(mark)[0]
    match = _GROUPED.fullmatch(whole)
    return whole.isdigit() or (match is not None and match[1] != mark)


def _first_codes(codes: Sequence[str]) -> tuple[str, ...]:
    return (*codes[:SHOWN], *(["..."] if len(codes) > SHOWN else []))
