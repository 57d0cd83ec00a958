"""The story of a sum in the look-up pane: original, key, each step of its noise, published."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text, shortest_text
from ckmcore.methods.examination import MagnitudeStory, StoryStep
from ckmdesk.widgets.basic import label

DECIMALS = 3


class SumStory(QWidget):
    """Words and figures in two columns, made anew for each cell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setVerticalSpacing(6)
        self.grid.setColumnStretch(0, 1)

    def tell(self, story: MagnitudeStory, language: Language, shown: str = "") -> None:
        """Show the story of a sum; `shown`: what the table shows of it, rounded, or as a mean or a change."""
        self.clear()
        decimal = "," if language == "de" else "."
        self._line(self.tr("Original value"), decimal_text(story.value, DECIMALS, language))
        self._line(self.tr("Contributors"), integer_text(story.contributors, language))
        self._line(self.tr("Cell key"), story.cell_key.replace(".", decimal))
        if story.sensitive:
            self._line(self.tr("Sensitive cell"), self.tr("yes"))
        for number, step in enumerate(story.steps, start=1):
            self._head(self.tr("Step %1").replace("%1", str(number)))
            self._step(step, language)
        if not story.steps:
            self._head(self.tr("No noise"))
        self._head(self.tr("published, not rounded"))
        noise = story.published - story.value
        self._line(self.tr("Noise"), decimal_text(noise, DECIMALS, language))
        self._line(self.tr("Value"), decimal_text(story.published, DECIMALS, language))
        if shown:
            self._head(self.tr("published"))
            self._line(self.tr("In the table"), shown)

    def _step(self, step: StoryStep, language: Language) -> None:
        low, high = (shortest_text(row, language) for row in step.rows)
        rows = low if low == high else self.tr("between %1 and %2").replace("%1", low).replace("%2", high)
        unit = self.tr("Unit, small value") if step.small else self.tr("Unit")
        self._line(unit, decimal_text(step.unit, DECIMALS, language))
        self._line(self.tr("Ratio to the unit"), decimal_text(step.ratio, DECIMALS, language))
        self._line(self.tr("Key"), step.key.replace(".", "," if language == "de" else "."))
        self._line(self.tr("Row of the table"), rows)
        self._line("v", decimal_text(step.v, DECIMALS, language))
        self._line(self.tr("added"), decimal_text(step.amount, DECIMALS, language))

    def _line(self, words: str, figure: str) -> None:
        row = self.grid.rowCount()
        self.grid.addWidget(label(words, "secondary"), row, 0)
        self.grid.addWidget(label(figure), row, 1)

    def _head(self, words: str) -> None:
        self.grid.addWidget(label(words, "heading"), self.grid.rowCount(), 0, 1, 2)

    def clear(self) -> None:
        """Show nothing."""
        while self.grid.count():
            item = self.grid.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def texts(self) -> list[str]:
        """All words and figures, in order."""
        items = (self.grid.itemAt(place) for place in range(self.grid.count()))
        found = (None if item is None else item.widget() for item in items)
        return [widget.text() for widget in found if widget is not None]  # type: ignore[attr-defined]  # labels only
