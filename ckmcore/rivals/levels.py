"""Protection levels: how far from its figure the possible values of a primary cell have to reach.

A rule of primary suppression marks a cell where somebody could compute a contribution too closely; the level is how
far the figure has to be open so that nobody can. Formulas are those of the Handbook on SDC, with absolute unweighted
contributions x1 >= x2 >= ... and the total X; counts have to reach the minimum frequency.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ckmcore.errors import InputError
from ckmcore.methods.primary import PrimaryRules
from ckmcore.rivals.audit import ProtectionLevel, SuppressionAudit
from ckmcore.rivals.relations import TOTAL_CODE, LinkedFigures

# Share of the total for the minimum frequency of sums where there is no p % rule.
_FREQUENCY_SHARE = Fraction(10, 100)
# Margins of so many units reveal who is in which category.
SMALL_MARGIN = 3
Number = int | float | Fraction


@dataclass(frozen=True)
class CellContributions:
    """What rules read of a cell of a sum. Confidential.

    total: the sum. largest: the largest contributions by absolute value, at least as many as the rules need or all.
    contributors: their number, all of them.
    """

    total: Number
    largest: tuple[Number, ...]
    contributors: int

    def __repr__(self) -> str:
        return "CellContributions(confidential)"


def exact(number: Number) -> Fraction:
    """A number as a fraction: a double by the decimals that it is written with, up to 6 digits."""
    return Fraction(number) if isinstance(number, int | Fraction) else Fraction(str(round(number, 6)))


def rule_levels(rules: PrimaryRules, cell: CellContributions, *, listed: bool = False) -> Mapping[str, Fraction]:
    """The upper protection level of a cell by each rule that marks it, before it is rounded to units.

    p %: p/100 x1 - (X - x1 - x2). pq: p/q x1 - (X - x1 - x2). Dominance: 100/k (x1 + ... + xn) - X. Minimum frequency:
    p % of X, 10 % without that rule. listed: one of the cells named one by one, which has the same level.
    """
    if not cell.contributors:
        return {}
    largest = [abs(exact(contribution)) for contribution in cell.largest]
    total = abs(exact(cell.total))
    first, rest = sum(largest[:1]), total - sum(largest[:2])
    share = _FREQUENCY_SHARE if rules.p_percent is None else exact(rules.p_percent) / 100
    levels: dict[str, Fraction] = {}
    if cell.contributors < rules.minimum_frequency:
        levels["minimum_frequency"] = share * total
    if listed:
        levels["cells"] = share * total
    if rules.p_percent is not None:
        levels["p_percent"] = exact(rules.p_percent) / 100 * first - rest
    if rules.pq is not None:
        levels["pq"] = exact(rules.pq[0]) / exact(rules.pq[1]) * first - rest
    dominant = [100 / exact(k) * sum(largest[:n]) - total for n, k in rules.dominance]
    if dominant:
        levels["dominance"] = max(dominant)
    return {rule: level for rule, level in levels.items() if level > 0 or rule in ("minimum_frequency", "cells")}


def level_of_sum(
    rules: PrimaryRules,
    cell: CellContributions,
    *,
    listed: bool = False,
    unit: Fraction = Fraction(1),
    lower_room: Number | None = None,
) -> ProtectionLevel | None:
    """The levels of a cell of a sum in units, None where no rule marks it: the largest of all rules, at least one unit.

    unit: the published one. lower_room: how far below the figure a reader's room reaches, None without end.
    """
    levels = rule_levels(rules, cell, listed=listed)
    if not levels:
        return None
    upper = Fraction(max(1, ceil(max(levels.values()) / unit)))
    lower = upper if lower_room is None else min(upper, Fraction(lower_room))
    return ProtectionLevel(lower, upper)


def level_of_count(minimum_frequency: int, count: int) -> ProtectionLevel | None:
    """The levels of a count, None where it is 0 or frequent enough: nobody may exclude that it reaches the minimum.

    There is no lower level: a total of two counts that are at least 1 is known to be at least 2.
    """
    if not 0 < count < minimum_frequency:
        return None
    return ProtectionLevel(Fraction(0), Fraction(minimum_frequency - count))


def count_levels(figures: LinkedFigures, minimum_frequency: int) -> dict[int, ProtectionLevel]:
    """The levels of all figures that some table has, as counts."""
    levels = {
        figure: level_of_count(minimum_frequency, value)
        for figure, value in enumerate(figures.values)
        if value is not None and (figures.shown[figure] or figures.suppressed[figure])
    }
    return {figure: level for figure, level in levels.items() if level is not None}


# --- groups in one category ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CategoryGroup:
    """A group of units whose category must stay open: the figure of the group, and those of the categories."""

    margin: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
class GroupProtection:
    """What groups ask of a pattern.

    levels: of the cells that become primary. zeros: suppressed figures which readers take for possibly 0; elsewhere
    they know that zeros are published. groups: those whose category is protected. blocked: groups all of whose units
    lie in one category, where other zero totals leave no second one open.
    """

    levels: Mapping[int, ProtectionLevel]
    zeros: frozenset[int]
    groups: tuple[CategoryGroup, ...]
    blocked: tuple[CategoryGroup, ...] = ()


def groups_by(figures: LinkedFigures, variable: str) -> tuple[CategoryGroup, ...]:
    """The groups of all units of a table, by the categories of a variable: a group for each cell of the others.

    Raises suppress_variable.
    """
    if variable not in figures.variables:
        raise InputError("suppress_variable", variable=variable)
    axis, relations = figures.variables.index(variable), figures.relations
    groups = []
    for number, total in enumerate(relations.totals.tolist()):
        cells = tuple(relations.parts_of(number).tolist())
        if figures.addresses[total][axis] == TOTAL_CODE != figures.addresses[cells[0]][axis]:
            groups.append(CategoryGroup(total, cells))
    return tuple(groups)


def protect_groups(
    figures: LinkedFigures,
    groups: Sequence[CategoryGroup],
    *,
    minimum_frequency: int = SMALL_MARGIN,
    impossible: Collection[int] = (),
) -> GroupProtection:
    """Levels for groups of counts whose category a pattern must not tell.

    A group of 1 to m - 1 units: all its cells become primary, zeros included. A larger group wholly in one category:
    this cell and one zero. impossible: cells that everybody knows to be 0; like those below a total of 0 they hide
    nothing.
    """
    values = figures.values
    known = {*impossible, *_below_zero(figures)}
    levels: dict[int, ProtectionLevel] = {}
    zeros: set[int] = set()
    open_groups, blocked = [], []
    for group in groups:
        margin = values[group.margin] or 0
        filled = [cell for cell in group.cells if values[cell]]
        empty = [cell for cell in group.cells if values[cell] == 0 and cell not in known]
        if not filled or (margin >= minimum_frequency and len(filled) > 1):
            continue
        if not empty and len(filled) == 1:
            blocked.append(group)
            continue
        small = margin < minimum_frequency
        chosen = empty if small else [max(empty, key=lambda cell: (_least_total(figures, cell), -cell))]
        for cell in filled:
            level = ProtectionLevel(Fraction(0), Fraction(max(minimum_frequency - (values[cell] or 0), 1)))
            levels[cell] = _larger(levels.get(cell), level if small else ProtectionLevel.of(1, 0))
        levels.update({cell: _larger(levels.get(cell), ProtectionLevel.of(0, 1)) for cell in chosen})
        zeros.update(filled, chosen)
        open_groups.append(group)
    return GroupProtection(levels, frozenset(zeros), tuple(open_groups), tuple(blocked))


def revealed_groups(
    figures: LinkedFigures, groups: Sequence[CategoryGroup], audit: SuppressionAudit
) -> tuple[CategoryGroup, ...]:
    """Groups of which fewer than two categories can hold units, by what the audit proves to be possible."""
    possible = {
        cell.figure for cell in audit.cells if cell.state != "undecided" and (cell.high is None or cell.high >= 1)
    }
    filled = {figure for figure, value in enumerate(figures.values) if value and figures.shown[figure]}
    return tuple(group for group in groups if len({*group.cells} & (possible | filled)) < 2)


def joined_levels(*levels: Mapping[int, ProtectionLevel]) -> dict[int, ProtectionLevel]:
    """The levels of several rules: of each cell the larger ones."""
    joined: dict[int, ProtectionLevel] = {}
    for each in levels:
        joined.update({figure: _larger(joined.get(figure), level) for figure, level in each.items()})
    return joined


def _below_zero(figures: LinkedFigures) -> set[int]:
    """Figures that are parts of a total of 0."""
    relations = figures.relations
    empty = [number for number, total in enumerate(relations.totals.tolist()) if figures.values[total] == 0]
    return {part for number in empty for part in relations.parts_of(number).tolist()}


def _least_total(figures: LinkedFigures, cell: int) -> int:
    """The smallest of the totals of a cell."""
    relations = figures.relations.matrix[:, [cell]].nonzero()[0]
    totals = figures.relations.totals[relations].tolist()
    return min((figures.values[total] or 0 for total in totals if total != cell), default=0)


def _larger(former: ProtectionLevel | None, level: ProtectionLevel) -> ProtectionLevel:
    if former is None:
        return level
    return ProtectionLevel(max(former.lower, level.lower), max(former.upper, level.upper))
