"""Noise of magnitudes, step by step, as τ-ARGUS draws it; method.md section 3. Arrays over cells, nothing of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.examination import NoiseStep
from ckmcore.methods.magnitude_settings import MagnitudeSettings
from ckmcore.ptable import Boundary
from ckmcore.ptable.magnitudes import MagnitudePart

Floats = NDArray[np.float64]
Keys = NDArray[np.uint64]


@dataclass(frozen=True, eq=False, repr=False)
class Parts:
    """Perturbation tables of a magnitude. all: for large values, or even and odd, by the parity of the number of
    contributors in the first step; small: for small values."""

    all: MagnitudePart | None = None
    even: MagnitudePart | None = None
    odd: MagnitudePart | None = None
    small: MagnitudePart | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Noised:
    """Sums with noise, unrounded, and the steps of the noise."""

    published: Floats
    steps: tuple[NoiseStep, ...]


@dataclass(frozen=True, eq=False, repr=False)
class SumCells:
    """Sums of cells with the inputs of their noise, as arrays of one shape. x: sums; contributions: |x_k| of each step,
    on a further axis; contributors: number of records that decides the parity; sensitive: mask; largest: |x_1|, of
    which the least noise is a share. Confidential."""

    x: Floats
    contributions: Floats
    contributors: NDArray[np.int64]
    sensitive: NDArray[np.bool_]
    largest: Floats

    def __repr__(self) -> str:
        return f"SumCells(shape {self.x.shape}, confidential)"

    def flattened(self) -> SumCells:
        """The cells in a row."""
        steps = self.contributions.shape[-1]
        return SumCells(
            self.x.ravel(),
            self.contributions.reshape(-1, steps),
            self.contributors.ravel(),
            self.sensitive.ravel(),
            self.largest.ravel(),
        )

    @classmethod
    def joined(cls, parts: Sequence[SumCells]) -> SumCells:
        """Cells in a row, one part after another."""
        names = ("x", "contributions", "contributors", "sensitive", "largest")
        return cls(*(np.concatenate([getattr(sum_cell, name) for sum_cell in parts]) for name in names))

    def taken(self, cells: NDArray[Any]) -> SumCells:
        """Cells restricted to an index or mask `cells`."""
        return SumCells(
            self.x[cells],
            self.contributions[cells],
            self.contributors[cells],
            self.sensitive[cells],
            self.largest[cells],
        )


def rotated(keys: Keys, modulus: int) -> Keys:
    """Rotate decimal keys: the first digit is moved to the end. modulus: a power of ten."""
    first, remainder = np.divmod(np.uint64(10) * keys, np.uint64(modulus))
    return remainder + first


def noised(
    x: Floats,
    contributions: Floats,
    contributors: NDArray[np.int64],
    sensitive: NDArray[np.bool_],
    keys: Keys,
    modulus: int,
    settings: MagnitudeSettings,
    parts: Parts,
    boundary: Boundary = "less",
    largest: Floats | None = None,
) -> Noised:
    """Add noise to sums `x`. contributions: |x_k| on a further axis of length K, 0 where a cell has fewer;
    contributors: number of records, for parity; sensitive: mask; keys: cell keys below `modulus`; largest: largest
    |contribution|, of which the least noise is a share, by default the first of `contributions`.

    Step 1 uses the rotated key and never changes the sign of a sum; each further step rotates the key again. Sums of 0
    stay 0. With a least noise only step 1 draws, since a further step could cancel it (magnitudes.md 1.6).
    """
    least = small_from(settings, parts)
    floor = least_amount(settings, sensitive, contributions[..., 0] if largest is None else largest)
    first, current = _first_step(
        x, contributions[..., 0], contributors, sensitive, floor, keys, modulus, settings, parts, least, boundary
    )
    further = further_steps(
        x, contributions, sensitive, floor, current, first.key, modulus, settings, parts, least, boundary
    )
    steps = [first, *further]
    for step in steps[1:]:
        current = current + step.amount
    return Noised(current, tuple(steps))


def further_steps(
    x: Floats,
    contributions: Floats,
    sensitive: NDArray[np.bool_],
    floor: Floats,
    current: Floats,
    key: Keys,
    modulus: int,
    settings: MagnitudeSettings,
    parts: Parts,
    least: float,
    boundary: Boundary,
) -> list[NoiseStep]:
    """Steps after the first. current, key: sums and keys after the first step; floor: least noise; least: size z_s of
    small values. All arrays but `current` and the last axis of `contributions` broadcast."""
    steps: list[NoiseStep] = []
    as_cellkey = settings.compat == "cellkey"
    for index in range(1, contributions.shape[-1]):
        size, factor = contributions[..., index], settings.epsilon[index]
        bend = settings.scaling.bend if as_cellkey else None
        epsilon = factor if bend is None else np.where(size < bend, 1.0, factor)
        unit = size * epsilon * settings.scaling.m(size, least)
        is_small = np.abs(current) < unit
        unit = np.where(is_small, np.abs(current), unit)
        size = np.where(is_small, np.abs(current) / (epsilon * settings.scaling.small), size)
        unit = np.where((x == 0) | (size < least) | (floor > 0), 0.0, unit)
        key = rotated(key, modulus)
        ratio, v = _ratio(current, unit), np.zeros(current.shape)
        _look_up(parts.all, unit > 0, ratio, np.broadcast_to(key, current.shape), modulus, boundary, v)
        drawn = v
        if as_cellkey and settings.extra_noise:
            drawn = np.where(v < 0, -1.0, 1.0) * (np.where(sensitive, settings.extra_noise, 0.0) + np.abs(v))
        amount = np.where(x < 0, -1.0, 1.0) * unit * drawn
        steps.append(NoiseStep(unit, ratio, key, v, amount, np.zeros(current.shape, dtype=np.bool_)))
        current = current + amount
    return steps


def _first_step(
    x: Floats,
    contribution: Floats,
    contributors: NDArray[np.int64],
    sensitive: NDArray[np.bool_],
    floor: Floats,
    keys: Keys,
    modulus: int,
    settings: MagnitudeSettings,
    table_parts: Parts,
    least: float,
    boundary: Boundary,
) -> tuple[NoiseStep, Floats]:
    """First step and the sums after it; it alone handles small values and sensitive cells. floor: least noise, as an
    amount; least: size z_s of small values."""
    units = first_units(x, contribution, settings, least)
    key = rotated(keys, modulus)
    v = np.zeros(x.shape)
    for magnitude_part, cells in first_parts(units, contributors, settings, table_parts):
        _look_up(magnitude_part, cells, units.ratio, key, modulus, boundary, v)
    amount = first_amount(x, units, v, key % np.uint64(2) == 1, sensitive, floor, settings, least)
    return NoiseStep(units.unit, units.ratio, key, v, amount, units.small), x + amount


@dataclass(frozen=True, eq=False, repr=False)
class FirstUnits:
    """Inputs of the first step for each cell: unit x_δ, size to which the unit belongs, ratio a, and whether the cell
    is small."""

    unit: Floats
    size: Floats
    ratio: Floats
    small: NDArray[np.bool_]

    def wide(self) -> FirstUnits:
        """The inputs with a further axis for draws of keys."""
        return FirstUnits(self.unit[..., None], self.size[..., None], self.ratio[..., None], self.small[..., None])


def first_units(x: Floats, contribution: Floats, settings: MagnitudeSettings, least: float) -> FirstUnits:
    """Compute the inputs of the first step. contribution: |x_1|; least: size z_s of small values."""
    small_unit = settings.small_unit
    unit = np.where(contribution >= least, contribution * settings.scaling.m(contribution, least), small_unit)
    is_small = np.abs(x) < unit
    size = np.where(is_small, np.abs(x) / settings.scaling.small, contribution)
    unit = np.where(is_small, np.where(size < least, small_unit, np.abs(x)), unit)
    unit = np.where(x == 0, 0.0, unit)
    small = ~(size > least) if settings.separation else np.zeros(x.shape, dtype=np.bool_)
    return FirstUnits(unit, size, _ratio(x, unit), small)


def first_parts(
    units: FirstUnits, contributors: NDArray[np.int64], settings: MagnitudeSettings, parts: Parts
) -> list[tuple[MagnitudePart | None, NDArray[np.bool_]]]:
    """Perturbation tables of the first step, each with the mask of the cells that use it."""
    has_unit, even = units.unit > 0, contributors % 2 == 0
    large = has_unit & ~units.small
    part_masks = [(parts.small, has_unit & units.small)]
    if settings.parity:
        return [(parts.even, large & even), (parts.odd, large & ~even), *part_masks]
    return [(parts.all, large), *part_masks]


def first_amount(
    x: Floats,
    units: FirstUnits,
    v: Floats,
    odd: NDArray[np.bool_],
    sensitive: NDArray[np.bool_],
    floor: Floats,
    settings: MagnitudeSettings,
    least: float,
) -> Floats:
    """Amount added by the first step; it never changes the sign of a sum. v: noise; odd: whether the rotated key is
    odd; floor: least noise. Arrays broadcast."""
    extra = np.where(sensitive & (units.size >= least), settings.extra_noise, 0.0)
    down = v < 0
    if settings.zero_sign == "key":
        down = down | ((v == 0) & odd)
    amount = np.sign(x) * np.where(down, -1.0, 1.0) * (units.unit * (extra + np.abs(v)) + floor)
    crossed = down & ((x + amount) * np.sign(x) < 0)
    found_first_amount: Floats = np.where(crossed, -x, amount)
    return found_first_amount


def small_from(settings: MagnitudeSettings, parts: Parts) -> float:
    """Size z_s below which contributions are small."""
    m1 = 0.0 if parts.small is None else float(np.sqrt(parts.small.last_variance))
    return settings.small_from(m1)


def least_amount(settings: MagnitudeSettings, sensitive: NDArray[np.bool_], largest: Floats) -> Floats:
    """The least noise of each cell, an amount."""
    found_least_amount: Floats = settings.least_noise * np.where(sensitive, largest, 0.0)
    return found_least_amount


def _ratio(x: Floats, unit: Floats) -> Floats:
    """|x / x_δ|, 0 where the unit is 0."""
    ratio: Floats = np.zeros(np.broadcast_shapes(np.shape(x), np.shape(unit)))
    np.divide(np.abs(x), unit, out=ratio, where=unit > 0)
    return ratio


def _look_up(
    magnitude_part: MagnitudePart | None,
    cells: NDArray[np.bool_],
    ratio: Floats,
    keys: Keys,
    modulus: int,
    boundary: Boundary,
    v: Floats,
) -> None:
    """Look up the noise of some cells and write it to `v`. cells: mask; magnitude_part: perturbation table, may be None
    where the mask is empty.
    """
    if not cells.any():
        return
    if magnitude_part is None:
        raise ValueError("a perturbation table is missing that the settings need")
    if cells.all():
        v[...] = magnitude_part.lookup(ratio, keys, modulus, boundary)
    else:
        v[cells] = magnitude_part.lookup(np.asarray(ratio)[cells], np.asarray(keys)[cells], modulus, boundary)
