"""How far a table is: changed, saved, on its way out. One state at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ckmcore.release.release import Release
from ckmcore.release.saved import SavedDiffers, saved_differs
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.releases import state_of_table
from ckmdesk.state.table_drafts import is_modified, saved_table, working_spec

Kind = Literal["empty", "modified", "register", "read_only", "saved"]


@dataclass(frozen=True)
class TableStanding:
    """empty: a new table with nothing in it that is not saved. register: as it was handed in, `release` says how far it
    is; differs: what is saved is not what was last handed in of it, whatever the kind."""

    kind: Kind
    release: Release | None = None
    differs: SavedDiffers | None = None


def standing_of(state: DeskState, name: str, *, read_only: bool = False) -> TableStanding:
    """How far a saved table is, with the changes that it keeps."""
    saved = saved_table(state.statistic, name)
    if state.statistic is None or saved is None:
        return TableStanding("modified")
    differs = saved_differs(state.statistic, saved)
    if working_spec(state, name) != saved.spec:
        return TableStanding("modified", None, differs)
    release = state_of_table(state.statistic, saved)
    if release is not None:
        return TableStanding("register", release, differs)
    return TableStanding("read_only" if read_only else "saved", None, differs)


def standing_on_screen(state: DeskState, *, read_only: bool = False) -> TableStanding:
    """How far the table on the screen is."""
    if saved_table(state.statistic, state.table.name) is None and not is_modified(state):
        return TableStanding("empty")
    return standing_of(state, state.table.name, read_only=read_only)
