"""What noise costs sums: closed values and laws against simulations by the engine."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.quality import sums as quality
from ckmcore.methods.magnitude_noise import Parts, SumCells, noised
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sum_law import ALL_KEYS, NoiseRules, sum_laws
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import Measure, TableSpec, Value

TABLE = design_magnitudes(5, 2, icat=(1, 2, 3, 5), step=2)
PART = TABLE.parts[0]
RULES = NoiseRules(MagnitudeSettings(Scaling(0.3)), Parts(all=PART))
PRIMARY = PrimaryRules(3, (), 10)
MOMENTS = quality.RowMoments.of(PART)


def cells_of(x: list[float], x1: list[float]) -> SumCells:
    size = np.array(x1)[:, np.newaxis]
    none = np.zeros(len(x), dtype=np.bool_)
    return SumCells(np.array(x), size, np.ones(len(x), dtype=np.int64), none, size[:, 0])


def test_beyond_the_last_row_errors_are_the_closed_ones() -> None:
    laws = sum_laws(cells_of([1e5, -3e4], [900, 800]), RULES)
    units = np.array([270.0, 240.0])
    # Keys of five digits are a little coarser than the bounds.
    assert laws.mean_abs == pytest.approx(units * MOMENTS.mean_abs, rel=1e-5)
    assert laws.sd == pytest.approx(units * np.sqrt(MOMENTS.second), rel=1e-5)


# magnitudes.md 2.5, point 4 (L5, σ1 .3): share, mean deviation in percent, P within 1 % and 5 %.
GOLDEN = ((1.0, 33.84195, 0.13098, 0.13665), (0.5, 16.7601, 0.14086, 0.14086), (0.1, 3.35202, 0.14086, 0.78596),
          (0.02, 0.670404, 0.78596, 1.0))  # fmt: skip


@pytest.mark.parametrize(("share", "mean", "near", "nearer"), [(d, m, five, one) for d, m, one, five in GOLDEN])
def test_the_curve_over_the_share_has_the_values_of_the_specification(
    share: float, mean: float, near: float, nearer: float
) -> None:
    (found,) = quality.errors_by_share(RULES, (share,))
    assert 100 * found.mean == pytest.approx(mean, rel=1e-4)
    assert found.within == {0.01: pytest.approx(nearer, abs=1e-4), 0.05: pytest.approx(near, abs=1e-4)}


@pytest.mark.parametrize("scaling", [Scaling(0.3), Scaling(0.3, 0.05, 1000, 3)])
@pytest.mark.parametrize("size", [None, 5e5])
def test_the_curve_is_what_each_key_does_to_a_sum_of_that_share(scaling: Scaling, size: float | None) -> None:
    settings = MagnitudeSettings(scaling, "T", 3, (1, 0.5, 0.2), least_noise=0.2, zero_sign="key", primary=PRIMARY)
    rules = NoiseRules(settings, Parts(all=PART))
    for found in quality.errors_by_share(rules, (0.013, 0.3, 0.77), (0.02, 0.1), size):
        # The second way: every key of five digits, by the noise of a sum that no rule marks, in one step.
        largest = size or scaling.bend or 1e6
        x = np.full(ALL_KEYS, largest / found.share)
        none = np.zeros(ALL_KEYS, dtype=np.bool_)
        one = MagnitudeSettings(scaling, least_noise=0.2, zero_sign="key", primary=PRIMARY)
        keys = np.arange(ALL_KEYS, dtype=np.uint64)
        many = np.full(ALL_KEYS, 2, dtype=np.int64)
        sizes = np.full((ALL_KEYS, 1), largest)
        made = noised(x, sizes, many, none, keys, ALL_KEYS, one, Parts(all=PART))
        off = np.abs(made.published / x - 1)
        assert found.mean == pytest.approx(off.mean(), rel=1e-9)
        for distance, p in found.within.items():
            assert p == pytest.approx(float((off <= distance * (1 + 1e-9)).mean()), abs=1e-9)


def test_the_curve_rises_with_the_share_and_the_ends_of_classes_are_among_its_points() -> None:
    points = quality.errors_by_share(RULES)
    assert set(quality.SHARES[:-1]) < {one.share for one in points}
    assert (points[0].share, points[-1].share) == (0.01, 1.0)
    assert [one.share for one in points] == sorted({one.share for one in points})
    means = [one.mean for one in points]
    assert means == sorted(means)
    assert all(one.within[0.01] <= one.within[0.05] for one in points)


def test_a_gap_of_two_parts_is_that_of_pairs_of_keys() -> None:
    generator = np.random.default_rng(5)
    keys = generator.integers(0, ALL_KEYS, (2, 400_000), dtype=np.uint64)
    for table in (TABLE, permute(TABLE, 20, seed=1)):
        part = table.parts[0]
        v = [
            part.row_noise(np.full(keys.shape[1], len(part.rows) - 1), one, ALL_KEYS)
            for one in (keys[0], keys[1], keys.sum(axis=0) % np.uint64(ALL_KEYS))
        ]
        gaps = 30 * v[2] - 30 * v[0] - 12 * v[1]
        found = quality.gap_of_two(part, (30, 12), 30)
        assert found.mean_abs == pytest.approx(np.abs(gaps).mean(), rel=0.01)
        assert found.sd == pytest.approx(gaps.std(), rel=0.01)
        assert found.none == pytest.approx((gaps == 0).mean(), abs=0.002)
        assert found.sd == pytest.approx(quality.gap_deviation(np.array([30, 30, 12]), MOMENTS), rel=1e-3)


def test_a_gap_of_one_key_alone_would_be_smaller_than_that_of_linked_ones() -> None:
    found = quality.gap_of_two(PART, (30, 30), 30)
    assert found.mean_abs > 1.2 * found.apart


def test_a_mean_is_not_shown_where_nobody_is_published_and_its_error_is_about_the_delta() -> None:
    counts = ckm.design_ptable(D=2, V=1)
    few = quality.mean_law(cells_of([100.0], [60.0]), 1, RULES, counts)
    assert few.not_shown == pytest.approx(counts.row_distribution(1)[0], abs=1e-5)
    many = quality.mean_law(cells_of([1e6], [900.0]), 2000, RULES, counts)
    delta = quality.mean_deviation(1e6, 270.0, 2000, MOMENTS, 1.0)
    assert many.sd == pytest.approx(delta, rel=0.2)
    assert many.within[0.05] == pytest.approx(1)


def test_ratios_and_changes_are_those_of_a_simulation() -> None:
    first, second = (sum_laws(cells_of([x], [x1]), RULES) for x, x1 in ((1e4, 800.0), (2e3, 200.0)))
    found = quality.ratio_law(first, second)
    generator = np.random.default_rng(2)
    draws = [one.published[0][generator.choice(len(one.p), 200_000, p=one.p / one.p.sum())] for one in (first, second)]
    assert found.mean == pytest.approx((draws[0] / draws[1]).mean(), rel=0.002)
    assert found.sd == pytest.approx((draws[0] / draws[1]).std(), rel=0.02)
    same, fresh = (quality.change_law(first, first, same_key=one) for one in (True, False))
    assert (same.mean, same.sd) == (pytest.approx(0, abs=1e-12), pytest.approx(0, abs=1e-6))
    assert fresh.sd > 0.04


def test_errors_fall_with_the_share_of_the_largest_and_false_zeros_are_counted() -> None:
    x = [1000.0] * 6
    cells = cells_of(x, [1000.0, 600.0, 300.0, 150.0, 50.0, 5.0])
    found = quality.errors_of(cells, RULES, (0.01, 0.05))
    assert [(one.share, one.cells) for one in found] == [(0.5, 2), (0.1, 2), (0.02, 1), (0.0, 1)]
    assert [one.mean for one in found] == sorted((one.mean for one in found), reverse=True)
    assert all(one.median <= one.most and one.within[0.01] <= one.within[0.05] for one in found)
    laws = sum_laws(cells, RULES)
    assert found[0].false_zeros == pytest.approx(laws.zero[:2].sum())
    assert found[0].mean == pytest.approx((laws.mean_abs[:2] / 1000).mean())


def test_of_many_cells_every_few_are_looked_at() -> None:
    generator = np.random.default_rng(3)
    x = generator.uniform(1e4, 1e5, 30_000)
    cells = cells_of(x.tolist(), (x * 0.05).tolist())
    (found,) = quality.errors_of(cells, RULES, (0.05,))
    assert found.cells == 30_000
    assert found.mean == pytest.approx(0.05 * 0.3 * MOMENTS.mean_abs, rel=1e-6)


def test_expected_errors_of_a_table_are_those_of_keys_drawn_anew() -> None:
    generator = np.random.default_rng(9)
    frame = pd.DataFrame(
        {"A": generator.integers(0, 30, 2000).astype(str), "m": generator.lognormal(7, 1, 2000).round()}
    )
    data = ckm.Microdata.from_pandas(frame, ["A"], magnitudes=["m"]).with_record_keys(ckm.generate_keys(2000))
    method = ckm.MagnitudeCellKeyMethod(
        ckm.design_ptable(D=2, V=1), large=permute(TABLE, 50, seed=1), settings=MagnitudeSettings(Scaling(0.3))
    )
    found = quality.sum_errors(data, [TableSpec(rows=["A"], values=[Value("sum", magnitude="m")])], method)
    errors = found[Measure("count", "m")]
    raw = ckm.tabulate(data, TableSpec(rows=["A"], values=[Value("sum", magnitude="m")]))
    cells = method.sum_cells(raw.blocks[0], "m")
    keys = generator.integers(0, 10**9, (3000, len(cells.x)), dtype=np.uint64)
    shape = keys.shape
    drawn = noised(
        np.broadcast_to(cells.x, shape),
        np.broadcast_to(cells.contributions, (*shape, 1)),
        np.broadcast_to(cells.contributors, shape),
        np.broadcast_to(cells.sensitive, shape),
        keys,
        10**9,
        method.settings_of("m"),
        Parts(all=method.large.parts[0]),
    )
    relative = np.abs(drawn.published - cells.x).mean(axis=0) / cells.x
    expected = sum(one.mean * one.cells for one in errors) / sum(one.cells for one in errors)
    assert expected == pytest.approx(relative.mean(), rel=0.02)
