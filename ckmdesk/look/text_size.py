"""How large the text of the window is, and the sizes that go with it.

Every width and height that holds text or an icon is written down in px as it is at 100 % and asked for by `px`. Text is
as large as the system's where an office has set "large text" there, times what this person has chosen. A change acts at
once: fonts and style sheet are built again, sizes that widgets were given are drawn larger with them.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QHeaderView, QTabBar, QWidget

BASE_POINTS = 10
USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}  # of the system's font; up to 12 elsewhere
USUAL_ELSEWHERE = 12.0
USUAL_DPI = 96.0
LARGEST = 3.0
_UNLIMITED = (1 << 24) - 1  # QWIDGETSIZE_MAX
ICON = 16  # in text
_SIDE = 0.5
# Where Qt keeps what a limit was before the style sheet gave another, which has grown with it.
_BY_SHEET = ("_q_stylesheet_minw", "_q_stylesheet_minh", "_q_stylesheet_maxw", "_q_stylesheet_maxh")
_LINE = 2  # lines and marks stay as thin as they are
_MOST_SECTIONS = 500  # tables of more columns measure them themselves

_points = 1.0
_sizes = 1.0


def px(size: int) -> int:
    """Return a width or height that holds text, in px; `size` is that at 100 % text size."""
    return round(size * _sizes)


def pane(size: int) -> int:
    """Return the width of a list at the side of a page, in px; `size` is that at 100 % text size.

    It grows less than text does, to leave room for the page.
    """
    return round(size * (1 + (_sizes - 1) * _SIDE))


def unscaled(size: int) -> int:
    """Return the size in px at 100 % text size; `size` is that on the screen."""
    return round(size / _sizes)


def points(size: float) -> float:
    """The size of a font of `size` points at 100 %."""
    return size * _points


def is_enlarged() -> bool:
    """Whether text is larger than at 100 %."""
    return _sizes > 1


def system_factor(system_points: float, platform: str = sys.platform) -> float:
    """Return the ratio of the system's font size to ours; 1 where it is not larger than usual."""
    usual_point = USUAL_POINTS.get(platform, USUAL_ELSEWHERE)
    return max(system_points / BASE_POINTS, 1.0) if system_points > usual_point else 1.0


def measure(percent: int) -> tuple[float, float]:
    """Compute the factors of fonts and of sizes for a chosen text size in percent."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    letters = min(system_factor(font.pointSizeF()) * percent / 100, LARGEST)
    screen = QGuiApplication.primaryScreen()
    # `QT_FONT_DPI` makes fonts larger, not px; whole screens are scaled by Qt itself.
    dots = USUAL_DPI if screen is None else screen.logicalDotsPerInchY()
    return letters, max(letters * dots / USUAL_DPI, 1.0)


def use(percent: int) -> float:
    """Apply a text size in percent; return the factor by which sizes grew. The theme builds fonts and style sheet."""
    global _points, _sizes
    former_sizes = _sizes
    _points, _sizes = measure(percent)
    return _sizes / former_sizes


def fixed_font() -> QFont:
    """The system's font of equal widths, as large as the other text."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(points(font.pointSizeF()))
    return font


def all_widgets() -> list[QWidget]:
    """List all widgets of the application.

    Python's garbage collector is off meanwhile: it could delete widgets of a closed window that Qt has counted already,
    and the process would end.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return QApplication.allWidgets()
    finally:
        if collecting:
            gc.enable()


def lay_out_tabs(widgets: Iterable[QWidget]) -> None:
    """Lay out tab bars again: after a change of font or style sheet Qt sometimes draws them with the former sizes."""
    for widget in widgets:
        if isinstance(widget, QTabBar) and widget.count():
            widget.setTabText(0, widget.tabText(0))


def grow(factor: float, widgets: Iterable[QWidget]) -> None:
    """Scale sizes that were set on widgets by `factor`: minimum and maximum sizes, rows and columns of tables, icons.

    Call it after the new style sheet has been applied.
    """
    for widget in widgets:
        if not widget.objectName().startswith("qt_"):  # Qt's own parts follow the style sheet
            _grow_limits(widget, factor)
        if isinstance(widget, QHeaderView):
            _grow_header(widget, factor)
        elif isinstance(widget, QAbstractButton | QAbstractItemView):
            size = widget.iconSize()
            if size.isValid() and size.width() != px(ICON):  # that is the style sheet's
                widget.setIconSize(size * factor)


def _grow_limits(widget: QWidget, factor: float) -> None:
    least, maximum_size = widget.minimumSize(), widget.maximumSize()
    if least.isNull() and maximum_size.width() >= _UNLIMITED and maximum_size.height() >= _UNLIMITED:
        return
    # Windows keep the size that a person or their layout gave them.
    free = [
        widget.isWindow() and low != high for low, high in zip(least.toTuple(), maximum_size.toTuple(), strict=True)
    ]
    limits = (least.width(), least.height(), maximum_size.width(), maximum_size.height())
    text_width, high, widest, highest = (
        limit
        if limit <= _LINE or limit >= _UNLIMITED or kept_limit or widget.property(by_sheet) is not None
        else round(limit * factor)
        for limit, by_sheet, kept_limit in zip(limits, _BY_SHEET, free * 2, strict=True)
    )
    if (text_width, high, widest, highest) != limits:
        widget.setMinimumSize(min(text_width, widest), min(high, highest))
        widget.setMaximumSize(widest, highest)


def _grow_header(header: QHeaderView, factor: float) -> None:
    if header.orientation() == Qt.Orientation.Vertical:
        least, usual = round(header.minimumSectionSize() * factor), round(header.defaultSectionSize() * factor)
        header.setMinimumSectionSize(min(least, usual))
        header.setDefaultSectionSize(usual)
        return
    if header.count() > _MOST_SECTIONS:
        return
    modes = (QHeaderView.ResizeMode.Interactive, QHeaderView.ResizeMode.Fixed)
    for section in range(header.count()):
        if header.sectionResizeMode(section) in modes and not header.isSectionHidden(section):
            header.resizeSection(section, round(header.sectionSize(section) * factor))
