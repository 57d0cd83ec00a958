"""The window, without a screen: from the start of the process to the first paint, from a drop to the painted table."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The platform without a screen says about every window that it has no size hints.
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

import ckmcore as ckm
from benchmarks.report import Timing
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.period import Period
from ckmcore.tabulate import kernel
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import Translations
from ckmdesk.commands.desk import Desk
from ckmdesk.look.theme import Theme
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.app import application
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from ckmdesk.widgets.chips import Item, encode

# The program itself; what it would do after its first paint is replaced by a word to us and the end.
START = """
import gc, sys
gc.disable()  # as ckmdesk.__main__ does
import ckmdesk.shell.app as app
from PySide6.QtWidgets import QApplication
def begin(window, path, *, sample):
    print("painted", flush=True)
    QApplication.quit()
app.begin = begin
sys.exit(app.main([]))
"""
PATIENCE_SECONDS = 30.0
STILL_SECONDS = 0.05  # what a list does a moment later has been done then
HOVERING_SECONDS = 0.15  # a quick hand: from the edge of a shelf to letting go
Way = Literal["drag", "at once", "key", "redone"]
WAYS: dict[Way, str] = {
    "drag": f"dropped on the rows {1000 * HOVERING_SECONDS:.0f} ms after it came over the shelf:",
    "at once": "dropped on the rows as soon as it is over the shelf:",
    "key": f"put into the rows by its key {1000 * HOVERING_SECONDS:.0f} ms after it was chosen in the list:",
    "redone": "the drop undone and done again, which nothing announces:",
}


def measure_start(runs: int) -> Timing:
    """The whole command: from the start of the process to the moment after the first paint; files warm."""
    seconds = []
    with tempfile.TemporaryDirectory() as home:
        places = {"HOME": home, "XDG_CONFIG_HOME": home, "APPDATA": home, "QT_QPA_PLATFORM": "offscreen"}
        for _ in range(runs + 1):
            begin = time.perf_counter()
            command = [sys.executable, "-c", START]
            with subprocess.Popen(command, env={**os.environ, **places}, stdout=subprocess.PIPE, text=True) as process:
                word = process.stdout.readline() if process.stdout else ""
                seconds.append(time.perf_counter() - begin)
                if word != "painted\n" or process.wait(PATIENCE_SECONDS) != 0:
                    raise AssertionError("the window did not come up")
    note = "process start to first paint of the start page, offscreen, from the checkout, files warm"
    return Timing("window up", tuple(seconds[1:]), note)


def measure_drop(
    data: ckm.Microdata,
    table: tuple[str, ...],
    method: ckm.CellKeyMethod,
    runs: int,
    name: str,
    *,
    way: Way = "drag",
    cached: bool = False,
) -> Timing:
    """A variable comes into the rows: from the drop, or the key, to the painted grid.

    Not `cached`: no cube is in the cache before the hand takes the variable.
    """
    *standing, dropped = table
    spec = ckm.TableSpec(rows=standing[:1], columns=standing[1:])
    after = ckm.TableSpec(rows=[*standing[:1], dropped], columns=standing[1:])
    expected = ckm.protect(ckm.tabulate(data, after), method)
    kernel.load()
    seconds = []
    with open_window() as window:
        page = show_statistic(window, data, method, spec)
        for run in range(runs + 1):
            if not cached:
                data.drop_cache()
            page.computing.forget()  # what was shown in the run before
            seconds.append(one_drop(window, page, dropped, way))
            if run == 0 and not same_figures(page, expected):
                raise AssertionError("the window shows other figures than the engine computes")
            window.desk.undo()
            settle(window)
    source = "a cube in the cache" if cached else "the records"
    note = f"{WAYS[way]} to the painted grid ({expected.cells} cells) from {source}, whole window, offscreen"
    return Timing(name, tuple(seconds[1:]), note)


def measure_scroll(runs: int) -> Timing:
    """A repaint of the whole grid at another place of a table of a million cells."""
    chance = np.random.default_rng(7)
    sizes = {"row": 1999, "column": 499}
    names = {name: ckm.Texts.same(name) for name in sizes}
    dimensions = {
        name: ckm.Dimension(name, names[name], tuple(Category.plain(f"{code:04d}") for code in range(size)))
        for name, size in sizes.items()
    }
    columns = {name: chance.integers(0, size, 200_000).astype(np.uint16) for name, size in sizes.items()}
    data = ckm.Microdata(200_000, dimensions, columns, ckm.generate_keys(200_000))
    seconds = []
    with open_window() as window:
        method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
        page = show_statistic(window, data, method, ckm.TableSpec(rows=["row"], columns=["column"]))
        down, across = page.grid.verticalScrollBar(), page.grid.horizontalScrollBar()
        for _ in range(10 * runs):
            down.setValue(int(chance.integers(0, down.maximum())))
            across.setValue(int(chance.integers(0, across.maximum())))
            QApplication.processEvents()
            begin = time.perf_counter()
            for part in (page.grid.viewport(), page.grid.head.viewport(), page.grid.stub.viewport()):
                part.repaint()
            seconds.append(time.perf_counter() - begin)
        cells = 0 if page.model.view is None else page.model.view.cells
    note = f"grid, head and stub painted anew at random places of {cells} cells, offscreen"
    return Timing("repaint while scrolling", tuple(seconds), note)


@contextmanager
def open_window() -> Iterator[MainWindow]:
    """The whole window with settings of its own."""
    application()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        theme, translations = Theme("light"), Translations()
        theme.apply()
        window = MainWindow(Desk(), settings, theme, translations)
        window.worth_asking = lambda: False  # type: ignore[method-assign]  # nobody is there to be asked
        window.show()
        try:
            yield window
        finally:
            window.jobs.wait_idle()
            window.close()
            # The next window's theme would polish this one with files that are gone.
            window.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            theme.close()


def show_statistic(
    window: MainWindow, data: ckm.Microdata, method: ckm.CellKeyMethod, spec: ckm.TableSpec
) -> TablesPage:
    """A statistic over `data` with `method` in force and a table laid out, as the window shows it."""
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    period = Period(ckm.Texts("Census 2022", "Zensus 2022"), "2022-05-15")
    statistic = ckm.Statistic(ckm.Texts("Census", "Zensus"), entries, (period,)).put_in_force(method)
    window.desk.reset(DeskState(page="tables", statistic=statistic, table=TableState(spec)), Session(data=data))
    settle(window)
    page = window.page("tables")
    if not isinstance(page, TablesPage) or page.model.view is None:
        raise AssertionError("the table page shows no table")
    return page


def settle(window: MainWindow) -> None:
    """Serve events until no job runs and everything is painted."""
    QApplication.processEvents()
    while window.jobs.busy and window.jobs.wait_idle(PATIENCE_SECONDS):
        QApplication.processEvents()
    rest(STILL_SECONDS)


class PaintWatch(QObject):
    """Notes when grid, head and stub have been painted with a view that was not there before, and handed to the screen.

    The page paints the new table before anything else of the window: what it does afterwards (shelves, list, words) is
    `rest`. Between the events the window's thread sleeps, as in the program: one that polls takes Python's lock from
    the job.
    """

    def __init__(self, page: TablesPage) -> None:
        super().__init__()
        self.page, self.before, self.loop = page, page.model.view, QEventLoop()
        self.parts = [page.grid.viewport(), page.grid.head.viewport(), page.grid.stub.viewport()]
        self.waiting = set(self.parts)
        for part in self.parts:
            part.installEventFilter(self)
        self.painted = 0.0
        page.grid.paint_now = self._paint_now  # type: ignore[method-assign]  # it returns when the screen has it

    def _paint_now(self) -> None:
        TableGrid.paint_now(self.page.grid)
        if not self.waiting and not self.painted:
            self.painted = time.perf_counter()
            QTimer.singleShot(0, self.loop.quit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self.page.model.view is not self.before:
            self.waiting.discard(watched)
        return False

    def wait(self) -> bool:
        """Serve events until the new table stands on the screen; False where it does not come."""
        if not self.painted:
            QTimer.singleShot(int(1000 * PATIENCE_SECONDS), self.loop.quit)
            self.loop.exec()
        for part in self.parts:
            part.removeEventFilter(self)
        del self.page.grid.paint_now
        return bool(self.painted)


def one_drop(window: MainWindow, page: TablesPage, name: str, way: Way) -> float:
    """Seconds from the drop of a variable on the shelf of rows, or its key, until the grid was painted with it."""
    if way == "redone":
        one_drop(window, page, name, "at once")
        window.desk.undo()
        settle(window)
        watch = PaintWatch(page)
        begin = time.perf_counter()
        window.desk.redo()
    elif way == "key":
        page.left.variables.setCurrentItem(None)
        page.left.variables.choose(name)
        rest(HOVERING_SECONDS)
        watch = PaintWatch(page)
        begin = time.perf_counter()
        key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier, "r")
        QApplication.sendEvent(page.left.variables, key)
    else:
        shelf = window.findChild(QObject, "shelf:rows")
        mime = encode(Item(name, name, "list", "category"))
        place = QPoint(shelf.width() - 60, shelf.height() // 2)  # behind the chips, before the plus
        held = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(shelf, QDragEnterEvent(place, Qt.DropAction.MoveAction, mime, *held))
        QApplication.processEvents()
        if way == "drag":
            rest(HOVERING_SECONDS)
        watch = PaintWatch(page)
        begin = time.perf_counter()
        QApplication.sendEvent(shelf, drop_event(place, mime))
    if not watch.wait():
        raise AssertionError("the table was not painted")
    return watch.painted - begin


def rest(seconds: float) -> None:
    """Serve events for so long, asleep between them."""
    loop = QEventLoop()
    QTimer.singleShot(int(1000 * seconds), loop.quit)
    loop.exec()


def drop_event(place: QPoint, mime: QMimeData) -> QDropEvent:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    return QDropEvent(QPointF(place), Qt.DropAction.MoveAction, mime, left, none)


def same_figures(page: TablesPage, expected: ckm.ProtectedTable) -> bool:
    """Whether the figures of the window are the engine's, whatever their order on the screen."""
    view = page.model.view
    if view is None:
        return False
    return np.array_equal(np.sort(view.shown[0].matrix, axis=None), np.sort(expected.blocks[0].figures[0], axis=None))
