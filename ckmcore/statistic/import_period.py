"""A period's file taken over into a statistic that has a dictionary: what it keeps, what changes, what is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ckmcore.base.numbers import date_text
from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import (
    CodeListChanges,
    Pairs,
    compare_codes,
    content_differs,
    known_pairs,
    with_new_codes,
)
from ckmcore.errors import InputError
from ckmcore.microdata.data import MISSING, Category, Microdata
from ckmcore.microdata.variable import Role, VariableEntry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import CodeMap, ColumnOf
from ckmcore.statistic.periods import with_code_change


@dataclass(frozen=True)
class CodeDecision:
    """Decision on a variable's codes in a new period.

    spelled: pairs (code in the file, code in the dictionary) that differ only in spelling, or that mean a missing
    value (MISSING); pairs: mapping table from old to new codes; labels: of new codes; new, closed: further codes
    that begin and end; is_break: the series breaks.
    """

    variable: str
    spelled: Pairs = ()
    pairs: Pairs = ()
    new: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    is_break: bool = False
    labels: tuple[tuple[str, Texts], ...] = ()


# A day on which all codes that have not ended are valid.
_LAST_DAY = "9999-12-31"


def breaks_series(entry: VariableEntry, decision: CodeDecision) -> bool:
    """Default for whether a decision breaks the series of a variable: where it changes the content of the code list
    (`content_differs`)."""
    bare = entry.with_hierarchy(None)  # new codes stand in the groups of those that they come from
    pairs = known_pairs(bare, decision.pairs)
    return content_differs(bare, with_new_codes(bare, decision.new, pairs, _LAST_DAY, decision.closed), pairs)


def merged_dictionary(
    known: Iterable[VariableEntry], columns: Sequence[tuple[str, Role]], data: Microdata
) -> tuple[VariableEntry, ...]:
    """Dictionary extended by the variables of a file. columns: names in the dictionary with their roles.

    Known entries keep labels, code lists, hierarchies and positions; empty code lists are filled from the data. Unknown
    variables are appended. Entries that the file lacks stay.
    """
    roles = dict(columns)
    entries: list[VariableEntry] = []
    for entry in known:
        role = roles.pop(entry.name, None)
        if role is None:
            entries.append(entry)
            continue
        kept_entry = replace(entry, role=role)
        if role == "dimension" and not entry.categories and entry.name in data.dimensions:
            kept_entry = replace(kept_entry, categories=entry.describe(data.dimensions[entry.name]).categories)
        elif role == "dimension" and entry.name in data.dimensions and _lacks_missing(entry, data):
            # Were it there in some periods only, the row alone would say that a record has no value.
            kept_entry = replace(kept_entry, categories=(*entry.categories, Category.plain(MISSING)))
        entries.append(kept_entry)
    for name, role in roles.items():
        if role == "dimension" and name in data.dimensions:
            entries.append(VariableEntry.of(data.dimensions[name]))
            continue
        number = data.magnitudes.get(name)
        title = number.title if number is not None and number.title.text("en") else Texts.same(name)
        entries.append(VariableEntry(name, role, title))
    return tuple(entries)


def _lacks_missing(entry: VariableEntry, data: Microdata) -> bool:
    return MISSING in data.dimensions[entry.name].codes and all(
        category.code != MISSING for category in entry.categories
    )


def absent_columns(known: Iterable[VariableEntry], names: Iterable[str]) -> tuple[ColumnOf, ...]:
    """Variables of the dictionary that should be read from data but that the file lacks."""
    present_names = set(names)
    read = ("dimension", "magnitude", "weight")
    return tuple(
        ColumnOf(entry.name, "")
        for entry in known
        if entry.derived is None and entry.role in read and entry.name not in present_names
    )


def review_codes(statistic: Statistic, data: Microdata) -> tuple[CodeListChanges, ...]:
    """Differences between the codes of a new period's records and the code lists of the dictionary, for each variable
    that has any. Confidential, since it reveals empty categories."""
    date = statistic.period.date
    found_changes = []
    for entry in statistic.dictionary:
        if entry.derived is None and entry.role == "dimension" and entry.categories and entry.name in data.dimensions:
            changes = compare_codes(entry, data.dimensions[entry.name].codes, date)
            if changes.any:
                found_changes.append(changes)
    return tuple(found_changes)


def adopted(statistic: Statistic, decisions: Iterable[CodeDecision], since: str = "") -> Statistic:
    """Apply decisions on codes to the dictionary and the current period. since: ISO day from which new codes are valid,
    by default the period's day. Pairs with an unknown old code are left out. Raises change_without_day,
    periods_out_of_order, period_without_day."""
    day = since or statistic.period.date
    decisions = tuple(decisions)
    _refuse_out_of_order(statistic, decisions, day)
    known_entries = {entry.name: entry for entry in statistic.dictionary}
    for decision in decisions:
        if decision.variable in known_entries:
            decision = replace(decision, pairs=known_pairs(known_entries[decision.variable], decision.pairs))
        entries = tuple(
            with_new_codes(entry, decision.new, decision.pairs, day, decision.closed, dict(decision.labels))
            if entry.name == decision.variable or _has_codes_of(entry, decision.variable)
            else entry
            for entry in statistic.dictionary
        )
        period = with_code_change(statistic.period, decision.variable, decision.pairs, is_break=decision.is_break)
        codes = tuple(code for code in period.codes if code.variable != decision.variable)
        if decision.spelled:
            codes = (*codes, CodeMap(decision.variable, decision.spelled))
        entries = tuple(_with_missing(entry, decision) for entry in entries)
        statistic = replace(statistic, dictionary=entries).with_period(replace(period, codes=codes))
    return statistic


def _with_missing(entry: VariableEntry, decision: CodeDecision) -> VariableEntry:
    """Entry with a category for missing values, where codes of the period become missing."""
    to_missing = entry.name == decision.variable and any(to == MISSING for _, to in decision.spelled)
    if not to_missing or any(category.code == MISSING for category in entry.categories):
        return entry
    return replace(entry, categories=(*entry.categories, Category.plain(MISSING)))


def _refuse_out_of_order(statistic: Statistic, decisions: Iterable[CodeDecision], day: str) -> None:
    """Refuse code changes before an existing period, where the codes would begin or end too, and beside a period
    without a day, which shows all codes."""
    if not day or not any(decision.new or decision.pairs or decision.closed for decision in decisions):
        return
    for period_index, period in enumerate(statistic.periods):
        if period_index == statistic.current or period.source is None:
            continue
        if not period.date:
            raise InputError("period_without_day", day=_day_text(day), period=period.label)
        if period.date >= day:
            raise InputError(
                "periods_out_of_order", day=_day_text(day), period=period.label, other=_day_text(period.date)
            )


def _day_text(day: str) -> Texts:
    return Texts(date_text(day, "en"), date_text(day, "de"))


def _has_codes_of(entry: VariableEntry, variable: str) -> bool:
    """Whether a dimension has the codes of a variable in another hierarchy, which must then get new codes too."""
    rule = entry.derived
    return rule is not None and rule.kind == "same" and rule.source == variable
