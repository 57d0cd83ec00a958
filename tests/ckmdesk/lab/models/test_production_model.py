"""The list of cells that differ from former production, as it is read in the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from ckmcore.base.texts import Texts
from ckmcore.lab.conformance.production import Differences, ProductionCell, ProductionColumns
from ckmcore.microdata.data import Category, Dimension
from ckmcore.tabulate.spec import TOTAL
from ckmdesk.lab.models.production_model import ProductionModel

SEX = Dimension("sex", Texts("Sex", "Geschlecht"), (Category("1", Texts("male", "männlich")),))


def differences() -> Differences:
    cells = (
        ProductionCell("differs", (("sex", "1"),), "1235", 1234, 1233, "0.25", near=True),
        ProductionCell("only_there", (("sex", "9"),), "x5", None, 0, "", near=False),
        ProductionCell("only_here", (("sex", TOTAL),), None, 2.5, 2, "0.5", near=False),
        ProductionCell("bound", (("sex", "1"),), "7", 7, 7, "0.5", near=True),
    )
    columns = ProductionColumns(Path("t.csv"), ("sex", "n"), (("sex", "sex"),), "n", None)
    return Differences("t.csv", columns, 3, 1, 1, 2, 1, 1, 0, cells)


def rows(model: ProductionModel) -> list[list[str]]:
    return [[model.index(row, column).data() for column in range(6)] for row in range(model.rowCount())]


def test_cells_show_labels_figures_and_what_is_the_matter(qapp: object) -> None:
    model = ProductionModel()
    assert (model.rowCount(), model.columnCount()) == (0, 0)
    model.show_differences(differences(), {"sex": SEX}, "en")
    assert rows(model) == [
        ["1  male", "1,235", "1,234", "1,233", "0.25", "differs, cell key on a bound"],
        ["9", "x5", "", "", "", "unknown here"],
        ["Total", "", "2.500", "2", "0.5", "missing there"],
        ["1  male", "7", "7", "7", "0.5", "same figure, cell key on a bound"],
    ]
    model.show_differences(differences(), {"sex": SEX}, "de")
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Geschlecht"
    assert rows(model)[0][:5] == ["1  männlich", "1\u00a0235", "1\u00a0234", "1\u00a0233", "0,25"]
