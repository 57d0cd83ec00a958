"""Shares made of originals narrow them down: rows and intervals against every pair of originals, one by one."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.share_intervals import (
    ShownShare,
    base_interval,
    numerator_interval,
    possible_pairs,
    tightened,
)
from tests.kit.examples import examples


def shown(x: int, y: int, decimals: int = 0, *, change: bool = False) -> int:
    """Percent with some decimals, halves away from zero, by its definition."""
    exact = Fraction(100 * ((x - y) if change else x) * 10**decimals, y)
    size = abs(exact) + Fraction(1, 2)
    whole = size.numerator // size.denominator
    return -whole if exact < 0 else whole


def test_two_percent_of_260_beside_a_rounded_0_prove_4() -> None:
    share = ShownShare(2, least_base=250)
    # Base 10 rounds 0 .. 4 to 0 and 255 .. 264 to 260.
    assert possible_pairs([share], range(5), range(255, 265)) == [(4, y) for y in range(255, 265)]
    assert tightened(share, (0, 4), (255, 264)) == ((4, 4), (255, 264))


def test_a_share_that_stays_0_beside_a_0_says_nothing() -> None:
    left = {x for x, _ in possible_pairs([ShownShare(0)], range(5), range(255, 265))}
    assert left == {0, 1}
    # The share of a published 0 is 0 whatever the original: no row is made of it, so all of 0 .. 4 stay.
    assert possible_pairs([], range(5), range(255, 256)) == [(x, 255) for x in range(5)]


@pytest.mark.thorough
@given(st.integers(0, 40), st.integers(1, 40), st.integers(0, 2), st.booleans())
def test_the_rows_hold_for_exactly_the_originals_that_show_the_figure(
    x: int, y: int, decimals: int, change: bool
) -> None:
    figure = shown(x, y, decimals, change=change)
    share = ShownShare(figure, decimals, change=change)
    for other in range(41):
        for base in range(1, 41):
            assert share.holds(other, base) == (shown(other, base, decimals, change=change) == figure)


@given(
    st.integers(0, 60),
    st.integers(1, 60),
    st.integers(0, 1),
    st.booleans(),
    st.tuples(st.integers(0, 30), st.integers(0, 30)),
    st.tuples(st.integers(0, 30), st.integers(0, 30)),
)
@settings(max_examples=examples(150))
def test_no_pair_of_originals_is_lost_and_the_ends_of_each_interval_are_reached(
    x: int, y: int, decimals: int, change: bool, room_x: tuple[int, int], room_y: tuple[int, int]
) -> None:
    share = ShownShare(shown(x, y, decimals, change=change), decimals, change=change)
    above, base = (max(0, x - room_x[0]), x + room_x[1]), (max(1, y - room_y[0]), y + room_y[1])
    pairs = possible_pairs([share], range(above[0], above[1] + 1), range(base[0], base[1] + 1))
    assert (x, y) in pairs
    narrowed = numerator_interval(share, base, above)
    assert narrowed is not None
    assert narrowed[0] <= min(one for one, _ in pairs)
    assert narrowed[1] >= max(one for one, _ in pairs)
    bases = base_interval(share, above, base)
    assert bases is not None
    assert bases[0] <= min(one for _, one in pairs)
    assert bases[1] >= max(one for _, one in pairs)
    both = tightened(share, above, base)
    assert both is not None
    for one, other in pairs:
        assert both[0][0] <= one <= both[0][1]
        assert both[1][0] <= other <= both[1][1]


def test_a_base_that_cannot_be_is_a_contradiction() -> None:
    assert tightened(ShownShare(2, least_base=250), (0, 4), (1, 249)) is None
    assert tightened(ShownShare(50), (0, 1), (200, 210)) is None
    assert numerator_interval(ShownShare(2), (10, 5), (0, 4)) is None


def test_a_decimal_needs_ten_times_the_base_and_says_so() -> None:
    assert ShownShare(16, 1, least_base=250).base_from == 2500
    assert ShownShare(16, 1).base_from == 1
    # One decimal of a base of 250 would fix the numerator; of 2 500 it leaves several.
    fixed = numerator_interval(ShownShare(16, 1), (250, 250), (0, 250))
    wider = numerator_interval(ShownShare(16, 1, least_base=250), (2500, 2500), (0, 2500))
    assert fixed == (4, 4)
    assert wider == (39, 41)


@pytest.mark.parametrize(("part", "rest"), [(4, 251), (8, 246), (126, 129), (3, 997)])
def test_what_rounding_publishes_leaves_the_originals_that_it_was_made_of(part: int, rest: int) -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"c": ["a"] * part + ["b"] * rest}), ["c"])
    spec = ckm.TableSpec(rows=["c"], values=[ckm.Value(), ckm.Value("share", base="column")])
    method = ckm.Rounding(10, share_of_zero="original", share_reason="the office publishes them so")
    found = ckm.protect(ckm.tabulate(data, spec), method)
    share = ShownShare(found.value({"c": "a"}, 1), least_base=250)
    assert share.holds(part, part + rest)
    count, total = found.value({"c": "a"}), found.value({})
    narrowed = tightened(share, (max(0, count - 5), count + 4), (total - 5, total + 4))
    assert narrowed is not None
    assert narrowed[0][0] <= part <= narrowed[0][1]
