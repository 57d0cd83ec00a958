"""Pictures of an evaluation as SVG: bars and ranges by variant, and the plane of loss and risk."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ckmcore.lab.report.drawing import INK, LINE, SOFT, Format, drawing, drawn_text, round_step

BAR, BEHIND, FRONT = "#1f5fa8", "#8c959f", "#8a1c4a"
_LEFT, _WIDTH, _STEP = 260, 560, 30
_LONGEST = 38
# The width of a letter and the height of a line, about.
_LETTER, _LINE = 6.6, 16


@dataclass(frozen=True)
class ChartPoint:
    """A variant in the plane of loss and risk. name: its number in the legend; front: no other variant is better in
    both."""

    name: str
    loss: float
    risk: float
    front: bool


Range = tuple[float, float]


def bars(
    labels: Sequence[str],
    values: Sequence[float | None],
    ranges: Sequence[Range | None],
    words: str,
    decimal: Format,
) -> str:
    """Bar chart of a measure by variant: a bar for the value, a line for the range of repetitions, and the number
    behind.

    words: description for readers who cannot see it; decimal: number format.
    """
    ends = [value for value in values if value is not None] + [
        end for each_range in ranges if each_range is not None for end in each_range
    ]
    upper = _most(ends)
    scale = _scale(upper, len(labels), decimal)
    for label_index, (label, value, found_range) in enumerate(zip(labels, values, ranges, strict=True)):
        y = 26 + label_index * _STEP
        scale.append(drawn_text(_LEFT - 8, y + 16, _short(label), "end", INK, 12))
        if value is None:
            scale.append(drawn_text(_LEFT + 6, y + 16, "–", "start", SOFT, 12))
            continue
        bar_width = _WIDTH * max(value, 0.0) / upper
        scale.append(f'<rect x="{_LEFT}" y="{y + 5}" width="{bar_width:.2f}" height="16" fill="{BAR}"/>')
        end = bar_width
        if found_range is not None:
            low, high = (_LEFT + _WIDTH * end / upper for end in found_range)
            middle = y + 13
            scale.append(
                f'<path d="M{low:.2f},{middle - 5} V{middle + 5} M{low:.2f},{middle} H{high:.2f} '
                f'M{high:.2f},{middle - 5} V{middle + 5}" stroke="{INK}" stroke-width="1.5" fill="none"/>'
            )
            end = max(end, high - _LEFT)
        scale.append(drawn_text(_LEFT + end + 8, y + 17, decimal(value), "start", INK, 12))
    return drawing(_LEFT + _WIDTH + 80, 26 + len(labels) * _STEP + 8, words, scale)


def plane(points: Sequence[ChartPoint], axes: tuple[str, str], words: str, decimals: tuple[Format, Format]) -> str:
    """Plane with loss to the right and risk upwards: filled points for variants on the frontier, rings for the others.
    axes: titles; words: description for readers who cannot see it; decimals: number formats."""
    left, top, plot_width, high = 90, 30, 560, 320
    axis_limits = [_most([point.loss for point in points]), _most([point.risk for point in points])]
    drawn_texts = []
    for axis, (limit, decimal) in enumerate(zip(axis_limits, decimals, strict=True)):
        step = round_step(limit)
        for index in range(round(limit / step) + 1):
            share = index * step / limit
            if axis == 0:
                x = left + plot_width * share
                drawn_texts.append(f'<line x1="{x:.2f}" y1="{top}" x2="{x:.2f}" y2="{top + high}" stroke="{LINE}"/>')
                drawn_texts.append(drawn_text(x, top + high + 18, decimal(index * step), "middle", SOFT, 11))
            else:
                y = top + high * (1 - share)
                drawn_texts.append(
                    f'<line x1="{left}" y1="{y:.2f}" x2="{left + plot_width}" y2="{y:.2f}" stroke="{LINE}"/>'
                )
                drawn_texts.append(drawn_text(left - 6, y + 4, decimal(index * step), "end", SOFT, 11))
    drawn_texts.append(drawn_text(left + plot_width, top + high + 40, f"{axes[0]} →", "end", INK, 12))
    drawn_texts.append(drawn_text(left - 60, top - 12, f"↑ {axes[1]}", "start", INK, 12))
    placed: dict[tuple[float, float], list[str]] = {}
    spots: dict[tuple[float, float], bool] = {}
    for point in points:
        spot = (
            round(left + plot_width * point.loss / axis_limits[0], 1),
            round(top + high * (1 - point.risk / axis_limits[1]), 1),
        )
        placed.setdefault(spot, []).append(point.name)
        spots[spot] = spots.get(spot, False) or point.front
    front = sorted(spot for spot, is_front in spots.items() if is_front)
    if len(front) > 1:
        line = " L".join(f"{x},{y}" for x, y in front)
        drawn_texts.append(f'<path d="M{line}" stroke="{FRONT}" stroke-dasharray="5 4" fill="none"/>')
    taken_boxes: list[_Box] = []
    for (x, y), names in sorted(placed.items()):
        fill, edge = (FRONT, FRONT) if spots[x, y] else ("#ffffff", BEHIND)
        text = ", ".join(map(_short, names))
        to_left = x + 10 + _LETTER * len(text) > left + plot_width + 60
        height = _free_height(x - 10 - _LETTER * len(text) if to_left else x + 10, y, len(text), taken_boxes)
        if abs(height - y) > 2 * _LINE:
            drawn_texts.append(f'<line x1="{x}" y1="{y}" x2="{x}" y2="{height:.2f}" stroke="{LINE}"/>')
        drawn_texts.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{fill}" stroke="{edge}" stroke-width="2"/>')
        drawn_texts.append(
            drawn_text(x - 10 if to_left else x + 10, height, text, "end" if to_left else "start", INK, 12)
        )
    return drawing(left + plot_width + 60, top + high + 52, words, drawn_texts)


_Box = tuple[float, float, float]
"""Of a text its left and right end and its height."""


def _free_height(begin: float, y: float, letters: int, taken_boxes: list[_Box]) -> float:
    """Height near y at which a text does not overlap others; it is marked as taken. begin: left edge; letters: length
    of the text; taken_boxes: boxes (left, right, height) so far."""
    end = begin + _LETTER * letters
    for line in range(len(taken_boxes) + 1):
        height = y - 8 - line * _LINE
        if all(abs(height - other) >= _LINE or end < low or begin > high for low, high, other in taken_boxes):
            break
    taken_boxes.append((begin, end, height))
    return height


def _scale(upper: float, lines: int, decimal: Format) -> list[str]:
    """SVG of the scale marks from 0 to `upper` over `lines` lines."""
    step = round_step(upper)
    drawn_texts = []
    for index in range(round(upper / step) + 1):
        x = _LEFT + _WIDTH * index * step / upper
        drawn_texts.append(f'<line x1="{x:.2f}" y1="22" x2="{x:.2f}" y2="{26 + lines * _STEP}" stroke="{LINE}"/>')
        drawn_texts.append(drawn_text(x, 16, decimal(index * step), "middle", SOFT, 11))
    return drawn_texts


def _most(ends: Sequence[float]) -> float:
    """End of a scale that covers the given numbers, on a round step."""
    largest = max([*ends, 0.0]) or 1.0
    step = round_step(largest)
    return step * math.ceil(largest / step - 1e-9)


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…"
