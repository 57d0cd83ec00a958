"""Pictures of an evaluation: the table with its marked cells, loss against risk, the plane of D and V."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.lab.quality.evaluation import Evaluation, WorstCell
from ckmcore.lab.quality.frontier import FrontierStanding, frontier
from ckmcore.lab.quality.map import DVMap
from ckmcore.lab.quality.measure_registry import MEASURES, measure_of
from ckmcore.lab.report.evaluation import plane_of
from ckmdesk.base.unexpected import guarded
from ckmdesk.lab.plots.dv_map import DVMapPlot, MapCells
from ckmdesk.lab.plots.plane import PlanePlot, Point
from ckmdesk.lab.state.evaluation import MarkedTable, key_of
from ckmdesk.look.theme import STEP, Theme
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.picture_table import PictureOrTable
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.cell_persistence import Place
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import Card, ElidedLabel, WrapLabel
from ckmdesk.widgets.layouts import column_of, lead_through, row_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.progress_strip import ProgressStrip

PLANE, TABLE, MAP = range(3)
WIDEST_STUB = 170
FIRST_OF_MAP = "expected_mean"
# A plane of D and V, and of each variant on it the name, D and V.
Mapped = tuple[DVMap | None, tuple[tuple[str, int, float], ...]]


class PictureFrame(QWidget):
    """Frame with a picture, or its figures as a table; emits `save_asked()`."""

    save_asked = Signal()

    def __init__(self, theme: Theme, picture: Canvas, name: str) -> None:
        super().__init__()
        self.picture = picture
        picture.setAccessibleName(name)
        self._led: tuple[QWidget, ...] = ()
        self.line = row_of(spacing=STEP)
        self.stack = PictureOrTable(theme)
        self.stack.addWidget(picture)
        self.stack.setCurrentWidget(picture)
        self.stack.chosen.connect(lambda _on: self.refresh())
        self.stack.name_figures(name)
        self.menu_button, self.as_table = self.stack.button, self.stack.as_table
        self.menu_button.set_tip(self.tr("Picture"))
        self.save = QAction(self.tr("Save picture (PNG, SVG) ..."), self)
        self.save.triggered.connect(self.save_asked)
        picture.save_asked.connect(self.save_asked)
        self.stack.menu.addAction(self.save)
        column_of(self.line, (self.stack, 1), within=self, margins=(0, STEP, 0, 0), spacing=STEP)

    def lead(self, *controls: QWidget) -> None:
        """Put the controls above the picture first in the tab order."""
        self._led = (*controls, self.menu_button, self.picture)

    @guarded()
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        lead_through(*self._led)  # Qt mixes them when the frame is put into its place

    def refresh(self) -> None:
        """Show the picture, or its figures."""
        self.stack.show_one(self.picture, self.picture.figures)
        if self.as_table.isChecked():
            self.stack.table.resizeColumnsToContents()


class EvaluationPictures(Card):
    """Pictures of an evaluation.

    Emits `variant_chosen(number)`, `open_asked()` (the table on the table page), `map_asked(code)`, `map_cancelled()`,
    `design_chosen(D, V)` and `save_asked(picture)`.
    """

    variant_chosen = Signal(int)
    open_asked = Signal()
    map_asked = Signal(str)
    map_cancelled = Signal()
    design_chosen = Signal(int, float)
    save_asked = Signal(object)

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self._language = language
        self._evaluation: Evaluation | None = None
        self._variant = 0
        self._found: DVMap | None = None
        self._marked: MarkedTable | None = None
        self._cell: WorstCell | None = None
        self._points: tuple[tuple[str, int, float], ...] = ()
        self.tabs = QTabWidget(documentMode=True, objectName="evaluation-pictures")
        self.tabs.addTab(self._make_plane(theme), self.tr("Risk against loss"))
        self.tabs.addTab(self._make_table(theme), self.tr("Cells in the table"))
        self.tabs.addTab(self._make_map(theme), self.tr("D and V"))
        self.body.addWidget(self.tabs)

    def _make_table(self, theme: Theme) -> QWidget:
        self.table_title = ElidedLabel("", "secondary")
        self.open_button = QPushButton(self.tr("Open table"), objectName="evaluation:open-table")
        self.open_button.clicked.connect(self.open_asked)
        self.model = TableModel(self)
        self.grid = TableGrid(theme)
        self.grid.setAccessibleName(self.tr("Table with the cells that stand worst"))
        self.grid.setObjectName("evaluation-table")
        self.grid.stub.widest = WIDEST_STUB
        self.grid.setModel(self.model)
        line = row_of((self.table_title, 1), self.open_button, spacing=STEP)
        widget = QWidget()
        column_of(line, (self.grid, 1), within=widget, margins=(0, STEP, 0, 0), spacing=STEP)
        return widget

    def _make_plane(self, theme: Theme) -> QWidget:
        self.plane = PlanePlot(theme)
        self.plane.chosen.connect(self.variant_chosen)
        self.plane_frame = PictureFrame(theme, self.plane, self.tr("Variants by quality and risk"))
        self.plane_frame.save_asked.connect(lambda: self.save_asked.emit(self.plane))
        self.loss, self.risk = PlainCombo(), PlainCombo()
        self.loss.setAccessibleName(self.tr("Measure of quality, across"))
        self.risk.setAccessibleName(self.tr("Measure of risk, upwards"))
        for name, box in (("loss", self.loss), ("risk", self.risk)):
            box.currentTextChanged.connect(box.setToolTip)
            box.setObjectName(f"evaluation:{name}")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            box.activated.connect(lambda _place: self._show_plane())
            self.plane_frame.line.addWidget(box, 1)
        self.plane_frame.line.addWidget(self.plane_frame.menu_button)
        self.plane_frame.lead(self.loss, self.risk)
        self.standing = WrapLabel("", "small")
        layout = self.plane_frame.layout()
        assert isinstance(layout, QVBoxLayout)  # noqa: S101 - as it was made
        layout.addWidget(self.standing)
        return self.plane_frame

    def _make_map(self, theme: Theme) -> QWidget:
        self.map = DVMapPlot(theme)
        self.map.chosen.connect(self.design_chosen)
        self.map_frame = PictureFrame(theme, self.map, self.tr("Plane of D and V"))
        self.map_frame.save_asked.connect(lambda: self.save_asked.emit(self.map))
        self.measure = PlainCombo()
        self.measure.setAccessibleName(self.tr("Measure that colours the plane"))
        self.measure.setObjectName("evaluation:map-measure")
        self.measure.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.measure.setMinimumContentsLength(16)
        for kind in MEASURES:
            self.measure.addItem(kind.label.text(self._language), kind.code)
        self.measure.setCurrentIndex(self.measure.findData(FIRST_OF_MAP))
        self.measure.activated.connect(lambda _place: self._say_map())
        self.compute = QPushButton(self.tr("Compute"), objectName="evaluation:map")
        self.compute.clicked.connect(lambda: self.map_asked.emit(self.measure.currentData()))
        for widget in (self.measure, self.compute, self.map_frame.menu_button):
            self.map_frame.line.addWidget(widget, 1 if widget is self.measure else 0)
        self.map_frame.lead(self.measure, self.compute)
        self.map_progress = ProgressStrip()
        self.map_words = WrapLabel("", "small")
        layout = self.map_frame.layout()
        assert isinstance(layout, QVBoxLayout)  # noqa: S101
        layout.insertWidget(1, self.map_progress)
        layout.addWidget(self.map_words)
        self._say_map()
        return self.map_frame

    def _say_map(self) -> None:
        """Show what the map contains, and that some measures take long."""
        text = self.tr("Each square is a design with that D and V. Enter applies it.")
        if not measure_of(self.measure.currentData()).exact:
            text += " " + self.tr("This measure protects and attacks the tables for each field: that may take long.")
        self.map_words.setText(text)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_evaluation(self, evaluation: Evaluation | None) -> None:
        """Fill the measures of the plane from an evaluation."""
        self._evaluation = evaluation
        self.loss.clear()
        self.risk.clear()
        if evaluation is not None:
            for row in evaluation.rows:
                if row.kind.better != "none":
                    box = self.loss if row.kind.topic == "loss" else self.risk
                    box.addItem(row.kind.label.text(self._language), row.kind.code)
            for box, code in zip((self.loss, self.risk), plane_of(evaluation), strict=True):
                box.setCurrentIndex(max(box.findData(code), 0))
        self._show_plane()

    @property
    def axes(self) -> tuple[str, str] | None:
        """Return the codes of the loss and risk measures; None if there are none to compare."""
        axis_codes = self.loss.currentData(), self.risk.currentData()
        return (str(axis_codes[0]), str(axis_codes[1])) if all(axis_codes) else None

    def show_variant(self, variant: int) -> None:
        """Show another variant."""
        self._variant = variant
        self._show_plane()

    def standings(self) -> tuple[FrontierStanding, ...]:
        """Return how the variants compare by the two selected measures."""
        if self._evaluation is None or self.axes is None:
            return ()
        try:
            return frontier(self._evaluation, *self.axes)
        except CkmError:
            return ()

    def _show_plane(self) -> None:
        evaluation, axes = self._evaluation, self.axes
        self.standing.setText("")
        if evaluation is None or axes is None:
            self.plane.show_points((), -1, ("", ""), (2, 2), self._language)
            return
        loss, risk = (evaluation.row(code) for code in axes)
        points = []
        for frontier_standing in self.standings():
            own_numbers = (
                (loss.numbers[frontier_standing.variant], risk.numbers[frontier_standing.variant])
                if loss and risk
                else (None, None)
            )
            if own_numbers[0] is not None and own_numbers[1] is not None:
                name = evaluation.variants[frontier_standing.variant].name.text(self._language)
                points.append(
                    Point(
                        frontier_standing.variant, name, own_numbers[0], own_numbers[1], frontier_standing.on_frontier
                    )
                )
            if frontier_standing.variant == self._variant:
                self.standing.setText(frontier_standing.reason.text(self._language))
        kinds = [measure_of(code) for code in axes]
        names = (kinds[0].label.text(self._language), kinds[1].label.text(self._language))
        self.plane.show_points(points, self._variant, names, (kinds[0].decimals, kinds[1].decimals), self._language)
        self.plane_frame.refresh()

    def show_table(self, marked: MarkedTable | None, cell: WorstCell | None, name: str) -> None:
        """Show a table with its marked cells, and the selected one of them."""
        self._marked, self._cell = marked, cell
        self.model.show(None if marked is None else marked.view)
        self.grid.set_greyed(False)
        self.table_title.set_text(name)
        self.open_button.setEnabled(marked is not None)
        if marked is None or cell is None:
            return
        cell_place = marked.places.get(key_of(cell))
        if cell_place is not None:
            line, head_line, value = cell_place
            row, column = self.model.cell(line, head_line, value)
            index = self.model.index(row, column)
            self.grid.setCurrentIndex(index)
            self.grid.scrollTo(index)

    def place_of(self, cell: WorstCell | None) -> tuple[TableView, Place] | None:
        """Return the view and the position of the selected cell in it; None for another cell."""
        if self._marked is None or cell is None or cell is not self._cell:
            return None
        cell_place = self._marked.places.get(key_of(cell))
        return None if cell_place is None else (self._marked.view, cell_place)

    def show_map(self, found: DVMap | None, points: tuple[tuple[str, int, float], ...]) -> None:
        """Show the plane of D and V, and the variants on it."""
        self._found, self._points = found, points
        self._show_map()

    @property
    def mapped(self) -> Mapped:
        """Return the map of D and V that is shown, and the variants on it."""
        return self._found, self._points

    def _show_map(self) -> None:
        map_result, cells = self._found, None
        if map_result is not None:
            reasons = tuple(
                tuple("" if reason is None else reason.text(self._language) for reason in line)
                for line in map_result.reasons
            )
            name = map_result.kind.label.text(self._language)
            cells = MapCells(map_result.D, map_result.V, map_result.values, reasons, map_result.kind.decimals, name)
        self.map.show_map(cells, self._points, self._language)
        self.map_frame.refresh()
