"""Finding tables in a sheet: titles and notes around them, heads of several levels, labels at the left, figures.

A table begins with its head; lines that hold nothing but a text in the first column are titles, sheets, headings or
notes. Our own exports are laid out this way, and so are most tables that offices publish.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ckmcore.compare.figures import is_entry
from ckmcore.compare.grid import Cell, Sheet
from ckmcore.compare.parts import EntryReader, Labels, Part, PublishedTable, at, cell_text, plain
from ckmcore.messages import Sentence, say

_HEAD_ROWS = 9
# What an export says of its state, up to where the day and the number of a release begin.
_STATES = tuple(
    say(code, language, date="{", number="{").partition("{")[0]
    for code in ("export_state_draft", "export_state_released", "export_trial")
    for language in ("de", "en")
)
_CONTINUED = tuple(say("export_continued", language, label="{").partition("{")[::2] for language in ("de", "en"))
_OTHER_SHEETS = tuple(
    say(f"export_sheet_{kind}", language) for kind in ("contents", "flat") for language in ("de", "en")
)
_HEADINGS = 8
Row = tuple[list[Cell], int]


@dataclass
class _Block:
    """Rows of a table as they stand in a sheet. `headings`: texts that stand alone among them, by the number of the row
    of `body` that follows."""

    above: list[str]
    head: list[list[Cell]]
    body: list[Row] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)


def extract(sheet: Sheet, file: str, titles: Collection[str] = ()) -> tuple[list[PublishedTable], list[Sentence]]:
    """The tables of a sheet, from top to bottom, and what is to be said of their figures.

    The sheets of our workbooks that only name others, or say the same again, hold none.
    """
    if sheet.name.rstrip(" 0123456789") in _OTHER_SHEETS:
        return [], []
    blocks = [block for block in _blocks(sheet) if block.body]
    widths = [_stub_width(block, titles) for block in blocks]
    figures = (cell for block, stub in zip(blocks, widths, strict=True) for row, _ in block.body for cell in row[stub:])
    reader = EntryReader(sheet, file, figures)
    own = any(is_own(block.above) for block in blocks)
    found = [_table(sheet, block, stub, reader, own) for block, stub in zip(blocks, widths, strict=True)]
    return [table for table in found if table.columns and table.rows], reader.notices


def _holds_entry(cell: Cell) -> bool:
    return not isinstance(cell, str) or is_entry(cell)


def _is_wide(row: list[Cell]) -> bool:
    """Whether anything stands right of the first column."""
    return any(cell != "" for cell in row[1:])


def _blocks(sheet: Sheet) -> list[_Block]:
    blocks: list[_Block] = []
    above: list[str] = []
    run: list[Row] = []
    for row, line in [*zip(sheet.rows, sheet.lines, strict=True), ([], 0)]:
        if _is_wide(row):
            run.append((row, line))
            continue
        if run:
            _add(blocks, above, run)
            above, run = [], []
        if row:
            above.append(cell_text(row[0]))
    return blocks


def _add(blocks: list[_Block], above: list[str], run: list[Row]) -> None:
    """A run of rows without a break: a table with its head, or more of the table before below a heading."""
    rows = [row for row, _ in run]
    before = blocks[-1] if blocks else None
    head = _head_rows(rows)
    if before is not None and not head and rows[0] != before.head[0] and (before.body or _as_wide(rows, before.head)):
        before.headings += [(len(before.body), text) for text in above]
        before.body += run
        return
    if before is not None and rows[: len(before.head)] == before.head:
        head = len(before.head)
    head = max(head, 1)
    blocks.append(_Block(above, rows[:head], run[head:]))


def _as_wide(rows: list[list[Cell]], head: list[list[Cell]]) -> bool:
    """Whether rows fit below a head that has nothing under it yet but a heading."""
    return max(map(len, rows)) == max(map(len, head))


def _head_rows(rows: list[list[Cell]]) -> int:
    """How many rows at the start of a run are head: up to the last one that holds texts only, as far as the rows
    between have nothing in their first column (labels that are numbers, such as years)."""
    found = 0
    end = max(len(row) for row in rows)
    for place, row in enumerate(rows[:_HEAD_ROWS]):
        texts = not any(_holds_entry(cell) for cell in row[1:] if cell != "")
        if texts and (len(row) == end or at(row, 0) == ""):
            found = place + 1
        elif place and at(row, 0) != "":
            break
    return found


def _stub_width(block: _Block, titles: Collection[str]) -> int:
    """How many columns at the left hold labels: the first, and those of texts, or below a variable's title."""
    width = max(len(row) for row, _ in block.body)
    stub = 1
    while stub < width - 1:
        cells = [at(row, stub) for row, _ in block.body]
        filled = [cell for cell in cells if cell != ""]
        texts = sum(not _holds_entry(cell) for cell in filled)
        if not (2 * texts > len(filled) or plain(_head_title(block, stub)) in titles):
            break
        stub += 1
    return stub


def _head_title(block: _Block, column: int) -> str:
    """What heads a column of labels: the lowest text of the head."""
    return next((cell_text(at(row, column)) for row in reversed(block.head) if at(row, column) != ""), "")


def _table(sheet: Sheet, block: _Block, stub: int, reader: EntryReader, own: bool) -> PublishedTable:
    """One table. What this program wrote (`own`) has empty cells only where nothing belongs."""
    width = max(len(row) for row, _ in block.body)
    heads = [[cell_text(at(row, column)) for column in range(stub, width)] for row in block.head]
    if not own or not sheet.whole:
        _fill_right(heads)
    titles = [_head_title(block, column) for column in range(stub)]
    columns: list[Labels] = [tuple(Part(row[place]) for row in heads if row[place]) for place in range(width - stub)]
    kept = [place for place, path in enumerate(columns) if path]
    rows, entries, lines = [], [], []
    former = [""] * stub
    for number, (row, line) in enumerate(block.body):
        labels = [cell_text(sheet.tall.get((line, level)) or at(row, level)) for level in range(stub)]
        if own:
            labels = [_without_continued(text) for text in labels]
        else:
            _fill_down(labels, former)
        former = labels
        found = tuple(reader.read(at(row, stub + place), line, stub + place) for place in kept)
        if any(entry is not None for entry in found):
            path = [Part(text, title) for text, title in zip(labels, titles, strict=True) if text]
            rows.append((*path, *([] if own else _headings(block, number))))
            entries.append(found)
            lines.append(line)
    return PublishedTable(
        sheet.name,
        tuple(block.above),
        tuple(rows),
        tuple(columns[place] for place in kept),
        tuple(entries),
        tuple(lines),
    )


def _without_continued(text: str) -> str:
    """A label without the word of our exports for what goes on from the page before."""
    for before, after in _CONTINUED:
        inner = text.removeprefix(before).removesuffix(after)
        if text == f"{before}{inner}{after}":
            return inner
    return text


def _headings(block: _Block, number: int) -> list[Part]:
    """What stands alone over a row, the nearest first."""
    texts = [text for place, text in block.headings if place <= number]
    return [Part(text, heading=True) for text in texts[: -_HEADINGS - 1 : -1]]


def is_own(above: Collection[str]) -> bool:
    """Whether the texts over a table are those of an export of this program."""
    return any(text.startswith(_STATES) for text in above)


def _fill_right(heads: list[list[str]]) -> None:
    """A label stands over the empty cells at its right, as merged cells do, up to the next label of an outer level."""
    for level, row in enumerate(heads[:-1]):
        for place in range(1, len(row)):
            begins = any(heads[outer][place] != heads[outer][place - 1] for outer in range(level))
            if not row[place] and not begins:
                row[place] = row[place - 1]


def _fill_down(labels: list[str], former: list[str]) -> None:
    """An empty label before a label repeats the one of the row above."""
    deepest = max((level for level, text in enumerate(labels) if text), default=0)
    for level in range(deepest):
        if labels[level]:
            break
        labels[level] = former[level]
