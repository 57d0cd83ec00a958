"""Profiles of variables: what is in the data, for the methodologist. Confidential; no exporter takes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import blocks_of
from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.counter import need_records
from ckmcore.microdata.data import MISSING, Microdata, NumberColumn, UnknownVariable
from ckmcore.microdata.roles import is_identifier_name

MANY_CATEGORIES = 1000
EXAMPLES = 5
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

ProfileRole = Literal["dimension", "magnitude", "weight"]


@dataclass(frozen=True)
class CategoryCount:
    """A category with its original count."""

    code: str
    label: Texts
    count: int


@dataclass(frozen=True, repr=False)
class Profile:
    """A variable of the data. Confidential: counts of records, smallest and largest values, examples.

    `categories` (dimensions) in the order of the code list, missing last; `distinct` counts values that occur, without
    missing. Of a magnitude: `smallest`, `largest`, `quantiles` as (share, value), `zeros`, `negative`; `examples` are
    values as they stand in the first records that differ.
    """

    name: str
    title: Texts
    role: ProfileRole
    rows: int
    missing: int
    distinct: int
    categories: tuple[CategoryCount, ...] = ()
    smallest: float | None = None
    largest: float | None = None
    quantiles: tuple[tuple[float, float], ...] = ()
    zeros: int = 0
    negative: int = 0
    decimals: int | None = 0
    examples: tuple[str, ...] = field(default=())

    def __repr__(self) -> str:
        return f"Profile({self.name!r}, {self.role}, confidential)"


def profile(data: Microdata, name: str) -> Profile:
    """The profile of a dimension, a magnitude or the weight; raises UnknownVariable, records_elsewhere."""
    need_records(data.counter, "records_for_profile")
    if name in data.dimensions:
        return _of_dimension(data, name)
    if name in data.magnitudes:
        return _of_number(data.magnitudes[name], "magnitude")
    if data.weight is not None and data.weight.name == name:
        return _of_number(data.weight, "weight")
    raise UnknownVariable(variable=name, known=(*data.dimensions, *data.magnitudes))


def variables(data: Microdata) -> tuple[str, ...]:
    """The names of all variables that have a profile: dimensions, magnitudes, the weight."""
    weight = () if data.weight is None else (data.weight.name,)
    return (*data.dimensions, *data.magnitudes, *weight)


def _of_dimension(data: Microdata, name: str) -> Profile:
    dimension, codes = data.dimensions[name], data.columns[name]
    counts = np.zeros(len(dimension.categories), dtype=np.int64)
    # By blocks: bincount makes 64-bit integers of what it is given.
    for block in blocks_of(codes):
        counts += np.bincount(block, minlength=len(counts))
    found = tuple(
        CategoryCount(category.code, category.label, int(count))
        for category, count in zip(dimension.categories, counts, strict=True)
    )
    missing = sum(one.count for one in found if one.code == MISSING)
    distinct = sum(one.count > 0 for one in found if one.code != MISSING)
    examples = tuple(one.code for one in found if one.count and one.code != MISSING)[:EXAMPLES]
    return Profile(name, dimension.title, "dimension", data.rows, missing, distinct, found, examples=examples)


def _of_number(number: NumberColumn, role: ProfileRole) -> Profile:
    values = number.values if number.missing is None else number.values[~number.missing]
    missing = len(number.values) - len(values)
    if not len(values):
        return Profile(number.name, number.title, role, len(number.values), missing, 0, decimals=number.decimals)
    ordered = np.sort(values)
    distinct = 1 + int(np.count_nonzero(ordered[1:] != ordered[:-1]))
    places = np.array([round(share * (len(ordered) - 1)) for share in QUANTILES], dtype=np.int64)
    quantiles = tuple(zip(QUANTILES, (float(value) / number.scale for value in ordered[places]), strict=True))
    first = list(dict.fromkeys(values[:200].tolist()))[:EXAMPLES]
    return Profile(
        number.name,
        number.title,
        role,
        len(number.values),
        missing,
        distinct,
        smallest=float(ordered[0]) / number.scale,
        largest=float(ordered[-1]) / number.scale,
        quantiles=quantiles,
        zeros=_count(ordered == 0),
        negative=_count(ordered < 0),
        decimals=number.decimals,
        examples=tuple(_text(value, number) for value in first),
    )


def _count(mask: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(mask))


def _text(value: float, number: NumberColumn) -> str:
    """A value as it is: with all its decimals."""
    if number.decimals is None:
        return repr(value)
    if not number.decimals:
        return str(int(value))
    whole = int(value)
    sign, digits = "-" if whole < 0 else "", f"{abs(whole):0{number.decimals + 1}d}"
    return f"{sign}{digits[: -number.decimals]}.{digits[-number.decimals :]}"


def warnings(found: Profile) -> tuple[Sentence, ...]:
    """What a methodologist should look at: all missing, constant, all distinct, too many categories, identifiers."""
    there = found.rows - found.missing
    told = []
    if found.rows and not there:
        told.append(sentence("profile_missing", variable=found.name))
    elif found.distinct == 1 and not found.missing and found.rows > 1:
        told.append(sentence("profile_constant", variable=found.name))
    if found.role != "dimension":
        return tuple(told)
    distinct = there > 1 and found.distinct == there
    named = is_identifier_name(found.name) and there >= 20 and 2 * found.distinct > there
    if named or (distinct and there >= 20):
        told.append(sentence("profile_identifier", variable=found.name))
    elif distinct:
        told.append(sentence("profile_distinct", variable=found.name))
    count = sum(1 for one in found.categories if one.code != MISSING)
    if count > MANY_CATEGORIES:
        told.append(sentence("profile_many", variable=found.name, count=count, limit=MANY_CATEGORIES))
    return tuple(told)
