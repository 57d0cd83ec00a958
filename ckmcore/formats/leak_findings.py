"""What a search for leaks finds, and how it goes on: `LeakScan` is handed every number and text of a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from ckmcore.formats.publishable import PublishableContent, number_of
from ckmcore.messages import Sentence, sentence

Kind = Literal[
    "figure",
    "often",
    "text",
    "path",
    "part",
    "hidden",
    "formula",
    "comment",
    "property",
    "script",
    "link",
    "picture",
    "bytes",
]
"""A figure that no table publishes, or that stands more often than tables publish it; a text that is no label, title or
note; a path, person or machine; a part that the format does not need; something hidden; a formula; a comment; a
property of the file; a program; a link to elsewhere; a picture that is not the office's; bytes that are no content."""

MOST_HITS = 100
SHOWN_LETTERS = 40


@dataclass(frozen=True)
class Hit:
    """A finding that is not traceable to a table: its place in the file, its text (shortened) and its kind."""

    place: str
    shown: str
    kind: Kind

    def sentence(self) -> Sentence:
        """The hit in words, with its text: for whoever may see the file."""
        return sentence("leak_hit", place=self.place, what=sentence(f"leak_{self.kind}"), shown=self.shown)

    def without_text(self) -> Sentence:
        """The hit in words, without its text, which may be confidential."""
        return sentence("leak_hit_place", place=self.place, what=sentence(f"leak_{self.kind}"))


# Folders, drives, shares, addresses of mail and of pages: wherever they stand, they name a person or a machine.
_PLACES = re.compile(
    r"""(?:^|[\s"'=(,;:])(?:~?/(?:home|users|tmp|var|mnt|media|opt|srv|root|private|data|work|volumes)/)"""
    r"""|(?:^|[^\w])[a-z]:[\\/]|\\\\[\w.-]+\\|file:|https?:|[\w.+-]+@[\w-]+\.[\w.]+""",
    re.IGNORECASE,
)


def names_a_place(text: str) -> bool:
    """Whether a text looks like a path, a share, an address of mail or of a page."""
    return _PLACES.search(text) is not None


@dataclass
class LeakScan:
    """The search through one file: asks `allowed` for each number and text and keeps the hits.

    `copies`: how often a form may repeat each figure (a layout sheet and a flat one: 2). `folds`: the form makes one
    blank of several, and of line ends. `read`: list that is handed each figure with its place, as the file has them.
    """

    allowed: PublishableContent
    copies: int = 1
    folds: bool = False
    hits: list[Hit] = field(default_factory=list)
    _taken: Counter[Decimal] = field(default_factory=Counter)
    read: list[tuple[str, Decimal]] | None = None

    def again(self) -> LeakScan:
        """A search that begins where this one is, and finds its own hits."""
        return LeakScan(self.allowed, self.copies, self.folds, [], Counter(self._taken))

    def take(self, other: LeakScan) -> None:
        """Go on where another search that began here has ended."""
        self.hits += other.hits
        self._taken = other._taken

    def hit(self, kind: Kind, place: str, shown: str = "") -> None:
        """Keep a hit; beyond MOST_HITS they add nothing."""
        if len(self.hits) < MOST_HITS:
            short = " ".join(shown.split())
            short = short if len(short) <= SHOWN_LETTERS else short[: SHOWN_LETTERS - 1] + "…"
            self.hits.append(Hit(place, "".join(letter for letter in short if letter.isprintable()), kind))

    def text(self, place: str, text: str, *fixed: str, kind: Kind = "text") -> None:
        """A text: one of the format's fixed words, or one that the tables hold."""
        if text not in fixed:
            self.blanks(place, text)
        if not text.strip() or text in fixed or self.allowed.knows(text):
            if self.allowed.anything and text not in fixed and names_a_place(text):
                self.hit("path", place, text)
            return
        self.hit("path" if names_a_place(text) else kind, place, text)

    def program(self, place: str, text: str) -> None:
        """Search the text by which a file names the program that wrote it."""
        if not self.allowed.is_program(text):
            self.hit("property", place, text)

    def cube_text(self, place: str, text: str, *fixed: str) -> None:
        """A text of a format of cubes."""
        self._made(place, text, self.allowed.cubes.knows, *fixed)

    def code(self, place: str, text: str, *fixed: str) -> None:
        """A code that a format of cubes made of a text."""
        self._made(place, text, self.allowed.cubes.knows_code, *fixed)

    def codes(self, place: str, texts: Set[str]) -> None:
        """Different codes. Those that are a text of the cubes themselves are not looked up a second time."""
        known = frozenset[str]() if self.allowed.anything else self.allowed.cubes.texts
        for text in texts - known | {text for text in texts if text.startswith("'")}:
            self.code(place, text)

    def composed(self, place: str, text: str) -> None:
        """Several notes in one text."""
        cubes = self.allowed.cubes
        self._made(place, text, lambda one: cubes.composed(one) or cubes.knows(one))

    def _made(self, place: str, text: str, known: Callable[[str], bool], *fixed: str) -> None:
        if not self.allowed.anything and (text in fixed or known(text)):
            self.blanks(place, text)
        else:
            self.text(place, text, *fixed)

    def blanks(self, place: str, text: str) -> None:
        """Blanks before or behind a text: nobody sees them, and they can say something."""
        if text != text.strip() and not (self.folds or self.allowed.anything) and not self.allowed.is_padded(text):
            self.hit("hidden", place, text)

    def number(self, place: str, number: Decimal, shown: str = "", times: int = 1) -> None:
        """A number in the place of a figure, or of several."""
        if self.read is not None:
            self.read.append((place, number))
        if self.allowed.anything:
            return
        most = self.allowed.figures.get(number, 0) * self.copies
        before = self._taken[number]
        self._taken[number] += times
        if not most:
            self.hit("figure", place, shown or str(number))
        elif before <= most < before + times:
            self.hit("often", place, shown or str(number))

    def stored(self, place: str, text: str) -> None:
        """A number as programs keep it, in binary: it is the figure that is kept as the same."""
        try:
            kept = float(text)
        except ValueError:
            self.hit("text", place, text)
            return
        if not self.allowed.anything:
            self.number(place, self.allowed.by_float.get(kept, Decimal(repr(kept))), text)

    def figure(self, place: str, text: str, comma: bool | None = None, times: int = 1) -> None:
        """A text in the place of a figure, or of several: a sign, or a figure as it is written (`comma`: with a decimal
        comma)."""
        if not text.strip() or self.allowed.is_sign(text):
            self.blanks(place, text)
            return
        number = number_of(text, self.allowed.comma if comma is None else comma)
        if number is None:
            self.text(place, text)
        else:
            self.blanks(place, text)
            self.number(place, number, text, times)
