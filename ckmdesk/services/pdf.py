"""Reports as files: the engine's HTML as it is, or printed to PDF."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QEventLoop, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl, QUuid
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
    QTextOption,
)
from PySide6.QtSvg import QSvgRenderer

from ckmcore.base.files import hand_over, write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.messages import say
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
MOST_TIMES_WIDER = 2.5


_PAPERS = {"a4": QPageSize.PageSizeId.A4, "a3": QPageSize.PageSizeId.A3, "letter": QPageSize.PageSizeId.Letter}
_SMALL = 8  # points, of what stands above and below a page


@dataclass(frozen=True)
class Sheets:
    """The pages that an office prints on: paper, upright or across, what stands above and below each, and the language
    of the page numbers. Plain: A4 across, nothing above or below."""

    paper: str = "a4"
    upright: bool = False
    header: str = ""
    footer: str = ""
    language: Language | None = None

    @classmethod
    def of(cls, office: Office, language: Language) -> Sheets:
        header, footer = office.header.text(language), office.footer.text(language)
        return cls(office.paper, office.orientation == "portrait", header, footer, language)


PLAIN_SHEETS = Sheets()


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
    sheets = Sheets.of(office, page.language) if page.is_set_off else PLAIN_SHEETS
    content = pdf_bytes(html_text(page), page.program, sheets)

    def write(target: Path) -> tuple[Path, ...]:
        target.write_bytes(content)
        guard([target], [page])
        return (target,)

    return hand_over(path, write)


def pdf_bytes(html: str, program: str = "", sheets: Sheets = PLAIN_SHEETS) -> bytes:
    """The HTML printed, on any thread; program: what the file says of what made it."""
    # The layout of a document starts timers, for which a thread of ours has no dispatcher until a loop is made.
    loop = QEventLoop()
    content = _printed(html, program, sheets)
    loop.processEvents()
    return content


def _printed(html: str, program: str, sheets: Sheets) -> bytes:
    """Pictures (SVG in the text) become images, which is what a text document can hold."""
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
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setCreator(program)
    writer.setResolution(_DPI)
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), html.encode()))  # else one at random
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    turned = QPageLayout.Orientation.Portrait if sheets.upright else QPageLayout.Orientation.Landscape
    writer.setPageLayout(QPageLayout(QPageSize(_PAPERS[sheets.paper]), turned, margins, QPageLayout.Unit.Millimeter))
    document.documentLayout().setPaintDevice(writer)
    # A word is never broken, and no line of a table: what is wider than the page is printed smaller.
    option = document.defaultTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    document.setDefaultTextOption(option)
    document.setPageSize(QSizeF(writer.width(), writer.height()))
    document.setHtml(text)
    wider = document.size().width() / writer.width()
    if wider > MOST_TIMES_WIDER:
        raise TooWideForAPage(percent=round(100 / wider))
    if wider > 1:
        document.setPageSize(QSizeF(writer.width() * wider, writer.height() * wider))
    if sheets.language is None:
        document.print_(writer)
    else:
        _print_sheets(document, writer, sheets, sheets.language)
    buffer.close()
    return _timeless(bytes(buffer.data().data()))


def _print_sheets(document: QTextDocument, writer: QPdfWriter, sheets: Sheets, language: Language) -> None:
    """The pages of a document, each with header, footer and number, which stand in the margins."""
    size, count = document.pageSize(), document.pageCount()
    scale = writer.width() / size.width()
    margin = round(_MARGIN_MM / 25.4 * _DPI)
    font = QFont(document.defaultFont())
    font.setPointSize(_SMALL)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, QColor("#000000"))  # whatever the theme of the window
    painter = QPainter(writer)
    for number in range(count):
        if number:
            writer.newPage()
        view = QRectF(0, number * size.height(), size.width(), size.height())
        painter.save()
        painter.scale(scale, scale)
        painter.translate(0, -view.top())
        painter.setClipRect(view)
        context.clip = view
        document.documentLayout().draw(painter, context)
        painter.restore()
        painter.setFont(font)
        above = QRectF(0, -margin / 2, writer.width(), margin / 2)
        below = QRectF(0, writer.height(), writer.width(), margin / 2)
        middle = Qt.AlignmentFlag.AlignVCenter
        numbers = say("export_page", language, page=str(number + 1), pages=str(count))
        painter.drawText(below, int(Qt.AlignmentFlag.AlignRight | middle), numbers)
        for text, place in ((sheets.header, above), (sheets.footer, below)):
            if text:
                painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | middle), text)
    painter.end()


def _timeless(content: bytes) -> bytes:
    """The same page printed twice gives the same bytes: times take the place of others of the same length."""
    content = _TIME.sub(rb"\g<1>20000101000000", content)
    return _XMP_TIME.sub(rb"\g<1>2000-01-01T00:00:00", content)
