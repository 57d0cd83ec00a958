"""A text that is painted, for screen readers: the widget's own children first, then the parts of the text."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ckmdesk.accessibility.document import Paper, Part


def test_children_of_the_widget_come_before_the_parts_of_its_text(qtbot: QtBot) -> None:
    paper = Paper()
    qtbot.addWidget(paper)
    label = QLabel("figure", paper)
    roles = {"Title": QAccessible.Role.Heading, "Sentence": QAccessible.Role.StaticText}
    paper.show_parts([Part(role, text, QRect) for text, role in roles.items()])
    document = paper.by_ear()
    assert document.childCount() == 3
    heard = [document.child(index) for index in range(3)]
    assert all(heard)
    assert [child.text(QAccessible.Text.Name) for child in heard if child] == ["figure", "Title", "Sentence"]
    assert [document.indexOfChild(part) for part in paper.parts] == [1, 2]
    assert document.child(3) is None
    assert label.parent() is paper
