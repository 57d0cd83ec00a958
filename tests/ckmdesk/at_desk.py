"""The window over the small statistic, as tests of several pages open it."""

from __future__ import annotations

from pathlib import Path

from ckmcore.statistic.model import Statistic
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import saved, small_data
from tests.kit.tables_page import settle


def open_small(window: MainWindow, folder: Path) -> None:
    """The small statistic in a file of its own, with its records."""
    window.open_path(saved(folder))
    settle(window)
    window.desk.session.data = small_data()  # the statistic of the tests names no file of records
    window.desk.announce("data")
    settle(window)


def statistic_of(window: MainWindow) -> Statistic:
    """The statistic that is open."""
    statistic = window.desk.state.statistic
    assert statistic is not None
    return statistic
