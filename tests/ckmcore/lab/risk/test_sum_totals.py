"""What totals tell of a giant, by settings alone: against the floor of real tables, and against a count of all keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ckmcore.lab.risk.sum_totals import (
    MOST_VARIABLES,
    enough_simple,
    held_totals,
    held_variables,
    larger_shares,
    open_totals,
    told_by,
    told_by_totals,
    told_of_totals,
    total_tells,
)
from ckmcore.methods.magnitude_noise import Parts, rotated
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_law import NoiseRules
from ckmcore.methods.sum_presets import SUM_PRESETS, SumPreset, SumRows, sum_preset, sums_from_p
from ckmcore.ptable.design.design import design_ptable
from ckmcore.ptable.magnitudes import MagnitudePart

KEYS = np.arange(10**5, dtype=np.uint64)


def rules(settings: MagnitudeSettings, seed: int = 3) -> NoiseRules:
    table = sums_from_p(10)[1].table(seed)
    return NoiseRules(replace(settings, separation=False), Parts(all=table.parts[0]))


def flex(large: float, bend: float = 1000.0, small: float = 0.3) -> MagnitudeSettings:
    return replace(sums_from_p(10)[0], scaling=Scaling(small, large, bend, 3))


def drawn(part: MagnitudePart, ratio: float) -> np.ndarray:
    """v of each key of five digits at a ratio, row by row."""
    lower = int(np.searchsorted(part.rows, ratio, side="right")) - 1
    upper = min(lower + 1, len(part.rows) - 1)
    width = part.rows[upper] - part.rows[lower]
    share = (ratio - part.rows[lower]) / width if width else 0.0
    keys = rotated(KEYS, 10**5)
    below, above = (part.row_noise(np.full(len(keys), row), keys, 10**5, "less") for row in (lower, upper))
    return np.asarray(below + share * (above - below))


@pytest.mark.parametrize(("large", "size"), [(0.05, 1e9), (0.15, 1e9), (0.05, 3000.0), (0.1, 500.0)])
def test_the_chance_is_that_of_all_pairs_of_keys(large: float, size: float) -> None:
    settings = flex(large)
    found = told_by_totals(rules(settings), size, 0.1)
    # The second way: m by its formula, both noises key by key, combined by their variances; pairs of keys are counted.
    low, high, bend, q = large, 0.3, 1000.0, 3
    fall = (high * size - low * bend) / (low * bend) * (2 * bend / (bend + size)) ** q
    m = high if size < bend else low * (1 + fall)
    part = rules(settings).parts.all
    assert part is not None
    v, w = drawn(part, 1 / m), drawn(part, part.rows[-1])
    sign = np.where((v > 0) | ((v == 0) & (rotated(KEYS, 10**5) % 2 == 0)), 1, -1)
    own, total = np.maximum(sign * (0.2 + m * np.abs(v)), -1), m * w
    weight = np.array([1 / own.var(), 1 / total.var()])
    weight /= weight.sum()
    ones, twos = (np.unique(np.round(one, 12), return_counts=True) for one in (weight[0] * own, weight[1] * total))
    inside = np.abs(ones[0][:, None] + twos[0][None, :]) < 0.1 * (1 - 1e-9)
    assert found == pytest.approx(float(ones[1] @ inside @ twos[1]) / 1e10, abs=1e-6)


def test_from_the_size_told_on_it_is_more_than_the_limit_and_with_the_share_told_it_is_not() -> None:
    asked = rules(flex(0.05))
    found = open_totals(asked, 0.1, 0.5)
    assert found is not None
    assert told_by_totals(asked, found.size * 1.01, 0.1) > 0.5 >= told_by_totals(asked, found.size * 0.99, 0.1)
    assert found.p == told_by_totals(asked, 1e15, 0.1) == pytest.approx(0.858, abs=0.001)
    assert found.large == 0.125
    assert told_by_totals(rules(flex(0.125)), 1e15, 0.1) <= 0.5 < told_by_totals(rules(flex(0.1)), 1e15, 0.1)
    both = open_totals(asked, 0.1, 0.5, variables=2)
    assert both is not None
    assert both.large == 0.2
    assert told_by_totals(rules(flex(0.2)), 1e15, 0.1, 2) <= 0.5 < told_by_totals(rules(flex(0.175)), 1e15, 0.1, 2)


@pytest.mark.parametrize("variables", [1, 2, 3, 4])
def test_the_more_variables_the_more_totals_tell_as_a_simulation_of_all_of_them_says(variables: int) -> None:
    asked = rules(flex(0.15))
    part = asked.parts.all
    assert part is not None
    generator, many = np.random.default_rng(5), 2**variables - 1
    # A giant of size 1; each total less the other cells is that and noise of its own, the cell has the least noise.
    totals = 1 + 0.15 * generator.choice(drawn(part, part.rows[-1]), (200_000, many))
    v, sign = drawn(part, 1 / 0.15), np.where(KEYS % 2 == 0, 1, -1)
    own = np.maximum(np.where(v == 0, sign, np.sign(v)) * (0.2 + 0.15 * np.abs(v)), -1)
    cell = 1 + generator.choice(own, 200_000)
    weight = np.array([1 / own.var(), many / (0.15**2 * 2)])
    mean = (cell * weight[0] + totals.mean(axis=1) * weight[1]) / weight.sum()
    near = (np.abs(mean - 1) < 0.1).mean()
    assert told_by_totals(asked, 1e15, 0.1, variables) == pytest.approx(near, abs=0.006)


def test_the_noise_that_hides_a_giant_follows_from_the_number_of_totals_however_it_is_made() -> None:
    # Of T totals with noise of their own the mean lies within p with P(|Z| < p √T / s): s >= p √T / .6745 is needed.
    for variables, wanted in ((1, 0.1483), (2, 0.2568), (3, 0.3923), (4, 0.5742)):
        assert wanted == pytest.approx(0.1 * (2**variables - 1) ** 0.5 / 0.6745, abs=1e-3)
        for V in (2.0, 4.0):
            part = SumRows(V=V).table(step=4).parts[0]
            asked = NoiseRules(replace(flex(0.05), separation=False), Parts(all=part))
            small = enough_simple(asked, 0.1, 0.5, variables)
            assert small is not None
            sd = small * part.last_variance**0.5
            assert wanted * 0.9 <= sd <= wanted * 1.1 + 0.025 * part.last_variance**0.5
            less = replace(asked, settings=replace(asked.settings, scaling=Scaling(round(small - 0.025, 12))))
            assert told_by_totals(less, 1.0, 0.1, variables) > 0.5
    assert enough_simple(rules(flex(0.05)), 0.4, 0.5, 5) is None


@pytest.mark.thorough
def test_presets_hide_a_giant_in_the_totals_of_two_variables_or_three_and_say_so() -> None:
    for p in (1, 10, 25, 100 / 3):
        for name in SUM_PRESETS:
            settings, design = sum_preset(name, p)
            asked = NoiseRules(replace(settings, separation=False), Parts(all=design.table(1).parts[0]))
            told = total_tells(asked, p, 0.5, variables=3)
            assert held_variables(asked, p / 100, 0.5) == (3 if name == "durations" else 2)
            assert (None if told is None else (told.code, told.fields["count"])) == (
                None if name == "durations" else ("totals_tell_from", 3)
            )
            assert total_tells(asked, p, 0.5) is None
            if told is not None:
                assert told.fields["small"] == pytest.approx(3 * p / 100)  # what durations have
                assert "3 Merkmalen und mehr" in told.text("de")
    # With 1.5 p, as presets had it, two variables are too many.
    former = total_tells(rules(flex(0.15)), 10, 0.5)
    assert former is not None
    assert (former.code, former.fields["count"], former.fields["small"]) == ("totals_tell_from", 2, 0.2)
    assert held_variables(rules(replace(flex(0.15), scaling=Scaling(0.9))), 0.1, 0.5) == MOST_VARIABLES


def test_settings_from_p_are_told() -> None:
    told = total_tells(rules(flex(0.05)), 10, 0.5)
    assert told is not None
    assert (told.code, told.fields["large"]) == ("flex_total_tells", 0.2)
    assert "σ0 auf 0,2, was in Tabellen mit bis zu 2 Merkmalen ohne Stufen reicht" in told.text("de")
    one = total_tells(rules(flex(0.05)), 10, 0.5, variables=1)
    assert one is not None
    assert "Set σ0 to 0.125, which is enough in tables of up to 1 variable without levels, or" in one.text("en")


@pytest.mark.parametrize("name", SUM_PRESETS)
def test_levels_and_groups_are_totals_and_it_is_said_of_how_many_a_cell_may_be_a_part(name: SumPreset) -> None:
    settings, design = sum_preset(name)
    asked = NoiseRules(replace(settings, separation=False), Parts(all=design.table(1).parts[0]))
    held = held_totals(asked, 0.1, 0.5)
    assert told_by(asked, 1e15, 0.1, held) <= 0.5 < told_by(asked, 1e15, 0.1, held + 1)
    # A region of four levels by a branch of three: eleven totals.
    assert told_by(asked, 1e15, 0.1, 4 * 3 - 1) > 0.5 > told_by(asked, 1e15, 0.1, 3)
    method = MagnitudeCellKeyMethod(
        design_ptable(D=3, V=2), large=design.table(1), settings=replace(settings, separation=False), own_key="ab" * 32
    )
    (told,) = told_of_totals(method, 0.5)
    assert (told.holds, told.said.code) == (True, "totals_hold")
    assert (told.said.fields["totals"], told.said.fields["count"]) == (held, 3 if name == "durations" else 2)
    assert f"Teil von bis zu {held} Summen" in told.said.text("de")
    (more,) = told_of_totals(method, 0.5, variables=4)
    assert (more.holds, more.said.fields["totals"]) == (False, held + 1)
    assert "each level of a hierarchy and each group above it counts" in more.said.text("en")
    # Settings without a least noise, and those that tell nobody in any table, say nothing.
    less = replace(method.settings, least_noise=0.0, primary=None, zero_sign="plus")
    assert told_of_totals(replace(method, settings=less), 0.5) == []
    strong = replace(method.settings, scaling=Scaling(0.9))
    assert told_of_totals(replace(method, settings=strong), 0.5) == []


def test_where_no_share_is_enough_that_is_said() -> None:
    told = total_tells(rules(flex(0.02, small=0.06)), 10, 0.5)
    assert told is not None
    assert told.code == "flex_total_tells_always"
    assert told.fields["size"] == 0  # of any size
    assert larger_shares(Scaling(0.3), 0.1) == ()
    assert larger_shares(Scaling(0.1, 0.05, 10, 4), 0.1) == (0.075,)
    # Without a least noise another sentence says what is open; simple scaling has no giants.
    assert total_tells(rules(replace(flex(0.05), least_noise=0.0, primary=None)), 10, 0.5) is None
    assert open_totals(rules(replace(flex(0.05), scaling=Scaling(0.05))), 0.1, 0.5) is None
    few = total_tells(rules(replace(flex(0.05), scaling=Scaling(0.05))), 10, 0.5)
    assert few is not None
    assert (few.code, few.fields["count"]) == ("totals_tell_from", 1)
    assert "1 Merkmal und mehr" in few.text("de")
    assert "1 variable and more" in few.text("en")
    much = total_tells(rules(replace(flex(0.05), scaling=Scaling(0.9))), 30, 0.5, variables=5)
    assert much is not None
    assert much.code == "totals_tell_always"
