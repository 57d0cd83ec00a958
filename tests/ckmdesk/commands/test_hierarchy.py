"""Commands on hierarchies: each is one step that undo takes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ckmcore.base.texts import Texts
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmdesk.commands.desk import Desk
from ckmdesk.commands.hierarchy import (
    add_alternative,
    alternatives_of,
    attach_labelled,
    edit_hierarchy,
    label_node,
    remove_alternative,
)
from ckmdesk.state.desk_state import DeskState
from tests.kit.statistics import small_data, small_statistic

TREE = Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])
NORTH = Texts("North", "Nord")


@pytest.fixture
def desk() -> Desk:
    return Desk(DeskState(statistic=small_statistic()))


def entry(desk: Desk, name: str = "area") -> VariableEntry:
    assert desk.state.statistic is not None
    return next(entry for entry in desk.state.statistic.dictionary if entry.name == name)


def test_a_hierarchy_is_attached_with_the_names_of_its_nodes_and_codes(desk: Desk) -> None:
    labels = {"N": NORTH, "0": Texts.same("Kiel"), "9": Texts.same("nowhere")}
    desk.run(attach_labelled("area", TREE, labels, "Area"))
    assert entry(desk).tree == TREE
    assert dict(entry(desk).node_labels) == {"N": NORTH}
    assert entry(desk).categories[0].label == Texts.same("Kiel")
    desk.undo()
    assert entry(desk) == next(one for one in small_statistic().dictionary if one.name == "area")


def test_a_step_keeps_names_of_groups_also_where_their_code_changes(desk: Desk) -> None:
    desk.run(attach_labelled("area", TREE, {"N": NORTH}, "Area"))
    called = Hierarchy(tuple(replace(node, code="North") if node.code == "N" else node for node in TREE.nodes))
    desk.run(edit_hierarchy("area", called, "Area", names={"N": "North"}))
    assert dict(entry(desk).node_labels) == {"North": NORTH}
    desk.run(edit_hierarchy("area", None, "Area"))
    assert entry(desk).tree is None
    desk.undo()
    assert entry(desk).tree == called


def test_nodes_are_called_in_the_dictionary(desk: Desk) -> None:
    desk.run(attach_labelled("area", TREE, {}, "Area"))
    desk.run(label_node("area", "N", NORTH, "Area"))
    desk.run(label_node("area", "2", Texts.same("Ulm"), "Area"))
    assert dict(entry(desk).node_labels) == {"N": NORTH}
    assert entry(desk).categories[2].label == Texts.same("Ulm")


def test_another_hierarchy_stands_beside_the_variable_and_its_codes_are_called_as_there(desk: Desk) -> None:
    desk.run(add_alternative("area", "area2", Texts("Markets", "Märkte"), TREE, "Markets"))
    assert desk.state.statistic is not None
    assert [one.name for one in desk.state.statistic.dictionary] == ["sex", "area", "area2"]
    assert [one.name for one in alternatives_of(desk.state.statistic, "area")] == ["area2"]
    assert entry(desk, "area2").derived == Derivation("same", "area")
    desk.run(label_node("area2", "2", Texts.same("Ulm"), "Markets", source="area"))
    assert entry(desk).categories[2].label == Texts.same("Ulm")
    data = desk.state.statistic.describe(small_data())
    assert data.dimensions["area2"].hierarchy == TREE
    assert data.dimensions["area2"].label("2") == Texts.same("Ulm")
    assert (data.columns["area2"] == data.columns["area"]).all()
    desk.run(remove_alternative("area2", "Markets"))
    desk.run(remove_alternative("area", "Area"))
    assert [one.name for one in desk.state.statistic.dictionary] == ["sex", "area"]


def test_a_name_that_is_taken_adds_nothing(desk: Desk) -> None:
    assert desk.run(add_alternative("area", "sex", Texts.same("x"), None, "x")).parts == frozenset()
