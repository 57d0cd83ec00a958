"""Words of the rail, in every size of text and after another theme."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import Theme
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.rail import RailItem

PADDING = 4  # px, both sides


@pytest.mark.daily(9)
@pytest.mark.parametrize("percent", [100, 125, 150, 200])
@pytest.mark.parametrize("word", ["Einstellungen", "Qualität & Risiko", "Tabellen", "Settings"])
def test_no_word_of_the_rail_is_cut(qtbot: QtBot, theme: Theme, word: str, percent: int) -> None:
    theme.choose_text_size(percent)
    item = RailItem(theme, "settings")
    qtbot.addWidget(item)
    item.set_word(word)
    assert max(item.fontMetrics().horizontalAdvance(part) for part in word.split()) <= item.width() - PADDING


def test_a_short_word_keeps_the_size_of_small_text(qtbot: QtBot, theme: Theme) -> None:
    item = RailItem(theme, "table")
    qtbot.addWidget(item)
    item.set_word("Daten")
    assert item.font().pointSizeF() == theme.small_font().pointSizeF()


def test_another_theme_leaves_the_words_of_the_rail_as_large_as_they_were(window: MainWindow) -> None:
    items = window.findChildren(RailItem)
    former = [item.font().toString() for item in items]
    for theme in ("dark", "light"):
        window.settings.set("theme", theme)
        assert [item.font().toString() for item in items] == former
