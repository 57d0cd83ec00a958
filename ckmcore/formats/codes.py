"""Codes made from words, for formats that ask for codes where the statistic has only words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


def ascii_code(text: str, longest: int) -> str:
    """A text as letters without accents, digits, `_` and `-`, at most `longest` signs; "" where nothing is left."""
    plain = unicodedata.normalize("NFKD", text.translate(_GERMAN)).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9_-]+", "_", plain)).strip("_-")[:longest].rstrip("_-")


def distinct(texts: Iterable[str]) -> list[str]:
    """The texts, those that were met before with a number behind them."""
    met: set[str] = set()
    found = []
    for text in texts:
        one, number = text, 2
        while one in met:
            one, number = f"{text}_{number}", number + 1
        met.add(one)
        found.append(one)
    return found
