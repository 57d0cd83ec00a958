"""Words and keys of the menus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QTreeWidget, QWidget

from ckmdesk.base.settings import Settings
from ckmdesk.shell.window import MainWindow


def test_keys_are_told_in_the_words_of_a_german_keyboard(window: MainWindow, settings: Settings) -> None:
    settings.set("language", "de")
    QApplication.processEvents()
    assert "(Strg+" in window.rail.item("data").toolTip()
    assert "Ctrl" not in " ".join(one.toolTip() for one in window.findChildren(QWidget))


def test_the_list_of_keys_is_in_the_words_of_a_german_keyboard(window: MainWindow, settings: Settings) -> None:
    settings.set("language", "de")
    window.menus.actions["keys"].trigger()
    (dialog,) = window.findChildren(QDialog)
    (listed,) = dialog.findChildren(QTreeWidget)
    told = [one.text(1) for one in listed.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)]
    assert "Strg+1, Strg+2, Strg+3, Strg+4, Strg+5" in told
    assert not [one for one in told if "Ctrl" in one or "Shift" in one]
    dialog.reject()
