"""What two figures say of the records that are left: proofs and intervals by listing, chances by drawn keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.differencing import EMPTY, NOT_EMPTY, Rest, Seen, rest_of
from ckmcore.methods.protected import Sign
from tests.kit.examples import examples

TABLE = ckm.design_ptable(D=2, V=1, js=1)
METHOD = ckm.CellKeyMethod(TABLE)


def seen(figure: int, sign: int = 0, exempt: bool = False, method: object = METHOD) -> Seen:
    return Seen(method, "zero_rule", figure, sign, exempt)  # type: ignore[arg-type]


def test_figures_that_differ_prove_that_somebody_is_left() -> None:
    assert rest_of(seen(20), seen(17)) == Rest(True, 1, 7, 0.0)
    assert rest_of(seen(17), seen(20)) == Rest(True, 1, 1, 0.0)
    equal = rest_of(seen(20), seen(20))
    assert (equal.proved, equal.low, equal.high) == (False, 0, 4)


@settings(max_examples=examples(40))
@given(st.integers(0, 12), st.integers(0, 8), st.integers(0, 999), st.integers(0, 999))
def test_no_proof_and_no_interval_is_wrong(count: int, left: int, key: int, more: int) -> None:
    whole = (key + more * (left > 0)) % 1000
    figures = [
        original + int(TABLE.lookup(np.array([original]), np.array([one], dtype=np.uint64), 1000)[0])
        for original, one in ((count + left, whole), (count, key))
    ]
    found = rest_of(seen(figures[0]), seen(figures[1]))
    assert found.low <= left
    assert found.high is not None
    assert left <= found.high
    assert found.proved == (figures[0] != figures[1])
    if found.empty == 0.0:
        assert left > 0


def drawn(method: ckm.CellKeyMethod, figure: int, draws: int = 400_000) -> float:
    """P(nobody left | both show `figure`) by drawn counts, rests and keys."""
    draw = np.random.default_rng(figure)
    counts = draw.integers(max(figure - 2, 0), figure + 3, draws)
    left = np.where(draw.random(draws) < EMPTY, 0, draw.integers(1, 11, draws))
    keys = draw.integers(0, 10**9, (2, draws)).astype(np.uint64)
    part = counts + method.ptable.lookup(counts, keys[0], 10**9)
    whole_key = np.where(left > 0, (keys[0] + keys[1]) % np.uint64(10**9), keys[0])
    whole = counts + left + method.ptable.lookup(counts + left, whole_key, 10**9)
    met = (part == figure) & (whole == figure)
    return float((left[met] == 0).mean())


@pytest.mark.parametrize("figure", [0, 2, 3, 9])
def test_equal_figures_raise_the_odds_that_nobody_is_left(figure: int) -> None:
    found = rest_of(seen(figure), seen(figure))
    assert found.empty == pytest.approx(drawn(METHOD, figure), abs=0.01)
    assert found.empty > EMPTY  # type: ignore[operator]


def test_signs_are_compared_as_they_are_shown() -> None:
    method = ckm.CellKeyMethod(TABLE, threshold=3)
    hidden = seen(0, int(Sign.UNKNOWN), method=method)
    assert rest_of(seen(5, method=method), hidden).proved
    both = rest_of(hidden, hidden)
    assert not both.proved
    assert both.empty is not None
    assert 0 < both.empty < 1
    # The figures behind two signs may differ: what is compared is what stands there.
    assert both == rest_of(seen(2, int(Sign.UNKNOWN), method=method), hidden)


def test_cells_that_cannot_be_compared_prove_nothing_and_have_no_chance() -> None:
    assert rest_of(seen(9, exempt=True), seen(7)) == Rest(False, 0, 4, None)
    assert rest_of(seen(9, exempt=True), seen(7, exempt=True)) == Rest(False, 2, 2, 0.0)
    # Other keys, another method or other records: they prove nothing about one another.
    other = replace(seen(7), made="other keys")
    assert rest_of(seen(9), other) == Rest(False, 0, 6, None)
    assert rest_of(seen(7), replace(seen(7), made=None)).empty is None
    unknown = rest_of(seen(9, method=None), seen(7, method=None))
    assert (unknown.proved, unknown.low, unknown.high) == (True, 1, None)
    assert rest_of(seen(9, method=None), seen(9, method=None)) == Rest(False, 0, None, None)


def test_rounding_proves_by_different_figures_and_weighs_equal_ones() -> None:
    method = ckm.Rounding(5)
    assert rest_of(seen(10, method=method), seen(5, method=method)) == Rest(True, 1, 9, 0.0)
    equal = rest_of(seen(10, method=method), seen(10, method=method))
    # Of counts 8 to 12 alike, d more are rounded to 10 in 5 - d of 5 cases.
    met = sum(weight * max(5 - d, 0) / 5 for d, weight in NOT_EMPTY.items())
    assert equal == Rest(False, 0, 4, pytest.approx(EMPTY / (EMPTY + met)))


def test_what_is_concluded_is_said_in_both_languages() -> None:
    assert rest_of(seen(20), seen(17)).said.text("de") == "1 bis 7 übrig, sicher jemand"
    assert (
        rest_of(seen(9, method=None), seen(7, method=None)).said.text("en") == "at least 1 left, somebody for certain"
    )
    assert rest_of(seen(9, method=None), seen(9, method=None)).said.text("en") == "how many are left stays open"
    words = rest_of(seen(20), seen(20)).said.text("de")
    assert words.startswith("0 bis 4 übrig, niemand mit 96,")
    assert words.endswith(" % (vorher: 50 %, sonst 1 bis 10 gleich wahrscheinlich)")
