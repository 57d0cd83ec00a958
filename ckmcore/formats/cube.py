"""Cubes: what machine formats hold of a table - dimensions with codes and labels, and for each of their cells a figure
or a sign.

A table is one cube per block of figures; stacked blocks are several. A cube has every combination of the categories
that its levels show, also those in rows that the table hides because all their figures are 0.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.formats.codes import ascii_code, distinct, time_of
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import MISSING
from ckmcore.presentation.present import TablePresentation, present
from ckmcore.tabulate.axis import Node
from ckmcore.tabulate.cell_storage import AllCells, Cells, ListedCells
from ckmcore.tabulate.layout import AxisName, Segment, ShownLevel
from ckmcore.tabulate.spec import OWN_ROWS, PERIOD, TOTAL, Value

TOTAL_CODE, MISSING_CODE = "_T", "_U"
MEASURE_CODE, TIME_CODE, ROWS_CODE = "MEASURE", "TIME_PERIOD", "ROWS"
BREAK = "| "
_LONGEST_CODE = 40
KEPT = [int(sign) for sign in Sign if sign.keeps_figure]
AXES: tuple[AxisName, ...] = ("layers", "rows", "columns")


class CubeNeedsPeriods(InputError):
    """A table over periods with a block that does not show them: the file of that block could not say its period."""

    code = "cube_needs_periods"


@dataclass(frozen=True)
class CubeCategory:
    """A category of a cube's dimension. `code` is the dictionary's, or made for totals, *not stated*, own groups and
    own rows, and is met once in its dimension; `parent` is a position in the dimension, -1 at the top.

    time: as SDMX writes it, "" where it is no time; broken: what comes before cannot be compared with it.
    """

    code: str
    label: str
    parent: int = -1
    total: bool = False
    note: str = ""
    time: str = ""
    broken: bool = False


@dataclass(frozen=True)
class CubeDimension:
    """A dimension of a cube. `code` is the variable's name, or made; `axis` is where the table shows it."""

    code: str
    title: str
    categories: tuple[CubeCategory, ...]
    axis: AxisName
    note: str = ""
    time: bool = False

    def __len__(self) -> int:
        return len(self.categories)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(category.code for category in self.categories)

    @property
    def total(self) -> CubeCategory | None:
        """The category that is the total; None where the table does not show it."""
        return next((category for category in self.categories if category.total), None)


@dataclass(frozen=True)
class CubeMeasure:
    """A value of the table: code, label, unit, decimals; `note` for the reader."""

    code: str
    label: str
    unit: str
    places: int
    note: str = ""


@dataclass(frozen=True)
class CellNote:
    """A footnote on cells: the position in each dimension, None for all of its categories. values: numbers of the
    values that it belongs to, () for all."""

    place: tuple[int | None, ...]
    text: str
    values: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Cube:
    """A block of a table. figures, signs: an array per measure, shaped as the dimensions; figures are scaled by
    10^places and 0 where a sign replaces them.

    period: the only period of a cube that has no dimension of periods (None: not known); measure: code and title of
    the dimension that the measures make; number: of the cube among several, from 1 (0: it is the only one). listed:
    the cells that the arrays hold, in this order (None: all).
    """

    title: str
    dimensions: tuple[CubeDimension, ...]
    measures: tuple[CubeMeasure, ...]
    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[NDArray[np.uint8], ...]
    notes: tuple[CellNote, ...] = ()
    period: CubeDimension | None = None
    measure: tuple[str, str] = (MEASURE_CODE, "")
    number: int = 0
    listed: ListedCells | None = None

    @property
    def held(self) -> Cells:
        """The cells that the arrays hold."""
        return self.listed or AllCells(self.shape)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(dimension) for dimension in self.dimensions)

    @property
    def cells(self) -> int:
        """Number of figures and signs of all measures that the arrays hold."""
        return sum(figures.size for figures in self.figures)

    def places(self) -> list[NDArray[np.intp]]:
        """Per dimension the category of each cell, in the order of `flat`."""
        return [np.broadcast_to(nodes, self.held.held).ravel() for nodes in self.held.places()]

    def noted(self, place: tuple[int | None, ...]) -> NDArray[np.intp]:
        """The cells of a note, by their number in the order of `flat`."""
        met = np.ones(self.held.held, dtype=np.bool_)
        for nodes, at in zip(self.held.places(), place, strict=True):
            if at is not None:
                met &= nodes == at
        return np.flatnonzero(met)

    @property
    def flat(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Figures and signs of all cells held, one after another in C order, the measures of a cell side by side."""
        return np.stack(self.figures, axis=-1).ravel(), np.stack(self.signs, axis=-1).ravel()

    def written(self) -> Iterator[str]:
        """All figures in the order of `flat`, with a decimal point; "" where a sign replaces the figure."""
        texts, places = self.by_text()
        return map(texts.__getitem__, places.tolist())

    def by_text(self) -> tuple[list[str], NDArray[np.intp]]:
        """The different texts of all figures, and which of them each has in the order of `flat`."""
        figures, signs = self.flat
        texts, places, count = [""], np.zeros(len(figures), dtype=np.intp), len(self.measures)
        for at, measure in enumerate(self.measures):
            different, place = np.unique(figures[at::count], return_inverse=True)
            places[at::count] = place.reshape(-1) + len(texts)
            texts += [plain_text(one, measure.places) for one in different.tolist()]
        return texts, np.where(np.isin(signs, KEPT), places, 0)

    @property
    def periods(self) -> CubeDimension | None:
        """The dimension of periods, be it one of the table or the one period of all figures."""
        return next((dimension for dimension in self.dimensions if dimension.time), self.period)


def plain_text(figure: int, places: int) -> str:
    """A whole number scaled by 10^places with a decimal point: `-12345` with one place -> `-1234.5`."""
    if not places:
        return str(figure)
    whole, rest = divmod(abs(figure), 10**places)
    return f"{'-' if figure < 0 else ''}{whole}.{rest:0{places}d}"


def unhidden(document: TablePresentation) -> TablePresentation:
    """The document of a table whose lines are all shown and whose 0 is a figure: what cubes hold. Its legend explains
    the signs of all."""
    shown = document.table.spec.presentation
    if not (shown.hide_rows or shown.hide_columns or document.office.zero_text):
        return document
    shown = replace(shown, hide_rows=False, hide_columns=False)
    return present(document.table, document.info, shown, replace(document.office, zero="digit"), document.language)


def cubes(document: TablePresentation) -> tuple[Cube, ...]:
    """The cubes of a document, in the order of the protected table's blocks. Raises CubeNeedsPeriods, cube_empty."""
    known: tuple[Cube, ...] | None = document.__dict__.get("cubes")  # writing asks for them, and the search for leaks
    if known is not None:
        return known
    layout = document.layout
    found, count = [], len(document.table.blocks)
    for row, rows in enumerate(layout.rows.segments):
        for column, columns in enumerate(layout.columns.segments):
            for layer, layers in enumerate(layout.layers.segments):
                number = layout.block_number(row, column, layer)
                found.append(_cube(document, number, count, {"layers": layers, "rows": rows, "columns": columns}))
    document.__dict__["cubes"] = made = tuple(found)
    return made


def _cube(document: TablePresentation, number: int, count: int, segments: dict[AxisName, Segment]) -> Cube:
    block, values = document.table.blocks[number], document.table.spec.values
    levels = [(axis, shown) for axis in AXES for shown in segments[axis].levels]
    chosen = [_places(shown) for _, shown in levels]
    for (_, shown), places in zip(levels, chosen, strict=True):
        if not len(places):
            raise InputError("cube_empty", variable=_dimension_title(document, shown), block=number + 1, count=count)
    codes = _codes_of_dimensions([shown for _, shown in levels])
    dimensions = tuple(
        _dimension(document, shown, places, axis, code)
        for (axis, shown), places, code in zip(levels, chosen, codes, strict=True)
    )
    # Without dimensions the block is a single cell, which np.ix_ would not index.
    index: Any = np.ix_(*chosen) if chosen else ()
    listed = None
    if block.listed is not None:
        index, listed = _listed(block.listed, chosen)
    figures, signs = [], []
    for value in range(len(values)):
        mine = np.zeros(block.cells.held, dtype=np.uint8) if block.signs is None else block.signs[value]
        sign = np.asarray(mine[index], dtype=np.uint8)
        kept = np.isin(sign, KEPT)
        figures.append(np.where(kept, block.figures[value][index], 0))
        signs.append(sign)
    used = [*codes, MEASURE_CODE]
    return Cube(
        _title(document, number, count, segments),
        dimensions,
        _measures(document),
        tuple(figures),
        tuple(signs),
        tuple(_cell_notes(document, segments, chosen)),
        None if any(dimension.time for dimension in dimensions) else _fixed_period(document, number, codes),
        (distinct(used)[-1], say("cube_measure", document.language)),
        number + 1 if count > 1 else 0,
        listed,
    )


def _listed(cells: ListedCells, chosen: Sequence[NDArray[np.intp]]) -> tuple[NDArray[np.intp], ListedCells]:
    """Which of the listed cells of a block a cube has, in its order, and what they are called there."""
    places, seen = [], np.ones(len(cells.numbers), dtype=np.bool_)
    for axis, nodes in enumerate(chosen):
        position = np.full(cells.shape[axis], -1, dtype=np.intp)
        position[nodes] = np.arange(len(nodes))
        places.append(position[cells.nodes(axis)])
        seen &= places[-1] >= 0
    listed_cells = ListedCells(tuple(map(len, chosen)), np.zeros(0, dtype=np.uint64))
    numbers = (
        listed_cells.numbers_at([one[seen] for one in places]) if places else np.zeros(int(seen.sum()), dtype=np.uint64)
    )
    order = np.argsort(numbers, kind="stable")
    return np.flatnonzero(seen)[order], replace(listed_cells, numbers=numbers[order])


def _places(shown: ShownLevel) -> NDArray[np.intp]:
    """The nodes of a level that have figures, each once."""
    nodes = shown.dimension.nodes
    places = dict.fromkeys(place for place in shown.shown.tolist() if not nodes[place].heading)
    return np.array(list(places), dtype=np.intp)


def _codes_of_dimensions(levels: Sequence[ShownLevel]) -> list[str]:
    """The name of each variable; own rows and periods have made ones, after the others."""
    names = [shown.dimension.name for shown in levels]
    made = [ROWS_CODE if name.startswith(OWN_ROWS) else TIME_CODE if name == PERIOD else "" for name in names]
    order = sorted(range(len(names)), key=lambda place: bool(made[place]))
    found = distinct([made[place] or names[place] for place in order])
    return [found[order.index(place)] for place in range(len(names))]


def _dimension(
    document: TablePresentation, shown: ShownLevel, places: NDArray[np.intp], axis: AxisName, code: str
) -> CubeDimension:
    nodes = shown.dimension.nodes
    time = shown.dimension.name == PERIOD
    position = {place: number for number, place in enumerate(places.tolist())}
    chosen = [nodes[place] for place in places.tolist()]
    # Codes of the dictionary first: what is made gives way to them.
    plain = [_is_plain(shown, node) for node in chosen]
    order = sorted(range(len(chosen)), key=lambda number: not plain[number])
    given = distinct(str(chosen[n].code) if plain[n] else _made_code(chosen[n]) for n in order)
    codes = dict(zip(order, given, strict=True))
    labels = [_label(document, shown, node) for node in chosen]
    broken = [time and label.startswith(BREAK) for label in labels]
    labels = [label.removeprefix(BREAK) if bad else label for label, bad in zip(labels, broken, strict=True)]
    times = time_of([(label, str(node.code)) for label, node in zip(labels, chosen, strict=True)]) if time else []
    categories = tuple(
        CubeCategory(
            codes[number],
            labels[number] or codes[number],
            _parent(nodes, node, position),
            node.code is TOTAL,
            say("export_sign_break", document.language) if broken[number] else line(node.note, document),
            times[number] if time and node.code is not TOTAL else "",
            broken[number],
        )
        for number, node in enumerate(chosen)
    )
    title = _dimension_title(document, shown) or code
    return CubeDimension(code, title, categories, axis, line(shown.dimension.note, document), time)


def _dimension_title(document: TablePresentation, shown: ShownLevel) -> str:
    """What a dimension is called; own rows without a title have a word for it."""
    title = clean(shown.title(document.language))
    return title or (say("cube_rows", document.language) if shown.level.rows else "")


def _is_plain(shown: ShownLevel, node: Node) -> bool:
    """Whether a node has a code of the dictionary, or of a period."""
    return not (node.code is TOTAL or node.group or node.code == MISSING or shown.level.rows)


def _made_code(node: Node) -> str:
    if node.code is TOTAL:
        return TOTAL_CODE
    if node.code == MISSING:
        return MISSING_CODE
    return str(node.code).replace(":", "_").upper()


def _label(document: TablePresentation, shown: ShownLevel, node: Node) -> str:
    if node.code is not TOTAL:
        return line(node.label, document)
    if shown.level.mean:
        return say("word_average", document.language)
    selected = any(condition.restricts for condition in document.table.spec.filters)
    return say("word_selected" if selected else "word_total", document.language)


def line(text: Texts, document: TablePresentation) -> str:
    """A text of a document on one line, as every encoding can write it."""
    return clean(text.text(document.language))


def clean(text: str) -> str:
    """A text on one line, without signs that do not print and halves of letters."""
    if not text.isprintable():
        # Tabs and line ends are blanks, not signs to leave out.
        text = "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cs"))
    return " ".join(text.split())


def _parent(nodes: Sequence[Node], node: Node, position: dict[int, int]) -> int:
    """Position of the nearest node above that is shown, -1 for none; own groups are outside of the hierarchy."""
    above = -1 if node.group else node.parent
    while above > 0 and above not in position:
        above = nodes[above].parent
    return position.get(above, -1)


def _measures(document: TablePresentation) -> tuple[CubeMeasure, ...]:
    values = document.table.spec.values
    codes = distinct(map(_measure_code, values))
    notes = document.marks
    return tuple(
        CubeMeasure(
            code,
            line(document.table.label(number), document),
            _unit(value, document),
            value.places,
            " ".join(notes.texts[note - 1] for note in notes.values.get(number, ())),
        )
        for number, (code, value) in enumerate(zip(codes, values, strict=True))
    )


def _measure_code(value: Value) -> str:
    """What a value is called in cubes: its kind, of counts and quantiles of a magnitude with its name: `Q25_INCOME`."""
    if not (value.counts_answers or value.is_quantile):
        return value.kind.upper()
    kind = f"q{100 * value.q:g}" if value.kind == "quantile" else value.kind
    return ascii_code(f"{kind}_{value.magnitude}_{value.in_class}".replace(".", "_"), _LONGEST_CODE).upper()


def _unit(value: Value, document: TablePresentation) -> str:
    own = line(value.unit, document)
    if own:
        return own
    if value.kind == "share" or (value.kind == "change" and not value.absolute):
        return "%"
    if value.counts_answers or (not value.measure.magnitude and value.kind in ("count", "weighted_count", "change")):
        return say("word_count", document.language)
    return say("cube_unit_none", document.language)


def notes_of(document: TablePresentation) -> list[str]:
    """All texts around the figures of a document but its title: state, statistic, period, selection, notes, legend of
    signs, source."""
    return [clean(text) for text in (*document.lines, *document.notes, *document.cell_notes())]


def bare_title(document: TablePresentation) -> str:
    """The title of a document without marks of footnotes."""
    mark = document.marks.of_title()
    return clean(document.title.removesuffix(f" {mark}") if mark else document.title)


def _title(document: TablePresentation, number: int, count: int, segments: dict[AxisName, Segment]) -> str:
    title = bare_title(document)
    if count == 1:
        return title
    labels = [line(segments[axis].heading, document) for axis in AXES]
    words = ", ".join(label for label in labels if label)
    if not words:
        words = say("cube_part", document.language, number=number + 1, count=count)
    return f"{title} – {words}"


def _fixed_period(document: TablePresentation, number: int, codes: Sequence[str]) -> CubeDimension | None:
    draft = document.info
    if draft is None:
        return None
    spec = document.table.spec
    if PERIOD in spec.variables:
        raise CubeNeedsPeriods(block=number + 1, count=len(document.table.blocks))
    label = line(draft.period, document)
    time = time_of([(label, draft.as_of)])[0]
    if not (label or time):
        return None
    category = CubeCategory(time or label, label or time, time=time)
    code = distinct([*codes, MEASURE_CODE, TIME_CODE])[-1]
    return CubeDimension(code, say("word_period", document.language), (category,), "columns", time=True)


def _cell_notes(
    document: TablePresentation, segments: dict[AxisName, Segment], chosen: Sequence[NDArray[np.intp]]
) -> Iterator[CellNote]:
    """Footnotes on single lines and cells of the table that lie in this cube."""
    layout, notes = document.layout, document.marks
    parts = {axis: getattr(layout, axis) for axis in AXES}
    begins, width = {}, 0
    for axis in AXES:
        begins[axis], width = width, width + len(segments[axis].levels)
    position = [{place: number for number, place in enumerate(places.tolist())} for places in chosen]

    def placed(lines: dict[AxisName, int]) -> tuple[int | None, ...] | None:
        found: list[int | None] = [None] * width
        for axis, at in lines.items():
            segment, inside = parts[axis].locate(at)
            if parts[axis].segments[segment] is not segments[axis] or parts[axis].empty[at]:
                return None
            for level, place in enumerate(parts[axis].segments[segment].positions[inside].tolist()):
                found[begins[axis] + level] = position[begins[axis] + level][place]
        return tuple(found)

    wanted: list[tuple[dict[AxisName, int], tuple[int, ...]]] = [
        ({axis: at}, numbers) for (axis, at), numbers in notes.lines.items()
    ]
    for (row, column, layer), numbers in notes.cells.items():
        wanted.append(({"rows": row, "columns": column, "layers": layer}, numbers))
    for lines, numbers in wanted:
        place = placed(lines)
        if place is not None:
            yield from (CellNote(place, notes.texts[note - 1]) for note in numbers)
    for (row, column, layer), cells in groupby(sorted(notes.revised), lambda cell: cell[:3]):
        place = placed({"rows": row, "columns": column, "layers": layer})
        if place is not None:
            yield CellNote(place, document.revised_note, tuple(value for *_, value in cells))
