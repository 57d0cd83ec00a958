"""The right column of the tab of sums: what the method does to one cell."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text, shortest_text
from ckmcore.messages import sentence
from ckmdesk.lab.plots.law import LawPlot
from ckmdesk.lab.state.sum_effect import SumEffect, SumEffects
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.picture_table import OneOrTable
from ckmdesk.plots.scaling import size_text
from ckmdesk.widgets.basic import Card, IconButton, IconLabel, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo

MOST_NAMED = 5
LAW_HEIGHT, TABLE_HEIGHT = 110, 240


class ShareBars(QWidget):
    """Bars of the largest contributions of a cell with figures and shares; screen readers read the figures."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.lines: list[tuple[str, float, str]] = []

    def show_lines(self, lines: list[tuple[str, float, str]]) -> None:
        """Show lines of (word, share of the whole bar, text)."""
        self.lines = lines
        self.setFixedHeight(px(19) * max(len(lines), 1))
        self.setAccessibleDescription("; ".join(f"{word}: {text}" for word, _share, text in lines))
        self.update()

    def sides(self, metrics: QFontMetrics) -> tuple[int, int]:
        """Return the widths of words and figures left and right of the bars, so that none is cut."""
        word_widths = [[metrics.horizontalAdvance(text) for text in (word, text)] for word, _share, text in self.lines]
        words, figures = (max(width) + px(8) for width in zip(*word_widths, strict=True)) if word_widths else (0, 0)
        return max(px(70), words), max(px(104), figures)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, high = QPainter(self), px(19)
        painter.setFont(self.theme.small_font())
        middle = Qt.AlignmentFlag.AlignVCenter
        left, right = self.sides(painter.fontMetrics())
        for line_index, (word, share, text) in enumerate(self.lines):
            top = line_index * high
            painter.setPen(self.theme.color("secondary"))
            painter.drawText(QRectF(0, top, left - 4, high), middle, word)
            bar_width = max(self.width() - left - right, 1)
            painter.fillRect(QRectF(left, top + 3, max(bar_width * min(share, 1.0), 1.0), high - 6), self.theme.bar)
            painter.setPen(self.theme.color("text"))
            painter.drawText(
                QRectF(self.width() - right + 4, top, right - 4, high), middle | Qt.AlignmentFlag.AlignRight, text
            )
        painter.end()


class EffectCard(Card):
    """Card with the effect of noise on a cell of the current table. Confidential: it does not copy.

    The cell is chosen in a list, by arrows or by keys. Emits `chosen(number)` with the index in `SumEffects`.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.effects: SumEffects | None = None
        self.language: Language = "en"
        self.heading = label(self.tr("Effect on a cell"), "heading")
        self.secret = IconLabel(theme, "lock", "confidential")
        self.word = label(self.tr("confidential"), "small")
        self.before, self.after = IconButton(theme, "left"), IconButton(theme, "right")
        self.before.set_tip(self.tr("Cell before"))
        self.after.set_tip(self.tr("Next cell"))
        self.before.clicked.connect(lambda: self._step(-1))
        self.after.clicked.connect(lambda: self._step(1))
        self.cells = PlainCombo()
        self.cells.setAccessibleName(self.tr("Cell of the table at hand, sensitive ones first"))
        self.cells.setObjectName("sum-cell")
        self.cells.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.cells.activated.connect(self.chosen)
        self.empty = WrapLabel(
            self.tr("A cell of the table at hand is shown here; it needs a magnitude, record keys, a table for sums."),
            "secondary",
        )
        self.bars = ShareBars(theme)
        self.bars.setAccessibleName(self.tr("Largest contributions"))
        self.lines = [(label("", ""), label("", "")) for _ in range(5)]
        grid = QGridLayout(verticalSpacing=3, horizontalSpacing=STEP)
        grid.setColumnStretch(0, 1)
        for row, (word, figure) in enumerate(self.lines):
            grid.addWidget(word, row, 0)
            grid.addWidget(figure, row, 1, Qt.AlignmentFlag.AlignRight)
        set_kind(self.lines[-1][1], "heading")
        self.law_word = label(self.tr("What would be published with other keys"), "small")
        self.law = LawPlot(theme)
        self.law.setObjectName("sum-law")
        self.law.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # it cannot be saved
        self.law_twin = OneOrTable(theme, self.law, self.law.figures, confidential=True, figures_called="sum-law-table")
        self.law_twin.chosen.connect(self._give_room)
        self._give_room(as_table=False)
        self.chances = WrapLabel()
        self.mixed = WrapLabel("", "warning")
        self.mixed.setObjectName("sum-mixed")
        self.mixed.hide()
        self.parts: list[QWidget] = [
            self.cells, self.bars, self.law_word, self.law_twin.button, self.law_twin, self.chances
        ]  # fmt: skip
        head = row_of(self.heading, self.secret, self.word, STRETCH, self.before, self.after, spacing=4)
        law_head = row_of(self.law_word, STRETCH, self.law_twin.button, spacing=4)
        shown = (self.empty, self.cells, self.bars, grid, law_head, self.law_twin, self.chances, self.mixed)
        fill(self.body, head, *shown)
        self.body.setSpacing(5)
        self.at = 0
        self._show_parts(shown=False)
        self.law_twin.set_title(self.law_word.text())

    def show_effects(self, effects: SumEffects | None, language: Language) -> None:
        """Show the cells to choose from; the current one is kept."""
        self.effects, self.language = effects, language
        self.cells.clear()
        if effects is not None:
            all_of, marked = self.tr("Total"), self.tr("%1 (sensitive)")
            for index in range(len(effects.order)):
                sensitive = bool(effects.cells.sensitive[effects.order[index]])
                name = effects.name(index, language, all_of)
                self.cells.addItem(marked.replace("%1", name) if sensitive else name)
        self.at = min(self.at, max(self.cells.count() - 1, 0))
        self.cells.setCurrentIndex(self.at if self.cells.count() else -1)
        self._show_parts(shown=bool(self.cells.count()))
        self._show_mixed()

    def _show_parts(self, *, shown: bool) -> None:
        for widget in (
            *self.parts,
            *(line_label for line in self.lines for line_label in line),
            self.before,
            self.after,
        ):
            widget.setVisible(shown)
        self.empty.setVisible(not shown)

    def _step(self, by: int) -> None:
        if self.cells.count():
            self.chosen.emit((self.at + by) % self.cells.count())

    def show_effect(self, number: int, effect: SumEffect, p: float) -> None:
        """Show one cell; `p` in percent."""
        self.at, language = number, self.language
        self.cells.setCurrentIndex(number)
        total = max(abs(effect.x), 1e-300)
        lines = []
        for rank, contribution in enumerate(effect.largest, start=1):
            share = decimal_text(100 * contribution / total, 1, language)
            lines.append(
                (f"x{rank}", contribution / effect.largest[0], f"{size_text(contribution, language)}   {share} %")
            )
        if effect.others > 0:
            words = self.tr("%1 more").replace("%1", decimal_text(effect.others, 0, language))
            remainder = abs(effect.x) - sum(effect.largest)
            share = decimal_text(100 * remainder / total, 1, language)
            lines.append(
                (words, max(remainder, 0.0) / effect.largest[0], f"{size_text(remainder, language)}   {share} %")
            )
        self.bars.show_lines(lines)
        unit, ratio, v = (effect.of_step(name) for name in ("unit", "ratio", "v"))
        m = unit / effect.largest[0] if effect.largest[0] else 0.0
        change = decimal_text(100 * (effect.published - effect.x) / total, 1, language)
        contribution_count = len(effect.largest) + effect.others
        summed = self.tr("the only contribution") if contribution_count == 1 else self.tr("sum of %1 contributions")
        rows = (
            (summed.replace("%1", str(contribution_count)), f"x = {size_text(effect.x, language)}"),
            (self.tr("unit of noise, m = %1").replace("%1", shortest_text(m, language, 3)), size_text(unit, language)),
            (self.tr("ratio of sizes"), f"a = {shortest_text(ratio, language, 3)}"),
            (self.tr("noise in the first step"), f"v = {shortest_text(v, language, 4)}"),
            (self.tr("published, %1 %").replace("%1", change), size_text(effect.published, language)),
        )  # fmt: skip
        for (word, figure), (text, number_text) in zip(self.lines, rows, strict=True):
            word.setText(text)
            figure.setText(number_text)
        self.law.show_effect(effect, p / 100, language)
        self.law_twin.show_again()
        unchanged = self.tr("Unchanged: %1 %.").replace("%1", decimal_text(100 * effect.unchanged, 1, language))
        if effect.unchanged == 0:
            unchanged = self.tr("Unchanged: never.")
        words = self.tr(
            "Whoever knows the others' contributions best comes within %2 % of the largest in %3 % of cases."
        )
        if effect.guess is not None:
            words = self.tr("Best guess of the only contribution within %2 %: in %3 % of cases.")
        chance = effect.near if effect.guess is None else effect.guess
        words = words.replace("%2", shortest_text(p, language)).replace("%3", decimal_text(100 * chance, 0, language))
        self.chances.setText("\n".join([f"{unchanged} {words}", *self._of_insiders(effect)]))

    def _give_room(self, as_table: bool) -> None:
        """Set the height of the picture's place; a table needs more than the picture."""
        self.law_twin.setFixedHeight(px(TABLE_HEIGHT if as_table else LAW_HEIGHT))

    def _of_insiders(self, effect: SumEffect) -> list[str]:
        """Describe what contributors who know the settings can conclude about each other."""
        told_texts, language = [], self.language
        if effect.second is not None:
            low, high = effect.second
            words = self.tr("The second largest, who knows the settings, finds the largest from %1 on.")
            if not math.isinf(high):
                words = self.tr("The second largest, who knows the settings, finds the largest between %1 and %2.")
                words = words.replace("%2", size_text(high, language))
            told_texts.append(words.replace("%1", size_text(low, language)))
        if effect.lattice is not None:
            lattice_count, low, high = effect.lattice
            words = self.tr("Knowing the perturbation table narrows it to %1 values (%2-%3).")
            texts = (integer_text(lattice_count, language), size_text(low, language), size_text(high, language))
            for text_number, text in enumerate(texts, start=1):
                words = words.replace(f"%{text_number}", text)
            told_texts.append(words)
        if effect.rests is not None:
            words = self.tr("The largest, who knows the settings, is left with %1 values of the rest on average.")
            told_texts.append(words.replace("%1", shortest_text(effect.rests, language, 3)))
        return told_texts

    def _show_mixed(self) -> None:
        """Show the cells whose contributions cancel, by name."""
        text, effects = "", self.effects
        magnitude = "" if effects is None else effects.cells.called
        if effects is not None and effects.mixed:
            text = sentence("mixed_signs", magnitude=magnitude, count=len(effects.mixed)).text(self.language)
            names = [
                effects.called(cell_index, self.language, self.tr("Total")) for cell_index in effects.mixed[:MOST_NAMED]
            ]
            text += "\n" + "\n".join([*names, *(["…"] if len(effects.mixed) > MOST_NAMED else [])])
        elif effects is not None and effects.below_zero:
            text = sentence("sums_below_zero", magnitude=magnitude).text(self.language)
        self.mixed.setText(text)
        self.mixed.setVisible(bool(text))

    def told(self) -> str:
        """Return everything about the current cell as text."""
        lines = [f"{word.text()}: {figure.text()}" for word, figure in self.lines]
        return "; ".join([self.cells.currentText(), *lines, self.chances.text()])
