"""Commands on stacked blocks and on how a level is shown: one small function per user action.

`title` is what the chip is called in the window's language: it names the step in the undo menu.
"""

from __future__ import annotations

from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.tabulate.spec import Level, Order, TableSpec
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.commands.tables import on_spec
from ckmdesk.state import hidden, shelves
from ckmdesk.state.hidden import HiddenMark
from ckmdesk.state.shelves import Axis, Field, Origin


def _name(key: str, title: str) -> CommandName:
    return CommandName(key, (("title", title),))


def change_level(key: str, variable: str, title: str, at: Origin | None, /, **changes: Any) -> Command:
    """Build the command that changes how a level is shown (fields of `Level`); `key` names the action."""
    return on_spec(_name(key, title), lambda spec: shelves.change_level(spec, variable, at, **changes))


def sort_by(axis: Axis, order: Order, title: str) -> Command:
    """Build the command that sorts all levels of an axis by the figures of one line, or in list order.

    `title` names the order.
    """
    return on_spec(_name("sort_by", title), lambda spec: shelves.sort_axis(spec, axis, order))


def show_hidden(mark: HiddenMark | None = None) -> Command:
    """Build the command that shows the lines hidden at a mark, or (None) all hidden lines."""

    def change(spec: TableSpec) -> TableSpec:
        return hidden.all_shown(spec) if mark is None else hidden.shown_again(spec, mark)

    return on_spec(CommandName("show_hidden"), change)


def add_block(zone: Axis, variable: str, title: str, at: Origin | None = None) -> Command:
    """Build the command that makes a variable, moved from its former place, a block of its own on an axis."""
    return on_spec(_name("add_block", title), lambda spec: shelves.add_block(spec, zone, variable, at))


def add_block_of(zone: Axis, fields: tuple[Field, ...], title: str) -> Command:
    """Build the command that makes variables and levels of the list a block of their own on an axis."""
    return on_spec(_name("add_block", title), lambda spec: shelves.add_block_of(spec, zone, fields))


def stack_block(variable: str, at: Origin, title: str) -> Command:
    """Build the command that begins a stacked block of its own with a variable."""
    return on_spec(_name("stack_block", title), lambda spec: shelves.stack(spec, variable, at))


def join_blocks(zone: Axis, number: int) -> Command:
    """Build the command that nests a stacked block within the block before it."""
    return on_spec(CommandName("join_blocks"), lambda spec: shelves.join(spec, zone, number))


def drop_block(zone: Axis, number: int) -> Command:
    """Take a stacked block out of the table."""
    return on_spec(CommandName("drop_block"), lambda spec: shelves.drop_block(spec, zone, number))


def step_block(zone: Axis, number: int, step: int) -> Command:
    """Build the command that moves a stacked block one place earlier or later."""
    return on_spec(CommandName("step_block"), lambda spec: shelves.step_block(spec, zone, number, step))


def describe_block(zone: Axis, number: int, *, label: Texts | None = None, blank: bool | None = None) -> Command:
    """Build the command that sets the heading of a stacked block, or the blank line before it."""
    return on_spec(
        CommandName("describe_block"),
        lambda spec: shelves.describe_block(spec, zone, number, label=label, blank=blank),
    )


def put_own_rows(zone: Axis, level: Level, title: str, index: int | None = None) -> Command:
    """Build the command that adds custom rows as a level of an axis, within the block at `index`."""

    return on_spec(_name("own_rows", title), lambda spec: shelves.insert_level(spec, zone, level, index))
