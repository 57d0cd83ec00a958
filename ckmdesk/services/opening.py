"""A file that was written, opened by the program that the computer has for it, and the folder in which it lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from ckmcore.messages import sentence
from ckmdesk.base.frame import Message, Remedy

Say = Callable[[Message], None]


def opening(paths: Sequence[Path], say: Say) -> Remedy:
    """Return the buttons beside a message on written files: open a single file, and open the folder."""
    first = paths[0]
    folder = Remedy(QCoreApplication.translate("Opening", "Open folder"), lambda: _open(first.parent, say))
    if len(paths) > 1:
        return folder
    return Remedy(QCoreApplication.translate("Opening", "Open file"), lambda: _open(first, say), folder)


def _open(path: Path, say: Say) -> None:
    if not path.exists():
        say(sentence("desk_nothing_to_open", name=path.name, folder=str(path.parent)))
    elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.absolute()))):
        say(sentence("desk_nothing_opens", name=path.name, folder=str(path.parent)))
