"""Evaluating variants over tables: each table is tabulated once, each variant protects it, is measured and attacked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ckmcore.errors import Cancelled, CkmError
from ckmcore.evaluation.drawn import drawn
from ckmcore.evaluation.exact import exact_numbers
from ckmcore.evaluation.losses import losses
from ckmcore.evaluation.model import (
    Asked,
    Evaluation,
    EvaluationWithoutTables,
    EvaluationWithoutVariants,
    Finding,
    Numbers,
    TestTable,
)
from ckmcore.evaluation.risks import attacked, averaged, small_counts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.quality.attack import attack, count_values
from ckmcore.quality.averaging import Averaged, averaging
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
    told = _Steps(len(variants) * (len(tables) + (1 if asked.monte_carlo else 0)), progress, cancelled)
    for table in tables:
        raw = tabulated(data, table.spec, variants, cancelled)
        for number, variant in enumerate(variants):
            step = told.next()
            if isinstance(raw, Sentence):
                findings[number].append(Finding(problems=(raw,)))
            else:
                findings[number].append(_finding(raw, data, variant, asked, cancelled, step))
    together = []
    for number, variant in enumerate(variants):
        one = _together(data, variant, findings[number], asked, cancelled)
        if asked.monte_carlo:
            findings[number], one = _drawn(data, tables, variant, findings[number], one, asked, cancelled, told.next())
        together.append(one)
    progress(1.0)
    return Evaluation(tuple(tables), tuple(variants), asked, tuple(tuple(one) for one in findings), tuple(together))


class _Steps:
    """The progress of steps that count alike; each asks first whether to go on."""

    def __init__(self, steps: int, progress: Progress, cancelled: Callable[[], bool]) -> None:
        self._steps, self._done = steps, -1
        self._progress, self._cancelled = progress, cancelled

    def next(self) -> Progress:
        """What tells the progress of the next step. Raises Cancelled."""
        if self._cancelled():
            raise Cancelled()
        self._done += 1
        done = self._done
        self._progress(done / self._steps)
        return lambda share: self._progress((done + share) / self._steps)


def tabulated(
    data: Microdata, spec: TableSpec, variants: Sequence[Candidate], cancelled: Callable[[], bool]
) -> RawTable | Sentence:
    """The originals of a table, or why variants cannot be judged by it. Raises Cancelled."""
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
    problems: list[Sentence] = []
    protected = _or_said(lambda: method.protect(raw), problems)
    if protected is None:
        return Finding(problems=tuple(problems))
    figures = _or_said(lambda: table_figures(raw, data, protected), problems)
    found = Finding(raw=raw, protected=protected, figures=figures)
    if figures is None:
        return replace(found, problems=tuple(problems))
    if asked.attack:
        made = _or_said(
            lambda: attack(
                raw,
                data,
                method,
                protected=protected,
                knowledge=asked.knowledge,
                seconds=asked.seconds,
                cancelled=cancelled,
                progress=progress,
            ),
            problems,
        )
        found = replace(found, attacked=made)
    if cancelled():
        raise Cancelled()
    found = replace(found, averaged=_estimated(data, method, [found], problems, cancelled))
    numbers = _measured([found], found, method, asked, problems)
    return replace(found, numbers=numbers, problems=tuple(problems))


def _together(
    data: Microdata, variant: Candidate, found: Sequence[Finding], asked: Asked, cancelled: Callable[[], bool]
) -> Finding:
    """What is measured of a variant on all tables as one."""
    method = variant.method
    some = [one for one in found if one.figures is not None]
    if method is None or not some:
        return Finding()
    problems: list[Sentence] = []
    estimated = some[0].averaged if len(some) == 1 else None
    if len(some) > 1:
        estimated = _estimated(data, method, some, problems, cancelled)
    whole = Finding(averaged=estimated)
    numbers = _measured(some, whole, method, asked, problems)
    return replace(whole, numbers=numbers, problems=tuple(problems))


def _drawn(
    data: Microdata,
    tables: Sequence[TestTable],
    variant: Candidate,
    found: list[Finding],
    whole: Finding,
    asked: Asked,
    cancelled: Callable[[], bool],
    progress: Progress,
) -> tuple[list[Finding], Finding]:
    """The findings of a variant, with the spreads of their measures over keys drawn anew."""
    method = variant.method
    places = [place for place, one in enumerate(found) if one.figures is not None]
    if method is None or not places:
        return found, whole
    specs = [tables[place].spec for place in places]
    problems = list(whole.problems)
    made = _or_said(
        lambda: drawn(data, specs, method, asked, cancelled=cancelled, progress=progress),
        problems,
    )
    whole = replace(whole, problems=tuple(problems))
    if made is None:
        return found, whole
    by_place = dict(zip(places, made[0], strict=True))
    return [replace(one, spreads=by_place.get(place, {})) for place, one in enumerate(found)], replace(
        whole, spreads=made[1]
    )


def _estimated(
    data: Microdata,
    method: Method,
    found: Sequence[Finding],
    problems: list[Sentence],
    cancelled: Callable[[], bool],
) -> Averaged | None:
    """How well the counts of tables are estimated from all of their figures; None where noise does not average."""
    if not isinstance(method, CellKeyMethod | KeyedRounding):
        return None
    raws = [one.raw for one in found if one.raw is not None]
    return _or_said(lambda: averaging(raws, data, method, cancelled=cancelled), problems)


def _measured(
    found: Sequence[Finding], whole: Finding, method: Method, asked: Asked, problems: list[Sentence]
) -> Numbers:
    """The numbers of one table, or of several as one; `whole`: what is known of them all."""
    raws = [one.raw for one in found if one.raw is not None]
    exact = _or_said(
        lambda: exact_numbers(method, raws, with_empty=asked.with_empty, knowledge=asked.knowledge), problems
    )
    return {
        **losses(found, with_empty=asked.with_empty),
        **(exact or {}),
        **small_counts(found),
        **attacked(found, width=asked.width),
        **averaged(whole.averaged),
    }


T = TypeVar("T")


def _or_said(make: Callable[[], T], problems: list[Sentence]) -> T | None:
    """What `make` gives; None, and why among the problems, where it cannot be had. Raises Cancelled."""
    try:
        return make()
    except Cancelled:
        raise
    except CkmError as fault:
        said = fault.sentence()
        if said not in problems:
            problems.append(said)
        return None
