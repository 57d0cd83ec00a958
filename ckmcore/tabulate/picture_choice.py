"""PictureChoice: what a person chose of the picture of a table; it is kept with the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ckmcore.base.checked import Number, checked
from ckmcore.base.texts import Texts

KindName = Literal["bars", "grouped", "stacked", "percent", "dots", "lines", "multiples", "pyramid"]
PictureOrder = Literal["table", "size"]


@checked
@dataclass(frozen=True)
class PictureChoice:
    """What a person chose of a picture; the defaults draw the kind that fits best.

    kind: "" for the first that fits. categories, colours: names of the variables on the axis and of the series, "" for
    those that fit. value, block: indices of the value and of the stacked block. without: codes of series that are left
    out. order: as in the table, or largest first. width, height: in millimetres. zero: lines begin at 0. patterns: for
    print in black and white. upright: vertical bars. excess: the part
    by which a side of a pyramid is longer is darker. alt: replaces the made description.

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
