"""Workbooks made for tests: `.xlsx` by XlsxWriter, `.ods` by a few lines of XML."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import xlsxwriter

Rows = Sequence[Sequence[Any]]

_ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_ODS_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" office:version="1.3">'
    "<office:body><office:spreadsheet>"
)
_ODS_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_ODS_TYPE}"/></manifest:manifest>'
)


def write_xlsx(path: Path, sheets: Mapping[str, Rows]) -> Path:
    book = xlsxwriter.Workbook(path, {"strings_to_formulas": False})
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for place, row in enumerate(rows):
            for column, value in enumerate(row):
                if isinstance(value, datetime.date):
                    sheet.write_datetime(place, column, datetime.datetime.combine(value, datetime.time()), day)
                elif value is not None:
                    sheet.write(place, column, value)
    book.close()
    return path


def write_ods(path: Path, sheets: Mapping[str, Rows], trailing: str = "") -> Path:
    """`trailing` is XML behind the last row of each table."""
    parts = [_ODS_HEAD]
    for name, rows in sheets.items():
        parts.append(f'<table:table table:name="{escape(name)}">')
        for row in rows:
            parts += ["<table:table-row>", *map(_ods_cell, row), "</table:table-row>"]
        parts += [trailing, "</table:table>"]
    parts.append("</office:spreadsheet></office:body></office:document-content>")
    return write_ods_content(path, "".join(parts))


def ods_table(path: Path, rows: Sequence[Sequence[Any] | str], *, styles: str = "", columns: str = "") -> Path:
    """An OpenDocument workbook of one sheet, with all that its XML may say.

    rows: values; (value, attributes) or (value, attributes, displayed text); `repeat 3` repeats the row before it.
    styles: XML of automatic styles; columns: XML of columns.
    """
    lines: list[str] = []
    for row in rows:
        if isinstance(row, str):
            times = row.removeprefix("repeat ")
            lines[-1] = lines[-1].replace("<table:table-row", f'<table:table-row table:number-rows-repeated="{times}"')
        else:
            cells = (_ods_cell(*cell) if isinstance(cell, tuple) else _ods_cell(cell) for cell in row)
            lines.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    head, body = _ODS_HEAD.split("<office:body>")
    table = f'<table:table table:name="T">{columns}{"".join(lines)}</table:table>'
    content = f"{head}<office:automatic-styles>{styles}</office:automatic-styles><office:body>{body}{table}"
    return write_ods_content(path, f"{content}</office:spreadsheet></office:body></office:document-content>")


def write_ods_content(path: Path, content: str) -> Path:
    """An OpenDocument workbook of this content."""
    return write_parts(path, {"mimetype": _ODS_TYPE, "content.xml": content, "META-INF/manifest.xml": _ODS_MANIFEST})


def write_parts(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else None)
    return path


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _ods_cell(value: Any, more: str = "", shown: str = "") -> str:
    if value is None or (value == "" and more):
        return f"<table:table-cell {more}/>"
    if "value-type=" in more.replace("calcext:value-type", ""):
        return f"<table:table-cell {more}><text:p>{escape(str(value))}</text:p></table:table-cell>"
    if isinstance(value, bool):
        attributes, text = f'boolean" office:boolean-value="{str(value).lower()}', str(value).upper()
    elif isinstance(value, datetime.date):
        attributes, text = f'date" office:date-value="{value.isoformat()}', value.isoformat()
    elif isinstance(value, int | float):
        attributes, text = f'float" office:value="{value!r}', repr(value)
    else:
        attributes, text = "string", str(value)
    text = escape(shown or text)
    return f'<table:table-cell office:value-type="{attributes}" {more}><text:p>{text}</text:p></table:table-cell>'


def xlsx_parts(
    path: Path, rows: Sequence[Sequence[Any]], *, merged: Sequence[str] = (), hidden: Sequence[int] = ()
) -> Path:
    """An Excel workbook of one sheet, written part by part.

    rows: values; ("f", formula) without a result, ("s", number, format), ("e", error). hidden: numbers of rows.
    """
    formats = list(dict.fromkeys(cell[2] for row in rows for cell in row if isinstance(cell, tuple) and cell[0] == "s"))

    def cell(place: str, value: Any) -> str:
        match value:
            case ("f", formula):
                return f'<c r="{place}"><f>{escape(formula)}</f><v /></c>'
            case ("s", number, shown):
                return f'<c r="{place}" s="{formats.index(shown) + 1}"><v>{number!r}</v></c>'
            case ("e", error):
                return f'<c r="{place}" t="e"><v>{error}</v></c>'
            case str():
                return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>' if value else ""
        return f'<c r="{place}"><v>{value}</v></c>'

    lines = [
        f'<row r="{number}"{" hidden=" + chr(34) + "1" + chr(34) if number in hidden else ""}>'
        + "".join(cell(f"{chr(65 + at)}{number}", value) for at, value in enumerate(row))
        + "</row>"
        for number, row in enumerate(rows, start=1)
    ]
    merges = "".join(f'<mergeCell ref="{one}"/>' for one in merged)
    merges = f'<mergeCells count="{len(merged)}">{merges}</mergeCells>' if merged else ""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    numbers = "".join(f'<numFmt numFmtId="{164 + at}" formatCode="{one}"/>' for at, one in enumerate(formats))
    styles = "".join(f'<xf numFmtId="{164 + at}"/>' for at in range(len(formats)))
    return write_parts(
        path,
        {
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kinds}.worksheet+xml"/>'
            f'<Override PartName="/xl/styles.xml" ContentType="{kinds}.styles+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
            f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook {main} xmlns:r="{office}"><sheets>'
            '<sheet name="Daten" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
            f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="r2" Type="{office}/styles" Target="styles.xml"/></Relationships>',
            "xl/styles.xml": f'<styleSheet {main}><numFmts count="{len(formats)}">{numbers}</numFmts>'
            f'<cellXfs count="{len(formats) + 1}"><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>',
            "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{''.join(lines)}</sheetData>"
            f"{merges}</worksheet>",
        },
    )
