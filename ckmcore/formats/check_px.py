"""Whether a file is PC-Axis as the format demands: keywords, texts, values, codes, data."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ckmcore.formats.check import Axis, Fault, Found

MANDATORY = (
    *("CHARSET", "AXIS-VERSION", "CODEPAGE", "LANGUAGE", "DECIMALS", "MATRIX", "SUBJECT-CODE", "SUBJECT-AREA"),
    *("TITLE", "CONTENTS", "UNITS", "AGGREGALLOWED"),
)
KNOWN = {
    *MANDATORY,
    *("SHOWDECIMALS", "COPYRIGHT", "DESCRIPTION", "STUB", "HEADING", "CONTVARIABLE", "VARIABLECODE", "VALUES"),
    *("TIMEVAL", "CODES", "VARIABLE-TYPE", "HIERARCHIES", "ELIMINATION", "PRECISION", "SOURCE", "NOTEX", "NOTE"),
    *("VALUENOTE", "CELLNOTE", "DATASYMBOL1", "DATASYMBOL2", "DATASYMBOL3", "DATASYMBOLNIL", "DATA"),
}
OF_VARIABLES = ("VALUES", "CODES", "VARIABLECODE", "TIMEVAL", "ELIMINATION", "HIERARCHIES", "VARIABLE-TYPE", "NOTE")
LONGEST = 150
_KEYWORD = re.compile(r'([A-Z][A-Z0-9-]*)(?:\(("[^"\r\n]*"(?:,"[^"\r\n]*")*)\))?=')
_STRING = re.compile(r'"([^"\r\n]*)"')
_CELL = re.compile(r'-?\d+(?:\.(\d+))?|"(?:\.{1,6}|-)"')
_TIME_DIGITS = {"A1": 4, "H1": 5, "Q1": 5, "M1": 6, "W1": 6}


@dataclass
class _File:
    """The keywords of a file by name and keys; what stands behind them, as text."""

    texts: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    data: str = ""

    def one(self, keyword: str, *keys: str) -> str:
        """The text of a keyword, its pieces put together."""
        return "".join(_strings(self.texts[keyword, keys]))

    def many(self, keyword: str, *keys: str) -> list[str]:
        return _strings(self.texts[keyword, keys])

    def keys(self, keyword: str) -> list[tuple[str, ...]]:
        return [keys for name, keys in self.texts if name == keyword]


def check_px(path: Path, program: str = "") -> Found:
    """Read a file strictly; raises Fault where it is not as the format demands, or a note on the table is not the one
    that names the program."""
    file = _read(path)
    if (file.one("NOTE") if ("NOTE", ()) in file.texts else "") != program:
        raise Fault("check_px_value", keyword="NOTE")
    for name in MANDATORY:
        if (name, ()) not in file.texts or not file.texts[name, ()].strip('"'):
            raise Fault("check_px_missing", keyword=name)
    stub = file.many("STUB") if ("STUB", ()) in file.texts else []
    heading = file.many("HEADING") if ("HEADING", ()) in file.texts else []
    variables = [*stub, *heading]
    if not variables or len(set(variables)) < len(variables):
        raise Fault("check_px_variables")
    values = {name: _values(file, name) for name in variables}
    axes = []
    for name in variables:
        if ("CODES", (name,)) not in file.texts:
            raise Fault("check_px_codes", variable=name)
        codes = file.many("CODES", name)
        if len(codes) != len(values[name]) or len(set(codes)) < len(codes):
            raise Fault("check_px_codes", variable=name)
        axes.append(Axis(file.one("VARIABLECODE", name), tuple(codes)))
    _check_references(file, values)
    _check_trees(file, dict(zip(variables, axes, strict=True)))
    if file.texts["AGGREGALLOWED", ()] != "NO":
        raise Fault("check_px_value", keyword="AGGREGALLOWED")
    figures = _cells(file, math.prod(len(one.codes) for one in axes))
    return Found(tuple(axes), figures)


def _read(path: Path) -> _File:
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("check_encoding") from None
    file, at = _File(), 0
    while True:
        found = _KEYWORD.match(text, at)
        if found is None:
            raise Fault("check_px_syntax", line=text.count("\n", 0, at) + 1)
        name = found[1]
        keys = tuple(_strings(found[2])) if found[2] else ()
        place = (name, keys)
        if name not in KNOWN:
            raise Fault("check_px_unknown", keyword=name)
        if place in file.texts:
            raise Fault("check_px_twice", keyword=name)
        if not file.texts and name != "CHARSET":
            raise Fault("check_px_missing", keyword="CHARSET")
        if name == "DATA":
            file.data = text[found.end() :]
            return file
        end = _end(text, found.end())
        file.texts[place] = text[found.end() : end]
        _check_pieces(text[found.end() : end], name)
        at = end + 1
        while text[at : at + 1] in ("\r", "\n"):
            at += 1


def _end(text: str, at: int) -> int:
    """Where the semicolon stands that ends a keyword, outside of texts."""
    while at < len(text):
        if text[at] == '"':
            at = text.find('"', at + 1)
            if at < 0:
                break
        elif text[at] == ";":
            return at
        at += 1
    raise Fault("check_px_syntax", line=text.count("\n") + 1)


def _check_pieces(text: str, keyword: str) -> None:
    """Texts are on one line each, and short; between them stand commas, colons and line ends."""
    if any(len(piece) > LONGEST for piece in _strings(text)):
        raise Fault("check_px_long", keyword=keyword, limit=LONGEST)
    rest = _STRING.sub("", text)
    if not re.fullmatch(r"(?:TLIST\([A-Z]1\)|YES|NO|\d+|[\s,:])*", rest):
        raise Fault("check_px_value", keyword=keyword)


def _strings(text: str) -> list[str]:
    return _STRING.findall(text)


def _values(file: _File, name: str) -> list[str]:
    if ("VALUES", (name,)) not in file.texts:
        raise Fault("check_px_values", variable=name)
    values = file.many("VALUES", name)
    if not values or "" in values or len(set(values)) < len(values):
        raise Fault("check_px_values", variable=name)
    return values


def _check_references(file: _File, values: dict[str, list[str]]) -> None:
    """What other keywords say of variables and values exists."""
    for keyword in OF_VARIABLES:
        named = [keys for keys in file.keys(keyword) if keys or keyword != "NOTE"]
        if any(len(keys) != 1 or keys[0] not in values for keys in named):
            raise Fault("check_px_reference", keyword=keyword)
    for keyword in ("VALUENOTE", "PRECISION"):
        for keys in file.keys(keyword):
            if len(keys) != 2 or keys[0] not in values or keys[1] not in values[keys[0]]:
                raise Fault("check_px_reference", keyword=keyword)
    every = [{"*", *found} for found in values.values()]
    for keys in file.keys("CELLNOTE"):
        if len(keys) != len(every) or any(key not in known for key, known in zip(keys, every, strict=True)):
            raise Fault("check_px_reference", keyword="CELLNOTE")
    if ("CONTVARIABLE", ()) in file.texts and file.one("CONTVARIABLE") not in values:
        raise Fault("check_px_reference", keyword="CONTVARIABLE")
    for (name,) in file.keys("ELIMINATION"):
        if file.one("ELIMINATION", name) not in values[name]:
            raise Fault("check_px_reference", keyword="ELIMINATION")
    for (name,) in file.keys("TIMEVAL"):
        _check_times(file, name, len(values[name]))


def _check_times(file: _File, name: str, count: int) -> None:
    listed = re.match(r"TLIST\(([A-Z]1)\),", file.texts["TIMEVAL", (name,)])
    times = file.many("TIMEVAL", name)
    digits = _TIME_DIGITS.get(listed[1]) if listed else None
    if digits is None or len(times) != count or any(len(t) != digits or not t.isdigit() for t in times):
        raise Fault("check_px_value", keyword="TIMEVAL")


def _check_trees(file: _File, axes: dict[str, Axis]) -> None:
    """Each node of a hierarchy has one parent, which is known before it."""
    for (name,) in file.keys("HIERARCHIES"):
        nodes = re.findall(r'"([^"]*)"(?::"([^"]*)")?', file.texts["HIERARCHIES", (name,)])
        known = {nodes[0][0]}
        for parent, child in nodes[1:]:
            if parent not in known or child in known or child not in axes[name].codes:
                raise Fault("check_px_reference", keyword="HIERARCHIES")
            known.add(child)


def _cells(file: _File, count: int) -> Sequence[str | None]:
    """The figures of the data; None for dots and the dash, each of which must have been explained."""
    body = file.data.rstrip()
    if not body.endswith(";"):
        raise Fault("check_px_syntax", line=0)
    cells = body[:-1].split()
    if len(cells) != count:
        raise Fault("check_cells", found=len(cells), wanted=count)
    decimals = int(file.texts["DECIMALS", ()])
    figures: list[str | None] = []
    explained = {f'"{"." * number}"' for number in range(1, 7) if (f"DATASYMBOL{number}", ()) in file.texts}
    explained |= {'"-"'} if ("DATASYMBOLNIL", ()) in file.texts else set()
    for number, cell in enumerate(cells, start=1):
        found = _CELL.fullmatch(cell)
        if found is None or len(found[1] or "") > decimals:
            raise Fault("check_number", text=cell[:40])
        if cell[0] == '"' and cell not in explained:
            raise Fault("check_px_symbol", number=number)
        figures.append(None if cell[0] == '"' else cell)
    return figures
