"""Rows of one's own: the ways into their editor, the editor, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.messages import say
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.own_rows import check_rows
from ckmcore.tabulate.spec import PERIOD, Condition, Level, OwnRow, Relation
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.commands import layout
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.state import shelves
from ckmdesk.state.own_rows import answer_rows, condition_words, made_label, rows_of
from ckmdesk.state.shelves import Axis, Origin
from ckmdesk.widgets.basic import IconButton, label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.scrolled import grown
from ckmdesk.widgets.searched_menu import searchable


class OwnRowsActions(QObject):
    """Opens the editor of custom rows and runs its result as a command; `dimensions` returns those of the list."""

    def __init__(
        self, context: PageContext, panel: ShelfPanel, page: QWidget, dimensions: Callable[[], Mapping[str, Dimension]]
    ) -> None:
        super().__init__(page)
        self.context, self.panel, self.page, self._dimensions = context, panel, page, dimensions
        self.open: OwnRowsEditor | None = None

    def add(self, axis: Axis, rows: tuple[OwnRow, ...] = ()) -> None:
        """Add rows as a level at the end of the axis."""

        def apply(new_rows: tuple[OwnRow, ...], title: Texts) -> None:
            level = shelves.own_rows(self.context.desk.state.table.spec, new_rows, title)
            self.context.desk.run(layout.put_own_rows(axis, level, title.text(self.context.language)))

        self._show(rows, Texts(), apply)

    def add_answers(self, axis: Axis) -> None:
        """New rows from variables that hold several answers of a unit."""
        popup = AnswersPopup(
            list(self._variables().values()),
            self.context.language,
            lambda rows: self.add(axis, rows),
            self.page,
        )
        popup.show_at(self.panel[axis])

    def change(self, level: Level, at: Origin) -> None:
        """Change own rows of the table."""

        def apply(new_rows: tuple[OwnRow, ...], title: Texts) -> None:
            words = title.text(self.context.language)
            self.context.desk.run(
                layout.change_level("own_rows", level.variable, words, at, rows=new_rows, title=title)
            )

        self._show(level.rows, level.title, apply)

    def _show(self, rows: tuple[OwnRow, ...], title: Texts, apply: Callable[..., None]) -> None:
        filters = self.context.desk.state.table.spec.filters
        self.open = OwnRowsEditor(self.context, self._variables(), rows, title, filters, self.page)
        self.open.done_with.connect(apply)
        self.open.show()
        self.open.activateWindow()
        self.open.list.setFocus()

    def _variables(self) -> dict[str, Dimension]:
        return {name: kept_dimension for name, kept_dimension in self._dimensions().items() if name != PERIOD}


NAME = int(Qt.ItemDataRole.UserRole)
MOST_CATEGORIES = 200


class AnswersPopup(QFrame):
    """A list of variables with ticks and the kind of rows. `apply(rows)` once at least two variables are ticked."""

    def __init__(
        self,
        dimensions: Sequence[Dimension],
        language: Language,
        apply: Callable[[tuple[OwnRow, ...]], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._apply, self._language = apply, language
        self._dimensions = {
            dimension.name: dimension for dimension in dimensions if len(dimension.categories) <= MOST_CATEGORIES
        }
        self.setObjectName("answers")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_kind(self, "card")
        self.search = QLineEdit(placeholderText=self.tr("search"), accessibleName=self.tr("Search variables"))
        self.search.textChanged.connect(self._filter)
        title = self.tr("Variables that hold several answers of a unit")
        shape(self, Role.Dialog)
        self.setAccessibleName(title)
        column = column_of(
            label(title, "heading"),
            self.search,
            within=self,
            margins=STEP,
            spacing=STEP,
        )
        self.list = QListWidget(accessibleName=self.tr("Variables"))
        for name, dimension in self._dimensions.items():
            item = QListWidgetItem(dimension.title.text(language) or name)
            item.setData(NAME, name)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self.list.itemChanged.connect(lambda _item: self._offer())
        fill(column, self.list, label(self.tr("A row for"), "secondary"))
        self.kind = QComboBox(accessibleName=self.tr("A row for"))
        column.addWidget(self.kind)
        self.ok = QPushButton(self.tr("Make rows"))
        set_kind(self.ok, "primary")
        self.ok.clicked.connect(self.accept)
        column.addWidget(self.ok)
        self.resize(grown(QSize(340, 420), self.screen().availableSize()))
        self._offer()

    def show_at(self, anchor: QWidget) -> None:
        """Show the popup below a widget."""
        self.move(anchor.mapToGlobal(QPoint(0, anchor.height())))
        self.show()
        self.search.setFocus()

    def chosen(self) -> list[Dimension]:
        """The variables that are ticked."""
        items = [self.list.item(index) for index in range(self.list.count())]
        return [self._dimensions[item.data(NAME)] for item in items if item.checkState() == Qt.CheckState.Checked]

    def _offer(self) -> None:
        chosen, former_kind = self.chosen(), self.kind.currentData()
        self.kind.clear()
        self.kind.addItem(self.tr("each category, in whichever variable"), None)
        shared_codes = (
            [code for code in chosen[0].codes if all(code in chosen_dimension.codes for chosen_dimension in chosen)]
            if chosen
            else []
        )
        for code in shared_codes:
            words = chosen[0].label(code).text(self._language)
            self.kind.addItem(self.tr("each variable, where it is “%1”").replace("%1", words), code)
        self.kind.setCurrentIndex(max(self.kind.findData(former_kind), 0))
        self.ok.setEnabled(len(chosen) > 1)

    def _filter(self, text: str) -> None:
        for index in range(self.list.count()):
            item = self.list.item(index)
            item.setHidden(text.casefold() not in item.text().casefold())

    def accept(self) -> None:
        """Apply the rows and close."""
        if self.ok.isEnabled():
            rows = answer_rows(self.chosen(), self.kind.currentData())
            self.close()
            self._apply(rows)


RELATIONS: tuple[Relation, ...] = ("davon", "darunter", "und zwar")
WIDTH, HEIGHT = 780, 460


class OwnRowsEditor(QDialog):
    """A window beside the table. `done_with(rows, title)` when it is applied."""

    done_with = Signal(tuple, object)

    def __init__(
        self,
        context: PageContext,
        dimensions: Mapping[str, Dimension],
        rows: tuple[OwnRow, ...],
        title: Texts,
        filters: tuple[Condition, ...],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("own-rows")
        set_subject(self, "tables")
        self.setWindowTitle(self.tr("Own rows"))
        self.resize(grown(QSize(WIDTH, HEIGHT), self.screen().availableSize()))
        self.context, self.dimensions, self._filters = context, dimensions, filters
        self.language = context.language
        self._title = title
        self.rows: list[OwnRow] = list(rows) or [OwnRow(relation="darunter")]
        head = QFormLayout()
        self.title = QLineEdit(title.text(self.language))
        self.title.setPlaceholderText(self.tr("What the rows are about, for example: by citizenship"))
        head.addRow(self.tr("Title"), self.title)
        column = column_of(head, within=self, spacing=STEP)
        column.addLayout(row_of((self._make_list(), 1), (self._make_form(), 1)), 1)
        self.message = MessageBar(context.theme, lambda: self.language)
        column.addWidget(self.message)
        self.buttons = QDialogButtonBox()
        self.ok = QPushButton(self.tr("Apply"), objectName="own-rows-apply")
        set_kind(self.ok, "primary")
        self.buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QPushButton(self.tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self._show_rows(0)

    def _make_list(self) -> QVBoxLayout:
        column = QVBoxLayout()
        self.list = QListWidget(accessibleName=self.tr("Own rows"))
        self.list.currentRowChanged.connect(lambda _row: self._show_row())
        column.addWidget(self.list)
        line = QHBoxLayout()
        self.add_button = QPushButton(self.tr("Add"), objectName="own-rows-add")
        self.add_menu = QMenu(self.add_button)
        self.add_menu.addAction(self.tr("Row")).triggered.connect(lambda: self._add(OwnRow(relation=self._relation())))
        self.add_menu.addAction(self.tr("Heading")).triggered.connect(lambda: self._add(OwnRow(kind="heading")))
        self.add_menu.addAction(self.tr("Blank line")).triggered.connect(lambda: self._add(OwnRow(kind="blank")))
        all_menus = searchable(self.add_menu.addMenu(self.tr("All categories of")))
        for name, dimension in self.dimensions.items():
            action = all_menus.addAction(dimension.title.text(self.language) or name)
            action.triggered.connect(lambda _checked=False, dimension=dimension: self._add(*rows_of(dimension)))
        self.add_button.setMenu(self.add_menu)
        line.addWidget(self.add_button)
        theme = self.context.theme
        self.up, self.down, self.delete = (IconButton(theme, icon) for icon in ("arrow-up", "arrow-down", "delete"))
        for button, tip in ((self.up, self.tr("Up")), (self.down, self.tr("Down")), (self.delete, self.tr("Delete"))):
            button.set_tip(tip)
            line.addWidget(button)
        self.up.clicked.connect(lambda: self._step(-1))
        self.down.clicked.connect(lambda: self._step(1))
        self.delete.clicked.connect(self._delete)
        line.addStretch(1)
        column.addLayout(line)
        return column

    def _make_form(self) -> QVBoxLayout:
        column = QVBoxLayout()
        form = QFormLayout()
        self.label = QLineEdit(objectName="own-row-label")
        self.label.textEdited.connect(self._labelled)
        self.label_word = label(self.tr("Label"))
        self.label_word.setBuddy(self.label)
        form.addRow(self.label_word, self.label)
        self.relation = QComboBox()
        for relation in RELATIONS:
            words = say(f"relation_{relation.replace(' ', '_')}", self.language)
            self.relation.addItem(words, relation)
        self.relation.activated.connect(lambda _place: self._change(relation=self.relation.currentData()))
        self.relation_word = label(self.tr("Kind of row"))
        self.relation_word.setBuddy(self.relation)
        form.addRow(self.relation_word, self.relation)
        column.addLayout(form)
        self.conditions = column_of(spacing=STEP // 2)
        column.addLayout(self.conditions)
        self.add_condition = QPushButton(self.tr("Add condition"), objectName="own-row-condition")
        menu = searchable(QMenu(self.add_condition))
        for name, dimension in self.dimensions.items():
            action = menu.addAction(dimension.title.text(self.language) or name)
            action.triggered.connect(lambda _checked=False, name=name: self.choose(name))
        self.add_condition.setMenu(menu)
        column.addWidget(self.add_condition)
        self.any_of = QCheckBox(self.tr("One of the conditions is enough"))
        self.any_of.clicked.connect(lambda checked: self._change(any_of=bool(checked)))
        fill(column, self.any_of, STRETCH)
        return column

    # --- rows ----------------------------------------------------------------------------------------------------

    def _relation(self) -> Relation:
        """New rows go on with the relation of the row before."""
        return next((row.relation for row in reversed(self.rows) if row.kind == "figures"), "darunter")

    @property
    def row(self) -> OwnRow | None:
        """The row that is edited."""
        index = self.list.currentRow()
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def _show_rows(self, index: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([self._words(row) for row in self.rows])
        self.list.setCurrentRow(min(index, len(self.rows) - 1))
        self.list.blockSignals(False)
        self._show_row()

    def _words(self, row: OwnRow) -> str:
        text = row.label.text(self.language)
        if row.kind == "heading":
            return text or self.tr("(heading)")
        if row.kind == "blank":
            return self.tr("(blank line)")
        relation = say(f"relation_{row.relation.replace(' ', '_')}", self.language)
        return f"{relation}: {text or say('row_unlabelled', self.language)}"

    def _show_row(self) -> None:
        row = self.row
        figures = row is not None and row.kind == "figures"
        for widget in (self.relation, self.relation_word, self.add_condition, self.any_of):
            widget.setVisible(figures)
        for part in (self.label, self.label_word):
            part.setVisible(row is not None and row.kind != "blank")
        index = self.list.currentRow()
        self.up.setEnabled(index > 0)
        self.down.setEnabled(0 <= index < len(self.rows) - 1)
        self.delete.setEnabled(len(self.rows) > 1)
        if row is not None:
            if self.label.text() != row.label.text(self.language):
                self.label.setText(row.label.text(self.language))
            self.relation.setCurrentIndex(RELATIONS.index(row.relation))
            self.any_of.setChecked(row.any_of)
            self.any_of.setEnabled(len(row.conditions) > 1)
        self._show_conditions(row.conditions if row is not None and figures else ())
        self._check()

    def _show_conditions(self, conditions: tuple[Condition, ...]) -> None:
        while self.conditions.count():
            layout_item = self.conditions.takeAt(0)
            widget = None if layout_item is None else layout_item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for condition_index, condition in enumerate(conditions):
            holder = QWidget()
            line = row_of(within=holder, margins=0)
            words = QPushButton(condition_words(condition, self.dimensions, self.language))
            words.setToolTip(self.tr("Choose categories ..."))
            words.clicked.connect(lambda _checked=False, variable=condition.variable: self.choose(variable))
            line.addWidget(words, 1)
            cross = IconButton(self.context.theme, "close")
            cross.set_tip(self.tr("Take the condition out"))
            cross.clicked.connect(
                lambda _checked=False, condition_index=condition_index: self._take_out(condition_index)
            )
            line.addWidget(cross)
            self.conditions.addWidget(holder)

    def _check(self) -> None:
        """Show what is wrong with the rows, which disables applying them."""
        try:
            check_rows(self.dimensions, tuple(self.rows), self._filters)
        except CkmError as error:
            self.message.show_message(error, "warning")
            self.ok.setEnabled(False)
        else:
            self.message.clear()
            self.ok.setEnabled(True)

    # --- steps ---------------------------------------------------------------------------------------------------

    def _add(self, *rows: OwnRow) -> None:
        row_index = self.list.currentRow() + 1
        if len(self.rows) == 1 and self.rows[0].kind == "figures" and not self.rows[0].conditions:
            self.rows, row_index = [], 0
        self.rows[row_index:row_index] = rows
        self._show_rows(row_index)
        self.label.setFocus()

    def _step(self, by: int) -> None:
        row_index = self.list.currentRow()
        self.rows.insert(row_index + by, self.rows.pop(row_index))
        self._show_rows(row_index + by)

    def _delete(self) -> None:
        row_index = self.list.currentRow()
        if len(self.rows) < 2:
            return
        del self.rows[row_index]
        self._show_rows(max(row_index - 1, 0))

    def _change(self, **fields: object) -> None:
        row_index, row = self.list.currentRow(), self.row
        if row is not None:
            self.rows[row_index] = replace(row, **fields)  # type: ignore[arg-type]
            self._show_rows(row_index)

    def _labelled(self, text: str) -> None:
        row = self.row
        if row is not None:
            words = Texts(row.label.en, text) if self.language == "de" else Texts(text, row.label.de)
            self._change(label=words)

    def _take_out(self, number: int) -> None:
        row = self.row
        if row is not None:
            self._change(conditions=(*row.conditions[:number], *row.conditions[number + 1 :]))

    def choose(self, variable: str) -> None:
        """Show the categories of a variable; the ticked ones become its condition."""
        row = self.row
        if row is None:
            return
        former_code = next((condition.codes for condition in row.conditions if condition.variable == variable), ())

        def apply(codes: tuple[str, ...]) -> None:
            self._put(variable, codes)

        popup = CategoryPopup(self.dimensions[variable], former_code, self.language, self.context.theme, apply, self)
        if not former_code:
            popup.tick_none()
        popup.show_at(self.add_condition.mapToGlobal(QPoint(0, self.add_condition.height())))

    def _put(self, variable: str, codes: tuple[str, ...]) -> None:
        row = self.row
        if row is None:
            return
        was_made = row.label in (Texts(), made_label(row, self.dimensions))
        other_conditions = tuple(condition for condition in row.conditions if condition.variable != variable)
        changed = replace(
            row, conditions=(*other_conditions, Condition(variable, codes)) if codes else other_conditions
        )
        if was_made:
            changed = replace(changed, label=made_label(changed, self.dimensions))
        self.rows[self.list.currentRow()] = changed
        self._show_rows(self.list.currentRow())

    def _accept(self) -> None:
        text = self.title.text().strip()
        title = self._title
        if text != title.text(self.language):
            title = Texts(title.en, text) if self.language == "de" else Texts(text, title.de)
        rows = tuple(self.rows)
        self.accept()
        self.done_with.emit(rows, title)
