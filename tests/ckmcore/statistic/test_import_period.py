"""A second period's file against the dictionary of the first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import compare_codes
from ckmcore.errors import CkmError
from ckmcore.microdata.data import Category, Microdata
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.import_period import CodeDecision, absent_columns, adopted, merged_dictionary, review_codes
from ckmcore.statistic.period import CodeMap, ColumnOf, Period, PeriodSource
from ckmcore.statistic.periods import undated, with_new_period
from ckmcore.statistic.series import over_periods
from ckmcore.statistic.source import describe_source, load_period, read_period
from ckmcore.tabulate.spec import PERIOD, Level
from tests.kit.examples import examples
from tests.kit.fails import fails, raise_unless

SEX = VariableEntry(
    "sex",
    "dimension",
    Texts("Sex", "Geschlecht"),
    (Category("1", Texts("male", "männlich")), Category("2", Texts("female", "weiblich"))),
    note=Texts("as registered"),
)
KREIS = VariableEntry("kreis", "dimension", Texts.same("Kreis"), tuple(map(Category.plain, ("03152", "03156"))))
INCOME = VariableEntry("income", "magnitude", Texts("Income", "Einkommen"))
FIRST = VariableEntry("first", "dimension", Texts.same("First"), derived=Derivation("prefix", "kreis", digits=2))
DICTIONARY = (SEX, KREIS, INCOME, FIRST)


def data(**columns: list[str]) -> Microdata:
    return Microdata.from_pandas(pd.DataFrame(columns), list(columns))


def second() -> ckm.Statistic:
    made = ckm.Statistic(Texts.same("S"), DICTIONARY, (Period(Texts.same("2015"), "2015-12-31"),))
    return with_new_period(made, Texts.same("2016"), "2016-12-31")


def test_what_is_known_keeps_its_words_and_place_and_what_is_new_follows() -> None:
    found = merged_dictionary(
        DICTIONARY, [("new", "dimension"), ("kreis", "ignored"), ("id", "identifier")], data(new=["a", "b"])
    )
    assert [(entry.name, entry.role) for entry in found] == [
        ("sex", "dimension"),
        ("kreis", "ignored"),
        ("income", "magnitude"),
        ("first", "dimension"),
        ("new", "dimension"),
        ("id", "identifier"),
    ]
    assert found[0] == SEX
    assert [category.code for category in found[4].categories] == ["a", "b"]
    assert absent_columns(DICTIONARY, ["kreis"]) == (ColumnOf("sex", ""), ColumnOf("income", ""))


def test_a_known_variable_without_a_code_list_takes_that_of_the_data() -> None:
    (found,) = merged_dictionary([replace(KREIS, categories=())], [("kreis", "dimension")], data(kreis=["x", "y"]))
    assert [category.code for category in found.categories] == ["x", "y"]
    assert found.title == KREIS.title


def test_the_review_names_what_is_new_and_gone_per_variable() -> None:
    changes = review_codes(second(), data(sex=["1", "2"], kreis=["03159", "03156"]))
    (found,) = changes
    assert (found.variable, found.new, found.gone) == ("kreis", ("03159",), ("03152",))


def test_codes_that_are_only_written_otherwise_become_those_of_the_dictionary(tmp_path: Path) -> None:
    file = tmp_path / "people_2016.csv"
    file.write_text("geschlecht;kreis\nm;03159\nw;03159\nm;03156\n", encoding="utf-8")
    decisions = [
        CodeDecision("sex", spelled=(("m", "1"), ("w", "2"))),
        CodeDecision("kreis", pairs=(("03152", "03159"),), is_break=True),
    ]
    made = adopted(second(), decisions)
    columns = (ColumnOf("sex", "geschlecht"), ColumnOf("income", ""))
    period = replace(made.period, source=describe_source(file, ckm.microdata.sniff(file), 3), columns=columns)
    made = made.with_period(period)
    read = read_period(made)
    assert read is not None
    assert read.dimensions["sex"].codes == ("1", "2")
    loaded = load_period(made)
    assert loaded is not None
    assert loaded.dimensions["sex"].label("1") == Texts("male", "männlich")
    assert [loaded.dimensions["sex"].codes[code] for code in loaded.columns["sex"].tolist()] == ["1", "2", "1"]
    assert loaded.dimensions["kreis"].codes == ("03159", "03156")
    assert loaded.dimensions["first"].codes == ("03",)
    assert loaded.magnitudes == {}
    assert made.period.codes == (CodeMap("sex", (("m", "1"), ("w", "2"))),)
    assert [one.variable for one in made.period.breaks] == ["kreis"]
    before = replace(made, current=0)
    assert before.dictionary[1].describe(loaded.dimensions["kreis"], before.period.date).codes[:2] == ("03152", "03156")


def test_decisions_need_a_day_only_where_the_code_list_changes() -> None:
    undated = second()
    undated = undated.with_period(replace(undated.period, date=""))
    assert adopted(undated, [CodeDecision("sex", spelled=(("m", "1"),))]).dictionary == DICTIONARY
    with fails("change_without_day"):
        adopted(undated, [CodeDecision("kreis", new=("03159",))])
    dated = adopted(undated, [CodeDecision("kreis", new=("03159",), closed=("03152",))], "2016-11-01")
    codes = {category.code: category for category in dated.dictionary[1].categories}
    assert (codes["03159"].valid_from, codes["03152"].valid_to) == ("2016-11-01", "2016-10-31")


def test_a_decision_taken_again_takes_the_place_of_the_former_one() -> None:
    made = adopted(second(), [CodeDecision("sex", spelled=(("m", "1"),))])
    again = adopted(made, [CodeDecision("sex", spelled=(("w", "2"),))])
    assert again.period.codes == (CodeMap("sex", (("w", "2"),)),)
    assert adopted(again, [CodeDecision("sex")]).period.codes == ()


def test_of_a_mapping_table_of_the_whole_country_only_known_codes_matter() -> None:
    table = (("09162", "09163"), ("03152", "03159"), ("3156", "3159"))
    changes = compare_codes(KREIS, ["03156", "03159", "09163"], "2016-12-31", table)
    assert changes.renamed == (("03152", "03159"),)
    assert changes.new == ("09163",)
    made = adopted(second(), [CodeDecision("kreis", pairs=table)])
    kreis = next(entry for entry in made.dictionary if entry.name == "kreis")
    assert [category.code for category in kreis.categories] == ["03152", "03159", "03156"]
    assert made.period.changes == (CodeMap("kreis", (("03152", "03159"),)),)


def test_a_code_list_does_not_change_before_a_period_that_is_there() -> None:
    later = second()
    source = PeriodSource("file", rows=2)
    later = replace(later, periods=(later.periods[0], replace(later.periods[1], source=source)))
    earlier = with_new_period(later, Texts.same("2014"), "2014-12-31")
    with fails("periods_out_of_order") as raised:
        adopted(earlier, [CodeDecision("kreis", pairs=(("03152", "03159"),))])
    assert "2016" in raised.value.text("de")
    spelled = adopted(earlier, [CodeDecision("sex", spelled=(("m", "1"),))])
    assert spelled.dictionary == earlier.dictionary
    assert adopted(earlier, [CodeDecision("kreis", new=("03159",))], "2017-01-01").dictionary != earlier.dictionary


@pytest.mark.parametrize(
    "decision",
    [
        CodeDecision("kreis", new=("03159",)),
        CodeDecision("kreis", pairs=(("03152", "03159"),)),
        CodeDecision("kreis", closed=("03152",)),
    ],
    ids=["new", "mapped", "closed"],
)
def test_t21_no_code_begins_or_ends_beside_records_of_a_period_without_a_day(decision: CodeDecision) -> None:
    waits = second()
    undated = replace(waits, periods=(replace(waits.periods[0], date=""), waits.periods[1]))
    assert adopted(undated, [decision]).dictionary != undated.dictionary  # it has no records that could be shown
    told = replace(undated.periods[0], source=PeriodSource("file", rows=2))
    undated = replace(undated, periods=(told, undated.periods[1]))
    with fails("period_without_day") as raised:
        adopted(undated, [decision])
    assert raised.value.text("en").startswith("2015 has no reference day: codes that begin or end on 2016-12-31")
    assert "Codes, die am 31.12.2016 beginnen" in raised.value.text("de")
    assert adopted(undated, [CodeDecision("sex", spelled=(("m", "1"),))]).dictionary == undated.dictionary
    dated = replace(undated, periods=(replace(told, date="2015-12-31"), undated.periods[1]))
    assert adopted(dated, [decision]).dictionary != dated.dictionary


DAYS = st.sampled_from(["", "2013-12-31", "2014-12-31", "2015-12-31", "2016-12-31"])


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(DAYS, min_size=1, max_size=3), DAYS, st.sets(st.sampled_from("abcd")), st.data())
def test_t21_what_is_decided_for_one_period_changes_the_codes_of_no_other(
    days: list[str], now: str, codes: set[str], drawn: st.DataObject
) -> None:
    source = PeriodSource("file", rows=2)
    former = tuple(Period(Texts.same(f"P{place}"), day, source=source) for place, day in enumerate(days))
    ended = Category("c", Texts.same("c"), valid_to="2012-12-31")
    entry = replace(KREIS, categories=(*map(Category.plain, "ab"), ended))
    statistic = ckm.Statistic(Texts.same("S"), (entry,), (*former, Period(Texts.same("now"), now)), current=len(former))
    new = tuple(sorted(codes - {"a", "b"}))
    closed = tuple(code for code in "ab" if code not in codes and drawn.draw(st.booleans()))
    try:
        made = adopted(statistic, [CodeDecision("kreis", new=new, closed=closed)])
    except CkmError as error:
        raise_unless(error, "change_without_day", "periods_out_of_order", "period_without_day")
        return
    records = data(kreis=["a"]).dimensions["kreis"]
    shown = [[one.dictionary[0].describe(records, day).codes for day in days] for one in (statistic, made)]
    assert shown[0] == shown[1]


def test_t21_a_code_that_ended_and_begins_again_is_in_no_table_of_the_time_between() -> None:
    """Valid until 2010, again from 2015: not in 2012, neither alone nor beside the others."""
    years, there = ("2009", "2012", "2016"), {"2009": "ab", "2012": "a", "2016": "ab"}
    read = {year: data(kreis=list(there[year] * 20)) for year in years}
    entry = replace(KREIS, categories=tuple(map(Category.plain, "ab")))
    periods = (Period(Texts.same("2009"), "2009-12-31", PeriodSource("file")),)
    made = ckm.Statistic(Texts.same("S"), (entry, replace(FIRST, derived=Derivation("same", "kreis"))), periods)
    made = made.put_in_force(ckm.Rounding(10), "2009-01-01")
    for year, decision, since in (
        ("2012", CodeDecision("kreis", closed=("b",)), "2011-01-01"),
        ("2016", CodeDecision("kreis", new=("b",)), "2015-01-01"),
    ):
        made = adopted(with_new_period(made, Texts.same(year), f"{year}-12-31"), [decision], since)
        made = made.with_period(replace(made.period, source=PeriodSource("file")))

    def load(of: ckm.Statistic) -> Microdata:
        return of.describe(read[of.period.label.en])

    for place, year in enumerate(years):
        at = replace(made, current=place)
        for name in ("kreis", "first"):
            rows = at.draft(ckm.TableSpec(name), load(at)).table.to_pandas()[name].tolist()
            assert ("b" in rows) is ("b" in there[year]), (year, name)
    day = [(f"{year}-12-31", "b") for year in years]
    shown = over_periods(made, ckm.TableSpec("kreis", Level(PERIOD, total="off")), load).to_pandas()
    signs = {(row[PERIOD], row["kreis"]): row["sign"] for _, row in shown.iterrows()}
    assert [signs[one] for one in day] == ["", signs[day[1]], ""]
    assert signs[day[1]] != ""
    assert undated(made.with_period(replace(made.period, date=""))) is not None


def test_a_missing_value_of_one_period_makes_its_row_in_all() -> None:
    (found,) = merged_dictionary([KREIS], [("kreis", "dimension")], data(kreis=["03152", ""]))
    assert [category.code for category in found.categories] == ["03152", "03156", ""]
    (same,) = merged_dictionary([found], [("kreis", "dimension")], data(kreis=["03152", ""]))
    assert same == found


def test_codes_that_say_nothing_become_the_row_of_those_without_a_value() -> None:
    made = adopted(second(), [CodeDecision("sex", spelled=(("9", ""), ("8", "")))])
    sex, kreis = made.dictionary[0], made.dictionary[1]
    assert sex.categories == (*SEX.categories, Category.plain(""))
    assert kreis == KREIS
    again = adopted(made, [CodeDecision("sex", spelled=(("9", ""),))])
    assert again.dictionary == made.dictionary
