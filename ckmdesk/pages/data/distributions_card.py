"""Card of a delivery beside the former period: unlikely changes, and the distribution of each variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QPushButton, QTableView, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.base.texts import Texts
from ckmcore.statistic.compare_periods import ComparedVariable, PeriodComparison, figure
from ckmdesk.base.announcer import announce
from ckmdesk.base.translation import counted
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.models.list_model import DECORATION, ListModel
from ckmdesk.widgets.basic import Card, IconLabel, Line, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.list_view import as_list

MOST_LINES = 60
"""Categories of a variable that are listed, those with unlikely changes and the most records first."""
ROWS_SHOWN = 9


@dataclass(frozen=True)
class ComparedLine:
    """A line of the comparison: a variable, or one of its categories."""

    variable: str
    what: str
    former: str
    now: str
    unlikely: bool = False


def lines_of(comparison: PeriodComparison, language: Language) -> Iterator[ComparedLine]:
    """Return the lines of a comparison: records, then each variable with its categories or its mean."""
    translate = QCoreApplication.translate
    former, now = (integer_text(number, language) for number in comparison.records)
    yield ComparedLine("", translate("DistributionsCard", "Records"), former, now, bool(comparison.of_records))
    for variable in comparison.variables:
        title = variable.title.text(language) or variable.name
        kinds = {change.kind for change in variable.unlikely}
        if variable.means != (None, None):
            mean = (figure(number).text(language) for number in variable.means)
            yield ComparedLine(title, translate("DistributionsCard", "Mean"), *mean, "mean" in kinds)
        yield from _lines_of_codes(variable, title, language)
        missing = (integer_text(number, language) for number in variable.missing)
        words = translate("DistributionsCard", "not stated (records)")
        yield ComparedLine(title, words, *missing, bool(kinds & {"missing", "absent"}))


def _lines_of_codes(variable: ComparedVariable, title: str, language: Language) -> Iterator[ComparedLine]:
    named = {change.fields.get(name) for change in variable.unlikely for name in ("category", "other")}
    stated = [code for code in variable.codes if code.code]
    stated.sort(key=lambda code: (code.code not in named, -code.former - code.now))
    listed = set(stated[:MOST_LINES])
    for code in variable.codes:
        if code in listed:
            shares = (share.text(language) for share in variable.shares(code))
            words = code.label.text(language)
            words = code.code if words in ("", code.code) else f"{code.code}  {words}"
            yield ComparedLine(title, words, *shares, code.code in named)


class ComparisonModel(ListModel[ComparedLine]):
    """Model of a comparison, one line per category: variable, category, share before, share now."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__((2, 3), parent)
        self._theme, self.former = theme, ""

    @property
    def heads(self) -> tuple[str, ...]:  # type: ignore[override]
        translate = QCoreApplication.translate
        return (
            translate("DistributionsCard", "Variable"),
            translate("DistributionsCard", "Category"),
            self.former,
            translate("DistributionsCard", "Delivery"),
        )

    def text(self, row: ComparedLine, column: int) -> str:
        return (row.variable, row.what, row.former, row.now)[column]

    def other(self, row: ComparedLine, column: int, role: int) -> Any:
        if not row.unlikely or column != 1:
            return None
        if role == DECORATION:
            return self._theme.icon("warning", "warning")
        if role == int(Qt.ItemDataRole.AccessibleTextRole):
            return QCoreApplication.translate("DistributionsCard", "unlikely: %1").replace("%1", row.what)
        return None


class DistributionsCard(Card):
    """Card shown where a former period has records; emits `asked()` when the user wants the comparison."""

    asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=1)
        self._theme = theme
        self._language: Language = "en"
        self.compared: tuple[object, PeriodComparison] | None = None
        self.body.setSpacing(0)
        self.heading = label("", "heading")
        self.facts = label("", "secondary")
        self.button = QPushButton(self.tr("Compare"), clicked=self._ask)
        self.button.setAutoDefault(True)
        head = row_of(
            self.heading, self.facts, STRETCH, self.button, margins=(MARGIN, STEP, MARGIN, STEP), spacing=MARGIN
        )
        self._changes = QWidget()
        self._column = column_of(within=self._changes, margins=(MARGIN, STEP, MARGIN, STEP), spacing=4)
        self.model = ComparisonModel(theme, self)
        self.table = QTableView()
        self.table.setModel(self.model)
        set_kind(self.table, "list")
        as_list(self.table, rows=True, single=True, read_only=True, plain=True)
        self.table.setMinimumHeight(px(28 * ROWS_SHOWN))
        self.table.setAccessibleName(self.tr("Distributions beside the former period"))
        self._line = Line()
        fill(self.body, head, self._line, self._changes, (self.table, 1))
        self.hide()
        self.show_comparison(None)

    def _ask(self) -> None:
        self.asked.emit()

    def show_period(self, former: Texts | None, language: Language) -> None:
        """Name the former period; None hides the card."""
        self.setVisible(former is not None)
        self._language = language
        if former is None:
            return
        name = former.text(language) or self.tr("the former period")
        self.heading.setText(self.tr("Beside %1").replace("%1", name))
        if self.model.former != name:
            self.model.former = name
            self.show_comparison(self.compared)

    def show_comparison(self, compared: tuple[object, PeriodComparison] | None) -> None:
        """Show a comparison together with what it depends on; None leaves the offer to make it."""
        self.compared = compared
        comparison, language = None if compared is None else compared[1], self._language
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for part in (self._line, self.table):
            part.setVisible(comparison is not None)
        changes = () if comparison is None else comparison.unlikely
        self._changes.setVisible(bool(changes))
        for change in changes:
            made = QWidget()
            text = WrapLabel(change.sentence.text(language))
            row_of(IconLabel(self._theme, "warning", "warning"), (text, 1), within=made, margins=0)
            self._column.addWidget(made)
        self.model.show_rows(() if comparison is None else tuple(lines_of(comparison, language)))
        self.facts.setText(self.tr("Shares, means and numbers of records; unlikely changes are marked"))
        if comparison is not None:
            words = counted(self.tr("1 unlikely change"), self.tr("%1 unlikely changes"), len(changes), language)
            self.facts.setText(words)
            announce(words, about="comparison")
            head = self.table.horizontalHeader()
            for column in range(4):
                head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def show_running(self) -> None:
        """Tell that records are being read."""
        self.facts.setText(self.tr("Looking through the records ..."))
