"""Figures and signs as published files write them: thousands with blanks, decimal comma, `-`, `x`, `(12)`.

An entry is a Decimal, a sign (a text in its plain form), or None for an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

from ckmcore.base.numbers import Language, decimal_text

Entry = Decimal | str | None
DecimalSign = Literal[",", "."]

_PLAIN_SIGNS = {"–": "-", "—": "-", "−": "-", "…": "...", "X": "x", "( )": "()", "*": "*"}
SIGNS = frozenset({"-", ".", "..", "...", "x", "/", "•", "|", "()", "*", "[c]", "[x]", "[z]", "[u]", "[low]"})
_BLANKS = "[ \u00a0\u2009\u202f'’]"
_NUMBERS = {
    sign: re.compile(
        rf"\d+(?:{re.escape(sign)}\d+)?(?:[eE][+-]?\d+)?|\d{{1,3}}(?:{_BLANKS}\d{{3}})+(?:{re.escape(sign)}\d+)?"
        rf"|\d{{1,3}}(?:{re.escape(other)}\d{{3}})+(?:{re.escape(sign)}\d+)?|{re.escape(sign)}\d+"
    )
    for sign, other in ((",", "."), (".", ","))
}
# `1,5` and `1.234,50` say that the comma is decimal; `1,234` alone says nothing.
_SAYS = {
    sign: re.compile(
        rf"[^{other}]*{sign}(?:\d{{1,2}}|\d{{4,}})\D*|.*{other}\d{{3}}{sign}\d+\D*|.*{other}\d{{3}}{other}.*"
    )
    for sign, other in ((",", r"\."), (r"\.", ","))
}
_UNCLEAR = re.compile(r"\d{1,3}[.,]\d{3}")
_MOST_DIGITS = 24
# Brackets, a percent sign, and the marks of provisional, revised and estimated figures stand around a figure.
_FRAMED = re.compile(r"\((.+)\)|(.*\d)\s*(?:%|[prseb])")


# Marks of footnotes: raised ones anywhere, plain ones (`Bayern1)`) at the end of a text without brackets.
_RAISED = re.compile(r"\s*[⁰¹²³⁴⁵⁶⁷⁸⁹]+⁾")
_NOTED = re.compile(r"([^()]*[^()\d\s])\s*\d{1,2}\)|([^()]*\d)\s+\d{1,2}\)")


def unmarked(text: str) -> str:
    """A text without the marks of footnotes."""
    if text.endswith((")", "⁾")) or "⁾" in text:
        text = _RAISED.sub("", text)
        noted = _NOTED.fullmatch(text)
        return (noted[1] or noted[2]) if noted else text
    return text


def sign_of(text: str) -> str:
    """The plain form of a sign, "" where the text is none."""
    text = unmarked(text)
    plain_sign = _PLAIN_SIGNS.get(text, text)
    return plain_sign if plain_sign in SIGNS else ""


def figure_of(text: str, decimal: DecimalSign) -> Decimal | None:
    """The number that a text writes with this decimal sign, or None."""
    if text.isdecimal() and text.isascii() and len(text) <= _MOST_DIGITS:  # most of them
        return Decimal(text)
    text = unmarked(text).removeprefix("'")  # in front of figures in brackets, which a spreadsheet takes for negative
    framed = _FRAMED.fullmatch(text)
    text = ((framed[1] or framed[2]) if framed else text).strip()
    negative = text[:1] in ("-", "–", "−")
    digits = text[1:].strip() if negative or text[:1] == "+" else text
    if _NUMBERS[decimal].fullmatch(digits) is None:
        return None
    other = "," if decimal == "." else "."
    number = Decimal(re.sub(_BLANKS, "", digits).replace(other, "").replace(decimal, "."))
    if abs(number.adjusted()) > _MOST_DIGITS or len(number.as_tuple().digits) > _MOST_DIGITS:
        return None
    return -number if negative else number


def is_entry(text: str) -> bool:
    """Whether a text can be the content of a cell: a number with either decimal mark, or a table sign."""
    return bool(sign_of(text)) or figure_of(text, ",") is not None or figure_of(text, ".") is not None


def guess_decimal(texts: Iterable[str], otherwise: DecimalSign) -> tuple[DecimalSign, str]:
    """Guess the decimal mark of a file's figures. Also returns a figure that is ambiguous where nothing decides, else
    "". otherwise: mark used then."""
    commas = points = 0
    unclear = ""
    for text in texts:
        if "," in text or "." in text:
            commas += _SAYS[","].fullmatch(text) is not None
            points += _SAYS[r"\."].fullmatch(text) is not None
            if not unclear and _UNCLEAR.fullmatch(text):
                unclear = text
    if commas == points:
        return otherwise, unclear
    return ("," if commas > points else "."), ""


def places_of(*entries: Entry) -> int:
    """Largest number of decimals among the entries."""
    exponents = [entry.as_tuple().exponent for entry in entries if isinstance(entry, Decimal)]
    return max((-exponent for exponent in exponents if isinstance(exponent, int)), default=0)


def entry_text(entry: Entry, places: int, language: Language) -> str:
    """Text of an entry with `places` decimals; "" for an empty cell."""
    return decimal_text(entry, max(0, places), language) if isinstance(entry, Decimal) else entry or ""
