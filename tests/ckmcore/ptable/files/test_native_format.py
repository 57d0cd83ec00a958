"""Our own file: exact bounds, parameters and checks come back; a changed, newer or torn file is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.ptable import (
    Design,
    PTable,
    PtableFaulty,
    PtableForMagnitudes,
    RowConstraint,
    design_ptable,
    parse_ptable,
    shuffle,
)
from ckmcore.ptable.files.native_format import OwnFile, Shuffled, design_of, own_file, own_text
from ckmcore.ptable.files.sealed import seal
from ckmcore.ptable.magnitudes import MagnitudePTable, design_magnitudes, join_types
from ckmcore.ptable.magnitudes.native_format import OwnMagnitudes, own_magnitudes, own_magnitudes_text
from ckmcore.ptable.open import open_ptable, ptable_from_bytes
from tests.kit.examples import examples
from tests.kit.fails import fails

DESIGN = Design(D=3, V=2.0, js=1, pstay=0.3)


def kept(own: OwnFile) -> OwnFile:
    return own_file(own_text(own).encode(), "t.json")


def changed(own: OwnFile, **entries: object) -> bytes:
    """The file with other entries and a sum that fits them."""
    record = json.loads(own_text(own))
    del record["sha256"]
    return seal({**record, **entries}).encode()


def test_table_design_shuffling_and_note_come_back() -> None:
    own = OwnFile(shuffle(DESIGN.table(), 0.05, 9), DESIGN, Shuffled(0.05, 9), Texts("Census", "Zensus"))
    again = kept(own)
    assert again.table == own.table
    assert again.table.exact_bounds == own.table.exact_bounds
    assert (again.table.probabilities == own.table.probabilities).all()
    assert (again.design, again.shuffled, again.note) == (DESIGN, Shuffled(0.05, 9), own.note)
    # What the design knows about its rows is known again.
    assert again.table.parameters == own.table.parameters
    assert own_text(again) == own_text(own)


@given(st.integers(1, 8), st.floats(0.1, 5), st.integers(0, 3), st.booleans())
@settings(max_examples=examples(25))
def test_any_table_comes_back_bit_for_bit(D: int, V: float, js: int, shuffled: bool) -> None:
    table = design_ptable(D, V, min(js, D))
    table = shuffle(table, 0.1, 1) if shuffled else table
    again = parse_ptable(own_text(OwnFile(table)).encode(), "t")
    assert again.exact_bounds == table.exact_bounds
    assert again == table
    assert again.parameters == table.parameters


def test_a_table_for_integer_keys_keeps_modulus_fractions_and_recycled_rows() -> None:
    table = parse_ptable(b"pcv,ckey,pvalue\n1,0,-1\n1,1,0\n1,2,1\n2,0,0\n2,1,0\n2,2,0\n", "o")
    assert table.exact_bounds[1] == Fraction(1, 3)
    again = kept(OwnFile(table)).table
    assert again == table
    assert (again.integer_modulus, again.recycled_rows) == (3, 2)
    assert '"1/3"' in own_text(OwnFile(table))


def test_the_file_says_what_was_asked_and_how_each_row_came_out() -> None:
    record = json.loads(own_text(OwnFile(DESIGN.table(), DESIGN)))
    assert (record["form"], record["version"], record["kind"]) == ("ckm ptable", 1, "counts")
    assert record["design"]["V"] == 2.0
    assert record["checks"][3]["variance"] == pytest.approx(2.0)
    assert record["content_hash"] == DESIGN.table().content_hash
    assert len(record["sha256"]) == 64
    bound = record["rows"][1][0][2]
    assert Fraction(bound) == DESIGN.table().exact_bounds[1]


def test_a_table_that_was_designed_with_parameters_per_row_says_them_as_rows_of_their_own() -> None:
    table = design_ptable(2, 1.08, 1, pstay=[None, 0.4, 0.5], mono=[True, True, False, True])
    design = design_of(table)
    assert design is not None
    assert (design.pstay, design.mono) == (0.5, True)
    assert [(wish.first, wish.last, wish.pstay, wish.mono) for wish in design.own] == [
        (1, 1, 0.0, None), (2, 2, 0.4, None), (3, 3, None, False),
    ]  # fmt: skip
    assert design_of(design_ptable(3, 1, compat="R", optim=4)) == Design(D=3, V=1.0, js=0, optim=4)
    assert design_of(parse_ptable(b"i;j;p;v;ub\n0;0;1;0;1\n", "t")) is None


@pytest.mark.thorough
def test_a_changed_byte_is_refused_wherever_it_stands() -> None:
    own = OwnFile(DESIGN.table(), DESIGN, note=Texts("note", "Notiz"))
    content = own_text(own).encode()
    for place in range(0, len(content), 7):
        byte = content[place]
        other = bytearray(content)
        other[place] = byte + 1 if chr(byte) not in "9~" else byte - 1
        if chr(byte).isspace():
            # A blank between two entries is no content; another sign there is.
            other[place] = ord(" ")
            assert own_text(own_file(bytes(other), "t.json")) == own_text(own)
            other[place] = ord("x")
        with pytest.raises(CkmError) as caught:
            own_file(bytes(other), "t.json")
        assert "t.json" in caught.value.text("en")
        assert "t.json" in caught.value.text("de")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('[0,"1.0","1"]', '[0,"1.0","1.0"]', "parameters, checks, notes"),
        ('"V":2.0', '"V":2.5', "parameters, checks, notes"),
        ('"a note"', '"no note"', "parameters, checks, notes"),
    ],
)
def test_what_does_not_fit_is_named(before: str, after: str, said: str) -> None:
    text = own_text(OwnFile(DESIGN.table(), DESIGN, note=Texts("a note", "eine Notiz")))
    assert text.count(before) == 1
    with fails("own_file_changed", match=said):
        own_file(text.replace(before, after).encode(), "t.json")


def test_the_row_that_was_changed_is_named() -> None:
    record = json.loads(own_text(OwnFile(DESIGN.table(), DESIGN)))
    row = record["rows"][4]
    row[0][1], row[1][1] = str(float(row[0][1]) + 0.01), str(float(row[1][1]) - 0.01)
    row[0][2] = str(float(row[0][2]) + 0.01)
    with fails("own_file_changed", match="row i = 4") as caught:
        own_file(json.dumps(record).encode(), "t.json")
    assert "Zeile i = 4" in caught.value.text("de")


def test_line_ends_and_indentation_are_no_content() -> None:
    own = OwnFile(DESIGN.table(), DESIGN)
    for content in (
        own_text(own).replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + own_text(own).encode(),
        msgspec.json.format(own_text(own).encode(), indent=4),
    ):
        assert own_file(content, "t").table == own.table


def test_a_newer_file_a_foreign_one_and_a_torn_one_are_refused() -> None:
    own = OwnFile(DESIGN.table())
    with fails("own_file_newer", match="newer program"):
        own_file(changed(own, version=2), "t.json")
    for content in (b'{"form": "something"}', b"{}", changed(own, version=True)):
        with fails("own_file_foreign", match="ckm ptable"):
            own_file(content, "t.json")
    text = own_text(own).encode()
    with fails("own_file_broken") as caught:
        parse_ptable(text[: len(text) // 2], "t.json")
    assert caught.value.fields["line"] > 5
    for content in (b'{"form": "\xff"}', b"{" * 100_000, b'{"a":' * 100_000):
        with fails("own_file_broken"):
            own_file(content, "t.json")


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"rows": [[[0, "1", "1"]], [["a", "1", "1"]]]}, "rows"),
        ({"design": {"D": "five"}}, "design"),
        ({"design": {"D": 5, "js": 10**20}}, "js = 10"),
        ({"kind": "something"}, "kind"),
        ({"recycled_rows": 50}, "recycled_rows"),
        ({"integer_modulus": 0}, "integer_modulus"),
    ],
)
def test_what_cannot_stand_there_is_named_even_where_the_sum_fits(entries: dict[str, object], said: str) -> None:
    with fails("own_file_faulty", match=said):
        own_file(changed(OwnFile(DESIGN.table()), **entries), "t.json")


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ([[0, "-0.5", "0.5"], [1, "1.5", "1"]], "negative"),
        ([[0, "0.5", "0.5"], [1, "0.5", "0.4"]], "falls"),
        ([[0, "0.5", "0.5"], [1, "0.2", "1"]], "sum"),
        ([[0, "0.5", "0.6"], [1, "0.5", "1"]], "width"),
        ([[0, "0.5", "0.5"], [1, "0.5", "0.9999999"]], "last"),
        ([[0, "x", "0.5"], [1, "0.5", "1"]], "number"),
        ([[-1, "1", "1"]], "integer"),
        ([], "sum"),
    ],
)
def test_faults_of_rows_are_named_with_their_line(row: list[list[object]], code: str) -> None:
    with pytest.raises(PtableFaulty) as caught:
        own_file(changed(OwnFile(DESIGN.table()), rows=[[[0, "1", "1"]], row]), "t.json")
    assert f"ptable_fault_{code}" in [fault.what.code for fault in caught.value.faults]


def test_a_design_that_no_longer_gives_the_table_does_not_speak_for_it() -> None:
    table: PTable = DESIGN.table()
    again = kept(OwnFile(table, replace(DESIGN, V=1.5)))
    assert again.design == replace(DESIGN, V=1.5)
    assert again.table.parameters is None


# --- magnitudes ------------------------------------------------------------------------------------------------------


def magnitudes() -> MagnitudePTable:
    parts = [design_magnitudes(2, 1, step=2, icat=[1, 1.5, 2], type=type) for type in ("even", "odd", "small_cells")]
    return join_types(parts)


def test_a_table_for_magnitudes_comes_back_bit_for_bit_with_what_was_asked() -> None:
    table = magnitudes()
    content = own_magnitudes_text(OwnMagnitudes(table, Texts("a", "b"))).encode()
    again = own_magnitudes(content, "m.json")
    assert again.table == table
    assert again.note == Texts("a", "b")
    assert [part.notes for part in again.table.parts] == [part.notes for part in table.parts]
    assert ptable_from_bytes(content, "m.json").table == table


def test_as_r_makes_magnitudes_comes_back_with_what_was_asked() -> None:
    table = design_magnitudes(3, 1, icat=[1, 2, 3], compat="R", optim=[1, 4])
    again = own_magnitudes(own_magnitudes_text(OwnMagnitudes(table)).encode(), "m.json").table
    assert again == table
    assert again.parts[0].notes == table.parts[0].notes


def test_parameters_that_do_not_give_the_table_do_not_speak_for_it() -> None:
    record = json.loads(own_magnitudes_text(OwnMagnitudes(magnitudes())))
    del record["sha256"]
    for name, value in (("V", 0.5), ("D", 3), ("icat", [5.0]), ("step", 0)):
        asked = {**record["parameters"], "odd": {**record["parameters"]["odd"], name: value}}
        again = own_magnitudes(seal({**record, "parameters": asked}).encode(), "m.json").table
        assert again.part("odd").notes is None
        assert again.part("even").notes is not None


def test_a_fault_of_a_table_for_magnitudes_is_named_with_its_line_of_the_file() -> None:
    record = json.loads(own_magnitudes_text(OwnMagnitudes(magnitudes())))
    del record["sha256"]
    for row in (0, 4):
        rows = [dict(one) for one in record["rows"]]
        rows[row] = {**rows[row], "intervals": [[0.0, "2", "1"]]}
        content = own_magnitudes_text(OwnMagnitudes(magnitudes())).splitlines()
        first = content.index('"rows": [') + 2  # lines are counted from 1
        with pytest.raises(PtableFaulty) as caught:
            own_magnitudes(seal({**record, "rows": rows}).encode(), "m.json")
        assert {fault.line for fault in caught.value.faults} == {first + row}


@pytest.mark.reference
@pytest.mark.parametrize("name", ["tau_enterprises_parity.txt", "tau_ptab_savings_all.txt"])
def test_published_tables_for_magnitudes_come_back_bit_for_bit(reference: Path, name: str) -> None:
    table = open_ptable(reference / "ptables" / name).table
    assert isinstance(table, MagnitudePTable)
    assert own_magnitudes(own_magnitudes_text(OwnMagnitudes(table)).encode(), "m").table == table


def test_a_changed_file_for_magnitudes_is_refused_and_one_for_counts_is_none() -> None:
    text = own_magnitudes_text(OwnMagnitudes(magnitudes()))
    with fails("own_file_changed", match=r"m\.json"):
        own_magnitudes(text.replace('"even"', '"all"').encode(), "m.json")
    with pytest.raises(PtableForMagnitudes):
        own_file(text.encode(), "m.json")
    with fails("own_file_faulty"):
        own_magnitudes(own_text(OwnFile(DESIGN.table())).encode(), "m.json")


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"type": "all", "i": 1.0, "intervals": [[0.0, "0.5", "0.6"], [1.0, "0.5", "0.5"]]}, "magnitude_fault_falls"),
        ({"type": "all", "i": 1.0, "intervals": [[0.0, "2", "1"]]}, "magnitude_fault_p"),
        ({"type": "all", "i": 1.0, "intervals": [[0.0, "x", "1"]]}, "ptable_fault_number"),
        ({"type": "all", "i": 0.0, "intervals": [[0.0, "1", "1"]]}, "magnitude_fault_order"),
        ({"type": "all", "i": 1.0, "intervals": []}, "magnitude_fault_last"),
    ],
)
def test_faults_of_rows_for_magnitudes_are_named(row: dict[str, object], code: str) -> None:
    record = json.loads(own_magnitudes_text(OwnMagnitudes(magnitudes())))
    del record["sha256"]
    zero = {"type": "all", "i": 0.0, "intervals": [[0.0, "1", "1"]]}
    with pytest.raises(PtableFaulty) as caught:
        own_magnitudes(seal({**record, "rows": [zero, row]}).encode(), "m.json")
    assert code in [fault.what.code for fault in caught.value.faults]


def test_a_table_in_ten_decimals_keeps_its_design_and_is_judged_by_its_decimals() -> None:
    design = Design(D=5, V=3, js=2)
    lines = ["i,j,p,v,p_int_lb,p_int_ub,type"]
    for i in design.table().rows:
        items = list(design.table().row_distribution(i).items())
        low, total = 0.0, 0.0
        for v, p in items:
            total += p
            bound = 1.0 if v == items[-1][0] else round(total, 10)
            lines.append(f"{i},{i + v},{round(bound - low, 10)},{v},{low},{bound},all")
            low = bound
    table = ptable_from_bytes(("\n".join(lines) + "\n").encode(), "r.csv").table
    assert isinstance(table, PTable)
    read = own_file(own_text(OwnFile(table, design)).encode(), "ten.json").table
    assert read == table
    assert read.parameters is not None
    assert all(report.feasible and report.reason is None for report in read.reports)


def test_a_row_that_misses_what_it_could_have_says_so() -> None:
    table = Design(D=5, V=3, js=0).table()
    assert table.notes is not None
    wrong = replace(table, notes=replace(table.notes, parameters=replace(table.notes.parameters, V=3.001, row_V=())))
    report = wrong.reports[5]
    assert not report.feasible
    assert report.reason is not None
    assert report.reason.code == "design_reason_missed"


def test_a_row_without_a_wish_beside_an_exact_stay_probability_may_stay() -> None:
    table = design_ptable(4, 1.5, 0, pstay=[None, 0.5], stay="exact")
    design = design_of(table)
    assert design is not None
    assert design.own == (RowConstraint(1, 1, pstay=0.0, stay="at least"),)
    assert design.table() == table
    assert table.row_distribution(1)[0] > 0


def test_blocked_targets_above_the_last_rows_D_are_named_one_by_one() -> None:
    table = design_ptable([4, 4, 5, 1, 3, 1], 1.26, mono=False, variance="at most", blocked=(1, 2))
    design = design_of(table)
    assert design is not None
    assert design.table() == table
