"""Rules for records as a form has them: texts as typed, made into a rule, and a rule as texts. Its results as lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ckmcore.base.numbers import Language, date_text, integer_text
from ckmcore.base.texts import Texts
from ckmcore.dictionary.judge_rules import RuleFinding
from ckmcore.dictionary.record_rules import ORDERING, ColumnTest, Comparison, RecordRule, RuleKind, Severity
from ckmcore.errors import InputError
from ckmcore.messages import say, sentence
from ckmcore.microdata.variable import VariableEntry
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.typed_numbers import exact_of

MOST_LISTED = 200
"""Records of a rule that the page lists."""


@dataclass(frozen=True)
class TestDraft:
    """A test of a condition as typed. other: the column that it is compared with; "": with `values`."""

    __test__ = False  # not a test, for pytest

    column: str = ""
    comparison: Comparison = "="
    values: str = ""
    other: str = ""


@dataclass(frozen=True)
class RuleDraft:
    """A rule as typed.

    total: of a sum the column that the others add up to. codes: those that are ticked, or typed between semicolons.
    """

    kind: RuleKind = "range"
    columns: tuple[str, ...] = ()
    total: str = ""
    low: str = ""
    high: str = ""
    codes: str = ""
    when: tuple[TestDraft, ...] = (TestDraft(),)
    then: tuple[TestDraft, ...] = (TestDraft(),)
    tolerance: str = ""
    severity: Severity = "report"
    title: Texts = Texts()


def typed_value(text: str, own: str) -> str:
    """A number or a day as typed, `16,5` or `31.12.2026`, as rules write them; else the text. own: the decimal mark of
    who types. Raises NumberTwoWays."""
    text = text.strip()
    parts = text.replace(" ", "").split(".")
    if len(parts) == 3 and all(part.isdecimal() for part in parts) and len(parts[2]) == 4:
        try:
            return date(int(parts[2]), int(parts[1]), int(parts[0])).isoformat()
        except ValueError:
            return text
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    number = exact_of(text, own)
    return text if number is None else f"{number:f}"


def codes_of(text: str) -> tuple[str, ...]:
    """Codes between semicolons, each once."""
    return tuple(dict.fromkeys(filter(None, (part.strip() for part in text.split(";")))))


def rule_of(draft: RuleDraft, own: str, numbers: Collection[str] = ()) -> RecordRule:
    """The rule that a form means. own: the decimal mark of who types; numbers: columns that hold numbers.

    Raises rule_lacks, rule_bound, rule_bounds, NumberTwoWays.
    """
    columns = draft.columns
    if draft.kind == "sum":
        if not draft.total:
            raise InputError("rule_lacks", kind=sentence("rule_kind_sum"), what=sentence("rule_needs_columns"))
        columns = (draft.total, *(name for name in columns if name != draft.total))
    bounded = draft.kind in ("range", "former")
    conditional = draft.kind == "condition"
    return RecordRule(
        draft.kind,
        () if conditional else columns,
        typed_value(draft.low, own) if bounded else "",
        typed_value(draft.high, own) if bounded else "",
        codes_of(draft.codes) if draft.kind == "set" else (),
        tuple(_test_of(test, own, numbers) for test in draft.when) if conditional else (),
        tuple(_test_of(test, own, numbers) for test in draft.then) if conditional else (),
        (typed_value(draft.tolerance, own) or "0") if draft.kind == "sum" else "0",
        draft.severity,
        draft.title,
    )


def _test_of(draft: TestDraft, own: str, numbers: Collection[str]) -> ColumnTest:
    if draft.comparison in ("missing", "stated"):
        return ColumnTest(draft.column, draft.comparison)
    if draft.other:
        return ColumnTest(draft.column, draft.comparison, (), draft.other)
    values = codes_of(draft.values)
    if draft.comparison in ORDERING or draft.column in numbers:
        values = tuple(typed_value(value, own) for value in values)
    return ColumnTest(draft.column, draft.comparison, values)


def draft_of(rule: RecordRule, language: Language, numbers: Collection[str] = ()) -> RuleDraft:
    """A rule as a form shows it. numbers: columns that hold numbers."""

    def shown(test: ColumnTest) -> TestDraft:
        ordered = test.comparison in ORDERING or test.column in numbers
        values = "; ".join(_shown_value(text, language) if ordered else text for text in test.values)
        return TestDraft(test.column, test.comparison, values, test.other)

    draft = RuleDraft(rule.kind, rule.columns, severity=rule.severity, title=rule.title, codes="; ".join(rule.codes))
    draft = replace(draft, low=_shown_value(rule.low, language), high=_shown_value(rule.high, language))
    if rule.kind == "sum":
        total, *parts = rule.columns
        tolerance = "" if rule.tolerance == "0" else _shown_value(rule.tolerance, language)
        return replace(draft, columns=tuple(parts), total=total, tolerance=tolerance)
    if rule.kind == "condition":
        return replace(draft, when=tuple(map(shown, rule.when)), then=tuple(map(shown, rule.then)))
    return draft


def _shown_value(text: str, language: Language) -> str:
    """A number or a day as a language writes them."""
    try:
        day = date.fromisoformat(text).isoformat()
    except ValueError:
        return text.replace(".", ",") if language == "de" else text
    return date_text(day, language)


def number_columns(dictionary: Iterable[VariableEntry]) -> set[str]:
    """The columns that hold numbers, and no codes."""
    return {entry.name for entry in dictionary if entry.role in ("magnitude", "weight")}


def shown_columns(dictionary: Sequence[VariableEntry], language: Language) -> list[tuple[str, str]]:
    """The columns that rules may name, each with its words."""
    named = []
    for entry in dictionary:
        title = entry.title.text(language)
        named.append((entry.name, entry.name if title in ("", entry.name) else f"{title} ({entry.name})"))
    return named


def rule_lines(
    rules: Sequence[RecordRule],
    findings: Sequence[RuleFinding],
    titles: Mapping[str, Texts],
    language: Language,
) -> tuple[tuple[str, ...], ...]:
    """Lines of the list of rules: words, what happens where it is broken, result, number of records that break it.

    findings: of the same rules, or none as long as nothing was judged.
    """
    lines = []
    for place, rule in enumerate(rules):
        verdict, count = "", ""
        if place < len(findings):
            finding = findings[place]
            verdict = say(f"rule_verdict_{finding.verdict}", language)
            count = "" if finding.reason is not None else integer_text(finding.broken, language)
        severity = say(f"rule_severity_{rule.severity}", language)
        lines.append((rule.worded(titles).text(language), severity, verdict, count))
    return tuple(lines)


def broken_records(
    finding: RuleFinding,
    values: Sequence[Sequence[str]],
    titles: Mapping[str, Texts],
    numbers: Collection[str],
    language: Language,
) -> PictureFigures:
    """The records that break a rule with the values of its columns, or the categories out of the limits. numbers: the
    columns that hold numbers, written with a point."""
    rule = finding.rule
    if rule.kind == "former":
        heads = tuple(say(f"rule_report_{name}", language) for name in ("category", "former", "now"))
        total = say("rule_report_all", language)
        lines = tuple(
            (code or total, integer_text(former, language), integer_text(now, language))
            for code, former, now in finding.counts
        )
        return PictureFigures(heads, lines)
    columns = (titles[name].text(language) if name in titles else name for name in rule.names)
    heads = (say("rule_report_record", language), *columns)
    marks = [(".", ",") if name in numbers and language == "de" else ("", "") for name in rule.names]
    rows: list[tuple[str, ...]] = []
    for row, texts in zip(finding.rows, values, strict=False):
        shown = (text.replace(*mark) if mark[0] else text for text, mark in zip(texts, marks, strict=True))
        rows.append((integer_text(row, language), *shown))
    return PictureFigures(heads, tuple(rows))
