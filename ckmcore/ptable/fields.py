"""Numbers in the fields of a perturbation table's file, exact."""

from __future__ import annotations

import math
from fractions import Fraction

from ckmcore.ptable.faults import FaultList
from ckmcore.ptable.formats import Line

LARGEST_COUNT = 100_000


def number_in(line: Line, at: int, faults: FaultList) -> Fraction | None:
    """The exact decimal in a field; else a fault and None."""
    text = line.fields[at]
    try:
        # A fraction such as 1/3 is no decimal, and an exponent of thousands would fill the memory.
        if "/" in text or "_" in text or not math.isfinite(float(text)) or len(text) > 400:
            raise ValueError
        if "e" in text.lower() and abs(int(text.lower().partition("e")[2])) > 400:
            raise ValueError
        return Fraction(text)
    except ValueError:
        faults.add("ptable_fault_number", line.number, text=text[:40])
        return None


def integer_in(line: Line, at: int, name: str, least: int | None, faults: FaultList) -> int | None:
    """The integer in a field, at least `least`; else a fault and None."""
    value = number_in(line, at, faults)
    if value is None:
        return None
    if value.denominator != 1 or (least is not None and value < least) or abs(value) > LARGEST_COUNT:
        shown = "-∞" if least is None else str(least)
        faults.add("ptable_fault_integer", line.number, name=name, text=line.fields[at][:40], least=shown)
        return None
    return int(value)
