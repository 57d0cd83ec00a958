"""Evaluating variants over tables: each table is tabulated once, each variant protects it, is measured and attacked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.lab.quality.candidates import Candidate
from ckmcore.lab.quality.evaluate_variant import STEPS, Progress, judge
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, TestTable
from ckmcore.lab.quality.ratios import exact_figures
from ckmcore.lab.quality.sum_measures import sum_values
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.publication import Publication
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.one_period import left_over_periods, of_one_period
from ckmcore.statistic.series import needs_periods
from ckmcore.tabulate.derived_indicators import with_class_counts
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

ONE_PERIOD = sentence("quality_one_period")
"""Said of a table over several periods of which one is looked at."""


def evaluate(
    data: Microdata,
    tables: Sequence[TestTable],
    variants: Sequence[Candidate],
    asked: EvaluationRequest = EvaluationRequest(),  # noqa: B008 - frozen
    *,
    released: Sequence[Publication] = (),
    cancelled: Callable[[], bool] = never,
    progress: Progress = lambda share: None,
) -> Evaluation:
    """Measure loss and risk of each variant on each table, and on all tables together.

    released: tables that readers have beside those of the variant, which help an attack. What cannot be measured of a
    variant on a table is a sentence in `problems`. Of a table over several periods the figures of the period of `data`
    are judged, with a sentence on this. progress: called with the share done, 0 to 1. Raises evaluation_without_tables,
    evaluation_without_variants, Cancelled.
    """
    if not tables:
        raise InputError("evaluation_without_tables")
    if not variants:
        raise InputError("evaluation_without_variants")
    steps = Steps(len(tables) + STEPS * len(variants), progress, cancelled)
    raws, asked_for, tables = [], tables, of_period_at_hand(tables)
    for table in tables:
        steps.next()
        raws.append(tabulated(data, table.spec, variants, cancelled))
    judged = [judge(data, tables, raws, variant, asked, released, steps.next, cancelled) for variant in variants]
    progress(1.0)
    notes = [() if test_table is table else (ONE_PERIOD,) for test_table, table in zip(asked_for, tables, strict=True)]
    findings = tuple(
        tuple(
            replace(finding, problems=(*note, *finding.problems)) for finding, note in zip(finding_, notes, strict=True)
        )
        for finding_, _ in judged
    )
    together = tuple(finding for _, finding in judged)
    return Evaluation(tuple(asked_for), tuple(variants), asked, findings, together)


class Steps:
    """Progress over several steps of equal weight. It never decreases, and each step first checks for cancellation."""

    def __init__(self, steps: int, progress: Progress, cancelled: Callable[[], bool]) -> None:
        self._steps, self._done, self._reached = steps, -1, 0.0
        self._progress, self._cancelled = progress, cancelled

    def next(self) -> Progress:
        """Begin the next step and return its progress function. Raises Cancelled."""
        if self._cancelled():
            raise Cancelled()
        self._done += 1
        done_steps = self._done
        self._tell(done_steps / self._steps)
        return lambda share: self._tell((done_steps + share) / self._steps)

    def _tell(self, share: float) -> None:
        self._reached = max(self._reached, min(share, 1.0))
        self._progress(self._reached)


def tabulated(
    data: Microdata, spec: TableSpec, variants: Sequence[Candidate], cancelled: Callable[[], bool]
) -> RawTable | Sentence:
    """Originals of a table, or a sentence on why variants cannot be judged by the table. Raises Cancelled."""
    try:
        if needs_periods(spec):
            raise InputError("attack_over_periods")
        told_spec = with_class_counts(data, spec)
        filters = [told_spec.values[number].own_filter for number in count_values(told_spec)]
        sums = sum_values(spec)
        if not filters and not sums:
            raise InputError("evaluation_needs_counts")
        contributors = max(
            (variant.method.contributors for variant in variants if variant.method is not None), default=0
        )
        raw = tabulate(data, spec, cancelled=cancelled, contributors=max(contributors, 1 if sums else 0))
        counted = any(block.counts.any() for own_filter in filters for block in raw.part(own_filter))
        if not counted and not any(figures.any() for figures in _sums(raw)):
            raise InputError("evaluation_only_zeros")
    except Cancelled:
        raise
    except CkmError as fault:
        return fault.sentence()
    return raw


def _sums(raw: RawTable) -> Iterator[NDArray[np.float64]]:
    for measure, numbers in sum_values(raw.spec).items():
        for number in numbers:
            for block in raw.part(raw.spec.values[number].own_filter):
                yield exact_figures(block, measure)


def of_period_at_hand(tables: Sequence[TestTable]) -> tuple[TestTable, ...]:
    """Tables restricted to the current period; a table whose periods cannot be separated stays unchanged."""
    return tuple(_of_one_period(table) for table in tables)


def _of_one_period(table: TestTable) -> TestTable:
    try:
        spec, _ = of_one_period(table.spec)
    except CkmError:
        return table
    return table if spec is table.spec else replace(table, spec=spec, untested=left_over_periods(table.spec))
