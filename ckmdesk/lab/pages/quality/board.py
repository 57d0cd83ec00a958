"""The board: measures by variants, each number with a bar, and what the chosen measure means."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHeaderView

from ckmcore.base.numbers import Language
from ckmcore.lab.quality.evaluation import Evaluation, MeasureRow
from ckmdesk.lab.models.evaluation_model import EvaluationModel
from ckmdesk.lab.pages.measures_table import MeasuresTable
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, Theme
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo

# The width of a column whose numbers say how many cells a search left open.
WITH_OPEN = 152
LABEL_WIDTH, NARROWEST, HEAD_HEIGHT = 236, 104, 84
LEAST_ROWS = 4


class EvaluationBoard(Card):
    """Board of an evaluation; emits `chosen()` when another measure or variant is selected, `table_chosen()` for a
    table."""

    chosen = Signal()
    table_chosen = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self._language = language
        self.title = label(self.tr("Variants compared"), "heading")
        self.tables = PlainCombo()
        self.tables.setAccessibleName(self.tr("Table that the measures are of"))
        self.tables.setObjectName("evaluation:table")
        self.tables.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.tables.setMinimumContentsLength(18)
        self.tables.activated.connect(lambda _place: self._show_rows())
        head = row_of(self.title, STRETCH, self.tables, spacing=STEP)
        self.model = EvaluationModel(theme)
        self.view = MeasuresTable(
            self.model,
            theme,
            label_width=LABEL_WIDTH,
            narrowest=NARROWEST,
            head_height=HEAD_HEIGHT,
            objectName="evaluation-board",
            accessibleName=self.tr("Measures by variant; cells and pictures of the chosen one stand beside"),
        )
        self.view.setWordWrap(False)
        self.view.setMinimumSize(px(LABEL_WIDTH + NARROWEST), px(HEAD_HEIGHT + LEAST_ROWS * ROW_HEIGHT))
        self.view.verticalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.selectionModel().currentChanged.connect(lambda _now, _before: self._choose())
        self.meaning = WrapLabel("", "small")
        self.problems = WrapLabel("", "small")
        fill(self.body, head, (self.view, 1), self.meaning, self.problems)
        self._show_rows()

    @property
    def evaluation(self) -> Evaluation | None:
        return self.model.evaluation

    @property
    def table(self) -> int | None:
        """Return the index of the table whose measures are shown; None for all."""
        index = self.tables.currentIndex()
        return index - 1 if index > 0 else None

    @property
    def measure(self) -> MeasureRow | None:
        """The measure that is chosen."""
        return self.model.measure(self.view.currentIndex().row())

    @property
    def variant(self) -> int:
        """The number of the variant that is chosen."""
        return max(self.view.currentIndex().column(), 0)

    def show_evaluation(self, evaluation: Evaluation | None) -> None:
        """Show an evaluation, of all its tables together."""
        self.tables.clear()
        if evaluation is not None:
            self.tables.addItem(self.tr("All tables"))
            for table in evaluation.tables:
                self.tables.addItem(table.name)
        self.tables.setVisible(evaluation is not None and len(evaluation.tables) > 1)
        self._show_rows(evaluation)

    def choose(self, table: int, row: int, variant: int) -> None:
        """Select a table by its place in the list, a row, and a variant by index."""
        self.tables.setCurrentIndex(table)
        self._show_rows()
        self.view.setCurrentIndex(self.model.index(row, variant))

    def _show_rows(self, evaluation: Evaluation | None = None) -> None:
        evaluation = evaluation or self.evaluation
        former_measure, column = self.measure, self.variant
        self.model.show_evaluation(evaluation, self.table, self._language)
        grow = any(any(row.still_open) for row in self.model.rows if isinstance(row, MeasureRow))
        self.view.horizontalHeader().setMinimumSectionSize(px(WITH_OPEN if grow else NARROWEST))
        if evaluation is None:
            self._choose()
            return
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        codes = [former_measure.kind.code] if former_measure is not None else []
        rows = [self.model.row_of(code) for code in (*codes, "disclosed", "mean_deviation")]
        row = next((row for row in rows if row >= 0), 1 if self.model.rows else -1)
        if former_measure is None:
            column = self._worst(row)
        self.view.setCurrentIndex(self.model.index(row, min(column, len(evaluation.variants) - 1)))
        self._choose()
        self.table_chosen.emit()

    def _worst(self, row: int) -> int:
        """The variant with the largest number of a measure."""
        measure = self.model.measure(row)
        if measure is None:
            return 0
        return max(range(len(measure.numbers)), key=lambda variant_index: measure.numbers[variant_index] or 0.0)

    def _choose(self) -> None:
        """Show the meaning of the selected measure, its variation over keys, and what could not be measured."""
        measure, evaluation, language = self.measure, self.evaluation, self._language
        if measure is None or evaluation is None:
            self.meaning.setText("")
            self.problems.setText("")
        else:
            words = [f"{measure.kind.definition.text(language)} ({measure.kind.source.text(language)})"]
            better = {"less": self.tr("Less is better."), "more": self.tr("More is better.")}
            if measure.kind.better in better:
                words.append(better[measure.kind.better])
            interval = measure.interval_text(self.variant, language)
            if interval:
                text = self.tr("With keys drawn anew, 95 of 100 times: %1.")
                words.insert(0, text.replace("%1", interval))
            self.meaning.setText(" ".join(words))
            self.problems.setText(" ".join(self._problems(evaluation)))
        self.problems.setVisible(bool(self.problems.text()))
        self.chosen.emit()

    def _problems(self, evaluation: Evaluation) -> list[str]:
        """List what could not be measured of the selected variant, each once."""
        if self.table is not None:
            problems = evaluation.problems(self.variant, self.table)
            return [problem.text(self._language) for problem in problems]
        problem_texts = []
        for table_index, table in enumerate(evaluation.tables):
            texts = [problem.text(self._language) for problem in evaluation.problems(self.variant, table_index)]
            problem_texts += [f"{table.name}: {text}" for text in texts]
        together = [sentence.text(self._language) for sentence in evaluation.problems_together(self.variant)]
        return list(dict.fromkeys([*problem_texts, *together]))[:4]
