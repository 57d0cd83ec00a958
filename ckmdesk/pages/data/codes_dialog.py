"""Import of a table of codes: its rows, the meaning of each column, the tree that results, and what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QListWidget,
    QTableView,
    QToolTip,
    QWidget,
)

from ckmcore.base.numbers import Language, integer_text
from ckmcore.dictionary.code_columns import CodeColumns, column_facts, meaning_title, offered_meanings
from ckmcore.dictionary.small_tables import SmallTable
from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.microdata import ReadingEntry
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, ROW_HEIGHT, SMALL_STEP, STEP, Theme, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.import_view import ReadingPlanView
from ckmdesk.pages.data.node_model import NodeModel
from ckmdesk.pages.data.tree_editor import TreeEditor
from ckmdesk.state.code_import import CodeImport, CodeRequest, look_at_codes
from ckmdesk.widgets.basic import label, select_row
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.no_copy import keep_from_clipboard
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import grown

Index = QModelIndex | QPersistentModelIndex
WIDTH, HEIGHT, LEAST_WIDTH = 1240, 720, 1000
COLUMN_WIDTH, WIDEST, COMBO_HEIGHT = 150, 300, 26
_ROWS_OFFERED, _MISFITS_SHOWN, _OPEN_AT_ONCE, _LETTERS = 15, 500, 300, 60


class CodeRowsModel(QAbstractTableModel):
    """The rows of a table of codes, those above and below the codes among them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.columns: CodeColumns | None = None
        self._read: frozenset[int] = frozenset()
        self._head: frozenset[int] = frozenset()
        self._misfits: dict[int, str] = {}

    def show_columns(self, columns: CodeColumns, misfits: dict[int, str]) -> None:
        """Show the rows. misfits: what does not fit, by line."""
        self.beginResetModel()
        self.columns, self._misfits = columns, misfits
        self._head = frozenset(row.line for row in columns.head)
        self._read = frozenset(row.line for row in columns.rows) | self._head
        self.endResetModel()

    def line_of(self, row: int) -> int:
        """The line of a row, as the file counts."""
        return 0 if self.columns is None else self.columns.table.rows[row].line

    def row_of(self, line: int) -> int:
        """The row that shows a line; -1 where none does."""
        rows = () if self.columns is None else self.columns.table.rows
        return next((number for number, row in enumerate(rows) if row.line == line), -1)

    @guarded(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self.columns is None else len(self.columns.table.rows)

    @guarded(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self.columns is None else len(self.columns.names)

    @guarded()
    def data(self, index: Index, role: int = 0) -> Any:
        if self.columns is None or not index.isValid():
            return None
        row = self.columns.table.rows[index.row()]
        if role == 0:
            return " " * min(row.indent(index.column()), 24) + row.cell(index.column())
        if role == int(Qt.ItemDataRole.ToolTipRole):
            return self._misfits.get(row.line) or row.cell(index.column()) or None
        if role == int(Qt.ItemDataRole.BackgroundRole):
            return self._theme.color("filter_chip") if row.line in self._misfits else None
        if role == int(Qt.ItemDataRole.ForegroundRole):
            return None if row.line in self._read else self._theme.color("secondary")
        if role == int(Qt.ItemDataRole.FontRole) and row.line in self._head:
            return self._theme.font(bold=True)
        if role == int(Qt.ItemDataRole.FontRole) and self.is_left_out(index.row()):
            font = self._theme.font()
            font.setStrikeOut(True)
            return font
        return None

    def is_left_out(self, row: int) -> bool:
        """Whether a row holds no codes."""
        return self.line_of(row) not in self._read

    @guarded()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role != 0 or self.columns is None:
            return None
        vertical = orientation == Qt.Orientation.Vertical
        return str(self.line_of(section)) if vertical else self.columns.names[section]


class MeaningHeads(QHeaderView):
    """Heads of the columns with the meaning of each as a drop-down; emits `chosen(column, meaning)`, and
    `focused(column)` when a column gets the focus."""

    chosen = Signal(int, str)
    focused = Signal(int)

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._theme = theme
        self.combos: list[PlainCombo] = []
        self._columns: CodeColumns | None = None
        self._language: Language = "en"
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFixedHeight(px(ROW_HEIGHT + COMBO_HEIGHT + 2 * SMALL_STEP))
        self.sectionResized.connect(self._place)
        table.horizontalScrollBar().valueChanged.connect(self._place)

    def show_columns(self, columns: CodeColumns, offered: Sequence[str], language: Language) -> None:
        """Show names and meanings; drop-downs stay where there are as many columns as before."""
        self._columns, self._language = columns, language
        while len(self.combos) > len(columns.names):
            self.combos.pop().deleteLater()
        while len(self.combos) < len(columns.names):
            self._add(len(self.combos))
        for column, (combo, name) in enumerate(zip(self.combos, columns.names, strict=True)):
            meaning = columns.meanings[column]
            known = list(dict.fromkeys([*offered, meaning]))
            if [combo.itemData(place) for place in range(combo.count())] != known:
                combo.blockSignals(True)
                combo.clear()
                for each in known:
                    combo.addItem(meaning_title(each).text(language), each)
                combo.blockSignals(False)
            combo.choose(meaning)
            words = self.fontMetrics().horizontalAdvance(combo.currentText()) + px(56)
            title = QFontMetrics(self._theme.font(bold=True)).horizontalAdvance(name) + px(24)
            self.resizeSection(column, max(px(COLUMN_WIDTH), min(px(WIDEST), max(words, title))))
            combo.setAccessibleName(self.tr("Meaning of %1").replace("%1", name))
            combo.setToolTip("")
            combo.setAccessibleDescription("")
        self._place()
        self.viewport().update()

    def _add(self, column: int) -> None:
        combo = PlainCombo()
        combo.setParent(self.viewport())
        combo.setObjectName(f"meaning:{column}")
        combo.activated.connect(lambda _: self.chosen.emit(column, str(combo.currentData())))
        combo.installEventFilter(self)
        self.combos.append(combo)

    def _place(self) -> None:
        for column, combo in enumerate(self.combos):
            left = self.sectionViewportPosition(column) + SMALL_STEP
            width = self.sectionSize(column) - 2 * SMALL_STEP
            combo.setGeometry(left, px(ROW_HEIGHT) + SMALL_STEP, width, px(COMBO_HEIGHT))
            combo.show()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched in self.combos and event.type() in (QEvent.Type.FocusIn, QEvent.Type.ToolTip):
            column = self.combos.index(watched)
            words = self.facts(column)
            self.combos[column].setToolTip(words)
            self.combos[column].setAccessibleDescription(words)
            if event.type() == QEvent.Type.FocusIn:
                self.focused.emit(column)
        return super().eventFilter(watched, event)

    def facts(self, column: int) -> str:
        """What the cells of a column say of its meaning; computed when somebody comes there."""
        if self._columns is None or column >= len(self._columns.names):
            return ""
        return "; ".join(fact.text(self._language) for fact in column_facts(self._columns, column))

    @guarded(False)
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.facts(self.logicalIndexAt(event.pos())), self)
            return True
        return super().viewportEvent(event)

    @guarded(QSize(100, ROW_HEIGHT))
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), px(ROW_HEIGHT + COMBO_HEIGHT + 2 * SMALL_STEP))

    @guarded()
    def paintSection(self, painter: QPainter, rect: QRect, place: int) -> None:
        if not rect.isValid() or self._columns is None or place >= len(self._columns.names):
            return
        theme = self._theme
        painter.save()
        painter.fillRect(rect, theme.color("window"))
        painter.setPen(theme.color("grid"))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(theme.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        font = theme.font(bold=True)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        area = QRect(rect.left() + 8, rect.top(), rect.width() - 16, px(ROW_HEIGHT) + 2)
        name = QFontMetrics(font).elidedText(self._columns.names[place], Qt.TextElideMode.ElideMiddle, area.width())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), name)
        painter.restore()


class CodesDialog(QDialog):
    """Import of a table of codes; emits `taken(CodeImport)`."""

    taken = Signal(object)

    def __init__(self, context: PageContext, state: CodeImport, parent: QWidget) -> None:
        super().__init__(parent)
        self.context, self.state = context, state
        self._request = state.request  # what was chosen last, read or not yet
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_subject(self, "data")
        self.setObjectName("import-codes")
        self.setWindowTitle(self._title())
        self.resize(grown(QSize(WIDTH, HEIGHT), self.screen().availableSize()))
        self.message = MessageBar(context.theme, lambda: context.language)
        self.message.hide()
        self.table, self.tree = self._make_table(), self._make_tree()
        self.plan = ReadingPlanView(context.theme)
        self.plan.answered.connect(lambda *answer: self._ask(self._request.with_answer(*answer)))
        self.plan.place_asked.connect(self._show_place)
        self.misfits_heading = label(self.tr("Rows that do not fit"), "heading")
        self.misfits = QListWidget(accessibleName=self.tr("Rows that do not fit"))
        self.misfits.setMaximumHeight(px(140))
        self.misfits.setWordWrap(True)
        self.misfits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.misfits.currentRowChanged.connect(self._show_misfit)
        rows = column_of((self.table, 1), self.misfits_heading, self.misfits, spacing=STEP)
        self.summary = label("", "secondary", wrap=True)
        result = column_of(label(self.tr("Result"), "heading"), self.summary, (self.tree, 1), spacing=STEP)
        parts = row_of((rows, 3), (result, 2), spacing=STEP)
        # Where the text is large, there is no room for three columns.
        (result if self.width() < px(LEAST_WIDTH) else parts).addWidget(self.plan)
        column_of(
            self.message,
            self._make_line(),
            (parts, 1),
            self._make_buttons(),
            within=self,
            margins=MARGIN,
            spacing=STEP,
        )
        keep_from_clipboard(self, lambda: context.show_message(sentence("desk_copy_confidential"), "warning"))
        self.show_state(state)
        self.heads.combos[0].setFocus()

    def _title(self) -> str:
        words = {
            "tree": self.tr("Read hierarchy: %1"),
            "list": self.tr("Read code list: %1"),
            "conversion": self.tr("Read mapping table: %1"),
        }[self.state.request.wanted]
        return words.replace("%1", self.state.request.file.name)

    def _make_line(self) -> QWidget:
        self.sheet, self.head = PlainCombo(), PlainCombo()
        self.sheet_word = label(self.tr("Sheet"), "secondary")
        head_word = label(self.tr("Row of names"), "secondary")
        for combo, word, width in ((self.sheet, self.sheet_word, 180), (self.head, head_word, 360)):
            combo.setMinimumWidth(px(width))
            combo.setAccessibleName(word.text())
            word.setBuddy(combo)
        self.sheet.activated.connect(lambda _: self._ask(self._request.at(str(self.sheet.currentData()), None)))
        self.head.activated.connect(
            lambda _: self._ask(self._request.at(self._request.sheet, int(self.head.currentData())))
        )
        line = QWidget()
        row_of(self.sheet_word, self.sheet, head_word, self.head, STRETCH, within=line, margins=0, spacing=STEP)
        return line

    def _make_table(self) -> QTableView:
        table = QTableView(accessibleName=self.tr("Rows of the file"))
        self.rows_model = CodeRowsModel(self.context.theme, self)
        table.setModel(self.rows_model)
        self.heads = MeaningHeads(self.context.theme, table)
        table.setHorizontalHeader(self.heads)
        self.heads.setDefaultSectionSize(px(COLUMN_WIDTH))
        self.heads.chosen.connect(lambda column, meaning: self._ask(self._request.with_meaning(column, meaning)))
        self.heads.focused.connect(
            lambda column: table.scrollTo(self.rows_model.index(max(table.currentIndex().row(), 0), column))
        )
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().setDefaultSectionSize(px(ROW_HEIGHT))
        table.verticalHeader().setMinimumSectionSize(px(ROW_HEIGHT))
        return table

    def _make_tree(self) -> TreeEditor:
        self.nodes = NodeModel(self.context.theme, self)
        self.nodes.locked = True
        self.nodes.set_words(self.tr("Node"), self.tr("Code"), self.tr("Records"))
        tree = TreeEditor(self.context.theme, self.nodes)
        tree.setObjectName("imported-nodes")
        tree.setAccessibleName(self.tr("Nodes that result"))
        tree.setColumnHidden(2, True)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(1, px(130))
        return tree

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.ok = buttons.addButton(self.tr("Take over"), QDialogButtonBox.ButtonRole.AcceptRole)
        set_kind(self.ok, "primary")
        self.cancel = buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        return buttons

    # --- showing -------------------------------------------------------------------------------------------------

    def show_state(self, state: CodeImport) -> None:
        """Show a table as it is read now."""
        self.state = state
        language, columns = self.context.language, state.columns
        name = state.request.file.name
        said = {
            _line(error): sentence(error.code, **{**error.fields, "file": name}).text(language)
            for error in state.misfits
        }
        self.rows_model.show_columns(columns, said)
        offered = list(offered_meanings(state.request.wanted, columns.meanings))
        self.heads.show_columns(columns, offered, language)
        self._show_places(columns)
        self.plan.show_plan(state.plan, language)
        self.misfits.clear()
        self.misfits.addItems(list(said.values())[:_MISFITS_SHOWN])
        for part in (self.misfits, self.misfits_heading):
            part.setVisible(bool(said))
        summary = state.summary
        self.summary.setText("" if summary is None else summary.text(language))
        dimension = state.dimension
        self.nodes.show_dimension(dimension, None, self.tr("Total"), language)
        if dimension is not None:
            nodes = len(dimension.categories if dimension.hierarchy is None else dimension.hierarchy.nodes)
            self.tree.expandToDepth(20 if nodes <= _OPEN_AT_ONCE else 0)
        self.ok.setEnabled(state.is_ready)
        self.ok.setToolTip(self._reason(state))
        chain = [self.sheet, self.head, *self.heads.combos, self.table, self.misfits, self.tree]
        for before, after in pairwise([*chain, *self.plan.stops, self.ok, self.cancel]):
            QWidget.setTabOrder(before, after)

    def _reason(self, state: CodeImport) -> str:
        """Why the table cannot be taken over yet."""
        if state.plan.questions:
            return self.tr("Answer the questions on the right first")
        if state.is_empty and state.request.wanted == "tree":
            return self.tr("Choose columns that say what is above the codes")
        return ""

    def _show_places(self, columns: CodeColumns) -> None:
        table = columns.table
        for part in (self.sheet, self.sheet_word):
            part.setVisible(len(table.sheets) > 1)
        if [self.sheet.itemText(place) for place in range(self.sheet.count())] != list(table.sheets):
            self.sheet.clear()
            for name in table.sheets:
                self.sheet.addItem(name, name)
        self.sheet.choose(table.sheet)
        self.head.blockSignals(True)
        self.head.clear()
        self.head.addItem(self.tr("no row of names"), 0)
        line = columns.head[0].line if columns.head else 0
        rows = [row for number, row in enumerate(table.rows) if number < _ROWS_OFFERED or row.line == line]
        for row in rows:
            cells = "  ".join(cell for cell in row.cells if cell)
            words = self.tr("Row %1: %2").replace("%1", integer_text(row.line, self.context.language))
            self.head.addItem(words.replace("%2", cells[:_LETTERS]), row.line)
        self.head.choose(line)
        self.head.blockSignals(False)

    def _show_misfit(self, place: int) -> None:
        """Show the row of what does not fit."""
        lines = list(dict.fromkeys(map(_line, self.state.misfits)))
        if 0 <= place < len(lines):
            self._show_row(lines[place])

    def _show_row(self, line: int) -> None:
        row = self.rows_model.row_of(line)
        if row >= 0:
            select_row(self.table, row)

    def _show_place(self, entry: ReadingEntry) -> None:
        """Show the first row of an entry, or its column."""
        names = self.state.columns.names
        if entry.rows:
            self._show_row(entry.rows[0])
        elif entry.column in names:
            self.heads.combos[names.index(entry.column)].setFocus()

    # --- choosing ------------------------------------------------------------------------------------------------

    def _ask(self, request: CodeRequest) -> None:
        """Read the table as it was chosen, and show the result."""
        table = self.state.columns.table if request.sheet in ("", self.state.columns.table.sheet) else None
        self._request = request

        def done(state: CodeImport) -> None:
            self.message.clear()
            self.show_state(state)

        def failed(error: CkmError) -> None:
            self.message.show_message(error)
            self._request = self.state.request
            self.show_state(self.state)

        self.ok.setEnabled(False)
        self.context.jobs.start("codes-again", lambda _: _laid_out(request, table), done, failed)

    def _take(self) -> None:
        if self.state.is_ready:
            self.taken.emit(self.state)
            self.accept()


def _laid_out(request: CodeRequest, table: SmallTable | None = None) -> CodeImport:
    """Read a table of codes, and lay its tree out, away from the window's thread."""
    state = look_at_codes(request, table)
    _ = state.dimension
    return state


def _line(error: CkmError) -> int:
    """The line of a row that does not fit."""
    return int(error.fields.get("line") or error.fields.get("row") or 0)


def read_codes_file(
    context: PageContext,
    parent: QWidget,
    request: CodeRequest,
    taken: Callable[[CodeImport], None],
    failed: Callable[[CkmError], None],
    *,
    shown: bool,
) -> None:
    """Read a table of codes, and show it before it is taken over: always with `shown`, else where there is doubt."""

    def done(state: CodeImport) -> None:
        if state.is_plain and not shown:
            taken(state)
            return
        dialog = CodesDialog(context, state, parent.window())
        dialog.taken.connect(taken)
        dialog.open()

    context.jobs.start("codes", lambda _: _laid_out(request), done, failed)
