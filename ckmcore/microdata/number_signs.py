"""What the texts of a column say of the signs in its numbers: which is decimal, which separates thousands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ckmcore.microdata.dialect import Dialect, NumberSigns
from ckmcore.microdata.reading_plan import ReadingEntry, entry_of

# What official tables and programs write where there is no number.
MISSING_WORDS = frozenset(
    """
    .|..|...|…|-|–|—|/|x|*|:|?|na|n/a|n.a.|n.a|nan|null|none|nil|nd|n.d.|k.a.|k.a|k. a.|ka|keine angabe|ohne angabe
    |unbekannt|weiß nicht|missing|unknown|not available|not stated|leer|(leer)|<na>|<null>|#n/a|#na|#nv|#null!|#wert!
    |#value!|#div/0!|#bezug!|#ref!
    """.replace("\n    ", "").split("|")
)
_BLANKS = "[ \u00a0\u202f\u2009]"
# Percent, every sign of currency of Unicode, codes and short names of currencies of Europe and of the dollar.
_BESIDE = (
    "[%‰$¢£¤¥ƒ֏؋৲৳฿៛\u20a0-\u20cf﷼＄￡￥]|EUR|USD|CHF|GBP|JPY|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RSD|TRY|UAH|DEM|ATS"
    "|Euro|DM|Fr\\.?|kr\\.?|zł|Kč|Ft|lei|Tsd\\.?|Mio\\.?|Mrd\\.?"
)
_MINUS = str.maketrans("\u2212\u2012\u2013\ufe63\uff0d", "-----")
_NARROW = re.compile(rf"(?<=\d){_BLANKS}(?=\d{{3}}(?!\d))|(?<=\d)['’](?=\d{{3}}(?!\d))")
_SIGNS = re.compile(rf"^(?:{_BESIDE})?{_BLANKS}*([+-]?{_BLANKS}?[\d.,]+){_BLANKS}*(?:{_BESIDE})?$")


def is_missing_word(text: str) -> bool:
    """Whether a text is what programs and tables write for a missing value."""
    return text.strip().casefold() in MISSING_WORDS


def plain_number(text: str) -> str:
    """A number without blanks or apostrophes between thousands and without signs of currency or percent, with the minus
    sign of a keyboard; other texts as they are."""
    number = _SIGNS.match(_NARROW.sub("", text.strip().translate(_MINUS)))
    return re.sub(_BLANKS, "", number[1]) if number else text


@dataclass
class _OfSign:
    """How often a sign is followed by digits that say what it is; ambiguous: by exactly three."""

    decimal: int = 0
    thousands: int = 0
    ambiguous: int = 0
    examples: list[str] = field(default_factory=list)

    @property
    def is_decided(self) -> bool:
        return bool(self.decimal) and not self.thousands


_PATTERNS = {
    sign: {
        "thousands": rf"^[+-]?\d{{1,3}}({re.escape(sign)}\d{{3}})+{re.escape(other)}\d*$"
        rf"|^[+-]?\d{{1,3}}({re.escape(sign)}\d{{3}}){{2,}}$",
        "ambiguous": rf"^[+-]?[1-9]\d{{0,2}}{re.escape(sign)}\d{{3}}$",
        "decimal": rf"^[+-]?\d*{re.escape(sign)}\d+([eE][+-]?\d+)?$|^[+-]?\d+{re.escape(sign)}$",
    }
    for sign, other in ((".", ","), (",", "."))
}
_LONG_WHOLE = r"^[+-]?\d{4,}$"
_PLAIN = r"^[+-]?[\d.,]+([eE][+-]?\d+)?$"


def _holds(texts: Any, sign: str) -> bool:
    """Whether a letter is among those of an array of texts."""
    import pyarrow as pa

    if not pa.types.is_string(texts.type) or not len(texts):
        return True
    ends = np.frombuffer(texts.buffers()[1], dtype=np.int32, count=len(texts) + 1, offset=4 * texts.offset)
    if texts.buffers()[2] is None:
        return False
    letters = np.frombuffer(texts.buffers()[2], dtype=np.uint8)[int(ends[0]) : int(ends[-1])]
    return bool((letters == ord(sign)).any())


class NumberEvidence:
    """Collects over a whole column what its texts say of signs, and texts that are no numbers."""

    def __init__(self, column: str) -> None:
        self.column = column
        self._signs = {sign: _OfSign() for sign in _PATTERNS}
        self._long = 0
        self._rows = 0
        self._words: Counter[str] = Counter()
        self._beside: Counter[str] = Counter()
        self._first_word = 0

    def add(self, texts: Any) -> None:
        """One arrow array of texts."""
        import pyarrow.compute as pc

        for sign, counts in self._signs.items():
            if counts.is_decided or not _holds(texts, sign):
                continue
            with_sign = pc.match_substring(texts, sign).fill_null(False)
            if pc.any(with_sign).as_py():
                self._look(sign, counts, pc.utf8_trim_whitespace(texts.filter(with_sign)))
        if not self._long and any(of_sign.ambiguous for of_sign in self._signs.values()):
            self._long = int(pc.sum(pc.match_substring_regex(texts, _LONG_WHOLE)).as_py() or 0)
        self._rows += len(texts)

    def _look(self, sign: str, seen: _OfSign, texts: Any) -> None:
        import pyarrow as pa
        import pyarrow.compute as pc

        counts = texts.value_counts()
        values, numbers = counts.field(0), counts.field(1)
        dressed = pc.invert(pc.match_substring_regex(values, _PLAIN))
        if pc.any(dressed).as_py():
            plain = pa.array([plain_number(text) for text in values.filter(dressed).to_pylist()], pa.string())
            values = pc.replace_with_mask(values, dressed, plain)
        for name in ("thousands", "ambiguous", "decimal"):
            fits = pc.match_substring_regex(values, _PATTERNS[sign][name])
            count = int(pc.sum(numbers.filter(fits)).as_py() or 0)
            setattr(seen, name, getattr(seen, name) + count)
            if name != "decimal" and count and len(seen.examples) < 5:
                shown = values.filter(fits).slice(0, 5).to_pylist()
                seen.examples = list(dict.fromkeys([*seen.examples, *shown]))[:5]
            rest = pc.invert(fits)
            values, numbers = values.filter(rest), numbers.filter(rest)

    def add_words(self, texts: Sequence[str], rows: Sequence[int]) -> None:
        """Texts that are no numbers by the signs of the column, with their records from 1."""
        for text, row in zip(texts, rows, strict=True):
            plain = plain_number(text)
            if plain != text:
                self._beside[text] += 1
            else:
                self._words[text.strip()] += 1
                self._first_word = self._first_word or int(row)

    def signs(self, dialect: Dialect) -> tuple[NumberSigns, ReadingEntry | None]:
        """The signs of the column: as its texts say, else as a person has answered, else as the file has them."""
        decimal, thousands = dialect.signs_of(self.column)
        point, comma = self._signs["."], self._signs[","]
        if point.decimal and comma.decimal:
            return NumberSigns(self.column, decimal, thousands), None  # either is wrong: refused as no number
        for sign, other, mine, its, kind in ((".", ",", point, comma, "point"), (",", ".", comma, point, "comma")):
            if mine.decimal and mine.thousands:
                return NumberSigns(self.column, decimal, thousands), None  # contradicts itself: refused as no number
            by_file = mine.ambiguous and thousands == sign
            if mine.thousands or (mine.ambiguous and not mine.decimal and (its.decimal or by_file)):
                entry = entry_of("grouped", self.column, count=mine.thousands + mine.ambiguous, examples=mine.examples)
                return NumberSigns(self.column, other, sign), entry
            if mine.ambiguous and not mine.decimal and (dialect.rules > 1 or not self._long):
                entry = entry_of(
                    kind, self.column, count=mine.ambiguous, examples=mine.examples, answers=dialect.answers
                )
                if entry.decision == "thousands":
                    return NumberSigns(self.column, other, sign), entry
                return NumberSigns(self.column, sign, ""), entry
            if mine.ambiguous or mine.decimal:
                its_sign = thousands if thousands != sign else ""
                return NumberSigns(self.column, sign, its_sign), None
        return NumberSigns(self.column, decimal, thousands), None

    def words(self, dialect: Dialect) -> list[ReadingEntry]:
        """Notices and questions on texts that are no numbers by the signs of the column."""
        entries = []
        if self._beside:
            count, shown = self._beside.total(), list(self._beside)
            entries.append(entry_of("signs", self.column, count=count, examples=shown))
        words = sorted(word for word in self._words if is_missing_word(word))
        if words:
            count = sum(self._words[word] for word in words)
            first = [self._first_word]
            answers = dialect.answers
            entries.append(entry_of("words", self.column, count=count, rows=first, examples=words, answers=answers))
        return entries
