"""Two published tables side by side: how many cells differ, and which; the same in figures and a strip."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.messages import sentence
from ckmcore.release.compare import TablesCompared
from ckmcore.statistic.releases import Release
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme, set_kind
from ckmdesk.models.changes_model import BEFORE, CELL, DIFFERENCE, ChangesModel
from ckmdesk.pages.release.register_table import register_table
from ckmdesk.widgets.basic import Card, IconButton, WrapLabel, label
from ckmdesk.widgets.layouts import fill, row_of


class ComparisonCard(Card):
    """Card of a comparison, shown when there is one; emits `closed` when the user is done."""

    closed = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.heading, self.words = label("", "heading"), WrapLabel("", "secondary")
        self.close_button = IconButton(theme, "close")
        self.close_button.set_tip(self.tr("Close comparison"))
        self.close_button.clicked.connect(self.closed)
        head = row_of((self.heading, 1), self.close_button)
        self.changes = ChangesModel(language)
        self.view = register_table("release-changes")
        self.view.setAccessibleName(self.tr("Cells that differ"))
        self.view.setModel(self.changes)
        self.view.horizontalHeader().setSectionResizeMode(CELL, QHeaderView.ResizeMode.Stretch)
        for column in range(BEFORE, DIFFERENCE + 1):
            self.view.setColumnWidth(column, px(92))
        self._no_changes = QWidget()
        fill(self.body, head, self.words, (self.view, 1), (self._no_changes, 1))
        self.hide()

    def show_compared(self, heading: str, found: TablesCompared, language: Language) -> None:
        """Show how two tables differ; `heading` names them."""
        self.heading.setText(heading)
        text = sentence(
            "desk_releases_compared", changed=found.changed, new=found.new, gone=found.gone, same=found.same
        ).text(language)
        other = "" if found.selection else " " + sentence("desk_releases_other_selection").text(language)
        few = "".join(" " + said.text(language) for said in found.few)
        self.words.setText(text + other + few)
        self.changes.show_compared(found)
        self.view.setVisible(found.differing > 0)
        self._no_changes.setVisible(found.differing == 0)
        self.show()


STRIP_HEIGHT = 10
LEAST = 2.0  # px of a part with any cell


class ChangeStrip(QWidget):
    """Strip of all cells of two tables: unchanged, changed, new and gone ones, by their share."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._parts: tuple[tuple[int, str], ...] = ()
        self.setFixedHeight(px(STRIP_HEIGHT))
        shape(self, Role.Graphic)
        theme.changed.connect(self.update)

    def show_compared(self, found: TablesCompared) -> None:
        self._parts = (
            (found.changed, "warning"),
            (found.new, "accent"),
            (found.gone, "error"),
            (found.same, "grid"),
        )
        self.update()

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        total = max(sum(count for count, _ in self._parts), 1)
        left = 0.0
        for count, paint in self._parts:
            if count:
                width = max(self.width() * count / total, LEAST)
                painter.fillRect(QRectF(left, 0, width, self.height()), self._theme.color(paint))
                left += width
        painter.end()


class ChangesCard(Card):
    """Card of what changed against the last release of a table; emits `listed` to see the cells."""

    listed = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self._language = language
        self.heading = label("", "heading")
        self.count = label("", "title")
        self.words = WrapLabel("", "secondary")
        self.strip = ChangeStrip(theme)
        self.show_cells = QPushButton(self.tr("Show the differences"), objectName="release:differences")
        set_kind(self.show_cells, "link")
        self.show_cells.clicked.connect(self.listed)
        fill(self.body, self.heading, self.count, self.words, self.strip, self.show_cells)
        self.show_changes(None, None)

    def show_changes(self, former: Release | None, found: TablesCompared | None, words: str = "") -> None:
        """Show a comparison with a former release, or in `words` why there is none."""
        title = self.tr("Against the last release (no. %1)").replace("%1", "" if former is None else str(former.number))
        self.heading.setText(self.tr("No former release") if former is None else title)
        for widget in (self.count, self.strip, self.show_cells):
            widget.setVisible(found is not None)
        self.words.setVisible(found is not None or bool(words))
        if found is None:
            self.words.setText(words)
            return
        language = self._language
        number = self.tr("%1 of %2").replace("%1", integer_text(found.changed, language))
        self.count.setText(number.replace("%2", integer_text(found.cells_count, language)))
        texts = [self.tr("cells changed")]
        if found.largest is not None:
            percent = decimal_text(round(100 * found.largest, 1), 1, language)
            sign = "+" if found.largest > 0 else ""
            texts.append(self.tr("largest change %1 %").replace("%1", sign + percent))
        if found.new:
            texts.append(self.tr("%1 new").replace("%1", integer_text(found.new, language)))
        if found.gone:
            texts.append(self.tr("%1 no longer there").replace("%1", integer_text(found.gone, language)))
        self.words.setText(", ".join(texts))
        self.strip.setAccessibleName(f"{self.count.text()} {self.words.text()}")
        self.show_cells.setVisible(found.differing > 0)
