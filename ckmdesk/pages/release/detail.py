"""One release: its state, the checklist, what the method leaves open, files, history, and what may be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.errors import CkmError
from ckmcore.messages import say
from ckmcore.release.actions import is_embargoed, state_name, time_words
from ckmcore.statistic.entry import Check
from ckmcore.statistic.releases import Release
from ckmdesk.base.announcer import announce
from ckmdesk.base.clock import local_time, now_text
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.models.releases_model import STATE_ICONS
from ckmdesk.pages.release.checklist_links import Mending
from ckmdesk.pages.release.comparison_card import ChangesCard
from ckmdesk.pages.release.lines import Lines, by_state, check_line, counted_checks, form_title
from ckmdesk.state.releases import ReleaseReader, Step, needs_another_person, read_key, steps
from ckmdesk.widgets.basic import Card, IconLabel, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling
from ckmdesk.widgets.notifications import keep_clear

if TYPE_CHECKING:
    from ckmcore.ports import LeftOpen

SHORT_HASH = 12
BREAK = "\u200b"  # where a long word may go on in the next line
ORDER: tuple[Step, ...] = ("return", "release", "open", "write", "correct", "withdraw", "early")


class DetailView(QWidget):
    """View of a release: what changed, the checklist, facts and history; at its foot who decides, and the decision.

    Emits `asked(step, remark)` for a step, `open_asked`, `look_asked`, `compare_asked`, and `person_given(name)` with
    the name for the register.
    """

    asked = Signal(str, str)
    person_given = Signal(str)
    open_asked = Signal()
    look_asked = Signal()
    compare_asked = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.found: Release | None = None
        self.read_releases: frozenset[str] = frozenset()  # all of whose pages were shown, by `read_key`
        self._open_decision = ""
        self._pages = ("", 0, 0)  # of which release, pages shown, of how many
        self._releases = self._in_package = False
        self.changes = ChangesCard(theme, language)
        card = Card()
        self._icon = IconLabel(theme, "draft")
        self.state = label("", "heading")
        head = row_of(self._icon, self.state, STRETCH, spacing=STEP)
        self.title = WrapLabel()
        self.differs = WrapLabel("", "warning")
        self.differs.setObjectName("release:differs")
        fill(card.body, head, self.title, self.differs)
        self.differences: tuple[LeftOpen, ...] | None = None
        self.checks_word = label(self.tr("Checklist"), "heading")
        self.counts = WrapLabel("", "secondary")
        self.checks, self.held_checks = Lines(theme), Lines(theme)
        self.held = QPushButton(checkable=True, objectName="release:held")
        set_kind(self.held, "link")
        self.held.toggled.connect(self.held_checks.setVisible)
        self.held_checks.hide()
        self.open_word = label(self.tr("What the method leaves open"), "heading")
        self.left_open = Lines(theme)
        self.look = QPushButton(
            self.tr("Check differences"),
            objectName="release:look",
            toolTip=self.tr("Exempt totals, patterns of rounding, tables under another method or other keys"),
        )
        self.look.clicked.connect(self.look_asked)
        self.checks.before = self.held
        self.files_word = label(self.tr("Final files"), "heading")
        self.files = Lines(theme)
        self.history_word = label(self.tr("History"), "heading")
        self.history = Lines(theme)
        for shown_widget in (self.checks_word, self.counts, self.checks):
            card.body.addWidget(shown_widget)
        card.body.addWidget(self.held, 0, Qt.AlignmentFlag.AlignLeft)
        fill(card.body, self.held_checks, self.open_word)
        card.body.addWidget(self.look, 0, Qt.AlignmentFlag.AlignLeft)
        fill(card.body, self.left_open, self._make_facts(), self.files_word, self.files)
        self.open_table = QPushButton(self.tr("Open table"), objectName="release:open")
        self.open_table.clicked.connect(self.open_asked)
        self.compare = QPushButton(self.tr("Compare with table at hand"), objectName="release:compare")
        self.compare.clicked.connect(self.compare_asked)
        fill(card.body, self.history_word, self.history, self.open_table, self.compare, STRETCH)
        self.foot = self._make_foot()
        cards = QWidget()
        column_of(self.changes, (card, 1), within=cards, margins=0, spacing=STEP)
        self.room = scrolling(cards)
        column_of((self.room, 1), self.foot, within=self, margins=0, spacing=STEP)

    def _make_facts(self) -> QGridLayout:
        grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=2)
        grid.setColumnStretch(1, 1)
        self._facts = [(label("", "secondary"), WrapLabel()) for _ in range(12)]
        for row, (word, text) in enumerate(self._facts):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(word, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
        return grid

    def _make_foot(self) -> Card:
        foot = Card()
        words: dict[Step, str] = {
            "release": self.tr("Release"),
            "open": self.tr("Put figures on record"),
            "write": self.tr("Write final files ..."),
            "return": self.tr("Return"),
            "correct": self.tr("Correct ..."),
            "withdraw": self.tr("Withdraw"),
            "early": self.tr("Record early access"),
        }
        self.buttons = {step: QPushButton(words[step]) for step in ORDER}
        self.person = QLineEdit(accessibleName=self.tr("Your name, for the register"))
        self.remark = QLineEdit()
        words_of_recipients = self.tr("Recipients to inform, separated by ;")
        self.recipients = QLineEdit(
            objectName="release:recipients",
            placeholderText=words_of_recipients,
            accessibleName=words_of_recipients,
            toolTip=words_of_recipients,
        )
        self.person_locked = False  # by the computer's policy
        self.person.setObjectName("release:person")
        self.remark.setObjectName("release:remark")
        self.person.editingFinished.connect(lambda: self.person_given.emit(self.person.text().strip()))
        self.person_word = label(self.tr("Your name"), "secondary")
        self.person_word.setBuddy(self.person)
        self.why_not = WrapLabel("", "warning")
        self.why_not.setObjectName("release:why-not")
        self.unseen = WrapLabel("", "secondary")
        self.unseen.setObjectName("release:unseen")
        self.fault = FaultLabel()
        self.fault.setObjectName("release:fault")
        who = row_of(self.person_word, (self.person, 1), spacing=STEP)
        fill(foot.body, self.why_not, who, self.remark, self.recipients, self.unseen, self.fault)
        self._line = QGridLayout(spacing=STEP)
        for place, (step, button) in enumerate(self.buttons.items()):
            button.setObjectName(f"release:{step}")
            button.clicked.connect(lambda _=False, step=step: self.asked.emit(step, self.remark.text().strip()))
            self._line.addWidget(button, place, 0)  # where each one stands follows from what may be done
        foot.body.addLayout(self._line)
        keep_clear(foot)
        return foot

    def show_release(
        self,
        found: Release | None,
        reader: ReleaseReader,
        *,
        four_eyes: bool,
        sees_open: bool,
        proven: bool = False,
        differs: str = "",
        mending: Mending | None = None,
        open_decision: str = "",
    ) -> None:
        """Show a release.

        `sees_open` says that the person may see what the method leaves open (it follows from originals), `proven` that
        two persons signed it; `differs` describes how the saved table differs; `mending` gives the links of the
        checklist; `open_decision` is what methodologists have to decide before a release.
        """
        other = found is None or self.found is None or found.number != self.found.number
        self.found = found
        self.setVisible(found is not None)
        if found is None:
            return
        self._open_decision = open_decision
        language = reader.language
        self._icon.set_icon(*STATE_ICONS[found.state])
        self._icon.setAccessibleName(state_name(found).text(language))
        number = self.tr("No. %1").replace("%1", str(found.number))
        self.state.setText(f"{number} · {state_name(found).text(language)}")
        self.title.setText(found.submission.heading)
        self.differs.setText(differs)
        self.differs.setVisible(bool(differs))
        self._show_facts(found, language, proven=proven)
        if other:
            self.remark.clear()
            self.unsay()
            self.show_left_open(None, language)
        allowed_steps = steps(
            found, reader, four_eyes=four_eyes, blocked=bool(open_decision), embargoed=is_embargoed(found, now_text())
        )
        blocked = bool(open_decision) and found.state == "submitted" and reader.may_release
        self.buttons["return"].setText(self.tr("Return to methodologists") if blocked else self.tr("Return"))
        self._releases = "release" in allowed_steps
        self._place_buttons(allowed_steps, blocked=blocked)
        acts = any(step in allowed_steps for step in ("release", "return", "withdraw"))
        for widget in (self.person_word, self.person):
            widget.setVisible(acts or (reader.may_release and found.state in ("submitted", "released")))
        self._word_remark(found, allowed_steps, shown=acts)
        self.recipients.setVisible("withdraw" in allowed_steps)
        if other:
            self.recipients.setText(found.submission.request.recipient)
        if reader.signs or not self.person.hasFocus():
            self.person.setText(reader.person)
        self.person.setReadOnly(reader.signs or self.person_locked)
        self._say_why_not(found, reader, another=needs_another_person(found, reader, four_eyes=four_eyes))
        rest, held = by_state(found.checks)
        self.counts.setText(counted_checks(found.checks))
        self.checks.show_lines(
            [check_line(check, language) for check in rest], () if mending is None else mending.of(rest)
        )
        self.checks.setVisible(bool(rest))
        self.held.setText(self.tr("Points held: %1").replace("%1", str(len(held))))
        self.held.setVisible(bool(held))
        self.held_checks.show_lines([check_line(check, language) for check in held])
        for widget in (self.open_word, self.look, self.left_open):
            widget.setVisible(sees_open)
        self.files.show_lines(self._file_lines(found, language))
        self.history.show_lines(self._history_lines(found, language))

    def _word_remark(self, found: Release, allowed_steps: Sequence[Step], *, shown: bool) -> None:
        """Show the field for a remark, and say for which step it is needed."""
        needed = self.tr("Remark (needed to return)")
        words = (
            needed
            if found.state == "submitted"
            else self.tr("Reason (needed to withdraw or for early access)")
            if "early" in allowed_steps
            else self.tr("Reason (needed to withdraw)")
        )
        self.remark.setPlaceholderText(words)
        self.remark.setAccessibleName(words)
        self.remark.setVisible(shown)

    def _say_why_not(self, found: Release, reader: ReleaseReader, *, another: bool) -> None:
        """Say why this person does not release: the register's reason, four eyes, an open decision."""
        refused = reader.why_not if found.state in ("submitted", "released") else ""
        if not refused and another:
            refused = self.tr("You handed this table in: another person releases it (four eyes).")
            if found.number in reader.deputised:
                refused = self.tr("You are deputy of the person who submitted: another person releases it (four eyes).")
        elif not refused and found.state == "submitted" and reader.may_release:
            refused = self._open_decision
        self.why_not.setText(refused)
        self.why_not.setVisible(bool(refused))

    def show_seen(self, release: str, pages: int, count: int) -> None:
        """Record how many pages of a release were shown: it can be released once that is all of them."""
        if pages >= count:
            self.read_releases |= {release}
        self._pages = (release, pages, count)
        self._allow_release()

    def _allow_release(self) -> None:
        key = "" if self.found is None else read_key(self.found)
        unseen = key not in self.read_releases
        button = self.buttons["release"]
        button.setVisible(self._releases and not self._in_package)
        button.setEnabled(not unseen)
        words = self.tr("The page is not shown yet.") if unseen else ""
        if unseen and self._pages[0] == key:
            words = self.tr("Pages seen: %1 of %2. Read to the last page (key End) before you release.")
            words = words.replace("%2", str(self._pages[2])).replace("%1", str(self._pages[1]))
        button.setToolTip(words)
        for widget in (button, self.person):  # a button that cannot be pressed is passed by Tab
            widget.setAccessibleDescription(words if self._releases else "")
        self.unseen.setText(words)
        self.unseen.setVisible(bool(words) and self._releases)

    def focus_decision(self) -> None:
        """Move the focus from the page to what can be done with it: release, write, else the remark."""
        steps = [self.buttons[step] for step in ("release", "open", "write")]
        next((button for button in steps if button.isVisible() and button.isEnabled()), self.remark).setFocus()

    def show_in_package(self, on: bool) -> None:
        """Leave the decision on this table alone out where it is one of a package."""
        self._in_package = on
        self._allow_release()

    def unsay(self) -> None:
        """Clear the error of the last step."""
        self.fault.tell("")

    def say(self, error: CkmError, language: Language) -> None:
        """Show the error of the last step."""
        fields_of_fault = {"release_reason_missing": (self.remark,), "release_nobody_named": (self.recipients,)}
        fields_of_fault |= dict.fromkeys(("register_person_missing", "register_same_person"), (self.person,))
        self.fault.tell_error(error, language, fields_of_fault)

    def seen(self) -> tuple[Check, ...]:
        """Return the checks to record about the user's look at the shown release."""
        if not self.differences:
            return ()
        from ckmcore.ports import needed_lab

        return needed_lab().seen_undecided(self.differences)

    def show_left_open(self, found: Sequence[LeftOpen] | None, language: Language) -> None:
        """Show what the method leaves open; None if nobody has looked yet."""
        self.differences = None if found is None else tuple(found)
        if found is None:
            self.left_open.show_lines([])
            return
        look = ("warning", "warning", self.tr("look at this"))
        unknown = ("not-tested", "warning", self.tr("not tested"))
        lines = [
            (*(unknown if left_open.kind in ("undecided", "unchecked") else look), left_open.said.text(language))
            for left_open in found
        ]
        self.left_open.show_lines(lines or [("ok", "ok", self.tr("good"), self.tr("Nothing was found."))])
        announce(" ".join(text for *_, text in lines) or self.tr("Nothing was found."))
        QTimer.singleShot(0, self, lambda: self.room.ensureWidgetVisible(self.left_open))  # once it has its place

    def _place_buttons(self, allowed_steps: Sequence[Step], *, blocked: bool) -> None:
        shown_buttons = [self.buttons[step] for step in ORDER if step in allowed_steps]
        had_focus = any(button.hasFocus() for step, button in self.buttons.items() if step not in allowed_steps)
        primary = ("return",) if blocked else ("release", "open", "write")
        for step, button in self.buttons.items():
            button.setVisible(step in allowed_steps)
            set_kind(button, "primary" if step in primary else "")
        # Words that need the whole width; others go below them.
        alone = [self.buttons[step] for step in ("open", "write") if step in allowed_steps]
        wide = bool(alone)
        for button in alone:
            self._line.addWidget(button, 0, 0, 1, 2)
        beside = [button for button in shown_buttons if button not in alone]
        for place, button in enumerate(beside, start=2 * wide):
            self._line.addWidget(button, place // 2, place % 2)
        self.foot.setVisible(bool(shown_buttons) or bool(self.why_not.text()))
        self._allow_release()
        if had_focus and shown_buttons:  # what was done is followed by what may be done next
            shown_buttons[0].setFocus()

    def _show_facts(self, release: Release, language: Language, *, proven: bool) -> None:
        submission, request = release.submission, release.submission.request
        embargo = time_words(request.embargo).text(language) if request.embargo else ""
        if embargo and is_embargoed(release, now_text()):
            embargo += " – " + self.tr("not over yet")
        forms = ", ".join(form_title(form).text(language) for form in request.forms)
        facts = (
            (self.tr("Table"), submission.table if submission.table != submission.heading else ""),
            (self.tr("Period"), submission.period.text(language)),
            (self.tr("Method"), submission.method_name.text(language)),
            (self.tr("Two-person rule"), self._of_four_eyes(release, proven=proven)),
            (self.tr("Recipient"), request.recipient),
            (self.tr("Purpose"), request.purpose),
            (self.tr("Order number"), request.order_number),
            (self.tr("Embargo until"), embargo),
            (self.tr("Formats"), forms),
            (self.tr("Corrects"), self.tr("No. %1").replace("%1", str(release.corrects)) if release.corrects else ""),
            (self.tr("Figures"), self._hash_of_figures(release)),
            (self.tr("Remark"), release.remark),
        )
        for (word, value), (title, text) in zip(self._facts, facts, strict=True):
            word.setText(title)
            value.setText(text)
            word.setVisible(bool(text))
            value.setVisible(bool(text))

    def _hash_of_figures(self, release: Release) -> str:
        figures = f"{release.submission.figures[:SHORT_HASH]} …"
        if release.submission.hidden:
            return self.tr("%1 (keyed hash; no figure is on record before the embargo ends)").replace("%1", figures)
        return f"SHA-256 {figures}"

    def _of_four_eyes(self, release: Release, *, proven: bool) -> str:
        if not (release.was_released and release.submission.four_eyes):
            return ""
        if proven:
            return self.tr("proven by two signatures")
        if all(entry.key for entry in release.entries if entry.kind in ("submitted", "released")):
            return self.tr("not proven: the keys are vouched for by too few persons")
        return self.tr("not proven: names were typed")

    def _file_lines(self, release: Release, language: Language) -> list[tuple[str, str, str, str]]:
        if not release.files:
            return [("", "", "", self.tr("None were written."))]
        lines = []
        for file in release.files:
            size = self.tr("%1 bytes").replace("%1", integer_text(file.size, language))
            lines.append(
                ("file", "secondary", "", f"{breakable(file.name)}\n{size} · SHA-256 {file.sha256[:SHORT_HASH]} …")
            )
        return lines

    def _history_lines(self, release: Release, language: Language) -> list[tuple[str, str, str, str]]:
        lines, signed = [], self.tr("signed")
        for entry in release.entries:
            text = (
                f"{say(f'register_kind_{entry.kind}', language)} · {entry.person}, {local_time(entry.time, language)}"
            )
            if entry.key:
                text = f"{text}, {signed}"
            code = "register_early" if entry.kind == "given_early" else "register_informed"
            informed = say(code, language, names=list(entry.recipients)) if entry.recipients else ""
            lines.append(("", "", "", "\n".join(filter(None, (text, entry.remark, informed)))))
        return lines


def breakable(name: str) -> str:
    """Return a file name that a line may break after an underscore."""
    return name.replace("_", "_" + BREAK)
