"""`ckm data dictionary`, `ckm data prepare`, and tables from prepared data."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from ckmcore.base.texts import Texts
from ckmcore.cli import main
from ckmcore.dictionary.json_file import dictionary_json, parse_dictionary
from ckmcore.microdata import Category, Hierarchy
from ckmcore.microdata.data import StructuralZero
from ckmcore.microdata.prepared import read_prepared
from ckmcore.microdata.variable import Derivation, VariableEntry
from tests.kit.fails import fails

DATA = "Land;AGS;Alter;pid;w;rkey\n" + "".join(
    f"{row % 2 + 1};0{row % 2 + 1}00{row % 3};{row % 30};{row};1,5;0,{row * 7919 % 1000:03d}\n" for row in range(60)
)
PTABLE = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.5;-1;0.5\n1;2;0.5;1;1\n"


@pytest.fixture(autouse=True)
def without_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that change little or nothing, so that anybody can check the figures."""
    for name in ("below_floor", "keys_below_floor"):
        monkeypatch.setattr(f"ckmcore.cli.table.{name}", lambda *_: ())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.csv").write_bytes(DATA.encode("cp1252"))
    (tmp_path / "ptable.csv").write_text(PTABLE, encoding="utf-8")
    return tmp_path


def run(*arguments: object) -> int:
    return main([str(one) for one in arguments])


def test_from_the_guess_to_a_protected_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("data", "dictionary", folder / "a.csv", "-o", folder / "d.json") == 0
    raw = json.loads((folder / "d.json").read_text(encoding="utf-8"))
    assert {one["name"]: one["role"] for one in raw["variables"]} == {
        "Land": "dimension",
        "AGS": "dimension",
        "Alter": "dimension",
        "pid": "identifier",
        "w": "weight",
        "rkey": "record_key",
    }
    raw["variables"][0]["categories"] = [
        {"code": "1", "label": {"en": "North", "de": "Nord"}},
        {"code": "2", "label": {"en": "South", "de": "Süd"}},
        {"code": "3", "label": {"en": "West", "de": "West"}},
    ]
    raw["variables"].append(
        {
            "name": "Erwachsen",
            "role": "dimension",
            "title": {},
            "derived": {"kind": "classes", "source": "Alter", "bounds": ["18"]},
        }
    )
    (folder / "d.json").write_text(json.dumps(raw), encoding="utf-8")
    prepare = ("data", "prepare", folder / "a.csv", "--dictionary", folder / "d.json", "-o", folder / "p.parquet")
    assert run(*prepare) == 0
    assert "60" in capsys.readouterr().out
    found = read_prepared(folder / "p.parquet")
    assert found.data.dimensions["Land"].label("2").de == "Süd"
    assert found.data.dimensions["Land"].codes == ("1", "2", "3")
    table = ("table", "--rows", "Land,Erwachsen", "--ptable", folder / "ptable.csv", "--internal")
    assert run(*table, "--data", folder / "p.parquet", "-o", folder / "out.csv") == 0
    ours = pd.read_csv(folder / "out.csv", dtype=str)
    rows = pd.read_csv(folder / "a.csv", sep=";", dtype=str, encoding="cp1252")
    grown = (rows["Alter"].astype(int) >= 18) & (rows["Land"] == "1")
    cell = ours[(ours["Land"] == "1") & (ours["Erwachsen"] == "18+")]
    assert cell["count"].tolist() == [str(int(grown.sum()))]
    keys = rows.loc[grown, "rkey"].str.slice(2).astype(int).sum() % 1000
    assert cell["cell_key"].tolist() == [f"0.{keys:03d}"]


def test_several_files_are_prepared_as_one(folder: Path) -> None:
    (folder / "b.csv").write_bytes(DATA.encode("cp1252"))
    assert run("data", "dictionary", folder / "a.csv", "-o", folder / "d.json") == 0
    files = (folder / "a.csv", folder / "b.csv")
    prepare = ("data", "prepare", *files, "--dictionary", folder / "d.json", "-o", folder / "p.parquet")
    assert run(*prepare) == 7  # the same file twice
    assert run(*prepare, "--answer", "file_twice=both") == 0
    assert read_prepared(folder / "p.parquet").data.rows == 120
    assert run("data", "describe", *files) == 0


def test_every_wrong_field_is_named_with_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faulty = {
        "variables": [
            {"name": "a", "role": "dimension", "title": {"en": "A"}, "categoris": []},
            {"name": 5, "role": "dimension", "title": {}},
            {"name": "b", "role": "dimenson", "title": {}},
            {"name": "c", "title": {}},
            {"name": "a", "role": "weight", "title": {}},
            {"name": "d", "role": "dimension", "title": {}, "categories": [{"code": "1", "label": {}}] * 2},
            {"name": "e", "role": "dimension", "title": {}, "hierarchy": [{"code": "x", "depth": 1, "parent": 4}]},
        ],
        "structural_zeros": 7,
    }
    (folder / "d.json").write_text(json.dumps(faulty), encoding="utf-8")
    command = ("data", "prepare", folder / "a.csv", "--dictionary", folder / "d.json", "-o", folder / "p.parquet")
    for language in ("en", "de"):
        assert run("--language", language, *command) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        for place in (
            "$.variables[0]",
            "$.variables[1].name",
            "$.variables[2].role",
            "$.variables[3]",
            "$.variables[4]",
            "$.variables[5].categories[1]",
            "$.variables[6].hierarchy[0]",
            "$.structural_zeros",
        ):
            assert place in said
        for word in ("categoris", "dimenson", "role", "“a”" if language == "en" else "„a“"):
            assert word in said
    assert not (folder / "p.parquet").exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 100_000, b'{"variables": {}}'])
def test_what_is_no_dictionary_ends_in_a_sentence(content: bytes) -> None:
    with fails("dictionary_faulty") as caught:
        parse_dictionary(content, "d.json")
    assert caught.value.text("de").startswith("Merkmalsverzeichnis „d.json“")


def test_a_dictionary_comes_back_as_it_was_written() -> None:
    tree = Hierarchy.from_depths([("A", 0), ("1", 1), ("", 1)])
    entries = (
        VariableEntry(
            "x",
            "dimension",
            Texts("X", "Ix"),
            (Category("1", Texts("one", "eins"), Texts("n", ""), "2020-01-01", "2020-12-31"), Category.plain("")),
            node_labels=(("A", Texts("all", "alle")),),
            note=Texts.same("note"),
            unit=Texts.same("EUR"),
        ).with_hierarchy(tree),
        VariableEntry("y", "dimension", Texts(), derived=Derivation("classes", "x", bounds=("0", "18"))),
        VariableEntry("z", "magnitude", Texts(), settings=(("CKM", "T(3)"),)),
    )
    zeros = (StructuralZero((("x", ("1",)), ("y", ("18+",)))),)
    found = parse_dictionary(dictionary_json(entries, zeros), "d.json")
    assert found.variables == entries
    assert found.structural_zeros == zeros


def test_a_column_that_the_file_does_not_have_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = {"variables": [{"name": "Lnd", "role": "dimension", "title": {}}]}
    (folder / "d.json").write_text(json.dumps(entry), encoding="utf-8")
    command = ("data", "prepare", folder / "a.csv", "--dictionary", folder / "d.json", "-o", folder / "p.parquet")
    assert run("--language", "en", *command) == 1
    assert "Lnd" in capsys.readouterr().err


def test_an_output_that_is_read_is_not_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("data", "dictionary", folder / "a.csv", "-o", folder / "a.csv") == 1
    assert (folder / "a.csv").read_bytes() == DATA.encode("cp1252")
    assert capsys.readouterr().err


@pytest.mark.thorough
@pytest.mark.reference
def test_a_tau_argus_project_is_prepared_with_its_key_and_hierarchies(reference: Path, tmp_path: Path) -> None:
    meta = reference / "data" / "tau_savings" / "microdata.rda"
    source = (meta.with_suffix(".csv"), "--meta", meta)
    assert run("data", "dictionary", *source, "-o", tmp_path / "d.json") == 0
    target = tmp_path / "p.parquet"
    assert run("data", "prepare", *source, "--dictionary", tmp_path / "d.json", "-o", target) == 0
    ptable = reference / "ptables" / "tau_ptab_freq.txt"
    outputs = []
    for data in ((target,), source):
        output = tmp_path / f"{len(outputs)}.csv"
        more = () if len(data) == 1 else ("--meta", meta)
        table = ("table", "--data", data[0], *more, "--rows", "Sex,Age", "--ptable", ptable, "--internal", "-o", output)
        assert run(*table) == 0
        outputs.append(output.read_bytes())
    assert outputs[0] == outputs[1]
    settings = {entry.name: dict(entry.settings) for entry in read_prepared(target).dictionary}
    assert settings["Savings"]["CKM"] == "T(3)"


def test_days_that_are_none_and_nodes_that_stand_twice_are_named() -> None:
    label = {"en": "x", "de": "x"}
    days = [{"code": "1", "label": label, "valid_from": "2015"}, {"code": "2", "label": label, "valid_to": "20151231"}]
    nodes = [{"code": "x", "depth": 0, "parent": -1}, {"code": "x", "depth": 1, "parent": 0}]
    raw = [{"name": "a", "role": "dimension", "title": label, "categories": days, "hierarchy": nodes}]
    with fails("dictionary_faulty") as caught:
        parse_dictionary(json.dumps(raw).encode(), "d.json")
    for place in ("categories[0].valid_from: „2015“", "categories[1].valid_to", "hierarchy[1]: Der Knoten „x“ steht"):
        assert place in caught.value.text("de")


def test_a_table_of_what_is_derived_of_a_derived_dimension(folder: Path) -> None:
    assert run("data", "dictionary", folder / "a.csv", "-o", folder / "d.json") == 0
    raw = json.loads((folder / "d.json").read_text(encoding="utf-8"))
    for name, source, digits in (("two", "four", 2), ("four", "AGS", 4)):
        rule = {"kind": "prefix", "source": source, "digits": digits}
        raw["variables"].append({"name": name, "role": "dimension", "title": {}, "derived": rule})
    (folder / "d.json").write_text(json.dumps(raw), encoding="utf-8")
    command = ("data", "prepare", folder / "a.csv", "--dictionary", folder / "d.json", "-o", folder / "p.parquet")
    assert run(*command) == 0
    table = ("--ptable", folder / "ptable.csv", "-o", folder / "o.csv")
    assert run("table", "--data", folder / "p.parquet", "--rows", "two", *table) == 0
    lines = (folder / "o.csv").read_text("utf-8-sig").splitlines()
    assert {"01", "02"} <= {line.replace(";", ",").split(",")[0] for line in lines}


def test_a_former_table_is_compared_with_prepared_data(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("data", "dictionary", folder / "a.csv", "-o", folder / "d.json") == 0
    raw = json.loads((folder / "d.json").read_text(encoding="utf-8"))
    rule = {"kind": "prefix", "source": "AGS", "digits": 2}
    raw["variables"].append({"name": "two", "role": "dimension", "title": {}, "derived": rule})
    (folder / "d.json").write_text(json.dumps(raw), encoding="utf-8")
    command = ("data", "prepare", folder / "a.csv", "--dictionary", folder / "d.json", "-o", folder / "p.parquet")
    assert run(*command) == 0
    (folder / "t.csv").write_text("two;published\n01;29\n02;0\n", encoding="utf-8")
    compare = ("compare", "--with", folder / "t.csv", "--ptable", folder / "ptable.csv", "--data")
    capsys.readouterr()
    assert run("--language", "en", *compare, folder / "p.parquet") == 5
    said = capsys.readouterr().out
    assert "of 2 cells differ" in said
    assert "two 02: 0 there" in said
    assert run("--language", "en", *compare, folder / "a.csv") == 1
    assert "--record-key" in capsys.readouterr().err
