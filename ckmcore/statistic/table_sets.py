"""Test sets: named sets of saved tables by which variants are judged, in one period after the other. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ckmcore.errors import InputError
from ckmcore.statistic.model import SavedTable, Statistic, TestSet
from ckmcore.statistic.tables import find_table


def find_test_set(statistic: Statistic, name: str) -> TestSet:
    """Test set with a name. Raises test_set_unknown."""
    for test_set in statistic.test_sets:
        if test_set.name == name:
            return test_set
    raise InputError(
        "test_set_unknown", name=name, known=tuple(each_test_set.name for each_test_set in statistic.test_sets) or "–"
    )


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
    table_names = tuple(dict.fromkeys(find_table(statistic, table).name for table in tables))
    if not table_names:
        raise InputError("test_set_without_tables", name=name)
    test_set = TestSet(name, table_names)
    if any(each_test_set.name == name for each_test_set in statistic.test_sets):
        return replace(
            statistic,
            test_sets=tuple(
                test_set if each_test_set.name == name else each_test_set for each_test_set in statistic.test_sets
            ),
        )
    return replace(statistic, test_sets=(*statistic.test_sets, test_set))


def without_test_set(statistic: Statistic, name: str) -> Statistic:
    """Remove a test set; its tables stay. Raises test_set_unknown."""
    test_set = find_test_set(statistic, name)
    return replace(
        statistic,
        test_sets=tuple(each_test_set for each_test_set in statistic.test_sets if each_test_set is not test_set),
    )


def renamed_test_set(statistic: Statistic, name: str, new: str) -> Statistic:
    """Rename a test set.

    Raises test_set_unknown, test_set_name_taken, test_set_without_name.
    """
    test_set, new = find_test_set(statistic, name), new.strip()
    if not new:
        raise InputError("test_set_without_name")
    if new != name and any(each_test_set.name == new for each_test_set in statistic.test_sets):
        raise InputError("test_set_name_taken", name=new)
    new_test_set = replace(test_set, name=new)
    return replace(
        statistic,
        test_sets=tuple(
            new_test_set if each_test_set is test_set else each_test_set for each_test_set in statistic.test_sets
        ),
    )
