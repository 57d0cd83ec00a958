"""Another program with files to be dragged: one line of its window for each, from the top.

    python drag_source.py LEFT TOP HEIGHT_OF_A_LINE FILE ...

It prints "ready" when its window can be dragged from.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

WIDTH = 220


class FileLine(QLabel):
    """A file; it is dragged like those of a file manager."""

    def __init__(self, path: str, height: int) -> None:
        super().__init__(path.rsplit("/", 1)[-1])
        self.path = path
        self.start: QPoint | None = None
        self.setFixedSize(WIDTH, height)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.start = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.start is None:
            return
        self.start = None
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(self.path)])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def main() -> int:
    left, top, height, *paths = sys.argv[1:]
    app = QApplication([])
    window = QWidget(None, Qt.WindowType.FramelessWindowHint)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for path in paths:
        column.addWidget(FileLine(path, int(height)))
    window.move(int(left), int(top))
    window.show()

    def ready() -> None:
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    QTimer.singleShot(0, window, ready)
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
