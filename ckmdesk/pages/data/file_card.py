"""The card of the files: names, sizes, and how they are written, each sign correctable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.microdata import Dialect, Preview
from ckmcore.microdata.files import PREPARED
from ckmcore.microdata.tauproject import description_beside
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.state.data_import import Import
from ckmdesk.widgets.basic import Card, ElidedLabel, IconButton, IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

TEXTS = ("csv", "fixed")
FILES_A_ROW = 3


class FileRows(QWidget):
    """Rows with the files of an import.

    Emits `add_asked()`, `removed(path)`, `meta_asked(path or None)`, `other_meta_asked()`, and `marking_asked()` to
    mark columns of fixed width.
    """

    add_asked = Signal()
    removed = Signal(object)
    meta_asked = Signal(object)
    other_meta_asked = Signal()
    marking_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._beside: Path | None = None
        self._list = QGridLayout(horizontalSpacing=3 * STEP, verticalSpacing=2)
        self._list.setColumnStretch(FILES_A_ROW, 1)
        column = column_of(self._list, within=self, margins=(MARGIN, 0, MARGIN, STEP - 1), spacing=4)
        self._lines: list[QWidget] = []
        row = row_of(spacing=STEP)
        self._icon = IconLabel(theme, "info", "accent")
        self.meta_text = label("", "secondary")
        self.meta_button = QPushButton(clicked=lambda: self.meta_asked.emit(self._beside))
        self.other_button = QPushButton()
        self.without_button = QPushButton(self.tr("Read without description"))
        self.marking_button = QPushButton(
            self.tr("Columns of fixed width ..."),
            toolTip=self.tr("Mark in the lines of the file where its columns begin"),
        )
        self.add_button = QPushButton(
            self.tr("Add files ..."), toolTip=self.tr("Further files with the same columns, read as one with this")
        )
        for button in (self.other_button, self.without_button, self.marking_button, self.add_button):
            set_kind(button, "link")
        self.other_button.clicked.connect(self.other_meta_asked)
        self.without_button.clicked.connect(lambda: self.meta_asked.emit(None))
        self.marking_button.clicked.connect(self.marking_asked)
        self.add_button.clicked.connect(self.add_asked)
        for widget in (self._icon, self.meta_text, self.meta_button, self.other_button, self.without_button):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.marking_button)
        row.addWidget(self.add_button)
        column.addLayout(row)

    def show_import(self, state: Import, language: Language) -> None:
        """Show what an import is read from."""
        is_text = state.preview.format in TEXTS
        meta = state.meta
        self._beside = description_beside(state.path) if is_text and meta is None else None
        self._icon.setVisible(meta is not None or self._beside is not None)
        self.meta_text.setVisible(meta is not None or self._beside is not None)
        self.meta_button.setVisible(self._beside is not None)
        self.other_button.setVisible(is_text)
        self.without_button.setVisible(meta is not None)
        self.marking_button.setVisible(is_text and meta is None)
        self.add_button.setVisible(state.preview.format not in PREPARED and not state.preview.sheets)
        described = meta is not None or self._beside is not None
        self.other_button.setText(self.tr("Other description ...") if described else self.tr("τ-ARGUS description ..."))
        if meta is not None:
            text = self.tr("Read with the description %1").replace("%1", meta.name)
            project = state.project
            if project is not None and project.ptables:
                names = ", ".join(ptable.name for ptable in project.ptables)
                text += "  ·  " + self.tr("perturbation tables: %1").replace("%1", names)
            self.meta_text.setText(text)
        elif self._beside is not None:
            self.meta_text.setText(self.tr("There is a τ-ARGUS description beside the file."))
            self.meta_button.setText(self.tr("Read with %1").replace("%1", self._beside.name))
        self._show_files(state, language)
        self.setVisible(is_text or len(state.paths) > 1 or not self.add_button.isHidden())

    def _show_files(self, state: Import, language: Language) -> None:
        for line in self._lines:
            line.hide()
            self._list.removeWidget(line)
            line.deleteLater()
        self._lines = []
        paths = state.paths
        if len(paths) < 2:
            return
        for path_index, path in enumerate(paths):
            line = QWidget()
            name = ElidedLabel(path.name)
            name.setToolTip(str(path))
            looked = state.preview.looked_at[path_index] if path_index < len(state.preview.looked_at) else 0
            rows = counted(self.tr("1 row looked at"), self.tr("%1 rows looked at"), looked, language)
            remove = IconButton(self._theme, "close", self.tr("Remove %1 from the list").replace("%1", path.name))
            remove.setAccessibleName(remove.toolTip())
            remove.clicked.connect(lambda _=False, path=path: self.removed.emit(path))
            row_of(
                IconLabel(self._theme, "file", "secondary"),
                name,
                label(rows, "secondary"),
                remove,
                within=line,
                margins=0,
                spacing=STEP,
            )
            self._lines.append(line)
            self._list.addWidget(line, *divmod(path_index, FILES_A_ROW))


ENCODINGS = ("utf-8", "utf-8-sig", "cp1252", "cp850", "latin-1", "utf-16", "utf-16-le", "utf-16-be")
SEPARATORS = (";", ",", "\t", "|")
DECIMALS = (",", ".")
ONE_ROW = 1060
WIDTHS = (128, 108, 92, 92)
THOUSANDS = ("", ".", ",", " ", "\u00a0", "'")


def size_text(size: int, language: Language) -> str:
    """A size in the largest unit that leaves at least 1."""
    if size < 1000:
        return f"{integer_text(size, language)} B"
    value, unit = size / 1000, "kB"
    for larger in ("MB", "GB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{decimal_text(value, 1 if value < 100 else 0, language)} {unit}"


TEXT_FORMATS = ("csv",)
BOOK_FORMATS = ("excel", "excel_97", "ods")


class FileCard(Card):
    """Card of the file format; emits `changed(dialect)` when the user corrects a guess."""

    changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=0)
        self._dialect: Dialect | None = None
        self._format = "csv"
        self._sheets: tuple[str, ...] = ()
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._box.setContentsMargins(MARGIN, STEP - 1, MARGIN, STEP - 1)
        self._box.setSpacing(STEP)
        line = row_of(spacing=STEP)
        self._box.addLayout(line, 1)
        self._icon = IconLabel(theme, "file-csv", "accent", 20)
        self.name = ElidedLabel("", "heading")
        self.name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.size_label = label("", "secondary")
        fill(line, self._icon, self.name, self.size_label, STRETCH)
        self._grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=2)
        self._box.addLayout(self._grid)
        self.encoding, self.separator, self.decimal, self.thousands = (PlainCombo() for _ in range(4))
        self.combos = (self.encoding, self.separator, self.decimal, self.thousands)
        self._words: list[QLabel] = []
        names = (self.tr("Encoding"), self.tr("Separator"), self.tr("Decimal sign"), self.tr("Thousands"))
        for combo, width, name in zip(self.combos, WIDTHS, names, strict=True):
            word = label(name, "secondary")
            word.setBuddy(combo)
            combo.setAccessibleName(name)
            self._words.append(word)
            combo.setFixedWidth(px(width))
            combo.activated.connect(self._chosen)
        self.header = QCheckBox(self.tr("Header row"), toolTip=self.tr("The first row holds the names of the columns"))
        self.header.clicked.connect(self._chosen)
        self.sheet = PlainCombo()
        self.cells = QLineEdit(
            accessibleName=self.tr("Cells"),
            toolTip=self.tr("Where the table is, such as B3:F200; empty: found automatically"),
            objectName="cells",
            editingFinished=self._cells_typed,
        )
        self.sheet.setObjectName("sheet")
        self.sheet.setMinimumWidth(px(140))
        self.cells.setFixedWidth(px(96))
        self.sheet.activated.connect(self._sheet_chosen)
        self._sheet_word, self._cells_word = label(self.tr("Sheet"), "secondary"), label(self.tr("Cells"), "secondary")
        self._sheet_word.setBuddy(self.sheet)
        settled(*self.combos, self.header, self.sheet)
        self._cells_word.setBuddy(self.cells)
        self._box.insertLayout(1, row_of(self._sheet_word, self.sheet, self._cells_word, self.cells, spacing=STEP))
        self._lay_out(QBoxLayout.Direction.LeftToRight)
        self.body.addLayout(self._box)
        self.rows = FileRows(theme)
        self.body.addWidget(self.rows)
        encodings = {
            "utf-8": "UTF-8",
            "utf-8-sig": self.tr("UTF-8 with BOM"),
            "cp1252": "Windows-1252",
            "cp850": "DOS (850)",
            "latin-1": "ISO 8859-1",
            "utf-16": "UTF-16",
            "utf-16-le": "UTF-16 LE",
            "utf-16-be": "UTF-16 BE",
        }
        separators = {
            ";": self.tr("Semicolon"), ",": self.tr("Comma"), "\t": self.tr("Tab"), "|": self.tr("Bar"),
        }  # fmt: skip
        signs = {
            "": self.tr("none"),
            ".": self.tr("Point"),
            ",": self.tr("Comma"),
            " ": self.tr("Blank"),
            "\u00a0": self.tr("No-break space"),
            "'": self.tr("Apostrophe"),
        }
        for combo, values, words in (
            (self.encoding, ENCODINGS, encodings),
            (self.separator, SEPARATORS, separators),
            (self.decimal, DECIMALS, signs),
            (self.thousands, THOUSANDS, signs),
        ):
            for value in values:
                combo.addItem(words[value], value)
        self.sheet.setAccessibleName(self.tr("Sheet"))
        self.show_dialect(self._dialect)

    def show_preview(self, preview: Preview, language: Language) -> None:
        """Show the file and how it was read."""
        self._icon.set_icon("file-csv" if preview.format == "csv" else "file", "accent")
        self.name.set_text(preview.file.name)
        self.name.setToolTip(str(preview.file))
        self.size_label.setText(size_text(preview.size, language))
        self._format, self._sheets = preview.format, preview.sheets
        self.show_dialect(preview.dialect)

    def show_dialect(self, dialect: Dialect | None) -> None:
        """Show a dialect; files other than text have none, and nothing to correct."""
        self._dialect = dialect
        of_text = dialect is not None and self._format in TEXT_FORMATS
        of_book = dialect is not None and self._format in BOOK_FORMATS
        for widget in (*self._words, *self.combos):
            widget.setVisible(of_text)
        self.header.setVisible(of_text or of_book)
        for part in (self._sheet_word, self.sheet, self._cells_word, self.cells):
            part.setVisible(of_book)
        if dialect is None:
            return
        if of_book:
            self.sheet.clear()
            for name in self._sheets:
                self.sheet.addItem(name, name)
            self.sheet.choose(dialect.sheet)
            self.cells.setText(dialect.cells)
        for combo, value in (
            (self.encoding, dialect.encoding),
            (self.separator, dialect.separator),
            (self.decimal, dialect.decimal),
            (self.thousands, dialect.thousands),
        ):
            if combo.findData(value) < 0:
                combo.addItem(value, value)
            combo.choose(value)
        self.header.setChecked(dialect.header)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        direction = (
            QBoxLayout.Direction.LeftToRight if self.width() >= px(ONE_ROW) else QBoxLayout.Direction.TopToBottom
        )
        if self._box.direction() != direction:
            self._box.setDirection(direction)
            self._lay_out(direction)

    def _lay_out(self, direction: QBoxLayout.Direction) -> None:
        """Lay labels out beside their fields, or above them in a narrow window."""
        beside = direction == QBoxLayout.Direction.LeftToRight
        for index, (word, combo) in enumerate(zip(self._words, self.combos, strict=True)):
            self._grid.addWidget(word, 0, 2 * index if beside else index)
            self._grid.addWidget(combo, 0 if beside else 1, 2 * index + 1 if beside else index)
        self._grid.addWidget(self.header, 0 if beside else 1, 8 if beside else 4)

    def _sheet_chosen(self) -> None:
        # On another sheet the table stands elsewhere.
        if self._dialect is not None and self.sheet.currentData() != self._dialect.sheet:
            self.changed.emit(
                replace(self._dialect, sheet=str(self.sheet.currentData()), cells="", sheet_guessed=False)
            )

    def _cells_typed(self) -> None:
        if self._dialect is not None and self.cells.text().strip() != self._dialect.cells:
            self.changed.emit(replace(self._dialect, cells=self.cells.text().strip()))

    def _chosen(self) -> None:
        if self._dialect is None:
            return
        dialect = replace(
            self._dialect,
            encoding=str(self.encoding.currentData()),
            separator=str(self.separator.currentData()),
            decimal=str(self.decimal.currentData()),
            thousands=str(self.thousands.currentData()),
            header=self.header.isChecked(),
        )
        if dialect.encoding != self._dialect.encoding:
            dialect = replace(dialect, encoding_guessed=False)
        if dialect.thousands == dialect.decimal:
            dialect = replace(dialect, thousands="")
        if dialect != self._dialect:
            self.changed.emit(dialect)
