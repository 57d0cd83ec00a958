"""All that a clerk's table is made of on the screen, for tests of what it may depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ckmcore.base.numbers import Language
from ckmcore.presentation.present import present
from ckmdesk.models.table_model import ACCESSIBLE, DISPLAY, TableModel
from ckmdesk.state.find_in_table import find_in
from ckmdesk.state.table_view import TableView

LANGUAGES: tuple[Language, Language] = ("de", "en")


def everything(view: TableView, looked_for: Sequence[str]) -> list[object]:
    """What a view and its screen model say in both languages, and where some words are found."""
    seen: list[object] = [view.spec, view.cells, view.told, view.hidden, view.scales]
    seen += [[lines.tolist() for lines in view.compared], [(one.widest, one.side) for one in view.shown]]
    model = TableModel()
    for language in LANGUAGES:
        before = view.presented
        page = present(before.table, before.info, view.spec.presentation, before.office, language)
        shown = replace(view, presented=page, shown=page.values(view.layer))
        model.show(shown)
        seen += [page.title, page.lines, page.notes, page.short_note, page.meanings(shown.signs)]
        assert model.rows is not None
        assert model.columns is not None
        seen += [find_in(shown, model.rows, model.columns, words) for words in looked_for]
        for row in range(model.rowCount()):
            seen.append(model.path("rows", row))
            for column in range(model.columnCount()):
                index = model.index(row, column)
                seen += [model.data(index, DISPLAY), model.data(index, ACCESSIBLE), model.noise(row, column)]
    model.deleteLater()
    return seen
