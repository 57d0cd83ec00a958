"""The look of the lists of the release page."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView

from ckmdesk.look.theme import set_kind
from ckmdesk.widgets.list_view import as_list


def register_table(name: str) -> QTableView:
    """A list whose rows are chosen, without lines and numbers."""
    view = QTableView(objectName=name)
    set_kind(view, "list")
    as_list(view, rows=True, read_only=True)
    view.setWordWrap(False)
    view.horizontalHeader().setHighlightSections(False)
    return view
