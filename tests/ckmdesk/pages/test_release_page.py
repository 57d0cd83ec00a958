"""The release page: from the table at hand to final files, by who may, with the register beside the statistic."""

from __future__ import annotations

import io
import json
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import openpyxl
import pikepdf
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.lab.release.differences import OpenDifference
from ckmcore.messages import sentence
from ckmcore.office.settings import Office
from ckmcore.release import files as release_files
from ckmcore.release import register as register_module
from ckmcore.release.register import read_register, register_path
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.lock import Holder
from ckmcore.statistic.releases import releases
from ckmcore.statistic.seal import Seal
from ckmcore.typesetting.tagged_pages import TaggedPages
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import Changes
from ckmdesk.commands.tables import set_title, show_trial
from ckmdesk.models.releases_model import ENTRY
from ckmdesk.pages.release import page_preview
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.sheets import SheetsDialog
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.services import releases as release_services
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial
from ckmdesk.state.session import Session
from ckmdesk.widgets.basic import WrapLabel
from tests.ckmdesk.at_desk import statistic_of
from tests.ckmdesk.pages.release_pages import decide, do, hand_in, opened
from tests.kit.statistics import small_data
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> ReleasePage:
    return opened(window, tmp_path)


def current(window: MainWindow) -> ReleasePage:
    """The page of now: another language has another one."""
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    return page


@pytest.mark.thorough
def test_a_table_goes_from_the_desk_to_final_files_and_everything_is_on_record(
    window: MainWindow, page: ReleasePage, tmp_path: Path
) -> None:
    found = hand_in(window, page)
    assert (found.number, found.state, found.submitted_by) == (1, "submitted", "Anna Clerk")
    assert "Checklist" in page.detail.checks_word.text()
    window.settings.set("person", "Bert Release")
    do(window, page, "release", "checked")
    page.write(1, tmp_path / "out")
    settle(window)
    files = list((tmp_path / "out").iterdir())
    assert [file.suffix for file in files] == [".xlsx"]
    sheet = openpyxl.load_workbook(files[0]).worksheets
    texts = [str(cell.value) for one in sheet for row in one.iter_rows() for cell in row if cell.value]
    assert any(text.startswith("Released on") and text.endswith("no. 1") for text in texts)
    assert not any("Draft" in text for text in texts)
    # The statistic was saved with it, and the shared register says the same.
    kept, _ = open_statistic(tmp_path / "small.ckm")
    register = read_register(register_path(tmp_path, kept.identity), kept.identity)
    assert register is not None
    assert [entry.kind for entry in kept.register] == ["submitted", "released", "written"]
    assert [entry.hash for entry in register.entries] == [entry.hash for entry in kept.register]
    assert [entry.person for entry in kept.register] == ["Anna Clerk", "Bert Release", "Bert Release"]
    assert window.desk.unsaved is False
    page.verify(files)
    settle(window)
    assert window.message_bar.is_done
    files[0].write_bytes(files[0].read_bytes()[:-1] + b"x")
    page.verify(files)
    settle(window)
    assert files[0].name in window.message_bar.text
    assert not window.message_bar.is_done


@pytest.mark.thorough
def test_t23_times_that_go_backwards_are_named_in_the_window_beside_whatever_else_is_found(
    window: MainWindow, page: ReleasePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(window, page)
    monkeypatch.setattr(release_services, "now_text", lambda: "2019-01-01T08:00:00+01:00")
    window.settings.set("person", "Bert Release")
    do(window, page, "release", "checked")
    page.verify([])
    settle(window)
    assert "Entry 2 of the register says an earlier time (2019-01-01" in window.message_bar.text
    assert not window.message_bar.is_done  # it is no error, and nothing to be called well
    (tmp_path / "other.csv").write_text("a\n", encoding="utf-8")
    page.verify([tmp_path / "other.csv"])
    settle(window)
    assert "other.csv" in window.message_bar.text
    assert "Entry 2 of the register says an earlier time" in window.message_bar.text
    window.settings.set("language", "de")
    current(window).verify([])
    settle(window)
    assert "Eintrag 2 des Registers nennt eine frühere Zeit (01.01.2019" in window.message_bar.text


def test_where_four_eyes_are_asked_for_nobody_releases_what_is_their_own(window: MainWindow, page: ReleasePage) -> None:
    window.desk.run(take_over(replace(statistic_of(window), four_eyes=True)))
    hand_in(window, page)
    assert not page.detail.buttons["release"].isVisibleTo(page)
    assert "another person" in page.detail.why_not.text()
    window.settings.set("person", "bert release")
    page.refresh(_all())
    assert page.detail.buttons["release"].isVisibleTo(page)
    assert not page.detail.why_not.isVisibleTo(page)


def test_without_a_decision_on_the_method_a_submission_goes_back_to_the_methodologists(
    window: MainWindow, page: ReleasePage
) -> None:
    hand_in(window, page)
    window.desk.run(take_over(replace(statistic_of(window), seal=Seal((), b"x" * 32, "releaser"))))
    window.settings.open_as("releaser")
    settle(window)
    window.go_to("release")
    settle(window)
    made = current(window)
    assert not made.detail.buttons["release"].isVisibleTo(made)
    assert made.detail.buttons["return"].text() == "Return to methodologists"
    assert "no decision is on record" in made.detail.why_not.text()
    do(window, made, "return")
    assert "reason" in made.detail.fault.text()  # the remark is needed
    told: list[str] = []
    made.service.release(1, "", (), lambda: told.append("released"), lambda error: told.append(error.code))
    settle(window)
    assert told == ["release_undecided"]  # by no way past the button
    decide(window)
    settle(window)
    assert made.detail.buttons["release"].isVisibleTo(made)
    assert made.detail.buttons["return"].text() == "Return"
    window.settings.open_as(None)


def test_nothing_is_released_before_its_page_was_shown(window: MainWindow, page: ReleasePage) -> None:
    page.open_submit()
    settle(window)
    page.submit_card.submit.click()
    while not page.model.rows:
        QCoreApplication.processEvents()
    window.jobs.cancel(page_preview.SLOT)
    page.context.jobs.cancel(page_preview.SLOT)
    settle(window)
    button = page.detail.buttons["release"]
    assert page.preview.page is None
    assert not button.isEnabled()
    assert "not shown yet" in button.toolTip()
    button.click()
    assert [entry.kind for entry in statistic_of(window).register] == ["submitted"]
    page.preview.leave()
    page.refresh(_all())
    settle(window)
    assert page.preview.page is not None
    assert page.preview.facts.text_whole() == "Excel workbook · Page 1 of 1"
    assert button.isEnabled()


@pytest.mark.thorough
def test_pages_are_turned_by_keys_and_buttons_and_text_files_show_their_lines(
    window: MainWindow, page: ReleasePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_preview, "LINES", 3)
    page.open_submit()
    settle(window)
    for name, box in page.submit_card.forms.items():
        box.setChecked(name in ("csv", "pdf"))
    page.submit_card.submit.click()
    settle(window)
    preview = page.preview
    names = [preview.form.itemData(place) for place in range(preview.form.count())]
    preview.form.setCurrentIndex(names.index("csv"))
    preview.form.activated.emit(names.index("csv"))
    settle(window)
    assert preview.page is not None
    assert preview.page.lines.splitlines()[1] == "Draft – not released"
    last = preview.page.count
    assert last > 2
    assert not preview.back.isEnabled()
    QTest.keyClick(preview.paper, Qt.Key.Key_PageDown)
    settle(window)
    assert f"Page 2 of {last}" in preview.facts.text_whole()
    preview.back.click()
    settle(window)
    assert f"Page 1 of {last}" in preview.facts.text_whole()
    QTest.keyClick(preview.paper, Qt.Key.Key_End)
    settle(window)
    assert f"Page {last} of {last}" in preview.paper.accessibleName()
    assert preview.paper.accessibleDescription() == preview.page.lines
    assert not preview.on.isEnabled()
    QTest.keyClick(preview.paper, Qt.Key.Key_Home)
    settle(window)
    preview.form.setCurrentIndex(names.index("pdf"))
    preview.form.activated.emit(names.index("pdf"))
    settle(window)
    assert preview.page is not None
    assert preview.page.picture is not None


@pytest.mark.thorough
def test_what_changed_against_the_last_release_is_figures_and_a_list(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page)
    assert page.detail.changes.heading.text() == "No former release"
    do(window, page, "release")
    window.desk.session.data = small_data(900)
    hand_in(window, page)
    card = page.detail.changes
    assert card.heading.text() == "Against the last release (no. 1)"
    assert card.count.text().endswith(" of 18")
    changed = int(card.count.text().split()[0])
    assert changed > 0
    assert "cells changed, largest change " in card.words.text()
    assert card.strip.accessibleName() == f"{card.count.text()} {card.words.text()}"
    card.show_cells.click()
    settle(window)
    assert page.comparison.changes.rowCount() == changed


@pytest.mark.thorough
def test_before_an_embargo_is_over_the_page_is_that_of_the_draft(window: MainWindow, page: ReleasePage) -> None:
    page.open_submit()
    settle(window)
    page.submit_card.embargo_on.click()
    page.submit_card.submit.click()
    settle(window)
    do(window, page, "release")
    assert page.preview.page is not None
    assert "Draft – not released" in texts_of(page.preview.page.content)
    assert "embargo until" in page.model.data(page.model.index(0, ENTRY))
    page.detail.recipients.setText("")
    do(window, page, "early", "press conference")
    assert "Nobody is named" in page.detail.fault.text()
    page.detail.recipients.setText("Ministry")
    do(window, page, "early", "press conference")
    entry = statistic_of(window).register[-1]
    assert (entry.kind, entry.recipients, entry.remark) == ("given_early", ("Ministry",), "press conference")


@pytest.mark.thorough
def test_returning_and_withdrawing_want_a_reason_and_say_so(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page)
    do(window, page, "return")
    assert "reason" in page.detail.fault.text()
    assert page.chosen is not None
    assert page.chosen.state == "submitted"
    do(window, page, "return", "the source is missing")
    assert page.chosen.state == "returned"
    hand_in(window, page)
    do(window, page, "release")
    do(window, page, "withdraw", "an error in the data")
    assert page.chosen.state == "withdrawn"
    assert [one.state for one in releases(statistic_of(window).register)] == ["returned", "withdrawn"]


@pytest.mark.thorough
def test_a_correction_has_a_number_of_its_own_and_replaces_the_old_one(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page)
    do(window, page, "release")
    do(window, page, "correct")
    assert "1" in page.submit_card.heading.text()
    assert page.submit_card.fields["recipient"].text() == "Press"
    page.submit_card.submit.click()
    settle(window)
    assert "reason is missing" in page.submit_card.fault.text()
    assert len(releases(statistic_of(window).register)) == 1
    page.submit_card.fields["remark"].setText("an error in the data")
    page.submit_card.submit.click()
    settle(window)
    do(window, page, "release")
    states = [(one.number, one.state, one.corrected_by) for one in releases(statistic_of(window).register)]
    assert states == [(1, "corrected", 2), (2, "released", 0)]
    assert statistic_of(window).register[2].remark == "an error in the data"


@pytest.mark.thorough
def test_a_withdrawal_records_its_reason_and_who_is_informed(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page, "Ministry")
    assert not page.detail.recipients.isVisibleTo(page)
    do(window, page, "release")
    assert page.detail.recipients.text() == "Ministry"
    page.detail.recipients.setText("Ministry; ; Press office ")
    do(window, page, "withdraw")
    assert "reason is missing" in page.detail.fault.text()
    do(window, page, "withdraw", "an error in the data")
    entry = statistic_of(window).register[-1]
    assert (entry.kind, entry.remark) == ("withdrawn", "an error in the data")
    assert entry.recipients == ("Ministry", "Press office")
    lines = [one.text() for one in page.detail.history.findChildren(WrapLabel)]
    assert "Informed: Ministry, Press office" in lines[-1]


@pytest.mark.thorough
def test_the_list_is_searched_by_every_word_of_a_release_and_has_three_parts(
    window: MainWindow, page: ReleasePage
) -> None:
    hand_in(window, page, "Press office")
    hand_in(window, page, "Ministry")
    page.search.setText("ministry anna")
    assert [one.number for one in page.model.rows] == [2]
    page.search.setText("nobody")
    assert page.model.rows == ()
    assert "No release found" in page.nothing.text()
    page.search.clear()
    page.parts["released"].click()
    assert page.model.rows == ()
    page.parts["waiting"].click()
    assert [one.number for one in page.model.rows] == [2, 1]
    assert [button.text() for button in page.parts.values()] == ["Waiting for me (2)", "Submitted (0)", "Released (0)"]
    page.search.setText("ministry")  # the counts are those of the search
    assert page.parts["waiting"].text() == "Waiting for me (1)"


@pytest.mark.thorough
def test_two_releases_and_a_release_and_the_table_at_hand_are_compared(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page)
    hand_in(window, page)
    page.view.selectAll()
    page.actions["compare_two"].trigger()
    settle(window)
    assert page.comparison.isVisibleTo(page)
    assert "Changed: 0, new: 0, gone: 0" in page.comparison.words.text()
    page.detail.compare.click()
    settle(window)
    assert "table at hand" in page.comparison.heading.text()


def test_what_cannot_be_submitted_says_why_in_the_form(window: MainWindow, page: ReleasePage) -> None:
    page.open_submit()
    settle(window)
    for box in page.submit_card.forms.values():
        box.setChecked(False)
    page.submit_card.submit.click()
    settle(window)
    assert "at least one" in page.submit_card.fault.text()
    assert statistic_of(window).register == ()


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("role", "steps", "sees_open"),
    [("clerk", {"return"}, False), ("methodologist", {"return"}, True), ("releaser", {"release", "return"}, True)],
)
def test_with_roles_each_sees_and_does_what_is_theirs(
    window: MainWindow, page: ReleasePage, role: str, steps: set[str], sees_open: bool
) -> None:
    hand_in(window, page)
    decide(window)
    seal = Seal((), b"x" * 32, role)  # type: ignore[arg-type]
    window.desk.run(take_over(replace(statistic_of(window), seal=seal)))
    window.settings.open_as(seal.role)
    settle(window)
    window.go_to("release")
    made = window.page("release")
    assert isinstance(made, ReleasePage)
    shown = {step for step, button in made.detail.buttons.items() if button.isVisibleTo(made)}
    assert shown == steps
    assert made.detail.look.isVisibleTo(made) is sees_open
    window.settings.open_as(None)


@pytest.mark.thorough
def test_a_register_that_knows_more_is_said_and_taken_over_before_anything_is_released(
    window: MainWindow, page: ReleasePage, tmp_path: Path
) -> None:
    older = (tmp_path / "small.ckm").read_bytes()
    hand_in(window, page)
    window.services.close_statistic()
    (tmp_path / "small.ckm").write_bytes(older)
    window.open_path(tmp_path / "small.ckm")
    settle(window)
    assert "it is older" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    window.go_to("release")
    settle(window)
    shown = window.page("release")
    assert isinstance(shown, ReleasePage)
    page = shown
    assert page.standing.isVisibleTo(page)
    remedy = page.standing.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert [one.number for one in page.model.rows] == [1]
    assert not page.standing.isVisibleTo(page)


def _all() -> Changes:
    from ckmdesk.commands.desk import ALL_PARTS

    return ALL_PARTS


@pytest.mark.thorough
def test_undo_takes_a_step_back_and_leaves_what_is_on_record(window: MainWindow, page: ReleasePage) -> None:
    window.desk.run(set_title(Texts("Another title", "Ein anderer Titel")))
    before = window.desk.state.table.spec
    hand_in(window, page)
    window.desk.undo()  # the table is no longer saved as it was handed in
    assert window.desk.state.table.spec == before != statistic_of(window).tables[0].spec
    window.desk.undo()
    assert window.desk.state.table.spec != before
    assert [one.number for one in releases(statistic_of(window).register)] == [1]


def test_where_there_are_roles_it_is_noted_who_looked_at_originals_once_per_table(
    window: MainWindow, page: ReleasePage, tmp_path: Path
) -> None:
    window.go_to("tables")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    window.desk.run(show_trial(Trial("original")))
    settle(window)
    assert statistic_of(window).register == ()  # without roles nothing is noted
    window.desk.run(show_trial(Trial()))
    # Roles set up in this session count at once, and not only after the statistic was opened again.
    seal = Seal((), b"x" * 32, "methodologist")
    window.desk.run(take_over(replace(statistic_of(window), seal=seal)))
    settle(window)
    for _ in range(2):
        window.desk.run(show_trial(Trial("original")))
        settle(window)
        window.desk.run(show_trial(Trial()))
        settle(window)
    (entry,) = statistic_of(window).register
    assert (entry.kind, entry.person, entry.table) == ("revealed", "Anna Clerk", "First")
    assert entry.number == 0
    register = read_register(register_path(tmp_path, statistic_of(window).identity), statistic_of(window).identity)
    assert register is not None
    assert [one.kind for one in register.entries] == ["revealed"]


@pytest.mark.thorough
def test_the_table_page_leads_to_handing_in_and_to_the_last_release(window: MainWindow, page: ReleasePage) -> None:
    window.go_to("tables")
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    tables.page_actions.releasing.compare.trigger()
    settle(window)
    assert window.desk.state.page == "release"
    assert "Nothing has been released" in window.message_bar.text
    window.go_to("tables")
    tables.page_actions.releasing.submit.trigger()
    settle(window)
    assert page.submit_card.isVisibleTo(page)
    page.submit_card.submit.click()
    settle(window)
    do(window, page, "release")
    window.go_to("tables")
    tables.page_actions.releasing.compare.trigger()
    settle(window)
    assert page.comparison.isVisibleTo(page)
    assert "Changed: 0, new: 0, gone: 0" in page.comparison.words.text()


@pytest.mark.thorough
def test_a_saved_table_says_how_far_it_is_on_its_way_out(window: MainWindow, page: ReleasePage) -> None:
    def tip() -> str:
        window.go_to("tables")
        tables = window.page("tables")
        assert isinstance(tables, TablesPage)
        tables.left.setCurrentIndex(1)
        return tables.left.tables.topLevelItem(0).toolTip(0).splitlines()[1]  # type: ignore[union-attr]

    assert tip() == "saved · Year 2025"
    window.go_to("release")
    hand_in(window, page)
    assert tip() == "submitted, waiting, no. 1 · Year 2025"
    window.go_to("release")
    do(window, page, "release")
    assert tip() == "released, no. 1 · Year 2025"
    window.go_to("release")
    do(window, page, "withdraw", "an error")
    assert tip() == "withdrawn, no. 1 · Year 2025"


@pytest.mark.thorough
def test_tab_reaches_every_field_of_the_form_and_escape_closes_what_is_open(
    window: MainWindow, page: ReleasePage
) -> None:
    window.activateWindow()
    page.first_focus().setFocus()
    assert window.focusWidget() is page.first
    reached = _walked(window, 12)
    assert {"release:first", "release:search", "release:part:waiting", "release:submit"} <= reached
    page.first.click()
    settle(window)
    reached = _walked(window, 40)
    card = page.submit_card
    wanted = [card.table, card.language, card.cancel, card.submit, *card.fields.values(), *card.forms.values()]
    assert {widget.objectName() for widget in wanted} <= reached
    card.fields["recipient"].setFocus()
    QTest.keyClick(card.fields["recipient"], Qt.Key.Key_Escape)
    assert not card.isVisibleTo(page)
    assert window.focusWidget() is page.first
    hand_in(window, page)
    page.detail.compare.click()
    settle(window)
    assert page.comparison.isVisibleTo(page)
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    assert not page.comparison.isVisibleTo(page)
    assert window.focusWidget() is page.view


def _walked(window: MainWindow, steps: int) -> set[str]:
    """The names of what has the keyboard while Tab is pressed again and again."""
    names = set()
    for _ in range(steps):
        focused = window.focusWidget()
        assert focused is not None
        names.add(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    return names


@pytest.mark.thorough
def test_days_are_written_as_the_language_writes_them(window: MainWindow, page: ReleasePage) -> None:
    found = hand_in(window, page)
    assert f"Anna Clerk, today {found.submitted_at[11:16]}" in page.model.data(page.model.index(0, ENTRY))
    window.settings.set("language", "de")
    settle(window)
    page = current(window)
    year, month, number = found.submitted_at[:10].split("-")
    assert f"Anna Clerk, heute {found.submitted_at[11:16]}" in page.model.data(page.model.index(0, ENTRY))
    assert page.chosen == found  # another language leaves in detail what was there
    lines = [one.text() for one in page.detail.history.findChildren(WrapLabel)]
    assert any(f"{number}.{month}.{year} " in text for text in lines)


@pytest.mark.thorough
def test_who_does_it_is_asked_for_where_the_name_was_emptied(window: MainWindow, page: ReleasePage) -> None:
    page.open_submit()
    settle(window)
    page.submit_card.fields["person"].clear()
    page.submit_card.submit.click()
    settle(window)
    assert "name" in page.submit_card.fault.text()
    assert statistic_of(window).register == ()
    page.handing_in.close()
    hand_in(window, page)
    page.detail.person.clear()
    do(window, page, "release")
    assert "name" in page.detail.fault.text()
    assert [entry.kind for entry in statistic_of(window).register] == ["submitted"]


@pytest.mark.thorough
def test_files_written_for_a_statistic_that_was_closed_meanwhile_are_not_noted_in_another_one(
    window: MainWindow, page: ReleasePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(window, page)
    do(window, page, "release")
    begun, go_on = threading.Event(), threading.Event()
    write = release_files.write_files

    def slow(*given: Any, **named: Any) -> Any:
        begun.set()
        go_on.wait(10)
        return write(*given, **named)

    monkeypatch.setattr(release_files, "write_files", slow)
    page.write(1, tmp_path / "out")
    assert begun.wait(10)
    other = statistic_of(window)
    window.services.begin(other, Session(data=window.desk.session.data))
    go_on.set()
    settle(window)
    assert [entry.kind for entry in statistic_of(window).register] == ["submitted", "released"]
    assert "release 1 were written" in window.message_bar.text
    assert list((tmp_path / "out").iterdir())


@pytest.mark.thorough
def test_no_final_file_is_written_where_it_cannot_be_noted(
    window: MainWindow, page: ReleasePage, tmp_path: Path
) -> None:
    hand_in(window, page)
    do(window, page, "release")
    window.desk.session.read_only_by = Holder("desk-2", 1, "2026-11-22T10:00:00+01:00")
    page.write(1, tmp_path / "out")
    settle(window)
    assert "read-only" in page.detail.fault.text()
    assert not (tmp_path / "out").exists()
    window.desk.session.read_only_by = None


@pytest.mark.thorough
def test_what_has_to_be_computed_says_that_the_records_are_missing(
    window: MainWindow, page: ReleasePage, tmp_path: Path
) -> None:
    hand_in(window, page)
    do(window, page, "release")
    window.desk.session.data = None
    window.desk.announce("data")
    settle(window)
    for act in (page.detail.compare.click, page.detail.look.click, lambda: page.write(1, tmp_path / "out")):
        page.detail.unsay()
        act()
        settle(window)
        assert "not loaded" in page.detail.fault.text()
    assert not (tmp_path / "out").exists()


@pytest.mark.thorough
def test_many_final_files_are_counted_not_listed_in_the_message(
    window: MainWindow, page: ReleasePage, tmp_path: Path
) -> None:
    page.open_submit()
    settle(window)
    for name in ("xlsx", "csv", "csv-long", "html", "json-stat"):
        page.submit_card.forms[name].setChecked(True)
    page.submit_card.submit.click()
    settle(window)
    do(window, page, "release")
    page.write(1, tmp_path / "out")
    settle(window)
    assert len(list((tmp_path / "out").iterdir())) == 5
    assert "5" in window.message_bar.text
    assert ".json" not in window.message_bar.text


@pytest.mark.thorough
def test_the_lock_of_another_desk_is_told_with_its_time_in_the_words_of_the_language(
    window: MainWindow, page: ReleasePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(register_module, "record", partial(register_module.record, wait=0))
    window.settings.set("language", "de")
    page = current(window)
    path = register_path(tmp_path, statistic_of(window).identity)
    lock = path.with_name(path.name + ".lock")
    lock.write_text(json.dumps({"host": "desk-2", "pid": 1, "time": "2026-11-22T10:00:00+01:00"}))
    page.open_submit()
    settle(window)
    page.submit_card.submit.click()
    settle(window)
    assert "seit 22.11.2026, 10:00" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    assert statistic_of(window).register == ()
    remedy.act()
    settle(window)
    assert [entry.kind for entry in statistic_of(window).register] == ["submitted"]


def test_looking_elsewhere_does_not_cut_off_the_table_that_is_being_prepared(
    window: MainWindow, page: ReleasePage
) -> None:
    page.open_submit()
    page.verify([])
    settle(window)
    page.submit_card.fields["recipient"].setText("Press")
    page.submit_card.submit.click()
    settle(window)
    assert [one.number for one in releases(statistic_of(window).register)] == [1]


@pytest.mark.thorough
def test_who_releases_after_a_search_that_did_not_end_is_on_record_as_having_seen_that(
    window: MainWindow, page: ReleasePage
) -> None:
    hand_in(window, page)
    open_search = sentence("linked_open", tables=1, count=0, undecided=5536, decided=8621)
    page.detail.show_left_open([OpenDifference("undecided", open_search)], "en")
    do(window, page, "release")
    (check,) = [one for one in releases(statistic_of(window).register)[-1].checks if one.name == "search"]
    assert "8,621 cells decided, 0 disclosed, 5,536 open" in check.found.text("en")
    texts = [one.text() for one in page.detail.checks.findChildren(WrapLabel)]
    assert any("has seen" in text and "5,536 open" in text for text in texts)


def test_roles_that_were_set_up_a_moment_ago_count_at_once(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page)
    assert page.detail.buttons["release"].isVisibleTo(page)
    seal = Seal((), b"x" * 32, "methodologist")
    window.desk.run(take_over(replace(statistic_of(window), seal=seal)))
    settle(window)
    assert not page.detail.buttons["release"].isVisibleTo(page)


@pytest.mark.thorough
def test_a_left_lock_is_offered_for_taking_over_also_where_the_register_is_reconciled(
    window: MainWindow, page: ReleasePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(register_module, "reconcile", partial(register_module.reconcile, wait=0))
    hand_in(window, page)
    register = register_path(tmp_path, statistic_of(window).identity)
    register.unlink()  # the statistic knows more than the register now
    lock = register.with_name(register.name + ".lock")
    lock.write_text(json.dumps({"host": "desk-2", "pid": 1, "time": "2026-11-22T10:00:00+01:00"}))
    page.actions["reconcile"].setEnabled(True)
    page.actions["reconcile"].trigger()
    settle(window)
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert register.exists()
    assert not lock.exists()


def texts_of(content: bytes) -> list[str]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [text for _, _, text in TaggedPages(pdf).blocks()]


def sheets_of(window: MainWindow, page: ReleasePage) -> SheetsDialog:
    page.preview.larger.click()
    settle(window)
    found = page.findChild(SheetsDialog)
    assert isinstance(found, SheetsDialog)
    return found


@pytest.mark.thorough
def test_the_figures_of_a_table_are_seen_before_and_after_it_is_released(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page)
    dialog = sheets_of(window, page)
    assert dialog.windowTitle().startswith("No. 1: ")
    assert dialog.count.text() == "1 sheet"
    assert dialog.sheets is not None
    assert "Draft – not released" in texts_of(dialog.sheets.pdf.content)
    dialog.close()
    settle(window)
    window.settings.set("person", "Bert Release")
    do(window, page, "release", "checked")
    dialog = sheets_of(window, page)
    assert dialog.sheets is not None
    assert any(one.startswith("Released on") for one in texts_of(dialog.sheets.pdf.content))
    dialog.close()


def test_figures_that_are_no_longer_those_on_record_are_not_shown(window: MainWindow, page: ReleasePage) -> None:
    hand_in(window, page)
    window.settings.offices.set(Office(font="Courier"))
    dialog = sheets_of(window, page)
    assert dialog.sheets is None
    assert dialog.message.text
    dialog.close()


def test_an_answer_to_a_page_that_was_built_again_meanwhile_is_said_in_the_window(
    window: MainWindow, page: ReleasePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where somebody asks a message from before to try again."""
    asked: list[Any] = []
    monkeypatch.setattr(window.services.releases, "submit", lambda *given: asked.extend(given))
    page.open_submit()
    settle(window)
    page.submit_card.fields["recipient"].setText("Press")
    page.submit_card.submit.click()
    done, refused = asked[-2:]
    former = page.handing_in
    window.settings.set("language", "de")
    settle(window)
    assert current(window).handing_in is not former
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as the event loop does sooner or later
    assert not isValid(former.card)
    refused(InputError("release_forms_missing"))
    assert window.message_bar.text == InputError("release_forms_missing").text("de")
    done()
    assert window.message_bar.is_done
