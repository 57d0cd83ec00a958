"""The sum of two parts: both curves, their least values and their mean, in the picture and as a table."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from ckmcore.ptable import Design, shuffle
from ckmcore.ptable.model.linked import pair_variance
from ckmdesk.look.theme import Theme
from ckmdesk.plots.pair import PairPlot
from tests.kit.plots import texts

TABLE = Design(D=2, V=1.0, js=0).table()
ORDERED = pair_variance(TABLE, 2, 2)
SHUFFLED = pair_variance(shuffle(TABLE, 0.05, 1), 2, 2)


@pytest.fixture
def picture(qtbot: QtBot, theme: Theme) -> PairPlot:
    made = PairPlot(theme)
    made.resize(520, 300)
    made.show_pair(ORDERED, SHUFFLED, "≥ 2", "en")
    qtbot.addWidget(made)
    return made


def test_the_picture_tells_the_least_and_the_mean(picture: PairPlot) -> None:
    drawn = texts(picture)
    assert "ordered: at least 0.00" in drawn
    assert f"shuffled: at least {SHUFFLED.least:.2f}" in drawn
    assert "mean 2.00" in drawn
    assert "two parts of ≥2 each" in drawn


def test_the_figures_hold_both_curves_and_every_number_that_is_drawn(picture: PairPlot) -> None:
    figures = picture.figures()
    assert figures.columns == ("key of the total", "ordered", "shuffled")
    *curve, least, mean = figures.rows
    assert [float(line[0]) for line in curve] == pytest.approx(ORDERED.keys[::4].tolist(), abs=6e-4)
    assert (curve[0][0], curve[-1][0]) == ("0.000", "1.000")
    assert len(curve) > 20
    assert [float(line[1]) for line in curve] == pytest.approx(ORDERED.variances[::4].tolist(), abs=6e-5)
    assert [float(line[2]) for line in curve] == pytest.approx(SHUFFLED.variances[::4].tolist(), abs=6e-5)
    assert least == ("", "at least 0.0000", f"at least {SHUFFLED.least:.4f}")
    assert mean == ("", "mean 2.0000", "mean 2.0000")


def test_an_ordered_table_has_one_curve(picture: PairPlot) -> None:
    both = picture.to_image()
    picture.show_pair(ORDERED, None, "≥ 2", "en")
    assert picture.figures().columns == ("key of the total", "ordered")
    assert {len(line) for line in picture.figures().rows} == {2}
    assert "shuffled" not in texts(picture)
    assert picture.to_image() != both


def test_a_row_without_noise_is_drawn(picture: PairPlot) -> None:
    picture.show_pair(pair_variance(TABLE, 0, 0), None, "0", "en")
    assert "at least 0.00" in texts(picture)
