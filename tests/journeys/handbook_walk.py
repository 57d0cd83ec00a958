"""The walk through the window on which the pictures of the handbook are made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, qRgb
from PySide6.QtWidgets import QApplication, QWidget

from ckmcore.base.numbers import Language
from ckmdesk.base.paths import resources
from ckmdesk.base.settings import Settings
from ckmdesk.shell.window import MainWindow
from tests.journeys.offscreen import ready

SIZE = (1280, 800)
PEOPLE = {"de": ("Anna Beispiel", "Pressestelle"), "en": ("Anna Example", "Press office")}
PICTURES = resources() / "handbook" / "pictures"


class Walk:
    """One window, and where its pictures go."""

    def __init__(self, window: MainWindow, language: Language) -> None:
        self.window, self.language, self.folder = window, language, PICTURES / language
        self.folder.mkdir(parents=True, exist_ok=True)

    def keep(
        self, name: str, widget: QWidget | None = None, room: QRect | None = None, folder: Path | None = None
    ) -> None:
        """The picture of the window without its status bar, of a part of it, or of a widget of its own."""
        ready(self.window)
        shown = widget or self.window
        if widget is None and room is None:
            room = QRect(0, 0, shown.width(), shown.height() - self.window.statusBar().height())
        picture = shown.grab(room) if room is not None else shown.grab()
        assert few_colours(picture.toImage()).save(str((folder or self.folder) / f"{name}.png"), "PNG", 0)

    def page(self, name: str) -> QWidget:
        self.window.go_to(name)  # type: ignore[arg-type]
        ready(self.window)
        found = self.window.page(name)
        assert found is not None
        return found


def few_colours(picture: QImage) -> QImage:
    """The same with 256 colours, for a small file: those that cover most of it, bright ones before shades of grey."""
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    size = picture.width(), picture.height()
    dots = np.frombuffer(picture.constBits(), np.uint32).reshape(size[1], -1)[:, : size[0]]
    colours, place, often = np.unique(dots, return_inverse=True, return_counts=True)
    parts = (colours[:, None] >> np.array([16, 8, 0], np.uint32) & 255).astype(np.int64)
    wanted = often * (1 + parts.max(axis=1) - parts.min(axis=1))
    kept = parts[np.argsort(-wanted, kind="stable")[:256]]
    nearest = ((parts[:, None, :] - kept) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    made = QImage(nearest[place].tobytes(), *size, size[0], QImage.Format.Format_Indexed8)
    made.setColorTable([qRgb(*colour) for colour in kept.tolist()])
    return made.copy()


def walking(window: MainWindow, settings: Settings, language: Language) -> Iterator[Walk]:
    """The same pictures on any day: no caret blinks, and dates are set where they are asked for."""
    flash = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)
    settings.set("language", language)
    settings.set("person", PEOPLE[language][0])
    window.resize(*SIZE)
    yield Walk(window, language)
    QApplication.setCursorFlashTime(flash)
