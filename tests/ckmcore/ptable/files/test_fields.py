"""Numbers of perturbation tables as text: exact, with all digits."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ckmcore.ptable.model.bounds import decimal_text


@given(st.integers(-(10**30), 10**30), st.integers(0, 80), st.integers(0, 30))
def test_a_finite_decimal_is_written_with_all_its_digits_and_no_more(number: int, twos: int, fives: int) -> None:
    value = Fraction(number, 2**twos * 5**fives)
    text = decimal_text(value)
    assert text is not None
    assert Fraction(text) == value
    assert text == "0" or not text.strip("-").startswith("00")
    assert ("." in text) == (value.denominator != 1)
    assert not text.endswith("0") or "." not in text
    assert decimal_text(value + Fraction(1, 3)) is None
