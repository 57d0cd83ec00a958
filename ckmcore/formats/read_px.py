"""PC-Axis parsed, whoever wrote it: keywords, the texts in their brackets and behind them, the cells.

`read_px` demands what the format demands; `search_px` looks at each word, also where the file is none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path

from ckmcore.base.reading import read_file
from ckmcore.formats.check import Axis, FormatViolation, ParsedCube
from ckmcore.formats.leak_findings import LeakScan

MANDATORY = (
    *("CHARSET", "AXIS-VERSION", "CODEPAGE", "LANGUAGE", "DECIMALS", "MATRIX", "SUBJECT-CODE", "SUBJECT-AREA"),
    *("TITLE", "CONTENTS", "UNITS", "AGGREGALLOWED"),
)
# What stands behind a keyword: texts of the table, names, notes, codes, fixed words, small numbers.
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
KNOWN = {*_TEXTS, *_NAMES, *_NOTES, *_CODES, *_WORDS, *_WHOLE, "DATA"} - {"DOMAIN", "MAP", "VALUENOTEX", "CELLNOTEX"}
KNOWN |= {"DATASYMBOL1", "DATASYMBOL2", "DATASYMBOL3", "DATASYMBOLNIL"}
OF_VARIABLES = ("VALUES", "CODES", "VARIABLECODE", "TIMEVAL", "ELIMINATION", "HIERARCHIES", "VARIABLE-TYPE", "NOTE")
LONGEST = 150
_MOST_DECIMALS = 6
_DOTS = re.compile(r"-|\.{1,7}")
_TIMES = ("TLIST", "A1", "H1", "Q1", "M1", "W1")
_TIME_DIGITS = {"A1": 4, "H1": 5, "Q1": 5, "M1": 6, "W1": 6}
_PLAIN = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
_ENTRY = re.compile(r'((?:[^;="]++|"[^"]*+")*+)(=?)((?:[^;"]++|"[^"]*+")*+)(;?)')
_TOKEN = re.compile(
    r'(?P<quoted>"[^"]*")|(?P<word>[A-Z][A-Z0-9-]*)|(?P<number>-?\d+(?:\.\d+)?)|(?P<sign>[;=(),\[\]:])|(?P<blank>\s+)'
    r"|(?P<other>.)",
    re.DOTALL,
)
_HEAD = re.compile(r'[A-Z][A-Z0-9-]*(?:\("[^"\r\n]*"(?:,"[^"\r\n]*")*\))?')
_STRING = re.compile(r'"([^"\r\n]*)"')
_CELL = re.compile(r'-?\d+(?:\.(\d+))?|"(?:\.{1,6}|-)"')


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Kind and text of each token, one after another without a gap."""
    for match in _TOKEN.finditer(text):
        yield match.lastgroup or "", match[0].strip('"') if match.lastgroup == "quoted" else match[0]


@dataclass
class _Entry:
    """A keyword with the texts before its equals sign (`given`: it has one) and behind it, up to the semicolon that
    ends it.

    Entries together are the whole file, byte by byte; `at` is where this one begins.
    """

    head: str
    given: bool
    body: str
    ended: bool
    at: int

    @cached_property
    def keyword(self) -> str:
        return next((text for kind, text in _tokens(self.head) if kind == "word"), "")

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(text for kind, text in _tokens(self.head) if kind == "quoted")


def _entries(text: str) -> Iterator[_Entry]:
    at = 0
    while at < len(text):
        match = _ENTRY.match(text, at)
        head, equals, body, end = match.groups() if match else ("", "", "", "")
        after = match.end() if match else at
        if not end and after < len(text):  # a quotation mark that nothing closes
            body, after = body + text[after:], len(text)
        yield _Entry(head, bool(equals), body, bool(end), at)
        at = after


# --- as the format demands ----------------------------------------------------------------------------------------


@dataclass
class _File:
    """The keywords of a file: by name and keys the text behind them."""

    texts: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)

    def one(self, keyword: str, *keys: str) -> str:
        """The text of a keyword, its pieces put together."""
        return "".join(self.many(keyword, *keys))

    def many(self, keyword: str, *keys: str) -> list[str]:
        return _STRING.findall(self.texts[keyword, keys])

    def keys(self, keyword: str) -> list[tuple[str, ...]]:
        return [keys for name, keys in self.texts if name == keyword]


def read_px(path: Path, program: str = "") -> ParsedCube:
    """Read a file strictly; raises FormatViolation where it is not as the format demands, or a note on the table is
    not the one that names the program."""
    file = _read(path)
    if (file.one("NOTE") if ("NOTE", ()) in file.texts else "") != program:
        raise FormatViolation("check_px_value", keyword="NOTE")
    for name in MANDATORY:
        if (name, ()) not in file.texts or not file.texts[name, ()].strip('"'):
            raise FormatViolation("check_px_missing", keyword=name)
    stub = file.many("STUB") if ("STUB", ()) in file.texts else []
    heading = file.many("HEADING") if ("HEADING", ()) in file.texts else []
    variables = [*stub, *heading]
    if not variables or len(set(variables)) < len(variables):
        raise FormatViolation("check_px_variables")
    values = {name: _values(file, name) for name in variables}
    axes = []
    for name in variables:
        if ("CODES", (name,)) not in file.texts:
            raise FormatViolation("check_px_codes", variable=name)
        codes = file.many("CODES", name)
        if len(codes) != len(values[name]) or len(set(codes)) < len(codes):
            raise FormatViolation("check_px_codes", variable=name)
        axes.append(Axis(file.one("VARIABLECODE", name), tuple(codes)))
    _check_references(file, values)
    _check_trees(file, dict(zip(variables, axes, strict=True)))
    if file.texts["AGGREGALLOWED", ()] != "NO":
        raise FormatViolation("check_px_value", keyword="AGGREGALLOWED")
    figures = _cells(file, math.prod(len(axis.codes) for axis in axes))
    return ParsedCube(tuple(axes), figures)


def _read(path: Path) -> _File:
    try:
        text = read_file(path).decode("utf-8")
    except UnicodeDecodeError:
        raise FormatViolation("check_encoding") from None
    file, line = _File(), 0
    for entry in _entries(text):
        name, place = entry.keyword, (entry.keyword, entry.keys)
        head = entry.head.lstrip("\r\n") if entry.at else entry.head
        line = text.count("\n", 0, entry.at + len(entry.head) - len(head)) + 1
        if ("DATA", ()) in file.texts:
            if entry.head.strip() or entry.ended:
                raise FormatViolation("check_px_syntax", line=line)
            return file
        if not (entry.given and _HEAD.fullmatch(head)):
            raise FormatViolation("check_px_syntax", line=line)
        if name not in KNOWN:
            raise FormatViolation("check_px_unknown", keyword=name)
        if place in file.texts:
            raise FormatViolation("check_px_twice", keyword=name)
        if not file.texts and name != "CHARSET":
            raise FormatViolation("check_px_missing", keyword="CHARSET")
        if not entry.ended:
            raise FormatViolation("check_px_syntax", line=0 if name == "DATA" else text.count("\n") + 1)
        if name != "DATA":
            _check_pieces(entry.body, name)
        file.texts[place] = entry.body
    if ("DATA", ()) not in file.texts:
        raise FormatViolation("check_px_syntax", line=line)
    return file


def _check_pieces(text: str, keyword: str) -> None:
    """Check that texts are short, and only commas, colons, blanks and known words are between them. Raises
    FormatViolation."""
    if any(len(piece) > LONGEST for piece in _STRING.findall(text)):
        raise FormatViolation("check_px_long", keyword=keyword, limit=LONGEST)
    rest = _STRING.sub("", text)
    if not re.fullmatch(r"(?:TLIST\([A-Z]1\)|YES|NO|\d+|[\s,:])*", rest):
        raise FormatViolation("check_px_value", keyword=keyword)


def _values(file: _File, name: str) -> list[str]:
    if ("VALUES", (name,)) not in file.texts:
        raise FormatViolation("check_px_values", variable=name)
    values = file.many("VALUES", name)
    if not values or "" in values or len(set(values)) < len(values):
        raise FormatViolation("check_px_values", variable=name)
    return values


def _check_references(file: _File, values: dict[str, list[str]]) -> None:
    """What other keywords say of variables and values exists."""
    for keyword in OF_VARIABLES:
        named = [keys for keys in file.keys(keyword) if keys or keyword != "NOTE"]
        if any(len(keys) != 1 or keys[0] not in values for keys in named):
            raise FormatViolation("check_px_reference", keyword=keyword)
    for keyword in ("VALUENOTE", "PRECISION"):
        for keys in file.keys(keyword):
            if len(keys) != 2 or keys[0] not in values or keys[1] not in values[keys[0]]:
                raise FormatViolation("check_px_reference", keyword=keyword)
    every = [{"*", *value} for value in values.values()]
    for keys in file.keys("CELLNOTE"):
        if len(keys) != len(every) or any(key not in known for key, known in zip(keys, every, strict=True)):
            raise FormatViolation("check_px_reference", keyword="CELLNOTE")
    if ("CONTVARIABLE", ()) in file.texts and file.one("CONTVARIABLE") not in values:
        raise FormatViolation("check_px_reference", keyword="CONTVARIABLE")
    for (name,) in file.keys("ELIMINATION"):
        if file.one("ELIMINATION", name) not in values[name]:
            raise FormatViolation("check_px_reference", keyword="ELIMINATION")
    for (name,) in file.keys("TIMEVAL"):
        _check_times(file, name, len(values[name]))


def _check_times(file: _File, name: str, count: int) -> None:
    listed = re.match(r"TLIST\(([A-Z]1)\),", file.texts["TIMEVAL", (name,)])
    times = file.many("TIMEVAL", name)
    digits = _TIME_DIGITS.get(listed[1]) if listed else None
    if digits is None or len(times) != count or any(len(t) != digits or not t.isdigit() for t in times):
        raise FormatViolation("check_px_value", keyword="TIMEVAL")


def _check_trees(file: _File, axes: dict[str, Axis]) -> None:
    """Each node of a hierarchy has one parent, which is known before it."""
    for (name,) in file.keys("HIERARCHIES"):
        nodes = re.findall(r'"([^"]*)"(?::"([^"]*)")?', file.texts["HIERARCHIES", (name,)])
        known = {nodes[0][0]}
        for parent, child in nodes[1:]:
            if parent not in known or child in known or child not in axes[name].codes:
                raise FormatViolation("check_px_reference", keyword="HIERARCHIES")
            known.add(child)


def _cells(file: _File, count: int) -> Sequence[str | None]:
    """The figures of the data; None for dots and the dash, each of which must have been explained."""
    cells = file.texts["DATA", ()].split()
    if len(cells) != count:
        raise FormatViolation("check_cells", found=len(cells), wanted=count)
    decimals = int(file.texts["DECIMALS", ()])
    figures: list[str | None] = []
    explained = {f'"{"." * number}"' for number in range(1, 7) if (f"DATASYMBOL{number}", ()) in file.texts}
    explained |= {'"-"'} if ("DATASYMBOLNIL", ()) in file.texts else set()
    for number, cell in enumerate(cells, start=1):
        match = _CELL.fullmatch(cell)
        if match is None or len(match[1] or "") > decimals:
            raise FormatViolation("check_number", text=cell[:40])
        if cell[0] == '"' and cell not in explained:
            raise FormatViolation("check_px_symbol", number=number)
        figures.append(None if cell[0] == '"' else cell)
    return figures


# --- whatever stands in it -----------------------------------------------------------------------------------------


def search_px(content: bytes, search: LeakScan) -> None:
    """Look at a file; hits go to `search`."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as fault:
        search.hit("bytes", str(fault.start))
        return
    seen: set[tuple[str, ...]] = set()
    for entry in _entries(text):
        if entry.given:
            place = (entry.keyword, *entry.keys)
            if place in seen:
                search.hit("hidden", entry.keyword, ", ".join(entry.keys))
            seen.add(place)
        _search_entry(entry, search)
        if not entry.ended and (entry.keyword or entry.keys):
            search.hit("bytes", entry.keyword or "PX", text[-40:])


def _search_entry(entry: _Entry, search: LeakScan) -> None:
    """Search each token of a keyword. The pieces of a text follow one another behind it; in brackets and among cells
    each is a text of its own."""
    keyword, pieces = "", list[str]()
    for kind, text in _tokens(entry.head):
        if kind == "quoted":
            _piece(text, keyword, search)
        elif kind == "word" and not keyword:
            keyword = text
            if not _is_known(keyword):
                search.hit("part", keyword, keyword)
        else:
            _token(kind, text, keyword, search)
    for kind, text in _tokens(entry.body):
        if kind == "quoted" and keyword == "DATA":
            _piece(text, keyword, search)
        elif kind == "quoted":
            pieces.append(text)
        else:
            if pieces and kind != "blank":
                _text("".join(pieces), keyword, entry.keys, search)
                pieces = []
            _token(kind, text, keyword, search)
    if pieces:
        _text("".join(pieces), keyword, entry.keys, search)


def _token(kind: str, text: str, keyword: str, search: LeakScan) -> None:
    """Whatever is no text. Lines end alike; only figures have blanks between and behind them."""
    if kind == "word" and text not in (*_WORDS.get(keyword, ()), *(_TIMES if keyword == "TIMEVAL" else ())):
        search.text(keyword, text)
    elif kind == "number":
        _number(text, keyword, search)
    elif kind == "other":
        search.hit("bytes", keyword or "PX", text)
    elif kind == "blank":
        written = text == "\r\n" or (keyword == "DATA" and text in (" ", " \r\n"))
        if not (written or search.allowed.anything):
            search.hit("hidden", keyword or "PX", repr(text))


def _is_known(word: str) -> bool:
    known = (*_TEXTS, *_NAMES, *_NOTES, *_CODES, *_WORDS, *_WHOLE, "DATA")
    return word in known or _SYMBOLS.fullmatch(word) is not None


def _piece(text: str, keyword: str, search: LeakScan) -> None:
    if keyword != "DATA":
        search.cube_text(keyword, text, "*")
    elif not _DOTS.fullmatch(text):
        search.hit("text", keyword, text)


def _text(text: str, keyword: str, keys: Sequence[str], search: LeakScan) -> None:
    if keyword == "NOTE" and not keys and search.allowed.is_program(text):
        return
    if keyword in _NOTES:
        search.composed(keyword, text)
    elif keyword in _CODES:
        search.code(keyword, text, "TABLE", "STATISTIC")
    else:
        search.cube_text(keyword, text, *_WORDS.get(keyword, ()))


def _number(number: str, keyword: str, search: LeakScan) -> None:
    if keyword == "DATA":
        if not _PLAIN.fullmatch(number) or not search.allowed.has_digits(len(number.partition(".")[2])):
            search.hit("figure", keyword, number)
        search.number(keyword, Decimal(number), number)
    elif not (keyword in _WHOLE and number.isdigit() and int(number) <= _MOST_DECIMALS):
        search.hit("figure", keyword or "PX", number)
