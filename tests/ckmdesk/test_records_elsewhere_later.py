"""The same of a statistic with several periods in one relation, a table over them and a release, and of what dialogs
lead to: nothing says that it needs the records after it has asked for something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QWidget,
)

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.office.policy import read_policy
from ckmcore.tabulate.spec import PERIOD
from ckmdesk.base.settings import Settings
from ckmdesk.commands.tables import go_to, move_variable
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, Page
from tests.ckmdesk.elsewhere import LEAVE, PAGES, entries, named, open_tabs, refused, said
from tests.kit.database_engines import random_records
from tests.kit.databases import name_in_policy
from tests.kit.hands import settle
from tests.kit.people import METHOD
from tests.kit.places import leave

pytestmark = pytest.mark.thorough
# These leave the dialog, and those the period whose records are there.
AWAY = {"Cancel", "Close", "OK"}
OTHER_PERIODS = {"add-period", "load-period", "remove-period"}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A methodologist on a computer whose policy names a folder with a table of three terms."""
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    folder = tmp_path / "deliveries"
    folder.mkdir()
    terms = pa.array([("20251", "20252", "20261")[row % 3] for row in range(600)])
    records = random_records(4, 600, 10**9, decimals=True).append_column("semester", terms)
    pq.write_table(records, folder / "people.parquet")
    name_in_policy(monkeypatch, tmp_path, {"files": {"kind": "duckdb", "path": str(folder)}})
    found = Settings(tmp_path / "ckmdesk.ini", read_policy(tmp_path / "policy.json"))
    for name, value in (("language", "en"), ("role", "methodologist"), ("person", "Carla")):
        found.set(name, value)
    return found


def written(folder: Path) -> Path:
    """Two terms of the table under a method, and a table of the first that is released."""
    path = folder / "people.ckm"
    with ckm.create_statistic(path, "People", source_note="Register", units="recur") as work:
        for label, day, code in (("SS 2025", "2025-06-01", "20251"), ("WS 2025/26", "2025-12-01", "20252")):
            work.add_period(label, day)
            work.add_relation(
                "files", "people", ["land", "age", "region"], record_key="key", magnitudes=["amount"],
                period_column="semester", period_code=code, new_codes="begin",
            )  # fmt: skip
            if code == "20251":
                work.put_in_force(METHOD, ckm.Decision(body="Methods"))
        work.save_table("1.1", ckm.TableSpec("land", "age"))
    for words in (
        ("submit", path, "1.1", "--person", "Anna", "--format", "csv"),
        ("approve", path, 1, "--person", "B"),
    ):
        assert main(["--language", "en", "release", *map(str, words)]) == 0
    return path


@pytest.fixture
def events(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """That statistic, with a table over its terms; what was asked for, one after another."""
    window.open_path(written(tmp_path))
    settle(window)
    assert window.desk.session.data is not None, window.message_bar.text
    window.desk.run(go_to("tables"))
    for name, axis in (("land", "rows"), (PERIOD, "columns")):
        window.desk.run(move_variable(name, axis, name))
    settle(window)
    asked = list[str]()

    def ask(kind: str, result: object) -> object:
        asked.append(kind)
        return result

    monkeypatch.setattr(window, "choose_open_file", lambda *_: ask("file", None))
    monkeypatch.setattr(window, "choose_save_file", lambda *_: ask("name", tmp_path / "given.file"))
    monkeypatch.setattr(window, "choose_save_form", lambda *_: ask("name", None))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: ask("folder", ""))
    for name, nothing in (("getOpenFileName", ""), ("getOpenFileNames", []), ("getSaveFileName", "")):
        monkeypatch.setattr(QFileDialog, name, lambda *_, nothing=nothing, **__: ask("file", (nothing, "")))
    monkeypatch.setattr(QDialog, "exec", lambda _: ask("word", 0))
    monkeypatch.setattr(QMenu, "exec", lambda *_: None)
    yield asked
    leave(window)


def dialogs(window: MainWindow) -> list[QWidget]:
    """What is open above the window."""
    tops = QApplication.topLevelWidgets()
    return [one for one in tops if isinstance(one, QDialog) and one is not window and one.isVisible()]


def steps_of_dialogs(
    window: MainWindow, page: Page, act: Callable[[], None], events: list[str], kept: DeskState
) -> set[str]:
    """Does it, and then whatever can be clicked in the dialog that it opens, each on its own; what was clicked."""
    clicked = set[str]()
    while True:
        before = said(window)
        act()
        settle(window)
        opened = dialogs(window)
        left = {name: one for top in opened for name, one in named(top).items() if name not in clicked | AWAY}
        if left:
            name, button = next(iter(left.items()))
            clicked.add(name)
            button.click()
            settle(window)
            found = [one for one in said(window) if one not in before]
            assert not found, f"{found} after {name}"
        leave(window)
        events.clear()
        window.clear_message()
        if window.desk.state is not kept:
            window.desk.reset(kept, window.desk.session)
            window.desk.run(go_to(page))
            settle(window)
        if not left:
            return clicked


@pytest.mark.parametrize("page", PAGES)
def test_every_entry_with_several_periods_and_a_release(window: MainWindow, events: list[str], page: Page) -> None:
    kept, needs, further = window.desk.state, set[str](), set[str]()
    window.desk.run(go_to(page))
    settle(window)
    for name in ("file", "edit", "page"):
        for action in entries(window.menus.menus[name]):
            if action.objectName() in LEAVE or not action.isEnabled():
                continue
            if refused(window, page, action.trigger, events, kept):
                needs.add(action.objectName())
            elif action.isEnabled():
                further |= steps_of_dialogs(window, page, action.trigger, events, kept)
    assert needs == {"save_prepared"}
    assert further


@pytest.mark.parametrize("page", PAGES)
def test_every_button_with_several_periods_and_a_release(window: MainWindow, events: list[str], page: Page) -> None:
    kept, tried = window.desk.state, set[str]()
    for shown in open_tabs(window, page, events, kept):
        for name in list(named(shown)):
            button = named(shown).get(name)
            if name in tried or button is None or button.objectName() in OTHER_PERIODS:
                continue
            tried.add(name)
            assert not refused(window, page, button.click, events, kept), name
    assert tried
