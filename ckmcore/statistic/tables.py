"""The saved tables of a statistic as a list with folders: rename, duplicate, order, move. All pure functions.

A folder exists by its tables; folders come first, in the order of their first tables, tables without a folder follow.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ckmcore.errors import InputError
from ckmcore.statistic.model import SavedTable, Statistic

Tables = tuple[SavedTable, ...]


def find_table(statistic: Statistic, name: str) -> SavedTable:
    """Saved table with a name. Raises table_unknown."""
    for table in statistic.tables:
        if table.name == name:
            return table
    raise InputError("table_unknown", name=name, known=tuple(table.name for table in statistic.tables))


def chosen_tables(statistic: Statistic, names: Collection[str]) -> Tables:
    """Find tables by name, each once; `folder/` means all tables of a folder, an empty collection all tables.

    Raises table_unknown.
    """
    saved_tables: dict[str, SavedTable] = {}
    for name in names:
        inner_tables = [table for table in statistic.tables if table.folder and f"{table.folder}/" == name]
        for table in inner_tables or [find_table(statistic, name)]:
            saved_tables.setdefault(table.name, table)
    return tuple(saved_tables.values()) if names else in_order(statistic.tables)


def folders(tables: Tables) -> tuple[str, ...]:
    """The folders in their order."""
    return tuple(dict.fromkeys(table.folder for table in tables if table.folder))


def in_order(tables: Tables) -> Tables:
    """Tables in display order: folder by folder, then those without a folder."""
    folder_indices = {folder: folder_index for folder_index, folder in enumerate(folders(tables))}
    return tuple(sorted(tables, key=lambda table: folder_indices.get(table.folder, len(folder_indices))))


def free_name(name: str, taken: Collection[str]) -> str:
    """The name itself if it is free, else with a number: `Students (2)`."""
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"


def renamed(statistic: Statistic, name: str, new: str) -> Statistic:
    """Rename a table, also in test sets. Raises table_unknown, table_name_taken."""
    table = find_table(statistic, name)
    if new != name and any(other_table.name == new for other_table in statistic.tables):
        raise InputError("table_name_taken", name=new)
    return replace(
        statistic,
        tables=tuple(
            replace(table, name=new) if other_table.name == name else other_table for other_table in statistic.tables
        ),
        test_sets=tuple(
            replace(test_set, tables=tuple(new if kept_table == name else kept_table for kept_table in test_set.tables))
            for test_set in statistic.test_sets
        ),
    )


def duplicated(statistic: Statistic, name: str, changed: str = "") -> tuple[Statistic, str]:
    """Insert a copy behind a table, and return the name of the copy. Raises table_unknown."""
    table = find_table(statistic, name)
    table_index = statistic.tables.index(table)
    copy = replace(table, name=free_name(name, {other_table.name for other_table in statistic.tables}), changed=changed)
    tables = (*statistic.tables[: table_index + 1], copy, *statistic.tables[table_index + 1 :])
    return replace(statistic, tables=tables), copy.name


def moved(statistic: Statistic, name: str, folder: str, before: str = "") -> Statistic:
    """Move a table to `folder`, before the table `before` ("" for the end)."""
    table = find_table(statistic, name)
    if before == name:
        return statistic
    if table.folder == folder:
        return _within_folder(statistic, table, before)
    other_tables = [other_table for other_table in statistic.tables if other_table.name != name]
    place = next(
        (table_index for table_index, other_table in enumerate(other_tables) if other_table.name == before),
        len(other_tables),
    )
    return replace(statistic, tables=(*other_tables[:place], replace(table, folder=folder), *other_tables[place:]))


def _within_folder(statistic: Statistic, table: SavedTable, table_after: str) -> Statistic:
    """Reorder the tables of one folder within the positions that they have, so that the order of folders stays."""
    order = [
        other_table for other_table in statistic.tables if other_table.folder == table.folder and other_table != table
    ]
    names = [other.name for other in order]
    order.insert(names.index(table_after) if table_after in names else len(order), table)
    waiting_order = iter(order)
    tables = (
        next(waiting_order) if other_table.folder == table.folder else other_table for other_table in statistic.tables
    )
    return replace(statistic, tables=tuple(tables))


def stepped(statistic: Statistic, name: str, by: int) -> Statistic:
    """Move a table one position up (`by` -1) or down (1) in its folder."""
    table = find_table(statistic, name)
    same = [other_table.name for other_table in statistic.tables if other_table.folder == table.folder]
    to = same.index(name) + by
    if not 0 <= to < len(same):
        return statistic
    return moved(statistic, name, table.folder, same[to] if by < 0 else (*same, "")[to + 1])


def renamed_folder(statistic: Statistic, folder: str, new: str) -> Statistic:
    """Move the tables of a folder to another one; "" dissolves the folder."""
    return replace(
        statistic,
        tables=tuple(replace(table, folder=new) if table.folder == folder else table for table in statistic.tables),
    )


def stepped_folder(statistic: Statistic, folder: str, by: int) -> Statistic:
    """Move a folder one position up (`by` -1) or down (1)."""
    order = list(folders(statistic.tables))
    if folder not in order or not 0 <= order.index(folder) + by < len(order):
        return statistic
    index = order.index(folder)
    order[index], order[index + by] = order[index + by], order[index]
    sorted_tables = sorted(
        in_order(statistic.tables),
        key=lambda table: order.index(table.folder) if table.folder else len(order),
    )
    return replace(statistic, tables=tuple(sorted_tables))
