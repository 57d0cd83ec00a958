"""XLSX: workbooks of one or several tables - contents, tables as laid out or accessible, flat sheets, notes."""

from __future__ import annotations

import datetime
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ckmcore.base.picture import picture_size
from ckmcore.errors import InputError
from ckmcore.formats.document import Document
from ckmcore.formats.pages import SIZES, note_points
from ckmcore.formats.xlsx_flat import flat_rows, write_accessible, write_flat
from ckmcore.formats.xlsx_formats import Formats
from ckmcore.formats.xlsx_layout import LayoutSheet, print_setup
from ckmcore.messages import say

ROW_LIMIT, COLUMN_LIMIT = 1_048_576, 16_384
CELL_LIMIT = 2_000_000
# Workbooks carry no time of making and no user: the same table gives the same bytes.
FIXED_TIME = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
LOGO_HEIGHT = 60
NOTES_WIDTH = 80

SheetKind = Literal["table", "flat"]


class TooWideForASheet(InputError):
    code = "export_too_wide"


class TooManyCells(InputError):
    """More cells than a workbook is made for. Fields: cells, limit."""

    code = "export_too_many_cells"


@dataclass(frozen=True)
class _Planned:
    """A sheet before it is written: its name, the number of its table, its layer."""

    name: str
    kind: SheetKind
    table: int
    layer: int = 0


def write_xlsx(document: Document, path: Path, *, accessible: bool = False, flat: bool | None = None) -> None:
    """Write one table; raises TooWideForASheet, TooManyCells.

    accessible: nothing merged, nothing empty, labels repeated. flat: with a flat sheet too (None: as the office asks).
    """
    write_workbook([document], path, accessible=accessible, flat=flat)


def write_workbook(
    documents: Sequence[Document], path: Path, *, accessible: bool = False, flat: bool | None = None
) -> None:
    """Write several tables into one workbook, in the language of the first; raises as `write_xlsx`."""
    check_size(documents)
    _Workbook(documents, accessible, flat).write(path)


def check_size(documents: Sequence[Document]) -> None:
    """Whether tables fit into a workbook, before anything is written; raises TooWideForASheet, TooManyCells."""
    cells = 0
    for document in documents:
        sheet = document.sheet(0)
        rows = len(sheet) + document.depth("columns") + len(document.lines) + len(document.notes) + 4
        columns = max(sheet.stub.depth, 1) + sheet.columns
        if rows > ROW_LIMIT or columns > COLUMN_LIMIT:
            raise TooWideForASheet(rows=rows, columns=columns, row_limit=ROW_LIMIT, column_limit=COLUMN_LIMIT)
        cells += len(sheet) * sheet.columns * len(document.shown_layers)
    if cells > CELL_LIMIT:
        raise TooManyCells(cells=cells, limit=CELL_LIMIT)


class _Workbook:
    """Plans the sheets of a workbook and writes them."""

    def __init__(self, documents: Sequence[Document], accessible: bool, flat: bool | None) -> None:
        self.documents, self.accessible = documents, accessible
        self.first = documents[0]
        self.office, self.language = self.first.office, self.first.language
        wanted = self.office.flat_sheets if flat is None else flat
        self.left_out = [document for document in documents if wanted and flat_rows(document) > ROW_LIMIT]
        self.sheets = self._planned(wanted)
        self.notes_name = say("export_sheet_notes", self.language)

    def _planned(self, flat: bool) -> list[_Planned]:
        word, flat_word = (say(f"export_sheet_{kind}", self.language) for kind in ("table", "flat"))
        several, found = len(self.documents) > 1, list[_Planned]()
        for number, document in enumerate(self.documents):
            layers = document.shown_layers
            for place, layer in enumerate(layers, start=1):
                parts = [str(number + 1)] * several + [str(place)] * (len(layers) > 1)
                found.append(_Planned(" ".join([word, "-".join(parts)]).strip(), "table", number, layer))
            if flat and document not in self.left_out:
                found.append(_Planned(f"{flat_word} {number + 1}" if several else flat_word, "flat", number))
        return found

    def write(self, path: Path) -> None:
        """The whole workbook."""
        import xlsxwriter

        options = {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
            "default_format_properties": {"font_name": self.office.font, "font_size": self.office.font_size},
        }
        content = io.BytesIO()  # a disk that fails is an OSError here, as for every other format
        book = xlsxwriter.Workbook(content, options)
        program = {"comments": self.first.program} if self.first.program else {}
        book.set_properties({"title": self.title, "created": FIXED_TIME, **program})
        formats = Formats(book, self.language, self.office)
        with_contents = self.accessible or len(self.sheets) > 1
        contents = book.add_worksheet(say("export_sheet_contents", self.language)) if with_contents else None
        targets = [book.add_worksheet(sheet.name) for sheet in self.sheets]
        notes = book.add_worksheet(self.notes_name)
        if contents is not None:
            self._contents(contents, formats)
        for number, (sheet, target) in enumerate(zip(self.sheets, targets, strict=True), start=1):
            document = self.documents[sheet.table]
            if sheet.kind == "flat":
                write_flat(target, document, formats, f"Table{number}")
            elif self.accessible:
                write_accessible(target, document, sheet.layer, formats, f"Table{number}")
            else:
                LayoutSheet(target, document, sheet.layer, formats).write()
        self._notes(notes, formats)
        self._logo(notes if contents is None else contents)
        book.close()
        path.write_bytes(content.getbuffer())

    @property
    def title(self) -> str:
        """The title of the workbook: of its only table, else of what its tables belong to."""
        if len(self.documents) == 1 or self.first.draft is None:
            return self.first.title
        return self.first.draft.statistic.text(self.language) or self.first.title

    def _contents(self, target: Any, formats: Formats) -> None:
        """Every sheet by name, with a link to it, and what it holds."""
        target.set_column(0, 0, 18)
        target.set_column(1, 1, NOTES_WIDTH)
        self._on_pages(target)
        target.write_string(0, 0, self.title, formats["title"])
        heads = (say("export_sheet", self.language), say("export_sheet_contents", self.language))
        for column, head in enumerate(heads):
            target.write_string(2, column, head, formats["stub_head"])
        lines = [(sheet.name, self._holds(sheet)) for sheet in self.sheets]
        for row, (name, text) in enumerate([*lines, (self.notes_name, self.notes_name)], start=3):
            target.write_url(row, 0, f"internal:'{name}'!A1", formats["link"], string=name)
            target.write_string(row, 1, text, formats["note"])

    def _on_pages(self, target: Any) -> None:
        """A sheet of words is printed as wide as a page."""
        print_setup(target, self.first, SIZES[self.first.office.paper][0])
        target.fit_to_pages(1, 0)

    def _holds(self, sheet: _Planned) -> str:
        document = self.documents[sheet.table]
        label = ", ".join(text for text in document.line_texts("layers", sheet.layer) if text)
        return f"{document.title} – {label}" if sheet.kind == "table" and label else document.title

    def _notes(self, target: Any, formats: Formats) -> None:
        """Titles, lines and notes of all tables, one under another."""
        target.set_column(0, 0, NOTES_WIDTH)
        self._on_pages(target)
        row = 0
        for document in self.documents:
            target.write_string(row, 0, document.title, formats["title"])
            row += 1
            texts = [*document.lines, *document.notes, *document.cell_notes()]
            if document in self.left_out:
                texts.append(say("export_flat_left_out", self.language, rows=flat_rows(document), limit=ROW_LIMIT))
            points = note_points(self.first.office)
            for text in texts:
                lines = math.ceil(len(text) / (NOTES_WIDTH - 5))
                if lines > 1:  # not every program makes a row as high as its words need
                    target.set_row(row, lines * points)
                target.write_string(row, 0, text, formats["note"])
                row += 1
            row += 0 if self.accessible else 1

    def _logo(self, target: Any) -> None:
        """The office's logo beside the title, not higher than a few lines."""
        if not self.office.logo:
            return
        scale = min(1.0, LOGO_HEIGHT / picture_size(self.office.logo)[1])
        words = self.office.name.text(self.language) or say("export_logo", self.language)
        options = {
            "image_data": io.BytesIO(self.office.logo),
            "description": words,
            "object_position": 3,
            "x_scale": scale,
            "y_scale": scale,
        }
        target.insert_image(0, 2, "logo.png", options)
