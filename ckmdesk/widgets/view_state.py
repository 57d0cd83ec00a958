"""What a person sees of a part of the window and has typed into it, kept by names while the part is built again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QTextEdit,
    QTreeView,
    QWidget,
)

SETTLED = "settled"  # property of a field whose choice is taken at once: there is nothing of it to keep
Setter = Callable[..., None]
PASSES = 5  # of the event loop in which what is laid out within what is laid out gets its size
WHOLE = (QAbstractSpinBox, QComboBox, QAbstractItemView)  # what is inside them is theirs


def settled(*fields: QWidget) -> None:
    """Mark fields whose choice takes effect at once, so that it is not restored."""
    for field in fields:
        field.setProperty(SETTLED, True)


class ViewState:
    """The state of a part: selected tabs, entries and boxes, pending texts, selections, scroll positions, the focus.

    The classes of widgets name further attributes in `kept`: for a pane, whether it is open; all others, such as
    results, are set before the part is refreshed.
    """

    def __init__(self, part: QWidget) -> None:
        focus = QApplication.focusWidget()
        self._attributes: dict[str, dict[str, Any]] = {}
        self._panes: dict[str, dict[str, bool]] = {}
        self._setters: dict[str, list[Setter]] = {}
        self._bars: dict[str, tuple[int, int]] = {}
        self._focus: str | None = None
        for name, widget in _named_widgets(part):
            if kept_names := getattr(type(widget), "kept", ()):
                values = {attribute: attrgetter(attribute)(widget) for attribute in kept_names}
                self._panes[name] = {
                    key: not pane.isHidden() for key, pane in values.items() if isinstance(pane, QWidget)
                }
                self._attributes[name] = {key: value for key, value in values.items() if key not in self._panes[name]}
            self._setters[name] = list(_setters(widget))
            if isinstance(widget, QAbstractScrollArea):
                self._bars[name] = (widget.horizontalScrollBar().value(), widget.verticalScrollBar().value())
            if focus is not None and (widget is focus or (isinstance(widget, WHOLE) and widget.isAncestorOf(focus))):
                self._focus = name

    def give_attributes(self, part: QWidget) -> None:
        """Set the attributes that the classes name on the rebuilt part, before its first refresh."""
        for name, widget in _named_widgets(part):
            for attribute, value in self._attributes.get(name, {}).items():
                owner, _, last = attribute.rpartition(".")
                setattr(attrgetter(owner)(widget) if owner else widget, last, value)

    def restore(self, part: QWidget) -> None:
        """Restore the remaining state after the refresh, for widgets whose names have not changed."""
        finished_set: set[str] = set()
        while fresh_widgets := [(name, widget) for name, widget in _named_widgets(part) if name not in finished_set]:
            for name, widget in fresh_widgets:  # a tab or an entry may bring further widgets
                finished_set.add(name)
                for attribute, is_open in self._panes.get(name, {}).items():
                    attrgetter(attribute)(widget).setVisible(is_open)
                for set_it in self._setters.get(name, ()):
                    set_it(widget)
        self._scroll(part, PASSES)

    def give_focus(self, part: QWidget) -> None:
        """Return the focus to where it was, if nothing else takes it."""
        focus = None if self._focus is None else dict(_named_widgets(part)).get(self._focus)
        if focus is not None:
            focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def _scroll(self, part_widget: QWidget, passes: int) -> None:
        for name, widget in _named_widgets(part_widget):
            if name in self._bars and isinstance(widget, QAbstractScrollArea):
                across, down = self._bars[name]
                widget.horizontalScrollBar().setValue(across)
                widget.verticalScrollBar().setValue(down)
        if passes and any(map(any, self._bars.values())):
            QTimer.singleShot(0, part_widget, partial(self._scroll, part_widget, passes - 1))


def _named_widgets(widget: QWidget, name: str = "") -> Iterator[tuple[str, QWidget]]:
    """Yield the part and all widgets within it with a name: the object name, else class and number.

    Windows within it are skipped.
    """
    yield name, widget
    if isinstance(widget, WHOLE):
        return
    numbers: dict[str, int] = {}
    for child in widget.children():
        if isinstance(child, QWidget) and not child.isWindow() and not isinstance(child, QScrollBar):
            called = child.objectName() or type(child).__name__
            number = numbers[called] = numbers.get(called, 0) + 1
            yield from _named_widgets(child, f"{name}/{called}:{number}")


# How a value of a kind of widget is read, and given to another one.
_VALUES: tuple[tuple[type[QWidget], str, str], ...] = (
    (QSpinBox, "value", "setValue"),
    (QDoubleSpinBox, "value", "setValue"),
    (QDateTimeEdit, "dateTime", "setDateTime"),
    (QComboBox, "currentIndex", "setCurrentIndex"),
    (QAbstractButton, "isChecked", "setChecked"),
    (QTabWidget, "currentIndex", "setCurrentIndex"),
    (QStackedWidget, "currentIndex", "setCurrentIndex"),
    (QSplitter, "sizes", "setSizes"),
)


def _setters(widget: QWidget) -> Iterator[Setter]:
    """Yield functions that transfer the state of this widget to another one of the same name."""
    for kind, read, write in _VALUES:
        if isinstance(widget, kind) and not widget.property(SETTLED):
            yield partial(_set, read=read, write=write, value=getattr(widget, read)())
    if isinstance(widget, QComboBox) and widget.isEditable():
        yield partial(_set, read="currentText", write="setEditText", value=widget.currentText())
    elif isinstance(widget, QLineEdit):
        if widget.isModified():
            yield partial(_set_line, text=widget.text(), at=widget.cursorPosition())
        if widget.hasSelectedText():
            yield partial(_select, start=widget.selectionStart(), length=widget.selectionLength())
    elif isinstance(widget, QPlainTextEdit | QTextEdit):
        if widget.document().isModified() and not widget.isReadOnly():
            yield partial(_set_lines, text=widget.toPlainText(), at=widget.textCursor().position())
    elif isinstance(widget, QTreeView) and widget.model() is not None:
        yield partial(_expand, paths=list(_expanded(widget, widget.rootIndex())))
    if isinstance(widget, QAbstractItemView) and widget.selectionModel() is not None:
        chosen_paths = [_path(index) for index in widget.selectedIndexes()]
        yield partial(_choose, current=_path(widget.currentIndex()), chosen=chosen_paths)


def _set(widget: QWidget, read: str, write: str, value: Any) -> None:
    if getattr(widget, read)() == value:
        return
    if isinstance(widget, QAbstractButton) and widget.isEnabled():
        widget.click()  # as whoever chose it did
    getattr(widget, write)(value)
    if isinstance(widget, QComboBox) and read == "currentIndex":
        widget.activated.emit(value)


def _select(line: QLineEdit, start: int, length: int) -> None:
    line.setSelection(start, length)


def _set_line(line: QLineEdit, text: str, at: int) -> None:
    if line.text() != text:
        line.selectAll()
        line.insert(text)  # as whoever typed it did
    line.setModified(True)
    line.setCursorPosition(at)


def _set_lines(edit: QPlainTextEdit | QTextEdit, text: str, at: int) -> None:
    edit.setPlainText(text)
    edit.document().setModified(True)
    cursor = edit.textCursor()
    cursor.setPosition(at)
    edit.setTextCursor(cursor)


def _path(index: QModelIndex) -> tuple[tuple[int, int], ...]:
    return (*_path(index.parent()), (index.row(), index.column())) if index.isValid() else ()


def _index_at(view: QAbstractItemView, path: tuple[tuple[int, int], ...]) -> QModelIndex:
    index = view.rootIndex() if isinstance(view, QTreeView) else QModelIndex()
    for row, column in path:
        index = view.model().index(row, column, index)
    return index


def _expanded(view: QTreeView, parent: QModelIndex) -> Iterator[tuple[tuple[int, int], ...]]:
    for row in range(view.model().rowCount(parent)):
        index = view.model().index(row, 0, parent)
        if view.isExpanded(index):
            yield _path(index)
            yield from _expanded(view, index)


def _expand(view: QTreeView, paths: list[tuple[tuple[int, int], ...]]) -> None:
    view.collapseAll()
    for path in paths:
        view.expand(_index_at(view, path))


def _choose(
    view: QAbstractItemView, current: tuple[tuple[int, int], ...], chosen: list[tuple[tuple[int, int], ...]]
) -> None:
    selection = view.selectionModel()
    if selection is None or view.model() is None:
        return
    if (index := _index_at(view, current)) != view.currentIndex():
        selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
    if chosen != [_path(index) for index in view.selectedIndexes()]:
        selection.clearSelection()
        for path in chosen:
            selection.select(_index_at(view, path), QItemSelectionModel.SelectionFlag.Select)
