"""Warnings on settings of sums, shown at once while they are designed; magnitudes.md 2.6."""

from __future__ import annotations

from functools import lru_cache

from ckmcore.lab.risk.sum_floor import USUAL
from ckmcore.lab.risk.sum_risk import interval_of_sum
from ckmcore.lab.risk.sum_totals import ToldOfTotals, of_settings
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitude_settings import MagnitudeSettings
from ckmcore.methods.sum_presets import percent_of
from ckmcore.ptable.magnitudes import MagnitudePTable


def design_warnings(settings: MagnitudeSettings, large: MagnitudePTable | None) -> list[Sentence]:
    """Return warnings about settings that are allowed and seldom wanted.

    They come from the settings themselves, from types that only the floor can judge, and from an interval of the
    original with an upper end (5.2) or, with a least noise, from what totals disclose of a giant (5.6).
    """
    sentences = list(settings.warnings)
    if settings.contribution in ("M", "V"):
        sentences.append(sentence("sums_floor_decides", type=settings.contribution))
    if large is None or settings.contribution != "T":
        return sentences
    if settings.least_noise:
        told = _told_of_totals(settings, large)
        return sentences if told is None or told.holds else [*sentences, told.said]
    width = settings.scaling.small * (large.maximum_deviation + settings.extra_noise)
    if width < 1:
        low, high = (float(f"{end:.3g}") for end in interval_of_sum(1.0, width))
        least = round(2 * percent_of(settings) / 100, 6)
        sentences.append(sentence("sums_interval_ends", width=round(width, 6), low=low, high=high, least=least))
    return sentences


@lru_cache(maxsize=8)
def _told_of_totals(settings: MagnitudeSettings, large: MagnitudePTable) -> ToldOfTotals | None:
    """What totals tell: 20 ms, asked with each change of the page."""
    return of_settings(settings, large, USUAL.average)
