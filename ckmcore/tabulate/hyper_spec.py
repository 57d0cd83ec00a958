"""What a hypercube shows, and how large it may be: before anything is counted, and without a record."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Literal

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER
from ckmcore.errors import InputError
from ckmcore.tabulate.axis import NodePlan
from ckmcore.tabulate.spec import Condition, Level, Order, Presentation, TableSpec, Value, values_asked

Margin = tuple[bool, ...]
"""Of each variable whether a margin breaks down by it; else it has its total."""


@checked
@dataclass(frozen=True)
class HyperSpec:
    """Specification of a hypercube: all margins of at most ten variables `names`, in their order.

    levels: for some of the variables which nodes are shown (`depths`, `nodes`, `expanded`, `hidden`), own `groups`, and
    by `total` "off" that no margin sums over the variable. filters, values: as of a table; a value is a count or
    derived from counts of the same cell. csv_codes: codes and levels of hierarchies in CSV for people, as of a table.

    >>> spec = ckm.HyperSpec(["NUTS", "SEX"], filters=ckm.Condition("AGE", "1"))
    >>> spec.margins
    (('NUTS', 'SEX'), ('NUTS',), ('SEX',), ())
    """

    names: tuple[str, ...]
    levels: tuple[Level, ...] = ()
    filters: tuple[Condition, ...] = ()
    values: tuple[Value, ...] = field(default=(Value(),), metadata={"taken_as": values_asked})
    title: Texts = Texts()
    csv_codes: Literal["none", "hierarchies", "all"] = field(default="none", metadata=LATER)

    @classmethod
    def of(cls, table: TableSpec) -> HyperSpec:
        """Hypercube of all margins of a table's variables, in the order of layers, rows and columns, with the table's
        levels, filters and values. Raises hypercube_of_blocks for stacked blocks."""
        axes = (table.layers, table.rows, table.columns)
        if any(len(axis) > 1 for axis in axes):
            raise InputError("hypercube_of_blocks")
        levels = [level for axis in axes for block in axis for level in block.levels]
        # Whether a table shows a total says nothing of the margins.
        shown_levels = tuple(replace(level, total="after", order=Order()) for level in levels)
        names, codes = tuple(level.variable for level in levels), table.presentation.csv_codes
        return cls(names, shown_levels, table.filters, table.values, table.title, codes)

    @property
    def every_level(self) -> tuple[Level, ...]:
        """Level of each variable in `table`, in the order of `names`."""
        given_levels = {level.variable: level for level in self.levels}
        return tuple(
            replace(given_levels.get(name, Level(name)), subtotals="before", order=Order(), stub="indent")
            for name in self.names
        )

    @property
    def table(self) -> TableSpec:
        """Table that contains all margins; its cells are those of the hypercube."""
        shown = Presentation(csv_codes=self.csv_codes)
        return TableSpec(
            list(self.every_level), filters=self.filters, values=self.values, title=self.title, presentation=shown
        )

    def margins_with(self, names: Collection[str]) -> TableSpec:
        """Table of all margins of some variables; variables over which no margin sums are always included."""
        chosen_levels = [level for level in self.every_level if level.variable in names or level.total == "off"]
        return TableSpec(chosen_levels, filters=self.filters, values=self.values, title=self.title)

    @property
    def margins(self) -> tuple[tuple[str, ...], ...]:
        """Margins in their order, each given by the variables by which it breaks down."""
        choices = [(True,) if level.total == "off" else (True, False) for level in self.every_level]
        return tuple(
            tuple(name for name, is_kept in zip(self.names, margin, strict=True) if is_kept)
            for margin in product(*choices)
        )


@dataclass(frozen=True)
class HyperPlan:
    """Plan of a hypercube before counting. levels: of each variable; nodes: of each variable, the total first.

    rows: number of records; parts: number of filters of the values. Sizes depend on these and the dictionary, never on
    which cells are occupied; roles that may not know the number of records get `of_dictionary`.
    """

    levels: tuple[Level, ...]
    nodes: tuple[NodePlan, ...]
    rows: int
    parts: int

    @property
    def shape(self) -> tuple[int, ...]:
        """Nodes of each variable, the total included."""
        return tuple(len(plan.axis) for plan in self.nodes)

    @property
    def of_dictionary(self) -> HyperPlan:
        """Plan for an unlimited number of records, so that each cell may be listed."""
        return replace(self, rows=math.prod(max(plan.leaf_count, 1) for plan in self.nodes) * self.cells)

    @cached_property
    def margins(self) -> tuple[Margin, ...]:
        """All margins in their order."""
        return tuple(product(*((True,) if level.total == "off" else (True, False) for level in self.levels)))

    def possible(self, margin: Margin) -> int:
        """Number of cells of a margin."""
        return math.prod(size - 1 for size, is_kept in zip(self.shape, margin, strict=True) if is_kept)

    def most(self, margin: Margin) -> int:
        """Largest number of listed cells of a margin: each record is in one cell of each combination of layers."""
        layers = [len(plan.layers) - 1 for plan, is_kept in zip(self.nodes, margin, strict=True) if is_kept]
        return min(self.possible(margin), self.rows * math.prod(layers))

    @property
    def cells(self) -> int:
        """Number of cells of all margins."""
        return sum(map(self.possible, self.margins))

    @property
    def most_listed(self) -> int:
        """Largest number of listed cells of all margins."""
        return sum(map(self.most, self.margins))

    @property
    def most_held(self) -> int:
        """Largest number of cells in memory at once: a list for each summed variable, and the previous one."""
        sizes, count = [], len(self.levels)
        leaves = math.prod(max(plan.leaf_count, 1) for plan in self.nodes)
        sizes.append(min(leaves, self.rows))
        for axis in range(count):
            # The variables up to this one are summed up, or not; those behind it are not.
            inner = math.prod(max(plan.leaf_count, 1) for plan in self.nodes[axis + 1 :])
            layers = math.prod(max(len(plan.layers) - 1, 1) for plan in self.nodes[: axis + 1])
            sizes.append(min(math.prod(self.shape[: axis + 1]) * inner, self.rows * layers))
        return self.parts * sum(sizes)
