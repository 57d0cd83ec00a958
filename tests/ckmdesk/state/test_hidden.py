"""Marks of hidden lines: where they stand, how many lines are behind them, and what brings these back."""

from __future__ import annotations

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension
from ckmcore.tabulate.layout import Layout, lay_out
from ckmcore.tabulate.spec import Block, Level, Order, TableSpec
from ckmdesk.state import hidden
from ckmdesk.state.hidden import HiddenMark, hidden_marks
from ckmdesk.state.shelves import Origin

TREE = ckm.Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])


def data() -> ckm.Microdata:
    chance = np.random.default_rng(3)
    sizes = {"area": 5, "sex": 2}
    dimensions = {
        name: Dimension(name, Texts.same(name), tuple(Category.plain(str(code)) for code in range(size)))
        for name, size in sizes.items()
    }
    columns = {name: chance.integers(0, size, 200).astype(np.uint8) for name, size in sizes.items()}
    return ckm.Microdata(200, dimensions, columns).with_hierarchy("area", TREE)


def laid(spec: TableSpec) -> Layout:
    table = ckm.protect(ckm.tabulate(data(), spec), ckm.Rounding(5))
    return lay_out(spec, table.blocks)


def marks(level: Level, *inner: Level) -> list[tuple[int, int]]:
    """Of rows with this level the line and the count of each mark."""
    return [(mark.line, mark.count) for mark in hidden_marks(laid(TableSpec(rows=[level, *inner])).rows, "rows")]


def test_in_the_order_of_the_list_a_mark_stands_behind_the_node_before() -> None:
    assert marks(Level("area", total="before", hidden=("1",))) == [(3, 1)]
    assert marks(Level("area", total="before", hidden=("0",))) == [(2, 1)]
    assert marks(Level("area", total="before", hidden=("3", "4"))) == [(6, 2)]
    assert marks(Level("area", total="before", hidden=("0", "2"))) == [(2, 1), (4, 1)]
    assert marks(Level("area", total="after", hidden=("0", "1"))) == [(1, 2)]


def test_with_a_node_all_that_stands_below_it_is_hidden_behind_one_mark() -> None:
    assert marks(Level("area", total="before", hidden=("S",))) == [(4, 4)]
    assert marks(Level("area", total="after", hidden=("N",))) == [(0, 3)]
    assert marks(Level("area", total="before", depths=(0,), hidden=("N",))) == [(1, 1)]
    assert marks(Level("area", total="before", depths=(0,), hidden=("0",))) == []  # would not be shown anyway


def test_in_another_order_a_mark_stands_at_the_end_of_the_parent_before_the_total() -> None:
    order = Order("value", descending=True)
    assert marks(Level("area", total="after", depths=(1,), order=order, hidden=("2",))) == [(4, 1)]
    opened = Level("area", total="before", order=Order("hand", codes=("S", "N", "4", "2")), hidden=("2",))
    assert marks(opened) == [(3, 1)]  # behind 4, as by hand
    assert marks(Level("area", total="before", subtotals="after", hidden=("0",))) == [(2, 1)]


def test_hidden_inner_lines_are_marked_within_each_outer_line_and_outer_ones_count_what_is_in_them() -> None:
    inner = Level("sex", total="before", hidden=("1",))
    assert marks(Level("area", depths=(0,), total="off"), inner) == [(2, 1), (4, 1)]
    assert marks(Level("area", depths=(0,), total="off", hidden=("S",)), Level("sex", total="before")) == [(3, 3)]


def test_a_mark_brings_back_what_is_hidden_at_it_and_nothing_else() -> None:
    spec = TableSpec(
        rows=[Block((Level("sex"),)), Block((Level("area", hidden=("0", "3")),))],
        columns=[Level("area", hidden=("S",))],
    )
    assert hidden.hides_any(spec)
    first, second = hidden_marks(laid(spec.with_changes(columns=(Block(),))).rows, "rows")
    assert first.nodes == ((Origin("rows", 1), "area", ("0",)),)
    back = hidden.shown_again(spec, second)
    assert back.rows[1].levels[0].hidden == ("0",)
    assert back.columns == spec.columns
    assert not hidden.hides_any(hidden.all_shown(spec))
    assert hidden.all_shown(spec, ("columns",)).rows == spec.rows
    mark = HiddenMark("columns", 0, 4, ((Origin("columns", 0), "area", ("S",)),))
    assert hidden.shown_again(spec, mark).columns[0].levels[0].hidden == ()


@pytest.mark.thorough
def test_thousands_of_hidden_lines_are_marked_in_a_moment() -> None:
    codes = tuple(Category.plain(f"{number:05}") for number in range(20_000))
    dimension = Dimension("many", Texts.same("many"), codes)
    records = ckm.Microdata(1, {"many": dimension}, {"many": np.zeros(1, dtype=np.uint32)})
    gone = tuple(code.code for code in codes[1::2])
    spec = TableSpec(rows=[Level("many", hidden=gone)])
    lines = lay_out(spec, ckm.protect(ckm.tabulate(records, spec), ckm.Rounding(5)).blocks).rows
    found = hidden_marks(lines, "rows")
    assert sum(mark.count for mark in found) == 10_000
