"""What noise costs the sums of the table at hand by the share of the largest contribution, and the method in force."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmdesk.look.theme import STEP
from ckmdesk.state.sum_effect import NEAR, ErrorsAtHand, class_ends
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import fill

LINES, COLUMNS, MEAN = 4, 6, 2


class SumErrorsCard(Card):
    """A line for each class of cells: from which share on, how many cells, mean and 95 % point of the deviation, how
    often it is small, and the mean deviation under the method in force."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading, self.lead = label("", "heading"), WrapLabel("", "small")
        self.grid = QGridLayout(verticalSpacing=3, horizontalSpacing=STEP)
        self.grid.setColumnStretch(0, 1)
        self.cells: list[list[QLabel]] = []
        for row in range(LINES + 1):
            line = [label("", "small" if not row else "heading" if at == MEAN else "") for at in range(COLUMNS)]
            for column, one in enumerate(line):
                side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
                self.grid.addWidget(one, row, column, side)
            self.cells.append(line)
        fill(self.body, self.heading, self.lead, self.grid)
        self.show_errors(None, "en")

    def retranslate(self) -> None:
        """All words but the figures."""
        self.heading.setText(self.tr("Deviation in %"))
        self.lead.setText(self.tr("Expected over all keys, by the share of the largest contribution in the sum."))
        words = (
            (self.tr("share"), self.tr("Share of the largest contribution in the sum.")),
            (self.tr("cells"), self.tr("Cells of the table at hand.")),
            (self.tr("mean"), self.tr("Mean deviation.")),
            (self.tr("95 %"), self.tr("95 % of the deviations are below this.")),
            (self.tr("≤ 5 %"), self.tr("How often the deviation is at most 5 %, in percent.")),
            (self.tr("in force"), self.tr("Mean deviation under the method in force.")),
        )
        for one, (word, tip) in zip(self.cells[0], words, strict=True):
            one.setText(word)
            one.setToolTip(tip)

    def show_errors(self, found: ErrorsAtHand | None, language: Language) -> None:
        """The classes that have cells; None: nothing is known."""
        self.setVisible(found is not None and bool(found.classes))
        if found is None:
            return

        def percent(share: float) -> str:
            return decimal_text(100 * share, 1, language)

        in_force = {one.share: one for one in found.in_force}
        for row, line in enumerate(self.cells[1:]):
            there = row < len(found.classes)
            for one in line:
                one.setVisible(there)
            if not there:
                continue
            mine = found.classes[row]
            other = in_force.get(mine.share)
            lower, upper = (decimal_text(100 * end, 0, language) for end in class_ends(mine.share))
            texts = (
                f"{lower} – {upper} %",
                integer_text(mine.cells, language),
                percent(mine.mean),
                percent(mine.most),
                percent(mine.within[NEAR]),
                "" if other is None else percent(other.mean),
            )
            for one, text in zip(line, texts, strict=True):
                one.setText(text)
        for line in self.cells:
            line[-1].setVisible(bool(in_force) and not line[0].isHidden())
