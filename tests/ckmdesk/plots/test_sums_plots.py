"""The scaling and the rows of a table for sums: read by keys and as a table, the bend moved by hand and keys."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import ckmcore as ckm
from ckmcore.lab.quality.sums import errors_by_share
from ckmcore.methods.magnitude_noise import Parts
from ckmcore.methods.sum_law import NoiseRules
from ckmdesk.lab.plots.share_errors import ShareErrorsPlot
from ckmdesk.look.theme import Theme
from ckmdesk.plots.ratio_rows import RatioRows
from ckmdesk.plots.scaling import ScalingPlot, size_text
from ckmdesk.state.drawing import Spot
from ckmdesk.state.sums_view import CellSizes, Curve, rows_of

FLEX = ckm.Scaling(0.3, 0.05, 1000, 3)
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_the_error_over_the_share_is_read_point_by_point_and_as_a_table(qtbot: QtBot, theme: Theme) -> None:
    table = ckm.design_magnitudes(5, 2.0, icat=(1, 2, 3, 5), step=2)
    rules = NoiseRules(ckm.MagnitudeSettings(ckm.Scaling(0.3)), Parts(all=table.parts[0]))
    plot, points = ShareErrorsPlot(theme), errors_by_share(rules)
    qtbot.addWidget(plot)
    plot.resize(310, 150)
    assert (plot.figures().rows, plot.tip(Spot(0)), plot.spot_at(QPointF(9, 9)), plot.moved(Spot(0), 1, 0)) == (
        (), "", None, None
    )  # fmt: skip
    plot.show_points(points, "en")
    plot.show()
    figures = plot.figures()
    assert figures.columns == ("share in %", "mean in %", "≤ 1 %, in %", "≤ 5 %, in %")
    assert ("10", "3.35", "14.09", "78.60") in figures.rows
    at = [one.share for one in points].index(0.1)
    assert plot.tip(Spot(at)) == "share in % 10; mean in % 3.35; ≤ 1 %, in % 14.09; ≤ 5 %, in % 78.60"
    rect = plot.spot_rect(Spot(at))
    assert rect is not None
    assert plot.spot_at(rect.center()) == Spot(at)
    assert plot.spot_at(QPointF(0, 50)) is None
    assert (plot.moved(Spot(at), 1, 0), plot.moved(Spot(0), -1, 0)) == (Spot(at + 1), Spot(0))
    assert (plot.tip(Spot(999)), plot.spot_rect(Spot(999))) == ("", None)
    assert plot.to_svg().startswith(b"<?xml")
    plot.show_points(points, "de")
    assert ("10", "3,35", "14,09", "78,60") in plot.figures().rows


@pytest.fixture
def plot(qtbot: QtBot, theme: Theme) -> ScalingPlot:
    made = ScalingPlot(theme)
    qtbot.addWidget(made)
    made.resize(500, 260)
    made.show_curve(Curve(FLEX, 3.0, 0.2), "en")
    made.show()
    return made


def test_a_curve_is_read_point_by_point_and_as_a_table(plot: ScalingPlot) -> None:
    assert plot.curve is not None
    at = plot.curve.points.tolist().index(1000.0)
    assert plot.tip(Spot(at)) == "z = 1,000: m = 0.3"
    assert plot.moved(Spot(at), 1, 0) == Spot(at + 1)
    assert plot.moved(Spot(0), -1, 0) == Spot(0)
    rect = plot.spot_rect(Spot(at))
    assert rect is not None
    assert plot.spot_at(rect.center()) == Spot(at)
    figures = plot.figures()
    assert figures.columns == ("z", "m(z)")
    assert ("1,000", "0.3") in figures.rows
    assert plot.to_svg().startswith(b"<?xml")


def ticks(plot: ScalingPlot) -> dict[str, float]:
    """The words at the ticks of a drawn scaling, each with the x of the line before it."""
    lines = r'<polyline [^>]*points="([\d.]+),[\d.]+ \1,[\d.]+ " />\s*<text [^>]*>(P\d+)</text>'
    return {word: float(x) for x, word in re.findall(lines, plot.to_svg().decode())}


def test_half_90_and_99_percent_of_the_largest_contributions_are_ticks(plot: ScalingPlot) -> None:
    assert ticks(plot) == {}
    largest = np.sort(np.random.default_rng(4).lognormal(8, 1.5, 400))
    curve = Curve(FLEX, 3.0, 0.2, sizes=CellSizes(largest, 3 * largest))
    plot.show_curve(curve, "de")
    axes, found = plot._axes(curve), ticks(plot)
    assert list(found) == ["P50", "P90", "P99"]
    for share, x in zip((0.5, 0.9, 0.99), found.values(), strict=True):
        below = float((np.log10(largest) <= axes.value_x(x)).mean())
        assert below == pytest.approx(share, abs=0.004)
    # Where all are of one size the words do not stand on one another.
    plot.show_curve(replace(curve, sizes=CellSizes(np.full(9, 50.0), np.full(9, 90.0))), "de")
    assert list(ticks(plot)) == ["P50"]


def test_the_bend_is_drawn_by_hand_and_let_go_once(plot: ScalingPlot) -> None:
    moved: list[ckm.Scaling] = []
    plot.bend_moved.connect(moved.append)
    handle = plot._handle()
    assert handle is not None
    begin = handle.toPoint()
    target = plot.viewport()
    QTest.mousePress(target, Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(target, begin + QPoint(60, 20))
    assert moved == []
    QTest.mouseRelease(target, Qt.MouseButton.LeftButton, pos=begin + QPoint(60, 20))
    (found,) = moved
    assert found.bend is not None
    assert found.bend > 1500
    assert found.small < 0.3
    assert (found.large, found.q) == (0.05, 3)


def test_the_bend_moves_by_keys_and_not_where_the_method_is_in_force(plot: ScalingPlot) -> None:
    moved: list[ckm.Scaling] = []
    plot.bend_moved.connect(moved.append)
    for key, wanted in (
        (Qt.Key.Key_Right, (2000.0, 0.3)),
        (Qt.Key.Key_Left, (500.0, 0.3)),
        (Qt.Key.Key_Up, (1000.0, 0.31)),
        (Qt.Key.Key_Down, (1000.0, 0.29)),
    ):
        QTest.keyClick(plot, key, CONTROL)
        assert (moved[-1].bend, moved[-1].small) == wanted
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert len(moved) == 4  # without Ctrl the keys read
    plot.show_curve(Curve(FLEX), "de", movable=False)
    QTest.keyClick(plot, Qt.Key.Key_Right, CONTROL)
    handle = plot._handle()
    assert handle is not None
    QTest.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=handle.toPoint())
    assert len(moved) == 4


def test_sizes_are_written_without_powers() -> None:
    assert size_text(1_654_321.0, "de") == "1\N{NO-BREAK SPACE}650\N{NO-BREAK SPACE}000"
    assert size_text(0.05, "en") == "0.05"


def test_rows_of_noise_are_read_by_row_and_value(qtbot: QtBot, theme: Theme) -> None:
    picture = RatioRows(theme)
    qtbot.addWidget(picture)
    picture.resize(500, 300)
    rows = rows_of(ckm.design_magnitudes(5, 3, step=2, icat=(1, 3, 5)), FLEX)
    picture.show_rows(rows, "en", chosen=1)
    picture.show()
    assert [picture.name(row) for row in rows] == ["a = 1", "a = 3", "a ≥ 5"]
    assert picture.tip(Spot(2, -0.5)).startswith("a ≥ 5, v = −0.5: p = 0.1")
    assert picture.moved(Spot(0, -1.0), -1, 0) == Spot(0, -1.0)
    assert picture.moved(Spot(0, -1.0), 0, 1) == Spot(1, -1.0)
    rect = picture.spot_rect(Spot(1, 0.5))
    assert rect is not None
    assert picture.spot_at(rect.center()) == Spot(1, 0.5)
    assert len(picture.figures().rows) == sum(len(row.distribution) for row in rows)
    assert picture.to_svg().count(b"a = ") >= 2


@pytest.mark.parametrize(("large", "least"), [(0.2, 0.2), (0.2, 0.21), (0.28, 0.29), (0.3, 0.3), (0.05, 0.2)])
def test_the_words_of_the_lines_do_not_lie_on_each_other(plot: ScalingPlot, large: float, least: float) -> None:
    plot.show_curve(Curve(ckm.Scaling(0.3, min(large, 0.299), 1000, 6), 0.0, least), "en")
    drawn = re.findall(r'x="([-\d.]+)" y="([-\d.]+)"[^>]*>((?:σ1|σ0|λ)[^<]*)<', plot.to_svg().decode())
    assert [word.split()[0] for _, _, word in drawn] == ["σ0", "λ", "σ1"]
    metrics = QFontMetricsF(plot.theme.small_font())
    areas = [(float(x), float(y), metrics.horizontalAdvance(word)) for x, y, word in drawn]
    for at, (x, y, wide) in enumerate(areas):
        for other_x, other_y, other in areas[at + 1 :]:
            assert abs(y - other_y) >= metrics.ascent() or x + wide <= other_x or other_x + other <= x
