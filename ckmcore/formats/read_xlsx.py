"""XLSX parsed: every entry of the ZIP file and the bytes between them, every part, every cell, every property.

What the parts of our workbooks consist of - names, tags, attributes, fixed words - is data; anything else is a hit.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from ckmcore.base.numbers import LANGUAGES
from ckmcore.formats.leak_findings import Kind, LeakScan
from ckmcore.formats.pages import note_points, row_points
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.write_xlsx import NOTES_WIDTH, letters_of
from ckmcore.formats.xml_parts import PATTERNS, Attributes, Reader, Rule, follows
from ckmcore.messages import say
from ckmcore.microdata.files import PACKED_ERRORS

MOST_BYTES = 2**31
MOST_RATIO = 1000
_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL_BYTES = 46
# The first moment that a ZIP file can say: entries carry no time of making.
NO_TIME = (1980, 1, 1, 0, 0, 0)
_NO_TIME_PACKED = (0, 0x21)
# What a writer of ours says of an entry: rights of its owner, the system that wrote it, the versions and flags needed.
_RIGHTS, _SYSTEMS, _VERSIONS, _FLAGS = (0, 0o600 << 16), (0, 3), (10, 20), (0, 0x800)
_END = struct.Struct("<4s4H2LH")


def entries(content: bytes, search: LeakScan) -> dict[str, bytes]:
    """The parts of a ZIP file by name; comments, times, extra fields, hidden and doubled bytes are hits."""
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if archive.comment:
                search.hit("comment", "ZIP", archive.comment.decode("utf-8", "replace"))
            place, central = 0, 0
            for entry in sorted(archive.infolist(), key=lambda one: one.header_offset):
                _look_at(entry, content, place, search)
                header = _LOCAL.unpack_from(content, entry.header_offset)
                place = entry.header_offset + _LOCAL.size + header[9] + header[10] + entry.compress_size
                central += _CENTRAL_BYTES + len(entry.orig_filename.encode()) + len(entry.extra) + len(entry.comment)
                if entry.filename in found:
                    search.hit("hidden", entry.filename)
                if entry.file_size > MOST_BYTES or entry.file_size > MOST_RATIO * max(entry.compress_size, 1) + 4096:
                    search.hit("bytes", entry.filename)
                    continue
                found[entry.filename] = archive.read(entry)
            if place + central + _END.size + len(archive.comment) != len(content):
                search.hit("bytes", "ZIP", "")
            else:
                _look_at_end(content, len(archive.comment), len(archive.infolist()), search)
    except (*PACKED_ERRORS, struct.error, OSError, RuntimeError, ValueError) as fault:
        search.hit("bytes", "ZIP", str(fault))
    return found


def _look_at_end(content: bytes, comment: int, count: int, search: LeakScan) -> None:
    numbers = _END.unpack_from(content, len(content) - _END.size - comment)[1:5]
    if numbers != (0, 0, count, count):
        search.hit("property", "ZIP", ", ".join(map(str, numbers)))


def _look_at(entry: zipfile.ZipInfo, content: bytes, place: int, search: LeakScan) -> None:
    if entry.header_offset != place:
        search.hit("bytes", entry.filename)
    header = _LOCAL.unpack_from(content, entry.header_offset)
    if entry.extra or header[10]:
        search.hit("property", entry.filename, entry.extra.decode("latin-1"))
    if entry.comment:
        search.hit("comment", entry.filename, entry.comment.decode("utf-8", "replace"))
    if entry.date_time != NO_TIME:
        search.hit("property", entry.filename, "-".join(map(str, entry.date_time)))
    described = (
        (entry.external_attr, _RIGHTS),
        (entry.internal_attr, (0,)),
        (entry.create_system, _SYSTEMS),
        (entry.create_version, _VERSIONS),
        (entry.extract_version, _VERSIONS),
        (entry.flag_bits, _FLAGS),
        (entry.volume, (0,)),
        (entry.reserved, (0,)),
    )
    said: list[object] = [value for value, usual in described if value not in usual]
    # An entry is described twice, before its content and at the end of the file.
    described_twice = (
        (header[1], entry.extract_version),
        (header[2], entry.flag_bits),
        (header[3], entry.compress_type),
        (header[4:6] if entry.date_time == NO_TIME else _NO_TIME_PACKED, _NO_TIME_PACKED),
        (header[6:9], (entry.CRC, entry.compress_size, entry.file_size)),
    )
    said += [found for found, other in described_twice if found != other]
    if said:
        search.hit("property", entry.filename, ", ".join(map(str, said)))


PARTS: Mapping[str, re.Pattern[str]] = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "types": r"\[Content_Types\]\.xml",
        "relations": r"(_rels/\.rels|xl/_rels/workbook\.xml\.rels|xl/(worksheets|drawings)/_rels/\w+\.xml\.rels)",
        "workbook": r"xl/workbook\.xml",
        "sheet": r"xl/worksheets/sheet\d+\.xml",
        "strings": r"xl/sharedStrings\.xml",
        "styles": r"xl/styles\.xml",
        "library": r"xl/theme/theme1\.xml",
        "drawing": r"xl/drawings/drawing\d+\.xml",
        "picture": r"xl/media/image\d+\.png",
        "table": r"xl/tables/table\d+\.xml",
        "core": r"docProps/core\.xml",
        "app": r"docProps/app\.xml",
    }.items()
}
"""The parts by what they are; `library`: the same in every workbook, as the library writes it."""


@dataclass(frozen=True)
class Rules:
    """Tags with the rules of their attributes; rules of the texts in tags (absent: no text)."""

    tags: Mapping[str, Mapping[str, Rule]]
    texts: Mapping[str, Rule] = field(default_factory=dict)


def _pattern(text: str) -> Rule:
    compiled = re.compile(text)
    return lambda value: compiled.fullmatch(value) is not None


_AREAS = _pattern(r"[A-Z]{1,3}\d+(:[A-Z]{1,3}\d+)?( [A-Z]{1,3}\d+(:[A-Z]{1,3}\d+)?)*")
_SCHEMA = _pattern(r"http://(schemas\.openxmlformats\.org|purl\.org|www\.w3\.org)/[A-Za-z0-9/.-]+")
_PART_NAME = _pattern(r"/?(\.\./)?[A-Za-z0-9/]+\.(xml|png|rels)")
_TYPE_NAME = _pattern(r"(application|image)/[A-Za-z0-9.+-]+")
_NUMBER_FORMAT = _pattern(
    r"""(General|@ \*\.|(\[>=1000000\]|\[>=1000\]|"\("|"\)"|" [⁰¹²³⁴⁵⁶⁷⁸⁹⁾ ]*r?"|\\ |[#0,.;-])+)"""
)
_STYLE_WORDS = (
    "thin", "medium", "none", "solid", "gray125", "left", "right", "center", "top", "bottom", "minor", "Normal",
    "Hyperlink", "TableStyleMedium9", "PivotStyleLight16",
)  # fmt: skip


def _style_value(value: str) -> bool:
    return value in _STYLE_WORDS or re.fullmatch(r"-?\d{1,7}(\.\d{1,6})?|[0-9A-F]{8}", value) is not None


SAME_EVERYWHERE: Mapping[str, Rule] = {
    "xmlns": _SCHEMA,
    "xmlns:r": _SCHEMA,
    "xmlns:a": _SCHEMA,
    "xmlns:xdr": _SCHEMA,
    "xmlns:vt": _SCHEMA,
    "xmlns:cp": _SCHEMA,
    "xmlns:dc": _SCHEMA,
    "xmlns:dcterms": _SCHEMA,
    "xmlns:dcmitype": _SCHEMA,
    "xmlns:xsi": _SCHEMA,
    "r:id": "id",
    "r:embed": "id",
    "count": "whole",
}


def _all(rule: Rule, names: str) -> dict[str, Rule]:
    """The same rule for several names."""
    return dict.fromkeys(names.split(), rule)


def _bare(names: str) -> dict[str, dict[str, Rule]]:
    """Tags without attributes."""
    return {name: {} for name in names.split()}


_STYLE_TAGS = (
    "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles font b i u sz color family scheme "
    "fill patternFill fgColor bgColor border left right top bottom diagonal xf alignment protection cellStyle"
)
_STYLE_ATTRIBUTES = _all(
    _style_value,
    "val rgb theme indexed patternType style numFmtId fontId fillId borderId xfId applyNumberFormat applyFont "
    "applyFill applyBorder applyAlignment applyProtection horizontal vertical indent wrapText locked name builtinId "
    "defaultTableStyle defaultPivotStyle",
)
_DRAWING_TAGS = (
    "xdr:from xdr:to xdr:pic xdr:nvPicPr xdr:cNvPicPr xdr:blipFill a:blip a:stretch a:fillRect xdr:spPr a:xfrm "
    "a:avLst xdr:clientData"
)
_YES = ("0", "1")

RULES: Mapping[str, Rules] = {
    "types": Rules(
        {
            "Types": {},
            "Default": {"Extension": ("rels", "xml", "png"), "ContentType": _TYPE_NAME},
            "Override": {"PartName": _PART_NAME, "ContentType": _TYPE_NAME},
        }
    ),
    "relations": Rules({"Relationships": {}, "Relationship": {"Id": "id", "Type": _SCHEMA, "Target": _PART_NAME}}),
    "workbook": Rules(
        {
            "workbook": {},
            "fileVersion": {"appName": ("xl",), **_all("whole", "lastEdited lowestEdited rupBuild")},
            "workbookPr": {"defaultThemeVersion": "whole"},
            "bookViews": {},
            "workbookView": {
                **_all(("240", "15", "16095", "9660"), "xWindow yWindow windowWidth windowHeight"),
                **_all("whole", "activeTab firstSheet"),
            },
            "sheets": {},
            "sheet": {"name": "text", "sheetId": "whole"},
            "definedNames": {},
            "definedName": {"name": ("_xlnm.Print_Titles",), "localSheetId": "whole"},
            "calcPr": {"calcId": "whole", "fullCalcOnLoad": "bool"},
        },
        {"definedName": "range"},
    ),
    "sheet": Rules(
        {
            **_bare("worksheet sheetPr"),
            "pageSetUpPr": {"fitToPage": "bool"},
            "dimension": {"ref": "ref"},
            "sheetViews": {},
            "sheetView": {"tabSelected": "bool", "workbookViewId": "whole", "showGridLines": "bool"},
            "pane": {
                **_all("size", "xSplit ySplit"),
                "topLeftCell": "ref",
                "activePane": ("bottomRight", "bottomLeft", "topRight"),
                "state": ("frozen",),
            },
            "selection": {
                "pane": ("bottomRight", "bottomLeft", "topRight"),
                "activeCell": "ref",
                "sqref": "ref",
            },
            "sheetFormatPr": {"defaultRowHeight": ("15",), "customHeight": _YES},
            "cols": {},
            "col": {**_all("whole", "min max style"), "width": "width", "customWidth": "bool"},
            "sheetData": {},
            "row": {
                **_all("whole", "r s"),
                "spans": _pattern(r"\d+:\d+"),
                "ht": "height",
                **_all("bool", "customHeight customFormat"),
            },
            "c": {"r": "ref", "s": "whole", "t": ("s",)},
            **_bare("v mergeCells"),
            "mergeCell": {"ref": "ref"},
            "hyperlinks": {},
            "hyperlink": {"ref": "ref", "location": "range", "display": "text"},
            "pageMargins": _all(("0.7", "0.75", "0.3"), "left right top bottom header footer"),
            "pageSetup": {
                **_all("whole", "paperSize scale fitToHeight fitToWidth"),
                "orientation": ("landscape", "portrait"),
            },
            **_bare("headerFooter oddHeader oddFooter"),
            "rowBreaks": {"manualBreakCount": "whole"},
            "colBreaks": {"manualBreakCount": "whole"},
            "brk": _all("whole", "id max man"),
            **_bare("drawing tableParts tablePart"),
        },
        {"oddHeader": "page", "oddFooter": "page"},
    ),
    "strings": Rules(
        {"sst": {"uniqueCount": "whole"}, "si": {}, "t": {"xml:space": ("preserve",)}},
        {"t": "text"},
    ),
    "styles": Rules(
        {
            "styleSheet": {},
            **dict.fromkeys(_STYLE_TAGS.split(), _STYLE_ATTRIBUTES),
            "name": {"val": "font"},
            "numFmt": {"numFmtId": "whole", "formatCode": _NUMBER_FORMAT},
        }
    ),
    "drawing": Rules(
        {
            "xdr:wsDr": {},
            "xdr:twoCellAnchor": {"editAs": ("absolute", "oneCell")},
            **_bare(_DRAWING_TAGS),
            **_bare("xdr:col xdr:colOff xdr:row xdr:rowOff"),
            "xdr:cNvPr": {"id": "whole", "name": _pattern(r"Picture \d+"), "descr": "text"},
            "a:picLocks": {"noChangeAspect": _YES},
            "a:off": _all("whole", "x y"),
            "a:ext": _all("whole", "cx cy"),
            "a:prstGeom": {"prst": ("rect",)},
        },
        _all("whole", "xdr:col xdr:colOff xdr:row xdr:rowOff"),
    ),
    "table": Rules(
        {
            "table": {
                **_all("whole", "id totalsRowShown"),
                **_all(_pattern(r"Table\d+"), "name displayName"),
                "ref": "ref",
            },
            "autoFilter": {"ref": "ref"},
            "tableColumns": {},
            "tableColumn": {"id": "whole", "name": "text"},
            "tableStyleInfo": {
                "name": _pattern(r"TableStyleLight\d+"),
                **_all("bool", "showFirstColumn showLastColumn showRowStripes showColumnStripes"),
            },
        }
    ),
    "core": Rules(
        {
            **_bare("cp:coreProperties dc:title dc:creator dc:description cp:lastModifiedBy"),
            "dcterms:created": {"xsi:type": ("dcterms:W3CDTF",)},
            "dcterms:modified": {"xsi:type": ("dcterms:W3CDTF",)},
        },
        {
            "dc:title": "text",
            "dc:description": "program",
            "dcterms:created": ("2000-01-01T00:00:00Z",),
            "dcterms:modified": ("2000-01-01T00:00:00Z",),
        },
    ),
    "app": Rules(
        {
            **_bare("Properties Application DocSecurity ScaleCrop HeadingPairs TitlesOfParts"),
            "vt:vector": {"size": "whole", "baseType": ("variant", "lpstr")},
            **_bare("vt:variant vt:lpstr vt:i4 Company LinksUpToDate SharedDoc HyperlinksChanged AppVersion"),
        },
        {
            "Application": ("Microsoft Excel",),
            "DocSecurity": ("0",),
            **_all(("false",), "ScaleCrop LinksUpToDate SharedDoc HyperlinksChanged"),
            "vt:lpstr": "part",
            "vt:i4": "whole",
            "AppVersion": ("12.0000",),
        },
    ),
}
"""Of each part its tags, attributes and texts. Besides the patterns of `xml_parts`: `text`: a text of the tables or a
sheet's name; `width`, `height`: of a column and of a row, as our writers make them; `range`: cells of a sheet; `page`:
header or footer of pages; `font`: an office's font; `part`: a sheet's name, alone or with what is printed on each page;
`program`: the program and a version that files may name.
"""

_WITH_SCALES = Rules(
    {
        **RULES["sheet"].tags,
        "conditionalFormatting": {"sqref": _AREAS},
        "cfRule": {"type": ("dataBar", "colorScale"), "priority": _pattern(r"\d\d?")},
        **_bare("dataBar colorScale"),
        "cfvo": {"type": ("min", "max", "num"), "val": ("0",)},
        "color": {"rgb": ("FFFFFFFF", "FF9DBBE0")},
    },
    RULES["sheet"].texts,
)
"""Of sheets of tables with bars or colours: of which cells Excel makes them, and one colour; no formula, no limit but
0."""

_SHEET_NUMBER = re.compile(r"\d+")
_RANGES = re.compile(r"(?:'([^']+)'|([^'!,]+))!(?:\$?[A-Z]{1,3})?(?:\$?\d+)?(?::(?:\$?[A-Z]{1,3})?(?:\$?\d+)?)?")
# A letter that XML cannot hold, or that would be taken for such a code, stands as a code.
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_PAGE_CODES = re.compile(r"&(?:[LCRPN]|&)")
_LINKS, _HIDDEN = ("TargetMode", "Target", "r:link"), ("hidden", "state", "veryHidden", "collapsed", "zeroHeight")
_KINDS: dict[str, Kind] = {
    "f": "formula",
    "is": "text",
    "legacyDrawing": "comment",
    "hyperlink": "link",
    "oleObjects": "script",
    "extLst": "part",
    "conditionalFormatting": "formula",
    "dataValidations": "formula",
}
# Sheets are called by these words and a number, parts of them by no word of a table.
_SHEET_WORDS = (
    "export_sheet_table",
    "export_sheet_notes",
    "export_sheet_contents",
    "export_sheet_flat",
    "export_sheet_picture",
)
_FONTS = ("Calibri",)
# Whole letters, and the room beside them.
_WIDTH = re.compile(r"\d{1,3}\.7109375")
_PIXEL = 0.75


def search_xlsx(content: bytes, search: LeakScan) -> None:
    """Look at a workbook; hits go to `search`."""
    parts = entries(content, search)
    names = _sheet_names(parts)
    flat = {say("export_sheet_flat", language) for language in LANGUAGES}
    if any(name.rstrip(" 0123456789") in flat for name in names.values()):
        search.copies = 2
    strings = parts.get("xl/sharedStrings.xml", b"").count(b"<si>")
    for name, part in parts.items():
        kind = next((kind for kind, pattern in PARTS.items() if pattern.fullmatch(name)), None)
        if kind is None:
            search.hit("comment" if "comment" in name else "part", name, part[:80].decode("utf-8", "replace"))
        elif kind == "picture":
            if not search.allowed.anything and not search.allowed.is_picture(part):
                search.hit("picture", name)
        elif kind == "library":
            if part != _library_parts().get(name):
                search.hit("part", name)
        elif kind == "sheet":
            match = _SHEET_NUMBER.search(name)
            place = names.get(int(match[0]) if match else 0, name)
            _SheetReader(search, place, tuple(names.values()), strings).read(part)
        else:
            _RuleReader(search, name, RULES[kind], tuple(names.values())).read(part)


@cache
def _library_parts() -> dict[str, bytes]:
    """What the library writes into every workbook."""
    import zipfile

    import xlsxwriter

    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"in_memory": True}) as book:
        book.add_worksheet()
    with zipfile.ZipFile(target) as archive:
        return {"xl/theme/theme1.xml": archive.read("xl/theme/theme1.xml")}


class _SheetNames(Reader):
    """The names of sheets by their numbers."""

    names: dict[int, str]

    def start(self, path: tuple[str, ...], attributes: Attributes) -> None:
        if path[-1] == "sheet":
            number = _SHEET_NUMBER.search(attributes.get("r:id", ""))
            self.names[int(number[0]) if number else 0] = attributes.get("name", "")


def _sheet_names(parts: dict[str, bytes]) -> dict[int, str]:
    # A search of its own: what is wrong with the part is told when its rules are looked at.
    reader = _SheetNames(LeakScan(PublishableContent()), "")
    reader.names = {}
    reader.read(parts.get("xl/workbook.xml", b""))
    return reader.names


class _RuleReader(Reader):
    """A part whose tags, attributes and texts are looked up in a table of rules."""

    def __init__(self, search: LeakScan, place: str, rules: Rules, names: tuple[str, ...]) -> None:
        super().__init__(search, place)
        self.rules, self.names = rules, names
        self.property: Kind = "property" if place.startswith("docProps") else "text"

    def start(self, path: tuple[str, ...], attributes: Attributes) -> None:
        tag = path[-1]
        known = self.rules.tags.get(tag)
        if known is None:
            self.search.hit(
                _KINDS.get(tag, self.property if self.property == "property" else "part"), self._at(tag), tag
            )
            return
        for name, value in attributes.items():
            rule = known.get(name) or SAME_EVERYWHERE.get(name)
            if rule is None or not self._keeps(rule, value, self._at(tag)):
                kind: Kind = "hidden" if name in _HIDDEN else "link" if name in _LINKS else self.property
                self.search.hit(kind, self._at(tag), f"{name}={value}")

    def end(self, path: tuple[str, ...], text: str) -> None:
        tag = path[-1]
        rule = self.rules.texts.get(tag)
        if rule is None:
            if text.strip() or (text and not self.search.allowed.anything):
                self.search.hit(_KINDS.get(tag, self.property), self._at(tag), text)
        elif not self._keeps(rule, text, self._at(tag)):
            self.search.hit(self.property, self._at(tag), text)

    def _at(self, tag: str) -> str:
        return f"{self.place}, {tag}"

    def _keeps(self, rule: Rule, value: str, place: str) -> bool:
        """Whether a value keeps a rule; where the rule leaves it to the tables, True, and a hit of its own kind."""
        if rule == "program":
            return self.search.allowed.is_program(value)
        if rule == "text":
            if value not in self.names or not _is_sheet_name(value):
                shown = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)
                self.search.text(place, shown, kind=self.property)
            return True
        if rule == "range":
            found = _RANGES.findall(value)
            return (
                bool(found)
                and _RANGES.sub("", value).strip(",") == ""
                and all((quoted or bare) in self.names for quoted, bare in found)
            )
        if rule == "part":
            words = value.removesuffix("!Print_Titles").strip("'")
            return words in self.names or value in ("Worksheets", "Named Ranges")
        if rule == "page":
            for piece in _PAGE_CODES.split(value.replace("&&", "\0")):
                self.search.text(place, piece.replace("\0", "&"), *_page_words())
            return True
        if rule in ("width", "height"):
            return (_is_width if rule == "width" else _is_height)(value, self.search.allowed)
        if rule == "font":
            offices = {page.office.font for page in self.search.allowed.documents}
            return value in _FONTS or value in offices or self.search.allowed.anything
        return follows(rule, value)


def _is_width(value: str, allowed: PublishableContent) -> bool:
    """Whether a column is as many letters wide as our writers make one, or as somebody set it."""
    if not _WIDTH.fullmatch(value):
        return False
    letters = int(float(value))
    chosen = {letters_of(width.pixels) for page in allowed.documents for width in page.table.spec.presentation.widths}
    return 0 < letters <= NOTES_WIDTH or letters in chosen or allowed.anything


def _is_height(value: str, allowed: PublishableContent) -> bool:
    """Whether a row is as high as some lines of an office's letters, in whole pixels."""
    if not PATTERNS["size"].fullmatch(value):
        return False
    offices = [page.office for page in allowed.documents]
    points = {high for office in offices for high in (row_points(office), note_points(office))}
    high = float(value)
    lines = ((point, count) for point in points for count in (int(high / point), int(high / point) + 1) if count > 1)
    return allowed.anything or any(high == int(one * count / _PIXEL + 0.5) * _PIXEL for one, count in lines)


def _is_sheet_name(name: str) -> bool:
    words = {say(code, language) for code in _SHEET_WORDS for language in LANGUAGES}
    return re.sub(r" \d+(-\d+)?$", "", name) in words


def _page_words() -> tuple[str, ...]:
    """The fixed words of header and footer, without the codes of page numbers."""
    texts = [say("export_page", language, page="\0", pages="\0") for language in LANGUAGES]
    return tuple(piece for text in texts for piece in text.split("\0"))


class _SheetReader(_RuleReader):
    """A sheet: as other parts, and the figures of its cells. Its strings are looked at once, in a part of their own."""

    def __init__(self, search: LeakScan, place: str, names: tuple[str, ...], strings: int) -> None:
        shown = [page.table.spec.presentation for page in search.allowed.documents]
        scales = search.allowed.anything or any(presentation.bars or presentation.colours for presentation in shown)
        super().__init__(search, place, _WITH_SCALES if scales else RULES["sheet"], names)
        self.strings, self.cell, self.kind = strings, "", ""

    def start(self, path: tuple[str, ...], attributes: Attributes) -> None:
        if path[-1] == "c":
            self.cell, self.kind = attributes.get("r", ""), attributes.get("t", "n")
        super().start(path, attributes)

    def end(self, path: tuple[str, ...], text: str) -> None:
        if path[-1] != "v":
            super().end(path, text)
        elif self.kind == "s":
            if not (text.isascii() and text.isdigit() and int(text) < self.strings):
                self.search.hit("bytes", self._at("v"), text)
        else:
            self.search.stored(self._at("v"), text)

    def _at(self, tag: str) -> str:
        return f"{self.place}!{self.cell}" if tag in ("c", "v", "f", "is", "t") else f"{self.place}, {tag}"
