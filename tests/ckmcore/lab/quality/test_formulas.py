"""The page of measures is the list of measures: each with definition, formula and who defined it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.lab.quality.formulas import measures_listed
from ckmcore.lab.quality.measure_registry import COMPARED, MEASURES, QualityMeasure, measure_of
from ckmcore.messages import SENTENCES

PAGE = Path(__file__).resolve().parents[4] / "docs" / "method.md"
MARK = "<!-- the list of measures, as the program has it -->\n\n"
ALL = (*MEASURES, *COMPARED)


def test_t12_the_page_is_the_list() -> None:
    """Below its mark the page is what `measures_listed` says."""
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(MARK) == 1
    assert text.split(MARK)[1].strip() == measures_listed().strip()


def test_t12_every_measure_has_a_formula_and_a_code_of_its_own() -> None:
    assert len({kind.code for kind in ALL}) == len(ALL)
    assert all(kind.formula for kind in ALL)


@pytest.mark.parametrize("code", ["disclosed", "guess_small", "reveal_small", "small_unchanged", "disclosed_small"])
def test_t12_what_enderle_vollmar_did_not_define_is_signed_as_our_own(code: str) -> None:
    assert measure_of(code).origin == "own"
    assert measure_of(code).source.text("de") == "dieses Programm"


def test_t12_what_they_define_are_the_four_criteria_and_the_share_that_changes() -> None:
    theirs = {kind.code for kind in ALL if kind.origin == "w19"}
    expected = {kind.code for kind in ALL if kind.code.startswith("expected_")}
    assert theirs == {"changed", "within_one", "criteria", *expected}


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.code)
def test_t12_each_source_is_a_sentence_in_both_languages(kind: QualityMeasure) -> None:
    assert f"measure_origin_{kind.origin}" in SENTENCES
    assert kind.source.text("en") and kind.source.text("de")  # noqa: PT018
