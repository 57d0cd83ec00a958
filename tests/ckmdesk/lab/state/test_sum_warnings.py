"""What is told at once of settings of sums while they are designed."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ckmcore as ckm
from ckmcore.methods.sum_presets import SUM_PRESETS, sum_preset
from ckmdesk.lab.state.sum_warnings import design_warnings

SIMPLE = ckm.MagnitudeSettings(ckm.Scaling(0.1))


def codes(settings: ckm.MagnitudeSettings, D: int = 5) -> list[str]:
    return [one.code for one in design_warnings(settings, ckm.design_magnitudes(D, 2.0))]


def test_an_interval_with_an_upper_end_is_told_as_it_is() -> None:
    (said,) = design_warnings(ckm.MagnitudeSettings(ckm.Scaling(0.3)), ckm.design_magnitudes(2, 1.0))
    # The case of the specification: published 600, σ1 .3, D 2: the original lies between 375 and 1500.
    assert said.code == "sums_interval_ends"
    assert (said.fields["low"], said.fields["high"]) == (0.625, 2.5)
    assert (600 * said.fields["low"], 600 * said.fields["high"]) == (375, 1500)
    assert said.fields["least"] == 0.2
    assert codes(ckm.MagnitudeSettings(ckm.Scaling(0.3))) == []  # D 5: the upper end is open
    kept = ckm.PrimaryRules(p_percent=10)
    assert codes(replace(SIMPLE, scaling=ckm.Scaling(0.3), least_noise=0.2, zero_sign="key", primary=kept)) == []


@pytest.mark.parametrize("kind", ["M", "V"])
def test_of_types_that_do_not_look_at_the_largest_contribution_the_floor_decides(kind: str) -> None:
    assert codes(replace(SIMPLE, contribution=kind)) == ["sums_floor_decides"]  # type: ignore[arg-type]
    assert "range_of_one" in codes(replace(SIMPLE, contribution="D"))


def test_presets_are_told_nothing_of_and_less_noise_is_told_where_two_variables_tell_a_giant() -> None:
    for name in SUM_PRESETS:
        settings, design = sum_preset(name)
        assert design_warnings(settings, design.table(1)) == []
        less = replace(settings.scaling, small=0.16) if settings.scaling.large is None else settings.scaling
        less = less if less.large is None else replace(less, large=0.16)
        (said,) = design_warnings(replace(settings, scaling=less), design.table(1))
        assert (said.code, said.fields["count"], said.fields["small"]) == ("totals_tell_from", 2, 0.2)
    assert design_warnings(SIMPLE, None) == []
