"""Several files of one statistic are read as one, and a fault is told of the file that has it."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from ckmcore.microdata import Dialect, preview, read_microdata, read_with_report
from ckmcore.microdata.multi_file import FaultInFile
from tests.kit.fails import fails


def written(folder: Path, name: str, content: str, encoding: str = "utf-8") -> Path:
    file = folder / name
    file.write_bytes(content.encode(encoding))
    return file


def test_columns_are_found_by_name_and_each_file_has_its_own_dialect(tmp_path: Path) -> None:
    first = written(tmp_path, "by.csv", "Land;Größe;w\nBY;klein;1,5\nBY;groß;2,5\n", "cp1252")
    second = written(tmp_path, "bw.csv", "w,Größe,Land\n3.25,klein,BW\n")
    data, report = read_with_report([first, second], ["Land", "Größe"], weight="w")
    land, size = data.dimensions["Land"], data.dimensions["Größe"]
    assert [land.codes[code] for code in data.columns["Land"]] == ["BY", "BY", "BW"]
    assert [size.codes[code] for code in data.columns["Größe"]] == ["klein", "groß", "klein"]
    assert data.weight is not None
    assert (data.weight.values / data.weight.scale).tolist() == [1.5, 2.5, 3.25]
    assert report.files == (first, second)
    assert report.counts == (2, 1)
    assert report.dialect is not None
    assert [one.decimal for one in (report.dialect, *report.dialect.others)] == [",", "."]
    again = read_microdata([first, second], ["Land"], dialect=report.dialect)
    assert again.rows == 3


def test_the_preview_shows_rows_of_each_file(tmp_path: Path) -> None:
    first = written(tmp_path, "a.csv", "x,y\n1,a\n2,b\n3,c\n")
    second = written(tmp_path, "b.csv", "y,x\nd,4\n")
    shown = preview([first, second])
    assert shown.rows == (("1", "a"), ("2", "b"), ("3", "c"), ("4", "d"))
    assert shown.files == (first, second)
    assert shown.looked_at == (3, 1)
    assert shown.size == first.stat().st_size + second.stat().st_size


def test_missing_and_extra_columns_are_named_with_the_file(tmp_path: Path) -> None:
    first = written(tmp_path, "a.csv", "x,y\n1,a\n")
    second = written(tmp_path, "b.csv", "x,z\n1,a\n")
    with fails("several_columns") as caught:
        read_microdata([first, second])
    assert caught.value.fields == {"file": "b.csv", "first": "a.csv", "missing": ("y",), "extra": ("z",)}
    assert "„b.csv“" in caught.value.text("de")


def test_files_without_header_need_as_many_columns(tmp_path: Path) -> None:
    first = written(tmp_path, "a.csv", "1,2\n3,4\n")
    second = written(tmp_path, "b.csv", "1,2,3\n4,5,6\n")
    with fails("several_widths") as caught:
        preview([first, second])
    assert (caught.value.fields["found"], caught.value.fields["expected"]) == (3, 2)
    third = written(tmp_path, "c.csv", "5,6\n7,8\n")
    assert read_microdata([first, third], ["V1"]).rows == 4


def test_a_column_that_is_text_here_and_number_there_is_named(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"x": ["01", "02"]}), tmp_path / "a.parquet")
    parquet.write_table(pa.table({"x": [1, 2]}), tmp_path / "b.parquet")
    with fails("several_types") as caught:
        read_microdata([tmp_path / "a.parquet", tmp_path / "b.parquet"], ["x"])
    assert caught.value.fields["file"] == "b.parquet"
    assert caught.value.fields["column"] == "x"


def test_a_file_cannot_be_read_twice(tmp_path: Path) -> None:
    file = written(tmp_path, "a.csv", "x\n1\n")
    with fails("several_twice"):
        read_microdata([file, tmp_path / "." / "a.csv"], ["x"])


def test_a_wrong_value_is_told_with_its_file_and_its_row_there(tmp_path: Path) -> None:
    first = written(tmp_path, "a.csv", "x,m\n1,5\n2,6\n")
    second = written(tmp_path, "b.csv", "x,m\n1,5\n2,oops\n")
    with pytest.raises(FaultInFile) as caught:
        read_microdata([first, second], ["x"], magnitudes=["m"])
    assert caught.value.fields["file"] == "b.csv"
    assert caught.value.fields["column"] == "m"
    assert caught.value.fault is not None
    assert caught.value.fault.code == "not_a_number"
    assert caught.value.fault.fields["row"] == 2


def test_a_notice_names_the_file_too(tmp_path: Path) -> None:
    first = written(tmp_path, "a.csv", "x,m\n1,5\n")
    second = written(tmp_path, "b.csv", "x,m\n1,5\n2,\n")
    data = read_microdata([first, second], ["x"], magnitudes=["m"])
    assert [notice.fields["file"] for notice in data.notices] == ["b.csv"]
    assert data.magnitudes["m"].missing is not None
    assert data.magnitudes["m"].missing.tolist() == [False, False, True]


def test_labels_of_all_spss_files_are_joined(tmp_path: Path) -> None:
    import pyreadstat

    for name, labels in (("a", {1.0: "one"}), ("b", {1.0: "one", 2.0: "two"})):
        frame = pd.DataFrame({"x": [1.0, 2.0]})
        pyreadstat.write_sav(frame, tmp_path / f"{name}.sav", variable_value_labels={"x": labels})
    data = read_microdata([tmp_path / "a.sav", tmp_path / "b.sav"], ["x"])
    assert [one.label.en for one in data.dimensions["x"].categories] == ["one", "two"]
    assert data.rows == 4


def test_fixed_width_files_share_their_columns(tmp_path: Path) -> None:
    from ckmcore.microdata import TextColumn

    first = written(tmp_path, "a.asc", "1a\n2b\n")
    second = written(tmp_path, "b.asc", "3c\n")
    dialect = Dialect(columns=(TextColumn("n", 1, 1), TextColumn("t", 2, 1)))
    data = read_microdata([first, second], ["n", "t"], dialect=dialect)
    assert data.dimensions["t"].codes == ("a", "b", "c")
    assert data.rows == 3


def test_keys_and_types_of_files_with_other_decimal_signs_are_understood(tmp_path: Path) -> None:
    first = written(tmp_path, "a.csv", "x;rkey\na;0,25\nb;0,5\n")
    second = written(tmp_path, "b.csv", "x,rkey\na,0.75\n")
    shown = preview([first, second])
    assert [column.kind for column in shown.columns] == ["text", "decimal"]
    keys = read_microdata([first, second], ["x"], "rkey").record_keys
    assert keys is not None
    assert keys.values.tolist() == [25, 50, 75]


def test_identifiers_are_read_in_the_dialect_of_each_file(tmp_path: Path) -> None:
    from ckmcore.microdata.identifiers import read_identifiers

    first = written(tmp_path, "a.csv", "id;x\n1;ä\n", "cp1252")
    second = written(tmp_path, "b.csv", "id,x\n2,ö\n")
    _, report = read_with_report([first, second], ["x"])
    assert read_identifiers([first, second], "id", dialect=report.dialect).to_pylist() == ["1", "2"]
