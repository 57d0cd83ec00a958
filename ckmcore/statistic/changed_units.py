"""Released cells whose units changed with a corrected delivery, and those of them where few did.

Readers of a table before and after the correction see the difference of its cells; behind few changed units, it says
something about these alone (door.md, section 3). Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.columns import Codes, Dimension, Households, NumberColumn, compact_codes
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.key_join import places_in
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.one_period import of_one_period
from ckmcore.statistic.period import ChangedUnits
from ckmcore.statistic.releases import Release, releases
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

LEAST_UNITS = 3
"""Cells with at least one changed unit, but fewer than this, are counted as those of few."""

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Hashes = NDArray[np.uint64]


def changed_units(
    statistic: Statistic,
    former: Microdata,
    data: Microdata,
    former_ids: Any,
    ids: Any,
    cancelled: Callable[[], bool] = never,
) -> tuple[tuple[ChangedUnits, ...], tuple[Sentence, ...]]:
    """Count the cells with changed units in each released table of the current period. Returns the counts, and a
    sentence for each table with few changed units in a cell, or that could not be examined.

    former, data: records before and after, described by the dictionary. former_ids, ids: unit of each record (arrow
    arrays of texts). A unit is changed in a cell that it left or entered, or where its weight or a value is another.
    Raises Cancelled.
    """
    found_releases = [
        release
        for release in releases(statistic.register)
        if release.was_released and release.uses(statistic.period) and not release.submission.is_hypercube
    ]
    if not found_releases:
        return (), ()
    deliveries = Deliveries(former, data, former_ids, ids)
    results, sentences = list[ChangedUnits](), list[Sentence]()
    for release in found_releases:
        number = str(release.number)
        try:
            changed = deliveries.changed_in(of_one_period(release.submission.spec)[0], cancelled)
        except Cancelled:
            raise
        except CkmError as fault:
            sentences.append(sentence("changed_units_not_tested", number=number, reason=fault.sentence()))
            continue
        few = int(np.count_nonzero((changed > 0) & (changed < LEAST_UNITS)))
        results.append(ChangedUnits(release.number, int(np.count_nonzero(changed)), few, LEAST_UNITS))
        sentences += [_few_sentence(results[-1])] if few else []
    return tuple(results), tuple(sentences)


def few_changed(statistic: Statistic, release: Release) -> tuple[Sentence, ...]:
    """Sentences on few changed units in cells of a release by later corrected deliveries; () for a role that has no
    originals. Confidential."""
    if statistic.seal is not None and statistic.seal.role not in ("methodologist", "releaser"):
        return ()
    return tuple(
        _few_sentence(result)
        for period in statistic.periods
        if release.uses(period)
        for result in period.changed_units
        if result.number == release.number and result.few
    )


def _few_sentence(result: ChangedUnits) -> Sentence:
    return sentence(
        "changed_units_few", number=str(result.number), few=result.few, cells=result.cells, least=result.least_units
    )


class Deliveries:
    """Records of a period before and after a correction, matched by units."""

    def __init__(self, former: Microdata, data: Microdata, former_ids: Any, ids: Any) -> None:
        self._data, self._both = data, (former, data)
        self._units = _numbered(former_ids, ids)
        self._count = int(max(units.max(initial=-1) for units in self._units)) + 1
        self._dimensions = {
            name: _common(former.dimensions[name], data.dimensions[name]) for name in _shared(former, data)
        }
        self._codes = [
            {name: _codes(delivery, name, common) for name, common in self._dimensions.items() if common is not None}
            for delivery in self._both
        ]
        self._known = [np.isin(np.arange(self._count), units) for units in self._units]
        before, after = (
            self._hashes(units, list(codes.values())) for units, codes in zip(self._units, self._codes, strict=True)
        )
        self._moved: Flags = before != after

    def changed_in(self, spec: TableSpec, cancelled: Callable[[], bool]) -> Ints:
        """Number of changed units in each cell of a table, block by block."""
        for name in spec.asked:
            if self._dimensions.get(name) is None:
                raise InputError("changed_units_codes", variable=self._data.dimension(name).title)
        conditions = dict.fromkeys(value.conditions for value in spec.values)
        plain = spec.with_changes(values=tuple(Value(conditions=own) for own in conditions))
        former, later, either = (self._counted(self._moved, which, plain, cancelled) for which in ((0,), (1,), (0, 1)))
        changed = 2 * either - former - later
        names = {*spec.magnitudes, *spec.answered}
        revalued = self._revalued(names, weighted=any(value.needs_weights for value in spec.values))
        if revalued.any():
            former, later, either = (self._counted(revalued, which, plain, cancelled) for which in ((0,), (1,), (0, 1)))
            changed += former + later - either
        return changed

    def _revalued(self, names: Collection[str], *, weighted: bool) -> Flags:
        """Units of both deliveries whose weight or value of a magnitude is another."""
        pairs = [[delivery.magnitudes.get(name) for delivery in self._both] for name in sorted(names)]
        pairs += [[delivery.weight for delivery in self._both]] if weighted else []
        columns = [[hashes[place] for hashes in map(_value_hashes, pairs)] for place in (0, 1)]
        before, after = (self._hashes(units, column) for units, column in zip(self._units, columns, strict=True))
        other: Flags = self._known[0] & self._known[1] & (before != after)
        return other

    def _hashes(self, units: Ints, columns: list[Any]) -> Hashes:
        """Hash of the records of each unit, whatever their order: 64 bits, 0 for units without records."""
        rows = np.ones(len(units), dtype=np.uint64)
        for number, column in enumerate(columns):
            rows += _mixed(np.asarray(column).astype(np.uint64) + np.uint64(1 + (number << 40)))
        hashes = np.zeros(self._count, dtype=np.uint64)
        np.add.at(hashes, units, _mixed(rows))
        return hashes

    def _counted(self, chosen: Flags, which: tuple[int, ...], spec: TableSpec, cancelled: Callable[[], bool]) -> Ints:
        """Number of chosen units in each cell, with a record of any of the deliveries `which` there."""
        rows = [np.flatnonzero(chosen[self._units[place]]) for place in which]
        units = np.concatenate(
            [self._units[place][chosen_rows] for place, chosen_rows in zip(which, rows, strict=True)]
        )
        columns = {
            name: np.concatenate(
                [self._codes[place][name][chosen_rows] for place, chosen_rows in zip(which, rows, strict=True)]
            )
            for name in self._codes[0]
        }
        _, first, places = np.unique(units, return_index=True, return_inverse=True)
        records = Microdata(
            len(units),
            {name: dimension for name, dimension in self._dimensions.items() if dimension is not None},
            columns,
            households=Households(places.astype(np.int64), first.astype(np.intp), frozenset(columns)),
        )
        table = tabulate(records, spec, cancelled=cancelled)
        return np.concatenate([block.counts.ravel() for block in table.every_block])


def _numbered(former_ids: Any, ids: Any) -> tuple[Ints, Ints]:
    """Number of the unit of each record, before and after."""
    import pyarrow as pa
    import pyarrow.compute as pc

    chunks = [pa.chunked_array([texts]) if isinstance(texts, pa.Array) else texts for texts in (former_ids, ids)]
    every = pa.chunked_array([chunk for texts in chunks for chunk in texts.chunks], pa.string())
    known = pc.utf8_trim_whitespace(every).unique()
    return places_in(former_ids, known), places_in(ids, known)


def _shared(former: Microdata, data: Microdata) -> list[str]:
    return [name for name in data.dimensions if name in former.dimensions]


def _common(former: Dimension, later: Dimension) -> Dimension | None:
    """The one of two dimensions whose categories include those of the other; None where neither does."""
    if set(former.codes) <= set(later.codes):
        return later
    return former if set(later.codes) <= set(former.codes) else None


def _codes(delivery: Microdata, name: str, common: Dimension) -> Codes:
    """Codes of the records of a delivery as those of the dimension `common`."""
    place = {code: number for number, code in enumerate(common.codes)}
    mapping = np.array([place[code] for code in delivery.dimensions[name].codes], dtype=np.int64)
    common_codes: Codes = compact_codes(mapping, len(place))[np.asarray(delivery.columns[name])]
    return common_codes


def _value_hashes(columns: Sequence[NumberColumn | None]) -> list[Hashes]:
    """Entries of a weight or magnitude in both deliveries as numbers that are equal where the values are."""
    decimals = [0 if column is None else column.decimals for column in columns]
    hashes = []
    for column, own in zip(columns, decimals, strict=True):
        if column is None:
            hashes.append(np.zeros(1, dtype=np.uint64))
            continue
        if own is None or None in decimals:
            entries = np.ascontiguousarray(np.asarray(column.values) / column.scale + 0.0).view(np.uint64)
        else:
            most = max(known for known in decimals if known is not None)
            entries = np.asarray(column.values).astype(np.int64).view(np.uint64) * np.uint64(10 ** (most - own))
        missing = np.uint64(0) if column.missing is None else np.asarray(column.missing).astype(np.uint64)
        hashes.append(_mixed(entries) + missing)
    return hashes


def _mixed(numbers: Hashes) -> Hashes:
    """Numbers spread over 64 bits (finalizer of splitmix64)."""
    mixed = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    spread: Hashes = mixed ^ (mixed >> np.uint64(31))
    return spread
