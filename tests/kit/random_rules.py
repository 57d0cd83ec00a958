"""Rules for records drawn at random, and an independent judge of them, row by row in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from ckmcore.dictionary.record_rules import COMPARISONS, ORDERING, ColumnTest, Comparison, RecordRule

Row = Mapping[str, Any]
"""Codes as texts ("" where missing), numbers as decimals (None where missing)."""


def rules(
    codes: Mapping[str, Sequence[str]], numbers: Mapping[str, Sequence[Decimal]], others: Sequence[tuple[str, str]] = ()
) -> st.SearchStrategy[RecordRule]:
    """Rules of every kind but those on the former period. codes, numbers: columns with values to choose from; others:
    pairs of columns that may be compared with one another."""
    bounds = sorted({str(value) for values in numbers.values() for value in values} | {"0", "-1.5", "3", "1e1"})
    columns = st.sampled_from([*codes, *numbers])
    ranges = st.tuples(st.sampled_from(bounds), st.sampled_from(bounds)).map(
        lambda pair: tuple(sorted(pair, key=Decimal))
    )
    coded = st.lists(
        st.sampled_from(sorted({code for values in codes.values() for code in values if code})), min_size=1
    )

    @st.composite
    def tests(draw: st.DrawFn) -> ColumnTest:
        column: str = draw(columns)
        comparison: Comparison = draw(st.sampled_from(COMPARISONS))
        if comparison in ("missing", "stated"):
            return ColumnTest(column, comparison)
        if others and draw(st.booleans()):
            column, other = draw(st.sampled_from(others))
            return ColumnTest(column, comparison, other=other)
        if comparison in ORDERING:
            return ColumnTest(column, comparison, (draw(st.sampled_from(bounds)),))
        values = st.sampled_from(bounds if column in numbers else [*codes[column], "zz"])
        return ColumnTest(column, comparison, tuple(draw(st.lists(values, min_size=1, max_size=3))))

    several = st.lists(columns, min_size=1, max_size=3, unique=True).map(tuple)
    parts = st.lists(st.sampled_from([*numbers]), min_size=2, max_size=3, unique=True).map(tuple)
    some = st.lists(tests(), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.tuples(several, ranges).map(lambda drawn: RecordRule("range", drawn[0], low=drawn[1][0], high=drawn[1][1])),
        st.tuples(columns, st.sampled_from(bounds)).map(lambda drawn: RecordRule("range", (drawn[0],), low=drawn[1])),
        st.tuples(st.lists(st.sampled_from([*codes]), min_size=1, unique=True), coded).map(
            lambda drawn: RecordRule("set", tuple(drawn[0]), codes=tuple(drawn[1]))
        ),
        several.map(lambda names: RecordRule("required", names)),
        several.map(lambda names: RecordRule("unique", names)),
        st.tuples(parts, st.sampled_from(["0", "0.5", "2"])).map(
            lambda drawn: RecordRule("sum", drawn[0], tolerance=drawn[1])
        ),
        st.tuples(some, some).map(lambda drawn: RecordRule("condition", when=drawn[0], then=drawn[1])),
    )


def number_of(value: Any) -> tuple[Decimal, bool] | None:
    """The number that a value stands for, or its day as a number, and whether it is a day."""
    if isinstance(value, Decimal):
        return value, False
    try:
        return Decimal(value), False
    except ArithmeticError:
        pass
    try:
        return Decimal(date.fromisoformat(value).toordinal()), True
    except ValueError:
        return None


def fulfils(row: Row, test: ColumnTest) -> bool | None:
    """Whether a record fulfils a test; None where a value is missing that is compared."""
    value = row[test.column]
    missing = value is None or value == ""
    if test.comparison in ("missing", "stated"):
        return missing == (test.comparison == "missing")
    if missing:
        return None
    if test.comparison in ("=", "<>") and not test.other:
        if isinstance(value, Decimal):
            equal = any(value == Decimal(text) for text in test.values)
        else:
            equal = value in test.values
        return equal == (test.comparison == "=")
    other = row[test.other] if test.other else test.values[0]
    if test.other and (other is None or other == ""):
        return None
    if test.comparison in ("=", "<>") and isinstance(value, str) and isinstance(other, str):
        return (value == other) == (test.comparison == "=")
    both = number_of(value), number_of(other)
    if both[0] is None or both[1] is None or both[0][1] != both[1][1]:
        return None if test.other else False  # a code that is no number is compared with no column
    left, right = both[0][0], both[1][0]
    return {
        "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "=": left == right,
        "<>": left != right,
    }[test.comparison]  # fmt: skip


def breaking(rows: Sequence[Row], rule: RecordRule) -> list[int]:
    """The numbers, from 1, of the records that break a rule."""
    if rule.kind == "unique":
        seen = Counter(keys := [tuple(row[name] for name in rule.columns) for row in rows])
        return [
            number
            for number, key in enumerate(keys, start=1)
            if seen[key] > 1 and not any(value is None or value == "" for value in key)
        ]
    return [number for number, row in enumerate(rows, start=1) if _breaks(row, rule)]


def _breaks(row: Row, rule: RecordRule) -> bool:
    if rule.kind == "condition":
        return all(fulfils(row, test) for test in rule.when) and any(fulfils(row, test) is False for test in rule.then)
    if rule.kind == "sum":
        values = [row[name] for name in rule.columns]
        return None not in values and abs(values[0] - sum(values[1:])) > Decimal(rule.tolerance)
    if rule.kind == "required":
        return any(row[name] in (None, "") for name in rule.columns)
    if rule.kind == "set":
        return any(row[name] != "" and row[name] not in rule.codes for name in rule.columns)
    tests = [ColumnTest(name, ">=", (rule.low,)) for name in rule.columns if rule.low]
    tests += [ColumnTest(name, "<=", (rule.high,)) for name in rule.columns if rule.high]
    return any(fulfils(row, test) is False for test in tests)
