"""Sums and means of magnitudes on the table page: from the list, by menu and editor; their story in the look-up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QMenu

from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.ptable import design_ptable
from ckmcore.ptable.magnitudes import design_magnitudes
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.commands import tables
from ckmdesk.commands.desk import CommandName
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.value_editor import ValueEditor
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial
from ckmdesk.state.session import Session
from ckmdesk.widgets.chips import Item
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

INCOME = Item("sum:income", "Income", "list", "number", value=True)
METHOD = MagnitudeCellKeyMethod(
    design_ptable(D=2, V=1, js=1),
    large=design_magnitudes(D=5, V=3, step=2),
    settings=MagnitudeSettings(Scaling(0.2), k=2, epsilon=(1.0, 0.5)),
)


def data_with_income() -> Microdata:
    """The small records with incomes of two decimals, and weights."""
    data, chance = small_data(), np.random.default_rng(3)
    income = NumberColumn("income", chance.integers(0, 500_000, data.rows), 2, Texts("Income", "Einkommen"))
    weight = NumberColumn("weight", chance.integers(1, 50, data.rows), 1)
    return replace(data, magnitudes={"income": income}, weight=weight)


def open_page(window: MainWindow, method: Method = METHOD) -> TablesPage:
    statistic = small_statistic().put_in_force(method)  # type: ignore[arg-type]
    window.services.begin(statistic, Session(data=data_with_income()))
    window.go_to("tables")
    settle(window)
    laid_out = TableSpec(rows=["sex"], columns=["area"])
    window.desk.run(tables.on_spec(CommandName("new_table"), lambda _before: laid_out))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def spec(window: MainWindow) -> TableSpec:
    return window.desk.state.table.spec


def raw_table(window: MainWindow) -> RawTable:
    data = window.desk.session.data
    assert data is not None
    return tabulate(data, spec(window))


def expected(window: MainWindow, method: Method = METHOD) -> list[int]:
    """The published figures of the whole table, value by value, as the engine gives them."""
    shown = method.protect(raw_table(window))
    return [shown.value({}, number) for number in range(len(spec(window).values))]


def totals(page: TablesPage) -> list[int]:
    last = page.model.rowCount() - 1
    values = page.model.values
    return [page.model.figure(last, page.model.columnCount() - values + value) for value in range(values)]


def drop_income(page: TablesPage, window: MainWindow) -> None:
    page.editor.values.move(INCOME, None)
    QApplication.processEvents()
    settle(window)


def test_a_magnitude_of_the_list_is_shown_as_its_sum(window: MainWindow) -> None:
    page = open_page(window)
    entries = {item.name: word for item, word in page.editor.values.listed()}
    assert entries["sum:income"] is False
    drop_income(page, window)
    assert spec(window).values[1] == Value("sum", magnitude="income", decimals=2)
    assert totals(page) == expected(window)
    assert page.model.value_text(1) == "Sum of Income"
    chip = page.panel["values"].chips[1].item
    assert (chip.title, chip.detail) == ("Sum", "Income")
    assert {item.name: word for item, word in page.editor.values.listed()}["sum:income"] is True
    page.editor.values.take_out(INCOME)
    QApplication.processEvents()
    settle(window)
    assert len(spec(window).values) == 1


def entry(menu: QMenu, words: list[str]) -> None:
    """Choose an entry of a menu by the words of its path."""
    menu.aboutToShow.emit()
    for word in words[:-1]:
        menu = next(action.menu() for action in menu.actions() if action.text() == word)  # type: ignore[assignment]
    next(action for action in menu.actions() if action.text() == words[-1]).trigger()


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("Sum", Value("sum", magnitude="income", decimals=2)),
        ("Mean", Value("mean", magnitude="income", decimals=2)),
        ("Sum, weighted", Value("sum", of="weighted_count", magnitude="income", decimals=2)),
        ("Mean, weighted", Value("mean", of="weighted_count", magnitude="income", decimals=2)),
    ],
)
def test_sums_and_means_are_in_the_menu_of_the_plus(window: MainWindow, word: str, value: Value) -> None:
    page = open_page(window)
    entry(page.editor.values.add_menu, ["Income", word])
    QApplication.processEvents()
    settle(window)
    assert spec(window).values[1] == value
    assert totals(page) == expected(window)


def test_the_editor_turns_a_sum_into_a_mean_and_a_share_of_counts_into_one_of_sums(window: MainWindow) -> None:
    page = open_page(window)
    drop_income(page, window)
    page.editor.values.edit(1)
    editor = page.findChildren(ValueEditor)[-1]
    editor.kind.setCurrentIndex(1)
    editor.kind.activated.emit(1)
    settle(window)
    assert spec(window).values[1].kind == "mean"
    editor.close()
    page.editor.values.put(Value("share", base="column", decimals=1))
    QApplication.processEvents()
    settle(window)
    page.editor.values.edit(2)
    editor = page.findChildren(ValueEditor)[-1]
    assert editor.counted is not None
    place = editor.counted.findText("Sum of Income")
    editor.counted.setCurrentIndex(place)
    editor.counted.activated.emit(place)
    settle(window)
    assert spec(window).values[2].measure == Measure("count", "income")
    assert totals(page) == expected(window)
    editor.close()


def test_the_look_up_tells_how_a_sum_came_about(window: MainWindow) -> None:
    page = open_page(window)
    drop_income(page, window)
    page.lookup_button.click()
    page.grid.setCurrentIndex(page.model.index(0, 1))
    raw = raw_table(window)
    story = METHOD.explain_cell(raw.blocks[0], METHOD.examine(raw).blocks[0], (1, 1)).magnitudes[0]
    told = page.lookup.sum.texts()
    assert page.lookup.sum.isVisibleTo(page)
    assert [told[at + 1] for at, text in enumerate(told) if text == "Contributors"] == [str(story.contributors)]
    assert [text for text in told if text.startswith("Step")] == ["Step 1", "Step 2"]
    assert story.cell_key in told
    assert told[-1] == page.model.data(page.model.index(0, 1))
    window.desk.run(tables.show_trial(Trial("original")))
    settle(window)
    page.grid.setCurrentIndex(page.model.index(1, 1))
    assert "In the table" not in page.lookup.sum.texts()  # it shows the original
    page.grid.setCurrentIndex(page.model.index(0, 0))
    assert page.lookup.sum.isHidden()


def test_sums_are_rounded_where_rounding_is_tried(window: MainWindow) -> None:
    page = open_page(window)
    drop_income(page, window)
    window.desk.run(tables.show_trial(Trial("rounding", 100)))
    settle(window)
    assert totals(page) == expected(window, Rounding(100))
    assert all(figure % 100 == 0 for figure in totals(page))


def test_a_method_without_settings_for_sums_says_so_and_keeps_the_table(window: MainWindow) -> None:
    counts = design_ptable(D=2, V=1, js=1)
    page = open_page(window, CellKeyMethod(counts))
    drop_income(page, window)
    assert page.grid.cells.greyed
    assert "income" in window.message_bar.text.lower()
    window.desk.undo()
    settle(window)
    assert not page.grid.cells.greyed


def test_originals_of_sums_are_looked_at_also_where_the_method_in_force_does_not_protect_them(
    window: MainWindow,
) -> None:
    page = open_page(window, CellKeyMethod(design_ptable(D=2, V=1, js=1)))
    drop_income(page, window)
    window.desk.run(tables.show_trial(Trial("original")))
    settle(window)
    assert not page.grid.cells.greyed
    data = window.desk.session.data
    assert data is not None
    income = data.magnitudes["income"].values
    assert totals(page) == [data.rows, int(income.sum())]


def test_the_menu_of_the_list_shows_the_mean(window: MainWindow) -> None:
    page = open_page(window)
    menu = QMenu(page)
    page.editor.values.fill_list_menu(menu, INCOME)
    next(action for action in menu.actions() if action.text() == "Show the mean in the table").trigger()
    QApplication.processEvents()
    settle(window)
    assert spec(window).values[1].kind == "mean"


@pytest.mark.thorough
@pytest.mark.look
def test_the_panel_of_trials_shows_every_choice_whole(window: MainWindow) -> None:
    page = open_page(window)
    for language in ("en", "de"):
        window.settings.set("language", language)
        settle(window)
        page = window.page("tables")  # type: ignore[assignment]
        window.resize(1280, 800)
        page.lookup_button.setChecked(True)
        window.desk.run(tables.shade("sensitive"))
        settle(window)
        QApplication.processEvents()
        page.trials.open()
        QApplication.processEvents()
        shading = page.trials.shading
        assert shading.width() >= shading.sizeHint().width()
        assert all(button.width() >= button.sizeHint().width() for button in page.trials.buttons.values())
        page.trials.close()


def test_a_sum_that_is_shown_is_not_shown_twice(window: MainWindow) -> None:
    page = open_page(window)
    drop_income(page, window)
    drop_income(page, window)
    assert [value.kind for value in spec(window).values] == ["count", "sum"]


def test_figures_of_a_trial_beside_originals_are_called_so(window: MainWindow) -> None:
    page = open_page(window)
    window.desk.run(tables.show_trial(Trial("rounding", 5)))
    window.desk.run(tables.put_beside(beside=True))
    settle(window)
    assert [page.model.value_text(value) for value in range(3)] == [
        "Original: Number", "Trial: Number", "Difference: Number",
    ]  # fmt: skip


def test_a_clerk_takes_back_no_step_of_the_methodologist(window: MainWindow) -> None:
    open_page(window)
    assert window.menus.actions["undo"].isEnabled()
    window.settings.set("role", "clerk")
    settle(window)
    assert not window.menus.actions["undo"].isEnabled()


def test_a_first_table_that_cannot_be_computed_says_so_and_not_that_no_method_is_in_force(window: MainWindow) -> None:
    statistic = small_statistic().put_in_force(CellKeyMethod(design_ptable(D=2, V=1, js=1)))
    sums = TableSpec(rows=["sex"], values=[Value("sum", magnitude="income")])
    statistic = replace(statistic, tables=(replace(statistic.tables[0], spec=sums),))
    window.services.begin(statistic, Session(data=data_with_income()))
    window.go_to("tables")
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.empty.text.text() == "This table cannot be computed. The message above says why."
    assert window.message_bar.text
