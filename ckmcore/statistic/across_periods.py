"""Sums and averages over periods: what one cell shows of the records of all of them (claims.md, section B).

Units recur: the average is the figure of q = S/m records under the keys of the different units, S the sum of the
counts of m periods; the sum is m times that. So an unchanged stock shows in its average what it shows each month, and
in its sum nothing more; m·n records with noise of their own would give n away. No unit twice: the sum is a count of
units like any other, and the average that divided by m. Confidential on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ckmcore.keys.record_keys import add_modulo
from ckmcore.methods.arithmetic import divide_half_away
from ckmcore.methods.derived import RECORDS, WEIGHTED, Counted, Numbers, averaged
from ckmcore.methods.method import Method
from ckmcore.statistic.model import Units
from ckmcore.tabulate.magnitudes import RawMagnitude
from ckmcore.tabulate.magnitudes import joined as joined_magnitudes
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import PERIOD, Measure, TableSpec


def over_all(
    method: Method,
    blocks: Sequence[RawBlock],
    different: RawBlock | None,
    units: Units,
    *,
    mean: bool,
    weighted: bool,
) -> Counted | None:
    """Figures of a cell for all periods together, their sum or, with `mean`, average; None where there is no such
    figure.

    blocks: of each period; different: for recurring units the block with the keys of the distinct ones; weighted:
    include weighted counts. Deterministic rounding publishes no sum of a stock; its average is S/m rounded, but by the
    rule of [BA] the rounded sum divided by m.
    """
    union = union_of_records(blocks)
    if union is None:
        return None
    period_count = len(blocks)
    own_rule = method.derives_from_originals and not method.derived_rules.zero_above
    if units != "recur" or own_rule or period_count == 1:
        counted_total = method.counted(union, weighted=weighted)
        return averaged(counted_total, period_count) if mean else counted_total
    if not method.needs_keys:
        return method.stock_average(union, period_count, weighted=weighted) if mean else None
    if different is None:
        return None
    return _noisy_stock(method, union, different, period_count, mean=mean, weighted=weighted)


def _noisy_stock(
    method: Method, union: RawBlock, different: RawBlock, period_count: int, *, mean: bool, weighted: bool
) -> Counted:
    """Published count of a stock over `period_count` periods, with the keys of the distinct units; sums of magnitudes
    are those of all records.
    """
    counts = divide_half_away(union.counts, period_count)
    weights: Any = union.weights
    if weights is not None:
        weights = weights / period_count if union.weight_decimals is None else divide_half_away(weights, period_count)
    block = replace(union, counts=counts, key_sums=different.key_sums, modular=True, weights=weights)
    counted_stock = method.counted(block, weighted=weighted)
    of_records = [kind for kind in counted_stock.published if _is_of_records(kind, union, counted_stock)]
    if mean:
        return averaged(counted_stock, period_count, but=of_records)
    published = {
        kind: figures * period_count if kind in of_records else figures
        for kind, figures in counted_stock.published.items()
    }
    return replace(counted_stock, published=published, bases=_times(counted_stock.bases, of_records, period_count))


def _is_of_records(kind: Measure, union: RawBlock, counted_block: Counted) -> bool:
    """Whether a measure counts all records; also the number of records with a value, where every record has one."""
    if kind in (RECORDS, WEIGHTED):
        return True
    if kind.of not in ("valid", "weighted_valid"):
        return False
    return union.magnitudes[kind.magnitude].valid is None or counted_block.sum_rules(kind.magnitude).missing == "zero"


def _times(
    bases: Mapping[Measure, Numbers] | None, kinds: Sequence[Measure], factor: int
) -> Mapping[Measure, Numbers] | None:
    if bases is None:
        return None
    return {kind: replace(base, array=base.array * factor) if kind in kinds else base for kind, base in bases.items()}


def shows_all(spec: TableSpec) -> bool:
    """Whether a table shows figures over all its periods, or divides by them."""
    for axis, bases in (
        (spec.rows, ("column", "total", "row_parent")),
        (spec.columns, ("row", "total", "column_parent")),
    ):
        levels = [level for block in axis for level in block.levels if level.variable == PERIOD]
        if any(level.total != "off" or level.mean for level in levels):
            return True
        if levels and any(value.kind == "share" and value.base in bases for value in spec.values):
            return True
    levels = [level for block in spec.layers for level in block.levels if level.variable == PERIOD]
    return any(level.total != "off" or level.mean for level in levels)


def uses_all(spec: TableSpec) -> bool:
    """Whether a table shows figures over all its periods, or is ordered by them."""
    all_levels = (level for block in (*spec.rows, *spec.columns, *spec.layers) for level in block.levels)
    return shows_all(spec) or any(
        level.order.by == "value" and PERIOD not in dict(level.order.line) for level in all_levels
    )


def union_of_records(blocks: Sequence[RawBlock]) -> RawBlock | None:
    """Block of the records of all periods, with counts and keys added; None where the keys differ in modulus."""
    first = blocks[0]
    if any((block.modulus, block.weight_decimals) != (first.modulus, first.weight_decimals) for block in blocks):
        return None
    keys = None
    cell_keys = [block.cell_keys for block in blocks]
    if first.modulus is not None and all(cell_key is not None for cell_key in cell_keys):
        keys = np.zeros(first.shape, dtype=np.uint64)
        for cell_key in cell_keys:
            if cell_key is not None:
                keys = add_modulo(keys, cell_key, first.modulus)
    weighed = [block.weights for block in blocks if block.weights is not None]
    weights: Any = np.sum(weighed, axis=0) if len(weighed) == len(blocks) else None
    counts = np.sum([block.counts for block in blocks], axis=0)
    magnitudes = {}
    for name in first.magnitudes:
        some = any(block.magnitudes[name].valid is not None for block in blocks)
        magnitudes[name] = joined_magnitudes([_modular(block, name, valid=some) for block in blocks], first.modulus)
    return replace(
        first,
        counts=counts,
        key_sums=keys,
        modular=True,
        weights=weights,
        magnitudes=magnitudes,
        exempt=None,  # official totals are those of one period
        period="",
    )


def _modular(block: RawBlock, name: str, *, valid: bool) -> RawMagnitude:
    """Magnitude of a block with key sums modulo M. valid: also with the records that have a value."""
    magnitude, modulus = block.magnitudes[name], block.modulus
    if valid and magnitude.valid is None:
        heavy = None if magnitude.weighted_sums is None else block.weights
        magnitude = replace(magnitude, valid=block.counts, valid_keys=block.key_sums, valid_weights=heavy)
    if magnitude.key_sums is None or modulus is None or block.modular:
        return magnitude
    keys = magnitude.key_sums % np.uint64(modulus)
    valid_keys = None if magnitude.valid_keys is None else magnitude.valid_keys % np.uint64(modulus)
    return replace(magnitude, key_sums=keys, valid_keys=valid_keys)
