"""The tab of suppression: finding a pattern, what is known of cells, as published, too fine tables, cancelling."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from ckmcore.base.wings import wing_title
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.notebook import share
from ckmcore.tabulate.spec import TableSpec, Value
from ckmdesk.base.settings import Settings
from ckmdesk.models.list_model import ACCESSIBLE, DISPLAY
from ckmdesk.rivals.models.suppression_model import CELL_ROLE, MOVES_ROLE
from ckmdesk.rivals.pages import suppression
from ckmdesk.rivals.pages.suppression import SuppressionPage
from ckmdesk.rivals.state.choices import SUPPRESSION
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.hands import settle
from tests.kit.rival_tables import AREA_AGE, AREA_SEX, INCOMES, method_tab, rival_data, rival_statistic
from tests.kit.wings import hide


def shown(window: MainWindow, *, begun: bool = False) -> SuppressionPage:
    view = method_tab(window, "SuppressionPage", begun=begun).others["SuppressionPage"].view
    assert isinstance(view, SuppressionPage)
    return view


@pytest.fixture
def page(window: MainWindow) -> SuppressionPage:
    return shown(window)


@pytest.fixture
def found(page: SuppressionPage, window: MainWindow) -> SuppressionPage:
    page.left.button.click()
    settle(window)
    return page


def at(page: SuppressionPage, row: int, column: int, role: int = DISPLAY) -> object:
    return page.model.data(page.model.index(row, column), role)


@pytest.mark.parametrize("derived", [False, True])
def test_what_means_and_shares_are_computed_from_is_said_beside_the_pattern(
    window: MainWindow, tmp_path: Path, *, derived: bool
) -> None:
    more = [Value("mean", magnitude="income"), share("row")] if derived else []
    table = SavedTable("Means", TableSpec("area", "sex", values=[Value(), *more]))
    made = replace(rival_statistic(), tables=(table,))
    window.services.begin(made, Session(made.describe(rival_data()), path=tmp_path / "means.ckm"))
    page = shown(window, begun=True)
    assert page.left.chosen.boxes["Means"].isEnabled()
    page.left.button.click()
    settle(window)
    assert page.suppressed is not None
    said = "Means, shares, changes and ratios are computed from figures without a sign alone."
    assert (said in page.assumed.text()) == derived
    page.decide()
    settle(window)
    assert any(said in words.text() for words in page.findChildren(QLabel) if words is not page.assumed) == derived


def test_a_pattern_is_found_and_its_first_primary_cell_is_chosen(found: SuppressionPage) -> None:
    assert found.shown_table.currentText() == AREA_AGE
    assert (at(found, 0, 0), at(found, 0, 0, CELL_ROLE)) == ("1", "primary")
    assert at(found, 4, 4, CELL_ROLE) == "published"
    assert found.grid.hasFocus()
    words = found.cell_words.text()
    assert found.cell_heading.text() == "Chosen cell: primary"
    assert "Original: 1" in words
    assert "Readers conclude: from 1 to " in words
    assert "Required: from 1 to 3" in words
    assert "Level: 2 up, 0 down" in words
    assert "Rule: Minimum frequency" in words
    assert "cells move together; they are framed." in words


def test_cells_that_move_together_are_marked_in_the_table(found: SuppressionPage) -> None:
    rows, columns = found.model.figures.shape
    marked = {(row, column) for row in range(rows) for column in range(columns) if at(found, row, column, MOVES_ROLE)}
    assert (0, 0) in marked
    assert {at(found, row, column, CELL_ROLE) for row, column in marked} <= {"primary", "secondary"}
    assert f"These {len(marked)} cells" in found.cell_words.text()


def test_keys_and_mouse_choose_a_cell(found: SuppressionPage) -> None:
    QTest.keyClick(found.grid, Qt.Key.Key_Down)
    assert found.grid.currentIndex().row() == 1
    assert "1 · 0" in found.cell_words.text()
    place = found.grid.visualRect(found.model.index(4, 4)).center()
    QTest.mouseClick(found.grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert found.cell_heading.text() == "Chosen cell: published"
    assert "Readers conclude" not in found.cell_words.text()
    assert "Stands in: Area and age; Area and sex; Incomes" in found.cell_words.text()


def test_the_legend_counts_and_the_panel_adds_up(found: SuppressionPage) -> None:
    assert found.legend_words["primary"].text() == "primary: 3"
    assert found.legend_parts["fixed"].isHidden()
    text = found.pattern_words.text()
    assert text.startswith("3 primary cells, ")
    assert "% of the cells" in text
    assert "Cost: " in text
    assert "Proven in whole numbers: 3 of 3" in found.proof.text()
    assert "0 of them below" in found.proof.text()
    assert "a suppressed figure is at least 1" in found.assumed.text()
    assert "Contributors alone in a cell compute no other primary cell exactly." in found.assumed.text()
    assert found.hash.toolTip().startswith(found.hash.text().removeprefix("Hash "))
    assert found.counts_model.rowCount() > 0


def test_as_published_a_cell_has_nothing_but_the_sign(found: SuppressionPage) -> None:
    found.as_published.click()
    hidden = found.found
    assert hidden is not None
    rows, columns = found.model.figures.shape
    for row in range(rows):
        for column in range(columns):
            is_hidden = bool(hidden.roles[found.model.figures[row, column]])
            assert (at(found, row, column) == ".") == is_hidden
            assert at(found, row, column, CELL_ROLE) is None
            assert not at(found, row, column, MOVES_ROLE)
            assert "primary" not in str(at(found, row, column, ACCESSIBLE))
    assert found.cell_words.text() == ""
    assert found.right.isHidden()
    assert found.band.isHidden()
    found.as_published.click()
    assert found.right.isVisible()


def test_nothing_of_it_is_copied(found: SuppressionPage) -> None:
    QGuiApplication.clipboard().setText("before")
    QTest.keySequence(found.grid, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == "before"


def test_another_table_of_the_pattern_is_shown(found: SuppressionPage) -> None:
    found.shown_table.setCurrentIndex(1)
    found.shown_table.activated.emit(1)
    assert at(found, 4, 2) == "162"
    assert found.shown_layer.isHidden()


def test_sums_are_suppressed_with_the_counts_and_looked_at_by_their_value(
    found: SuppressionPage, window: MainWindow
) -> None:
    place = found.value.findData("income")
    found.value.setCurrentIndex(place)
    found.value.activated.emit(place)
    settle(window)
    assert SUPPRESSION.of(window.desk.state).magnitude == "income"
    assert found.stale.isHidden()
    assert found.shown_table.currentText() == INCOMES
    assert found.shown_table.count() == 1
    assert found.model.rowCount() == 5


def test_too_fine_tables_are_said_before_the_search(page: SuppressionPage, window: MainWindow) -> None:
    page.left.numbers["least"].setValue(20)
    page.compute()
    settle(window)
    assert page.found is None
    assert page.question.isVisible()
    assert page.question.words.text().startswith("24 of 50 cells are primary (48 %).")
    QTest.keyClick(page.question.buttons[0], Qt.Key.Key_Escape)
    assert page.question.isHidden()
    assert page.found is None
    page.compute()
    settle(window)
    page.question.buttons[0].click()
    settle(window)
    assert page.found is not None


def test_another_choice_makes_the_pattern_outdated(found: SuppressionPage, window: MainWindow) -> None:
    found.left.chosen.boxes[AREA_SEX].click()
    settle(window)
    assert found.stale.isVisible()
    assert not found.grid.isEnabled()
    QTest.keyClick(found.left.button, Qt.Key.Key_Space)
    settle(window)
    assert found.stale.isHidden()
    assert [found.shown_table.itemText(place) for place in range(found.shown_table.count())] == [AREA_AGE, INCOMES]


def test_costs_and_contributors_are_chosen(page: SuppressionPage, window: MainWindow) -> None:
    for combo, data, name in (
        *((page.left.combos["cost"], "number", "cost"), (page.left.combos["insiders"], "full", "insiders")),
        (page.left.combos["groups"], "sex", "groups"),
    ):
        place = combo.findData(data)
        combo.setCurrentIndex(place)
        combo.activated.emit(place)
        settle(window)
        assert getattr(SUPPRESSION.of(window.desk.state), name) == data


def test_a_cancelled_search_shows_no_pattern(page: SuppressionPage, window: MainWindow) -> None:
    page.compute()
    assert page.enough_button.isVisible()
    page.progress._button.click()
    settle(window)
    assert page.found is None
    assert page.enough_button.isHidden()
    assert page.left.button.isEnabled()


def test_a_search_can_end_without_the_clean_up(page: SuppressionPage, window: MainWindow) -> None:
    def ended(*args: object, **_: object) -> object:
        asked.append(args[3]())  # type: ignore[operator]
        return find(*args)  # type: ignore[arg-type]

    asked, find = [], suppression.find
    with patch.object(suppression, "find", ended), patch.object(page._enough, "clear", page.enough_button.click):
        page.compute()
        settle(window)
    assert asked == [True]
    assert page.found is not None
    assert page.found.pattern.proven == len(page.found.pattern.system.demands)


def test_an_interval_that_was_not_audited_is_computed_on_a_click(found: SuppressionPage, window: MainWindow) -> None:
    held = found.found
    assert held is not None
    held.audited.clear()
    found.grid.setCurrentIndex(found.model.index(1, 1))
    assert "is being computed" in found.cell_words.text()
    settle(window)
    assert "Readers conclude: from " in found.cell_words.text()
    assert list(held.audited) == [int(found.model.figures[1, 1])]


def test_another_language_keeps_the_pattern(found: SuppressionPage, window: MainWindow, settings: Settings) -> None:
    kept = found.found
    settings.set("language", "de")
    settle(window)
    again = shown(window, begun=True)
    assert again is not found
    assert again.found is kept
    assert "Mindestfallzahl" in again.cell_words.text()
    assert again.model.headerData(4, Qt.Orientation.Horizontal) == "Insgesamt"
    assert again.stale.isHidden()


def test_without_the_lab_suppression_is_refused_by_its_name(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "lab")
    page = shown(window)
    page.compute()
    settle(window)
    assert page.found is None
    assert wing_title("lab").text("en") in window.message_bar.text
