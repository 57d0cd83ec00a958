"""The comparison of methods for a table of one's own: the criteria of WISTA 6/2019, Übersicht 1, with measured figures.

Deterministic rounding, keyed rounding, cell-key variants and primary suppression side by side: the evaluation of one
table, attacked alone. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ckmcore.errors import Cancelled, InputError
from ckmcore.lab.quality.candidates import Candidate
from ckmcore.lab.quality.evaluate import ONE_PERIOD, Steps
from ckmcore.lab.quality.evaluate_variant import judge
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, MeasureRow, TestTable, measure_row
from ckmcore.lab.quality.measure_registry import CRITERIA, Criterion, by_criterion
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.one_period import left_over_periods, of_one_period
from ckmcore.statistic.series import needs_periods
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

_DAY = 86_400.0


def compare_methods(
    data: Microdata,
    spec: TableSpec,
    candidates: Sequence[Candidate],
    *,
    knowledge: IntruderScenario = "zero_rule",
    seconds: float | None = 60.0,
    with_empty: bool = False,
    hidden_too: bool = False,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Evaluation:
    """Protect the table `spec` by each candidate, measure it, and attack it for up to `seconds` (None: a day).

    Of a table over several periods the figures of the period of `data` are used, and a note says so. knowledge,
    hidden_too: as in `attack`; with_empty: cells with original 0 count too. Raises comparison_without_methods,
    PeriodTwice, Cancelled and the errors of `tabulate`; an error of a single method is reported in its column.
    """
    if not candidates:
        raise InputError("comparison_without_methods")
    of_period, _ = of_one_period(spec)
    table = TestTable("", of_period, left_over_periods(spec))
    raw = tabulate(data, of_period, cancelled=cancelled, contributors=_contributors(of_period, candidates))
    asked_request = EvaluationRequest(
        knowledge=knowledge,
        seconds=_DAY if seconds is None else min(max(seconds, 0.0), _DAY),
        with_empty=with_empty,
        monte_carlo=False,
        compared=True,
        hidden_too=hidden_too,
    )
    steps = Steps(len(candidates), progress, cancelled)
    judged = [
        judge(data, [table], [raw], candidate, asked_request, (), steps.next, cancelled)[0] for candidate in candidates
    ]
    if cancelled():
        raise Cancelled()
    progress(1.0)
    note = ONE_PERIOD if needs_periods(spec) else None
    return Evaluation(
        (table,), tuple(candidates), asked_request, tuple(judged), tuple(finding for (finding,) in judged), note
    )


def _contributors(spec: TableSpec, candidates: Sequence[Candidate]) -> int:
    rules = [candidate.rules if candidate.method is None else candidate.method for candidate in candidates]
    return max(1 if spec.magnitudes else 0, *(0 if rule is None else rule.contributors for rule in rules))


def criteria_of(board: Evaluation) -> tuple[Criterion, ...]:
    """Criteria that apply to the compared table; the criterion of sums only where it has sums."""
    return CRITERIA if any(value.kind == "sum" for value in board.tables[0].spec.values) else CRITERIA[:-1]


def compared_rows(board: Evaluation) -> tuple[MeasureRow, ...]:
    """Measures in the order of the criteria, including those without a number."""
    return tuple(measure_row(kind, board.together) for _, kind in by_criterion())


def cells_of(board: Evaluation) -> int:
    """The cells that the table shows."""
    raw = board.together[0].raw
    return 0 if raw is None else sum(int(mask.sum()) for mask in shown_cells(raw.spec, raw.blocks))
