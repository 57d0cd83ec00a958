"""Hierarchies from files of every kind: recognised by content, labels taken over, faults with their lines."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.dictionary.faults import HierarchySeveral
from ckmcore.dictionary.hierarchy_files import guess_lead, read_hierarchy, write_hrc
from ckmcore.microdata.errors import FileMissing
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.hrc import read_hrc
from tests.kit.fails import fails
from tests.kit.workbooks import write_ods, write_xlsx

DEPTHS = [("01", 0), ("01001", 1), ("01002", 1), ("09", 0), ("091", 1), ("09161", 2), ("09162", 2), ("09271", 1)]
TREE = Hierarchy.from_depths(DEPTHS)


def written(folder: Path, content: str | bytes, name: str = "tree.csv") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


# --- .hrc ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", ["@", ".", "\t", " ", "  ", "-", "--", "*", "> ", "§"])
@pytest.mark.parametrize("name", ["a.hrc", "a.txt"])
def test_the_lead_string_is_guessed_from_the_file(tmp_path: Path, lead: str, name: str) -> None:
    text = "".join(f"{lead * depth}{code}\r\n" for code, depth in DEPTHS)
    if lead == "> ":
        text = text.replace("> > ", ">> ")
    found = read_hierarchy(written(tmp_path, text, name))
    assert found.kind == "hrc"
    assert found.hierarchy.nodes == TREE.nodes


def test_padding_is_no_lead_string(tmp_path: Path) -> None:
    text = "    1\n@  11\n@@111\n@@112\n    2\n"
    assert [node.depth for node in read_hierarchy(written(tmp_path, text)).hierarchy.nodes] == [0, 1, 2, 2, 0]
    flat = read_hierarchy(written(tmp_path, " 1\n 2\n10\n", "flat.hrc")).hierarchy
    assert [(node.code, node.depth) for node in flat.nodes] == [("1", 0), ("2", 0), ("10", 0)]


def test_codes_that_begin_with_a_sign_are_no_lead_strings() -> None:
    assert guess_lead(["-18", "18-65", "65+"]) == ""
    assert guess_lead(["young", "@-18", "@18-65", "old"]) == "@"
    assert guess_lead([]) == ""


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8-sig", "utf-16"])
def test_a_hrc_file_may_be_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    file = written(tmp_path, "Öst\n@Tirol\n@Kärnten\n".encode(encoding), "a.hrc")
    assert read_hierarchy(file).hierarchy.leaves == ("Tirol", "Kärnten")


@pytest.mark.parametrize(("text", "line"), [("1\n@11\n@@@111\n", 3), ("@1\n", 1)])
def test_a_jump_over_a_level_is_named_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    with fails("hierarchy_level_skipped") as caught:
        read_hierarchy(written(tmp_path, text, "a.hrc"))
    assert caught.value.fields["line"] == line


# --- one column per level ------------------------------------------------------------------------------------------

COLUMNS = [
    ["Land", "Land_Label", "Land_Label_EN", "Kreis", "Kreis_Bezeichnung"],
    ["01", "Schleswig-Holstein", "", "01001", "Flensburg"],
    ["01", "Schleswig-Holstein", "", "01002", "Kiel"],
    ["09", "Bayern", "Bavaria", "09162", "München"],
]


def test_one_column_per_level_with_labels(tmp_path: Path) -> None:
    found = read_hierarchy(written(tmp_path, "\n".join(map(";".join, COLUMNS))))
    assert found.kind == "columns"
    assert [(node.code, node.depth) for node in found.hierarchy.nodes] == [
        ("01", 0),
        ("01001", 1),
        ("01002", 1),
        ("09", 0),
        ("09162", 1),
    ]
    assert found.hierarchy.level_names == ("Land", "Kreis")
    assert found.labels["09"] == Texts("Bavaria", "Bayern")
    assert found.labels["01"] == Texts.same("Schleswig-Holstein")
    assert found.labels["09162"].de == "München"


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_workbooks_hold_the_same_hierarchies(tmp_path: Path, write: object) -> None:
    file = tmp_path / "book"
    write(file, {"A": COLUMNS})  # type: ignore[operator]
    assert read_hierarchy(file) == read_hierarchy(written(tmp_path, "\n".join(map(";".join, COLUMNS))))


def test_levels_may_be_empty_at_the_end_repeat_and_stand_innermost_first(tmp_path: Path) -> None:
    rows = ["1;1a;1a1", "1;1a;1a2", "1;1b;", "2;2;2"]
    found = read_hierarchy(written(tmp_path, "\n".join(["l1;l2;l3", *rows])))
    assert [(node.code, node.depth) for node in found.hierarchy.nodes] == [
        ("1", 0),
        ("1a", 1),
        ("1a1", 2),
        ("1a2", 2),
        ("1b", 1),
        ("2", 0),
    ]
    reverse = ["l3;l2;l1", "x1;x;t", "x2;x;t", "y1;y;t"]
    assert read_hierarchy(written(tmp_path, "\n".join(reverse))).hierarchy.leaves == ("x1", "x2", "y1")


def test_codes_of_the_data_tell_a_header_from_a_first_row_and_the_innermost_column(tmp_path: Path) -> None:
    file = written(tmp_path, "Kiel,Nord\nPassau,Süd\n")
    assert read_hierarchy(file, ["Kiel", "Passau"]).hierarchy.leaves == ("Kiel", "Passau")
    assert read_hierarchy(file, ["Nord", "Süd"]).hierarchy.leaves == ("Nord", "Süd")


# --- codes with parents --------------------------------------------------------------------------------------------


def test_codes_with_their_parents_in_any_order(tmp_path: Path) -> None:
    lines = ["code;parent;label", "b1;b;B eins", "a;;A", "b;;B", "a2;a;", "a1;a;A eins"]
    found = read_hierarchy(written(tmp_path, "\n".join(lines)))
    assert found.kind == "parents"
    assert [(node.code, node.depth) for node in found.hierarchy.nodes] == [
        ("a", 0),
        ("a2", 1),
        ("a1", 1),
        ("b", 0),
        ("b1", 1),
    ]
    assert found.labels == {
        "b1": Texts.same("B eins"),
        "a": Texts.same("A"),
        "b": Texts.same("B"),
        "a1": Texts.same("A eins"),
    }


def test_parents_are_recognised_without_headings_and_need_no_line_of_their_own(tmp_path: Path) -> None:
    plain = read_hierarchy(written(tmp_path, "a,\na1,a\na2,a\n"))
    assert (plain.kind, plain.hierarchy.leaves) == ("parents", ("a1", "a2"))
    found = read_hierarchy(written(tmp_path, "Schlüssel;übergeordnet\n1;N\n2;S\n3;N\n"))
    assert [(node.code, node.depth) for node in found.hierarchy.nodes] == [
        ("N", 0),
        ("1", 1),
        ("3", 1),
        ("S", 0),
        ("2", 1),
    ]
    entry = found.plan.entry("parents_without_row")
    assert entry is not None
    assert (entry.count, entry.by, entry.examples) == (2, "rules", ("N > 1", "S > 2", "N > 3"))


def test_a_total_above_all_is_left_out(tmp_path: Path) -> None:
    found = read_hierarchy(written(tmp_path, "code;parent;label\n0;;Insgesamt\n1;0;a\n2;0;b\n"))
    assert [(node.code, node.depth) for node in found.hierarchy.nodes] == [("1", 0), ("2", 0)]
    assert "“0”" in found.notices[0].text("en")


@pytest.mark.parametrize(
    ("content", "kind", "line", "first"),
    [
        ("code;parent\na;\nb;\nx;a\nx;b\n", "hierarchy_two_parents", 5, 4),
        ("code;parent\na;\nx;a\nx;a\n", "hierarchy_code_twice", 4, 3),
        ("code;parent\na;\n;a\n", "code_missing", 3, None),
        ("code;parent\nx;y\ny;z\nz;x\n", "hierarchy_cycle", 2, None),
        ("code;parent\nx;y\ny;x\n", "hierarchy_cycle", 2, None),
        ("code;parent\n", "file_empty", None, None),
        ("land;kreis\n1;11\n2;21\n2;11\n", "hierarchy_two_parents", 4, 2),
        ("land;kreis\n1;11\n2;21\n1;11\n", "hierarchy_code_twice", 4, 2),
        ("land;rb;kreis\n1;12;121\n1;;131\n", "hierarchy_gap", 3, None),
        ("level;code\n1;a\n3;b\n", "hierarchy_level_skipped", 3, None),
        ("level;code\n1;a\n1;a\n", "hierarchy_code_twice", 3, 2),
        ("code;label\n1;a\n2;b\n", "hierarchy_not_in_file", None, None),
    ],
)
def test_a_fault_is_named_with_file_and_lines(
    tmp_path: Path, content: str, kind: str, line: int | None, first: int | None
) -> None:
    with fails(kind) as caught:
        read_hierarchy(written(tmp_path, content))
    assert caught.value.fields.get("line") == line
    assert caught.value.fields.get("first") == first
    assert "tree.csv" in caught.value.text("en")
    assert "tree.csv" in caught.value.text("de")


def test_two_parents_in_a_workbook_are_named_with_rows_and_a_cycle_with_its_way(tmp_path: Path) -> None:
    rows = [["code", "parent"], ["a", None], ["b", None], [None, None], ["x", "a"], ["x", "b"]]
    with fails("hierarchy_two_parents", match=r"line 6: “x” lies below “b” here and below “a” in line 5"):
        read_hierarchy(write_xlsx(tmp_path / "a.xlsx", {"A": rows}))
    with fails("hierarchy_cycle", match=r"z > x > y > z; lines 2, 3, 4"):
        read_hierarchy(written(tmp_path, "code;parent\nz;x\nx;y\ny;z\n"))


def test_lost_leading_zeros_are_told_as_a_near_miss(tmp_path: Path) -> None:
    file = write_xlsx(tmp_path / "a.xlsx", {"A": [["land", "kreis"], [1, 1001], [1, 1002]]})
    found = read_hierarchy(file, ["01001", "01002"])
    assert found.hierarchy.leaves == ("1001", "1002")
    assert "“01001” in the data is perhaps “1001”" in found.notices[0].text("en")


def test_missing_binary_empty_and_packed_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        read_hierarchy(tmp_path / "none.hrc")
    with fails("file_binary"):
        read_hierarchy(written(tmp_path, b"\x89PNG\r\n" + bytes(50), "a.hrc"))
    with fails("file_empty"):
        read_hierarchy(written(tmp_path, "\n \n", "a.hrc"))
    import zipfile

    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.hrc", "1\n@2\n")
    with fails("file_packed"):
        read_hierarchy(tmp_path / "a.zip")


# --- writing -------------------------------------------------------------------------------------------------------

CODES = st.text("abcXYZ019.@-_ äß/()", min_size=1, max_size=6).map(str.strip).filter(bool)


@st.composite
def hierarchies(draw: st.DrawFn) -> Hierarchy:
    codes = draw(st.lists(CODES, min_size=1, max_size=25, unique=True))
    entries, depth = [], -1
    for code in codes:
        depth = draw(st.integers(0, depth + 1))
        entries.append((code, depth))
    return Hierarchy.from_depths(entries)


@given(hierarchies())
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, hierarchy: Hierarchy) -> None:
    file = tmp_path_factory.getbasetemp() / "written.hrc"
    lead = write_hrc(hierarchy, file)
    assert read_hrc(file, lead).nodes == hierarchy.nodes
    if not any(node.code.startswith(("@", ".", "-", "/", "(", ")", "_")) for node in hierarchy.nodes):
        assert lead == "@"
        found = read_hierarchy(file).hierarchy
        assert len(hierarchy.nodes) == 1 or found.nodes == hierarchy.nodes


@pytest.mark.parametrize("code", ["", " a", "a\nb", "a\u2028b"])
def test_codes_that_no_line_holds_are_refused_and_the_file_stays(tmp_path: Path, code: str) -> None:
    file = written(tmp_path, "1\n", "a.hrc")
    with fails("hierarchy_unwritable"):
        write_hrc(Hierarchy.from_depths([(code, 0)]), file)
    assert file.read_text() == "1\n"


# --- real files ----------------------------------------------------------------------------------------------------


@pytest.mark.reference
def test_all_hrc_files_of_the_reference_are_read_as_with_their_lead_string(reference: Path) -> None:
    files = sorted((reference / "data").rglob("*.hrc"))
    assert len(files) > 15
    for file in files:
        found = read_hierarchy(file)
        assert (found.kind, found.hierarchy) == ("hrc", read_hrc(file, "@"))


@pytest.mark.reference
def test_the_kreise_of_germany_are_the_leaves_of_their_hierarchy(reference: Path) -> None:
    with (reference / "data" / "de_kreise_vg2500_2022.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    found = read_hierarchy(reference / "data" / "de_land_rb_kreis.hrc", [row["AGS"] for row in rows])
    assert sorted(found.hierarchy.leaves) == sorted(row["AGS"] for row in rows)
    assert found.notices == ()
    for row in rows:
        assert row["AGS"] in found.hierarchy.leaves_below(row["LAND"])


@pytest.mark.reference
def test_a_table_of_land_and_kreis_gives_the_sizes_of_the_laender(reference: Path, tmp_path: Path) -> None:
    with (reference / "data" / "de_kreise_vg2500_2022.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    lines = [f"{row['LAND']};{row['LAND_NAME']};{row['AGS']};{row['GEN']}" for row in rows]
    found = read_hierarchy(written(tmp_path, "\n".join(["land;land_name;ags;ags_name", *lines]))).hierarchy
    assert found.depth == 2
    for land in {row["LAND"] for row in rows}:
        assert len(found.leaves_below(land)) == sum(row["LAND"] == land for row in rows)


@pytest.mark.reference
def test_of_several_hierarchies_the_codes_of_the_data_choose_one(reference: Path) -> None:
    file = reference / "data" / "ihsn_hierarchies.csv"
    for name in ("sex", "age", "sexb", "ageb", "age2", "region", "relat", "hhcivil", "roof"):
        expected = read_hrc(reference / "data" / f"ihsn_{name}.hrc")
        found = read_hierarchy(file, name=name)
        assert found.kind == "levels"
        assert found.hierarchy.nodes == expected.nodes
    assert read_hierarchy(file, ["r1a", "r2c"]).hierarchy.leaves[0] == "r1a"
    with pytest.raises(HierarchySeveral, match="sexb"):
        read_hierarchy(file, ["nothing"])
