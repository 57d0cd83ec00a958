"""`ckm data describe`, and tables from files in every form on the command line."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from ckmcore.cli import main
from tests.kit.workbooks import write_xlsx


def persons(folder: Path) -> Path:
    frame = pd.DataFrame({"SEX": [1.0, 2.0, 1.0, 2.0, 1.0], "RKEY": [0.125, 0.5, 0.25, 0.75, 0.375]})
    labels = {"SEX": {1: "männlich", 2: "weiblich", 3: "divers"}}
    pyreadstat.write_sav(frame, folder / "p.sav", column_labels={"SEX": "Geschlecht"}, variable_value_labels=labels)
    return folder / "p.sav"


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", ["Vertraulich", "Gliederungsmerkmal", "Record-Key"]), ("en", ["Confidential", "dimension", "record key"])],
)
def test_a_file_is_described_with_titles_and_labels_and_said_to_be_confidential(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, said: list[str]
) -> None:
    assert main(["--language", language, "data", "describe", str(persons(tmp_path))]) == 0
    out = capsys.readouterr().out
    assert out.startswith(said[0])
    for text in (*said, "SEX (Geschlecht)", "1 = männlich, 2 = weiblich, 3 = divers", "SPSS"):
        assert text in out


def test_sheet_and_range_are_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [["A", "B"], ["x", "y"], ["z", "y"]]
    path = write_xlsx(tmp_path / "a.xlsx", {"Eins": [["n", "m"], [1, 2]], "Zwei": [[None, *row] for row in rows]})
    assert main(["--language", "en", "data", "describe", str(path), "--sheet", "Zwei", "--range", "C1:C3"]) == 0
    out = capsys.readouterr().out
    assert "Sheets: Eins, Zwei" in out
    assert "- B: " in out
    assert "- A: " not in out
    assert main(["data", "describe", str(path), "--sheet", "Drei"]) == 1


def test_a_table_from_a_labelled_file_keeps_its_code_list(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    path = persons(tmp_path)
    assert (
        main(["table", "--data", str(path), "--rows", "SEX", "--method", "rounding", "--internal", "-o", str(target)])
        == 0
    )
    found = pd.read_csv(target, dtype=str)
    assert dict(zip(found["SEX"], found["count"], strict=True)) == {"Total": "5", "1": "3", "2": "2"}


def test_metadata_name_the_record_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.asc").write_text("1 0.125\n2 0.500\n1 0.250\n")
    (tmp_path / "a.rda").write_text("A 1 1\n <RECODEABLE>\nK 3 5\n <RECORDKEY> <PFILE> p.csv\n")
    (tmp_path / "p.csv").write_text("i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;1;0;1\n")
    common = ["table", "--data", str(tmp_path / "a.asc"), "--rows", "A", "--ptable", str(tmp_path / "p.csv")]
    target = str(tmp_path / "out.csv")
    assert main([*common, "--meta", str(tmp_path / "a.rda"), "--internal", "-o", target]) == 0
    found = pd.read_csv(target, dtype=str)
    assert found["cell_key"].tolist() == ["0.875", "0.375", "0.500"]
    assert main([*common, "-o", target]) == 1
    assert main([*common, "--meta", str(tmp_path / "none.rda"), "-o", target]) == 1
    assert main([*common, "--meta", target, "-o", target]) == 1


def test_a_description_in_the_place_of_a_file_stands_for_its_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.rda").write_text('<SEPARATOR> ";"\nSEX 1\n<RECODEABLE>\nAGE 3\n<RECODEABLE>\n', encoding="utf-8")
    (tmp_path / "a.asc").write_text("1;017\n2;101\n", encoding="utf-8")
    assert main(["--language", "en", "data", "describe", str(tmp_path / "a.rda")]) == 0
    out = capsys.readouterr().out
    assert "a.asc" in out
    assert "columns: 2, rows looked at: 2" in out
    prepared, dictionary = tmp_path / "p.parquet", tmp_path / "d.json"
    assert main(["--language", "en", "data", "dictionary", str(tmp_path / "a.rda"), "-o", str(dictionary)]) == 0
    asked = ["data", "prepare", str(tmp_path / "a.rda"), "--dictionary", str(dictionary), "-o", str(prepared)]
    assert main(["--language", "en", *asked]) == 0
    assert prepared.exists()
