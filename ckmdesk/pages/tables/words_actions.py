"""The words of a table: its title with placeholders, and footnotes on table, row, column, cell and value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QWidget

from ckmcore.base.texts import Texts
from ckmcore.presentation.footnotes import Notes
from ckmcore.statistic.titles import PLACEHOLDERS
from ckmcore.tabulate.spec import Footnote
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import tables as commands
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.menus import menu_for
from ckmdesk.state.hidden import TableSide
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import TitleLine
from ckmdesk.widgets.words_popup import ask_words

HEIGHT = 44


class FootnoteList(QPlainTextEdit):
    """The footnotes under the table, in two lines that scroll; without footnotes the table uses their room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("footnotes")
        self.setReadOnly(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setViewportMargins(STEP, 0, STEP, 0)
        self.setFixedHeight(px(HEIGHT))
        set_kind(self, "secondary")
        self.show_notes(Notes())
        self.setAccessibleName(self.tr("Footnotes"))

    def clear_notes(self) -> None:
        """Clear the footnotes: there is no table."""
        self.show_notes(Notes())

    def show_notes(self, notes: Notes, more: Sequence[str] = ()) -> None:
        """Show the notes of the table; `more` are breaks in the series and sources of reference figures."""
        self.setPlainText("\n".join((*notes.written, *more)))
        self.setVisible(bool(self.toPlainText()))


class TitleField(QLineEdit):
    """Field over the title of a table with its present text; `apply(text)` after a change, Escape leaves it."""

    def __init__(self, title: TitleLine, text: str, apply: Callable[[str], None]) -> None:
        super().__init__(text, title.parentWidget())
        self._former, self._apply = text, apply
        self.setObjectName("title-field")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(self.tr("Title of the table"))
        room = title.geometry()
        room.setWidth(max(room.width(), title.parentWidget().width() // 2))
        self.setGeometry(room)
        self.editingFinished.connect(self.accept)
        self.show()
        self.setFocus()
        self.selectAll()

    def accept(self) -> None:
        """Apply the text if it was changed, and close."""
        text, former = self.text().strip(), self._former
        self._former = text  # closing takes the focus, which ends the editing once more
        self.close()
        if text != former:
            self._apply(text)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._former)
            self.accept()
        else:
            super().keyPressEvent(event)


class WordsActions(QObject):
    """The actions "Title" and "Footnote"; each opens a popup for the text in both languages.

    The title is also edited in place, by its button or a double click.
    """

    def __init__(
        self, context: PageContext, grid: TableGrid, view: Callable[[], TableView | None], title: TitleLine
    ) -> None:
        super().__init__(grid)
        self.context, self.grid, self._view, self._title = context, grid, view, title
        self.title = QAction(self.tr("Title of the table ..."), self, shortcut=QKeySequence("Ctrl+Shift+H"))
        self.title.triggered.connect(lambda _checked=False: self.ask_title())
        title.installEventFilter(self)
        self.number = QAction(self.tr("Number of the table ..."), self)
        self.number.triggered.connect(lambda _checked=False: self.ask_number())
        self.note = QAction(self.tr("Footnote ..."), self, shortcut=QKeySequence("Ctrl+Shift+F"))
        self.note.triggered.connect(lambda _checked=False: self.show_menu())

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick:
            self.edit_title()
        return super().eventFilter(watched, event)

    def edit_title(self) -> None:
        """Edit the title in place, in the language of the table; without words it is made again."""
        view = self._view()
        if view is None:
            return
        language, own_title = view.presented.language, self.context.desk.state.table.spec.title
        present = own_title.text(language) or view.presented.title

        def apply(words: str) -> None:
            if not own_title.text(language):
                words = self._with_period(words)
            changed = replace(own_title, **{language: words}) if words else Texts()
            self.context.desk.run(commands.set_title(changed))

        TitleField(self._title, present, apply)

    def _with_period(self, words: str) -> str:
        """Put the placeholder of the period in the place of its name: the title follows when the period changes."""
        view, statistic = self._view(), self.context.desk.state.statistic
        if view is None or statistic is None:
            return words
        language = view.presented.language
        period = statistic.period.label.text(language)
        placeholder = next(de if language == "de" else en for fact, en, de in PLACEHOLDERS if fact == "period")
        return words.replace(period, f"{{{placeholder}}}") if period else words

    def ask_title(self) -> None:
        """Ask for the title; its placeholders follow period, state of areas and filter."""
        german = self.context.language == "de"
        names = ", ".join(f"{{{de if german else en}}}" for _, en, de in PLACEHOLDERS)
        hint = self.tr("Title. Placeholders: %1").replace("%1", names)
        former_title = self.context.desk.state.table.spec.title

        def apply(words: Texts) -> None:
            self.context.desk.run(commands.set_title(words))

        ask_words(self.grid, self._title, hint, former_title, self.context.language, apply)

    def ask_number(self) -> None:
        """Ask for the number of the table in its publication, with its word."""

        def apply(words: Texts) -> None:
            self.context.desk.run(commands.set_number(words))

        hint = self.tr("Number, such as: Table 1.1")
        former_number = self.context.desk.state.table.spec.presentation.number
        ask_words(self.grid, self._title, hint, former_number, self.context.language, apply)

    def ask_empty_note(self) -> None:
        """Ask for the text of the first footnote without one in the window's language, else of that on the table."""
        own_footnotes = self.context.desk.state.table.spec.footnotes
        language = self.context.language
        empty = (replace(note, text=Texts()) for note in own_footnotes if not note.text.text(language).strip())
        self.ask_note(next(empty, Footnote(Texts(), "table")))

    def show_menu(self) -> None:
        """Show the menu of what the footnote refers to: the selection in the table."""
        menu = menu_for(self.grid)
        self.add_entries(menu)
        rect = self.grid.visualRect(self.grid.currentIndex())
        menu.popup(self.grid.viewport().mapToGlobal(rect.bottomLeft() if rect.isValid() else QPoint(0, 0)))

    def add_entries(self, menu: QMenu, heading: TableSide | None = None) -> None:
        """Add the kinds of footnotes possible at the current cell, or at a heading of rows or columns."""
        view, current, model = self._view(), self.grid.currentIndex(), self.grid.table_model()
        if view is None or model is None:
            return
        footnotes_found: list[tuple[str, Footnote]] = []
        if current.isValid():
            line, head_line, value = model.place(current.row(), current.column())
            row, column = view.layout.rows.address(line), view.layout.columns.address(head_line)
            cell = {**view.layout.layers.address(view.layer), **row, **column}
            if row and heading != "columns":
                footnotes_found.append((self.tr("Footnote on the row ..."), Footnote(Texts(), "line", _sorted(row))))
            if column and heading != "rows":
                footnotes_found.append(
                    (self.tr("Footnote on the column ..."), Footnote(Texts(), "line", _sorted(column)))
                )
            if heading is None:
                footnotes_found.append((self.tr("Footnote on the cell ..."), Footnote(Texts(), "cell", _sorted(cell))))
            number = view.shown[value].number
            footnotes_found.append((self.tr("Footnote on the value ..."), Footnote(Texts(), "value", value=number)))
        footnotes_found.append((self.tr("Footnote on the table ..."), Footnote(Texts(), "table")))
        for text, note in footnotes_found:
            menu.addAction(text).triggered.connect(lambda _checked=False, note=note: self.ask_note(note))

    def ask_note(self, place: Footnote) -> None:
        """Ask for the text of a footnote; an empty text removes it."""
        own_footnotes = self.context.desk.state.table.spec.footnotes
        former_text = next((note.text for note in own_footnotes if replace(note, text=Texts()) == place), Texts())
        words = {
            "line": self.tr("Footnote on a row or column"),
            "cell": self.tr("Footnote on a cell"),
            "value": self.tr("Footnote on a value"),
        }.get(place.on, self.tr("Footnote on the table"))

        def apply(text: Texts) -> None:
            self.context.desk.run(commands.put_footnote(replace(place, text=text)))

        ask_words(self.grid, self._title, words, former_text, self.context.language, apply)


def _sorted(address: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(address.items()))
