"""Help: the keys of the window, and what the program is. Neither blocks."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from ckmdesk.theme import MARGIN, STEP
from ckmdesk.widgets.basic import label


def _dialog(parent: QWidget, title: str) -> tuple[QDialog, QVBoxLayout]:
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(2 * MARGIN, 2 * MARGIN, 2 * MARGIN, MARGIN)
    column.setSpacing(STEP)
    return dialog, column


def _open(dialog: QDialog, column: QVBoxLayout) -> QDialog:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    column.addSpacing(STEP)
    column.addWidget(buttons)
    dialog.open()
    return dialog


def keys(parent: QWidget, keyed: list[tuple[str, str]]) -> QDialog:
    """The keys of the window and of the page that is shown."""
    dialog, column = _dialog(parent, QCoreApplication.translate("Dialogs", "Keys"))
    grid = QGridLayout()
    grid.setHorizontalSpacing(4 * STEP)
    pages = QCoreApplication.translate("Dialogs", "Tables, Data, Method")
    menus = QCoreApplication.translate("Dialogs", "Menu bar")
    for row, (word, key) in enumerate([*keyed, (pages, "Ctrl+1, Ctrl+2, Ctrl+3"), (menus, "Alt")]):
        grid.addWidget(label(word), row, 0)
        grid.addWidget(label(key, "secondary"), row, 1)
    column.addLayout(grid)
    return _open(dialog, column)


def about(parent: QWidget) -> QDialog:
    """What the program is, and its version."""
    dialog, column = _dialog(parent, QCoreApplication.translate("Dialogs", "About ckmdesk"))
    column.addWidget(label("ckmdesk", "title"))
    column.addWidget(
        label(QCoreApplication.translate("Dialogs", "From confidential microdata to tables that may be published."))
    )
    number = QCoreApplication.translate("Dialogs", "Version %1").replace("%1", program_version())
    column.addWidget(label(number, "secondary"))
    column.addWidget(
        label(QCoreApplication.translate("Dialogs", "Works offline, opens no network connection."), "secondary")
    )
    return _open(dialog, column)


def program_version() -> str:
    """The version of the installed distribution; a checkout that is not installed has none."""
    try:
        return version("ckmdesk")
    except PackageNotFoundError:
        return QCoreApplication.translate("Dialogs", "from the sources")
