"""The lattice: every chance again by listing all noise, by areas of keys, and by keys that are drawn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.averaging import averaging
from ckmcore.lab.risk.averaging_bounds import count_right, keyed_right
from ckmcore.lab.risk.lattice import (
    NO_NOISE,
    Law,
    RepeatedFigure,
    chance_empty,
    difference_law,
    fresh_right,
    looks_right,
    mean_right,
    most_probable,
    related,
)
from ckmcore.lab.risk.linked_keys import split
from ckmcore.ptable import shuffle
from tests.kit.brute_force import microdata, raw_of, two_way
from tests.kit.examples import examples

TABLES = {
    "D2": ckm.design_ptable(D=2, V=1, js=0),
    "js": ckm.design_ptable(D=3, V=2, js=1),
    "shuffled": shuffle(ckm.design_ptable(D=2, V=1, js=1), 0.05),
    "spike": ckm.design_ptable(D=3, V=0.8, js=0, pstay=0.8),
}


@st.composite
def laws(draw: st.DrawFn) -> Law:
    """A law of up to four values on a short lattice."""
    v = draw(st.lists(st.integers(-2, 3), min_size=1, max_size=4, unique=True))
    weights = draw(st.lists(st.integers(1, 9), min_size=len(v), max_size=len(v)))
    return Law.in_order({one: weight / sum(weights) for one, weight in zip(v, weights, strict=True)})


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("counts", [(1, 1), (1, 2), (2, 3), (9, 9)])
def test_two_parts_with_their_keys_are_the_areas_of_keys(name: str, counts: tuple[int, int]) -> None:
    table = TABLES[name]
    first, second, total = (Law.of(table, count) for count in (*counts, sum(counts)))
    areas: Counter[tuple[int, int]] = Counter()
    found = split(ckm.CellKeyMethod(table), *counts)
    for (one, other, whole), area in np.ndenumerate(found.chances):
        v = [int(found.first[one]) - counts[0], int(found.second[other]) - counts[1]]
        areas[v[0], sum(v) - (int(found.total[whole]) - sum(counts))] += area  # type: ignore[assignment]
    law = related(first, (second,), total, linked=True)
    for at, v in enumerate(law.v.tolist()):
        for place, gap in enumerate(law.gaps.tolist()):
            assert law.chances[at, place] == pytest.approx(areas[v, gap], abs=1e-6)
    assert law.chances.sum() == pytest.approx(1, abs=1e-5)


@settings(max_examples=examples(25))
@given(laws(), st.lists(laws(), min_size=1, max_size=2), laws())
def test_with_independent_keys_all_noise_is_listed(own: Law, others: list[Law], total: Law) -> None:
    chances: Counter[tuple[int, int]] = Counter()
    for noise in product(*(law.shares.items() for law in (own, *others, total))):
        gap = sum(v for v, _ in noise[:-1]) - noise[-1][0]
        chances[noise[0][0], gap] += math.prod(p for _, p in noise)  # type: ignore[assignment]
    best: dict[int, float] = {}
    linear = 0.0
    for (v, gap), p in chances.items():
        best[gap] = max(best.get(gap, 0.0), p)
        linear += p * (1.0 if abs(v - gap / 4) < 0.5 else 0.5 if abs(v - gap / 4) == 0.5 else 0.0)
    found = related(own, others, total, linked=False)
    assert found.right == pytest.approx(sum(best.values()))
    assert found.linear(0.25) == pytest.approx(linear)
    # The total's gap has the other sign, and it is one of the others to a part.
    turned = related(total, (own, *others), None, linked=False)
    assert turned.chances.sum() == pytest.approx(1)


@pytest.mark.daily(1)
@pytest.mark.parametrize(("name", "parts"), [("D2", 3), ("shuffled", 3), ("spike", 4), ("js", 5)])
def test_more_parts_with_their_keys_are_what_drawn_keys_give(name: str, parts: int) -> None:
    table, draws = TABLES[name], 400_000
    keys = np.random.default_rng(parts).integers(0, 10**9, (parts, draws)).astype(np.uint64)
    counts = np.full((parts, draws), 9)
    noise = table.lookup(counts, keys, 10**9)
    whole = table.lookup(counts.sum(axis=0), keys.sum(axis=0) % np.uint64(10**9), 10**9)
    law, total = Law.of(table, 9), Law.of(table, 9 * parts)
    off = 4 * math.sqrt(0.25 / draws)
    for found, mine in (
        (related(law, (law,) * (parts - 1), total, linked=True), noise[0]),
        (related(total, (law,) * parts, None, linked=True), whole),
    ):
        gaps = noise.sum(axis=0) - whole
        for at, v in enumerate(found.v.tolist()):
            for place, gap in enumerate(found.gaps.tolist()):
                share = float(((mine == v) & (gaps == gap)).mean())
                assert found.chances[at, place] == pytest.approx(share, abs=off)


def by_samples(looks: Sequence[Law]) -> float:
    """Σ over samples of P(sample) · [the true shift is the most probable; ties shared], one sample after the other."""
    found = 0.0
    for noise in product(*(law.shares for law in looks)):
        chances = {
            shift: math.prod(law.shares.get(v + shift, 0.0) for law, v in zip(looks, noise, strict=True))
            for shift in range(-6, 7)
        }
        best = [shift for shift, p in chances.items() if p >= max(chances.values()) * (1 - 1e-9)]
        found += chances[0] / len(best) if 0 in best else 0.0
    return found


@settings(max_examples=examples(25))
@given(st.lists(laws(), min_size=1, max_size=4))
def test_figures_of_one_count_are_guessed_as_sample_by_sample(looks: list[Law]) -> None:
    numbers = Counter(looks)
    assert looks_right(tuple(numbers.items()))[0] == pytest.approx(by_samples(looks), abs=1e-9)


def test_many_samples_are_drawn_and_say_how_far_they_can_be_off() -> None:
    law, other = (Law.of(TABLES[name], 9) for name in ("js", "spike"))
    exact, none = looks_right(((law, 3), (other, 4)))
    drawn, off = looks_right(((law, 3), (other, 4)), 10)
    assert none == 0.0 < off < 0.01
    assert drawn == pytest.approx(exact, abs=off)


def test_a_spike_is_found_more_often_than_a_normal_law_says() -> None:
    law = Law.of(TABLES["spike"], 9)
    assert law.right == pytest.approx(0.8, abs=1e-9) == fresh_right(law, 1)
    assert fresh_right(law, 12) > 0.999


@settings(max_examples=examples(25))
@given(laws(), st.integers(1, 3), st.integers(1, 2))
def test_the_mean_of_sums_is_rounded_sum_by_sum(law: Law, terms: int, times: int) -> None:
    found = 0.0
    for noise in product(law.shares.items(), repeat=terms * times):
        off = abs(sum(v for v, _ in noise)) / times
        found += math.prod(p for _, p in noise) * (1.0 if off < 0.5 else 0.5 if off == 0.5 else 0.0)
    assert mean_right(law, terms, times) == pytest.approx(found)


@pytest.mark.parametrize("base", [2, 3, 5])
@pytest.mark.parametrize("times", [1, 2, 4])
def test_keyed_rounding_is_guessed_over_every_count_that_can_be_rounded_so(base: int, times: int) -> None:
    for count in range(10, 10 + base):
        found = 0.0
        chances = {other: law_of_rounding(base, other) for other in range(40)}
        for figures in product(chances[count], repeat=times):
            weighed = {other: math.prod(law.get(figure, 0.0) for figure in figures) for other, law in chances.items()}
            best = [other for other, p in weighed.items() if p >= max(weighed.values()) * (1 - 1e-9)]
            found += weighed[count] / len(best) if count in best else 0.0
        assert keyed_right(base, (count,) * times) == pytest.approx(found)
        assert count_right(ckm.KeyedRounding(base), count, times) == pytest.approx(found)


def law_of_rounding(base: int, count: int) -> dict[int, float]:
    below, rest = count - count % base, count % base
    return {below: 1 - rest / base, below + base: rest / base} if rest else {count: 1.0}


def test_the_noise_of_a_part_and_of_its_total_is_independent_where_somebody_is_left() -> None:
    table, draws = TABLES["js"], 400_000
    keys = np.random.default_rng(3).integers(0, 10**9, (2, draws)).astype(np.uint64)
    part = table.lookup(np.full(draws, 9), keys[0], 10**9)
    total = table.lookup(np.full(draws, 11), keys.sum(axis=0) % np.uint64(10**9), 10**9)
    law = difference_law(Law.of(table, 9), Law.of(table, 11))
    assert sum(law.values()) == pytest.approx(1)
    for gap, chance in law.items():
        assert float((total - part == gap).mean()) == pytest.approx(chance, abs=4 * math.sqrt(0.25 / draws))


def test_what_has_no_weight_has_no_chance_and_empty_cells_no_noise() -> None:
    assert chance_empty(0.0, {1: 1.0}, {}) == 0.0
    assert chance_empty(0.5, {1: 0.5}, {1: 1.0}) == 0.5
    assert Law.of(TABLES["D2"], 0) is NO_NOISE
    assert not NO_NOISE.is_noise
    assert most_probable([RepeatedFigure(((1.0,),), 0, 3)]) == 1.0


@pytest.mark.daily(1)
@pytest.mark.parametrize("name", ["D2", "spike", "shuffled"])
def test_the_best_reader_of_a_whole_table_is_between_the_bounds(name: str) -> None:
    table, draws = TABLES[name], 400_000
    data = microdata(two_way([[9, 7], [8, 6]]), ["A", "B"], keys=True)
    found = averaging([raw_of(data, ["A"], ["B"])], data, ckm.CellKeyMethod(table))
    margins = np.kron([[1, 1], [1, 0], [0, 1]], [[1, 1], [1, 0], [0, 1]])
    keys = margins @ np.random.default_rng(1).integers(0, 10**9, (4, draws)) % 10**9
    counts = np.repeat((margins @ np.array([9, 7, 8, 6]))[:, None], draws, axis=1)
    noise = table.lookup(counts, keys.astype(np.uint64), 10**9)
    # All that figures say of noise is how far parts miss their totals.
    gaps = [noise[1] - noise[4] - noise[7], noise[2] - noise[5] - noise[8], noise[3] - noise[4] - noise[5]]
    code = sum((one + 9) * 19**at for at, one in enumerate([*gaps, noise[0] - noise[3] - noise[6]]))
    for cell in found.of_table(0):
        mine = noise[3 * cell.position[0] + cell.position[1]] + 3
        right = np.bincount(code * 7 + mine, minlength=7 * 19**4).reshape(-1, 7).max(axis=1).sum() / draws
        # Of so few draws per gap the best noise looks a little better than it is.
        assert cell.lower < right < cell.upper
        assert cell.upper == pytest.approx(fresh_right(Law.of(table, 9), 4), abs=1e-6)


@pytest.mark.thorough
def test_a_year_of_figures_of_a_wide_table_is_drawn_to_within_what_is_said() -> None:
    law = Law.of(ckm.design_ptable(D=7, V=3, js=0), 20)
    _, off = looks_right(((law, 12),), draws=200_000)
    assert 0 < off < 0.003
    # Twelve figures of a narrower table with the same variance are listed: near the same, as few are far out.
    narrow = Law.of(ckm.design_ptable(D=5, V=3, js=0), 20)
    assert fresh_right(law, 12) == pytest.approx(fresh_right(narrow, 12), abs=0.02)
