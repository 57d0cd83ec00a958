"""What deserves a warning in a perturbation table for magnitudes without being a fault."""

from __future__ import annotations

from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.magnitudes.part import MagnitudePart
from ckmcore.ptable.magnitudes.table import MagnitudePTable
from ckmcore.ptable.model.check import BIAS_LIMIT


def magnitude_warnings(table: MagnitudePTable) -> tuple[Sentence, ...]:
    """Warnings before a table is used: parity, row 0, first and last row, bias beyond rounding."""
    sentences: list[Sentence] = []
    for here, other in (("even", "odd"), ("odd", "even")):
        if here in table.types and other not in table.types:
            sentences.append(sentence("magnitude_warning_parity", there=here, missing=other))
    if "all" in table.types and {"even", "odd"} & set(table.types):
        sentences.append(sentence("magnitude_warning_all_and_parity"))
    for magnitude_part in table.parts:
        sentences += _part_warnings(magnitude_part)
    return tuple(sentences)


def _part_warnings(magnitude_part: MagnitudePart) -> list[Sentence]:
    sentences: list[Sentence] = []
    if not magnitude_part.zeros_stay:
        sentences.append(sentence("magnitude_warning_zero", type=magnitude_part.type))
    positive = [row for row in magnitude_part.rows if row > 0]
    if not positive:
        return [*sentences, sentence("magnitude_warning_no_rows", type=magnitude_part.type)]
    if positive[0] > 1:
        sentences.append(sentence("magnitude_warning_first", type=magnitude_part.type, row=positive[0]))
    if positive[-1] < magnitude_part.maximum_deviation:
        sentences.append(
            sentence(
                "magnitude_warning_last", type=magnitude_part.type, row=positive[-1], D=magnitude_part.maximum_deviation
            )
        )
    biased = [report for report in magnitude_part.reports if report.row > 0 and abs(report.bias) > BIAS_LIMIT]
    if biased:
        worst_report = max(biased, key=lambda report: abs(report.bias))
        fields = {"type": magnitude_part.type, "row": worst_report.row, "bias": worst_report.bias}
        if len(biased) == 1:
            sentences.append(sentence("magnitude_warning_bias_one", **fields))
        else:
            sentences.append(sentence("magnitude_warning_bias", count=len(biased), **fields))
    return sentences
