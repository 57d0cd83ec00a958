"""Number formats of both languages."""

from __future__ import annotations

from decimal import Decimal

from ckmcore.numbers import date_text, decimal_text, field_text, integer_text, shortest_text


def test_thousands_have_a_no_break_space_in_german_and_a_comma_in_english() -> None:
    assert integer_text(1234567, "de") == "1\u00a0234\u00a0567"
    assert integer_text(-1234567, "en") == "\u22121,234,567"
    assert integer_text(999, "de") == "999"


def test_decimals_are_rounded_half_away_from_zero() -> None:
    assert decimal_text(1234.55, 1, "de") == "1\u00a0234,6"
    assert decimal_text(0.125, 2, "en") == "0.13"
    assert decimal_text(Decimal("-2.5"), 0, "en") == "\u22123"
    assert decimal_text(-0.001, 2, "en") == "0.00"


def test_shortest_figures_have_no_trailing_zeros() -> None:
    assert shortest_text(0.5, "de") == "0,5"
    assert shortest_text(3.0, "en") == "3"


def test_lists_in_sentences_are_joined() -> None:
    assert field_text(("a", 1000, 0.5), "de") == "a, 1\u00a0000, 0,5"


def test_a_day_is_written_as_the_language_does() -> None:
    assert date_text("2025-12-31", "de") == "31.12.2025"
    assert date_text("2025-12-31", "en") == "2025-12-31"
    assert date_text("", "de") == ""
