"""Find in the current table: Ctrl+F, F3 and Shift+F3, Esc. The bar lies over the tool bar, so that nothing moves."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import layout
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.found_marks import FoundMarks
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.state.find_in_table import MOST_HITS, FoundPlace, find_in
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import IconButton, IconLabel, label, select_alone
from ckmdesk.widgets.layouts import STRETCH, row_of

FIND = "find"
WIDTH, HEIGHT, TARGET = 392, 28, 24
MOST_LETTERS = 200


class FindBar(QLineEdit):
    """Search bar with the number of matches and buttons; emits `asked(words)`, `stepped(by)` and `closed()`."""

    asked = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, language: Callable[[], Language], parent: QWidget, over: QWidget) -> None:
        """Make the bar; it lies over the right end of the line `over`, which does not move."""
        super().__init__(parent)
        self._over, self._language = over, language
        self.setObjectName("find-bar")
        self.setMaxLength(MOST_LETTERS)
        self.count = label("", "secondary")
        self.count.setObjectName("find-count")
        self.before, self.after, self.close_button = (
            IconButton(theme, icon_name) for icon_name in ("up", "down", "close")
        )
        for button in (self.before, self.after, self.close_button):
            set_kind(button, "inside")
            button.setCursor(Qt.CursorShape.ArrowCursor)
            button.setFixedSize(px(TARGET), px(TARGET))
        self.textChanged.connect(self.asked)
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)
        self._parts = (self.count, self.before, self.after, self.close_button)
        row_of(
            IconLabel(theme, "search", "secondary"),
            STRETCH,
            *self._parts,
            within=self,
            margins=(STEP, 0, STEP // 2, 0),
            spacing=STEP // 2,
        )
        over.installEventFilter(self)
        self.hide()
        self.setPlaceholderText(self.tr("Label, code or figure"))
        self.setAccessibleName(self.tr("Find in the table"))
        self.before.set_tip(self.tr("Previous (Shift+F3)"))
        self.after.set_tip(self.tr("Next (F3)"))
        self.close_button.set_tip(self.tr("Close (Esc)"))

    def show_count(self, place: int, count: int, hidden: int = 0) -> None:
        """Show the number of the current match, the number of all, and of hidden ones; nothing without a search."""
        language = self._language()
        found_count = integer_text(count, language) + ("+" if count >= MOST_HITS else "")
        if not self.text().strip():
            text = ""
        elif not count:
            text = self.tr("not found")
        elif hidden:
            text = self.tr("%1 of %2, of which %3 hidden").replace("%3", integer_text(hidden, language))
            text = text.replace("%1", integer_text(place, language)).replace("%2", found_count)
        else:
            text = self.tr("%1 of %2").replace("%1", integer_text(place, language)).replace("%2", found_count)
        self.count.setText(text)
        self.setAccessibleDescription(text)
        for button in (self.before, self.after):
            button.setEnabled(count > 0)
        used_width = sum(widget.sizeHint().width() + STEP // 2 for widget in self._parts)
        self.setTextMargins(px(16) + STEP // 2, 0, used_width, 0)

    def open_bar(self) -> None:
        """Show the bar, its words ready to be typed over."""
        self.place()
        was_shown = self.isVisible()
        self.show()
        self.raise_()
        self.setFocus()
        self.selectAll()
        if not was_shown:
            self.asked.emit(self.text())

    def place(self) -> None:
        """Place the bar over the line, as wide as there is room."""
        line, height = self._over.geometry(), px(HEIGHT)
        right = line.right() - STEP
        width = min(px(WIDTH), max(right - STEP, 1))
        self.setGeometry(right - width, line.center().y() - height // 2, width, height)
        self.raise_()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over and event.type() in (QEvent.Type.Move, QEvent.Type.Resize) and self.isVisible():
            self.place()
        return False

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


class FindInTable(QObject):
    """Search in the current view: its text, all matches, the current match."""

    def __init__(
        self, context: PageContext, grid: TableGrid, view: Callable[[], TableView | None], bar: FindBar, page: QWidget
    ) -> None:
        super().__init__(page)
        self.context, self.grid, self._view, self.bar = context, grid, view, bar
        self.marks = FoundMarks(grid)
        self.hits: tuple[FoundPlace, ...] = ()
        self.at = 0
        self._unseen = False  # whether the place at hand is hidden, and no key has asked for it yet
        self._said = ""
        self._opened = ""  # the code of what was brought back, and is yet to be found in the table
        self._begun: tuple[int, int] | None = None  # where the table stood before the first letter
        self._led = (0, 0)  # where the letters since then led to
        self.action = QAction(self, objectName="find", shortcut=QKeySequence("Ctrl+F"))
        self.next = QAction(self.tr("Find next"), self)
        self.previous = QAction(self.tr("Find previous"), self)
        self.next.setShortcut(QKeySequence("F3"))
        self.previous.setShortcut(QKeySequence("Shift+F3"))
        # Whether another field takes it: 0 opens the search, 1 and -1 go on.
        self.instead: Callable[[int], bool] = lambda _by: False
        self.action.triggered.connect(self._open)
        self.next.triggered.connect(lambda: self.instead(1) or self.step(1))
        self.previous.triggered.connect(lambda: self.instead(-1) or self.step(-1))
        bar.asked.connect(lambda _words: self.search())
        bar.stepped.connect(self.step)
        bar.closed.connect(self.close_bar)
        grid.model().modelReset.connect(self._table_changed)
        self.action.setText(self.tr("Find in the table ..."))
        self._tell()

    def _open(self) -> None:
        if not self.instead(0):
            self.bar.open_bar()
        for action in (self.next, self.previous):
            action.setEnabled(self._view() is not None)

    @property
    def sought(self) -> tuple[str, tuple[FoundPlace, ...], int] | None:
        """Return text, matches and current match; None if the bar is closed. Setting it opens the bar."""
        return None if self.bar.isHidden() else (self.bar.text(), self.hits, self.at)

    @sought.setter
    def sought(self, sought: tuple[str, tuple[FoundPlace, ...], int] | None) -> None:
        if sought is not None:
            self.bar.setText(sought[0])
            _, self.hits, self.at = sought
            self.bar.show()
            QTimer.singleShot(0, self.bar, self.bar.place)

    @property
    def actions(self) -> list[QAction]:
        return [self.action, self.next, self.previous]

    def search(self, *, stay: bool = False) -> None:
        """Search for the text of the bar; `stay` keeps the current match if it is still one."""
        view, model, words = self._view(), self.grid.table_model(), self.bar.text()
        if view is None or model is None or model.rows is None or model.columns is None or not words.strip():
            self.context.jobs.cancel(FIND)
            self._take_hits(())
            return
        rows, columns = model.rows, model.columns

        def work(job: JobContext) -> tuple[FoundPlace, ...]:
            return find_in(view, rows, columns, words, job.cancelled)

        def done(hits: tuple[FoundPlace, ...]) -> None:
            if self.bar.text() != words:
                return
            if self._view() is view:
                self._take_hits(hits, stay=stay)
            else:  # other widths make another view of the same table, and nothing asks for it again
                self.search(stay=stay)

        self.context.jobs.start(FIND, work, done)

    def _take_hits(self, hits: tuple[FoundPlace, ...], *, stay: bool = False) -> None:
        former_current, opened = self.current, self._opened
        self._opened = ""
        self.hits, self.at = hits, hits.index(former_current) if stay and former_current in hits else 0
        if opened:
            self.at = next((hit_index for hit_index, hit in enumerate(hits) if self._code_at(hit) == opened), self.at)
        self._tell()
        current = self.current
        if not stay or opened:
            self._say()
        # Words that are being written open nothing: that is for the keys that go on.
        self._unseen = current is not None and current.part == "hidden"
        if hits and not self._unseen and (opened or not stay):
            if not opened:
                self._go_back()
            self._show()
            self._led = self._place()

    def _place(self) -> tuple[int, int]:
        return self.grid.horizontalScrollBar().value(), self.grid.verticalScrollBar().value()

    def _go_back(self) -> None:
        """Scroll back to where the search began, since a shorter text has led elsewhere."""
        if self._begun is None:
            self._begun = self._place()
        elif self._place() == self._led:
            self.grid.horizontalScrollBar().setValue(self._begun[0])
            self.grid.verticalScrollBar().setValue(self._begun[1])

    def _code_at(self, hit: FoundPlace) -> str:
        """The code of the label at a place."""
        model = self.grid.table_model()
        labels = None if model is None else {"head": model.columns, "stub": model.rows}.get(hit.part)
        node = None if labels is None else labels.node(hit.column if hit.part == "head" else hit.row, hit.level)
        return "" if node is None else str(node.code)

    @property
    def current(self) -> FoundPlace | None:
        """Return the current match."""
        return self.hits[self.at] if self.hits else None

    def step(self, by: int) -> None:
        """Go to the next or former match, cyclically; without matches open the search bar."""
        if not self.bar.isVisible() and not self.hits:
            self.bar.open_bar()
        if self.hits:
            if not self._unseen:
                self.at = (self.at + by) % len(self.hits)
            self._unseen, self._begun = False, None
            self._tell()
            self._say(step=True)
            self._show()

    def _tell(self) -> None:
        self.bar.show_count(self.at + 1, len(self.hits), sum(hit.part == "hidden" for hit in self.hits))
        self.marks.mark(self.hits, self.current, " ".join(self.bar.text().split()))
        for action in (self.next, self.previous):
            action.setEnabled(self._view() is not None)

    def _say(self, *, step: bool = False) -> None:
        """Announce the number of the current match and its text, unless nothing changed."""
        hit, index, model = self.current, self._index(), self.grid.table_model()
        texts = [self.bar.count.text()]
        if hit is not None and index.isValid() and model is not None:
            spoken, across = int(Qt.ItemDataRole.AccessibleTextRole), Qt.Orientation.Horizontal
            row = model.headerData(index.row(), Qt.Orientation.Vertical, spoken)
            column = model.headerData(index.column(), across, spoken)
            texts += {"stub": [row], "head": [column]}.get(hit.part, [row, column, model.data(index, spoken)])
        text = ", ".join(text for text in texts if text)
        if step or text != self._said:
            announce(text, about="find")
        self._said = text

    def _show(self) -> None:
        """Scroll to the current match, and show it if it is hidden; the selection is unchanged."""
        hit, index = self.current, self._index()
        if hit is not None and hit.part == "hidden":
            self._bring(hit)
            return
        if hit is None or not index.isValid():
            return
        across, down = self.grid.horizontalScrollBar().value(), self.grid.verticalScrollBar().value()
        self.grid.scrollTo(index)
        if hit.part == "stub":
            self.grid.horizontalScrollBar().setValue(across)
        elif hit.part == "head":
            self.grid.verticalScrollBar().setValue(down)
        self.marks.update()

    def _bring(self, hit: FoundPlace) -> None:
        """Show a hidden match in the table again; open a closed node."""
        self._opened, closed = hit.code, hit.closed
        if hit.mark is not None:
            self.context.desk.run(layout.show_hidden(hit.mark))
        elif closed is not None:
            opens = layout.change_level("open_node", closed.variable, closed.title, closed.at, expanded=closed.expanded)
            self.context.desk.run(opens)

    def _index(self) -> QModelIndex:
        model, hit = self.grid.table_model(), self.current
        if model is None or hit is None or hit.part == "hidden":
            return self.grid.rootIndex()
        column = hit.column * model.values if hit.part == "head" else max(hit.column, 0)
        return model.index(hit.row, column)

    def close_bar(self) -> None:
        """Close the bar at Esc: the marks disappear, and the table has the focus at the match."""
        index = self._index()
        self.context.jobs.cancel(FIND)
        self.bar.hide()
        self.hits, self.at, self._said, self._begun = (), 0, "", None  # the words stay, for the next time
        self.marks.mark((), None, "")
        self.grid.setFocus()
        if index.isValid():
            select_alone(self.grid, index)

    def _table_changed(self) -> None:
        if not self.bar.isHidden():
            self.marks.mark((), None, "")  # until they are found in this table
            self.search(stay=True)
