"""docs/contributing.md, "A method": in the window it is in force, shown, and told of by its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ckmcore.methods import serialization as keep
from ckmcore.statistic.period import MethodInForce
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from tests.kit.constant_method import Shift, wire
from tests.kit.statistics import SPEC, small_data
from tests.kit.tables_page import figures, open_table, settle


@pytest.fixture(autouse=True)
def wired(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    wire(monkeypatch)
    yield
    keep.settings_record.cache_clear()


def test_a_method_by_the_recipe_is_shown_on_every_page(window: MainWindow) -> None:
    page = open_table(window, SPEC)
    before = figures(page)
    statistic = window.desk.state.statistic
    assert statistic is not None
    shifted = statistic.with_period(replace(statistic.period, in_force=MethodInForce(Shift(2))))
    window.desk.reset(DeskState(page="tables", statistic=shifted, table=TableState(SPEC)), Session(small_data()))
    settle(window)
    assert figures(page) != before
    assert "Shift" in window.status.text
    for name in ("data", "method", "quality", "release", "settings", "start"):
        window.go_to(name)
        settle(window)
        assert window.page(name).isVisible()
