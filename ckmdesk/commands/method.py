"""Commands of the method page: parameters of a variant, the row inspected, putting a method in force."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.ptable.keep import KeptTable
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state.desk_state import DeskState, MethodParameters


def set_parameters(parameters: MethodParameters, changed: str) -> Command:
    """Change a parameter of the chosen variant; steps of one slider drag (same `changed`) are one undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=state.method.with_parameters(parameters))

    return Command(CommandName("set_parameter", (("title", changed),)), apply, merge=f"parameter:{changed}")


def import_table(name: str, table: KeptTable) -> Command:
    """Make a table read from the file `name` the chosen variant, in the order in which the file holds it."""

    def apply(state: DeskState) -> DeskState:
        variant = MethodParameters(shuffled=False, file=name, table=table)
        return replace(state, method=state.method.with_parameters(variant))

    return Command(CommandName("import_table", (("title", name),)), apply)


def choose_variant(number: int) -> Command:
    """Work on variant A (0) or B (1). Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=replace(state.method, chosen=number))

    return Command(CommandName("choose_variant"), apply, undoable=False)


def inspect_row(row: int) -> Command:
    """Show the distribution of a row. Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=replace(state.method, row=row))

    return Command(CommandName("inspect_row"), apply, undoable=False)


def put_in_force(method: CellKeyMethod | Rounding, since: str) -> Command:
    """Make `method` the one method in force of the period; raises ZerosNotKept when applied. `since` is ISO."""

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        return replace(state, statistic=state.statistic.put_in_force(method, since))

    return Command(CommandName("put_in_force"), apply)
