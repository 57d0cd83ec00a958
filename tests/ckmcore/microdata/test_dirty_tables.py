"""Tables with dirt around and between their records: read as they are meant, or asked about; never otherwise."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import ckmcore as ckm
from ckmcore.microdata import Dialect, ReadingAnswer, read_with_report, reading_plan
from ckmcore.microdata.preview import preview
from tests.kit.dirty_tables import DirtyTable, cells_of, dirty_tables, write_table
from tests.kit.examples import examples

_NUMBERS = count()


def check(table: DirtyTable, form: str, folder: Path) -> bool:
    """Read a table; returns whether it is read as it is meant where each question is answered as proposed."""
    path = write_table(folder / f"{next(_NUMBERS)}.{form}", table.rows)
    try:
        names = preview(path).names
        plan = reading_plan(path, names)
    except ckm.CkmError:
        return False
    dialect = Dialect(
        encoding="", answers=tuple(ReadingAnswer(one.kind, one.column, one.choices[0]) for one in plan.questions)
    )
    data, report = read_with_report(path, names, dialect=dialect)
    read = cells_of(data, report.names)
    is_right = [row[: len(table.records[0])] for row in read] == table.records and len(names) == len(table.records[0])
    assert is_right or plan.questions, (table.dirt, table.rows, read, [entry.kind for entry in plan.entries])
    if not table.dirt:
        assert not plan.entries, (table.rows, plan)
    return is_right


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", ["csv", "xlsx", "ods"])
@given(table=dirty_tables())
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_dirty_table_is_read_as_it_is_meant_or_asked_about(form: str, tmp_path: Path, table: DirtyTable) -> None:
    check(table, form, tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["csv", "xlsx", "ods"])
@given(table=dirty_tables(most=6))
@settings(max_examples=4000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_thousands_of_dirty_tables_are_read_as_they_are_meant_or_asked_about(
    form: str, tmp_path: Path, table: DirtyTable
) -> None:
    check(table, form, tmp_path)
