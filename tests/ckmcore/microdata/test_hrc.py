"""Hierarchy files: depth by lead strings, codes trimmed, faults named with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.microdata.errors import FileMissing
from ckmcore.microdata.hrc import read_hrc
from tests.kit.fails import fails


def written(folder: Path, content: str | bytes) -> Path:
    file = folder / "a.hrc"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_depth_is_the_number_of_lead_strings_and_codes_are_trimmed(tmp_path: Path) -> None:
    hierarchy = read_hrc(written(tmp_path, "  1\r\n@ 11\r\n@ 12\r\n\r\n  2 \r\n@@@\r\n".replace("@@@\r\n", "@ 21\r\n")))
    assert [(node.code, node.depth, node.parent) for node in hierarchy.nodes] == [
        ("1", 0, -1),
        ("11", 1, 0),
        ("12", 1, 0),
        ("2", 0, -1),
        ("21", 1, 3),
    ]
    assert hierarchy.leaves == ("11", "12", "21")
    assert hierarchy.depth == 2


def test_another_lead_string_and_a_byte_order_mark(tmp_path: Path) -> None:
    hierarchy = read_hrc(written(tmp_path, "\ufeffÖst\r--Tirol\r".encode()), lead="--")
    assert [(node.code, node.depth) for node in hierarchy.nodes] == [("Öst", 0), ("Tirol", 1)]


def test_a_group_that_differs_from_a_leaf_by_its_padding_is_called_by_its_leaves(tmp_path: Path) -> None:
    hierarchy = read_hrc(written(tmp_path, "1\n@  0\n@  1\n2\n@  3\n"))
    assert [node.code for node in hierarchy.nodes] == ["1 (0-1)", "0", "1", "2", "3"]
    assert hierarchy.leaves_below("1 (0-1)") == ("0", "1")


@pytest.mark.parametrize(
    ("content", "kind", "line"),
    [
        ("1\n@11\n@@@111\n", "hierarchy_level_skipped", 3),
        ("@1\n", "hierarchy_level_skipped", 1),
        ("1\n@11\n2\n@11\n", "hierarchy_code_twice", 4),
        ("1\n\n 1\n", "hierarchy_code_twice", 3),
        ("1\n@1\n", "hierarchy_code_twice", 2),
        ("1\n@a\n 1\n@b\n", "hierarchy_code_twice", 3),
        ("1\n@ \n", "hierarchy_code_missing", 2),
    ],
)
def test_a_fault_is_named_with_file_and_line(tmp_path: Path, content: str | bytes, kind: str, line: int) -> None:
    with fails(kind) as caught:
        read_hrc(written(tmp_path, content))
    assert caught.value.fields["line"] == line
    assert f"a.hrc”, line {line}" in caught.value.text("en")
    assert f"a.hrc“, Zeile {line}" in caught.value.text("de")


def test_an_undecodable_byte_is_named_and_another_encoding_reads_it(tmp_path: Path) -> None:
    file = written(tmp_path, b"1\n@a\xe4\n")
    with fails("undecodable_byte", match="0xE4") as caught:
        read_hrc(file, encoding="utf-8")
    assert (caught.value.fields["line"], caught.value.fields["column"]) == (2, 3)
    assert read_hrc(file, encoding="cp1252").leaves == ("aä",)


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "utf-8", "utf-8-sig", "utf-16"])
def test_the_encoding_is_recognised_by_the_letters(tmp_path: Path, encoding: str) -> None:
    file = written(tmp_path, "Süd\r\n@Köln\r\n@Ulm\r\nNord\r\n@Kiel\r\n".encode(encoding))
    assert read_hrc(file).leaves == ("Köln", "Ulm", "Kiel")


def test_empty_files_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    for content in ("", "\n  \n"):
        with fails("file_empty"):
            read_hrc(written(tmp_path, content))
    with pytest.raises(FileMissing):
        read_hrc(tmp_path / "none.hrc")
    with fails("file_is_folder"):
        read_hrc(tmp_path)


@pytest.mark.reference
def test_all_hierarchies_of_the_reference_load(reference: Path) -> None:
    files = sorted((reference / "data").rglob("*.hrc"))
    assert len(files) > 15
    sizes = {file.name: read_hrc(file) for file in files}
    assert sizes["nuts3_hierarchy.hrc"].depth == 3
    assert sizes["de_land_rb_kreis.hrc"].leaves[0] == "01001"
    assert "100" in sizes["age_h_hierarchy.hrc"].leaves
