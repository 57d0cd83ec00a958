"""Fields for numbers: no more decimals than needed, in the language of the window, and never another value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from pytestqt.qtbot import QtBot

from ckmcore.messages import Sentence
from ckmdesk.widgets.number_box import CountBox, NumberBox
from tests.kit.examples import examples

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


@hypothesis_settings(max_examples=examples(200))
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


AUSTRIA = QLocale(QLocale.Language.German, QLocale.Country.Austria)
GERMANY = QLocale(QLocale.Language.German, QLocale.Country.Germany)


def typed(qtbot: QtBot, box: NumberBox | CountBox, text: str) -> list[Sentence]:
    """What is said when somebody writes over what stands in a field."""
    said: list[Sentence] = []
    box.refused.connect(said.append)
    box.selectAll()
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    box.refused.disconnect(said.append)
    return said


@pytest.mark.parametrize("place", [AUSTRIA, GERMANY])
@pytest.mark.parametrize("text", ["1 234,5", "1\u00a0234,5", "1.234,5", "1234,5", "1234.5"])
def test_thousands_are_typed_as_in_austria_and_germany(qtbot: QtBot, place: QLocale, text: str) -> None:
    box = number_box(qtbot)
    box.setLocale(place)
    box.setRange(0, 10_000)
    assert typed(qtbot, box, text) == []
    assert box.value() == 1234.5
    assert box.text() == "1234,50"


def test_what_can_be_read_in_two_ways_counts_where_the_field_takes_only_one(qtbot: QtBot) -> None:
    box = number_box(qtbot)
    box.setLocale(AUSTRIA)
    box.setRange(0, 100)
    assert typed(qtbot, box, "1.125") == []
    assert box.value() == 1.125
    box.setRange(0, 10_000)
    (said,) = typed(qtbot, box, "1.250")
    assert (
        said.text("de")
        == "„1.250“ lässt sich auf zwei Arten lesen. Schreiben Sie 1250 oder mit Nachkommastellen 1.2500."
    )
    assert box.value() == 1.125
    assert typed(qtbot, box, "1,250") == []
    assert box.value() == 1.25


@pytest.mark.parametrize("text", ["16 384", "16\u00a0384", "16.384", "16384", "16,384"])
def test_a_whole_number_has_thousands_and_no_decimals(qtbot: QtBot, text: str) -> None:
    box = CountBox()
    qtbot.addWidget(box)
    box.setRange(0, 100_000)
    assert typed(qtbot, box, text) == []
    assert box.value() == 16384
    for wrong in ("2,5", "-1", "x", "200 000"):
        (said,) = typed(qtbot, box, wrong)
        assert f"„{wrong}“ ist keine Zahl von 0 bis 100\u00a0000." in said.text("de")
        assert box.value() == 16384
