"""Sums below the floor are not handed in; a method from before the floor finishes its period and is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.messages import sentence
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.microdata.data import NumberColumn
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import release, submit
from ckmcore.release.checklist import checklist
from ckmcore.release.facts import PreparedFacts, prepare
from ckmcore.release.sums import SumsBelowFloor
from ckmcore.risk.sum_floor import limits_of
from ckmcore.statistic.entry import Check
from ckmcore.statistic.model import SavedTable, Statistic
from tests.before_the_floor import put_in_force
from tests.ckmcore.release.people import METHOD, NOON, REQUEST, load, people, statistic

SUMS = SavedTable("Income", ckm.TableSpec("area", "sex", values=[ckm.sum_of("income")]))


def with_income(values: np.ndarray) -> ckm.Microdata:
    data = people()
    income = NumberColumn("income", values.astype(np.int64), 0, ckm.Texts.same("Income"))
    return replace(data, magnitudes={"income": income})


def even() -> ckm.Microdata:
    """Many contributors of like size: nobody stands out."""
    return with_income(np.random.default_rng(3).integers(900, 1100, 400))


def giant() -> ckm.Microdata:
    """One contributor in an area, and it alone, has nearly all."""
    data = even()
    values = data.magnitudes["income"].values.copy()
    values[7] = 10**9
    return with_income(values)


def method(*, least: float | None = None, own_rules: bool = True) -> MagnitudeCellKeyMethod:
    settings, design = sum_preset("wages")
    if not own_rules:
        settings = ckm.MagnitudeSettings(ckm.Scaling(0.2))
    elif least is not None:
        settings = replace(settings, least_noise=least)
    own_key = "cd" * 32 if own_rules else ""
    return ckm.MagnitudeCellKeyMethod(METHOD.ptable, large=design.table(2), settings=settings, own_key=own_key)


def made(of: MagnitudeCellKeyMethod, data: ckm.Microdata) -> Statistic:
    plain = statistic()
    dictionary = (*plain.dictionary, VariableEntry("income", "magnitude", title=ckm.Texts.same("Income")))
    assert data.magnitudes
    return put_in_force(replace(plain, dictionary=dictionary, tables=(SUMS,)), of, "2026-01-01")


def ready(one: Statistic, data: ckm.Microdata, *, judge: bool = True) -> PreparedFacts:
    return prepare(one, SUMS, load(data), REQUEST, judge=judge)


def check_of(one: Statistic, facts: PreparedFacts) -> Check | None:
    return next((check for check in checklist(one, facts) if check.name == "sums"), None)


def test_sums_that_hold_the_floor_are_handed_in_and_the_checklist_says_so() -> None:
    one = made(method(), even())
    facts = ready(one, even())
    assert facts.sums is not None
    check = check_of(one, facts)
    assert check is not None
    assert facts.sums.holds == (check.state == "good")
    handed_in = submit(one, facts, "Anna", NOON)
    assert release(handed_in, 1, "Bernd", NOON).register[-1].kind == "released"


def test_sums_below_the_floor_are_refused_without_naming_cells() -> None:
    data = giant()
    one = made(method(least=0.001), data)
    facts = ready(one, data)
    assert facts.sums is not None
    assert not facts.sums.holds
    with pytest.raises(SumsBelowFloor) as refused:
        submit(one, facts, "Anna", NOON)
    told = refused.value.text("en")
    assert "F1" in told
    assert "Combine categories" in told
    assert str(facts.sums.measured[0].sensitive) not in told.replace("F1", "").replace("F2", "").replace("F3", "")
    assert "confidential" in repr(facts.sums)


def test_a_method_from_before_the_floor_is_told_and_not_refused() -> None:
    data = giant()
    one = made(method(own_rules=False), data)
    facts = ready(one, data)
    check = check_of(one, facts)
    assert check is not None
    assert check.state == "look"
    assert check.found.en.startswith("The floor of sums does not hold (rules")
    assert submit(one, facts, "Anna", NOON).register[-1].kind == "submitted"


def test_what_is_out_of_the_period_is_judged_along() -> None:
    data = even()
    one = made(method(), data)
    first = replace(SUMS, spec=ckm.TableSpec("area", values=[ckm.sum_of("income")]))
    handed_in = submit(one, prepare(one, first, load(data), REQUEST, judge=True), "Anna", NOON)
    out = release(handed_in, 1, "Bernd", NOON)
    found = ready(out, data).sums
    alone = ready(one, data).sums
    assert found is not None
    assert alone is not None
    assert found.measured[0].cells > alone.measured[0].cells


def test_tables_of_counts_and_files_written_again_are_not_judged() -> None:
    one = made(method(), even())
    counts = SavedTable("Counts", ckm.TableSpec("area"))
    assert prepare(one, counts, load(even()), REQUEST, judge=True).sums is None
    assert ready(one, even(), judge=False).sums is None
    assert check_of(one, ready(one, even(), judge=False)) is None


def test_the_limits_are_those_that_the_method_names() -> None:
    settings, design = sum_preset("wages", 15)
    settings = replace(settings, primary=ckm.PrimaryRules(p_percent=15, dominance=[(1, 50)]))
    one = ckm.MagnitudeCellKeyMethod(METHOD.ptable, large=design.table(1), settings=settings, own_key="cd" * 32)
    limits = limits_of(one)
    assert (limits.p, limits.dominance) == (15, ((1, 50.0),))
    assert limits_of(method(own_rules=False)).p == 10


def test_the_refusal_reads_in_both_languages() -> None:
    said = sentence("sums_below_floor", rules=["F1", "F3"])
    assert "F1" in said.text("en")
    assert "unter dem Mindestschutz" in said.text("de")
