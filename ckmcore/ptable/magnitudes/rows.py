"""One row of a table for magnitudes: maximum entropy over steps of noise, and the variances it can have.

Everything here counts in steps: v = -left .. right, V in steps². A row is a row of counts without blocked targets, so
the solvers of counts serve; what it can have is closed form.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.rows.newton import BoundRows, solve_free
from ckmcore.ptable.rows.request import Variance

Floats = NDArray[np.float64]

# Nearer than this to its highest variance, relatively, a row is the end: there its dual has no solution.
_AT_END = 1e-11
# Constraint error, in units of standard deviation and V where these are above 1, up to which a row counts as solved.
_SOLVED = 2e-12
_BINDS = 1e-12


@dataclass(frozen=True, eq=False)
class SolvedRow:
    """Probabilities p over v = -left .. right, and the binding constraints beside bias and variance."""

    p: Floats
    binding: tuple[str, ...]


@dataclass(frozen=True)
class MagnitudeShape:
    """Targets and shape constraints of a row, in steps of noise.

    mono: p increases towards v = 0 from the left; symmetric: from both sides (left = right).
    """

    left: int
    right: int
    mono: bool
    symmetric: bool

    @property
    def v(self) -> Floats:
        return np.arange(-self.left, self.right + 1, dtype=np.float64)

    @property
    def highest(self) -> float:
        """Largest variance without bias; the smallest is 0, since v = 0 is a target of every row.

        Without monotony all probability is at the two ends. With it the left side is uniform on -left .. 0, the rest at
        the right end; a symmetric row is uniform.
        """
        left, right = self.left, self.right
        if not self.mono:
            return float(left * right)
        if self.symmetric:
            return right * (right + 1) / 3
        return right * left * ((2 * left + 1) / 3 + right) / (2 * right + left)

    def at_highest(self) -> Floats:
        """The distribution that attains `highest`."""
        left, right = self.left, self.right
        p = np.zeros(left + right + 1)
        if not self.mono:
            p[0], p[-1] = right / (left + right), left / (left + right)
        elif self.symmetric:
            p[:] = 1.0 / len(p)
        else:
            share = 2 * right / (2 * right + left)
            p[: left + 1] = share / (left + 1)
            p[-1] = 1.0 - share
        return p


def is_only_one(shape: MagnitudeShape, V: float) -> bool:
    """Whether V as variance leaves only one distribution, the one with the largest variance."""
    return abs(V - shape.highest) <= _AT_END * shape.highest


def cannot_have(shape: MagnitudeShape, V: float) -> bool:
    """Whether V is more variance than the row can have."""
    return V - shape.highest > _AT_END * shape.highest


def solve_row(shape: MagnitudeShape, V: float, variance: Variance) -> SolvedRow:
    """Distribution of maximum entropy without bias and with variance V ("equal") or at most V.

    A row that cannot have V gets its largest variance.
    """
    if variance == "at most":
        # Where the most even distribution of all keeps to V, V does not bind.
        widest = _bound(shape, None, np.zeros(2), _unit(shape.highest))
        if widest is not None and float(widest @ shape.v**2) <= V * (1.0 + _BINDS):
            return SolvedRow(widest, _binding(shape, widest))
    if shape.highest - V <= _AT_END * shape.highest:
        return SolvedRow(shape.at_highest(), _binding(shape, shape.at_highest()))
    p = _equal(shape, V)
    gap = shape.highest - V
    while p is None:
        # So near the end that the dual overflows: mixed from the end and the nearest solution. Constraints are linear.
        gap *= 4.0
        near_equal = _equal(shape, shape.highest - gap)
        if near_equal is not None:
            share = 1.0 - (shape.highest - V) / gap
            p = (1.0 - share) * near_equal + share * shape.at_highest()
    return SolvedRow(p, _binding(shape, p))


def _unit(V: float) -> float:
    """Unit for solving, the standard deviation but at least 1, so that bias and variance are met equally well."""
    return max(1.0, math.sqrt(V))


def _equal(shape: MagnitudeShape, V: float) -> Floats | None:
    unit = _unit(V)
    v = shape.v / unit
    powers = np.stack([v**0, v, v**2, v**3, v**4], axis=1)[None]
    solved, multipliers, missed = solve_free(powers, np.zeros((1, len(v))), np.array([V / unit**2]))
    start = multipliers[0]
    if not missed[0] <= _SOLVED:
        return _bound(shape, V, np.where(np.isfinite(start), start, 0.0), unit)
    p: Floats = solved[0]
    if shape.left == shape.right:
        p = 0.5 * (p + p[::-1])
    if shape.mono and _falls(p, shape.left):
        return _bound(shape, V, start, unit)
    return p


def _bound(shape: MagnitudeShape, V: float | None, start: Floats, unit: float) -> Floats | None:
    """Solve the row under monotony. V: variance, None for any; start: initial multipliers; unit: of solving. None where
    no solution is found."""
    v, zero = shape.v[None] / unit, shape.left
    both_mono = shape.mono and shape.symmetric
    mask, weights = np.ones(v.shape, dtype=np.bool_), np.ones(v.shape)
    if both_mono:
        mask[:, zero + 1 :] = False
        weights[:, :zero] = 2.0
    active = np.array([[not both_mono, V is not None, False]])
    targets = np.array([[0.0, (V or 0.0) / unit**2, 0.0]])
    problem = BoundRows(v, mask, weights, zero, np.array([shape.mono]), targets, active)
    solved, _, missed = problem.solve(np.array([[*start, 0.0]]))
    if not missed[0] <= _SOLVED:
        return None
    p: Floats = solved[0]
    if both_mono:
        p[:zero] *= 0.5
        p[zero + 1 :] = p[:zero][::-1]
    return p


def _falls(p: Floats, zero: int) -> bool:
    return bool((p[:zero] > p[1 : zero + 1] * (1.0 + _BINDS)).any())


def _binding(shape: MagnitudeShape, p: Floats) -> tuple[str, ...]:
    zero = shape.left
    return ("monotony",) if shape.mono and (p[:zero] == p[1 : zero + 1]).any() else ()
