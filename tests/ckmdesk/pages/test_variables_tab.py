"""The dictionary on the data page, in the real window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import MISSING
from ckmcore.microdata.variable import VariableEntry
from ckmdesk.base.settings import Settings
from ckmdesk.commands.data import on_entry
from ckmdesk.commands.desk import CommandName
from ckmdesk.commands.dictionary import remove_categories
from ckmdesk.commands.tables import go_to
from ckmdesk.pages.data.codes_dialog import CodesDialog
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.data.rule_editor import written_bounds
from ckmdesk.pages.data.variables_tab import VariablesTab
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.typed_numbers import NumberTwoWays
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle


@pytest.fixture
def tab(window: MainWindow, tmp_path: Path) -> VariablesTab:
    """The tab with 200 records of sex, area and age, keys and an income, taken over from a file."""
    lines = ["sex;area;age;income;rkey"]
    lines += [f"{'mw'[n % 2]};{n % 4:02d};{n % 90};{n * 7 % 83},25;0,{n * 37 % 1000:03d}" for n in range(200)]
    file = tmp_path / "people.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    window.desk.run(go_to("data"))
    page = window.page("data")
    assert isinstance(page, DataPage)
    window.open_path(file)
    settle(window)
    page.take_button.click()
    settle(window)
    found = page.loaded_view.variables_tab
    page.loaded_view.show_tab(found)
    return found


def entry(tab: VariablesTab, name: str = "") -> VariableEntry:
    statistic = tab.context.desk.state.statistic
    assert statistic is not None
    return next(one for one in statistic.dictionary if one.name == (name or tab.chosen))


def enter(tab: VariablesTab, field: str, language: str, words: str) -> None:
    line = tab.editor.fields[field, language]
    line.setText(words)
    line.editingFinished.emit()


def say_origin(tab: VariablesTab, place: int, text: str = "") -> None:
    said = tab.editor.said
    said.kind.setCurrentIndex(place)
    said.kind.activated.emit(place)
    if text:
        said.text.setText(text)
        said.text.editingFinished.emit()


@pytest.mark.thorough
def test_codes_of_the_records_are_told_until_a_range_a_list_or_a_reason_is_stated(
    window: MainWindow, tab: VariablesTab
) -> None:
    tab.choose("age")
    said = tab.editor.said
    assert "A row of only zeros reveals that the category occurs in the data" in said.hint.text()
    assert not said.hint.isHidden()
    say_origin(tab, 2, "from 0 on")
    assert "is no range" in tab.editor.message.text
    say_origin(tab, 2, "0-120")
    settle(window)
    assert entry(tab).codes_from == "range"
    assert [one.code for one in entry(tab).categories][-3:] == ["118", "119", "120"]
    assert said.hint.isHidden()
    tab.choose("sex")
    assert not said.hint.isHidden()
    say_origin(tab, 3, "every code has been published since 1990")
    assert (entry(tab).codes_from, entry(tab).observed_reason) == (
        "observed",
        "every code has been published since 1990",
    )
    assert said.hint.isHidden()
    window.desk.undo()
    assert entry(tab).codes_from == ""


@pytest.mark.thorough
def test_values_of_a_magnitude_that_are_no_numbers_are_left_out_of_the_data(
    window: MainWindow, tab: VariablesTab
) -> None:
    tab.choose("income")
    line = tab.editor.said.codes["missing_codes"]
    line.setText("0.25; x")
    line.editingFinished.emit()
    assert "is no number" in tab.editor.message.text
    line.setText("0.25")
    line.editingFinished.emit()
    settle(window)
    assert entry(tab).missing_codes == ("0.25",)
    data = window.desk.session.data
    assert data is not None
    missing = data.magnitudes["income"].missing
    assert missing is not None
    assert missing.sum() == sum(n * 7 % 83 == 0 for n in range(200))
    assert tab.editor.said.counts["missing_codes"].text() == "3 records"
    assert tab.editor.said.counts["zero_codes"].text() == "0 records"
    assert tab.editor.said.suspected.isHidden()


@pytest.mark.thorough
def test_a_value_that_looks_missing_is_told_and_entered_by_one_click(window: MainWindow, tab: VariablesTab) -> None:
    read = window.desk.session.read
    assert read is not None
    column = read.magnitudes["income"]
    values = column.values.copy()
    values[::20] = 99_999 * 100
    changed = {**read.magnitudes, "income": replace(column, values=values)}
    window.desk.session.read = replace(read, magnitudes=changed, cache={})
    tab.choose("income")
    said = tab.editor.said
    assert not said.suspected.isHidden()
    assert said.suspicion.text().startswith("10 records have 99999 in “income”")
    said.take.click()
    assert entry(tab).missing_codes == ("99999",)
    assert said.suspected.isHidden()
    assert said.counts["missing_codes"].text() == "10 records"
    window.desk.undo()
    assert entry(tab).missing_codes == ()


@pytest.mark.thorough
def test_a_variable_gets_titles_in_both_languages_and_the_step_can_be_undone(
    window: MainWindow, tab: VariablesTab
) -> None:
    tab.choose("area")
    enter(tab, "title", "de", "Gebiet")
    enter(tab, "title", "en", "Area")
    assert entry(tab).title == Texts("Area", "Gebiet")
    assert window.desk.session.data is not None
    assert window.desk.session.data.dimensions["area"].title == Texts("Area", "Gebiet")
    assert tab.editor.heading.text() == "Area"
    assert window.menus.actions["undo"].text().startswith("Undo: describe ")
    window.desk.undo()
    settle(window)
    assert tab.editor.fields["title", "en"].text() == "area"


@pytest.mark.thorough
def test_a_label_typed_in_the_table_is_that_of_every_table(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("sex")
    model = tab.editor.model
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["m", "w"]
    assert model.setData(model.index(0, 1), "männlich")
    assert model.setData(model.index(0, 2), "male")
    assert window.desk.session.data is not None
    assert window.desk.session.data.dimensions["sex"].label("m") == Texts("male", "männlich")
    assert not model.setData(model.index(0, 2), "male")
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable


@pytest.mark.thorough
def test_t21_a_code_that_ended_and_began_again_says_when_it_is_not_valid(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("sex")
    gap = ("w", "2011-01-01", "2014-12-31")
    assert window.desk.state.statistic is not None
    window.desk.run(on_entry(CommandName("edit_categories"), "sex", lambda entry: replace(entry, gaps=(gap,))))
    settle(window)
    cell = tab.editor.model.index(1, 5)
    assert cell.data() == cell.data(Qt.ItemDataRole.ToolTipRole) == "not from 2011-01-01 to 2014-12-31"
    assert cell.data(Qt.ItemDataRole.EditRole) == ""
    assert tab.editor.model.index(0, 5).data() == ""
    window.desk.run(remove_categories("sex", frozenset("w"), "Sex"))
    settle(window)
    assert entry(tab).gaps == ()


@pytest.mark.thorough
def test_categories_are_ordered_by_keys_and_the_records_follow(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("sex")
    before = window.desk.session.data
    assert before is not None
    tab.editor.select_codes(["w"])
    tab.editor.table.setFocus()
    QTest.keyClick(tab.editor.table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    settle(window)
    after = window.desk.session.data
    assert after is not None
    assert after.dimensions["sex"].codes == ("w", "m")
    assert [("w", "m")[code] for code in after.columns["sex"][:4].tolist()] == ["m", "w", "m", "w"]
    assert tab.editor.selected_codes() == ["w"]


@pytest.mark.thorough
def test_a_category_that_no_record_has_is_added_and_taken_out_and_one_in_use_is_not(
    window: MainWindow, tab: VariablesTab
) -> None:
    tab.choose("sex")
    tab.editor.new_code.setText("d")
    QTest.keyClick(tab.editor.new_code, Qt.Key.Key_Return)
    settle(window)
    assert window.desk.session.data is not None
    assert window.desk.session.data.dimensions["sex"].codes == ("m", "w", "d")
    assert tab.editor.selected_codes() == ["d"]
    assert tab.editor.drop.isEnabled()
    tab.editor.select_codes(["m"])
    assert not tab.editor.drop.isEnabled()
    tab.editor.select_codes(["d"])
    tab.editor.drop.click()
    settle(window)
    assert window.desk.session.data.dimensions["sex"].codes == ("m", "w")


@pytest.mark.thorough
def test_age_in_classes_can_be_laid_out_and_wrong_bounds_are_said_in_place(
    window: MainWindow, tab: VariablesTab
) -> None:
    tab.choose("age")
    tab.add_derived("classes")
    settle(window)
    assert tab.chosen == "age_classes"
    rule = tab.editor.rule
    rule.bounds.setText("18 17")
    rule.bounds.editingFinished.emit()
    assert "Bound 2 of the classes" in rule.message.text
    rule.bounds.setText("18; 65")
    rule.bounds.editingFinished.emit()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.dimensions["age_classes"].codes == ("<18", "18-65", "65+")
    young = sum(int(n % 90) < 18 for n in range(200))
    assert int((data.columns["age_classes"] == 0).sum()) == young
    assert rule.message.text == ""
    tab.editor.remove.click()
    settle(window)
    assert window.desk.session.data is not None
    assert "age_classes" not in window.desk.session.data.dimensions
    assert tab.chosen == "age"
    window.desk.undo()
    settle(window)
    assert "age_classes" in window.desk.session.data.dimensions


@pytest.mark.thorough
def test_codes_are_put_into_groups_and_out_again(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("area")
    tab.add_derived("groups")
    settle(window)
    rule = tab.editor.rule
    rule.table.selectRow(1)
    rule.group.setText("N")
    QTest.keyClick(rule.group, Qt.Key.Key_Return)
    settle(window)
    rule.select_codes(["02"])
    rule.assign.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.dimensions["area_groups"].codes == ("N", "00", "03")
    rule.table.selectRow(2)
    rule.release.click()
    rule.others.setCurrentIndex(rule.others.findData("missing"))
    rule.others.activated.emit(rule.others.currentIndex())
    settle(window)
    assert window.desk.session.data is not None
    assert window.desk.session.data.dimensions["area_groups"].codes == ("N", MISSING)
    model = tab.editor.model
    model.setData(model.index(0, 2), "North")
    settle(window)
    assert window.desk.session.data.dimensions["area_groups"].label("N").en == "North"


@pytest.mark.thorough
def test_the_first_digits_and_a_magnitude_make_dimensions(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("area")
    tab.add_derived("prefix")
    tab.editor.rule.digits.setValue(1)
    tab.editor.rule.digits.editingFinished.emit()
    assert tab._makers["prefix"].isEnabled()  # another one of the same source
    tab.choose("income")
    assert not tab._makers["prefix"].isEnabled()
    tab.add_derived("classes")
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.dimensions["area_digits"].codes == ("0",)
    assert data.dimensions["income_classes"].codes == ("<0", "0+", MISSING)


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "copied",
    [
        "Bezeichnung_en\tSchlüssel\tBemerkung\tBezeichnung_de\nNorth\t01\tx\tNord\nSouth\t00\ty\tSüd\n",
        "Code\tLabel en\tLabel de\r\n01\tNorth\tNord\r\n00\tSouth\tSüd\r\n",
    ],
)
def test_codes_and_labels_copied_in_excel_are_pasted_by_their_heads(
    window: MainWindow, tab: VariablesTab, copied: str
) -> None:
    tab.choose("area")
    QGuiApplication.clipboard().setText(copied)
    tab.editor.table.setFocus()
    QTest.keyClick(tab.editor.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.dimensions["area"].codes == ("01", "00", "02", "03")
    assert data.dimensions["area"].label("01") == Texts("North", "Nord")
    assert window.desk.undo_name is not None
    window.desk.undo()
    settle(window)
    assert window.desk.session.data is not None
    assert window.desk.session.data.dimensions["area"].codes == ("00", "01", "02", "03")


@pytest.mark.thorough
def test_an_empty_clipboard_and_a_code_twice_are_said(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("area")
    QGuiApplication.clipboard().setText("  ")
    tab.editor.paste.click()
    assert "copied" in tab.editor.message.text
    QGuiApplication.clipboard().setText("Code\tLabel\n01\tx\n01\ty\n")
    tab.editor.paste.click()
    settle(window)
    dialog = window.findChild(CodesDialog)
    assert isinstance(dialog, CodesDialog)
    assert "Clipboard" in dialog.misfits.item(0).text()
    assert "01" in dialog.misfits.item(0).text()


@pytest.mark.thorough
def test_a_code_list_from_a_file_names_what_it_lacks(window: MainWindow, tab: VariablesTab, tmp_path: Path) -> None:
    file = tmp_path / "areas.csv"
    file.write_text("Schlüssel;Bezeichnung_de;Bezeichnung_en\n01;Nord;North\n00;Süd;South\n", encoding="utf-8")
    tab.choose("area")
    tab.read_code_list(file)
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.dimensions["area"].codes == ("01", "00", "02", "03")
    assert data.dimensions["area"].label("01") == Texts("North", "Nord")
    assert "02, 03" in tab.editor.message.text
    file.write_text("a;b\n01;x\n01;y\n", encoding="utf-8")
    tab.read_code_list(file)
    settle(window)
    dialog = window.findChild(CodesDialog)
    assert isinstance(dialog, CodesDialog)
    assert "01" in dialog.misfits.item(0).text()
    assert window.desk.session.data is data


@pytest.mark.parametrize("form", ["cdl", pytest.param("grc", marks=pytest.mark.thorough)])
def test_the_code_page_of_a_small_file_is_asked_beside_the_message_and_answered_there(
    window: MainWindow, tab: VariablesTab, tmp_path: Path, form: str
) -> None:
    file = tmp_path / f"area.{form}"
    tab.choose("area")
    if form == "cdl":
        file.write_bytes("00,Nord\n01,Hauptstraße\n".encode("cp850"))
        tab.read_code_list(file)
    else:
        file.write_bytes("Straße:0-1\n2:2,3\n".encode("cp850"))
        tab.add_derived("groups")
        tab.read_recode(file)
    settle(window)
    buttons = {button.text(): button for button in tab.editor.message.findChildren(QPushButton) if button.isVisible()}
    assert {"Windows (cp1252)", "DOS (cp850)"} <= buttons.keys()
    buttons["DOS (cp850)"].click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    if form == "cdl":
        assert data.dimensions["area"].label("01").de == "Hauptstraße"
    else:
        assert data.dimensions["area_groups"].codes == ("Straße", "2")


@pytest.mark.thorough
def test_a_recode_file_fills_the_groups(window: MainWindow, tab: VariablesTab, tmp_path: Path) -> None:
    file = tmp_path / "area.grc"
    file.write_text("1:0-1\n2:2,3\n", encoding="utf-8")
    tab.choose("area")
    tab.add_derived("groups")
    tab.read_recode(file)
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.dimensions["area_groups"].codes == ("1", "2")
    file.write_text("1:0-\n2:1\n", encoding="utf-8")
    tab.read_recode(file)
    settle(window)
    assert tab.editor.message.text


@pytest.mark.thorough
def test_what_cannot_occur_is_declared_from_selected_categories_and_taken_back(
    window: MainWindow, tab: VariablesTab
) -> None:
    tab.choose("sex")
    zeros = tab.editor.zeros
    assert not zeros.declare.isEnabled()
    tab.editor.select_codes(["m"])
    zeros.set_open(True)
    zeros.other.setCurrentIndex(zeros.other.findData("area"))
    zeros.other.activated.emit(zeros.other.currentIndex())
    zeros.category.setCurrentIndex(zeros.category.findData("02"))
    zeros.declare.click()
    assert window.desk.session.data is not None
    (zero,) = window.desk.session.data.structural_zeros
    assert zero.cells == (("sex", ("m",)), ("area", ("02",)))
    assert zeros.list.item(0).text() == "sex: m  +  area: 02"
    zeros.list.setCurrentRow(0)
    zeros.take_back.click()
    assert window.desk.session.data.structural_zeros == ()


@pytest.mark.thorough
def test_another_role_reads_the_records_again_but_not_while_their_keys_are_unsaved(
    window: MainWindow, tab: VariablesTab
) -> None:
    def choose(role: str) -> None:
        combo = tab.editor.role
        combo.setCurrentIndex(combo.findData(role))
        combo.activated.emit(combo.currentIndex())
        settle(window)

    tab.choose("age")
    choose("magnitude")
    data = window.desk.session.data
    assert data is not None
    assert ("age" in data.dimensions, "age" in data.magnitudes) == (False, True)
    choose("ignored")
    assert window.desk.session.data is not None
    assert "age" not in window.desk.session.data.magnitudes
    window.desk.session.unsaved_keys = True
    tab.choose("income")
    choose("dimension")
    assert "Save the statistic first" in tab.editor.message.text
    assert entry(tab).role == "magnitude"


@pytest.mark.thorough
def test_the_search_finds_variables_and_categories(window: MainWindow, tab: VariablesTab) -> None:
    tab.search.setText("INC")
    shown = [tab.list.topLevelItem(row) for row in range(tab.list.topLevelItemCount())]
    assert [item.text(0) for item in shown if item is not None and not item.isHidden()] == ["income"]
    tab.search.clear()
    tab.choose("area")
    tab.editor.search.setText("03")
    hidden = [tab.editor.table.isRowHidden(row) for row in range(4)]
    assert hidden == [True, True, True, False]


@pytest.mark.thorough
def test_the_tab_speaks_german(window: MainWindow, tab: VariablesTab, settings: Settings) -> None:
    settings.set("language", "de")
    tab = data_page_now(window).loaded_view.variables_tab
    tab.choose("area")
    assert tab.editor.read.text() == "Aus Datei ..."
    assert tab.editor.model.headerData(1, Qt.Orientation.Horizontal) == "Bezeichnung (deutsch)"


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("18 30;65", ("18", "30", "65")),
        ("0,5 1", ("0.5", "1")),
        (" ", ()),
        ("1.234,5 2.000,50", ("1234.5", "2000.50")),
        ("0,125", ("0.125",)),
        ("x 5", ("x", "5")),
    ],
)
def test_bounds_are_read_as_people_write_them(text: str, bounds: tuple[str, ...]) -> None:
    assert written_bounds(text, ",") == bounds


def test_a_bound_that_can_be_read_in_two_ways_is_not_taken() -> None:
    assert written_bounds("1.500", ".") == ("1.500",)
    with pytest.raises(NumberTwoWays):
        written_bounds("500 1.500", ",")


@pytest.mark.thorough
def test_a_derived_variable_leads_to_another_one_of_the_same_source(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("area")
    tab.add_derived("prefix")
    settle(window)
    assert window.focusWidget() is tab.editor.rule.digits
    tab.add_derived("groups")
    settle(window)
    assert tab.entry is not None
    assert tab.entry.derived is not None
    assert tab.entry.derived.source == "area"
    assert not tab.editor.rule.assign.isEnabled()
    tab.editor.rule.select_codes([tab.editor.rule.model.figures.rows[0][0]])
    assert tab.editor.rule.assign.isEnabled()


@pytest.mark.thorough
def test_a_day_of_validity_may_be_written_as_in_german_and_is_checked(window: MainWindow, tab: VariablesTab) -> None:
    tab.choose("area")
    code = tab.editor.model.code(0)
    tab._category_edited(code, "valid_from", "1.1.2025")
    assert tab.entry is not None
    assert next(one for one in tab.entry.categories if one.code == code).valid_from == "2025-01-01"
    tab._category_edited(code, "valid_from", "soon")
    assert "“soon” is not a date" in tab.editor.message.text
    assert tab.entry is not None
    assert next(one for one in tab.entry.categories if one.code == code).valid_from == "2025-01-01"


@pytest.mark.thorough
def test_the_row_of_tabs_is_a_stop_of_the_keyboard(window: MainWindow, tab: VariablesTab) -> None:
    page = window.page("data")
    assert isinstance(page, DataPage)
    bar = page.loaded_view.tabs.tabBar()
    assert bar.focusPolicy() & Qt.FocusPolicy.TabFocus
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Right)
    assert page.loaded_view.tabs.currentIndex() == 1
