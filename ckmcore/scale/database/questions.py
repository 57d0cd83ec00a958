"""What is asked of a relation when it is taken over, as texts to be read before: no value is in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ckmcore.keys.record_keys import MAX_DIGITS
from ckmcore.ptable.floor.key_floor import CLASSES
from ckmcore.scale.database import sql
from ckmcore.scale.database.link import Link
from ckmcore.scale.database.open import MOST_DECIMALS
from ckmcore.scale.database.periods import MOST_PERIODS
from ckmcore.statistic.relation import Roles
from ckmcore.tabulate.scan import never


@dataclass(frozen=True, eq=False)
class RelationTexts:
    """A relation for composing queries: its quoted name, columns, and dialect."""

    relation: str
    columns: tuple[sql.Column, ...]
    dialect: sql.Dialect

    def questions(self, roles: Roles, *, records: bool) -> tuple[str, ...]:
        """SQL texts in the order in which they are sent. records: the records are also read into memory.

        Scales are those of the column types; the first query asks for the actual number of decimals.
        """
        columns = {column.name: column for column in self.columns}
        magnitudes = () if roles.household else roles.magnitudes
        wanted_columns = [(columns[roles.key], MAX_DIGITS)] if roles.key else []
        wanted_columns += [(columns[name], MOST_DECIMALS) for name in (roles.weight, *magnitudes) if name]
        numbers = [sql.Number(columns[name], max(columns[name].decimals, 0)) for name in magnitudes]
        weight = sql.Number(columns[roles.weight], max(columns[roles.weight].decimals, 0)) if roles.weight else None
        household = columns[roles.household] if roles.household else None
        counted = None if records else household  # read into memory, households are made here
        key = None
        if roles.key:
            digits = 0 if roles.modulus is not None else max(columns[roles.key].decimals, 1)
            key = sql.Key(columns[roles.key], digits, roles.modulus or 10**digits)
        search_part, questions = self._period_condition(roles)
        relation = sql.part_of(self.relation, search_part, sql.Bound(self.dialect))
        every = [*([weight] if weight is not None else []), *numbers]
        variables = [sql.OfColumn(columns[name]) for name in roles.dimensions]
        bound = sql.Bound(self.dialect)
        questions.append(sql.numbers_looked_at(relation, wanted_columns, bound))
        if counted is not None:
            questions.append(sql.without_household(relation, counted, bound))
        if numbers:
            questions.append(sql.totals(relation, numbers, weight, bound))
        questions.append(sql.one_way(relation, variables, key, every, counted, bound))
        if records:
            picked: list[tuple[str, sql.Expression]] = [
                (f"v{variable_index}", variable) for variable_index, variable in enumerate(variables)
            ]
            picked += [] if key is None else [("k", sql.Whole(key.column, key.decimals))]
            picked += [(f"x{index}", sql.Whole(number.column, number.decimals)) for index, number in enumerate(every)]
            picked += [] if household is None else [("h", sql.OfHousehold(household))]
            questions.append(sql.every_record(relation, picked, bound))
        elif key is not None:
            questions.append(sql.key_classes(relation, key, min(CLASSES, key.modulus), bound))
            questions.append(sql.key_repeats(relation, key, key.modulus, bound))
        return tuple(questions)

    def _period_condition(self, roles: Roles) -> tuple[sql.Part | None, list[str]]:
        """Condition for the records of the period, as if its column had a single value for it, and the query that finds
        these values."""
        if not roles.period:
            return None, []
        column = next(column for column in self.columns if column.name == roles.period)
        chosen_column = sql.Chosen(sql.OfColumn(column), (roles.period_code,), null=False)
        text = sql.values(self.relation, column, MOST_PERIODS + 1, sql.Bound(self.dialect))
        return sql.Part(tuple(column.name for column in self.columns), chosen_column), [text]


def texts_of(link: Link, relation: str) -> RelationTexts:
    """Relation for composing queries. Raises the errors of connecting, database_relation_unknown,
    database_may_write."""
    with link.state() as connection:
        connection.refuse_writer(relation)
        return RelationTexts(connection.relation(relation), tuple(connection.columns(relation)), link.dialect)


def rows_of(link: Link, relation: str, cancelled: Callable[[], bool] = never) -> int:
    """The number of records, counted. Raises what asking raises."""
    with link.state() as connection:
        text = sql.numbers_looked_at(connection.relation(relation), (), sql.Bound(link.dialect))
        return int(link.ask(text, (), cancelled).column("rows_")[0].as_py())
