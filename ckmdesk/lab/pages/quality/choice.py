"""Form of an evaluation: tables and test sets, variants, an attacker's knowledge, and how new keys are drawn."""

from __future__ import annotations

from typing import Any, get_args

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.messages import say
from ckmcore.methods.intruder import IntruderScenario
from ckmdesk.lab.pages.measures_table import VariantsForm
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.variant import is_of_magnitudes
from ckmdesk.widgets.basic import ElidedCheckBox, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, lead_through, row_of, scrolling
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.searched_menu import searchable

AT_HAND = ""
LIST_HEIGHT = 168
MOST_REPETITIONS, MOST_SECONDS, MOST_RANDOM, MOST_SEED = 100_000, 3600, 200, 999_999
_KNOWLEDGE: tuple[IntruderScenario, ...] = get_args(IntruderScenario)
_NUMBERS = {
    "random": (0, MOST_RANDOM),
    "random_seed": (0, MOST_SEED),
    "seconds": (1, MOST_SECONDS),
    "width": (0, 1000),
    "repetitions": (1, MOST_REPETITIONS),
    "seed": (0, MOST_SEED),
    "least_units": (2, 1000),
    "sample": (0, 100_000),
}


class EvaluationForm(VariantsForm):
    """Form of an evaluation; emits `set_saved(name)` and `set_removed(name)` for test sets."""

    set_saved = Signal(str)
    set_removed = Signal(str)

    def __init__(self, language: Language) -> None:
        super().__init__(EvaluationChoice(), language)
        heads = {
            "tables": self.tr("Tables"),
            "variants": self.tr("Variants"),
            "attack": self.tr("Risk"),
            "draws": self.tr("Keys drawn anew"),
            "criteria": self.tr("Criteria"),
        }
        self.heads = {name: label(text, "heading") for name, text in heads.items()}
        self.words: dict[str, QLabel] = {}
        self.tables: dict[str, ElidedCheckBox] = {}
        self.variants: dict[str, ElidedCheckBox] = {}
        self._tables, tables = _boxes()
        self._variants, variants = _boxes()
        boxes = {
            "in_force": self.tr("Method in force"),
            "ordered": self.tr("Also measure with the ordered table"),
            "attack": self.tr("Attack the tables"),
            "with_released": self.tr("Attacker also has the released tables"),
            "monte_carlo": self.tr("Draw keys anew"),
            "with_empty": self.tr("Count empty cells, too"),
            "primary": self.tr("Primary suppression"),
            "hidden_too": self.tr("Attack totals that are not shown, too"),
        }
        self.boxes = {name: QCheckBox(text, objectName=f"evaluation:{name}") for name, text in boxes.items()}
        self.boxes["hidden_too"].setToolTip(
            self.tr("Totals that the table does not show are published in other tables.")
        )
        for name, box in self.boxes.items():
            box.toggled.connect(lambda on, name=name: self._take(**{name: on}))
        self.numbers = {name: CountBox() for name in _NUMBERS}
        for name, number in self.numbers.items():
            number.setObjectName(f"evaluation:{name}")
            number.setRange(*_NUMBERS[name])
            number.valueChanged.connect(lambda value, name=name: self._take(**{name: value}))
        for name, field in (("bases", self.bases), ("keyed", self.keyed), ("knowledge", self.knowledge)):
            field.setObjectName(f"evaluation:{name}")
        self._fill_knowledge({name: say(f"knowledge_{name}", language) for name in _KNOWLEDGE})
        self.sets = QPushButton(self.tr("Test sets"), objectName="evaluation:sets")
        self.sets_menu = searchable(QMenu(self.sets))
        self.sets.setMenu(self.sets_menu)
        self._sets: tuple[tuple[str, tuple[str, ...]], ...] = ()
        line = row_of(
            self._column("tables", [self.sets, tables], ["random", "random_seed"]),
            self._column("variants", [self.boxes["in_force"], variants, self.boxes["ordered"]], ["bases", "keyed"]),
            self._column(
                "attack",
                [self.boxes["attack"], self.boxes["with_released"]],
                ["knowledge", "seconds", "sample", "width", "least_units"],
            ),
            self._column("draws", [self.boxes["monte_carlo"]], ["repetitions", "seed"], self._of_criteria()),
            spacing=2 * MARGIN,
        )
        for stretch_index, stretch in enumerate((4, 3, 4, 3)):
            line.setStretch(stretch_index, stretch)
        folds(line)
        fill(self.body, line, self.fault)
        self._fill_sets()

    def _of_criteria(self) -> list[QWidget]:
        """What concerns all measures, and what the criteria alone know."""
        boxes = self.boxes
        return [boxes["with_empty"], self.heads["criteria"], boxes["primary"], boxes["hidden_too"]]

    def _column(
        self, head: str, widgets: list[QWidget], fields: list[str], more_widgets: list[QWidget] | None = None
    ) -> QVBoxLayout:
        """A head, widgets, and a form of fields with their words."""
        column = column_of(self.heads[head], spacing=4)
        for widget in widgets:
            column.addWidget(widget, 1 if isinstance(widget, QScrollArea) else 0)
        form = QFormLayout()
        form.setSpacing(4)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        words = {
            "random": self.tr("Randomly built tables"),
            "random_seed": self.tr("Seed of the tables"),
            "bases": self.tr("Rounding to"),
            "keyed": self.tr("Random rounding by cell key to"),
            "knowledge": self.tr("An attacker knows"),
            "seconds": self.tr("Seconds per attack"),
            "sample": self.tr("Sample of cells (0: all)"),
            "width": self.tr("Treat interval as narrow up to"),
            "least_units": self.tr("Flag differences of fewer than (units)"),
            "repetitions": self.tr("Repetitions"),
            "seed": self.tr("Seed"),
        }
        known_widgets: dict[str, QWidget] = {"bases": self.bases, "keyed": self.keyed, "knowledge": self.knowledge}
        for name in fields:
            field = known_widgets.get(name) or self.numbers[name]
            self.words[name] = label(words[name])
            self.words[name].setBuddy(field)
            form.addRow(self.words[name], field)
        fill(column, form, *more_widgets or [])
        column.addStretch(0 if any(isinstance(widget, QScrollArea) for widget in widgets) else 1)
        return column

    # --- what is chosen ----------------------------------------------------------------------------------------------

    def show_choice(self, state: DeskState) -> None:
        """Show the choice and the available tables and test sets."""
        self.choice = EVALUATION.of(state)
        saved = () if state.statistic is None else tuple(table.name for table in state.statistic.tables)
        sets = (
            ()
            if state.statistic is None
            else tuple((test_set.name, test_set.tables) for test_set in state.statistic.test_sets)
        )
        if tuple(self.tables) != (AT_HAND, *saved):
            self._fill(self._tables, self.tables, "table", (AT_HAND, *saved), self._table_toggled)
            self.tables[AT_HAND].set_text(self.tr("Table at hand"))
        variants = tuple(variant.name for variant in state.method.variants if not is_of_magnitudes(variant))
        if tuple(self.variants) != variants:
            self._fill(self._variants, self.variants, "variant", variants, lambda: self._leave_out(self.variants))
            for name, box in self.variants.items():
                box.set_text(say("board_variant", self._language, name=name))
        if sets != self._sets:
            self._sets = sets
            self._fill_sets()
        fields = [*self.tables.values(), *self.variants.values(), *self.boxes.values(), *self.numbers.values()]
        blockers = [QSignalBlocker(field) for field in fields]
        for name, box in self.tables.items():
            box.setChecked(name in self.choice.tables)
        for name, box in self.variants.items():
            box.setChecked(name not in self.choice.left_out)
        for name, box in self.boxes.items():
            box.setChecked(getattr(self.choice, name))
        for name, number in self.numbers.items():
            number.setValue(getattr(self.choice, name))
        del blockers
        self._show_bases()
        self.knowledge.setCurrentIndex(self.knowledge.findData(self.choice.knowledge))
        has_method = state.statistic is not None and state.statistic.period.in_force is not None
        self.boxes["in_force"].setEnabled(has_method)
        for name in ("knowledge", "seconds", "sample", "width", "least_units"):
            field = self.knowledge if name == "knowledge" else self.numbers[name]
            field.setEnabled(self.choice.attack)
        self.boxes["with_released"].setEnabled(self.choice.attack)
        for name in ("repetitions", "seed"):
            self.numbers[name].setEnabled(self.choice.monte_carlo)
        self.numbers["random_seed"].setEnabled(self.choice.random > 0)

    def _fill(
        self,
        column: QVBoxLayout,
        known_boxes: dict[str, ElidedCheckBox],
        what: str,
        names: tuple[str, ...],
        toggled: Any,
    ) -> None:
        """Fill a column with a check box for each name; `known_boxes` receives the boxes by name."""
        for box in known_boxes.values():
            column.removeWidget(box)
            box.deleteLater()
        known_boxes.clear()
        for index, name in enumerate(names):
            box = ElidedCheckBox(name)
            box.setObjectName(f"evaluation:{what}:{index}")
            box.toggled.connect(lambda _on: toggled())
            known_boxes[name] = box
            column.insertWidget(index, box)
        # As many as have room are seen at once, where the columns stand below one another, too.
        inner_widget = column.parentWidget()
        area = inner_widget.parentWidget().parentWidget()
        area.setMinimumHeight(min(area.maximumHeight(), inner_widget.sizeHint().height()))
        lead_through(self.sets if what == "table" else self.boxes["in_force"], *known_boxes.values())

    def _fill_sets(self) -> None:
        self.sets_menu.clear()
        for name, tables in self._sets:
            act = self.sets_menu.addAction(name)
            act.triggered.connect(lambda _=False, tables=tables: self._take(tables=tables))
        if self._sets:
            self.sets_menu.addSeparator()
        save = self.sets_menu.addAction(self.tr("Save the chosen tables as a test set ..."))
        save.triggered.connect(lambda _=False: self.set_saved.emit(""))
        if self._sets:
            remove = searchable(self.sets_menu.addMenu(self.tr("Remove a test set")))
            for name, _ in self._sets:
                act = remove.addAction(name)
                act.triggered.connect(lambda _=False, name=name: self.set_removed.emit(name))

    def _table_toggled(self) -> None:
        self._take(tables=tuple(name for name, box in self.tables.items() if box.isChecked()))


def _boxes() -> tuple[QVBoxLayout, QScrollArea]:
    """Make a column for check boxes that scrolls if they are many."""
    inner_widget = QWidget()
    column = column_of(STRETCH, within=inner_widget, margins=0, spacing=STEP // 2)
    area = scrolling(inner_widget)
    area.setMaximumHeight(px(LIST_HEIGHT))
    inner_widget.setAutoFillBackground(False)
    area.viewport().setAutoFillBackground(False)
    return column, area
