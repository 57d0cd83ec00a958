"""Heads in one line: of each column all its labels and its value together, as our accessible workbook has them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ckmcore.compare.match import is_total
from ckmcore.compare.parts import Labels, Part, PublishedTable, plain
from ckmcore.compare.shown import LANGUAGES, Shown, Texts
from ckmcore.messages import say

# What the export puts between the labels of a column, and behind a head that would occur twice.
_BETWEEN = ", "
_NUMBERED = re.compile(r" \(\d+\)$")
# What only that workbook says above a table, what heads a stub without variables, and headings over rows.
_NOTES = tuple(say("export_notes_on_sheet", language, sheet="{").partition("{")[0] for language in LANGUAGES)
_NO_TITLE = {say("word_label", language) for language in LANGUAGES}
_HEADINGS = {say("export_heading", language) for language in LANGUAGES}


def with_labels_apart(table: PublishedTable, shown: Shown) -> PublishedTable:
    """The table with each label of its heads by itself, where it is one of ours with heads in one line; else itself.

    A head that the table at hand has, too, has the labels that it has there; in another one, such as that of a category
    which is gone, known labels are found again, the longest first.
    """
    if not any(text.startswith(_NOTES) for text in table.above) or any(len(path) != 1 for path in table.columns):
        return table
    values = sorted(shown.values, key=len, reverse=True)
    own = _own_heads(shown)
    met: dict[str, int] = {}
    columns: list[Labels] = []
    for (part,) in table.columns:
        for head in (plain(part.text), _NUMBERED.sub("", plain(part.text))):
            value = next((one for one in values if head == one or head.endswith(_BETWEEN + one)), None)
            if value is not None:
                break
        else:
            return table
        rest = head.removesuffix(value).removesuffix(_BETWEEN)
        lines = own.get(rest, [])
        met[head] = met.get(head, 0) + 1
        texts = lines[min(met[head], len(lines)) - 1] if lines else _known_labels(rest, shown)
        columns.append((*map(Part, texts), Part(value)))
    above = tuple(text for text in table.above if not text.startswith(_NOTES))
    # A stub without variables says "Total" of every row.
    empty = _HEADINGS if any(not is_total(plain(path[-1].text)) for path in table.rows) else _HEADINGS | _NO_TITLE
    rows = tuple(tuple(part for part in path if part.title not in empty) for path in table.rows)
    return replace(table, above=above, rows=rows, columns=tuple(columns))


def _own_heads(shown: Shown) -> dict[str, list[Texts]]:
    """The labels of the columns of the table at hand by what they are together; several where that is the same."""
    found: dict[str, list[Texts]] = {}
    for lines in shown.lines:
        heads: dict[str, list[Texts]] = {}
        for line in lines["columns"]:
            heads.setdefault(_BETWEEN.join(line.texts), []).append(line.texts)
        for head, texts in heads.items():
            found.setdefault(head, texts)
    return found


def _known_labels(head: str, shown: Shown) -> Iterable[str]:
    """The labels in a head: the longest known one, then what follows it; of what is not known, up to the next comma."""
    while head:
        ends = [place for place in range(len(head)) if head.startswith(_BETWEEN, place)]
        known = [end for end in (len(head), *reversed(ends)) if head[:end] in shown.labels or is_total(head[:end])]
        end = known[0] if known else min(ends, default=len(head))
        yield head[:end]
        head = head[end:].removeprefix(_BETWEEN)
