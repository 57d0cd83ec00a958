"""The problem of suppression for tables of records: figures, sums and levels from records instead of files.

Relations come from layouts and code lists, so that own groups, stacked blocks and hidden categories are known, and the
figures that no table shows have their values. Confidential.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.ports import needed_lab
from ckmcore.rivals.audit import ProtectionLevel, ReaderKnowledge
from ckmcore.rivals.levels import (
    SMALL_MARGIN,
    CategoryGroup,
    CellContributions,
    GroupProtection,
    count_levels,
    joined_levels,
    level_of_sum,
    protect_groups,
)
from ckmcore.rivals.problem import CostKind, SuppressionProblem, cost_of
from ckmcore.rivals.relations import LinkedFigures, joined_one_by_one
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import TOTAL
from ckmcore.tabulate.tabulate import tabulate

if TYPE_CHECKING:
    from ckmcore.methods.primary import PrimaryRules
    from ckmcore.microdata.data import Microdata
    from ckmcore.tabulate.relations import Relations
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
    return built_problem(data, specs, rules, magnitude=magnitude, cost=cost, percent=percent).problem


@dataclass(frozen=True, eq=False)
class RecordsProblem:
    """A problem of tables, with what belongs to each: by table and block the figure of each cell (`places`, -1 where no
    record can be) and the original figures. groups: what groups ask, None for nothing."""

    problem: SuppressionProblem
    groups: GroupProtection | None
    places: tuple[tuple[Any, ...], ...]
    figures: tuple[tuple[Any, ...], ...]


def built_problem(
    data: Microdata,
    specs: Sequence[TableSpec],
    rules: PrimaryRules,
    *,
    variable: str = "",
    magnitude: str = "",
    cost: CostKind = "value",
    percent: int | None = None,
) -> RecordsProblem:
    """The problem of tables of the same records, and what groups of units ask of it.

    variable: whose category no group of counts may reveal that is small or wholly in one category; "": groups ask for
    nothing, and None is given. Raises suppress_variable, suppress_groups_unseen,
    suppress_groups_counts and the errors of `problem_of_records`.
    """
    if data.households is not None:
        raise InputError("suppress_households")
    if variable and magnitude:
        raise InputError("suppress_groups_counts")
    wanted = [spec for spec in specs if not magnitude or magnitude in spec.magnitudes]
    if not wanted:
        raise InputError("suppress_no_magnitude", magnitude=magnitude)
    linked = needed_lab().linked_relations(data, [(spec, ((),)) for spec in wanted])
    negative = bool(magnitude) and bool((np.asarray(data.magnitudes[magnitude].values) < 0).any())
    collected = _Collected()
    lines = _GroupLines(variable)
    originals_of: list[tuple[Any, ...]] = []
    blocks_of: list[tuple[RawBlock, Any]] = []
    for number, spec in enumerate(wanted):
        raw = tabulate(data, spec, contributors=rules.contributors)
        if raw.parts and () not in raw.parts:
            raise InputError("suppress_filters")
        originals_of.append(
            tuple(block.magnitudes[magnitude].sums if magnitude else block.counts for block in raw.part(()))
        )
        for block, places in zip(raw.part(()), linked.places[number][()], strict=True):
            _collect(collected, block, places, rules, magnitude, negative=negative)
            blocks_of.append((block, places))
            lines.add(block, places)
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
    plain = not data.structural_zeros and not len(linked.void) and not any(spec.filters for spec in wanted)
    whole = linked.grid is not None or (plain and _say_no_more(data, blocks_of, linked.relations))
    figures = LinkedFigures(names, tuple(values), shown, ~shown & False, linked.relations, whole)
    if magnitude:
        knowledge = ReaderKnowledge(least=None if negative else 0, percent=percent)
    else:
        collected.levels = count_levels(figures, rules.minimum_frequency)
        knowledge = ReaderKnowledge(least=1, percent=percent, whole=True)
    groups = None
    if variable:
        if not figures.whole:
            raise InputError("suppress_groups_unseen", variable=variable)
        size = rules.minimum_frequency or SMALL_MARGIN
        void = frozenset(linked.void.tolist())
        groups = protect_groups(figures, lines.groups(figures), minimum_frequency=size, impossible=void)
        collected.levels = joined_levels(collected.levels, groups.levels)
    problem = SuppressionProblem(
        figures,
        collected.levels,
        knowledge,
        cost_of(cost, figures),
        published=[figure for figure in linked.void.tolist() if figure not in collected.levels],
        owners=collected.owners,
        zeros=frozenset() if groups is None else groups.zeros,
    )
    shown_places = tuple(linked.places[number][()] for number in range(len(wanted)))
    return RecordsProblem(problem, groups, shown_places, tuple(originals_of))


def _say_no_more(data: Microdata, tables: Sequence[tuple[RawBlock, Any]], relations: Relations) -> bool:
    """Whether tables whose joint one is too large say no more together than their sums (`joined_one_by_one`): every sum
    within each of them is a relation, over categories of variables of the records alone."""
    ends = relations.totals.tolist()
    known = {(total, frozenset(relations.parts_of(number).tolist())) for number, total in enumerate(ends)}
    divided: list[frozenset[Hashable]] = []
    for block, places in tables:
        own: set[Hashable] = set()
        for axis, dimension in enumerate(block.dimensions):
            if dimension.name not in data.dimensions or any(node.group for node in dimension.nodes):
                return False
            lines = np.moveaxis(np.asarray(places), axis, 0).reshape(len(dimension.nodes), -1)
            for above, node in enumerate(dimension.nodes):
                below = [place for place, each in enumerate(dimension.nodes) if each.parent == above]
                if below:
                    own.add((dimension.name, node.code))
                for total, *parts in lines[[above, *below]].T.tolist() if below else ():
                    if {total} != set(parts) and (total, frozenset(parts)) not in known:
                        return False
        divided.append(frozenset(own))
    return joined_one_by_one(divided)


class _GroupLines:
    """The groups of units by the categories of a variable, from the lines of blocks along it."""

    def __init__(self, variable: str) -> None:
        self._variable = variable
        self._lines: dict[int, set[int]] = {}
        self._totals: dict[int, int] = {}
        self._count = 0

    def add(self, block: RawBlock, places: Any) -> None:
        """Read the lines of a block: the figures of its categories, and the total."""
        names = [dimension.name for dimension in block.dimensions]
        if self._variable not in names:
            return
        axis = names.index(self._variable)
        nodes = block.dimensions[axis].nodes
        for line in np.moveaxis(np.asarray(places), axis, -1).reshape(-1, len(nodes)).tolist():
            for node, figure in zip(nodes, line, strict=True):
                if node.code is TOTAL:
                    self._totals[self._count] = figure
                elif figure >= 0:
                    self._lines.setdefault(figure, set()).add(self._count)
            self._count += 1

    def groups(self, figures: LinkedFigures) -> tuple[CategoryGroup, ...]:
        """The groups: sums over all categories of a line, with those that no table shows. Raises suppress_variable."""
        if not self._count:
            raise InputError("suppress_variable", variable=self._variable)
        groups, relations = [], figures.relations
        for number, total in enumerate(relations.totals.tolist()):
            cells = tuple(relations.parts_of(number).tolist())
            known = [self._lines[cell] for cell in cells if cell in self._lines]
            lines = set.intersection(*known) - self._lines.get(total, set()) if known else set()
            # A single category beside hidden ones is a line's own only if its total is.
            if lines and (len(known) > 1 or any(self._totals.get(line) == total for line in lines)):
                groups.append(CategoryGroup(total, cells))
        return tuple(groups)


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
