"""The table page: shelves above, figures below, the look-up story at the right. A view: commands change the state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from ckmcore.errors import CkmError
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import EVERYTHING, Changes, Watch
from ckmdesk.look.theme import set_kind
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.context import MenuActions, Page, PageContext
from ckmdesk.pages.tables.actions import TableActions, page_keys
from ckmdesk.pages.tables.cell_explanation import CellLookup, LookupPane
from ckmdesk.pages.tables.comparison import COMPARE, ComparisonPanel
from ckmdesk.pages.tables.computing import Computed, TableComputing
from ckmdesk.pages.tables.editing import TableEditor
from ckmdesk.pages.tables.find_bar import FIND, FindBar, FindInTable
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.head import TableHead
from ckmdesk.pages.tables.large_table import EmptyTable, LargeTable
from ckmdesk.pages.tables.notice import TableNotice
from ckmdesk.pages.tables.picture_pane import DRAWING, KIND_OFFER
from ckmdesk.pages.tables.picture_sights import PictureActions, SightSwitch, TableSights
from ckmdesk.pages.tables.presentation_menu import PresentationMenu
from ckmdesk.pages.tables.responsive import NarrowPage
from ckmdesk.pages.tables.saved_tables import KeptTables
from ckmdesk.pages.tables.shelf_items import VariableViews
from ckmdesk.pages.tables.shelf_panel import ShelfPanel, TableDrops
from ckmdesk.pages.tables.side_pane import LeftPane
from ckmdesk.pages.tables.title_row import TitleRow
from ckmdesk.pages.tables.words_actions import FootnoteList
from ckmdesk.state.cell_persistence import Place, same_place, shown_cell
from ckmdesk.state.table_view import TableLarge, TableView, same_figures
from ckmdesk.widgets.basic import Line
from ckmdesk.widgets.late_tabs import Late
from ckmdesk.widgets.layouts import column_of, fill, lead_through, row_of

GREY_AFTER_MS = 250


class TablesPage(Page):
    """The table page: tables are laid out by dragging.

    All figures shown are protected, except in the methodologist's trial views.
    """

    page_name = "tables"
    refreshing = ("table", "prepare", COMPARE, FIND, DRAWING, KIND_OFFER)
    kept = ("narrow.wanted", "_moved", "former", "computing.agreed", "finding.sought")
    head: TableHead

    def build(self, context: PageContext) -> Iterator[None]:
        self.context = context
        self.setObjectName("tables-page")
        self.view: TableView | None = None
        self._wanted: Callable[[TableView], Place | None] | None = None
        self._moved = False
        self._complained = False
        self._grey = QTimer(self, singleShot=True, interval=GREY_AFTER_MS)
        theme = context.theme
        self.head = TableHead(context, self._title_shown, self)
        yield
        self.left = LeftPane(theme, context.settings)
        self.head.pane_button.toggled.connect(self.left.setVisible)
        self.head.pane_button.toggled.connect(lambda on: self.left.edge.setVisible(on and not self.narrow.is_narrow))
        row = row_of(self.left, self.left.edge, within=self, margins=0, spacing=0)
        yield
        self._lookup = Late(lambda: LookupPane(theme), self._lookup_came)
        self.model = TableModel(self)
        self.grid = TableGrid(theme)
        self.grid.setObjectName("table")
        self.grid.setAccessibleName(self.tr("Table with protected figures"))
        self.grid.setModel(self.model)
        self._grey.timeout.connect(lambda: self._set_greyed(True))
        self.lookup_line = Line(Qt.Orientation.Vertical)
        middle = QWidget()
        set_kind(middle, "surface")
        fill(row, (middle, 1), self.lookup_line, self._lookup.room)
        yield from self._make_middle(middle)
        self.computing = TableComputing(context, self._computed, self._failed, self.notice.planned)
        self._connect_left()
        yield
        self.pictures = PictureActions(context, self)
        self.page_actions = TableActions(context, self, self)
        self._lookup.room.setVisible(False)
        self.lookup_line.setVisible(False)
        is_on = self.lookup_button.isChecked
        self.looking = CellLookup(context, self.grid, self._lookup, lambda: self.view, is_on)
        self.narrow = NarrowPage(self, self)
        self._watch_state()
        yield

    def _make_middle(self, middle: QWidget) -> Iterator[None]:
        theme = self.context.theme
        column = column_of(within=middle, margins=0, spacing=0)
        self.panel = ShelfPanel(theme)
        self.head.shelves_button.toggled.connect(self.panel.setVisible)
        fill(column, self.panel, Line())
        yield
        self.notice = TableNotice(self.context, lambda: self.view, self.grid)
        self.notice.stopped.connect(self._stop_computing)
        self.notice.wanted.connect(self._compute)
        self.presentation = PresentationMenu(self.context, self.grid, self)
        self.switch = SightSwitch(self.context)
        row = TitleRow(theme, self.presentation.button)
        if self.switch.is_large:
            self.head.add_before(self.switch)
        self.table_title, self.sheets, self.legend = row.title, row.sheets, row.legend
        self.lookup_button, self.trials = row.lookup_button, row.trials
        row.edit_asked.connect(lambda: self.page_actions.words.edit_title())  # noqa: PLW0108 - they are made later
        row.lookup_button.toggled.connect(self._show_lookup)
        for signal, command in (
            (row.sheets.chosen, commands.show_layer),
            (row.trials.trial_chosen, commands.show_trial),
            (row.trials.beside_chosen, lambda beside: commands.put_beside(beside=beside)),
            (row.trials.shading_chosen, commands.shade),
        ):
            signal.connect(lambda chosen, command=command: self.editor.run(command(chosen)))
        beside = () if self.switch.is_large else (self.switch,)
        below = row_of((self.notice, 1), (self.legend, 0), *beside, margins=0, spacing=0)
        fill(column, row, below, Line())
        yield
        self.find_bar = FindBar(theme, lambda: self.context.language, middle, self.notice)
        self.finding = FindInTable(self.context, self.grid, lambda: self.view, self.find_bar, self)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.grid)
        self.empty = EmptyTable(self.context)
        self.stack.addWidget(self.empty)
        TableDrops(self.grid, (self.empty, self.notice, self.table_title), self.panel)
        self.sights = TableSights(self, self.stack, self.switch)
        self.finding.instead = self.sights.find_area
        column.addWidget(self.sights, 3)
        yield
        self.large = LargeTable(theme, self.sights)
        self.large.without.connect(lambda name: self.editor.run(commands.move_variable(name, "list", name)))
        self.large.anyway.connect(self._compute_anyway)
        self.foot = FootnoteList()
        column.addWidget(self.foot)
        self.comparison = ComparisonPanel(self.context, self.grid)
        column.addWidget(self.comparison, 2)
        find_bar, sheets = self.find_bar, self.sheets
        in_row = (row.edit_button, sheets.combo, sheets.before, sheets.after, row.lookup_button, row.trials.button)
        switch = () if self.switch.is_large else self.switch.parts
        in_bar = (find_bar, find_bar.before, find_bar.after, find_bar.close_button)
        lead_through(*in_row, self.presentation.button, *self.notice.links, *in_bar, *switch, self.grid)
        yield

    def _connect_left(self) -> None:
        self.editor = TableEditor(self.context, self.panel, self.left.variables, self, self.grid)
        self.grid.stub.sectionDoubleClicked.connect(self._edit_heading)
        self.editor.expected.connect(self.computing.prepare)
        self.variables = VariableViews(self.context, self.panel, self.left, self.editor)
        self.kept = KeptTables(self.context, self.left, self)
        self.left.search.undo_asked.connect(self.context.undo_action.trigger)
        self.left.search.redo_asked.connect(self.context.redo_action.trigger)
        self.left.save_asked.connect(self.head.document.save_as)

    def _watch_state(self) -> None:
        """Connect the parts of the page to the parts of the state; the table is first, and records are counted
        meanwhile."""
        context, watch = self.context, self.context.desk.watch
        settings, services = context.settings, context.services
        self._bars = watch(lambda s: (s.statistic, s.table, s.method), lambda _: self._show_bars())
        self._name = watch(lambda s: (s.statistic, s.table, s.drafts, services.read_only), lambda _: self._show_name())
        self._watches: list[Watch] = [
            watch(lambda s: s.statistic, lambda _: self.variables.read()),
            watch(lambda s: (s.statistic, s.table, s.method, settings.office), lambda _: self._show_figures()),
            watch(lambda s: (s.statistic, s.table.spec), lambda shown: self.variables.show_table(shown[1])),
            self._bars,
            self._name,
            watch(lambda s: (s.statistic, s.table, s.method, settings.office), lambda _: self.comparison.refresh()),
        ]

    def _lookup_came(self, pane: LookupPane) -> None:
        pane.show_row.clicked.connect(self.looking.show_row)
        self.context.frame.part_came(pane)

    @property
    def lookup(self) -> LookupPane:
        """What happens to the chosen cell."""
        return self._lookup.view

    # --- what the window asks -----------------------------------------------------------------------------------------

    def show_place(self, place: str) -> None:
        """Ask for the text of `title` or `footnotes`; any other place gives the table the focus."""
        self.grid.setFocus()
        words = self.page_actions.words
        ask = {"title": words.ask_title, "footnotes": words.ask_empty_note}.get(place)
        if ask is not None:
            QTimer.singleShot(0, self, ask)  # once the page has its place

    def menu_actions(self) -> MenuActions:
        return self.page_actions.menus()

    def keys(self) -> list[tuple[str, list[tuple[str, str]]]]:
        return page_keys()

    # --- showing the state ---------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        if "data" in changes or changes.parts >= EVERYTHING:
            for watch in self._watches:
                watch.forget()
        if "table" in changes and not {"statistic", "data"} <= changes.parts:
            self._moved = True
        for watch in self._watches:
            watch.look()
        self.kept.refresh(changes)

    def _show_bars(self) -> None:
        """Show what only the methodologist has (trial views, shading, explanations), and whether anything can be
        exported."""
        state, methodologist = self.context.desk.state, self.context.settings.is_methodologist
        in_force = None if state.statistic is None else state.statistic.period.in_force
        name = "" if in_force is None else in_force.method.name.text(self.context.language)
        looking = methodologist and self.lookup_button.isChecked()
        for widget in (self.trials.button, self.lookup_button):
            widget.setVisible(methodologist)
        settings = state.method.settings
        self.trials.show_methods(name, state.method.variant.name, drawn=settings.drawn)
        self.trials.offer(settings.any_rounding.base)
        self.trials.show_state(state.table.trial, state.table.shading, beside=state.table.beside)
        self.notice.show_band(looking=self.lookup_button.isChecked())
        if looking:
            self.lookup.show()
        self._lookup.room.setVisible(looking)
        self.lookup_line.setVisible(looking)
        shading = state.table.shading if methodologist else "none"
        self.legend.setVisible(shading == "noise")
        if self.grid.cells.shading != shading:
            self.grid.set_shading(shading)
        for button in (self.head.export_button, self.head.submit_button):
            button.setEnabled(in_force is not None and self.context.desk.session.data is not None)

    def _show_name(self) -> None:
        self.head.show_table(None if self.view is None else self.view.spec.variables)

    def _title_shown(self) -> str:
        return self.table_title.text()

    def choose_cell(self, place_in: Callable[[TableView], Place | None]) -> None:
        self._wanted = place_in

    # --- computing -----------------------------------------------------------------------------------------------

    def _show_figures(self) -> None:
        """Compute the table, unless only widths of its columns or its picture have changed."""
        if self.view is not None and self.computing.is_shown_already(self.view):
            self.view = self.model.view = replace(self.view, spec=self.context.desk.state.table.spec)
            self.grid.fit()
            self.page_actions.in_grid.tell_order()
            sight = self.sights.shown
            self.sights.show_view(self.view)
            if sight != self.sights.shown:
                self.notice.show_view(self.view, self._to_drag(self.view))
        else:
            self._compute()

    def _to_drag(self, view: TableView) -> str:
        """Title of a variable that could be dragged into the columns of a first table; "" beside a picture."""
        has_columns = self.sights.shown in ("table", "both")
        return self.variables.first_to_drag(view.spec) if has_columns and not self._moved else ""

    def _compute(self) -> None:
        if not self.computing.can_start:
            self.computing.cancel()
            self._show_empty()
            return
        self._grey.start()
        self.notice.begin_waiting()
        self.computing.start()

    def _stop_computing(self) -> None:
        """Stop a computation that takes too long; the former figures stay, grey."""
        self._grey.stop()
        self.computing.stop()
        self._set_greyed(True)
        self.notice.show_stopped()
        self.notice.again_link.setFocus()

    @property
    def former(self) -> tuple[TableView, Place | None] | None:
        """Return the table on the screen and its current cell, shown by a rebuilt page until it has its own."""
        current = self.grid.currentIndex()
        cell_place = self.model.place(current.row(), current.column()) if current.isValid() else None
        return None if self.view is None else (self.view, cell_place)

    @former.setter
    def former(self, shown: tuple[TableView, Place | None] | None) -> None:
        if shown is not None:
            view, cell_place = self.view, _ = shown
            self._wanted = None if cell_place is None else lambda now: shown_cell(view, now, cell_place)
            self.model.show(self.view)

    def _compute_anyway(self) -> None:
        self.computing.agreed = self.context.desk.state.table.spec
        self.large.hide()
        self._compute()

    def _computed(self, computed: Computed) -> None:
        view, labels = computed
        self._grey.stop()
        self._set_greyed(False)
        self.large.hide()
        former_view, current = self.view, self.grid.currentIndex()
        cell_place = self.model.place(current.row(), current.column()) if current.isValid() else None
        place = None if former_view is None or cell_place is None else same_place(former_view, view, cell_place)
        if self._wanted is not None:
            place, self._wanted = self._wanted(view), None
        self.view = view
        self.model.show(view, labels)
        insight = view.insight
        if insight is not None:
            self.legend.set_deviation(insight.maximum_deviation)
        self.stack.setCurrentWidget(self.grid)
        if place is not None:
            self.grid.stay_at(self.model.index(*self.model.cell(*place)))
        else:
            self.looking.clear()
        self.grid.paint_now()
        self.sights.show_view(view)
        presented = view.presented
        self.sheets.show_sheets(presented.layout, view.layer, presented.language)
        self.table_title.setText(presented.title)
        notes = (*presented.listed_note, *presented.table_notes)
        self.foot.show_notes(presented.marks, [note.text(presented.language) for note in notes])
        self._name.show()
        if self.notice.show_view(view, self._to_drag(view)):
            self.left.variables.begin_at("sex")
        self._bars.show()
        self.page_actions.in_grid.tell_order()
        self.context.frame.set_figures(view.cells, None if insight is None else insight.seconds)
        if former_view is None or not same_figures(former_view, view):
            self.notice.announce_table(self.model.rowCount(), self.model.columnCount())
        if self._complained:
            self._complained = False
            self.context.frame.clear_message()

    def _set_greyed(self, greyed: bool) -> None:
        self.grid.set_greyed(greyed)
        self.sights.set_greyed(greyed)

    def _failed(self, error: CkmError) -> None:
        """Show an error, with the former table greyed because it no longer matches the layout."""
        self._grey.stop()
        self._set_greyed(True)
        self.notice.show_failed()
        if isinstance(error, TableLarge):
            self.large.ask(error, self.context.language)
            return
        self.large.hide()
        if error.code == "no_method_in_force" or self.view is None:
            self._show_empty()
        self._complained = True
        self.kept.tell(error)

    def _show_empty(self) -> None:
        self._grey.stop()
        self.view = self._wanted = None
        self.sheets.hide()
        self.model.show(None)
        self.looking.clear()
        self.context.frame.set_figures(None)
        self.table_title.setText("")
        self._name.show()
        self.foot.clear_notes()
        self.notice.clear()
        self.empty.explain()
        self.stack.setCurrentWidget(self.empty)
        self.sights.show_view(None)
        self.empty.announce(self)

    # --- gestures ------------------------------------------------------------------------------------------------

    def _edit_heading(self, row: int) -> None:
        """Ask for the text of a block's heading after a double click on it."""
        view, rows, stub = self.view, self.model.rows, self.grid.stub
        if view is not None and rows is not None and rows.is_heading(row):
            number, _ = view.layout.rows.locate(int(rows.line_of[row]))
            below = QPoint(0, stub.sectionViewportPosition(row) + stub.sectionSize(row))
            self.editor.name_block("rows", number, stub).show_at(stub.viewport().mapToGlobal(below))

    def before_saving(self) -> bool:
        return self.head.document.take_over()

    def _show_lookup(self, shown: bool) -> None:
        if not self.narrow.has_room_for_panes and not self.narrow.is_narrow:
            self.head.pane_button.setChecked(not shown)
        self._bars.show()
        if shown:
            self.looking.tell()

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.narrow.fit()
        self.sights.fit()

    def close_page(self) -> None:
        self.context.services.exports.made_title = str  # no table is on the screen, and none of a former one is held
        self._grey.stop()
