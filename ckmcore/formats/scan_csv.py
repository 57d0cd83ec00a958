"""CSV taken apart: of each cell its place says whether a figure or a text stands there."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence

from ckmcore.formats.document import flat_heads
from ckmcore.formats.hits import Search

# Cells of cube formats are told by the names of their columns.
_FIXED_HEADS = re.compile(
    r"statistics_(code|label)|time(_code|_label)?|\d{1,2}_variable(_attribute)?_(code|label)|value(_unit|_q)?"
    r"|value_variable_(code|label)|DATAFLOW|STRUCTURE|STRUCTURE_ID|ACTION|TIME_PERIOD(_LABEL)?|OBS_(VALUE|STATUS)"
    r"|CONF_STATUS|UNIT_MEASURE|DECIMALS|COMMENT_(OBS|DSET)|TITLE|SOURCE|MEASURE(_LABEL)?"
)
_FLOW = re.compile(r"([A-Z0-9_-]+):([A-Z0-9_-]+)\(1\.0(?:\.0)?\)")
_WORDS = {
    "STRUCTURE": ("dataflow",),
    "ACTION": ("I",),
    "OBS_STATUS": tuple("AMQUB"),
    "CONF_STATUS": ("F", "C"),
    "DECIMALS": tuple("0123456"),
}
_CUBE_HEADS = ("statistics_code", "DATAFLOW", "STRUCTURE")

Row = tuple[int, list[str]]


def scan_csv(content: bytes, search: Search) -> None:
    """Look at a CSV file; hits go to `search`."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        search.hit("bytes", f"{fault.start}", content[fault.start : fault.end].decode("latin-1"))
        return
    delimiter = ";" if content.startswith(BOM_UTF8) else ","
    first = text.split("\n", 1)[0]
    try:
        rows = list(enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), start=1))
    except csv.Error as fault:
        search.hit("bytes", "CSV", str(fault))
        return
    if first.split(delimiter, 1)[0].strip('"\r') in _CUBE_HEADS:
        _cube(rows, search)
    elif search.allowed.anything:
        _each_text(rows, search)
    else:
        _people(rows, search)


def _each_text(rows: Sequence[Row], search: Search) -> None:
    for number, row in rows:
        for column, cell in enumerate(row, start=1):
            search.text(_place(number, column), cell)


def _cube(rows: Sequence[Row], search: Search) -> None:
    """A file of a cube: one line for each cell, under one line of heads."""
    _, head = rows[0]
    for column, name in enumerate(head, start=1):
        if not _FIXED_HEADS.fullmatch(name):
            search.code(_place(1, column), name.removesuffix("_LABEL"))
    figures = [name in ("value", "OBS_VALUE") for name in head]
    # The same labels and codes stand in every line: each is looked up once for its column.
    met: list[set[str]] = [set() for _ in head]
    for number, row in rows[1:]:
        if len(row) != len(head):
            search.hit("bytes", _place(number, len(row)))
        for column, (cell, name) in enumerate(zip(row, head, strict=False)):
            if figures[column] or cell not in met[column]:
                met[column].add(cell)
                _cube_cell(name, cell, _place(number, column + 1), search)


def _cube_cell(name: str, cell: str, place: str, search: Search) -> None:
    words = _WORDS.get(name)
    if name in ("value", "OBS_VALUE"):
        search.figure(place, cell, comma=search.allowed.comma and name == "value")
    elif words is not None:
        search.text(place, cell, *words)
    elif name in ("DATAFLOW", "STRUCTURE_ID"):
        flow = _FLOW.fullmatch(cell)
        for part in flow.groups() if flow else (cell,):
            search.code(place, part, "CKM", "TABLE", "DF_TABLE")
    elif name.startswith("COMMENT_"):
        search.composed(place, cell)
    elif name.endswith(("_label", "_LABEL", "_unit")) or name in ("TITLE", "SOURCE", "UNIT_MEASURE", "value_q"):
        search.cube_text(place, cell)
    else:
        search.code(place, cell)


def _people(rows: Sequence[Row], search: Search) -> None:
    """A file for people: title and lines, an empty line, the table, an empty line, notes."""
    parts = list(_parts(rows))
    for place, part in enumerate(parts):
        table = _shape(part, search) if 0 < place < len(parts) - 1 else None
        head = stub = 0
        if table is not None:
            head, stub = table
        lines = 0
        for number, row in part:
            alone = len(row) == 1 and stub > 0
            lines = 0 if alone else lines + 1  # a layer's line begins a sheet with a head of its own
            for column, cell in enumerate(row, start=1):
                if table is not None and not alone and lines > head and column > stub:
                    search.figure(_place(number, column), cell)
                else:
                    search.text(_place(number, column), cell)


def _parts(rows: Sequence[Row]) -> Iterator[list[Row]]:
    part: list[Row] = []
    for number, row in rows:
        if row:
            part.append((number, row))
        elif part:
            yield part
            part = []
    if part:
        yield part


def _shape(part: Sequence[Row], search: Search) -> tuple[int, int] | None:
    """How many lines of head and columns of stub the table of a part has; None: it is no table of those allowed."""
    width = max(len(row) for _, row in part)
    first = next((row for _, row in part if len(row) > 1), part[0][1])
    for page in search.allowed.documents:
        heads = flat_heads(page)
        if [text.removeprefix("'") for text in first] == [text.removeprefix("'") for text in heads]:
            return 1, len(heads) - len(page.table.spec.values)
        sheet = page.sheet(0)
        stub = max(sheet.stub.depth, 1)
        if width == stub + sheet.columns:
            return page.depth("columns") + 1, stub
    return (0, 0) if width > 1 else None


def _place(row: int, column: int) -> str:
    return f"{row}:{column}"
