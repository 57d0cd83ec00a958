"""The row of the table's title, and the choice of its sheet where variables are on layers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import Layout
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme
from ckmdesk.pages.tables.cell_explanation import NoiseLegend
from ckmdesk.pages.tables.trial_panel import TrialPanel
from ckmdesk.widgets.basic import IconButton, TitleLine, label
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo

NARROW_COMBO, LARGE = 70, 150


class SheetChooser(QWidget):
    """Choice of the sheet, hidden for one; emits `chosen(layer)`. Ctrl+Page up and down change the sheet."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = row_of(within=self, margins=0, spacing=STEP)
        self.word = label(self.tr("Sheet"), "secondary")
        self.combo = PlainCombo()
        self.combo.setObjectName("sheet")
        self.combo.setMinimumContentsLength(22)
        self.combo.setMinimumWidth(px(NARROW_COMBO))
        self.combo.activated.connect(self.chosen)
        self.word.setBuddy(self.combo)
        if px(100) >= LARGE:  # the room is needed; the combo box has the word as its name
            self.word.hide()
        self.before, self.after = IconButton(theme, "left"), IconButton(theme, "right")
        self.before.clicked.connect(lambda: self._step(-1))
        self.after.clicked.connect(lambda: self._step(1))
        fill(line, self.word, self.combo, self.before, self.after)
        for keys, step in (("Ctrl+PgUp", -1), ("Ctrl+PgDown", 1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda by=step: self._step(by))
        self.hide()
        self.combo.setAccessibleName(self.tr("Sheet"))
        self.before.set_tip(self.tr("Sheet before (Ctrl+Page up)"))
        self.after.set_tip(self.tr("Next sheet (Ctrl+Page down)"))

    def show_sheets(self, layout: Layout, layer: int, language: Language) -> None:
        """Show the sheets of a table; `layer` is the one shown."""
        self.setVisible(len(layout.layers) > 1)
        labels = AxisLabels(layout, "layers", language)
        texts = [labels.path(line) for line in range(len(labels))]
        if texts != [self.combo.itemText(index) for index in range(self.combo.count())]:
            self.combo.clear()
            self.combo.addItems(texts)
        self.combo.setCurrentIndex(layer)
        self.before.setEnabled(layer > 0)
        self.after.setEnabled(layer < len(texts) - 1)

    def _step(self, by: int) -> None:
        layer = self.combo.currentIndex() + by
        if 0 <= layer < self.combo.count():
            self.combo.setCurrentIndex(layer)  # at once: the next click goes on from here
            self.chosen.emit(layer)


class TitleRow(QWidget):
    """The row above the table: its title, its sheets, and what the methodologist may look at besides.

    Emits `edit_asked()` for the title.
    """

    edit_asked = Signal()

    def __init__(self, theme: Theme, *last: QWidget) -> None:
        """Make the row; `last` are the widgets at its end."""
        super().__init__()
        self.title = TitleLine("", "heading")
        self.title.setObjectName("table-title")
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.edit_button = IconButton(theme, "draft", self.tr("Change the title"), "secondary", 14)
        self.edit_button.setObjectName("edit-title")
        self.edit_button.clicked.connect(self.edit_asked)
        self.sheets, self.legend = SheetChooser(theme), NoiseLegend(theme)
        self.lookup_button = QToolButton(objectName="look-up", checkable=True, autoRaise=True)
        self.lookup_button.setText(self.tr("Look-up"))
        self.lookup_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.lookup_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.trials = TrialPanel(theme, self)
        parts = (
            self.title,
            self.edit_button,
            STRETCH,
            self.sheets,
            self.lookup_button,
            self.trials.button,
            *last,
        )
        row_of(*parts, within=self, margins=(MARGIN, 0, MARGIN, 0), spacing=STEP)
