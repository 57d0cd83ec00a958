"""The law of a sum is what a count of all keys gives, whatever the settings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.methods.magnitude_noise import Parts, SumCells, noised
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sum_law import ALL_KEYS, NoiseRules, law_by_key, standing_for, sum_laws
from ckmcore.ptable.magnitudes import MagnitudePTable, design_magnitudes, join_types, permute
from tests.kit.examples import examples

LARGE = design_magnitudes(5, 2, icat=(1, 3, 5), step=4)
BOTH = join_types([design_magnitudes(5, 2, type="even"), design_magnitudes(4, 1, type="odd")])
SMALL = design_magnitudes(3, 1, icat=(1, 3), step=2)
FLEX = Scaling(0.3, 0.03, 1000, 3)
P10 = PrimaryRules(minimum_frequency=3, p_percent=10)
OWN: dict[str, Any] = {"least_noise": 0.2, "zero_sign": "key", "primary": P10}


def parts_of(table: MagnitudePTable, *, parity: bool = False, small: bool = False) -> Parts:
    return Parts(
        all=None if parity else table.part("all"),
        even=table.part("even") if parity else None,
        odd=table.part("odd") if parity else None,
        small=SMALL.parts[0] if small else None,
    )


def cells_of(*cells: tuple[float, list[float], bool]) -> SumCells:
    steps = max(len(sizes) for _, sizes, _ in cells)
    sizes = np.array([[*one, *[0.0] * (steps - len(one))] for _, one, _ in cells])
    return SumCells(
        np.array([x for x, _, _ in cells]),
        sizes,
        np.array([len(one) for _, one, _ in cells]),
        np.array([sensitive for *_, sensitive in cells]),
        sizes[:, 0],
    )


def counted(cells: SumCells, at: int, rules: NoiseRules) -> dict[float, float]:
    """Every key, one after another, by the engine: what it adds, and the share of keys that do."""
    keys = np.arange(rules.modulus, dtype=np.uint64)
    many, one = len(keys), cells.taken(np.array([at]))
    found = noised(
        np.repeat(one.x, many),
        np.repeat(one.contributions, many, axis=0),
        np.repeat(one.contributors, many),
        np.repeat(one.sensitive, many),
        keys,
        rules.modulus,
        rules.settings,
        rules.parts,
        rules.boundary,
        np.repeat(one.largest, many),
    )
    added = np.round(np.sum([step.amount for step in found.steps], axis=0), 9) + 0.0
    values, count = np.unique(added, return_counts=True)
    return dict(zip(values.tolist(), (count / many).tolist(), strict=True))


CASES = [
    (MagnitudeSettings(Scaling(0.3)), parts_of(LARGE)),
    (MagnitudeSettings(FLEX), parts_of(permute(LARGE, 50, seed=2))),
    (MagnitudeSettings(Scaling(0.3), **OWN), parts_of(LARGE)),
    (MagnitudeSettings(FLEX, **OWN), parts_of(permute(LARGE, 20, seed=4))),
    (MagnitudeSettings(Scaling(0.3), parity=True), parts_of(BOTH, parity=True)),
    (MagnitudeSettings(Scaling(0.3), separation=True), parts_of(LARGE, small=True)),
    (MagnitudeSettings(Scaling(0.3), extra_noise=1.5, primary=P10), parts_of(LARGE)),
]


@pytest.mark.daily(6)
@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.parametrize("boundary", ["less", "less_equal"])
def test_one_step_is_exact_for_every_cell(number: int, boundary: Any) -> None:
    rules, parts = CASES[number]
    cells = cells_of(
        (1000.0, [1000.0], True),
        (-300.0, [200.0], False),
        (4000.0, [1500.0], True),
        (2.5, [2.0], False),
        (0.0, [7.0], True),
    )
    how = NoiseRules(rules, parts, 10**5, boundary)
    laws = sum_laws(cells, how)
    assert laws.p.sum() == pytest.approx(1, abs=1e-12)
    for at in range(len(cells.x)):
        mine: dict[float, float] = {}
        for value, p in zip((np.round(laws.added[at], 9) + 0.0).tolist(), laws.p.tolist(), strict=True):
            mine[value] = mine.get(value, 0.0) + p
        assert mine == pytest.approx(counted(cells, at, how), abs=1e-12)


@settings(max_examples=examples(8))
@given(st.floats(1, 1e5), st.floats(1, 6), st.floats(0.01, 1), st.booleans())
def test_moments_are_those_of_a_count_of_all_keys(x1: float, ratio: float, small: float, own: bool) -> None:
    made = MagnitudeSettings(Scaling(small), **(OWN if own else {}))
    cells, how = cells_of((x1 * ratio, [x1], own)), NoiseRules(made, parts_of(LARGE))
    laws, every = sum_laws(cells, how), law_by_key(cells, how)
    assert laws.bias[0] == pytest.approx(every.mean(), abs=1e-9 * x1)
    assert laws.mean_abs[0] == pytest.approx(np.abs(every).mean(), rel=1e-9, abs=1e-12)
    assert laws.sd[0] == pytest.approx(every.std(), rel=1e-6, abs=1e-9)
    assert laws.unchanged[0] == pytest.approx((np.abs(every) < 1e-11 * x1).mean(), abs=1e-12)
    assert laws.zero[0] == pytest.approx((np.abs(cells.x[0] + every) < 1e-11 * x1).mean(), abs=1e-12)


@pytest.mark.parametrize("x", [801.0, 750.0, 3.3])
def test_what_float64_leaves_of_0_is_0(x: float) -> None:
    wide = design_magnitudes(10, 3, icat=(1, 5, 10), step=2)
    laws = sum_laws(cells_of((x, [x], False)), NoiseRules(MagnitudeSettings(Scaling(0.1)), parts_of(wide)))
    last = wide.part("all").row_distribution(3)
    assert laws.unchanged[0] == pytest.approx(last[0.0], abs=3e-5)
    # D σ1 = 1: the largest noise downwards is all of the sum.
    assert laws.zero[0] == pytest.approx(last.get(-10.0, 0.0), abs=3e-5)


def test_one_key_stands_for_many_also_of_a_large_modulus() -> None:
    keys, shares = standing_for(parts_of(permute(LARGE, 50, seed=2)), 10**9, "less", by_parity=True)
    assert len(keys) < 250
    assert shares.sum() == pytest.approx(1, abs=1e-12)
    assert shares.min() > 0


def test_further_steps_are_looked_at_key_by_key_and_not_where_step_1_draws_alone() -> None:
    three = MagnitudeSettings(Scaling(0.3), k=3, epsilon=(1, 0.5, 0.2))
    cells = cells_of((1000.0, [400.0, 200.0, 100.0], True))
    found = sum_laws(cells, NoiseRules(three, parts_of(LARGE)))
    assert found.added.shape == (1, ALL_KEYS)
    alone = MagnitudeSettings(Scaling(0.3), k=3, epsilon=(1, 0.5, 0.2), **OWN)
    assert sum_laws(cells, NoiseRules(alone, parts_of(LARGE))).added.shape[1] < 250


def test_of_many_cells_with_further_steps_a_sample_of_keys_is_near_the_count_of_all() -> None:
    two = NoiseRules(MagnitudeSettings(Scaling(0.3), k=2, epsilon=(1, 0.5)), parts_of(LARGE))
    cell = (1000.0, [400.0, 200.0], False)
    many, one = sum_laws(cells_of(*[cell] * 101), two), sum_laws(cells_of(cell), two)
    assert many.added.shape == (101, 4096)
    assert many.sd[0] == pytest.approx(one.sd[0], rel=0.05)
    assert many.bias[0] == pytest.approx(0, abs=0.1 * one.sd[0])


def test_a_law_shows_no_figure_when_it_is_printed() -> None:
    laws = sum_laws(cells_of((1000.0, [1000.0], True)), NoiseRules(MagnitudeSettings(Scaling(0.3)), parts_of(LARGE)))
    assert repr(laws) == "SumLaws(1 cells, confidential)"
    assert "1000" not in repr(cells_of((1000.0, [1000.0], True)))
