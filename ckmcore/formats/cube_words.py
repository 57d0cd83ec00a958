"""What formats of cubes make of a table's texts: codes out of words, several texts in one, names cut to a length."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property

from ckmcore.formats.codes import ascii_code
from ckmcore.formats.cube import CubeNeedsPeriods, cubes
from ckmcore.formats.document import Document
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.formats.words import plain
from ckmcore.messages import say
from ckmcore.methods.protected import Sign

_LONG_LABEL, _SHORTEST_CUT = 50, 14
_WORDS = ("cube_rows", "cube_unit_none", "cube_measure", "word_period", "genesis_year", "genesis_day")
_NUMBERED = re.compile(r"_\d+$")
_PREFIX = re.compile(r"^(DF_|V_)")
_DIVIDERS_ALONE = ("#", "|")
_DIVIDERS = re.compile(r"#| \| ")
_BEHIND = re.compile(r"(.+) \((.+)\)$")


class CubeWords:
    """The words of the cubes of some documents; made when a file of cubes is looked at."""

    def __init__(self, documents: tuple[Document, ...], texts: frozenset[str], more: tuple[str, ...] = ()) -> None:
        self.documents, self._texts, self._more = documents, texts, more
        self._composed: dict[str, bool] = {}

    @cached_property
    def texts(self) -> frozenset[str]:
        """Titles, codes, labels, notes and units of the cubes, and all texts without quotation marks."""
        found = {plain(text) for page in self.documents for text in _texts_of(page)} | self._texts
        return frozenset(found | {text.replace('"', "'") for text in found})

    @cached_property
    def codes(self) -> list[str]:
        """Texts as codes of any length, without regard to capitals, sorted."""
        return sorted({ascii_code(text, 3 * len(text)).casefold() for text in self.texts})

    @cached_property
    def _sentences(self) -> dict[str, list[tuple[str, ...]]]:
        """Notes and other whole sentences as words, by their first word, the longest first."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for several in (self._more, *(_sentences_of(page) for page in self.documents)):
            for text in several:
                words = tuple(_divided(text))
                if words:
                    found.setdefault(words[0], set()).add(words)
        return {first: sorted(words, key=len, reverse=True) for first, words in found.items()}

    def knows(self, text: str) -> bool:
        """Whether a text is one of the cubes', alone, with its code behind it, numbered or cut."""
        bare = _unguarded(plain(text))
        if bare in self.texts or _NUMBERED.sub("", bare) in self.texts:
            return True
        if bare.endswith("…"):
            return any(one.startswith(bare[:-1]) for one in self.texts)
        pair = _BEHIND.match(_NUMBERED.sub("", bare))
        return pair is not None and pair[1] in self.texts and pair[2] in self.texts

    def knows_code(self, text: str) -> bool:
        """Whether a text is a code of the cubes, or made of one of their texts."""
        whole = _PREFIX.sub("", text).casefold()
        return self.knows(text) or self._begins_code(whole) or self._begins_code(_NUMBERED.sub("", whole))

    def _begins_code(self, text: str) -> bool:
        """Whether a code is that of a text, or one that was cut to a length."""
        place = bisect_left(self.codes, text)
        found = self.codes[place] if place < len(self.codes) else ""
        return found == text or (found.startswith(text) and len(text) >= _SHORTEST_CUT)

    def composed(self, text: str) -> bool:
        """Whether a text consists of notes, meanings of signs and long labels, one after another."""
        if text not in self._composed:
            self._composed[text] = self._is_composed(_divided(text)) or self._is_composed(_divided(_unguarded(text)))
        return self._composed[text]

    def _is_composed(self, words: list[str]) -> bool:
        reached = [True, *[False] * len(words)]
        for place, word in enumerate(words):
            if not reached[place]:
                continue
            if word in _DIVIDERS_ALONE:
                reached[place + 1] = True
            for sentence in self._sentences.get(word, ()):
                end = place + len(sentence)
                if end <= len(words) and tuple(words[place:end]) == sentence:
                    reached[end] = True
        return reached[-1]


def _unguarded(text: str) -> str:
    """A text without the apostrophe that keeps a spreadsheet from computing."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_SIGNS) else text


def _divided(text: str) -> list[str]:
    """The words of a text, what divides notes from one another too, without quotation marks."""
    return _DIVIDERS.sub(r" \g<0> ", text.replace('"', "'")).split()


def _texts_of(page: Document) -> Iterable[str]:
    yield from _sentences_of(page)
    yield from (say(code, page.language) for code in _WORDS)
    yield from (say("word_count", page.language), "%", page.language)
    yield from (page.office.sign(sign) for sign in Sign)
    yield from ("JAHR", "STAG", "ZEIT", "()")
    try:
        found = cubes(page)
    except CubeNeedsPeriods:  # then there are no files of cubes either
        return
    for cube in found:
        yield from (cube.title, *cube.measure)
        measures = cube.measures
        yield ", ".join(one.label for one in measures)
        yield ", ".join(dict.fromkeys(one.unit for one in measures))
        for one in measures:
            yield from (one.code, one.label, one.unit, one.note)
        for dimension in (*cube.dimensions, *([cube.period] if cube.period else [])):
            yield from (dimension.code, dimension.title, dimension.note)
            for category in dimension.categories:
                yield from (category.code, category.label, category.note, category.time)
                yield "".join(sign for sign in category.time if sign.isdigit())


def _sentences_of(page: Document) -> Iterable[str]:
    yield from (say(code, page.language) for code in ("export_labels_apostrophe", "export_codes_like_formulas"))
    yield from (*page.lines, *page.notes, *page.cell_notes(), *page.marks.texts)
    yield from (meaning.text(page.language) for meaning in page.table.legend.values())
    for block in page.table.blocks:
        for dimension in block.dimensions:
            yield dimension.note.text(page.language)
            for node in dimension.nodes:
                yield node.note.text(page.language)
                label = node.label.text(page.language)
                if len(label) > _LONG_LABEL or label.endswith("…"):
                    yield label
