"""The shelves of a table: which variable stands in rows, columns, layers and filter, and what a move changes.

Pure functions from TableSpec to TableSpec. The desk lays out one block an axis; other blocks of a saved table stay.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ckmcore.tabulate.spec import Block, Condition, Level, TableSpec, TotalPlace, Value, ValueKind

Zone = Literal["rows", "columns", "layers", "filters", "values", "list"]
AXES: tuple[Literal["rows", "columns", "layers"], ...] = ("rows", "columns", "layers")


def axis_levels(spec: TableSpec, zone: Zone) -> tuple[Level, ...]:
    """The levels of the first block of rows, columns or layers."""
    return _blocks(spec, zone)[0].levels


def _blocks(spec: TableSpec, zone: Zone) -> tuple[Block, ...]:
    return {"rows": spec.rows, "layers": spec.layers}.get(zone, spec.columns)


def zone_names(spec: TableSpec, zone: Zone) -> tuple[str, ...]:
    """What stands in a zone, in order: variables, or kinds of values."""
    if zone == "values":
        return tuple(value.kind for value in spec.values)
    if zone == "filters":
        return tuple(condition.variable for condition in spec.filters)
    if zone == "list":
        return ()
    return tuple(level.variable for level in axis_levels(spec, zone))


def zone_of(spec: TableSpec, variable: str) -> Zone:
    """Where a variable stands; "list" where it is not in the table."""
    zones: tuple[Zone, ...] = (*AXES, "filters")
    for zone in zones:
        if variable in zone_names(spec, zone):
            return zone
    return "list"


def _with_levels(spec: TableSpec, zone: Zone, levels: tuple[Level, ...]) -> TableSpec:
    first, *others = _blocks(spec, zone)
    return spec.with_changes(**{zone: (replace(first, levels=levels), *others)})


def find_level(spec: TableSpec, variable: str) -> Level | None:
    """The level of a variable in rows, columns or layers."""
    for zone in AXES:
        for level in axis_levels(spec, zone):
            if level.variable == variable:
                return level
    return None


def remove(spec: TableSpec, variable: str) -> TableSpec:
    """The table without a variable, wherever it stands."""
    for zone in AXES:
        levels = axis_levels(spec, zone)
        if any(level.variable == variable for level in levels):
            spec = _with_levels(spec, zone, tuple(level for level in levels if level.variable != variable))
    kept = tuple(condition for condition in spec.filters if condition.variable != variable)
    return spec if kept == spec.filters else spec.with_changes(filters=kept)


def move(
    spec: TableSpec, variable: str, zone: Zone, index: int | None = None, codes: tuple[str, ...] = ()
) -> TableSpec:
    """Put a variable into a zone before position `index` (None: at the end), taking it from where it stood.

    `index` counts the zone as it was before the move. A filter takes `codes`; a filter that is moved keeps its own.
    """
    names = zone_names(spec, zone)
    place = len(names) if index is None else max(0, min(index, len(names)))
    if variable in names and names.index(variable) < place:
        place -= 1
    level = find_level(spec, variable) or Level(
        variable, total="before" if zone in ("rows", "layers") and not names else "after"
    )
    condition = next((found for found in spec.filters if found.variable == variable), None)
    spec = remove(spec, variable)
    if zone == "list":
        return spec
    if zone == "filters":
        filters = list(spec.filters)
        filters.insert(place, Condition(variable, codes or (condition.codes if condition else ())))
        return spec.with_changes(filters=tuple(filters))
    if zone == "values":
        return spec
    levels = list(axis_levels(spec, zone))
    levels.insert(place, level)
    return _with_levels(spec, zone, tuple(levels))


def set_filter(spec: TableSpec, variable: str, codes: tuple[str, ...]) -> TableSpec:
    """Choose the categories of a filter; none means that every record stays in."""
    if variable in zone_names(spec, "filters"):
        changed = tuple(Condition(variable, codes) if item.variable == variable else item for item in spec.filters)
        return spec.with_changes(filters=changed)
    return spec.with_changes(filters=(*spec.filters, Condition(variable, codes)))


def change_level(
    spec: TableSpec,
    variable: str,
    *,
    total: TotalPlace | None = None,
    depths: tuple[int, ...] | None = None,
    nodes: tuple[str, ...] | None = None,
) -> TableSpec:
    """Change how a variable is shown: place of its total, levels of its hierarchy, single nodes."""
    for zone in AXES:
        levels = axis_levels(spec, zone)
        if any(level.variable == variable for level in levels):
            changed = tuple(
                replace(
                    level,
                    total=level.total if total is None else total,
                    depths=level.depths if depths is None else depths,
                    nodes=level.nodes if nodes is None else nodes,
                )
                if level.variable == variable
                else level
                for level in levels
            )
            spec = _with_levels(spec, zone, changed)
    return spec


def swap_axes(spec: TableSpec) -> TableSpec:
    """Rows become columns and columns rows."""
    return spec.with_changes(rows=spec.columns, columns=spec.rows)


def clear(spec: TableSpec) -> TableSpec:
    """An empty table: no variable in rows, columns, layers or filter."""
    return spec.with_changes(rows=(Block(),), columns=(Block(),), layers=(Block(),), filters=())


def add_value(spec: TableSpec, kind: ValueKind, index: int | None = None) -> TableSpec:
    """Add a value, or move it within the shelf."""
    names = [value.kind for value in spec.values]
    place = len(names) if index is None else max(0, min(index, len(names)))
    if kind in names and names.index(kind) < place:
        place -= 1
    value = next((found for found in spec.values if found.kind == kind), Value(kind))
    values = [found for found in spec.values if found.kind != kind]
    values.insert(place, value)
    return spec.with_changes(values=tuple(values))


def remove_value(spec: TableSpec, kind: ValueKind) -> TableSpec:
    """Remove a value; the last one stays, a table shows at least one."""
    values = tuple(value for value in spec.values if value.kind != kind)
    return spec.with_changes(values=values) if values else spec
