"""TableSpec: what the clerk laid out. Frozen and serialisable; the same object in window, command line, saved table.

An axis is a list of stacked blocks; a block nests levels; a level is a variable with a selection of nodes, or rows of
one's own (label + filter). A value is one of a closed set. Addresses are `{dimension: code or TOTAL}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Literal

import msgspec

from ckmcore.errors import CkmError
from ckmcore.texts import Texts


class _Total(Enum):
    TOTAL = "TOTAL"

    def __repr__(self) -> str:
        return "TOTAL"


TOTAL = _Total.TOTAL
Code = str | Literal[_Total.TOTAL]

TotalPlace = Literal["before", "after", "off"]
Relation = Literal["davon", "darunter", "und zwar"]
ValueKind = Literal["count", "weighted_count", "sum", "mean", "share", "change", "ratio"]


class SpecUnreadable(CkmError):
    code = "spec_unreadable"


class SpecPartNotComputed(CkmError):
    """A part of the specification that this version keeps but does not compute."""

    code = "spec_part_not_computed"


@dataclass(frozen=True)
class Condition:
    """A filter: the variable is in one of `codes` (nodes of its hierarchy count as all leaves below them), or a rule
    that a period resolves (`latest`, `year_before`). Without codes and rule it leaves every record in."""

    variable: str
    codes: tuple[str, ...] = ()
    rule: Literal["", "latest", "year_before"] = ""

    @property
    def restricts(self) -> bool:
        return bool(self.codes or self.rule)


@dataclass(frozen=True)
class Group:
    """An own group: label and the codes of its categories; always tabulated from the microdata."""

    label: Texts
    codes: tuple[str, ...]


@dataclass(frozen=True)
class Level:
    """One variable in a block.

    `depths`: levels of its hierarchy that are shown (empty: all). `nodes`: single nodes that are shown (empty: all);
    hiding a node never changes a total. `groups`: own groups after them. `total`: where the total stands, or off.
    """

    variable: str
    depths: tuple[int, ...] = ()
    nodes: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    total: TotalPlace = "after"


@dataclass(frozen=True)
class OwnRow:
    """A row of one's own: a label and the conditions its records meet."""

    label: Texts
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class OwnRows:
    """Rows of one's own with their relation: *davon* complete and disjoint, *darunter* part, *und zwar* may overlap."""

    rows: tuple[OwnRow, ...]
    relation: Relation = "darunter"


@dataclass(frozen=True)
class Block:
    """Nested levels, outermost first; `label` heads the block where several are stacked."""

    levels: tuple[Level, ...] = ()
    own_rows: OwnRows | None = None
    label: Texts = Texts()

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(level.variable for level in self.levels)


@dataclass(frozen=True)
class Value:
    """A figure of the table: its kind, the magnitude it is made of, base, own filter, label, unit, decimals."""

    kind: ValueKind = "count"
    variable: str = ""
    base: str = ""
    conditions: tuple[Condition, ...] = ()
    label: Texts = Texts()
    unit: Texts = Texts()
    decimals: int = 0


AxisInput = Sequence[Block] | Sequence[Level] | Sequence[str]


def _blocks(axis: AxisInput) -> tuple[Block, ...]:
    items = tuple(axis)
    if items and all(isinstance(item, Block) for item in items):
        return tuple(item for item in items if isinstance(item, Block))
    levels = [Level(item) if isinstance(item, str) else item for item in items]
    return (Block(tuple(level for level in levels if isinstance(level, Level))),)


@dataclass(frozen=True, init=False)
class TableSpec:
    """What a table shows. `TableSpec(rows=["A", "B"], columns=["C"])` is the short form: one nested block an axis."""

    rows: tuple[Block, ...] = (Block(),)
    columns: tuple[Block, ...] = (Block(),)
    layers: tuple[Block, ...] = (Block(),)
    filters: tuple[Condition, ...] = ()
    values: tuple[Value, ...] = (Value(),)
    values_on: Literal["columns", "rows"] = "columns"
    title: Texts = Texts()

    def __init__(
        self,
        rows: AxisInput = (),
        columns: AxisInput = (),
        layers: AxisInput = (),
        filters: Sequence[Condition] = (),
        values: Sequence[Value] = (Value(),),
        values_on: Literal["columns", "rows"] = "columns",
        title: Texts | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "rows", _blocks(rows))
        put(self, "columns", _blocks(columns))
        put(self, "layers", _blocks(layers))
        put(self, "filters", tuple(filters))
        put(self, "values", tuple(values))
        put(self, "values_on", values_on)
        put(self, "title", title or Texts())

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables of all axes, in order, without filters."""
        axes = (*self.rows, *self.columns, *self.layers)
        return tuple(dict.fromkeys(name for block in axes for name in block.variables))

    def with_changes(self, **changes: Any) -> TableSpec:
        return replace(self, **changes)


def spec_to_json(spec: TableSpec) -> str:
    """The specification as JSON (saved tables, release records)."""
    return msgspec.json.encode(spec).decode()


def spec_from_json(text: str) -> TableSpec:
    """The specification from JSON; raises SpecUnreadable with the place of the fault."""
    try:
        return msgspec.json.decode(text, type=TableSpec)
    except msgspec.MsgspecError as fault:
        raise SpecUnreadable(detail=str(fault)) from fault
