"""Records changed by the SAFE principle: each combination of key variables occurs not at all or at least three times.

The key variables of some records are changed once, so that chosen control tables deviate little. It is a program of its
own after the published principle, not the program SAFE of the statistical offices, whose results differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError, DataError, InputError
from ckmcore.microdata.changed_keys import ChangedKeys
from ckmcore.microdata.columns import compact_codes
from ckmcore.microdata.data import Microdata
from ckmcore.rivals.safe_search import (
    MOST_COMBINATIONS,
    ControlTables,
    Ints,
    distinct_rows,
    row_numbers,
    searched,
    solved,
)

MANY_SMALL = 0.3
"""Of the records; where more are in small combinations, the keys divide too finely."""
_MOST_KEYS = 12


@dataclass(frozen=True)
class SafeSettings:
    """What records are changed for. keys: the variables that are changed; control: tables of keys that are to deviate
    little, () for the total; least: records of a combination that occurs; seed: of the search."""

    keys: tuple[str, ...]
    control: tuple[tuple[str, ...], ...]
    least: int = 3
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.keys or len(set(self.keys)) < len(self.keys) or len(self.keys) > _MOST_KEYS:
            raise InputError("safe_keys", limit=_MOST_KEYS)
        if not any(self.control):
            raise InputError("safe_control")
        for table in self.control:
            unknown = [name for name in table if name not in self.keys]
            if unknown:
                raise InputError("safe_control_unknown", variable=unknown[0])
        if self.least < 2:
            raise InputError("safe_least", least=self.least)

    @classmethod
    def of_ways(cls, keys: Sequence[str], ways: int, *, least: int = 3, seed: int = 1) -> SafeSettings:
        """With all tables of up to `ways` keys as control tables."""
        tables = [table for size in range(min(ways, len(keys)) + 1) for table in combinations(keys, size)]
        return cls(tuple(keys), tuple(tables), least, seed)


@dataclass(frozen=True)
class ControlDeviation:
    """How the figures of one table deviate. cells: that occur; within: shares of them that deviate by at most 1, and by
    at most 2; small: share of cells with fewer records than a combination may have, each of which must deviate."""

    table: tuple[str, ...]
    cells: int
    largest: int
    mean: float
    within: tuple[float, float]
    small: float


@dataclass(frozen=True)
class SafeReport:
    """What became of the records, in numbers that no record can be read from.

    changed: records with another combination than before; combinations: that occurred, and that occur; in_small: share
    of the records that were in small combinations; is_optimal: whether no other counts deviate less in the control
    tables, the largest deviation first.
    """

    records: int
    changed: int
    combinations: tuple[int, int]
    in_small: float
    is_optimal: bool
    control: tuple[ControlDeviation, ...]

    @property
    def largest(self) -> int:
        """The largest deviation over all control tables."""
        return max(table.largest for table in self.control)

    @property
    def mean(self) -> float:
        """The mean absolute deviation over all cells of the control tables."""
        cells = sum(table.cells for table in self.control)
        return sum(table.mean * table.cells for table in self.control) / cells

    @property
    def is_too_fine(self) -> bool:
        """Whether the keys divide the records so finely that much is lost."""
        return self.in_small > MANY_SMALL


@dataclass(frozen=True, eq=False)
class SafeData:
    """Records whose combinations of keys occur not at all or at least `settings.least` times. Confidential, like the
    records from which they were made; tables of the keys alone are protected, of other variables they are not.

    data: the records with their changed keys, and without other variables, weights, magnitudes or record keys.
    """

    settings: SafeSettings
    data: Microdata
    report: SafeReport


def safe_data(
    data: Microdata,
    settings: SafeSettings,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> SafeData:
    """Change the keys of as few records as the search finds, so that every combination occurs 0 or `least` times.

    The same data and settings give the same records. Raises UnknownVariable, records_elsewhere, safe_households,
    safe_too_few_records, Cancelled.
    """
    dimensions = {name: data.dimension(name) for name in settings.keys}
    columns_before = [np.asarray(data.columns[name], dtype=np.int64) for name in settings.keys]
    if data.households is not None:
        raise InputError("safe_households")
    if data.rows < settings.least:
        raise DataError("safe_too_few_records", records=data.rows, least=settings.least)
    present, combination, counts = distinct_rows(columns_before)
    places = [tuple(settings.keys.index(name) for name in table) for table in settings.control]
    tables = ControlTables.of(present, places)
    best = solved(counts, tables, settings.least, cancelled=cancelled) if len(counts) <= MOST_COMBINATIONS else None
    is_optimal = best is not None
    if best is None:
        best = searched(counts, tables, settings.least, settings.seed, progress=progress, cancelled=cancelled)
    order = np.arange(data.rows) if data.record_keys is None else np.argsort(data.record_keys.values, kind="stable")
    changed, to = _donations(present, combination, counts, best, order)
    new = present[combination]
    new[changed] = present[to]
    columns = {
        name: compact_codes(new[:, place], len(dimensions[name].codes)) for place, name in enumerate(settings.keys)
    }
    counted = replace(data, dimensions=dimensions, columns=columns, record_keys=None, weight=None, magnitudes={})
    kept = replace(counted, cache={}, notices=(), safe=None, patterns=None)
    report = SafeReport(
        records=data.rows,
        changed=len(changed),
        combinations=(len(counts), int(np.count_nonzero(best))),
        in_small=float(counts[counts < settings.least].sum() / data.rows),
        is_optimal=is_optimal,
        control=deviations_of(tables, settings.control, counts, best, settings.least),
    )
    return SafeData(settings, kept, report)


def changed_by_safe(
    data: Microdata,
    keys: Sequence[str],
    control: Sequence[Sequence[str]],
    least: int,
    seed: int,
    progress: Callable[[float], None],
    cancelled: Callable[[], bool] | None = None,
) -> tuple[ChangedKeys, SafeReport]:
    """The combinations of keys that occur among changed records with their numbers, and what became of the records.
    Raises the errors of `SafeSettings` and `safe_data`."""
    settings = SafeSettings(tuple(keys), tuple(map(tuple, control)), least, seed)
    made = safe_data(data, settings, progress=progress, cancelled=cancelled)
    columns = [np.asarray(made.data.columns[name], dtype=np.int64) for name in settings.keys]
    places, _, records = distinct_rows(columns)
    codes, combinations = {}, np.empty(places.shape, dtype=np.int32)
    for at, name in enumerate(settings.keys):
        used, combinations[:, at] = np.unique(places[:, at], return_inverse=True)
        every = made.data.dimensions[name].codes
        codes[name] = tuple(every[place] for place in used.tolist())
    return ChangedKeys(codes, combinations, records, least), made.report


def deviations_of(
    tables: ControlTables, names: Sequence[tuple[str, ...]], before: Ints, after: Ints, least: int
) -> tuple[ControlDeviation, ...]:
    """How each of the tables deviates. before, after: records of each combination."""
    figures = tables.sums(before)
    sizes = np.abs(tables.sums(after) - figures)
    ends = np.cumsum([0, *tables.sizes])
    made = []
    for name, begin, end in zip(names, ends, ends[1:], strict=False):
        part, original = sizes[begin:end], figures[begin:end]
        within = float((part <= 1).mean()), float((part <= 2).mean())
        small = float((original < least).mean())
        made.append(ControlDeviation(name, int(end - begin), int(part.max()), float(part.mean()), within, small))
    return tuple(made)


def _donations(
    present: Ints, combination: NDArray[np.intp], before: Ints, after: Ints, order: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The records that are changed, and the combination that each gets: with few changed keys first.

    present: combinations x keys; combination: of each record; order: of the records, of which the first are changed.
    """
    surplus, wanted = np.maximum(before - after, 0), np.maximum(after - before, 0)
    of_combination = order[np.argsort(combination[order], kind="stable")]
    begins = np.cumsum(before) - before
    giving = np.repeat(np.arange(len(before)), surplus)
    records = of_combination[np.repeat(begins, surplus) + _ranks(surplus)]
    getting = np.repeat(np.arange(len(before)), wanted)
    to = np.full(len(giving), -1, dtype=np.intp)
    keys = present.shape[1]
    free, open_ = np.arange(len(giving)), np.arange(len(getting))
    for kept in (part for size in range(keys - 1, -1, -1) for part in combinations(range(keys), size)):
        if not len(free):
            break
        both = np.concatenate([giving[free], getting[open_]])
        group = row_numbers(present[both], kept)
        first, second = group[: len(free)], group[len(free) :]
        pairs, from_, into = np.intersect1d(_places(first), _places(second), return_indices=True)
        if len(pairs):
            to[free[from_]] = getting[open_[into]]
            free, open_ = np.delete(free, from_), np.delete(open_, into)
    return records, to


def _ranks(sizes: Ints) -> Ints:
    """0, 1, ... within each of consecutive groups of these sizes."""
    return np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def _places(groups: Ints) -> Ints:
    """A number for each member: its group, and its rank there."""
    order = np.argsort(groups, kind="stable")
    _, sizes = np.unique(groups, return_counts=True)
    rank = np.empty(len(groups), dtype=np.int64)
    rank[order] = _ranks(sizes)
    return groups.astype(np.int64) * 2**32 + rank


def solved_safe(case: Mapping[str, Any]) -> dict[str, Any]:
    """The answers to a case by the names of its file: the smallest largest deviation of a control cell, of these the
    smallest sum of deviations, and counts that reach both. None where there are too many combinations to solve.

    case: combinations (`codes`), their records (`counts`), control tables by places of variables (`control`), `least`.
    Raises case_faulty.
    """
    try:
        counts = np.array(case["counts"], dtype=np.int64)
        tables = ControlTables.of(np.array(case["codes"], dtype=np.int64), [tuple(table) for table in case["control"]])
        least = int(case.get("least", 3))
        if counts.sum() < least or counts.min(initial=1) < 1 or len(counts) != len(tables.cells):
            raise ValueError("counts")
    except CkmError:
        raise
    except (KeyError, IndexError, TypeError, ValueError) as fault:
        raise DataError("case_faulty", case=str(case.get("name", "?")), reason=str(fault)) from fault
    nearest = solved(counts, tables, least) if len(counts) <= MOST_COMBINATIONS else None
    if nearest is None:
        return {"optimum_max": None, "optimum_sum": None, "counts": searched(counts, tables, least, 1).tolist()}
    sizes = np.abs(tables.sums(nearest) - tables.sums(counts))
    return {"optimum_max": int(sizes.max()), "optimum_sum": int(sizes.sum()), "counts": nearest.tolist()}
