"""Evaluating variants over tables: each table is tabulated once, each variant protects it, is measured and attacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ckmcore.errors import Cancelled, CkmError
from ckmcore.evaluation.model import (
    Amount,
    Asked,
    Evaluation,
    EvaluationWithoutTables,
    EvaluationWithoutVariants,
    Finding,
    TestTable,
)
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.criteria import weighted_criteria
from ckmcore.ptable.linked import least_pair_variance
from ckmcore.quality.attack import Attack, attack, count_values, shown_cells
from ckmcore.quality.board import Candidate, small_counts
from ckmcore.quality.measures import measures
from ckmcore.quality.relations import AttackOverPeriods
from ckmcore.sentences import Sentence
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Progress = Callable[[float], None]
Amounts = dict[str, Amount]


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
        tuple(Finding() for _ in variants),
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
    amounts: Amounts = {}
    problems: list[Sentence] = []
    for measure in (_losses, _expected, _small_counts):
        try:
            amounts |= measure(_Protected(raw, data, method, protected, asked))
        except Cancelled:
            raise
        except CkmError as fault:
            if (said := fault.sentence()) not in problems:
                problems.append(said)
    attacked = None
    if asked.attack:
        try:
            attacked = attack(
                raw,
                data,
                method,
                protected=protected,
                knowledge=asked.knowledge,
                seconds=asked.seconds,
                cancelled=cancelled,
                progress=progress,
            )
            amounts |= _attacked(attacked, asked)
        except Cancelled:
            raise
        except CkmError as fault:
            if (said := fault.sentence()) not in problems:
                problems.append(said)
        if cancelled():
            raise Cancelled()
    return replace(found, amounts=amounts, problems=tuple(problems), attacked=attacked)


@dataclass(frozen=True)
class _Protected:
    """A table as a variant protects it, and how it is judged."""

    raw: RawTable
    data: Microdata
    method: Method
    protected: ProtectedTable
    asked: Asked


def _losses(of: _Protected) -> Amounts:
    """What is lost, of the figures as they are published."""
    found = measures(of.raw, of.data, of.protected, empty=of.asked.with_empty)
    amounts = {
        "mean_deviation": Amount(found.mean_deviation, found.cells),
        "largest_deviation": Amount(found.largest_deviation),
        "changed": Amount(100 * found.share_changed, found.cells),
        "not_shown": Amount(100 * found.share_not_shown, found.figures),
    }
    if found.sums:
        amounts["gaps"] = Amount(100 * found.share_of_gaps, found.sums)
        amounts["mean_gap"] = Amount(found.mean_gap, found.sums)
        amounts["largest_gap"] = Amount(found.largest_gap)
    return amounts


def _expected(of: _Protected) -> Amounts:
    """What the perturbation table lets expect of the counts of the table."""
    if not isinstance(of.method, CellKeyMethod):
        return {}
    frequencies: Counter[int] = Counter()
    for number in count_values(of.raw.spec):
        masks = shown_cells(of.raw.spec, of.raw.blocks)
        for block, mask in zip(of.raw.part(of.raw.spec.values[number].conditions), masks, strict=True):
            counts, cells = np.unique(block.counts[mask], return_counts=True)
            frequencies.update(dict(zip(counts.tolist(), cells.tolist(), strict=True)))
    found = weighted_criteria(of.method.ptable, frequencies, with_empty_cells=of.asked.with_empty)
    if found is None:
        return {}
    weight = sum(frequencies.values()) - (0 if of.asked.with_empty else frequencies[0])
    return {
        "expected_mean": Amount(found.mean_absolute, weight),
        "expected_within_one": Amount(100 * found.within_one, weight),
        "expected_from_three": Amount(100 * found.from_three, weight),
        "expected_from_four": Amount(100 * found.from_four, weight),
        "criteria": Amount(sum(found.held)),
        "least_pair": Amount(least_pair_variance(of.method.ptable)[0]),
    }


def _small_counts(of: _Protected) -> Amounts:
    """Counts 1 and 2 that the table shows and that are published as they are."""
    small, unchanged = small_counts(of.raw, of.protected)
    return {"small_unchanged": Amount(100 * unchanged / small, small)} if small else {}


def _attacked(found: Attack, asked: Asked) -> Amounts:
    """What the attack on one table found."""
    bounds = found.known.bounds
    widths = (bounds.high - bounds.low)[found.counted]
    amounts = {"disclosed": Amount(len(found.disclosed)), "undecided": Amount(found.undecided)}
    if asked.width:
        amounts["narrow"] = Amount(int((widths <= asked.width).sum()))
    if len(widths):
        amounts["mean_width"] = Amount(float(widths.mean()), len(widths))
    return amounts
