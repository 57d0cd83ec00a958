"""Test sets: named sets of saved tables by which variants are judged, in one period after the other. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ckmcore.errors import InputError
from ckmcore.statistic.model import SavedTable, Statistic, TestSet
from ckmcore.statistic.tables import find_table


class TestSetUnknown(InputError):
    """The statistic has no test set of this name. Fields: name, known."""

    code = "test_set_unknown"


class TestSetNameTaken(InputError):
    """Another test set of the statistic has this name. Fields: name."""

    code = "test_set_name_taken"


class TestSetWithoutName(InputError):
    code = "test_set_without_name"


class TestSetWithoutTables(InputError):
    """A test set without a table. Fields: name."""

    code = "test_set_without_tables"


def find_test_set(statistic: Statistic, name: str) -> TestSet:
    """The test set of this name; raises TestSetUnknown."""
    for one in statistic.test_sets:
        if one.name == name:
            return one
    raise TestSetUnknown(name=name, known=tuple(one.name for one in statistic.test_sets) or "–")


def tables_of_set(statistic: Statistic, name: str) -> tuple[SavedTable, ...]:
    """The saved tables of a test set; raises TestSetUnknown."""
    return tuple(find_table(statistic, table) for table in find_test_set(statistic, name).tables)


def with_test_set(statistic: Statistic, name: str, tables: Sequence[str]) -> Statistic:
    """The statistic with a test set of saved tables, each once; one of the same name is replaced in its place.

    Raises TestSetWithoutName, TestSetWithoutTables, TableUnknown.
    """
    name = name.strip()
    if not name:
        raise TestSetWithoutName()
    kept = tuple(dict.fromkeys(find_table(statistic, table).name for table in tables))
    if not kept:
        raise TestSetWithoutTables(name=name)
    made = TestSet(name, kept)
    if any(one.name == name for one in statistic.test_sets):
        return replace(statistic, test_sets=tuple(made if one.name == name else one for one in statistic.test_sets))
    return replace(statistic, test_sets=(*statistic.test_sets, made))


def without_test_set(statistic: Statistic, name: str) -> Statistic:
    """The statistic without a test set; its tables stay. Raises TestSetUnknown."""
    gone = find_test_set(statistic, name)
    return replace(statistic, test_sets=tuple(one for one in statistic.test_sets if one is not gone))


def renamed_test_set(statistic: Statistic, name: str, new: str) -> Statistic:
    """The statistic in which a test set has another name.

    Raises TestSetUnknown, TestSetNameTaken, TestSetWithoutName.
    """
    found, new = find_test_set(statistic, name), new.strip()
    if not new:
        raise TestSetWithoutName()
    if new != name and any(one.name == new for one in statistic.test_sets):
        raise TestSetNameTaken(name=new)
    made = replace(found, name=new)
    return replace(statistic, test_sets=tuple(made if one is found else one for one in statistic.test_sets))
