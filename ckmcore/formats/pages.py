"""How a table is divided into printed pages: how much fits on one, where one ends, and what goes on above its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ckmcore.messages import say
from ckmcore.office.settings import Office
from ckmcore.tabulate.labels import AxisLabels

SIZES = {"a4": (9, 8.27, 11.69), "a3": (8, 11.69, 16.54), "letter": (1, 8.5, 11.0)}
"""Of each paper the number that workbooks give it, width and height in inches."""
MARGIN_ACROSS, MARGIN_DOWN = 1.4, 1.5
LEAST_SCALE = 50
POINTS_AN_INCH = 72
# A spreadsheet keeps no more page ends than this.
MOST_PAGES = 1000
_LETTER_INCHES, _COLUMN_INCHES = 7 / 96, 5 / 96
_ROW_POINTS, _ROW_FONT = 15.0, 11
LEAST_ROWS = 5


@dataclass(frozen=True)
class PageSetup:
    """Paper and scale (percent) of the printed pages of a sheet, and how many rows of `row_points` fit on one."""

    paper: int
    scale: int
    rows: int
    row_points: float


def row_points(office: Office) -> float:
    """The height of a row of one line in points."""
    return round(_ROW_POINTS * office.font_size / _ROW_FONT, 2)


def note_points(office: Office) -> float:
    """The height of a line of notes in points."""
    return office.font_size * 1.4


def page_setup(office: Office, widths: Sequence[int]) -> PageSetup:
    """The scale at which columns of these widths (in letters) fit on a page; columns that do not fit at the smallest
    scale go on to further pages."""
    paper, short, long = SIZES[office.paper]
    across, down = (long, short) if office.orientation == "landscape" else (short, long)
    wide = sum(width * _LETTER_INCHES + _COLUMN_INCHES for width in widths) * office.font_size / _ROW_FONT
    scale = max(LEAST_SCALE, min(100, math.floor(100 * (across - MARGIN_ACROSS) / wide)))
    points = row_points(office)
    rows = math.floor((down - MARGIN_DOWN) * POINTS_AN_INCH * 100 / scale / points)
    return PageSetup(paper, scale, rows, points)


@dataclass(frozen=True)
class HtmlPage:
    """Rows of a stub on one printed page, from `first` up to before `end`. `continued`: what goes on from the page
    before and stands above its rows: column of the stub, indent, label with the word for *continued*."""

    first: int
    end: int
    continued: tuple[tuple[int, int, str], ...] = ()


def pages(stub: AxisLabels, room: int, room_of_first: int) -> list[HtmlPage]:
    """The pages of a table; one where it fits, or where there would be more than a spreadsheet can keep.

    room: rows on a page below its head; room_of_first: on the first page, which has titles above.
    """
    count = len(stub)
    room, room_of_first = max(room, LEAST_ROWS), max(room_of_first, LEAST_ROWS)
    if count <= room_of_first or count > room * MOST_PAGES:
        return [HtmlPage(0, count)]
    found, first, end = list[HtmlPage](), 0, room_of_first
    above: tuple[tuple[int, int, str], ...] = ()
    while first < count:
        end = min(end, count)
        # A heading never stands alone at the end of a page.
        while end < count and end > first + 1 and stub.empty[end - 1]:
            end -= 1
        found.append(HtmlPage(first, end, above))
        first = end
        if first < count:
            above = continued(stub, first)
            end = first + max(room - len(above), 1)
    return found


def continued(stub: AxisLabels, row: int) -> tuple[tuple[int, int, str], ...]:
    """The nodes of hierarchies that a row stands under and that began on a page before: column, indent, label."""
    found = []
    if stub.empty[row]:
        return ()
    for column in range(stub.depth):
        at = stub.level_at(row, column)
        node = stub.node(row, column)
        if at is None or node is None or not stub.indent(row, column):
            continue
        begin = stub.run(row, column - 1)[0] if column else 0
        wanted, nodes = set[int](), at[1].dimension.nodes
        parent = node.parent
        while parent > 0:
            wanted.add(parent)
            parent = nodes[parent].parent
        places = {nodes[place].code: place for place in wanted}
        above = []
        for other in range(row - 1, begin - 1, -1):
            one = stub.node(other, column)
            if one is not None and one.code in places and not stub.empty[other]:
                above.append((column, stub.indent(other, column), _goes_on(stub, other, column)))
                del places[one.code]
            if not places:
                break
        found += above[::-1]
    return tuple(found)


def _goes_on(stub: AxisLabels, row: int, column: int) -> str:
    return say("export_continued", stub.language, label=stub.texts(row)[column])
