"""Households as what is counted: members are records, a household counts once in a cell [ST]; method.md section 1."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError, InputError
from ckmcore.keys.households import household_keys, household_places
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.columns import Households, NumberColumn
from ckmcore.microdata.data import Microdata


class HouseholdDiffers(DataError):
    """A variable that differs within a household, which would be in several of its categories."""

    code = "household_differs"


class HouseholdVaries(HouseholdDiffers):
    """A table is by a variable that differs within a household. Every role may see it: it holds no figures of the
    records."""

    code = "household_varies"


def counting_households(
    data: Microdata, households: Sequence[str] | Any, any_member: Collection[str] = (), *, summed: bool = False
) -> Microdata:
    """The data with households in the place of their members: every table counts households, each once in a cell.

    `households` names the household of each record (texts, or an arrow array of strings). Its key is the sum of the
    keys of all members, also where a condition concerns one of them; `summed`: the records carry it already. Its weight
    is that of any member. Magnitudes are left out: nobody could say whether they belong to members or households.
    Variables that differ within a household are refused when a table asks for them, but for those of `any_member`.
    Raises key_household_missing, key_household_rows, household_any_member_unknown, HouseholdDiffers for weights and
    summed keys.
    """
    places, count = household_places(households)
    if len(places) != data.rows:
        raise DataError("key_household_rows", rows=len(places), keys=data.rows)
    for name in any_member:
        if name not in data.dimensions:
            raise InputError("household_any_member_unknown", variable=name, known=tuple(data.dimensions))
    first = np.full(count, data.rows, dtype=np.intp)
    np.minimum.at(first, places, np.arange(data.rows))
    found = Households(places, first, frozenset(any_member))
    keys = data.record_keys
    if keys is not None and summed:
        refuse_differing(found, "", keys.values)
    elif keys is not None:
        keys = household_keys(keys, households)
    if data.weight is not None:
        refuse_differing(found, data.weight.name, data.weight.values)
    return replace(data, record_keys=keys, magnitudes={}, households=found, cache={})


def refuse_differing(households: Households, variable: Texts | str, column: NDArray[Any]) -> None:
    """Raises HouseholdDiffers where members of a household have other entries in a column ("": their keys)."""
    if not households.same(column):
        rows = households.differing(column)
        count = len(np.unique(households.places[rows]))
        raise HouseholdDiffers(variable=variable or "Record-Key", count=count, row=int(rows[0]) + 1)


def refuse_undeclared(data: Microdata, names: Collection[str]) -> None:
    """Raises HouseholdVaries for a variable that differs within a household and is not declared for any member."""
    if data.households is None:
        return
    for name in names:
        if name in data.dimensions and name not in data.households.any_member:
            title = data.dimensions[name].title
            if not data.same_within_households(name):
                raise HouseholdVaries(variable=title if title.text("en") else name)


def household_data(data: Microdata) -> Microdata:
    """One record for each household, with what its first member has; made once for each object of data."""
    households = data.households
    if households is None:
        return data
    made: Microdata | None = data.__dict__.get("_household_data")
    if made is None and data.counter is not None:
        counter = data.counter.households({}, cancelled=lambda: False)
        made = replace(data, rows=len(households), households=None, counter=counter, cache={})
        data.__dict__["_household_data"] = made
    if made is None:
        first = households.first
        keys = data.record_keys
        if keys is not None:
            keys = RecordKeys(keys.values[first], keys.modulus, keys.digits, keys.origin)
        made = replace(
            data,
            rows=len(households),
            columns={name: column[first] for name, column in data.columns.items()},
            record_keys=keys,
            weight=None if data.weight is None else _of(data.weight, first),
            households=None,
            cache={},
        )
        data.__dict__["_household_data"] = made
    return made


def _of(column: NumberColumn, rows: NDArray[np.intp]) -> NumberColumn:
    return replace(column, values=column.values[rows], missing=None if column.missing is None else column.missing[rows])
