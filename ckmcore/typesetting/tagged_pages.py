"""A PDF taken apart by its structure, in a process of its own where it is large: qpdf holds Python's lock meanwhile.

What is found goes out as records, one JSON array a line, and is judged by `ckmcore.formats.read_pdf`.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import pikepdf

_INSIDE = rb"[^\\()]|\\."  # of a string; its brackets need no escape where they are pairs
for _ in range(6):
    _INSIDE = rb"[^\\()]|\\.|\((?:" + _INSIDE + rb")*\)"
_TOKEN = re.compile(
    rb"/Artifact\b(?P<artifact>[^\[]*?(?:\[[^\]]*\][^\[]*?)*?)\b(?:BDC|BMC)"
    rb"|/(?P<tag>\w+)\s*<<(?P<marked>(?:\((?:" + _INSIDE + rb")*\)|<[0-9A-Fa-f]*>|[^<>()])*)>>\s*BDC"
    rb"|(?P<end>\bEMC\b)|/(?P<font>\w+) [\d.]+ Tf|\((?P<text>(?:" + _INSIDE + rb")*)\)",
    re.DOTALL,
)
_MCID = re.compile(rb"/MCID (\d+)")
_ACTUAL = re.compile(rb"/ActualText\s*(?:<([0-9A-Fa-f]*)>|\(((?:[^\\()]|\\.)*)\))", re.DOTALL)
_ALT = re.compile(rb"/(?:Alt|E)\s*(?:<([0-9A-Fa-f]*)>|\(((?:" + _INSIDE + rb")*)\))", re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_SECTION = re.compile(rb"beginbf(?:char|(range))(.*?)endbf", re.DOTALL)
_CODE = re.compile(rb"<([0-9A-Fa-f]+)>")
_MADE_ID = re.compile(r"(p\d+)?(U\d+x\d+y\d+|r\d+(-\d+){1,2})")
_MADE_HASH = re.compile(rb".{16}|[A-Za-z0-9+/]{22}==", re.DOTALL)
_RESOURCE = re.compile(r"/[a-z]\d{1,4}")
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
_HYPHEN = "\u00ad"
_PLACES = ("/ID", "/Headers", "/Names", "/Limits")  # of strings that name heads


class NoStructureError(Exception):
    """A file has no structure tree."""


class TaggedCell(msgspec.Struct, gc=False, array_like=True):
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
        self.described: list[tuple[str, str]] = []
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
            raise NoStructureError from None
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
                self.described += [(place, _actual_text(alt)) for alt in _ALT.finditer(marked)]
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


# --- records ---------------------------------------------------------------------------------------------------------


def records(content: bytes, saved: Callable[[pikepdf.Pdf], bytes]) -> Iterator[bytes]:
    """Everything of a file that is to be judged, as lines; the last one of a file that cannot be read is a `fault`.

    `file` (language, whether it is marked, number of pages, whether its bytes are those that qpdf writes for its
    objects), `name` and `key` (place, name: that our files do not have), `string` (place, key, text, whether it may be
    a hash), `stream` (place, type, subtype, width, height, content), `table`, `row` (part, cells), `block` (tag,
    title or other words, text), `untagged` and `artifact` (place, text), `unnamed` (text), `fault` (name, detail).
    saved: writes the objects of a file.
    """
    import pikepdf

    faults = (pikepdf.PdfError, NoStructureError, KeyError, ValueError, TypeError, AttributeError)
    try:
        with pikepdf.open(io.BytesIO(content), attempt_recovery=False, suppress_warnings=True) as pdf:
            yield from map(_line, _found(pdf, saved(pdf) == content))
    except faults as fault:
        yield _line(("fault", type(fault).__name__, str(fault)))


def _line(record: Sequence[Any]) -> bytes:
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:  # halves of letters, which no text of ours has
        parts = [part.encode("utf-8", "replace").decode() if isinstance(part, str) else part for part in record]
        return msgspec.json.encode(parts)


def _found(pdf: pikepdf.Pdf, is_saved: bool) -> Iterator[Sequence[Any]]:
    import pikepdf

    marks = pdf.Root.get("/MarkInfo", pikepdf.Dictionary())
    language = str(pdf.Root.get("/Lang", ""))
    yield "file", language, bool(marks.get("/Marked")), len(pdf.pages), is_saved
    for number, item in enumerate(pdf.objects, 1):
        yield from _parts(item, f"object {number}", "")
    yield from _parts(pdf.trailer, "trailer", "")
    pages = TaggedPages(pdf)
    for table in pages.tables():
        yield ("table",)
        for part, lines in (("head", table.head), ("body", table.body)):
            for line in lines:
                yield "row", part, line
    for block in pages.blocks():
        yield "block", *block
    for place, text in pages.untagged:
        yield "untagged", place, text
    for place, text in pages.described:
        yield "string", place, "/Alt", text, False
    for place, text in pages.artifacts:
        yield "artifact", place, text
    for text in pages.unnamed:
        yield "unnamed", text


def _parts(found: Any, place: str, key: str) -> Iterator[Sequence[Any]]:
    """Names, strings and streams of an object and of what lies in it."""
    import pikepdf

    if isinstance(found, pikepdf.Stream):
        yield from _stream(found, place)
    if isinstance(found, (pikepdf.Dictionary, pikepdf.Stream)):
        for name, value in found.items():
            if not (_KNOWN.fullmatch(name) or _RESOURCE.fullmatch(name) or name in ("/Root", "/Info")):
                yield "key", place, name
            if not getattr(value, "is_indirect", False):
                yield from _parts(value, place, name)
    elif isinstance(found, pikepdf.Array):
        for value in found:
            if not getattr(value, "is_indirect", False):
                yield from _parts(value, place, key)
    elif isinstance(found, pikepdf.Name):
        if not _KNOWN.fullmatch(str(found)):
            yield "name", place, str(found)
    elif isinstance(found, pikepdf.String):
        text = str(found)
        if not (key in _PLACES and (_MADE_ID.fullmatch(text) or place == "trailer")):
            yield "string", place, key, text, bool(_MADE_HASH.fullmatch(bytes(found)))


def _stream(found: Any, place: str) -> Iterator[Sequence[Any]]:
    kind, below = str(found.get("/Type", "")), str(found.get("/Subtype", ""))
    if kind in ("/EmbeddedFile", "/Metadata"):
        yield "stream", place, kind, below, 0, 0, base64.b64encode(found.read_bytes()).decode("ascii")
    elif below == "/Image":
        yield "stream", place, kind, below, int(found.Width), int(found.Height), ""
