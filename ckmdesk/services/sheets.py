"""The sheets of a table as its PDF has them: as pictures for the screen, and on a printer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from threading import Lock
from typing import Any

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter

from ckmcore.base.numbers import Language
from ckmcore.errors import Cancelled
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office

_POINTS = 72  # an inch
_MOST_DPI = 600
_BAND = 1_000_000  # points of a picture that are drawn at once
_ONE_AT_A_TIME = Lock()  # pdfium has one thread


@dataclass(frozen=True)
class Sheets:
    """The PDF of a draft, searched for what is not published, whether its sheets are upright, and the size of the first
    one in points."""

    content: bytes
    upright: bool
    size: tuple[float, float]


def sheets_of(
    draft: Draft,
    language: Language,
    office: Office,
    upright: bool | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Sheets:
    """Set the sheets of a draft. upright: their orientation, None for the office's.

    Raises LeakFound, Cancelled, and the errors of `write_pdf`.
    """
    from ckmcore.formats.forms import FORMS, refuse_listed
    from ckmcore.formats.publishable import PublishableContent
    from ckmcore.formats.scan import refuse_hits, scan_content
    from ckmcore.formats.write_pdf import pdf_bytes
    from ckmcore.presentation.present import present_draft

    refuse_listed(draft.table, FORMS["pdf"])
    page = present_draft(draft, language, office)
    upright = stands_upright(draft, office, upright)
    content = pdf_bytes(page, cancelled, upright=upright)
    name = "sheets.pdf"
    refuse_hits(name, scan_content(content, name, PublishableContent.of([page])))
    with _ONE_AT_A_TIME, closing(_opened(content)) as pages:
        return Sheets(content, upright, pages[0].get_size())


def stands_upright(draft: Draft, office: Office, upright: bool | None = None) -> bool:
    """Return whether the sheets of a draft are upright; `upright` as in `sheets_of`."""
    from ckmcore.formats.write_pdf import is_upright

    return is_upright(draft.table.spec.presentation, office) if upright is None else upright


def page_pictures(content: bytes, dpi: int, most: int, cancelled: Callable[[], bool]) -> tuple[list[QImage], int]:
    """Draw the first `most` pages of a PDF at a resolution; return them with the number of all. Raises Cancelled."""
    pictures = []
    with _ONE_AT_A_TIME, closing(_opened(content)) as pages:
        for number in range(min(len(pages), most)):
            if cancelled():
                raise Cancelled
            picture = _picture(pages[number], dpi)
            picture.setDotsPerMeterX(round(dpi / 0.0254))
            picture.setDotsPerMeterY(round(dpi / 0.0254))
            pictures.append(picture)
        return pictures, len(pages)


def page_picture(content: bytes, number: int, dpi: int) -> tuple[QImage, int]:
    """Draw one page of a PDF, by its number from 0; return it with the number of all."""
    with _ONE_AT_A_TIME, closing(_opened(content)) as pages:
        return _picture(pages[number], dpi), len(pages)


def page_layout(sheets: Sheets) -> QPageLayout:
    """Return paper and orientation of the sheets, without margins: the PDF has its own."""
    width, height = sheets.size
    size = QPageSize(QSizeF(min(width, height), max(width, height)), QPageSize.Unit.Point)
    turned = QPageLayout.Orientation.Portrait if width <= height else QPageLayout.Orientation.Landscape
    return QPageLayout(size, turned, QMarginsF())


def print_pages(content: bytes, printer: QPrinter) -> None:
    """Print a PDF on a printer, those of its pages that were chosen there. Runs on any thread."""
    chosen = printer.pageRanges()
    printer.setFullPage(True)
    dpi = min(printer.resolution(), _MOST_DPI)
    with _ONE_AT_A_TIME, closing(_opened(content)) as pages:
        numbers = [number for number in range(len(pages)) if chosen.isEmpty() or chosen.contains(number + 1)]
        painter = QPainter(printer)
        for index, number in enumerate(numbers):
            if index:
                printer.newPage()
            _print_page(painter, pages[number], dpi, printer.resolution() / _POINTS)
        painter.end()


def _print_page(painter: QPainter, page: Any, dpi: int, scale: float) -> None:
    """Draw a page band by band, so that a fine printer needs no picture of a whole sheet. scale: its dots a point."""
    width, height = page.get_size()
    rows = max(1.0, _BAND / (width * dpi / _POINTS)) * _POINTS / dpi
    top = 0.0
    while top < height:
        bottom = min(height, top + rows)
        picture = _picture(page, dpi, (0, height - bottom, 0, top))
        painter.drawImage(QRectF(QPointF(0, top * scale), QPointF(width * scale, bottom * scale)), picture)
        top = bottom


def _opened(content: bytes) -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(content)


def _picture(page: Any, dpi: int, crop: tuple[float, float, float, float] = (0, 0, 0, 0)) -> QImage:
    """Draw a page, less what is cropped at its left, bottom, right and top, in points."""
    bitmap = page.render(scale=dpi / _POINTS, crop=crop, rev_byteorder=False, prefer_bgrx=True)
    view = QImage(bitmap.buffer, bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_RGB32)
    return view.copy()
