"""One field of each kind, on a real screen: `wrong` and `right` on the standard input tie a fault to each and take it
away; what was done is answered by a line."""

from __future__ import annotations

import sys

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QSpinBox,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from ckmdesk.widgets.fault import tie


def main() -> int:
    """Show them and do what is asked until the input ends."""
    application = QApplication([])
    window = QWidget()
    layout = QVBoxLayout(window)
    for kind in (QLineEdit, QSpinBox, QComboBox, QPlainTextEdit, QListWidget, QTableWidget):
        field = kind()
        field.setObjectName(kind.__name__)
        field.setAccessibleName(kind.__name__)
        layout.addWidget(field)
    closed = QLineEdit()
    closed.setReadOnly(True)
    closed.setAccessibleName("closed")
    layout.addWidget(closed)
    fields = [found for found in window.children() if isinstance(found, QWidget)]

    def answer(words: str) -> None:
        sys.stdout.write(f"{words}\n")
        sys.stdout.flush()

    def serve() -> None:
        asked = sys.stdin.readline().strip()
        if not asked:
            application.quit()
            return
        for field in fields:
            tie(field, "That is wrong." if asked == "wrong" else "")
        QTimer.singleShot(0, lambda: answer(asked))

    heard = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
    heard.activated.connect(serve)
    window.show()
    answer("shown")
    return int(application.exec())


if __name__ == "__main__":
    sys.exit(main())
