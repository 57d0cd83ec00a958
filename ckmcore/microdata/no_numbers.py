"""Values of a magnitude that are no numbers: missing, not applicable, or another word for 0; magnitudes.md 1.2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.microdata.columns import NumberColumn

BLANK = ""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


class CodesTwice(InputError):
    """A code that stands for two things, such as missing and 0."""

    code = "codes_twice"


class CodeNoNumber(InputError):
    """A code of a magnitude that is neither blank nor a number written with a point."""

    code = "code_no_number"


@dataclass(frozen=True)
class CodeRoles:
    """What values of a magnitude stand for: `missing` (a blank always does, unless `zero` names it, as ""), not
    applicable, or 0. Codes are numbers written with a point. What is missing or does not apply has no value."""

    missing: tuple[str, ...] = ()
    not_applicable: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seen: set[Decimal | str] = set()
        for text in (*self.missing, *self.not_applicable, *self.zero):
            code = BLANK if text.strip() == BLANK else _number(text)
            if code in seen:
                raise CodesTwice(found=text)
            seen.add(code)

    @property
    def any(self) -> bool:
        """Whether a value stands for anything else than itself."""
        return bool(self.missing or self.not_applicable or self.zero)


@dataclass(frozen=True)
class NoNumbers:
    """How many records of a magnitude have no value: missing (blank or by code), not applicable; and how many values
    were read as 0 by their code."""

    missing: int
    not_applicable: int
    zero: int


def with_roles(column: NumberColumn, roles: CodeRoles) -> tuple[NumberColumn, NoNumbers]:
    """The column as read with its codes applied, and how many records each concerns.

    Blanks are known from `column.missing`. Values of codes become 0; those without a value are marked as missing.
    """
    blank = np.zeros(len(column.values), dtype=np.bool_) if column.missing is None else column.missing
    blank_is = next((kind for kind in ("zero", "not_applicable") if BLANK in map(str.strip, getattr(roles, kind))), "")
    missing = _having(column, roles.missing) & ~blank
    other = _having(column, roles.not_applicable) & ~blank
    zero = _having(column, roles.zero) & ~blank
    if blank_is == "zero":
        zero = zero | blank
    elif blank_is == "not_applicable":
        other = other | blank
    else:
        missing = missing | blank
    gone = missing | other
    counts = NoNumbers(*(int(np.count_nonzero(one)) for one in (missing, other, zero)))
    values = np.where(gone | zero, column.values.dtype.type(0), column.values)
    return replace(column, values=values, missing=gone if gone.any() else None), counts


# A value that looks like a code has at least so many records.
_LEAST_LOOKING = 3
# What lies so far above every other value, relatively, is hardly one of them.
_FAR = 1.5


@dataclass(frozen=True)
class LooksMissing:
    """A value of a magnitude that looks like a code for no answer, as text, and how many records have it."""

    value: str
    count: int


def looks_missing(column: NumberColumn) -> tuple[LooksMissing, ...]:
    """Values that nobody has said anything of and that look like codes: nines alone, far above all others; whole
    negative numbers of one digit or of nines, where no other value is negative. Each on three records at least."""
    values = column.values if column.missing is None else column.values[~column.missing]
    if not len(values):
        return ()
    found = []
    scale = column.scale
    top = values.max()
    number = float(top) / scale
    if number >= _NINES and _is_of_nines(number):
        below = values[values < top]
        count = int(np.count_nonzero(values == top))
        if len(below) and count >= _LEAST_LOOKING and number > _FAR * float(below.max()) / scale:
            found.append(LooksMissing(f"{number:g}" if number < 10**6 else str(int(number)), count))
    negative = np.unique(values[values < 0]).tolist()
    numbers = [-float(one) / scale for one in negative]
    if numbers and len(numbers) <= _MOST_CODES and all(one in range(1, 10) or _is_of_nines(one) for one in numbers):
        for value, one in zip(negative, numbers, strict=True):
            count = int(np.count_nonzero(values == value))
            if count >= _LEAST_LOOKING:
                found.append(LooksMissing(str(-int(one)), count))
    return tuple(found)


_NINES, _MOST_CODES = 99, 5


def _is_of_nines(number: float) -> bool:
    """Whether a number is written by nines, 97 and 98 in the place of the last two included."""
    if number != int(number) or number < _NINES - 2:
        return False
    text = str(int(number))
    return set(text[:-1]) <= {"9"} and text[-1] in "789"


def _having(column: NumberColumn, codes: Sequence[str]) -> NDArray[np.bool_]:
    found = np.zeros(len(column.values), dtype=np.bool_)
    for text in codes:
        if text.strip() == BLANK:
            continue
        number = _number(text)
        if column.decimals is None:
            found |= column.values == float(number)
            continue
        scaled = number * column.scale
        if scaled == scaled.to_integral_value() and abs(scaled) < 2**63:
            found |= column.values == int(scaled)
    return found


def _number(text: str) -> Decimal:
    if not _NUMBER.fullmatch(text.strip()):
        raise CodeNoNumber(found=text)
    return Decimal(text.strip())
