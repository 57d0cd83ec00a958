"""The plane of maximum deviation D and variance V, coloured by a measure: a perturbation table for each pair.

What follows from table and counts alone is computed exactly and at once; other measures evaluate each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ckmcore.errors import Cancelled, CkmError, InputError, ProtectionError
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate, of_period_at_hand, tabulated
from ckmcore.lab.quality.evaluation import EvaluationRequest, TestTable
from ckmcore.lab.quality.expectation import count_distribution
from ckmcore.lab.quality.finding import Judged
from ckmcore.lab.quality.measure_registry import QualityMeasure, measure_of
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.cellkey import with_table
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import Design, PTable, shuffle
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never


@dataclass(frozen=True, repr=False)
class DVMap:
    """A measure over the plane of D and V. values: `values[d][v]` for D[d] and V[v], None without a number; reasons:
    why. Confidential."""

    kind: QualityMeasure
    D: tuple[int, ...]
    V: tuple[float, ...]
    values: tuple[tuple[float | None, ...], ...]
    reasons: tuple[tuple[Sentence | None, ...], ...]

    def __repr__(self) -> str:
        return f"DVMap({self.kind.code}, {len(self.D)} x {len(self.V)}, confidential)"


def map_of(
    data: Microdata,
    tables: Sequence[TestTable],
    like: Design,
    D_values: Sequence[int],
    V_values: Sequence[float],
    code: str,
    *,
    method: Method | None = None,
    threshold: float | None = None,
    asked: EvaluationRequest = EvaluationRequest(monte_carlo=False),  # noqa: B008 - frozen
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> DVMap:
    """Compute the measure `code` for perturbation tables designed like `like` with each pair of D and V. threshold: for
    shuffling the tables, None for no shuffling.

    method: method whose other settings hold, by default those of a new cell-key method. Pairs without a table have a
    sentence in `reasons`. Raises KeyError for an unknown measure, map_without_values, evaluation_without_tables,
    map_unjudged, Cancelled.
    """
    kind = measure_of(code)
    D, V = tuple(dict.fromkeys(D_values)), tuple(dict.fromkeys(map(float, V_values)))
    if not D or not V:
        raise InputError("map_without_values")
    if not tables:
        raise InputError("evaluation_without_tables")
    judged, raws = _judged(data, tables, cancelled)
    counts = count_distribution(raws)
    keys = data.record_keys
    values: list[tuple[float | None, ...]] = []
    reasons: list[tuple[Sentence | None, ...]] = []
    for deviation_index, deviation in enumerate(D):
        line: list[float | None] = []
        sentences: list[Sentence | None] = []
        for index, other in enumerate(V):
            progress((deviation_index * len(V) + index) / (len(D) * len(V)))
            if cancelled():
                raise Cancelled()
            try:
                ptable = _designed(replace(like, D=deviation, V=other), threshold)
                table = with_table(method, ptable)
                if kind.exact and kind.of is not None:
                    modulus = None if keys is None else keys.modulus
                    number, why = kind.of(Judged(table, asked, counts, modulus)).get(code), None
                else:
                    number, why = _evaluated(data, judged, table, code, asked, cancelled)
            except Cancelled:
                raise
            except CkmError as fault:
                number, why = None, fault.sentence()
            line.append(number)
            sentences.append(why or (sentence("map_not_measured", measure=kind.label) if number is None else None))
        values.append(tuple(line))
        reasons.append(tuple(sentences))
    progress(1.0)
    return DVMap(kind, D, V, tuple(values), tuple(reasons))


def _judged(
    data: Microdata, tables: Sequence[TestTable], cancelled: Callable[[], bool]
) -> tuple[list[TestTable], list[RawTable]]:
    """Tables that can be judged, and their originals; others are left out. Raises map_unjudged where none can."""
    tabulated_tables = [(table, tabulated(data, table.spec, (), cancelled)) for table in of_period_at_hand(tables)]
    raws = [(table, raw) for table, raw in tabulated_tables if isinstance(raw, RawTable)]
    if not raws:
        reason = next(raw for _, raw in tabulated_tables if isinstance(raw, Sentence))
        raise InputError("map_unjudged", reason=reason)
    return [table for table, _ in raws], [raw for _, raw in raws]


def _designed(design: Design, threshold: float | None) -> PTable:
    """Perturbation table of a design that meets its targets in every row. Raises map_infeasible and the errors of
    designing."""
    table = design.table()
    missed = next((report for report in table.reports if not report.feasible), None)
    if missed is not None:
        raise ProtectionError("map_infeasible", row=missed.row, reason=missed.reason or sentence("map_row_misses"))
    return table if threshold is None else shuffle(table, threshold)


def _evaluated(
    data: Microdata,
    tables: Sequence[TestTable],
    method: Method,
    code: str,
    asked_request: EvaluationRequest,
    cancelled: Callable[[], bool],
) -> tuple[float | None, Sentence | None]:
    """Measure of one perturbation table of the plane, or None and the reason."""
    evaluation = evaluate(data, tables, [candidate(method)], asked_request, cancelled=cancelled)
    row = evaluation.row(code)
    if row is not None:
        return row.numbers[0], None
    problems = [problem for table in range(len(tables)) for problem in evaluation.problems(0, table)]
    return None, next(iter([*problems, *evaluation.problems_together(0)]), None)
