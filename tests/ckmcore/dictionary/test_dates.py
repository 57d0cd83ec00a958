"""Ages, durations and parts of dates: computed as by counting birthdays and days, one after the other."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.dictionary.dates import (
    PartialDate,
    are_dates,
    completed,
    date_hierarchy,
    date_in,
    filled_parts,
    part_label,
    part_of,
)
from ckmcore.dictionary.derive import derive, derived_codes
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import over_periods
from ckmcore.tabulate.spec import PERIOD
from tests.kit.examples import examples
from tests.kit.fails import fails

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
DAYS = st.dates(date(1890, 1, 1), date(2060, 12, 31))


def birthday(born: date, years: int) -> date:
    """The day on which somebody becomes so many years old (section 188 BGB: the year ends with the day before)."""
    try:
        return born.replace(year=born.year + years)
    except ValueError:  # 29 February
        return date(born.year + years, 3, 1)


def month_day(begin: date, months: int) -> date:
    year, month = divmod(begin.year * 12 + begin.month - 1 + months, 12)
    try:
        return date(year, month + 1, begin.day)
    except ValueError:
        year, month = divmod(year * 12 + month + 1, 12)
        return date(year, month + 1, 1)


def whole(day: date) -> PartialDate:
    return PartialDate(day.year, day.month, day.day)


@settings(max_examples=examples(300))
@given(DAYS, DAYS)
@example(date(2000, 2, 29), date(2018, 2, 28))
@example(date(2000, 2, 29), date(2018, 3, 1))
@example(date(2000, 2, 29), date(2020, 2, 29))
@example(date(1999, 12, 31), date(2000, 1, 1))
def test_years_and_months_are_counted_birthday_by_birthday(begin: date, end: date) -> None:
    if end < begin:
        assert completed(whole(begin), whole(end), "days") is None
        return
    years = 0
    while birthday(begin, years + 1) <= end:
        years += 1
    months = 0
    while month_day(begin, months + 1) <= end:
        months += 1
    assert completed(whole(begin), whole(end), "years") == years
    assert completed(whole(begin), whole(end), "months") == months
    assert completed(whole(begin), whole(end), "days") == sum(1 for _ in range((end - begin).days))


@settings(max_examples=examples(200))
@given(DAYS, DAYS)
def test_of_a_month_or_a_year_alone_the_unit_counts_as_completed_in_it(born: date, day: date) -> None:
    at, month, year = whole(day), PartialDate(born.year, born.month), PartialDate(born.year)
    last = date(day.year + day.month // 12, day.month % 12 + 1, 1) - timedelta(days=1)
    by_month = completed(month, at, "years")
    if born.replace(day=1) <= day:
        oldest = completed(whole(born.replace(day=1)), whole(last), "years")
        assert by_month == oldest  # whoever is born on its first day, on the last day of the month
    else:
        assert by_month is None
    assert completed(year, at, "years") == (day.year - born.year if born.year <= day.year else None)
    assert completed(month, at, "days") is completed(year, at, "months") is None


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("1990", (1990, 0, 0)), ("1990-05", (1990, 5, 0)), ("199005", (1990, 5, 0)), ("05.1990", (1990, 5, 0)),
        ("5/1990", (1990, 5, 0)), ("1990-05-17", (1990, 5, 17)), ("17.5.1990", (1990, 5, 17)),
        ("19900517", (1990, 5, 17)), ("1990-05-17 00:00:00", (1990, 5, 17)), ("1992-02-29", (1992, 2, 29)),
    ],
)  # fmt: skip
def test_years_months_and_days_are_read_as_they_are_written(code: str, found: tuple[int, int, int]) -> None:
    assert date_in(code) == PartialDate(*found)


@pytest.mark.parametrize(
    "code",
    ["", "k.A.", "90", "9999-12-31", "0001-01-01", "1990-13", "1990-02-30", "19900230", "00.1990", "1990-00", "٢٠٢٤"],
)
def test_what_is_no_date_is_none(code: str) -> None:
    assert date_in(code) is None


@settings(max_examples=examples(200))
@given(DAYS)
def test_parts_are_those_of_the_calendar(day: date) -> None:
    when = whole(day)
    year, week, _ = day.isocalendar()
    assert part_of(when, "year") == day.strftime("%Y")
    assert part_of(when, "month") == day.strftime("%Y-%m")
    assert part_of(when, "quarter") == f"{day.year}-Q{(day.month - 1) // 3 + 1}"
    assert part_of(when, "week") == f"{year}-W{week:02d}" == day.strftime("%G-W%V")
    assert part_of(PartialDate(day.year), "month") == part_of(PartialDate(day.year, 3), "week") == ""


@settings(max_examples=examples(100))
@given(DAYS, st.integers(0, 900), st.sampled_from(["year", "quarter", "month", "week"]))
def test_parts_between_the_first_and_the_last_are_there(first: date, length: int, part: str) -> None:
    last = first + timedelta(days=length)
    every = {part_of(whole(first + timedelta(days=step)), part): None for step in range(length + 1)}  # type: ignore[arg-type]
    ends = [part_of(whole(last), part), part_of(whole(first), part)]  # type: ignore[arg-type]
    assert filled_parts(ends, part) == list(every)  # type: ignore[arg-type]


def test_parts_have_words_in_both_languages() -> None:
    words = [part_label(code).text("de") for code in ("2025", "2025-Q1", "2025-03", "2025-W09")]
    assert words == ["2025", "1. Quartal 2025", "März 2025", "KW 9 2025"]
    assert part_label("2025-03").text("en") == "March 2025"


def test_dates_are_told_from_other_codes() -> None:
    assert are_dates(["1990", "1991", "2003"])
    assert are_dates([*(f"2024-01-{day:02d}" for day in range(1, 20)), "k.A."])
    assert not are_dates(["1990", "1", "2"])
    assert not are_dates(["1000", "1100", "5000"])
    assert not are_dates(["1990"])


# --- derived variables ---------------------------------------------------------------------------------------------

AGE = VariableEntry("age", "dimension", ckm.Texts("Age", "Alter"), derived=Derivation("age", "born"))
CLASSES = replace(AGE, derived=Derivation("age", "born", bounds=("18", "65")))


def data(**columns: list[str | None]) -> ckm.Microdata:
    written = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("lost_zeros", "", "as_is"),))
    return ckm.Microdata.from_pandas(pd.DataFrame(columns), list(columns), dialect=written)


def codes_of(found: ckm.Microdata, name: str) -> list[str]:
    codes = found.dimension(name).codes
    return [codes[place] for place in found.columns[name].tolist()]


def test_an_age_is_of_the_day_and_its_categories_are_all_up_to_the_oldest() -> None:
    born = data(born=["2007-12-31", "2008-01-01", "2020", None, "k.A.", "2030-01-01"])
    found = derive(born, AGE, "2025-12-31")
    assert codes_of(found, "age") == ["18", "17", "5", MISSING, MISSING, MISSING]
    assert found.dimension("age").codes == (*map(str, range(19)), MISSING)
    classes = derive(born, CLASSES, "2025-12-31")
    assert classes.dimension("age").codes == ("<18", "18-65", "65+", MISSING)
    assert codes_of(classes, "age")[:3] == ["18-65", "<18", "<18"]
    with fails("derived_without_day"):
        derive(born, AGE)


def test_parts_durations_and_their_classes_are_dimensions() -> None:
    stays = data(
        begin=["2024-12-30", "2025-03-01", "2025-03-01", None], end=["2025-01-02", "2025-02-01", None, "2025-01-01"]
    )
    part = VariableEntry("m", "dimension", ckm.Texts.same("m"), derived=Derivation("date_part", "begin", part="month"))
    found = derive(stays, part)
    assert found.dimension("m").codes == ("2024-12", "2025-01", "2025-02", "2025-03", MISSING)
    assert found.dimension("m").label("2025-01").text("de") == "Januar 2025"
    assert codes_of(found, "m") == ["2024-12", "2025-03", "2025-03", MISSING]
    years = replace(part, derived=Derivation("date_part", "begin", part="year", bounds=("2025",)))
    assert codes_of(derive(stays, years), "m") == ["<2025", "2025+", "2025+", MISSING]
    days = replace(part, derived=Derivation("duration", "begin", unit="days", until="end"))
    assert codes_of(derive(stays, days), "m") == ["3", MISSING, MISSING, MISSING]
    assert derive(stays, days).dimension("m").codes == (*map(str, range(34)), MISSING)  # what both lists allow
    classes = replace(part, derived=Derivation("duration", "begin", unit="days", until="end", bounds=("2",)))
    assert codes_of(derive(stays, classes), "m") == ["2+", MISSING, MISSING, MISSING]
    until_now = replace(part, derived=Derivation("duration", "begin", unit="months"))
    assert codes_of(derive(stays, until_now, "2025-03-31"), "m") == ["3", "0", "0", MISSING]


@settings(max_examples=examples(60))
@given(st.lists(DAYS, min_size=1, max_size=20), st.dates(date(1990, 1, 1), date(2030, 1, 1)))
def test_ages_of_records_are_those_counted_one_by_one(born: list[date], day: date) -> None:
    rule = Derivation("age", "born")
    found = derived_codes([one.isoformat() for one in born], rule, day.isoformat())
    for one in born:
        years = sum(birthday(one, number) <= day for number in range(1, 200)) if one <= day else None
        assert found[one.isoformat()] == (MISSING if years is None else str(years))


# --- statistics ----------------------------------------------------------------------------------------------------


def statistic(*entries: VariableEntry) -> Statistic:
    born = VariableEntry("born", "dimension", ckm.Texts.same("born"), tuple(map(Category.plain, ("2007", "2008"))))
    periods = (Period(ckm.Texts.same("2025"), "2025-12-31"), Period(ckm.Texts.same("2026"), "2026-12-31"))
    return Statistic(ckm.Texts.same("S"), (born, *entries), periods)


def test_each_period_computes_its_own_ages() -> None:
    made, born = statistic(CLASSES), data(born=["2007", "2008", "2008"])
    for place, expected in ((0, ["18-65", "<18", "<18"]), (1, ["18-65", "18-65", "18-65"])):
        assert codes_of(replace(made, current=place).describe(born), "age") == expected


def test_a_period_without_a_day_has_no_age_and_says_so() -> None:
    made = statistic(AGE).with_period(Period(ckm.Texts.same("2025")))
    found = made.describe(data(born=["2007"]))
    assert "age" not in found.dimensions
    assert [notice.code for notice in found.notices] == ["derived_left_out"]


def test_derivations_are_kept_and_former_ones_are_written_as_they_were() -> None:
    former = replace(AGE, derived=Derivation("classes", "born", bounds=("2000",)))
    text = to_bytes(statistic(former))
    rule = b'"derived":{"kind":"classes","source":"born","digits":0,"groups":[],"others":"keep","bounds":["2000"]}'
    assert rule in text
    for entry in (former, AGE, CLASSES, replace(AGE, derived=Derivation("duration", "born", unit="days", until="end"))):
        assert from_bytes(to_bytes(statistic(entry)), "s.ckm") == statistic(entry)


def keyed(year: int) -> ckm.Microdata:
    """People born 1940 to the year, one of each year for each sex, with keys."""
    years = [str(born) for born in range(1940, year + 1)] * 2
    frame = pd.DataFrame({"born": years, "sex": ["m"] * (len(years) // 2) + ["w"] * (len(years) // 2)})
    frame["key"] = [f"0.{(number * 7919) % 1000:03d}" for number in range(len(frame))]
    return ckm.Microdata.from_pandas(frame, ["born", "sex"], record_key="key")


@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_over_periods_each_has_the_ages_of_its_own_day() -> None:
    born = VariableEntry("born", "dimension", ckm.Texts.same("born"))
    periods = tuple(
        Period(ckm.Texts.same(str(year)), f"{year}-12-31", source=PeriodSource("file")) for year in (2024, 2025)
    )
    made = Statistic(ckm.Texts.same("S"), (born, CLASSES), periods, units="once")
    for place in (0, 1):
        made = replace(made, current=place).put_in_force(METHOD)
    spec = ckm.TableSpec("age", ckm.Level(PERIOD, total="off"))

    def load(of: Statistic) -> ckm.Microdata:
        return of.describe(keyed(int(of.period.label.en)))

    table = over_periods(made, spec, load)
    for place, year in enumerate((2024, 2025)):
        alone = replace(made, current=place)
        single = ckm.protect(ckm.tabulate(load(alone), ckm.TableSpec("age")), METHOD)
        for code in ("<18", "18-65", "65+"):
            assert table.value({"age": code, PERIOD: f"{year}-12-31"}) == single.value({"age": code})


def test_days_stand_below_months_and_years_in_order_of_time() -> None:
    codes = ["17.05.2024", "01.12.2023", "03.05.2024", "2024-06", "k.A.", MISSING, "2024"]
    hierarchy, labels = date_hierarchy(codes)
    assert [(node.code, node.depth) for node in hierarchy.nodes] == [
        ("2023", 0), ("2023-12", 1), ("01.12.2023", 2), ("2024", 0), ("2024 *", 0), ("2024-05", 1), ("03.05.2024", 2),
        ("17.05.2024", 2), ("2024-06", 1), ("k.A.", 0),
    ]  # fmt: skip
    assert {*hierarchy.leaves} == {*codes} - {MISSING}
    assert labels["2024-05"].de == "Mai 2024"
    assert labels["17.05.2024"].de == "17.05.2024"
    assert hierarchy.is_named


@settings(max_examples=examples(60))
@given(st.lists(DAYS, min_size=1, max_size=30, unique=True))
def test_every_day_is_below_its_month_and_year(days: list[date]) -> None:
    hierarchy, _ = date_hierarchy([day.isoformat() for day in days])
    assert list(hierarchy.leaves) == sorted(day.isoformat() for day in days)
    for day in days:
        assert day.isoformat() in hierarchy.leaves_below(f"{day.year:04d}-{day.month:02d}")
        assert day.isoformat() in hierarchy.leaves_below(f"{day.year:04d}")


@settings(max_examples=examples(40))
@given(st.lists(st.integers(1900, 2040), min_size=1, max_size=30), st.integers(1990, 2035), st.booleans())
def test_years_of_birth_that_are_numbers_have_the_same_age_classes(years: list[int], year: int, halves: bool) -> None:
    numbers = [born + (0.0 if halves else 0) for born in years]
    frame = pd.DataFrame({"a": [str(born) for born in years], "born": numbers})
    found = ckm.Microdata.from_pandas(frame, ["a"], magnitudes=["born"])
    by_number = derive(found, CLASSES, f"{year}-12-31")
    of_codes = replace(CLASSES, name="b", derived=Derivation("age", "a", bounds=("18", "65")))
    by_code = derive(found, of_codes, f"{year}-12-31")
    assert codes_of(by_number, "age") == codes_of(by_code, "b")
    of = by_number.dimension("age").of_source
    for born, code in zip(years, codes_of(by_number, "age"), strict=True):
        inside = [
            value
            for edges, value in of.items()
            if int(edges.split("..")[0] or 0) <= born < int(edges.split("..")[1] or 9999)
        ]
        assert inside == [code]


def test_ages_of_numbers_need_classes_and_are_left_out_without() -> None:
    found = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["1"], "born": [1990]}), ["a"], magnitudes=["born"])
    born = VariableEntry("born", "magnitude", ckm.Texts.same("born"))
    entries = (VariableEntry("a", "dimension", ckm.Texts.same("a")), born)
    made = Statistic(ckm.Texts.same("S"), (*entries, AGE), (Period(ckm.Texts.same("2025"), "2025-12-31"),))
    assert [notice.code for notice in made.describe(found).notices] == ["derived_age_classes"]
    assert codes_of(replace(made, dictionary=(*entries, CLASSES)).describe(found), "age") == ["18-65"]


@settings(max_examples=examples(60))
@given(st.lists(DAYS, min_size=1, max_size=20), st.dates(date(1990, 1, 1), date(2030, 1, 1)))
def test_an_age_by_year_and_month_in_two_columns_is_the_one_of_both_together(born: list[date], day: date) -> None:
    columns = {
        "year": [f"{when.year}" for when in born] + ["2000", "2000", ""],
        "month": [f"{when.month:02d}" for when in born] + ["", "13", "1"],
        "both": [f"{when.year}-{when.month:02d}" for when in born] + ["2000", "2000", ""],
    }
    found = data(**columns)  # type: ignore[arg-type]
    two = replace(AGE, derived=Derivation("age", "year", month="month"))
    together = replace(AGE, name="t", derived=Derivation("age", "both"))
    assert codes_of(derive(found, two, day.isoformat()), "age") == codes_of(
        derive(found, together, day.isoformat()), "t"
    )


def test_categories_of_two_columns_do_not_depend_on_which_pairs_occur() -> None:
    rule = VariableEntry(
        "d", "dimension", ckm.Texts.same("d"), derived=Derivation("duration", "a", unit="days", until="b")
    )
    lists = [derive(data(a=["2024-01-01", "2024-03-01"], b=ends), rule).dimension("d").codes for ends in (
        ["2024-02-01", "2024-03-05"], ["2024-03-05", "2024-02-01"],
    )]  # fmt: skip
    assert lists[0] == lists[1] == (*map(str, range(65)), MISSING)
    with fails("derived_needs_classes"):
        derive(data(a=["1000-01-01"], b=["2024-01-01"]), rule)
