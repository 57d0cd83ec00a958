"""What noise costs sums: of a table that was protected, and of keys drawn anew, against slow second ways."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.quality.measure_numbers import deviations
from ckmcore.lab.quality.monte_carlo import monte_carlo
from ckmcore.lab.quality.sum_draws import drawn_sums
from ckmcore.lab.quality.sum_measures import (
    SHARES,
    SUM_MEASURES,
    derived_errors,
    measured_sums,
    published_sums,
    sum_measures,
    sum_rules_of,
)
from ckmcore.lab.quality.sums import sum_errors
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.own_keys import own_key_from
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.classes import MagnitudeClasses, class_edges
from ckmcore.microdata.data import Microdata, with_judged_keys
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import Condition, Measure, TableSpec, Value
from tests.kit.examples import examples

LARGE = permute(design_magnitudes(5, 2, icat=(1, 2, 3, 5), step=2), 50, seed=1)
COUNTS = ckm.design_ptable(D=2, V=1)
SIMPLE = ckm.MagnitudeCellKeyMethod(COUNTS, large=LARGE, settings=MagnitudeSettings(Scaling(0.3)))
OWN: dict[str, Any] = {"missing": "out", "mean_of": "valid", "zero_sign": "key", "least_noise": 0.2}
OURS = ckm.MagnitudeCellKeyMethod(
    COUNTS,
    large=LARGE,
    settings=MagnitudeSettings(Scaling(0.3), primary=PrimaryRules(minimum_frequency=3, p_percent=10), **OWN),
    own_key=own_key_from(b"the secret of sums drawn anew..."),
)
SUMS = (Value("sum", magnitude="m"), Value("mean", magnitude="m", decimals=2))
SPEC = TableSpec(rows=["A"], columns=["B"], values=SUMS)


def data_of(seed: int = 1, size: int = 80, digits: int = 9) -> Microdata:
    """Records of A and B with a value, some of them 0 or missing."""
    draw = np.random.default_rng(seed)
    values = draw.lognormal(5, 1.5, size).round()
    values[draw.random(size) < 0.15] = 0
    values[draw.random(size) < 0.1] = np.nan
    frame = pd.DataFrame({"A": draw.choice(list("pqr"), size), "B": draw.choice(list("xy"), size), "m": values})
    keys = draw.integers(0, 10**digits, size).astype(np.uint64)
    data = Microdata.from_pandas(frame, ["A", "B"], magnitudes=["m"])
    return with_judged_keys(data, RecordKeys(keys, 10**digits, digits, "generated"))


def numbers_of(data: Microdata, spec: TableSpec, method: Any) -> dict[str, float]:
    raw = ckm.tabulate(data, spec, contributors=max(method.contributors, 1))
    shown = method.protect(raw)
    found = published_sums(measured_sums(raw, data, shown), derived_errors(raw, shown, sum_rules_of(raw, method)))
    assert found is not None
    return {code: float(one[0]) for code, one in sum_measures(found).items()}


# --- a table that was protected ---------------------------------------------------------------------------------------


@settings(max_examples=examples(12), deadline=None)
@given(st.integers(0, 10_000), st.integers(8, 120), st.sampled_from([SIMPLE, OURS, ckm.Rounding(5)]))
def test_each_measure_is_that_of_a_loop_over_the_cells(seed: int, size: int, method: Any) -> None:
    data = data_of(seed, size)
    raw = ckm.tabulate(data, SPEC, contributors=max(method.contributors, 1))
    shown, block = method.protect(raw), raw.blocks[0]
    mine = block.magnitudes["m"]
    sums = mine.sums / 10.0 ** (mine.decimals or 0)
    signs = shown.blocks[0].signs
    plain = np.ones(block.shape, bool) if signs is None else signs[0] == 0
    figures = shown.blocks[0].figures[0]
    off, dominated, zeros = [], [], 0
    for at in np.ndindex(block.shape):
        if sums[at]:
            zeros += int(not plain[at] or figures[at] == 0)
            if plain[at]:
                off.append(abs(figures[at] - sums[at]) / abs(sums[at]))
                if abs(mine.largest[at][0]) / 10.0 ** (mine.decimals or 0) / abs(sums[at]) >= 0.5:
                    dominated.append(off[-1])
    found = numbers_of(data, SPEC, method)
    if off:
        assert found["sum_mean"] == pytest.approx(100 * np.mean(off))
        assert found["sum_median"] == pytest.approx(100 * np.median(off))
        assert found["sum_p95"] == pytest.approx(100 * np.quantile(off, 0.95))
        assert found["sum_within_5"] == pytest.approx(100 * np.mean(np.array(off) <= 0.05))
        assert found["sum_false_zeros"] == zeros
        if dominated:
            assert found["sum_share_half"] == pytest.approx(100 * np.mean(dominated))
    # A total of one part is that part, and no sum.
    wide, high = block.shape[1] > 2, block.shape[0] > 2
    lines = [(plain[at], figures[at], sums[at]) for at in range(len(plain)) if wide]
    lines += [(plain[:, at], figures[:, at], sums[:, at]) for at in range(plain.shape[1]) if high]
    gaps = [abs(one[0] - one[1:].sum()) / x[0] for there, one, x in lines if there.all() and x[0]]
    if gaps:
        assert found["sum_gap"] == pytest.approx(100 * np.mean(gaps))
        assert found["sum_largest_gap"] == pytest.approx(100 * max(gaps))


def test_means_ratios_and_changes_are_measured_against_exact_ones() -> None:
    data = data_of(5, 300)
    x = (Condition("B", ("x",)),)
    values = (
        *SUMS,
        Value("ratio", magnitude="m", conditions=x, base_magnitude="m", decimals=3),
        Value("change", magnitude="m", variable="B", against="x", decimals=1),
    )
    spec = SPEC.with_changes(values=values)
    found = numbers_of(data, spec, OURS)
    raw = ckm.tabulate(data, spec, contributors=OURS.contributors)
    shown = OURS.protect(raw).blocks[0]
    m, valid = raw.blocks[0].magnitudes["m"], raw.blocks[0].magnitudes["m"].valid
    assert valid is not None
    means = np.abs(shown.figures[1] / 100 / (m.sums / valid) - 1)
    assert found["sum_means"] == pytest.approx(100 * means.mean())
    upper = raw.part(x)[0].magnitudes["m"].sums
    there = (upper > 0) & (shown.signs[2] == 0 if shown.signs is not None else True)
    ratios = np.abs(shown.figures[2][there] / 1000 / (upper[there] / m.sums[there]) - 1)
    assert found["sum_ratios"] == pytest.approx(100 * ratios.mean())
    change = 100 * (m.sums[:, 2] / m.sums[:, 1] - 1)
    assert found["sum_changes"] == pytest.approx(np.abs(shown.figures[3][:, 2] / 10 - change).mean())


def test_medians_are_measured_against_those_of_the_original_counts_of_their_classes() -> None:
    data = data_of(7, 900)
    column = replace(data.magnitudes["m"], classes=MagnitudeClasses(("0", "100", "200", "400+")))
    data = replace(data, magnitudes={**data.magnitudes, "m": column}, cache={})
    spec = SPEC.with_changes(values=(*SUMS, Value("median", magnitude="m")))
    found = numbers_of(data, spec, OURS)
    raw = ckm.tabulate(data, spec, contributors=OURS.contributors)
    shown = OURS.protect(raw).blocks[0]
    signs = shown.signs[len(SUMS)] if shown.signs is not None else np.zeros(shown.figures[0].shape)
    classes = sorted((own[-1].codes[0] for own in raw.parts if own), key=class_edges)
    counts = {own[-1].codes[0]: one[0].counts for own, one in raw.parts.items() if own}
    errors = []
    for at in np.argwhere(signs == 0):
        each, wanted = [int(counts[code][tuple(at)]) for code in classes], 0.0
        half, below = sum(each) / 2, 0
        for code, count in zip(classes, each, strict=True):
            low, high = class_edges(code)
            if count and below + count >= half:
                assert high is not None
                wanted = low + (high - low) * (half - below) / count
                break
            below += count
        errors.append(abs(shown.figures[len(SUMS)][tuple(at)] / 10 ** spec.values[-1].places - wanted) / wanted)
    assert len(errors) > 3
    assert found["sum_medians"] == pytest.approx(100 * np.mean(errors))


def test_sums_of_several_measures_are_pooled_and_tables_without_sums_have_none() -> None:
    data = replace(data_of(2), cache={})
    half = Value("sum", magnitude="m", conditions=(Condition("B", ("x",)),))
    both = numbers_of(data, TableSpec(rows=["A"], values=(SUMS[0], half)), SIMPLE)
    one, other = (numbers_of(data, TableSpec(rows=["A"], values=(value,)), SIMPLE) for value in (SUMS[0], half))
    assert both["sum_mean"] == pytest.approx((one["sum_mean"] + other["sum_mean"]) / 2)
    raw = ckm.tabulate(data, TableSpec(rows=["A"]))
    assert published_sums(measured_sums(raw, data, SIMPLE.protect(raw)), {}) is None


# --- keys drawn anew --------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_repetition_with_the_keys_of_the_records_is_the_table() -> None:
    # One repetition of many tables with drawn record keys has the distribution of the repetitions.
    spec = TableSpec(rows=["A"], columns=["B"], values=SUMS)
    data = data_of(3, 60)
    found = drawn_sums(data, spec, OURS, 1500)
    numbers = sum_measures(found)
    draw, columns = np.random.default_rng(8), {"sum_mean": [], "sum_false_zeros": [], "sum_gap": [], "sum_means": []}
    for _ in range(60):
        keys = draw.integers(0, 10**9, data.rows).astype(np.uint64)
        again = numbers_of(
            replace(with_judged_keys(data, RecordKeys(keys, 10**9, 9, "generated")), cache={}), spec, OURS
        )
        for code, values in columns.items():
            values.append(again[code])
    for code, values in columns.items():
        error = np.std(values) / len(values) ** 0.5 + 1e-9
        assert np.nanmean(numbers[code]) == pytest.approx(np.mean(values), abs=4.5 * error), code


def test_the_mean_over_keys_is_the_expected_error() -> None:
    data = data_of(4, 200)
    spec = TableSpec(rows=["A"], columns=["B"], values=SUMS[:1])
    drawn = monte_carlo(data, [spec], SIMPLE, repetitions=3000).overall
    expected = sum_errors(data, [spec], SIMPLE)[Measure("count", "m")]
    assert drawn.cells == sum(one.cells for one in expected)
    classes = {one.share: 100 * one.mean for one in expected}
    for code, share in SHARES:
        assert (code in drawn.measures) == (share in classes)
        if share in classes:
            assert drawn.measures[code].mean == pytest.approx(classes[share], rel=0.1)


def test_counts_and_sums_of_one_table_are_drawn_together_and_tables_are_pooled() -> None:
    data = data_of(6, 150)
    both = TableSpec(rows=["A"], values=(Value(), *SUMS))
    found = monte_carlo(data, [both, SPEC, TableSpec(rows=["B"])], OURS, repetitions=20)
    assert {"mean_deviation", "sum_mean", "sum_means"} <= found.tables[0].measures.keys()
    assert "mean_deviation" not in found.tables[1].measures
    assert not set(SUM_MEASURES) & found.tables[2].measures.keys()
    assert {"mean_deviation", "sum_mean"} <= found.overall.measures.keys()
    of_counts = monte_carlo(data, [both], OURS, repetitions=20, measures=[deviations]).overall.measures
    assert not set(SUM_MEASURES) & of_counts.keys()
    again = monte_carlo(data, [both, SPEC, TableSpec(rows=["B"])], OURS, repetitions=20)
    for code, one in found.overall.measures.items():
        assert again.overall.measures[code].values.tolist() == one.values.tolist()


def test_sums_of_zeros_alone_are_nothing_to_draw() -> None:
    frame = pd.DataFrame({"A": list("ppqq"), "m": [0.0, 0, 0, 0]})
    data = Microdata.from_pandas(frame, ["A"], magnitudes=["m"]).with_record_keys(ckm.generate_keys(4))
    spec = TableSpec(rows=["A"], values=SUMS[:1])
    with pytest.raises(ckm.CkmError, match="0"):
        monte_carlo(data, [spec], SIMPLE, repetitions=5)
    found = monte_carlo(data, [spec, TableSpec(rows=["A"])], SIMPLE, repetitions=5)
    assert found.tables[0].problem is not None
