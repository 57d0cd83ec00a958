"""Judging a perturbation table: each row, and what deserves a warning without being a fault."""

from __future__ import annotations

from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.model.table import PTable, RowReport

# Tables published with four digits have a bias of some 1e-4 from rounding alone.
BIAS_LIMIT = 1e-3


def check_ptable(ptable: PTable) -> tuple[RowReport, ...]:
    """Properties of each row, row 0 first: bias, variance, stay probability, entropy; for designed rows also the wanted
    values."""
    return ptable.reports


def ptable_warnings(ptable: PTable) -> tuple[Sentence, ...]:
    """Warnings before a table is put in force: row 0, bias beyond rounding, order."""
    sentences: list[Sentence] = []
    if not ptable.zeros_stay:
        sentences.append(sentence("ptable_warning_zero"))
    biased = [report for report in ptable.reports if report.row > 0 and abs(report.bias) > BIAS_LIMIT]
    if biased:
        worst_report = max(biased, key=lambda report: abs(report.bias))
        fields = {"row": worst_report.row, "bias": worst_report.bias}
        if len(biased) == 1:
            sentences.append(sentence("ptable_warning_bias_one", **fields))
        else:
            sentences.append(sentence("ptable_warning_bias", count=len(biased), **fields))
    if ptable.is_ordered and any(len(ptable.row_distribution(row)) > 1 for row in ptable.rows):
        sentences.append(sentence("ptable_warning_ordered"))
    return tuple(sentences)
