"""People whose table is judged by board and evaluation, and what it means that both agree."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ckmcore.lab.quality.board import compare_methods, compared_rows
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import EvaluationRequest, TestTable
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.spec import TableSpec

SPEC = TableSpec(rows=["R"], columns=["C"])


# The board's name of a measure is the evaluation's: these it shows of one table.
SHARED = (
    "small_cells",
    "small_unchanged",
    *("guess_small", "reveal_small", "q_small", "q_flat", "q_empirical"),
    "disclosed",
    "disclosed_small",
    "undecided",
    "least_pair",
    "gaps",
    "mean_gap",
    "largest_gap",
    "changed",
    "not_shown",
    "mean_deviation",
    "largest_deviation",
    *("sum_floor", "sum_near", "sum_best_guess", "sum_narrow", "sum_undecided", "sum_totals", "sum_gap"),
)


def people(rows: int = 160, seed: int = 4, shape: tuple[int, int] = (9, 5)) -> Microdata:
    draw = np.random.default_rng(seed)
    names = [f"r{at}" for at in range(shape[0])], list("abcde")[: shape[1]]
    frame = pd.DataFrame({"R": draw.choice(names[0], rows), "C": draw.choice(names[1], rows)})
    frame["w"] = draw.integers(1, 40, rows)
    frame["key"] = [f"0.{key:08d}" for key in draw.integers(0, 10**8, rows)]
    frame["income"] = draw.lognormal(6, 1.5, rows).round() * (draw.random(rows) < 0.8)
    return Microdata.from_pandas(frame, ["R", "C"], record_key="key", weight="w", magnitudes=["income"])


def agree(data: Microdata, spec: TableSpec, method: Method, *, with_empty: bool) -> dict[str, float | None]:
    """The numbers of the board, each of them the evaluation's; returned by their codes."""
    asked = EvaluationRequest(with_empty=with_empty, monte_carlo=False, seconds=20.0)
    evaluation = evaluate(data, [TestTable("one", spec)], [candidate(method)], asked)
    numbers = evaluation.together[0].numbers
    board = compare_methods(data, spec, [candidate(method)], with_empty=with_empty, seconds=20.0)
    assert not board.together[0].problems
    shown = {row.kind.code: row.numbers[0] for row in compared_rows(board)}
    for code in SHARED:
        assert shown[code] == pytest.approx(numbers.get(code)), code
        assert evaluation.findings[0][0].numbers.get(code) == pytest.approx(numbers.get(code)), code
    return shown
