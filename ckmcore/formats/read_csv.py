"""CSV taken apart, whoever wrote it: GENESIS flat CSV, SDMX-CSV, and files for people.

`read_genesis` and `read_sdmx` demand what the format demands; `search_csv` looks at each cell, also where the file is
none: of cubes its column says whether it is a figure, a code or a text, for people its place.
"""

from __future__ import annotations

import codecs
import csv
import io
import math
import re
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path

import numpy as np

from ckmcore.base.numbers import Language
from ckmcore.base.reading import read_file
from ckmcore.formats.check import Axis, FormatViolation, ParsedCube, of_lines
from ckmcore.formats.codes import time_form
from ckmcore.formats.columns import Column, each_text, first_line, numbers_of, read_lines, stands_twice
from ckmcore.formats.flat_lines import code_columns, csv_heads
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.office.settings import SIGNS

BEGIN = ["statistics_code", "statistics_label", "time_code", "time_label", "time"]
VARIABLE = ["variable_code", "variable_label", "variable_attribute_code", "variable_attribute_label"]
END = ["value", "value_unit", "value_variable_code", "value_variable_label"]
QUALITY = {"", "()"}
FIRST = {"1.0": ["DATAFLOW"], "2.0": ["STRUCTURE", "STRUCTURE_ID", "ACTION"]}
FLOW = {
    "1.0": re.compile(r"[A-Za-z][\w.-]*:[\w@$-]+\(\d+\.\d+\)", re.ASCII),
    "2.0": re.compile(r"[A-Za-z][\w.-]*:[\w@$-]+\(\d+\.\d+\.\d+\)", re.ASCII),
}
WITH_VALUE, WITHOUT = {"A", "B", "U"}, {"M", "Q"}
_COMPONENT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_CODE = re.compile(r"[A-Za-z0-9_@$-]+")
_NUMBER: dict[Language, re.Pattern[str]] = {"de": re.compile(r"-?\d+(,\d+)?"), "en": re.compile(r"-?\d+(\.\d+)?")}
_SIGNS = {text for signs in SIGNS.values() for sign, text in signs.items() if text and not sign.keeps_figure}
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


def _cells(content: bytes) -> Iterator[list[str]]:
    """The rows of a file; `;` divides those that begin with a BOM. Raises UnicodeDecodeError, csv.Error with the line
    as its second argument."""
    text = content.decode("utf-8-sig")
    delimiter = ";" if content.startswith(codecs.BOM_UTF8) else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        yield from reader
    except csv.Error as fault:
        raise csv.Error(str(fault), reader.line_num) from None


def _strict(path: Path, *, marked: bool) -> tuple[list[str], Sequence[Sequence[str]], int]:
    """Head, columns and number of the lines below it of a file of a cube; `marked`: it begins with a BOM."""
    content = read_file(path)
    if content.startswith(codecs.BOM_UTF8) != marked:
        raise FormatViolation("check_encoding")
    by_text = _as_columns(content)
    if by_text is not None:
        return (*by_text, len(by_text[1][0]))
    try:
        rows = list(_cells(content))
    except UnicodeDecodeError:
        raise FormatViolation("check_encoding") from None
    except csv.Error as fault:
        raise FormatViolation("check_csv", line=fault.args[1]) from None
    if len(rows) < 2:
        raise FormatViolation("check_csv_head")
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(rows[0]):
            raise FormatViolation("check_csv", line=number)
    return rows[0], list(zip(*rows[1:], strict=True)), len(rows) - 1


def _as_columns(content: bytes) -> tuple[list[str], list[Column]] | None:
    """Head and columns of a file that is one table; None where it has to be read line by line."""
    marked = content.startswith(codecs.BOM_UTF8)
    delimiter, content = ";" if marked else ",", content.removeprefix(codecs.BOM_UTF8)
    head = first_line(content, delimiter)
    if head is None:
        return None
    columns = read_lines(content[head[1] :], delimiter, len(head[0]))
    return None if columns is None else (head[0], columns)


def read_genesis(path: Path, language: Language) -> ParsedCube:
    """Read a file strictly; raises FormatViolation where it is not as the format demands."""
    head, columns, count = _strict(path, marked=True)
    value = len(BEGIN) + _variables(head) * len(VARIABLE)
    for number, (label, *same) in enumerate(zip(columns[1], *columns[:4], strict=True), start=2):
        if not label or same != [column[0] for column in columns[:4]]:
            raise FormatViolation("check_csv", line=number)
    keys = [columns[4], *columns[len(BEGIN) + 2 : value : len(VARIABLE)], columns[value + 2]]
    names = ["time", *(f"{number}_variable" for number in range(1, len(keys) - 1)), "value_variable_code"]
    labels = [columns[4], *columns[len(BEGIN) + 3 : value : len(VARIABLE)], columns[value + 3]]
    axes = tuple(Axis(*axis) for axis in map(_codes_of, names, keys, labels))
    figures = list(map(_figure, columns[value], range(2, count + 2), repeat(language)))
    if len(columns) > value + len(END) and set(columns[-1]) - QUALITY:
        raise FormatViolation("check_csv_value", text=max(columns[-1])[:60], line=2, column="value_q")
    return ParsedCube(axes, of_lines(keys, figures))


def _codes_of(name: str, codes: Sequence[str], labels: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The codes of a column, each with one label; raises FormatViolation."""
    pairs = set(zip(codes, labels, strict=True))
    found = tuple(dict.fromkeys(codes))
    if len(pairs) != len(found) or (name != "time" and any(not label for _, label in pairs)):
        raise FormatViolation("check_csv_value", text=name, line=2, column=name)
    return name, found


def _variables(head: list[str]) -> int:
    """Number of variables that the header names; raises FormatViolation where the format has another header."""
    count = (len(head) - len(BEGIN) - len(END)) // len(VARIABLE)
    wanted = [*BEGIN]
    for number in range(1, count + 1):
        wanted += [f"{number}_{part}" for part in VARIABLE]
    wanted += END
    if head not in (wanted, [*wanted, "value_q"]):
        raise FormatViolation("check_csv_head")
    return count


def _figure(text: str, line: int, language: Language) -> str | None:
    if text in _SIGNS:
        return None
    if not _NUMBER[language].fullmatch(text):
        raise FormatViolation("check_csv_value", text=text[:60], line=line, column="value")
    return text.replace(",", ".")


def read_sdmx(path: Path, version: str, *, listed: bool = False) -> ParsedCube:
    """Read a file of a version strictly; `listed`: not every combination of codes has a line. Raises FormatViolation
    where it is not as the format demands."""
    head, columns, count = _strict(path, marked=False)
    first = FIRST[version]
    if head[: len(first)] != first or "OBS_VALUE" not in head or len(set(head)) < len(head):
        raise FormatViolation("check_csv_head")
    value = head.index("OBS_VALUE")
    if not all(map(_COMPONENT.fullmatch, head)) or head[value + 1 : value + 3] != ["OBS_STATUS", "CONF_STATUS"]:
        raise FormatViolation("check_csv_head")
    _check_flow(columns[: len(first)], version)
    names, keys = head[len(first) : value], columns[len(first) : value]
    axes = tuple(Axis(name, _codes(name, column)) for name, column in zip(names, keys, strict=True))
    observed = _observations(columns[value : value + 3], count)
    coded = [key for key in keys if isinstance(key, Column)]
    numbers = numbers_of(coded) if keys and len(coded) == len(keys) else None
    if listed:
        if len(set(zip(*keys, strict=True))) < len(observed) if numbers is None else stands_twice(numbers):
            raise FormatViolation("check_csv_key", line=count + 1)
        return ParsedCube(axes, observed, keys)
    # Lines in the order of a cube, each cell once: nothing has to be put in its place.
    every = math.prod(len(axis.codes) for axis in axes)
    if numbers is not None and every == count and bool((numbers == np.arange(count)).all()):
        return ParsedCube(axes, observed)
    return ParsedCube(axes, of_lines(keys, observed))


def _observations(columns: Sequence[Sequence[str]], count: int) -> Sequence[str | None]:
    """The figures of lines with value, status and confidentiality; of equal lines only the first is read."""
    coded = [column for column in columns if isinstance(column, Column)]
    numbers = numbers_of(coded) if len(coded) == len(columns) else None
    if numbers is None:
        return list(map(_observation, *columns, range(2, count + 2)))
    _, first, places = np.unique(numbers, return_index=True, return_inverse=True)
    figures: list[str | None] = [None] * len(first)
    for at in np.argsort(first).tolist():
        line = int(first[at])
        value, status, confidential = (column[line] for column in columns)
        figures[at] = _observation(value, status, confidential, line + 2)
    return Column(figures, places.reshape(-1))


def _check_flow(columns: Sequence[Sequence[str]], version: str) -> None:
    """The first columns say the same in each line: what the data are of."""
    kind = columns[0][0] if version == "2.0" else "dataflow"
    flow = columns[1][0] if version == "2.0" else columns[0][0]
    action = columns[2][0] if version == "2.0" else "I"
    same = all(len(each_text(column)) == 1 for column in columns)
    if not same or kind != "dataflow" or not FLOW[version].fullmatch(flow) or action != "I":
        raise FormatViolation("check_csv_value", text=flow[:60], line=2, column=FIRST[version][0])


def _codes(name: str, column: Sequence[str]) -> tuple[str, ...]:
    """The codes of a column, each once; raises FormatViolation where one is none."""
    found = tuple(each_text(column))
    for code in found:
        if not (time_form(code) if name == "TIME_PERIOD" else _CODE.fullmatch(code)):
            raise FormatViolation("check_csv_value", text=code[:60], line=column.index(code) + 2, column=name)
    return found


def _observation(value: str, status: str, confidential: str, line: int) -> str | None:
    """The figure of a line; it has one exactly where its status says so."""
    if status not in WITH_VALUE | WITHOUT or (status in WITHOUT) != (value == ""):
        raise FormatViolation("check_csv_value", text=status[:60], line=line, column="OBS_STATUS")
    if confidential != ("C" if status == "Q" else "F"):
        raise FormatViolation("check_csv_value", text=confidential[:60], line=line, column="CONF_STATUS")
    if not value:
        return None
    if not _NUMBER["en"].fullmatch(value):
        raise FormatViolation("check_csv_value", text=value[:60], line=line, column="OBS_VALUE")
    return value


def search_csv(content: bytes, search: LeakScan) -> None:
    """Look at a file; hits go to `search`. Where there is none in a long file, each text was looked at once."""
    if not search.allowed.anything and search.read is None:
        once = search.again()
        if (_cube_by_text(content, once) or _people_by_text(content, once)) and not once.hits:
            search.take(once)
            return
    try:
        rows = list(enumerate(_cells(content), start=1))
    except UnicodeDecodeError as fault:
        search.hit("bytes", f"{fault.start}", content[fault.start : fault.end].decode("latin-1"))
        return
    except csv.Error as fault:
        search.hit("bytes", "CSV", str(fault.args[0]))
        return
    if rows and rows[0][1] and rows[0][1][0] in _CUBE_HEADS:
        _cube(rows, search)
    elif search.allowed.anything:
        _each_text(rows, search)
    else:
        _people(rows, search)


def _each_text(rows: Sequence[Row], search: LeakScan) -> None:
    for number, row in rows:
        for column, cell in enumerate(row, start=1):
            search.text(_place(number, column), cell)


def _cube(rows: Sequence[Row], search: LeakScan) -> None:
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
                search_cube_cell(name, cell, _place(number, column + 1), search)


def _cube_by_text(content: bytes, search: LeakScan) -> bool:
    """A file of a cube, text by text; whether it could be read so."""
    found = _as_columns(content)
    if found is None or found[0][0] not in _CUBE_HEADS:
        return False
    head, columns = found
    for name in head:
        if not _FIXED_HEADS.fullmatch(name):
            search.code("", name.removesuffix("_LABEL"))
    for name, column in zip(head, columns, strict=True):
        if name in ("value", "OBS_VALUE"):
            for text, times in column.counts():
                search.figure("", text, comma=search.allowed.comma and name == "value", times=times)
        else:
            for text in column.texts:
                search_cube_cell(name, text, "", search)
    return True


def _people_by_text(content: bytes, search: LeakScan) -> bool:
    """A long file for people, text by text; whether it could be read so."""
    delimiter = ";" if content.startswith(codecs.BOM_UTF8) else ","
    content = content.removeprefix(codecs.BOM_UTF8)
    begin = content.find(b"\r\n\r\n") + 4
    end = content.find(b"\r\n\r\n", begin) + 2
    head = first_line(content[begin:], delimiter) if begin > 3 and end > begin + 2 else None
    if head is None:
        return False
    cells, width = head
    page = next(iter(search.allowed.documents), None)
    if page is None or not _same_heads(cells, csv_heads(page)):
        return False
    columns = read_lines(content[begin + width : end], delimiter, len(cells))
    if columns is None:
        return False
    try:
        around = [_part_of(content[:begin], delimiter), _part_of(content[end + 2 :], delimiter)]
    except (UnicodeDecodeError, csv.Error):
        return False
    if not all(around) or not all(all(rows) for rows in around):
        return False  # more than three parts: another kind of file
    for rows in around:
        for row in rows:
            for text in row:
                search.text("", text)
    for text in cells:
        search.text("", text)
    stub = len(cells) - len(page.table.spec.values)
    for at, column in enumerate(columns):
        for text, times in column.counts():
            if at < stub:
                search.text("", text)
            else:
                search.figure("", text, times=times)
    return True


def _part_of(content: bytes, delimiter: str) -> list[list[str]]:
    """The rows of a part, without the empty line that ends it. Raises UnicodeDecodeError, csv.Error."""
    rows = list(csv.reader(io.StringIO(content.decode(), newline=""), delimiter=delimiter, strict=True))
    return rows[:-1] if rows and not rows[-1] else rows


def _same_heads(cells: Sequence[str], heads: Sequence[str]) -> bool:
    return [text.removeprefix("'") for text in cells] == [text.removeprefix("'") for text in heads]


def search_cube_cell(name: str, cell: str, place: str, search: LeakScan) -> None:
    """Look at a cell of a file of a cube; `name`: of its column."""
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


def _people(rows: Sequence[Row], search: LeakScan) -> None:
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


def _shape(part: Sequence[Row], search: LeakScan) -> tuple[int, int] | None:
    """How many lines of head and columns of stub the table of a part has; None: it is no table of those allowed."""
    width = max(len(row) for _, row in part)
    first = next((row for _, row in part if len(row) > 1), part[0][1])
    for page in search.allowed.documents:
        heads = csv_heads(page)
        if _same_heads(first, heads):
            return 1, len(heads) - len(page.table.spec.values)
        sheet = page.sheet(0)
        stub = max(sheet.stub.depth, 1) + len(code_columns(page, "rows"))
        if width == stub + sheet.columns:
            return page.depth("columns") + 1 + len(sheet.lines_below_head(paper=False)), stub
    return (0, 0) if width > 1 else None


def _place(row: int, column: int) -> str:
    return f"{row}:{column}"
