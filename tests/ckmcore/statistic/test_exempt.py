"""Exempt figures: official totals unchanged in every layout, under every method; what they give away is listed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import ExemptCells
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import parse_ptable
from ckmcore.statistic.exempt import ExemptProblem, exempt_problems
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import series
from ckmcore.tabulate.spec import OWN_ROWS, TOTAL, Code, Condition, Group, Level, OwnRow
from tests.kit.before_the_floor import put_in_force
from tests.kit.examples import examples

# Every count from 1 on becomes another one: what is not exempt is changed for certain.
MOVED = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;2;1;1;1\n", "moved.csv")
METHODS: list[Method] = [ckm.CellKeyMethod(MOVED), ckm.Rounding(1000), KeyedRounding(1000)]
POPULATION = (ExemptCells(), ExemptCells((("land", ()),)), ExemptCells((("sex", ("m", "w")),)))


def people(seed: int = 1, rows: int = 400) -> ckm.Microdata:
    chance = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"land": chance.choice(["011", "012", "021", "022"], rows), "sex": chance.choice(["m", "w"], rows)}
    )
    frame["job"] = chance.choice(["a", "b", "c"], rows)
    frame["w"] = [f"{weight / 10}" for weight in chance.integers(10, 50, rows)]
    frame["key"] = [f"0.{key:09d}" for key in chance.integers(0, 10**9, rows)]
    data = ckm.Microdata.from_pandas(frame, ["land", "sex", "job"], record_key="key", weight="w")
    tree = Hierarchy.from_depths([("01", 0), ("011", 1), ("012", 1), ("02", 0), ("021", 1), ("022", 1)])
    return data.with_hierarchy("land", tree)


def exempt(data: ckm.Microdata, *cells: ExemptCells) -> ckm.Microdata:
    return replace(data, exempt=cells or POPULATION)


def original(data: ckm.Microdata, address: dict[str, Code]) -> int:
    raw = ckm.tabulate(data, ckm.TableSpec(rows=list(data.dimensions)))
    block = raw.blocks[0]
    places = tuple(one.index[address.get(one.name, TOTAL)] for one in block.dimensions)
    return int(block.counts[places])


@pytest.mark.parametrize("method", METHODS)
def test_an_exempt_cell_is_unchanged_in_every_layout_and_no_other_is(method: Method) -> None:
    data = exempt(people())
    layouts = [
        ckm.TableSpec(rows=["land"], columns=["sex"]),
        ckm.TableSpec(rows=["sex", "job"], columns=["land"]),
        ckm.TableSpec(rows=["job"]),
    ]
    for spec in layouts:
        table = ckm.protect(ckm.tabulate(data, spec), method)
        assert table.value({}) == 400
        for name, codes in (("land", ["01", "02", "011", "022"]), ("sex", ["m", "w"])):
            if name in spec.variables:
                for code in codes:
                    assert table.value({name: code}) == original(data, {name: code})
    crossed = ckm.protect(ckm.tabulate(data, layouts[0]), method)
    assert crossed.value({"land": "01", "sex": "m"}) != original(data, {"land": "01", "sex": "m"})
    jobs = ckm.protect(ckm.tabulate(data, layouts[2]), method)
    assert jobs.value({"job": "a"}) != original(data, {"job": "a"})


def test_a_filter_makes_the_logical_cell_and_a_filter_that_leaves_all_changes_nothing() -> None:
    data, method = exempt(people()), METHODS[0]

    def total(*filters: Condition) -> int:
        return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["job"], filters=filters)), method).value({})

    assert total(Condition("land", ("01",))) == original(data, {"land": "01"})
    assert total(Condition("land", ("011", "012"))) == original(data, {"land": "01"})
    assert total(Condition("land", ("01", "02"))) == 400
    assert total(Condition("land", ("011", "021"))) != original(data, {"land": "011"}) + original(data, {"land": "021"})
    assert total(Condition("job", ("a",))) != original(data, {"job": "a"})
    # Of the values' own filters and of own rows and groups the same holds.
    values = [ckm.Value(), ckm.Value(conditions=(Condition("sex", ("m",)),))]
    shown = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["job"], values=values)), method)
    assert shown.value({}, 1) == original(data, {"sex": "m"})
    rows = (
        OwnRow(ckm.Texts.same("North"), (Condition("land", ("01",)),)),
        OwnRow(ckm.Texts.same("A"), (Condition("job", ("a",)),)),
    )
    own = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=[Level(OWN_ROWS, rows=rows)])), method).blocks[0]
    assert own.figures[0].tolist()[1] == original(data, {"land": "01"})
    assert own.figures[0].tolist()[2] != original(data, {"job": "a"})
    group = Level(
        "land", groups=(Group(ckm.Texts.same("G"), ("011", "012")), Group(ckm.Texts.same("H"), ("011", "021")))
    )
    grouped = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=[group])), method)
    assert grouped.value({"land": "group:1"}) == original(data, {"land": "01"})
    assert grouped.value({"land": "group:2"}) != original(data, {"land": "011"}) + original(data, {"land": "021"})


def test_weighted_counts_are_unchanged_too_and_shares_divide_by_them() -> None:
    data = exempt(people())
    values = [ckm.Value("weighted_count"), ckm.Value("share", base="column", of="weighted_count", decimals=2)]
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["job"], values=values))
    assert raw.blocks[0].weights is not None
    total = raw.blocks[0].weights[0] / 10
    table = ckm.protect(raw, ckm.CellKeyMethod(MOVED, weighted_step=100))
    assert table.value({}) == int(total + 0.5)
    assert table.value({"job": "a"}) % 100 == 0
    assert table.value({"job": "a"}, 1) == int(10000 * table.value({"job": "a"}) / table.value({}) + 0.5)


def test_an_exempt_cell_carries_no_sign() -> None:
    few = people(rows=5)
    method = ckm.CellKeyMethod(MOVED, threshold=100)
    table = ckm.protect(ckm.tabulate(exempt(few), ckm.TableSpec(rows=["sex"])), method)
    assert (table.sign({}), table.value({})) == (Sign.NONE, 5)
    assert table.sign({"sex": "m"}) == Sign.NONE
    assert ckm.protect(ckm.tabulate(few, ckm.TableSpec(rows=["sex"])), method).sign({}) == Sign.UNKNOWN


@pytest.mark.parametrize("method", METHODS)
def test_the_examination_shows_no_noise_there(method: Method) -> None:
    raw = ckm.tabulate(exempt(people()), ckm.TableSpec(rows=["land"]))
    block = ckm.examine(raw, method).blocks[0]
    assert block.noise.tolist() == [0] * 7
    assert block.published.tolist() == block.counts.tolist()


@given(st.integers(0, 30), st.sampled_from(["land", "sex", "job"]))
@settings(max_examples=examples(25))
def test_a_figure_that_is_not_exempt_is_what_it_would_be_without_any(seed: int, variable: str) -> None:
    data, spec = people(seed), ckm.TableSpec(rows=["land"], columns=[variable] if variable != "land" else ["job"])
    method = METHODS[seed % 3]
    plain, changed = (ckm.protect(ckm.tabulate(one, spec), method).blocks[0].figures[0] for one in (data, exempt(data)))
    raw = ckm.tabulate(exempt(data), spec).blocks[0]
    assert raw.exempt is not None
    assert (plain == changed)[~raw.exempt].all()
    assert (changed == raw.counts)[raw.exempt].all()


def statistic() -> ckm.Statistic:
    entries = tuple(VariableEntry.of(one) for one in people().dimensions.values())
    periods = tuple(Period(ckm.Texts.same(str(year)), f"{year}-12-31", PeriodSource("file")) for year in (2024, 2025))
    made = ckm.Statistic(ckm.Texts.same("S"), entries, periods, exempt=POPULATION)
    return put_in_force(replace(put_in_force(made, METHODS[0]), current=1), METHODS[0])


def test_they_are_kept_in_the_statistic_and_hold_for_its_drafts() -> None:
    made = from_bytes(to_bytes(statistic()), "s.ckm")
    assert made == statistic()
    data = people()
    draft = made.draft(ckm.TableSpec(rows=["job"]), made.describe(data))
    assert draft.table.value({}) == 400
    assert draft.table.value({"job": "a"}) == original(data, {"job": "a"}) + 1


def test_over_periods_each_period_has_its_official_total_and_their_union_has_none() -> None:
    made, data = statistic(), {0: people(1), 1: people(2, 300)}
    spec = ckm.TableSpec(rows=["job"])
    table = series(made, spec, [0, 1], lambda one: one.describe(data[one.current])).table
    figures = table.blocks[0].figures[0]
    (period,) = [axis for axis, one in enumerate(table.blocks[0].dimensions) if one.name == "::period"]
    assert np.moveaxis(figures, period, 0)[:, 0].tolist() == [701, 400, 300]


def cell(**codes: str) -> frozenset[tuple[str, str]]:
    return frozenset(codes.items())


def test_whole_variables_and_crossings_without_a_rest_are_no_problem() -> None:
    assert exempt_problems(exempt(people())) == ()
    crossing = ExemptCells((("land", ("01", "02")), ("sex", ("m", "w"))))
    assert exempt_problems(exempt(people(), *POPULATION, crossing)) == ()
    assert exempt_problems(people()) == ()


def test_one_remainder_is_named_with_its_parent() -> None:
    data = exempt(people(), ExemptCells(), ExemptCells((("sex", ("m",)),)))
    (found,) = exempt_problems(data)
    assert found == ExemptProblem("one_remainder", cell(), "sex", ("w",))
    assert found.sentence(data).text("en").startswith("Exempt figures at Total: of “sex” only w is not exempt")
    inner = exempt(people(), ExemptCells((("land", ("01", "011")),)))
    assert exempt_problems(inner) == (ExemptProblem("one_remainder", cell(land="01"), "land", ("012",)),)
    words = exempt_problems(inner)[0].sentence(inner).text("de")
    assert words.startswith("Amtliche Anzahlen bei land = 01: Von „land“ ist nur 012 keine amtliche Anzahl")


def test_a_rest_of_few_records_is_named_and_one_of_many_is_not() -> None:
    frame = pd.DataFrame({"job": ["a"] * 50 + ["b"] * 1 + ["c"] * 1})
    data = ckm.Microdata.from_pandas(frame, ["job"])
    cells = (ExemptCells(), ExemptCells((("job", ("a",)),)))
    found = exempt_problems(replace(data, exempt=cells))
    assert found == (ExemptProblem("few_records", cell(), "job", ("b", "c")),)
    assert exempt_problems(replace(data, exempt=cells), 2) == ()
    assert "b, c" in found[0].sentence(data).text("en")


def test_a_crossing_gives_its_rest_away_within_each_category() -> None:
    data = exempt(people(), ExemptCells((("sex", ("m",)),)), ExemptCells((("sex", ("m",)), ("land", ("01",)))))
    assert exempt_problems(data) == (ExemptProblem("one_remainder", cell(sex="m"), "land", ("02",)),)


def test_unknown_variables_and_codes_are_told_and_exempt_nothing() -> None:
    data = exempt(people(), ExemptCells((("planet", ("x",)),)), ExemptCells((("sex", ("q",)),)))
    first, second = exempt_problems(data)
    assert "planet" in first.sentence(data).text("en")
    assert "q" in second.sentence(data).text("de")
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["sex"])).blocks[0]
    assert raw.exempt is not None
    assert not raw.exempt.any()
