"""Words and keys of the menus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QTreeWidget, QWidget

from ckmdesk.base.captions import key_text
from ckmdesk.base.settings import Settings
from ckmdesk.shell.window import MainWindow


def test_keys_are_told_in_the_words_of_a_german_keyboard(window: MainWindow, settings: Settings) -> None:
    settings.set("language", "de")
    QApplication.processEvents()
    settings_item = window.findChild(QWidget, "rail:settings")
    assert settings_item is not None
    assert "(Strg+" in settings_item.toolTip()
    assert "(Alt+3)" in window.rail.item("data").toolTip()
    assert "Ctrl" not in " ".join(one.toolTip() for one in window.findChildren(QWidget))


def test_the_list_of_keys_is_in_the_words_of_a_german_keyboard(window: MainWindow, settings: Settings) -> None:
    settings.set("language", "de")
    window.menus.actions["keys"].trigger()
    (dialog,) = window.findChildren(QDialog)
    (listed,) = dialog.findChildren(QTreeWidget)
    told = [one.text(1) for one in listed.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)]
    assert "Alt+1, Alt+2, Alt+3, Alt+4, Alt+5" in told
    assert not [one for one in told if "Ctrl" in one or "Shift" in one]
    dialog.reject()


def test_keys_are_called_as_on_a_german_keyboard(window: MainWindow) -> None:
    window.settings.set("language", "de")
    assert key_text("Alt+Up, Alt+Down, Alt+Left, Shift+Right") == (
        "Alt+Pfeil auf, Alt+Pfeil ab, Alt+Pfeil links, Umschalt+Pfeil rechts"
    )
    assert key_text("Ctrl+PgUp, PgDown, Home, Return") == "Strg+Bild auf, Bild ab, Pos1, Eingabetaste"
