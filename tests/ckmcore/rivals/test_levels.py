"""Protection levels: the golden values of the specification, and groups of units in one category."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from ckmcore.methods.primary import PrimaryRules
from ckmcore.rivals.audit import COUNTS, ProtectionLevel, audit_suppression
from ckmcore.rivals.levels import (
    CategoryGroup,
    CellContributions,
    count_levels,
    groups_by,
    level_of_count,
    level_of_sum,
    protect_groups,
    revealed_groups,
    rule_levels,
)
from ckmcore.rivals.relations import LinkedFigures, SuppressedCell, SuppressedTable, linked_figures
from tests.kit.fails import fails

THREE = CellContributions(110, (100, 5, 5), 3)
SIX = CellContributions(140, (100, 10, 10, 10, 5, 5), 6)


@pytest.mark.parametrize(
    ("rules", "cell", "level"),
    [
        (PrimaryRules(p_percent=10), THREE, Fraction(5)),
        (PrimaryRules(pq=(10, 50)), THREE, Fraction(15)),
        (PrimaryRules(dominance=((2, 75),)), THREE, Fraction(30)),
        (PrimaryRules(dominance=((1, 75),)), THREE, Fraction(70, 3)),
        (PrimaryRules(dominance=((2, 75),)), SIX, Fraction(20, 3)),
        (PrimaryRules(minimum_frequency=4), THREE, Fraction(11)),
        (PrimaryRules(minimum_frequency=4, p_percent=5), THREE, Fraction(11, 2)),
    ],
)
def test_levels_of_sums_are_those_of_the_formulas(
    rules: PrimaryRules, cell: CellContributions, level: Fraction
) -> None:
    assert max(rule_levels(rules, cell).values()) == level


def test_the_largest_level_of_all_rules_counts_in_whole_units_and_is_at_least_one() -> None:
    rules = PrimaryRules(p_percent=10, pq=(10, 50), dominance=((1, 75),))
    assert level_of_sum(rules, THREE) == ProtectionLevel(Fraction(24), Fraction(24))
    assert level_of_sum(rules, THREE, unit=Fraction(1000)) == ProtectionLevel(Fraction(1), Fraction(1))
    assert level_of_sum(rules, THREE, lower_room=3) == ProtectionLevel(Fraction(3), Fraction(24))


def test_a_cell_that_no_rule_marks_has_no_level() -> None:
    rules = PrimaryRules(minimum_frequency=3, p_percent=5, dominance=((2, 96),))
    assert level_of_sum(rules, THREE) is None
    assert level_of_sum(rules, CellContributions(0, (), 0)) is None
    assert level_of_sum(rules, THREE, listed=True) == ProtectionLevel(Fraction(6), Fraction(6))


def test_negative_contributions_count_by_absolute_value_against_the_total() -> None:
    mixed = CellContributions(-10, (-60, 50), 2)
    assert rule_levels(PrimaryRules(p_percent=10), mixed) == {"p_percent": 106}


def test_decimals_of_a_rule_are_those_that_were_written() -> None:
    assert rule_levels(PrimaryRules(p_percent=0.3), CellContributions(10, (10,), 1)) == {"p_percent": Fraction(3, 100)}


@pytest.mark.parametrize(("count", "upper"), [(0, None), (1, 2), (2, 1), (3, None)])
def test_a_small_count_has_to_reach_the_minimum_frequency_and_nothing_below(count: int, upper: int | None) -> None:
    level = level_of_count(3, count)
    assert (level and (level.lower, level.upper)) == (None if upper is None else (0, upper))


# --- groups ----------------------------------------------------------------------------------------------------------

CAUSES = ("heart", "lung", "liver")


def causes(*rows: tuple[int, ...], hidden: str = "") -> LinkedFigures:
    """Counts of the causes (columns) by region (rows) with totals; hidden: addresses like `r1heart`."""
    cells = []
    for region, cause in product((None, *range(len(rows))), (None, *range(len(CAUSES)))):
        codes = ("" if region is None else f"r{region + 1}", "" if cause is None else CAUSES[cause])
        picked = [row for number, row in enumerate(rows) if region in (None, number)]
        value = sum(count for row in picked for number, count in enumerate(row) if cause in (None, number))
        cells.append(SuppressedCell(codes, value, "".join(codes) in hidden.split()))
    return linked_figures([SuppressedTable("t", ("region", "cause"), tuple(cells))], {})


def named(figures: LinkedFigures, region: str, cause: str = "") -> int:
    return figures.addresses.index((region, cause))


def test_groups_are_the_cells_of_all_other_variables() -> None:
    figures = causes((1, 0, 0), (4, 2, 5))
    groups = groups_by(figures, "cause")
    assert [figures.addresses[group.margin] for group in groups] == [("", ""), ("r1", ""), ("r2", "")]
    assert groups[1].cells == tuple(named(figures, "r1", cause) for cause in CAUSES)
    with fails("suppress_variable", variable="size"):
        groups_by(figures, "size")


def test_all_cells_of_a_small_group_become_primary_zeros_included() -> None:
    figures = causes((1, 0, 0), (4, 2, 5))
    needs = protect_groups(figures, groups_by(figures, "cause"))
    row = [named(figures, "r1", cause) for cause in CAUSES]
    assert {cell: (level.lower, level.upper) for cell, level in needs.levels.items()} == {
        row[0]: (0, 2),
        row[1]: (0, 1),
        row[2]: (0, 1),
    }
    assert needs.zeros == {*row}


def test_a_larger_group_in_one_category_hides_it_with_the_zero_of_most_room() -> None:
    figures = causes((0, 6, 0), (4, 2, 5))
    needs = protect_groups(figures, groups_by(figures, "cause"))
    lung, liver = named(figures, "r1", "lung"), named(figures, "r1", "liver")
    assert needs.levels == {lung: ProtectionLevel.of(1, 0), liver: ProtectionLevel.of(0, 1)}
    assert needs.zeros == {lung, liver}


def test_zeros_below_a_total_of_zero_and_impossible_ones_hide_no_category() -> None:
    figures = causes((6, 0, 0), (4, 2, 0))
    groups = groups_by(figures, "cause")
    needs = protect_groups(figures, groups, impossible=[named(figures, "r1", "lung")])
    assert needs.levels == {}
    assert [group.margin for group in needs.blocked] == [named(figures, "r1")]


def test_one_sign_in_a_row_tells_the_category_and_two_that_can_hold_units_do_not() -> None:
    rows = ((1, 0, 0), (4, 2, 5))
    alone, hidden = causes(*rows, hidden="r1heart r2heart"), causes(*rows, hidden="r1heart r1lung r2heart r2lung")
    for figures, count in ((alone, 1), (hidden, 0)):
        group = CategoryGroup(named(figures, "r1"), tuple(named(figures, "r1", cause) for cause in CAUSES))
        zeros = [named(figures, "r1", cause) for cause in ("heart", "lung")]
        audit = audit_suppression(figures, {}, COUNTS, zeros=zeros)
        assert len(revealed_groups(figures, [group], audit)) == count


def test_levels_of_counts_leave_out_what_no_table_has() -> None:
    figures = causes((1, 0, 2), (4, 2, 5))
    levels = {figures.addresses[cell]: level.upper for cell, level in count_levels(figures, 3).items()}
    assert levels == {("r1", "heart"): 2, ("r1", "liver"): 1, ("", "lung"): 1, ("r2", "lung"): 1}
