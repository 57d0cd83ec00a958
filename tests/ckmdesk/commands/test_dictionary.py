"""Commands on the dictionary, without a window."""

from __future__ import annotations

import pytest

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import MISSING, Category, StructuralZero
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.model import Statistic
from ckmdesk.commands import dictionary as commands
from ckmdesk.commands.desk import Command, Desk
from ckmdesk.state.desk_state import DeskState

CODES = tuple(Category.plain(code) for code in ("a", "b", "c", MISSING))


def desk() -> Desk:
    entries = (
        VariableEntry("area", "dimension", Texts.same("area"), CODES),
        VariableEntry("w", "weight", Texts.same("w")),
        VariableEntry("income", "magnitude", Texts.same("income")),
    )
    return Desk(DeskState(statistic=Statistic(Texts.same("S"), entries)))


def entry(of: Desk, name: str = "area") -> VariableEntry:
    assert of.state.statistic is not None
    return next(one for one in of.state.statistic.dictionary if one.name == name)


def codes(of: Desk) -> list[str]:
    return [one.code for one in entry(of).categories]


def run(of: Desk, command: Command) -> None:
    """Run it, and see that undo and redo come back to the same."""
    before = of.state
    of.run(command)
    after = of.state
    of.undo()
    assert of.state == before
    of.redo()
    assert of.state == after


def test_words_are_changed_in_one_language_and_a_title_is_never_empty() -> None:
    on = desk()
    run(on, commands.set_words("area", "title", " Gebiet ", "de", "area"))
    assert entry(on).title == Texts("area", "Gebiet")
    run(on, commands.set_words("income", "unit", "EUR", "en", "income"))
    assert entry(on, "income").unit == Texts("EUR", "")
    on.run(commands.set_words("area", "title", "", "de", "area"))
    assert entry(on).title.text("de") == "area"


@pytest.mark.parametrize("field", ["de", "en", "note", "valid_from", "valid_to"])
def test_a_category_is_described(field: commands.CategoryField) -> None:
    on = desk()
    run(on, commands.set_category("area", "b", field, "2020-01-01", "de", "area"))
    (found,) = [one for one in entry(on).categories if one.code == "b"]
    said = {
        "de": found.label.de,
        "en": found.label.en,
        "note": found.note.de,
        "valid_from": found.valid_from,
        "valid_to": found.valid_to,
    }
    assert said[field] == "2020-01-01"


def test_categories_move_together_and_what_is_missing_stays_last() -> None:
    on = desk()
    run(on, commands.move_categories("area", frozenset("bc"), -1, "area"))
    assert codes(on) == ["b", "c", "a", MISSING]
    on.run(commands.move_categories("area", frozenset("bc"), -1, "area"))
    assert codes(on) == ["b", "c", "a", MISSING]
    run(on, commands.move_categories("area", frozenset("b"), 1, "area"))
    assert codes(on) == ["c", "b", "a", MISSING]
    on.run(commands.move_categories("area", frozenset("a"), 1, "area"))
    assert codes(on) == ["c", "b", "a", MISSING]


def test_categories_are_added_before_what_is_missing_and_taken_out_with_their_node() -> None:
    on = desk()
    tree = Hierarchy.from_depths([("x", 0), ("a", 1), ("b", 1), ("y", 0), ("c", 1)])
    from ckmdesk.commands.data import attach_hierarchy

    on.run(attach_hierarchy("area", tree, "area"))
    run(on, commands.add_category("area", "a1", "area"))
    assert codes(on) == ["a", "b", "c", "a1", MISSING]
    found = entry(on).tree
    assert found is not None
    assert found.leaves_below("x") == ("a", "b", "a1")
    run(on, commands.remove_categories("area", frozenset({"c"}), "area"))
    after = entry(on).tree
    assert after is not None
    assert after.leaves == ("a", "b", "a1")
    on.run(commands.add_category("area", " ", "area"))
    on.run(commands.add_category("area", "a", "area"))
    assert codes(on) == ["a", "b", "a1", MISSING]


def test_there_is_one_weight() -> None:
    on = desk()
    run(on, commands.set_role("income", "weight", "income"))
    assert (entry(on, "income").role, entry(on, "w").role) == ("weight", "magnitude")


def test_derived_dimensions_come_below_their_source_and_go_again() -> None:
    on = desk()
    assert on.state.statistic is not None
    name = commands.free_name(on.state.statistic, "area")
    assert name == "area_2"
    rule = Derivation("prefix", "area", digits=1)
    run(on, commands.add_derived(VariableEntry(name, "dimension", Texts.same("First"), derived=rule), "First"))
    assert [one.name for one in on.state.statistic.dictionary] == ["area", "area_2", "w", "income"]
    run(on, commands.set_rule(name, Derivation("classes", "income", bounds=("1",)), "First"))
    found = entry(on, name).derived
    assert found is not None
    assert found.kind == "classes"
    run(on, commands.set_category(name, "b", "de", "B", "de", "First", CODES))
    assert [one.code for one in entry(on, name).categories] == ["a", "b", "c", MISSING]
    run(on, commands.remove_derived(name, "First"))
    on.run(commands.remove_derived("area", "area"))
    assert [one.name for one in on.state.statistic.dictionary] == ["area", "w", "income"]


def test_what_cannot_occur_is_declared_once_and_taken_back() -> None:
    on = desk()
    zero = StructuralZero((("area", ("a",)),))
    run(on, commands.declare_zero(zero))
    on.run(commands.declare_zero(zero))
    assert on.state.statistic is not None
    assert on.state.statistic.structural_zeros == (zero,)
    run(on, commands.take_back_zero(zero))
    assert on.state.statistic.structural_zeros == ()


def test_a_code_list_is_replaced_whole() -> None:
    on = desk()
    run(on, commands.set_categories("area", CODES[:2], "area"))
    assert codes(on) == ["a", "b"]
