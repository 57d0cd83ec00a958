"""Conversion tables (*Umsteigetabellen*): which new codes follow on old ones, whole or in parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import Pairs, classify
from ckmcore.dictionary.code_columns import CodeColumns, columns_of, ignored_columns, label_of
from ckmcore.dictionary.small_tables import read_table
from ckmcore.errors import DataError
from ckmcore.microdata.codes import mended_code
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked, ReadingPlan, answer_to, entry_of

# Shares and signs of a whole code.
_WHOLE = re.compile(r"1([.,]0*)?|100([.,]0*)? ?%?|1:1|=|voll\w*|full\w*|whole|nein|no|n", re.IGNORECASE)


@dataclass(frozen=True)
class CodeConversion:
    """A conversion table (*Umsteigetabelle*). pairs: old and new codes; labels: of new codes.

    partial: old codes of which only a part goes to a new code, with the share that the table gives or "": no count can
    be divided by it. plan: deviations from the cells of the file.
    """

    pairs: Pairs
    labels: Mapping[str, Texts] = field(default_factory=dict)
    partial: tuple[tuple[str, str, str], ...] = ()
    columns: CodeColumns | None = None
    plan: ReadingPlan = field(default_factory=ReadingPlan)


@checked
def read_conversion(
    path: str | PathLike[str],
    *,
    sheet: str = "",
    head_row: int | None = None,
    meanings: Mapping[str | int, str] | None = None,
    answers: Sequence[ReadingAnswer] = (),
) -> CodeConversion:
    """Read a conversion table: a CSV file or a sheet with old and new codes, their labels, shares or signs of parts.

    Without headings that say otherwise the first column of codes is the old, the second the new one. sheet, head_row:
    where the table lies (`columns_of`); meanings: of columns, where they are not what is proposed; answers: to what is
    asked about. Raises mapping_table with the row, ReadingAsked, and the errors of files.

    >>> conversion = ckm.read_conversion("conversion.csv")
    >>> conversion.pairs, conversion.partial
    ((('AT11', 'AT11'), ('AT12', 'AT13'), ('AT12', 'AT14')), (('AT12', 'AT13', ''), ('AT12', 'AT14', '')))
    """
    table = read_table(path, sheet, answers)
    if table.width < 2:
        raise DataError("mapping_table", file=Path(path).name, row=table.rows[0].line)
    columns = columns_of(table, "conversion", head_row=head_row, answers=answers)
    conversion = conversion_of(columns.with_meanings(meanings or {}), answers)
    if conversion.plan.questions:
        raise ReadingAsked.of(str(table.file), conversion.plan)
    return conversion


def conversion_of(columns: CodeColumns, answers: Sequence[ReadingAnswer] = ()) -> CodeConversion:
    """Read the rows of a conversion table by the meanings of its columns. Raises mapping_table."""
    columns, file = columns.with_days(answers), columns.table.file.name
    places = {meaning: place for place, meaning in reversed(list(enumerate(columns.meanings)))}
    if "old" not in places or "new" not in places:
        raise DataError("mapping_table", file=file, row=columns.rows[0].line)
    pairs: dict[tuple[str, str], int] = {}
    labels: dict[str, Texts] = {}
    differing: list[tuple[int, str]] = []
    shares: dict[tuple[str, str], str] = {}
    for row in columns.rows:
        pair = (mended_code(row.cell(places["old"])), mended_code(row.cell(places["new"])))
        if not all(pair):
            raise DataError("mapping_table", file=file, row=row.line)
        pairs.setdefault(pair, row.line)
        label = label_of(columns, row, "new_label")
        if label is not None and labels.setdefault(pair[1], label) != label:
            differing.append((row.line, f"{pair[1]}: {labels[pair[1]].de} / {label.de}"))
            if answer_to(answers, "labels_differ") == "last":
                labels[pair[1]] = label
        share = next((row.cell(place) for place in columns.places("share", "partial") if row.cell(place)), "")
        if share and not _WHOLE.fullmatch(share):
            shares[pair] = share
    split = {old for old, _ in classify(pairs).split}
    partial = tuple((*pair, shares.get(pair, "")) for pair in pairs if pair in shares or pair[0] in split)
    entries = [*columns.entries, *ignored_columns(columns, ("ignored", "old_label"))]
    if partial:
        shown = [f"{old} → {new}{' (' + share + ')' if share else ''}" for old, new, share in partial]
        rows = [pairs[old, new] for old, new, _ in partial]
        entries.append(entry_of("partial_codes", count=len({old for old, _, _ in partial}), rows=rows, examples=shown))
    if differing:
        rows, examples = [line for line, _ in differing], [text for _, text in differing]
        count = len(differing)
        entries.append(entry_of("labels_differ", count=count, rows=rows, examples=examples, answers=answers))
    return CodeConversion(tuple(pairs), labels, partial, columns, ReadingPlan.of(entries))
