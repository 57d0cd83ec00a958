"""The head of the preview: per column its name with icon and warning sign, and drop-downs for type and role."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTableView, QToolTip, QWidget

from ckmcore.microdata.variable import ROLES
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, SMALL_STEP, Theme
from ckmdesk.pages.data.words import ROLE_ICONS, described_text, kind_word, role_explained, role_word
from ckmdesk.state.data_import import ColumnChoice, Import
from ckmdesk.widgets.plain_combo import PlainCombo

COMBO_HEIGHT = 26
HEAD_HEIGHT = ROW_HEIGHT + 2 * (COMBO_HEIGHT + SMALL_STEP) + SMALL_STEP
AHEAD = 2


@dataclass
class _Head:
    kind: PlainCombo
    role: PlainCombo
    shown: ColumnChoice | None = None


class NameEditor(QLineEdit):
    """Editor of a column's name; emits `taken(name)` with Enter, and `left()` when it closes."""

    taken = Signal(str)
    left = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self._is_open = True
        self.selectAll()
        self.returnPressed.connect(self._take)

    def _take(self) -> None:
        if self._is_open:
            self._leave()
            self.taken.emit(self.text())

    def _leave(self) -> None:
        self._is_open = False
        self.left.emit()
        self.hide()
        self.deleteLater()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
            return
        super().keyPressEvent(event)

    @guarded()
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._take()


class ColumnHeads(QHeaderView):
    """Heads of the columns of a preview, with drop-downs for type and role.

    Emits `kind_chosen(column, kind)`, `role_chosen(column, role)`, `renamed(column, name)` and, when a column gets the
    focus, `focused(place)`.
    Drop-downs are made from the left up to a little beyond the visible part, so that a wide file opens at once and Tab
    moves from column to column.
    """

    kind_chosen = Signal(str, str)
    role_chosen = Signal(str, str)
    focused = Signal(int)
    renamed = Signal(str, str)

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._theme, self._table = theme, table
        self._state: Import | None = None
        self._heads: list[_Head] = []
        self._fault: int | None = None
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFixedHeight(px(HEAD_HEIGHT))
        self.sectionResized.connect(self._place)
        table.horizontalScrollBar().valueChanged.connect(self._place)
        theme.changed.connect(self.viewport().update)

    def set_state(self, state: Import | None) -> None:
        """Show an import; drop-downs are kept if the number of columns is the same."""
        self._state = state
        self._fault = None
        wanted_heads = 0 if state is None else len(state.columns)
        while len(self._heads) > wanted_heads:
            head = self._heads.pop()
            for combo in (head.kind, head.role):
                combo.hide()
                combo.deleteLater()
        self._fill()
        self._place()
        self.viewport().update()

    def mark_fault(self, place: int | None) -> None:
        """Mark the column to which an error belongs."""
        self._fault = place
        self.viewport().update()

    def combos(self, place: int) -> tuple[PlainCombo, PlainCombo]:
        """Return the drop-downs of a column: type, role."""
        self._make_until(place)
        return self._heads[place].kind, self._heads[place].role

    def edit_name(self, place: int) -> None:
        """Let the user type another name of a column; Esc leaves it."""
        if self._state is None or not 0 <= place < len(self._state.columns):
            return
        name = self._state.columns[place].name
        editor = NameEditor(name, self.viewport())
        editor.setAccessibleName(self.tr("Name of %1").replace("%1", name))
        editor.setGeometry(self.sectionViewportPosition(place), 0, self.sectionSize(place), px(ROW_HEIGHT) + 2)
        editor.taken.connect(lambda new: self.renamed.emit(name, new))
        editor.left.connect(self._table.setFocus)
        editor.show()
        editor.setFocus()

    # --- making --------------------------------------------------------------------------------------------------

    def _make_until(self, index: int) -> None:
        if self._state is None:
            return
        for number in range(len(self._heads), min(index + 1, len(self._state.columns))):
            head = _Head(PlainCombo(), PlainCombo())
            for combo in (head.kind, head.role):
                combo.setParent(self.viewport())
                combo.installEventFilter(self)
                combo.setProperty("place", number)
            head.kind.activated.connect(lambda _=0, column_index=number: self._chosen(column_index, "kind"))
            head.role.activated.connect(lambda _=0, column_index=number: self._chosen(column_index, "role"))
            former_role = self._heads[-1].role if self._heads else self._table
            QWidget.setTabOrder(former_role, head.kind)
            QWidget.setTabOrder(head.kind, head.role)
            self._heads.append(head)
        self._fill()

    def _fill(self) -> None:
        if self._state is None:
            return
        for head, column in zip(self._heads, self._state.columns, strict=False):
            if head.shown == column:
                continue
            head.shown = column
            for combo in (head.kind, head.role):
                combo.blockSignals(True)
                combo.clear()
            for kind in column.kinds:
                head.kind.addItem(kind_word(kind, column), kind)
            for role_index, role in enumerate(ROLES):
                head.role.addItem(role_word(role), role)
                head.role.setItemData(role_index, role_explained(role), Qt.ItemDataRole.ToolTipRole)
            head.kind.setEnabled(column.role not in ("identifier", "ignored"))
            head.kind.setCurrentIndex(max(head.kind.findData(column.kind), 0))
            head.role.setCurrentIndex(max(head.role.findData(column.role), 0))
            head.role.setToolTip(role_explained(column.role))
            head.kind.setAccessibleName(self.tr("Type of %1").replace("%1", column.name))
            head.role.setAccessibleName(self.tr("Role of %1").replace("%1", column.name))
            for combo in (head.kind, head.role):
                combo.blockSignals(False)

    def _chosen(self, index: int, what: str) -> None:
        if self._state is None:
            return
        name, head = self._state.columns[index].name, self._heads[index]
        if what == "kind":
            self.kind_chosen.emit(name, str(head.kind.currentData()))
        else:
            self.role_chosen.emit(name, str(head.role.currentData()))

    def _place(self) -> None:
        last_column = self.visualIndexAt(self.viewport().width() - 1)
        self._make_until((self.count() if last_column < 0 else last_column) + AHEAD)
        for head_index, head in enumerate(self._heads):
            left, width = (
                self.sectionViewportPosition(head_index) + SMALL_STEP,
                self.sectionSize(head_index) - 2 * SMALL_STEP,
            )
            head.kind.setGeometry(left, px(ROW_HEIGHT) + SMALL_STEP, width, px(COMBO_HEIGHT))
            head.role.setGeometry(left, px(ROW_HEIGHT) + 2 * SMALL_STEP + px(COMBO_HEIGHT), width, px(COMBO_HEIGHT))
            head.kind.show()
            head.role.show()

    # --- Qt ------------------------------------------------------------------------------------------------------

    @guarded(QSize(100, HEAD_HEIGHT))
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), px(HEAD_HEIGHT))

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and watched.property("place") is not None:
            self.focused.emit(int(watched.property("place")))
        return super().eventFilter(watched, event)

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.edit_name(self.logicalIndexAt(event.position().toPoint()))

    @guarded(False)
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._state is not None:
            column_index = self.logicalIndexAt(event.pos())
            if 0 <= column_index < len(self._state.columns):
                column = self._state.columns[column_index]
                QToolTip.showText(event.globalPos(), described_text(column.guess) or column.name, self)
                return True
        return super().viewportEvent(event)

    @guarded()
    def paintSection(self, painter: QPainter, rect: QRect, place: int) -> None:
        if self._state is None or not rect.isValid() or place >= len(self._state.columns):
            return
        column, theme = self._state.columns[place], self._theme
        painter.save()
        painter.fillRect(rect, theme.color("filter_chip" if column.warnings else "window"))
        painter.setPen(theme.color("grid"))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(theme.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        ratio, middle = self.devicePixelRatioF(), rect.top() + px(ROW_HEIGHT) // 2 + 1
        icon = theme.icon(ROLE_ICONS[column.role], "secondary").pixmap(QSize(px(16), px(16)), ratio)
        painter.drawPixmap(rect.left() + 8, middle - px(8), icon)
        sign = "error" if place == self._fault else ("warning" if column.warnings else "")
        if sign:
            painter.drawPixmap(
                rect.right() - px(24), middle - px(8), theme.icon(sign, sign).pixmap(QSize(px(16), px(16)), ratio)
            )
        font = theme.font(bold=True)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        name_rect = QRect(
            rect.left() + px(30), rect.top(), rect.width() - px(30 + (28 if sign else 8)), px(ROW_HEIGHT) + 2
        )
        name = QFontMetrics(font).elidedText(column.name, Qt.TextElideMode.ElideMiddle, name_rect.width())
        painter.drawText(name_rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), name)
        painter.restore()
