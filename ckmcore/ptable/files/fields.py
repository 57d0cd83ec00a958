"""Numbers in the fields of a perturbation table's file, exact."""

from __future__ import annotations

import math
from fractions import Fraction

from ckmcore.ptable.files.errors import FaultList
from ckmcore.ptable.files.formats import FileLine

LARGEST_COUNT = 100_000
_LARGEST = 10**300


def number_in(line: FileLine, at: int, faults: FaultList) -> Fraction | None:
    """Exact decimal in a field; None after reporting a fault. at: index of the field."""
    text = line.fields[at]
    found_exact_number = exact_number(text)
    if found_exact_number is None:
        faults.add("ptable_fault_number", line.number, text=text[:40])
    return found_exact_number


def integer_in(line: FileLine, at: int, name: str, least: int | None, faults: FaultList) -> int | None:
    """Integer in a field, at least `least`; None after reporting a fault. name: of the column, for messages."""
    text = line.fields[at]
    if len(text) < 6 and text.isascii() and text.isdecimal():
        whole_text, is_whole = int(text), True
    else:
        value = number_in(line, at, faults)
        if value is None:
            return None
        whole_text, is_whole = int(value), value.denominator == 1
    if not is_whole or (least is not None and whole_text < least) or abs(whole_text) > LARGEST_COUNT:
        shown_least = "-∞" if least is None else str(least)
        faults.add("ptable_fault_integer", line.number, name=name, text=text[:40], least=shown_least)
        return None
    return whole_text


def float_in(line: FileLine, at: int, faults: FaultList) -> float | None:
    """float64 nearest to the number in a field; None after reporting a fault."""
    text = line.fields[at]
    try:
        result = float(text)
    except ValueError:
        result = math.nan
    if not math.isfinite(result) or "_" in text:
        faults.add("ptable_fault_number", line.number, text=text[:40])
        return None
    return result


def exact_number(text: str, *, fraction: bool = False) -> Fraction | None:
    """Exact number of a decimal text; None for other texts. fraction: also accept fractions such as 1/3."""
    try:
        if len(text) > 400 or "_" in text or ("/" in text and not fraction):
            raise ValueError
        whole, _, decimals = text.partition(".")
        if (whole + decimals).isdecimal() and text.isascii():
            exact_value = Fraction(int(whole + decimals), 10 ** len(decimals))
        # An exponent of thousands would fill the memory.
        elif "e" in text.lower() and abs(int(text.lower().partition("e")[2])) > 400:
            raise ValueError
        else:
            exact_value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    # Beyond, float64 has no number any more.
    return exact_value if abs(exact_value) < _LARGEST else None
