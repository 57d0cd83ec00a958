"""The form of a rule for records: kind, columns and values are chosen; no syntax is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.dictionary.record_rules import COMPARISONS, KINDS
from ckmcore.errors import CkmError
from ckmcore.messages import say
from ckmcore.microdata.data import MISSING
from ckmcore.microdata.variable import VariableEntry
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, Theme, set_kind
from ckmdesk.state.record_rules import RuleDraft, TestDraft, codes_of, number_columns, rule_of, shown_columns
from ckmdesk.widgets.basic import IconButton, label
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of, together
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow
from ckmdesk.widgets.texts_field import TextsField

NAME = int(Qt.ItemDataRole.UserRole)
SIGNS = {"=": "=", "<>": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
MOST_CODES = 2_000
MOST_TESTS = 4
Items = Sequence[tuple[str, str]]
"""Names or codes, each with its words."""


class TickList(QListWidget):
    """Entries with ticks; `ticks_changed()` after each."""

    ticks_changed = Signal()

    def __init__(self, name: str, words: str, rows: int) -> None:
        super().__init__(objectName=name, accessibleName=words)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(px(rows * ROW_HEIGHT))
        self.setMinimumWidth(px(320))
        self.itemChanged.connect(lambda _: self.ticks_changed.emit())

    def show_items(self, items: Items, ticked: Sequence[str]) -> None:
        """Show other entries, some of them ticked, without telling anybody."""
        self.blockSignals(True)
        self.clear()
        for name, words in items:
            item = QListWidgetItem(words)
            item.setToolTip(words)
            item.setData(NAME, name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
            self.addItem(item)
        self.blockSignals(False)

    @property
    def ticked(self) -> tuple[str, ...]:
        """The names of the entries that are ticked, in their order."""
        items = [self.item(place) for place in range(self.count())]
        return tuple(str(item.data(NAME)) for item in items if item.checkState() == Qt.CheckState.Checked)


class TestLine(QWidget):
    """One test of a condition: a column, how it is compared, and with what. `removed()` by its button."""

    __test__ = False  # not a test, for pytest
    removed = Signal()

    def __init__(self, theme: Theme, name: str, columns: Items, codes: Mapping[str, Items], words: str) -> None:
        super().__init__()
        self._codes = codes
        self.column, self.comparison, self.against, self.value = (PlainCombo() for _ in range(4))
        for field, part, least in (
            (self.column, "column", 24), (self.comparison, "comparison", 8), (self.against, "against", 12),
            (self.value, "value", 14),
        ):  # fmt: skip
            field.setObjectName(f"{name}:{part}")
            field.setMinimumContentsLength(least)
        for field in (self.column, self.comparison):
            field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for column, title in columns:
            self.column.addItem(title, column)
        for comparison in COMPARISONS:
            worded = {"missing": self.tr("is missing"), "stated": self.tr("is stated")}
            self.comparison.addItem(SIGNS.get(comparison) or worded[comparison], comparison)
        self.against.addItem(self.tr("the value"), "")
        for column, title in columns:
            self.against.addItem(self.tr("column %1").replace("%1", title), column)
        self.value.setEditable(True)
        self.remove = IconButton(theme, "close", self.tr("Remove this test"))
        self.remove.setObjectName(f"{name}:remove")
        self.column.setAccessibleName(self.tr("%1: column").replace("%1", words))
        self.comparison.setAccessibleName(self.tr("%1: comparison").replace("%1", words))
        self.against.setAccessibleName(self.tr("%1: compared with").replace("%1", words))
        self.value.setAccessibleName(self.tr("%1: value").replace("%1", words))
        self.remove.clicked.connect(self.removed)
        self.column.currentIndexChanged.connect(self._column_changed)
        self.comparison.currentIndexChanged.connect(self._show_parts)
        self.against.currentIndexChanged.connect(self._show_parts)
        parts = (self.column, self.comparison, self.against, (self.value, 100), self.remove, STRETCH)
        column_of(FoldingRow(*parts, spacing=STEP), within=self, margins=0)
        self._column_changed()

    def _column_changed(self) -> None:
        text = self.value.currentText()
        self.value.clear()
        for code, words in self._codes.get(str(self.column.currentData()), ()):
            self.value.addItem(words, code)
        self.value.setCurrentIndex(-1)
        self.value.setEditText(text)
        self._show_parts()

    def _show_parts(self) -> None:
        compared = self.comparison.currentData() not in ("missing", "stated")
        self.against.setVisible(compared)
        self.value.setVisible(compared and not self.against.currentData())

    def show_test(self, test: TestDraft) -> None:
        """Show a test."""
        self.column.setCurrentIndex(max(self.column.findData(test.column), 0))
        self.comparison.setCurrentIndex(self.comparison.findData(test.comparison))
        self.against.setCurrentIndex(max(self.against.findData(test.other), 0))
        place = self.value.findData(test.values)
        self.value.setCurrentIndex(place)
        self.value.setEditText(self.value.itemText(place) if place >= 0 else test.values)
        self._show_parts()

    def test(self) -> TestDraft:
        """The test as it is chosen and typed."""
        text = self.value.currentText()
        place = self.value.findText(text, Qt.MatchFlag.MatchExactly)
        values = str(self.value.itemData(place)) if place >= 0 else text.strip()
        comparison = self.comparison.currentData()
        return TestDraft(
            str(self.column.currentData() or ""), comparison, values, str(self.against.currentData() or "")
        )


class TestList(QWidget):
    """Tests that all have to hold, with a button for one more."""

    __test__ = False

    def __init__(self, theme: Theme, name: str, words: str, heading: str) -> None:
        super().__init__()
        self._theme, self._name, self._words = theme, name, words
        self._columns: Items = ()
        self._codes: Mapping[str, Items] = {}
        self.lines: list[TestLine] = []
        self._box = QVBoxLayout()
        self.more = QPushButton(self.tr("And ..."), objectName=f"{name}:more", clicked=lambda: self._add(TestDraft()))
        self.more.setAccessibleName(self.tr("%1: one more test").replace("%1", words))
        self._box.setSpacing(STEP)
        column_of(
            row_of(label(heading, "secondary"), self.more, STRETCH, spacing=STEP), self._box,
            within=self, margins=0, spacing=4,
        )  # fmt: skip

    def offer(self, columns: Items, codes: Mapping[str, Items]) -> None:
        """Offer the columns that a test may name, and the codes of those that have a list."""
        self._columns, self._codes = columns, codes

    def show_tests(self, tests: Sequence[TestDraft]) -> None:
        """Show other tests."""
        for line in self.lines:
            self._box.removeWidget(line)
            line.deleteLater()
        self.lines = []
        for test in tests or (TestDraft(),):
            self._add(test)

    def _add(self, test: TestDraft) -> None:
        name = f"{self._name}:{len(self.lines)}"
        line = TestLine(self._theme, name, self._columns, self._codes, self._words)
        line.show_test(test)
        line.removed.connect(lambda: self._remove(line))
        self._box.addWidget(line)
        last: QWidget = self.lines[-1].remove if self.lines else self.more
        for field in (line.column, line.comparison, line.against, line.value, line.remove):
            QWidget.setTabOrder(last, field)
            last = field
        self.lines.append(line)
        self._show_buttons()

    def _remove(self, line: TestLine) -> None:
        tests = [kept.test() for kept in self.lines if kept is not line]
        self.show_tests(tests)
        self.lines[-1].column.setFocus()

    def _show_buttons(self) -> None:
        self.more.setEnabled(len(self.lines) < MOST_TESTS)
        for line in self.lines:
            line.remove.setVisible(len(self.lines) > 1)

    def tests(self) -> tuple[TestDraft, ...]:
        """The tests as they are chosen and typed."""
        return tuple(line.test() for line in self.lines)


class RuleForm(QWidget):
    """`entered(RecordRule)` for a rule that can be kept; `given_up()`."""

    entered = Signal(object)
    given_up = Signal()

    def __init__(self, theme: Theme, language: Callable[[], Language]) -> None:
        super().__init__()
        self._language = language
        self._entries: dict[str, VariableEntry] = {}
        self.kind, self.severity, self.total, self.group = (PlainCombo() for _ in range(4))
        for field, name, words in (
            (self.kind, "kind", self.tr("Kind of rule")), (self.severity, "severity", self.tr("If it is broken")),
            (self.total, "total", self.tr("Sum")), (self.group, "group", self.tr("Counted by")),
        ):  # fmt: skip
            field.setObjectName(f"rule:{name}")
            field.setAccessibleName(words)
            field.setMinimumContentsLength(22)
        for kind in KINDS:
            self.kind.addItem(say(f"rule_kind_{kind}", language()), kind)
        for severity in ("report", "refuse"):
            self.severity.addItem(say(f"rule_severity_{severity}", language()), severity)
        self.columns = TickList("rule:columns", self.tr("Columns"), 5)
        self.columns_word = label("", "secondary")
        self.codes = QLineEdit(objectName="rule:codes", accessibleName=self.tr("Allowed codes"))
        self.codes.setPlaceholderText(self.tr("for example 1; 2; 3"))
        self.code_list = TickList("rule:code-list", self.tr("Codes of the variable"), 4)
        self.low = QLineEdit(objectName="rule:low", accessibleName=self.tr("Smallest value"))
        self.high = QLineEdit(objectName="rule:high", accessibleName=self.tr("Largest value"))
        self.tolerance = QLineEdit(objectName="rule:tolerance", accessibleName=self.tr("Difference that is allowed"))
        self.tolerance.setPlaceholderText("0")
        self.when = TestList(theme, "rule:when", self.tr("If"), self.tr("If all of this holds:"))
        self.then = TestList(theme, "rule:then", self.tr("then"), self.tr("then all of this has to hold:"))
        self.title = TextsField("rule:title")
        self.title.set_words(self.tr("Name of the rule"))
        self.message = MessageBar(theme, language)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.given_up)
        self.keep = QPushButton(self.tr("Take over"), objectName="keep-rule", clicked=self._keep)
        set_kind(self.keep, "primary")
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._show_parts)
        self.columns.ticks_changed.connect(self._offer_codes)
        self.code_list.ticks_changed.connect(self._codes_ticked)

    def _lay_out(self) -> None:
        def worded(words: str, field: QWidget) -> QWidget:
            word = label(words, "secondary")
            word.setBuddy(field)
            return together(word, field, spacing=STEP)

        self._group = worded(self.tr("Counted by"), self.group)
        self._total = worded(self.tr("Sum"), self.total)
        self._bounds = together(
            label(self.tr("from"), "secondary"), self.low, label(self.tr("to"), "secondary"), self.high
        )
        self.times = label(self.tr("times as many as in the former period"), "secondary")
        self._tolerance = worded(self.tr("Difference that is allowed"), self.tolerance)
        self._codes = QWidget()
        column_of(
            worded(self.tr("Allowed codes"), self.codes), self.code_list, within=self._codes, margins=0, spacing=4
        )
        beside = QWidget()
        column_of(
            self._group, self._total, row_of(self._bounds, self.times, STRETCH, spacing=STEP), self._tolerance,
            self._codes, STRETCH, within=beside, margins=0, spacing=STEP,
        )  # fmt: skip
        self._chosen = QWidget()
        column_of(self.columns_word, self.columns, STRETCH, within=self._chosen, margins=0, spacing=4)
        self._of_columns = QWidget()
        column_of(FoldingRow(self._chosen, (beside, 1), spacing=STEP), within=self._of_columns, margins=0)
        self._tests = QWidget()
        column_of(self.when, self.then, within=self._tests, margins=0, spacing=STEP)
        kind = worded(self.tr("Kind of rule"), self.kind)
        severity = worded(self.tr("If it is broken, it"), self.severity)
        column_of(
            FoldingRow(kind, severity, STRETCH, spacing=STEP),
            self._of_columns,
            self._tests,
            worded(self.tr("Name of the rule"), self.title),
            self.message,
            row_of(STRETCH, self.cancel, self.keep, spacing=STEP),
            STRETCH,
            within=self,
            margins=0,
            spacing=STEP,
        )

    # --- showing -------------------------------------------------------------------------------------------------

    def show_draft(self, draft: RuleDraft, dictionary: Sequence[VariableEntry]) -> None:
        """Show a rule as typed, for the columns of a dictionary."""
        language = self._language()
        self._entries = {entry.name: entry for entry in dictionary}
        columns = shown_columns(dictionary, language)
        codes = {name: self._codes_of(entry) for name, entry in self._entries.items() if entry.categories}
        self.message.clear()
        self.columns.show_items(columns, draft.columns)
        for combo, first in ((self.total, ()), (self.group, (("", self.tr("all records")),))):
            combo.clear()
            for name, words in (*first, *columns):
                combo.addItem(words, name)
        self.total.choose(draft.total)
        self.group.choose(draft.columns[0] if draft.kind == "former" and draft.columns else "")
        for field, text in (
            (self.low, draft.low), (self.high, draft.high), (self.codes, draft.codes),
            (self.tolerance, draft.tolerance),
        ):  # fmt: skip
            field.setText(text)
        for tests, shown in ((self.when, draft.when), (self.then, draft.then)):
            tests.offer(columns, codes)
            tests.show_tests(shown)
        self.severity.choose(draft.severity)
        self.title.set_texts(draft.title)
        self.kind.choose(draft.kind)
        self._show_parts()

    def _codes_of(self, entry: VariableEntry) -> Items:
        language = self._language()
        named = []
        for category in entry.categories[:MOST_CODES]:
            words = category.label.text(language)
            if category.code != MISSING:
                named.append((category.code, category.code if words == category.code else f"{category.code}  {words}"))
        return named

    def _show_parts(self) -> None:
        kind = self.kind.currentData()
        self._of_columns.setVisible(kind != "condition")
        self._chosen.setVisible(kind != "former")
        self._group.setVisible(kind == "former")
        self._total.setVisible(kind == "sum")
        self._bounds.setVisible(kind in ("range", "former"))
        self.times.setVisible(kind == "former")
        self._tolerance.setVisible(kind == "sum")
        self._codes.setVisible(kind == "set")
        self._tests.setVisible(kind == "condition")
        words = {
            "sum": self.tr("Parts that add up to it"), "unique": self.tr("Columns that are unique together"),
        }  # fmt: skip
        self.columns_word.setText(words.get(kind, self.tr("Columns that the rule holds for")))
        bound = self.tr("for example 0.9") if kind == "former" else self.tr("number or day")
        self.low.setPlaceholderText(bound)
        self.high.setPlaceholderText(self.tr("for example 1.1") if kind == "former" else self.tr("number or day"))
        self._offer_codes()

    def _offer_codes(self) -> None:
        """Offer the code list of the first column that is ticked, where it has one."""
        entry = next((self._entries[name] for name in self.columns.ticked if name in self._entries), None)
        codes = () if entry is None else self._codes_of(entry)
        self.code_list.setVisible(bool(codes))
        self.code_list.show_items(codes, codes_of(self.codes.text()))

    def _codes_ticked(self) -> None:
        self.codes.setText("; ".join(self.code_list.ticked))

    # --- entering ------------------------------------------------------------------------------------------------

    def draft(self) -> RuleDraft:
        """The rule as it is chosen and typed."""
        kind = self.kind.currentData()
        grouped = tuple(filter(None, (str(self.group.currentData() or ""),)))
        return RuleDraft(
            kind,
            grouped if kind == "former" else self.columns.ticked,
            str(self.total.currentData() or ""),
            self.low.text(),
            self.high.text(),
            self.codes.text(),
            self.when.tests(),
            self.then.tests(),
            self.tolerance.text(),
            self.severity.currentData(),
            self.title.texts(),
        )

    def _keep(self) -> None:
        try:
            rule = rule_of(self.draft(), QLocale().decimalPoint(), number_columns(self._entries.values()))
        except CkmError as error:
            self.message.show_message(error)
            return
        self.entered.emit(rule)
