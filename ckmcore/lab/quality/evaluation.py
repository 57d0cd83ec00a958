"""An evaluation: the findings of variants over tables, as rows of measures and worst cells. Confidential."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.base.verdict import Verdict, together
from ckmcore.lab.quality.finding import MOST_REPETITIONS, EvaluationRequest, Finding, Spread, TestTable, WorstCell
from ckmcore.messages import Sentence

if TYPE_CHECKING:
    from ckmcore.lab.quality.candidates import Candidate
    from ckmcore.lab.quality.measure_registry import QualityMeasure


@dataclass(frozen=True)
class MeasureRow:
    """A measure with its number for each variant (None without one) and its spread over new keys.

    still_open: for each variant the number of cells that an unfinished search left undecided and that may count too.
    """

    kind: QualityMeasure
    numbers: tuple[float | None, ...]
    spreads: tuple[Spread | None, ...]
    still_open: tuple[int, ...] = ()

    @property
    def intervals(self) -> tuple[tuple[float, float] | None, ...]:
        """The ends of the spreads."""
        return tuple(None if spread is None else (spread.low, spread.high) for spread in self.spreads)

    def text(self, variant: int, language: Language) -> str:
        """Text of a variant's number; "" without one."""
        number = self.numbers[variant]
        return "" if number is None else self.kind.text(number, self.still_open_of(variant), language)

    def still_open_of(self, variant: int) -> int:
        """Number of cells that a search left undecided and that could add to a variant's number."""
        return self.still_open[variant] if self.still_open else 0

    def interval_text(self, variant: int, language: Language) -> str:
        """Text of the interval of a variant's spread: "0.52 – 0.61"; "" without one."""
        spread = self.spreads[variant]
        if spread is None:
            return ""
        return " – ".join(decimal_text(end, self.kind.decimals, language) for end in (spread.low, spread.high))


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation:
    """Variants judged on tables. findings: by variant and table; together: for each variant the results of all tables
    as one; note: remark on the whole evaluation. Confidential."""

    tables: tuple[TestTable, ...]
    variants: tuple[Candidate, ...]
    asked: EvaluationRequest
    findings: tuple[tuple[Finding, ...], ...]
    together: tuple[Finding, ...]
    note: Sentence | None = None

    def __repr__(self) -> str:
        return f"Evaluation({len(self.variants)} variants, {len(self.tables)} tables, confidential)"

    @property
    def attack_verdict(self) -> Verdict:
        """Verdict over all variants: open where one discloses a cell, not tested where one was not completely
        attacked."""
        untold = any(finding.protected is None for tables in self.findings for finding in tables)
        verdicts = [attacked.attack_verdict for attacked in self.together]
        return together([*verdicts, Verdict.NOT_TESTED] if untold else verdicts)

    @property
    def rows(self) -> tuple[MeasureRow, ...]:
        """Measures over all tables that some variant has, in the order of MEASURES."""
        return _rows(self.together)

    def rows_of(self, table: int) -> tuple[MeasureRow, ...]:
        """The measures of one table."""
        return _rows([findings[table] for findings in self.findings])

    def row(self, code: str) -> MeasureRow | None:
        """Measure with a code over all tables; None where no variant has it."""
        return next((row for row in self.rows if row.kind.code == code), None)

    def problems(self, variant: int, table: int) -> tuple[Sentence, ...]:
        """Reasons why something could not be measured for a variant on a table."""
        return self.findings[variant][table].problems

    def problems_together(self, variant: int) -> tuple[Sentence, ...]:
        """Reasons why something could not be measured for a variant on all tables as one."""
        return self.together[variant].problems

    def cells(self, table: int) -> int:
        """Number of cells of a table, margins included; 0 where it could not be tabulated."""
        protected = [finding[table].protected for finding in self.findings]
        return max((protected_table.cells for protected_table in protected if protected_table is not None), default=0)


def worst_of(evaluation: Evaluation, variant: int, kind: QualityMeasure, most: int = 10) -> tuple[WorstCell, ...]:
    """Worst cells of a variant over all tables by a measure, the worst first; () where the measure ranks no cells.
    most: largest number of cells."""
    if kind.worst is None:
        return ()
    return kind.worst(evaluation.findings[variant], evaluation.together[variant], most)


def _rows(findings: Sequence[Finding]) -> tuple[MeasureRow, ...]:
    from ckmcore.lab.quality.measure_registry import MEASURES  # loads what computes

    rows = (measure_row(kind, findings) for kind in MEASURES)
    return tuple(row for row in rows if any(number is not None for number in row.numbers))


def measure_row(kind: QualityMeasure, findings: Sequence[Finding]) -> MeasureRow:
    """A measure of some findings."""
    return MeasureRow(
        kind,
        tuple(finding.numbers.get(kind.code) for finding in findings),
        tuple(finding.spreads.get(kind.code) for finding in findings),
        tuple(kind.open_of(finding.numbers) for finding in findings),
    )


__all__ = [
    "MOST_REPETITIONS",
    "Evaluation",
    "EvaluationRequest",
    "Finding",
    "MeasureRow",
    "Spread",
    "TestTable",
    "WorstCell",
    "measure_row",
    "worst_of",
]
