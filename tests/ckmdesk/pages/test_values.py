"""Values on the table page: by drop, menu and key; figures against what pandas makes of the published counts."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import NumberColumn
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.ptable import Design
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import PREVIOUS, Condition, ShareBase, Value, ValueKind
from ckmdesk.base.settings import Settings
from ckmdesk.commands import tables, values
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.pages.tables.value_editor import ValueEditor
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import values as values_of_state
from ckmdesk.state.session import Session
from ckmdesk.widgets.chips import Item
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic
from tests.kit.tables_page import tables_page

AREAS = [*map(str, range(5)), "Total"]
SEXES = ["0", "1", "Total"]
PEOPLE = ReferenceTable(
    "people",
    Texts("People", "Bevölkerung"),
    Texts("Census", "Zensus"),
    Texts("inhabitants", "Einwohner"),
    ("area",),
    tuple(ReferenceRow((area,), figure) for area, figure in (("0", "1234"), ("1", "777.5"), ("2", "10"), ("", "9000"))),
)


def statistic(method: CellKeyMethod | Rounding) -> Statistic:
    return replace(small_statistic().put_in_force(method), references=(PEOPLE,))


KEYED = CellKeyMethod(Design(D=2, V=1.08, js=1).table())


def open_page(window: MainWindow, method: CellKeyMethod | Rounding = KEYED) -> TablesPage:
    made = statistic(method)
    window.services.begin(made, Session(data=made.describe(small_data())))
    window.go_to("tables")
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    lay_out(window)
    return page


def lay_out(window: MainWindow) -> None:
    window.desk.run(tables.clear_table())
    window.desk.run(tables.move_variable("area", "rows", "Area"))
    window.desk.run(tables.move_variable("sex", "columns", "Sex"))
    settle(window)


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    return open_page(window)


def serve(window: MainWindow) -> None:
    """What waits for the end of a drag or of a menu, and the figures."""
    QTest.qWait(1)
    settle(window)


def shown(page: TablesPage, number: int) -> pd.DataFrame:
    """The texts of a value on the screen: areas x sexes."""
    model = page.model
    found = pd.DataFrame(index=AREAS, columns=SEXES, dtype=object)
    for row in range(model.rowCount()):
        for column in range(number, model.columnCount(), model.values):
            line = model.path("columns", column).split(", ")[0]
            found.loc[model.path("rows", row), line] = model.text(row, column).replace("−", "-").replace(",", "")
    return found


def counts(page: TablesPage, number: int = 0) -> pd.DataFrame:
    return shown(page, number).map(int)


def quotient(above: pd.DataFrame, below: pd.DataFrame, factor: int, places: int) -> pd.DataFrame:
    """above / below * factor as text, halves away from zero; x where nothing can be divided by."""
    step = Decimal(1).scaleb(-places)
    texts = [
        [
            "x" if base <= 0 else str((Decimal(int(top)) * factor / Decimal(str(base))).quantize(step, ROUND_HALF_UP))
            for top, base in zip(tops, bases, strict=True)
        ]
        for tops, bases in zip(above.to_numpy().tolist(), below.to_numpy().tolist(), strict=True)
    ]
    return pd.DataFrame(texts, index=above.index, columns=above.columns)


def assert_same(found: pd.DataFrame, expected: pd.DataFrame) -> None:
    assert found.to_numpy().tolist() == expected.loc[found.index, found.columns].to_numpy().tolist()


def bases(published: pd.DataFrame, base: str) -> pd.DataFrame:
    """The published figures that a share is a share of."""
    found = published.copy()
    if base in ("total", "column", "row_parent"):
        found.loc[:, :] = found.loc[["Total"]].to_numpy()
    if base in ("total", "row", "column_parent"):
        found.loc[:, :] = found[["Total"]].to_numpy()
    return found


def test_shares_come_from_published_figures_of_the_named_base(window: MainWindow, page: TablesPage) -> None:
    for base in ("total", "row", "column", "row_parent", "column_parent"):
        window.desk.run(values.put_value(Value("share", base=base, decimals=1), base))  # type: ignore[arg-type]
    settle(window)
    published = counts(page)
    for number, base in enumerate(("total", "row", "column", "row_parent", "column_parent"), start=1):
        assert_same(shown(page, number), quotient(published, bases(published, base), 100, 1))


def test_changes_ratios_and_rates_come_from_published_figures(window: MainWindow, page: TablesPage) -> None:
    men, women = (Condition("sex", ("0",)),), (Condition("sex", ("1",)),)
    for value in (
        Value("change", variable="area", against=PREVIOUS, decimals=2),
        Value("change", variable="area", against="1", absolute=True),
        Value("count", conditions=men),
        Value("count", conditions=women),
        Value("ratio", conditions=men, base_conditions=women, factor=1000, decimals=1),
        Value("rate", reference="people", factor=10_000, decimals=1),
    ):
        window.desk.run(values.put_value(value, "value"))
    settle(window)
    published = counts(page)
    previous = published.shift(1).fillna(0).astype(int)
    previous.loc[["0", "Total"]] = 0
    assert_same(shown(page, 1), quotient(published - previous, previous, 100, 2))
    difference = (published - published.loc["1"]).map(str)
    difference.loc[["1", "Total"]] = "x"
    assert_same(shown(page, 2), difference)
    assert_same(shown(page, 5), quotient(counts(page, 3), counts(page, 4), 1000, 1))
    people = pd.DataFrame({sex: {"0": 1234, "1": 777.5, "2": 10, "3": 0, "4": 0, "Total": 9000} for sex in SEXES})
    assert page.foot.toPlainText() == "Reference figures “People”: Census"
    rates = quotient(published, people, 10_000, 1).replace("x", ".")
    assert_same(shown(page, 6), rates)


def test_under_rounding_shares_are_whole_percents_of_originals_with_a_minimum_base(window: MainWindow) -> None:
    page = open_page(window, Rounding(10))
    added = page.editor.values.facts.new_value("share", window.desk.state.table.spec)
    window.desk.run(values.put_value(replace(added, base="row"), "Share"))
    settle(window)
    data = small_data()
    records = pd.DataFrame({name: data.columns[name].astype(str) for name in ("area", "sex")})
    originals = pd.crosstab(records["area"], records["sex"], margins=True, margins_name="Total")
    expected = quotient(originals, bases(originals, "row").where(lambda base: base >= 250, 0), 100, 0)
    expected = expected.where(counts(page) > 0, expected.replace(r"\d+", "0", regex=True))
    assert (expected == "x").any(axis=None)
    assert (expected != "x").any(axis=None)
    assert_same(shown(page, 1), expected)


# --- by hand -----------------------------------------------------------------------------------------------------


def entry(page: TablesPage, name: str) -> Item:
    page.left.variables.choose(name)
    found = page.left.variables.chosen()
    assert found is not None
    assert found.name == name
    return found


def kinds(window: MainWindow) -> list[str]:
    return [value.kind for value in window.desk.state.table.spec.values]


def test_a_value_is_dropped_stepped_duplicated_and_taken_out_each_with_its_name(
    window: MainWindow, page: TablesPage
) -> None:
    page.editor.drop(entry(page, "share"), "values", 0)
    serve(window)
    assert kinds(window) == ["share", "count"]
    assert window.menus.actions["undo"].text() == "Undo: add value Share in %"
    shelf = page.panel["values"]
    shelf.chips[0].setFocus()
    QTest.keyClick(shelf.chips[0], Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    serve(window)
    assert kinds(window) == ["count", "share"]
    assert window.menus.actions["undo"].text() == "Undo: move value Share in %"
    assert shelf.chips[1].hasFocus()  # and goes on with it
    QTest.keyClick(shelf.chips[1], Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    serve(window)
    assert kinds(window) == ["share", "count"]
    chosen(page, lambda menu: page.editor.values.fill_chip_menu(menu, shelf.chips[0].item), "Duplicate")
    serve(window)
    assert kinds(window) == ["share", "share", "count"]
    for place, key, moved in (
        (2, Qt.Key.Key_Left, ["share", "count", "share"]),
        (1, Qt.Key.Key_Left, ["count", "share", "share"]),
        (0, Qt.Key.Key_Right, ["share", "count", "share"]),
        (1, Qt.Key.Key_Right, ["share", "share", "count"]),
    ):
        QTest.keyClick(shelf.chips[place], key, Qt.KeyboardModifier.ControlModifier)
        serve(window)
        assert kinds(window) == moved
        # The menu of a chip does the same; undone, so that the next key finds what this one left.
        window.desk.undo()
        serve(window)
        words = "One place forward" if key == Qt.Key.Key_Left else "One place back"
        chosen(page, lambda menu, item=shelf.chips[place].item: page.editor.values.fill_chip_menu(menu, item), words)
        serve(window)
        assert kinds(window) == moved
    QTest.keyClick(shelf.chips[0], Qt.Key.Key_Delete)
    serve(window)
    assert kinds(window) == ["share", "count"]
    assert window.menus.actions["undo"].text() == "Undo: remove value Share in %"
    for _ in range(9):
        window.desk.undo()
    assert kinds(window) == ["count"]
    page.editor.remove(page.panel["values"].chips[0].item)
    serve(window)
    assert kinds(window) == ["count"]


def chosen(page: TablesPage, fill: Callable[[QMenu], None], *words: str) -> None:
    """Choose an entry of a menu, as its words lead there."""
    menu = QMenu(page)
    fill(menu)
    for word in words[:-1]:
        below = next(action for action in menu.actions() if action.text() == word).menu()
        assert isinstance(below, QMenu)
        menu = below
    action = next(action for action in menu.actions() if action.text() == words[-1])
    assert action.isEnabled()
    action.trigger()


@pytest.mark.daily(2)
@pytest.mark.parametrize("base", values_of_state.BASES)
def test_one_click_on_a_value_shows_its_percent_of_anything_and_another_takes_it_out(
    window: MainWindow, page: TablesPage, base: ShareBase
) -> None:
    word = "Percent " + values_of_state.base_word(base, "en")

    def click() -> None:
        item = page.panel["values"].chips[0].item
        chosen(page, lambda menu: page.editor.values.fill_chip_menu(menu, item), word)
        serve(window)

    click()
    assert window.desk.state.table.spec.values == (Value(), Value("share", base=base, decimals=1))
    assert page.model.text(0, 1).endswith(("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"))
    menu = QMenu(page)
    page.editor.values.fill_chip_menu(menu, page.panel["values"].chips[0].item)
    assert [action.text() for action in menu.actions() if action.isChecked()] == [word]
    click()
    assert kinds(window) == ["count"]


def test_the_percent_is_of_what_the_value_counts_with_its_filter_and_derived_values_have_none() -> None:
    women = (Condition("sex", ("1",)),)
    weighted = Value("weighted_count", conditions=women)
    assert values_of_state.share_of(weighted, "row", 1) == Value(
        "share", of="weighted_count", base="row", conditions=women, decimals=1
    )
    turnover = Value("sum", magnitude="turnover", of="weighted_count")
    share = values_of_state.share_of(turnover, "column", 0)
    assert share == Value("share", of="weighted_count", base="column", magnitude="turnover")
    kinds: tuple[ValueKind, ...] = ("share", "change", "ratio", "rate", "mean")
    assert [values_of_state.share_of(Value(kind), "row", 1) for kind in kinds] == [None] * 5


def test_the_plus_offers_every_kind_with_its_base_and_says_what_lacks(window: MainWindow, page: TablesPage) -> None:
    add = page.editor.values.add_menu

    def choose(*words: str) -> None:
        add.aboutToShow.emit()
        chosen(page, lambda menu: menu.addActions(add.actions()), *words)
        serve(window)

    choose("Share in %", "of the row above")
    choose("Change", "Area", "Difference from the one before")
    choose("Per 1,000 ...", "People", "Per 100,000 inhabitants")
    made = window.desk.state.table.spec.values[1:]
    assert made == (
        Value("share", base="row_parent", decimals=1),
        Value("change", variable="area", against=PREVIOUS, absolute=True),
        Value("rate", reference="people", factor=100_000, decimals=1),
    )
    assert add.menuAction() in window.menus.menus["page"].actions()
    choose("Change", "Sex", "Against a category ...")
    editor = QApplication.activePopupWidget()
    assert isinstance(editor, ValueEditor)
    assert editor.against.currentData() == "0"
    editor.close()
    window.desk.run(tables.clear_table())
    bare = replace(window.desk.state.statistic, references=())  # type: ignore[type-var]
    window.services.begin(bare, Session(data=small_data()))
    window.go_to("tables")
    settle(window)
    window.desk.run(tables.clear_table())
    add.aboutToShow.emit()
    for word, said in (
        ("Change", "Put a variable into rows or columns first"),
        ("Per 1,000 ...", "No reference figures: read them on the page Data"),
    ):
        below = next(action for action in add.actions() if action.text() == word).menu()
        assert isinstance(below, QMenu)
        assert [(action.text(), action.isEnabled()) for action in below.actions()] == [(said, False)]
    for name, said in (("rate", "no reference figures"), ("change", "needs a variable")):
        page.editor.drop(entry(page, name), "values", 1)
        serve(window)
        assert said in window.message_bar.text
        assert kinds(window) == ["count"]
        window.clear_message()


def open_editor(page: TablesPage, number: int) -> ValueEditor:
    page.editor.values.edit(number)
    editor = QApplication.activePopupWidget()
    assert isinstance(editor, ValueEditor)
    return editor


def test_all_that_one_editor_changes_is_one_step(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(values.put_value(Value("share", base="total", decimals=1), "Share in %"))
    settle(window)
    before = window.desk.state.table.spec
    editor = open_editor(page, 1)
    assert editor.labels.fields["de"].placeholderText() == "Anteil an insgesamt in %"
    editor.base.setCurrentIndex(editor.base.findData("column"))
    editor.base.activated.emit(0)
    editor.decimals.setValue(3)
    editor.labels.fields["de"].setText("Quote")
    editor.labels.fields["en"].setText("Rate")
    editor.units.fields["de"].setText("vH")
    editor.close()
    settle(window)
    label, unit = Texts("Rate", "Quote"), Texts("", "vH")
    expected = Value("share", base="column", decimals=3, label=label, unit=unit)
    assert window.desk.state.table.spec.values[1] == expected
    assert page.model.value_text(1) == "Rate (vH)"
    assert page.panel["values"].chips[1].words.text() == "Rate"
    window.desk.undo()
    assert window.desk.state.table.spec == before
    window.desk.redo()
    open_editor(page, 1).close()  # nothing was changed: no step
    assert window.menus.actions["undo"].text() == "Undo: change value Rate"


def test_an_own_filter_is_chosen_by_variable_and_stands_on_the_chip(window: MainWindow, page: TablesPage) -> None:
    published = counts(page)
    editor = open_editor(page, 0)
    assert not editor.decimals.isEnabled()
    editor.own_filter.choices.aboutToShow.emit()
    listed = [action.text() for action in editor.own_filter.choices.actions() if action.text()]
    assert listed == ["Sex ...", "Area ...", "All records"]
    editor.own_filter.choose("area")
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, CategoryPopup)
    popup.ticks.tick(range(1, popup.ticks.rowCount()), ticked=False)
    popup.accept()
    editor.close()
    settle(window)
    assert window.desk.state.table.spec.values[0].conditions == (Condition("area", ("0",)),)
    assert page.panel["values"].chips[0].item.detail == "0"
    assert page.panel["values"].chips[0].accessibleName().startswith("Number, 0, Values, 1 of ")
    assert (counts(page).loc["0"] == published.loc["0"]).all()
    assert (counts(page).loc["1":"4"] == 0).all(axis=None)  # type: ignore[misc]
    editor = open_editor(page, 0)
    editor.own_filter.choices.aboutToShow.emit()
    editor.own_filter.choices.actions()[-1].trigger()
    editor.close()
    settle(window)
    assert (counts(page) == published).all(axis=None)


def test_a_ratio_asks_at_once_what_is_divided_by_what(window: MainWindow, page: TablesPage) -> None:
    page.editor.activate(entry(page, "ratio"))
    serve(window)
    serve(window)
    editor = QApplication.activePopupWidget()
    assert isinstance(editor, ValueEditor)
    editor.base_filter.chosen.emit((Condition("sex", ("1",)),))
    editor.factor.setCurrentIndex(editor.factor.findData(1000))
    editor.factor.activated.emit(0)
    assert editor.heading.text() == "Ratio Number per 1,000 1"
    editor.close()
    settle(window)
    assert window.desk.state.table.spec.values[1] == Value(
        "ratio", base_conditions=(Condition("sex", ("1",)),), factor=1000, decimals=1
    )


def test_the_editor_of_a_change_leads_from_variable_to_category(window: MainWindow, page: TablesPage) -> None:
    page.editor.activate(entry(page, "change"))
    serve(window)
    assert window.desk.state.table.spec.values[1].variable == "sex"
    editor = open_editor(page, 1)
    assert [editor.along.itemData(place) for place in range(editor.along.count())] == ["sex", "area"]
    editor.along.setCurrentIndex(1)
    editor.along.activated.emit(1)
    assert [editor.against.itemData(place) for place in range(editor.against.count())] == [PREVIOUS, *AREAS[:-1]]
    editor.against.setCurrentIndex(3)
    editor.against.activated.emit(3)
    editor.form.setCurrentIndex(1)
    editor.form.activated.emit(1)
    assert not editor.decimals.isEnabled()
    editor.close()
    settle(window)
    assert page.model.value_text(1) == "Difference from 2"
    published = counts(page)
    assert shown(page, 1).loc["3"].tolist() == [str(number) for number in published.loc["3"] - published.loc["2"]]


@pytest.mark.look
def test_what_cannot_be_computed_is_said_and_the_former_figures_stay_greyed(
    window: MainWindow, page: TablesPage
) -> None:
    window.desk.run(values.put_value(Value("change", variable="sex", against=PREVIOUS), "Change"))
    settle(window)
    window.desk.run(tables.move_variable("sex", "list", "Sex"))
    settle(window)
    assert "The change is one along “Sex”" in window.message_bar.text
    assert page.grid.cells.greyed
    window.desk.run(values.remove_value(1, "Change"))
    settle(window)
    assert window.message_bar.text == ""
    assert not page.grid.cells.greyed


def test_list_chips_and_menus_speak_german(window: MainWindow, page: TablesPage, settings: Settings) -> None:
    window.desk.run(values.put_value(Value("share", base="row", decimals=1), "Anteil"))
    settings.set("language", "de")
    settle(window)
    page = tables_page(window)
    chip = page.panel["values"].chips[1]
    assert (chip.words.text(), chip.item.detail) == ("Anteil in %", "an der Zeile")
    assert entry(page, "ratio").title == "Verhältnis"
    assert page.editor.values.add_menu.title() == "Wert hinzufügen"
    page.editor.chip_menu(chip.item, QPoint(0, 0))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Anteil an der Zeile" in [action.text() for action in menu.actions() if action.isChecked()]
    menu.close()


def test_weighted_counts_are_offered_where_the_records_have_weights(window: MainWindow, page: TablesPage) -> None:
    assert "weighted_count" not in [item.name for item, _ in page.editor.values.listed()]
    data = small_data()
    weight = NumberColumn("w", np.full(data.rows, 15, dtype=np.int64), 1)
    window.services.begin(statistic(KEYED), Session(data=replace(data, weight=weight)))
    window.go_to("tables")
    settle(window)
    lay_out(window)
    page.editor.activate(entry(page, "weighted_count"))
    page.editor.activate(entry(page, "ratio"))
    serve(window)
    serve(window)
    editor = QApplication.activePopupWidget()
    assert isinstance(editor, ValueEditor)
    editor.counted.setCurrentIndex(1)
    editor.counted.activated.emit(1)
    editor.close()
    settle(window)
    assert kinds(window) == ["count", "weighted_count", "ratio"]
    assert window.desk.state.table.spec.values[2].of == "weighted_count"
    weighted, plain = counts(page, 1), counts(page, 0)
    assert_same(shown(page, 2), quotient(weighted, plain, 100, 1))
    assert ((weighted / plain).sub(1.5).abs() < 0.01).all(axis=None)


FEW = CellKeyMethod(KEYED.ptable, threshold=10)


def sparse(window: MainWindow, method: CellKeyMethod) -> TablesPage:
    """No record in area 4, two in area 3, so that bases are a published 0 or carry a sign."""
    page = open_page(window, method)
    data = small_data()
    area = data.columns["area"].copy()
    area[area >= 3] = 2
    area[:2] = 3
    window.desk.session.data = statistic(method).describe(replace(data, columns={**data.columns, "area": area}))
    window.desk.announce("data")
    settle(window)
    return page


@pytest.mark.parametrize("method", [KEYED, FEW], ids=["zeros", "signs"])
def test_percents_by_key_are_those_of_published_figures_have_a_sign_without_a_base_and_are_written_so(
    window: MainWindow, tmp_path: Path, method: CellKeyMethod
) -> None:
    page = sparse(window, method)
    for number in range(1, len(values_of_state.BASES) + 1):
        window.activateWindow()
        QApplication.processEvents()
        page.grid.setFocus()
        page.grid.setCurrentIndex(page.model.index(0, 0))
        QTest.keyClick(page.grid, Qt.Key.Key_P)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        QTest.keyClick(menu, Qt.Key(Qt.Key.Key_0 + number))
        serve(window)
    made = [value.base for value in window.desk.state.table.spec.values[1:]]
    assert sorted(made) == sorted(values_of_state.BASES)
    published = shown(page, 0)
    signs = published[~published.map(str.isdigit)]
    assert signs.notna().any(axis=None) == (method is FEW)
    assert (published == "0").any(axis=None) == (method is KEYED)
    for number, base in enumerate(made, start=1):
        above = bases(published, base)
        figures = published.map(str.isdigit) & above.map(str.isdigit) & (above != "0")
        whole, part = (of.where(figures, "1").map(int) for of in (above, published))
        found = shown(page, number)
        assert_same(found.where(figures, "-"), quotient(part, whole, 100, 1).where(figures, "-"))
        without = found.where(~figures, "x").to_numpy().ravel().tolist()
        assert set(without) <= ({"x"} if method is KEYED else {"x", "."})
    on_screen = [
        [page.model.text(row, column) for column in range(page.model.columnCount())]
        for row in range(page.model.rowCount())
    ]
    path = tmp_path / "percents.csv"
    window.services.exports.draft(path, "csv")
    settle(window)
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.reader(file))
    written = [[cell.replace(",", "") for cell in line[1:]] for line in lines if line and line[0] in AREAS]
    assert written == [[text.replace(",", "") for text in line] for line in on_screen]


def test_the_menu_of_a_cell_has_every_percent_and_a_share_changes_its_base_there(
    window: MainWindow, page: TablesPage
) -> None:
    window.desk.run(values.put_value(Value("share", base="row", decimals=1), "Share"))
    settle(window)
    for column, first, kind in ((0, "Percent of the total", "count"), (1, "Share of the total", "share")):
        page.grid.setCurrentIndex(page.model.index(0, column))
        page.page_actions.in_grid.show_menu(page.grid.visualRect(page.grid.currentIndex()).center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        below = next(one for one in menu.actions() if one.text() == "Percent of ...").menu()
        assert isinstance(below, QMenu)
        entries = [one for one in below.actions() if not one.isSeparator()]
        assert (len(entries), entries[0].text()) == (5, first), kind
        entries[0].trigger()
        menu.close()
        serve(window)
    assert [value.base for value in window.desk.state.table.spec.values] == ["", "total", "row"]
