"""A household counts once in a cell, with the keys of all its members; what differs in it is declared or refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.microdata.data import ExemptCells
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.households import HouseholdDiffers, HouseholdVaries, counting_households
from ckmcore.tabulate.raw import weights_as_float
from ckmcore.tabulate.spec import OWN_ROWS, TOTAL, Code, Condition, Level, OwnRow
from tests.kit.before_the_floor import put_in_force
from tests.kit.examples import examples
from tests.kit.fails import fails

MODULUS = 10**9


def people(seed: int = 1, rows: int = 300) -> pd.DataFrame:
    """Persons of households: land is the same within one, age and sex differ."""
    chance = np.random.default_rng(seed)
    frame = pd.DataFrame({"hid": chance.integers(0, max(1, rows // 3), rows)})
    frame["land"] = frame["hid"] % 3 + 1
    frame["age"] = chance.choice(["11", "12", "21"], rows)
    frame["sex"] = chance.choice(["m", "w"], rows)
    frame["w"] = (frame["hid"] % 5 + 1) / 2
    frame["rkey"] = chance.integers(0, MODULUS, rows)
    return frame.astype({"hid": str, "land": str})


def data_of(frame: pd.DataFrame, any_member: tuple[str, ...] = ("age", "sex")) -> ckm.Microdata:
    told = frame.assign(rkey=[f"0.{key:09d}" for key in frame["rkey"]], w=frame["w"].astype(str))
    made = ckm.Microdata.from_pandas(told, ["land", "age", "sex"], record_key="rkey", weight="w")
    made = made.with_hierarchy("age", Hierarchy.from_depths([("1", 0), ("11", 1), ("12", 1), ("2", 0), ("21", 1)]))
    return counting_households(made, frame["hid"].tolist(), any_member)


def cell(frame: pd.DataFrame, **codes: Code) -> tuple[int, int, float]:
    """By pandas: households with a member in the cell, the sum of the keys of all their members, their weights."""
    met = np.ones(len(frame), dtype=bool)
    for name, code in codes.items():
        if code is not TOTAL:
            met &= frame[name].str.startswith(str(code)).to_numpy()
    inside = set(frame.loc[met, "hid"])
    own = frame[frame["hid"].isin(inside)]
    return len(inside), int(own["rkey"].sum()) % MODULUS, float(own.groupby("hid")["w"].first().sum())


VALUES = [ckm.Value(), ckm.Value("weighted_count")]


@pytest.mark.thorough
@given(st.integers(0, 50), st.integers(1, 80))
@settings(max_examples=examples(25))
def test_every_cell_holds_the_households_with_a_member_in_it(seed: int, rows: int) -> None:
    frame = people(seed, rows)
    raw = ckm.tabulate(data_of(frame), ckm.TableSpec(rows=["land", "age"], columns=["sex"], values=VALUES))
    block = raw.blocks[0]
    assert block.cell_keys is not None
    weights = weights_as_float(block)
    for position in np.ndindex(block.shape):
        codes = {one.name: one.nodes[place].code for one, place in zip(block.dimensions, position, strict=True)}
        count, key, weight = cell(frame, **codes)
        assert int(block.counts[position]) == count
        assert int(block.cell_keys[position]) * (MODULUS // (block.modulus or 1)) == key
        assert weights[position] == pytest.approx(weight)


def test_the_parts_of_any_member_are_more_than_their_total() -> None:
    frame = people()
    block = ckm.tabulate(data_of(frame), ckm.TableSpec(rows=["sex"])).blocks[0]
    assert block.counts[0] == frame["hid"].nunique()
    assert block.counts[1:].sum() > block.counts[0]


def test_a_cell_is_the_same_in_every_layout_and_under_filters_and_own_rows() -> None:
    frame, method = people(), KeyedRounding(4)
    data = data_of(frame)
    wide = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["age", "sex"], columns=["land"])), method)
    old, men = Condition("age", ("2",)), Condition("sex", ("m",))
    for filters in ([old, men], [men, old]):
        narrow = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["land"], filters=filters)), method)
        for code in ("1", "2", "3"):
            assert narrow.value({"land": code}) == wide.value({"land": code, "age": "2", "sex": "m"})
    values = [ckm.Value(), ckm.Value(conditions=(old, men))]
    own_filter = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["land"], values=values)), method)
    assert own_filter.value({"land": "1"}, 1) == wide.value({"land": "1", "age": "2", "sex": "m"})
    rows = (
        OwnRow(ckm.Texts.same("old men"), (old, men)),
        OwnRow(ckm.Texts.same("old or men"), (old, men), any_of=True),
    )
    own = ckm.tabulate(data, ckm.TableSpec(rows=[Level(OWN_ROWS, rows=rows)])).blocks[0]
    either = frame[(frame["age"] == "21") | (frame["sex"] == "m")]["hid"].nunique()
    assert own.counts.tolist() == [frame["hid"].nunique(), cell(frame, age="2", sex="m")[0], either]


def test_a_dimension_that_differs_is_refused_unless_it_is_declared() -> None:
    frame = people()
    data = data_of(frame, any_member=("sex",))
    ckm.tabulate(data, ckm.TableSpec(rows=["land", "sex"]))
    for spec in (
        ckm.TableSpec(rows=["age"]),
        ckm.TableSpec(rows=["land"], filters=[Condition("age", ("11",))]),
        ckm.TableSpec(rows=["land"], values=[ckm.Value(conditions=(Condition("age", ("11",)),))]),
        ckm.TableSpec(rows=[Level(OWN_ROWS, rows=(OwnRow(ckm.Texts.same("x"), (Condition("age", ("11",)),)),))]),
    ):
        with pytest.raises(HouseholdVaries, match="“age” differs within") as found:
            ckm.tabulate(data, spec)
        for language in ("de", "en"):
            assert not any(letter.isdigit() for letter in found.value.text(language))  # a clerk reads it
        assert "bei allen Mitgliedern eines Haushalts gleich" in found.value.text("de")


def test_weights_that_differ_households_without_a_name_and_other_rows_are_refused() -> None:
    frame = people()
    made = ckm.Microdata.from_pandas(frame.assign(rkey=[f"0.{k:09d}" for k in frame["rkey"]]), ["sex"], "rkey")
    with fails("key_household_missing"):
        counting_households(made, ["", *frame["hid"].tolist()[1:]])
    with fails("key_household_rows"):
        counting_households(made, frame["hid"].tolist()[1:])
    with fails("household_any_member_unknown", match="planet"):
        counting_households(made, frame["hid"].tolist(), ["planet"])
    with pytest.raises(HouseholdDiffers):
        data_of(frame.assign(w=np.arange(len(frame)) / 2))
    with pytest.raises(HouseholdDiffers, match="Record-Key"):
        counting_households(made, frame["hid"].tolist(), summed=True)


def test_what_is_counted_is_said_in_the_head() -> None:
    spec = ckm.TableSpec(rows=["land"], values=VALUES)
    shown = ckm.protect(ckm.tabulate(data_of(people()), spec), ckm.Rounding(10))
    assert [shown.label(value).text("en") for value in (0, 1)] == [
        "Number of households",
        "Weighted number of households",
    ]
    assert shown.label(0).text("de") == "Anzahl Haushalte"


def test_keys_that_are_summed_already_are_taken_as_they_are() -> None:
    frame = people()
    sums = frame.groupby("hid")["rkey"].transform("sum") % MODULUS
    made = ckm.Microdata.from_pandas(frame.assign(rkey=[f"0.{key:09d}" for key in sums]), ["land"], "rkey")
    summed = ckm.tabulate(counting_households(made, frame["hid"].tolist(), summed=True), ckm.TableSpec(rows=["land"]))
    own = ckm.tabulate(data_of(frame), ckm.TableSpec(rows=["land"]))
    assert summed.blocks[0].cell_keys is not None
    assert own.blocks[0].cell_keys is not None
    assert summed.blocks[0].cell_keys.tolist() == own.blocks[0].cell_keys.tolist()


def test_official_totals_of_households_are_exempt_like_those_of_persons() -> None:
    from dataclasses import replace

    data = replace(data_of(people()), exempt=(ExemptCells(), ExemptCells((("sex", ("m",)),))))
    block = ckm.tabulate(data, ckm.TableSpec(rows=["land"], columns=["sex"])).blocks[0]
    assert block.exempt is not None
    assert [tuple(place) for place in np.argwhere(block.exempt)] == [(0, 0)]


@pytest.mark.thorough
def test_the_command_counts_households(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = people()
    frame.assign(rkey=[f"0.{key:09d}" for key in frame["rkey"]]).to_csv(tmp_path / "p.csv", index=False)
    given = ["--language=en", "table", "--data", str(tmp_path / "p.csv"), "--rows", "land,sex", "--record-key", "rkey"]
    given += ["--method=keyed-rounding", "--base=3", "--internal", "-o", str(tmp_path / "out.csv")]
    assert main([*given, "--household", "hid", "--any-member", "sex,age"]) == 0
    found = pd.read_csv(tmp_path / "out.csv", dtype=str).set_index(["land", "sex"])
    for (land, sex), row in found.iterrows():  # type: ignore[misc]
        count, key, _ = cell(frame, land=TOTAL if land == "Total" else land, sex=TOTAL if sex == "Total" else sex)
        assert (int(row["count"]), row["cell_key"]) == (count, f"0.{key:09d}")
    assert main([*given, "--household", "hid"]) == 1
    assert "“sex” differs within" in capsys.readouterr().err
    assert main([*given, "--any-member", "sex"]) == 1
    assert "--any-member needs --household" in capsys.readouterr().err


def test_a_statistic_whose_keys_say_so_counts_households(tmp_path: Path) -> None:
    from dataclasses import replace

    from ckmcore.microdata.data import Category
    from ckmcore.microdata.variable import Derivation, VariableEntry
    from ckmcore.statistic.image import from_bytes, to_bytes
    from ckmcore.statistic.period import KeySet, Period
    from ckmcore.statistic.source import describe_source, load_period, with_prepared_source, write_keys

    frame = people()
    frame.drop(columns="rkey").to_csv(tmp_path / "p.csv", index=False)
    sums = frame.groupby("hid")["rkey"].transform("sum") % MODULUS
    source = describe_source(tmp_path / "p.csv", None, len(frame))
    write_keys(ckm.RecordKeys(sums.to_numpy(np.uint32), MODULUS, 9, "generated"), tmp_path / "k.keys", source.sha256)
    keys = KeySet("generated", file="k.keys", household="hid", counted="households", any_member=("age", "sex"))
    entries = (
        VariableEntry("hid", "household", ckm.Texts.same("hid")),
        *(
            VariableEntry(name, "dimension", ckm.Texts.same(name), tuple(map(Category.plain, codes)))
            for name, codes in (("land", "123"), ("age", ("11", "12", "21")), ("sex", "mw"))
        ),
        VariableEntry("old", "dimension", ckm.Texts.same("old"), derived=Derivation("prefix", "age", digits=1)),
    )
    made = ckm.Statistic(ckm.Texts.same("S"), entries, (Period(ckm.Texts.same("2025"), source=source, keys=keys),))
    made = from_bytes(to_bytes(made), "s.ckm")
    data = load_period(made, tmp_path / "s.ckm")
    assert data is not None
    table = put_in_force(made, KeyedRounding(2)).draft(ckm.TableSpec(rows=["land", "old"]), data).table
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["land", "old"])).blocks[0]
    for position in np.ndindex(raw.shape):
        codes = {one.name: one.nodes[place].code for one, place in zip(raw.dimensions, position, strict=True)}
        count, key, _ = cell(frame, land=codes["land"], age=codes["old"])
        assert int(raw.counts[position]) == count
        assert raw.cell_keys is not None
        assert int(raw.cell_keys[position]) == key
        assert table.value(codes) == count // 2 * 2 + 2 * (count % 2 == 1 and key / MODULUS < 0.5)
    with fails("households_not_prepared"):
        with_prepared_source(made, tmp_path / "p.csv")
    persons = replace(made.period, keys=replace(keys, counted="records"))
    plain = load_period(made.with_period(persons), tmp_path / "s.ckm")
    assert plain is not None
    assert ckm.tabulate(plain, ckm.TableSpec(rows=["land"])).blocks[0].counts[0] == len(frame)
