"""What a screen reader is told: roles, names, places, values, the point of a picture, the headings of a table."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QMenu, QPushButton, QTableView, QWidget
from shiboken6 import isValid

from ckmcore.messages import sentence
from ckmdesk.accessibility.interfaces import Role, Text, label_for_ear, name_of, role_of, shape
from ckmdesk.commands import tables
from ckmdesk.lab.pages.method.sum_cards import EffectCard
from ckmdesk.lab.pages.quality.page import QualityPage
from ckmdesk.pages.data.histogram import KeyHistogram
from ckmdesk.pages.data.keys_card import KeysCard
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.plots.canvas import Canvas
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.drawing import Spot
from ckmdesk.widgets.fault import FaultLabel
from tests.kit.access import FOREIGN_KEYS
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle
from tests.kit.places import PLACES, leave
from tests.kit.tables_page import tables_page as tables_page_of


@pytest.fixture(autouse=True)
def closed(window: MainWindow) -> Iterator[None]:
    yield
    leave(window)


def by_ear(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def tables_page(window: MainWindow, folder: Path, place: str = "table") -> TablesPage:
    PLACES[place](window, folder)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def method_page(window: MainWindow, folder: Path) -> MethodPage:
    PLACES["studio"](window, folder)
    page = window.page("method")
    assert isinstance(page, MethodPage)
    return page


# --- the table page ---------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_chip_is_an_item_of_a_list_and_says_its_shelf_and_place(window: MainWindow, tmp_path: Path) -> None:
    page = tables_page(window, tmp_path)
    window.desk.run(tables.move_variable("sex", "columns", "Sex"))
    settle(window)
    shelf = page.panel["columns"]
    assert (role_of(shelf), name_of(shelf)) == (Role.List, "Columns")
    assert [name_of(chip) for chip in shelf.chips] == ["Area, Columns, 1 of 2", "Sex, Columns, 2 of 2"]
    assert {role_of(chip) for chip in shelf.chips} == {Role.ListItem}
    window.settings.set("language", "de")
    settle(window)
    page = tables_page_of(window)
    assert name_of(page.panel["columns"].chips[1]).endswith(", Spalten, 2 von 2")


def test_the_place_of_a_chip_is_said_anew_when_others_come_and_go(window: MainWindow, tmp_path: Path) -> None:
    page = tables_page(window, tmp_path)
    window.desk.run(tables.move_variable("sex", "columns", "Sex", 0))
    settle(window)
    chip = page.panel.chip("area")
    assert chip is not None
    assert name_of(chip) == "Area, Columns, 2 of 2"
    window.desk.run(tables.move_variable("sex", "rows", "Sex"))
    settle(window)
    assert name_of(page.panel["columns"].chips[0]) == "Area, Columns, 1 of 1"


def test_a_figure_is_its_figure_and_the_heads_say_where_it_stands(window: MainWindow, tmp_path: Path) -> None:
    page = tables_page(window, tmp_path)
    table = by_ear(page.grid)
    page.grid.setCurrentIndex(page.model.index(2, 3))
    cell = table.focusChild()
    assert cell is not None
    heads = cell.tableCellInterface()
    above = [one.text(Text.Name) for one in heads.columnHeaderCells()]
    beside = [one.text(Text.Name) for one in heads.rowHeaderCells()]
    assert cell.text(Text.Name) == page.model.index(2, 3).data()
    assert (len(above), len(beside)) == (1, 1)
    assert above[0].startswith("Column Share of the total in %, level 2 of 2 under 1")
    assert beside == ["Row Total"]


def test_menus_of_the_table_page_are_called_by_what_they_belong_to(window: MainWindow, tmp_path: Path) -> None:
    page = tables_page(window, tmp_path)
    page.panel["columns"].chips[0].caret.click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert (role_of(menu), name_of(menu)) == (Role.PopupMenu, "Menu of Area")
    menu.close()


SOME = ("open", "save_as")  # there is no statistic that could be saved


def test_entries_of_menus_say_their_keys_as_the_keyboard_calls_them(window: MainWindow) -> None:
    window.settings.set("language", "de")
    menu = window.menus.menus["file"]
    menu.popup(window.mapToGlobal(QPoint(20, 20)))
    menu.setActiveAction(window.menus.actions["open"])
    spoken = by_ear(menu)
    entries = [spoken.child(place) for place in range(spoken.childCount())]
    assert [spoken.indexOfChild(one) for one in entries] == list(range(len(menu.actions())))
    said = {one.text(Text.Name): one.text(Text.Accelerator) for one in entries if one.role() == Role.MenuItem}
    assert said["Speichern unter ..."] == "Strg+Umschalt+S"
    assert not [keys for keys in said.values() if FOREIGN_KEYS.search(keys)]
    chosen, not_yet = (next(one for one in entries if one.object() is window.menus.actions[key]) for key in SOME)
    assert (bool(chosen.state().focused), bool(chosen.state().disabled)) == (True, False)
    assert (bool(not_yet.state().focused), bool(not_yet.state().disabled)) == (False, True)
    assert menu.geometry().contains(chosen.rect())
    handbook = window.menus.actions["handbook"]
    other = QAccessible.queryAccessibleInterface(handbook)
    assert other is not None
    assert other.parent() is not None
    assert other.actionInterface().keyBindingsForAction(other.actionInterface().actionNames()[0]) == ["F1"]
    menu.close()


def test_an_entry_that_opens_a_menu_holds_it_and_a_tick_is_told(window: MainWindow) -> None:
    view = by_ear(window.menus.menus["view"])
    inner = next(one for one in (view.child(at) for at in range(view.childCount())) if one.childCount())
    below = inner.child(0)
    assert bool(inner.state().hasPopup)
    assert below.text(Text.Name) == inner.text(Text.Name)
    ticks = [below.child(at).state() for at in range(below.childCount())]
    assert all(one.checkable for one in ticks)
    assert [bool(one.checked) for one in ticks].count(True) == 1


def test_what_is_told_of_an_entry_goes_with_it(window: MainWindow) -> None:
    for _ in range(30):
        menu = QMenu(window)
        menu.addAction("one").setCheckable(True)
        spoken = by_ear(menu)
        entry = spoken.child(0)
        assert entry.text(Text.Name) == "one"
        menu.clear()
        assert entry.text(Text.Name) == "" or not isValid(entry)
        menu.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


# --- headings -------------------------------------------------------------------------------------------------------


def test_the_title_of_a_page_is_a_heading(window: MainWindow) -> None:
    window.go_to("settings")
    page = window.page("settings")
    assert page is not None
    assert page.head is not None
    title = page.head.title
    assert role_of(title) == Role.Heading
    assert name_of(title) == title.text_whole() != ""


# --- numbers that keys change ----------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_slider_says_its_number_in_its_unit_and_what_is_possible(window: MainWindow, tmp_path: Path) -> None:
    page = method_page(window, tmp_path)
    settle(window)
    slider = page.parameters.sliders["V"]
    spoken = by_ear(slider)
    number = spoken.valueInterface()
    assert (spoken.role(), spoken.text(Text.Name)) == (Role.Slider, "Variance")
    before = number.currentValue()
    assert before == pytest.approx(page.parameters.V.value(), abs=0.026)
    assert spoken.text(Text.Value) == f"{before:.2f}"
    assert spoken.text(Text.Description).startswith("possible ")
    assert " to " in spoken.text(Text.Description)
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert number.currentValue() == pytest.approx(before + number.minimumStepSize())
    assert number.minimumValue() <= before <= number.maximumValue()
    number.setCurrentValue(2.0)
    assert slider.value() == 40
    window.settings.set("language", "de")
    settle(window)
    slider = window.page("method").parameters.sliders["V"]  # type: ignore[union-attr]
    assert by_ear(slider).text(Text.Description).startswith("möglich ")
    assert by_ear(slider).text(Text.Value) == "2,00"


@pytest.mark.thorough
def test_variants_are_one_of_several(window: MainWindow, tmp_path: Path) -> None:
    strip = method_page(window, tmp_path).strip
    shown = [button for button in (strip.in_force, *strip.buttons) if button.isVisible()]
    assert len(shown) > 1
    assert {role_of(button) for button in shown} == {Role.RadioButton}
    assert [bool(by_ear(button).state().checked) for button in shown].count(True) == 1


# --- pictures ---------------------------------------------------------------------------------------------------------


def point_of(picture: Canvas) -> str:
    return str(by_ear(picture).text(Text.Value))


@pytest.mark.thorough
def test_a_picture_of_a_perturbation_table_says_the_point_that_keys_reach(window: MainWindow, tmp_path: Path) -> None:
    page = method_page(window, tmp_path)
    window.activateWindow()
    panels = [panel for panel in page.panels if panel.isVisible()]
    assert panels
    for panel in panels:
        picture = panel.picture
        assert (role_of(picture), name_of(picture)) == (Role.Chart, panel.choice.currentText())
        picture.setFocus(Qt.FocusReason.TabFocusReason)
        first = point_of(picture)
        assert first
        QTest.keyClick(picture, Qt.Key.Key_Right)
        assert point_of(picture) != first
        assert by_ear(picture).text(Text.Description) == point_of(picture)


@pytest.mark.thorough
def test_each_picture_of_the_studio_has_a_point_for_keys(window: MainWindow, tmp_path: Path) -> None:
    page = method_page(window, tmp_path)
    window.activateWindow()
    for kind in ("pair", "along", "region"):
        page.panels[0].choose(kind)  # type: ignore[arg-type]
        settle(window)
        picture = page.panels[0].picture
        picture.setFocus(Qt.FocusReason.TabFocusReason)
        first = point_of(picture)
        QTest.keyClick(picture, Qt.Key.Key_Right)
        settle(window)
        assert "" not in (first, point_of(picture)), kind
        assert point_of(picture) != first, kind


@pytest.mark.thorough
def test_the_pictures_of_quality_say_their_point(window: MainWindow, tmp_path: Path) -> None:
    PLACES["map_of_quality"](window, tmp_path)
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    window.activateWindow()
    for picture in (page.pictures.map, page.pictures.plane):
        assert role_of(picture) == Role.Chart
        assert point_of(picture)
    first = point_of(page.pictures.map)
    page.pictures.map.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(page.pictures.map, Qt.Key.Key_Right)
    assert point_of(page.pictures.map) != first


@pytest.mark.thorough
def test_the_table_of_a_picture_has_heads_of_rows(window: MainWindow, tmp_path: Path) -> None:
    page = method_page(window, tmp_path)
    panel = page.panels[0]
    panel.as_table.setChecked(True)
    settle(window)
    table = panel.stack.table
    assert isinstance(table, QTableView)
    table.setCurrentIndex(panel.stack.model.index(2, 1))
    cell = by_ear(table).focusChild()
    assert cell is not None
    heads = cell.tableCellInterface()
    assert [one.text(Text.Name) for one in heads.rowHeaderCells()] == [panel.stack.model.index(2, 0).data()]
    assert [one.text(Text.Name) for one in heads.columnHeaderCells()] == [panel.stack.model.heads[1]]


@pytest.mark.thorough
def test_a_point_that_the_mouse_shows_is_described_and_not_said(window: MainWindow, tmp_path: Path) -> None:
    picture = method_page(window, tmp_path).panels[0].picture
    picture.set_spot(Spot(2, 0.0))
    assert by_ear(picture).text(Text.Description) == picture.tip(Spot(2, 0.0))
    picture.set_spot(None)
    assert point_of(picture) == ""


# --- life -------------------------------------------------------------------------------------------------------------


def test_what_is_told_of_widgets_goes_with_them(window: MainWindow) -> None:
    for _ in range(50):
        made = QFrame(window)
        shape(made, Role.List)
        assert role_of(made) == Role.List
        made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert role_of(window) == Role.Window


# --- what is said of what happens -------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said aloud, at once."""
    said: list[str] = []

    def announce(words: str, *, urgent: bool = False, about: str = "") -> None:
        if words.strip():
            said.append(("! " if urgent else "* ") + words)

    for module in [
        one for name, one in sys.modules.items() if name.startswith("ckmdesk.") and hasattr(one, "announce")
    ]:
        monkeypatch.setattr(module, "announce", announce)
    return said


def test_what_is_found_in_the_table_is_said_with_its_place_and_its_figure(
    window: MainWindow, tmp_path: Path, heard: list[str]
) -> None:
    page = tables_page(window, tmp_path, "finding")
    heard.clear()
    page.find_bar.setText("2")
    settle(window)
    count = len(page.finding.hits)
    assert heard[-1].startswith(f"* 1 of {count}, Column ")
    page.finding.step(1)
    hit = page.finding.current
    assert hit is not None
    figure = page.model.index(hit.row, hit.column).data()
    assert heard[-1].startswith(f"* 2 of {count}, Row ")
    assert heard[-1].endswith(f", {figure}")
    page.find_bar.setText("nowhere at all")
    settle(window)
    assert heard[-1] == "* not found"


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("place", "begin"),
    [
        ("store_offer", "! Warning: These files have about 201 records"),
        ("database", "* Columns of people: 3 of 3 are used."),
        ("accepting_sums", "* The floor does not hold with p = 10 %"),
        ("record_keys", "* Record keys: conspicuous. Origin: Column rkey"),
    ],
)
def test_what_is_offered_connected_and_judged_is_said_once(
    window: MainWindow, tmp_path: Path, heard: list[str], place: str, begin: str
) -> None:
    PLACES[place](window, tmp_path)
    assert len([line for line in heard if line.startswith(begin)]) == 1, heard


@pytest.mark.thorough
def test_lines_of_a_decision_are_said_when_it_opens_and_later_only_what_is_new(
    window: MainWindow, tmp_path: Path, heard: list[str]
) -> None:
    PLACES["decision"](window, tmp_path)
    page = window.page("method")
    assert isinstance(page, MethodPage)
    lines = [line for line in heard if line.startswith("* Look at ") and " points. " in line]
    assert len(lines) == 2  # what the window knows, and the rules of the method that are found beside it
    assert "Not yet tested" in lines[1]
    heard.clear()
    panel = page.forcing.floor
    panel.measure_button.setFocus()
    panel.measure()
    settle(window)
    assert len(heard) == 1
    assert "F17, not tested" in heard[0]
    assert not any("Not in every row" in line for line in heard)  # said before
    assert panel.measure_button.hasFocus() or not window.isActiveWindow()
    heard.clear()
    panel.measure()
    settle(window)
    assert len(heard) == 1  # the same again, and said all the same


def test_letters_that_are_typed_say_one_fault_and_a_button_has_none(
    window: MainWindow, qapp: QApplication, heard: list[str]
) -> None:
    holder = QFrame(window)
    field, button, fault = QLineEdit(holder), QPushButton(holder), FaultLabel()
    fault.setParent(holder)
    holder.show()
    window.activateWindow()
    field.setFocus()
    for words in ("a is no number", "ab is no number"):
        fault.tell(words, field, typing=True)
    assert heard == ["! a is no number"]
    assert field.accessibleDescription() == "Invalid entry: ab is no number"
    fault.tell("")
    button.setFocus()
    fault.tell("refused")
    assert heard[-1] == "! refused"
    assert (field.accessibleDescription(), button.accessibleDescription()) == ("", "")
    holder.deleteLater()


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt calls a drop-down by its name")
def test_a_drop_down_whose_words_stand_elsewhere_has_a_label_for_the_ear(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: True))
    combo = method_page(window, tmp_path).parameters.variance
    label_for_ear(combo)
    label_for_ear(combo)
    labels = [one for one, kind in by_ear(combo).relations(QAccessible.RelationFlag.Label)]
    assert [one.text(Text.Name) for one in labels] == [combo.accessibleName()]
    window.settings.set("language", "de")
    settle(window)
    combo = window.page("method").parameters.variance  # type: ignore[union-attr]
    label_for_ear(combo)
    labels = [one for one, kind in by_ear(combo).relations(QAccessible.RelationFlag.Label)]
    assert [one.text(Text.Name) for one in labels] == ["Wie V gemeint ist"]


@pytest.mark.thorough
def test_bars_of_record_keys_say_their_figures_to_the_arrow_keys(
    window: MainWindow, tmp_path: Path, heard: list[str]
) -> None:
    PLACES["record_keys"](window, tmp_path)
    settle(window)
    (picture,) = (one for one in window.findChildren(KeyHistogram) if one.isVisible())
    assert role_of(picture) == Role.Chart
    window.activateWindow()
    picture.setFocus(Qt.FocusReason.TabFocusReason)
    heard.clear()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Left):
        QTest.keyClick(picture, key)
    bars = [by_ear(picture).text(Text.Value)]
    assert heard == [f"* {picture.bar_words(place)}" for place in (1, 19, 0)]
    assert bars == [picture.bar_words(0)]
    assert picture.bar_words(0).startswith("0 – 0.05: ")


@pytest.mark.thorough
def test_bars_of_record_keys_are_read_as_a_table_that_tab_leaves_and_nobody_copies(
    window: MainWindow, tmp_path: Path, heard: list[str]
) -> None:
    PLACES["record_keys"](window, tmp_path)
    settle(window)
    card = next(one for one in window.findChildren(KeysCard) if one.histogram.isVisible())
    card.bars.as_table.setChecked(True)
    table, data = card.bars.table, window.desk.session.data
    assert table.isVisible()
    assert not card.histogram.isVisible()
    keys = None if data is None else data.record_keys
    assert keys is not None
    shares = np.bincount(keys.values.astype(int) * 20 // keys.modulus, minlength=20)
    assert [row[2] for row in card.bars.model.rows] == [str(one) for one in shares]
    assert card.bars.model.rows[0] == ("0", "0.05", str(shares[0]), "10")
    assert_not_copied(window, table)
    window.settings.set("language", "de")
    settle(window)
    card = data_page_now(window).loaded_view.keys_card
    assert card.bars.model.heads == ("von", "bis", "Datensätze", "erwartet")


@pytest.mark.thorough
def test_what_happens_to_a_cell_is_read_as_a_table_that_tab_leaves_and_nobody_copies(
    window: MainWindow, tmp_path: Path, heard: list[str]
) -> None:
    PLACES["sums_designed"](window, tmp_path)
    settle(window)
    card = next(one for one in window.findChildren(EffectCard) if one.isVisible())
    card.law_twin.as_table.setChecked(True)
    table, model = card.law_twin.table, card.law_twin.model
    assert table.isVisible()
    assert model.rowCount() == 40
    assert [row[1] for row in model.rows[:-1]] == [row[0] for row in model.rows[1:]]
    assert len({row[0] for row in model.rows}) == 40  # no two bars are told alike
    assert card.law.tip(Spot(3)).startswith("{} to {}: ".format(*model.rows[3]))
    assert sum(float(row[2]) for row in model.rows) == pytest.approx(1, abs=40 * 0.5e-5)
    before = model.rows
    card.after.click()
    settle(window)
    assert model.rows != before  # the figures of the other cell
    assert_not_copied(window, table)
    window.settings.set("language", "de")
    settle(window)
    card = next(one for one in window.findChildren(EffectCard) if one.isVisible())
    assert card.law_twin.table.isVisible()
    assert card.law_twin.model.heads == ("von", "bis", "p")


def assert_not_copied(window: MainWindow, table: QTableView) -> None:
    """Copying by keys leaves the clipboard as it was and says why; Tab leads out of the table."""
    board = QApplication.clipboard()
    board.setText("as before")
    window.activateWindow()
    table.setFocus(Qt.FocusReason.TabFocusReason)
    table.setCurrentIndex(table.model().index(3, 2))
    for keys in (QKeySequence("Ctrl+C"), QKeySequence("Ctrl+Ins")):
        stroke = keys[0]
        QTest.keyClick(table, stroke.key(), stroke.keyboardModifiers())
        assert board.text() == "as before"
        assert window.message_bar.text == sentence("desk_copy_confidential").text("en")
        window.clear_message()
    QTest.keyClick(table, Qt.Key.Key_Tab)
    assert not table.hasFocus()
