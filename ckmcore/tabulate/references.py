"""The public reference figure of each cell of a block: what a rate divides by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.data import MISSING
from ckmcore.microdata.references import MOST_DECIMALS, MOST_FIGURE
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.spec import TOTAL, Code, Condition

if TYPE_CHECKING:
    from ckmcore.microdata.references import ReferenceTable


@dataclass(frozen=True, eq=False)
class ReferenceFigures:
    """Public figures of a block's cells. scaled: figures times 10^decimals, 0 without one; given: mask of the cells
    with a figure."""

    scaled: NDArray[np.int64]
    decimals: int
    given: NDArray[np.bool_]


def reference_figures(
    table: ReferenceTable, dimensions: Sequence[AxisDimension], filters: Sequence[Condition]
) -> ReferenceFigures:
    """Public figures of the cells of a block. Variables of the reference table that the block lacks are taken at their
    total, or at the single code of a filter.

    Filters for several codes or for a part of a cell leave the cell without a figure, since figures are not summed.
    Raises reference_figure_faulty.
    """
    figures = _figures(table)
    decimals = max((-int(figure.as_tuple().exponent) for figure in figures.values()), default=0)
    decimals = min(max(decimals, 0), MOST_DECIMALS)
    names = [dimension.name for dimension in dimensions]
    shape = tuple(len(dimension) if dimension.name in table.variables else 1 for dimension in dimensions)
    scaled, is_given = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.bool_)
    asked_conditions = [condition for condition in filters if condition.codes]
    whole_nodes, fixed = dict[str, dict[Code, int]](), dict[str, str]()
    for name in table.variables:
        lets_in = [condition.codes for condition in asked_conditions if condition.variable == name]
        if name in names:
            whole_nodes[name] = _whole_nodes(dimensions[names.index(name)], lets_in)
        elif not lets_in:
            fixed[name] = ""
        elif len(lets_in) == len(lets_in[0]) == 1 and lets_in[0] != (MISSING,):
            fixed[name] = lets_in[0][0]
    for codes, figure in figures.items():
        position = [0] * len(dimensions)
        is_known = True
        for name, code in zip(table.variables, codes, strict=True):
            if name in whole_nodes:
                node_index = whole_nodes[name].get(code or TOTAL)
                is_known = is_known and node_index is not None
                position[names.index(name)] = node_index or 0
            else:
                is_known = is_known and code == fixed.get(name)
        if is_known:
            scaled[tuple(position)], is_given[tuple(position)] = int(figure.scaleb(decimals)), True
    whole = tuple(map(len, dimensions))
    return ReferenceFigures(np.broadcast_to(scaled, whole), decimals, np.broadcast_to(is_given, whole))


def _whole_nodes(dimension: AxisDimension, filters: Sequence[tuple[str, ...]]) -> dict[Code, int]:
    """Nodes, with their indices, whose records all pass every filter."""
    kept_positions = set(range(len(dimension)))
    for codes in filters:
        is_inside = {0: False}
        for node_number, node in enumerate(dimension.nodes[1:], start=1):
            is_inside[node_number] = node.code in codes or is_inside.get(node.parent, False)
        kept_positions = {node_index for node_index in kept_positions if is_inside[node_index]}
    return {code: node_index for code, node_index in dimension.index.items() if node_index in kept_positions}


def _figures(table: ReferenceTable) -> Mapping[tuple[str, ...], Decimal]:
    figures: dict[tuple[str, ...], Decimal] = {}
    for row in table.rows:
        try:
            figure = Decimal(row.figure)
        except InvalidOperation:
            raise DataError("reference_figure_faulty", name=table.name, codes=row.codes, figure=row.figure) from None
        if not figure.is_finite() or not 0 <= figure < MOST_FIGURE or len(row.codes) != len(table.variables):
            raise DataError("reference_figure_faulty", name=table.name, codes=row.codes, figure=row.figure)
        figures[row.codes] = figure
    return figures


def reference_named(tables: Sequence[ReferenceTable], name: str) -> ReferenceTable:
    """Reference table with a name. Raises reference_unknown."""
    for table in tables:
        if table.name == name:
            return table
    known_sentence = tuple(table.name for table in tables) or sentence("word_none")
    raise InputError("reference_unknown", name=name, known=known_sentence)
