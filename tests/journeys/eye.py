"""The program as a journey starts it: ckmdesk itself, and an eye that answers questions about its window.

The eye only looks. It reads one question a line from standard input and answers with one line on standard output, both
JSON; whatever is done to the window is done by the mouse and the keys of a real screen.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPoint, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QTreeWidget, QWidget
from shiboken6 import getCppPointer

from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.data.tree_editor import TreeEditor
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.picture_chart import PictureChart
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.shell import app
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.variable_list import ITEM
from tests.journeys import sight
from tests.journeys.sight import Answer, calling, find, rectangle
from tests.journeys.watchdog import Watchdog


def main_window() -> MainWindow | None:
    return next((top for top in QApplication.topLevelWidgets() if isinstance(top, MainWindow)), None)


def window() -> Answer:
    """The window that has the user's attention, and whether work is under way."""
    main = main_window()
    dialogs = [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
    beside = dialogs[-1] if dialogs else main  # a window manager would have given it the keyboard
    top = QApplication.activePopupWidget() or QApplication.activeModalWidget() or beside
    focus = QApplication.focusWidget()
    return {
        "shown": main is not None and main.isVisible(),
        "id": int(top.winId()) if top is not None else 0,
        "active": QApplication.activeWindow() is top or QApplication.activePopupWidget() is not None,
        "popup": QApplication.activePopupWidget() is not None,
        "kind": type(top).__name__,
        "title": top.windowTitle() if top is not None else "",
        "size": [] if top is None else [top.width(), top.height()],
        "busy": main is not None and main.jobs.busy,
        "page": main.desk.state.page if main is not None else "",
        "message": main.message_bar.text if main is not None else "",
        "focus": [] if focus is None else [focus.objectName(), calling(focus), type(focus).__name__],
        "focus_id": 0 if focus is None else int(getCppPointer(focus)[0]),
    }


def entry(variable: str, depth: int = -1) -> Answer:
    """Where a variable, or a level of its hierarchy, stands in the list of variables."""
    tree = find("variables")
    if not isinstance(tree, QTreeWidget):
        return {}
    for number in range(tree.topLevelItemCount()):
        head = tree.topLevelItem(number)
        for place in range(head.childCount()):
            found = head.child(place)
            item = found.data(0, ITEM)
            if isinstance(item, Item) and item.name == variable:
                if depth >= 0:
                    found = found.child(depth)
                rect = tree.visualItemRect(found)
                return {"rect": rectangle(tree.viewport(), rect), "current": found is tree.currentItem()}
    return {}


def table() -> Answer:
    """The specification that is laid out, and the table that stands on the screen."""
    main = main_window()
    if main is None:
        return {}
    state, grid = main.desk.state.table, main.findChild(TableGrid, "table")
    model = grid.model() if grid is not None else None
    answer: Answer = {
        "name": state.name,
        "zones": {zone: list(shelves.zone_names(state.spec, zone)) for zone in (*shelves.AXES, "filters", "values")},
        "values": [value.kind for value in state.spec.values],
        "filters": {condition.variable: list(condition.codes) for condition in state.spec.filters},
        "totals": {
            level.variable: level.total
            for zone in shelves.AXES
            for block in shelves.blocks_of(state.spec, zone)
            for level in block.levels
        },
        "trial": [state.trial.kind, state.trial.base],
        "undo": main.menus.actions["undo"].text(),
        "redo": main.menus.actions["redo"].text(),
        "fresh": False,
    }
    if isinstance(model, TableModel) and model.view is not None:
        answer["fresh"] = model.view.spec == state.spec and model.view.trial == state.trial and not main.jobs.busy
        answer["figures"] = [_with_figures(model, one.matrix) for one in model.view.shown]
        for name, labels in (("row_texts", model.rows), ("column_texts", model.columns)):
            answer[name] = [] if labels is None else [list(labels.texts(line)) for line in range(len(labels))]
    return answer


def _with_figures(model: TableModel, matrix: NDArray[np.int64]) -> list[list[int | None]]:
    """The figures of a value by line; None where a line has none: the heading of a block, a blank."""
    rows, columns = model.rows, model.columns
    shown: list[list[int | None]] = matrix.tolist()
    if rows is None or columns is None:
        return shown
    without, heads = set(rows.line_of[rows.empty].tolist()), set(np.flatnonzero(columns.empty).tolist())
    return [
        [None if row in without or column in heads else figure for column, figure in enumerate(line)]
        for row, line in enumerate(shown)
    ]


def cell(row: int, column: int) -> Answer:
    """Where a cell of the table stands."""
    grid = find("table")
    if not isinstance(grid, TableGrid):
        return {}
    return {"rect": rectangle(grid.viewport(), grid.visualRect(grid.model().index(row, column)))}


def picture(mark: int = 0) -> Answer:
    """The picture that stands on the screen, its current cell, and where one of its marks is."""
    chart = find("picture-chart")
    if not isinstance(chart, PictureChart) or chart.picture is None or chart.reader is None:
        return {}
    chosen = None if chart.current is None else chart.picture.cells[chart.current]
    area = chart.on_screen(chart.reader.areas[mark]).toAlignedRect()
    return {
        "kind": chart.picture.kind,
        "cells": [[*cell.names, cell.text] for cell in chart.picture.cells],
        "chosen": [] if chosen is None else [*chosen.names, chosen.text],
        "rect": rectangle(chart, area),
        "zoom": 0 if chart.map.zoom is None else round(100 * chart.map.zoom.factor),
        "at": [] if chart.map.zoom is None else [round(chart.map.zoom.x, 1), round(chart.map.zoom.y, 1)],
    }


def heading(axis: str, place: int) -> Answer:
    """Where the innermost heading at a row or column of the table stands, and what a screen reader says of it."""
    grid = find("table")
    if not isinstance(grid, TableGrid) or axis not in grid.headings.maps:
        return {}
    found = grid.headings.maps["rows" if axis == "rows" else "columns"]
    one = found.at(found.levels - 1, place)
    if one is None:
        return {}
    header = grid.stub if axis == "rows" else grid.head
    return {
        "rect": rectangle(header.viewport(), header.rect_of(one).intersected(header.viewport().rect())),
        "chosen": one in grid.headings.chosen,
        "cursor": one == grid.headings.cursor,
        "spoken": grid.headings.spoken(one),
    }


def hidden_marks(axis: str) -> Answer:
    """Where the words of marks of hidden rows or columns stand, and what they say."""
    grid = find("table")
    if not isinstance(grid, TableGrid):
        return {}
    header = grid.stub if axis == "rows" else grid.head
    marks = header.marks_in_sight()
    return {
        "rects": [rectangle(header.viewport(), header.pill_of(mark)) for mark in marks],
        "spoken": [grid.headings.spoken(mark) for mark in marks],
    }


def bar() -> Answer:
    """What the menus in the menu bar are called, and the letters that open them."""
    main = main_window()
    words = [] if main is None else [action.text() for action in main.menuBar().actions() if action.isVisible()]
    letters = [one[one.index("&") + 1].lower() for one in words]
    return {"menus": [one.replace("&", "") for one in words], "letters": letters}


def method() -> Answer:
    """The method page: variants, the chosen one, what is drawn of it, what is compared and in force."""
    main = main_window()
    if main is None:
        return {}
    state, page = main.desk.state, main.page("method")
    chosen = state.method.variant
    answer: Answer = {
        "variants": [variant.name for variant in state.method.variants],
        "chosen": chosen.name,
        "design": [chosen.design.D, chosen.design.V, chosen.design.js],
        "file": chosen.file,
        "compared": list(state.method.compared),
        "decisions": [] if state.statistic is None else [made.body for made in state.statistic.period.decisions],
        "drawn": {},
    }
    if isinstance(page, MethodPage) and page.view is not None and not main.jobs.busy:
        drawing = page.view.shown_drawing
        answer["drawn"] = {"rows": drawing.rows, "intervals": len(drawing.noise), "counts": drawing.of_counts}
        answer["problem"] = page.problem.text.text() if page.problem.isVisible() else ""
    return answer


def matrix_cell(row: int, column: int) -> Answer:
    """Where a cell of the transition matrix stands."""
    picture = find("matrix")
    if not isinstance(picture, MatrixPlot):
        return {}
    return {"rect": rectangle(picture, picture.cell_rect(row, column).toRect())}


def node(code: str) -> Answer:
    """Where a node stands in the tree of a hierarchy ("": the total), and whether it is selected."""
    tree = find("nodes")
    if not isinstance(tree, TreeEditor):
        return {}
    index = tree.nodes.index_of(code)
    seen = tree.visualRect(index)
    return (
        {"rect": rectangle(tree.viewport(), seen), "selected": code in tree.selected_codes()} if seen.height() else {}
    )


def hierarchy(variable: str) -> Answer:
    """The nodes of a variable's hierarchy in the dictionary, their depth in blanks, and what they are called."""
    main = main_window()
    statistic = None if main is None else main.desk.state.statistic
    for entry in () if statistic is None else statistic.dictionary:
        if entry.name == variable:
            nodes = [" " * one.depth + one.code for one in entry.hierarchy]
            return {"nodes": nodes, "labels": {code: label.de for code, label in entry.node_labels}}
    return {}


def bar_entry(words: str) -> Answer:
    """Where a menu stands in the menu bar."""
    main = main_window()
    bar = None if main is None else main.menuBar()
    for action in () if bar is None else bar.actions():
        if action.text().replace("&", "") == words:
            return {"rect": rectangle(bar, bar.actionGeometry(action))}
    return {}


def stop() -> Answer:
    """Where the thing that has the keyboard stands in what scrolls it, else in its window, and what that is."""
    focus = QApplication.focusWidget()
    if focus is None:
        return {}
    holder: QWidget = focus.window()
    above = focus.parentWidget()
    while above is not None and not above.isWindow():
        scroll = above.parentWidget()
        if isinstance(scroll, QScrollArea) and above is scroll.viewport():
            holder = scroll.widget()
            break
        above = scroll
    corner = focus.mapTo(holder, QPoint())
    return {"in": int(getCppPointer(holder)[0]), "rect": [corner.x(), corner.y(), focus.width(), focus.height()]}


class Keys(QObject):
    """Counts the keys that came and were let go again."""

    MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)

    def __init__(self, application: QObject) -> None:
        super().__init__(application)
        self.count = 0
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and watched.isWindowType():
            self.count += event.key() not in self.MODIFIERS
        return False


def served() -> Answer:
    """Serves what the screen sent before; how many keys came since this was asked first."""
    application = QApplication.instance()
    assert application is not None
    QApplication.sync()
    keys = application.findChild(Keys) or Keys(application)
    return {"keys": keys.count}


QUESTIONS: dict[str, Callable[..., Answer]] = {
    **sight.QUESTIONS,
    "window": window,
    "served": served,
    "stop": stop,
    "entry": entry,
    "table": table,
    "cell": cell,
    "picture": picture,
    "heading": heading,
    "hidden_marks": hidden_marks,
    "node": node,
    "hierarchy": hierarchy,
    "method": method,
    "matrix_cell": matrix_cell,
    "bar_entry": bar_entry,
    "bar": bar,
}


class Eye(QObject):
    """Answers questions from the program's event loop, also from the loop of a dialog, a menu or a drag."""

    def __init__(self) -> None:
        super().__init__()
        self._rest = b""
        self._input = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._input.activated.connect(self._read)

    def _read(self) -> None:
        read = os.read(0, 1 << 16)
        if not read:
            os._exit(1)  # whoever asked is gone, and the end of a pipe would be read again and again
        self._rest += read
        *lines, self._rest = self._rest.split(b"\n")
        for line in lines:
            # After the events that wait already, so that the answer tells of them, too.
            QTimer.singleShot(0, self, partial(self._answer, json.loads(line)))

    def _answer(self, asked: list[Any]) -> None:
        name, *arguments = asked
        answer = QUESTIONS[name](*arguments)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    app.application()
    eye = Eye()
    if os.environ.get("CKM_STALLS"):
        watchdog = Watchdog(Path(os.environ["CKM_STALLS"]))
    sys.exit(app.main(sys.argv[1:]))
