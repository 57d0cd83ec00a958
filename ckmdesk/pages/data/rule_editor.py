"""How a derived dimension is made: first digits, classes by cut points, groups of codes, ages, parts of dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.dictionary.derive import ClassBounds, group_of, parsed_bounds
from ckmcore.errors import CkmError
from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.microdata.variable import CodeGroup, Derivation
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, Theme, set_kind
from ckmdesk.models.figures_model import FiguresModel
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.typed_numbers import NumberTwoWays, exact_of
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow
from ckmdesk.widgets.view_state import settled


def written_bounds(text: str, own: str) -> tuple[str, ...]:
    """Parse typed bounds, `18 30; 65,5`, into decimals with a point; `own` is the decimal mark of the language.

    Text that is no number is returned unchanged. Raises NumberTwoWays.
    """
    text_parts = [text_part for text_part in re.split(r"[;\s]+", text) if text_part]
    numbers = [exact_of(text_part, own) for text_part in text_parts]
    return tuple(
        text_part if number is None else f"{number:f}" for text_part, number in zip(text_parts, numbers, strict=True)
    )


class RuleEditor(QWidget):
    """Editor of a derivation rule; emits `changed(Derivation)`, and `read_asked()` for a file of recodes."""

    changed = Signal(object)
    read_asked = Signal()

    def __init__(self, theme: Theme, language: Callable[[], Language], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rule: Derivation | None = None
        self._source: Dimension | None = None
        self._heads = ("", "", "")
        self.origin = label("", "secondary")
        self.digits = CountBox()
        self.digits.setRange(1, 60)
        self.digits.editingFinished.connect(self._digits_done)
        self.bounds = QLineEdit(
            accessibleName=self.tr("Cut points"),
            placeholderText=self.tr("for example 18 30 65"),
            toolTip=self.tr("Each class begins at a cut point and ends below the next one"),
            editingFinished=self._bounds_done,
        )
        self.part, self.until = PlainCombo(), PlainCombo()
        self.part.setObjectName("derived:part")
        self.until.setObjectName("derived:until")
        self.until.setMinimumContentsLength(26)
        self.part.setAccessibleName(self.tr("Unit"))
        self.until.setAccessibleName(self.tr("Until"))
        self.until_word, self.bounds_word = label(self.tr("until"), "secondary"), label("", "secondary")
        self.part.activated.connect(self._part_done)
        self.until.activated.connect(self._part_done)
        settled(self.part, self.until)
        self._columns: tuple[tuple[str, str], ...] = ()
        self._months: tuple[tuple[str, str], ...] = ()
        self.others = PlainCombo()
        self.others.setMinimumContentsLength(20)
        self.others.activated.connect(self._others_done)
        settled(self.others)
        self.read = QPushButton(self.tr("Read recode (.grc) ..."))
        self.read.clicked.connect(self.read_asked)
        dated = (self.part, self.until_word, self.until, self.bounds_word)
        line = FoldingRow(self.origin, self.digits, *dated, (self.bounds, 1), self.others, self.read, spacing=STEP)
        self.message = MessageBar(theme, language)
        self.groups_box = QWidget()
        column_of(line, self.message, self.groups_box, within=self, margins=0, spacing=STEP)
        self._make_groups()
        self.digits.setAccessibleName(self.tr("Number of first digits"))
        self.table.setAccessibleName(self.tr("Codes and their groups"))
        self._heads = (self.tr("Code"), self.tr("Label"), self.tr("Group"))
        chosen = self.others.currentData()
        self.others.clear()
        self.others.addItem(self.tr("other codes stay"), "keep")
        self.others.addItem(self.tr("other codes: not stated"), "missing")
        self.others.setAccessibleName(self.tr("Codes in no group"))
        self.others.choose(chosen or "keep")

    def _make_groups(self) -> None:
        column = column_of(within=self.groups_box, margins=0, spacing=STEP)
        self.model = FiguresModel(words=3)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        as_list(self.table, read_only=True)
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.model.modelReset.connect(self._selected)
        self.table.setMinimumHeight(px(6 * ROW_HEIGHT))
        set_kind(self.table, "list")
        column.addWidget(self.table, 1)
        self.group_word = label(self.tr("Group"), "secondary")
        self.group = QLineEdit(
            accessibleName=self.tr("Code of the group"),
            placeholderText=self.tr("code of the group"),
            returnPressed=self._assign,
        )
        self.group_word.setBuddy(self.group)
        self.assign = QPushButton(self.tr("Put selected codes into the group"), clicked=self._assign)
        self.release = QPushButton(self.tr("Take out of their group"), clicked=self._release)
        column.addLayout(row_of(self.group_word, self.group, self.assign, self.release, STRETCH, spacing=STEP))

    def offer_columns(self, columns: Sequence[tuple[str, str]], months: Sequence[tuple[str, str]]) -> None:
        """Offer variables with their titles: those that may end a duration, and those that hold months, 1 to 12."""
        self._columns, self._months = tuple(columns), tuple(months)

    def show_rule(self, rule: Derivation, source: Dimension | None, title: str, language: Language) -> None:
        """Show a rule; `source` is the dimension it is made from (None: a magnitude, or no records)."""
        self._rule, self._source = rule, source
        self.message.clear()
        origin = {
            "same": self.tr("Same codes as %1, with a hierarchy of its own"),
            "prefix": self.tr("First digits of %1:"),
            "classes": self.tr("Classes of %1, cut at:"),
            "groups": self.tr("Groups of the codes of %1"),
            "age": self.tr("Age by %1 on the day of each period"),
            "date_part": self.tr("Of %1 the"),
            "duration": self.tr("From %1 in"),
            "grid": self.tr("Grid cells made of %1"),
        }[rule.kind]
        self.origin.setText(origin.replace("%1", title))
        self.digits.setVisible(rule.kind == "prefix")
        self.bounds.setVisible(rule.kind in ("classes", "age", "duration") or rule.part == "year")
        self._show_dated(rule)
        for widget in (self.others, self.read, self.groups_box):
            widget.setVisible(rule.kind == "groups")
        if rule.kind == "prefix":
            self.digits.setValue(max(rule.digits, 1))
        elif rule.kind != "groups":
            self.bounds.setText("  ".join(rule.bounds).replace(".", QLocale().decimalPoint()))
            mark_faulty(self.bounds, "")
        elif rule.kind == "groups":
            self.others.choose(rule.others)
            self._show_groups(rule, source, language)

    def _show_dated(self, rule: Derivation) -> None:
        """Show the fields of a rule on dates: the part, the end of a duration or the month of birth; classes may be
        left out."""
        dated = rule.kind in ("age", "date_part", "duration")
        self.part.setVisible(rule.kind in ("date_part", "duration"))
        self.until.setVisible(rule.kind in ("age", "duration"))
        self.until_word.setVisible(rule.kind in ("age", "duration"))
        by_month = rule.kind == "age"
        self.until_word.setText(self.tr("with the month of") if by_month else self.tr("until"))
        self.until.setAccessibleName(self.tr("Month of birth") if by_month else self.tr("Until"))
        self.bounds_word.setVisible(dated and not self.bounds.isHidden())
        self.bounds_word.setText(self.tr("classes from"))
        words = self.tr("none") if dated else self.tr("for example 18 30 65")
        self.bounds.setPlaceholderText(words)
        self.part.clear()
        names = {
            "year": self.tr("year"), "quarter": self.tr("quarter"), "month": self.tr("month"), "week": self.tr("week"),
        } if rule.kind == "date_part" else {
            "years": self.tr("years"), "months": self.tr("months"), "days": self.tr("days"),
        }  # fmt: skip
        for name, text in names.items():
            self.part.addItem(text, name)
        self.part.choose(rule.part or rule.unit or next(iter(names)))
        self.until.clear()
        self.until.addItem(self.tr("no other variable") if by_month else self.tr("the day of the period"), "")
        for name, text in self._months if by_month else self._columns:
            if name != rule.source:
                self.until.addItem(text, name)
        self.until.choose(rule.second)

    def _show_groups(self, rule: Derivation, source: Dimension | None, language: Language) -> None:
        codes = [] if source is None else [code for code in source.codes if code != MISSING]
        known_codes = set(codes)
        codes += [code for group in rule.groups for code in group.codes if code not in known_codes]
        try:
            group = group_of(rule)
        except CkmError as error:
            self.message.show_message(error)
            group = {}
        selected = self.selected_codes()
        labels = [code if source is None else source.label(code).text(language) for code in codes]
        rows = tuple((code, text, group.get(code, "")) for code, text in zip(codes, labels, strict=True))
        self.model.show_figures(PictureFigures(self._heads, rows))
        header = self.table.horizontalHeader()  # its columns are known only now
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(2, px(160))
        self.select_codes(selected)

    # --- entering ------------------------------------------------------------------------------------------------

    def _digits_done(self) -> None:
        if self._rule is not None and self._rule.kind == "prefix" and self.digits.value() != self._rule.digits:
            self.changed.emit(replace(self._rule, digits=self.digits.value()))

    def _part_done(self) -> None:
        rule = self._rule
        if rule is None:
            return
        name = self.part.currentData()
        second = str(self.until.currentData() or "")
        if rule.kind == "date_part":
            made = replace(rule, part=name, bounds=rule.bounds if name == "year" else ())
        elif rule.kind == "age":
            made = replace(rule, month=second)
        else:
            made = replace(rule, unit=name, until=second)
        if made != rule:
            self.changed.emit(made)

    def _bounds_done(self) -> None:
        if self._rule is None or self._rule.kind in ("same", "prefix", "groups"):
            return
        if self._rule.kind != "classes" and not self.bounds.text().strip():
            if self._rule.bounds:
                self.changed.emit(replace(self._rule, bounds=()))
            return
        try:
            bounds = written_bounds(self.bounds.text(), QLocale().decimalPoint())
        except NumberTwoWays as error:
            self._refuse(error)
            return
        if bounds == self._rule.bounds:
            mark_faulty(self.bounds, "")
            self.message.clear()
            return
        try:
            parsed_bounds(bounds)
        except ClassBounds as error:
            self._refuse(error)
            return
        self.changed.emit(replace(self._rule, bounds=bounds))

    def _refuse(self, error: CkmError) -> None:
        self.message.show_message(error)
        mark_faulty(self.bounds, self.message.text)

    def _others_done(self) -> None:
        if self._rule is not None and self.others.currentData() != self._rule.others:
            self.changed.emit(replace(self._rule, others=self.others.currentData()))

    def selected_codes(self) -> list[str]:
        """The codes of the selected rows."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.figures.rows[row][0] for row in rows]

    def select_codes(self, codes: Collection[str]) -> None:
        """Select the rows of these codes."""
        selection, wanted_codes = self.table.selectionModel(), set(codes)
        how = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        selection.clearSelection()
        for row, texts in enumerate(self.model.figures.rows):
            if texts[0] in wanted_codes:
                selection.select(self.model.index(row, 0), how)

    def _selected(self) -> None:
        chosen = self.table.selectionModel().hasSelection()
        self.assign.setEnabled(chosen)
        self.release.setEnabled(chosen)

    def begin(self) -> None:
        """Move the keyboard to the field in which the rule is written."""
        kind = "" if self._rule is None else self._rule.kind
        fields: dict[str, QWidget] = {
            "prefix": self.digits, "classes": self.bounds, "groups": self.table, "age": self.bounds,
            "date_part": self.part, "duration": self.part,
        }  # fmt: skip
        first = fields.get(kind)
        if first is not None:
            first.setFocus()

    def _assign(self) -> None:
        code = self.group.text().strip()
        if not code:
            self.group.setFocus()
        elif self._rule is not None:
            self.changed.emit(replace(self._rule, groups=regrouped(self._rule.groups, self.selected_codes(), code)))

    def _release(self) -> None:
        if self._rule is not None:
            self.changed.emit(replace(self._rule, groups=regrouped(self._rule.groups, self.selected_codes(), "")))


def regrouped(groups: tuple[CodeGroup, ...], codes: list[str], into: str) -> tuple[CodeGroup, ...]:
    """Move codes to the group `into`, out of all others; "" removes them. Empty groups are removed."""
    kept_groups = [replace(group, codes=tuple(code for code in group.codes if code not in codes)) for group in groups]
    if into and not any(group.code == into for group in kept_groups):
        kept_groups.append(CodeGroup(into, ()))
    new_groups = (
        replace(group, codes=(*group.codes, *codes)) if group.code == into else group for group in kept_groups
    )
    return tuple(group for group in new_groups if group.codes)
