"""What is told at once of settings of sums while they are designed; magnitudes.md 2.6."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitude_noise import Parts
from ckmcore.methods.magnitude_settings import MagnitudeSettings
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_law import NoiseRules
from ckmcore.methods.sum_presets import percent_of
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.risk.sum_floor import USUAL
from ckmcore.risk.sum_risk import interval_of_sum
from ckmcore.risk.sum_totals import total_tells


def design_warnings(settings: MagnitudeSettings, large: MagnitudePTable | None) -> list[Sentence]:
    """What is allowed and seldom wanted: what the settings say themselves, types that only the floor can judge, and an
    interval of the original with an upper end (5.2), or, with a least noise, what totals tell of a giant (5.6)."""
    found = list(settings.warnings)
    if settings.contribution in ("M", "V"):
        found.append(sentence("sums_floor_decides", type=settings.contribution))
    if large is None or settings.contribution != "T":
        return found
    if settings.least_noise:
        told = totals_open(settings, large)
        return found if told is None else [*found, told]
    width = settings.scaling.small * (large.maximum_deviation + settings.extra_noise)
    if width < 1:
        low, high = (float(f"{end:.3g}") for end in interval_of_sum(1.0, width))
        least = round(2 * percent_of(settings) / 100, 6)
        found.append(sentence("sums_interval_ends", width=round(width, 6), low=low, high=high, least=least))
    return found


def totals_open(settings: MagnitudeSettings, large: MagnitudePTable) -> Sentence | None:
    """Whether a giant alone in its cell is told by the total less the other cells, and what is enough."""
    rules = NoiseRules(replace(settings, separation=False, parity=False), Parts(all=large.parts[0]))
    return total_tells(rules, percent_of(settings), USUAL.average)


def opened_totals(method: MagnitudeCellKeyMethod) -> list[Sentence]:
    """The same of all settings of a method, each sentence once: before it is put in force."""
    every = (method.settings, *(settings for _, settings in method.own))
    top = [one for one in every if one is not None and one.contribution == "T" and one.least_noise]
    told = [totals_open(one, method.large) for one in top]
    return [one for number, one in enumerate(told) if one is not None and one not in told[:number]]
