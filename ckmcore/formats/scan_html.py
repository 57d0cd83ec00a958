"""HTML taken apart: every tag, attribute, text, comment. What our pages do not need is a hit."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from html.parser import HTMLParser

from ckmcore.base.numbers import Language
from ckmcore.formats.hits import Kind, Search
from ckmcore.formats.xml_parts import Rule, follows
from ckmcore.messages import say

_NAMES = re.compile(r"notes|(t\d{1,6}[crv][\d-]{1,20} ?)+")
_WIDE = {"rowspan": "whole", "colspan": "whole"}
_CELL: dict[str, Rule] = {
    **_WIDE,
    "class": ("stub", "total"),
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
_WORDS = ("export_sheet_notes", "export_sheet_table", "html_logo")
_LANGUAGES: tuple[Language, ...] = ("de", "en")
_PICTURE = "data:image/png;base64,"
_END_TAG = re.compile(r"</(?![a-z0-9]+>)")
# A style says nothing where it takes nothing from elsewhere and puts no text on the page.
_STYLE_SAYS = re.compile(r"/\*|url\s*\(|@import|content\s*:|\\|expression|javascript", re.IGNORECASE)
_STYLE_TEXT = re.compile(r'"([^"]*)"')
_STYLE_FONTS = ("Noto Sans", "Segoe UI")
_STYLE_NUMBER = re.compile(r"(?<![\w#.-])\d{4,}|\d{7,}|--")


def scan_html(content: bytes, search: Search) -> None:
    """Look at a page; hits go to `search`."""
    search.folds = True
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        search.hit("bytes", str(fault.start))
        return
    for found in _END_TAG.finditer(text):
        search.hit("hidden", "HTML", text[found.start() : found.start() + 40])
    reader = _Page(search)
    reader.feed(text)
    reader.close()


class _Page(HTMLParser):
    """Walks a page; `line:column` is the place of a hit."""

    def __init__(self, search: Search) -> None:
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
        elif not follows(rule, value):
            self.search.hit("text", self.place, f"{name}={value}")

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
            told = [text for text in _STYLE_TEXT.findall(data) if text not in _STYLE_FONTS]
            for found in (*_STYLE_SAYS.findall(data), *told, *_STYLE_NUMBER.findall(data)):
                self.search.hit("part", self.place, found)
        elif self.tag == "td":
            self.search.figure(self.place, data)
        else:
            self._text(data)

    def _text(self, text: str) -> None:
        words = [say(code, language) for code in _WORDS for language in _LANGUAGES]
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
