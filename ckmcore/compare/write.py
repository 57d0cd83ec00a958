"""The list of a comparison as CSV: German (`;`, decimal comma, BOM) or international, marked as its draft is."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.compare.changed import KINDS
from ckmcore.compare.comparison import Difference, TableComparison
from ckmcore.compare.figures import Entry
from ckmcore.formats.formulas import guarded
from ckmcore.messages import say

HEADS = ("kind", "cell", "value", "old", "new", "difference", "percent")
_TENTH = Decimal("0.1")


def write_list(
    comparison: TableComparison, path: Path, language: Language, listed: Sequence[Difference] | None = None
) -> None:
    """Write the list of differences as CSV. listed: the differences to write, by default all. Raises NotWritten."""
    german = language == "de"
    rows = comparison.found if listed is None else listed

    def write(target: Path) -> None:
        with target.open("w", encoding="utf-8-sig" if german else "utf-8", newline="") as stream:
            writer = csv.writer(stream, delimiter=";" if german else ",")
            writer.writerow([guarded(say("published_list_title", language, title=comparison.title))])
            writer.writerows([guarded(line)] for line in comparison.lines)
            writer.writerow([counts(comparison, language)])
            writer.writerows([guarded(notice.text(language))] for notice in comparison.notices)
            writer.writerow([])
            writer.writerow([say(f"published_head_{head}", language) for head in HEADS])
            writer.writerows(_line(row, language) for row in rows)

    write_whole(path, write)


def counts(comparison: TableComparison, language: Language) -> str:
    """Sentence with the numbers of changed, new, gone and equal cells."""
    numbers = {kind: comparison.count(kind) for kind in KINDS}
    return say("published_counts", language, file=comparison.file, unchanged=comparison.unchanged, **numbers)


def percent_of(one: Difference) -> Decimal | None:
    """The change in percent with one decimal, halves away from zero."""
    return None if one.percent is None else one.percent.quantize(_TENTH, rounding=ROUND_HALF_UP)


def _line(difference: Difference, language: Language) -> list[str]:
    kind = say(f"published_kind_{difference.kind}", language)
    figures = (difference.old, difference.new, difference.difference, percent_of(difference))
    return [
        kind,
        guarded(" · ".join(difference.path)),
        guarded(difference.value),
        *(_figure(figure, language) for figure in figures),
    ]


def _figure(entry: Entry, language: Language) -> str:
    if isinstance(entry, Decimal):
        return f"{entry:f}".replace(".", ",") if language == "de" else f"{entry:f}"
    return entry or ""
