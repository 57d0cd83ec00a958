"""Columns of codes and numbers that are known, each value written in one of the ways in which offices get it."""

from __future__ import annotations

import datetime
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import openpyxl
from hypothesis import strategies as st

from tests.kit.workbooks import ods_table

Way = Literal["text", "number", "shown", "percent", "truth", "day", "error", "formula", "empty"]

_STYLES = (
    '<number:number-style style:name="N5"><number:number number:min-integer-digits="5"/></number:number-style>'
    '<number:number-style style:name="NK"><number:text>K</number:text>'
    '<number:number number:min-integer-digits="2"/></number:number-style>'
    '<style:style style:name="00000" style:family="table-cell" style:data-style-name="N5"/>'
    '<style:style style:name="K00" style:family="table-cell" style:data-style-name="NK"/>'
)
_FORMATS = {"00000": "00000", "K00": '"K"00'}
_MONTHS = ["Jan", "Feb", "Mrz", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"]


@dataclass(frozen=True)
class Cell:
    """A value as it is written. shown: the text that a sheet displays, for text files; format: name of a style."""

    way: Way
    value: Any = None
    shown: str = ""
    format: str = ""


@dataclass(frozen=True)
class KnownTable:
    """Codes and numbers (None: missing) of the records, and how each is written. merged: first and last record, from 0,
    whose codes are one cell."""

    codes: tuple[str, ...]
    numbers: tuple[float | None, ...]
    cells: tuple[tuple[Cell, Cell], ...]
    merged: tuple[int, int] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether each value is written as it is."""
        return self.merged is None and all(
            cell.way in ("text", "number") and cell.shown == plain
            for (code, number), known_code, known in zip(self.cells, self.codes, self.numbers, strict=True)
            for cell, plain in ((code, known_code), (number, german(known or 0)))
        )


def german(number: float) -> str:
    """A number with a decimal comma."""
    return (str(int(number)) if number == int(number) else repr(number)).replace(".", ",")


def _text(text: str) -> Cell:
    return Cell("text", text, text)


@st.composite
def _codes(draw: st.DrawFn, code: str) -> Cell:
    ways = [_text(code)] * 3
    ways += [_text(f"'{code}"), _text(f'="{code}"')] if code[:1].isdigit() else []
    ways += [_text(unicodedata.normalize("NFD", code)), _text(f"{code}\u200b"), _text(f" {code} ")]
    if code.isdigit():
        number = int(code)
        ways += [Cell("number", number, str(number)), Cell("shown", number, code, "00000" if len(code) == 5 else "")]
        ways += [Cell("truth", number == 1, "WAHR" if number == 1 else "FALSCH")] if code in ("0", "1") else []
        ways += [Cell("number", int(code + "0" * 15), f"{int(code)},5E+15")] if number else []
    if code[1:].isdigit() and code.startswith("K"):
        ways.append(Cell("shown", int(code[1:]), code, "K00"))
    first, dash, second = code.partition("-")
    if dash and int(second) <= 12:
        ways.append(Cell("day", datetime.date(2026, int(second), int(first)), f"{first}. {_MONTHS[int(second) - 1]}"))
    ways += [Cell("error", "#DIV/0!", "#DIV/0!"), Cell("formula", shown=code)]
    return draw(st.sampled_from(ways))


@st.composite
def _numbers(draw: st.DrawFn, number: float | None) -> Cell:
    if number is None:
        word = draw(st.sampled_from(["k.A.", "-", "NA", "#NV", "…"]))
        return draw(st.sampled_from([Cell("empty"), _text(word), Cell("error", "#N/A", "#NV"), Cell("formula")]))
    text = german(number)
    grouped = f"{int(number):,}".replace(",", ".")
    ways = [Cell("number", number, text)] * 4
    ways += [_text(text), Cell("percent", number / 100, f"{text}%"), _text(f"{text} %"), _text(f"{text} €")]
    ways += [_text(f"CHF {text}"), _text(f"$ {text}"), _text(text.replace("-", "\u2212")), _text(f"{text} ‰")]
    if number == int(number):
        ways += [_text(sign.join(grouped.split("."))) for sign in (".", " ", "\u202f", "\u00a0", "'", "’")]
        ways += [_text(f"{german(number / 1000)} T€"), _text(f"{german(number / 1000)} Tsd. EUR")]
        ways += [Cell("truth", number == 1, "WAHR" if number else "FALSCH")] if number in (0, 1) else []
    return draw(st.sampled_from(ways))


@st.composite
def known_tables(draw: st.DrawFn) -> KnownTable:
    """Tables of two columns; the first record is written as it is, so that a column shows how its codes look."""
    family = draw(
        st.sampled_from([
            ("01001", "01002", "11000", "09162"),
            ("K07", "K12", "K03"),
            ("1-2", "3-4", "5-9", "10-49"),
            ("0", "1", "2"),
            ("Köln", "München", "Ulm"),
            ("01", "02", "10"),
        ])
    )  # fmt: skip
    size = draw(st.integers(4, 12))
    codes = [draw(st.sampled_from(family)) for _ in range(size)]
    scale = draw(st.sampled_from([1, 10, 100]))
    whole = st.integers(-2000, 99_999) | st.integers(0, 5)
    numbers = [None if not place or draw(st.integers(0, 12)) == 0 else draw(whole) / scale for place in range(size)]
    numbers[0] = 7.0
    dirty = draw(st.floats(0, 0.6))
    cells = []
    for place, (code, number) in enumerate(zip(codes, numbers, strict=True)):
        as_it_is = number is not None and (not place or draw(st.floats(0, 1)) > dirty)
        number_cell = Cell("number", number, german(number or 0)) if as_it_is else draw(_numbers(number))
        is_code_plain = not place or draw(st.floats(0, 1)) > dirty
        cells.append((_text(code) if is_code_plain else draw(_codes(code)), number_cell))
    merged = None
    if draw(st.integers(0, 5)) == 0:
        begin = draw(st.integers(0, size - 2))
        codes[begin + 1] = codes[begin]
        cells[begin] = (_text(codes[begin]), cells[begin][1])
        cells[begin + 1] = (Cell("empty"), cells[begin + 1][1])
        merged = begin, begin + 1
    return KnownTable(tuple(codes), tuple(numbers), tuple(cells), merged)


def write_known(path: Path, table: KnownTable) -> Path:
    """Write a table by the ending of the path; a text has what a sheet displays."""
    write = {".csv": _write_csv, ".xlsx": _write_xlsx, ".ods": _write_ods}[path.suffix]
    write(path, table)
    return path


def _write_csv(path: Path, table: KnownTable) -> None:
    shown = [[cell.shown for cell in row] for row in table.cells]
    if table.merged is not None:
        shown[table.merged[1]][0] = table.codes[table.merged[1]]  # a text has no merged cells
    rows = [[f'"{text.replace(chr(34), chr(34) * 2)}"' if '"' in text else text for text in row] for row in shown]
    path.write_text("\n".join(["K;N", *map(";".join, rows), ""]), encoding="utf-8")


def _write_xlsx(path: Path, table: KnownTable) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["K", "N"])
    for number, row in enumerate(table.cells, start=2):
        for place, cell in enumerate(row, start=1):
            target = sheet.cell(number, place)
            if cell.way == "empty":
                continue
            target.value = "=1+1" if cell.way == "formula" else cell.value
            if cell.way == "text":
                target.data_type = "s"
            elif cell.way == "error":
                target.data_type = "e"
            elif cell.way == "percent":
                target.number_format = "0.0%"
            elif cell.format:
                target.number_format = _FORMATS[cell.format]
    if table.merged is not None:
        sheet.merge_cells(start_row=table.merged[0] + 2, end_row=table.merged[1] + 2, start_column=1, end_column=1)
    book.save(path)


def _write_ods(path: Path, table: KnownTable) -> None:
    rows: list[list[Any]] = [["K", "N"]]
    for place, row in enumerate(table.cells):
        span = 'table:number-rows-spanned="2"' if table.merged is not None and table.merged[0] == place else ""
        rows.append([_ods(cell, span if at == 0 else "") for at, cell in enumerate(row)])
    ods_table(path, rows, styles=_STYLES)


def _ods(cell: Cell, more: str) -> Any:
    if cell.way == "empty":
        return None
    if cell.way == "formula":
        return "", 'table:formula="of:=1+1"'
    if cell.way == "error":
        return cell.value, 'table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"'
    if cell.way == "percent":
        return cell.shown, f'office:value-type="percentage" office:value="{cell.value!r}"'
    if cell.format:
        return cell.value, f'table:style-name="{cell.format}"', cell.shown
    return (cell.value, more) if more else cell.value
