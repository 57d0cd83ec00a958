"""The code lists of a table over periods: on which codes all of them are shown, and which each of them knows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.dictionary.derive import derived_codes, in_order
from ckmcore.microdata.data import MISSING, Category, Dimension
from ckmcore.microdata.variable import Derivation, VariableEntry, without_leaves
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.periods import codes_until
from ckmcore.tabulate.axis import AxisDimension, group_code, leaf_positions
from ckmcore.tabulate.spec import Block, Condition, Level, TableSpec


@dataclass(frozen=True)
class PeriodPlan:
    """Common code lists of several periods, and the codes that each period knows. last: index of the last period.

    dimensions: variables of the data by name, with the last period's code list; derived: variables made of these, each
    after its source; known: by variable and period, without variables with an open code list.
    """

    asked: tuple[str, ...]
    last: int
    dimensions: dict[str, Dimension]
    derived: tuple[VariableEntry, ...]
    known: dict[str, dict[int, frozenset[str]]]


def plan_periods(statistic: Statistic, spec: TableSpec, chosen: Sequence[int]) -> PeriodPlan:
    """The plan of a table over the periods at the places `chosen`."""
    asked = spec.asked
    last = max(chosen)
    entries = {entry.name: entry for entry in statistic.dictionary}
    derived: list[VariableEntry] = []
    names = set(asked)
    for entry in reversed(in_order(statistic.dictionary)):
        if entry.name in names and entry.derived is not None:
            derived.insert(0, entry)
            names.update(entry.derived.sources)
    plan = PeriodPlan(asked, last, {}, (), {})
    for name in names & entries.keys():
        entry = entries[name]
        if entry.derived is None and entry.role == "dimension":
            plan.dimensions[name], known = _target(statistic, entry, chosen, last)
            if entry.categories:
                plan.known[name] = known
    for place_of, entry in enumerate(derived):
        rule = entry.derived
        if rule is not None and rule.source in plan.known and not rule.second:
            days = [period.date for period in statistic.periods]
            plan.known[entry.name] = {
                place: _derived(rule, codes, days[place]) - _closed(entry, days[place])
                for place, codes in plan.known[rule.source].items()
            }
            derived[place_of] = _shown_entry(entry, frozenset().union(*plan.known[entry.name].values()))
    return replace(plan, derived=tuple(derived))


def _derived(rule: Derivation, codes: frozenset[str], day: str) -> frozenset[str]:
    """What the codes of the source become in a period; nothing where it has no day and that is needed."""
    if rule.needs_day and not day:
        return frozenset()
    return frozenset(derived_codes(codes, rule, day).values())


def _shown_entry(entry: VariableEntry, known_codes: frozenset[str]) -> VariableEntry:
    """Derived dimension without codes that are valid in none of the table's periods."""
    codes = {
        category.code
        for category in entry.categories
        if category.code not in known_codes and entry.is_limited(category)
    }
    tree = entry.tree
    if not codes:
        return entry
    kept_categories = tuple(category for category in entry.categories if category.code not in codes)
    return replace(entry, categories=kept_categories).with_hierarchy(
        None if tree is None else without_leaves(tree, codes)
    )


def _closed(entry: VariableEntry, date: str) -> frozenset[str]:
    return frozenset(category.code for category in entry.categories if not entry.is_valid(category, date))


def _target(
    statistic: Statistic, entry: VariableEntry, chosen: Sequence[int], last: int
) -> tuple[Dimension, dict[int, frozenset[str]]]:
    """Dimension by which all periods are shown, and the codes that each period knows. chosen: indices of the
    periods."""
    known_codes: dict[int, frozenset[str]] = {}
    for period_index in chosen:
        mapping = codes_until(statistic, entry.name, period_index, last)
        date = statistic.periods[period_index].date
        valid = [category.code for category in entry.categories if entry.is_valid(category, date)]
        known_codes[period_index] = frozenset(mapping.get(code, code) for code in valid) | {MISSING}
    wanted_knowledge = frozenset().union(*known_codes.values())
    return listed(
        entry, [category.code for category in entry.categories if category.code in wanted_knowledge]
    ), known_codes


def listed(entry: VariableEntry, codes: Collection[str], valid: Collection[str] | None = None) -> Dimension:
    """Dimension with these codes in dictionary order, then unknown codes, then missing. valid: codes valid in a period
    of the table, None for all."""
    listed_categories = {category.code: category for category in entry.categories if category.code in codes}
    others = [Category.plain(code) for code in codes if code not in listed_categories and code != MISSING]
    missing_categories = [listed_categories.pop(MISSING, Category.plain(MISSING))] if MISSING in codes else []
    tree = entry.tree
    if tree is not None:
        tree = without_leaves(tree, {category.code for category in entry.categories}.difference(codes))
    categories = (*listed_categories.values(), *others, *missing_categories)
    kept_codes = codes if valid is None else valid
    ended = tuple(category for category in entry.categories if category.code not in kept_codes)
    return Dimension(entry.name, entry.title, categories, tree, dict(entry.node_labels), entry.note, ended)


def unknown_cells(
    dimensions: tuple[AxisDimension, ...], spec: TableSpec, number: int, plan: PeriodPlan, place: int
) -> NDArray[np.bool_]:
    """Mask of cells with codes unknown in a period; they have no figure there, provided they publish 0. It depends on
    dictionary and published figures only. number: index of the block; place: index of the period."""
    known_codes = {name: codes_by_period[place] for name, codes_by_period in plan.known.items()}
    none = any(_knows_none(condition, plan, known_codes) for condition in spec.filters if condition.restricts)
    levels = {level.variable: level for level in levels_of(spec, number)}
    unknown = np.full((1,) * len(dimensions), none, dtype=np.bool_)
    for axis, dimension in enumerate(dimensions):
        if dimension.name in known_codes:
            flags = _unknown_nodes(dimension, levels[dimension.name], known_codes[dimension.name])
            shape = [1] * len(dimensions)
            shape[axis] = len(dimension)
            unknown = unknown | flags.reshape(shape)
    return np.broadcast_to(unknown, tuple(map(len, dimensions)))


def _knows_none(condition: Condition, plan: PeriodPlan, known_codes: dict[str, frozenset[str]]) -> bool:
    """Whether a filter passes only codes that the period does not know."""
    name = condition.variable
    if name not in known_codes or name not in plan.dimensions:
        return False
    dimension = plan.dimensions[name]
    kept_codes = {dimension.codes[node_index] for node_index in leaf_positions(dimension, condition.codes).tolist()}
    return bool(kept_codes) and kept_codes.isdisjoint(known_codes[name])


def _unknown_nodes(dimension: AxisDimension, level: Level, known_codes: frozenset[str]) -> NDArray[np.bool_]:
    """Nodes and own groups of which no category is known."""
    if dimension.whole is not None:
        return dimension.of_whole(_unknown_nodes(dimension.whole, level, known_codes))
    has_known = np.zeros(len(dimension), dtype=np.bool_)
    for index in range(len(dimension) - 1, -1, -1):
        node = dimension.nodes[index]
        has_known[index] |= node.leaf and node.code in known_codes
        if node.parent >= 0:
            has_known[node.parent] |= has_known[index]
    for group_number, group in enumerate(level.groups, start=1):
        codes = [dimension.index[code] for code in group.codes if code in dimension.index]
        has_known[dimension.index[group_code(group_number)]] = bool(has_known[codes].any())
    has_known[0] = True
    return ~has_known


def _blocks_of(spec: TableSpec, number: int) -> tuple[Block, Block, Block]:
    """Layer, row and column block of block `number`, in the order of its array axes."""
    columns, layers = len(spec.columns), len(spec.layers)
    row, remainder = divmod(number, columns * layers)
    return spec.layers[remainder % layers], spec.rows[row], spec.columns[remainder // layers]


def levels_of(spec: TableSpec, number: int) -> tuple[Level, ...]:
    """Levels of block `number`, in the order of its array axes."""
    return tuple(level for block in _blocks_of(spec, number) for level in block.levels)
