"""Settings derived from p and from totals: they hold what they promise, and give no contribution away."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.methods.magnitude_settings import Scaling
from ckmcore.methods.sum_defaults import bend_from_totals, defaults_from_p, least_q
from ckmcore.ptable.magnitudes import design_magnitudes


@pytest.mark.parametrize("p", [1, 2.5, 5, 10, 12, 15, 20, 30])
def test_what_is_derived_from_p_can_be_designed_and_keeps_twice_p(p: float) -> None:
    made = defaults_from_p(p)
    assert made.least_noise == pytest.approx(2 * p / 100)
    table = design_magnitudes(made.D, made.V, step=made.step, icat=made.icat, strict=True)
    assert all(report.feasible for report in table.reports)
    scaling = Scaling(made.small, made.large, 1000, max(3, least_q(made.small, made.large)))
    assert not scaling.rises


def test_cells_of_one_contributor_stand_on_a_row_or_nearly() -> None:
    assert defaults_from_p(10).icat == (1, 3, 3.25, 5)
    assert defaults_from_p(15).icat == (1, 2.25, 3, 5)
    assert defaults_from_p(5).icat == (1, 3, 5)


@given(st.lists(st.tuples(st.floats(1e3, 1e8), st.floats(0.001, 0.3)), min_size=1, max_size=12))
def test_z_f_is_the_largest_1_2_5_that_keeps_the_error_of_most_totals(shares: list[tuple[float, float]]) -> None:
    totals = [(x, x * share) for x, share in shares]
    found = bend_from_totals(totals, 0.3, 0.05, 3, 1.1265)

    def kept(scaling: Scaling) -> float:
        x, x1 = (np.array(one) for one in zip(*totals, strict=True))
        return float((scaling.m(x1) * x1 * 1.1265 / x <= 0.02).mean())

    if found == "simple":
        assert kept(Scaling(0.3)) >= 0.9 - 1e-9
    elif found is None:
        assert all(kept(Scaling(0.3, 0.05, 10.0**power, 3)) < 0.9 for power in range(-4, 10))
    else:
        assert kept(Scaling(0.3, 0.05, found, 3)) >= 0.9 - 1e-9
        digits = f"{found:e}"[:1]
        assert digits in "125"
        assert found == float(f"{digits}e{round(np.log10(found / int(digits)))}")
        larger = found * {"1": 2, "2": 2.5, "5": 2}[digits]
        assert kept(Scaling(0.3, 0.05, larger, 3)) < 0.9


def test_q_below_the_least_lets_m_rise() -> None:
    q = least_q(0.3, 0.05)
    assert q == pytest.approx(2.4)
    assert Scaling(0.3, 0.05, 1000, q - 0.01).rises
    assert not Scaling(0.3, 0.05, 1000, q + 0.01).rises
