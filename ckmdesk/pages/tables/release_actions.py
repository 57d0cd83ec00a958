"""From the current table to the release page: hand it in, or compare it with what was released."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from ckmdesk.pages.context import PageContext


class ReleaseActions(QObject):
    """Two entries of the page's menu: `submit`, `compare`."""

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        self.submit = QAction(self.tr("Submit for release ..."), self)
        self.compare = QAction(self.tr("Compare with the last release"), self)
        self.submit.setObjectName("submit-table")
        self.compare.setObjectName("compare-release")
        self.submit.setShortcut(QKeySequence("Ctrl+R"))
        self.submit.triggered.connect(lambda: context.services.releases.go_and("submit"))
        self.compare.triggered.connect(lambda: context.services.releases.go_and("compare"))
