"""Limits of the classes of a map: where they lie, how far they can be moved."""

from __future__ import annotations

import numpy as np
import pytest

from ckmdesk.state.class_limits import BARS, ClassLimits, decimal_limits


def limits_over(figures: list[int], limits: tuple[int, ...], places: int = 1) -> ClassLimits:
    return ClassLimits(np.array(sorted(figures)), limits, places, ("c0", "c4", "c8"), "de")


def test_a_limit_is_moved_as_far_as_its_neighbours_leave_a_unit() -> None:
    limits = limits_over([15, 30, 44, 51, 103], (15, 44, 62))
    assert limits.counts == (2, 2, 1)
    assert limits.moved(1, 30).limits == (15, 30, 62)
    assert limits.moved(1, 30).counts == (1, 3, 1)
    assert limits.moved(1, 900).limits == (15, 61, 62)
    assert limits.moved(1, -5).limits == (15, 16, 62)
    assert limits.moved(2, 900).limits == (15, 44, 103)
    assert limits.text(1) == "4,4"


@pytest.mark.parametrize("figures", [[15, 30, 44, 51, 103], [3, 8, 70, 900, 20_000], [-40, -2, 9]])
def test_a_place_leads_back_to_its_figure_and_every_figure_is_in_a_bar(figures: list[int]) -> None:
    limits = limits_over(figures, (figures[0], figures[1]))
    assert [limits.whole_at(limits.place(figure)) for figure in figures] == figures
    assert (limits.place(figures[0]), limits.place(figures[-1])) == (0, 1)
    assert (len(limits.bars), sum(limits.bars)) == (BARS, len(figures))
    assert limits.is_logarithmic == (figures[0] == 3)


def test_limits_are_written_with_all_their_decimals() -> None:
    assert decimal_limits((-5, 0, 7, 123), 1) == ("-0.5", "0.0", "0.7", "12.3")
    assert decimal_limits((-5, 7), 0) == ("-5", "7")


def test_equal_figures_have_one_place() -> None:
    limits = limits_over([7, 7, 7], (7,))
    assert (limits.place(7), limits.counts, sum(limits.bars)) == (0.5, (3,), 3)
