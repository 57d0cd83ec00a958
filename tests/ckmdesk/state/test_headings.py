"""Headings of stub and head: what stands over what, what a heading is sorted by, what is beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ckmcore.base.texts import Texts
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.spec import Block, Group, Level, Order, TableSpec, Value
from ckmdesk.state import headings
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.headings import Heading, HeadingMap, sorted_by
from ckmdesk.state.table_view import TableView, compute_view
from tests.kit.statistics import small_data, small_statistic

TWO = (Value(), Value("share", base="total"))


def shown(spec: TableSpec, layer: int = 0) -> tuple[TableView, HeadingMap, HeadingMap]:
    table = TableState(spec, layer=layer)
    view = compute_view(small_data(), small_statistic(), table, methodologist=False)
    values = len(view.shown) if not view.in_rows else 1
    words = ["one", "two"] if view.in_rows else []
    rows = HeadingMap("rows", AxisLabels(view.layout, "rows", "en", None, words))
    return view, rows, HeadingMap("columns", AxisLabels(view.layout, "columns", "en"), values)


def test_headings_stand_over_one_another_and_beside_one_another() -> None:
    _, _, columns = shown(TableSpec(columns=["sex", "area"], values=TWO))
    outer, inner = Heading("columns", 0, 0, 11), Heading("columns", 1, 2, 3)
    assert columns.levels == 3
    assert columns.at(0, 3) == outer
    assert columns.at(1, 3) == inner
    assert columns.at(2, 3) == Heading("columns", 2, 3, 3)
    assert columns.above(inner) == outer
    assert columns.below(outer) == Heading("columns", 1, 0, 1)
    assert columns.beside(inner, 1) == Heading("columns", 1, 4, 5)
    assert columns.beside(outer, -1) is None
    _, _, blocks = shown(TableSpec(columns=[Block((Level("sex"), Level("area"))), Block(())]))
    alone = blocks.at(1, blocks.places - 1)
    assert alone == Heading("columns", 0, blocks.places - 1, blocks.places - 1)  # over both levels
    assert columns.at(0, columns.places) is None
    assert columns.between(1, 0, 5) == [Heading("columns", 1, at, at + 1) for at in (0, 2, 4)]


def test_a_table_without_columns_has_one_heading_and_one_without_rows_none() -> None:
    _, rows, columns = shown(TableSpec(rows=["area"]))
    assert (columns.levels, columns.at(3, 0)) == (1, Heading("columns", 0, 0, 0))
    assert rows.between(0, 1, 3) == [Heading("rows", 0, at, at) for at in (1, 2, 3)]
    _, rows, _ = shown(TableSpec(columns=["area"]))
    assert rows.at(0, 0) is None


def test_a_heading_over_several_lines_is_sorted_by_their_total_if_they_have_one() -> None:
    view, _, columns = shown(TableSpec(columns=["sex", "area"]))
    outer = columns.at(0, 0)
    assert outer is not None
    assert headings.line_under(view, columns, outer) == 5
    view, _, columns = shown(TableSpec(columns=["sex", Level("area", total="off")]))
    outer = columns.at(0, 0)
    assert outer is not None
    assert headings.line_under(view, columns, outer) is None
    view, _, _ = shown(TableSpec(rows=["area"], layers=["sex"]), layer=1)
    assert headings.address_of(view, "rows", 1) == {"area": "1", "sex": "1"}


def test_what_a_table_is_sorted_by_is_found_again_also_among_blocks_and_on_the_sheet_it_names() -> None:
    order = Order("value", True, line=(("sex", "1"),))
    rows = [Level("area", order=order)]
    view, _, _ = shown(TableSpec(rows=rows, columns=[Block(()), Block((Level("sex"),))]))
    found = sorted_by(view, "rows")
    assert found == headings.Sorted("rows", 2, 0, True)
    assert sorted_by(view, "columns") is None
    sheets = TableSpec(rows=rows, layers=["sex"])
    assert sorted_by(shown(sheets, layer=0)[0], "rows") is None
    assert sorted_by(shown(sheets, layer=1)[0], "rows") == headings.Sorted("rows", 0, 0, True)
    gone = [Level("area", order=replace(order, line=(("sex", "9"),)))]
    assert sorted_by(shown(TableSpec(rows=gone, columns=["sex"]))[0], "rows") is None


def test_a_further_click_turns_the_order_and_the_third_takes_it_back() -> None:
    first = headings.next_order(None, 2, 0, {"sex": "1"})
    assert first == Order("value", True, line=(("sex", "1"),))
    second = headings.next_order(headings.Sorted("rows", 2, 0, True), 2, 0, {"sex": "1"})
    assert second == replace(first, descending=False)
    assert headings.next_order(headings.Sorted("rows", 2, 0, False), 2, 0, {"sex": "1"}) == Order()
    assert headings.next_order(headings.Sorted("rows", 2, 0, False), 3, 0, {}).descending


def test_a_heading_knows_its_place_among_those_beside_it_unless_nobody_would_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    group = Group(Texts.same("G"), ("1", "2"))
    view, rows, _ = shown(TableSpec(rows=["sex", Level("area", groups=(group,))], values=TWO, values_on="rows"))
    third = rows.at(1, 4)
    assert third is not None
    assert headings.siblings(view, rows, third) == ["0", "1", "2", "3", "4", "group:1"]
    assert headings.place_among(view, rows, third) == (3, 6)
    total = rows.at(1, 12)
    assert total is not None
    assert headings.place_among(view, rows, total) == (1, 2)  # of its sex
    monkeypatch.setattr("ckmdesk.state.headings.COUNTED", 3)
    assert headings.place_among(view, rows, third) == (1, 1)
