"""What a picture is drawn from: one value of a protected table by the breakdowns that its lines show.

Only cells that the table shows are read, by the lines of its layout; a total that is switched off is not.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.model import AreaSet
from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.pictures.text_width import plain
from ckmcore.presentation.footnotes import NodePlace
from ckmcore.presentation.present import ShownValue, TablePresentation, figure_text
from ckmcore.tabulate.axis import AxisDimension, GridCells
from ckmcore.tabulate.labels import node_words
from ckmcore.tabulate.layout import AXIS_NAMES, AxisLayout, AxisName, Segment, ShownLevel
from ckmcore.tabulate.spec import PERIOD, Code

BREAK = "| "
MOST_LINES = 200_000
MOST_NAMED_CELLS = 2_000
_BEGINS_WITH_NUMBER = re.compile(r"\D{0,12}(\d+)")
_FEMALE = re.compile(r"weiblich|frauen?|mädchen|female|wom[ae]n|girls?|f|w", re.I)
_MALE = re.compile(r"männlich|männer|mann|jungen|male|m[ae]n|boys?|m", re.I)
_AGE = re.compile(r"\balter|\bage\b|\bages\b|geburtsjahr|\bage_|^age$", re.I)


@dataclass(frozen=True)
class PictureCategory:
    """A category of a breakdown. node: index in its dimension; place: among its siblings in the whole dictionary;
    number: first number of its label, None without one; is_break: a series breaks before it."""

    node: int
    code: str
    label: str
    place: int = 0
    number: int | None = None
    is_break: bool = False


@dataclass(frozen=True)
class Breakdown:
    """A variable by which the shown lines of a table are broken down. categories: disjoint ones of one depth, in the
    table's order, without its total. is_disjoint: whether a record is in one category at most."""

    variable: str
    title: str
    categories: tuple[PictureCategory, ...]
    total: PictureCategory | None
    is_time: bool = False
    is_disjoint: bool = True

    @property
    def is_age(self) -> bool:
        """Whether its categories are ages: named so, and beginning with rising numbers."""
        numbers = [category.number for category in self.categories if category.number is not None]
        named = _AGE.search(self.title) or _AGE.search(self.variable)
        return bool(named) and len(numbers) >= max(4, len(self.categories) - 2) and numbers == sorted(numbers)

    @property
    def sexes(self) -> tuple[PictureCategory, PictureCategory] | None:
        """The male and the female category, by their labels; None where there is not one of each."""
        sides = [
            [category for category in self.categories if pattern.fullmatch(category.label)]
            for pattern in (_MALE, _FEMALE)
        ]
        return (sides[0][0], sides[1][0]) if all(len(side) == 1 for side in sides) else None

    def only(self, categories: Sequence[PictureCategory]) -> Breakdown:
        """The breakdown with some of its categories."""
        return Breakdown(self.variable, self.title, tuple(categories), self.total, self.is_time, self.is_disjoint)


@dataclass(frozen=True)
class PictureFigure:
    """A published cell. text: as the table writes it; whole: its figure, scaled by 10^places, None where a sign
    replaces it or nothing is listed; row, column, layer: lines of the table."""

    text: str
    whole: int | None
    sign: Sign
    row: int
    column: int
    layer: int


@dataclass(frozen=True, eq=False)
class GridFigures(GridCells):
    """Cells of a grid with their figures. wholes: scaled by 10^places; signs: `Sign` of each; lines: of each on its
    axis; place: layer, row and column of all (not of the axis); axis: 0 for layers, 1 for rows, 2 for
    columns."""

    wholes: NDArray[np.int64]
    signs: NDArray[np.uint8]
    lines: NDArray[np.intp]
    place: tuple[int, int, int]
    axis: int


class PictureTable:
    """The shown cells of one value in one block of a table, by its breakdowns.

    document: the table in one language; value: index of the value; block: index of the stacked block, as of those of
    the protected table; areas: boundaries by variable.
    Raises picture_value, picture_block, picture_lines.
    """

    def __init__(
        self,
        document: TablePresentation,
        value: int = 0,
        block: int = 0,
        areas: Mapping[str, AreaSet] | None = None,
    ) -> None:
        layout, count = document.layout, len(document.table.spec.values)
        if value >= count:
            raise InputError("picture_value", number=value + 1, count=count)
        blocks = [len(axis.segments) for axis in (layout.rows, layout.columns, layout.layers)]
        if block >= math.prod(blocks):
            raise InputError("picture_block", number=block + 1, count=math.prod(blocks))
        self.document, self.value, self.areas = document, value, areas or {}
        self._axes: tuple[AxisLayout, ...] = (layout.layers, layout.rows, layout.columns)
        # As `Layout.block_number` counts them.
        row, column = divmod(block // blocks[2], blocks[1])
        self._numbers = (block % blocks[2], row, column)
        self._segments = tuple(axis.segments[number] for axis, number in zip(self._axes, self._numbers, strict=True))
        self._values: dict[int, ShownValue] = {}
        self._categories: dict[tuple[int, int, int], PictureCategory] = {}
        self._figures: dict[tuple[int, ...], PictureFigure | None] = {}
        self.grids = {number: grid for number in range(len(self._places)) if (grid := self._grid(number)) is not None}
        if max(map(len, self._segments)) > MOST_LINES and not self.grids:
            raise InputError("picture_lines", limit=MOST_LINES)
        self.breakdowns = tuple(self._breakdown(number) for number in range(len(self._places)))

    @cached_property
    def _lines(self) -> list[dict[tuple[int, ...], int]]:
        """Line of each combination of shown nodes, by axis. Raises picture_lines."""
        if max(map(len, self._segments)) > MOST_LINES:
            raise InputError("picture_lines", limit=MOST_LINES)
        return [_lines(axis, number) for axis, number in zip(self._axes, self._numbers, strict=True)]

    def _shown_nodes(self, number: int) -> NDArray[np.bool_]:
        """Whether lines with figures show each node of a breakdown."""
        axis, level = self._places[number]
        segment = self._segments[axis]
        shown = np.zeros(len(segment.levels[level].dimension.nodes), dtype=bool)
        shown[segment.positions[~segment.empty, level]] = True
        return shown

    def _nodes(self, number: int) -> list[int]:
        """The nodes of a breakdown that lines with figures show, ascending."""
        nodes: list[int] = np.flatnonzero(self._shown_nodes(number)).tolist()
        return nodes

    def _grid(self, number: int) -> GridCells | None:
        """The cells of a breakdown whose finest shown nodes are cells of a grid; None where they are not."""
        axis, level = self._places[number]
        dimension = self._segments[axis].levels[level].dimension
        shown = self._shown_nodes(number)
        depth = int(dimension.depths[shown].max(initial=-1))
        grid = dimension.cells_at(depth) if depth >= 0 else None
        if grid is None:
            return None
        kept = shown[grid.nodes]
        return GridCells(grid.size, grid.nodes[kept], grid.north[kept], grid.east[kept])

    def figures_of_grid(self, number: int, fixed: Sequence[int]) -> GridFigures:
        """The cells of a grid that the table shows, with their figures. fixed: node of each breakdown but
        the grid."""
        axis, level = self._places[number]
        segment, grid = self._segments[axis], self.grids[number]
        shown = ~segment.empty
        for other, (other_axis, other_level) in enumerate(self._places):
            if other_axis == axis and other != number:
                shown &= segment.positions[:, other_level] == fixed[other]
        of_node = np.full(len(self._segments[axis].levels[level].dimension.nodes), -1, dtype=np.intp)
        lines = np.flatnonzero(shown)[::-1]
        of_node[segment.positions[lines, level]] = lines + int(self._axes[axis].starts[self._numbers[axis]])
        cells = of_node[grid.nodes]
        is_shown = cells >= 0
        place = [-1 if each == axis else self._fixed_line(each, fixed) for each in range(3)]
        if any(line < 0 for each, line in enumerate(place) if each != axis):
            is_shown = np.zeros(len(cells), dtype=bool)  # the table has no such line
        layers, rows, columns = place
        lines = cells[is_shown]
        if axis == 0:
            parts = [self._at(layer, rows, columns) for layer in lines.tolist()]
        elif is_shown.any():
            parts = [self._at(layers, *((lines, columns) if axis == 1 else (rows, lines)))]
        else:
            parts = []
        nothing = np.zeros(0, dtype=np.int64)
        whole, signs, held = (
            np.concatenate([nothing, *(np.atleast_1d(part[number]) for part in parts)]).astype(kind)
            for number, kind in enumerate((np.int64, np.uint8, bool))
        )
        kept = np.flatnonzero(is_shown)[held]
        return GridFigures(
            grid.size, grid.nodes[kept], grid.north[kept], grid.east[kept], whole[held], signs[held], cells[kept],
            (layers, rows, columns), axis,
        )  # fmt: skip

    def _at(self, layer: int, rows: Any, columns: Any) -> tuple[Any, Any, Any]:
        """Figures of a sheet, the signs in their place, and whether there is one: lines of one axis, a line of the
        other."""
        if layer not in self._values:
            self._values[layer] = self.document.values(layer)[self.value]
        shown = self._values[layer]
        whole = _picked(shown.matrix, rows, columns)
        none = np.zeros(np.shape(whole), dtype=np.uint8)
        return (
            whole,
            none if shown.signs is None else _picked(shown.signs, rows, columns),
            none == 0 if shown.held is None else _picked(shown.held, rows, columns),
        )

    def _fixed_line(self, axis: int, fixed: Sequence[int]) -> int:
        """The line of an axis on which each breakdown has its fixed node; -1 where the table has none."""
        segment = self._segments[axis]
        shown = ~segment.empty
        for number, (other, level) in enumerate(self._places):
            if other == axis:
                shown &= segment.positions[:, level] == fixed[number]
        lines = np.flatnonzero(shown)
        return int(lines[0] + self._axes[axis].starts[self._numbers[axis]]) if len(lines) else -1

    def text(self, whole: int, sign: Sign) -> str:
        """A figure as the table writes it."""
        stand = self.document.stand(self.document.table.spec.values[self.value], whole, sign)
        return figure_text(stand, self.document.language)

    def code(self, number: int, node: int) -> str:
        """Code of a node of a breakdown."""
        axis, level = self._places[number]
        return str(self._segments[axis].levels[level].dimension.nodes[node].code)

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """Axis and level of each breakdown, rows first."""
        return [(axis, level) for axis in (1, 2, 0) for level in range(len(self._segments[axis].levels))]

    @property
    def heading(self) -> str:
        """Headings of the block where the table stacks several; "" for one block."""
        headings = [
            plain(segment.heading.text(self.document.language))
            for segment, axis in zip(self._segments, self._axes, strict=True)
            if len(axis.segments) > 1
        ]
        return ", ".join(filter(None, headings))

    @property
    def places(self) -> int:
        """Number of decimals of its figures."""
        return self.document.table.spec.values[self.value].places

    @property
    def is_additive(self) -> bool:
        """Whether figures of disjoint categories may be stacked: counts and sums."""
        value = self.document.table.spec.values[self.value]
        return not value.is_derived

    @property
    def what(self) -> str:
        """What the figures are: heading of the value, with its unit."""
        unit = plain(self.document.table.spec.values[self.value].unit.text(self.document.language))
        label = plain(self.document.value_text(self.value))
        return f"{label} ({unit})" if unit and unit not in label else label

    def figure(self, nodes: Sequence[int]) -> PictureFigure | None:
        """The cell of these nodes, one for each breakdown; None where the table shows no such cell."""
        key = tuple(nodes)
        if key not in self._figures:
            self._figures[key] = self._figure(key)
        return self._figures[key]

    def _figure(self, nodes: tuple[int, ...]) -> PictureFigure | None:
        position: dict[tuple[int, int], int] = dict(zip(self._places, nodes, strict=True))
        found_lines = []
        for axis, lines in enumerate(self._lines):
            line = lines.get(tuple(position[axis, level] for level in range(len(self._segments[axis].levels))))
            if line is None:
                return None
            found_lines.append(line)
        layer, row, column = found_lines
        shown = self._values.get(layer)
        if shown is None:
            shown = self._values[layer] = self.document.values(layer)[self.value]
        sign = Sign.NONE if shown.signs is None else Sign(int(shown.signs[row, column]))
        whole = int(shown.matrix[row, column])
        if shown.held is not None and not shown.held[row, column]:
            return PictureFigure("", None, sign, row, column, layer)
        stand = self.document.stand(self.document.table.spec.values[self.value], whole, sign)
        mark = self.document.marks.of_cell(row, column, layer, self.value)
        text = figure_text(stand, self.document.language)
        text = f"{text} {mark}" if text and mark else text
        return PictureFigure(text, whole if sign.keeps_figure else None, sign, row, column, layer)

    def with_areas(self, number: int, areas: AreaSet) -> tuple[PictureCategory, ...]:
        """The shown categories of a breakdown that have an area, whatever their depth."""
        axis, level = self._places[number]
        shown = self._segments[axis].levels[level]
        nodes = [node for node in self._nodes(number) if node]
        named = [node for node in nodes if str(shown.dimension.nodes[node].code) in areas.index]
        siblings = _places_among_siblings(shown.dimension)
        return tuple(self._category(axis, level, node, siblings) for node in named)

    def without_areas(self, number: int, categories: Sequence[PictureCategory]) -> tuple[PictureCategory, ...]:
        """The shown categories of the depth of some that are none of them."""
        axis, level = self._places[number]
        dimension = self._segments[axis].levels[level].dimension
        depths = {dimension.nodes[category.node].depth for category in categories}
        nodes = {*self._nodes(number)} - {0} - {category.node for category in categories}
        siblings = _places_among_siblings(dimension)
        return tuple(
            self._category(axis, level, node, siblings)
            for node in sorted(nodes)
            if dimension.nodes[node].depth in depths
        )

    def parents(self, number: int, categories: Sequence[PictureCategory]) -> list[int]:
        """Node above each category."""
        axis, level = self._places[number]
        dimension = self._segments[axis].levels[level].dimension
        return [dimension.nodes[category.node].parent for category in categories]

    def _breakdown(self, number: int) -> Breakdown:
        axis, level = self._places[number]
        segment = self._segments[axis]
        shown, language = segment.levels[level], self.document.language
        if number in self.grids and len(self.grids[number].nodes) > MOST_NAMED_CELLS:
            # Very many cells are drawn as a grid alone.
            title = plain(shown.title(language)) or plain(shown.dimension.title.text(language))
            total = PictureCategory(0, "", self._total_word(shown)) if self._shown_nodes(number)[0] else None
            return Breakdown(shown.dimension.name, title, (), total)
        nodes = self._nodes(number)
        order = {node: number for number, node in enumerate(shown.shown.tolist())}
        nodes.sort(key=lambda node: order.get(node, node))
        chosen = _one_depth(shown.dimension, [node for node in nodes if node])
        is_time = shown.dimension.name == PERIOD
        siblings = _places_among_siblings(shown.dimension)

        total = PictureCategory(0, "", self._total_word(shown)) if 0 in nodes else None
        disjoint = not shown.level.rows and not any(shown.dimension.nodes[node].group for node in chosen)
        title = plain(shown.title(language)) or plain(shown.dimension.title.text(language))
        categories = tuple(self._category(axis, level, node, siblings) for node in chosen)
        return Breakdown(shown.dimension.name, title, categories, total, is_time, disjoint)

    def _category(self, axis: int, level: int, node: int, siblings: Mapping[Code, int]) -> PictureCategory:
        key = axis, level, node
        if key not in self._categories:
            self._categories[key] = self._category_of(axis, level, node, siblings)
        return self._categories[key]

    def _category_of(self, axis: int, level: int, node: int, siblings: Mapping[Code, int]) -> PictureCategory:
        dimension = self._segments[axis].levels[level].dimension
        name: AxisName = AXIS_NAMES[axis]
        each = dimension.nodes[node]
        words = plain(node_words(each, self.document.layout.spec.presentation, self.document.language))
        is_break = dimension.name == PERIOD and words.startswith(BREAK)
        place: NodePlace = (name, self._numbers[axis], level, node)
        mark = self.document.marks.of_node(*place)
        words = words.removeprefix(BREAK)
        number = _BEGINS_WITH_NUMBER.match(words)
        return PictureCategory(
            node,
            str(each.code),
            f"{words} {mark}" if mark else words,
            siblings.get(each.code, node),
            int(number[1]) if number else None,
            is_break,
        )

    def _total_word(self, shown: ShownLevel) -> str:
        if shown.level.mean:
            return say("word_average", self.document.language)
        is_selected = any(condition.restricts for condition in self.document.table.spec.filters)
        return say("word_selected" if is_selected else "word_total", self.document.language)


def _picked(matrix: Any, rows: Any, columns: Any) -> Any:
    """Figures at lines of one axis and one line of the other."""
    if isinstance(matrix, np.ndarray) or not (np.ndim(rows) or np.ndim(columns)):
        return matrix[rows, columns]
    if np.ndim(rows):
        return matrix[slice(None), slice(columns, columns + 1)][rows, 0]
    return matrix[slice(rows, rows + 1), slice(None)][0, columns]


def _lines(axis: AxisLayout, number: int) -> dict[tuple[int, ...], int]:
    """Line of each combination of nodes that a segment shows with figures."""
    segment: Segment = axis.segments[number]
    start = int(axis.starts[number])
    lines: dict[tuple[int, ...], int] = {}
    for line, (nodes, empty) in enumerate(zip(segment.positions.tolist(), segment.empty.tolist(), strict=True)):
        if not empty:
            lines.setdefault(tuple(nodes), start + line)
    return lines


def _one_depth(dimension: AxisDimension, nodes: list[int]) -> list[int]:
    """Those of the shown nodes that have no shown node above; where that is one alone, those below it."""
    shown = set(nodes)
    while True:
        outer = [node for node in nodes if not _above(dimension, node) & shown]
        if len(outer) != 1 or len(shown) == 1:
            return outer
        shown -= set(outer)
        nodes = [node for node in nodes if node in shown]


def _above(dimension: AxisDimension, node: int) -> set[int]:
    above, parent = set[int](), dimension.nodes[node].parent
    while parent > 0:
        above.add(parent)
        parent = dimension.nodes[parent].parent
    return above


def _places_among_siblings(dimension: AxisDimension) -> dict[Code, int]:
    """Place of each code among those with the same parent in the whole dimension, by which it has its colour."""
    whole, before = dimension.whole or dimension, Counter[int]()
    places: dict[Code, int] = {}
    for node in whole.nodes[1:]:
        places[node.code] = before[node.parent]
        before[node.parent] += not node.heading
    return places
