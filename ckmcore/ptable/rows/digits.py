"""The digits of a designed row, the same on every system: what a solver found is solved once more in decimals.

Libraries of linear algebra differ between systems in the last bits. The solver's answer says which constraints bind and
which targets have one probability; what follows from these is an equation, solved here by fractions or by Newton's
method in decimals of 40 digits, and rounded once, to `DIGITS` decimals of the bounds. All steps are arithmetic of whole
numbers, so that the same request has the same table everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from operator import mul

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.rows.request import DesignRequest, RowShape

Floats = NDArray[np.float64]
Row = list[Fraction]  # of an equation: its coefficients and its right side

DIGITS = 15
_PRECISION = 40
_STEPS = 12
# A step so small is the last but one: the next error is its square.
_LAST_STEP = Decimal("1e-18")
# Where the solver meets a constraint so closely, it binds; probabilities so close are one.
_BINDS, _ONE = 1e-9, 1e-11
# Targets of smaller probability are none, where the answer is an end of what is possible.
_NONE = 1e-11
# What is found here may not differ by more from what the solver found.
_FAR = 1e-9
_WEIGHTY = 1e-12  # of a target by which multipliers can be estimated


def bounds_of(request: DesignRequest, p: Floats) -> Floats:
    """Upper bounds of all targets of a design, whole multiples of 10^-DIGITS as float64 (rows, columns of the layout).

    p: probabilities of the solver's answer.
    """
    layout = request.layout
    bounds = np.zeros(p.shape)
    for row in range(len(p)):
        mask = layout.mask[row]
        V = Fraction(repr(float(request.row_V[row])))
        reached = row_bounds(request.shape(row + 1), V, tuple(p[row, mask].tolist()))
        bounds[row] = np.array([0.0, *reached])[mask.cumsum()]
    return bounds


@lru_cache(maxsize=4096)
def row_bounds(shape: RowShape, V: Fraction, p: tuple[float, ...]) -> tuple[int, ...]:
    """Upper bounds of a row's targets in units of 10^-DIGITS. A row whose equations cannot be found is rounded as it
    is."""
    total, bounds = Fraction(0), []
    for probability in solved_exactly(shape, V, p) or map(Fraction, p):
        total += probability
        bounds.append(round(total * 10**DIGITS))
    return tuple(bounds)


def solved_exactly(shape: RowShape, V: Fraction, p: Sequence[float]) -> list[Fraction] | None:
    """Probabilities of the targets of one row, to 40 digits, near those that a solver found; None where the constraints
    that bind there do not lead to them."""
    for with_variance in (True, False):
        wanted = _equations(shape, V if with_variance else None, p)
        for least in (0.0, _NONE):
            groups = _groups(shape, p, least)
            values = _solve(groups, wanted, p) if groups else None
            if values is not None:
                exact = [Fraction(0)] * len(p)
                for group, value in zip(groups, values, strict=True):
                    for place in group:
                        exact[place] = value
                if max(abs(float(number) - given) for number, given in zip(exact, p, strict=True)) < _FAR:
                    return exact
    return None


def _equations(shape: RowShape, V: Fraction | None, p: Sequence[float]) -> list[tuple[list[int], Fraction]]:
    """Equations that bind: coefficients of the targets, and what their sum is. V: None where it is out of reach."""
    v = shape.v
    equations = [([1] * len(v), Fraction(1)), (list(v), Fraction(0))]
    second = sum(probability * target**2 for probability, target in zip(p, v, strict=True))
    if V is not None and abs(second - float(V)) <= _BINDS * max(1.0, float(V)):
        equations.append(([target**2 for target in v], V))
    pinned = list(shape.pins)
    if shape.stay is not None and 0 in v and (shape.exact or p[v.index(0)] <= shape.stay + _BINDS):
        pinned.append((0, shape.stay))
    for target, probability in pinned:
        if target in v:
            equations.append(([int(number == target) for number in v], Fraction(repr(float(probability)))))
    return equations


def _groups(shape: RowShape, p: Sequence[float], least: float) -> list[list[int]]:
    """Places of the targets that have one probability, above `least`: neighbours, and in a symmetric row mirror
    images."""
    v, groups = shape.v, list[list[int]]()
    for place, probability in enumerate(p):
        if probability <= least:
            continue
        before = groups[-1][-1] if groups else -1
        if groups and abs(p[before] - probability) <= _ONE * probability:
            groups[-1].append(place)
        else:
            groups.append([place])
    if not shape.symmetric:
        return groups
    places, joined = {number: place for place, number in enumerate(v)}, dict[int, list[int]]()
    for group in groups:
        mirrored = {places.get(-v[place], place) for place in group}
        key = min(mirrored | set(group))
        joined.setdefault(key, []).extend(place for place in group if place not in joined.get(key, []))
    return list(joined.values())


def _solve(
    groups: list[list[int]], wanted: list[tuple[list[int], Fraction]], p: Sequence[float]
) -> list[Fraction] | None:
    rows = [[*(Fraction(sum(line[place] for place in group)) for group in groups), right] for line, right in wanted]
    reduced, kept = _reduced(rows)
    if reduced is None:
        return None
    count = len(groups)
    if len(kept) == count:
        return [row[count] for row in reduced]
    return _largest_entropy(groups, [rows[place] for place in kept], p)


def _reduced(rows: list[Row]) -> tuple[list[Row] | None, list[int]]:
    """Equations in reduced form, and the places of those that say something new; None where they contradict each
    other."""
    reduced: list[Row] = []
    leads: list[int] = []
    kept: list[int] = []
    for place, given in enumerate(rows):
        row = given
        for lead, known in zip(leads, reduced, strict=True):
            if row[lead]:
                row = [number - row[lead] * other for number, other in zip(row, known, strict=True)]
        lead = next((column for column, number in enumerate(row[:-1]) if number), -1)
        if lead < 0:
            if row[-1]:
                return None, []
            continue
        row = [number / row[lead] for number in row]
        reduced = [
            [number - known[lead] * other for number, other in zip(known, row, strict=True)] for known in reduced
        ]
        reduced.append(row)
        leads.append(lead)
        kept.append(place)
    return [row for _, row in sorted(zip(leads, reduced, strict=True))], kept


def _largest_entropy(groups: list[list[int]], rows: list[Row], p: Sequence[float]) -> list[Fraction] | None:
    """Probabilities p = exp(sum of multipliers times mean features) that meet the equations, by Newton's method."""
    sizes = [len(group) for group in groups]
    multipliers = _estimate(groups, rows, p)
    with localcontext(Context(prec=_PRECISION)):
        sums = [[_decimal(number) for number in row] for row in rows]
        means = [[number / size for number, size in zip(row, sizes, strict=False)] for row in sums]
        furthest = [max(map(abs, row)) for row in means]
        for _ in range(_STEPS):
            values = [
                sum((number * row[group] for number, row in zip(multipliers, means, strict=True)), Decimal()).exp()
                for group in range(len(groups))
            ]
            missed = [sum(map(mul, row, values), -row[-1]) for row in sums]
            heavy = [list(map(mul, row, values)) for row in sums]
            bent = [[sum(map(mul, line, other), Decimal()) for other in means] for line in heavy]
            step = _linear(bent, missed)
            if step is None:
                return None
            if max(abs(number) * far for number, far in zip(step, furthest, strict=True)) > 20:
                return None
            multipliers = [number - other for number, other in zip(multipliers, step, strict=True)]
            if max(abs(number) * far for number, far in zip(step, furthest, strict=True)) < _LAST_STEP:
                # The last step is added to the first order: exp(x - s) = exp(x) (1 - s).
                change = [
                    sum((number * row[group] for number, row in zip(step, means, strict=True)), Decimal())
                    for group in range(len(groups))
                ]
                return [Fraction(value * (1 - by)) for value, by in zip(values, change, strict=True)]
    return None


def _estimate(groups: list[list[int]], rows: list[Row], p: Sequence[float]) -> list[Decimal]:
    """Multipliers of the probabilities that the solver found."""
    sizes = np.array([len(group) for group in groups], dtype=np.float64)
    values = np.array([p[group[0]] for group in groups])
    heavy = values > _WEIGHTY
    weights = np.sqrt(values * sizes)[heavy]
    means = np.array([[float(number) for number in row[:-1]] for row in rows]) / sizes
    estimated = np.linalg.lstsq(means[:, heavy].T * weights[:, None], np.log(values[heavy]) * weights, rcond=None)[0]
    return [Decimal(number) for number in estimated.tolist()]


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _linear(matrix: list[list[Decimal]], right: list[Decimal]) -> list[Decimal] | None:
    """Solution of a few linear equations; None where they have no single one."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        if not rows[pivot][column]:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(count):
            if row != column and rows[row][column]:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [number - factor * other for number, other in zip(rows[row], rows[column], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]
