"""Table, picture, or both on the table page: one selection, one undo, kept with the table; gallery, options, files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ckmcore.base.texts import Texts
from ckmcore.statistic.table_file import read_table, write_table
from ckmcore.tabulate.picture_choice import PictureChoice, TableSight
from ckmcore.tabulate.spec import Level, TableSpec
from ckmdesk.commands import pictures, tables
from ckmdesk.pages.tables import picture_pane
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.picture_pane import PicturePane
from ckmdesk.pages.tables.picture_sights import SIGHTS
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial
from ckmdesk.state.session import Session
from tests.kit.hands import areas_by_sex, settle
from tests.kit.statistics import small_data, small_statistic


def served(window: MainWindow) -> None:
    """Serve events until what is laid out within what is laid out is drawn, too."""
    for _ in range(3):
        settle(window)


def shown(window: MainWindow, sight: TableSight = "picture") -> tuple[TablesPage, PicturePane]:
    """A table of areas by sex, and its picture."""
    window.resize(1280, 800)
    page = areas_by_sex(window)
    page.switch.buttons[sight].click()
    served(window)
    pane = page.sights.pane
    assert pane is not None
    assert pane.chart.picture is not None
    return page, pane


def choice(window: MainWindow) -> PictureChoice:
    return window.desk.state.table.spec.presentation.picture


def centre(pane: PicturePane, cell: int) -> QPoint:
    """The middle of a mark on the chart."""
    reader = pane.chart.reader
    assert reader is not None
    x, y = reader.areas[cell].middle
    scale = pane.chart._scale
    return QPoint(round(x * scale), round(y * scale))


def test_the_three_views_show_one_table_and_undo_goes_back(window: MainWindow) -> None:
    assert get_args(TableSight) == SIGHTS
    page, pane = shown(window, "both")
    assert (page.stack.isVisible(), pane.isVisible()) == (True, True)
    page.switch.buttons["picture"].click()
    served(window)
    assert (page.stack.isVisible(), pane.isVisible()) == (False, True)
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key == "show_sight"
    window.menus.actions["undo"].trigger()
    assert page.stack.isVisible()
    assert page.switch.buttons["both"].isChecked()
    window.menus.actions["undo"].trigger()
    assert not pane.isVisible()
    assert choice(window) == PictureChoice()


def test_keys_and_menu_choose_the_view(window: MainWindow) -> None:
    page, _ = shown(window)
    keys = {action.shortcut().toString(): action for action in page.switch.actions_of.values()}
    assert list(keys) == ["Ctrl+1", "Ctrl+4", "Ctrl+2", "Ctrl+3"]
    assert not keys["Ctrl+3"].isEnabled()  # neither of its variables has boundaries
    assert "boundaries" in page.switch.buttons["map"].toolTip()
    for key, sight in zip(keys, SIGHTS[:3], strict=False):
        keys[key].trigger()
        assert choice(window).sight == sight
        assert keys[key].isChecked()


def test_a_narrow_page_offers_no_picture_beside_the_table(window: MainWindow) -> None:
    page, pane = shown(window, "both")
    window.resize(1100, 800)
    served(window)
    assert not page.switch.buttons["both"].isVisible()
    assert not page.switch.actions_of["both"].isEnabled()
    assert page.switch.menu_button.isVisible()
    assert (page.stack.isVisible(), pane.isVisible()) == (True, False)
    assert choice(window).sight == "both"  # it comes back with the room
    window.resize(1280, 800)
    served(window)
    assert pane.isVisible()


@pytest.mark.thorough
def test_in_large_text_kinds_are_a_list_and_a_button_opens_the_options(window: MainWindow) -> None:
    shown(window)
    window.settings.set("text_size", "200")
    served(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    pane = page.sights.pane
    assert pane is not None
    assert (pane.gallery.isVisible(), pane.kinds.isVisible(), pane.options.isVisible()) == (False, True, False)
    assert page.switch.menu_button.isVisible()
    pane.options_button.click()
    assert pane.options.isVisible()
    place = pane.kinds.findData("bars")
    pane.kinds.setCurrentIndex(place)
    pane.kinds.activated.emit(place)
    assert choice(window).kind == "bars"


def test_a_change_of_kind_computes_no_table(window: MainWindow) -> None:
    page, pane = shown(window)
    before = page.view
    assert before is not None
    pane.gallery.tiles["stacked"].click()
    assert pane.chart.picture is not None
    assert pane.chart.picture.kind == "stacked"
    assert page.view is not None
    assert page.view.presented is before.presented
    assert choice(window).kind == "stacked"
    window.menus.actions["undo"].trigger()
    assert pane.chart.picture.kind == "grouped"
    assert pane.gallery.tiles["grouped"].isChecked()


def test_arrow_keys_in_the_gallery_change_the_kind_at_once(window: MainWindow) -> None:
    _, pane = shown(window)
    first, second = list(pane.gallery.tiles)[:2]
    pane.gallery.tiles[first].setFocus()
    QTest.keyClick(pane.gallery.tiles[first], Qt.Key.Key_Down)
    assert choice(window).kind == second
    QTest.keyClick(pane.gallery.tiles[second], Qt.Key.Key_Up)
    assert choice(window).kind == first


def test_the_gallery_says_why_a_kind_does_not_fit(window: MainWindow) -> None:
    _, pane = shown(window)
    assert "pyramid" not in pane.gallery.tiles
    assert "Population pyramid: Needs age and sex." in pane.gallery.unfit.text()
    assert all(not tile.icon().isNull() for tile in pane.gallery.tiles.values())


def test_the_figures_drawn_are_those_of_the_table(window: MainWindow) -> None:
    page, pane = shown(window)
    picture, view = pane.chart.picture, page.view
    assert picture is not None
    assert view is not None
    for cell in picture.cells:
        row, column = page.model.cell(cell.row, cell.column, cell.value)
        assert page.model.index(row, column).data() == cell.text


def test_what_is_pointed_at_in_the_picture_is_selected_in_the_table_and_the_other_way(window: MainWindow) -> None:
    page, pane = shown(window, "both")
    chart = pane.chart
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=centre(pane, 3))
    assert chart.picture is not None
    cell = chart.picture.cells[3]
    at = page.grid.currentIndex()
    assert page.model.place(at.row(), at.column()) == (cell.row, cell.column, cell.value)
    other = chart.picture.cells[0]
    page.grid.setCurrentIndex(page.model.index(*page.model.cell(other.row, other.column, other.value)))
    assert chart.current == 0
    heads = [str(page.model.headerData(row, Qt.Orientation.Vertical)) for row in range(page.model.rowCount())]
    total = next(row for row, head in enumerate(heads) if "Total" in head)
    page.grid.setCurrentIndex(page.model.index(total, 0))
    assert chart.current is None


def test_arrows_walk_the_marks_and_enter_goes_to_the_cell(window: MainWindow) -> None:
    page, pane = shown(window)
    pane.chart.setFocus()
    assert window.status._hint.text().startswith("Arrow keys go through the picture")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(pane.chart, key)
    assert pane.chart.current == 2
    assert pane.chart.picture is not None
    cell = pane.chart.picture.cells[2]
    QTest.keyClick(pane.chart, Qt.Key.Key_Return)
    served(window)
    assert choice(window).sight == "table"
    assert page.grid.hasFocus()
    at = page.grid.currentIndex()
    assert page.model.index(at.row(), at.column()).data() == cell.text


def test_enter_goes_to_a_cell_on_another_sheet(window: MainWindow) -> None:
    page, pane = shown(window)
    window.desk.run(tables.move_variable("sex", "layers", "Sex"))
    served(window)
    picture = pane.chart.picture
    assert picture is not None
    number, cell = next((n, cell) for n, cell in enumerate(picture.cells) if cell.layer != 0)
    pane.chart.opened.emit(number)
    served(window)
    assert window.desk.state.table.layer == cell.layer
    assert page.grid.currentIndex().data() == cell.text


def test_the_tip_names_series_total_and_the_key_that_leads_on(window: MainWindow) -> None:
    _, pane = shown(window)
    tip = pane.chart.tip(0)
    reading = pane.chart.reader.reading(0) if pane.chart.reader is not None else None
    assert reading is not None
    for name, text, _ in reading.lines:
        assert name in tip
        assert text in tip
    assert "Total" in tip
    assert "Enter: show the cell in the table" in tip


def test_the_chart_tells_a_screen_reader_what_it_draws(window: MainWindow) -> None:
    _, pane = shown(window)
    picture = pane.chart.picture
    assert picture is not None
    assert pane.chart.accessibleName() == picture.title
    assert pane.chart.accessibleDescription() == picture.alt
    pane.chart.set_current(1)
    assert pane.chart.by_ear().text(QAccessible.Text.Value).startswith(picture.cells[1].label)


def test_figures_of_the_picture_are_a_table_that_is_not_copied(window: MainWindow) -> None:
    _, pane = shown(window)
    pane.figures_button.click()
    assert pane.figures.currentWidget() is pane.figures.table
    picture = pane.chart.picture
    assert picture is not None
    assert (pane.figures.model.figures.columns, *pane.figures.model.figures.rows) == picture.table
    pane.figures_button.click()
    assert pane.chart.isVisible()


def test_options_change_what_is_drawn_and_undo_takes_it_back(window: MainWindow) -> None:
    _, pane = shown(window)
    chart = pane.chart
    assert chart.picture is not None
    before = chart.picture
    pane.options.checks["numbers"].click()
    assert not choice(window).numbers
    assert chart.picture.marks != before.marks
    window.menus.actions["undo"].trigger()
    assert chart.picture == before
    assert pane.options.checks["numbers"].isChecked()
    upright = pane.options.combos["upright"]
    upright.setCurrentIndex(1)
    upright.activated.emit(1)
    assert choice(window).upright
    assert chart.picture.axes.upright


@pytest.mark.thorough
def test_a_series_is_left_out_by_its_box_and_named_in_the_subtitle(window: MainWindow) -> None:
    _, pane = shown(window)
    window.desk.run(tables.move_variable("sex", "rows", "Sex"))
    window.desk.run(tables.move_variable("area", "columns", "Area"))
    window.desk.run(pictures.change_picture(kind="stacked", colours="area"))
    served(window)
    box = pane.options._series[0]
    name = box.accessibleName()
    box.click()
    assert choice(window).without == (box.property("code"),)
    assert pane.chart.picture is not None
    assert name not in pane.chart.picture.axes.series
    assert f"not shown: {name}" in pane.chart.picture.subtitle


def test_the_size_of_the_file_is_not_that_of_the_screen(window: MainWindow) -> None:
    _, pane = shown(window)
    assert pane.chart.picture is not None
    before = pane.chart.picture.width
    pane.options.width_box.setValue(240)
    assert choice(window).width == 240
    assert pane.chart.picture.width == before


def test_an_own_description_takes_the_place_of_the_made_one(window: MainWindow) -> None:
    _, pane = shown(window)
    pane.options.alt.set_texts(Texts("Area 2 is the largest.", "Gebiet 2 ist am größten."))
    pane.options.alt.edited.emit()
    assert choice(window).alt.de == "Gebiet 2 ist am größten."
    assert pane.chart.accessibleDescription() == "Area 2 is the largest."


def test_a_trial_view_has_no_picture_and_one_button_leads_back(window: MainWindow) -> None:
    page, pane = shown(window)
    for trial in (Trial("rounding", 10), Trial("original")):
        window.desk.run(tables.show_trial(trial))
        served(window)
        assert pane.stack.currentWidget() is pane.nothing
        assert pane.chart.picture is None
        assert not pane.copy_button.isEnabled()
        pane.nothing.button.click()
        served(window)
        assert window.desk.state.table.trial == Trial()
        assert pane.chart.picture is not None
        assert pane.copy_button.isEnabled()
    window.desk.run(tables.put_beside(beside=True))
    served(window)
    assert pane.chart.picture is None
    assert page.view is not None


def test_a_table_of_one_line_has_one_sentence_and_one_button(window: MainWindow) -> None:
    page, pane = shown(window)
    window.desk.run(tables.clear_table())
    window.desk.run(pictures.show_sight("picture"))
    served(window)
    assert pane.stack.currentWidget() is pane.nothing
    assert pane.nothing.text.text().startswith("There is no picture of this table.")
    pane.nothing.button.click()
    assert choice(window).sight == "table"
    assert page.stack.isVisible()


def test_a_kind_that_fits_no_longer_offers_the_one_that_does(window: MainWindow) -> None:
    _, pane = shown(window)
    window.desk.run(pictures.choose_kind("stacked"))
    window.desk.run(tables.move_variable("sex", "list", "Sex"))
    served(window)
    assert pane.stack.currentWidget() is pane.nothing
    assert pane.nothing.button.text() == "Kind that fits best"
    pane.nothing.button.click()
    assert pane.chart.picture is not None
    assert pane.chart.picture.kind == "bars"


def test_view_and_kind_are_kept_with_a_saved_table_and_in_its_file(window: MainWindow, tmp_path: Path) -> None:
    _, pane = shown(window)
    pane.gallery.tiles["stacked"].click()
    window.desk.run(tables.save_table("Areas", "2026-01-01T00:00:00"))
    statistic = window.desk.state.statistic
    assert statistic is not None
    saved = next(table for table in statistic.tables if table.name == "Areas")
    kept = saved.spec.presentation.picture
    assert (kept.kind, kept.sight) == ("stacked", "picture")
    write_table(tmp_path / "areas.ckmtable", saved)
    assert read_table(tmp_path / "areas.ckmtable").spec.presentation.picture == kept


def test_without_records_there_is_the_place_of_the_table(window: MainWindow) -> None:
    page, pane = shown(window)
    window.desk.session.data = None
    window.desk.announce("data")
    served(window)
    assert not pane.isVisible()
    assert page.empty.isVisible()
    assert (pane.view, pane.offer, pane.chart.picture) == (None, None, None)


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_the_picture_has_the_colours_of_the_theme(window: MainWindow, shade: str) -> None:
    _, pane = shown(window)
    window.theme.choose(shade)  # type: ignore[arg-type]
    QApplication.processEvents()
    at = centre(pane, 0)
    colour = pane.chart.grab().toImage().pixelColor(at).name()
    assert colour == {"light": "#1f5fa8", "dark": "#74aceb"}[shade]


def test_a_long_table_is_drawn_in_a_job(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ckmdesk.state.picture_offer.AT_ONCE_LINES", 1)
    _, pane = shown(window)
    pane.gallery.tiles["stacked"].click()
    assert pane.chart.picture is not None
    assert pane.chart.picture.kind == "grouped"
    assert window.jobs.running("picture")
    settle(window)
    assert pane.chart.picture.kind == "stacked"


@pytest.mark.thorough
def test_a_copied_picture_is_that_of_the_draft(window: MainWindow) -> None:
    _, pane = shown(window)
    QGuiApplication.clipboard().clear()
    pane.copy_button.click()
    settle(window)
    image = QGuiApplication.clipboard().image()
    assert image.width() == round(160 / 25.4 * 96, 1) * 2 // 1
    window.desk.run(tables.show_trial(Trial("rounding", 10)))
    settle(window)
    QGuiApplication.clipboard().clear()
    window.services.pictures.copy()
    settle(window)
    assert QGuiApplication.clipboard().image().isNull()
    assert "not copied" in window.message_bar.text


@pytest.mark.thorough
def test_a_language_change_keeps_the_view(window: MainWindow) -> None:
    shown(window)
    window.settings.set("language", "de")
    served(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.sights.pane is not None
    assert page.sights.pane.isVisible()
    assert page.sights.pane.chart.picture is not None
    assert page.sights.pane.chart.picture.language == "de"


def test_many_levels_are_drawn_of_what_is_shown(window: MainWindow) -> None:
    """A total that is switched off is not read from the picture either."""
    statistic = small_statistic()
    window.services.begin(statistic, Session(data=small_data()))
    spec = TableSpec(rows=[Level("area", total="off")], columns=[Level("sex", total="off")])
    spec = spec.with_changes(presentation=replace(spec.presentation, picture=PictureChoice(sight="picture")))
    window.desk.run(tables.lay_out("Areas", spec))
    window.go_to("tables")
    served(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    pane = page.sights.pane
    assert pane is not None
    assert pane.chart.picture is not None
    assert all(not reading.has_total for reading in pane.chart.picture.readings)


def test_a_kind_is_described_once_also_where_it_needs_a_scroll_bar(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, pane = shown(window)
    pane.gallery.tiles["bars"].click()
    window.resize(1280, 560)
    served(window)
    bar, drawn = pane._room.verticalScrollBar(), []
    real = picture_pane.describe
    monkeypatch.setattr(picture_pane, "describe", lambda *what, **more: drawn.append(1) or real(*what, **more))
    seen = set()
    for kind in ("grouped", "bars", "multiples", "grouped", "bars"):
        drawn.clear()
        pane.gallery.tiles[kind].click()
        served(window)
        assert len(drawn) == 1
        seen.add(bar.isVisible())
    assert seen == {True, False}
