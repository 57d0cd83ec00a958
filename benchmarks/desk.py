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

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The platform without a screen says about every window that it has no size hints.
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

import ckmcore as ckm
from benchmarks.report import Timing
from ckmcore.dictionary.entry import VariableEntry
from ckmcore.microdata.data import Category
from ckmcore.statistic.model import Period
from ckmcore.tabulate import kernel
from ckmdesk.app import application
from ckmdesk.commands.desk import Desk
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.settings import Settings
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from ckmdesk.theme import Theme
from ckmdesk.translation import Translations
from ckmdesk.widgets.chips import Item, encode
from ckmdesk.window import MainWindow

# The program itself; what it would do after its first paint is replaced by a word to us and the end.
START = """
import sys
import ckmdesk.app as app
from PySide6.QtWidgets import QApplication
def begin(window, path, *, sample):
    print("painted", flush=True)
    QApplication.quit()
app.begin = begin
sys.exit(app.main([]))
"""
PATIENCE_SECONDS = 30.0


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
    name: str = "drop to painted table",
) -> Timing:
    """A variable is dropped on the rows: from the drop event to the painted grid, no cube in the cache."""
    *standing, dropped = table
    spec = ckm.TableSpec(rows=standing[:1], columns=standing[1:])
    after = ckm.TableSpec(rows=[*standing[:1], dropped], columns=standing[1:])
    expected = ckm.protect(ckm.tabulate(data, after), method)
    kernel.load()
    seconds = []
    with open_window() as window:
        page = show_statistic(window, data, method, spec)
        for run in range(runs + 1):
            data.drop_cache()
            seconds.append(one_drop(window, page, dropped))
            if run == 0 and not same_figures(page, expected):
                raise AssertionError("the window shows other figures than the engine computes")
            window.desk.undo()
            settle(window)
    note = f"drop event on the rows to the painted grid ({expected.cells} cells) in the whole window, offscreen"
    return Timing(name, tuple(seconds[1:]), note)


def measure_cached_drop(data: ckm.Microdata, table: tuple[str, ...], method: ckm.CellKeyMethod, runs: int) -> Timing:
    """The same drop where a cube in the cache can answer."""
    *standing, dropped = table
    spec = ckm.TableSpec(rows=standing[:1], columns=standing[1:])
    after = ckm.TableSpec(rows=[*standing[:1], dropped], columns=standing[1:])
    expected = ckm.protect(ckm.tabulate(data, after), method)
    seconds = []
    with open_window() as window:
        page = show_statistic(window, data, method, spec)
        for run in range(runs + 1):
            seconds.append(one_drop(window, page, dropped))
            if run == 0 and not same_figures(page, expected):
                raise AssertionError("the window shows other figures than the engine computes")
            window.desk.undo()
            settle(window)
    note = f"the same drop, answered from the cache ({expected.cells} cells)"
    return Timing("drop to painted table, cached", tuple(seconds[1:]), note)


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


class PaintWatch(QObject):
    """Notes when grid, head and stub have been painted with a view that was not there before.

    Between the events the window's thread sleeps, as in the program: one that polls takes Python's lock from the job.
    """

    def __init__(self, page: TablesPage) -> None:
        super().__init__()
        self.page, self.before, self.loop = page, page.model.view, QEventLoop()
        self.parts = [page.grid.viewport(), page.grid.head.viewport(), page.grid.stub.viewport()]
        self.waiting = set(self.parts)
        for part in self.parts:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self.page.model.view is not self.before:
            self.waiting.discard(watched)
            if not self.waiting:
                QTimer.singleShot(0, self.loop.quit)  # after this last paint
        return False

    def wait(self) -> bool:
        """Serve events until the new table stands on the screen; False where it does not come."""
        if self.waiting:
            QTimer.singleShot(int(1000 * PATIENCE_SECONDS), self.loop.quit)
            self.loop.exec()
        for part in self.parts:
            part.removeEventFilter(self)
        return not self.waiting


def one_drop(window: MainWindow, page: TablesPage, name: str) -> float:
    """Seconds from the drop of a variable on the shelf of rows until the grid has been painted with it."""
    shelf = window.findChild(QObject, "shelf:rows")
    mime = encode(Item(name, name, "list", "category"))
    place = QPoint(shelf.width() - 60, shelf.height() // 2)  # behind the chips, before the plus
    held = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(shelf, QDragEnterEvent(place, Qt.DropAction.MoveAction, mime, *held))
    QApplication.processEvents()
    watch = PaintWatch(page)
    begin = time.perf_counter()
    QApplication.sendEvent(shelf, drop_event(place, mime))
    painted = watch.wait()
    seconds = time.perf_counter() - begin
    if not painted:
        raise AssertionError("the table was not painted after the drop")
    return seconds


def drop_event(place: QPoint, mime: QMimeData) -> QDropEvent:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    return QDropEvent(QPointF(place), Qt.DropAction.MoveAction, mime, left, none)


def same_figures(page: TablesPage, expected: ckm.ProtectedTable) -> bool:
    """Whether the figures of the window are the engine's, whatever their order on the screen."""
    view = page.model.view
    if view is None:
        return False
    return np.array_equal(np.sort(view.shown[0].matrix, axis=None), np.sort(expected.blocks[0].figures[0], axis=None))
