"""The board of an evaluation: measures as rows under their topic, variants as columns."""

from __future__ import annotations

import textwrap
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QFont, QIcon

from ckmcore.base.numbers import Language
from ckmcore.lab.quality.evaluation import Evaluation, MeasureRow
from ckmcore.lab.quality.measure_registry import Topic
from ckmcore.messages import say
from ckmdesk.base.faults import guarded
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import ALIGN, DECORATION, DISPLAY, LEFT, NOWHERE, RIGHT, TIP, Index

_ACCESSIBLE, _FONT = int(Qt.ItemDataRole.AccessibleTextRole), int(Qt.ItemDataRole.FontRole)
_HEAD_SIGNS = 14
BAR = int(Qt.ItemDataRole.UserRole)
"""The role of the share of the largest number of its row, 0 to 1; None where a cell has no bar."""
JUDGED = "disclosed"  # the measure that has a sign: any cell at all is too much


class EvaluationModel(QAbstractTableModel):
    """`rows`: topics and measures. `table`: the number of a table, None: all of them together."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._language: Language = "en"
        self.evaluation: Evaluation | None = None
        self.rows: tuple[Topic | MeasureRow, ...] = ()
        self._topics: dict[Topic, str] = {}
        self._bold = QFont()
        self._bold.setBold(True)
        self._ok, self._bad = QIcon(), QIcon()
        self.retheme()

    def retheme(self) -> None:
        """Read the theme's colours again."""
        self._ok, self._bad = self._theme.icon("ok", "ok"), self._theme.icon("warning", "error")

    def show_evaluation(self, evaluation: Evaluation | None, table: int | None, language: Language) -> None:
        """Show an evaluation, of one of its tables or of all."""
        self.beginResetModel()
        self.evaluation, self._language = evaluation, language
        self._topics = {"loss": self.tr("Quality"), "risk": self.tr("Risk")}
        rows: tuple[MeasureRow, ...] = ()
        if evaluation is not None:
            rows = evaluation.rows if table is None else evaluation.rows_of(table)
        found: list[Topic | MeasureRow] = []
        for topic in ("loss", "risk"):
            mine = [row for row in rows if row.kind.topic == topic]
            found += [topic, *mine] if mine else []
        self.rows = tuple(found)
        self.endResetModel()

    def measure(self, row: int) -> MeasureRow | None:
        """The measure of a row; None for the head of a topic."""
        found = self.rows[row] if 0 <= row < len(self.rows) else None
        return found if isinstance(found, MeasureRow) else None

    def row_of(self, code: str) -> int:
        """The row of a measure; -1 where it has none."""
        codes = [row.kind.code if isinstance(row, MeasureRow) else "" for row in self.rows]
        return codes.index(code) if code in codes else -1

    @guarded(0)
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.evaluation is None else len(self.evaluation.variants)

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self.measure(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def head(self, variant: int) -> str:
        """What a variant is called, and that it is in force."""
        if self.evaluation is None:
            return ""
        candidate = self.evaluation.variants[variant]
        name = candidate.name.text(self._language)
        return f"{name}\n({say('board_in_force', self._language)})" if candidate.in_force else name

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        role = int(role)
        if orientation == Qt.Orientation.Horizontal:
            if role == DISPLAY:
                return "\n".join(textwrap.fill(part, _HEAD_SIGNS) for part in self.head(section).split("\n"))
            if role in (_ACCESSIBLE, TIP):
                return self.head(section).replace("\n", " ")
            return RIGHT if role == ALIGN else None
        row = self.rows[section]
        if role in (DISPLAY, _ACCESSIBLE):
            indent = "   " if role == DISPLAY and isinstance(row, MeasureRow) else ""
            return indent + self._label(row)
        if role == TIP and isinstance(row, MeasureRow):
            return f"{self._label(row)}\n{row.kind.definition.text(self._language)}"
        if role == _FONT and not isinstance(row, MeasureRow):
            return self._bold
        return LEFT if role == ALIGN else None

    def _complete(self, variant: int) -> bool:
        """Whether the attacks on a variant decided everything that they could find."""
        if self.evaluation is None:
            return False
        linked = self.evaluation.together[variant].linked
        if linked is not None:
            return linked.complete
        alone = [finding.attacked for finding in self.evaluation.findings[variant] if finding.attacked is not None]
        return all(attack.complete for attack in alone)

    def _label(self, row: Topic | MeasureRow) -> str:
        if isinstance(row, MeasureRow):
            return row.kind.label.text(self._language)
        return self._topics[row]

    @guarded(None)
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        role, column = int(role), index.column()
        row = self.measure(index.row())
        if row is None:
            return None
        if role == DISPLAY:
            return row.text(column, self._language) or "–"
        if role == ALIGN:
            return RIGHT
        if role == BAR:
            return _share(row, column)
        if role == DECORATION and row.kind.code == JUDGED and row.numbers[column] is not None:
            if row.numbers[column]:
                return self._bad
            # No tick while cells are open, or sums are not looked at: there may be one that is disclosed.
            return None if row.still_open_of(column) or not self._complete(column) else self._ok
        if role == TIP:
            return row.interval_text(column, self._language) or None
        if role == _ACCESSIBLE:
            number = row.text(column, self._language) or "–"
            return f"{self._label(row)}, {self.head(column).replace(chr(10), ' ')}: {number}"
        return None


def _share(row: MeasureRow, column: int) -> float | None:
    """The number of a cell as a share of the largest of its row; None where it may still grow."""
    if row.still_open_of(column):
        return None
    number, largest = row.numbers[column], max((abs(other) for other in row.numbers if other is not None), default=0.0)
    if number is None or largest <= 0:
        return None if number is None else 0.0
    return abs(number) / largest
