"""The frame: rail, menus, languages, opening and saving statistics, messages."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMessageBox, QTreeWidget, QWidget

from ckmcore.errors import Cancelled
from ckmcore.microdata.read import Progress
from ckmcore.statistic import source
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.period import PeriodSource
from ckmdesk import pages
from ckmdesk.base import unexpected
from ckmdesk.base.frame import Remedy
from ckmdesk.base.settings import Settings
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.desk import Changes, Desk
from ckmdesk.commands.tables import swap_axes
from ckmdesk.pages.context import MenuActions, Page, PageContext
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.hands import remedy_button
from tests.kit.statistics import SPEC, saved, small_data, small_statistic


class PlainPage(Page):
    """A page that remembers what it was told."""

    page_name = "tables"

    def build(self, context: PageContext) -> None:
        self.context = context
        self.heard: list[Changes] = []
        self.opened: list[Path] = []
        self.action = QAction("Do it", self)
        self.words = QLabel(context.language, self)

    def refresh(self, changes: Changes) -> None:
        self.heard.append(changes)

    def menu_actions(self) -> MenuActions:
        return {"page": [self.action]}

    def open_file(self, path: Path) -> None:
        self.opened.append(path)


@pytest.fixture(autouse=True)
def plain_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The frame is tested with plain pages: the real ones have their own tests."""
    monkeypatch.setattr(pages.PageEntry, "exists", lambda _self: True)
    load = pages.PageEntry.load
    monkeypatch.setattr(pages.PageEntry, "load", lambda self: load(self) if self.name == "start" else PlainPage)


def begin(window: MainWindow) -> None:
    window.services.begin(small_statistic(), Session(data=small_data()))


def menu_titles(window: MainWindow) -> list[str]:
    return [action.text() for action in window.menuBar().actions() if action.isVisible()]


def step(window: MainWindow) -> None:
    window.desk.run(swap_axes())


def test_without_a_statistic_there_is_the_start_page_and_no_rail(window: MainWindow) -> None:
    assert window.desk.state.page == "start"
    assert not window.rail.isVisible()
    assert menu_titles(window) == ["&File", "&View", "&Help"]
    assert window.status.text == "Works offline, opens no network connection"
    assert not window.menus.actions["save"].isEnabled()


def test_a_statistic_opens_on_its_first_table_with_rail_page_menu_and_status(window: MainWindow) -> None:
    begin(window)
    assert window.desk.state.page == "tables"
    assert window.desk.state.table.name == "First"
    assert window.rail.isVisible()
    assert [name for name in ("tables", "data", "method") if window.rail.item(name).isVisible()] == [
        "tables",
        "data",
        "method",
    ]
    assert window.rail.item("tables").isChecked()
    assert menu_titles(window) == ["&File", "&Edit", "&View", "&Table", "&Help"]
    assert window.status.text == "Small statistic  ·  Year 2025  ·  Rounding to base 10  ·  1,000 records"
    window.set_figures(18, 0.034)
    assert window.status.text.endswith("18 cells  ·  1,000 records  ·  0.03 s")


def test_a_clerk_sees_tables_and_releases_only_and_no_count_of_records(window: MainWindow, settings: Settings) -> None:
    begin(window)
    window.go_to("method")
    window.show_message("1,000 records were imported.", "ok")
    settings.set("role", "clerk")
    assert window.message_bar.text == ""
    assert window.desk.state.page == "tables"
    assert window.visible_pages() == {"tables", "release"}
    window.set_figures(18, 0.034)
    assert window.status.text == "Small statistic  ·  Year 2025  ·  Rounding to base 10  ·  18 cells"


def test_alt_and_a_number_go_to_the_pages(window: MainWindow) -> None:
    begin(window)
    shortcuts = {action.shortcut().toString(): action for action in window.actions()}
    shortcuts["Alt+4"].trigger()
    assert window.desk.state.page == "method"
    assert window.rail.item("method").isChecked()
    shortcuts["Alt+1"].trigger()
    assert window.desk.state.page == "tables"


def test_undo_and_redo_are_named_after_the_step(window: MainWindow) -> None:
    begin(window)
    undo, redo = window.menus.actions["undo"], window.menus.actions["redo"]
    assert not undo.isEnabled()
    step(window)
    assert undo.text() == "Undo: swap rows and columns"
    assert window.isWindowModified()
    undo.trigger()
    assert window.desk.state.table.spec == SPEC
    assert redo.text() == "Redo: swap rows and columns"
    assert not undo.isEnabled()


def test_the_language_changes_at_run_time_everywhere(window: MainWindow, settings: Settings) -> None:
    begin(window)
    window.show_message(Cancelled())
    settings.set("language", "de")
    assert menu_titles(window) == ["&Datei", "&Bearbeiten", "&Ansicht", "&Tabelle", "&Hilfe"]
    assert window.rail.item("tables").text() == "Tabellen"
    assert window.status.text.startswith("Kleine Statistik  ·  Jahr 2025  ·  Rundung auf 10")
    assert window.message_bar.text == "Abgebrochen. Es wurde nichts geändert."
    page = window.page("tables")
    assert isinstance(page, PlainPage)
    assert page.words.text() == "de"
    settings.set("language", "en")
    assert menu_titles(window)[0] == "&File"
    assert window.message_bar.text == "Cancelled. Nothing was changed."


def test_a_page_with_a_job_is_built_again_when_the_job_has_ended(window: MainWindow, settings: Settings) -> None:
    begin(window)
    page, go_on, answers = window.page("tables"), threading.Event(), list[bool]()
    assert isinstance(page, PlainPage)
    page.context.jobs.start("long", lambda _context: go_on.wait(30), answers.append)
    settings.set("language", "de")
    assert window.page("tables") is page
    go_on.set()
    window.jobs.wait_idle()
    QApplication.processEvents()
    assert answers == [True]
    later = window.page("tables")
    assert isinstance(later, PlainPage)
    assert later.words.text() == "de"


def test_a_page_that_is_not_shown_is_built_again_when_it_is(window: MainWindow, settings: Settings) -> None:
    begin(window)
    page = window.page("tables")
    window.go_to("data")
    settings.set("language", "de")
    assert window._pages["tables"] is page
    window.go_to("tables")
    later = window.page("tables")
    assert isinstance(later, PlainPage)
    assert later.words.text() == "de"
    assert len(later.heard) == 1


def test_the_status_bar_switches_the_language_on_the_start_page(window: MainWindow, settings: Settings) -> None:
    window.status.language_clicked.emit()
    assert settings.language == "de"
    assert window.status.text == "Arbeitet offline, öffnet keine Netzverbindung"


def test_a_command_refreshes_the_page_that_is_shown_with_what_changed(window: MainWindow) -> None:
    begin(window)
    page = window.page("tables")
    assert isinstance(page, PlainPage)
    page.heard.clear()
    step(window)
    assert [set(changes.parts) for changes in page.heard] == [{"table"}]


def test_a_page_keeps_its_head_and_its_menu_to_itself(window: MainWindow) -> None:
    begin(window)
    first = window.page("tables")
    assert isinstance(first, PlainPage)
    assert first.action in window.menus.menus["page"].actions()
    window.go_to("data")
    assert first.action not in window.menus.menus["page"].actions()
    assert "&Data" in menu_titles(window)


def test_a_statistic_is_opened_remembered_saved_and_reopened_to_the_same_state(
    window: MainWindow, desk: Desk, settings: Settings, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    window.open_path(path)
    assert window.jobs.wait_idle()
    assert desk.state.statistic == small_statistic()
    assert path.with_name("small.ckm.lock").exists()
    assert [(entry.path, entry.title[1], entry.method, entry.base) for entry in settings.recent] == [
        (str(path), "Kleine Statistik", "rounding", 10)
    ]
    step(window)
    laid_out = desk.state.table.spec
    assert desk.unsaved
    window.services.save()
    assert window.jobs.wait_idle()
    assert not desk.unsaved
    assert window.message_bar.text == "Saved as “small.ckm”."
    again, _ = open_statistic(path)
    assert again.tables == small_statistic().tables
    window.services.close_statistic()
    assert not path.with_name("small.ckm.lock").exists()
    window.open_path(path)
    assert window.jobs.wait_idle()
    assert desk.state.table.spec == laid_out


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_statistic_that_is_opened_by_a_link_is_the_one_that_the_link_leads_to(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    path, link = saved(tmp_path / "there"), tmp_path / "link.ckm"
    link.symlink_to(path)
    window.open_path(link)
    assert window.jobs.wait_idle()
    assert desk.session.path == path
    window.open_path(path)  # the same file by its other name: nobody else has it
    assert window.jobs.wait_idle()
    assert not window.services.read_only
    step(window)
    window.services.save()
    assert window.jobs.wait_idle()
    assert link.is_symlink()
    assert sorted(one.name for one in tmp_path.iterdir() if ".lock" in one.name) == []


@pytest.mark.skipif(os.name != "posix", reason="folders are synced on POSIX")
def test_what_the_disk_did_not_confirm_is_saved_and_said(
    window: MainWindow, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path)
    window.open_path(path)
    assert window.jobs.wait_idle()
    step(window)
    real = os.fsync

    def fails(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(5, "Input/output error")
        real(handle)

    monkeypatch.setattr(os, "fsync", fails)
    window.services.save()
    assert window.jobs.wait_idle()
    assert "may not survive a power cut" in window.message_bar.text
    monkeypatch.setattr(os, "fsync", real)
    step(window)
    window.services.save()
    assert window.jobs.wait_idle()
    assert window.message_bar.text == "Saved as “small.ckm”."


def test_saving_over_what_somebody_else_saved_is_refused_with_a_copy_as_remedy(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    window.open_path(path)
    assert window.jobs.wait_idle()
    path.write_bytes(path.read_bytes() + b"x")
    theirs = path.read_bytes()
    step(window)
    window.services.save()
    assert window.jobs.wait_idle()
    assert path.read_bytes() == theirs
    assert desk.unsaved
    assert window.message_bar.remedy is not None
    assert window.message_bar.remedy.text == "Save as ..."


def test_a_file_that_is_no_statistic_is_said_and_the_former_state_stays(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    begin(window)
    before = desk.state
    path = tmp_path / "no.ckm"
    path.write_text("nothing", encoding="utf-8")
    window.open_path(path)
    assert window.jobs.wait_idle()
    assert "no.ckm" in window.message_bar.text
    assert desk.state == before


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (QMessageBox.StandardButton.Cancel, False),
        (QMessageBox.StandardButton.Discard, True),
        (QMessageBox.StandardButton.Save, True),
    ],
)
def test_leaving_with_unsaved_changes_asks(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton, left: bool
) -> None:
    path = saved(tmp_path)
    window.open_path(path)
    assert window.jobs.wait_idle()
    before = path.read_bytes()
    step(window)
    monkeypatch.setattr(window, "ask_to_save", lambda: answer)
    done: list[bool] = []
    window.confirm_leaving(lambda: done.append(True))
    assert window.jobs.wait_idle()
    assert done == [True] * left
    assert (path.read_bytes() != before) is (answer == QMessageBox.StandardButton.Save)


def test_nothing_is_asked_where_nothing_would_be_lost(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(window)
    monkeypatch.setattr(window, "ask_to_save", lambda: pytest.fail("asked"))
    done: list[bool] = []
    window.confirm_leaving(lambda: done.append(True))
    assert done == [True]


@pytest.mark.parametrize("name", ["table.xlsx", "table.csv"])
def test_the_draft_of_the_table_at_hand_is_written(window: MainWindow, tmp_path: Path, name: str) -> None:
    begin(window)
    written: list[Path] = []
    window.services.exports.draft(tmp_path / name, then=written.append)
    assert window.jobs.wait_idle()
    assert written == [tmp_path / name]
    assert (tmp_path / name).stat().st_size > 0
    assert window.message_bar.text == f"Draft written to “{name}”."


def test_a_draft_without_a_method_in_force_is_refused_with_the_reason(window: MainWindow, tmp_path: Path) -> None:
    statistic = small_statistic()
    bare = statistic.with_period(replace(statistic.period, in_force=None))
    window.services.begin(bare, Session(data=small_data()))
    window.services.exports.draft(tmp_path / "table.csv")
    assert window.jobs.wait_idle()
    assert window.message_bar.text
    assert not (tmp_path / "table.csv").exists()


def test_a_draft_never_overwrites_the_records_of_the_statistic(window: MainWindow, tmp_path: Path) -> None:
    records = tmp_path / "records.csv"
    records.write_text("sex;area\n1;2\n")
    statistic = small_statistic()
    source = PeriodSource("file", "", str(records))
    window.services.begin(statistic.with_period(replace(statistic.period, source=source)), Session(data=small_data()))
    window.services.exports.draft(records)
    assert window.jobs.wait_idle()
    assert "is never overwritten" in window.message_bar.text
    assert records.read_text() == "sex;area\n1;2\n"


def drop(window: MainWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)


def test_a_dropped_statistic_opens_and_any_other_file_goes_to_the_data_page(
    window: MainWindow, desk: Desk, tmp_path: Path, qtbot: object
) -> None:
    drop(window, saved(tmp_path))
    qtbot.waitUntil(lambda: desk.state.statistic is not None)  # type: ignore[attr-defined]
    drop(window, tmp_path / "persons.csv")
    qtbot.waitUntil(lambda: desk.state.page == "data")  # type: ignore[attr-defined]
    page = window.page("data")
    assert isinstance(page, PlainPage)
    assert page.opened == [tmp_path / "persons.csv"]


def test_a_clerk_who_drops_data_is_told_who_reads_them(window: MainWindow, settings: Settings, tmp_path: Path) -> None:
    settings.set("role", "clerk")
    window.open_path(tmp_path / "persons.csv")
    assert window.desk.state.page == "start"
    assert "persons.csv" in window.message_bar.text
    assert str(tmp_path) not in window.message_bar.text


def test_a_statistic_among_several_dropped_files_is_one_too_many(
    window: MainWindow, tmp_path: Path, qtbot: object
) -> None:
    drop(window, tmp_path / "a.csv", tmp_path / "b.ckm")
    said = "2 files were dropped. Drop one file."
    qtbot.waitUntil(lambda: window.message_bar.text == said)  # type: ignore[attr-defined]


def test_a_message_goes_with_its_cross_and_a_remedy_acts_once(window: MainWindow) -> None:
    acted: list[bool] = []
    window.show_message("Something", "warning", Remedy("Mend", lambda: acted.append(True)))
    assert window.message_bar.text == "Something"
    remedy_button(window).click()
    assert acted == [True]
    assert window.message_bar.text == ""


def test_what_was_said_of_a_former_state_goes_with_it(window: MainWindow) -> None:
    begin(window)
    window.show_message("Written", "ok")
    window.desk.run(swap_axes())
    assert window.message_bar.text == ""
    window.show_message("Row 1", "warning", Remedy("All the same", lambda: None))
    window.desk.undo()
    assert window.message_bar.text == ""
    window.show_message("This key is refused")
    window.desk.redo()
    assert window.message_bar.text == ""
    window.show_message("Read-only", "warning", None, "lock")
    window.desk.undo()
    assert window.message_bar.text == "Read-only"
    window.settle_message("lock")
    assert window.message_bar.text == ""


def test_messages_progress_and_their_going_never_move_what_is_below_them(window: MainWindow) -> None:
    begin(window)
    window.resize(1000, 700)
    window.show()
    QApplication.processEvents()
    page = window.page("tables")
    assert page is not None

    def place() -> tuple[int, int]:
        QApplication.processEvents()
        return page.mapTo(window, QPoint(0, 0)).y(), page.height()

    rest = place()
    for kind in ("error", "warning", "info", "ok"):
        window.show_message("A very long sentence that says what, where and what to do. " * 9, kind)  # type: ignore[arg-type]
        assert place() == rest
    window.show_message("Another", "warning", Remedy("Mend", lambda: None), "records")
    assert place() == rest
    window.show_progress("Loading", 0.5, lambda: None)
    assert place() == rest
    window.hide_progress()
    window.message_bar.settle()
    assert place() == rest


def test_progress_can_be_cancelled(window: MainWindow) -> None:
    cancelled: list[bool] = []
    window.show_progress("Loading", 0.5, lambda: cancelled.append(True))
    assert window.progress.isVisible()
    window.progress._button.click()
    assert cancelled == [True]
    assert not window.progress.isVisible()


def test_a_fault_inside_a_qt_virtual_is_one_sentence_and_no_crash(window: MainWindow) -> None:
    class Broken(QWidget):
        @guarded(7)
        def heightForWidth(self, width: int) -> int:
            return [1, 2][width]

    watch = unexpected.handlers[0]
    unexpected.handlers.remove(watch)  # this fault is meant
    try:
        broken = Broken()
        assert broken.heightForWidth(100) == 7
        assert window.message_bar.text.startswith("Unexpected fault in the program. Nothing was lost.")
    finally:
        unexpected.handlers.insert(0, watch)


def test_the_keys_of_the_window_and_of_the_page_are_listed(window: MainWindow) -> None:
    begin(window)
    page = window.page("tables")
    assert isinstance(page, PlainPage)
    page.action.setShortcut("Ctrl+Shift+X")
    listed = dict(window.menus.keyed())
    assert listed["Save"] == "Ctrl+S"
    assert listed["Do it"] == "Ctrl+Shift+X"
    window.menus.actions["keys"].trigger()
    dialog = window.findChild(QDialog)
    assert isinstance(dialog, QDialog)
    (found,) = dialog.findChildren(QTreeWidget)[0].findItems("Do it", Qt.MatchFlag.MatchRecursive)
    assert found.text(1) == "Ctrl+Shift+X"
    assert found.data(0, int(Qt.ItemDataRole.AccessibleTextRole)) == "Do it: Ctrl+Shift+X"
    dialog.close()


def test_no_two_actions_share_a_key(window: MainWindow) -> None:
    keys = [key.toString() for action in window.menus.actions.values() for key in action.shortcuts()]
    keys += [action.shortcut().toString() for action in window.actions()]
    assert len(keys) == len(set(keys))


def test_a_title_never_holds_a_path(window: MainWindow, tmp_path: Path) -> None:
    window.open_path(saved(tmp_path))
    assert window.jobs.wait_idle()
    assert window.windowTitle() == "Small statistic (small.ckm)[*] – ckmdesk"


def test_the_sample_opens_with_its_records_and_closing_it_asks_nothing(window: MainWindow, desk: Desk) -> None:
    window.open_sample()
    assert window.jobs.wait_idle(120)
    assert desk.state.page == "tables"
    assert desk.state.table.name
    assert desk.session.data is not None
    assert desk.session.data.rows == 1_103_169
    assert not window.progress.isVisible()
    step(window)
    assert desk.unsaved
    assert not window.worth_asking()


def test_loading_can_be_cancelled_and_begun_again(
    window: MainWindow, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def slow(_statistic: object, _path: object, progress: Progress, cancelled: Callable[[], bool]) -> None:
        progress(10, 0.5)
        begun.set()
        while not cancelled():
            threading.Event().wait(0.001)
        raise Cancelled()

    monkeypatch.setattr(source, "read_period", slow)
    statistic = small_statistic()
    window.services.begin(statistic.with_period(replace(statistic.period, source=PeriodSource("sample"))), Session())
    window.services.records.load()
    assert begun.wait(10)
    assert window.services.records.loading
    window.progress._button.click()
    assert window.jobs.wait_idle()
    assert not window.services.records.loading
    assert desk.session.data is None
    assert window.message_bar.text == "Cancelled. Nothing was changed."
    monkeypatch.setattr(source, "read_period", lambda *_: small_data())
    assert window.message_bar.remedy is not None
    window.message_bar.remedy.act()
    assert window.jobs.wait_idle()
    assert desk.session.data is not None
