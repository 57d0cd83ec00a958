"""Evaluating variants over tables: the same numbers as attack and measures, pooled; what cannot be judged is said."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.quality import evaluation as model
from ckmcore.lab.quality.candidates import candidate, primary_candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, TestTable, worst_of
from ckmcore.lab.quality.measure_registry import MEASURES, measure_of
from ckmcore.lab.quality.ratios import ratio_errors
from ckmcore.lab.quality.resume import may_go_on, search_further
from ckmcore.lab.report.evaluation_files import evaluation_csv
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.draws import MOST_REPETITIONS
from ckmcore.lab.risk.harm import by_harm, linked_by_harm
from ckmcore.lab.risk.linked_tables import attack_tables
from ckmcore.lab.risk.posterior import falling, small_guesses
from ckmcore.lab.risk.publication import Publication
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.ptable import design_ptable, weighted_criteria
from ckmcore.tabulate.spec import PERIOD, Condition, Level, TableSpec, Value
from tests.kit.brute_force import microdata, two_way
from tests.kit.counterexample import METHOD, TABLES, VARIANTS, counterexample
from tests.kit.disclosed_tables import COUNTEREXAMPLE
from tests.kit.fails import fails

QUICK = EvaluationRequest(monte_carlo=False)


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return evaluate(counterexample(), TABLES, VARIANTS, QUICK)


@pytest.mark.thorough
def test_each_table_has_its_own_numbers_and_all_together(evaluation: Evaluation) -> None:
    raws = [ckm.tabulate(counterexample(), table.spec) for table in TABLES]
    off = [
        [np.abs(one.method.protect(raw).blocks[0].figures[0] - raw.blocks[0].counts).ravel() for raw in raws]
        for one in VARIANTS
        if one.method is not None
    ]
    both = evaluation.row("mean_deviation")
    assert both is not None
    assert both.numbers == pytest.approx([np.concatenate(one).mean() for one in off])
    for table in range(2):
        row = next(row for row in evaluation.rows_of(table) if row.kind.code == "largest_deviation")
        assert row.numbers == pytest.approx([one[table].max() for one in off])


def test_only_what_is_drawn_has_an_expectation_that_of_the_counts(evaluation: Evaluation) -> None:
    row = evaluation.row("expected_mean")
    assert row is not None
    assert row.numbers[1] is None
    counts = np.concatenate(
        [ckm.tabulate(counterexample(), table.spec).blocks[0].counts.ravel() for table in TABLES]
    ).tolist()
    expected = weighted_criteria(METHOD.ptable, {count: float(counts.count(count)) for count in counts})
    assert expected is not None
    assert row.numbers[0] == pytest.approx(expected.mean_absolute)


def test_disclosed_cells_of_rounding_are_found_and_named(evaluation: Evaluation) -> None:
    raw = ckm.tabulate(counterexample(), TABLES[0].spec)
    row = next(row for row in evaluation.rows_of(0) if row.kind.code == "disclosed")
    found = attack(raw, counterexample(), ckm.Rounding(10)).disclosed
    assert row.numbers == (0.0, len(found), 0.0)
    worst = worst_of(evaluation, 1, row.kind, most=3)
    assert [(one.table, one.block, one.position) for one in worst] == [
        (0, cell.block, cell.position) for cell in by_harm(found)[:3]
    ]
    assert all(one.text.en and one.text.de for one in worst)


def test_the_worst_cells_are_those_that_change_most(evaluation: Evaluation) -> None:
    worst = worst_of(evaluation, 1, measure_of("mean_deviation"), most=5)
    largest = evaluation.row("largest_deviation")
    assert largest is not None
    assert worst[0].number == largest.numbers[1]
    assert [one.number for one in worst] == sorted((one.number for one in worst), reverse=True)
    assert worst_of(evaluation, 0, measure_of("criteria")) == ()


def test_t02_a_chance_that_bounds_beside_weights_find_too_little_of_is_no_number() -> None:
    data = counterexample()
    weighed = replace(data, weight=NumberColumn("w", np.arange(1, data.rows + 1, dtype=np.int64), 0))
    spec = TABLES[0].spec.with_changes(values=(Value("count"), Value("weighted_count")))
    asked = EvaluationRequest(repetitions=20, seconds=0.5)
    row, told = "disclosed_drawn", []
    for table in (spec, TABLES[0].spec):
        found = evaluate(weighed, [TestTable("t", table)], VARIANTS[:1], asked)
        numbers = found.row(row)
        assert (numbers is None or numbers.numbers[0] is None) == (table is spec)
        assert not worst_of(found, 0, measure_of(row)) or table is not spec
        told.append([one.code for one in found.problems_together(0)])
    assert "chance_weights" in told[0]
    assert "chance_weights" not in told[1]


@pytest.mark.thorough
def test_of_a_table_over_periods_the_figures_of_the_one_at_hand_are_judged_and_this_is_said() -> None:
    data, plain = counterexample(), TABLES[0]
    spec = plain.spec.with_changes(layers=TableSpec(layers=[PERIOD]).layers)
    found = evaluate(data, [TestTable("over periods", spec)], VARIANTS[:2], QUICK)
    alone = evaluate(data, [plain], VARIANTS[:2], QUICK)
    assert [row.numbers for row in found.rows] == [row.numbers for row in alone.rows]
    assert [one.code for one in found.problems(0, 0)] == ["quality_one_period"]
    assert found.together[0].linked is not None
    assert [one.code for one in found.together[0].linked.untested] == ["attack_periods_left"]
    assert found.tables == (TestTable("over periods", spec),)
    again = evaluate(data, found.tables, VARIANTS[:2], QUICK)
    assert again.problems(1, 0) == found.problems(1, 0)
    assert alone.problems(0, 0) == ()


def test_what_cannot_be_judged_leaves_a_sentence_and_the_rest_stands() -> None:
    data = counterexample()
    tables = (
        TABLES[0],
        TestTable("periods twice", TableSpec(rows=["R", PERIOD, PERIOD])),
        TestTable("no counts", TableSpec(rows=["R"], values=[Value("share", base="row")])),
        TestTable("unknown", TableSpec(rows=["nowhere"])),
    )
    variants = (*VARIANTS[:2], primary_candidate(PrimaryRules(3)))
    found = evaluate(data, tables, variants, QUICK)
    assert found.problems(0, 0) == ()
    assert [found.problems(0, table)[0].code for table in (1, 2)] == ["attack_over_periods", "evaluation_needs_counts"]
    assert found.problems(1, 3)
    assert [one.code for one in found.problems(2, 0)] == ["evaluation_without_method"]
    alone = evaluate(data, tables[:1], variants, QUICK)
    assert [row.numbers for row in found.rows] == [row.numbers for row in alone.rows]


def test_a_table_of_zeros_says_what_it_is() -> None:
    data = microdata({("a", "c"): 3, ("b", "d"): 2}, ["R", "C"], keys=True)
    spec = TableSpec(rows=["R"], filters=[Condition("R", ("a",)), Condition("C", ("d",))])
    found = evaluate(data, [TestTable("nobody", spec)], VARIANTS, QUICK)
    assert [one.code for one in found.problems(0, 0)] == ["evaluation_only_zeros"]
    assert found.rows == ()


def test_nothing_to_evaluate_is_refused() -> None:
    with fails("evaluation_without_tables"):
        evaluate(counterexample(), [], VARIANTS)
    with fails("evaluation_without_variants"):
        evaluate(counterexample(), TABLES, [])


@pytest.mark.parametrize(
    ("field", "value"),
    [("repetitions", 0), ("repetitions", -1), ("seed", -1), ("width", -1), ("least_units", 0), ("knowledge", "all")],
)
def test_what_cannot_be_asked_is_refused(field: str, value: object) -> None:
    with fails("evaluation_asked") as caught:
        EvaluationRequest(**{field: value})  # type: ignore[arg-type]
    assert str(value) in caught.value.text("en").replace("−", "-")
    assert caught.value.text("de").endswith(".")


def test_the_types_are_loaded_without_the_packages_that_compute() -> None:
    code = "import sys, ckmcore.lab.quality.evaluation as m; assert not {'scipy', 'pandas'} & {*sys.modules}; print(m)"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ckmcore.lab.quality.evaluation" in made.stdout
    assert model.MOST_REPETITIONS == MOST_REPETITIONS


def test_progress_reaches_one_and_cancelling_ends_it() -> None:
    told: list[float] = []
    evaluate(counterexample(), TABLES, VARIANTS[:2], QUICK, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    with pytest.raises(Cancelled):
        evaluate(counterexample(), TABLES, VARIANTS[:2], QUICK, cancelled=lambda: len(told) > 0)


def test_an_evaluation_shows_no_figures_in_its_name(evaluation: Evaluation) -> None:
    assert repr(evaluation) == "Evaluation(3 variants, 2 tables, confidential)"
    assert "raw" not in repr(evaluation.findings[0][0])


@pytest.mark.parametrize("kind", MEASURES, ids=lambda kind: kind.code)
def test_every_measure_is_named_defined_and_sourced(kind: object) -> None:
    for said in (kind.label, kind.definition, kind.source):  # type: ignore[attr-defined]
        assert said.text("en")
        assert said.text("de")
    assert kind.definition.text("de").endswith(".")  # type: ignore[attr-defined]


def test_averaging_over_all_tables_knows_more_than_over_one(evaluation: Evaluation) -> None:
    both = evaluation.row("averaging_lower")
    assert both is not None
    assert both.numbers[1] is None
    worst = worst_of(evaluation, 0, measure_of("averaging_largest"), most=3)
    assert worst[0].number == pytest.approx(evaluation.together[0].numbers["averaging_largest"])
    assert {one.table for one in worst} <= {0, 1}


def test_exact_measures_need_no_table_to_be_attacked() -> None:
    data = microdata({("a", "c"): 1, ("b", "c"): 1}, ["R", "C"], keys=True)
    ordered = ckm.CellKeyMethod(design_ptable(D=2, V=1, js=0, compat="R"))
    found = evaluate(
        data, [TestTable("one", TableSpec(rows=["R"]))], [candidate(ordered)], EvaluationRequest(attack=False)
    )
    row = found.row("ones_disclosed")
    assert row is not None
    assert row.numbers[0] is not None
    assert row.numbers[0] > 1.9
    assert found.row("disclosed") is None


def test_a_guess_knows_no_original_and_takes_the_prior_that_is_asked_for() -> None:
    data = microdata({("a", "c"): 1, ("b", "c"): 1}, ["R", "C"], keys=True)
    method = ckm.CellKeyMethod(design_ptable(D=2, V=1, js=0))
    table = [TestTable("one", TableSpec(rows=["R"]))]
    found = {}
    for prior in (0.0, 1.0):
        made = evaluate(
            data, table, [candidate(method)], EvaluationRequest(attack=False, monte_carlo=False, prior=prior)
        )
        found[prior] = made.together[0].numbers
        # The two ones and their total of two: the mean of the chances of 1, 1 and 2.
        right = small_guesses(method, falling(prior)).right
        assert found[prior]["guess_small"] == pytest.approx(100 * (2 * right[1] + right[2]) / 3)
    assert found[0.0]["reveal_small"] == pytest.approx(90.6620, abs=1e-4)
    assert found[1.0]["reveal_small"] == pytest.approx(94.4015, abs=1e-4)


def test_keys_are_drawn_anew_and_the_expectation_lies_within_the_interval() -> None:
    found = evaluate(counterexample(), TABLES, VARIANTS, EvaluationRequest(attack=False, repetitions=400, seed=3))
    deviation, expected = found.row("mean_deviation"), found.row("expected_mean")
    assert deviation is not None
    assert expected is not None
    assert [one is None for one in deviation.intervals] == [False, True, False]
    for variant in (0, 2):
        spread, number = deviation.spreads[variant], expected.numbers[variant]
        assert spread is not None
        assert number is not None
        assert spread.low <= number <= spread.high
        assert abs(spread.mean - number) < 0.1
        assert "–" in deviation.interval_text(variant, "de")
    assert [one.code for one in found.problems_together(1)] == ["nothing_to_draw"]
    row = next(row for row in found.rows_of(1) if row.kind.code == "changed")
    spread = row.spreads[0]
    assert spread is not None
    assert 0 <= spread.low <= spread.mean <= spread.high <= 100


def test_the_measures_of_one_draw_are_those_of_the_repetitions(evaluation: Evaluation) -> None:
    # Where nothing is left to chance every repetition is the table itself: originals 0 and multiples of the base.
    data = microdata(two_way([[5, 10], [15, 5]]), ["R", "C"], keys=True)
    found = evaluate(data, TABLES, [candidate(KeyedRounding(5))], EvaluationRequest(repetitions=3))
    for row in found.rows:
        spread = row.spreads[0]
        if spread is not None:
            assert (spread.low, spread.high) == pytest.approx((row.numbers[0], row.numbers[0])), row.kind.code


def test_tables_are_attacked_together_and_a_cell_in_both_counts_once(evaluation: Evaluation) -> None:
    raws = [ckm.tabulate(counterexample(), table.spec) for table in TABLES]
    found = attack_tables(raws, counterexample(), ckm.Rounding(10))
    row = evaluation.row("disclosed")
    assert row is not None
    assert row.numbers[1] == len(found.disclosed)
    alone = [next(row for row in evaluation.rows_of(table) if row.kind.code == "disclosed") for table in range(2)]
    assert row.numbers[1] <= sum(one.numbers[1] or 0 for one in alone)
    worst = worst_of(evaluation, 1, measure_of("disclosed"), most=100)
    assert [(one.table, one.position) for one in worst] == [
        (one.table, one.cell.position) for one in linked_by_harm(found.disclosed)
    ]
    narrowest = worst_of(evaluation, 1, measure_of("mean_width"), most=12)
    assert [one.number for one in narrowest] == sorted(one.number for one in narrowest)
    assert narrowest[0].number == 0


def test_released_tables_help_the_attack_and_are_not_judged() -> None:
    # The same cells rounded to base 3 elsewhere leave less open than base 10 alone.
    data = counterexample()
    raw = ckm.tabulate(data, TABLES[0].spec)
    finer = ckm.Rounding(3)
    released = Publication(ckm.Texts.same("released"), finer.protect(raw), finer)
    tables, variants = TABLES[1:], [candidate(ckm.Rounding(10))]
    alone = evaluate(data, tables, variants, QUICK)
    helped = evaluate(data, tables, variants, QUICK, released=[released])
    widths = [found.row("mean_width") for found in (alone, helped)]
    assert widths[0] is not None
    assert widths[1] is not None
    assert (widths[1].numbers[0] or 0) < (widths[0].numbers[0] or 0)
    assert helped.findings[0][0].attacked is not None
    assert all(one.table == 0 for one in worst_of(helped, 0, measure_of("mean_width"), most=50))


def test_released_figures_that_cannot_be_are_named() -> None:
    data = counterexample()
    raw = ckm.tabulate(data, TABLES[0].spec)
    method = ckm.Rounding(10)
    shown = method.protect(raw)
    wrong = replace(shown.blocks[0], figures=(shown.blocks[0].figures[0] + 1000,))
    released = Publication(ckm.Texts.same("other data"), replace(shown, blocks=(wrong,)), method)
    found = evaluate(data, TABLES[1:], [candidate(method)], QUICK, released=[released])
    assert found.row("disclosed") is None
    assert "other data" in found.problems_together(0)[0].text("en")


def test_a_sample_of_the_cells_is_said() -> None:
    found = evaluate(counterexample(), TABLES, VARIANTS[:1], EvaluationRequest(monte_carlo=False, sample=4))
    assert [one.code for one in found.problems_together(0)][-1] == "linked_sampled"


def test_what_a_search_left_open_stands_beside_the_count_of_disclosed_cells() -> None:
    found = evaluate(counterexample(), TABLES, VARIANTS[:1], EvaluationRequest(monte_carlo=False, sample=1))
    disclosed, undecided = found.row("disclosed"), found.row("undecided")
    assert disclosed is not None
    assert undecided is not None
    still = int(undecided.numbers[0] or 0)
    assert still > 0
    assert disclosed.text(0, "en").endswith(f"({still} open)")
    assert disclosed.text(0, "de").endswith(f"({still} offen)")
    assert undecided.text(0, "en") == str(still)
    lines = evaluation_csv(found).splitlines()
    assert [line.split(",")[-2] for line in lines if "disclosed cells,0" in line][:1] == [str(still)]


@pytest.mark.daily(1)
@pytest.mark.parametrize("sample", [0, 3])
def test_a_search_that_goes_on_decides_the_rest_and_leaves_the_other_measures(sample: int) -> None:
    data, told = counterexample(), list[float]()
    hasty = evaluate(data, TABLES, VARIANTS, replace(QUICK, seconds=0, sample=sample))
    assert may_go_on(hasty)
    made = search_further(hasty, data, seconds=60, progress=told.append)
    whole = evaluate(data, TABLES, VARIANTS, replace(QUICK, sample=sample))
    assert not may_go_on(made)
    assert [row.numbers for row in made.rows] == [row.numbers for row in whole.rows]
    for table in range(len(TABLES)):
        assert [row.numbers for row in made.rows_of(table)] == [row.numbers for row in whole.rows_of(table)]
    assert [made.problems_together(at) for at in range(3)] == [whole.problems_together(at) for at in range(3)]
    assert told == sorted(told)
    assert told[-1] == 1.0
    with pytest.raises(Cancelled):
        search_further(hasty, data, cancelled=lambda: True)


def test_a_reader_who_knows_nothing_leaves_cells_open_above() -> None:
    found = evaluate(counterexample(), TABLES, VARIANTS[:1], EvaluationRequest(monte_carlo=False, knowledge="nothing"))
    row = found.row("disclosed")
    assert row is not None
    assert row.numbers == (0.0,)
    assert found.row("mean_width") is None


def test_errors_of_shares_are_pooled_by_the_size_of_their_base(evaluation: Evaluation) -> None:
    found = evaluate(counterexample(), TABLES[:1], VARIANTS, QUICK)
    small, large = found.row("share_small"), found.row("share_large")
    assert small is not None
    errors = ratio_errors(counterexample(), TABLES[0].spec, METHOD)
    mine = [one for errors_of in errors for one in errors_of.classes if (one.high or 100) < 100]
    cells = sum(one.errors.cells for one in mine)
    assert small.numbers[0] == pytest.approx(sum(one.errors.mean * one.errors.cells for one in mine) / cells)
    assert large is not None
    assert evaluation.row("share_small") is not None


def test_differences_of_few_units_are_counted_and_named() -> None:
    counts = {("a0", "b0"): 40, ("a0", "b1"): 1, ("a1", "b0"): 30, ("a1", "b1"): 20}
    data = microdata(counts, ["A", "B"], keys=True)
    women = TableSpec(rows=[Level("A", total="off")], filters=[Condition("B", ("b0",))])
    tables = [TestTable("all", TableSpec(rows=[Level("A", total="off")])), TestTable("b0", women)]
    found = evaluate(data, tables, VARIANTS[:1], QUICK)
    row = found.row("differences")
    assert row is not None
    assert row.numbers == (1.0,)
    (cell,) = worst_of(found, 0, row.kind)
    assert (cell.table, cell.number) == (0, 1.0)
    assert cell.text.en.startswith("(a0) − (a0) = ")


def test_few_units_between_grid_cells_and_areas_are_counted() -> None:
    cells = [f"1kmN3000E{4000 + place}" for place in range(6)]
    counts = {(f"a{place // 3}", cell): 30 + place for place, cell in enumerate(cells)}
    rows = []
    for beyond in (0, 1):
        data = microdata({**counts, **({("a0", cells[3]): beyond} if beyond else {})}, ["A", "CELL"], keys=True)
        tables = [TestTable("areas", TableSpec(["A"])), TestTable("grid", TableSpec(["CELL"]))]
        found = evaluate(data, tables, VARIANTS[:1], QUICK)
        rows.append(found.row("grid_differences"))
    assert [None if row is None else row.numbers for row in rows] == [(0.0,), (1.0,)]
    assert rows[1] is not None
    (cell,) = worst_of(found, 0, rows[1].kind)
    assert (cell.table, cell.position, cell.number) == (0, (1,), 1.0)
    assert cell.text.en == f"the piece of the cell {cells[3]} in a0 (A)"


@pytest.mark.thorough
def test_a_year_of_new_keys_gives_an_unchanged_count_away() -> None:
    method = ckm.CellKeyMethod(design_ptable(D=5, V=2, js=0))
    found = evaluate(
        counterexample(), TABLES[:1], [candidate(method)], EvaluationRequest(attack=False, monte_carlo=False)
    )
    row = found.row("periods_new")
    assert row is not None
    assert row.numbers[0] == pytest.approx(77.9, abs=0.1)  # method.md section 1: P = .78


def test_keys_drawn_anew_disclose_one_plus_one() -> None:
    data = microdata({("a",): 1, ("b",): 1}, ["R"], keys=True)
    method = ckm.CellKeyMethod(design_ptable(D=2, V=1, js=0))
    tables = [TestTable("ones", TableSpec(rows=["R"]))]
    found = evaluate(data, tables, [candidate(method)], EvaluationRequest(repetitions=200, seed=2))
    row, exact = found.row("disclosed_drawn"), found.row("ones_disclosed")
    assert row is not None
    assert exact is not None
    assert found.together[0].chance is not None
    low, high = found.together[0].chance.any.low, found.together[0].chance.any.high
    assert low <= (exact.numbers[0] or 0) / 100 <= high
    worst = worst_of(found, 0, row.kind, most=3)
    assert all(0 < one.number <= 100 and one.text.de for one in worst)


def test_the_totals_that_their_parts_miss_by_most_are_named(evaluation: Evaluation) -> None:
    largest = evaluation.row("largest_gap")
    assert largest is not None
    worst = worst_of(evaluation, 1, largest.kind, most=4)
    assert worst[0].number == largest.numbers[1]
    assert [one.number for one in worst] == sorted((one.number for one in worst), reverse=True)
    # Column c0: 10 + 0 + 0 + 0 + 0 is published as 30.
    first = worst_of(evaluation, 1, largest.kind, most=100)
    assert any((one.table, one.position, one.number) == (0, (0, 1), 20.0) for one in first)


def test_data_without_keys_are_judged_by_what_needs_none() -> None:
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"])
    found = evaluate(data, TABLES, VARIANTS, EvaluationRequest(repetitions=5))
    row = found.row("disclosed")
    assert row is not None
    assert row.numbers[0] is None
    assert (row.numbers[1] or 0) > 0
    assert [one.code for one in found.problems(0, 0)] == ["no_record_keys"]


def test_sums_are_judged_where_the_method_publishes_them_and_the_counts_beside_them_as_well() -> None:
    frame = pd.DataFrame({"R": list("aabbb"), "X": [1, 2, 3, 4, 5], "key": [f"0.{one}" for one in range(11111, 11116)]})
    data = Microdata.from_pandas(frame, ["R"], record_key="key", magnitudes=["X"])
    sums = TestTable("sums", TableSpec(rows=["R"], values=[Value("sum", magnitude="X")]))
    both = TestTable("both", TableSpec(rows=["R"], values=[Value(), Value("sum", magnitude="X")]))
    zeros = TestTable("zeros", replace(sums.spec, filters=(Condition("R", ("a",)), Condition("R", ("b",)))))
    found = evaluate(data, [sums, both, zeros], VARIANTS[:2], EvaluationRequest(repetitions=5))
    for table in (0, 1):
        assert [one.code for one in found.problems(0, table)] == ["method_without_magnitudes"]
    assert [one.code for one in found.problems(1, 2)] == ["evaluation_only_zeros"]
    row = found.row("mean_deviation")
    assert row is not None
    assert row.numbers[0] is None
    assert row.numbers[1] is not None
    of_sums = found.rows_of(0)
    assert {row.kind.code for row in of_sums} >= {"sum_mean", "sum_false_zeros", "not_shown"}
    assert all(row.numbers[0] is None for row in of_sums)
    # Rounding draws no noise: there is no floor under its sums.
    assert found.row("sum_floor") is None
