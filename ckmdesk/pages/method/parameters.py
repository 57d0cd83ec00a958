"""The left card of the method page: everything asked of the table of a variant, with what is possible beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language, date_text, decimal_text
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.design.presets import PRESETS
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.ptable.rows.request import Stay, Variance
from ckmcore.statistic.period import Decision
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.method.own_rows import OwnRows
from ckmdesk.pages.method.search_box import SearchBox
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.method_view import MagnitudeView, MethodView, Ranges
from ckmdesk.widgets.basic import Card, Line, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.feasible_slider import FeasibleSlider
from ckmdesk.widgets.fold import Fold
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.number_box import CountBox, NumberBox

D_MOST, JS_MOST = 15, 8
V_MOST = 20.0
V_STEPS = 20  # slider steps per unit of V
MOST_BLOCKED = 50

STAYS: tuple[Stay, ...] = ("at least", "exact")
VARIANCES: tuple[Variance, ...] = ("equal", "at most")


class ParameterCard(Card):
    """Card of the parameters; emits `changed(variant, what)` while a control moves, `released()` after a slider."""

    changed = Signal(object, str)
    released = Signal()
    copy_asked = Signal()
    notes_changed = Signal(str)
    renamed = Signal(str)
    refused = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.variant = Variant()
        self.view: MethodView | MagnitudeView | None = None
        self.language: Language = "en"
        self._setting = False
        self.setFixedWidth(px(256))
        self.body.setSpacing(4)
        self._add_notices()
        self.designed = QWidget()
        self.designed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = column_of(within=self.designed, margins=0, spacing=4)
        self.body.addWidget(self.designed)
        self.D, self.V, self.js = CountBox(), NumberBox(), CountBox()
        self.D.setRange(1, 100)
        self.V.setRange(0.01, 10_000.0)
        self.V.setDecimals(3)
        self.V.setSingleStep(0.05)
        self.js.setRange(0, 50)
        self.sliders = {name: FeasibleSlider(theme) for name in ("D", "js")}
        self.sliders["V"] = FeasibleSlider(theme, steps=V_STEPS, decimals=2)
        self.words = {name: label("", wrap=True) for name in ("D", "V", "js")}
        self.ranges = {name: label("", "small") for name in ("D", "V", "js")}
        for name, spin in (("D", self.D), ("V", self.V), ("js", self.js)):
            self._add_control(column, name, spin)
        column.addWidget(Line())
        self._add_options(column)
        self._add_folds(column)
        self._add_shuffle()
        self.notes_fold = Fold(theme, "notes")
        self.notes_fold.set_words(self.tr("Name and notes"))
        self.notes = QPlainTextEdit(objectName="notes", accessibleName=self.tr("Notes"))
        self.notes.setFixedHeight(px(88))
        self.notes.setTabChangesFocus(True)
        self.name = QLineEdit(objectName="variant-name", accessibleName=self.tr("Name of the variant"))
        fill(self.notes_fold.body, self.name, self.notes)
        fill(self.body, self.notes_fold, STRETCH)
        self._connect()
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
        _fill(self.variance, (self.tr("equal"), self.tr("at most")))
        _fill(self.stay, (self.tr("at least"), self.tr("exactly")))
        words = (self.tr("blocked targets"), self.tr("last row"), self.tr("made as by R"))
        for more_word, word in zip(self.more_words, words, strict=True):
            more_word.setText(word)
        self.blocked.setAccessibleName(words[0])
        self.last_row.setAccessibleName(words[1])
        self.last_row.setSpecialValueText(self.tr("as needed"))
        _fill(self.optim, (self.tr("no"), "optim 1", "optim 2", "optim 3", "optim 4"))
        self.optim.setAccessibleName(words[2])

    # --- building ------------------------------------------------------------------------------------------------

    def _add_notices(self) -> None:
        """Add the notices about a table from a file or in force, with their actions."""
        self.notice = QFrame()
        set_kind(self.notice, "message-info")
        self.notice_text = WrapLabel()
        self.notice_button = QPushButton(objectName="design")
        self.notice_button.setAutoDefault(True)  # Enter presses it
        self.notice_button.clicked.connect(self._notice_clicked)
        column_of(self.notice_text, self.notice_button, within=self.notice, margins=STEP)
        self.body.addWidget(self.notice)
        self.notice.hide()
        self.decisions = WrapLabel("", "small")
        self.decisions.setObjectName("decisions")
        self.decisions.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(self.decisions)
        self.decisions.hide()
        self._decided = ""
        self._floor: tuple[OpenRule, ...] = ()

    def _add_control(self, column: QVBoxLayout, name: str, spin: QWidget) -> None:
        symbol = label(name, "heading")
        symbol.setFixedWidth(px(22))
        row = row_of(symbol, (self.words[name], 1))
        if name == "V":
            self.variance = QComboBox(objectName="parameter:variance", accessibleName=self.tr("How V is meant"))
            self.variance.setFixedWidth(px(78))
            row.addWidget(self.variance)
        spin.setFixedWidth(px(68 if name == "V" else 72))
        spin.setObjectName(f"parameter:{name}")
        row.addWidget(spin)
        column.addLayout(row)
        self.sliders[name].setObjectName(f"slider:{name}")
        fill(column, self.sliders[name], self.ranges[name], 2)

    def _add_options(self, column: QVBoxLayout) -> None:
        grid = QGridLayout(verticalSpacing=6, horizontalSpacing=4)
        self.pstay_on = QCheckBox("pstay", accessibleName=self.tr("Stay probability wanted"))
        self.mono = QCheckBox(self.tr("monotone"))
        self.symmetric = QCheckBox(self.tr("last row symmetric"))
        self.stay = QComboBox(objectName="parameter:stay", accessibleName=self.tr("How the stay probability is meant"))
        self.stay.setFixedWidth(px(114))
        self.pstay = NumberBox()
        self.pstay.setAccessibleName(self.tr("Stay probability"))
        self.pstay.setRange(0.0, 1.0)
        self.pstay.setSingleStep(0.05)
        self.pstay.setDecimals(3)
        self.pstay.setFixedWidth(px(56))
        self.pstay.setValue(0.5)
        for name, box in (("pstay", self.pstay_on), ("mono", self.mono), ("symmetric", self.symmetric)):
            box.setObjectName(f"parameter:{name}")
        grid.addWidget(self.pstay_on, 0, 0)
        grid.addWidget(self.stay, 0, 1)
        grid.addWidget(self.pstay, 0, 2)
        grid.addWidget(self.mono, 1, 0, 1, 3)
        grid.addWidget(self.symmetric, 2, 0, 1, 3)
        grid.setColumnStretch(0, 1)
        column.addLayout(grid)
        self.presets = QPushButton(self.tr("Quality criteria"), objectName="presets")
        self.preset_menu = QMenu(self.presets, toolTipsVisible=True)
        self.preset_actions: list[QAction] = []
        for preset in PRESETS:
            action = QAction(self.preset_menu, checkable=True, objectName=f"preset:{preset.key}")
            action.triggered.connect(lambda on, key=preset.key: self._preset(key, on))
            self.preset_menu.addAction(action)
            self.preset_actions.append(action)
        self.presets.setMenu(self.preset_menu)
        fill(column, 2, self.presets)

    def _add_folds(self, column: QVBoxLayout) -> None:
        theme = self.theme
        self.own_fold, self.more_fold, self.search_fold = Fold(theme, "own"), Fold(theme, "more"), Fold(theme, "search")
        self.own_fold.set_words(self.tr("Settings by original count"))
        self.more_fold.set_words(self.tr("More constraints"))
        self.search_fold.set_words(self.tr("Search for V"))
        self.own = OwnRows(theme)
        self.own_fold.body.addWidget(self.own)
        grid = QGridLayout(verticalSpacing=6)
        self.blocked = QLineEdit(toolTip=self.tr("Counts that are never published, such as 1, 2 or 0, 1-3"))
        self.last_row = CountBox()
        self.rising = QCheckBox(self.tr("strong noise likelier than weak"))
        self.optim = QComboBox()
        self.blocked.setObjectName("parameter:blocked")
        self.last_row.setObjectName("parameter:last_row")
        self.last_row.setRange(0, 1000)
        self.rising.setObjectName("parameter:rising")
        self.optim.setObjectName("parameter:optim")
        self.more_words = [label("") for _ in range(3)]
        for widget_index, widget in enumerate((self.blocked, self.last_row, self.optim)):
            widget.setFixedWidth(px(104))
            grid.addWidget(self.more_words[widget_index], widget_index, 0)
            grid.addWidget(widget, widget_index, 1)
            self.more_words[widget_index].setBuddy(widget)
        grid.addWidget(self.rising, 3, 0, 1, 2)
        self.blocked_fault = FaultLabel()
        grid.addWidget(self.blocked_fault, 4, 0, 1, 2)
        self.more_fold.body.addLayout(grid)
        self.search = SearchBox()
        self.search_fold.body.addWidget(self.search)
        fill(column, self.own_fold, self.more_fold, self.search_fold)

    def _add_shuffle(self) -> None:
        grid = QGridLayout(horizontalSpacing=4)
        self.shuffled = QCheckBox(self.tr("shuffled, threshold"))
        self.threshold, self.seed = NumberBox(), CountBox()
        self.threshold.setAccessibleName(self.tr("Threshold of the shuffle"))
        self.seed.setAccessibleName(self.tr("Seed of the shuffle"))
        self.threshold.setRange(0.001, 0.5)
        self.threshold.setSingleStep(0.01)
        self.threshold.setDecimals(3)
        self.threshold.setFixedWidth(px(68))
        self.seed.setRange(1, 999_999)
        self.seed.setFixedWidth(px(68))
        self.seed_word = label(self.tr("Seed of the shuffle"), "secondary")
        self.seed_word.setBuddy(self.seed)
        self.shuffled.setObjectName("parameter:shuffled")
        self.threshold.setObjectName("parameter:threshold")
        self.seed.setObjectName("parameter:seed")
        grid.addWidget(self.shuffled, 0, 0)
        grid.addWidget(self.threshold, 0, 1)
        grid.addWidget(self.seed_word, 1, 0)
        grid.addWidget(self.seed, 1, 1)
        grid.setColumnStretch(0, 1)
        fill(self.body, Line(), grid)

    def _connect(self) -> None:
        for spin in self._numbers():
            spin.refused.connect(self.refused)
        self.D.valueChanged.connect(lambda value: self._change("D", D=value))
        self.V.valueChanged.connect(lambda value: self._change("V", V=round(value, 4)))
        self.js.valueChanged.connect(lambda value: self._change("js", js=value, blocked=None))
        self.sliders["D"].valueChanged.connect(lambda value: self._slid("D", D=value))
        self.sliders["V"].valueChanged.connect(lambda value: self._slid("V", V=value / V_STEPS))
        self.sliders["js"].valueChanged.connect(lambda value: self._slid("js", js=value, blocked=None))
        for slider in self.sliders.values():
            slider.sliderReleased.connect(self.released)
        self.variance.activated.connect(lambda choice_index: self._change("V", variance=VARIANCES[choice_index]))
        self.pstay_on.toggled.connect(lambda on: self._change("pstay", pstay=self.pstay.value() if on else None))
        self.stay.activated.connect(lambda choice_index: self._change("pstay", stay=STAYS[choice_index]))
        self.pstay.valueChanged.connect(self._pstay_changed)
        self.mono.toggled.connect(lambda on: self._change("mono", mono=on))
        self.symmetric.toggled.connect(lambda on: self._change("symmetric", symmetric=on))
        self.rising.toggled.connect(lambda on: self._change("rising", rising=on))
        self.last_row.valueChanged.connect(lambda value: self._change("rows", last_row=value or None))
        self.optim.activated.connect(lambda choice_index: self._change("compat R", optim=choice_index))
        self.blocked.editingFinished.connect(self._blocked_typed)
        self.own.changed.connect(lambda wishes: self._change("own", own=wishes))
        self.shuffled.toggled.connect(lambda on: self._change_variant("shuffled", shuffled=on))
        self.threshold.valueChanged.connect(lambda value: self._change_variant("threshold", threshold=round(value, 4)))
        self.seed.valueChanged.connect(lambda value: self._change_variant("seed", seed=value))
        self.notes.textChanged.connect(self._notes_typed)
        self.name.editingFinished.connect(lambda: self.renamed.emit(self.name.text()))
        self.preset_menu.aboutToShow.connect(self.show_presets)

    def _numbers(self) -> tuple[NumberBox | CountBox, ...]:
        return self.D, self.V, self.js, self.pstay, self.threshold, self.seed, self.last_row

    # --- what was done -------------------------------------------------------------------------------------------

    def _pstay_changed(self, value: float) -> None:
        if self.pstay_on.isChecked():
            self._change("pstay", pstay=round(value, 4))

    def commit(self) -> None:
        """Apply pending input to the variant that is shown."""
        focus = self.focusWidget()
        if focus is not None and focus.hasFocus():
            focus.clearFocus()

    def _slid(self, what: str, **values: object) -> None:
        """Handle a slider; all its steps until the release are one undo step."""
        if not self._setting:
            design = replace(self.variant.design, **values)  # type: ignore[arg-type]
            self.changed.emit(replace(self.variant, design=design), what)

    def _change(self, what: str, **values: object) -> None:
        if not self._setting:
            design = replace(self.variant.design, **values)  # type: ignore[arg-type]
            self.take(replace(self.variant, design=design), what)

    def _change_variant(self, what: str, **values: object) -> None:
        if not self._setting:
            self.take(replace(self.variant, **values), what)  # type: ignore[arg-type]

    def take(self, variant: Variant, what: str) -> None:
        """Apply another variant as an undo step of its own."""
        self.released.emit()
        self.changed.emit(variant, self._step(what))
        self.released.emit()

    def _step(self, what: str) -> str:
        """Return the name of an undo step."""
        words = {
            "rows": self.tr("last row"),
            "compat R": self.tr("made as by R"),
            "own": self.tr("own values"),
            "shuffled": self.tr("shuffling"),
            "threshold": self.tr("threshold"),
            "seed": self.tr("seed"),
            "mono": self.tr("monotony"),
            "symmetric": self.tr("symmetry"),
            "rising": self.tr("strong noise likelier than weak"),
            "remedy": self.tr("remedy"),
            "table": self.tr("new design"),
        }
        return words.get(what, what)

    def take_design(self, design: Design, what: str) -> None:
        """Use another design, such as a preset."""
        self.take(replace(self.variant, design=design), what)

    def _preset(self, key: str, on: bool) -> None:
        preset = next(preset for preset in PRESETS if preset.key == key)
        design = self.variant.design
        self.take_design(preset.applied(design) if on else preset.removed(design), preset.name.text(self.language))

    def _blocked_typed(self) -> None:
        if self._setting:
            return
        found_parsed_counts = parsed_counts(self.blocked.text())
        wrong = self.tr("Write counts such as 1, 2 or 0, 1-3.") if found_parsed_counts is None else ""
        self.blocked_fault.tell(wrong, self.blocked)
        set_kind(self.blocked, "faulty" if found_parsed_counts is None else "")
        if found_parsed_counts is None:
            return
        js = self.variant.design.js
        usual = found_parsed_counts == tuple(range(1, js + 1))
        if not usual and found_parsed_counts == tuple(range(1, len(found_parsed_counts) + 1)):
            self._change("js", js=len(found_parsed_counts), blocked=None)
        else:
            self._change("js", blocked=None if usual else found_parsed_counts)

    def open_name(self) -> None:
        """Show the field of the name, ready to be typed into."""
        self.notes_fold.set_open(True)
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self.name.selectAll()

    def _notice_clicked(self) -> None:
        if self.view is not None and self.view.locked:
            self.copy_asked.emit()
        else:
            self.take(Variant(self.variant.name, self.variant.notes, sums=self.variant.sums), "table")

    def _notes_typed(self) -> None:
        if not self._setting:
            self.notes_changed.emit(self.notes.toPlainText())

    # --- words and figures ---------------------------------------------------------------------------------------

    def show_view(
        self, view: MethodView | MagnitudeView, row: int, language: Language, decisions: Sequence[Decision] = ()
    ) -> None:
        """Set all controls to a variant, with its feasible ranges; `decisions` are shown for the method in force."""
        self._setting = True
        self.view, self.language = view, language
        variant = self.variant = view.variant
        self._show_notice(view)
        self._decided = "\n\n".join(self._told(decision) for decision in reversed(decisions))
        self._show_decisions()
        if self.search.found is not None:
            self.search.show_found(self.search.found, language)
        self.designed.setVisible(variant.table is None)
        if isinstance(view, MethodView) and variant.table is None:
            self._show_design(variant.design, view, row)
        counts = isinstance(view, MethodView)
        for widget in (self.shuffled, self.threshold, self.seed):
            widget.setEnabled(counts and not view.locked and (widget is self.shuffled or variant.shuffled))
        self.shuffled.setChecked(variant.shuffled)
        self.threshold.setValue(variant.threshold)
        self.seed.setValue(variant.seed)
        self.notes_fold.setVisible(not view.locked)
        if not self.name.hasFocus():
            self.name.setText(variant.name)
        if self.notes.toPlainText() != variant.notes:
            self.notes.setPlainText(variant.notes)
            self.notes_fold.set_open(bool(variant.notes))
        self._setting = False

    def show_floor(self, rules: Sequence[OpenRule]) -> None:
        """Show the open rules of the method in force, above its decisions."""
        self._floor = tuple(rules)
        self._show_decisions()

    def _show_decisions(self) -> None:
        texts = [rule.told.text(self.language) for rule in self._floor]
        head = self.tr(
            "Below the floor under protection. The method finishes its period; "
            "the next one needs another or a decision with reasons."
        )
        decision_texts = ["\n".join([head, *texts]) if texts else "", self._decided]
        self.decisions.setText("\n\n".join(text for text in decision_texts if text))
        self.decisions.setVisible(self.view is not None and self.view.locked and bool(self.decisions.text()))

    def _show_notice(self, view: MethodView | MagnitudeView) -> None:
        """Show the notice: a table from a file can only be shuffled; one in force cannot be changed."""
        from_file = view.variant.table is not None
        self.notice.setVisible(from_file)
        drawing = view.ordered_drawing
        last_row = view.ordered.last_row + 1 if isinstance(view, MethodView) else len(view.table.reports)
        rows, deviation = str(last_row), f"{drawing.maximum_deviation:g}"
        if view.locked:
            text = self.tr("The method in force is locked: %1 rows, D = %2. A copy can be changed.")
            text = text.replace("%1", rows).replace("%2", deviation)
            self.notice_button.setText(self.tr("Copy and edit"))
        else:
            text = self.tr("Table from the file %1: %2 rows, D = %3.")
            for figure_number, figure in enumerate((view.variant.file or "–", rows, deviation), start=1):
                text = text.replace(f"%{figure_number}", figure)
            self.notice_button.setText(self.tr("Design one here instead"))
        self.notice_text.setText(text)

    def _told(self, decision: Decision) -> str:
        """A decision on record in words."""
        text = self.tr("Decided by %1 on %2, valid from %3 to %4.")
        decision_made, begin, end = (
            date_text(day, self.language) for day in (decision.date, decision.valid_from, decision.valid_to)
        )
        ends = (begin or "–", end or self.tr("further notice"))
        for figure_number, figure in enumerate((decision.body, decision_made, *ends), start=1):
            text = text.replace(f"%{figure_number}", figure)
        more = (
            (self.tr("File number %1."), decision.reference),
            (self.tr("Second person: %1."), decision.second_person),
            (self.tr("Variant: %1."), decision.variant),
            (self.tr("Rules of the floor for which it gives the reason: %1."), ", ".join(decision.floor)),
            (self.tr("Remark: %1"), decision.remark),
            (self.tr("Hash %1"), decision.ptable[:16] + " …" if decision.ptable else ""),
        )
        return "\n".join([text, *(words.replace("%1", value) for words, value in more if value)])

    def _show_design(self, design: Design, view: MethodView, row: int) -> None:
        self.D.setValue(design.D)
        self.V.setValue(design.V)
        self.js.setValue(design.js)
        v_most = max(8.0, min(V_MOST, 1.5 * (view.feasible.high if view.feasible and view.feasible.possible else 0)))
        self._slider("D", 1, max(D_MOST, design.D), design.D, 2)
        self._slider("js", 0, max(JS_MOST, design.js), design.js, 1)
        upper_step = round(max(v_most, design.V) * V_STEPS)
        slider = self.sliders["V"]
        slider.setRange(1, upper_step)
        slider.setValue(round(design.V * V_STEPS))
        slider.set_marks(
            [(round(n * V_STEPS), str(n)) for n in range(0, upper_step // V_STEPS + 1, 2 if v_most > 12 else 1)]
        )
        like_r = design.optim > 0
        self.variance.setCurrentIndex(VARIANCES.index(design.variance))
        self.variance.setEnabled(not like_r)
        self.pstay_on.setChecked(design.pstay is not None)
        self.pstay.setEnabled(design.pstay is not None)
        self.stay.setEnabled(design.pstay is not None and not like_r)
        self.stay.setCurrentIndex(STAYS.index(design.stay))
        if design.pstay is not None:
            self.pstay.setValue(design.pstay)
        self.mono.setChecked(design.mono)
        self.symmetric.setChecked(design.symmetric)
        self.symmetric.setEnabled(not like_r)
        self.rising.setChecked(design.rising)
        self.rising.setEnabled(not like_r)
        self.optim.setCurrentIndex(design.optim)
        self.last_row.setValue(design.last_row or 0)
        blocked = tuple(range(1, design.js + 1)) if design.blocked is None else design.blocked
        if not self.blocked.hasFocus():
            self.blocked.setText(", ".join(str(target) for target in blocked))
        self.own.show_wishes(design.own, row, design.mono, self.language)
        if design.own:
            self.own_fold.set_open(True)

    def show_presets(self) -> None:
        """Update which presets hold, when the menu opens."""
        design = self.variant.design
        for preset, action in zip(PRESETS, self.preset_actions, strict=True):
            action.setText(preset.name.text(self.language))
            action.setToolTip(preset.why.text(self.language))
            action.setChecked(preset.holds(design))

    def _slider(self, name: str, low: int, high: int, value: int, step: int) -> None:
        slider = self.sliders[name]
        slider.setRange(low, high)
        slider.setValue(value)
        slider.set_marks([(index, str(index)) for index in range(low, high + 1, step)])

    def show_ranges(self, view: MethodView, ranges: Ranges | None) -> None:
        """Show the ranges of D, V and js with all other settings as they are; `ranges` is None if not known yet."""
        possible, language = self.tr("possible %1 … %2"), self.language
        by_ear = self.tr("possible %1 to %2")
        feasible = view.feasible
        if feasible is not None and feasible.possible:
            self.sliders["V"].set_feasible(round(feasible.low * V_STEPS), round(feasible.high * V_STEPS))
            low, high = decimal_text(feasible.low, 2, language), decimal_text(feasible.high, 2, language)
            self.ranges["V"].setText(possible.replace("%1", low).replace("%2", high))
            self.sliders["V"].setAccessibleDescription(by_ear.replace("%1", low).replace("%2", high))
        else:
            self.sliders["V"].set_feasible(None, None)
            self.ranges["V"].setText(self.tr("no variance is possible in all rows"))
            self.sliders["V"].setAccessibleDescription(self.ranges["V"].text())
        if ranges is None:
            return
        for name, ends in (("D", ranges.D), ("js", ranges.js)):
            slider = self.sliders[name]
            if ends is None:
                slider.set_feasible(None, None)
                self.ranges[name].setText(self.tr("not possible with the other values"))
                slider.setAccessibleDescription(self.ranges[name].text())
                continue
            low_end, high_end, open_end = ends
            slider.set_feasible(low_end, slider.maximum() if open_end else high_end)
            from_on = self.tr("possible from %1")
            for text, put in (
                (from_on if open_end else possible, self.ranges[name].setText),
                (from_on if open_end else by_ear, slider.setAccessibleDescription),
            ):
                put(text.replace("%1", str(low_end)).replace("%2", str(high_end)))


def _fill(box: QComboBox, words: tuple[str, ...]) -> None:
    index = max(box.currentIndex(), 0)
    box.clear()
    box.addItems(list(words))
    box.setCurrentIndex(index)


def parsed_counts(text: str) -> tuple[int, ...] | None:
    """Parse counts: `0, 1-3` as (0, 1, 2, 3); None if invalid."""
    found_set: set[int] = set()
    for text_part in text.replace(";", ",").split(","):
        low, dash, high = (end.strip() for end in text_part.partition("-"))
        if not low and not dash:
            continue
        ends = (low, high if dash else low)
        if not all(end.isascii() and end.isdecimal() and int(end) <= MOST_BLOCKED for end in ends):
            return None
        found_set.update(range(int(ends[0]), int(ends[1]) + 1))
    return tuple(sorted(found_set))
