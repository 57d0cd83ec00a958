"""PC-Axis taken apart: keywords, what stands in their brackets and behind them, and the cells."""

from __future__ import annotations

import re
from decimal import Decimal

from ckmcore.formats.hits import Search

_TOKEN = re.compile(r'"([^"]*)"|([A-Z][A-Z0-9-]*)|(-?\d+(?:\.\d+)?)|([;=(),\[\]:])|(\s+)|(.)', re.DOTALL)
_TEXTS = ("TITLE", "DESCRIPTION", "SUBJECT-AREA", "CONTENTS", "UNITS", "STUB", "HEADING", "VALUES", "CODES", "SOURCE")
_NAMES = ("CONTVARIABLE", "VARIABLECODE", "ELIMINATION", "HIERARCHIES", "TIMEVAL", "DOMAIN", "MAP")
_NOTES = ("NOTE", "NOTEX", "VALUENOTE", "VALUENOTEX", "CELLNOTE", "CELLNOTEX")
_CODES = ("MATRIX", "SUBJECT-CODE")
_WORDS = {
    "CHARSET": ("ANSI",),
    "AXIS-VERSION": ("2013",),
    "CODEPAGE": ("utf-8",),
    "LANGUAGE": ("de", "en"),
    "AGGREGALLOWED": ("NO",),
    "COPYRIGHT": ("NO", "YES"),
    "VARIABLE-TYPE": ("T", "Time"),
}
_WHOLE = ("DECIMALS", "SHOWDECIMALS", "PRECISION")
_SYMBOLS = re.compile(r"DATASYMBOL(\d|NIL|SUM)")
_DOTS = re.compile(r"-|\.{1,7}")
_TIMES = ("TLIST", "A1", "H1", "Q1", "M1", "W1")
_PLAIN = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
_MOST_DECIMALS = 6


def scan_px(content: bytes, search: Search) -> None:
    """Look at a file; hits go to `search`."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        search.hit("bytes", str(fault.start))
        return
    reader = _Reader(search)
    for found in _TOKEN.finditer(text):
        quoted, word, number, sign, blank, other = found.groups()
        if quoted is not None:
            reader.strings.append(quoted)
        elif blank is not None:
            reader.blank(blank)
        else:
            reader.end_of_text()
            reader.token(word, number, sign or "", other or "")
    if reader.keyword or reader.strings:
        search.hit("bytes", reader.keyword or "PX", text[-40:])


class _Reader:
    """One keyword after another: `strings` are the pieces of the text at hand, `keys` what stands in brackets."""

    def __init__(self, search: Search) -> None:
        self.search, self.keyword, self.behind = search, "", False
        self.strings, self.keys = list[str](), list[str]()
        self.seen: set[tuple[str, ...]] = set()

    def token(self, word: str | None, number: str | None, sign: str, other: str) -> None:
        if word is not None:
            self._word(word)
        elif number is not None:
            _number(number, self.keyword, self.search)
        elif other:
            self.search.hit("bytes", self.keyword or "PX", other)
        elif sign == "=" and not self.behind:
            self.behind = True
            if (self.keyword, *self.keys) in self.seen:
                self.search.hit("hidden", self.keyword, ", ".join(self.keys))
            self.seen.add((self.keyword, *self.keys))
        elif sign == ";":
            self.keyword, self.behind, self.keys = "", False, []

    def blank(self, blank: str) -> None:
        """Lines end alike; only figures have blanks between and behind them."""
        written = blank == "\r\n" or (self.keyword == "DATA" and blank in (" ", " \r\n"))
        if not written and not self.search.allowed.anything:
            self.search.hit("hidden", self.keyword or "PX", repr(blank))

    def end_of_text(self) -> None:
        """The pieces of a text follow one another behind a keyword; in brackets and among cells each stands alone."""
        if self.behind and self.keyword != "DATA":
            if self.strings:
                _text("".join(self.strings), self.keyword, self.keys, self.search)
        else:
            for text in self.strings:
                _piece(text, self.keyword, self.search)
            self.keys += self.strings
        self.strings = []

    def _word(self, word: str) -> None:
        if not self.keyword:
            self.keyword = word
            if not _is_known(word):
                self.search.hit("part", word, word)
        elif word not in (*_WORDS.get(self.keyword, ()), *(_TIMES if self.keyword == "TIMEVAL" else ())):
            self.search.text(self.keyword, word)


def _is_known(word: str) -> bool:
    known = (*_TEXTS, *_NAMES, *_NOTES, *_CODES, *_WORDS, *_WHOLE, "DATA")
    return word in known or _SYMBOLS.fullmatch(word) is not None


def _piece(text: str, keyword: str, search: Search) -> None:
    if keyword != "DATA":
        search.cube_text(keyword, text, "*")
    elif not _DOTS.fullmatch(text):
        search.hit("text", keyword, text)


def _text(text: str, keyword: str, keys: list[str], search: Search) -> None:
    if keyword == "NOTE" and not keys and search.allowed.is_program(text):
        return
    if keyword in _NOTES:
        search.composed(keyword, text)
    elif keyword in _CODES:
        search.code(keyword, text, "TABLE", "STATISTIC")
    else:
        search.cube_text(keyword, text, *_WORDS.get(keyword, ()))


def _number(number: str, keyword: str, search: Search) -> None:
    if keyword == "DATA":
        if not _PLAIN.fullmatch(number) or not search.allowed.has_digits(len(number.partition(".")[2])):
            search.hit("figure", keyword, number)
        search.number(keyword, Decimal(number), number)
    elif not (keyword in _WHOLE and number.isdigit() and int(number) <= _MOST_DECIMALS):
        search.hit("figure", keyword or "PX", number)
