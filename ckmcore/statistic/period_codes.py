"""The code lists of a period as the dictionary says them, and what became of codes that ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import classify
from ckmcore.dictionary.derive import in_order
from ckmcore.errors import CkmError
from ckmcore.microdata.data import Dimension, Microdata, NumberColumn
from ckmcore.statistic.model import Statistic

Fate = Literal["gone", "renamed", "merged", "split"]


@dataclass(frozen=True)
class Successor:
    """What became of a code: the codes now, and the period in which it ended ("gone": nobody said)."""

    fate: Fate
    codes: tuple[str, ...] = ()
    period: Texts = Texts()


def dimensions_on(statistic: Statistic, place: int) -> dict[str, Dimension]:
    """The dimensions of a period by the dictionary alone: as it describes a file without records.

    A variable whose code list is open, and what is derived from it, has no categories here; one that the period's file
    does not have is left out.
    """
    absent = {one.variable for one in statistic.periods[place].columns if not one.column}
    own = [entry for entry in statistic.dictionary if entry.derived is None and entry.name not in absent]
    none = Microdata(
        0,
        {entry.name: Dimension(entry.name, entry.title, ()) for entry in own if entry.role == "dimension"},
        {entry.name: np.zeros(0, dtype=np.uint8) for entry in own if entry.role == "dimension"},
        magnitudes={
            entry.name: NumberColumn(entry.name, np.zeros(0, dtype=np.int64), 0)
            for entry in own
            if entry.role == "magnitude"
        },
    )
    statistic = replace(statistic, current=place)
    try:
        found = dict(statistic.describe(none).dimensions)
    except CkmError:  # a rule that cannot be followed is said where records are described
        plain = tuple(entry for entry in statistic.dictionary if entry.derived is None)
        found = dict(replace(statistic, dictionary=plain).describe(none).dimensions)
    for entry in in_order(statistic.dictionary):
        source = found.get(entry.derived.source) if entry.derived is not None else None
        if entry.name in found and source is not None and not source.categories:
            found[entry.name] = replace(found[entry.name], categories=(), hierarchy=None)
    return found


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
