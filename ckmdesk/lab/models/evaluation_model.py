"""Measures as rows under their heads, variants as columns: of an evaluation, and of the comparison of methods."""

from __future__ import annotations

import textwrap
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QFont, QIcon

from ckmcore.base.numbers import Language
from ckmcore.lab.quality.board import compared_rows, criteria_of
from ckmcore.lab.quality.evaluation import Evaluation, MeasureRow
from ckmcore.lab.quality.grades import Grade, judgement
from ckmcore.lab.quality.measure_registry import Criterion, Topic
from ckmcore.messages import say
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import ALIGN, DECORATION, DISPLAY, LEFT, NOWHERE, RIGHT, TIP, Index
from ckmdesk.widgets.small_pictures import BAR

_ACCESSIBLE, _FONT = int(Qt.ItemDataRole.AccessibleTextRole), int(Qt.ItemDataRole.FontRole)
_BETTER = {"less": "↓", "more": "↑", "none": ""}
JUDGED = "disclosed"  # the measure that has a sign: any cell at all is too much
_ICONS: dict[Grade, tuple[str, str]] = {
    "good": ("ok", "ok"),
    "fair": ("warning", "warning"),
    "poor": ("error", "error"),
    "open": ("help", "secondary"),
    "not_measured": ("not-tested", "secondary"),
}


class MeasuresModel(QAbstractTableModel):
    """Model of measures as rows under headings, with variants as columns.

    `rows` holds the headings (their codes) and below each its measures. `head_signs` is the width of a heading line in
    letters, `indent` the width of the indent of measures; `graded` says that headings have cells, too.
    """

    head_signs, indent, graded = 14, 3, False

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._language: Language = "en"
        self.evaluation: Evaluation | None = None
        self.rows: tuple[str | MeasureRow, ...] = ()
        self._icons: dict[str, QIcon] = {}
        self._bold = QFont()
        self._bold.setBold(True)
        self.retheme()

    def retheme(self) -> None:
        """Read the theme's colours again."""
        self._icons = {name: self._theme.icon(*icon) for name, icon in _ICONS.items()}
        self._icons["disclosed"] = self._theme.icon("warning", "error")

    def show_rows(self, evaluation: Evaluation | None, rows: dict[str, list[MeasureRow]], language: Language) -> None:
        """Show the measures of an evaluation below their heads."""
        self.beginResetModel()
        self.evaluation, self._language = evaluation, language
        self.rows = tuple(row for head, measures in rows.items() for row in (head, *measures))
        self.endResetModel()

    def measure(self, row: int) -> MeasureRow | None:
        """Return the measure of a row; None for a heading."""
        entry = self.rows[row] if 0 <= row < len(self.rows) else None
        return entry if isinstance(entry, MeasureRow) else None

    def row_of(self, code: str) -> int:
        """Return the row of a measure; -1 if it has none."""
        codes = [row.kind.code if isinstance(row, MeasureRow) else "" for row in self.rows]
        return codes.index(code) if code in codes else -1

    @guarded(0)
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.evaluation is None else len(self.evaluation.variants)

    def head(self, variant: int) -> str:
        """Return the heading of a variant, with a remark if it is in force."""
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
                return "\n".join(
                    textwrap.fill(text_part, self.head_signs) for text_part in self.head(section).split("\n")
                )
            if role in (_ACCESSIBLE, TIP):
                return self.head(section).replace("\n", " ")
            return RIGHT if role == ALIGN else None
        row = self.rows[section]
        if role in (DISPLAY, _ACCESSIBLE):
            return " " * (self.indent if role == DISPLAY and isinstance(row, MeasureRow) else 0) + self.label(row)
        return LEFT if role == ALIGN else self.label_data(row, role)

    @guarded(None)
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        role, row, column = int(role), self.rows[index.row()], index.column()
        if not (self.graded or isinstance(row, MeasureRow)):
            return None
        if role == ALIGN:
            return RIGHT
        if role == _ACCESSIBLE:
            return self.spoken(row, column)
        return self.cell(row, column, role)

    def spoken(self, row: str | MeasureRow, column: int) -> str:
        """Return what is spoken of a cell."""
        return f"{self.label(row)}, {self.head(column).replace(chr(10), ' ')}: {self.cell(row, column, DISPLAY)}"

    def label(self, row: str | MeasureRow) -> str:
        """Return the label of a row."""
        return row.kind.label.text(self._language) if isinstance(row, MeasureRow) else self.head_label(row)

    def head_label(self, head: str) -> str:
        """Return the label of a heading; by default the heading itself."""
        return head

    def label_data(self, row: str | MeasureRow, role: int) -> Any:
        """Return the data of a row's label for a further role of Qt."""

    def cell(self, row: str | MeasureRow, column: int, role: int) -> Any:
        """Return the data of a cell: the number of a measure; subclasses add grades or bars."""
        return row.text(column, self._language) if isinstance(row, MeasureRow) and role == DISPLAY else None


class BoardModel(MeasuresModel):
    """Model of the board: each criterion has a row with a grade, and below it one for each measured figure."""

    head_signs, indent, graded = 17, 5, True

    def show_board(self, board: Evaluation | None, language: Language) -> None:
        """Show a comparison of methods."""
        rows: dict[str, list[MeasureRow]] = {}
        if board is not None:
            measured = [row for row in compared_rows(board) if any(number is not None for number in row.numbers)]
            rows = {head: [row for row in measured if row.kind.criterion == head] for head in criteria_of(board)}
        self.show_rows(board, rows, language)

    def criterion(self, row: int) -> Criterion:
        """The criterion that a row belongs to."""
        entry = self.rows[row]
        return entry.kind.criterion if isinstance(entry, MeasureRow) else entry

    def head_label(self, head: str) -> str:
        return say(f"criterion_{head}", self._language)

    def cell(self, row: str | MeasureRow, column: int, role: int) -> Any:
        """Return the data of a cell: the number of a measure, or the grade of a criterion."""
        if isinstance(row, MeasureRow):
            return row.text(column, self._language) if role == DISPLAY else None
        if role == _FONT:
            return self._bold
        if self.evaluation is None or role not in (DISPLAY, DECORATION):
            return None
        grade = judgement(self.evaluation, row, column).grade
        return self._icons[grade] if role == DECORATION else say(f"grade_{grade}", self._language)


class EvaluationModel(MeasuresModel):
    """Model of the measures by topic; `table` is the index of a table, None for all tables together."""

    def show_evaluation(self, evaluation: Evaluation | None, table: int | None, language: Language) -> None:
        """Show an evaluation, of one of its tables or of all."""
        rows: tuple[MeasureRow, ...] = ()
        if evaluation is not None:
            rows = evaluation.rows if table is None else evaluation.rows_of(table)
        topics: tuple[Topic, ...] = ("loss", "risk")
        by_topic = {topic: [row for row in rows if row.kind.topic == topic] for topic in topics}
        self.show_rows(
            evaluation, {topic: topic_rows for topic, topic_rows in by_topic.items() if topic_rows}, language
        )

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self.measure(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def spoken(self, row: str | MeasureRow, column: int) -> str:
        spoken, best = super().spoken(row, column), self.tr("best value")
        return f"{spoken}, {best}" if isinstance(row, MeasureRow) and column in best_of(row) else spoken

    def head_label(self, head: str) -> str:
        return self.tr("Quality") if head == "loss" else self.tr("Risk")

    def label(self, row: str | MeasureRow) -> str:
        """Return the label of a row; an arrow behind a measure says which numbers are better."""
        text = super().label(row)
        return f"{text} {_BETTER[row.kind.better]}".rstrip() if isinstance(row, MeasureRow) else text

    def label_data(self, row: str | MeasureRow, role: int) -> Any:
        """Return the data of a label: headings are bold; the tool tip of a measure is its definition."""
        if not isinstance(row, MeasureRow):
            return self._bold if role == _FONT else None
        return f"{self.label(row)}\n{row.kind.definition.text(self._language)}" if role == TIP else None

    def cell(self, row: str | MeasureRow, column: int, role: int) -> Any:
        """Return the data of a cell: the number of a measure with a bar; disclosed cells have a sign."""
        if not isinstance(row, MeasureRow):
            return None
        if role == DISPLAY:
            return row.text(column, self._language) or "–"
        if role == BAR:
            return _share(row, column)
        if role == _FONT:
            return self._bold if column in best_of(row) else None
        if role == TIP:
            return row.interval_text(column, self._language) or None
        if role != DECORATION or row.kind.code != JUDGED or row.numbers[column] is None:
            return None
        if row.numbers[column]:
            return self._icons["disclosed"]
        # No tick while cells are open, or sums are not looked at: there may be one that is disclosed.
        return None if row.still_open_of(column) or not self._complete(column) else self._icons["good"]

    def _complete(self, variant: int) -> bool:
        """Return whether the attacks on a variant were completed."""
        if self.evaluation is None:
            return False
        linked = self.evaluation.together[variant].linked
        if linked is not None:
            return linked.complete
        single_attacks = [
            finding.attacked for finding in self.evaluation.findings[variant] if finding.attacked is not None
        ]
        return all(attack.complete for attack in single_attacks)


def best_of(row: MeasureRow) -> tuple[int, ...]:
    """Return the variants with the best number of a measure, as shown; none if all have the same, if no number is
    better, or if a search is open by which it may still change."""
    shown = {
        variant: round(number, row.kind.decimals) for variant, number in enumerate(row.numbers) if number is not None
    }
    if row.kind.better == "none" or len(set(shown.values())) < 2:
        return ()
    best = (max if row.kind.better == "more" else min)(shown.values())
    variants = tuple(variant for variant, number in shown.items() if number == best)
    return () if any(map(row.still_open_of, variants)) else variants


def _share(row: MeasureRow, column: int) -> float | None:
    """Return the number of a cell as a share of the largest in its row; None if it may still grow."""
    if row.still_open_of(column):
        return None
    number, largest = (
        row.numbers[column],
        max((abs(other_head) for other_head in row.numbers if other_head is not None), default=0.0),
    )
    if number is None or largest <= 0:
        return None if number is None else 0.0
    return abs(number) / largest
