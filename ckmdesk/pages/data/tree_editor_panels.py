"""Strips above the tree of nodes: from digits, from columns, another hierarchy, group, move, codes without a place.

One is open at a time. Enter does what its button does, Escape closes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QLabel, QLineEdit, QPushButton, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.state.tree_editing import TOP
from ckmdesk.widgets.basic import IconButton, label
from ckmdesk.widgets.layouts import fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo


class Panel(QFrame):
    """Strip with a button that applies it and one that closes it."""

    done = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_kind(self, "head")
        self.line = row_of(within=self, margins=(MARGIN, STEP, MARGIN, STEP), spacing=STEP)
        self.button = QPushButton(clicked=self._do)
        set_kind(self.button, "primary")
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.closed)
        self.hide()

    def finish(self, *, stretch: bool = True) -> None:
        """Add the buttons at the end of the line."""
        if stretch:
            self.line.addStretch(1)
        fill(self.line, self.button, self.cancel)

    def open(self) -> None:
        """Show the strip and give it the focus."""
        self.show()

    def _do(self) -> None:
        if self.button.isEnabled():
            self.done.emit()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._do()
        else:
            super().keyPressEvent(event)


class DigitsPanel(Panel):
    """Strip for the digits of each level; emits `typed(text)`, and the page shows the resulting nodes."""

    typed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.word = label(self.tr("Digits of each level"))
        self.field = QLineEdit(
            accessibleName=self.tr("Digits of each level"),
            toolTip=self.tr("3 1 1 makes of 34120 the nodes 341, 3412 and 34120"),
        )
        self.field.setFixedWidth(px(120))
        self.field.textChanged.connect(self.typed)
        self.word.setBuddy(self.field)
        self.result = label("", "secondary")
        fill(self.line, self.word, self.field, self.result)
        self.finish()
        self.field.setPlaceholderText("3 1 1")
        self.button.setText(self.tr("Apply"))

    def open(self) -> None:
        super().open()
        self.field.setFocus()
        self.field.selectAll()
        self.typed.emit(self.field.text())

    def show_result(self, text: str, *, possible: bool) -> None:
        """Show the result of the digits, and whether it can be applied."""
        self.result.setText(text)
        self.button.setEnabled(possible)


class ColumnsPanel(Panel):
    """Strip for columns above the variable, outermost first (`columns()`); emits `changed()`."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._known: list[tuple[str, str]] = []
        self._combos: list[PlainCombo] = []
        self._arrows: list[QLabel] = []
        self.word = label(self.tr("Levels, the outermost first"))
        self.line.addWidget(self.word)
        self._row = row_of(spacing=STEP)
        self.line.addLayout(self._row)
        self.less = IconButton(theme, "close")
        self.less.clicked.connect(lambda: self._set([combo.currentData() for combo in self._combos[:-1]]))
        self.more = IconButton(theme, "add")
        self.more.clicked.connect(self._add)
        self.last = label()
        self.result = label("", "secondary")
        fill(self.line, self.less, self.more, label("›"), self.last, self.result)
        self.finish()
        self.more.set_tip(self.tr("One more level"))
        self.less.set_tip(self.tr("One level less"))
        self.button.setText(self.tr("Apply"))
        self._name()

    def open_with(self, known: Sequence[tuple[str, str]], last: str) -> None:
        """Open the strip with the variables (name, title) to choose from, above the one titled `last`."""
        same = list(known) == self._known
        self._known = list(known)
        self.last.setText(last)
        if not same or not self._combos:
            self._set([self._known[0][0]] if self._known else [])
        self.open()
        if self._combos:
            self._combos[0].setFocus()
        self.changed.emit()

    def columns(self) -> list[str]:
        return [str(combo.currentData()) for combo in self._combos]

    def choose(self, columns: Sequence[str]) -> None:
        """Select these columns."""
        self._set(list(columns))
        self.changed.emit()

    def _add(self) -> None:
        chosen_columns = self.columns()
        free = [name for name, _ in self._known if name not in chosen_columns]
        if free:
            self.choose([*chosen_columns, free[0]])
            self._combos[-1].setFocus()

    def _set(self, columns: Sequence[str]) -> None:
        while self._row.count():
            item = self._row.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        former_columns = self.columns()
        self._combos = []
        for column_index, name in enumerate(columns):
            combo = PlainCombo()
            for other, title in self._known:
                combo.addItem(title, other)
            combo.setMinimumWidth(px(130))
            combo.choose(name)
            combo.activated.connect(lambda _: self.changed.emit())
            if column_index:
                self._row.addWidget(label("›"))
            self._row.addWidget(combo)
            self._combos.append(combo)
        self._name()
        self.less.setVisible(len(columns) > 1)
        self.more.setVisible(len(columns) < len(self._known))
        if former_columns and former_columns != list(columns):
            self.changed.emit()

    def _name(self) -> None:
        for combo_index, combo in enumerate(self._combos):
            combo.setAccessibleName(self.tr("Column of level %1").replace("%1", str(combo_index + 1)))

    def show_result(self, text: str, *, possible: bool) -> None:
        """Show the result of the columns, and whether it can be applied."""
        self.result.setText(text)
        self.button.setEnabled(possible)


class NamePanel(Panel):
    """Strip with a short and a long field: code and label of a group, or name and title of a hierarchy."""

    kept = ("texts",)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.first_word, self.second_word = label(), label()
        self.first, self.second = QLineEdit(), QLineEdit()
        self.first.setFixedWidth(px(120))
        self.first_word.setBuddy(self.first)
        self.second_word.setBuddy(self.second)
        self.first.textChanged.connect(self._enable)
        fill(self.line, self.second_word, self.second, self.first_word, self.first)
        self.line.setStretchFactor(self.second, 1)
        self.finish(stretch=False)

    @property
    def texts(self) -> tuple[str, str]:
        """Return the texts of both fields."""
        return self.first.text(), self.second.text()

    @texts.setter
    def texts(self, texts: tuple[str, str]) -> None:
        self.first.setText(texts[0])
        self.second.setText(texts[1])

    def name_fields(self, name: str) -> None:
        """Name the widgets of the panel by `name`, so that they can be found."""
        for part_name, widget in (("short", self.first), ("long", self.second), ("done", self.button)):
            widget.setObjectName(f"{name}:{part_name}")

    def set_words(self, first: str, second: str, button: str) -> None:
        self.first_word.setText(first)
        self.second_word.setText(second)
        self.first.setAccessibleName(first)
        self.second.setAccessibleName(second)
        self.button.setText(button)

    def open_with(self, first: str, second: str) -> None:
        """Open the strip with these initial texts."""
        self.texts = (first, second)
        self._enable()
        self.open()
        self.second.setFocus()
        self.second.selectAll()

    def _enable(self) -> None:
        self.button.setEnabled(bool(self.first.text().strip()))


class TargetPanel(Panel):
    """Strip that asks for the target node of a move."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.word = label("", wrap=True)
        self.target = PlainCombo()
        self.target.setEditable(True)
        self.target.setInsertPolicy(PlainCombo.InsertPolicy.NoInsert)
        self.target.setMinimumWidth(px(260))
        completer = QCompleter(self.target.model(), self.target)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.target.setCompleter(completer)
        fill(self.line, (self.word, 1), self.target)
        self.finish(stretch=False)

    def set_words(self, sentence: str, target: str, button: str) -> None:
        self.word.setText(sentence)
        self.target.setAccessibleName(target)
        self.button.setText(button)

    def open_with(self, targets: Sequence[tuple[str, str]], chosen: str = TOP) -> None:
        """Choose among these nodes (code, words)."""
        self.target.clear()
        for code, words in targets:
            self.target.addItem(words, code)
        self.target.choose(chosen)
        self.open()
        self.target.setFocus()
        edit = self.target.lineEdit()
        if edit is not None:
            edit.selectAll()

    def code(self) -> str | None:
        """Return the selected node; None if the typed text is none."""
        item_index = self.target.findText(self.target.currentText(), Qt.MatchFlag.MatchFixedString)
        return None if item_index < 0 else str(self.target.itemData(item_index))
