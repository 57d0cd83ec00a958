"""Columns of records: categories, dimensions, numbers, and the households that records belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.microdata.hierarchy import Hierarchy

MISSING = ""
MISSING_LABEL = Texts(en="not stated", de="ohne Angabe")

_NO_NOTE = Texts()

Codes = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]


class UnknownVariable(InputError):
    code = "unknown_variable"


@checked
@dataclass(frozen=True)
class Category:
    """One category of a dimension: code, label, note for readers, and the ISO days on which the code is valid.

    `valid_from` and `valid_to` are inclusive; "" is open.
    """

    code: str
    label: Texts
    note: Texts = Texts()
    valid_from: str = ""
    valid_to: str = ""

    @classmethod
    def plain(cls, code: str) -> Category:
        """Category of a code of a file, labelled by it; a file has thousands, whose parts need no check."""
        label = MISSING_LABEL
        if code != MISSING:
            label = object.__new__(Texts)
            label.__dict__.update(en=code, de=code)
        category = object.__new__(cls)
        category.__dict__.update(code=code, label=label, note=_NO_NOTE, valid_from="", valid_to="")
        return category

    def valid_on(self, date: str) -> bool:
        """Whether the code is valid on a day; where the day is not known it is."""
        return not date or (
            (not self.valid_from or self.valid_from <= date) and (not self.valid_to or date <= self.valid_to)
        )


@checked
@dataclass(frozen=True)
class Dimension:
    """A variable that breaks tables down: its categories in order (leaves only) and, optionally, a hierarchy.

    `ended`: categories of the dictionary that are not valid in the period, whether or not a record has their codes.
    `source`: the variable that the dictionary makes it of, and `of_source` what each code of that becomes; of a
    magnitude each of the classes by its edges (`..18`, `18..30`, `30..`).

    >>> nuts = data.dimension("NUTS")
    >>> nuts.codes, nuts.title.text("en")
    (('AT11', 'AT12', 'AT21'), 'NUTS')
    """

    name: str
    title: Texts
    categories: tuple[Category, ...]
    hierarchy: Hierarchy | None = None
    node_labels: Mapping[str, Texts] = field(default_factory=dict)
    note: Texts = Texts()
    ended: tuple[Category, ...] = ()
    source: str = ""
    of_source: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(category.code for category in self.categories)

    def label(self, code: str) -> Texts:
        """The label of a category or of an inner node of the hierarchy; the code itself where none is known."""
        found = self._labels.get(code)
        return found if found is not None else Category.plain(code).label

    @cached_property
    def _labels(self) -> dict[str, Texts]:
        labels = dict(self.node_labels)
        labels.update({category.code: category.label for category in self.categories})
        return labels


@dataclass(frozen=True, repr=False)
class NumberColumn:
    """A weight or magnitude: int64 scaled by 10^decimals where `decimals` is given, else float64.

    `missing` says of each record whether its value is missing (it counts as 0); None where none is. `classes`: those
    that the dictionary declares.
    """

    name: str
    values: NDArray[np.int64] | NDArray[np.float64]
    decimals: int | None
    title: Texts = Texts()
    missing: NDArray[np.bool_] | None = None
    classes: MagnitudeClasses | None = None

    def __repr__(self) -> str:
        return f"NumberColumn({self.name!r}, {len(self.values)} values, confidential)"

    @property
    def scale(self) -> int:
        return 1 if self.decimals is None else 10**self.decimals

    @property
    def called(self) -> Texts:
        """What it is called: its title, or the name of its column."""
        return self.title if self.title.text("en") else Texts.same(self.name)


def compact_codes(codes: NDArray[Any], categories: int) -> Codes:
    """Codes in the smallest unsigned type that holds `categories` of them."""
    if categories <= 2**8:
        return codes.astype(np.uint8, copy=False)
    if categories <= 2**16:
        return codes.astype(np.uint16, copy=False)
    return codes.astype(np.uint32, copy=False)


def _as_number(code: str) -> tuple[int, str, str]:
    """What orders digits as the number that they are, however long it is."""
    digits = code.lstrip("0")
    return len(digits), digits, code


def sort_codes(codes: Sequence[str]) -> list[str]:
    """Codes in their natural order: as numbers where all are plain whole numbers, else as text; MISSING last."""
    present = [code for code in codes if code != MISSING]
    if all(code.isdecimal() and code.isascii() for code in present):
        present.sort(key=_as_number)
    else:
        present.sort()
    return [*present, *([MISSING] if MISSING in codes else [])]


@dataclass(frozen=True, eq=False, repr=False)
class Households:
    """Which household each record belongs to: its number, from 0; `first`: the first record of each household.

    any_member: variables by whose categories a household counts where any member has them.
    """

    places: NDArray[np.int64]
    first: NDArray[np.intp]
    any_member: frozenset[str]
    # A column is compared once: by its identity, and kept, so that no other one takes it.
    _compared: dict[int, tuple[NDArray[Any], bool]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.first)

    def __repr__(self) -> str:
        return f"Households({len(self)} of {len(self.places)} records)"

    def with_derived(self, name: str, source: str) -> Households:
        """The same where a variable is derived from another one: of any member, if that is."""
        if source not in self.any_member:
            return self
        return replace(self, any_member=self.any_member | {name})

    def differing(self, column: NDArray[Any]) -> NDArray[np.intp]:
        """Records whose entry differs from the first member of their household."""
        return np.flatnonzero(column != column[self.first][self.places])

    def same(self, column: NDArray[Any]) -> bool:
        """Whether all members of each household have the same entry."""
        known = self._compared.get(id(column))
        if known is None:
            known = self._compared[id(column)] = (column, not len(self.differing(column)))
        return known[1]
