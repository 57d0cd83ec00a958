"""What a look at all that was released found: release by release, by kinds of pairs, and what may be done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.verdict import Verdict
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, say
from ckmcore.release.actions import state_name
from ckmcore.statistic.looks import PairKind
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import Release, find_release
from ckmdesk.base.announcer import announce
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.release.lines import LineOf, Lines
from ckmdesk.widgets.basic import Card, IconButton, Line, WrapLabel, allow, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling

if TYPE_CHECKING:
    from ckmcore.lab.release.recheck import LookedAt, Recheck
    from ckmcore.lab.release.redrawn import Redrawn

TOLD = 30  # releases with something to be decided; the others are in the internal report
_SIGNS = {
    Verdict.HELD: ("ok", "ok"),
    Verdict.OPEN: ("warning", "warning"),
    Verdict.NOT_TESTED: ("not-tested", "warning"),
}
_WORDS = {
    "withdraw": str(QT_TRANSLATE_NOOP("LookedCard", "Withdraw ...")),
    "no_further": str(QT_TRANSLATE_NOOP("LookedCard", "Publish no further values ...")),
    "accept": str(QT_TRANSLATE_NOOP("LookedCard", "Accept ...")),
    "take_back": str(QT_TRANSLATE_NOOP("LookedCard", "Take decision back")),
    "copy": str(QT_TRANSLATE_NOOP("LookedCard", "Copy notice")),
    "write": str(QT_TRANSLATE_NOOP("LookedCard", "Write notice ...")),
    "redrawn": str(QT_TRANSLATE_NOOP("LookedCard", "Attack old and new figures together")),
    "submit": str(QT_TRANSLATE_NOOP("LookedCard", "Submit table with new figures ...")),
}
_ROWS = (("withdraw", "no_further", "accept"), ("take_back", "copy", "write"), ("redrawn", "submit"))
_DECIDES = ("withdraw", "no_further", "accept", "take_back")


class ReleaseBlock(QFrame):
    """Block of a release that was examined: kinds of pairs with their states, the decision, and buttons.

    Emits `asked(step)` with withdraw, copy, write, redrawn, submit or take_back, and `decided(no_further, reason)`.
    """

    asked = Signal(str)
    decided = Signal(bool, str)
    kept = ("asking", "no_further")

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        self.heading, self.facts, self.lines = WrapLabel("", "heading"), WrapLabel("", "secondary"), Lines(theme)
        self.buttons = {
            name: QPushButton(QCoreApplication.translate("LookedCard", word), objectName=f"looked:{name}:{number}")
            for name, word in _WORDS.items()
        }
        for name, button in self.buttons.items():
            button.clicked.connect(partial(self._pressed, name))
        self.reason = QLineEdit(
            objectName=f"looked:reason:{number}", placeholderText=self.tr("Reason"), accessibleName=self.tr("Reason")
        )
        self.confirm = QPushButton(objectName=f"looked:confirm:{number}", autoDefault=True)
        self.cancel = QPushButton(self.tr("Cancel"), objectName=f"looked:cancel:{number}", autoDefault=False)
        self.fault = FaultLabel()
        self.confirm.clicked.connect(self._confirmed)
        self.reason.returnPressed.connect(self._confirmed)
        self.cancel.clicked.connect(self.stop_asking)
        self.asking = QWidget()
        column_of(
            row_of((self.reason, 1), self.confirm, self.cancel, spacing=STEP),
            self.fault,
            within=self.asking,
            margins=0,
            spacing=2,
        )
        self.asking.hide()
        self._no_further = False
        set_kind(self.buttons["submit"], "primary")
        # In lines that have room beside the detail of a release on a small screen.
        rows = [row_of(*(self.buttons[name] for name in names), STRETCH, spacing=STEP) for names in _ROWS]
        column_of(
            Line(),
            self.heading,
            self.facts,
            self.lines,
            *rows,
            self.asking,
            within=self,
            margins=0,
            spacing=STEP,
        )

    def _pressed(self, name: str) -> None:
        if name in ("accept", "no_further"):
            self._ask(no_further=name == "no_further")
            self.fault.tell("")
            self.asking.show()
            self.reason.setFocus()
        else:
            self.asked.emit(name)

    def _ask(self, *, no_further: bool) -> None:
        self._no_further = no_further
        self.confirm.setText(self.buttons["no_further" if no_further else "accept"].text().removesuffix(" ..."))

    def _confirmed(self) -> None:
        self.decided.emit(self._no_further, self.reason.text().strip())

    @property
    def no_further(self) -> bool:
        """Return whether the pending decision is to publish no further values."""
        return self._no_further

    @no_further.setter
    def no_further(self, on: bool) -> None:
        self._ask(no_further=on)

    def stop_asking(self) -> None:
        """Hide the decision form after it was cancelled or taken."""
        self.asking.hide()
        self.reason.clear()

    def say(self, error: CkmError, language: Language) -> None:
        """Show what prevents the decision."""
        self.fault.tell_error(error, language, {"release_reason_missing": (self.reason,)})


class LookedCard(Card):
    """Card of the releases that were examined.

    Emits `asked(step, number)` for a block, `decided(number, no_further, reason)`, `report_asked` and `closed`.
    """

    asked = Signal(str, int)
    decided = Signal(int, bool, str)
    report_asked = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self._theme = theme
        self.heading = label(self.tr("Looked at once more"), "heading")
        self.confidential = label(say("desk_look_confidential", language), "confidential")
        self.report = QPushButton(self.tr("Write internal report ..."), objectName="looked:report")
        self.report.clicked.connect(self.report_asked)
        self.close_button = IconButton(theme, "close")
        self.close_button.set_tip(self.tr("Close the result"))
        self.close_button.clicked.connect(self.closed)
        self.summary, self.rest = WrapLabel(), WrapLabel("", "secondary")
        self.blocks: dict[int, ReleaseBlock] = {}
        inner_widget = QWidget()
        set_kind(inner_widget, "surface")
        self._column = column_of(within=inner_widget, margins=0, spacing=STEP)
        fill(
            self.body,
            row_of(self.heading, self.confidential, STRETCH, self.report, self.close_button, spacing=STEP),
            self.summary,
            (scrolling(inner_widget), 1),
        )
        self._shown: Recheck | None = None
        self.hide()

    def show_found(
        self,
        found: Recheck | None,
        statistic: Statistic,
        language: Language,
        redrawn: dict[int, Redrawn],
        refused: Callable[[str], Sentence | None],
    ) -> None:
        """Show the findings, or hide the card.

        `redrawn` gives, for withdrawn releases, what a second draw discloses; `refused` returns why the user may not
        withdraw or decide.
        """
        if found is None:
            self._shown = None
            self._empty()
            self.hide()
            return
        if found is not self._shown:
            self._shown = found
            self._empty()
            self._make(found)
            announce(found.summary.text(language))
        self.summary.setText(found.summary.text(language))
        for looked in found.looked:
            block = self.blocks.get(looked.release.number)
            if block is not None:
                self._fill(block, looked, statistic, language, redrawn.get(looked.release.number), refused)
        self.rest.setText(self._rest(found, language))
        self.show()

    def _make(self, recheck: Recheck) -> None:
        told_releases = [looked for looked in recheck.looked if _is_told(recheck, looked)]
        for looked in told_releases[:TOLD]:
            number = looked.release.number
            block = ReleaseBlock(self._theme, number)
            block.asked.connect(partial(self._asked, number))
            block.decided.connect(partial(self._decided, number))
            self.blocks[number] = block
            self._column.addWidget(block)
        self._column.addWidget(self.rest)
        self._column.addStretch(1)

    def _empty(self) -> None:
        self.blocks.clear()
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self.rest:
                widget.hide()
                widget.deleteLater()

    def _asked(self, number: int, step: str) -> None:
        self.asked.emit(step, number)

    def _decided(self, number: int, no_further: bool, reason: str) -> None:
        self.decided.emit(number, no_further, reason)

    def _fill(
        self,
        block: ReleaseBlock,
        looked: LookedAt,
        statistic: Statistic,
        language: Language,
        redrawn: Redrawn | None,
        refused: Callable[[str], Sentence | None],
    ) -> None:
        """Fill a block with the present state of its release."""
        from ckmcore.release.pair_decisions import decision_words, decisions_on, recipients_of

        release = find_release(statistic.register, looked.release.number)
        block.heading.setText(self.tr("No. %1: %2").replace("%1", str(release.number)).replace("%2", release.title))
        block.facts.setText(_facts(release, recipients_of(statistic, release.number), language))
        lines = [_line(pair.verdict, pair.line, language) for pair in looked.pairs]
        decisions = decisions_on(statistic, release.number)
        lines += [("lock", "text", "", decision_words(decision).text(language)) for decision in decisions]
        if redrawn is not None:
            lines.append(_line(redrawn.verdict, redrawn.line, language))
        block.lines.show_lines(lines)
        withdrawn = release.state == "withdrawn"
        shown = {
            "withdraw": release.state == "released",
            "take_back": bool(decisions),
            "redrawn": withdrawn and not release.submission.is_hypercube,
            "submit": withdrawn and redrawn is not None and redrawn.verdict is Verdict.HELD,
        }
        for name, button in block.buttons.items():
            button.setVisible(shown.get(name, True))
            if name in _DECIDES:
                allow(button, refused(name), language)

    def _rest(self, recheck: Recheck, language: Language) -> str:
        """Return a text on how many releases are not listed, and what else could not be examined."""
        held_count = sum(not _is_told(recheck, looked) for looked in recheck.looked)
        more = len(recheck.looked) - held_count - len(self.blocks)
        texts = []
        if held_count:
            texts.append(say("desk_looked_held", language, count=held_count))
        if more:
            texts.append(say("desk_looked_more", language, count=more))
        return " ".join([*texts, *(note.text(language) for note in recheck.notes)])


def open_kinds(found: Recheck, number: int) -> tuple[PairKind, ...]:
    """Return the kinds of pairs of a release that are open or were not tested."""
    looked = next(looked for looked in found.looked if looked.release.number == number)
    return tuple(pair.kind for pair in looked.pairs if pair.verdict is not Verdict.HELD)


def _is_told(recheck: Recheck, looked_at: LookedAt) -> bool:
    return looked_at.verdict is not Verdict.HELD or recheck.disclosed(looked_at.release.number) is not None


def _line(verdict: Verdict, sentence: Sentence, language: Language) -> LineOf:
    text = sentence.text(language)
    return *_SIGNS[verdict], "", text[:1].upper() + text[1:]


def _facts(release: Release, recipients: tuple[str, ...], language: Language) -> str:
    """Return a text with the day of a release, its state, and its recipients."""
    text = say("notice_nobody", language) if not recipients else ", ".join(recipients)
    day = date_text(release.released_at[:10], language)
    return " · ".join([day, state_name(release).text(language), say("recheck_recipients", language, recipients=text)])
