"""A part of a card that opens and closes: by mouse, by keyboard, by the page."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import Theme
from ckmdesk.widgets.fold import Fold


def card_with_fold(qtbot: QtBot, theme: Theme) -> tuple[QWidget, Fold, QLabel, list[bool]]:
    card = QWidget()
    qtbot.addWidget(card)
    column = QVBoxLayout(card)
    fold = Fold(theme, "wishes")
    inside = QLabel("inside")
    fold.body.addWidget(inside)
    fold.set_words("Further wishes")
    column.addWidget(fold)
    column.addStretch(1)
    heard: list[bool] = []
    fold.opened.connect(heard.append)
    return card, fold, inside, heard


def test_a_fold_is_closed_at_first_and_takes_no_room(qtbot: QtBot, theme: Theme) -> None:
    card, fold, inside, heard = card_with_fold(qtbot, theme)
    card.resize(300, 400)
    card.show()
    assert not inside.isVisible()
    closed = fold.height()
    fold.set_open(True)
    card.layout().activate()
    assert inside.isVisible()
    assert fold.height() > closed
    assert heard == [True]
    # Open already: nothing to say.
    fold.set_open(True)
    assert heard == [True]
    fold.set_open(False)
    assert not inside.isVisible()
    assert heard == [True, False]
    card.close()


def test_a_fold_opens_by_mouse_and_by_keyboard(qtbot: QtBot, theme: Theme) -> None:
    card, fold, inside, heard = card_with_fold(qtbot, theme)
    card.show()
    qtbot.mouseClick(fold.button, Qt.MouseButton.LeftButton)
    assert inside.isVisible()
    fold.button.setFocus()
    qtbot.keyClick(fold.button, Qt.Key.Key_Space)
    assert not inside.isVisible()
    assert heard == [True, False]
    card.close()


def test_a_fold_is_found_by_its_name_and_said_by_its_words(qtbot: QtBot, theme: Theme) -> None:
    card, fold, _, _ = card_with_fold(qtbot, theme)
    button = card.findChild(QToolButton, "fold:wishes")
    assert button is fold.button
    assert button.text() == "Further wishes"
    assert button.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_the_arrow_says_whether_it_is_open_in_both_looks(qtbot: QtBot, theme: Theme) -> None:
    card, fold, _, _ = card_with_fold(qtbot, theme)
    assert not card.isVisible()
    arrows = []
    for look in ("light", "dark"):
        theme.choose(look)  # type: ignore[arg-type]
        for on in (True, False):
            fold.set_open(on)
            arrows.append(fold.button.icon().pixmap(14, 14).toImage())
    assert all(one != other for at, one in enumerate(arrows) for other in arrows[:at])
