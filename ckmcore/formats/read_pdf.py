"""PDF taken apart by its structure: cells, heads, paragraphs; every string, name and property besides.

`check_pdf` demands a page that a screen reader can walk, with the figures of its table cell by cell; `search_pdf` looks
at each part. Bytes that qpdf would not write for the objects of the file are a hit, so nothing hides between them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ckmcore.base.numbers import LANGUAGES
from ckmcore.base.picture import picture_size
from ckmcore.base.reading import read_file
from ckmcore.errors import CkmError
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.read_csv import search_csv
from ckmcore.formats.read_former_pdf import search_former_pdf, search_lines, squeezed, words_around
from ckmcore.formats.read_html import read_figure
from ckmcore.formats.write_pdf import FIGURES_NAME, PIECE_ROWS
from ckmcore.formats.xml_parts import Attributes, Reader
from ckmcore.messages import say
from ckmcore.presentation.present import TablePresentation

if TYPE_CHECKING:
    import pikepdf

_INSIDE = rb"[^\\()]|\\."  # of a string; its brackets need no escape where they are pairs
for _ in range(6):
    _INSIDE = rb"[^\\()]|\\.|\((?:" + _INSIDE + rb")*\)"
_TOKEN = re.compile(
    rb"/Artifact\b(?P<artifact>[^\[]*?(?:\[[^\]]*\][^\[]*?)*?)\b(?:BDC|BMC)"
    rb"|/(?P<tag>\w+)\s*<<(?P<marked>(?:\((?:[^\\()]|\\.)*\)|<[0-9A-Fa-f]*>|[^<>()])*)>>\s*BDC"
    rb"|(?P<end>\bEMC\b)|/(?P<font>\w+) [\d.]+ Tf|\((?P<text>(?:" + _INSIDE + rb")*)\)",
    re.DOTALL,
)
_MCID = re.compile(rb"/MCID (\d+)")
_ACTUAL = re.compile(rb"/ActualText\s*(?:<([0-9A-Fa-f]*)>|\(((?:[^\\()]|\\.)*)\))", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_SECTION = re.compile(rb"beginbf(?:char|(range))(.*?)endbf", re.DOTALL)
_CODE = re.compile(rb"<([0-9A-Fa-f]+)>")
_MADE_ID = re.compile(r"(p\d+)?(U\d+x\d+y\d+|r\d+(-\d+){1,2})")
_MADE_HASH = re.compile(rb".{16}|[A-Za-z0-9+/]{22}==", re.DOTALL)
_FONT_NAME = re.compile(r"/[A-Z]{6}\+Carlito(-Bold)?")
_OFFICE_FONT = re.compile(r"/[A-Z]{6}\+[A-Za-z0-9-]{1,60}")
_RESOURCE = re.compile(r"/[a-z]\d{1,4}")
_DATE = re.compile(r"D:\d{8}000000(Z|\+00'00)?")
_PLAIN_STRINGS = frozenset(("", "sRGB v4.2", "sRGB", "Custom", "Identity", "Adobe", "de", "en"))
_KNOWN = re.compile(  # names that our files hold
    "/("
    r"A|Alt|Ascent|BBox|BackgroundColor|BaseFont|BitsPerComponent|Block|BorderColor|BorderStyle|BorderThickness|CA|CIDFontType2"
    r"|CIDSet|CIDSystemInfo|CIDToGIDMap|CMap|CS|CapHeight|Catalog|ColSpan|ColorSpace|Column|Columns|Contents|Count"
    r"|CreationDate|Creator|DCTDecode|DW|Datetime|DecodeParms|DescendantFonts|Descent|Dest|DestOutputProfile"
    r"|DeviceGray|DeviceRGB|Direction|DisplayDocTitle|Document|Em|Encoding|ExtGState|Figure|Filter|First|Flags"
    r"|FlateDecode|Font|FontBBox|FontDescriptor|FontFile2|FontName|GTS_PDFA1|Group|H1|H2|Headers|Height|I|ICCBased"
    r"|ID|IDTree|Identity|Identity-H|Image|ImageB|ImageC|Info|Inline|Interpolate|ItalicAngle|K|Kids|L2R|Lang|Last"
    r"|Layout|Length|Limits|MCID|MCR|MarkInfo|Marked|MediaBox|Metadata|ModDate|N|Names|Next|None|Nums|O|ObjStm"
    r"|Ordering|Outlines|OutputCondition|OutputConditionIdentifier|OutputIntent|OutputIntents|P|PDF|Page|Pages"
    r"|Parent|ParentTree|ParentTreeNextKey|Part|Pattern|Pg|Placement|Predictor|Prev|ProcSet|Range|Registry"
    r"|RegistryName|Resources|RoleMap|Root|Rotate|Row|RowSpan|S|SMask|Scope|Shading|Size|Solid|Span|StemV|Stm"
    r"|Strong|StructElem|StructParents|StructTreeRoot|Subtype|Supplement|Suspects|T|TBody|TD|TH|THead|TR|Table|Tabs"
    r"|Terms|Text|Title|ToUnicode|Transparency|Type|Type0|ViewerPreferences|W|WMode|Width|XML|XObject|XRef|XYZ|ca"
    ")"
)
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
_HYPHEN = "\u00ad"


class TaggedCell(msgspec.Struct, gc=False):
    """A cell of a table: TH or TD, its text, how many columns and rows it covers, its name, the heads that it names.

    A long table has hundreds of thousands, which Python's collector would look through on the window's thread.
    """

    tag: str
    text: str
    columns: int = 1
    rows: int = 1
    scope: str = ""
    name: str = ""
    heads: tuple[str, ...] = ()


@dataclass
class TaggedTable:
    """A table of the structure tree: the lines of its head and of its body."""

    head: list[list[TaggedCell]] = field(default_factory=list)
    body: list[list[TaggedCell]] = field(default_factory=list)


class TaggedPages:
    """A PDF by its structure: blocks of text with their tags, tables, artifacts; raises FormatViolation where it has
    none."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._fonts: dict[Any, dict[int, str]] = {}
        self.artifacts: list[tuple[str, str]] = []
        self.untagged: list[tuple[str, str]] = []
        self._marked: dict[tuple[Any, int], str] = {}
        self.used: set[tuple[Any, int]] = set()
        for number, page in enumerate(pdf.pages, 1):
            self._read_page(page, number)

    @cached_property
    def root(self) -> Any:
        try:
            (document,) = self._pdf.Root.StructTreeRoot.K
        except (AttributeError, KeyError, ValueError, TypeError):
            raise FormatViolation("check_pdf_structure") from None
        return document

    # --- pages -----------------------------------------------------------------------------------------------------

    def _read_page(self, page: Any, number: int) -> None:
        fonts = page.obj.get("/Resources", {}).get("/Font", {})
        letters: dict[int, str] = {}
        stack: list[tuple[str, Any]] = []  # what is marked around: artifact, mcid, text in its place, else
        shown: dict[Any, list[str]] = {}
        where, place = page.obj.objgen, f"page {number}"
        for token in _TOKEN.finditer(page.Contents.read_bytes()):
            if token["font"] is not None:
                letters = self._letters(fonts["/" + token["font"].decode()])
            elif token["end"] is not None:
                kind, value = stack.pop() if stack else ("", None)
                if kind == "artifact":
                    self.artifacts.append((place, "".join(value or ()).replace(_HYPHEN, "")))
            elif token["artifact"] is not None:
                stack.append(("artifact", []))
            elif token["tag"] is not None:
                marked = token["marked"]
                mcid, actual = _MCID.search(marked), _ACTUAL.search(marked)
                if mcid:
                    stack.append(("mcid", int(mcid[1])))
                elif actual:
                    self._show(stack, shown, _actual_text(actual), place)
                    stack.append(("replaced", None))
                else:
                    stack.append(("", None))
            elif not any(kind == "replaced" for kind, _ in stack):
                code = _unescaped(token["text"])
                codes = (int.from_bytes(code[at : at + 2]) for at in range(0, len(code), 2))
                text = "".join(letters.get(glyph, "\ufffd") for glyph in codes)
                self._show(stack, shown, text, place)
        self._marked |= {(where, mcid): "".join(texts) for mcid, texts in shown.items()}

    def _show(self, stack: Sequence[tuple[str, Any]], shown: dict[Any, list[str]], text: str, place: str) -> None:
        for kind, value in reversed(stack):
            if kind == "artifact":
                value.append(text)
                return
            if kind == "mcid":
                shown.setdefault(value, []).append(text)
                return
        self.untagged.append((place, text))

    def _letters(self, font: Any) -> dict[int, str]:
        """Texts of the glyphs of a font."""
        key = font.objgen
        if key not in self._fonts:
            found: dict[int, str] = {}
            for is_range, section in _SECTION.findall(font.ToUnicode.read_bytes()):
                codes = _CODE.findall(section)
                step = 3 if is_range else 2
                for at in range(0, len(codes) - step + 1, step):
                    begin, end = int(codes[at], 16), int(codes[at + step - 2], 16)
                    words = bytes.fromhex(codes[at + step - 1].decode()).decode("utf-16-be", "replace")
                    for code in range(begin, end + 1):
                        found[code] = words if code == begin else words[:-1] + chr(ord(words[-1]) + code - begin)
            self._fonts[key] = found
        return self._fonts[key]

    # --- structure -------------------------------------------------------------------------------------------------

    def blocks(self) -> Iterator[tuple[str, str, str]]:
        """Texts outside of tables: tag, title or alternative text, text."""
        for element in self._elements(self.root):
            if str(element.S) != "/Table":
                told = str(element.get("/T", "")) or str(element.get("/Alt", ""))
                yield str(element.S), told, self._text(element)

    def tables(self) -> Iterator[TaggedTable]:
        """All tables."""
        for element in self._elements(self.root):
            if str(element.S) == "/Table":
                table = TaggedTable()
                for part in self._elements(element):
                    lines = table.head if str(part.S) == "/THead" else table.body
                    below = [part] if str(part.S) == "/TR" else self._elements(part)
                    lines += [[self._cell(cell) for cell in self._elements(line)] for line in below]
                yield table

    def _cell(self, element: Any) -> TaggedCell:
        says: dict[str, Any] = {}
        for attributes in element.get("/A", ()):
            says |= dict(attributes.items())
        return TaggedCell(
            str(element.S),
            self._text(element),
            int(says.get("/ColSpan", 1)),
            int(says.get("/RowSpan", 1)),
            str(says.get("/Scope", "")),
            str(element.get("/ID", "")),
            tuple(str(name) for name in says.get("/Headers", ())),
        )

    @staticmethod
    def _elements(element: Any) -> Iterator[Any]:
        import pikepdf

        for kid in _kids(element):
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield kid

    def _text(self, element: Any, page: Any = None) -> str:
        """The text of an element with all below it."""
        page = element.get("/Pg", page)
        parts = []
        for kid in _kids(element):
            if isinstance(kid, int):
                parts.append(self._of_mark(page, kid))
            elif "/MCID" in kid:
                parts.append(self._of_mark(kid.get("/Pg", page), int(kid.MCID)))
            elif "/S" in kid:
                parts.append(self._text(kid, page))
        return "".join(parts).replace(_HYPHEN, "")

    def _of_mark(self, page: Any, mark: int) -> str:
        key = page.objgen, mark
        self.used.add(key)
        return self._marked.get(key, "")

    @property
    def unnamed(self) -> list[str]:
        """Marked texts that no element of the structure holds."""
        return [text for key, text in self._marked.items() if key not in self.used and text.strip()]


def _kids(element: Any) -> Iterator[Any]:
    import pikepdf

    kids = element.get("/K")
    if isinstance(kids, pikepdf.Array):
        yield from kids
    elif kids is not None:
        yield kids


def _unescaped(text: bytes) -> bytes:
    def plain(match: re.Match[bytes]) -> bytes:
        told = match[1]
        return bytes([int(told, 8) & 255]) if told[:1] in b"01234567" else _CONTROLS.get(told, told)

    return _ESCAPE.sub(plain, text)


def _actual_text(match: re.Match[bytes]) -> str:
    raw = bytes.fromhex(match[1].decode()) if match[1] is not None else _unescaped(match[2])
    text = raw[2:].decode("utf-16-be", "replace") if raw.startswith(b"\xfe\xff") else raw.decode("latin-1")
    return "" if text == _HYPHEN else text


# --- strict reading --------------------------------------------------------------------------------------------------


def check_pdf(document: TablePresentation, path: Path) -> None:
    """Read a file strictly by its structure, and compare its figures with the document's; raises FormatViolation."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(read_file(path)), attempt_recovery=False) as pdf:
            if str(pdf.Root.get("/Lang", "")) != document.language or not pdf.Root.get(
                "/MarkInfo", pikepdf.Dictionary()
            ).get("/Marked"):
                raise FormatViolation("check_pdf_structure")
            pages = TaggedPages(pdf)
            tables = list(pages.tables())
            titles = [title for tag, title, _ in pages.blocks() if tag == "/H1"]
    except pikepdf.PdfError as fault:
        raise FormatViolation("check_pdf_damaged", detail=str(fault)) from None
    if len(titles) != 1 or not titles[0] or pages.untagged or pages.unnamed:
        raise FormatViolation("check_pdf_structure")
    at = 0
    for number, layer in enumerate(document.shown_layers, 1):
        sheet = document.sheet(layer)
        shown: list[list[TaggedCell]] = [[] for _ in range(len(sheet))]
        for start in range(0, len(sheet), PIECE_ROWS):
            lines, columns = shown[start : start + PIECE_ROWS], 0
            while columns < sheet.columns and at < len(tables):
                wide = _checked_width(tables[at], number) - max(sheet.stub.depth, 1)
                if len(tables[at].body) != len(lines) or wide < 1:
                    raise FormatViolation("check_cells", found=len(tables[at].body), wanted=len(lines))
                for cells, line in zip(lines, tables[at].body, strict=True):
                    cells += line[-wide:]
                columns += wide
                at += 1
            if columns != sheet.columns:
                raise FormatViolation("check_cells", found=columns, wanted=sheet.columns)
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


# --- search ----------------------------------------------------------------------------------------------------------


def search_pdf(content: bytes, search: LeakScan) -> None:
    """Look at a file; hits go to `search`. Files of former versions, printed by the window, are read as they were."""
    import pikepdf

    from ckmcore.typesetting.worker import saved

    if b"/StructTreeRoot" not in content and b"/ObjStm" not in content:
        search_former_pdf(content, search)
        return
    search.folds = True
    try:
        with pikepdf.open(io.BytesIO(content), attempt_recovery=False, suppress_warnings=True) as pdf:
            if saved(pdf) != content:
                search.hit("bytes", "PDF")
            for place in _Objects(pdf, search).unknown():
                search.hit("part", place)
            pages = TaggedPages(pdf)
            _search_pages(pages, search, len(pdf.pages))
    except (CkmError, FormatViolation) as fault:
        search.hit("bytes", "PDF", type(fault).__name__)
    except (pikepdf.PdfError, KeyError, ValueError, TypeError, AttributeError) as fault:
        search.hit("bytes", "PDF", type(fault).__name__)


def _search_pages(pages: TaggedPages, search: LeakScan, number: int) -> None:
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
    for tag, told, text in pages.blocks():
        if squeezed(text) not in known:
            search.text(tag[1:], text)
        search.text(tag[1:], told)
    for place, text in pages.untagged:
        search.hit("hidden", place, text)
    for text in pages.unnamed:
        search.hit("hidden", "PDF", text)
    around: dict[str, set[str]] = {}
    for page in range(1, number + 1):
        words = words_around(search.allowed, page, number)
        around[f"page {page}"] = {"", *words, *(before + behind for before in words for behind in words)}
    rest = [
        (place, text) for place, text in pages.artifacts if squeezed(text) not in around[place] and text.strip(". ")
    ]
    # Heads that stand again on the next page: each was searched with its table.
    rest = [(place, text) for place, text in rest if squeezed(text) not in known]
    search_lines(rest, search)


class _Objects:
    """All objects of a file: their names, strings, streams."""

    def __init__(self, pdf: pikepdf.Pdf, search: LeakScan) -> None:
        self._pdf, self._search, self._names = pdf, search, dict[str, bool]()
        allowed = search.allowed
        self._attaches = allowed.anything or any(page.office.pdf_figures for page in allowed.documents)
        self._has_own_font = allowed.anything or any(page.office.pdf_font for page in allowed.documents)

    def _is_known(self, name: str) -> bool:
        if name not in self._names:
            further = [(self._attaches, _OF_ATTACHED), (self._has_own_font, _OF_OPENTYPE)]
            is_further = any(has and names.fullmatch(name) for has, names in further)
            self._names[name] = bool(_KNOWN.fullmatch(name)) or is_further
        return self._names[name]

    def _is_font(self, name: str) -> bool:
        return bool(_FONT_NAME.fullmatch(name) or (self._has_own_font and _OFFICE_FONT.fullmatch(name)))

    def unknown(self) -> Iterator[str]:
        """Search strings and streams; give the places of names that our files do not need."""
        for number, item in enumerate(self._pdf.objects, 1):
            yield from self._look(item, f"object {number}", "")
        yield from self._look(self._pdf.trailer, "trailer", "")

    def _look(self, found: Any, place: str, key: str) -> Iterator[str]:
        import pikepdf

        if isinstance(found, pikepdf.Stream):
            self._stream(found, place)
        if isinstance(found, (pikepdf.Dictionary, pikepdf.Stream)):
            for name, value in found.items():
                if not (self._is_known(name) or _RESOURCE.fullmatch(name) or name in ("/Root", "/Info")):
                    yield f"{place}, {name}"
                if not getattr(value, "is_indirect", False):
                    yield from self._look(value, place, name)
        elif isinstance(found, pikepdf.Array):
            for value in found:
                if not getattr(value, "is_indirect", False):
                    yield from self._look(value, place, key)
        elif isinstance(found, pikepdf.Name):
            if not self._is_known(str(found)) and not self._is_font(str(found)):
                yield f"{place}, {found}"
        elif isinstance(found, pikepdf.String):
            self._string(found, place, key)

    def _string(self, found: Any, place: str, key: str) -> None:
        text = str(found)
        if key in ("/T", "/Title", "/Alt", "/Desc"):
            self._search.text(place, text, *_words(), kind="property")
        elif key in ("/F", "/UF", "/Names") and text == FIGURES_NAME:
            return
        elif key in ("/CreationDate", "/ModDate"):
            if not _DATE.fullmatch(text):
                self._search.hit("property", place, text)
        elif key == "/Creator":
            self._search.program(place, text)
        elif key in ("/ID", "/Headers", "/Names", "/Limits") and (_MADE_ID.fullmatch(text) or place == "trailer"):
            return
        elif text not in _PLAIN_STRINGS and not (key == "/ID" and _MADE_HASH.fullmatch(bytes(found))):
            self._search.text(place, text, kind="property")

    def _attached(self, found: Any, place: str) -> None:
        """Search the figures that are attached as CSV: each is in the file once more."""
        if str(found.get("/Subtype", "")) != "/text/csv":
            self._search.hit("part", place, str(found.get("/Subtype", "")))
        inner = LeakScan(self._search.allowed)
        search_csv(found.read_bytes(), inner)
        for hit in inner.hits:
            self._search.hit(hit.kind, f"{place}, {FIGURES_NAME}, {hit.place}", hit.shown)

    def _stream(self, found: Any, place: str) -> None:
        kind = str(found.get("/Type", ""))
        if kind == "/EmbeddedFile":
            self._attached(found, place)
        if kind == "/Metadata":
            _XmpProperties(self._search, place).read(re.sub(rb"<\?xpacket[^>]*\?>", b"", found.read_bytes()))
        elif str(found.get("/Subtype", "")) == "/Image":
            logos = {picture_size(logo) for logo in self._search.allowed.pictures}
            size = (int(found.Width), int(found.Height))
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
