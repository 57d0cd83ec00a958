"""Reports as files: the engine's HTML as it is, or printed to PDF."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QBuffer, QByteArray, QEventLoop, QIODevice, QMarginsF, QRectF, QSizeF, QUrl, QUuid
from PySide6.QtGui import (
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
    QTextOption,
)
from PySide6.QtSvg import QSvgRenderer

from ckmcore.base.files import hand_over, write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import Cancelled, InputError
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office

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
Result = TypeVar("Result")
MOST_TIMES_WIDER = 2.5


class TooWideForAPage(InputError):
    """A page on which nobody could read the figures. Fields: percent (of their size)."""

    code = "pdf_too_wide"


def write_html(html: str, path: Path) -> None:
    """Write the HTML of an internal report whole or not at all, its user's alone; raises NotWritten."""
    write_whole(path, lambda target: target.write_text(html, encoding="utf-8") and None, private=True)


def write_pdf(html: str, path: Path) -> None:
    """Print the HTML of an internal report on A4, whole or not at all, its user's alone; raises NotWritten."""
    content = pdf_bytes(html)
    write_whole(path, lambda target: target.write_bytes(content) and None, private=True)


def write_draft_pdf(draft: Draft, path: Path, language: Language, office: Office) -> tuple[Path, ...]:
    """A draft as PDF: its page in HTML, printed, and searched for what the table does not publish.

    Raises NotWritten, LeakFound.
    """
    from ckmcore.formats.document import document
    from ckmcore.formats.scan import guard
    from ckmcore.formats.write_html import html_text

    page = document(draft, language, office)
    content = pdf_bytes(html_text(page), page.program)

    def write(target: Path) -> tuple[Path, ...]:
        target.write_bytes(content)
        guard([target], [page])
        return (target,)

    return hand_over(path, write)


def draft_html(draft: Draft, language: Language, office: Office) -> str:
    """The page of a draft to be printed on paper, searched as its PDF is. Raises LeakFound."""
    from ckmcore.formats.document import document
    from ckmcore.formats.scan import guard
    from ckmcore.formats.write_html import html_text

    page = document(draft, language, office)
    html = html_text(page)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "page.pdf"
        target.write_bytes(pdf_bytes(html, page.program))
        guard([target], [page])
    return html


def a4(orientation: QPageLayout.Orientation = QPageLayout.Orientation.Landscape) -> QPageLayout:
    """A page of A4 with our margins."""
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    return QPageLayout(QPageSize(QPageSize.PageSizeId.A4), orientation, margins, QPageLayout.Unit.Millimeter)


def _with_events(work: Callable[[], Result]) -> Result:
    """Do something with text documents on any thread: their layout starts timers, for which a thread of ours has no
    dispatcher until a loop is made."""
    loop = QEventLoop()
    result = work()
    loop.processEvents()
    return result


def pdf_bytes(html: str, program: str = "") -> bytes:
    """The HTML printed on A4, on any thread; program: what the file says of what made it."""
    return _with_events(lambda: _printed(html, program))


def page_pictures(
    html: str, layout: QPageLayout, dpi: int, most: int, cancelled: Callable[[], bool]
) -> tuple[list[QImage], int]:
    """The first `most` pages as they are printed, whole sheets with their margins, and how many pages there are; on any
    thread. Raises TooWideForAPage, Cancelled."""
    return _with_events(lambda: _pictures(html, layout, dpi, most, cancelled))


def print_pages(html: str, device: QPagedPaintDevice) -> None:
    """Print the HTML on a device with a page layout, such as a printer; on any thread. Raises TooWideForAPage."""
    _with_events(lambda: laid_out(html, device).print_(device))


def _pictures(
    html: str, layout: QPageLayout, dpi: int, most: int, cancelled: Callable[[], bool]
) -> tuple[list[QImage], int]:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setPageLayout(layout)
    document = laid_out(html, writer)
    size, whole, body = document.pageSize(), layout.fullRectPixels(dpi), layout.paintRectPixels(dpi)
    scale = body.width() / size.width()
    found = []
    for number in range(min(document.pageCount(), most)):
        if cancelled():
            raise Cancelled()
        picture = QImage(whole.size(), QImage.Format.Format_RGB32)
        picture.fill(0xFFFFFFFF)
        painter = QPainter(picture)
        painter.translate(body.topLeft())
        painter.scale(scale, scale)
        painter.translate(0, -number * size.height())
        document.drawContents(painter, QRectF(0, number * size.height(), size.width(), size.height()))
        painter.end()
        found.append(picture)
    return found, document.pageCount()


def _printed(html: str, program: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setCreator(program)
    writer.setResolution(_DPI)
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), html.encode()))  # else one at random
    writer.setPageLayout(a4())
    laid_out(html, writer).print_(writer)
    buffer.close()
    return _timeless(bytes(buffer.data().data()))


def laid_out(html: str, device: QPagedPaintDevice) -> QTextDocument:
    """The HTML as pages of a device. Pictures (SVG in the text) become images, which is what a text document can hold.

    Raises TooWideForAPage.
    """
    document = QTextDocument()
    images: list[QImage] = []

    def picture(found: re.Match[str]) -> str:
        renderer = QSvgRenderer(QByteArray(found.group(0).encode()))
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
    document.documentLayout().setPaintDevice(device)
    # A word is never broken, and no line of a table: what is wider than the page is printed smaller.
    option = document.defaultTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    document.setDefaultTextOption(option)
    document.setPageSize(QSizeF(device.width(), device.height()))
    document.setHtml(text)
    wider = document.size().width() / device.width()
    if wider > MOST_TIMES_WIDER:
        raise TooWideForAPage(percent=round(100 / wider))
    if wider > 1:
        document.setPageSize(QSizeF(device.width() * wider, device.height() * wider))
    return document


def _timeless(content: bytes) -> bytes:
    """The same page printed twice gives the same bytes: times take the place of others of the same length."""
    content = _TIME.sub(rb"\g<1>20000101000000", content)
    return _XMP_TIME.sub(rb"\g<1>2000-01-01T00:00:00", content)
