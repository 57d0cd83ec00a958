"""A code list stated as a range of whole numbers: age 0 to 120, whether or not a record has each of them."""

from __future__ import annotations

import re
from dataclasses import replace

from ckmcore.errors import InputError
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.variable import VariableEntry

MOST_CODES = 10_000
_RANGE = re.compile(r"(\d{1,9})\s*(?:-|\u2013|to|bis|:)\s*(\d{1,9})", re.IGNORECASE)


def range_of(text: str) -> tuple[int, int]:
    """Parse a typed range `0-120` to its ends. Raises range_unreadable."""
    ends = _RANGE.fullmatch(text.strip())
    if ends is None:
        raise InputError("range_unreadable", found=text)
    return int(ends[1]), int(ends[2])


def with_range(entry: VariableEntry, least: int, most: int) -> VariableEntry:
    """Give an entry a code for each whole number from `least` to `most`; known codes keep their labels.

    New codes get leading zeros where all known numbers have the same length and one has a leading zero. Codes outside
    the range stay behind it, missing last. Raises range_faulty.
    """
    if not 0 <= least <= most or most - least >= MOST_CODES:
        raise InputError("range_faulty", least=least, most=most, limit=MOST_CODES)
    known_categories = {category.code: category for category in entry.categories}
    numbers = [code for code in known_categories if code.isdecimal()]
    widths = {len(code) for code in numbers}
    width = widths.pop() if len(widths) == 1 and any(code.startswith("0") and code != "0" for code in numbers) else 1
    codes = [str(index).zfill(width) for index in range(least, most + 1)]
    inner_codes = set(codes)
    other_categories = sorted(
        (category for code, category in known_categories.items() if code not in inner_codes),
        key=lambda category: category.code == MISSING,
    )
    categories = (*(known_categories.get(code, Category.plain(code)) for code in codes), *other_categories)
    return replace(entry, categories=categories, codes_from="range", observed_reason="")
