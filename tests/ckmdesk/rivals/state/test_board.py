"""The board of four methods without a window: its tables and methods, its rows, and the cells behind a figure."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.rivals.comparison import MEASURES, RivalComparison
from ckmcore.statistic.model import SavedTable
from ckmdesk.rivals.commands.choices import set_rivals, set_suppression
from ckmdesk.rivals.state.board import (
    ShownRow,
    board_rules,
    cell_words,
    cells_behind,
    measured_board,
    method_in_force,
    methods_measured,
    shown_rows,
    tables_measured,
    tables_offered,
)
from ckmdesk.rivals.state.choices import RIVALS, RivalsChoice, SuppressionChoice
from ckmdesk.rivals.state.choices import SUPPRESSION as SUPPRESSED
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.workspace import opened, with_workspace
from tests.kit.rival_tables import AREA_AGE, AREA_SEX, COUNTS, INCOMES, rival_data, rival_statistic

STATE = DeskState(statistic=rival_statistic())
CELL_KEY, ROUNDING, SUPPRESSION, SAFE = range(4)


@pytest.fixture(scope="module")
def compared() -> RivalComparison:
    return measured_board(
        rival_data(), tables_measured(STATE), methods_measured(STATE), RivalsChoice(), board_rules(STATE)
    )


def row(compared: RivalComparison, measure: str) -> ShownRow:
    return next(row for row in shown_rows(compared, "en") if row.line is not None and row.line.measure == measure)


def test_tables_that_the_board_cannot_measure_are_named_and_left_out() -> None:
    statistic = STATE.statistic
    assert statistic is not None
    filtered = SavedTable("Women", ckm.TableSpec(["area"], filters=[ckm.Condition("sex", ("1",))]))
    state = DeskState(statistic=replace(statistic, tables=(*statistic.tables, filtered)))
    assert tables_offered(state) == {AREA_AGE: True, AREA_SEX: True, INCOMES: True, "Women": False}
    assert [table.name for table in tables_measured(state)] == [AREA_AGE, AREA_SEX, INCOMES]
    less = set_rivals(RivalsChoice(left_out=(AREA_SEX,))).change(state)
    assert [table.name for table in tables_measured(less)] == [AREA_AGE, INCOMES]


def test_the_method_in_force_comes_first_and_rounding_once() -> None:
    first, second = methods_measured(STATE)
    assert (first.kind, second) == ("cell_key", ckm.Rounding(10))
    statistic = STATE.statistic
    assert statistic is not None
    rounded = DeskState(statistic=statistic.put_in_force(ckm.Rounding(5)))
    assert methods_measured(RIVALS.put(rounded, RivalsChoice(base=5))) == [ckm.Rounding(5)]


def test_the_column_in_force_is_marked_whatever_method_it_is(compared: RivalComparison) -> None:
    statistic = STATE.statistic
    assert statistic is not None
    assert method_in_force(STATE, compared) == CELL_KEY
    assert (
        method_in_force(DeskState(statistic=statistic.with_period(replace(statistic.period, in_force=None))), compared)
        is None
    )
    held = statistic.period.in_force
    assert held is not None
    for method, column in ((ckm.Suppression(3, "", "0f"), SUPPRESSION), (ckm.SafePrinciple(("area",), 3, "0f"), SAFE)):
        period = replace(statistic.period, in_force=replace(held, method=method))
        state = DeskState(statistic=statistic.with_period(period))
        assert methods_measured(state) == [ckm.Rounding(10)]
        assert method_in_force(state, compared) == column


def test_each_criterion_has_a_row_of_grades_and_its_measures_below(compared: RivalComparison) -> None:
    rows = shown_rows(compared, "de")
    assert [row.criterion for row in rows if row.line is None] == list(MEASURES)
    assert all(row.line.measure in MEASURES[row.criterion] for row in rows if row.line is not None)
    explain = next(row for row in rows if row.criterion == "explain")
    assert [explain.grade(column) for column in range(4)] == ["not_measured"] * 4
    assert row(compared, "below_level").grade(SUPPRESSION) == "good"
    assert row(compared, "below_level").grade(ROUNDING) is None


def test_a_figure_has_the_boundaries_of_its_grade_and_a_bar(compared: RivalComparison) -> None:
    mean = row(compared, "mean_deviation")
    assert mean.bounds("de") == "≤\N{NO-BREAK SPACE}1,00 | 3,00"
    assert (mean.grade(ROUNDING), mean.share(ROUNDING), mean.share(SUPPRESSION)) == ("fair", 1.0, 0.0)
    assert row(compared, "below_level").bounds("en") == "≤\N{NO-BREAK SPACE}0"
    changed = row(compared, "changed")
    assert (changed.bounds("en"), changed.boundary, changed.grade(ROUNDING)) == ("", None, None)
    assert row(compared, "below_level").share(ROUNDING) is None
    assert next(iter(shown_rows(compared, "en"))).share(ROUNDING) is None


def test_a_figure_leads_to_the_cells_that_make_it(compared: RivalComparison) -> None:
    hidden = cells_behind(compared, row(compared, "not_shown"), SUPPRESSION)
    small = {(("area", str(i)), ("age", str(j))) for i, line in enumerate(COUNTS) for j, n in enumerate(line) if n < 3}
    assert small < {cell.address for cell in hidden}
    assert all(cell.published == (None,) * len(cell.published) for cell in hidden)
    largest = row(compared, "largest_deviation")
    worst = cells_behind(compared, largest, ROUNDING)[0]
    assert worst.published[0] is not None
    assert largest.line is not None
    assert abs(worst.published[0] - worst.original) == largest.line.numbers[ROUNDING]
    assert not cells_behind(compared, row(compared, "seconds"), CELL_KEY)
    assert not cells_behind(compared, shown_rows(compared, "en")[0], CELL_KEY)


def test_unplanned_tables_and_parts_are_measured_on_demand(compared: RivalComparison) -> None:
    assert compared.unplanned == 0
    assert compared.parts == ""
    choice = RivalsChoice(further=True, base=5)
    more = measured_board(rival_data(), tables_measured(STATE), methods_measured(STATE), choice, board_rules(STATE))
    assert (more.unplanned, more.parts) == (1, "area")


def test_progress_rises_and_a_cancelled_comparison_yields_nothing() -> None:
    shares: list[float] = []
    tables, methods = tables_measured(STATE)[:1], methods_measured(STATE)
    measured_board(rival_data(), tables, methods, RivalsChoice(), board_rules(STATE), shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert any(0.5 < share < 0.75 for share in shares)
    with pytest.raises(Cancelled):
        measured_board(rival_data(), tables, methods, RivalsChoice(), board_rules(STATE), cancelled=lambda: True)


def test_cells_are_named_by_the_labels_of_their_codes() -> None:
    assert cell_words((("area", "2"), ("age", "1")), rival_data(), "en") == "2 · 1"
    assert cell_words((), None, "de") == "Insgesamt"
    assert cell_words((("area", "\0not-stated"),), rival_data(), "de") == "ohne Angabe"


def test_what_is_chosen_is_kept_with_the_statistic() -> None:
    state = set_rivals(RivalsChoice(base=5, further=True))
    chosen = set_suppression(SuppressionChoice(groups="sex", cost="log")).change(state.change(STATE))
    kept = with_workspace(chosen)
    assert kept is not None
    again = opened(kept)
    assert RIVALS.of(again) == RivalsChoice(base=5, further=True)
    assert SUPPRESSED.of(again) == SuppressionChoice(groups="sex", cost="log")
