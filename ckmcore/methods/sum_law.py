"""Exact distribution of a published sum: each value that keys can give it, with its number of keys; magnitudes.md 4.1.

In one step all keys between neighbouring bounds of the tables give the same noise, so one key represents them, or two
where the parity of the key gives the sign of noise 0. The distribution is exact for every modulus. Further steps depend
on other digits of the same key; then all keys of five digits are enumerated. Confidential.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.arithmetic import whole_half_away
from ckmcore.methods.magnitude_noise import (
    Parts,
    SumCells,
    first_amount,
    first_parts,
    first_units,
    further_steps,
    least_amount,
    rotated,
    small_from,
)
from ckmcore.methods.magnitude_settings import MagnitudeSettings
from ckmcore.ptable import Boundary

Floats = NDArray[np.float64]
Keys = NDArray[np.uint64]
# So many keys are looked at where one does not stand for many.
ALL_KEYS = 10**5
_MOST_CELLS = 100
_SAMPLE, _LARGE_SAMPLE, _LEAST_SAMPLE = 4096, 16384, 512
# Cells times keys that are looked at at once.
_AT_ONCE = 1 << 20
# Values nearer than this, relative to the larger of sum and noise, are one value.
_SAME = 1e-12
# Where the unit of the noise is so many steps of the last published decimal, rounding changes no law.
_FINE = 100


@dataclass(frozen=True)
class NoiseRules:
    """Rules of drawing noise: settings, perturbation tables, modulus of the keys, and boundary rule.

    decimals: of published sums, to which the distribution is rounded, None for no rounding; whole: the sums have no
    more decimals, so that the noise is rounded.
    """

    settings: MagnitudeSettings
    parts: Parts
    modulus: int = ALL_KEYS
    boundary: Boundary = "less"
    decimals: int | None = None
    whole: bool = False

    @property
    def half(self) -> float:
        """Distance below which an estimate identifies a sum known to be whole in its last decimal; 0 where this is not
        known."""
        return 0.0 if self.decimals is None or not self.whole else 0.5 * 10.0**-self.decimals


@dataclass(frozen=True, eq=False, repr=False)
class SumLaws:
    """Distributions of the noise of sums. added: amount for each cell and draw; p: probability of each draw; draws are
    the same for all cells."""

    x: Floats
    added: Floats
    p: Floats

    def __repr__(self) -> str:
        return f"SumLaws({len(self.x)} cells, confidential)"

    @cached_property
    def published(self) -> Floats:
        """The published sums, rounded where the rules say how."""
        result: Floats = self.x[:, np.newaxis] + self.added
        return result

    @property
    def bias(self) -> Floats:
        """Bias of each sum: E(published) - original."""
        bias: Floats = self.added @ self.p
        return bias

    @property
    def mean_abs(self) -> Floats:
        """Mean absolute error of each sum: E|published - original|."""
        mean_abs: Floats = np.abs(self.added) @ self.p
        return mean_abs

    @property
    def sd(self) -> Floats:
        """Standard deviation of the published sum."""
        second = (self.added * self.added) @ self.p
        result: Floats = np.sqrt(np.maximum(second - self.bias**2, 0.0))
        return result

    @property
    def unchanged(self) -> Floats:
        """P(published = original) of each sum."""
        result: Floats = self._nothing(self.added) @ self.p
        return result

    @property
    def zero(self) -> Floats:
        """P(published = 0) of each sum."""
        zero: Floats = self._nothing(self.published) @ self.p
        return zero

    def _nothing(self, amounts: Floats) -> NDArray[np.bool_]:
        """Mask of amounts that are 0 up to rounding errors of float64; a ratio of 9.99... is between two rows."""
        nothing: NDArray[np.bool_] = np.abs(amounts) <= _SAME * np.abs(self.x)[:, np.newaxis]
        return nothing

    def near(self, target: Floats, distance: Floats, *, strictly: bool = True) -> Floats:
        """P(|published - target| < distance) of each sum; without `strictly` <=."""
        deviations = np.abs(self.published - target[:, np.newaxis])
        slack = 1e-9 * distance
        limit = (distance - slack if strictly else distance + slack)[:, np.newaxis]
        result: Floats = (deviations < limit if strictly else deviations <= limit) @ self.p
        return result

    def values(self, cell: int) -> tuple[Floats, Floats]:
        """The published values of a cell, ascending, and their probabilities."""
        published = self.published[cell]
        order = np.argsort(published, kind="stable")
        values, p = published[order], self.p[order]
        scale = max(abs(float(self.x[cell])), float(np.abs(self.added[cell]).max(initial=0.0)))
        new = np.concatenate([[True], np.diff(values) > _SAME * scale])
        indices = np.flatnonzero(new)
        return values[indices], np.add.reduceat(p, indices)


def sum_laws(cells: SumCells, rules: NoiseRules, looks: int | None = None) -> SumLaws:
    """Distributions of the published sums of cells. Exact where only step 1 draws; else over 10^5 equally likely keys,
    or for many cells over a fixed subset of some hundreds or thousands. looks: approximate limit of keys times cells,
    also for few cells."""
    settings = rules.settings
    further = cells.contributions.shape[-1] > 1 and bool(cells.contributions[..., 1:].any())
    is_one_step = settings.least_noise > 0 and bool(cells.sensitive.all())
    if further and not is_one_step:
        keys, modulus = _keys_one_by_one(len(cells.x), looks), ALL_KEYS
        p = np.full(len(keys), 1 / len(keys))
    else:
        keys, p = standing_for(rules.parts, rules.modulus, rules.boundary, by_parity=settings.zero_sign == "key")
        return SumLaws(cells.x, _rounded(cells, _added_in_one_step(cells, keys, rules, rules.modulus), rules), p)
    keys_at_once = max(1, _AT_ONCE // len(keys))
    added = np.empty((len(cells.x), len(keys)))
    for start in range(0, len(cells.x), keys_at_once):
        indices = np.arange(start, min(start + keys_at_once, len(cells.x)))
        added[indices] = _added_amounts(cells.taken(indices), keys, modulus, rules)
    return SumLaws(cells.x, _rounded(cells, added, rules), p)


def _rounded(cells: SumCells, added: Floats, rules: NoiseRules) -> Floats:
    """Added amounts after rounding of the published sums; noise below half of the last decimal vanishes."""
    if rules.decimals is None:
        return added
    least, step = small_from(rules.settings, rules.parts), 10.0**-rules.decimals
    coarse = np.flatnonzero(first_units(cells.x, cells.contributions[:, 0], rules.settings, least).unit < _FINE * step)
    if len(coarse):
        x = np.zeros((len(coarse), 1)) if rules.whole else cells.x[coarse, np.newaxis]
        added[coarse] = whole_half_away((x + added[coarse]) / step) * step - x
    return added


def _added_in_one_step(cells: SumCells, keys: Keys, rules: NoiseRules, modulus: int) -> Floats:
    """Amount that each rotated key below the modulus adds in the first step, as `noised` does but with all rows laid
    out once."""
    settings, least = rules.settings, small_from(rules.settings, rules.parts)
    units = first_units(cells.x, cells.contributions[:, 0], settings, least)
    v = np.zeros((len(cells.x), len(keys)))
    for magnitude_part, part_cells in first_parts(units, cells.contributors, settings, rules.parts):
        if magnitude_part is None or not part_cells.any():
            continue
        indices = np.arange(len(magnitude_part.rows))[:, np.newaxis]
        row_indices = np.broadcast_to(indices, (len(magnitude_part.rows), len(keys)))
        rows = magnitude_part.row_noise(row_indices, np.broadcast_to(keys, row_indices.shape), modulus, rules.boundary)
        lower, upper, share = magnitude_part.neighbours(units.ratio[part_cells])
        v[part_cells] = rows[lower] + share[:, np.newaxis] * (rows[upper] - rows[lower])
    wide_units = units.wide()
    floor = least_amount(settings, cells.sensitive, cells.largest)
    x, sensitive = cells.x[:, np.newaxis], cells.sensitive[:, np.newaxis]
    odd = (keys % np.uint64(2) == 1)[np.newaxis, :]
    return first_amount(x, wide_units, v, odd, sensitive, floor[:, np.newaxis], settings, least)


def law_by_key(cell: SumCells, rules: NoiseRules) -> Floats:
    """Amount that each of 10^5 keys, in order, adds to the sum of one cell."""
    law: Floats = _added_amounts(cell, np.arange(ALL_KEYS, dtype=np.uint64), ALL_KEYS, rules)[0]
    return law


def _keys_one_by_one(cells: int, looks: int | None) -> Keys:
    if cells <= _MOST_CELLS if looks is None else cells * ALL_KEYS <= looks:
        return np.arange(ALL_KEYS, dtype=np.uint64)
    sample_limit = _SAMPLE if looks is None else _LARGE_SAMPLE
    sample_size = max(_LEAST_SAMPLE, min(sample_limit, (2 * _AT_ONCE if looks is None else looks) // cells))
    drawn = hashlib.shake_256(b"ckm sum law").digest(8 * sample_size)
    return np.frombuffer(drawn, dtype="<u8").astype(np.uint64) % np.uint64(ALL_KEYS)


def _added_amounts(cells: SumCells, keys: Keys, modulus: int, rules: NoiseRules) -> Floats:
    """Amount that each key adds to each cell."""
    settings, least = rules.settings, small_from(rules.settings, rules.parts)
    rotated_keys = rotated(keys, modulus)
    first = _added_in_one_step(cells, rotated_keys, rules, modulus)
    x = cells.x[:, np.newaxis]
    further = further_steps(
        x,
        cells.contributions[:, np.newaxis, :],
        cells.sensitive[:, np.newaxis],
        least_amount(settings, cells.sensitive, cells.largest)[:, np.newaxis],
        x + first,
        rotated_keys[np.newaxis, :],
        modulus,
        settings,
        rules.parts,
        least,
        rules.boundary,
    )
    total: Floats = np.sum([first, *(step.amount for step in further)], axis=0)
    return total


@lru_cache(maxsize=64)
def standing_for(parts: Parts, modulus: int, boundary: Boundary, *, by_parity: bool) -> tuple[Keys, Floats]:
    """Representative rotated keys, each for all keys with the same noise in every row of the tables, and the share of
    keys that each represents. by_parity: even and odd keys are represented separately."""
    tables = [table for table in (parts.all, parts.even, parts.odd, parts.small) if table is not None]
    bounds = [table.whole_bounds(modulus, boundary) for table in tables]
    ends = np.unique(np.concatenate(bounds))
    ends = ends[ends > 0].astype(np.uint64)
    starts = np.concatenate([[np.uint64(0)], ends[:-1]])
    drawn = [
        table.row_noise(np.full(len(starts), row_index), starts, modulus, boundary)
        for table in tables
        for row_index in range(len(table.rows))
    ]
    _, group = np.unique(np.stack(drawn), axis=1, return_inverse=True)
    unit, two = np.uint64(1), np.uint64(2)
    if by_parity:
        even = (ends + unit) // two - (starts + unit) // two
        kinds = [(even, starts + starts % two), (ends - starts - even, starts + unit - starts % two)]
    else:
        kinds = [(ends - starts, starts)]
    keys, shares = [], []
    for counts, first in kinds:
        present_indices = np.flatnonzero(counts)
        _, present_groups, inverse = np.unique(group[present_indices], return_index=True, return_inverse=True)
        keys.append(first[present_indices][present_groups])
        totals = np.zeros(len(present_groups), dtype=np.uint64)
        np.add.at(totals, inverse, counts[present_indices])
        shares.append(totals.astype(np.float64) / modulus)
    return np.concatenate(keys), np.concatenate(shares)
