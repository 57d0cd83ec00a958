"""Two or three variants side by side: matrices, differences, criteria, and what each does to the current table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from ckmcore.base.numbers import MINUS, Language, integer_text
from ckmdesk.base.translation import counted
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.method.cards import CRITERIA, figures_of, shown
from ckmdesk.pages.picture_table import OneOrTable
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.state.drawing import Spot
from ckmdesk.state.method_view import Effect, MethodView, Summary
from ckmdesk.widgets.basic import Card, IconLabel, WordLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.searched_menu import searchable

MOST = 3
MOST_BOXES = 6  # more variants are chosen from a menu


def shortened(title: str) -> str:
    """Return a title cut to 18 characters."""
    return title if len(title) <= 18 else title[:17] + "…"


@dataclass(frozen=True)
class Compared:
    """A variant in the comparison: index, title and figures; `effect` is None without a current table."""

    place: int
    title: str
    view: MethodView
    summary: Summary
    effect: Effect | None


class CompareView(QWidget):
    """View of compared variants; emits `places_chosen(tuple)`, `closed()`, `picked(row)` and `hovered(spot)`."""

    places_chosen = Signal(object)
    closed = Signal()
    picked = Signal(object)
    hovered = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.language: Language = "en"
        self.choice = Card()
        self.title = label(self.tr("Compare"), "heading")
        self.boxes: list[QCheckBox] = []
        self.box_line = QHBoxLayout()
        self.choose = QPushButton(self.tr("Variants"), objectName="compare:choose")
        self.menu = searchable(QMenu(self.choose))
        self.choose.setMenu(self.menu)
        self.places: tuple[int, ...] = ()
        self.hint = WordLabel(self.tr("two or three variants"), "small")
        self.close_button = QPushButton(self.tr("End comparison"), objectName="compare:close")
        self.close_button.clicked.connect(self.closed)
        line = row_of(self.title, self.box_line, self.choose, self.hint, STRETCH, self.close_button)
        self.choice.body.addLayout(line)
        column = column_of(self.choice, within=self, margins=0, spacing=STEP)
        self.matrices = [MatrixPlot(theme) for _ in range(MOST)]
        self.differences = [MatrixPlot(theme) for _ in range(MOST - 1)]
        pictures = row_of(spacing=STEP)
        self.cards: list[tuple[Card, QLabel, MatrixPlot]] = []
        self.twins: list[OneOrTable] = []
        for plot_index, plot in enumerate((*self.matrices, *self.differences)):
            plot.setObjectName(f"compared:{plot_index}")
            card = Card()
            head, twin = label("", "heading"), OneOrTable(theme, plot, plot.figures)
            fill(card.body, row_of(head, STRETCH, twin.button), (twin, 1))
            self.twins.append(twin)
            plot.picked.connect(self.picked)
            plot.hovered.connect(self.hovered)
            self.cards.append((card, head, plot))
        for card, _, _ in self.cards[:MOST]:
            pictures.addWidget(card, 1)
        column.addLayout(pictures, 3)
        under = row_of(spacing=STEP)
        for card, _, _ in self.cards[MOST:]:
            under.addWidget(card, 1)
        self.figures = Card()
        self.grid = QGridLayout(verticalSpacing=3)
        self.grid.setColumnStretch(0, 1)
        inner = QWidget()
        set_kind(inner, "surface")
        column_of(self.grid, STRETCH, within=inner, margins=0)
        area = QScrollArea(widgetResizable=True)
        area.setWidget(inner)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.figures.body.addWidget(area)
        under.addWidget(self.figures, 3)
        column.addLayout(under, 3)
        self.cells: list[QWidget] = []

    def show_choice(self, titles: Sequence[str], places: Sequence[int]) -> None:
        """Show a check box per variant; a fourth cannot be ticked."""
        while len(self.boxes) < len(titles):
            box_index = len(self.boxes)
            box = QCheckBox(objectName=f"compare:{box_index}")
            box.clicked.connect(lambda _=False: self._variants_chosen())
            self.box_line.addWidget(box)
            QWidget.setTabOrder(self.boxes[-1] if self.boxes else self.choose, box)
            self.boxes.append(box)
        self.places, few = tuple(places), len(titles) <= MOST_BOXES
        for box_index, box in enumerate(self.boxes):
            box.setVisible(few and box_index < len(titles))
            if box_index < len(titles):
                box.setText(shortened(titles[box_index]))
                box.setToolTip(titles[box_index])
                box.setChecked(box_index in places)
                box.setEnabled(box_index in places or len(places) < MOST)
        self.choose.setVisible(not few)
        self.menu.clear()
        for box_index, title in enumerate(titles if not few else ()):
            action = self.menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(box_index in places)
            action.setEnabled(box_index in places or len(places) < MOST)
            action.triggered.connect(lambda _=False, location=box_index: self._toggled(location))

    def _toggled(self, index: int) -> None:
        toggled_places = set(self.places) ^ {index}
        self.places_chosen.emit(tuple(sorted(toggled_places)))

    def _variants_chosen(self) -> None:
        box_indices = tuple(
            box_index for box_index, box in enumerate(self.boxes) if box.isChecked() and not box.isHidden()
        )
        self.places_chosen.emit(box_indices)

    def show_compared(self, compared: Sequence[Compared], row: int, cells: int, language: Language) -> None:
        """Show the variants; differences are relative to the first."""
        self.language = language
        shapes = max((compared.view.ordered.last_row for compared in compared), default=0)
        row = min(row, shapes)
        for card_index, (card, head, plot) in enumerate(self.cards[:MOST]):
            card.setVisible(card_index < len(compared))
            if card_index < len(compared):
                head.setText(shortened(compared[card_index].title))
                self.twins[card_index].set_title(compared[card_index].title)
                drawing = compared[card_index].view.ordered_drawing
                plot.show_drawing(
                    drawing, min(row, drawing.rows - 1), language, grey=compared[card_index].view.outdated
                )
        for card_number, (card, head, plot) in enumerate(self.cards[MOST:], start=1):
            card.setVisible(card_number < len(compared))
            if card_number < len(compared):
                text = f"{shortened(compared[card_number].title)} {MINUS} {shortened(compared[0].title)}"
                head.setText(text)
                self.twins[MOST - 1 + card_number].set_title(self.tr("Difference of p: %1").replace("%1", text))
                first, other_drawing = compared[0].view.ordered_drawing, compared[card_number].view.ordered_drawing
                plot.show_difference(first, other_drawing, row, language)
        largest_difference = max(
            (plot.largest_difference for plot in self.differences[: len(compared) - 1]), default=0.0
        )
        for difference_number, plot in enumerate(self.differences[: max(len(compared) - 1, 0)], start=1):
            # One scale for all differences, so that one colour is one figure.
            first, other_drawing = compared[0].view.ordered_drawing, compared[difference_number].view.ordered_drawing
            plot.show_difference(first, other_drawing, row, language, largest_difference)
        for twin in self.twins:
            twin.show_again()
        self._show_figures(compared, cells)

    def set_spot(self, spot: Spot | None) -> None:
        """Show what is pointed at in another picture."""
        for plot in (*self.matrices, *self.differences):
            plot.set_spot(spot)

    def _show_figures(self, compared: Sequence[Compared], cells: int) -> None:
        for widget in self.cells:
            self.grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self.cells = []
        self._line(0, ["", *(shortened(compared.title) for compared in compared)], "heading")
        language = self.language
        for index, (name, limit_text, limit, _, percent, _end) in enumerate(CRITERIA):
            texts = [shown(figures_of(compared.summary.criteria)[index], percent, language) for compared in compared]
            held_flags = [compared.summary.criteria.held[index] for compared in compared]
            self._line(
                index + 1, [f"{name}  {limit_text.format(shown(limit, percent, language))}", *texts], "", held_flags
            )
        lines: list[tuple[str, list[str]]] = [
            (self.tr("Mean variance"), [shown(compared.summary.variance, False, language) for compared in compared]),
            (self.tr("Entropy in bit"), [shown(compared.summary.entropy, False, language) for compared in compared]),
        ]
        effects = [compared.effect for compared in compared]
        if cells and all(effect is not None for effect in effects):
            known_effects = [effect for effect in effects if effect is not None]
            lines += [
                (self.tr("Cells changed"), [shown(effect.changed, True, language) for effect in known_effects]),
                (self.tr("Cells shown as 0"), [shown(effect.to_zero, True, language) for effect in known_effects]),
                (
                    self.tr("Mean |v| in the table"),
                    [shown(effect.mean_absolute, False, language) for effect in known_effects],
                ),
                (
                    self.tr("Largest |v| in the table"),
                    [integer_text(effect.largest, language) for effect in known_effects],
                ),
            ]
        for line_number, (name, texts) in enumerate(lines, start=len(CRITERIA) + 1):
            self._line(line_number, [name, *texts], "")
        basis = counted(self.tr("on one cell"), self.tr("on %1 cells, without empty ones"), cells, language)
        self._line(len(CRITERIA) + len(lines) + 1, [basis if cells else self.tr("each row counts once")], "small")

    def _line(self, row: int, texts: Sequence[str], kind: str, held_flags: Sequence[bool] = ()) -> None:
        for column, text in enumerate(texts):
            cell = label(text, kind) if column else WordLabel(text, kind or "secondary")
            if column:
                cell.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.grid.addWidget(cell, row, 2 * column)
            self.cells.append(cell)
            if column and held_flags:
                name = "ok" if held_flags[column - 1] else "warning"
                mark = IconLabel(self.theme, name, name)
                mark.setToolTip(self.tr("held") if held_flags[column - 1] else self.tr("missed"))
                mark.setAccessibleName(mark.toolTip())
                self.grid.addWidget(mark, row, 2 * column + 1)
                self.cells.append(mark)
