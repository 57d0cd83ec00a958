"""Commands on the values of a table: add, change, move, remove, duplicate.

`title` is what the value is called on its chip: it names the step in the undo menu.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ckmcore.tabulate.spec import TableSpec, Value, ValueKind
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state import values
from ckmdesk.state.desk_state import DeskState


def on_table(name: CommandName, change: Callable[[TableSpec], TableSpec], merge: str = "") -> Command:
    """Build a command that changes the table but not its breakdown, so that the sheet stays."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, table=replace(state.table, spec=change(state.table.spec)))

    return Command(name, apply, merge)


def _command_name(key: str, title: str) -> CommandName:
    return CommandName(key, (("title", title),))


def put_value(value: Value, title: str, index: int | None = None) -> Command:
    """Build the command that shows a value of the list before place `index`; a plain count already shown is moved."""
    return on_table(_command_name("add_value", title), lambda spec: values.put(spec, value, index))


def put_values_of(several: Sequence[Value], title: str, index: int | None = None) -> Command:
    """Build the command that shows several values of the list one after the other, in one step."""
    return on_table(_command_name("add_value", title), lambda spec: values.put_several(spec, several, index))


def remove_values_of(kind: ValueKind, magnitude: str, title: str) -> Command:
    """Build the command that removes all values of a kind of a magnitude; a table keeps at least one value."""
    return on_table(_command_name("remove_value", title), lambda spec: values.without_all(spec, kind, magnitude))


def change_value(number: int, value: Value, title: str, merge: str = "") -> Command:
    """Build the command that replaces value `number`; the steps of one editor (`merge`) are one undo step."""
    return on_table(_command_name("change_value", title), lambda spec: values.change(spec, number, value), merge)


def move_value(number: int, index: int, title: str) -> Command:
    """Put value `number` before place `index`."""
    return on_table(_command_name("move_value", title), lambda spec: values.move(spec, number, index))


def duplicate_value(number: int, title: str) -> Command:
    """Build the command that adds a copy of value `number` behind it."""
    return on_table(_command_name("duplicate_value", title), lambda spec: values.duplicate(spec, number))


def remove_value(number: int, title: str) -> Command:
    """Build the command that removes a value; a table keeps at least one."""
    return on_table(_command_name("remove_value", title), lambda spec: values.remove(spec, number))
