"""Columns, rows and scrolling areas, each made in one go."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from ckmdesk.look.text_size import px

STRETCH = "stretch"
NEARLY_ALL = 1000  # of the room, beside a stretch
FORM_WIDTH = 1200  # px at 100 % that a form needs at most
Part = QWidget | QLayout | int | str | tuple[QWidget | QLayout, int]
"""What stands in a column or row: a widget or a layout, also with its share of the room that is left; a gap in px;
STRETCH, which takes that room."""
Margins = int | tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)
_GAPS = "gaps"


def column_of(
    *parts: Part, within: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Lay parts out in a column, as the layout of `within`; margins (one for all sides) and spacing default to the
    style."""
    return _filled(QVBoxLayout(within) if within is not None else QVBoxLayout(), parts, margins, spacing)


def row_of(
    *parts: Part, within: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Lay parts out in a row, with arguments as in `column_of`."""
    return _filled(QHBoxLayout(within) if within is not None else QHBoxLayout(), parts, margins, spacing)


def together(*parts: Part, spacing: int | None = None) -> QWidget:
    """Put parts side by side into one widget that is never split: a field and its label."""
    holder = QWidget()
    row_of(*parts, within=holder, margins=0, spacing=spacing)
    return holder


def at_most(widget: QWidget, widest: int) -> QHBoxLayout:
    """Put a widget at the left of a row in which it is no wider than `widest` px at 100 % text size: on a wide screen
    lines stay readable, and buttons near what they act on."""
    widget.setMaximumWidth(px(widest))
    return row_of((widget, NEARLY_ALL), STRETCH, margins=0, spacing=0)


def _filled(box: Box, box_parts: tuple[Part, ...], margins: Margins | None, spacing: int | None) -> Box:
    if margins is not None:
        box.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    if spacing is not None:
        box.setSpacing(spacing)
    fill(box, *box_parts)
    return box


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Append parts to a column or row."""
    for box_part in parts:
        if box_part == STRETCH:
            box.addStretch(1)
        elif isinstance(box_part, int):
            box.addSpacing(box_part)
            box.setProperty(_GAPS, [*gaps_of(box), box_part])
        else:
            item, share = box_part if isinstance(box_part, tuple) else (box_part, 0)
            if isinstance(item, QLayout):
                box.addLayout(item, share)
            else:
                box.addWidget(item, share)


def gaps_of(box: QBoxLayout) -> list[int]:
    """Return the explicit gaps between parts, in px."""
    return box.property(_GAPS) or []


def parts_of(layout: QLayout) -> list[QWidget | QLayout]:
    """List the items of a layout: widgets in order, then layouts.

    Not by `QLayout.itemAt`: Python remembers an item that it was shown as long as the layout is there, and Qt deletes
    it with its widget. What comes to lie in its place is then taken for the item, and the process may end.
    """
    holder = layout.parentWidget()
    inner_children = [child for child in holder.children() if isinstance(child, QWidget)] if holder is not None else []
    widget_of_index = {index: widget for widget in inner_children if (index := layout.indexOf(widget)) >= 0}
    return [
        *(widget_of_index[layout_index] for layout_index in sorted(widget_of_index)),
        *(child for child in layout.children() if isinstance(child, QLayout)),
    ]


def widget_at(grid: QGridLayout, row: int, column: int) -> QWidget | None:
    """The widget of a grid that begins in a place."""
    for widget in parts_of(grid):
        if isinstance(widget, QWidget) and grid.getItemPosition(grid.indexOf(widget))[:2] == (row, column):  # type: ignore[index]
            return widget
    return None


def scrolling(widget: QWidget, *, by_keys: bool = False) -> QScrollArea:
    """Make a frameless area that scrolls a widget vertically.

    The keyboard scrolls by moving through the widgets in it; with `by_keys` the area itself takes the focus, too.
    """
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    if not by_keys:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area


def lead_through(*widgets: QWidget) -> None:
    """Set the tab order of widgets, which otherwise follows their creation."""
    for former_widget, new_widget in pairwise(widgets):
        QWidget.setTabOrder(former_widget, new_widget)
