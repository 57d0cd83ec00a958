"""Reports as files: the engine's HTML as it is, or printed to PDF."""

from __future__ import annotations

import math
import re
import tempfile
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEventLoop,
    QIODevice,
    QLineF,
    QMarginsF,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QUrl,
    QUuid,
)
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QPen,
    QTextDocument,
    QTextOption,
    QTextTable,
)
from PySide6.QtSvg import QSvgRenderer

from ckmcore.base.files import hand_over, write_whole
from ckmcore.base.hyphens import SOFT_HYPHEN, Hyphens
from ckmcore.base.numbers import Language
from ckmcore.errors import Cancelled, InputError
from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office
from ckmdesk.look.theme import INK, PAPER_RULE

if TYPE_CHECKING:
    from ckmcore.presentation.present import TablePresentation
    from ckmcore.tabulate.spec import TableSpec
import ctypes
import sys
from functools import cache
from typing import NamedTuple

import shiboken6

# Text documents laid out while Python goes on (ADR 0069).


def layout_of(document: QTextDocument) -> QAbstractTextDocumentLayout:
    """Return the layout of a document, which is made and connected on first access."""
    if (calls := _calls()) is not None:
        calls.layout(_pointer(document))
    return document.documentLayout()


def set_html(document: QTextDocument, html: str) -> None:
    """Read HTML into a document and lay it out; this is the slow part of printing."""
    calls = _calls()
    if calls is None:
        document.setHtml(html)
        return
    text = html.encode("utf-16-le" if sys.byteorder == "little" else "utf-16-be", "surrogatepass")
    calls.read(_pointer(document), ctypes.byref(_Text(None, text, len(text) // 2)))
    calls.pages(_pointer(document))


class _Text(ctypes.Structure):
    """A QString of Qt 6 over text owned by the caller, as `QString::fromRawData` makes it.

    It has no data of its own, the text in UTF-16, and its length. Qt copies what it keeps.
    """

    _fields_ = (("own", ctypes.c_void_p), ("text", ctypes.c_char_p), ("size", ctypes.c_ssize_t))


class _Calls(NamedTuple):
    """`QTextDocument::documentLayout`, `setHtml` and `pageCount` by ctypes, which releases Python's lock during the
    calls."""

    layout: ctypes._NamedFuncPointer
    read: ctypes._NamedFuncPointer
    pages: ctypes._NamedFuncPointer


_LINUX = "libQt6Gui.so.6", (
    "_ZNK13QTextDocument14documentLayoutEv", "_ZN13QTextDocument7setHtmlERK7QString", "_ZNK13QTextDocument9pageCountEv",
)  # fmt: skip
_WINDOWS = "Qt6Gui.dll", (
    "?documentLayout@QTextDocument@@QEBAPEAVQAbstractTextDocumentLayout@@XZ",
    "?setHtml@QTextDocument@@QEAAXAEBVQString@@@Z", "?pageCount@QTextDocument@@QEBAHXZ",
)  # fmt: skip


@cache
def _calls() -> _Calls | None:
    """Return the calls by ctypes; None if Qt has no such symbols: PySide's calls are used then, which block the
    window."""
    library, names = _WINDOWS if sys.platform == "win32" else _LINUX
    try:
        gui = ctypes.CDLL(library)  # the one that PySide has loaded
        layout, read, pages = (gui[name] for name in names)
    except (OSError, AttributeError):
        return None
    layout.argtypes, layout.restype = [ctypes.c_void_p], ctypes.c_void_p
    read.argtypes, read.restype = [ctypes.c_void_p, ctypes.c_void_p], None
    pages.argtypes, pages.restype = [ctypes.c_void_p], ctypes.c_int
    return _Calls(layout, read, pages)


def _pointer(document: QTextDocument) -> int:
    (pointer_value,) = shiboken6.getCppPointer(document)
    return int(pointer_value)


_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
# A text document knows no figures: as paragraphs picture and words stand under one another.
_PARAGRAPHS = {"<figure>": "<p>", "</figure>": "</p>", "<figcaption>": "<br>", "</figcaption>": ""}
_PRINT = (
    "<style>body, p, td, th { font-size: 8pt; } h1 { font-size: 15pt; } h2 { font-size: 11pt; } "
    "td, tbody th { white-space: nowrap; } td.text, th.text { white-space: normal; }</style></head>"
)
_TIME = re.compile(rb"(/(?:CreationDate|ModDate) \(D:)\d{14}")
_XMP_TIME = re.compile(rb"(xmp:(?:Create|Modify|Metadata)Date=\")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
_DPI = 200
_MARGIN_MM = 15.0
_SCALE = 3
WIDEST = 760
MOST_TIMES_WIDER = 2.5
TIMES_WIDER_BESIDE = 1.5  # at most about that, where a table goes on beside
WIDEST_EVEN = 17  # letters of a word above a column, as in workbooks
_FIRST_ROW, _FIGURE = re.compile(r"(?<=<tbody>).*?</tr>", re.DOTALL), re.compile(r"<td headers[^>]*>([^<]*)</td>")
_NAMES = re.compile(r'(<t[hd]\b[^>]*?) id="[^"]*"')
_HEADING = re.compile(r'(<th id="t\d+c[^>]*>)([^<]*)(?=</th>)')
_DOTS_AN_INCH, _DOTS_APART, _DOT = 120, 5, 0.01  # how thick leaders are; apart and long in their thickness
_LETTER, _BESIDE = 8, 18  # pixels of a digit, and of what stands beside figures


_PAPERS = {"a4": QPageSize.PageSizeId.A4, "a3": QPageSize.PageSizeId.A3, "letter": QPageSize.PageSizeId.Letter}
_SMALL = 8  # points, of what stands above and below a page
_ROWS_LOOKED_AT = 5  # that say how far apart rows are
Result = TypeVar("Result")


@dataclass(frozen=True)
class Sheets:
    """The page setup of an office: paper, orientation, header, footer and language of the page numbers.

    `leaders` is the number of label columns after which dots lead to the figures (0: none). The default is A4 landscape
    without header or footer.
    """

    paper: str = "a4"
    upright: bool = False
    header: str = ""
    footer: str = ""
    language: Language | None = None
    leaders: int = 0

    @classmethod
    def of(cls, office: Office, language: Language) -> Sheets:
        header, footer = office.header.text(language), office.footer.text(language)
        return cls(office.paper, office.orientation == "portrait", header, footer, language)

    @property
    def page_layout(self) -> QPageLayout:
        """Paper, its side, and margins."""
        margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
        turned = QPageLayout.Orientation.Portrait if self.upright else QPageLayout.Orientation.Landscape
        return QPageLayout(QPageSize(_PAPERS[self.paper]), turned, margins, QPageLayout.Unit.Millimeter)


PLAIN_SHEETS = Sheets()


@dataclass(frozen=True)
class DraftPage:
    """The page of a draft as HTML, scanned for unpublished content, with its page setup."""

    html: str
    sheets: Sheets
    program: str


class TooWideForAPage(InputError):
    """The error of a page on which the figures would be unreadably small. Fields: percent (of their size)."""

    code = "pdf_too_wide"


class TooWideUnlessSetOff(TooWideForAPage):
    """The error of a table that needs further sheets beside the first in the office's layout. Fields: percent."""

    code = "pdf_too_wide_plain"


def write_html(html: str, path: Path) -> None:
    """Write the HTML of an internal report atomically, readable by its user only; raises NotWritten."""
    write_whole(path, lambda target: target.write_text(html, encoding="utf-8") and None, private=True)


def write_pdf(html: str, path: Path) -> None:
    """Print the HTML of an internal report on A4, atomically, readable by its user only; raises NotWritten."""
    content = pdf_bytes(html)
    write_whole(path, lambda target: target.write_bytes(content) and None, private=True)


def write_draft_pdf(draft: Draft, path: Path, language: Language, office: Office) -> tuple[Path, ...]:
    """Write a draft as PDF: print its HTML page and scan the result for unpublished content.

    Returns the paths. Raises NotWritten, LeakFound.
    """
    from ckmcore.formats.scan import guard

    page, _, content = _printed_page(draft, language, office)

    def write(target: Path) -> tuple[Path, ...]:
        target.write_bytes(content)
        guard([target], [page])
        return (target,)

    return hand_over(path, write)


def draft_page(draft: Draft, language: Language, office: Office, upright: bool | None = None) -> DraftPage:
    """Make the page of a draft for the screen or printer, scanned like its PDF.

    `upright` sets the orientation; None for the office's. Raises LeakFound, TooWideForAPage.
    """
    from ckmcore.formats.scan import guard

    page, new_draft_page, content = _printed_page(draft, language, office, upright)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "page.pdf"
        target.write_bytes(content)
        guard([target], [page])
    return new_draft_page


def _printed_page(
    draft: Draft, language: Language, office: Office, upright: bool | None = None
) -> tuple[TablePresentation, DraftPage, bytes]:
    """Make the presentation and page of a draft, and print it.

    In the office's layout a table continues on sheets beside the first if no sheet is wide enough for all its columns.
    Raises TooWideForAPage.
    """
    from ckmcore.formats.forms import FORMS, refuse_listed
    from ckmcore.presentation.present import present_draft

    refuse_listed(draft.table, FORMS["pdf"])
    page, parts = present_draft(draft, language, office), 1
    while True:
        new_draft_page = _page_of(page, office, parts)
        if upright is not None:
            new_draft_page = replace(new_draft_page, sheets=replace(new_draft_page.sheets, upright=upright))
        try:
            return page, new_draft_page, pdf_bytes(new_draft_page.html, new_draft_page.program, new_draft_page.sheets)
        except TooWideForAPage as error:
            if not page.is_set_off:
                raise TooWideUnlessSetOff(**error.fields) from None
            if parts >= len(page.layout.columns):
                raise
            part_count = 100 / error.fields["percent"] / TIMES_WIDER_BESIDE
            parts = min(max(parts + 1, math.ceil(part_count)), len(page.layout.columns))


def _page_of(page: TablePresentation, office: Office, part_count: int = 1) -> DraftPage:
    """Make the page of a document, with the columns of its tables split into `part_count`."""
    from ckmcore.formats.write_html import html_text

    html = html_text(page, _parts(page, part_count) if part_count > 1 else ())
    leaders = max(page.sheet(0).stub.depth, 1) if page.has_leaders else 0
    sheets = replace(_sheets(page.table.spec, page.language, office), leaders=leaders)
    return DraftPage(_set_off(html, page.language) if page.is_set_off else html, sheets, page.program)


def _sheets(spec: TableSpec, language: Language, office: Office) -> Sheets:
    return Sheets.of(office, language) if spec.presentation.set_off else PLAIN_SHEETS


def stands_upright(draft: Draft, language: Language, office: Office, upright: bool | None = None) -> bool:
    """Return whether the sheets of a draft are upright, also for a refused draft; `upright` is as in `draft_page`."""
    return _sheets(draft.table.spec, language, office).upright if upright is None else upright


def _parts(page: TablePresentation, number: int) -> list[range]:
    """Split the heading lines into `number` parts of similar size, each beginning with a group if one is near."""
    labels, lines = page.labels["columns"], len(page.layout.columns)
    groups = [line for line in range(lines) if labels.run(line, 0)[0] == line]
    begins = [0]
    for part_index in range(1, number):
        even = round(part_index * lines / number)
        near_group = min(groups, key=lambda line: abs(line - even))
        is_near = near_group > begins[-1] and abs(near_group - even) * 3 <= lines / number
        begins.append(near_group if is_near else max(even, begins[-1] + 1))
    return [range(first, end) for first, end in pairwise([*begins, lines])]


def _set_off(html: str, language: Language) -> str:
    """Adapt a page for a text document.

    It gets blanks before labels, German compounds in headings that may be broken (ADR 0065), and columns of figures of
    one width, except for very long words, unless the page would then be wider than paper. Names of cells are removed: a
    text document treats one as an anchor at the first letter and measures the word without that, which leaves too
    little room.
    """
    html = html.replace("\u2003", 3 * "\u00a0")
    hyphens = Hyphens(language, (text for _, text in _HEADING.findall(html)))
    html = _HEADING.sub(lambda heading_match: heading_match[1] + hyphens.text(heading_match[2]), html)
    headings = _HEADING.findall(html)
    width_parts = (
        text_part
        for _, text in headings
        for text_part in text.replace(SOFT_HYPHEN, "- ").split()
        if len(text_part) <= WIDEST_EVEN
    )
    width = _LETTER * max(map(len, [*_FIGURE.findall(html), *width_parts]), default=0) + _BESIDE

    def first_row(match: re.Match[str]) -> str:
        row = match.group(0)
        return row if row.count("<td ") * width > WIDEST else row.replace("<td ", f'<td width="{width}" ')

    return _NAMES.sub(r"\1", _FIRST_ROW.sub(first_row, html))


def _with_events(work: Callable[[], Result]) -> Result:
    """Run work with text documents on any thread.

    Their layout starts timers, for which a thread of ours has no dispatcher until an event loop is made.
    """
    loop = QEventLoop()
    result = work()
    loop.processEvents()
    return result


def pdf_bytes(html: str, program: str = "", sheets: Sheets = PLAIN_SHEETS) -> bytes:
    """Print HTML as PDF on any thread; return its bytes. `program` is the creator named in the file."""
    return _with_events(lambda: _printed(html, program, sheets))


def page_pictures(
    html: str, sheets: Sheets, dpi: int, most: int, cancelled: Callable[[], bool]
) -> tuple[list[QImage], int]:
    """Render the first `most` pages as images of whole sheets, and return them with the number of pages.

    Runs on any thread. Raises TooWideForAPage, Cancelled.
    """
    return _with_events(lambda: _pictures(html, sheets, dpi, most, cancelled))


def print_pages(html: str, sheets: Sheets, device: QPagedPaintDevice) -> None:
    """Print HTML on a device with a page layout, such as a printer, on any thread. Raises TooWideForAPage."""
    _with_events(lambda: _print_on(laid_out(html, device), device, sheets))


def _pictures(
    html: str, sheets: Sheets, dpi: int, most_pages: int, cancelled: Callable[[], bool]
) -> tuple[list[QImage], int]:
    layout, buffer = sheets.page_layout, QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setPageLayout(layout)
    document = laid_out(html, writer)
    whole, body = layout.fullRectPixels(dpi), layout.paintRectPixels(dpi)
    pictures = []
    for index in range(min(document.pageCount(), most_pages)):
        if cancelled():
            raise Cancelled()
        picture = QImage(whole.size(), QImage.Format.Format_RGB32)
        picture.setDotsPerMeterX(round(dpi / 0.0254))
        picture.setDotsPerMeterY(round(dpi / 0.0254))
        picture.fill(0xFFFFFFFF)
        painter = QPainter(picture)
        painter.translate(body.topLeft())
        _paint_page(painter, document, index, QSizeF(body.size()), dpi, sheets)
        painter.end()
        pictures.append(picture)
    return pictures, document.pageCount()


def _printed(html: str, program: str, sheets: Sheets) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setCreator(program)
    writer.setResolution(_DPI)
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), html.encode()))  # else one at random
    writer.setPageLayout(sheets.page_layout)
    _print_on(laid_out(html, writer), writer, sheets)
    buffer.close()
    return _timeless(bytes(buffer.data().data()))


def laid_out(html: str, device: QPagedPaintDevice) -> QTextDocument:
    """Lay HTML out as pages of a device; SVG pictures become images, which a text document can hold.

    Raises TooWideForAPage.
    """
    document = QTextDocument()
    images: list[QImage] = []

    def picture(match: re.Match[str]) -> str:
        renderer = QSvgRenderer(QByteArray(match.group(0).encode()))
        size = renderer.defaultSize()
        image = QImage(size * _SCALE, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        renderer.render(painter, QRectF(image.rect()))
        painter.end()
        name = f"picture:{len(images)}"
        images.append(image)
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)
        width = min(size.width(), WIDEST)
        return f'<img src="{name}" width="{width}" height="{round(size.height() * width / max(size.width(), 1))}">'

    text = _SVG.sub(picture, html).replace("</head>", _PRINT, 1)
    for tag, paragraph in _PARAGRAPHS.items():
        text = text.replace(tag, paragraph)
    layout_of(document).setPaintDevice(device)
    # A word is never broken, and no line of a table: what is wider than the page is printed smaller.
    option = document.defaultTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    document.setDefaultTextOption(option)
    document.setPageSize(QSizeF(device.width(), device.height()))
    set_html(document, text)
    wider = document.size().width() / device.width()
    if wider > MOST_TIMES_WIDER:
        raise TooWideForAPage(percent=round(100 / wider))
    if wider > 1:
        document.setPageSize(QSizeF(device.width() * wider, device.height() * wider))
    return document


def _print_on(document: QTextDocument, device: QPagedPaintDevice, sheets: Sheets) -> None:
    """Print the pages of a document, those of an office with header, footer and page number."""
    if sheets.language is None and not sheets.leaders:
        document.print_(device)
        return
    chosen = device.pageRanges()
    numbers = [index for index in range(document.pageCount()) if chosen.isEmpty() or chosen.contains(index + 1)]
    painter = QPainter(device)
    for index, number in enumerate(numbers):
        if index:
            device.newPage()
        _paint_page(painter, document, number, QSizeF(device.width(), device.height()), device.logicalDpiX(), sheets)
    painter.end()


def _paint_page(
    painter: QPainter, document: QTextDocument, number: int, page_size: QSizeF, dpi: int, sheets: Sheets
) -> None:
    """Paint one page of a document into the area `page_size`, with header, footer and number in the margins."""
    size = document.pageSize()
    view = QRectF(0, number * size.height(), size.width(), size.height())
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, QColor(INK))
    context.clip = view
    painter.save()
    painter.scale(page_size.width() / size.width(), page_size.width() / size.width())
    painter.translate(0, -view.top())
    rule = _rule_of_page(document, view)
    if rule is not None:
        context.clip = QRectF(view.topLeft(), QPointF(view.right(), rule.y1()))
    painter.setClipRect(context.clip)
    layout_of(document).draw(painter, context)
    if rule is not None:
        painter.setClipRect(view)
        painter.setPen(QPen(QColor(PAPER_RULE), layout_of(document).paintDevice().logicalDpiX() / _DOTS_AN_INCH))
        painter.drawLine(rule)
    if sheets.leaders:
        _paint_leaders(painter, document, sheets.leaders - 1, view)
    painter.restore()
    if sheets.language is None:
        return
    margin = round(_MARGIN_MM / 25.4 * dpi)
    font = QFont(document.defaultFont())
    font.setPointSize(_SMALL)
    painter.setFont(font)
    above = QRectF(0, -margin / 2, page_size.width(), margin / 2)
    below = QRectF(0, page_size.height(), page_size.width(), margin / 2)
    middle = Qt.AlignmentFlag.AlignVCenter
    numbers = say("export_page", sheets.language, page=str(number + 1), pages=str(document.pageCount()))
    painter.drawText(below, int(Qt.AlignmentFlag.AlignRight | middle), numbers)
    for text, rect in ((sheets.header, above), (sheets.footer, below)):
        if text:
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | middle), text)


def _rule_of_page(document: QTextDocument, view: QRectF) -> QLineF | None:
    """Return the rule below the last row of a page that ends within a table.

    Qt would draw the borders of that row to the foot of the page. None if the page ends outside a table or within a
    row.
    """
    for table in (frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)):
        table_rect, last_columns = layout_of(document).frameBoundingRect(table), table.columns() - 1
        if not table_rect.top() < view.bottom() < table_rect.bottom():
            continue
        after = bisect_left(range(table.rows()), view.bottom(), key=lambda row: _room(table, row, last_columns).top())
        if after == table.rows():  # the frame of a table can reach beyond its last row, and over what stands below it
            continue
        begin = max(after - _ROWS_LOOKED_AT, table.format().toTableFormat().headerRowCount())
        rows = [_texts_of_row(table, row) for row in range(begin, after)]
        rooms = [_room(table, after - 1, column) for column in range(table.columns())] if rows else []
        apart = min((below[0] - above[1] for above, below in pairwise(rows)), default=0.0)
        beside = max((right.left() - left.right() for left, right in pairwise(rooms)), default=0.0)
        end = max((cell_rect.bottom() for cell_rect in rooms if cell_rect.top() >= view.top()), default=view.top())
        if apart > 0 and end + apart / 2 <= view.bottom():
            y = end + apart / 2
            return QLineF(rooms[0].left() - beside / 2, y, rooms[-1].right() + beside / 2, y)
    return None


def _room(table: QTextTable, row: int, column: int) -> QRectF:
    """Rectangle of the text of a cell, without padding and borders."""
    cell, layout = table.cellAt(row, column), layout_of(table.document())
    first, last_block = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
    return layout.blockBoundingRect(first).united(layout.blockBoundingRect(last_block))


def _texts_of_row(table: QTextTable, row: int) -> tuple[float, float]:
    """Return the top and bottom of the texts in a row's cells, except cells over several rows."""
    columns = (column for column in range(table.columns()) if table.cellAt(row, column).rowSpan() == 1)
    rooms = [_room(table, row, column) for column in columns]
    return min(cell_rect.top() for cell_rect in rooms), max(cell_rect.bottom() for cell_rect in rooms)


def _paint_leaders(painter: QPainter, document: QTextDocument, column: int, view: QRectF) -> None:
    """Paint dots from the labels of a column to the figures beside them; they are drawn, so the page text has none."""
    thick = layout_of(document).paintDevice().logicalDpiX() / _DOTS_AN_INCH
    apart = _DOTS_APART * thick
    pen = QPen(QColor(INK), thick, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([_DOT, _DOTS_APART - _DOT])
    painter.setPen(pen)
    for table in (frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)):
        for row in range(table.format().toTableFormat().headerRowCount(), table.rows()):
            leader_rect = _room_of_leaders(document, table, row, column)
            if leader_rect is None or not view.top() <= leader_rect.bottom() <= view.bottom():
                continue
            first = (int(leader_rect.left() / apart) + 2) * apart  # the dots of all rows stand below one another
            if first < leader_rect.right():
                painter.drawLine(
                    QPointF(first, leader_rect.bottom()), QPointF(leader_rect.right(), leader_rect.bottom())
                )


def _room_of_leaders(document: QTextDocument, table: QTextTable, row: int, column: int) -> QRectF | None:
    """Return the rectangle behind a label, from the end of its last line to its cell's; None without a figure beside
    it."""
    cell, beside = table.cellAt(row, column), table.cellAt(row, column + 1)
    block = cell.lastCursorPosition().block()
    layout = block.layout()
    if cell.columnSpan() > 1 or not layout.lineCount() or not beside.firstCursorPosition().block().text().strip():
        return None
    line, block_rect = layout.lineAt(layout.lineCount() - 1), layout_of(document).blockBoundingRect(block)
    left, right = line.naturalTextWidth(), line.width()
    return QRectF(block_rect.left() + line.x() + left, block_rect.top() + line.y(), right - left, line.ascent())


def _timeless(content: bytes) -> bytes:
    """Replace the times in a PDF by fixed ones of the same length, so that equal pages give equal bytes."""
    content = _TIME.sub(rb"\g<1>20000101000000", content)
    return _XMP_TIME.sub(rb"\g<1>2000-01-01T00:00:00", content)
