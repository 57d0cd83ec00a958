"""Colours: contrast of every pair that is shown, the noise scale, the one place with colours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

import ckmdesk
from ckmdesk.look import icons
from ckmdesk.look.theme import (
    DARK,
    LIGHT,
    Theme,
    Tokens,
    contrast,
    mix,
    noise_color,
    noise_step,
    probability_color,
    text_on,
)
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.look.pairs import FRAMES, PAIRS
from tests.kit.tables_page import settle

ROUNDS = 5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_can_be_read_on_its_ground(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("line", "ground"), FRAMES)
def test_frames_of_controls_can_be_seen(tokens: Tokens, line: str, ground: str) -> None:
    assert contrast(getattr(tokens, line), getattr(tokens, ground)) >= 3


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_figures_can_be_read_on_every_noise_colour(tokens: Tokens) -> None:
    assert [color for color in tokens.noise if contrast(text_on(color), color) < 4.5] == []


def test_contrast_agrees_with_the_definition_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_noise_of_D_5_steps_at_1_2_and_4() -> None:
    assert [noise_step(v, 5) for v in range(-5, 6)] == [0, 0, 1, 1, 2, 3, 4, 5, 5, 6, 6]


def test_noise_of_D_2_reaches_both_ends_and_D_0_has_no_colour() -> None:
    assert [noise_step(v, 2) for v in (-2, -1, 0, 1, 2)] == [0, 1, 3, 5, 6]
    assert noise_step(0, 0) == 3
    assert noise_color(-5, 5) == QColor("#542788")
    assert noise_color(5, 5, DARK) == QColor("#f6b765")


def test_probability_0_is_the_surface_itself_and_1_the_accent() -> None:
    for tokens in (LIGHT, DARK):
        assert probability_color(0, tokens) == QColor(tokens.surface)
        assert probability_color(1, tokens) == QColor(tokens.accent)
    assert mix("#000000", "#ffffff", 0.5) == QColor(128, 128, 128)


def test_dark_gives_the_application_a_dark_palette_and_plots_follow(theme: Theme) -> None:
    import pyqtgraph

    heard = []
    theme.changed.connect(lambda: heard.append(theme.dark))
    theme.choose("dark")
    assert heard == [True]
    assert QApplication.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    assert pyqtgraph.getConfigOption("background") == QColor(DARK.surface)
    theme.choose("light")
    assert QApplication.palette().color(QPalette.ColorRole.Window) == QColor(LIGHT.window)


def test_every_icon_word_is_known_to_the_family(theme: Theme) -> None:
    assert [name for name in icons.NAMES if theme.icon(name).pixmap(16, 16).isNull()] == []


def test_no_other_file_of_the_desk_holds_a_colour() -> None:
    folder = Path(ckmdesk.__file__).parent
    colour = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?=[\"'])|QColor\(\s*\d|GlobalColor\.(?!transparent)")
    found = [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*.py"))
        if path.name != "theme.py" and colour.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def picture(window: MainWindow, qtbot: QtBot) -> QImage:
    """The window once its layouts have come to rest: one asks another, and some of them only later."""
    settle(window)
    seen = [window.grab().toImage()]

    def rests() -> bool:
        seen.append(window.grab().toImage())
        return len(seen) > ROUNDS and all(one == seen[-1] for one in seen[-ROUNDS:])

    qtbot.waitUntil(rests)
    return seen[-1]


def with_those_above(widget: QWidget) -> Iterator[QWidget]:
    """A widget, what it lies in, what that lies in."""
    above: QWidget | None = widget
    while above is not None:
        yield above
        above = above.parentWidget()


@pytest.mark.thorough
def test_a_window_in_another_look_is_the_one_that_started_with_it_and_each_widget_gets_it_once(
    window: MainWindow, theme: Theme, qtbot: QtBot
) -> None:
    """Qt polishes a widget once for every widget above it where one sheet replaces another: seconds with all pages."""
    theme.choose("dark")
    for page in ("tables", "release", "settings"):
        window.go_to(page)
        settle(window)
    wanted = picture(window, qtbot)
    theme.choose("light")
    assert picture(window, qtbot) != wanted
    heard: Counter[int] = Counter()

    class Listener(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.StyleChange:
                heard[id(watched)] += 1
            return False

    listener = Listener()
    every = window.findChildren(QWidget)
    for widget in every:
        widget.installEventFilter(listener)
    theme.choose("dark")
    at_once = len(heard)
    assert max(heard.values()) <= 4
    above = {widget for widget in every if not any(part in theme._parts for part in with_those_above(widget))}
    qtbot.waitUntil(lambda: not theme._waiting)
    for widget in every:
        widget.removeEventFilter(listener)
    assert {widget for widget in every if id(widget) not in heard} == above  # rooms alone, which paint nothing
    assert 100 < at_once < len(heard) - 400  # pages out of sight come later
    assert picture(window, qtbot) == wanted


def test_what_is_out_of_sight_takes_a_look_when_it_is_shown_or_later(theme: Theme, qtbot: QtBot) -> None:
    theme.choose("light")
    seen, hidden, later = (theme.dress(QWidget()) for _ in range(3))
    for part in (seen, hidden, later):
        qtbot.addWidget(part)
    seen.show()
    light = seen.styleSheet()
    theme.choose("dark")
    dark = seen.styleSheet()
    assert dark != light
    assert (hidden.styleSheet(), later.styleSheet()) == (light, light)
    hidden.show()
    assert hidden.styleSheet() == dark
    qtbot.waitUntil(lambda: later.styleSheet() == dark)


def test_a_dialog_that_opens_above_the_window_has_its_look(window: MainWindow, qtbot: QtBot) -> None:
    dialog = QDialog(window)
    dialog.show()
    assert dialog.styleSheet() == window.status.styleSheet() != ""
    window.settings.set("theme", "dark")
    assert dialog.styleSheet() == window.status.styleSheet()
    dialog.close()
    dialog.deleteLater()
    qtbot.waitUntil(lambda: dialog not in window.theme._parts)
