"""One variable of the dictionary: role, title, note and unit in both languages, rule, code list, what cannot occur."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
    QWidget,
)

from ckmcore.base.numbers import Language, date_text, integer_text
from ckmcore.microdata.columns import NumberColumn
from ckmcore.microdata.data import Dimension
from ckmcore.microdata.variable import Role, VariableEntry
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, Theme, set_kind
from ckmdesk.models.categories_model import CategoriesModel
from ckmdesk.pages.data.code_rules_form import SaidOfCodes
from ckmdesk.pages.data.rule_editor import RuleEditor
from ckmdesk.pages.data.words import role_word
from ckmdesk.pages.data.zeros_box import ZerosBox
from ckmdesk.widgets.basic import Card, ElidedLabel, IconButton, label
from ckmdesk.widgets.layouts import FORM_WIDTH, STRETCH, at_most
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow
from ckmdesk.widgets.view_state import settled

CHANGEABLE: tuple[Role, ...] = ("dimension", "magnitude", "weight", "identifier", "ignored")


class VariableEditor(Card):
    """Editor of a variable; the tab handles its signals.

    `described(field, words, language)`, `role_chosen(role)`, `category_edited(code, field, words)`, `moved(codes,
    step)`, `added(code)`, `removed(codes)`, `read_asked()`, `paste_asked()`, and `remove_asked()` for a derived
    dimension.
    """

    described = Signal(str, str, str)
    role_chosen = Signal(str)
    category_edited = Signal(str, str, str)
    moved = Signal(object, int)
    added = Signal(str)
    removed = Signal(object)
    read_asked = Signal()
    paste_asked = Signal()
    remove_asked = Signal()

    def __init__(self, theme: Theme, language: Callable[[], Language], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._language = theme, language
        self._entry: VariableEntry | None = None
        self._in_use: frozenset[str] = frozenset()
        self._filtered = False
        self._make_head()
        self._make_words()
        self.settings = ElidedLabel("", "secondary")
        self.body.addWidget(self.settings)
        self.message = MessageBar(theme, language)
        self.body.addWidget(self.message)
        self.rule = RuleEditor(theme, language)
        self.body.addWidget(self.rule)
        self.said = SaidOfCodes()
        self.body.addWidget(self.said)
        self._make_categories()
        self.zeros = ZerosBox(theme)
        self.body.addWidget(self.zeros)
        self._filler = QWidget()
        self.body.addWidget(self._filler, 1)
        theme.changed.connect(self._draw)
        self._draw()
        self.role.setAccessibleName(self.tr("Role of the variable"))
        self.up.set_tip(self.tr("Move the selected categories up (Alt+Up)"))
        self.down.set_tip(self.tr("Move the selected categories down (Alt+Down)"))
        self.drop.set_tip(self.tr("Take selected categories out of the code list; only those that no record has"))
        self.paste.set_tip(self.tr("Paste codes and labels that were copied in Excel, with their heads (Ctrl+V)"))
        self.table.setAccessibleName(self.tr("Code list"))
        heads = (
            self.tr("Code"),
            self.tr("Label (German)"),
            self.tr("Label (English)"),
            self.tr("Note"),
            self.tr("Valid from"),
            self.tr("Valid to"),
        )
        self.model.set_words(heads, self.tr("not stated"))

    def _make_head(self) -> None:
        self.heading = label("", "heading")
        self.name = label("", "secondary")
        self._role_word = label(self.tr("Role"), "secondary")
        self.role = PlainCombo()
        self.role.setMinimumContentsLength(16)
        self.role.activated.connect(lambda _: self.role_chosen.emit(str(self.role.currentData())))
        self._role_word.setBuddy(self.role)
        settled(self.role)
        self.fixed_role = label("")
        self.remove = QPushButton(self.tr("Remove"), toolTip=self.tr("Remove this derived dimension"))
        self.remove.clicked.connect(self.remove_asked)
        line = (self.heading, self.name, STRETCH, self._role_word, self.role, self.fixed_role, self.remove)
        self.body.addLayout(FoldingRow(*line, spacing=STEP))

    def _make_words(self) -> None:
        grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=4)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        self.fields: dict[tuple[str, str], QLineEdit] = {}
        self._labels: dict[tuple[str, str], QWidget] = {}
        words = {
            "title": (self.tr("Title (German)"), self.tr("Title (English)")),
            "note": (self.tr("Note (German)"), self.tr("Note (English)")),
            "unit": (self.tr("Unit (German)"), self.tr("Unit (English)")),
        }
        for row, field in enumerate(words):
            for column, language in ((0, "de"), (2, "en")):
                text = words[field][0 if language == "de" else 1]
                word, line = label(text, "secondary"), QLineEdit(accessibleName=text)
                word.setBuddy(line)
                line.editingFinished.connect(lambda f=field, g=language: self._words_done(f, g))
                grid.addWidget(word, row, column)
                grid.addWidget(line, row, column + 1)
                self.fields[field, language], self._labels[field, language] = line, word
        words_of_variable = QWidget()
        words_of_variable.setLayout(grid)
        grid.setContentsMargins(0, 0, 0, 0)
        self.body.addLayout(at_most(words_of_variable, FORM_WIDTH))

    def _make_categories(self) -> None:
        self.tools = QWidget()
        self.categories_heading = label("", "heading")
        self.search = QLineEdit(
            clearButtonEnabled=True,
            placeholderText=self.tr("Search categories"),
            accessibleName=self.tr("Search categories"),
            textChanged=self._filter,
        )
        self.search.setMinimumWidth(px(178))
        self.search.setMaximumWidth(px(220))
        self.up, self.down = IconButton(self._theme, "arrow-up"), IconButton(self._theme, "arrow-down")
        self.drop = IconButton(self._theme, "delete")
        self.read = QPushButton(
            self.tr("From file ..."), toolTip=self.tr("Read the code list from a file: .cdl, CSV, Excel, ODS")
        )
        self.paste = IconButton(self._theme, "paste")
        self.paste.clicked.connect(self.paste_asked)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.drop.clicked.connect(self._drop)
        self.read.clicked.connect(self.read_asked)
        self.new_code = QLineEdit(
            placeholderText=self.tr("new code"),
            accessibleName=self.tr("Code of a new category"),
            toolTip=self.tr("Enter adds a category that no record has yet"),
            returnPressed=self._add,
        )
        self.new_code.setFixedWidth(px(100))
        line = (self.categories_heading, self.search, STRETCH, self.new_code)
        buttons = (self.up, self.down, self.drop, self.paste, self.read)
        self.tools.setLayout(FoldingRow(*line, *buttons, spacing=STEP))
        self.body.addWidget(self.tools)
        self.model = CategoriesModel(self)
        self.model.edited.connect(self.category_edited)
        self.table = QTableView()
        self.table.setModel(self.model)
        set_kind(self.table, "list")
        as_list(self.table, rows=True)
        self.table.setMinimumHeight(px(5 * ROW_HEIGHT))
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for section, width in ((0, 104), (4, 92), (5, 92)):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(section, px(width))
        for section in (1, 2, 3):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.Stretch)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.show_selected())
        keys = {
            "Alt+Up": lambda: self._move(-1),
            "Alt+Down": lambda: self._move(1),
            "Ctrl+V": self.paste_asked.emit,
        }
        for key, act in keys.items():
            shortcut = QShortcut(QKeySequence(key), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        self.body.addWidget(self.table, 1)

    def _draw(self) -> None:
        for button, icon in ((self.read, "import"), (self.remove, "delete")):
            button.setIcon(self._theme.icon(icon))

    # --- showing -------------------------------------------------------------------------------------------------

    def show_entry(
        self,
        entry: VariableEntry,
        dimension: Dimension | None,
        source: Dimension | None,
        source_title: str,
        in_use: frozenset[str],
        *,
        loaded: bool,
        numbers: NumberColumn | None = None,
    ) -> None:
        """Show a variable.

        `dimension` comes from the records; `source` the one it is derived from; `in_use` are codes of the records,
        which cannot be removed; `numbers` is a magnitude as read.
        """
        language = self._language()
        if self._entry is None or self._entry.name != entry.name:
            self.message.clear()
            self.search.clear()
            self.table.clearSelection()
        self._entry, self._in_use = entry, in_use
        self.heading.setText(entry.title.text(language) or entry.name)
        self.name.setText(entry.name)
        self.name.setVisible(entry.name != self.heading.text())
        self._show_role(entry, loaded=loaded)
        for (field, text_language), line in self.fields.items():
            texts = getattr(entry, field)
            words = texts.de if text_language == "de" else texts.en
            if line.text() != words:
                line.setText(words)
                line.setCursorPosition(0)
            shown = field != "unit" or entry.role == "magnitude"
            line.setVisible(shown)
            self._labels[field, text_language].setVisible(shown)
        text = " · ".join(f"{word} {value}" for word, value in entry.settings)
        self.settings.set_text(self.tr("Settings of τ-ARGUS: %1").replace("%1", text))
        self.settings.setVisible(bool(text))
        self.rule.setVisible(entry.derived is not None)
        if entry.derived is not None:
            self.rule.show_rule(entry.derived, source, source_title, language)
        self.said.show_entry(entry, numbers, language)
        breaks_down = entry.role == "dimension"
        categories = entry.categories or (() if dimension is None else dimension.categories)
        between: dict[str, list[str]] = {}
        for code, first, last_date in entry.gaps:
            words = self.tr("not from %1 to %2").replace("%1", date_text(first, language))
            between.setdefault(code, []).append(words.replace("%2", date_text(last_date, language)))
        self.model.show_categories(categories, language, {code: ", ".join(words) for code, words in between.items()})
        count = integer_text(len(categories), language)
        self.categories_heading.setText(self.tr("Code list: %1").replace("%1", count))
        for widget in (self.tools, self.table, self.zeros):
            widget.setVisible(breaks_down)
        self._filler.setVisible(not breaks_down)
        derived = entry.derived is not None
        self.new_code.setVisible(not derived)
        self.drop.setVisible(not derived)
        self._filter(self.search.text())

    def _show_role(self, entry: VariableEntry, *, loaded: bool) -> None:
        derived = entry.derived is not None
        can = not derived and entry.role in CHANGEABLE
        self.role.setVisible(can)
        self.role.setEnabled(loaded)
        self.fixed_role.setVisible(not can)
        self.remove.setVisible(derived)
        self.fixed_role.setText(self.tr("derived dimension") if derived else role_word(entry.role))
        if can:
            self.role.clear()
            for role in CHANGEABLE:
                self.role.addItem(role_word(role), role)
            self.role.choose(entry.role)

    def selected_codes(self) -> list[str]:
        """The codes of the selected rows, in their order."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.code(row) for row in rows if not self.table.isRowHidden(row)]

    def select_codes(self, codes: list[str]) -> None:
        """Select the rows of these codes."""
        selection = self.table.selectionModel()
        selection.clearSelection()
        how = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for row, each_row in enumerate(self.model.rows):
            if each_row.code in codes:
                selection.select(self.model.index(row, 0), how)

    def show_selected(self) -> None:
        """Enable the actions for the selected categories."""
        codes = self.selected_codes()
        self.zeros.show_selected(codes)
        for button in (self.up, self.down):
            button.setEnabled(bool(codes))
        self.drop.setEnabled(bool(codes) and not self._in_use & set(codes))

    def _filter(self, text: str) -> None:
        wanted_text = text.strip().casefold()
        if wanted_text or self._filtered:
            for row, each_row in enumerate(self.model.rows):
                words = f"{each_row.code} {each_row.label.de} {each_row.label.en}".casefold()
                self.table.setRowHidden(row, bool(wanted_text) and wanted_text not in words)
        self._filtered = bool(wanted_text)
        self.show_selected()

    # --- entering ------------------------------------------------------------------------------------------------

    def _words_done(self, field: str, language: str) -> None:
        if self._entry is None:
            return
        words = self.fields[field, language].text().strip()
        texts = getattr(self._entry, field)
        if words != (texts.de if language == "de" else texts.en):
            self.described.emit(field, words, language)

    def _move(self, step: int) -> None:
        codes = self.selected_codes()
        if codes:
            self.moved.emit(frozenset(codes), step)
            self.select_codes(codes)

    def _add(self) -> None:
        code = self.new_code.text().strip()
        self.new_code.clear()
        if code:
            self.added.emit(code)
            self.select_codes([code])

    def _drop(self) -> None:
        codes = self.selected_codes()
        if codes:
            self.removed.emit(frozenset(codes))
