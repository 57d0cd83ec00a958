"""The first rows of a file; the head holds type and role of each column as drop-downs."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ckmcore.microdata.variable import ROLES
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme, set_kind
from ckmdesk.pages.data.column_heads import HEAD_HEIGHT, ColumnHeads
from ckmdesk.pages.data.words import role_word
from ckmdesk.state.data_import import Import
from ckmdesk.widgets.basic import label
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
        self._rows: list[tuple[int, tuple[str, ...]]] = []

    def set_state(self, state: Import | None) -> None:
        self.beginResetModel()
        self.state = state
        self._rows = [] if state is None else list(_shown_rows(state))
        self.endResetModel()

    def is_record(self, row: int) -> bool:
        """Tell whether a row is a record; others are struck through."""
        return self._rows[row][0] > 0

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
        number, cells = self._rows[row]
        text = cells[column] if column < len(cells) else ""
        if number and state.preview.dialect is None and state.columns[column].guess.kind == "decimal":
            plain_text = f"{Decimal(text):f}" if "e" in text else text  # not 1e-05
            return plain_text.replace(".", QLocale().decimalPoint())
        return text

    @guarded()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role != 0 or self.state is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(self._rows[section][0] or "–")
        return self.state.columns[section].name


def _shown_rows(state: Import) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows of the preview, each with the number of its record; 0: it is none."""
    waiting = list(state.preview.no_records)
    for number, cells in enumerate(state.preview.rows, start=1):
        while waiting and waiting[0][0] < number:
            yield 0, waiting.pop(0)[1]
        yield number, cells
    yield from ((0, cells) for before, cells in waiting if before == len(state.preview.rows))


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
        is_record = self._model.is_record(index.row())
        zero = any(warning.code in LOST_ZEROS for warning in column.warnings) and len(text) > 1 and text[0] == "0"
        if zero and is_record and column.role not in NUMBERS:
            text_rect.setLeft(text_rect.left() + self._draw_zero(painter, text_rect))
            text = text[1:]
        if not is_record:
            font = painter.font()
            font.setStrikeOut(True)
            painter.setFont(font)
            painter.setPen(theme.color("secondary"))
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


class PreviewTable(QTableView):
    """Preview of the first rows; `heads` has the choices of each column."""

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
        rows = self.verticalHeader()
        rows.setDefaultSectionSize(px(ROW_HEIGHT))
        rows.setMinimumSectionSize(px(ROW_HEIGHT))
        rows.setFixedWidth(px(44))
        rows.setDefaultAlignment(_RIGHT)
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
