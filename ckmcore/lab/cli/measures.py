"""Measures of several methods as lines of a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ckmcore.cli.common import CommandReport
from ckmcore.messages import say

if TYPE_CHECKING:
    from ckmcore.lab.quality.evaluation import MeasureRow


def tell_measures(names: Sequence[str], rows: Sequence[MeasureRow], width: int, report: CommandReport) -> None:
    """Print the methods with numbers, then a line for each measure. names: of the methods; width: letters of each
    column. The JSON document has the numbers too."""
    language = report.language
    for number, name in enumerate(names, start=1):
        report.out("cli_assess_method", number=number, method=name)
    labels = [row.kind.label.text(language) for row in rows]
    label_width = max(map(len, labels), default=0)

    def tell(label: str, texts: list[str], **fields: object) -> None:
        whole = f"{label:<{label_width}}" + "".join(f"{text:>{width}}" for text in texts)
        said_text = say("cli_assess_line", language, text=whole)
        report.line("cli_assess_line", said_text, label=label, figures=texts, **fields)

    tell("", [f"({index})" for index in range(1, len(names) + 1)])
    for label, row in zip(labels, rows, strict=True):
        texts = [row.text(index, language) or "–" for index in range(len(names))]
        tell(label, texts, measure=row.kind.code, numbers=list(row.numbers))
