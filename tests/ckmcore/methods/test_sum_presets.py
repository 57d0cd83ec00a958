"""Where the design of sums begins: from p, by preset, the bend from totals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.methods.magnitude_settings import Nature
from ckmcore.methods.sum_presets import SMALL_DESIGN, SUM_PRESETS, SumPreset, sum_preset, sums_from_p
from ckmcore.statistic.model import Units
from tests.kit.fails import fails

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


def test_the_least_q_is_not_told_to_let_m_rise_where_float64_leaves_a_trace() -> None:
    for p in (1, 3, 5, 7, 10, 12.5, 15, 30):
        scaling = sum_preset("turnover", p)[0].scaling
        assert not scaling.rises
        assert ckm.Scaling(scaling.small, scaling.large, 1000.0, 5.99).rises
        sizes = np.geomspace(1000, 1e9, 5000)
        assert scaling.m(sizes).max() <= scaling.small * (1 + 1e-12)


@pytest.mark.parametrize(("units", "wanted"), [("recur", "level"), ("once", "flow"), ("", None)])
def test_presets_propose_the_nature_that_the_statistic_declares(units: Units, wanted: Nature | None) -> None:
    nature = ckm.Statistic("S", units=units).nature
    assert nature == wanted
    for name in SUM_PRESETS:
        plain, design = sum_preset(name)
        settings, other = sum_preset(name, nature=nature)
        # Turnover is a flow whatever recurs: with the same key growth in cells of one giant would be exact.
        assert settings.nature == ("flow" if name == "turnover" else wanted or "level")
        assert replace(settings, nature=plain.nature) == plain
        assert other == design


def test_a_p_that_asks_too_much_is_refused() -> None:
    for p in (0, -1, 34, 100):
        with fails("percent_of_presets") as refused:
            sums_from_p(p)
        assert "33" in refused.value.text("en")
