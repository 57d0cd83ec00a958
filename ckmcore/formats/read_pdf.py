"""PDF taken apart by its structure: cells, heads, paragraphs; every string, name and property besides.

`check_pdf` demands a page that a screen reader can walk, with the figures of its table cell by cell; `search_pdf` looks
at each part. Bytes that qpdf would not write for the objects of the file are a hit, so nothing hides between them.
"""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ckmcore.base.numbers import LANGUAGES
from ckmcore.base.picture import picture_size
from ckmcore.base.reading import read_file
from ckmcore.base.typed import decoded
from ckmcore.errors import CkmError
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.drawn_picture import picture_beside
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.read_csv import search_csv
from ckmcore.formats.read_former_pdf import search_former_pdf, search_lines, squeezed, words_around
from ckmcore.formats.read_html import read_figure
from ckmcore.formats.write_pdf import FIGURES_NAME
from ckmcore.formats.xml_parts import Attributes, Reader
from ckmcore.messages import say
from ckmcore.pictures.model import PictureText, TablePicture
from ckmcore.presentation.present import TablePresentation
from ckmcore.typesetting.tagged_pages import TaggedCell, TaggedTable, records
from ckmcore.typesetting.typeset import taken_apart

SMALL_BYTES = 150_000  # of a file that is read in this process, which takes qpdf 50 ms
_FONT_NAME = re.compile(r"/[A-Z]{6}\+Carlito(-Bold)?")
_PICTURE_FONT = re.compile(r"/[A-Z]{6}\+NotoSans-(Regular|Bold)")
_OFFICE_FONT = re.compile(r"/[A-Z]{6}\+[A-Za-z0-9-]{1,60}")
_DATE = re.compile(r"D:\d{8}000000(Z|\+00'00)?")
_PLAIN_STRINGS = frozenset(("", "sRGB v4.2", "sRGB", "Custom", "Identity", "Adobe", "de", "en"))
# And where the office attaches the figures.
_OF_ATTACHED = re.compile("/(AF|AFRelationship|Data|Desc|EF|EmbeddedFile|EmbeddedFiles|F|Filespec|Params|UF|text/csv)")
# And where the font of the office is OpenType with outlines by CFF.
_OF_OPENTYPE = re.compile("/(CIDFontType0|CIDFontType0C|FontFile3|OpenType)")
_XMP_WORDS = frozenset(
    ("saved", "converted", "XMP Media Management schema", "xmpMM", "internal", "external", "InstanceID", "Text", "pdf",
     "UUID based identifier for specific incarnation of a document", "Adobe PDF schema", "Keywords", "PDFVersion",
     "Keywords associated with the document", "Version of the PDF specification to which the document conforms",
     "Name of the application that created the PDF document", "Producer", "Whether the document has been trapped",
     "Trapped", "PDF/UA Identification schema", "pdfuaid", "Part Number of ISO 14289 (PDF/UA)", "part", "Integer", "A",
     "application/pdf", "proof", "de", "en"),
)  # fmt: skip
_XMP_MADE = re.compile(
    r"|\d{4}-\d\d-\d\dT00:00:00Z|[A-Za-z0-9+/]{22}==(_source)?|Typst \d+\.\d+\.\d+|\d{1,5}|\d\.\d"
    r"|http://(ns\.adobe\.com/(xap/1\.0/mm|pdf/1\.3)|www\.aiim\.org/pdfua/ns/id)/"
)
_XMP_VALUES = re.compile(
    r"|x-default|xmp-writer|Resource|adobe:ns:meta/"
    r"|http://(www\.w3\.org|purl\.org|ns\.adobe\.com|www\.aiim\.org)/[a-zA-Z0-9./#-]{1,40}"
)


class ReadPages:
    """What a PDF was taken apart into. found: all records but those of tables, by their kind; fault: why the rest could
    not be read, "" for nothing; detail: of the fault."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.found = defaultdict[str, list[list[Any]]](list)
        self._rows: list[list[bytes]] = []
        for line in lines:
            if line.startswith(_TABLE):
                self._rows.append([])
            elif line.startswith(_ROW):
                self._rows[-1].append(line)
            else:
                kind, *values = msgspec.json.decode(line)
                self.found[kind].append(values)
        faults = self.found["fault"] or [["", ""]]
        self.fault, self.detail = (str(text) for text in faults[0])

    def tables(self) -> Iterator[TaggedTable]:
        """All tables."""
        for lines in self._rows:
            table = TaggedTable()
            for line in lines:
                _, part, cells = decoded(line, _ROW_KIND)
                (table.head if part == "head" else table.body).append(cells)
            yield table


_OF_STRUCTURE = ("NoStructureError", "KeyError", "ValueError", "TypeError", "AttributeError")
_TABLE, _ROW = b'["table"', b'["row"'
_ROW_KIND = tuple[str, str, list[TaggedCell]]


def read_pages(content: bytes) -> ReadPages:
    """Take a PDF apart; a large one in a process of its own, since qpdf would hold up all threads of this one."""
    if len(content) <= SMALL_BYTES:
        from ckmcore.typesetting.worker import saved

        return ReadPages(records(content, saved))
    return ReadPages(taken_apart(content).splitlines())


# --- strict reading --------------------------------------------------------------------------------------------------


def check_pdf(document: TablePresentation, path: Path) -> None:
    """Read a file strictly by its structure, and compare its figures with the document's; raises FormatViolation."""
    pages = read_pages(read_file(path))
    if pages.fault and pages.fault not in _OF_STRUCTURE:
        raise FormatViolation("check_pdf_damaged", detail=pages.detail)
    if pages.fault or pages.found["file"][0][:2] != [document.language, True]:
        raise FormatViolation("check_pdf_structure")
    tables = list(pages.tables())
    titles = [title for tag, title, _ in pages.found["block"] if tag == "/H1"]
    if len(titles) != 1 or not titles[0] or pages.found["untagged"] or pages.found["unnamed"]:
        raise FormatViolation("check_pdf_structure")
    picture = picture_beside(document)
    drawn = [(text, told) for tag, told, text in pages.found["block"] if tag == "/Figure" and text]
    if [(squeezed(text), told) for text, told in drawn] != ([] if picture is None else [told_by(picture)]):
        raise FormatViolation("check_pdf_structure")
    at = 0
    for number, layer in enumerate(document.shown_layers, 1):
        sheet = document.sheet(layer)
        shown: list[list[TaggedCell]] = [[] for _ in range(len(sheet))]
        start = 0
        while start < len(sheet):
            rows = len(tables[at].body) if at < len(tables) else 0
            lines, columns = shown[start : start + rows], 0
            while columns < sheet.columns and at < len(tables):
                wide = _checked_width(tables[at], number) - max(sheet.stub.depth, 1)
                if len(tables[at].body) != len(lines) or wide < 1:
                    raise FormatViolation("check_cells", found=len(tables[at].body), wanted=len(lines))
                for cells, line in zip(lines, tables[at].body, strict=True):
                    cells += line[-wide:]
                columns += wide
                at += 1
            if columns != sheet.columns or not rows:
                raise FormatViolation("check_cells", found=columns, wanted=sheet.columns)
            start += rows
        _check_figures(document, layer, shown)
    if at != len(tables):
        raise FormatViolation("check_cells", found=len(tables), wanted=at)


def _checked_width(table: TaggedTable, number: int) -> int:
    """How many columns all lines of a table have; its heads have texts and scopes, and each name leads to one."""
    cells = [cell for line in (*table.head, *table.body) for cell in line]
    named = [cell.name for cell in cells if cell.name]
    heads = [cell for cell in cells if cell.tag == "/TH"]
    right = (
        bool(table.head and table.body)
        and all(cell.scope and cell.name for cell in heads)
        and len(set(named)) == len(named)
        and {head for cell in cells for head in cell.heads} <= set(named)
        and all(cell.heads for cell in cells if cell.tag == "/TD" and cell.text)
    )
    widths = {*_widths(table.head), *_widths(table.body)}
    if not right or len(widths) != 1:
        raise FormatViolation("check_html_table", number=number)
    return widths.pop()


def _widths(lines: Sequence[Sequence[TaggedCell]]) -> Iterator[int]:
    """How wide each line is, with what reaches down into it."""
    down: list[tuple[int, int]] = []  # lines still to come, columns
    for line in lines:
        yield sum(cell.columns for cell in line) + sum(wide for _, wide in down)
        down = [(left - 1, wide) for left, wide in down if left > 1]
        down += [(cell.rows - 1, cell.columns) for cell in line if cell.rows > 1]


def _check_figures(document: TablePresentation, layer: int, lines: Sequence[Sequence[TaggedCell]]) -> None:
    sheet = document.sheet(layer)
    for number, cells in enumerate(lines):
        if sheet.stub.empty[number]:
            continue
        wanted = sheet.figures(number)
        if len(cells) != len(wanted) or any(cell.tag != "/TD" for cell in cells):
            raise FormatViolation("check_cells", found=len(cells), wanted=len(wanted))
        for cell, figure in zip(cells, wanted, strict=True):
            if read_figure(cell.text, document.language, isinstance(figure, str)) != figure:
                raise FormatViolation("check_figure", number=number * len(wanted) + 1)


def told_by(picture: TablePicture) -> tuple[str, str]:
    """What a file says in a picture, glyph by glyph, and its description."""
    return squeezed("".join(mark.text for mark in picture.marks if isinstance(mark, PictureText))), picture.alt


# --- search ----------------------------------------------------------------------------------------------------------


def search_pdf(content: bytes, search: LeakScan) -> None:
    """Look at a file; hits go to `search`. Files of former versions, printed by the window, are read as they were."""
    if b"/StructTreeRoot" not in content and b"/ObjStm" not in content:
        search_former_pdf(content, search)
        return
    search.folds = True
    try:
        pages = read_pages(content)
        for _, _, _, is_saved in pages.found["file"]:
            if not is_saved:
                search.hit("bytes", "PDF")
        _Objects(pages, search).look()
        if pages.fault:
            search.hit("bytes", "PDF", pages.fault)
            return
        _search_pages(pages, search, pages.found["file"][0][2])
    except CkmError as fault:
        search.hit("bytes", "PDF", type(fault).__name__)


def _search_pages(pages: ReadPages, search: LeakScan, number: int) -> None:
    for table_number, table in enumerate(pages.tables(), 1):
        for part, lines in (("head", table.head), ("body", table.body)):
            for row, line in enumerate(lines, 1):
                for cell in line:
                    place = f"table {table_number}, {part}, {row}"
                    if cell.tag == "/TD" and part == "body" and cell.text:
                        search.figure(place, cell.text)
                    else:
                        search.text(place, cell.text)
    known = {squeezed(text) for text in search.allowed.texts}  # lines end without a blank
    drawn = {told_by(picture) for picture in search.allowed.drawn}
    for tag, told, text in pages.found["block"]:
        if tag == "/Figure" and (squeezed(text), told) in drawn:
            continue
        if squeezed(text) not in known:
            search.text(tag[1:], text)
        search.text(tag[1:], told)
    for place, text in pages.found["untagged"]:
        search.hit("hidden", place, text)
    for (text,) in pages.found["unnamed"]:
        search.hit("hidden", "PDF", text)
    around: dict[str, set[str]] = {}
    for page in range(1, number + 1):
        words = words_around(search.allowed, page, number)
        around[f"page {page}"] = {"", *words, *(before + behind for before in words for behind in words)}
    rest = [
        (place, text)
        for place, text in pages.found["artifact"]
        if squeezed(text) not in around[place] and text.strip(". ")
    ]
    # Heads that stand again on the next page: each was searched with its table.
    rest = [(place, text) for place, text in rest if squeezed(text) not in known]
    search_lines(rest, search)


class _Objects:
    """All objects of a file: their names, strings, streams."""

    def __init__(self, pages: ReadPages, search: LeakScan) -> None:
        self._found, self._search = pages.found, search
        allowed = search.allowed
        self._attaches = allowed.anything or any(page.office.pdf_figures for page in allowed.documents)
        self._described = {picture.alt for picture in allowed.drawn}
        self._has_picture = allowed.anything or bool(allowed.drawn)
        self._has_own_font = allowed.anything or any(page.office.pdf_font for page in allowed.documents)

    def look(self) -> None:
        """Search strings, streams, and names that our files do not need."""
        for kind in ("key", "name"):
            for place, name in self._found[kind]:
                if not (self._is_further(name) or (kind == "name" and self._is_font(name))):
                    self._search.hit("part", f"{place}, {name}")
        for place, key, text, is_hash in self._found["string"]:
            self._string(place, key, text, is_hash)
        for place, kind, below, width, height, content in self._found["stream"]:
            self._stream(place, kind, below, (width, height), base64.b64decode(content))

    def _is_further(self, name: str) -> bool:
        further = [(self._attaches, _OF_ATTACHED), (self._has_own_font, _OF_OPENTYPE)]
        return any(has and names.fullmatch(name) for has, names in further)

    def _is_font(self, name: str) -> bool:
        if self._has_picture and _PICTURE_FONT.fullmatch(name):
            return True
        return bool(_FONT_NAME.fullmatch(name) or (self._has_own_font and _OFFICE_FONT.fullmatch(name)))

    def _string(self, place: str, key: str, text: str, is_hash: bool) -> None:
        if key == "/Alt" and text in self._described:
            return
        if key in ("/T", "/Title", "/Alt", "/Desc"):
            self._search.text(place, text, *_words(), kind="property")
        elif key in ("/F", "/UF", "/Names") and text == FIGURES_NAME:
            return
        elif key in ("/CreationDate", "/ModDate"):
            if not _DATE.fullmatch(text):
                self._search.hit("property", place, text)
        elif key == "/Creator":
            self._search.program(place, text)
        elif text not in _PLAIN_STRINGS and not (key == "/ID" and is_hash):
            self._search.text(place, text, kind="property")

    def _attached(self, place: str, kind: str, content: bytes) -> None:
        """Search the figures that are attached as CSV: each is in the file once more."""
        if kind != "/text/csv":
            self._search.hit("part", place, kind)
        inner = LeakScan(self._search.allowed)
        search_csv(content, inner)
        for hit in inner.hits:
            self._search.hit(hit.kind, f"{place}, {FIGURES_NAME}, {hit.place}", hit.shown)

    def _stream(self, place: str, kind: str, below: str, size: tuple[int, int], content: bytes) -> None:
        if kind == "/EmbeddedFile":
            self._attached(place, below, content)
        elif kind == "/Metadata":
            _XmpProperties(self._search, place).read(re.sub(rb"<\?xpacket[^>]*\?>", b"", content))
        else:
            logos = {picture_size(logo) for logo in self._search.allowed.pictures}
            if size not in logos and not self._search.allowed.anything:
                self._search.hit("picture", place)


def _words() -> tuple[str, ...]:
    codes = ("export_pdf_figures", "export_sheet_notes", "export_sheet_table", "html_logo")
    return tuple(say(code, language) for code in codes for language in LANGUAGES)


class _XmpProperties(Reader):
    """The properties that a file has as XML."""

    def start(self, path: tuple[str, ...], attributes: Attributes) -> None:
        for name, value in attributes.items():
            if not _XMP_VALUES.fullmatch(value):
                self.search.hit("property", f"{self.place}, {path[-1]}", f"{name}={value}")

    def end(self, path: tuple[str, ...], text: str) -> None:
        bare = text.strip()
        if path[-1] == "xmp:CreatorTool" and bare:
            self.search.program(f"{self.place}, {path[-1]}", bare)
        elif bare not in _XMP_WORDS and not _XMP_MADE.fullmatch(bare):
            self.search.text(f"{self.place}, {path[-1]}", text, kind="property")
