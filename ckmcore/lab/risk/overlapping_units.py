"""Tables in which a household may belong to several parts of a total: what is left of sums there.

A cell counts the households of which any member belongs to it. Those of a total are the union of those of its parts, so
that a total is at least each part and at most the parts added up; where a total and a part show different figures, at
least one household of the total is not in the part. Written as sums with figures that nobody sees: parts = total +
doubles, total = part + others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge
from ckmcore.lab.risk.relations import MOST_FIGURES, AttackTooLarge, LinkedRelations, Relations
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.spec import TableSpec


def in_several_parts(data: Microdata, *specs: TableSpec) -> bool:
    """Whether a household may belong to several parts of a total of the tables, as far as everybody knows."""
    households = data.households
    return households is not None and any(name in households.any_member for spec in specs for name in spec.asked)


def covering(linked: LinkedRelations) -> LinkedRelations:
    """Relations in which totals cover their parts but are no sums; without a grid. Raises AttackTooLarge."""
    found_relations, count = linked.relations, linked.relations.count
    totals: list[int] = []
    part_tuples: list[tuple[int, ...]] = []
    for total_index, total in enumerate(found_relations.totals.tolist()):
        part_figures = found_relations.parts_of(total_index).tolist()
        if len(part_figures) == 1:
            totals.append(total)
            part_tuples.append((part_figures[0],))
            continue
        added, doubles = count, count + 1
        totals += [added, added]
        part_tuples += [tuple(part_figures), (total, doubles)]
        for index, part_figure in enumerate(part_figures):
            totals.append(total)
            part_tuples.append((part_figure, count + 2 + index))
        count += 2 + len(part_figures)
        if count > MOST_FIGURES:
            raise AttackTooLarge(cells=count, limit=MOST_FIGURES)
    relations = Relations(
        count,
        np.array(totals, dtype=np.int64),
        np.array([figure for tuple_figures in part_tuples for figure in tuple_figures], dtype=np.int64),
        np.cumsum([0, *map(len, part_tuples)]).astype(np.int64),
        np.ones(len(totals), dtype=np.bool_),
    )
    return replace(linked, relations=relations, grid=None, covers=True)


def of_members_and_households(linked: LinkedRelations, households: Sequence[bool]) -> LinkedRelations:
    """Relations of tables of which some count households (by index) and others members; without a grid.

    Figure f counts members, and figure f + `members` households, each with at least one member. A household may be in
    several parts of a total. Raises AttackTooLarge.
    """
    found_relations, covers = linked.relations, covering(linked).relations
    count, every = found_relations.count, np.arange(found_relations.count)
    more = count + covers.count
    if more + count > MOST_FIGURES:
        raise AttackTooLarge(cells=more + count, limit=MOST_FIGURES)
    tied = np.column_stack([count + every, more + every]).ravel()  # members = households + others
    part_figures = np.concatenate([found_relations.parts, count + covers.parts, tied])
    lengths = [np.diff(found_relations.starts), np.diff(covers.starts), np.full(count, 2)]
    relations = Relations(
        more + count,
        np.concatenate([found_relations.totals, count + covers.totals, every]).astype(np.int64),
        part_figures.astype(np.int64),
        np.cumsum([0, *np.concatenate(lengths)]).astype(np.int64),
        np.ones(sum(map(len, lengths)), dtype=np.bool_),
    )
    figure_places = tuple(
        {
            own_filter: tuple(np.where(block >= 0, block + count * apart, -1) for block in blocks)
            for own_filter, blocks in table.items()
        }
        for table, apart in zip(linked.places, households, strict=True)
    )
    void = np.concatenate([linked.void, count + linked.void])
    return replace(linked, relations=relations, places=figure_places, grid=None, covers=True, void=void, members=count)


def without_witnesses(known: IntruderKnowledge) -> IntruderKnowledge:
    """Knowledge without witnesses, where solutions need not be tables of households; only bounds remain."""
    return IntruderKnowledge.from_solution(known.bounds, None)
