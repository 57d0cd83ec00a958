"""Bars and colours behind the figures on the screen: from published figures, on cells that are no sums."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from ckmcore.tabulate.spec import PRINTED, Level, Order, TableSpec, Width
from ckmdesk.commands import presentation
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from tests.kit.hands import areas_by_sex, settle
from tests.kit.statistics import small_data, small_statistic


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    return areas_by_sex(window)


def tinted(page: TablesPage, picture: QImage, row: int, column: int, part: float) -> bool:
    """Whether the ground of a cell is not that of the table, at a part of its width."""
    cell = page.grid.visualRect(page.model.index(row, column))
    ratio = picture.devicePixelRatio()
    colour = picture.pixelColor(round((cell.left() + part * cell.width()) * ratio), round((cell.top() + 5) * ratio))
    return colour != QColor(page.context.theme.color("surface"))


@pytest.mark.look
def test_a_bar_is_as_long_as_the_figure_and_sums_have_none(window: MainWindow, page: TablesPage) -> None:
    before = page.grid.viewport().grab().toImage()
    window.desk.run(presentation.set_option("bars", True))
    settle(window)
    picture = page.grid.viewport().grab().toImage()
    assert page.model.view is not None
    (least, most), *_ = page.model.view.scales
    figures = {(row, column): page.model.figure(row, column) for row in range(1, 6) for column in range(2)}
    assert (least, most) == (min(figures.values()), max(figures.values()))
    for (row, column), figure in figures.items():
        share = figure / most
        assert tinted(page, picture, row, column, share / 2)
        if share < 0.9:
            assert not tinted(page, picture, row, column, share + 0.06)
        assert not tinted(page, before, row, column, share / 2)
    assert not any(tinted(page, picture, 0, column, 0.2) for column in range(3))
    assert not any(tinted(page, picture, row, 2, 0.2) for row in range(6))
    assert window.menus.actions["undo"].text() == "Undo: bars"


@pytest.mark.look
def test_the_largest_figure_has_the_strongest_ground_and_the_smallest_none(
    window: MainWindow, page: TablesPage
) -> None:
    window.desk.run(presentation.set_option("colours", True))
    settle(window)
    picture = page.grid.viewport().grab().toImage()
    figures = {(row, column): page.model.figure(row, column) for row in range(1, 6) for column in range(2)}
    smallest, largest = min(figures, key=figures.__getitem__), max(figures, key=figures.__getitem__)
    assert not tinted(page, picture, *smallest, 0.1)
    assert tinted(page, picture, *largest, 0.1)


@pytest.mark.thorough
@pytest.mark.look
def test_records_that_publish_the_same_figures_give_the_same_picture(window: MainWindow) -> None:
    """Sorted, with bars, grounds, widths and a mark of what is hidden: pixel by pixel, under rounding to 10."""
    level = Level("area", order=Order("value", descending=True), hidden=("4",))
    shown = replace(PRINTED, bars=True, colours=True, widths=(Width(("0", "0"), 90),))
    spec = TableSpec(level, "sex", presentation=shown)

    def picture(counts: list[int]) -> QImage:
        codes = np.repeat(np.arange(5, dtype=np.uint8), counts)
        whole = small_data(len(codes))
        records = replace(whole, columns={"area": codes, "sex": np.zeros(len(codes), dtype=np.uint8)})
        window.desk.reset(
            DeskState(page="tables", statistic=small_statistic(), table=TableState(spec)), Session(records)
        )
        settle(window)
        page = window.page("tables")
        assert isinstance(page, TablesPage)
        return page.grid.grab().toImage()

    first = picture([43, 20, 31, 4, 12])
    assert first == picture([38, 22, 29, 3, 14])
    assert first != picture([20, 43, 31, 4, 12])
