"""The cells of a comparison with former production. Confidential: counts and cell keys are beside the figures."""

from __future__ import annotations

from collections.abc import Mapping

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.lab.conformance.production import Differences, ProductionCell
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import TOTAL, Code
from ckmdesk.models.list_model import LEFT, NOWHERE, RIGHT, Index, ListModel


class ProductionModel(ListModel[ProductionCell]):
    """Model of the comparison with a former production, one row per differing cell.

    The columns are its codes, the figure there, the figure here, records, cell key and finding.
    """

    def __init__(self) -> None:
        super().__init__(numbered=True)
        self._found: Differences | None = None
        self._dimensions: Mapping[str, Dimension] = {}
        self._language: Language = "en"

    def show_differences(
        self, found: Differences | None, dimensions: Mapping[str, Dimension], language: Language
    ) -> None:
        """Show what a comparison found, with the labels of the data's dimensions."""
        self.beginResetModel()
        self._found, self._dimensions, self._language = found, dimensions, language
        names = [] if found is None else [own_names for _, own_names in found.columns.dimensions]
        titles = [dimensions[name].title.text(language) if name in dimensions else name for name in names]
        figures = (self.tr("Figure there"), self.tr("Figure here"), self.tr("Records"))
        self.heads = (*titles, *figures, self.tr("Cell key"), self.tr("Finding"))
        self.rows = () if found is None else tuple(found.listed)
        self.endResetModel()

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self._found is None else super().columnCount(parent)

    def aligned(self, column: int) -> int:
        return RIGHT if len(self.heads) - 5 <= column < len(self.heads) - 1 else LEFT

    def text(self, row: ProductionCell, column: int) -> str:
        if column < len(row.address):
            return self._label(*row.address[column])
        value_index = column - len(row.address)
        if value_index == 0:
            theirs = row.theirs or ""
            plain = theirs.removeprefix("-").isdecimal() and theirs.isascii()
            return integer_text(int(theirs), self._language) if plain else theirs
        if value_index == 1:
            return self._figure(row.ours)
        if value_index == 2:
            return integer_text(row.count, self._language) if row.kind != "only_there" else ""
        if value_index == 3:
            return row.cell_key.replace(".", ",") if self._language == "de" else row.cell_key
        return self._finding(row)

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
