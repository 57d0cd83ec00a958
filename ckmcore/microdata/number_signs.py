"""What the texts of a column say of the signs in its numbers: which is decimal, which separates thousands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ckmcore.microdata.dialect import Dialect, NumberSigns
from ckmcore.microdata.reading_plan import ReadingEntry, answer_to, entry_of

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
    "|Euro|DM|Fr\\.?|kr\\.?|zł|Kč|Ft|lei"
)
# Powers of ten beside a number, by their short names without points.
_POWERS = {"t": 3, "tsd": 3, "tausend": 3, "mio": 6, "mill": 6, "mrd": 9}
_POWER = r"Tsd\.?|Mio\.?|Mrd\.?|Mill\.?|T(?=\s?(?:€|EUR|CHF|DM))"
_CURRENCIES = {
    "€": "EUR", "euro": "EUR", "$": "USD", "us$": "USD", "£": "GBP", "fr": "CHF", "sfr": "CHF", "¥": "JPY",
    "dm": "DEM", "zł": "PLN", "kč": "CZK", "ft": "HUF", "lei": "RON", "₺": "TRY", "₴": "UAH",
}  # fmt: skip
_MINUS = str.maketrans("\u2212\u2012\u2013\ufe63\uff0d", "-----")
_NARROW = re.compile(rf"(?<=\d){_BLANKS}(?=\d{{3}}(?!\d))|(?<=\d)['’](?=\d{{3}}(?!\d))")
_SIGNS = re.compile(
    rf"^({_BESIDE})?{_BLANKS}*([+-]?{_BLANKS}?[\d.,]+){_BLANKS}*((?:{_POWER})?{_BLANKS}*(?:{_BESIDE})?)$"
)
_SCALED = re.compile(r"([/*])1(0+)")
_UNIT = re.compile(rf"^({_POWER}|T)?{_BLANKS}*({_BESIDE})?$")


# A sign of percent that stands in the format of a cell as a text: its number is not divided by 100.
PERCENT_AS_TEXT = '"%"'


class Unit(NamedTuple):
    """The unit beside a number: a currency by its code, or %, or ‰, or ""; and the power of ten that it means.

    scale: the power of ten by which a sheet divides the number where it displays it, and says nothing of it; below 0 it
    multiplies it.
    """

    name: str
    power: int
    scale: int = 0


def unit_named(text: str) -> Unit | None:
    """The unit that a text such as `Mio. €` or `%` names; None where it names none. `/1000 €`: the sheet displays the
    number divided by 1000; `*1000`: multiplied."""
    scaled = _SCALED.match(text)
    if scaled:
        inner = unit_named(text[scaled.end() :]) or Unit("", 0)
        scale = len(scaled[2]) if scaled[1] == "/" else -len(scaled[2])
        return Unit(inner.name, inner.power - scale) if inner.power > 0 else Unit(inner.name, inner.power, scale)
    text = text.strip().replace(PERCENT_AS_TEXT, "%")
    parts = _UNIT.match(text) if text else None
    if parts is None:
        return None
    power = _POWERS.get((parts[1] or "").rstrip(".").casefold(), 0)
    name = (parts[2] or "").rstrip(".").casefold()
    power = power - 2 if name == "%" else power - 3 if name == "‰" else power
    return Unit(_CURRENCIES.get(name, name.upper()), power)


def scaled_unit(unit: str, scale: int) -> str:
    """The text of a unit whose numbers a sheet displays divided by a power of ten; below 0, multiplied."""
    return f"{'/' if scale > 0 else '*'}1{'0' * abs(scale)} {unit.strip()}".rstrip()


def unit_without_scale(text: str) -> str:
    """The text of a unit as reading rules before the fifth knew it; "" where they knew none."""
    scaled = _SCALED.match(text)
    unit = text[scaled.end() :].strip() if scaled else text
    named = unit_named(unit)
    return "" if scaled and (scaled[1] == "*" or named is None or named.power > 0) else unit


def unit_beside(text: str) -> Unit | None:
    """The unit beside a number in a text; None where the text is no number with one."""
    number = _SIGNS.match(_NARROW.sub("", text.strip().translate(_MINUS)))
    return unit_named(f"{number[3]} {number[1] or ''}") if number else None


def is_missing_word(text: str) -> bool:
    """Whether a text is what programs and tables write for a missing value."""
    return text.strip().casefold() in MISSING_WORDS


def plain_number(text: str) -> str:
    """A number without blanks or apostrophes between thousands and without signs of currency or percent, with the minus
    sign of a keyboard; other texts as they are."""
    number = _SIGNS.match(_NARROW.sub("", text.strip().translate(_MINUS)))
    return re.sub(_BLANKS, "", number[2]) if number else text


def _is_zero(text: str) -> bool:
    return not any(digit in text for digit in "123456789")


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
_MANY = 1 << 14
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

    def __init__(self, column: str, dialect: Dialect) -> None:
        """dialect: rules and answers by which the column is read."""
        self.column = column
        self._rules = dialect.rules
        percent, self._multiplies = (answer_to(dialect.answers, kind, column) for kind in ("percent", "units_mixed"))
        self._percent = {"parts": 0, "hundred": 2}.get(percent)
        self._values = 0
        self._displayed: Counter[str] = Counter()
        self._zeros: Counter[str] = Counter()
        self._examples: dict[str, str] = {}
        self._signs = {sign: _OfSign() for sign in _PATTERNS}
        self._long = 0
        self._rows = 0
        self._words: Counter[str] = Counter()
        self._beside: Counter[str] = Counter()
        self._first_word = 0

    def count(self, values: int, batch: Any, units: Any = None) -> None:
        """Count so many values of a batch that are neither missing nor 0. units: what each number is displayed with."""
        self._values += values
        if units is not None:
            for number, unit in zip(batch.to_pylist(), units.to_pylist(), strict=True):
                if unit and _is_zero(str(number)):
                    self._zeros[unit] += 1
                elif unit:
                    self._displayed[unit] += 1
                    self._examples.setdefault(unit, f"{number} [{unit}]")

    def power(self, text: str) -> int:
        """The power of ten by which the number in a text is multiplied, as decided on its unit."""
        unit = unit_beside(text) if self._rules > 2 else None
        if unit is None or not unit.power:
            return 0
        if unit.name in ("%", "‰"):
            return 0 if self._percent is None else unit.power + self._percent
        return unit.power if self._multiplies == "multiply" else 0

    def add(self, texts: Any) -> None:
        """One arrow array of texts. Of many, the first ones mostly decide what the signs are."""
        for part in (texts.slice(0, _MANY), texts.slice(_MANY)) if len(texts) > 2 * _MANY else (texts,):
            self._add(part)

    def _add(self, texts: Any) -> None:
        import pyarrow.compute as pc

        for sign, counts in self._signs.items():
            if counts.is_decided or not _holds(texts, sign):
                continue
            with_sign = pc.match_substring(texts, sign)
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

    @classmethod
    def across(cls, parts: Sequence[NumberEvidence], dialect: Dialect) -> list[ReadingEntry]:
        """Questions on the units of one column in several files together."""
        together = cls(parts[0].column, dialect)
        for part in parts:
            together._values += part._values
            together._beside.update(part._beside)
            together._displayed.update(part._displayed)
            together._examples.update(part._examples)
        return [entry for entry in together._units(dialect) if entry.is_asked or entry.by == "person"]

    def _units(self, dialect: Dialect) -> list[ReadingEntry]:
        """Notices and questions on percent, powers of ten and currencies beside the numbers."""
        units: Counter[tuple[Unit, bool]] = Counter()
        examples: dict[tuple[Unit, bool], str] = {}
        for shown, number, of_text in (
            *((text, count, True) for text, count in self._beside.items()),
            *((unit, count, False) for unit, count in self._displayed.items()),
        ):
            unit = unit_beside(shown) if of_text else unit_named(shown)
            if unit is not None and not (of_text and _is_zero(shown)):
                of_text = of_text or PERCENT_AS_TEXT in shown
                units[unit, of_text] += number
                examples.setdefault((unit, of_text), self._examples.get(shown, shown))
        percents = {key for key in units if key[0].name in ("%", "‰")}
        powers = {key for key in units.keys() - percents if key[0].power}
        scaled = {key for key in units if key[0].scale}
        named = {unit.name for unit, _ in units.keys() - percents if unit.name}
        plain = self._values - sum(units.values())
        entries = []

        def add(kind: str, keys: set[tuple[Unit, bool]], default: str = "") -> None:
            shown = [examples[key] for key in units if key in keys]
            count = sum(units[key] for key in keys)
            answers = dialect.answers
            entries.append(entry_of(kind, self.column, count=count, examples=shown, answers=answers, default=default))

        others = plain + sum(units[key] for key in units.keys() - percents)
        if percents and (len(percents) > 1 or others):
            add("percent", percents)
        elif percents and not next(iter(percents))[1]:
            add("percent", percents, "parts")
        others = plain + sum(units[key] for key in units.keys() - powers)
        if powers and (len({unit.power for unit, _ in powers}) > 1 or others):
            add("units_mixed", powers)
        elif powers and not all(of_text for _, of_text in powers):
            add("units_mixed", powers, "ignore")
        if scaled:
            is_mixed = len({unit.scale for unit, _ in scaled}) > 1 or self._values > sum(units[key] for key in scaled)
            add("scaled", scaled, "" if is_mixed else "stored")
        if len(named) > 1:
            add("currencies", {key for key in units if key[0].name in named})
        return entries

    def words(self, dialect: Dialect) -> list[ReadingEntry]:
        """Notices and questions on texts that are no numbers by the signs of the column."""
        entries = self._units(dialect) if self._rules > 2 else []
        if self._beside and not any(entry.is_asked for entry in entries):
            count, shown = self._beside.total(), list(self._beside)
            entries.append(entry_of("signs", self.column, count=count, examples=shown))
        words = sorted(word for word in self._words if is_missing_word(word))
        if words:
            count = sum(self._words[word] for word in words)
            first = [self._first_word]
            answers = dialect.answers
            entries.append(entry_of("words", self.column, count=count, rows=first, examples=words, answers=answers))
        return entries
