"""Commands on how a table is shown: labels, codes, language, hidden zeros, widths of columns."""

from __future__ import annotations

from typing import Literal

from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.commands.values import on_table
from ckmdesk.state import presentation


def set_option(field: str, value: bool | str) -> Command:
    """Build the command that sets an option of the table's presentation: a field of `Presentation`."""
    return on_table(CommandName(field), lambda spec: presentation.changed(spec, **{field: value}))


def put_values(on: Literal["columns", "rows"]) -> Command:
    """Build the command that puts several values side by side under each heading, or in rows of their own."""
    return on_table(CommandName("put_values"), lambda spec: spec.with_changes(values_on=on))


def set_width(path: tuple[str, ...], pixels: int) -> Command:
    """Build the command that sets the width of a column in pixels; steps on the same column are one."""
    merge = f"width:{path}"
    return on_table(CommandName("set_width"), lambda spec: presentation.with_width(spec, path, pixels), merge)


def fit_width(path: tuple[str, ...]) -> Command:
    """Let a column be as wide as its figures need."""
    return on_table(CommandName("fit_width"), lambda spec: presentation.without_width(spec, path))


def fit_all_widths() -> Command:
    """Let all columns be as wide as their figures need."""
    return on_table(CommandName("fit_widths"), lambda spec: presentation.changed(spec, widths=()))
