"""Values of a magnitude that are no numbers: missing, not applicable, or another word for 0; magnitudes.md 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import BLOCK_ROWS, BlockColumn, row_by_row
from ckmcore.errors import InputError
from ckmcore.microdata.columns import NumberColumn

BLANK = ""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


@dataclass(frozen=True)
class CodeRoles:
    """Meaning of codes among the values of a magnitude: `missing` (a blank always is, unless `zero` names it, as ""),
    not applicable, or 0. Codes are numbers written with a point. What is missing or not applicable has no value."""

    missing: tuple[str, ...] = ()
    not_applicable: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seen: set[Decimal | str] = set()
        for text in (*self.missing, *self.not_applicable, *self.zero):
            code = BLANK if text.strip() == BLANK else _number(text)
            if code in seen:
                raise InputError("codes_twice", found=text)
            seen.add(code)

    @property
    def any(self) -> bool:
        """Whether any code is declared."""
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
    if not isinstance(column.values, BlockColumn):
        values, missing, other, zero = _coded(column, roles)
        counts = NoNumbers(*(int(np.count_nonzero(one)) for one in (missing, other, zero)))
        gone = missing | other
        return replace(column, values=values, missing=gone if gone.any() else None), counts
    columns = [column.values, *([] if column.missing is None else [column.missing])]

    def coded(values: NDArray[Any], *missing: NDArray[np.bool_]) -> tuple[NDArray[Any], ...]:
        return _coded(replace(column, values=values, missing=missing[0] if missing else None), roles)

    totals = np.zeros(3, dtype=np.int64)
    for start in range(0, len(column.values), BLOCK_ROWS):
        found = coded(*(one[start : start + BLOCK_ROWS] for one in columns))
        totals += [int(np.count_nonzero(one)) for one in found[1:]]
    counts = NoNumbers(*totals.tolist())
    values = row_by_row(lambda *blocks: coded(*blocks)[0], column.values.dtype, *columns)
    missing = None
    if counts.missing or counts.not_applicable:
        missing = row_by_row(lambda *blocks: np.logical_or(*coded(*blocks)[1:3]), np.bool_, *columns)
    return replace(column, values=values, missing=missing), counts


def _coded(column: NumberColumn, roles: CodeRoles) -> tuple[NDArray[Any], ...]:
    """The values with 0 in the place of codes, and which are missing, not applicable, and zero by their code."""
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
    values = np.where(missing | other | zero, column.values.dtype.type(0), column.values)
    return values, missing, other, zero


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
    """Undeclared values that look like codes: nines alone, far above all others; whole
    negative numbers of one digit or of nines, where no other value is negative. Each on three records at least."""
    found = []
    scale = column.scale
    top, negative = None, set[float]()
    for values in _there(column):
        top = values.max() if top is None else max(top, values.max())
        if len(negative) <= _MOST_CODES:
            negative |= set(np.unique(values[values < 0]).tolist())
    if top is None:
        return ()
    number = float(top) / scale
    if number >= _NINES and _is_of_nines(number):
        count, below = 0, None
        for values in _there(column):
            count += int(np.count_nonzero(values == top))
            lower = values[values < top]
            if len(lower):
                below = lower.max() if below is None else max(below, lower.max())
        if below is not None and count >= _LEAST_LOOKING and number > _FAR * float(below) / scale:
            found.append(LooksMissing(f"{number:g}" if number < 10**6 else str(int(number)), count))
    numbers = {value: -float(value) / scale for value in sorted(negative)}
    if (
        numbers
        and len(numbers) <= _MOST_CODES
        and all(one in range(1, 10) or _is_of_nines(one) for one in numbers.values())
    ):
        for value, one in numbers.items():
            count = sum(int(np.count_nonzero(values == value)) for values in _there(column))
            if count >= _LEAST_LOOKING:
                found.append(LooksMissing(str(-int(one)), count))
    return tuple(found)


def _there(column: NumberColumn) -> Iterator[NDArray[Any]]:
    """The values that are there, block by block."""
    for start in range(0, len(column.values), BLOCK_ROWS):
        values = column.values[start : start + BLOCK_ROWS]
        if column.missing is not None:
            values = values[~column.missing[start : start + BLOCK_ROWS]]
        if len(values):
            yield values


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
        raise InputError("code_no_number", found=text)
    return Decimal(text.strip())
