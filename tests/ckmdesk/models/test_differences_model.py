"""The list of cells that differ from published figures, as it is read in the window."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtCore import Qt

from ckmcore.compare.comparison import KINDS, Difference, TableComparison
from ckmcore.compare.shown import Place
from ckmdesk.look.theme import Theme
from ckmdesk.models.differences_model import DifferencesModel, ListedDifferences

FOUND = (
    Difference("changed", ("North", "m"), "Share", Decimal("12.5"), Decimal("12"), Place(0, 0, 0, 0), 3),
    Difference("changed", ("South", "m"), "Number", Decimal(1000), Decimal(2500), Place(0, 1, 0, 1), 4),
    Difference("changed", ("South", "w"), "Number", "x", Decimal(7), Place(0, 1, 1, 1), 4),
    Difference("new", ("West",), "Number", None, Decimal(-3), Place(0, 2, 0, 0)),
    Difference("gone", ("East",), "Number", "...", None, None, 9),
)
LISTED = ListedDifferences.of(TableComparison("old.csv", "People", FOUND, 10))


def rows(model: DifferencesModel) -> list[list[str]]:
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def test_differences_show_kind_cell_figures_and_the_size_of_the_change(qapp: object, theme: Theme) -> None:
    model = DifferencesModel(theme)
    assert model.rowCount() == 0
    model.retranslate("de")
    model.show_differences(LISTED, KINDS, "place")
    assert rows(model) == [
        ["changed", "North · m", "Share", "12,5", "12,0", "−0,5", "−4,0"],
        ["changed", "South · m", "Number", "1\u00a0000", "2\u00a0500", "+1\u00a0500", "+150,0"],
        ["changed", "South · w", "Number", "x", "7", "", ""],
        ["new", "West", "Number", "", "−3", "", ""],
        ["gone", "East", "Number", "...", "", "", ""],
    ]
    decoration = int(Qt.ItemDataRole.DecorationRole)
    assert not model.index(0, 0).data(decoration).isNull()
    assert model.index(0, 1).data(decoration) is None
    assert model.headerData(3, Qt.Orientation.Horizontal) == "Published"
    assert model.index(1, 5).data(int(Qt.ItemDataRole.AccessibleTextRole)) == "Difference: +1\u00a0500"


def test_kinds_are_filtered_and_the_largest_change_comes_first(qapp: object, theme: Theme) -> None:
    model = DifferencesModel(theme)
    model.show_differences(LISTED, KINDS, "size")
    assert [one.path[0] for one in model.rows] == ["South", "North", "South", "West", "East"]
    model.show_differences(LISTED, ["gone"], "size")
    assert [one.path for one in model.rows] == [("East",)]
    model.show_differences(None, KINDS, "size")
    assert model.rowCount() == 0
