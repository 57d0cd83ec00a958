"""Several answers: which variables hold them, and whether each category or each variable becomes a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import OwnRow
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.state.own_rows import answer_rows
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.scrolled import grown

NAME = int(Qt.ItemDataRole.UserRole)
MOST_CATEGORIES = 200


class AnswersPopup(QFrame):
    """A list of variables with ticks and the kind of rows. `apply(rows)` once at least two variables are ticked."""

    def __init__(
        self,
        dimensions: Sequence[Dimension],
        language: Language,
        apply: Callable[[tuple[OwnRow, ...]], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._apply, self._language = apply, language
        self._dimensions = {one.name: one for one in dimensions if len(one.categories) <= MOST_CATEGORIES}
        self.setObjectName("answers")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_kind(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(STEP, STEP, STEP, STEP)
        column.setSpacing(STEP)
        column.addWidget(label(self.tr("Variables that hold several answers of a unit"), "heading"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("search"))
        self.search.setAccessibleName(self.tr("Search variables"))
        self.search.textChanged.connect(self._filter)
        column.addWidget(self.search)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Variables"))
        for name, dimension in self._dimensions.items():
            item = QListWidgetItem(dimension.title.text(language) or name)
            item.setData(NAME, name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.list.itemChanged.connect(lambda _item: self._offer())
        column.addWidget(self.list)
        column.addWidget(label(self.tr("A row for"), "secondary"))
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("A row for"))
        column.addWidget(self.kind)
        self.ok = QPushButton(self.tr("Make rows"))
        set_kind(self.ok, "primary")
        self.ok.clicked.connect(self.accept)
        column.addWidget(self.ok)
        self.resize(grown(QSize(340, 420), self.screen().availableSize()))
        self._offer()

    def show_at(self, anchor: QWidget) -> None:
        """Show below a widget."""
        self.move(anchor.mapToGlobal(QPoint(0, anchor.height())))
        self.show()
        self.search.setFocus()

    def chosen(self) -> list[Dimension]:
        """The variables that are ticked."""
        items = [self.list.item(place) for place in range(self.list.count())]
        return [self._dimensions[item.data(NAME)] for item in items if item.checkState() == Qt.CheckState.Checked]

    def _offer(self) -> None:
        chosen, before = self.chosen(), self.kind.currentData()
        self.kind.clear()
        self.kind.addItem(self.tr("each category, in whichever variable"), None)
        shared = [code for code in chosen[0].codes if all(code in one.codes for one in chosen)] if chosen else []
        for code in shared:
            words = chosen[0].label(code).text(self._language)
            self.kind.addItem(self.tr("each variable, where it is “%1”").replace("%1", words), code)
        self.kind.setCurrentIndex(max(self.kind.findData(before), 0))
        self.ok.setEnabled(len(chosen) > 1)

    def _filter(self, text: str) -> None:
        for place in range(self.list.count()):
            item = self.list.item(place)
            item.setHidden(text.casefold() not in item.text().casefold())

    def accept(self) -> None:
        """Hand over the rows."""
        if self.ok.isEnabled():
            rows = answer_rows(self.chosen(), self.kind.currentData())
            self.close()
            self._apply(rows)
