"""Rules for records: judged by columns as row by row in plain Python; kept, and absent from files that have none."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.dictionary.json_file import dictionary_json, parse_dictionary
from ckmcore.dictionary.judge_rules import MOST_ROWS, PlainTexts, judge_rules, verdict_of_rules
from ckmcore.dictionary.record_rules import ColumnTest, RecordRule
from ckmcore.microdata import record_conditions
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.random_rules import breaking, rules

CODES = {
    "age": ["", "0", "5", "15", "16", "16.5", "k.A.", "-1"],
    "marital": ["", "1", "2", "01"],
    "partner": ["", "1", "2", "3"],
    "begin": ["", "2024-02-29", "2024-12-31", "2025-01-01"],
    "end": ["", "2024-02-28", "2025-01-01", "later"],
}
NUMBERS = {
    "a": [Decimal("0"), Decimal("1.5"), Decimal("-2"), Decimal("3")],
    "b": [Decimal("0.25"), Decimal("1.25"), Decimal("-2"), Decimal("10")],
    "c": [Decimal("0"), Decimal("0.25"), Decimal("1")],
}
OTHERS = [("marital", "partner"), ("begin", "end"), ("a", "b"), ("age", "a"), ("c", "age")]


def data_of(rows: list[dict[str, Any]]) -> ckm.Microdata:
    names = [*CODES, *NUMBERS]
    frame = pd.DataFrame({name: pd.Series([row[name] for row in rows], dtype=object) for name in names})
    for name in NUMBERS:
        frame[name] = frame[name].astype(float)
    for name in CODES:
        frame[name] = frame[name].replace("", None)
    written = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("lost_zeros", "", "as_is"),))
    return ckm.Microdata.from_pandas(frame, list(CODES), magnitudes=list(NUMBERS), dialect=written)


def record() -> st.SearchStrategy[dict[str, Any]]:
    columns: dict[str, st.SearchStrategy[Any]] = {name: st.sampled_from(values) for name, values in CODES.items()}
    columns |= {name: st.sampled_from([None, *values]) for name, values in NUMBERS.items()}
    return st.fixed_dictionaries(columns)


@pytest.mark.thorough
@settings(max_examples=examples(150), deadline=None)
@given(st.lists(record(), min_size=1, max_size=12), st.lists(rules(CODES, NUMBERS, OTHERS), min_size=1, max_size=4))
@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_records_are_judged_by_columns_as_one_by_one(rows: list[dict[str, Any]], drawn: list[RecordRule]) -> None:
    for finding in judge_rules(data_of(rows), drawn):
        expected = breaking(rows, finding.rule)
        assert (finding.broken, list(finding.rows)) == (len(expected), expected), finding.rule
        assert finding.verdict is (Verdict.OPEN if expected else Verdict.HELD)


def people(**columns: list[Any]) -> ckm.Microdata:
    return ckm.Microdata.from_pandas(pd.DataFrame(columns), list(columns))


def test_rows_are_numbered_over_blocks_and_the_first_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_conditions, "BLOCK_ROWS", 7)
    ages = [130 if number % 2 else 30 for number in range(3 * MOST_ROWS)]
    finding = judge_rules(people(AGE=ages), [RecordRule("range", "AGE", high="120")])[0]
    assert finding.broken == len(ages) // 2
    assert finding.rows == tuple(range(2, 2 * MOST_ROWS + 1, 2))


def test_numbers_that_64_bits_do_not_add_up_are_added_exactly() -> None:
    large = np.array([2**62, 2**62], dtype=np.int64)
    column = ckm.Microdata.from_pandas(
        pd.DataFrame({"a": [1, 2], "x": [0, 0], "y": [0, 0]}), "a", magnitudes=["x", "y"]
    )
    numbers = {name: replace(held, values=large) for name, held in column.magnitudes.items()}
    numbers["x"] = replace(numbers["x"], values=large - np.array([0, 1], dtype=np.int64))
    data = replace(column, magnitudes={**numbers, "z": replace(numbers["x"], name="z", values=np.zeros(2, np.int64))})
    assert judge_rules(data, [RecordRule("sum", ("x", "y", "z"))])[0].rows == (2,)
    both = RecordRule("condition", when=ColumnTest("x", ">=", "0"), then=ColumnTest("x", "<", other="y"))
    assert judge_rules(data, [both])[0].rows == (1,)


def test_an_identifier_that_is_no_variable_is_unique_and_stated() -> None:
    plain = PlainTexts(np.array([0, 1, 0, 2], dtype=np.uint8), ["7", "8", ""])
    data = people(SEX=[1, 2, 1, 2])
    unique, stated = judge_rules(data, [RecordRule("unique", "id"), RecordRule("required", "id")], more={"id": plain})
    assert (unique.rows, stated.rows) == ((1, 3), (4,))


def test_counts_are_compared_with_those_of_the_former_period() -> None:
    data = people(SEX=["m", "m", "m", "w", "x"])
    asked: list[str] = []

    def former(name: str) -> dict[str, int]:
        asked.append(name)
        return {"m": 1, "w": 1, "d": 4} if name else {"": 6}

    limits = {"low": "0.5", "high": "2"}
    each, every = judge_rules(
        data, [RecordRule("former", "SEX", **limits), RecordRule("former", **limits)], former=former
    )
    assert each.counts == (("m", 1, 3), ("x", 0, 1), ("d", 4, 0))
    assert (each.broken, every.verdict, asked) == (3, Verdict.HELD, ["SEX", ""])
    assert judge_rules(data, [RecordRule("former", high="1")])[0].reason.code == "rule_no_former"  # type: ignore[union-attr]


def test_a_rule_that_names_what_the_records_do_not_have_is_not_tested_and_never_held() -> None:
    data = people(SEX=["m", "w"])
    drawn = [
        RecordRule("range", "AGE", low="0"), RecordRule("unique", "id"), RecordRule("sum", ("a", "b")),
        RecordRule("former", "AGE", low="1"), RecordRule("required", ("SEX", "AGE")),
    ]  # fmt: skip
    findings = judge_rules(data, drawn)
    assert {finding.verdict for finding in findings} == {Verdict.NOT_TESTED}
    assert verdict_of_rules(findings) is Verdict.NOT_TESTED
    assert verdict_of_rules([*findings, *judge_rules(data, [RecordRule("set", "SEX", codes="m")])]) is Verdict.OPEN
    assert verdict_of_rules(()) is Verdict.HELD


@pytest.mark.parametrize(
    ("code", "kind", "fields"),
    [
        ("rule_lacks", "range", {"columns": ("A",)}),
        ("rule_lacks", "set", {"columns": ("A",)}),
        ("rule_lacks", "unique", {}),
        ("rule_lacks", "unique", {"columns": ("A", "A")}),
        ("rule_lacks", "sum", {"columns": ("A",)}),
        ("rule_lacks", "condition", {"when": (ColumnTest("A", "missing"),)}),
        ("rule_lacks", "former", {"columns": ("A", "B"), "low": "1"}),
        ("rule_bound", "range", {"columns": ("A",), "low": "many"}),
        ("rule_bound", "sum", {"columns": ("A", "B"), "tolerance": "-1"}),
        ("rule_bounds", "range", {"columns": ("A",), "low": "2", "high": "1"}),
        ("rule_bounds", "range", {"columns": ("A",), "low": "2", "high": "2025-01-01"}),
    ],
)
def test_a_rule_that_says_nothing_is_refused_with_what_it_lacks(code: str, kind: Any, fields: dict[str, Any]) -> None:
    with fails(code):
        RecordRule(kind, **fields)


def test_a_test_needs_a_value_or_another_column() -> None:
    for fields in ({}, {"values": "1", "other": "B"}):
        with fails("rule_lacks"):
            ColumnTest("A", "=", **fields)  # type: ignore[arg-type]
    with fails("rule_bound"):
        ColumnTest("A", "<", ("1", "2"))
    with fails("rule_bound"):
        ColumnTest("A", "<", "much")


RULES = (
    RecordRule("condition", when=ColumnTest("AGE", "<", "16"), then=ColumnTest("MARITAL", "=", "1")),
    RecordRule("range", "INCOME", low="0", high="99999.5", severity="refuse", title="Einkommen"),
    RecordRule("former", low="0.8", high="1.25"),
)


def test_a_rule_says_itself_in_both_languages_with_titles() -> None:
    titles = {"AGE": ckm.Texts("age", "Alter"), "MARITAL": ckm.Texts("status", "Familienstand")}
    assert RULES[0].worded(titles) == ckm.Texts(
        "If age < 16, then status = 1", "Wenn Alter < 16, dann Familienstand = 1"
    )
    assert RULES[1].text.text("en") == "Einkommen"
    assert replace(RULES[1], title=ckm.Texts()).text.text("de") == "Werte von INCOME: 0 bis 99999,5"
    assert "0,8- bis 1,25-Fache" in RULES[2].text.text("de")


def test_rules_are_kept_and_a_statistic_without_any_is_kept_as_before() -> None:
    plain = Statistic(ckm.Texts.same("S"))
    ruled = replace(plain, rules=RULES)
    assert from_bytes(to_bytes(ruled), "s.ckm") == ruled
    assert b'"condition"' in to_bytes(ruled)
    assert b"rules" not in to_bytes(plain)
    assert from_bytes(to_bytes(plain), "s.ckm") == plain


def test_a_file_with_a_rule_that_says_nothing_is_damaged() -> None:
    ruled = to_bytes(replace(Statistic(ckm.Texts.same("S")), rules=RULES[1:2]))
    assert b'"low":"0"' in ruled
    with fails("ckm_damaged"):
        from_bytes(ruled.replace(b'"low":"0"', b'"low":"x"'), "s.ckm")


def test_the_dictionary_file_holds_rules_and_names_what_is_wrong_in_one() -> None:
    entry = VariableEntry("AGE", "dimension", ckm.Texts.same("AGE"))
    assert b"rules" not in dictionary_json([entry])
    read = parse_dictionary(dictionary_json([entry], (), RULES), "d.json")
    assert (read.variables, read.rules) == ((entry,), RULES)
    assert parse_dictionary(dictionary_json([], (), RULES), "d.json").rules == RULES  # rules alone
    with fails("dictionary_faulty", match=r"\$\.rules\[0\].*smallest or a largest"):
        parse_dictionary(b'{"rules": [{"kind": "range", "columns": ["A"]}]}', "d.json")
    with fails("dictionary_faulty", match=r"\$\.rules\[0\]"):
        parse_dictionary(b'{"rules": [{"kind": "rang", "columns": ["A"]}]}', "d.json")


def test_former_files_have_no_rules() -> None:
    for path in sorted((Path(__file__).parent.parent / "statistic").glob("version_*.ckm")):
        statistic = from_bytes(path.read_bytes(), path.name)
        assert statistic.rules == ()
        assert b'"rules"' not in to_bytes(statistic)
