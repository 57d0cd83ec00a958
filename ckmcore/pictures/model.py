"""Picture: everything that a painter draws, in pixels (96 an inch), with what it is drawn from.

A painter adds nothing: no number, no word, no colour of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.model import AreaSet
from ckmcore.base.numbers import Language
from ckmcore.pictures.classes import MapClasses
from ckmcore.tabulate.picture_choice import KindName

Surface = Literal["ink", "soft", "line", "grid", "surface"]
SeriesColour = Literal["s0", "s1", "s2", "s3", "s4", "s5"]
OnSeries = Literal["on0", "on1", "on2", "on3", "on4", "on5"]
MoreColour = Literal["more0", "more1", "more2", "more3", "more4", "more5"]
ClassColour = Literal["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]
BelowColour = Literal["b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"]
Colour = Surface | SeriesColour | OnSeries | MoreColour | ClassColour | BelowColour
"""A name of `pictures.colours`: text, text of less weight, base line, grid, background, six series, text on them, the
part of a bar by which it is longer than the other, classes of a map from the
lowest to the highest, and those below a value, the farther from it the higher."""
Form = Literal["circle", "square", "triangle", "diamond", "cross", "ring"]
Pattern = Literal["", "hatch", "dots", "outline", "rise", "fall", "flat", "upright", "grid"]
"""What fills a box in place of its colour. hatch, dots, outline: signs; the others: series in black and white."""
Role = Literal["figure", "sign", "tick", "word", "limit", "count", "scale"]
"""figure, sign: a published cell; tick: a number of the picture's own list; word: titles, labels, notes. Of a map:
limits of a class, number of areas in a class, length of its scale bar."""
Anchor = Literal["start", "middle", "end"]

PIXELS_AN_INCH = 96
MILLIMETRES_AN_INCH = 25.4
SMALLEST = (85, 55)
LARGEST = 1000


@dataclass(frozen=True)
class PictureBox:
    """A rectangle. cell: index of the cell that it shows, -1 for none."""

    x: float
    y: float
    width: float
    height: float
    colour: Colour
    pattern: Pattern = ""
    cell: int = -1


@dataclass(frozen=True)
class PicturePath:
    """A line through points. dash: lengths of strokes and gaps, () for a whole line."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    width: float = 1
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class PicturePoint:
    """A point with a form. is_open: only its outline, as of a figure in brackets; cell: index of the cell shown."""

    x: float
    y: float
    form: Form
    colour: Colour
    size: float = 8
    is_open: bool = False
    cell: int = -1


@dataclass(frozen=True)
class PictureText:
    """A line of text with its base line at y. cell: index of the cell whose figure or sign it is, -1 for none."""

    x: float
    y: float
    text: str
    role: Role = "word"
    size: float = 12
    colour: Colour = "ink"
    anchor: Anchor = "start"
    bold: bool = False
    cell: int = -1


Ring = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PictureArea:
    """An area of a map. rings: corners of each, (corners, 2); what lies within an odd number of them is filled; edge:
    colour of its outline; cell: index of the cell that it shows, -1 for none."""

    rings: tuple[Ring, ...]
    colour: Colour
    pattern: Pattern = ""
    edge: Colour = "surface"
    cell: int = -1


@dataclass(frozen=True, eq=False)
class PictureCells:
    """Cells of a grid that share a colour, joined in their rows. x, y, width: of each run of cells; height: of all."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    width: NDArray[np.float64]
    height: float
    colour: Colour


Mark = PictureBox | PicturePath | PicturePoint | PictureText | PictureArea | PictureCells


@dataclass(frozen=True)
class DrawnCell:
    """A cell that a picture shows: what names it, and how the table writes it.

    names: of its category, then of its panel and its series where there are such; whole: its figure, scaled by
    10^places of the picture's axis, None where a sign replaces it; row, column, layer, value: indices.
    """

    names: tuple[str, ...]
    text: str
    whole: int | None
    row: int
    column: int
    layer: int
    value: int

    @property
    def label(self) -> str:
        """Its names and its figure."""
        return f"{', '.join(self.names)}: {self.text}"


@dataclass(frozen=True)
class PictureReading:
    """What the table publishes of a category (in a panel). category: its index; label: what names it; lines: name,
    figure and number of the colour of each series, -1 for what is not drawn, the published total last; cells: indices
    of its cells that are drawn.
    """

    category: int
    label: str
    lines: tuple[tuple[str, str, int], ...]
    has_total: bool
    cells: tuple[int, ...]


@dataclass(frozen=True)
class PictureAxes:
    """What the places and colours of a picture mean. categories: along one axis, in the order drawn; panels, series:
    () for none; colours: number of the colour of each series; low, high, ticks: of the value axis, scaled by 10^places;
    upright: whether figures go upwards; variables: names of those along the axis and of series or panels; offered: code
    and label of all series that the table has.
    """

    categories: tuple[str, ...] = ()
    panels: tuple[str, ...] = ()
    series: tuple[str, ...] = ()
    colours: tuple[int, ...] = (0,)
    low: int = 0
    high: int = 1
    places: int = 0
    ticks: tuple[tuple[int, str], ...] = ()
    upright: bool = False
    variables: tuple[str, ...] = ()
    offered: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class MapRoom:
    """Where a map is drawn in its picture, by which a window enlarges it. marks: the first of them and the one after
    the last; scale: pixels a metre; bar: marks of the scale bar, as `marks`; bar_left, bar_top: where it begins."""

    left: float
    top: float
    width: float
    height: float
    marks: tuple[int, int]
    scale: float
    bar: tuple[int, int]
    bar_left: float
    bar_top: float


@dataclass(frozen=True, eq=False)
class PictureMap:
    """What the colours of a map mean. areas: their boundaries; places: among them, of each of the first cells of the
    picture (the published total follows); classes: of figures, None for circles; colours: of the classes; figures:
    those that are in classes, in units of the classes."""

    areas: AreaSet
    places: tuple[int, ...]
    classes: MapClasses | None
    colours: tuple[Colour, ...] = ()
    figures: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class PictureGrid:
    """What the colours of a grid mean. size: metres of a side of a cell; north, east: of the drawn cells, in the order
    of `cells`; classes, colours: as those of a map; x, y: upper left corners of the cells in the picture; side: of a
    cell there; lines: of each cell along `axis` of the table (0 layers, 1 rows, 2 columns); figures: as of a map."""

    size: int
    north: NDArray[np.int64]
    east: NDArray[np.int64]
    classes: MapClasses
    colours: tuple[Colour, ...]
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    side: float
    lines: NDArray[np.intp]
    axis: int
    figures: NDArray[np.int64]


@dataclass(frozen=True)
class TablePicture:
    """A picture of a protected table in one language. width, height: in pixels; marks: what is drawn, back to front;
    cells: the published cells that are drawn; ticks: all other numbers that it writes; alt: what it shows in words;
    titles: what heads the names of `cells` and their figures; caption: heads the table of these figures; readings: what
    a window says of a category that is pointed at; room: of a map.
    """

    kind: KindName
    language: Language
    width: float
    height: float
    title: str
    alt: str
    marks: tuple[Mark, ...]
    cells: Sequence[DrawnCell]
    ticks: tuple[str, ...]
    titles: tuple[str, ...]
    subtitle: str
    caption: str
    notes: tuple[str, ...]
    axes: PictureAxes
    program: str = ""
    map: PictureMap | None = None
    grid: PictureGrid | None = None
    readings: tuple[PictureReading, ...] = ()
    room: MapRoom | None = None

    @property
    def table(self) -> tuple[tuple[str, ...], ...]:
        """The drawn figures as a table: a head, then a line for each category with a text for each panel or series, ""
        where there is none."""
        cells = tuple(self.cells)
        rows = dict.fromkeys(cell.names[0] for cell in cells)
        columns = dict.fromkeys(cell.names[1:] for cell in cells)
        texts = {(cell.names[0], cell.names[1:]): cell.text for cell in cells}
        head = (self.titles[0], *(", ".join(names) or self.titles[-1] for names in columns))
        return (head, *((row, *(texts.get((row, names), "") for names in columns)) for row in rows))

    @property
    def twin(self) -> tuple[tuple[str, ...], ...]:
        """The drawn figures as rows of a table, the first of which heads the others."""
        return (self.titles, *((*cell.names, cell.text) for cell in self.cells))
