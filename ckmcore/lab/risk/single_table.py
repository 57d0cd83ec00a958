"""Witnesses for tables that hang together by a few cells: small steps within each table that leave these as they are.

Tables of many variables have no common grid to walk on, and integer programs of all of them are slow. A step within
one table that changes no figure of a sum beyond the table leaves all others as they are: it is a solution of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.exact import walked
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit, Progress
from ckmcore.lab.risk.local_search import LocalSearch
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.relations import Ints, LinkedRelations, Relations, TableRelations, table_relations
from ckmcore.lab.risk.solution import solution_of
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.spec import TableSpec

Flags = NDArray[np.bool_]


def single_table_searched(
    data: Microdata,
    tables: Sequence[tuple[TableSpec, Sequence[Conditions]]],
    linked: LinkedRelations,
    known: IntruderKnowledge,
    solution: Ints,
    wanted: Flags,
    limit: Limit,
    progress: Progress,
    evidence: Evidence,
) -> None:
    """Search, table by table, for witnesses of the figures `wanted`, starting from a solution of all figures.

    The dictionary of `data` gives the hierarchy; witnesses go to `known` and `evidence`.
    """
    for table_index, ((spec, conditions), figure_places) in enumerate(zip(tables, linked.places, strict=True)):
        if limit.ended():
            return
        table = table_relations(data, spec, conditions)
        if table.grid is not None:
            share = _partial_progress(progress, table_index, len(tables))
            _walk(table, figure_places, linked.relations, known, solution, wanted, limit, share, evidence)


def _partial_progress(progress: Progress, number: int, part_count: int) -> Callable[[float], None]:
    return lambda share: progress((number + share) / part_count)


def _walk(
    table: TableRelations,
    figure_places: Mapping[Conditions, tuple[Ints, ...]],
    relations: Relations,
    reader_knowledge: IntruderKnowledge,
    solution: Ints,
    wanted_figures: Flags,
    limit: Limit,
    progress: Progress,
    evidence: Evidence,
) -> None:
    """Walk on the grid of one table to find witnesses.

    `figure_places` gives the index of each of its cells among the figures of all tables.
    """
    figure = np.full(table.relations.count, -1, dtype=np.int64)
    for own_filter, blocks in figure_places.items():
        for own_places, all_of in zip(table.places[own_filter], blocks, strict=True):
            is_placed = (own_places >= 0) & (all_of >= 0)
            figure[own_places[is_placed]] = all_of[is_placed]
    placed = np.flatnonzero(figure >= 0)
    solution_indices = figure[placed]
    values = np.full(table.relations.count, -1, dtype=np.int64)
    values[placed] = solution[solution_indices]
    start = solution_of(Propagation(table.relations), values, limit)
    if start is None or table.grid is None:
        return
    fixed = _beyond(relations, solution_indices)
    bounds = Bounds(np.zeros_like(start), np.full_like(start, UNBOUNDED))
    bounds.low[placed] = np.where(fixed, start[placed], reader_knowledge.low[solution_indices])
    bounds.high[placed] = np.where(fixed, start[placed], reader_knowledge.high[solution_indices])
    knowledge = IntruderKnowledge.from_solution(bounds, start)
    moving: Flags = np.zeros(table.relations.count, dtype=np.bool_)
    moving[placed] = wanted_figures[solution_indices] & ~fixed
    shown = evidence.on(table.relations, table.grid, placed, solution_indices)
    if not shown.holds(start):
        return  # what the table does not show was filled in another way than the records do
    walked(LocalSearch(table.grid, knowledge, start, shown), moving, limit, progress)
    np.minimum.at(reader_knowledge.least, solution_indices, knowledge.least[placed])
    np.maximum.at(reader_knowledge.most, solution_indices, knowledge.most[placed])


def _beyond(relations: Relations, figures: Ints) -> Flags:
    """Return the mask, over `figures`, of those that share a relation with a figure outside of them."""
    is_inside = np.zeros(relations.count, dtype=np.bool_)
    is_inside[figures] = True
    touched = np.zeros(relations.count, dtype=np.bool_)
    if len(relations.totals):
        whole = is_inside[relations.totals] & np.logical_and.reduceat(is_inside[relations.parts], relations.starts[:-1])
        touched[relations.totals[~whole]] = True
        touched[relations.parts[np.repeat(~whole, np.diff(relations.starts))]] = True
    beyond: Flags = touched[figures]
    return beyond
