"""Rules for records: what a delivery has to fulfil, declared once in the dictionary, worded in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, get_args

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.dictionary.derive import decimal_of
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, joined, sentence

RuleKind = Literal["range", "set", "required", "unique", "condition", "sum", "former"]
Comparison = Literal["=", "<>", "<", "<=", ">", ">=", "missing", "stated"]
Severity = Literal["report", "refuse"]
KINDS: tuple[RuleKind, ...] = get_args(RuleKind)
COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)
ORDERING: tuple[Comparison, ...] = ("<", "<=", ">", ">=")

# Columns that a rule of a kind has, at least and at most (None: any number).
_COLUMNS: dict[RuleKind, tuple[int, int | None]] = {
    "range": (1, None), "set": (1, None), "required": (1, None), "unique": (1, None), "condition": (0, 0),
    "sum": (2, None), "former": (0, 1),
}  # fmt: skip


def number_or_day(text: str) -> tuple[Decimal | None, bool]:
    """A number written with a point, or an ISO day as the number of its day, and whether it is a day; None: neither."""
    number = decimal_of(text)
    if number is not None:
        return number, False
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None, False
    return (Decimal(day.toordinal()), True) if day.isoformat() == text else (None, False)


@checked
@dataclass(frozen=True)
class ColumnTest:
    """What a condition asks of one column: a comparison with values or with another column.

    values: codes, numbers with a point or ISO days; of `=` and `<>` one or several. other: the column that it is
    compared with, in the place of values. A record without a value fulfils no comparison, and breaks none.

    Raises rule_lacks, rule_bound.

    >>> ckm.ColumnTest("INCOME", ">=", other="TAX").names
    ('INCOME', 'TAX')
    """

    column: str
    comparison: Comparison
    values: tuple[str, ...] = ()
    other: str = ""

    def __post_init__(self) -> None:
        if self.comparison in ("missing", "stated"):
            return
        if not self.column or bool(self.values) == bool(self.other):
            raise InputError("rule_lacks", kind=sentence("rule_kind_condition"), what=sentence("rule_needs_value"))
        if self.comparison in ORDERING and not self.other:
            if len(self.values) > 1:
                raise InputError("rule_bound", value=", ".join(self.values))
            _bound(self.values[0])

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are looked at."""
        return (self.column, self.other) if self.other else (self.column,)


@checked
@dataclass(frozen=True)
class RecordRule:
    """A rule that each record has to fulfil, or that all of them have to fulfil together.

    kind: `range`: values of `columns` from `low` to `high` (numbers with a point or ISO days; "": open); `set`: one of
    `codes`; `required`: a value is stated; `unique`: no other record has the same values in all `columns`; `condition`:
    who fulfils all tests of `when` fulfils all of `then`; `sum`: the first of `columns` is the sum of the others, up
    to `tolerance`; `former`: records, of each category of `columns` or in all, are at least `low` and at most `high`
    times those of the former period.

    severity: whether records that break it are only reported, or refuse a delivery. title: words of one's own.
    Raises rule_lacks, rule_bound, rule_bounds.

    >>> ckm.RecordRule("range", "AGE", low="0", high="120").text.text("en")
    'Values of AGE: 0 to 120'
    >>> child = ckm.ColumnTest("AGE", "<", "16")
    >>> ckm.RecordRule("condition", when=child, then=ckm.ColumnTest("MARITAL", "=", "1")).text.text("en")
    'If AGE < 16, then MARITAL = 1'
    """

    kind: RuleKind
    columns: tuple[str, ...] = ()
    low: str = ""
    high: str = ""
    codes: tuple[str, ...] = ()
    when: tuple[ColumnTest, ...] = ()
    then: tuple[ColumnTest, ...] = ()
    tolerance: str = "0"
    severity: Severity = "report"
    title: Texts = Texts()

    def __post_init__(self) -> None:
        least, most_columns = _COLUMNS[self.kind]
        count = len(self.columns)
        if count < least or (most_columns is not None and count > most_columns) or "" in self.columns:
            self._lacks("rule_needs_columns")
        if len(set(self.columns)) < count:
            self._lacks("rule_needs_different")
        if self.kind == "set" and not any(self.codes):
            self._lacks("rule_needs_codes")
        if self.kind == "condition" and not (self.when and self.then):
            self._lacks("rule_needs_tests")
        if self.kind in ("range", "former"):
            if not self.low and not self.high:
                self._lacks("rule_needs_bounds")
            bounds = [_bound(text) for text in (self.low, self.high) if text]
            if len(bounds) > 1 and (bounds[0][1] != bounds[1][1] or bounds[0][0] > bounds[1][0]):
                raise InputError("rule_bounds", low=self.low, high=self.high)
        tolerance = decimal_of(self.tolerance)
        if tolerance is None or tolerance < 0:
            raise InputError("rule_bound", value=self.tolerance)

    def _lacks(self, what: str) -> None:
        raise InputError("rule_lacks", kind=sentence(f"rule_kind_{self.kind}"), what=sentence(what))

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are looked at, each once."""
        tests = (name for test in (*self.when, *self.then) for name in test.names)
        return tuple(dict.fromkeys((*self.columns, *tests)))

    @property
    def text(self) -> Texts:
        """The rule in words: its title, else what it asks of the columns by their names."""
        return self.worded({})

    def worded(self, titles: Mapping[str, Texts]) -> Texts:
        """The rule in words, its columns by their titles: its own title where it has one."""
        said_sentence = _said(self, titles)
        return Texts(self.title.en or said_sentence.text("en"), self.title.de or said_sentence.text("de"))


def _bound(text: str) -> tuple[Decimal, bool]:
    """A bound, and whether it is a day. Raises rule_bound."""
    number, day = number_or_day(text)
    if number is None:
        raise InputError("rule_bound", value=text)
    return number, day


def _said(rule: RecordRule, titles: Mapping[str, Texts]) -> Sentence:
    """What a rule asks of its columns."""
    columns = [titles.get(name) or Texts.same(name) for name in rule.columns]
    low, high = _written(rule.low), _written(rule.high)
    if rule.kind == "condition":
        when, then = (joined([_tested(test, titles) for test in tests], "rule_and") for tests in (rule.when, rule.then))
        return sentence("rule_condition", when=when, then=then)
    if rule.kind == "sum":
        exact = decimal_of(rule.tolerance) == 0
        fields = {"total": columns[0], "parts": columns[1:], "tolerance": _written(rule.tolerance)}
        return sentence("rule_sum" if exact else "rule_sum_about", **fields)
    if rule.kind in ("range", "former"):
        code = "range" if rule.kind == "range" else "former" if columns else "former_all"
        code = f"rule_{code}" if rule.low and rule.high else f"rule_{code}_{'from' if rule.low else 'to'}"
        return sentence(code, columns=columns, low=low, high=high)
    codes = [Texts.same(text) for text in rule.codes]
    return sentence(f"rule_{rule.kind}", columns=columns, codes=codes)


def _written(text: str) -> Texts:
    """A bound as each language writes it."""
    number, day = number_or_day(text)
    return Texts.same(text) if number is None or day else Texts(text, text.replace(".", ","))


def _tested(test: ColumnTest, titles: Mapping[str, Texts]) -> Sentence:
    column = titles.get(test.column) or Texts.same(test.column)
    if test.comparison in ("missing", "stated"):
        return sentence(f"rule_test_{test.comparison}", column=column)
    if test.other:
        values: Sequence[Texts] = [titles.get(test.other) or Texts.same(test.other)]
    else:
        values = [_written(text) if test.comparison in ORDERING else Texts.same(text) for text in test.values]
    if len(values) > 1:
        return sentence("rule_test_in" if test.comparison == "=" else "rule_test_not_in", column=column, values=values)
    return sentence("rule_test", column=column, sign=test.comparison, values=values)
