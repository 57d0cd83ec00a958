"""Commands of the data page on an open statistic: hierarchies, titles, names of levels.

`title` is the variable's title in the window's language: it names the step in the undo menu.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ckmcore.base.texts import Texts
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeptAreas
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.first_table import Protection, tried_on


def on_statistic(name: CommandName, change: Callable[[Statistic], Statistic], *, undoable: bool = True) -> Command:
    """Build a command that changes the open statistic."""

    def apply(state: DeskState) -> DeskState:
        return state if state.statistic is None else replace(state, statistic=change(state.statistic))

    return Command(name, apply, undoable=undoable)


def on_entry(name: CommandName, variable: str, change: Callable[[VariableEntry], VariableEntry]) -> Command:
    """Build a command that changes the dictionary entry of one variable."""

    def apply(statistic: Statistic) -> Statistic:
        entries = (change(entry) if entry.name == variable else entry for entry in statistic.dictionary)
        return replace(statistic, dictionary=tuple(entries))

    return on_statistic(name, apply)


def try_first(protection: Protection, spec: TableSpec | None) -> Command:
    """Build the command that shows a first table under a protection as a trial, or without one the page Method."""
    return Command(CommandName("first_table"), lambda state: tried_on(state, protection, spec))


def take_over(statistic: Statistic) -> Command:
    """Build the command that shows the statistic of a file just loaded; it cannot be undone, as records are not
    state."""
    return on_statistic(CommandName("take_over"), lambda _: statistic, undoable=False)


def keep_areas(areas: tuple[KeptAreas, ...], title: str) -> Command:
    """Build the command by which the statistic has these areas; their files lie beside it and stay."""
    name = CommandName("keep_areas", (("title", title),))
    return on_statistic(name, lambda statistic: replace(statistic, areas=areas))


def attach_hierarchy(variable: str, hierarchy: Hierarchy, title: str) -> Command:
    """Build the command that gives a dimension a hierarchy, which holds all its codes."""
    name = CommandName("attach_hierarchy", (("title", title),))
    return on_entry(
        name,
        variable,
        lambda entry: replace(entry, hierarchy=hierarchy.nodes, level_names=hierarchy.level_names),
    )


def remove_hierarchy(variable: str, title: str) -> Command:
    """Build the command that removes a dimension's hierarchy; its categories become a flat list."""
    name = CommandName("remove_hierarchy", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, hierarchy=(), level_names=()))


def set_variable_title(variable: str, words: Texts, title: str) -> Command:
    """Build the command that sets the title of a variable."""
    name = CommandName("set_variable_title", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, title=words))


def set_level_names(variable: str, names: tuple[str, ...], title: str) -> Command:
    """Build the command that names all levels of a hierarchy; each name is `English|Deutsch` or the same in both."""
    name = CommandName("set_level_names", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, level_names=names))


def set_statistic_title(words: Texts) -> Command:
    """Set the title of the statistic."""
    return on_statistic(CommandName("set_statistic_title"), lambda statistic: replace(statistic, title=words))


def set_title_pattern(words: Texts) -> Command:
    """Build the command that sets the title pattern of tables without their own title; "" for values and variables."""
    return on_statistic(CommandName("set_title_pattern"), lambda statistic: replace(statistic, title_pattern=words))


def set_source_note(words: Texts) -> Command:
    """Build the command that sets the source note of all tables."""
    return on_statistic(CommandName("set_source_note"), lambda statistic: replace(statistic, source_note=words))


def set_period_label(words: Texts) -> Command:
    """Build the command that labels the reporting period."""
    return on_statistic(
        CommandName("set_period_label"),
        lambda statistic: statistic.with_period(replace(statistic.period, label=words)),
    )


def renamed(texts: Texts, words: str, language: str, plain: str = "") -> Texts:
    """Return a title with new words in one language.

    The other language is changed, too, if it is empty or only repeats `plain`, the mere name.
    """
    words = words.strip()
    other = texts.en if language == "de" else texts.de
    if other in ("", plain):
        return Texts.same(words)
    return Texts(texts.en, words) if language == "de" else Texts(words, texts.de)
