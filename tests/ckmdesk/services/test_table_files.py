"""Tables as files, from the real window: saved, dropped, opened, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.table_file import read_table, write_table
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base.settings import Settings
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.statistic_files import TABLES, write_statistic


@pytest.fixture
def opened(window: MainWindow, tmp_path: Path) -> MainWindow:
    window.services.open_statistic(write_statistic(tmp_path))
    settle(window)
    return window


def names(window: MainWindow) -> list[str]:
    assert window.desk.state.statistic is not None
    return [table.name for table in window.desk.state.statistic.tables]


def test_the_table_at_hand_or_a_chosen_one_is_saved_as_a_file(
    opened: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suggested: list[str] = []

    def choose(_title: str, suggestion: Path, _filters: str) -> Path:
        suggested.append(suggestion.name)
        return tmp_path / suggestion.stem

    monkeypatch.setattr(opened, "choose_save_file", choose)
    opened.menus.actions["save_table_file"].trigger()
    settle(opened)
    opened.services.table_files.save_dialog("Women: areas")
    settle(opened)
    assert suggested == ["Area_and_sex.ckmtable", "Women_areas.ckmtable"]
    assert read_table(tmp_path / "Area_and_sex.ckmtable").table == TABLES[0]
    assert read_table(tmp_path / "Women_areas.ckmtable").table == TABLES[1]
    assert "no figures" in opened.message_bar.text


@pytest.mark.thorough
def test_a_file_that_is_opened_or_dropped_stands_among_the_tables_and_is_laid_out(
    opened: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = TableSpec(["sex"])
    write_table(tmp_path / "one.ckmtable", SavedTable("Jobs", spec))
    monkeypatch.setattr(opened, "choose_open_file", lambda _title, _filters: tmp_path / "one.ckmtable")
    opened.menus.actions["open_table_file"].trigger()
    settle(opened)
    assert names(opened)[-1] == "Jobs (2)"
    assert (opened.desk.state.table.name, opened.desk.state.table.spec) == ("Jobs (2)", spec)
    assert "“Jobs (2)”" in opened.message_bar.text
    write_table(tmp_path / "two.ckmtable", SavedTable("Two", spec))
    opened.go_to("data")
    opened.open_paths([tmp_path / "one.ckmtable", tmp_path / "two.ckmtable"])
    settle(opened)
    assert names(opened)[-2:] == ["Jobs (3)", "Two"]
    assert opened.desk.state.page == "tables"
    for _ in range(3):
        opened.desk.undo()
    assert names(opened) == [table.name for table in TABLES]


@pytest.mark.parametrize("content", [b"hello", b'{"form": "ckm table", "version": 9}', b'{"form": "ckm table"}'])
def test_a_file_that_is_no_table_is_one_sentence_and_nothing_changes(
    opened: MainWindow, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "bad.ckmtable").write_bytes(content)
    write_table(tmp_path / "good.ckmtable", SavedTable("Good", TableSpec(["sex"])))
    before = opened.desk.state
    opened.open_paths([tmp_path / "good.ckmtable", tmp_path / "bad.ckmtable"])
    settle(opened)
    assert "bad.ckmtable" in opened.message_bar.text
    assert opened.desk.state == before
    opened.open_path(tmp_path / "not there.ckmtable")
    settle(opened)
    assert "not there.ckmtable" in opened.message_bar.text


def test_a_table_needs_its_statistic_and_goes_alone(window: MainWindow, tmp_path: Path, settings: Settings) -> None:
    write_table(tmp_path / "one.ckmtable", SavedTable("One", TableSpec(["sex"])))
    window.open_path(tmp_path / "one.ckmtable")
    assert "Open the statistic first" in window.message_bar.text
    assert not window.menus.actions["open_table_file"].isEnabled()
    window.open_paths([tmp_path / "one.ckmtable", tmp_path / "records.csv"])
    assert "2" in window.message_bar.text
