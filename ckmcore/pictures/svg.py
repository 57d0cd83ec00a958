"""A picture as SVG, alone and on a web page above the table of its figures.

Text is text, every mark of a figure has its name, and the same picture gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

import numpy as np

from ckmcore.messages import say
from ckmcore.pictures.colours import LIGHT
from ckmcore.pictures.model import (
    Colour,
    DrawnCell,
    Mark,
    Pattern,
    PictureArea,
    PictureBox,
    PictureCells,
    PicturePath,
    PicturePoint,
    PictureText,
    Ring,
    TablePicture,
)
from ckmcore.pictures.text_width import FAMILY

FONTS_OF_SVG = f"{FAMILY}, Segoe UI, Arial, sans-serif"
_HATCH = 5
_STROKE = 1.2


def svg_text(picture: TablePicture, colours: Mapping[Colour, str] = LIGHT, name: str = "") -> str:
    """The picture as SVG. It has no script, no style sheet, and nothing from outside. name: what the names of its title
    and description begin with, where a page has several pictures."""
    width, height = _number(picture.width), _number(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-labelledby="{name}title {name}desc" lang="{picture.language}" font-family="{FONTS_OF_SVG}">',
        f'<title id="{name}title">{_text(picture.title)}</title>',
        f'<desc id="{name}desc">{_text(picture.alt)}</desc>',
        f'<rect width="{width}" height="{height}" fill="{colours["surface"]}"/>',
    ]
    for mark in picture.marks:
        lines.extend(_mark(mark, colours, picture.cells))
    return "\n".join([*lines, "</svg>", ""])


def svg_bytes(picture: TablePicture, colours: Mapping[Colour, str] = LIGHT) -> bytes:
    """The picture as an SVG file."""
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + svg_text(picture, colours).encode()


def page_figure(picture: TablePicture, name: str = "") -> str:
    """The picture as a part of a web page, with its description below it. name: as of `svg_text`."""
    return f"<figure>{svg_text(picture, name=name)}<figcaption>{_text(picture.alt)}</figcaption></figure>\n"


def _mark(mark: Mark, colours: Mapping[Colour, str], cells: Sequence[DrawnCell]) -> Iterator[str]:
    colour = colours[mark.colour]
    if isinstance(mark, PictureText):
        weight = ' font-weight="700"' if mark.bold else ""
        anchor = f' text-anchor="{mark.anchor}"' if mark.anchor != "start" else ""
        place = f'x="{_number(mark.x)}" y="{_number(mark.y)}" font-size="{_number(mark.size)}"'
        yield f'<text class="{mark.role}" {place} fill="{colour}"{anchor}{weight}>{_text(mark.text)}</text>'
    elif isinstance(mark, PicturePath):
        dash = f' stroke-dasharray="{" ".join(map(_number, mark.dash))}"' if mark.dash else ""
        yield _path([mark.points], colour, mark.width, dash)
    elif isinstance(mark, PictureArea):
        yield from _named(list(_area(mark, colours)), _label(mark.cell, cells))
    elif isinstance(mark, PictureCells):
        yield f'<path d="{_runs(mark)}" fill="{colour}"/>'
    elif isinstance(mark, PictureBox):
        parts = list(_box(mark, colour, colours["surface"]))
        yield from _named(parts, _label(mark.cell, cells))
    else:
        yield from _named([_point(mark, colour, colours["surface"])], _label(mark.cell, cells))


def _label(cell: int, cells: Sequence[DrawnCell]) -> str:
    return "" if cell < 0 else cells[cell].label


def _named(parts: Sequence[str], label: str) -> Iterator[str]:
    """Parts of a mark with the name and figure of its cell, which browsers show and screen readers say."""
    if not label:
        yield from parts
        return
    yield f'<g role="img" aria-label="{_text(label)}"><title>{_text(label)}</title>{"".join(parts)}</g>'


def _box(box: PictureBox, colour: str, surface: str) -> Iterator[str]:
    place = f'x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" height="{_number(box.height)}"'
    if not box.pattern:
        yield f'<rect {place} fill="{colour}"/>'
        return
    inner = (
        f'x="{_number(box.x + 0.6)}" y="{_number(box.y + 0.6)}" width="{_number(max(box.width - 1.2, 0))}"'
        f' height="{_number(max(box.height - 1.2, 0))}"'
    )
    yield f'<rect {inner} fill="{surface}" stroke="{colour}" stroke-width="1.2"/>'
    if box.pattern == "dots":
        dots = "".join(f'<circle cx="{_number(x)}" cy="{_number(y)}" r="0.9"/>' for x, y in dots_in(box))
        if dots:
            yield f'<g fill="{colour}">{dots}</g>'
    elif strokes := pattern_lines(box):
        yield _path(strokes, colour, _STROKE)


def _area(area: PictureArea, colours: Mapping[Colour, str]) -> Iterator[str]:
    colour, surface = colours[area.colour], colours["surface"]
    drawn = "".join(f"M{' L'.join(f'{_number(x)} {_number(y)}' for x, y in ring.tolist())}Z" for ring in area.rings)
    fill = surface if area.pattern else colour
    edge = colour if area.pattern else colours[area.edge]
    yield f'<path d="{drawn}" fill="{fill}" fill-rule="evenodd" stroke="{edge}" stroke-width="0.6"/>'
    if area.pattern == "dots":
        dots = "".join(f'<circle cx="{_number(x)}" cy="{_number(y)}" r="0.9"/>' for x, y in dots_within(area))
        yield f'<g fill="{colour}">{dots}</g>' if dots else ""
    elif strokes := lines_within(area):
        yield _path(strokes, colour, _STROKE)


def _runs(cells: PictureCells) -> str:
    """Runs of cells as one path of rectangles."""
    height = _number(cells.height)
    return "".join(
        f"M{_number(x)} {_number(y)}h{_number(width)}v{height}h{_number(-width)}Z"
        for x, y, width in zip(cells.x.tolist(), cells.y.tolist(), cells.width.tolist(), strict=True)
    )


def _stretches(rings: Sequence[Ring], across: int, down: int, step: float) -> Iterator[tuple[float, list[float]]]:
    """For lines across * x + down * y = level at every step where they lie within rings: the level, and ascending
    places along the line, at which it goes in and out by turns."""
    edges = []
    for ring in rings:
        corners = [(across * x + down * y, across * y - down * x if across else x) for x, y in ring.tolist()]
        edges += list(zip(corners, [*corners[1:], corners[0]], strict=True))
    levels = [level for edge in edges for level, _ in edge]
    level = math.floor(min(levels) / step + 1) * step
    while level < max(levels):
        places = sorted(
            along + (level - begin) * (other - along) / (end - begin)
            for (begin, along), (end, other) in edges
            if (begin > level) != (end > level)
        )
        yield level, places
        level += step


def lines_within(area: PictureArea) -> list[list[tuple[float, float]]]:
    """Lines of a hatch, cut at the edges of an area."""
    lines = []
    if area.pattern in _ANGLES:
        # Along x + y = level the second coordinate is y - x.
        for level, places in _stretches(area.rings, 1, 1, _HATCH * math.sqrt(2)):
            for begin, end in zip(places[::2], places[1::2], strict=False):
                if end - begin > 0.7:
                    lines.append([((level - along) / 2, (level + along) / 2) for along in (begin, end)])
    return lines


def dots_within(area: PictureArea) -> list[tuple[float, float]]:
    """Middles of the dots that fill an area; one of an area that has room for none."""
    step = _HATCH - 0.5
    dots = []
    for y, places in _stretches(area.rings, 0, 1, step):
        for begin, end in zip(places[::2], places[1::2], strict=False):
            first = math.floor((begin + 1.2) / step + 1) * step
            dots += [(x, y) for x in np.arange(first, end - 1.2, step).tolist()]
    if not dots:
        x, y = area.rings[0].mean(axis=0).tolist()
        dots = [(x, y)]
    return dots


def dots_in(box: PictureBox) -> list[tuple[float, float]]:
    """Middles of the dots that fill a box."""
    step = _HATCH - 0.5
    across, down = max(int((box.width - 2) // step), 1), max(int((box.height - 2) // step), 1)
    left, top = box.x + (box.width - (across - 1) * step) / 2, box.y + (box.height - (down - 1) * step) / 2
    return [(left + column * step, top + row * step) for row in range(down) for column in range(across)]


_ANGLES: Mapping[Pattern, tuple[tuple[int, int], ...]] = {
    "hatch": ((1, 1),),
    "rise": ((1, 1),),
    "fall": ((1, -1),),
    "flat": ((0, 1),),
    "upright": ((1, 0),),
    "grid": ((0, 1), (1, 0)),
}


def pattern_lines(box: PictureBox) -> list[list[tuple[float, float]]]:
    """Lines that fill a box, cut at its edges."""
    found_lines = []
    for across, down in _ANGLES.get(box.pattern, ()):
        step = _HATCH * (math.sqrt(2) if across and down else 1)
        corners = [(x, y) for x in (box.x, box.x + box.width) for y in (box.y, box.y + box.height)]
        levels = [across * x + down * y for x, y in corners]
        level = math.floor(min(levels) / step + 1) * step
        while level < max(levels) - 0.01:
            ends = _cut(box, across, down, level)
            if len(ends) == 2 and math.dist(*ends) > 0.5:
                found_lines.append(ends)
            level += step
    return found_lines


def _cut(box: PictureBox, across: int, down: int, level: float) -> list[tuple[float, float]]:
    """Where the line across * x + down * y = level meets the edges of a box."""
    right, bottom = box.x + box.width, box.y + box.height
    if not across:
        return [(box.x, level / down), (right, level / down)]
    if not down:
        return [(level, box.y), (level, bottom)]
    on_sides = [(x, (level - across * x) / down) for x in (box.x, right)]
    on_ends = [((level - down * y) / across, y) for y in (box.y, bottom)]
    points = [(x, y) for x, y in on_sides if box.y <= y <= bottom] + [(x, y) for x, y in on_ends if box.x < x < right]
    return sorted(points)[:: max(len(points) - 1, 1)] if len(points) > 1 else points


def _path(runs: Sequence[Sequence[tuple[float, float]]], colour: str, width: float, more: str = "") -> str:
    parts = (" L".join(f"{_number(x)} {_number(y)}" for x, y in run) for run in runs)
    drawn = "".join(f"M{part}" for part in parts)
    return f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{_number(width)}"{more}/>'


def form_corners(point: PicturePoint) -> tuple[tuple[float, float], ...]:
    """Corners of the form of a point, as far from its middle as its size says; () of a round one."""
    x, y, half = point.x, point.y, point.size / 2
    if point.form == "square":
        half *= 0.88
        return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    if point.form == "triangle":
        half *= 1.15
        return ((x, y - half), (x + half, y + half * 0.8), (x - half, y + half * 0.8))
    if point.form == "diamond":
        half *= 1.2
        return ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
    return ()


def _point(point: PicturePoint, colour: str, surface: str) -> str:
    is_open = point.is_open or point.form == "ring"
    fill = f'fill="{surface}" stroke="{colour}" stroke-width="1.8"' if is_open else f'fill="{colour}"'
    x, y, half = point.x, point.y, point.size / 2
    if point.form == "cross":
        return _path(
            [[(x - half, y - half), (x + half, y + half)], [(x - half, y + half), (x + half, y - half)]], colour, 2
        )
    if corners := form_corners(point):
        drawn = " ".join(f"{_number(across)},{_number(down)}" for across, down in corners)
        return f'<polygon points="{drawn}" {fill}/>'
    return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(half)}" {fill}/>'


def _number(value: float) -> str:
    """A length with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _text(text: str) -> str:
    return escape(text, quote=True)


# --- a page with the picture and the table of its figures -------------------------------------------------------------

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
PAGE_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.45 "Noto Sans", "Segoe UI", Arial, sans-serif; color: #1b1f24; background: #ffffff; margin: 24px; }
h1 { font-size: 22px; margin: 8px 0 4px; }
h2 { font-size: 17px; margin: 24px 0 8px; }
figure { margin: 16px 0; overflow-x: auto; }
figcaption, p { margin: 4px 0; max-width: 46em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 8px 0 16px; }
caption { text-align: left; padding: 4px 0; }
th, td { border: 1px solid #d0d7de; padding: 3px 8px; vertical-align: top; }
th { background: #f4f5f7; font-weight: 400; text-align: left; }
thead th { font-weight: 600; }
td { text-align: right; white-space: nowrap; }
@media print { body { margin: 0; font-size: 9pt; } tr, figure { break-inside: avoid; } }
"""


PAGE_BEGIN = b'<!DOCTYPE html>\n<html class="picture"'
"""By which a page with a picture is known."""


def page_bytes(picture: TablePicture) -> bytes:
    """A web page with the picture, its description, the table of exactly the figures drawn, and the notes. It has no
    script and asks for nothing from outside."""
    lines = [
        f'{PAGE_BEGIN.decode()} lang="{picture.language}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ]
    if picture.program:
        lines.append(f'<meta name="generator" content="{_text(picture.program)}">')
    lines += [
        f"<title>{_text(picture.title)}</title>",
        f"<style>{PAGE_STYLE}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{_text(picture.title)}</h1>",
        page_figure(picture).removesuffix("\n"),
        f"<h2>{_text(say('picture_figures', picture.language))}</h2>",
        *_table(picture),
        *(f"<p>{_text(note)}</p>" for note in picture.notes),
        "</main>",
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines).encode()


def _table(picture: TablePicture) -> Iterator[str]:
    """The figures drawn."""
    head, *rows = picture.table
    yield f"<table><caption>{_text(picture.caption)}</caption>"
    yield "<thead><tr>" + "".join(f'<th scope="col">{_text(text)}</th>' for text in head) + "</tr></thead><tbody>"
    for row, *texts in rows:
        cells = "".join(f"<td>{_text(text)}</td>" for text in texts)
        yield f'<tr><th scope="row">{_text(row)}</th>{cells}</tr>'
    yield "</tbody></table>"
