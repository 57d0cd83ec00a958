"""Help: the keys of the window, and what the program is; neither blocks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.base.version import VERSION
from ckmcore.base.wings import WINGS, wing, wing_title
from ckmcore.messages import say
from ckmdesk.base.captions import key_text
from ckmdesk.look.theme import MARGIN, ROW_HEIGHT, STEP
from ckmdesk.state.handbook import INDEX
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import column_of, fill

MOST_HEIGHT, REPORT_WIDTH = 560, 560


def _dialog(parent: QWidget, title: str, page: str) -> tuple[QDialog, QVBoxLayout]:
    """Make a dialog and its column layout; `page` is the handbook page about it."""
    dialog = QDialog(parent)
    set_subject(dialog, page)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    column = column_of(within=dialog, margins=(2 * MARGIN, 2 * MARGIN, 2 * MARGIN, MARGIN), spacing=STEP)
    return dialog, column


def _open(dialog: QDialog, column: QVBoxLayout) -> QDialog:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    fill(column, STEP, buttons)
    dialog.open()
    return dialog


Keys = list[tuple[str, str]]
"""What a key does, and the key."""


def keys(parent: QWidget, keyed: Keys, of_page: list[tuple[str, Keys]]) -> QDialog:
    """Make the dialog with the keyboard shortcuts of the window and of the parts of the current page."""
    dialog, column = _dialog(parent, QCoreApplication.translate("Dialogs", "Keyboard shortcuts"), "keys")
    pages = QCoreApplication.translate("Dialogs", "Tables, Release, Data, Method, Quality & risk")
    menus = QCoreApplication.translate("Dialogs", "Menu bar")
    everywhere = QCoreApplication.translate("Dialogs", "Menus")
    digits = ", ".join(key_text(f"Alt+{index}") for index in range(1, 6))
    listed_widget = QTreeWidget(headerHidden=True, rootIsDecorated=False, accessibleName=dialog.windowTitle())
    listed_widget.setColumnCount(2)
    listed_widget.setHeaderLabels(["", ""])  # else a screen reader reads their numbers
    for heading, entries in [*of_page, (everywhere, [*keyed, (pages, digits), (menus, "Alt")])]:
        heading_item = QTreeWidgetItem(listed_widget, [heading])
        font = heading_item.font(0)
        font.setBold(True)
        heading_item.setFont(0, font)
        heading_item.setFirstColumnSpanned(True)
        heading_item.setExpanded(True)
        for word, key in entries:
            entry = QTreeWidgetItem(heading_item, [word, key])
            entry.setData(0, int(Qt.ItemDataRole.AccessibleTextRole), f"{word}: {key}")
    for section in (0, 1):
        listed_widget.resizeColumnToContents(section)
    available_width = parent.screen().availableSize().width() - 8 * STEP  # with the margins of the dialog
    width = listed_widget.header().length() + 6 * STEP
    listed_widget.setMinimumSize(
        min(width, available_width), min(listed_widget.topLevelItemCount() * 3 * ROW_HEIGHT, MOST_HEIGHT)
    )
    column.addWidget(listed_widget)
    return _open(dialog, column)


def fault_report(parent: QWidget, path: Path) -> QDialog:
    """Make the dialog with the report of a fault and its path."""
    dialog, column = _dialog(parent, QCoreApplication.translate("Dialogs", "Report of a fault"), "administration")
    report_text = QCoreApplication.translate(
        "Dialogs",
        "This is all that was kept of it, on this computer only. It names places in the program, no values, no files "
        "and no persons. If you report the fault, you may hand it on.",
    )
    column.addWidget(label(report_text, wrap=True))
    text = QPlainTextEdit(path.read_text(encoding="utf-8") if path.is_file() else "", readOnly=True)
    text.setTabChangesFocus(True)
    text.setMinimumSize(REPORT_WIDTH, MOST_HEIGHT // 2)
    text.setAccessibleName(dialog.windowTitle())
    column.addWidget(text, 1)
    place_text = label(str(path), "small", wrap=True)
    place_text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    column.addWidget(place_text)
    return _open(dialog, column)


def about(parent: QWidget, language: Language) -> QDialog:
    """Make the dialog about the program: purpose, version, and wings that are not installed."""
    dialog, column = _dialog(parent, QCoreApplication.translate("Dialogs", "About ckmdesk"), INDEX)
    column.addWidget(label("ckmdesk", "title"))
    column.addWidget(
        label(
            QCoreApplication.translate(
                "Dialogs",
                "ckmdesk makes tables with disclosure control from microdata. The office decides what is published.",
            )
        )
    )
    number = QCoreApplication.translate("Dialogs", "Version %1").replace("%1", VERSION)
    column.addWidget(label(number, "secondary"))
    for name in WINGS:
        if wing(name) is None:
            column.addWidget(label(say("wing_absent", language, wing=wing_title(name)), "secondary", wrap=True))
    column.addWidget(
        label(QCoreApplication.translate("Dialogs", "Works offline, opens no network connection."), "secondary")
    )
    return _open(dialog, column)
