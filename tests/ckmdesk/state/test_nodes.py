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
    assert codes(last) == ["group:2"]
    assert nodes.hidden(last, axis, ["group:2"]) == {}
    dissolved = replace(last, **nodes.without_group(last, 0))
    assert codes(dissolved) == ["group:1"]
    assert dissolved.groups[0].label.en == "H"
    only = replace(level, **nodes.only(level, axis, ["group:2"]))
    assert codes(only) == ["group:2"]


def test_only_some_nodes_stay_with_what_is_shown_below_them() -> None:
    level = Level("v", depths=(0, 1), hidden=("ab",))
    axis = nodes.axis_of(DIMENSION, level)
    only = replace(level, **nodes.only(level, axis, ["a"]))
    assert codes(only) == ["a", "aa"]
    assert nodes.shows_only_some(only)
    assert nodes.only(level, axis, []) == {}


def test_a_node_that_is_opened_shows_what_was_hidden_right_below_it() -> None:
    level = Level("v", depths=(0,), expanded=("a",))
    axis = nodes.axis_of(DIMENSION, level)
    closed = replace(level, **nodes.hidden(level, axis, ["aa", "ab"]))
    assert codes(closed) == ["a", "b"]
    assert codes(replace(closed, **nodes.toggled(closed, axis, "a"))) == ["a", "aa", "ab", "b"]


def test_nodes_or_the_whole_level_are_opened_by_one_level() -> None:
    level = Level("v", depths=(0,))
    axis = nodes.axis_of(DIMENSION, level)
    assert codes(replace(level, **nodes.one_level_on(level, axis, ["b"]))) == ["a", "b", "ba"]
    whole = replace(level, **nodes.one_level_on(level, axis, []))
    assert codes(whole) == ["a", "aa", "ab", "b", "ba"]
    last = replace(whole, **nodes.one_level_on(whole, axis, []))
    assert nodes.one_level_on(last, axis, []) == {}
    assert nodes.one_level_on(last, axis, ["a"]) == {}


def test_a_node_is_called_otherwise_and_as_everywhere_again() -> None:
    level = replace(Level("v"), **nodes.renamed(Level("v"), "a", Texts("First", "Erste")))
    assert nodes.axis_of(DIMENSION, level).nodes[1].label == Texts("First", "Erste")
    assert nodes.renamed(level, "a", Texts()) == {"labels": ()}


def test_nodes_are_moved_before_or_behind_another_one() -> None:
    found = ["a", "b", "c", "d"]
    assert nodes.moved_to(found, ["d", "c"], "a", after=False)["order"].codes == ("d", "c", "a", "b")
    assert nodes.moved_to(found, ["a"], "c", after=True)["order"].codes == ("b", "c", "a", "d")
    assert nodes.moved_to(found, ["a"], "b", after=False) == {}
    assert nodes.moved_to(found, ["a"], "a", after=True) == {}
