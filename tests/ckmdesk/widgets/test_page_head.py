"""The buttons of a page's head find room: beside the title, in a second row, or one below another."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import HEAD_HEIGHT, Theme
from ckmdesk.widgets.page_head import PageHead

WORDS = ("Take over the office's file ...", "Save for all workplaces ...", "Close settings")


@pytest.mark.parametrize(("share", "rows", "columns"), [(2.0, 1, 3), (1.05, 2, 3), (0.6, 4, 1)])
def test_no_button_of_a_head_is_narrower_than_its_words(
    qtbot: QtBot, theme: Theme, share: float, rows: int, columns: int
) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    head = PageHead(page)
    head.set_title("Settings")
    buttons = [QPushButton(words) for words in WORDS]
    for button in buttons:
        head.add_right(button)
    page.show()
    head.resize(round(share * sum(button.sizeHint().width() for button in buttons)) + 60, HEAD_HEIGHT)
    for _ in range(3):
        QApplication.processEvents()
    assert all(button.width() >= button.minimumSizeHint().width() for button in buttons)
    assert all(head.rect().contains(button.geometry().translated(button.parentWidget().pos())) for button in buttons)
    assert len({button.mapTo(head, button.rect().topLeft()).x() for button in buttons}) == columns
    assert head.height() == rows * HEAD_HEIGHT
