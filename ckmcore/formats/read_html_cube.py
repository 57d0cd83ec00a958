"""A cube as a page, taken apart, whoever wrote it: fixed text, titles and notes, words, columns of bytes.

The fixed text of a page (tags, style, script) is known byte by byte for every version of the program. Whatever differs
between pages has its own places, and only one spelling is accepted for each, so that nothing hides in the spelling.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import math
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape, unescape
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import LANGUAGES, Language
from ckmcore.base.reading import read_file
from ckmcore.base.typed import decoded
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import CubeDimension, cubes
from ckmcore.formats.leak_findings import Kind, LeakScan
from ckmcore.messages import say
from ckmcore.presentation.footnotes import without_marks
from ckmcore.tabulate.layout import AxisName

FIXED_TEXTS = (
    "d23fe0f79456ac0d64d82a27a1fef40ec18a69fb381a34904755a24cec42230e",
    "7cf50113f9d7923b16e6309a9918743323c6aa349a6e67a34f27f11ef5e48303",
)
"""SHA-256 of the fixed text of every version of the page, the last one that of now."""
WORDS = (
    "choose",
    "shows",
    "rows",
    "columns",
    "only",
    "find",
    "hides",
    "swap",
    "copy",
    "save",
    "draw",
    "drawn",
    "draw_one",
    "up",
    "down",
    "left",
    "right",
    "rows_shown",
    "columns_shown",
    "sorted_down",
    "sorted_up",
    "nothing",
    "none",
    "too_many",
    "copied",
    "not_copied",
    "saved",
    "table",
    "code",
    "figure",
    "adding",
    "old",
    "broken",
)
"""Words of the page itself: sentences `html_cube_<word>`."""
BEGIN = b'<!doctype html>\n<html class="cube"'
DIGITS_A_BYTE, MOST_PLANES, MOST_PLACES = 2, 10, 6
MOST_BYTES = 1 << 28
_HOLES = (
    ("language", 'lang="', '"'),
    ("generator", '<meta name="generator" content="', '"'),
    ("title", "<title>", "</title>"),
    ("head", "<header>\n", "\n</header>"),
    ("noscript", "<noscript>\n<p>", "</p>"),
    ("foot", "<footer>\n", "\n</footer>"),
    ("cube", '<script type="application/json" id="cube">', "</script>"),
    ("bytes", '<script type="text/plain" id="bytes">', "</script>"),
)
_PARAGRAPH = re.compile(r'<(h1|p) dir="auto">([^<>]*)</\1>')
_MARKS = re.compile(r"|\||r|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}⁾( [⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}⁾){0,9}")
_STRANGE: dict[Kind, re.Pattern[str]] = {"comment": re.compile("<!--"), "link": re.compile("https?:|<link|<a ")}
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁾", "0123456789 ")
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class CubeAxis(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A dimension as the page keeps it. parents: positions of the categories above, -1 at the top; total: position of
    the total, -1 without one; note, notes: footnote marks of the dimension, and of categories with their positions."""

    title: str
    note: str
    axis: AxisName
    codes: tuple[str, ...]
    labels: tuple[str, ...]
    parents: tuple[int, ...]
    total: int
    notes: tuple[tuple[int, str], ...]


class CubeValue(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A value as the page keeps it. note: its footnote marks; planes: number of columns with two digits each; signed,
    negative: whether a column of signs and a column of minus signs precede them; rest: sign of unlisted cells, None
    where nothing is published for them."""

    code: str
    label: str
    unit: str
    note: str
    places: int
    planes: int
    signed: bool
    negative: bool
    rest: int | None


class CubeFacts(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Everything but the figures of a cube. value: name of the dimension of values; signs: text of each, and whether
    it keeps its figure; notes: footnote marks of cells, with None for all categories of a dimension, and the
    numbers of their values, none for all."""

    language: Literal["de", "en"]
    value: str
    cells: int
    listed: bool
    apostrophe: bool
    axes: tuple[CubeAxis, ...]
    values: tuple[CubeValue, ...]
    signs: tuple[tuple[str, bool], ...]
    notes: tuple[tuple[tuple[int | None, ...], str, tuple[int, ...]], ...]
    words: dict[str, str]


@dataclass(frozen=True, eq=False)
class CubePage:
    """A page that was taken apart. head, foot: tag and text of each paragraph; places: category of each cell by
    dimension; figures, signs: of each cell by value."""

    generator: str
    title: str
    noscript: str
    head: tuple[tuple[str, str], ...]
    foot: tuple[tuple[str, str], ...]
    facts: CubeFacts
    places: tuple[NDArray[np.int64], ...]
    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[NDArray[np.uint8], ...]


def json_text(facts: CubeFacts) -> str:
    """The one way to write the facts of a cube: JSON without a sign that ends a script."""
    text = msgspec.json.encode(facts).decode("utf-8")
    for letter, escaped in _ESCAPED.items():
        text = text.replace(letter, escaped)
    return text


def deflated(content: bytes) -> bytes:
    """The one way to pack bytes: raw deflate of the library that all our installations have."""
    import pyarrow as pa

    packed = bytes(pa.Codec("gzip", compression_level=9).compress(content, asbytes=True))
    return packed[10:-8]  # without the head and the foot of gzip


def read_html_cube(path: Path) -> CubePage:
    """Read a page strictly; raises FormatViolation."""
    pieces, holes = _taken_apart(read_file(path))
    if _hash_of(pieces) not in FIXED_TEXTS:
        raise FormatViolation("check_html_tag", tag="script")
    return _page_of(holes)


def _taken_apart(content: bytes) -> tuple[list[str], dict[str, str]]:
    """The fixed text of a page in pieces, and the texts between them. Raises FormatViolation."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatViolation("check_encoding") from None
    pieces, holes, begin = list[str](), dict[str, str](), 0
    for name, before, after in _HOLES:
        start = text.find(before, begin)
        end = text.find(after, start + len(before))
        if start < 0 or end < 0:
            raise FormatViolation("check_html_tag", tag=name)
        start += len(before)
        pieces.append(text[begin:start])
        holes[name], begin = text[start:end], end
    return [*pieces, text[begin:]], holes


def _hash_of(pieces: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(pieces).encode("utf-8")).hexdigest()


def fixed_hash(content: bytes) -> str:
    """SHA-256 of the fixed text of a page. Raises FormatViolation."""
    return _hash_of(_taken_apart(content)[0])


def _page_of(holes: dict[str, str]) -> CubePage:
    try:
        facts = decoded(holes["cube"], CubeFacts)
        packed = base64.b64decode(holes["bytes"], validate=True)
    except (msgspec.MsgspecError, binascii.Error, ValueError):
        raise FormatViolation("check_json") from None
    if json_text(facts) != holes["cube"] or base64.b64encode(packed).decode() != holes["bytes"]:
        raise FormatViolation("check_json")
    if facts.language != holes["language"]:
        raise FormatViolation("check_html_tag", tag="html")
    _check_facts(facts)
    columns = _columns(facts, packed)
    places = tuple(_positions(columns, facts.cells, len(axis.codes)) for axis in facts.axes)
    _check_cells(facts, places)
    figures, signs = [], []
    for value in facts.values:
        mine, sign = _figures(columns, value, facts)
        figures.append(mine)
        signs.append(sign)
    generator, title, noscript = (_text(holes[name]) for name in ("generator", "title", "noscript"))
    head, foot = _paragraphs(holes["head"]), _paragraphs(holes["foot"])
    return CubePage(generator, title, noscript, head, foot, facts, places, tuple(figures), tuple(signs))


def _text(written: str) -> str:
    """A text as it was before it was written into a page; there is one way to write it."""
    text = unescape(written)
    if escape(text) != written:
        raise FormatViolation("check_html_tag", tag=written[:20])
    return text


def _paragraphs(written: str) -> tuple[tuple[str, str], ...]:
    paragraphs = list[tuple[str, str]]()
    for line in written.split("\n") if written else ():
        match = _PARAGRAPH.fullmatch(line)
        if match is None:
            raise FormatViolation("check_html_tag", tag=line[:20])
        paragraphs.append((match[1], _text(match[2])))
    return tuple(paragraphs)


def _check_facts(facts: CubeFacts) -> None:
    """Whether all numbers are such that they only say what they are for. Raises FormatViolation."""
    shape = [len(axis.codes) for axis in facts.axes]
    signs = range(len(facts.signs))
    ranges = [(facts.cells, range(2**31))]
    for axis, size in zip(facts.axes, shape, strict=True):
        above = range(-1, size)
        ranges += [(parent, above) for parent in axis.parents]
        ranges += [(axis.total, above), *((at, range(size)) for at, _ in axis.notes)]
        if not size or len(set(axis.codes)) < size or not len(axis.labels) == len(axis.parents) == size:
            raise FormatViolation("check_categories")
    for value in facts.values:
        ranges += [(value.places, range(MOST_PLACES + 1)), (value.planes, range(1, MOST_PLANES + 1))]
        ranges += [] if value.rest is None else [(value.rest, signs)]
    for place, _, values in facts.notes:
        ranges += [(value, range(len(facts.values))) for value in values]
        if len(place) != len(shape):
            raise FormatViolation("check_json_place", place="notes")
        ranges += [(at, range(size)) for at, size in zip(place, shape, strict=True) if at is not None]
    if not all(map(_MARKS.fullmatch, _marks_of(facts))):
        raise FormatViolation("check_json_place", place="notes")
    if any(number not in allowed for number, allowed in ranges) or not facts.values:
        raise FormatViolation("check_json_place", place="cube")


def _marks_of(facts: CubeFacts) -> list[str]:
    marks = [*(mark for _, mark, _ in facts.notes), *(value.note for value in facts.values)]
    return [*marks, *(mark for axis in facts.axes for mark in (axis.note, *(mark for _, mark in axis.notes)))]


def _planes_of(size: int) -> int:
    """Number of bytes that name one of so many categories."""
    return max(1, -(-(size - 1).bit_length() // 8))


def _columns(facts: CubeFacts, packed: bytes) -> Iterator[NDArray[np.uint8]]:
    """The columns of a page's bytes, one after another. Raises FormatViolation."""
    planes = sum(_planes_of(len(axis.codes)) for axis in facts.axes)
    planes += sum(value.planes + value.signed + value.negative for value in facts.values)
    size, unpacking = planes * facts.cells, zlib.decompressobj(-zlib.MAX_WBITS)
    if size > MOST_BYTES:  # a file may say anything, and unpack to a thousand times its size
        raise FormatViolation("check_json_place", place="bytes")
    try:
        content = unpacking.decompress(packed, size + 1)
    except zlib.error:
        raise FormatViolation("check_json_place", place="bytes") from None
    if len(content) != size or not unpacking.eof or unpacking.unused_data or deflated(content) != packed:
        raise FormatViolation("check_json_place", place="bytes")
    whole = np.frombuffer(content, dtype=np.uint8)
    return iter(whole.reshape(planes, facts.cells))


def _positions(columns: Iterator[NDArray[np.uint8]], cells: int, size: int) -> NDArray[np.int64]:
    positions = np.zeros(cells, dtype=np.int64)
    for plane in range(_planes_of(size)):
        positions += next(columns).astype(np.int64) << (8 * plane)
    if int(positions.max(initial=0)) >= size:
        raise FormatViolation("check_categories")
    return positions


def _check_cells(facts: CubeFacts, places: Sequence[NDArray[np.int64]]) -> None:
    """Whether each cell is there once, and of a cube that does not list its cells all of them in order. Raises
    FormatViolation."""
    shape = [len(axis.codes) for axis in facts.axes]
    wanted = math.prod(shape)
    numbers = np.zeros(facts.cells, dtype=np.uint64)
    for place, size in zip(places, shape, strict=True):
        numbers = numbers * np.uint64(size) + place.astype(np.uint64)
    right = wanted < 2**64 and len(np.unique(numbers)) == facts.cells
    if not facts.listed:
        right = right and facts.cells == wanted and np.array_equal(numbers, np.arange(wanted, dtype=np.uint64))
    if not right:
        raise FormatViolation("check_cells", found=facts.cells, wanted=wanted)


def _figures(
    columns: Iterator[NDArray[np.uint8]], value: CubeValue, facts: CubeFacts
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Figures and signs of a value; each is written in one way. Raises FormatViolation."""
    place = f"bytes: {value.code}"
    signs = next(columns) if value.signed else np.zeros(facts.cells, dtype=np.uint8)
    minus = next(columns) if value.negative else np.zeros(facts.cells, dtype=np.uint8)
    whole, last = np.zeros(facts.cells, dtype=np.uint64), np.zeros(0, dtype=np.uint8)
    for plane in range(value.planes):
        last = next(columns)
        if int(last.max(initial=0)) >= 10**DIGITS_A_BYTE or (plane == MOST_PLANES - 1 and int(last.max(initial=0)) > 9):
            raise FormatViolation("check_json_place", place=place)
        whole += last.astype(np.uint64) * np.uint64(10 ** (DIGITS_A_BYTE * plane))
    spare = value.planes > 1 and not last.any()
    spare = spare or (value.signed and not signs.any()) or (value.negative and not minus.any())
    if spare or int(signs.max(initial=0)) >= len(facts.signs) or int(minus.max(initial=0)) > 1:
        raise FormatViolation("check_json_place", place=place)
    replaced = ~np.array([keeps for _, keeps in facts.signs])[signs]
    if (whole > np.uint64(2**63 - 1)).any() or whole[replaced].any() or minus[whole == 0].any():
        raise FormatViolation("check_json_place", place=place)
    figures = whole.astype(np.int64)
    return np.where(minus.astype(np.bool_), -figures, figures), signs


def words_of(language: Language) -> dict[str, str]:
    """Words of the page itself."""
    return {word: say(f"html_cube_{word}", language) for word in WORDS}


# --- the search for leaks ------------------------------------------------------------------------------------------


def search_html_cube(content: bytes, search: LeakScan) -> None:
    """Look at a page; hits go to `search`."""
    try:
        pieces, holes = _taken_apart(content)
        if _hash_of(pieces) not in FIXED_TEXTS:
            for kind, piece in _strange(pieces):
                search.hit(kind, "HTML", piece)
        page = _page_of(holes)
    except FormatViolation as fault:
        search.hit("bytes", "HTML", fault.reason.text("en"))
        return
    if page.generator:
        search.program("generator", page.generator)
    noscript = [say("html_cube_noscript", language) for language in LANGUAGES]
    search.text("noscript", page.noscript, *noscript)
    search.cube_text("title", page.title)
    for number, (tag, text) in enumerate((*page.head, *page.foot), start=1):
        search.cube_text(f"p {number}", without_marks(text) if tag == "h1" else text)
    _search_words(page.facts, search)
    _search_axes(page, search)
    for value, figures, signs in zip(page.facts.values, page.figures, page.signs, strict=True):
        kept = np.array([keeps for _, keeps in page.facts.signs])[signs]
        different, times = np.unique(figures[kept], return_counts=True)
        for figure, count in zip(different.tolist(), times.tolist(), strict=True):
            search.number(value.code, Decimal(figure).scaleb(-value.places), times=count)


def _strange(pieces: Sequence[str]) -> Iterator[tuple[Kind, str]]:
    """What may be wrong with a fixed text that is none of ours."""
    whole = "".join(pieces)
    for kind, sign in _STRANGE.items():
        match = sign.search(whole)
        if match is not None:
            yield kind, whole[match.start() : match.start() + 40]
    yield "script", "HTML"


def _search_words(facts: CubeFacts, search: LeakScan) -> None:
    own = {word: {say(f"html_cube_{word}", language) for language in LANGUAGES} for word in WORDS}
    own["apostrophe"] = {say("export_apostrophe", language) for language in LANGUAGES}
    for word, text in facts.words.items():
        if word == "title":
            search.cube_text(word, text)
        elif word in ("group", "point", "divider"):
            if text not in ("\u00a0", ",", ".", ";"):
                search.hit("text", word, text)
        elif word in own:
            search.text(word, text, *own[word])
        else:
            search.hit("part", word, text)
    for text, _ in facts.signs:
        if text and not search.allowed.is_sign(text):
            search.hit("text", "signs", text)
    search.cube_text("value", facts.value)


def _tree_of(dimension: CubeDimension) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Codes, parents and the position of the total of a dimension, as a page keeps them."""
    parents = tuple(category.parent for category in dimension.categories)
    return dimension.codes, parents, next((at for at, each in enumerate(dimension.categories) if each.total), -1)


def _search_axes(page: CubePage, search: LeakScan) -> None:
    for value in page.facts.values:
        search.code("code", value.code)
        search.cube_text(value.code, value.label)
        search.cube_text(value.code, value.unit)
        if not search.allowed.has_digits(value.places):
            search.hit("figure", value.code, str(value.places))
    documents = search.allowed.documents
    notes = max((len(document.marks.texts) for document in documents), default=0)
    for mark in _marks_of(page.facts):
        digits = mark.translate(_LOWERED).split()
        if not search.allowed.anything and any(digit.isdecimal() and int(digit) > notes for digit in digits):
            search.hit("text", "notes", mark)
    made = [cube for document in documents for cube in cubes(document)]
    shapes = {_tree_of(dimension) for cube in made for dimension in cube.dimensions}
    for axis in page.facts.axes:
        if not search.allowed.anything and (axis.codes, axis.parents, axis.total) not in shapes:
            search.hit("hidden", axis.title, "parents")
        search.cube_text("title", axis.title)
        for text in axis.codes:
            search.code(axis.title, text)
        for text in axis.labels:
            search.cube_text(axis.title, text)
