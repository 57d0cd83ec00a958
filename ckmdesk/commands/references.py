"""Commands on the reference figures of a statistic: the public figures by which rates divide."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.microdata.references import ReferenceTable
from ckmcore.statistic.model import Statistic
from ckmdesk.commands.data import on_statistic
from ckmdesk.commands.desk import Command, CommandName


def put_reference(table: ReferenceTable, title: str) -> Command:
    """Build the command that stores a table of reference figures; one of the same name is replaced."""

    def change(statistic: Statistic) -> Statistic:
        tables = statistic.references
        if table.name in [reference_table.name for reference_table in tables]:
            return replace(
                statistic,
                references=tuple(
                    table if reference_table.name == table.name else reference_table for reference_table in tables
                ),
            )
        return replace(statistic, references=(*tables, table))

    return on_statistic(CommandName("put_reference", (("title", title),)), change)


def remove_reference(name: str, title: str) -> Command:
    """Take a table of reference figures out of the statistic."""

    def change(statistic: Statistic) -> Statistic:
        return replace(
            statistic, references=tuple(reference for reference in statistic.references if reference.name != name)
        )

    return on_statistic(CommandName("remove_reference", (("title", title),)), change)
