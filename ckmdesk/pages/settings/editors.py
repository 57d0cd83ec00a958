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
from ckmdesk.base.frame import Frame
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.texts_field import NAMES, TextsField
from ckmdesk.widgets.view_state import SETTLED

NOTE_HEIGHT = 64
LOGO_HEIGHT = 40


class Editor(QWidget):
    """Editor of a setting; emits `edited(value)` when a value is finished, `refused(error)` if it is invalid."""

    edited = Signal(object)
    refused = Signal(object)

    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__()
        self.setting, self.frame, self.title = setting, frame, setting.title.text(language)
        self.code = f"{'office' if setting.family == 'office' else 'setting'}:{setting.name}"
        self.line = row_of(within=self, margins=0, spacing=STEP)

    def show_value(self, value: Any) -> None:
        """Show a value without emitting a signal."""

    def take_keys(self, control: QWidget) -> None:
        """Give the control that takes the keys the name of the setting."""
        control.setAccessibleName(self.title)
        self.setFocusProxy(control)


class TextsEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.field = TextsField(self.code)
        self.field.edited.connect(lambda: self.edited.emit(self.field.texts()))
        self.line.addWidget(self.field, 1)
        self.field.set_words(self.title)
        self.setFocusProxy(self.field.fields["de"])

    def show_value(self, value: Any) -> None:
        self.field.set_texts(value)


class _Note(QPlainTextEdit):
    """Field of several lines that Tab leaves; emits `finished()` when the focus moves away."""

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
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.fields: dict[Language, _Note] = {}
        for of_text, called in NAMES:
            field = _Note()
            field.setObjectName(f"{self.code}:{of_text}")
            field.setAccessibleName(f"{self.title} ({called})")
            field.finished.connect(lambda: self.edited.emit(self._texts()))
            self.line.addWidget(label(of_text, "small"), 0, Qt.AlignmentFlag.AlignTop)
            self.line.addWidget(field, 1)
            self.fields[of_text] = field
        self.setFocusProxy(self.fields["de"])

    def _texts(self) -> Texts:
        return Texts(self.fields["en"].toPlainText().strip(), self.fields["de"].toPlainText().strip())

    def show_value(self, value: Any) -> None:
        for language, text in (("de", value.de), ("en", value.en)):
            if self.fields[language].toPlainText() != text:  # the place of the cursor stays
                self.fields[language].setPlainText(text)


class TextEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.field = QLineEdit(objectName=self.code)
        self.field.editingFinished.connect(lambda: self.edited.emit(self.field.text().strip()))
        self.line.addWidget(self.field, 1)
        self.take_keys(self.field)

    def show_value(self, value: Any) -> None:
        self.field.setText(value)


class FolderEditor(TextEditor):
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        word = self.tr("Choose ...")
        self.choose = QPushButton(word, accessibleName=f"{self.title}: {word}")
        self.choose.clicked.connect(self._choose)
        self.line.addWidget(self.choose)

    def _choose(self) -> None:
        folder_text = QFileDialog.getExistingDirectory(self, self.tr("Choose folder"), self.field.text())
        if folder_text:
            self.edited.emit(str(Path(folder_text)))


class SwitchEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.box = QCheckBox(self.tr("on"), objectName=self.code)
        self.box.clicked.connect(self.edited.emit)
        fill(self.line, self.box, STRETCH)
        self.take_keys(self.box)

    def show_value(self, value: Any) -> None:
        self.box.setChecked(value)


class ChoiceEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.box = PlainCombo()
        self.box.setObjectName(self.code)
        self.box.setSizeAdjustPolicy(PlainCombo.SizeAdjustPolicy.AdjustToContents)
        self.box.setProperty(SETTLED, True)
        for choice in setting.choices:
            self.box.addItem(setting.choice_title(choice).text(language), choice)
        self.box.activated.connect(lambda _place: self.edited.emit(self.box.currentData()))
        fill(self.line, self.box, STRETCH)
        self.take_keys(self.box)

    def show_value(self, value: Any) -> None:
        self.box.setCurrentIndex(self.setting.choices.index(value))


class ChoicesEditor(Editor):
    """Editor for several of some values: check boxes in two columns."""

    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.boxes: Mapping[str, QCheckBox] = {
            choice: QCheckBox(setting.choice_title(choice).text(language)) for choice in setting.choices
        }
        for choice, box in self.boxes.items():
            box.setObjectName(f"{self.code}:{choice}")
            box.setAccessibleName(f"{self.title}: {box.text()}")
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


class NumberEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.box = CountBox()
        self.box.setObjectName(self.code)
        if setting.none is not None:
            self.box.setSpecialValueText(setting.none.text(language))
        self.box.setRange(0, max(999, *(setting.between or ())))  # what is allowed is said by the setting
        self.box.editingFinished.connect(lambda: self.edited.emit(self.box.value()))
        fill(self.line, self.box, STRETCH)
        self.take_keys(self.box)

    def show_value(self, value: Any) -> None:
        self.box.setValue(value)


class ColourEditor(TextEditor):
    """`#rrggbb`, and the colour beside it."""

    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.field.setFixedWidth(px(96))
        self.swatch = QLabel()
        self.swatch.setFixedSize(px(24), px(24))
        word = self.tr("Choose ...")
        self.choose = QPushButton(word, accessibleName=f"{self.title}: {word}")
        self.choose.clicked.connect(self._choose)
        fill(self.line, self.swatch, self.choose, STRETCH)
        self.line.setStretch(0, 0)

    def show_value(self, value: Any) -> None:
        super().show_value(value)
        picture = QPixmap(24, 24)
        picture.fill(QColor(value))
        self.swatch.setPixmap(picture)

    def _choose(self) -> None:
        chosen_color = QColorDialog.getColor(QColor(self.field.text()), self, self.tr("Colour"))
        if chosen_color.isValid():
            self.edited.emit(chosen_color.name())


class PictureEditor(Editor):
    def __init__(self, setting: SettingField, frame: Frame, language: Language) -> None:
        super().__init__(setting, frame, language)
        self.shown = QLabel(accessibleName=self.title)
        self.choose, self.remove = QPushButton(self.tr("Choose ...")), QPushButton(self.tr("Remove"))
        for button in (self.choose, self.remove):
            button.setAccessibleName(f"{self.title}: {button.text()}")
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
