"""Number formats of sentences and exports: one place for separators.

German: no-break space between thousands, decimal comma. English: comma between thousands, decimal point.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, Language] = ("de", "en")

NBSP = "\u00a0"
MINUS = "\u2212"

_THOUSANDS: dict[Language, str] = {"de": NBSP, "en": ","}
_DECIMAL: dict[Language, str] = {"de": ",", "en": "."}

_BLANKS = re.compile("[\u00a0\u2009\u202f]")
_PLAIN = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}([., ])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?", re.ASCII)


def integer_text(value: int, language: Language) -> str:
    """`-1234567` -> `−1 234 567` (German, no-break spaces) or `−1,234,567` (English)."""
    digits = f"{abs(value):,}".replace(",", _THOUSANDS[language])
    return (MINUS if value < 0 else "") + digits


def scaled_text(value: int, places: int, language: Language) -> str:
    """Text of the decimal `value` times 10^-places: `-12345` with one place -> `−1 234,5` or `−1,234.5`."""
    if not places:
        return integer_text(value, language)
    whole, fraction_digits = divmod(abs(value), 10**places)
    text = f"{integer_text(whole, language)}{_DECIMAL[language]}{fraction_digits:0{places}d}"
    return MINUS + text if value < 0 else text


def signed(value: int) -> str:
    """Text of a noise value with its sign: `+1`, `−2`, `0`."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def decimal_text(value: float | Decimal, decimals: int, language: Language) -> str:
    """Text of a number with fixed decimals: `1234.55` with one decimal -> `1 234,6` or `1,234.6`. Halves are rounded
    away from zero on the shortest decimal representation."""
    exact = value if isinstance(value, Decimal) else Decimal(repr(float(value)))
    rounded = exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    whole, _, fraction = f"{abs(rounded):f}".partition(".")
    text = integer_text(int(whole), language)
    sign = MINUS if rounded < 0 else ""
    return sign + text + (_DECIMAL[language] + fraction if fraction else "")


def shortest_text(value: float, language: Language, digits: int = 6) -> str:
    """Text of a number with at most `digits` significant digits and no trailing zeros: `0.5` -> `0,5`, `3.0` -> `3`."""
    text = f"{value:.{digits}g}"
    if "e" in text or "n" in text:
        return text.replace(".", _DECIMAL[language])
    return text.replace("-", MINUS).replace(".", _DECIMAL[language])


def number_readings(text: str, own: str = "") -> tuple[Decimal, ...]:
    """Possible numeric values of a typed text: none, one, or two in ascending order.

    `1234,5`, `1 234,5` and `1.234,5` have one value. `1.234` has two, unless `own`, the user's decimal mark, is a
    point.
    """
    clean = _BLANKS.sub(" ", text.strip()).replace(MINUS, "-")
    found_set = {Decimal(clean.replace(",", "."))} if _PLAIN.fullmatch(clean) else set()
    grouped = _GROUPED.fullmatch(clean)
    if grouped is not None and not (found_set and grouped[1] == own):
        found_set.add(Decimal(clean.replace(grouped[1], "").replace(",", ".")))
    return tuple(sorted(found_set))


def date_text(date: str, language: Language) -> str:
    """Text of an ISO date `2025-12-31`: `31.12.2025` in German, unchanged in English."""
    return ".".join(reversed(date.split("-"))) if language == "de" else date


def field_text(value: object, language: Language) -> str:
    """Text of a field of a sentence: numbers by the language's rules, lists joined by commas, other values as `str`."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return integer_text(value, language)
    if isinstance(value, float):
        return shortest_text(value, language)
    if isinstance(value, tuple | list):
        return ", ".join(field_text(item, language) for item in value)
    return str(value)
