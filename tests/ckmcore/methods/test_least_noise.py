"""Least noise in sensitive cells, the sign of noise 0, the rules of other programs: cell by cell, by a second way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.methods.magnitude_noise import Noised, Parts, noised, rotated
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.serialization import method_text
from ckmcore.ptable import design_ptable
from ckmcore.ptable.magnitudes import design_magnitudes
from tests.kit.examples import examples
from tests.kit.fails import fails

M = 10**5
KEYS = np.arange(M, dtype=np.uint64)
LARGE = design_magnitudes(5, 2, icat=(1, 3, 5), step=4)
SMALL = design_magnitudes(3, 1, icat=(1, 3), step=2)
P10 = PrimaryRules(minimum_frequency=3, p_percent=10)
OWN: dict[str, Any] = {"least_noise": 0.2, "zero_sign": "key", "primary": P10}


def drawn(
    x: float,
    contributions: list[float],
    rules: MagnitudeSettings,
    *,
    sensitive: bool = True,
    largest: float | None = None,
) -> Noised:
    """One cell under all keys."""
    size = np.tile(np.array(contributions, dtype=np.float64), (M, 1))
    return noised(
        np.full(M, float(x)),
        size,
        np.full(M, len(contributions)),
        np.full(M, sensitive),
        KEYS,
        M,
        rules,
        Parts(all=LARGE.parts[0], small=SMALL.parts[0] if rules.separation else None),
        largest=None if largest is None else np.full(M, largest),
    )


@settings(max_examples=examples(10))
@given(st.floats(1, 1e6), st.floats(0, 3), st.sampled_from([0.05, 0.3]), st.booleans())
def test_a_sensitive_sum_differs_by_the_least_noise_at_least_and_is_not_biased(
    x1: float, rest: float, small: float, negative: bool
) -> None:
    sign = -1 if negative else 1
    x = sign * x1 * (1 + rest)
    found = drawn(x, [x1], MagnitudeSettings(Scaling(small), **OWN))
    v, key = found.steps[0].v, found.steps[0].key
    wanted = np.where((v < 0) | ((v == 0) & (key % 2 == 1)), -1.0, 1.0) * x1 * (0.2 + small * np.abs(v))
    wanted = np.maximum(np.abs(x) + wanted, 0)
    assert np.allclose(sign * found.published, wanted, rtol=1e-12, atol=1e-9 * x1)
    assert np.abs(found.published - x).min() >= 0.2 * x1 * (1 - 1e-9)


def test_without_a_sensitive_cell_nothing_is_added() -> None:
    own, former = MagnitudeSettings(Scaling(0.3), **OWN), MagnitudeSettings(Scaling(0.3))
    first, second = (drawn(1000, [600], one, sensitive=False).published for one in (own, former))
    assert np.array_equal(first, second)


def test_the_sign_of_0_by_the_key_goes_up_as_often_as_down() -> None:
    own = MagnitudeSettings(Scaling(0.3), **OWN)
    found = drawn(10**6, [600], own).published - 10**6
    nothing = found[np.isclose(np.abs(found), 120)]
    assert len(nothing) > 5000
    assert abs(int((nothing > 0).sum()) - int((nothing < 0).sum())) <= 2
    former = drawn(10**6, [600], MagnitudeSettings(Scaling(0.3), extra_noise=0.4, primary=P10))
    assert (former.published - 10**6)[former.steps[0].v == 0].min() > 0


def test_with_a_least_noise_step_1_alone_draws_in_sensitive_cells() -> None:
    rules = MagnitudeSettings(Scaling(0.3), k=2, epsilon=(1, 0.5), **OWN)
    sensitive, plain = drawn(1000, [700, 300], rules), drawn(1000, [700, 300], rules, sensitive=False)
    assert not sensitive.steps[1].amount.any()
    assert plain.steps[1].amount.any()


def test_the_least_noise_is_a_share_of_the_largest_contribution_whatever_the_type() -> None:
    rules = MagnitudeSettings(Scaling(0.3), "M", **OWN)
    found = drawn(1000, [100], rules, largest=990)
    assert np.abs(found.published - 1000).min() == pytest.approx(198)
    nothing = drawn(1000, [0], MagnitudeSettings(Scaling(0.3), "D", **OWN), largest=1000)
    assert np.abs(nothing.published - 1000).min() == pytest.approx(200)


def test_small_values_keep_the_least_noise_and_their_unit_is_what_is_set() -> None:
    rules = MagnitudeSettings(Scaling(0.3), separation=True, small_unit=100, **OWN)
    found = drawn(250.0, [1.0], rules)
    assert found.steps[0].small.all()
    assert set(np.unique(found.steps[0].unit)) == {100.0}
    usual = drawn(250.0, [1.0], MagnitudeSettings(Scaling(0.3), separation=True))
    assert set(np.unique(usual.steps[0].unit)) == {1.0}


@pytest.mark.thorough
def test_r_cellkey_leaves_epsilon_out_below_z_f_and_adds_mu_in_every_step() -> None:
    flex = Scaling(0.3, 0.03, 1000, 3)
    rules = MagnitudeSettings(flex, k=2, epsilon=(1, 0.5), compat="cellkey", extra_noise=0.5, primary=P10)
    found = drawn(3000, [800, 600], rules)
    assert set(np.unique(found.steps[1].unit)) <= {180.0}
    v, amount = found.steps[1].v, found.steps[1].amount
    assert amount == pytest.approx(180 * np.where(v < 0, -1, 1) * (0.5 + np.abs(v)))
    tau = drawn(3000, [800, 600], MagnitudeSettings(flex, k=2, epsilon=(1, 0.5), extra_noise=0.5, primary=P10))
    assert set(np.unique(tau.steps[1].unit)) <= {90.0}


@pytest.mark.parametrize(
    ("given_settings", "said"),
    [
        ({"least_noise": 0.2, "zero_sign": "key"}, "no primary rule says"),
        ({"least_noise": 0.2, "primary": P10}, "comes from the key"),
        ({**OWN, "extra_noise": 1}, "exclude each other"),
        ({**OWN, "compat": "tauargus"}, "τ-ARGUS.*least noise"),
        ({"missing": "out", "compat": "cellkey"}, "R cellKey.*records without a value stand aside"),
        ({"mean_of": "valid", "compat": "cellkey"}, "means divide by records with a value"),
    ],
)
def test_rules_that_cannot_both_hold_are_refused_with_their_names(given_settings: dict[str, Any], said: str) -> None:
    with fails("settings_contradict", match=said):
        MagnitudeSettings(Scaling(0.3), **given_settings)


@pytest.mark.parametrize("faulty", [{"least_noise": -0.1}, {"least_noise": 1.0}, {"small_unit": 0}])
def test_numbers_that_cannot_be_are_refused(faulty: dict[str, Any]) -> None:
    with fails("magnitude_setting_faulty"):
        MagnitudeSettings(Scaling(0.3), **faulty)
    for name in ("zero_sign", "nature", "compat"):
        with fails("setting_unknown"):
            MagnitudeSettings(Scaling(0.3), **{name: "other"})


def test_what_is_allowed_and_unwise_is_said() -> None:
    low = MagnitudeSettings(Scaling(0.3), least_noise=0.1, zero_sign="key", primary=P10)
    assert "Choose 0.2 or more" in low.warnings[0].text("en")
    assert MagnitudeSettings(Scaling(0.3), **OWN).warnings == ()
    assert MagnitudeSettings(Scaling(0.3), "D").warnings[0].code == "range_of_one"
    assert MagnitudeSettings(Scaling(0.3), "D", **OWN).warnings == ()


def test_new_rules_stand_in_no_text_while_they_are_off() -> None:
    counts = design_ptable(D=2, V=1)
    former, new = (
        method_text(MagnitudeCellKeyMethod(counts, large=LARGE, settings=one))
        for one in (MagnitudeSettings(Scaling(0.3)), MagnitudeSettings(Scaling(0.3), **OWN))
    )
    names = ("least_noise", "zero_sign", "nature", "small_unit", "compat")
    assert not any(name in former for name in names)
    assert all(name in new for name in ("least_noise", "zero_sign"))


def test_the_rotated_key_is_a_permutation_of_all_keys() -> None:
    assert len(set(rotated(KEYS, M).tolist())) == M
