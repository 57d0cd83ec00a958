"""A statistic whose records stay in a database: whatever a page offers works, or says before anything else is asked
that it needs the records. Nobody finds that out by an error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from PySide6.QtWidgets import QDialog, QMenu

from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.office.policy import read_policy
from ckmcore.ptable import Design
from ckmdesk.base.settings import Settings
from ckmdesk.commands.data import take_over
from ckmdesk.commands.tables import go_to, move_variable
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Page
from tests.ckmdesk.elsewhere import LEAVE, PAGES, entries, named, open_tabs, refused
from tests.kit.database_engines import random_records
from tests.kit.databases import name_in_policy
from tests.kit.hands import settle
from tests.kit.places import leave


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A methodologist on a computer whose policy names a folder of Parquet files."""
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    folder = tmp_path / "deliveries"
    folder.mkdir()
    pq.write_table(random_records(4, 400, 10**9, decimals=True), folder / "people.parquet")
    name_in_policy(monkeypatch, tmp_path, {"files": {"kind": "duckdb", "path": str(folder)}})
    found = Settings(tmp_path / "ckmdesk.ini", read_policy(tmp_path / "policy.json"))
    found.set("language", "en")
    found.set("role", "methodologist")
    return found


@pytest.fixture
def events(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The statistic, a table and a method in force; what was asked for, and refused, one after another."""
    window.desk.run(go_to("data"))
    page = window.page("data")
    assert isinstance(page, DataPage)
    page._empty.database_button.click()
    settle(window)
    page.database_view.choose_database("files")
    settle(window)
    page.database_view.choose_relation("people")
    settle(window)
    page.take_button.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    method = CellKeyMethod(Design(D=2, V=1.08, js=1).table())
    window.desk.run(take_over(statistic.put_in_force(method)))
    window.desk.run(go_to("tables"))
    for name, axis in (("land", "rows"), ("age", "columns")):
        window.desk.run(move_variable(name, axis, name))
    settle(window)
    asked = list[str]()

    def ask(kind: str, result: object) -> object:
        asked.append(kind)
        return result

    path = tmp_path / "given.file"
    monkeypatch.setattr(window, "choose_open_file", lambda *_: ask("file", None))
    monkeypatch.setattr(window, "choose_save_file", lambda *_: ask("name", path))
    monkeypatch.setattr(window, "choose_save_form", lambda *_: ask("name", None))
    monkeypatch.setattr(QDialog, "exec", lambda _: ask("word", 0))
    monkeypatch.setattr(QMenu, "exec", lambda *_: None)
    yield asked
    leave(window)


@pytest.mark.parametrize(
    "page", [one if one == "tables" else pytest.param(one, marks=pytest.mark.thorough) for one in PAGES]
)
def test_every_entry_of_every_menu_works_or_says_first_that_it_needs_the_records(
    window: MainWindow, events: list[str], page: Page
) -> None:
    kept, tried, needs = window.desk.state, set[str](), set[str]()
    window.desk.run(go_to(page))
    settle(window)
    for name in ("file", "edit", "page"):
        for action in entries(window.menus.menus[name]):
            if action.objectName() in LEAVE or not action.isEnabled():
                continue
            tried.add(action.text())
            if refused(window, page, action.trigger, events, kept):
                needs.add(action.objectName())
    assert needs == {"save_prepared"}
    assert len(tried) > (50 if page == "tables" else 7)


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES)
def test_every_button_of_every_tab_works_or_says_first_that_it_needs_the_records(
    window: MainWindow, events: list[str], page: Page
) -> None:
    kept, tried = window.desk.state, set[str]()
    for shown in open_tabs(window, page, events, kept):
        for name in list(named(shown)):
            button = named(shown).get(name)
            if name in tried or button is None:
                continue
            tried.add(name)
            assert not refused(window, page, button.click, events, kept), name
    assert tried
