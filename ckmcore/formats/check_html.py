"""Whether a page is well-formed, accessible and needs nothing from outside, and holds the figures of its table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from html.parser import HTMLParser
from pathlib import Path

from ckmcore.base.numbers import MINUS, NBSP, Language
from ckmcore.formats.check import Fault
from ckmcore.formats.document import Bracketed, Document, Figure

VOID = {"meta", "img"}
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "img", "section"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    *("lang", "charset", "http-equiv", "name", "content", "class", "src", "alt", "aria-labelledby", "id"),
    *("scope", "rowspan", "colspan", "headers"),
}
_MARKS = re.compile(r"(?: [⁰¹²³⁴⁵⁶⁷⁸⁹]+⁾)+$")


@dataclass
class _Cell:
    tag: str
    attributes: dict[str, str]
    text: str = ""

    def span(self, name: str) -> int:
        text = self.attributes.get(name, "1")
        if not text.isdecimal() or int(text) < 1:
            raise Fault("check_html_table", number=0)
        return int(text)


@dataclass
class _Table:
    caption: str = ""
    head: list[list[_Cell]] = field(default_factory=list)
    body: list[list[_Cell]] = field(default_factory=list)


class _Reader(HTMLParser):
    """Reads a page strictly: known tags and attributes only, each closed, nothing that loads or runs."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []
        self.tables: list[_Table] = []
        self.texts: dict[str, str] = {}
        self.language = ""
        self.doctype = ""
        self.generators: list[str] = []

    def handle_decl(self, decl: str) -> None:
        self.doctype = decl

    def handle_comment(self, data: str) -> None:
        raise Fault("check_html_tag", tag="<!--")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in TAGS or set(given) - ATTRIBUTES or len(given) < len(attrs):
            raise Fault("check_html_tag", tag=tag)
        if not given.get("src", "data:").startswith("data:image/png;base64,") and "src" in given:
            raise Fault("check_html_tag", tag=tag)
        if tag == "img" and not given.get("alt"):
            raise Fault("check_html_tag", tag=tag)
        if "name" in given:
            if (tag, given["name"]) != ("meta", "generator"):
                raise Fault("check_html_tag", tag=tag)
            self.generators.append(given.get("content", ""))
        self.language = given.get("lang", self.language)
        self.ids += [given["id"]] if "id" in given else []
        self.named += [*given.get("headers", "").split(), *given.get("aria-labelledby", "").split()]
        if tag == "table":
            self.tables.append(_Table())
        elif tag == "tr":
            (self.tables[-1].head if "thead" in self.open else self.tables[-1].body).append([])
        elif tag in ("th", "td"):
            rows = self.tables[-1].head if "thead" in self.open else self.tables[-1].body
            rows[-1].append(_Cell(tag, given))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise Fault("check_html_tag", tag=tag)

    def handle_data(self, data: str) -> None:
        where = self.open[-1] if self.open else ""
        if where in ("th", "td"):
            rows = self.tables[-1].head if "thead" in self.open else self.tables[-1].body
            rows[-1][-1].text += data
        elif where == "caption":
            self.tables[-1].caption += data
        elif where in ("title", "h1"):
            self.texts[where] = self.texts.get(where, "") + data


def check_html(document: Document, path: Path) -> None:
    """Read a page strictly and compare its figures with the document's; raises Fault."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("check_encoding") from None
    reader = _Reader()
    reader.feed(text)
    reader.close()
    if reader.open or reader.doctype.lower() != "doctype html" or reader.language != document.language:
        raise Fault("check_html_tag", tag="html")
    if reader.generators != ([document.program] if document.program else []):
        raise Fault("check_html_tag", tag="meta")
    if not all(reader.texts.get(name, "").strip() for name in ("title", "h1")):
        raise Fault("check_html_tag", tag="title")
    if len(set(reader.ids)) < len(reader.ids) or set(reader.named) - set(reader.ids):
        raise Fault("check_html_names")
    sheets = document.shown_layers
    if len(reader.tables) != len(sheets):
        raise Fault("check_cells", found=len(reader.tables), wanted=len(sheets))
    for layer, table in zip(sheets, reader.tables, strict=True):
        _check_table(table, layer + 1)
        _check_figures(table, document, layer)


def _check_table(table: _Table, number: int) -> None:
    """It has a caption and a head, its header cells say of what, and its lines are all as wide."""
    cells = [cell for row in (*table.head, *table.body) for cell in row]
    labelled = all(cell.attributes.get("scope") and cell.text.strip() for cell in cells if cell.tag == "th")
    if not table.caption.strip() or not table.head or not table.body or not labelled:
        raise Fault("check_html_table", number=number)
    for part in (table.head, table.body):
        if len(set(_widths(part, number))) != 1:
            raise Fault("check_html_table", number=number)
    if next(_widths(table.head, number)) != next(_widths(table.body, number)):
        raise Fault("check_html_table", number=number)


def _widths(rows: list[list[_Cell]], number: int) -> Iterator[int]:
    """How wide each line is with what reaches down into it."""
    down: list[tuple[int, int]] = []  # lines still to come, width
    for row in rows:
        yield sum(cell.span("colspan") for cell in row) + sum(wide for _, wide in down)
        down = [(left - 1, wide) for left, wide in down if left > 1]
        down += [(cell.span("rowspan") - 1, cell.span("colspan")) for cell in row if cell.span("rowspan") > 1]
    if down:
        raise Fault("check_html_table", number=number)


def _check_figures(table: _Table, document: Document, layer: int) -> None:
    sheet = document.sheet(layer)
    if len(table.body) != len(sheet):
        raise Fault("check_cells", found=len(table.body), wanted=len(sheet))
    for number, row in enumerate(table.body):
        if sheet.stub.empty[number]:
            continue
        wanted = sheet.figures(number)
        found = row[-len(wanted) :]
        if len(found) < len(wanted) or any(cell.tag != "td" for cell in found):
            raise Fault("check_html_table", number=layer + 1)
        for cell, figure in zip(found, wanted, strict=True):
            if _read(cell.text, document.language, isinstance(figure, str)) != figure:
                raise Fault("check_figure", number=number * len(wanted) + 1)


def _read(text: str, language: Language, sign: bool) -> Figure:
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
        raise Fault("check_number", text=text[:40]) from None
    return Bracketed(number) if bare != text else number
