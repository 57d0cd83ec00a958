"""Choose categories: a searchable list with ticks, for filters and for the nodes that a level shows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.microdata.data import Dimension
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.models.ticks_model import TickEntry, TicksModel
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.scrolled import grown


class CategoryPopup(QFrame):
    """Popup with a dimension's nodes and ticks; calls `apply(codes)` with the ticked ones, or () for all."""

    def __init__(
        self,
        dimension: Dimension,
        chosen: tuple[str, ...],
        language: Language,
        theme: Theme,
        apply: Callable[[tuple[str, ...]], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._apply = apply
        self.setObjectName("categories")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_kind(self, "card")
        title = dimension.title.text(language) or dimension.name
        shape(self, Role.Dialog)
        self.setAccessibleName(self.tr("Categories of %1").replace("%1", title))
        layout = column_of(label(title, "heading"), within=self, margins=STEP, spacing=STEP)
        self.search = QLineEdit(self, placeholderText=self.tr("search"), accessibleName=self.tr("Search categories"))
        layout.addWidget(self.search)
        chosen_codes = set(chosen)
        entries = [TickEntry(code, dimension.label(code).text(language), depth) for code, depth in _entries(dimension)]
        ticked = [entry_index for entry_index, entry in enumerate(entries) if not chosen or entry.code in chosen_codes]
        self.ticks = TicksModel(entries, ticked, self)
        self.ticks.changed.connect(self._count)
        self.search.textChanged.connect(self.ticks.search)
        self.list = QListView(self, uniformItemSizes=True, accessibleName=self.tr("Categories"))
        self.list.setModel(self.ticks)
        self.list.activated.connect(lambda _index: self.accept())
        layout.addWidget(self.list)
        buttons = QHBoxLayout()
        for text, ticked_all in ((self.tr("All"), True), (self.tr("None"), False)):
            button = QPushButton(text, self)
            button.clicked.connect(lambda _checked=False, tick=ticked_all: self.ticks.tick_shown(ticked=tick))
            buttons.addWidget(button)
        if any(entry.depth for entry in entries):
            self.below = QPushButton(self.tr("All below"), self)
            self.below.setToolTip(self.tr("The chosen entry and everything below it (Ctrl+Space)"))
            self.below.clicked.connect(self._tick_below)
            keys = QShortcut(QKeySequence("Ctrl+Space"), self.list)
            keys.setContext(Qt.ShortcutContext.WidgetShortcut)
            keys.activated.connect(self._tick_below)
            buttons.addWidget(self.below)
        buttons.addStretch(1)
        self.ok = QPushButton(self.tr("Apply"), self)
        set_kind(self.ok, "primary")
        self.ok.clicked.connect(self.accept)
        buttons.addWidget(self.ok)
        layout.addLayout(buttons)
        self.resize(grown(QSize(300, 380), self.screen().availableSize()).expandedTo(QSize(self.sizeHint().width(), 0)))
        self._count()

    def tick_none(self) -> None:
        """Untick all nodes."""
        self.ticks.tick_shown(ticked=False)

    def show_at(self, place: QPoint) -> None:
        """Show below a point of the screen, kept on the screen."""
        screen = self.screen().availableGeometry()
        x = min(place.x(), screen.right() - self.width())
        y = min(place.y(), screen.bottom() - self.height())
        self.move(max(x, screen.left()), max(y, screen.top()))
        self.show()
        self.search.setFocus()

    def codes(self) -> tuple[str, ...]:
        """Return the ticked codes; () if all are ticked."""
        return self.ticks.codes()

    def accept(self) -> None:
        """Apply the ticked codes and close; at least one is needed."""
        if self.ok.isEnabled():
            codes = self.codes()
            self.close()
            self._apply(codes)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.list.setFocus()
            if not self.list.currentIndex().isValid():
                self.list.setCurrentIndex(self.ticks.index(0))
        else:
            super().keyPressEvent(event)

    def _tick_below(self) -> None:
        current = self.list.currentIndex()
        if current.isValid():
            self.ticks.tick_below(current.row())

    def _count(self) -> None:
        self.ok.setEnabled(bool(self.ticks.ticked))


def _entries(dimension: Dimension) -> list[tuple[str, int]]:
    hierarchy = dimension.hierarchy
    if hierarchy is None:
        return [(code, 0) for code in dimension.codes]
    entries = [(node.code, node.depth) for node in hierarchy.nodes]
    known_codes = {code for code, _ in entries}
    return entries + [(code, 0) for code in dimension.codes if code not in known_codes]
