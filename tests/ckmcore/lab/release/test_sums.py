"""Sums below the floor are not handed in; a method from before the floor finishes its period and is told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.lab.release.sums import judged_over_periods
from ckmcore.lab.release.sums_accepted import not_accepted, open_sums
from ckmcore.lab.risk.sum_floor import OpenSumRule, SumFloor, limits_of
from ckmcore.messages import sentence
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.release.actions import accept_sums, release, submit
from ckmcore.release.checklist import checklist
from ckmcore.release.listing import register_csv
from ckmcore.release.needed_checks import NEEDED_CHECKS
from ckmcore.release.provenance import PreparedFacts, prepare
from ckmcore.release.verify import verify_register
from ckmcore.statistic.entry import Check
from ckmcore.statistic.model import SavedTable, Statistic, Units
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, TotalPlace
from tests.kit.before_the_floor import put_in_force
from tests.kit.fails import fails
from tests.kit.released_people import METHOD, NOON, REQUEST, load, people
from tests.kit.tables_of_sums import SUMS, even, giant, made, method, with_income


def ready(one: Statistic, data: ckm.Microdata, *, judge: bool = True) -> PreparedFacts:
    return prepare(one, SUMS, load(data), REQUEST, judge=judge)


def check_of(one: Statistic, facts: PreparedFacts) -> Check | None:
    return next((check for check in checklist(one, facts) if check.name == "sums"), None)


def test_sums_that_hold_the_floor_are_handed_in_and_the_checklist_says_so() -> None:
    one = made(method(), even())
    facts = ready(one, even())
    assert facts.result_of("sums") is not None
    check = check_of(one, facts)
    assert check is not None
    assert facts.result_of("sums").holds == (check.state == "good")
    handed_in = submit(one, facts, "Anna", NOON)
    assert release(handed_in, 1, "Bernd", NOON).register[-1].kind == "released"


def test_sums_below_the_floor_are_refused_without_naming_cells() -> None:
    data = giant()
    one = made(method(least=0.001), data)
    facts = ready(one, data)
    assert facts.result_of("sums") is not None
    assert not facts.result_of("sums").holds
    with fails("sums_below_floor") as refused:
        submit(one, facts, "Anna", NOON)
    told = refused.value.text("en")
    assert "F1" in told
    assert "Combine categories" in told
    assert str(facts.result_of("sums").measured[0].sensitive) not in told.replace("F1", "").replace("F2", "").replace(
        "F3", ""
    )
    assert "confidential" in repr(facts.result_of("sums"))


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
    found = ready(out, data).result_of("sums")
    alone = ready(one, data).result_of("sums")
    assert found is not None
    assert alone is not None
    assert found.measured[0].cells > alone.measured[0].cells


def test_tables_of_counts_and_files_written_again_are_not_judged() -> None:
    one = made(method(), even())
    counts = SavedTable("Counts", ckm.TableSpec("area"))
    assert prepare(one, counts, load(even()), REQUEST, judge=True).result_of("sums") is None
    assert ready(one, even(), judge=False).result_of("sums") is None
    assert check_of(one, ready(one, even(), judge=False)) is None


def test_sums_that_were_not_judged_are_not_handed_in() -> None:
    for of in (method(), method(own_rules=False)):
        one = made(of, even())
        with fails("sums_not_judged"):
            submit(one, ready(one, even(), judge=False), "Anna", NOON)
    counts = prepare(one, SavedTable("Counts", ckm.TableSpec("area")), load(even()), REQUEST)
    assert submit(one, counts, "Anna", NOON).register[-1].kind == "submitted"


def below() -> tuple[Statistic, PreparedFacts, ckm.Microdata]:
    data = giant()
    one = made(method(least=0.001), data)
    return one, ready(one, data), data


def test_what_is_open_can_be_accepted_with_a_reason_and_a_second_person_and_is_told() -> None:
    one, facts, data = below()
    assert facts.result_of("sums") is not None
    wanted = not_accepted(one, facts.result_of("sums"))
    assert {each.rule for each in wanted} >= {"F1"}
    agreed = accept_sums(one, wanted, "Mia", "Max", NOON, "One giant, who has agreed in writing.")
    again = ready(agreed, data)
    NEEDED_CHECKS[0].refuse(agreed, again.submission.spec, again.judged)
    handed_in = submit(agreed, again, "Anna", NOON)
    check = next(each for each in handed_in.register[-1].submission.checks if each.name == "sums")  # type: ignore[union-attr]
    assert check.state == "look"
    for words in ("F1", "Mia", "Max", "2026-11-22", "who has agreed in writing", "may not be called protected"):
        assert words in check.found.en
    assert "hingenommen" in check.found.de
    assert all(found.good for found in verify_register(handed_in))
    listed = register_csv(handed_in.register, "de")
    assert "Summen unter dem Mindestschutz hingenommen" in listed
    assert "F1: income" in listed


def test_on_record_no_sensitive_cell_can_be_read() -> None:
    one, facts, _ = below()
    assert facts.result_of("sums") is not None
    agreed = accept_sums(one, open_sums(one, facts.result_of("sums")), "Mia", "Max", NOON, "They agreed.")
    entry = agreed.register[-1]
    cells = [cell for each in entry.accepted for cell in each.cells]
    assert cells
    assert all(len(cell) == 64 for cell in cells)
    for word in ("area", "sex", '"m"', '"01"', '"02"', '"03"'):
        assert word not in entry.line


def test_an_acceptance_needs_something_open_a_reason_and_two_persons() -> None:
    one, facts, _ = below()
    assert facts.result_of("sums") is not None
    wanted = open_sums(one, facts.result_of("sums"))
    with fails("nothing_to_accept"):
        accept_sums(one, (), "Mia", "Max", NOON, "Why not")
    with fails("release_reason_missing"):
        accept_sums(one, wanted, "Mia", "Max", NOON, "  ")
    with fails("register_same_person"):
        accept_sums(one, wanted, "Mia", "mia ", NOON, "They agreed.")
    with fails("register_person_missing"):
        accept_sums(one, wanted, "Mia", " ", NOON, "They agreed.")
    with fails("register_person_missing"):
        accept_sums(one, wanted, "", "Max", NOON, "They agreed.")


def test_an_acceptance_covers_its_cells_its_level_its_method_and_its_period_and_no_others() -> None:
    one, facts, data = below()
    assert facts.result_of("sums") is not None
    wanted = not_accepted(one, facts.result_of("sums"))
    agreed = accept_sums(one, wanted, "Mia", "Max", NOON, "They agreed.")
    assert not_accepted(agreed, facts.result_of("sums")) == ()
    # Less of it: another cell, a worse level, part of the rules.
    fewer = tuple(replace(each, cells=each.cells[1:]) for each in wanted)
    worse = tuple(replace(each, level=each.level / 2) for each in wanted if each.rule == "F1")
    for part in (fewer, worse, wanted[1:]):
        if part:
            held = accept_sums(one, part, "Mia", "Max", NOON, "They agreed.")
            with fails("sums_below_floor"):
                submit(held, ready(held, data), "Anna", NOON)
    # Another method: what was accepted for one says nothing of the next.
    other = put_in_force(agreed, method(least=0.002), "2026-02-01")
    with fails("sums_below_floor"):
        submit(other, ready(other, data), "Anna", NOON)
    later = replace(agreed, periods=(*agreed.periods, replace(agreed.period, label=ckm.Texts.same("2026"))), current=1)
    assert facts.result_of("sums") is not None
    assert not_accepted(later, facts.result_of("sums")) != ()


def test_a_rule_that_goes_by_rule_is_accepted_for_all_cells() -> None:
    settings, design = sum_preset("wages")
    open_growth = replace(settings, least_contributors=0)
    of = ckm.MagnitudeCellKeyMethod(METHOD.ptable, large=design.table(2), settings=open_growth, own_key="cd" * 32)
    one = made(of, even())
    facts = ready(one, even())
    with fails("sums_below_floor") as refused:
        submit(one, facts, "Anna", NOON)
    assert refused.value.fields["rules"] == ["F7"]
    assert facts.result_of("sums") is not None
    (wanted,) = open_sums(one, facts.result_of("sums"))
    assert (wanted.rule, wanted.cells, wanted.unjudged) == ("F7", (), False)
    agreed = accept_sums(one, [wanted], "Mia", "Max", NOON, "Nobody recurs.")
    assert submit(agreed, ready(agreed, even()), "Anna", NOON).register[-1].kind == "submitted"


def test_of_keys_and_tables_just_what_was_accepted_is_covered() -> None:
    one = made(method(), even())
    facts = ready(one, even())
    ordered = OpenSumRule("F4", "", 0, 0.0, 20.0, sentence("sum_floor_ordered"))
    coarse = OpenSumRule("F4", "", 0, 1e5, 1e6, sentence("keys_too_coarse", modulus=10**5, needed=10**6))
    pair = OpenSumRule("F4", "a", 0, 1.0, 0.01, sentence("same_key_two", one="A", other="B"), other="b")
    another = OpenSumRule("F4", "a", 0, 1.0, 0.01, sentence("same_key_two", one="A", other="C"), other="c")
    for mine, other in ((ordered, coarse), (coarse, ordered), (pair, another)):
        agreed = accept_sums(one, open_sums(one, SumFloor((mine,), ())), "Mia", "Max", NOON, "They agreed.")
        assert submit(agreed, replace(facts, judged={"sums": SumFloor((mine,), ())}), "Anna", NOON)
        with fails("sums_below_floor"):
            submit(agreed, replace(facts, judged={"sums": SumFloor((mine, other), ())}), "Anna", NOON)


def test_what_could_not_be_shown_is_held_back_until_it_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    data = even()
    values = data.magnitudes["income"].values.copy()
    values[3] = -5
    minus = with_income(values)
    one = made(method(), minus)
    facts = ready(one, minus)
    with fails("sums_not_shown") as refused:
        submit(one, facts, "Anna", NOON)
    assert refused.value.fields["rules"] == ["F3"]
    assert "more time" in refused.value.text("en")
    assert facts.result_of("sums") is not None
    (wanted,) = open_sums(one, facts.result_of("sums"))
    assert (wanted.rule, wanted.magnitude, wanted.unjudged) == ("F3", "income", True)
    agreed = accept_sums(one, [wanted], "Mia", "Max", NOON, "Losses are few.")
    handed_in = submit(agreed, ready(agreed, minus), "Anna", NOON)
    assert handed_in.register[-1].kind == "submitted"
    # A rule that fails is not covered by what could not be judged.
    narrow = replace(wanted, unjudged=False, level=1.0, cells=("ab",))
    held = accept_sums(one, [narrow], "Mia", "Max", NOON, "Losses are few.")
    with fails("sums_not_shown"):
        submit(held, ready(held, minus), "Anna", NOON)


@pytest.mark.thorough
def test_a_flow_that_was_published_often_is_judged_by_the_mean_of_all_its_periods() -> None:
    data = giant()
    settings, design = sum_preset("wages")
    plain = replace(settings, nature="flow", least_noise=0.0, primary=None, zero_sign="plus")
    of = ckm.MagnitudeCellKeyMethod(METHOD.ptable, large=design.table(2), settings=plain, own_key="cd" * 32)
    # One area has a single contributor, who alone has anything.
    income = data.magnitudes["income"].values.copy()
    income[(data.columns["area"] == 2) & (np.arange(data.rows) != int(np.argmax(income)))] = 0
    here = np.flatnonzero(data.columns["area"] == 2)[0]
    income[here] = 5000
    data = with_income(income)
    one = made(of, data)
    for year in range(2020, 2025):
        period = replace(one.period, label=ckm.Texts.same(str(year)), date=f"{year}-12-31")
        one = replace(one, periods=(*one.periods, period))
    found = []
    for place in range(len(one.periods)):
        at = replace(one, current=place)
        facts = ready(at, data)
        assert facts.result_of("sums") is not None
        found.append("sum_floor_average" in [rule.sentence.code for rule in facts.result_of("sums").rules])
        agreed = accept_sums(at, open_sums(at, facts.result_of("sums")), "Mia", "Max", NOON, "They agreed.")
        one = release(submit(agreed, facts, "Anna", NOON), place + 1, "Bernd", NOON)
    assert found[0] is False
    assert found[-1] is True


def test_a_floor_of_which_nothing_could_be_judged_holds_back() -> None:
    one = made(method(), even())
    nothing = SumFloor((), (), (sentence("check_sums_undecided"),))
    with fails("sums_not_shown"):
        submit(one, replace(ready(one, even()), judged={"sums": nothing}), "Anna", NOON)


def test_a_table_over_several_periods_is_judged_period_by_period() -> None:
    data = giant()
    one = made(method(least=0.001), data)
    other = replace(one.period, label=ckm.Texts.same("2024"), date="2024-12-31")
    two = replace(one, periods=(other, one.period), current=1, units="recur")
    over = SavedTable("Over", ckm.TableSpec("area", PERIOD, values=[ckm.sum_of("income")]))
    facts = prepare(two, over, load(data), REQUEST, judge=True)
    assert facts.result_of("sums") is not None
    assert len(facts.result_of("sums").measured) == 2
    with fails("sums_below_floor"):
        submit(two, facts, "Anna", NOON)


def over_two_periods(data: ckm.Microdata, units: Units, *, total: TotalPlace = "after") -> tuple[Statistic, SavedTable]:
    """Two years of a statistic whose sums hold the floor, and a table over both."""
    one = made(method(), data)
    other = replace(one.period, label=ckm.Texts.same("2024"), date="2024-12-31")
    two = replace(one, periods=(other, one.period), current=1, units=units)
    in_both = put_in_force(replace(two, current=0), method(), "2026-01-01")
    spec = ckm.TableSpec("area", ckm.Level(PERIOD, total=total), values=[ckm.sum_of("income")])
    return replace(in_both, current=1), SavedTable("Over", spec)


def each_year(first: ckm.Microdata, second: ckm.Microdata) -> Load:
    return lambda one: one.describe((first, second)[one.current])


def test_sums_over_periods_in_which_units_come_again_are_held_back_until_they_are_accepted() -> None:
    data = even()
    two, over = over_two_periods(data, "recur")
    facts = prepare(two, over, load(data), REQUEST, judge=True)
    assert facts.result_of("sums") is not None
    assert not facts.result_of("sums").rules
    assert [one.code for one in facts.result_of("sums").skipped] == ["sum_floor_over_periods"]
    with fails("sums_not_shown") as refused:
        submit(two, facts, "Anna", NOON)
    assert refused.value.fields["rules"] == ["F1", "F2", "F3"]
    wanted = not_accepted(two, facts.result_of("sums"))
    agreed = accept_sums(two, wanted, "Mia", "Max", NOON, "Nobody stands out in any year.")
    assert submit(agreed, facts, "Anna", NOON).register[-1].kind == "submitted"
    plain = prepare(two, over_two_periods(data, "recur", total="off")[1], load(data), REQUEST, judge=True)
    assert plain.result_of("sums") is not None
    assert plain.result_of("sums").holds


def test_sums_over_periods_in_which_no_unit_comes_again_are_judged_as_those_of_all_records() -> None:
    first, second = even(), replace(even(), record_keys=people(keys=8).record_keys)
    two, over = over_two_periods(first, "once")
    facts = prepare(two, over, each_year(first, second), REQUEST, judge=True)
    assert facts.result_of("sums") is not None
    assert facts.result_of("sums").holds
    assert [one.cells for one in facts.result_of("sums").measured] == [4, 4, 4]
    # A year alone hides nobody; both together have one contributor that towers above all.
    tower = giant()
    both = ckm.tabulate(tower, ckm.TableSpec("area", values=[ckm.sum_of("income")]))
    assert both.blocks[0].magnitudes["income"].largest.max() == 10**9
    found = prepare(two, over, each_year(first, replace(tower, record_keys=second.record_keys)), REQUEST, judge=True)
    assert found.result_of("sums") is not None
    assert [one.sensitive > 0 for one in found.result_of("sums").measured] == [False, True, True]


def test_sums_over_periods_described_otherwise_are_held_back() -> None:
    first, second = even(), replace(even(), record_keys=people(keys=8).record_keys)
    area = second.dimension("area")
    fewer = replace(area, categories=area.categories, title=ckm.Texts.same("Another list"))
    two, over = over_two_periods(first, "once")
    records = {0: first, 1: second.with_dimension(fewer)}
    found = judged_over_periods(two, over.spec, tuple(records.values()), never)
    assert found is not None
    assert [one.code for one in found.skipped] == ["sum_floor_over_lists"]
    assert found.unjudged == ("income",)
    assert judged_over_periods(two, over.spec, (first,), never) is None
    assert judged_over_periods(two, SUMS.spec, (first, second), never) is None


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
