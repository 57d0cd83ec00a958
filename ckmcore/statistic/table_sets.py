"""Test sets: named sets of saved tables by which variants are judged, in one period after the other. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ckmcore.errors import InputError
from ckmcore.statistic.model import SavedTable, Statistic, TestSet
from ckmcore.statistic.tables import find_table


def find_test_set(statistic: Statistic, name: str) -> TestSet:
    """Test set with a name. Raises test_set_unknown."""
    for one in statistic.test_sets:
        if one.name == name:
            return one
    raise InputError("test_set_unknown", name=name, known=tuple(one.name for one in statistic.test_sets) or "–")


def tables_of_set(statistic: Statistic, name: str) -> tuple[SavedTable, ...]:
    """Saved tables of a test set. Raises test_set_unknown."""
    return tuple(find_table(statistic, table) for table in find_test_set(statistic, name).tables)


def with_test_set(statistic: Statistic, name: str, tables: Sequence[str]) -> Statistic:
    """Add a test set of saved tables, each once; one with the same name is replaced at its position.

    Raises test_set_without_name, test_set_without_tables, table_unknown.
    """
    name = name.strip()
    if not name:
        raise InputError("test_set_without_name")
    kept = tuple(dict.fromkeys(find_table(statistic, table).name for table in tables))
    if not kept:
        raise InputError("test_set_without_tables", name=name)
    made = TestSet(name, kept)
    if any(one.name == name for one in statistic.test_sets):
        return replace(statistic, test_sets=tuple(made if one.name == name else one for one in statistic.test_sets))
    return replace(statistic, test_sets=(*statistic.test_sets, made))


def without_test_set(statistic: Statistic, name: str) -> Statistic:
    """Remove a test set; its tables stay. Raises test_set_unknown."""
    gone = find_test_set(statistic, name)
    return replace(statistic, test_sets=tuple(one for one in statistic.test_sets if one is not gone))


def renamed_test_set(statistic: Statistic, name: str, new: str) -> Statistic:
    """Rename a test set.

    Raises test_set_unknown, test_set_name_taken, test_set_without_name.
    """
    found, new = find_test_set(statistic, name), new.strip()
    if not new:
        raise InputError("test_set_without_name")
    if new != name and any(one.name == new for one in statistic.test_sets):
        raise InputError("test_set_name_taken", name=new)
    made = replace(found, name=new)
    return replace(statistic, test_sets=tuple(made if one is found else one for one in statistic.test_sets))
