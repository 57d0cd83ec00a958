"""Choose categories: a searchable list with ticks, for filters and for the nodes that a level shows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ckmcore.microdata.data import Dimension
from ckmcore.numbers import Language
from ckmdesk.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import label

CODE = int(Qt.ItemDataRole.UserRole)
INDENT = "    "


class CategoryPopup(QFrame):
    """A list of a dimension's nodes with ticks. `apply(codes)` gets the ticked ones; all ticked is given as ()."""

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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(STEP, STEP, STEP, STEP)
        layout.setSpacing(STEP)
        layout.addWidget(label(dimension.title.text(language) or dimension.name, "heading"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("search"))
        self.search.setAccessibleName(self.tr("Search categories"))
        self.search.textChanged.connect(self._filter)
        layout.addWidget(self.search)
        self.list = QListWidget(self)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(self.tr("Categories"))
        everything = not chosen
        for code, depth in _entries(dimension):
            item = QListWidgetItem(INDENT * depth + dimension.label(code).text(language))
            item.setData(CODE, code)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if everything or code in chosen else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.list.itemActivated.connect(lambda _item: self.accept())
        layout.addWidget(self.list)
        buttons = QHBoxLayout()
        for text, state in ((self.tr("All"), Qt.CheckState.Checked), (self.tr("None"), Qt.CheckState.Unchecked)):
            button = QPushButton(text, self)
            button.clicked.connect(lambda _checked=False, state=state: self._tick_all(state))
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.ok = QPushButton(self.tr("Apply"), self)
        set_kind(self.ok, "primary")
        self.ok.clicked.connect(self.accept)
        self.list.itemChanged.connect(lambda _item: self._count())
        buttons.addWidget(self.ok)
        layout.addLayout(buttons)
        self.resize(300, 380)
        self._count()

    def tick_none(self) -> None:
        """Begin with nothing ticked."""
        self._tick_all(Qt.CheckState.Unchecked)

    def show_at(self, place: QPoint) -> None:
        """Show below a point of the screen, kept on the screen."""
        screen = self.screen().availableGeometry()
        x = min(place.x(), screen.right() - self.width())
        y = min(place.y(), screen.bottom() - self.height())
        self.move(max(x, screen.left()), max(y, screen.top()))
        self.show()
        self.search.setFocus()

    def codes(self) -> tuple[str, ...]:
        """The ticked codes; () where all are ticked."""
        ticked = []
        for place in range(self.list.count()):
            item = self.list.item(place)
            if item.checkState() == Qt.CheckState.Checked:
                ticked.append(item.data(CODE))
        return () if len(ticked) == self.list.count() else tuple(ticked)

    def accept(self) -> None:
        """Hand over the ticked codes; nothing ticked cannot be applied."""
        if self.ok.isEnabled():
            codes = self.codes()
            self.close()
            self._apply(codes)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self.list.setFocus()
            if self.list.currentRow() < 0:
                self.list.setCurrentRow(0)
        else:
            super().keyPressEvent(event)

    def _filter(self, text: str) -> None:
        wanted = text.strip().casefold()
        for place in range(self.list.count()):
            item = self.list.item(place)
            item.setHidden(wanted not in item.text().casefold() and wanted not in str(item.data(CODE)).casefold())

    def _tick_all(self, state: Qt.CheckState) -> None:
        self.list.blockSignals(True)
        for place in range(self.list.count()):
            if not self.list.item(place).isHidden():
                self.list.item(place).setCheckState(state)
        self.list.blockSignals(False)
        self._count()

    def _count(self) -> None:
        ticked = any(self.list.item(place).checkState() == Qt.CheckState.Checked for place in range(self.list.count()))
        self.ok.setEnabled(ticked)


def _entries(dimension: Dimension) -> list[tuple[str, int]]:
    hierarchy = dimension.hierarchy
    if hierarchy is None:
        return [(code, 0) for code in dimension.codes]
    entries = [(node.code, node.depth) for node in hierarchy.nodes]
    known = {code for code, _ in entries}
    return entries + [(code, 0) for code in dimension.codes if code not in known]
