"""An import: roles and types as corrected, what is loaded of it, and what the page says of the records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled
from ckmcore.microdata import Hierarchy, preview, read_microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeySet, Period
from ckmcore.statistic.source import file_hash
from ckmdesk.state.data_figures import node_counts, nodes_per_level
from ckmdesk.state.data_import import (
    Import,
    begin_import,
    displaced,
    load_import,
    period_of,
    title_of,
    with_kind,
    with_role,
)
from tests.kit.fails import fails

ROWS = [(f"{i % 5:02d}", "mw"[i % 2], i % 40 + 18, f"{i * 37 % 1000:03d}", i / 4) for i in range(200)]


def written(folder: Path, name: str = "people_2024.csv") -> Path:
    """200 records: area with leading zeros, sex, age, a key of three digits, income with a decimal comma."""
    lines = ["area;sex;age;rkey;income", *(f"{a};{s};{g};0,{k};{x:.2f}".replace(".", ",") for a, s, g, k, x in ROWS)]
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="cp1252")
    return path


@pytest.fixture
def state(tmp_path: Path) -> Import:
    return begin_import(preview(written(tmp_path)))


def roles(state: Import) -> dict[str, str]:
    return {column.name: column.role for column in state.columns}


def test_roles_and_types_are_guessed_and_the_file_names_title_and_period(state: Import) -> None:
    assert roles(state) == {
        "area": "dimension",
        "sex": "dimension",
        "age": "dimension",
        "rkey": "record_key",
        "income": "magnitude",
    }
    assert [column.kind for column in state.columns] == ["text", "text", "text", "decimal", "decimal"]
    assert (state.title, state.period) == ("people", "2024")
    assert [warning.code for warning in state.columns[0].warnings] == ["leading_zeros"]


@pytest.mark.parametrize(
    ("name", "title", "year"),
    [
        ("a_b_2021.csv.gz", "a b", "2021"),
        ("ws2024_ss2025.parquet", "ws2024 ss2025", ""),
        ("12024.txt", "12024", ""),
        (".csv", ".csv", ""),
    ],
)
def test_title_and_year_come_from_the_file_name(name: str, title: str, year: str) -> None:
    assert (title_of(Path(name), period_of(Path(name))), period_of(Path(name))) == (title, year)


def test_a_second_record_key_or_weight_takes_the_role_from_the_first(state: Import) -> None:
    changed = with_role(state, "age", "record_key")
    assert (roles(changed)["age"], roles(changed)["rkey"]) == ("record_key", "identifier")
    assert displaced(state, changed, "age") == "rkey"
    weighted = with_role(with_role(state, "income", "weight"), "age", "weight")
    assert (roles(weighted)["age"], roles(weighted)["income"]) == ("weight", "magnitude")
    assert displaced(state, with_role(state, "sex", "ignored"), "sex") == ""


def test_a_type_of_number_makes_a_magnitude_and_text_makes_a_dimension(state: Import) -> None:
    as_number = with_kind(state, "age", "whole")
    assert roles(as_number)["age"] == "magnitude"
    assert roles(with_kind(as_number, "age", "text"))["age"] == "dimension"
    assert roles(with_kind(state, "rkey", "text"))["rkey"] == "dimension"
    assert with_kind(state, "sex", "text") is state


def test_whole_numbers_as_keys_are_asked_for_their_modulus(state: Import) -> None:
    changed = with_role(state, "age", "record_key")
    assert changed.integer_keys
    assert changed.modulus == 256
    assert not state.integer_keys


def test_another_dialect_keeps_what_the_user_changed_and_guesses_the_rest_anew(state: Import) -> None:
    changed = with_role(replace(state, title="My title"), "sex", "ignored")
    again = begin_import(preview(state.path, replace(state.preview.dialect, decimal=".")), before=changed)
    assert again.title == "My title"
    assert roles(again)["sex"] == "ignored"
    assert roles(again)["income"] != "magnitude"


def test_loading_gives_a_statistic_with_every_column_source_and_keys_and_no_method(state: Import) -> None:
    heard: list[float] = []
    loaded = load_import(state, progress=lambda _rows, part: heard.append(part))
    statistic, data = loaded.statistic, loaded.data
    assert data.rows == 200
    assert tuple(data.dimensions) == ("area", "sex", "age")
    assert data.dimensions["area"].codes == ("00", "01", "02", "03", "04")
    assert data.magnitudes["income"].decimals == 2
    assert [(entry.name, entry.role) for entry in statistic.dictionary] == list(roles(state).items())
    assert statistic.title == Texts.same("people")
    assert statistic.period.label == Texts.same("2024")
    assert statistic.period.keys == KeySet("column", "rkey", 1000, 3)
    assert statistic.period.in_force is None
    source = statistic.period.source
    assert source is not None
    assert (source.size, source.sha256, source.rows) == (state.path.stat().st_size, file_hash(state.path), 200)
    assert heard[-1] == 1.0
    assert not loaded.generated


def test_keys_are_generated_or_not_where_no_column_has_them(state: Import) -> None:
    without = with_role(state, "rkey", "ignored")
    generated = load_import(without)
    assert generated.generated
    assert generated.statistic.period.keys == KeySet("generated", "", 10**9, 9)
    assert generated.data.record_keys is not None
    assert len(generated.data.record_keys) == 200
    none = load_import(replace(without, keys=replace(without.keys, how="none")))
    assert none.statistic.period.keys is None
    assert none.data.record_keys is None


def test_integer_keys_are_read_with_their_modulus(state: Import) -> None:
    loaded = load_import(replace(with_role(state, "age", "record_key"), modulus=4096))
    assert loaded.statistic.period.keys == KeySet("column", "age", 4096, None)
    assert loaded.data.record_keys is not None
    assert loaded.data.record_keys.values.tolist() == [row[2] for row in ROWS]


def test_a_statistic_that_waits_for_its_first_file_keeps_its_words_and_hierarchies(state: Import) -> None:
    hierarchy = Hierarchy.from_depths([("N", 0), ("00", 1), ("01", 1), ("S", 0), ("02", 1), ("03", 1), ("04", 1)])
    entry = VariableEntry("area", "dimension", Texts("Area", "Gebiet"), hierarchy=hierarchy.nodes)
    waiting = Statistic(Texts("People", "Personen"), (entry,), (Period(Texts("Year 2024", "Jahr 2024")),))
    again = begin_import(state.preview, waiting, language="de")
    assert (again.title, again.period) == ("Personen", "Jahr 2024")
    statistic = load_import(again, waiting).statistic
    assert statistic.title == waiting.title
    assert statistic.period.label == waiting.period.label
    assert statistic.dictionary[0].title == Texts("Area", "Gebiet")
    assert statistic.dictionary[0].hierarchy == hierarchy.nodes
    lacking = replace(waiting, dictionary=(replace(entry, hierarchy=hierarchy.nodes[:3]),))
    with fails("hierarchy_unknown_codes") as caught:
        load_import(again, lacking)
    assert caught.value.fields["count"] == 3


def test_without_a_dimension_nothing_is_read(state: Import) -> None:
    for name in ("area", "sex", "age"):
        state = with_role(state, name, "ignored")
    with fails("desk_no_dimension") as caught:
        load_import(state)
    assert "Gliederungsmerkmal" in caught.value.text("de")


def test_loading_stops_when_it_is_cancelled(state: Import) -> None:
    with pytest.raises(Cancelled):
        load_import(state, cancelled=lambda: True)


def test_records_per_node_add_up_and_leaves_without_records_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("area,b\n1,x\n1,x\n2,x\n,x\n", encoding="utf-8")
    data = read_microdata(path, ["area"])
    assert node_counts(data, "area").by_code == {"1": 2, "2": 1, "": 1}
    hierarchy = Hierarchy.from_depths([("N", 0), ("1", 1), ("2", 1), ("S", 0), ("3", 1)])
    data = data.with_hierarchy("area", hierarchy)
    counts = node_counts(data, "area")
    assert counts.by_code == {"N": 3, "1": 2, "2": 1, "S": 0, "3": 0, "": 1}
    assert counts.total == 4
    assert counts.without_records == ("3",)
    assert nodes_per_level(data.dimensions["area"]) == (2, 3)
