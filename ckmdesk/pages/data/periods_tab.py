"""The reporting periods of the open statistic: their records, day, state of areas, keys, method, breaks."""

from __future__ import annotations

import re
from datetime import date
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ckmcore.base.files import name_of
from ckmcore.base.numbers import Language, date_text, integer_text
from ckmcore.dictionary.moving import Answer, answered, moving
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.model import Statistic, Units
from ckmcore.statistic.period import Period
from ckmcore.statistic.periods import breaks_before
from ckmcore.statistic.relation import reading_of
from ckmcore.statistic.series import footnotes_between
from ckmdesk.base.clock import as_day
from ckmdesk.base.frame import Message, Remedy
from ckmdesk.commands import periods as commands
from ckmdesk.commands.desk import Changes
from ckmdesk.commands.dictionary import put_entry
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.replace_panel import ReplacePanel
from ckmdesk.widgets.basic import Card, Line, label
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, together
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow
from ckmdesk.widgets.small_pictures import SmallLine
from ckmdesk.widgets.view_state import settled

SOURCE, RECORDS, BREAK = 3, 4, 7


def next_label(text: str) -> str:
    """Return a label with its years one later: `2024` -> `2025`, `WS 2024/25` -> `WS 2025/26`."""
    label_text = re.sub(r"(?<!\d)(19|20)\d\d(?!\d)", lambda match: str(int(match[0]) + 1), text)
    return re.sub(r"(?<=\d/)\d\d(?!\d)", lambda match: f"{(int(match[0]) + 1) % 100:02d}", label_text)


def next_day(text: str) -> str:
    """Return the same day a year later; the last of February stays the last."""
    if not as_day(text):
        return ""
    day = date.fromisoformat(text)
    try:
        return day.replace(year=day.year + 1).isoformat()
    except ValueError:
        return day.replace(year=day.year + 1, day=28).isoformat()


class PeriodsTab(QWidget):
    """Tab of reporting periods; emits `file_asked()` for the records of a new period."""

    file_asked = Signal()
    kept = ("_removing",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self._proposed = ("", "", "")
        self._removing = 0
        self.replace_panel = ReplacePanel(context)
        self.replace_panel.replaced.connect(context.services.replace_data)
        column = column_of(
            (self._make_list(), 1), self.replace_panel, within=self, margins=(0, STEP, 0, 0), spacing=STEP
        )
        new_widget = self._make_new()
        column.addWidget(new_widget)
        self.replace_panel.opened.connect(new_widget.setHidden)  # one thing at a time
        self.replace_panel.replaced.connect(lambda _: self.table.setFocus())  # what had the keyboard is gone
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Period"),
                self.tr("Reference day"),
                self.tr("Boundaries as of"),
                self.tr("Source"),
                self.tr("Records"),
                self.tr("Record keys"),
                self.tr("Method in force"),
                self.tr("Break before"),
            ]
        )
        for column in range(self.table.columnCount()):  # heads are cut short where text is large
            if (head := self.table.horizontalHeaderItem(column)) is not None:
                head.setToolTip(head.text())
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if (head := self.table.horizontalHeaderItem(RECORDS)) is not None:
            head.setTextAlignment(right)
        self.table.setAccessibleName(self.tr("Reporting periods"))
        words = (self.tr("Period"), self.tr("Reference day"), self.tr("Boundaries as of"))
        for word, text in zip(self._words, (*words, self.tr("Break before")), strict=True):
            word.setText(text)
        for fields in ((self.label, self.day, self.areas), (self.new_label, self.new_day, self.new_areas)):
            for field, text in zip(fields, words, strict=True):
                field.setAccessibleName(text)
        for word, text in zip(self._new_words, words, strict=True):
            word.setText(text)
        self.variable.setAccessibleName(self.tr("Variable that cannot be compared"))
        for day in (self.day, self.new_day):
            day.setPlaceholderText(self.tr("YYYY-MM-DD"))
        self.units.setAccessibleName(self.units_word.text())
        self.units.setToolTip(
            self.tr(
                "It decides on sums and averages over periods: those of recurring units show nothing new of a stock. "
                "New settings for sums of magnitudes follow it. Stock: the key stays in all periods. Flow: another "
                "key in each."
            )
        )
        answers = {
            "": self.tr("not declared: no sums and averages over periods"),
            "recur": self.tr("yes (stock)"),
            "once": self.tr("no, none stands in two periods (flow)"),
        }
        for index in range(self.units.count()):
            self.units.setItemText(index, answers[self.units.itemData(index)])

    def _make_list(self) -> QWidget:
        card = Card()
        self.heading = label(self.tr("Reporting periods"), "heading")
        self.line = SmallLine(self.context.theme)
        self.load = QPushButton(
            self.tr("Show this period"),
            toolTip=self.tr("Load the records of the chosen period (or double-click its row)"),
            clicked=lambda: self.context.services.choose_period(self.place),
        )
        self.replace = QPushButton(
            self.tr("Replace data ..."),
            toolTip=self.tr("Corrected records: units that stay keep their record key"),
            clicked=self._ask_for_other_data,
        )
        self.remove = QPushButton(self.tr("Remove"), clicked=self._ask_to_remove)
        card.body.addLayout(
            FoldingRow(self.heading, self.line, STRETCH, self.load, self.replace, self.remove, spacing=STEP)
        )
        self.message = MessageBar(self.context.theme, lambda: self.context.language)
        self.message.remedy_of = self._remedy_of
        card.body.addWidget(self.message)
        self.table = QTableWidget(0, 8)
        set_kind(self.table, "list")
        as_list(self.table, rows=True, single=True, read_only=True)
        self.table.horizontalHeader().setHighlightSections(False)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for long in (SOURCE, BREAK):
            header.setSectionResizeMode(long, QHeaderView.ResizeMode.Stretch)
        self.table.setMinimumHeight(px(4 * ROW_HEIGHT))
        self.table.currentCellChanged.connect(lambda *_: self._show_chosen())
        self.table.cellDoubleClicked.connect(lambda row, _: self.context.services.choose_period(row))
        card.body.addWidget(self.table, 1)
        self.units_word = label(self.tr("Do the same units come again in other periods?"), "secondary")
        self.units = PlainCombo()
        self.units.setObjectName("period:units")
        self.units.setSizeAdjustPolicy(PlainCombo.SizeAdjustPolicy.AdjustToContents)
        for value in get_args(Units):
            self.units.addItem(value, value)
        self.units.activated.connect(self._declare)
        self.units_word.setBuddy(self.units)
        settled(self.units)
        fill(card.body, FoldingRow(self.units_word, self.units, STRETCH, spacing=STEP), Line())
        self.label, self.day, self.areas = QLineEdit(), QLineEdit(), QLineEdit()
        for name, field in (("label", self.label), ("day", self.day), ("areas", self.areas)):
            field.setObjectName(f"period:{name}")
        self._words = [label("", "secondary") for _ in range(4)]
        pairs = []
        for field_index, field in enumerate((self.label, self.day, self.areas)):
            self._words[field_index].setBuddy(field)
            pairs.append((together(self._words[field_index], (field, 1), spacing=STEP), 1))
        self.label.editingFinished.connect(self._label_done)
        self.day.editingFinished.connect(self._day_done)
        self.areas.editingFinished.connect(self._areas_done)
        self.variable = PlainCombo()
        self.variable.setMinimumContentsLength(18)
        self.note = QLineEdit(
            accessibleName=self.tr("Words of the footnote"),
            placeholderText=self.tr("footnote in your own words (optional)"),
        )
        self.mark = QPushButton(
            self.tr("Mark break"),
            toolTip=self.tr("Tables across periods show | at this period, and a footnote"),
            clicked=lambda: self._mark(on=True),
        )
        self.unmark = QPushButton(self.tr("No break"), clicked=lambda: self._mark(on=False))
        self._words[3].setBuddy(self.variable)
        chosen_together = together(self._words[3], (self.variable, 1), spacing=STEP)
        self.breaks = label("", "secondary", wrap=True)
        folding_row = FoldingRow(*pairs, spacing=STEP)
        marked = FoldingRow((chosen_together, 1), (self.note, 1), self.mark, self.unmark, spacing=STEP)
        fill(card.body, folding_row, marked, self.breaks)
        return card

    def _make_new(self) -> QWidget:
        card = Card()
        self.new_heading = label(self.tr("Add a period"), "heading")
        card.body.addWidget(self.new_heading)
        self.new_label, self.new_day, self.new_areas = QLineEdit(), QLineEdit(), QLineEdit()
        for name, field in (("label", self.new_label), ("day", self.new_day), ("areas", self.new_areas)):
            field.setObjectName(f"new-period:{name}")
        self._new_words = [label("", "secondary") for _ in range(3)]
        for word, field in zip(self._new_words, (self.new_label, self.new_day, self.new_areas), strict=True):
            word.setBuddy(field)
        self.add = QPushButton(self.tr("Choose file ..."), objectName="add-period", clicked=self.add_period)
        pairs = zip(self._new_words, (self.new_label, self.new_day, self.new_areas), strict=True)
        fields = [(together(word, (field, 1), spacing=STEP), 1) for word, field in pairs]
        card.body.addLayout(FoldingRow(*fields, self.add, spacing=STEP))
        return card

    def _declare(self, index: int) -> None:
        self.context.desk.run(commands.declare_units(self.units.itemData(index)))

    # --- showing -------------------------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        """Return the index of the selected period."""
        return max(self.table.currentRow(), 0)

    def refresh(self, changes: Changes) -> None:
        """Show the periods."""
        statistic, language = self.context.desk.state.statistic, self.context.language
        self.replace_panel.refresh()
        if statistic is None:
            return
        self.units.choose(statistic.units)
        other = self.table.rowCount() != len(statistic.periods)
        chosen_current = statistic.current if other or self.table.currentRow() < 0 else self.place
        self.table.blockSignals(True)
        self.table.setRowCount(len(statistic.periods))
        for row, period in enumerate(statistic.periods):
            for column, text in enumerate(self._texts(statistic, row, period, language)):
                item = self.table.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    if column == RECORDS:
                        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                    self.table.setItem(row, column, item)
                item.setText(text)
                item.setToolTip(text)
                font = item.font()
                font.setBold(row == statistic.current)
                item.setFont(font)
        self.table.setCurrentCell(min(chosen_current, len(statistic.periods) - 1), 0)
        self.table.blockSignals(False)
        before = self.variable.currentData()
        self.variable.clear()
        self.variable.addItem(self.tr("the whole period"), "")
        for entry in statistic.dictionary:
            if entry.role == "dimension":
                self.variable.addItem(entry.title.text(language) or entry.name, entry.name)
        self.variable.choose(before or "")
        self._show_line(statistic, language)
        last_period = statistic.periods[-1]
        day = date_text(next_day(last_period.date), language)
        proposed = (next_label(last_period.label.text(language)), day, last_period.areas.text(language))
        if proposed != self._proposed:
            self._proposed = proposed
            for field, text in zip((self.new_label, self.new_day, self.new_areas), proposed, strict=True):
                field.setText(text)
        self._show_chosen()

    def _show_line(self, statistic: Statistic, language: Language) -> None:
        """Show the records per period as a line."""
        rows = [None if period.source is None else period.source.rows or None for period in statistic.periods]
        parts = [
            f"{period.label.text(language)} {integer_text(number, language)}"
            for period, number in zip(statistic.periods, rows, strict=True)
            if number is not None
        ]
        words = self.tr("Records per period: %1")
        self.line.show_numbers(rows, words.replace("%1", "; ".join(parts)))

    def _texts(self, statistic: Statistic, row: int, period: Period, language: Language) -> tuple[str, ...]:
        source = period.source
        where, rows = self.tr("no records yet"), ""
        if source is not None:
            kinds = {"sample": self.tr("sample"), "frame": self.tr("data frame")}
            where = kinds.get(source.kind) or name_of(source.path_absolute)
            if source.kind == "database":
                reading = reading_of(source)
                where = f"{reading.relation} ({reading.address})"
            rows = integer_text(source.rows, language) if source.rows else ""
        if source is not None and source.more:
            where += f" +{len(source.more)}"
        method = self.tr("no method")
        if period.in_force is not None:
            counts = period.in_force.method.family == "cell_key"
            method = self.tr("cell-key method") if counts else self.tr("rounding")
        return (
            period.label.text(language) or self.tr("unnamed"),
            date_text(period.date, language),
            period.areas.text(language),
            where,
            rows,
            self._keys(period),
            method,
            self._break_words(statistic, row, language),
        )

    def _keys(self, period: Period) -> str:
        if period.keys is None:
            return self.tr("none")
        return {
            "column": self.tr("column of the data"),
            "generated": self.tr("generated"),
            "derived": self.tr("derived"),
            "file": self.tr("from a file"),
            "prepared": self.tr("in the prepared data"),
            "database": self.tr("in the database"),
        }[period.keys.origin]

    def _break_words(self, statistic: Statistic, row: int, language: Language) -> str:
        if row == 0:
            return ""
        titles = {entry.name: entry.title.text(language) for entry in statistic.dictionary}
        breaks = breaks_before(statistic, row - 1, row)
        names = [
            titles.get(each_break.variable, each_break.variable) if each_break.variable else self.tr("method")
            for each_break in breaks
        ]
        if any(not each_break.variable and each_break.note.text(language) for each_break in breaks):
            names = [name if name != self.tr("method") else self.tr("whole period") for name in names]
        return f"| {', '.join(names)}" if names else ""

    def _show_chosen(self) -> None:
        statistic, language = self.context.desk.state.statistic, self.context.language
        if statistic is None or self.place >= len(statistic.periods):
            return
        period = statistic.periods[self.place]
        day = date_text(period.date, language)
        texts = (period.label.text(language), day, period.areas.text(language))
        for field, text in zip((self.label, self.day, self.areas), texts, strict=True):
            if field.text() != text:
                field.setText(text)
        mark_faulty(self.day, "")
        current = self.place == statistic.current
        self.load.setEnabled(not current)
        is_database = period.source is not None and period.source.kind == "database"
        loaded = period.source is not None and self.context.desk.session.data is not None
        self.replace.setEnabled(current and (is_database or loaded))
        self.replace.setText(self.tr("Take over the data of now") if is_database else self.tr("Replace data ..."))
        self.remove.setEnabled(len(statistic.periods) > 1)
        for widget in (self.variable, self.note, self.mark, self.unmark):
            widget.setEnabled(self.place > 0)
        notes = footnotes_between(statistic, self.place - 1, self.place) if self.place else ()
        words = [note.text(language) for note in notes]
        self.breaks.setText("\n".join(words))
        self.breaks.setVisible(bool(words))

    # --- changing ------------------------------------------------------------------------------------------------

    def _label_done(self) -> None:
        statistic, language = self.context.desk.state.statistic, self.context.language
        if statistic is not None and self.label.text().strip() != statistic.periods[self.place].label.text(language):
            self.context.desk.run(commands.name_period(statistic, self.place, self.label.text(), language))

    def _areas_done(self) -> None:
        statistic, language = self.context.desk.state.statistic, self.context.language
        if statistic is not None and self.areas.text().strip() != statistic.periods[self.place].areas.text(language):
            self.context.desk.run(commands.place_period(statistic, self.place, self.areas.text(), language))

    def _day_done(self) -> None:
        statistic, text = self.context.desk.state.statistic, self.day.text().strip()
        if statistic is None:
            return
        day = as_day(text)
        if day is None:
            self.message.show_message(sentence("desk_no_day", value=text))
            mark_faulty(self.day, self.message.text)
            return
        mark_faulty(self.day, "")
        self.message.clear()
        if day != statistic.periods[self.place].date:
            self.context.desk.run(commands.date_period(self.place, day))
        else:
            self.day.setText(date_text(day, self.context.language))

    def _mark(self, *, on: bool) -> None:
        statistic = self.context.desk.state.statistic
        if statistic is not None and self.place > 0:
            name = str(self.variable.currentData() or "")
            self.context.desk.run(commands.mark_break(statistic, self.place, name, on=on, note=self.note.text()))
            self.note.clear()

    def _ask_for_other_data(self) -> None:
        statistic = self.context.desk.state.statistic
        source = None if statistic is None else statistic.period.source
        if source is not None and source.kind == "database":
            self.context.services.records.take_again()
            return
        path = self.context.services.choose_data_file()
        if path is not None:
            self.replace_panel.open_file(path)

    def _ask_to_remove(self) -> None:
        statistic = self.context.desk.state.statistic
        if statistic is None:
            return
        period_index = self.place
        name = statistic.periods[period_index].label
        self._removing = period_index
        message = sentence("desk_remove_period", period=name)
        self.message.show_message(message, "warning", self._remedy_of(message))

    def _remedy_of(self, message: Message) -> Remedy | None:
        if isinstance(message, Sentence) and message.code == "desk_derivation_moves":
            name = str(message.fields["name"])
            keep = Remedy(self.tr("Keep the years"), lambda: self._decide(name, "codes"))
            return Remedy(self.tr("Compute the age"), lambda: self._decide(name, "age"), keep)
        asked = isinstance(message, Sentence) and message.code == "desk_remove_period"
        return Remedy(self.tr("Remove period"), lambda: self._remove(self._removing)) if asked else None

    def _remove(self, index: int) -> None:
        self.message.clear()
        self.context.services.remove_period(index)

    def _decide(self, name: str, answer: Answer) -> None:
        """What becomes of fixed classes of years; then the period is added, or the next variable asked about."""
        statistic = self.context.desk.state.statistic
        if statistic is None:
            return
        entry = next(entry for entry in statistic.dictionary if entry.name == name)
        try:
            made = answered(entry, answer, statistic.period.date)
        except CkmError as error:
            keep = Remedy(self.tr("Keep the years"), lambda: self._decide(name, "codes"))
            self.message.show_message(error, "error", keep)
            return
        self.context.desk.run(put_entry(made, entry.title.text(self.context.language)))
        self.add_period()

    def add_period(self) -> None:
        """Add a period and ask for its file."""
        day = as_day(self.new_day.text())
        if day is None:
            self.message.show_message(sentence("desk_no_day", value=self.new_day.text().strip()))
            mark_faulty(self.new_day, self.message.text)
            self.new_day.setFocus()
            return
        mark_faulty(self.new_day, "")
        self.message.clear()
        words, areas = self.new_label.text().strip(), self.new_areas.text().strip()
        before = self.context.desk.state.statistic
        undecided = () if before is None else moving(before.dictionary)
        if undecided:
            asked = sentence("desk_derivation_moves", variable=undecided[0].title, name=undecided[0].name)
            self.message.show_message(asked, "warning", self._remedy_of(asked))
            return
        self.context.services.add_period(words, day, areas)
        after = self.context.desk.state.statistic
        if before is not None and after is not None and len(after.periods) > len(before.periods):
            self.file_asked.emit()
