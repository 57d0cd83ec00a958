"""The look of the lists of the release page."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QTableView

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, set_kind


def register_table(name: str) -> QTableView:
    """A list whose rows are chosen, without lines and numbers."""
    view = QTableView()
    view.setObjectName(name)
    set_kind(view, "list")
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setTabKeyNavigation(False)
    view.setWordWrap(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(px(ROW_HEIGHT))
    view.horizontalHeader().setHighlightSections(False)
    return view
