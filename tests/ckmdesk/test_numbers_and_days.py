"""Numbers, days and months as people of a place write them: Germany, Austria, English."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import QLocale, Qt
from pytestqt.qtbot import QtBot

from ckmcore.statistic.period import Decision
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import place_of
from ckmdesk.look.theme import Theme
from ckmdesk.pages.method.decision import DecisionCard

ASKED = """
from PySide6.QtCore import QLocale
from ckmdesk.base.translation import place_of
from ckmcore.messages import system_language
place = place_of(system_language(), QLocale.system())
print(place.monthName(1), place.decimalPoint())
"""


@pytest.mark.skipif(os.name == "nt", reason="the place is that of Windows' settings there, not of LC_ALL")
@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("de_AT.UTF-8", "Jänner ,"),
        ("de_DE.UTF-8", "Januar ,"),
        ("de_CH.UTF-8", "Januar ,"),
        ("en_GB.UTF-8", "January ."),
    ],
)
def test_months_are_those_of_the_system_s_place(system: str, said: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "CKM_"))}
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", ASKED],
        env={**environment, "LC_ALL": system},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stdout.strip() == said
    assert run.stderr == ""


def test_a_german_window_on_an_english_system_is_that_of_germany() -> None:
    english = QLocale(QLocale.Language.English, QLocale.Country.Austria)
    assert place_of("de", english).territory() == QLocale.Country.Germany
    austrian = QLocale(QLocale.Language.German, QLocale.Country.Austria)
    assert place_of("de", austrian).monthName(2) == "Februar"
    assert place_of("en", austrian).monthName(1) == "January"


@pytest.mark.parametrize("typed", ["1.12.2026", "01.12.2026", "2026-12-01"])
def test_the_day_of_a_decision_is_shown_and_typed_as_in_german(
    german: None, qtbot: QtBot, theme: Theme, settings: Settings, typed: str
) -> None:
    card = DecisionCard(theme)
    qtbot.addWidget(card)
    card.open_for("", [], "", "de", today="2026-11-22")
    assert card.fields["date"].text() == card.fields["valid_from"].text() == "22.11.2026"
    made: list[Decision] = []
    card.decided.connect(made.append)
    card.fields["body"].setText("Methodik")
    card.fields["valid_to"].setText(typed)
    qtbot.keyClick(card.fields["valid_to"], Qt.Key.Key_Return)
    assert [(one.date, one.valid_from, one.valid_to) for one in made] == [("2026-11-22", "2026-11-22", "2026-12-01")]
    card.fields["valid_to"].setText("31.2.2027")
    qtbot.keyClick(card.fields["valid_to"], Qt.Key.Key_Return)
    assert len(made) == 1
    assert not card.fault.isHidden()
