"""A new period's codes against the dictionary: what is new, gone, renamed, split, merged, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language, date_text, integer_text
from ckmdesk.base.frame import Message
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme
from ckmdesk.state.review import (
    GONE,
    NEW,
    OF_ANOTHER,
    Action,
    CodeChoice,
    Review,
    VariableReview,
    nearly_known,
    with_action,
    with_break,
)
from ckmdesk.widgets.basic import Card, Line, label
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow
from ckmdesk.widgets.view_state import settled

VARIABLE, CODE = int(Qt.ItemDataRole.UserRole), int(Qt.ItemDataRole.UserRole) + 1


class ReviewView(QWidget):
    """View of a review; emits `changed(Review)` after a decision, and `mapping_asked(variable)` for a file."""

    changed = Signal(object)
    mapping_asked = Signal(str)

    def __init__(self, theme: Theme, language: Callable[[], Language], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._language = theme, language
        self.review = Review(())
        card = Card()
        column_of((card, 1), within=self, margins=(MARGIN, STEP, MARGIN, MARGIN), spacing=STEP)
        self.heading = label(self.tr("Codes of the new reporting period"), "heading")
        self.explained = label(
            self.tr(
                "The records have codes that the code list does not know, or lack some that it does. Choose rows and "
                "say what becomes of them; then import the data."
            ),
            "secondary",
            wrap=True,
        )
        self._since_word = label(self.tr("New codes are valid from"), "secondary")
        self.since = QLineEdit(
            placeholderText=self.tr("YYYY-MM-DD"), accessibleName=self.tr("First day of the new codes")
        )
        self.since.setFixedWidth(px(110))
        self._since_word.setBuddy(self.since)
        fill(card.body, row_of(self.heading, STRETCH, self._since_word, self.since, spacing=STEP), self.explained)
        self.message = MessageBar(theme, language)
        card.body.addWidget(self.message)
        self.tree = QTreeWidget()
        self.tree.setObjectName("review")
        self.tree.setColumnCount(4)
        self.tree.setUniformRowHeights(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.tree.header()
        header.setStretchLastSection(True)
        for section, width in ((0, 220), (1, 220), (2, 300)):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(section, px(width))
        self.tree.itemSelectionChanged.connect(self._selected)
        fill(card.body, (self.tree, 1), Line(), self._make_tools(theme))
        heads = [self.tr("Code"), self.tr("Label"), self.tr("Finding"), self.tr("What becomes of it")]
        self.tree.setHeaderLabels(heads)
        for column, words in enumerate(heads):  # told whole where large text has no room for it
            self.tree.headerItem().setToolTip(column, words)
        self.tree.setAccessibleName(self.tr("Codes that differ"))
        self.action.setAccessibleName(self.tr("What becomes of the chosen codes"))
        self.other.setAccessibleName(self.tr("Code of the code list"))

    def _make_tools(self, theme: Theme) -> QVBoxLayout:
        self.chosen = label("", "")
        self.action, self.other = PlainCombo(), PlainCombo()
        self.action.setMinimumContentsLength(22)
        self.other.setMinimumContentsLength(22)
        self.action.activated.connect(self._action_chosen)
        self.apply = QPushButton(self.tr("Apply to chosen rows"), clicked=self._apply)
        self.breaks = QCheckBox(
            self.tr("Series breaks here"),
            toolTip=self.tr("Tables across periods show | and a footnote"),
            clicked=self._break_chosen,
        )
        settled(self.breaks)
        self.mapping = QPushButton(
            self.tr("Read mapping table ..."),
            icon=theme.icon("import"),
            toolTip=self.tr("A file with the old code in the first and the new one in the second column"),
            clicked=lambda: self.mapping_asked.emit(self.variable),
        )
        theme.changed.connect(self._draw)
        line = FoldingRow(self.chosen, self.action, self.other, self.apply, STRETCH, spacing=STEP)
        return column_of(line, FoldingRow(self.breaks, STRETCH, self.mapping, spacing=STEP))

    def _draw(self) -> None:
        self.mapping.setIcon(self._theme.icon("import"))

    def _word(self, action: Action) -> str:
        return {
            "begins": self.tr("is a new category"),
            "written": self.tr("is written for"),
            "follows": self.tr("follows on"),
            "missing": self.tr("counts as not stated"),
            "stays": self.tr("stays, no record has it"),
            "ends": self.tr("ends before"),
        }[action]

    # --- showing -------------------------------------------------------------------------------------------------

    def show_review(self, review: Review, *, anew: bool = True) -> None:
        """Show a review; with `anew=True` it is of another file, otherwise the selection is kept."""
        language = self._language()
        selected = {(item.data(0, VARIABLE), item.data(0, CODE)) for item in self.tree.selectedItems()}
        self.review = review
        mark_faulty(self.since, "")
        if anew:
            self.since.setText(date_text(review.since, language))
            self.message.clear()
            selected = set()
        self.tree.blockSignals(True)
        self.tree.clear()
        for variable in review.variables:
            top = QTreeWidgetItem(
                [variable.entry.title.text(language) or variable.entry.name, "", self._summary(variable), ""]
            )
            top.setData(0, VARIABLE, variable.entry.name)
            font = top.font(0)
            font.setBold(True)
            top.setFont(0, font)
            self.tree.addTopLevelItem(top)
            for texts, code in self._lines(variable, language):
                item = QTreeWidgetItem(texts)
                item.setData(0, VARIABLE, variable.entry.name)
                item.setData(0, CODE, code)
                top.addChild(item)
                item.setSelected((variable.entry.name, code) in selected)
            top.setExpanded(True)
            top.setSelected((variable.entry.name, None) in selected)
        if anew and review.variables and (first := self.tree.topLevelItem(0)) is not None:
            self.tree.setCurrentItem(first)
        self.tree.blockSignals(False)
        self._selected()

    def take_mapping(self, review: Review, variable: str) -> None:
        """Show a review with the mapping table of a variable; near misses of codes are shown as a warning."""
        self.message.clear()
        self.show_review(review, anew=False)
        if near := nearly_known(review, variable):
            self.message.show_message(near, "warning")

    def say_of_day(self, message: Message) -> None:
        """Show an error of the day from which new codes are valid."""
        self.message.show_message(message)
        mark_faulty(self.since, self.message.text)
        self.since.setFocus()
        self.since.selectAll()

    def _summary(self, variable_review: VariableReview) -> str:
        changes = variable_review.changes
        texts = (
            (len(changes.new), self.tr("%1 new")),
            (len(changes.gone), self.tr("%1 gone")),
            (len(changes.renamed), self.tr("%1 renamed")),
            (len(changes.split), self.tr("%1 split")),
            (len(changes.merged), self.tr("%1 merged")),
            (int(variable_review.is_break), self.tr("break in the series")),
        )
        language = self._language()
        return ", ".join(words.replace("%1", integer_text(count, language)) for count, words in texts if count)

    def _lines(self, variable_review: VariableReview, language: Language) -> list[tuple[list[str], str | None]]:
        labels = {category.code: category.label.text(language) for category in variable_review.entry.categories}
        lines: list[tuple[list[str], str | None]] = []
        for choice in variable_review.choices:
            word = self.tr("new") if choice.new else self.tr("gone")
            lines.append(([choice.code, labels.get(choice.code, ""), word, self._decided(choice, labels)], choice.code))
        for old, new in variable_review.changes.renamed:
            lines.append(([f"{old} → {new}", labels.get(old, ""), self.tr("renamed"), ""], None))
        for old, texts in variable_review.changes.split:
            lines.append(([f"{old} → {', '.join(texts)}", labels.get(old, ""), self.tr("split"), ""], None))
        for olds, new in variable_review.changes.merged:
            lines.append(([f"{', '.join(olds)} → {new}", labels.get(new, ""), self.tr("merged"), ""], None))
        return lines

    def _decided(self, choice: CodeChoice, labels: dict[str, str]) -> str:
        words = self._word(choice.action)
        if choice.action in OF_ANOTHER:
            label_of = labels.get(choice.other, "")
            other = choice.other if label_of in ("", choice.other) else f"{choice.other} ({label_of})"
            return f"{words} {other}"
        return words

    # --- choosing ------------------------------------------------------------------------------------------------

    @property
    def variable(self) -> str:
        """The variable of the first chosen row."""
        items = self.tree.selectedItems()
        return str(items[0].data(0, VARIABLE)) if items else ""

    def _reviewed(self) -> VariableReview | None:
        return next((variable for variable in self.review.variables if variable.entry.name == self.variable), None)

    def chosen_codes(self) -> list[str]:
        """Return the codes of the selected rows of one variable; all of them if only its heading is selected."""
        items = [item for item in self.tree.selectedItems() if item.data(0, VARIABLE) == self.variable]
        codes = [str(item.data(0, CODE)) for item in items if item.data(0, CODE) is not None]
        return codes

    def select_codes(self, variable: str, codes: list[str]) -> None:
        """Choose the rows of some codes."""
        self.tree.clearSelection()
        for index in range(self.tree.topLevelItemCount()):
            top = self.tree.topLevelItem(index)
            if top is None or top.data(0, VARIABLE) != variable:
                continue
            for number in range(top.childCount()):
                if top.child(number).data(0, CODE) in codes:
                    top.child(number).setSelected(True)

    def _selected(self) -> None:
        variable_review, codes = self._reviewed(), set(self.chosen_codes())
        choices = (
            [] if variable_review is None else [choice for choice in variable_review.choices if choice.code in codes]
        )
        fitting = [
            action for action in get_args(Action) if choices and all(_fits(choice, action) for choice in choices)
        ]
        language = self._language()
        words = self.tr("%1 chosen").replace("%1", integer_text(len(choices), language))
        self.chosen.setText(words if choices else self.tr("no code chosen"))
        self.action.clear()
        for action in fitting:
            self.action.addItem(self._word(action), action)
        if choices and fitting:
            self.action.choose(choices[0].action)
        self.other.clear()
        if variable_review is not None:
            for category in variable_review.entry.categories:
                if category.code:
                    text = category.label.text(language)
                    words = category.code if text in ("", category.code) else f"{category.code}  {text}"
                    self.other.addItem(words, category.code)
        if choices:
            self.other.choose(choices[0].other)
        self.action.setEnabled(bool(fitting))
        self.apply.setEnabled(bool(fitting))
        self.breaks.setEnabled(variable_review is not None)
        self.breaks.setChecked(variable_review is not None and variable_review.is_break)
        self.mapping.setEnabled(variable_review is not None)
        self._action_chosen()

    def _action_chosen(self) -> None:
        self.other.setVisible(self.action.currentData() in OF_ANOTHER)

    def _apply(self) -> None:
        action = self.action.currentData()
        other = str(self.other.currentData() or "") if action in OF_ANOTHER else ""
        if action is not None:
            self._set(with_action(self.review, self.variable, self.chosen_codes(), action, other))

    def _break_chosen(self, on: bool) -> None:
        self._set(with_break(self.review, self.variable, on=on))

    def _set(self, review: Review) -> None:
        self.show_review(review, anew=False)
        self.changed.emit(review)


def _fits(choice: CodeChoice, action: Action) -> bool:
    return action in (NEW if choice.new else GONE)
