"""Codes of a relation that the code list lacks: which ones, and what becomes of them before they are taken over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QWidget

from ckmcore.messages import sentence
from ckmdesk.base.clock import as_day
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.review_view import ReviewView
from ckmdesk.state.review import Review, VariableReview
from ckmdesk.widgets.basic import IconLabel, WrapLabel
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.no_copy import keep_from_clipboard
from ckmdesk.widgets.scrolled import grown

WIDTH, HEIGHT = 860, 520
SECTIONS = (140, 180, 160)
_MOST_SHOWN = 5


class UnknownCodes(QWidget):
    """A line for each column with unknown codes; emits `assign_asked(variable)` and `missing_asked(variable)`."""

    assign_asked = Signal(str)
    missing_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: dict[str, QWidget] = {}
        self._body = column_of(within=self, margins=0, spacing=STEP // 2)
        self.assign: dict[str, QPushButton] = {}
        self.missing: dict[str, QPushButton] = {}
        self.text = ""

    def show_codes(self, found: Sequence[VariableReview], decided: Collection[str]) -> None:
        """Show the columns with unknown codes; `decided` names those for which a decision was made."""
        focus = next((name for name, row in self._rows.items() if row.isAncestorOf(self.focusWidget() or row)), "")
        had = self.focusWidget() is not None and self.focusWidget().hasFocus()
        for row in self._rows.values():
            row.hide()
            row.deleteLater()
        self._rows, self.assign, self.missing, texts = {}, {}, {}, []
        for variable_review in found:
            text = self._text(variable_review, decided=variable_review.entry.name in decided)
            texts.append(text)
            self._rows[variable_review.entry.name] = row = self._row(
                variable_review.entry.name, text, done=variable_review.entry.name in decided
            )
            self._body.addWidget(row)
        if had and focus in self.assign:
            self.assign[focus].setFocus()
        self.text = "\n".join(texts)
        self.setVisible(bool(texts))

    def _text(self, variable_review: VariableReview, *, decided: bool) -> str:
        new = variable_review.changes.new
        shown = ", ".join(new[:_MOST_SHOWN]) + (" ..." if len(new) > _MOST_SHOWN else "")
        text = self.tr("%1: not in the code list: %2").replace("%1", variable_review.entry.name).replace("%2", shown)
        if not decided:
            return text
        actions = {choice.action for choice in variable_review.choices if choice.new}
        return f"{text} – " + (self.tr("count as not stated") if actions == {"missing"} else self.tr("assigned"))

    def _row(self, name: str, text: str, *, done: bool) -> QWidget:
        row = QWidget()
        icon = IconLabel(self._theme, "ok" if done else "warning", "accent" if done else "warning")
        assign, missing_button = QPushButton(self.tr("Assign ...")), QPushButton(self.tr("as “not stated”"))
        assign.setAccessibleName(self.tr("Assign the codes of %1").replace("%1", name))
        missing_button.setAccessibleName(self.tr("Count the codes of %1 as not stated").replace("%1", name))
        assign.clicked.connect(lambda: self.assign_asked.emit(name))
        missing_button.clicked.connect(lambda: self.missing_asked.emit(name))
        row_of(icon, (WrapLabel(text), 1), assign, missing_button, within=row, margins=0, spacing=STEP)
        self.assign[name], self.missing[name] = assign, missing_button
        return row


class AssignDialog(QDialog):
    """Dialog that decides on unknown codes, with the questions of the review of a file; emits `decided(Review)`."""

    decided = Signal(object)

    def __init__(self, context: PageContext, review: Review, variable: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_subject(self, "data")
        self.setObjectName("assign-codes")
        self.setWindowTitle(self.tr("Assign codes"))
        self.resize(grown(QSize(WIDTH, HEIGHT), self.screen().availableSize()))
        self.view = ReviewView(context.theme, lambda: context.language)
        self.view.mapping.hide()  # its table belongs to records that are read
        for section, width in enumerate(SECTIONS):
            self.view.tree.header().resizeSection(section, px(width))
        self.view.show_review(review)
        each_variable = next(
            (variable_review for variable_review in review.variables if variable_review.entry.name == variable), None
        )
        if each_variable is not None:
            self.view.select_codes(variable, list(each_variable.changes.new))
        keep_from_clipboard(self, lambda: context.show_message(sentence("desk_copy_confidential"), "warning"))
        buttons = QDialogButtonBox()
        self.ok = buttons.addButton(self.tr("Take over"), QDialogButtonBox.ButtonRole.AcceptRole)
        set_kind(self.ok, "primary")
        buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        column_of((self.view, 1), buttons, within=self, spacing=STEP)
        self.view.tree.setFocus()

    def _take(self) -> None:
        text = self.view.since.text().strip()
        since = as_day(text)
        if since is None:
            self.view.say_of_day(sentence("desk_no_day", value=text))
            return
        self.decided.emit(replace(self.view.review, since=since))
        self.accept()
