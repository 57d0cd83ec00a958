"""What follows from a method and the counts of tables alone: no key is drawn and no figure published."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ckmcore.evaluation.model import Numbers
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.ptable.linked import least_pair_variance
from ckmcore.quality.averaging import chance_correct, noise_variance
from ckmcore.quality.expectation import CountDistribution, count_distribution, expectation
from ckmcore.quality.knowledge import Knowledge
from ckmcore.quality.linked_keys import split
from ckmcore.quality.posterior import empirical_prior, posterior
from ckmcore.tabulate.raw import RawTable

# Counts that are small: who is among so few can be found.
SMALL = (1, 2)
# Periods of a year in which a monthly count stays as it is.
PERIODS = 12


def exact_numbers(method: Method, raws: Sequence[RawTable], *, with_empty: bool, knowledge: Knowledge) -> Numbers:
    """The measures of a method over the counts of some tables, by their codes: those that it has."""
    numbers = _guesses(method, raws)
    if isinstance(method, CellKeyMethod | KeyedRounding):
        counted = count_distribution(raws)
        found = expectation(method, counted)
        over = found.with_empty if with_empty else found.without_empty
        if over is not None:
            numbers |= {
                "expected_mean": over.criteria.mean_absolute,
                "expected_changed": 100 * (1 - over.unchanged),
                "expected_within_one": 100 * over.criteria.within_one,
                "expected_from_three": 100 * over.criteria.from_three,
                "expected_from_four": 100 * over.criteria.from_four,
            }
            numbers |= _over_periods(method, counted)
            if isinstance(method, CellKeyMethod):
                numbers["criteria"] = float(sum(over.criteria.held))
    if isinstance(method, CellKeyMethod):
        numbers["least_pair"] = least_pair_variance(method.ptable)[0]
        numbers["ones_disclosed"] = 100 * split(method, 1, 1).disclosed(knowledge)
    return numbers


def _over_periods(method: Method, counted: CountDistribution) -> Numbers:
    """How often the mean of a year of figures gives away an unchanged count where each period draws keys anew."""
    cells = {count: many for count, many in counted.cells.items() if count > 0 and many}
    if not cells:
        return {}
    counts, weights = np.array(list(cells), dtype=np.int64), np.array(list(cells.values()))
    chances = chance_correct(noise_variance(method, counts) / PERIODS)
    return {"periods_new": 100 * float(np.average(chances, weights=weights))}


def _guesses(method: Method, raws: Sequence[RawTable]) -> Numbers:
    """How often the most probable original is the true one, of all cells and of those with small counts."""
    found = posterior(method, empirical_prior(raws))
    best = {guess.published: guess.original for guess in found.best()}
    numbers = {"guess_correct": 100 * found.correct}
    small = right = 0.0
    for published, original, chance in zip(
        found.published.tolist(), found.originals.tolist(), found.chances.tolist(), strict=True
    ):
        if original in SMALL:
            small += chance
            right += chance if best[published] == original else 0.0
    if small:
        numbers["guess_small"] = 100 * right / small
    return numbers
