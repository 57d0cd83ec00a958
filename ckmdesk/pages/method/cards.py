"""The right column of the method page: quality criteria, one row in figures, variants side by side."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from ckmcore.base.numbers import MINUS, Language, decimal_text, integer_text
from ckmcore.ptable import Criteria, RowReport
from ckmcore.ptable.magnitudes import MagnitudeRowReport
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme, set_kind
from ckmdesk.pages.picture_table import OneOrTable
from ckmdesk.plots.row_bars import RowBars
from ckmdesk.state.drawing import drawing_of_row
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.method_view import MagnitudeView, MethodView, Summary
from ckmdesk.widgets.basic import Card, IconLabel, WordLabel, label
from ckmdesk.widgets.layouts import STRETCH, row_of
from ckmdesk.widgets.number_box import CountBox

# Name of the figure, limit as text, limit, whether it is a least value, whether it is shown in percent, end of scale.
CRITERIA = (
    ("E|v|", "< {}", 0.5, False, False, 2.0),
    ("P(|v| ≤ 1)", "≥ {}", 0.9, True, True, 1.0),
    ("P(|v| ≥ 3)", "≤ {}", 0.05, False, True, 0.25),
    ("P(|v| ≥ 4)", "≤ {}", 0.005, False, True, 0.1),
)


def figures_of(criteria: Criteria) -> tuple[float, float, float, float]:
    """The four figures in the order of `CRITERIA`."""
    return criteria.mean_absolute, criteria.within_one, criteria.from_three, criteria.from_four


def shown(figure: float, percent: bool, language: Language) -> str:
    """Format a figure: `1,35` or `61,8 %`."""
    return f"{decimal_text(100 * figure, 1, language)} %" if percent else decimal_text(figure, 2, language)


def bare(figure: float, percent: bool, language: Language) -> str:
    """Format a figure without the percent sign, for lines whose name has it."""
    return decimal_text(100 * figure, 1, language) if percent else decimal_text(figure, 2, language)


class Bullet(QWidget):
    """A bar for the figure and a mark for its limit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.figure, self.limit, self.end = 0.0, 0.0, 1.0
        self.setFixedSize(px(40), px(18))

    def show_figure(self, figure: float, limit: float, end: float) -> None:
        """Figure and limit on a scale from 0 to `end`."""
        self.figure, self.limit, self.end = figure, limit, end
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        width = self.width() - 2
        painter.fillRect(QRectF(0, 6, width, 6), self.theme.color("grid"))
        painter.fillRect(QRectF(0, 6, width * min(self.figure / self.end, 1), 6), self.theme.color("secondary"))
        painter.fillRect(QRectF(width * min(self.limit / self.end, 1) - 1, 2, 2, 14), self.theme.color("text"))
        painter.end()


class CriteriaCard(Card):
    """The four quality criteria with their figures [W19]."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.title = label("", "heading")
        self.basis = label("", "small")
        self.body.addLayout(row_of(self.title, self.basis, STRETCH))
        grid = QGridLayout(verticalSpacing=4, horizontalSpacing=6)
        self.rows: list[tuple[QLabel, QLabel, Bullet, IconLabel, QLabel]] = []
        for row, (name, *_rest) in enumerate(CRITERIA):
            figure, limit, word = label(""), label("", "secondary"), label("")
            figure.setAlignment(Qt.AlignmentFlag.AlignRight)
            bullet, mark = Bullet(theme), IconLabel(theme, "ok", "ok")
            for column, widget in enumerate((label(name), figure, limit, bullet, mark, word)):
                grid.addWidget(widget, row, column)
            self.rows.append((figure, limit, bullet, mark, word))
        grid.setColumnStretch(5, 1)
        self.body.addLayout(grid)
        self.note = label("", "small", wrap=True)
        self.body.addWidget(self.note)

    def show_criteria(self, criteria: Criteria, cells: int, view: MethodView, language: Language) -> None:
        """Show criteria over `cells` cells of a table (0: every row of the perturbation table counts once)."""
        self.title.setText(self.tr("Quality criteria"))
        basis = self.tr("on %1 cells, without empty ones").replace("%1", integer_text(cells, language))
        few = {0: self.tr("each row counts once"), 1: self.tr("on one cell")}
        self.basis.setText(few.get(cells, basis))
        self.setDisabled(view.outdated)
        figures = zip(figures_of(criteria), criteria.held, CRITERIA, self.rows, strict=True)
        for figure, is_held, (_, limit_text, limit, _, percent, end), (text, least, bullet, mark, word) in figures:
            text.setText(shown(figure, percent, language))
            least.setText(limit_text.format(shown(limit, percent, language)))
            bullet.show_figure(figure, limit, end)
            mark.set_icon("ok" if is_held else "warning", "ok" if is_held else "warning")
            word.setText(self.tr("held") if is_held else self.tr("missed"))
        rows = view.out_of_reach
        names = ", ".join(str(row) for row in rows)
        text_note = self.tr("Rows %1 cannot hold E|v| < %2: small counts are blocked there.")
        if len(rows) == 1:
            text_note = self.tr("Row %1 cannot hold E|v| < %2: small counts are blocked there.")
        self.note.setText(text_note.replace("%1", names).replace("%2", shown(0.5, False, language)) if rows else "")
        self.note.setVisible(bool(rows))


class RowCard(Card):
    """Card of one row: distribution, bias, variance, entropy, binding conditions, possible variances."""

    row_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label(self.tr("Row i ="), "heading")
        self.spin = CountBox()
        self.spin.setAccessibleName(self.tr("Row of the perturbation table"))
        self.spin.setFixedWidth(px(60))
        self.spin.setObjectName("row")
        self.spin.valueChanged.connect(self.row_chosen)
        self.subtitle = label(self.tr("distribution of v"), "secondary")
        self.bars = RowBars(theme)
        self.bars.setObjectName("row-bars")
        self.bars.setMinimumHeight(px(84))
        self.twin = OneOrTable(theme, self.bars, self.bars.figures)
        self.body.addLayout(row_of(self.title, self.spin, self.subtitle, STRETCH, self.twin.button))
        self.body.addWidget(self.twin, 1)
        self.figures = WordLabel()
        self.body.addWidget(self.figures)
        self.range_text = label("", "secondary", wrap=True)
        self.body.addWidget(self.range_text)
        self.binding = label("", "small", wrap=True)
        self.body.addWidget(self.binding)
        self.twin.set_title(self.subtitle.text())

    def show_row(self, view: MethodView | MagnitudeView, row: int, language: Language) -> None:
        """Show a row; larger counts use the last one. Rows of magnitudes are numbered consecutively."""
        last_row = view.ordered.last_row if isinstance(view, MethodView) else view.ordered_drawing.rows - 1
        used_row = min(row, last_row)
        self.spin.blockSignals(True)
        self.spin.setRange(0, last_row)
        self.spin.setValue(used_row)
        self.spin.blockSignals(False)
        self.setDisabled(view.outdated)
        drawing = view.ordered_drawing
        if used_row < drawing.rows or not isinstance(view, MethodView):
            self.bars.show_row(drawing, min(used_row, drawing.rows - 1), language)
        else:
            self.bars.show_row(drawing_of_row(view.ordered, used_row), 0, language)
        self.twin.show_again()
        report = view.report(used_row)
        text = self.tr("Bias %1   Variance %2   Entropy %3 bit")
        bias = 0.0 if abs(report.bias) < 5e-9 else report.bias
        figures = (bias, report.variance, report.entropy)
        for figure_number, figure in enumerate(figures, start=1):
            text = text.replace(f"%{figure_number}", decimal_text(figure, 2, language))
        self.figures.setText(text)
        low, high = report.lowest_variance, report.highest_variance
        if used_row == 0 and isinstance(view, MethodView):
            self.range_text.setText(self.tr("Zeros stay zeros."))
        elif low is None or high is None:
            stay = decimal_text(report.stay, 2, language)
            self.range_text.setText(self.tr("stay probability %1").replace("%1", stay))
        else:
            words = self.tr("possible V %1 … %2, stay probability %3")
            for number, figure in enumerate((low, high, report.stay), start=1):
                words = words.replace(f"%{number}", decimal_text(figure, 2, language))
            self.range_text.setText(words)
        self.binding.setText(self._binding(report, language))
        self.binding.setVisible(bool(self.binding.text()))

    def rows_as_figures(self, view: MethodView | MagnitudeView, language: Language) -> PictureFigures:
        """Return the card's figures for every row."""
        heads = (
            self.tr("bias"), self.tr("variance"), self.tr("V wanted"), self.tr("V from"), self.tr("V to"), "p(0)",
            self.tr("entropy"), self.tr("limited by"),
        )  # fmt: skip
        lines = []
        for row in range(view.ordered_drawing.rows):
            report = view.report(row)
            known_figures = (report.bias, report.variance, report.wanted_variance, report.lowest_variance)
            known_figures += (report.highest_variance, report.stay, report.entropy)
            texts = ("" if figure is None else decimal_text(figure + 0.0, 6, language) for figure in known_figures)
            lines.append((*texts, self._binding(report, language)))
        return PictureFigures(heads, tuple(lines))

    def _binding(self, report: RowReport | MagnitudeRowReport, language: Language) -> str:
        """Describe what shapes the row besides bias and variance, and what compat R lowered."""
        names = {
            "monotony": self.tr("monotony"),
            "stay": self.tr("stay probability"),
            "pin": self.tr("probabilities set by hand"),
            "rising": self.tr("strong noise likelier than weak"),
            "symmetric": self.tr("symmetry"),
            "end": self.tr("end of the possible V"),
        }
        found_names = [names.get(constraint_name, constraint_name) for constraint_name in report.binding]
        texts = []
        if found_names:
            texts.append(self.tr("Limited by: %1.").replace("%1", ", ".join(found_names)))
        if isinstance(report, RowReport) and report.lowered_stay is not None:
            lowered = decimal_text(report.lowered_stay, 2, language)
            texts.append(self.tr("pstay lowered to %1, as R does.").replace("%1", lowered))
        return " ".join(texts)


class VariantsCard(Card):
    """Card that compares the current variant with another one by figures; emits `compare_asked()`."""

    compare_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = QGridLayout(verticalSpacing=4)
        self.grid.setColumnStretch(0, 1)
        self.body.addLayout(self.grid)
        self.cells: dict[tuple[int, int], QLabel] = {}
        for row in range(8):
            for column in range(row == 0, 4):  # the button stands in the corner
                cell = label("", "heading" if row == 0 else "secondary" if column == 3 else "")
                if column:
                    cell.setAlignment(Qt.AlignmentFlag.AlignRight)
                    cell.setMinimumWidth(px(56))
                self.grid.addWidget(cell, row, column)
                self.cells[row, column] = cell
        self.compare = QPushButton(self.tr("Compare"), objectName="compare")
        set_kind(self.compare, "link")
        self.compare.clicked.connect(self.compare_asked)
        self.grid.addWidget(self.compare, 0, 0, Qt.AlignmentFlag.AlignLeft)
        shares = [self.tr("%1 in %").replace("%1", name) for name in ("P(|v| ≤ 1)", "P(|v| ≥ 3)", "P(|v| ≥ 4)")]
        names = [self.tr("Mean variance"), "E|v|", *shares, self.tr("unchanged in %"), self.tr("Entropy in bit")]
        for row, name in enumerate(names, start=1):
            self.cells[row, 0].setText(name)
        self.cells[0, 3].setText(self.tr("Difference"))

    def show_variants(
        self, names: tuple[str, str], summaries: tuple[Summary | None, Summary | None], chosen: int, language: Language
    ) -> None:
        """Show the figures of two variants; None if one cannot be made. `chosen` is the column in bold."""
        percent = (False, False, True, True, True, True, False)
        lists = [_summary_figures(summary) for summary in summaries]
        for column, name in enumerate(names, start=1):
            self.cells[0, column].setText(name if len(name) <= 8 else name[:7] + "…")
            self.cells[0, column].setToolTip(name)
        for row in range(1, 8):
            for column, figures in enumerate(lists, start=1):
                cell = self.cells[row, column]
                cell.setText("–" if figures is None else bare(figures[row - 1], percent[row - 1], language))
                font = cell.font()
                if font.bold() != (column - 1 == chosen):
                    font.setBold(column - 1 == chosen)
                    cell.setFont(font)
            if lists[0] is not None and lists[1] is not None:
                difference = lists[1][row - 1] - lists[0][row - 1]
                text = bare(abs(difference), percent[row - 1], language)
                sign = "" if text == bare(0.0, percent[row - 1], language) else "+" if difference > 0 else MINUS
                self.cells[row, 3].setText(sign + text)
            else:
                self.cells[row, 3].setText("–")


def _summary_figures(summary: Summary | None) -> tuple[float, ...] | None:
    if summary is None:
        return None
    return (summary.variance, *figures_of(summary.criteria), summary.unchanged, summary.entropy)
