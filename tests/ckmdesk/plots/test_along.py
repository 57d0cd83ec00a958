"""E|v| and P(|v| <= 1) along the rows: as the engine has them, with the limits of the criteria."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from ckmcore.ptable import Design, RowConstraint, row_criteria
from ckmdesk.look.theme import Theme
from ckmdesk.state.drawing import Drawing, Spot, drawing_of
from tests.kit.plots import COUNTS, DRAWINGS, TABLE, along, texts

all_drawings = pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)


def test_the_figures_are_those_of_method_md(qtbot: QtBot, theme: Theme) -> None:
    # Rows 1 .. 4 of the [W19] example (method.md, "Quality criteria").
    w19 = drawing_of(Design(D=2, V=1.08, js=1, own=(RowConstraint(3, 3, mono=False),)).table())
    picture = along(theme, w19)
    qtbot.addWidget(picture)
    assert picture.mean[1:5] == pytest.approx([1.02667, 0.66243, 0.84157, 0.78421], abs=6e-6)
    assert picture.within[1:5] == pytest.approx([0.97333, 0.79122, 0.88078, 0.85211], abs=6e-6)
    assert picture.figures().rows[1] == ("1", "1.026667", "0.973333")


def test_they_are_the_criteria_of_the_engine(qtbot: QtBot, theme: Theme) -> None:
    picture = along(theme)
    qtbot.addWidget(picture)
    for found in row_criteria(TABLE):
        assert picture.mean[found.row] == pytest.approx(found.criteria.mean_absolute, abs=1e-12)
        assert picture.within[found.row] == pytest.approx(found.criteria.within_one, abs=1e-12)


@all_drawings
def test_every_row_is_found_where_its_points_are_drawn(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = along(theme, drawing)
    qtbot.addWidget(picture)
    upper, lower = picture._axes()
    for row in range(drawing.rows):
        for axes, values in ((upper, picture.mean), (lower, picture.within)):
            point = axes.at(row, values[row])
            assert axes.area.adjusted(-1, -1, 1, 1).contains(point)
            assert picture.spot_at(point) == Spot(row)
        rect = picture.spot_rect(Spot(row))
        assert rect is not None
        assert picture.spot_at(rect.center()) == Spot(row)
        assert picture.tip(Spot(row)).startswith(f"i = {drawing.names[row]}: E|v| = {picture.mean[row]:.4f}"[:-1])
        assert picture.moved(Spot(row), 1, 0) == picture.moved(Spot(row), 0, 1)
        assert picture.moved(Spot(row), 1, 0) == Spot(min(row + 1, drawing.rows - 1))
        assert picture.moved(Spot(row), -1, 0) == Spot(max(row - 1, 0))
    assert picture.spot_at(QPointF(-50, 50)) is None
    assert picture.spot_at(QPointF(picture.width() + 50, 50)) is None
    assert [line[0] for line in picture.figures().rows] == list(drawing.names)


def test_both_charts_have_a_name_and_their_limit(qtbot: QtBot, theme: Theme) -> None:
    picture = along(theme)
    qtbot.addWidget(picture)
    drawn = texts(picture)
    for words in ("E|v|", "P(|v| ≤1)", "limit 0.50", "limit 90 %", "≥8"):
        assert words in drawn, words


def test_another_table_has_other_figures_and_another_row_the_same(qtbot: QtBot, theme: Theme) -> None:
    picture = along(theme)
    qtbot.addWidget(picture)
    before, image = picture.figures(), picture.to_image()
    picture.show_drawing(COUNTS, 5, "en")
    assert picture.figures() == before
    assert picture.to_image() != image
    picture.show_drawing(DRAWINGS["small"], 1, "en")
    assert picture.figures() != before
    assert len(picture.figures().rows) == DRAWINGS["small"].rows
