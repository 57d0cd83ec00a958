"""What a statistic's file keeps of the desk: the table on the screen and the variants of the method page."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.state.desk_state import DeskState, MethodState, Page, TableState


@dataclass(frozen=True)
class Workspace:
    """The table as it was laid out, the saved table it came from, and the variants. No trial view is kept."""

    spec: TableSpec
    table: str
    method: MethodState


def with_workspace(state: DeskState) -> Statistic | None:
    """The statistic as it is written: with the workspace of this state."""
    if state.statistic is None:
        return None
    workspace = Workspace(state.table.spec, state.table.name, state.method)
    return replace(state.statistic, workspace=msgspec.json.encode(workspace).decode())


def opened(statistic: Statistic, page: Page = "tables") -> DeskState:
    """The state in which a statistic opens: as it was left, else with its first saved table."""
    try:
        kept = msgspec.json.decode(statistic.workspace or "null", type=Workspace | None)
    except msgspec.MsgspecError:
        kept = None  # a workspace of another version: nothing of the statistic itself is in it
    bare = replace(statistic, workspace="")
    if kept is not None:
        return DeskState(page=page, statistic=bare, table=TableState(kept.spec, kept.table), method=kept.method)
    if statistic.tables:
        first = statistic.tables[0]
        return DeskState(page=page, statistic=bare, table=TableState(first.spec, first.name))
    return DeskState(page=page, statistic=bare)
