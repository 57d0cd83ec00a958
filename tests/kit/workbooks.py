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
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3">'
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
    return write_parts(
        path, {"mimetype": _ODS_TYPE, "content.xml": "".join(parts), "META-INF/manifest.xml": _ODS_MANIFEST}
    )


def write_parts(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else None)
    return path


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _ods_cell(value: Any) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, bool):
        attributes, text = f'boolean" office:boolean-value="{str(value).lower()}', str(value).upper()
    elif isinstance(value, datetime.date):
        attributes, text = f'date" office:date-value="{value.isoformat()}', value.isoformat()
    elif isinstance(value, int | float):
        attributes, text = f'float" office:value="{value!r}', repr(value)
    else:
        attributes, text = "string", str(value)
    return f'<table:table-cell office:value-type="{attributes}"><text:p>{escape(text)}</text:p></table:table-cell>'
