"""PictureChoice: what a person chose of the picture of a table; it is kept with the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ckmcore.base.checked import Number, checked
from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER

KindName = Literal[
    "bars", "grouped", "stacked", "percent", "dots", "lines", "multiples", "pyramid", "choropleth", "circles", "grid"
]
PictureOrder = Literal["table", "size"]
ClassMethod = Literal["quantiles", "width", "breaks", "own"]
MOST_CLASSES = 7
TableSight = Literal["table", "both", "picture", "map"]


@checked
@dataclass(frozen=True)
class PictureChoice:
    """What a person chose of a picture; the defaults draw the kind that fits best.

    kind: "" for the first that fits. categories, colours: names of the variables on the axis and of the series, "" for
    those that fit. value, block: indices of the value and of the stacked block. without: codes of series that are left
    out. order: as in the table, or largest first. width, height: in millimetres. zero: lines begin at 0. patterns: for
    print in black and white. upright: vertical bars. excess: the part by which a side of a pyramid is longer is darker.
    alt: replaces the made description. sight: whether the window shows the table, its picture, both or its map;
    a map is chosen among the kinds of maps, a picture is one only where no other kind fits. Of maps: classes
    with as many areas each (quantiles), of equal width, of natural breaks, or beginning at `limits` (own); class_count:
    3 to 7; reversed: the darkest colour is the lowest class; borders: variable whose areas are outlined on a grid;
    around: a value at which a class begins and below which classes have another hue ("": one hue); held: own limits
    are kept where no figure is in a class, so that several periods have the same classes.

    >>> ckm.PictureChoice("grouped", order="size", width=120).kind
    'grouped'
    """

    kind: KindName | Literal[""] = ""
    categories: str = ""
    colours: str = ""
    value: Number = 0
    block: Number = 0
    without: tuple[str, ...] = ()
    order: PictureOrder = "table"
    width: Number = 160
    height: Number = 110
    numbers: bool = True
    grid: bool = True
    zero: bool = True
    patterns: bool = False
    upright: bool = False
    excess: bool = True
    alt: Texts = Texts()
    classes: ClassMethod = field(default="quantiles", metadata=LATER)
    class_count: Number = field(default=5, metadata=LATER)
    limits: tuple[str, ...] = field(default=(), metadata=LATER)
    reversed: bool = field(default=False, metadata=LATER)
    borders: str = field(default="", metadata=LATER)
    around: str = field(default="", metadata=LATER)
    held: bool = field(default=False, metadata=LATER)
    sight: TableSight = field(default="table", metadata=LATER)
