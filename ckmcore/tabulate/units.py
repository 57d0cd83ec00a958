"""Recurring units over periods: sums of the keys of each cell's distinct units (claims.md, section B).

A unit is identified by its record key. A key that occurs several times in a period counts as often as in the period
with most occurrences, since random keys of a million units coincide by chance. Each node is counted separately, since a
unit may change its category between periods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError
from ckmcore.keys.record_keys import RecordKeys, compact_keys
from ckmcore.microdata.counter import need_records
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.tabulate.axis import NodePlan
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.scan import Filters, never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import Cubes, blocks_of

# Coarser keys would take different units for one.
LEAST_MODULUS = 10**6
# More shared keys than so many times what chance brings, and one in a hundred of the records, are the same units.
_FAR_MORE, _SHARE = 10, 0.01
_PERIOD = "::period"

Ints = NDArray[np.int64]


class UnitsNeedKeys(DataError):
    """Distinct units over periods need record keys, which are missing, of different moduli, or too coarse. Fields:
    least (smallest modulus)."""

    code = "units_need_keys"


@dataclass(frozen=True)
class SharedKeys:
    """Number of keys that two periods share, and the number expected by chance, N₁N₂/M."""

    shared: int
    expected: float

    @property
    def by_chance(self) -> bool:
        """Whether chance may have brought them."""
        return self.shared <= _FAR_MORE * max(self.expected, 1.0)


def shared_keys(first: RecordKeys, second: RecordKeys) -> SharedKeys | None:
    """Shared keys of two periods; None where their moduli differ. Confidential."""
    if first.modulus != second.modulus:
        return None
    shared_count = len(np.intersect1d(first.values.astype(np.uint64), second.values.astype(np.uint64)))
    return SharedKeys(shared_count, len(first) * len(second) / first.modulus)


def refuse_recurring(periods: Sequence[Microdata], labels: Sequence[Texts]) -> None:
    """Raise units_recur where two periods share units although the statistic declares that none recur."""
    for period_index, data in enumerate(periods):
        for former_label, other_period in zip(labels[:period_index], periods[:period_index], strict=True):
            if data.record_keys is None or other_period.record_keys is None:
                continue
            found_shared_keys = shared_keys(other_period.record_keys, data.record_keys)
            few = min(data.rows, other_period.rows) * _SHARE
            if found_shared_keys is not None and not found_shared_keys.by_chance and found_shared_keys.shared > few:
                raise DataError(
                    "units_recur",
                    first=former_label,
                    second=labels[period_index],
                    shared=found_shared_keys.shared,
                    expected=round(found_shared_keys.expected, 1),
                )


def different_units(periods: Sequence[Microdata], spec: TableSpec, cancelled: Callable[[], bool] = never) -> RawTable:
    """Tabulate several periods together: each cell has the sum of the keys of its distinct units. Counts are sums over
    the periods. spec: table without periods.

    The periods have their common codes in the same order. Raises UnitsNeedKeys and the errors of `plan_blocks`.
    """
    data = records_together(periods)
    cubes = _Units(data, (), 0, False, None, cancelled)
    return blocks_of(data, spec, cubes)


@dataclass(frozen=True)
class _Units(Cubes):
    """Computes blocks whose key sums are those of distinct units."""

    def prepared(self, *_: object) -> None:
        """Do nothing; this class has no use for scans in advance."""

    def scanned(self, *_: object) -> None:
        """Nor for all categories of a variable."""

    def under(self, data: Microdata, nodes: Sequence[NodePlan], flags: Filters) -> RawBlock:
        """The cells of some nodes under filters."""
        keys = data.record_keys
        if keys is None:
            raise UnitsNeedKeys(least=LEAST_MODULUS)
        met = np.ones(data.rows, dtype=np.bool_)
        for name, allowed_flag in flags.items():
            met &= allowed_flag[data.columns[name]].astype(np.bool_)
        indices = np.flatnonzero(met)
        shape = tuple(len(node.members) for node in nodes)
        counts, sums = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.uint64)
        layers = [_layers(node) for node in nodes]
        columns = [data.columns[node.axis.name][indices] for node in nodes]
        values, period = keys.values[indices].astype(np.uint64), data.columns[_PERIOD][indices].astype(np.int64)
        for combination in product(*layers):
            if self.cancelled():
                break
            is_inside = np.ones(len(indices), dtype=np.bool_)
            cell = np.zeros(len(indices), dtype=np.int64)
            for node_of, column, size in zip(combination, columns, shape, strict=True):
                own_nodes = node_of[column]
                is_inside &= own_nodes >= 0
                cell = cell * size + np.maximum(own_nodes, 0)
            _add(
                counts.reshape(-1),
                sums.reshape(-1),
                cell[is_inside],
                values[is_inside],
                period[is_inside],
                keys.modulus,
            )
        return RawBlock(
            tuple(node.axis for node in nodes), counts, sums, True, keys.modulus, keys.digits, None, None, {}, None
        )


def _add(
    counts: Ints, sums: NDArray[np.uint64], cell: Ints, keys: NDArray[np.uint64], period: Ints, modulus: int
) -> None:
    """Add records of disjoint cells: their number, and the keys of their distinct units, each as often as in the period
    with most occurrences."""
    np.add.at(counts, cell, 1)
    order = np.lexsort((period, keys, cell))
    cell, keys, period = cell[order], keys[order], period[order]
    new = np.ones(len(cell), dtype=np.bool_)
    new[1:] = (cell[1:] != cell[:-1]) | (keys[1:] != keys[:-1]) | (period[1:] != period[:-1])
    first = np.flatnonzero(new)
    often = np.diff(np.append(first, len(cell)))
    cell, keys = cell[first], keys[first]
    unit = np.ones(len(cell), dtype=np.bool_)
    unit[1:] = (cell[1:] != cell[:-1]) | (keys[1:] != keys[:-1])
    begins = np.flatnonzero(unit)
    if not len(begins):
        return
    most_often = np.maximum.reduceat(often, begins).astype(np.uint64)
    cell, keys = cell[begins], keys[begins]
    for repetition in range(1, int(most_often.max()) + 1):
        is_repeated = most_often >= np.uint64(repetition)
        _add_keys(sums, cell[is_repeated], keys[is_repeated], modulus)


def _add_keys(sums: NDArray[np.uint64], cell: Ints, keys: NDArray[np.uint64], modulus: int) -> None:
    """Add keys to cells modulo M, in two halves that fit into 64 bits."""
    half = np.uint64(10**9)
    high, low = np.zeros_like(sums), np.zeros_like(sums)
    np.add.at(high, cell, keys // half)
    np.add.at(low, cell, keys % half)
    m = np.uint64(modulus)
    high %= m
    for _ in range(9):  # x 10^9 modulo M; 10 M fits in 64 bits
        high = high * np.uint64(10) % m
    sums += (high + low % m) % m
    sums %= m


def _layers(nodes: NodePlan) -> list[Ints]:
    """Nodes of an axis in layers without overlap, as the node of each category in each layer, -1 for none."""
    layers: list[Ints] = []
    for member_index, leaves in enumerate(nodes.members):
        for layer in layers:
            if (layer[leaves] < 0).all():
                layer[leaves] = member_index
                break
        else:
            layer = np.full(max(nodes.leaf_count, 1), -1, dtype=np.int64)
            layer[leaves] = member_index
            layers.append(layer)
    return layers


def records_together(periods: Sequence[Microdata], magnitudes: Sequence[str] = ()) -> Microdata:
    """Records of all periods as one data set with the period as an additional dimension, the `magnitudes`, and weights
    where every period has them. Raises UnitsNeedKeys."""
    for each_period in periods:
        need_records(each_period.counter, "records_for_units")
    first = periods[0]
    keys = [period.record_keys for period in periods]
    moduli = {None if key is None else key.modulus for key in keys}
    known_keys = [key for key in keys if key is not None]
    if len(moduli) > 1 or len(known_keys) < len(keys) or known_keys[0].modulus < LEAST_MODULUS:
        raise UnitsNeedKeys(least=LEAST_MODULUS)
    if any(period.households is not None for period in periods):
        raise UnitsNeedKeys(least=LEAST_MODULUS)
    columns, dimensions = {}, {}
    for name in first.dimensions:
        if not all(name in period.dimensions for period in periods):
            continue
        codes = list(dict.fromkeys(code for period in periods for code in period.dimensions[name].codes))
        last_dimension = periods[-1].dimensions[name]
        more_codes = [code for code in codes if code not in last_dimension.codes]
        if more_codes:
            known_codes = {category.code: category for data in periods for category in data.dimensions[name].categories}
            last_dimension = replace(
                last_dimension, categories=(*last_dimension.categories, *(known_codes[code] for code in more_codes))
            )
        position_of = {code: code_index for code_index, code in enumerate(last_dimension.codes)}
        columns[name] = np.concatenate(
            [
                np.array([position_of[code] for code in period.dimensions[name].codes])[period.columns[name]]
                for period in periods
            ]
        ).astype(np.uint32)
        dimensions[name] = last_dimension
    period = np.repeat(np.arange(len(periods)), [period.rows for period in periods])
    categories = tuple(Category.plain(str(period_index)) for period_index in range(len(periods)))
    dimensions[_PERIOD], columns[_PERIOD] = Dimension(_PERIOD, Texts(), categories), period.astype(np.uint32)
    values = np.concatenate([key.values.astype(np.uint64) for key in known_keys])
    new_compact_keys = compact_keys(values, known_keys[0].modulus)
    record_keys = RecordKeys(new_compact_keys, known_keys[0].modulus, known_keys[0].digits, known_keys[0].origin)
    weights = [period.weight for period in periods if period.weight is not None]
    return Microdata(
        len(values),
        dimensions,
        columns,
        record_keys,
        _numbers(weights) if magnitudes and len(weights) == len(periods) else None,
        {name: _numbers([period.magnitudes[name] for period in periods]) for name in magnitudes},
    )


def _numbers(columns: Sequence[NumberColumn]) -> NumberColumn:
    """Concatenate number columns, with as many decimals as the column with most."""
    decimals = [column.decimals for column in columns if column.decimals is not None]
    whole = len(decimals) == len(columns)
    most_decimals = max(decimals, default=0)
    value_parts = [
        column.values * 10 ** (most_decimals - (column.decimals or 0)) if whole else column.values / column.scale
        for column in columns
    ]
    missing = None
    if any(column.missing is not None for column in columns):
        missing = np.concatenate(
            [
                np.zeros(len(column.values), dtype=np.bool_) if column.missing is None else column.missing
                for column in columns
            ]
        )
    values: Any = np.concatenate(value_parts)
    return replace(columns[-1], values=values, decimals=most_decimals if whole else None, missing=missing)
