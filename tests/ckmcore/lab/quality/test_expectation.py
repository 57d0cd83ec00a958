"""Exact expectations against full enumeration of the keys, the figures of [W19], and the criteria of the ptable."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.quality.expectation import (
    CountDistribution,
    Expected,
    count_distribution,
    expectation,
)
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.microdata.data import ExemptCells, Microdata
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.ptable.model.criteria import row_criteria, weighted_criteria
from ckmcore.tabulate.spec import Level, TableSpec, Value
from tests.kit.brute_force import microdata
from tests.kit.fails import fails

COUNTS = st.dictionaries(st.integers(0, 80), st.integers(1, 9), min_size=1, max_size=12)
MODULUS = 1000
PTABLE = design_ptable(D=5, V=3, js=2)


def enumerated(method: Method, counts: dict[int, int]) -> dict[str, float] | None:
    """Every figure of cells that are not empty, with each key of a coarse modulus once."""
    keys = np.arange(MODULUS, dtype=np.uint64)
    rows = []
    for count, cells in counts.items():
        if not count:
            continue
        i = np.full(MODULUS, count, dtype=np.int64)
        if isinstance(method, ckm.CellKeyMethod):
            j = i + method.ptable.lookup(i, keys, MODULUS)
        elif isinstance(method, KeyedRounding):
            down = count // method.base * method.base
            j = np.where(keys / MODULUS < (count - down) / method.base, down + method.base, down)
        else:
            j = i * 0 + 10 * int(np.floor(count / 10 + 0.5))
        v = j - i
        figures = [abs(v), abs(v) <= 1, abs(v) >= 3, abs(v) >= 4, v == 0, v * v, abs(v) / count]
        figures += [abs(np.sqrt(j) - np.sqrt(count)), j == 0]
        rows.append((cells, [float(np.mean(one)) for one in figures]))
    if not rows:
        return None
    total = sum(cells for cells, _ in rows)
    names = ["mean", "one", "three", "four", "unchanged", "variance", "relative", "root", "zeros"]
    means = {name: sum(cells * row[at] for cells, row in rows) / total for at, name in enumerate(names)}
    return {**means, "zeros": means["zeros"] * total, "cells": total}


def told(found: Expected | None) -> dict[str, float] | None:
    if found is None:
        return None
    one = found.criteria
    return {
        "mean": one.mean_absolute,
        "one": one.within_one,
        "three": one.from_three,
        "four": one.from_four,
        "unchanged": found.unchanged,
        "variance": found.variance,
        "relative": found.mean_relative,
        "root": found.mean_root,
        "zeros": found.false_zeros,
        "cells": found.cells,
    }


@given(
    COUNTS,
    st.sampled_from([ckm.CellKeyMethod(PTABLE), ckm.CellKeyMethod(shuffle(PTABLE, 0.05)), KeyedRounding(7)]),
)
def test_the_expectation_is_that_of_every_key_once(counts: dict[int, int], method: Method) -> None:
    found, expected = told(expectation(method, counts, modulus=MODULUS).without_empty), enumerated(method, counts)
    fine = told(expectation(method, counts).without_empty)
    assert (found is None) == (fine is None) == (expected is None)
    if found is not None and fine is not None and expected is not None:
        assert found == {name: pytest.approx(figure) for name, figure in expected.items()}
        # Finer keys shift each bound by less than one of these.
        assert fine["mean"] == pytest.approx(found["mean"], abs=0.2)


@given(COUNTS)
def test_rounding_without_keys_is_expected_to_be_what_it_is(counts: dict[int, int]) -> None:
    found, expected = told(expectation(ckm.Rounding(10), counts).without_empty), enumerated(ckm.Rounding(10), counts)
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert found == {name: pytest.approx(figure) for name, figure in expected.items()}


def test_rows_of_the_ptable_of_wista_2019_have_their_known_figures() -> None:
    ptable = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True], pstay=None)
    rows = expectation(ptable, {1: 1}).rows
    means = [round(row.criteria.mean_absolute, 5) for row in rows[1:5]]
    assert means == [1.02667, 0.66243, 0.84157, 0.78421]
    assert [round(row.criteria.within_one, 5) for row in rows[1:5]] == [0.97333, 0.79122, 0.88078, 0.85211]
    assert [row.variance for row in rows[1:]] == pytest.approx([1.08] * 4)


@given(COUNTS)
def test_the_criteria_are_those_of_the_ptable(counts: dict[int, int]) -> None:
    found = expectation(PTABLE, counts)
    for ours, with_empty in ((found.without_empty, False), (found.with_empty, True)):
        theirs = weighted_criteria(PTABLE, counts, with_empty_cells=with_empty)
        assert (ours is None) == (theirs is None)
        if ours is not None and theirs is not None:
            assert vars(ours.criteria) == pytest.approx(vars(theirs))
    for row, theirs_row in zip(found.rows, row_criteria(PTABLE), strict=True):
        assert vars(row.criteria) == pytest.approx(vars(theirs_row.criteria))


@given(COUNTS)
def test_noise_and_size_classes_add_up_to_the_cells(counts: dict[int, int]) -> None:
    found = expectation(KeyedRounding(5), counts)
    filled = sum(cells for count, cells in counts.items() if count)
    assert sum(cells for _, cells in found.noise) == pytest.approx(filled)
    assert sum(one.cells for one in found.sizes) == filled
    assert sum(v * cells for v, cells in found.noise) == pytest.approx(0, abs=1e-9)
    if found.without_empty is not None:
        whole = sum(one.cells * one.mean_absolute for one in found.sizes) / filled
        assert whole == pytest.approx(found.without_empty.criteria.mean_absolute)


def test_exempt_cells_are_expected_to_stay() -> None:
    plain, exempt = expectation(PTABLE, {7: 3}), expectation(PTABLE, CountDistribution({7: 3}, {7: 3}))
    assert plain.without_empty is not None
    assert exempt.without_empty is not None
    assert exempt.without_empty.variance == pytest.approx(plain.without_empty.variance / 2)
    assert exempt.without_empty.unchanged == pytest.approx((1 + plain.without_empty.unchanged) / 2)
    assert dict(exempt.noise)[0] == pytest.approx(dict(plain.noise)[0] + 3)


def test_the_distribution_of_counts_is_that_of_the_cells_that_tables_show() -> None:
    data = microdata({("a", "x"): 3, ("a", "y"): 1, ("b", "x"): 2}, ["R", "C"], keys=True)
    shown = TableSpec(rows=["R"], columns=[Level("C", total="off")])
    raws = [ckm.tabulate(data, shown), ckm.tabulate(data, TableSpec(rows=["R"]))]
    # 3 1 | 2 0 | 5 1 without the column of totals, then 4, 2 and 6.
    assert count_distribution(raws).cells == dict(Counter([3, 1, 2, 0, 5, 1, 4, 2, 6]))
    with fails("attack_needs_counts"):
        count_distribution([ckm.tabulate(data, TableSpec(rows=["R"], values=[Value("share", base="total")]))])


def test_exempt_cells_of_a_table_are_counted_apart() -> None:
    data: Microdata = microdata({("a", "x"): 3, ("b", "x"): 2}, ["R", "C"], keys=True)
    data = replace(data, exempt=(ExemptCells(),))
    found = count_distribution([ckm.tabulate(data, TableSpec(rows=["R"]))])
    assert (found.cells, found.exempt) == ({3: 1, 2: 1}, {5: 1})
    assert "5" not in repr(found)


def test_nothing_but_empty_cells_has_no_expectation_without_them() -> None:
    found = expectation(PTABLE, {0: 4})
    assert found.without_empty is None
    assert found.with_empty is not None
    assert (found.with_empty.cells, found.with_empty.unchanged, found.with_empty.false_zeros) == (4, 1, 0)


def test_a_method_without_a_distribution_is_named() -> None:
    class Other:
        name = ckm.Rounding(10).name

    with fails("expectation_unknown_method"):
        expectation(Other(), {1: 1})  # type: ignore[arg-type]
