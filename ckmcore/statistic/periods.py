"""Periods of a statistic: adding one, and what between two of them cannot be compared."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import Pairs, classify
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.serialization import method_text
from ckmcore.statistic.floor import decision_carried, goes_on
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Break, CodeMap, Decision, MethodInForce, Period


def undated(statistic: Statistic) -> Sentence | None:
    """Notice that the current period has no day although some codes have limited validity, so that all codes are shown;
    None otherwise."""
    entries = statistic.dictionary
    limited = [entry.name for entry in entries if any(map(entry.is_limited, entry.categories))]
    if statistic.period.date or not limited:
        return None
    return sentence("period_shows_all_codes", period=statistic.period.label, variable=limited[0])


def with_new_period(statistic: Statistic, label: Texts, date: str = "", areas: Texts = Texts()) -> Statistic:
    """Add a period without records as the current one.

    The method in force is taken from the former current period. A method below the floor under protection is used for
    the next period only with a decision with reasons that is valid on `date`. The decision is carried over with the
    method.
    """
    former_period = statistic.period
    in_force = former_period.in_force if goes_on(former_period, date) else None
    decisions = () if in_force is None else decision_carried(former_period)
    period = Period(label, date, in_force=in_force, decisions=decisions, areas=areas)
    return replace(statistic, periods=(*statistic.periods, period), current=len(statistic.periods))


def without_period(statistic: Statistic, place: int) -> Statistic:
    """Remove one of the periods, except the last remaining one. place: its index.

    The following period gets its changes: mapping tables are chained, breaks are kept.
    """
    if len(statistic.periods) < 2 or not 0 <= place < len(statistic.periods):
        return statistic
    former_periods, new_periods = statistic.periods[:place], statistic.periods[place + 1 :]
    if former_periods and new_periods:
        new_periods = (_with_changes_of(new_periods[0], statistic.periods[place]), *new_periods[1:])
    periods = (*former_periods, *new_periods)
    current = min(statistic.current - (statistic.current > place), len(periods) - 1)
    return replace(statistic, periods=periods, current=current)


def _with_changes_of(period: Period, former_period: Period) -> Period:
    changes = {change.variable: change.codes for change in former_period.changes}
    for change in period.changes:
        changes[change.variable] = joined_pairs(changes.get(change.variable, ()), change.codes)
    breaks = {each_break.variable: each_break for each_break in (*former_period.breaks, *period.breaks)}
    maps = tuple(CodeMap(variable, codes) for variable, codes in changes.items())
    return replace(period, changes=maps, breaks=tuple(breaks.values()))


def joined_pairs(first: Pairs, second: Pairs) -> Pairs:
    """Chain two mapping tables; codes that only one of them names are unchanged by the other."""
    later: dict[str, list[str]] = {}
    for old, new in second:
        later.setdefault(old, []).append(new)
    old_codes = {old for old, _ in first}
    pairs = [(old, new) for old, between in first for new in later.get(between, [between])]
    return tuple(dict.fromkeys([*pairs, *((old, new) for old, new in second if old not in old_codes)]))


def with_code_change(period: Period, variable: str, pairs: tuple[tuple[str, str], ...], *, is_break: bool) -> Period:
    """Period with the mapping table of a variable, and whether its series breaks there."""
    changes = tuple(change for change in period.changes if change.variable != variable)
    breaks = tuple(each_break for each_break in period.breaks if each_break.variable != variable)
    if pairs:
        changes = (*changes, CodeMap(variable, pairs))
    if is_break:
        breaks = (*breaks, Break(variable))
    return replace(period, changes=changes, breaks=breaks)


def same_method(one: MethodInForce | None, other: MethodInForce | None) -> bool:
    """Whether two periods are protected alike: same method, perturbation tables and settings."""
    if one is None or other is None:
        return one is other
    return one.method == other.method


def decision_of(statistic: Statistic) -> Decision | None:
    """Decision on the method in force of the current period: its own, or, in files of former versions, the last
    decision on this method in an earlier period; None without one."""
    in_force = statistic.period.in_force
    if in_force is None:
        return None
    for period in statistic.periods[statistic.current :: -1]:
        if period.in_force is None or method_text(period.in_force.method) != method_text(in_force.method):
            return None
        decision = decision_carried(period)
        if decision:
            return decision[0]
    return None


def breaks_before(
    statistic: Statistic, earlier: int, later: int, variables: Collection[str] | None = None
) -> tuple[Break, ...]:
    """Breaks between two periods, given by index: recorded breaks after `earlier` up to `later`, split code lists, and
    a change of method (variable ""). variables: those that a table uses, None for all."""
    breaks: dict[str, Break] = {}
    for period in statistic.periods[earlier + 1 : later + 1]:
        for each_break in period.breaks:
            breaks[each_break.variable] = each_break
        for change in period.changes:
            if classify(change.codes).split:
                breaks.setdefault(change.variable, Break(change.variable))
    if not same_method(statistic.periods[earlier].in_force, statistic.periods[later].in_force):
        breaks.setdefault("", Break(""))
    return tuple(series_break for name, series_break in breaks.items() if variables is None or name in variables)


def codes_until(statistic: Statistic, variable: str, earlier: int, later: int) -> dict[str, str]:
    """Codes of an earlier period by their later codes, where each became exactly one code."""
    mapping: dict[str, str] = {}
    for period in statistic.periods[earlier + 1 : later + 1]:
        pairs = next((change.codes for change in period.changes if change.variable == variable), ())
        split = {old for old, _ in classify(pairs).split}
        step = {old: new for old, new in pairs if old not in split}
        mapping = {old: step.get(current_code, current_code) for old, current_code in mapping.items()} | {
            old: new for old, new in step.items() if old not in mapping
        }
    return {old: new for old, new in mapping.items() if old != new}
