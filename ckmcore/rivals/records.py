"""The problem of suppression for tables of records: figures, sums and levels from records instead of files.

Relations come from layouts and code lists, so that own groups, stacked blocks and hidden categories are known, and the
figures that no table shows have their values. Confidential.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.ports import needed_lab
from ckmcore.rivals.audit import ProtectionLevel, ReaderKnowledge
from ckmcore.rivals.levels import CellContributions, count_levels, level_of_sum
from ckmcore.rivals.problem import CostKind, SuppressionProblem, cost_of
from ckmcore.rivals.relations import LinkedFigures
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import TOTAL
from ckmcore.tabulate.tabulate import tabulate

if TYPE_CHECKING:
    from ckmcore.methods.primary import PrimaryRules
    from ckmcore.microdata.data import Microdata
    from ckmcore.tabulate.spec import TableSpec


@dataclass
class _Collected:
    """What the cells of all blocks say of figures."""

    names: dict[int, str | Sentence] = field(default_factory=dict)
    values: dict[int, int] = field(default_factory=dict)
    levels: dict[int, ProtectionLevel] = field(default_factory=dict)
    owners: dict[int, int] = field(default_factory=dict)


def problem_of_records(
    data: Microdata,
    specs: Sequence[TableSpec],
    rules: PrimaryRules,
    *,
    magnitude: str = "",
    cost: CostKind = "value",
    percent: int | None = None,
) -> SuppressionProblem:
    """The problem of tables of the same records, for their counts or for the unweighted sums of a magnitude.

    Contributors alone in a cell are known by their record keys, where there are such. Raises wing_absent,
    suppress_no_magnitude, suppress_households, suppress_listed, suppress_fractions and the errors of tabulating.
    """
    if data.households is not None:
        raise InputError("suppress_households")
    wanted = [spec for spec in specs if not magnitude or magnitude in spec.magnitudes]
    if not wanted:
        raise InputError("suppress_no_magnitude", magnitude=magnitude)
    linked = needed_lab().linked_relations(data, [(spec, ((),)) for spec in wanted])
    negative = bool(magnitude) and bool((np.asarray(data.magnitudes[magnitude].values) < 0).any())
    collected = _Collected()
    for number, spec in enumerate(wanted):
        raw = tabulate(data, spec, contributors=rules.contributors)
        if raw.parts and () not in raw.parts:
            raise InputError("suppress_filters")
        for block, places in zip(raw.part(()), linked.places[number][()], strict=True):
            _collect(collected, block, places, rules, magnitude, negative=negative)
    count = linked.relations.count
    originals = None if magnitude else linked.originals(data)
    shown_values = [collected.values.get(figure) for figure in range(count)]
    values = shown_values if originals is None else [int(value) for value in originals]
    for figure in linked.void.tolist():
        values[figure] = 0
    shown = np.zeros(count, dtype=np.bool_)
    shown[list(collected.values)] = True
    unseen = sentence("suppress_unseen")
    names = tuple(collected.names.get(figure, unseen) for figure in range(count))
    figures = LinkedFigures(names, tuple(values), shown, ~shown & False, linked.relations, linked.grid is not None)
    if magnitude:
        knowledge = ReaderKnowledge(least=None if negative else 0, percent=percent)
    else:
        collected.levels = count_levels(figures, rules.minimum_frequency)
        knowledge = ReaderKnowledge(least=1, percent=percent, whole=True)
    return SuppressionProblem(
        figures,
        collected.levels,
        knowledge,
        cost_of(cost, figures),
        published=[figure for figure in linked.void.tolist() if figure not in collected.levels],
        owners=collected.owners,
    )


def _collect(
    collected: _Collected, block: RawBlock, places: Any, rules: PrimaryRules, magnitude: str, *, negative: bool
) -> None:
    """Read the cells of a block: places has the figure of each, -1 where no record can be."""
    if block.listed is not None:
        raise InputError("suppress_listed")
    sums = block.magnitudes[magnitude] if magnitude else None
    if sums is not None and sums.decimals is None:
        raise InputError("suppress_fractions", magnitude=magnitude)
    contributors = block.counts if sums is None else sums.contributors
    keys = block.cell_keys if sums is None else sums.key_sums
    marked = rules.marked(block, magnitude)
    listed = marked.get("cells")
    for at in np.ndindex(block.shape):
        figure = int(places[at])
        if figure < 0:
            continue
        collected.names.setdefault(figure, _name(block, at))
        collected.values[figure] = int(block.counts[at] if sums is None else sums.sums[at])
        if contributors[at] == 1 and keys is not None:
            collected.owners[figure] = int(keys[at])
        if sums is not None and any(cells[at] for cells in marked.values()):
            cell = CellContributions(
                int(sums.sums[at]), tuple(int(x) for x in sums.largest[at]), int(sums.contributors[at])
            )
            named = listed is not None and bool(listed[at])
            level = level_of_sum(rules, cell, listed=named, lower_room=None if negative else cell.total)
            if level is not None:
                collected.levels[figure] = level


def _name(block: RawBlock, at: tuple[int, ...]) -> str | Sentence:
    """The codes of a cell, without totals."""
    nodes = [
        (dimension.name, dimension.nodes[place].code) for dimension, place in zip(block.dimensions, at, strict=True)
    ]
    codes = [f"{name}={code}" for name, code in nodes if code is not TOTAL]
    return ", ".join(codes) if codes else sentence("audit_grand_total")
