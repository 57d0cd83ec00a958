"""One measure, one definition: the comparison of methods and the evaluation say the same of the same table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.quality.board import compare_methods, compared_rows
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import EvaluationRequest, TestTable
from ckmcore.lab.quality.measure_registry import MEASURES
from ckmcore.methods.method import Method
from ckmcore.microdata.data import ExemptCells, Microdata
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.tabulate.spec import TableSpec, Value
from tests.ckmcore.lab.quality.as_published import measured
from tests.kit.agreement import SHARED, SPEC, agree, people
from tests.kit.methods_of_sums import VALUES, former, ours

W19 = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
METHODS: dict[str, Method] = {
    "ordered": ckm.CellKeyMethod(W19),
    "shuffled": ckm.CellKeyMethod(shuffle(W19, 0.05)),
    "threshold": ckm.CellKeyMethod(W19, threshold=3),
    "brackets": ckm.CellKeyMethod(W19, uncertain_below=6),
    "slash and brackets": ckm.CellKeyMethod(W19, threshold=2, unreliable_below=4, uncertain_below=8),
    "rounding": ckm.Rounding(5),
    "keyed rounding": ckm.KeyedRounding(3),
}

SUMMING: dict[str, Method] = {"ours": ours(), "former": former(), "rounding": ckm.Rounding(5)}


# Of 9 x 5 cells most of the time is the attack's; of 4 x 3 every measure has numbers other than 0 and 100, too.
SIZES = {"small": people(30, shape=(4, 3)), "large": people()}


@pytest.mark.daily(4)
@pytest.mark.parametrize("size", ["small", pytest.param("large", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("with_empty", [False, True])
@pytest.mark.parametrize("name", METHODS)
def test_board_and_evaluation_agree_measure_by_measure(name: str, with_empty: bool, size: str) -> None:
    data = SIZES[size]
    for spec in (SPEC, TableSpec(rows=["R"], columns=["C"], values=(Value(), Value("weighted_count")))):
        found = agree(data, spec, METHODS[name], with_empty=with_empty)
        assert found["changed"] is not None


@pytest.mark.parametrize("name", ["ordered", "threshold", "keyed rounding"])
def test_they_agree_where_cells_are_published_unchanged(name: str) -> None:
    data = replace(people(), exempt=(ExemptCells(), ExemptCells((("R", ("r1", "r2")),))))
    agree(data, SPEC, METHODS[name], with_empty=False)


@pytest.mark.daily(3)
@pytest.mark.parametrize("name", ["ours", "former", "rounding"])
@pytest.mark.parametrize("with_counts", [True, False])
def test_they_agree_about_sums(name: str, with_counts: bool) -> None:
    spec = SPEC.with_changes(values=((Value(), *VALUES) if with_counts else VALUES))
    found = agree(people(), spec, SUMMING[name], with_empty=False)
    assert found["sum_totals"] is not None
    assert found["sum_gap"] is not None
    assert (found["sum_floor"] is None) == (name == "rounding")
    assert (found["mean_deviation"] is None) == (not with_counts)
    # Each sum is judged by the floor as it stands, whatever else the table shows.
    if name == "former":
        assert found["sum_floor"]
        assert (found["sum_near"] or 0) > 5


def test_every_measure_that_both_have_is_compared_here() -> None:
    data = people(40)
    board = compare_methods(data, SPEC, [candidate(METHODS["ordered"])], seconds=20.0)
    only_board = {row.kind.code for row in compared_rows(board)} - {kind.code for kind in MEASURES}
    assert only_board == {"sensitive", "time"}
    assert {row.kind.code for row in compared_rows(board)} - only_board == set(SHARED)


def test_hidden_cells_are_no_changed_ones() -> None:
    # Ten cells under a threshold of 3, four of them hidden; three of the six that are shown differ.
    counts = [1, 1, 1, 1, 20, 20, 20, 20, 20]
    names = [f"c{at}" for at, count in enumerate(counts) for _ in range(count)]
    for seed in range(2000):
        draw = np.random.default_rng(seed)
        frame = pd.DataFrame({"R": names, "key": [f"0.{key:08d}" for key in draw.integers(0, 10**8, len(names))]})
        data = Microdata.from_pandas(frame, ["R"], record_key="key")
        spec, method = TableSpec(rows=["R"]), METHODS["threshold"]
        raw = ckm.tabulate(data, spec)
        block = method.protect(raw).blocks[0]
        assert block.signs is not None
        shown = block.signs[0] == 0
        if shown.sum() == 6 and (block.figures[0] != raw.blocks[0].counts)[shown].sum() == 3:
            break
    found = measured(raw, data, method.protect(raw))
    assert (found["cells"], found["changed"]) == (6, 50.0)
    assert (found["hidden"], found["figures"]) == (4, 10)
    assert agree(data, spec, method, with_empty=False)["changed"] == pytest.approx(50)
    # All four small cells are hidden: none is shown, so there is no share of them.
    assert agree(data, spec, method, with_empty=False)["small_unchanged"] is None


def test_small_counts_in_brackets_are_shown_and_count() -> None:
    data = people(90)
    plain, brackets = (agree(data, SPEC, METHODS[name], with_empty=False) for name in ("ordered", "brackets"))
    assert plain["small_unchanged"] == brackets["small_unchanged"]
    assert plain["small_cells"] == brackets["small_cells"] != 0


@pytest.mark.parametrize(("name", "least"), [("ordered", 0), ("threshold", 3), ("brackets", 0)])
def test_what_is_expected_weighs_each_cell_by_how_often_it_is_shown(name: str, least: int) -> None:
    data, method = people(), METHODS[name]
    numbers = evaluate(
        data, [TestTable("one", SPEC)], [candidate(method)], EvaluationRequest(attack=False, monte_carlo=False)
    )
    expected = numbers.together[0].numbers
    shown = changed = off = near = 0.0
    for count in ckm.tabulate(data, SPEC).blocks[0].counts.ravel().tolist():
        for v, p in W19.row_distribution(min(count, W19.last_row)).items() if count else ():
            if count + v >= least:
                shown, changed, off, near = (
                    shown + p,
                    changed + p * (v != 0),
                    off + p * abs(v),
                    near + p * (abs(v) <= 1),
                )
    # Shares of a perturbation table are reached to one in so many keys.
    assert expected["expected_changed"] == pytest.approx(100 * changed / shown, abs=1e-5)
    assert expected["expected_within_one"] == pytest.approx(100 * near / shown, abs=1e-5)
    assert expected["expected_mean"] == pytest.approx(off / shown, abs=1e-6)
