"""The clerk's window depends on no original: over two data sets that are published alike it is the same, dot by dot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QDateTime
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDateTimeEdit, QWidget

from ckmcore.microdata.data import Microdata
from ckmcore.statistic.period import PeriodSource
from ckmcore.tabulate.spec import PERIOD, TableSpec, Value
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from tests.kit.rounded_alike import ROUNDED, laid_out, pair, records
from tests.kit.tables_page import settle

STATISTIC = replace(ROUNDED, periods=tuple(replace(period, source=PeriodSource("file")) for period in ROUNDED.periods))
SAID = ("text", "toolTip", "accessibleName", "accessibleDescription", "currentText")
SESSIONS = [pytest.param(seed, marks=pytest.mark.thorough if seed > 1 else []) for seed in range(60)]


def words(window: MainWindow) -> list[tuple[object, ...]]:
    """What each part of the window says, aloud too, and where it stands; in no order, as scroll bars are raised."""
    found: list[tuple[object, ...]] = []
    for part in window.findChildren(QWidget):
        if part.isVisible():
            said = [part.property(name) for name in SAID]
            found.append((part.objectName(), *part.geometry().getRect(), *said))  # type: ignore[misc]
    return sorted(found, key=repr)


def seen(window: MainWindow, spec: TableSpec, data: Microdata) -> Iterator[tuple[QImage, list[tuple[object, ...]]]]:
    """The window after each of a few steps: laid out, as a picture, searched, sorted, handed in."""

    def now() -> tuple[QImage, list[tuple[object, ...]]]:
        window.status.setFocus()  # no caret blinks
        for _ in range(4):  # what is laid out within what is laid out has its place, too
            settle(window)
        return window.grab().toImage(), words(window)

    window.desk.reset(DeskState(page="tables", statistic=STATISTIC, table=TableState(spec)), Session(data))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    page.grid.setCurrentIndex(page.model.index(0, 0))
    yield now()
    for sight in ("picture", "table"):
        page.switch.choose(sight)
        yield now()
    page.finding.actions[0].trigger()
    page.find_bar.setText("1")
    yield now()
    page.find_bar.close_button.click()
    page.page_actions.in_grid.by_value.trigger()
    yield now()
    page.page_actions.releasing.submit.trigger()
    settle(window)
    embargo = window.findChild(QDateTimeEdit, "submit:embargo")
    assert isinstance(embargo, QDateTimeEdit)
    embargo.setDateTime(QDateTime(2030, 1, 1, 0, 0, 0))  # it is proposed by the clock
    yield now()


@pytest.mark.daily(20)
@pytest.mark.look
@pytest.mark.parametrize("seed", SESSIONS)
def test_a_clerks_window_is_the_same_over_other_originals_with_the_same_figures(window: MainWindow, seed: int) -> None:
    window.settings.set("role", "clerk")
    draw = Random(seed)
    spec, ((_, one), (_, other)) = laid_out(draw).with_changes(values=(Value(),)), pair(draw)
    if PERIOD in spec.variables:  # the window would read the records of the other period from a file
        spec = TableSpec(["land"], ["sex"])
    for _ in seen(window, spec, one):  # what it remembers of its first steps, it remembers of both
        pass
    steps = 0
    for first, second in zip(list(seen(window, spec, one)), seen(window, spec, other), strict=True):
        steps += 1
        assert first[1] == second[1], (seed, steps)
        assert first[0] == second[0], (seed, steps)
    assert steps == 6


@pytest.mark.thorough
@pytest.mark.look
def test_a_published_figure_that_is_another_one_is_seen(window: MainWindow) -> None:
    window.settings.set("role", "clerk")
    counts = np.full((4, 2, 3), 20)
    more = counts.copy()
    more[1, 0, 2] += 10
    spec = TableSpec(["land"], ["sex"])
    (one, words_of_one), (other, words_of_other) = (next(seen(window, spec, records(of))) for of in (counts, more))
    assert one != other
    assert one.size() == other.size()
    assert len(words_of_one) == len(words_of_other)
