"""What is compared: methods, and rules of primary suppression, each with the name that heads its column."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ckmcore.messages import Sentence, sentence
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.ptable.model.shuffle import DEFAULT_THRESHOLD, shuffle

Family = Literal["rounding", "keyed_rounding", "cell_key", "safe", "primary"]


@dataclass(frozen=True)
class Candidate:
    """A column of the comparison of methods: a method, or rules of primary suppression. name: heading."""

    name: Sentence
    method: Method | None = None
    rules: PrimaryRules | None = None
    in_force: bool = False

    @property
    def family(self) -> Family:
        """Family of methods that are graded by the same rules."""
        return "primary" if self.method is None else self.method.family


def candidate(method: Method, *, in_force: bool = False) -> Candidate:
    """Column of a method; for cell-key methods the heading says whether the rows of the perturbation table are ordered
    by the key."""
    name, ptable = method.name, method.count_noise.ptable
    if ptable is not None:
        name = sentence("board_ordered" if ptable.is_ordered else "board_shuffled", name=name)
    return Candidate(name, method, in_force=in_force)


def ordered_and_shuffled(method: CellKeyMethod, threshold: float = DEFAULT_THRESHOLD) -> list[Candidate]:
    """Columns of a cell-key method: as it is, and, where its table is ordered by the key, also shuffled. threshold: as
    of `shuffle`."""
    candidates = [candidate(method)]
    if method.ptable.is_ordered:
        candidates.append(candidate(replace(method, ptable=shuffle(method.ptable, threshold))))
    return candidates


def primary_candidate(rules: PrimaryRules) -> Candidate:
    """The column of primary suppression."""
    return Candidate(sentence("board_primary"), rules=rules)
