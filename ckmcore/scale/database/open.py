"""A relation as data: its code lists and its mark are asked for, its records stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError, InputError
from ckmcore.keys.derivation import derive_keys
from ckmcore.keys.record_keys import MAX_DIGITS, MAX_MODULUS, MIN_DIGITS, KeyForm
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.columns import MISSING, Category, Dimension, Households, sort_codes
from ckmcore.microdata.counter import KeysElsewhere, NoValues, NumbersElsewhere
from ckmcore.microdata.data import Microdata
from ckmcore.scale.database import sql
from ckmcore.scale.database.codes import Variable, checked_codes, codes_of
from ckmcore.scale.database.counter import DatabaseCounter, Margins
from ckmcore.scale.database.link import Link
from ckmcore.scale.database.mark import Line, OneWay, joined_lines
from ckmcore.scale.database.periods import periods_of
from ckmcore.statistic.relation import Roles
from ckmcore.tabulate.scan import never

MOST_DECIMALS = 6
MOST_VALUES = 1_000_000
_LIMIT = 2**63 - 2**34
_DERIVED_DIGITS = 9


def open_relation(
    link: Link, relation: str, roles: Roles, more: Roles | None = None, cancelled: Callable[[], bool] = never
) -> Microdata:
    """Data of a table or view that are counted in the database.

    more: roles of further columns, which are not part of the mark. Raises database_relation_unknown,
    database_may_write, database_column_unknown, database_column, database_values, record_key_modulus, database_period,
    database_period_column, database_sums, the errors of connecting, database_too_long, Cancelled.
    """
    with link.state() as connection:
        connection.refuse_writer(relation)
        columns = {column.name: column for column in connection.columns(relation)}
        question = _Asked(link, relation, connection.relation(relation), columns, roles, cancelled)
        question.take_period()
        return question.data(() if more is None else more.dimensions, () if more is None else more.magnitudes)


@dataclass
class _Asked:
    link: Link
    relation: str
    text: str
    columns: dict[str, sql.Column]
    roles: Roles
    cancelled: Callable[[], bool]
    part: sql.Part | None = None
    without_period: int = 0

    def take_period(self) -> None:
        """Restrict the records to those of the period."""
        roles = self.roles
        if roles.period_code and not roles.period:
            raise InputError("database_period_column", period=roles.period_code)
        if roles.period:
            periods_found = periods_of(self.link, self.relation, roles.period, self.columns, self.cancelled)
            self.part = periods_found.part(roles.period_code)
            self.without_period = periods_found.records.get(MISSING, 0)

    def source(self, bound: sql.Bound) -> str:
        """SQL of the records that are used."""
        return sql.part_of(self.text, self.part, bound)

    def ask(self, text: str, bound: sql.Bound) -> Any:
        return self.link.ask(text, bound.values, self.cancelled)

    def column(self, name: str) -> sql.Column:
        if name not in self.columns:
            raise InputError("database_column_unknown", column=name, relation=self.relation)
        return self.columns[name]

    def dimension(self, name: str) -> sql.Column:
        return checked_codes(self.column(name))

    def data(self, more_dimensions: Sequence[str], more_magnitudes: Sequence[str]) -> Microdata:
        roles = self.roles
        dimensions = list(dict.fromkeys((*roles.dimensions, *more_dimensions)))
        magnitudes = list(dict.fromkeys((*roles.magnitudes, *more_magnitudes)))
        if roles.household:
            magnitudes = []
            if roles.weight:
                raise DataError(
                    "database_values", column=roles.weight, count=1, fault=sentence("database_household_weights")
                )
        columns = {name: self.dimension(name) for name in dimensions}
        household = self.dimension(roles.household) if roles.household else None
        rows, key, weight, numbers, missing = self.numbers(magnitudes)
        if household is not None:
            self.refuse_without_household(household)
        every = [*([weight] if weight is not None else []), *numbers.values()]
        self.refuse_too_large(numbers, weight)
        bound = sql.Bound(self.link.dialect)
        expressions = [sql.OfColumn(column) for column in columns.values()]
        table = self.ask(sql.one_way(self.source(bound), expressions, key, every, household, bound), bound)
        margins, variables, lines = self.read(table, list(columns.values()), key, every)
        names = {index: relation_column.column.name for index, relation_column in enumerate(every)}
        in_mark = {*roles.dimensions, *roles.magnitudes, roles.weight}
        mark = _mark(rows, key, every, {name: lines[name] for name in dimensions if name in in_mark}, in_mark, names)
        counter = DatabaseCounter(
            self.link,
            self.relation,
            mark,
            {name: variables[name][0] for name in dimensions},
            key,
            weight,
            numbers,
            frozenset(name for name, is_gone in missing.items() if is_gone),
            margins,
            household,
            part=self.part,
        )
        column_name = self.link.name
        keys = None
        if key is not None:
            digits = None if roles.modulus is not None else key.decimals
            keys = KeysElsewhere.of(
                KeyForm(key.modulus, digits, "integer" if digits is None else "decimal"), column_name
            )
        return Microdata(
            rows,
            {name: variables[name][1] for name in dimensions},
            {},
            keys,
            None if weight is None else NumbersElsewhere.of(weight.column.name, weight.decimals, column_name),
            {
                name: NumbersElsewhere.of(name, number.decimals, column_name, missing[name])
                for name, number in numbers.items()
            },
            households=None if household is None else self.households(table, len(dimensions)),
            counter=counter,
            notices=self.notices(),
        )

    def notices(self) -> tuple[Sentence, ...]:
        """Notices of records that are of no period."""
        if not self.without_period:
            return ()
        return (sentence("database_without_period", count=self.without_period, column=self.roles.period),)

    def numbers(
        self, magnitudes: Sequence[str]
    ) -> tuple[int, sql.Key | None, sql.Number | None, dict[str, sql.Number], dict[str, int]]:
        """Number of records; key, weight and magnitudes with as many decimals as their values have; and the number of
        missing values of each magnitude."""
        roles = self.roles
        named_columns = [(roles.key, MAX_DIGITS), (roles.weight, MOST_DECIMALS)]
        wanted_numbers = [
            (self.number(name, most_decimals), most_decimals) for name, most_decimals in named_columns if name
        ]
        wanted_numbers += [(self.number(name, MOST_DECIMALS), MOST_DECIMALS) for name in magnitudes]
        bound = sql.Bound(self.link.dialect)
        line = self.ask(sql.numbers_looked_at(self.source(bound), wanted_numbers, bound), bound).to_pylist()[0]
        rows = int(line["rows_"])
        numbers_by_name = {
            column.name: (
                int(line[f"n{index}"]),
                line[f"least{index}"],
                line[f"most{index}"],
                int(line[f"d{index}"] or 0),
            )
            for index, (column, _) in enumerate(wanted_numbers)
        }
        key = None
        if roles.key:
            key = self.key(rows, *numbers_by_name[roles.key])
        weight = None
        if roles.weight:
            count, least, _, decimals = numbers_by_name[roles.weight]
            self.refuse(roles.weight, rows - count, "database_weight_missing")
            self.refuse(roles.weight, int(rows > 0 and Decimal(str(least)) < 0), "database_weight_negative")
            weight = sql.Number(self.columns[roles.weight], self.decimals(roles.weight, decimals))
        numbers = {
            name: sql.Number(self.columns[name], self.decimals(name, numbers_by_name[name][3])) for name in magnitudes
        }
        return rows, key, weight, numbers, {name: rows - numbers_by_name[name][0] for name in magnitudes}

    def number(self, name: str, most: int) -> sql.Column:
        column = self.column(name)
        keys = most == MAX_DIGITS
        if column.kind not in ("integer", "decimal", *(["double"] if keys else [])):
            wanted_sentence = sentence("database_wants_keys" if keys else "database_wants_decimals")
            raise DataError("database_column", column=name, type=column.type, wanted=wanted_sentence)
        return column

    def decimals(self, name: str, found: int) -> int:
        if found > MOST_DECIMALS:
            raise DataError(
                "database_column", column=name, type=self.columns[name].type, wanted=sentence("database_wants_decimals")
            )
        return found

    def refuse(self, name: str, count: int, fault: str) -> None:
        if count:
            raise DataError("database_values", column=name, count=count, fault=sentence(fault))

    def key(self, rows: int, count: int, least: Any, most: Any, decimals: int) -> sql.Key:
        name, modulus = self.roles.key, self.roles.modulus
        if modulus is not None and not 2 <= modulus <= MAX_MODULUS:
            raise InputError("record_key_modulus", modulus=modulus, limit=MAX_MODULUS)
        column = self.columns[name]
        self.refuse(name, rows - count, "database_key_missing")
        if modulus is None and column.kind == "integer" and rows and Decimal(str(most)) >= 1:
            raise DataError("database_values", column=name, count=rows, fault=sentence("database_key_modulus"))
        if decimals > MAX_DIGITS or (modulus is not None and decimals):
            raise DataError(
                "database_values", column=name, count=rows, fault=sentence("database_key_digits", most=MAX_DIGITS)
            )
        digits = 0 if modulus is not None else max(decimals, MIN_DIGITS)
        limit = 10**digits if modulus is None else modulus
        if not 2 <= limit <= MAX_MODULUS:
            raise DataError(
                "database_values", column=name, count=rows, fault=sentence("database_key_digits", most=MAX_DIGITS)
            )
        below = 1 if modulus is None else modulus
        if rows and not (Decimal(str(least)) >= 0 and Decimal(str(most)) < below):
            raise DataError(
                "database_values", column=name, count=rows, fault=sentence("database_key_outside", limit=below)
            )
        return sql.Key(column, digits, limit)

    def refuse_without_household(self, household: sql.Column) -> None:
        bound = sql.Bound(self.link.dialect)
        missing_households = self.ask(sql.without_household(self.source(bound), household, bound), bound).to_pylist()[0]
        self.refuse(household.name, int(missing_households["n"]), "database_household_missing")

    def refuse_too_large(self, numbers: dict[str, sql.Number], weight: sql.Number | None) -> None:
        """Raise database_sums where possible sums of tables exceed integers of 64 bits."""
        if not numbers:
            return
        bound = sql.Bound(self.link.dialect)
        line = self.ask(sql.totals(self.source(bound), list(numbers.values()), weight, bound), bound).to_pylist()[0]
        for index, name in enumerate(numbers):
            if max(int(Decimal(line[f"{letter}{index}"])) for letter in "tu") >= _LIMIT:
                raise DataError("database_sums", column=name)

    def read(
        self, table: Any, columns: Sequence[sql.Column], key: sql.Key | None, numbers: Sequence[sql.Number]
    ) -> tuple[dict[str, Margins], dict[str, tuple[Variable, Dimension]], dict[str, tuple[Line, ...]]]:
        """One-way cubes, variables in the database with their dimensions, and the lines for the mark."""
        counts = table.column("n").to_numpy().astype(np.int64)
        keys = np.zeros(len(counts), dtype=np.uint64)
        if key is not None:
            keys = np.array(
                [int(Decimal(decimal_text)) for decimal_text in table.column("s").to_pylist()], dtype=np.uint64
            )
        sums = [
            [int(Decimal(decimal_text)) for decimal_text in table.column(f"m{index}").to_pylist()]
            for index in range(len(numbers))
        ]
        grouped = [table.column(f"g{column_index}").to_numpy().astype(np.int64) for column_index in range(len(columns))]
        margins, variables, lines = {}, {}, {}
        total = np.flatnonzero(np.all(grouped, axis=0)) if grouped else np.arange(1)
        # Of no record at all there may be no line.
        of_all = (int(counts[total].sum()), keys[total].sum(dtype=np.uint64))
        margins[""] = Margins(np.array([of_all[0]]), np.array([of_all[1]], dtype=np.uint64))
        for column_index, column in enumerate(columns):
            indices = np.flatnonzero(grouped[column_index] == 0)
            if len(indices) > MOST_VALUES:
                raise DataError(
                    "database_values", column=column.name, count=len(indices), fault=sentence("database_too_many_codes")
                )
            column_values = table.column(f"v{column_index}").take(indices).to_pylist()
            values = [value for value in column_values if value is not None]
            where = {value: index for index, value in enumerate(values)}
            order = np.array([where.get(value, len(values)) for value in column_values], dtype=np.intp)
            margin = Margins(np.zeros(len(values) + 1, np.int64), np.zeros(len(values) + 1, np.uint64))
            margin.counts[order], margin.key_sums[order] = counts[indices], keys[indices]
            margins[column.name] = margin
            texts = codes_of([*values, None])
            held_texts = texts if margin.counts[-1] else texts[:-1]
            names = sort_codes(list(dict.fromkeys(held_texts)))
            position_of = {code: position for position, code in enumerate(names)}
            code_indices = np.array([position_of.get(code, 0) for code in texts], dtype=np.int64)
            categories = tuple(map(Category.plain, names))
            variables[column.name] = (
                Variable(sql.OfColumn(column), tuple(values), code_indices, len(names)),
                Dimension(column.name, Texts.same(column.name), categories),
            )
            in_lines = [
                (texts[o], int(counts[row]), int(keys[row]), tuple(each_sum[row] for each_sum in sums))
                for o, row in zip(order.tolist(), indices.tolist(), strict=True)
            ]
            lines[column.name] = joined_lines(in_lines, 0 if key is None else key.modulus)
        return margins, variables, lines

    def households(self, table: Any, dimensions: int) -> Households:
        """Number of households; which one a record belongs to is not known here."""
        node_columns = [
            table.column(f"g{dimension_index}").to_numpy().astype(np.int64) for dimension_index in range(dimensions)
        ]
        total = np.flatnonzero(np.all(node_columns, axis=0)) if node_columns else np.arange(1)
        count = int(table.column("h").to_numpy()[total].sum())
        return HouseholdsElsewhere(count, frozenset(self.roles.any_member), self.link.name)


class HouseholdsElsewhere(Households):
    """Households whose members lie in a database."""

    def __init__(self, count: int, any_member: frozenset[str], name: str) -> None:
        for field, field_value in (
            ("count", count), ("name", name), ("any_member", any_member), ("places", NoValues(name)),
            ("first", NoValues(name)), ("_compared", {}),
        ):  # fmt: skip
            object.__setattr__(self, field, field_value)

    def __len__(self) -> int:
        return int(self.__dict__["count"])

    def __repr__(self) -> str:
        return f"Households({len(self)})"

    def with_derived(self, name: str, source: str) -> HouseholdsElsewhere:
        """Households with a further variable derived from `source`; see `Households`."""
        more_set = {name} if source in self.any_member else set()
        return HouseholdsElsewhere(len(self), self.any_member | more_set, self.__dict__["name"])


def _mark(
    rows: int,
    key: sql.Key | None,
    all_numbers: Sequence[sql.Number],
    lines: dict[str, tuple[Line, ...]],
    in_mark: set[str],
    names: dict[int, str],
) -> str:
    order = sorted((names[index], index) for index in range(len(all_numbers)) if names[index] in in_mark)
    numbers = tuple((name, all_numbers[number_index].decimals) for name, number_index in order)
    marked = {
        name: tuple((code, n, k, tuple(sums[number_index] for _, number_index in order)) for code, n, k, sums in line)
        for name, line in lines.items()
    }
    return OneWay(rows, 0 if key is None else key.modulus, numbers, marked).mark


def derived_differently(
    link: Link,
    relation: str,
    identifier: str,
    key: str,
    secret: bytes,
    period: str = "",
    sample: int = 1000,
    part: sql.Part | None = None,
) -> tuple[int, int]:
    """Derive keys of records again from their identifiers. Returns the number of records and of differing keys.

    This is the only query that returns records; it is for administrators with the secret. sample: number of records;
    part: which records. Raises the errors of `open_relation`.
    """
    with link.state() as connection:
        columns = {column.name: column for column in connection.columns(relation)}
        for name in (identifier, key):
            if name not in columns:
                raise InputError("database_column_unknown", column=name, relation=relation)
        bound = sql.Bound(link.dialect)
        derived_columns = sql.OfHousehold(columns[identifier]), sql.Number(columns[key], _DERIVED_DIGITS)
        picked: list[tuple[str, sql.Expression]] = [("i", derived_columns[0]), ("k", derived_columns[1])]
        source = sql.records(sql.part_of(connection.relation(relation), part, bound), picked, (), None, bound)
        text = f"select cast(i as {link.dialect.text}) as i, cast(k as bigint) as k from {source} limit {sample}"
        table = link.ask(text, bound.values, never)
    keys = derive_keys(table.column("i"), secret, period)
    return len(table), int(np.count_nonzero(keys.values != table.column("k").to_numpy()))
