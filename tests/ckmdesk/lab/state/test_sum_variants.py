"""Variants with settings of their own for sums: kept, changed apart, compared on the cells of a table."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.lab.risk.sum_floor import limits_of
from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.methods.sum_law import law_by_key
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.ptable.stored import stored_magnitudes
from ckmdesk.commands import method as commands
from ckmdesk.commands.desk import Desk
from ckmdesk.lab.state.sum_effect import effects_of
from ckmdesk.lab.state.sum_variants import FAR, figures_beside
from ckmdesk.state.desk_state import DeskState, MethodState, Variant
from ckmdesk.state.method_settings import MagnitudeChoice, MethodSettings
from ckmdesk.state.variant import sums_at_hand, sums_beside, variant_text
from ckmdesk.state.workspace import opened, with_workspace
from tests.kit.statistics import small_data, small_statistic

KEY = "5a" * 32


def preset(name: str, p: float = 10) -> MagnitudeChoice:
    settings, design = sum_preset(name, p)  # type: ignore[arg-type]
    return MagnitudeChoice(stored_magnitudes(design.table(3)), None, settings, own_key=KEY)


def desk(method: MethodState) -> Desk:
    return Desk(DeskState(page="method", statistic=small_statistic(), method=method))


def test_a_variant_with_settings_of_its_own_leaves_those_of_all_others_alone() -> None:
    shared, own = preset("wages"), preset("turnover")
    made = desk(MethodState((Variant("A"), Variant("B")), settings=MethodSettings(magnitudes=shared)))
    made.run(commands.own_sums(own=True))
    assert made.state.method.variants[0].sums == shared
    made.run(commands.set_magnitudes(own, "preset"))
    assert sums_at_hand(made.state.method) == own
    assert made.state.method.settings.magnitudes == shared
    made.run(commands.choose_variant(1))
    assert sums_at_hand(made.state.method) == shared
    other = replace(shared, own_key="")
    made.run(commands.set_magnitudes(other, "own_key"))
    assert made.state.method.settings.magnitudes == other
    assert made.state.method.variants[0].sums == own
    made.run(commands.choose_variant(0))
    made.run(commands.own_sums(own=False))
    assert sums_at_hand(made.state.method) == other
    made.undo()
    assert sums_at_hand(made.state.method) == own


def test_where_a_table_for_sums_is_chosen_the_first_variant_for_counts_is_worked_on() -> None:
    table = Variant("T", shuffled=False, table=preset("wages").large)
    made = desk(MethodState((table, Variant("A"), Variant("B")), chosen=0))
    made.run(commands.own_sums(own=True))
    assert [one.sums is not None for one in made.state.method.variants] == [False, True, False]
    only = desk(MethodState((table,)))
    only.run(commands.own_sums(own=True))
    only.run(commands.set_magnitudes(preset("wages"), "preset"))
    assert sums_at_hand(only.state.method) == preset("wages")


def test_settings_of_a_variant_are_kept_with_the_statistic_and_stay_out_of_the_record() -> None:
    plain, own = Variant("A"), Variant("A", sums=preset("turnover"))
    state = DeskState(statistic=small_statistic(), method=MethodState((own, Variant("B"))))
    kept = with_workspace(state)
    assert kept is not None
    assert opened(kept).method.variants == (own, Variant("B"))
    # What was on record before has the same bytes, and no secret.
    assert variant_text(own) == variant_text(plain)
    assert "sums" not in json.loads(variant_text(plain))
    assert KEY not in variant_text(own)
    assert list(json.loads(variant_text(plain))) == [
        "name", "notes", "design", "shuffled", "threshold", "seed", "file", "table", "loose", "set_again",
    ]  # fmt: skip


def test_who_goes_on_from_the_method_in_force_goes_on_with_its_sums() -> None:
    in_force = preset("turnover")
    made = desk(MethodState((Variant("A", sums=in_force), Variant("B"))))
    counts = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1))
    made.run(commands.put_in_force(in_force.method(counts), "2026-01-16"))
    made.run(commands.copy_in_force())
    assert made.state.method.variant.sums == in_force
    shared = desk(MethodState(settings=MethodSettings(magnitudes=in_force)))
    shared.run(commands.put_in_force(in_force.method(counts), "2026-01-16"))
    shared.run(commands.copy_in_force())
    assert shared.state.method.variant.sums is None


@pytest.fixture
def data() -> Microdata:
    """Few people have an income, so that cells are sensitive."""
    made, chance = small_data(), np.random.default_rng(5)
    values = np.exp(chance.normal(9, 1.6, made.rows)).astype(np.int64)
    values[chance.random(made.rows) < 0.97] = 0
    return replace(made, magnitudes={"income": NumberColumn("income", values, 0)}, cache={})


@pytest.mark.thorough
def test_variants_beside_each_other_agree_with_a_count_of_all_keys(data: Microdata) -> None:
    a, b = preset("wages"), preset("durations", 5)
    state = DeskState(
        statistic=small_statistic(),
        method=MethodState((Variant("A", sums=a), Variant("B", sums=b), Variant("C", sums=a), Variant("D"))),
    )
    beside = sums_beside(state)
    assert [one.name for one in beside] == ["A", "B"]  # C protects sums as A does, D none
    assert [one.shown for one in beside] == [True, False]
    spec = ckm.TableSpec("sex", "area", values=ckm.sum_of("income"))
    found = figures_beside(data, spec, "income", beside, lambda: False)
    for one, figures in zip(beside, found, strict=True):
        sums = as_of_sums(one.method)
        assert sums is not None
        effects = effects_of(data, spec, sums, "income", limits_of(one.method), lambda: False)
        cells = effects.cells
        every = [np.abs(law_by_key(cells.sums.taken(np.array([at])), cells.rules)) for at in range(len(cells.at))]
        x, x1 = np.abs(cells.sums.x), cells.sums.largest
        means = np.array([noise.mean() / size for noise, size in zip(every, x, strict=True)])
        assert figures.cells == len(every)
        assert figures.mean == pytest.approx(means.mean(), rel=1e-4)
        pooled = np.concatenate([noise / size for noise, size in zip(every, x, strict=True)])
        assert float((pooled <= figures.most * (1 + 1e-9)).mean()) >= 0.95 - 1e-4
        assert float((pooled < figures.most * (1 - 1e-9)).mean()) <= 0.95 + 1e-4
        assert figures.far == int((means > FAR).sum())
        marked = np.flatnonzero(cells.sensitive)
        assert figures.sensitive == len(marked) > 0
        assert figures.least == pytest.approx(min(every[at].min() / x1[at] for at in marked), abs=1e-9)
        shares = [every[at].mean() / x1[at] for at in marked]
        assert figures.of_largest == pytest.approx(np.mean(shares), rel=1e-4)
        # λ is what the smallest noise in sensitive cells is.
        assert figures.least == pytest.approx(one.choice.settings.least_noise, abs=1e-9)
    assert found[0].least != found[1].least
