"""What a database will be asked when its records are taken over: to be read and copied, not to be changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from ckmdesk.look.theme import STEP
from ckmdesk.widgets.basic import WrapLabel
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.scrolled import grown

WIDTH, HEIGHT = 760, 480


class QuestionsDialog(QDialog):
    """The texts, one after another."""

    def __init__(self, questions: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_subject(self, "data")
        self.setObjectName("questions")
        self.setWindowTitle(self.tr("Questions to the database"))
        self.resize(grown(QSize(WIDTH, HEIGHT), self.screen().availableSize()))
        text = self.tr(
            "This is asked when the data are taken over. Only reading questions are sent; values of records are not in "
            "them. Powers of ten follow the decimals that the values have."
        )
        self.text = QPlainTextEdit("\n\n".join(f"{question};" for question in questions))
        self.text.setReadOnly(True)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.windowTitle())
        buttons = QDialogButtonBox()
        self.copy = buttons.addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column_of(WrapLabel(text, "secondary"), (self.text, 1), buttons, within=self, spacing=STEP)
        self.text.setFocus()
