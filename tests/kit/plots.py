"""Pictures for the tests: each with something in it, and what is common to look at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent

from ckmcore.ptable import Design, shuffle, to_ons
from ckmcore.ptable.magnitudes import design_magnitudes
from ckmcore.ptable.model.linked import pair_variance
from ckmdesk.look.theme import Theme
from ckmdesk.plots.along import AlongPlot
from ckmdesk.plots.canvas import Canvas
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.plots.pair import PairPlot
from ckmdesk.plots.region import RegionPlot
from ckmdesk.plots.row_bars import RowBars
from ckmdesk.plots.tableau import TableauPlot
from ckmdesk.state.drawing import Drawing, Spot, drawing_of, drawing_of_magnitudes

TABLE = Design(D=5, V=3.0, js=2).table()
SMALL = Design(D=2, V=1.08, js=1).table()

COUNTS = drawing_of(TABLE)
OTHERS = drawing_of(SMALL)
SHUFFLED = drawing_of(shuffle(TABLE, 0.05, 1))
MAGNITUDES = drawing_of_magnitudes(design_magnitudes(D=3, V=1.0, icat=(1, 1.5, 3), step=2))
LONG = drawing_of(to_ons(TABLE, 256)[0])

DRAWINGS: dict[str, Drawing] = {
    "counts": COUNTS,
    "small": OTHERS,
    "shuffled": SHUFFLED,
    "magnitudes": MAGNITUDES,
    "long": LONG,
}


def matrix(theme: Theme, drawing: Drawing = COUNTS) -> MatrixPlot:
    made = MatrixPlot(theme)
    made.resize(720, 420)
    made.show_drawing(drawing, 3, "en")
    return made


def difference(theme: Theme, first: Drawing = COUNTS, second: Drawing = OTHERS) -> MatrixPlot:
    made = MatrixPlot(theme)
    made.resize(720, 420)
    made.show_difference(first, second, 3, "en")
    return made


def tableau(theme: Theme, drawing: Drawing = SHUFFLED) -> TableauPlot:
    made = TableauPlot(theme)
    made.resize(720, 420)
    made.show_drawing(drawing, 3, "en", pointer=(2, 0.25))
    return made


def bars(theme: Theme, drawing: Drawing = COUNTS, row: int = 3) -> RowBars:
    made = RowBars(theme)
    made.resize(480, 200)
    made.show_row(drawing, row, "en")
    return made


def along(theme: Theme, drawing: Drawing = COUNTS) -> AlongPlot:
    made = AlongPlot(theme)
    made.resize(480, 320)
    made.show_drawing(drawing, 3, "en")
    return made


def pair(theme: Theme) -> PairPlot:
    made = PairPlot(theme)
    made.resize(480, 320)
    made.show_pair(pair_variance(SMALL, 4, 4), pair_variance(shuffle(SMALL, 0.05, 1), 4, 4), "4", "en")
    return made


def region(theme: Theme) -> RegionPlot:
    made = RegionPlot(theme)
    made.resize(480, 320)
    made.show_region(((2, 2.0, 2.0), (3, 2.0, 3.0), (4, 2.0, 4.0), (5, 2.0, 5.0)), 4, 3.0, "en")
    return made


MAKERS: dict[str, Callable[[Theme], Canvas]] = {
    "matrix": matrix,
    "difference": difference,
    "tableau": tableau,
    "bars": bars,
    "along": along,
    "pair": pair,
    "region": region,
}
# Those whose places are rows and noise of a table.
LINKED: dict[str, Callable[[Theme], Canvas]] = {name: MAKERS[name] for name in MAKERS if name not in ("pair", "region")}


def texts(picture: Canvas) -> str:
    """All that the picture writes, as it stands in its SVG."""
    svg = picture.to_svg().decode()
    found = " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    # A sign that stands in another font is a text of its own.
    return re.sub(r" +", " ", re.sub(r"([−≥≤]) +", r"\1", found))


def colors(image: QImage) -> set[int]:
    """The colours of every third pixel."""
    return {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}


def mouse(kind: QEvent.Type, place: QPointF, button: Qt.MouseButton = Qt.MouseButton.NoButton) -> QMouseEvent:
    return QMouseEvent(kind, place, place, button, button, Qt.KeyboardModifier.NoModifier)


def all_spots(drawing: Drawing) -> list[Spot]:
    """Every place of a table that has a probability."""
    return [Spot(row, v) for row in range(drawing.rows) for v in drawing.distributions[row]]
