"""Sums in the evaluation: its numbers are those of the floor and of the errors, and worst cells are named."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

import ckmcore as ckm
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, TestTable, worst_of
from ckmcore.lab.quality.measure_registry import MEASURES, measure_of
from ckmcore.lab.report.evaluation import evaluation_report, plane_of
from ckmcore.lab.report.evaluation_files import evaluation_workbook
from ckmcore.lab.risk.publication import AT_HAND, Publication
from ckmcore.lab.risk.sum_floor import limits_of, sum_floor
from ckmcore.tabulate.spec import Condition, TableSpec
from tests.kit.agreement import people
from tests.kit.methods_of_sums import OF_SUMS, VALUES, flow, former, ours

METHODS = (ours(), former(), flow())
DAY = datetime.date(2026, 3, 4)


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    asked = EvaluationRequest(repetitions=20, seconds=20.0)
    return evaluate(people(90), OF_SUMS, [candidate(one) for one in METHODS], asked)


@pytest.mark.thorough
def test_the_risk_of_sums_is_that_of_the_floor_and_worst_cells_are_named(evaluation: Evaluation) -> None:
    for variant, method in enumerate(METHODS):
        floor = sum_floor(people(90), [one.spec for one in OF_SUMS], method, limits_of(method))
        numbers = evaluation.together[variant].numbers
        below = {(place.table, place.codes) for rule in floor.rules if rule.cells for place in rule.worst}
        assert numbers["sum_floor"] == len(below)
        assert numbers["sum_near"] == pytest.approx(100 * floor.measured[0].near)
        assert numbers["sum_best_guess"] == pytest.approx(100 * floor.measured[0].guess)
        assert numbers["sum_narrow"] == sum(rule.cells for rule in floor.rules if rule.rule == "F3")
        assert sum(one.numbers["sum_floor"] for one in evaluation.findings[variant]) == numbers["sum_floor"]
        assert len(worst_of(evaluation, variant, measure_of("sum_floor"), 1000)) == numbers["sum_floor"]
        worst = worst_of(evaluation, variant, measure_of("sum_near"), 3)
        if numbers["sum_near"]:
            assert worst[0].number == pytest.approx(numbers["sum_near"])
        assert [one.number for one in worst] == sorted((one.number for one in worst), reverse=True)
    assert evaluation.together[0].numbers["sum_floor"] < evaluation.together[1].numbers["sum_floor"]
    # A year of a flow with noise of its own gives away more than one figure, and levels not.
    year = [one.numbers["sum_average"] for one in evaluation.together]
    assert year[2] > year[1] > 0


def test_errors_of_the_largest_deviations_are_named_with_what_is_published(evaluation: Evaluation) -> None:
    worst = worst_of(evaluation, 1, measure_of("sum_mean"), 5)
    assert len(worst) == 5
    for one in worst:
        finding = evaluation.findings[1][one.table]
        assert finding.raw is not None
        assert finding.protected is not None
        raw = finding.raw.blocks[one.block].magnitudes["income"]
        original = raw.sums[one.position] / 10 ** (raw.decimals or 0)
        published = finding.protected.blocks[one.block].figures[one.value][one.position] / 10**one.places
        assert one.number == pytest.approx(100 * abs(published - original) / abs(original))
        assert one.published_text("en").replace(",", "") == f"{published:g}"


def test_sums_are_drawn_with_their_spread_and_expected_exactly(evaluation: Evaluation) -> None:
    drawn, expected = evaluation.row("sum_mean"), evaluation.row("sum_expected")
    assert drawn is not None
    assert expected is not None
    assert all(one is not None and one.low <= one.mean <= one.high for one in drawn.spreads)
    assert all(number is not None and number > 0 for number in expected.numbers)


def test_of_sums_that_cannot_be_judged_nothing_is_claimed() -> None:
    data = people(60)
    column = data.magnitudes["income"]
    values = column.values.copy()
    values[0] = -5
    minus = replace(data, magnitudes={"income": replace(column, values=values)}, cache={})
    found = evaluate(minus, OF_SUMS, [candidate(former())], EvaluationRequest(monte_carlo=False))
    assert found.row("sum_narrow") is None
    assert found.row("sum_near") is not None
    assert "sum_floor_intervals_open" in [one.code for one in found.problems_together(0)]


def test_tables_of_sums_alone_have_a_report_with_a_plane_of_sums() -> None:
    asked = EvaluationRequest(monte_carlo=False)
    found = evaluate(people(90), OF_SUMS[:1], [candidate(one) for one in METHODS[:2]], asked)
    assert plane_of(found) == ("sum_mean", "sum_near")
    for language, name in (("en", "sums: error, mean in %"), ("de", "Summen: Fehler, Mittel in %")):
        report = evaluation_report(found, title="People", date=DAY, language=language)  # type: ignore[arg-type]
        assert name in report.html()
        assert {"frontier.svg", "sum_mean.svg"} <= {picture.name for picture in report.pictures}
    assert found.row("mean_deviation") is None
    assert evaluation_workbook(found, title="People", date=DAY, language="en")


def test_every_measure_that_ranks_sums_is_defined_in_both_languages() -> None:
    for code in [kind.code for kind in MEASURES if kind.of_sums and kind.topic == "risk" and kind.worst]:
        kind = measure_of(code)
        assert kind.topic == "risk"
        for said in (kind.label, kind.definition):
            assert said.text("en") != said.text("de")


def test_sums_that_readers_have_already_are_judged_along_under_the_same_method() -> None:
    data, method = people(90), former()
    men = TableSpec(rows=["R"], values=VALUES, filters=(Condition("C", tuple("abcd")),))
    raw = ckm.tabulate(data, men, contributors=method.contributors)
    out = Publication(ckm.Texts(), method.protect(raw), method, same=AT_HAND + "m")
    every = [TestTable("every", TableSpec(rows=["R"], values=VALUES))]
    asked = EvaluationRequest(monte_carlo=False)
    alone, beside, other = (
        evaluate(data, every, [candidate(one)], asked, released=released)
        for one, released in ((method, ()), (method, (out,)), (ours(), (out,)))
    )
    before, after = (found.together[0].numbers["sum_difference"] for found in (alone, beside))
    assert after > before
    # Worst cells are those of the tables that are judged.
    assert {cell.table for cell in worst_of(beside, 0, measure_of("sum_floor"), 100)} <= {0}
    assert other.together[0].sum_risks is not None
    assert len({segment.table for segment in other.together[0].sum_risks.floor.cells[0].cells.segments}) == 1
