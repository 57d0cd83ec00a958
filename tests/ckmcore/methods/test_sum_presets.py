"""Where the design of sums begins: from p, by preset, the bend from totals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.methods.sum_presets import (
    SMALL_DESIGN,
    SUM_PRESETS,
    PercentOfPresets,
    SumPreset,
    bend_for,
    rows_for,
    sum_preset,
    sums_from_p,
)

CASES = Path("expected/magnitudes/magnitude_cases.json")


@pytest.fixture
def cases(reference: Path) -> dict[str, Any]:
    content = json.loads((reference / CASES).read_text(encoding="utf-8"))
    return {case["id"]: case for case in content["cases"]}


@pytest.mark.reference
def test_the_defaults_from_p_are_the_golden_ones(cases: dict[str, Any]) -> None:
    for p, wanted in cases["default-from-p"]["wanted"].items():
        settings, design = sums_from_p(float(p))
        assert (settings.scaling.small, settings.scaling.large) == (wanted["sigma1"], wanted["sigma0"])
        assert settings.least_noise == wanted["least_noise"]
        assert list(design.icat) == wanted["icat"]
        assert not settings.warnings


@pytest.mark.reference
def test_the_bend_from_totals_is_the_golden_one(cases: dict[str, Any]) -> None:
    given, wanted = (cases["default-bend"][part] for part in ("given", "wanted"))
    flex = ckm.Scaling(given["sigma1"], given["sigma0"], 1000, given["q"])
    for name, totals in given["totals_and_largest"].items():
        found = bend_for(totals, flex, given["mean_abs_v"], target=given["target_percent"] / 100)
        assert found == wanted[name], name


def test_the_bend_is_the_largest_that_keeps_the_error() -> None:
    chance = np.random.default_rng(3)
    flex, mean = ckm.Scaling(0.3, 0.05, 1000, 3), 1.1265
    for _ in range(40):
        largest = np.exp(chance.normal(8, 2, 12))
        totals = largest * np.exp(chance.exponential(2.5, 12))
        pairs = list(zip(totals.tolist(), largest.tolist(), strict=True))

        def good(bend: float, x: Any = totals, x1: Any = largest) -> int:
            # sums of what is written in method.md, cell by cell
            count = 0
            for total, one in zip(x.tolist(), x1.tolist(), strict=True):
                low, high = 0.05, 0.3
                fall = (2 * bend / (bend + one)) ** 3
                m = high if one < bend else low * (1 + (high * one - low * bend) / (low * bend) * fall)
                count += m * one * mean / total <= 0.02
            return count

        found = bend_for(pairs, flex, mean)
        tried = [first * 10.0**power for power in range(-4, 9) for first in (1, 2, 5)]
        kept = [bend for bend in tried if good(bend) >= 0.9 * 12]
        if found == "simple":
            assert good(1e30) >= 0.9 * 12
        else:
            assert found == max(kept, default=None)


def test_totals_of_nothing_need_no_bend() -> None:
    assert bend_for([], ckm.Scaling(0.3, 0.05, 1000, 3), 1.1) == "simple"
    assert bend_for([(0, 0), (-5, 0)], ckm.Scaling(0.3), 1.1) == "simple"
    assert bend_for([(10, 10)], ckm.Scaling(0.3), 1.1) is None


@pytest.mark.parametrize("name", SUM_PRESETS)
@pytest.mark.parametrize("p", [5, 10, 15])
def test_every_preset_makes_a_method_without_a_warning(name: SumPreset, p: int) -> None:
    counts = ckm.design_ptable(D=2, V=1)
    settings, design = sum_preset(name, p)
    large = design.table(seed=1)
    small = SMALL_DESIGN.table(seed=1) if settings.separation else None
    method = ckm.MagnitudeCellKeyMethod(counts, large=large, small=small, settings=settings, own_key=ckm.new_own_key())
    assert settings.warnings == ()
    assert not large.is_ordered
    assert method.settings.least_noise == pytest.approx(2 * p / 100)
    assert 1 / settings.scaling.small in design.icat or len(design.icat) >= 3


def test_a_p_that_asks_too_much_is_refused() -> None:
    for p in (0, -1, 34, 100):
        with pytest.raises(PercentOfPresets) as refused:
            sums_from_p(p)
        assert "33" in refused.value.text("en")


def test_rows_stand_where_one_contributor_does() -> None:
    assert rows_for(0.2) == (1.0, 3.0, 5.0)  # 1/σ1 = 5 = D
    assert rows_for(0.5) == (1.0, 2.0, 3.0, 5.0)
    assert rows_for(1.0) == (1.0, 3.0, 5.0)
