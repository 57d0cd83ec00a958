"""Rows that fold, words and boxes that break where a page has no room for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import Theme
from ckmdesk.widgets.basic import WordLabel, WrapCheckBox
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.scrolled import FoldingRow, Scrolled, folds, least_width


@pytest.fixture
def buttons(theme: Theme) -> list[QPushButton]:
    made = [QPushButton(f"Button {number}") for number in range(5)]
    for one in made:
        one.setFixedWidth(100)
    return made


@pytest.fixture
def shown(qtbot: QtBot, buttons: list[QPushButton]) -> Iterator[Scrolled]:
    inside = QWidget()
    column_of(FoldingRow(*buttons[:3], STRETCH, *buttons[3:], spacing=10, around=0), STRETCH, within=inside, margins=0)
    made = Scrolled(inside)
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    yield made
    made.close()


def lines(buttons: list[QPushButton]) -> list[list[str]]:
    found: dict[int, list[str]] = {}
    for one in buttons:
        if not one.isHidden():
            found.setdefault(one.y(), []).append(one.text()[-1])
    return [found[high] for high in sorted(found)]


def wide(area: QScrollArea, width: int) -> None:
    area.resize(width, 300)
    for _ in range(3):
        QApplication.processEvents()


def test_a_row_stands_in_as_many_lines_as_there_is_no_room_for_in_one(
    shown: Scrolled, buttons: list[QPushButton]
) -> None:
    wide(shown, 800)
    assert lines(buttons) == [["0", "1", "2", "3", "4"]]
    assert buttons[4].geometry().right() == shown.widget().width() - 1  # what stretches counts in one line
    for width, there in ((400, [["0", "1", "2"], ["3", "4"]]), (260, [["0", "1"], ["2", "3"], ["4"]])):
        wide(shown, width)
        assert lines(buttons) == there
        assert shown.horizontalScrollBar().maximum() == 0
    wide(shown, 800)
    assert lines(buttons) == [["0", "1", "2", "3", "4"]]


def test_what_is_hidden_takes_no_room_in_a_line(shown: Scrolled, buttons: list[QPushButton]) -> None:
    buttons[1].hide()
    buttons[2].hide()
    wide(shown, 400)
    assert lines(buttons) == [["0", "3", "4"]]
    buttons[1].show()
    wide(shown, 401)
    assert lines(buttons) == [["0", "1", "3"], ["4"]]


def test_the_least_width_of_a_part_is_the_same_folded_and_not(shown: Scrolled, buttons: list[QPushButton]) -> None:
    layout = shown.widget().layout()
    assert layout is not None
    wide(shown, 800)
    before = least_width(layout)
    wide(shown, 260)
    assert (before, least_width(layout)) == (540, 540)


def test_a_part_that_scrolls_by_itself_counts_with_what_is_in_it(qtbot: QtBot, theme: Theme) -> None:
    inside, wide_one = QWidget(), QWidget()
    wide_one.setMinimumWidth(500)
    area = QScrollArea(widgetResizable=True)
    area.setWidget(wide_one)
    other = QWidget()
    other.setFixedSize(200, 50)
    body = row_of((area, 1), other, within=inside, margins=0, spacing=0)
    folds(body, around=0)
    made = Scrolled(inside)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    wide(made, 600)
    assert body.direction() == body.Direction.TopToBottom
    assert area.horizontalScrollBar().maximum() == 0
    wide(made, 900)
    assert body.direction() == body.Direction.LeftToRight
    made.close()


def test_the_words_of_a_box_break_where_there_is_no_room_and_are_heard_whole(qtbot: QtBot, theme: Theme) -> None:
    box = WrapCheckBox()
    qtbot.addWidget(box)
    words = "Mean deviation of all cells & totals that are published in the table"
    box.set_text(words)
    box.show()
    box.resize(box.sizeHint().width(), 30)
    assert box.text() == words.replace("&", "&&")
    box.resize(200, 90)
    assert box.text().replace("\n", " ") == words.replace("&", "&&")
    metrics = box.fontMetrics()
    assert max(metrics.horizontalAdvance(line.replace("&&", "&")) for line in box.text().split("\n")) <= 200 - 28
    assert box.minimumSizeHint().height() > metrics.height() * box.text().count("\n")
    assert box.accessibleName() == words


def test_the_word_of_a_field_wants_one_line_and_lives_with_several(qtbot: QtBot, theme: Theme) -> None:
    word = WordLabel("A word of a field that is long")
    qtbot.addWidget(word)
    whole = word.fontMetrics().size(Qt.TextFlag.TextSingleLine, word.text()).width()
    assert word.sizeHint().width() >= whole > word.minimumSizeHint().width()
