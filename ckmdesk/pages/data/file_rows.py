"""Below a file's name: the files that are read as one with it, and the description of τ-ARGUS that it is read by."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ckmcore.base.numbers import Language
from ckmcore.microdata.tauproject import description_beside
from ckmdesk.base.translation import counted
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.state.data_import import Import
from ckmdesk.widgets.basic import ElidedLabel, IconButton, IconLabel, label

TEXTS = ("csv", "fixed")
FILES_A_ROW = 3


class FileRows(QWidget):
    """What was asked: `add_asked()`, `removed(path)`, `meta_asked(path or None)`, `other_meta_asked()`, and
    `marking_asked()` to mark columns of fixed width."""

    add_asked = Signal()
    removed = Signal(object)
    meta_asked = Signal(object)
    other_meta_asked = Signal()
    marking_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: Import | None = None
        self._language: Language = "en"
        self._beside: Path | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 0, MARGIN, STEP - 1)
        column.setSpacing(4)
        self._list = QGridLayout()
        self._list.setHorizontalSpacing(3 * STEP)
        self._list.setVerticalSpacing(2)
        self._list.setColumnStretch(FILES_A_ROW, 1)
        column.addLayout(self._list)
        self._lines: list[QWidget] = []
        row = QHBoxLayout()
        row.setSpacing(STEP)
        self._icon = IconLabel(theme, "info", "accent")
        self.meta_text = label("", "secondary")
        self.meta_button, self.other_button, self.without_button = QPushButton(), QPushButton(), QPushButton()
        self.marking_button, self.add_button = QPushButton(), QPushButton()
        for button in (self.other_button, self.without_button, self.marking_button, self.add_button):
            set_kind(button, "link")
        self.meta_button.clicked.connect(lambda: self.meta_asked.emit(self._beside))
        self.other_button.clicked.connect(self.other_meta_asked)
        self.without_button.clicked.connect(lambda: self.meta_asked.emit(None))
        self.marking_button.clicked.connect(self.marking_asked)
        self.add_button.clicked.connect(self.add_asked)
        for part in (self._icon, self.meta_text, self.meta_button, self.other_button, self.without_button):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.marking_button)
        row.addWidget(self.add_button)
        column.addLayout(row)
        self.retranslate()

    def retranslate(self) -> None:
        """All words anew."""
        self.without_button.setText(self.tr("Read without description"))
        self.marking_button.setText(self.tr("Columns of fixed width ..."))
        self.marking_button.setToolTip(self.tr("Mark in the lines of the file where its columns begin"))
        self.add_button.setText(self.tr("Add files ..."))
        self.add_button.setToolTip(self.tr("Further files with the same columns, read as one with this"))
        if self._state is not None:
            self.show_import(self._state, self._language)

    def show_import(self, state: Import, language: Language) -> None:
        """Show what an import is read from."""
        self._state, self._language = state, language
        is_text = state.preview.format in TEXTS
        meta = state.meta
        self._beside = description_beside(state.path) if is_text and meta is None else None
        self._icon.setVisible(meta is not None or self._beside is not None)
        self.meta_text.setVisible(meta is not None or self._beside is not None)
        self.meta_button.setVisible(self._beside is not None)
        self.other_button.setVisible(is_text)
        self.without_button.setVisible(meta is not None)
        self.marking_button.setVisible(is_text and meta is None)
        self.add_button.setVisible(state.preview.format != "prepared" and not state.preview.sheets)
        described = meta is not None or self._beside is not None
        self.other_button.setText(self.tr("Other description ...") if described else self.tr("τ-ARGUS description ..."))
        if meta is not None:
            told = self.tr("Read with the description %1").replace("%1", meta.name)
            project = state.project
            if project is not None and project.ptables:
                names = ", ".join(one.name for one in project.ptables)
                told += "  ·  " + self.tr("perturbation tables: %1").replace("%1", names)
            self.meta_text.setText(told)
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
        for place, path in enumerate(paths):
            line = QWidget()
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(STEP)
            name = ElidedLabel(path.name)
            name.setToolTip(str(path))
            looked = state.preview.looked_at[place] if place < len(state.preview.looked_at) else 0
            rows = counted(self.tr("1 row looked at"), self.tr("%1 rows looked at"), looked, language)
            remove = IconButton(self._theme, "close", self.tr("Remove %1 from the list").replace("%1", path.name))
            remove.setAccessibleName(remove.toolTip())
            remove.clicked.connect(lambda _=False, path=path: self.removed.emit(path))
            row.addWidget(IconLabel(self._theme, "file", "secondary"))
            row.addWidget(name)
            row.addWidget(label(rows, "secondary"))
            row.addWidget(remove)
            self._lines.append(line)
            self._list.addWidget(line, *divmod(place, FILES_A_ROW))
