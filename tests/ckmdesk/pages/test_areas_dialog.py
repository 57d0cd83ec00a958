"""Boundaries imported in the window: what is proposed, what is listed before they are kept, undo, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from ckmcore.areas.boundaries import look_at_areas
from ckmcore.areas.model import geojson_text
from ckmcore.base.texts import Texts
from ckmcore.sample.areas import sample_areas
from ckmcore.statistic.areas_beside import load_areas
from ckmdesk.commands import data as data_commands
from ckmdesk.pages.data.areas_dialog import AreasDialog
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.map_offer import proposed
from tests.kit.hands import settle
from tests.kit.map_places import begin_map

pytest.importorskip("shapely", reason="the extra `maps` is not installed")


@pytest.fixture
def lands(tmp_path: Path) -> Path:
    """The Länder of the sample's country as GeoJSON; one more than the records have."""
    path = tmp_path / "lands.geojson"
    path.write_text(geojson_text(sample_areas("lands")).replace('"code":"16"', '"code":"17"'), encoding="utf-8")
    return path


def begin(window: MainWindow, folder: Path) -> DataPage:
    """A saved statistic of Länder without boundaries, on the page of its data."""
    begin_map(window)
    window.desk.run(data_commands.keep_areas((), "Land"))
    window.desk.session.path = folder / "small.ckm"
    window.go_to("data")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    return page


def dialog(window: MainWindow) -> AreasDialog:
    settle(window)
    made = window.findChild(AreasDialog)
    assert made is not None
    settle(window)
    return made


def test_what_fits_is_proposed_and_what_is_lacking_is_listed_before_it_is_kept(
    window: MainWindow, tmp_path: Path, lands: Path
) -> None:
    page = begin(window, tmp_path)
    page.areas.open(lands)
    shown = dialog(window)
    assert (shown.choice.variable, shown.choice.code, shown.choice.name) == ("land", "code", "name")
    assert shown.summary.text() == "Land: 15 codes have an area."
    (without, listed), (no_code, areas) = shown.lists["area"], shown.lists["code"]
    assert (without.text(), [listed.item(row).text() for row in range(listed.count())]) == (
        "Codes without an area: 2",
        ["16", "99"],
    )
    assert no_code.text() == "Areas without a code: 1"
    assert areas.item(0).text().startswith("17  ")
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert not statistic.areas
    assert not list(tmp_path.glob("*.areas"))  # nothing is written yet
    shown.state.setText("2025-01-01")
    shown.source.set_texts(Texts("Survey office", "Vermessungsamt"))
    shown.ok.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    (kept,) = statistic.areas
    assert (kept.variable, kept.state, kept.count, kept.source.de) == ("land", "2025-01-01", 16, "Vermessungsamt")
    assert load_areas(kept, window.desk.session.path).codes[-1] == "17"
    assert "16 areas kept" in window.message_bar.text
    window.menus.actions["undo"].trigger()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert not statistic.areas


def test_a_column_that_fits_nothing_is_explained_and_nothing_can_be_taken(
    window: MainWindow, tmp_path: Path, lands: Path
) -> None:
    page = begin(window, tmp_path)
    page.areas.open(lands)
    shown = dialog(window)
    shown.code.choose("name")
    shown.code.activated.emit(shown.code.currentIndex())
    settle(window)
    assert shown.message.text.startswith("No code of “land” has an area")
    assert not shown.ok.isEnabled()
    shown.code.choose("code")
    shown.code.activated.emit(shown.code.currentIndex())
    settle(window)
    assert shown.ok.isEnabled()
    shown.state.setText("1 January")
    shown.ok.click()
    settle(window)
    assert "no day of the form" in shown.message.text
    assert shown.ok.isEnabled()


def test_a_file_dropped_on_the_window_is_looked_at_as_boundaries(
    window: MainWindow, tmp_path: Path, lands: Path
) -> None:
    begin(window, tmp_path)
    window.go_to("tables")
    settle(window)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(lands))])
    event = QDropEvent(
        QPointF(QPoint(200, 200)),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    QApplication.processEvents()
    settle(window)
    assert dialog(window).isVisible()


def test_a_menu_entry_asks_for_the_file(
    window: MainWindow, tmp_path: Path, lands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = begin(window, tmp_path)
    asked: list[str] = []
    monkeypatch.setattr(window, "choose_open_file", lambda title, filters: (asked.append(filters), lands)[1])
    assert page.areas.action in page.menu_actions()["page"]
    page.areas.action.trigger()
    assert "*.gpkg" in asked[0]
    assert dialog(window).isVisible()


def test_a_statistic_without_a_file_is_to_be_saved_first(window: MainWindow, tmp_path: Path, lands: Path) -> None:
    page = begin(window, tmp_path)
    window.desk.session.path = None
    page.areas.open(lands)
    settle(window)
    assert window.findChild(AreasDialog) is None
    assert window.message_bar.text.startswith("Save the statistic first: boundaries")


def test_a_missing_part_of_the_program_is_named_with_what_installs_it(
    window: MainWindow, tmp_path: Path, lands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = begin(window, tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "shapely", None)
    page.areas.open(lands)
    settle(window)
    assert window.findChild(AreasDialog) is None
    assert "pip install ckmdesk[maps]" in window.message_bar.text


@pytest.mark.thorough
def test_reading_is_cancelled_by_its_button(window: MainWindow, tmp_path: Path, lands: Path) -> None:
    page = begin(window, tmp_path)
    page.areas.open(lands)
    shown = dialog(window)
    shown._read_again()
    assert shown.progress.isVisible()
    shown.progress._button.click()
    settle(window)
    assert (shown.progress.isVisible(), shown.ok.isEnabled(), shown.read) == (False, False, None)
    assert shown.summary.text() == "The boundaries were not read."


def test_a_name_is_proposed_by_its_letters_where_no_column_is_called_so(window: MainWindow, tmp_path: Path) -> None:
    begin(window, tmp_path)
    statistic = window.desk.state.statistic
    assert statistic is not None
    path = tmp_path / "a.geojson"
    text = geojson_text(sample_areas("lands")).replace('"name":', '"wie":').replace('"code":', '"ags":')
    path.write_text(text, encoding="utf-8")
    choice = proposed(statistic, path, look_at_areas(path))
    assert (choice.code, choice.name, choice.variable, choice.title.de) == ("ags", "wie", "land", "a")
