"""Rows of one's own: the ways into their editor, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import PERIOD, Level, OwnRow
from ckmdesk.commands import layout
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.answers_popup import AnswersPopup
from ckmdesk.pages.tables.own_rows_editor import OwnRowsEditor
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.state import shelves
from ckmdesk.state.shelves import Axis, Origin


class OwnRowsActions(QObject):
    """Opens the editor and runs what it gives as a command. dimensions: those that the list offers now."""

    def __init__(
        self, context: PageContext, panel: ShelfPanel, page: QWidget, dimensions: Callable[[], Mapping[str, Dimension]]
    ) -> None:
        super().__init__(page)
        self.context, self.panel, self.page, self._dimensions = context, panel, page, dimensions
        self.open: OwnRowsEditor | None = None

    def add(self, axis: Axis, rows: tuple[OwnRow, ...] = ()) -> None:
        """New rows: a level at the end of the axis."""

        def apply(made: tuple[OwnRow, ...], title: Texts) -> None:
            level = shelves.own_rows(self.context.desk.state.table.spec, made, title)
            self.context.desk.run(layout.put_own_rows(axis, level, title.text(self.context.language)))

        self._show(rows, Texts(), apply)

    def add_answers(self, axis: Axis) -> None:
        """New rows from variables that hold several answers of a unit."""
        popup = AnswersPopup(
            list(self._variables().values()),
            self.context.language,
            lambda rows: self.add(axis, rows),
            self.page,
        )
        popup.show_at(self.panel[axis])

    def change(self, level: Level, at: Origin) -> None:
        """Rows that stand in the table."""

        def apply(made: tuple[OwnRow, ...], title: Texts) -> None:
            words = title.text(self.context.language)
            self.context.desk.run(layout.change_level("own_rows", level.variable, words, at, rows=made, title=title))

        self._show(level.rows, level.title, apply)

    def _show(self, rows: tuple[OwnRow, ...], title: Texts, apply: Callable[..., None]) -> None:
        filters = self.context.desk.state.table.spec.filters
        self.open = OwnRowsEditor(self.context, self._variables(), rows, title, filters, self.page)
        self.open.done_with.connect(apply)
        self.open.show()
        self.open.activateWindow()
        self.open.list.setFocus()

    def _variables(self) -> dict[str, Dimension]:
        return {name: one for name, one in self._dimensions().items() if name != PERIOD}
