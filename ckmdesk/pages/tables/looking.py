"""The story of the current cell: what the look-up pane tells, and its row on the method page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject

from ckmcore.errors import CkmError
from ckmcore.methods.examination import Explanation
from ckmdesk.base.announcer import announce
from ckmdesk.commands.method import inspect_row
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.lookup import LookupPane
from ckmdesk.state.table_view import TableView


class CellLookup(QObject):
    """Connects grid and look-up pane; `is_on` says whether the pane is wanted."""

    def __init__(
        self,
        context: PageContext,
        grid: TableGrid,
        pane: LookupPane,
        view: Callable[[], TableView | None],
        is_on: Callable[[], bool],
    ) -> None:
        super().__init__(grid)
        self.context, self.grid, self.pane, self._view, self._is_on = context, grid, pane, view, is_on
        self._said: tuple[QModelIndex, str] | None = None
        grid.cell_chosen.connect(lambda _row, _column: self.tell())
        pane.show_row.clicked.connect(self.show_row)

    def story(self) -> Explanation | None:
        """The story of the current cell; None where it has none (several periods, no keys, a heading)."""
        view, current = self._view(), self.grid.currentIndex()
        model = self.grid.model()
        if view is None or view.insight is None or not current.isValid() or not isinstance(model, TableModel):
            return None
        if model.is_empty(current.row(), current.column()):
            return None
        line, head_line, value = model.place(current.row(), current.column())
        try:
            return view.insight.explain(view.layout, line, head_line, view.layer, view.shown[value].number)
        except CkmError:
            return None

    def tell(self) -> None:
        """Tell the story of the current cell in the pane."""
        view, model = self._view(), self.grid.model()
        if not self._is_on() or view is None or view.insight is None or not isinstance(model, TableModel):
            return
        story, current = self.story(), self.grid.currentIndex()
        if story is None:
            self.pane.clear()
            return
        path = (model.path("rows", current.row()), model.path("columns", current.column()))
        words = "\n".join(text for text in path if text)
        column = view.shown[model.place(current.row(), current.column())[2]]
        measure = view.spec.values[column.number].measure
        told = next((one for one in story.magnitudes if one.measure == measure), None)
        if told is not None:
            shown = str(model.data(current)) if column.side == "published" else ""
            self.pane.tell_sum(told, words, self.context.language, shown)
            return
        self.pane.tell(story, words, view.insight.method, self.context.language)
        if (said := (current, self.pane.spoken())) != self._said:
            self._said = said
            announce(said[1])
        if story.cell_key_fraction is not None:
            self.context.desk.session.looked_up = (story.count, story.cell_key_fraction)

    def show_row(self) -> None:
        """Show the cell's row of the perturbation table on the method page."""
        story = self.story()
        if story is not None and story.row is not None:
            self.context.desk.run(inspect_row(story.row))
            self.context.frame.go_to("method")
