"""Number formats of both languages."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.numbers import (
    Language,
    date_text,
    decimal_text,
    field_text,
    integer_text,
    number_readings,
    shortest_text,
)


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


@pytest.mark.parametrize(
    "text",
    ["1234,5", "1 234,5", "1\u00a0234,5", "1\u202f234,5", "1.234,5", "1234.5", "1,234.5", "+1234,50", " 1234,5 "],
)
def test_a_number_is_read_as_people_write_it(text: str) -> None:
    for own in ("", ",", "."):
        assert number_readings(text, own) == (Decimal("1234.5"),)


@pytest.mark.parametrize(
    ("text", "number"),
    [("1 234 567", 1234567), ("1.234.567", 1234567), ("1,234,567", 1234567), ("−2", -2), ("0.125", 0.125)],
)
def test_grouping_needs_no_decimals(text: str, number: float) -> None:
    assert number_readings(text) == (Decimal(str(number)),)


def test_three_digits_behind_the_only_mark_are_two_numbers_but_for_whom_it_is_the_decimal_mark() -> None:
    assert number_readings("1.234") == number_readings("1.234", ",") == (Decimal("1.234"), Decimal(1234))
    assert number_readings("1.234", ".") == number_readings("1,234", ",") == (Decimal("1.234"),)


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "1 2", "12 34", "1.2.3", "1 2345", "0 123", "1.234,5.6", "1,5,5", "1e5", "inf", "1_000", "½", "٣"],
)
def test_what_is_no_number_means_none(text: str) -> None:
    assert number_readings(text) == number_readings(text, ",") == ()


@given(
    st.decimals(min_value=-(10**9), max_value=10**9, allow_nan=False, places=4),
    st.integers(0, 4),
    st.sampled_from(["de", "en"]),
)
def test_every_number_that_is_shown_can_be_typed(number: Decimal, decimals: int, language: Language) -> None:
    shown = decimal_text(number, decimals, language)
    readings = number_readings(shown, "," if language == "de" else ".")
    rounded = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    assert rounded in readings
    assert len(readings) == 1 or language == "en"  # `1,234` in an English window may come from a German
