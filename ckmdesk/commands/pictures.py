"""Commands on the picture of a table: what is in sight, the kind, the options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ckmcore.tabulate.picture_choice import KindName, TableSight
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.commands.values import on_table
from ckmdesk.state import presentation


def show_sight(sight: TableSight) -> Command:
    """Build the command that shows the table, its picture or both."""
    return _change("show_sight", {"sight": sight})


def choose_kind(kind: KindName) -> Command:
    """Build the command that chooses a kind of picture."""
    return _change("choose_kind", {"kind": kind})


def change_picture(**changes: Any) -> Command:
    """Build the command that changes fields of `PictureChoice`; steps of one field are one."""
    return _change("change_picture", changes, f"picture:{','.join(changes)}")


def _change(key: str, changes: dict[str, Any], merge: str = "") -> Command:
    return on_table(
        CommandName(key),
        lambda spec: presentation.changed(spec, picture=replace(spec.presentation.picture, **changes)),
        merge,
    )
