"""What a database counts is bit by bit what the kernel counts of the same records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.dictionary.derive import derive
from ckmcore.microdata.columns import Category, Dimension
from ckmcore.microdata.households import counting_households
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry
from ckmcore.scale.database.mark import mark_of
from ckmcore.scale.hypercube.tabulate import plan_hypercube, raw_margins
from ckmcore.tabulate import tabulate
from ckmcore.tabulate.hyper_spec import HyperSpec
from ckmcore.tabulate.spec import OWN_ROWS, Condition, Level, OwnRow, Value
from tests.kit.database_engines import (
    AWKWARD,
    LAND,
    LEAVES,
    MODULI,
    There,
    assert_same,
    duck_folder,
    here,
    postgres_schema,
    random_records,
    roles_for,
)
from tests.kit.examples import FEW as QUICK

# Records are made from a seed: smaller ones would say nothing more.
SEEDED = (Phase.explicit, Phase.generate)
FEW = settings(
    max_examples=3 if QUICK else 16, phases=SEEDED, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
FEWER = settings(FEW, max_examples=2 if QUICK else 6)


@pytest.fixture(scope="module", params=["duckdb", "postgres"])
def there(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[There]:
    folder = tmp_path_factory.mktemp("database")
    if request.param == "duckdb":
        with duck_folder(folder) as found:
            yield found
    else:
        with postgres_schema(request.getfixturevalue("postgres"), folder) as found:
            yield found


def described(data: ckm.Microdata) -> ckm.Microdata:
    """With a hierarchy, classes, and variables derived from codes and from amounts."""
    tree = ckm.Hierarchy.from_depths(LAND)
    held = data.dimension("land")
    whole = Dimension("land", held.title, tuple(map(Category.plain, LEAVES)))
    data = data.with_categories(whole).with_hierarchy("land", tree)
    data = data.with_classes("months", "0; 3; 7; 13")
    groups = (CodeGroup("awkward", ("f''1", "\\q", "über")), CodeGroup("plain", ("a", "A")))
    title = ckm.Texts.same("x")
    for name, rule in (
        ("grouped", Derivation("groups", "word", groups=groups)),
        ("first", Derivation("prefix", "word", digits=1)),
        ("young", Derivation("classes", "age", bounds=("4", "8"))),
        ("rich", Derivation("classes", "amount", bounds=("-1.005", "0", "2.5"))),
    ):
        data = derive(data, VariableEntry(name, "dimension", title, derived=rule))
    return data


def any_row(draw: st.DrawFn) -> OwnRow:
    words = tuple(draw(st.lists(st.sampled_from(AWKWARD[:6]), min_size=1, max_size=3, unique=True)))
    ages = tuple(draw(st.lists(st.sampled_from(["1", "2", "3"]), min_size=1, unique=True)))
    return OwnRow(
        ckm.Texts.same("mine"), (Condition("word", words), Condition("age", ages)), any_of=draw(st.booleans())
    )


@st.composite
def specs(draw: st.DrawFn, held: dict[str, tuple[str, ...]]) -> ckm.TableSpec:
    names = draw(st.lists(st.sampled_from(sorted(held)), min_size=1, max_size=3, unique=True))
    levels = [Level(name) for name in names]
    if draw(st.booleans()):
        codes = [code for code in held[names[0]] if code][:3]
        if codes:
            levels[0] = Level(names[0], groups=(ckm.Group(ckm.Texts.same("own"), tuple(codes)),))
    filters = []
    for name in draw(st.lists(st.sampled_from(sorted(held)), max_size=2, unique=True)):
        codes = draw(st.lists(st.sampled_from(list(held[name])), min_size=1, unique=True))
        filters.append(Condition(name, tuple(codes)))
    rows = ckm.Block(tuple(levels[:1]))
    columns = ckm.Block(tuple(levels[1:]))
    known = {*held.get("word", ()), *held.get("age", ())} >= {"1", "2", "3", *AWKWARD[:6]}
    if draw(st.booleans()) and known:
        columns = ckm.Block((Level(f"{OWN_ROWS}1", rows=(any_row(draw), any_row(draw))),))
        rows = ckm.Block(tuple(levels[:1]))
    values = draw(
        st.sampled_from(
            [
                (Value(),),
                (Value(), Value("weighted_count")),
                (Value("sum", magnitude="amount"), Value("missing", magnitude="amount")),
                (Value("mean", magnitude="amount", of="weighted_count"), Value("sum", magnitude="months")),
                (Value("median", magnitude="months"), Value("contributors", magnitude="amount")),
                (Value(), Value(conditions=(Condition("land", ("1", "3")),), label=ckm.Texts.same("some"))),
            ]
        )
    )
    return ckm.TableSpec(rows, columns, filters=tuple(filters), values=values)


@pytest.mark.daily(1)
@FEW
@given(st.data(), st.integers(0, 10**6), st.integers(1, 250), st.sampled_from(MODULI), st.booleans())
def test_each_figure_is_that_of_the_kernel(
    there: There, tmp_path: Path, drawn: st.DataObject, seed: int, rows: int, modulus: int, decimals: bool
) -> None:
    decimals = decimals and str(modulus).strip("0") == "1" and modulus <= 10**17
    records, roles = random_records(seed, rows, modulus, decimals=decimals), roles_for(modulus, decimals=decimals)
    found, expected = there(records, roles), here(records, roles, tmp_path)
    if decimals and expected.record_keys is not None and found.record_keys is not None:
        assert found.record_keys.form == expected.record_keys.form
    assert mark_of(found) == mark_of(expected)
    found, expected = described(found), described(expected)
    held = {name: one.codes for name, one in expected.dimensions.items()}
    assert held == {name: one.codes for name, one in found.dimensions.items()}
    for _ in range(3):
        assert_same(found, expected, drawn.draw(specs(held)), drawn.draw(st.sampled_from([0, 5])))


@pytest.mark.daily(1)
@FEWER
@given(st.integers(0, 10**6), st.integers(1, 120), st.sampled_from(MODULI))
def test_households_count_once_where_one_member_is_in_the_cell(
    there: There, tmp_path: Path, seed: int, rows: int, modulus: int
) -> None:
    from dataclasses import replace

    records = random_records(seed, rows, modulus, decimals=False)
    any_member = ("word", "age", "works", "land")
    roles = replace(roles_for(modulus, decimals=False), weight="", magnitudes=())
    plain = here(records, roles, tmp_path)
    expected = counting_households(plain, records.column("household").combine_chunks(), any_member)
    found = there(records, replace(roles, household="household", any_member=any_member))
    assert len(found.households or ()) == len(expected.households or ())
    for spec in (
        ckm.TableSpec("region"),
        ckm.TableSpec("region", "works"),
        ckm.TableSpec("works", "region", filters=(Condition("word", (plain.dimension("word").codes[0],)),)),
        ckm.TableSpec("works", filters=(Condition("region", (plain.dimension("region").codes[0],)),)),
    ):
        assert_same(found, expected, spec)


def test_a_list_of_cells_is_that_of_the_kernel(there: There, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records, roles = random_records(3, 200, 10**9, decimals=True), roles_for(10**9, decimals=True)
    found, expected = there(records, roles), here(records, roles, tmp_path)
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)
    spec = ckm.TableSpec("land", ["word", "age"], values=(Value(), Value("weighted_count")))
    one, other = (ckm.tabulate(data, spec, listed=True).blocks for data in (found, expected))
    for a, b in zip(one, other, strict=True):
        assert a.listed is not None
        assert b.listed is not None
        assert (a.listed.numbers == b.listed.numbers).all()
        assert (a.counts == b.counts).all()
        assert (a.cell_keys == b.cell_keys).all()
        assert (a.weights == b.weights).all()


def test_a_hypercube_is_that_of_the_kernel(there: There, tmp_path: Path) -> None:
    records, roles = random_records(6, 220, 10**9, decimals=True), roles_for(10**9, decimals=True)
    found, expected = there(records, roles), here(records, roles, tmp_path)
    values = (Value(), Value(conditions=(Condition("works", ("1",)),), label=ckm.Texts.same("at work")))
    spec = HyperSpec(("land", "word", "age"), values=values)
    for one, other in zip(
        raw_margins(found, spec, plan_hypercube(found, spec)),
        raw_margins(expected, spec, plan_hypercube(expected, spec)),
        strict=True,
    ):
        for a, b in zip(one.values(), other.values(), strict=True):
            assert a.listed is not None
            assert b.listed is not None
            assert (a.listed.numbers == b.listed.numbers).all()
            assert (a.counts == b.counts).all()
            assert (a.cell_keys == b.cell_keys).all()
