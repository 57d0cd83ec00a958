"""How a table is divided into printed pages: how much fits on one, where one ends, and what goes on above its end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ckmcore.messages import say
from ckmcore.office.settings import Office
from ckmcore.tabulate.labels import AxisLabels

SIZES = {"a4": (9, 8.27, 11.69), "a3": (8, 11.69, 16.54), "letter": (1, 8.5, 11.0)}
"""Of each paper the number that workbooks give it, width and height in inches."""
MARGIN_ACROSS, MARGIN_DOWN = 1.4, 1.5
LEAST_SCALE = 50
LEAST_SHRUNK = 0.8  # of its scale, so that a table stands on one page
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
    return PageSetup(paper, scale, _rows(down, scale, points), points)


_DIGITS = {
    **dict.fromkeys(("calibri", "carlito", "times new roman", "liberation serif", "garamond"), 0.507),
    **dict.fromkeys(("arial", "helvetica", "liberation sans", "segoe ui", "aptos", "cambria", "georgia"), 0.56),
}
_WIDE_DIGIT = 0.6
"""The width of a digit, by which spreadsheets measure columns, as a part of the size of the font; for others a wide
one."""
_PIXELS_A_POINT = 96 / 72


def pages_across(
    office: Office, widths: Sequence[int], stub: int, begins: Sequence[int]
) -> tuple[PageSetup, list[int]]:
    """How columns of these widths, the first `stub` of them on every page, are printed: on one page where they fit at
    the smallest scale, else on several of about one width. The columns with which further pages begin are some of
    `begins`, where each part fits; else any."""
    paper, short, long = SIZES[office.paper]
    across, down = (long, short) if office.orientation == "landscape" else (short, long)
    room = across - MARGIN_ACROSS
    wide = _inches(office, widths)
    beside, breaks = sum(wide[:stub]), list[int]()
    most = 100 * room / LEAST_SCALE - beside
    if sum(wide[stub:]) > most > max(wide[stub:], default=0):
        breaks = _breaks(wide, stub, most, begins)
    ends = [stub, *breaks, len(wide)]
    widest = beside + max(sum(wide[first:end]) for first, end in itertools.pairwise(ends))
    scale = max(LEAST_SCALE, min(100, math.floor(100 * room / widest)))
    points = row_points(office)
    return PageSetup(paper, scale, _rows(down, scale, points), points), breaks


@dataclass(frozen=True)
class PageFit:
    """How a sheet is made to fit pages by the program that prints it, whatever its font. across: number of pages beside
    one another; lies: whether paper lies; setup: estimated scale and rows; breaks: columns with which further pages
    begin, where the columns are as wide as they say."""

    across: int
    lies: bool
    setup: PageSetup
    breaks: list[int]


def page_fit(office: Office, widths: Sequence[int], stub: int) -> PageFit:
    """Pages for columns of these widths (in letters), the first `stub` of them on every page: as many columns as the
    office says or as can be read, on paper that lies where the table is wider than upright paper."""
    _, short, long = SIZES[office.paper]
    wide = _inches(office, widths)
    lies = office.orientation == "landscape" or sum(wide) > short - MARGIN_ACROSS
    office = replace(office, orientation="landscape" if lies else "portrait")
    across = len(_filled(wide, stub, 100 * ((long if lies else short) - MARGIN_ACROSS) / LEAST_SCALE)) + 1
    if office.page_columns:
        across = max(1, math.ceil((len(widths) - stub) / office.page_columns))
    # At the largest scale that needs so many pages.
    room = sum(widths[:stub]) + max(math.ceil(sum(widths[stub:]) / across), *widths[stub:], 0)
    while len(breaks := _filled(widths, stub, room)) >= across:
        room += 1
    parts = [widths[first:end] for first, end in itertools.pairwise([stub, *breaks, len(widths)])]
    setup, _ = pages_across(office, [*widths[:stub], *max(parts, key=sum)], stub, ())
    return PageFit(across, lies, setup, breaks)


def _filled(widths: Sequence[float], stub: int, room: float) -> list[int]:
    """Columns with which further pages begin where each takes as many as it has room for beside the stub."""
    beside, breaks = sum(widths[:stub]), list[int]()
    used = beside
    for column, width in enumerate(widths[stub:], stub):
        if used + width > room and used > beside:
            breaks.append(column)
            used = beside
        used += width
    return breaks


def _inches(office: Office, widths: Sequence[int]) -> list[float]:
    """Widths of columns on paper, of columns of so many letters."""
    digit = office.font_size * _PIXELS_A_POINT * _DIGITS.get(office.font.casefold(), _WIDE_DIGIT)
    return [(width * digit + 5) / 96 for width in widths]


def _rows(down: float, scale: int, points: float) -> int:
    """Number of lines on a page. down: its height in inches; scale: of print, in percent; points: height of a line."""
    return math.floor((down - MARGIN_DOWN) * POINTS_AN_INCH * 100 / scale / points)


def on_one_page(office: Office, setup: PageSetup, lines: int) -> PageSetup:
    """The scale at which so many lines fit on a page, where it is not much smaller; else the one that was."""
    _, short, long = SIZES[office.paper]
    down = short if office.orientation == "landscape" else long
    scale = math.floor(setup.scale * setup.rows / lines)
    while scale > LEAST_SCALE and _rows(down, scale, setup.row_points) < lines:
        scale -= 1
    if not max(LEAST_SCALE, LEAST_SHRUNK * setup.scale) <= scale < setup.scale:
        return setup
    rows = _rows(down, scale, setup.row_points)
    return setup if rows < lines else replace(setup, scale=scale, rows=rows)


def _breaks(wide: Sequence[float], stub: int, most: float, begins: Sequence[int]) -> list[int]:
    """The columns with which the second and further pages begin, so that each has about as much."""
    least = math.ceil(sum(wide[stub:]) / most)
    for number in range(least, len(wide) - stub + 1):
        for offered in (begins, range(stub + 1, len(wide))):
            found = _even_breaks(wide, stub, number, offered)
            ends = [stub, *found, len(wide)]
            if all(sum(wide[first:end]) <= most for first, end in itertools.pairwise(ends)):
                return found
    return []


def _even_breaks(wide: Sequence[float], stub: int, number: int, offered: Sequence[int]) -> list[int]:
    """Of the columns offered those nearest to where even parts end."""
    edges, whole = [0.0], sum(wide[stub:])
    for width in wide[stub:]:
        edges.append(edges[-1] + width)
    wanted = (whole * part / number for part in range(1, number))
    possible = [column for column in offered if stub < column < len(wide)]
    nearest = {min(possible, key=lambda at: abs(edges[at - stub] - edge)) for edge in wanted} if possible else set()
    return sorted(nearest)


@dataclass(frozen=True)
class HtmlPage:
    """Rows of a stub on a printed page, from `first` up to before `end`. continued: nodes that go on from the page
    before, printed above its rows: column of the stub, indent, label with the word for *continued*."""

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
    """Nodes of hierarchies above a row that began on a page before: column, indent, label."""
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
