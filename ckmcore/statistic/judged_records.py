"""Records of a period judged by the rules of its statistic: with columns that are no variables, and the former period.

Confidential: for roles that may know how many records there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict
from ckmcore.dictionary.judge_rules import FormerCounts, PlainTexts, RuleFinding, counts_of, judge_rules
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.errors import Cancelled, CkmError, DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import Microdata, compact_codes
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.identifiers import read_texts
from ckmcore.microdata.open import open_source
from ckmcore.microdata.preview import ROWS_LOOKED_AT, preview_of
from ckmcore.microdata.read import read_with_report
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.periods import codes_until
from ckmcore.statistic.source import Progress, dialect_of, load_period, source_paths
from ckmcore.tabulate.scan import never

LoadPeriod = Callable[[Statistic], Microdata | None]
TextsOfColumns = Callable[[Sequence[str]], Mapping[str, Any]]
"""Texts of those of some columns of a frame that it has, as arrays of Arrow."""


@dataclass(frozen=True, eq=False)
class CheckedRecords:
    """Records that were judged by rules: what became of these, the records, and columns that are no variables.
    Confidential."""

    findings: tuple[RuleFinding, ...]
    data: Microdata = field(repr=False)
    more: Mapping[str, PlainTexts] = field(repr=False)


def judged(
    statistic: Statistic,
    data: Microdata,
    *,
    ckm_path: Path | None = None,
    load: LoadPeriod | None = None,
    cancelled: Callable[[], bool] = never,
) -> tuple[RuleFinding, ...]:
    """What becomes of the rules of a statistic by the records of its current period, as `check_period` has them."""
    return check_period(statistic, data, ckm_path=ckm_path, load=load, cancelled=cancelled).findings


def check_period(
    statistic: Statistic,
    data: Microdata,
    *,
    ckm_path: Path | None = None,
    load: LoadPeriod | None = None,
    texts: TextsOfColumns | None = None,
    cancelled: Callable[[], bool] = never,
) -> CheckedRecords:
    """Judge the records of the current period, as the dictionary describes them, by the rules of the statistic.

    ckm_path: file of the statistic, beside which its sources may lie. load: gives the records of another period (None:
    they are read). texts: columns of the frame from which the records came. A column that cannot be read leaves its
    rules untested. Raises Cancelled and what asking a database raises.
    """
    rules = statistic.rules
    more = dict[str, PlainTexts]()
    source = statistic.period.source
    if rules and source is not None and source.kind == "file":
        dialect = dialect_of(source)
        column_of = {column.variable: column.column for column in statistic.period.columns}
        try:
            more = plain_columns(source_paths(source, ckm_path), rules, data, column_of, dialect, cancelled=cancelled)
        except Cancelled:
            raise
        except (CkmError, OSError):
            more = {}
    elif rules and texts is not None:
        column_of = {column.variable: column.column for column in statistic.period.columns}
        names = _columns_asked(rules, data, column_of)
        read = texts(list(names.values()))
        more = {name: _coded(read[column]) for name, column in names.items() if column in read}
    before = former_counts(statistic, load or bare_period(ckm_path, cancelled))
    return CheckedRecords(judge_rules(data, rules, former=before, more=more, cancelled=cancelled), data, more)


def check_files(
    statistic: Statistic,
    paths: Sequence[Path],
    rules: Sequence[RecordRule],
    *,
    column_of: Mapping[str, str] | None = None,
    dialect: Dialect | None = None,
    meta: Path | None = None,
    load: LoadPeriod | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> CheckedRecords:
    """Judge files by rules, as if they were a delivery of the current period of `statistic`; nothing is taken over.

    Columns have the role that the dictionary gives them, else the one that is guessed; those that the files do not have
    leave their rules untested. column_of: columns that hold a variable under another name. Raises the errors of reading
    and what describing by the dictionary raises.
    """
    column_of = column_of or {}
    source = open_source(list(paths), dialect, ROWS_LOOKED_AT, meta)
    roles: dict[str, str] = {column.name: column.role for column in preview_of(source).columns}
    entries = {entry.name: entry for entry in statistic.dictionary}
    wanted: dict[str, list[str]] = {"dimension": [], "magnitude": []}
    for name in _with_sources(rules, entries):
        column = column_of.get(name, name)
        role = entries[name].role if name in entries else roles.get(column, "")
        role = "magnitude" if role == "weight" else role
        if role in wanted and column in roles:
            wanted[role].append(column)
    every = (*wanted["dimension"], *wanted["magnitude"])
    data = Microdata(0, {}, {})
    if every:
        data, _ = read_with_report(
            list(paths),
            wanted["dimension"],
            magnitudes=wanted["magnitude"],
            dialect=dialect,
            meta=meta,
            progress=progress,
            cancelled=cancelled,
        )
    data = data.renamed({column: variable for variable, column in column_of.items() if column in every})
    # A hierarchy would refuse codes that it lacks: they are for a rule to find.
    flat = tuple(entry.with_hierarchy(None) for entry in statistic.dictionary)
    described = replace(statistic, dictionary=flat).describe(data)
    more = plain_columns(paths, rules, described, column_of, dialect, meta=meta, cancelled=cancelled)
    if not every and more:
        described = replace(described, rows=len(next(iter(more.values())).codes))
    before = former_counts(statistic, load or bare_period(None, cancelled))
    findings = judge_rules(described, rules, former=before, more=more, cancelled=cancelled)
    return CheckedRecords(findings, described, more)


def _with_sources(rules: Iterable[RecordRule], entries: Mapping[str, VariableEntry]) -> list[str]:
    """The columns that rules name, in the place of derived variables those that these are made of."""
    names = dict.fromkeys(name for rule in rules for name in rule.names)
    while derived := [name for name in names if name in entries and entries[name].derived is not None]:
        for name in derived:
            names.pop(name)
            rule = entries[name].derived
            names |= {} if rule is None else dict.fromkeys(rule.sources)
    return list(names)


def bare_period(ckm_path: Path | None, cancelled: Callable[[], bool]) -> LoadPeriod:
    """Reads the records of a period without their keys."""
    return lambda at: load_period(at.with_period(replace(at.period, keys=None)), ckm_path, cancelled=cancelled)


def plain_columns(
    paths: Sequence[Path],
    rules: Iterable[RecordRule],
    data: Microdata,
    column_of: Mapping[str, str] | None = None,
    dialect: Dialect | None = None,
    *,
    meta: Path | None = None,
    cancelled: Callable[[], bool] = never,
) -> dict[str, PlainTexts]:
    """The columns of files that rules name and the data do not have, such as identifiers, by the names in the rules.

    column_of: columns that hold a variable under another name. Raises the errors of reading.
    """
    columns = _columns_asked(rules, data, column_of or {})
    if not columns or not paths:
        return {}
    there = set(open_source(paths[0], dialect, 1, meta).names)
    columns = {name: column for name, column in columns.items() if column in there}
    if not columns:
        return {}
    read = read_texts(list(paths), list(columns.values()), dialect=dialect, meta=meta, cancelled=cancelled)
    return {name: _coded(texts) for name, texts in zip(columns, read, strict=True)}


def _columns_asked(rules: Iterable[RecordRule], data: Microdata, column_of: Mapping[str, str]) -> dict[str, str]:
    """The columns that rules name and the data do not have, by the names in the rules."""
    known = {*data.dimensions, *data.magnitudes, *([] if data.weight is None else [data.weight.name])}
    asked = dict.fromkeys(name for rule in rules for name in rule.names if name not in known)
    return {name: column_of.get(name) or name for name in asked}


def _coded(texts: Any) -> PlainTexts:
    encoded = (texts.combine_chunks() if hasattr(texts, "combine_chunks") else texts).dictionary_encode()
    values = encoded.dictionary.to_pylist()
    return PlainTexts(compact_codes(encoded.indices.to_numpy(zero_copy_only=False), len(values)), values)


def former_counts(statistic: Statistic, load: LoadPeriod) -> FormerCounts:
    """The records of the last period before the current one that has some, on the codes of now."""
    places = [place for place in range(statistic.current) if statistic.periods[place].source is not None]
    before: dict[str, Microdata | None] = {}

    def counts(name: str) -> Mapping[str, int] | None:
        if not places:
            return None
        source = statistic.periods[places[-1]].source
        if not name and source is not None:
            return {"": source.rows}
        if "data" not in before:
            try:
                before["data"] = load(replace(statistic, current=places[-1]))
            except Cancelled:
                raise
            except CkmError:  # its file is gone or has changed: its rules are not tested
                before["data"] = None
        data = before["data"]
        if data is None or name not in data.dimensions:
            return None
        now = codes_until(statistic, name, places[-1], statistic.current)
        added: dict[str, int] = {}
        for code, count in counts_of(data, name).items():
            added[now.get(code, code)] = added.get(now.get(code, code), 0) + count
        return added

    return counts


def titles_of(dictionary: Iterable[VariableEntry]) -> dict[str, Texts]:
    """The titles of variables by their names, for the words of rules."""
    return {entry.name: entry.title for entry in dictionary if entry.title != Texts()}


def refuse_broken(checked: CheckedRecords, statistic: Statistic) -> tuple[Sentence, ...]:
    """Sentences on rules that are broken or not tested, without a number of records. Raises rules_refuse, with the
    fields `checked` and `statistic`, where records break a rule that refuses a delivery."""
    findings, titles = checked.findings, titles_of(statistic.dictionary)

    def worded(wanted: Iterable[RuleFinding]) -> list[Texts]:
        return [finding.rule.worded(titles) for finding in wanted]

    refusing = worded(finding for finding in findings if finding.refuses)
    if refusing:
        fields = {"checked": checked, "statistic": statistic}
        raise DataError("rules_refuse", rule=refusing[0], count=len(refusing), **fields)
    broken = worded(finding for finding in findings if finding.verdict is Verdict.OPEN)
    said = [sentence("rules_broken", rule=broken[0], count=len(broken))] if broken else []
    said += [
        sentence("rule_not_tested", rule=finding.rule.worded(titles), reason=finding.reason)
        for finding in findings
        if finding.reason is not None
    ]
    return tuple(said)
