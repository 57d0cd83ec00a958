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
_UNIT = np.eye(3)


def solve_free(powers: Floats, log_mask: Floats, V: Floats) -> tuple[Floats, Floats, Floats]:
    """Rows without an active bound: p = a exp(l1 v + l2 v²) with bias 0 and second moment V.

    powers: (rows, columns, 5) of 1, v .. v⁴; log_mask: 0 where a target is, -inf elsewhere; V: (rows).
    Returns p (rows, columns), l (rows, 2) and the constraint error per row.
    """
    count = len(V)
    v, v2 = powers[:, :, 1], powers[:, :, 2]
    l1, l2 = _start(v, V)
    s1, s2 = np.zeros(count), np.zeros(count)
    before = np.full(count, np.inf)
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
        worse = phi > before + _SLACK * (1.0 + np.abs(phi))
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
            before = np.where(worse, before, phi)
        else:
            s1, s2 = n1, n2
            l1, l2 = l1 + s1, l2 + s2
            before = phi
    return weights / total[:, None], np.stack([l1, l2], axis=1), missed


def _start(v: Floats, V: Floats) -> tuple[Floats, Floats]:
    """A discrete Gaussian; for small V the row in which only 0, 1 and the nearest target -a left of it count."""
    l1, l2 = np.zeros(len(V)), -0.5 / V
    a = -np.where(v < 0, v, -np.inf).max(axis=1)
    small = np.flatnonzero((0.4 * a > V) & np.isfinite(a))
    a, V = a[small], V[small]
    one = np.log(V / (a + 1))
    l2[small] = (one - np.log(a) + a * one) / (a * (a + 1))
    l1[small] = one - l2[small]
    return l1, l2


class Chain:
    """The non-decreasing weighted regression of rows by the max-min formula; equal values are pooled blocks."""

    def __init__(self, weights: Floats) -> None:
        n = weights.shape[1]
        self.weights, self.diagonal = weights, np.arange(n)
        self.lower = np.tri(n, n, -1, dtype=np.bool_)
        sizes = np.zeros((len(weights), n + 1))
        np.cumsum(weights, axis=1, out=sizes[:, 1:])
        spans = sizes[:, None, 1:] - sizes[:, :-1, None]
        spans[:, self.lower] = 1.0
        self.shares = 1.0 / spans

    def regression(self, eta: Floats) -> Floats:
        """max over a <= k of min over b >= k of the mean of eta[a .. b]."""
        sums = np.zeros((len(eta), eta.shape[1] + 1))
        np.cumsum(self.weights * eta, axis=1, out=sums[:, 1:])
        means = sums[:, None, 1:] - sums[:, :-1, None]
        means *= self.shares
        # A single element is itself, to the last digit.
        means[:, self.diagonal, self.diagonal] = eta
        means[:, self.lower] = np.inf
        best = np.minimum.accumulate(means[:, :, ::-1], axis=2)[:, :, ::-1]
        best[:, self.lower] = -np.inf
        found: Floats = best.max(axis=1)
        return found


class BoundRows:
    """Rows in which monotony, the stay probability or a variance below V may bind.

    v, mask, weights: (rows, columns); column `zero` is v = 0; the chain of monotony is columns 0 .. zero in the rows
    `mono`. weights: 2 for a target that stands for its mirror image too (symmetric row), else 1.
    active: (rows, 3): whether the multiplier of bias, second moment, stay probability is free (else 0).
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
        self.mask, self.weights, self.zero, self.mono = mask, weights, zero, mono
        self.wanted, self.active = wanted, active
        clean = np.where(mask, v, 0.0)
        at_zero = np.zeros_like(clean)
        at_zero[:, zero] = mask[:, zero]
        self.features = np.stack([clean, clean**2, at_zero], axis=2)
        self.goal = _GOAL * np.maximum(wanted[:, 1], 1.0)
        self.outer = active[:, :, None] & active[:, None, :]
        self.idle = _UNIT * ~active[:, :, None]
        end = zero + 1
        self.any_mono = bool(mono.any())
        # Pads lie left of the chain; a value just below all others never pools with them.
        self.pads = ~mask[:, :end]
        self.pooling = mono[:, None] & mask[:, :end]
        self.chain = Chain(np.where(self.pads, 1.0, weights[:, :end]))
        self.chain_weights = np.where(self.pads, 0.0, weights[:, :end])[:, None, :]
        self.alone = np.where(self.pooling[:, :, None], 0.0, np.eye(end))

    def _theta(self, multipliers: Floats) -> tuple[Floats, Floats]:
        """theta and the features averaged over the pooled blocks."""
        eta = np.matmul(self.features, multipliers[:, :, None])[:, :, 0]
        features = self.features
        if not self.any_mono:
            return eta, features
        end = self.zero + 1
        values = eta[:, :end]
        low = np.where(self.pads, np.inf, values).min(axis=1) - 1.0
        pooled = self.chain.regression(np.where(self.pads, low[:, None], values))
        pooled = np.where(self.pooling, pooled, values)
        together = (pooled[:, :, None] == pooled[:, None, :]) * self.chain_weights
        together = np.where(self.pooling[:, :, None], together, self.alone)
        together /= together.sum(axis=2, keepdims=True)
        features = features.copy()
        features[:, :end] = np.matmul(together, features[:, :end])
        eta[:, :end] = pooled
        return eta, features

    def _phi(self, multipliers: Floats) -> tuple[Floats, Floats, Floats]:
        theta, features = self._theta(multipliers)
        theta = np.where(self.mask, theta, -np.inf)
        top = theta.max(axis=1)
        p = np.exp(theta - top[:, None]) * self.weights
        total = p.sum(axis=1)
        p /= total[:, None]
        return np.log(total) + top - (multipliers * self.wanted).sum(axis=1), p, features

    def _newton(self, p: Floats, features: Floats, moments: Floats, gradient: Floats) -> Floats:
        weighted = features * p[:, :, None]
        hessian = np.matmul(weighted.transpose(0, 2, 1), features) - moments[:, :, None] * moments[:, None, :]
        ridge = 1e-14 * np.trace(hessian, axis1=1, axis2=2) + 1e-300
        hessian = np.where(self.outer, hessian, self.idle) + ridge[:, None, None] * _UNIT
        step: Floats = -np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
        return step

    def solve(self, multipliers: Floats) -> tuple[Floats, Floats, Floats]:
        """Newton with halving from `multipliers` (rows, 3). Returns p with weights, multipliers, constraint error."""
        multipliers = np.where(self.active, multipliers, 0.0)
        step = np.zeros_like(multipliers)
        before = np.full(len(multipliers), np.inf)
        stretch = np.ones(len(multipliers))
        for _ in range(_MAX_STEPS):
            phi, p, features = self._phi(multipliers)
            moments = np.matmul(p[:, None, :], features)[:, 0, :]
            gradient = np.where(self.active, moments - self.wanted, 0.0)
            missed = np.abs(gradient).max(axis=1)
            done = missed <= self.goal
            if done.all():
                break
            worse = (phi > before + _SLACK * (1.0 + np.abs(phi))) & (missed > 1e3 * self.goal)
            newton = self._newton(p, features, moments, gradient)
            reach = np.abs(np.matmul(self.features, newton[:, :, None])[:, :, 0]).max(axis=1)
            wild = reach > _REACH
            if (wild & ~done).any():
                # Pooling can leave fewer blocks than constraints: a direction in which nothing bends. Where all
                # targets are alone everything bends; such steps double until they leave the pooled region.
                raw = self._newton(p, self.features, moments, gradient)
                newton[wild] = (raw * stretch[:, None])[wild]
                reach = np.abs(np.matmul(self.features, newton[:, :, None])[:, :, 0]).max(axis=1)
                newton *= np.minimum(1.0, _REACH / np.maximum(reach, 1e-300))[:, None]
            stretch = np.where(wild & ~worse, 2.0 * stretch, 1.0)
            newton[done] = 0.0
            move = np.where(worse[:, None], -0.5 * step, newton)
            step = np.where(worse[:, None], 0.5 * step, newton)
            before = np.where(worse, before, phi)
            multipliers = multipliers + move
        return p, multipliers, missed
