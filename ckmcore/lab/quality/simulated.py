"""The measures of an evaluation over new keys: mean and interval of each, under the codes of the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ckmcore.lab.quality.finding import EvaluationRequest, Spread
from ckmcore.lab.quality.measure_registry import MEASURES
from ckmcore.lab.quality.monte_carlo import DrawnTable, monte_carlo
from ckmcore.lab.quality.sum_evaluation import near_of
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.spec import TableSpec

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
    numbers = {kind.code: kind.interval.number for kind in MEASURES if kind.interval is not None}
    made = monte_carlo(
        data,
        specs,
        method,
        repetitions=asked.repetitions,
        seed=asked.seed,
        measures=[number for number in numbers.values() if isinstance(number, str)],
        more={code: number for code, number in numbers.items() if not isinstance(number, str)},
        with_empty=asked.with_empty,
        near=near_of(method),
        cancelled=cancelled,
        progress=progress,
    )
    return [_spreads(table) for table in made.tables], _spreads(made.overall)


def _spreads(table: DrawnTable) -> Spreads:
    spreads: Spreads = {}
    for kind in MEASURES:
        interval = kind.interval
        if interval is None:
            continue
        drawn = table.measures.get(interval.number if isinstance(interval.number, str) else kind.code)
        if drawn is not None:
            low, high = sorted(interval.offset + interval.factor * end for end in drawn.interval)
            spreads[kind.code] = Spread(interval.offset + interval.factor * drawn.mean, low, high)
    return spreads
