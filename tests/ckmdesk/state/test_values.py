"""Values by their place: whatever names a value follows it, the last one stays, every function gives a sound table."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.ptable import Design
from ckmcore.statistic.period import Period
from ckmcore.tabulate.spec import (
    OWN_ROWS,
    PERIOD,
    PREVIOUS,
    Block,
    Condition,
    Footnote,
    Level,
    Order,
    OwnRow,
    Presentation,
    TableSpec,
    Value,
    Width,
)
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.state import presentation, values
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.table_view import compute_view
from ckmdesk.state.value_facts import ValueFacts
from tests.kit.statistics import small_data, small_statistic

FOUR = tuple(Value("share", base="total", label=Texts.same(str(number))) for number in range(4))
LEVEL = Level("sex", order=Order("value", value=2))
TABLE = TableSpec(
    rows=[LEVEL],
    columns=["area"],
    values=FOUR,
    presentation=Presentation(widths=(Width(("1", "2"), 90), Width(("", "0"), 70))),
    footnotes=(
        Footnote(Texts.same("on two"), "value", value=2),
        Footnote(Texts.same("on a line"), "line", (("sex", "1"),)),
        Footnote(Texts.same("on a cell"), "cell", (("sex", "1"),), 0),
    ),
)
REFERENCES = (
    ReferenceTable("people", Texts("People", "Leute"), unit=Texts("inhabitants", "Einwohner"), variables=("sex",),
                   rows=(ReferenceRow(("1",), "1000"),)),
)  # fmt: skip


def named(spec: TableSpec) -> dict[str, str]:
    """The label of the value that each thing names, "" where it names none."""
    level = spec.rows[0].levels[0]
    found = {"order": spec.values[level.order.value].label.en if level.order.by == "value" else ""}
    for note in spec.footnotes:
        if note.on != "line":
            found[note.text.en] = spec.values[note.value].label.en
    for width in spec.presentation.widths:
        found[f"width {width.pixels}"] = spec.values[int(width.path[-1])].label.en
    return found


BEFORE = {"order": "2", "on two": "2", "on a cell": "0", "width 90": "2", "width 70": "0"}


@given(st.integers(0, 3), st.integers(-1, 6))
def test_what_names_a_value_follows_it_when_values_move(number: int, index: int) -> None:
    moved = values.move(TABLE, number, index)
    assert sorted(value.label.en for value in moved.values) == ["0", "1", "2", "3"]
    assert named(moved) == BEFORE
    rest = [value.label.en for value in moved.values if value.label.en != str(number)]
    assert rest == [str(other) for other in range(4) if other != number]


@given(st.integers(0, 4))
def test_what_names_a_value_stays_when_one_is_put_before_it(index: int) -> None:
    more = values.add(TABLE, Value(label=Texts.same("new")), index)
    assert more.values[index].label.en == "new"
    assert named(more) == BEFORE


@given(st.integers(0, 3))
def test_what_named_a_value_that_is_gone_goes_with_it(number: int) -> None:
    less = values.remove(TABLE, number)
    assert [value.label.en for value in less.values] == [str(other) for other in range(4) if other != number]
    expected = {name: label for name, label in BEFORE.items() if label != str(number)}
    if number == 2:
        expected["order"] = ""
    assert named(less) == expected
    assert len([note for note in less.footnotes if note.on == "line"]) == 1


def test_the_last_value_stays_and_a_copy_stands_behind_its_model() -> None:
    alone = TableSpec(rows=["sex"])
    assert values.remove(alone, 0) == alone
    twice = values.duplicate(TABLE, 1)
    assert [value.label.en for value in twice.values] == ["0", "1", "1", "2", "3"]
    assert named(twice) == BEFORE


def test_a_plain_count_of_the_list_is_moved_and_everything_else_added() -> None:
    spec = values.put(TableSpec(), Value("share", base="row"), 0)
    assert [value.kind for value in spec.values] == ["share", "count"]
    assert [value.kind for value in values.put(spec, Value("count"), 0).values] == ["count", "share"]
    again = values.put(spec, Value("share", base="row"))
    assert [value.kind for value in again.values] == ["share", "count", "share"]
    filtered = TableSpec(values=[Value("count", conditions=(Condition("sex", ("1",)),))])
    assert len(values.put(filtered, Value("count")).values) == 2


def test_a_change_goes_along_variables_of_every_block_the_innermost_column_first() -> None:
    spec = TableSpec(
        rows=[Block((Level("area"), Level("sex"))), Block((Level("sex"),))],
        columns=[Level("age"), Level("degree"), Level(f"{OWN_ROWS} 1", rows=(OwnRow(),))],
        layers=[Level(PERIOD)],
    )
    assert values.change_variables(spec) == ("degree", "age", "sex")
    assert values.change_variables(spec, periods=2) == (PERIOD, "degree", "age", "sex")
    assert values.new_value("change", spec, 1).variable == "degree"
    assert values.new_value("change", TableSpec(), 1).variable == ""


def test_an_own_filter_grows_by_variables_and_loses_one_without_codes() -> None:
    one = values.with_condition((), "sex", ("1",))
    two = values.with_condition(one, "area", ("3", "4"))
    assert two == (Condition("sex", ("1",)), Condition("area", ("3", "4")))
    assert values.with_condition(two, "sex", ()) == (Condition("area", ("3", "4")),)


def test_the_words_of_a_chip_say_what_it_is_of_what_and_which_records() -> None:
    facts = ValueFacts.of(replace(small_statistic(), references=REFERENCES), small_data(), small_data().dimensions)

    def words(value: Value, language: str = "de") -> tuple[str, str]:
        return values.chip_words(value, facts.dimensions, facts.references, language)  # type: ignore[arg-type]

    only = (Condition("area", ("0", "1", "2")), Condition("sex", ("1",)))
    assert words(Value("count")) == ("Anzahl", "")
    assert words(Value("count", conditions=only)) == ("Anzahl", "0 +2; 1")
    assert words(Value("share", base="row")) == ("Anteil in %", "an der Zeile")
    assert words(Value("share", base="column"), "en") == ("Share in %", "of the column")
    assert words(Value("change", variable="sex", against=PREVIOUS)) == ("Veränderung in %", "zum vorherigen")
    assert words(Value("change", variable="sex", against="1", absolute=True)) == ("Veränderung", "gegenüber 1")
    ratio = Value("ratio", conditions=(Condition("sex", ("1",)),), base_conditions=only[:1], factor=1000)
    assert words(ratio) == ("Verhältnis", "1 je 1\u00a0000 0 +2")
    assert words(Value("rate", reference="people", factor=1000)) == ("Je 1\u00a0000", "Einwohner")
    assert words(Value("share", base="row", label=Texts("Own", "Eigene"))) == ("Eigene", "")


def test_shares_have_whole_percents_under_rounding_and_one_decimal_else() -> None:
    rounded, data = small_statistic(), small_data()
    keyed = rounded.put_in_force(CellKeyMethod(Design(D=2, V=1.08, js=1).table()))
    for statistic, places in ((rounded, 0), (keyed, 1)):
        facts = ValueFacts.of(statistic, data, data.dimensions)
        assert facts.new_value("share", TableSpec(rows=["sex"])).decimals == places


def test_periods_can_be_compared_where_there_are_several() -> None:
    one, data = small_statistic(), small_data()
    several = replace(one, periods=(*one.periods, Period(Texts.same("2026"), "2026-12-31")))
    facts = ValueFacts.of(several, data, data.dimensions)
    assert facts.categories(PERIOD, "en") == [("Year 2025", "2025-12-31"), ("2026", "2026-12-31")]
    assert PERIOD not in facts.filterable
    assert ValueFacts.of(one, data, data.dimensions).categories(PERIOD, "en") == []
    made = facts.made_label(Value("change", variable=PERIOD, against="2025-12-31"))
    assert made == Texts("Change against Year 2025 in %", "Veränderung gegenüber Jahr 2025 in %")


def test_a_width_belongs_to_a_column_and_is_kept_within_bounds() -> None:
    spec = presentation.with_width(TableSpec(columns=["sex"]), ("1", "0"), 5000)
    spec = presentation.with_width(spec, ("1", "0"), 10)
    assert spec.presentation.widths == (Width(("1", "0"), presentation.NARROWEST_COLUMN),)
    assert presentation.same_figures_asked(spec, TableSpec(columns=["sex"]))
    assert not presentation.same_figures_asked(spec, spec)
    assert not presentation.same_figures_asked(spec, TableSpec(columns=["area"]))
    assert presentation.without_width(spec, ("1", "0")).presentation == Presentation()


def test_a_change_against_the_period_before_comes_from_the_published_counts_of_both() -> None:
    method = CellKeyMethod(Design(D=2, V=1.08, js=1).table())
    one = small_statistic().put_in_force(method)
    two = replace(
        one, periods=(one.period, replace(one.period, label=Texts.same("2026"), date="2026-12-31")), current=1
    )
    records = (small_data(600), small_data(900))
    facts = ValueFacts.of(two, records[1], records[1].dimensions)
    changes = tuple(
        Value("change", variable=PERIOD, against=against, absolute=absolute, decimals=1)
        for against in (PREVIOUS, "2025-12-31")
        for absolute in (True, False)
    )
    assert facts.change_variables(TableSpec(rows=["area"]))[0] == PERIOD
    spec = TableSpec(rows=[Level("area", total="off")], values=(Value(), *changes))
    view = compute_view(
        records[1], two, TableState(spec), methodologist=False, load=lambda of: records[of.current], language="en"
    )
    alone = TableSpec(rows=[Level("area", total="off")])
    before, now = (
        [table.value({"area": code}) for code in map(str, range(5))]
        for table in (method.protect(tabulate(data, alone)) for data in records)
    )
    columns = [one.matrix[:, 0].tolist() for one in view.shown]
    assert columns[0] == now
    differences = [after - first for first, after in zip(before, now, strict=True)]
    tenths = [
        int((Decimal(d) * 1000 / b).quantize(Decimal(1), ROUND_HALF_UP))
        for d, b in zip(differences, before, strict=True)
    ]
    assert columns[1:] == [differences, tenths, differences, tenths]
