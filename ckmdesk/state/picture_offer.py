"""What can be chosen of a picture: the kinds that fit, each small, and what a table has for its axes. No Qt."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ckmcore.areas.model import AreaSet
from ckmcore.errors import Cancelled
from ckmcore.messages import Sentence
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import KINDS, offered
from ckmcore.pictures.model import MILLIMETRES_AN_INCH, PIXELS_AN_INCH, SMALLEST, TablePicture
from ckmcore.pictures.source import PictureTable
from ckmcore.presentation.present import TablePresentation
from ckmcore.tabulate.picture_choice import KindName, PictureChoice

AT_ONCE_LINES = 1500
"""Up to so many lines of a table its picture is described in some ten milliseconds."""

AT_ONCE_CORNERS = 20_000


@dataclass(frozen=True)
class PictureOffer:
    """kinds: in the order of a gallery, with the reason of what does not fit; small: each kind that fits, described for
    a tile; variables: name and title of the breakdowns; values, blocks: what heads each."""

    kinds: dict[KindName, Sentence | None]
    small: dict[KindName, TablePicture]
    variables: tuple[tuple[str, str], ...]
    values: tuple[str, ...]
    blocks: tuple[str, ...]


def asked_of_kinds(choice: PictureChoice) -> PictureChoice:
    """The part of a choice by which it is decided which kinds fit."""
    return PictureChoice(
        categories=choice.categories,
        colours=choice.colours,
        value=choice.value,
        block=choice.block,
        without=choice.without,
        order=choice.order,
    )


def offer_of(
    document: TablePresentation,
    choice: PictureChoice,
    cancelled: Callable[[], bool],
    areas: Mapping[str, AreaSet] | None = None,
) -> PictureOffer:
    """What can be chosen of the picture of a table; areas: boundaries by variable. Raises Cancelled, and as
    `offered`."""
    asked = replace(asked_of_kinds(choice), width=SMALLEST[0], height=SMALLEST[1], numbers=False, grid=False)
    reasons, small = offered(document, asked, areas), dict[KindName, TablePicture]()
    # Maps have a view of their own: the first tile is what is drawn where nothing was chosen.
    kinds = dict(sorted(reasons.items(), key=lambda pair: (pair[1] is not None, KINDS[pair[0]].is_map)))
    for kind in (name for name, reason in kinds.items() if reason is None):
        if cancelled():
            raise Cancelled
        small[kind] = describe(document, replace(asked, kind=kind), areas)
    table = PictureTable(document, choice.value, choice.block)
    layout = document.layout
    count = math.prod(len(axis.segments) for axis in (layout.rows, layout.columns, layout.layers))
    return PictureOffer(
        kinds,
        small,
        tuple((each.variable, each.title) for each in table.breakdowns if len(each.categories) > 1),
        tuple(document.value_text(number) for number in range(len(document.table.spec.values))),
        tuple(_heading(document, number) for number in range(count)) if count > 1 else (),
    )


def _heading(document: TablePresentation, block: int) -> str:
    return PictureTable(document, 0, block).heading or str(block + 1)


def is_long(document: TablePresentation, areas: Mapping[str, AreaSet]) -> bool:
    """Whether a picture of a table is described in a job."""
    layout = document.layout
    if sum(len(each.points) for each in areas.values()) > AT_ONCE_CORNERS:
        return True
    return len(layout.rows) + len(layout.columns) + len(layout.layers) > AT_ONCE_LINES


def sized(choice: PictureChoice, width: float, height: float) -> PictureChoice:
    """The choice for a room on the screen, in pixels at 100 % size of text."""
    millimetre = PIXELS_AN_INCH / MILLIMETRES_AN_INCH
    across, down = (
        max(int(length / millimetre), least) for length, least in zip((width, height), SMALLEST, strict=True)
    )
    return replace(choice, width=min(across, 1000), height=min(down, 1000))


def bars_begin_at_zero(kind: KindName) -> bool:
    """Whether the axis of a kind always has a 0."""
    return KINDS[kind].begins_at_zero


def is_kind_of_map(kind: KindName) -> bool:
    """Whether a kind has no axis."""
    return KINDS[kind].is_map
