"""Fields for numbers: no more decimals than needed, in the language of the window, and never another value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from pytestqt.qtbot import QtBot

from ckmdesk.widgets.number_box import CountBox, NumberBox

SHOWN: list[NumberBox] = []


def number_box(qtbot: QtBot, least: int = 2, language: QLocale.Language = QLocale.Language.English) -> NumberBox:
    box = NumberBox(least)
    qtbot.addWidget(box)
    box.setLocale(QLocale(language))
    box.setRange(0.0, 1000.0)
    box.setDecimals(6)
    return box


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3.00"), (0.5, "0.50"), (0.366486, "0.366486"), (0.3664, "0.3664"), (1.08, "1.08"), (0.0, "0.00")],
)
def test_a_number_shows_two_decimals_and_more_where_it_has_more(qtbot: QtBot, value: float, text: str) -> None:
    box = number_box(qtbot)
    box.setValue(value)
    assert box.text() == text
    german = number_box(qtbot, language=QLocale.Language.German)
    german.setValue(value)
    assert german.text() == text.replace(".", ",")


def test_without_a_least_number_of_decimals_a_whole_number_stands_alone(qtbot: QtBot) -> None:
    box = number_box(qtbot, least=0)
    for value, text in ((3.0, "3"), (10.0, "10"), (100.0, "100"), (2.5, "2.5")):
        box.setValue(value)
        assert box.text() == text


def test_a_field_without_decimals_shows_whole_numbers(qtbot: QtBot) -> None:
    box = number_box(qtbot)
    box.setDecimals(0)
    box.setValue(120)
    assert box.text() == "120"


@pytest.mark.parametrize("language", [QLocale.Language.English, QLocale.Language.German])
def test_a_typed_number_is_taken_in_the_language_of_the_window(qtbot: QtBot, language: QLocale.Language) -> None:
    box = number_box(qtbot, language=language)
    box.show()
    point = box.locale().decimalPoint()
    box.selectAll()
    qtbot.keyClicks(box, f"0{point}123456")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == pytest.approx(0.123456)
    assert box.text() == f"0{point}123456"
    box.close()


def test_what_is_shown_is_the_value(qtbot: QtBot) -> None:
    SHOWN[:] = [number_box(qtbot)]
    check()


@hypothesis_settings(max_examples=200)
@given(st.floats(0, 999))
def check(value: float) -> None:
    box = SHOWN[0]
    box.setValue(value)
    shown = box.text()
    assert box.valueFromText(shown) == box.value() == pytest.approx(value, abs=5.1e-7)
    assert 2 <= len(shown.partition(".")[2]) <= 6
    assert len(shown.partition(".")[2]) == 2 or not shown.endswith("0")


def test_figures_stand_at_the_right(qtbot: QtBot) -> None:
    whole = CountBox()
    qtbot.addWidget(whole)
    for box in (whole, number_box(qtbot)):
        assert box.alignment() & Qt.AlignmentFlag.AlignRight
    whole.setRange(0, 750)
    whole.setValue(750)
    assert whole.text() == "750"
