"""The colours of pictures, measured: contrast, and distance as people with colour blindness see them.

Simulation: Machado, Oliveira, Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency
(2009), severity 1. Distance: CIELAB 1976 under D65; contrast: WCAG 2.2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from ckmcore.pictures.colours import DARK, DASHES, FORMS, LIGHT, PATTERNS, SERIES, places_of_colours
from ckmcore.pictures.model import Colour

SEEN = {
    "all": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
THEMES = {"light": LIGHT, "dark": DARK}
LEAST_DISTANCE, LEAST_CONTRAST, LEAST_FOR_TEXT = 23, 3, 4.5


def linear(colour: str) -> NDArray[np.float64]:
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(light: NDArray[np.float64]) -> NDArray[np.float64]:
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    x, y, z = (
        value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
        for value in to_xyz @ light / np.array([0.95047, 1.0, 1.08883])
    )
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, seen: NDArray[np.float64]) -> float:
    return math.dist(*(lab(np.clip(seen @ linear(colour), 0, 1)) for colour in (one, other)))


def contrast(one: str, other: str) -> float:
    low, high = sorted(float(np.array([0.2126, 0.7152, 0.0722]) @ linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def test_the_measures_give_what_others_publish() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert lab(linear("#ff0000")) == pytest.approx([53.24, 80.09, 67.20], abs=0.02)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seen", SEEN)
def test_any_two_series_are_told_apart_by_everybody(theme: str, seen: str) -> None:
    colours = [THEMES[theme][number] for number in SERIES]
    least = min(distance(*pair, SEEN[seen]) for pair in combinations(colours, 2))
    assert least >= LEAST_DISTANCE


@pytest.mark.parametrize("theme", THEMES)
def test_series_and_texts_stand_out_from_what_is_behind_them(theme: str) -> None:
    colours: Mapping[Colour, str] = THEMES[theme]
    series = {number: contrast(colours[number], colours["surface"]) for number in SERIES}
    assert {number: ratio for number, ratio in series.items() if ratio < LEAST_CONTRAST} == {}
    for name in ("ink", "soft"):
        assert contrast(colours[name], colours["surface"]) >= LEAST_FOR_TEXT
    assert contrast(colours["line"], colours["surface"]) >= LEAST_CONTRAST
    on_bars = {number: contrast(colours[f"on{number}"], colours[f"s{number}"]) for number in range(6)}  # type: ignore[index]
    assert {number: ratio for number, ratio in on_bars.items() if ratio < LEAST_FOR_TEXT} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_the_darker_part_of_a_bar_is_told_from_it_by_everybody(theme: str) -> None:
    colours: Mapping[Colour, str] = THEMES[theme]
    for number in (0, 1):
        pair = colours[f"s{number}"], colours[f"more{number}"]  # type: ignore[index]  # one of six
        assert min(distance(*pair, seen) for seen in SEEN.values()) >= 15
        assert contrast(*pair) >= 1.5


def test_each_series_has_a_form_a_dash_and_a_pattern_of_its_own() -> None:
    assert len(set(FORMS)) == len(set(DASHES)) == len(set(PATTERNS)) == len(SERIES)


def test_a_colour_belongs_to_a_category_and_is_shared_only_where_there_are_more_than_six() -> None:
    assert places_of_colours([1]) == (1,)
    assert places_of_colours([7, 1]) == (1, 2)
    assert places_of_colours([5, 11, 0]) == (5, 0, 1)
    assert sorted(places_of_colours(range(3, 9))) == [0, 1, 2, 3, 4, 5]
