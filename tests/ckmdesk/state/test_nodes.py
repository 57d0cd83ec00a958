"""Nodes that are opened, moved, grouped and hidden by hand: what becomes of the level."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.axis import shown_places
from ckmcore.tabulate.layout import shown_level
from ckmcore.tabulate.spec import Group, Level
from ckmdesk.state import nodes

TREE = Hierarchy.from_depths(
    [("a", 0), ("aa", 1), ("aa1", 2), ("aa2", 2), ("ab", 1), ("ab1", 2), ("b", 0), ("ba", 1), ("ba1", 2)]
)
DIMENSION = Dimension("v", Texts.same("V"), tuple(map(Category.plain, TREE.leaves)), TREE)


def codes(level: Level) -> list[str]:
    axis = nodes.axis_of(DIMENSION, level)
    return [str(axis.nodes[place].code) for place in shown_level(level, axis).shown.tolist() if place]


def toggled(level: Level, code: str) -> Level:
    return replace(level, **nodes.toggled(level, nodes.axis_of(DIMENSION, level), code))


def test_a_node_is_opened_alone_and_closed_again() -> None:
    laender = Level("v", depths=(0,))
    opened = toggled(laender, "a")
    assert codes(opened) == ["a", "aa", "ab", "b"]
    assert codes(toggled(opened, "a")) == ["a", "b"]
    deeper = toggled(opened, "ab")
    assert codes(deeper) == ["a", "aa", "ab", "ab1", "b"]
    assert codes(toggled(deeper, "a")) == ["a", "b"]


def test_a_node_of_a_whole_tree_is_closed_alone() -> None:
    assert codes(toggled(Level("v"), "a")) == ["a", "b", "ba", "ba1"]
    assert codes(toggled(Level("v"), "aa")) == ["a", "aa", "ab", "ab1", "b", "ba", "ba1"]


@given(st.lists(st.sampled_from(["a", "aa", "ab", "b", "ba"]), max_size=8))
def test_opening_and_closing_changes_what_stands_below_a_node_and_nothing_else(steps: list[str]) -> None:
    level = Level("v", depths=(0,))
    for code in steps:
        if code not in codes(level):
            continue
        axis = nodes.axis_of(DIMENSION, level)
        was_open = nodes.is_open(level, axis, code)
        before, level = codes(level), toggled(level, code)
        after = codes(level)
        below = set(TREE.leaves_below(code)) | {node.code for node in TREE.nodes if node.code.startswith(code)}
        assert [one for one in before if one not in below] == [one for one in after if one not in below]
        assert nodes.is_open(level, axis, code) != was_open


def test_a_node_moves_among_those_beside_it_with_all_that_stands_below() -> None:
    level = Level("v")
    axis = nodes.axis_of(DIMENSION, level)
    moved = replace(level, **nodes.moved(axis, codes(level), "a", 1))
    assert codes(moved) == ["b", "ba", "ba1", "a", "aa", "aa1", "aa2", "ab", "ab1"]
    assert nodes.moved(axis, codes(level), "b", 1) == {}
    again = replace(moved, **nodes.moved(axis, codes(moved), "aa2", -1))
    assert codes(again)[4:7] == ["aa", "aa2", "aa1"]


def test_groups_of_groups_hold_the_categories_of_both() -> None:
    level = Level("v", groups=(Group(Texts.same("G"), ("aa", "b")),))
    axis = nodes.axis_of(DIMENSION, level)
    both = nodes.grouped(level, axis, ["group:1", "ab"], Texts.same("H"))["groups"]
    assert both[1] == Group(Texts.same("H"), ("aa", "b", "ab"))
    assert nodes.without_group(replace(level, groups=both), 0)["groups"] == both[1:]
    entry = nodes.group_entry(DIMENSION, both[0], "v_groups")
    assert entry.derived is not None
    assert entry.derived.groups[0].codes == ("aa1", "aa2", "ba1")


def test_hidden_nodes_leave_the_others_and_the_last_one_stays() -> None:
    level = Level("v", depths=(0,), expanded=("a",))
    axis = nodes.axis_of(DIMENSION, level)
    hidden = replace(level, **nodes.hidden(level, axis, ["aa"]))
    assert codes(hidden) == ["a", "ab", "b"]
    assert nodes.hidden(hidden, axis, ["a", "ab", "b"]) == {}
    assert len(shown_places(hidden, axis)) == 3


def test_a_level_whose_nodes_are_all_hidden_shows_its_own_groups_alone() -> None:
    level = Level("v", depths=(0,), groups=(Group(Texts.same("G"), ("aa", "b")), Group(Texts.same("H"), ("ab",))))
    axis = nodes.axis_of(DIMENSION, level)
    alone = replace(level, **nodes.hidden(level, axis, ["a", "b"]))
    assert codes(alone) == ["group:1", "group:2"]
    last = replace(alone, **nodes.hidden(alone, axis, ["group:1"]))
    assert [group.label.en for group in last.groups] == ["H"]
    assert nodes.hidden(last, nodes.axis_of(DIMENSION, last), ["group:1"]) == {}
    assert not replace(last, **nodes.without_group(last, 0)).groups_only
