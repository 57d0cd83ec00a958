"""SPSS, Stata and SAS: values, labels, missing values and keys come back as they were written."""

from __future__ import annotations

import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from ckmcore.errors import Cancelled
from ckmcore.microdata import MISSING, Dialect, Microdata, preview, read_microdata, statistical
from ckmcore.microdata.errors import FileDamaged, UnknownColumn
from tests.kit.fails import fails

FORMATS = ("sav", "zsav", "por", "dta", "xpt")


def texts_of(data: Microdata, name: str) -> list[str]:
    codes = data.dimensions[name].codes
    return [codes[code] for code in data.columns[name].tolist()]


def persons(rows: int = 300) -> pd.DataFrame:
    number = np.arange(rows)
    return pd.DataFrame(
        {
            "SEX": 1.0 + number % 2,
            "AGS": np.char.zfill((number % 16 + 1).astype(str), 2),
            "INCOME": number * 7919 % 100_000 / 100,
            "RKEY": (number * 104_729 + 1) % 1_000_000 / 1_000_000,
        }
    )


def written(folder: Path, frame: pd.DataFrame, kind: str, **more: Any) -> Path:
    """A file of this kind under a name that says nothing of it."""
    path = folder / f"daten-{kind}.bin"
    if kind == "zsav":
        pyreadstat.write_sav(frame, path, compress=True, **more)
    else:
        {
            "sav": pyreadstat.write_sav,
            "por": pyreadstat.write_por,
            "dta": pyreadstat.write_dta,
            "xpt": pyreadstat.write_xport,
        }[kind](frame, path, **more)
    return path


@pytest.mark.parametrize("kind", FORMATS)
def test_what_was_written_is_read_whatever_the_name_of_the_file(tmp_path: Path, kind: str) -> None:
    frame = persons()
    path = written(tmp_path, frame, kind)
    data = read_microdata(path, ["SEX", "AGS"], "RKEY", magnitudes=["INCOME"])
    assert texts_of(data, "SEX") == [str(int(sex)) for sex in frame["SEX"]]
    assert texts_of(data, "AGS") == frame["AGS"].tolist()
    income = data.magnitudes["INCOME"]
    assert (income.values / income.scale).tolist() == pytest.approx(frame["INCOME"].tolist(), abs=1e-9)
    assert data.record_keys is not None
    assert data.record_keys.modulus == 10**6
    assert data.record_keys.values.tolist() == [round(key * 10**6) for key in frame["RKEY"]]
    assert [notice.code for notice in data.notices] == ["record_key_doubles"]


@pytest.mark.parametrize("kind", FORMATS)
def test_a_column_title_is_the_title_of_the_dimension_and_of_the_preview(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path, persons(), kind, column_labels={"SEX": "Geschlecht", "INCOME": "Einkommen"})
    shown = preview(path)
    assert {column.name: column.title for column in shown.columns if column.title} == {
        "SEX": "Geschlecht",
        "INCOME": "Einkommen",
    }
    assert [column.role for column in shown.columns] == ["dimension", "dimension", "magnitude", "record_key"]
    data = read_microdata(path, ["SEX"], magnitudes=["INCOME"])
    assert data.dimensions["SEX"].title.de == data.dimensions["SEX"].title.en == "Geschlecht"
    assert data.magnitudes["INCOME"].title.en == "Einkommen"


@pytest.mark.parametrize("kind", ["sav", "zsav", "dta"])
def test_value_labels_are_the_code_list_with_codes_that_no_record_has(tmp_path: Path, kind: str) -> None:
    labels = {"SEX": {1: "männlich", 2: "weiblich", 3: "divers"}}
    path = written(tmp_path, persons(), kind, variable_value_labels=labels)
    sex = read_microdata(path, ["SEX"]).dimensions["SEX"]
    assert [(category.code, category.label.de) for category in sex.categories] == [
        ("1", "männlich"),
        ("2", "weiblich"),
        ("3", "divers"),
    ]
    assert dict(preview(path).columns[0].labels) == {"1": "männlich", "2": "weiblich", "3": "divers"}


def test_user_missing_values_of_spss_are_missing_and_no_category(tmp_path: Path) -> None:
    frame = pd.DataFrame({"A": [1.0, 2.0, -9.0, -8.0, None], "S": ["x", "ZZ", "y", "", "x"], "M": [1.5, -1, 2, 3, 4]})
    path = written(
        tmp_path,
        frame,
        "sav",
        variable_value_labels={"A": {1: "ja", 2: "nein", -9: "verweigert", -8: "weiß nicht"}},
        missing_ranges={"A": [{"lo": -9, "hi": -8}], "S": ["ZZ"], "M": [-1]},
    )
    data = read_microdata(path, ["A", "S"], magnitudes=["M"])
    assert texts_of(data, "A") == ["1", "2", MISSING, MISSING, MISSING]
    assert data.dimensions["A"].codes == ("1", "2", MISSING)
    assert texts_of(data, "S") == ["x", MISSING, "y", MISSING, "x"]
    assert data.magnitudes["M"].values.tolist() == [15, 0, 20, 30, 40]
    assert [notice.code for notice in data.notices] == [
        *["reading_missing_kinds"] * 2,
        "reading_declared_missing",
        "magnitude_missing",
    ]


def test_lettered_missing_values_of_stata_are_missing_and_no_category(tmp_path: Path) -> None:
    frame = pd.DataFrame({"A": [1, 2, "a", None]})
    labels = {"A": {1: "ja", 2: "nein", "a": "verweigert"}}
    path = written(tmp_path, frame, "dta", variable_value_labels=labels, missing_user_values={"A": ["a"]})
    data = read_microdata(path, ["A"])
    assert data.dimensions["A"].codes == ("1", "2", MISSING)
    assert texts_of(data, "A") == ["1", "2", MISSING, MISSING]


def test_dates_are_codes_as_people_write_them(tmp_path: Path) -> None:
    frame = pd.DataFrame({"D": [datetime.date(2026, 1, 31), datetime.date(1999, 12, 1), None]})
    assert texts_of(read_microdata(written(tmp_path, frame, "sav"), ["D"]), "D") == ["2026-01-31", "1999-12-01", ""]


def test_single_precision_is_the_number_that_was_meant() -> None:
    assert statistical._array([0.10000000149011612, None, 2.5], "float").to_pylist() == [0.1, None, 2.5]


@pytest.mark.parametrize("kind", FORMATS)
def test_chunks_make_no_difference(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = persons(1000)
    path = written(tmp_path, frame, kind)
    monkeypatch.setattr(statistical, "_CHUNK_VALUES", 1)
    monkeypatch.setattr(statistical, "_LEAST_ROWS", 170)
    seen: list[tuple[int, float]] = []
    data = read_microdata(path, ["SEX", "AGS"], "RKEY", progress=lambda rows, part: seen.append((rows, part)))
    assert texts_of(data, "AGS") == frame["AGS"].tolist()
    assert [rows for rows, _ in seen] == [170, 340, 510, 680, 850, 1000]
    assert all(before <= after <= 1 for (_, before), (_, after) in pairwise(seen))


def test_reading_is_cancelled_between_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, persons(1000), "sav")
    monkeypatch.setattr(statistical, "_CHUNK_VALUES", 1)
    monkeypatch.setattr(statistical, "_LEAST_ROWS", 100)
    asked = iter([False, False, True])
    with pytest.raises(Cancelled):
        read_microdata(path, ["SEX"], cancelled=lambda: next(asked))


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_cut_off_is_refused_and_never_read_in_part(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path, persons(), kind)
    content = path.read_bytes()
    for share in (0.1, 0.5, 0.9):
        path.write_bytes(content[: int(len(content) * share)])
        if kind in ("por", "xpt") and share > 0.1:
            continue  # neither says how many records it has
        with pytest.raises(FileDamaged) as caught:
            read_microdata(path, ["SEX", "AGS"])
        assert path.name in caught.value.text("de")
        assert path.name in caught.value.text("en")


def test_a_file_without_records(tmp_path: Path) -> None:
    with fails("file_without_records"):
        read_microdata(written(tmp_path, persons(300)[:0], "sav"), ["SEX"])


def test_a_column_that_does_not_exist_is_named_with_those_that_do(tmp_path: Path) -> None:
    with pytest.raises(UnknownColumn) as caught:
        read_microdata(written(tmp_path, persons(), "dta"), ["SEY"])
    assert caught.value.fields["known"][0] == "SEX"


def test_texts_in_another_encoding_are_refused_and_read_once_it_is_said(tmp_path: Path) -> None:
    path = written(tmp_path, pd.DataFrame({"A": ["Koeln"] * 3}), "sav")
    path.write_bytes(path.read_bytes().replace(b"Koeln", b"K\xf6ln "))
    with fails("text_undecodable"):
        read_microdata(path, ["A"])
    assert texts_of(read_microdata(path, ["A"], dialect=Dialect(encoding="cp1252")), "A") == ["Köln"] * 3


@pytest.mark.parametrize("cut", [b"K\xf6ln   ", b"Koln\xf6  ", b"Kol\xc3   ", b"Ko\xe2\x82   "])
def test_a_text_whose_last_letter_is_not_whole_is_refused_and_never_cut(tmp_path: Path, cut: bytes) -> None:
    frame = pd.DataFrame({"place": ["Kolnabc", "Bonn", "Ülm"], "x": [1.0, 2.0, 3.0]})
    pyreadstat.write_sav(frame, tmp_path / "p.sav", column_labels=["Größe", "x"])
    assert preview(tmp_path / "p.sav").rows[2][0] == "Ülm"
    content = (tmp_path / "p.sav").read_bytes()
    assert content.count(b"Kolnabc") == 1
    (tmp_path / "p.sav").write_bytes(content.replace(b"Kolnabc", cut))
    with fails("text_undecodable"):
        read_microdata(tmp_path / "p.sav")
    assert "place" in read_microdata(tmp_path / "p.sav", dialect=Dialect(encoding="latin-1")).dimensions


def test_a_label_whose_last_letter_is_not_whole_is_refused(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0]})
    pyreadstat.write_sav(frame, tmp_path / "l.sav", variable_value_labels={"x": {1: "eins ab", 2: "zwei"}})
    content = (tmp_path / "l.sav").read_bytes()
    (tmp_path / "l.sav").write_bytes(content.replace(b"eins ab", b"eins \xc3 "))
    with fails("text_undecodable"):
        preview(tmp_path / "l.sav")


def test_metadata_are_for_text(tmp_path: Path) -> None:
    (tmp_path / "a.rda").write_text("A 1 1\n  <RECODEABLE>\n")
    with fails("no_description"):
        read_microdata(written(tmp_path, persons(), "sav"), ["SEX"], meta=tmp_path / "a.rda")


def test_a_path_with_umlauts_and_blanks(tmp_path: Path) -> None:
    folder = tmp_path / "Länder und Kreise" / ("x" * 100) / ("ß" * 50)
    folder.mkdir(parents=True)
    assert read_microdata(written(folder, persons(), "sav"), ["SEX"]).rows == 300
