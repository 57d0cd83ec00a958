"""What the sheet of a workbook says beside the values of its cells: hidden rows, formulas without results, formats."""

from __future__ import annotations

import re
import struct
import zipfile
from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

import numpy as np

from ckmcore.base.reading import open_file
from ckmcore.errors import CkmError
from ckmcore.microdata.compound import Broken, records_of, workbook_streams
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import PACKED_ERRORS

_COMPOUND = b"\xd0\xcf\x11\xe0"
# Records of Excel 97 ([MS-XLS]).
_BEGIN, _END, _OF_SHEET, _FORMAT, _STYLE_97, _ROW_97 = 0x0809, 0x000A, 0x0085, 0x041E, 0x00E0, 0x0208
_NUMBERS_97, _SEVERAL, _VERSION_8 = (0x0203, 0x027E, 0x0006), 0x00BD, 0x0600
_PIECE = 1 << 20
_SMALL = 8 << 20
_SHEET = re.compile(rb"<(?:\w+:)?sheet\b([^>]*)>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b([^>]*)>")
_ATTRIBUTE = re.compile(rb"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
_HIDDEN = re.compile(rb"""\bhidden\s*=\s*["'](?:1|true)["']""")
_NUMBER = re.compile(rb"""\br\s*=\s*["'](\d{1,9})["']""")
_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?c>)", re.DOTALL)
_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Z]{1,3})(\d{1,9})["']""")
_STYLE = re.compile(rb"""\bs\s*=\s*["'](\d{1,6})["']""")
_FORMULA = re.compile(rb"<(?:\w+:)?f\b")
_RESULT = re.compile(rb"<(?:\w+:)?v>[^<]|<(?:\w+:)?is\b")
_FORMATS = re.compile(rb"<(?:\w+:)?numFmt\b([^>]*)>")
_CELL_STYLES = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_STYLES = re.compile(rb"<(?:\w+:)?xf\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?xf>)", re.DOTALL)
_INDENT = re.compile(rb"""\bindent\s*=\s*["'](\d{1,3})["']""")
# A format of digits alone says how a code is written: 00000, 0.00.
_OF_CODES = re.compile(r"(0{2,})(?:\.(0+))?|0\.(0+)")
_TWO_DECIMALS = "2"  # the number of the format that every workbook has
_MOST_REPEATED = 1 << 20


@dataclass(frozen=True)
class CodeFormat:
    """How many digits a number is displayed with: at least `digits` before the point and `decimals` behind it."""

    digits: int = 1
    decimals: int = 0

    def text(self, number: float) -> str:
        """The number as the sheet displays it."""
        shown = f"{abs(number):.{self.decimals}f}"
        whole, point, rest = shown.partition(".")
        return f"{'-' if number < 0 else ''}{whole.rjust(self.digits, '0')}{point}{rest}"


@dataclass
class SheetMarks:
    """Rows from 1, columns from 0. hidden: rows; formulas: rows of those without a result, by column; formats: rows of
    the cells that are displayed with a format of codes, by column and format. indents: of cells, by column and row."""

    hidden: list[int] = field(default_factory=list)
    formulas: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    formats: dict[int, dict[CodeFormat, array[int]]] = field(default_factory=lambda: defaultdict(dict))
    indents: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def displayed(self, column: int, rows: Sequence[int], values: list[Any]) -> list[Any]:
        """Values of a column as the sheet displays them, where its format is one of codes."""
        shown = list(values)
        for format, formatted in self.formats.get(column, {}).items():
            for place in np.flatnonzero(np.isin(rows, np.frombuffer(formatted, dtype=np.uint32))):
                if type(shown[place]) in (int, float):
                    shown[place] = format.text(float(shown[place]))
        return shown


def marks_of(file: Path, sheet: str, *, indents: bool = False) -> SheetMarks:
    """The marks of a sheet of a workbook; formulas are known of Excel since 2007 alone.

    indents: look for indents of cells, too. The file was looked through before (`check_workbook`). Raises FileDamaged.
    """
    try:
        return _marks_of(file, sheet, indents=indents)
    except CkmError:
        raise
    except (Broken, struct.error, IndexError) as fault:
        raise FileDamaged(file=str(file), detail=str(fault)) from None
    except (*PACKED_ERRORS, KeyError, OSError, ValueError, RuntimeError) as fault:
        raise FileDamaged(file=str(file), detail=str(fault)[:200]) from None


def _marks_of(file: Path, sheet: str, *, indents: bool) -> SheetMarks:
    with open_file(file) as stream:
        if stream.read(len(_COMPOUND)) == _COMPOUND:
            stream.seek(0)
            return _marks_of_97(stream.read(), sheet)
    with open_file(file) as stream, zipfile.ZipFile(stream) as archive:
        names = set(archive.namelist())
        if "content.xml" in names:
            return _marks_of_document(archive, names, sheet)
        part = _part_of(archive, names, sheet)
        if part is None:
            return SheetMarks()
        formats, indented = _cell_styles(archive, names)
        indented = indented if indents else {}
        marks = SheetMarks()
        with archive.open(part) as content:
            rest = b""
            while piece := content.read(_PIECE):
                rest += piece
                end = max(rest.rfind(b"</row>") + 6, rest.rfind(b":row>") + 5) if b"row>" in rest else 0
                if end > 6:
                    _look(rest[:end], formats, indented, marks)
                    rest = rest[end:]
            _look(rest, formats, indented, marks)
        return marks


def _attributes(text: bytes) -> dict[str, str]:
    return {
        name.decode().rpartition(":")[2]: (double or single).decode("utf-8", "replace")
        for name, double, single in _ATTRIBUTE.findall(text)
    }


def _small(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as content:
        return content.read(_SMALL)


def _part_of(archive: zipfile.ZipFile, names: set[str], sheet: str) -> str | None:
    """The part of the archive that holds a sheet."""
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
        return None
    targets = {}
    for element in _RELATION.findall(_small(archive, "xl/_rels/workbook.xml.rels")):
        relation = _attributes(element)
        target = relation.get("Target", "")
        targets[relation.get("Id", "")] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    for element in _SHEET.findall(_small(archive, "xl/workbook.xml")):
        known = _attributes(element)
        if _plain(known.get("name", "")) == sheet:
            part = targets.get(known.get("id", ""), "")
            return part if part in names else None
    return None


def _plain(text: str) -> str:
    for written, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(written, sign)
    return text


def _cell_styles(archive: zipfile.ZipFile, names: set[str]) -> tuple[dict[int, CodeFormat], dict[int, int]]:
    """The formats of digits alone, and the indents, by the number of the cell style that has one."""
    if "xl/styles.xml" not in names:
        return {}, {}
    styles = _small(archive, "xl/styles.xml")
    known = {_TWO_DECIMALS: "0.00"}
    for element in _FORMATS.findall(styles):
        attributes = _attributes(element)
        known[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
    cells = _CELL_STYLES.search(styles)
    formats, indents = {}, {}
    for number, (element, content) in enumerate(_STYLES.findall(cells[0]) if cells else ()):
        indent = _INDENT.search(content)
        if indent is not None and int(indent[1]):
            indents[number] = int(indent[1])
        format = _code_format(known.get(_attributes(element).get("numFmtId", ""), ""))
        if format is not None:
            formats[number] = format
    return formats, indents


def _look(text: bytes, formats: dict[int, CodeFormat], indents: dict[int, int], marks: SheetMarks) -> None:
    """Look at whole rows."""
    if b"hidden" in text:
        for element in _ROW.findall(text):
            number = _NUMBER.search(element)
            if _HIDDEN.search(element) and number:
                marks.hidden.append(int(number[1]))
    has_formulas = _FORMULA.search(text) is not None
    if not has_formulas and not formats and not indents:
        return
    for attributes, content in _CELL.findall(text):
        style = _STYLE.search(attributes) if formats or indents else None
        format = formats.get(int(style[1])) if style else None
        indent = indents.get(int(style[1])) if style else None
        lacks = has_formulas and _FORMULA.search(content) and not _RESULT.search(content)
        if format is None and not lacks and not indent:
            continue
        place = _PLACE.search(attributes)
        if place is None:
            continue
        column, row = _column(place[1]), int(place[2])
        if indent:
            marks.indents[column][row] = indent
        if lacks:
            marks.formulas[column].append(row)
        elif format is not None and content:
            marks.formats[column].setdefault(format, array("I")).append(row)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number - 1


def _marks_of_document(archive: zipfile.ZipFile, names: set[str], sheet: str) -> SheetMarks:
    """Hidden rows of a sheet of an OpenDocument workbook, and cells that are displayed with a format of codes."""
    document = _Document(sheet)
    for part in ("styles.xml", "content.xml"):
        if part in names:
            parser = expat.ParserCreate(namespace_separator=" ")
            parser.StartElementHandler, parser.EndElementHandler = document.start, document.end
            try:
                with archive.open(part) as content:
                    while piece := content.read(_PIECE):
                        parser.Parse(piece)
                    parser.Parse(b"", True)
            except expat.ExpatError as fault:
                raise ValueError(str(fault)) from None
    return document.marks


class _Document:
    """The marks of one sheet, collected while the elements of a document pass by."""

    def __init__(self, sheet: str) -> None:
        self.marks = SheetMarks()
        self._sheet, self._is_inside = sheet, False
        self._number_style, self._codes = "", dict[str, CodeFormat | None]()
        self._styles: dict[str, CodeFormat] = {}
        self._row = self._column = 0
        self._times, self._is_hidden, self._has_values = 1, False, False
        self._of_row: CodeFormat | None = None
        self._of_column: list[tuple[int, CodeFormat | None]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        space, _, tag = name.rpartition(" ")
        known = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        if ":datastyle:" in space:
            self._in_number_style(tag, known)
        elif tag == "style" and known.get("family") == "table-cell":
            format = self._codes.get(known.get("data-style-name", ""))
            if format is not None:
                self._styles[known.get("name", "")] = format
        elif tag == "table":
            self._is_inside = known.get("name") == self._sheet
        elif self._is_inside and tag == "table-column":
            self._of_column.append(
                (_times(known, "columns"), self._styles.get(known.get("default-cell-style-name", "")))
            )
        elif self._is_inside and tag == "table-row":
            self._column, self._times, self._has_values = 0, _times(known, "rows"), False
            self._is_hidden = known.get("visibility") in ("collapse", "filter")
            self._of_row = self._styles.get(known.get("default-cell-style-name", ""))
        elif self._is_inside and tag in ("table-cell", "covered-table-cell"):
            self._cell(known)

    def _in_number_style(self, tag: str, known: dict[str, str]) -> None:
        if tag.endswith("-style"):
            self._number_style = known.get("name", "") if tag == "number-style" else ""
        elif self._number_style and tag == "number" and self._number_style not in self._codes:
            digits, decimals = (int(known.get(part) or 0) for part in ("min-integer-digits", "decimal-places"))
            least = int(known.get("min-decimal-places") or decimals)
            is_code = known.get("grouping") != "true" and least == decimals and (digits > 1 or decimals > 0)
            self._codes[self._number_style] = CodeFormat(max(1, digits), decimals) if is_code else None
        elif self._number_style:
            self._codes[self._number_style] = None  # signs beside the number: no format of codes

    def _cell(self, known: dict[str, str]) -> None:
        times = _times(known, "columns")
        self._has_values |= "value-type" in known
        if known.get("value-type") == "float":
            format = (
                self._styles.get(known["style-name"]) if "style-name" in known else self._of_row or self._by_column()
            )
            for column in range(self._column, self._column + times) if format is not None else ():
                rows = self.marks.formats[column].setdefault(format, array("I"))  # type: ignore[arg-type]
                rows.extend(range(self._row + 1, self._row + 1 + self._times))
        self._column += times

    def _by_column(self) -> CodeFormat | None:
        end = 0
        for times, format in self._of_column:
            end += times
            if self._column < end:
                return format
        return None

    def end(self, name: str) -> None:
        """An element ends."""
        if name.endswith(" table-row") and self._is_inside:
            if self._is_hidden and self._has_values:
                self.marks.hidden.extend(range(self._row + 1, self._row + 1 + self._times))
            self._row += self._times
        elif name.endswith(" table") and self._is_inside:
            self._is_inside = False


def _times(known: dict[str, str], of: str) -> int:
    """How often a row or column of a document is repeated."""
    return min(int(known.get(f"number-{of}-repeated") or 1), _MOST_REPEATED)


def _marks_of_97(content: bytes, sheet: str) -> SheetMarks:
    """Hidden rows, and cells with a format of codes, of a sheet of Excel 97; nothing of older ones."""
    marks = SheetMarks()
    for stream in workbook_streams(content):
        known, styles, begin = {2: "0.00"}, list[int](), -1
        for kind, place, _ in records_of(stream):
            if kind == _BEGIN and struct.unpack_from("<H", stream, place)[0] != _VERSION_8:
                return marks
            if kind == _FORMAT:
                number, letters, wide = struct.unpack_from("<HHB", stream, place)
                known[number] = _text_97(stream, place + 5, letters, wide)
            elif kind == _STYLE_97:
                styles.append(struct.unpack_from("<H", stream, place + 2)[0])
            elif kind == _OF_SHEET:
                where, _, letters, wide = struct.unpack_from("<IHBB", stream, place)
                begin = where if _text_97(stream, place + 8, letters, wide) == sheet else begin
            elif kind == _END:
                break
        if begin >= 0:
            formats = {number: _code_format(known.get(style, "")) for number, style in enumerate(styles)}
            _look_97(stream, begin, {number: format for number, format in formats.items() if format}, marks)
    return marks


def _text_97(stream: bytes, place: int, letters: int, wide: int) -> str:
    size = 2 * letters if wide & 1 else letters
    return stream[place : place + size].decode("utf-16-le" if wide & 1 else "latin-1", "replace")


def _look_97(stream: bytes, begin: int, formats: dict[int, CodeFormat], marks: SheetMarks) -> None:
    hidden, filled = set[int](), set[int]()
    for kind, place, length in records_of(stream, begin):
        if kind == _END:
            break
        if kind == _ROW_97 and stream[place + 12] & 0x20:
            hidden.add(struct.unpack_from("<H", stream, place)[0] + 1)
        elif kind in _NUMBERS_97 or kind == _SEVERAL:
            row, column = struct.unpack_from("<HH", stream, place)
            filled.add(row + 1)
            cells = (length - 6) // 6 if kind == _SEVERAL else 1
            for cell in range(cells):
                format = formats.get(struct.unpack_from("<H", stream, place + 4 + 6 * cell)[0])
                if format is not None:
                    marks.formats[column + cell].setdefault(format, array("I")).append(row + 1)
        elif kind in (0x00FD, 0x0204):
            filled.add(struct.unpack_from("<H", stream, place)[0] + 1)
    marks.hidden.extend(sorted(hidden & filled))


def _code_format(code: str) -> CodeFormat | None:
    digits = _OF_CODES.fullmatch(code.partition(";")[0])
    return CodeFormat(len(digits[1] or "0"), len(digits[2] or digits[3] or "")) if digits else None
