"""Commands on hierarchies: attached, edited step by step, called, with others beside them.

`title` is the variable's title in the window's language: it names the step in the undo menu.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.reading_plan import ReadingAnswer
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.model import Statistic
from ckmdesk.commands.data import on_entry, on_statistic
from ckmdesk.commands.desk import Command, CommandName


def attach_labelled(
    variable: str,
    hierarchy: Hierarchy,
    labels: Mapping[str, Texts],
    title: str,
    source: str = "",
    known: tuple[Category, ...] = (),
    answers: tuple[ReadingAnswer, ...] = (),
) -> Command:
    """Build the command that gives a dimension a hierarchy with labels of its nodes.

    `source` is the variable with the categories, if this is another hierarchy of it; `known` are its categories if the
    dictionary has none; `answers` decided how the file was read, and are kept for the next.
    """
    name = CommandName("attach_hierarchy", (("title", title),))

    def apply(statistic: Statistic) -> Statistic:
        owner = source or variable
        codes = {category.code for category in _categories(statistic, owner, known)}
        entries = []
        for entry in statistic.dictionary:
            if entry.name == owner:
                entry = _labelled_categories(entry, labels, known)
            if entry.name == variable:
                inner = {code: label for code, label in labels.items() if code not in codes}
                entry = _with_tree(entry, hierarchy, {**dict(entry.node_labels), **inner}).with_code_answers(answers)
            entries.append(entry)
        return replace(statistic, dictionary=tuple(entries))

    return on_statistic(name, apply)


def edit_hierarchy(
    variable: str,
    hierarchy: Hierarchy | None,
    title: str,
    labels: Mapping[str, Texts] | None = None,
    names: Mapping[str, str] | None = None,
) -> Command:
    """Build the command for one step of editing a hierarchy by hand.

    `labels` are those of new groups; `names` gives the new code by old code of renamed groups.
    """
    name = CommandName("edit_hierarchy", (("title", title),))

    def apply(entry: VariableEntry) -> VariableEntry:
        if hierarchy is None:
            return replace(entry, hierarchy=(), level_names=())
        known_labels = {(names or {}).get(code, code): label for code, label in entry.node_labels}
        return _with_tree(entry, hierarchy, {**known_labels, **(labels or {})})

    return on_entry(name, variable, apply)


def label_node(
    variable: str, code: str, label: Texts, title: str, source: str = "", known: tuple[Category, ...] = ()
) -> Command:
    """Build the command that labels a node, a category or a group; `source` and `known` are as in `attach_labelled`."""
    name = CommandName("label_node", (("title", title),))

    def apply(statistic: Statistic) -> Statistic:
        owner = source or variable
        is_category = any(category.code == code for category in _categories(statistic, owner, known))
        entries = []
        for entry in statistic.dictionary:
            if is_category and entry.name == owner:
                entry = _labelled_categories(entry, {code: label}, known)
            elif not is_category and entry.name == variable:
                entry = replace(entry, node_labels=tuple({**dict(entry.node_labels), code: label}.items()))
            entries.append(entry)
        return replace(statistic, dictionary=tuple(entries))

    return on_statistic(name, apply)


def add_alternative(source: str, name: str, title: Texts, hierarchy: Hierarchy | None, words: str) -> Command:
    """Build the command that adds another hierarchy over the codes of `source`.

    It is a dimension of its own, next to `source` in the dictionary.
    """
    step = CommandName("add_alternative", (("title", words),))

    def apply(statistic: Statistic) -> Statistic:
        entries = list(statistic.dictionary)
        entry_place = next((entry_index for entry_index, entry in enumerate(entries) if entry.name == source), None)
        if entry_place is None or any(entry.name == name for entry in entries):
            return statistic
        new_entry = VariableEntry(name, "dimension", title, derived=Derivation("same", source))
        new_entry = replace(new_entry.with_hierarchy(hierarchy), node_labels=entries[entry_place].node_labels)
        last_index = max(
            entry_index
            for entry_index, entry in enumerate(entries)
            if entry_index == entry_place or (entry.derived is not None and entry.derived.source == source)
        )
        entries.insert(last_index + 1, new_entry)
        return replace(statistic, dictionary=tuple(entries))

    return on_statistic(step, apply)


def remove_alternative(name: str, words: str) -> Command:
    """Build the command that removes another hierarchy; the variable and its own hierarchy are kept."""

    def apply(statistic: Statistic) -> Statistic:
        kept_entries = tuple(entry for entry in statistic.dictionary if entry.name != name or entry.derived is None)
        return replace(statistic, dictionary=kept_entries)

    return on_statistic(CommandName("remove_alternative", (("title", words),)), apply)


def alternatives_of(statistic: Statistic, source: str) -> tuple[VariableEntry, ...]:
    """Return the alternative hierarchies of a variable."""
    return tuple(
        entry
        for entry in statistic.dictionary
        if entry.derived is not None and entry.derived.kind == "same" and entry.derived.source == source
    )


def _categories(statistic: Statistic, name: str, known_categories: tuple[Category, ...]) -> tuple[Category, ...]:
    return next((entry.categories for entry in statistic.dictionary if entry.name == name), ()) or known_categories


def _labelled_categories(
    entry: VariableEntry, labels: Mapping[str, Texts], known_categories: tuple[Category, ...]
) -> VariableEntry:
    former_categories = entry.categories or known_categories
    new_categories = tuple(
        replace(category, label=labels[category.code]) if category.code in labels else category
        for category in former_categories
    )
    return entry if new_categories == former_categories else replace(entry, categories=new_categories)


def _with_tree(entry: VariableEntry, hierarchy: Hierarchy, labels: Mapping[str, Texts]) -> VariableEntry:
    """Return the entry with the hierarchy and the labels of its nodes only."""
    node_places = hierarchy.index
    kept_labels = tuple((code, label) for code, label in labels.items() if code in node_places)
    return replace(entry.with_hierarchy(hierarchy), node_labels=kept_labels)
