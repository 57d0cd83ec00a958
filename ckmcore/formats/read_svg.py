"""SVG of a picture, alone and on its page: every tag, attribute, text and number looked up in what its table publishes.

Lengths and places are not: what they say is what the figures written beside them say, or their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from functools import cache, cached_property, partial
from html import escape, unescape
from itertools import pairwise
from typing import get_args

from ckmcore.base.numbers import Language
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import PublishableContent, number_of
from ckmcore.formats.xml_parts import Attributes, Reader
from ckmcore.messages import say
from ckmcore.pictures.chart import MOST_BARS
from ckmcore.pictures.colours import DARK, LIGHT
from ckmcore.pictures.kinds import KINDS
from ckmcore.pictures.source import PictureTable
from ckmcore.pictures.svg import FONTS_OF_SVG, PAGE_BEGIN, PAGE_POLICY, PAGE_STYLE
from ckmcore.pictures.text_width import plain
from ckmcore.presentation.present import TablePresentation
from ckmcore.tabulate.picture_choice import ClassMethod

_NUMBER = r"-?\d{1,6}(?:\.\d{1,2})?"
_COLOURS = "|".join(sorted({*LIGHT.values(), *DARK.values(), "none"}))
_RULES: Mapping[str, str] = {
    **dict.fromkeys(("x", "y", "cx", "cy", "r", "width", "height", "font-size", "stroke-width"), _NUMBER),
    **dict.fromkeys(("fill", "stroke"), _COLOURS),
    "class": "figure|sign|tick|word|limit|count|scale",
    "text-anchor": "middle|end",
    "font-weight": "700",
    "role": "img",
    "d": rf"(?:M{_NUMBER} {_NUMBER}(?: L{_NUMBER} {_NUMBER})*Z?)+"
    rf"|(?:M{_NUMBER} {_NUMBER}h{_NUMBER}v{_NUMBER}h{_NUMBER}Z)+",
    "fill-rule": "evenodd",
    "points": rf"{_NUMBER},{_NUMBER}(?: {_NUMBER},{_NUMBER})*",
    "stroke-dasharray": rf"{_NUMBER}(?: {_NUMBER})*",
}
_ROOT: Mapping[str, str] = {
    "xmlns": re.escape("http://www.w3.org/2000/svg"),
    "viewBox": rf"0 0 {_NUMBER} {_NUMBER}",
    "aria-labelledby": "{name}title {name}desc",
    "lang": "de|en",
    "font-family": re.escape(FONTS_OF_SVG),
}
_TAGS: Mapping[str, frozenset[str]] = {
    "svg": frozenset((*_ROOT, "width", "height", "role")),
    "title": frozenset(("id",)),
    "desc": frozenset(("id",)),
    "g": frozenset(("role", "aria-label", "fill")),
    "rect": frozenset(("x", "y", "width", "height", "fill", "stroke", "stroke-width")),
    "text": frozenset(("class", "x", "y", "font-size", "fill", "text-anchor", "font-weight")),
    "path": frozenset(("d", "fill", "fill-rule", "stroke", "stroke-width", "stroke-dasharray")),
    "circle": frozenset(("cx", "cy", "r", "fill", "stroke", "stroke-width")),
    "polygon": frozenset(("points", "fill", "stroke", "stroke-width")),
}
_BETWEEN = re.compile(r"[;,:·]")
_MOST_TICKS = 14
_LANGUAGES: tuple[Language, Language] = ("de", "en")


class PictureWords:
    """The words of the pictures of some tables. ticks: of the picture that is looked at."""

    def __init__(self, allowed: PublishableContent) -> None:
        self._allowed = allowed

    @cached_property
    def _texts(self) -> frozenset[str]:
        """Every text, and its parts between dividers."""
        whole = {_folded(text) for text in self._allowed.texts}
        for page in self._allowed.documents:
            whole.update(map(_folded, _texts_of(page)))
        parts = {part for text in whole for part in map(str.strip, _BETWEEN.split(text))}
        return frozenset(text for text in whole | parts if text)

    @cached_property
    def _runs(self) -> str:
        """All of them in one text, by which a part of one is found."""
        return "\n".join(f" {text} " for text in sorted(self._texts))

    def knows(self, text: str) -> bool:
        """Whether a text is one of them, or a part of one that a line of the picture has room for."""
        text = _folded(text)
        if self._allowed.anything or self._allowed.knows(text) or text in self._texts:
            return True
        parts = [part.strip() for part in _BETWEEN.split(text)]
        return all(self._knows_part(part) for part in parts if part)

    def _knows_part(self, part: str) -> bool:
        if part in self._texts:
            return True
        if part.endswith("…"):
            return f" {part[:-1].rstrip()}" in self._runs
        if f" {part} " in self._runs:
            return True
        # A word that is broken at the end of a line; it has letters alone.
        bare = part.removesuffix("-")
        return bare in self._runs and not any(letter.isdigit() for letter in bare)


def _folded(text: str) -> str:
    """A text as pictures write it, with one plain blank between its words."""
    return " ".join(plain(text).split())


def _texts_of(page: TablePresentation) -> Iterator[str]:
    """Texts that pictures of a table say beside those that every file may hold."""
    language = page.language
    yield from (kind.title.text(language) for kind in KINDS.values())
    yield from (say(code, language) for kind in KINDS.values() for code in kind.notes)
    yield from (say(code, language) for code in ("export_sign_break", "picture_figures"))
    yield from ("km", "m")
    for method in get_args(ClassMethod):
        for code in ("picture_classes", "picture_classes_two"):
            yield say(code, language, how=say(f"picture_classes_{method}", language))
    yield say("picture_grid_zero", language)
    yield from (say("picture_grid", language, size=size) for size in ("100 m", "1 km", "10 km", "100 km"))
    yield say("picture_without_area", language, names="…").partition(":")[0]
    yield from (legend.text(language) for legend in page.table.legend.values())
    yield say("picture_excess", language, name="…").partition(":")[0]
    yield say("picture_left_out", language, names="…").partition(":")[0]
    yield from (f"{page.lines[0]} · {line}" for line in page.lines)
    for value in range(len(page.table.spec.values)):
        for block in range(len(page.table.blocks)):
            table = PictureTable(page, value, block)
            yield from (table.what, table.heading)
            codes = ("picture_thousands", "picture_millions", "picture_billions")
            yield from (say(code, language, what=table.what) for code in codes)
            for each in table.breakdowns:
                yield each.title
                yield from (category.label for category in each.categories)
                yield "" if each.total is None else each.total.label
                for code in ("picture_largest", "picture_last"):
                    yield say(code, language, shown=MOST_BARS, all=len(each.categories))


def search_svg(content: bytes, search: LeakScan, name: str = "") -> None:
    """Look at a picture; hits go to `search`. name: what the names of its title and description begin with."""
    search.folds = True
    bare = content.removeprefix(b'<?xml version="1.0" encoding="UTF-8"?>\n')
    reader = _SvgSearch(search, "SVG", name)
    reader.read(bare)
    reader.finish()


class _SvgSearch(Reader):
    """Walks a picture and keeps its ticks until its end."""

    def __init__(self, search: LeakScan, place: str, name: str) -> None:
        super().__init__(search, place)
        self._name = name
        self._words = PictureWords(search.allowed)
        self._ticks: set[str] = set()
        self._limits: list[str] = []
        self._counts: list[str] = []
        self._scale: list[str] = []
        self._labels: list[str] = []
        self._roles: list[str] = []

    def start(self, path: tuple[str, ...], attributes: Attributes) -> None:
        tag = path[-1]
        known = _TAGS.get(tag)
        if known is None or (len(path) == 1) != (tag == "svg"):
            self.search.hit("script" if tag == "script" else "part", self.place, f"<{tag}>")
            return
        if tag == "text":
            self._roles.append(attributes.get("class", ""))
        for name, value in attributes.items():
            if name not in known:
                kind = "script" if name.startswith("on") else "link" if "href" in name else "part"
                self.search.hit(kind, self.place, f"{name}={value}")  # type: ignore[arg-type]  # one of three kinds
            elif name == "aria-label":
                self._labels.append(value)
                self._named(value)
            elif not re.fullmatch(self._rule(tag, name), value):
                self.search.hit("text", self.place, f"{name}={value}")

    def _rule(self, tag: str, name: str) -> str:
        if name == "id":
            return self._name + tag
        return (_ROOT.get(name) or _RULES[name]).replace("{name}", self._name)

    def end(self, path: tuple[str, ...], text: str) -> None:
        tag = path[-1]
        if tag == "text":
            self._text(self._roles.pop(), text)
        elif tag == "title" and len(path) > 2:
            if not self._labels or text != self._labels[-1]:
                self.search.hit("text", self.place, text)
        elif tag == "title":
            self._word(text)
        elif tag == "desc":
            self._description(text)
        elif text.strip():
            self.search.hit("hidden", self.place, text)

    def _text(self, role: str, text: str) -> None:
        if role == "figure":
            self.search.figure(self.place, text)
        elif role == "sign":
            if not self.search.allowed.is_sign(text):
                self.search.hit("text", self.place, text)
        elif role == "tick":
            self._ticks.add(text)
        elif role in ("limit", "count", "scale"):
            {"limit": self._limits, "count": self._counts, "scale": self._scale}[role].append(text)
        else:
            self._word(text.removeprefix("| "))

    def _word(self, text: str) -> None:
        if text not in ("", "|") and not self._words.knows(text):
            self.search.text(self.place, text)

    def _named(self, text: str) -> None:
        """The name of a mark: its categories, then its figure."""
        names, _, figure = text.rpartition(": ")
        if not self._words.knows(names) or not is_published(figure, self.search.allowed):
            self.search.text(self.place, text)

    def _description(self, text: str) -> None:
        if not is_description(text, self.search.allowed, self._words):
            self.search.text(self.place, text)

    def finish(self) -> None:
        """Look at the ticks together: multiples of 1, 2 or 5 times a power of ten, not many of which lie between."""
        if self.search.allowed.anything:
            return
        self._finish_map()
        comma = self.search.allowed.comma
        numbers = [number_of(text.removesuffix("%").strip(), comma) for text in self._ticks]
        known = sorted(number for number in numbers if number is not None)
        if len(known) < len(numbers) or not are_round(known):
            self.search.hit("figure", self.place, ", ".join(sorted(self._ticks)))

    def _finish_map(self) -> None:
        """Look at the numbers of a map: limits between the least and the largest published figure, numbers of areas
        that are not more than there are figures, lengths that are 0, 1, 2, 5 times a power of ten, or half of it."""
        comma = self.search.allowed.comma
        limits = [numbers_of_class(text, comma) for text in self._limits]
        published = [*self.search.allowed.figures, Decimal(0)]
        least, most = min(published), max(published)
        for text, found_limits in zip(self._limits, limits, strict=True):
            # A person may have chosen limits beyond the figures: rounded ones.
            far = [limit for limit in found_limits or () if not least <= limit <= most]
            if found_limits is None or any(
                len(str(limit.normalize()).strip("-0.").partition("E")[0]) > 2 for limit in far
            ):
                self.search.hit("figure", self.place, text)
        counts = [number_of(text, comma) for text in self._counts]
        drawn = sum(self.search.allowed.figures.values())
        for text, count in zip(self._counts, counts, strict=True):
            if count is None or count != int(count) or not 0 <= count <= drawn:
                self.search.hit("figure", self.place, text)
        for text in self._scale:
            length = number_of(text, comma)
            if length is None or (length and str(length.normalize().as_tuple().digits[0]) not in "125"):
                self.search.hit("figure", self.place, text)


def is_published(text: str, allowed: PublishableContent) -> bool:
    """Whether a text is a sign or a published figure."""
    number = number_of(text, allowed.comma)
    return allowed.anything or allowed.is_sign(text) or (number is not None and number in allowed.figures)


def is_description(text: str, allowed: PublishableContent, words: PictureWords) -> bool:
    """Whether a description is made of words and published figures, or is a text that is allowed as a whole."""
    if allowed.anything or allowed.knows(text):
        return True
    published = partial(is_published, allowed=allowed)
    return any(_is_made(text, page, words, published) for page in allowed.documents)


def are_round(ticks: Sequence[Decimal]) -> bool:
    """Whether numbers in ascending order are ticks of an axis."""
    least = min((after - before for before, after in pairwise(ticks)), default=Decimal(0))
    if not least:
        return not any(ticks)
    power = Decimal(1).scaleb(least.adjusted())
    steps = (power * factor for factor in (5, 2, 1, Decimal("0.5")))
    step = next((step for step in steps if not any(tick % step for tick in ticks)), None)
    return step is not None and (ticks[-1] - ticks[0]) / step <= _MOST_TICKS


def numbers_of_class(text: str, comma: bool) -> tuple[Decimal, ...] | None:
    """Numbers in the limits of a class, as its legend writes them; None for another text."""
    for language in _LANGUAGES:
        for code in ("picture_class_below", "picture_class_to", "picture_class_from", "picture_class_one"):
            pattern = re.escape(say(code, language, low=_NAME, high=_FIGURE))
            match = re.fullmatch(pattern.replace(_NAME, "(.+?)").replace(_FIGURE, "(.+?)"), text)
            if match is not None:
                numbers = [number_of(part, comma) for part in match.groups()]
                known = tuple(number for number in numbers if number is not None)
                if len(known) == len(numbers):
                    return known
    return None


_NAME, _FIGURE = "\ue000", "\ue001"


def _is_made(text: str, page: TablePresentation, words: PictureWords, is_published: Callable[[str], bool]) -> bool:
    """Whether a description is made of the words and published figures of a table."""
    match = _description_of(page.language).fullmatch(text)
    if match is None:
        return False
    kind, title, what, *pairs = match.groups()
    named = [pairs[:2], pairs[2:]]
    titles = {each.title.text(page.language) for each in KINDS.values()}
    return (
        kind in titles
        and title == plain(page.title)
        and words.knows(what)
        and all(name is None or (words.knows(name) and is_published(figure)) for name, figure in named)
    )


@cache
def _description_of(language: Language) -> re.Pattern[str]:
    """A made description: its kind, title, value, then name and figure of the largest and of the smallest."""

    def either(code: str, **fields: str) -> str:
        texts = dict.fromkeys(re.escape(say(code, language, count=count, **fields)) for count in (1, 2))
        return "|".join(re.sub(r"^[12](?=\\ )", lambda _: r"\d[\d,\u00a0]{0,7}", text) for text in texts)

    begin = re.escape(say("picture_alt", language, kind=_NAME, title=_NAME))
    counted = "|".join(dict.fromkeys(either("picture_alt_count", what="").split("|")))
    counted = "|".join(part.removesuffix(r"\.") for part in counted.split("|"))
    largest, smallest = (
        re.escape(say(f"picture_alt_{which}", language, name=_NAME, figure=_FIGURE))
        for which in ("largest", "smallest")
    )
    signs = either("picture_alt_signs")
    pattern = rf"{begin} (?:{counted}){_NAME}\. {largest}(?: {smallest})?(?: (?:{signs}))?"
    return re.compile(pattern.replace(_NAME, "(.+?)").replace(_FIGURE, r"([^()]+|\([^()]+\))"))


# --- the page of a picture -------------------------------------------------------------------------------------------

_TEXT = "([^<>]*)"
_LINE = '<tr><th scope="row">[^<>]*</th>(?:<td>[^<>]*</td>)*</tr>\n'
_PAGE = re.compile(
    "".join(
        (
            re.escape(PAGE_BEGIN.decode()) + ' lang="(de|en)">\n<head>\n<meta charset="utf-8">\n',
            re.escape(f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">\n'),
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '(?:<meta name="generator" content="([^"<>]*)">\n)?',
            f"<title>{_TEXT}</title>\n",
            re.escape(f"<style>{PAGE_STYLE}</style>\n</head>\n<body>\n<main>\n"),
            f"<h1>{_TEXT}</h1>\n<figure>(<svg .*?</svg>\n)<figcaption>{_TEXT}</figcaption></figure>\n",
            f"<h2>{_TEXT}</h2>\n",
            f'<table><caption>{_TEXT}</caption>\n<thead><tr>((?:<th scope="col">[^<>]*</th>)+)</tr></thead><tbody>\n',
            f"((?:{_LINE})*)</tbody></table>\n((?:<p>[^<>]*</p>\n)*)</main>\n</body>\n</html>\n",
        )
    ),
    re.DOTALL,
)


def search_picture_page(content: bytes, search: LeakScan) -> None:
    """Look at a page with a picture and the table of its figures: nothing but what such a page has, in its order."""
    match = _PAGE.fullmatch(content.decode("utf-8", "replace"))
    if match is None:
        search.hit("part", "HTML", "page")
        return
    language, program, title, heading, svg, caption, above, what, heads, lines, notes = match.groups()
    search.folds = True
    search_svg(svg.encode(), search)
    if program:
        search.program("HTML", unescape(program))
    if not (f'<title id="title">{heading}</title>' in svg and f'<desc id="desc">{caption}</desc>' in svg):
        search.hit("text", "HTML", heading)
    if title != heading or above != escape(say("picture_figures", "de" if language == "de" else "en")):
        search.hit("text", "HTML", title)
    words = PictureWords(search.allowed)
    written = [what, *re.findall(f'<th scope="(?:col|row)">{_TEXT}</th>', heads + lines)]
    written += re.findall(f"<p>{_TEXT}</p>", notes)
    for text in map(unescape, written):
        if text and not words.knows(text):
            search.text("HTML", text)
    _search_figures(re.findall(f"<td>{_TEXT}</td>", lines), search)


_WITH_CAPTION = re.compile(
    '<figure>(<svg (?:[^<>"]|"[^"]*")*aria-labelledby="([^" ]*)title .*?</svg>\n)'
    f"<figcaption>{_TEXT}</figcaption></figure>\n",
    re.DOTALL,
)


def search_pictures(page: str, search: LeakScan, names: Set[str]) -> str:
    """Look at the pictures of a page; gives the rest of the page, whose lines stay where they are. names: what the
    names of a picture may begin with."""

    def look(match: re.Match[str]) -> str:
        svg, name, caption = match.groups()
        other = LeakScan(search.allowed, folds=True)
        if name not in names and not search.allowed.anything:
            search.hit("text", "HTML", name)
        search_svg(svg.encode(), other, name)
        if f'<desc id="{name}desc">{caption}</desc>' not in svg:
            other.hit("text", "HTML", caption)
        search.hits += other.hits
        return "\n" * match[0].count("\n")

    return _WITH_CAPTION.sub(look, page)


def _search_figures(texts: Sequence[str], search: LeakScan) -> None:
    """Figures of the table of a page: each is published, and no more often than that."""
    other = LeakScan(search.allowed, folds=True)
    for text in texts:
        other.figure("HTML", unescape(text))
    search.hits += other.hits
