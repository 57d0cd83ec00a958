"""Looks at what has left the house, and what was decided of releases afterwards (truth.md, section 4).

Both are kept in the statistic, sealed where it has roles, and not in the register, which every role reads. No figure
and no number of cells is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from ckmcore.base.checked import checked
from ckmcore.statistic.releases import releases

if TYPE_CHECKING:
    from ckmcore.statistic.entry import Entry
    from ckmcore.tabulate.spec import TableSpec, Value

PairKind = Literal["weights", "answers", "sums"]
"""Weighted counts beside counts; counts by the value of a magnitude beside counts; sums beside a published 0."""
PAIR_KINDS: tuple[PairKind, ...] = get_args(PairKind)

LookResult = Literal["held", "open", "not_tested", "later", "never"]


@checked
@dataclass(frozen=True)
class Look:
    """A re-examination of released tables: its ISO day, program version and result. Results `later` and `never`: it was
    declined for this day, or for good."""

    day: str
    engine: str
    result: LookResult


@checked
@dataclass(frozen=True)
class PairDecision:
    """Decision on a release for one kind of pair: who, when (ISO) and why. accepted: the release stays; no_further: no
    further values of the pair are published for its records."""

    number: int
    kind: PairKind
    decided: Literal["accepted", "no_further"]
    person: str
    time: str
    reason: str


def look_is_due(register: Iterable[Entry], looks: Sequence[Look], day: str) -> bool:
    """Whether to offer a re-examination on a day (ISO): figures of a pair were released, nobody has examined them by
    the current rules, and it was neither declined nor put off on this day."""
    specs = [release.submission.spec for release in releases(register) if release.was_released]
    if not any(pair_values(kind, spec) for kind in PAIR_KINDS for spec in specs):
        return False
    return not looks or (looks[-1].result == "later" and looks[-1].day != day and not looked_at(looks))


def looked_at(looks: Iterable[Look]) -> bool:
    """Whether somebody has examined the released tables; looks that were put off do not count."""
    return any(look.result not in ("later", "never") for look in looks)


def pair_values(kind: PairKind, spec: TableSpec, magnitudes: frozenset[str] | None = None) -> tuple[Value, ...]:
    """Values of a table that form pairs of a kind with counts. magnitudes: only of these, None for all."""
    return tuple(value for value in spec.values if _is_of_pair(kind, value, magnitudes))


def _is_of_pair(kind: PairKind, value: Value, magnitudes: frozenset[str] | None) -> bool:
    if kind == "weights":
        return any(measure.of == "weighted_count" and not measure.magnitude for measure in value.measures)
    if kind == "answers":
        by_value = value.counts_answers or value.is_quantile
        return by_value and (magnitudes is None or value.magnitude in magnitudes)
    return any(measure.is_sum and (magnitudes is None or measure.magnitude in magnitudes) for measure in value.measures)


def pair_magnitudes(kind: PairKind, spec: TableSpec) -> frozenset[str]:
    """The magnitudes of the values of a table beside counts in pairs of a kind."""
    if kind == "answers":
        return frozenset(value.magnitude for value in pair_values(kind, spec))
    values = pair_values(kind, spec)
    return frozenset(measure.magnitude for value in values for measure in value.measures if measure.is_sum)
