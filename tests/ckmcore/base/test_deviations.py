"""What the library did otherwise than a script would think: said once, in English, at the script's own place."""

from __future__ import annotations

import logging
import warnings

import pytest

from ckmcore.base.deviations import LOGGER, shown_elsewhere, tell
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmWarning

CUT, LEFT = Texts("Keys were cut.", "Keys wurden gekürzt."), Texts("Blanks are left out.", "Leeres zählt nicht.")


def told(*deviations: Texts, caplog: pytest.LogCaptureFixture) -> tuple[list[str], list[str]]:
    """As Python's warnings, and as lines of the logger."""
    caplog.clear()
    with warnings.catch_warnings(record=True) as found, caplog.at_level(logging.WARNING, LOGGER):
        warnings.simplefilter("always")
        tell(deviations)
    assert all(one.category is CkmWarning for one in found)
    assert all(one.filename == __file__ for one in found)
    return [str(one.message) for one in found], [one.getMessage() for one in caplog.records if one.name == LOGGER]


def test_t08_each_deviation_is_said_once_as_a_warning_and_as_a_line_of_the_logger(
    caplog: pytest.LogCaptureFixture,
) -> None:
    both = ["Keys were cut.", "Blanks are left out."]
    assert told(CUT, LEFT, CUT, caplog=caplog) == (both, both)
    assert told(caplog=caplog) == ([], [])


def test_t08_a_percent_sign_of_a_sentence_is_no_place_for_a_value(caplog: pytest.LogCaptureFixture) -> None:
    said = Texts.same("5 %s left out")
    assert told(said, caplog=caplog) == (["5 %s left out"], ["5 %s left out"])


def test_t08_who_shows_deviations_elsewhere_is_not_told_them_twice_also_within_one_another_and_after_an_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with shown_elsewhere():
        with shown_elsewhere():
            assert told(CUT, caplog=caplog) == ([], [])
        assert told(CUT, caplog=caplog) == ([], [])
    with pytest.raises(ValueError, match="no file"), shown_elsewhere():
        raise ValueError("no file")
    assert told(CUT, caplog=caplog) == (["Keys were cut."], ["Keys were cut."])


def test_t08_nothing_is_printed_beside_the_warning_where_no_log_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.warns(CkmWarning, match="cut"):
        tell([CUT])
    assert capsys.readouterr() == ("", "")
