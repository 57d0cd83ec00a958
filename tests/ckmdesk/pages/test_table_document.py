"""A saved table is a document: its state at the title and in the list, saved, discarded, handed in, run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QMessageBox

from ckmcore.base.texts import Texts
from ckmcore.release.actions import release, return_
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.releases import releases
from ckmcore.tabulate.spec import PRINTED, TableSpec
from ckmdesk.commands import tables as commands
from ckmdesk.commands.data import take_over
from ckmdesk.commands.periods import add_period
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.leaving import ask_to_save
from ckmdesk.shell.run_tables import RunTables
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.table_drafts import saved_table, working_states
from ckmdesk.widgets.inline_question import InlineQuestion
from ckmdesk.widgets.wrapped_rows import BELOW
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.hands import settle
from tests.kit.statistic_files import write_statistic
from tests.kit.tables_page import tables_page

FIRST = SavedTable("Yearbook 3.1", TableSpec(["area"], ["sex"], title=Texts("Old title", "Alter Titel")), "", "1 Areas")
OTHER = SavedTable("Other", TableSpec(["sex"], title=Texts("By sex", "Nach Geschlecht")))
NEW = Texts("New title", "Neuer Titel")
TIME = "2026-11-22T12:00:00+01:00"


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> TablesPage:
    window.settings.set("person", "Anna Clerk")
    window.services.open_statistic(write_statistic(tmp_path, (FIRST, OTHER)))
    settle(window)
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    found.left.setCurrentIndex(1)
    found.kept.open("Yearbook 3.1")
    settle(window)
    return found


def saved_title(window: MainWindow, name: str = "Yearbook 3.1") -> str:
    found = saved_table(window.desk.state.statistic, name)
    assert found is not None
    return found.spec.title.text("en")


def retitle(window: MainWindow, title: Texts = NEW) -> None:
    window.desk.run(commands.set_title(title))
    settle(window)


def words(page: TablesPage) -> str:
    return page.head.document.state.words.text_whole()


def in_list(page: TablesPage, name: str) -> tuple[str, str]:
    """State and tool tip of a table in the list."""
    page.left.tables.choose(name)
    item = page.left.tables.currentItem()
    assert item is not None
    assert item.data(0, int(Qt.ItemDataRole.AccessibleDescriptionRole)) == item.toolTip(0)
    return item.data(0, BELOW), item.toolTip(0)


def hand_in(window: MainWindow) -> ReleasePage:
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    page.page_actions.releasing.submit.trigger()
    settle(window)
    found = window.page("release")
    assert isinstance(found, ReleasePage)
    found.submit_card.submit.click()
    settle(window)
    assert found.submit_card.fault.text() == ""
    return found


def test_changes_stay_with_their_table_and_nothing_is_asked(window: MainWindow, page: TablesPage) -> None:
    assert words(page) == "saved"
    retitle(window)
    assert words(page) == "modified, not saved"
    page.kept.open("Other")
    settle(window)
    assert words(page) == "saved"
    assert in_list(page, "Yearbook 3.1")[0] == "modified, not saved"
    page.kept.open("Yearbook 3.1")
    settle(window)
    assert page.table_title.text() == "New title"
    assert words(page) == "modified, not saved"
    assert page.head.title.text_whole() == "Yearbook 3.1"
    assert saved_title(window) == "Old title"


@pytest.mark.thorough
@pytest.mark.look
def test_the_state_is_said_and_stands_in_a_place_of_fixed_width(window: MainWindow, page: TablesPage) -> None:
    state = page.head.document.state
    before, place = state.width(), state.x()
    assert not state.save.isVisible()
    retitle(window)
    assert state.save.isVisible()
    assert state.discard.isVisible()
    assert (state.width(), state.x()) == (before, place)
    assert state.words.text() == "modified, not saved"
    assert state.words.accessibleName() == "State of the table: modified, not saved"
    assert state.save.accessibleName()
    assert state.discard.accessibleName()
    window.settings.set("language", "de")
    settle(window)
    page = tables_page(window)
    assert words(page) == "geändert, nicht gespeichert"
    assert page.head.document.state.words.text() == words(page)


@pytest.mark.thorough
def test_ctrl_s_saves_the_table_and_the_statistic_and_leaves_other_working_states(
    window: MainWindow, page: TablesPage, tmp_path: Path
) -> None:
    retitle(window)
    page.kept.open("Other")
    retitle(window, Texts.same("Other title"))
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    kept, _ = open_statistic(tmp_path / "people.ckm")
    assert [table.spec.title.text("en") for table in kept.tables] == ["Old title", "Other title"]
    assert words(page) == "saved"
    assert not window.desk.unsaved
    # What was changed of the other table is in the file, too, and comes back with it.
    window.services.open_statistic(tmp_path / "people.ckm")
    settle(window)
    assert [one.name for one in working_states(window.desk.state)] == ["Yearbook 3.1"]
    page.kept.open("Yearbook 3.1")
    settle(window)
    assert page.table_title.text() == "New title"


def test_on_another_page_ctrl_s_saves_the_statistic_alone(window: MainWindow, page: TablesPage) -> None:
    retitle(window)
    window.go_to("data")
    window.menus.actions["save"].trigger()
    settle(window)
    assert saved_title(window) == "Old title"
    assert not window.desk.unsaved


def test_the_disk_at_the_title_saves(window: MainWindow, page: TablesPage) -> None:
    retitle(window)
    page.head.document.state.save.click()
    settle(window)
    assert saved_title(window) == "New title"
    assert words(page) == "saved"


def test_a_table_without_a_name_asks_for_one_and_nothing_is_saved_without(
    window: MainWindow, page: TablesPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = (tmp_path / "people.ckm").read_bytes()
    page.left.new_button.click()
    assert words(page) == ""
    window.desk.run(commands.move_variable("sex", "columns", "Sex"))
    settle(window)
    assert words(page) == "modified, not saved"
    monkeypatch.setattr(QInputDialog, "exec", lambda _dialog: 0)
    window.menus.actions["save"].trigger()
    settle(window)
    assert (tmp_path / "people.ckm").read_bytes() == before

    def answer(dialog: QInputDialog) -> int:
        dialog.setTextValue("Columns")
        return 1

    monkeypatch.setattr(QInputDialog, "exec", answer)
    window.menus.actions["save"].trigger()
    settle(window)
    kept, _ = open_statistic(tmp_path / "people.ckm")
    assert [table.name for table in kept.tables] == ["Yearbook 3.1", "Other", "Columns"]


def test_a_table_that_is_left_without_a_name_stays_in_the_list_until_it_is_named_or_discarded(
    window: MainWindow, page: TablesPage
) -> None:
    page.left.new_button.click()
    window.desk.run(commands.move_variable("sex", "columns", "Sex"))
    page.kept.open("Other")
    settle(window)
    tree = page.left.tables
    assert tree.shown() == ["1 Areas/", "1 Areas/Yearbook 3.1", "Other", "Untitled table"]
    assert in_list(page, "Untitled table")[0] == "modified, not saved"
    QTest.keyClick(tree, Qt.Key.Key_Return)
    settle(window)
    assert window.desk.state.table.spec == TableSpec(columns=["sex"], presentation=PRINTED)
    assert tree.shown()[-1] == "Untitled table"
    tree.choose("Untitled table")
    entry = tree.chosen()
    assert entry is not None
    page.kept.rename(entry, "Other")
    assert "Other" in window.message_bar.text  # another table has this name
    page.kept.rename(entry, "Columns")
    settle(window)
    assert tree.shown()[-1] == "Columns"
    assert words(page) == "saved"
    window.desk.undo()
    settle(window)
    tree.choose("Untitled table")
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    settle(window)
    assert "Untitled table" not in tree.shown()
    assert window.desk.state.table.spec == TableSpec(presentation=PRINTED)
    window.desk.undo()
    assert window.desk.state.table.spec == TableSpec(columns=["sex"], presentation=PRINTED)


def entries(menu: QMenu) -> dict[str, QMenu]:
    return {action.text(): menu for action in menu.actions()}


def test_changes_are_discarded_at_the_title_by_the_menu_and_in_the_list(window: MainWindow, page: TablesPage) -> None:
    tree = page.left.tables
    tree.choose("Yearbook 3.1")
    entry = tree.chosen()
    assert entry is not None
    assert "Discard changes" not in entries(page.kept.menu(entry))
    assert not page.head.document.discard_action.isEnabled()
    for way in ("title", "menu", "list"):
        retitle(window)
        if way == "title":
            page.head.document.state.discard.click()
        elif way == "menu":
            page.head.document.discard_action.trigger()
        else:
            page.kept.open("Other")
            action = next(one for one in page.kept.menu(entry).actions() if one.text() == "Discard changes")
            action.trigger()
            page.kept.open("Yearbook 3.1")
        settle(window)
        assert page.table_title.text() == "Old title", way
        assert words(page) == "saved", way
    window.desk.undo()
    window.desk.undo()
    assert in_list(page, "Yearbook 3.1")[0] == "modified, not saved"


@pytest.mark.daily(1)
@pytest.mark.parametrize("answer", ["Save", "Discard", "Cancel"])
def test_one_question_at_closing_names_all_tables_with_changes(
    window: MainWindow, page: TablesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    retitle(window)
    page.left.new_button.click()
    window.desk.run(commands.move_variable("sex", "columns", "Sex"))
    page.kept.open("Other")
    window.desk.run(commands.swap_axes())
    settle(window)
    asked: list[str] = []

    def chosen(box: QMessageBox) -> int:
        asked.append(f"{box.text()}\n{box.informativeText()}")
        asked.append("|".join(button.text().replace("&", "") for button in box.buttons()))
        return int(QMessageBox.StandardButton[answer].value)

    monkeypatch.setattr(QMessageBox, "exec", chosen)
    monkeypatch.setattr(window, "worth_asking", lambda: True)
    done: list[bool] = []
    window.confirm_leaving(lambda: done.append(True))
    settle(window)
    assert asked[0].splitlines()[:4] == [
        "3 tables have changes that are not saved.",
        "• Yearbook 3.1",
        "• Untitled table",
        "• Other",
    ]
    assert set(asked[1].split("|")) == {"Take over and save", "Discard", "Back"}
    assert done == [True] * (answer != "Cancel")
    kept, _ = open_statistic(tmp_path / "people.ckm")
    titles = {table.name: table.spec for table in kept.tables}
    if answer == "Save":
        assert titles["Yearbook 3.1"].title == NEW
        assert titles["Other"].columns == OTHER.spec.rows
        assert titles["Untitled table"] == TableSpec(columns=["sex"], presentation=PRINTED)
    else:
        assert titles == {"Yearbook 3.1": FIRST.spec, "Other": OTHER.spec}


def test_without_changed_tables_the_question_is_about_the_statistic(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()) or 0)
    ask_to_save(window, [], "en")
    ask_to_save(window, ["a"], "en")
    ask_to_save(window, [str(number) for number in range(20)], "en")
    assert asked == [
        "The statistic has changes that are not saved.",
        "1 table has changes that are not saved.",
        "20 tables have changes that are not saved.",
    ]


def test_where_there_is_no_file_the_question_speaks_of_none(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.informativeText().splitlines()[-1]) or 0)
    ask_to_save(window, ["a"], "en")
    ask_to_save(window, ["a"], "en", new=True)
    assert asked == [
        "If you discard them, the file stays as it was saved last.",
        "If you discard them, nothing of this statistic is kept.",
    ]


# --- release ---------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_submitting_saves_the_table_first_and_says_so(window: MainWindow, page: TablesPage, tmp_path: Path) -> None:
    retitle(window)
    shown = hand_in(window)
    assert window.message_bar.text.startswith("“Yearbook 3.1” saved and submitted as no. 1.")
    found = releases(statistic_of(window).register)[-1].submission
    saved = saved_table(window.desk.state.statistic, "Yearbook 3.1")
    assert saved is not None
    assert (found.table, found.spec, found.spec.title) == ("Yearbook 3.1", saved.spec, NEW)
    kept, _ = open_statistic(tmp_path / "people.ckm")
    assert kept.tables[0].spec == saved.spec
    window.go_to("tables")
    settle(window)
    assert words(page) == "submitted, waiting"
    # What is saved already is not said to be saved.
    window.go_to("release")
    shown.open_submit()
    settle(window)
    shown.submit_card.submit.click()
    settle(window)
    assert window.message_bar.text.startswith("No. 2 submitted.")


@pytest.mark.thorough
def test_a_table_that_is_not_on_the_screen_is_handed_in_with_its_changes(window: MainWindow, page: TablesPage) -> None:
    retitle(window)
    page.kept.open("Other")
    settle(window)
    window.go_to("release")
    shown = window.page("release")
    assert isinstance(shown, ReleasePage)
    shown.open_submit()
    settle(window)
    box = shown.submit_card.table
    texts = [box.itemText(place) for place in range(box.count())]
    assert texts == ["Table at hand: Other", "Yearbook 3.1 (modified, is saved first)"]
    box.choose("Yearbook 3.1")
    shown.submit_card.changed.emit()
    settle(window)
    shown.submit_card.submit.click()
    settle(window)
    found = releases(statistic_of(window).register)[-1].submission
    assert (found.table, found.spec.title) == ("Yearbook 3.1", NEW)
    assert saved_title(window) == "New title"
    assert working_states(window.desk.state) == ()


@pytest.mark.thorough
def test_a_table_without_a_name_is_saved_under_its_title_when_it_is_submitted(
    window: MainWindow, page: TablesPage
) -> None:
    page.left.new_button.click()
    window.desk.run(commands.move_variable("sex", "columns", "Sex"))
    retitle(window)
    hand_in(window)
    assert window.message_bar.text.startswith("“New title” saved and submitted as no. 1.")
    assert saved_title(window, "New title") == "New title"
    assert releases(statistic_of(window).register)[-1].submission.table == "New title"
    assert window.desk.state.table.name == "New title"


@pytest.mark.thorough
def test_what_was_taken_back_while_the_form_is_open_is_not_handed_in(window: MainWindow, page: TablesPage) -> None:
    retitle(window)
    page.page_actions.releasing.submit.trigger()
    settle(window)
    shown = window.page("release")
    assert isinstance(shown, ReleasePage)
    window.desk.undo()
    shown.submit_card.submit.click()
    settle(window)
    assert releases(statistic_of(window).register) == ()  # it is computed anew first
    shown.submit_card.submit.click()
    settle(window)
    assert releases(statistic_of(window).register)[-1].submission.spec == FIRST.spec


@pytest.mark.thorough
def test_each_state_of_the_register_is_said_at_the_title_and_in_the_list(window: MainWindow, page: TablesPage) -> None:
    hand_in(window)
    window.go_to("tables")
    settle(window)
    assert words(page) == "submitted, waiting"
    handed_in = statistic_of(window)
    for made, wanted in (
        (release(handed_in, 1, "Bert", TIME), "released"),
        (return_(handed_in, 1, "Bert", TIME, "Source?"), "returned"),
    ):
        window.desk.run(take_over(made))
        settle(window)
        assert words(page) == wanted
        assert in_list(page, "Yearbook 3.1")[0] == wanted
        assert "no. 1" in in_list(page, "Yearbook 3.1")[1]
        shown = [page.head.note.text_whole(), words(page), in_list(page, "Yearbook 3.1")[1]]
        assert not any("raft" in text for text in shown)
        retitle(window)
        assert words(page) == "modified, not saved"
        page.head.document.discard()
        settle(window)
    # Without changes the last word has whether anything can be saved at all.
    page.kept.open("Other")
    assert window.services.read_only is False
    window.services.locks.give_back_all()
    settle(window)
    page.head.document.refresh()
    assert words(page) == "read-only"


@pytest.mark.thorough
def test_a_difference_between_saved_and_released_is_named_on_both_pages_and_in_the_run(
    window: MainWindow, page: TablesPage, tmp_path: Path
) -> None:
    shown = hand_in(window)
    window.desk.run(take_over(release(statistic_of(window), 1, "Bert", TIME)))
    settle(window)
    assert not shown.detail.differs.isVisibleTo(shown)
    window.go_to("tables")
    retitle(window)
    window.save()
    settle(window)
    assert words(page) == "saved, other than no. 1"
    assert "differs from what was released as no. 1: title" in page.head.document.state.words.toolTip()
    assert "differs from what was released as no. 1: title" in in_list(page, "Yearbook 3.1")[1]
    window.go_to("release")
    settle(window)
    assert shown.detail.differs.isVisibleTo(shown)
    assert "differs from what was released as no. 1: title" in shown.detail.differs.text()
    dialog = run_dialog(window)
    start(window, dialog)
    assert "differs from what was released as no. 1: title" in report(tmp_path)
    # The next period has nothing to differ from.
    window.desk.run(take_over(add_period("2027", "2027-12-31", "").change(window.desk.state).statistic))
    window.go_to("tables")
    settle(window)
    assert in_list(page, "Yearbook 3.1")[0] == "saved"


@pytest.mark.thorough
def test_opening_a_release_shows_what_was_released_and_takes_no_changes_away(
    window: MainWindow, page: TablesPage
) -> None:
    shown = hand_in(window)
    window.go_to("tables")
    retitle(window)
    for _ in range(2):
        window.go_to("release")
        shown.detail.open_table.click()
        settle(window)
        assert page.table_title.text() == "Old title"
        page.kept.open("Yearbook 3.1")
        settle(window)
        assert page.table_title.text() == "New title"


# --- run -------------------------------------------------------------------------------------------------------------


def run_dialog(window: MainWindow) -> RunTables:
    window.menus.actions["run_tables"].trigger()
    settle(window)
    assert window._run_dialog is not None
    return window._run_dialog


def start(window: MainWindow, dialog: RunTables) -> None:
    dialog.form.setCurrentIndex(dialog.form.findData("csv"))
    settle(window)
    dialog.start_button.click()
    settle(window)


def report(folder: Path) -> str:
    return (folder / "Drafts" / "Report_2026.csv").read_text(encoding="utf-8")


def answer(window: MainWindow, dialog: RunTables, name: str) -> None:
    button = next(one for one in dialog.question.buttons if one.objectName() == name)
    button.click()
    settle(window)


@pytest.mark.thorough
def test_before_a_run_it_is_asked_whether_changes_are_taken_along(
    window: MainWindow, page: TablesPage, tmp_path: Path
) -> None:
    retitle(window)
    dialog = run_dialog(window)
    start(window, dialog)
    assert dialog.question.isVisible()
    assert dialog.question.words.text() == "1 table has changes that are not saved: take them along?"
    assert not (tmp_path / "Drafts").exists()
    answer(window, dialog, "run-not")
    assert not dialog.question.isVisible()
    assert not (tmp_path / "Drafts").exists()
    dialog.start_button.click()
    answer(window, dialog, "run-saved")
    assert "Old title" in report(tmp_path)
    assert "changes that were not saved are not in it" in report(tmp_path)
    assert working_states(window.desk.state)
    dialog.start_button.click()
    answer(window, dialog, "run-take-over")
    assert "Yearbook_3.1_2026.csv" in dialog.message.text  # it is there with the old title
    remedy = dialog.message.remedy
    assert remedy is not None
    assert remedy.text == "Replace"
    remedy.act()
    settle(window)
    assert "New title" in report(tmp_path)
    assert "not saved" not in report(tmp_path)
    assert saved_title(window) == "New title"
    window.desk.undo()
    assert saved_title(window) == "Old title"


def test_changes_that_were_taken_back_while_it_is_asked_are_not_taken_along(
    window: MainWindow, page: TablesPage, tmp_path: Path
) -> None:
    retitle(window)
    dialog = run_dialog(window)
    start(window, dialog)
    window.desk.undo()
    settle(window)
    answer(window, dialog, "run-take-over")
    assert "Old title" in report(tmp_path)


def test_a_run_of_tables_without_changes_asks_nothing(window: MainWindow, page: TablesPage, tmp_path: Path) -> None:
    retitle(window)
    dialog = run_dialog(window)
    item = dialog.list.topLevelItem(0)
    assert item is not None
    item.setCheckState(0, Qt.CheckState.Unchecked)
    start(window, dialog)
    assert not dialog.question.isVisible()
    assert (tmp_path / "Drafts" / "Report_2026.csv").exists()


def test_a_question_is_answered_by_keys(window: MainWindow) -> None:
    said: list[str] = []
    question = InlineQuestion(window.theme)
    for key, wanted in ((Qt.Key.Key_Space, "yes"), (Qt.Key.Key_Escape, "no")):
        question.ask("Really?", [("yes", "Yes", lambda: said.append("yes")), ("no", "No", lambda: said.append("no"))])
        QApplication.processEvents()
        assert question.accessibleName() == "Really?"
        QTest.keyClick(question.buttons[0], key)
        assert said[-1] == wanted
        assert not question.isVisible()
    question.close()
    question.deleteLater()


def test_a_table_whose_saved_one_is_gone_is_still_there(window: MainWindow, page: TablesPage) -> None:
    retitle(window)
    window.desk.run(commands.delete_table("Yearbook 3.1"))
    settle(window)
    assert words(page) == "modified, not saved"
    page.kept.open("Other")
    settle(window)
    assert page.left.tables.shown() == ["Other", "Untitled table"]
    window.desk.run(take_over(replace(statistic_of(window), tables=(OTHER,))))
    page.left.tables.untitled_opened.emit(1)
    settle(window)
    assert page.table_title.text() == "New title"
