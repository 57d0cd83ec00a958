"""The table page where text leaves it little room: one thing under another, and at least eight rows of the table."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QBoxLayout, QLayout, QStackedWidget, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.head import TableHead
from ckmdesk.pages.tables.notice import TableNotice
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.pages.tables.side_pane import LeftPane
from ckmdesk.widgets.basic import TitleLine

WIDE = 1400
NARROW = 1000  # px at 100 %: what panes, shelves and table need beside one another
LEAST_ROWS = 8


class Arranged(Protocol):
    """Interface to the parts of the page that are rearranged or folded."""

    context: PageContext
    model: TableModel
    grid: TableGrid
    left: LeftPane
    panel: ShelfPanel
    stack: QStackedWidget
    table_title: TitleLine
    head: TableHead
    notice: TableNotice

    def window(self) -> QWidget: ...

    def layout(self) -> QLayout | None: ...


class NarrowPage(QObject):
    """Folds the left list and the shelves when the window is too narrow for its text, and opens them when there is
    room again."""

    def __init__(self, page: Arranged, parent: QObject) -> None:
        super().__init__(parent)  # what it listens to may live longer than the page
        self.page = page
        self.is_narrow = False
        self._folded = (False, False)  # by us, not by the person
        page.context.theme.changed.connect(self.fit)
        page.model.modelReset.connect(self.fit)  # its head may be higher

    @property
    def wanted(self) -> tuple[bool, bool]:
        """Whether the list and the shelves are open, or would be if there were room."""
        return self._folded if self.is_narrow else self._open()

    @wanted.setter
    def wanted(self, wanted: tuple[bool, bool]) -> None:
        self._fold(wanted)
        self._folded = wanted

    def _open(self) -> tuple[bool, bool]:
        return self.page.head.pane_button.isChecked(), self.page.head.shelves_button.isChecked()

    def _fold(self, wanted: tuple[bool, bool]) -> None:
        """Open what is wanted and has room."""
        for button, on in zip((self.page.head.pane_button, self.page.head.shelves_button), wanted, strict=True):
            button.setChecked(on and not self.is_narrow)

    @property
    def has_room_for_panes(self) -> bool:
        """Whether list and look-up have room beside the table."""
        return self.page.window().width() >= px(WIDE)

    def fit(self) -> None:
        """Look at the room and arrange the page for it."""
        page = self.page
        narrow = page.window().width() < px(NARROW)
        if narrow:
            rows = page.grid.head.sizeHint().height() + LEAST_ROWS * px(ROW_HEIGHT)
            page.stack.setMinimumHeight(rows + page.grid.horizontalScrollBar().sizeHint().height())
            page.left.setMinimumHeight(LEAST_ROWS * px(ROW_HEIGHT))
        if narrow == self.is_narrow:
            return
        page.table_title.set_lines(2 if narrow else 1)
        page.table_title.setMinimumHeight(2 * px(ROW_HEIGHT) - STEP if narrow else 0)
        if narrow:
            self._folded = self._open()
        else:
            page.stack.setMinimumHeight(0)
            page.left.setMinimumHeight(0)
        self.is_narrow = narrow
        self._fold(self._folded)
        direction = QBoxLayout.Direction
        box = page.layout()
        assert isinstance(box, QBoxLayout)  # noqa: S101 - as it was made
        box.setDirection(direction.TopToBottom if narrow else direction.LeftToRight)
        page.left.edge.setVisible(not narrow and page.head.pane_button.isChecked())
        page.panel.set_narrow(narrow)
        page.notice.set_narrow(narrow)
