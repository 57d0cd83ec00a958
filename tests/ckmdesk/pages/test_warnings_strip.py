"""The warnings of the preview: the first is shown until another is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from ckmdesk.pages.data.warnings_strip import WarningsStrip
from ckmdesk.state.data_import import begin_import, look_at
from ckmdesk.theme import Theme


def test_the_first_warning_is_shown_also_when_earlier_columns_get_one_later(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    path = tmp_path / "codes.csv"
    path.write_text("a;b;c\n01;02;03\n04;05;06\n", encoding="utf-8")
    looked = look_at([path])
    whole = begin_import(looked, None, None, "en")
    strip = WarningsStrip(theme)
    qtbot.addWidget(strip)
    first, *others = whole.columns
    quiet = replace(first, guess=replace(first.guess, warnings=()))
    strip.show_state(replace(whole, columns=(quiet, *others)), "en")
    assert strip.text.startswith("b:")
    strip.show_state(whole, "en")
    assert strip.text.startswith("a:")
    assert strip.next_button.text() == "1 of 3: next"
    strip.show_column("b")
    strip.show_state(whole, "en")
    assert strip.text.startswith("b:")
