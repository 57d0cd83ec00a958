"""The editor of a value: what it is made of, own filter, label, unit, decimals. Changes show in the table at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QMenu, QPushButton, QSizePolicy, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.derived_indicators import LEAST_Q, MOST_Q
from ckmcore.tabulate.spec import MOST_DECIMALS, PREVIOUS, Condition, Measure, Value
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.values import change_value
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.state import values
from ckmdesk.state.value_facts import ValueFacts
from ckmdesk.state.values import filter_text, with_condition
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of, widget_at
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.searched_menu import searchable
from ckmdesk.widgets.texts_field import TextsField


class FilterButton(QPushButton):
    """Button of a filter; its menu lists the dimensions, with those that restrict ticked.

    Emits `chosen(conditions)` when other categories were selected.
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.conditions: tuple[Condition, ...] = ()
        self._dimensions: Mapping[str, Dimension] = {}
        self._language: Language = "en"
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self._fill)
        searchable(self.choices)
        self.setMenu(self.choices)

    def show_conditions(
        self, conditions: tuple[Condition, ...], dimensions: Mapping[str, Dimension], language: Language
    ) -> None:
        """Show another filter."""
        self.conditions, self._dimensions, self._language = conditions, dimensions, language
        text = filter_text(conditions, dimensions, language, most=3) or self.tr("all records")
        self.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, 230))
        self.setAccessibleDescription(text)
        self.setToolTip(filter_text(conditions, dimensions, language, most=20))

    def _fill(self) -> None:
        self.choices.clear()
        restricted = {condition.variable for condition in self.conditions if condition.restricts}
        for name, dimension in self._dimensions.items():
            action = self.choices.addAction((dimension.title.text(self._language) or name) + " ...")
            action.setCheckable(True)
            action.setChecked(name in restricted)
            action.triggered.connect(lambda _checked=False, name=name: self.choose(name))
        self.choices.addSeparator()
        none = self.choices.addAction(self.tr("All records"))
        none.setEnabled(bool(restricted))
        none.triggered.connect(lambda: self.chosen.emit(()))

    def choose(self, name: str) -> CategoryPopup:
        """Ask for the categories of a variable."""
        former_code = next((condition.codes for condition in self.conditions if condition.variable == name), ())

        def apply(codes: tuple[str, ...]) -> None:
            self.chosen.emit(with_condition(self.conditions, name, codes))

        popup = CategoryPopup(self._dimensions[name], former_code, self._language, self.theme, apply, self)
        popup.show_at(self.mapToGlobal(QPoint(0, self.height())))
        return popup


WIDTH = 520
MOST_LEAST = 1_000_000
NOWHERE = QModelIndex()
DISPLAY, CODE = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.UserRole)
_gestures = count(1)


class Categories(QAbstractListModel):
    """Model of labels and codes for a drop-down; thousands of them cost nothing until they are shown."""

    def __init__(self, entries: Sequence[tuple[str, str]], parent: QObject) -> None:
        super().__init__(parent)
        self.entries = tuple(entries)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = DISPLAY) -> Any:
        if role in (DISPLAY, CODE) and 0 <= index.row() < len(self.entries):
            return self.entries[index.row()][role == CODE]
        return None


class ValueEditor(QFrame):
    """Popup beside the chip of value `number`; every choice is a command, all of one opening are one undo step."""

    def __init__(self, context: PageContext, facts: ValueFacts, number: int, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.context, self.facts, self.number = context, facts, number
        self._merge = f"value:{next(_gestures)}"
        self.setObjectName("value-editor")
        set_subject(self, "values")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_kind(self, "card")
        shape(self, Role.Dialog)
        self.heading = label("", "heading")
        self._grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=STEP)
        self._grid.setColumnStretch(1, 1)
        column = column_of(self.heading, self._grid, within=self, margins=(12, STEP, 12, 12), spacing=STEP)
        self._make_own(self.value)
        self._make_common(self.value)
        self.done = QPushButton(self.tr("Done"))
        set_kind(self.done, "primary")
        self.done.clicked.connect(self.close)
        column.addLayout(row_of(STRETCH, self.done))
        self.setFixedWidth(px(WIDTH))
        self._show_made()

    @property
    def value(self) -> Value:
        return self.context.desk.state.table.spec.values[self.number]

    @property
    def language(self) -> Language:
        return self.context.language

    # --- making --------------------------------------------------------------------------------------------------

    def _row(self, words: str, field: QWidget) -> None:
        row = self._grid.rowCount()
        word = label(words, "secondary")
        word.setBuddy(field)
        field.setAccessibleName(words)
        self._grid.addWidget(word, row, 0)
        self._grid.addWidget(field, row, 1)

    def _combo(self, name: str, words: str, entries: list[tuple[str, Any]], chosen: object) -> PlainCombo:
        box = PlainCombo()
        box.setObjectName(f"value:{name}")
        for text, data in entries:
            box.addItem(text, data)
        box.choose(chosen)
        self._row(words, box)
        return box

    def _make_own(self, value: Value) -> None:
        """Make the fields that only some kinds have."""
        language = self.language
        if value.kind in values.OF_MAGNITUDE:
            shown = [kind for kind in values.OF_MAGNITUDE if kind not in values.OF_CLASSES or self._has_classes(value)]
            kinds = [(values.kind_word(kind, language), kind) for kind in shown]
            self.kind = self._combo("kind", self.tr("Shown"), kinds, value.kind)
            self.kind.activated.connect(self._other_kind)
            self._make_quantile(value)
        if value.kind not in ("count", "weighted_count", "distribution"):
            self._make_measure(value)
        if value.kind == "share":
            bases = [(values.base_word(base, language), base) for base in values.BASES]
            self.base = self._combo("base", self.tr("Share"), bases, value.base)
            self.base.activated.connect(lambda: self._set(base=self.base.currentData()))
        elif value.kind == "change":
            self._make_change(value)
        elif value.kind == "ratio":
            self._make_ratio(value)
        elif value.kind == "rate":
            self._make_rate(value)

    def _make_measure(self, value: Value) -> None:
        """Make the choice of the measure, if there are several."""
        known_measures = self._measures()
        chosen_measure = value.measure
        if value.kind in values.OF_MAGNITUDE:
            known_measures = [measure for measure in known_measures if measure.magnitude]
            chosen_measure = Measure(value.counted, value.magnitude)
        self.counted = self._measure_combo("counted", self.tr("Of"), known_measures, chosen_measure, self._set_measure)

    def _has_classes(self, value: Value) -> bool:
        return bool(self.facts.classes(value.magnitude)) or value.is_quantile

    def _make_quantile(self, value: Value) -> None:
        """Make the fields of a quantile and the minimum size of its class, proposed from the noise of the method."""
        self.percent, self.least, self.propose = CountBox(), CountBox(), QPushButton()
        self.percent.setObjectName("value:percent")
        self.percent.setRange(round(100 * LEAST_Q), round(100 * MOST_Q))
        self.percent.setValue(round(100 * value.q))
        self.percent.valueChanged.connect(self._other_percent)
        self.least.setObjectName("value:least-in-class")
        self.least.setRange(0, MOST_LEAST)
        self.least.setValue(value.least_in_class)
        self.least.valueChanged.connect(lambda least: self._set(least_in_class=least))
        self.propose.setObjectName("value:propose")
        self.propose.clicked.connect(self._take_proposal)
        self._row(self.tr("Quantile in %"), self.percent)
        self._row(self.tr("Least records in its class"), self.least)
        self._row("", self.propose)
        self._show_quantile(value)

    def _take_proposal(self) -> None:
        """Apply the proposal and focus its field, which announces the new number."""
        self.least.setFocus()
        self.least.setValue(self.facts.least_in_class(self.value))

    def _show_quantile(self, value: Value) -> None:
        fields = {
            self.percent: value.kind == "quantile",
            self.least: value.is_quantile,
            self.propose: value.is_quantile,
        }
        for field, shown_field in fields.items():
            row = self._grid.getItemPosition(self._grid.indexOf(field))[0]  # type: ignore[index]
            for column in (0, 1):
                widget_at(self._grid, row, column).setVisible(shown_field)  # type: ignore[union-attr]
        proposed_least = self.facts.least_in_class(value)
        self.propose.setText(self.tr("Propose: %1").replace("%1", integer_text(proposed_least, self.language)))
        self.propose.setEnabled(proposed_least != value.least_in_class)

    def _measures(self) -> list[Measure]:
        return values.measures(self.facts.magnitudes, weighted=self.facts.weighted)

    def _measure_combo(
        self,
        name: str,
        words: str,
        known_measures: list[Measure],
        chosen_measure: Measure,
        take: Callable[[Measure], None],
    ) -> PlainCombo | None:
        """Make a choice of the measure; None if there is nothing to choose."""
        if len(known_measures) < 2:
            return None
        magnitudes, language = self.facts.magnitudes, self.language
        # By their numbers: Qt would make a list of a tuple.
        entries = [
            (values.measure_word(measure, magnitudes, language), measure_index)
            for measure_index, measure in enumerate(known_measures)
        ]
        box = self._combo(
            name, words, entries, known_measures.index(chosen_measure) if chosen_measure in known_measures else -1
        )
        box.activated.connect(lambda item_index: take(known_measures[item_index]))
        return box

    def _make_change(self, value: Value) -> None:
        names = dict.fromkeys((*self.facts.change_variables(self.context.desk.state.table.spec), value.variable))
        along = [(self.facts.title(name, self.language), name) for name in names if name]
        self.along = self._combo("along", self.tr("Along"), along, value.variable)
        self.along.activated.connect(self._other_variable)
        self.against = self._combo("against", self.tr("Against"), [], None)
        self._fill_against(value)
        self.against.activated.connect(lambda: self._set(against=self.against.currentData()))
        forms = [(self.tr("in percent"), False), (self.tr("as a difference"), True)]
        self.form = self._combo("form", self.tr("Shown"), forms, value.absolute)
        self.form.activated.connect(self._other_form)

    def _make_ratio(self, value: Value) -> None:
        self._make_filter(self.tr("Counted are"))
        self.base_filter = FilterButton(self.context.theme)
        self.base_filter.setObjectName("value:base-filter")
        self._row(self.tr("Divided by"), self.base_filter)
        self.base_filter.chosen.connect(lambda conditions: self._set(base_conditions=conditions))
        words = self.tr("In the divisor")
        known_measures, chosen_measure = self._measures(), value.base_measure
        self.base_counted = self._measure_combo("base-counted", words, known_measures, chosen_measure, self._set_base)
        self._make_factor(value, values.RATIO_FACTORS)

    def _make_rate(self, value: Value) -> None:
        tables = [
            (reference.title.text(self.language) or reference.name, reference.name)
            for reference in self.facts.references
        ]
        self.reference = self._combo("reference", self.tr("Reference figures"), tables, value.reference)
        self.reference.activated.connect(lambda: self._set(reference=self.reference.currentData()))
        self._make_factor(value, values.RATE_FACTORS)

    def _make_factor(self, value: Value, factors: tuple[int, ...]) -> None:
        entries = [(integer_text(factor, self.language), factor) for factor in sorted({*factors, value.factor})]
        self.factor = self._combo("factor", self.tr("Per"), entries, value.factor)
        self.factor.activated.connect(lambda: self._set(factor=self.factor.currentData()))

    def _make_filter(self, words: str) -> None:
        """Make the filter of the counted records."""
        self.own_filter = FilterButton(self.context.theme)
        self.own_filter.setObjectName("value:filter")
        self._row(words, self.own_filter)
        self.own_filter.chosen.connect(lambda conditions: self._set(conditions=conditions))

    def _make_common(self, value: Value) -> None:
        """Make the fields that every value has."""
        if value.kind != "ratio":
            self._make_filter(self.tr("Own filter"))
        self.labels = self._texts("label", self.tr("Label"), value.label)
        self.units = self._texts("unit", self.tr("Unit"), value.unit)
        self.decimals = CountBox()
        self.decimals.setObjectName("value:decimals")
        self.decimals.setRange(0, MOST_DECIMALS)
        self.decimals.setValue(value.places)
        self.decimals.valueChanged.connect(lambda decimals: self._set(decimals=decimals))
        self._row(self.tr("Decimals"), self.decimals)
        self.decimals.setEnabled(_has_decimals(value))

    def _texts(self, name: str, words: str, texts: Texts) -> TextsField:
        field = TextsField(f"value:{name}", texts)
        self._row(words, field)
        field.set_words(words)
        field.edited.connect(self._words_done)
        return field

    def _fill_against(self, value: Value) -> None:
        """Fill the choice of what a change is compared with: the former one, or a category."""
        entries = [(self.tr("the one before"), PREVIOUS), *self.facts.categories(value.variable, self.language)]
        self.against.setModel(Categories(entries, self.against))
        self.against.setCurrentIndex(next((n for n, (_, code) in enumerate(entries) if code == value.against), -1))

    # --- changing ------------------------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        if self.number >= len(self.context.desk.state.table.spec.values):
            return  # the table closed below the editor
        current_value = self.value
        value = replace(current_value, **changes)
        if value != current_value:
            facts = self.facts
            title, _ = values.chip_words(value, facts.dimensions, facts.references, self.language, facts.magnitudes)
            self.context.desk.run(change_value(self.number, value, title, self._merge))
            self._show_made()

    def _other_kind(self) -> None:
        """Change to another figure of the same magnitude; a quantile gets the class size that the noise requires."""
        current_value = self.value
        new_value = self.facts.new_value(
            self.kind.currentData(), self.context.desk.state.table.spec, current_value.magnitude
        )
        unit = self.facts.unit_after(current_value, new_value)
        self._set(
            kind=new_value.kind,
            q=new_value.q,
            least_in_class=new_value.least_in_class,
            decimals=new_value.decimals,
            unit=unit,
        )
        self.units.set_texts(unit)
        self.percent.setValue(round(100 * new_value.q))
        self.least.setValue(new_value.least_in_class)
        self.decimals.setValue(new_value.places)
        self.decimals.setEnabled(_has_decimals(new_value))

    def _other_percent(self, percent: int) -> None:
        """Change to another quantile, with the class size that the noise requires."""
        if self.value.kind == "quantile":
            asked_value = replace(self.value, q=percent / 100)
            self._set(q=asked_value.q, least_in_class=self.facts.least_in_class(asked_value))
            self.least.setValue(self.value.least_in_class)

    def _set_measure(self, measure: Measure) -> None:
        new_value = replace(self.value, of=measure.of, magnitude=measure.magnitude)
        unit = self.facts.unit_after(self.value, new_value)
        self._set(of=measure.of, magnitude=measure.magnitude, unit=unit)
        self.units.set_texts(unit)
        self.decimals.setEnabled(_has_decimals(self.value))

    def _set_base(self, measure: Measure) -> None:
        self._set(of_base=measure.of, base_magnitude=measure.magnitude)

    def _other_variable(self) -> None:
        self._set(variable=self.along.currentData(), against=PREVIOUS)
        self._fill_against(self.value)

    def _other_form(self) -> None:
        self._set(absolute=bool(self.form.currentData()))
        self.decimals.setEnabled(_has_decimals(self.value))

    def _words_done(self) -> None:
        self._set(label=self.labels.texts(), unit=self.units.texts())

    # --- showing -------------------------------------------------------------------------------------------------

    def _show_made(self) -> None:
        """Show the automatic words, and the filters."""
        value = self.value
        title, detail = values.chip_words(
            replace(value, label=Texts(), conditions=value.conditions if value.kind == "ratio" else ()),
            self.facts.dimensions,
            self.facts.references,
            self.language,
            self.facts.magnitudes,
        )
        self.heading.setText(f"{title} {detail}".strip())
        self.setAccessibleName(self.heading.text())
        self.labels.show_made(self.facts.made_label(value))
        if value.kind in values.OF_MAGNITUDE:
            self._show_quantile(value)
        self._show_filter(self.own_filter, value.conditions)
        if value.kind == "ratio":
            self._show_filter(self.base_filter, value.base_conditions)

    def _show_filter(self, button: FilterButton, conditions: tuple[Condition, ...]) -> None:
        button.show_conditions(conditions, self.facts.filterable, self.language)

    def show_at(self, place: QPoint) -> None:
        """Show below a point of the screen, kept on the screen."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        x = max(screen.left(), min(place.x(), screen.right() - self.width()))
        y = max(screen.top(), min(place.y(), screen.bottom() - self.height()))
        self.move(x, y)
        self.show()
        field = widget_at(self._grid, 1, 1)
        if field is not None:
            field.setFocus()

    @guarded()
    def hideEvent(self, event: QHideEvent) -> None:
        self._words_done()
        self.context.desk.end_gesture()
        super().hideEvent(event)


def _has_decimals(value: Value) -> bool:
    return replace(value, decimals=1).places == 1
