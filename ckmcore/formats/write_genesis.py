"""GENESIS flat CSV (ffcsv 2024): one line per figure, with code and label of each variable; the total has no code.

The format has no room for title and notes: they get a file of their own beside it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from ckmcore.formats.check import compare
from ckmcore.formats.codes import ascii_code, time_form
from ckmcore.formats.cube import Cube, CubeCategory, CubeDimension, bare_title, cubes, line
from ckmcore.formats.formulas import FormulaGuard, codes_of, notes_with_formulas
from ckmcore.formats.read_csv import read_genesis
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.presentation.present import TablePresentation

LONGEST_CODE = 20
BRACKETS = "()"
TIMES = {"year": ("JAHR", "genesis_year"), "day": ("STAG", "genesis_day")}
OTHER_TIME = ("ZEIT", "word_period")


def write_genesis(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Write one cube. `value_q` is a column only where the method may set figures in brackets."""
    brackets = Sign.UNCERTAIN in document.table.legend
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.writer(stream, delimiter=";", lineterminator="\n")
        head = ["statistics_code", "statistics_label", "time_code", "time_label", "time"]
        for number in range(1, len(_variables(cube)) + 1):
            head += [f"{number}_variable_{part}" for part in ("code", "label", "attribute_code", "attribute_label")]
        head += ["value", "value_unit", "value_variable_code", "value_variable_label"]
        writer.writerow([*head, *(["value_q"] if brackets else [])])
        writer.writerows(_rows(cube, document, brackets=brackets))


def check_genesis(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Read a file back and compare it with its cube; raises FormatViolation."""
    dimensions, periods = cube.dimensions, cube.periods
    plain = [number for number, dimension in enumerate(dimensions) if not dimension.time]
    codes = [[time_text(category) for category in periods.categories] if periods else [""]]
    codes += [[_code(category) for category in dimensions[number].categories] for number in plain]
    codes.append([measure.code for measure in cube.measures])
    own = [number for number, dimension in enumerate(dimensions) if dimension.time]
    compare(read_genesis(path, document.language), cube, codes, [*own, *plain, len(dimensions)])


def write_notes(document: TablePresentation, path: Path) -> None:
    """Title and notes, a line each, as a spreadsheet shows them."""
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        writer, guard = csv.writer(stream, delimiter=";", lineterminator="\n"), FormulaGuard(document.office.apostrophe)
        made = cubes(document)
        notes = notes_with_formulas(document, made, (code for cube in made for code in codes_of(cube)))
        writer.writerows([guard(text)] for text in (bare_title(document), *notes))


def time_text(category: CubeCategory) -> str:
    """A period as the file writes it."""
    return category.time or category.label


def _variables(cube: Cube) -> list[CubeDimension]:
    return [dimension for dimension in cube.dimensions if not dimension.time]


def _code(category: CubeCategory) -> str:
    return "" if category.total else category.code


def _rows(cube: Cube, document: TablePresentation, *, brackets: bool) -> Iterator[list[str]]:
    language, draft, guard = document.language, document.info, FormulaGuard(document.office.apostrophe)
    statistic = (line(draft.statistic, document) if draft else "") or cube.title
    begin = [ascii_code(statistic, LONGEST_CODE).upper(), guard(statistic)]
    periods = cube.periods
    time_code, time_label = _time(cube, document)
    # Of each dimension and category what a line says of it.
    parts = [
        [[time_code, time_label, time_text(category)] for category in dimension.categories]
        if dimension.time
        else [
            [dimension.code, guard(dimension.title), _code(category), guard(category.label)]
            for category in dimension.categories
        ]
        for dimension in cube.dimensions
    ]
    time_place = next((number for number, cube_dimension in enumerate(cube.dimensions) if cube_dimension.time), None)
    fixed = ["", "", ""] if periods is None else [time_code, time_label, time_text(periods.categories[0])]
    signs = cube.flat[1].tolist()
    measures = [[guard(measure.unit), measure.code, guard(measure.label)] for measure in cube.measures]
    places = product(*(range(size) for size in cube.shape), range(len(cube.measures)))
    for number, (place, text) in enumerate(zip(places, cube.written(), strict=True)):
        sign = Sign(signs[number])
        value = text.replace(".", ",") if language == "de" else text
        row = [*begin, *(fixed if time_place is None else parts[time_place][place[time_place]])]
        for at, node in enumerate(place[:-1]):
            if at != time_place:
                row += parts[at][node]
        row += [value or document.office.sign(sign), *measures[place[-1]]]
        yield [*row, *([BRACKETS if sign == Sign.UNCERTAIN else ""] if brackets else [])]


def _time(cube: Cube, document: TablePresentation) -> tuple[str, str]:
    """Code and label of the variable of time."""
    if cube.periods is None:
        return "", ""
    kinds = {time_form(time_text(category)) for category in cube.periods.categories}
    kind = kinds.pop() if len(kinds) == 1 else ""
    code, word = TIMES.get(kind, OTHER_TIME)
    return code, say(word, document.language)
