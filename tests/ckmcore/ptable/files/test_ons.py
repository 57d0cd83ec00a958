"""Conversion to integer keys (ONS): whole keys, no bias where that can be, losses stated; files read back alike."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.ptable import PTable, PtableFaulty, design_ptable, parse_ptable, shuffle
from ckmcore.ptable.files.read import read_ptable
from ckmcore.ptable.files.write import ptable_text
from ckmcore.ptable.model.integer_keys import to_ons, whole_keys
from ckmcore.ptable.rows.arguments import PtableParameter
from tests.kit.examples import examples
from tests.kit.fails import fails

W19 = design_ptable(2, 1.08, 1, mono=[True, True, False, True])


def exact(table: PTable, row: int) -> dict[int, Fraction]:
    begin, end = int(table.offsets[row]), int(table.offsets[row + 1])
    bounds = (Fraction(0), *table.exact_bounds[begin:end])
    return {t - row: bounds[at + 1] - bounds[at] for at, t in enumerate(table.row_targets(row))}


@pytest.mark.daily(1)
@pytest.mark.parametrize("keys", [256, 4096])
@given(D=st.integers(1, 9), V=st.floats(0.2, 4), js=st.integers(0, 3), shuffled=st.booleans())
@settings(max_examples=examples(10))
def test_every_count_and_key_has_noise_without_bias_and_near_the_variance(
    keys: int, D: int, V: float, js: int, shuffled: bool
) -> None:
    table = design_ptable(D, V, min(js, D))
    if shuffled:
        table = shuffle(table, 0.05, 2)
    converted, loss = to_ons(table, keys)
    assert (converted.last_row, converted.integer_modulus, converted.recycled_rows) == (750, keys, 250)
    assert not loss.beyond
    counts = np.repeat(np.arange(1, 12), keys)
    noise = converted.lookup(counts, np.tile(np.arange(keys, dtype=np.uint64), 11), keys).reshape(11, keys)
    for row, figures in zip(loss.rows, noise, strict=False):
        assert row.bias == pytest.approx(figures.mean(), abs=1e-12)
        assert row.variance == pytest.approx(figures.astype(float).var())
        assert row.largest <= 1 / keys + 1e-15
        before = table.row_distribution(min(row.row, table.last_row))
        after = {v: (figures == v).mean() for v in before}
        assert row.total_variation == pytest.approx(sum(abs(before[v] - after[v]) for v in before) / 2, abs=1e-9)
        # Rows without a gap between their targets can always do without bias.
        if row.row >= js + D:
            assert row.bias == 0


def test_the_rounding_is_the_best_of_all() -> None:
    for row, keys in product((1, 2, 3, 4), (16, 100, 256)):
        p = exact(W19, row)
        chosen = whole_keys(p, keys)
        assert sum(chosen.values()) == keys

        def judged(widths: dict[int, int], p: dict[int, Fraction] = p, keys: int = keys) -> tuple[int, float]:
            variance = sum(v * v * (w - p[v] * keys) for v, w in widths.items())
            return abs(sum(v * w for v, w in widths.items())), round(abs(float(variance)), 9)

        floors = {v: int(one * keys) for v, one in p.items()}
        every = [
            judged({v: floors[v] + up for v, up in zip(p, ups, strict=True)})
            for ups in product(*((0,) if (one * keys).denominator == 1 else (0, 1) for one in p.values()))
            if sum(floors.values()) + sum(ups) == keys
        ]
        assert judged({v: chosen.get(v, 0) for v in p}) == min(every)


@pytest.mark.thorough
def test_a_wide_row_is_rounded_without_bias() -> None:
    table = design_ptable(40, 15)
    converted, loss = to_ons(table, 4096)
    assert max(abs(row.bias) for row in loss.rows) == 0
    assert max(abs(row.variance - row.variance_before) for row in loss.rows) < 0.05
    assert converted.maximum_deviation <= 40


def test_a_target_keeps_the_order_of_its_intervals() -> None:
    table = shuffle(W19, 0.1, 4)
    converted, _ = to_ons(table, 4096)
    for row in range(1, table.last_row + 1):
        order = [
            t for t, before in zip(table.row_targets(row), [None, *table.row_targets(row)], strict=False) if t != before
        ]
        assert converted.row_targets(row) == order


def test_the_loss_is_said_in_both_languages() -> None:
    _, loss = to_ons(W19, 256)
    said = loss.sentences[0]
    assert "256 integer keys" in said.text("en")
    assert "256 ganzzahlige Keys" in said.text("de")
    assert loss.worst.total_variation == max(row.total_variation for row in loss.rows)


def test_a_table_with_more_than_750_rows_says_what_lies_beyond() -> None:
    lines = ["i;j;p;v;ub", *(f"{i};{i};1;0;1" for i in range(800)), "800;801;1;1;1"]
    _, loss = to_ons(parse_ptable("\n".join(lines).encode(), "t"), 256)
    assert loss.beyond
    assert len(loss.sentences) == 2


@pytest.mark.thorough
def test_a_table_for_as_many_keys_stays_and_other_numbers_of_keys_are_refused() -> None:
    ons = to_ons(W19, 256)[0]
    same, loss = to_ons(ons, 256)
    assert same is ons
    assert loss.worst.total_variation == 0
    finer, loss = to_ons(ons, 4096)
    assert loss.worst.total_variation == 0
    assert finer.integer_modulus == 4096
    with pytest.raises(PtableParameter, match="256, 4096"):
        to_ons(W19, 1000)


@pytest.mark.thorough
@pytest.mark.parametrize("keys", [256, pytest.param(4096, marks=pytest.mark.thorough)])
def test_an_ons_file_comes_back_bit_for_bit(keys: int) -> None:
    ons = to_ons(shuffle(design_ptable(5, 3, 2), 0.05, 1), keys)[0]
    text = ptable_text(ons, "ons")
    assert text.count("\n") == 750 * keys + 1
    assert parse_ptable(text.encode(), "o.csv") == ons
    assert ptable_text(parse_ptable(text.encode(), "o.csv"), "ons") == text


@pytest.mark.reference
@pytest.mark.parametrize("name", ["ptable_10_5_rule.csv.gz", "ptable_keydep_256.csv.gz"])
def test_published_ons_tables_come_back_bit_for_bit(reference: Path, name: str) -> None:
    table = read_ptable(reference / "expected" / "ons" / name)
    assert parse_ptable(ptable_text(table, "ons").encode(), "o") == table


def test_a_table_for_decimal_keys_is_converted_first() -> None:
    with fails("ptable_not_for_form", match="256 or 4096 keys first"):
        ptable_text(W19, "ons")
    moved = parse_ptable(b"i;j;p;v;ub\n0;1;1;1;1\n1;1;1;0;1\n", "t")
    ons = to_ons(moved, 256)[0]
    assert ons.zeros_stay


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ("1,0,0\n1,1\n", [(3, "columns")]),
        ("1,0,0\n1,x,0\n\n0,1,0\n", [(3, "number")]),
        ("1,0,0\n\n0,1,0\n1,-1,0\n", [(4, "integer"), (5, "integer")]),
        ("1,0,0\n1,1,1.5\n", [(3, "integer")]),
        ("1,0,0\n1,1,-2\n", [(3, "integer")]),
        ("1,0,0\n1,1,99999999\n", [(3, "integer")]),
        ("1,0,0\n1,9999999,0\n", [(3, "integer")]),
    ],
)
def test_each_fault_of_an_ons_file_is_named_with_its_line(lines: str, faults: list[tuple[int, str]]) -> None:
    with pytest.raises(PtableFaulty) as caught:
        parse_ptable(b"pcv,ckey,pvalue\n" + lines.encode(), "o.csv")
    assert [(one.line, one.what.code.removeprefix("ptable_fault_")) for one in caught.value.faults] == faults


@pytest.mark.parametrize(
    "text",
    [
        "pcv,ckey,pvalue\r\n1,0,-1\r\n1,1,1\r\n",
        '\n\n"pcv";"ckey";"pvalue"\n"1";"0";"-1"\n\n1; 1;1.0\n',
        "x,pvalue,ckey,pcv\n9,1,1,1\n9,-1,0,1\n",
        "pcv\tckey\tpvalue\r1\t0\t-1\r1\t1\t1",
    ],
)
def test_an_ons_file_is_read_with_any_separator_order_and_line_end(text: str) -> None:
    table = parse_ptable(text.encode(), "o")
    assert table.lookup(np.array([1, 1]), np.array([0, 1], dtype=np.uint64), 2).tolist() == [-1, 1]


def test_an_ons_file_with_more_names_than_columns_is_a_sentence() -> None:
    with pytest.raises(PtableFaulty, match=r"o\.csv"):
        parse_ptable(b"pcv,ckey,pvalue,pcv\n1,0,0\n", "o.csv")


@pytest.mark.thorough
def test_a_million_lines_are_read() -> None:
    noise = np.tile(np.array([0, 1, -1, 0]), (250, 1000))
    text = "pcv,ckey,pvalue\n" + "\n".join(
        f"{row},{key},{v}" for row, values in enumerate(noise.tolist(), start=1) for key, v in enumerate(values)
    )
    table = parse_ptable(text.encode(), "o")
    assert (table.last_row, table.integer_modulus) == (250, 4000)
    with pytest.raises(PtableFaulty) as caught:
        parse_ptable(text.encode() + b"x", "o")
    assert [fault.line for fault in caught.value.faults] == [1_000_001]


def test_a_probability_that_is_a_whole_number_of_keys_keeps_it() -> None:
    p = {-2: Fraction(1, 8), -1: Fraction(1, 3), 0: Fraction(1, 4), 1: Fraction(1, 6), 2: Fraction(1, 8)}
    widths = whole_keys(p, 256)
    assert (widths[-2], widths[0], widths[2]) == (32, 64, 32)
    assert sum(widths.values()) == 256
