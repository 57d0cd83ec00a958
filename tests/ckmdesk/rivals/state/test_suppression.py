"""Suppression of saved tables without a window: roles, intervals against levels, cells that move together, counts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.methods.primary import PrimaryRules
from ckmcore.statistic.kept_beside import suppression_method
from ckmcore.statistic.model import SavedTable
from ckmdesk.rivals.commands.choices import set_suppression
from ckmdesk.rivals.state.choices import SUPPRESSION, SuppressionChoice
from ckmdesk.rivals.state.suppression import (
    MANY_PRIMARY,
    SuppressedTables,
    SuppressionFound,
    SuppressionWork,
    chosen_to_suppress,
    find,
    prepare,
    rules_of,
    variables_of_groups,
)
from ckmdesk.state.desk_state import DeskState
from tests.kit.fails import fails
from tests.kit.rival_tables import AREA_AGE, AREA_SEX, COUNTS, INCOMES, rival_data, rival_statistic

STATE = DeskState(statistic=rival_statistic())


def work_of(choice: SuppressionChoice, tables: tuple[SavedTable, ...] | None = None) -> SuppressionWork:
    state = SUPPRESSION.put(STATE, choice)
    chosen = chosen_to_suppress(state) if tables is None else tables
    return prepare(rival_statistic(), rival_data(), chosen, rules_of(state), choice, "en")


@pytest.fixture(scope="module")
def every() -> SuppressedTables:
    return find(work_of(SuppressionChoice()))


@pytest.fixture(scope="module")
def found(every: SuppressedTables) -> SuppressionFound:
    return every.of("")


def figure(found: SuppressionFound, table: int, row: int, column: int) -> int:
    return int(found.task.tables[table].figures[0][row, column])


def test_all_values_of_the_tables_are_suppressed_together(every: SuppressedTables) -> None:
    assert [table.name for table in chosen_to_suppress(STATE)] == [AREA_AGE, AREA_SEX, INCOMES]
    assert every.names == (AREA_AGE, AREA_SEX, INCOMES)
    assert [found.task.magnitude for found in every.values] == ["", "income"]
    assert [table.name for table in every.of("income").task.tables] == [INCOMES]
    sums = set_suppression(SuppressionChoice(magnitude="income")).change(STATE)
    assert chosen_to_suppress(sums) == chosen_to_suppress(STATE)
    assert rules_of(STATE) == PrimaryRules(minimum_frequency=3)
    with fails("rivals_no_tables"):
        work_of(SuppressionChoice(left_out=(AREA_AGE, AREA_SEX, INCOMES)))


def test_tables_with_means_of_records_without_a_value_are_not_chosen() -> None:
    data, mean = rival_data(), ckm.Value("mean", magnitude="income")
    means = SavedTable("Means", ckm.TableSpec("area", values=[mean]))
    state = DeskState(statistic=replace(rival_statistic(), tables=(means,)))
    blank = replace(data.magnitudes["income"], missing=np.arange(data.rows) == 4)
    assert chosen_to_suppress(state, data) == chosen_to_suppress(state) == (means,)
    assert chosen_to_suppress(state, replace(data, magnitudes={"income": blank}, cache={})) == ()


def test_cells_have_their_place_in_the_table_as_it_is_laid_out(found: SuppressionFound) -> None:
    values = found.task.problem.figures.values
    for row, line in enumerate(COUNTS):
        assert tuple(values[figure(found, 0, row, column)] for column in range(4)) == line
        # The margin by area is one figure in all three tables.
        assert figure(found, 0, row, 4) == figure(found, 1, row, 2) == figure(found, 2, row, 2)
    assert found.task.tables[0].cell_text(1, 2) == "1 · 2"
    assert found.task.cell_text(figure(found, 0, 4, 4)) == "Total · Total"


def test_small_counts_are_primary_and_kept_open_by_secondary_ones(found: SuppressionFound) -> None:
    small = {figure(found, 0, i, j) for i, line in enumerate(COUNTS) for j, n in enumerate(line) if n < 3}
    assert {place for place, role in enumerate(found.roles.tolist()) if role == 1} == small
    for cell in small:
        story = found.story(cell)
        assert (story.role, story.rules) == ("primary", ("minimum_frequency",))
        assert story.asked == (story.original, 3)
        assert story.low is not None
        assert story.high is None or story.high >= 3
        assert story.low <= story.original
        assert cell in story.moves
        assert all(found.roles[other] for other in story.moves)
    secondary = [found.story(int(cell)) for cell in found.pattern.secondary]
    assert all(story.role == "secondary" and story.asked is None and not story.rules for story in secondary)
    assert any(story.serves for story in secondary)
    assert found.story(figure(found, 0, 4, 4)).role == "published"
    assert found.below_level == 0
    assert found.audited_primary == len(small)
    assert "confidential" in repr(secondary[0])


def test_the_levels_are_proven_against_every_completion_of_the_table(found: SuppressionFound) -> None:
    """Each suppressed figure of the interval's ends appears in some table that agrees with all that is published."""
    proof = next(proof for proof in found.pattern.proofs)
    assert found.pattern.proven == len(found.pattern.system.demands)
    values = list(found.task.problem.figures.values)
    for cell, move in proof.witnesses[0].changed.items():
        values[cell] = (values[cell] or 0) + move
    for i in range(4):
        assert sum(values[figure(found, 0, i, j)] or 0 for j in range(4)) == sum(COUNTS[i])
        assert sum(values[figure(found, 0, j, i)] or 0 for j in range(4)) == sum(line[i] for line in COUNTS)


def test_costs_shares_and_counts_are_those_of_the_secondary_cells(found: SuppressionFound) -> None:
    values = [found.task.problem.figures.values[cell] or 0 for cell in found.pattern.secondary.tolist()]
    costs = found.costs
    assert (costs["number"], costs["value"]) == (len(values), sum(values))
    # 16 inner cells and the margins 4, 4 and the total; by sex 8 cells and 2 margins.
    assert found.share_of_cells == pytest.approx((3 + len(values)) / 35)
    assert found.share_of_value == pytest.approx((5 + sum(values)) / (162 * 6))
    counts = found.counts
    assert sum(line.primary for line in counts if line.table == AREA_AGE) == 3
    assert all(line.primary or line.secondary for line in counts)
    assert next(line for line in counts if line.table == AREA_AGE and line.broken == 2).cells == 16


def test_a_cell_that_was_not_audited_is_computed_when_asked_for(found: SuppressionFound) -> None:
    cell = next(iter(found.task.problem.levels))
    known = found.audited.pop(cell)
    assert found.needs_audit(cell)
    assert not found.story(cell).known
    found.audited[cell] = found.ask(cell)
    assert (found.audited[cell].low, found.audited[cell].high) == (known.low, known.high)
    assert not found.needs_audit(cell)


def test_sums_follow_the_primary_rules_and_have_a_sign_wherever_the_count_has_one(every: SuppressedTables) -> None:
    state = SUPPRESSION.put(STATE, SuppressionChoice(least=2))
    rules = replace(rules_of(state), dominance=((1, 3.0),))
    made = prepare(rival_statistic(), rival_data(), chosen_to_suppress(state), rules, SUPPRESSION.of(state), "en")
    counts, sums = made.values
    assert set(counts.rules.values()) == {("minimum_frequency",)}
    assert sums.rules
    assert all("dominance" in names for names in sums.rules.values())
    found = every.of("income")
    for row in range(5):
        for column in range(3):
            of_count = every.of("").roles[figure(every.of(""), 2, row, column)]
            assert bool(found.roles[figure(found, 0, row, column)]) >= bool(of_count)
    assert found.number(Fraction(5)) == 5


@pytest.mark.parametrize("insiders", ["ignored", "exact", "full"])
def test_contributors_alone_are_ignored_or_see_as_little_as_is_asked(insiders: str) -> None:
    problem = work_of(SuppressionChoice(insiders=insiders)).values[0].problem  # type: ignore[arg-type]
    assert (len(problem.owners), problem.insider_level) == {"ignored": (0, 1), "exact": (1, 1), "full": (1, None)}[
        insiders
    ]


def test_many_primary_cells_are_known_before_the_search() -> None:
    choice = SuppressionChoice(left_out=(INCOMES,))
    assert work_of(choice).task.primary_share == pytest.approx(3 / 35)
    assert work_of(replace(choice, least=12)).task.primary_share > MANY_PRIMARY


def test_a_cancelled_search_yields_nothing_and_an_ended_clean_up_a_proven_pattern() -> None:
    task = work_of(SuppressionChoice())
    with pytest.raises(Cancelled):
        find(task, cancelled=lambda: True)
    shares: list[float] = []
    ended = find(task, shares.append, enough=lambda: True)
    assert all(each.pattern.proven == len(each.pattern.system.demands) for each in ended.values)
    assert ended.made.kept is not None
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_without_record_keys_contributors_are_not_considered() -> None:
    data = replace(rival_data(), record_keys=None, cache={})
    tables = chosen_to_suppress(STATE)
    made = prepare(rival_statistic(), data, tables, rules_of(STATE), SuppressionChoice(), "en").values[0]
    assert made.insiders == "ignored"
    assert not made.problem.owners
    assert work_of(SuppressionChoice()).values[0].insiders == "exact"


def test_a_group_in_one_category_hides_in_which_one() -> None:
    data, columns = rival_data(), dict(rival_data().columns)
    columns["sex"] = np.where(np.asarray(columns["area"]) == 0, 1, np.asarray(columns["sex"])).astype(np.uint8)
    choice = SuppressionChoice(left_out=(AREA_AGE, INCOMES), groups="sex")
    state = SUPPRESSION.put(STATE, choice)
    assert variables_of_groups(state) == ("area", "sex")
    other, tables = replace(data, columns=columns, cache={}), chosen_to_suppress(state)
    found = find(prepare(rival_statistic(), other, tables, rules_of(state), choice, "en")).of("")
    # All 29 units of the first area have one sex: this cell and the 0 beside it become primary.
    cells = [figure(found, 0, 0, column) for column in range(2)]
    assert [found.story(cell).original for cell in cells] == [0, 29]
    assert [found.story(cell).rules for cell in cells] == [("groups",), ("groups",)]
    assert found.revealed == ()
    assert all(found.role(cell) == "primary" for cell in cells)
    low = found.story(cells[1]).low
    assert low is not None
    assert low < 29


@pytest.mark.thorough
def test_what_was_released_is_fixed_in_the_window_as_by_the_command(tmp_path: Path) -> None:
    codes = [(area, age) for area, row in enumerate(COUNTS) for age, number in enumerate(row) for _ in range(number)]
    lines = ["area,age,sex", *(f"{area},{age},{place % 3 == 0}" for place, (area, age) in enumerate(codes))]
    (tmp_path / "people.csv").write_text("\n".join(lines), encoding="utf-8")
    with ckm.create_statistic(tmp_path / "people.ckm", "People", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "people.csv", ["area", "age", "sex"])
        work.save_table(AREA_AGE, ckm.TableSpec("area", "age"))
        work.save_table(AREA_SEX, ckm.TableSpec("area", "sex"))
        first = work.find_patterns([AREA_AGE], least=3)
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-01-05"))
        work.approve(work.submit(AREA_AGE), person="Berta")
    with ckm.work_on_statistic(tmp_path / "people.ckm", person="Anna") as work:
        statistic, data, tables = work.statistic, work.data(), work.statistic.tables
        choice = SuppressionChoice()
        rules = PrimaryRules(minimum_frequency=3)
        found = find(prepare(statistic, data, tables, rules, choice, "en")).of("")
        again = work.find_patterns([AREA_AGE, AREA_SEX], least=3)
    cells = [figure(found, 0, row, column) for row in range(4) for column in range(4)]
    roles = [found.role(cell) for cell in cells]
    assert roles.count("primary") == first.primary
    assert roles.count("fixed") == first.secondary
    assert "secondary" not in roles
    assert again.secondary == len(found.pattern.secondary)
