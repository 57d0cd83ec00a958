"""Records that stay where they are: a counter gives their number and sums per cell, and never a record.

Data with a counter have code lists, but no columns: `NoColumns`, `KeysElsewhere` and the values of their numbers raise
records_elsewhere for whoever wants a record, so that nobody counts none in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.keys.record_keys import KeyForm, RecordKeys
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.columns import NumberColumn
from ckmcore.microdata.record_conditions import RecordCondition

Flags = Mapping[str, NDArray[np.uint8]]
"""Variables to 0/1 flags per category: records of the flagged categories are let in."""
Places = NDArray[np.int64]
Cancelled = Callable[[], bool]


def elsewhere(name: str, what: Sentence | None = None) -> InputError:
    """The error; `what` needs the records (None: whatever was asked for)."""
    return InputError("records_elsewhere", what=what or sentence("records_asked"), name=name)


def need_records(counter: Counter | None, what: str) -> None:
    """Raises records_elsewhere, by the code of a sentence for what needs them, where the records are not here."""
    if counter is not None:
        raise elsewhere(counter.name, sentence(what))


@dataclass(frozen=True, eq=False, repr=False)
class CountedCells:
    """The occupied cells of some variables: their numbers in C order of all cells, rising (uint64), the number of
    records (int64), their key sums modulo M (uint64, None without keys) and weight sums (int64, scaled as the weight).
    """

    numbers: NDArray[np.uint64]
    counts: NDArray[np.int64]
    key_sums: NDArray[np.uint64] | None
    weights: NDArray[np.int64] | None

    def __repr__(self) -> str:
        return f"CountedCells({len(self.numbers)} cells, confidential)"


class Counter(Protocol):
    """Counts records that lie elsewhere. Variables are known by name, categories by their place in the code list.

    Immutable: each `with_...` gives another counter for the same records. Every cube is checked against the mark of the
    data; raises database_changed where they are no longer those.
    """

    @property
    def name(self) -> str:
        """Where the records lie, in the words of the computer's policy."""
        ...

    @property
    def mark(self) -> str:
        """SHA-256 of the one-way cubes of the data: other records, another mark."""
        ...

    def one_state(self) -> AbstractContextManager[None]:
        """All that is counted within sees the same state of the records."""
        ...

    def cells(self, names: Sequence[str], filters: Flags, *, weighted: bool, cancelled: Cancelled) -> CountedCells:
        """The occupied leaf cells of `names` under the filters."""
        ...

    def largest(
        self, names: Sequence[str], filters: Flags, magnitude: str, k: int, *, weighted: bool, cancelled: Cancelled
    ) -> tuple[NDArray[np.uint64], dict[str, NDArray[Any]]]:
        """The numbers of the occupied cells, and what they hold of a magnitude: arrays as `RawMagnitude` has them."""
        ...

    def households(self, filters: Flags, *, cancelled: Cancelled) -> Counter:
        """A counter of the households with one member, at least, who meets all filters, in the place of records."""
        ...

    def same_within_households(self, name: str) -> bool:
        """Whether all members of each household are of one category."""
        ...

    def renamed(self, names: Mapping[str, str]) -> Counter:
        """The same whose variables are called otherwise."""
        ...

    def with_places(self, name: str, source: str, places: Places, size: int) -> Counter:
        """One more variable, or another in its place: of `size` categories, `places` says which one each of `source`
        becomes."""
        ...

    def with_classes(self, name: str, magnitude: str, bounds: Places, places: Places, size: int) -> Counter:
        """One more variable: the class of a magnitude. bounds: rising, scaled as the magnitude; places: the category
        of values below the first, from each bound to below the next, from the last on, and of a missing value."""
        ...

    def with_any_of(self, name: str, conditions: Sequence[tuple[str, NDArray[np.uint8]]]) -> Counter:
        """One more variable: 1 where a record is of a flagged category of any of these variables, else 0."""
        ...

    def broken(self, every: Sequence[RecordCondition], some: Sequence[RecordCondition], *, cancelled: Cancelled) -> int:
        """The number of records that meet all conditions of `every` and one, at least, of `some`."""
        ...

    def repeated(self, names: Sequence[str], stated: Sequence[RecordCondition], *, cancelled: Cancelled) -> int:
        """The number of records that are the same in all these columns as another one, of those that meet all
        conditions of `stated`. Raises database_column_unknown."""
        ...


class NoColumns(dict[str, Any]):
    """In the place of columns: asked for one, it says where the records lie."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, column: str) -> NoReturn:
        raise elsewhere(self.name)


class NoValues:
    """In the place of an array with a number for each record: whatever is done with it, it says where they lie."""

    def __init__(self, name: str) -> None:
        self.__dict__["name"] = name

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise elsewhere(self.__dict__["name"])

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__") and attribute not in ("__array_interface__", "__array_struct__"):
            raise AttributeError(attribute)  # copies and the like look for these
        return self._refuse()

    __len__ = __getitem__ = __iter__ = __array__ = __lt__ = __gt__ = __le__ = __ge__ = _refuse
    __add__ = __radd__ = __mul__ = __rmul__ = __truediv__ = __invert__ = __and__ = __or__ = __abs__ = __neg__ = _refuse
    __eq__ = __ne__ = _refuse
    __hash__ = object.__hash__


class KeysElsewhere(RecordKeys):
    """Record keys of which only the form is here."""

    def __init__(  # the fields of RecordKeys: `replace` gives them all
        self, values: Any, modulus: int, digits: int | None, origin: Any, notices: tuple[Sentence, ...] = ()
    ) -> None:
        for field, found in (
            ("values", values), ("modulus", modulus), ("digits", digits), ("origin", origin), ("notices", notices)
        ):  # fmt: skip
            object.__setattr__(self, field, found)

    @classmethod
    def of(cls, form: KeyForm, name: str) -> KeysElsewhere:
        """Keys of a form that lie in the database `name`."""
        return cls(NoValues(name), form.modulus, form.digits, form.origin)

    def __repr__(self) -> str:
        return f"RecordKeys(elsewhere, modulus {self.modulus}, {self.origin})"


@dataclass(frozen=True, repr=False)
class NumbersElsewhere(NumberColumn):
    """A weight or magnitude whose values are not here; `missing_count` records have none."""

    missing_count: int = 0

    @classmethod
    def of(cls, name: str, decimals: int, database: str, missing_count: int = 0) -> NumbersElsewhere:
        """A column of whole numbers scaled by 10^decimals in a database."""
        values: Any = NoValues(database)
        gone: Any = NoValues(database) if missing_count else None
        return cls(name, values, decimals, missing=gone, missing_count=missing_count)
