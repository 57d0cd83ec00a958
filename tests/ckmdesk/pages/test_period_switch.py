"""The reporting period in the head of the page of tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from ckmcore.base.texts import Texts
from ckmcore.methods.rounding import Rounding
from ckmcore.tabulate.spec import PERIOD, TableSpec
from ckmdesk.commands.data import set_statistic_title
from ckmdesk.commands.method import put_in_force
from ckmdesk.commands.tables import clear_table, go_to, lay_out, move_variable
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.period_switch import PeriodSwitch
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.tables_page import settle

ALT = Qt.KeyboardModifier.AltModifier


def take_in(window: MainWindow, folder: Path, year: int) -> None:
    file = folder / f"people_{year}.csv"
    file.write_text("\n".join(["pid;sex", *(f"P{n};{'mw'[n % 2]}" for n in range(60 * (year - 2014)))]), "utf-8")
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.open_file(file)
    settle(window)
    page.take_button.click()
    settle(window)


@pytest.fixture
def switch(window: MainWindow, tmp_path: Path) -> PeriodSwitch:
    """A table of 2016; the statistic has records of 2015, too, and none of 2017."""
    window.desk.run(go_to("data"))
    take_in(window, tmp_path, 2015)
    window.desk.run(put_in_force(Rounding(5), "2026-01-01"))
    window.services._write(tmp_path / "people.ckm", None, None)
    settle(window)
    window.services.add_period("2017", "2017-12-31", "")
    window.services.add_period("2016", "2016-12-31", "")
    take_in(window, tmp_path, 2016)
    window.services.save()
    settle(window)
    window.desk.run(lay_out("Sex", TableSpec(rows=["sex"]).with_changes(title=Texts.same("People"))))
    window.go_to("tables")
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page.head.periods


def labels(window: MainWindow) -> list[str]:
    return [one.label.en for one in statistic_of(window).periods]


@pytest.mark.thorough
def test_the_current_period_stands_in_the_head_and_the_list_holds_all(switch: PeriodSwitch, window: MainWindow) -> None:
    assert switch.isVisible()
    assert switch.chosen.text() == "2016"
    switch.chosen.click()
    menu = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible())
    entries = {one.text(): (one.isEnabled(), one.isChecked()) for one in menu.actions()}
    assert list(entries.items()) == [("2015", (True, False)), ("2016", (True, True)), ("2017", (False, False))]
    assert "no records yet" in next(one.toolTip() for one in menu.actions() if one.text() == "2017")
    next(one for one in menu.actions() if one.text() == "2015").trigger()
    menu.close()
    settle(window)
    assert statistic_of(window).period.label.en == switch.chosen.text() == "2015"
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.model.view is not None
    assert page.model.view.spec.filters == ()


@pytest.mark.thorough
def test_keys_go_to_the_period_before_and_after(switch: PeriodSwitch, window: MainWindow) -> None:
    assert labels(window) == ["2015", "2017", "2016"]  # as they were added
    assert not switch.after.isEnabled()
    assert "no records yet" in switch.after.toolTip()
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    page.grid.setFocus()
    QTest.keyClick(page.grid, Qt.Key.Key_Left, ALT)
    settle(window)
    assert switch.chosen.text() == "2015"
    assert not switch.before.isEnabled()
    assert switch.before.toolTip() == "There is no earlier period"
    QTest.keyClick(page.grid, Qt.Key.Key_Right, ALT)
    settle(window)
    assert switch.chosen.text() == "2016"


@pytest.mark.thorough
def test_steps_on_the_table_are_undone_after_another_period_and_those_on_the_statistic_are_not(
    switch: PeriodSwitch, window: MainWindow
) -> None:
    desk = window.desk
    desk.run(set_statistic_title(Texts.same("Persons")))
    before = desk.state.table.spec
    desk.run(clear_table())
    desk.run(move_variable("sex", "columns", "Sex"))
    desk.undo()
    for label in ("2015", "2016", "2015"):
        window.services.choose_period(labels(window).index(label))
        settle(window)
    assert (desk.undo_name, desk.redo_name) == (clear_table().name, move_variable("sex", "columns", "Sex").name)
    desk.redo()
    assert desk.state.table.spec.variables == ("sex",)
    desk.undo()
    desk.undo()
    assert desk.state.table.spec == before
    assert desk.undo_name is None
    found = statistic_of(window)
    assert (found.title.en, found.period.label.en) == ("Persons", "2015")
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.model.view is not None
    assert page.model.view.spec.rows == before.rows


@pytest.mark.thorough
def test_a_table_that_holds_periods_names_how_many(switch: PeriodSwitch, window: MainWindow) -> None:
    window.desk.run(lay_out("Series", TableSpec(rows=["sex"], columns=[PERIOD])))
    settle(window)
    assert switch.chosen.text() == "2 periods"
    assert not switch.before.isEnabled()
    assert "Reporting period" in switch.before.toolTip()


def test_a_statistic_of_one_period_has_nothing_to_switch(window: MainWindow) -> None:
    window.open_sample()
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.head.periods.isVisible() == (len(statistic_of(window).periods) > 1)
