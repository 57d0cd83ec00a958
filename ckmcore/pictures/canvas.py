"""What a kind draws on: marks, the cells that they show, and the ticks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ckmcore.base.hyphens import Hyphens
from ckmcore.base.numbers import Language
from ckmcore.methods.protected import Sign
from ckmcore.pictures.colours import DASHES, FORMS, PATTERNS, SERIES
from ckmcore.pictures.model import (
    Anchor,
    Colour,
    DrawnCell,
    MapRoom,
    Mark,
    Pattern,
    PictureBox,
    PictureGrid,
    PicturePath,
    PicturePoint,
    PictureText,
    Role,
)
from ckmcore.pictures.scale import Scale
from ckmcore.pictures.source import PictureFigure
from ckmcore.pictures.text_width import LINE, lines_of, width_of
from ckmcore.tabulate.picture_choice import PictureChoice

TEXT = 12
SWATCH = 26  # of a sign, which has no length
KEY = 8  # of a figure that is no part of a bar
_FITTING = 12  # steps at most
LEAST_BAR, BAR_WITH_TEXT = 6, 12
GAP = 0.3  # between bars, as a part of their width
LINE_WIDTH, POINT = 2.2, 8
_SIGN_PATTERNS: dict[Sign, Pattern] = {Sign.BLOCKED: "hatch", Sign.UNKNOWN: "dots", Sign.UNRELIABLE: "outline"}


class PlotArea(NamedTuple):
    """Where a kind draws. bottom: where it ends where it needs no more room."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left


class PictureCanvas:
    """Collects what is drawn. choice: what a person chose; what: heading of the figures."""

    def __init__(self, language: Language, choice: PictureChoice, value: int) -> None:
        self.language, self.choice, self.value = language, choice, value
        self.marks: list[Mark] = []
        self.cells: list[DrawnCell] = []
        self.grid_cells: Sequence[DrawnCell] | None = None
        self.grid: PictureGrid | None = None
        self.room: MapRoom | None = None
        self.signs: set[Sign] = set()
        self._index: dict[tuple[int, int, int, int], int] = {}
        self.ticks: dict[str, None] = {}
        self.scale: tuple[Scale, tuple[str, ...]] | None = None
        self.is_upright = False
        self.fits = False  # a map is no higher than its room

    def axis(self, scale: Scale, unit: str = "") -> tuple[str, ...]:
        """Take the value axis; gives the texts of its ticks. unit: behind each."""
        texts = tuple(text + unit for text in scale.texts(self.language))
        self.scale = scale, texts
        return texts

    def box(
        self, x: float, y: float, width: float, height: float, colour: Colour, pattern: Pattern = "", cell: int = -1
    ) -> None:
        """Draw a rectangle; negative widths and heights are turned."""
        left, top = min(x, x + width), min(y, y + height)
        self.marks.append(PictureBox(left, top, abs(width), abs(height), colour, pattern, cell))

    def bar(self, x: float, y: float, width: float, height: float, series: int, cell: int, *, is_open: bool) -> None:
        """Draw the bar of a figure; its colour and pattern are those of the series. is_open: of limited reliability."""
        pattern: Pattern = PATTERNS[series] if self.choice.patterns else ""
        self.box(x, y, width, height, SERIES[series], "outline" if is_open else pattern, cell)

    def path(
        self, points: Sequence[tuple[float, float]], colour: Colour, width: float = 1, dash: tuple[float, ...] = ()
    ) -> None:
        """Draw a line."""
        self.marks.append(PicturePath(tuple(points), colour, width, dash))

    def point(self, x: float, y: float, series: int, cell: int, *, is_open: bool = False) -> None:
        """Draw the point of a figure in the form of its series."""
        self.marks.append(PicturePoint(x, y, FORMS[series], SERIES[series], POINT, is_open, cell))

    def line(self, points: Sequence[tuple[float, float]], series: int) -> None:
        """Draw the line of a series."""
        self.path(points, SERIES[series], LINE_WIDTH, DASHES[series])

    def word(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TEXT,
        colour: Colour = "ink",
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Write a line of words."""
        if text:
            self.marks.append(PictureText(x, y, text, "word", size, colour, anchor, bold))

    def words(
        self,
        x: float,
        middle: float,
        lines: Sequence[str],
        *,
        anchor: Anchor = "start",
        bold: bool = False,
        colour: Colour = "ink",
    ) -> None:
        """Write lines of words around a middle."""
        top = middle - TEXT * LINE * len(lines) / 2
        for number, line in enumerate(lines):
            self.word(x, top + TEXT * (LINE * number + 1), line, anchor=anchor, bold=bold, colour=colour)

    def tick(self, x: float, y: float, text: str, anchor: Anchor) -> None:
        """Write the number of a tick."""
        self.ticks[text] = None
        self.marks.append(PictureText(x, y, text, "tick", TEXT, "soft", anchor))

    def cell(self, names: Sequence[str], figure: PictureFigure) -> int:
        """Take a cell into the list of what is drawn; gives its index there."""
        place = figure.row, figure.column, figure.layer, self.value
        self.cells.append(DrawnCell(tuple(names), figure.text, figure.whole, *place))
        self.signs.add(figure.sign)
        self._index[place] = len(self.cells) - 1
        return self._index[place]

    def drawn(self, figure: PictureFigure) -> int:
        """Index of a cell in the list of what is drawn; -1 for one that is not."""
        return self._index.get((figure.row, figure.column, figure.layer, self.value), -1)

    def figure(
        self,
        x: float,
        y: float,
        figure: PictureFigure,
        anchor: Anchor = "start",
        *,
        colour: Colour = "ink",
        bold: bool = False,
    ) -> None:
        """Write a figure, or the sign in its place, as the table does."""
        if figure.text:
            role: Role = "figure" if figure.sign.keeps_figure else "sign"
            self.marks.append(PictureText(x, y, figure.text, role, TEXT, colour, anchor, bold, self.drawn(figure)))

    def swatch(self, x: float, y: float, width: float, height: float, figure: PictureFigure, cell: int) -> bool:
        """Draw the box of a sign that replaces a figure; whether it has one. A structural zero has none, as a 0."""
        pattern = _SIGN_PATTERNS.get(figure.sign)
        if pattern is None:
            return False
        self.box(x, y, width, height, "soft", pattern, cell)
        return True


Extent = tuple[float, float, float]
"""Place on an axis (0 to 1), and the room that is needed before and behind it in pixels."""
_LEAST_LONG = 40


def fitted(left: float, right: float, extents: Iterable[Extent]) -> tuple[float, float]:
    """Ends of an axis between two edges that leaves room for all that is written around its places."""
    needs = [*extents]
    begin, end = left, right
    for _ in range(_FITTING):
        long = end - begin
        before = max((left - begin - long * share + room for share, room, _ in needs), default=0)
        behind = max((begin + long * share + room - right for share, _, room in needs), default=0)
        begin, end = begin + max(before, 0), end - max(behind, 0)
        if end - begin < _LEAST_LONG:
            return begin, begin + _LEAST_LONG
        if max(before, behind) < 0.1:
            break
    return begin, end


def tick_extents(scale: Scale, texts: Sequence[str]) -> list[Extent]:
    """Room for the ticks of an axis."""
    halves = (width_of(text, TEXT) / 2 for text in texts)
    return [(scale.share(whole), half, half) for whole, half in zip(scale.ticks, halves, strict=True)]


def bar_extent(canvas: PictureCanvas, scale: Scale, figure: PictureFigure, beside: float) -> Extent:
    """Room for what is written at the end of a lying bar. beside: its distance from it."""
    is_written = canvas.choice.numbers or not figure.sign.keeps_figure or not figure.whole
    room = width_of(figure.text, TEXT) + beside if is_written else 0
    if not figure.whole:
        return scale.share(0), 0, room + (SWATCH + 1 if figure.sign in _SIGN_PATTERNS else 0)
    return scale.share(figure.whole), room if figure.whole < 0 else 0, room if figure.whole > 0 else 0


def signs_width(figures: Iterable[PictureFigure]) -> float:
    """Width of figures and signs that are written behind each other, each with its box or key."""
    return sum(
        width_of(figure.text, TEXT) + 12 + (SWATCH if figure.sign in _SIGN_PATTERNS else KEY) for figure in figures
    )


def sign_pattern(figure: PictureFigure | None) -> Pattern:
    """Pattern of the sign in the place of a figure; "" for none."""
    return "" if figure is None else _SIGN_PATTERNS.get(figure.sign, "")


def is_pale(figure: PictureFigure) -> bool:
    """Whether a figure is of limited reliability, so that only its outline is drawn."""
    return figure.sign == Sign.UNCERTAIN


def widest(texts: Sequence[str], *, bold: bool = False) -> float:
    """Width of the widest of some texts."""
    return max((width_of(text, TEXT, bold=bold) for text in texts), default=0)


def label_lines(labels: Sequence[str], room: float, language: Language, most: int = 4) -> tuple[list[list[str]], float]:
    """Lines of labels that share a column no wider than `room`, and its width; German compounds are broken between
    their parts."""
    width, hyphens = min(widest(labels), room), Hyphens(language, labels)
    lines = [lines_of(hyphens.text(label), TEXT, width + 0.01, most=most) for label in labels]
    return lines, max((width_of(line, TEXT) for label in lines for line in label), default=0)


def every(count: int, room: float, needed: float) -> int:
    """Of `count` labels on `room` pixels each how many-th is written, so that none touches the next."""
    return max(1, math.ceil(needed * count / max(room, 1)))
