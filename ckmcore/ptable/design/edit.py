"""Rows of a perturbation table changed by hand: the rest left as it is, or solved again around what was set."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ckmcore.errors import InputError, ProtectionError
from ckmcore.ptable.model.integer_keys import whole_keys
from ckmcore.ptable.model.table import PTable, from_rows
from ckmcore.ptable.rows.general import GeneralRow
from ckmcore.ptable.rows.request import FixedProbability, RowShape, pins_of

_TOLERANCE = 1e-9
# What a person types has six decimals.
_TYPED = 1e-6


class RowSumOff(ProtectionError):
    """Probabilities of a row changed by hand do not sum to 1."""

    code = "ptable_row_sum_off"


def with_probabilities(ptable: PTable, changes: Sequence[FixedProbability]) -> PTable:
    """Replace single probabilities of a table and leave all others; its rows become ordered.

    A row whose sum is off by up to 1e-6 is corrected at its largest probability set by hand. Raises RowSumOff for a
    larger deviation, with the row's bias, PtableParameter for invalid probabilities, and ptable_row_whole_keys. Row 0
    is never changed.
    """
    pins_by_row = _by_row(ptable, changes)
    return _with_rows(ptable, {row: _changed(ptable, row, pins) for row, pins in pins_by_row.items()})


def solved_again(ptable: PTable, changes: Sequence[FixedProbability]) -> PTable:
    """Set single probabilities of a table and solve the rest of their rows for maximum entropy.

    Each row keeps its targets, a bias of 0 and, if possible, its variance. In a table for integer keys the rest is
    rounded to whole keys, which may leave a small bias. This is for tables read from files; a designed table is solved
    with its pins by its Design. Raises ptable_row_pins_impossible and, as `with_probabilities`, PtableParameter and
    ptable_row_whole_keys. Row 0 is never changed.
    """
    return _with_rows(ptable, {row: _solved(ptable, row, pins) for row, pins in _by_row(ptable, changes).items()})


def _by_row(ptable: PTable, changes: Sequence[FixedProbability]) -> dict[int, dict[int, float]]:
    """Probabilities set by hand in each row of the table, as v -> p; in whole keys for tables of integer keys."""
    by_row: dict[int, dict[int, float]] = {}
    for change in pins_of(change for change in changes if change.row != 0):
        if change.row <= ptable.last_row:
            by_row.setdefault(change.row, {})[change.target - change.row] = _whole(ptable, change)
    return by_row


def _whole(ptable: PTable, change: FixedProbability) -> float:
    keys = ptable.integer_modulus
    if keys is None:
        return change.p
    number = round(change.p * keys)
    if abs(change.p * keys - number) > _TYPED * keys:
        below, above = math.floor(change.p * keys) / keys, math.ceil(change.p * keys) / keys
        raise InputError(
            "ptable_row_whole_keys",
            row=change.row,
            target=change.target,
            p=change.p,
            keys=keys,
            below=below,
            above=above,
        )
    return number / keys


def _solved(ptable: PTable, row: int, pins: Mapping[int, float]) -> dict[int, float]:
    current_distribution = ptable.row_distribution(row)
    v = tuple(sorted({*current_distribution, *(v for v, p in pins.items() if p > 0)}))
    general = GeneralRow(RowShape(v, pins=tuple(sorted((noise, p) for noise, p in pins.items() if noise in v))))
    interval = general.interval
    if interval is None:
        raise ProtectionError("ptable_row_pins_impossible", row=row)
    wanted_variance = sum(noise * noise * p for noise, p in current_distribution.items())
    low, high = interval
    if low + _TOLERANCE < wanted_variance < high - _TOLERANCE:
        p, _ = general.solve(wanted_variance, at_most=False)
    else:
        p = general.ends[0] if wanted_variance <= low + _TOLERANCE else general.ends[1]
    solved_p = {noise: max(value, 0.0) for noise, value in zip(v, p.tolist(), strict=True)}
    keys = ptable.integer_modulus
    if keys is not None:
        exact = {
            noise: Fraction(round(pins[noise] * keys), keys) if noise in pins else Fraction(solved_p[noise])
            for noise in v
        }
        solved_p = {noise: width / keys for noise, width in whole_keys(exact, keys, frozenset(pins)).items()}
    return {noise: value for noise, value in solved_p.items() if value > 0}


def _changed(ptable: PTable, row: int, pins: Mapping[int, float]) -> dict[int, float]:
    chances = {**ptable.row_distribution(row), **pins}
    total = math.fsum(chances.values())
    if abs(total - 1) > _TYPED:
        bias = math.fsum(v * p for v, p in chances.items())
        raise RowSumOff(row=row, total=total, bias=round(bias, 9) + 0.0)
    if ptable.integer_modulus is None:
        chances[max(pins if max(pins.values()) > _TYPED else chances, key=lambda v: chances[v])] += 1 - total
    return {v: p for v, p in sorted(chances.items()) if p > 0}


def _with_rows(ptable: PTable, changed: Mapping[int, Mapping[int, float]]) -> PTable:
    bounds, targets = ptable.exact_bounds, ptable.targets.tolist()
    probabilities = ptable.probabilities.tolist()
    rows = []
    for row in ptable.rows:
        if row in changed:
            rows.append(_row(row, changed[row], ptable.integer_modulus))
        else:
            span = range(int(ptable.offsets[row]), int(ptable.offsets[row + 1]))
            rows.append(
                [(targets[target_index], probabilities[target_index], bounds[target_index]) for target_index in span]
            )
    return from_rows(rows, integer_modulus=ptable.integer_modulus, recycled_rows=ptable.recycled_rows)


def _row(row: int, distribution: Mapping[int, float], keys: int | None) -> list[tuple[int, float, Fraction]]:
    new_row: list[tuple[int, float, Fraction]] = []
    reached = 0.0
    items = sorted(distribution.items())
    for index, (v, p) in enumerate(items):
        reached += p
        exact = Fraction(repr(reached)) if keys is None else Fraction(round(reached * keys), keys)
        bound = Fraction(1) if index == len(items) - 1 else min(exact, Fraction(1))
        new_row.append((row + v, p, bound))
    return new_row
