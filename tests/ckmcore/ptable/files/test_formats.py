"""Files of perturbation tables: recognised by content, each fault with its line, written and read back alike."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.files import NotWritten
from ckmcore.errors import CkmError
from ckmcore.ptable import (
    Form,
    PtableFaulty,
    PtableForMagnitudes,
    design_ptable,
    parse_ptable,
    ptable_text,
    ptable_warnings,
    read_ptable,
    shuffle,
    write_ptable,
)
from tests.kit.fails import fails

GOOD = ["i;j;p;v;p_int_ub", "0;0;1;0;1", "1;0;0.25;-1;0.25", "1;1;0.5;0;0.75", "1;2;0.25;1;1"]

BLOCKED = ["i;j;p;v;ub", "0;0;1;0;1", "1;0;.5;-1;.5", "1;2;.5;1;1", "2;0;.5;-2;.5", "2;4;.5;2;1", "3;3;1;0;1"]

COUNTS = [
    "destatis_sas_ptable_d2_v108_js1.csv",
    "estp2023_ptab1.csv",
    "estp2023_ptab2.csv",
    "estp2023_ptab3.csv",
    "estp2023_ptab6.csv",
    "hoehne_hoeninger_2018.csv",
    "hoehne_hoeninger_2018_tauargus.csv",
    "tau_20160511_szenario_5a.txt",
    "tau_ptab_freq.txt",
    "tau_testW_ptable.txt",
    "wista2019_grafik1.csv",
    "wista2024_tabelle1.csv",
]
MAGNITUDES = ["tau_enterprises_parity.txt", "tau_ptab_savings_all.txt", "tau_ptab_savings_smallcells.txt"]


def text(lines: list[str]) -> bytes:
    return "\n".join(lines).encode()


def faults_of(lines: list[str], **given: int) -> list[tuple[int, str]]:
    with pytest.raises(PtableFaulty) as caught:
        parse_ptable(text(lines), "t.csv", **given)
    for language in ("en", "de"):
        assert "t.csv" in caught.value.text(language)  # type: ignore[arg-type]
    return [(fault.line, fault.what.code.removeprefix("ptable_fault_")) for fault in caught.value.faults]


def changed(line: int, new: str) -> list[str]:
    lines = list(GOOD)
    lines[line - 1] = new
    return lines


@pytest.mark.reference
@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("form", ["tau-argus", "r", "sas", "matrix"])
def test_every_published_table_for_counts_is_read_and_survives_each_form(
    reference: Path, name: str, form: Form, tmp_path: Path
) -> None:
    table = read_ptable(reference / "ptables" / name)
    assert table.zeros_stay
    assert all(abs(sum(table.row_distribution(row).values()) - 1) < 1e-6 for row in table.rows)
    write_ptable(table, tmp_path / "x", form)
    assert read_ptable(tmp_path / "x").content_hash == table.content_hash


@pytest.mark.reference
@pytest.mark.parametrize("name", MAGNITUDES)
def test_tables_for_magnitudes_are_recognised_and_refused(reference: Path, name: str) -> None:
    with pytest.raises(PtableForMagnitudes, match="not for counts"):
        read_ptable(reference / "ptables" / name)


@pytest.mark.reference
def test_four_forms_of_the_same_published_table_hold_the_same_rows(reference: Path) -> None:
    names = ["wista2019_grafik1.csv", "estp2023_ptab1.csv", "destatis_sas_ptable_d2_v108_js1.csv"]
    tables = [read_ptable(reference / "ptables" / name) for name in names]
    designed = design_ptable(2, 1.08, 1, mono=[True, True, False, True])
    for table in tables:
        assert np.allclose(table.matrix(), designed.matrix(), atol=1.1e-8)


@pytest.mark.reference
@pytest.mark.parametrize("name", ["D3V1js0", "D5V3js2", "D5V3js2p", "D8V3js2", "ex", "mod"])
def test_tables_of_r_are_read_with_all_their_digits(reference: Path, name: str) -> None:
    table = read_ptable(reference / "expected" / "r_cellkey" / f"ptable_cnt_{name}.csv")
    assert table.is_ordered == (name != "mod")
    assert parse_ptable(ptable_text(table, "r").encode(), "x") == table


@pytest.mark.reference
@pytest.mark.parametrize("name", ["ptable_10_5_rule.csv.gz", "ptable_keydep_256.csv.gz"])
def test_ons_tables_give_the_noise_of_every_count_and_key(reference: Path, name: str) -> None:
    path = reference / "expected" / "ons" / name
    table = read_ptable(path)
    assert (table.last_row, table.integer_modulus, table.recycled_rows) == (750, 256, 250)
    lines = pd.read_csv(path)
    counts, keys = lines["pcv"].to_numpy(), lines["ckey"].to_numpy().astype(np.uint64)
    assert (table.lookup(counts, keys, 256) == lines["pvalue"].to_numpy()).all()
    # Counts above 750: row ((n-1) mod 250) + 501.
    large = np.array([751, 1000, 1001, 123_456])
    assert table.lookup_row_used(large).tolist() == [501, 750, 501, (123_455 % 250) + 501]
    with fails("ptable_not_for_form"):
        ptable_text(table, "tau-argus")


def test_an_ons_table_with_a_missing_key_names_it() -> None:
    lines = ["pcv,ckey,pvalue", "1,0,-1", "1,1,0", "1,2,1", "2,0,0", "2,2,0"]
    assert faults_of(lines) == [(5, "key_missing")]
    assert faults_of([*lines[:4], "3,0,0", "3,1,0", "3,2,0"]) == [(5, "gap")]
    assert faults_of([*lines[:4], "1,2,0"]) == [(4 + 1, "key_twice")]


@pytest.mark.parametrize(
    "content",
    [
        "i;j;p;v;p_int_ub\r\n0;0;1;0;1\r\n1;0;0.25;-1;0.25\r\n1;1;0.5;0;0.75\r\n1;2;0.25;1;1\r\n",
        '"i" ; "j" ;p;v;ub\n 0; 0;1.0; 0;1.0\n"1";"0";"0.25";"-1";"0.25"\n1;1;5.00E-01;0;0.75\n1;2;.25;1;1.0\n\n',
        "0;0;1;0;1\n1;0;0,25;-1;0,25\n1;1;0,5;0;0,75\n1;2;0,25;1;1\n",
        "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,0,.25,-1,0,.25,all\n1,1,.5,0,.25,.75,all\n1,2,.25,1,.75,1,all",
        '"","i","j","p","v","p_int_lb","p_int_ub","type"\n"1",0,0,1,0,0,1,all\n"2",1,0,.25,-1,0,.25,all\n'
        '"3",1,1,.5,0,.25,.75,all\n"4",1,2,.25,1,.75,1,all\n',
        "i\tj\tp\tv\tub\n0\t0\t1\t0\t1\n1\t0\t.25\t-1\t.25\n1\t1\t.5\t0\t.75\n1\t2\t.25\t1\t1\n",
        "i;0;1;2\n0;1;0;0\n1;0,25;0,5;0,25\n",
        ",0,1,2\n1,0.25,0.5,0.25\n",
        # Pasted from a German Excel: with and without row 0, with words around the numbers, without labels.
        "i\\j\t0\t1\t2\n0\t1\t0\t0\n1\t0,25\t0,5\t0,25\n",
        "\t0\t1\t2\n1\t0,25\t0,5\t0,25\n",
        "Matrix\n\ni\tj=0\tj=1\tj=2\ni = 0\t1\t\t\n≥ 1\t0,25\t0,5\t0,25",
        "1\t0\t0\n0,25\t0,5\t0,25\n",
        "0,25\t0,5\t0,25\n",
    ],
)
def test_a_form_is_recognised_by_its_content(content: str) -> None:
    table = parse_ptable(content.encode(), "any.name")
    assert table == parse_ptable(text(GOOD), "t")
    for encoding in ("utf-8-sig", "utf-16"):
        assert parse_ptable(content.encode(encoding), "any.name") == table
    assert table.row_distribution(1) == {-1: 0.25, 0: 0.5, 1: 0.25}


def test_a_packed_file_and_a_header_in_another_encoding_are_read(tmp_path: Path) -> None:
    content = "häufigkeit;j;p;v;ub\n".encode("cp1252") + text(GOOD[1:])
    (tmp_path / "t").write_bytes(gzip.compress(content))
    assert read_ptable(tmp_path / "t") == parse_ptable(text(GOOD), "t")


def test_a_bound_that_misses_1_by_a_rounded_digit_is_1() -> None:
    table = parse_ptable(text(changed(5, "1;2;0.24999999;1;0.99999999")), "t")
    assert table.exact_bounds[-1] == 1


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (changed(4, "1;1;0.4;0;0.65"), [(5, "sum"), (5, "width")]),
        (changed(4, "1;1;0.5;0;0.2"), [(4, "falls"), (5, "width")]),
        (changed(5, "1;2;0.25;1;0.9"), [(5, "width"), (5, "last")]),
        (changed(3, "1;0;-0.25;-1;0.25"), [(3, "negative"), (5, "sum"), (3, "width")]),
        (changed(3, "1;0;0.25;-2;0.25"), [(3, "noise")]),
        (changed(3, "1;0;0.25x;-1;0.25"), [(3, "number")]),
        (changed(3, "1;0;nan;-1;0.25"), [(3, "number")]),
        (changed(3, "1;0;0.25;-1"), [(3, "columns")]),
        (changed(3, "1;-1;0.25;-2;0.25"), [(3, "integer")]),
        ([*GOOD, "3;3;1;0;1"], [(6, "gap")]),
        ([*GOOD, "0;0;1;0;1"], [(6, "contiguous")]),
        ([*GOOD, "2;1;1;-1;1"], None),
        (GOOD[:1] + GOOD[2:], [(2, "gap")]),
        (["i,0,1,2", "0,1,0,0", "1,.2,.5,.25"], [(3, "sum")]),
        (["i,0,1,2", "0,1,0,0", "2,.2,.5,.3"], [(3, "gap")]),
    ],
)
def test_each_fault_is_named_with_its_line(lines: list[str], expected: list[tuple[int, str]] | None) -> None:
    if expected is None:
        parse_ptable(text(lines), "t")
    else:
        assert sorted(faults_of(lines)) == sorted(expected)


def test_d_and_js_are_checked_where_they_are_given() -> None:
    assert faults_of([*GOOD, "2;5;1;3;1"], D=2) == [(6, "deviation")]
    assert faults_of(GOOD, js=1) == [(4, "blocked")]
    assert (8, "blocked") in faults_of([*BLOCKED, "4;1;.5;-3;.5", "4;4;.5;0;1"], js=2)
    parse_ptable(text([*BLOCKED, "4;1;.5;-3;.5", "4;4;.5;0;1"]), "t")


def test_the_sentence_holds_the_first_ten_faults_and_the_error_all() -> None:
    lines = [*GOOD, *(f"{i};{i};0.5;0;1" for i in range(2, 15))]
    with pytest.raises(PtableFaulty) as caught:
        parse_ptable(text(lines), "t.csv")
    assert len(caught.value.faults) == 26
    assert caught.value.text("en").count("Line ") == 10
    assert "Zeile 6 der Datei, i = 2: Die Wahrscheinlichkeiten ergeben zusammen 0,5, nicht 1." in caught.value.text(
        "de"
    )


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "ptable_empty"),
        (b" \n\r\n ", "ptable_empty"),
        (b"i;j;p;v;ub\n", "ptable_empty"),
        (b"PK\x03\x04\x00\x00\x01", "ptable_workbook_broken"),
        (b"\x1f\x8b\x08broken", "ptable_binary"),
        (b"i;j;p;v;ub\n0;0;1;0;1\n1;0;\xff;-1;1\n", "ptable_undecodable"),
        (b"a;b\n1;2\n", "ptable_unknown_form"),
        (b"i;j;p;v;p_int_ub;type\n0;0;1;0;1;all\n", PtableForMagnitudes),
        (b"i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n1,0.5,1,-0.5,0,1,all\n", PtableForMagnitudes),
        (b"i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,even\n", PtableForMagnitudes),
    ],
)
def test_a_file_that_is_no_table_gets_one_sentence(content: bytes, kind: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    with fails(kind) as caught:
        read_ptable(tmp_path / "t.csv")
    assert "t.csv" in caught.value.text("en")
    assert "t.csv" in caught.value.text("de")


def test_an_undecodable_byte_is_named_with_line_and_column() -> None:
    with fails("ptable_undecodable") as caught:
        parse_ptable(b"i;j;p;v;ub\n0;0;1;0;1\n1;0;\xff;-1;1\n", "t")
    assert (caught.value.fields["line"], caught.value.fields["column"]) == (3, 5)


def test_a_file_that_is_not_there_is_named() -> None:
    with fails("ptable_missing", match=r"nowhere\.csv"):
        read_ptable("nowhere.csv")


@given(
    st.integers(1, 7), st.floats(0.1, 4), st.integers(0, 3), st.sampled_from(["tau-argus", "r", "sas"]), st.booleans()
)
def test_writing_and_reading_keeps_the_look_up_bit_for_bit(
    D: int, V: float, js: int, form: Form, shuffled: bool
) -> None:
    table = design_ptable(D, V, min(js, D))
    if shuffled:
        table = shuffle(table, 0.05, 3)
    again = parse_ptable(ptable_text(table, form).encode(), "t")
    assert again.exact_bounds == table.exact_bounds
    assert again.content_hash == table.content_hash
    assert (again.probabilities == table.probabilities).all()


@given(st.integers(1, 7), st.floats(0.1, 4), st.integers(0, 3))
def test_a_matrix_keeps_the_look_up_bit_for_bit(D: int, V: float, js: int) -> None:
    table = design_ptable(D, V, min(js, D))
    assert parse_ptable(ptable_text(table, "matrix").encode(), "t") == table


def test_a_shuffled_table_does_not_fit_into_a_matrix() -> None:
    with fails("ptable_not_for_form") as caught:
        ptable_text(shuffle(design_ptable(2, 1)), "matrix")
    assert "gemischt" in caught.value.text("de")


def test_a_biased_row_is_a_warning_and_no_fault() -> None:
    table = parse_ptable(text(changed(4, "1;3;0.5;2;0.75")), "t")
    warnings = ptable_warnings(table)
    assert warnings[0].code == "ptable_warning_bias_one"
    assert "i = 1" in warnings[0].text("de")


def test_a_table_that_cannot_be_written_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(NotWritten):
        write_ptable(design_ptable(D=2, V=1), tmp_path / "no" / "p.csv")
    (tmp_path / "folder").mkdir()
    with pytest.raises(NotWritten):
        write_ptable(design_ptable(D=2, V=1), tmp_path / "folder")
    assert [found.name for found in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("line", ["1;1;1;0;" + "1" * 200_000, '"', '1;"1;1;0;1'])
def test_quotes_that_never_end_and_endless_fields_are_faults_of_the_file(tmp_path: Path, line: str) -> None:
    file = tmp_path / "p.csv"
    file.write_text(f"i;j;p;v;p_int_ub\n0;0;1;0;1\n{line}\n2;2;1;0;1\n")
    with pytest.raises(CkmError, match=r"p\.csv"):
        read_ptable(file)
