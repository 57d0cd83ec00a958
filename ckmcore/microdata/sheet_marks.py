"""What the sheet of a workbook says beside the values of its cells: hidden rows, formulas without results, errors,
merged cells, formats."""

from __future__ import annotations

import re
import struct
import zipfile
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal
from xml.parsers import expat

import numpy as np

from ckmcore.base.reading import open_file
from ckmcore.errors import CkmError
from ckmcore.microdata.compound import Broken, records_of, workbook_streams
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import PACKED_ERRORS, Format
from ckmcore.microdata.number_signs import PERCENT_AS_TEXT, scaled_unit, unit_named, unit_without_scale

_COMPOUND = b"\xd0\xcf\x11\xe0"
# Records of Excel 97 ([MS-XLS]).
_BEGIN, _END, _OF_SHEET, _FORMAT, _STYLE_97, _ROW_97 = 0x0809, 0x000A, 0x0085, 0x041E, 0x00E0, 0x0208
_NUMBERS_97, _SEVERAL, _VERSION_8 = (0x0203, 0x027E, 0x0006), 0x00BD, 0x0600
_FORMULA_97, _TRUTH_OR_ERROR_97 = 0x0006, 0x0205
_ERRORS_97 = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
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
_ERROR = re.compile(rb"""\bt\s*=\s*["']e["']""")
_VALUE = re.compile(rb"<(?:\w+:)?v>([^<]{0,40})")
_FORMULA = re.compile(rb"<(?:\w+:)?f\b")
_RESULT = re.compile(rb"<(?:\w+:)?v>[^<]|<(?:\w+:)?is\b")
_FORMATS = re.compile(rb"<(?:\w+:)?numFmt\b([^>]*)>")
_CELL_STYLES = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_STYLES = re.compile(rb"<(?:\w+:)?xf\b([^>]*?)(?:/>|>(.*?)</(?:\w+:)?xf>)", re.DOTALL)
_INDENT = re.compile(rb"""\bindent\s*=\s*["'](\d{1,3})["']""")
# A format of digits alone says how a code is written: 00000, 0.00.
_OF_CODES = re.compile(r"(0{2,})(?:\.(0+))?|0\.(0+)")
# Formats that every workbook has, by their numbers: of codes, of percent, and of a day without its year.
_BUILT_IN = {2: "0.00", 9: "0%", 10: "0.00%"}
# Likewise, and not known to reading rules before the fifth.
_BUILT_IN_TOO = {11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 16: "d-mmm", 17: "mmm-yy", 48: "##0.0E+0"}
_MOST_REPEATED = 1 << 20
# A text within a format, a sign of currency, a colour or condition, a width; digits.
_OF_FORMAT = re.compile(
    r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|(\[[^\]]*\]|_.|\*.)|(General|Standard)|([0#?]+(?:[.,]+[0#?]+)*,*)|(.)'
)
# Commas behind the digits before the point: each divides the number by 1000 where it is displayed.
_THOUSANDS = re.compile(r"[0#?](,+)(?![0#?,])")
_DAY_SIGNS = re.compile(r"[dmyhs]", re.IGNORECASE)
_PLACE_OF_DIGIT = "\0"
# Digits of an exponent; zeros that stand behind the digits of each number as a text.
_AS_POWER = re.compile(r"[0#?][Ee][+-]")
_MULTIPLIED = re.compile(r"[^\d\0]*\0+((?:[., ']?000)+)(\D*)")
_OTHER_NUMBERS = {"scientific-number": "0.00E+00", "fraction": "# ?/?"}
_DAY_PARTS = {"year": "y", "month": "m", "day": "d", "day-of-week": "d", "hours": "h", "minutes": "h", "seconds": "s"}


@dataclass(frozen=True)
class CodeFormat:
    """How many digits a number is displayed with: at least `digits` before the point and `decimals` behind it.

    template: letters around and between the digits of a whole number, whose places are NUL; "": there are none.
    later: whether reading rules before the third did not know it, new: those before the fifth. period: `m` where days
    are displayed as months of a year, `y` as years, `d` as days of no year; `e` where numbers are displayed as powers
    of ten or as fractions. The last two are asked about.
    """

    digits: int = 1
    decimals: int = 0
    template: str = ""
    later: bool = False
    period: str = ""
    new: bool = False

    def shown(self, value: Any) -> Any:
        """A value as the sheet displays it; others than those that the format is for as they are."""
        if self.period:
            if not isinstance(value, date) or self.period in "de":
                return value
            return f"{value.year}m{value.month}" if self.period == "m" else str(value.year)
        is_number = type(value) in (int, float) and (not self.template or float(value).is_integer())
        return self.text(float(value)) if is_number else value

    def text(self, number: float) -> str:
        """The number as the sheet displays it."""
        if self.template:
            return self._filled(number)
        shown = f"{abs(number):.{self.decimals}f}"
        whole, point, rest = shown.partition(".")
        return f"{'-' if number < 0 else ''}{whole.rjust(self.digits, '0')}{point}{rest}"

    def _filled(self, number: float) -> str:
        places = self.template.count(_PLACE_OF_DIGIT)
        shown = f"{abs(number):.0f}".rjust(self.digits, "0").rjust(places)
        first, rest = shown[: len(shown) - places + 1], shown[len(shown) - places + 1 :]
        parts = self.template.split(_PLACE_OF_DIGIT)
        filled = "".join(f"{digit.strip()}{part}" for digit, part in zip([first, *rest], parts[1:], strict=True))
        return f"{'-' if number < 0 else ''}{parts[0]}{filled}".strip()


@dataclass(frozen=True)
class CellFormat:
    """The format of a cell: as codes are displayed, or None; the unit beside the number, or ""; and what it does not
    display of a number."""

    code: CodeFormat | None = None
    unit: str = ""
    hides: frozenset[Hidden] = frozenset()


Hidden = Literal["above", "below", "minus"]
"""What a format does not display: numbers above 0, those below 0, or the minus of these."""
Merge = tuple[tuple[int, int], tuple[int, int]]
"""The first and the last cell of an area of merged cells, as row and column from 0."""


@dataclass
class SheetMarks:
    """Rows from 1, columns from 0. hidden: rows; formulas: rows of those without a result, by column; formats: rows of
    the cells that are displayed with a format of codes, by column and format. indents: of cells, by column and row.
    errors: texts of cells that hold an error, by column and row. units: rows of the numbers that are displayed
    with a unit, by column and unit. hides: rows of the numbers of which something is not displayed, by column. merges:
    None where the library that reads the cells knows them."""

    hidden: list[int] = field(default_factory=list)
    formulas: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    formats: dict[int, dict[CodeFormat, array[int]]] = field(default_factory=lambda: defaultdict(dict))
    indents: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    errors: dict[int, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    units: dict[int, dict[str, array[int]]] = field(default_factory=lambda: defaultdict(dict))
    hides: dict[int, dict[Hidden, array[int]]] = field(default_factory=lambda: defaultdict(dict))
    merges: list[Merge] | None = None

    def displayed(self, column: int, rows: Sequence[int], values: list[Any]) -> list[Any]:
        """Values of a column as the sheet displays them, where its format is one of codes."""
        shown = list(values)
        for format, formatted in self.formats.get(column, {}).items():
            for place in np.flatnonzero(np.isin(rows, np.frombuffer(formatted, dtype=np.uint32))):
                shown[place] = format.shown(shown[place])
        return shown

    def rows_of_period(self, column: int, period: str) -> frozenset[int]:
        """Rows of a column whose cells are displayed by a format of this `period`."""
        formats = self.formats.get(column, {}).items()
        return frozenset(row for format, rows in formats if format.period == period for row in rows)

    def units_of(self, column: int, rows: Sequence[int]) -> list[str]:
        """The unit beside each number of a column, "" where there is none."""
        units = [""] * len(rows)
        for unit, with_unit in self.units.get(column, {}).items():
            for place in np.flatnonzero(np.isin(rows, np.frombuffer(with_unit, dtype=np.uint32))):
                units[place] = unit
        return units

    def note(self, column: int, rows: Iterable[int], format: CellFormat) -> None:
        """Keep the format of the numbers in rows of a column."""
        if format.code is not None:
            self.formats[column].setdefault(format.code, array("I")).extend(rows)
        if format.unit:
            self.units[column].setdefault(format.unit, array("I")).extend(rows)
        for hidden in format.hides:
            self.hides[column].setdefault(hidden, array("I")).extend(rows)

    def of_former_rules(self, rules: int, kind: Format) -> SheetMarks:
        """The marks that reading rules know; by rules 1 Excel since 2007 alone has codes as displayed, by rules 3
        it alone has days displayed as months. Numbers that are displayed divided are known by rules 5, what
        is not displayed by rules 6."""
        if rules > 4:
            return self if rules > 5 else replace(self, hides=defaultdict(dict))
        units = _without_scales(self.units) if rules > 2 else defaultdict[int, dict[str, "array[int]"]](dict)
        if rules > 2:
            of_codes = defaultdict[int, dict[CodeFormat, "array[int]"]](dict)
            for column, formats in self.formats.items():
                kept = {format: rows for format, rows in formats.items() if not format.new}
                if rules < 4 and kind == "ods":
                    kept = {format: rows for format, rows in kept.items() if not format.period}
                if kept:
                    of_codes[column] = kept
            return replace(self, formats=of_codes, units=units, hides=defaultdict(dict))
        plain = (
            {}
            if rules < 2 and kind != "excel"
            else {
                column: {format: rows for format, rows in formats.items() if not format.later}
                for column, formats in self.formats.items()
            }
        )
        known = defaultdict[int, dict[CodeFormat, "array[int]"]](dict)
        known.update({column: formats for column, formats in plain.items() if formats})
        former = replace(self, formats=known, errors=defaultdict(dict), units=units, merges=None)
        former.hides = defaultdict(dict)
        return former if self.merges is None else replace(former, formulas=defaultdict(list))


def _without_scales(units: dict[int, dict[str, array[int]]]) -> dict[int, dict[str, array[int]]]:
    """Units as former rules know them: without the power of ten by which a number is divided where it is displayed."""
    known = defaultdict[int, dict[str, "array[int]"]](dict)
    for column, of_column in units.items():
        for unit, rows in of_column.items():
            plain = unit_without_scale(unit)
            if plain:
                known[column].setdefault(plain, array("I")).extend(rows)
    return known


def marks_of(file: Path, sheet: str, *, indents: bool = False) -> SheetMarks:
    """The marks of a sheet of a workbook; formulas are known of Excel since 2007 and of OpenDocument.

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


def _cell_styles(archive: zipfile.ZipFile, names: set[str]) -> tuple[dict[int, CellFormat], dict[int, int]]:
    """The formats of codes and of units, and the indents, by the number of the cell style that has one."""
    if "xl/styles.xml" not in names:
        return {}, {}
    styles = _small(archive, "xl/styles.xml")
    known = {str(number): code for number, code in (_BUILT_IN | _BUILT_IN_TOO).items()}
    for element in _FORMATS.findall(styles):
        attributes = _attributes(element)
        known[attributes.get("numFmtId", "")] = _plain(attributes.get("formatCode", ""))
    cells = _CELL_STYLES.search(styles)
    formats, indents = {}, {}
    for number, (element, content) in enumerate(_STYLES.findall(cells[0]) if cells else ()):
        indent = _INDENT.search(content)
        if indent is not None and int(indent[1]):
            indents[number] = int(indent[1])
        format_number = _attributes(element).get("numFmtId", "")
        format = _numbered_format(known.get(format_number, ""), format_number)
        if format is not None:
            formats[number] = format
    return formats, indents


def _look(text: bytes, formats: dict[int, CellFormat], indents: dict[int, int], marks: SheetMarks) -> None:
    """Look at whole rows."""
    if b"hidden" in text:
        for element in _ROW.findall(text):
            number = _NUMBER.search(element)
            if _HIDDEN.search(element) and number:
                marks.hidden.append(int(number[1]))
    has_formulas, has_errors = _FORMULA.search(text) is not None, _ERROR.search(text) is not None
    if not has_formulas and not has_errors and not formats and not indents:
        return
    for attributes, content in _CELL.findall(text):
        style = _STYLE.search(attributes) if formats or indents else None
        format = formats.get(int(style[1])) if style else None
        indent = indents.get(int(style[1])) if style else None
        lacks = has_formulas and _FORMULA.search(content) and not _RESULT.search(content)
        is_error = has_errors and _ERROR.search(attributes) is not None
        if format is None and not lacks and not indent and not is_error:
            continue
        place = _PLACE.search(attributes)
        if place is None:
            continue
        column, row = _column(place[1]), int(place[2])
        if indent:
            marks.indents[column][row] = indent
        if lacks:
            marks.formulas[column].append(row)
        elif is_error:
            error = _VALUE.search(content)
            marks.errors[column][row] = error[1].decode("utf-8", "replace") if error else "#"
        elif format is not None and content:
            marks.note(column, (row,), format)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number - 1


def _marks_of_document(archive: zipfile.ZipFile, names: set[str], sheet: str) -> SheetMarks:
    """The marks of a sheet of an OpenDocument workbook."""
    document = _Document(sheet)
    for part in ("styles.xml", "content.xml"):
        if part in names:
            parser = expat.ParserCreate(namespace_separator=" ")
            parser.buffer_text = True
            parser.StartElementHandler, parser.EndElementHandler = document.start, document.end
            parser.CharacterDataHandler = document.text
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
        self.marks = SheetMarks(merges=[])
        self._sheet, self._is_inside = sheet, False
        self._number_style, self._number, self._in_format = "", "", False
        self._codes: dict[str, CellFormat | None] = {}
        self._styles: dict[str, str] = {}
        self._parents: dict[str, str] = {}
        self._row = self._column = 0
        self._times, self._is_hidden, self._has_values = 1, False, False
        self._of_row = ""
        self._of_column: list[tuple[int, str]] = []
        self._cell: dict[str, str] | None = None
        self._shown: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        space, _, tag = name.rpartition(" ")
        known = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        if ":datastyle:" in space:
            self._in_number_style(tag, known)
        elif tag == "style" and known.get("family") == "table-cell":
            self._styles[known.get("name", "")] = known.get("data-style-name", "")
            self._parents[known.get("name", "")] = known.get("parent-style-name", "")
        elif tag == "table":
            self._is_inside = known.get("name") == self._sheet
        elif self._is_inside and tag == "table-column":
            self._of_column.append((_times(known, "columns"), known.get("default-cell-style-name", "")))
        elif self._is_inside and tag == "table-row":
            self._column, self._times, self._has_values = 0, _times(known, "rows"), False
            self._is_hidden = known.get("visibility") in ("collapse", "filter")
            self._of_row = known.get("default-cell-style-name", "")
        elif self._is_inside and tag in ("table-cell", "covered-table-cell"):
            self._cell, self._shown = known, []
            # Both an office's type and that of an extension may be there: `error` is of the extension alone.
            if any(key.endswith(" value-type") and value == "error" for key, value in attributes.items()):
                known["error"] = "yes"

    def text(self, text: str) -> None:
        """Letters within an element."""
        if self._cell is not None:
            self._shown.append(text)
        elif self._in_format and self._number_style:
            self._number += f'"{text.replace(chr(34), "")}"'

    def _in_number_style(self, tag: str, known: dict[str, str]) -> None:
        """Write a style of numbers as the format that a workbook of Excel has for it."""
        if tag.endswith("-style"):
            is_number = tag in ("number-style", "percentage-style", "currency-style", "date-style")
            self._number_style, self._number = known.get("name", "") if is_number else "", ""
        elif self._number_style and tag == "number":
            digits, decimals = (int(known.get(part) or 0) for part in ("min-integer-digits", "decimal-places"))
            least = int(known.get("min-decimal-places") or decimals)
            whole = "#,##0" if known.get("grouping") == "true" else "0" * max(1, min(digits, 99))
            behind = "0" * min(least, 99) + "#" * min(decimals - least, 99)
            commas = "," * (min(max(0, len(known.get("display-factor") or "1") - 1), 99) // 3)
            self._number += f"{whole}{commas}{'.' if decimals else ''}{behind}"
        elif self._number_style and tag in ("text", "currency-symbol"):
            self._in_format = True
        elif self._number_style and tag in _OTHER_NUMBERS:
            self._number += _OTHER_NUMBERS[tag]
        elif self._number_style and tag in _DAY_PARTS:
            self._number += _DAY_PARTS[tag]
        elif self._number_style:
            self._number_style = ""  # embedded texts: no format of codes

    def _format_of(self, style: str) -> CellFormat | None:
        for generation in range(20):
            data_style = self._styles.get(style, "")
            if data_style or not style:
                format = self._codes.get(data_style)
                if generation and format is not None and format.code is not None:
                    return replace(format, code=replace(format.code, later=True))
                return format
            style = self._parents.get(style, "")
        return None

    def _end_cell(self, known: dict[str, str], shown: str) -> None:
        times = _times(known, "columns")
        columns, rows = range(self._column, self._column + times), range(self._row + 1, self._row + 1 + self._times)
        kind = known.get("value-type", "")
        self._has_values |= "value-type" in known
        if known.get("error"):
            for column in columns:
                self.marks.errors[column].update(dict.fromkeys(rows, shown.strip()[:40] or "#"))
        elif "formula" in known and not kind and not shown.strip():
            self._has_values = True
            for column in columns:
                self.marks.formulas[column].extend(rows)
        elif kind in ("float", "percentage", "currency", "date"):
            format = self._number_format(known, kind, shown.strip())
            hidden = None if kind == "date" else _hidden_of(known.get("value", ""), shown.strip())
            if hidden is not None:
                format = replace(format or CellFormat(), hides=frozenset((hidden,)))
            for column in columns if format is not None else ():
                self.marks.note(column, rows, format)  # type: ignore[arg-type]
        across, down = (_times(known, part, "spanned") for part in ("columns", "rows"))
        if (across > 1 or down > 1) and self.marks.merges is not None:
            last = self._row + down - 1, self._column + across - 1
            self.marks.merges.append(((self._row, self._column), last))
        self._column += times

    def _number_format(self, known: dict[str, str], kind: str, shown: str) -> CellFormat | None:
        style = known["style-name"] if "style-name" in known else self._of_row or self._by_column()
        format = self._format_of(style)
        if kind == "date":
            return format if format is not None and format.code is not None and format.code.period else None
        if kind == "percentage":
            return CellFormat(unit="%")
        if kind == "currency":
            return CellFormat(unit=known.get("currency", "") or (format.unit if format is not None else ""))
        value = known.get("value", "")
        has_zeros = shown.startswith("0") and len(shown) > 1 and shown.isascii() and shown.isdigit()
        if format is None and has_zeros and shown.lstrip("0") == value.removesuffix(".0"):
            return CellFormat(CodeFormat(len(shown), later=True))
        return format

    def _by_column(self) -> str:
        end = 0
        for times, style in self._of_column:
            end += times
            if self._column < end:
                return style
        return ""

    def end(self, name: str) -> None:
        """An element ends."""
        space, _, tag = name.rpartition(" ")
        if ":datastyle:" in space:
            if tag.endswith("-style") and self._number_style:
                self._codes[self._number_style] = _cell_format(self._number)
                self._number_style = ""
            self._in_format = False
        elif not self._is_inside:
            return
        elif tag in ("table-cell", "covered-table-cell") and self._cell is not None:
            cell, self._cell = self._cell, None
            self._end_cell(cell, "".join(self._shown))
        elif tag == "table-row":
            if self._is_hidden and self._has_values:
                self.marks.hidden.extend(range(self._row + 1, self._row + 1 + self._times))
            self._row += self._times
        elif tag == "table":
            self._is_inside = False


def _times(known: dict[str, str], of: str, how: str = "repeated") -> int:
    """How often a row or column of a document is repeated, or how many of them a cell spans."""
    return min(int(known.get(f"number-{of}-{how}") or 1), _MOST_REPEATED)


def _marks_of_97(content: bytes, sheet: str) -> SheetMarks:
    """Hidden rows, and cells with a format of codes, of a sheet of Excel 97; nothing of older ones."""
    marks = SheetMarks()
    for stream in workbook_streams(content):
        known, styles, begin = _BUILT_IN | _BUILT_IN_TOO, list[int](), -1
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
            formats = {number: _numbered_format(known.get(style, ""), style) for number, style in enumerate(styles)}
            _look_97(stream, begin, {number: format for number, format in formats.items() if format}, marks)
    return marks


def _text_97(stream: bytes, place: int, letters: int, wide: int) -> str:
    size = 2 * letters if wide & 1 else letters
    return stream[place : place + size].decode("utf-16-le" if wide & 1 else "latin-1", "replace")


def _look_97(stream: bytes, begin: int, formats: dict[int, CellFormat], marks: SheetMarks) -> None:
    hidden, filled = set[int](), set[int]()
    for kind, place, length in records_of(stream, begin):
        if kind == _END:
            break
        if kind == _ROW_97 and stream[place + 12] & 0x20:
            hidden.add(struct.unpack_from("<H", stream, place)[0] + 1)
        elif kind in _NUMBERS_97 or kind == _SEVERAL:
            row, column = struct.unpack_from("<HH", stream, place)
            filled.add(row + 1)
            if kind == _FORMULA_97 and stream[place + 6] == 2 and stream[place + 12 : place + 14] == b"\xff\xff":
                marks.errors[column][row + 1] = _ERRORS_97.get(stream[place + 8], "#")
                continue
            cells = (length - 6) // 6 if kind == _SEVERAL else 1
            for cell in range(cells):
                format = formats.get(struct.unpack_from("<H", stream, place + 4 + 6 * cell)[0])
                if format is not None:
                    marks.note(column + cell, (row + 1,), format)
        elif kind == _TRUTH_OR_ERROR_97 and stream[place + 7]:
            row, column = struct.unpack_from("<HH", stream, place)
            marks.errors[column][row + 1] = _ERRORS_97.get(stream[place + 6], "#")
        elif kind in (0x00FD, 0x0204):
            filled.add(struct.unpack_from("<H", stream, place)[0] + 1)
    marks.hidden.extend(sorted(hidden & filled))


_OTHERWISE = CodeFormat(later=True, period="e", new=True)


def _numbered_format(code: str, number: int | str) -> CellFormat | None:
    """The format of a number that workbooks have for it."""
    format = _cell_format(code)
    if format is not None and format.code is not None and int(number or 0) in _BUILT_IN_TOO:
        return replace(format, code=replace(format.code, new=True))
    return format


def _cell_format(code: str) -> CellFormat | None:
    """The format of codes, the unit, and what is not displayed, that the text of a format says; None where it says
    nothing of these."""
    format, hides = _displaying_format(code), _hides(code)
    return replace(format or CellFormat(), hides=hides) if hides else format


def _hides(code: str) -> frozenset[Hidden]:
    """What the sections of a format do not display: `;;;` nothing at all, `0;0` the minus."""
    sections, has_number = [""], [False]
    for quoted, escaped, currency, ignored, general, digits, sign in _OF_FORMAT.findall(code):
        if sign == ";":
            sections.append("")
            has_number.append(False)
        elif ignored:
            if ignored[1:2] in "<>=":
                return frozenset()  # sections by conditions
        else:
            has_number[-1] |= bool(general or digits or _DAY_SIGNS.match(sign) or sign in ("E", "e"))
            sections[-1] += quoted + escaped + currency + general + digits + sign
    if len(sections) < 2:
        return frozenset()
    hidden: set[Hidden] = set()
    if not has_number[0]:
        hidden.add("above")
    if not has_number[1]:
        hidden.add("below")
    elif sections[1].strip() == sections[0].strip():
        hidden.add("minus")
    return frozenset(hidden)


def _hidden_of(value: str, shown: str) -> Hidden | None:
    """What is not displayed of the number of a cell of OpenDocument."""
    number = float(value or 0)
    if not number:
        return None
    if not any(map(str.isalnum, shown)):
        return "below" if number < 0 else "above"
    is_zero = not any(digit in shown for digit in "123456789")
    return "minus" if number < 0 and not is_zero and not any(sign in shown for sign in "-\u2212\u2013(") else None


def _displaying_format(code: str) -> CellFormat | None:
    digits = _OF_CODES.fullmatch(code.partition(";")[0])
    if digits:
        return CellFormat(CodeFormat(len(digits[1] or "0"), len(digits[2] or digits[3] or "")))
    template, letters, places, of_days = "", "", list[str](), set[str]()
    for quoted, escaped, currency, ignored, general, digits_text, sign in _OF_FORMAT.findall(code):
        if sign == ";":
            break
        if general or digits_text:
            places.append("0" if general else digits_text)
            template += _PLACE_OF_DIGIT * len(places[-1])
        elif not ignored:
            if sign and _DAY_SIGNS.match(sign):
                of_days.add(sign.lower())
                continue
            if sign and sign in "Ee@":
                return CellFormat(_OTHERWISE) if _AS_POWER.search(code) else None
            is_percent_text = "%" in (quoted.strip(), escaped)
            letters += PERCENT_AS_TEXT if is_percent_text else quoted + escaped + currency + sign
            template += quoted + escaped + currency + sign
    if of_days:
        period = {"my": "m", "y": "y", "dm": "d"}.get("".join(sorted(of_days)), "")
        return CellFormat(CodeFormat(later=True, period=period)) if period else None
    if "/" in letters:
        return CellFormat(_OTHERWISE) if len(places) > 1 or letters[-1:].isdigit() else None
    unit = unit_named(letters)
    scale = 3 * sum(len(commas) for place in places for commas in _THOUSANDS.findall(place))
    if scale:
        return CellFormat(unit=scaled_unit(_known_unit(letters), scale))
    zeros = "".join(places).count("0")
    if not places or not (letters.strip() or (len(places) > 1 and zeros > 1)):
        return None
    if unit is not None:
        return CellFormat(unit=letters.strip())
    whole = all(set(place) <= set("0#?") for place in places)
    is_known = len(places) > 1 or any(map(str.isalpha, letters))
    has_digits = any(map(str.isdigit, letters))
    code_format = CodeFormat(max(1, zeros), 0, template, later=True, new=not is_known)
    of_codes = code_format if whole and (is_known or has_digits) else None
    multiplied = _MULTIPLIED.fullmatch(template)
    shown = "" if multiplied is None else scaled_unit(_known_unit(multiplied[2]), -multiplied[1].count("0"))
    return CellFormat(of_codes, shown) if of_codes is not None or shown else None


def _known_unit(text: str) -> str:
    return text if unit_named(text) is not None else ""
