"""Known columns of codes and numbers, written in the ways of offices: read as they are, or named; never otherwise."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import ckmcore as ckm
from ckmcore.microdata import Dialect, ReadingAnswer, read_with_report, reading_plan
from tests.kit.examples import examples
from tests.kit.known_columns import KnownTable, known_tables, write_known

_NUMBERS = count()
# What says how the file is written, and that values are read as they are meant.
_OF_FILE = {"encoding", "hidden_rows", "merged", "displayed", "codes_mended", "grouped"}


def read(path: Path, dialect: Dialect | None = None) -> tuple[list[str], list[float | None]]:
    """Codes and numbers; None: missing."""
    data, _ = read_with_report(path, ["K"], magnitudes=["N"], dialect=dialect)
    codes, column = data.dimensions["K"].codes, data.magnitudes["N"]
    missing = np.zeros(data.rows, bool) if column.missing is None else np.asarray(column.missing)
    return (
        [codes[place] for place in np.asarray(data.columns["K"])],
        [
            None if none else float(value) / column.scale
            for none, value in zip(missing, np.asarray(column.values), strict=True)
        ],
    )


def check(table: KnownTable, form: str, folder: Path) -> None:
    path = write_known(folder / f"{next(_NUMBERS)}.{form}", table)
    try:
        plan = reading_plan(path, ["K"], magnitudes=["N"])
    except ckm.CkmError:
        assert not table.is_plain
        return
    if plan.questions:
        given = tuple(ReadingAnswer(one.kind, one.column, one.choices[0]) for one in plan.questions)
        assert not reading_plan(path, ["K"], magnitudes=["N"], dialect=Dialect(encoding="", answers=given)).questions
        return
    named = {entry.column for entry in plan.entries if entry.kind not in _OF_FILE}
    try:
        codes, numbers = read(path)
    except ckm.CkmError:
        return
    if not named:
        assert (codes, numbers) == (list(table.codes), list(table.numbers)), (table, plan)
    if "" not in named:
        assert "K" in named or codes == list(table.codes), (table, codes, plan)
        assert "N" in named or numbers == list(table.numbers), (table, numbers, plan)


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", ["csv", "xlsx", "ods"])
@given(table=known_tables())
@settings(max_examples=examples(90), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_known_columns_are_read_as_they_are_or_named(form: str, tmp_path: Path, table: KnownTable) -> None:
    check(table, form, tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["csv", "xlsx", "ods"])
@given(table=known_tables())
@settings(max_examples=4000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_thousands_of_known_columns_are_read_as_they_are_or_named(form: str, tmp_path: Path, table: KnownTable) -> None:
    check(table, form, tmp_path)
