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
    """Build the command that adds a period without records and makes it the current one."""

    def change(statistic: Statistic) -> Statistic:
        return with_new_period(statistic, Texts.same(label.strip()), date.strip(), Texts.same(areas.strip()))

    return on_statistic(CommandName("add_period"), change, undoable=False)


def choose_period(place: int) -> Command:
    """Build the command that makes another period the current one; its records have to be loaded afterwards."""
    name = CommandName("choose_period")
    return on_statistic(name, lambda statistic: replace(statistic, current=place), undoable=False)


def remove_period(place: int) -> Command:
    """Build the command that removes a period from the statistic; its files are kept."""
    return on_statistic(
        CommandName("remove_period"), lambda statistic: without_period(statistic, place), undoable=False
    )


def declare_units(units: Units) -> Command:
    """Build the command that states whether the same units recur in other periods.

    Sums and averages over periods depend on it.
    """
    return on_statistic(CommandName("declare_units"), lambda statistic: replace(statistic, units=units))


def _on_period(index: int, name: str, **fields: Any) -> Command:
    def apply(statistic: Statistic) -> Statistic:
        period = replace(statistic.periods[index], **fields)
        periods = (*statistic.periods[:index], period, *statistic.periods[index + 1 :])
        return replace(statistic, periods=periods)

    return on_statistic(CommandName(name), apply)


def name_period(statistic: Statistic, place: int, words: str, language: Language) -> Command:
    """Build the command that labels a period; the other language follows as long as both are the same."""
    old_label = statistic.periods[place].label
    label = (
        Texts.same(words.strip()) if old_label.en == old_label.de else in_language(old_label, words.strip(), language)
    )
    return _on_period(place, "set_period_label", label=label)


def date_period(place: int, date: str) -> Command:
    """Build the command that sets the day of a period (ISO)."""
    return _on_period(place, "describe_period", date=date.strip())


def place_period(statistic: Statistic, place: int, words: str, language: Language) -> Command:
    """Build the command that sets the state of areas of a period, such as the boundaries of a year, in `language`."""
    old_areas = statistic.periods[place].areas
    areas = (
        Texts.same(words.strip()) if old_areas.en == old_areas.de else in_language(old_areas, words.strip(), language)
    )
    return _on_period(place, "describe_period", areas=areas)


def mark_break(statistic: Statistic, place: int, variable: str, *, on: bool, note: str = "") -> Command:
    """Build the command that marks a break of the series before a period, for a variable or ("") as a whole.

    `on` sets or clears it; `note` describes it.
    """
    breaks = tuple(each_break for each_break in statistic.periods[place].breaks if each_break.variable != variable)
    if on:
        breaks = (*breaks, Break(variable, Texts.same(note.strip()) if note.strip() else Texts()))
    return _on_period(place, "mark_break", breaks=breaks)
