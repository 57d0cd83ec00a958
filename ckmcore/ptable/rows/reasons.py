"""Why a row cannot have the variance asked of it: the binding constraint, with what it allows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from ckmcore.base.numbers import signed
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.rows.general import GeneralRow
from ckmcore.ptable.rows.request import DesignRequest, RowShape

_DECIMALS = 4
_NEAR = 1e-10


def inwards(value: float, up: bool) -> float:
    """Round an end of an interval to four decimals for display, towards the inside. up: the end is the lower one."""
    scale = 10.0**_DECIMALS
    return (math.ceil(value * scale - 1e-6) if up else math.floor(value * scale + 1e-6)) / scale


def misses_rules(shape: RowShape, distribution: Mapping[int, float], lowered: float | None, tolerance: float) -> bool:
    """Whether the distribution v -> p of a row misses a requirement other than V: no bias, stay probability, order,
    pins.

    lowered: effective stay probability where it was lowered, else None.
    """
    if abs(sum(v * p for v, p in distribution.items())) > tolerance:
        return True
    if any(abs(distribution.get(v, 0.0) - p) > tolerance for v, p in shape.pins):
        return True
    stay = shape.stay if lowered is None else lowered
    if stay is not None:
        short = stay - distribution.get(0, 0.0)
        if short > tolerance or (shape.exact and -short > tolerance):
            return True
    left, right = [v for v in shape.v if v < 0], [v for v in shape.v if v > 0]
    if shape.rising and any(_falls(distribution, side, tolerance) for side in (left[::-1], right)):
        return True
    if shape.symmetric and any(abs(p - distribution.get(-v, 0.0)) > tolerance for v, p in distribution.items()):
        return True
    return shape.mono and _falls(distribution, [*left, 0], tolerance)


def _falls(distribution: Mapping[int, float], chain: list[int], tolerance: float) -> bool:
    p = [distribution.get(v, 0.0) for v in chain]
    return any(earlier > after + tolerance for earlier, after in pairwise(p))


def row_reason(request: DesignRequest, row: int) -> Sentence:
    """Sentence on why row i >= 1 of a design is not as wanted: it cannot have its V, or it misses another
    requirement."""
    moved = request.pstay[row - 1] == 0.0
    return _reason(row, request.V_of(row), request.shape(row), request.bounds_V(row), moved)


@lru_cache(maxsize=512)
def _reason(row: int, V: float, shape: RowShape, bound: bool, moved: bool) -> Sentence:
    free = GeneralRow(RowShape(shape.v)).interval
    if free is None or free[1] <= _NEAR:
        return sentence("design_reason_still", row=row, V=V)
    interval = GeneralRow(shape).interval or free
    if not _allows(free, V, bound):
        caps = _caps(shape, interval, free, 0 if free[0] > V else 1)
        return _targets(row, V, shape, free, moved) if caps is None else _limited(row, V, interval, caps)
    if _allows(interval, V, bound):
        return sentence("design_reason_missed", row=row, V=V)
    for name, relaxed in _relaxations(shape):
        without = GeneralRow(relaxed).interval
        if without is not None and _allows(without, V, bound):
            return _limited(row, V, interval, name)
    # Without any rule the targets alone were judged above: here there is one.
    return _limited(row, V, interval, _together([name for name, _ in _relaxations(shape)]))


def _together(names: list[Sentence]) -> Sentence:
    if len(names) == 1:
        return names[0]
    together = names[0]
    for name in names[1:]:
        together = sentence("design_rule_and", first=together, second=name)
    return sentence("design_rules_together", rules=together)


def _caps(shape: RowShape, interval: tuple[float, float], free: tuple[float, float], end: int) -> Sentence | None:
    """Sentence on the rules that restrict an end of the row's range; None where the targets alone do. free: range by
    the targets alone; end: 0 for the lower, 1 for the upper end."""
    if abs(interval[end] - free[end]) <= _NEAR * max(1.0, free[end]):
        return None
    names = []
    for name, relaxed in _relaxations(shape):
        without = GeneralRow(relaxed).interval
        if without is not None and abs(without[end] - interval[end]) > _NEAR * max(1.0, interval[end]):
            names.append(name)
    # Where none moves the end alone, two or more hold it at once.
    return _together(names or [name for name, _ in _relaxations(shape)])


def _allows(interval: tuple[float, float], V: float, bound: bool) -> bool:
    tolerance = _NEAR * max(1.0, V)
    return interval[0] <= V + tolerance and (bound or interval[1] >= V - tolerance)


def _targets(row: int, V: float, shape: RowShape, free: tuple[float, float], moved: bool) -> Sentence:
    below = [v for v in shape.v if v < 0]
    above = [v for v in shape.v if v > 0]
    if free[0] > V:
        code = "design_reason_moved" if moved else "design_reason_near"
        low = inwards(free[0], True)
        return sentence(code, row=row, V=V, below=signed(max(below)), above=signed(min(above)), low=low)
    high = inwards(free[1], False)
    return sentence("design_reason_far", row=row, V=V, below=signed(min(below)), above=signed(max(above)), high=high)


def _relaxations(shape: RowShape) -> list[tuple[Sentence, RowShape]]:
    """Rules of a row beside bias and sum, each with the row shape without this rule."""
    relaxations: list[tuple[Sentence, RowShape]] = []
    if shape.pins:
        relaxations.append((sentence("design_rule_pin"), replace(shape, pins=())))
    if shape.stay is not None:
        code = "design_rule_stay_exact" if shape.exact else "design_rule_stay"
        relaxations.append((sentence(code, stay=shape.stay), replace(shape, stay=None)))
    if shape.mono:
        relaxations.append((sentence("design_rule_monotony"), replace(shape, mono=False)))
    if shape.rising:
        relaxations.append((sentence("design_rule_rising"), replace(shape, rising=False)))
    if shape.symmetric:
        relaxations.append((sentence("design_rule_symmetric"), replace(shape, symmetric=False)))
    return relaxations


def _limited(row: int, V: float, interval: tuple[float, float], rule: Sentence) -> Sentence:
    if interval[0] > V:
        return sentence("design_reason_demands", row=row, V=V, rule=rule, low=inwards(interval[0], True))
    return sentence("design_reason_allows", row=row, V=V, rule=rule, high=inwards(interval[1], False))
