"""A table of 66 000 cells as a screen reader reads it, over the accessibility bus, against Qt's plain table view of the
same size and words; and moving through it by keys with somebody listening and with nobody.

    python -m benchmarks.by_ear [RUNS]

It needs a screen (Xvfb), dbus-daemon and at-spi2-core, as the walk over the bus in tests/journeys does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import Timing, duration

ROWS, COLUMNS = 660, 100
READ_ROWS = range(7, ROWS, 11)  # a figure with its path takes four questions: of every eleventh row all cells
STEPS = 1000
ASKED = ("GetRowHeaderCells", "GetColumnHeaderCells")


def measure(runs: int) -> list[tuple[Timing, Timing]]:
    """Cells read with their path over the bus, ours and Qt's by turns; steps through the table with and without ear."""
    ours: list[float] = []
    plain: list[float] = []
    for _ in range(runs):
        ours.append(read_over_bus("ours"))
        plain.append(read_over_bus("plain"))
    cells = len(READ_ROWS) * COLUMNS
    note = f"{cells} of {ROWS * COLUMNS} cells, each with the names of its row and its column"
    heard, silent = steps(runs)
    walked = f"{STEPS} steps to the next cell, with a listener switched on"
    return [
        (Timing("cells read by ear", tuple(ours), note), Timing("Qt's plain table view", tuple(plain), note)),
        (Timing("steps by keys, heard", heard, walked), Timing("steps by keys, nobody listens", silent)),
    ]


# --- over the bus -----------------------------------------------------------------------------------------------------


def read_over_bus(which: str) -> float:
    """Seconds for the cells of every eleventh row, with the heads that a screen reader asks for."""
    from tests.journeys.ear import Accessible, Buses, Ear
    from tests.journeys.screen import Screen

    with tempfile.TemporaryDirectory() as folder:
        screen, buses = Screen(), Buses(Path(folder) / "buses")
        ear = Ear(buses)
        given = {**screen.environment(), **buses.environment, "QT_QPA_PLATFORM": "xcb", "HOME": folder}
        command = [sys.executable, "-m", "benchmarks.by_ear", which, folder]
        with subprocess.Popen(command, env=given, stdout=subprocess.PIPE, text=True) as process:
            try:
                ready = process.stdout.readline() if process.stdout else ""
                if ready != "ready\n":
                    raise AssertionError(f"the window did not come up: {ready}")
                program = ear.program(process.pid)
                table = next(one for one in program.walk() if one.role in ("table", "tree table"))
                if table.size() != (ROWS, COLUMNS):
                    raise AssertionError(table.size())
                begin, of, words = time.perf_counter(), "org.a11y.atspi.TableCell", 0
                for row in READ_ROWS:
                    for column in range(COLUMNS):
                        cell = table.cell(row, column)
                        heads = [
                            *cell.call("GetRowHeaderCells", interface=of),
                            *cell.call("GetColumnHeaderCells", interface=of),
                        ]
                        words += len(cell.name) + sum(len(Accessible(ear, *one).name) for one in heads)
                seconds = time.perf_counter() - begin
                if words < len(READ_ROWS) * COLUMNS * 3:
                    raise AssertionError("the cells say nothing")
            finally:
                process.terminate()
                process.wait()
                ear.close()
                buses.close()
                screen.close()
    return seconds


def show(which: str) -> None:
    """A window with the table, until somebody ends it."""
    from ckmdesk.shell.app import application

    app = application()
    kept = (_ours if which == "ours" else _plain)()
    app.processEvents()
    print("ready", flush=True)
    app.exec()
    del kept


def _ours() -> Any:
    from benchmarks.desk import open_window, show_statistic

    opened = open_window()
    window = opened.__enter__()
    return opened, show_statistic(window, *table_of_66_000())


def table_of_66_000() -> tuple[Any, Any, Any]:
    """Records of 659 areas and 99 trades, the method, and the table with their totals."""
    import ckmcore as ckm
    from ckmcore.keys.record_keys import generate_keys
    from ckmcore.microdata.data import Category, Dimension, Microdata
    from ckmcore.ptable import design_ptable

    chance, count = np.random.default_rng(24), 200_000
    sizes = {"area": ROWS - 1, "trade": COLUMNS - 1}
    dimensions = {
        name: Dimension(name, ckm.Texts.same(name.title()), tuple(Category.plain(f"{at:03d}") for at in range(size)))
        for name, size in sizes.items()
    }
    columns = {name: chance.integers(0, size, count).astype(np.uint16) for name, size in sizes.items()}
    data = Microdata(count, dimensions, columns, generate_keys(count))
    return data, ckm.CellKeyMethod(design_ptable(D=5, V=3, js=2)), ckm.TableSpec("area", "trade")


def _plain() -> Any:
    """Qt's own table with as many cells, heads and figures of the same length."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QStandardItemModel
    from PySide6.QtWidgets import QTableView

    model = QStandardItemModel(ROWS, COLUMNS)
    for row in range(ROWS):
        model.setHeaderData(row, Qt.Orientation.Vertical, f"{row:03d}")
        for column in range(COLUMNS):
            model.setData(model.index(row, column), str((row * column) % 100 + 100))
    for column in range(COLUMNS):
        model.setHeaderData(column, Qt.Orientation.Horizontal, f"{column:03d}")
    view = QTableView()
    view.setModel(model)
    view.resize(1280, 800)
    view.show()
    return view, model


# --- by keys ----------------------------------------------------------------------------------------------------------


def steps(runs: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Seconds for steps through our table, heard and not, by turns."""
    from PySide6.QtGui import QAccessible

    from benchmarks.desk import open_window, show_statistic

    heard: list[float] = []
    silent: list[float] = []
    with open_window() as window:
        page = show_statistic(window, *table_of_66_000())
        for active, seconds in ((False, silent), (True, heard)) * (runs + 1):
            QAccessible.setActive(active)
            seconds.append(_step_through(page.grid))
        QAccessible.setActive(False)
    return tuple(heard[1:]), tuple(silent[1:])


def _step_through(grid: Any) -> float:
    from PySide6.QtWidgets import QApplication

    begin = time.perf_counter()
    for step in range(STEPS):
        grid.setCurrentIndex(grid.model().index(step % ROWS, step % COLUMNS))
        QApplication.processEvents()
    return time.perf_counter() - begin


def main(runs: int) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for ours, rival in measure(runs):
        print(f"{ours.name}: {duration(ours.median)} ({min(ours.seconds):.2f} to {max(ours.seconds):.2f}); {ours.note}")
        least, most = min(rival.seconds), max(rival.seconds)
        ratio = ours.median / rival.median
        print(f"  {rival.name}: {duration(rival.median)} ({least:.2f} to {most:.2f}); {ratio:.2f} x as long")


if __name__ == "__main__":
    if sys.argv[1:2] in (["ours"], ["plain"]):
        show(sys.argv[1])
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else 3)
