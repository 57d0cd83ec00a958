"""The stories once more without a screen: the whole window in this process, driven by Qt's own key events."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QPushButton, QSpinBox

import ckmcore as ckm
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.chips import Chip
from tests.journeys.figures import Cells, of_workbook, protected
from tests.journeys.offscreen import CONTROL, Key, choose, part, press, ready, zone


def figures(window: MainWindow) -> list[list[int]]:
    ready(window)
    grid = part(window, TableGrid, "table")
    assert isinstance(grid, TableGrid)
    model = grid.table_model()
    assert model is not None
    assert model.view is not None
    assert model.view.spec == window.desk.state.table.spec
    matrix: list[list[int]] = model.view.shown[0].matrix.tolist()
    return matrix


def flat(cells: Cells) -> list[int]:
    return list(cells.values())


def test_the_first_minute_by_keys(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press(part(window, QPushButton, "door:sample"), Key.Key_Return)
    ready(window)
    first = figures(window)
    press(choose(window, "sex"), Key.Key_C)
    assert zone(window, "columns") == ["subject", "sex"]
    in_force = sample_statistic("en").period.in_force
    assert in_force is not None
    spec = ckm.TableSpec(
        rows=[ckm.Level("university", depths=(0,), total="before"), ckm.Level("degree", depths=(0,))],
        columns=[ckm.Level("subject", depths=(0,)), ckm.Level("sex")],
    )
    shown = figures(window)
    expected = protected(sample_microdata("2025"), spec, in_force.method)
    assert [figure for line in shown for figure in line] == flat(expected)

    monkeypatch.setattr(window, "choose_save_form", lambda *_: (tmp_path / "draft.xlsx", ""))
    press(part(window, QPushButton, "export"), Key.Key_Return)
    ready(window)
    assert of_workbook(tmp_path / "draft.xlsx")[1] == shown

    press(part(window, Chip, "chip:columns:sex"), Key.Key_Left, CONTROL)
    assert zone(window, "columns") == ["sex", "subject"]
    press(part(window, Chip, "chip:columns:sex"), Key.Key_Delete)
    assert zone(window, "columns") == ["subject"]
    assert figures(window) == first
    for wanted in (["sex", "subject"], ["subject", "sex"], ["subject"]):
        window.menus.actions["undo"].trigger()
        assert zone(window, "columns") == wanted
    assert not window.menus.actions["undo"].isEnabled()
    assert figures(window) == first


def test_parameters_are_typed_and_put_in_force(window: MainWindow) -> None:
    press(part(window, QPushButton, "door:sample"), Key.Key_Return)
    ready(window)
    before = figures(window)
    window.go_to("method")
    ready(window)
    for name, kind, typed in (("D", QSpinBox, "4"), ("V", QDoubleSpinBox, "2.5"), ("js", QSpinBox, "1")):
        field = part(window, kind, f"parameter:{name}")
        QTest.keyClick(field, Key.Key_A, CONTROL)
        QTest.keyClicks(field, typed)
        press(field, Key.Key_Return)
    design = window.desk.state.method.variant.design
    assert (design.D, design.V, design.js) == (4, 2.5, 1)
    ready(window)
    press(part(window, QPushButton, "put-in-force"), Key.Key_Return)
    body = part(window, QLineEdit, "decision:body")
    QTest.keyClicks(body, "Methods board")
    press(body, Key.Key_Return)
    ready(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    in_force = statistic.period.in_force
    assert in_force is not None
    assert in_force.ptable is not None
    assert in_force.ptable.maximum_deviation == 4
    last = in_force.ptable.row_distribution(in_force.ptable.last_row)
    assert sum(p * noise**2 for noise, p in last.items()) == pytest.approx(2.5, abs=1e-9)
    window.go_to("tables")
    assert figures(window) != before
