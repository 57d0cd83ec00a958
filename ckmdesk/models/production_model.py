"""The cells of a comparison with former production. Confidential: counts and cell keys stand beside the figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.conformance.production import Differences, ProductionCell
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import TOTAL, Code
from ckmdesk.base.faults import guarded

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ALIGN = int(Qt.ItemDataRole.TextAlignmentRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
Index = QModelIndex
_NONE = QModelIndex()


class ProductionModel(QAbstractTableModel):
    """One row per cell: its codes, the figure there, the figure here, records, cell key, what is the matter."""

    def __init__(self) -> None:
        super().__init__()
        self._found: Differences | None = None
        self._dimensions: Mapping[str, Dimension] = {}
        self._language: Language = "en"
        self._titles: list[str] = []

    def show_differences(
        self, found: Differences | None, dimensions: Mapping[str, Dimension], language: Language
    ) -> None:
        """Show what a comparison found, with the labels of the data's dimensions."""
        self.beginResetModel()
        self._found, self._dimensions, self._language = found, dimensions, language
        names = [] if found is None else [own for _, own in found.columns.dimensions]
        self._titles = [dimensions[name].title.text(language) if name in dimensions else name for name in names]
        figures = (self.tr("Figure there"), self.tr("Figure here"), self.tr("Records"))
        self._titles += [*figures, self.tr("Cell key"), self.tr("Finding")]
        self.endResetModel()

    @guarded(0)
    def rowCount(self, parent: QModelIndex = _NONE) -> int:
        return 0 if parent.isValid() or self._found is None else len(self._found.listed)

    @guarded(0)
    def columnCount(self, parent: QModelIndex = _NONE) -> int:
        return 0 if parent.isValid() or self._found is None else len(self._titles)

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == _DISPLAY and section < len(self._titles):
                return self._titles[section]
            if role == _ALIGN:
                return _RIGHT if self._is_number(section) else _LEFT
            return None
        return str(section + 1) if role == _DISPLAY else None

    @guarded(None)
    def data(self, index: QModelIndex, role: int = _DISPLAY) -> Any:
        if self._found is None or not index.isValid():
            return None
        if role == _DISPLAY:
            return self._text(self._found.listed[index.row()], index.column())
        if role == _ALIGN:
            return _RIGHT if self._is_number(index.column()) else _LEFT
        return None

    def _is_number(self, column: int) -> bool:
        return len(self._titles) - 5 <= column < len(self._titles) - 1

    def _text(self, cell: ProductionCell, column: int) -> str:
        if column < len(cell.address):
            return self._label(*cell.address[column])
        place = column - len(cell.address)
        if place == 0:
            theirs = cell.theirs or ""
            plain = theirs.removeprefix("-").isdecimal() and theirs.isascii()
            return integer_text(int(theirs), self._language) if plain else theirs
        if place == 1:
            return self._figure(cell.ours)
        if place == 2:
            return integer_text(cell.count, self._language) if cell.kind != "only_there" else ""
        if place == 3:
            return cell.cell_key.replace(".", ",") if self._language == "de" else cell.cell_key
        return self._finding(cell)

    def _label(self, name: str, code: Code) -> str:
        if code is TOTAL:
            return self.tr("Total")
        dimension = self._dimensions.get(name)
        words = code if dimension is None else dimension.label(code).text(self._language)
        return words if words == code or not code else f"{code}  {words}"

    def _figure(self, figure: float | None) -> str:
        if figure is None:
            return ""
        if isinstance(figure, int):
            return integer_text(figure, self._language)
        return decimal_text(figure, 3, self._language)

    def _finding(self, cell: ProductionCell) -> str:
        if cell.kind == "only_there":
            return self.tr("unknown here")
        if cell.kind == "only_here":
            return self.tr("missing there")
        if cell.kind == "bound":
            return self.tr("same figure, cell key on a bound")
        return self.tr("differs, cell key on a bound") if cell.near else self.tr("differs")
