"""The current table as a script: Python, commands of `ckm`, or R, to be copied or saved."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QAction, QFontDatabase
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from ckmcore.base.files import write_whole
from ckmcore.errors import CkmError
from ckmcore.formats.forms import FORMS
from ckmcore.messages import sentence
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import TableSpec
from ckmcore.working.scripts import KINDS, ScriptKind, script_ending, table_script
from ckmdesk.base.frame import Remedy
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.services import clipboard
from ckmdesk.services.exports import file_name
from ckmdesk.services.opening import opening
from ckmdesk.state.table_drafts import saved_table
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.scrolled import grown

WIDTH, HEIGHT = 760, 520


class ScriptAction(QObject):
    """The entry "As script ..." of the page's menu."""

    def __init__(self, context: PageContext, page: QWidget) -> None:
        super().__init__(page)
        self.context, self._page = context, page
        self.action = QAction(self.tr("As script ..."), self, objectName="as-script")
        self.action.triggered.connect(self.show_script)

    def show_script(self) -> None:
        """Show the script; a statistic without a file, or with unsaved changes, has to be saved first."""
        desk = self.context.desk
        statistic, path = desk.state.statistic, desk.session.path
        if statistic is None:
            return
        if path is None or desk.statistic_unsaved:
            save = Remedy(self.tr("Save"), self.context.frame.save)
            self.context.show_message(sentence("desk_script_needs_file"), "info", save)
            return
        self.context.frame.clear_message()
        ScriptDialog(self.context, statistic, path, self._page).open()


class ScriptDialog(QDialog):
    """Dialog beside the table with a script; the choice is kept for the next time."""

    chosen: ScriptKind = "python"

    def __init__(self, context: PageContext, statistic: Statistic, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        set_subject(self, "drafts")
        self.setObjectName("script")
        self.setWindowTitle(self.tr("Table as a script"))
        self.resize(grown(QSize(WIDTH, HEIGHT), self.screen().availableSize()))
        self.context, self._statistic, self._path = context, statistic, path
        self._table = self._at_hand()
        text = self.tr(
            "Whoever runs this script gets the same file, byte by byte. It holds no figure and no passphrase."
        )
        self.kinds = QButtonGroup(self)
        words = {"python": "Python", "ckm": self.tr("Commands (ckm)"), "r": "R"}
        choice = row_of(spacing=2 * STEP)
        for kind_index, kind in enumerate(KINDS):
            button = QRadioButton(words[kind], objectName=f"script:{kind}")
            self.kinds.addButton(button, kind_index)
            choice.addWidget(button)
        self.kinds.button(KINDS.index(ScriptDialog.chosen)).setChecked(True)
        self.kinds.idToggled.connect(lambda _number, on: self._show() if on else None)
        self.form = QComboBox(objectName="script-form", accessibleName=self.tr("Form of the file"))
        proposed_forms = [form for form in context.settings.office.forms if form in FORMS]
        for name in dict.fromkeys((*proposed_forms, *FORMS)):
            self.form.addItem(FORMS[name].title.text(context.language), name)
        self.form.currentIndexChanged.connect(lambda _place: self._show())
        form_word = label(self.tr("Form of the file"), "secondary")
        form_word.setBuddy(self.form)
        self.text = QPlainTextEdit(readOnly=True, objectName="script-text", accessibleName=self.windowTitle())
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.message = MessageBar(context.theme, lambda: context.language)
        buttons = QDialogButtonBox()
        self.copy = QPushButton(self.tr("Copy"), objectName="script-copy")
        set_kind(self.copy, "primary")
        self.copy.clicked.connect(self._copy)
        self.save = QPushButton(self.tr("Save as ..."), objectName="script-save")
        self.save.clicked.connect(self._save)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.reject)
        for button in (self.copy, self.save):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(close, QDialogButtonBox.ButtonRole.RejectRole)
        column_of(
            label(text, "secondary", wrap=True),
            row_of(choice, STRETCH, form_word, self.form, spacing=STEP),
            (self.text, 1),
            self.message,
            buttons,
            within=self,
            spacing=STEP,
        )
        self.finished.connect(lambda _result: self.deleteLater())
        self._show()
        self.copy.setFocus()

    @property
    def kind(self) -> ScriptKind:
        """Return the language of the script."""
        return KINDS[self.kinds.checkedId()]

    def _at_hand(self) -> str | TableSpec:
        """Return the current table: its name if it is saved as it is, else its layout."""
        table = self.context.desk.state.table
        saved = saved_table(self._statistic, table.name)
        return table.name if saved is not None and saved.spec == table.spec else table.spec

    def _show(self) -> None:
        ScriptDialog.chosen = self.kind
        context, settings = self.context, self.context.settings
        form = self.form.currentData()
        stem = file_name(context.services.exports.table_name())
        try:
            text = table_script(
                self._statistic,
                self._table,
                self._path,
                stem + FORMS[form].ending,
                kind=self.kind,
                form=form,
                language=context.language,
                office=settings.office_file,
            )
        except CkmError as error:
            self.text.setPlainText("")
            self.message.show_message(error, "error")
        else:
            self.text.setPlainText(text)
            self.message.clear()
        for button in (self.copy, self.save):
            button.setEnabled(bool(self.text.toPlainText()))

    def _copy(self) -> None:
        clipboard.put_text(self.text.toPlainText())
        self.message.show_message(sentence("desk_script_copied"), "ok")

    def _save(self) -> None:
        ending = script_ending(self.kind)
        name = file_name(self.context.services.exports.table_name()) + ending
        filters = self.tr("Scripts (*%1)").replace("%1", ending)
        path = self.context.frame.choose_save_file(self.tr("Save script"), self._path.parent / name, filters)
        if path is None:
            return
        path = path if path.suffix.lower() == ending.lower() else path.with_name(path.name + ending)
        # The shell of Windows takes a text without a mark for one in an old code page.
        content = self.text.toPlainText().encode("utf-8-sig" if ending == ".ps1" else "utf-8")
        try:
            write_whole(path, lambda target: cast(None, target.write_bytes(content)))
        except CkmError as error:
            self.message.show_message(error, "error")
            return
        remedy = opening([path], self.message.show_message)
        self.message.show_message(sentence("cli_written", name=path.name), "ok", remedy)
