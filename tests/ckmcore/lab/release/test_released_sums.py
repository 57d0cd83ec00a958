"""What the sums of a table and of all that is out let readers conclude: named before a release, and anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.lab.release.differences import left_open
from ckmcore.lab.release.recheck import recheck, recheck_report
from ckmcore.lab.release.released_sums import SumConclusion, conclusions
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.microdata.data import NumberColumn
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import accept_sums, release, submit
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import AcceptedSums
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import KeySet, MethodInForce, Period, PeriodSource
from ckmcore.statistic.series import Load
from ckmcore.tabulate.spec import Top
from tests.kit.before_the_floor import put_in_force
from tests.kit.released_people import LATER, METHOD, NOON, REQUEST, people, statistic

SEX = ckm.Condition("sex", ("m",))
SUMS = SavedTable("Income", ckm.TableSpec("area", values=[ckm.sum_of("income")]))
MEN = SavedTable("Men", ckm.TableSpec("area", filters=SEX, values=[ckm.sum_of("income")]))
BOTH = SavedTable("Both", ckm.TableSpec("area", values=[ckm.sum_of("income"), ckm.sum_of("wage")]))


def with_incomes(seed: int = 3, single: bool = True) -> ckm.Microdata:
    """400 people; in area 03 one woman alone has an income; a wage is twice the income."""
    data = people()
    income = np.random.default_rng(seed).integers(900, 1100, data.rows)
    area = np.array(data.dimensions["area"].codes)[data.columns["area"]]
    women = np.array(data.dimensions["sex"].codes)[data.columns["sex"]] == "w"
    here = np.flatnonzero(area == "03")
    if single:
        income[here] = 0
        income[here[women[here]][0]] = 5000
    else:
        income[here[women[here]][1:]] = 0
        income[here[women[here]][0]] = 800
    columns = {
        name: NumberColumn(name, (income * times).astype(np.int64), 0, ckm.Texts.same(name.title()))
        for name, times in (("income", 1), ("wage", 2))
    }
    return replace(data, magnitudes=columns)


def former(scaling: float = 0.1, *, zeros: bool = False, own: bool = False) -> MagnitudeCellKeyMethod:
    """A method from before the floor, that hands in what it likes."""
    _, design = sum_preset("wages")
    settings = ckm.MagnitudeSettings(ckm.Scaling(scaling), include_zeros=zeros, **FORMER)
    return ckm.MagnitudeCellKeyMethod(
        METHOD.ptable, large=design.table(2), settings=settings, own_key="cd" * 32 if own else ""
    )


def made(of: MagnitudeCellKeyMethod, years: tuple[str, ...] = ("2025",)) -> Statistic:
    plain = statistic()
    entries = (
        *plain.dictionary,
        *(VariableEntry(name, "magnitude", title=ckm.Texts.same(name)) for name in ("income", "wage")),
    )
    periods = tuple(
        Period(
            ckm.Texts.same(year),
            f"{year}-12-31",
            PeriodSource("file", f"{year}.csv", size=10, sha256="ab" * 32, rows=400),
            KeySet("column", "rkey"),
        )
        for year in years
    )
    one = replace(plain, dictionary=entries, tables=(SUMS,), periods=periods)
    for place in range(len(years)):
        one = put_in_force(replace(one, current=place), of, "2026-01-01")
    return one


def load(single: bool = True) -> Load:
    return lambda one: one.describe(with_incomes(single=single))


def out(one: Statistic, table: SavedTable, records: Load, when: str = NOON) -> Statistic:
    handed_in = submit(one, prepare(one, table, records, REQUEST, judge=True), "Anna", when)
    return release(handed_in, handed_in.register[-1].number, "Bernd", when)


def kinds(one: Statistic, table: SavedTable, records: Load) -> list[tuple[str, str]]:
    submission = prepare(one, table, records, REQUEST).submission
    data = records(one)
    assert data is not None
    return [(left.kind, left.said.text("en")) for left in left_open(one, submission, data, load=records)]


def test_a_table_of_sums_alone_is_looked_at_and_no_longer_said_to_be_unchecked() -> None:
    records = load(single=False)
    assert kinds(made(former(0.3)), SUMS, records) == []


def test_a_difference_from_what_is_out_names_the_cell_and_the_release() -> None:
    records = load(single=False)
    one = out(made(former()), MEN, records)
    submission = prepare(one, SUMS, records, REQUEST).submission
    data = records(one)
    assert data is not None
    (left,) = left_open(one, submission, data, load=records)
    assert (left.kind, left.number) == ("sums", 1)
    said = left.said.text("en")
    assert "the difference from a smaller one gives a single contribution to 10 %" in said
    assert said.endswith(": 03.")
    assert "800" not in said
    assert "Differenz" in left.said.text("de")


def test_ratios_of_magnitudes_that_share_a_key_are_named_and_own_keys_leave_none() -> None:
    shared = kinds(made(former(0.3)), BOTH, load())
    assert [kind for kind, said in shared if "share a key" in said] == ["sums"]
    apart = kinds(made(former(0.3, own=True)), BOTH, load())
    assert not [said for _, said in apart if "share a key" in said]


@pytest.mark.parametrize(("zeros", "word"), [(False, "growth"), (True, "mean of the released ones")])
def test_growth_is_exact_where_keys_stay_and_averages_come_near_where_they_do_not(zeros: bool, word: str) -> None:
    def records(one: Statistic) -> ckm.Microdata:
        # In the first year a person less has answered 0: with keys of all who answered that is another key.
        data = with_incomes()
        if one.period.date.startswith("2024"):
            income = data.magnitudes["income"]
            at = int(np.flatnonzero((income.values == 0) & (data.columns["area"] == 2))[0])
            fewer = {name: np.delete(codes, at) for name, codes in data.columns.items()}
            keys = data.record_keys
            assert keys is not None
            data = replace(
                data,
                rows=data.rows - 1,
                columns=fewer,
                record_keys=replace(keys, values=np.delete(keys.values, at)),
                magnitudes={"income": replace(income, values=np.delete(income.values, at))},
                cache={},
            )
        return one.describe(data)

    one = made(former(0.05, zeros=zeros), ("2024", "2025"))
    one = out(replace(one, current=0), SUMS, records)
    now = replace(one, current=1)
    found = [said for kind, said in kinds(now, SUMS, records) if kind == "sums"]
    assert [word in said for said in found] == [True]
    # Without the records of the other period nothing is said of it.
    data = records(now)
    assert data is not None
    alone, _ = conclusions(now, data, SUMS.spec)
    assert not {"growth", "average"} & {each.kind for each in alone}


def test_what_has_left_the_house_is_looked_at_anew_with_its_sums() -> None:
    records = load()
    one = out(made(former(0.05), ("2024", "2025")), SUMS, records)
    one = out(replace(one, current=0), SUMS, records, LATER)
    found = recheck(one, records)
    assert found.attacked == 2
    assert [each.release.number for each in found.disclosing] == [1, 2]
    for each in found.disclosing:
        codes = {said.code for said in each.sums}
        assert {"sums_out_near", "sums_out_growth"} <= codes
        assert each.count == 0
    assert "2 released tables reveal too much" in found.summary.text("en")
    page = recheck_report(found, "Einkommen", "2026-11-23", "de").html()
    for words in ("Freigabe 1", "Freigabe 2", "Veränderung zwischen freigegebenen", "zurückziehen"):
        assert words in page
    assert found.notes == ()


def test_what_was_accepted_stands_in_the_report_with_its_reason() -> None:
    one = out(made(former(0.05)), SUMS, load())
    agreed = accept_sums(one, [AcceptedSums("F5", "income")], "Mia", "Max", NOON, "Nobody recurs.")
    page = recheck_report(recheck(agreed, load()), "Einkommen", "2026-11-23", "de").html()
    for words in ("Vom Mindestschutz der Summen hingenommen", "2025: F5 von Mia und Max", "Nobody recurs."):
        assert words in page


def test_sums_under_another_method_are_left_out_and_that_is_said() -> None:
    records = load()
    one = out(made(former(0.05)), SUMS, records)
    other = one.with_period(replace(one.period, in_force=MethodInForce(former(0.3), "2026-06-01")))
    found = recheck(other, records)
    assert "sums_out_other_method" in [note.code for note in found.notes]
    assert found.disclosing == ()


def test_tables_of_counts_and_methods_without_sums_conclude_nothing() -> None:
    data = load()(made(former()))
    assert data is not None
    counts = ckm.TableSpec("area")
    assert conclusions(made(former()), data, counts) == ([], [])
    assert conclusions(statistic(), data, SUMS.spec) == ([], [])


def test_growth_of_who_stands_alone_is_told_also_where_flexible_scaling_makes_it_less_than_exact() -> None:
    def records(one: Statistic) -> ckm.Microdata:
        data = with_incomes()
        if one.period.date.startswith("2025"):
            grown = {name: replace(each, values=each.values * 11 // 10) for name, each in data.magnitudes.items()}
            data = replace(data, magnitudes=grown, cache={})
        return one.describe(data)

    flex = replace(former(), settings=ckm.MagnitudeSettings(ckm.Scaling(0.3, 0.1, 1000, 6), **FORMER))
    one = out(replace(made(flex, ("2024", "2025")), current=0), SUMS, records)
    now = replace(one, current=1)
    (said,) = [each.said for each in left_of(now, records) if each.said.code.startswith("sums_out_growth")]
    assert said.code == "sums_out_growth_near"
    assert "has that in the other to 10 % with P up to 1, by the growth of the published sums: 03." in said.text("en")
    assert "kennt, hat den im anderen" in said.text("de")
    # Under another method its releases are not looked at, and that is said.
    other = now.with_period(replace(now.period, in_force=MethodInForce(former(0.3), "2026-06-01")))
    data = records(other)
    assert data is not None
    assert "sums_out_other_method" in [note.code for note in conclusions(other, data, SUMS.spec, load=records)[1]]


def left_of(one: Statistic, records: Load) -> list[SumConclusion]:
    data = records(one)
    assert data is not None
    return conclusions(one, data, SUMS.spec, load=records)[0]


@pytest.mark.parametrize(("most", "rules"), [(1, set()), (2, {"F1"})])
def test_of_the_largest_by_a_rule_the_table_with_its_row_of_others_is_judged(most: int, rules: set[str]) -> None:
    level = ckm.Level("area", top=Top(most=most))  # of three areas
    table = SavedTable("Largest", ckm.TableSpec(level, values=[ckm.sum_of("income")]))
    floor = prepare(made(former(0.3)), table, load(), REQUEST, judge=True).result_of("sums")
    assert floor is not None
    (cells,) = floor.cells
    shown = {cells.cells.place(at, 0.0).text for at in range(len(cells.cells.at))}
    # In area 03 one woman alone has an income: it is the smallest, one of the others, or all of them.
    assert "area = 03" not in shown
    assert "area = group:1" in shown
    assert {rule.rule for rule in floor.rules} & {"F1"} == rules
