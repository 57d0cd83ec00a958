"""Titles move with the reporting period: one that names another period of the statistic names the current one.

A statistic may have a pattern of titles, such as `Students in {period} {breakdown}`: so a table is called that has no
title of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts


def moved_title(title: Texts, periods: Sequence[Texts], current: int) -> Texts:
    """Title for the period with index `current` of `periods` (labels).

    Where the title names exactly one period, and this is another one, its label is replaced. A title that names the
    current period, several ("2025 against 2024") or none is unchanged.
    """
    return Texts(_text_of_period(title.en, periods, current, "en"), _text_of_period(title.de, periods, current, "de"))


def _text_of_period(text: str, periods: Sequence[Texts], current: int, language: Language) -> str:
    labels = [label.text(language) for label in periods]
    own_label = labels[current]
    # The longest first: "WS 2025/26" is not the period "2025" with something behind it.
    other_labels = sorted({label for label in labels if label}, key=len, reverse=True)
    if not text or not own_label or not other_labels:
        return text
    pattern = re.compile("|".join(rf"(?<![\w/–-]){re.escape(label)}(?![\w/–-])" for label in other_labels))
    if set(pattern.findall(text)) - {own_label} and len(set(pattern.findall(text))) == 1:
        return pattern.sub(lambda _: own_label, text)
    return text


PLACEHOLDERS: tuple[tuple[str, str, str], ...] = (
    ("period", "period", "Zeitraum"),
    ("areas", "areas", "Gebietsstand"),
    ("filter", "filter", "Filter"),
    ("as_of", "as of", "Stand"),
)
"""What a title may ask for: the fact, and how it is written in braces in English and German (both are understood)."""


PATTERN_PLACEHOLDERS = (("breakdown", "breakdown", "Gliederung"), ("values", "values", "Werte"), *PLACEHOLDERS)
"""What a pattern of titles may ask for besides: *by A and B*, and what is counted or summed up."""


def filled_title(title: Texts, facts: Mapping[str, Texts]) -> Texts:
    """Title with its placeholders `{Zeitraum}`, `{period}` ... replaced; an unknown fact is replaced by nothing.

    Braces around other words stay.
    """
    return Texts(_filled(title.en, facts, "en", PLACEHOLDERS), _filled(title.de, facts, "de", PLACEHOLDERS))


def patterned_title(pattern: Texts, facts: Mapping[str, Texts]) -> Texts:
    """Title by the pattern of a statistic, in which `breakdown` and `values` are further facts. Empty facts leave no
    double blanks."""
    title_texts = (_filled(pattern.text(language), facts, language, PATTERN_PLACEHOLDERS) for language in _BOTH)
    return Texts(*(" ".join(text.split()) for text in title_texts))


def asks_for(title: Texts, fact: str) -> bool:
    """Whether a title has a placeholder for a fact."""
    return filled_title(title, {fact: Texts.same("x")}) != filled_title(title, {})


_BOTH: tuple[Language, Language] = ("en", "de")


def _filled(
    text: str, facts: Mapping[str, Texts], language: Language, known_facts: Sequence[tuple[str, str, str]]
) -> str:
    for fact, english, german in known_facts:
        words = facts.get(fact, Texts()).text(language)
        for name in (english, german):
            pattern = re.compile(rf"\{{\s*{name}\s*\}}", re.IGNORECASE)
            text = words.join(pattern.split(text))
    return text
