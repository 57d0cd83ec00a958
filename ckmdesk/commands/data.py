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
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state.desk_state import DeskState


def on_statistic(name: CommandName, change: Callable[[Statistic], Statistic], *, undoable: bool = True) -> Command:
    """A command that changes the open statistic."""

    def apply(state: DeskState) -> DeskState:
        return state if state.statistic is None else replace(state, statistic=change(state.statistic))

    return Command(name, apply, undoable=undoable)


def on_entry(name: CommandName, variable: str, change: Callable[[VariableEntry], VariableEntry]) -> Command:
    """A command that changes the entry of one variable."""

    def apply(statistic: Statistic) -> Statistic:
        entries = (change(entry) if entry.name == variable else entry for entry in statistic.dictionary)
        return replace(statistic, dictionary=tuple(entries))

    return on_statistic(name, apply)


def take_over(statistic: Statistic) -> Command:
    """The statistic of a file that was just loaded. Not an undo step: the records are no part of the state."""
    return on_statistic(CommandName("take_over"), lambda _: statistic, undoable=False)


def attach_hierarchy(variable: str, hierarchy: Hierarchy, title: str) -> Command:
    """Give a dimension a hierarchy that holds all its codes."""
    name = CommandName("attach_hierarchy", (("title", title),))
    return on_entry(
        name,
        variable,
        lambda entry: replace(entry, hierarchy=hierarchy.nodes, level_names=hierarchy.level_names),
    )


def remove_hierarchy(variable: str, title: str) -> Command:
    """Take a dimension's hierarchy away; its categories are side by side again."""
    name = CommandName("remove_hierarchy", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, hierarchy=(), level_names=()))


def set_variable_title(variable: str, words: Texts, title: str) -> Command:
    """Call a variable by a title."""
    name = CommandName("set_variable_title", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, title=words))


def set_level_names(variable: str, names: tuple[str, ...], title: str) -> Command:
    """Name all levels of a hierarchy; each `English|Deutsch` or the same in both."""
    name = CommandName("set_level_names", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, level_names=names))


def set_statistic_title(words: Texts) -> Command:
    """Call the statistic by a title."""
    return on_statistic(CommandName("set_statistic_title"), lambda statistic: replace(statistic, title=words))


def set_title_pattern(words: Texts) -> Command:
    """What tables without a title of their own are called; "" for their values and variables."""
    return on_statistic(CommandName("set_title_pattern"), lambda statistic: replace(statistic, title_pattern=words))


def set_source_note(words: Texts) -> Command:
    """Where the figures come from, as every table says."""
    return on_statistic(CommandName("set_source_note"), lambda statistic: replace(statistic, source_note=words))


def set_period_label(words: Texts) -> Command:
    """Name the reporting period."""
    return on_statistic(
        CommandName("set_period_label"),
        lambda statistic: statistic.with_period(replace(statistic.period, label=words)),
    )


def renamed(texts: Texts, words: str, language: str, plain: str = "") -> Texts:
    """A title with new words in one language; the other follows as long as it only repeats `plain`, a mere name."""
    words = words.strip()
    other = texts.en if language == "de" else texts.de
    if other in ("", plain):
        return Texts.same(words)
    return Texts(texts.en, words) if language == "de" else Texts(words, texts.de)
