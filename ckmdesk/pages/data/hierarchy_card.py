"""One dimension of the open statistic: title, hierarchy with records per node, names of the levels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from ckmcore.base.numbers import Language, integer_text
from ckmcore.messages import Sentence
from ckmcore.microdata.data import Dimension
from ckmdesk.base.frame import Message, MessageKind, Remedy
from ckmdesk.base.translation import counted
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, ROW_HEIGHT, STEP, Theme, set_kind
from ckmdesk.pages.data.node_model import NodeModel
from ckmdesk.pages.data.tree_editor import Kept, TreeEditor
from ckmdesk.pages.data.tree_editor_bar import TreeEditorBar
from ckmdesk.pages.data.tree_editor_panels import ColumnsPanel, DigitsPanel, NamePanel, Panel, TargetPanel
from ckmdesk.state.data_figures import NodeCounts, nodes_per_level
from ckmdesk.state.items import level_names
from ckmdesk.state.tree_editing import begin, matching
from ckmdesk.widgets.basic import Card, IconLabel, Line, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow
from ckmdesk.widgets.small_pictures import BarDelegate
from ckmdesk.widgets.view_state import settled

OPEN_AT_ONCE, RECORDS_WIDTH = 60, 200
_ICONS = {"file": "import", "digits": "number", "columns": "columns", "edit": "draft", "beside": "add", "keep": "save"}
_ICONS |= {"remove": "delete", "dates": "calendar"}


class HierarchyCard(Card):
    """Card of the selected dimension; the tab does what it asks for.

    tool_asked(which): a button: `file`, `digits`, `columns`, `dates`, `edit`, `beside`, `keep`, `remove`.
    """

    dimension_chosen = Signal(str)
    hierarchy_chosen = Signal(str)
    tool_asked = Signal(str)
    titled = Signal(str)
    level_named = Signal(int, str)

    kept = ("_message_row",)

    def __init__(self, theme: Theme, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=0)
        self._theme = theme
        self._language = language
        self._dimension: Dimension | None = None
        self._counts: NodeCounts | None = None
        self._spoken: Language = language
        self._kept: Kept | None = None
        self._previewed = False
        self._level_fields: list[tuple[QLabel, QLineEdit, QLabel]] = []
        self.body.setSpacing(0)
        fill(self.body, self._make_head(), self._make_tools())
        self.message = MessageBar(theme, lambda: self._language)
        self._message_row = QWidget()
        column_of(self.message, within=self._message_row, margins=(MARGIN, 0, MARGIN, STEP))
        self.message.closed.connect(self._message_row.hide)
        self._message_row.hide()
        fill(self.body, self._message_row, Line())
        self.digits = DigitsPanel(theme)
        self.columns = ColumnsPanel(theme)
        self.beside = NamePanel(theme)
        self.group = NamePanel(theme)
        self.move_below = TargetPanel(theme)
        self.unplaced = TargetPanel(theme)
        self.which = TargetPanel(theme)
        self.panels: tuple[Panel, ...] = (
            self.digits,
            self.columns,
            self.beside,
            self.group,
            self.move_below,
            self.unplaced,
            self.which,
        )
        self.bar = TreeEditorBar(theme)
        self.bar.hide()
        self.chosen.setObjectName("hierarchy:variable")
        self.group.name_fields("group")
        self.beside.name_fields("beside")
        self.bar.searched.connect(self._search)
        self.bar.select_asked.connect(self._select_found)
        fill(self.body, self.bar, *self.panels)
        self.body.addLayout(row_of((self._make_tree(), 1), self._make_levels(), margins=(1, 0, 1, 1), spacing=0), 1)
        self.bar.search.left.connect(self.tree.setFocus)
        theme.changed.connect(self._draw)
        self._draw()
        self.chosen.setAccessibleName(self.tr("Dimension"))
        self.hierarchy.setAccessibleName(self.tr("Hierarchy"))
        self.model.set_words(self.tr("Node"), self.tr("Code"), self.tr("Records"))
        self.tree.setAccessibleName(self.tr("Nodes with their records"))
        self.beside.set_words(self.tr("Name"), self.tr("Title of the new hierarchy"), self.tr("Add"))
        self.group.set_words(self.tr("Code"), self.tr("Name of the group"), self.tr("Group"))
        self.which.set_words(
            self.tr("The file holds several hierarchies. Read:"), self.tr("Hierarchy of the file"), self.tr("Read")
        )
        self.move_below.set_words(self.tr("Move the selected nodes below"), self.tr("Node above"), self.tr("Move"))

    def _make_head(self) -> FoldingRow:
        self.heading = label(self.tr("Dimension"), "heading")
        self.chosen = PlainCombo()
        self.chosen.setMinimumWidth(px(160))
        self.chosen.activated.connect(lambda _: self.dimension_chosen.emit(str(self.chosen.currentData())))
        self.hierarchy_word = label(self.tr("Hierarchy"), "secondary")
        self.hierarchy = PlainCombo()
        self.hierarchy.setMinimumWidth(px(150))
        self.hierarchy.activated.connect(lambda _: self.hierarchy_chosen.emit(str(self.hierarchy.currentData())))
        self.hierarchy_word.setBuddy(self.hierarchy)
        settled(self.chosen, self.hierarchy)
        self.title_word = label(self.tr("Title"), "secondary")
        self.title = QLineEdit(accessibleName=self.tr("Title of the dimension"), editingFinished=self._title_done)
        self.title_word.setBuddy(self.title)
        return FoldingRow(
            self.heading,
            self.chosen,
            self.hierarchy_word,
            self.hierarchy,
            self.title_word,
            (self.title, 1),
            margins=(MARGIN, STEP, MARGIN, STEP),
            spacing=STEP,
        )

    def _make_tools(self) -> FoldingRow:
        self.tools: dict[str, QPushButton] = {}
        words = {
            "file": (
                self.tr("From file ..."),
                self.tr("Read a hierarchy: .hrc, one column per level, or codes with parents"),
            ),
            "digits": (self.tr("From digits"), self.tr("Make a hierarchy of the first digits of the codes")),
            "columns": (self.tr("From columns"), self.tr("Make a hierarchy of several variables of the data")),
            "dates": (self.tr("From dates"), self.tr("Make a hierarchy of years, months and days")),
            "edit": (self.tr("By hand"), self.tr("Build or change the hierarchy in the tree")),
            "beside": (self.tr("Add another ..."), self.tr("New hierarchy beside this one")),
            "keep": (self.tr("Save as file ..."), self.tr("Save the hierarchy as .hrc")),
            "remove": (self.tr("Remove"), self.tr("Remove the hierarchy of this dimension")),
        }
        for which, (text, tip) in words.items():
            button = QPushButton(text, objectName=f"hierarchy:{which}", toolTip=tip)
            button.clicked.connect(lambda _=False, what=which: self.tool_asked.emit(what))
            self.tools[which] = button
        self.tools["edit"].setCheckable(True)
        settled(self.tools["edit"])
        self.read, self.remove = self.tools["file"], self.tools["remove"]
        buttons = list(self.tools.values())
        return FoldingRow(*buttons[:5], STRETCH, *buttons[5:], margins=(MARGIN, 0, MARGIN, STEP), spacing=STEP)

    def _make_tree(self) -> TreeEditor:
        self.model = NodeModel(self._theme, self)
        self.tree = TreeEditor(self._theme, self.model)
        self.tree.setObjectName("nodes")
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setFixedHeight(px(ROW_HEIGHT))
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.setItemDelegateForColumn(2, BarDelegate(self._theme, self.tree))
        for section, width in ((1, 110), (2, RECORDS_WIDTH)):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(section, px(width))
        self.tree.selected.connect(self._show_selected)
        return self.tree

    def _make_levels(self) -> QScrollArea:
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFixedWidth(px(260))
        inner_widget = QWidget()
        set_kind(inner_widget, "surface")
        self.levels_heading = label(self.tr("Levels"), "heading")
        self._levels = QGridLayout(horizontalSpacing=STEP, verticalSpacing=4)
        self._levels.setColumnStretch(1, 1)
        self._notes: list[tuple[IconLabel, QLabel]] = []
        self._notes_column = column_of(spacing=STEP)
        column_of(
            self.levels_heading,
            self._levels,
            self._notes_column,
            STRETCH,
            within=inner_widget,
            margins=(MARGIN, STEP, MARGIN, STEP),
            spacing=STEP,
        )
        scroll.setWidget(inner_widget)
        return scroll

    def _draw(self) -> None:
        for which, name in _ICONS.items():
            self.tools[which].setIcon(self._theme.icon(name))

    def show_message(self, message: Message, kind: MessageKind = "error", remedy: Remedy | None = None) -> None:
        """Show an error of a file or a step in the card."""
        self.message.show_message(message, kind, remedy)
        self._message_row.show()

    # --- panels and editing --------------------------------------------------------------------------------------

    def open_panel(self, panel: Panel | None) -> None:
        """Show one strip, or none."""
        for other_panel in self.panels:
            other_panel.setVisible(other_panel is panel)

    def set_editing(self, editing: bool) -> None:
        """Set whether the tree can be changed by hand."""
        self.tools["edit"].setChecked(editing)
        self.tree.set_editing(editing)
        self.bar.setVisible(editing)
        self._show_selected()
        if editing:
            self.bar.search.setFocus()
        else:
            self.bar.search.clear()

    def _show_selected(self) -> None:
        if self.tree.editing:
            codes = self.tree.selected_codes()
            groups = sum(self.model.is_group(self.model.index_of(code)) for code in codes)
            self.bar.show_selected(len(codes), groups)

    def found(self) -> tuple[str, ...]:
        """The nodes that the search fits."""
        if self._dimension is None:
            return ()
        return matching(begin(self._dimension), self.bar.search.text(), self.model.labels())

    def _search(self, pattern: str) -> None:
        found_codes = self.found() if pattern.strip() else None
        self.tree.show_only(found_codes)
        self.bar.show_found(None if found_codes is None else len(found_codes))

    def _select_found(self) -> None:
        found_codes = self.found()
        if found_codes:
            self.tree.select(found_codes)
            self.tree.setFocus()

    # --- showing -------------------------------------------------------------------------------------------------

    def show_dimensions(self, dimensions: Sequence[tuple[str, str]], chosen: str) -> None:
        """Show the variables to choose from, by name and title."""
        titles = [title or name for name, title in dimensions]
        words = [
            f"{title} ({name})" if titles.count(title) > 1 else title
            for (name, _), title in zip(dimensions, titles, strict=True)
        ]
        _fill(self.chosen, [(name, text) for (name, _), text in zip(dimensions, words, strict=True)], chosen)

    def show_hierarchies(self, hierarchies: Sequence[tuple[str, str]], chosen: str) -> None:
        """Show the hierarchies of the variable, its own first."""
        _fill(self.hierarchy, hierarchies, chosen)
        has_several = len(hierarchies) > 1
        self.hierarchy_word.setVisible(has_several)
        self.hierarchy.setVisible(has_several)

    def show_dimension(
        self,
        dimension: Dimension | None,
        counts: NodeCounts | None,
        *,
        notices: Sequence[Sentence] = (),
        preview: bool = False,
    ) -> None:
        """Show tree, levels and notes of a dimension; `counts` is None while they are computed.

        `preview` says that the hierarchy is not attached yet; `notices` tell how it fits.
        """
        former_dimension, self._dimension = self._dimension, dimension
        same = (dimension, counts, self._language) == (former_dimension, self._counts, self._spoken)
        self._counts, self._spoken = counts, self._language
        title = "" if dimension is None else dimension.title.text(self._language)
        if self.title.text() != title:
            self.title.setText(title)
        self._show_levels(dimension, preview=preview)
        self._show_notes(dimension, counts, notices, preview=preview)
        self.model.locked = preview
        if same and self.model.rowCount():
            return
        again = former_dimension is not None and dimension is not None and former_dimension.name == dimension.name
        kept_view = self.tree.keep() if again and not self._previewed else self._kept
        self._kept, self._previewed = kept_view if again else None, preview
        self.model.show_dimension(dimension, counts, self.tr("Total"), self._language)
        if dimension is not None:
            has_kept_nodes = kept_view is not None and any(
                self.model.index_of(code).isValid() for code in kept_view.expanded
            )
            if preview or not again or not has_kept_nodes:
                self._open_some(dimension)
            if kept_view is not None and again and not preview:
                self.tree.give_back(kept_view)
        if self.bar.search.text().strip():
            self._search(self.bar.search.text())
        self._show_selected()

    def _open_some(self, dimension: Dimension) -> None:
        nodes = dimension.categories if dimension.hierarchy is None else dimension.hierarchy.nodes
        self.tree.expandToDepth(20 if len(nodes) <= OPEN_AT_ONCE else 1 if dimension.hierarchy is not None else 0)

    def _show_levels(self, dimension: Dimension | None, *, preview: bool) -> None:
        hierarchy = None if dimension is None else dimension.hierarchy
        names = () if dimension is None or hierarchy is None else level_names(dimension, self._language)
        numbers = () if dimension is None else nodes_per_level(dimension)
        self.levels_heading.setVisible(hierarchy is not None)
        while len(self._level_fields) < len(names):
            self._add_level(len(self._level_fields))
        for level_field_index, (number, field, nodes) in enumerate(self._level_fields):
            shown = level_field_index < len(names)
            for widget in (number, field, nodes):
                widget.setVisible(shown)
            field.setEnabled(not preview)
            if shown:
                if field.text() != names[level_field_index]:
                    field.setText(names[level_field_index])
                field.setAccessibleName(self.tr("Name of level %1").replace("%1", str(level_field_index + 1)))
                words = self.tr("1 node") if numbers[level_field_index] == 1 else self.tr("%1 nodes")
                nodes.setText(words.replace("%1", integer_text(numbers[level_field_index], self._language)))

    def _add_level(self, index: int) -> None:
        line = (label(str(index + 1), "secondary"), QLineEdit(), label("", "secondary"))
        line[1].editingFinished.connect(lambda: self.level_named.emit(index, line[1].text()))
        for column, widget in enumerate(line):
            self._levels.addWidget(widget, index, column)
        self._level_fields.append(line)

    def _show_notes(
        self, dimension: Dimension | None, counts: NodeCounts | None, notices: Sequence[Sentence], *, preview: bool
    ) -> None:
        notes: list[tuple[str, str]] = []
        if dimension is not None and dimension.hierarchy is None:
            each_text, several_text = self.tr("1 category, no hierarchy."), self.tr("%1 categories, no hierarchy.")
            notes.append(("info", counted(each_text, several_text, len(dimension.categories), self._language)))
        elif dimension is not None and not preview:
            notes.append(("ok", self.tr("All codes of the data are contained.")))
            if counts is not None and counts.without_records:
                without_records = counts.without_records
                text = self.tr("Without records: %1").replace("%1", ", ".join(without_records[:5]))
                if len(without_records) > 5:
                    text += self.tr(" and %1 more").replace(
                        "%1", integer_text(len(without_records) - 5, self._language)
                    )
                notes.append(("info", text + "."))
        notes += [("warning" if preview else "info", notice.text(self._language)) for notice in notices]
        while len(self._notes) < len(notes):
            line = QHBoxLayout()
            note = (IconLabel(self._theme, "ok", "ok"), label("", wrap=True))
            line.addWidget(note[0], 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(note[1], 1)
            self._notes_column.addLayout(line)
            self._notes.append(note)
        for note_index, (icon, text_label) in enumerate(self._notes):
            icon.setVisible(note_index < len(notes))
            text_label.setVisible(note_index < len(notes))
            if note_index < len(notes):
                kind, text = notes[note_index]
                icon.set_icon(kind, kind if kind in ("ok", "warning") else "secondary")
                text_label.setText(text)

    def notes(self) -> list[str]:
        """Notes shown beside the tree."""
        return [text.text() for icon, text in self._notes if icon.isVisibleTo(self)]

    def level_fields(self) -> list[QLineEdit]:
        """The fields of the levels that are shown."""
        return [field for _, field, _ in self._level_fields if field.isVisibleTo(self)]

    def _title_done(self) -> None:
        if self._dimension is not None and self.title.text() != self._dimension.title.text(self._language):
            self.titled.emit(self.title.text())


def _fill(combo: PlainCombo, entries: Sequence[tuple[str, str]], chosen: str) -> None:
    if [(combo.itemData(index), combo.itemText(index)) for index in range(combo.count())] != list(entries):
        combo.clear()
        for name, text in entries:
            combo.addItem(text, name)
    combo.choose(chosen)
