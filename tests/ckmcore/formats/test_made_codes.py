"""Codes and times that formats ask for, made of words; texts as every encoding takes them."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.formats.codes import ascii_code, distinct, time_form, time_of
from ckmcore.formats.cube import clean, plain_text


@given(st.text(), st.integers(1, 60))
def test_a_made_code_is_plain_and_short(text: str, longest: int) -> None:
    found = ascii_code(text, longest)
    assert len(found) <= longest
    assert not found or re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?", found)


@pytest.mark.parametrize(
    ("text", "code"),
    [("Größe in €", "Groesse_in"), ("Straßenverkehr", "Strassenverkehr"), ("crème  brûlée", "creme_brulee"), ("…", "")],
)
def test_words_become_codes_as_a_german_would_write_them(text: str, code: str) -> None:
    assert ascii_code(text, 50) == code


@given(st.lists(st.sampled_from(["a", "a_2", "a_3", "b", ""])))
def test_texts_that_were_met_before_get_a_number(texts: list[str]) -> None:
    found = distinct(texts)
    assert len(set(found)) == len(found) == len(texts)
    assert all(
        one == text or re.fullmatch(re.escape(text) + r"_\d+", one) for one, text in zip(found, texts, strict=True)
    )


@given(st.text())
def test_a_cleaned_text_is_one_printable_line_that_can_be_encoded(text: str) -> None:
    found = clean(text)
    assert found.encode("utf-8").decode("utf-8") == found
    assert len(found.splitlines()) <= 1
    assert clean(found) == found


@given(st.integers(-(2**62), 2**62), st.integers(0, 6))
def test_figures_are_written_exactly(figure: int, places: int) -> None:
    text = plain_text(figure, places)
    assert Fraction(text) == Fraction(figure, 10**places)
    assert "E" not in text
    assert len(text.partition(".")[2]) == places


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("2025", "year"), ("2025-S1", "half"), ("2025-Q4", "quarter"), ("2025-07", "month"), ("2025-M12", "month"),
        ("2025-W53", "week"), ("2025-12-31", "day"), ("2025-02-30", ""), ("2025-S3", ""), ("2025-13", ""),
        ("WS 2025/26", ""), ("25", ""), ("", ""), (" 2025", ""),
    ],
)  # fmt: skip
def test_times_are_told_by_their_form(text: str, form: str) -> None:
    assert time_form(text) == form


def test_a_period_is_its_label_else_its_day_and_never_twice_the_same() -> None:
    assert time_of([("2024", "2024-12-31"), ("2025", "2025-12-31")]) == ["2024", "2025"]
    assert time_of([("WS 24", "2024-10-01"), ("WS 25", "2025-10-01")]) == ["2024-10-01", "2025-10-01"]
    assert time_of([("2024", "2024-06-30"), ("2024", "2024-12-31")]) == ["2024-06-30", "2024-12-31"]
    assert time_of([("first", ""), ("2025", "2025-12-31")]) == ["", "2025"]
    assert time_of([("a", ""), ("b", "")]) == ["", ""]
    assert time_of([("a", "2025-12-31"), ("b", "2025-12-31")]) == ["", ""]
