"""Recodes of τ-ARGUS: groups by ranges and lists, nodes that are collapsed, faults with their lines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.dictionary.derive import derived_codes
from ckmcore.dictionary.recodes import read_recode
from ckmcore.microdata.data import MISSING, Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked
from tests.kit.fails import fails
from tests.kit.workbooks import write_xlsx


def written(folder: Path, content: str) -> Path:
    file = folder / "age.grc"
    file.write_text(content, encoding="cp1252")
    return file


def dimension(*codes: str) -> Dimension:
    return Dimension("age", Texts.same("Age"), tuple(map(Category.plain, codes)))


AGES = dimension(*map(str, range(101)), MISSING)


def test_ranges_lists_and_open_ends_are_compared_as_numbers(tmp_path: Path) -> None:
    recode = read_recode(written(tmp_path, "a:-5\nb: 6 - 17, 30\n\nc:18-29,31-64\r\nd:65-\n"), AGES)
    became = derived_codes(AGES.codes, recode.derivation)
    for age in range(101):
        expected = "a" if age <= 5 else "b" if age <= 17 or age == 30 else "c" if age <= 64 else "d"
        assert became[str(age)] == expected
    assert became[MISSING] == MISSING
    assert recode.notices == ()


def test_codes_that_are_no_numbers_are_compared_as_texts(tmp_path: Path) -> None:
    codes = dimension("A1", "A2", "B1", "B-2", "C")
    recode = read_recode(written(tmp_path, "x:A1-A9\ny:B-2\n"), codes)
    assert derived_codes(codes.codes, recode.derivation) == {"A1": "x", "A2": "x", "B1": "B1", "B-2": "y", "C": "C"}


def test_leading_zeros_do_not_matter_among_numbers_and_all_of_the_same_number_are_meant(tmp_path: Path) -> None:
    codes = dimension("01", "1", "02", "10")
    recode = read_recode(written(tmp_path, "low:001,2\n"), codes)
    assert recode.derivation.groups[0].codes == ("01", "1", "02")


def test_missing_new_codes_and_the_code_list_are_taken_over(tmp_path: Path) -> None:
    recode = read_recode(
        written(tmp_path, 'young:0-17\n99:98-\nold:18-97\n<MISSING> 99 7777\n<CODELIST> "age.cdl"\n'), AGES
    )
    became = derived_codes(AGES.codes, recode.derivation)
    assert (became["98"], became["100"], became["17"], became["97"]) == (MISSING, MISSING, "young", "old")
    assert recode.code_list == "age.cdl"
    assert [notice.code for notice in recode.notices] == ["recode_missing_unused"]


def test_groups_that_take_nothing_or_another_code_are_told(tmp_path: Path) -> None:
    recode = read_recode(written(tmp_path, "x:200-300\n50:1-2\n"), AGES)
    assert [notice.code for notice in recode.notices] == ["recode_group_empty", "recode_group_takes_code"]


TREE = Hierarchy.from_depths([("N", 0), ("1", 1), ("11", 2), ("12", 2), ("2", 1), ("S", 0), ("3", 1)])


def test_a_tree_recode_collapses_nodes(tmp_path: Path) -> None:
    codes = replace(dimension("11", "12", "2", "3"), hierarchy=TREE)
    recode = read_recode(written(tmp_path, "<TREERECODE>\nS\n1\n"), codes)
    assert derived_codes(codes.codes, recode.derivation) == {"11": "1", "12": "1", "2": "2", "3": "S"}


@pytest.mark.parametrize(
    ("content", "kind", "line"),
    [
        ("a:1-5\nb:5-9\n", "recode_code_twice", 2),
        ("a:1-5\n\nb:7\nb:3\n", "recode_code_twice", 4),
        ("a:1\nnonsense\n", "recode_line", 2),
        (":1\n", "recode_line", 1),
        ("a:1,,2\n", "recode_line", 1),
        ("a:\n", "recode_line", 1),
        ("a:-\n", "recode_line", 1),
        ("a:9-1\n", "recode_line", 1),
        ("a:1-x\n", "recode_line", 1),
        ("a:1\n<WEIGHT>\n", "recode_line", 2),
        ("<TREERECODE>\n1\n", "recode_without_hierarchy", 1),
    ],
)
def test_a_fault_is_named_with_file_and_line(tmp_path: Path, content: str, kind: str, line: int) -> None:
    with fails(kind) as caught:
        read_recode(written(tmp_path, content), AGES)
    assert caught.value.fields["line"] == line
    assert "age.grc" in caught.value.text("en")
    assert f"Zeile {line}" in caught.value.text("de")


def test_unknown_and_nested_nodes_of_a_tree_recode_are_refused(tmp_path: Path) -> None:
    codes = replace(dimension("11", "12", "2", "3"), hierarchy=TREE)
    with fails("recode_node_unknown", match="“X”"):
        read_recode(written(tmp_path, "<TREERECODE>\nX\n"), codes)
    with fails("recode_nodes_nested") as caught:
        read_recode(written(tmp_path, "<TREERECODE>\nN\n12\n"), codes)
    assert (caught.value.fields["line"], caught.value.fields["first"]) == (3, 2)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    with fails("file_empty"):
        read_recode(written(tmp_path, "\n// nothing\n"), AGES)


def test_a_workbook_is_no_recode(tmp_path: Path) -> None:
    with fails("code_file_no_text", match="no text file"):
        read_recode(write_xlsx(tmp_path / "a.grc", {"A": [["1:1-5"]]}), AGES)


def test_numbers_written_otherwise_are_found_and_groups_keep_the_order_of_the_variable(tmp_path: Path) -> None:
    recode = read_recode(written(tmp_path, "a:1,4-\nb:2-2\n"), dimension("10", "03", "01", "2", "4", "02"))
    assert [group.codes for group in recode.derivation.groups] == [("01", "10", "4"), ("2", "02")]


def test_the_code_page_of_a_recode_is_asked_about_and_answered(tmp_path: Path) -> None:
    file = tmp_path / "a.grc"
    file.write_bytes("Straße:1-2\n".encode("cp850"))
    with pytest.raises(ReadingAsked, match="code_page"):
        read_recode(file, dimension("1", "2"))
    recode = read_recode(file, dimension("1", "2"), (ReadingAnswer("code_page", "", "cp850"),))
    assert "Straße" in str(recode.derivation)
