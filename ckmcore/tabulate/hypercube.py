"""Hypercubes: all margins of up to ten variables, one after another, each a list of its occupied cells.

Where a table holds all of its cells at once, a hypercube is a stream: its leaf cells are counted once and summed up
variable by variable, depth first, so that memory holds one list for each variable and not one for each margin. The
first variable varies slowest, its total comes last; the cells of a margin are in C order. A cell has the same number in
all margins: that of the table with all these variables and their totals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from ckmcore.base.checked import checked
from ckmcore.base.limits import limits
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.messages import sentence
from ckmcore.microdata.data import Microdata, VariableTwice
from ckmcore.tabulate.answers import own_filters, with_answers
from ckmcore.tabulate.axis import NodePlan, plan_shown
from ckmcore.tabulate.held import ListedNotComputed
from ckmcore.tabulate.listed import CellList, Layer, aligned, joined, mapped, refuse_too_wide, scan_listed
from ckmcore.tabulate.raw import Conditions, RawBlock
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Condition, Level, Order, TableSpec, Top, Value, values_asked
from ckmcore.tabulate.tabulate import (
    LISTED_LIMIT,
    LISTED_PER_CELL,
    BlockPlan,
    Cubes,
    NoValue,
    combined,
    filter_flags,
    refuse_unknown_codes,
    refuse_unlisted,
)
from ckmcore.tabulate.values import check_value

MOST_VARIABLES = 10
BYTES_OF_A_CELL = 24  # its number, count and key sum

Margin = tuple[bool, ...]
"""Of each variable whether a margin breaks down by it; else it has its total."""
_SUMMED_UP = ("share", "change", "rate")


class HypercubeVariables(InputError):
    """A hypercube of no variable, or of more than there may be. Fields: count, most."""

    code = "hypercube_variables"


class HypercubeLevel(InputError):
    """A level of a hypercube that asks for what only tables show. Fields: variable."""

    code = "hypercube_level"


class HypercubeValue(InputError):
    """A value that is not made of the cell itself, or that lists do not show. Fields: what (a sentence)."""

    code = "hypercube_value"


class HypercubeTooLarge(InputError):
    """The lists that a hypercube holds at once have no room. Fields: needed, allowed (megabytes)."""

    code = "hypercube_too_large"


@checked
@dataclass(frozen=True)
class HyperSpec:
    """What a hypercube shows: all margins of `names` (at most ten variables), in the order that these have.

    `levels` of some of the variables say which nodes are shown (`depths`, `nodes`, `expanded`, `hidden`), own `groups`,
    and with `total` "off" that no margin sums the variable up. `filters` and `values` are those of a table; a value is
    a count, or is made of counts of the same cell.

    >>> spec = ckm.HyperSpec(["NUTS", "SEX"], filters=ckm.Condition("AGE", "1"))
    >>> spec.margins
    (('NUTS', 'SEX'), ('NUTS',), ('SEX',), ())
    """

    names: tuple[str, ...]
    levels: tuple[Level, ...] = ()
    filters: tuple[Condition, ...] = ()
    values: tuple[Value, ...] = field(default=(Value(),), metadata={"taken_as": values_asked})
    title: Texts = Texts()

    @property
    def every_level(self) -> tuple[Level, ...]:
        """A level for each variable, as it stands in `table`."""
        given = {level.variable: level for level in self.levels}
        return tuple(
            replace(given.get(name, Level(name)), subtotals="before", order=Order(), stub="indent")
            for name in self.names
        )

    @property
    def table(self) -> TableSpec:
        """The table that holds all margins at once: its cells are those of the hypercube."""
        return TableSpec(list(self.every_level), filters=self.filters, values=self.values, title=self.title)

    @property
    def margins(self) -> tuple[tuple[str, ...], ...]:
        """The margins in their order, each by the variables that it breaks down by."""
        choices = [(True,) if level.total == "off" else (True, False) for level in self.every_level]
        return tuple(
            tuple(name for name, kept in zip(self.names, margin, strict=True) if kept) for margin in product(*choices)
        )


@dataclass(frozen=True)
class HyperPlan:
    """A hypercube before anything is counted: the nodes of each variable, the total first, whether margins sum it up.

    rows: of the data; parts: how many filters the values have. What it says of sizes follows from these and from the
    dictionary, never from which cells are occupied.
    """

    levels: tuple[Level, ...]
    nodes: tuple[NodePlan, ...]
    rows: int
    parts: int

    @property
    def shape(self) -> tuple[int, ...]:
        """Nodes of each variable, the total included."""
        return tuple(len(plan.axis) for plan in self.nodes)

    @cached_property
    def margins(self) -> tuple[Margin, ...]:
        """All margins, in their order."""
        return tuple(product(*((True,) if level.total == "off" else (True, False) for level in self.levels)))

    def possible(self, margin: Margin) -> int:
        """How many cells a margin has."""
        return math.prod(size - 1 for size, kept in zip(self.shape, margin, strict=True) if kept)

    def most(self, margin: Margin) -> int:
        """How many cells of a margin may be listed: each record is in one cell of each combination of layers."""
        layers = [len(plan.layers) - 1 for plan, kept in zip(self.nodes, margin, strict=True) if kept]
        return min(self.possible(margin), self.rows * math.prod(layers))

    @property
    def cells(self) -> int:
        """How many cells all margins have."""
        return sum(map(self.possible, self.margins))

    @property
    def most_listed(self) -> int:
        """How many cells all margins may list."""
        return sum(map(self.most, self.margins))

    @property
    def most_held(self) -> int:
        """How many cells are held at once at most: a list for each variable that was summed up, and the one before."""
        sizes, count = [], len(self.levels)
        leaves = math.prod(max(plan.leaf_count, 1) for plan in self.nodes)
        sizes.append(min(leaves, self.rows))
        for axis in range(count):
            # The variables up to this one are summed up, or not; those behind it are not.
            inner = math.prod(max(plan.leaf_count, 1) for plan in self.nodes[axis + 1 :])
            layers = math.prod(max(len(plan.layers) - 1, 1) for plan in self.nodes[: axis + 1])
            sizes.append(min(math.prod(self.shape[: axis + 1]) * inner, self.rows * layers))
        return self.parts * sum(sizes)


def plan_hypercube(data: Microdata, spec: HyperSpec) -> HyperPlan:
    """What a hypercube will be; nothing is counted.

    Raises HypercubeVariables, HypercubeLevel, HypercubeValue, HypercubeTooLarge, TableTooWide, UnknownVariable,
    VariableTwice, LevelUnknownCodes, NoValue, and what values and filters raise.
    """
    if not 1 <= len(spec.names) <= MOST_VARIABLES:
        raise HypercubeVariables(count=len(spec.names), most=MOST_VARIABLES)
    for names in (spec.names, tuple(level.variable for level in spec.levels)):
        for name in names:
            if names.count(name) > 1:
                raise VariableTwice(variable=name)
    for level in spec.levels:
        if level.rows or level.mean or level.top != Top() or level.variable not in spec.names:
            raise HypercubeLevel(variable=level.variable)
    _check_values(data, spec)
    nodes = []
    for level in spec.every_level:
        dimension = data.dimension(level.variable)
        refuse_unknown_codes(data, level)
        nodes.append(plan_shown(dimension, level))
    refuse_too_wide([max(plan.leaf_count, len(plan.axis)) for plan in nodes])
    plan = HyperPlan(spec.every_level, tuple(nodes), data.rows, len(own_filters(data, spec.table)))
    allowed = min(LISTED_LIMIT, LISTED_PER_CELL * limits().cells)
    if plan.most_held > allowed:
        raise HypercubeTooLarge(needed=_megabytes(plan.most_held), allowed=_megabytes(allowed))
    return plan


def _megabytes(cells: int) -> int:
    return -(-cells * BYTES_OF_A_CELL // 10**6)


def _check_values(data: Microdata, spec: HyperSpec) -> None:
    if not spec.values:
        raise NoValue()
    for value in spec.values:
        check_value(data, value, spec.names)
        if value.kind in _SUMMED_UP:
            raise HypercubeValue(what=sentence(f"hypercube_{value.kind}"))
    try:
        refuse_unlisted(data, spec.table)
    except ListedNotComputed as fault:
        raise HypercubeValue(**fault.fields) from None


def raw_margins(
    data: Microdata,
    spec: HyperSpec,
    plan: HyperPlan,
    *,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> Iterator[Mapping[Conditions, RawBlock]]:
    """The margins in their order, each by the own filters of the values as a block of a list. Confidential.

    A margin that is not needed any more is to be let go before the next one. Raises Cancelled.
    """
    flags, filters = filter_flags(data, spec.filters), own_filters(data, spec.table)
    data = with_answers(data, filters)
    weighted = any(value.needs_weights for value in spec.values)
    every = [combined(flags, filter_flags(data, conditions)) for conditions in filters]
    cubes = Cubes(data, (), 0, weighted, threads, cancelled)
    block_plan = BlockPlan(plan.levels, plan.nodes, listed=True)

    def leaves() -> list[CellList]:
        return [
            scan_listed(data, spec.names, both, weighted=weighted, threads=threads, cancelled=cancelled)
            for both in every
        ]

    # A filter leaves fewer cells: methods compare values cell by cell. What is summed up of lists with the same cells
    # has the same cells, too.
    for cells in _summed_up(aligned(leaves()), plan, cancelled):
        yield {
            own: cubes.listed_block(block_plan, one, both) for own, one, both in zip(filters, cells, every, strict=True)
        }


def _summed_up(leaves: list[CellList], plan: HyperPlan, cancelled: Callable[[], bool]) -> Iterator[list[CellList]]:
    """The lists of all margins, depth first: of each variable first its nodes, then its total."""

    def below(cells: list[CellList], axis: int) -> Iterator[list[CellList]]:
        if axis == len(plan.nodes):
            yield cells
            return
        nodes = plan.nodes[axis]
        several = nodes.layers[1:]
        kept = [_layered(one, axis, several, nodes, cancelled) for one in cells]
        yield from below(kept, axis + 1)
        del kept
        if plan.levels[axis].total != "off":
            total = [_layered(one, axis, nodes.layers[:1], nodes, cancelled) for one in cells]
            del cells
            yield from below(total, axis + 1)

    return below(leaves, 0)


def _layered(
    cells: CellList,
    axis: int,
    layers: Sequence[Layer],
    nodes: NodePlan,
    cancelled: Callable[[], bool],
) -> CellList:
    """The cells with nodes in the place of a variable's categories, those of several layers in one list."""
    shape = (*cells.shape[:axis], len(nodes.axis), *cells.shape[axis + 1 :])
    if not layers or not len(cells):
        return cells.empty(shape)
    return joined([mapped(cells, axis, layer, len(nodes.axis), cancelled) for layer in layers])
