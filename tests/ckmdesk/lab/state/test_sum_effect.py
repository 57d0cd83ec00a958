"""What the method does to single sums, against the look-up of each key."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.lab.risk.sum_floor import SumLimits
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmdesk.lab.state.sum_effect import SumEffects, effects_of
from tests.kit.statistics import small_data


def never() -> bool:
    return False


@pytest.fixture
def data() -> Microdata:
    made, chance = small_data(), np.random.default_rng(5)
    values = np.exp(chance.normal(8, 2, made.rows)).astype(np.int64)
    return replace(made, magnitudes={"income": NumberColumn("income", values, 0, Texts.same("Income"))})


@pytest.fixture
def method() -> MagnitudeCellKeyMethod:
    settings, design = sum_preset("wages")
    counts = ckm.design_ptable(D=2, V=1)
    return ckm.MagnitudeCellKeyMethod(counts, large=design.table(1), settings=settings, own_key="ab" * 32)


@pytest.fixture
def effects(data: Microdata, method: MagnitudeCellKeyMethod) -> SumEffects:
    return effects_of(data, ckm.TableSpec("sex", "area"), method, "income", SumLimits(), never)


def test_every_cell_tells_its_contributions_and_what_is_published(
    effects: SumEffects, data: Microdata, method: MagnitudeCellKeyMethod
) -> None:
    spec = ckm.TableSpec("sex", "area", values=[ckm.sum_of("income")])
    shown = ckm.protect(ckm.tabulate(data, spec, contributors=method.contributors), method)
    codes = {name: np.array(data.dimensions[name].codes)[np.asarray(data.columns[name])] for name in ("sex", "area")}
    values = data.magnitudes["income"].values
    for number in range(len(effects.order)):
        effect, place = effects.effect(number), effects.cells.place(effects.order[number], 0.0)
        address = {name: code for name, code in place.codes if code}
        mine = np.ones(data.rows, dtype=bool)
        for name, code in address.items():
            mine &= codes[name] == code
        ordered = np.sort(values[mine])[::-1].tolist()
        assert list(effect.largest) == ordered[: len(effect.largest)]
        assert effect.others == sum(one > 0 for one in ordered) - len(effect.largest)
        assert effect.x == sum(ordered)
        assert abs(effect.published - shown.value(address)) <= 0.5
        assert effect.p.sum() == pytest.approx(1)
        assert float(np.abs(effect.values - effect.published).min()) <= 1e-6 * effect.x
        assert "confidential" in repr(effect)


def test_cells_that_are_sensitive_come_first_and_have_names(effects: SumEffects) -> None:
    sensitive = [bool(effects.cells.sensitive[at]) for at in effects.order]
    assert sensitive == sorted(sensitive, reverse=True)
    names = [effects.name(number, "en", "Total") for number in range(len(effects.order))]
    assert {"Total", "0 · Total", "Total · 0"} <= set(names)
    assert len(set(names)) == len(names)


def test_one_contributor_has_a_best_guess(data: Microdata, method: MagnitudeCellKeyMethod) -> None:
    values = np.zeros(data.rows, dtype=np.int64)
    values[7] = 1000
    lonely = replace(data, magnitudes={"income": NumberColumn("income", values, 0, Texts.same("Income"))}, cache={})
    effect = effects_of(lonely, ckm.TableSpec("sex"), method, "income", SumLimits(), never).effect(0)
    assert (effect.largest, effect.others, effect.x) == ((1000.0,), 0, 1000.0)
    # Who knows the table divides what is published by each factor that a key can give.
    assert effect.lattice is not None
    factors = effect.values[effect.values > 0] / 1000
    left = np.sort(effect.published / factors)
    assert effect.lattice == (len(left), pytest.approx(left[0]), pytest.approx(left[-1]))
    assert left[0] <= 1000 <= left[-1]
    assert effect.guess is not None
    assert 0 < effect.guess <= 0.5  # least noise of 2 p: the floor
    assert effect.sensitive
    assert float(np.abs(effect.values - effect.x).min()) >= 0.2 * 1000 - 1e-6


def test_what_contributors_who_know_the_settings_conclude_agrees_with_every_noise_there_is(
    effects: SumEffects, method: MagnitudeCellKeyMethod
) -> None:
    """Second way: every noise that the table has in its last row, one by one."""
    settings, part = method.settings_of("income"), method.large.parts[0]
    looked = 0
    for number in range(len(effects.order)):
        effect = effects.effect(number)
        assert effect.second is not None
        low, high = effect.second
        assert low <= effect.largest[0] <= high
        # Whatever the largest is beyond the ends, no noise of at most w publishes this: w = λ + σ1 D.
        w = settings.least_noise + settings.scaling.small * part.maximum_deviation
        many, x2, rest = len(effect.largest) + effect.others, effect.largest[1], effect.published - effect.largest[1]
        for x1 in (low * 0.99, *([] if np.isinf(high) else [high * 1.01])):
            least, most = x1 * (1 - w), x1 * (1 + w) + (many - 2) * x2
            assert x1 < x2 or not least <= rest <= most
        if effect.rests is None:
            continue
        looked += 1
        unit, x1 = effect.of_step("unit"), effect.largest[0]
        added = {v * unit for v in part.row_distribution(len(part.rows) - 1)}
        if effect.sensitive:
            added = {np.sign(one) * (abs(one) + settings.least_noise * x1) for one in added if one}
            added |= {settings.least_noise * x1, -settings.least_noise * x1}
        values, p = effect.values, effect.p
        expected = 0.0
        for value, chance in zip(values.tolist(), p.tolist(), strict=True):
            most = (many - 1) * x1 * (1 + 1e-9)  # none of the others has more
            expected += chance * sum(-1e-6 <= value - x1 - noise <= most for noise in added)
        assert effect.rests == pytest.approx(expected, rel=1e-6)
        assert effect.rests >= 1  # what it really is, at least
    assert looked > 0


def test_cells_whose_contributions_cancel_are_named(data: Microdata, method: MagnitudeCellKeyMethod) -> None:
    spec = ckm.TableSpec("sex", "area")
    plain = effects_of(data, spec, method, "income", SumLimits(), never)
    assert plain.mixed == ()
    assert not plain.below_zero
    column = data.magnitudes["income"]
    values = column.values.copy()
    values[::2] *= -1
    cancelling = replace(data, magnitudes={"income": replace(column, values=values)}, cache={})
    found = effects_of(cancelling, spec, method, "income", SumLimits(), never)
    assert found.below_zero
    scaling = method.settings_of("income").scaling
    for at in range(len(found.cells.at)):
        x, x1 = abs(float(found.cells.sums.x[at])), float(found.cells.sums.largest[at])
        assert (at in found.mixed) == (x < x1 * scaling.small and 0 < x < x1)
