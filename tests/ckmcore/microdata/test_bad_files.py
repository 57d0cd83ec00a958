"""Files that are none of what they seem to be: one sentence each, in folders with umlauts and long names, too."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.errors import CkmError, FileError
from ckmcore.microdata import preview, read_microdata
from tests.kit.fails import fails

FRAME = pd.DataFrame({"Land": ["x", "y"] * 500, "n": list(range(1000)), "x": [1.5, 2.5] * 500})


def write(name: str, path: Path) -> None:
    import pyreadstat

    kind = name.rpartition(".")[2]
    if kind == "csv":
        FRAME.to_csv(path, index=False, lineterminator="\n")
    elif kind == "parquet":
        FRAME.to_parquet(path)
    elif kind == "arrow":
        feather.write_feather(FRAME, str(path))
    elif kind == "xlsx":
        FRAME.to_excel(path, index=False, engine="xlsxwriter")
    else:
        writers = {"sav": "write_sav", "dta": "write_dta", "xpt": "write_xport", "por": "write_por"}
        getattr(pyreadstat, writers[kind])(FRAME, path)


def outcome(path: Path, meta: Path | None = None) -> str:
    """What reading says in German; "" where it reads."""
    said = ""
    for act in (preview, read_microdata):
        try:
            act(path, meta=meta)
        except CkmError as error:
            said = error.text("de")
            if "\n" in said or not error.text("en"):
                return "not one sentence"
    return said


@pytest.mark.daily(4)
@pytest.mark.parametrize("kind", ["csv", "parquet", "arrow", "sav", "dta", "xpt", "por", "xlsx"])
def test_every_format_that_is_broken_ends_in_one_sentence(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "Ordner mit Umläuten ß" / ("ä" * 60) / ("ö" * 60)
    folder.mkdir(parents=True)
    good = folder / f"gut und schön.{kind}"
    write(good.name, good)
    assert outcome(good) == ""
    content = good.read_bytes()
    chance = random.Random(4)
    broken = {
        "empty": b"",
        "cut": content[: len(content) // 2 | 1],
        "short": content[:10],
        "picture": b"\x89PNG\r\n\x1a\n" + chance.randbytes(200),
        "random": b"\0" + chance.randbytes(3000),
        "zip": b"PK\x03\x04" + chance.randbytes(100),
    }
    # A text that ends early is a text, too.
    readable = {"csv": ("cut", "short"), "xpt": ("short",), "por": ("short",)}.get(kind, ())
    for name, damaged in broken.items():
        bad = folder / f"{name}.{kind}"
        bad.write_bytes(damaged)
        said = outcome(bad)
        assert said != "not one sentence", name
        assert name in said or (said == "" and name in readable), name


def test_a_description_that_is_no_text_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "d.asc").write_text("12\n34\n", encoding="utf-8")
    (tmp_path / "d.rda").write_bytes(bytes(range(256)) * 20)
    said = outcome(tmp_path / "d.asc", tmp_path / "d.rda")
    assert "Binärdatei" in said
    (tmp_path / "d.rda").write_text("x" * 10_000, encoding="utf-8")
    assert len(outcome(tmp_path / "d.asc", tmp_path / "d.rda")) < 1000


@pytest.mark.skipif(os.name != "posix", reason="folders of other systems hold shorter names")
def test_a_path_of_more_than_260_characters(tmp_path: Path) -> None:
    folder = tmp_path
    while len(str(folder)) < 300:
        folder = folder / ("langer Name " * 6).strip()
    folder.mkdir(parents=True)
    write("a.csv", folder / "a.csv")
    assert outcome(folder / "a.csv") == ""
    assert outcome(folder / "b.csv") != ""


def _latin_1(kind: str) -> pa.Table:
    raw = pa.array([b"M\xfcnchen", b"Ulm"] * 5)
    texts = pa.Array.from_buffers(pa.string(), len(raw), raw.buffers())
    columns = {
        "texts": texts,
        "long texts": texts.cast(pa.large_string(), safe=False),
        "bytes": raw,
        "list": pa.DictionaryArray.from_arrays(pa.array([0, 1] * 5), texts.slice(0, 2)),
    }
    return pa.table({"A": columns[kind], "N": list(range(10))})


@pytest.mark.parametrize("kind", ["texts", "long texts", "bytes", "list"])
def test_latin_1_in_a_parquet_file_is_said_whatever_the_role_of_the_column(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(_latin_1(kind), path)
    for dimensions, key, magnitudes in ((["A"], None, []), (["N"], "A", []), (["N"], None, ["A"])):
        with fails("column_undecodable") as found:
            read_microdata(path, dimensions, key, magnitudes=magnitudes)
        assert "A" in found.value.fields["column"]
        assert "Latin-1" in found.value.text("de")


def test_latin_1_in_an_arrow_file_is_said(tmp_path: Path) -> None:
    feather.write_feather(_latin_1("texts"), tmp_path / "a.arrow", compression="uncompressed")
    with fails("column_undecodable"):
        preview(tmp_path / "a.arrow")


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + "/a.csv", "a\0b.csv", "there.csv/a.csv"])
def test_a_name_that_no_file_can_have_is_a_sentence_wherever_it_is_given(tmp_path: Path, name: str) -> None:
    (tmp_path / "there.csv").write_text("a\n1\n", encoding="utf-8")
    for read in (
        ckm.read_microdata, ckm.reading_plan, ckm.read_hierarchy, ckm.read_code_list, ckm.read_conversion, ckm.read_hrc,
        ckm.read_ptable, ckm.read_magnitudes, ckm.open_ptable, ckm.read_package, ckm.open_statistic,
    ):  # fmt: skip
        with pytest.raises(ckm.CkmError) as found:
            read(tmp_path / name)
        assert found.value.text("de"), read


@pytest.mark.parametrize("where", ["<CODELIST> {}.cdl", "<HIERARCHICAL>\n<HIERCODELIST> {}.hrc", "<CODELIST> /{}"])
def test_names_that_no_file_can_have_are_said_with_their_line(tmp_path: Path, where: str) -> None:
    (tmp_path / "a.asc").write_text("1\n2\n")
    (tmp_path / "a.rda").write_text("A 1 1\n<RECODEABLE>\n" + where.format("x" * 300))
    code = "meta_file_unreachable" if os.name != "nt" else "meta_file_missing"  # Windows finds none of such a name
    with fails(code) as found:
        read_microdata(tmp_path / "a.asc", meta=tmp_path / "a.rda")
    assert found.value.fields["line"] in (3, 4)
    assert "der Name ist zu lang" in found.value.text("de") or os.name == "nt"
    assert len(found.value.fields["name"]) < 100 or os.name == "nt"


@pytest.mark.thorough
def test_a_file_that_goes_away_while_its_fault_is_looked_for_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "zero.csv"
    path.write_bytes(b"a,b\n" + b"1,2\n" * 400_000 + b"1,\0\n")
    with fails("nul_byte"):
        read_microdata(path, ["a", "b"])

    def gone(source: object) -> None:
        raise FileError("file_not_readable", file=str(path), reason="gone")

    monkeypatch.setattr("ckmcore.microdata.delimited._refuse_nul", gone)
    with fails("file_not_readable"):
        read_microdata(path, ["a", "b"])
