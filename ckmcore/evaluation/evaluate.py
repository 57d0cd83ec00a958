"""Evaluating variants over tables: each table is tabulated once, each variant protects it, is measured and attacked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ckmcore.errors import Cancelled, CkmError
from ckmcore.evaluation.losses import expected, losses
from ckmcore.evaluation.model import (
    Asked,
    Evaluation,
    EvaluationWithoutTables,
    EvaluationWithoutVariants,
    Finding,
    Numbers,
    TestTable,
)
from ckmcore.evaluation.risks import attacked, small_counts
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.quality.attack import attack, count_values
from ckmcore.quality.board import Candidate
from ckmcore.quality.measures import table_figures
from ckmcore.quality.relations import AttackOverPeriods
from ckmcore.sentences import Sentence
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Progress = Callable[[float], None]


class EvaluationNeedsCounts(CkmError):
    """A table without counts of records."""

    code = "evaluation_needs_counts"


class EvaluationOnlyZeros(CkmError):
    """A table all of whose counts are 0."""

    code = "evaluation_only_zeros"


class EvaluationWithoutMethod(CkmError):
    """A variant that marks cells and publishes nothing."""

    code = "evaluation_without_method"


def evaluate(
    data: Microdata,
    tables: Sequence[TestTable],
    variants: Sequence[Candidate],
    asked: Asked = Asked(),  # noqa: B008 - frozen
    *,
    cancelled: Callable[[], bool] = never,
    progress: Progress = lambda share: None,
) -> Evaluation:
    """What each variant loses and risks on each table, and on all of them.

    What cannot be measured of a variant on a table, such as the attack on a table without counts, stands there as a
    sentence. `progress` is told the share done, from 0 to 1. Raises EvaluationWithoutTables, EvaluationWithoutVariants,
    Cancelled.
    """
    if not tables:
        raise EvaluationWithoutTables()
    if not variants:
        raise EvaluationWithoutVariants()
    findings: list[list[Finding]] = [[] for _ in variants]
    steps = len(tables) * len(variants)
    for at, table in enumerate(tables):
        raw = _raw(data, table.spec, variants, cancelled)
        for number, variant in enumerate(variants):
            done = at * len(variants) + number
            progress(done / steps)
            if cancelled():
                raise Cancelled()

            def told(share: float, done: int = done) -> None:
                progress((done + share) / steps)

            if isinstance(raw, Sentence):
                findings[number].append(Finding(problems=(raw,)))
            else:
                findings[number].append(_finding(raw, data, variant, asked, cancelled, told))
    progress(1.0)
    return Evaluation(
        tuple(tables),
        tuple(variants),
        asked,
        tuple(tuple(one) for one in findings),
        tuple(_together(variant, found, asked) for variant, found in zip(variants, findings, strict=True)),
    )


def _raw(
    data: Microdata, spec: TableSpec, variants: Sequence[Candidate], cancelled: Callable[[], bool]
) -> RawTable | Sentence:
    """The originals of a table, or why it cannot be judged."""
    try:
        if PERIOD in spec.variables or any(one.kind == "change" and one.variable == PERIOD for one in spec.values):
            raise AttackOverPeriods()
        numbers = count_values(spec)
        if not numbers:
            raise EvaluationNeedsCounts()
        contributors = max((one.method.contributors for one in variants if one.method is not None), default=0)
        raw = tabulate(data, spec, cancelled=cancelled, contributors=contributors)
        if not any(block.counts.any() for one in numbers for block in raw.part(spec.values[one].conditions)):
            raise EvaluationOnlyZeros()
    except Cancelled:
        raise
    except CkmError as fault:
        return fault.sentence()
    return raw


def _finding(
    raw: RawTable,
    data: Microdata,
    variant: Candidate,
    asked: Asked,
    cancelled: Callable[[], bool],
    progress: Progress,
) -> Finding:
    """What is measured of a variant on one table; each measure that cannot be had leaves a sentence."""
    method = variant.method
    if method is None:
        return Finding(problems=(EvaluationWithoutMethod().sentence(),))
    try:
        protected = method.protect(raw)
    except Cancelled:
        raise
    except CkmError as fault:
        return Finding(problems=(fault.sentence(),))
    found = Finding(raw=raw, protected=protected)
    problems: list[Sentence] = []
    try:
        found = replace(found, figures=table_figures(raw, data, protected))
        if asked.attack:
            made = attack(
                raw,
                data,
                method,
                protected=protected,
                knowledge=asked.knowledge,
                seconds=asked.seconds,
                cancelled=cancelled,
                progress=progress,
            )
            found = replace(found, attacked=made)
    except Cancelled:
        raise
    except CkmError as fault:
        problems.append(fault.sentence())
    if cancelled():
        raise Cancelled()
    return replace(found, numbers=_measured([found], method, asked), problems=tuple(problems))


def _together(variant: Candidate, found: Sequence[Finding], asked: Asked) -> Finding:
    """What is measured of a variant on all tables as one."""
    return Finding() if variant.method is None else Finding(_measured(found, variant.method, asked))


def _measured(found: Sequence[Finding], method: Method, asked: Asked) -> Numbers:
    """The numbers of one table, or of several as one."""
    some = [one for one in found if one.figures is not None]
    if not some:
        return {}
    return {
        **losses(some, with_empty=asked.with_empty),
        **expected(some, method, with_empty=asked.with_empty),
        **small_counts(some, method),
        **attacked(some, width=asked.width),
    }
