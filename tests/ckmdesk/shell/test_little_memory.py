"""Memory that does not suffice for a job: a sentence, nothing is lost, and the window goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from ckmcore.base.texts import Texts
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base import unexpected
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.commands.data import set_statistic_title
from ckmdesk.commands.tables import go_to, lay_out
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.computing import TableComputing
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.app import excepthook
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import open_small, statistic_of
from tests.kit.hands import settle

SENTENCE = "The memory of this computer does not suffice for this task."
Act = Callable[[], None]
Made = Callable[[], bool]


def data_page(window: MainWindow, folder: Path) -> DataPage:
    window.desk.run(go_to("data"))
    page = window.page("data")
    assert isinstance(page, DataPage)
    lines = [f"P{number};{'mw'[number % 2]};{number % 3:02d}" for number in range(60)]
    (folder / "people_2015.csv").write_text("\n".join(["pid;sex;area", *lines]) + "\n", encoding="utf-8")
    return page


def looking_at_a_file(window: MainWindow, folder: Path) -> tuple[Act, Made]:
    page = data_page(window, folder)
    return lambda: page.open_file(folder / "people_2015.csv"), lambda: page.state is not None


def taking_records_over(window: MainWindow, folder: Path) -> tuple[Act, Made]:
    act, _ = looking_at_a_file(window, folder)
    act()
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.import_view.statistic_card.title.setText("Typed by hand")
    page.import_view.statistic_card.title.textEdited.emit("")

    def made() -> bool:
        assert page.state is None or page.state.title == "Typed by hand"  # what was chosen stays
        return window.desk.session.data is not None

    return page.take_button.click, made


def opening_a_statistic(window: MainWindow, folder: Path) -> tuple[Act, Made]:
    open_small(window, folder)
    window.services.close_statistic()
    settle(window)
    return lambda: window.open_path(folder / "small.ckm"), lambda: window.desk.state.statistic is not None


def saving(window: MainWindow, folder: Path) -> tuple[Act, Made]:
    open_small(window, folder)
    window.desk.run(set_statistic_title(Texts.same("Typed by hand")))
    before = (folder / "small.ckm").read_bytes()

    def made() -> bool:
        written = (folder / "small.ckm").read_bytes() != before
        assert written != window.desk.unsaved
        return written

    return window.services.save, made


def counting_a_table(window: MainWindow, folder: Path) -> tuple[Act, Made]:
    open_small(window, folder)
    window.go_to("tables")
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    name = next(one.name for one in statistic_of(window).dictionary if one.role == "dimension")
    spec = TableSpec(columns=[name], title=Texts.same("New"))

    def act() -> None:
        window.desk.run(lay_out("other", TableSpec()))
        window.desk.run(lay_out("new", spec))

    return act, lambda: any(asked.table.spec == spec for asked, _ in page.computing._shown)


def verifying(window: MainWindow, folder: Path) -> tuple[Act, Made]:
    open_small(window, folder)
    window.go_to("release")
    settle(window)
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    return lambda: page.verify([]), lambda: window.message_bar.is_done


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    "story",
    [looking_at_a_file, taking_records_over, opening_a_statistic, saving, counting_a_table, verifying],
)
def test_t19_a_job_without_memory_is_a_sentence_loses_nothing_and_can_be_asked_for_again(
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    story: Callable[[MainWindow, Path], tuple[Act, Made]],
) -> None:
    act, made = story(window, tmp_path)
    before = window.desk.state.statistic
    really = Jobs._work

    def short(jobs: Jobs, slot: str, generation: int, _function: object, context: JobContext) -> None:
        def none_left(_context: JobContext) -> Any:
            raise MemoryError("Unable to allocate 7 GiB for an array with shape (900000000,)")

        really(jobs, slot, generation, none_left, context)

    with monkeypatch.context() as patched, caplog.at_level(logging.INFO, "ckmdesk"):
        patched.setattr(Jobs, "_work", short)
        patched.setattr(TableComputing, "_at_once", lambda *_: None)
        act()
        settle(window)
    texts = [one.text() for one in window.findChildren(QLabel) if one.isVisible()]
    assert [text for text in (*texts, window.message_bar.text) if SENTENCE in text]
    assert not [text for text in texts if "GiB" in text or "Unexpected" in text]
    assert caplog.text == ""
    assert window.desk.state.statistic == before
    assert not made()
    act()
    settle(window)
    assert made(), window.message_bar.text


def test_t19_what_the_window_itself_has_no_memory_for_is_the_same_sentence_and_no_fault(
    window: MainWindow, caplog: pytest.LogCaptureFixture
) -> None:
    watch = unexpected.handlers[0]
    unexpected.handlers.remove(watch)  # this fault is meant
    try:
        excepthook(MemoryError, MemoryError("7 GiB"), None)
    finally:
        unexpected.handlers.insert(0, watch)
    assert window.message_bar.text.startswith(SENTENCE)
    assert caplog.text == ""
