"""Ticks are few, round and within the axis; pixels and figures are each other's inverse."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes, short, ticks


@given(st.floats(-1000, 1000), st.floats(0.01, 1000), st.integers(1, 40))
def test_ticks_are_round_evenly_spaced_and_within_the_axis(low: float, span: float, most: int) -> None:
    found = ticks(low, low + span, most)
    assert len(found) <= most + 1
    slack = 1e-6 * max(span, 1.0)
    assert all(low - slack <= value <= low + span + slack for value in found)
    steps = [after - before for before, after in pairwise(found)]
    assume(len(steps) > 1)
    assert max(steps) == pytest.approx(min(steps), rel=1e-6)
    # 1, 2, 2.5 or 5 times a power of ten, and as many as fit.
    power = 10 ** math.floor(math.log10(steps[0]) + 1e-9)
    assert min(abs(steps[0] / power - factor) for factor in (1, 2, 2.5, 5, 10)) < 1e-6
    assert len(found) >= min(most // 3, 2)


@pytest.mark.parametrize(
    ("low", "high", "most", "wanted"),
    [
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (0, 1, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
        (0.85, 1, 3, [0.85, 0.9, 0.95, 1.0]),
        (0, 12.6, 4, [0, 5, 10]),
        (1, 20, 8, [2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20]),
        (3, 3, 5, [3]),
    ],
)
def test_ticks_of_usual_axes(low: float, high: float, most: int, wanted: list[float]) -> None:
    assert ticks(low, high, most) == pytest.approx(wanted)


@given(
    st.floats(0, 200), st.floats(0, 200), st.floats(1, 900), st.floats(1, 600), st.floats(-5, 5), st.floats(0.1, 100),
    st.floats(0, 1), st.floats(0, 1),
)  # fmt: skip
def test_a_place_is_the_figure_that_is_drawn_there(
    left: float, top: float, width: float, height: float, low: float, span: float, across: float, up: float
) -> None:
    axes = Axes(QRectF(left, top, width, height), low, low + span, low, low + span)
    point = axes.at(low + across * span, low + up * span)
    assert axes.value_x(point.x()) == pytest.approx(low + across * span, abs=1e-6 * span)
    assert axes.value_y(point.y()) == pytest.approx(low + up * span, abs=1e-6 * span)
    assert axes.area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(point)
    # Up is more.
    assert axes.y(low) >= axes.y(low + span)


def test_axes_without_room_or_without_a_span_divide_by_nothing() -> None:
    axes = Axes(QRectF(0, 0, 0, -5), 2.0, 2.0, 1.0, 1.0)
    for value in (axes.x(2.0), axes.y(1.0), axes.value_x(3.0), axes.value_y(3.0)):
        assert math.isfinite(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (2.5, "2.5"), (0.25, "0.25"), (10.0, "10"), (100.0, "100"), (0.30000000000000004, "0.3")],
)
def test_a_tick_has_no_trailing_zeros(value: float, text: str) -> None:
    assert short(value, "en") == text
    assert short(value, "de") == text.replace(".", ",")


def test_figures_below_an_axis_never_touch(theme: Theme) -> None:
    image = QImage(400, 60, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    axes = Axes(QRectF(20, 5, 360, 30), 0.0, 100.0, 0.0, 1.0)
    image.fill(theme.color("surface"))
    axes.paint_x(painter, theme, [(float(n), str(n)) for n in range(101)])
    painter.end()
    # Between two figures there is always a column of pixels with nothing in it: count the groups.
    columns = [any(image.pixelColor(x, y) != theme.color("surface") for y in range(36, 56)) for x in range(400)]
    runs = [1 for before, after in pairwise(columns) if after and not before]
    widest = max(len(run) for run in "".join("x" if one else " " for one in columns).split("  "))
    assert len(runs) > 10
    assert widest < 60
