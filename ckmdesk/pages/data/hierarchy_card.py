"""One dimension of the open statistic: title, hierarchy with records per node, names of the levels."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from ckmcore.microdata.data import Dimension
from ckmcore.numbers import Language, integer_text
from ckmdesk.frame import Message, Remedy
from ckmdesk.pages.data.column_heads import PlainCombo
from ckmdesk.pages.data.node_model import NodeModel
from ckmdesk.state.data_figures import NodeCounts, nodes_per_level
from ckmdesk.state.items import level_names
from ckmdesk.theme import MARGIN, ROW_HEIGHT, STEP, Theme, set_kind
from ckmdesk.widgets.basic import Card, IconLabel, Line, label
from ckmdesk.widgets.message_bar import MessageBar

OPEN_AT_ONCE = 60


class HierarchyCard(Card):
    """Tells what is wanted for the dimension chosen; the page does it."""

    dimension_chosen = Signal(str)
    read_asked = Signal()
    remove_asked = Signal()
    titled = Signal(str)
    level_named = Signal(int, str)

    def __init__(self, theme: Theme, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=0)
        self._language = language
        self._dimension: Dimension | None = None
        self._counts: NodeCounts | None = None
        self._level_fields: list[tuple[QLabel, QLineEdit, QLabel]] = []
        self.body.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, STEP, MARGIN, STEP)
        head.setSpacing(STEP)
        self.heading = label("", "heading")
        self.chosen = PlainCombo()
        self.chosen.setMinimumWidth(160)
        self.chosen.activated.connect(lambda _: self.dimension_chosen.emit(str(self.chosen.currentData())))
        self.title_word = label("", "secondary")
        self.title = QLineEdit()
        self.title.editingFinished.connect(self._title_done)
        self.title_word.setBuddy(self.title)
        self.remove = QPushButton()
        self.remove.clicked.connect(self.remove_asked)
        self.read = QPushButton()
        self.read.clicked.connect(self.read_asked)
        self._theme = theme
        for widget in (self.heading, self.chosen, self.title_word):
            head.addWidget(widget)
        head.addWidget(self.title, 1)
        head.addWidget(self.remove)
        head.addWidget(self.read)
        self.body.addLayout(head)
        self.message = MessageBar(theme, lambda: self._language)
        self._message_row = QWidget()
        around = QVBoxLayout(self._message_row)
        around.setContentsMargins(MARGIN, 0, MARGIN, STEP)
        around.addWidget(self.message)
        self.message.closed.connect(self._message_row.hide)
        self._message_row.hide()
        self.body.addWidget(self._message_row)
        self.body.addWidget(Line())
        line = QHBoxLayout()
        line.setContentsMargins(1, 0, 1, 1)
        line.setSpacing(0)
        line.addWidget(self._make_tree(), 1)
        line.addWidget(self._make_levels())
        self.body.addLayout(line, 1)
        theme.changed.connect(self._draw)
        self._draw()

    def _make_tree(self) -> QTreeView:
        self.model = NodeModel(self._theme, self)
        self.tree = QTreeView()
        self.tree.setModel(self.model)
        self.tree.setUniformRowHeights(True)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setIndentation(20)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setFixedHeight(ROW_HEIGHT)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for section, width in ((1, 84), (2, 96)):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(section, width)
        return self.tree

    def _make_levels(self) -> QScrollArea:
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFixedWidth(236)
        inside = QWidget()
        set_kind(inside, "surface")
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, STEP, MARGIN, STEP)
        column.setSpacing(STEP)
        self.levels_heading = label("", "heading")
        column.addWidget(self.levels_heading)
        self._levels = QGridLayout()
        self._levels.setHorizontalSpacing(STEP)
        self._levels.setVerticalSpacing(4)
        self._levels.setColumnStretch(1, 1)
        column.addLayout(self._levels)
        self._notes: list[tuple[IconLabel, QLabel]] = []
        for _ in range(2):
            line = QHBoxLayout()
            note = (IconLabel(self._theme, "ok", "ok"), label("", wrap=True))
            line.addWidget(note[0])
            line.addWidget(note[1], 1)
            column.addLayout(line)
            self._notes.append(note)
        column.addStretch(1)
        scroll.setWidget(inside)
        return scroll

    def _draw(self) -> None:
        self.read.setIcon(self._theme.icon("import"))
        self.remove.setIcon(self._theme.icon("delete"))

    def retranslate(self, language: Language) -> None:
        """All words anew."""
        self._language = language
        self.heading.setText(self.tr("Dimension"))
        self.chosen.setAccessibleName(self.tr("Dimension"))
        self.title_word.setText(self.tr("Title"))
        self.title.setAccessibleName(self.tr("Title of the dimension"))
        self.read.setText(self.tr("Read .hrc ..."))
        self.read.setToolTip(self.tr("Read a hierarchy from a file"))
        self.remove.setText(self.tr("Remove"))
        self.remove.setToolTip(self.tr("Remove the hierarchy of this dimension"))
        self.levels_heading.setText(self.tr("Levels"))
        self.model.set_words(self.tr("Node"), self.tr("Code"), self.tr("Records"))
        self.tree.setAccessibleName(self.tr("Nodes with their records"))
        self.message.retranslate()

    def show_message(self, message: Message, remedy: Remedy | None = None) -> None:
        """An error of reading or attaching, where it belongs."""
        self.message.show_message(message, "error", remedy)
        self._message_row.show()

    def show_dimensions(self, dimensions: list[Dimension], chosen: str) -> None:
        """The dimensions to choose from."""
        wanted = [(dimension.name, dimension.title.text(self._language)) for dimension in dimensions]
        titles = [title or name for name, title in wanted]
        words = [
            f"{title} ({name})" if titles.count(title) > 1 else title
            for (name, _), title in zip(wanted, titles, strict=True)
        ]
        if [self.chosen.itemText(place) for place in range(self.chosen.count())] != words:
            self.chosen.clear()
            for (name, _), text in zip(wanted, words, strict=True):
                self.chosen.addItem(text, name)
        self.chosen.choose(chosen)

    def show_dimension(self, dimension: Dimension | None, counts: NodeCounts | None) -> None:
        """Tree, levels and notes of a dimension; `counts` None while they are computed."""
        same = dimension == self._dimension and counts == self._counts
        self._dimension, self._counts = dimension, counts
        title = "" if dimension is None else dimension.title.text(self._language)
        if self.title.text() != title:
            self.title.setText(title)
        self.remove.setVisible(dimension is not None and dimension.hierarchy is not None)
        self._show_levels(dimension)
        self._show_notes(dimension, counts)
        if same and self.model.rowCount():
            return
        self.model.show_dimension(dimension, counts, self.tr("Total"), self._language)
        if dimension is not None:
            nodes = dimension.categories if dimension.hierarchy is None else dimension.hierarchy.nodes
            self.tree.expandToDepth(20 if len(nodes) <= OPEN_AT_ONCE else 1 if dimension.hierarchy is not None else 0)

    def _show_levels(self, dimension: Dimension | None) -> None:
        hierarchy = None if dimension is None else dimension.hierarchy
        names = () if dimension is None or hierarchy is None else level_names(dimension, self._language)
        numbers = () if dimension is None else nodes_per_level(dimension)
        self.levels_heading.setVisible(hierarchy is not None)
        while len(self._level_fields) < len(names):
            self._add_level(len(self._level_fields))
        for place, (number, field, nodes) in enumerate(self._level_fields):
            shown = place < len(names)
            for widget in (number, field, nodes):
                widget.setVisible(shown)
            if shown:
                if field.text() != names[place]:
                    field.setText(names[place])
                field.setAccessibleName(self.tr("Name of level %1").replace("%1", str(place + 1)))
                words = self.tr("1 node") if numbers[place] == 1 else self.tr("%1 nodes")
                nodes.setText(words.replace("%1", integer_text(numbers[place], self._language)))

    def _add_level(self, place: int) -> None:
        line = (label(str(place + 1), "secondary"), QLineEdit(), label("", "secondary"))
        line[1].editingFinished.connect(lambda: self.level_named.emit(place, line[1].text()))
        for column, widget in enumerate(line):
            self._levels.addWidget(widget, place, column)
        self._level_fields.append(line)

    def _show_notes(self, dimension: Dimension | None, counts: NodeCounts | None) -> None:
        notes: list[tuple[str, str]] = []
        if dimension is not None and dimension.hierarchy is None:
            number = integer_text(len(dimension.categories), self._language)
            notes.append(("info", self.tr("%1 categories, no hierarchy.").replace("%1", number)))
        elif dimension is not None:
            notes.append(("ok", self.tr("All codes of the data are contained.")))
            if counts is not None and counts.without_records:
                found = counts.without_records
                text = self.tr("Without records: %1").replace("%1", ", ".join(found[:5]))
                if len(found) > 5:
                    text += self.tr(" and %1 more").replace("%1", integer_text(len(found) - 5, self._language))
                notes.append(("info", text + "."))
        for place, (icon, text_label) in enumerate(self._notes):
            icon.setVisible(place < len(notes))
            text_label.setVisible(place < len(notes))
            if place < len(notes):
                icon.set_icon(notes[place][0], "ok" if notes[place][0] == "ok" else "secondary")
                text_label.setText(notes[place][1])

    def level_fields(self) -> list[QLineEdit]:
        """The fields of the levels that are shown."""
        return [field for _, field, _ in self._level_fields if field.isVisibleTo(self)]

    def _title_done(self) -> None:
        if self._dimension is not None and self.title.text() != self._dimension.title.text(self._language):
            self.titled.emit(self.title.text())
