"""How a method stands to each criterion of the board: a grade, and the reason in words with the measured figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ckmcore.messages import Sentence, sentence
from ckmcore.methods.primary import PrimaryRules
from ckmcore.quality.board import Board, Column, Criterion
from ckmcore.quality.candidates import Family
from ckmcore.quality.measures import Measures
from ckmcore.risk.words import found_sentence

Grade = Literal["good", "fair", "poor", "open"]

# Of the criteria that no figure decides.
_GRADES: Mapping[Criterion, Mapping[Family, Grade]] = {
    "consistency": {"rounding": "good", "keyed_rounding": "good", "cell_key": "good", "primary": "poor"},
    "flexibility": {"rounding": "fair", "keyed_rounding": "good", "cell_key": "good", "primary": "poor"},
    "decentral": {"rounding": "good", "keyed_rounding": "fair", "cell_key": "fair", "primary": "poor"},
    "explain": {"rounding": "good", "keyed_rounding": "fair", "cell_key": "poor", "primary": "fair"},
    "introduction": {"rounding": "good", "keyed_rounding": "fair", "cell_key": "poor", "primary": "fair"},
}
# A mean deviation, or gap, up to which little is lost, and from which much is; a share of figures not shown.
_LITTLE, _MUCH, _MUCH_HIDDEN = 1.0, 3.0, 0.05
# A variance of two parts, given the key of their total, below which the parts all but add up to it.
_ORDERED = 0.05


@dataclass(frozen=True)
class Entry:
    """How a method stands to a criterion, and why."""

    grade: Grade
    reason: Sentence


def entry(board: Board, criterion: Criterion, column: int) -> Entry:
    """How the method of a column stands to a criterion, on the table of the board."""
    found = board.columns[column]
    if found.problem is not None:
        return Entry("poor", found.problem)
    family = found.candidate.family
    if criterion in _GRADES:
        return Entry(_GRADES[criterion][family], sentence(f"reason_{criterion}_{family}"))
    if found.measures is None:
        return _of_primary(criterion, found, board.cells)
    if criterion == "primary":
        return _primary(found)
    if criterion == "secondary":
        return _secondary(found)
    if criterion == "additivity":
        return _additivity(found.measures)
    if criterion == "loss":
        return _loss(found.measures)
    code = "reason_running_rounding" if family == "rounding" else "reason_running"
    return Entry("fair" if family == "rounding" else "good", sentence(code, time=round(1000 * found.seconds, 1)))


def _of_primary(criterion: Criterion, column: Column, cells: int) -> Entry:
    if column.candidate.rules == PrimaryRules() and criterion in ("primary", "loss"):
        return Entry("open", sentence("reason_primary_no_rules"))
    sensitive = int(column.numbers.get("sensitive", 0))
    fields: dict[str, Any] = {"count": sensitive, "cells": cells}
    if criterion == "loss":
        fields = {"hidden": round(100 * sensitive / cells, 1) if cells else 0}
    good = criterion == "additivity"
    return Entry("good" if good else "poor", sentence(f"reason_{criterion}_primary", **fields))


def _primary(column: Column) -> Entry:
    method = column.candidate.method
    family = column.candidate.family
    base = 0 if method is None else method.count_noise.base
    if method is not None and family == "cell_key":
        return Entry("good", sentence("reason_primary_cell_key", D=method.count_noise.largest))
    grade: Grade = "fair" if not column.numbers.get("small_unchanged") else "poor"
    return Entry(grade, sentence(f"reason_primary_{family}", base=base, most=(base - 1) // 2, values=2 * base - 1))


def _secondary(column: Column) -> Entry:
    if column.attack is None:
        return Entry("open", sentence("attack_needs_counts"))
    found = found_sentence(column.attack)
    ordered = column.numbers.get("least_pair", _ORDERED) < _ORDERED
    if column.attack.disclosed:
        return Entry("poor", sentence("reason_secondary_found", found=found))
    if not column.attack.complete:
        return Entry("open", sentence("reason_secondary_none", found=found))
    if ordered:
        return Entry("fair", sentence("reason_secondary_ordered", found=found))
    return Entry("good", sentence("reason_secondary_none", found=found))


def _additivity(found: Measures) -> Entry:
    if not found.sums:
        return Entry("good", sentence("reason_additivity_none"))
    if not found.gaps:
        return Entry("good", sentence("reason_additivity_kept", sums=found.sums))
    grade: Grade = "fair" if found.mean_gap < _MUCH else "poor"
    return Entry(grade, sentence("reason_additivity_lost", gaps=found.gaps, sums=found.sums))


def _loss(found: Measures) -> Entry:
    grade: Grade = "good" if found.mean_deviation <= _LITTLE else "fair"
    if found.mean_deviation > _MUCH or found.share_not_shown > _MUCH_HIDDEN:
        grade = "poor"
    reason = sentence(
        "reason_loss",
        changed=round(100 * found.share_changed, 1),
        mean=round(found.mean_deviation, 2),
        largest=found.largest_deviation,
        hidden=round(100 * found.share_not_shown, 1),
    )
    return Entry(grade, reason)
