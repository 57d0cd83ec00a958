"""A button that shows an own filter and leads to the categories of its variables."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from ckmcore.base.numbers import Language
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import Condition
from ckmdesk.look.theme import Theme
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.state.values import filter_text, with_condition


class FilterButton(QPushButton):
    """`chosen(conditions)` when somebody chose other categories. Its menu lists the dimensions; those that restrict
    are ticked. One dimension after another gets its categories."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.conditions: tuple[Condition, ...] = ()
        self._dimensions: Mapping[str, Dimension] = {}
        self._language: Language = "en"
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self._fill)
        self.setMenu(self.choices)

    def show_conditions(
        self, conditions: tuple[Condition, ...], dimensions: Mapping[str, Dimension], language: Language
    ) -> None:
        """Show another filter."""
        self.conditions, self._dimensions, self._language = conditions, dimensions, language
        text = filter_text(conditions, dimensions, language, most=3) or self.tr("all records")
        self.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, 230))
        self.setAccessibleDescription(text)
        self.setToolTip(filter_text(conditions, dimensions, language, most=20))

    def _fill(self) -> None:
        self.choices.clear()
        restricted = {condition.variable for condition in self.conditions if condition.restricts}
        for name, dimension in self._dimensions.items():
            action = self.choices.addAction((dimension.title.text(self._language) or name) + " ...")
            action.setCheckable(True)
            action.setChecked(name in restricted)
            action.triggered.connect(lambda _checked=False, name=name: self.choose(name))
        self.choices.addSeparator()
        none = self.choices.addAction(self.tr("All records"))
        none.setEnabled(bool(restricted))
        none.triggered.connect(lambda: self.chosen.emit(()))

    def choose(self, name: str) -> CategoryPopup:
        """Ask for the categories of a variable."""
        before = next((one.codes for one in self.conditions if one.variable == name), ())

        def apply(codes: tuple[str, ...]) -> None:
            self.chosen.emit(with_condition(self.conditions, name, codes))

        popup = CategoryPopup(self._dimensions[name], before, self._language, self.theme, apply, self)
        popup.show_at(self.mapToGlobal(QPoint(0, self.height())))
        return popup
