"""The frontier between loss and risk, and the plane of D and V: exact, and with a reason where no table is."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, Finding, TestTable
from ckmcore.lab.quality.frontier import frontier
from ckmcore.lab.quality.map import map_of
from ckmcore.ptable import Design, design_ptable, weighted_criteria
from ckmcore.tabulate.spec import PERIOD, TableSpec
from tests.kit.counterexample import TABLES, counterexample
from tests.kit.fails import fails

ROUNDINGS = tuple(candidate(ckm.Rounding(base)) for base in (3, 5, 10, 100))


def standing_at(points: list[tuple[float | None, float | None]], loss: str, risk: str) -> Evaluation:
    """An evaluation of variants with these numbers."""
    found = [
        Finding({code: number for code, number in zip((loss, risk), point, strict=True) if number is not None})
        for point in points
    ]
    return Evaluation(
        TABLES, ROUNDINGS[: len(points)], EvaluationRequest(), tuple((one, one) for one in found), tuple(found)
    )


def test_a_variant_is_behind_the_frontier_where_another_is_no_worse_and_once_better() -> None:
    made = standing_at([(1.0, 5.0), (2.0, 1.0), (2.0, 6.0), (None, 0.0)], "mean_deviation", "disclosed")
    found = frontier(made, "mean_deviation", "disclosed")
    assert [one.on_frontier for one in found] == [True, True, False, False]
    assert [one.reason.code for one in found] == [
        "frontier_least",
        "frontier_least",
        "frontier_one",
        "frontier_not_measured",
    ]
    assert "Rounding to base 5" in found[2].reason.text("en")


def test_what_looks_equal_is_equal_and_nobody_is_pushed_off_by_a_twin() -> None:
    made = standing_at([(1.001, 2.0), (1.002, 2.0), (0.5, 9.0)], "mean_deviation", "disclosed")
    found = frontier(made, "mean_deviation", "disclosed")
    assert [one.on_frontier for one in found] == [True, True, True]


def test_more_is_better_where_the_measure_says_so() -> None:
    made = standing_at([(1.0, 9.0), (1.0, 3.0)], "mean_deviation", "mean_width")
    assert [one.on_frontier for one in frontier(made, "mean_deviation", "mean_width")] == [True, False]


def test_a_measure_without_a_better_way_has_no_frontier() -> None:
    made = standing_at([(1.0, 9.0)], "mean_deviation", "disclosed")
    with fails("evaluation_measure_without_order"):
        frontier(made, "mean_deviation", "undecided")


def test_every_reason_is_a_sentence_in_both_languages() -> None:
    points: list[tuple[float | None, float | None]] = [(1.0, 5.0), (1.5, 4.0), (2.0, 1.0), (2.0, 6.0)]
    for few in (points, points[:1], points[2:]):
        for one in frontier(standing_at(few, "mean_deviation", "disclosed"), "mean_deviation", "disclosed"):
            assert one.reason.text("en").endswith(".")
            assert one.reason.text("de").endswith(".")


def test_the_map_is_the_exact_expectation_of_each_table_and_says_why_there_is_none() -> None:
    like = Design(js=2, pstay=None, mono=True)
    found = map_of(counterexample(), TABLES[:1], like, (1, 3, 5), (0.5, 2.5), "expected_mean")
    counts = ckm.tabulate(counterexample(), TABLES[0].spec).blocks[0].counts.ravel().tolist()
    ptable = design_ptable(D=5, V=2.5, js=2)
    expected = weighted_criteria(ptable, {count: float(counts.count(count)) for count in counts})
    assert expected is not None
    assert found.values[2][1] == pytest.approx(expected.mean_absolute)
    for line, said in zip(found.values, found.reasons, strict=True):
        for number, why in zip(line, said, strict=True):
            assert (number is None) == (why is not None)
            if why is not None:
                assert why.text("de").endswith(".")
    assert found.values[0] == (None, None)
    assert "confidential" in repr(found)


def test_the_map_of_a_measure_that_needs_tables_evaluates_each_point() -> None:
    like = Design(js=0)
    found = map_of(
        counterexample(), TABLES[:1], like, (2,), (1.0,), "largest_deviation", asked=EvaluationRequest(attack=False)
    )
    alone = evaluate(counterexample(), TABLES[:1], [candidate(ckm.CellKeyMethod(replace(like, D=2, V=1.0).table()))])
    row = alone.row("largest_deviation")
    assert row is not None
    assert found.values == ((row.numbers[0],),)


def test_a_map_of_nothing_is_refused_and_can_be_cancelled() -> None:
    like = Design(js=0)
    with fails("map_without_values"):
        map_of(counterexample(), TABLES, like, (), (1.0,), "expected_mean")
    with fails("evaluation_without_tables"):
        map_of(counterexample(), (), like, (2,), (1.0,), "expected_mean")
    twice = TestTable("periods", TableSpec(rows=["R", PERIOD, PERIOD]))
    with fails("map_unjudged", match="several periods"):
        map_of(counterexample(), [twice], like, (2,), (1.0,), "expected_mean")
    with pytest.raises(Cancelled):
        map_of(counterexample(), TABLES, like, (2, 3), (1.0,), "expected_mean", cancelled=lambda: True)
    told: list[float] = []
    map_of(counterexample(), TABLES, like, (2, 3), (1.0, 1.2), "criteria", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
