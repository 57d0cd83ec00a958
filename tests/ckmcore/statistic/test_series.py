"""Tables over periods, cell by cell against the tables of the single periods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.dictionary.changes import with_new_codes
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Category, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.import_period import CodeDecision, adopted
from ckmcore.statistic.period import Break, Period
from ckmcore.statistic.periods import (
    breaks_before,
    codes_until,
    with_code_change,
    with_new_period,
    without_period,
)
from ckmcore.statistic.series import draft_of, series
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, TOTAL, Code, Condition, Group, Order
from tests.kit.fails import fails

PTABLE = ckm.design_ptable(D=3, V=2.0, js=1)
METHOD = ckm.CellKeyMethod(PTABLE)
SPEC = ckm.TableSpec(rows=["kreis"], columns=["sex"])
MERGED = (("03152", "03159"), ("03156", "03159"))
SPLIT = (("03157", "03160"), ("03157", "03161"))
TREE = Hierarchy.from_depths([("03", 0), ("03152", 1), ("03156", 1), ("03157", 1), ("09", 0), ("09162", 1)])


def people(seed: int, codes: list[str]) -> Microdata:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"kreis": draw.choice(codes, 400), "sex": draw.choice(["m", "w"], 400)})
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, 400)]
    return Microdata.from_pandas(frame, ["kreis", "sex"], record_key="key")


DATA = {
    "2015": people(1, ["03152", "03156", "03157", "09162"]),
    "2016": people(2, ["03159", "03157", "09162"]),
    "2020": people(3, ["03159", "03160", "03161", "09162"]),
}


def entries() -> tuple[VariableEntry, ...]:
    kreis = VariableEntry(
        "kreis", "dimension", ckm.Texts.same("Kreis"), tuple(Category.plain(code) for code in TREE.leaves)
    ).with_hierarchy(TREE)
    kreis = with_new_codes(kreis, [], MERGED, "2016-11-01")
    kreis = with_new_codes(kreis, [], SPLIT, "2020-01-01")
    return kreis, VariableEntry("sex", "dimension", ckm.Texts("Sex", "Geschlecht"), tuple(map(Category.plain, "mw")))


def three_years() -> ckm.Statistic:
    first = Period(ckm.Texts.same("2015"), "2015-12-31")
    made = ckm.Statistic(ckm.Texts.same("People"), entries(), (first,), units="once").put_in_force(METHOD)
    made = with_new_period(made, ckm.Texts.same("2016"), "2016-12-31")
    made = made.with_period(with_code_change(made.period, "kreis", MERGED, is_break=False))
    made = with_new_period(made, ckm.Texts.same("2020"), "2020-12-31")
    return made.with_period(with_code_change(made.period, "kreis", SPLIT, is_break=True))


def load(statistic: ckm.Statistic) -> Microdata:
    return statistic.describe(DATA[statistic.period.label.en])


def test_figures_of_a_merged_code_are_tabulated_from_the_records_of_both() -> None:
    draft = series(three_years(), SPEC, [0, 1], load)
    both = DATA["2015"].recoded("kreis", dict(MERGED))
    alone = ckm.protect(ckm.tabulate(both, SPEC), METHOD)
    second = ckm.protect(ckm.tabulate(DATA["2016"], SPEC), METHOD)
    addresses: list[dict[str, Code]] = [
        {"kreis": kreis, "sex": sex} for kreis in ("03159", "03157", "09162", TOTAL) for sex in ("m", "w", TOTAL)
    ]
    for address in addresses:
        assert draft.table.value({**address, PERIOD: "2015-12-31"}) == alone.value(address)
        assert draft.table.value({**address, PERIOD: "2016-12-31"}) == second.value(address)
    (note,) = draft.table.footnotes
    assert note.text("en") == "Kreis: earlier figures are computed for the categories of 2016."
    assert draft.period == ckm.Texts.same("2015, 2016")
    assert draft.as_of == "2016-12-31"


def test_a_split_code_breaks_the_series_and_stands_for_itself_where_it_was_known() -> None:
    table = series(three_years(), SPEC, [0, 1, 2], load).table
    frame = table.to_pandas()
    cells = {(row[PERIOD], row["kreis"]): row["sign"] for _, row in frame[frame["sex"] == "Total"].iterrows()}
    assert cells[("2015-12-31", "03157")] == cells[("2016-12-31", "03157")] == ""
    assert cells[("2020-12-31", "03157")] == "."
    assert cells[("2015-12-31", "03160")] == cells[("2016-12-31", "03161")] == "."
    assert cells[("2020-12-31", "03160")] == cells[("2020-12-31", "03")] == cells[("2015-12-31", "03")] == ""
    note, of_now = table.footnotes
    assert of_now.text("de") == "Kreis: Frühere Zahlen sind für die Ausprägungen von 2020 berechnet."
    assert note.text("en") == (
        "| 2020: the categories of Kreis changed; earlier figures cannot be compared without reserve."
    )
    labels = [node.label.en for node in table.blocks[0].dimensions[1].nodes]
    assert labels == ["", "2015", "2016", "| 2020"]


def test_t22_a_break_is_noted_where_the_table_uses_the_variable_and_nowhere_else() -> None:
    made = three_years()
    kreis = ckm.Condition("kreis", ("09162",))
    for spec, noted in (
        (ckm.TableSpec(rows=["sex"]), False),
        (ckm.TableSpec(rows=["sex"], filters=[kreis]), True),
        (ckm.TableSpec(rows=["sex"], values=[ckm.Value(conditions=(kreis,))]), True),
        (SPEC, True),
    ):
        table = series(made, spec, [0, 1, 2], load).table
        assert any("Kreis" in one.text("en") for one in table.footnotes) == noted
        labels = [node.label.en for one in table.blocks[0].dimensions if one.name == PERIOD for node in one.nodes]
        assert ("| 2020" in labels) == noted


def test_files_of_a_series_carry_the_sign_the_footnote_and_the_legend(tmp_path: Path) -> None:
    draft = series(three_years(), SPEC, [1, 2], load)
    text = ckm.export(draft, tmp_path / "s.csv", language="de").read_text("utf-8-sig")
    lines = [line.split(";") for line in text.splitlines()]
    assert ["", "2016", "2016", "2016", "| 2020", "| 2020", "| 2020"] in lines
    assert any(line[0] == "03157" and line[4:] == [".", ".", "."] for line in lines)
    assert "| 2020: Die Ausprägungen von Kreis haben sich geändert" in text
    assert "|: Bruch in der Zeitreihe" in text
    assert ckm.export(draft, tmp_path / "s.xlsx", language="en").stat().st_size > 0


def test_another_method_in_force_is_a_break_of_its_own() -> None:
    made = three_years()
    made = made.with_period(replace(made.period, breaks=(), changes=())).put_in_force(ckm.Rounding(5))
    (one,) = breaks_before(made, 1, 2)
    assert one == Break("")
    table = series(replace(made, dictionary=made.dictionary[1:]), ckm.TableSpec(rows=["sex"]), [1, 2], load)
    assert "another method" in table.table.footnotes[0].text("en")
    note = table.table.note.text("en")
    assert note.index("2016: ") < note.index("2020: All figures are rounded to multiples of 5")
    assert "rounded" not in series(made, ckm.TableSpec(rows=["sex"]), [0, 1], load).table.note.text("en")
    words = ckm.Texts("New survey", "Neue Erhebung")
    noted = made.with_period(replace(made.period, breaks=(Break("", words),)))
    found = series(noted, ckm.TableSpec(rows=["sex"]), [1, 2], load).table.footnotes
    assert [note.text("de") for note in found] == ["| 2020: Neue Erhebung"]


def test_codes_are_followed_over_several_changes_and_stop_at_a_split() -> None:
    made = three_years()
    assert codes_until(made, "kreis", 0, 2) == dict(MERGED)
    later = with_new_period(made, ckm.Texts.same("2021"), "2021-12-31")
    later = later.with_period(with_code_change(later.period, "kreis", (("03159", "03199"),), is_break=False))
    assert codes_until(later, "kreis", 0, 3) == {"03152": "03199", "03156": "03199", "03159": "03199"}


def test_stacked_blocks_keep_their_places() -> None:
    spec = ckm.TableSpec(rows=[ckm.Block((ckm.Level("kreis"),)), ckm.Block((ckm.Level("sex"),))])
    table = series(three_years(), spec, [0, 1], load).table
    alone = ckm.protect(ckm.tabulate(DATA["2016"], ckm.TableSpec(rows=["sex"])), METHOD)
    assert table.value({"sex": "m", PERIOD: "2016-12-31"}, block=1) == alone.value({"sex": "m"})


def test_a_series_of_one_period_or_without_a_variable_is_refused() -> None:
    with fails("series_needs_periods"):
        series(three_years(), SPEC, [0], load)
    with fails("series_variable_taken"):
        series(three_years(), ckm.TableSpec(rows=["age"]), [0, 1], load)
    with fails("series_needs_periods"):
        series(three_years(), SPEC, [0, 1], lambda _: None)


def test_periods_come_back_from_a_file_with_mappings_breaks_and_areas() -> None:
    made = three_years()
    made = made.with_period(replace(made.period, areas=ckm.Texts("Areas of 2020", "Gebietsstand 2020")))
    assert from_bytes(to_bytes(made), "s.ckm") == made
    assert [period.label.en for period in without_period(made, 1).periods] == ["2015", "2020"]
    assert without_period(made, 1).current == 1
    one = ckm.Statistic(ckm.Texts.same("S"))
    assert without_period(one, 0) == one


EARLIER, LATER = "2015-12-31", "2016-12-31"


def code_of(year: str) -> str:
    """The code of a period of these tables."""
    return f"{year}-12-31"


def without_total(table: ckm.ProtectedTable, variable: str) -> dict[tuple[str, str], tuple[int, str]]:
    frame = table.to_pandas()
    frame = frame[(frame["sex"] == "Total") & (frame[PERIOD] != "Total") & (frame[variable] != "Total")]
    frame["published"] = frame["published"].fillna(-1)
    return {(row[PERIOD], row[variable]): (row["published"], row.get("sign", "")) for _, row in frame.iterrows()}


def two_years(first: list[str], second: list[str], *more: VariableEntry) -> tuple[ckm.Statistic, dict[str, Microdata]]:
    data = {"2015": people(1, first), "2016": people(2, second)}
    entry = VariableEntry.of(data["2015"].dimensions["kreis"])
    sex = VariableEntry.of(data["2015"].dimensions["sex"])
    made = ckm.Statistic(
        ckm.Texts.same("S"), (*more, entry, sex), (Period(ckm.Texts.same("2015"), "2015-12-31"),)
    ).put_in_force(METHOD)
    return with_new_period(made, ckm.Texts.same("2016"), "2016-12-31"), data


def of(data: dict[str, Microdata]) -> Callable[[ckm.Statistic], Microdata]:
    return lambda statistic: statistic.describe(data[statistic.period.label.en])


@pytest.mark.parametrize(("first", "second"), [(["1", "2"], ["1", "2", ""]), (["1", "2", ""], ["1", "2"])])
def test_missing_values_in_one_of_the_periods_are_zero_in_the_other(first: list[str], second: list[str]) -> None:
    made, data = two_years(first, second)
    cells = without_total(series(made, SPEC, [0, 1], of(data)).table, "kreis")
    for year in ("2015", "2016"):
        alone = ckm.protect(ckm.tabulate(data[year], SPEC), METHOD)
        for code in ("1", "2", ""):
            has = code in data[year].dimensions["kreis"].codes
            assert cells[(code_of(year), code)] == (alone.value({"kreis": code, "sex": TOTAL}) if has else 0, "")


def test_a_code_that_no_code_list_holds_keeps_its_figures() -> None:
    made, data = two_years(["1", "2"], ["1", "9"])
    cells = without_total(series(made, SPEC, [0, 1], of(data)).table, "kreis")
    alone = ckm.protect(ckm.tabulate(data["2016"], SPEC), METHOD)
    assert cells[(LATER, "9")] == (alone.value({"kreis": "9", "sex": TOTAL}), "")
    assert cells[(EARLIER, "9")] == (-1, ".")
    assert cells[(LATER, "2")] == (0, "")


def test_derived_dimensions_stand_on_the_codes_of_the_last_period() -> None:
    land = VariableEntry("land", "dimension", ckm.Texts.same("Land"), derived=Derivation("prefix", "digits", digits=1))
    digits = VariableEntry("digits", "dimension", ckm.Texts.same("D"), derived=Derivation("prefix", "kreis", digits=2))
    made, data = two_years(["011", "122", "233"], ["011", "344"], land, digits)
    pairs = (("233", "344"),)
    entries = tuple(
        with_new_codes(one, (), pairs, "2016-01-01") if one.name == "kreis" else one for one in made.dictionary
    )
    made = replace(made, dictionary=entries)
    made = made.with_period(with_code_change(made.period, "kreis", pairs, is_break=False))
    spec = ckm.TableSpec(rows=["land"], columns=["sex"])
    cells = without_total(series(made, spec, [0, 1], of(data)).table, "land")
    assert {code for _, code in cells} == {"0", "1", "3"}
    for year in ("2015", "2016"):
        for code, kreise in {"0": ("011",), "1": ("122",), "3": ("233", "344")}.items():
            there = [kreis for kreis in kreise if kreis in data[year].dimensions["kreis"].codes]
            expected = 0
            if there:
                alone = ckm.protect(ckm.tabulate(data[year], SPEC), METHOD)
                expected = alone.value({"kreis": there[0], "sex": TOTAL})
            assert cells[(code_of(year), code)] == (expected, "")


def test_own_groups_and_filters_of_codes_that_a_period_does_not_know_are_no_zeros() -> None:
    made, data = two_years(["1", "2"], ["1", "2", "3"])
    entries = tuple(
        with_new_codes(one, ["3"], (), "2016-01-01") if one.name == "kreis" else one for one in made.dictionary
    )
    made = replace(made, dictionary=entries)
    group = ckm.Level("kreis", groups=(Group(ckm.Texts.same("G"), ("3",)), Group(ckm.Texts.same("H"), ("2", "3"))))
    cells = without_total(series(made, ckm.TableSpec(rows=[group], columns=["sex"]), [0, 1], of(data)).table, "kreis")
    assert cells[(EARLIER, "group:1")] == cells[(EARLIER, "3")] == (-1, ".")
    assert cells[(LATER, "group:1")] == cells[(LATER, "3")]
    assert cells[(EARLIER, "group:2")] == cells[(EARLIER, "2")]
    spec = ckm.TableSpec(rows=["sex"], filters=[Condition("kreis", ("3",))])
    table = series(made, spec, [0, 1], of(data)).table.to_pandas()
    assert set(table[table[PERIOD] == EARLIER]["sign"]) == {"."}
    assert set(table[table[PERIOD] == LATER]["sign"]) == {""}


def test_another_hierarchy_of_a_variable_holds_its_new_codes() -> None:
    other = VariableEntry("other", "dimension", ckm.Texts.same("O"), derived=Derivation("same", "kreis"))
    other = other.with_hierarchy(Hierarchy.from_depths([("a", 0), ("011", 1), ("012", 1), ("b", 0), ("233", 1)]))
    made, data = two_years(["011", "012", "233"], ["011", "013", "234"], other)
    decision = CodeDecision("kreis", pairs=(("233", "234"),), new=("013",), closed=("012",))
    made = adopted(made, [decision])
    described = made.describe(data["2016"])
    tree = described.dimensions["other"].hierarchy
    assert tree is not None
    assert tree.leaves_below("a") == ("011", "013")
    assert tree.leaves_below("b") == ("234",)
    spec = ckm.TableSpec(rows=["other"], columns=["sex"])
    cells = without_total(series(made, spec, [0, 1], of(data)).table, "other")
    base = without_total(series(made, SPEC, [0, 1], of(data)).table, "kreis")
    assert {key: cells[key] for key in base} == base


def test_a_period_taken_away_leaves_its_mapping_and_its_break_to_the_next_one() -> None:
    made = three_years()
    later = with_new_period(made, ckm.Texts.same("2021"), "2021-12-31")
    later = later.with_period(
        with_code_change(later.period, "kreis", (("03159", "03199"), ("03161", "03162")), is_break=False)
    )
    shorter = without_period(later, 2)
    assert codes_until(shorter, "kreis", 0, 2) == codes_until(later, "kreis", 0, 3)
    assert breaks_before(shorter, 0, 2) == breaks_before(later, 0, 3)
    changes = shorter.periods[2].changes[0].codes
    assert set(changes) == {("03157", "03160"), ("03157", "03162"), ("03159", "03199"), ("03161", "03162")}


def test_records_of_codes_that_ended_keep_their_figures_and_their_place_in_the_hierarchy() -> None:
    made, data = two_years(["011", "012", "233"], ["011", "012", "233", "234", ""])
    tree = Hierarchy.from_depths([("a", 0), ("011", 1), ("012", 1), ("b", 0), ("233", 1)])
    entries = tuple(one.with_hierarchy(tree) if one.name == "kreis" else one for one in made.dictionary)
    made = adopted(replace(made, dictionary=entries), [CodeDecision("kreis", (), (("233", "234"),), (), ("012",))])
    table = series(made, SPEC, [0, 1], of(data)).table
    axis = table.blocks[0].dimensions[0]
    assert [node.code for node in axis.nodes] == [TOTAL, "a", "011", "012", "b", "233", "234", ""]
    assert [axis.nodes[node.parent].code for node in axis.nodes[1:]] == [TOTAL, "a", "a", TOTAL, "b", "b", TOTAL]
    cells = without_total(table, "kreis")
    alone = ckm.protect(ckm.tabulate(data["2016"], SPEC), METHOD)
    for code in ("011", "012", "234", "233", ""):
        assert cells[(LATER, code)] == (alone.value({"kreis": code, "sex": TOTAL}), "")
    assert cells[(EARLIER, "")] == (0, "")
    assert cells[(EARLIER, "233")] == (-1, ".")


def test_a_level_of_a_hierarchy_without_its_parts_is_known_where_a_part_is() -> None:
    made = three_years()
    kreis = made.dictionary[0]
    more = (*kreis.categories, Category.plain("11000"))
    assert kreis.tree is not None
    tree = Hierarchy.from_depths([*((node.code, node.depth) for node in kreis.tree.nodes), ("11", 0), ("11000", 1)])
    wider = replace(kreis, categories=more).with_hierarchy(tree)
    made = replace(made, dictionary=(wider, *made.dictionary[1:]))
    spec = ckm.TableSpec(rows=[ckm.Level("kreis", depths=(0,))], columns=["sex"])
    cells = without_total(series(made, spec, [0, 1], load).table, "kreis")
    assert cells[(EARLIER, "11")] == cells[(LATER, "11")] == (0, "")
    assert cells[(EARLIER, "03")][1] == ""


@pytest.mark.parametrize("lists", [(["1", "2", ""], ["1", "2"]), (["1", "2"], ["1", "2", ""])])
def test_rates_over_periods_divide_by_the_figure_of_the_same_cell(lists: tuple[list[str], list[str]]) -> None:
    made, data = two_years(*lists)
    people = ReferenceTable("people", variables=("kreis",), rows=(ReferenceRow(("2",), "500"),))
    made = replace(made, references=(people,))
    values = [ckm.Value(), ckm.Value("rate", reference="people", factor=1000)]
    table = series(made, SPEC.with_changes(values=tuple(values)), [0, 1], of(data)).table
    for period in (EARLIER, LATER):
        address: dict[str, Code] = {"kreis": "2", PERIOD: period}
        assert table.value(address, 1) == 2 * table.value(address)
        assert table.sign({"kreis": "1", PERIOD: period}, 1) == Sign.UNKNOWN


def test_shares_over_periods_whose_weights_have_other_decimals_are_those_of_each_period() -> None:
    frame = pd.DataFrame({"kreis": ["1"] * 300 + ["2"] * 900, "sex": ["m"] * 1200})
    weights = {"2015": [1.5] * 1200, "2016": [1.25] * 1200}
    made, _ = two_years(["1", "2"], ["1", "2"])
    made = replace(made.put_in_force(ckm.Rounding(10)), current=0).put_in_force(ckm.Rounding(10))
    data = {
        year: Microdata.from_pandas(frame.assign(w=of), ["kreis", "sex"], weight="w") for year, of in weights.items()
    }
    value = ckm.Value("share", base="column", of="weighted_count")
    table = series(made, SPEC.with_changes(values=(value,)), [0, 1], lambda one: data[one.period.label.en]).table
    for period in (EARLIER, LATER):
        assert table.value({"kreis": "1", PERIOD: period}) == 25


def test_a_change_between_periods_needs_them_in_every_block() -> None:
    made, data = two_years(["1", "2"], ["1", "2"])
    blocks = [ckm.Block((ckm.Level(PERIOD),)), ckm.Block((ckm.Level("kreis"),))]
    spec = ckm.TableSpec(rows=blocks, values=[ckm.Value("change", variable=PERIOD, against=PREVIOUS)])
    with fails("change_needs_variable"):
        draft_of(made, spec, of(data))


def test_the_total_of_periods_holds_those_that_are_shown_and_not_those_compared_with() -> None:
    made, data = two_years(["1", "2"], ["1", "2"])
    change = ckm.Value("change", variable=PERIOD, against=PREVIOUS, absolute=True)
    alone = ckm.protect(ckm.tabulate(data["2016"], SPEC), METHOD)
    for mean in (False, True):
        level = ckm.Level(PERIOD, nodes=(LATER,), mean=mean)
        spec = ckm.TableSpec(rows=["kreis"], columns=[level], values=[ckm.Value(), change])
        table = draft_of(made, spec, of(data)).table
        for kreis in ("1", "2"):
            address: dict[str, Code] = {"kreis": kreis}
            assert table.value(address) == table.value({**address, PERIOD: LATER}) == alone.value(address)


def test_rows_are_ordered_by_the_figures_of_all_periods_whether_or_not_their_total_is_shown() -> None:
    made, data = two_years(["1", "2", "3"], ["1", "2", "3"])
    made = replace(made, units="once")
    for total in ("after", "off"):
        rows = ckm.Level("kreis", order=Order("value", descending=True), total="off")
        period = ckm.Level(PERIOD, total=total)  # type: ignore[arg-type]
        spec = ckm.TableSpec(rows=[rows], columns=[period], values=[ckm.Value(), ckm.Value("share", base="row")])
        table = draft_of(made, spec, of(data)).table
        codes = [node.code for _, node in (lay_out(spec, table.blocks).rows.nodes(n)[0] for n in range(3))]
        assert codes == sorted(codes, key=lambda code: -table.value({"kreis": code}))
        assert table.value({"kreis": "1", PERIOD: LATER}, 1) > 0
