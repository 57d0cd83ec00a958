"""Records judged by the rules of the dictionary: by columns, how many break each, and which. Confidential.

Each rule becomes conditions (`microdata.record_conditions`), which records in memory and a database answer alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from math import inf, nextafter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import BlockColumn, blocks_of
from ckmcore.base.checked import checked
from ckmcore.base.verdict import Verdict, together
from ckmcore.dictionary.record_rules import ColumnTest, Comparison, RecordRule, number_or_day
from ckmcore.errors import Cancelled, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING, Codes, Microdata, NumberColumn
from ckmcore.microdata.record_conditions import (
    Flags,
    Interval,
    NumberMissing,
    OfCategories,
    RecordColumns,
    RecordCondition,
    SumWithin,
    Term,
    numbered,
    repeated,
)

MOST_ROWS = 1_000
"""Records that a finding names; their number is exact beyond."""
FormerCounts = Callable[[str], Mapping[str, int] | None]
"""Records of the former period by category of a variable, on the codes of now (`""`: all, as `{"": n}`); None: unknown.
"""


@dataclass(frozen=True, eq=False)
class PlainTexts:
    """A column that is no variable, such as an identifier: for each record a place in `texts`."""

    codes: Codes = field(repr=False)
    texts: Sequence[str] = field(repr=False)


@dataclass(frozen=True, repr=False)
class RuleFinding:
    """What became of a rule. Confidential.

    broken: the number of records that break it; of a rule on the former period of categories. rows: their numbers from
    1, the first `MOST_ROWS`; none of records that lie in a database. counts: categories out of the limits, each with
    the records of the former period and of this one. reason: why it was not tested.
    """

    rule: RecordRule
    broken: int = 0
    rows: tuple[int, ...] = ()
    counts: tuple[tuple[str, int, int], ...] = ()
    reason: Sentence | None = None

    def __repr__(self) -> str:
        return f"RuleFinding({self.rule.text.text('en')!r}, {self.verdict}, confidential)"

    @property
    def verdict(self) -> Verdict:
        """Whether no record breaks it."""
        return Verdict.NOT_TESTED if self.reason is not None else Verdict.OPEN if self.broken else Verdict.HELD

    @property
    def refuses(self) -> bool:
        """Whether a delivery may not be taken over for it."""
        return self.rule.severity == "refuse" and self.verdict is Verdict.OPEN


def verdict_of_rules(findings: Iterable[RuleFinding]) -> Verdict:
    """One verdict of all rules; without any rule nothing is broken."""
    verdicts = [finding.verdict for finding in findings]
    return together(verdicts) if verdicts else Verdict.HELD


_MOST_DECIMALS = 6


class _NotTested(Exception):
    """Why a rule cannot be tested."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)
        self.reason = sentence(code, **fields)


@checked
def judge_rules(
    data: Microdata,
    rules: Sequence[RecordRule],
    *,
    former: FormerCounts | None = None,
    more: Mapping[str, PlainTexts] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[RuleFinding, ...]:
    """Judge records, as the dictionary describes them, by rules: one finding each, in their order.

    former: counts of the former period. more: columns that are no variables of the data. What a rule names and the data
    do not have leaves it untested. Raises Cancelled and, of records in a database, what asking raises.

    >>> rules = ckm.RecordRule("set", "SEX", codes=("1", "2")), ckm.RecordRule("range", "INCOME", low="0", high="2900")
    >>> for finding in ckm.judge_rules(data, rules):
    ...     print(finding.rule.text.text("en"), finding.verdict, finding.broken, finding.rows[:3])
    Codes of SEX: 1, 2 held 0 ()
    Values of INCOME: 0 to 2900 open 107 (9, 10, 14)
    """
    judge = _Judge(data, {} if more is None else more, former, cancelled or (lambda: False))
    return tuple(judge.finding(rule) for rule in rules)


class _Judge:
    def __init__(
        self,
        data: Microdata,
        more: Mapping[str, PlainTexts],
        former: FormerCounts | None,
        cancelled: Callable[[], bool],
    ) -> None:
        self.data, self.more, self.former, self.cancelled = data, more, former, cancelled
        weight = {} if data.weight is None else {data.weight.name: data.weight}
        self.numbers = {**weight, **data.magnitudes}
        self.texts: dict[str, Sequence[str]] = {name: column.texts for name, column in more.items()}
        self.texts |= {name: dimension.codes for name, dimension in data.dimensions.items()}

    def finding(self, rule: RecordRule) -> RuleFinding:
        if self.cancelled():
            raise Cancelled
        try:
            if rule.kind == "former":
                return self._against_former(rule)
            if rule.kind == "unique":
                return self._unique(rule)
            every, some = self.broken_by(rule)
            return self._counted(rule, every, some)
        except _NotTested as fault:
            return RuleFinding(rule, reason=fault.reason)
        except InputError as fault:
            if fault.code not in ("too_large_here", "records_elsewhere", "database_column_unknown"):
                raise
            return RuleFinding(rule, reason=fault.sentence())

    def _counted(
        self, rule: RecordRule, every: Sequence[RecordCondition], some: Sequence[RecordCondition]
    ) -> RuleFinding:
        if self.data.counter is not None:
            return RuleFinding(rule, self.data.counter.broken(every, some, cancelled=self.cancelled))
        codes = {**{name: column.codes for name, column in self.more.items()}, **self.data.columns}
        columns = RecordColumns(self.data.rows, codes, self.numbers)
        return self._numbered(rule, columns.meeting(every, some))

    def _numbered(self, rule: RecordRule, blocks: Iterable[Flags]) -> RuleFinding:
        start, broken, rows = 0, 0, list[int]()
        for flags in blocks:
            if self.cancelled():
                raise Cancelled
            row_indices = np.flatnonzero(flags)
            broken += len(row_indices)
            if len(rows) < MOST_ROWS:
                rows += (row_indices[: MOST_ROWS - len(rows)] + start + 1).tolist()
            start += len(flags)
        return RuleFinding(rule, broken, tuple(rows))

    # --- rules of single records ---------------------------------------------------------------------------------

    def broken_by(self, rule: RecordRule) -> tuple[list[RecordCondition], list[RecordCondition]]:
        """The conditions of a record that breaks a rule: it meets all of the first, and one of the second."""
        if rule.kind == "condition":
            return [self._meets(test) for test in rule.when], [self._breaks(test) for test in rule.then]
        if rule.kind == "sum":
            return [], [self._sum_differs(rule)]
        tests = []
        for name in rule.columns:
            if rule.kind == "required":
                tests.append(ColumnTest(name, "stated"))
            elif rule.kind == "set":
                tests.append(ColumnTest(name, "=", rule.codes))
            else:
                tests += [ColumnTest(name, ">=", (rule.low,))] if rule.low else []
                tests += [ColumnTest(name, "<=", (rule.high,))] if rule.high else []
        return [], [self._breaks(test) for test in tests]

    def _meets(self, test: ColumnTest) -> RecordCondition:
        if test.other:
            return self._compared(test)
        if test.column in self.texts:
            return OfCategories(test.column, np.array(self._met(test), dtype=np.uint8))
        number = self._number(test.column)
        if test.comparison == "missing":
            return NumberMissing(number.name)
        return SumWithin((Term(number.name),), self._intervals(test), inside=test.comparison != "<>")

    def _breaks(self, test: ColumnTest) -> RecordCondition:
        """A record without a value breaks no comparison."""
        if test.comparison in ("missing", "stated"):
            return self._meets(replace(test, comparison="stated" if test.comparison == "missing" else "missing"))
        condition = self._meets(test)
        if isinstance(condition, SumWithin):
            return replace(condition, inside=not condition.inside)
        texts = self.texts[test.column]
        met = self._met(test)
        flags = [text != MISSING and not fulfilled for text, fulfilled in zip(texts, met, strict=True)]
        return OfCategories(test.column, np.array(flags, dtype=np.uint8))

    def _met(self, test: ColumnTest) -> list[bool]:
        """Whether each category of a column fulfils a test with values."""
        texts = self.texts[test.column]
        if test.comparison in ("missing", "stated"):
            return [(text == MISSING) == (test.comparison == "missing") for text in texts]
        if test.comparison in ("=", "<>"):
            return [text != MISSING and (text in test.values) == (test.comparison == "=") for text in texts]
        bound, day = number_or_day(test.values[0])
        return [_compares(number_or_day(text), test.comparison, bound, day) for text in texts]

    def _number(self, name: str) -> Any:
        """A magnitude or the weight. Raises _NotTested where the data have no such column."""
        if name not in self.numbers:
            raise _NotTested("rule_no_column", column=name)
        return self.numbers[name]

    def _intervals(self, test: ColumnTest) -> tuple[Interval, ...]:
        """Where the values of a number lie that fulfil a test (of `<>`: that do not)."""
        number = self._number(test.column)
        if test.comparison == "stated":
            return ((None, None),)
        bounds = [number_or_day(text) for text in test.values]
        for text, (bound, day) in zip(test.values, bounds, strict=True):
            if bound is None or day:
                raise _NotTested("rule_no_number", column=test.column, value=text)
        values = [bound for bound, _ in bounds if bound is not None]
        return _within(test.comparison, values, None if number.decimals is None else number.scale)

    # --- columns beside one another --------------------------------------------------------------------------------

    def _terms(self, signs: Sequence[tuple[str, int]], *, days: bool) -> tuple[tuple[Term, ...], int | None]:
        """The columns as terms of a sum, and the scale that they have (None: doubles). days: categories are days."""
        scales: list[int | None] = []
        coded: dict[str, list[Decimal | None]] = {}
        for name, _ in signs:
            if name in self.texts:
                pairs = [number_or_day(text) for text in self.texts[name]]
                coded[name] = [number if day == days else None for number, day in pairs]
                scales.append(10 ** max([0, *(_decimals(name, number) for number in coded[name])]))
            else:
                number = self._number(name)
                scales.append(None if number.decimals is None else number.scale)
        doubles = None in scales
        scale = 1 if doubles else max(own for own in scales if own is not None)
        terms = []
        for (name, sign), own_scale in zip(signs, scales, strict=True):
            if name in coded:
                times = own_scale or 1
                numbers = tuple(None if number is None else int(number * times) for number in coded[name])
                terms.append(Term(name, sign / times if doubles else sign * (scale // times), numbers))
            else:
                terms.append(Term(name, sign / (own_scale or 1) if doubles else sign * (scale // (own_scale or 1))))
        return tuple(terms), None if doubles else scale

    def _compared(self, test: ColumnTest) -> RecordCondition:
        """A column compared with another one: their difference. Two lists of codes are equal by their texts."""
        both = [self.texts.get(name) for name in (test.column, test.other)]
        if test.comparison in ("=", "<>") and both[0] is not None and both[1] is not None:
            index_of_text: dict[str, int] = {}
            for text in (*both[0], *both[1]):
                index_of_text.setdefault(text, len(index_of_text))
            numbers = [
                tuple(None if text == MISSING else index_of_text[text] for text in texts) for texts in both if texts
            ]
            terms = tuple(
                Term(name, sign, own)
                for name, sign, own in zip((test.column, test.other), (1, -1), numbers, strict=True)
            )
            return SumWithin(terms, ((0, 0),), inside=test.comparison == "=")
        days = any(number_or_day(text)[1] for texts in both if texts is not None for text in texts)
        terms, scale = self._terms(((test.column, 1), (test.other, -1)), days=days)
        inside = test.comparison != "<>"
        return SumWithin(terms, _within(test.comparison, [Decimal(0)], scale), inside=inside)

    def _sum_differs(self, rule: RecordRule) -> RecordCondition:
        signs = [(name, 1 if column_index == 0 else -1) for column_index, name in enumerate(rule.columns)]
        terms, scale = self._terms(signs, days=False)
        tolerance = Decimal(rule.tolerance)
        largest_difference = (
            float(tolerance) if scale is None else int((tolerance * scale).to_integral_value(ROUND_FLOOR))
        )
        return SumWithin(terms, ((-largest_difference, largest_difference),), inside=False)

    # --- rules of all records together -----------------------------------------------------------------------------

    def _unique(self, rule: RecordRule) -> RuleFinding:
        if self.data.counter is not None:
            column_tests = [
                ColumnTest(name, "stated") for name in rule.columns if name in self.texts or name in self.numbers
            ]
            stated = [self._meets(test) for test in column_tests]
            return RuleFinding(rule, self.data.counter.repeated(rule.columns, stated, cancelled=self.cancelled))
        columns: list[tuple[Any, int]] = []
        missing = np.zeros(self.data.rows, dtype=np.bool_)
        for name in rule.columns:
            if name in self.texts:
                held = self.data.columns[name] if name in self.data.dimensions else self.more[name].codes
                codes = np.asarray(held)
                columns.append((codes, len(self.texts[name])))
                missing |= np.array([text == MISSING for text in self.texts[name]], dtype=np.bool_)[codes]
            else:
                number = self._number(name)
                columns.append(numbered(number.values))
                missing |= False if number.missing is None else np.asarray(number.missing)
        return self._numbered(rule, [repeated(columns, missing)])

    def _against_former(self, rule: RecordRule) -> RuleFinding:
        name = rule.columns[0] if rule.columns else ""
        if name and name not in self.data.dimensions:
            raise _NotTested("rule_no_column", column=name)
        earlier_counts = None if self.former is None else self.former(name)
        if earlier_counts is None:
            raise _NotTested("rule_no_former")
        current_counts = self._records_of(name)
        low, high = (Decimal(text) if text else None for text in (rule.low, rule.high))
        counts = []
        for code in dict.fromkeys((*current_counts, *earlier_counts)):
            former, count = earlier_counts.get(code, 0), current_counts.get(code, 0)
            too_few = low is not None and count < low * former
            if too_few or (high is not None and count > high * former):
                counts.append((code, former, count))
        return RuleFinding(rule, len(counts), counts=tuple(counts))

    def _records_of(self, name: str) -> dict[str, int]:
        return counts_of(self.data, name, self.cancelled)


def record_values(
    data: Microdata, more: Mapping[str, PlainTexts], names: Sequence[str], rows: Sequence[int]
) -> list[tuple[str, ...]]:
    """The values of some columns in some records, as texts; "" where one is missing or not there. Confidential.

    rows: numbers of records, from 1.
    """
    record_indices = np.array(rows, dtype=np.int64) - 1
    numbers = {**({} if data.weight is None else {data.weight.name: data.weight}), **data.magnitudes}
    columns: list[Sequence[str]] = []
    for name in names:
        if name in data.dimensions or name in more:
            texts = data.dimensions[name].codes if name in data.dimensions else more[name].texts
            codes = data.columns[name] if name in data.dimensions else more[name].codes
            columns.append([texts[code_index] for code_index in codes[record_indices].tolist()])
        elif name in numbers:
            columns.append(_written(numbers[name], record_indices))
        else:
            columns.append([""] * len(rows))
    return list(zip(*columns, strict=True))


def _written(number: NumberColumn, record_indices: NDArray[np.int64]) -> list[str]:
    """Values of a number as decimals with a point; "" where one is missing."""
    values = number.values[record_indices].tolist()
    missing = [False] * len(values) if number.missing is None else number.missing[record_indices].tolist()
    decimals = number.decimals
    texts = [repr(value) if decimals is None else f"{Decimal(value).scaleb(-decimals):f}" for value in values]
    return ["" if lacks else text for text, lacks in zip(texts, missing, strict=True)]


def counts_of(data: Microdata, name: str, cancelled: Callable[[], bool] | None = None) -> dict[str, int]:
    """The number of records of each category of a dimension; of all records, by "", without a name."""
    if not name:
        return {"": data.rows}
    codes = data.dimensions[name].codes
    if data.counter is not None:
        cells = data.counter.cells((name,), {}, weighted=False, cancelled=cancelled or (lambda: False))
        by_place = dict(zip(cells.numbers.tolist(), cells.counts.tolist(), strict=True))
        return {code: by_place.get(code_index, 0) for code_index, code in enumerate(codes)}
    counts = np.zeros(len(codes), dtype=np.int64)
    column: Any = data.columns[name]
    for block in blocks_of(column) if isinstance(column, BlockColumn) else (column,):
        counts += np.bincount(block, minlength=len(codes))
    return dict(zip(codes, counts.tolist(), strict=True))


def _decimals(name: str, number: Decimal | None) -> int:
    """The decimals of a category's number. Raises _NotTested where they are more than numbers have here."""
    exponent = 0 if number is None else number.normalize().as_tuple().exponent
    if not isinstance(exponent, int) or abs(exponent) > _MOST_DECIMALS * 2 or -exponent > _MOST_DECIMALS:
        raise _NotTested("rule_no_number", column=name, value=str(number))
    return max(0, -exponent)


def _compares(value: tuple[Decimal | None, bool], comparison: Comparison, bound: Decimal | None, day: bool) -> bool:
    """Whether the number of a code, or its day where `day`, compares so with a bound."""
    number, is_day = value
    if number is None or bound is None or is_day != day:
        return False
    return {
        "<": number < bound, "<=": number <= bound, ">": number > bound, ">=": number >= bound,
    }[comparison]  # fmt: skip


def _within(comparison: Comparison, bounds: Sequence[Decimal], scale: int | None) -> tuple[Interval, ...]:
    """The intervals of scaled numbers that compare so with a bound; of `<>` those that do not. scale: None of doubles.

    Exact: x 10^d < b 10^d holds for a whole number x 10^d where it is at most the next whole number below b 10^d.
    """
    if comparison in ("=", "<>"):
        if scale is None:
            return tuple((float(bound), float(bound)) for bound in bounds)
        scaled = [bound * scale for bound in bounds]
        return tuple((int(number), int(number)) for number in scaled if number == number.to_integral_value())
    bound = bounds[0]
    if scale is None:
        edge = float(bound)
        return {
            "<": ((None, nextafter(edge, -inf)),), "<=": ((None, edge),), ">": ((nextafter(edge, inf), None),),
            ">=": ((edge, None),),
        }[comparison]  # fmt: skip
    down = int((bound * scale).to_integral_value(ROUND_FLOOR))
    up = int((bound * scale).to_integral_value(ROUND_CEILING))
    return {"<": ((None, up - 1),), "<=": ((None, down),), ">": ((down + 1, None),), ">=": ((up, None),)}[comparison]
