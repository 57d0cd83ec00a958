"""XLSX taken apart: every part, every cell, every property. What our workbooks do not need is a hit."""

from __future__ import annotations

import io
import re
from functools import cache

from ckmcore.base.numbers import Language
from ckmcore.formats.allowed import Allowed
from ckmcore.formats.containers import entries
from ckmcore.formats.hits import Kind, Search
from ckmcore.formats.pages import note_points, row_points
from ckmcore.formats.scan_xlsx_rules import PARTS, RULES, SAME_EVERYWHERE, Rules
from ckmcore.formats.write_xlsx import NOTES_WIDTH
from ckmcore.formats.xlsx_layout import letters_of
from ckmcore.formats.xml_parts import PATTERNS, Attributes, Reader, Rule, follows
from ckmcore.messages import say

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
_SHEET_WORDS = ("export_sheet_table", "export_sheet_notes", "export_sheet_contents", "export_sheet_flat")
_FONTS = ("Calibri",)
# Whole letters, and the room beside them.
_WIDTH = re.compile(r"\d{1,3}\.7109375")
_PIXEL = 0.75
LANGUAGES: tuple[Language, ...] = ("de", "en")


def scan_xlsx(content: bytes, search: Search) -> None:
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
            if not search.allowed.anything and part not in search.allowed.pictures:
                search.hit("picture", name)
        elif kind == "library":
            if part != _library_parts().get(name):
                search.hit("part", name)
        elif kind == "sheet":
            found = _SHEET_NUMBER.search(name)
            place = names.get(int(found[0]) if found else 0, name)
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
    reader = _SheetNames(Search(Allowed()), "")
    reader.names = {}
    reader.read(parts.get("xl/workbook.xml", b""))
    return reader.names


class _RuleReader(Reader):
    """A part whose tags, attributes and texts are looked up in a table of rules."""

    def __init__(self, search: Search, place: str, rules: Rules, names: tuple[str, ...]) -> None:
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
        """Whether a value keeps a rule; what the rule leaves to the tables is told as its own kind of hit."""
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


def _is_width(value: str, allowed: Allowed) -> bool:
    """Whether a column is as many letters wide as our writers make one, or as somebody set it."""
    if not _WIDTH.fullmatch(value):
        return False
    letters = int(float(value))
    chosen = {letters_of(one.pixels) for page in allowed.documents for one in page.table.spec.presentation.widths}
    return 0 < letters <= NOTES_WIDTH or letters in chosen or allowed.anything


def _is_height(value: str, allowed: Allowed) -> bool:
    """Whether a row is as high as some lines of an office's letters, in whole pixels."""
    if not PATTERNS["size"].fullmatch(value):
        return False
    offices = [page.office for page in allowed.documents]
    points = {high for office in offices for high in (row_points(office), note_points(office))}
    high = float(value)
    lines = ((one, count) for one in points for count in (int(high / one), int(high / one) + 1) if count > 1)
    return allowed.anything or any(high == int(one * count / _PIXEL + 0.5) * _PIXEL for one, count in lines)


def _is_sheet_name(name: str) -> bool:
    words = {say(code, language) for code in _SHEET_WORDS for language in LANGUAGES}
    return re.sub(r" \d+(-\d+)?$", "", name) in words


def _page_words() -> tuple[str, ...]:
    """The fixed words of header and footer, without what stands for numbers of pages."""
    texts = [say("export_page", language, page="\0", pages="\0") for language in LANGUAGES]
    return tuple(piece for text in texts for piece in text.split("\0"))


class _SheetReader(_RuleReader):
    """A sheet: as other parts, and the figures of its cells. Its strings are looked at once, in a part of their own."""

    def __init__(self, search: Search, place: str, names: tuple[str, ...], strings: int) -> None:
        super().__init__(search, place, RULES["sheet"], names)
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
