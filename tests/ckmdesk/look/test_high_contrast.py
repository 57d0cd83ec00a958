"""A system of high contrast: its colours are kept, and everything can be read in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from ckmdesk.look import theme as look
from ckmdesk.look.theme import DARK, LIGHT, Theme, asks_for_contrast, contrast, tokens_of
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.look.pairs import FRAMES, PAIRS
from tests.kit import access
from tests.kit.places import PLACES, leave

# Window, text, base, highlight, its text, link, what is disabled: the four of Windows 11, and one of GTK.
SYSTEMS = {
    "Aquatic": ("#202020", "#ffffff", "#202020", "#8ee3f0", "#263b50", "#75e9fc", "#a6a6a6"),
    "Desert": ("#fffaef", "#3d3d3d", "#fffaef", "#903909", "#fff5e3", "#1c5e75", "#676767"),
    "Dusk": ("#2d3236", "#ffffff", "#2d3236", "#a1bfde", "#212d3b", "#70ebde", "#a6a6a6"),
    "Night sky": ("#000000", "#ffffff", "#000000", "#d6b4fd", "#2b2b2b", "#8080ff", "#a6a6a6"),
    "GTK": ("#ffffff", "#000000", "#ffffff", "#000000", "#ffffff", "#0000ff", "#6e6e6e"),
}
BY_PALETTE = ("Night sky", "GTK")  # told by their colours alone, without a word of the system


def palette_of(name: str) -> QPalette:
    window, text, base, highlight, on_highlight, link, idle = SYSTEMS[name]
    role, found = QPalette.ColorRole, QPalette()
    colors = {
        role.Window: window, role.WindowText: text, role.Base: base, role.AlternateBase: base, role.Text: text,
        role.Button: window, role.ButtonText: text, role.Highlight: highlight, role.HighlightedText: on_highlight,
        role.Link: link, role.PlaceholderText: text, role.ToolTipBase: base, role.ToolTipText: text,
    }  # fmt: skip
    for key, color in colors.items():
        found.setColor(key, QColor(color))
    for key in (role.WindowText, role.Text, role.ButtonText):
        found.setColor(QPalette.ColorGroup.Disabled, key, QColor(idle))
    return found


@pytest.fixture
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, theme: Theme) -> Iterator[str]:
    """A system of that name that asks for high contrast; our theme is the system's."""
    monkeypatch.setattr(look, "system_palette", lambda: palette_of(request.param))
    monkeypatch.setattr(look, "asks_for_contrast", lambda _palette: True)
    theme.choose("system")
    yield request.param
    monkeypatch.undo()
    theme.choose("light")


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_word_and_frame_can_be_seen_in_the_colours_of_the_system(name: str) -> None:
    tokens = tokens_of(palette_of(name))
    faint = [(text, on) for text, on in PAIRS if contrast(getattr(tokens, text), getattr(tokens, on)) < 4.5]
    faint += [(line, on) for line, on in FRAMES if contrast(getattr(tokens, line), getattr(tokens, on)) < 3]
    assert faint == []
    assert contrast(tokens.on_selected, tokens.selected) >= 4.5


@pytest.mark.parametrize("name", SYSTEMS)
def test_grounds_words_and_the_highlight_are_the_system_s(name: str) -> None:
    window, text, base, highlight, on_highlight, link, idle = SYSTEMS[name]
    tokens = tokens_of(palette_of(name))
    assert (tokens.window, tokens.surface, tokens.text, tokens.secondary) == (window, base, text, text)
    assert (tokens.selected, tokens.on_selected, tokens.disabled) == (highlight, on_highlight, idle)
    assert tokens.accent in (link, highlight, text)
    assert {tokens.ok, tokens.warning, tokens.error, tokens.confidential} == {text}  # said by sign and word
    assert {tokens.value_chip, tokens.filter_chip, tokens.confidential_soft} == {base}


@pytest.mark.parametrize("name", BY_PALETTE)
def test_a_palette_of_black_and_white_is_known_without_a_word(name: str, theme: Theme) -> None:
    assert asks_for_contrast(palette_of(name))


def test_the_usual_palette_and_ours_ask_for_nothing(theme: Theme) -> None:
    assert not asks_for_contrast(look.system_palette())
    for choice in ("light", "dark"):
        theme.choose(choice)  # type: ignore[arg-type]
        assert not asks_for_contrast(theme.qt_palette())


@pytest.mark.parametrize("system", ["Night sky", "Desert"], indirect=True)
def test_the_application_keeps_the_palette_and_another_choice_is_ours(system: str, theme: Theme) -> None:
    role, wanted = QPalette.ColorRole, palette_of(system)
    assert theme.of_system
    for one in (role.Window, role.WindowText, role.Base, role.Highlight, role.HighlightedText, role.Link):
        assert QApplication.palette().color(one) == wanted.color(one)
    theme.choose("dark")
    assert (theme.of_system, theme.tokens) == (False, DARK)
    theme.choose("light")
    assert (theme.of_system, theme.tokens) == (False, LIGHT)


@pytest.mark.thorough
@pytest.mark.parametrize("system", ["Night sky"], indirect=True)
def test_a_window_is_painted_in_the_colours_of_the_system(window: MainWindow, system: str, tmp_path: Path) -> None:
    window.settings.set("theme", "system")
    PLACES["table"](window, tmp_path)
    assert access.faint(window) == []
    picture = window.grab().toImage()
    ground = QColor(SYSTEMS[system][0])
    places = [(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)]
    same = sum(picture.pixelColor(x, y) == ground for x, y in places)
    assert same > 0.9 * len(places)  # one ground: no tints, no bands
    leave(window)


@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("system", SYSTEMS, indirect=True)
def test_every_place_can_be_read_in_the_colours_of_the_system(
    window: MainWindow, system: str, tmp_path: Path, place: str
) -> None:
    window.settings.set("theme", "system")
    root = PLACES[place](window, tmp_path)
    assert access.faint(root) == []
    leave(window)
