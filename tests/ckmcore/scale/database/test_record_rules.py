"""Rules for records give the same counts in a database as over the records here, and no value stands in a question."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.dictionary.judge_rules import judge_rules
from ckmcore.dictionary.record_rules import ColumnTest, RecordRule
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.model import Statistic
from tests.kit.database_engines import AWKWARD, LEAVES, NAME, Put, here, random_records, roles_for
from tests.kit.examples import examples
from tests.kit.random_rules import rules

CODES = {
    "land": LEAVES,
    "word": [*AWKWARD, ""],
    "age": ["", *map(str, range(12))],
    "works": ["", "0", "1"],
    "old": ["<6", "6+"],
}
NUMBERS = {
    "amount": [Decimal(number) / 100 for number in (-400, -1, 0, 150)],
    "months": [Decimal(number) for number in (0, 6, 12)],
    "weight": [Decimal("0.5"), Decimal("2.999")],
}
OTHERS = [("amount", "months"), ("age", "months"), ("land", "word"), ("weight", "amount"), ("age", "works")]
OLD = VariableEntry("old", "dimension", ckm.Texts.same("old"), derived=Derivation("classes", "months", bounds=("6",)))
ROLES = roles_for(10**9, decimals=True)


def both(put: Put, folder: Path, seed: int) -> list[ckm.Microdata]:
    """The same records there and here, described by the same dictionary."""
    records = random_records(seed, 60, 10**9, decimals=True)
    dictionary = tuple(VariableEntry(name, "dimension", ckm.Texts.same(name)) for name in ROLES.dimensions)
    dictionary += tuple(VariableEntry(name, "magnitude", ckm.Texts.same(name)) for name in ROLES.magnitudes)
    statistic = Statistic(ckm.Texts.same("S"), (*dictionary, OLD))
    read = [open_relation(link_to(NAME), put(records), ROLES), here(records, ROLES, folder)]
    return [statistic.describe(data) for data in read]


@pytest.mark.daily(1)
@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
@pytest.mark.parametrize("seed", [3, pytest.param(8, marks=pytest.mark.thorough)])
def test_a_database_and_the_records_here_agree(put: Put, tmp_path: Path, seed: int) -> None:
    there, records = both(put, tmp_path, seed)

    @settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.lists(rules(CODES, NUMBERS, OTHERS), min_size=1, max_size=5))
    def agree(drawn: list[RecordRule]) -> None:
        counted, found_here = judge_rules(there, drawn), judge_rules(records, drawn)
        assert [(of.rule, of.broken, of.verdict) for of in counted] == [
            (of.rule, of.broken, of.verdict) for of in found_here
        ]
        assert all(of.rows == () for of in counted)

    agree()


@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_columns_that_are_no_variables_are_unique_there_and_categories_are_counted(put: Put, tmp_path: Path) -> None:
    there, records = both(put, tmp_path, 3)
    missing = RecordRule("unique", "nobody")
    household, unknown = judge_rules(there, [RecordRule("unique", ("household", "age")), missing])
    table = random_records(3, 60, 10**9, decimals=True)
    keys = [
        (name.strip(), age) for name, age in zip(table["household"].to_pylist(), table["age"].to_pylist(), strict=True)
    ]
    assert household.broken == sum(keys.count(key) > 1 and key[1] is not None for key in keys) > 0
    assert unknown.verdict is Verdict.NOT_TESTED
    former = RecordRule("former", "land", low="0.9", high="1.1")

    def before(name: str) -> dict[str, int]:
        return dict.fromkeys(LEAVES, 12) if name else {"": 60}

    counts = [judge_rules(data, [former], former=before)[0].counts for data in (there, records)]
    assert counts[0] == counts[1] != ()


@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_values_are_bound_and_too_many_are_not_tested(
    put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, _ = both(put, tmp_path, 3)
    asked: list[str] = []
    link = there.counter.link  # type: ignore[union-attr]
    ask = type(link).ask

    def spied(self: Any, text: str, values: Any, cancelled: Any) -> Any:
        asked.append(text)
        return ask(self, text, values, cancelled)

    monkeypatch.setattr(type(link), "ask", spied)
    rule = RecordRule("set", "word", codes=("; drop", "y'z"))
    assert judge_rules(there, [rule])[0].broken > 0
    assert all("drop" not in text and "y'z" not in text for text in asked)
    monkeypatch.setattr("ckmcore.scale.database.codes.MOST_BOUND", 1)
    tests = [
        rule,
        RecordRule("condition", when=ColumnTest("age", "stated"), then=ColumnTest("age", "<", other="months")),
    ]
    assert [finding.verdict for finding in judge_rules(there, tests)] == [Verdict.NOT_TESTED] * 2
