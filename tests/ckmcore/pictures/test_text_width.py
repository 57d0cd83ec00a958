"""Texts measured in Noto Sans and broken into lines."""

from __future__ import annotations

import pytest

from ckmcore.base.hyphens import SOFT_HYPHEN
from ckmcore.pictures.canvas import label_lines
from ckmcore.pictures.text_width import lacking, lines_of, plain, shortened, width_of


def test_widths_are_those_of_the_font() -> None:
    # Advance widths of Noto Sans in thousandths of its size, as its own tables give them.
    assert width_of("0", 1000) == pytest.approx(572)
    assert width_of("i", 1000) == pytest.approx(258)
    assert width_of("W", 1000, bold=True) > width_of("W", 1000)
    assert width_of("漢", 10) == 10
    assert width_of("", 10) == 0


def test_a_line_is_broken_at_blanks_then_between_parts_then_anywhere() -> None:
    assert lines_of("one two three", 10, width_of("one two", 10)) == ["one two", "three"]
    word = f"Staats{SOFT_HYPHEN}angehörigkeit"
    assert lines_of(word, 10, width_of("angehörigkeit", 10)) == ["Staats-", "angehörigkeit"]
    assert lines_of(word, 10, 500) == ["Staatsangehörigkeit"]
    assert "".join(lines_of("x" * 50, 10, 40)) == "x" * 50
    assert all(width_of(line, 10) <= 40 for line in lines_of("x" * 50, 10, 40))


def test_german_compounds_in_labels_are_broken_between_their_parts_alone() -> None:
    lines, width = label_lines(["Staatsangehörigkeit"], 90, "de")
    assert lines == [["Staats-", "angehörigkeit"]]
    assert width <= 90
    lines, _ = label_lines(["Staatsangehörigkeit"], 90, "en")
    assert "".join(lines[0]) == "Staatsangehörigkeit"


def test_what_is_left_out_is_shown_by_an_ellipsis() -> None:
    assert shortened("a long text", 10, 30).endswith("…")
    assert width_of(shortened("a long text", 10, 30), 10) <= 30
    assert lines_of("one two three four", 10, 30, most=2)[-1].endswith("…")


def test_characters_that_show_nothing_are_left_out_and_blanks_in_figures_stay() -> None:
    assert plain("a\u202eb\u2066c\x00d\u200be \t f") == "abcde f"
    assert plain("1\u00a0234") == "1\u00a0234"
    assert lacking("Größe 漢 Ω") == "漢"
