"""PC-Axis (`.px`, AXIS-VERSION 2013, UTF-8): one cube, its notes, and signs as dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from ckmcore.base.numbers import Language
from ckmcore.formats.check import compare
from ckmcore.formats.codes import ascii_code, distinct, time_form
from ckmcore.formats.cube import KEPT, Cube, CubeCategory, CubeDimension, clean, line, notes_of, plain_text
from ckmcore.formats.read_px import read_px
from ckmcore.methods.protected import Sign
from ckmcore.presentation.present import TablePresentation

LONGEST_PIECE = 150
LONGEST_NAME = 140
LONGEST_CODE = 20
DOTS = {Sign.UNKNOWN: ".", Sign.BLOCKED: "..", Sign.UNRELIABLE: "..."}
NIL = "-"
TIME_LISTS = {"year": "A1", "half": "H1", "quarter": "Q1", "month": "M1", "week": "W1"}


def write_px(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Write one cube: the stub holds the dimensions of sheets and rows, the heading those of columns, the values and
    the period."""
    names = PxNames(cube)
    with path.open("w", encoding="utf-8", newline="\r\n") as stream:
        for keyword in _keywords(cube, document, names):
            stream.write(keyword + "\n")
        stream.write("DATA=\n")
        for cells in _data(cube, names):
            stream.write(" ".join(cells) + " \n")
        stream.write(";\n")


def check_px(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Read a file back and compare it with its cube; raises FormatViolation."""
    names = PxNames(cube)
    compare(read_px(path, document.program_note), cube, [names.codes[dimension.code] for dimension in names.all])


class PxNames:
    """The dimensions of a cube in the order of the file, and what they and their values are called there: each name
    once, short enough for one piece, without quotation marks."""

    def __init__(self, cube: Cube) -> None:
        values = tuple(CubeCategory(measure.code, measure.label, note=measure.note) for measure in cube.measures)
        self.measure = CubeDimension(*cube.measure, values, "columns")
        self.stub = [dimension for dimension in cube.dimensions if dimension.axis != "columns"]
        self.heading = [dimension for dimension in cube.dimensions if dimension.axis == "columns"]
        self.heading += [self.measure, *([cube.period] if cube.period else [])]
        self.all = [*self.stub, *self.heading]
        self.of = dict(
            zip(
                (cube_dimension.code for cube_dimension in self.all),
                _names((cube_dimension.title, cube_dimension.code) for cube_dimension in self.all),
                strict=True,
            )
        )
        self.values = {
            cube_dimension.code: _names((value.label, value.code) for value in cube_dimension.categories)
            for cube_dimension in self.all
        }
        self.codes = {cube_dimension.code: distinct(map(_short, cube_dimension.codes)) for cube_dimension in self.all}


def _names(texts: Iterable[tuple[str, str]]) -> list[str]:
    """Labels made different by their codes, and short."""
    pairs = [(_plain(label), _plain(code)) for label, code in texts]
    times = Counter(label for label, _ in pairs)
    named = (label if times[label] == 1 else f"{label} ({code})" for label, code in pairs)
    return distinct(map(_short, named))


def _short(text: str) -> str:
    text = _plain(text)
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1].rstrip() + "…"


def _plain(text: str) -> str:
    """A text of one line cannot contain the sign that ends it."""
    return clean(text).replace('"', "'")


def _keywords(cube: Cube, document: TablePresentation, names: PxNames) -> Iterator[str]:
    """All keywords but the data, in the order that the format recommends."""
    draft = document.info
    statistic = line(draft.statistic, document) if draft else ""
    yield from _head(cube, statistic or cube.title, document.language)
    yield from _variables(cube, names)
    values = names.values[names.measure.code]
    for measure, value in zip(cube.measures, values, strict=True):
        yield f"PRECISION({_quoted((names.of[names.measure.code], value))})={measure.places};"
    for measure, value in zip(cube.measures, values, strict=True):
        yield _text("UNITS", measure.unit, value)
    source = line(draft.source, document) if draft else ""
    if source:
        yield _text("SOURCE", source)
    yield from _notes(cube, document, names)
    for sign, dots in DOTS.items():
        if sign in document.table.legend:
            yield _text(f"DATASYMBOL{len(dots)}", document.office.sign(sign))
    yield _text("DATASYMBOLNIL", document.office.sign(Sign.NOTHING))


def _variables(cube: Cube, names: PxNames) -> Iterator[str]:
    """Stub, heading, and all on their variables."""
    if names.stub:
        yield _list("STUB", [names.of[cube_dimension.code] for cube_dimension in names.stub])
    yield _list("HEADING", [names.of[cube_dimension.code] for cube_dimension in names.heading])
    yield _text("CONTVARIABLE", names.of[names.measure.code])
    for cube_dimension in names.all:
        yield _text("VARIABLECODE", cube_dimension.code, names.of[cube_dimension.code])
    for cube_dimension in names.all:
        yield _list("VALUES", names.values[cube_dimension.code], names.of[cube_dimension.code])
    periods = cube.periods
    if periods is not None:
        yield from _time_values(periods, names.of[periods.code])
    for cube_dimension in names.all:
        yield _list("CODES", names.codes[cube_dimension.code], names.of[cube_dimension.code])
    if periods is not None:
        yield _text("VARIABLE-TYPE", "T", names.of[periods.code])
    for dimension in cube.dimensions:
        yield from _hierarchy(dimension, names.of[dimension.code], names.codes[dimension.code])
    for dimension in cube.dimensions:
        if dimension.total is not None and not dimension.time:  # over periods it may be an average
            place = dimension.categories.index(dimension.total)
            yield _text("ELIMINATION", names.values[dimension.code][place], names.of[dimension.code])


def _matrix(cube: Cube) -> str:
    """A short name of the cube, made of its title."""
    end = f"_{cube.number}" if cube.number else ""
    return (ascii_code(cube.title, LONGEST_CODE - len(end)) or "TABLE") + end


def _head(cube: Cube, subject: str, language: Language) -> Iterator[str]:
    """What the file is, up to its title and contents."""
    decimals = max(measure.places for measure in cube.measures)
    yield 'CHARSET="ANSI";'
    yield 'AXIS-VERSION="2013";'
    yield 'CODEPAGE="utf-8";'
    yield _text("LANGUAGE", language)
    yield f"DECIMALS={decimals};"
    yield f"SHOWDECIMALS={decimals};"
    yield _text("MATRIX", _matrix(cube))
    yield "AGGREGALLOWED=NO;"
    yield "COPYRIGHT=NO;"
    yield _text("SUBJECT-CODE", ascii_code(subject, LONGEST_CODE) or "STATISTIC")
    yield _text("SUBJECT-AREA", subject)
    yield _text("DESCRIPTION", cube.title)
    yield _text("TITLE", cube.title)
    yield _text("CONTENTS", ", ".join(measure.label for measure in cube.measures))
    yield _text("UNITS", ", ".join(dict.fromkeys(measure.unit for measure in cube.measures)))


def _time_values(periods: CubeDimension, name: str) -> Iterator[str]:
    """The list of times, where all periods are of one kind that the format knows."""
    times = [category.time for category in periods.categories]
    kinds = {time_form(time) for time in times}
    kind = kinds.pop() if len(kinds) == 1 else ""
    if kind in TIME_LISTS:
        digits = ["".join(sign for sign in time if sign.isdigit()) for time in times]
        yield f'TIMEVAL("{name}")=TLIST({TIME_LISTS[kind]}),{_quoted(digits)};'


def _hierarchy(dimension: CubeDimension, name: str, codes: Sequence[str]) -> Iterator[str]:
    """The tree of a dimension under its total, where it is deeper than one level."""
    if dimension.total is None:
        return
    top = dimension.categories.index(dimension.total)
    below: dict[int, list[int]] = {}
    for number, category in enumerate(dimension.categories):
        if category.parent >= 0:
            below.setdefault(category.parent, []).append(number)
    if not set(below) - {top}:
        return
    tree, waiting = [f'"{codes[top]}"'], [top]
    while waiting:
        parent = waiting.pop()
        tree += [f'"{codes[parent]}":"{codes[number]}"' for number in below.get(parent, ())]
        waiting += below.get(parent, ())
    yield _broken(f'HIERARCHIES("{name}")=', tree)


def _notes(cube: Cube, document: TablePresentation, names: PxNames) -> Iterator[str]:
    """Notes on the table, on dimensions, values and cells, and names that had to be shortened, whole."""
    yield _text("NOTEX", "#".join(notes_of(document)))
    if document.program_note:
        yield _text("NOTE", document.program_note)
    for dimension in names.all:
        if dimension.note:
            yield _text("NOTE", dimension.note, names.of[dimension.code])
    for dimension in names.all:
        for category, name in zip(dimension.categories, names.values[dimension.code], strict=True):
            whole = category.label if name.endswith("…") else ""
            note = " ".join(text for text in (whole, category.note) if text)
            if note:
                yield _text("VALUENOTE", note, names.of[dimension.code], name)
    yield from _cell_notes(cube, document, names)


def _cell_notes(cube: Cube, document: TablePresentation, names: PxNames) -> Iterator[str]:
    """Notes on cells, all on the same cells in one; the data have figures in brackets without them, so a note says what
    they mean."""
    own = [names.values[dimension.code] for dimension in cube.dimensions]
    texts: dict[tuple[str, ...], list[str]] = {}
    for note in cube.notes:
        place = ["*" if at is None else own[number][at] for number, at in enumerate(note.place)]
        texts.setdefault(tuple(place), []).append(note.text)
    for keys, several in texts.items():
        yield _text("CELLNOTE", " ".join(several), *keys, "*", *(["*"] if cube.period else []))
    if Sign.UNCERTAIN in document.table.legend:
        meaning = document.table.legend[Sign.UNCERTAIN].text(document.language)
        for value, signs in zip(names.values[names.measure.code], cube.signs, strict=True):
            for at in np.argwhere(signs == Sign.UNCERTAIN).tolist():
                place = [own[number][one] for number, one in enumerate(at)]
                yield _text("CELLNOTE", meaning, *place, value, *(["*"] if cube.period else []))


def _text(keyword: str, text: str, *keys: str) -> str:
    """A keyword with one text, in pieces where it is long."""
    text = _plain(text)
    pieces = [text[at : at + LONGEST_PIECE] for at in range(0, len(text), LONGEST_PIECE)] or [""]
    key = f"({_quoted(keys)})" if keys else ""
    return f"{keyword}{key}=" + "\n".join(f'"{piece}"' for piece in pieces) + ";"


def _list(keyword: str, texts: Sequence[str], *keys: str) -> str:
    key = f"({_quoted(keys)})" if keys else ""
    return _broken(f"{keyword}{key}=", [f'"{_plain(text)}"' for text in texts])


def _quoted(texts: Iterable[str]) -> str:
    return ",".join(f'"{_plain(text)}"' for text in texts)


def _broken(start: str, items: Sequence[str]) -> str:
    """A list whose lines end behind a comma."""
    lines, room = [start], LONGEST_PIECE
    for number, item in enumerate(items):
        text = item + ("," if number < len(items) - 1 else ";")
        if len(lines[-1]) + len(text) > room and number:
            lines.append("")
        lines[-1] += text
    return "\n".join(lines)


def _data(cube: Cube, names: PxNames) -> Iterator[list[str]]:
    """The cells, a line of the file for each combination of the stub."""
    width = int(np.prod([len(dimension) for dimension in names.heading], dtype=np.int64))
    places = [measure.places for measure in cube.measures]
    figures, signs = cube.flat
    nothing = {int(sign): f'"{dots}"' for sign, dots in {**DOTS, Sign.NOTHING: NIL}.items()}
    for start in range(0, len(figures), width):
        part = zip(figures[start : start + width].tolist(), signs[start : start + width].tolist(), strict=True)
        yield [
            plain_text(figure, places[number % len(places)]) if sign in KEPT else nothing[sign]
            for number, (figure, sign) in enumerate(part)
        ]
