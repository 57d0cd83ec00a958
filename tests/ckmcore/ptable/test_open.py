"""Opening any file of a perturbation table: form by content, warnings with lines, round trips within each family."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ckmcore.errors import CkmError
from ckmcore.ptable import Design, PTable, design_ptable, shuffle, write_ptable
from ckmcore.ptable.files.native_format import OwnFile
from ckmcore.ptable.files.write import Form, ptable_bytes
from ckmcore.ptable.magnitudes import MagnitudePTable, magnitude_text
from ckmcore.ptable.open import open_ptable, ptable_from_bytes

BOUNDARIES = ("less", "less_equal")
MAGNITUDES = ["tau_enterprises_parity.txt", "tau_ptab_savings_all.txt", "tau_ptab_savings_smallcells.txt"]
FORMS = {
    "destatis_sas_ptable_d2_v108_js1.csv": "sas",
    "estp2023_ptab1.csv": "tau-argus",
    "estp2023_ptab2.csv": "tau-argus",
    "estp2023_ptab3.csv": "tau-argus",
    "estp2023_ptab6.csv": "tau-argus",
    "hoehne_hoeninger_2018.csv": "r",
    "hoehne_hoeninger_2018_tauargus.csv": "tau-argus",
    "tau_20160511_szenario_5a.txt": "tau-argus",
    "tau_ptab_freq.txt": "tau-argus",
    "tau_testW_ptable.txt": "tau-argus",
    "wista2019_grafik1.csv": "tau-argus",
    "wista2024_tabelle1.csv": "tau-argus",
}


def assert_same_noise(one: PTable, other: PTable) -> None:
    """For every count, with keys beside every bound, under both boundary rules."""
    modulus = one.integer_modulus or 10**9
    bounds = {int(bound * modulus) for bound in one.exact_bounds}
    keys = np.array(sorted({k for b in bounds for k in (b - 1, b, b + 1) if 0 <= k < modulus}), dtype=np.uint64)
    # Every row, and counts beyond the last one.
    counts = [*range(one.last_row + 3), one.last_row + 249, one.last_row + 250, 10**6]
    for boundary in BOUNDARIES:
        for count in counts:
            cells = np.full(len(keys), count)
            a, b = (table.lookup(cells, keys, modulus, boundary) for table in (one, other))  # type: ignore[arg-type]
            assert (a == b).all()


@pytest.mark.reference
def test_every_reference_table_is_among_those_tested(reference: Path) -> None:
    assert {file.name for file in (reference / "ptables").iterdir()} == {*FORMS, *MAGNITUDES}


@pytest.mark.reference
@pytest.mark.parametrize("name", sorted(FORMS))
def test_every_reference_table_for_counts_opens_and_survives_every_form(reference: Path, name: str) -> None:
    opened = open_ptable(reference / "ptables" / name)
    assert opened.form == FORMS[name]
    assert isinstance(opened.table, PTable)
    forms: list[Form] = [opened.form, "json", "xlsx"]  # type: ignore[list-item]
    for form in forms:
        again = ptable_from_bytes(ptable_bytes(opened.table, form), "again")
        assert again.form == form
        assert isinstance(again.table, PTable)
        assert again.table == opened.table
        assert_same_noise(opened.table, again.table)
        assert [one.code for one in again.warnings] == [one.code for one in opened.warnings]


@pytest.mark.reference
@pytest.mark.parametrize("name", MAGNITUDES)
def test_every_reference_table_for_magnitudes_opens_and_survives_its_form(reference: Path, name: str) -> None:
    opened = open_ptable(reference / "ptables" / name)
    assert opened.form == "magnitudes"
    assert isinstance(opened.table, MagnitudePTable)
    for form in ("tau-argus", "r"):
        text = magnitude_text(opened.table, form)  # type: ignore[arg-type]
        assert ptable_from_bytes(text.encode(), "again").table == opened.table


@pytest.mark.thorough
@pytest.mark.reference
def test_every_table_of_the_peers_opens_and_survives_its_form(reference: Path) -> None:
    ons = sorted((reference / "expected" / "ons").glob("ptable*"))
    r = sorted((reference / "expected" / "r_cellkey").glob("ptable*"))
    assert (len(ons), len(r)) == (2, 6)
    for path in (*ons, *r):
        opened = open_ptable(path)
        assert opened.form == ("ons" if path in ons else "r")
        assert isinstance(opened.table, PTable)
        for form in (opened.form, "json"):
            again = ptable_from_bytes(ptable_bytes(opened.table, form), "again").table  # type: ignore[arg-type]
            assert isinstance(again, PTable)
            assert again == opened.table
            if form != "json":
                assert_same_noise(opened.table, again)


@pytest.mark.parametrize("form", ["r", "tau-argus", "sas", "matrix", "xlsx", "json"])
def test_the_form_is_recognised_by_content_whatever_the_name(form: Form, tmp_path: Path) -> None:
    write_ptable(design_ptable(3, 2, 1), tmp_path / "table.dat", form)
    opened = open_ptable(tmp_path / "table.dat")
    assert opened.form == form
    assert opened.table == design_ptable(3, 2, 1)
    assert [warning.code for warning in opened.warnings] == ["ptable_warning_ordered"]


def test_a_shuffled_table_of_equal_rows_has_no_warning() -> None:
    assert ptable_from_bytes(ptable_bytes(shuffle(design_ptable(3, 2, 1)), "tau-argus"), "t").warnings == ()


def test_our_own_file_opens_with_what_was_asked() -> None:
    design = Design(D=3, V=2.0, js=1)
    opened = ptable_from_bytes(ptable_bytes(OwnFile(design.table(), design), "json"), "t.json")
    assert opened.own is not None
    assert opened.own.design == design


@pytest.mark.parametrize("form", ["tau-argus", "xlsx", "matrix", "json"])
def test_warnings_name_the_lines_of_the_file(form: Form) -> None:
    rows = [
        "i,0,1,2,3,4,5",
        "0,1,0,0,0,0,0",
        "1,.5,0,.5,0,0,0",
        "2,.25,0,.5,0,.25,0",
        "3,0,.2,.3,.2,.3,0",
        "4,0,0,0,.25,.5,.25",
    ]
    table = ptable_from_bytes("\n".join(rows).encode(), "t").table
    assert isinstance(table, PTable)
    opened = ptable_from_bytes(ptable_bytes(table, form), "t.csv")
    found = {warning.code.removeprefix("ptable_warning_"): warning.fields for warning in opened.warnings}
    assert set(found) == {"ordered", "bias_line_one", "blocked_one", "variance"}
    line = {"tau-argus": 8, "xlsx": 5, "matrix": 5, "json": 0}[form]
    if form == "json":
        text = ptable_bytes(table, form).decode().splitlines()
        line = next(at for at, one in enumerate(text, start=1) if one.startswith('[[1,"0.2"'))
    assert (found["bias_line_one"]["row"], found["bias_line_one"]["line"]) == (3, line)
    assert (found["blocked_one"]["row"], found["blocked_one"]["target"], found["blocked_one"]["line"]) == (3, 1, line)
    for warning in opened.warnings:
        assert warning.text("de")
        assert warning.text("en")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\x02\x03",
        b"\xff\xfe\x00",
        b"{",
        b"[1, 2]",
        b"PK\x03\x04",
        b"\x1f\x8b",
        b"a",
        b"i;j;p;v;p_int_ub\n",
        b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;-1;-1;1\n",
        b"i\t0\t1\n0\t1\tx\n",
        "i;0;1\n0;\u201e1\u201c;0\n".encode("cp1252"),
        b"i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,even\n1,0.5,2,-0.5,0,1,even\n",
        b"\n" * 10**6 + b"1;2;3",
        b"i;j;p;v;p_int_ub\n0;0;1;0;1e400\n",
        b"i;j;p;v;p_int_ub\n0;0;" + b"9" * 350 + b";0;1\n",
        b'"pcv,ckey,pvalue"\n1,0,-1\n',
        b'pcv,"ckey,pvalue\n1,0,0\n',
    ],
)  # fmt: skip
def test_whatever_is_no_table_gets_one_sentence_in_each_language(content: bytes) -> None:
    with pytest.raises(CkmError) as caught:
        ptable_from_bytes(content, "t.csv")
    for language in ("de", "en"):
        assert "t.csv" in caught.value.text(language)  # type: ignore[arg-type]


def test_warnings_have_a_singular_and_a_plural() -> None:
    one = ptable_from_bytes(b"i,0,1,2\n0,1,0,0\n1,.25,.25,.5\n", "t").warnings
    assert one[1].text("de").startswith("Zeile i = 1 (Zeile 3 der Datei) ist verzerrt: ")
    two = ptable_from_bytes(b"i,0,1,2,3\n0,1,0,0,0\n1,.25,.25,.5,0\n2,0,.25,.25,.5\n", "t").warnings
    assert two[1].text("de").startswith("2 Zeilen sind verzerrt, am st\u00e4rksten i = 1 (Zeile 3 der Datei)")
    avoided = (
        b"i,0,1,2,3,4,5\n0,1,0,0,0,0,0\n1,.5,0,.5,0,0,0\n2,.25,0,.5,0,.25,0\n3,0,.2,.2,.2,.2,.2\n4,0,0,0,.25,.5,.25\n"
    )
    said = [one.text("de") for one in ptable_from_bytes(avoided, "t").warnings if "blocked" in one.code]
    assert said == [
        "Die meisten Zeilen f\u00fchren nie zu der kleinen Fallzahl 1, Zeile i = 3 (Zeile 5 der Datei) aber doch: "
        "Zielh\u00e4ufigkeit j = 1."
    ]
