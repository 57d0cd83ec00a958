"""The texts of what is asked: three questions - cells, largest contributions, one-way cubes - for every database.

A text never has values: they are bound. It has names of columns, quoted, and whole numbers of our own (moduli, scales,
numbers of classes). Sums of keys are made in a type of 38 digits and taken modulo M there: 10^9
records with keys below 10^18 have sums of 27 digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Kind = Literal["text", "integer", "truth", "day", "decimal", "double"]

# A list of more values is not bound: the variable is grouped by, and filtered here.
MOST_BOUND = 5_000


@dataclass(frozen=True)
class Column:
    """A column of a relation. type: in the words of the database; decimals: of a decimal type, -1 for any."""

    name: str
    kind: Kind | None
    type: str
    decimals: int = 0


class Dialect(Protocol):
    """Differences in SQL between databases. wide: integer type of at least 38 digits; text: text type."""

    @property
    def wide(self) -> str: ...

    @property
    def text(self) -> str: ...

    def quoted(self, name: str) -> str:
        """A name in the text of a question."""
        ...

    def placeholder(self, number: int) -> str:
        """Placeholder of the bound value `number`, from 1."""
        ...

    def value(self, column: Column) -> str:
        """SQL of a column for grouping: texts compare byte by byte, truth values are 0 and 1."""
        ...

    def scaled(self, column: Column, decimals: int) -> str:
        """SQL of a number times 10^decimals as an exact integer of the wide type, NULL where missing; inexact values
        raise an error in the database."""
        ...

    def summed(self, column: Column, decimals: int) -> str:
        """SQL of a number for exact summing; work on sums is cheaper than work on each record."""
        ...


class StandardNames:
    """Names as the standard quotes them, and numbered places for bound values."""

    def quoted(self, name: str) -> str:
        """Quoted name of a column; see `Dialect`."""
        return '"' + name.replace('"', '""') + '"'

    def placeholder(self, number: int) -> str:
        """Placeholder of a bound value; see `Dialect`."""
        return f"${number}"


@dataclass
class Bound:
    """The values of a question, in the order of their placeholders."""

    dialect: Dialect
    values: list[Any] = field(default_factory=list)

    def one(self, value: Any) -> str:
        """Bind a value and return its placeholder."""
        self.values.append(value)
        return self.dialect.placeholder(len(self.values))


class Expression(Protocol):
    """SQL expression of a variable."""

    def text(self, bound: Bound) -> str: ...


@dataclass(frozen=True)
class OfColumn:
    """The values of a column."""

    column: Column

    def text(self, bound: Bound) -> str:
        """SQL of the column; see `Expression`."""
        return bound.dialect.value(self.column)


def household_text(column: Column, dialect: Dialect) -> str:
    """The identifier of a household, without blanks around it."""
    value_text = dialect.value(column)
    return f"trim({value_text})" if column.kind == "text" else value_text


@dataclass(frozen=True)
class OfHousehold:
    """The household of a record."""

    column: Column

    def text(self, bound: Bound) -> str:
        """SQL of the household's column; see `Expression`."""
        return household_text(self.column, bound.dialect)


@dataclass(frozen=True)
class OfClasses:
    """Class of a magnitude as a number: 0 below the first bound, ..., the highest for a missing value."""

    column: Column
    decimals: int
    bounds: tuple[int, ...]

    def text(self, bound: Bound) -> str:
        """SQL of the class; see `Expression`."""
        x = bound.dialect.scaled(self.column, self.decimals)
        cases = [f"when {x} < {edge} then {bound_index}" for bound_index, edge in enumerate(self.bounds)]
        none = len(self.bounds) + 1
        return f"case when {x} is null then {none} {' '.join(cases)} else {none - 1} end"


@dataclass(frozen=True)
class Chosen:
    """A condition: an expression has one of the values, or with `others` none of them; null: missing values also meet
    it."""

    expression: Expression
    values: tuple[Any, ...]
    null: bool
    others: bool = False

    def text(self, bound: Bound) -> str:
        """SQL of the condition, which is never NULL."""
        text = self.expression.text(bound)
        conditions = [f"{text} is null"] if self.null else []
        if self.values:
            listed_text = ", ".join(bound.one(value) for value in self.values)
            conditions.append(f"({text} is not null and {text} {'not in' if self.others else 'in'} ({listed_text}))")
        elif self.others:
            conditions.append(f"{text} is not null")
        return f"({' or '.join(conditions)})" if conditions else "1 = 0"


@dataclass(frozen=True)
class Part:
    """Records of a relation that meet a condition, with its readable columns."""

    columns: tuple[str, ...]
    condition: Chosen

    def text(self, relation: str, bound: Bound) -> str:
        """SQL of the part, used in place of the relation."""
        names = ", ".join(map(bound.dialect.quoted, self.columns))
        return f"(select {names} from {relation} where {self.condition.text(bound)}) p"


def part_of(relation: str, part: Part | None, bound: Bound) -> str:
    """SQL of a part of a relation for selecting; None for all records."""
    return relation if part is None else part.text(relation, bound)


def values(relation: str, column: Column, most: int, bound: Bound) -> str:
    """SQL for the distinct values `v` of a column with their numbers of records `n`, at most `most` of them."""
    source = records(relation, [("v", OfColumn(column))], (), None, bound)
    return f"select v, count(*) as n from {source} group by v limit {most}"


@dataclass(frozen=True)
class OfAny:
    """Expression that is 1 where any condition holds, else 0."""

    conditions: tuple[Chosen, ...]

    def text(self, bound: Bound) -> str:
        """SQL of the truth value; see `Expression`."""
        return f"case when {' or '.join(condition.text(bound) for condition in self.conditions)} then 1 else 0 end"


@dataclass(frozen=True)
class OfPlaces:
    """Index of a value's group; all other values have one index behind the last group."""

    groups: tuple[Chosen, ...]

    def text(self, bound: Bound) -> str:
        """SQL of the index; see `Expression`."""
        cases = [f"when {group.text(bound)} then {group_index}" for group_index, group in enumerate(self.groups)]
        return f"case {' '.join(cases)} else {len(self.groups)} end" if cases else "0"


@dataclass(frozen=True)
class Number:
    """A number of each record as an integer scaled by 10^decimals."""

    column: Column
    decimals: int

    def text(self, bound: Bound) -> str:
        """SQL of the scaled number; see `Expression`."""
        return bound.dialect.scaled(self.column, self.decimals)


@dataclass(frozen=True)
class Whole(Number):
    """A scaled number as 64-bit integer; the database raises an error for larger ones."""

    def text(self, bound: Bound) -> str:
        """SQL of the 64-bit integer; see `Expression`."""
        return f"cast({super().text(bound)} as bigint)"


@dataclass(frozen=True)
class Summed:
    """A number of each record in the form for summing."""

    number: Number

    def text(self, bound: Bound) -> str:
        """SQL of the number; see `Expression`."""
        return bound.dialect.summed(self.number.column, self.number.decimals)


@dataclass(frozen=True)
class Key(Number):
    """Key of each record. modulus: M; for decimal keys 10^decimals, whose sums modulo 1 correspond to integer sums
    modulo M."""

    modulus: int = 0

    def text(self, bound: Bound) -> str:
        """SQL of the key in the form for summing; see `Expression`."""
        return bound.dialect.summed(self.column, self.decimals)

    def rest(self, sum_text: str) -> str:
        """SQL of a sum of keys, or of reduced sums, modulo M, in the form of the keys."""
        return f"({sum_text} % {1 if self.decimals else self.modulus})"

    def whole(self, sum_text: str) -> str:
        """The sum modulo M as a whole number."""
        remainder = self.rest(sum_text)
        return f"{remainder} * {10**self.decimals}" if self.decimals else remainder


@dataclass(frozen=True)
class Members:
    """Households instead of records. household: identifying column; conditions: must be met by at least one member."""

    household: Column
    conditions: tuple[Chosen, ...]


def records(
    relation: str,
    picked: Sequence[tuple[str, Expression]],
    conditions: Sequence[Expression],
    members: Members | None,
    bound: Bound,
) -> str:
    """SQL of the records, or households, that meet all conditions, with the picked expressions.

    All members of a household have the same values, so any member's are taken. The number `k` is the sum of their keys,
    reduced modulo M where it is summed further.
    """
    if members is None:
        columns = ", ".join(f"{expression.text(bound)} as {name}" for name, expression in picked) or "1 as one"
        where = " and ".join(condition.text(bound) for condition in conditions)
        return f"(select {columns} from {relation}{' where ' + where if where else ''}) q"
    shown = [
        f"{one.rest(f'sum({one.text(bound)})') if isinstance(one, Key) else f'min({one.text(bound)})'} as {name}"
        for name, one in picked
    ]
    member_conditions = [f"min(case when {condition.text(bound)} then 1 else 0 end) = 1" for condition in conditions]
    if members.conditions:
        met = " and ".join(condition.text(bound) for condition in members.conditions)
        member_conditions.append(f"max(case when {met} then 1 else 0 end) = 1")
    having = f" having {' and '.join(member_conditions)}" if member_conditions else ""
    household = household_text(members.household, bound.dialect)
    return f"(select {', '.join(shown) or '1 as one'} from {relation} group by {household}{having}) q"


def every_record(relation: str, picked: Sequence[tuple[str, Expression]], bound: Bound) -> str:
    """SQL of the picked expressions of each record, unordered."""
    columns = ", ".join(f"{expression.text(bound)} as {name}" for name, expression in picked) or "1 as one"
    return f"select {columns} from {relation}"


def cells(
    relation: str,
    variables: Sequence[Expression],
    conditions: Sequence[Chosen],
    key: Key | None,
    weight: Number | None,
    members: Members | None,
    bound: Bound,
) -> str:
    """SQL for each combination of values: number of records `n`, key sum modulo M `s`, weight sum `w`."""
    names = [f"v{variable_index}" for variable_index in range(len(variables))]
    picked = [*zip(names, variables, strict=True)]
    found_names = [*names, "count(*) as n"]
    if key is not None:
        picked.append(("k", key))
        found_names.append(f"{_whole(key.whole('sum(k)'))} as s")
    if weight is not None:
        picked.append(("w", Summed(weight)))
        found_names.append(f"{_whole(f'sum(w) * {10**weight.decimals}')} as w")
    source = records(relation, picked, conditions, members, bound)
    return f"select {', '.join(found_names)} from {source}{_grouped(names)}"


def _whole(sum_text: str) -> str:
    return f"cast(coalesce({sum_text}, 0) as bigint)"


def _grouped(names: Sequence[str]) -> str:
    return f" group by {', '.join(names)}" if names else ""


def largest(
    relation: str,
    variables: Sequence[Expression],
    conditions: Sequence[Chosen],
    number: Number,
    k: int,
    key: Key | None,
    weight: Number | None,
    bound: Bound,
) -> str:
    """SQL for each combination of values: statistics of a number over the records with a value, including the k
    largest.

    They are ranked as in the kernel: by size, then positive before negative, then by weight.
    """
    names = [f"v{variable_index}" for variable_index in range(len(variables))]
    picked: list[tuple[str, Expression]] = [*zip(names, variables, strict=True), ("x", number)]
    if key is not None:
        picked.append(("k", key))
    if weight is not None:
        picked.append(("w", weight))
    source = records(relation, picked, conditions, None, bound)
    parted = f"partition by {', '.join(names)} " if names else ""
    heavier = ", w desc" if weight is not None else ""
    inner = (
        f"select q.*, row_number() over ({parted}order by abs(x) desc, x desc{heavier}) as i from {source}"
        " where x is not null"
    )
    amount = "x <> 0"
    found_names = [
        *names,
        "count(*) as valid",
        f"{_whole(f'sum(case when {amount} then 1 else 0 end)')} as contributors",
        f"{_whole('sum(x)')} as sums",
        f"{_whole(f'min(case when {amount} then abs(x) end)')} as smallest",
        *(
            f"{_whole(f'max(case when i = {index} and {amount} then x end)')} as largest{index}"
            for index in range(1, k + 1)
        ),
    ]
    if key is not None:
        found_names.append(f"{_whole(key.whole('sum(k)'))} as valid_keys")
        found_names.append(f"{_whole(key.whole(f'sum(case when {amount} then k else 0 end)'))} as key_sums")
    if weight is not None:
        found_names += [
            f"{_whole('sum(x * w)')} as weighted_sums",
            f"{_whole('sum(w)')} as valid_weights",
            f"{_whole(f'sum(case when {amount} then w else 0 end)')} as contributor_weights",
            *(
                f"{_whole(f'max(case when i = {index} and {amount} then w end)')} as heavy{index}"
                for index in range(1, k + 1)
            ),
        ]
    return f"select {', '.join(found_names)} from ({inner}) r{_grouped(names)}"


def one_way(
    relation: str,
    variables: Sequence[Expression],
    key: Key | None,
    numbers: Sequence[Number],
    household: Column | None,
    bound: Bound,
) -> str:
    """SQL of the one-way cubes of all variables and the total; the bits `g` tell over which variables a line is a
    total.

    Sums are texts, since they may have more digits than the driver's numbers.
    """
    dialect = bound.dialect
    names = [f"v{variable_index}" for variable_index in range(len(variables))]
    picked: list[tuple[str, Expression]] = [*zip(names, variables, strict=True)]
    found_names = [*names, *(f"grouping({name}) as g{index}" for index, name in enumerate(names)), "count(*) as n"]
    if key is not None:
        picked.append(("k", key))
        found_names.append(f"cast(coalesce({key.whole('sum(k)')}, 0) as {dialect.text}) as s")
    for index, number in enumerate(numbers):
        picked.append((f"x{index}", Summed(number)))
        found_names.append(f"cast(coalesce(sum(x{index}) * {10**number.decimals}, 0) as {dialect.text}) as m{index}")
    if household is not None:
        picked.append(("h", OfHousehold(household)))
        found_names.append("count(distinct h) as h")
    source = records(relation, picked, (), None, bound)
    if not names:
        return f"select {', '.join(found_names)} from {source}"
    sets = ", ".join(f"({name})" for name in names)
    return f"select {', '.join(found_names)} from {source} group by grouping sets ({sets}, ())"


def key_classes(relation: str, key: Key, classes: int, bound: Bound) -> str:
    """SQL for the number of keys (`n`) in each class of equal share: class `c` has the keys with floor(k classes / M) =
    c."""
    scaled_text = f"{Number(key.column, key.decimals).text(bound)} * {classes}"
    key_class = f"cast(round(({scaled_text} - ({scaled_text} % {key.modulus})) / {key.modulus}) as bigint)"
    return f"select c, count(*) as n from (select {key_class} as c from {relation}) q group by c"


def key_repeats(relation: str, key: Key, limit: int, bound: Bound) -> str:
    """SQL on the keys below a limit: their number (`n`), the number of distinct ones (`d`), and the highest frequency
    (`m`)."""
    whole_text = Number(key.column, key.decimals).text(bound)
    inner = f"select {whole_text} as k, count(*) as n from {relation} where {whole_text} < {limit} group by 1"
    return f"select {_whole('sum(n)')} as n, count(*) as d, {_whole('max(n)')} as m from ({inner}) q"


def numbers_looked_at(relation: str, columns: Sequence[tuple[Column, int]], bound: Bound) -> str:
    """SQL for each number: records with a value (`n`), minimum and maximum as text, and the largest number of decimals,
    up to a limit (one more where a value has more)."""
    dialect = bound.dialect
    statistics = ["count(*) as rows_"]
    for column_index, (column, most_places) in enumerate(columns):
        x = dialect.quoted(column.name)
        if column.kind == "double":
            x = exact_double(dialect, x, most_places)
        # From the most decimals down: nearly all records have them.
        more = (
            most_places + 1 if column.decimals < 0 or column.kind == "double" else min(most_places + 1, column.decimals)
        )
        cases = "".join(f" when round({x}, {d}) <> {x} then {d + 1}" for d in range(more - 1, -1, -1))
        decimals = f"max(case when {x} is null then 0{cases} else 0 end)"
        if column.kind == "integer" or not cases:
            decimals = "0"
        statistics += [
            f"count({x}) as n{column_index}",
            f"cast(min({x}) as {dialect.text}) as least{column_index}",
            f"cast(max({x}) as {dialect.text}) as most{column_index}",
            f"{decimals} as d{column_index}",
        ]
    return f"select {', '.join(statistics)} from {relation}"


def exact_double(dialect: Dialect, text: str, decimals: int) -> str:
    """A double by its shortest decimal form."""
    return f"cast(cast({text} as {dialect.text}) as decimal(38, {decimals}))"


def totals(relation: str, numbers: Sequence[Number], weight: Number | None, bound: Bound) -> str:
    """SQL of the sum of |x| of each number, and of |x| times the weight, as texts."""
    dialect = bound.dialect
    picked: list[tuple[str, Expression]] = [(f"x{index}", number) for index, number in enumerate(numbers)]
    if weight is not None:
        picked.append(("w", weight))
    weight_factor = "" if weight is None else " * w"
    expressions = [
        f"cast(coalesce(sum({what}), 0) as {dialect.text}) as {letter}{index}"
        for index in range(len(numbers))
        for letter, what in (("t", f"abs(x{index})"), ("u", f"abs(x{index}){weight_factor}"))
    ]
    return f"select {', '.join(expressions)} from {records(relation, picked, (), None, bound)}"


def repeats(relation: str, picked: Sequence[tuple[str, Expression]], stated: Sequence[Expression], bound: Bound) -> str:
    """The number `n` of records that meet some conditions and are the same as another one in all that is picked."""
    names = ", ".join(name for name, _ in picked)
    inner = f"select count(*) as n from {records(relation, picked, stated, None, bound)} group by {names}"
    return f"select {_whole('sum(n)')} as n from ({inner} having count(*) > 1) r"


def differing(relation: str, household: Column, places: Expression, bound: Bound) -> str:
    """The number of households whose members are of several values."""
    text = places.text(bound)
    by = household_text(household, dialect=bound.dialect)
    inner = f"select min({text}) as a, max({text}) as b from {relation} group by {by}"
    return f"select count(*) as n from ({inner}) q where a <> b"


def without_household(relation: str, household: Column, bound: Bound) -> str:
    """The number of records `n` without a household."""
    found_household_text = household_text(household, bound.dialect)
    blank = f" or {found_household_text} = ''" if household.kind == "text" else ""
    return f"select count(*) as n from {relation} where {found_household_text} is null{blank}"
