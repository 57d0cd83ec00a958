"""Commands of the method page: variants side by side, by name, with notes; from files and from what is in force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.ptable import Design, FixedProbability, open_ptable, shuffle, write_ptable
from ckmcore.ptable.files.native_format import OwnFile, Shuffled
from ckmcore.ptable.stored import stored_table
from ckmcore.statistic.period import Decision
from ckmdesk.commands import method as commands
from ckmdesk.commands.desk import Desk
from ckmdesk.state.desk_state import DeskState, MethodState, Variant
from ckmdesk.state.variant import keep_table, own_file, ptable_of, variant_in_force, variant_text
from tests.kit.fails import fails
from tests.kit.statistics import small_statistic

A = Variant("A", "why A", Design(D=5, V=3.0, js=2))
B = Variant("B", design=Design(D=2, V=1.08, js=1))
C = Variant("C", design=Design(D=3, V=1.5, js=0))


def desk(*variants: Variant, **method: object) -> Desk:
    state = MethodState(variants or (A, B, C), **method)  # type: ignore[arg-type]
    return Desk(DeskState(page="method", statistic=small_statistic(), method=state))


def names(made: Desk) -> list[str]:
    return [variant.name for variant in made.state.method.variants]


# --- adding and removing ---------------------------------------------------------------------------------------------


def test_a_new_variant_is_a_copy_of_the_chosen_one_under_a_free_letter_and_is_worked_on() -> None:
    made = desk(A, replace(C, name="C"), chosen=1)
    made.run(commands.add_variant())
    assert names(made) == ["A", "C", "B"]
    assert made.state.method.variant == replace(C, name="B")
    made.run(commands.add_variant(Variant("A", design=Design(D=7))))
    assert made.state.method.variant == Variant("D", design=Design(D=7))
    made.undo()
    made.undo()
    assert made.state.method == MethodState((A, replace(C, name="C")), chosen=1)


def test_there_are_as_many_variants_as_wanted() -> None:
    made = desk(A)
    for _ in range(30):
        made.run(commands.add_variant())
    assert len(set(names(made))) == 31
    assert names(made)[25:28] == ["Z", "1", "2"]


def test_the_last_variant_stays_and_places_that_do_not_exist_change_nothing() -> None:
    made = desk(A)
    made.run(commands.remove_variant(0))
    assert names(made) == ["A"]
    made = desk()
    for place in (-1, 3):
        made.run(commands.remove_variant(place))
    assert names(made) == ["A", "B", "C"]
    assert made.undo_name is None


@pytest.mark.parametrize(
    ("place", "chosen", "left", "compared"),
    [
        (0, "B", ["B", "C"], ("C",)),
        (1, "C", ["A", "C"], ("A", "C")),
        (2, "B", ["A", "B"], ("A",)),
    ],
)
def test_the_chosen_and_the_compared_variants_move_along_when_one_is_removed(
    place: int, chosen: str, left: list[str], compared: tuple[str, ...]
) -> None:
    made = desk(chosen=1, compared=(0, 2))
    made.run(commands.remove_variant(place))
    assert names(made) == left
    method = made.state.method
    assert method.variant.name == chosen
    assert tuple(method.variants[one].name for one in method.compared) == compared
    made.undo()
    assert made.state.method == MethodState((A, B, C), chosen=1, compared=(0, 2))


@given(st.lists(st.sampled_from(["add", "remove", "choose", "compare"]), max_size=12), st.data())
def test_what_is_chosen_and_compared_always_exists(steps: list[str], data: st.DataObject) -> None:
    made = desk()
    for step in steps:
        place = data.draw(st.integers(0, len(made.state.method.variants) - 1))
        other = data.draw(st.integers(0, len(made.state.method.variants) - 1))
        command = {
            "add": commands.add_variant(),
            "remove": commands.remove_variant(place),
            "choose": commands.choose_variant(place),
            "compare": commands.compare((place, other)),
        }[step]
        before = made.state.method
        made.run(command)
        method = made.state.method
        assert 0 <= method.chosen < len(method.variants)
        assert set(method.compared) <= set(range(len(method.variants)))
        if step == "remove" and before.chosen != place:
            assert method.variant == before.variant
    while made.undo_name is not None:
        made.undo()
        assert made.state.method.variant in made.state.method.variants
    assert made.state.method.variants == (A, B, C)


# --- what is in force ------------------------------------------------------------------------------------------------


def test_a_copy_of_what_is_in_force_goes_on_from_its_design_and_leaves_it_as_it_is() -> None:
    made = desk(A, B, chosen=1)
    worked_on = replace(B, notes="as decided", seed=9)
    made.run(commands.set_variant(worked_on, "seed"))
    table = ptable_of(worked_on)
    made.run(commands.put_in_force(CellKeyMethod(table), "2026-01-16", Decision("Board"), variant_text(worked_on)))
    in_force = made.state.statistic.period.in_force if made.state.statistic else None
    made.run(commands.copy_in_force())
    assert made.state.method.variant == replace(worked_on, name="C")
    assert ptable_of(made.state.method.variant) == table
    assert made.state.statistic is not None
    assert made.state.statistic.period.in_force == in_force


def test_a_copy_of_what_is_in_force_holds_what_was_set_by_hand() -> None:
    row = ptable_of(replace(C, shuffled=False)).row_distribution(3)
    pins = (FixedProbability(3, 3, row[0] - 0.01), FixedProbability(3, 4, row[1] + 0.01))
    changed = replace(C, loose=pins, shuffled=False)
    made = desk(changed)
    made.run(commands.put_in_force(CellKeyMethod(ptable_of(changed)), "2026-01-16", None, variant_text(changed)))
    made.run(commands.copy_in_force())
    assert made.state.method.variant.loose == pins
    assert ptable_of(made.state.method.variant) == ptable_of(changed)


@pytest.mark.parametrize("record", ["", "{}", "no JSON", variant_text(C)])
def test_without_its_design_on_record_the_table_itself_is_copied(record: str) -> None:
    table = shuffle(Design(D=4, V=2.0, js=1).table(), 0.05, 4)
    made = desk(A)
    made.run(commands.put_in_force(CellKeyMethod(table), "2026-01-16", None, record))
    made.run(commands.copy_in_force())
    found = made.state.method.variant
    assert (found.name, found.shuffled, found.file) == ("B", False, "")
    assert found.table == stored_table(table)
    assert ptable_of(found) == table


def test_other_last_digits_of_the_same_table_are_the_same_design() -> None:
    # As another processor or a later version of the program designs it.
    table = ptable_of(A)
    bounds = tuple(bound if bound == 1 else bound + Fraction(1, 10**15) for bound in table.exact_bounds)
    other = replace(table, bounds=bounds)
    assert other != table
    made = desk(B)
    made.run(commands.put_in_force(CellKeyMethod(other), "2026-01-16", None, variant_text(A)))
    made.run(commands.copy_in_force())
    assert made.state.method.variant == replace(A, name="A")
    own = OwnFile(other, A.design, Shuffled(A.threshold, A.seed))
    made.run(commands.import_table("mine.json", stored_table(other), own))
    assert made.state.method.variant.design == A.design
    assert made.state.method.variant.table is None


def test_rounding_in_force_and_no_statistic_give_nothing_to_copy() -> None:
    made = desk(A)
    assert variant_in_force(made.state.statistic) is None
    made.run(commands.copy_in_force())
    assert names(made) == ["A"]
    empty = Desk()
    empty.run(commands.copy_in_force())
    empty.run(commands.put_in_force(CellKeyMethod(Design().table()), "2026-01-16"))
    assert empty.state == DeskState()


def test_what_is_in_force_is_looked_at_without_an_undo_step_and_a_change_leaves_it() -> None:
    made = desk(compared=(0, 1))
    made.run(commands.look_at_in_force())
    assert made.state.method.in_force
    assert made.state.method.compared == ()
    assert made.undo_name is None
    made.run(commands.set_variant(replace(A, notes="x"), "notes"))
    assert not made.state.method.in_force
    assert made.state.method.variant.notes == "x"


def test_a_table_that_changes_zeros_is_not_put_in_force() -> None:
    from ckmcore.ptable import parse_ptable

    zeros = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;0.5;0;0.5\n0;1;0.5;1;1\n1;1;1;0;1\n", "zeros.csv")
    made = desk()
    before = made.state
    with fails("ptable_zeros_not_kept"):
        made.run(commands.put_in_force(CellKeyMethod(zeros), "2026-01-16"))
    assert made.state == before
    assert made.undo_name is None


def test_putting_in_force_is_undone_with_its_decision() -> None:
    made = desk()
    before = made.state
    made.run(commands.put_in_force(CellKeyMethod(ptable_of(A)), "2026-01-16", Decision("Board")))
    assert made.state.statistic is not None
    assert [one.body for one in made.state.statistic.period.decisions] == ["Board"]
    made.undo()
    assert made.state == before


# --- names and notes -------------------------------------------------------------------------------------------------


def test_a_variant_is_renamed_without_the_blanks_around_its_name() -> None:
    made = desk(chosen=1)
    made.run(commands.rename_variant("  Larger V "))
    assert names(made) == ["A", "Larger V", "C"]
    assert made.undo_name == commands.rename_variant("Larger V").name
    made.undo()
    assert names(made) == ["A", "B", "C"]


@pytest.mark.parametrize("name", ["", "   ", "A", " C ", "B"])
def test_an_empty_name_and_one_that_is_taken_change_nothing(name: str) -> None:
    made = desk(chosen=1)
    made.run(commands.rename_variant(name))
    assert names(made) == ["A", "B", "C"]
    assert made.undo_name is None


def test_notes_typed_on_are_one_undo_step() -> None:
    made = desk()
    for end in range(1, 20):
        made.run(commands.note_variant("Because of row 3 ..."[:end]))
    assert made.state.method.variant.notes == "Because of row 3 .."
    made.undo()
    assert made.state.method.variant.notes == "why A"
    assert made.undo_name is None


def test_notes_of_another_variant_are_an_undo_step_of_their_own() -> None:
    made = desk()
    made.run(commands.note_variant("one"))
    made.run(commands.choose_variant(1))
    made.run(commands.note_variant("two"))
    made.undo()
    assert [one.notes for one in made.state.method.variants] == ["one", "", ""]


def test_the_same_parameter_of_another_variant_is_an_undo_step_of_its_own() -> None:
    made = desk()
    made.run(commands.set_variant(replace(A, design=replace(A.design, V=2.9)), "V"))
    made.run(commands.choose_variant(1))
    made.run(commands.set_variant(replace(B, design=replace(B.design, V=1.2)), "V"))
    made.undo()
    assert [one.design.V for one in made.state.method.variants] == [2.9, 1.08, 1.5]


def test_two_probabilities_set_by_hand_are_two_undo_steps() -> None:
    made = desk()
    made.run(commands.set_probability(replace(A, loose=(FixedProbability(3, 3, 0.4),)), "p(3 → 3)"))
    made.run(commands.set_probability(replace(A, loose=(FixedProbability(3, 3, 0.5),)), "p(3 → 3)"))
    made.undo()
    assert made.state.method.variant.loose == (FixedProbability(3, 3, 0.4),)


# --- side by side ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "kept"),
    [((0, 1), (0, 1)), ((2, 0), (0, 2)), ((1, 1, 1), (1,)), ((0, 1, 2, 3), (0, 1, 2)), ((-1, 7), ()), ((), ())],
)
def test_at_most_three_variants_that_exist_stand_side_by_side(places: tuple[int, ...], kept: tuple[int, ...]) -> None:
    made = desk(A, B, C, Variant("D"), in_force=True)
    made.run(commands.compare(places))
    assert made.state.method.compared == kept
    assert not made.state.method.in_force
    assert made.undo_name is None


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_table_read_from_a_file_becomes_a_variant_of_its_own_in_its_own_order() -> None:
    table = Design(D=4, V=2.0, js=1).table()
    made = desk(chosen=0)
    made.run(commands.import_table("table.csv", stored_table(table)))
    assert made.state.method.variant == Variant("D", "", shuffled=False, file="table.csv", table=stored_table(table))
    assert made.state.method.variants[:3] == (A, B, C)
    assert ptable_of(made.state.method.variant) == table
    made.undo()
    assert made.state.method.variant == A


@pytest.mark.parametrize(
    "variant",
    [
        A,
        replace(A, shuffled=False),
        replace(B, threshold=0.02, seed=77),
        replace(C, design=replace(C.design, pins=(FixedProbability(2, 2, 0.5),), last_row=9, mono=False)),
    ],
)
def test_our_own_file_gives_the_design_back(variant: Variant, tmp_path: Path) -> None:
    write_ptable(own_file(variant), tmp_path / "mine.json", "json")
    opened = open_ptable(tmp_path / "mine.json")
    made = desk(Variant("Mine", "notes of mine"))
    made.run(commands.import_table("mine.json", keep_table(opened.table), opened.own))
    found = made.state.method.variant
    assert found.table is None
    assert found.file == ""
    assert (found.name, found.notes) == ("A", "")
    assert found.design == variant.design
    assert found.shuffled == variant.shuffled
    if variant.shuffled:
        assert (found.threshold, found.seed) == (variant.threshold, variant.seed)
    assert ptable_of(found) == ptable_of(variant)


def test_a_design_that_does_not_make_the_table_of_its_file_is_not_gone_on_with() -> None:
    table = Design(D=2, V=1.08, js=1).table()
    own = OwnFile(table, Design(D=5, V=3.0, js=2), Shuffled(0.05, 1))
    impossible = OwnFile(table, Design(D=5, V=3.0, js=2, pins=(FixedProbability(1, 6, 0.9),)), None)
    for one in (own, impossible):
        made = desk(A)
        made.run(commands.import_table("mine.json", stored_table(table), one))
        assert made.state.method.variant == Variant(
            "B", "", shuffled=False, file="mine.json", table=stored_table(table)
        )


def test_our_own_file_of_a_variant_changed_by_hand_holds_the_table_alone(tmp_path: Path) -> None:
    row = ptable_of(replace(C, shuffled=False)).row_distribution(3)
    changed = replace(C, loose=(FixedProbability(3, 3, row[0] - 0.01), FixedProbability(3, 4, row[1] + 0.01)))
    write_ptable(own_file(changed), tmp_path / "mine.json", "json")
    opened = open_ptable(tmp_path / "mine.json")
    made = desk(A)
    made.run(commands.import_table("mine.json", keep_table(opened.table), opened.own))
    assert made.state.method.variant.table is not None
    assert ptable_of(made.state.method.variant) == ptable_of(changed)
