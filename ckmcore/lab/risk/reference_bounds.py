"""Public figures of the units of which tables count some, as figures of the attack that no table shows.

Such a figure bounds what lies within it, and what is added up of it, whether or not a table has its cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from ckmcore.errors import InputError
from ckmcore.lab.risk.relations import JOINT_FIGURES, LinkedRelations, linked_relations
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.tabulate.derived_indicators import magnitude_of
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.references import reference_figures
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import plan_blocks


def with_reference_figures(
    linked: LinkedRelations, data: Microdata, tables: Sequence[tuple[TableSpec, Sequence[Conditions]]]
) -> LinkedRelations | None:
    """Relations of tables extended by reference figures that bound them; None where this is too large. Unchanged
    without such figures, or without a grid, so that nothing is called complete."""
    bounding = [_of_shown(reference, data, tables) for reference in data.references if reference.bounds]
    bounding = [reference_table for reference_table in bounding if reference_table.rows]
    if not bounding or linked.grid is None or data.households is not None:
        return linked
    # A filter of all tables holds here, too: what it lets in is no more than all.
    common = [condition for condition in tables[0][0].filters if all(condition in spec.filters for spec, _ in tables)]
    specs = [TableSpec(list(reference_table.variables), filters=common) for reference_table in bounding]
    try:
        relations = linked_relations(data, [*tables, *((spec, ((),)) for spec in specs)])
        blocks = [plan_blocks(data, spec)[0] for spec in specs]
    except InputError:
        return None
    if relations.grid is None or relations.relations.count > max(JOINT_FIGURES, linked.relations.count):
        return None
    limit_of_figure: dict[int, int] = {}
    for table, block, figure_places in zip(bounding, blocks, relations.places[len(tables) :], strict=True):
        known_figures = reference_figures(table, [nodes.axis for nodes in block.nodes], ())
        is_used = known_figures.given & (figure_places[()][0] >= 0)
        for figure, scaled in zip(
            figure_places[()][0][is_used].tolist(), known_figures.scaled[is_used].tolist(), strict=True
        ):
            limit_of_figure[figure] = min(limit_of_figure.get(figure, scaled), scaled // 10**known_figures.decimals)
    return replace(relations, places=relations.places[: len(tables)], most=limit_of_figure)


def _of_shown(
    table: ReferenceTable, data: Microdata, tables: Sequence[tuple[TableSpec, Sequence[Conditions]]]
) -> ReferenceTable:
    """Reference table restricted to variables that the tables use; over others by totals, or by sums where each
    category has a figure. Raises reference_figure_faulty."""
    reference_figures(table, (), ())
    shown_roots = {_root(data, name) for spec, _ in tables for name in spec.asked}
    for name in table.variables:
        dimension = data.dimensions.get(name)
        if dimension is None:
            return replace(table, rows=())
        if _root(data, name) in shown_roots or magnitude_of(dimension, data.dimensions):
            continue
        variable_index = table.variables.index(name)
        figures: dict[tuple[str, ...], dict[str, Decimal]] = {}
        for row in table.rows:
            remaining_codes = (*row.codes[:variable_index], *row.codes[variable_index + 1 :])
            figures.setdefault(remaining_codes, {})[row.codes[variable_index]] = Decimal(row.figure)
        rows = []
        for remaining_codes, by_code in figures.items():
            able = [by_code[""]] if "" in by_code else []
            if by_code.keys() >= {*dimension.codes}:
                # Records are whole: of 0.5 and 0.5 there are none.
                able.append(sum((by_code[code] // 1 for code in dimension.codes), Decimal(0)))
            rows += [ReferenceRow(remaining_codes, str(min(able)))] if able else []
        table = replace(
            table,
            variables=(*table.variables[:variable_index], *table.variables[variable_index + 1 :]),
            rows=tuple(rows),
        )
    return table


def _root(data: Microdata, name: str) -> str:
    """Variable from which the dictionary derives a variable, or the variable itself."""
    while name in data.dimensions and data.dimensions[name].source in data.dimensions:
        name = data.dimensions[name].source
    return name


def without_contradicted(linked: LinkedRelations, originals: Callable[[], np.ndarray | None]) -> LinkedRelations:
    """The relations without bounds that records contradict."""
    held_originals = originals() if linked.most else None
    if held_originals is None:
        return linked
    return replace(
        linked, most={figure: limit for figure, limit in linked.most.items() if held_originals[figure] <= limit}
    )
