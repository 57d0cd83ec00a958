"""Quantiles from published classes: anybody can compute them again, and what hides them hangs on published counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.conformance.quantile_cases import quantile_error
from ckmcore.methods.protected import Sign
from ckmcore.methods.quantiles import (
    ClassEdges,
    interpolated,
    published_quantiles,
    quantile_variance,
)
from ckmcore.microdata.classes import QuantileClasses
from ckmcore.tabulate.derived_indicators import QuantileExtreme, check_quantile

CLASSES = ClassEdges((0, 4, 8, 12, 16, 24, None))


@given(st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(lambda one: sum(one) > 0), st.floats(0.05, 0.95))
def test_a_quantile_has_its_share_of_the_records_below_it(counts: list[int], q: float) -> None:
    closed = ClassEdges((0, 4, 8, 12, 16, 24))
    found = float(interpolated(np.array(counts, dtype=np.float64), closed, q))
    edges = np.array([0.0, 4, 8, 12, 16, 24])
    shares = np.concatenate([[0], np.cumsum(counts)]) / sum(counts)
    assert float(np.interp(found, edges, shares)) == pytest.approx(q, abs=1e-9)


def test_at_a_bound_the_lower_class_wins() -> None:
    counts = np.array([0, 0, 5, 0, 5, 0], dtype=np.float64)
    assert [float(interpolated(counts, CLASSES, q)) for q in (0.25, 0.5, 0.75)] == [10, 12, 20]


def test_many_cells_are_interpolated_at_once_and_empty_ones_have_none() -> None:
    counts = np.array([[[31, 78, 121, 60, 24, 4], [0] * 6]], dtype=np.int64)
    found = published_quantiles(counts, CLASSES, 0.5)
    assert found.figures[0, 0] == pytest.approx(9.652892562)
    assert np.isnan(found.figures[0, 1])
    assert found.signs.tolist() == [[Sign.NONE, Sign.UNKNOWN]]


def test_signs_say_why_no_quantile_is_shown() -> None:
    def sign(counts: list[int], q: float, **more: Any) -> int:
        return int(published_quantiles(np.array(counts), CLASSES, q, **more).signs)

    assert sign([0, 0, 0, 0, 0, 100], 0.5) == Sign.BLOCKED  # the open class
    assert sign([10, 10, 10, 10, 10, 10], 0.9) == Sign.BLOCKED  # 6 records beyond
    assert sign([20, 20, 20, 20, 20, 0], 0.9) == Sign.NONE  # 10 records beyond
    assert sign([20, 20, 20, 20, 20, 0], 0.5, least_in_class=21) == Sign.UNRELIABLE
    assert sign([20, 20, 20, 20, 20, 0], 0.5, least_in_class=20) == Sign.NONE
    assert sign([5, 5, 5, 5, 0, 0], 0.5) == Sign.NONE


def test_who_computes_it_again_from_published_counts_gets_the_published_figure() -> None:
    published = [31, 78, 121, 60, 24, 4]
    total, reached = sum(published), 31 + 78
    by_hand = 8 + 4 * (0.5 * total - reached) / 121
    assert float(published_quantiles(np.array(published), CLASSES, 0.5).figures) == pytest.approx(by_hand)


@pytest.mark.parametrize("q", [0.0, 0.049, 0.951, 1.0, -1])
def test_minimum_maximum_and_what_is_near_them_are_refused(q: float) -> None:
    with pytest.raises(QuantileExtreme, match="5 % to 95 %"):
        check_quantile(q)


@pytest.mark.parametrize("edges", [(), (1,), (1, 1), (2, 1), (0, None, 4), (None, 4)])
def test_classes_that_are_none_are_refused(edges: tuple[float | None, ...]) -> None:
    with pytest.raises(QuantileClasses):
        ClassEdges(edges)


def test_the_error_of_a_median_is_near_its_formula_and_a_simulation() -> None:
    ptable, classes = ckm.design_ptable(D=2, V=1), ClassEdges((0, 4, 8, 12, 16, 24))
    counts = [300, 800, 1200, 600, 250]
    found = quantile_error(counts, classes, 0.5, ptable)
    variance = ptable.reports[-1].variance
    assert found.sd == pytest.approx(np.sqrt(quantile_variance(counts, classes, 0.5, variance)), rel=1e-3)
    generator = np.random.default_rng(1)
    keys = generator.integers(0, 10**9, (50_000, 5), dtype=np.uint64)
    noise = ptable.lookup(np.broadcast_to(np.array(counts), keys.shape), keys, 10**9)
    drawn = interpolated((noise + np.array(counts)).astype(np.float64), classes, 0.5)
    assert found.sd == pytest.approx(drawn.std(), rel=0.02)
    assert found.mean_abs == pytest.approx(np.abs(drawn - found.quantile).mean(), rel=0.02)


def test_of_very_many_classes_noise_is_drawn() -> None:
    ptable = ckm.design_ptable(D=5, V=3, js=2)
    edges = ClassEdges(tuple(range(13)))
    counts = [0, 100, 200, 300, 500, 900, 800, 500, 300, 200, 100, 50]
    found = quantile_error(counts, edges, 0.5, ptable)
    variance = ptable.reports[-1].variance
    assert found.sd == pytest.approx(np.sqrt(quantile_variance(counts, edges, 0.5, variance)), rel=0.05)
