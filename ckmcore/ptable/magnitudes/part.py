"""The rows of one type in a table for magnitudes: ratios, intervals of the cell key, look-up that interpolates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.model.lookup import Boundary, CompiledLookup, compile_lookup
from ckmcore.ptable.rows.request import Variance

Floats = NDArray[np.float64]
MagnitudeType = Literal["all", "even", "odd", "small_cells"]
# In this order types stand in a table and in its files.
MAGNITUDE_TYPES: tuple[MagnitudeType, ...] = ("all", "even", "odd", "small_cells")


@dataclass(frozen=True)
class MagnitudeParameters:
    """Design parameters of the rows of one type. mono, variance, optim: per row of `icat`, the last value for all
    further rows.

    optim: of R ptable where the table is made as R makes it, else empty.
    """

    D: int
    V: float
    step: int
    icat: tuple[float, ...]
    mono: tuple[bool, ...]
    variance: tuple[Variance, ...]
    optim: tuple[int, ...] = ()


@dataclass(frozen=True)
class MagnitudeNotes:
    """Notes of the design on its rows, in the order of `icat` (without row 0).

    lowest, highest: possible variances; tolerance: allowed deviation of a row's variance, relative to V where V is
    above 1.
    """

    parameters: MagnitudeParameters
    lowest: tuple[float, ...]
    highest: tuple[float, ...]
    binding: tuple[tuple[str, ...], ...]
    tolerance: float = 1e-10


@dataclass(frozen=True)
class MagnitudeRowReport:
    """Properties of one row. `wanted_variance` and the possible range are None for rows that were not designed.

    row: ratio i; variance: Var(v) = E v² - bias²; feasible: about E v², which V bounds; entropy: in bit; binding:
    constraints that shape the row beside bias and variance, such as "monotony".
    """

    type: MagnitudeType
    row: float
    bias: float
    variance: float
    wanted_variance: float | None
    lowest_variance: float | None
    highest_variance: float | None
    stay: float
    entropy: float
    feasible: bool
    binding: tuple[str, ...]


def exact(value: float) -> Fraction:
    """A float64 as its shortest decimal."""
    return Fraction(repr(float(value)))


@dataclass(frozen=True, eq=False)
class MagnitudePart:
    """Rows of one type in a perturbation table for magnitudes.

    ratios: float64 (rows), i ascending, 0 first where the table holds row 0.
    offsets: int64 (rows + 1), where each row begins in the arrays of intervals.
    noise: float64 (intervals), v, in multiples of the unit `x_δ`; a v may own several intervals.
    probabilities: float64 (intervals).
    bounds: the upper bounds, float64 (exact as the shortest decimal form) or the exact fractions of a file's decimals.
    """

    type: MagnitudeType
    ratios: Floats
    offsets: NDArray[np.int64]
    noise: Floats
    probabilities: Floats
    bounds: Floats | tuple[Fraction, ...]
    notes: MagnitudeNotes | None = None

    def __post_init__(self) -> None:
        for array in (self.ratios, self.offsets, self.noise, self.probabilities, self.bounds):
            if isinstance(array, np.ndarray):
                array.setflags(write=False)

    # --- what stands in it -----------------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[float, ...]:
        """The ratios i, ascending, gaps allowed."""
        return tuple(self.ratios.tolist())

    def span(self, at: int) -> slice:
        """The intervals of the row at position `at`."""
        return slice(int(self.offsets[at]), int(self.offsets[at + 1]))

    @cached_property
    def row_ratios(self) -> Floats:
        """Ratio i of each interval."""
        return np.repeat(self.ratios, np.diff(self.offsets))

    @cached_property
    def maximum_deviation(self) -> float:
        """Maximum deviation D, the largest |v|."""
        return float(np.abs(self.noise).max(initial=0.0))

    @cached_property
    def step(self) -> int | None:
        """Number of steps of noise per unit: as designed, or by the smallest distance between two values of v; None
        where undetermined."""
        if self.notes:
            return self.notes.parameters.step
        gaps = np.diff(np.unique(self.noise))
        # Files write 1/3 as 0.333: neighbours in them are never exactly the same distance apart.
        whole_gaps = [gap for gap in gaps.tolist() if gap > 1e-6]
        if not whole_gaps:
            return None
        step = round(1.0 / min(whole_gaps))
        return step if step > 0 and abs(1.0 / step - min(whole_gaps)) < 1e-3 / step else None

    @cached_property
    def is_ordered(self) -> bool:
        """Whether noise rises with the cell key in every row."""
        rising = np.diff(self.noise) >= 0
        rising[self.offsets[1:-1] - 1] = True
        return bool(rising.all())

    @cached_property
    def zeros_stay(self) -> bool:
        """Whether row 0 is the identity, or there is none."""
        return self.ratios[0] > 0 or not self.noise[self.span(0)].any()

    def row_distribution(self, at: int) -> dict[float, float]:
        """v -> p of the row at position `at`, ascending in v, repeated v merged."""
        merged: dict[float, float] = {}
        span = self.span(at)
        for v, p in zip(self.noise[span].tolist(), self.probabilities[span].tolist(), strict=True):
            merged[v] = merged.get(v, 0.0) + p
        return dict(sorted(merged.items()))

    @property
    def last_variance(self) -> float:
        """Variance without bias, E v², of the last row; for small values it is m1², which determines z_s."""
        v, p = self.noise[self.span(len(self.ratios) - 1)], self.probabilities[self.span(len(self.ratios) - 1)]
        return float((v * v) @ p)

    # --- exact bounds ----------------------------------------------------------------------------------------------

    @cached_property
    def exact_bounds(self) -> tuple[Fraction, ...]:
        """Exact upper bound of each interval; 1 at the end of each row."""
        if isinstance(self.bounds, tuple):
            return self.bounds
        return tuple(exact(bound) for bound in self.bounds.tolist())

    @cached_property
    def upper_bounds(self) -> Floats:
        """The upper bounds as float64 (for drawing, never for the look-up)."""
        if isinstance(self.bounds, tuple):
            return np.array([float(bound) for bound in self.bounds])
        return self.bounds

    @cached_property
    def lower_bounds(self) -> Floats:
        """The lower bounds as float64 (for drawing)."""
        lower = np.concatenate([[0.0], self.upper_bounds[:-1]])
        lower[self.offsets[:-1]] = 0.0
        return lower

    # --- look-up ---------------------------------------------------------------------------------------------------

    @cached_property
    def _compiled(self) -> dict[tuple[int, Boundary], CompiledLookup]:
        return {}

    def _compiled_for(self, modulus: int, boundary: Boundary) -> CompiledLookup:
        # What is looked up is the place of the interval: noise of magnitudes is no integer.
        compiled_lookup = self._compiled.get((modulus, boundary))
        if compiled_lookup is None:
            indices = np.arange(len(self.noise), dtype=np.int64)
            compiled_lookup = compile_lookup(self.exact_bounds, indices, self.offsets, modulus, boundary)
            self._compiled[modulus, boundary] = compiled_lookup
        return compiled_lookup

    def whole_bounds(self, modulus: int, boundary: Boundary = "less") -> NDArray[np.uint64]:
        """Upper bound of each interval as an integer key; the keys of an interval are below it."""
        return self._compiled_for(modulus, boundary).bounds

    def row_noise(
        self, at: NDArray[np.int64], keys: NDArray[np.uint64], modulus: int, boundary: Boundary = "less"
    ) -> Floats:
        """Noise v of the rows with indices `at` for cell keys below `modulus`, arrays of the same shape, by integer
        comparison."""
        noise_indices = self._compiled_for(modulus, boundary).noise_of(at, keys)
        row_noise: Floats = self.noise[noise_indices]
        return row_noise

    def neighbours(self, ratios: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
        """Indices of the rows below and above each ratio a, and the weight of the upper row, 0 <= weight < 1.

        At or above the last row both are the last row; a ratio below the first row uses the first row.
        """
        lower, between, share_between = self._placed(np.asarray(ratios, dtype=np.float64))
        share = np.zeros(lower.shape)
        share[between] = share_between
        return lower, lower + between, share

    def _placed(self, ratios: Floats) -> tuple[NDArray[np.int64], NDArray[np.bool_], Floats]:
        """Row at or below each ratio, mask of the ratios between two rows, and the weights of the upper rows of
        these."""
        lower = np.zeros(ratios.shape, dtype=np.int64)
        for row in self.ratios[1:].tolist():  # a few rows: faster than to search for each ratio
            lower += ratios >= row
        between: NDArray[np.bool_] = (ratios > self.ratios.take(lower)) & (lower < len(self.ratios) - 1)
        lower_indices = lower[between]
        below = self.ratios[lower_indices]
        share: Floats = (ratios[between] - below) / (self.ratios[lower_indices + 1] - below)
        return lower, between, share

    def lookup(self, ratios: Floats, keys: NDArray[np.uint64], modulus: int, boundary: Boundary = "less") -> Floats:
        """Noise v of cells with ratios a = |x/x_δ| and cell keys below `modulus`, arrays of the same shape [method.md
        section 3].

        At or above the last row the last row is used; otherwise v is interpolated linearly between the two neighbouring
        rows for the same key. Intervals are found by integer comparison; only the interpolation is in float64.
        """
        lower, between, share = self._placed(np.asarray(ratios, dtype=np.float64))
        lookup: Floats = np.asarray(self.row_noise(lower, keys, modulus, boundary) + 0.0)  # the two zeros are one
        if len(share):
            below = lookup[between]
            above = self.row_noise(lower[between] + 1, np.asarray(keys)[between], modulus, boundary)
            lookup[between] = below + share * (above - below)
        return lookup

    def exact_lookup(self, ratio: Fraction, key: int, modulus: int, boundary: Boundary = "less") -> Fraction:
        """Noise of one cell in exact arithmetic, on the decimals of rows and noise; otherwise as `lookup`."""
        rows = [exact(row) for row in self.rows]
        lower = max((row_index for row_index, row in enumerate(rows) if row <= ratio), default=0)
        below = self._exact_noise(lower, key, modulus, boundary)
        if lower + 1 == len(rows) or ratio <= rows[lower]:
            return below
        above = self._exact_noise(lower + 1, key, modulus, boundary)
        return below + (ratio - rows[lower]) / (rows[lower + 1] - rows[lower]) * (above - below)

    def _exact_noise(self, index: int, key: int, modulus: int, boundary: Boundary) -> Fraction:
        key_share = Fraction(key, modulus)
        span = self.span(index)
        for bound, v in zip(self.exact_bounds[span], self.noise[span].tolist(), strict=True):
            if key_share < bound or (boundary == "less_equal" and key_share == bound):
                return exact(v)
        raise ValueError(f"key {key} is not below the modulus {modulus}")

    # --- judgement -------------------------------------------------------------------------------------------------

    @cached_property
    def reports(self) -> tuple[MagnitudeRowReport, ...]:
        """Properties of each row; for designed rows with the wanted and possible variance."""
        return tuple(self._report(ratio_index) for ratio_index in range(len(self.ratios)))

    def _report(self, index: int) -> MagnitudeRowReport:
        distribution = self.row_distribution(index)
        v, p = np.array(list(distribution)), np.array(list(distribution.values()))
        bias = float(v @ p)
        # The second moment is what V bounds; where there is no bias it is the variance.
        second = float((v * v) @ p)
        variance = max(second - bias * bias, 0.0)
        positive = p[p > 0]
        entropy = abs(float(positive @ np.log2(positive)))
        row = float(self.ratios[index])
        wanted_V = low = high = None
        feasible = True
        binding: tuple[str, ...] = ()
        if self.notes and row > 0:
            request = self.notes.parameters
            row_index = request.icat.index(row)
            wanted_V, low, high = request.V, self.notes.lowest[row_index], self.notes.highest[row_index]
            binding = self.notes.binding[row_index]
            missed = second - wanted_V
            mode = request.variance[min(row_index, len(request.variance) - 1)]
            missed = abs(missed) if mode == "equal" else max(missed, 0.0)
            feasible = missed <= self.notes.tolerance * max(1.0, wanted_V)
        stay = distribution.get(0.0, 0.0)
        return MagnitudeRowReport(self.type, row, bias, variance, wanted_V, low, high, stay, entropy, feasible, binding)


def targets(part: MagnitudePart) -> list[Decimal]:
    """Targets j = i + v of the intervals, added as decimals, so that 0.1 + 0.2 is 0.3."""
    pairs = zip(part.row_ratios.tolist(), part.noise.tolist(), strict=True)
    return [Decimal(repr(i)) + Decimal(repr(v)) for i, v in pairs]


def part_from_rows(
    type: MagnitudeType, rows: Sequence[tuple[float, Sequence[tuple[float, float, Fraction]]]]
) -> MagnitudePart:
    """Build the part of a type from rows (ratio, intervals (v, p, exact upper bound))."""
    flat = [interval for _, intervals in rows for interval in intervals]
    sizes = [len(intervals) for _, intervals in rows]
    return MagnitudePart(
        type=type,
        ratios=np.array([ratio for ratio, _ in rows], dtype=np.float64),
        offsets=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        noise=np.array([v for v, _, _ in flat], dtype=np.float64),
        probabilities=np.array([p for _, p, _ in flat], dtype=np.float64),
        bounds=tuple(bound for _, _, bound in flat),
    )
