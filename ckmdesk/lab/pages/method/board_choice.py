"""What is compared: the table, the columns, what the reader knows; the left side of the comparison of methods."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmdesk.lab.pages.measures_table import VariantsForm
from ckmdesk.lab.state.choices import COMPARISON, ComparisonChoice
from ckmdesk.look.theme import set_kind
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.variant import is_of_magnitudes
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, lead_through
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo

MOST_SECONDS = 3600


class BoardChoice(VariantsForm):
    """The buttons compute and export."""

    def __init__(self, language: Language) -> None:
        super().__init__(ComparisonChoice(), language)
        texts = {
            "table": self.tr("Table"),
            "bases": self.tr("Rounding to the bases"),
            "keyed": self.tr("Keyed rounding to the bases"),
            "columns": self.tr("Further columns"),
            "knowledge": self.tr("What a reader knows"),
            "seconds": self.tr("Seconds for each attack"),
        }
        self.title = label(self.tr("What is compared"), "heading")
        self.words = {name: label(text) for name, text in texts.items()}
        self.table = PlainCombo()
        for name, field in (("bases", self.bases), ("keyed", self.keyed), ("knowledge", self.knowledge)):
            field.setAccessibleName(texts[name])
        self.table.setAccessibleName(texts["table"])
        self._fill_knowledge(
            {
                "deviation": self.tr("largest deviation D"),
                "zero_rule": self.tr("D, and that empty cells stay 0"),
                "table": self.tr("the whole perturbation table"),
                "tableau": self.tr("the perturbation table with its tableau"),
            }
        )
        self.fault.setObjectName("board-fault")
        self.in_force = QCheckBox(self.tr("Method in force"))
        self.primary = QCheckBox(self.tr("Primary suppression"))
        self.with_empty = QCheckBox(self.tr("measure empty cells, too"))
        self.hidden_too = QCheckBox(
            self.tr("totals that are not shown, too"),
            toolTip=self.tr("Totals that the table does not show are published in other tables."),
        )
        self.variants: dict[str, QCheckBox] = {}
        self._holder = QWidget()
        self._column = column_of(within=self._holder, margins=0, spacing=4)
        self.seconds = CountBox()
        self.seconds.setAccessibleName(texts["seconds"])
        self.seconds.setObjectName("board-seconds")
        self.seconds.setRange(1, MOST_SECONDS)
        self.compute = QPushButton(self.tr("Compare"))
        self.report = QPushButton(self.tr("Internal report ..."))
        set_kind(self.compute, "primary")
        for button, name in ((self.compute, "board-compute"), (self.report, "board-report")):
            button.setObjectName(name)
            button.setAutoDefault(True)  # Enter presses it
        self.body.addWidget(self.title)
        for word, fields in (
            ("table", [self.table]),
            ("bases", [self.bases]),
            ("keyed", [self.keyed, self.fault]),
            ("columns", [self.in_force, self._holder, self.primary]),
            ("knowledge", [self.knowledge, self.hidden_too]),
            ("seconds", [self.seconds, self.with_empty]),
        ):
            self.body.addWidget(self.words[word])
            self.words[word].setBuddy(fields[0])
            fill(self.body, *fields)
        fill(self.body, STRETCH, self.compute, self.report)
        self._connect()

    def _connect(self) -> None:
        self.table.activated.connect(lambda item_index: self._take(table=self.table.itemData(item_index)))
        self.in_force.toggled.connect(lambda on: self._take(in_force=on))
        self.primary.toggled.connect(lambda on: self._take(primary=on))
        self.hidden_too.toggled.connect(lambda on: self._take(hidden_too=on))
        self.with_empty.toggled.connect(lambda on: self._take(with_empty=on))
        self.seconds.valueChanged.connect(lambda value: self._take(seconds=value))

    def _read_bases(self) -> bool:
        read = super()._read_bases()
        if not read:
            self.compute.setEnabled(False)
        return read

    def show_choice(self, state: DeskState) -> None:
        """Show the choice and the available tables."""
        choice = self.choice = COMPARISON.of(state)
        names = () if state.statistic is None else tuple(table.name for table in state.statistic.tables)
        self.table.clear()
        self.table.addItem(self.tr("Table at hand"), "")
        for name in names:
            self.table.addItem(name, name)
        self.table.setCurrentIndex(max(self.table.findData(choice.table), 0))
        self.knowledge.setCurrentIndex(self.knowledge.findData(choice.knowledge))
        if self.fault.isHidden():
            self._show_bases()
        for box, on in (
            (self.in_force, choice.in_force),
            (self.primary, choice.primary),
            (self.with_empty, choice.with_empty),
            (self.hidden_too, choice.hidden_too),
        ):
            with QSignalBlocker(box):
                box.setChecked(on)
        with QSignalBlocker(self.seconds):
            self.seconds.setValue(choice.seconds)
        self._show_variants(state)

    def _show_variants(self, state: DeskState) -> None:
        names = [variant.name for variant in state.method.variants if not is_of_magnitudes(variant)]
        if names != list(self.variants):
            for box in self.variants.values():
                self._column.removeWidget(box)
                box.deleteLater()
            self.variants = {name: QCheckBox() for name in names}
            for name, box in self.variants.items():
                box.setObjectName(f"board-variant:{name}")
                box.toggled.connect(lambda _on: self._leave_out(self.variants))
                self._column.addWidget(box)
            lead_through(self.in_force, *self.variants.values())
        for name, box in self.variants.items():
            box.setText(self.tr("Variant %1, ordered and shuffled").replace("%1", name))
            with QSignalBlocker(box):
                box.setChecked(name not in self.choice.left_out)
