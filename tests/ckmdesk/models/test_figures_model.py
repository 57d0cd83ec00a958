"""The figures of a picture as a table: for the eye, for copying, for a screen reader."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ckmdesk.models.figures_model import FiguresModel
from ckmdesk.state.figures import PictureFigures

FIGURES = PictureFigures(("i", "E|v|", "P"), (("0", "0.000000", "1.000000"), ("≥ 1", "1.468939", "0.734470")))


def test_the_model_shows_heads_and_rows(qapp: QApplication) -> None:
    model = FiguresModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert (model.rowCount(), model.columnCount()) == (0, 0)
    model.show_figures(FIGURES)
    assert (model.rowCount(), model.columnCount()) == (2, 3)
    shown = [[model.data(model.index(row, column)) for column in range(3)] for row in range(2)]
    assert [tuple(line) for line in shown] == list(FIGURES.rows)
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]
    assert tuple(heads) == FIGURES.columns
    assert tester.model() is model


def test_figures_stand_at_the_right_and_nothing_else_is_said_of_them(qapp: QApplication) -> None:
    model = FiguresModel()
    model.show_figures(FIGURES)
    index = model.index(1, 1)
    alignment = model.data(index, Qt.ItemDataRole.TextAlignmentRole)
    assert alignment == int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    for role in (Qt.ItemDataRole.EditRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.BackgroundRole):
        assert model.data(index, role) is None


def test_the_model_is_a_flat_table_that_is_read_only(qapp: QApplication) -> None:
    model = FiguresModel()
    model.show_figures(FIGURES)
    index = model.index(0, 0)
    assert (model.rowCount(index), model.columnCount(index)) == (0, 0)
    assert not model.flags(index) & Qt.ItemFlag.ItemIsEditable
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(99, Qt.Orientation.Horizontal) is None
    assert QModelIndex() == model.index(5, 5)


def test_other_figures_reset_the_views(qtbot: QtBot) -> None:
    model = FiguresModel()
    model.show_figures(FIGURES)
    with qtbot.waitSignal(model.modelReset, timeout=1000):
        model.show_figures(PictureFigures(("v",), (("0",), ("1",), ("2",))))
    assert (model.rowCount(), model.columnCount()) == (3, 1)
    assert model.data(model.index(2, 0)) == "2"
