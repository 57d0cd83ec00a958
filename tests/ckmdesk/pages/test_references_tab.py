"""Reference figures on the data page: read, checked, listed, kept with the statistic, used by a rate, removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from ckmcore.base.texts import Texts
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.tabulate.spec import Value
from ckmdesk.base.settings import Settings
from ckmdesk.commands import values
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.data.references_tab import ReferencesTab
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle
from tests.kit.statistics import SPEC
from tests.kit.tables_page import open_table

TABLE = ReferenceTable(
    "Einwohner",
    Texts("", "Einwohner"),
    Texts("", "Zensus"),
    Texts("inhabitants", "Einwohner"),
    ("area",),
    (ReferenceRow(("0",), "1000"), ReferenceRow(("",), "5000")),
)


@pytest.fixture
def tab(window: MainWindow) -> ReferencesTab:
    open_table(window, SPEC)
    window.go_to("data")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.loaded_view.show_tab(page.loaded_view.references_tab)
    return page.loaded_view.references_tab


def file(folder: Path, text: str = "Area;2023;2024\n0;900;1000\nTotal;4500;5000\n", name: str = "Einwohner") -> Path:
    made = folder / f"{name}.csv"
    made.write_text(text, encoding="utf-8")
    return made


def read(window: MainWindow, tab: ReferencesTab, path: Path) -> None:
    tab.open_file(path)
    settle(window)


def fill(tab: ReferencesTab) -> None:
    tab.unit.set_texts(Texts("inhabitants", "Einwohner"))
    tab.source.set_texts(Texts("", "Zensus"))


def references(window: MainWindow) -> tuple[ReferenceTable, ...]:
    statistic = window.desk.state.statistic
    assert statistic is not None
    return statistic.references


def listed(tab: ReferencesTab) -> list[list[str]]:
    return [
        [item.text() if (item := tab.table.item(row, column)) else "" for column in range(tab.table.columnCount())]
        for row in range(tab.table.rowCount())
    ]


def test_t02_figures_that_no_count_exceeds_are_declared_kept_and_seen(
    window: MainWindow, tab: ReferencesTab, tmp_path: Path
) -> None:
    for bounds in (True, False):
        read(window, tab, file(tmp_path))
        fill(tab)
        assert not tab.bounds.isChecked()
        tab.bounds.setChecked(bounds)
        tab.take_over()
        settle(window)
        assert [one.bounds for one in references(window)] == [bounds]
        assert ("upper limit of counts" in listed(tab)[0][1]) == bounds


@pytest.mark.look
def test_the_buttons_of_a_file_that_is_read_are_in_sight_in_a_small_window(
    window: MainWindow, tab: ReferencesTab, tmp_path: Path
) -> None:
    window.resize(1280, 770)  # one line of notices above takes as much of 800
    read(window, tab, file(tmp_path))
    QApplication.processEvents()
    for button in (tab.cancel, tab.take):
        assert button.visibleRegion().boundingRect() == button.rect()


def test_a_file_is_read_named_and_kept_as_one_step(window: MainWindow, tab: ReferencesTab, tmp_path: Path) -> None:
    assert not tab.new.isVisible()
    read(window, tab, file(tmp_path))
    assert tab.new.isVisible()
    assert tab.recognised.text() == "Codes are in: Area. Lines: 2."
    assert [tab.figure.itemText(place) for place in range(tab.figure.count())] == ["2023", "2024"]
    assert (tab.figure.currentText(), tab.title.texts().de) == ("2024", "Einwohner")
    tab.take.click()
    assert "need a title and a source" in tab.message.text
    fill(tab)
    tab.take.click()
    settle(window)
    assert references(window) == (TABLE,)
    assert listed(tab) == [["Einwohner", "inhabitants", "Area", "2", "Zensus"]]
    assert not tab.new.isVisible()
    assert window.menus.actions["undo"].text() == "Undo: reference figures Einwohner"
    data = window.desk.session.data
    assert data is not None
    assert data.references == (TABLE,)
    window.desk.undo()
    settle(window)
    assert references(window) == ()
    assert window.desk.session.data is not None
    assert window.desk.session.data.references == ()


def test_a_rate_divides_by_them_and_says_when_they_are_gone(
    window: MainWindow, tab: ReferencesTab, tmp_path: Path
) -> None:
    read(window, tab, file(tmp_path))
    fill(tab)
    tab.take.click()
    settle(window)
    window.desk.run(values.put_value(Value("rate", reference="Einwohner", factor=1000, decimals=1), "Rate"))
    window.go_to("tables")
    settle(window)
    page = window.page("tables")
    assert page.model.value_text(1) == "Per 1,000 inhabitants"  # type: ignore[attr-defined]
    tab.table.selectRow(0)
    tab.remove.click()
    settle(window)
    assert references(window) == ()
    assert "it divides by “Einwohner”, reference figures that the statistic does not have" in window.message_bar.text
    window.desk.undo()
    settle(window)
    assert window.message_bar.text == ""


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("code;value\n0;1\n", "no heading (code, value) is a dimension"),
        ("Area;value\n0;1\n7;1\n", "codes of area that the code list does not have (1): 7"),
        ("Area;value\n0;1\n0;2\n", "line 3: 0 has a figure already in line 2"),
        ("Area;value\n0;some\n", "“some” is no number"),
    ],
)
def test_a_faulty_file_is_said_in_place_and_changes_nothing(
    window: MainWindow, tab: ReferencesTab, tmp_path: Path, text: str, said: str
) -> None:
    read(window, tab, file(tmp_path, text))
    if tab.found is not None:
        fill(tab)
        tab.take.click()
        settle(window)
    assert said in tab.message.text
    assert references(window) == ()


def test_newer_figures_under_the_same_title_replace_the_former(
    window: MainWindow, tab: ReferencesTab, tmp_path: Path
) -> None:
    for figure in ("1000", "1100"):
        read(window, tab, file(tmp_path, f"Area;value\n0;{figure}\n"))
        fill(tab)
        tab.take.click()
        settle(window)
    assert [table.rows for table in references(window)] == [(ReferenceRow(("0",), "1100"),)]
    assert "was replaced by the figures" in tab.message.text
    read(window, tab, file(tmp_path, "Area;value\n0;1\n"))
    tab.cancel.click()
    assert not tab.new.isVisible()
    assert len(references(window)) == 1


def test_they_are_saved_with_the_statistic_and_the_tab_speaks_german(
    window: MainWindow, tab: ReferencesTab, tmp_path: Path, settings: Settings
) -> None:
    read(window, tab, file(tmp_path))
    fill(tab)
    settings.set("language", "de")
    settle(window)
    tab = data_page_now(window).loaded_view.references_tab
    assert tab.recognised.text() == "Codes stehen in: Area. Zeilen: 2."
    assert tab.take.text() == "Übernehmen"
    tab.take.click()
    settle(window)
    assert listed(tab)[0][1] == "Einwohner"
    statistic = window.desk.state.statistic
    assert statistic is not None
    save_statistic(statistic, tmp_path / "s.ckm")
    assert open_statistic(tmp_path / "s.ckm")[0].references == (TABLE,)
