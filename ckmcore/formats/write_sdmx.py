"""SDMX-CSV 1.0 and 2.0: one line per figure, with the status of each; no value where a sign replaces it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.formats.check import MEASURES, compare, compare_listed
from ckmcore.formats.codes import NO_LETTERS, ascii_code, distinct
from ckmcore.formats.columns import Column, write_lines
from ckmcore.formats.cube import Cube, CubeDimension, line
from ckmcore.formats.formulas import FormulaGuard, notes_with_formulas
from ckmcore.formats.read_csv import read_sdmx
from ckmcore.methods.protected import Sign
from ckmcore.presentation.present import TablePresentation

Version = Literal["1.0", "2.0"]
TIME = "TIME_PERIOD"
OBSERVATION = ("OBS_VALUE", "OBS_STATUS", "CONF_STATUS", "UNIT_MEASURE", "DECIMALS", "COMMENT_OBS")
DATASET = ("TITLE", "SOURCE", "COMMENT_DSET")
FIRST: dict[Version, tuple[str, ...]] = {"1.0": ("DATAFLOW",), "2.0": ("STRUCTURE", "STRUCTURE_ID", "ACTION")}
LABEL = "_LABEL"
LONGEST_ID = 50
STATUS: dict[Sign, tuple[str, str]] = {
    Sign.NONE: ("A", "F"),
    Sign.NOTHING: ("M", "F"),
    Sign.UNKNOWN: ("Q", "C"),
    Sign.BLOCKED: ("Q", "C"),
    Sign.UNRELIABLE: ("Q", "C"),
    Sign.UNCERTAIN: ("U", "F"),
}
"""Status of the observation and of its confidentiality: normal; cannot exist; suppressed; of low reliability."""
BROKEN = "B"
_CODE = re.compile(r"[A-Za-z0-9_@$-]+")


@dataclass(frozen=True)
class SdmxNames:
    """How a cube is called in the file: the columns of its dimensions with the codes of each, periods last; `order`:
    which dimensions of the cube these are, the values behind the last."""

    columns: tuple[str, ...]
    codes: tuple[tuple[str, ...], ...]
    labels: tuple[tuple[str, ...], ...]
    order: tuple[int, ...]


def write_sdmx(version: Version, cube: Cube, document: TablePresentation, path: Path) -> None:
    """Write a cube. Only the first line has what belongs to the data set as a whole; labels of the codes have columns
    of their own behind the others. Raises sdmx_no_time, sdmx_total_of_periods."""
    names = sdmx_names(cube)
    labels = [name + LABEL for name in names.columns]
    head = [*FIRST[version], *names.columns, *OBSERVATION, *DATASET, *labels]
    with path.open("wb") as stream:
        write_lines(stream, [Column([name], np.zeros(1, dtype=np.intp)) for name in head], ",")
        write_lines(stream, _columns(version, cube, document, names), ",")


def check_sdmx(version: Version, cube: Cube, _document: TablePresentation, path: Path) -> None:
    """Read a file back and compare it with its cube; raises FormatViolation."""
    names = sdmx_names(cube)
    parsed = read_sdmx(path, version, listed=cube.listed is not None)
    if cube.listed is not None:
        places = [MEASURES if at == len(cube.dimensions) else at for at in names.order]
        compare_listed(parsed, cube, names.codes, places)
        return
    order = [at for at in names.order if at <= len(cube.dimensions)]
    compare(parsed, cube, names.codes, order if len(cube.measures) > 1 else [*order, len(cube.dimensions)])


def sdmx_names(cube: Cube) -> SdmxNames:
    """The columns and codes of a cube. Raises sdmx_no_time, sdmx_total_of_periods."""
    dimensions = cube.dimensions
    plain = [number for number, dimension in enumerate(dimensions) if not dimension.time]
    reserved = [*FIRST["1.0"], *FIRST["2.0"], TIME, *OBSERVATION, *DATASET]
    wanted = [_component(dimensions[number].code) for number in plain] + ["MEASURE"]
    made = distinct([*reserved, *wanted])[len(reserved) :]
    columns = made[:-1]
    codes = [_codes(dimensions[number].codes) for number in plain]
    labels = [tuple(category.label for category in dimensions[number].categories) for number in plain]
    order = [*plain]
    if len(cube.measures) > 1:
        columns.append(made[-1])
        codes.append(_codes([measure.code for measure in cube.measures]))
        labels.append(tuple(measure.label for measure in cube.measures))
        order.append(len(dimensions))
    periods = cube.periods
    if periods is not None:
        columns.append(TIME)
        codes.append(_times(periods))
        labels.append(tuple(category.label for category in periods.categories))
        order.append(dimensions.index(periods) if cube.period is None else len(dimensions) + 1)
    return SdmxNames(tuple(columns), tuple(codes), tuple(labels), tuple(order))


def _component(name: str) -> str:
    """The name of a dimension as an identifier: it begins with a letter."""
    found = ascii_code(name, LONGEST_ID)
    return found if found[:1].isalpha() else f"V_{found}".rstrip("_")


def _codes(codes: Sequence[str]) -> tuple[str, ...]:
    """Codes as identifiers; those that are none give way to the others."""
    fine = [bool(_CODE.fullmatch(code)) for code in codes]
    order = sorted(range(len(codes)), key=lambda number: not fine[number])
    given = distinct(codes[n] if fine[n] else ascii_code(codes[n], LONGEST_ID) or NO_LETTERS for n in order)
    found = dict(zip(order, given, strict=True))
    return tuple(found[number] for number in range(len(codes)))


def _times(periods: CubeDimension) -> tuple[str, ...]:
    if periods.total is not None:
        raise InputError("sdmx_total_of_periods")
    for category in periods.categories:
        if not category.time:
            raise InputError("sdmx_no_time", period=category.label)
    return tuple(category.time for category in periods.categories)


def _columns(version: Version, cube: Cube, document: TablePresentation, names: SdmxNames) -> list[Column]:
    signs = cube.flat[1]
    count, measures = len(signs), len(cube.measures)
    guard = FormulaGuard(document.office.apostrophe)
    nothing, measure = np.zeros(count, dtype=np.intp), np.arange(count) % measures
    # Of each dimension, the values and the fixed period: which category each line has.
    places = [*(np.repeat(nodes, measures) for nodes in cube.places()), measure, nothing]
    source = line(document.info.source, document) if document.info else ""
    notes = notes_with_formulas(document, [cube], chain.from_iterable(names.codes))
    first = (np.arange(count) == 0).astype(np.intp)
    return [
        *(Column([text], nothing) for text in data_flow(version, cube, document)),
        *(Column(codes, places[at]) for codes, at in zip(names.codes, names.order, strict=True)),
        Column(*cube.by_text()),
        *_states(cube, signs, places),
        Column([guard(cube_measure.unit) for cube_measure in cube.measures], measure),
        Column([str(cube_measure.places) for cube_measure in cube.measures], measure),
        _said(cube, document, signs, guard),
        *(Column(["", text], first) for text in guard.all((cube.title, source, " | ".join(notes)))),
        *(Column(guard.all(labels), places[at]) for labels, at in zip(names.labels, names.order, strict=True)),
    ]


def _states(cube: Cube, signs: NDArray[np.uint8], places: Sequence[NDArray[np.intp]]) -> tuple[Column, Column]:
    """Status of the observation and of its confidentiality."""
    states = [STATUS[Sign(sign)] for sign in range(max(map(int, Sign)) + 1)]
    observed, confidential = [state for state, _ in states], [secret for _, secret in states]
    at = signs.astype(np.intp)
    time = next((number for number, dimension in enumerate(cube.dimensions) if dimension.time), None)
    shown = at
    if time is not None:
        broken = np.array([category.broken for category in cube.dimensions[time].categories], dtype=np.bool_)
        normal = np.array([state == "A" for state in observed])
        shown = np.where(broken[places[time]] & normal[at], len(observed), at)
    return Column([*observed, BROKEN], shown), Column(confidential, at)


def _said(cube: Cube, document: TablePresentation, signs: NDArray[np.uint8], guard: FormulaGuard) -> Column:
    """What a sign means and the footnotes of the cell."""
    meaning = {int(sign): text.text(document.language) for sign, text in document.table.legend.items()}
    meant = sorted(set(np.unique(signs).tolist()) - {0})
    texts = ["", *(guard(meaning[sign]) for sign in meant)]
    place_of = np.zeros(256, dtype=np.intp)
    place_of[meant] = np.arange(1, len(texts))
    places, measures = place_of[signs], len(cube.measures)
    for cell, notes in _comments(cube).items():
        for at in range(cell * measures, (cell + 1) * measures):
            sign = int(signs[at])
            places[at] = len(texts)
            texts.append(guard(" ".join([*([meaning[sign]] if sign else []), *notes])))
    return Column(texts, places)


def _comments(cube: Cube) -> dict[int, list[str]]:
    """The footnotes of cells, by their number in the cube."""
    found: dict[int, list[str]] = {}
    for note in cube.notes:
        for cell in cube.noted(note.place).tolist():
            found.setdefault(cell, []).append(note.text)
    return found


def data_flow(version: Version, cube: Cube, document: TablePresentation) -> tuple[str, ...]:
    """What the first columns say: the data flow, made of the office's name and the table's title."""
    agency = _component(line(document.office.name, document) or "CKM").upper()
    end = f"_{cube.number}" if cube.number else ""
    flow = f"DF_{ascii_code(cube.title, LONGEST_ID).upper() or 'TABLE'}{end}"
    if version == "1.0":
        return (f"{agency}:{flow}(1.0)",)
    return ("dataflow", f"{agency}:{flow}(1.0.0)", "I")
