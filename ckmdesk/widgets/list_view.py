"""Tables of Qt that are lists: rows of one height without heads, which the Tab key leaves."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QTableView

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT


def as_list(
    view: QTableView, *, rows: bool = False, single: bool = False, read_only: bool = False, plain: bool = False
) -> None:
    """Set up a table view as a list.

    `rows` selects whole rows, `single` one at a time; `read_only` disables editing; `plain` omits grid lines and keeps
    each text on one line.
    """
    if rows:
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    if single:
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    if read_only:
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    if plain:
        view.setShowGrid(False)
        view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(px(ROW_HEIGHT))
