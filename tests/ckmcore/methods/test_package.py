"""Method packages: what goes in comes out, the expected figures are computed anew, whatever was changed is refused."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.files import NotWritten
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.methods.package import (
    ExpectedCell,
    package_from_bytes,
    package_text,
    read_package,
    write_package,
)
from ckmcore.ptable import Design, OwnFile, PTable, PtableFaulty, Shuffled, design_ptable, parse_ptable, shuffle, to_ons
from ckmcore.ptable.files.sealed import seal
from tests.kit.fails import fails

W19 = """i;j;p;v;p_int_ub
0;0;1;0;1
1;0;0.51333333;-1;0.51333333
1;2;0.46;1;0.97333333
1;3;0.02666667;2;1
2;0;0.16560835;-2;0.16560835
2;2;0.54634992;0;0.71195827
2;3;0.24486677;1;0.95682504
2;4;0.04317496;2;1
"""
NOTE = Texts("Method of the census", "Verfahren des Zensus")
TABLE = parse_ptable(W19.encode(), "w19")
METHOD = ckm.CellKeyMethod(TABLE)


def changed(text: str, **entries: object) -> bytes:
    """The package with other entries and a sum that fits them."""
    record = json.loads(text)
    del record["sha256"]
    return seal({**record, **entries}).encode()


def by_hand(table: PTable, cells: tuple[ExpectedCell, ...], records: list[dict[str, object]], modulus: int) -> None:
    """Each cell by the rule itself: count the records, add the keys, find the interval."""
    for cell in cells:
        mine = [
            record
            for record in records
            if cell.row in ("Total", record["row"]) and cell.column in ("Total", record["column"])
        ]
        assert cell.count == len(mine)
        key = Fraction(sum(int(str(record["key"])) for record in mine) % modulus, modulus)
        assert Fraction(cell.cell_key) == (key if table.integer_modulus is None else key * modulus)
        if not mine:
            assert cell.published == 0
            continue
        row = min(cell.count, table.last_row)
        begin, end = int(table.offsets[row]), int(table.offsets[row + 1])
        bounds = table.exact_bounds[begin:end]
        at = next(at for at, bound in enumerate(bounds) if key < bound)
        assert cell.published == cell.count + int(table.noise[begin + at])


def test_a_package_comes_back_with_table_rule_note_and_what_was_asked(tmp_path: Path) -> None:
    design = Design(D=5, V=3.0, js=2)
    table = shuffle(design.table(), 0.05, 3)
    method = ckm.CellKeyMethod(table, "less_equal")
    own = OwnFile(table, design, Shuffled(0.05, 3), Texts("n", "n"))
    write_package(method, tmp_path / "m.ckmmethod", NOTE, own=own)
    package = read_package(tmp_path / "m.ckmmethod")
    assert package.method == method
    assert package.note == NOTE
    assert (package.own.design, package.own.shuffled, package.own.note) == (design, Shuffled(0.05, 3), Texts("n", "n"))
    assert package.method.ptable.content_hash == table.content_hash


@pytest.mark.parametrize(
    "table", [TABLE, design_ptable(5, 3, 2), shuffle(design_ptable(5, 3, 2)), to_ons(design_ptable(3, 2, 1), 256)[0]]
)
def test_the_expected_figures_are_those_computed_by_hand(table: PTable) -> None:
    text = package_text(ckm.CellKeyMethod(table))
    package = package_from_bytes(text.encode(), "m")
    record = json.loads(text)
    assert len(record["records"]) == 12
    assert len(package.expected) == 12
    by_hand(table, package.expected, record["records"], record["modulus"])
    counts = {(cell.row, cell.column): cell.count for cell in package.expected}
    assert counts["Total", "Total"] == 12
    assert counts["west", "f"] == 0


def test_the_boundary_rule_is_among_what_is_tested() -> None:
    text = package_text(METHOD)
    with fails("package_differs") as caught:
        package_from_bytes(changed(text, boundary="less_equal"), "m.ckmmethod")
    assert (caught.value.fields["row"], caught.value.fields["column"]) == ("south", "f")
    assert caught.value.fields["cell_key"] == "0.513333330"


def test_another_expected_figure_names_the_cell_in_both_languages() -> None:
    text = package_text(METHOD)
    record = json.loads(text)
    cell = record["expected"][4]
    cell["published"] += 1
    with fails("package_differs") as caught:
        package_from_bytes(changed(text, expected=record["expected"]), "m.ckmmethod")
    for said in (caught.value.text("en"), caught.value.text("de")):
        assert f"{cell['row']}, {cell['column']}" in said
        assert str(cell["published"]) in said
        assert "m.ckmmethod" in said


def test_a_changed_byte_is_refused_wherever_it_stands() -> None:
    content = package_text(METHOD, NOTE).encode()
    for place in range(0, len(content), 13):
        other = bytearray(content)
        other[place] = ord("x") if other[place] != ord("x") else ord("y")
        with pytest.raises(CkmError):
            package_from_bytes(bytes(other), "m.ckmmethod")
    with fails("own_file_changed"):
        package_from_bytes(content.replace(b"Zensus", b"Census"), "m.ckmmethod")


def test_a_package_whose_table_does_not_fit_its_hash_is_refused() -> None:
    text = package_text(METHOD)
    record = json.loads(text)
    record["ptable"]["content_hash"] = hashlib.sha256(b"another").hexdigest()
    with fails("own_file_changed", match="hash"):
        package_from_bytes(changed(text, ptable=record["ptable"]), "m.ckmmethod")
    record = json.loads(text)
    record["ptable"]["rows"][1][0][2] = "0.1"
    with pytest.raises(PtableFaulty):
        package_from_bytes(changed(text, ptable=record["ptable"]), "m.ckmmethod")


@pytest.mark.parametrize(
    "entries",
    [
        {"boundary": "perhaps"},
        {"modulus": 1},
        {"records": [{"row": "east", "column": "f", "key": 1}]},
        {"records": [{"row": "north", "column": "f", "key": -1}]},
        {"expected": []},
        {"ptable": {}},
    ],
)
def test_what_cannot_stand_in_a_package_is_a_sentence(entries: dict[str, object]) -> None:
    with fails("own_file_faulty", match=r"m\.ckmmethod"):
        package_from_bytes(changed(package_text(METHOD), **entries), "m.ckmmethod")


def test_torn_foreign_newer_and_missing_packages_are_sentences(tmp_path: Path) -> None:
    text = package_text(METHOD)
    for content, kind in (
        (text.encode()[:500], "own_file_broken"),
        (b"", "own_file_broken"),
        (b"\x00\x01", "own_file_broken"),
        (b"{}", "own_file_foreign"),
        (changed(text, form="ckm ptable"), "own_file_foreign"),
        (changed(text, version=3), "own_file_newer"),
    ):
        with fails(kind, match=r"m\.ckmmethod"):
            package_from_bytes(content, "m.ckmmethod")
    with fails("package_unreadable", match=r"nowhere\.ckmmethod"):
        read_package(tmp_path / "nowhere.ckmmethod")
    with pytest.raises(NotWritten):
        write_package(METHOD, tmp_path / "no" / "m.ckmmethod")


def test_a_method_without_a_table_for_counts_goes_into_no_package() -> None:
    with fails("package_method"):
        package_text(ckm.Rounding(10))


def test_the_same_method_gives_the_same_bytes() -> None:
    assert package_text(METHOD, NOTE) == package_text(ckm.CellKeyMethod(parse_ptable(W19.encode(), "again")), NOTE)


def test_the_boundary_rule_of_a_shuffled_table_is_tested_where_the_noise_changes() -> None:
    decided = 0
    for seed in range(6):
        table = shuffle(design_ptable(5, 3, 2), 0.05, seed)
        text = package_text(ckm.CellKeyMethod(table))
        record = json.loads(text)
        keys = [Fraction(cell["cell_key"]) for cell in record["expected"] if cell["count"] <= 4]
        if not any(key in table.exact_bounds for key in keys):
            continue
        decided += 1
        with fails("package_differs"):
            package_from_bytes(changed(text, boundary="less_equal"), "m")
    assert decided >= 3


def test_another_key_is_named_as_what_differs() -> None:
    text = package_text(METHOD)
    records = json.loads(text)["records"]
    records[0]["key"] = (records[0]["key"] + 10**6) % 10**9
    with fails("package_differs") as caught:
        package_from_bytes(changed(text, records=records), "m")
    assert caught.value.fields["expected"] != caught.value.fields["found"]
    assert "the cell key is" in caught.value.text("en")
    assert "der Cell-Key" in caught.value.text("de")
