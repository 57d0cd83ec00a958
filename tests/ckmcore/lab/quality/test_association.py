"""Cramér's V and rank correlation against scipy, on tables and on the records themselves."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.lab.quality.association import TwoWayPart, cramers_v, rank_correlation, two_way_parts
from ckmcore.lab.quality.measures import table_figures
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import Block, Condition, Level, OwnRow, TableSpec, Value
from tests.ckmcore.lab.quality.as_published import counts_of, numbers_of

PTABLE = design_ptable(D=2, V=1, js=0)
CELLS = st.integers(2, 4).flatmap(
    lambda columns: st.lists(st.lists(st.integers(0, 12), min_size=columns, max_size=columns), min_size=2, max_size=4)
)


def data_of(seed: int = 3, size: int = 300) -> Microdata:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"A": draw.choice(["11", "12", "2"], size), "C": draw.choice(list("xyz"), size)})
    frame["B"] = np.where(draw.random(size) < 0.6, frame["C"].map({"x": "m", "y": "w", "z": "w"}), "m")
    frame["key"] = [f"0.{key:06d}" for key in draw.integers(0, 10**6, size)]
    data = Microdata.from_pandas(frame, ["A", "B", "C"], record_key="key")
    return data.with_hierarchy("A", Hierarchy.from_depths([("1", 0), ("11", 1), ("12", 1), ("2", 0)]))


def parts_of(data: Microdata, spec: TableSpec, method: Method) -> tuple[TwoWayPart, ...]:
    raw = ckm.tabulate(data, spec)
    return two_way_parts(raw, table_figures(raw, data, method.protect(raw)))


@given(CELLS)
def test_cramers_v_and_rank_correlation_are_those_of_scipy(cells: list[list[int]]) -> None:
    table = np.array(cells)
    filled = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if min(filled.shape) < 2:
        assert np.isnan(cramers_v(table))
        assert np.isnan(rank_correlation(table))
        return
    assert cramers_v(table) == pytest.approx(stats.contingency.association(filled, method="cramer"))
    rows, columns = (np.repeat(axis.ravel(), table.ravel()) for axis in np.indices(table.shape))
    assert rank_correlation(table) == pytest.approx(stats.spearmanr(rows, columns).statistic)
    many = np.stack([table, table[::-1]])
    assert cramers_v(many) == pytest.approx(np.stack([cramers_v(table)] * 2))
    assert rank_correlation(many) == pytest.approx(np.stack([rank_correlation(table), -rank_correlation(table)]))


def test_every_pair_of_levels_is_a_part_at_the_finest_nodes() -> None:
    data = data_of()
    spec = TableSpec(rows=["A", "B"], columns=["C"])
    found = parts_of(data, spec, ckm.CellKeyMethod(PTABLE))
    assert [one.variables for one in found] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert [one.cells.shape for one in found] == [(3, 2), (3, 3), (2, 3)]
    raw = ckm.tabulate(data, spec)
    shown = ckm.CellKeyMethod(PTABLE).protect(raw)
    inner = np.array([[shown.value({"B": b, "C": c}) for c in "xyz"] for b in "mw"])
    before = ckm.tabulate(data, TableSpec(rows=["B"], columns=["C"])).blocks[0].counts[1:, 1:]
    both = [stats.contingency.association(cells, method="cramer") for cells in (inner, before)]
    counts = counts_of(raw, data, shown)
    assert counts.association[2] == pytest.approx([abs(both[0] - both[1])])
    assert numbers_of(counts)["cramers_v"] == pytest.approx(1000 * np.mean(counts.association))


def test_each_column_of_counts_and_each_block_has_parts_of_its_own() -> None:
    data = data_of()
    values = (Value(), Value(conditions=(Condition("C", ("x", "y")),)))
    stacked = TableSpec(rows=[Block((Level("A"),)), Block((Level("C"),))], columns=["B"], values=values)
    found = parts_of(data, stacked, ckm.CellKeyMethod(PTABLE))
    places = [(one.value, one.block, one.variables) for one in found]
    assert places == [(0, 0, ("A", "B")), (0, 1, ("C", "B")), (1, 0, ("A", "B")), (1, 1, ("C", "B"))]
    # Under its own filter the second value has no cell for z.
    assert [one.cells.shape for one in found] == [(3, 2), (3, 2), (3, 2), (2, 2)]


def test_what_overlaps_or_is_not_shown_is_no_part() -> None:
    data, method = data_of(), ckm.Rounding(5)
    own = Level("::rows1", rows=(OwnRow(Texts.same("x"), (Condition("C", ("x",)),)),))
    assert parts_of(data, TableSpec(rows=[own], columns=["B"]), method) == ()
    assert parts_of(data, TableSpec(rows=["A"]), method) == ()
    hidden = TableSpec(rows=["A", Level("B", total="off")], columns=["C"])
    assert [one.variables for one in parts_of(data, hidden, method)] == [("A", "B"), ("B", "C")]


def test_a_part_with_a_sign_in_it_has_no_published_association() -> None:
    data, method = data_of(size=40), ckm.CellKeyMethod(PTABLE, threshold=6)
    raw = ckm.tabulate(data, TableSpec(rows=["A"], columns=["C"]))
    counts = counts_of(raw, data, method.protect(raw))
    assert np.isnan([counts.association, counts.rank]).all()
    assert not {"cramers_v", "rank_correlation"} & numbers_of(counts).keys()
    free = counts_of(raw, data, ckm.CellKeyMethod(PTABLE).protect(raw))
    assert {"cramers_v", "rank_correlation"} <= numbers_of(free).keys()
