"""The table beside a file of published figures: a panel below the grid that lists what changed, is new, is gone.

It compares drafts only, so what it shows is what may be published; a trial view has no comparison.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QTableView,
    QWidget,
)
from shiboken6 import isValid

from ckmcore.base.numbers import integer_text
from ckmcore.compare.changed import KINDS, Kind
from ckmcore.compare.comparison import Difference, compare
from ckmcore.compare.write import write_list
from ckmcore.errors import CkmError, FileError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.series import draft_of
from ckmdesk.base.frame import Message, MessageKind, Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.tables import show_layer, show_trial
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.models.differences_model import (
    CELL,
    DIFFERENCE,
    KIND,
    KIND_ICONS,
    OLD,
    VALUE,
    DifferencesModel,
    ListedDifferences,
    Order,
)
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.services.exports import file_name
from ckmdesk.state.desk_state import Trial
from ckmdesk.widgets.basic import ElidedLabel, IconButton, IconLabel, Line, WrapLabel, label, select_alone
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.message_bar import MessageBar

COMPARE, WRITE = "compare-published", "write-differences"
FIGURE_WIDTH = 92


class ComparisonPanel(QFrame):
    """Panel that compares the table with a file, hidden until one is chosen; a file may be dropped on it."""

    kept = ("file",)

    def __init__(self, context: PageContext, grid: TableGrid) -> None:
        super().__init__()
        self.context, self.grid = context, grid
        self.setObjectName("comparison")
        set_subject(self, "drafts")
        set_kind(self, "surface")
        self.setAcceptDrops(True)
        self.path: Path | None = None
        self.listed: ListedDifferences | None = None
        self._of: object = None
        self._wanted: Difference | None = None
        self.action = QAction(self.tr("Compare with published figures ..."), self)
        self.action.triggered.connect(self.ask_for_file)
        self.message = MessageBar(context.theme, lambda: context.language)
        holder = column_of(self.message, margins=(12, 0, 12, STEP))
        column = column_of(Line(), self._make_head(), holder, within=self, margins=0, spacing=0)
        self.bar = self._make_bar()
        column.addWidget(self.bar)
        self.notes = WrapLabel("", "small")
        self.notes.setContentsMargins(12, 0, 12, 6)
        fill(column, self.notes, (self._make_list(), 1))
        context.theme.changed.connect(self._draw)
        grid.model().modelReset.connect(self._go_on)
        self._draw()
        self.hide()
        self.heading.setText(self.tr("Compared with"))
        self.choose.setText(self.tr("Other file ..."))
        self.save.setText(self.tr("Save list ..."))
        self.close_button.set_tip(self.tr("Close the comparison"))
        self.order_word.setText(self.tr("Order"))
        self.order.setItemText(0, self.tr("Size of the change"))
        self.order.setItemText(1, self.tr("Place in the table"))
        self.order.setAccessibleName(self.tr("Order of the list"))
        self.table.setAccessibleName(self.tr("Cells that differ; Enter shows the cell in the table"))
        self.message.retranslate()
        self.model.retranslate(self.context.language)
        self._show()

    # --- making --------------------------------------------------------------------------------------------------

    def _make_head(self) -> QHBoxLayout:
        self.heading, self.name = label("", "heading"), ElidedLabel("", "secondary")
        self.choose, self.save = QPushButton(), QPushButton()
        self.choose.setObjectName("comparison:choose")
        self.save.setObjectName("comparison:save")
        self.choose.clicked.connect(self.ask_for_file)
        self.save.clicked.connect(self.ask_for_list)
        self.close_button = IconButton(self.context.theme, "close")
        self.close_button.clicked.connect(self.leave)
        line = row_of(
            self.heading, (self.name, 1), self.choose, self.save, self.close_button, margins=(12, 6, 8, 6), spacing=STEP
        )
        for button in (self.choose, self.save):
            button.setAutoDefault(True)  # Enter presses it
        return line

    def _make_bar(self) -> QWidget:
        bar = QWidget()
        line = row_of(within=bar, margins=(12, 0, 12, 6), spacing=STEP)
        self.kinds: dict[Kind, QPushButton] = {}
        for kind in KINDS:
            button = self.kinds[kind] = QPushButton()
            button.setObjectName(f"comparison:{kind}")
            button.setCheckable(True)
            button.setChecked(True)
            button.toggled.connect(self._list)
            line.addWidget(button)
        self.verdict_icon, self.verdict = IconLabel(self.context.theme, "ok", "ok"), label("", "secondary")
        fill(line, self.verdict_icon, self.verdict, STRETCH)
        self.order_word, self.order = label("", "secondary"), QComboBox()
        self.order.setObjectName("comparison:order")
        self.order_word.setBuddy(self.order)
        orders: tuple[Order, ...] = ("size", "place")
        for order in orders:
            self.order.addItem("", order)
        self.order.currentIndexChanged.connect(self._list)
        fill(line, self.order_word, self.order)
        return bar

    def _make_list(self) -> QTableView:
        self.model = DifferencesModel(self.context.theme)
        self.table = QTableView(objectName="comparison:list")
        set_kind(self.table, "list")
        self.table.setModel(self.model)
        as_list(self.table, rows=True, single=True, read_only=True, plain=True)
        self.table.verticalHeader().setMinimumSectionSize(px(ROW_HEIGHT))
        self.table.setMinimumHeight(px(4 * ROW_HEIGHT))
        head = self.table.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionResizeMode(CELL, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(KIND, px(100))
        self.table.setColumnWidth(VALUE, px(130))
        for index in range(OLD, DIFFERENCE + 2):
            self.table.setColumnWidth(index, px(FIGURE_WIDTH))
        self.table.setColumnWidth(OLD, px(FIGURE_WIDTH + 4 * STEP))
        self.table.activated.connect(self._row_chosen)  # Enter, or a double click
        return self.table

    def _draw(self) -> None:
        theme = self.context.theme
        self.choose.setIcon(theme.icon("folder"))
        self.save.setIcon(theme.icon("save"))
        self.action.setIcon(theme.icon("variant"))
        for kind, button in self.kinds.items():
            button.setIcon(theme.icon(*KIND_ICONS[kind]))
        self.model.retheme()

    # --- choosing a file -----------------------------------------------------------------------------------------

    def ask_for_file(self) -> None:
        """Ask for a file of published figures and compare with it."""
        words = self.tr("Published figures (*.csv *.txt *.xlsx *.xls *.ods *.gz)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Compare with published figures"), words)
        if path is not None:
            self.take_file(path)

    def take_file(self, path: Path) -> None:
        """Show the panel and compare the current table with a file."""
        self.path, self.listed, self._of = path, None, None
        self.show()
        self.refresh()

    @property
    def file(self) -> Path | None:
        """Return the compared file; a rebuilt panel compares it again."""
        return self.path

    @file.setter
    def file(self, path: Path | None) -> None:
        self.path = path
        self.setVisible(path is not None)

    def leave(self) -> None:
        """Close the panel and forget the file."""
        self.context.jobs.cancel(COMPARE)
        self.path, self.listed, self._of, self._wanted = None, None, None, None
        self.message.clear()
        self.hide()
        self._show()
        self.grid.setFocus()

    @guarded()
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    @guarded()
    def dropEvent(self, event: QDropEvent) -> None:
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if len(files) == 1:
            self.take_file(files[0])
        elif files:
            self.message.show_message(sentence("desk_one_file", count=len(files)), "warning")

    # --- comparing -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Compare again if table, figures or language have changed."""
        desk, language, path = self.context.desk, self.context.language, self.path
        session, statistic, table = desk.session, desk.state.statistic, desk.state.table
        data = session.data
        trial = table.trial.is_trial and self.context.settings.is_methodologist
        in_force = None if statistic is None else statistic.period.in_force
        self.action.setEnabled(data is not None and in_force is not None)
        if path is None:
            return
        if statistic is None:
            self.leave()
            return
        comparison_key = (path, table.spec, statistic, id(data), language, trial)
        if comparison_key == self._of:
            return
        self._of = comparison_key
        self.message.clear()
        if data is None or in_force is None or trial:
            self.context.jobs.cancel(COMPARE)
            self.listed = None
            if in_force is None:
                self.message.show_message(sentence("no_method_in_force"), "warning")
            elif trial:
                remedy = Remedy(self.tr("Show the method in force"), self._show_in_force)
                self.message.show_message(sentence("published_in_force_only"), "warning", remedy)
            self._show()
            return

        def work(context: JobContext) -> ListedDifferences:
            load = session.others.loader(statistic, data, session.path, context.cancelled)
            draft = draft_of(statistic, table.spec, load, context.cancelled)
            return ListedDifferences.of(compare(draft, path, language, context.cancelled))

        self._fold(False)
        self.table.setEnabled(False)
        self._say(self.tr("Comparing ..."), "", "")
        self.context.jobs.start(COMPARE, work, self._compared, self._failed)

    def _show_in_force(self) -> None:
        self.context.desk.run(show_trial(Trial()))

    def _compared(self, listed_differences: ListedDifferences) -> None:
        self.listed = listed_differences
        self._show()

    def _failed(self, error: CkmError) -> None:
        self.listed = None
        self.message.show_message(error)
        self._show()

    # --- showing -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        comparison = None if self.listed is None else self.listed.comparison
        language = self.context.language
        words = {"changed": self.tr("changed %1"), "new": self.tr("new %1"), "gone": self.tr("gone %1")}
        self.name.set_text("" if self.path is None else self.path.name)
        for kind, button in self.kinds.items():
            count = 0 if comparison is None else comparison.count(kind)
            button.setText(words[kind].replace("%1", integer_text(count, language)))
            button.setEnabled(count > 0)
        self.save.setEnabled(comparison is not None)
        self.table.setEnabled(comparison is not None)
        self._fold(comparison is None)
        self.order.setEnabled(comparison is not None and not comparison.same)
        notices: tuple[Sentence, ...] = () if comparison is None else comparison.notices
        self.notes.setText("\n".join(notice.text(language) for notice in notices))
        self.notes.setVisible(bool(notices))
        if comparison is None:
            self._say("", "", "")
        else:
            text = self.tr("all %1 unchanged") if comparison.same else self.tr("%1 unchanged")
            icon = ("ok", "ok") if comparison.same else ("", "")
            self._say(text.replace("%1", integer_text(comparison.unchanged, language)), *icon)
        has_several = (
            comparison is not None
            and len(
                {cell_difference.value for cell_difference in comparison.found if cell_difference.place is not None}
            )
            > 1
        )
        self.table.setColumnHidden(VALUE, not has_several)
        self._list()

    def _fold(self, folded: bool) -> None:
        """Reduce the panel to the height of its message while there is no comparison."""
        self.bar.setVisible(not folded)
        self.table.setVisible(not folded)
        tall = QSizePolicy.Policy.Maximum if folded else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Preferred, tall)

    def _say(self, text: str, icon: str, paint: str) -> None:
        self.verdict.setText(text)
        self.verdict_icon.setVisible(bool(icon))
        if icon:
            self.verdict_icon.set_icon(icon, paint)

    def _list(self) -> None:
        kinds = [kind for kind, button in self.kinds.items() if button.isChecked()]
        order: Order = "place" if self.order.currentData() == "place" else "size"
        self.model.show_differences(self.listed, kinds, order)
        if self.model.rows:
            self.table.setCurrentIndex(self.model.index(0, 0))

    # --- going to a cell -----------------------------------------------------------------------------------------

    def _row_chosen(self, index: QModelIndex) -> None:
        if not index.isValid() or not self.table.isEnabled():
            return
        row = self.model.rows[index.row()]
        if row.place is None:
            said_sentence = sentence("published_only_there", file=self.name.text_whole(), line=row.line)
            self.context.frame.set_hint(said_sentence.text(self.context.language))
            return
        self._wanted = row
        if self.context.desk.state.table.layer != row.place.layer:
            self.context.desk.run(show_layer(row.place.layer))  # the grid has the cell once it shows that sheet
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Go to the selected cell, once the grid shows its sheet."""
        wanted_cell, model = self._wanted, self.grid.table_model()
        if wanted_cell is None or wanted_cell.place is None or model is None or model.view is None:
            return
        cell_place = wanted_cell.place
        if model.view.layer != cell_place.layer:
            return
        self._wanted = None
        shown = [shown_value.number if shown_value.side == "published" else -1 for shown_value in model.view.shown]
        if cell_place.value not in shown:
            return
        index = model.index(*model.cell(cell_place.row, cell_place.column, shown.index(cell_place.value)))
        select_alone(self.grid, index)
        self.grid.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.grid.setFocus()

    # --- the list as a file --------------------------------------------------------------------------------------

    def ask_for_list(self) -> None:
        """Ask for a name and write the list as it is shown."""
        if self.listed is None or self.path is None:
            return
        name = file_name(self.tr("Comparison") + " " + self.path.stem) + ".csv"
        words = self.tr("CSV file (*.csv)")
        path = self.context.frame.choose_save_file(self.tr("Save list"), self.path.parent / name, words)
        if path is not None:
            self.save_list(path if path.suffix else path.with_suffix(".csv"))

    def save_list(self, path: Path) -> None:
        """Write the listed differences, in their order, as CSV."""
        listed, rows, language = self.listed, self.model.rows, self.context.language
        published, session = self.path, self.context.desk.session
        statistic = self.context.desk.state.statistic
        if listed is None or published is None or statistic is None:
            return

        def work(_context: JobContext) -> None:
            from ckmcore.statistic.source import files_of

            if path.exists() and path.samefile(published):
                raise FileError("published_list_overwrites", name=path.name)
            if any(path.exists() and path.samefile(needed) for needed in files_of(statistic, session.path)):
                raise FileError("desk_file_is_needed", name=path.name)
            write_list(listed.comparison, path, language, rows)

        said_sentence = sentence("published_list_written", name=path.name)

        def show(message: Message, kind: MessageKind = "error") -> None:
            bar = self.message if isValid(self) else self.context.frame
            bar.show_message(message, kind)

        self.context.jobs.start(WRITE, work, lambda _: show(said_sentence, "ok"), show, to_end=True)
