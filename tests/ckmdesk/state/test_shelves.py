"""Shelves: what a move does to the specification."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ckmcore.tabulate.spec import Condition, Level, TableSpec
from ckmdesk.state import shelves
from ckmdesk.state.shelves import Zone

NAMES = ("a", "b", "c", "d")
zones: st.SearchStrategy[Zone] = st.sampled_from(["rows", "columns", "filters", "list"])
moves = st.lists(st.tuples(st.sampled_from(NAMES), zones, st.none() | st.integers(-1, 5)), max_size=12)


@given(moves)
def test_a_variable_stands_in_one_place_only(steps: list[tuple[str, Zone, int | None]]) -> None:
    spec = TableSpec()
    for name, zone, index in steps:
        spec = shelves.move(spec, name, zone, index)
        assert shelves.zone_of(spec, name) == zone
        standing = [found for place in ("rows", "columns", "filters") for found in shelves.zone_names(spec, place)]
        assert len(standing) == len(set(standing))


def test_a_drop_lands_before_the_chip_it_was_dropped_at() -> None:
    spec = TableSpec(rows=["a", "b", "c"])
    assert shelves.zone_names(shelves.move(spec, "d", "rows", 1), "rows") == ("a", "d", "b", "c")
    assert shelves.zone_names(shelves.move(spec, "a", "rows", 2), "rows") == ("b", "a", "c")
    assert shelves.zone_names(shelves.move(spec, "c", "rows", 0), "rows") == ("c", "a", "b")
    assert shelves.zone_names(shelves.move(spec, "b", "rows", None), "rows") == ("a", "c", "b")
    assert shelves.move(spec, "b", "rows", 1) == spec


def test_a_move_between_axes_keeps_what_was_chosen() -> None:
    spec = TableSpec(rows=[Level("a", nodes=("1",), total="off"), "b"], columns=["c"])
    moved = shelves.move(spec, "a", "columns", 0)
    assert shelves.find_level(moved, "a") == Level("a", nodes=("1",), total="off")
    assert shelves.zone_names(moved, "columns") == ("a", "c")


def test_a_filter_keeps_its_categories_when_it_is_moved_among_filters() -> None:
    spec = TableSpec(filters=[Condition("a", ("1",)), Condition("b", ("2",))])
    assert shelves.move(spec, "a", "filters", None).filters == (Condition("b", ("2",)), Condition("a", ("1",)))
    assert shelves.set_filter(spec, "a", ("3",)).filters[0] == Condition("a", ("3",))
    assert shelves.set_filter(spec, "a", ()).filters[0] == Condition("a")


def test_axes_are_swapped_and_the_table_is_emptied() -> None:
    spec = TableSpec(rows=["a"], columns=["b", "c"], filters=[Condition("d", ("1",))])
    swapped = shelves.swap_axes(spec)
    assert shelves.zone_names(swapped, "rows") == ("b", "c")
    assert shelves.swap_axes(swapped) == spec
    assert shelves.clear(spec) == TableSpec()
