"""The floor under protection measured on data: rules F15 to F18 (claims.md, section C; F18: weighted counts beside
counts, lab/risk/weight_ratios.py), with the attack that F15 and F18 need.

Confidential: it speaks of originals. What others than methodologists read of it are the names of open rules, noted with
the decision on the method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.verdict import Verdict, together, verdict_of
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.harm import count_small
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_tables
from ckmcore.lab.risk.weight_remedies import WeightRemedy, second_draw, weight_remedies, weights_summed
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.floor.floor import OpenRule, Rule, above, below
from ckmcore.statistic.floor import mark_of, table_marks
from ckmcore.statistic.one_period import (
    counts_of_one_period,
    in_listed_order,
    left_over_periods,
    tells_of_counts,
    weighted_alone,
)
from ckmcore.statistic.period import Decision
from ckmcore.statistic.series import needs_periods
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

# Fewer small cells say nothing of the share that is changed.
LEAST_SMALL_CELLS = 20
FEW_RECORDS = 10
Flags = NDArray[np.bool_]


@dataclass(frozen=True, repr=False)
class MeasuredRule:
    """Result of one of the rules F15 to F18, with the reason where it was not tested."""

    rule: Rule
    verdict: Verdict
    reason: Sentence | None = None

    @property
    def told(self) -> Sentence | None:
        """Sentence that the rule was not tested, and why; None where it was."""
        return None if self.reason is None else sentence("floor_not_tested", rule=self.rule, reason=self.reason)


@dataclass(frozen=True, repr=False)
class MeasuredFloor:
    """Measurements of a method on some tables. Confidential.

    rules: open ones of F15 to F18. cells, disclosed, undecided: of the attack on all tables together (zero_rule with
    consistency). attacked: number of attacked tables; skipped: why others could not be attacked, or not completely.
    small, small_changed: shown cells with 1 or 2 records, and those changed. mark: of method, keys and data; tables:
    marks of the measured tables. judged: verdict on each rule. measured: number of measured tables. disclosed_small:
    disclosed counts of 1 or 2. remedies: for an open F18, with the cells that each leaves disclosed.
    """

    rules: tuple[OpenRule, ...]
    attacked: int
    cells: int
    disclosed: int
    undecided: int
    small: int
    small_changed: int
    skipped: tuple[Sentence, ...]
    mark: str
    tables: tuple[str, ...] = ()
    judged: tuple[MeasuredRule, ...] = ()
    measured: int = 0
    disclosed_small: int = 0
    remedies: tuple[WeightRemedy, ...] = ()
    untested: tuple[Sentence, ...] = ()

    def __repr__(self) -> str:
        return f"MeasuredFloor({self.attacked} tables, confidential)"

    @property
    def verdict(self) -> Verdict:
        """Common verdict on all rules."""
        return together(rule.verdict for rule in self.judged)

    @property
    def attack_verdict(self) -> Verdict:
        """Verdict on the attack: whether it discloses a cell; not tested where it was not made, not finished, or left
        something out."""
        if self.disclosed:
            return Verdict.OPEN
        whole_attacked = self.attacked and not self.undecided and not self.untested
        return Verdict.HELD if whole_attacked else Verdict.NOT_TESTED

    @property
    def not_tested(self) -> tuple[Rule, ...]:
        """The rules that were not tested."""
        return tuple(rule.rule for rule in self.judged if rule.verdict is Verdict.NOT_TESTED)

    def noted(self, decision: Decision) -> Decision:
        """Decision completed by the measurements; unchanged where no table was measured."""
        if not self.measured:
            return decision
        return replace(decision, judged=self.mark, judged_tables=self.tables, not_tested=self.not_tested)

    @property
    def attack_told(self) -> Sentence:
        """Sentence on the result of the attack, with what it left undecided."""
        decided = self.cells - self.undecided
        fields = {"disclosed": self.disclosed, "small": self.disclosed_small, "undecided": self.undecided}
        fields = {"tables": self.attacked, "decided": decided, **fields}
        return sentence("floor_attack", **fields) if self.attacked else sentence("floor_attack_none")


def measure_floor(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: Method,
    *,
    names: Sequence[str] = (),
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> MeasuredFloor:
    """Measure F15 to F18 of `method` over the tables `specs`, and attack them together.

    Each table is measured, or listed in `skipped` with the reason (by `names`, else by number). A table that the attack
    cannot use as it is, such as one with unprotected sums, is attacked by its counts. seconds: for each attack, None
    for no limit. Raises Cancelled.
    """
    called = [names[spec_index] if spec_index < len(names) else str(spec_index + 1) for spec_index in range(len(specs))]
    skipped: list[Sentence] = []
    tallies: list[_TableTally] = []
    measured, lacking = _tabulated(data, specs, called, method, skipped, tallies, cancelled)
    small, changed = sum(tally.small for tally in tallies), sum(tally.changed for tally in tallies)
    rules: list[OpenRule] = []
    attack = _attacked(measured, data, method, seconds, skipped, cancelled, lambda share: progress(share / 2))
    untested = () if attack is None else attack.attack.untested
    skipped += [reason for reason in untested if reason not in skipped]
    untested += next((remaining_sentences for spec in specs if (remaining_sentences := left_over_periods(spec))), ())
    exempt = MeasuredRule("F15", Verdict.HELD)
    if data.exempt:
        exempt_rules, exempt = _exempt_cells(attack, data, method, seconds, cancelled, progress)
        rules += exempt_rules
    rules += _few_rule(tallies)
    weight_rules, weights, remedies = _weighted_counts(attack, data, method, seconds, cancelled)
    rules += weight_rules
    if small >= LEAST_SMALL_CELLS:
        rules += below("F17", changed / small, 0.25, 0.05, "floor_measured", cells=small)
    progress(1.0)
    too_few = None if small >= LEAST_SMALL_CELLS else sentence("floor_few_small", found=small, limit=LEAST_SMALL_CELLS)
    judged = [
        exempt,
        MeasuredRule("F16", Verdict.HELD),
        MeasuredRule("F17", Verdict.HELD if too_few is None else Verdict.NOT_TESTED, too_few),
        weights,
    ]
    return MeasuredFloor(
        tuple(rules),
        0 if attack is None else len(attack.tables),
        0 if attack is None else attack.attack.cells,
        0 if attack is None else len(attack.attack.disclosed),
        0 if attack is None else attack.attack.undecided,
        small,
        changed,
        tuple(skipped),
        mark_of(method, data),
        table_marks(method, data, [table.raw.spec for table in measured]),
        tuple(_judged(rule, rules, bool(measured), lacking) for rule in judged),
        len(measured),
        0 if attack is None else count_small(cell.cell for cell in attack.attack.disclosed),
        remedies,
        untested,
    )


def _judged(
    measured_rule: MeasuredRule, rules: Sequence[OpenRule], measured: bool, lacking_sentence: Sentence | None
) -> MeasuredRule:
    """Verdict on a rule: open where something was found; held only where every table was examined. lacking_sentence:
    why it cannot hold, or None.
    """
    if any(rule.rule == measured_rule.rule for rule in rules):
        return MeasuredRule(measured_rule.rule, Verdict.OPEN)
    if not measured:
        return MeasuredRule(measured_rule.rule, Verdict.NOT_TESTED, sentence("floor_no_table"))
    if measured_rule.verdict is Verdict.HELD and lacking_sentence is not None:
        return MeasuredRule(measured_rule.rule, Verdict.NOT_TESTED, lacking_sentence)
    return measured_rule


@dataclass(frozen=True, eq=False)
class _Table:
    name: str
    raw: RawTable


def _not_measured(name: str, reason: Sentence) -> Sentence:
    return sentence("floor_table_not_measured", table=name, reason=reason)


def _tabulated(
    data: Microdata,
    specs: Sequence[TableSpec],
    called: Sequence[str],
    method: Method,
    skipped: list[Sentence],
    tallies: list[_TableTally],
    cancelled: Callable[[], bool],
) -> tuple[list[_Table], Sentence | None]:
    """Tables with counts and their tallies; `skipped` names the others with reasons. Also returns why a rule cannot
    hold: the first table with counts that was not examined."""
    measured: list[_Table] = []
    lacking_sentence: Sentence | None = None
    for name, spec in zip(called, specs, strict=True):
        counted = counts_of_one_period(data, [spec]) or weighted_alone(spec)
        reason, concerns = sentence("floor_no_counts"), tells_of_counts(spec)
        if counted:
            try:
                raw = tabulate(data, counted[0], cancelled=cancelled, contributors=method.contributors)
                tallies.append(_tallied(raw, method))
                measured.append(_Table(name, raw))
                continue
            except Cancelled:
                raise
            except CkmError as error:
                reason, concerns = error.sentence(), True
        skipped.append(_not_measured(name, reason))
        if concerns and lacking_sentence is None:
            lacking_sentence = skipped[-1]
    if any(needs_periods(spec) for spec in specs):
        skipped.append(sentence("quality_one_period"))
    return measured, lacking_sentence


@dataclass(frozen=True, eq=False)
class _Attack:
    attack: LinkedAttack
    tables: tuple[_Table, ...]
    # Whether it took all of them, some perhaps by their counts alone.
    whole: bool


def _attacked(
    tables: Sequence[_Table],
    data: Microdata,
    method: Method,
    seconds: float | None,
    skipped: list[Sentence],
    cancelled: Callable[[], bool],
    progress: Callable[[float], None],
) -> _Attack | None:
    """Attack on the tables together; None where there is none. Tables that cannot be used as they are, are reduced to
    counts, others are left out; `skipped` names both."""

    def run(some_tables: Sequence[_Table], time: float | None) -> LinkedAttack | Sentence:
        try:
            raws = [table.raw for table in some_tables]
            return attack_tables(raws, data, method, seconds=time, cancelled=cancelled, progress=progress)
        except Cancelled:
            raise
        except CkmError as error:
            if cancelled():
                raise
            return error.sentence()

    taken_tables = list(tables)
    attack_or_reason = run(taken_tables, seconds) if taken_tables else sentence("floor_attack_none")
    if isinstance(attack_or_reason, LinkedAttack):
        return _Attack(attack_or_reason, tuple(taken_tables), True)
    if not taken_tables:
        return None
    taken_tables, whole = [], True
    for table in tables:
        single_attack = run([table], 0.0)
        if isinstance(single_attack, LinkedAttack):
            taken_tables.append(table)
            continue
        counts = _Table(table.name, _by_counts(table.raw, data, method, cancelled, weighted=True))
        if counts.raw.spec != table.raw.spec and isinstance(run([counts], 0.0), LinkedAttack):
            skipped.append(sentence("floor_table_by_counts", table=table.name, reason=single_attack))
            taken_tables.append(counts)
        else:
            whole = False
            skipped.append(sentence("floor_table_not_attacked", table=table.name, reason=single_attack))
    while taken_tables:
        attack_or_reason = run(taken_tables, seconds)
        if isinstance(attack_or_reason, LinkedAttack):
            return _Attack(attack_or_reason, tuple(taken_tables), whole)
        # Too large together: without the largest of them.
        largest = max(taken_tables, key=lambda table: sum(block.counts.size for block in table.raw.blocks))
        taken_tables.remove(largest)
        whole = False
        skipped.append(sentence("floor_table_not_attacked", table=largest.name, reason=attack_or_reason))
    return None


def _by_counts(
    raw: RawTable, data: Microdata, method: Method, cancelled: Callable[[], bool], *, weighted: bool = False
) -> RawTable:
    """Table restricted to its counts, and with `weighted` its weighted counts; unchanged where it has none."""
    spec = in_listed_order(raw.spec)
    numbers = {*count_values(spec), *(spec.weighted_values if weighted else ())}
    counts = tuple(spec.values[number] for number in sorted(numbers))
    if len(counts) in {0, len(spec.values)}:
        return raw
    spec = spec.with_changes(values=counts)
    return tabulate(data, spec, cancelled=cancelled, contributors=method.contributors)


def _weighted_alone(
    tables: Sequence[_Table], data: Microdata, method: Method, cancelled: Callable[[], bool]
) -> list[_Table]:
    """Tables with weighted counts restricted to these; others unchanged."""
    alone_tables = []
    for table in tables:
        spec = in_listed_order(table.raw.spec)
        raw = table.raw
        if weighted_values := tuple(spec.values[number] for number in spec.weighted_values):
            spec = spec.with_changes(values=weighted_values)
            raw = tabulate(data, spec, cancelled=cancelled, contributors=method.contributors)
        alone_tables.append(_Table(table.name, raw))
    return alone_tables


def _exempt_cells(
    attack: _Attack | None,
    data: Microdata,
    method: Method,
    seconds: float | None,
    cancelled: Callable[[], bool],
    progress: Callable[[float], None],
) -> tuple[list[OpenRule], MeasuredRule]:
    """F15, by the same attack on the tables without exempt cells."""
    unknown = MeasuredRule("F15", Verdict.NOT_TESTED, sentence("floor_attack_none"))
    if attack is None:
        return [], unknown
    plain_data, raws = replace(data, exempt=()), [table.raw for table in attack.tables]
    without = [
        _Table(table.name, tabulate(plain_data, table.raw.spec, cancelled=cancelled, contributors=method.contributors))
        for table in attack.tables
    ]
    other = _attacked(without, plain_data, method, seconds, [], cancelled, lambda share: progress(0.5 + share / 2))
    if other is None or len(other.tables) != len(raws):
        return [], unknown
    if rules := _exempt_rule(len(attack.attack.disclosed), _not_exempt(other.attack, raws)):
        return rules, MeasuredRule("F15", Verdict.OPEN)
    if not attack.whole or not other.whole:
        return [], replace(unknown, reason=sentence("floor_attack_in_part"))
    if attack.attack.undecided:
        return [], replace(unknown, reason=sentence("floor_attack_undecided", undecided=attack.attack.undecided))
    return [], MeasuredRule("F15", Verdict.HELD)


def _weighted_counts(
    attack: _Attack | None,
    data: Microdata,
    method: Method,
    seconds: float | None,
    cancelled: Callable[[], bool],
) -> tuple[list[OpenRule], MeasuredRule, tuple[WeightRemedy, ...]]:
    """Rule F18: number of cells that weighted counts beside counts disclose in addition to the counts alone; where it
    is open, with what each remedy leaves disclosed."""
    held_rule = MeasuredRule("F18", Verdict.HELD)
    if data.weight is None or not (method.weighted_apart or method.weighted_by_count is not None):
        return [], held_rule, ()
    if attack is None:
        return [], replace(held_rule, verdict=Verdict.NOT_TESTED, reason=sentence("floor_attack_none")), ()
    if method.weighted_apart:
        rules, reason = _equal_weights(attack, data, method, cancelled)
        if rules:
            return rules, replace(held_rule, verdict=Verdict.OPEN), ()
        return [], held_rule if reason is None else replace(held_rule, verdict=Verdict.NOT_TESTED, reason=reason), ()
    evidence = attack.attack.tables[0].evidence
    if evidence.negative:
        return [], replace(held_rule, verdict=Verdict.NOT_TESTED, reason=sentence("attack_weights_negative")), ()
    if evidence.weights is None and attack.whole:
        return [], held_rule, ()
    counted = [table for table in attack.tables if count_values(table.raw.spec)]
    plain_tables = [_Table(table.name, _by_counts(table.raw, data, method, cancelled)) for table in counted]
    other = _attacked(plain_tables, data, method, seconds, [], cancelled, lambda share: None)
    without = 0 if other is None else len(other.attack.disclosed)

    def under(another: Method, is_alone: bool) -> LinkedAttack | None:
        tables = _weighted_alone(attack.tables, data, another, cancelled) if is_alone else attack.tables
        if not any(count_values(table.raw.spec) for table in tables):
            return None
        tried = _attacked(tables, data, another, seconds, [], cancelled, lambda share: None)
        return tried.attack if tried is not None and tried.whole else None

    cells, disclosed = attack.attack.cells, len(attack.attack.disclosed)
    fields = {"disclosed": disclosed, "cells": cells, "without": without}
    if rules := above("F18", max(disclosed - without, 0) / max(cells, 1), 0.01, 0.05, "floor_weights", **fields):
        sure = other is not None and other.whole and attack.whole and not _left_out(other.attack)
        equal, unsure = _equal_weights(attack, data, method, cancelled)
        own_verdict = verdict_of(False if equal else True if sure and unsure is None else None)
        return rules, MeasuredRule("F18", Verdict.OPEN), weight_remedies(method, without, under, own_verdict)
    reason = _left_out(attack.attack) or (None if attack.whole else sentence("floor_attack_in_part"))
    return [], held_rule if reason is None else replace(held_rule, verdict=Verdict.NOT_TESTED, reason=reason), ()


def _equal_weights(
    attack: _Attack, data: Microdata, method: Method, cancelled: Callable[[], bool]
) -> tuple[list[OpenRule], Sentence | None]:
    """Rule F18 for weighted counts with noise of their own, and why parts were not tested (None: all were)."""
    raws = [table.raw for table in attack.tables if table.raw.spec.weighted_values]
    summed_weights = [weights_summed(data, in_listed_order(raw.spec)) for raw in raws]
    sums = [None if weights is None else tabulate(*weights, cancelled=cancelled) for weights in summed_weights]
    reason = sentence("floor_weights_elsewhere") if None in sums else None
    return second_draw(method, raws, sums), reason if attack.whole else sentence("floor_attack_in_part")


def _left_out(attack: LinkedAttack) -> Sentence | None:
    """Why an attack is not complete: what it left out or did not decide; None where it is complete."""
    if attack.untested:
        return attack.untested[0]
    return sentence("floor_attack_undecided", undecided=attack.undecided) if attack.undecided else None


def _exempt_rule(disclosed_count: int, without: int) -> list[OpenRule]:
    """Rule F15: exempt cells disclose cells that are not exempt. found, without: disclosed cells with and without
    exempt ones."""
    if disclosed_count <= without:
        return []
    told_sentence = sentence("floor_exempt_discloses", found=disclosed_count, without=without)
    return [OpenRule("F15", "R", float(disclosed_count), float(without), told_sentence)]


def _not_exempt(attack: LinkedAttack, raws: Sequence[RawTable]) -> int:
    """Number of disclosed cells that are not exempt."""
    count = 0
    for disclosed in attack.disclosed:
        cell = disclosed.cell
        block = raws[disclosed.table].part(raws[disclosed.table].spec.values[cell.value].own_filter)[cell.block]
        count += block.exempt is None or not block.exempt[cell.position]
    return count


@dataclass(frozen=True)
class _TableTally:
    """Tallies of a table: shown cells with 1 or 2 records, those changed; exempt inner cells with few records, and the
    smallest number of records of one, None without any."""

    small: int
    changed: int
    few: int
    least: int | None


def _tallied(raw: RawTable, method: Method) -> _TableTally:
    least: int | None = None
    small = changed = few = 0
    examination = method.examine(raw)
    for conditions in dict.fromkeys(raw.spec.values[number].own_filter for number in count_values(raw.spec)):
        blocks = examination.part(conditions)
        for block, raw_block, shown_cell in zip(
            blocks, raw.part(conditions), shown_cells(raw.spec, raw.blocks), strict=True
        ):
            ones = shown_cell & ((raw_block.counts == 1) | (raw_block.counts == 2))
            small += int(ones.sum())
            changed += int((ones & (block.published != raw_block.counts)).sum())
            if raw_block.exempt is None:
                continue
            exempt_cells = shown_cell & raw_block.exempt & (raw_block.counts > 0) & (raw_block.counts < FEW_RECORDS)
            exempt_cells[(0,) * exempt_cells.ndim] = False
            if exempt_cells.any():
                few += int(exempt_cells.sum())
                smallest = int(raw_block.counts[exempt_cells].min())
                least = smallest if least is None else min(least, smallest)
    return _TableTally(small, changed, few, least)


def _few_rule(tallies: Sequence[_TableTally]) -> list[OpenRule]:
    """Rule F16: exempt cells inside the tables have few records."""
    least = min((tally.least for tally in tallies if tally.least is not None), default=None)
    if least is None:
        return []
    return below("F16", least, FEW_RECORDS, 3, "floor_exempt_few", cells=sum(tally.few for tally in tallies))
