"""The code lists of a period as the dictionary says them, and what became of codes that ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ckmcore.dictionary.changes import classify
from ckmcore.dictionary.derive import derived_codes, in_order
from ckmcore.dictionary.entry import VariableEntry, without_leaves
from ckmcore.errors import CkmError
from ckmcore.microdata.data import Category, Dimension
from ckmcore.statistic.model import Statistic
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


@dataclass(frozen=True)
class _Step:
    """What a mapping table between two periods says, by old code; `since` is the later period."""

    renamed: dict[str, str]
    merged: dict[str, str]
    split: dict[str, tuple[str, ...]]
    since: Texts


class Successors:
    """What became of codes that the current period of a statistic does not have, by the mapping tables on the way."""

    def __init__(self, statistic: Statistic) -> None:
        self._statistic = statistic
        self._steps: dict[str, list[_Step]] = {}

    def of(self, variable: str, code: str, known: frozenset[str]) -> Successor:
        """What became of a code of a variable; `known` are the codes that the period has.

        "renamed" only where every step was one to one and the code now exists.
        """
        now: tuple[str, ...] = (code,)
        fate: Fate = "gone"
        since = Texts()
        for step in self._of_variable(variable):
            following: list[str] = []
            for one in now:
                if one in step.split:
                    following += step.split[one]
                    fate = "split"
                elif one in step.merged:
                    following.append(step.merged[one])
                    fate = "split" if fate == "split" else "merged"
                else:
                    following.append(step.renamed.get(one, one))
                    if one in step.renamed and fate == "gone":
                        fate = "renamed"
            if tuple(following) != now:
                since = step.since
            now = tuple(dict.fromkeys(following))
        existing = tuple(one for one in now if one in known)
        if fate == "gone" or not existing:
            return Successor("gone")
        return Successor(fate, existing, since)

    def _of_variable(self, variable: str) -> list[_Step]:
        if variable not in self._steps:
            source, found = source_of(self._statistic, variable), []
            for period in self._statistic.periods[1 : self._statistic.current + 1]:
                pairs = next((one.codes for one in period.changes if one.variable == source), ())
                said = classify(pairs)
                merged = {old: new for olds, new in said.merged for old in olds}
                found.append(_Step(dict(said.renamed), merged, dict(said.split), period.label))
            self._steps[variable] = found
        return self._steps[variable]
