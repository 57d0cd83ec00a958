"""The left card of the method page: D, V, js with their feasible ranges, stay probability, monotony, shuffling."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ckmcore.numbers import Language, decimal_text
from ckmdesk.state.desk_state import MethodParameters
from ckmdesk.state.method_view import MethodView
from ckmdesk.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import Card, IconLabel, Line, label
from ckmdesk.widgets.feasible_slider import FeasibleSlider

D_MOST, JS_MOST = 15, 8
V_MOST = 20.0
V_STEPS = 20  # slider steps per unit of V


class ParameterCard(Card):
    """`changed(parameters, what)` while a control moves; `released()` when a slider is let go."""

    changed = Signal(object, str)
    released = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.parameters = MethodParameters()
        self.view: MethodView | None = None
        self.language: Language = "en"
        self._setting = False
        self.setFixedWidth(256)
        self.body.setSpacing(4)
        self._add_file()
        self.D = QSpinBox()
        self.D.setRange(1, 50)
        self.V = QDoubleSpinBox()
        self.V.setRange(0.01, 500.0)
        self.V.setDecimals(2)
        self.V.setSingleStep(0.05)
        self.js = QSpinBox()
        self.js.setRange(0, 20)
        self.sliders = {name: FeasibleSlider(theme) for name in ("D", "V", "js")}
        self.words = {name: label("", wrap=True) for name in ("D", "V", "js")}
        self.symbols: dict[str, QWidget] = {}
        self.ranges = {name: label("", "small") for name in ("D", "V", "js")}
        for name, spin in (("D", self.D), ("V", self.V), ("js", self.js)):
            self._add_control(name, spin)
        self.body.addWidget(Line())
        self._add_options()
        self._add_problem()
        self.body.addStretch(1)
        self._connect()

    def _add_file(self) -> None:
        self.file = QFrame()
        set_kind(self.file, "message-info")
        column = QVBoxLayout(self.file)
        column.setContentsMargins(STEP, STEP, STEP, STEP)
        self.file_text = label("", wrap=True)
        self.design = QPushButton()
        self.design.setObjectName("design")
        self.design.clicked.connect(lambda: self.changed.emit(MethodParameters(), "table"))
        column.addWidget(self.file_text)
        column.addWidget(self.design)
        self.body.addWidget(self.file)
        self.file.hide()

    def _show_file(self, view: MethodView) -> None:
        """Of a table from a file only the shuffle can be chosen."""
        from_file = view.parameters.table is not None
        self.file.setVisible(from_file)
        text = self.tr("Table from the file %1: %2 rows, D = %3.")
        figures = (view.parameters.file, str(view.ordered.last_row + 1), str(view.ordered.maximum_deviation))
        for number, figure in enumerate(figures, start=1):
            text = text.replace(f"%{number}", figure)
        self.file_text.setText(text)
        for name, spin in (("D", self.D), ("V", self.V), ("js", self.js)):
            for widget in (self.sliders[name], self.words[name], self.ranges[name], self.symbols[name], spin):
                widget.setVisible(not from_file)
        for widget in (self.pstay_on, self.pstay, self.mono):
            widget.setVisible(not from_file)

    def _add_control(self, name: str, spin: QWidget) -> None:
        row = QHBoxLayout()
        symbol = self.symbols[name] = label(name, "heading")
        symbol.setFixedWidth(22)
        row.addWidget(symbol)
        row.addWidget(self.words[name], 1)
        spin.setFixedWidth(72)
        spin.setObjectName(f"parameter:{name}")
        row.addWidget(spin)
        self.body.addLayout(row)
        self.body.addWidget(self.sliders[name])
        self.body.addWidget(self.ranges[name])
        self.body.addSpacing(4)

    def _add_options(self) -> None:
        grid = QGridLayout()
        grid.setVerticalSpacing(6)
        self.pstay_on, self.mono, self.shuffled = QCheckBox(), QCheckBox(), QCheckBox()
        self.pstay, self.threshold = QDoubleSpinBox(), QDoubleSpinBox()
        for spin, low, high, step in ((self.pstay, 0.01, 0.99, 0.05), (self.threshold, 0.005, 0.5, 0.01)):
            spin.setRange(low, high)
            spin.setSingleStep(step)
            spin.setDecimals(3 if spin is self.threshold else 2)
            spin.setFixedWidth(76)
        self.pstay.setValue(0.5)
        self.pstay_on.setObjectName("parameter:pstay")
        self.mono.setObjectName("parameter:mono")
        self.shuffled.setObjectName("parameter:shuffled")
        grid.addWidget(self.pstay_on, 0, 0)
        grid.addWidget(self.pstay, 0, 1)
        grid.addWidget(self.mono, 1, 0)
        grid.addWidget(self.shuffled, 2, 0)
        grid.addWidget(self.threshold, 2, 1)
        grid.setColumnStretch(0, 1)
        self.body.addLayout(grid)

    def _add_problem(self) -> None:
        self.problem = QFrame()
        set_kind(self.problem, "message-error")
        column = QVBoxLayout(self.problem)
        column.setContentsMargins(STEP, STEP, STEP, STEP)
        top = QHBoxLayout()
        top.addWidget(IconLabel(self.theme, "error", "error"))
        self.problem_text = label("", wrap=True)
        top.addWidget(self.problem_text, 1)
        column.addLayout(top)
        self.remedy = QPushButton()
        self.remedy.setObjectName("remedy")
        column.addWidget(self.remedy)
        self.body.addSpacing(STEP)
        self.body.addWidget(self.problem)
        self.problem.hide()

    def _connect(self) -> None:
        for spin in (self.D, self.V, self.js, self.pstay, self.threshold):
            # A number counts once it is typed whole: showing "2" as "2,00" would leave no room for the ",5" of 2,5.
            spin.setKeyboardTracking(False)
        self.D.valueChanged.connect(lambda value: self._change("D", D=value))
        self.V.valueChanged.connect(lambda value: self._change("V", V=round(value, 4)))
        self.js.valueChanged.connect(lambda value: self._change("js", js=value))
        self.sliders["D"].valueChanged.connect(lambda value: self._change("D", D=value))
        self.sliders["V"].valueChanged.connect(lambda value: self._change("V", V=value / V_STEPS))
        self.sliders["js"].valueChanged.connect(lambda value: self._change("js", js=value))
        for slider in self.sliders.values():
            slider.sliderReleased.connect(self.released)
        self.pstay_on.toggled.connect(lambda on: self._change("pstay", pstay=self.pstay.value() if on else None))
        self.pstay.valueChanged.connect(self._pstay_changed)
        self.mono.toggled.connect(lambda on: self._change("mono", mono=on))
        self.shuffled.toggled.connect(lambda on: self._change("shuffled", shuffled=on))
        self.threshold.valueChanged.connect(lambda value: self._change("threshold", threshold=round(value, 4)))
        self.remedy.clicked.connect(self._accept_nearest)

    def _pstay_changed(self, value: float) -> None:
        if self.pstay_on.isChecked():
            self._change("pstay", pstay=round(value, 4))

    def _change(self, what: str, **values: object) -> None:
        if not self._setting:
            self.changed.emit(replace(self.parameters, **values), what)  # type: ignore[arg-type]

    def _accept_nearest(self) -> None:
        view = self.view
        if view is None:
            return
        if view.shortfall is not None and view.shortfall.nearest is not None:
            self._change("V", V=round(view.shortfall.nearest, 4))
        elif view.feasible is not None and view.feasible.proposed_D is not None:
            self._change("D", D=view.feasible.proposed_D)
        elif view.error is not None:
            self._change("js", js=most_blocked(self.parameters.D))

    def retranslate(self) -> None:
        """All words."""
        names = {
            "D": self.tr("Maximum deviation"),
            "V": self.tr("Variance"),
            "js": self.tr("blocked small counts"),
        }
        for name, words in names.items():
            self.words[name].setText(words)
            self.sliders[name].setAccessibleName(words)
        for spin, name in ((self.D, "D"), (self.V, "V"), (self.js, "js")):
            spin.setAccessibleName(names[name])
        self.design.setText(self.tr("Design one here instead"))
        self.pstay_on.setText(self.tr("pstay at least"))
        self.pstay.setAccessibleName(self.tr("Stay probability"))
        self.mono.setText(self.tr("monotone"))
        self.shuffled.setText(self.tr("shuffled, threshold"))
        self.threshold.setAccessibleName(self.tr("Threshold of the shuffle"))

    def show_view(self, view: MethodView, language: Language) -> None:
        """Set all controls to a variant, with its feasible ranges and what is impossible."""
        self._setting = True
        self.view, self.language = view, language
        parameters = self.parameters = view.parameters
        self.D.setValue(parameters.D)
        self.V.setValue(parameters.V)
        self.js.setValue(parameters.js)
        v_most = max(8.0, min(V_MOST, 1.5 * (view.feasible.high if view.feasible and view.feasible.possible else 0)))
        self._slider("D", 1, max(D_MOST, parameters.D), parameters.D, 2)
        self._slider("js", 0, max(JS_MOST, parameters.js), parameters.js, 1)
        most = round(max(v_most, parameters.V) * V_STEPS)
        slider = self.sliders["V"]
        slider.setRange(1, most)
        slider.setValue(round(parameters.V * V_STEPS))
        slider.set_marks([(round(n * V_STEPS), str(n)) for n in range(0, most // V_STEPS + 1, 2 if v_most > 12 else 1)])
        self.pstay_on.setChecked(parameters.pstay is not None)
        self.pstay.setEnabled(parameters.pstay is not None)
        if parameters.pstay is not None:
            self.pstay.setValue(parameters.pstay)
        self.mono.setChecked(parameters.mono)
        self.shuffled.setChecked(parameters.shuffled)
        self.threshold.setValue(parameters.threshold)
        self.threshold.setEnabled(parameters.shuffled)
        self._show_file(view)
        if parameters.table is None:
            self._show_ranges(view)
        self._show_problem(view)
        self._setting = False

    def _slider(self, name: str, low: int, high: int, value: int, step: int) -> None:
        slider = self.sliders[name]
        slider.setRange(low, high)
        slider.setValue(value)
        slider.set_marks([(number, str(number)) for number in range(low, high + 1, step)])

    def _show_ranges(self, view: MethodView) -> None:
        possible = self.tr("possible %1 … %2")
        feasible, parameters = view.feasible, view.parameters
        least = max(parameters.js, (parameters.js + 1) ** 2 // 4, 1)
        if least > self.sliders["D"].maximum():
            self._slider("D", 1, least + 5, parameters.D, 2)
        self.sliders["D"].set_feasible(least, self.sliders["D"].maximum())
        self.ranges["D"].setText(self.tr("possible from %1").replace("%1", str(least)))
        most_js = most_blocked(parameters.D)
        self.sliders["js"].set_feasible(0, most_js)
        self.ranges["js"].setText(possible.replace("%1", "0").replace("%2", str(most_js)))
        if feasible is not None and feasible.possible:
            self.sliders["V"].set_feasible(round(feasible.low * V_STEPS), round(feasible.high * V_STEPS))
            low, high = decimal_text(feasible.low, 2, self.language), decimal_text(feasible.high, 2, self.language)
            self.ranges["V"].setText(possible.replace("%1", low).replace("%2", high))
        else:
            self.sliders["V"].set_feasible(None, None)
            self.ranges["V"].setText(self.tr("no variance is possible in all rows"))

    def _show_problem(self, view: MethodView) -> None:
        shortfall, feasible = view.shortfall, view.feasible
        self.problem.setVisible(view.error is not None or shortfall is not None)
        self.remedy.show()
        if view.error is not None:
            self.problem_text.setText(view.error.text(self.language))
            self.remedy.setText(self.tr("Take js = %1").replace("%1", str(most_blocked(view.parameters.D))))
        elif shortfall is not None:
            text = self.tr("V = %1 is not possible in row %2: only %3 to %4. The row is shown with the nearest value.")
            figures = (shortfall.wanted, shortfall.low, shortfall.high)
            wanted, low, high = (decimal_text(figure, 2, self.language) for figure in figures)
            text = text.replace("%1", wanted).replace("%2", str(shortfall.row)).replace("%3", low).replace("%4", high)
            self.problem_text.setText(text)
            if shortfall.nearest is not None:
                nearest = decimal_text(shortfall.nearest, 2, self.language)
                self.remedy.setText(self.tr("Take V = %1").replace("%1", nearest))
            elif feasible is not None and feasible.proposed_D is not None:
                self.remedy.setText(self.tr("Take D = %1").replace("%1", str(feasible.proposed_D)))
            else:
                self.remedy.hide()


def most_blocked(D: int) -> int:
    """The largest js that leaves every row a variance: js <= D and floor((js+1)²/4) <= D (method.md section 2)."""
    return max(js for js in range(D + 1) if (js + 1) ** 2 // 4 <= D)
