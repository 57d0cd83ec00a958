"""What readers conclude of single contributions: each chance by a second way, counting keys or trying guesses."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from ckmcore.lab.risk import sum_risk as risk
from ckmcore.lab.risk.relations import Relations
from ckmcore.lab.risk.sum_intervals import RealBounds, intervals_alone, narrowed, sum_intervals
from ckmcore.methods.magnitude_noise import Parts, SumCells
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.sum_defaults import flex_limit, last_row
from ckmcore.methods.sum_law import NoiseRules, SumLaws, law_by_key, sum_laws
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from tests.kit.examples import examples

TABLE = design_magnitudes(5, 2, icat=(1, 3, 5), step=4)
PART = TABLE.parts[0]


def cell(x: float, x1: float) -> SumCells:
    size = np.array([[x1]])
    return SumCells(np.array([x]), size, np.array([1]), np.array([False]), size[:, 0])


def laws_of(x: float, x1: float, small: float = 0.3) -> SumLaws:
    return sum_laws(cell(x, x1), NoiseRules(MagnitudeSettings(Scaling(small)), Parts(all=PART)))


@settings(max_examples=examples(20))
@given(st.lists(st.integers(1, 1000), min_size=2, max_size=5), st.integers(1, 40))
def test_the_chance_of_an_estimate_is_that_of_a_count_of_all_keys(values: list[int], percent: int) -> None:
    sizes = sorted(map(float, values), reverse=True)
    x, p = sum(sizes), percent / 100
    laws = laws_of(x, sizes[0])
    every = x + law_by_key(cell(x, sizes[0]), NoiseRules(MagnitudeSettings(Scaling(0.3)), Parts(all=PART)))
    off = np.abs(every - sizes[1] - sizes[0])
    found = risk.near_largest(laws, np.array([sizes[0]]), np.array([sizes[1]]), p)[0]
    at_edge = np.isclose(off, p * sizes[0], rtol=1e-7).mean()
    assert found == pytest.approx((off < p * sizes[0]).mean(), abs=at_edge + 1e-12)


@settings(max_examples=examples(20))
@given(st.lists(st.floats(0.01, 4), min_size=1, max_size=30), st.sampled_from([0.05, 0.1, 0.25]))
def test_no_guess_is_better_than_the_best_one(factors: list[float], p: float) -> None:
    f = np.array(factors)
    weight = np.full(len(f), 1 / len(f))
    best = risk.best_guess(f, weight, p)
    for guess in np.geomspace(0.005, 6, 4000):
        assert weight[np.abs(f / guess - 1) < p * (1 - 1e-6)].sum() <= best.p + 1e-9
    assert weight[np.abs(f / best.factor - 1) < p].sum() == pytest.approx(best.p)


def test_a_published_0_is_no_guess_and_nothing_but_zeros_gives_none() -> None:
    nothing = risk.best_guess(np.zeros(3), np.full(3, 1 / 3), 0.1)
    assert (nothing.p, nothing.zero, nothing.naive) == (0, pytest.approx(1), 0)


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_an_average_is_that_of_all_combinations_of_draws(draws: int) -> None:
    values, p_of = laws_of(1.0, 1.0).values(0)
    found = risk.average(values, p_of, draws, 0.1)
    totals, weight = np.zeros(1), np.ones(1)
    for _ in range(draws):
        totals = (totals[:, None] + values[None, :]).ravel()
        weight = (weight[:, None] * p_of[None, :]).ravel()
    inside = np.abs(totals / draws - 1) < 0.1 * (1 - 1e-9)
    assert found.p == pytest.approx(weight[inside].sum(), abs=1e-9)


def test_averages_of_factors_on_no_lattice_are_near_a_simulation() -> None:
    generator = np.random.default_rng(1)
    factors, p_of = np.sort(1 + generator.normal(0, 0.3, 50)), np.full(50, 0.02)
    found = risk.average(factors, p_of, 6, 0.1)
    means = generator.choice(factors, (200_000, 6)).mean(axis=1)
    assert found.p == pytest.approx((np.abs(means - 1) < 0.1).mean(), abs=0.005)
    assert risk.average(np.ones(1), np.ones(1), 3, 0.1).normal == 1


def test_a_difference_is_a_sum_over_both_draws() -> None:
    v, p = last_row(PART)
    found = risk.difference(PART, (90.0, 30.0), 280.0, 0.1)
    wanted = sum(
        a * b
        for x, a in zip(v, p, strict=True)
        for y, b in zip(v, p, strict=True)
        if abs(90 * x - 30 * y) < 28 * (1 - 1e-9)
    )
    assert found.p == pytest.approx(wanted)
    assert found.sd == pytest.approx(math.sqrt(2 * (90**2 + 30**2)), rel=1e-9)


def test_no_rest_is_worse_than_the_worst_one() -> None:
    v, p = last_row(PART)
    added = np.sign(v) * (0.12 + 0.3 * np.abs(v))
    worst = risk.worst_rest(added, p, 0.1)
    for rest in np.linspace(0, 0.0999, 3000):
        assert p[np.abs(rest + added) < 0.1 * (1 - 1e-9)].sum() <= worst + 1e-12


def test_from_a_size_on_flex_alone_does_not_protect() -> None:
    found = flex_limit(Scaling(0.3, 0.03, 1000, 3), PART, 0.1, 0.6)
    assert found is not None
    size, m = found
    v, p = last_row(PART)
    for factor, more in ((1.001, True), (0.999, False)):
        at = float(Scaling(0.3, 0.03, 1000, 3).m(np.array([size * factor]))[0])
        assert (p[np.abs(v) * at < 0.1].sum() > 0.6) == more
    assert m == pytest.approx(float(Scaling(0.3, 0.03, 1000, 3).m(np.array([size]))[0]))
    assert flex_limit(Scaling(0.3, 0.29, 1000, 3), PART, 0.1, 0.5) is None
    assert flex_limit(Scaling(0.3, 0.03, 1000, 3), PART, 0.1, 0.2) == (0, 0.3)
    # Noise 0 alone has more than the limit: at every size.
    stays = last_row(PART)[1][last_row(PART)[0] == 0].sum()
    assert flex_limit(Scaling(0.3, 0.03, 1000, 3), PART, 0.1, stays / 2) == (0, 0.3)


def test_permuted_rows_disclose_as_ordered_ones() -> None:
    other = Parts(all=permute(TABLE, 50, seed=3).parts[0])
    how = NoiseRules(MagnitudeSettings(Scaling(0.3)), other)
    for x1 in (100.0, 700.0, 1000.0):
        one, two = laws_of(1000.0, x1), sum_laws(cell(1000.0, x1), how)
        assert one.sd[0] == pytest.approx(two.sd[0])
        assert risk.near_largest(one, np.array([x1]), np.zeros(1), 0.1) == pytest.approx(
            risk.near_largest(two, np.array([x1]), np.zeros(1), 0.1)
        )


# --- intervals --------------------------------------------------------------------------------------------------------


def relations_of(count: int, *sums: tuple[int, tuple[int, ...]]) -> Relations:
    parts = [one for _, mine in sums for one in mine]
    starts = np.concatenate([[0], np.cumsum([len(mine) for _, mine in sums])])
    totals = np.array([total for total, _ in sums])
    return Relations(count, totals, np.array(parts), starts, np.ones(len(sums), dtype=np.bool_))


TWO_BY_TWO = relations_of(9, (2, (0, 1)), (5, (3, 4)), (8, (6, 7)), (6, (0, 3)), (7, (1, 4)), (8, (2, 5)))


@pytest.mark.thorough
@settings(max_examples=examples(15))
@given(
    st.lists(st.integers(1, 1000), min_size=4, max_size=4),
    st.sampled_from([0.1, 0.6, 1.2]),
    st.integers(0, 2**32 - 1),
)
def test_intervals_hold_the_originals_and_are_exact(values: list[int], width: float, seed: int) -> None:
    a, b, c, d = map(float, values)
    original = np.array([a, b, a + b, c, d, c + d, a + c, b + d, a + b + c + d])
    noise = np.random.default_rng(seed).uniform(-min(width, 0.99), width, 9)
    alone = intervals_alone(original * (1 + noise), width)
    found = sum_intervals(alone, TWO_BY_TWO, np.arange(9))
    assert found.exact.all()
    slack = 1e-6 * original.max()
    assert (found.bounds.low <= original + slack).all()
    assert (found.bounds.high >= original - slack).all()
    outer = narrowed(alone, TWO_BY_TWO)
    assert (outer.low <= found.bounds.low + slack).all()
    assert (outer.high >= found.bounds.high - slack).all()
    equations = np.zeros((6, 9))
    for at in range(6):
        equations[at, TWO_BY_TWO.totals[at]] = 1
        equations[at, TWO_BY_TWO.parts_of(at)] -= 1
    ends = list(zip(alone.low, alone.high, strict=True))
    least = linprog(np.eye(9)[0], A_eq=equations, b_eq=np.zeros(6), bounds=ends)
    assert found.bounds.low[0] == pytest.approx(least.fun, abs=slack)


def test_what_is_not_shown_is_narrowed_by_sums_alone() -> None:
    alone = intervals_alone(np.array([np.nan, 50.0, 100.0]), 0.1)
    assert (alone.low[0], alone.high[0]) == (0, np.inf)
    found = sum_intervals(alone, relations_of(3, (2, (0, 1))), np.array([0]))
    assert found.bounds.low[0] == pytest.approx(100 / 1.1 - 50 / 0.9)
    assert found.bounds.high[0] == pytest.approx(100 / 0.9 - 50 / 1.1)


@given(st.integers(1, 60), st.floats(-1, 1), st.sampled_from([0.1, 0.35, 0.9, 1.5]))
def test_a_figure_that_was_rounded_leaves_its_original_possible(x: int, share: float, width: float) -> None:
    figure = np.array([np.floor(x * (1 + share * width) + 0.5)])
    bounds = intervals_alone(figure, width, rounded=0.5)
    assert bounds.low[0] <= x * (1 + 1e-9)
    assert bounds.high[0] >= x * (1 - 1e-9)


def test_without_its_rounding_a_figure_would_exclude_its_original() -> None:
    # 3 less the largest noise, .75, is published as 2, which says 2.67 at the most.
    assert intervals_alone(np.array([2.0]), 0.25).high[0] < 3 < intervals_alone(np.array([2.0]), 0.25, 0.0, 0.5).high[0]


def test_small_sums_may_be_off_by_an_amount() -> None:
    alone = intervals_alone(np.array([2.0, 1000.0]), 0.1, least=3)
    assert alone.low.tolist() == [0, pytest.approx(1000 / 1.1)]
    assert alone.high.tolist() == [5, pytest.approx(1000 / 0.9)]


def test_where_figures_contradict_sums_or_time_is_up_nothing_is_exact() -> None:
    wrong = RealBounds(np.array([1.0, 1.0, 5.0]), np.array([1.0, 1.0, 5.0]))
    assert not sum_intervals(wrong, relations_of(3, (2, (0, 1))), np.arange(3)).exact.any()
    right = RealBounds(np.zeros(3), np.ones(3))
    assert not sum_intervals(right, relations_of(3, (2, (0, 1))), np.arange(3), seconds=-1).exact.any()
    assert sum_intervals(right, relations_of(3), np.arange(3)).exact.all()
