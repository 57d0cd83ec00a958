"""Why this figure: the story of a cell or of a sum for the methodologist, from its records to the published figure."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QWidget

from ckmcore.base.numbers import MINUS, Language, decimal_text, integer_text, shortest_text, signed
from ckmcore.errors import CkmError
from ckmcore.methods.cellkey import CellKeyMethod, as_cell_key
from ckmcore.methods.examination import Explanation, MagnitudeStory, StoryStep
from ckmcore.methods.method import Method
from ckmdesk.base.announcer import announce
from ckmdesk.commands.method import inspect_row
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind, text_on
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import IconLabel, Line, label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.late_tabs import Late
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, parts_of, row_of

DECIMALS = 3


class SumStory(QWidget):
    """Explanation of a sum: labels and figures in two columns, built for each cell."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setVerticalSpacing(6)
        self.grid.setColumnStretch(0, 1)

    def tell(self, story: MagnitudeStory, language: Language, shown: str = "") -> None:
        """Show how a sum was made; `shown` is the figure in the table: rounded, or as a mean or a change."""
        self.clear()
        decimal = "," if language == "de" else "."
        self._line(self.tr("Original value"), decimal_text(story.value, DECIMALS, language))
        self._line(self.tr("Contributors"), integer_text(story.contributors, language))
        self._line(self.tr("Cell key"), story.cell_key.replace(".", decimal))
        if story.sensitive:
            self._line(self.tr("Sensitive cell"), self.tr("yes"))
        for step_number, step in enumerate(story.steps, start=1):
            self._head(self.tr("Step %1").replace("%1", str(step_number)))
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
        """Clear the explanation."""
        while self.grid.count():
            item = self.grid.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def texts(self) -> list[str]:
        """Return all labels and figures, in order."""
        return [text_label.text() for text_label in parts_of(self.grid) if isinstance(text_label, QLabel)]


WIDTH = 264


class TableauStrip(QWidget):
    """The used row of the tableau: its intervals from 0 to 1, and a pointer at the cell key."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.method: CellKeyMethod | None = None
        self.story: Explanation | None = None
        self.setFixedHeight(px(58))

    def show_row(self, method: CellKeyMethod, story: Explanation) -> None:
        """Show the intervals of the story's row."""
        self.method, self.story = method, story
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.method is None or self.story is None or self.story.row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        table, row = self.method.ptable, self.story.row
        begin, end = int(table.offsets[row]), int(table.offsets[row + 1])
        left, width = 2.0, self.width() - 4.0
        for index in range(begin, end):
            low, high = float(table.lower_bounds[index]), float(table.upper_bounds[index])
            bar = QRectF(left + low * width, 4, max((high - low) * width - 0.7, 0.5), px(22))
            painter.fillRect(bar, self.theme.noise_color(int(table.noise[index]), table.maximum_deviation))
        if self.story.interval is not None and self.story.lower is not None and self.story.upper is not None:
            low, high = self.story.lower, self.story.upper
            painter.setPen(QPen(self.theme.color("text"), 2))
            painter.drawRect(QRectF(left + low * width, 3, max((high - low) * width, 3), px(22) + 2))
        if self.story.cell_key_fraction is not None:
            x = left + self.story.cell_key_fraction * width
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("accent"))
            painter.drawPolygon(QPolygonF([QPointF(x, px(30)), QPointF(x - 5, px(30) + 7), QPointF(x + 5, px(30) + 7)]))
        painter.setFont(self.theme.small_font())
        painter.setPen(self.theme.color("secondary"))
        bottom = QRect(0, px(30) + 8, self.width(), px(18))
        painter.drawText(bottom, Qt.AlignmentFlag.AlignLeft, "0")
        painter.drawText(bottom, Qt.AlignmentFlag.AlignRight, "1")
        painter.end()


class Distribution(QWidget):
    """The distribution of a row: one bar per noise value, with the drawn one marked."""

    ROW = 20

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.language: Language = "en"
        self.values: list[tuple[int, float]] = []
        self.drawn = 0
        self.deviation = 1

    def show_row(self, values: list[tuple[int, float]], drawn: int, deviation: int, language: Language) -> None:
        """Show a distribution; `values` are pairs of noise and probability, in order."""
        self.values, self.drawn, self.deviation, self.language = values, drawn, deviation, language
        self.setFixedHeight(px(self.ROW) * len(values) + 4)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(200), px(self.ROW) * len(self.values) + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.theme.font())
        largest = max((p for _, p in self.values), default=1.0)
        row, bar_width = px(self.ROW), self.width() - px(36) - px(66)
        for index, (noise, p) in enumerate(self.values):
            top = index * row
            if noise == self.drawn:
                painter.fillRect(0, top, self.width(), row, self.theme.color("accent_soft"))
            painter.setPen(self.theme.color("text"))
            middle = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRect(0, top, px(28), row), middle, signed(noise))
            bar = QRectF(px(36), top + 4, max(bar_width * p / largest, 1.0), row - 8)
            painter.fillRect(bar, self.theme.noise_color(noise, self.deviation))
            painter.setPen(self.theme.color("frame"))
            painter.drawRect(bar)
            painter.setPen(self.theme.color("text"))
            place_p = QRect(self.width() - px(64), top, px(60), row)
            painter.drawText(place_p, middle, decimal_text(p, 4, self.language))
        painter.end()


class LookupPane(QFrame):
    """Pane at the right of the table that explains a cell. Confidential: only the methodologist has it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setObjectName("lookup")
        set_subject(self, "lookup")
        self.setFixedWidth(px(WIDTH))
        set_kind(self, "surface")
        self.title = label(self.tr("Look-up"), "heading")
        self.mark = label(self.tr("confidential"), "confidential")
        head = row_of(
            self.title, STEP, IconLabel(theme, "lock", "confidential"), self.mark, STRETCH, margins=(12, 8, 8, 8)
        )
        outer = column_of(head, Line(), within=self, margins=0, spacing=0)
        area = QScrollArea(self, frameShape=QFrame.Shape.NoFrame, widgetResizable=True)
        inner_widget = QWidget()
        set_kind(inner_widget, "surface")
        area.setWidget(inner_widget)
        outer.addWidget(area)
        self.empty = label(self.tr("Click a cell to read how its figure came about."), "secondary", wrap=True)
        self.path = label("", "heading", wrap=True)
        self.body = column_of(self.empty, self.path, within=inner_widget, margins=(12, 10, 12, 12), spacing=6)
        self.lines: dict[str, tuple[QWidget, QLabel, QLabel]] = {}
        self.marks: dict[str, QLabel] = {}
        for key in ("records", "sum", "key", "row"):
            self._line(key)
        self.strip = TableauStrip(theme)
        self.body.addWidget(self.strip)
        self.interval = label("", "small", wrap=True)
        self.body.addWidget(self.interval)
        for key in ("noise", "published", "weighted"):
            self._line(key)
        self.sum = SumStory()
        self.body.addWidget(self.sum)
        self.heading = label("", "heading")
        fill(self.body, STEP, self.heading)
        self.distribution = Distribution(theme)
        self.body.addWidget(self.distribution)
        self.show_row = QPushButton(self.tr("Show row on page Method"))
        fill(self.body, self.show_row, STRETCH)
        self.clear()

    def _line(self, key: str) -> None:
        holder = QWidget()
        mark = self.marks[key] = label("", "small")
        mark.setFixedWidth(px(14))
        words, figure = label("", "secondary"), label("")
        figure.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        row_of(mark, words, STRETCH, figure, within=holder, margins=0)
        self.body.addWidget(holder)
        self.lines[key] = (holder, words, figure)

    def _set(self, key: str, words: str, figure: str | None) -> None:
        holder, first, second = self.lines[key]
        holder.setVisible(figure is not None)
        first.setText(words)
        second.setText(figure or "")

    def clear(self) -> None:
        """Show that no cell is selected."""
        for widget in (self.path, self.strip, self.interval, self.heading, self.distribution, self.show_row, self.sum):
            widget.hide()
        for holder, _, _ in self.lines.values():
            holder.hide()
        self.empty.show()

    def tell_sum(self, story: MagnitudeStory, path: str, language: Language, shown: str = "") -> None:
        """Show how a sum was made; `shown` is the figure in the table."""
        self.clear()
        self.empty.hide()
        self.path.setText(path)
        self.path.show()
        self.sum.tell(story, language, shown)
        self.sum.show()

    def tell(self, story: Explanation, path: str, method: Method, language: Language) -> None:
        """Show the story of a count."""
        self.empty.hide()
        self.sum.hide()
        self.path.setText(path)
        self.path.show()
        decimal = "," if language == "de" else "."
        self._set("records", self.tr("Records"), f"n = {integer_text(story.count, language)}")
        key_sum = None if story.key_sum is None else _shortened(story.key_sum).replace(".", decimal)
        self._set("sum", self.tr("Σ record keys"), key_sum)
        self._set("key", self.tr("Cell key"), None if story.cell_key is None else story.cell_key.replace(".", decimal))
        counts = as_cell_key(method)
        with_row = counts is not None and story.row is not None
        row_text = self.tr("last row") if with_row and story.row != story.count else ""
        self._set("row", self.tr("Tableau, row i = %1").replace("%1", str(story.row)), row_text if with_row else None)
        self._set("noise", self.tr("Noise"), f"v = {signed(story.noise)}")
        step = f"{integer_text(story.count, language)} {'+' if story.noise >= 0 else MINUS} {abs(story.noise)} = "
        self._set("published", self.tr("published"), step + integer_text(story.published, language))
        weighted = None
        if story.weighted is not None and story.published_weighted is not None:
            weighted = decimal_text(story.published_weighted, 2, language)
        self._set("weighted", self.tr("weighted, not rounded"), weighted)
        shown_keys = [key for key, (holder, _, _) in self.lines.items() if not holder.isHidden()]
        for key_number, key in enumerate(shown_keys, start=1):
            self.marks[key].setText(str(key_number))
        for widget in (self.strip, self.interval, self.heading, self.distribution, self.show_row):
            widget.setVisible(with_row and story.count > 0)
        if counts is not None and story.row is not None:
            self._show_row(counts, story, story.row, language)

    def spoken(self) -> str:
        """Return the lines of the explanation for screen readers."""
        lines = [
            (words.text(), figure.text()) for holder, words, figure in self.lines.values() if not holder.isHidden()
        ]
        return "; ".join(" ".join(text for text in line if text) for line in lines)

    def _show_row(self, method: CellKeyMethod, story: Explanation, row: int, language: Language) -> None:
        self.strip.show_row(method, story)
        low = decimal_text(story.lower or 0.0, 4, language)
        high = decimal_text(story.upper or 0.0, 4, language)
        text = self.tr("Interval from %1 to below %2: v = %3")
        self.interval.setText(text.replace("%1", low).replace("%2", high).replace("%3", signed(story.noise)))
        self.heading.setText(self.tr("Distribution of row i = %1").replace("%1", str(row)))
        values = sorted(method.ptable.row_distribution(row).items())
        self.distribution.show_row(values, story.noise, method.ptable.maximum_deviation, language)


def _shortened(text: str) -> str:
    whole, _, fraction_part = text.partition(".")
    return f"{whole}.{fraction_part[:9]}" if fraction_part else whole


class NoiseLegend(QWidget):
    """Legend of the noise scale: its seven steps with their values of v, for the current deviation."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.deviation = 5
        self.setFixedHeight(px(20))

    def set_deviation(self, deviation: int) -> None:
        """Set the maximum deviation D of the method shown."""
        self.deviation = deviation
        self.setFixedWidth(sum(width for _, _, width in self._steps()) + 2)
        self.update()

    def _steps(self) -> list[tuple[int, str, int]]:
        groups: dict[str, list[int]] = {}
        for v in range(-self.deviation, self.deviation + 1):
            groups.setdefault(self.theme.noise_color(v, self.deviation).name(), []).append(v)
        steps = []
        for values in groups.values():
            if self.deviation > 12 and len(values) > 1:
                text = f"{signed(values[0])} … {signed(values[-1])}"
            else:
                text = " ".join(signed(v) for v in values)
            steps.append((values[0], text, px(max(26, 8 + 7 * len(text)))))
        return steps

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.theme.small_font())
        left = 0
        for v, text, width in self._steps():
            color = self.theme.noise_color(v, self.deviation)
            painter.fillRect(left, 0, width, self.height(), color)
            painter.setPen(text_on(color))
            painter.drawText(QRect(left, 0, width, self.height()), Qt.AlignmentFlag.AlignCenter, text)
            left += width
        painter.end()


class CellLookup(QObject):
    """Connects grid and explanation pane; `is_on` returns whether the pane is open."""

    def __init__(
        self,
        context: PageContext,
        grid: TableGrid,
        pane: Late[LookupPane],
        view: Callable[[], TableView | None],
        is_on: Callable[[], bool],
    ) -> None:
        super().__init__(grid)
        self.context, self.grid, self._pane, self._view, self._is_on = context, grid, pane, view, is_on
        self._said: tuple[QModelIndex, str] | None = None
        grid.cell_chosen.connect(lambda _row, _column: self.tell())

    @property
    def pane(self) -> LookupPane:
        return self._pane.view

    def clear(self) -> None:
        """No cell is chosen."""
        if self._pane.is_made:
            self.pane.clear()

    def story(self) -> Explanation | None:
        """Return the explanation of the current cell; None if it has none (several periods, no keys, a heading)."""
        view, current = self._view(), self.grid.currentIndex()
        model = self.grid.model()
        if view is None or view.insight is None or not current.isValid() or not isinstance(model, TableModel):
            return None
        if model.is_empty(current.row(), current.column()):
            return None
        line, head_line, value = model.place(current.row(), current.column())
        try:
            return view.insight.explain(view.layout, line, head_line, view.layer, view.shown[value].number)
        except CkmError:
            return None

    def tell(self) -> None:
        """Tell the story of the current cell in the pane."""
        view, model = self._view(), self.grid.model()
        if not self._is_on() or view is None or view.insight is None or not isinstance(model, TableModel):
            return
        story, current = self.story(), self.grid.currentIndex()
        if story is None:
            self.pane.clear()
            return
        path = (model.path("rows", current.row()), model.path("columns", current.column()))
        words = "\n".join(text for text in path if text)
        column = view.shown[model.place(current.row(), current.column())[2]]
        measure = view.spec.values[column.number].measure
        magnitude = next((magnitude for magnitude in story.magnitudes if magnitude.measure == measure), None)
        if magnitude is not None:
            shown_data = str(model.data(current)) if column.side == "published" else ""
            self.pane.tell_sum(magnitude, words, self.context.language, shown_data)
            return
        self.pane.tell(story, words, view.insight.method, self.context.language)
        if (cell_story := (current, self.pane.spoken())) != self._said:
            self._said = cell_story
            announce(cell_story[1])
        if story.cell_key_fraction is not None:
            self.context.desk.session.looked_up = (story.count, story.cell_key_fraction)

    def show_row(self) -> None:
        """Show the cell's row of the perturbation table on the method page."""
        story = self.story()
        if story is not None and story.row is not None:
            self.context.desk.run(inspect_row(story.row))
            self.context.frame.go_to("method")
