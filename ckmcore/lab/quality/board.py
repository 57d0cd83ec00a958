"""The comparison of methods for a table of one's own: the criteria of WISTA 6/2019, Übersicht 1, with measured figures.

Deterministic rounding, keyed rounding, cell-key variants and primary suppression side by side. Confidential.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ckmcore.base.numbers import Language
from ckmcore.base.verdict import Verdict, verdict_of
from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.lab.quality.candidates import Candidate
from ckmcore.lab.quality.expectation import count_distribution
from ckmcore.lab.quality.finding import EvaluationRequest, Finding, Judged
from ckmcore.lab.quality.measure_registry import CRITERIA, Criterion, QualityMeasure, by_criterion, numbers_of
from ckmcore.lab.quality.measures import ShownTotals, table_figures
from ckmcore.lab.quality.repetitions import Floats
from ckmcore.lab.quality.sum_evaluation import SumRisks, sum_risks, sums_of
from ckmcore.lab.risk.attack import Attack, attack, count_values
from ckmcore.lab.risk.intervals import reader_of
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.one_period import left_over_periods, of_one_period
from ckmcore.statistic.series import needs_periods
from ckmcore.tabulate.derived_indicators import with_class_counts
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate


@dataclass(frozen=True, eq=False)
class BoardColumn:
    """What was measured of a candidate; `problem`: why it cannot protect this table.

    numbers: the measures by their codes, defined as those of an evaluation of this one table; `sensitive`:
    cells that primary rules mark. missed: of each sum that is shown whole the total minus its parts, as published.
    seconds: for protecting the table.
    """

    candidate: Candidate
    missed: Floats | None = None
    attack: Attack | None = None
    seconds: float = 0.0
    numbers: Mapping[str, float] = field(default_factory=dict)
    problem: Sentence | None = None
    sum_risks: SumRisks | None = None

    @property
    def verdict(self) -> Verdict:
        """Whether the attack discloses a cell; of a table of sums alone whether they hold their floor. Not tested where
        nothing was attacked, or not to the end."""
        if self.attack is None:
            return Verdict.NOT_TESTED if self.sum_risks is None else self.sum_risks.floor.verdict
        return Verdict.OPEN if self.attack.disclosed else verdict_of(self.attack.complete or None)


@dataclass(frozen=True)
class FigureRow:
    """A measure under a criterion: of each column the number, None where it has none.

    still_open: of each column the cells of which the attack did not find out whether they count, too.
    """

    kind: QualityMeasure
    criterion: Criterion
    numbers: tuple[float | None, ...]
    still_open: tuple[int, ...] = ()

    @property
    def code(self) -> str:
        """The code of the measure."""
        return self.kind.code

    def text(self, column: int, language: Language) -> str:
        """The number as it is written; "" where there is none."""
        number = self.numbers[column]
        if number is None:
            return ""
        return self.kind.text(number, self.still_open[column] if self.still_open else 0, language)


@dataclass(frozen=True, eq=False)
class Board:
    """The board of a table; `cells`: those that it shows; `note`: what is to be read beside all of it."""

    spec: TableSpec
    columns: tuple[BoardColumn, ...]
    cells: int
    knowledge: IntruderScenario
    with_empty: bool
    note: Sentence | None = None

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria of the table; sums have a block of their own where the table has any."""
        return CRITERIA if any(value.kind == "sum" for value in self.spec.values) else CRITERIA[:-1]

    @property
    def figures(self) -> tuple[FigureRow, ...]:
        """The measured figures, in the order of the criteria."""
        return tuple(
            FigureRow(
                kind,
                criterion,
                tuple(_number(kind, column) for column in self.columns),
                tuple(kind.open_of(column.numbers) for column in self.columns),
            )
            for criterion, kind in by_criterion()
        )


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
) -> Board:
    """The board of the table `spec`: each candidate protects it, is measured, and attacked for up to `seconds`.

    Of a table over several periods these are the figures of the period of `data`, and a note says so. `knowledge`,
    `hidden_too`: see `attack`. Raises comparison_without_methods, PeriodTwice, Cancelled, and what `tabulate` raises;
    what a single method raises is the problem of its column.
    """
    if not candidates:
        raise InputError("comparison_without_methods")
    note, untested = sentence("quality_one_period") if needs_periods(spec) else None, left_over_periods(spec)
    spec, _ = of_one_period(spec)
    contributors = max(1 if spec.magnitudes else 0, *(_contributors(candidate) for candidate in candidates))
    raw = tabulate(data, spec, cancelled=cancelled, contributors=contributors)
    asked = _Asked(knowledge, seconds, with_empty, hidden_too, untested)
    columns = []
    for number, candidate in enumerate(candidates):

        def told(share: float, number: int = number) -> None:
            progress((number + share) / len(candidates))

        told(0.0)
        try:
            columns.append(_column(raw, data, candidate, asked, cancelled, told))
        except Cancelled:
            raise
        except CkmError as fault:
            columns.append(BoardColumn(candidate, problem=fault.sentence()))
        if cancelled():
            raise Cancelled()
    progress(1.0)
    cells = sum(int(mask.sum()) for mask in shown_cells(spec, raw.blocks))
    return Board(spec, tuple(columns), cells, knowledge, with_empty, note)


def _contributors(one: Candidate) -> int:
    found = one.method if one.method is not None else one.rules
    return found.contributors if found is not None else 0


@dataclass(frozen=True)
class _Asked:
    """How a comparison measures and attacks."""

    knowledge: IntruderScenario
    seconds: float | None
    with_empty: bool
    hidden_too: bool
    untested: tuple[Sentence, ...]


def _column(
    raw: RawTable,
    data: Microdata,
    one: Candidate,
    asked: _Asked,
    cancelled: Callable[[], bool],
    progress: Callable[[float], None],
) -> BoardColumn:
    if one.method is None:
        return BoardColumn(one, numbers=_sensitive(raw, one.rules or PrimaryRules()))
    one.method.protect(raw)  # what is computed once, as the bounds of a perturbation table, is no time of this table
    begin = time.perf_counter()
    protected = one.method.protect(raw)
    taken = time.perf_counter() - begin
    sums, risks = sums_of(raw, data, protected, one.method), None
    if sums is not None:
        risks = sum_risks(data, [raw.spec], one.method, seconds=asked.seconds, cancelled=cancelled)
    # Sums have measures of their own, relative ones.
    figures = table_figures(raw, data, protected)
    of_sums = ShownTotals.of(figures)
    missed = of_sums.missed(figures.published[None])[of_sums.whole(figures.shown[None])] / 10.0**figures.places
    found = None
    if count_values(with_class_counts(data, raw.spec)):
        found = attack(
            raw,
            data,
            one.method,
            protected=protected,
            knowledge=reader_of(one.method, asked.knowledge),
            hidden_too=asked.hidden_too,
            untested=asked.untested,
            seconds=asked.seconds,
            cancelled=cancelled,
            progress=progress,
        )
    # Sums have measures of their own, relative ones.
    counts_measured = None if sums is not None and not count_values(raw.spec) else figures
    finding = Finding(raw=raw, protected=protected, figures=counts_measured, attacked=found, sums=sums)
    request = EvaluationRequest(with_empty=asked.with_empty, knowledge=asked.knowledge)
    counts = count_distribution([raw]) if count_values(raw.spec) else None
    judged = Judged(one.method, request, counts, None, [finding], finding, sum_risks=risks, sums=range(1))
    numbers = numbers_of(judged, kinds=[kind for _, kind in by_criterion()])
    return BoardColumn(one, missed, found, taken, numbers, sum_risks=risks)


def _sensitive(raw: RawTable, rules: PrimaryRules) -> dict[str, float]:
    if rules == PrimaryRules():
        return {}
    found = 0
    for block, mask in zip(raw.blocks, shown_cells(raw.spec, raw.blocks), strict=True):
        marked = [rules.sensitive(block, name) for name in ("", *block.magnitudes)]
        found += int((np.logical_or.reduce(marked) & mask).sum())
    return {"sensitive": float(found)}


def _number(kind: QualityMeasure, column: BoardColumn) -> float | None:
    """A figure of a column; None where its method has none."""
    if kind.code == "time":
        return None if column.problem or column.candidate.method is None else 1000 * column.seconds
    return None if column.problem else column.numbers.get(kind.code)
