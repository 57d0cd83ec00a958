"""Commands on the dictionary: words, code lists, roles, derived dimensions, structural zeros.

`title` is the variable's title in the window's language: it names the step in the undo menu.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.dictionary.ranges import range_of, with_range
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.microdata.data import MISSING, Category, StructuralZero
from ckmcore.microdata.variable import CodesFrom, Derivation, Role, VariableEntry
from ckmcore.statistic.model import Statistic
from ckmdesk.commands.data import on_entry, on_statistic
from ckmdesk.commands.desk import Command, CommandName

TextField = Literal["title", "note", "unit"]
CategoryField = Literal["de", "en", "note", "valid_from", "valid_to"]

# A role that only one variable can have, and what the former one becomes.
_DISPLACED: dict[Role, Role] = {"weight": "magnitude"}


def in_language(texts: Texts, words: str, language: Language) -> Texts:
    """Return a text with new words in one language; the other is unchanged."""
    return replace(texts, de=words) if language == "de" else replace(texts, en=words)


def set_words(variable: str, field: TextField, words: str, language: Language, title: str) -> Command:
    """Title, note or unit of a variable in one language."""
    words = words.strip()

    def change(entry: VariableEntry) -> VariableEntry:
        texts = in_language(getattr(entry, field), words, language)
        if field == "title" and not texts.text(language):
            texts = Texts.same(entry.name)
        changes: dict[str, Any] = {field: texts}
        return replace(entry, **changes)

    return on_entry(CommandName("describe_variable", (("title", title),)), variable, change)


def set_category(
    variable: str,
    code: str,
    field: CategoryField,
    words: str,
    language: Language,
    title: str,
    known: tuple[Category, ...] = (),
) -> Command:
    """Build the command that sets label, note or validity of a category; notes are set in `language`.

    `known` gives the categories that the rule of a derived dimension makes, if the entry has no code list of its own
    yet.
    """
    words = words.strip()

    def changed(category: Category) -> Category:
        if field in ("de", "en"):
            return replace(category, label=in_language(category.label, words, field))
        if field == "note":
            return replace(category, note=in_language(category.note, words, language))
        changes: dict[str, Any] = {field: words}
        return replace(category, **changes)

    def change(entry: VariableEntry) -> VariableEntry:
        categories = tuple(
            changed(category) if category.code == code else category for category in entry.categories or known
        )
        return replace(entry, categories=categories)

    return on_entry(CommandName("edit_categories", (("title", title),)), variable, change)


def move_categories(
    variable: str, codes: frozenset[str], step: int, title: str, known: tuple[Category, ...] = ()
) -> Command:
    """Build the command that moves categories up (-1) or down (+1); the missing category stays last.

    `known` is as in `set_category`.
    """

    def change(entry: VariableEntry) -> VariableEntry:
        categories = entry.categories or known
        order = [category for category in categories if category.code != MISSING]
        remaining_categories = tuple(category for category in categories if category.code == MISSING)
        indices = [index for index, category in enumerate(order) if category.code in codes]
        for entry_index in indices if step < 0 else reversed(indices):
            other = entry_index + step
            if 0 <= other < len(order) and order[other].code not in codes:
                order[entry_index], order[other] = order[other], order[entry_index]
        return replace(entry, categories=(*order, *remaining_categories))

    return on_entry(CommandName("order_categories", (("title", title),)), variable, change)


def set_categories(variable: str, categories: tuple[Category, ...], title: str) -> Command:
    """Build the command that replaces the code list of a variable."""
    name = CommandName("edit_categories", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, categories=categories))


def set_code_list(variable: str, described: VariableEntry, title: str) -> Command:
    """Build the command that sets the code list and the labels of inner nodes from a file (`described`)."""

    def change(entry: VariableEntry) -> VariableEntry:
        return replace(
            entry,
            categories=described.categories,
            gaps=described.gaps,
            node_labels=described.node_labels,
            codes_from=described.codes_from,
            observed_reason=described.observed_reason,
            code_answers=described.code_answers,
        )

    return on_entry(CommandName("edit_categories", (("title", title),)), variable, change)


def put_entry(entry: VariableEntry, title: str) -> Command:
    """Another entry in the place of the one of its name."""
    return on_entry(CommandName("describe_variable", (("title", title),)), entry.name, lambda _: entry)


def put_rule(place: int, rule: RecordRule, words: str) -> Command:
    """Declare a rule for records in the place of the one at `place`, or behind all others where there is none."""

    def change(statistic: Statistic) -> Statistic:
        rules = statistic.rules
        place_of = place if 0 <= place < len(rules) else len(rules)
        return replace(statistic, rules=(*rules[:place_of], rule, *rules[place_of + 1 :]))

    return on_statistic(CommandName("put_rule", (("title", words),)), change)


def remove_rule(place: int, words: str) -> Command:
    """Take a rule for records out of the statistic."""

    def change(statistic: Statistic) -> Statistic:
        return replace(statistic, rules=(*statistic.rules[:place], *statistic.rules[place + 1 :]))

    return on_statistic(CommandName("remove_rule", (("title", words),)), change)


CodesField = Literal["missing_codes", "not_applicable_codes", "zero_codes", "classes"]


def with_origin(entry: VariableEntry, kind: CodesFrom, text: str, known: tuple[Category, ...]) -> VariableEntry:
    """Return the entry with a code list from a list, a typed range (`0-120`), or the records for a reason.

    `known` are the categories of the records, if the entry has none of its own. Raises range_unreadable, range_faulty.
    """
    if not entry.categories:
        entry = replace(entry, categories=known)
    if kind == "range":
        return with_range(entry, *range_of(text))
    return replace(entry, codes_from=kind, observed_reason=text.strip() if kind == "observed" else "")


def set_codes(variable: str, field: CodesField, text: str, title: str, entry: VariableEntry | None) -> Command:
    """Build the command that sets special values or class edges of a magnitude.

    Values that are missing, do not apply or mean 0 are numbers separated by semicolons; class edges are read by
    `MagnitudeClasses.parsed`. Raises codes_twice, code_no_number, QuantileClasses.
    """
    if field == "classes":
        magnitude_classes = MagnitudeClasses.parsed(text)
        edges = () if magnitude_classes is None else magnitude_classes.edges
        name = CommandName("edit_classes", (("title", title),))
        return on_entry(name, variable, lambda entry: replace(entry, classes=edges))
    codes = tuple(code.strip() for code in text.split(";") if code.strip())
    changed: dict[str, Any] = {field: codes}
    if entry is not None:
        _ = replace(entry, **changed).code_roles  # what cannot be is said now
    return on_entry(CommandName("edit_codes", (("title", title),)), variable, lambda entry: replace(entry, **changed))


def add_category(variable: str, code: str, title: str) -> Command:
    """Build the command that adds a category for a code without records yet; in a hierarchy it is a leaf at the top."""
    from ckmcore.dictionary.changes import parent_for, placed

    code = code.strip()

    def change(entry: VariableEntry) -> VariableEntry:
        if not code or any(category.code == code for category in entry.categories):
            return entry
        categories = sorted((*entry.categories, Category.plain(code)), key=lambda category: category.code == MISSING)
        tree = entry.tree
        if tree is not None and code not in tree.index:
            entry = entry.with_hierarchy(placed(tree, {code: parent_for(tree, code)}))
        return replace(entry, categories=tuple(categories))

    return on_entry(CommandName("edit_categories", (("title", title),)), variable, change)


def remove_categories(variable: str, codes: frozenset[str], title: str) -> Command:
    """Build the command that removes categories from the code list; those that records have reappear as read."""
    from ckmcore.microdata.variable import without_leaves

    def change(entry: VariableEntry) -> VariableEntry:
        kept_categories = tuple(category for category in entry.categories if category.code not in codes)
        tree = entry.tree
        if tree is not None:
            entry = entry.with_hierarchy(without_leaves(tree, codes))
        return replace(entry, categories=kept_categories, gaps=tuple(gap for gap in entry.gaps if gap[0] not in codes))

    return on_entry(CommandName("edit_categories", (("title", title),)), variable, change)


def set_role(variable: str, role: Role, title: str) -> Command:
    """Build the command that changes a variable's role; as there is at most one weight, a former one becomes a
    magnitude."""

    def change(statistic: Statistic) -> Statistic:
        def given(entry: VariableEntry) -> VariableEntry:
            if entry.name == variable:
                return replace(entry, role=role)
            if entry.role == role and role in _DISPLACED:
                return replace(entry, role=_DISPLACED[role])
            return entry

        return replace(statistic, dictionary=tuple(map(given, statistic.dictionary)))

    return on_statistic(CommandName("set_role", (("title", title),)), change)


def free_name(statistic: Statistic, wanted: str) -> str:
    """Return a name that no variable has: `wanted`, else with a number appended."""
    taken_names = {entry.name for entry in statistic.dictionary}
    names = (wanted if index == 1 else f"{wanted}_{index}" for index in range(1, len(taken_names) + 2))
    return next(name for name in names if name not in taken_names)


def add_derived(entry: VariableEntry, title: str) -> Command:
    """Build the command that adds a derived dimension, below its source in the list."""

    def change(statistic: Statistic) -> Statistic:
        names = [variable_entry.name for variable_entry in statistic.dictionary]
        source = "" if entry.derived is None else entry.derived.source
        insert_index = names.index(source) + 1 if source in names else len(names)
        entries = (*statistic.dictionary[:insert_index], entry, *statistic.dictionary[insert_index:])
        return replace(statistic, dictionary=entries)

    return on_statistic(CommandName("add_derived", (("title", title),)), change)


def set_rule(variable: str, rule: Derivation, title: str) -> Command:
    """Build the command that changes the rule of a derived dimension; labels of codes it still makes are kept."""
    name = CommandName("set_rule", (("title", title),))
    return on_entry(name, variable, lambda entry: replace(entry, derived=rule))


def remove_derived(variable: str, title: str) -> Command:
    """Take a derived dimension away."""

    def change(statistic: Statistic) -> Statistic:
        kept_entries = tuple(entry for entry in statistic.dictionary if entry.name != variable or entry.derived is None)
        return replace(statistic, dictionary=kept_entries)

    return on_statistic(CommandName("remove_derived", (("title", title),)), change)


def declare_zero(zero: StructuralZero) -> Command:
    """Declare a combination that cannot occur."""

    def change(statistic: Statistic) -> Statistic:
        if zero in statistic.structural_zeros:
            return statistic
        return replace(statistic, structural_zeros=(*statistic.structural_zeros, zero))

    return on_statistic(CommandName("declare_zero"), change)


def take_back_zero(zero: StructuralZero) -> Command:
    """Take such a declaration back."""

    def change(statistic: Statistic) -> Statistic:
        kept_zeros = tuple(structural_zero for structural_zero in statistic.structural_zeros if structural_zero != zero)
        return replace(statistic, structural_zeros=kept_zeros)

    return on_statistic(CommandName("take_back_zero"), change)
