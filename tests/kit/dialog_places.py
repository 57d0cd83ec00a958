"""Places of the window before a statistic is open, its settings and dialogs, with something in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from ckmcore.statistic.file import save_statistic
from ckmcore.statistic.seal import Secret, make_seal
from ckmdesk.base.settings import Recent
from ckmdesk.pages.settings.own_key_card import OwnKeyCard
from ckmdesk.shell.handbook import Handbook
from ckmdesk.shell.window import MainWindow
from tests.kit.statistic_files import write_statistic
from tests.kit.statistics import saved, small_statistic
from tests.kit.tables_page import settle


def popup() -> QWidget:
    """The popup that is open."""
    found = QApplication.activePopupWidget()
    assert found is not None
    return found


def start(window: MainWindow, folder: Path) -> QWidget:
    """The doors and two statistics opened before, one of which is gone."""
    for path in (saved(folder), folder / "gone.ckm"):
        of = (("Small statistic", "Kleine Statistik"), ("Year 2025", "Jahr 2025"))
        window.settings.remember(Recent(str(path), *of, "rounding", 10, "2026-01-01T00:00:00"))
    return window


def settings(window: MainWindow, folder: Path) -> QWidget:
    window.open_path(saved(folder))
    settle(window)
    window.go_to("settings")
    settle(window)
    return window


def own_key(window: MainWindow, folder: Path) -> QWidget:
    """The form for a personal key, with passphrases that differ."""
    settings(window, folder)
    card = window.findChild(OwnKeyCard)
    assert card is not None
    card.buttons["new"].click()
    card.secret.setText("one phrase of three words")
    card.again.setText("another one")
    card.keep.click()
    settle(window)
    assert card.fault.isVisible()
    return window


def about(window: MainWindow, _folder: Path) -> QWidget:
    window.menus.actions["about"].trigger()
    return dialog_of(window)


def handbook(window: MainWindow, _folder: Path) -> QWidget:
    window.menus.actions["handbook"].trigger()
    found = window.findChild(Handbook)
    assert found is not None
    return found


def unlock(window: MainWindow, folder: Path) -> QWidget:
    seal, _ = make_seal({role: Secret.passphrase(f"a phrase of the {role}") for role in ("clerk", "methodologist")})
    path = folder / "sealed.ckm"
    save_statistic(replace(small_statistic(), seal=seal), path)
    window.open_path(path)
    settle(window)
    assert window.unlocking.dialog is not None
    return window.unlocking.dialog


def run_tables(window: MainWindow, folder: Path) -> QWidget:
    window.services.open_statistic(write_statistic(folder))
    settle(window)
    window.menus.actions["run_tables"].trigger()
    settle(window)
    assert window._run_dialog is not None
    return window._run_dialog


def dialog_of(window: MainWindow) -> QDialog:
    found = [one for one in window.findChildren(QDialog) if one.isVisible()]
    assert len(found) == 1
    return found[0]
