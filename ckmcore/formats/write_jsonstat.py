"""JSON-stat 2.0: one dataset per cube; a hidden figure is null with a status, and the legend says what it means."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ckmcore.formats.check import MEASURES, compare, compare_listed
from ckmcore.formats.codes import time_form
from ckmcore.formats.cube import Cube, CubeDimension, line, notes_of
from ckmcore.formats.read_jsonstat import read_jsonstat
from ckmcore.methods.protected import Sign
from ckmcore.presentation.present import TablePresentation

CELLS_A_LINE = 20


def write_jsonstat(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Write one cube as a dataset; the values are a dimension of their own, with the role of a metric."""
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        head = json.dumps(_dataset(cube, document), ensure_ascii=False, indent=1)
        opening, closing = "[]" if cube.listed is None else "{}"
        stream.write(head.removesuffix("\n}") + f',\n "value": {opening}\n')
        for number, text in enumerate(_lines(cube)):
            stream.write((",\n" if number else "") + text)
        stream.write(f"\n {closing}")
        status = _status(cube, document)
        if status:
            stream.write(',\n "status": ' + json.dumps(status, ensure_ascii=False))
        stream.write("\n}\n")


def check_jsonstat(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Read a file back and compare it with its cube; raises FormatViolation."""
    codes = [list(dimension.codes) for dimension in cube.dimensions]
    codes.append([measure.code for measure in cube.measures])
    if cube.listed is not None:
        codes += [list(cube.period.codes)] if cube.period else []
        columns = [*range(len(cube.dimensions)), MEASURES, *([len(cube.dimensions)] if cube.period else [])]
        compare_listed(read_jsonstat(path, document.program), cube, codes, columns)
        return
    compare(read_jsonstat(path, document.program), cube, [*codes, *([list(cube.period.codes)] if cube.period else [])])


def _lines(cube: Cube) -> Iterator[str]:
    cells = [text or "null" for text in cube.written()]
    if cube.listed is not None:
        cells = [f'"{number}":{text}' for number, text in zip(_numbers(cube), cells, strict=True)]
    for start in range(0, len(cells), CELLS_A_LINE):
        yield ",".join(cells[start : start + CELLS_A_LINE])


def _dataset(cube: Cube, document: TablePresentation) -> dict[str, Any]:
    """Everything but the cells."""
    draft, periods = document.info, cube.periods
    measure, title = cube.measure
    named = [*cube.dimensions, *([cube.period] if cube.period else [])]
    ids = [dimension.code for dimension in cube.dimensions] + [measure] + ([cube.period.code] if cube.period else [])
    sizes = [*cube.shape, len(cube.measures), *([1] if cube.period else [])]
    found: dict[str, Any] = {"version": "2.0", "class": "dataset", "label": cube.title}
    source = line(draft.source, document) if draft else ""
    if source:
        found["source"] = source
    if draft and time_form(draft.as_of) == "day":
        found["updated"] = draft.as_of
    found["note"] = notes_of(document)
    found["role"] = {**({"time": [periods.code]} if periods else {}), "metric": [measure]}
    found["id"], found["size"] = ids, sizes
    dimensions = {cube_dimension.code: _dimension(cube_dimension) for cube_dimension in named}
    dimensions[measure] = _measures(cube, title)
    found["dimension"] = {code: dimensions[code] for code in ids}
    signs = {document.office.sign(sign): text.text(document.language) for sign, text in document.table.legend.items()}
    found["extension"] = {"status": {"label": signs}}
    if cube.notes:
        cells = [{"place": _place(cube, note.place), "note": note.text} for note in cube.notes]
        found["extension"]["cellNote"] = cells
    if document.program:
        found["extension"]["generator"] = document.program
    return found


def _place(cube: Cube, place: tuple[int | None, ...]) -> dict[str, str]:
    pairs = zip(cube.dimensions, place, strict=True)
    return {dimension.code: dimension.codes[at] for dimension, at in pairs if at is not None}


def _dimension(dimension: CubeDimension) -> dict[str, Any]:
    category: dict[str, Any] = {
        "index": list(dimension.codes),
        "label": {cube_category.code: cube_category.label for cube_category in dimension.categories},
    }
    child: dict[str, list[str]] = {}
    for cube_category in dimension.categories:
        if cube_category.parent >= 0:
            child.setdefault(dimension.codes[cube_category.parent], []).append(cube_category.code)
    if child:
        category["child"] = child
    notes = {cube_category.code: [cube_category.note] for cube_category in dimension.categories if cube_category.note}
    if notes:
        category["note"] = notes
    found: dict[str, Any] = {"label": dimension.title, "category": category}
    if dimension.note:
        found["note"] = [dimension.note]
    return found


def _measures(cube: Cube, title: str) -> dict[str, Any]:
    category: dict[str, Any] = {
        "index": [measure.code for measure in cube.measures],
        "label": {measure.code: measure.label for measure in cube.measures},
        "unit": {measure.code: {"decimals": measure.places, "label": measure.unit} for measure in cube.measures},
    }
    notes = {measure.code: [measure.note] for measure in cube.measures if measure.note}
    if notes:
        category["note"] = notes
    return {"label": title, "category": category}


def _status(cube: Cube, document: TablePresentation) -> dict[str, str]:
    """The sign of each cell that has one, by the number of the cell."""
    signs, numbers = cube.flat[1], None if cube.listed is None else _numbers(cube)
    return {
        str(at if numbers is None else numbers[at]): document.office.sign(Sign(int(signs[at])))
        for at in signs.nonzero()[0].tolist()
    }


def _numbers(cube: Cube) -> list[int]:
    """The number that each value of listed cells has among the values of all cells."""
    if cube.listed is None:
        return []
    count = len(cube.measures)
    return [number * count + measure for number in cube.listed.numbers.tolist() for measure in range(count)]
