"""Medians, quantiles, distributions and records with a value on the table page; classes of a magnitude on page Data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QMenu

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.quantiles import least_in_class
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import TableSpec, Value
from ckmdesk.commands import dictionary, tables
from ckmdesk.commands.desk import CommandName
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.value_editor import ValueEditor
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from ckmdesk.widgets.chips import Item
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

METHOD = CellKeyMethod(design_ptable(D=2, V=1, js=1))
CLASSES = "0; 10; 20; 30; 40"


def data_with_months(classes: str) -> Microdata:
    """The small records with months, a tenth of them missing."""
    data, chance = small_data(), np.random.default_rng(3)
    missing = chance.random(data.rows) < 0.1
    values = np.where(missing, 0, chance.integers(0, 40, data.rows))
    months = NumberColumn("months", values, 0, Texts("Months", "Monate"), missing)
    data = replace(data, magnitudes={"months": months})
    return data.with_classes("months", classes) if classes else data


def open_page(window: MainWindow, classes: str = CLASSES) -> TablesPage:
    statistic = small_statistic().put_in_force(METHOD)
    months = VariableEntry("months", "magnitude", Texts("Months", "Monate"))
    statistic = replace(statistic, dictionary=(*statistic.dictionary, months))
    window.services.begin(statistic, Session(data=data_with_months(classes)))
    window.go_to("tables")
    settle(window)
    laid_out = TableSpec(rows=["sex"])
    window.desk.run(tables.on_spec(CommandName("new_table"), lambda _before: laid_out))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def shown_values(window: MainWindow) -> tuple[Value, ...]:
    return window.desk.state.table.spec.values


def drop(page: TablesPage, window: MainWindow, name: str) -> None:
    page.editor.values.move(Item(name, "Months", "list", "number", value=True), None)
    QApplication.processEvents()
    settle(window)


def entry(menu: QMenu, words: list[str]) -> None:
    """Choose an entry of a menu by the words of its path."""
    menu.aboutToShow.emit()
    for word in words[:-1]:
        menu = next(action.menu() for action in menu.actions() if action.text() == word)  # type: ignore[assignment]
    next(action for action in menu.actions() if action.text() == words[-1]).trigger()
    QApplication.processEvents()


def totals(page: TablesPage) -> list[int]:
    last = page.model.rowCount() - 1
    return [page.model.figure(last, value) for value in range(page.model.values)]


def expected(window: MainWindow) -> list[int]:
    data, spec = window.desk.session.data, window.desk.state.table.spec
    assert data is not None
    shown = ckm.protect(ckm.tabulate(data, spec), METHOD)
    return [shown.value({}, number) for number in range(len(spec.values))]


def test_what_classes_make_is_dragged_from_the_list_and_out_again(window: MainWindow) -> None:
    page = open_page(window)
    listed = [item.name for item, _ in page.editor.values.listed() if ":" in item.name]
    assert listed == ["sum:months", "valid:months", "median:months", "distribution:months"]
    drop(page, window, "median:months")
    drop(page, window, "distribution:months")
    least = least_in_class(METHOD.count_noise, 4, 0.5)
    assert shown_values(window)[1] == Value("median", magnitude="months", decimals=1, least_in_class=least)
    assert [value.in_class for value in shown_values(window)[2:]] == ["0..10", "10..20", "20..30", "30..40"]
    assert totals(page) == expected(window)
    assert page.model.value_text(2) == "Months: 0 to below 10"
    chip = page.panel["values"].chips[2].item
    assert (chip.title, chip.detail) == ("0 to below 10", "Months")
    page.editor.values.take_out(Item("distribution:months", "", "list", "number", value=True))
    QApplication.processEvents()
    settle(window)
    assert [value.kind for value in shown_values(window)] == ["count", "median"]
    window.desk.undo()
    assert len(shown_values(window)) == 6  # one step


@pytest.mark.parametrize("kind", ["valid", "contributors", "missing"])
def test_how_many_have_a_value_is_in_the_menu_of_the_plus(window: MainWindow, kind: str) -> None:
    page = open_page(window, "")
    words = {"valid": "Records with a value", "contributors": "Contributors", "missing": "Records without a value"}
    entry(page.editor.values.add_menu, ["Months", words[kind]])
    settle(window)
    assert shown_values(window)[1].kind == kind
    assert totals(page) == expected(window)


def test_without_classes_the_menu_says_where_they_are_defined(window: MainWindow) -> None:
    page = open_page(window, "")
    page.editor.values.add_menu.aboutToShow.emit()
    below = next(one.menu() for one in page.editor.values.add_menu.actions() if one.text() == "Months")
    assert isinstance(below, QMenu)
    off = [action.text() for action in below.actions() if not action.isEnabled() and action.text()]
    assert off == [
        "Median", "Quantile ...", "Distribution", "Median and distribution need classes: define them on the page Data",
    ]  # fmt: skip


def test_the_editor_makes_a_median_of_a_sum_and_proposes_how_many_records_its_class_must_have(
    window: MainWindow,
) -> None:
    page = open_page(window)
    drop(page, window, "median:months")
    page.editor.values.edit(1)
    editor = page.findChildren(ValueEditor)[-1]
    place = editor.kind.findData("quantile")
    editor.kind.setCurrentIndex(place)
    editor.kind.activated.emit(place)
    editor.percent.setValue(75)
    settle(window)
    found = shown_values(window)[1]
    assert (found.kind, found.q) == ("quantile", 0.75)
    assert found.least_in_class == least_in_class(METHOD.count_noise, 4, 0.75)
    assert editor.percent.isVisibleTo(editor)
    editor.least.setValue(400)
    settle(window)
    assert shown_values(window)[1].least_in_class == 400
    assert editor.propose.isEnabled()
    editor.propose.click()
    assert shown_values(window)[1] == found
    assert not editor.propose.isEnabled()
    place = editor.kind.findData("valid")
    editor.kind.setCurrentIndex(place)
    editor.kind.activated.emit(place)
    settle(window)
    assert shown_values(window)[1] == Value("valid", magnitude="months")
    assert not editor.percent.isVisibleTo(editor)
    editor.close()


def test_classes_too_fine_are_said_with_what_to_do(window: MainWindow) -> None:
    page = open_page(window, "; ".join(map(str, range(41))))
    drop(page, window, "median:months")
    assert page.notice.note.text().startswith("Check before publishing")
    assert "the classes are too fine for the noise. Widen them to 2 under Data" in page.notice.why.text_whole()


def test_classes_are_entered_on_page_data_and_faulty_ones_are_refused_with_a_sentence(window: MainWindow) -> None:
    open_page(window, "")
    window.desk.run(dictionary.set_codes("months", "classes", "0-5; 6-11; 12+", "Months", None))
    entry_now = next(one for one in window.desk.state.statistic.dictionary if one.name == "months")  # type: ignore[union-attr]
    assert entry_now.classes == ("0", "6", "12+")
    with pytest.raises(ckm.CkmError, match="must ascend"):
        dictionary.set_codes("months", "classes", "6; 0", "Months", None)
    window.desk.undo()
    assert not next(one for one in window.desk.state.statistic.dictionary if one.name == "months").classes  # type: ignore[union-attr]
