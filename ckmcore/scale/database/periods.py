"""A relation that holds several reporting periods: one column says which one a record is of, and one period is the
part of the relation in which it has a code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ckmcore.errors import DataError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.columns import MISSING, sort_codes
from ckmcore.scale.database import sql
from ckmcore.scale.database.codes import checked_codes, codes_of
from ckmcore.scale.database.link import Link
from ckmcore.tabulate.scan import never

MOST_PERIODS = 10_000
_NAMED = 12


@dataclass(frozen=True)
class PeriodsFound:
    """Periods of a relation. values: values of the column; counts: number of records of each. Confidential.

    columns: readable columns of the relation.
    """

    relation: str
    column: sql.Column
    columns: tuple[str, ...]
    values: tuple[Any, ...]
    counts: tuple[int, ...]

    @property
    def records(self) -> dict[str, int]:
        """Number of records by code, in code order; records without a period are under MISSING, last."""
        records_by_code: dict[str, int] = {}
        for code, count in zip(codes_of(self.values), self.counts, strict=True):
            records_by_code[code] = records_by_code.get(code, 0) + count
        return {code: records_by_code[code] for code in sort_codes(list(records_by_code))}

    def part(self, code: str) -> sql.Part:
        """Records of a period. Raises database_period, which names some existing periods."""
        value_codes = zip(self.values, codes_of(self.values), strict=True)
        code_values = tuple(value for value, name in value_codes if name == code and value is not None)
        if not code_values or code == MISSING:
            known_records = [record for record in self.records if record != MISSING]
            listed_text = (
                ", ".join([*(["..."] if len(known_records) > _NAMED else []), *known_records[-_NAMED:]]) or "-"
            )
            raise InputError(
                "database_period", relation=self.relation, column=self.column.name, period=code, known=listed_text
            )
        return sql.Part(self.columns, sql.Chosen(sql.OfColumn(self.column), code_values, null=False))


def periods_of(
    link: Link,
    relation: str,
    column: str,
    columns: Mapping[str, sql.Column] | None = None,
    cancelled: Callable[[], bool] = never,
) -> PeriodsFound:
    """Periods in a column of a relation. columns: of the relation, if known.

    Raises database_column_unknown, database_column, database_values (too many values) and the errors of querying.
    """
    with link.state() as connection:
        if columns is None:
            connection.refuse_writer(relation)
            columns = {column.name: column for column in connection.columns(relation)}
        if column not in columns:
            raise InputError("database_column_unknown", column=column, relation=relation)
        found_column = checked_codes(columns[column])
        bound = sql.Bound(link.dialect)
        text = sql.values(connection.relation(relation), found_column, MOST_PERIODS + 1, bound)
        table = link.ask(text, bound.values, cancelled)
    if len(table) > MOST_PERIODS:
        raise DataError("database_values", column=column, count=len(table), fault=sentence("database_many_periods"))
    counts = tuple(int(count_value) for count_value in table.column("n").to_pylist())
    return PeriodsFound(relation, found_column, tuple(columns), tuple(table.column("v").to_pylist()), counts)
