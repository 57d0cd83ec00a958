"""Sums below the floor are not handed in, unless what is open was accepted; magnitudes.md 5.9.

What does not hold, and what could not be shown to hold, is refused alike: nothing is called protected by what nobody
has found out. The methodologist may accept a rule with a reason and a second person: F4, F5 and F7 by rule, the others
cell by cell, up to the level that was found; it is on record. A method from before these rules finishes its period: a
notice says so, nothing is refused.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from ckmcore.base.verdict import Verdict
from ckmcore.errors import ProtectionError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.release.needed_checks import sums_in_force
from ckmcore.release.provenance import method_hash
from ckmcore.statistic.entry import AcceptedSums, Entry
from ckmcore.statistic.model import Statistic

if TYPE_CHECKING:
    from ckmcore.lab.risk.shown_sums import SumPlace
    from ckmcore.lab.risk.sum_floor import OpenSumRule, SumFloor

# Rules of the method and of several figures together, which are accepted as a whole.
BY_RULE = ("F4", "F5", "F7", "F9")
# Rules that fail where a width or a least number is too small.
_TOO_SMALL = ("F3", "F7")
_UNLISTED = "unlisted"
_SLACK = 1e-9


def open_sums(statistic: Statistic, floor: SumFloor) -> tuple[AcceptedSums, ...]:
    """Open rules that must be accepted before the sums of a floor can be submitted under the method in force."""
    method = sums_in_force(statistic)
    if method is None:
        return ()
    made_by = method_hash(statistic.secret, method)
    sums = [_of_rule(statistic, open_sum_rule, made_by) for open_sum_rule in floor.rules]
    sums += [AcceptedSums(rule, name, 0.0, (), True, made_by) for rule, name in dict.fromkeys(_unjudged(floor))]
    return tuple(sums)


def _of_rule(statistic: Statistic, sum_rule: OpenSumRule, method: str) -> AcceptedSums:
    cells: tuple[str, ...] = ()
    if sum_rule.rule not in BY_RULE:
        marks = {cell_mark(statistic.secret, sum_rule.magnitude, sum_place) for sum_place in sum_rule.worst}
        # Cells that are not listed have no mark: what nobody has seen cannot be accepted.
        cells = tuple(sorted(marks)) if sum_rule.cells <= len(sum_rule.worst) else (_UNLISTED,)
    both_magnitude = f"{sum_rule.magnitude} / {sum_rule.other}" if sum_rule.other else sum_rule.magnitude
    return AcceptedSums(sum_rule.rule, both_magnitude, sum_rule.found, cells, False, method)


def _unjudged(floor: SumFloor) -> Iterator[tuple[str, str]]:
    """Rules that could not be judged, each with its magnitude, "" where none could be judged."""
    if floor.skipped and not floor.cells:
        yield "F3", ""
    for risks in floor.cells:
        name = risks.cells.measure.magnitude
        if "narrow" in risks.unjudged or risks.undecided.any():
            yield "F3", name
        if "difference" in risks.unjudged:
            yield "F5", name
    for name in floor.unjudged:
        yield from ((rule, name) for rule in ("F1", "F2", "F3"))


def cell_mark(secret: str, magnitude: str, place: SumPlace) -> str:
    """Mark of a cell of sums in the register: HMAC with the statistic's secret, so that the cell cannot be found by
    trying."""
    codes = sorted((name, code) for name, code in place.codes if code)
    within = sorted((condition.variable, sorted(condition.codes)) for condition in place.within if condition.restricts)
    mime_data = msgspec.json.encode(["sum", magnitude, codes, within])
    return hmac.new(secret.encode(), mime_data, hashlib.sha256).hexdigest()


def acceptances(statistic: Statistic) -> tuple[Entry, ...]:
    """Register entries that accept rules of the floor of sums in the current period."""
    return tuple(
        entry
        for entry in statistic.register
        if entry.kind == "sums_accepted" and entry.period == statistic.period.label
    )


def not_accepted(statistic: Statistic, floor: SumFloor) -> tuple[AcceptedSums, ...]:
    """Open rules of a floor that were not accepted under the method in force, or not to this level."""
    accepted = [sums for entry in acceptances(statistic) for sums in entry.accepted]
    return tuple(sums for sums in open_sums(statistic, floor) if not _covered(sums, accepted))


def _covered(wanted_sums: AcceptedSums, accepted: Iterable[AcceptedSums]) -> bool:
    own_sums = [
        sums
        for sums in accepted
        if (sums.rule, sums.magnitude, sums.unjudged, sums.method)
        == (wanted_sums.rule, wanted_sums.magnitude, wanted_sums.unjudged, wanted_sums.method)
        and _is_not_worse(wanted_sums, sums)
    ]
    if not own_sums or _UNLISTED in wanted_sums.cells:
        return False
    return set(wanted_sums.cells) <= {cell for sums in own_sums for cell in sums.cells}


def _is_not_worse(wanted_sums: AcceptedSums, accepted: AcceptedSums) -> bool:
    """Whether a finding is not worse than the accepted one; for rules of keys and tables it must be equal."""
    if wanted_sums.rule == "F4":
        return wanted_sums.level == accepted.level
    if wanted_sums.rule in _TOO_SMALL:
        return wanted_sums.level >= accepted.level - _SLACK
    return wanted_sums.level <= accepted.level + _SLACK


def refuse_sums(statistic: Statistic, floor: SumFloor) -> None:
    """Raises sums_below_floor and sums_not_shown where a method with the rules of today does not hold the floor and
    this was not accepted."""
    method = sums_in_force(statistic)
    if method is None or not method.own_rules:
        return
    refused = not_accepted(statistic, floor)
    below = sorted({rule.rule for rule in refused if not rule.unjudged})
    if below:
        raise ProtectionError("sums_below_floor", rules=below)
    if refused:
        raise ProtectionError("sums_not_shown", rules=sorted({rule.rule for rule in refused}))


def told(statistic: Statistic, floor: SumFloor) -> tuple[Verdict, Sentence]:
    """Verdict on the floor of sums, and a sentence that a clerk may see: the p of the rule, and what was accepted by
    whom and why."""
    from ckmcore.lab.risk.sum_floor import limits_of

    method = sums_in_force(statistic)
    if floor.holds and method is not None:
        return Verdict.HELD, sentence("check_sums", p=limits_of(method).p)
    rules = sorted({sums.rule for sums in open_sums(statistic, floor)})
    if method is not None and method.own_rules and rules and not not_accepted(statistic, floor):
        return Verdict.OPEN, sentence("check_sums_accepted", rules=rules, accepted=_reasons(acceptances(statistic)))
    below = sorted({rule.rule for rule in floor.rules})
    if below:
        return Verdict.OPEN, sentence("check_sums_open", rules=below)
    return Verdict.NOT_TESTED, sentence("check_sums_undecided")


def accepted_words(statistic: Statistic) -> list[Sentence]:
    """Sentences on accepted rules of the current period: who, when and why."""
    label = statistic.period.label
    return [
        sentence("recheck_accepted", period=label, said=_reasons([acceptance])) for acceptance in acceptances(statistic)
    ]


def _reasons(entries: Sequence[Entry]) -> Sentence:
    sentences = [
        sentence(
            "check_sums_reason",
            rules=sorted({each.rule for each in entry.accepted}),
            person=entry.person,
            second=entry.second_person,
            day=entry.time[:10],
            reason=entry.remark,
        )
        for entry in entries
    ]
    return joined(sentences, "left_open_and")
