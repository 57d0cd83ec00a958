"""The methodologist's bar above the table: the method in force, trial views, shading. Clerks do not have it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QRadioButton,
    QWidget,
)

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme
from ckmdesk.state.desk_state import Shading, Trial, TrialKind
from ckmdesk.widgets.basic import IconLabel, Line, label
from ckmdesk.widgets.layouts import fill

BASES = (3, 5, 10, 100, 1000)
HEIGHT = 36
LONGEST = 20  # letters of a name: at 1280 pixels the bar has no room for more
KINDS: tuple[TrialKind, ...] = ("in_force", "variant", "rounding", "original")
SHADINGS: tuple[Shading, ...] = ("none", "noise", "sensitive")


class TrialBar(QFrame):
    """Bar of trial views; emits `trial_chosen(Trial)`, `shading_chosen(str)` and `beside_chosen(bool)`."""

    trial_chosen = Signal(object)
    shading_chosen = Signal(str)
    beside_chosen = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self._rows.setSpacing(0)
        row, second = QHBoxLayout(), QHBoxLayout()
        for bar_row in (row, second):
            bar_row.setSpacing(STEP)
            self._rows.addLayout(bar_row)
        self.in_force_word = label(self.tr("in force:"), "secondary")
        self.trial_word = label(self.tr("Trial:"), "secondary")  # in one row with all else
        self.trial_word.setToolTip(self.tr("Trial – not for publication"))
        self.buttons: dict[TrialKind, QRadioButton] = {kind: QRadioButton(self) for kind in KINDS}
        self.group = QButtonGroup(self)
        for kind, button in self.buttons.items():
            button.setObjectName(f"trial:{kind}")
            self.group.addButton(button)
        self.base = QComboBox(self, objectName="trial:base")
        for base in BASES:
            self.base.addItem(str(base), base)
        self.base.setCurrentIndex(BASES.index(10))
        self.shading = QComboBox(self)
        self.shading.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        words = (self.tr("none"), self.tr("Noise"), self.tr("Sensitive cells"))
        for shading, word in zip(SHADINGS, words, strict=True):
            self.shading.addItem(word, shading)
        self.shading.setAccessibleName(self.tr("Shading"))
        self.shading.setToolTip(self.tr("Shading"))
        self.base.setAccessibleName(self.tr("Base of the rounding"))
        row.addWidget(self.in_force_word)
        row.addWidget(self.buttons["in_force"])
        row.addWidget(Line(Qt.Orientation.Vertical))
        row.addWidget(self.trial_word)
        row.addWidget(self.buttons["variant"])
        row.addWidget(self.buttons["rounding"])
        row.addWidget(self.base)
        fill(row, STEP)
        second.addWidget(self.buttons["original"])
        self.buttons["original"].setText(self.tr("Original"))
        self.beside = QCheckBox(self.tr("side by side"), self, objectName="trial:beside")
        self.beside.setToolTip(self.tr("Original, published figure and difference side by side"))
        self.beside.setAccessibleName(self.beside.toolTip())
        self.beside.clicked.connect(lambda checked: self.beside_chosen.emit(bool(checked)))
        second.addWidget(self.beside)
        second.addWidget(IconLabel(theme, "lock", "confidential"))
        for earlier, after in ((self.base, self.beside), (self.beside, self.shading)):
            QWidget.setTabOrder(earlier, after)
        second.addStretch(1)
        self.shading_word = label(self.tr("Shading:"), "secondary")
        self.shading_word.setBuddy(self.shading)
        second.addWidget(self.shading_word)
        second.addWidget(self.shading)
        self._rows.setAlignment(row, Qt.AlignmentFlag.AlignLeft)
        self._rows.setStretchFactor(second, 1)
        self._row, self._second = row, second
        self._fit()
        self.group.buttonClicked.connect(lambda _button: self._choose())
        self.base.activated.connect(lambda _place: self._choose_base())
        self.shading.activated.connect(lambda item_index: self.shading_chosen.emit(self.shading.itemData(item_index)))

    def show_methods(self, method: str, variant: str, *, drawn: bool = False) -> None:
        """Show the names of the method in force and the chosen variant; `drawn` says that rounding uses the cell
        key."""
        self.buttons["in_force"].setText(_short(method) or self.tr("no method"))
        self.buttons["in_force"].setToolTip(method if len(method) > LONGEST else "")
        self.buttons["variant"].setText(
            self.tr("Variant %1").replace("%1", variant) if len(variant) <= 2 else _short(variant)
        )
        self.buttons["rounding"].setText(self.tr("Random rounding by cell key to") if drawn else self.tr("Rounding to"))
        self._name_buttons()
        self._fit()

    def _name_buttons(self) -> None:
        """Set the accessible name of each choice to its whole view, including the words beside it."""
        for kind, button in self.buttons.items():
            word = self.in_force_word if kind == "in_force" else self.trial_word
            base = f" {self.base.currentText()}" if kind == "rounding" else ""
            button.setAccessibleName(f"{word.text()} {button.text()}{base}")

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        """Return the minimum size, with two rows: the bar folds in a narrow window."""
        width = max(row.minimumSize().width() for row in (self._row, self._second)) + 2 * MARGIN
        return QSize(width, super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Hide a word rather than clip a choice, and use two rows rather than either."""
        for row in (self._row, self._second):
            row.invalidate()  # a row within rows keeps its former size until it is laid out
        word = 0 if self.shading_word.isHidden() else self.shading_word.sizeHint().width() + STEP
        needed = self._row.sizeHint().width() + self._second.sizeHint().width() + 2 * MARGIN - word
        in_two = self.width() < needed
        self.shading_word.setVisible(in_two or self.width() >= needed + self.shading_word.sizeHint().width() + STEP)
        direction = QBoxLayout.Direction
        self._rows.setDirection(direction.TopToBottom if in_two else direction.LeftToRight)
        self._rows.setContentsMargins(MARGIN, 2 if in_two else 0, MARGIN, 2 if in_two else 0)
        self.setFixedHeight(px(HEIGHT) * 2 if in_two else px(HEIGHT))

    def offer(self, base: int) -> None:
        """Offer a base besides the usual ones, such as the base of the method page."""
        if self.base.findData(base) < 0:
            item_index = sum(int(self.base.itemData(index)) < base for index in range(self.base.count()))
            self.base.insertItem(item_index, str(base), base)

    def show_state(self, trial: Trial, shading: Shading, *, beside: bool) -> None:
        """Show which view is on."""
        self.beside.setChecked(beside)
        self.beside.setEnabled(trial.kind != "original")
        self.buttons[trial.kind].setChecked(True)
        if trial.kind == "rounding":
            self.offer(trial.base)
            self.base.setCurrentIndex(self.base.findData(trial.base))
        self._name_buttons()
        self.shading.setCurrentIndex(SHADINGS.index(shading))

    def _choose(self) -> None:
        kind = next(kind for kind, button in self.buttons.items() if button.isChecked())
        self.trial_chosen.emit(Trial(kind, int(self.base.currentData())))

    def _choose_base(self) -> None:
        self.trial_chosen.emit(Trial("rounding", int(self.base.currentData())))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"
