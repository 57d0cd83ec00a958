"""Maximum entropy under moment constraints by Newton's method on the dual, batched over rows.

Maximising entropy is minimising phi(l) = log sum w exp(theta) - l . wanted, where theta is what the constraints make of
eta = l1 v + l2 v² + l3 [v = 0]: eta itself, or where monotony is asked its isotonic regression on the left chain
(pooling). phi is convex; with pooling its gradient is still continuous, its second derivative changes with the blocks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_MAX_STEPS = 120
_GOAL = 2e-13
_SLACK = 1e-14
# No step moves theta by more than this: e^20 is the whole range of p.
_REACH = 20.0
# So much lower is lower, not rounding.
_FALLS = 1e-13
_UNIT = np.eye(3)


def solve_free(powers: Floats, log_mask: Floats, V: Floats) -> tuple[Floats, Floats, Floats]:
    """Solve rows without active constraints: p = a exp(l1 v + l2 v²) with bias 0 and second moment V.

    powers: (rows, columns, 5) of 1, v .. v⁴; log_mask: 0 for targets, -inf elsewhere; V: (rows). Returns p (rows,
    columns), l (rows, 2) and the constraint error of each row.
    """
    count = len(V)
    v, v2 = powers[:, :, 1], powers[:, :, 2]
    l1, l2 = _start(v, V)
    s1, s2 = np.zeros(count), np.zeros(count)
    former = np.full(count, np.inf)
    goal = _GOAL * np.maximum(V, 1.0)
    for _ in range(_MAX_STEPS):
        eta = l1[:, None] * v
        eta += l2[:, None] * v2
        eta += log_mask
        top = eta.max(axis=1)
        eta -= top[:, None]
        weights = np.exp(eta, out=eta)
        sums = np.matmul(weights[:, None, :], powers)[:, 0, :].T
        total = sums[0]
        m1, m2, m3, m4 = sums[1:] / total
        error = m2 - V
        missed = np.maximum(np.abs(m1), np.abs(error))
        phi = np.log(total) + top - l2 * V
        worse = phi > former + _SLACK * (1.0 + np.abs(phi))
        worse &= missed > 1e3 * goal
        if (missed <= goal).all():
            break
        h11, h12, h22 = m2 - m1 * m1, m3 - m1 * m2, m4 - m2 * m2
        determinant = h11 * h22 - h12 * h12
        # A row at its goal stands still; a vanishing determinant means the row runs towards its end.
        determinant = np.where((determinant > 0) & (missed > goal), determinant, np.inf)
        n1 = (h12 * error - h22 * m1) / determinant
        n2 = (h12 * m1 - h11 * error) / determinant
        if worse.any():
            n1, n2 = np.where(worse, -0.5 * s1, n1), np.where(worse, -0.5 * s2, n2)
            l1, l2 = l1 + n1, l2 + n2
            # After a step back by half, what remains of the old step is the other half.
            s1, s2 = np.where(worse, 0.5 * s1, n1), np.where(worse, 0.5 * s2, n2)
            former = np.where(worse, former, phi)
        else:
            s1, s2 = n1, n2
            l1, l2 = l1 + s1, l2 + s2
            former = phi
    return weights / total[:, None], np.stack([l1, l2], axis=1), missed


def _start(v: Floats, V: Floats) -> tuple[Floats, Floats]:
    """Initial multipliers: a discrete Gaussian; for small V the row with only the targets 0, 1 and the nearest one -a
    to the left."""
    l1, l2 = np.zeros(len(V)), -0.5 / V
    a = -np.where(v < 0, v, -np.inf).max(axis=1)
    small = np.flatnonzero((0.4 * a > V) & np.isfinite(a))
    a, V = a[small], V[small]
    log_ratio = np.log(V / (a + 1))
    l2[small] = (log_ratio - np.log(a) + a * log_ratio) / (a * (a + 1))
    l1[small] = log_ratio - l2[small]
    return l1, l2


def pooled_blocks(values: list[float], weights: list[float]) -> list[int]:
    """Begins of the blocks of the non-decreasing weighted regression (pool adjacent violators)."""
    sums: list[float] = []
    sizes: list[float] = []
    begins: list[int] = []
    for index, (value, weight) in enumerate(zip(values, weights, strict=True)):
        total, size, begin = value * weight, weight, index
        while sizes and sums[-1] * size > total * sizes[-1]:
            total += sums.pop()
            size += sizes.pop()
            begin = begins.pop()
        sums.append(total)
        sizes.append(size)
        begins.append(begin)
    return begins


class BoundRows:
    """Rows in which monotony, the stay probability or an upper bound of the variance may be active.

    v, mask, weights: (rows, columns); column `zero` is v = 0; the chain of monotony has the columns 0 .. zero in the
    rows `mono`. weights: 2 for a target that also represents its mirror image (symmetric row), else 1. active: (rows,
    3), whether the multipliers of bias, second moment and stay probability are free, otherwise 0. `averaged`: features
    averaged over the pooled blocks, for which theta is linear in them.
    """

    def __init__(
        self,
        v: Floats,
        mask: NDArray[np.bool_],
        weights: Floats,
        zero: int,
        mono: NDArray[np.bool_],
        wanted: Floats,
        active: NDArray[np.bool_],
    ) -> None:
        self.mask, self.weights, self.zero = mask, weights, zero
        self.wanted, self.active = wanted, active
        self.features = np.zeros((len(v), 3, v.shape[1]))
        np.multiply(v, mask, out=self.features[:, 0])
        np.square(self.features[:, 0], out=self.features[:, 1])
        self.features[:, 2, zero] = mask[:, zero]
        self.averaged = self.features
        self.out = np.where(mask, 0.0, -np.inf)
        self.goal = _GOAL * np.maximum(wanted[:, 1], 1.0)
        self.outer = active[:, :, None] & active[:, None, :]
        self.idle = _UNIT * ~active[:, :, None]
        self.without_stay = bool(active[:, 1].all() and not active[:, 2].any())
        self.biased = active[:, 0]
        self.furthest = np.abs(self.features).max(axis=2)
        self.mono_rows = np.flatnonzero(mono).tolist()
        # Pads lie left of the chain.
        self.first = zero + 1 - mask[:, : zero + 1].sum(axis=1)
        self.linked = mono[:, None] & mask[:, :zero]
        self.pooled = np.zeros(len(v), dtype=np.bool_)

    def _pool(self, eta: Floats) -> None:
        """Recompute the blocks and the averages of the features over them; sums of whole numbers are exact."""
        end = self.zero + 1
        self.averaged = self.features.copy()
        for row in self.mono_rows:
            first = int(self.first[row])
            weights = self.weights[row, first:end]
            begins = pooled_blocks(eta[row, first:end].tolist(), weights.tolist())
            self.pooled[row] = len(begins) < end - first
            if self.pooled[row]:
                features = self.features[row, :, first:end]
                sizes = np.diff([*begins, end - first])
                means = np.add.reduceat(features * weights, begins, axis=1) / np.add.reduceat(weights, begins)
                self.averaged[row, :, first:end] = np.repeat(means, sizes, axis=1)

    def _theta(self, multipliers: Floats) -> Floats:
        """theta for these multipliers, with the blocks that they make."""
        theta: Floats = (self.averaged * multipliers[:, :, None]).sum(axis=1)
        if not self.mono_rows:
            return theta
        end = self.zero + 1
        eta = (self.features[:, :, :end] * multipliers[:, :, None]).sum(axis=1)
        # The blocks stand if their means rise and no beginning of a block is below its mean.
        below = np.cumsum(self.weights[:, :end] * (eta - theta[:, :end]), axis=1) < -_FALLS
        falls = theta[:, : end - 1] > theta[:, 1:end] + _FALLS
        if ((below[:, :-1] | falls) & self.linked).any():
            self._pool(eta)
            theta = (self.averaged * multipliers[:, :, None]).sum(axis=1)
        return theta

    def _phi(self, multipliers: Floats) -> tuple[Floats, Floats]:
        theta = self._theta(multipliers)
        theta += self.out
        top = theta.max(axis=1)
        theta -= top[:, None]
        p = np.exp(theta, out=theta)
        p *= self.weights
        total = p.sum(axis=1)
        p /= total[:, None]
        return np.log(total) + top - (multipliers * self.wanted).sum(axis=1), p

    def _newton(self, p: Floats, features: Floats, moments: Floats, gradient: Floats) -> Floats:
        if self.without_stay:
            return self._newton_two(p, features, moments, gradient)
        hessian: Floats = np.matmul(features * p[:, None, :], features.transpose(0, 2, 1))
        hessian = hessian - moments[:, :, None] * moments[:, None, :]
        ridge = 1e-14 * np.trace(hessian, axis1=1, axis2=2)[:, None, None] + 1e-300
        bent = np.where(self.outer, hessian, self.idle) + ridge * _UNIT
        step: Floats = -np.linalg.solve(bent, gradient[:, :, None])[:, :, 0]
        return step

    def _newton_two(self, p: Floats, features: Floats, moments: Floats, gradient: Floats) -> Floats:
        """Newton step for rows without a binding stay probability, in closed form."""
        two = features[:, :2]
        hessian = np.matmul(two * p[:, None, :], two.transpose(0, 2, 1))
        m1, m2, g1, g2 = moments[:, 0], moments[:, 1], gradient[:, 0], gradient[:, 1]
        h22 = hessian[:, 1, 1] - m2 * m2
        h12 = np.where(self.biased, hessian[:, 0, 1] - m1 * m2, 0.0)
        h11 = np.where(self.biased, hessian[:, 0, 0] - m1 * m1, 1.0)
        ridge = 1e-14 * (h11 + h22) + 1e-300
        h11 += ridge
        h22 += ridge
        step = np.zeros((len(p), 3))
        determinant = h12 * h12 - h11 * h22
        step[:, 0] = (h22 * g1 - h12 * g2) / determinant
        step[:, 1] = (h11 * g2 - h12 * g1) / determinant
        return step

    def _reach(self, step: Floats) -> Floats:
        """Largest change of theta by a step."""
        bound: Floats = (np.abs(step) * self.furthest).sum(axis=1)
        if (bound > _REACH).any():
            bound = np.abs((self.features * step[:, :, None]).sum(axis=1)).max(axis=1)
        return bound

    def solve(self, multipliers: Floats) -> tuple[Floats, Floats, Floats]:
        """Newton with halving from `multipliers` (rows, 3). Returns p with weights, multipliers, constraint error."""
        multipliers = np.where(self.active, multipliers, 0.0)
        step = np.zeros_like(multipliers)
        former = np.full(len(multipliers), np.inf)
        stretch = np.ones(len(multipliers))
        for _ in range(_MAX_STEPS):
            phi, p = self._phi(multipliers)
            moments = np.matmul(self.averaged, p[:, :, None])[:, :, 0]
            gradient = np.where(self.active, moments - self.wanted, 0.0)
            missed = np.abs(gradient).max(axis=1)
            is_done = missed <= self.goal
            if is_done.all():
                break
            worse = (phi > former + _SLACK * (1.0 + np.abs(phi))) & (missed > 1e3 * self.goal)
            newton = self._newton(p, self.averaged, moments, gradient)
            wild = self._reach(newton) > _REACH
            if (wild & ~is_done).any():
                # Pooling can leave fewer blocks than constraints: a direction in which nothing bends. Where all
                # targets are alone everything bends; such steps double until they leave the pooled region.
                raw = self._newton(p, self.features, moments, gradient)
                newton[wild] = (raw * stretch[:, None])[wild]
                newton *= np.minimum(1.0, _REACH / np.maximum(self._reach(newton), 1e-300))[:, None]
            stretch = np.where(wild & ~worse, 2.0 * stretch, 1.0)
            newton[is_done] = 0.0
            step = np.where(worse[:, None], 0.5 * step, newton)
            # A step too far goes back by half.
            multipliers = multipliers + np.where(worse[:, None], -step, step)
            former = np.where(worse, former, phi)
        return p, multipliers, missed
