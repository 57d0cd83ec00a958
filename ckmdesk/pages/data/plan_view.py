"""What of a file is not read as it stands: questions with their choices first, then notices."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language
from ckmcore.microdata import ReadingEntry, ReadingPlan
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme
from ckmdesk.widgets.basic import Card, IconLabel, Line, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

WIDTH = 316


class ReadingPlanView(Card):
    """Hidden where there is nothing to say. `answered(kind, column, choice)`; the choice "" opens a question again."""

    answered = Signal(str, str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=1)
        self._theme = theme
        self._entries: tuple[ReadingEntry, ...] = ()
        self.choices: dict[tuple[str, str], PlainCombo] = {}
        self.body.setSpacing(0)
        self.heading = label(self.tr("How the file is read"), "heading")
        self._lines = QWidget()
        self._column = column_of(within=self._lines, margins=(MARGIN, STEP, MARGIN, STEP), spacing=MARGIN)
        area = scrolling(self._lines)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        fill(self.body, row_of(self.heading, STRETCH, margins=(MARGIN, STEP, MARGIN, STEP)), Line(), (area, 1))
        self.setFixedWidth(px(WIDTH))
        self.hide()

    def show_plan(self, plan: ReadingPlan | None, language: Language) -> None:
        """Show the entries of a plan; the keyboard stays where it is."""
        entries = () if plan is None else plan.entries
        self.setVisible(bool(entries))
        if entries == self._entries:
            return
        focused = next((place for place, combo in self.choices.items() if combo.hasFocus()), None)
        self._entries = entries
        self._clear()
        for entry in entries:
            self._column.addWidget(self._line(entry, language))
        self._column.addStretch(1)
        if focused in self.choices:
            self.choices[focused].setFocus()

    def focus_question(self) -> bool:
        """Put the keyboard on the first question without an answer; False where there is none."""
        place = next(((entry.kind, entry.column) for entry in self._entries if entry.is_asked), None)
        if place is None:
            return False
        self.choices[place].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _clear(self) -> None:
        self.choices = {}
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _line(self, entry: ReadingEntry, language: Language) -> QWidget:
        icon = ("warning", "warning") if entry.is_asked else ("ok", "ok") if entry.choices else ("info", "secondary")
        text = WrapLabel(entry.sentence.text(language))
        made = QWidget()
        parts = column_of(text, spacing=4)
        row = row_of(within=made, margins=0)
        row.addWidget(IconLabel(self._theme, *icon), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(parts, 1)
        if entry.choices:
            parts.addWidget(self._choice(entry, language))
        return made

    def _choice(self, entry: ReadingEntry, language: Language) -> PlainCombo:
        combo = PlainCombo()
        combo.setObjectName(f"reading:{entry.kind}:{entry.column}")
        combo.setAccessibleName(entry.named.text(language))
        combo.setAccessibleDescription(entry.sentence.text(language))
        combo.addItem(self.tr("Choose ..."), "")
        for choice in entry.choices:
            combo.addItem(entry.choice_title(choice).text(language), choice)
        combo.choose(entry.decision)
        settled(combo)
        combo.activated.connect(lambda _: self.answered.emit(entry.kind, entry.column, str(combo.currentData())))
        self.choices[entry.kind, entry.column] = combo
        return combo
