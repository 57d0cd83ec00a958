"""Derivations whose meaning moves with the year: fixed classes or groups of years of birth, which are ages today."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from ckmcore.dictionary.dates import are_dates, date_in
from ckmcore.dictionary.derive import class_codes, parsed_bounds
from ckmcore.errors import InputError
from ckmcore.microdata.data import MISSING
from ckmcore.microdata.variable import Derivation, VariableEntry

Answer = Literal["age", "codes"]
"""What becomes of such a variable: the age is computed for each period, or the years stay the same in all."""
_YEARS = range(1850, 2151)
_OF_YEARS = re.compile(r"geb|born|birth|jahr|year|datum|date", re.IGNORECASE)


def moving(dictionary: Iterable[VariableEntry]) -> tuple[VariableEntry, ...]:
    """The derived dimensions that cut years or dates at fixed points, or group them, and of which nobody has decided
    whether they mean these years or an age.

    Years are codes of which nearly all are years, months or days; of a magnitude all bounds are years, and its name or
    title says that it holds some.
    """
    entries = {entry.name: entry for entry in dictionary}
    undecided = []
    for entry in entries.values():
        rule = entry.derived
        if rule is None or rule.kind not in ("classes", "groups") or rule.in_periods:
            continue
        source = entries.get(rule.source)
        if source is not None and source.derived is None and _cuts_years(rule, source):
            undecided.append(entry)
    return tuple(undecided)


def _cuts_years(rule: Derivation, source: VariableEntry) -> bool:
    if rule.kind == "groups":
        codes = [code for group in rule.groups for code in group.codes]
        return are_dates(codes or _codes(source))
    try:
        bounds = parsed_bounds(rule.bounds)
    except InputError:
        return False
    if not all(bound == int(bound) and int(bound) in _YEARS for bound in bounds):
        return False
    if source.role == "dimension" and source.categories:
        return are_dates(_codes(source))
    return may_hold_years(source)


def may_hold_years(entry: VariableEntry) -> bool:
    """Whether the name or the title of a variable says that it holds years or dates."""
    return any(_OF_YEARS.search(text) for text in (entry.name, entry.title.en, entry.title.de))


def _codes(source: VariableEntry) -> list[str]:
    return [category.code for category in source.categories if category.code != MISSING]


def answered(entry: VariableEntry, answer: Answer, day: str) -> VariableEntry:
    """A variable that was asked about, as it was decided. day: ISO, of the period for which its classes were made.

    As an age the classes are those of the same records on that day: who was born before a bound is at least as many
    years old as lie between. Their words go with them, a hierarchy over them does not. Raises moving_no_age for groups,
    and where there is no day or the years are later.
    """
    rule = entry.derived
    if rule is None:
        return entry
    if answer == "codes":
        return replace(entry, derived=replace(rule, in_periods="codes"))
    at = date_in(day)
    if rule.kind != "classes" or at is None:
        raise InputError("moving_no_age", variable=entry.title)
    years = [int(bound) for bound in parsed_bounds(rule.bounds)]
    ages = tuple(str(at.year - year + 1) for year in reversed(years))
    if int(ages[0]) < 1:
        raise InputError("moving_no_age", variable=entry.title)
    made = replace(entry, derived=Derivation("age", rule.source, bounds=ages))
    if not entry.categories:
        return made
    # The youngest were born last: the classes come in the other order.
    before, after = class_codes(rule.bounds)[:-1], class_codes(ages)[:-1]
    words = dict(zip(reversed(before), after, strict=True))
    kept = [replace(category, code=words.get(category.code, category.code)) for category in entry.categories]
    place = {code: number for number, code in enumerate((*after, MISSING))}
    kept.sort(key=lambda category: place.get(category.code, len(place)))
    return replace(made, categories=tuple(kept), hierarchy=(), level_names=())


def decided(dictionary: Iterable[VariableEntry], answers: Mapping[str, Answer], day: str) -> tuple[VariableEntry, ...]:
    """The dictionary with what was decided of its variables. Raises derivation_moves where one was not decided that
    moves with the year, moving_unknown for an answer about another variable, and as `answered`."""
    entries = tuple(dictionary)
    asked = {entry.name: entry for entry in moving(entries)}
    for name in answers:
        if name not in asked:
            raise InputError("moving_unknown", variable=name, known=list(asked) or ["–"])
    for name, entry in asked.items():
        if name not in answers:
            raise InputError("derivation_moves", variable=entry.title, name=name, count=len(asked))
    return tuple(answered(entry, answers[entry.name], day) if entry.name in asked else entry for entry in entries)
