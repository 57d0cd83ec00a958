"""Shelves: what a move does to the specification."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ckmcore.tabulate.spec import PERIOD, Block, Condition, Level, Order, OwnRow, TableSpec
from ckmdesk.state import shelves
from ckmdesk.state.shelves import Field, Zone

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


def test_a_level_brings_its_variable_and_joins_the_levels_that_stand_there() -> None:
    region, district = Field("land", 0, 2), Field("land", 1, 2)
    spec = shelves.put_fields(TableSpec(rows=["sex"]), [district], "rows", 0)
    assert spec.rows[0].levels == (Level("land", depths=(1,)), Level("sex"))
    assert shelves.shows_level(spec, district)
    assert not shelves.shows_level(spec, region)
    both = shelves.put_fields(spec, [region], "rows")
    assert both.rows[0].levels[0] == Level("land")
    assert shelves.put_fields(both, [region], "list") == spec
    assert shelves.put_fields(spec, [district], "list") == TableSpec(rows=["sex"])
    moved = shelves.put_fields(both, [region], "columns")
    assert (moved.rows[0].levels, moved.columns[0].levels) == ((Level("sex"),), (Level("land", depths=(0,)),))
    assert shelves.put_fields(both, [region], "filters").filters == (Condition("land"),)


def test_several_fields_stand_behind_one_another_in_their_order() -> None:
    fields = [Field("c"), Field("a"), Field("d")]
    for index in (None, 1):
        spec = shelves.put_fields(TableSpec(rows=["a", "b"]), fields, "rows", index)
        wanted = ("b", "c", "a", "d") if index is None else ("c", "a", "d", "b")
        assert shelves.zone_names(spec, "rows") == wanted
    stacked = shelves.add_block_of(TableSpec(rows=["a"]), "rows", [Field("b", 1, 2), Field("c")])
    assert [block.variables for block in stacked.rows] == [("a",), ("b", "c")]
    assert stacked.rows[1].levels[0].depths == (1,)
    assert shelves.add_block_of(stacked, "rows", []) == stacked


def test_an_axis_is_sorted_in_all_its_blocks_but_own_rows_and_periods_keep_their_order() -> None:
    own = Level("::rows 1", rows=(OwnRow(),))
    spec = TableSpec(rows=[Block((Level("a"), Level(PERIOD))), Block((Level("b"), own))], columns=["c"])
    order = Order("value", descending=True, line={"c": "1"})
    found = shelves.sort_axis(spec, "rows", order)
    assert [level.order for block in found.rows for level in block.levels] == [order, Order(), order, Order()]
    assert found.columns == spec.columns
    assert shelves.sort_axis(found, "rows", Order()) == spec


axes: st.SearchStrategy[shelves.Axis] = st.sampled_from(["rows", "columns", "layers"])


Step = tuple[str, str, shelves.Axis, int]


@st.composite
def steps(draw: st.DrawFn) -> list[Step]:
    return draw(
        st.lists(
            st.tuples(
                st.sampled_from(["move", "block", "stack", "join", "step", "drop", "remove", "filter"]),
                st.sampled_from(NAMES),
                axes,
                st.integers(-1, 6),
            ),
            max_size=25,
        )
    )


def applied(spec: TableSpec, kind: str, name: str, axis: shelves.Axis, number: int) -> TableSpec:
    """One step of a hand, taken from where the variable stands."""
    standing = [
        shelves.Origin(zone, place)
        for zone in shelves.AXES
        for place, block in enumerate(shelves.blocks_of(spec, zone))
        if name in block.variables
    ]
    at = standing[number % len(standing)] if standing else None
    blocks = len(shelves.blocks_of(spec, axis))
    if kind == "move":
        return shelves.move(spec, name, axis, number, at=at)
    if kind == "filter":
        return shelves.move(spec, name, "filters", number)
    if kind == "block":
        return shelves.add_block(spec, axis, name, at)
    if kind == "stack" and at is not None:
        return shelves.stack(spec, name, at)
    if kind == "join":
        return shelves.join(spec, axis, number)
    if kind == "step":
        return shelves.step_block(spec, axis, number % blocks, 1 if number % 2 else -1)
    if kind == "drop":
        return shelves.drop_block(spec, axis, number % blocks)
    return shelves.remove(spec, name, at)


@given(steps())
def test_any_sequence_of_steps_leaves_a_table_that_can_be_computed(
    made: list[tuple[str, str, shelves.Axis, int]],
) -> None:
    spec = TableSpec()
    for kind, name, axis, number in made:
        spec = applied(spec, kind, name, axis, number)
        names = {zone: [block.variables for block in shelves.blocks_of(spec, zone)] for zone in shelves.AXES}
        for found in names.values():
            assert len(found) == 1 or all(found)  # no empty block beside others
            assert all(len(set(block)) == len(block) for block in found)  # no variable twice in a block
        used = [{one for block in found for one in block} for found in names.values()]
        used.append(set(shelves.zone_names(spec, "filters")))
        assert sum(map(len, used)) == len(set().union(*used))  # on one axis, or in the filter
        assert [len(shelves.entries(spec, zone)) for zone in shelves.AXES] == [
            sum(map(len, names[zone])) + len(names[zone]) - 1 for zone in shelves.AXES
        ]


def test_a_chip_behind_a_break_goes_into_the_block_behind_it() -> None:
    spec = shelves.add_block(TableSpec(rows=["a", "b"]), "rows", "c")
    assert shelves.zone_names(spec, "rows") == ("a", "b", "::block 1", "c")
    assert shelves.zone_names(shelves.move(spec, "d", "rows", 3), "rows") == ("a", "b", "::block 1", "d", "c")
    assert shelves.zone_names(shelves.move(spec, "d", "rows", 2), "rows") == ("a", "b", "d", "::block 1", "c")
    twice = shelves.move(spec, "a", "rows", None)
    assert shelves.zone_names(twice, "rows") == ("a", "b", "::block 1", "c", "a")
    moved = shelves.move(spec, "a", "rows", None, at=shelves.Origin("rows", 0))
    assert shelves.zone_names(moved, "rows") == ("b", "::block 1", "c", "a")


def test_a_block_is_split_joined_and_goes_when_it_is_empty() -> None:
    spec = TableSpec(rows=["a", "b", "c"])
    split = shelves.stack(spec, "b", shelves.Origin("rows", 0))
    assert shelves.zone_names(split, "rows") == ("a", "::block 1", "b", "c")
    assert shelves.join(split, "rows", 1) == spec
    assert shelves.zone_names(shelves.step_block(split, "rows", 0, 1), "rows") == ("b", "c", "::block 1", "a")
    assert shelves.zone_names(shelves.remove(split, "a"), "rows") == ("b", "c")
    assert shelves.drop_block(split, "rows", 1) == TableSpec(rows=["a"])
