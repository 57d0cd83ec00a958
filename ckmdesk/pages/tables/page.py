"""The table page: shelves above, figures below, the look-up story at the right. A view: commands change the state."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QSizePolicy, QStackedWidget, QWidget

from ckmcore.base.numbers import integer_text
from ckmcore.errors import CkmError
from ckmcore.messages import say
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Dimension
from ckmcore.presentation.footnotes import Notes
from ckmcore.statistic.model import NoMethodInForce
from ckmcore.statistic.series import periods_dimension
from ckmcore.tabulate.layout import ListedMatrix
from ckmcore.tabulate.spec import PERIOD
from ckmdesk.base.announcer import announce
from ckmdesk.base.faults import guarded
from ckmdesk.base.translation import counted
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Changes, Command
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.context import MenuActions, Page, PageContext
from ckmdesk.pages.tables.comparison import ComparisonPanel
from ckmdesk.pages.tables.computing import Computed, TableComputing
from ckmdesk.pages.tables.copying import TableCopy
from ckmdesk.pages.tables.document import TableDocument, untitled_words
from ckmdesk.pages.tables.editing import TableEditor
from ckmdesk.pages.tables.find_bar import FindBar, FindInTable
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.grid_actions import GridActions
from ckmdesk.pages.tables.kept import KeptTables
from ckmdesk.pages.tables.large_table import LargeTable
from ckmdesk.pages.tables.left import LeftPane
from ckmdesk.pages.tables.looking import CellLookup
from ckmdesk.pages.tables.lookup import LookupPane, NoiseLegend
from ckmdesk.pages.tables.narrow import NarrowPage
from ckmdesk.pages.tables.page_keys import page_keys
from ckmdesk.pages.tables.period_switch import PeriodSwitch
from ckmdesk.pages.tables.presentation_menu import PresentationMenu
from ckmdesk.pages.tables.release_actions import ReleaseActions
from ckmdesk.pages.tables.script_dialog import ScriptAction
from ckmdesk.pages.tables.sheet_chooser import SheetChooser
from ckmdesk.pages.tables.shelf_items import axis_items, filter_items, zone_word
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.pages.tables.templates import Templates
from ckmdesk.pages.tables.top_menu import Ranking, ranking_at
from ckmdesk.pages.tables.trial_bar import TrialBar
from ckmdesk.pages.tables.words_actions import FootnoteList, WordsActions
from ckmdesk.ports import filled
from ckmdesk.services.exports import usable_periods
from ckmdesk.state import shelves
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.items import VariableInfo, dimensions_of, variable_infos
from ckmdesk.state.presentation import differ_in_widths_alone
from ckmdesk.state.staying import Place, same_place, shown_cell
from ckmdesk.state.table_drafts import title_is_of_another_breakdown
from ckmdesk.state.table_view import TableLarge, TableView, same_figures
from ckmdesk.widgets.basic import Band, ElidedLabel, IconButton, IconLabel, Line, TitleLine, label
from ckmdesk.widgets.bubble import show_bubble
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.page_head import PageHead
from ckmdesk.widgets.variable_list import Section

GREY_AFTER_MS = 250
WIDE = 1400
WHY_WIDTH, NOTE_HEIGHT, NOTE_LINE = 640, 28, 20


class TablesPage(Page):
    """Lays out tables by dragging; every figure shown is a protected one, but for the methodologist's trial views."""

    page_name = "tables"

    def build(self, context: PageContext) -> None:
        self.context = context
        self.setObjectName("tables-page")
        self._view: TableView | None = None
        self._wanted: tuple[TableView, Place] | None = None
        self._asked = TableState()
        self._dimensions: dict[str, Dimension] = {}
        self._infos: dict[str, VariableInfo] = {}
        self._hint = ""
        self._moved = False
        self._complained = self._failing = self._up_to_date = False
        self.computing = TableComputing(context, self._computed, self._failed)
        self._grey = QTimer(self, singleShot=True, interval=GREY_AFTER_MS)
        theme = context.theme
        self.left = LeftPane(theme, context.settings)
        self._make_head()
        self.lookup = LookupPane(theme)
        self.model = TableModel(self)
        self.grid = TableGrid(theme)
        self.grid.setObjectName("table")
        self.grid.setModel(self.model)
        self._grey.timeout.connect(partial(self.grid.set_greyed, True))
        self.lookup_line = Line(Qt.Orientation.Vertical)
        row_of(
            self.left,
            self.left.edge,
            (self._make_middle(), 1),
            self.lookup_line,
            self.lookup,
            within=self,
            margins=0,
            spacing=0,
        )
        self._connect_left()
        self._make_actions()
        self.lookup.setVisible(False)
        self.lookup_line.setVisible(False)
        self.looking = CellLookup(context, self.grid, self.lookup, lambda: self._view, self.lookup_button.isChecked)
        self.narrow = NarrowPage(self, self)

    # --- making --------------------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.head = PageHead()
        self.pane_button = IconButton(self.context.theme, "pane")
        self.pane_button.setCheckable(True)
        self.pane_button.setChecked(True)
        self.pane_button.toggled.connect(self.left.setVisible)
        self.pane_button.toggled.connect(lambda on: self.left.edge.setVisible(on and not self.narrow.is_narrow))
        self.head.add_before(self.pane_button)
        self.document = TableDocument(self.context, self._made_title, self)
        self.context.services.exports.made_title = self._made_title
        self.head.add_left(self.document.state)
        self.periods = PeriodSwitch(self.context)
        self.head.add_right(self.periods)
        self.head.add_action(self.context.undo_action)
        self.head.add_action(self.context.redo_action)
        self.lookup_button = QPushButton(objectName="look-up", checkable=True)
        self.lookup_button.toggled.connect(self._show_lookup)
        self.head.add_right(self.lookup_button)
        self.export_button = QPushButton(objectName="export")
        self.export_button.setAutoDefault(True)  # Enter presses it
        set_kind(self.export_button, "primary")
        self.export_button.clicked.connect(self.context.services.exports.dialog)
        self.head.add_right(self.export_button)

    def _make_middle(self) -> QWidget:
        theme = self.context.theme
        middle = QWidget()
        set_kind(middle, "surface")
        self.panel = ShelfPanel(theme)
        self.trial_bar = TrialBar(theme)
        self.trial_bar.trial_chosen.connect(lambda trial: self.editor.run(commands.show_trial(trial)))
        self.trial_bar.beside_chosen.connect(lambda beside: self.editor.run(commands.put_beside(beside=beside)))
        self.trial_bar.shading_chosen.connect(lambda shading: self.editor.run(commands.shade(shading)))
        self.trial_line = Line()
        self.band = Band(theme)
        self.band.setObjectName("band")
        self.table_title = TitleLine("", "heading")
        self.table_title.setObjectName("table-title")
        self.sheets = SheetChooser(theme)
        self.sheets.chosen.connect(lambda layer: self.editor.run(commands.show_layer(layer)))
        self.legend = NoiseLegend(theme)
        title_row = row_of((self.table_title, 1), self.sheets, self.legend, margins=(12, 4, 12, 6))
        self.presentation = PresentationMenu(self.context, self.grid, self)
        title_row.addWidget(self.presentation.button, 0, Qt.AlignmentFlag.AlignTop)
        self.find_bar = FindBar(theme, lambda: self.context.language, middle, self.presentation.button)
        self.finding = FindInTable(self.context, self.grid, lambda: self._view, self.find_bar, self)
        column = column_of(
            self.panel,
            Line(),
            self.trial_bar,
            self.trial_line,
            self._make_note(),
            title_row,
            Line(),
            within=middle,
            margins=0,
            spacing=0,
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.grid)
        self.stack.addWidget(self._make_empty())
        column.addWidget(self.stack, 3)
        self.large = LargeTable(theme, self.stack)
        self.large.without.connect(lambda name: self.editor.run(commands.move_variable(name, "list", name)))
        self.large.anyway.connect(self._compute_anyway)
        self.foot = FootnoteList()
        column.addWidget(self.foot)
        self.comparison = ComparisonPanel(self.context, self.grid)
        column.addWidget(self.comparison, 2)
        found, button = self.find_bar, self.presentation.button
        order = (button, found, found.before, found.after, found.close_button, button)
        for before, part in pairwise(order):  # the bar is made long before, and the button stands at its right
            QWidget.setTabOrder(before, part)
        return middle

    def _make_note(self) -> QFrame:
        """The line above the title, of one height: what is confidential, or what the figures are."""
        self.note_icon = IconLabel(self.context.theme, "ok", "ok")
        self.note = TitleLine("")
        self.note.setObjectName("note")
        self.why_link = QPushButton()
        set_kind(self.why_link, "link")
        self.why_link.clicked.connect(self._show_why)
        self.signs_link = QPushButton(objectName="signs")
        set_kind(self.signs_link, "link")
        self.signs_link.clicked.connect(self._show_signs)
        self.why = ElidedLabel("", "secondary")
        for words, policy in ((self.note, QSizePolicy.Policy.Preferred), (self.why, QSizePolicy.Policy.Ignored)):
            words.setSizePolicy(policy, QSizePolicy.Policy.Preferred)  # what is told has the room that is left
        self._note = QFrame()
        row_of(
            (self.band, 1),
            self.note_icon,
            self.note,
            self.why_link,
            (self.why, 1),
            self.signs_link,
            within=self._note,
            margins=(12, 0, 12, 0),
            spacing=STEP,
        )
        self.context.theme.changed.connect(self._fit_note)
        self.set_notes_narrow(False)
        return self._note

    def set_notes_narrow(self, narrow: bool) -> None:
        """The words above the table have room for two lines, or for one."""
        self._narrow_notes = narrow
        self.note.set_lines(2 if narrow else 1)
        self._fit_note()

    def _fit_note(self) -> None:
        """After other text sizes, too: what was set meanwhile grew with all the rest."""
        self._note.setFixedHeight(px(NOTE_HEIGHT) + (px(NOTE_LINE) if self._narrow_notes else 0))

    def _share_note(self) -> None:
        """The band stands where the note does: it says that these are not the figures to publish."""
        banded = not self.band.isHidden()
        self.note.setHidden(banded and not self._failing)
        self.why.setHidden(banded and not self.why.text_whole())
        self.why_link.setText(self.tr("Why sums may differ") if banded else self.tr("why?"))

    def _make_empty(self) -> QWidget:
        holder = QWidget()
        self.empty_text = label("", "secondary", wrap=True)
        self.empty_text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty_button = QPushButton(objectName="empty-button")
        self.empty_button.setAutoDefault(True)  # Enter presses it
        self.empty_button.clicked.connect(self._empty_act)
        column = column_of(STRETCH, self.empty_text, row_of(STRETCH, self.empty_button, STRETCH), within=holder)
        column.addStretch(2)
        return holder

    def _connect_left(self) -> None:
        self.editor = TableEditor(self.context, self.panel, self.left.variables, self)
        self.editor.view = lambda: self._view
        self.grid.stub.sectionDoubleClicked.connect(self._edit_heading)
        self.editor.expected.connect(self.computing.prepare)
        self.editor.line_at_hand = self._line_at_hand
        self.editor.values.at_hand = self._value_at_hand
        self.kept = KeptTables(self.context, self.left, self)
        self.left.search.undo_asked.connect(self.context.undo_action.trigger)
        self.left.search.redo_asked.connect(self.context.redo_action.trigger)
        self.left.new_asked.connect(lambda: self.editor.run(self._new_table()))
        self.left.save_asked.connect(self.document.save_as)

    def _make_actions(self) -> None:
        self.swap_action = QAction(self, shortcut=QKeySequence("Ctrl+T"))
        self.swap_action.triggered.connect(lambda: self.editor.run(commands.swap_axes()))
        self.clear_action = QAction(self, shortcut=QKeySequence("Ctrl+Shift+Delete"))
        self.clear_action.triggered.connect(lambda: self._begin(self._empty_table()))
        self.new_action = QAction(self, shortcut=QKeySequence("Ctrl+Shift+N"))
        self.new_action.triggered.connect(lambda: self._begin(self._new_table()))
        self.releasing = ReleaseActions(self.context, self)
        self.script = ScriptAction(self.context, self)
        cube = filled("CubeAction")
        self.cube = None if cube is None else cube(self.context, self)
        self.templates = Templates(self.context, self)
        self.layout_menu, self.compare_menu = QMenu(self), QMenu(self)
        self.layout_menu.addActions([self.swap_action, self.clear_action, *self.templates.actions])
        self.compare_menu.addActions([self.comparison.action, self.releasing.compare])
        self.copying = TableCopy(self.context, self.grid, self)
        self.words = WordsActions(self.context, self.grid, lambda: self._view, self.table_title)
        self.in_grid = GridActions(
            self.context,
            self.grid,
            lambda: self._view,
            self.editor.run,
            self.words,
            self.copying.action,
            self.editor.values,
        )
        self.list_action = QAction(self, shortcut=QKeySequence("F6"))
        self.list_action.triggered.connect(lambda: self._go_area(1))
        self.back_action = QAction(self, shortcut=QKeySequence("Shift+F6"))
        self.back_action.triggered.connect(lambda: self._go_area(-1))

    # --- words ---------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.panel.retranslate()
        self.document.retranslate()
        self.sheets.retranslate()
        self.left.retranslate()
        self.lookup_button.setText(self.tr("Look-up"))
        self.export_button.setText(self.tr("Export draft ..."))
        self.pane_button.set_tip(self.tr("Show or hide the list of variables"))
        self._share_note()
        self.signs_link.setText(say("export_signs_heading", self.context.language))
        self.swap_action.setText(self.tr("Swap rows and columns"))
        self.clear_action.setText(self.tr("Empty the table"))
        self.new_action.setText(self.tr("New table"))
        self.layout_menu.setTitle(self.tr("Layout"))
        self.compare_menu.setTitle(self.tr("Compare"))
        self.releasing.retranslate()
        self.script.retranslate()
        if self.cube is not None:
            self.cube.retranslate()
        self.templates.retranslate()
        self.finding.retranslate()
        self.copying.retranslate()
        self.in_grid.retranslate()
        self.words.retranslate()
        self.foot.retranslate()
        self.presentation.retranslate()
        self.editor.values.retranslate()
        self.comparison.retranslate()
        self.list_action.setText(self.tr("Next area (list, shelves, table)"))
        self.back_action.setText(self.tr("Area before"))
        self.grid.setAccessibleName(self.tr("Table with protected figures"))

    def show_place(self, place: str) -> None:
        """`title`, `footnotes`: their words are asked for; else the table has the keyboard."""
        self.grid.setFocus()
        ask = {"title": self.words.ask_title, "footnotes": self.words.ask_empty_note}.get(place)
        if ask is not None:
            QTimer.singleShot(0, self, ask)  # once the page has its place

    def menu_actions(self) -> MenuActions:
        return {
            "edit": [self.copying.action, *self.finding.actions, *(menu.menuAction() for menu in self.in_grid.menus)],
            "view": [
                None,
                self.periods.before_action,
                self.periods.after_action,
                None,
                self.list_action,
                self.back_action,
            ],
            "page": [
                self.new_action,
                self.document.save_as_action,
                self.document.discard_action,
                None,
                self.layout_menu.menuAction(),
                self.words.title,
                self.words.note,
                self.editor.values.add_menu.menuAction(),
                self.presentation.menu.menuAction(),
                None,
                self.compare_menu.menuAction(),
                self.script.action,
                *(() if self.cube is None else (self.cube.action,)),
                None,
                self.releasing.submit,
            ],
        }

    def keys(self) -> list[tuple[str, list[tuple[str, str]]]]:
        return page_keys()

    # --- showing the state ---------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if "statistic" in changes or "data" in changes or not self._dimensions:
            self._dimensions = {dim.name: dim for dim in dimensions_of(statistic, data)}
            if statistic is not None and len(usable_periods(statistic)) > 1:
                self._dimensions = {PERIOD: periods_dimension(statistic), **self._dimensions}
            self._infos = variable_infos(tuple(self._dimensions.values()), self.context.language)
            self.editor.dimensions, self.editor.infos = self._dimensions, self._infos
        if "table" in changes and not {"statistic", "data"} <= changes.parts:
            self._moved = True
        # The table first: while a job counts records, the shelves are made.
        anew = bool(changes.parts & {"table", "statistic", "data", "method", "language"})
        anew = anew or (self._view is not None and self._view.presented.office != self.context.settings.office)
        self._up_to_date = False
        if anew and (changes.parts != {"table"} or not self._only_widths()):
            self._compute()
        self._show_shelves()
        self._show_list()
        if not self._up_to_date:  # figures that were there at once brought these along
            self._show_bars()
            self._show_head()
        self.kept.refresh(changes)
        if anew:
            self.comparison.refresh()

    def _show_shelves(self) -> None:
        spec = self.context.desk.state.table.spec
        for zone in shelves.AXES:
            self.panel[zone].show_items(axis_items(spec, zone, self._infos, self.context.language))
        self.panel["filters"].show_items(filter_items(spec, self._infos, self._dimensions, self.context.language))
        self.panel["values"].show_items(self.editor.values.items())
        self.panel.fit()
        # Tab leads from the left to the chips, shelf by shelf; new widgets come last otherwise.
        QWidget.setTabOrder(self.left.menu_button, self.left.edge)
        before: QWidget = self.left.edge
        for shelf in self.panel:
            for part in (*shelf.chips, shelf.plus):
                QWidget.setTabOrder(before, part)
                before = part

    def _show_list(self) -> None:
        spec = self.context.desk.state.table.spec
        variables = []
        for name, info in self._infos.items():
            zone = shelves.zone_of(spec, name)
            title = " ▸ ".join(text for text, _ in info.levels) if info.named else info.title
            variables.append((Item(name, title, "list", info.icon), zone_word(zone), info.levels))
        word = self.tr("Values")
        values = tuple((item, word if shown else "", ()) for item, shown in self.editor.values.listed())
        self.left.variables.show_sections(
            [Section(self.tr("Dimensions"), tuple(variables)), Section(self.tr("Values"), values)]
        )

    def _show_bars(self) -> None:
        state, methodologist = self.context.desk.state, self.context.settings.is_methodologist
        in_force = None if state.statistic is None else state.statistic.period.in_force
        name = "" if in_force is None else in_force.method.name.text(self.context.language)
        self.trial_bar.setVisible(methodologist)
        self.trial_line.setVisible(methodologist)
        self.lookup_button.setVisible(methodologist)
        settings = state.method.settings
        self.trial_bar.retranslate(name, state.method.variant.name, drawn=settings.drawn)
        self.trial_bar.offer(settings.any_rounding.base)
        self.trial_bar.show_state(state.table.trial, state.table.shading, beside=state.table.beside)
        trial, shading = state.table.trial, state.table.shading
        looking = self.lookup_button.isChecked()
        stale = self._view is not None and any(one.side != "published" for one in self._view.shown)
        beside = trial.kind != "original" and (state.table.beside or stale)
        self.band.setVisible(methodologist and (trial.is_trial or shading != "none" or looking or beside))
        if methodologist and (looking or trial.kind == "original" or beside):
            self.context.services.releases.note_reveal()
        if trial.kind == "original" or beside:
            self.band.set_text(self.tr("Original figures, not protected. Exports hold only the figures in force."))
        elif trial.is_trial:
            self.band.set_text(
                self.tr(
                    "Trial view: not the method in force, not to be published. Exports hold only the figures in force."
                )
            )
        elif shading == "sensitive":
            self.band.set_text(self._sensitive_words())
        else:
            self.band.set_text(self.tr("Shading and look-up show noise. Exports hold only the published figures."))
        self.lookup.setVisible(methodologist and looking)
        self.lookup_line.setVisible(methodologist and looking)
        shown = shading if methodologist else "none"
        self.legend.setVisible(shown == "noise")
        if self.grid.cells.shading != shown:
            self.grid.set_shading(shown)
        self._share_note()
        self.export_button.setEnabled(in_force is not None and self.context.desk.session.data is not None)

    def _sensitive_words(self) -> str:
        """How many cells the primary rules mark."""
        insight = None if self._view is None else self._view.insight
        sensitive = () if insight is None or insight.sensitive is None else insight.sensitive
        marked = [one for one in sensitive if not isinstance(one, ListedMatrix)]
        if self.context.desk.state.method.settings.primary == PrimaryRules():
            return self.tr("No primary rules are set: set them on page Method.")
        language = self.context.language
        count = sum(int(cells.sum()) for cells in marked)
        whole = sum(cells.size for cells in marked)
        words = self.tr("The primary rules mark %1 of %2 cells. Alone they protect nothing.")
        return words.replace("%1", integer_text(count, language)).replace("%2", integer_text(whole, language))

    def choose_cell(self, view: TableView, place: Place) -> None:
        self._wanted = view, place

    # --- computing -----------------------------------------------------------------------------------------------

    def _compute(self) -> None:
        if not self.computing.can_start:
            self.computing.cancel()
            self._show_empty()
            return
        self._asked = self.context.desk.state.table
        self._grey.start()
        self.computing.start()

    def _only_widths(self) -> bool:
        """Show other widths of columns, where nothing else changed: no figure has to be computed."""
        view, asked, table = self._view, self._asked, self.context.desk.state.table
        same = view is not None and view.spec == asked.spec and replace(table, spec=asked.spec) == asked
        if view is None or not same or not differ_in_widths_alone(asked.spec, table.spec):
            return False
        self._asked = table
        self._view = self.model.view = replace(view, spec=table.spec)
        self.grid.fit()
        self.in_grid.tell_order()
        return True

    def _compute_anyway(self) -> None:
        self.computing.agreed = self.context.desk.state.table.spec
        self._compute()

    def _computed(self, computed: Computed) -> None:
        view, labels = computed
        self._grey.stop()
        self.grid.set_greyed(False)
        self.large.hide()
        before, current = self._view, self.grid.currentIndex()
        at = self.model.place(current.row(), current.column()) if current.isValid() else None
        place = None if before is None or at is None else same_place(before, view, at)
        if self._wanted is not None:
            place, self._wanted = shown_cell(self._wanted[0], view, self._wanted[1]), None
        self._view = view
        self.model.show(view, labels)
        if view.insight is not None:
            self.legend.set_deviation(view.insight.maximum_deviation)
        self.stack.setCurrentWidget(self.grid)
        if place is not None:
            self.grid.stay_at(self.model.index(*self.model.cell(*place)))
        else:
            self.lookup.clear()
        self.grid.paint_now()
        presented = view.presented
        self.sheets.show_sheets(presented.layout, view.layer, presented.language)
        self.table_title.setText(presented.title)
        notes = (*presented.listed_note, *presented.table_notes)
        self.foot.show_notes(presented.marks, [note.text(presented.language) for note in notes])
        self._show_head()
        self._failing = False
        self._show_note()
        self._show_bars()
        self._up_to_date = True
        self.in_grid.tell_order()
        insight = view.insight
        self.context.frame.set_figures(view.cells, None if insight is None else insight.seconds)
        if before is None or not same_figures(before, view):
            self._say_table(view)
        if self._complained:
            self._complained = False
            self.context.frame.clear_message()

    def _say_table(self, view: TableView) -> None:
        """How large the table is that was computed, and what else than figures in force it may hold."""
        language = self.context.language
        rows = counted(self.tr("1 row"), self.tr("%1 rows"), self.model.rowCount(), language)
        columns = counted(self.tr("1 column"), self.tr("%1 columns"), self.model.columnCount(), language)
        announce(self.tr("Table: %1, %2.").replace("%1", rows).replace("%2", columns), about="table")
        if self._hint:
            keys = self.tr("F6 leads to the list of variables; %1 is at hand there, and S puts it into the columns.")
            announce(keys.replace("%1", self._hint))
        elif not self.why_link.isVisibleTo(self) or self.why.text_whole():
            announce(f"{self.note.text()} {self.why.text_whole()}".rstrip())

    def _new_table(self) -> Command:
        """An empty table, whose total stands where the office wants it."""
        return commands.new_table(self.context.settings.office.block_total)

    def _empty_table(self) -> Command:
        """The table at hand without its variables, as one that is begun."""
        return commands.clear_table(self.context.settings.office.block_total)

    def _begin(self, command: Command) -> None:
        """An empty table, and the keyboard where it is filled from."""
        self.editor.run(command)
        self.left.list_in_sight.setFocus()

    def _edit_heading(self, row: int) -> None:
        """A double click on the heading of a block asks for its words, below it."""
        view, rows, stub = self._view, self.model.rows, self.grid.stub
        if view is not None and rows is not None and rows.is_heading(row):
            number, _ = view.layout.rows.locate(int(rows.line_of[row]))
            below = QPoint(0, stub.sectionViewportPosition(row) + stub.sectionSize(row))
            self.editor.name_block("rows", number, stub).show_at(stub.viewport().mapToGlobal(below))

    def _made_title(self) -> str:
        return self.table_title.text()

    def _show_head(self) -> None:
        """Name and state of the table, and the reporting period where neither the title nor the table says it."""
        statistic, title = self.context.desk.state.statistic, self._made_title()
        name = self.document.name() or title or untitled_words(self.context.desk.state.table.untitled)
        period = "" if statistic is None else statistic.period.label.text(self.context.language)
        if self._view is None:
            name = self.document.name() or self.tr("Tables")
        elif PERIOD in self._view.spec.variables or period in title:
            period = ""
        self.head.set_title(name, period if statistic is not None and len(statistic.periods) < 2 else "")
        self.periods.show_periods()
        self.document.refresh()

    def _failed(self, error: CkmError) -> None:
        """The former table stays, greyed: it is not what is laid out; what cannot be computed is told."""
        self._grey.stop()
        self.grid.set_greyed(True)
        if self._view is not None:
            self.note.setText(self.tr("The grey figures are those of the former table or view."))
        self.note_icon.set_icon("info", "accent")
        self.why_link.hide()
        self.signs_link.hide()
        self.why.set_text("")
        self._failing = self._view is not None
        self._share_note()
        if isinstance(error, TableLarge):
            self.large.ask(error, self.context.language)
            announce(" ".join([self.large.text.text(), *(one.text() for one in self.large.buttons)]), urgent=True)
            return
        self.large.hide()
        if isinstance(error, NoMethodInForce) or self._view is None:
            self._show_empty()
        self._complained = True
        self.kept.tell(error)

    def _show_empty(self) -> None:
        self._grey.stop()
        self._view = self._wanted = None
        self.sheets.hide()
        self.model.show(None)
        self.lookup.clear()
        self.context.frame.set_figures(None)
        statistic = self.context.desk.state.statistic
        self.table_title.setText("")
        self._show_head()
        self.foot.show_notes(Notes())
        self.note.setText("")
        self.note_icon.hide()
        self.why_link.hide()
        self.signs_link.hide()
        self.why.set_text("")
        self._empty_act_kind = ""
        if statistic is None:
            text, button = self.tr("No statistic is open."), ""
        elif self.context.services.records.loading:
            text, button = self.tr("The records are being loaded ..."), ""
        elif statistic.period.source is None and self.context.desk.session.data is None:
            text, button = self.tr("This period has no data yet."), self.tr("Go to page Data")
            self._empty_act_kind = "data"
        elif self.context.desk.session.data is None:
            text, button = self.tr("The records are not loaded."), self.tr("Load again")
            self._empty_act_kind = "load"
        elif statistic.period.in_force is None:
            text, button = self.tr("No method is in force, so no figure may be shown."), self.tr("Go to page Method")
            self._empty_act_kind = "method"
        else:
            text, button = self.tr("This table cannot be computed. The message above says why."), ""
        self.empty_text.setText(text)
        self.empty_button.setText(button)
        allowed = self._empty_act_kind == "load" or self.context.settings.is_methodologist
        self.empty_button.setVisible(bool(button) and allowed)
        self.stack.setCurrentIndex(1)
        offered = self.empty_button.text() if self.empty_button.isVisibleTo(self) else ""
        announce(f"{text} {offered}".rstrip(), about="table")

    def _empty_act(self) -> None:
        if self._empty_act_kind == "load":
            self.context.services.records.load()
        elif self._empty_act_kind == "data":
            self.context.frame.go_to("data")
        elif self._empty_act_kind == "method":
            self.context.frame.go_to("method")

    def _value_at_hand(self) -> int:
        """The number of the value of the cell at hand, else of the first one."""
        current = self.grid.currentIndex()
        if self._view is None or not current.isValid():
            return 0
        _, _, value = self.model.place(current.row(), current.column())
        return self._view.shown[value].number

    def _line_at_hand(self, zone: shelves.Axis) -> Ranking | None:
        """The column, for a level of the columns the row, of the cell at hand."""
        current = self.grid.currentIndex()
        return ranking_at(self.model, current.row(), current.column(), zone) if current.isValid() else None

    def _show_note(self) -> None:
        state, view = self.context.desk.state, self._view
        if view is None:
            return
        sample = state.statistic is not None and state.statistic.period.source is not None
        sample = sample and state.statistic.period.source.kind == "sample"  # type: ignore[union-attr]
        sex = next((info for name, info in self._infos.items() if name == "sex"), None)
        hint = sample and not self._moved and sex is not None and shelves.zone_of(view.spec, "sex") == "list"
        self._hint = sex.title if hint and sex is not None else ""
        trial = view.trial.is_trial or any(one.side != "published" for one in view.shown)
        self.note_icon.setVisible(not trial)
        told = "" if trial or hint else " ".join(self._told(view))
        icon = ("info", "accent") if hint else ("warning", "warning") if told else ("ok", "ok")
        self.note_icon.set_icon(*icon)
        self.why_link.setVisible(not trial and not hint)
        self.signs_link.setVisible(not trial and not hint)
        if trial:
            self.note.setText(self.tr("Trial view of the methodologist: these figures may not be published."))
        elif hint and sex is not None:
            self.left.variables.begin_at("sex")
            self.note.setText(self.tr("Drag %1 into the columns.").replace("%1", sex.title))
        elif told:
            self.note.setText(self.tr("Look at this before these figures are published. Sums may differ –"))
        else:
            self.note.setText(
                self.tr("Figures by the method in force. Publication only after release. Sums may differ –")
            )
        self.why.set_text(told)

    def _told(self, view: TableView) -> list[str]:
        """What is to be looked at before the figures are published."""
        found = [one.text(self.context.language) for one in view.told]
        if title_is_of_another_breakdown(self.context.desk.state):
            title = self.tr("The title was written when the table had other variables or filters.")
            found.append(title + " " + self.tr("Ctrl+Shift+H changes it; without words it is made again."))
        return found

    def _show_why(self) -> None:
        """Why sums may differ, and what is to be looked at as a whole, over the table."""
        statistic = self.context.desk.state.statistic
        in_force = None if statistic is None else statistic.period.in_force
        note = "" if in_force is None else in_force.method.note.text(self.context.language)
        cut = self.note.text() if self.note.isVisible() and self.note.is_cut else ""
        words = " ".join(part for part in (cut, self.why.text_whole(), note) if part)
        show_bubble(self._note, words, min(px(WHY_WIDTH), self.grid.width()))
        announce(words)

    def _show_signs(self) -> None:
        """What a 0 means, and each sign on the sheet that is shown, as the files say it, over the table."""
        view = self._view
        if view is not None:
            meanings = view.presented.meanings(view.signs, self.context.language)
            show_bubble(self._note, "\n".join(meanings), min(px(WHY_WIDTH), self.grid.width()))
            announce(" ".join(meanings))

    def before_saving(self) -> bool:
        return self.document.take_over()

    # --- look-up -------------------------------------------------------------------------------------------------

    def _show_lookup(self, shown: bool) -> None:
        if self.window().width() < px(WIDE) and not self.narrow.is_narrow:
            self.pane_button.setChecked(not shown)
        self._show_bars()
        if shown:
            self.looking.tell()

    def _go_area(self, step: int) -> None:
        areas = [self.left.list_in_sight, *[shelf.chips[0] for shelf in self.panel if shelf.chips], self.grid]
        areas += [self.comparison.table] if self.comparison.table.isVisible() else []
        elsewhere = -1 if step > 0 else 0
        focused = next((place for place, area in enumerate(areas) if area.hasFocus()), elsewhere)
        area = areas[(focused + step) % len(areas)]
        if area is self.left.list_in_sight:
            self.pane_button.setChecked(True)  # it may be folded
        area.setFocus()

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.narrow.fit()

    def close_page(self) -> None:
        self.context.services.exports.made_title = str  # no table is on the screen, and none of a former one is held
        self._grey.stop()
