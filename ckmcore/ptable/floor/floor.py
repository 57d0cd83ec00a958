"""Rules F1 to F9 of the floor under protection, which need no data: on perturbation tables and bases of rounding
(claims.md, section C).

A figure may be called protected only where no refusing rule is open. For an open rule that asks for a reason, a
methodologist records why it is acceptable. Nothing here depends on originals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.model.splits import NO_SIGNS, Level, Signs, disclosed, outcomes
from ckmcore.ptable.model.table import PTable

if TYPE_CHECKING:
    from ckmcore.ptable.magnitudes import MagnitudePTable

Rule = Literal[
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13", "F14", "F15", "F16", "F17", "F18"
]
# W: a reason has to be recorded; R: refused.
FloorLevel = Literal["W", "R"]
# What a sum of probabilities, or a variance that meets its limit by design, may be off.
_SLACK = 1e-9
# The totals of two small parts by which rule F8 judges.
SMALL_SPLITS = ((1, 1), (1, 2), (2, 2), (2, 3))
# Rows of more intervals (tableaus shuffled in pieces of .4 % and less) take too long for rule F8.
MOST_INTERVALS = 250


@dataclass(frozen=True)
class OpenRule:
    """A rule of the floor that is not met. found: value where it is worst; limit: limit that it passes.

    level: "R" refuses, "W" requires a recorded reason. where: row; published figure and original; or parts of a split;
    empty for rules without a place.
    """

    rule: Rule
    level: FloorLevel
    found: float
    limit: float
    sentence: Sentence
    where: tuple[int, ...] = ()

    @property
    def told(self) -> Sentence:
        """Sentence with the rule, its level, and what was found."""
        return sentence("floor_refused" if self.refused else "floor_reason", rule=self.rule, told=self.sentence)

    @property
    def refused(self) -> bool:
        """Whether the rule refuses."""
        return self.level == "R"


def refusing(rules: Sequence[OpenRule]) -> tuple[OpenRule, ...]:
    """Open rules that refuse."""
    return tuple(rule for rule in rules if rule.refused)


def names(rules: Sequence[OpenRule]) -> str:
    """The names of rules, each once, as in "F1, F6"."""
    return ", ".join(dict.fromkeys(rule.rule for rule in rules))


def above(
    rule: Rule, found: float, reason: float, refused: float | None, code: str, *where: int, **fields: object
) -> list[OpenRule]:
    """Open rule where `found` is above a limit, else empty. reason: limit above which a reason is required; refused:
    higher limit above which the rule refuses, or None. code, where, fields: of the sentence."""
    level: FloorLevel = "R" if refused is not None and found > refused + _SLACK else "W"
    limit = refused if level == "R" and refused is not None else reason
    if found <= limit + _SLACK:
        return []
    return [OpenRule(rule, level, found, limit, sentence(code, **fields, **_sentence_fields(found, limit)), where)]


def below(
    rule: Rule, found: float, reason: float, refused: float | None, code: str, *where: int, **fields: object
) -> list[OpenRule]:
    """Open rule where `found` is below a limit, else empty. reason: limit below which a reason is required; refused:
    lower limit below which the rule refuses, or None. code, where, fields: of the sentence."""
    level: FloorLevel = "R" if refused is not None and found < refused - _SLACK else "W"
    limit = refused if level == "R" and refused is not None else reason
    if found >= limit - _SLACK:
        return []
    return [OpenRule(rule, level, found, limit, sentence(code, **fields, **_sentence_fields(found, limit)), where)]


def _sentence_fields(figure: float, limit: float) -> dict[str, object]:
    """Fields of a sentence with the found value and the limit, as they are and in percent."""
    return {
        "found": _figure(figure),
        "limit": _figure(limit),
        "found_share": round(100 * figure, 2),
        "limit_share": round(100 * limit, 2),
    }


def _figure(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 4)


# --- perturbation tables for counts -----------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def ptable_floor(ptable: PTable, threshold: int = 0) -> tuple[OpenRule, ...]:
    """Open rules F1 to F8 of a perturbation table for counts, in order. No data are needed.

    threshold: smaller published counts are replaced by a sign, which F5, F6 and F8 take into account.
    """
    reports = ptable.reports
    open_rules: list[OpenRule] = []
    row = min(range(1, len(reports)), key=lambda index: reports[index].variance, default=0)
    open_rules += below("F1", reports[row].variance, 0.5, 0.1, "floor_variance", row, row=row)
    stays = [
        reports[int(row_index)].stay for row_index in ptable.lookup_row_used(np.arange(max(ptable.last_row, 3) + 1))
    ]
    small = max((1, 2), key=lambda index: stays[index])
    open_rules += above("F2", stays[small], 2 / 3, 0.9, "floor_stay_small", small, row=small)
    open_rules += below("F3", 1 - (stays[1] + stays[2]) / 2, 0.35, 0.1, "floor_changed_small")
    large = max(range(3, len(stays)), key=lambda index: stays[index])
    open_rules += above("F4", stays[large], 0.75, 0.95, "floor_stay_large", large, row=large)
    open_rules += _behind(ptable, threshold)
    row = max(range(len(reports)), key=lambda index: abs(reports[index].bias))
    open_rules += above("F7", abs(reports[row].bias), 0.75, None, "floor_bias", row, row=row)
    open_rules += _splits(ptable, threshold)
    return tuple(open_rules)


@dataclass(frozen=True)
class Behind:
    """Extreme cases of originals behind published figures under equal prior probabilities. fewest, fewest_at:
    smallest number of possible originals and its published figure; posterior, figure, original: largest posterior
    with its pair."""

    fewest: int
    fewest_at: int
    posterior: float
    figure: int
    original: int


def behind(ptable: PTable, threshold: int = 0) -> Behind:
    """Smallest number of possible originals (0 included) behind a published figure, and the largest flat posterior.

    Originals far beyond the last row add nothing new; an original 0 is published as 0. Published counts below
    `threshold`, all shown as one sign, are left out.
    """
    D = ptable.maximum_deviation
    originals = np.arange(max(ptable.last_row, threshold) + ptable.recycled_rows + 4 * D + 3)
    chances = np.zeros((len(originals), 2 * D + 1))
    rows = np.zeros((ptable.last_row + 1, 2 * D + 1))
    np.add.at(rows, (ptable.row_numbers, ptable.noise + D), ptable.probabilities)
    chances[1:] = rows[ptable.lookup_row_used(originals[1:])]
    chances[0, D] = 1.0
    # By published figure: each column moved down by its noise.
    by_figure = np.zeros((len(originals) + 2 * D, 2 * D + 1))
    for v in range(-D, D + 1):
        by_figure[originals + v + D, v + D] = chances[:, v + D]
    by_figure = by_figure[D : len(originals) - D]
    total = by_figure.sum(axis=1)
    shown_indices = np.flatnonzero(total > 0)
    shown_indices = shown_indices[shown_indices >= threshold]
    noise_counts = np.count_nonzero(by_figure[shown_indices], axis=1)
    shares = by_figure[shown_indices] / total[shown_indices, None]
    figure, column = np.unravel_index(int(shares.argmax()), shares.shape)
    row_index = int(shown_indices[figure])
    return Behind(
        int(noise_counts.min()),
        int(shown_indices[noise_counts.argmin()]),
        float(shares[figure, column]),
        row_index,
        row_index - (int(column) - D),
    )


def _behind(ptable: PTable, threshold: int) -> list[OpenRule]:
    found_behind = behind(ptable, threshold)
    figure, original = found_behind.figure, found_behind.original
    return [
        *below(
            "F5", found_behind.fewest, 3, 2, "floor_originals", found_behind.fewest_at, figure=found_behind.fewest_at
        ),
        *above(
            "F6",
            found_behind.posterior,
            0.75,
            0.9,
            "floor_posterior",
            figure,
            original,
            figure=figure,
            original=original,
        ),
    ]


def _splits(ptable: PTable, threshold: int) -> list[OpenRule]:
    """Rule F8: totals of two small parts, for a reader who knows D and the zero rule, and for one who knows the
    tableau."""
    used_rows = ptable.lookup_row_used(np.arange(1, 6))
    most_intervals = int(np.diff(ptable.offsets)[used_rows].max())
    if most_intervals > MOST_INTERVALS:
        told_sentence = sentence("floor_split_unknown", found=most_intervals, limit=MOST_INTERVALS)
        return [OpenRule("F8", "W", float(most_intervals), float(MOST_INTERVALS), told_sentence)]
    levels: tuple[Level, ...] = ("zero_rule", "tableau")
    open_rules: list[OpenRule] = []
    for level in levels:
        share, disclosed_parts = split_disclosed(ptable, level, threshold)
        fields = {"first": disclosed_parts[0], "second": disclosed_parts[1], "total": sum(disclosed_parts)}
        open_rules += above("F8", share, 0.25, 0.5, f"floor_split_{level}", *disclosed_parts, **fields)
    return open_rules


def split_disclosed(ptable: PTable, level: Level, threshold: int = 0) -> tuple[float, tuple[int, int]]:
    """The largest share of disclosed totals of two small parts, consistency included, and the parts."""
    signs = Signs(lambda figures: np.where(figures < threshold, -1, figures), threshold) if threshold else NO_SIGNS
    shares = {
        small_split: disclosed(ptable, outcomes(ptable, *small_split), level, signs=signs)
        for small_split in SMALL_SPLITS
    }
    worst_split = max(SMALL_SPLITS, key=lambda small_split: shares[small_split])
    return shares[worst_split], worst_split


# --- perturbation tables for sums, and rounding -----------------------------------------------------------------------


def magnitude_floor(ptable: MagnitudePTable) -> tuple[OpenRule, ...]:
    """Open rules of a perturbation table for sums: F1 and F5 of each row from ratio 1 on. The noise is a ratio there,
    so that each of its values leads to a different original."""
    open_rules: list[OpenRule] = []
    for magnitude_part in ptable.parts:
        rows = [row_index for row_index, ratio in enumerate(magnitude_part.rows) if ratio >= 1]
        variances = {report.row: report.variance for report in magnitude_part.reports}
        originals = {
            row_index: sum(p > 0 for p in magnitude_part.row_distribution(row_index).values()) for row_index in rows
        }
        if not rows:
            continue
        type = sentence(f"floor_type_{magnitude_part.type}")
        worst_row = min(rows, key=lambda index: variances[magnitude_part.rows[index]])
        ratio = magnitude_part.rows[worst_row]
        open_rules += below(
            "F1", variances[ratio], 0.5, 0.1, "floor_sum_variance", worst_row, row=_figure(ratio), type=type
        )
        worst_row = min(rows, key=lambda index: originals[index])
        ratio = magnitude_part.rows[worst_row]
        open_rules += below(
            "F5", originals[worst_row], 3, 2, "floor_sum_originals", worst_row, row=_figure(ratio), type=type
        )
    return tuple(open_rules)


def rounding_floor(base: int, *, keyed: bool) -> tuple[OpenRule, ...]:
    """Open rules F5, F6 and F9 of rounding to a base; F1 to F4 do not apply, since multiples are unchanged. keyed:
    rounding by the key.

    Behind the figure 0 are the originals below half a base (nearest multiple), or below a base (keyed); there the
    original 0 has the largest flat posterior, 2 / (base + 1).
    """
    originals = base if keyed else (base + 1) // 2
    posterior = 2 / (base + 1) if keyed else 1 / originals
    return (
        *below("F5", originals, 3, 2, "floor_originals", 0, figure=0),
        *above("F6", posterior, 0.75, 0.9, "floor_posterior", 0, 0, figure=0, original=0),
        *below("F9", base, 5, 3, "floor_base"),
    )
