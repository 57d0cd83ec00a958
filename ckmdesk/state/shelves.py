"""The shelves of a table: the variables in rows, columns, layers and filter, and what a move changes.

Pure functions from TableSpec to TableSpec. An axis holds stacked blocks; on its shelf they follow one another, each
but the first behind a break (an entry whose name begins with `BREAK`). An index counts these entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from ckmcore.base.texts import Texts
from ckmcore.tabulate.spec import OWN_ROWS, PERIOD, Block, Condition, Level, Order, OwnRow, TableSpec

Zone = Literal["rows", "columns", "layers", "filters", "values", "list"]
Axis = Literal["rows", "columns", "layers"]
AXES: tuple[Axis, ...] = ("rows", "columns", "layers")
BREAK = "::block "


class ShelfEntry(NamedTuple):
    """A chip of an axis: its block, and the variable, or the break before the block."""

    block: int
    name: str

    @property
    def is_break(self) -> bool:
        return self.name.startswith(BREAK)


class Origin(NamedTuple):
    """The place a chip is taken from; the list has no origin."""

    zone: Axis
    block: int


def blocks_of(spec: TableSpec, zone: Axis) -> tuple[Block, ...]:
    """The stacked blocks of an axis."""
    return {"rows": spec.rows, "layers": spec.layers}.get(zone, spec.columns)


def entries(spec: TableSpec, zone: Axis) -> tuple[ShelfEntry, ...]:
    """Entries of the shelf of an axis, in order."""
    shelf_entries = []
    for block_index, block in enumerate(blocks_of(spec, zone)):
        if block_index:
            shelf_entries.append(ShelfEntry(block_index, f"{BREAK}{block_index}"))
        shelf_entries += [ShelfEntry(block_index, name) for name in block.variables]
    return tuple(shelf_entries)


def zone_names(spec: TableSpec, zone: Zone) -> tuple[str, ...]:
    """Return the names in a zone, in order: variables and breaks, or indices of values."""
    if zone == "values":
        return tuple(str(index) for index in range(len(spec.values)))
    if zone == "filters":
        return tuple(condition.variable for condition in spec.filters)
    if zone == "list":
        return ()
    return tuple(entry.name for entry in entries(spec, zone))


def zone_of(spec: TableSpec, variable: str) -> Zone:
    """Return the zone of a variable; "list" if it is not in the table."""
    zones: tuple[Zone, ...] = (*AXES, "filters")
    for zone in zones:
        if variable in zone_names(spec, zone):
            return zone
    return "list"


class Field(NamedTuple):
    """A variable to put into a table, or one level of its hierarchy with `depths` levels."""

    variable: str
    depth: int = -1
    depths: int = 0

    @property
    def is_level(self) -> bool:
        return self.depth >= 0


def can_filter(variable: str) -> bool:
    """Return whether a variable can be filtered: records must have it, unlike custom rows and the period."""
    return variable != PERIOD and not variable.startswith(OWN_ROWS)


def find_level(spec: TableSpec, variable: str, at: Origin | None = None) -> Level | None:
    """Return the level of a variable in rows, columns or layers, or in one block of them."""
    for zone in AXES:
        for block_index, block in enumerate(blocks_of(spec, zone)):
            for level in block.levels:
                if level.variable == variable and at in (None, Origin(zone, block_index)):
                    return level
    return None


def _with_blocks(spec: TableSpec, zone: Axis, blocks: tuple[Block, ...]) -> TableSpec:
    """Return the table with these blocks on an axis; empty ones are removed, except a single one."""
    kept_blocks = tuple(block for block in blocks if block.levels)
    return spec.with_changes(**{zone: kept_blocks or (Block(),)})


def _without(blocks: tuple[Block, ...], variable: str, number: int | None = None) -> tuple[Block, ...]:
    """Return the blocks without a variable, in all of them or in one."""
    return tuple(
        replace(block, levels=tuple(level for level in block.levels if level.variable != variable))
        if number in (None, block_index)
        else block
        for block_index, block in enumerate(blocks)
    )


def remove(spec: TableSpec, variable: str, at: Origin | None = None) -> TableSpec:
    """Remove a variable from the block `at`, or (None) from everywhere."""
    for zone in AXES if at is None else (at.zone,):
        blocks = blocks_of(spec, zone)
        kept_without = _without(blocks, variable, None if at is None else at.block)
        if kept_without != blocks:
            spec = _with_blocks(spec, zone, kept_without)
    filters = tuple(condition for condition in spec.filters if condition.variable != variable)
    return spec if at is not None or filters == spec.filters else spec.with_changes(filters=filters)


def move(
    spec: TableSpec,
    variable: str,
    zone: Zone,
    index: int | None = None,
    codes: tuple[str, ...] = (),
    at: Origin | None = None,
) -> TableSpec:
    """Move a variable into a zone before entry `index` (None: to the end).

    `index` counts the zone before the move. `at` is the block it is taken from; taken from the list, it stays in the
    other blocks of the axis. A filter gets `codes`; a moved filter keeps its own.
    """
    if zone == "values" or (zone == "filters" and not can_filter(variable)):
        return spec
    if zone == "list":
        return remove(spec, variable, at)
    level = find_level(spec, variable, at) or _new_level(spec, variable, zone)
    if zone == "filters":
        condition = next((found_filter for found_filter in spec.filters if found_filter.variable == variable), None)
        filter_index = _insert_index(zone_names(spec, zone), variable, index)
        spec = remove(spec, variable)
        filters = list(spec.filters)
        filters.insert(filter_index, Condition(variable, codes or (condition.codes if condition else ())))
        return spec.with_changes(filters=tuple(filters))
    number, filter_index = _target(spec, zone, variable, index)
    blocks = _without(blocks_of(spec, zone), variable, number)
    if at is not None and at.zone == zone:
        blocks = _without(blocks, variable, at.block)
    for other_axis in AXES:
        if other_axis != zone:
            spec = remove_from_axis(spec, variable, other_axis)
    spec = spec.with_changes(
        filters=tuple(each_filter for each_filter in spec.filters if each_filter.variable != variable)
    )
    levels = list(blocks[number].levels)
    levels.insert(filter_index, level)
    return _with_blocks(
        spec, zone, (*blocks[:number], replace(blocks[number], levels=tuple(levels)), *blocks[number + 1 :])
    )


def shows_level(spec: TableSpec, field: Field, at: Origin | None = None) -> bool:
    """Whether a level of a hierarchy is in the table."""
    level = find_level(spec, field.variable, at)
    return level is not None and field.depth in (level.depths or range(field.depths))


def put_fields(spec: TableSpec, fields: Sequence[Field], zone: Zone, index: int | None = None) -> TableSpec:
    """Put variables and levels of the list into a zone before entry `index`, in order.

    A level adds its variable with only this level, or joins the levels already shown in that zone. In a filter a level
    means its variable. Moved back to the list, a level is removed from the others.
    """
    for field in fields:
        if field.is_level and zone == "list":
            spec = _without_level(spec, field)
        elif field.is_level and zone != "filters":
            spec = _with_level(spec, field, zone, index)
        else:
            spec = move(spec, field.variable, zone, index)
        names = zone_names(spec, zone)
        if index is not None and field.variable in names:
            index = names.index(field.variable) + 1  # the next one stands behind it
    return spec


def _with_level(spec: TableSpec, field: Field, zone: Zone, index: int | None) -> TableSpec:
    """The table with one level of a hierarchy in an axis."""
    standing = find_level(spec, field.variable)
    if standing is not None and zone_of(spec, field.variable) == zone:
        shown_depths = set(standing.depths or range(field.depths)) | {field.depth}
        return change_level(spec, field.variable, depths=_depths(shown_depths, field), expanded=())
    spec = move(spec, field.variable, zone, index)
    return change_level(spec, field.variable, depths=_depths({field.depth}, field), expanded=(), nodes=(), hidden=())


def _without_level(spec: TableSpec, field: Field) -> TableSpec:
    """Return the table without one level of a hierarchy; without the variable if it was the last level."""
    standing = find_level(spec, field.variable)
    if standing is None:
        return spec
    left = set(standing.depths or range(field.depths)) - {field.depth}
    if not left:
        return remove(spec, field.variable)
    return change_level(spec, field.variable, depths=_depths(left, field), expanded=())


def _depths(shown: set[int], field: Field) -> tuple[int, ...]:
    return () if len(shown) == field.depths else tuple(sorted(shown))


def add_block_of(spec: TableSpec, zone: Axis, fields: Sequence[Field]) -> TableSpec:
    """Add a block on an axis with these variables and levels nested in it."""
    if not fields:
        return spec
    spec = add_block(spec, zone, fields[0].variable)
    origin = Origin(zone, len(blocks_of(spec, zone)) - 1)
    for field_index, field in enumerate(fields):
        if field_index:
            spec = move(spec, field.variable, zone)
        if field.is_level:
            spec = change_level(
                spec, field.variable, origin, depths=_depths({field.depth}, field), expanded=(), nodes=()
            )
    return spec


def remove_from_axis(spec: TableSpec, variable: str, zone: Axis) -> TableSpec:
    """The table without a variable on one axis."""
    blocks = blocks_of(spec, zone)
    kept_without = _without(blocks, variable)
    return spec if kept_without == blocks else _with_blocks(spec, zone, kept_without)


def _new_level(spec: TableSpec, variable: str, zone: Zone) -> Level:
    if variable == PERIOD:
        return Level(PERIOD, total="off")
    return Level(variable, total="before" if zone in ("rows", "layers") and not zone_names(spec, zone) else "after")


def _insert_index(names: tuple[str, ...], variable: str, index: int | None) -> int:
    insert_index = len(names) if index is None else max(0, min(index, len(names)))
    return insert_index - 1 if variable in names and names.index(variable) < insert_index else insert_index


def _target(spec: TableSpec, zone: Axis, variable: str, index: int | None) -> tuple[int, int]:
    """Return block and position at which a variable lands before entry `index`, after it has left that block."""
    standing = entries(spec, zone)
    end = len(standing) if index is None else max(0, min(index, len(standing)))
    number = standing[end - 1].block if end else 0
    names = tuple(entry.name for entry in standing[:end] if entry.block == number and not entry.is_break)
    return number, len(names) - (variable in names)


def stack(spec: TableSpec, variable: str, at: Origin) -> TableSpec:
    """Split a block: the levels from this variable on become a block of their own."""
    blocks = blocks_of(spec, at.zone)
    levels = blocks[at.block].levels
    place = next((level_index for level_index, level in enumerate(levels) if level.variable == variable), 0)
    if not place:
        return spec
    first, second = replace(blocks[at.block], levels=levels[:place]), Block(levels[place:])
    return spec.with_changes(**{at.zone: (*blocks[: at.block], first, second, *blocks[at.block + 1 :])})


def add_block(spec: TableSpec, zone: Axis, variable: str, at: Origin | None = None) -> TableSpec:
    """Add a block with a variable on an axis; it is the first one if the axis is empty.

    `at` is the block that the variable is taken from.
    """
    level = find_level(spec, variable, at) or _new_level(spec, variable, "list" if blocks_of(spec, zone) else zone)
    if at is not None and at.zone == zone:
        spec = remove(spec, variable, at)
    for other_axis in AXES:
        if other_axis != zone:
            spec = remove_from_axis(spec, level.variable, other_axis)
    filters = tuple(condition for condition in spec.filters if condition.variable != level.variable)
    return _with_blocks(spec.with_changes(filters=filters), zone, (*blocks_of(spec, zone), Block((level,))))


def join(spec: TableSpec, zone: Axis, number: int) -> TableSpec:
    """Join a block to the block before it: its levels nest within that block's; a common variable occurs once."""
    blocks = blocks_of(spec, zone)
    if not 0 < number < len(blocks):
        return spec
    former_block, block = blocks[number - 1], blocks[number]
    more_levels = tuple(level for level in block.levels if level.variable not in former_block.variables)
    joined = replace(former_block, levels=(*former_block.levels, *more_levels))
    return spec.with_changes(**{zone: (*blocks[: number - 1], joined, *blocks[number + 1 :])})


def step_block(spec: TableSpec, zone: Axis, number: int, step: int) -> TableSpec:
    """A block one place earlier or later."""
    blocks = list(blocks_of(spec, zone))
    if not (0 <= number < len(blocks) and 0 <= number + step < len(blocks)):
        return spec
    blocks.insert(number + step, blocks.pop(number))
    return spec.with_changes(**{zone: tuple(blocks)})


def drop_block(spec: TableSpec, zone: Axis, number: int) -> TableSpec:
    """Return the axis without one of its blocks."""
    blocks = blocks_of(spec, zone)
    return _with_blocks(spec, zone, (*blocks[:number], *blocks[number + 1 :]))


def describe_block(
    spec: TableSpec, zone: Axis, number: int, *, label: Texts | None = None, blank: bool | None = None
) -> TableSpec:
    """Set the heading of a stacked block, and whether a blank line precedes it; None leaves either unchanged."""
    blocks = blocks_of(spec, zone)
    block = blocks[number]
    changed = replace(
        block, label=block.label if label is None else label, blank=block.blank if blank is None else blank
    )
    return spec.with_changes(**{zone: (*blocks[:number], changed, *blocks[number + 1 :])})


def free_own_rows(spec: TableSpec) -> str:
    """A name for one more level of own rows."""
    used_variables = {name for zone in AXES for block in blocks_of(spec, zone) for name in block.variables}
    return next(name for index in range(1, 1000) if (name := f"{OWN_ROWS} {index}") not in used_variables)


def insert_level(spec: TableSpec, zone: Axis, level: Level, index: int | None = None) -> TableSpec:
    """Insert a new level before entry `index` of an axis (None: at the end of its last block)."""
    number, level_index = _target(spec, zone, level.variable, index)
    blocks = blocks_of(spec, zone)
    levels = (*blocks[number].levels[:level_index], level, *blocks[number].levels[level_index:])
    changed = replace(blocks[number], levels=levels)
    return _with_blocks(spec, zone, (*blocks[:number], changed, *blocks[number + 1 :]))


def own_rows(spec: TableSpec, rows: tuple[OwnRow, ...], title: Texts = Texts()) -> Level:
    """Make a new level of custom rows, with its total before them."""
    return Level(free_own_rows(spec), total="before", rows=rows, title=title)


def set_filter(spec: TableSpec, variable: str, codes: tuple[str, ...]) -> TableSpec:
    """Choose the categories of a filter; none keeps every record."""
    if variable in zone_names(spec, "filters"):
        changed = tuple(Condition(variable, codes) if item.variable == variable else item for item in spec.filters)
        return spec.with_changes(filters=changed)
    return spec.with_changes(filters=(*spec.filters, Condition(variable, codes)))


def change_level(spec: TableSpec, variable: str, at: Origin | None = None, **changes: Any) -> TableSpec:
    """Change how a variable is shown (fields of `Level`), in the block `at`, or (None) everywhere."""
    for zone in AXES:
        blocks = tuple(
            replace(
                block,
                levels=tuple(
                    replace(level, **changes)
                    if level.variable == variable and at in (None, Origin(zone, block_index))
                    else level
                    for level in block.levels
                ),
            )
            for block_index, block in enumerate(blocks_of(spec, zone))
        )
        if blocks != blocks_of(spec, zone):
            spec = spec.with_changes(**{zone: blocks})
    return spec


def sort_axis(spec: TableSpec, zone: Axis, order: Order) -> TableSpec:
    """Sort all levels of an axis; custom rows and reporting periods keep their order."""
    for block_index, block in enumerate(blocks_of(spec, zone)):
        for level in block.levels:
            if can_sort(level):
                spec = change_level(spec, level.variable, Origin(zone, block_index), order=order)
    return spec


def can_sort(level: Level) -> bool:
    """Return whether the nodes of a level may be sorted by their figures."""
    return not level.rows and level.variable != PERIOD


def swap_axes(spec: TableSpec) -> TableSpec:
    """Rows become columns and columns rows."""
    return spec.with_changes(rows=spec.columns, columns=spec.rows)


def clear(spec: TableSpec) -> TableSpec:
    """Return the table without variables in rows, columns, layers and filter."""
    return spec.with_changes(rows=(Block(),), columns=(Block(),), layers=(Block(),), filters=())
