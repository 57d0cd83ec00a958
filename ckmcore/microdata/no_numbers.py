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
# Below so many different values none stands out; a code recurs, and lies apart from the largest number.
_FEW, _RECURS, _APART = 3, 2, 1.5
_NEGATIVE = {"-1", "-8", "-9", "-99", "-999", "-9999"}
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


def looks_missing(column: NumberColumn, roles: CodeRoles) -> tuple[str, int] | None:
    """A value that probably means no answer, as text, and how many records have it; None: there is none.

    It is the largest or the smallest of all, consists of nines (99, 999, ...; -9) or is -1 or -8 where nothing else is
    below 0, is no number in a row with the next one, recurs, and has no role yet.
    """
    there = np.ones(len(column.values), dtype=np.bool_) if column.missing is None else ~column.missing
    for text in (*roles.missing, *roles.not_applicable, *roles.zero):
        there &= ~_having(column, (text,))
    values, counts = np.unique(column.values[there], return_counts=True)
    if len(values) < _FEW:
        return None
    last, before = float(values[-1]) / float(column.scale), float(values[-2]) / float(column.scale)
    text = _whole(last)
    if set(text) == {"9"} and len(text) > 1 and counts[-1] >= _RECURS and last > _APART * max(before, 1.0):
        return text, int(counts[-1])
    first, after = float(values[0]) / float(column.scale), float(values[1]) / float(column.scale)
    text = _whole(first)
    if text in _NEGATIVE and after >= 0 and counts[0] >= _RECURS:
        return text, int(counts[0])
    return None


def _whole(value: float) -> str:
    return str(int(value)) if value == int(value) else ""


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
