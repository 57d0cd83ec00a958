"""The chances of a perturbation table as plain numbers, by the names that solved cases give them.

Each function answers one group of `chances`; `chances_of` finds the function and its parameters from a group and the
name of a line in it. Nothing here is made of anybody's data.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy.special import ndtr

from ckmcore.errors import InputError
from ckmcore.lab.risk.lattice import Law, chance_empty, difference_law, fresh_right, mean_right, related
from ckmcore.lab.risk.posterior import Weights, falling, flat, largest_noise, posterior, prior_up_to, reach
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.rounding import Rounding
from ckmcore.ptable import PTable

Numbers = dict[str, Any]

# A count in the last row of any table, however many counts are recycled.
_LARGE = 10**6
_GUESSED_ORIGINALS = (1, 2, 3, 4, 5, 20)


def normal_law(variance: float) -> float:
    """P(right) under a normal distribution, 2Φ(½/σ) - 1, for comparison only; 1 for variance 0."""
    return float(2.0 * ndtr(0.5 / math.sqrt(variance)) - 1.0) if variance > 0 else 1.0


def one_relation(ptable: PTable, parts: int, count: int = _LARGE) -> Numbers:
    """P(right) of a reader of one relation with `parts` parts, all in the row of `count`.

    bare: from the figure alone; map_part, map_total: most probable noise of a part and of the total, for independent
    keys; linear_part: rounded best linear estimate; linked_keys: for keys that add up to the total's.
    """
    law = Law.of(ptable, count)
    part_law = related(law, (law,) * (parts - 1), law, linked=False)
    linked = {
        "map_part": related(law, (law,) * (parts - 1), law, linked=True).right,
        "map_total": related(law, (law,) * parts, None, linked=True).right,
    }
    return {
        "bare": law.right,
        "linear_part": part_law.linear(1.0 / (parts + 1)),
        "map_part": part_law.right,
        "map_total": related(law, (law,) * parts, None, linked=False).right,
        "normal_law": normal_law(law.variance * parts / (parts + 1)),
        "linked_keys_ordered_or_as_named": linked,
    }


def fresh(ptable: PTable, figures: int, count: int = _LARGE) -> Numbers:
    """P(right) from `figures` figures of one count with new keys each: iid(t), and by their mean."""
    law = Law.of(ptable, count)
    return {
        "most_probable": fresh_right(law, figures),
        "mean_rounded": mean_right(law, 1, figures),
        "normal_law": normal_law(law.variance / figures),
    }


def partitions(ptable: PTable, parts: int, times: int, count: int = _LARGE) -> Numbers:
    """P that the rounded mean of `times` sums of `parts` parts is the total [AK]."""
    law = Law.of(ptable, count)
    return {
        "mean_rounded": mean_right(law, parts, times),
        "normal_law": normal_law(law.variance * parts / times),
    }


def posteriors(ptable: PTable, weights: Weights = flat, most: int = 64) -> Numbers:
    """Posterior distribution of originals, the guess, and P(original is 1 or 2) for published counts; for originals
    P(the guess is right). Counts are text keys. weights: prior; most: largest published count."""
    method = CellKeyMethod(ptable)
    last_original = max(_GUESSED_ORIGINALS[-1] + ptable.maximum_deviation, most)
    found_posterior = posterior(method, prior_up_to(max(reach(method, last_original), last_original), weights))
    shown_publisheds = [published for published in found_posterior.figures.tolist() if 0 <= published <= last_original]
    shares: dict[str, dict[str, float]] = {str(published): {} for published in shown_publisheds}
    for published, original, share in zip(
        found_posterior.published.tolist(),
        found_posterior.originals.tolist(),
        found_posterior.shares.tolist(),
        strict=True,
    ):
        if published <= last_original:
            shares[str(published)][str(original)] = share
    small = found_posterior.among((1, 2))
    return {
        "posterior": shares,
        "guess": {
            str(guess.published): guess.original for guess in found_posterior.best() if guess.published <= last_original
        },
        "right_by_original": {str(original): found_posterior.right(original) for original in _GUESSED_ORIGINALS},
        "chance_of_1_or_2": {str(published): small[published] for published in shown_publisheds},
    }


def guessed(method: Method, counts: Mapping[int, float], weights: Weights | None = flat) -> float:
    """P(the guess is right) over cells. counts: number of cells by count; weights: prior, None for the counts
    themselves, which no reader knows."""
    prior: Mapping[int, float] = counts
    if weights is not None:
        # Whatever publishes the same figure lies within twice the largest noise.
        span = 2 * largest_noise(method)
        near_counts = {other for count in counts for other in range(max(count - span, 0), count + span + 1)}
        prior = {count: weights(count) for count in near_counts}
    found_posterior = posterior(method, prior)
    guesses = {guess.published: guess.original for guess in found_posterior.best()}
    hit = (
        np.array([guesses[published] for published in found_posterior.published.tolist()]) == found_posterior.originals
    )
    many_counts = np.array([counts.get(count, 0.0) for count in found_posterior.originals.tolist()])
    return float((many_counts * found_posterior.under_original)[hit].sum()) / math.fsum(counts.values())


def differences(ptable: PTable, count: int = _LARGE) -> Numbers:
    """Differences of two nested figures in the row of `count`: P(equal) by the number of remaining records where the
    sets differ, P(nothing remains | equal), and the distribution of the difference where 2 remain."""
    law = Law.of(ptable, count)
    gaps = difference_law(law, law)
    equal = {left: gaps[-left] for left in range(max(gaps) + 1) if -left in gaps}
    return {
        "equal_if_other_set_and_d_more": {str(left): chance for left, chance in equal.items()},
        "chance_that_rest_is_empty_given_equal_prior_half_rest_flat_1_to_10": chance_empty(
            0.5, dict.fromkeys(range(1, 11), 0.05), equal
        ),
        "difference_given_d_2": {str(gap + 2): chance for gap, chance in gaps.items()},
    }


def _posterior_line(name: str, ptables: Mapping[str, PTable]) -> Any:
    """A line of group `posterior`."""
    if match := re.fullmatch(r"(.+), prior (flat|\(i\+1\)\^-(?P<power>[\d.]+))", name):
        weights = falling(float(match["power"])) if match["power"] else flat
        return posteriors(ptables[match[1]], weights)
    if match := re.fullmatch(r"(\d+) cells (\d+), (\d+), \.\.\.: (flat|with the multiset .*)", name):
        cells, first, second = (int(match[group_number]) for group_number in (1, 2, 3))
        counts = dict.fromkeys(range(first, first + cells * (second - first), second - first), 1.0)
        method = CellKeyMethod(ptables["D5V3js2 pstay.5"])
        return guessed(method, counts, flat if match[4] == "flat" else None)
    if match := re.fullmatch(r"rounding (\d+), counts (\d+) i \+ (\d+): multiset", name):
        base, step, remainder = (int(match[group_number]) for group_number in (1, 2, 3))
        return guessed(Rounding(base), dict.fromkeys(range(remainder, remainder + 200 * step, step), 1.0), None)
    raise InputError("chance_unknown", found=f"posterior/{name}")


def _by(pattern: str, call: Callable[..., Numbers]) -> Callable[[str, Mapping[str, PTable]], Any]:
    """Function for lines that name a table followed by whole numbers. pattern: regular expression; call: computes the
    chances."""

    def found(name: str, ptables: Mapping[str, PTable]) -> Any:
        match = re.fullmatch(pattern, name)
        if match is None or match[1] not in ptables:
            raise InputError("chance_unknown", found=name)
        return call(ptables[match[1]], *(int(group) for group in match.groups()[1:]))

    return found


GROUPS: Mapping[str, Callable[[str, Mapping[str, PTable]], Any]] = {
    "one_relation": _by(r"(.+), (\d+) parts and their total", one_relation),
    "fresh": _by(r"(.+), (\d+) fresh figures", fresh),
    "partitions": _by(r"(.+), k=(\d+), t=(\d+)", partitions),
    "posterior": _posterior_line,
    "differences": _by(r"(.+)", differences),
}


def chances_of(group: str, name: str, ptables: Mapping[str, PTable]) -> Any:
    """Chances of one line of a group, in the form of the solved cases. ptables: perturbation tables by the names in
    lines.

    Raises chance_unknown.
    """
    if group not in GROUPS:
        raise InputError("chance_unknown", found=f"{group}/{name}")
    return GROUPS[group](name, ptables)
