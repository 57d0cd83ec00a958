"""From the values of a database to codes: once per value, never per record; conditions on codes as texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.messages import sentence
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.counter import elsewhere
from ckmcore.microdata.record_conditions import NumberMissing, OfCategories, RecordCondition, SumWithin, Term
from ckmcore.scale.database.sql import (
    MOST_BOUND,
    Bound,
    Chosen,
    Column,
    Expression,
    Number,
    OfAny,
    OfColumn,
    OfPlaces,
)

Places = NDArray[np.int64]
_OF_CODES = ("text", "integer", "truth", "day")


@dataclass(frozen=True, eq=False)
class Variable:
    """A variable in the database. expression: SQL expression; values: its values there; places: index of the category
    of each value, followed by the index of missing; size: number of categories.
    """

    expression: Expression
    values: tuple[Any, ...]
    places: Places
    size: int

    def moved(self, places: Places, size: int) -> Variable:
        """Variable with other categories. places: new category of each former one; size: number of new ones."""
        return replace(self, places=places[self.places], size=size)

    def chosen(self, flags: NDArray[np.uint8]) -> Chosen | None:
        """Condition that the category is flagged, as the shorter list of values; None where even that is too long for a
        query."""
        met = flags[self.places].astype(np.bool_)
        values = tuple(value for value, is_met in zip(self.values, met, strict=False) if is_met)
        other_values = tuple(value for value, is_met in zip(self.values, met, strict=False) if not is_met)
        if min(len(values), len(other_values)) > MOST_BOUND:
            return None
        if len(other_values) < len(values):
            return Chosen(self.expression, other_values, bool(met[-1]), others=True)
        return Chosen(self.expression, values, bool(met[-1]))

    def by_place(self) -> Expression:
        """An expression that is the same for values of the same category."""
        groups = []
        for node_index in np.unique(self.places).tolist():
            flags = np.zeros(self.size, dtype=np.uint8)
            flags[node_index] = 1
            met = flags[self.places].astype(np.bool_)
            values = tuple(value for value, is_met in zip(self.values, met, strict=False) if is_met)
            groups.append(Chosen(self.expression, values, bool(met[-1])))
        return OfPlaces(tuple(groups))

    def found(self, column: Any) -> Places | None:
        """Index of the category for each value of an arrow column; None where a value is unknown."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if isinstance(self.expression, OfColumn):
            known_array = pa.array(self.values, type=column.type)
            value_indices = pc.index_in(column, value_set=known_array, skip_nulls=True)
            missing = pc.is_null(column).to_numpy(zero_copy_only=False)
            value_indices = value_indices.fill_null(len(self.values)).to_numpy().astype(np.int64)
            if bool(((value_indices == len(self.values)) & ~missing).any()):
                return None
        else:
            value_indices = column.to_numpy().astype(np.int64)
        result: Places = self.places[value_indices]
        return result


def classes(expression: Expression, places: Places, size: int) -> Variable:
    """Variable whose values are numbers from 0: classes of a magnitude, or the truth of a condition."""
    values = tuple(range(len(places)))
    return Variable(expression, values, np.append(places, 0), size)


def any_of(conditions: Sequence[Chosen]) -> Variable:
    """Variable that is 1 where any of the conditions holds, else 0."""
    return classes(OfAny(tuple(conditions)), np.array([0, 1], dtype=np.int64), 2)


def checked_codes(column: Column) -> Column:
    """Check that a column's values can be codes, and return it. Raises database_column."""
    if column.kind not in _OF_CODES:
        raise DataError(
            "database_column", column=column.name, type=column.type, wanted=sentence("database_wants_codes")
        )
    return column


def codes_of(values: Sequence[Any]) -> list[str]:
    """Code of each value, in the same form as from files."""
    return [code_text(value) for value in values]


# --- conditions of rules for records ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stated:
    """A condition: an expression has a value, of texts one that is not empty."""

    expression: Expression
    of_text: bool = False

    def text(self, bound: Bound) -> str:
        """The condition; never unknown."""
        what = self.expression.text(bound)
        return f"({what} is not null and {what} <> '')" if self.of_text else f"({what} is not null)"


@dataclass(frozen=True, eq=False)
class _Written:
    """Condition whose SQL is written only when it is needed, so that bound values have the order of the text."""

    condition: RecordCondition
    texts: ConditionTexts

    def text(self, bound: Bound) -> str:
        """See `Expression`. bound: the one of `texts`."""
        del bound
        return self.texts.text(self.condition)


@dataclass(frozen=True, eq=False)
class ConditionTexts:
    """Writes conditions on a relation. database: its name, for errors."""

    database: str
    variables: Mapping[str, Variable]
    numbers: Mapping[str, Number]
    bound: Bound

    def broken(self, every: Sequence[RecordCondition], some: Sequence[RecordCondition]) -> str:
        """What a record meets that meets all of `every` and one, at least, of `some`. Raises records_elsewhere where
        a list of values is longer than databases take."""
        anyone = " or ".join(self.text(condition) for condition in some) or "1 = 0"
        return " and ".join([*(self.text(condition) for condition in every), f"({anyone})"])

    def as_expressions(self, conditions: Sequence[RecordCondition]) -> list[Expression]:
        """Conditions that a question writes itself."""
        return [_Written(condition, self) for condition in conditions]

    def text(self, condition: RecordCondition) -> str:
        """One condition. Raises records_elsewhere."""
        if isinstance(condition, OfCategories):
            return self._category_text(condition)
        if isinstance(condition, NumberMissing):
            return f"({self.numbers[condition.name].text(self.bound)} is null)"
        return self._sum_within(condition)

    def _category_text(self, condition: OfCategories) -> str:
        chosen = self.variables[condition.name].chosen(condition.flags)
        if chosen is None:
            raise elsewhere(self.database)
        return chosen.text(self.bound)

    def _sum_within(self, condition: SumWithin) -> str:
        condition_texts = []
        # Bound values have the order of the text: the sum is written each time.
        for low, high in condition.intervals:
            edges = [f"{self._total(condition)} >= {low}"] if low is not None else []
            edges += [f"{self._total(condition)} <= {high}"] if high is not None else []
            condition_texts.append(f"({' and '.join(edges) or '1 = 1'})")
        within = f"({' or '.join(condition_texts) or '1 = 0'})"
        met = within if condition.inside else f"not {within}"
        return f"({met} and {self._total(condition)} is not null)"

    def _total(self, condition: SumWithin) -> str:
        return f"({' + '.join(self._term(term) for term in condition.terms)})"

    def _term(self, term: Term) -> str:
        if term.numbers is None:
            return f"{self.numbers[term.name].text(self.bound)} * {term.factor}"
        if len(self.variables[term.name].values) > MOST_BOUND:
            raise elsewhere(self.database)
        cases = []
        for number in sorted({number for number in term.numbers if number is not None}):
            flags = np.array([own_number == number for own_number in term.numbers], dtype=np.uint8)
            cases.append(f"when {self._category_text(OfCategories(term.name, flags))} then {number * term.factor}")
        wide_type = self.bound.dialect.wide
        return f"cast(case {' '.join(cases)} else null end as {wide_type})" if cases else f"cast(null as {wide_type})"
