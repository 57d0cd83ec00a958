"""Templates on the table page: saved without values, laid out in another statistic, with what takes which place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.statistic.table_file import read_table
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.templates import TemplateDialog
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle, small_tables_page
from tests.kit.statistic_files import TABLES, write_statistic


def saved(window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A template of a table of the other statistic."""
    window.services.open_statistic(write_statistic(folder))
    settle(window)
    window.go_to("tables")
    settle(window)
    window.desk.run(commands.open_table(TABLES[2]))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    monkeypatch.setattr(window, "choose_save_file", lambda *_given: folder / "layout")
    page.page_actions.templates.save.trigger()
    settle(window)
    assert "without any code" in window.message_bar.text
    return folder / "layout.ckmtable"


@pytest.mark.thorough
def test_a_template_is_saved_without_codes_and_laid_out_where_its_variables_are_known(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(window, tmp_path, monkeypatch)
    assert read_table(path).spec == TableSpec("area", "sex")
    assert [one.title.en for one in read_table(path).variables] == ["Area", "Sex"]
    page = small_tables_page(window)
    monkeypatch.setattr(window, "choose_open_file", lambda *_given: path)
    page.page_actions.templates.apply.trigger()
    settle(window)
    assert window.desk.state.table.spec == TableSpec("area", "sex")
    assert window.menus.actions["undo"].text() == "Undo: template Area 2"
    assert window.message_bar.text == ""
    assert page.model.rowCount() == 6


@pytest.mark.thorough
def test_what_takes_the_place_of_an_unknown_variable_is_asked(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(window, tmp_path, monkeypatch)
    path.write_text(
        path.read_text().replace('"area"', '"region"').replace('"Area"', '"Region"').replace("Gebiet", "Region")
    )
    page = small_tables_page(window)
    monkeypatch.setattr(window, "choose_open_file", lambda *_given: path)
    before = window.desk.state.table.spec
    page.page_actions.templates.apply.trigger()
    settle(window)
    (dialog,) = page.findChildren(TemplateDialog)
    assert window.desk.state.table.spec == before
    assert {name: combo.currentText() for name, combo in dialog.combos.items()} == {
        "region": "(leave out)",
        "sex": "Sex",
    }
    dialog.combos["region"].setCurrentText("Area")
    dialog.ok.click()
    settle(window)
    assert window.desk.state.table.spec == TableSpec("area", "sex")
    page.page_actions.templates.apply.trigger()
    settle(window)
    second = next(one for one in page.findChildren(TemplateDialog) if one.isVisible())
    second.ok.click()
    settle(window)
    assert window.desk.state.table.spec == TableSpec((), "sex")
    assert "Add what is missing" in window.message_bar.text
