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
    """A measure: of each variant the number (None where it has none), and its spread where new keys were drawn.

    still_open: of each variant the cells of which a search that ended did not find out whether they count, too.
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
        """The number as it is written; "" where there is none."""
        number = self.numbers[variant]
        return "" if number is None else self.kind.text(number, self.still_open_of(variant), language)

    def still_open_of(self, variant: int) -> int:
        """The cells that a search left open, which could add to the number."""
        return self.still_open[variant] if self.still_open else 0

    def interval_text(self, variant: int, language: Language) -> str:
        """The interval as it is written: "0.52 – 0.61"; "" where there is none."""
        spread = self.spreads[variant]
        if spread is None:
            return ""
        return " – ".join(decimal_text(end, self.kind.decimals, language) for end in (spread.low, spread.high))


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation:
    """Variants over tables. `findings`: per variant and table; `together`: per variant what was measured of all tables
    as one. note: what is to be read beside all of it. Confidential."""

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
        """Of all variants: open where one discloses, not tested where one was not attacked whole."""
        untold = any(finding.protected is None for tables in self.findings for finding in tables)
        verdicts = [attacked.attack_verdict for attacked in self.together]
        return together([*verdicts, Verdict.NOT_TESTED] if untold else verdicts)

    @property
    def rows(self) -> tuple[MeasureRow, ...]:
        """The measures over all tables, those that some variant has, in the order of MEASURES."""
        return _rows(self.together)

    def rows_of(self, table: int) -> tuple[MeasureRow, ...]:
        """The measures of one table."""
        return _rows([findings[table] for findings in self.findings])

    def row(self, code: str) -> MeasureRow | None:
        """The measure of a code over all tables; None where no variant has it."""
        return next((row for row in self.rows if row.kind.code == code), None)

    def problems(self, variant: int, table: int) -> tuple[Sentence, ...]:
        """What could not be measured of a variant on a table, and why."""
        return self.findings[variant][table].problems

    def problems_together(self, variant: int) -> tuple[Sentence, ...]:
        """What could not be measured of a variant on all tables at once, and why."""
        return self.together[variant].problems

    def cells(self, table: int) -> int:
        """The cells of a table, margins included; 0 where it could not be tabulated."""
        protected = [finding[table].protected for finding in self.findings]
        return max((protected_table.cells for protected_table in protected if protected_table is not None), default=0)


def worst_of(evaluation: Evaluation, variant: int, kind: QualityMeasure, most: int = 10) -> tuple[WorstCell, ...]:
    """The cells of all tables that are worst by a measure, the worst first; () where it ranks none."""
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
