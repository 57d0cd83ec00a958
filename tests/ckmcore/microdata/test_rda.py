"""τ-ARGUS metadata: what they say of a text file is how it is read; what they say wrongly is named with its line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ckmcore.microdata import MISSING, Dialect, Microdata, preview, read_microdata, reading_plan
from ckmcore.microdata.codelist import read_cdl
from ckmcore.microdata.errors import (
    MetaFileMissing,
)
from ckmcore.microdata.hrc import read_hrc
from ckmcore.microdata.open import open_source
from ckmcore.microdata.rda import find_rda, read_rda
from tests.kit.fails import fails

RDA = """
// persons of a small town
Region 1 2 99
   <recodeable>
   <TOTCODE> "Total"
   <CODELIST> "REGION.CDL"
   <HIERARCHICAL>
   <HIERCODELIST> "C:\\tau argus\\region.hrc"
   <HIERLEADSTRING> "@"
Code 4 5 99999 00000
   <RECODABLE> <TRUNCABLE>
   <HIERARCHICAL>
   <HIERLEVELS> 3 1  1 0 0
   <DISTANCE> 1 3 5 7 9
Weight 10 4
   <WEIGHT>  <DECIMALS> 1
Value 15 5 -1
   <NUMERIC>
   <CKM> T(3)   <INCLUDEZEROS> N
   <SCALING> F(0.03, 0.30, 5000, 3, 0.5, 0.2)
   <SEPARATION> Y   <PARITY> N
House 20 2
   <HOLDING>
Asked 22 1
   <REQUEST> "1" "2"
Key 23 8
   <RECORDKEY>
   <PFILE> "counts.txt"
   <PFILE_CONT> "values.txt"
"""
HRC = "N\n@ 1\n@ 2\nS\n@11\n"
CDL = " 1,Aurich\n 2,Bremen, Stadt\n11,Passau\nN,Norden\nS,Süden\n"
DATA = """ 1 34110  1.0   100 110.125
 2 34120  2.5    -1 120.5
11 99999  1.0     7 110.25
99 14000  1.0       220.75
"""


def texts_of(data: Microdata, name: str) -> list[str]:
    codes = data.dimensions[name].codes
    return [codes[code] for code in data.columns[name].tolist()]


def project(folder: Path, rda: str = RDA, data: str = DATA, encoding: str = "utf-8") -> tuple[Path, Path]:
    (folder / "Region.hrc").write_bytes(HRC.encode(encoding))
    (folder / "region.cdl").write_bytes(CDL.encode(encoding))
    (folder / "town.asc").write_bytes(data.replace("\n", "\r\n").encode(encoding))
    (folder / "Town.RDA").write_bytes(rda.encode(encoding))
    return folder / "town.asc", folder / "Town.RDA"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_a_project_of_fixed_width_is_read_with_its_labels_hierarchies_and_missing_codes(
    tmp_path: Path, encoding: str
) -> None:
    data_file, meta = project(tmp_path, encoding=encoding)
    data = read_microdata(data_file, ["Region", "Code", "Asked"], "Key", "Weight", ["Value"], meta=meta)
    assert texts_of(data, "Region") == ["1", "2", "11", MISSING]
    region = data.dimensions["Region"]
    assert [(one.code, one.label.de) for one in region.categories] == [
        ("1", "Aurich"),
        ("2", "Bremen, Stadt"),
        ("11", "Passau"),
        (MISSING, "ohne Angabe"),
    ]
    assert region.label("S").de == "Süden"
    assert region.hierarchy is not None
    assert region.hierarchy.leaves_below("N") == ("1", "2")
    assert texts_of(data, "Code") == ["34110", "34120", MISSING, "14000"]
    code = data.dimensions["Code"].hierarchy
    assert code is not None
    assert [(node.code, node.depth) for node in code.nodes] == [
        ("140", 0),
        ("1400", 1),
        ("14000", 2),
        ("341", 0),
        ("3411", 1),
        ("34110", 2),
        ("3412", 1),
        ("34120", 2),
    ]
    assert data.magnitudes["Value"].values.tolist() == [100, 0, 7, 0]
    assert data.weight is not None
    assert (data.weight.values / data.weight.scale).tolist() == [1, 2.5, 1, 1]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [125, 500, 250, 750]


def test_the_preview_shows_the_roles_that_the_metadata_give(tmp_path: Path) -> None:
    data_file, meta = project(tmp_path)
    shown = preview(data_file, meta=meta)
    assert shown.format == "fixed"
    assert shown.meta == meta
    assert {column.name: column.role for column in shown.columns} == {
        "Region": "dimension",
        "Code": "dimension",
        "Weight": "weight",
        "Value": "magnitude",
        "House": "identifier",
        "Asked": "ignored",
        "Key": "record_key",
    }
    assert [column.levels for column in shown.columns][:2] == [2, 3]
    assert shown.columns[0].missing == 1
    assert shown.columns[0].labels["11"] == "Passau"
    assert all(not column.warnings for column in shown.columns)


def test_the_dialect_of_the_preview_is_enough_to_read_the_records_again(tmp_path: Path) -> None:
    data_file, meta = project(tmp_path)
    dialect = preview(data_file, meta=meta).dialect
    meta.unlink()
    again = msgspec.json.decode(msgspec.json.encode(dialect), type=Dialect)
    assert again == dialect
    data = read_microdata(data_file, ["Region"], "Key", dialect=again)
    assert texts_of(data, "Region") == ["1", "2", "11", MISSING]


def test_free_format_has_a_separator_and_no_header(tmp_path: Path) -> None:
    rda = '<separator> ";"\nRegion 2 99\n <RECODEABLE>\nValue 8\n <NUMERIC>\nKey 10\n<RECORDKEY><PFILE_FREQ> p.csv\n'
    data_file, meta = project(tmp_path, rda, " 1;12,5;0,25\n99;7;0,5\n 1;;0,75\n")
    data = read_microdata(data_file, ["Region"], "Key", magnitudes=["Value"], meta=meta)
    assert texts_of(data, "Region") == ["1", MISSING, "1"]
    assert (data.magnitudes["Value"].values / data.magnitudes["Value"].scale).tolist() == [12.5, 7, 0]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [25, 50, 75]


def test_data_with_another_number_of_columns_are_not_those_of_the_metadata(tmp_path: Path) -> None:
    data_file, meta = project(tmp_path, '<SEPARATOR> ","\nA 1\nB 1\n', "1,2,3\n")
    with fails("meta_fields_differ") as caught:
        read_microdata(data_file, ["A"], meta=meta)
    assert (caught.value.fields["found"], caught.value.fields["expected"]) == (3, 2)


def test_settings_of_the_cell_key_method_and_tables_are_kept(tmp_path: Path) -> None:
    known = read_rda(project(tmp_path)[1])
    value = known.variables[3]
    assert value.settings["CKM"] == "T(3)"
    assert (value.settings["INCLUDEZEROS"], value.settings["SEPARATION"], value.settings["PARITY"]) == ("N", "Y", "N")
    assert value.settings["SCALING"] == "F(0.03, 0.30, 5000, 3, 0.5, 0.2)"
    assert known.ptables() == {"counts": "counts.txt", "magnitudes": "values.txt"}


def test_metadata_of_the_same_name_are_found_whatever_their_case(tmp_path: Path) -> None:
    data_file, meta = project(tmp_path)
    assert find_rda(data_file) == meta
    assert find_rda(tmp_path / "other.asc") is None


@pytest.mark.parametrize(
    ("rda", "kind", "line"),
    [
        ("A 1 1\n<RECODEABEL>\n", "meta_keyword_unknown", 2),
        ("A 1 1\n\n// x\n<RECODEABLE> <FOO> 1\n", "meta_keyword_unknown", 4),
        ("A\n", "meta_line_wrong", 1),
        ("A 1\n", "meta_line_wrong", 1),
        ("A x 1\n", "meta_line_wrong", 1),
        ("<RECODEABLE>\n", "meta_line_wrong", 1),
        ("A 1 1\n<RECODEABLE\n", "meta_line_wrong", 2),
        ('<SEPARATOR> ";;"\nA 1\n', "meta_line_wrong", 1),
        ('A 1 1\n<SEPARATOR> ";"\n', "meta_line_wrong", 2),
        ("A 1 1\n<DECIMALS> x\n", "meta_line_wrong", 2),
        ("A 1 1\n<CKM> Q\n", "meta_line_wrong", 2),
        ("A 1 5\n<HIERLEVELS> 3 1\n", "meta_line_wrong", 2),
        ('A 1 5\n<CODELIST> "none.cdl"\n', MetaFileMissing, 2),
        ("A 1 5\n<HIERARCHICAL>\n<HIERCODELIST> none.hrc\n", MetaFileMissing, 3),
        ("A 1 5\n<RECORDKEY>\n", "meta_line_wrong", 1),
        ("A 1 5\n<RECORDKEY>\n<PFILE> x\nB 6 5\n<RECORDKEY>\n<PFILE> x\n", "meta_line_wrong", 4),
    ],
)
def test_a_wrong_line_is_named_in_both_languages(tmp_path: Path, rda: str, kind: str, line: int) -> None:
    data_file, meta = project(tmp_path, rda)
    with fails(kind) as caught:
        read_microdata(data_file, ["A"], meta=meta)
    assert caught.value.fields["line"] == line
    assert f"line {line}:" in caught.value.text("en")
    assert f"Zeile {line}:" in caught.value.text("de")


@pytest.mark.parametrize(
    ("rda", "kind"),
    [
        ("", "file_empty"),
        ("// nothing\n", "file_empty"),
        ("A 0 3\n", "column_place"),
        ("A 1 0\n", "column_place"),
        ("A 1 1\nA 2 1\n", "column_name_twice"),
    ],
)
def test_metadata_that_describe_no_table(tmp_path: Path, rda: str, kind: str) -> None:
    data_file, meta = project(tmp_path, rda)
    with fails(kind) as caught:
        read_microdata(data_file, ["A"], meta=meta)
    assert caught.value.text("de") != caught.value.text("en")


def test_overlapping_columns_are_read_and_named_with_the_characters_they_share(tmp_path: Path) -> None:
    description = 'SBI 1 2\n<RECODEABLE>\n<TOTCODE> "Total"\nSBI_long 1 4\n<RECODEABLE>\n<HIERARCHICAL>\n'
    (tmp_path / "f3.rda").write_text(description + "<HIERLEVELS> 2 2 0 0 0\nX 5 3\n<NUMERIC>\n")
    (tmp_path / "f3.asc").write_text("0101  5\n0102  6\n0201  7\n")
    files = tmp_path / "f3.asc", tmp_path / "f3.rda"
    data = read_microdata(files[0], ["SBI", "SBI_long"], magnitudes=["X"], meta=files[1])
    assert data.rows == 3
    assert data.dimension("SBI").codes == ("01", "02")
    assert data.dimension("SBI_long").codes == ("0101", "0102", "0201")
    assert data.magnitudes["X"].values.tolist() == [5, 6, 7]
    entry = reading_plan(files[0], meta=files[1]).entry("columns_overlap", "SBI_long")
    assert entry is not None
    assert "SBI: 1-2" in entry.sentence.text("de")
    # As a period keeps how its file is read: without the description.
    kept = open_source(files[0], None, 10, files[1]).dialect
    assert read_microdata(files[0], ["SBI", "SBI_long"], dialect=kept).rows == 3


def test_a_hierarchy_file_that_jumps_two_levels_is_named_with_its_line(tmp_path: Path) -> None:
    data_file, meta = project(tmp_path)
    (tmp_path / "Region.hrc").write_text("N\n@@ 1\n")
    with fails("hierarchy_level_skipped") as caught:
        read_microdata(data_file, ["Region"], meta=meta)
    assert caught.value.fields["line"] == 2


def test_codes_that_the_hierarchy_lacks_are_named(tmp_path: Path) -> None:
    data_file, meta = project(tmp_path, data=DATA.replace("11 99999", "12 99999"))
    with fails("hierarchy_unknown_codes") as caught:
        read_microdata(data_file, ["Region"], meta=meta)
    assert caught.value.fields["codes"] == ("12",)


def test_a_code_of_the_data_that_is_a_group_is_named_with_the_way_to_give_it_a_leaf(tmp_path: Path) -> None:
    (tmp_path / "par.csv").write_text("G\nA1\nA2\nB\nA\n")
    (tmp_path / "par.hrc").write_text("A\n@A1\n@A2\nB\n")
    data = read_microdata(tmp_path / "par.csv", ["G"])
    with fails("hierarchy_groups_in_data", match="A is a group") as caught:
        data.with_hierarchy("G", read_hrc(tmp_path / "par.hrc"))
    assert "Benennen Sie die Gruppe in der Hierarchie um" in caught.value.text("de")
    (tmp_path / "par.hrc").write_text("A all\n@A1\n@A2\n@A\nB\n")
    assert data.with_hierarchy("G", read_hrc(tmp_path / "par.hrc")).rows == 4


def test_a_code_list_keeps_labels_with_commas_and_takes_quotes_off(tmp_path: Path) -> None:
    (tmp_path / "a.cdl").write_text('01,"Kiel, Landeshauptstadt"\n\n 2 , Lübeck\n', encoding="utf-8")
    assert read_cdl(tmp_path / "a.cdl") == {"01": "Kiel, Landeshauptstadt", "2": "Lübeck"}


@pytest.mark.parametrize(
    ("text", "kind"), [("1,a\n2,b\n1,c\n", "code_list_twice"), ("1,a\n2,b\n3 c\n", "code_list_line")]
)
def test_a_code_list_with_a_fault_names_its_line(tmp_path: Path, text: str, kind: str) -> None:
    (tmp_path / "a.cdl").write_text(text)
    with fails(kind) as caught:
        read_cdl(tmp_path / "a.cdl")
    assert caught.value.fields["line"] == 3
    assert caught.value.text("de") != caught.value.text("en")
