"""Card with the cost of noise for sums by the share of the largest contribution.

It covers the cells of the current table, the method in force, and the curve by share from the settings alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.lab.quality.sums import ErrorAtShare
from ckmdesk.lab.plots.share_errors import ShareErrorsPlot
from ckmdesk.lab.state.sum_effect import NEAR, VERY_NEAR, ErrorsAtHand, class_ends
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme
from ckmdesk.pages.picture_table import OneOrTable
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import fill, row_of

LINES, COLUMNS, MEAN = 4, 7, 2
CURVE_HEIGHT, TABLE_HEIGHT = 150, 260


class SumErrorsCard(Card):
    """Card with a line for each class of cells and the curve over the share below.

    A line has the smallest share, the number of cells, mean and 95 % point of the deviation, how often it is small, and
    the mean deviation under the method in force.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label(self.tr("Deviation in %"), "heading")
        self.lead = WrapLabel(
            self.tr("Expected over all keys, by the share of the largest contribution in the sum."), "small"
        )
        self.grid = QGridLayout(verticalSpacing=3, horizontalSpacing=STEP)
        self.grid.setColumnStretch(0, 1)
        self.cells: list[list[QLabel]] = []
        for row in range(LINES + 1):
            line = [
                label("", "small" if not row else "heading" if column_index == MEAN else "")
                for column_index in range(COLUMNS)
            ]
            for column, cell_label in enumerate(line):
                side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
                self.grid.addWidget(cell_label, row, column, side)
            self.cells.append(line)
        self.known = False  # cells of the table at hand
        self.curve_word = WrapLabel(
            self.tr("Over the share itself, of a sum that no rule marks, up to the bend z_f"), "small"
        )
        self.curve = ShareErrorsPlot(theme)
        self.curve.setObjectName("sum-share-errors")
        self.curve.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # it cannot be saved
        self.curve_twin = OneOrTable(theme, self.curve, self.curve.figures, figures_called="sum-share-errors-table")
        self.curve_twin.set_title(self.tr("Deviation by the share of the largest contribution"))
        self.curve_twin.chosen.connect(self._give_room)
        self._give_room(as_table=False)
        head = row_of((self.curve_word, 1), self.curve_twin.button, spacing=4)
        fill(self.body, self.heading, self.lead, self.grid, head, self.curve_twin)
        self.show_errors(None, "en")
        self.show_curve((), "en")
        words = (
            (self.tr("share"), self.tr("Share of the largest contribution in the sum.")),
            (self.tr("cells"), self.tr("Cells of the table at hand.")),
            (self.tr("mean"), self.tr("Mean deviation.")),
            (self.tr("95 %"), self.tr("95 % of the deviations are below this.")),
            (self.tr("≤ 1 %"), self.tr("How often the deviation is at most 1 %, in percent.")),
            (self.tr("≤ 5 %"), self.tr("How often the deviation is at most 5 %, in percent.")),
            (self.tr("in force"), self.tr("Mean deviation under the method in force.")),
        )
        for cell_label, (word, tip) in zip(self.cells[0], words, strict=True):
            cell_label.setText(word)
            cell_label.setToolTip(tip)

    def show_curve(self, points: Sequence[ErrorAtShare], language: Language) -> None:
        """Show the curve of the current settings; none if there is no method."""
        self.curve.show_points(points, language)
        self.curve_twin.show_again()
        for widget in (self.curve_word, self.curve_twin, self.curve_twin.button):
            widget.setVisible(bool(points))
        self._show()

    def _give_room(self, as_table: bool) -> None:
        """Set the height of the picture's place; a table needs more than the picture."""
        self.curve_twin.setFixedHeight(px(TABLE_HEIGHT if as_table else CURVE_HEIGHT))

    def _show(self) -> None:
        for widget in (self.lead, *(cell_label for line in self.cells for cell_label in line)):
            widget.setVisible(self.known)
        self.setVisible(self.known or bool(self.curve.points))

    def show_errors(self, found: ErrorsAtHand | None, language: Language) -> None:
        """Show the classes that have cells; None if nothing is known."""
        self.known = found is not None and bool(found.classes)
        self._show()
        if found is None or not self.known:
            return

        def percent(share: float) -> str:
            return decimal_text(100 * share, 1, language)

        in_force = {class_errors.share: class_errors for class_errors in found.in_force}
        for row, line in enumerate(self.cells[1:]):
            is_present = row < len(found.classes)
            for cell_label in line:
                cell_label.setVisible(is_present)
            if not is_present:
                continue
            own_class = found.classes[row]
            other = in_force.get(own_class.share)
            lower, upper = (decimal_text(100 * end, 0, language) for end in class_ends(own_class.share))
            texts = (
                f"{lower} – {upper} %",
                integer_text(own_class.cells, language),
                percent(own_class.mean),
                percent(own_class.most),
                percent(own_class.within[VERY_NEAR]),
                percent(own_class.within[NEAR]),
                "" if other is None else percent(other.mean),
            )
            for cell_label, text in zip(line, texts, strict=True):
                cell_label.setText(text)
        for line in self.cells:
            line[-1].setVisible(bool(in_force) and not line[0].isHidden())
