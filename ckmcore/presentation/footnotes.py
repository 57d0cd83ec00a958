"""Footnotes of a table: numbered in reading order, the same text once, each with its object.

They come from the dictionary (notes of variables and categories) and from the table itself (`TableSpec.footnotes`, by
logical address: they stay with what they explain when the layout of the table changes).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.tabulate.layout import AxisLayout, AxisName, Layout
from ckmcore.tabulate.spec import Footnote

AXES: tuple[AxisName, ...] = ("columns", "rows", "layers")
REVISED = "r"
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# Which rows and columns a note on a cell stands at is looked for line by line.
MOST_LINES = 200_000

NodePlace = tuple[AxisName, int, int, int]
"""Axis, block, level in the block, position of the node in its dimension."""


def raised(numbers: Iterable[int]) -> str:
    """Footnote marks behind a label: `¹⁾` or `¹⁾ ²⁾`. numbers: of the footnotes."""
    return " ".join(f"{str(number).translate(_RAISED)}⁾" for number in numbers)


def without_marks(title: str) -> str:
    """Title without the footnote marks that `raised` appended."""
    return re.sub(rf"(?: [{''.join(map(chr, _RAISED.values()))}]+⁾)+$", "", title)


@dataclass(frozen=True)
class Notes:
    """Footnotes of a table in one language. texts: `texts[n - 1]` is footnote n; revised: row, column, layer and value
    of figures that a correction changed; the others give the numbers of the footnotes at each place of the table."""

    texts: tuple[str, ...] = ()
    title: tuple[int, ...] = ()
    stub: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    nodes: dict[NodePlace, tuple[int, ...]] = field(default_factory=dict)
    lines: dict[tuple[AxisName, int], tuple[int, ...]] = field(default_factory=dict)
    values: dict[int, tuple[int, ...]] = field(default_factory=dict)
    cells: dict[tuple[int, int, int], tuple[int, ...]] = field(default_factory=dict)
    revised: frozenset[tuple[int, int, int, int]] = frozenset()

    def of_stub(self, block: int, level: int) -> str:
        """Marks behind the title of a level of the stub."""
        return raised(self.stub.get((block, level), ()))

    def of_node(self, axis: AxisName, block: int, level: int, place: int) -> str:
        """Marks behind a category, at any of its positions."""
        return raised(self.nodes.get((axis, block, level, place), ()))

    def of_line(self, axis: AxisName, line: int) -> str:
        """Marks behind the label of one row, column or sheet."""
        return raised(self.lines.get((axis, line), ()))

    def of_value(self, value: int) -> str:
        """Marks behind what heads a value."""
        return raised(self.values.get(value, ()))

    def of_cell(self, row: int, column: int, layer: int, value: int = 0) -> str:
        """Marks behind a figure of a cell: of footnotes behind the first value, `r` behind corrected ones."""
        marks = raised(self.cells.get((row, column, layer), ())) if value == 0 else ""
        if (row, column, layer, value) in self.revised:
            return f"{marks} {REVISED}".strip()
        return marks

    def of_title(self) -> str:
        """Marks behind the title of the table."""
        return raised(self.title)

    @property
    def written(self) -> tuple[str, ...]:
        """Footnotes as printed below the table: `1) text`."""
        return tuple(f"{text_number}) {text}" for text_number, text in enumerate(self.texts, start=1))


class _Numbers:
    """Gives numbers in the order in which texts are met."""

    def __init__(self, language: Language) -> None:
        self.language, self.found = language, dict[str, int]()

    def of(self, texts: Iterable[Texts]) -> tuple[int, ...]:
        words = [" ".join(text.text(self.language).split()) for text in texts]
        return tuple(dict.fromkeys(self.found.setdefault(word, len(self.found) + 1) for word in words if word))


def footnotes(layout: Layout, language: Language) -> Notes:
    """The footnotes of a table as it is laid out."""
    own_footnotes = layout.spec.footnotes
    give = _Numbers(layout.spec.presentation.language or language)
    found_notes = Notes()
    title = [note.text for note in own_footnotes if note.on == "table"]
    axes: dict[AxisName, AxisLayout] = {"rows": layout.rows, "columns": layout.columns, "layers": layout.layers}
    for axis in ("layers", "columns"):
        title += [shown_level.dimension.note for segment in axes[axis].segments for shown_level in segment.levels]
    numbers = give.of(title)
    for segment_index, segment in enumerate(layout.rows.segments):
        for level, shown_level in enumerate(segment.levels):
            _put(found_notes.stub, (segment_index, level), give.of([shown_level.dimension.note]))
    for axis in AXES:
        _axis_notes(found_notes, axis, axes[axis], own_footnotes, give)
        if axis == "columns":
            for value in range(len(layout.spec.values)):
                notes = [note.text for note in own_footnotes if (note.on, note.value) == ("value", value)]
                _put(found_notes.values, value, give.of(notes))
        if axis == "rows":
            for note, row, column, layer in _cells(layout, own_footnotes):
                cell_place = (row, column, layer)
                found_notes.cells[cell_place] = tuple(
                    dict.fromkeys((*found_notes.cells.get(cell_place, ()), *give.of([note.text])))
                )
    return Notes(
        tuple(give.found),
        numbers,
        found_notes.stub,
        found_notes.nodes,
        found_notes.lines,
        found_notes.values,
        found_notes.cells,
    )


def _put(target: dict, key: object, numbers: tuple[int, ...]) -> None:  # type: ignore[type-arg]  # keys of all kinds
    if numbers:
        target[key] = numbers


def _axis_notes(
    found_notes: Notes, axis: AxisName, lines: AxisLayout, own_footnotes: tuple[Footnote, ...], give: _Numbers
) -> None:
    """Number the footnotes of the categories and lines of one axis, in the order of its lines. own_footnotes: footnotes
    of the table; give: function that assigns a number.
    """
    wanted_notes = {note.address: note for note in own_footnotes if note.on == "line" and note.address}
    met: list[tuple[int, int, NodePlace | None, list[Texts]]] = []
    for segment_index, segment in enumerate(lines.segments):
        start = int(lines.starts[segment_index])
        for level, shown_level in enumerate(segment.levels):
            noted = [node_index for node_index, node in enumerate(shown_level.dimension.nodes) if node.note.text("en")]
            if noted:
                node_indices, first = np.unique(segment.positions[:, level], return_index=True)
                where = dict(zip(node_indices.tolist(), first.tolist(), strict=True))
                met += [
                    (
                        start + where[note_place],
                        level,
                        (axis, segment_index, level, note_place),
                        [shown_level.dimension.nodes[note_place].note],
                    )
                    for note_place in noted
                    if note_place in where
                ]
    if wanted_notes and len(lines) <= MOST_LINES:
        for line in range(len(lines)):
            notes = [
                footnote.text for address, footnote in wanted_notes.items() if dict(address) == lines.address(line)
            ]
            if notes and not lines.empty[line]:
                met.append((line, len(lines.segments[lines.locate(line)[0]].levels), None, notes))
    for line, _, cell_place, texts in sorted(met, key=lambda met_note: met_note[:2]):
        if cell_place is None:
            _put(found_notes.lines, (axis, line), give.of(texts))
        else:
            _put(found_notes.nodes, cell_place, give.of(texts))


def _cells(layout: Layout, own_footnotes: tuple[Footnote, ...]) -> Iterator[tuple[Footnote, int, int, int]]:
    """Notes on cells with row, column and layer, in reading order."""
    notes = [note for note in own_footnotes if note.on == "cell"]
    if not notes or len(layout.rows) * len(layout.layers) > MOST_LINES or len(layout.columns) > MOST_LINES:
        return
    columns = [layout.columns.address(column) for column in range(len(layout.columns))]
    layers = [layout.layers.address(layer) for layer in range(len(layout.layers))]
    for layer, outer in enumerate(layers):
        for row in range(len(layout.rows)):
            if layout.rows.empty[row]:
                continue
            own_address = {**outer, **layout.rows.address(row)}
            current_notes = [note for note in notes if own_address.items() <= dict(note.address).items()]
            if not current_notes:
                continue
            for column, across in enumerate(columns):
                for note in current_notes:
                    if {**own_address, **across} == dict(note.address) and not layout.columns.empty[column]:
                        yield note, row, column, layer
