"""The first table of new records: protections that are proposed for it, and tables of the variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ckmcore.errors import CkmError
from ckmcore.methods.method import Method
from ckmcore.methods.top import tabulated_under
from ckmcore.microdata.data import Dimension, Microdata
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.floor.cost import criteria_by_rows
from ckmcore.ptable.floor.floor import OpenRule, refusing
from ckmcore.tabulate.spec import Level, TableSpec
from ckmdesk.state.desk_state import DeskState, MethodState, TableState, Trial, TrialKind, Variant
from ckmdesk.state.presentation import new_spec
from ckmdesk.state.table_drafts import with_table
from ckmdesk.state.variant import ptable_of

MOST_ROWS, MOST_COLUMNS = 60, 12
MOST_TABLES = 3
BASE = 10


@dataclass(frozen=True, eq=False)
class Protection:
    """A proposed protection, with its effect on the proposed tables.

    mean: mean absolute deviation from the originals; within_one: share of cells changed by at most 1; changes: share
    of cells by deviation; cells: number of cells; rules: rules F1 to F9 of the floor that are open. Confidential: the
    effect depends on originals.
    """

    kind: TrialKind
    design: Design | None
    method: Method
    rules: tuple[OpenRule, ...]
    mean: float
    within_one: float
    changes: Mapping[int, float]
    cells: int


def first_tables(dimensions: Mapping[str, Dimension]) -> tuple[TableSpec, ...]:
    """Propose up to three tables: the longest list of categories by the shortest, alone, and the next one.

    Variables of more than 60 categories are left out; of a hierarchy its first level with two nodes is taken.
    """
    presentation = new_spec().presentation
    levels = {name: _shown(dimension) for name, dimension in dimensions.items()}
    sizes = {name: size for name, (_, size) in levels.items() if 2 <= size <= MOST_ROWS}
    long = sorted(sizes, key=lambda name: (-sizes[name], name))
    short = [name for name in reversed(long) if sizes[name] <= MOST_COLUMNS]
    tables: list[TableSpec] = []
    for row in long[:2]:
        column = next((name for name in short if name != row), None)
        if column is not None and all(set(spec.variables) != {row, column} for spec in tables):
            tables.append(TableSpec([levels[row][0]], [levels[column][0]], presentation=presentation))
    tables[1:1] = [TableSpec([levels[row][0]], presentation=presentation) for row in long[:1]]
    return tuple(tables[:MOST_TABLES])


def _shown(dimension: Dimension) -> tuple[Level, int]:
    """Return the level that a first table shows of a variable, and its number of lines."""
    hierarchy = dimension.hierarchy
    if hierarchy is None or hierarchy.depth < 2:
        return Level(dimension.name), len(dimension.codes)
    counts = [sum(node.depth == depth for node in hierarchy.nodes) for depth in range(hierarchy.depth)]
    depth = next((depth for depth, count in enumerate(counts) if count > 1), 0)
    return Level(dimension.name, depths=(depth,)), counts[depth]


def protections(
    state: MethodState, data: Microdata, tables: tuple[TableSpec, ...], cancelled: Callable[[], bool]
) -> tuple[Protection, ...]:
    """Propose protections for tables, and measure what each does there; none that the floor refuses.

    The first one meets the four quality criteria [W19] on average over its rows, where a design does. Raises
    Cancelled, and the errors of tabulation.
    """
    variant = replace(state.variant, table=None, loose=(), set_again=())
    by_rows = criteria_by_rows(variant.design)
    designs = [variant.design] if by_rows is None else [by_rows.design, variant.design]
    proposed: list[tuple[TrialKind, Design | None, Method]] = []
    for design in designs:
        try:
            method = state.settings.method(ptable_of(replace(variant, design=design)), variant.sums)
        except CkmError:
            continue  # settings that contradict each other are mended on the page Method
        proposed.append(("variant", design, method))
    proposed.append(("rounding", None, state.settings.tried(BASE)))
    measured = [_measured(*protection, data, tables, cancelled) for protection in proposed]
    return tuple(protection for protection in measured if not refusing(protection.rules))


def _measured(
    kind: TrialKind,
    design: Design | None,
    method: Method,
    data: Microdata,
    tables: tuple[TableSpec, ...],
    cancelled: Callable[[], bool],
) -> Protection:
    changes: Counter[int] = Counter()
    for spec in tables:
        raw = tabulated_under(data, spec, method, cancelled=cancelled)
        for block in method.examine(raw).blocks:
            deviations, numbers = np.unique(block.noise, return_counts=True)
            changes.update(dict(zip(deviations.tolist(), numbers.tolist(), strict=True)))
    cells = max(sum(changes.values()), 1)
    return Protection(
        kind,
        design,
        method,
        method.floor,
        sum(abs(deviation) * count for deviation, count in changes.items()) / cells,
        sum(count for deviation, count in changes.items() if abs(deviation) <= 1) / cells,
        {deviation: count / cells for deviation, count in sorted(changes.items())},
        cells,
    )


def tried_on(state: DeskState, protection: Protection, spec: TableSpec | None) -> DeskState:
    """Show a table under a protection as a trial, without a table the page Method with it; nothing is put in force."""
    variant: Variant = state.method.variant
    if protection.design is not None:
        variant = replace(variant, design=protection.design, table=None, loose=(), set_again=())
    state = replace(state, method=state.method.with_variant(variant))
    if spec is None:
        return replace(state, page="method")
    trial = Trial(protection.kind, BASE)
    return replace(with_table(state, TableState(spec, trial=trial)), page="tables")
