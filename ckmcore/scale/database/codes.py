"""From the values of a database to codes: once per value, never per record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.messages import sentence
from ckmcore.microdata.codes import code_text
from ckmcore.scale.database.sql import MOST_BOUND, Chosen, Column, Expression, OfAny, OfColumn, OfPlaces

Places = NDArray[np.int64]
_OF_CODES = ("text", "integer", "truth", "day")


@dataclass(frozen=True, eq=False)
class Variable:
    """A variable: what it is in the database, its `values` there, and the category that each is of (`places`, of a
    missing one the last). `size`: number of categories."""

    expression: Expression
    values: tuple[Any, ...]
    places: Places
    size: int

    def moved(self, places: Places, size: int) -> Variable:
        """The variable with its values in other categories. places: the new category of each; size: their number."""
        return replace(self, places=places[self.places], size=size)

    def chosen(self, flags: NDArray[np.uint8]) -> Chosen | None:
        """The condition that the category is flagged; None where it is too long to be asked. The shorter list."""
        met = flags[self.places].astype(np.bool_)
        mine = tuple(value for value, one in zip(self.values, met, strict=False) if one)
        others = tuple(value for value, one in zip(self.values, met, strict=False) if not one)
        if min(len(mine), len(others)) > MOST_BOUND:
            return None
        if len(others) < len(mine):
            return Chosen(self.expression, others, bool(met[-1]), others=True)
        return Chosen(self.expression, mine, bool(met[-1]))

    def by_place(self) -> Expression:
        """An expression that is the same for values of the same category."""
        groups = []
        for place in np.unique(self.places).tolist():
            flags = np.zeros(self.size, dtype=np.uint8)
            flags[place] = 1
            met = flags[self.places].astype(np.bool_)
            mine = tuple(value for value, one in zip(self.values, met, strict=False) if one)
            groups.append(Chosen(self.expression, mine, bool(met[-1])))
        return OfPlaces(tuple(groups))

    def found(self, column: Any) -> Places | None:
        """The category of each value of an arrow column; None where one is none of the values that are known."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if isinstance(self.expression, OfColumn):
            known = pa.array(self.values, type=column.type)
            at = pc.index_in(column, value_set=known, skip_nulls=True)
            missing = pc.is_null(column).to_numpy(zero_copy_only=False)
            at = at.fill_null(len(self.values)).to_numpy().astype(np.int64)
            if bool(((at == len(self.values)) & ~missing).any()):
                return None
        else:
            at = column.to_numpy().astype(np.int64)
        found: Places = self.places[at]
        return found


def classes(expression: Expression, places: Places, size: int) -> Variable:
    """A variable whose values are numbers from 0: classes of a magnitude, or whether one of some conditions holds."""
    values = tuple(range(len(places)))
    return Variable(expression, values, np.append(places, 0), size)


def any_of(conditions: Sequence[Chosen]) -> Variable:
    """A variable that is 1 where one of some conditions holds."""
    return classes(OfAny(tuple(conditions)), np.array([0, 1], dtype=np.int64), 2)


def checked_codes(column: Column) -> Column:
    """A column whose values are codes. Raises database_column where they are none."""
    if column.kind not in _OF_CODES:
        raise DataError(
            "database_column", column=column.name, type=column.type, wanted=sentence("database_wants_codes")
        )
    return column


def codes_of(values: Sequence[Any]) -> list[str]:
    """The code of each value, as the reader of files has it."""
    return [code_text(value) for value in values]
