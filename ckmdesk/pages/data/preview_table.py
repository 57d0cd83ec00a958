"""The first rows of a file; the head holds type and role of each column as drop-downs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ckmcore.microdata import Dialect, ReadingEntry
from ckmcore.microdata.layout import FileRow
from ckmcore.microdata.variable import ROLES
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme, set_kind
from ckmdesk.pages.data.column_heads import HEAD_HEIGHT, ColumnHeads
from ckmdesk.pages.data.words import role_word
from ckmdesk.state.data_import import Import
from ckmdesk.widgets.basic import label, select_row
from ckmdesk.widgets.layouts import column_of

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
NARROWEST, WIDEST = 160, 300
LOST_ZEROS = ("leading_zeros", "loss_zeros", "loss_zeros_happens")
NUMBERS = ("magnitude", "weight", "record_key")


class PreviewModel(QAbstractTableModel):
    """The cells of the first rows. Confidential."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.state: Import | None = None
        self._rows: list[FileRow] = []

    def set_state(self, state: Import | None) -> None:
        self._show(state, () if state is None else state.preview.file_rows)

    def add_rows(self, rows: Iterable[FileRow]) -> None:
        """Show further rows of the file in their places."""
        known_rows = {row.number: row for row in (*self._rows, *rows) if row.number}
        self._show(self.state, [known_rows[number] for number in sorted(known_rows)])

    def _show(self, state: Import | None, rows: Sequence[FileRow]) -> None:
        self.beginResetModel()
        self.state = state
        self._rows = []
        for row in rows:
            if self._rows and not _follows(self._rows[-1], row):
                self._rows.append(FileRow(0, (), "left_out"))
            self._rows.append(row)
        self.endResetModel()

    def row(self, place: int) -> FileRow:
        """Return a row of the file; one without a number is in place of rows that are not shown."""
        return self._rows[place]

    def place_of(self, number: int) -> int | None:
        """Return the place of a row of the file; None if it is not shown."""
        return next((place for place, row in enumerate(self._rows) if row.number == number), None)

    def place_of_record(self, number: int) -> int | None:
        """Return the place of a record, counted from 1; None if it is not among the first ones."""
        count = 0
        for place, row in enumerate(self._rows):
            if not row.number:
                return None
            count += row.kind == "record"
            if count == number:
                return place
        return None

    @property
    def records_end(self) -> tuple[int, int]:
        """The places of the first and the last record; -1 where there is none."""
        places = [place for place, row in enumerate(self._rows) if row.kind == "record"]
        return (places[0], places[-1]) if places else (-1, -1)

    def is_record(self, row: int) -> bool:
        """Tell whether a row is a record; others are struck through, but for the row of names."""
        return self._rows[row].kind == "record"

    @guarded(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    @guarded(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self.state is None else len(self.state.columns)

    @guarded()
    def data(self, index: Index, role: int = 0) -> Any:
        if self.state is None or not index.isValid():
            return None
        if role == 0:
            return self._text(self.state, index.row(), index.column())
        if role == int(Qt.ItemDataRole.TextAlignmentRole):
            return _RIGHT if self.state.columns[index.column()].role in NUMBERS else _LEFT
        return None

    def _text(self, state: Import, row: int, column: int) -> str:
        """Return the text of a cell; numbers of formats with types (SPSS, Stata, ...) in the user's notation."""
        shown = self._rows[row]
        if not shown.number:
            return "⋮"
        text = shown.cells[column] if column < len(shown.cells) else ""
        if shown.kind == "record" and state.preview.dialect is None and state.columns[column].guess.kind == "decimal":
            plain_text = f"{Decimal(text):f}" if "e" in text else text  # not 1e-05
            return plain_text.replace(".", QLocale().decimalPoint())
        return text

    @guarded()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role != 0 or self.state is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(self._rows[section].number or "")
        return self.state.columns[section].name


def _follows(row: FileRow, other: FileRow) -> bool:
    """Tell whether a row comes right behind another; a text within quotes may have several lines."""
    return other.number <= row.number + 1 + sum(cell.count("\n") for cell in row.cells)


class PreviewCellPainter(QStyledItemDelegate):
    """Delegate that tints columns with a warning and marks leading zeros by weight and underline, not by colour
    alone."""

    def __init__(self, theme: Theme, model: PreviewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._model = theme, model

    @guarded()
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        state = self._model.state
        column = None if state is None else state.columns[index.column()]
        if column is None:
            return
        rect: QRect = option.rect  # type: ignore[attr-defined]
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)  # type: ignore[attr-defined]
        theme = self._theme
        if chosen:
            painter.fillRect(rect, theme.color("accent_soft"))
        elif column.warnings:
            painter.fillRect(rect, theme.color("filter_chip"))
        idle = column.role in ("ignored", "identifier")
        painter.setPen(theme.color("secondary" if idle else "text"))
        text = str(index.data() or "")
        text_rect = rect.adjusted(8, 0, -8, 0)
        painter.save()
        file_row = self._model.row(index.row())
        is_record = file_row.kind == "record"
        zero = any(warning.code in LOST_ZEROS for warning in column.warnings) and len(text) > 1 and text[0] == "0"
        if zero and is_record and column.role not in NUMBERS:
            text_rect.setLeft(text_rect.left() + self._draw_zero(painter, text_rect))
            text = text[1:]
        if not is_record:
            font = painter.font()
            font.setStrikeOut(file_row.kind == "left_out" and file_row.number > 0)
            font.setBold(file_row.kind == "names")
            painter.setFont(font)
            painter.setPen(theme.color("secondary" if file_row.kind == "left_out" else "text"))
        shown = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, text_rect.width())
        painter.drawText(text_rect, int(_RIGHT if column.role in NUMBERS else _LEFT), shown)
        painter.restore()

    def _draw_zero(self, painter: QPainter, text_rect: QRect) -> int:
        painter.save()
        font = painter.font()
        font.setBold(True)
        font.setUnderline(True)
        painter.setFont(font)
        painter.setPen(self._theme.color("warning"))
        painter.drawText(text_rect, int(_LEFT), "0")
        painter.restore()
        return QFontMetrics(font).horizontalAdvance("0")


HANDLE = 5


class RowHeads(QHeaderView):
    """Numbers of the rows as the file counts; the row of names and the ends of the records are dragged.

    Emits `dragged(what, place)`: the handle ("names", "first", "last") and the row on which it was let go.
    """

    dragged = Signal(str, int)

    def __init__(self, theme: Theme, table: PreviewTable) -> None:
        super().__init__(Qt.Orientation.Vertical, table)
        self._theme, self._table = theme, table
        self._handle, self._over = "", -1
        self.setMouseTracking(True)
        self.setSectionsClickable(False)
        self.setDefaultAlignment(_RIGHT)

    def handle_at(self, y: int) -> str:
        """Return the handle at a height of the viewport; "" if there is none."""
        model, place = self._table.preview_model, self.logicalIndexAt(y)
        if model.state is None or not model.state.can_set_rows or place < 0:
            return ""
        first, last = model.records_end
        if first >= 0 and abs(y - self._top(first)) <= HANDLE:
            return "first"
        if last >= 0 and abs(y - self._top(last) - self.sectionSize(last)) <= HANDLE:
            return "last"
        return "names" if model.row(place).kind == "names" else ""

    def _top(self, place: int) -> int:
        return self.sectionViewportPosition(place)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._handle = self.handle_at(int(event.position().y())) if event.button() == Qt.MouseButton.LeftButton else ""
        self._over = -1
        if not self._handle:
            super().mousePressEvent(event)

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        y = int(event.position().y())
        handle = self._handle or self.handle_at(y)
        shapes = {"": Qt.CursorShape.ArrowCursor, "names": Qt.CursorShape.OpenHandCursor}
        self.viewport().setCursor(shapes.get(handle, Qt.CursorShape.SplitVCursor))
        if self._handle:
            self._over = self.logicalIndexAt(y)
            self.viewport().update()

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        handle, over, self._handle, self._over = self._handle, self._over, "", -1
        self.viewport().update()
        if handle and over >= 0:
            self.dragged.emit(handle, over)
        elif not handle:
            super().mouseReleaseEvent(event)

    @guarded()
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = self.logicalIndexAt(event.pos())
        if place >= 0 and self._table.preview_model.state is not None:
            menu = self._table.menu(place, max(self._table.currentIndex().column(), 0))
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(event.globalPos())

    @guarded()
    def paintSection(self, painter: QPainter, rect: QRect, place: int) -> None:
        painter.save()
        super().paintSection(painter, rect, place)
        painter.restore()
        model = self._table.preview_model
        if model.state is None or not model.state.can_set_rows:
            return
        first, last = model.records_end
        thick = px(3)
        dragged = place == self._over
        if place == first or (dragged and self._handle == "first"):
            painter.fillRect(rect.left(), rect.top(), rect.width(), thick, self._theme.color("accent"))
        if place == last or (dragged and self._handle == "last"):
            painter.fillRect(rect.left(), rect.bottom() - thick + 1, rect.width(), thick, self._theme.color("accent"))
        if model.row(place).kind == "names" or (dragged and self._handle == "names"):
            painter.fillRect(rect.left(), rect.top(), thick, rect.height(), self._theme.color("accent"))


class PreviewTable(QTableView):
    """Preview of the first rows; `heads` has the choices of each column.

    Emits `rows_set(names, first, last)`: the row of names, the first and the last row of records, as the file counts;
    0 for those that are recognised, None for those that stay. Emits `left_out(rows, out)`: rows that are no records,
    or are again.
    """

    rows_set = Signal(object, object, object)
    left_out = Signal(object, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.preview_model = PreviewModel(self)
        self.setModel(self.preview_model)
        self.heads = ColumnHeads(theme, self)
        self.setHorizontalHeader(self.heads)
        self.setItemDelegate(PreviewCellPainter(theme, self.preview_model, self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.row_heads = rows = RowHeads(theme, self)
        self.setVerticalHeader(rows)
        rows.dragged.connect(self._set_rows)
        rows.setDefaultSectionSize(px(ROW_HEIGHT))
        rows.setMinimumSectionSize(px(ROW_HEIGHT))
        rows.setFixedWidth(px(44))
        self._corner = QWidget(self)
        set_kind(self._corner, "corner")
        self._corner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column = column_of(within=self._corner, spacing=4)
        self.words = (label("", "small"), label("", "small"))
        for word in self.words:
            column.addWidget(word, 1)
        theme.changed.connect(self._fit_columns)
        theme.changed.connect(self._place_corner)
        self._place_corner()
        self.setCornerWidget(QWidget())
        self.heads.focused.connect(self.show_column)
        self.words[0].setText(self.tr("Type"))
        self.words[1].setText(self.tr("Role"))
        self.setAccessibleName(self.tr("Preview of the first rows"))

    def set_state(self, state: Import | None, *, rows_too: bool) -> None:
        """Show an import; `rows_too` says that rows may have changed, not only roles."""
        if rows_too or state is None or self.preview_model.state is None:
            self.preview_model.set_state(state)
            self.heads.set_state(state)
            self._fit_columns()
        else:
            self.preview_model.state = state
            self.heads.set_state(state)
            self.viewport().update()

    def show_column(self, place: int) -> None:
        """Bring a column into view."""
        row = max(self.currentIndex().row(), 0)
        self.scrollTo(self.preview_model.index(row, place))

    def chosen_columns(self) -> list[str]:
        """The names of the columns in which something is selected."""
        state = self.preview_model.state
        if state is None:
            return []
        column_indices = {
            index for span in self.selectionModel().selection() for index in range(span.left(), span.right() + 1)
        }
        return [state.columns[column_index].name for column_index in sorted(column_indices)]

    def mark_fault(self, name: str) -> None:
        """Show the column of an error with a sign; "" removes the sign."""
        self.heads.mark_fault(self.mark_shown(name))

    def mark_shown(self, name: str) -> int | None:
        """Select a column and bring it into view; return its index, or None if there is no such column."""
        state = self.preview_model.state
        for column_index, column in enumerate(() if state is None else state.columns):
            if column.name == name:
                self.setCurrentIndex(self.preview_model.index(max(self.currentIndex().row(), 0), column_index))
                self.show_column(column_index)
                return column_index
        return None

    def show_entry(self, entry: ReadingEntry, number: int = 0) -> bool:
        """Select the row and the column of an entry; return whether its row is shown, or it has none.

        number: of its row in the file, where that is known.
        """
        model, state = self.preview_model, self.preview_model.state
        columns = [] if state is None else [column.name for column in state.columns]
        column = columns.index(entry.column) if entry.column in columns else -1
        find = model.place_of_record if entry.counts_records and not number else model.place_of
        place = find(number or entry.rows[0]) if entry.rows else None
        if place is not None and column < 0:
            select_row(self, place)
        elif place is not None or column >= 0:
            row = max(self.currentIndex().row(), 0) if place is None else place
            self.setCurrentIndex(model.index(row, max(column, 0)))
        if place is not None or column >= 0:
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)
            self.setFocus()
        return place is not None or not any(entry.rows)

    def _set_rows(self, what: str, place: int) -> None:
        """Set the row of names ("names"), the first or last row of records, or all as recognised ("")."""
        model = self.preview_model
        if not what:
            self.rows_set.emit(0, 0, 0)
            return
        number = model.row(place).number
        names = next((row.number for row in map(model.row, range(model.rowCount())) if row.kind == "names"), 0)
        if what == "names":
            self.rows_set.emit(number, 0, None)
        elif what == "first" and number > names:
            self.rows_set.emit(names, number, None)
        elif what == "last" and number > names:
            self.rows_set.emit(None, None, number)

    @guarded()
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        state = self.preview_model.state
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if state is None or not index.isValid():
            return
        menu = self.menu(index.row(), index.column())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()) if by_key else event.globalPos())

    def menu(self, place: int, column: int) -> QMenu:
        """Make the menu of a cell: rows of names and records, name of the column."""
        menu, model = QMenu(self), self.preview_model
        rename = menu.addAction(self.tr("Rename column"))
        rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        rename.setShortcutVisibleInContextMenu(True)
        rename.triggered.connect(lambda: self.heads.edit_name(column))
        number = model.row(place).number
        if model.state is None or not model.state.can_set_rows or not number:
            return menu
        menu.addSeparator()
        for what, text in (
            ("names", self.tr("Names stand in row %1")),
            ("first", self.tr("Records begin in row %1")),
            ("last", self.tr("Records end in row %1")),
            ("", self.tr("Rows as recognised")),
        ):
            action = menu.addAction(text.replace("%1", str(number)))
            action.triggered.connect(lambda _=False, what=what: self._set_rows(what, place))
        self._add_left_out(menu, place)
        return menu

    def _add_left_out(self, menu: QMenu, place: int) -> None:
        """Add what leaves out the chosen rows, or reads the row again that was left out by hand."""
        rows = self.chosen_records(place)
        if rows:
            text = self.tr("Leave out row %1").replace("%1", str(rows[0]))
            text = text if len(rows) == 1 else self.tr("Leave out %1 rows").replace("%1", str(len(rows)))
            action = menu.addAction(text)
            action.setShortcut(QKeySequence(Qt.Key.Key_Delete))
            action.setShortcutVisibleInContextMenu(True)
            action.triggered.connect(lambda: self.left_out.emit(rows, True))
        row, dialect = self.preview_model.row(place), self._dialect
        if row.kind == "left_out" and dialect is not None and dialect.leaves_out(row.number):
            action = menu.addAction(self.tr("Read row %1 again").replace("%1", str(row.number)))
            action.triggered.connect(lambda: self.left_out.emit((row.number,), False))

    @property
    def _dialect(self) -> Dialect | None:
        state = self.preview_model.state
        return None if state is None else state.preview.dialect

    def chosen_records(self, place: int = -1) -> tuple[int, ...]:
        """Return the numbers of the rows of records in the selection, or of the row at a place outside it."""
        model = self.preview_model
        if model.state is None or not model.state.can_set_rows:
            return ()
        places = {row for span in self.selectionModel().selection() for row in range(span.top(), span.bottom() + 1)}
        places = places if place < 0 or place in places else {place}
        return tuple(model.row(row).number for row in sorted(places) if model.is_record(row))

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2 and self.currentIndex().isValid():
            self.heads.edit_name(self.currentIndex().column())
            return
        rows = self.chosen_records() if event.key() == Qt.Key.Key_Delete else ()
        if rows:
            self.left_out.emit(rows, True)
            return
        super().keyPressEvent(event)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _place_corner(self) -> None:
        words = self._corner.layout()
        if words is not None:
            words.setContentsMargins(6, px(ROW_HEIGHT) + 4, 2, 4)
        self._corner.setGeometry(0, 0, px(44), px(HEAD_HEIGHT))

    def _fit_columns(self) -> None:
        state = self.preview_model.state
        if state is None:
            return
        metrics = QFontMetrics(self._theme.font(bold=True))
        plain_metrics = QFontMetrics(self._theme.font())
        narrowest = max(px(NARROWEST), *(plain_metrics.horizontalAdvance(role_word(role)) + px(50) for role in ROLES))
        widths = [
            min(px(WIDEST), max(narrowest, metrics.horizontalAdvance(column.name) + px(68))) for column in state.columns
        ]
        spare = self.viewport().width() - sum(widths)
        more = spare // len(widths) if spare > 0 else 0
        for width_index, width in enumerate(widths):
            self.setColumnWidth(width_index, width + more)
