"""What was written is read back as its format demands before anybody gets it; a faulty file is not handed over.

Each format has a reader of its own (`read_px`, `read_jsonstat` ...), which knows the format and nothing of its writer,
and raises `FormatViolation`. What it found is then compared with the cube, figure by figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.formats.columns import Column
from ckmcore.formats.cube import KEPT, Cube
from ckmcore.messages import Sentence, sentence

T = TypeVar("T")
MEASURES = -1
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


class FormatViolation(Exception):
    """What is wrong with a file, as a sentence: where, and what the format demands."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)
        self.reason: Sentence = sentence(code, **fields)


@dataclass(frozen=True)
class Axis:
    """A dimension as it was found in a file: its code, and those of its categories in order."""

    code: str
    codes: tuple[str, ...]


@dataclass(frozen=True)
class ParsedCube:
    """A cube as it was found in a file: dimensions, then the measures, figures in this order (texts with a decimal
    point; None where there is none). lines: of a file that lists its cells, per dimension the code of each figure."""

    axes: tuple[Axis, ...]
    figures: Sequence[str | None]
    lines: Sequence[Sequence[str]] | None = None


def of_lines(keys: Sequence[Sequence[str]], figures: Iterable[T], before: int = 1) -> list[T]:
    """Sort the figures of a file's lines into the order of a cube; each of its cells has one line.

    keys: of each dimension the code of every line; before: lines of the file above them. Raises FormatViolation.
    """
    held = list(figures)
    cells = dict(zip(zip(*keys, strict=True) if keys else [()] * len(held), held, strict=True))
    if len(cells) < len(held):
        raise FormatViolation("check_csv_key", line=len(cells) + before + 1)
    try:
        found = [cells[key] for key in product(*(dict.fromkeys(column) for column in keys))]
    except KeyError:
        raise FormatViolation("check_csv_gap") from None
    if len(found) != len(cells):
        raise FormatViolation("check_cells", found=len(cells), wanted=len(found))
    return found


def compare(found: ParsedCube, cube: Cube, codes: Sequence[Sequence[str]], order: Sequence[int] | None = None) -> None:
    """Whether what was found in a file is a cube: its categories, and every figure.

    `codes`: the categories as the format writes them, in the order of the file; `order`: which dimensions of the cube
    these are (the measures come behind the last one; a fixed period does not count). Raises FormatViolation.
    """
    if [list(axis.codes) for axis in found.axes] != [list(axis) for axis in codes]:
        raise FormatViolation("check_categories")
    figures, signs = np.stack(cube.figures, axis=-1), np.stack(cube.signs, axis=-1)
    places = np.broadcast_to(np.array([measure.places for measure in cube.measures]), figures.shape)
    if order is not None:
        figures, signs, places = (np.transpose(array, order) for array in (figures, signs, places))
    if len(found.figures) != figures.size:
        raise FormatViolation("check_cells", found=len(found.figures), wanted=figures.size)
    kept = np.isin(signs, KEPT).ravel().tolist()
    wanted = zip(found.figures, figures.ravel().tolist(), kept, places.ravel().tolist(), strict=True)
    for number, one in enumerate(wanted, start=1):
        _compare_figure(number, *one)


def each_cell(of_lines: NDArray[np.intp], measures: int) -> NDArray[np.intp]:
    """A number of each line, once for each of its figures."""
    return of_lines if measures == 1 else np.repeat(of_lines, measures)


def compare_listed(found: ParsedCube, cube: Cube, codes: Sequence[Sequence[str]], columns: Sequence[int]) -> None:
    """Whether what was found in a file is a cube that lists its cells: the same cells in its order, and every figure.

    `columns`: what each axis of the file is: a dimension of the cube, MEASURES, or anything else: the one period.
    Raises FormatViolation.
    """
    count, measures = len(cube.figures[0]), len(cube.measures)
    places: dict[int, NDArray[np.intp]] = {
        axis: each_cell(numbers, measures) for axis, numbers in enumerate(cube.places())
    }
    places[MEASURES] = np.tile(np.arange(measures), count)
    nothing = np.zeros(count * measures, dtype=np.intp)
    if found.lines is None or len(found.lines) != len(columns):
        raise FormatViolation("check_categories")
    if len(found.figures) != count * measures:
        raise FormatViolation("check_cells", found=len(found.figures), wanted=count * measures)
    for line, names, column in zip(found.lines, codes, columns, strict=True):
        if not _same_codes(line, names, places.get(column, nothing)):
            raise FormatViolation("check_categories")
    figures, signs = cube.flat
    if _are_figures(found.figures, figures, np.isin(signs, KEPT), cube):
        return
    kept, digits = np.isin(signs, KEPT).tolist(), [measure.places for measure in cube.measures] * count
    for number, wanted in enumerate(zip(found.figures, figures.tolist(), kept, digits, strict=True), start=1):
        _compare_figure(number, *wanted)


def _same_codes(line: Sequence[str], names: Sequence[str], places: NDArray[np.intp]) -> bool:
    """Whether a column of codes has the names at these places, line by line."""
    if not isinstance(line, Column):
        return [names[at] for at in places.tolist()] == list(line)
    first: dict[str, int] = {}
    same = np.array([first.setdefault(name, at) for at, name in enumerate(names)], dtype=np.intp)
    mine = np.array([first.get(text, -1) for text in line.texts], dtype=np.intp)
    return np.array_equal(mine[line.places], same[places])


def _are_figures(texts: Sequence[str | None], figures: NDArray[np.int64], kept: NDArray[np.bool_], cube: Cube) -> bool:
    """Whether each text is known to be its figure, looked at once a text; if not, which one is not has to be found."""
    if not isinstance(texts, Column):
        return False
    count = len(cube.measures)
    for measure, cube_measure in enumerate(cube.measures):
        places, wanted, keeps = texts.places[measure::count], figures[measure::count], kept[measure::count]
        numbers, has = np.zeros(len(texts.texts), dtype=np.int64), np.zeros(len(texts.texts), dtype=np.bool_)
        used = np.zeros(len(texts.texts), dtype=np.bool_)
        used[places] = True
        for at in np.flatnonzero(used).tolist():
            text = texts.texts[at]
            if text is not None:
                try:
                    numbers[at], has[at] = scaled(text, cube_measure.places), True
                except (FormatViolation, OverflowError):
                    return False
        if not np.array_equal(has[places], keeps) or not np.array_equal(numbers[places][keeps], wanted[keeps]):
            return False
    return True


def _compare_figure(number: int, text: str | None, figure: int, keeps: bool, digits: int) -> None:
    if keeps and not digits and text == str(figure):  # most of them
        return
    if (text is not None) != keeps or (text is not None and scaled(text, digits) != figure):
        raise FormatViolation("check_figure", number=number)


def scaled(text: str, places: int) -> int:
    """A text with a decimal point as a whole number scaled by 10^places; raises FormatViolation where it is no such
    number."""
    whole, _, rest = text.partition(".")
    if not _NUMBER.fullmatch(text) or len(rest) > places:
        raise FormatViolation("check_number", text=text[:40])
    return int(whole + rest.ljust(places, "0"))
