"""What protection costs sums, their means, ratios and changes: exactly, from the law of the noise; magnitudes.md 4.

Closed beyond the last row of a table, where the noise of a sum is its unit u = |x1| m(x1) times v: E|N| = u E|v|,
sd = u sqrt(V). Confidential.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.shown_sums import summed_up
from ckmcore.lab.risk.sum_floor import SumLimits, SumTables
from ckmcore.methods.magnitude_noise import SumCells
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_defaults import last_row
from ckmcore.methods.sum_law import ALL_KEYS, NoiseRules, SumLaws, law_by_key, sum_laws
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import PTable
from ckmcore.ptable.magnitudes import MagnitudePart
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Measure, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
# Shares of the largest contribution by which errors are told apart: from each on, below the one before.
SHARES = (0.5, 0.1, 0.02, 0.0)
# Shares at which the curve of the error is read, evenly by size; the ends of the classes are among them.
CURVE = tuple(float(f"{10 ** (step / 20 - 2):.2g}") for step in range(41))
# Far above what separation calls small, where there is no bend.
_LARGE = 1e6
# So many cells of a class are looked at; of several steps, whose keys are looked at one by one, a quarter of that.
MOST_LOOKED_AT = 4000
# Means and quantiles over a class need no more draws of keys than this.
_LOOKS = 1 << 18


@dataclass(frozen=True)
class RowMoments:
    """E|v| and E v² of large sums."""

    mean_abs: float
    second: float

    @classmethod
    def of(cls, part: MagnitudePart) -> RowMoments:
        """Moments of the last row of a perturbation table."""
        v, p = last_row(part)
        return cls(float(np.abs(v) @ p), float((v * v) @ p))


@dataclass(frozen=True)
class QuotientLaw:
    """Distribution of a published quotient, given that it is shown: mean, standard deviation, mean absolute error.
    within: P(relative error up to a distance) by distance; not_shown: P(not shown)."""

    mean: float
    sd: float
    mean_abs: float
    not_shown: float
    within: dict[float, float]


def quotient_law(
    values: Floats, p: Floats, shown: NDArray[np.bool_], original: float, distances: Sequence[float]
) -> QuotientLaw:
    """Distribution of a figure from draws. values, p: of each draw; shown: whether the draw gives a figure. All results
    but P(not shown) are conditional on a figure."""
    weight = np.where(shown, p, 0.0)
    total_weight = float(weight.sum())
    weight = weight / total_weight if total_weight else weight
    values = np.where(shown, values, 0.0)
    mean = float(weight @ values)
    deviations = np.abs(values - original)
    within = {
        distance: float(weight[deviations <= distance * abs(original) * (1 + 1e-9)].sum()) for distance in distances
    }
    sd = math.sqrt(max(float(weight @ (values * values)) - mean * mean, 0.0))
    return QuotientLaw(mean, sd, float(weight @ deviations), 1 - total_weight, within)


def mean_law(
    cell: SumCells, records: int, rules: NoiseRules, counts: PTable, distances: Sequence[float] = (0.05, 0.1)
) -> QuotientLaw:
    """Distribution of a mean, published sum / published number of records, of one cell over all keys of five digits.
    Sum and number share a key, which the sum uses rotated."""
    keys = np.arange(ALL_KEYS, dtype=np.uint64)
    number = records + counts.lookup(np.full(ALL_KEYS, records), keys, ALL_KEYS, rules.boundary)
    published = float(cell.x[0]) + law_by_key(cell, rules)
    shown = number > 0
    values = published / np.where(shown, number, 1)
    return quotient_law(values, np.full(ALL_KEYS, 1 / ALL_KEYS), shown, float(cell.x[0]) / records, distances)


def mean_deviation(x: float, unit: float, records: int, moments: RowMoments, count_variance: float) -> float:
    """Standard deviation of a mean by error propagation: M sqrt((u/x)² V + V_c / n²), with sum x, unit of noise u and
    number of records n."""
    return abs(x) / records * math.sqrt((unit / x) ** 2 * moments.second + count_variance / records**2)


def ratio_law(above: SumLaws, below: SumLaws, distances: Sequence[float] = (0.05,)) -> QuotientLaw:
    """Distribution of the ratio of two published sums with independent keys, for the first cell of each."""
    first, second = above.published[0][:, np.newaxis], below.published[0][np.newaxis, :]
    p = (above.p[:, np.newaxis] * below.p[np.newaxis, :]).ravel()
    shown = np.broadcast_to(second != 0, (len(above.p), len(below.p)))
    values = np.where(shown, first, 0.0) / np.where(second != 0, second, 1.0)
    return quotient_law(values.ravel(), p, shown.ravel(), float(above.x[0] / below.x[0]), distances)


def ratio_deviation(
    above: tuple[float, float], below: tuple[float, float], moments: tuple[RowMoments, RowMoments]
) -> float:
    """Standard deviation of the ratio of two sums by error propagation. above, below: (x, unit of noise) of each."""
    terms = [(unit / x) ** 2 * moment.second for (x, unit), moment in zip((above, below), moments, strict=True)]
    return abs(above[0] / below[0]) * math.sqrt(sum(terms))


def change_law(before: SumLaws, after: SumLaws, *, same_key: bool) -> QuotientLaw:
    """Distribution of the relative change of a published sum. same_key: both periods draw the same noise factor."""
    if not same_key:
        law = ratio_law(after, before)
        return QuotientLaw(law.mean - 1, law.sd, law.mean_abs, law.not_shown, {})
    first, second = before.published[0], after.published[0]
    shown = first != 0
    values = second / np.where(shown, first, 1.0) - 1
    return quotient_law(values, before.p, shown, float(after.x[0] / before.x[0]) - 1, ())


# --- gaps -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GapLaw:
    """Distribution of published total minus published parts: E|gap|, sd, P(gap = 0). apart: E|gap| under independent
    keys."""

    mean_abs: float
    sd: float
    none: float
    apart: float


def gap_deviation(units: Floats, moments: RowMoments) -> float:
    """Standard deviation of a gap, sqrt(V Σ u²), since keys are pairwise independent. units: units of noise u of total
    and parts."""
    return math.sqrt(moments.second * float((units * units).sum()))


def gap_of_two(part: MagnitudePart, units: tuple[float, float], total: float, digits: int = 5) -> GapLaw:
    """Distribution of the gap of a total and its two parts, all beyond the last row. Keys of the parts are uniform; the
    key of the total is their sum modulo M = 10^digits. Pairs of keys are counted by triangular numbers; keys are used
    without rotation."""
    modulus = 10**digits
    span = part.span(len(part.rows) - 1)
    ends = part.whole_bounds(modulus)[span].astype(np.int64)
    v = part.noise[span]
    edges = np.concatenate([[0], ends])
    # below[i, j, t]: pairs of keys below edge i and edge j whose sum is below t, for the sums from 0 to 2 M.
    sums = np.concatenate([edges, edges[1:] + modulus])
    below = _pairs_below(edges[:, None, None], edges[None, :, None], sums[None, None, :])
    pairs = np.diff(np.diff(np.diff(below, axis=0), axis=1), axis=2)
    noise_count = len(v)
    p = (pairs[..., :noise_count] + pairs[..., noise_count:]) / float(modulus) ** 2
    gaps = total * v[None, None, :] - units[0] * v[:, None, None] - units[1] * v[None, :, None]
    widths = np.diff(edges) / modulus
    apart = widths[:, None, None] * widths[None, :, None] * widths[None, None, :]
    mean = float((p * gaps).sum())
    scale = max(abs(total), *map(abs, units))
    return GapLaw(
        float((p * np.abs(gaps)).sum()),
        math.sqrt(max(float((p * gaps * gaps).sum()) - mean * mean, 0.0)),
        float(p[np.abs(gaps) < 1e-9 * scale].sum()),
        float((apart * np.abs(gaps)).sum()),
    )


def _pairs_below(first: NDArray[np.int64], second: NDArray[np.int64], total: NDArray[np.int64]) -> Floats:
    """Number of pairs a < first, b < second with a + b < total, as a sum over corners of the triangle."""

    def triangle(size: NDArray[np.int64]) -> Floats:
        side = np.maximum(size, 0).astype(np.float64)
        return side * (side + 1) / 2

    pairs_below: Floats = (
        triangle(total) - triangle(total - first) - triangle(total - second) + triangle(total - first - second)
    )
    return pairs_below


# --- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShareErrors:
    """Errors of the sums whose largest contribution has at least the share `share`. cells: number of sums; mean,
    median, most: mean, median and 95 % point of |N| / x over cells and keys, with noise N; within: P(error up to a
    distance); false_zeros: expected number."""

    share: float
    cells: int
    mean: float
    median: float
    most: float
    within: dict[float, float]
    false_zeros: float


def sum_errors(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: MagnitudeCellKeyMethod,
    distances: Sequence[float] = (0.01, 0.05, 0.1),
    *,
    cancelled: Callable[[], bool] = never,
) -> dict[Measure, tuple[ShareErrors, ...]]:
    """Expected errors of the sums that tables show, by measure and share of the largest contribution. distances:
    relative errors for `within`.

    Raises Cancelled and the errors of `tabulate` and `method`.
    """
    summed = [spec for spec in specs if spec.magnitudes]
    limits = SumLimits()
    contributor_count = max(method.contributors, limits.contributors)
    raws = [tabulate(data, spec, cancelled=cancelled, contributors=contributor_count) for spec in summed]
    tables = SumTables(data, raws, method, limits)
    errors = {}
    for measure in dict.fromkeys(measure for raw in raws for measure, _ in summed_up(raw.spec)):
        cells = tables.cells(measure)
        if len(cells.at):
            errors[measure] = errors_of(cells.sums, cells.rules, distances)
    return errors


def errors_of(cells: SumCells, rules: NoiseRules, distances: Sequence[float]) -> tuple[ShareErrors, ...]:
    """Errors of cells by the share of the largest contribution. Of classes with more than a few thousand cells, every
    n-th cell in the order of the share is used."""
    x, shares = np.abs(cells.x), np.zeros(len(cells.x))
    np.divide(cells.largest, x, out=shares, where=x > 0)
    share_errors, above = [], math.inf
    for share in SHARES:
        inner_indices = np.flatnonzero((x > 0) & (shares >= share) & (shares < above))
        above = share
        if not len(inner_indices):
            continue
        step = -(-len(inner_indices) // (MOST_LOOKED_AT // (1 if rules.settings.k == 1 else 4)))
        examined_index = inner_indices[np.argsort(shares[inner_indices], kind="stable")][step // 2 :: step]
        is_one_step = (rules.settings.least_noise > 0) & cells.sensitive[examined_index]
        groups = [group for group in (examined_index[is_one_step], examined_index[~is_one_step]) if len(group)]
        laws = [sum_laws(cells.taken(group), rules, _LOOKS) for group in groups]
        share_errors.append(_errors(share, len(inner_indices), len(examined_index), laws, distances))
    return tuple(share_errors)


@dataclass(frozen=True)
class ErrorAtShare:
    """Error of a sum whose largest contribution has the share `share`: mean of |N| / x over all keys, and P(error up to
    a distance)."""

    share: float
    mean: float
    within: dict[float, float]


def errors_by_share(
    rules: NoiseRules,
    shares: Sequence[float] = CURVE,
    distances: Sequence[float] = (0.01, 0.05),
    size: float | None = None,
) -> tuple[ErrorAtShare, ...]:
    """Curve of the error over the share d of the largest contribution (2.5), for sums that no rule marks; it depends on
    the settings only. size: of the largest contribution, by default that with most noise, at the bend of flexible
    scaling. Further steps of noise are left out, since the share does not determine their contributions.

    >>> from ckmcore.methods.magnitude_noise import Parts
    >>> from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
    >>> from ckmcore.ptable.magnitudes import design_magnitudes
    >>> table = design_magnitudes(5, 2, icat=(1, 2, 3, 5), step=2)
    >>> rules = NoiseRules(MagnitudeSettings(Scaling(0.3)), Parts(all=table.parts[0]))
    >>> round(100 * errors_by_share(rules, (0.1,))[0].mean, 2)
    3.35
    """
    settings = replace(rules.settings, k=1, epsilon=rules.settings.epsilon[:1])
    largest = size if size is not None else settings.scaling.bend or settings.small_unit * _LARGE
    d = np.array(shares, dtype=np.float64)
    sizes = np.full((len(d), 1), largest)
    none = np.zeros(len(d), dtype=np.bool_)
    cells = SumCells(largest / d, sizes, np.full(len(d), 2), none, sizes[:, 0])
    laws = sum_laws(cells, replace(rules, settings=settings))
    within = {distance: laws.near(laws.x, distance * laws.x, strictly=False) for distance in distances}
    means = laws.mean_abs / laws.x
    return tuple(
        ErrorAtShare(
            share, float(means[share_index]), {distance: float(p[share_index]) for distance, p in within.items()}
        )
        for share_index, share in enumerate(shares)
    )


def _errors(share: float, cells: int, looked: int, laws: Sequence[SumLaws], distances: Sequence[float]) -> ShareErrors:
    deviations = np.concatenate([(np.abs(law.added) / np.abs(law.x)[:, np.newaxis]).ravel() for law in laws])
    p = np.concatenate([np.tile(law.p / looked, len(law.x)) for law in laws])
    order = np.argsort(deviations)
    values, reached = deviations[order], np.cumsum(p[order])
    median, upper = (float(values[min(int(np.searchsorted(reached, q)), len(values) - 1)]) for q in (0.5, 0.95))
    within = {distance: float(p[deviations <= distance * (1 + 1e-9)].sum()) for distance in distances}
    zeros = sum(float(law.zero.sum()) for law in laws) * cells / looked
    return ShareErrors(share, cells, float(p @ deviations), median, upper, within, zeros)
