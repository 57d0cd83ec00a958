"""Pictures of a perturbation table as SVG: transition matrix, tableau, figures along the rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ckmcore.typesetting.page import escape

# The diverging scale of noise: strong negative .. none .. strong positive, safe for colour-blind eyes.
NOISE = ("#542788", "#998ec3", "#d8daeb", "#f2f2f2", "#fee0b6", "#f1a340", "#b35806")
ACCENT = (0x1F, 0x5F, 0xA8)
INK, SOFT, LINE = "#1b1f24", "#57606a", "#d0d7de"
_FONT = 'font-family="Noto Sans, Segoe UI, Arial, sans-serif"'

# Before the label of the row that stands for all larger counts.
FROM = "≥ "

Format = Callable[[float], str]


@dataclass(frozen=True)
class DrawnRow:
    """A row of a perturbation table to be drawn: its label and (v, p, lower bound, upper bound) of its intervals in the
    order of the key."""

    label: str
    intervals: tuple[tuple[float, float, float, float], ...]


def noise_color(v: float, D: float) -> str:
    """Colour of noise v under the maximum deviation D, in steps of thirds of |v| / D."""
    if v == 0 or D <= 0:
        return NOISE[3]
    step = min(int(3 * abs(v) / D - 1e-9), 2) + 1
    return NOISE[3 + step] if v > 0 else NOISE[3 - step]


def probability_color(p: float) -> str:
    """Colour of a probability from white (p = 0) to the accent (p = 1); its square root is used, so that small
    probabilities stay visible."""
    share = math.sqrt(min(max(p, 0.0), 1.0))
    return "#" + "".join(f"{round(255 + (end - 255) * share):02x}" for end in ACCENT)


def ink_on(color: str) -> str:
    """Black or white, whichever contrasts more with a colour."""
    color_channels = [int(color[digit_index : digit_index + 2], 16) / 255 for digit_index in (1, 3, 5)]
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in color_channels
    ]
    bright = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if (bright + 0.05) / 0.05 >= 1.05 / (bright + 0.05) else "#ffffff"


def matrix(
    rows: Sequence[DrawnRow],
    columns: Sequence[tuple[str, float | None]],
    words: str,
    p: Format,
    blocked: Sequence[str] = (),
) -> str:
    """Picture of the transition matrix: a line for each row and a column for each target, with p as figure and as
    shade.

    columns: label and, where a column has the same noise whatever the row, this v; None where v follows from the row
    (targets j, the labels being whole numbers). A row's label is a number, "≥ " before it where the row is for all
    larger counts too. blocked: labels of the columns that are never published; they are hatched.
    """
    size = 34 if len(columns) <= 40 else 16
    left, top = 52, 26
    drawn_texts = []
    for column_index, (label, _) in enumerate(columns):
        drawn_texts.append(drawn_text(left + (column_index + 0.5) * size, top - 8, label, "middle", SOFT, 11))
    for line, row in enumerate(rows):
        y = top + line * size
        drawn_texts.append(drawn_text(left - 8, y + size / 2 + 4, row.label, "end", SOFT, 11))
        total: dict[float, float] = {}
        for v, chance, _, _ in row.intervals:
            total[v] = total.get(v, 0.0) + chance
        for index, (label, fixed) in enumerate(columns):
            v = fixed if fixed is not None else float(label) - float(row.label.removeprefix(FROM))
            value = total.get(v, 0.0)
            x = left + index * size
            color = probability_color(value)
            drawn_texts.append(f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{color}" stroke="{LINE}"/>')
            if label in blocked and value == 0:
                drawn_texts.append(_hatched(x, y, size))
            if value > 0 and size > 20:
                drawn_texts.append(drawn_text(x + size / 2, y + size / 2 + 4, p(value), "middle", ink_on(color), 10))
    return drawing(left + len(columns) * size + 8, top + len(rows) * size + 8, words, drawn_texts)


def _hatched(x: int, y: int, size: int) -> str:
    """SVG of diagonals in a square cell, drawn one by one since not all SVG renderers support patterns."""
    half = size // 2
    lines = (
        f"M{x},{y + half} L{x + half},{y} M{x},{y + size} L{x + size},{y} M{x + half},{y + size} L{x + size},{y + half}"
    )
    return f'<path d="{lines}" stroke="{SOFT}" stroke-width="0.8" fill="none"/>'


def tableau(rows: Sequence[DrawnRow], D: float, words: str, v_text: Format, decimal: Format) -> str:
    """Picture of the intervals of the cell key in the order of the look-up: a bar for each row, coloured by noise."""
    left, width, height, top = 52, 900, 20, 26
    drawn_texts = []
    for tenth in range(0, 11, 2):
        x = left + width * tenth / 10
        drawn_texts.append(drawn_text(x, top - 8, decimal(tenth / 10), "middle", SOFT, 11))
    for line, row in enumerate(rows):
        y = top + line * (height + 3)
        drawn_texts.append(drawn_text(left - 8, y + 14, row.label, "end", SOFT, 11))
        for v, _, lower, upper in row.intervals:
            x, bar_width = left + width * lower, width * (upper - lower)
            color = noise_color(v, D)
            drawn_texts.append(
                f'<rect x="{x:.2f}" y="{y}" width="{bar_width:.2f}" height="{height}" fill="{color}" '
                f'stroke="#ffffff" stroke-width="{0.5 if bar_width > 2 else 0}"/>'
            )
            if bar_width > 22:
                drawn_texts.append(drawn_text(x + bar_width / 2, y + 14, v_text(v), "middle", ink_on(color), 10))
    return drawing(left + width + 20, top + len(rows) * (height + 3) + 8, words, drawn_texts)


def along(labels: Sequence[str], values: Sequence[float], limit: float, words: str, decimal: Format) -> str:
    """Bar chart of a value along the rows, with a line for the limit."""
    left, top, high = 52, 16, 160
    step = min(max(900 / max(len(values), 1), 3), 48)
    tick = round_step(max([*values, limit]))
    upper = tick * math.ceil(max([*values, limit]) * 1.02 / tick)
    drawn_texts = []
    for tick_index in range(round(upper / tick) + 1):
        value = tick * tick_index
        y = top + high * (1 - value / upper)
        drawn_texts.append(f'<line x1="{left}" y1="{y}" x2="{left + step * len(values)}" y2="{y}" stroke="{LINE}"/>')
        drawn_texts.append(drawn_text(left - 6, y + 4, decimal(value), "end", SOFT, 11))
    every = max(round(28 / step), 1)
    for label_index, (label, value) in enumerate(zip(labels, values, strict=True)):
        tall = high * value / upper
        x = left + label_index * step
        drawn_texts.append(
            f'<rect x="{x + step * 0.15:.2f}" y="{top + high - tall:.2f}" width="{step * 0.7:.2f}" '
            f'height="{tall:.2f}" fill="#1f5fa8"/>'
        )
        if label_index % every == 0:
            drawn_texts.append(drawn_text(x + step / 2, top + high + 16, label, "middle", SOFT, 11))
    y = top + high * (1 - limit / upper)
    right = left + step * len(values)
    drawn_texts.append(
        f'<line x1="{left}" y1="{y:.2f}" x2="{right}" y2="{y:.2f}" stroke="#b3261e" stroke-dasharray="6 4"/>'
    )
    return drawing(right + 20, top + high + 28, words, drawn_texts)


def round_step(most: float) -> float:
    """Round step that gives a scale up to `most` three to seven marks."""
    power = 10.0 ** math.floor(math.log10(most / 4)) if most > 0 else 0.1
    return next(power * step for step in (1, 2, 5, 10) if most / (power * step) <= 6)


def legend(noise: Sequence[float], D: float, words: str, v_text: Format) -> str:
    """Legend of noise colours with the values of v of each. noise: all values in the table."""
    groups: dict[str, list[float]] = {}
    for v in sorted(set(noise)):
        groups.setdefault(noise_color(v, D), []).append(v)
    drawn_texts = []
    x = 8
    for color, group in groups.items():
        ends = [v_text(noise_end) for noise_end in (group[0], group[-1])]
        text = ends[0] if len(group) == 1 else (" … " if len(group) > 2 else " ").join(ends)
        text_width = max(60, 9 * len(text) + 16)
        drawn_texts.append(f'<rect x="{x}" y="4" width="{text_width}" height="22" fill="{color}" stroke="{LINE}"/>')
        drawn_texts.append(drawn_text(x + text_width / 2, 19, text, "middle", ink_on(color), 12))
        x += text_width
    return drawing(x + 8, 30, words, drawn_texts)


def drawn_text(x: float, y: float, text: str, anchor: str, color: str, size: int) -> str:
    """SVG text element. anchor: `start`, `middle` or `end`; size: in pixels."""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" font-size="{size}" fill="{color}">{escape(text)}</text>'
    )


def drawing(width: float, height: float, words: str, parts: Sequence[str]) -> str:
    """SVG picture of several parts. words: description for readers who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(words)}" {_FONT}>\n'
        + "\n".join(parts)
        + "\n</svg>"
    )
