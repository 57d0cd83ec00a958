"""Settings of methods as the desk works on them: what a person types, and the methods that come of it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.numbers import Language
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.serialization import settings_record
from ckmcore.ptable import design_ptable
from ckmcore.ptable.magnitudes import design_magnitudes
from ckmcore.ptable.stored import stored_magnitudes
from ckmdesk.state.method_settings import (
    NEW_SUMS,
    CountRules,
    MagnitudeChoice,
    MethodSettings,
    choice_described,
    primary_texts,
    with_primary,
)
from ckmdesk.state.typed_numbers import (
    NumberOrNumbers,
    NumbersUnreadable,
    NumberTwoWays,
    number_of,
    numbers_of,
    numbers_text,
    pairs_of,
)

TABLE = design_ptable(D=2, V=1, js=0)
SUMS = stored_magnitudes(design_magnitudes(D=5, V=3, step=2))


def test_rules_are_all_settings_of_the_cell_key_method_with_its_defaults() -> None:
    assert tuple(one.name for one in fields(CountRules)) == settings_record(CellKeyMethod).__struct_fields__
    assert CountRules().method(TABLE) == CellKeyMethod(TABLE)
    rules = CountRules("less_equal", threshold=10, weighted_step=100)
    assert CountRules.of(rules.method(TABLE)) == rules


def test_numbers_are_typed_with_comma_or_point() -> None:
    assert numbers_of(" 1; 0,5 0.25 ") == (1.0, 0.5, 0.25)
    assert numbers_of("") == ()
    assert numbers_text((1.0, 0.5), "de") == "1; 0,5"
    assert pairs_of("1: 60; 2:85,5;") == ((1, 60.0), (2, 85.5))
    for wrong in ("1;x", "1;;½", "nan", "inf", "1_0", "0x1", "1.2.3"):
        with pytest.raises(NumbersUnreadable):
            numbers_of(wrong)
    for wrong in ("60", "1: 60, 2: 85", "a: 1"):
        with pytest.raises(NumbersUnreadable):
            pairs_of(wrong)


@pytest.mark.parametrize("text", ["1.000", "12,500", "−1.250"])
def test_a_number_that_can_be_read_in_two_ways_is_not_taken(text: str) -> None:
    with pytest.raises(NumberTwoWays) as caught:
        numbers_of(text)
    assert text.replace(".", "").replace(",", "") in caught.value.text("de")


def test_thousands_are_grouped_where_it_is_clear_what_is_meant() -> None:
    assert numbers_of("1.234,5; 0,5") == (1234.5, 0.5)
    assert number_of("5 000") == number_of("5\u00a0000") == 5000
    assert pairs_of("1: 60; 2: 1 234,5") == ((1, 60.0), (2, 1234.5))
    rules = with_primary(None, "minimum_frequency", "1 000")
    assert rules == PrimaryRules(minimum_frequency=1000)
    with pytest.raises(NumberOrNumbers) as caught:
        numbers_of("5 000; 1")
    assert "5000" in caught.value.text("de")
    assert "5; 000" in caught.value.text("de")


@given(st.floats(min_value=-1e12, max_value=1e12), st.sampled_from(["de", "en"]))
def test_a_number_that_is_shown_can_be_typed(number: float, language: Language) -> None:
    (found,) = numbers_of(numbers_text((number,), language))
    assert found == pytest.approx(number, rel=1e-8)


@pytest.mark.parametrize(
    ("name", "text", "rules"),
    [
        ("minimum_frequency", "3", PrimaryRules(minimum_frequency=3)),
        ("dominance", "1: 60", PrimaryRules(dominance=((1, 60.0),))),
        ("p_percent", "10", PrimaryRules(p_percent=10.0)),
        ("pq", "10; 50", PrimaryRules(pq=(10.0, 50.0))),
    ],
)
def test_a_primary_rule_is_typed_shown_and_taken_away(name: str, text: str, rules: PrimaryRules) -> None:
    assert with_primary(None, name, text) == rules
    assert primary_texts(rules, "en")[name] == text
    assert with_primary(rules, name, " ") is None


@pytest.mark.parametrize(("name", "text"), [("minimum_frequency", "2.5"), ("p_percent", "1; 2"), ("pq", "10")])
def test_a_primary_rule_that_is_none_is_refused(name: str, text: str) -> None:
    with pytest.raises(NumbersUnreadable):
        with_primary(None, name, text)


def test_the_method_has_sums_where_a_table_for_them_is_chosen() -> None:
    settings = MethodSettings(counts=CountRules(threshold=5))
    assert settings.method(TABLE) == CellKeyMethod(TABLE, threshold=5)
    own = MagnitudeSettings(Scaling(0.1), "V")
    choice = MagnitudeChoice(SUMS).with_settings("income", own)
    method = replace(settings, magnitudes=choice).method(TABLE)
    assert isinstance(method, MagnitudeCellKeyMethod)
    assert (method.threshold, method.settings_of("income"), method.settings_of("rent")) == (5, own, choice.settings)
    again = MagnitudeChoice.of_method(method)
    assert again.method(CellKeyMethod(TABLE, threshold=5)) == method
    assert choice.with_settings("income", None) == MagnitudeChoice(SUMS)


def test_a_table_for_small_values_without_separation_is_kept_but_not_used() -> None:
    choice = MagnitudeChoice(SUMS, SUMS)
    plain = choice.method(CellKeyMethod(TABLE))
    assert isinstance(plain, MagnitudeCellKeyMethod)
    assert plain.small is None
    separated = choice.with_settings("", replace(choice.settings, separation=True)).method(CellKeyMethod(TABLE))
    assert isinstance(separated, MagnitudeCellKeyMethod)
    assert separated.small is not None


def test_what_a_project_of_tau_argus_says_of_its_magnitudes_is_taken_as_settings() -> None:
    said = {
        "INCOME": {"CKM": "T(3)", "SCALING": "F(0.03,0.30,5000,3,0.5,0.2)", "SEPARATION": "Y", "PARITY": "N"},
        "RENT": {"CKM": "V", "SCALING": "N(0.05)", "INCLUDEZEROS": "Y"},
        "AGE": {"CKM": "N"},
        "WRONG": {"CKM": "T(3)", "SCALING": "N(7)"},
    }
    choice = choice_described(said, SUMS, SUMS)
    assert choice is not None
    assert (choice.large, choice.small) == (SUMS, SUMS)
    assert choice.of("INCOME") == MagnitudeSettings(
        Scaling(0.3, 0.03, 5000.0, 3.0), k=3, epsilon=(1.0, 0.5, 0.2), separation=True, **NEW_SUMS
    )
    assert choice.of("RENT") == MagnitudeSettings(Scaling(0.05), "V", include_zeros=True, **NEW_SUMS)
    assert isinstance(choice.method(CellKeyMethod(TABLE)), MagnitudeCellKeyMethod)
    assert choice_described(said, None, SUMS) is None
    assert choice_described({"AGE": said["AGE"]}, SUMS, None) is None
