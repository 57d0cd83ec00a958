"""Commands on the periods of a statistic. Those that change which records are loaded are no undo steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.statistic.model import Statistic, Units
from ckmcore.statistic.period import Break
from ckmcore.statistic.periods import with_new_period, without_period
from ckmdesk.commands.data import on_statistic
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.commands.dictionary import in_language


def add_period(label: str, date: str, areas: str) -> Command:
    """One more period, without records, as the current one."""

    def change(statistic: Statistic) -> Statistic:
        return with_new_period(statistic, Texts.same(label.strip()), date.strip(), Texts.same(areas.strip()))

    return on_statistic(CommandName("add_period"), change, undoable=False)


def choose_period(place: int) -> Command:
    """Make another period the current one; its records have to be loaded then."""
    name = CommandName("choose_period")
    return on_statistic(name, lambda statistic: replace(statistic, current=place), undoable=False)


def remove_period(place: int) -> Command:
    """Take a period out of the statistic; its files stay where they are."""
    return on_statistic(CommandName("remove_period"), lambda found: without_period(found, place), undoable=False)


def declare_units(units: Units) -> Command:
    """Whether the same units come again in other periods; it decides on sums and averages over periods."""
    return on_statistic(CommandName("declare_units"), lambda found: replace(found, units=units))


def _on_period(place: int, name: str, **fields: Any) -> Command:
    def apply(statistic: Statistic) -> Statistic:
        period = replace(statistic.periods[place], **fields)
        periods = (*statistic.periods[:place], period, *statistic.periods[place + 1 :])
        return replace(statistic, periods=periods)

    return on_statistic(CommandName(name), apply)


def name_period(statistic: Statistic, place: int, words: str, language: Language) -> Command:
    """The label of a period; the other language follows as long as both are the same."""
    old = statistic.periods[place].label
    label = Texts.same(words.strip()) if old.en == old.de else in_language(old, words.strip(), language)
    return _on_period(place, "set_period_label", label=label)


def date_period(place: int, date: str) -> Command:
    """The day of a period, ISO."""
    return _on_period(place, "describe_period", date=date.strip())


def place_period(statistic: Statistic, place: int, words: str, language: Language) -> Command:
    """The state of areas of a period."""
    old = statistic.periods[place].areas
    areas = Texts.same(words.strip()) if old.en == old.de else in_language(old, words.strip(), language)
    return _on_period(place, "describe_period", areas=areas)


def mark_break(statistic: Statistic, place: int, variable: str, *, on: bool, note: str = "") -> Command:
    """Whether the series breaks before a period, for a variable or ("") as a whole, with words of one's own."""
    breaks = tuple(one for one in statistic.periods[place].breaks if one.variable != variable)
    if on:
        breaks = (*breaks, Break(variable, Texts.same(note.strip()) if note.strip() else Texts()))
    return _on_period(place, "mark_break", breaks=breaks)
