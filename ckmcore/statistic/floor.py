"""The floor under protection when a method is put in force, and later (claims.md, section C).

A method with a refusing rule is never put in force. For a rule that asks for a reason, the decision needs a reason, a
second person and an end date. A method already in force finishes its period: its figures stay, and its open rules are
reported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import feed
from ckmcore.base.texts import Texts
from ckmcore.base.typed import kept_settings
from ckmcore.errors import PermissionRefused, ProtectionError
from ckmcore.methods.method import Method
from ckmcore.methods.serialization import method_text
from ckmcore.microdata.counter import Counter
from ckmcore.ptable.floor.floor import OpenRule, names, refusing
from ckmcore.statistic.entry import same_person
from ckmcore.tabulate.spec import Level, TableSpec, TotalPlace

if TYPE_CHECKING:
    from ckmcore.microdata.data import Microdata
    from ckmcore.statistic.period import Decision, MethodInForce, Period


class MethodBelowFloor(ProtectionError):
    """The floor under protection refuses a method. Fields: rules (names), told (finding of the first), open (all of
    them)."""

    code = "method_below_floor"

    @property
    def rules(self) -> tuple[OpenRule, ...]:
        """Rules that refuse the method."""
        found_open_rules: tuple[OpenRule, ...] = self.fields["open"]
        return found_open_rules


def check_floor(method: Method, decision: Decision | None, measured: tuple[OpenRule, ...] = ()) -> tuple[str, ...]:
    """Names of the open rules of a method (F1 to F9) and of `measured`, to be recorded with the decision.

    Raises MethodBelowFloor, floor_needs_decision, register_same_person.
    """
    floor_sentences = (*method.floor, *measured)
    refused = refusing(floor_sentences)
    if refused:
        raise MethodBelowFloor(rules=names(refused), told=refused[0].sentence, open=refused)
    if not floor_sentences:
        return ()
    if decision is None or not gives_reasons(decision):
        raise ProtectionError(
            "floor_needs_decision", rules=names(floor_sentences), told=floor_sentences[0].sentence, open=floor_sentences
        )
    if same_person(decision.body, decision.second_person):
        raise PermissionRefused("register_same_person", person=decision.second_person.strip())
    return _names(floor_sentences)


def floor_again(method: Method, decision: Decision | None, measured: tuple[OpenRule, ...] = ()) -> tuple[str, ...]:
    """Names of the open rules of a method already in force, which no rule refuses; otherwise as `check_floor`.

    Raises register_same_person.
    """
    if decision is not None and gives_reasons(decision) and same_person(decision.body, decision.second_person):
        raise PermissionRefused("register_same_person", person=decision.second_person.strip())
    return _names((*method.floor, *measured))


def _names(rules: tuple[OpenRule, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule.rule for rule in rules))


def mark_of(method: Method, data: Microdata) -> str:
    """SHA-256 of the inputs of a verdict: method, record keys, exempt cells, and codes of all records."""
    mime_data = hashlib.sha256(method_text(method).encode())
    keys = data.record_keys
    if keys is not None:
        mime_data.update(f";{keys.modulus};".encode())
        feed(mime_data, keys.values if data.counter is None else _mark(data.counter))
    for name, dimension in sorted(data.dimensions.items()):
        mime_data.update(f";{name};{','.join(dimension.codes)};".encode())
        feed(mime_data, data.columns[name] if data.counter is None else _mark(data.counter))
    mime_data.update(repr(data.exempt).encode())
    return mime_data.hexdigest()


def _mark(counter: Counter) -> NDArray[np.uint8]:
    """Identify records in a database by their mark."""
    return np.frombuffer(counter.mark.encode(), dtype=np.uint8)


def table_marks(method: Method, data: Microdata, specs: Sequence[TableSpec]) -> tuple[str, ...]:
    """SHA-256 of the inputs of a verdict on each table: method, record keys, exempt cells, shown cells, and their
    records and code lists. Texts, order and presentation, and other data, do not affect it.

    Empty without record keys, since the codes of a few records could be guessed from their hash.
    """
    keys = data.record_keys
    if keys is None:
        return ()
    common = hashlib.sha256(f"{method_text(method)};{keys.modulus};".encode())
    feed(common, keys.values if data.counter is None else _mark(data.counter))
    common.update(repr([exempt_cell.cells for exempt_cell in data.exempt]).encode())
    described: dict[str, bytes] = {}

    def described_as(name: str) -> bytes:
        if name not in described:
            dimension = data.dimensions[name]
            tree = () if dimension.hierarchy is None else dimension.hierarchy.nodes
            digest = hashlib.sha256(repr((name, dimension.codes, [(node.code, node.depth) for node in tree])).encode())
            feed(digest, data.columns[name] if data.counter is None else _mark(data.counter))
            described[name] = digest.digest()
        return described[name]

    marks = []
    for spec in specs:
        mark = common.copy()
        mark.update(msgspec.json.encode(_cells(spec)))
        for name in sorted(name for name in spec.asked if name in data.dimensions):
            mark.update(described_as(name))
        marks.append(mark.hexdigest())
    return tuple(marks)


def _cells(spec: TableSpec) -> list[list[str]]:
    """Counts that a table shows, weighted or not, as sorted texts independent of labels, order, presentation and
    axes."""

    def text(snapshot_part: Any) -> str:
        return msgspec.json.encode(kept_settings(snapshot_part)).decode()

    def plain(level: Level) -> Level:
        groups = tuple(replace(group, label=Texts()) for group in level.groups)
        rows = tuple(replace(row, label=Texts()) for row in level.rows)
        total: TotalPlace = "off" if level.total == "off" else "after"
        bare = Level(level.variable)
        look = {"order": bare.order, "title": bare.title, "subtotals": bare.subtotals, "stub": bare.stub, "labels": ()}
        return replace(level, groups=groups, rows=rows, total=total, **look)  # type: ignore[arg-type]

    crossed = {
        text(sorted(text(plain(level)) for block in blocks for level in block.levels))
        for blocks in product(spec.rows, spec.columns, spec.layers)
    }
    counted = {text(spec.values[number].own_filter) for number in spec.count_values}
    weighted = {text(spec.values[number].own_filter) for number in spec.weighted_values}
    # Tables without weighted counts keep the mark that they had before these were looked at.
    return [sorted(crossed), sorted(map(text, spec.filters)), sorted(counted), *([sorted(weighted)] * bool(weighted))]


def measured_on_others(period: Period, data: Microdata, specs: Sequence[TableSpec]) -> bool:
    """Whether the measured rules (F15 to F18) for the decision on the method in force were measured on other tables of
    counts (`table_marks`), or, for decisions without tables, on other data (`mark_of`). False where they were not
    measured."""
    if period.in_force is None or not period.decisions:
        return False
    method, last_decision = period.in_force.method, period.decisions[-1]
    if not last_decision.judged or (last_decision.settings and last_decision.settings != method_text(method)):
        return False
    if last_decision.judged_tables:
        return not set(table_marks(method, data, specs)) <= set(last_decision.judged_tables)
    return last_decision.judged != mark_of(method, data)


def is_about(decision: Decision, in_force: MethodInForce) -> bool:
    """Whether a decision is on the method in force; decisions of former versions do not include settings."""
    if decision.settings:
        return decision.settings == method_text(in_force.method)
    ptable = in_force.ptable
    return (decision.method, decision.ptable) == (in_force.method.kind, "" if ptable is None else ptable.content_hash)


def decision_carried(period: Period) -> tuple[Decision, ...]:
    """Decision on a period's method in force, which goes with it to the next period; () where the last decision is on
    another method or missing."""
    last_decisions = period.decisions[-1:]
    return (
        last_decisions
        if period.in_force is not None and last_decisions and is_about(last_decisions[0], period.in_force)
        else ()
    )


def gives_reasons(decision: Decision) -> bool:
    """Whether a decision has what open rules require: a reason, a second person and an end date."""
    return all(text.strip() for text in (decision.remark, decision.second_person, decision.valid_to))


def open_rules(period: Period) -> tuple[OpenRule, ...]:
    """Open rules of the method in force of a period; empty without a method."""
    return () if period.in_force is None else period.in_force.method.floor


def decided(period: Period, day: str = "") -> bool:
    """Whether the last decision on the method in force gives reasons for its open rules and is valid on `day` (ISO, ""
    for any day)."""
    in_force = period.in_force
    if in_force is None or not period.decisions:
        return False
    last_decision = period.decisions[-1]
    same = not last_decision.settings or last_decision.settings == method_text(in_force.method)
    return same and gives_reasons(last_decision) and (not day or day <= last_decision.valid_to)


def goes_on(period: Period, day: str = "") -> bool:
    """Whether the method in force may be used in the next period, which begins on `day`: no rule is open, or none
    refuses and a decision with reasons is valid on that day."""
    found_open_rules = open_rules(period)
    return not found_open_rules or (not refusing(found_open_rules) and decided(period, day))
