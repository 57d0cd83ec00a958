"""Conditions that a record meets or not: flags of records in memory, block by block; texts in a database.

A condition is never unknown: a record without a value that is compared does not meet it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import BLOCK_ROWS
from ckmcore.microdata.columns import NumberColumn, compact_codes

Flags = NDArray[np.bool_]
Interval = tuple[int | float | None, int | float | None]
"""Both ends included; None is open. Scaled as the numbers that are compared with it."""

_MOST = 2**62
_OF_DOUBLES = 1e-12  # what a sum of doubles may miss, as a share of their sizes


@dataclass(frozen=True, eq=False)
class OfCategories:
    """The record is of a category that is flagged. flags: 0 or 1 for each category of the variable `name`."""

    name: str
    flags: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Term:
    """A number of each record, times `factor`: a whole number where numbers are exact.

    numbers: of a dimension the number of each category, None where that has none; None of a magnitude or weight.
    """

    name: str
    factor: int | float = 1
    numbers: tuple[int | None, ...] | None = None


@dataclass(frozen=True, eq=False)
class SumWithin:
    """The sum of some terms lies in one of some intervals (`inside`), or in none of them."""

    terms: tuple[Term, ...]
    intervals: tuple[Interval, ...]
    inside: bool = True


@dataclass(frozen=True)
class NumberMissing:
    """The record has no value of the magnitude or weight `name`."""

    name: str


RecordCondition = OfCategories | SumWithin | NumberMissing


@dataclass(frozen=True, eq=False)
class RecordColumns:
    """Columns of records, as conditions look at them: codes of categories, and numbers, by name."""

    rows: int
    codes: Mapping[str, Any]
    numbers: Mapping[str, NumberColumn]

    def meeting(self, every: Sequence[RecordCondition], some: Sequence[RecordCondition]) -> Iterator[Flags]:
        """Flags of the records that meet all conditions of `every` and one, at least, of `some`; block after block."""
        for start in range(0, self.rows, BLOCK_ROWS):
            part = slice(start, min(start + BLOCK_ROWS, self.rows))
            met = np.zeros(part.stop - part.start, dtype=np.bool_)
            for condition in some:
                met |= self._met(condition, part)
            for condition in every:
                met &= self._met(condition, part)
            yield met

    def _met(self, condition: RecordCondition, part: slice) -> Flags:
        if isinstance(condition, OfCategories):
            met: Flags = condition.flags.astype(np.bool_)[self.codes[condition.name][part]]
            return met
        if isinstance(condition, NumberMissing):
            return self._missing(condition.name, part)
        return self._sum_within(condition, part)

    def _missing(self, name: str, part: slice) -> Flags:
        column = self.numbers[name]
        values = column.values[part]
        missing: Flags = np.isnan(values) if values.dtype.kind == "f" else np.zeros(len(values), dtype=np.bool_)
        return missing if column.missing is None else missing | column.missing[part]

    def _sum_within(self, condition: SumWithin, part: slice) -> Flags:
        total: Any = 0
        slack: Any = 0
        stated = np.ones(part.stop - part.start, dtype=np.bool_)
        for term in condition.terms:
            values, missing = self._numbers(term, part)
            if isinstance(term.factor, int) and values.dtype.kind == "i" and len(values):
                largest = max(abs(int(values.min())), abs(int(values.max()))) * abs(term.factor)
                if largest * len(condition.terms) >= _MOST:
                    values = values.astype(object)  # exact, and slow
            values = values * term.factor
            total = total + values
            if values.dtype.kind == "f" and len(condition.terms) > 1:
                slack = slack + _OF_DOUBLES * np.abs(values)
            stated &= ~missing
        met = np.zeros(len(stated), dtype=np.bool_)
        for low, high in condition.intervals:
            within = np.ones(len(stated), dtype=np.bool_)
            if low is not None:
                within &= np.asarray(total + slack >= low, dtype=np.bool_)
            if high is not None:
                within &= np.asarray(total - slack <= high, dtype=np.bool_)
            met |= within
        return (met if condition.inside else ~met) & stated

    def _numbers(self, term: Term, part: slice) -> tuple[NDArray[Any], Flags]:
        if term.numbers is None:
            return self.numbers[term.name].values[part], self._missing(term.name, part)
        places = self.codes[term.name][part]
        lacking = np.array([number is None for number in term.numbers], dtype=np.bool_)
        whole = [0 if number is None else number for number in term.numbers]
        kind: Any = np.int64 if all(abs(number) < _MOST for number in whole) else object
        return np.array(whole, dtype=kind)[places], lacking[places]


def repeated(columns: Sequence[tuple[Any, int]], missing: Flags) -> Flags:
    """Flags of the records that have the same values in all columns as another record; where one is missing, none.

    columns: per record a whole number below the size beside it. missing: records that lack a value.
    """
    places = np.zeros(len(missing), dtype=np.uint64)
    size = 1
    for values, categories in columns:
        if size * max(categories, 1) >= _MOST:
            known, inverse = np.unique(places, return_inverse=True)
            places, size = inverse.reshape(-1).astype(np.uint64), len(known)
        places = places * np.uint64(max(categories, 1)) + np.asarray(values).astype(np.uint64)
        size *= max(categories, 1)
    order = np.argsort(places, kind="stable")
    order = order[~missing[order]]
    equal = places[order][1:] == places[order][:-1]
    flags = np.zeros(len(missing), dtype=np.bool_)
    flags[order[1:][equal]] = True
    flags[order[:-1][equal]] = True
    return flags


def numbered(values: Any) -> tuple[NDArray[Any], int]:
    """Numbers of records as places in the list of their different values, and the length of that."""
    known, inverse = np.unique(np.asarray(values), return_inverse=True)
    return compact_codes(inverse.reshape(-1), len(known)), len(known)
