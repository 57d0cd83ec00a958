"""Working states of tables: what was changed and not saved, of the table on the screen and of those that were left.

Each saved table keeps its changes until they are taken over or discarded; a table that was never saved keeps all of
itself, known by a number.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ckmcore.base.texts import Texts
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.tables import free_name
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.state.desk_state import DeskState, TableDraft, TableState
from ckmdesk.state.presentation import is_blank, new_spec

Drafts = tuple[TableDraft, ...]


def saved_table(statistic: Statistic | None, name: str) -> SavedTable | None:
    """Return the saved table of a name, if there is one."""
    tables = () if statistic is None else statistic.tables
    return next((table for table in tables if name and table.name == name), None)


def is_modified(state: DeskState) -> bool:
    """Return whether the table on the screen has unsaved changes."""
    saved, spec = saved_table(state.statistic, state.table.name), state.table.spec
    if state.statistic is None:
        return False
    if saved is None:
        return not is_blank(spec) and all(spec != table.spec for table in state.statistic.tables)
    return spec != saved.spec


def title_is_of_another_breakdown(state: DeskState) -> bool:
    """Return whether the table on the screen has a written title from when it had other variables or filters."""
    saved, spec = saved_table(state.statistic, state.table.name), state.table.spec
    written = saved is not None and spec.title == saved.spec.title != Texts()
    return written and saved is not None and _breakdown(spec) != _breakdown(saved.spec)


def _breakdown(spec: TableSpec) -> tuple[object, ...]:
    """Return what a title names: variables and filters."""
    return frozenset(spec.variables), spec.filters


def left(state: DeskState) -> Drafts:
    """Return the working states after leaving the table on the screen: nothing is lost."""
    if not is_modified(state):
        return state.drafts
    table = state.table
    if saved_table(state.statistic, table.name) is not None:
        return (*state.drafts, TableDraft(table.spec, table.name))
    number = table.untitled or 1 + max((draft.untitled for draft in state.drafts), default=0)
    return (*state.drafts, TableDraft(table.spec, untitled=number))


def working_states(state: DeskState) -> Drafts:
    """Return every table with changes; the one on the screen is last."""
    return left(state)


def working_spec(state: DeskState, name: str) -> TableSpec | None:
    """Return the present layout of a saved table, saved or not; None if there is no such table."""
    if name and name == state.table.name:
        return state.table.spec
    saved = saved_table(state.statistic, name)
    drafted = (draft.spec for draft in state.drafts if draft.name == name != "")
    return None if saved is None else next(drafted, saved.spec)


def with_table(state: DeskState, table: TableState) -> DeskState:
    """Return the state with another table on the screen; changes of the former one are kept."""
    drafts = tuple(draft for draft in left(state) if (draft.name, draft.untitled) != (table.name, table.untitled))
    return replace(state, table=table, drafts=drafts)


def showing(state: DeskState, name: str) -> DeskState:
    """Return the state with a saved table on the screen, as it was left."""
    spec = working_spec(state, name)
    return state if spec is None or name == state.table.name else with_table(state, TableState(spec, name))


def showing_untitled(state: DeskState, number: int) -> DeskState:
    """Return the state with an untitled table on the screen."""
    found_draft = next((draft for draft in state.drafts if number and draft.untitled == number), None)
    return state if found_draft is None else with_table(state, TableState(found_draft.spec, untitled=number))


def showing_layout(state: DeskState, name: str, spec: TableSpec) -> DeskState:
    """Return the state with a table as it was released or evaluated.

    It is the saved one if its layout is the same, else one without a name, so that no changes are lost.
    """
    if spec == state.table.spec:
        return state
    if working_spec(state, name) == spec:
        return showing(state, name)
    kept_draft = next((draft for draft in state.drafts if draft.untitled and draft.spec == spec), None)
    return with_table(state, TableState(spec)) if kept_draft is None else showing_untitled(state, kept_draft.untitled)


def taken_over(state: DeskState, names: Collection[str], changed: str) -> DeskState:
    """Save the working states of the saved tables `names`; `changed` is the time (ISO)."""
    statistic = state.statistic
    if statistic is None:
        return state
    for each_draft in working_states(state):
        saved = saved_table(statistic, each_draft.name)
        if saved is not None and each_draft.name in names:
            statistic = statistic.with_table(replace(saved, spec=each_draft.spec, changed=changed))
    return replace(state, statistic=statistic, drafts=tuple(draft for draft in state.drafts if draft.name not in names))


def named(state: DeskState, number: int, name: str, changed: str) -> DeskState:
    """A table that was left without a name is a saved table."""
    found_draft = next((draft for draft in working_states(state) if number and draft.untitled == number), None)
    if state.statistic is None or found_draft is None:
        return state
    table = replace(state.table, name=name, untitled=0) if state.table.untitled == number else state.table
    statistic = state.statistic.with_table(SavedTable(name, found_draft.spec, changed))
    drafts = tuple(draft for draft in state.drafts if draft.untitled != number)
    return replace(state, statistic=statistic, table=table, drafts=drafts)


def all_taken_over(state: DeskState, changed: str, untitled: str) -> DeskState:
    """Save every working state; those without a name become `untitled` with a number."""
    new_taken_over = taken_over(state, {draft.name for draft in working_states(state) if draft.name}, changed)
    on_screen = is_modified(new_taken_over)
    for draft in working_states(new_taken_over):
        if new_taken_over.statistic is None:
            break
        name = free_name(untitled, {table.name for table in new_taken_over.statistic.tables})
        new_taken_over = replace(
            new_taken_over, statistic=new_taken_over.statistic.with_table(SavedTable(name, draft.spec, changed))
        )
        if on_screen and draft.spec == new_taken_over.table.spec:
            new_taken_over = replace(new_taken_over, table=replace(new_taken_over.table, name=name, untitled=0))
    return replace(new_taken_over, drafts=())


def discarded(state: DeskState, name: str, untitled: int = 0) -> DeskState:
    """Discard the changes of a saved table; an unsaved one is removed. "" and 0 mean the one on the screen."""
    drafts = tuple(draft for draft in state.drafts if (draft.name, draft.untitled) != (name, untitled))
    table = state.table
    if (table.name, table.untitled) == (name, untitled):
        saved = saved_table(state.statistic, name)
        spec = new_spec(table.spec.presentation.block_total) if saved is None else saved.spec
        table = TableState(spec, "" if saved is None else name, table.trial, table.shading, beside=table.beside)
        if spec == state.table.spec:
            table = state.table
    return replace(state, table=table, drafts=drafts)


def kept_of(drafts: Drafts, statistic: Statistic, on_screen: str) -> Drafts:
    """Return the stored working states that this statistic can have: the state of a deleted table becomes untitled."""
    table_drafts: list[TableDraft] = []
    number = max((draft.untitled for draft in drafts), default=0)
    for draft in drafts:
        saved = saved_table(statistic, draft.name)
        if saved is not None:
            if (
                draft.name != on_screen
                and draft.spec != saved.spec
                and all(draft.name != other_draft.name for other_draft in table_drafts)
            ):
                table_drafts.append(TableDraft(draft.spec, draft.name))
        elif not is_blank(draft.spec):
            number += not draft.untitled
            table_drafts.append(TableDraft(draft.spec, untitled=draft.untitled or number))
    return tuple(table_drafts)
