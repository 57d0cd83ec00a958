"""Pictures as Vega-Lite and PNG: every text and number of a specification is looked up in what its table publishes;
pixels are those of the picture drawn again from its table.

Figures are those of the data; other numbers are ticks, limits of classes, sizes, and borders of areas. What draws -
marks, channels, expressions - is one of the words that our specifications use.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import number_of
from ckmcore.formats.read_svg import PictureWords, are_round, is_description, is_published, numbers_of_class
from ckmcore.pictures.colours import LIGHT
from ckmcore.pictures.vega import SCHEMA

VEGA_BEGIN = b'{\n "$schema": "https://vega.github.io/schema/vega-lite/'
_KNOWN_WORDS = (
    "bar line point text rect geoshape circle category panel series value shown at line note class x y x2 y2 place"
    " nominal quantitative ordinal start left center right top zero normalize linear json features identity"
    " break-paths-show-domains FeatureCollection Feature Polygon MultiPolygon square triangle-up diamond cross stroke"
    " properties.category properties.shown properties.class properties.value properties.x properties.y"
)
_WORDS = frozenset(_KNOWN_WORDS.split())
_KNOWN_NAMES = (
    "$schema align anchor as at axis background calculate category class color columns condition config coordinates"
    " data description detail domain domainColor dx dy encoding equal facet features field fill filled filter font"
    " fontSize"
    " format geometry grid gridColor hconcat height invalid labelAngle labelColor labelExpr labelFontSize labelLimit"
    " labelOverlap latitude layer legend line longitude mark nice note opacity order orient panel point projection"
    " properties property range reflectY reverse scale series shape shown size sort spec stack step stroke strokeDash"
    " strokeWidth subtitle subtitleColor subtitleFontSize test text ticks title tooltip transform type value values"
    " vconcat view width x x2 xOffset y y2 yOffset zero"
)
_NAMES = frozenset(_KNOWN_NAMES.split())
_TEXTS = ("category", "panel", "series", "title", "text", "subtitle", "note", "equal")
_LISTS = ("sort", "domain")
_SIZES = ("width", "height", "step", "columns", "fontSize", "labelFontSize", "subtitleFontSize", "labelLimit",
          "labelAngle", "strokeWidth", "size", "opacity", "dx", "dy", "x", "line", "strokeDash", "range")  # fmt: skip
_PLACES = ("x", "y", "x2", "y2")
_MOST = 5000
_LIST = r"\[(?:[^\[\]\"]|\"(?:[^\"\\]|\\.)*\")*\]"
_TICKS = re.compile(rf"({_LIST})\[indexof\(({_LIST}), datum\.value\)\]")
_ORDER = re.compile(rf"indexof\(({_LIST}), datum\.series\)")
_CLASS = re.compile(rf"indexof\(({_LIST}), datum\.properties\.class\) < 0")
_ABOVE = "datum.properties.value > 0"
Path = tuple[str, ...]


def search_vega(content: bytes, search: LeakScan) -> None:
    """Look at a specification; hits go to `search`."""
    search.folds = True
    try:
        spec = json.loads(content, parse_float=Decimal)
        again = json.dumps(json.loads(content), ensure_ascii=False, indent=1) + "\n"
    except (ValueError, RecursionError) as fault:
        search.hit("bytes", "JSON", type(fault).__name__)
        return
    if not isinstance(spec, dict) or again.encode("utf-8", "replace") != content:
        search.hit("bytes", "JSON")
        return
    _VegaSearch(search).look(spec)


class _VegaSearch:
    """Walks a specification; a place is the path of names to a value."""

    def __init__(self, search: LeakScan) -> None:
        self._search = search
        self._words = PictureWords(search.allowed)
        self._figures = LeakScan(search.allowed, folds=True)
        self._ticks: set[Decimal] = set()
        self._has_classes = False

    def look(self, spec: Mapping[str, Any]) -> None:
        leaves = list(_leaves(spec, ()))
        self._has_classes = any(path[-1] == "class" for path, _ in leaves)
        for path, value in leaves:
            place = "/".join(path)
            if unknown := [part for part in path if not (part in _NAMES or part.isdecimal())]:
                self._search.hit("part", place, ", ".join(unknown))
            if isinstance(value, bool) or value is None:
                continue
            if isinstance(value, str):
                self._text(path, place, value)
            else:
                self._number(path, place, Decimal(value))
        self._search.hits += self._figures.hits
        if not self._search.allowed.anything and not are_round(sorted(self._ticks)):
            self._search.hit("figure", "JSON", ", ".join(map(str, sorted(self._ticks))))

    # --- texts ---------------------------------------------------------------------------------------------------

    def _text(self, path: Path, place: str, text: str) -> None:
        name = next((part for part in reversed(path) if not part.isdigit()), "")
        allowed = self._search.allowed
        if name == "shown" and "values" in path:
            self._figures.figure(place, text)
        elif name == "description":
            if not is_description(text, allowed, self._words):
                self._search.text(place, text)
        elif name in ("labelExpr", "calculate", "test", "filter"):
            self._expression(place, name, text)
        elif name == "$schema" or name == "font" or text in LIGHT.values():
            if name == "$schema" and text != SCHEMA:
                self._search.hit("link", place, text)
        elif name == "class" or name in _LISTS or name in _TEXTS:
            known = self._is_word(text) or (name in ("class", *_LISTS) and self._is_class(text))
            known = known or (name == "class" and is_published(text, allowed))
            if not known and not (name not in ("note", "category") and text in _WORDS):
                self._search.text(place, text)
        elif text not in _WORDS:
            self._search.text(place, text)

    def _is_word(self, text: str) -> bool:
        allowed = self._search.allowed
        return not text or self._words.knows(text) or allowed.is_sign(text)

    def _is_class(self, text: str) -> bool:
        numbers = numbers_of_class(text, self._search.allowed.comma)
        return self._has_classes and numbers is not None and all(map(self._is_limit, numbers))

    def _is_limit(self, number: Decimal) -> bool:
        """Whether a limit of a class lies among the published figures, or is a rounded one."""
        published = [*self._search.allowed.figures, Decimal(0)]
        rounded = len(str(number.normalize()).strip("-0.").partition("E")[0]) <= 2
        return rounded or self._search.allowed.anything or min(published) <= number <= max(published)

    def _expression(self, place: str, name: str, text: str) -> None:
        """An expression: lists of texts and places, by which a category is found, and nothing else."""
        if name == "filter" and text == _ABOVE:
            return
        match = {"labelExpr": _TICKS, "calculate": _ORDER, "test": _CLASS}.get(name, _TICKS).fullmatch(text)
        if match is None:
            self._search.hit("formula", place, text)
            return
        listed, *places = (json.loads(part, parse_float=Decimal) for part in match.groups())
        if name != "labelExpr":
            for each in listed:
                if not self._is_word(str(each)) and not (name == "test" and self._is_class(str(each))):
                    self._search.text(place, str(each))
            return
        ticks = [number_of(str(each).removesuffix("%").strip(), self._search.allowed.comma) for each in listed]
        known = sorted(tick for tick in ticks if tick is not None)
        at = sorted(Decimal(each) for each in places[0])
        if not self._search.allowed.anything and not (
            len(known) == len(ticks) == len(at) and are_round(known) and are_round(at)
        ):
            self._search.hit("figure", place, text)

    # --- numbers -------------------------------------------------------------------------------------------------

    def _number(self, path: Path, place: str, number: Decimal) -> None:
        allowed = self._search.allowed
        name = next((part for part in reversed(path) if not part.isdigit()), "")
        if allowed.anything or "coordinates" in path:
            return
        if "data" in path and name in ("value", "at"):
            if number not in allowed.figures and not (name == "at" and number == 0):
                self._search.hit("figure", place, str(number))
        elif "data" in path and name in _PLACES:
            if number != int(number):  # metres
                self._search.hit("figure", place, str(number))
        elif name == "values" or name == "domain":
            self._ticks.add(number)
        elif name not in _SIZES or abs(number) > _MOST:
            self._search.hit("figure", place, str(number))


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every text and number with its path; names of members that our specifications do not have are texts, too."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _leaves(inner, (*path, str(number)))
    else:
        yield path, value


# --- pixels -----------------------------------------------------------------------------------------------------------

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHUNKS = (b"IHDR", b"pHYs", b"IDAT", b"IEND")


def search_png(content: bytes, search: LeakScan) -> None:
    """Look at a picture in pixels; hits go to `search`."""
    place, names = len(SIGNATURE), list[bytes]()
    while content.startswith(SIGNATURE) and place + 12 <= len(content):
        length, name = struct.unpack_from(">I4s", content, place)
        data = content[place + 4 : place + 8 + length]
        if content[place + 8 + length : place + 12 + length] != struct.pack(">I", zlib.crc32(data)):
            break
        names.append(name)
        place += 12 + length
        if name not in _CHUNKS:
            search.hit("part", "PNG", name.decode("latin-1"))
    if place != len(content) or names[:1] != [b"IHDR"] or names[-1:] != [b"IEND"]:
        search.hit("bytes", "PNG", "")
    elif not search.allowed.anything and not search.allowed.is_picture(content):
        search.hit("picture", "PNG", "")
