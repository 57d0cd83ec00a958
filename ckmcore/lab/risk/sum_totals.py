"""Disclosure of the only contribution of a cell by the totals less the other cells; magnitudes.md 5.6, F5.

A total of which a giant is a small part has no least noise: nobody is sensitive there. In a table of k variables a cell
is a part of 2^k - 1 totals, each with noise of its own, so that their mean has the less noise the more variables there
are; each level of a hierarchy and each group above a cell is a total more. Here settings alone are judged, for the
worst case: all totals are shown, each has other records, and the other cells have no noise. What given tables leave
open the floor says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ckmcore.lab.risk.sum_risk import added_up
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitude_noise import Parts, SumCells
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_law import NoiseRules, sum_laws
from ckmcore.methods.sum_presets import percent_of
from ckmcore.ptable.magnitudes import MagnitudePTable

# A total so many times as large as a contribution lies beyond the last row; at so many bends m is that of giants.
_BEYOND, _GIANT = 1e3, 1e12
_SLACK = 1e-9
_NEARLY = 1 + 1e-3
# Tables of more variables are not looked at; of so many it is said, unless asked otherwise, where totals tell.
MOST_VARIABLES, TOLD_VARIABLES = 5, 2


def totals_of(variables: int) -> int:
    """Return the number of totals that a cell of a table with the given number of variables belongs to."""
    return (1 << variables) - 1


def told_by_totals(rules: NoiseRules, size: float, p: float, variables: int = 1) -> float:
    """Compute the probability that totals disclose a contribution alone in a sensitive cell (5.6).

    The estimate is the mean of the cell and of each total less its other cells, weighted by their variances; it
    discloses if it comes within the share p. `size` is the size of the contribution.
    """
    return told_by(rules, size, p, totals_of(variables))


def told_by(rules: NoiseRules, size: float, p: float, many: int) -> float:
    """Compute the probability of `told_by_totals` for a cell that belongs to `many` totals."""
    sizes = np.array([[size], [size]])
    cells = SumCells(np.array([size, _BEYOND * size]), sizes, np.array([1, 2]), np.array([True, False]), sizes[:, 0])
    one_step = replace(rules, settings=replace(rules.settings, k=1, epsilon=(1.0,)))
    laws = sum_laws(cells, one_step)
    own_variance, total = laws.sd**2
    if not own_variance + total:
        return 1.0
    weight = own_variance / (total + many * own_variance)  # of each total
    added, chance = added_up(laws.added[1], laws.p, many, float(np.abs(laws.added[1]).max()) or size)
    deviations = (1 - many * weight) * laws.added[0][:, np.newaxis] + weight * added[np.newaxis, :]
    is_near = np.abs(deviations) < p * size * (1 - _SLACK)
    return float(laws.p @ is_near @ chance)


def _at_giants(rules: NoiseRules) -> float:
    """A size at which m has the value of the largest contributions."""
    bend = rules.settings.scaling.bend
    return 1.0 if bend is None else _GIANT * bend


def held_totals(rules: NoiseRules, p: float, limit: float) -> int:
    """Compute the largest number of totals that disclose a lone contribution with at most the probability `limit`.

    It holds for any other cells, and is at most the number of totals of MOST_VARIABLES variables.
    """
    size = _at_giants(rules)
    low, high = 0, totals_of(MOST_VARIABLES) + 1
    while high > low + 1:
        middle = (low + high) // 2
        low, high = (low, middle) if told_by(rules, size, p, middle) > limit else (middle, high)
    return low


def held_variables(rules: NoiseRules, p: float, limit: float) -> int:
    """Compute the largest number of variables, without levels and groups, for which `held_totals` is met."""
    return _variables(held_totals(rules, p, limit))


def _variables(totals: int) -> int:
    return (totals + 1).bit_length() - 1


@dataclass(frozen=True)
class ToldByTotal:
    """Contributions that a total less the other cells discloses with more than the limit.

    `size` is the smallest one disclosed and `p` the probability for a giant. `large` is the smallest σ0 that discloses
    none (None: none below σ1).
    """

    size: float
    p: float
    large: float | None


def open_totals(rules: NoiseRules, p: float, limit: float, variables: int = 1) -> ToldByTotal | None:
    """Find the contributions that totals disclose under flexible scaling in a table of one variable.

    `variables` is the number of variables for which a sufficient σ0 is sought. None if nothing is disclosed, or the
    scaling is not flexible.
    """
    scaling = rules.settings.scaling
    if scaling.bend is None or scaling.large is None:
        return None
    giant = _at_giants(rules)
    giant_chance = told_by_totals(rules, giant, p)
    if giant_chance <= limit:
        return None
    low, high = scaling.bend, giant
    if told_by_totals(rules, low, p) > limit:
        high = 0.0
    while high > low * _NEARLY:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if told_by_totals(rules, middle, p) > limit else (middle, high)
    enough = None
    for large in larger_shares(scaling, p):
        asked_settings = replace(rules.settings, scaling=replace(scaling, large=large))
        if told_by_totals(replace(rules, settings=asked_settings), giant, p, variables) <= limit:
            enough = large
            break
    return ToldByTotal(high, giant_chance, enough)


def larger_shares(scaling: Scaling, p: float) -> tuple[float, ...]:
    """Return the values of σ0 to try, in quarters of p, between σ0 and σ1 of a flexible scaling; else an empty
    tuple."""
    if scaling.large is None:
        return ()
    steps = (round(quarter * p / 4, 12) for quarter in range(1, math.ceil(4 * scaling.small / p)))
    return tuple(large for large in steps if scaling.large < large < scaling.small)


def enough_simple(rules: NoiseRules, p: float, limit: float, variables: int) -> float | None:
    """Find the smallest σ1 of simple scaling, in quarters of p, with which totals disclose nothing.

    `variables` is the number of variables of the table. None if no σ1 up to 1 is enough.
    """

    def holds(quarters: int) -> bool:
        asked_settings = replace(rules.settings, scaling=Scaling(round(quarters * p / 4, 12)))
        return told_by_totals(replace(rules, settings=asked_settings), 1.0, p, variables) <= limit

    low, high = 0, math.floor(4 / p + _SLACK)
    if not holds(high):
        return None
    while high > low + 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return round(high * p / 4, 12)


def total_tells(rules: NoiseRules, p: float, limit: float, variables: int = TOLD_VARIABLES) -> Sentence | None:
    """Return a sentence on what totals disclose in spite of a least noise, and on what would be enough; p in percent.

    None if nothing is disclosed in tables of the given number of variables.
    """
    if not rules.settings.least_noise:
        return None
    share = p / 100
    total = open_totals(rules, share, limit, variables)
    if total is not None:
        fields = {"size": float(f"{total.size:.2g}"), "percent": p, "p": round(total.p, 2), "count": variables}
        if total.large is None:
            return sentence("flex_total_tells_always", **fields)
        return sentence("flex_total_tells", **fields, large=total.large)
    safe_totals = held_totals(rules, share, limit)
    if safe_totals >= totals_of(variables):
        return None
    count = _variables(safe_totals) + 1
    chance = round(told_by_totals(rules, _at_giants(rules), share, count), 2)
    arguments = {"count": count, "totals": safe_totals + 1, "percent": p, "p": chance}
    small = enough_simple(rules, share, limit, count)
    if small is None:
        return sentence("totals_tell_always", **arguments)
    return sentence("totals_tell_from", **arguments, small=small)


def totals_hold(rules: NoiseRules, p: float, limit: float) -> Sentence | None:
    """Return a sentence on the number of totals up to which nobody is disclosed.

    It is for settings on which `total_tells` has no sentence. None if all numbers considered are safe, or there is no
    least noise.
    """
    safe_totals = held_totals(rules, p / 100, limit) if rules.settings.least_noise else 0
    if not safe_totals or safe_totals >= totals_of(MOST_VARIABLES):
        return None
    return sentence("totals_hold", totals=safe_totals, count=_variables(safe_totals), percent=p, limit=limit)


def told_of_totals(method: MagnitudeCellKeyMethod, limit: float, variables: int = TOLD_VARIABLES) -> list[ToldOfTotals]:
    """List what totals disclose under the settings of a method, each sentence once, before the method is put in
    force."""
    all_settings = (method.settings, *(settings for _, settings in method.own))
    told_totals = [
        totals_told
        for settings in all_settings
        if settings is not None
        if settings.contribution == "T" and settings.least_noise
        if (totals_told := of_settings(settings, method.large, limit, variables)) is not None
    ]
    return [totals for of_total_index, totals in enumerate(told_totals) if totals not in told_totals[:of_total_index]]


@dataclass(frozen=True)
class ToldOfTotals:
    """A sentence on totals; `holds` is true if they disclose nothing in tables of the variables considered."""

    holds: bool
    said: Sentence


def of_settings(
    settings: MagnitudeSettings, large: MagnitudePTable, limit: float, variables: int = TOLD_VARIABLES
) -> ToldOfTotals | None:
    """Return what totals disclose under settings with a noise table for sums; None if nothing in any table
    considered."""
    rules = NoiseRules(replace(settings, separation=False, parity=False), Parts(all=large.parts[0]))
    p = percent_of(settings)
    told_sentence = total_tells(rules, p, limit, variables)
    if told_sentence is not None:
        return ToldOfTotals(False, told_sentence)
    held_sentence = totals_hold(rules, p, limit)
    return None if held_sentence is None else ToldOfTotals(True, held_sentence)
