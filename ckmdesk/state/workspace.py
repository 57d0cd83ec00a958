"""What a statistic's file keeps of the desk: the table on the screen, the variants, slices of wings."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import msgspec

from ckmcore.base.typed import converted, decoded, kept_record
from ckmcore.errors import CkmError
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.stored import StoredTable
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import BlockTotal, TableSpec
from ckmdesk.ports import added
from ckmdesk.state.desk_state import DeskState, MethodState, Page, TableDraft, TableState, Variant
from ckmdesk.state.presentation import new_spec
from ckmdesk.state.table_drafts import kept_of

VERSION = 2


@dataclass(frozen=True)
class Workspace:
    """The saved workspace: current table and its saved table, variants, and working states of other tables.

    Trial views are not saved.
    """

    spec: TableSpec
    table: str
    method: MethodState
    version: int = 1
    drafts: tuple[TableDraft, ...] = ()


@dataclass(frozen=True)
class _FirstVariant:
    """A variant as stored by version 1."""

    D: int = 5
    V: float = 3.0
    js: int = 2
    pstay: float | None = None
    mono: bool = True
    shuffled: bool = True
    threshold: float = 0.05
    seed: int = 1
    file: str = ""
    table: StoredTable | None = None


@dataclass(frozen=True)
class _FirstMethod:
    variants: tuple[_FirstVariant, ...] = ()
    chosen: int = 0
    row: int = 3


@dataclass(frozen=True)
class _FirstWorkspace:
    spec: TableSpec
    table: str
    method: _FirstMethod


def _decoded(text: str) -> Workspace | None:
    """The workspace of a file, of any version that was ever written."""
    workspace = decoded(text or "null", Workspace | None)
    if workspace is None or workspace.version >= VERSION:
        return workspace
    first = decoded(text, _FirstWorkspace)
    variants = tuple(
        Variant(
            name,
            design=Design(D=variant.D, V=variant.V, js=variant.js, pstay=variant.pstay, mono=variant.mono),
            shuffled=variant.shuffled,
            threshold=variant.threshold,
            seed=variant.seed,
            file=variant.file,
            table=variant.table,
        )
        for name, variant in zip("AB", first.method.variants, strict=False)
    )
    method = MethodState(variants, first.method.chosen, first.method.row) if variants else MethodState()
    return Workspace(first.spec, first.table, method)


def _sound(method: MethodState) -> MethodState:
    """Return the state of the method page with at least one variant, whatever the file holds."""
    if not method.variants:
        return MethodState()
    chosen = min(max(method.chosen, 0), len(method.variants) - 1)
    return MethodState(method.variants, chosen, max(method.row, 0), settings=method.settings)


def with_workspace(state: DeskState) -> Statistic | None:
    """Return the statistic to write, with the workspace of this state."""
    if state.statistic is None:
        return None
    current_method = state.method
    method = MethodState(
        current_method.variants, current_method.chosen, current_method.row, settings=current_method.settings
    )
    workspace = Workspace(state.table.spec, state.table.name, method, VERSION)
    kept_workspace = (
        msgspec.to_builtins(workspace) | _saved_parts(state) | {"drafts": msgspec.to_builtins(state.drafts)}
    )
    kept_workspace["method"]["variants"] = [kept_record(variant) for variant in current_method.variants]
    return replace(state.statistic, workspace=msgspec.json.encode(kept_workspace).decode())


def _saved_parts(state: DeskState) -> dict[str, Any]:
    """Return the slices of wings to save; those of wings not installed as they were read."""
    known_parts = added("STATE_PARTS")
    absent = {
        name: kept_part
        for name, kept_part in state.parts.items()
        if name not in {kept_part.name for kept_part in known_parts}
    }
    return absent | {
        known_part.name: msgspec.to_builtins(known_part.of(state)) for known_part in known_parts if known_part.saved
    }


def _parts_of(text: str) -> dict[str, Any]:
    """The slices of wings that a workspace holds."""
    own_names = {field.name for field in fields(Workspace)}
    kept_parts = {name: kept_part for name, kept_part in msgspec.json.decode(text).items() if name not in own_names}
    kinds = {known_part.name: known_part.kind for known_part in added("STATE_PARTS")}
    return {
        name: converted(kept_part, kinds[name]) if name in kinds else kept_part
        for name, kept_part in kept_parts.items()
    }


def opened(statistic: Statistic, page: Page = "tables", block_total: BlockTotal = "first") -> DeskState:
    """Return the state in which a statistic opens: as it was left, else its first saved table, or an empty one.

    `block_total` is the office's position of totals.
    """
    try:
        kept_workspace = _decoded(statistic.workspace)
        kept_parts = {} if kept_workspace is None else _parts_of(statistic.workspace)
    except (msgspec.MsgspecError, CkmError):
        kept_workspace, kept_parts = (
            None,
            {},
        )  # a workspace of another version: nothing of the statistic itself is in it
    bare = replace(statistic, workspace="")
    if kept_workspace is not None:
        table = TableState(kept_workspace.spec, kept_workspace.table)
        drafts = kept_of(kept_workspace.drafts, bare, table.name)
        return DeskState(page, bare, table, _sound(kept_workspace.method), drafts, kept_parts)
    if statistic.tables:
        first = statistic.tables[0]
        return DeskState(page=page, statistic=bare, table=TableState(first.spec, first.name))
    return DeskState(page=page, statistic=bare, table=TableState(new_spec(block_total)))
