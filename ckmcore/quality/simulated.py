"""The measures of an evaluation over keys drawn anew: mean and interval of each, under the codes of the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.quality.evaluation import EvaluationRequest, Spread
from ckmcore.quality.monte_carlo import DrawnTable, monte_carlo
from ckmcore.quality.sum_evaluation import near_of
from ckmcore.quality.sum_measures import SUM_MEASURES
from ckmcore.tabulate.spec import TableSpec

# Of each measure the code that the repetitions have for it, and how its number follows: offset + factor * number.
_CODES: Mapping[str, tuple[str, float, float]] = {
    "mean_deviation": ("absolute_mean", 0.0, 1.0),
    "p95_deviation": ("absolute_p95", 0.0, 1.0),
    "largest_deviation": ("absolute_max", 0.0, 1.0),
    "median_relative": ("relative_d50", 0.0, 100.0),
    "changed": ("unchanged", 100.0, -100.0),
    "within_one": ("within_one", 0.0, 100.0),
    "false_zeros": ("false_zeros", 0.0, 1.0),
    "hellinger": ("hellinger", 0.0, 1.0),
    "cramers_v": ("association_change", 0.0, 1000.0),
    "rank_correlation": ("rank_change", 0.0, 1000.0),
    "gaps": ("gap_share", 0.0, 100.0),
    "mean_gap": ("gap_mean", 0.0, 1.0),
    "largest_gap": ("gap_largest", 0.0, 1.0),
    **{code: (code, 0.0, 1.0) for code in SUM_MEASURES},
}

Spreads = dict[str, Spread]


def drawn(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: Method,
    asked: EvaluationRequest,
    *,
    cancelled: Callable[[], bool],
    progress: Callable[[float], None],
) -> tuple[list[Spreads], Spreads]:
    """The spreads of the measures of each table, and of all together. Raises what `monte_carlo` raises."""
    found = monte_carlo(
        data,
        specs,
        method,
        repetitions=asked.repetitions,
        seed=asked.seed,
        measures=[code for code, _, _ in _CODES.values()],
        with_empty=asked.with_empty,
        near=near_of(method),
        cancelled=cancelled,
        progress=progress,
    )
    return [_spreads(table) for table in found.tables], _spreads(found.overall)


def _spreads(table: DrawnTable) -> Spreads:
    spreads: Spreads = {}
    for code, (theirs, offset, factor) in _CODES.items():
        one = table.measures.get(theirs)
        if one is not None:
            low, high = sorted(offset + factor * end for end in one.interval)
            spreads[code] = Spread(offset + factor * one.mean, low, high)
    return spreads
