"""How far a table is: changed, saved, on its way out. One state at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ckmcore.release.saved import SavedDiffers, current_releases, saved_differs
from ckmcore.statistic.releases import Release
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.releases import state_of_table
from ckmdesk.state.table_drafts import is_modified, saved_table, working_spec

Kind = Literal["empty", "modified", "register", "read_only", "saved"]


@dataclass(frozen=True)
class TableStanding:
    """The state of a table: `empty` for a new one, `register` if it is as submitted, with its `release`.

    `differs` says that the saved table is not the one last submitted.
    """

    kind: Kind
    release: Release | None = None
    differs: SavedDiffers | None = None


def standing_of(state: DeskState, name: str, current: Sequence[Release], *, read_only: bool = False) -> TableStanding:
    """Return the state of a saved table, with its working state; `current` are the releases of the current period."""
    saved = saved_table(state.statistic, name)
    if saved is None:
        return TableStanding("modified")
    differs = saved_differs(current, saved)
    if working_spec(state, name) != saved.spec:
        return TableStanding("modified", None, differs)
    release = state_of_table(current, saved)
    if release is not None:
        return TableStanding("register", release, differs)
    return TableStanding("read_only" if read_only else "saved", None, differs)


def standing_on_screen(state: DeskState, *, read_only: bool = False) -> TableStanding:
    """Return the state of the table on the screen."""
    name, statistic = state.table.name, state.statistic
    if statistic is None or (saved_table(statistic, name) is None and not is_modified(state)):
        return TableStanding("empty")
    return standing_of(state, name, current_releases(statistic), read_only=read_only)
