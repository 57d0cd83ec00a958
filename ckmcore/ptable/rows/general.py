"""One row under any constraints: maximum entropy with pins, orders, symmetry and bounds by an interior point method.

The order constraints make the distributions of a row mixtures of generators (uniform on some targets), p = G w with
w >= 0; bias, sum, stay probability, pins and second moment are linear equations A w = b, inequalities with a slack that
has no entropy. The ends of the variance are linear programs in w. Inside, a primal-dual interior point method finds
which w vanish; on the blocks of equal p that these leave, Newton's method on the dual meets the equations to the last
digits.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.rows.request import RowShape
from ckmcore.ptable.rows.simplex import Program, independent

Floats = NDArray[np.float64]
Members = NDArray[np.intp]

_STEPS = 80
_POLISH = 30
# A weight that no distribution lifts above this is none.
_NO_WEIGHT = 1e-9
_MISSED = 2e-11
# A smaller probability has no say in what binds.
_NOTHING = 1e-10
_RESOLUTION = 1e-16


def _left_and_zero(v: Floats, mono: bool, rising: bool) -> list[tuple[Members, str]]:
    """Generators over targets v <= 0 (ascending), each as the indices of its members and the rule that makes it."""
    remaining_indices, zero = np.flatnonzero(v < 0), np.flatnonzero(v == 0)
    zero_group: list[tuple[Members, str]] = [(zero, "")] if len(zero) else []
    if mono and rising:
        return [*zero_group, (np.concatenate([remaining_indices, zero]), "")] if len(remaining_indices) else zero_group
    if mono:
        chain = np.concatenate([remaining_indices, zero])
        return [(chain[k:], "monotony") for k in range(len(chain))]
    if rising:
        return [*zero_group, *((remaining_indices[: k + 1], "rising") for k in range(len(remaining_indices)))]
    return [*zero_group, *((remaining_indices[k : k + 1], "") for k in range(len(remaining_indices)))]


def _generators(shape: RowShape) -> tuple[Floats, list[str]]:
    """Uniform distributions (columns) whose mixtures are exactly the distributions allowed by the order constraints,
    and the rule behind each."""
    v = np.array(shape.v, dtype=np.float64)
    if shape.symmetric:
        # One side stands for both; its generators fold back.
        half = _left_and_zero(v[v <= 0], shape.mono, shape.rising)
        left_and_zero = [
            (np.concatenate([group, np.flatnonzero(np.isin(v, -v[group][v[group] < 0]))]), why) for group, why in half
        ]
    else:
        left_and_zero = _left_and_zero(v, shape.mono, shape.rising)
        right = np.flatnonzero(v > 0)
        if shape.rising:
            left_and_zero += [(right[k:], "rising") for k in range(len(right))]
        else:
            left_and_zero += [(right[k : k + 1], "") for k in range(len(right))]
    G = np.zeros((len(v), len(left_and_zero)))
    for column, (members, _) in enumerate(left_and_zero):
        G[members, column] = 1.0 / len(members)
    return G, [why for _, why in left_and_zero]


class GeneralRow:
    """The feasible interval of a row and its distributions of maximum entropy."""

    def __init__(self, shape: RowShape) -> None:
        self.shape = shape
        self.v = np.array(shape.v, dtype=np.float64)
        self.G, self.why = _generators(shape)
        features, right, names = [np.ones_like(self.v), self.v], [1.0, 0.0], ["sum", "bias"]
        at_zero = (self.v == 0).astype(np.float64)
        if shape.stay is not None and at_zero.any():
            features.append(at_zero)
            right.append(shape.stay)
            names.append("stay")
        self.blocked_pin = False
        for v, p in shape.pins:
            pinned = (self.v == v).astype(np.float64)
            self.blocked_pin |= not pinned.any() and p > 0
            features.append(pinned)
            right.append(p)
            names.append("pin")
        self.features, self.right, self.names = np.array(features), np.array(right), names
        A = self.features @ self.G
        self.slack = "stay" in names and not shape.exact
        if self.slack:
            column = np.zeros((len(A), 1))
            column[names.index("stay")] = -1.0
            A = np.concatenate([A, column], axis=1)
        self.A = A
        self.second = np.concatenate([(self.v**2) @ self.G, np.zeros(int(self.slack))])

    @cached_property
    def _unmix(self) -> Floats:
        """Matrix from p to the weights of the generators, which are linearly independent."""
        return np.asarray(np.linalg.pinv(self.G), dtype=np.float64)

    @cached_property
    def _program(self) -> Program | None:
        if self.blocked_pin or len(self.v) == 0:
            return None
        # With symmetry the bias says nothing, and a pin may say what another one says.
        independent_rows = independent(self.A, self.right)
        if independent_rows is None:
            return None
        program = Program(*independent_rows)
        return program if program.feasible else None

    @cached_property
    def _weights(self) -> tuple[Floats, Floats] | None:
        """Weights of a distribution with the least and with the largest second moment."""
        program = self._program
        return None if program is None else (program.least(self.second), program.least(-self.second))

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """Smallest and largest second moment; None where there is no distribution."""
        ends = self._weights
        return None if ends is None else (float(self.second @ ends[0]), float(self.second @ ends[1]))

    @property
    def ends(self) -> tuple[Floats, Floats]:
        """p over the targets with the least and with the largest second moment."""
        assert self._weights is not None  # noqa: S101
        return self._p(self._weights[0]), self._p(self._weights[1])

    def _p(self, w: Floats) -> Floats:
        result: Floats = self.G @ w[: self.G.shape[1]]
        return result

    def reach(self, v: int, V: float | None = None, at_most: bool = False) -> tuple[float, float] | None:
        """Smallest and largest probability of one target v. V: only among distributions with this variance, or with
        `at_most` up to it."""
        program = self._program
        if program is not None and V is not None:
            slack_columns = np.zeros((len(program.A), int(at_most)))
            A = np.block([[program.A, slack_columns], [self.second, np.ones(int(at_most))]])
            independent_rows = independent(A, np.append(program.b, V))
            program = None if independent_rows is None else Program(*independent_rows)
            program = program if program is not None and program.feasible else None
        indices = np.flatnonzero(self.v == v)
        if program is None:
            return None
        if len(indices) == 0:
            return 0.0, 0.0
        cost = np.concatenate([self.G[indices[0]], np.zeros(program.columns - self.G.shape[1])])
        low, high = program.least(cost), program.least(-cost)
        return float(cost @ low), float(cost @ high)

    @cached_property
    def _inside(self) -> Floats | None:
        """Weights in the interior of the feasible set: a weight that is 0 here is 0 in every distribution."""
        ends, program = self._weights, self._program
        if ends is None or program is None:
            return None
        # All weights at least t, and t as large as can be: usually all can be positive at once.
        equal = Program(np.concatenate([program.A, program.A.sum(axis=1)[:, None]], axis=1), program.b)
        together = equal.least(np.append(np.zeros(program.columns), -1.0))
        if together[-1] > _NO_WEIGHT:
            even: Floats = together[:-1] + together[-1]
            return even
        found_ends = [*ends]
        lifted = np.maximum(*ends)
        for index in range(len(lifted)):
            if lifted[index] <= _NO_WEIGHT:
                cost = np.zeros(len(lifted))
                cost[index] = -1.0
                found_ends.append(program.least(cost))
                lifted = np.maximum(lifted, found_ends[-1])
        middle: Floats = np.mean(found_ends, axis=0)
        return np.where(lifted > _NO_WEIGHT, middle, 0.0)

    def solve(self, V: float, at_most: bool) -> tuple[Floats, tuple[str, ...]]:
        """Distribution of maximum entropy with variance V, or with `at_most` up to V; V is strictly inside `interval`.

        Returns p over the targets and the binding constraints beside bias and variance.
        """
        slack_columns = np.zeros((len(self.A), int(at_most)))
        A = np.block([[self.A, slack_columns], [self.second, np.ones(int(at_most))]])
        b = np.append(self.right, V)
        G = np.concatenate([self.G, np.zeros((len(self.v), A.shape[1] - self.G.shape[1]))], axis=1)
        start = self._start(V, at_most)
        is_used = start > 0
        w, z = np.zeros(len(start)), np.ones(len(start))
        w[is_used], z[is_used] = _interior(G[:, is_used], A[:, is_used], b, start[is_used])
        # Where a weight nearly vanishes both answers are tried. All that meet the constraints compete by entropy.
        tried = {(w > multiple * z).tobytes(): w > multiple * z for multiple in (1.0, 1e-8, 1e4)}
        solutions = [
            (is_kept, p)
            for is_kept in tried.values()
            if (p := self._polished(G, A, b, w, is_kept, at_most)) is not None
        ]
        if not solutions:
            solutions = [(w > z, self._mixed(V, G @ w, at_most))]
        kept_rows, p = max(solutions, key=lambda pair: round(_entropy(pair[1]), 11))
        if self.shape.symmetric:
            p = 0.5 * (p + p[::-1])
        return p, self._binding(is_used & ~kept_rows, kept_rows, p)

    def _start(self, V: float, at_most: bool) -> Floats:
        """Initial weights with the wanted variance (or less), positive where any distribution has a positive one."""
        middle, interval, ends = self._inside, self.interval, self._weights
        assert middle is not None  # noqa: S101
        assert interval is not None  # noqa: S101
        assert ends is not None  # noqa: S101
        start_variance, (low, high) = float(self.second @ middle), interval
        if start_variance > V:
            share = (V - low) / (start_variance - low) * (0.9 if at_most else 1.0)
            start: Floats = share * middle + (1.0 - share) * ends[0]
        elif at_most:
            start = middle
        else:
            share = (high - V) / (high - start_variance) if high > start_variance else 1.0
            start = share * middle + (1.0 - share) * ends[1]
        if at_most:
            start = np.append(start, max(V - float(self.second @ start), 1e-9))
        return start

    def _polished(
        self, G: Floats, A: Floats, b: Floats, w: Floats, is_kept: NDArray[np.bool_], at_most: bool
    ) -> Floats | None:
        """Refine a solution by Newton's method on the dual of the blocks without the vanished generators; None where
        this is not the solution."""
        slack = np.arange(len(w)) >= self.G.shape[1]
        # A constraint with room to spare has no multiplier.
        active = ~(np.abs(A[:, is_kept & slack]) > 0).any(axis=1)
        is_touched = (G[:, is_kept] > 0).any(axis=1)
        _, block = np.unique((G[:, is_kept & ~slack] > 0)[is_touched], axis=0, return_inverse=True)
        block = block.reshape(-1)
        sizes = np.bincount(block).astype(np.float64)
        features = np.concatenate([self.features, self.v[None] ** 2])
        sums = np.array([np.bincount(block, weights=feature) for feature in features[:, is_touched]])
        equations = independent(sums[active], b[active])
        if equations is None:
            return None
        totals, wanted_sums = equations
        means = totals / sizes
        p = np.maximum(np.bincount(block, weights=(G @ w)[is_touched]) / sizes, 1e-300)
        root = np.sqrt(p)
        start = np.linalg.lstsq((means * root).T, root * np.log(p), rcond=None)[0]
        y = _newton_dual(start, means, sizes, wanted_sums)
        if y is None:
            return None
        full = np.zeros(len(self.v))
        full[is_touched] = np.exp(y @ means)[block]
        return full if self._meets_constraints(full, float(b[-1]), at_most) else None

    def _meets_constraints(self, p: Floats, V: float, at_most: bool) -> bool:
        """Whether p meets every constraint."""
        missed = self.features @ p - self.right
        if self.slack:
            missed[self.names.index("stay")] = min(missed[self.names.index("stay")], 0.0)
        excess = float(p @ self.v**2) - V
        excess = max(excess, 0.0) if at_most else abs(excess)
        w = self._unmix @ p
        order = float(w.min()) > -_MISSED and float(np.abs(self.G @ w - p).max()) < _MISSED
        return order and float(np.abs(missed).max()) < _MISSED and excess < _MISSED * max(1.0, V)

    def _mixed(self, V: float, p: Floats, at_most: bool) -> Floats:
        """Distribution that meets every constraint, for variances near an end of the range where the blocks cannot be
        determined.

        It mixes the result of the interior point method with an end, or both ends.
        """
        assert self.interval is not None  # noqa: S101
        (low_p, high_p), (low, high) = self.ends, self.interval
        moment = float(p @ self.v**2)
        if not at_most or moment > V:
            end, value = (high_p, high) if moment < V else (low_p, low)
            p = p + (V - moment) / (value - moment) * (end - p) if abs(value - moment) > abs(value - V) else p
        if self._meets_constraints(p, V, at_most):
            return p
        share = (V - low) / (high - low)
        return share * high_p + (1.0 - share) * low_p

    def _binding(self, is_lost: NDArray[np.bool_], is_kept: NDArray[np.bool_], p: Floats) -> tuple[str, ...]:
        # A generator that is gone makes two neighbours equal, which says something only where they are not nothing.
        level = np.array([p[members > 0].min() for members in self.G.T])
        names = {why for why, lost, least in zip(self.why, is_lost, level, strict=False) if lost and least > _NOTHING}
        if self.shape.mono and self.shape.rising and (self.v < -1).any():
            names |= {"monotony", "rising"}
        if "stay" in self.names and not (self.slack and is_kept[self.G.shape[1]]):
            names.add("stay")
        if self.shape.pins:
            names.add("pin")
        return tuple(reason for reason in ("monotony", "rising", "stay", "pin") if reason in names)


def _entropy(p: Floats) -> float:
    positive = p[p > 0]
    return float(-(positive @ np.log(positive)))


def _newton_dual(y: Floats, means: Floats, sizes: Floats, wanted_sums: Floats) -> Floats | None:
    """Dual variables y for which p = exp(y . means) has the moments `wanted_sums`; sizes: width of each block."""
    for _ in range(_POLISH):
        p = sizes * np.exp(np.minimum(y @ means, 1.0))
        gradient = means @ p - wanted_sums
        step = np.linalg.lstsq((means * p) @ means.T, -gradient, rcond=1e-15)[0]
        y = y + step
        if float(np.abs(step @ means).max()) > 50.0 or not np.isfinite(y).all():
            return None
        if float(np.abs(gradient).max()) <= 1e-13 * max(1.0, float(np.abs(wanted_sums).max())):
            return y
    return y


def _room(values: Floats, change: Floats) -> float:
    """Largest share of a change that keeps all values positive, reduced by a hundredth."""
    falls = change < 0
    return 0.99 * float((values[falls] / -change[falls]).min(initial=np.inf))


def _interior(G: Floats, A: Floats, b: Floats, w: Floats) -> tuple[Floats, Floats]:
    """Minimise sum p log p, p = G w, subject to A w = b and w >= 0, from positive weights w. Returns w and its dual
    z."""
    equations = independent(A, b)
    if equations is not None:
        A, b = equations
    n, m = len(w), len(A)
    G = G[(G > 0).any(axis=1)]
    w = np.maximum(w, 1e-10)
    y, z = np.zeros(m), 0.1 / np.maximum(w, 1e-2)
    diagonal = np.arange(n)
    length = 0.0
    for _ in range(_STEPS):
        p = np.maximum(G @ w, 1e-300)
        gradient = G.T @ (np.log(p) + 1.0) - A.T @ y
        primal = b - A @ w
        gap = float(w @ z)
        # In the gradient a small p counts as much as a large one; what is nothing counts for nothing.
        deviation = float((np.abs(gradient - z) * np.minimum(w / _RESOLUTION, 1.0)).max())
        if gap < 1e-14 * n and deviation < 1e-7 and float(np.abs(primal).max()) < 1e-12 * max(1.0, float(b.max())):
            break
        # After a long step the way is straight, and the next one goes further.
        mu = (0.01 if length > 0.9 else 0.1) * gap / n
        system = np.zeros((n + m, n + m))
        system[:n, :n] = (G / p[:, None]).T @ G
        system[diagonal, diagonal] += z / w
        system[:n, n:] = -A.T
        system[n:, :n] = A
        try:
            step = np.linalg.solve(system, np.concatenate([mu / w - gradient, primal]))
        except np.linalg.LinAlgError:
            break
        dw, dy = step[:n], step[n:]
        dz = mu / w - z - z / w * dw
        if not np.isfinite(dz).all():
            break
        length = min(1.0, *(_room(vector, change) for vector, change in ((w, dw), (z, dz))))
        w, y, z = w + length * dw, y + length * dy, z + length * dz
    return w, z
