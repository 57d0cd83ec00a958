"""Numbers in fields of text, as people type them: one, several, pairs. What can be read in two ways is not taken."""

from __future__ import annotations

import re
from decimal import Decimal

from ckmcore.base.numbers import MINUS, Language, number_readings, shortest_text
from ckmcore.errors import InputError

PAIRS = "1: 60; 2: 85"  # an example
_SMALL = re.compile(r"[+-]?\d+([.,]\d+)?e[+-]?\d+", re.IGNORECASE | re.ASCII)  # `1e-05`


class NumbersUnreadable(InputError):
    """The error for a text that should hold numbers, such as `1; 60`, and does not."""

    code = "desk_numbers_unreadable"


class NumberTwoWays(NumbersUnreadable):
    """The error for a number such as `1.000`, which is a thousand or 1 with three decimals."""

    code = "desk_number_two_ways"


class NumberOrNumbers(NumbersUnreadable):
    """The error for text such as `5 000`: one number with a blank between thousands, or two numbers."""

    code = "desk_number_or_numbers"


def exact_of(text: str, own: str = "") -> Decimal | None:
    """Parse a number: `0,5`, `1 234,5`, `1.234,5`; None for no number.

    `own` is the user's decimal mark, if known. Raises NumberTwoWays for `1.000`.
    """
    readings = number_readings(text, own)
    if len(readings) > 1:
        raise NumberTwoWays(found=text, whole=re.sub("[.,]", "", text.strip()), decimal=f"{text.strip()}0")
    return readings[0] if readings else None


def number_of(text: str, example: object = 0.05) -> float:
    """Parse a number, also in the form `1e-05`.

    Raises NumbersUnreadable, with the `example`, and NumberTwoWays for `1.000`.
    """
    clean = text.strip().replace(MINUS, "-")
    if _SMALL.fullmatch(clean):
        return float(clean.replace(",", "."))
    number = exact_of(text)
    if number is None:
        raise NumbersUnreadable(found=text, example=example)
    return float(number)


def numbers_of(text: str, example: object = 0.5) -> tuple[float, ...]:
    """Parse numbers separated by semicolons, `1; 0,5`, or blanks, `1 0,5`.

    Raises the errors of `number_of`, and NumberOrNumbers for `5 000`.
    """
    numbers: list[float] = []
    for part_piece in filter(None, (piece.strip() for piece in text.split(";"))):
        number_texts = re.split(r"[ \t]+", part_piece)
        if len(number_texts) > 1 and number_readings(part_piece):
            raise NumberOrNumbers(found=part_piece, one="".join(number_texts), several="; ".join(number_texts))
        numbers += [number_of(word, example) for word in number_texts]
    return tuple(numbers)


def numbers_text(numbers: tuple[float, ...], language: Language) -> str:
    """Format numbers as a user types them, so that they can be read in one way only."""
    return "; ".join(_typed(number, language) for number in numbers)


def _typed(number: float, language: Language) -> str:
    text = shortest_text(number, language, 9)
    return f"{text}0" if len(number_readings(text)) > 1 else text


def pairs_of(text: str) -> tuple[tuple[int, float], ...]:
    """Parse pairs (n, k) such as `1: 60; 2: 85`. Raises NumbersUnreadable."""
    pairs = []
    for part_piece in filter(None, (piece.strip() for piece in text.split(";"))):
        match = re.fullmatch(r"(\d{1,3})\s*:\s*(.+)", part_piece)
        if match is None:
            raise NumbersUnreadable(found=part_piece, example=PAIRS)
        pairs.append((int(match[1]), number_of(match[2], PAIRS)))
    return tuple(pairs)


def pairs_text(pairs: tuple[tuple[int, float], ...], language: Language) -> str:
    """Pairs (n, k) as a person types them."""
    return "; ".join(f"{n}: {_typed(k, language)}" for n, k in pairs)
