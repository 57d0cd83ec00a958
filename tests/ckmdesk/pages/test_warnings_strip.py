"""The warnings of the preview: the first is shown until another is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from ckmcore.base.texts import Texts
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.import_records import Looked, look_at
from ckmcore.statistic.model import Statistic
from ckmdesk.look.theme import Theme
from ckmdesk.pages.data.warnings_strip import WarningsStrip
from ckmdesk.state.data_import import begin_import


def looked_at(folder: Path, content: str) -> Looked:
    """A file of this content as it was looked at."""
    path = folder / "file.csv"
    path.write_text(content, encoding="utf-8")
    return look_at([path])


def test_the_first_warning_is_shown_also_when_earlier_columns_get_one_later(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    whole = begin_import(looked_at(tmp_path, "a;b;c\n01;02;03\n04;05;06\n"), None, None, "en")
    strip = WarningsStrip(theme)
    qtbot.addWidget(strip)
    first, *others = whole.columns
    quiet = replace(first, guess=replace(first.guess, warnings=()))
    strip.show_state(replace(whole, columns=(quiet, *others)), "en")
    assert strip.text.startswith("b:")
    strip.show_state(whole, "en")
    assert strip.text.startswith("a:")
    assert strip.next_button.text() == "1 of 4: next"
    strip.show_column("b")
    strip.show_state(whole, "en")
    assert strip.text.startswith("b:")


def test_code_lists_that_would_come_from_the_records_are_told_before_the_file_is_taken_over(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    looked = looked_at(tmp_path, "sex;area\nm;north\nw;south\n")
    strip = WarningsStrip(theme)
    qtbot.addWidget(strip)
    strip.show_state(begin_import(looked, None, None, "en"), "en")
    assert strip.text.startswith("sex, area: the code lists come from the records.")
    strip.show_state(begin_import(looked, None, None, "de"), "de")
    assert strip.text.startswith("sex, area: Die Schlüsselverzeichnisse stammen aus den Daten.")
    of_sex = VariableEntry("sex", "dimension", Texts.same("sex"), codes_from="list")
    known = Statistic(
        Texts.same("People"), (of_sex, VariableEntry("area", "dimension", Texts.same("area"), codes_from="observed"))
    )
    strip.show_state(begin_import(looked, known, None, "en"), "en")
    assert strip.text.startswith("area: the code list comes from the records.")
    listed = Statistic(
        Texts.same("People"), (of_sex, VariableEntry("area", "dimension", Texts.same("area"), codes_from="range"))
    )
    strip.show_state(begin_import(looked, listed, None, "en"), "en")
    assert strip.text == ""
