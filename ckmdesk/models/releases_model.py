"""The register as a list: one row per release, the last first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

from ckmcore.numbers import Language
from ckmcore.release.actions import state_name
from ckmcore.release.release import Release, State
from ckmdesk.clock import local_day
from ckmdesk.faults import guarded
from ckmdesk.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_DISPLAY, _ALIGN = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
_DECORATION, _TIP = int(Qt.ItemDataRole.DecorationRole), int(Qt.ItemDataRole.ToolTipRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_NOWHERE = QModelIndex()
NUMBER, STATE, TITLE, PERIOD, SUBMITTED, RELEASED = range(6)
STATE_ICONS: dict[State, tuple[str, str]] = {
    "submitted": ("draft", "warning"),
    "returned": ("undo", "secondary"),
    "released": ("ok", "ok"),
    "withdrawn": ("error", "error"),
    "corrected": ("variant", "secondary"),
}


class ReleasesModel(QAbstractTableModel):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._language: Language = "en"
        self._heads: tuple[str, ...] = ()
        self._icons: dict[State, QIcon] = {}
        self.rows: tuple[Release, ...] = ()
        self.retheme()

    def retheme(self) -> None:
        """The icons in the colours of the theme."""
        self._icons = {state: self._theme.icon(*icon) for state, icon in STATE_ICONS.items()}

    def retranslate(self, language: Language) -> None:
        self.beginResetModel()
        self._language = language
        self._heads = (
            self.tr("No."),
            self.tr("State"),
            self.tr("Table"),
            self.tr("Period"),
            self.tr("Submitted"),
            self.tr("Released"),
        )
        self.endResetModel()

    def show_releases(self, rows: Sequence[Release]) -> None:
        """List these."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    @guarded(0)
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else RELEASED + 1

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation == Qt.Orientation.Horizontal and section < len(self._heads):
            if role == _DISPLAY:
                return self._heads[section]
            if role == _ALIGN:
                return _RIGHT if section == NUMBER else _LEFT
        return None

    @guarded(None)
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        found, column = self.rows[index.row()], index.column()
        if role in (_DISPLAY, _TIP):
            text = self._text(found, column)
            return text if role == _DISPLAY or column == TITLE else None
        if role == _ALIGN:
            return _RIGHT if column == NUMBER else _LEFT
        if role == _DECORATION and column == STATE:
            return self._icons[found.state]
        return None

    def _text(self, found: Release, column: int) -> str:
        if column == NUMBER:
            return str(found.number)
        if column == STATE:
            return state_name(found).text(self._language)
        if column == TITLE:
            return found.submission.heading
        if column == PERIOD:
            return found.submission.period.text(self._language)
        time = found.submitted_at if column == SUBMITTED else found.released_at
        return local_day(time, self._language)
