"""A picture and its figures: a table is made for who reads it, and keeps what is confidential from the clipboard."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel

from ckmdesk.look.theme import Theme
from ckmdesk.pages.picture_table import FiguresTable, OneOrTable
from ckmdesk.state.figures import PictureFigures
from ckmdesk.widgets.no_copy import COPIES


def shown(theme: Theme, *, confidential: bool) -> OneOrTable:
    figures = PictureFigures(("i", "p"), (("0", "1"),))
    made = OneOrTable(theme, QLabel("picture"), lambda: figures, confidential=confidential, figures_called="law")
    made.set_title("Noise by count")
    return made


def test_figures_are_made_for_who_reads_them_and_know_their_names_then(qapp: QApplication, theme: Theme) -> None:
    one = shown(theme, confidential=False)
    assert one.findChildren(FiguresTable) == []
    one.as_table.setChecked(True)
    (table,) = one.findChildren(FiguresTable)
    assert one.currentWidget() is table
    assert (table.objectName(), table.accessibleName()) == ("law", "Noise by count")
    assert table.figures_model.rowCount() == 1
    one.set_title("Tableau")
    assert table.accessibleName() == "Tableau"
    assert table.property(COPIES)


def test_confidential_figures_come_with_the_page_that_keeps_them_from_the_clipboard(
    qapp: QApplication, theme: Theme
) -> None:
    (table,) = shown(theme, confidential=True).findChildren(FiguresTable)
    assert not table.property(COPIES)
