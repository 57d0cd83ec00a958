"""Card that compares variants of the protection of sums on the cells of the current table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QPushButton, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text, shortest_text
from ckmdesk.lab.state.sum_variants import SumFigures
from ckmdesk.look.theme import STEP
from ckmdesk.state.variant import MOST_BESIDE
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import fill, row_of
from ckmdesk.widgets.searched_menu import searchable

LINES = 5


class SumVariantsCard(Card):
    """Card with a column for each variant, the current one first; hidden without a variant to compare.

    Emits `cell_asked(place)` for one of the first variant's sensitive cells with the least noise, by its index, and
    `search_asked()` to search the smallest sufficient σ1.
    """

    cell_asked = Signal(int)
    search_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label(self.tr("Variants"), "heading")
        self.lead = WrapLabel("", "small")
        self.grid = QGridLayout(verticalSpacing=3, horizontalSpacing=STEP)
        self.grid.setColumnStretch(0, 1)
        self.words = [WrapLabel() for _ in range(LINES)]
        self.cells: list[list[QLabel]] = []
        for row in range(LINES + 1):
            line = [label("", "heading" if row == 0 or not column else "") for column in range(MOST_BESIDE)]
            if row:
                self.grid.addWidget(self.words[row - 1], row, 0)
            for column, cell_label in enumerate(line, start=1):
                self.grid.addWidget(cell_label, row, column, Qt.AlignmentFlag.AlignRight)
            self.cells.append(line)
        self.warning = WrapLabel("", "warning")
        self.show_cells = QPushButton(
            self.tr("Show cells"),
            objectName="sum-near-cells",
            toolTip=self.tr(
                "The sensitive cells in which the noise of the first variant can be smallest, as part of x1."
            ),
        )
        self.search = QPushButton(
            self.tr("Search σ1"),
            objectName="sum-small",
            toolTip=self.tr(
                "The smallest σ1 and least noise with which these tables hold F1 to F3 and F5; they are set here."
            ),
        )
        self.menu = searchable(QMenu(self.show_cells))
        self.show_cells.setMenu(self.menu)
        self.search.setAutoDefault(True)  # Enter presses it
        self.search.clicked.connect(self.search_asked)
        buttons = row_of((self.show_cells, 1), (self.search, 1), spacing=STEP)
        fill(self.body, self.heading, self.lead, self.grid, self.warning, buttons)
        self.show_figures((), "en")
        words = (
            self.tr("mean deviation in %"),
            self.tr("95 % of the deviations below, in %"),
            self.tr("cells expected above 10 %"),
            self.tr("sensitive: part of x1 in %"),
            self.tr("sensitive: smallest part in %"),
        )
        for text, word in zip(self.words, words, strict=True):
            text.setText(word)

    def show_figures(
        self, found: Sequence[SumFigures], language: Language, name_of: Callable[[int], str] | None = None
    ) -> None:
        """Show the figures of the variants, if there are at least two; `name_of` returns the name of a cell."""
        self.setVisible(len(found) > 1)
        if len(found) < 2:
            return

        def percent(share: float | None) -> str:
            return "–" if share is None else decimal_text(100 * share, 1, language)

        cells = integer_text(found[0].cells, language)
        self.lead.setText(self.tr("on %1 cells of the table at hand").replace("%1", cells))
        for column in range(MOST_BESIDE):
            texts = [""] * (LINES + 1)
            if column < len(found):
                sum_figure = found[column]
                texts = [
                    sum_figure.name,
                    percent(sum_figure.mean),
                    percent(sum_figure.most),
                    integer_text(sum_figure.far, language),
                    percent(sum_figure.of_largest),
                    percent(sum_figure.least),
                ]
            for line, text in zip(self.cells, texts, strict=True):
                line[column].setText(text)
        near_text = self.tr("%1: in a sensitive cell the noise can be as small as %2 % of x1, below p = %3 %.")
        told_texts = []
        for sum_figure in found:
            if sum_figure.least is not None and sum_figure.least < sum_figure.p:
                text = near_text.replace("%1", sum_figure.name).replace("%2", percent(sum_figure.least))
                told_texts.append(text.replace("%3", shortest_text(100 * sum_figure.p, language)))
        self._offer_cells(found[0], percent, name_of)
        self.warning.setText("\n".join(told_texts))
        self.warning.setVisible(bool(told_texts))

    def _offer_cells(
        self, first: SumFigures, percent: Callable[[float | None], str], name_of: Callable[[int], str] | None
    ) -> None:
        """Fill the menu with the sensitive cells of the current variant, those with the least noise first."""
        self.menu.clear()
        for variant_index, share in first.nearest if name_of is not None else ():
            action = self.menu.addAction(f"{name_of(variant_index)}: {percent(share)} %")
            action.triggered.connect(lambda _checked=False, cell_place=variant_index: self.cell_asked.emit(cell_place))
        self.show_cells.setEnabled(bool(self.menu.actions()))
