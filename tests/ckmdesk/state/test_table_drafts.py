"""A table keeps its changes until they are taken over or discarded, whatever else is laid out meanwhile."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands import saved_tables
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Command, Desk
from ckmdesk.shell.command_names import NAMES
from ckmdesk.state.desk_state import DeskState, TableDraft, TableState
from ckmdesk.state.table_drafts import is_modified, saved_table, working_states
from ckmdesk.state.workspace import opened, with_workspace
from tests.kit.statistics import small_statistic

SEX, AREA, BOTH, SWAPPED = (
    TableSpec(["sex"]),
    TableSpec(["area"]),
    TableSpec(["area"], ["sex"]),
    TableSpec(["sex"], ["area"]),
)
A, B = SavedTable("a", SEX), SavedTable("b", AREA)
NOW = "2026-01-01T10:00:00"


def desk() -> Desk:
    return Desk(DeskState("tables", replace(small_statistic(), tables=(A, B)), TableState(SEX, "a")))


def saved(made: Desk, name: str) -> TableSpec | None:
    found = saved_table(made.state.statistic, name)
    return None if found is None else found.spec


def changed() -> Desk:
    """Table a, with another title, was left for table b."""
    made = desk()
    made.run(commands.set_title(Texts.same("New")))
    made.run(commands.open_table(B))
    return made


NEW = SEX.with_changes(title=Texts.same("New"))


def test_leaving_a_table_keeps_its_changes_and_coming_back_shows_them() -> None:
    made = changed()
    assert made.state.table == TableState(AREA, "b")
    assert made.state.drafts == (TableDraft(NEW, "a"),)
    assert saved(made, "a") == SEX
    made.run(commands.open_table(A))
    assert made.state.table == TableState(NEW, "a")
    assert made.state.drafts == ()
    assert is_modified(made.state)


def test_a_table_without_changes_leaves_nothing_behind() -> None:
    made = desk()
    made.run(commands.open_table(B))
    made.run(commands.new_table())
    assert made.state.drafts == ()
    assert not made.unsaved


def test_a_table_without_a_name_is_reached_by_its_number_until_it_is_saved_or_discarded() -> None:
    made = desk()
    for spec in (BOTH, SWAPPED):
        made.run(commands.new_table())
        made.run(saved_tables.adapt_table(spec))
    made.run(commands.open_table(A))
    assert [(one.spec, one.untitled) for one in made.state.drafts] == [(BOTH, 1), (SWAPPED, 2)]
    made.run(commands.open_untitled(1, "Untitled"))
    assert made.state.table == TableState(BOTH, untitled=1)
    made.run(commands.open_table(B))
    assert sorted(one.untitled for one in made.state.drafts) == [1, 2]
    made.run(commands.save_untitled(1, "c", NOW))
    assert saved(made, "c") == BOTH
    assert made.state.table == TableState(AREA, "b")
    made.run(commands.discard_changes("", "Untitled", 2))
    assert made.state.drafts == ()


def test_a_table_without_a_name_that_is_what_a_saved_one_is_leaves_nothing_behind() -> None:
    made = desk()
    made.run(commands.new_table())
    made.run(saved_tables.adapt_table(AREA))
    made.run(commands.open_table(A))
    assert made.state.drafts == ()


def test_saving_a_table_under_its_name_leaves_the_working_states_of_others() -> None:
    made = changed()
    made.run(saved_tables.adapt_table(BOTH))
    made.run(commands.take_over_tables(("b",), NOW))
    assert saved(made, "b") == BOTH
    assert made.state.drafts == (TableDraft(NEW, "a"),)
    made.run(commands.take_over_tables(("a", "b"), NOW))
    assert saved(made, "a") == NEW
    assert working_states(made.state) == ()
    folder = replace(A, folder="1")
    kept = Desk(DeskState("tables", replace(small_statistic(), tables=(folder,)), TableState(NEW, "a")))
    kept.run(commands.take_over_tables(("a",), NOW))
    assert kept.state.statistic is not None
    assert kept.state.statistic.tables == (replace(folder, spec=NEW, changed=NOW),)


def test_all_taken_over_are_saved_those_without_a_name_under_one() -> None:
    made = changed()
    made.run(commands.new_table())
    made.run(saved_tables.adapt_table(BOTH))
    made.run(commands.take_over_all(NOW, "b"))
    assert saved(made, "a") == NEW
    assert saved(made, "b (2)") == BOTH
    assert made.state.table == TableState(BOTH, "b (2)")
    assert working_states(made.state) == ()


def test_discarding_brings_back_what_was_saved() -> None:
    made = changed()
    made.run(commands.discard_changes("a", "a"))
    assert working_states(made.state) == ()
    made.run(commands.open_table(A))
    made.run(commands.set_title(Texts.same("New")))
    made.run(commands.discard_changes("a", "a"))
    assert made.state.table == TableState(SEX, "a")
    made.undo()
    assert made.state.table == TableState(NEW, "a")


def test_undo_reaches_behind_leaving_saving_and_discarding() -> None:
    made = desk()
    first = made.state
    steps = (
        commands.set_title(Texts.same("New")),
        commands.open_table(B),
        saved_tables.adapt_table(BOTH),
        commands.new_table(),
        saved_tables.adapt_table(SWAPPED),
        commands.open_table(A),
        commands.take_over_tables(("a",), NOW),
        commands.discard_changes("b", "b"),
        commands.discard_changes("", "Untitled", 1),
    )
    states = []
    for step in steps:
        states.append(made.state)
        made.run(step)
        assert step.name.key in NAMES
        assert made.state != states[-1]
    last = made.state
    assert working_states(last) == ()
    for before in reversed(states):
        made.undo()
        assert made.state == before
    assert made.state == first
    for _step in steps:
        made.redo()
    assert made.state == last


def test_renaming_and_deleting_a_table_take_its_working_state_along() -> None:
    made = changed()
    made.run(saved_tables.rename_table("a", "z"))
    assert made.state.drafts == (TableDraft(NEW, "z"),)
    made.run(commands.delete_table("z"))
    assert made.state.drafts == ()
    made.undo()
    assert made.state.drafts == (TableDraft(NEW, "z"),)


def test_saving_under_the_name_of_another_table_replaces_its_working_state_too() -> None:
    made = changed()
    made.run(commands.save_table("a", NOW))
    assert saved(made, "a") == AREA
    assert working_states(made.state) == ()


def test_working_states_are_unsaved_work_and_looking_at_another_table_is_none() -> None:
    made = changed()
    assert made.unsaved
    made.mark_saved()
    made.run(commands.open_table(A))
    assert not made.unsaved
    made.run(commands.discard_changes("a", "a"))
    assert made.unsaved


def test_the_file_keeps_working_states_and_opens_with_them() -> None:
    made = changed()
    made.run(commands.new_table())
    made.run(saved_tables.adapt_table(BOTH))
    made.run(commands.open_table(B))
    written = with_workspace(made.state)
    assert written is not None
    assert working_states(opened(written)) == working_states(made.state)
    # A file of a former version knows nothing of them.
    former = msgspec.json.decode(written.workspace)
    del former["drafts"]
    again = opened(replace(written, workspace=msgspec.json.encode(former).decode()))
    assert again.drafts == ()
    assert again.table == TableState(AREA, "b")


def test_a_working_state_of_a_table_that_is_gone_is_kept_without_a_name() -> None:
    written = with_workspace(changed().state)
    assert written is not None
    again = opened(replace(written, tables=(B,)))
    assert again.drafts == (TableDraft(NEW, untitled=1),)
    # One that is what is saved is none.
    same = opened(replace(written, tables=(SavedTable("a", NEW), B)))
    assert same.drafts == ()


# --- any sequence ----------------------------------------------------------------------------------------------------

ACTIONS = st.tuples(st.sampled_from(("edit", "open", "new", "untitled", "save", "discard")), st.integers(0, 5))


def step(made: Desk, what: str, drawn: int) -> Command:
    """One action of a hand, on what there is."""
    statistic, table = made.state.statistic, made.state.table
    assert statistic is not None
    if what == "edit":
        return commands.set_title(Texts.same(f"title {drawn}"))
    if what == "open":
        return commands.open_table(statistic.tables[drawn % len(statistic.tables)])
    if what == "new":
        return commands.new_table()
    if what == "untitled":
        return commands.open_untitled(drawn, "Untitled")
    if what == "save":
        return commands.take_over_tables((table.name,), NOW) if table.name else commands.save_table(f"n{drawn}", NOW)
    return commands.discard_changes(table.name, "t", table.untitled)


@given(st.lists(ACTIONS, max_size=25))
def test_whatever_is_done_no_layout_is_lost_but_by_discarding_and_undo_brings_all_back(
    actions: list[tuple[str, int]],
) -> None:
    made = desk()
    states = [made.state]
    for what, drawn in actions:
        before = made.state
        made.run(step(made, what, drawn))
        if made.state == before:
            continue
        states.append(made.state)
        layouts = {one.spec for one in working_states(made.state)}
        assert made.state.statistic is not None
        layouts |= {table.spec for table in made.state.statistic.tables}
        if what in ("open", "new", "untitled"):
            assert {one.spec for one in working_states(before)} <= layouts
            assert made.state.statistic == before.statistic
        keys = [(one.name, one.untitled) for one in working_states(made.state)]
        assert len(set(keys)) == len(keys)
        assert (made.state.table.name, made.state.table.untitled) not in [
            (one.name, one.untitled) for one in made.state.drafts
        ]
        assert all(saved(made, one.name) not in (None, one.spec) for one in made.state.drafts if one.name)
        written = with_workspace(made.state)
        assert written is not None
        kept = {(one.name, one.spec) for one in working_states(opened(written))}
        assert kept == {(one.name, one.spec) for one in working_states(made.state)}
    for then in reversed(states[:-1]):
        made.undo()
        assert made.state == then
