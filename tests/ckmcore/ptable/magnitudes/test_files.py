"""Tables for magnitudes in files: read by position, each fault with its line, written and read back alike."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import get_args

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.numbers import Language
from ckmcore.ptable import PtableFaulty
from ckmcore.ptable.files.formats import Content, FileLine
from ckmcore.ptable.magnitudes import (
    MagnitudeForm,
    MagnitudePTable,
    design_magnitudes,
    join_types,
    magnitude_text,
    magnitude_warnings,
    parse_magnitudes,
)
from ckmcore.ptable.magnitudes.part import part_from_rows
from tests.kit.examples import examples
from tests.kit.fails import fails

ReadText = Callable[[str], Content]
FORMS: tuple[MagnitudeForm, ...] = get_args(MagnitudeForm)
LANGUAGES: tuple[Language, ...] = ("en", "de")
MAGNITUDES = ["tau_enterprises_parity.txt", "tau_ptab_savings_all.txt", "tau_ptab_savings_smallcells.txt"]

HEAD = "i;j;p;v;p_int_ub;type"
GOOD = [
    HEAD,
    "0;0;1;0;1;all",
    "1;0;.25;-1;.25;all",
    "1;1;.5;0;.75;all",
    "1;2;.25;1;1;all",
    "2;1.5;.5;-0.5;.5;all",
    "2;2.5;.5;0.5;1;all",
]


def same_look_up(one: MagnitudePTable, other: MagnitudePTable) -> None:
    """The same noise for every row and half way to the next, for keys on, below and above every bound."""
    assert one.types == other.types
    modulus = 10**18
    for part in one.parts:
        twin = other.part(part.type)
        assert part.rows == twin.rows
        bounds = {int(bound * modulus) for table in (part, twin) for bound in table.exact_bounds}
        near = {bound + more for bound in bounds for more in (-1, 0, 1)}
        keys = np.array(sorted(key for key in near if 0 <= key < modulus), dtype=np.uint64)
        rows = np.array([*part.rows, *(0.5 * (part.ratios[1:] + part.ratios[:-1])), part.rows[-1] + 1])
        a, key = np.repeat(rows, len(keys)), np.tile(keys, len(rows))
        for boundary in ("less", "less_equal"):
            found = [table.lookup(a, key, modulus, boundary) for table in (part, twin)]  # type: ignore[arg-type]
            assert (found[0] == found[1]).all()


# --- reading ---------------------------------------------------------------------------------------------------------


def test_a_table_of_tau_argus_is_read_with_gaps_and_halves(content_of: ReadText) -> None:
    table = parse_magnitudes(content_of("\n".join(GOOD)))
    part = table.part("all")
    assert part.rows == (0.0, 1.0, 2.0)
    assert part.row_distribution(2) == {-0.5: 0.5, 0.5: 0.5}
    assert part.exact_bounds[1:4] == (Fraction(1, 4), Fraction(3, 4), Fraction(1))
    assert part.notes is None
    assert [report.feasible for report in table.reports] == [True] * 3


def test_blanks_quotes_exponents_and_other_letters_of_the_type_are_no_faults(content_of: ReadText) -> None:
    lines = [*GOOD[:2], ' "1" ; "0" ; 2.5E-01 ; -1 ; 2.5e-1 ; "All" ', *GOOD[3:]]
    assert parse_magnitudes(content_of("\r\n".join(lines))) == parse_magnitudes(content_of("\n".join(GOOD)))


def test_a_v_of_probability_0_has_no_interval_and_the_last_bound_is_1(content_of: ReadText) -> None:
    lines = [HEAD, "1;0;.5;-1;.5;all", "1;2;.4999999;1;.9999999;all", "1;3;0;2;.9999999;all"]
    part = parse_magnitudes(content_of("\n".join(lines))).part("all")
    assert part.exact_bounds == (Fraction(1, 2), Fraction(1))
    assert part.maximum_deviation == 1.0


def test_rows_of_the_types_may_alternate(content_of: ReadText) -> None:
    lines = [HEAD, "1;1;1;0;1;odd", "1;1;1;0;1;even", "2;2;1;0;1;odd", "2;2;1;0;1;even"]
    table = parse_magnitudes(content_of("\n".join(lines)))
    assert table.types == ("even", "odd")
    assert [part.rows for part in table.parts] == [(1.0, 2.0)] * 2


@pytest.mark.parametrize(
    ("at", "line", "expected"),
    [
        (2, "1;0;.25;-1;.25", [(3, "ptable_fault_columns")]),
        (2, "1;0;.25;-1;.25;parity", [(3, "magnitude_fault_type")]),
        (2, "1;0;a;-1;.25;all", [(3, "ptable_fault_number")]),
        (2, "-1;0;.25;1;.25;all", [(3, "magnitude_fault_ratio")]),
        (2, "x;0;.25;-1;.25;all", [(3, "ptable_fault_number")]),
        (2, "1;0;1e399;-1;.25;all", [(3, "ptable_fault_number")]),
        (2, "1;-1E+399;.25;-1;.25;all", [(3, "ptable_fault_number")]),
        (2, "1e9;0;.25;-1;.25;all", [(3, "magnitude_fault_range")]),
        (2, "1;0;nan;-1;.25;all", [(3, "ptable_fault_number")]),
        (2, "1;0;.25;-1;;all", [(3, "ptable_fault_number")]),
        (2, "1;0;.25;-0.5;.25;all", [(3, "magnitude_fault_noise")]),
        (2, "1;-1;.25;-2;.25;all", [(3, "magnitude_fault_target")]),
        (
            2,
            "1;0;-.25;-1;.25;all",
            [(3, "magnitude_fault_p"), (3, "magnitude_fault_width"), (5, "magnitude_fault_sum")],
        ),
        (2, "1;0;.26;-1;.25;all", [(3, "magnitude_fault_width"), (5, "magnitude_fault_sum")]),
        (3, "1;1;.5;0;.2;all", [(4, "magnitude_fault_falls"), (5, "magnitude_fault_width")]),
        (6, "2;2.5;.5;0.5;.99;all", [(7, "magnitude_fault_width"), (7, "magnitude_fault_last")]),
        (
            5,
            "3;2.5;.5;-0.5;.5;all",
            [(6, "magnitude_fault_sum"), (6, "magnitude_fault_last"), (7, "magnitude_fault_order")],
        ),
    ],
)
def test_each_fault_is_named_with_its_line(
    content_of: ReadText, at: int, line: str, expected: list[tuple[int, str]]
) -> None:
    lines = [*GOOD[:at], line, *GOOD[at + 1 :]]
    with pytest.raises(PtableFaulty) as caught:
        parse_magnitudes(content_of("\n".join(lines)))
    found = [(fault.line, fault.what.code) for fault in caught.value.faults]
    assert found[: len(expected)] == expected
    for language in LANGUAGES:
        assert "{" not in caught.value.text(language)


def test_rows_that_fall_or_begin_again_are_faults(content_of: ReadText) -> None:
    lines = [HEAD, "2;2;1;0;1;all", "1;1;1;0;1;all", "2;2;1;0;1;all"]
    with pytest.raises(PtableFaulty) as caught:
        parse_magnitudes(content_of("\n".join(lines)))
    assert [(fault.line, fault.what.code) for fault in caught.value.faults] == [
        (3, "magnitude_fault_order"),
        (4, "magnitude_fault_order"),
    ]


def test_noise_beyond_d_is_a_fault_where_d_is_given(content_of: ReadText) -> None:
    content = content_of("\n".join(GOOD))
    assert parse_magnitudes(content, D=1).maximum_deviation == 1.0
    with pytest.raises(PtableFaulty) as caught:
        parse_magnitudes(content, D=0.5)
    assert [fault.line for fault in caught.value.faults] == [3, 5]


@settings(max_examples=examples(60))
@given(
    fields=st.lists(
        st.lists(
            st.one_of(
                st.sampled_from(
                    ["", "0", "1", "1.5", ".5", "-1", "1e999", "1e-999", "nan", "inf", "1/3", "all", "even"]
                ),
                st.text(max_size=6),
            ),
            max_size=8,
        ),
        min_size=1,
        max_size=6,
    )
)
def test_whatever_stands_in_a_file_is_a_table_or_a_list_of_faults(fields: list[list[str]]) -> None:
    lines = tuple(FileLine(number, tuple(row)) for number, row in enumerate(fields, start=1))
    found: list[int] = []
    try:
        found += [len(parse_magnitudes(Content(name="x", kind="r", header=None, lines=lines)).parts)]
    except PtableFaulty as faulty:
        found += [fault.line for fault in faulty.faults if fault.text("de")]
    assert found
    assert all(1 <= one <= len(fields) for one in found)


# --- warnings --------------------------------------------------------------------------------------------------------


def codes(table: MagnitudePTable) -> list[str]:
    for warning in magnitude_warnings(table):
        for language in LANGUAGES:
            assert "{" not in warning.text(language)
    return [warning.code for warning in magnitude_warnings(table)]


def test_a_sound_table_needs_no_warning() -> None:
    assert codes(design_magnitudes(5, 1)) == []
    assert codes(join_types([design_magnitudes(5, 1, type="even"), design_magnitudes(8, 1, type="odd")])) == []


def test_missing_parity_is_said() -> None:
    even = design_magnitudes(5, 1, type="even")
    assert codes(even) == ["magnitude_warning_parity"]
    assert codes(join_types([even, design_magnitudes(5, 1)])) == [
        "magnitude_warning_parity",
        "magnitude_warning_all_and_parity",
    ]


def test_bias_row_0_and_odd_first_and_last_rows_are_said(content_of: ReadText) -> None:
    def table(*lines: str) -> MagnitudePTable:
        return parse_magnitudes(content_of("\n".join([HEAD, *lines])))

    assert codes(table("0;1;1;1;1;all", "1;1;1;0;1;all")) == ["magnitude_warning_zero"]
    assert codes(table("0;0;1;0;1;all")) == ["magnitude_warning_no_rows"]
    assert codes(table("2;2;1;0;1;all")) == ["magnitude_warning_first"]
    assert codes(table("1;0;.5;-1;.5;all", "1;1.5;.4;.5;.9;all", "1;5;.1;4;1;all")) == [
        "magnitude_warning_last",
        "magnitude_warning_bias_one",
    ]


# --- writing ---------------------------------------------------------------------------------------------------------


def test_both_forms_are_written_as_the_programs_read_them(content_of: ReadText) -> None:
    table = parse_magnitudes(content_of("\n".join(GOOD)))
    assert magnitude_text(table).splitlines() == [
        HEAD,
        "0;0;1;0;1;all",
        "1;0;0.25;-1;0.25;all",
        "1;1;0.5;0;0.75;all",
        "1;2;0.25;1;1;all",
        "2;1.5;0.5;-0.5;0.5;all",
        "2;2.5;0.5;0.5;1;all",
    ]
    in_r = magnitude_text(table, "r").splitlines()
    assert in_r[0] == '"i","j","p","v","p_int_lb","p_int_ub","type"'
    assert in_r[3] == '"1","1","0.5","0","0.25","0.75","all"'


def test_a_bound_that_is_no_decimal_is_refused() -> None:
    third = MagnitudePTable(
        (part_from_rows("all", [(1.0, [(0.0, 1 / 3, Fraction(1, 3)), (1.0, 2 / 3, Fraction(1))])]),)
    )
    with fails("ptable_not_for_form"):
        magnitude_text(third)


@settings(max_examples=examples(30))
@given(
    D=st.integers(1, 6),
    V=st.floats(0.001, 5),
    step=st.integers(1, 9),
    kind=st.sampled_from(["all", "even", "odd", "small_cells"]),
    compat=st.sampled_from([None, "R"]),
    form=st.sampled_from(FORMS),
)
def test_a_designed_table_is_the_same_after_writing_and_reading(
    content_of: ReadText, D: int, V: float, step: int, kind: str, compat: str | None, form: MagnitudeForm
) -> None:
    table = design_magnitudes(D, V, step=step, type=kind, compat=compat)  # type: ignore[arg-type]
    if form == "tau-argus" and kind == "small_cells":
        with fails("ptable_not_for_form"):
            magnitude_text(table, form)
        table = table.relabelled("all")
    again = parse_magnitudes(content_of(magnitude_text(table, form)), D=D)
    assert again == table
    same_look_up(table, again)


@pytest.mark.reference
@pytest.mark.parametrize("name", MAGNITUDES)
def test_the_published_tables_survive_a_round_trip(reference: Path, content_of: ReadText, name: str) -> None:
    table = parse_magnitudes(content_of((reference / "ptables" / name).read_text()))
    assert magnitude_warnings(table) == ()
    assert [part.step for part in table.parts] == [2] * len(table.parts)
    for form in FORMS:
        again = parse_magnitudes(content_of(magnitude_text(table, form)))
        assert again == table
        same_look_up(table, again)


@pytest.mark.reference
def test_the_published_tables_hold_what_they_say(reference: Path, content_of: ReadText) -> None:
    parity, savings, small = (
        parse_magnitudes(content_of((reference / "ptables" / name).read_text())) for name in MAGNITUDES
    )
    assert parity.types == ("even", "odd")
    assert [part.rows for part in parity.parts] == [(0.0, 1.0, 5.0), (0.0, 1.0, 8.0)]
    assert [part.maximum_deviation for part in parity.parts] == [5.0, 8.0]
    assert parity.part("even").lookup(np.array([3.0]), np.array([10], dtype=np.uint64), 100) == -1.25
    assert savings.relabelled("even").part("even").reports == parity.part("even").reports
    # m1² of the separation: the variance of the last row of the table for small cells.
    assert small.part("all").last_variance == pytest.approx(2.0, abs=1e-6)


@pytest.mark.thorough
@pytest.mark.reference
def test_every_table_of_r_survives_a_round_trip_in_both_forms(reference: Path, content_of: ReadText) -> None:
    frame = pd.read_csv(reference / "expected" / "r_ptable" / "magnitude_tables.csv.gz", dtype=str)
    columns = ["i", "j", "p", "v", "p_int_lb", "p_int_ub", "type"]
    steps = {}
    for one, part in frame.groupby("id"):
        table = parse_magnitudes(content_of(part[columns].to_csv(index=False)), D=float(part["D"].iloc[0]))
        again = [parse_magnitudes(content_of(magnitude_text(table, form))) for form in FORMS]
        assert again == [table] * 2
        steps[one] = (table.parts[0].step, int(part["step"].iloc[0]))
        if int(str(one)) % 7 == 0:
            same_look_up(table, again[0])
    assert len(steps) == 100
    assert all(seen == wanted for seen, wanted in steps.values())
