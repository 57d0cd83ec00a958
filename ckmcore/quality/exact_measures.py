"""What follows from a method and the counts of tables alone: no key is drawn and no figure published."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.ptable.model.linked import least_pair_variance
from ckmcore.quality.evaluation import Numbers
from ckmcore.quality.expectation import CountDistribution, count_distribution, expectation
from ckmcore.quality.kinds import MEASURES
from ckmcore.risk.averaging_bounds import count_right
from ckmcore.risk.indicator import risk_indicator
from ckmcore.risk.linked_keys import split
from ckmcore.risk.posterior import falling, small_guesses
from ckmcore.tabulate.raw import RawTable

EXACT = frozenset(kind.code for kind in MEASURES if kind.exact)
_INDICATORS = {"q_small", "q_flat", "q_empirical"}
# Periods of a year in which a monthly count stays as it is.
PERIODS = 12


@dataclass(frozen=True, repr=False)
class TableCounts:
    """The counts of some tables. Confidential."""

    cells: CountDistribution

    @classmethod
    def of(cls, raws: Sequence[RawTable]) -> TableCounts:
        """Raises AttackNeedsCounts."""
        return cls(count_distribution(raws))


def exact_numbers(
    method: Method,
    counts: TableCounts,
    *,
    with_empty: bool,
    knowledge: IntruderScenario,
    codes: Collection[str] = EXACT,
    modulus: int | None = None,
    prior: float = 0.0,
) -> Numbers:
    """The measures `codes` of a method over the counts of some tables: those that it has.

    modulus: of the record keys; of coarse ones not every share of a perturbation table is reached. prior: see `Asked`.
    """
    numbers: Numbers = {}
    if {"guess_small", "reveal_small"} & {*codes}:
        numbers |= _guesses(method, counts.cells, prior)
    if _INDICATORS & {*codes}:
        numbers |= _indicators(method, counts.cells)
    ptable = method.count_noise.ptable
    if method.needs_keys:
        if "periods_new" in codes:
            numbers |= _over_periods(method, counts.cells)
        if "criteria" in codes or any(code.startswith("expected_") for code in codes):
            numbers |= _expected(method, counts.cells, modulus, with_empty=with_empty)
    if ptable is not None:
        if "least_pair" in codes:
            numbers["least_pair"] = least_pair_variance(ptable)[0]
        if "ones_disclosed" in codes:
            numbers["ones_disclosed"] = 100 * split(method, 1, 1).disclosed(knowledge)
    return numbers


def _expected(method: Method, cells: CountDistribution, modulus: int | None, *, with_empty: bool) -> Numbers:
    """The criteria and the share of changed cells, over all keys."""
    found = expectation(method, cells, modulus=modulus)
    over = found.with_empty if with_empty else found.without_empty
    if over is None:
        return {}
    numbers = {
        "expected_mean": over.criteria.mean_absolute,
        "expected_changed": 100 * (1 - over.unchanged),
        "expected_within_one": 100 * over.criteria.within_one,
        "expected_from_three": 100 * over.criteria.from_three,
        "expected_from_four": 100 * over.criteria.from_four,
    }
    if method.count_noise.ptable is not None:
        numbers["criteria"] = float(sum(over.criteria.held))
    return numbers


def _over_periods(method: Method, counted: CountDistribution) -> Numbers:
    """How often a year of figures gives away an unchanged count where each period draws keys anew."""
    cells = {count: many for count, many in counted.cells.items() if count > 0 and many}
    if not cells:
        return {}
    chances = [count_right(method, count, PERIODS) for count in cells]
    return {"periods_new": 100 * float(np.average(chances, weights=list(cells.values())))}


def _indicators(method: Method, counted: CountDistribution) -> Numbers:
    """What a published 1 or 2 says of an original 1 or 2; no number where no figure is 1 or 2."""
    indicator = risk_indicator(method, cells=counted.cells, exempt=counted.exempt)
    named = {"q_small": indicator.larger, "q_flat": indicator.flat, "q_empirical": indicator.empirical}
    return {code: 100 * share for code, share in named.items() if share is not None}


def _guesses(method: Method, counted: CountDistribution, prior: float) -> Numbers:
    """How often a reader guesses the cells with small counts, and how surely a figure shows one."""
    found = small_guesses(method, falling(prior))
    right = found.mean(counted.cells)
    numbers = {"reveal_small": 100 * found.reveal}
    return numbers if right is None else {"guess_small": 100 * right, **numbers}
