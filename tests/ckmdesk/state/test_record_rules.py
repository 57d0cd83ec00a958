"""Rules for records as a form has them: what is typed becomes a rule, and a rule is shown as it was typed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.numbers import Language
from ckmcore.dictionary.judge_rules import RuleFinding
from ckmcore.dictionary.record_rules import ColumnTest, RecordRule
from ckmcore.messages import sentence
from ckmdesk.state.record_rules import (
    RuleDraft,
    TestDraft,
    broken_records,
    draft_of,
    rule_lines,
    rule_of,
    typed_value,
)
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.random_rules import rules

MARKS: dict[Language, str] = {"de": ",", "en": "."}
CODES = {"SEX": ["m", "w"], "DAY": ["2024-02-29", "k.A."]}
NUMBERS = {"X": [Decimal("1.5"), Decimal("12345.25")], "Y": [Decimal(0)]}


@settings(max_examples=examples(100), deadline=None)
@given(rules(CODES, NUMBERS, [("X", "Y"), ("SEX", "DAY")]), st.sampled_from(["de", "en"]))
def test_a_rule_that_a_form_shows_and_nobody_changes_means_the_same(rule: RecordRule, language: Language) -> None:
    again = rule_of(draft_of(rule, language, NUMBERS), MARKS[language], NUMBERS)

    def meaning(of: RecordRule) -> object:
        bounds = [Decimal(text) if text else None for text in (of.low, of.high, of.tolerance)]
        tests = [
            (test.column, test.comparison, test.other, {*test.values})
            if test.comparison in ("=", "<>") and test.column not in NUMBERS
            else (test.column, test.comparison, test.other, {Decimal(text) for text in test.values})
            for test in (*of.when, *of.then)
        ]
        return of.kind, of.columns, bounds, {*of.codes} - {""}, len(of.when), tests, of.severity, of.title

    assert meaning(again) == meaning(rule)


@pytest.mark.parametrize(
    ("text", "own", "value"),
    [
        ("16,5", ",", "16.5"), ("16.5", ".", "16.5"), ("31.12.2026", ",", "2026-12-31"),
        ("1.2.2026", ",", "2026-02-01"),
        ("2026-12-31", ".", "2026-12-31"), ("31.13.2026", ",", "31.13.2026"), (" 18 ", ",", "18"),
        ("k.A.", ",", "k.A."),
    ],
)  # fmt: skip
def test_numbers_and_days_are_taken_as_people_type_them(text: str, own: str, value: str) -> None:
    assert typed_value(text, own) == value


def test_what_is_not_filled_in_is_named() -> None:
    for draft in (
        RuleDraft("range"), RuleDraft("sum", columns=("X",)), RuleDraft("set", columns=("SEX",)),
        RuleDraft("condition"),
    ):  # fmt: skip
        with fails("rule_lacks"):
            rule_of(draft, ",")
    with fails("rule_bound"):
        rule_of(RuleDraft("range", columns=("X",), low="viel"), ",")


def test_only_what_belongs_to_the_kind_is_taken() -> None:
    draft = RuleDraft("required", ("SEX",), total="X", low="x", high="1", codes="m", when=(TestDraft("X", "missing"),))
    assert rule_of(draft, ",") == RecordRule("required", ("SEX",))
    assert rule_of(RuleDraft("former", low="0,9"), ",") == RecordRule("former", low="0.9")


def test_lines_of_the_list_and_of_the_records() -> None:
    tests = ColumnTest("X", "<", ("1",)), ColumnTest("SEX", "=", ("m",))
    rule = RecordRule("condition", when=tests[0], then=tests[1], severity="refuse")
    broken = RuleFinding(rule, 1200, (3, 7))
    untested = RuleFinding(RecordRule("unique", "id"), reason=sentence("rule_no_column", column="id"))
    assert rule_lines((rule, untested.rule), (broken, untested), {}, "de") == (
        ("Wenn X < 1, dann SEX = m", "weist eine Lieferung ab", "verletzt", "1\N{NO-BREAK SPACE}200"),
        ("Keine zwei Datensätze sind gleich in id", "meldet", "nicht geprüft", ""),
    )
    assert rule_lines((rule,), (), {}, "en")[0][2:] == ("", "")
    figures = broken_records(broken, [("0.5", "w"), ("0.25", "")], {}, {"X"}, "de")
    assert figures.columns == ("Datensatz", "X", "SEX")
    assert figures.rows == (("3", "0,5", "w"), ("7", "0,25", ""))
