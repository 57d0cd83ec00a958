"""Keys of parts add up to that of their total: the figures of the design, draws as the oracle, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.linked_keys import Split, in_order, linked_sum, linked_tableaus, split
from ckmcore.ptable import shuffle
from ckmcore.ptable.model.linked import least_pair_variance
from ckmcore.ptable.model.table import from_rows
from tests.kit.examples import examples
from tests.kit.fails import fails

R = ckm.design_ptable(D=2, V=1, js=0, compat="R", optim=1)
M = 10**9


def noise(table: ckm.PTable, count: int, keys: np.ndarray) -> np.ndarray:
    return table.lookup(np.full(len(keys), count), keys, M)


def test_1_and_1_with_the_total_2_are_published_as_1_and_1_and_0_more_often_than_independent_keys_say() -> None:
    found = split(ckm.CellKeyMethod(R), 1, 1)
    assert found.chance(1, 1, 0) == pytest.approx(0.01908, abs=5e-6)
    assert found.chance_if_independent(1, 1, 0) == pytest.approx(0.0085727, abs=5e-8)
    assert found.disclosed("zero_rule", consistency=False) == pytest.approx(0.01908, abs=5e-6)
    assert found.disclosed("deviation", consistency=False) == 0
    assert found.chance(1, 1, 7) == 0
    assert found.chances.sum() == pytest.approx(1)


def test_gaps_of_1_and_1_are_those_of_the_design() -> None:
    found = split(ckm.CellKeyMethod(R), 1, 1)
    assert round(found.gap_from(3), 3) == 0.043
    assert round(found.gaps[0], 3) == 0.017


def test_gaps_are_counted_whatever_their_sign() -> None:
    found = split(ckm.CellKeyMethod(R), 1, 1)
    assert sum(found.gaps.values()) == pytest.approx(1)
    assert found.gap_from(0) == pytest.approx(1)
    assert found.gap_from(1) == pytest.approx(1 - found.gaps[0])


@settings(max_examples=examples(8))
@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from([0.0, 0.3, 0.07]))
def test_every_outcome_comes_as_often_as_with_drawn_keys(first: int, second: int, threshold: float) -> None:
    table = ckm.design_ptable(D=2, V=1.5, js=1)
    table = shuffle(table, threshold) if threshold else table
    found = split(ckm.CellKeyMethod(table), first, second)
    draw = np.random.default_rng(first * 10 + second)
    keys = draw.integers(0, M, (2, 100_000)).astype(np.uint64)
    one, other = first + noise(table, first, keys[0]), second + noise(table, second, keys[1])
    total = first + second + noise(table, first + second, keys.sum(axis=0) % np.uint64(M))
    drawn = np.zeros_like(found.chances)
    places = [np.searchsorted(axis, at) for axis, at in ((found.first, one), (found.second, other))]
    np.add.at(drawn, (*places, np.searchsorted(found.total, total)), 1 / keys.shape[1])
    assert np.abs(drawn - found.chances).max() < 5 * np.sqrt(0.25 / keys.shape[1])
    assert found.chances.sum() == pytest.approx(1)


def test_what_a_threshold_hides_does_not_disclose() -> None:
    shown = split(ckm.CellKeyMethod(R), 1, 1)
    hidden = split(ckm.CellKeyMethod(R, threshold=3), 1, 1)
    # Both parts and the total below 3: parts 0..2, total 0..2; nothing is fixed. A total of 4 alone is 2 and more.
    assert hidden.disclosed(consistency=False) < 0.02
    assert hidden.disclosed() < shown.disclosed()
    assert shown.chances == pytest.approx(hidden.chances)


def test_figures_that_differ_are_not_of_the_same_records() -> None:
    # Keys .60 and .45: 2 and 0 are published for the parts, 0 for the total. Each part holds a record.
    keys = np.array([60, 45]) * (M // 100)
    w19 = ckm.design_ptable(D=2, V=1.08, js=1)
    assert (1 + noise(w19, 1, keys)).tolist() == [2, 0]
    assert (2 + noise(w19, 2, keys.sum(keepdims=True) % M)).tolist() == [0]
    found = split(ckm.CellKeyMethod(w19), 1, 1)
    alone = replace(found, chances=np.where(_triple(found, 2, 0, 0), found.chances, 0.0))
    assert alone.chances.sum() > 0
    assert alone.disclosed(every=True) == pytest.approx(alone.chances.sum())
    assert alone.disclosed("table", every=True) == alone.disclosed("tableau", every=True) == alone.disclosed()
    assert alone.disclosed(consistency=False) == alone.disclosed("nothing") == 0


def _triple(found: Split, *shown: int) -> np.ndarray:
    axes = (found.first, found.second, found.total)
    return np.logical_and.outer(np.logical_and.outer(axes[0] == shown[0], axes[1] == shown[1]), axes[2] == shown[2])


_UNIT = 8
_MODULUS = 8 * _UNIT


@st.composite
def small_tables(draw: st.DrawFn) -> ckm.PTable:
    """Tables of two rows and more whose bounds are eighths, of a deviation of at most 2, ordered or not."""
    rows = [[(0, 1.0, Fraction(1))]]
    for row in range(1, draw(st.integers(2, 4))):
        cuts = sorted(draw(st.sets(st.integers(1, _UNIT - 1), max_size=4)))
        bounds = [Fraction(cut, _UNIT) for cut in (*cuts, _UNIT)]
        targets = [row + draw(st.integers(max(-2, -row), 2)) for _ in bounds]
        widths = [float(bound - below) for below, bound in zip([Fraction(0), *bounds], bounds, strict=False)]
        rows.append(list(zip(targets, widths, bounds, strict=True)))
    return from_rows(rows)


@pytest.mark.thorough
@settings(max_examples=examples(20))
@given(small_tables(), st.integers(1, 3), st.integers(1, 3), st.sampled_from([0, 2]), st.booleans())
def test_what_is_disclosed_is_what_trying_every_pair_of_keys_leaves(
    table: ckm.PTable, first: int, second: int, threshold: int, every: bool
) -> None:
    method = ckm.CellKeyMethod(table, threshold=threshold)
    keys = np.arange(_MODULUS, dtype=np.uint64)

    def shown(count: int, at: np.ndarray) -> np.ndarray:
        figures = np.full(len(at), count) + table.lookup(np.full(len(at), count), at, _MODULUS)
        return np.where(figures < threshold, -1, figures)

    def told(one: int, other: int) -> tuple[np.ndarray, ...]:
        one_keys = np.zeros(1, np.uint64) if one == 0 else keys
        other_keys = np.zeros(1, np.uint64) if other == 0 else keys
        a, b = (grid.ravel() for grid in np.meshgrid(one_keys, other_keys))
        return shown(one, a), shown(other, b), shown(one + other, (a + b) % np.uint64(_MODULUS))

    possible: dict[tuple[int, ...], list[set[int]]] = {}
    for one, other in product(range(first + 5), range(second + 5)):
        for triple in np.unique(np.stack(told(one, other)), axis=1).T.tolist():
            cells = possible.setdefault(tuple(triple), [set(), set(), set()])
            for cell, count in zip(cells, (one, other, one + other), strict=True):
                cell.add(count)
    found = split(method, first, second)
    judge, wanted = all if every else any, 0.0
    for place in np.argwhere(found.chances > 1e-12).tolist():
        figures = [int(axis[at]) for axis, at in zip((found.first, found.second, found.total), place, strict=True)]
        cells = possible[tuple(figure if figure >= threshold else -1 for figure in figures)]
        wanted += found.chances[tuple(place)] * judge(len(cell) == 1 for cell in cells)
    assert found.disclosed("tableau", every=every) == pytest.approx(wanted, abs=1e-9)
    assert found.disclosed(every=every) <= found.disclosed("table", every=every) + 1e-9 <= wanted + 2e-9


def test_two_parts_of_an_ordered_tableau_add_up_exactly_for_some_key_and_by_twice_v_on_average() -> None:
    ordered, shuffled = linked_tableaus(ckm.design_ptable(D=2, V=1, js=0))
    assert ordered.ordered
    assert not shuffled.ordered
    assert ordered.rows[1].parts == (2, 2)
    assert ordered.rows[1].least == pytest.approx(0, abs=1e-12)
    assert ordered.rows[1].most == pytest.approx(2.86, abs=0.02)
    assert ordered.rows[1].mean == pytest.approx(2)
    assert shuffled.worst is not None
    assert 0.5 < shuffled.worst.least < 2
    assert shuffled.worst.mean == pytest.approx(2)


@pytest.mark.parametrize(("threshold", "least"), [(0.2, 0.3), (0.05, 0.6), (0.02, 1.0)])
def test_finer_shuffling_leaves_more_open(threshold: float, least: float) -> None:
    table = shuffle(ckm.design_ptable(D=2, V=1, js=0), threshold)
    worst = linked_tableaus(table)[1].worst
    assert worst is not None
    assert worst.least == pytest.approx(least, abs=0.25)
    assert worst.least == pytest.approx(least_pair_variance(table)[0])


def test_a_shuffled_tableau_is_put_in_order_without_a_change_of_its_distribution() -> None:
    table = ckm.design_ptable(D=3, V=2, js=1)
    again = in_order(shuffle(table, 0.05))
    assert again.is_ordered
    assert again.exact_bounds == in_order(table).exact_bounds
    for row in table.rows:
        assert again.row_distribution(row) == pytest.approx(table.row_distribution(row))
    ordered, shuffled = linked_tableaus(shuffle(table, 0.05))
    assert ordered.ordered
    assert shuffled.rows == linked_tableaus(table)[1].rows


def test_three_parts_have_three_times_the_variance_whatever_the_key_of_their_total() -> None:
    table = ckm.design_ptable(D=2, V=1, js=0)
    found = linked_sum(table, (4, 5, 6))
    assert (found.least, found.most, found.mean) == pytest.approx((3, 3, 3))
    draw = np.random.default_rng(3)
    keys = draw.integers(0, M, (2, 200_000)).astype(np.uint64)
    for total in (0, M // 3):
        last = (np.uint64(total) + np.uint64(2 * M) - keys[0] - keys[1]) % np.uint64(M)
        sums = sum(noise(table, count, key) for count, key in zip((4, 5, 6), (*keys, last), strict=True))
        assert np.var(sums) == pytest.approx(3, abs=0.05)


def test_a_single_part_is_its_total() -> None:
    found = linked_sum(R, (4,))
    assert (found.least, found.most, found.mean) == (0, 0, 0)


@pytest.mark.parametrize("parts", [(), (0, 3), (2, -1)])
def test_parts_without_records_are_refused(parts: tuple[int, ...]) -> None:
    with fails("parts_need_records"):
        linked_sum(R, parts)


def test_the_words_say_nothing_of_figures() -> None:
    assert repr(split(ckm.CellKeyMethod(R), 1, 1)) == "Split(confidential)"
    assert "confidential" in repr(linked_sum(R, (1, 1)))
    assert "confidential" in repr(linked_tableaus(R)[0])
