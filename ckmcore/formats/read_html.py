"""HTML taken apart, whoever wrote it: every tag, attribute, text, comment.

`check_html` demands a page that is well-formed, accessible, needs nothing from outside and holds the figures of its
table; `search_html` looks at each part, also where the file is no such page. What our pages do not need is a hit.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from html.parser import HTMLParser
from pathlib import Path

from ckmcore.base.numbers import LANGUAGES, MINUS, NBSP, Language
from ckmcore.base.reading import read_file
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import clean
from ckmcore.formats.drawn_picture import picture_beside
from ckmcore.formats.leak_findings import Kind, LeakScan
from ckmcore.formats.read_svg import search_pictures
from ckmcore.formats.write_html import part_name
from ckmcore.formats.xml_parts import Rule, follows
from ckmcore.messages import say
from ckmcore.pictures.svg import page_figure
from ckmcore.presentation.present import Bracketed, Figure, TablePresentation

VOID = {"meta", "img"}
_NAMES = re.compile(r"notes|(t([0-9a-f]{8}-)?\d{1,6}[crv][\d-]{1,20} ?)+")
_PART_NAME = re.compile(r"t[0-9a-f]{8}-")
_WIDE = {"rowspan": "whole", "colspan": "whole"}
_CELL: dict[str, Rule] = {
    **_WIDE,
    "class": ("stub", "total", "sub", "block"),
    "scope": ("col", "colgroup", "row", "rowgroup"),
    "id": lambda text: _NAMES.fullmatch(text) is not None,
    "headers": lambda text: _NAMES.fullmatch(text) is not None,
}
_TAGS: Mapping[str, Mapping[str, Rule]] = {
    "html": {"lang": ("de", "en")},
    "head": {},
    "meta": {
        "charset": ("utf-8",),
        "http-equiv": ("Content-Security-Policy",),
        "content": ("default-src 'none'; style-src 'unsafe-inline'; img-src data:",),
    },
    "title": {},
    "style": {},
    "body": {},
    "main": {},
    "div": {"lang": ("de", "en")},
    "p": {"class": ("state",)},
    "img": {},
    "h1": {},
    "h2": {"id": ("notes",)},
    "table": {},
    "caption": {},
    "thead": {},
    "tbody": {},
    "tr": {},
    "th": _CELL,
    "td": _CELL,
    "section": {"aria-labelledby": ("notes",)},
}
_OF_PAGES = frozenset(("html", "head", "meta", "style", "body", "main", "img", "section"))
_WORDS = ("export_sheet_notes", "export_sheet_table", "html_logo")
_PICTURE = "data:image/png;base64,"
_END_TAG = re.compile(r"</(?![a-z0-9]+>)")
# A style says nothing where it takes nothing from elsewhere and puts no text on the page.
_STYLE_SAYS = re.compile(r"/\*|url\s*\(|@import|content\s*:|\\|expression|javascript", re.IGNORECASE)
_STYLE_TEXT = re.compile(r'"([^"]*)"')
_STYLE_FONTS = ("Noto Sans", "Segoe UI")
_STYLE_NUMBER = re.compile(r"(?<![\w#.-])\d{4,}|\d{7,}|--")
_MARKS = re.compile(r"(?: (?:[⁰¹²³⁴⁵⁶⁷⁸⁹]+⁾|r))+$")


@dataclass
class _Cell:
    tag: str
    attributes: dict[str, str]
    text: str = ""

    def span(self, name: str) -> int:
        text = self.attributes.get(name, "1")
        if not text.isdecimal() or int(text) < 1:
            raise FormatViolation("check_html_table", number=0)
        return int(text)


@dataclass
class _Table:
    caption: str = ""
    head: list[list[_Cell]] = field(default_factory=list)
    body: list[list[_Cell]] = field(default_factory=list)


class _Page(HTMLParser):
    """Reads a page strictly: known tags and attributes only, each closed, nothing that loads or runs; raises
    FormatViolation."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []
        self.tables: list[_Table] = []
        self.texts: dict[str, str] = {}
        self.language = ""
        self.doctype = ""
        self.generators: list[str] = []
        self.used: set[str] = set()
        self.feed(text)
        self.close()

    def handle_decl(self, decl: str) -> None:
        self.doctype = decl

    def handle_comment(self, data: str) -> None:
        raise FormatViolation("check_html_tag", tag="<!--")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        generator = tag == "meta" and given.get("name") == "generator"
        known = {"name", "content"} if generator else {"src", "alt"} if tag == "img" else set(_TAGS.get(tag, ()))
        if tag not in _TAGS or set(given) - known or len(given) < len(attrs):
            raise FormatViolation("check_html_tag", tag=tag)
        if tag == "img" and not (given.get("alt") and given.get("src", _PICTURE).startswith(_PICTURE)):
            raise FormatViolation("check_html_tag", tag=tag)
        if generator:
            self.generators.append(given.get("content", ""))
        self.used.add(tag)
        self.language = given.get("lang", self.language)
        self.ids += [given["id"]] if "id" in given else []
        self.named += [*given.get("headers", "").split(), *given.get("aria-labelledby", "").split()]
        if tag == "table":
            self.tables.append(_Table())
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("th", "td"):
            self._rows[-1].append(_Cell(tag, given))
        if tag not in VOID:
            self.open.append(tag)

    @property
    def _rows(self) -> list[list[_Cell]]:
        return self.tables[-1].head if "thead" in self.open else self.tables[-1].body

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise FormatViolation("check_html_tag", tag=tag)

    def handle_data(self, data: str) -> None:
        where = self.open[-1] if self.open else ""
        if where in ("th", "td"):
            self._rows[-1][-1].text += data
        elif where == "caption":
            self.tables[-1].caption += data
        elif where in ("title", "h1"):
            self.texts[where] = self.texts.get(where, "") + data


def _page_of(document: TablePresentation, path: Path, name: str = "") -> _Page:
    """Read a page strictly, without the picture that it must have. name: what the names of the picture begin with."""
    try:
        text = read_file(path).decode("utf-8")
    except UnicodeDecodeError:
        raise FormatViolation("check_encoding") from None
    picture = picture_beside(document)
    if picture is not None:
        shown = page_figure(picture, name)
        if text.count(shown) != 1:
            raise FormatViolation("check_html_tag", tag="figure")
        text = text.replace(shown, "")
    return _Page(text)


def check_html(document: TablePresentation, path: Path) -> None:
    """Read a page strictly and compare its figures with the document's; raises FormatViolation."""
    page = _page_of(document, path)
    if page.doctype.lower() != "doctype html":
        raise FormatViolation("check_html_tag", tag="html")
    if page.generators != ([document.program] if document.program else []):
        raise FormatViolation("check_html_tag", tag="meta")
    if not all(page.texts.get(name, "").strip() for name in ("title", "h1")):
        raise FormatViolation("check_html_tag", tag="title")
    _check_tables(page, document)


def check_fragment(document: TablePresentation, path: Path) -> None:
    """Read a part of a page strictly: one element with the language, without head or style, whose captions have the
    title; raises FormatViolation."""
    page = _page_of(document, path, part_name(document))
    if page.doctype or page.texts or page.generators or page.used & _OF_PAGES:
        raise FormatViolation("check_html_tag", tag="html")
    if not all(_PART_NAME.match(name) for name in page.ids):
        raise FormatViolation("check_html_names")
    if not all(table.caption.startswith(clean(document.title)) for table in page.tables):
        raise FormatViolation("check_html_tag", tag="caption")
    _check_tables(page, document)


def _check_tables(page: _Page, document: TablePresentation) -> None:
    """Names of header cells, and the figures of each table."""
    if page.open or page.language != document.language:
        raise FormatViolation("check_html_tag", tag="html")
    if len(set(page.ids)) < len(page.ids) or set(page.named) - set(page.ids):
        raise FormatViolation("check_html_names")
    sheets = document.shown_layers
    if len(page.tables) != len(sheets):
        raise FormatViolation("check_cells", found=len(page.tables), wanted=len(sheets))
    for layer, table in zip(sheets, page.tables, strict=True):
        _check_table(table, layer + 1)
        _check_figures(table, document, layer)


def _check_table(table: _Table, number: int) -> None:
    """It has a caption and a head, its header cells say of what, and its lines are all as wide."""
    cells = [cell for row in (*table.head, *table.body) for cell in row]
    labelled = all(cell.attributes.get("scope") and cell.text.strip() for cell in cells if cell.tag == "th")
    if not table.caption.strip() or not table.head or not table.body or not labelled:
        raise FormatViolation("check_html_table", number=number)
    for part in (table.head, table.body):
        if len(set(_widths(part, number))) != 1:
            raise FormatViolation("check_html_table", number=number)
    if next(_widths(table.head, number)) != next(_widths(table.body, number)):
        raise FormatViolation("check_html_table", number=number)


def _widths(rows: list[list[_Cell]], number: int) -> Iterator[int]:
    """How wide each line is with what reaches down into it."""
    down: list[tuple[int, int]] = []  # lines still to come, width
    for row in rows:
        yield sum(cell.span("colspan") for cell in row) + sum(wide for _, wide in down)
        down = [(left - 1, wide) for left, wide in down if left > 1]
        down += [(cell.span("rowspan") - 1, cell.span("colspan")) for cell in row if cell.span("rowspan") > 1]
    if down:
        raise FormatViolation("check_html_table", number=number)


def _check_figures(table: _Table, document: TablePresentation, layer: int) -> None:
    sheet = document.sheet(layer)
    if len(table.body) != len(sheet):
        raise FormatViolation("check_cells", found=len(table.body), wanted=len(sheet))
    for number, row in enumerate(table.body):
        if sheet.stub.empty[number]:
            continue
        wanted = sheet.figures(number)
        cells = row[-len(wanted) :]
        if len(cells) < len(wanted) or any(cell.tag != "td" for cell in cells):
            raise FormatViolation("check_html_table", number=layer + 1)
        for cell, figure in zip(cells, wanted, strict=True):
            if read_figure(cell.text, document.language, isinstance(figure, str)) != figure:
                raise FormatViolation("check_figure", number=number * len(wanted) + 1)


def read_figure(text: str, language: Language, sign: bool) -> Figure:
    """What a cell says: a figure, one in brackets, or a sign."""
    text = _MARKS.sub("", text)
    if sign:
        return text
    bare = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    plain = bare.replace(MINUS, "-")
    plain = plain.replace(NBSP, "").replace(",", ".") if language == "de" else plain.replace(",", "")
    try:
        number = Decimal(plain)
    except InvalidOperation:
        raise FormatViolation("check_number", text=text[:40]) from None
    return Bracketed(number) if bare != text else number


def search_html(content: bytes, search: LeakScan) -> None:
    """Look at a page; hits go to `search`."""
    search.folds = True
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        search.hit("bytes", str(fault.start))
        return
    for match in _END_TAG.finditer(text):
        search.hit("hidden", "HTML", text[match.start() : match.start() + 40])
    reader = _Search(search)
    reader.feed(search_pictures(text, search, {"", *map(part_name, search.allowed.documents)}))
    reader.close()


class _Search(HTMLParser):
    """Walks a page; `line:column` is the place of a hit."""

    def __init__(self, search: LeakScan) -> None:
        super().__init__(convert_charrefs=True)
        self.search, self.tag = search, ""

    @property
    def place(self) -> str:
        line, column = self.getpos()
        return f"{line}:{column + 1}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tag = tag
        rules = _TAGS.get(tag)
        if rules is None:
            self.search.hit("script" if tag in ("script", "object", "iframe") else "part", self.place, f"<{tag}>")
            return
        if len({name for name, _ in attrs}) < len(attrs):
            self.search.hit("hidden", self.place, f"<{tag}>")
        given = dict(attrs)
        if tag == "meta" and given.get("name") == "generator" and list(given) == ["name", "content"]:
            self.search.program(self.place, given["content"] or "")
            return
        for name, value in attrs:
            self._attribute(tag, name, value or "", rules.get(name))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def _attribute(self, tag: str, name: str, value: str, rule: Rule | None) -> None:
        if (tag, name) == ("img", "src"):
            self._picture(value)
        elif (tag, name) == ("img", "alt"):
            self._text(value)
        elif rule is None:
            kind: Kind = "script" if name.startswith("on") else "link" if name in ("href", "src") else "part"
            self.search.hit("hidden" if name in ("hidden", "style") else kind, self.place, f"{name}={value}")
        elif not follows(rule, value) or (name in ("id", "headers") and not self._knows_parts(value)):
            self.search.hit("text", self.place, f"{name}={value}")

    def _knows_parts(self, names: str) -> bool:
        """Whether names of header cells of parts of pages are those of the tables."""
        allowed = self.search.allowed
        return allowed.anything or set(_PART_NAME.findall(names)) <= {part_name(page) for page in allowed.documents}

    def _picture(self, value: str) -> None:
        try:
            picture = base64.b64decode(value.removeprefix(_PICTURE), validate=True)
        except (binascii.Error, ValueError):
            picture = b""
        known = self.search.allowed.anything or picture in self.search.allowed.pictures
        if not (value.startswith(_PICTURE) and known):
            self.search.hit("picture" if value.startswith("data:") else "link", self.place, value)

    def handle_data(self, data: str) -> None:
        if self.tag == "style":
            fonts = {*_STYLE_FONTS, *(page.office.font for page in self.search.allowed.documents)}
            told = [text for text in _STYLE_TEXT.findall(data) if text not in fonts]
            for found in (*_STYLE_SAYS.findall(data), *told, *_STYLE_NUMBER.findall(data)):
                self.search.hit("part", self.place, found)
        elif self.tag == "td":
            self.search.figure(self.place, data)
        else:
            self._text(data)

    def _text(self, text: str) -> None:
        words = [say(code, language) for code in _WORDS for language in LANGUAGES]
        self.search.text(self.place, text, *words)

    def handle_endtag(self, tag: str) -> None:
        if self.tag == tag:
            self.tag = ""

    def handle_comment(self, data: str) -> None:
        self.search.hit("comment", self.place, data)

    def handle_decl(self, decl: str) -> None:
        if decl.lower() != "doctype html":
            self.search.hit("part", self.place, decl)

    def handle_pi(self, data: str) -> None:
        self.search.hit("part", self.place, data)

    def unknown_decl(self, data: str) -> None:
        self.search.hit("part", self.place, data)
