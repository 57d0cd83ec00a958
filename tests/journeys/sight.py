"""What stands in the windows of a program: widgets, tabs, rows of tables and trees, menus. It knows nothing of ckmdesk
but that some labels shorten their words on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from ckmdesk.widgets.basic import ElidedLabel

Answer = dict[str, Any]


def rectangle(widget: QWidget, rect: QRect) -> list[int]:
    """A part of a widget on the screen: left, top, width, height."""
    corner = widget.mapToGlobal(rect.topLeft())
    return [corner.x(), corner.y(), rect.width(), rect.height()]


def button_text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def calling(widget: QWidget) -> str:
    """What a screen reader calls a widget."""
    return widget.accessibleName() or button_text(widget)


def find(name: str) -> QWidget | None:
    """The visible widget of an object name, else of an accessible name, else the button that says this."""
    seen = [widget for widget in QApplication.allWidgets() if widget.isVisible()]
    for known in (QObject.objectName, QWidget.accessibleName, button_text):
        found = [widget for widget in seen if known(widget) == name]
        if found:
            return found[-1]
    return None


def words(widget: QWidget) -> str:
    """What a widget says."""
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit | QAbstractSpinBox):
        return widget.text()
    return widget.accessibleName()


def scroll(widget: QWidget) -> Answer:
    """The area to scroll before the middle of a widget is seen, and whether down; empty where it is seen."""
    area: QWidget | None = widget
    while area is not None and not area.isWindow():  # what lies behind a popup does not move it
        area = area.parentWidget()
        if isinstance(area, QScrollArea):
            view = area.viewport()
            middle = widget.mapTo(view, widget.rect().center())
            if not view.rect().contains(middle):
                return {"rect": rectangle(area, area.rect()), "down": middle.y() > view.rect().center().y()}
    return {}


def widget(name: str) -> Answer:
    """Place, words and state of a widget; empty where it is not on the screen."""
    found = find(name)
    if found is None:
        return {}
    checked = found.isChecked() if isinstance(found, QAbstractButton) else False
    return {
        "rect": rectangle(found, found.rect()),
        "scroll": scroll(found),
        "words": words(found),
        "enabled": found.isEnabled(),
        "focus": found.hasFocus(),
        "checked": checked,
    }


def tab(words: str) -> Answer:
    """Where a tab with these words stands, and whether it is the one in front."""
    for bar in (seen for seen in QApplication.allWidgets() if isinstance(seen, QTabBar) and seen.isVisible()):
        for place in range(bar.count()):
            if bar.tabText(place) == words:
                current = bar.currentIndex() == place
                return {"rect": rectangle(bar, bar.tabRect(place)), "current": current, "place": place}
    return {}


def tabs() -> Answer:
    """The words of the tabs of one row, of the one that has the keyboard if there is one, and of the one in front."""
    bars = [seen for seen in QApplication.allWidgets() if isinstance(seen, QTabBar) and seen.isVisible()]
    for bar in sorted(bars, key=lambda bar: not bar.hasFocus()):
        texts = [bar.tabText(place) for place in range(bar.count())]
        return {"tabs": texts, "current": bar.tabText(bar.currentIndex())}
    return {}


def lines(model: QAbstractItemModel, above: QModelIndex) -> Iterator[QModelIndex]:
    """Each row of a table or tree, as its first cell."""
    for place in range(model.rowCount(above)):
        index = model.index(place, 0, above)
        yield index
        yield from lines(model, index)


def row(name: str, text: str, column: int) -> Answer:
    """A row of a table or tree, found by the text of its first cell: its texts, and where the cell of `column` is."""
    view = find(name)
    if not isinstance(view, QAbstractItemView):
        return {}
    model = view.model()
    for index in lines(model, view.rootIndex()):
        if str(index.data()) == text:
            cell_of = index.siblingAtColumn(column)
            texts = [str(index.siblingAtColumn(at).data() or "") for at in range(model.columnCount())]
            rect = view.visualRect(cell_of).intersected(view.viewport().rect())
            return {
                "rect": rectangle(view.viewport(), rect),
                "texts": texts,
                "current": view.currentIndex() == cell_of,
                "selected": view.selectionModel().isSelected(cell_of),
            }
    return {}


def current(name: str) -> Answer:
    """The cell of a table or tree that the keyboard is on."""
    view = find(name)
    if not isinstance(view, QAbstractItemView):
        return {}
    index = view.currentIndex()
    return {"row": index.row(), "column": index.column(), "text": str(index.data()), "above": index.parent().row()}


def texts(name: str) -> Answer:
    """What stands in a table or tree, row by row."""
    view = find(name)
    if not isinstance(view, QAbstractItemView):
        return {}
    model = view.model()
    found = [
        [str(index.siblingAtColumn(at).data() or "") for at in range(model.columnCount())]
        for index in lines(model, view.rootIndex())
    ]
    return {"texts": found}


def labels() -> Answer:
    """What labels in sight say."""
    seen = [widget for widget in QApplication.allWidgets() if isinstance(widget, QLabel) and widget.isVisible()]
    return {"labels": [label.text() for label in seen if label.text()]}


def written() -> Answer:
    """The text in the line that has the keyboard, also where it is shown as dots."""
    line = QApplication.focusWidget()
    return {"text": line.text() if isinstance(line, QLineEdit) else None}


def choices() -> Answer:
    """The entries of the drop-down that is open: words and places."""
    popup = QApplication.activePopupWidget()
    view = None if popup is None else popup.findChild(QAbstractItemView)
    if view is None:
        return {}
    found = list(lines(view.model(), view.rootIndex()))
    return {
        "entries": [str(index.data()) for index in found],
        "rects": [rectangle(view.viewport(), view.visualRect(index)) for index in found],
    }


def menu() -> Answer:
    """The entries of the menu that is open: words, place, and which one is chosen."""
    popup = QApplication.activePopupWidget()
    if not isinstance(popup, QMenu):
        return {}
    chosen = popup.activeAction()
    return {
        "entries": [action.text() for action in popup.actions() if not action.isSeparator()],
        "rects": [
            rectangle(popup, popup.actionGeometry(action)) for action in popup.actions() if not action.isSeparator()
        ],
        "chosen": chosen.text() if chosen is not None else "",
        "title": popup.title().replace("&", ""),
    }


def _width_needed(seen: QLabel | QAbstractButton) -> int:
    """The room that words or icon need; a button that shows its icon alone shows no words."""
    alone = isinstance(seen, QToolButton) and seen.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
    if alone and not seen.icon().isNull():
        return min(seen.sizeHint().width(), seen.iconSize().width() + 8)  # with border and padding
    return seen.sizeHint().width()


def clipped() -> Answer:
    """Labels and buttons whose words do not fit into the room they have."""
    found = []
    for seen in QApplication.allWidgets():
        if not seen.isVisible() or not isinstance(seen, QLabel | QAbstractButton) or not seen.text():
            continue
        if isinstance(seen, ElidedLabel):  # shortens its words on purpose, and tells them whole as a tip
            continue
        wraps = isinstance(seen, QLabel) and seen.wordWrap()
        need = seen.heightForWidth(seen.width()) if wraps else _width_needed(seen)
        have = seen.height() if wraps else seen.width()
        visible = seen.visibleRegion().boundingRect()
        if need > have + 1 or (visible.isValid() and not wraps and visible.width() + 1 < seen.width()):
            corner = seen.mapToGlobal(QPoint(0, 0))
            found.append([seen.text(), need, have, corner.x(), corner.y()])
    return {"clipped": found}


QUESTIONS: dict[str, Callable[..., Answer]] = {
    "widget": widget,
    "tab": tab,
    "tabs": tabs,
    "row": row,
    "current": current,
    "texts": texts,
    "labels": labels,
    "written": written,
    "choices": choices,
    "menu": menu,
    "clipped": clipped,
}
