"""Dates in codes: years, months and days; ages and durations in completed units; years, quarters, months, weeks.

A unit is completed on the day of the same number, where a month lacks it on the first day of the next one: who was born
on 29 February is a year older on 1 March (sections 187 and 188 BGB). Of a month without a day the unit counts as
completed in that month, of a year alone in that year: the age is the difference of the years then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ckmcore.base.numbers import date_text
from ckmcore.base.texts import Texts
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import DatePart, DurationUnit

MOST_FILLED = 5_000
MOST_LOOKED_AT = 400
_REAL_YEARS = range(1000, 9999)
_FIRST_YEAR, _LAST_YEAR = 1850, 2150  # what is taken for a year of birth or of an event, where nobody says it is one

_FORMS = tuple(
    re.compile(form, re.ASCII)
    for form in (
        r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?:[ T].*)?", r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})",
        r"(?P<y>\d{4})(?P<m>\d\d)(?P<d>\d\d)", r"(?P<y>\d{4})-(?P<m>\d\d)", r"(?P<m>\d{1,2})[./](?P<y>\d{4})",
        r"(?P<y>\d{4})(?P<m>\d\d)", r"(?P<y>\d{4})",
    )
)  # fmt: skip
_MONTHS = (
    Texts("January", "Januar"), Texts("February", "Februar"), Texts("March", "März"), Texts("April", "April"),
    Texts("May", "Mai"), Texts("June", "Juni"), Texts("July", "Juli"), Texts("August", "August"),
    Texts("September", "September"), Texts("October", "Oktober"), Texts("November", "November"),
    Texts("December", "Dezember"),
)  # fmt: skip


@dataclass(frozen=True)
class PartialDate:
    """A year, with a month and a day where they are known (0: not)."""

    year: int
    month: int = 0
    day: int = 0


def date_in(code: str) -> PartialDate | None:
    """The year, month or day that a code is: `1990`, `1990-05`, `199005`, `05.1990`, `1990-05-17`, `17.05.1990`,
    `19900517`; None: none of these, one that does not exist, or a year such as 9999, which says that there is none."""
    for form in _FORMS:
        if (match := form.fullmatch(code)) is not None:
            date_parts = match.groupdict()
            year, month, day = (int(date_parts.get(name) or 0) for name in "ymd")
            try:
                date(year, month or 1, day or 1)
            except ValueError:
                continue
            if year not in _REAL_YEARS:  # 9999 and 0001 say that there is none
                return None
            if ("m" in date_parts and not month) or ("d" in date_parts and not day):
                continue
            return PartialDate(year, month, day)
    return None


def completed(begin: PartialDate, end: PartialDate, unit: DurationUnit) -> int | None:
    """The units completed from one date to another; None where they are not known that exactly, or it ends before.

    Compared is what is known of both: of a year alone years only.
    """
    if unit == "days":
        if not (begin.day and end.day):
            return None
        days = (date(end.year, end.month, end.day) - date(begin.year, begin.month, begin.day)).days
        return days if days >= 0 else None
    if unit == "months" and not (begin.month and end.month):
        return None
    months = 12 * (end.year - begin.year)
    if begin.month and end.month:
        months += end.month - begin.month
        if begin.day and end.day and end.day < begin.day:
            months -= 1
    units = months if unit == "months" else months // 12
    return units if units >= 0 else None


def part_of(when: PartialDate, part: DatePart) -> str:
    """The code of the year (`2025`), quarter (`2025-Q1`), month (`2025-03`) or ISO week (`2025-W09`) of a date; ""
    where the date does not say it."""
    if part in ("", "year"):
        return f"{when.year:04d}"
    if part == "quarter" and when.month:
        return f"{when.year:04d}-Q{(when.month + 2) // 3}"
    if part == "month" and when.month:
        return f"{when.year:04d}-{when.month:02d}"
    if part == "week" and when.day:
        year, week, _ = date(when.year, when.month, when.day).isocalendar()
        return f"{year:04d}-W{week:02d}"
    return ""


def part_label(code: str) -> Texts:
    """The words of a code that `part_of` makes."""
    year, _, rest_text = code.partition("-")
    if rest_text.startswith("Q"):
        return Texts(f"Q{rest_text[1:]} {year}", f"{rest_text[1:]}. Quartal {year}")
    if rest_text.startswith("W"):
        return Texts(f"week {int(rest_text[1:])} of {year}", f"KW {int(rest_text[1:])} {year}")
    if rest_text:
        month = _MONTHS[int(rest_text) - 1]
        return Texts(f"{month.en} {year}", f"{month.de} {year}")
    return Texts.same(code)


def filled_parts(codes: Iterable[str], part: DatePart) -> list[str]:
    """The codes from the first to the last without a gap, in order of time; with gaps where they would be too many."""
    present = sorted(set(codes))
    if len(present) < 2:
        return present
    filled = [present[0]]
    while filled[-1] != present[-1] and len(filled) < MOST_FILLED:
        filled.append(_next(filled[-1], part))
    return filled if filled[-1] == present[-1] else present


def _next(code: str, date_part: DatePart) -> str:
    year, rest_text = int(code[:4]), code[5:]
    if date_part in ("", "year"):
        return f"{year + 1:04d}"
    if date_part == "week":
        return part_of(_of_day(date.fromisocalendar(year, int(rest_text[1:]), 1) + timedelta(days=7)), "week")
    number, largest_number, mark = (int(rest_text[1:]), 4, "Q") if date_part == "quarter" else (int(rest_text), 12, "")
    year, number = (year + 1, 1) if number == largest_number else (year, number + 1)
    return f"{year:04d}-{mark}{number}" if mark else f"{year:04d}-{number:02d}"


def _of_day(day: date) -> PartialDate:
    return PartialDate(day.year, day.month, day.day)


def are_dates(codes: Sequence[str]) -> bool:
    """Whether nearly all of some codes are years, months or days of our time; of a long list a part is looked at."""
    codes = codes[:: 1 + len(codes) // MOST_LOOKED_AT]
    dates = [when for code in codes if (when := date_in(code)) is not None]
    of_our_time = sum(_FIRST_YEAR <= when.year <= _LAST_YEAR for when in dates)
    return len(codes) > 1 and of_our_time >= 0.9 * len(codes)


def date_hierarchy(codes: Iterable[str]) -> tuple[Hierarchy, dict[str, Texts]]:
    """Year, month and day over codes that are dates, in order of time, and what the nodes are called.

    A code that is a year or a month alone is a leaf below what it says; codes that are no dates follow, on the first
    level.
    """
    texts = list(dict.fromkeys(code for code in codes if code))
    dated = sorted((when.year, when.month, when.day, code) for code in texts if (when := date_in(code)) is not None)
    entries: list[tuple[str, int]] = []
    labels: dict[str, Texts] = {}
    trail: list[str] = []
    for year, month, day, code in dated:
        levels = [f"{year:04d}", f"{year:04d}-{month:02d}"][: 2 if day else 1 if month else 0]
        path = [f"{node} *" if node in texts else node for node in levels]
        for depth, node in enumerate(path):
            if trail[depth : depth + 1] != [node]:
                del trail[depth:]
                trail.append(node)
                entries.append((node, depth))
                labels[node] = part_label(levels[depth])
        del trail[len(path) :]
        entries.append((code, len(path)))
        if day:
            iso = f"{year:04d}-{month:02d}-{day:02d}"
            labels[code] = Texts(date_text(iso, "en"), date_text(iso, "de"))
        elif month:
            labels[code] = part_label(f"{year:04d}-{month:02d}")
    known = {code for *_, code in dated}
    entries += [(code, 0) for code in texts if code not in known]
    hierarchy = Hierarchy.from_depths(entries)
    names = ("Year|Jahr", "Month|Monat", "Day|Tag")
    return (replace(hierarchy, level_names=names[: hierarchy.depth]), labels)
