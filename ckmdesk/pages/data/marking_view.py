"""Columns of a fixed-width file marked in its first lines: cuts between characters, and a table of names."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.announcer import announce
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import fixed_font, px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.state.marking import Marking, left_out, moved, proposed, renamed, toggled
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import fill, row_of
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.scrolled import FoldingRow, folds

RULER = 22
GRIP = 4
LINES_SHOWN = 40
_NAME, _FROM, _TO, _FIRST = range(4)


class LinesView(QWidget):
    """The lines in a monospaced font with their cuts; emits `changed(marking)`.

    A click between two characters sets or removes a cut, drag moves it. Keys: Left and Right move the cursor, Space
    sets or removes a cut there, with Alt Left and Right move the cut at the cursor, Home and End go to the ends.
    """

    changed = Signal(object)
    cursor_moved = Signal(int)
    kept = ("cursor_at",)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.marking = Marking(())
        self.cursor_at = 1
        self._dragged: int | None = None
        self._moved = False
        self.setFont(fixed_font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.setFont(fixed_font())
        self.setMinimumSize(self.sizeHint())
        self.update()

    def show_marking(self, marking: Marking) -> None:
        """Show lines and cuts."""
        self.marking = marking
        self.cursor_at = min(max(self.cursor_at, 1), max(marking.width - 1, 1))
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()
        self.update()

    @property
    def _step(self) -> int:
        return max(QFontMetrics(self.font()).horizontalAdvance("0"), 1)

    @property
    def _height(self) -> int:
        return QFontMetrics(self.font()).height() + 2

    @guarded(QSize(200, 100))
    def sizeHint(self) -> QSize:
        lines = min(len(self.marking.lines), LINES_SHOWN)
        return QSize((self.marking.width + 2) * self._step + 2 * STEP, px(RULER) + lines * self._height + STEP)

    def x_of(self, place: int) -> int:
        """Return the x at which the cut before the character `place` is drawn."""
        return STEP + place * self._step

    def place_at(self, x: float) -> int:
        """The gap between characters that is nearest."""
        return round((x - STEP) / self._step)

    # --- mouse ---------------------------------------------------------------------------------------------------

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        mark_place = self.place_at(event.position().x())
        self._dragged = mark_place if mark_place in self.marking.cuts else None
        self._moved = False
        self._set_cursor(mark_place)

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        mark_place = self.place_at(event.position().x())
        is_near_cut = mark_place in self.marking.cuts and abs(event.position().x() - self.x_of(mark_place)) <= GRIP
        self.setCursor(
            Qt.CursorShape.SplitHCursor if is_near_cut or self._dragged is not None else Qt.CursorShape.IBeamCursor
        )
        if self._dragged is None or not event.buttons() & Qt.MouseButton.LeftButton or mark_place == self._dragged:
            return
        after = moved(self.marking, self._dragged, mark_place)
        dragged_cut = next(iter(set(after.cuts) - set(self.marking.cuts)), self._dragged)
        self._moved = True
        self._dragged = dragged_cut
        self._set_cursor(dragged_cut)
        self._change(after)

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if not self._moved:
            self._change(toggled(self.marking, self.place_at(event.position().x())))
        self._dragged = None

    # --- keys ----------------------------------------------------------------------------------------------------

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            after = moved(self.marking, self.cursor_at, self.cursor_at + step)
            if after != self.marking:
                self._change(after)
                self._set_cursor(self.cursor_at + step)
        elif step is not None:
            self._set_cursor(self.cursor_at + step)
        elif event.key() == Qt.Key.Key_Home:
            self._set_cursor(1)
        elif event.key() == Qt.Key.Key_End:
            self._set_cursor(self.marking.width - 1)
        elif event.key() == Qt.Key.Key_Space:
            self._change(toggled(self.marking, self.cursor_at))
        else:
            super().keyPressEvent(event)

    def _set_cursor(self, index: int) -> None:
        self.cursor_at = min(max(index, 1), max(self.marking.width - 1, 1))
        state = self.tr("cut") if self.cursor_at in self.marking.cuts else self.tr("no cut")
        words = self.tr("After character %1: %2").replace("%1", str(self.cursor_at)).replace("%2", state)
        self.setAccessibleDescription(words)
        if self.hasFocus():
            announce(words)
        self.cursor_moved.emit(self.cursor_at)
        self.update()

    def _change(self, new_marking: Marking) -> None:
        if new_marking != self.marking:
            self.show_marking(new_marking)
            self.changed.emit(new_marking)

    # --- painting ------------------------------------------------------------------------------------------------

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        marking, step, height = self.marking, self._step, self._height
        painter.fillRect(self.rect(), theme.color("surface"))
        bottom = px(RULER) + min(len(marking.lines), LINES_SHOWN) * height
        for piece_index, (start, end) in enumerate(marking.pieces):
            marked_rect = QRect(self.x_of(start), 0, (end - start) * step, bottom)
            if start in marking.left_out:
                painter.fillRect(marked_rect, theme.color("window"))
            elif piece_index % 2:
                painter.fillRect(marked_rect, theme.color("accent_soft"))
        painter.setFont(theme.small_font())
        painter.setPen(theme.color("secondary"))
        for index in range(10, marking.width + 1, 10):
            painter.drawText(
                QRect(self.x_of(index) - px(30), 2, px(30) - 2, px(RULER) - 6),
                int(Qt.AlignmentFlag.AlignRight),
                str(index),
            )
            painter.drawLine(self.x_of(index), px(RULER) - 6, self.x_of(index), px(RULER) - 2)
        painter.setFont(self.font())
        painter.setPen(theme.color("text"))
        ascent = QFontMetrics(self.font()).ascent()
        for line_index, line in enumerate(marking.lines[:LINES_SHOWN]):
            base = px(RULER) + line_index * height + ascent + 1
            # Letter by letter: a font may give some of them another width.
            for letter_index, letter in enumerate(line):
                if letter != " ":
                    painter.drawText(QPoint(self.x_of(letter_index), base), letter)
        painter.setPen(QPen(theme.color("accent"), 2))
        for cut in marking.cuts:
            painter.drawLine(self.x_of(cut), px(RULER) - 4, self.x_of(cut), bottom)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("text"), 1, Qt.PenStyle.DashLine))
            painter.drawLine(self.x_of(self.cursor_at), 2, self.x_of(self.cursor_at), bottom)
        painter.end()


class MarkingView(Card):
    """View to mark columns, with their names and a proposal.

    Emits `taken(marking)` when the columns are to be read so, and `given_up()`.
    """

    taken = Signal(object)
    given_up = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marking = Marking(())
        self._filling = False
        self.heading = label(self.tr("Columns of fixed width"), "heading")
        self.hint = WrapLabel(
            self.tr(
                "Click between two characters to set or remove a cut, drag a cut to move it. "
                "Keys: Left and Right, Space sets or removes, Alt with Left or Right moves."
            ),
            "secondary",
        )
        self.lines = LinesView(theme)
        shape(self.lines, Role.Canvas)
        self.lines.changed.connect(self._show)
        area = QScrollArea(focusPolicy=Qt.FocusPolicy.NoFocus)  # the lines take the keyboard
        area.setWidget(self.lines)
        area.setWidgetResizable(True)
        area.setMinimumHeight(px(180))
        self._area = area
        self.lines.cursor_moved.connect(lambda item_index: area.ensureVisible(self.lines.x_of(item_index), 0, 40, 0))
        self.names = QTableWidget(0, 4)
        as_list(self.names, rows=True)
        self.names.horizontalHeader().setSectionResizeMode(_FIRST, QHeaderView.ResizeMode.Stretch)
        self.names.setFixedWidth(px(380))
        self.names.itemChanged.connect(self._named)
        self.propose_button = QPushButton(self.tr("Propose from blanks"))
        self.take_button = QPushButton(self.tr("Read with these columns"))
        self.give_up_button = QPushButton(self.tr("Cancel"))
        set_kind(self.take_button, "primary")
        self.propose_button.clicked.connect(lambda: self._show(proposed(self.marking)))
        self.take_button.clicked.connect(lambda: self.taken.emit(self.marking))
        self.give_up_button.clicked.connect(self.given_up)
        head = FoldingRow((self.heading, 1), self.propose_button, self.give_up_button, self.take_button, spacing=STEP)
        fill(self.body, head, self.hint)
        within = row_of((area, 1), self.names, spacing=STEP)
        folds(within)
        self.body.addLayout(within, 1)
        QWidget.setTabOrder(self.lines, self.names)
        self.lines.setAccessibleName(self.tr("First lines of the file"))
        self.names.setAccessibleName(self.tr("Names of the columns"))
        heads = (self.tr("Name"), self.tr("From"), self.tr("To"), self.tr("First value"))
        self.names.setHorizontalHeaderLabels(list(heads))
        self._fill()

    def show_marking(self, marking: Marking) -> None:
        """Begin with the lines of a file."""
        self._show(marking)
        self.lines.setFocus()

    def _show(self, marking: object) -> None:
        if not isinstance(marking, Marking):
            return
        self.marking = marking
        self.lines.show_marking(marking)
        self._fill()

    def _fill(self) -> None:
        self._filling = True
        marking = self.marking
        self.names.setRowCount(len(marking.pieces))
        for row, (start, end) in enumerate(marking.pieces):
            first = next((line[start:end].strip() for line in marking.lines if line[start:end].strip()), "")
            texts = (marking.name(start), str(start + 1), str(end), first)
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
                if column == _NAME:
                    flags |= Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable
                    out = start in marking.left_out
                    item.setCheckState(Qt.CheckState.Unchecked if out else Qt.CheckState.Checked)
                elif column in (_FROM, _TO):
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setFlags(flags)
                self.names.setItem(row, column, item)
        for column, width in ((_NAME, 150), (_FROM, 52), (_TO, 52)):
            self.names.setColumnWidth(column, px(width))
        self.take_button.setEnabled(bool(marking.columns))
        self._filling = False

    @guarded()
    def _named(self, item: QTableWidgetItem) -> None:
        if self._filling or item.column() != _NAME or item.row() >= len(self.marking.pieces):
            return
        start = self.marking.pieces[item.row()][0]
        out = item.checkState() == Qt.CheckState.Unchecked
        new_left_out = left_out(self.marking, start, out=out)
        if item.text().strip() != self.marking.name(start):
            new_left_out = renamed(new_left_out, start, item.text())
        self.marking = new_left_out
        self.lines.show_marking(new_left_out)
        if item.text() != new_left_out.name(start):
            self._filling = True
            item.setText(new_left_out.name(start))
            self._filling = False
        self.take_button.setEnabled(bool(new_left_out.columns))
