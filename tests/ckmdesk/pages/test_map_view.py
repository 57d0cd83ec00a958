"""The map of the table on the page: where it is offered, how it is read, its options, its files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ckmcore.base.texts import Texts
from ckmcore.pictures.describe import describe
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmdesk.base.jobs import Jobs
from ckmdesk.commands import pictures, tables
from ckmdesk.look.theme import Theme
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.picture_chart import PictureChart
from ckmdesk.pages.tables.picture_pane import PicturePane
from ckmdesk.pages.tables.shelf_items import VariableViews
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.picture_reading import PictureReader
from tests.kit.hands import settle
from tests.kit.map_places import SHARE, begin_grid, begin_map, in_sight
from tests.kit.picture_pages import page as page_of
from tests.kit.picture_pages import squares


def parts(window: MainWindow) -> tuple[TablesPage, PicturePane, PictureReader]:
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    pane = page.sights.pane
    assert pane is not None
    assert pane.chart.reader is not None
    return page, pane, pane.chart.reader


def map_of_shares(window: MainWindow) -> tuple[TablesPage, PicturePane, PictureReader]:
    window.resize(1280, 800)
    begin_map(window, SHARE)
    in_sight(window)
    return parts(window)


def choice(window: MainWindow) -> PictureChoice:
    return window.desk.state.table.spec.presentation.picture


def point(pane: PicturePane, reader: PictureReader, cell: int) -> QPoint:
    x, y = reader.area(cell).middle
    return QPoint(round(x * pane.chart._scale), round(y * pane.chart._scale))


def test_ctrl_3_shows_the_map_and_ctrl_2_a_picture_that_is_none(window: MainWindow) -> None:
    page, pane, reader = map_of_shares(window)
    assert page.switch.buttons["map"].isEnabled()
    assert page.switch.actions_of["map"].shortcut().toString() == "Ctrl+3"
    assert page.switch.buttons["map"].isChecked()
    assert reader.picture.kind == "choropleth"
    assert (page.stack.isVisible(), pane.gallery.isVisible(), pane.options.of_map.isVisible()) == (False, False, True)
    page.switch.actions_of["picture"].trigger()
    settle(window)
    assert pane.chart.picture is not None
    assert pane.chart.picture.kind == "bars"
    assert list(pane.gallery.tiles) == ["bars", "choropleth"]  # a map is no picture's first choice
    assert pane.gallery.isVisible()
    assert not pane.options.of_map.isVisible()
    window.menus.actions["undo"].trigger()
    settle(window)
    assert pane.chart.picture is not None
    assert pane.chart.picture.kind == "choropleth"


def test_counts_are_circles_and_cells_of_a_grid_are_whole(window: MainWindow) -> None:
    window.resize(1280, 800)
    begin_map(window)
    in_sight(window)
    assert parts(window)[2].picture.kind == "circles"
    begin_grid(window, 10)
    in_sight(window)
    assert parts(window)[2].picture.kind == "grid"


def test_a_table_without_areas_has_no_map_and_the_button_says_why(window: MainWindow) -> None:
    page, _, _ = map_of_shares(window)
    window.desk.run(tables.clear_table())
    settle(window)
    assert not page.switch.buttons["map"].isEnabled()
    assert page.switch.buttons["map"].toolTip() == "A map needs a variable with boundaries or of grid cells."
    assert page.switch.buttons["map"].accessibleDescription() == page.switch.buttons["map"].toolTip()


def test_arrows_go_to_the_neighbour_and_enter_to_its_cell_in_the_table(window: MainWindow) -> None:
    page, pane, reader = map_of_shares(window)
    pane.chart.setFocus()
    QTest.keyClick(pane.chart, Qt.Key.Key_Right)
    first = pane.chart.current
    assert first is not None
    walked = {first}
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(pane.chart, key)
        assert pane.chart.current is not None
        walked.add(pane.chart.current)
    assert len(walked) > 1
    current = pane.chart.current
    assert current is not None
    QTest.keyClick(pane.chart, Qt.Key.Key_Return)
    settle(window)
    assert choice(window).sight == "table"
    assert page.grid.currentIndex().data() == reader.picture.cells[current].text


def test_the_area_pointed_at_is_outlined_and_its_class_marked_in_the_legend(window: MainWindow) -> None:
    _, pane, reader = map_of_shares(window)
    cell = next(cell for cell in range(len(reader.picture.cells)) if reader.colour(cell) is not None)
    colour = reader.colour(cell)
    assert colour is not None
    swatch = pane.chart.on_screen(reader.swatches[colour]).toRect()
    before = pane.chart.grab(swatch.adjusted(-3, -3, 3, 3)).toImage()
    rings = pane.chart.grab(pane.chart.on_screen(reader.area(cell)).toRect()).toImage()
    QTest.mouseMove(pane.chart, point(pane, reader, cell))
    assert reader.at(*reader.area(cell).middle) == cell
    QTest.mouseClick(pane.chart, Qt.MouseButton.LeftButton, pos=point(pane, reader, cell))
    assert pane.chart.current == cell
    assert pane.chart.grab(swatch.adjusted(-3, -3, 3, 3)).toImage() != before
    assert pane.chart.grab(pane.chart.on_screen(reader.area(cell)).toRect()).toImage() != rings
    tip = pane.chart.tip(cell)
    assert reader.code(cell) in tip
    assert reader.picture.cells[cell].text in tip


def test_own_limits_begin_as_those_that_are_drawn(window: MainWindow) -> None:
    _, pane, reader = map_of_shares(window)
    options = pane.options.of_map
    assert reader.picture.map is not None
    assert reader.picture.map.classes is not None
    drawn = reader.picture.map.classes.limits
    options.classes.setCurrentIndex(options.classes.findData("own"))
    options.classes.activated.emit(options.classes.currentIndex())
    settle(window)
    assert choice(window).classes == "own"
    now = parts(window)[2].picture.map
    assert now is not None
    assert now.classes is not None
    assert now.classes.limits == drawn
    assert (options.limits.isVisible(), options.count.isVisible()) == (True, False)
    options.limits.setText("3; 5,0; 8")
    options.limits.editingFinished.emit()
    settle(window)
    now = parts(window)[2].picture.map
    assert now is not None
    assert now.classes is not None
    assert now.classes.limits[-2:] == (50, 80)


def test_limits_that_do_not_ascend_are_explained_and_one_button_mends(window: MainWindow) -> None:
    _, pane, _ = map_of_shares(window)
    pane.options.of_map.changed.emit({"classes": "own", "limits": ("8", "3")})
    settle(window)
    assert pane.stack.currentWidget() is pane.nothing
    assert pane.nothing.button.text() == "Quantiles"
    pane.nothing.button.click()
    settle(window)
    assert pane.stack.currentWidget() is not pane.nothing
    assert choice(window).classes == "quantiles"


def test_number_of_classes_colours_and_a_value_with_two_hues_are_drawn(window: MainWindow) -> None:
    _, pane, reader = map_of_shares(window)
    options = pane.options.of_map
    assert reader.picture.map is not None
    plain = reader.picture.map.colours
    options.reversed.click()
    settle(window)
    now = parts(window)[2].picture.map
    assert now is not None
    assert now.colours == plain[::-1]
    options.count.setValue(3)
    settle(window)
    assert choice(window).class_count == 3
    options.around.setText("6,0")
    options.around.editingFinished.emit()
    settle(window)
    now = parts(window)[2].picture.map
    assert now is not None
    assert now.classes is not None
    assert 60 in now.classes.limits
    assert now.classes.below > 0


def test_codes_without_an_area_are_listed(window: MainWindow) -> None:
    _, pane, _ = map_of_shares(window)
    assert pane.options.of_map.without_area.text() == "Codes without an area: 99"
    assert not pane.options.of_map.without_code.isVisible()


def test_a_file_and_the_clipboard_have_the_map(window: MainWindow, tmp_path: Path) -> None:
    map_of_shares(window)
    path = tmp_path / "map.svg"
    window.services.pictures.write(path)
    settle(window)
    text = path.read_text(encoding="utf-8")
    assert "EPSG:3035" in text
    assert 'fill-rule="evenodd"' in text


def test_boundaries_that_are_gone_leave_the_other_pictures(window: MainWindow) -> None:
    window.resize(1280, 800)
    begin_map(window, SHARE)
    statistic = window.desk.state.statistic
    assert statistic is not None
    gone = replace(statistic.areas[0], file="gone.areas", sha256="0" * 64)
    window.services.begin(replace(statistic, areas=(gone,)), window.desk.session)
    window.desk.run(tables.clear_table())
    window.desk.run(tables.move_variable("land", "rows", "Land"))
    settle(window)
    window.desk.run(pictures.show_sight("picture"))
    for _ in range(4):
        settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    pane = page.sights.pane
    assert pane is not None
    assert pane.chart.picture is not None
    assert pane.chart.picture.kind == "bars"
    in_sight(window)
    assert pane.stack.currentWidget() is pane.nothing


def test_boundaries_are_read_once(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    _, pane, _ = map_of_shares(window)
    boundaries = window.services.pictures.boundaries
    found = boundaries.now()
    assert found is not None
    pane.options.of_map.count.setValue(4)
    settle(window)
    again = boundaries.now()
    assert again is not None
    assert again["land"] is found["land"]


def test_letters_find_an_area_by_its_name(window: MainWindow) -> None:
    _, pane, reader = map_of_shares(window)
    pane.chart.setFocus()
    names = {reader.picture.cells[cell].names[0]: cell for cell in range(len(reader.picture.cells))}
    wanted = next(name for name in names if reader.code(names[name]) == "05")
    QTest.keyClicks(pane.chart, wanted)
    assert pane.chart.current == names[wanted]


def limits_drawn(window: MainWindow) -> tuple[int, ...]:
    now = parts(window)[2].picture.map
    assert now is not None
    assert now.classes is not None
    return now.classes.limits


def test_a_handle_moves_a_limit_by_one_unit_or_ten_and_the_classes_become_own(window: MainWindow) -> None:
    _, pane, _ = map_of_shares(window)
    handles, before = pane.options.of_map.histogram.handles, limits_drawn(window)
    assert len(handles) == 4
    handles[1].setFocus()
    QTest.keyClick(handles[1], Qt.Key.Key_Right)
    settle(window)
    assert limits_drawn(window) == (*before[:2], before[2] + 1, *before[3:])
    assert choice(window).classes == "own"
    assert handles[1].hasFocus()
    QTest.keyClick(handles[1], Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    settle(window)
    after = max(before[2] + 1 - 10, before[1] + 1)
    assert limits_drawn(window)[2] == after
    assert handles[1].by_ear().text(QAccessible.Text.Value) == handles[1].words()
    assert handles[1].words().startswith(pane.options.of_map.histogram.shown.text(2))
    window.menus.actions["undo"].trigger()
    settle(window)
    assert (choice(window).classes, limits_drawn(window)) == ("quantiles", before)


def test_a_handle_is_dragged_between_its_neighbours(window: MainWindow) -> None:
    _, pane, _ = map_of_shares(window)
    histogram, before = pane.options.of_map.histogram, limits_drawn(window)
    handle = histogram.handles[0]
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    QTest.mouseMove(handle, handle.rect().center() + QPoint(300, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    settle(window)
    assert limits_drawn(window) == (before[0], before[2] - 1, *before[2:])
    assert handle.x() < histogram.handles[1].x() + histogram.handles[1].width()


def test_limits_are_held_for_every_period_on_request(window: MainWindow) -> None:
    _, pane, _ = map_of_shares(window)
    before = limits_drawn(window)
    pane.options.of_map.held.click()
    settle(window)
    assert (choice(window).classes, choice(window).held, limits_drawn(window)) == ("own", True, before)
    pane.options.of_map.classes.setCurrentIndex(0)
    pane.options.of_map.classes.activated.emit(0)
    settle(window)
    assert (choice(window).classes, choice(window).held) == ("quantiles", False)
    assert not pane.options.of_map.held.isChecked()


def wheel(pane: PicturePane, at: QPoint, notches: int) -> None:
    chart = pane.chart
    event = QWheelEvent(
        QPointF(at), QPointF(chart.mapToGlobal(at)), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(chart, event)


def test_wheel_keys_and_buttons_enlarge_the_map_and_lead_back_to_all(window: MainWindow) -> None:
    _, pane, reader = map_of_shares(window)
    chart, bar = pane.chart, pane.map_bar
    assert (bar.larger.isEnabled(), bar.smaller.isEnabled(), bar.whole.isEnabled()) == (True, False, False)
    at = point(pane, reader, 4)
    wheel(pane, at, 3)
    zoom = chart.map.zoom
    assert zoom is not None
    assert zoom.factor == pytest.approx(1.5**3)
    assert (bar.smaller.isEnabled(), bar.whole.isEnabled()) == (True, True)
    settle(window)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=at)
    assert chart.current == 4  # what is under the mouse stays there
    bar.whole.click()
    assert not chart.map.is_enlarged
    chart.setFocus()
    QTest.keyClicks(chart, "++-")
    assert chart.map.zoom is not None
    assert chart.map.zoom.factor == pytest.approx(1.5)
    QTest.keyClick(chart, Qt.Key.Key_Home)
    assert not chart.map.is_enlarged
    bar.larger.click()
    bar.smaller.click()
    assert not chart.map.is_enlarged
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key != "change_picture"  # nothing of the table has changed


def test_an_enlarged_map_is_dragged_and_moved_by_shift_and_arrows(window: MainWindow) -> None:
    _, pane, reader = map_of_shares(window)
    chart = pane.chart
    at = point(pane, reader, 4)
    wheel(pane, at, 4)
    before = chart.map.zoom
    assert before is not None
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(chart, at + QPoint(30, 20))
    QTest.mouseMove(chart, at + QPoint(40, 30))
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=at + QPoint(40, 30))
    after = chart.map.zoom
    assert after is not None
    assert after.seen(*before.lies(200, 200)) == pytest.approx((200 + 40 / chart._scale, 200 + 30 / chart._scale))
    assert chart.current is None  # a drag chooses nothing
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert chart.map.zoom is not None
    assert chart.map.zoom.x > after.x


def test_an_enlarged_map_is_painted_sharp_and_follows_the_arrows(window: MainWindow) -> None:
    _, pane, reader = map_of_shares(window)
    chart = pane.chart
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClicks(chart, "+++++")
    chart.map._soon.timeout.emit()
    settle(window)
    assert chart.map.zoom is not None
    assert chart.map._is_sharp(chart.map.zoom)
    for _ in range(6):
        QTest.keyClick(chart, Qt.Key.Key_Down)
        assert chart.current is not None
        assert chart.map.zoom.has(*chart.map.zoom.seen(*reader.area(chart.current).middle))
    pane.options.of_map.count.setValue(4)
    settle(window)
    assert chart.map.is_enlarged  # other classes of the same map


def test_the_field_finds_areas_and_ctrl_f_leads_to_it(window: MainWindow) -> None:
    page, pane, reader = map_of_shares(window)
    search = pane.map_bar.search
    page.finding.action.trigger()
    assert search.hasFocus()
    assert not page.find_bar.isVisible()
    names = [reader.picture.cells[cell].names[0] for cell in range(16)]
    QTest.keyClicks(search, names[5][:4])
    found = [number for number, name in enumerate(names) if names[5][:4].casefold() in name.casefold()]
    assert pane.chart.current in found
    assert search.count.text() == f"1 of {len(found)}"
    search.setText("mark")
    first = pane.chart.current
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert pane.chart.current != first
    QTest.keyClick(search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert pane.chart.current == first
    page.finding.next.trigger()  # F3
    assert pane.chart.current != first
    page.finding.previous.trigger()
    assert pane.chart.current == first
    search.setText("nowhere")
    assert search.count.text() == "not found"
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert pane.chart.hasFocus()
    assert search.text() == ""
    page.switch.actions_of["table"].trigger()
    page.finding.action.trigger()
    assert page.find_bar.isVisible()


def test_a_small_area_is_shown_larger_in_a_corner_where_it_is_not(theme: Theme) -> None:
    names = {"land": [f"Square {place}" for place in range(6)]}
    picture = describe(
        page_of(names, value=SHARE), PictureChoice(kind="choropleth", width=110, height=60), {"land": squares()}
    )
    chart = PictureChart(theme, Jobs())
    chart.show_picture(picture, 1.0)
    assert chart.reader is not None
    room = picture.room
    assert room is not None
    for cell, is_small in ((5, True), (0, False)):
        image = QImage(round(picture.width), round(picture.height), QImage.Format.Format_RGB32)
        image.fill(0xFF00FF)
        painter = QPainter(image)
        chart.map.paint_inset(painter, chart.reader, cell, 1.0)
        painter.end()
        is_left = chart.reader.area(cell).middle[0] > room.left + room.width / 2
        x = room.left + 5 if is_left else room.left + room.width - 5
        painted = [image.pixel(round(x), round(room.top) + 5), image.pixel(round(x), round(room.top) + 80)]
        assert [pixel & 0xFFFFFF != 0xFF00FF for pixel in painted] == [is_small, is_small]


def test_what_could_be_dragged_into_the_columns_is_said_of_the_table_alone(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VariableViews, "first_to_drag", lambda _self, _spec: "Sex")
    page, _, _ = map_of_shares(window)
    view, hint = page.view, "Drag Sex into the columns."
    assert view is not None
    for sight, is_said in (("table", True), ("map", False), ("both", True), ("picture", False)):
        page.switch.actions_of[sight].trigger()
        settle(window)
        assert page.notice.note.text() != hint
        page._moved = False  # as where the statistic was opened so
        page.notice.show_view(view, page._to_drag(view))
        assert (page.notice.note.text() == hint) == is_said


def test_the_figures_of_a_map_are_saved_as_csv(window: MainWindow, tmp_path: Path) -> None:
    _, pane, reader = map_of_shares(window)
    path = tmp_path / "map.csv"
    window.services.pictures.write(path)
    settle(window)
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index(",".join(reader.picture.titles))
    rows = [line.split(",") for line in lines[start + 1 : start + 1 + len(reader.picture.cells)]]
    assert rows == [[*cell.names, cell.text] for cell in reader.picture.cells]
    assert lines[0] == reader.picture.title
    assert any("Note on the method:" in line for line in lines)
    assert window.message_bar.text.startswith("Draft written to “map.csv”.")
    assert "description" not in window.message_bar.text
    assert ".csv" in pane.options.files


def test_a_picture_without_a_description_of_its_own_is_written_with_a_warning(
    window: MainWindow, tmp_path: Path
) -> None:
    _, pane, _ = map_of_shares(window)
    window.services.pictures.write(tmp_path / "map.svg")
    settle(window)
    assert "Its description is the program's" in window.message_bar.text
    pane.options.alt.set_texts(Texts("The north has most.", ""))
    pane.options.alt.edited.emit()
    settle(window)
    window.services.pictures.write(tmp_path / "map.svg")
    settle(window)
    assert window.message_bar.text == "Draft written to “map.svg”."
    assert "The north has most." in (tmp_path / "map.svg").read_text(encoding="utf-8")


def test_the_smallest_cells_of_the_office_are_said_and_finer_ones_have_no_map(window: MainWindow) -> None:
    window.resize(1280, 800)
    offices = window.settings.offices
    offices.set(replace(offices.office, grid_cells="1km"))
    begin_grid(window, 10)
    in_sight(window)
    _, pane, _ = parts(window)
    assert pane.options.of_map.rule.text() == "Smallest grid cells: 1 km"
    offices.set(replace(offices.office, grid_cells="10km"))
    begin_grid(window, 10)
    in_sight(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.sights.pane is not None
    assert page.sights.pane.stack.currentWidget() is page.sights.pane.nothing
    assert "the office shows cells from 10km on" in page.sights.pane.nothing.text.text()
