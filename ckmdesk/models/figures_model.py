"""The figures of a picture as a table model."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from ckmdesk.models.list_model import ACCESSIBLE, DISPLAY, RIGHT, ListModel
from ckmdesk.state.figures import PictureFigures


class FiguresModel(ListModel[tuple[str, ...]]):
    """Read-only model of texts with headings; the first `words` columns hold words, the others figures."""

    def __init__(self, words: int = 0) -> None:
        super().__init__()
        self._words = words
        self.figures = PictureFigures((), ())

    def show_figures(self, figures: PictureFigures) -> None:
        """Show other figures."""
        self.figures, self.heads = figures, figures.columns
        self.show_rows(figures.rows)

    def text(self, row: tuple[str, ...], column: int) -> str:
        return row[column]

    def aligned(self, column: int) -> int | None:
        return RIGHT if column >= self._words else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if role == ACCESSIBLE and orientation == Qt.Orientation.Vertical:  # the first column heads the row
            return self.rows[section][0] if section < len(self.rows) and self.heads else None
        return super().headerData(section, orientation, role) if role == DISPLAY else None
