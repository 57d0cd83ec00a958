"""Commands on the saved tables of a statistic: names, folders, order, copies, tables of files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ckmcore.statistic import tables as kept
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.table_file import TableFile
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.table_drafts import with_table


def _on_statistic(name: CommandName, change: Callable[[Statistic], Statistic]) -> Command:
    def apply(state: DeskState) -> DeskState:
        return state if state.statistic is None else replace(state, statistic=change(state.statistic))

    return Command(name, apply)


def rename_table(name: str, new: str) -> Command:
    """Build the command that renames a saved table; the one on the screen stays linked to it."""

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        table = replace(state.table, name=new) if state.table.name == name else state.table
        drafts = tuple(replace(draft, name=new) if draft.name == name else draft for draft in state.drafts)
        return replace(state, statistic=kept.renamed(state.statistic, name, new), table=table, drafts=drafts)

    return Command(CommandName("rename_table", (("title", name),)), apply)


def duplicate_table(name: str, changed: str) -> Command:
    """Build the command that adds a copy of a saved table behind it."""
    title = CommandName("duplicate_table", (("title", name),))
    return _on_statistic(title, lambda statistic: kept.duplicated(statistic, name, changed)[0])


def move_table(name: str, folder: str, before: str = "") -> Command:
    """Build the command that moves a saved table into a folder, before another table or to the end."""
    title = CommandName("move_table", (("title", name),))
    return _on_statistic(title, lambda statistic: kept.moved(statistic, name, folder, before))


def step_table(name: str, by: int) -> Command:
    """Build the command that moves a saved table one place up (-1) or down (1) in its folder."""
    title = CommandName("move_table", (("title", name),))
    return _on_statistic(title, lambda statistic: kept.stepped(statistic, name, by))


def rename_folder(folder: str, new: str) -> Command:
    """Build the command that renames a folder; with the name of another folder the two are joined."""
    title = CommandName("rename_folder", (("title", folder),))
    return _on_statistic(title, lambda statistic: kept.renamed_folder(statistic, folder, new))


def dissolve_folder(folder: str) -> Command:
    """Build the command that removes a folder; its tables are kept."""
    title = CommandName("dissolve_folder", (("title", folder),))
    return _on_statistic(title, lambda statistic: kept.renamed_folder(statistic, folder, ""))


def step_folder(folder: str, by: int) -> Command:
    """Move a folder one place up (-1) or down (1)."""
    title = CommandName("move_folder", (("title", folder),))
    return _on_statistic(title, lambda statistic: kept.stepped_folder(statistic, folder, by))


def add_table_of_file(file: TableFile, changed: str) -> Command:
    """Build the command that adds the table of a file to the statistic under a free name and shows it.

    Reference figures of the file are stored, too, unless the statistic has its own.
    """

    def apply(state: DeskState) -> DeskState:
        statistic = state.statistic
        if statistic is None:
            return state
        name = kept.free_name(file.table.name, {table.name for table in statistic.tables})
        known_names = {reference.name for reference in statistic.references}
        statistic = replace(
            statistic.with_table(replace(file.table, name=name, changed=changed)),
            references=(
                *statistic.references,
                *(reference for reference in file.references if reference.name not in known_names),
            ),
        )
        return replace(with_table(state, TableState(file.spec, name)), statistic=statistic)

    return Command(CommandName("open_table_file", (("title", file.table.name),)), apply)


def apply_template(spec: TableSpec, title: str) -> Command:
    """Build the command that begins a table with the layout of a template; changes of the current one are kept."""
    name = CommandName("apply_template", (("title", title),))
    return Command(name, lambda state: with_table(state, TableState(spec)))


def adapt_table(spec: TableSpec) -> Command:
    """Build the command that lays the table out with the new names of codes that changed one to one."""
    return Command(
        CommandName("adapt_table"), lambda state: replace(state, table=replace(state.table, spec=spec, layer=0))
    )
