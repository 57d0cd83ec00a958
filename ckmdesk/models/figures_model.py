"""The figures of a picture as a table model."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from ckmdesk.base.faults import guarded
from ckmdesk.state.figures import Figures

Index = QModelIndex | QPersistentModelIndex
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_DISPLAY, _ALIGN = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)


class FiguresModel(QAbstractTableModel):
    """Read-only texts with heads; the first `words` columns hold words, the others figures."""

    def __init__(self, words: int = 0) -> None:
        super().__init__()
        self._words = words
        self.figures = Figures((), ())

    def show_figures(self, figures: Figures) -> None:
        """Show other figures."""
        self.beginResetModel()
        self.figures = figures
        self.endResetModel()

    @guarded(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.figures.rows)

    @guarded(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.figures.columns)

    @guarded()
    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if int(role) == _DISPLAY:
            return self.figures.rows[index.row()][index.column()]
        return _RIGHT if int(role) == _ALIGN and index.column() >= self._words else None

    @guarded()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> object:
        if int(role) != _DISPLAY or orientation != Qt.Orientation.Horizontal:
            return None
        return self.figures.columns[section] if section < len(self.figures.columns) else None
