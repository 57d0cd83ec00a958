"""What every export writes around the figures: title, statistic, period, source, note on method, legend of signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.numbers import Language
from ckmcore.sentences import say
from ckmcore.statistic.draft import Draft
from ckmcore.tabulate.layout import Layout, lay_out, node_text
from ckmcore.tabulate.spec import TOTAL, TableSpec, Value


@dataclass(frozen=True)
class Document:
    """A table ready to be written in one language. `lines` stand under the title, `notes` below the table."""

    table: ProtectedTable
    layout: Layout
    language: Language
    title: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]

    def figures(self, layer: int) -> Callable[[int, int], list[int | str]]:
        """What stands in a row and column of a layer: one figure per value, or the sign in their place."""
        blocks, layout = self.table.blocks, self.layout
        values = range(len(self.table.spec.values))
        matrices = [layout.matrix([block.figures[number] for block in blocks], layer) for number in values]
        if not self.table.has_signs:
            return lambda row, column: [int(matrix[row, column]) for matrix in matrices]
        signs = sign_matrix(self.table, layout, layer)

        def found(row: int, column: int) -> list[int | str]:
            sign = Sign(int(signs[row, column]))
            return [sign.text if sign else int(matrix[row, column]) for matrix in matrices]

        return found

    def value_text(self, value: Value) -> str:
        return value.label.text(self.language) or say(f"word_{value.kind}", self.language)

    def line_texts(self, axis: str, line: int) -> tuple[str, ...]:
        """The labels of a row, column or layer, outermost level first."""
        found = {"rows": self.layout.rows, "columns": self.layout.columns, "layers": self.layout.layers}[axis]
        nodes = [node for _, node in found.nodes(line)]
        return tuple(node_text(nodes, level, self.table.spec, self.language) for level in range(len(nodes)))

    def level_titles(self, axis: str) -> tuple[str, ...]:
        """The titles of an axis' levels (of the first block that is deepest), outermost first."""
        found = {"rows": self.layout.rows, "columns": self.layout.columns, "layers": self.layout.layers}[axis]
        deepest = max(found.segments, key=lambda segment: len(segment.levels))
        return tuple(shown.title(self.language) for shown in deepest.levels)


def sign_matrix(table: ProtectedTable, layout: Layout, layer: int = 0) -> NDArray[np.uint8]:
    """What stands in the place of figures in a layer (`Sign`, rows x columns)."""
    empty = [np.zeros(block.shape, dtype=np.uint8) if block.signs is None else block.signs for block in table.blocks]
    return layout.matrix(empty, layer)


def _used_signs(table: ProtectedTable, layout: Layout) -> list[Sign]:
    if not table.has_signs:
        return []
    found = {int(sign) for layer in range(len(layout.layers)) for sign in np.unique(sign_matrix(table, layout, layer))}
    return [sign for sign in Sign if sign in found and sign != Sign.NONE]


def document(what: Draft | ProtectedTable, language: Language) -> Document:
    """The document of a draft, or of a protected table without a statistic (which says so)."""
    table = what.table if isinstance(what, Draft) else what
    layout = lay_out(table.spec, [block.dimensions for block in table.blocks])
    title = what.title.text(language) if isinstance(what, Draft) else table.spec.title.text(language)
    lines, notes = [], []
    if isinstance(what, Draft):
        lines.append(say("export_state_draft", language))
        if what.statistic.text(language):
            lines.append(say("export_statistic", language, statistic=what.statistic.text(language)))
        if what.period.text(language):
            lines.append(say("export_period", language, period=what.period.text(language)))
    else:
        lines.append(say("export_trial", language))
    selection = filter_text(table, language)
    if selection:
        lines.append(say("export_filter", language, selection=selection))
    notes.append(say("export_note_heading", language) + ": " + table.note.text(language))
    signs = [say("export_sign_zero", language)]
    signs += [say(f"export_sign_{sign.name.lower()}", language) for sign in _used_signs(table, layout)]
    if table.footnotes:
        signs.append(say("export_sign_break", language))
    notes.append(say("export_signs_heading", language) + ": " + "; ".join(signs))
    notes += [note.text(language) for note in table.footnotes]
    if isinstance(what, Draft):
        if what.source.text(language):
            notes.append(say("export_source", language, source=what.source.text(language)))
        if what.as_of:
            notes.append(say("export_as_of", language, date=what.as_of))
    return Document(
        table, layout, language, title or default_title(table.spec, layout, language), tuple(lines), tuple(notes)
    )


def filter_text(table: ProtectedTable, language: Language) -> str:
    """The filters in words: `sex: female; year: 2025`."""
    return "; ".join(
        f"{found.title.text(language)}: {', '.join(label.text(language) for label in found.labels)}"
        for found in table.filters
    )


def default_title(spec: TableSpec, layout: Layout, language: Language) -> str:
    """`Number by land, sex and age`: what the table shows, from its values and variables."""
    titles: list[str] = []
    for axis in (layout.rows, layout.columns, layout.layers):
        for segment in axis.segments:
            for shown in segment.levels:
                text = shown.title(language)
                if text not in titles:
                    titles.append(text)
    what = ", ".join(
        dict.fromkeys(value.label.text(language) or say(f"word_{value.kind}", language) for value in spec.values)
    )
    if not titles:
        return what
    names = titles[0]
    if len(titles) > 1:
        names = say("title_and", language, first=", ".join(titles[:-1]), last=titles[-1])
    return say("title_by", language, what=what, variables=names)


def is_total_line(document: Document, axis: str, line: int) -> bool:
    """Whether all levels of a line are totals (bold in print)."""
    found = document.layout.rows if axis == "rows" else document.layout.columns
    nodes = found.nodes(line)
    return bool(nodes) and all(node.code is TOTAL for _, node in nodes)
