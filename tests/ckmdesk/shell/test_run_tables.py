"""The window in which saved tables run: titles and misfits before, progress and cancel, one report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.statistic.source import load_period
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Desk
from ckmdesk.commands.saved_tables import rename_table
from ckmdesk.shell.run_tables import RunTables
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.statistic_files import TABLES, write_statistic


@pytest.fixture
def dialog(window: MainWindow, tmp_path: Path) -> RunTables:
    window.services.open_statistic(write_statistic(tmp_path))
    settle(window)
    window.menus.actions["run_tables"].trigger()
    settle(window)
    assert window._run_dialog is not None
    return window._run_dialog


def rows(dialog: RunTables) -> list[tuple[str, ...]]:
    items = [dialog.list.topLevelItem(place) for place in range(dialog.list.topLevelItemCount())]
    return [tuple(item.text(column) for column in range(3)) for item in items if item is not None]


@pytest.mark.thorough
def test_titles_and_misfits_stand_there_before_anything_is_written(dialog: RunTables, tmp_path: Path) -> None:
    assert rows(dialog) == [
        ("1 Sex ▸ Women: areas", "Number by Area", "fits"),
        ("1 Sex ▸ Area 2", "Area 2", "does not fit"),
        ("Area and sex", "People 2026", "fits"),
        ("Jobs", "Jobs", "does not fit"),
    ]
    unfit = dialog.list.topLevelItem(1)
    assert unfit is not None
    assert unfit.child(0).text(0) == "Rows: “02 South” of “Area” became “12 South” in 2026. Adapt the table."
    assert dialog.count.text() == "4 of 4 tables, not fitting: 2"
    assert not dialog.isModal()
    assert not (tmp_path / "Drafts").exists()


@pytest.mark.thorough
def test_ticked_tables_are_written_like_by_the_command_line(
    dialog: RunTables, window: MainWindow, tmp_path: Path
) -> None:
    dialog.form.setCurrentIndex(dialog.form.findData("csv"))
    settle(window)
    dialog.start_button.click()
    settle(window)
    assert main(
        ["--language", "en", "run", str(tmp_path / "people.ckm"), "-o", str(tmp_path / "cli"), "--format", "csv"]
    )
    written = {path.name: path.read_bytes() for path in (tmp_path / "Drafts").iterdir()}
    assert written == {path.name: path.read_bytes() for path in (tmp_path / "cli").iterdir()}
    assert set(written) == {"Women_areas_2026.csv", "Area_and_sex_2026.csv", "Report_2026.csv"}
    assert [row[2] for row in rows(dialog)] == [
        "Women_areas_2026.csv, 4 cells",
        "not written, does not fit",
        "Area_and_sex_2026.csv, 12 cells",
        "not written, does not fit",
    ]
    assert dialog.message.text.startswith("Tables written: 2, not written: 2. Report: ")
    statistic, _ = ckm.open_statistic(tmp_path / "people.ckm")
    data = load_period(statistic, tmp_path / "people.ckm")
    assert data is not None
    alone = ckm.export(statistic.draft(TABLES[0].spec, data), tmp_path / "alone.csv", language="en")
    assert written["Area_and_sex_2026.csv"] == alone.read_bytes()


@pytest.mark.thorough
def test_another_file_of_the_same_name_is_replaced_only_after_a_question(
    dialog: RunTables, window: MainWindow, tmp_path: Path
) -> None:
    dialog.form.setCurrentIndex(dialog.form.findData("csv"))
    settle(window)
    (tmp_path / "Drafts").mkdir()
    other = tmp_path / "Drafts" / "Area_and_sex_2026.csv"
    other.write_text("somebody's")
    dialog.start_button.click()
    settle(window)
    assert "Area_and_sex_2026.csv. Nothing was written" in dialog.message.text
    assert [path.name for path in other.parent.iterdir()] == [other.name]
    assert other.read_text() == "somebody's"
    remedy = dialog.message.remedy
    assert remedy is not None
    assert remedy.text == "Replace"
    remedy.act()
    settle(window)
    assert dialog.message.text.startswith("Tables written: 2")
    assert other.read_text() != "somebody's"


@pytest.mark.thorough
def test_instead_of_replacing_files_another_folder_can_be_chosen(
    dialog: RunTables, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.form.setCurrentIndex(dialog.form.findData("csv"))
    settle(window)
    (tmp_path / "Drafts").mkdir()
    other = tmp_path / "Drafts" / "Area_and_sex_2026.csv"
    other.write_text("somebody's")
    dialog.start_button.click()
    settle(window)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "elsewhere"))
    button = dialog.message.findChild(QPushButton, "message-other")
    assert button is not None
    assert button.text() == "Other folder ..."
    button.click()
    settle(window)
    assert dialog.message.text == ""
    dialog.start_button.click()
    settle(window)
    assert len(list((tmp_path / "elsewhere").iterdir())) == 3
    assert other.read_text() == "somebody's"


@pytest.mark.thorough
def test_two_periods_run_into_one_folder_without_a_question(
    dialog: RunTables, window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    dialog.form.setCurrentIndex(dialog.form.findData("csv"))
    settle(window)
    dialog.start_button.click()
    settle(window)
    window.services.choose_period(0)
    settle(window)
    dialog.start_button.click()
    settle(window)
    names = {path.name for path in (tmp_path / "Drafts").iterdir()}
    assert {"Area_and_sex_2026.csv", "Area_and_sex_2025.csv", "Report_2026.csv", "Report_2025.csv"} <= names


@pytest.mark.thorough
def test_only_ticked_tables_are_written_and_renamed_codes_are_taken_over(
    dialog: RunTables, window: MainWindow, tmp_path: Path
) -> None:
    dialog.none_button.click()
    assert not dialog.start_button.isEnabled()
    item = dialog.list.topLevelItem(1)
    assert item is not None
    item.setCheckState(0, Qt.CheckState.Checked)
    dialog.adapt.setChecked(True)
    settle(window)
    assert rows(dialog)[1][2] == "fits, with notes"
    assert dialog.count.text() == "1 of 4 tables, not fitting: 0"
    dialog.folder.setText(str(tmp_path / "here"))
    dialog.folder.editingFinished.emit()
    settle(window)
    dialog.start_button.click()
    settle(window)
    assert {path.name for path in (tmp_path / "here").iterdir()} == {"Area_2_2026.xlsx", "Report_2026.csv"}
    assert dialog.message.text.startswith("All tables were written: 1.")
    dialog.all_button.click()
    assert dialog.count.text() == "4 of 4 tables, not fitting: 1"


@pytest.mark.thorough
def test_a_run_that_is_cancelled_has_its_report(dialog: RunTables, window: MainWindow, tmp_path: Path) -> None:
    dialog.start()
    assert dialog.cancel_button.isVisible()
    dialog.cancel_button.click()
    settle(window)
    assert not dialog.cancel_button.isVisible()
    assert dialog.start_button.isEnabled()
    assert (tmp_path / "Drafts" / "Report_2026.csv").exists()
    assert all(row[2] for row in rows(dialog))


@pytest.mark.thorough
def test_a_folder_that_cannot_be_used_is_said(dialog: RunTables, window: MainWindow, tmp_path: Path) -> None:
    dialog.folder.setText(str(tmp_path / "people.ckm"))
    dialog.start()
    settle(window)
    assert "people.ckm" in dialog.message.text
    assert dialog.start_button.isEnabled()


@pytest.mark.thorough
def test_it_follows_the_window(dialog: RunTables, window: MainWindow, settings: Settings) -> None:
    window.desk.run(rename_table("Jobs", "Work"))
    settle(window)
    assert rows(dialog)[3][0] == "Work"
    window.services.choose_period(0)
    settle(window)
    assert dialog.heading.text() == "Run tables for 2025"
    assert [row[2] for row in rows(dialog)] == ["fits", "fits", "fits", "does not fit"]
    settings.set("language", "de")
    settle(window)
    assert dialog.heading.text() == "Tabellen ausführen für 2025"
    assert rows(dialog)[3][2] == "passt nicht"


@pytest.mark.thorough
def test_there_is_one_and_it_goes_with_the_statistic(dialog: RunTables, window: MainWindow) -> None:
    window.run_tables()
    assert window._run_dialog is dialog
    listeners = len(window.desk.listeners)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert window._run_dialog is None
    assert len(window.desk.listeners) == listeners - 1
    window.run_tables()
    settle(window)
    assert window._run_dialog is not None
    window.services.close_statistic()
    assert window._run_dialog is None


@pytest.mark.thorough
def test_without_a_method_or_records_it_says_why_nothing_can_run(dialog: RunTables, window: MainWindow) -> None:
    statistic = window.desk.state.statistic
    assert statistic is not None
    bare = statistic.with_period(replace(statistic.period, in_force=None))
    window.desk.reset(replace(window.desk.state, statistic=bare), window.desk.session)
    settle(window)
    assert "method" in dialog.message.text
    assert rows(dialog) == []
    window.desk.session.data = None
    window.desk.reset(replace(window.desk.state, statistic=statistic), window.desk.session)
    settle(window)
    assert "not loaded" in dialog.message.text
    assert not dialog.start_button.isEnabled()
    assert not window.menus.actions["run_tables"].isEnabled()


@pytest.mark.thorough
def test_an_emptied_folder_is_the_proposed_one_again(dialog: RunTables, window: MainWindow, tmp_path: Path) -> None:
    dialog.folder.clear()
    dialog.folder.editingFinished.emit()
    settle(window)
    assert dialog.folder.text() == str(tmp_path / "Drafts")
