"""One editor per kind of setting of an office. Each shows a value, says when it was edited, and names itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.base.picture import cleaned_picture
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.office.settings import SettingField
from ckmdesk.base.faults import guarded
from ckmdesk.base.frame import Frame
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.texts_field import NAMES, TextsField

NOTE_HEIGHT = 64
LOGO_HEIGHT = 40


class Editor(QWidget):
    """`edited(value)` when the user finished a value; `refused(error)` when it could not be taken."""

    edited = Signal(object)
    refused = Signal(object)

    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__()
        self.setting, self.frame = setting, frame
        self.code = f"{'office' if setting.family == 'office' else 'setting'}:{setting.name}"
        self.line = row_of(within=self, margins=0, spacing=STEP)

    def show_value(self, value: Any) -> None:
        """Show a value; nothing is emitted."""

    def set_words(self, language: Language) -> None:
        """Name the controls: the one that takes the keys is called as the setting is."""
        self.focusProxy().setAccessibleName(self.setting.title.text(language))


class TextsEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.field = TextsField(self.code)
        self.field.edited.connect(lambda: self.edited.emit(self.field.texts()))
        self.line.addWidget(self.field, 1)
        self.setFocusProxy(self.field.fields["de"])

    def show_value(self, value: Any) -> None:
        self.field.set_texts(value)

    def set_words(self, language: Language) -> None:
        self.field.set_words(self.setting.title.text(language))


class _Note(QPlainTextEdit):
    """Several lines; Tab leaves the field. `finished()` when the keyboard goes elsewhere."""

    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setFixedHeight(px(NOTE_HEIGHT))

    @guarded()
    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        self.finished.emit()


class LongTextsEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.fields: dict[Language, _Note] = {}
        for language, _ in NAMES:
            field = _Note()
            field.setObjectName(f"{self.code}:{language}")
            field.finished.connect(lambda: self.edited.emit(self._texts()))
            self.line.addWidget(label(language, "small"), 0, Qt.AlignmentFlag.AlignTop)
            self.line.addWidget(field, 1)
            self.fields[language] = field
        self.setFocusProxy(self.fields["de"])

    def _texts(self) -> Texts:
        return Texts(self.fields["en"].toPlainText().strip(), self.fields["de"].toPlainText().strip())

    def show_value(self, value: Any) -> None:
        for language, text in (("de", value.de), ("en", value.en)):
            if self.fields[language].toPlainText() != text:  # the place of the cursor stays
                self.fields[language].setPlainText(text)

    def set_words(self, language: Language) -> None:
        for one, called in NAMES:
            self.fields[one].setAccessibleName(f"{self.setting.title.text(language)} ({called})")


class TextEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.field = QLineEdit(objectName=self.code)
        self.field.editingFinished.connect(lambda: self.edited.emit(self.field.text().strip()))
        self.line.addWidget(self.field, 1)
        self.setFocusProxy(self.field)

    def show_value(self, value: Any) -> None:
        self.field.setText(value)


class FolderEditor(TextEditor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.choose = QPushButton()
        self.choose.clicked.connect(self._choose)
        self.line.addWidget(self.choose)

    def set_words(self, language: Language) -> None:
        super().set_words(language)
        self.choose.setText(self.tr("Choose ..."))
        self.choose.setAccessibleName(f"{self.setting.title.text(language)}: {self.choose.text()}")

    def _choose(self) -> None:
        found = QFileDialog.getExistingDirectory(self, self.tr("Choose folder"), self.field.text())
        if found:
            self.edited.emit(str(Path(found)))


class SwitchEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.box = QCheckBox(objectName=self.code)
        self.box.clicked.connect(self.edited.emit)
        fill(self.line, self.box, STRETCH)
        self.setFocusProxy(self.box)

    def show_value(self, value: Any) -> None:
        self.box.setChecked(value)

    def set_words(self, language: Language) -> None:
        super().set_words(language)
        self.box.setText(self.tr("on"))


class ChoiceEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.box = PlainCombo()
        self.box.setObjectName(self.code)
        self.box.setSizeAdjustPolicy(PlainCombo.SizeAdjustPolicy.AdjustToContents)
        for choice in setting.choices:
            self.box.addItem(choice, choice)
        self.box.activated.connect(lambda _place: self.edited.emit(self.box.currentData()))
        fill(self.line, self.box, STRETCH)
        self.setFocusProxy(self.box)

    def show_value(self, value: Any) -> None:
        self.box.setCurrentIndex(self.setting.choices.index(value))

    def set_words(self, language: Language) -> None:
        super().set_words(language)
        for place, choice in enumerate(self.setting.choices):
            self.box.setItemText(place, self.setting.choice_title(choice).text(language))


class ChoicesEditor(Editor):
    """Several of some: boxes in two columns."""

    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.boxes: Mapping[str, QCheckBox] = {choice: QCheckBox() for choice in setting.choices}
        for choice, box in self.boxes.items():
            box.setObjectName(f"{self.code}:{choice}")
            box.clicked.connect(lambda _on: self.edited.emit(self._chosen()))
        boxes = list(self.boxes.values())
        half = (len(boxes) + 1) // 2
        columns = row_of(column_of(*boxes[:half], spacing=2), column_of(*boxes[half:], spacing=2), spacing=2 * STEP)
        folds(columns, around=260)  # the word and the button beside them
        fill(self.line, columns, STRETCH)
        self.setFocusProxy(next(iter(self.boxes.values())))

    def _chosen(self) -> tuple[str, ...]:
        return tuple(choice for choice, box in self.boxes.items() if box.isChecked())

    def show_value(self, value: Any) -> None:
        for choice, box in self.boxes.items():
            box.setChecked(choice in value)

    def set_words(self, language: Language) -> None:
        for choice, box in self.boxes.items():
            box.setText(self.setting.choice_title(choice).text(language))
            box.setAccessibleName(f"{self.setting.title.text(language)}: {box.text()}")


class NumberEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.box = CountBox()
        self.box.setObjectName(self.code)
        self.box.setRange(0, max(999, *(setting.between or ())))  # what is allowed is said by the setting
        self.box.editingFinished.connect(lambda: self.edited.emit(self.box.value()))
        fill(self.line, self.box, STRETCH)
        self.setFocusProxy(self.box)

    def show_value(self, value: Any) -> None:
        self.box.setValue(value)

    def set_words(self, language: Language) -> None:
        super().set_words(language)
        if self.setting.none is not None:
            self.box.setSpecialValueText(self.setting.none.text(language))


class ColourEditor(TextEditor):
    """`#rrggbb`, and the colour beside it."""

    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.field.setFixedWidth(px(96))
        self.swatch = QLabel()
        self.swatch.setFixedSize(px(24), px(24))
        self.choose = QPushButton()
        self.choose.clicked.connect(self._choose)
        fill(self.line, self.swatch, self.choose, STRETCH)
        self.line.setStretch(0, 0)

    def show_value(self, value: Any) -> None:
        super().show_value(value)
        picture = QPixmap(24, 24)
        picture.fill(QColor(value))
        self.swatch.setPixmap(picture)

    def set_words(self, language: Language) -> None:
        super().set_words(language)
        self.choose.setText(self.tr("Choose ..."))
        self.choose.setAccessibleName(f"{self.setting.title.text(language)}: {self.choose.text()}")

    def _choose(self) -> None:
        found = QColorDialog.getColor(QColor(self.field.text()), self, self.tr("Colour"))
        if found.isValid():
            self.edited.emit(found.name())


class PictureEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame) -> None:
        super().__init__(setting, frame)
        self.shown = QLabel()
        self.choose, self.remove = QPushButton(), QPushButton()
        self.choose.setObjectName(self.code)
        self.choose.clicked.connect(self._choose)
        self.remove.clicked.connect(lambda: self.edited.emit(b""))
        fill(self.line, self.shown, self.choose, self.remove, STRETCH)
        self.setFocusProxy(self.choose)

    def show_value(self, value: Any) -> None:
        picture = QPixmap()
        if value:
            picture.loadFromData(value)
            picture = picture.scaledToHeight(px(LOGO_HEIGHT), Qt.TransformationMode.SmoothTransformation)
        self.shown.setPixmap(picture)
        self.shown.setVisible(bool(value))
        self.remove.setVisible(bool(value))

    def set_words(self, language: Language) -> None:
        title = self.setting.title.text(language)
        self.choose.setText(self.tr("Choose ..."))
        self.remove.setText(self.tr("Remove"))
        self.shown.setAccessibleName(title)
        for button in (self.choose, self.remove):
            button.setAccessibleName(f"{title}: {button.text()}")

    def _choose(self) -> None:
        path = self.frame.choose_open_file(self.tr("Picture"), self.tr("Pictures (*.png)"))
        if path is None:
            return
        try:
            content = cleaned_picture(read_bytes(checked_path(path)), path.name)
        except CkmError as error:
            self.refused.emit(error)
        else:
            self.edited.emit(content)


EDITORS: Mapping[str, type[Editor]] = {
    "texts": TextsEditor,
    "long_texts": LongTextsEditor,
    "text": TextEditor,
    "switch": SwitchEditor,
    "choice": ChoiceEditor,
    "choices": ChoicesEditor,
    "number": NumberEditor,
    "colour": ColourEditor,
    "picture": PictureEditor,
    "folder": FolderEditor,
}
