"""Small linear programs, exactly: a handful of equations over non-negative weights (a row's generators)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# What is nearer to zero is zero: the entries of A are at most D² = 10⁴ times p.
_ZERO = 1e-11
_MAX_PIVOTS = 5000
_BLAND_FROM = 200


def independent(A: Floats, b: Floats) -> tuple[Floats, Floats] | None:
    """Remove equations that follow from others; None where they contradict each other."""
    kept_rows: list[int] = []
    directions: list[Floats] = []
    right: list[float] = []
    for row in range(len(A)):
        direction, residual = A[row].astype(np.float64), float(b[row])
        # Twice, because once leaves what rounding left.
        for _ in range(2):
            for known_direction, value in zip(directions, right, strict=True):
                share = float(direction @ known_direction)
                direction, residual = direction - share * known_direction, residual - share * value
        left = float(np.linalg.norm(direction))
        if left > _ZERO:
            kept_rows.append(row)
            directions.append(direction / left)
            right.append(residual / left)
        elif abs(residual) > _ZERO:
            return None
    return A[kept_rows], b[kept_rows]


class Program:
    """Linear program A w = b, w >= 0 with linearly independent rows of A. `feasible` returns whether there is a w;
    never raises.
    """

    def __init__(self, A: Floats, b: Floats) -> None:
        sign = np.where(b < 0, -1.0, 1.0)
        self.A, self.b = A * sign[:, None], b * sign
        self.rows, self.columns = self.A.shape
        self.basis: list[int] = []
        self.feasible = self._first()

    def _first(self) -> bool:
        """Find a basis without artificial columns, by minimising these."""
        wide_matrix = np.concatenate([self.A, np.eye(self.rows)], axis=1)
        cost = np.concatenate([np.zeros(self.columns), np.ones(self.rows)])
        basis = list(range(self.columns, self.columns + self.rows))
        basis = self._pivots(wide_matrix, cost, basis)
        values = np.linalg.solve(wide_matrix[:, basis], self.b)
        if float(values @ cost[basis]) > _ZERO:
            return False
        for column_index, column in enumerate(basis):
            if column >= self.columns:
                swap = np.abs(np.linalg.solve(wide_matrix[:, basis], self.A)[column_index])
                swap[[column for column in basis if column < self.columns]] = 0.0
                basis[column_index] = int(np.argmax(swap))
        self.basis = basis
        return True

    def _pivots(self, A: Floats, cost: Floats, basis: list[int]) -> list[int]:
        basis = list(basis)
        scale = max(float(np.abs(cost).max()), 1.0)
        for pivot in range(_MAX_PIVOTS):
            inverse = np.linalg.inv(A[:, basis])
            prices = cost - (cost[basis] @ inverse) @ A
            prices[basis] = 0.0
            better = prices < -_ZERO * scale
            if not better.any():
                break
            # The steepest column; after long circling the first one, which never circles (Bland).
            enters = int(np.argmax(better)) if pivot >= _BLAND_FROM else int(np.argmin(prices))
            direction = inverse @ A[:, enters]
            values = np.maximum(inverse @ self.b, 0.0)
            ratios = np.full(len(basis), np.inf)
            falls = direction > _ZERO
            ratios[falls] = values[falls] / direction[falls]
            least = float(ratios.min())
            if not np.isfinite(least):
                break
            ties = np.flatnonzero(ratios <= least + 1e-15)
            leaving_row = (
                min(ties, key=lambda tie: basis[tie]) if pivot >= _BLAND_FROM else ties[np.argmax(direction[ties])]
            )
            basis[int(leaving_row)] = enters
        return basis

    def least(self, cost: Floats) -> Floats:
        """Solution w that minimises cost . w; it is bounded, since the weights of a distribution are."""
        self.basis = self._pivots(self.A, cost, self.basis)
        w = np.zeros(self.columns)
        w[self.basis] = np.maximum(np.linalg.solve(self.A[:, self.basis], self.b), 0.0)
        return w
