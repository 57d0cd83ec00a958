"""Judgement of a method by each criterion of the board: a grade, and the reason in words with the measured figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ckmcore.lab.quality.board import cells_of
from ckmcore.lab.quality.candidates import Family
from ckmcore.lab.quality.evaluation import Evaluation, Finding
from ckmcore.lab.quality.finding import Numbers
from ckmcore.lab.quality.measure_registry import Criterion
from ckmcore.lab.quality.measures import missed_sums
from ckmcore.lab.risk.captions import found_sentence
from ckmcore.lab.risk.harm import count_small
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.primary import PrimaryRules

Grade = Literal["good", "fair", "poor", "open", "not_measured"]

# Of the criteria that follow from how a method works, for every table: of rounding, rounding by keys, the cell-key
# method, the SAFE principle and the primary rules.
_BY_FAMILY: Mapping[Criterion, tuple[Grade, Grade, Grade, Grade, Grade]] = {
    "consistency": ("good", "good", "good", "good", "poor"),
    "flexibility": ("fair", "good", "good", "fair", "poor"),
    "decentral": ("good", "fair", "fair", "poor", "poor"),
}
_FAMILIES: tuple[Family, ...] = ("rounding", "keyed_rounding", "cell_key", "safe", "primary")
_GRADES: Mapping[Criterion, Mapping[Family, Grade]] = {
    criterion: dict(zip(_FAMILIES, grades, strict=True)) for criterion, grades in _BY_FAMILY.items()
}
# No figure decides these, so they have a reason in our own words and no grade; Übersicht 1 of WISTA 2019 has its own.
_NOT_MEASURED: tuple[Criterion, ...] = ("explain", "introduction")
# Per cent of the counts 1 and 2 that stay, up to which the grade is good, and above which it is poor (F3, F17 of the
# floor); the same of a reader's certainty of one (F6).
UNCHANGED, CERTAIN = (65.0, 75.0), (75.0, 90.0)
# A mean deviation, or gap, up to which little is lost, and from which much is; percent of figures not shown.
_LITTLE, _MUCH, _MUCH_HIDDEN = 1.0, 3.0, 5.0
# Percent that sums may be off for little to be lost, and from which much is.
_LITTLE_OF_SUMS, _MUCH_OF_SUMS = 5.0, 20.0
# A variance of two parts, given the key of their total, below which the parts all but add up to it.
_ORDERED = 0.05


@dataclass(frozen=True)
class Judgement:
    """Grade of a method by a criterion, and why."""

    grade: Grade
    reason: Sentence


def judgement(board: Evaluation, criterion: Criterion, variant: int) -> Judgement:
    """Judge a method by a criterion, on the table of a comparison."""
    finding, candidate = board.together[variant], board.variants[variant]
    if finding.problems:
        return Judgement("poor", finding.problems[0])
    family, numbers = candidate.family, finding.numbers
    if criterion in _NOT_MEASURED:
        own_sentence = sentence(f"reason_{criterion}_{family}")
        return Judgement("not_measured", sentence("reason_not_measured", reason=own_sentence))
    if criterion in _GRADES:
        return Judgement(_GRADES[criterion][family], sentence(f"reason_{criterion}_{family}"))
    if criterion == "sums":
        return _sums(finding)
    if candidate.method is None:
        return _of_primary(criterion, candidate.rules, numbers, cells_of(board))
    if "sum_mean" in numbers and not board.tables[0].spec.count_values and criterion in ("additivity", "loss"):
        return _relative(numbers, criterion)
    if criterion == "primary":
        return _primary(finding)
    if criterion == "secondary":
        return _secondary(finding)
    if criterion == "additivity":
        return _additivity(finding)
    if criterion == "loss":
        return _loss(numbers)
    code = "reason_running_rounding" if family == "rounding" else "reason_running"
    return Judgement("fair" if family == "rounding" else "good", sentence(code, time=round(numbers["time"], 1)))


def _sums(column: Finding) -> Judgement:
    """Grade the sums by the floor of their protection and by the additivity of their totals."""
    risks = column.sum_risks
    if risks is None:
        return Judgement("open", sentence("reason_sums_not_judged"))
    below, rules = int(column.numbers.get("sum_floor", 0)), sorted({rule.rule for rule in risks.floor.rules})
    if rules:
        return Judgement("poor", sentence("reason_sums_below", count=below, rules=rules, p=risks.limits.p))
    if not risks.floor.holds:
        reason = next(iter(risks.floor.skipped), sentence("nothing_but_zeros"))
        return Judgement("open", sentence("reason_sums_open", reason=reason))
    deviation = round(column.numbers.get("sum_totals", column.numbers.get("sum_mean", 0.0)), 2)
    grade: Grade = "good" if deviation <= _LITTLE_OF_SUMS else "fair"
    return Judgement(grade, sentence("reason_sums_held", p=risks.limits.p, off=deviation))


def _relative(numbers: Numbers, criterion: Criterion) -> Judgement:
    """Loss and additivity of a table of sums alone, relative to the originals."""
    deviation = numbers["sum_mean"] if criterion == "loss" else numbers.get("sum_gap", 0.0)
    grade: Grade = "good" if deviation <= _LITTLE_OF_SUMS else "fair" if deviation <= _MUCH_OF_SUMS else "poor"
    fields = {"mean": round(deviation, 2), "hidden": round(numbers.get("not_shown", 0.0), 1)}
    return Judgement(grade, sentence(f"reason_{criterion}_sums", **fields))


def _of_primary(criterion: Criterion, rules: PrimaryRules | None, numbers: Numbers, cells: int) -> Judgement:
    if rules == PrimaryRules() and criterion in ("primary", "loss"):
        return Judgement("open", sentence("reason_primary_no_rules"))
    sensitive = int(numbers.get("sensitive", 0))
    fields: dict[str, Any] = {"count": sensitive, "cells": cells}
    if criterion == "loss":
        fields = {"hidden": round(100 * sensitive / cells, 1) if cells else 0}
    good = criterion == "additivity"
    return Judgement("good" if good else "poor", sentence(f"reason_{criterion}_primary", **fields))


def _primary(column: Finding) -> Judgement:
    """Grade the protection of small counts: how many are published unchanged, how certain a reader can be, and how many
    are disclosed. Without a finished attack the grade is never good."""
    numbers, attack = column.numbers, column.attacked
    certain = max((numbers[code] for code in ("reveal_small", "q_small") if code in numbers), default=None)
    if certain is None:
        return Judgement("open", sentence("reason_primary_not_measured"))
    stays, disclosed = numbers.get("small_unchanged", 0.0), 0 if attack is None else count_small(attack.disclosed)
    if disclosed or stays > UNCHANGED[1] or certain > CERTAIN[1]:
        grade: Grade = "poor"
    elif stays > UNCHANGED[0] or certain > CERTAIN[0]:
        grade = "fair"
    else:
        grade = "good" if attack is not None and attack.complete else "open"
    fields = {
        "cells": int(numbers.get("small_cells", 0)),
        "stays": round(stays, 1),
        "certain": round(certain, 1),
        "disclosed": disclosed,
        "stays_good": UNCHANGED[0],
        "stays_poor": UNCHANGED[1],
        "certain_good": CERTAIN[0],
        "certain_poor": CERTAIN[1],
    }
    code = "reason_primary_open" if grade == "open" else "reason_primary"
    return Judgement(grade, sentence(code, **fields))


def _secondary(column: Finding) -> Judgement:
    if column.attacked is None:
        return Judgement("open", sentence("attack_needs_counts"))
    disclosure_sentence = found_sentence(column.attacked)
    ordered = column.numbers.get("least_pair", _ORDERED) < _ORDERED
    if column.attacked.disclosed:
        return Judgement("poor", sentence("reason_secondary_found", found=disclosure_sentence))
    if not column.attacked.complete:
        return Judgement("open", sentence("reason_secondary_none", found=disclosure_sentence))
    if ordered:
        return Judgement("fair", sentence("reason_secondary_ordered", found=disclosure_sentence))
    return Judgement("good", sentence("reason_secondary_none", found=disclosure_sentence))


def _additivity(column: Finding) -> Judgement:
    """Grade the additivity of counts, or else of the first kind of sums."""
    measured = () if column.sums is None else column.sums.measured
    figures = column.figures or next((sums.figures for sums in measured), None)
    missed = np.zeros(0) if figures is None else missed_sums(figures)
    if not len(missed):
        return Judgement("good", sentence("reason_additivity_none"))
    if not missed.any():
        return Judgement("good", sentence("reason_additivity_kept", sums=len(missed)))
    grade: Grade = "fair" if np.abs(missed).mean() < _MUCH else "poor"
    return Judgement(grade, sentence("reason_additivity_lost", gaps=int((missed != 0).sum()), sums=len(missed)))


def _loss(numbers: Numbers) -> Judgement:
    mean, hidden = numbers.get("mean_deviation", 0.0), numbers.get("not_shown", 0.0)
    grade: Grade = "good" if mean <= _LITTLE else "fair"
    if mean > _MUCH or hidden > _MUCH_HIDDEN:
        grade = "poor"
    reason = sentence(
        "reason_loss",
        changed=round(numbers.get("changed", 0.0), 1),
        mean=round(mean, 2),
        largest=numbers.get("largest_deviation", 0.0),
        hidden=round(hidden, 1),
    )
    return Judgement(grade, reason)
