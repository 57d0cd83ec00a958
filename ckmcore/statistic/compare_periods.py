"""Distributions of a delivery beside those of the former period, with changes that are unlikely.

Confidential: for roles that may see records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from ckmcore.base.blocks import blocks_of
from ckmcore.base.numbers import decimal_text
from ckmcore.base.texts import Texts
from ckmcore.dictionary.judge_rules import counts_of
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING, Microdata, NumberColumn
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.open import open_source
from ckmcore.microdata.read import read_with_report
from ckmcore.statistic.judged_records import LoadPeriod, bare_period
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.periods import codes_until
from ckmcore.statistic.source import Progress
from ckmcore.tabulate.scan import never

LEAST_Z = 6.0
"""Standard errors by which a share or a mean must differ: chance alone does so once in 500 million."""
LEAST_FACTOR, LEAST_SHARE, LEAST_RECORDS = 1.5, 0.005, 20
RECORDS_FACTOR = 1.25
_MOST_CHANGED = 60


@dataclass(frozen=True)
class UnlikelyChange:
    """A change from the former period that is unlikely. Fields of its sentence are shares of records, or factors.

    kind: "exchanged" (two codes changed places), "gone", "new", "share" of a code, "missing" values, "mean", "records",
    "absent" (the delivery lacks the variable).
    """

    kind: str
    variable: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def sentence(self) -> Sentence:
        """What changed, with its figures: for whoever may see the records."""
        return sentence(f"compared_{self.kind}", variable=self.variable, **self.fields)

    @property
    def named(self) -> Sentence:
        """The kind and the variable, without codes or figures."""
        return sentence("compared_named", variable=self.variable, kind=sentence(f"compared_title_{self.kind}"))


@dataclass(frozen=True)
class ComparedCode:
    """A code with its records in the former period, on the codes of today, and in the delivery."""

    code: str
    label: Texts
    former: int = field(repr=False)
    now: int = field(repr=False)


@dataclass(frozen=True)
class ComparedVariable:
    """A variable in the former period and in the delivery. missing, means: former and now; a mean of none is None."""

    name: str
    title: Texts
    missing: tuple[int, int] = field(repr=False)
    codes: tuple[ComparedCode, ...] = field(default=(), repr=False)
    means: tuple[float | None, float | None] = field(default=(None, None), repr=False)
    unlikely: tuple[UnlikelyChange, ...] = ()

    def shares(self, code: ComparedCode) -> tuple[Texts, Texts]:
        """The share of a code in the records of the variable, former and now."""
        totals = sum(other.former for other in self.codes), sum(other.now for other in self.codes)
        return percent(code.former / max(1, totals[0])), percent(code.now / max(1, totals[1]))


@dataclass(frozen=True)
class PeriodComparison:
    """A delivery beside the former period, variables with unlikely changes first. records: former and now."""

    former: Texts
    records: tuple[int, int] = field(repr=False)
    variables: tuple[ComparedVariable, ...]
    of_records: tuple[UnlikelyChange, ...] = ()

    @property
    def unlikely(self) -> tuple[UnlikelyChange, ...]:
        """All unlikely changes."""
        return (*self.of_records, *(change for variable in self.variables for change in variable.unlikely))

    def as_json(self, *, confidential: bool = False) -> dict[str, Any]:
        """The comparison for a document; codes and figures only where it is confidential."""
        made: dict[str, Any] = {
            "unlikely": [{"kind": change.kind, "variable": change.variable} for change in self.unlikely]
        }
        if not confidential:
            return made
        sentences = [change.sentence for change in self.unlikely]
        return {
            "unlikely": [
                {**change, "en": said.text("en"), "de": said.text("de")}
                for change, said in zip(made["unlikely"], sentences, strict=True)
            ],
            "records": list(self.records),
            "variables": [
                {
                    "name": variable.name,
                    "missing": list(variable.missing),
                    "means": list(variable.means),
                    "codes": {code.code: [code.former, code.now] for code in variable.codes},
                }
                for variable in self.variables
            ],
        }


def compare_files(
    statistic: Statistic,
    paths: Sequence[Path],
    *,
    column_of: Mapping[str, str] | None = None,
    dialect: Dialect | None = None,
    meta: Path | None = None,
    load: LoadPeriod | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> PeriodComparison:
    """Compare files with the period before the current one of `statistic`, without taking them over.

    column_of: columns that hold a variable under another name. load: gives the records of another period (None: they
    are read). Raises compare_no_former, ReadingAsked and the errors of reading.
    """
    former, label = _former_records(statistic, load or bare_period(None, cancelled))
    names = open_source(list(paths), dialect, 1, meta).names
    given = {entry.name: (column_of or {}).get(entry.name, entry.name) for entry in statistic.dictionary}
    wanted: dict[str, list[str]] = {"dimension": [], "magnitude": [], "weight": []}
    for entry in statistic.dictionary:
        if entry.derived is None and entry.role in wanted and given[entry.name] in names:
            wanted[entry.role].append(given[entry.name])
    data, _ = read_with_report(
        list(paths),
        wanted["dimension"],
        weight=next(iter(wanted["weight"]), None),
        magnitudes=wanted["magnitude"],
        dialect=dialect,
        meta=meta,
        progress=progress,
        cancelled=cancelled,
    )
    return _compared(statistic, data.renamed({column: name for name, column in given.items()}), former, label)


def _former_records(statistic: Statistic, load: LoadPeriod) -> tuple[tuple[int, Microdata], Texts]:
    """Place and records of the last period before the current one that has some. Raises compare_no_former."""
    places = [place for place in range(statistic.current) if statistic.periods[place].source is not None]
    former = load(replace(statistic, current=places[-1])) if places else None
    if former is None:
        raise InputError("compare_no_former", period=statistic.period.label)
    return (places[-1], former), statistic.periods[places[-1]].label


def _compared(statistic: Statistic, data: Microdata, former: tuple[int, Microdata], label: Texts) -> PeriodComparison:
    place, before = former
    records = before.rows, data.rows
    variables = []
    for entry in statistic.dictionary:
        if entry.derived is not None:
            continue
        if entry.name in before.dimensions:
            labels = {category.code: category.label for category in entry.categories}
            old = codes_until(statistic, entry.name, place, statistic.current)
            counts = _on_codes(counts_of(before, entry.name), old)
            now = counts_of(data, entry.name) if entry.name in data.dimensions else None
            variables.append(_compared_codes(entry.name, entry.title, labels, counts, now, records))
        else:
            numbers = _number(before, entry.name), _number(data, entry.name)
            if numbers[0] is not None:
                variables.append(_compared_numbers(entry.name, entry.title, numbers[0], numbers[1], records))
    factor = records[1] / records[0] if records[0] else 1.0
    jump = not 1 / RECORDS_FACTOR <= factor <= RECORDS_FACTOR
    fields = {"former": records[0], "now": records[1]}
    changes = (UnlikelyChange("records", fields=fields),) if jump and max(records) >= LEAST_RECORDS else ()
    return PeriodComparison(
        label, records, tuple(sorted(variables, key=lambda variable: not variable.unlikely)), changes
    )


def _on_codes(counts: Mapping[str, int], now: Mapping[str, str]) -> dict[str, int]:
    added: dict[str, int] = {}
    for code, count in counts.items():
        added[now.get(code, code)] = added.get(now.get(code, code), 0) + count
    return added


def _compared_codes(
    name: str,
    title: Texts,
    labels: Mapping[str, Texts],
    former: Mapping[str, int],
    now: Mapping[str, int] | None,
    records: tuple[int, int],
) -> ComparedVariable:
    if now is None:
        return ComparedVariable(name, title, (former.get(MISSING, 0), 0), unlikely=(UnlikelyChange("absent", name),))
    order = dict.fromkeys((*labels, *former, *now))
    codes = tuple(
        ComparedCode(code, labels.get(code, Texts.same(code)), former.get(code, 0), now.get(code, 0))
        for code in order
        if former.get(code) or now.get(code)
    )
    missing = former.get(MISSING, 0), now.get(MISSING, 0)
    stated = tuple(code for code in codes if code.code != MISSING)
    totals = sum(code.former for code in stated), sum(code.now for code in stated)
    return ComparedVariable(
        name, title, missing, codes, unlikely=(*_of_codes(name, stated, totals), *_of_missing(name, missing, records))
    )


def _of_codes(name: str, codes: Sequence[ComparedCode], totals: tuple[int, int]) -> list[UnlikelyChange]:
    """Unlikely changes of codes: pairs that changed places, codes that are gone or new, shares."""
    if not all(totals):
        return []
    share = {code.code: (code.former / totals[0], code.now / totals[1]) for code in codes}
    changed = [code.code for code in codes if abs(_z(share[code.code], totals)) > LEAST_Z]
    changed.sort(key=lambda code: -abs(share[code][1] - share[code][0]))
    exchanged = [
        (first, second)
        for first, second in combinations(changed[:_MOST_CHANGED], 2)
        if _distance(share[first], share[second][::-1]) < 0.25 * _distance(share[first], share[first][::-1])
        and _distance(share[second], share[first][::-1]) < 0.25 * _distance(share[second], share[second][::-1])
    ]
    in_pairs = {code for pair in exchanged for code in pair}
    changes = [
        UnlikelyChange(
            "exchanged",
            name,
            {"category": first, "other": second, **_shares(share[first]), **_shares(share[second], "other_")},
        )
        for first, second in exchanged
    ]
    for code in changed:
        before, after = share[code]
        if code in in_pairs or max(before, after) < LEAST_SHARE:
            continue
        kind = "gone" if not after else "new" if not before else "share"
        if kind != "share" or not 1 / LEAST_FACTOR <= after / before <= LEAST_FACTOR:
            changes.append(UnlikelyChange(kind, name, {"category": code, **_shares(share[code])}))
    return changes


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far the shares of one code are from those of another, former and now."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _of_missing(name: str, missing: tuple[int, int], records: tuple[int, int]) -> list[UnlikelyChange]:
    if not all(records):
        return []
    share = missing[0] / records[0], missing[1] / records[1]
    far = max(share) >= LEAST_SHARE and max(share) > LEAST_FACTOR * min(share)
    return [UnlikelyChange("missing", name, _shares(share))] if far and abs(_z(share, records)) > LEAST_Z else []


def _z(share: tuple[float, float], totals: tuple[int, int]) -> float:
    """Difference of two shares in standard errors of independent draws."""
    pooled = (share[0] * totals[0] + share[1] * totals[1]) / sum(totals)
    error = sqrt(pooled * (1 - pooled) * (1 / totals[0] + 1 / totals[1]))
    return (share[1] - share[0]) / error if error else 0.0


def _shares(share: tuple[float, float], prefix: str = "") -> dict[str, Texts]:
    return {f"{prefix}former": percent(share[0]), f"{prefix}now": percent(share[1])}


def percent(share: float) -> Texts:
    """A share as a percentage with one decimal."""
    return Texts(f"{decimal_text(100 * share, 1, 'en')} %", f"{decimal_text(100 * share, 1, 'de')} %")


def _number(data: Microdata, name: str) -> NumberColumn | None:
    if data.weight is not None and data.weight.name == name:
        return data.weight
    return data.magnitudes.get(name)


def _compared_numbers(
    name: str, title: Texts, former: NumberColumn, now: NumberColumn | None, records: tuple[int, int]
) -> ComparedVariable:
    if now is None:
        return ComparedVariable(name, title, (0, 0), unlikely=(UnlikelyChange("absent", name),))
    (count, mean, variance), (count_now, mean_now, variance_now) = _moments(former), _moments(now)
    missing = records[0] - count, records[1] - count_now
    changes = _of_missing(name, missing, records)
    if mean is not None and mean_now is not None and min(count, count_now) >= LEAST_RECORDS:
        error = sqrt(variance / count + variance_now / count_now)
        low, high = sorted((abs(mean), abs(mean_now)))
        far = mean * mean_now < 0 or high > LEAST_FACTOR * low
        if far and abs(mean_now - mean) > LEAST_Z * error:
            factor = figure(mean_now / mean) if mean else Texts.same("–")
            fields = {"former": figure(mean), "now": figure(mean_now), "factor": factor}
            changes.insert(0, UnlikelyChange("mean", name, fields))
    return ComparedVariable(name, title, missing, means=(mean, mean_now), unlikely=tuple(changes))


def _moments(number: NumberColumn) -> tuple[int, float | None, float]:
    """Number, mean and variance of the values that are stated."""
    count, total, squares = 0, 0.0, 0.0
    masks = iter(blocks_of(number.missing)) if number.missing is not None else None
    for block in blocks_of(number.values):
        values = np.asarray(block, dtype=np.float64) / number.scale
        values = values if masks is None else values[~np.asarray(next(masks))]
        count, total, squares = count + len(values), total + float(values.sum()), squares + float(values @ values)
    mean = total / count if count else None
    return count, mean, max(squares / count - mean * mean, 0.0) if mean is not None else 0.0


def figure(number: float | None) -> Texts:
    """A number with four digits that count, at most three behind the decimal sign; none is a dash."""
    if number is None:
        return Texts.same("–")
    digits = max(0, min(3, 3 - len(str(int(abs(number)))) + 1))
    return Texts(decimal_text(number, digits, "en"), decimal_text(number, digits, "de"))
