"""Sums of cells whose published number of contributors, shown beside them, is 0: an office may write a 0 there.

It follows from published figures alone, so a reader learns nothing that the number beside the sum does not say.
Tables that list their cells have no sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign, keep_figure
from ckmcore.tabulate.spec import Value


def sums_beside(values: Sequence[Value]) -> dict[int, int]:
    """Index of the shown number of contributors for each sum that has one beside it, by index of the sum.

    Only unweighted numbers count, since a weighted one may round to 0.
    """
    indices = {
        (value.magnitude, value.conditions): index
        for index, value in enumerate(values)
        if value.kind == "contributors" and value.counted == "count"
    }
    pairs = ((index, indices.get((value.magnitude, value.conditions))) for index, value in enumerate(values))
    return {
        value_index: beside for value_index, beside in pairs if values[value_index].kind == "sum" and beside is not None
    }


def stands_beside(value: Value) -> bool:
    """Whether a value must be hidden beside a published count of 0: sums, values derived from sums, weighted counts."""
    return value.measure.is_sum or value.kind == "weighted_count"


def beside_nothing(table: ProtectedTable) -> int:
    """Number of cells in which a table shows a sum, or a value derived from one, beside a 0 as the number of records
    (with a value). There the claims of the note on sums do not hold. A weighted count reveals that somebody is there
    unless it is 0 itself."""
    values, count = table.spec.values, 0
    for block in table.blocks:
        none = np.zeros(block.cells.held, dtype=np.uint8)
        signs = block.signs or (none,) * len(values)
        for index, value in enumerate(values):
            if not stands_beside(value):
                continue
            shown_figure = keep_figure(signs[index])
            if not value.measure.is_sum:
                shown_figure &= block.figures[index] != 0
            bare = np.zeros(block.cells.held, dtype=np.bool_)
            for number in counts_beside(values, value):
                bare |= (block.figures[number] == 0) & (signs[number] == Sign.NONE)
            count += int((shown_figure & bare).sum())
    return count


def counts_beside(values: Sequence[Value], of: Value) -> list[int]:
    """Indices of the unweighted counts of records, and of records with a value, shown beside the sum `of`."""
    return [
        index
        for index, other in enumerate(values)
        if other.conditions == of.conditions
        and (other.kind == "count" or (other.kind == "valid" and other.magnitude == of.magnitude))
        and other.counted == "count"
    ]


def with_zeros(table: ProtectedTable) -> ProtectedTable:
    """Table with 0 instead of `.` for sums whose published number of contributors beside them is 0."""
    beside = sums_beside(table.spec.values)
    if not beside:
        return table
    return replace(table, blocks=tuple(_block_with_zeros(block, beside) for block in table.blocks))


def _block_with_zeros(block: ProtectedBlock, beside: dict[int, int]) -> ProtectedBlock:
    if block.signs is None:
        return block
    signs = list(block.signs)
    for value_index, number in beside.items():
        none = (block.figures[number] == 0) & (signs[number] == Sign.NONE) & (signs[value_index] == Sign.UNKNOWN)
        signs[value_index] = np.where(none, np.uint8(Sign.NONE), signs[value_index])
    return replace(block, signs=tuple(signs) if any(sign.any() for sign in signs) else None)
