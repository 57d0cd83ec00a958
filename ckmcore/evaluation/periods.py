"""Tables over several periods among those that variants are judged by: of each the figures of the period at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ckmcore.errors import CkmError
from ckmcore.evaluation.model import TestTable
from ckmcore.statistic.one_period import of_one_period


def of_period_at_hand(tables: Sequence[TestTable]) -> tuple[TestTable, ...]:
    """The tables as those of one period; one whose periods stand where they cannot be taken out stays as it is."""
    return tuple(_of_one_period(table) for table in tables)


def _of_one_period(table: TestTable) -> TestTable:
    try:
        spec, _ = of_one_period(table.spec)
    except CkmError:
        return table
    return table if spec is table.spec else replace(table, spec=spec)
