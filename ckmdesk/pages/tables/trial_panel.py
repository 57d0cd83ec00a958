"""What the methodologist alone may look at: trial views, originals side by side, shading. Clerks do not have it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QFrame, QRadioButton, QToolButton, QWidget

from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.state.desk_state import Shading, Trial, TrialKind
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of

BASES = (3, 5, 10, 100, 1000)
LONGEST = 20  # letters of a name on the button
KINDS: tuple[TrialKind, ...] = ("in_force", "variant", "rounding", "original")
SHADINGS: tuple[Shading, ...] = ("none", "noise", "sensitive")


class TrialPanel(QFrame):
    """Panel of trial views below its `button`, which names the view that is on.

    It stays open while choices are made in it. Emits `trial_chosen(Trial)`, `shading_chosen(str)` and
    `beside_chosen(bool)`.
    """

    trial_chosen = Signal(object)
    shading_chosen = Signal(str)
    beside_chosen = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("trials")
        set_kind(self, "card")
        shape(self, Role.Dialog)
        self.setAccessibleName(self.tr("View of the figures"))
        self.button = QToolButton(parent, objectName="trial-button")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setAutoRaise(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.open)
        self._theme = theme
        self.in_force_word = label(self.tr("in force:"), "secondary")
        self.trial_word = label(self.tr("Trial – not for publication:"), "secondary")
        self.buttons: dict[TrialKind, QRadioButton] = {kind: QRadioButton() for kind in KINDS}
        self.group = QButtonGroup(self)
        for kind, button in self.buttons.items():
            button.setObjectName(f"trial:{kind}")
            self.group.addButton(button)
        self.buttons["original"].setText(self.tr("Original"))
        self.base = QComboBox(objectName="trial:base")
        for base in BASES:
            self.base.addItem(str(base), base)
        self.base.setCurrentIndex(BASES.index(10))
        self.base.setAccessibleName(self.tr("Base of the rounding"))
        self.beside = QCheckBox(self.tr("side by side"), objectName="trial:beside")
        self.beside.setToolTip(self.tr("Original, published figure and difference side by side"))
        self.beside.setAccessibleName(self.beside.toolTip())
        self.shading = QComboBox(objectName="trial:shading")
        self.shading.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        words = (self.tr("none"), self.tr("Noise"), self.tr("Sensitive cells"))
        for shading, word in zip(SHADINGS, words, strict=True):
            self.shading.addItem(word, shading)
        shading_word = label(self.tr("Shading:"), "secondary")
        shading_word.setBuddy(self.shading)
        self.shading.setAccessibleName(self.tr("Shading"))
        column_of(
            self.in_force_word,
            self.buttons["in_force"],
            self.trial_word,
            self.buttons["variant"],
            row_of(self.buttons["rounding"], self.base, STRETCH, spacing=STEP),
            row_of(self.buttons["original"], IconLabel(theme, "lock", "confidential"), STRETCH, spacing=STEP),
            self.beside,
            row_of(shading_word, self.shading, STRETCH, spacing=STEP),
            within=self,
            margins=MARGIN,
            spacing=STEP,
        )
        order = (*(self.buttons[kind] for kind in KINDS[:3]), self.base, self.buttons["original"], self.beside)
        for earlier, after in zip(order, (*order[1:], self.shading), strict=True):
            QWidget.setTabOrder(earlier, after)
        self.group.buttonClicked.connect(lambda _button: self._choose())
        self.base.activated.connect(lambda _place: self._choose_base())
        self.beside.clicked.connect(lambda checked: self.beside_chosen.emit(bool(checked)))
        self.shading.activated.connect(lambda item_index: self.shading_chosen.emit(self.shading.itemData(item_index)))
        theme.changed.connect(self._draw)
        self._draw()

    def open(self) -> None:
        """Show the panel below its button, with the keyboard on the view that is on."""
        self.adjustSize()
        right = self.button.mapToGlobal(QPoint(self.button.width(), self.button.height()))
        screen = self.button.screen().availableGeometry()
        self.move(max(right.x() - self.width(), screen.left()), min(right.y(), screen.bottom() - self.height()))
        self.show()
        self.group.checkedButton().setFocus()

    def _draw(self) -> None:
        self.button.setIcon(self._theme.icon("read-only"))

    def show_methods(self, method: str, variant: str, *, drawn: bool = False) -> None:
        """Show the names of the method in force and the chosen variant; `drawn` says that rounding uses the cell
        key."""
        self.buttons["in_force"].setText(method or self.tr("no method"))
        self.buttons["variant"].setText(self.tr("Variant %1").replace("%1", variant) if len(variant) <= 2 else variant)
        self.buttons["rounding"].setText(self.tr("Random rounding by cell key to") if drawn else self.tr("Rounding to"))
        self._name_buttons()

    def _name_buttons(self) -> None:
        """Set the accessible name of each choice to its whole view, including the words beside it."""
        for kind, button in self.buttons.items():
            word = self.in_force_word if kind == "in_force" else self.trial_word
            base = f" {self.base.currentText()}" if kind == "rounding" else ""
            button.setAccessibleName(f"{word.text()} {button.text()}{base}")
        on = next(kind for kind in KINDS if self.buttons[kind].isChecked() or kind == KINDS[-1])
        shown_text = self.buttons[on].text() + (f" {self.base.currentText()}" if on == "rounding" else "")
        words = self.tr("in force") if on == "in_force" else self.tr("trial: %1").replace("%1", _short(shown_text))
        self.button.setText(self.tr("View: %1").replace("%1", words))
        self.button.setToolTip(self.tr("Trial views, original figures and shading, for methodologists"))

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
