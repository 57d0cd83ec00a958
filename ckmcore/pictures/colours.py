"""Colours, forms and dashes of pictures. Tests measure them for three kinds of colour blindness and for contrast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from ckmcore.pictures.model import BelowColour, ClassColour, Colour, Form, Pattern

LIGHT: Mapping[Colour, str] = {
    "ink": "#1b1f24",
    "soft": "#57606a",
    "line": "#6e7781",
    "grid": "#d8dee4",
    "surface": "#ffffff",
    "s0": "#1f5fa8",
    "s1": "#cc6d12",
    "s2": "#0da2a1",
    "s3": "#550858",
    "s4": "#a5905d",
    "s5": "#332f2d",
    "on0": "#ffffff",
    "on1": "#1b1f24",
    "on2": "#1b1f24",
    "on3": "#ffffff",
    "on4": "#1b1f24",
    "on5": "#ffffff",
    "more0": "#123761",
    "more1": "#763f0a",
    "more2": "#085e5d",
    "more3": "#310533",
    "more4": "#605436",
    "more5": "#1e1b1a",
    "c0": "#e4eef8",
    "c1": "#cedff1",
    "c2": "#b7d0ea",
    "c3": "#9bbde0",
    "c4": "#7fa9d6",
    "c5": "#6291c7",
    "c6": "#4479b8",
    "c7": "#2e629f",
    "c8": "#174a86",
    "b0": "#fbe6d2",
    "b1": "#f7d6b6",
    "b2": "#f3c699",
    "b3": "#ebb077",
    "b4": "#e39a55",
    "b5": "#d28234",
    "b6": "#c26a12",
    "b7": "#a6580b",
    "b8": "#8a4704",
}
DARK: Mapping[Colour, str] = {
    "ink": "#e6e8eb",
    "soft": "#a8b0ba",
    "line": "#8b949e",
    "grid": "#3a414a",
    "surface": "#1e2228",
    "s0": "#74aceb",
    "s1": "#e8a05a",
    "s2": "#9bf5ea",
    "s3": "#996599",
    "s4": "#fad84d",
    "s5": "#a3a195",
    "on0": "#14171b",
    "on1": "#14171b",
    "on2": "#14171b",
    "on3": "#000000",
    "on4": "#14171b",
    "on5": "#14171b",
    "more0": "#436488",
    "more1": "#875d34",
    "more2": "#5a8e88",
    "more3": "#593b59",
    "more4": "#917d2d",
    "more5": "#5f5d56",
    "c0": "#174a86",
    "c1": "#2e629f",
    "c2": "#4479b8",
    "c3": "#6291c7",
    "c4": "#7fa9d6",
    "c5": "#9bbde0",
    "c6": "#b7d0ea",
    "c7": "#cedff1",
    "c8": "#e4eef8",
    "b0": "#8a4704",
    "b1": "#a6580b",
    "b2": "#c26a12",
    "b3": "#d28234",
    "b4": "#e39a55",
    "b5": "#ebb077",
    "b6": "#f3c699",
    "b7": "#f7d6b6",
    "b8": "#fbe6d2",
}
SERIES: tuple[Colour, ...] = ("s0", "s1", "s2", "s3", "s4", "s5")
MORE: tuple[Colour, ...] = ("more0", "more1", "more2", "more3", "more4", "more5")
FORMS: tuple[Form, ...] = get_args(Form)
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 3), (9, 3, 2, 3), (12, 4), (5, 2, 2, 2, 2, 2))
PATTERNS: tuple[Pattern, ...] = ("", "rise", "fall", "flat", "upright", "grid")


_CLASSES = {
    1: (4,), 2: (2, 6), 3: (0, 4, 8), 4: (0, 3, 5, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8),
    7: (0, 1, 3, 4, 5, 7, 8), 8: (0, 1, 2, 3, 5, 6, 7, 8),
}  # fmt: skip
_RAMP: tuple[Colour, ...] = get_args(ClassColour)
_BELOW: tuple[Colour, ...] = get_args(BelowColour)


def class_colours(count: int, *, below: int = 0, reversed: bool = False) -> tuple[Colour, ...]:
    """Colours of so many classes, from the lowest: one hue, the more the higher. below: number of the lowest that lie
    below a value; they have another hue, the more the farther from it."""
    ramps = (_BELOW, _RAMP) if below and reversed else (_RAMP, _BELOW)
    upper = tuple(ramps[0][place] for place in _CLASSES.get(count - below, ()))
    lower = tuple(ramps[1][place] for place in _CLASSES.get(below, ()))
    return (*lower[::-1], *(upper[::-1] if reversed and not below else upper))


def places_of_colours(wanted: Sequence[int]) -> tuple[int, ...]:
    """Number of the colour, form and dash of each series. wanted: place of each category among all of its variable, by
    which it has the same colour in every table; where two would share one, the later takes the next that is free."""
    taken: list[int] = []
    for place in wanted:
        tries: Iterable[int] = ((place + step) % len(SERIES) for step in range(len(SERIES)))
        taken.append(next((number for number in tries if number not in taken), place % len(SERIES)))
    return tuple(taken)
