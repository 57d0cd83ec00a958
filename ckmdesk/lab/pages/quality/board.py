"""What was measured: a card with the claim of each variant, and all measures by variants with what they mean."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHeaderView, QLabel, QSizePolicy, QWidget

from ckmcore.base.numbers import Language
from ckmcore.lab.quality.captions import variant_names
from ckmcore.lab.quality.evaluation import Evaluation, MeasureRow
from ckmdesk.base.unexpected import guarded
from ckmdesk.lab.models.evaluation_model import EvaluationModel
from ckmdesk.lab.pages.measures_table import MeasuresTable
from ckmdesk.lab.state.evaluation import Claim, VariantClaim, claim_of
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, Theme
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo

# The width of a column whose numbers say how many cells a search left open.
WITH_OPEN = 152
LABEL_WIDTH, NARROWEST, HEAD_HEIGHT = 236, 104, 84
LEAST_ROWS = 4
CARD_WIDTH, MOST_BESIDE = 184, 6
# No card is green: an attack that proves nothing against a variant proves nothing for it beyond its own terms.
_SIGNS: dict[Claim, tuple[str, str]] = {
    "disclosed": ("error", "error"),
    "sums_open": ("error", "error"),
    "narrow": ("warning", "warning"),
    "not_finished": ("help", "secondary"),
    "not_tested": ("not-tested", "secondary"),
    "none": ("ok", "secondary"),
    "sums_held": ("ok", "secondary"),
}


class ClaimCard(Card):
    """Card of a variant: its name, what is claimed of it with a sign, and what that rests on."""

    def __init__(self, theme: Theme, name: str, claim: VariantClaim, language: Language) -> None:
        super().__init__(margin=STEP)
        self._theme, self.claim = theme, claim.claim
        self.name = WrapLabel(name, "heading")
        self._sign, self.headline = QLabel(), WrapLabel(claim.headline.text(language), "heading")
        self.details = WrapLabel(" · ".join(detail.text(language) for detail in claim.details), "small")
        fill(self.body, self.name, row_of(self._sign, (self.headline, 1), spacing=STEP), self.details, STRETCH)
        self.body.setSpacing(STEP // 2)
        self.retheme()

    def retheme(self) -> None:
        """Draw the sign in the colours of the theme."""
        icon, paint = _SIGNS[self.claim]
        self._sign.setPixmap(self._theme.icon(icon, paint).pixmap(px(18), px(18)))


class ClaimCards(QWidget):
    """Cards of the variants of an evaluation, as many beside one another as have room."""

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self._theme, self._language = theme, language
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(STEP)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.cards: list[ClaimCard] = []
        self._columns = 0
        theme.changed.connect(self._retheme)

    def _retheme(self) -> None:
        for card in self.cards:
            card.retheme()

    def show_evaluation(self, evaluation: Evaluation | None) -> None:
        """Make a card for each variant."""
        for card in self.cards:
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        names = [] if evaluation is None else variant_names(evaluation, self._language)
        self.cards = [
            ClaimCard(self._theme, name, claim_of(evaluation, variant), self._language)
            for variant, name in enumerate(names)
            if evaluation is not None
        ]
        self._columns = 0
        self._arrange()

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        columns = max(1, min(self.width() // px(CARD_WIDTH), MOST_BESIDE))
        if columns == self._columns:
            return
        self._columns = columns
        for place, card in enumerate(self.cards):
            self._grid.addWidget(card, place // columns, place % columns)
        for column in range(MOST_BESIDE):
            self._grid.setColumnStretch(column, 1 if column < min(columns, len(self.cards)) else 0)


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

    def choose_worst(self) -> None:
        """Select the variant that is worst by the selected measure."""
        row = self.view.currentIndex().row()
        self.view.setCurrentIndex(self.model.index(row, self._worst(row)))

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
