"""PDF as the window printed it until 2026, taken apart: objects, strings, names, properties, lines of text."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping

from ckmcore.base.numbers import LANGUAGES, MINUS
from ckmcore.base.picture import picture_size
from ckmcore.formats.cube import clean
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import PublishableContent, number_of
from ckmcore.formats.xml_parts import Attributes, Reader
from ckmcore.messages import say

_OBJECT = re.compile(rb"(?<!\d)(\d{1,7}) 0 obj\s(.*?)\bendobj\s", re.DOTALL)
_STREAM = re.compile(rb"\bstream\r?\n(.*)\r?\nendstream\s*$", re.DOTALL)
_STREAM_EMPTY = re.compile(rb"\bstream\r?\n(.*?)endstream\s*$", re.DOTALL)
_OUTSIDE = re.compile(
    rb"\A%PDF-1\.\d\s+(?:%[\x80-\xff]{4}\s+)?xref\s+0 \d+\s+(?:\d{10} \d{5} [nf]\s*)+trailer\s*"
    rb"<<(?P<trailer>[^>]*(?:<[0-9a-fA-F]*>[^>]*)*)>>\s*startxref\s+\d+\s+%%EOF\s*\Z"
)
_NAME = re.compile(rb"/([^\s/<>\[\]()]+)")
_STRING = re.compile(rb"\(((?:[^\\()]|\\.)*)\)", re.DOTALL)
_PARTS = frozenset(
    b"Type Subtype Metadata XML Length Length1 Catalog Pages Names Page Parent Contents Resources Annots MediaBox "
    b"TrimBox ExtGState SA SM ca CA AIS SMask None Pattern DeviceRGB DeviceGray DeviceCMYK XObject Image Width Height "
    b"BitsPerComponent ColorSpace Filter FlateDecode DCTDecode PCSp PCSpg PCSpcmyk CSp CSpg CSpcmyk GSa Font "
    b"FontDescriptor FontName Flags FontBBox ItalicAngle Ascent Descent CapHeight StemV FontFile2 CIDSet CIDFontType2 "
    b"BaseFont CIDSystemInfo Registry Ordering Supplement CIDToGIDMap Identity W Type0 Encoding Identity-H "
    b"DescendantFonts ToUnicode Kids Count ProcSet PDF Text ImageB ImageC XYZ Limits Dests Title Creator Author "
    b"Producer CreationDate ModDate Trapped False Size Info Root ID ImageMask Decode DecodeParms Interpolate true "
    b"false".split()
)
_MADE_NAMES = re.compile(rb"(F|Im|GState|GS|Pat)\d+|([A-Z]{6}\+)?[A-Za-z0-9-]{1,60}")
_FONT_KEYS = (b"FontName", b"BaseFont")
_PLAIN_STRINGS = re.compile(
    r"|Adobe|Identity|UCS|Qt \d+(\.\d+)*|D:\d{14}(Z|[+-]\d\d'\d\d'?)?|notes|t\d{1,6}[crv][\d-]{1,20}"
)
_XMP_TEXTS = re.compile(
    r"|Qt \d+(\.\d+)*|uuid:[0-9a-f-]{36}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)?|False|\d(\.\d)?"
)
_XMP_VALUES = re.compile(
    r"|x-default|default|uuid:[0-9a-f-]{36}|adobe:ns:meta/|https?://(www\.w3|purl|ns\.adobe|www\.aiim|www\.npes)\.?\S*"
)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]*)>\s*Tj|\b(BT|ET)\b|\(((?:[^\\()]|\\.)*)\)\s*Tj")
_MAP_RANGE = re.compile(rb"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4})> (?:\[([^\]]*)\]|<([0-9A-Fa-f]+)>)")
_JPEG_WORDS = re.compile(rb"\xff(\xfe|[\xe1-\xef])")
# A font keeps its blank under the sign of a tab, and pairs of letters as one.
_LETTERS = str.maketrans({"\t": " ", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"})
_HYPHEN = re.compile(r"(?<=[^\W\d_])-")
_MOST_LINES = 80
_MOST_BYTES = 2**28


def search_former_pdf(content: bytes, search: LeakScan) -> None:
    """Look at a file as the window prints it; hits go to `search`."""
    objects = {int(match[1]): match[2] for match in _OBJECT.finditer(content)}
    around = _OUTSIDE.match(_OBJECT.sub(b"", content))
    if around is None or len(_OBJECT.findall(content)) != len(objects):
        search.hit("bytes", "PDF")
    else:
        _dictionary(around["trailer"], "trailer", search)
    streams: dict[int, bytes] = {}
    for number, whole in objects.items():
        place = f"object {number}"
        found = _STREAM.search(whole) or _STREAM_EMPTY.search(whole)
        _dictionary(whole[: found.start()] if found else whole, place, search)
        if found:
            streams[number] = _unpacked(whole[: found.start()], found[1], place, search)
    for number, stream in streams.items():
        _stream(objects[number], stream, f"object {number}", search)
    search_lines(list(_pages(objects, streams, search)), search)


def _unpacked(head: bytes, data: bytes, place: str, search: LeakScan) -> bytes:
    if b"/FlateDecode" not in head:
        return data
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(data, _MOST_BYTES)
    except zlib.error as fault:
        search.hit("bytes", place, str(fault))
        return b""
    if unpacker.unused_data.strip() or unpacker.unconsumed_tail:
        search.hit("bytes", place)
    return found


def _dictionary(text: bytes, place: str, search: LeakScan) -> None:
    """The strings and names of an object."""
    for match in _STRING.finditer(text):
        words = _decoded(match[1])
        if not (_PLAIN_STRINGS.fullmatch(words) or search.allowed.is_program(words)):
            search.text(place, words, kind="property")
    bare = _STRING.sub(b"", text)
    before = b""
    for name in _NAME.findall(bare):
        font = before in _FONT_KEYS and _MADE_NAMES.fullmatch(name)
        if name not in _PARTS and not font and not re.fullmatch(rb"(F|Im|GS|GState|Pat)\w{0,6}", name):
            kind = name.decode("latin-1")
            search.hit("script" if kind in ("JS", "JavaScript", "Launch", "AA", "OpenAction") else "part", place, kind)
        before = name
    if b"%" in bare:
        search.hit("comment", place, bare.partition(b"%")[2].decode("latin-1"))


def _decoded(text: bytes) -> str:
    plain = re.sub(rb"\\(.)", rb"\1", text, flags=re.DOTALL)
    if plain.startswith(b"\xfe\xff"):
        return plain[2:].decode("utf-16-be", "replace")
    return plain.decode("latin-1")


def _stream(whole: bytes, stream: bytes, place: str, search: LeakScan) -> None:
    """Search a stream, but for the pages: properties, pictures; others must be fonts or their tables."""
    if b"/Metadata" in whole:
        _Properties(search, place).read(re.sub(rb"<\?xpacket[^>]*\?>", b"", stream))
    elif b"/Image" in whole:
        size = tuple(int(found) for found in re.findall(rb"/(?:Width|Height) (\d+)", whole))
        logos = {picture_size(logo) for logo in search.allowed.pictures}
        if (size not in logos and not search.allowed.anything) or _JPEG_WORDS.search(stream[:4096]):
            search.hit("picture", place)


class _Properties(Reader):
    """The properties that a file has as XML."""

    def start(self, path: tuple[str, ...], attributes: Attributes) -> None:
        for name, value in attributes.items():
            program = name == "xmp:CreatorTool" and self.search.allowed.is_program(value)
            if not (program or _XMP_VALUES.fullmatch(value) or _XMP_TEXTS.fullmatch(value)):
                self.search.hit("property", f"{self.place}, {path[-1]}", f"{name}={value}")

    def end(self, path: tuple[str, ...], text: str) -> None:
        if not _XMP_TEXTS.fullmatch(text.strip()):
            self.search.text(f"{self.place}, {path[-1]}", text, kind="property")


Line = tuple[str, str]


def _pages(objects: Mapping[int, bytes], streams: Mapping[int, bytes], search: LeakScan) -> Iterator[Line]:
    """The lines of text of all pages in their order, each with its place."""
    root = next((whole for whole in objects.values() if b"/Type /Pages" in whole), b"")
    kids = re.search(rb"/Kids\s*\[([^\]]*)\]", root)
    numbers = [int(one) for one in re.findall(rb"(\d+) 0 R", kids[1] if kids else b"")]
    used: set[int] = set()
    before: list[str] = []
    for page, number in enumerate(numbers, start=1):
        whole = objects.get(number, b"")
        resources = _referred(whole, b"Resources", objects)
        fonts = {
            name: _letters(_reference(objects.get(int(font), b""), b"ToUnicode"), streams, used)
            for name, font in re.findall(rb"/(F\d+) (\d+) 0 R", resources)
        }
        at = _reference(whole, b"Contents")
        used.add(at)
        around = words_around(search.allowed, page, len(numbers))
        lines = [text for text in _shown(streams.get(at, b""), fonts) if text.strip() and squeezed(text) not in around]
        yield from ((f"page {page - 1}", text) for text in before[: len(before) - _repeated(before, lines)])
        before = lines
    yield from ((f"page {len(numbers)}", text) for text in before)
    for number, whole in objects.items():
        known = (b"/Metadata", b"/Image", b"/Length1", b"/CIDSet", b"/Pages")
        if number in streams and number not in used and not any(word in whole for word in known):
            is_table = any(b"/CIDSet %d 0 R" % number in other for other in objects.values())
            if not is_table:
                search.hit("hidden", f"object {number}", streams[number][:40].decode("latin-1"))


def words_around(allowed: PublishableContent, page: int, pages: int) -> set[str]:
    """Texts that an office allows above and below a page: its words, and the number of the page."""
    found = {squeezed(say("export_page", language, page=str(page), pages=str(pages))) for language in LANGUAGES}
    for document in allowed.documents:
        found.add(squeezed(clean(document.page_footer)))
        if document.is_set_off:
            found |= {
                squeezed(words.text(document.language)) for words in (document.office.header, document.office.footer)
            }
    return found


def _repeated(before: list[str], lines: list[str]) -> int:
    """Number of lines at the end of a page that begin the next page, too: those across the edge are on both."""
    most = min(len(before), len(lines), _MOST_LINES)
    return next((count for count in range(most, 0, -1) if before[-count:] == lines[:count]), 0)


def _reference(whole: bytes, name: bytes) -> int:
    match = re.search(rb"/" + name + rb" (\d+) 0 R", whole)
    return int(match[1]) if match else -1


def _referred(whole: bytes, name: bytes, objects: Mapping[int, bytes]) -> bytes:
    return objects.get(_reference(whole, name), b"")


def _letters(number: int, streams: Mapping[int, bytes], used: set[int]) -> dict[int, str]:
    """Texts of the glyphs of a font."""
    used.add(number)
    found: dict[int, str] = {}
    for first, last, several, one in _MAP_RANGE.findall(streams.get(number, b"")):
        begin, end = int(first, 16), int(last, 16)
        texts = re.findall(rb"<([0-9A-Fa-f]+)>", several)
        for place in range(begin, end + 1):
            code = texts[place - begin] if place - begin < len(texts) else one
            if code:
                text = bytes.fromhex(code.decode()).decode("utf-16-be", "replace").translate(_LETTERS)
                found[place] = text if texts or begin == end else chr(int(one, 16) + place - begin)
    return found


def _shown(stream: bytes, fonts: Mapping[bytes, dict[int, str]]) -> Iterator[str]:
    letters: dict[int, str] = {}
    line: list[str] = []
    for font, glyphs, mark, plain in _SHOWN.findall(stream):
        if font:
            letters = fonts.get(font, {})
        elif mark == b"ET":
            yield "".join(line)
            line = []
        elif plain:
            line.append(_decoded(plain))
        else:
            codes = (int(glyphs[at : at + 4], 16) for at in range(0, len(glyphs), 4))
            line += [letters.get(code, "\ufffd") for code in codes]


def squeezed(text: str) -> str:
    """A text without blanks."""
    return "".join(text.split())


def _without_hyphens(text: str) -> str:
    """Without hyphens behind letters: at the end of a line may be one that its text has not. Figures stay."""
    return _HYPHEN.sub("", text)


def search_lines(lines: list[Line], search: LeakScan) -> None:
    """Search lines as the parts of texts, which were broken to fit; as many as possible are joined to texts allowed."""
    if search.allowed.anything:
        for place, text in lines:
            search.text(place, text)
        return
    lines = _with_signs(lines)
    bare = [_without_hyphens(squeezed(text)) for _, text in lines]
    known = {_without_hyphens(text) for text in _known(search.allowed)}
    most = max(map(len, known), default=0)
    # Of each place the fewest lines from there on that belong to nothing, and how many lines its text has (0: nothing).
    cost, taken = [0] * (len(lines) + 1), [0] * (len(lines) + 1)
    for begin in range(len(lines) - 1, -1, -1):
        figure = number_of(lines[begin][1], search.allowed.comma) is not None
        best, length = cost[begin + 1] + (0 if figure else 1), 0
        whole = ""
        for end in range(begin, min(begin + _MOST_LINES, len(lines))):
            whole += bare[end]
            if len(whole) > most:
                break
            if whole in known and cost[end + 1] <= best:
                best, length = cost[end + 1], end + 1 - begin
        cost[begin], taken[begin] = best, length
    at = 0
    while at < len(lines):
        if not taken[at]:
            search.figure(*lines[at])
        at += max(taken[at], 1)


def _with_signs(lines: list[Line]) -> list[Line]:
    """Join a minus or a bracket in a line of its own to the figure behind it."""
    found: list[Line] = []
    for place, text in lines:
        before = found[-1][1].strip() if found else ""
        if before in (MINUS, "(", f"({MINUS}"):
            found[-1] = (place, before + text)
        else:
            found.append((place, text))
    return found


def _known(allowed: PublishableContent) -> set[str]:
    """All texts without blanks, also with the marks of footnotes that files put behind them."""
    found = {squeezed(text) for text in allowed.texts if text}
    for page in allowed.documents:
        for numbers in (*page.marks.nodes.values(), *page.marks.lines.values(), *page.marks.cells.values()):
            mark = "".join(f"{_raised(number)}⁾" for number in numbers)
            found |= {text + mark for text in found if len(text) < _MOST_LINES and "⁾" not in text}
    return found


def _raised(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
