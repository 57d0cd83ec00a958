"""The release page: the register as a list, one release in detail, handing in, comparing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QWidget,
)
from shiboken6 import isValid

from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import FilesInTheWay
from ckmcore.base.numbers import Language, integer_text
from ckmcore.errors import CkmError, PermissionRefused
from ckmcore.messages import joined, sentence
from ckmcore.release.actions import is_embargoed
from ckmcore.release.compare import TablesCompared
from ckmcore.release.files import former_files
from ckmcore.release.register import Standing
from ckmcore.release.saved import current_releases, saved_differs
from ckmcore.release.verify import Verified, outcome
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.persons import persons_of
from ckmcore.statistic.releases import Release, find_release, four_eyes_proven, releases
from ckmdesk.base.captions import key_text
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import MessageKind, Remedy
from ckmdesk.commands import tables as table_commands
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, set_kind
from ckmdesk.models.releases_model import ENTRY, ReleasesModel
from ckmdesk.pages.context import MenuActions, Page, PageContext
from ckmdesk.pages.release.checklist_links import Mending, release_before
from ckmdesk.pages.release.comparison_card import ComparisonCard
from ckmdesk.pages.release.detail import DetailView
from ckmdesk.pages.release.package_card import PackageCard
from ckmdesk.pages.release.page_preview import SLOT as PAGE_SLOT
from ckmdesk.pages.release.page_preview import PreviewCard
from ckmdesk.pages.release.register_table import bold_width, release_list
from ckmdesk.pages.release.submission_controller import HandingIn
from ckmdesk.pages.sheets import SheetsDialog
from ckmdesk.ports import filled
from ckmdesk.services.exports import file_name
from ckmdesk.services.opening import opening
from ckmdesk.services.releases import CHANGES_SLOT, COMPARE_SLOT, LEFT_SLOT, SLOT, VERIFY_SLOT
from ckmdesk.state.releases import PARTS, Part, ReleaseReader, in_parts, part_of, read_key
from ckmdesk.state.table_drafts import saved_table
from ckmdesk.widgets.basic import Card, WrapLabel, allow
from ckmdesk.widgets.layouts import FORM_WIDTH, STRETCH, at_most, column_of, lead_through, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.page_head import PageHead
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.view_state import settled

if TYPE_CHECKING:
    from ckmcore.ports import LeftOpen

LIST_WIDTH, PAGE_WIDTH, DETAIL_WIDTH = 260, 330, 300  # px at 100 %, at least
NAMED = 3  # more files are counted in the message
ACTIONS = ("submit", "compare_two", "verify", "export", "reconcile", "recheck")

# What is no error of a verified statistic, and nothing to be called well.
DOUBTS = ("verify_time_backwards", "known_mark_unproven", "known_mark_unreadable")


# Numbers of two releases, the second None for the table at hand; cells that differ.
Compared = tuple[int, int | None, TablesCompared]


class ReleasePage(Page):
    page_name = "release"
    refreshing = (PAGE_SLOT,)
    waits_for = (SLOT, COMPARE_SLOT, CHANGES_SLOT, LEFT_SLOT, VERIFY_SLOT, "look", "look-redrawn")
    kept = ("detail.read_releases", "chosen_release", "compared", "handing_in.form")

    def build(self, context: PageContext) -> Iterator[None]:
        self.context = context
        self.service = context.services.releases
        self.part: Part = "waiting"
        self._changes_of: object = None
        self._standing: Standing | None = None
        self._compared: Compared | None = None
        self.looking = context.services.looking
        self._make_head()
        yield
        self.standing = MessageBar(context.theme, lambda: context.language, lasting=True)
        self.handing_in = HandingIn(context, self._form_closed, self._first_number, self._compare_with_table, self)
        self.submit_card = self.handing_in.card
        self.comparison = ComparisonCard(context.theme, context.language)
        self.comparison.closed.connect(self._leave_comparison)
        looked = filled("LookedAgain")
        self.looked = None if looked is None else looked(context, self)
        yield
        self.preview = PreviewCard(context)
        self.preview.setMinimumWidth(px(PAGE_WIDTH))
        self.detail = DetailView(context.theme, context.language)
        self.detail.setMinimumWidth(px(DETAIL_WIDTH))
        self.preview.seen.connect(self.detail.show_seen)
        self.package = PackageCard(context, lambda: self.detail.remark.text().strip(), self._is_named)
        self.preview.seen.connect(lambda *_: self._show_package())
        self.preview.enlarged.connect(self.show_figures)
        self.detail.changes.listed.connect(self._compare_with_former)
        self.detail.asked.connect(self._step)
        self.detail.open_asked.connect(self._open_table)
        self.detail.look_asked.connect(self._look)
        self.detail.person_given.connect(self._set_person)
        self.detail.person_locked = context.settings.locked("person")
        self.detail.person.setReadOnly(self.detail.person_locked)
        self.service.signing.changed.connect(self._show_detail)
        self.service.signing.changed.connect(self._allow)
        self.detail.compare_asked.connect(self._compare_with_table)
        yield
        left = QWidget()
        self.reading = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        folds(self.reading)
        self.reading.setHandleWidth(STEP)
        self.reading.addWidget(self._make_list())
        self.reading.addWidget(self.preview)
        self.reading.setSizes([px(LIST_WIDTH), px(2 * PAGE_WIDTH)])
        self.reading.setStretchFactor(1, 1)
        column_of(
            self.standing,
            at_most(self.submit_card, FORM_WIDTH),
            *(() if self.looked is None else ((self.looked, 4),)),
            (self.reading, 3),
            self.package,
            (self.comparison, 2),
            within=left,
            margins=0,
            spacing=STEP,
        )
        body = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        folds(body)
        body.setHandleWidth(STEP)
        body.addWidget(left)
        body.addWidget(self.detail)
        body.setSizes([px(LIST_WIDTH + 2 * PAGE_WIDTH), px(DETAIL_WIDTH)])
        body.setStretchFactor(0, 1)
        column_of(body, within=self, margins=MARGIN)
        # From the page that was read the Tab key leads to what the decision rests on, then to the decision.
        detail = self.detail
        rests_on = (detail.held, detail.look, detail.open_table, detail.compare)
        decision = (detail.person, detail.remark, detail.recipients, *detail.buttons.values())
        lead_through(self.preview.larger, self.preview.paper, self.comparison.close_button, *rests_on, *decision)
        context.theme.changed.connect(self.model.retheme)
        yield

    # --- building ------------------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.head = PageHead()
        self.parts = {name: self._segment(name) for name in PARTS}
        switch = row_of(*self.parts.values(), spacing=0)
        held = QWidget(accessibleName=self.tr("Parts of the register"))
        held.setLayout(switch)
        switch.setContentsMargins(0, 0, 0, 0)
        words_of_search = self.tr("Title, recipient, no.")
        self.search = QLineEdit(
            objectName="release:search",
            clearButtonEnabled=True,
            placeholderText=words_of_search,
            accessibleName=self.tr("Search register: title, recipient, number"),
        )
        self.search.setMinimumWidth(px(120))
        self.search.setMaximumWidth(px(220))
        self.search.textChanged.connect(lambda _text: self._show_list(follows=False))
        self.head.add_left(held)
        self.head.add_right(self.search)
        words = {
            "submit": self.tr("Submit table ..."),
            "compare_two": self.tr("Compare two releases"),
            "verify": self.tr("Verify register and files ..."),
            "export": self.tr("Export register as CSV ..."),
            "reconcile": self.tr("Reconcile with the shared register"),
            "recheck": self.tr("Look again at what was published"),
        }
        self.actions = {name: QAction(words[name], self) for name in ACTIONS}
        run = {
            "submit": self.open_submit,
            "compare_two": self._compare_two,
            "verify": self._verify,
            "export": self._export,
            "reconcile": self._reconcile,
            "recheck": self._look_again,
        }
        for name, act in run.items():
            self.actions[name].triggered.connect(lambda _=False, what=act: what())
        self.actions["submit"].setShortcut(QKeySequence("Ctrl+R"))
        self.more = QPushButton(self.tr("Register"))
        menu = QMenu(self.more)
        for name in ACTIONS[1:]:
            menu.addAction(self.actions[name])
        self.more.setMenu(menu)
        self.submit_button = QPushButton(words["submit"], objectName="release:submit")
        set_kind(self.submit_button, "primary")
        self.submit_button.clicked.connect(lambda _=False: self.open_submit())
        self.head.add_right(self.more)
        self.head.add_right(self.submit_button)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.search.setFocus)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self._leave)

    def _segment(self, name: Part) -> QPushButton:
        button = QPushButton(checkable=True, autoExclusive=True, objectName=f"release:part:{name}")
        set_kind(button, "segment")
        settled(button)  # the page keeps the release that is shown, and with it the part
        button.clicked.connect(lambda _=False: self._choose_part(name))
        return button

    def _make_list(self) -> QWidget:
        card = Card(margin=0)
        card.setMinimumWidth(px(LIST_WIDTH))
        self.model = ReleasesModel(self.context.theme, self.context.language)
        self.view = release_list("register", self.context.theme)
        self.view.setAccessibleName(self.tr("Register of releases"))
        self.view.setModel(self.model)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.selectionModel().currentRowChanged.connect(lambda *_: self._show_detail())
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._allow())
        self.view.doubleClicked.connect(lambda _index: self._open_table())
        for widget, next_focus in (
            (self.view, self.preview.paper.setFocus),
            (self.preview.paper, self.detail.focus_decision),
        ):
            on = QShortcut(QKeySequence(Qt.Key.Key_Return), widget)
            on.setContext(Qt.ShortcutContext.WidgetShortcut)
            on.activated.connect(next_focus)
        self.empty = WrapLabel(
            self.tr("Nothing submitted yet. Submit a table; a second person releases it here."),
            "secondary",
        )
        self.first = QPushButton(
            self.actions["submit"].text(), objectName="release:first", autoDefault=True
        )  # Enter presses it
        set_kind(self.first, "primary")
        self.first.clicked.connect(lambda _=False: self.open_submit())
        self.empty.setContentsMargins(MARGIN, MARGIN, MARGIN, 0)
        self.nothing = WrapLabel("", "secondary")
        self.nothing.setContentsMargins(MARGIN, MARGIN, MARGIN, 0)
        first = row_of(MARGIN, self.first, STRETCH, margins=0)
        card.body.addWidget(self.empty)
        card.body.addLayout(first)
        card.body.addWidget(self.nothing)
        card.body.addWidget(self.view, 1)
        self._rest = QWidget()
        card.body.addWidget(self._rest, 1)
        return card

    def menu_actions(self) -> MenuActions:
        return {"page": [self.actions["submit"], None, *(self.actions[name] for name in ACTIONS[1:])]}

    # --- showing -------------------------------------------------------------------------------------------------

    def first_focus(self) -> QWidget:
        if self.submit_card.isVisibleTo(self):
            return self.submit_card.fields["recipient"]
        return self.view if self.view.isVisibleTo(self) else self.first

    def _leave(self) -> None:
        """Handle Escape: close the form, else the comparison."""
        if self.submit_card.isVisibleTo(self):
            self.handing_in.close()
        elif self.comparison.isVisibleTo(self):
            self._leave_comparison()

    @property
    def statistic(self) -> Statistic | None:
        return self.context.desk.state.statistic

    @property
    def reader(self) -> ReleaseReader:
        statistic, language, signing = self.statistic, self.context.language, self.service.signing
        if statistic is None:
            return ReleaseReader(self.context.settings.person, self.service.may_release, language)
        refused = signing.why_refused(statistic, "released")
        return ReleaseReader(
            signing.name_for(statistic),
            self.service.may_release,
            language,
            signs=signing.signs(statistic),
            why_not="" if refused is None else refused.text(language),
            deputised=signing.deputised(statistic),
        )

    @property
    def chosen(self) -> Release | None:
        """Return the release shown in detail."""
        row = self.view.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    @property
    def chosen_release(self) -> tuple[int, tuple[LeftOpen, ...] | None]:
        """Return the number of the release shown in detail, and what its method leaves open if that was computed."""
        return (0 if self.chosen is None else self.chosen.number), self.detail.differences

    @chosen_release.setter
    def chosen_release(self, chosen: tuple[int, tuple[LeftOpen, ...] | None]) -> None:
        number, differences = chosen
        self._show_list()
        statistic = self.statistic
        if statistic is not None and number in [release.number for release in releases(statistic.register)]:
            self.show_number(number)
            self.detail.show_left_open(differences, self.context.language)

    def refresh(self, changes: Changes) -> None:
        if {"statistic", "page", "data", "file"} & set(changes.parts):
            self._show_list()
        if {"statistic", "page", "data", "file", "looked"} & set(changes.parts):
            self._show_looked()
        self.handing_in.look_again()
        if {"page", "file"} & set(changes.parts):
            self.service.look_at_register(self._show_standing)
        wish, self.service.wish = self.service.wish, ""
        if wish == "submit":
            self.open_submit()
        elif wish == "compare":
            self._compare_former()

    def _compare_former(self) -> None:
        """Show the last release of the current table beside it; ask for one if there is none."""
        statistic, table = self.statistic, self.context.desk.state.table
        out = [] if statistic is None else [release for release in releases(statistic.register) if release.was_released]
        former = [
            release
            for release in out
            if release.submission.spec == table.spec or release.submission.table == table.name != ""
        ]
        if not former:
            self.context.show_message(sentence("desk_compare_choose" if out else "desk_compare_none"), "info")
            return
        self.show_number(former[-1].number)
        self._compare_with_table()

    def _choose_part(self, name: Part) -> None:
        self.part = name
        self._show_list(follows=False)

    def _show_list(self, *, follows: bool = True) -> None:
        """Show the chosen part of the register.

        `follows` keeps the shown release in sight where a step moved it to another part, and leaves an empty part.
        """
        statistic = self.statistic
        if statistic is None:
            return
        all_releases = releases(statistic.register)
        parts = in_parts(all_releases, self.search.text(), self.reader, four_eyes=statistic.four_eyes)
        former = 0 if self.chosen is None else self.chosen.number
        if follows:
            self.part = self._part_to_show(parts, former)
        rows = parts[self.part]
        self._show_parts(parts)
        if rows != self.model.rows:
            self.model.show_rows(rows)
            numbers = [row.number for row in rows]
            if rows:
                keep = numbers.index(former) if former in numbers else 0
                self.view.setCurrentIndex(self.model.index(keep, ENTRY))
        for widget in (self.empty, self.first):
            widget.setVisible(not all_releases)
        self.first.setVisible(not all_releases and not self.submit_card.isVisibleTo(self))
        self._rest.setVisible(not rows)
        self.nothing.setVisible(bool(all_releases) and not rows)
        self.nothing.setText(self.tr("No release found.") if self.search.text() else self.tr("Nothing here."))
        self.view.setVisible(bool(rows))
        self.preview.setVisible(bool(rows))
        self.detail.setVisible(bool(rows))
        self._show_detail()
        self._allow()

    def _part_to_show(self, parts: dict[Part, tuple[Release, ...]], former: int) -> Part:
        for name, rows in parts.items():
            if former and former in [row.number for row in rows]:
                return name
        return self.part if parts[self.part] else next((name for name in PARTS if parts[name]), self.part)

    def _show_parts(self, parts: dict[Part, tuple[Release, ...]]) -> None:
        words: dict[Part, str] = {
            "waiting": self.tr("Waiting for me (%1)"),
            "submitted": self.tr("Submitted (%1)"),
            "released": self.tr("Released (%1)"),
        }
        for name, button in self.parts.items():
            button.setText(words[name].replace("%1", integer_text(len(parts[name]), self.context.language)))
            button.setMinimumWidth(bold_width(button))
            button.setChecked(name == self.part)
        self.head.set_title(self.tr("Release"))

    def _show_detail(self) -> None:
        statistic = self.statistic
        four_eyes = statistic is not None and statistic.four_eyes
        sees_open = self.context.settings.is_methodologist or self.reader.may_release
        chosen_release = self.chosen
        proven = statistic is not None and chosen_release is not None and _is_proven(statistic, chosen_release)
        self.detail.show_release(
            chosen_release,
            self.reader,
            four_eyes=four_eyes,
            sees_open=sees_open,
            proven=proven,
            differs=""
            if statistic is None or chosen_release is None
            else _differs(statistic, chosen_release, self.context.language),
            mending=None
            if statistic is None or chosen_release is None
            else self._mending(statistic, chosen_release, searches=sees_open),
            open_decision=self._open_decision(chosen_release),
        )
        self._show_page(chosen_release)
        self._show_changes(statistic, chosen_release)

    def _open_decision(self, release: Release | None) -> str:
        if release is None or release.state != "submitted":
            return ""
        undecided = self.service.open_decision(release.number)
        return "" if undecided is None else undecided.text(self.context.language)

    def _show_page(self, release: Release | None) -> None:
        """Show the page of a release, unless it is shown or the records are missing."""
        if release is None:
            self.preview.leave()
            return
        session = self.context.desk.session
        key = (release.number, release.released_at, is_embargoed(release, now_text()), id(session.data))
        make = self.service.figures(release.number, self.preview.refuse)
        self.preview.show_release(read_key(release), release.submission, make, key)

    def _show_changes(self, statistic: Statistic | None, release: Release | None) -> None:
        """Show what changed against the last release of the table."""
        former = None if statistic is None or release is None else release_before(statistic, release)
        key = None if release is None else (release.number, None if former is None else former.number)
        if key == self._changes_of:
            return
        self._changes_of = key
        self.detail.changes.show_changes(former, None)
        if release is None or former is None:
            return

        def done(cells: TablesCompared) -> None:
            self.detail.changes.show_changes(former, cells)

        def failed(error: CkmError) -> None:
            self.detail.changes.show_changes(former, None, error.text(self.context.language))

        self.service.compare(former.number, release.number, done, failed, slot=CHANGES_SLOT)

    def _compare_with_former(self) -> None:
        statistic, release = self.statistic, self.chosen
        former = None if statistic is None or release is None else release_before(statistic, release)
        if former is not None and release is not None:
            self._compare(former, release)

    def _mending(self, statistic: Statistic, release: Release, *, searches: bool) -> Mending:
        former_release = release_before(statistic, release)
        compare = None if former_release is None else partial(self._compare, former_release, release)
        return Mending(
            self.context, release.submission.spec, self.open_saved, compare, self._look if searches else None
        )

    def _submit_tip(self) -> str:
        return self.tr("Submit table ...") + f" ({key_text('Ctrl+R')})"

    def _allow(self) -> None:
        loaded, statistic = self.context.desk.session.data is not None, self.statistic
        refused = None if statistic is None else self.service.signing.why_refused(statistic, "submitted")
        allow(self.submit_button, refused, self.context.language, self._submit_tip())
        allow(self.first, refused, self.context.language)
        for widget in (self.actions["submit"], self.submit_button, self.first):
            widget.setEnabled(loaded and refused is None)
        self._show_package()
        self.actions["compare_two"].setEnabled(len(self._selected()) == 2)
        any_entry = self.statistic is not None and bool(self.statistic.register)
        self.actions["export"].setEnabled(any_entry)
        self.actions["verify"].setEnabled(any_entry)
        self.actions["recheck"].setEnabled(loaded and self.looking is not None and self.looking.may_look)
        self.actions["recheck"].setVisible(self.looking is not None and self.looking.may_know)
        self.actions["reconcile"].setEnabled(self._standing is not None and self._standing.reconcilable)

    def _show_package(self) -> None:
        """Show the package of the selected submissions; the one that is read has no decision of its own then."""
        selected = self._selected() if self.part == "waiting" else []
        self.detail.show_in_package(self.package.show_selected(selected, self.detail.read_releases))

    def _is_named(self) -> bool:
        """Whether somebody is named who decides; otherwise it says so and the field has the keyboard."""
        named = bool(self.detail.person.text().strip())
        if not named:
            self._refused(PermissionRefused("register_person_missing"))
            self.detail.person.setFocus()
        return named

    def _selected(self) -> list[Release]:
        rows = sorted({index.row() for index in self.view.selectionModel().selectedRows()})
        return [self.model.rows[row] for row in rows if row < len(self.model.rows)]

    def _show_standing(self, standing: Standing) -> None:
        self._standing = standing
        if standing.ready:
            self.standing.clear()
        else:
            remedy = Remedy(self.tr("Reconcile"), self._reconcile) if standing.reconcilable else None
            self.standing.show_message(standing.sentence(), "warning" if standing.reconcilable else "error", remedy)
        self._allow()

    # --- handing in ----------------------------------------------------------------------------------------------

    def open_submit(self, corrects: Release | None = None) -> None:
        """Open the form for handing in the current table, or a correction of a release."""
        if self.handing_in.open(corrects):
            self.first.hide()
            self._show_looked()

    def _form_closed(self) -> None:
        self._show_list()
        self._show_looked()
        self.first_focus().setFocus()

    def _first_number(self) -> int:
        """Show the last release of the register; return its number."""
        statistic = self.statistic
        every = () if statistic is None else releases(statistic.register)
        if not every:
            return 0
        self.show_number(every[-1].number)
        return every[-1].number

    # --- steps ---------------------------------------------------------------------------------------------------

    def _step(self, step: str, remark: str) -> None:
        chosen_release = self.chosen
        if chosen_release is None:
            return
        number = chosen_release.number
        self.detail.unsay()
        if step != "correct" and not self._is_named():
            return
        if step == "correct":
            self.open_submit(chosen_release)
        elif step == "open":
            self.service.open_figures(number, lambda: self._done("desk_figures_opened", number), self._refused)
        elif step == "write":
            self._write_into_chosen(number)
        elif step == "release":
            hidden = chosen_release.submission.hidden
            code = "desk_released_hidden" if hidden else "desk_released"
            self.service.release(number, remark, self.detail.seen(), lambda: self._done(code, number), self._refused)
        elif step == "return":
            self.service.give_back(number, remark, lambda: self._done("desk_returned", number), self._refused)
        elif step == "withdraw":
            self.service.withdraw(
                number, remark, self._informed(), lambda: self._done("desk_withdrawn", number), self._refused
            )
        elif step == "early":
            self.service.give_early(
                number, remark, self._informed(), lambda: self._done("desk_given_early", number), self._refused
            )

    def _informed(self) -> list[str]:
        return self.detail.recipients.text().split(";")

    def show_figures(self) -> None:
        """Show the sheets of the selected release with the recorded figures."""
        shown_release = self.detail.found
        make = None if shown_release is None else self.service.figures(shown_release.number, self._refused)
        if shown_release is None or make is None:
            return
        window = SheetsDialog(self.context.jobs, self.context.settings, self.context.theme, "release", self)
        window.setObjectName("release-figures")
        title = self.tr("No. %1: %2").replace("%1", str(shown_release.number))
        window.setWindowTitle(title.replace("%2", shown_release.submission.heading))
        window.retranslate()
        window.show_draft(make, shown_release.submission.request.language)
        window.open()

    def _write_into_chosen(self, number: int) -> None:
        folder = self._choose_folder()
        if folder is not None:
            self.write(number, folder)

    def write(self, number: int, folder: Path, *, replaces: bool = False) -> None:
        """Write the final files of a release; other files of their names are replaced only after a question."""

        def done() -> None:
            statistic = self.statistic
            files = () if statistic is None else find_release(statistic.register, number).files
            names = ", ".join(file.name for file in files)
            code = "desk_files_written" if len(files) <= NAMED else "desk_many_files_written"
            said_sentence = sentence(code, number=str(number), names=names, count=len(files), folder=folder.name)
            former = () if statistic is None else former_files(find_release(statistic.register, number))
            if former:
                more = sentence("release_former_rewritten", names=former)
                said_sentence = joined([said_sentence, more], "note_and")
            written = [folder / file.name for file in files]
            self.context.show_message(
                said_sentence, "ok", opening(written, self.context.show_message) if written else None
            )

        def refused(error: CkmError) -> None:
            if isinstance(error, FilesInTheWay):
                elsewhere = Remedy(self.tr("Other folder ..."), lambda: self._write_into_chosen(number))
                remedy = Remedy(self.tr("Replace"), lambda: self.write(number, folder, replaces=True), elsewhere)
                self.context.show_message(error, "warning", remedy)
            else:
                self._refused(error)

        self.service.write(number, folder, done, refused, replaces=replaces)

    def _set_person(self, name: str) -> None:
        if name and name != self.context.settings.person:
            self.context.settings.set("person", name)
            self._show_detail()

    def _done(self, code: str, number: int) -> None:
        if isValid(self):
            self.detail.remark.clear()
        self.context.show_message(sentence(code, number=str(number)), "ok")

    def _refused(self, error: CkmError) -> None:
        if isValid(self):
            self.detail.say(error, self.context.language)
        else:  # another role has another page
            self.context.show_message(error)

    def _choose_folder(self) -> Path | None:
        path = self.context.desk.session.path
        start = Path.home() if path is None else path.parent
        folder_text = QFileDialog.getExistingDirectory(self, self.tr("Folder for the final files"), str(start))
        return Path(folder_text) if folder_text else None

    def _open_table(self) -> None:
        chosen_release = self.chosen
        if chosen_release is not None:
            submission = chosen_release.submission
            self.context.desk.run(table_commands.lay_out(submission.table, submission.spec))
            self.context.frame.go_to("tables")

    def open_saved(self) -> None:
        """Open the table of the shown release as it is saved now."""
        chosen_release = self.chosen
        saved = None if chosen_release is None else saved_table(self.statistic, chosen_release.submission.table)
        if saved is None:
            self._open_table()
        else:
            self.context.desk.run(table_commands.open_table(saved))

    def _look(self) -> None:
        chosen_release = self.chosen
        if chosen_release is None:
            return
        language = self.context.language

        def done(left: tuple[LeftOpen, ...]) -> None:
            if self.chosen is not None and self.chosen.number == chosen_release.number:
                self.detail.show_left_open(left, language)

        self.service.left_open(chosen_release.number, done, self._refused)

    # --- comparing -----------------------------------------------------------------------------------------------

    def _compare_two(self) -> None:
        chosen = sorted(self._selected(), key=lambda release: release.number)
        if len(chosen) == 2:
            self._compare(*chosen)

    def _compare(self, former_release: Release, new_release: Release) -> None:
        numbers = former_release.number, new_release.number
        self.service.compare(*numbers, lambda cells: self._show_compared((*numbers, cells)), self._refused)

    def _compare_with_table(self, release: Release | None = None) -> None:
        found_release = release or self.chosen
        if found_release is not None:
            number = found_release.number
            self.service.compare_with_table(
                number, lambda cells: self._show_compared((number, None, cells)), self._refused
            )

    @property
    def compared(self) -> Compared | None:
        """The comparison that is shown."""
        return None if self.comparison.isHidden() else self._compared

    @compared.setter
    def compared(self, compared: Compared | None) -> None:
        if compared is not None:
            self._show_compared(compared)

    def _show_compared(self, compared: Compared) -> None:
        self._compared = compared
        earlier, after, cells = compared
        heading = self.tr("No. %1 and the table at hand") if after is None else self.tr("No. %1 and no. %2")
        heading = heading.replace("%2", str(after)).replace("%1", str(earlier))
        self.comparison.show_compared(heading, cells, self.context.language)

    def _leave_comparison(self) -> None:
        self.comparison.hide()
        self.view.setFocus()

    # --- the register --------------------------------------------------------------------------------------------

    def _reconcile(self) -> None:
        def done() -> None:
            self.standing.clear()
            self.context.show_message(sentence("desk_reconciled"), "ok")

        self.service.reconcile(done)

    def _verify(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, self.tr("Files to verify (none: the register alone)"))
        self.verify([Path(name) for name in names])

    def verify(self, paths: list[Path]) -> None:
        """Verify that no byte was changed in the register, the stored figures, and files."""

        def done(result: list[Verified]) -> None:
            ended = outcome(result)
            doubts = [verified for verified in result if verified.said.code in DOUBTS]
            good = ended == Exit.DONE
            told_checks = [verified for verified in result if verified not in doubts and (good or not verified.good)]
            kinds: dict[Exit, MessageKind] = {Exit.DONE: "warning" if doubts else "ok", Exit.NOT_TESTED: "warning"}
            texts = [verified.said.text(self.context.language) for verified in (*doubts, *told_checks)]
            self.context.show_message(" ".join(texts), kinds.get(ended, "error"))

        self.service.verify(paths, done, self.context.frame.show_message)

    def _export(self) -> None:
        statistic = self.statistic
        if statistic is None:
            return
        register = self.tr("Register")
        name = file_name(f"{register} {statistic.title.text(self.context.language)} {now_text()[:10]}")
        folder = Path.home() if self.context.desk.session.path is None else self.context.desk.session.path.parent
        path = self.context.frame.choose_save_file(
            self.tr("Export register as CSV"), folder / f"{name}.csv", self.tr("CSV file (*.csv)")
        )
        if path is not None:
            self.service.export_register(path)

    # --- looked at once more -------------------------------------------------------------------------------------

    def _look_again(self) -> None:
        if self.looking is not None:
            self.looking.look()

    def _show_looked(self) -> None:
        if self.looked is not None:
            self.looked.refresh()

    def show_number(self, number: int) -> None:
        """Show a release in detail, even if the list is filtered."""
        statistic = self.statistic
        if statistic is None:
            return
        self.search.clear()
        release = find_release(statistic.register, number)
        self.part = part_of(release, self.reader, four_eyes=statistic.four_eyes)
        self._show_list(follows=False)
        numbers = [row.number for row in self.model.rows]
        self.view.setCurrentIndex(self.model.index(numbers.index(number), ENTRY))

    def close_page(self) -> None:
        self.service.leave_looking()
        if self.looking is not None:
            self.looking.leave()


def _is_proven(statistic: Statistic, release: Release) -> bool:
    return four_eyes_proven(persons_of(statistic.register), release)


def _differs(statistic: Statistic, release: Release, language: Language) -> str:
    """Describe how the saved table differs from its last release; "" for former releases."""
    table = saved_table(statistic, release.submission.table)
    differs = None if table is None else saved_differs(current_releases(statistic), table)
    return differs.sentence().text(language) if differs is not None and differs.release == release else ""
