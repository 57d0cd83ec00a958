"""The code lists of a period as the dictionary says them, and what became of codes that ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ckmcore.dictionary.changes import CodeListChanges, classify
from ckmcore.dictionary.derive import derived_codes, in_order
from ckmcore.dictionary.entry import VariableEntry, without_leaves
from ckmcore.errors import CkmError
from ckmcore.microdata.data import Category, Dimension
from ckmcore.statistic.model import Period, Statistic
from ckmcore.texts import Texts

Fate = Literal["gone", "renamed", "merged", "split"]


@dataclass(frozen=True)
class Successor:
    """What became of a code: the codes now, and the period in which it ended ("gone": nobody said)."""

    fate: Fate
    codes: tuple[str, ...] = ()
    period: Texts = Texts()


def dimensions_on(statistic: Statistic, place: int) -> dict[str, Dimension]:
    """The dimensions of a period by the dictionary alone, without looking at records.

    A variable whose code list is open has no categories here; one that the period's file does not have is left out.
    """
    period = statistic.periods[place]
    absent = {one.variable for one in period.columns if not one.column}
    found: dict[str, Dimension] = {}
    for entry in statistic.dictionary:
        if entry.role == "dimension" and entry.derived is None and entry.name not in absent:
            found[entry.name] = entry.describe(Dimension(entry.name, entry.title, ()), period.date)
    magnitudes = {entry.name for entry in statistic.dictionary if entry.role == "magnitude"} - absent
    for entry in in_order(statistic.dictionary):
        rule = entry.derived
        if rule is None or entry.role != "dimension" or entry.name in found:
            continue
        if rule.source in found:
            found[entry.name] = _derived(entry, found[rule.source], period.date)
        elif rule.source in magnitudes:
            found[entry.name] = entry.describe(Dimension(entry.name, entry.title, ()), period.date)
    return found


def _derived(entry: VariableEntry, source: Dimension, date: str) -> Dimension:
    if not source.categories or entry.derived is None:
        return Dimension(entry.name, entry.title, (), entry.tree, dict(entry.node_labels))
    try:
        codes = tuple(dict.fromkeys(derived_codes(source.codes, entry.derived).values()))
    except CkmError:
        codes = ()  # a rule that cannot be followed is said where records are described
    if entry.categories:
        listed = {category.code for category in entry.categories}
        entry = replace(entry, categories=tuple(one for one in entry.categories if one.code in codes or not codes))
        ended = {code for code in listed if code not in codes} if codes else set()
        if entry.tree is not None and ended:
            entry = entry.with_hierarchy(without_leaves(entry.tree, ended))
        return entry.describe(Dimension(entry.name, entry.title, ()), date)
    tree = entry.tree
    if tree is not None and codes:
        tree = without_leaves(tree, set(tree.leaves) - set(codes))
    labels = {category.code: category for category in source.categories}
    categories = tuple(labels.get(code) or Category.plain(code) for code in codes)
    return Dimension(entry.name, entry.title, categories, tree, dict(entry.node_labels))


def source_of(statistic: Statistic, variable: str) -> str:
    """The variable whose codes a dimension has: itself, or the one of which it is another hierarchy."""
    entries = {entry.name: entry for entry in statistic.dictionary}
    for _ in entries:
        entry = entries.get(variable)
        if entry is None or entry.derived is None or entry.derived.kind != "same":
            break
        variable = entry.derived.source
    return variable


def successor(statistic: Statistic, variable: str, code: str, known: Sequence[str] | frozenset[str]) -> Successor:
    """What became of a code that the current period does not have; `known` are the codes that it has.

    The mapping tables of the periods up to the current one are followed. "renamed" only where every step is one to
    one and the code now exists.
    """
    variable = source_of(statistic, variable)
    now: tuple[str, ...] = (code,)
    fate: Fate = "gone"
    since = Texts()
    for period in statistic.periods[1 : statistic.current + 1]:
        said = _changes(period, variable)
        step = dict(said.renamed)
        merged = {old: new for olds, new in said.merged for old in olds}
        split = dict(said.split)
        following: list[str] = []
        for one in now:
            if one in split:
                following += split[one]
                fate = "split"
            elif one in merged:
                following.append(merged[one])
                fate = "split" if fate == "split" else "merged"
            else:
                following.append(step.get(one, one))
                if one in step and fate == "gone":
                    fate = "renamed"
        if tuple(following) != now:
            since = period.label
        now = tuple(dict.fromkeys(following))
    existing = tuple(one for one in now if one in known)
    if fate == "gone" or not existing:
        return Successor("gone")
    return Successor(fate, existing, since)


def _changes(period: Period, variable: str) -> CodeListChanges:
    return classify(next((one.codes for one in period.changes if one.variable == variable), ()))
