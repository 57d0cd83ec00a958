"""What readers conclude of single contributors from several publications of sums; magnitudes.md 5.6 and 5.7.

In a cell with one contributor the published sum is the original times a factor that the key draws. Where two figures
of the same contributor have the same factor, their ratio, or its growth, is exact; where each publication draws a new
factor, the mean of several comes near the original. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.lab.risk.shown_sums import ShownSums, summed_up
from ckmcore.lab.risk.sum_floor import SumLimits, SumTables, draws_anew
from ckmcore.lab.risk.sum_risk import average
from ckmcore.methods.magnitude_noise import small_from
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_law import sum_laws
from ckmcore.methods.sums import respondents
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TOTAL, Measure, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
_SAME = 1e-9


@dataclass(frozen=True)
class SumAddress:
    """The logical cell of a sum: its measure, and the categories and filters that its records have."""

    measure: Measure
    codes: frozenset[tuple[str, tuple[str, ...]]]

    def may_overlap(self, other: SumAddress) -> bool:
        """Return whether a record can be in both cells: no variable excludes it."""
        own_codes, its_codes = dict(self.codes), dict(other.codes)
        return all(
            not its_codes.keys() & {name} or set(codes) & set(its_codes[name]) for name, codes in own_codes.items()
        )


@dataclass(frozen=True, repr=False)
class SingleSum:
    """A published sum of one contributor; confidential.

    `key` is the record key and `drawn` the key that draws the noise (the key of all records with a value, where zeros
    count); `x` is the original and `m` its noise unit as a share (0: small noise). `factors` are the possible published
    / original with the probabilities `p`. `words` are its categories, `tables` the indices of the tables that publish
    it. `half` is the distance, as a share, within which a reader who knows that the value is whole has it.
    """

    key: int
    drawn: int
    x: float
    m: float
    factors: Floats
    p: Floats
    words: Texts
    tables: tuple[int, ...]
    half: float = 0.0

    def __repr__(self) -> str:
        return "SingleSum(confidential)"


Singles = Mapping[SumAddress, SingleSum]


def single_sums(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: MagnitudeCellKeyMethod,
    *,
    cancelled: Callable[[], bool] = never,
) -> dict[SumAddress, SingleSum]:
    """Collect the published sums of one contributor in tables of one period, by address.

    Raises the errors of `tabulate` and of the method.
    """
    limits = SumLimits()
    contributor_count = max(method.contributors, limits.contributors)
    raws = [tabulate(data, spec, cancelled=cancelled, contributors=contributor_count) for spec in specs]
    tables = SumTables(data, raws, method, limits)
    found_single_sums: dict[SumAddress, SingleSum] = {}
    for measure in dict.fromkeys(measure for raw in raws for measure, _ in summed_up(raw.spec)):
        cells = tables.cells(measure)
        single = np.flatnonzero((cells.contributors == 1) & (cells.sums.x != 0))
        if not len(single):
            continue
        laws = sum_laws(cells.sums.taken(single), cells.rules)
        settings, size = cells.rules.settings, np.abs(cells.top[single, 0])
        least = small_from(settings, cells.rules.parts)
        m = np.where(size < least, 0.0, settings.scaling.m(size, least))
        for cell_index, cell in enumerate(single.tolist()):
            address = _address(cells, cell, specs)
            segment = cells.segments[int(cells.segment[cell])]
            keys = segment.block.magnitudes[measure.magnitude].key_sums
            valid = respondents(segment.block, measure.magnitude, "valid", settings.rules).key_sums
            if keys is None or valid is None or tables.modulus is None:
                continue
            row_index = int(cells.at[cell])
            key = int(keys.ravel()[row_index]) % tables.modulus
            drawn = int(valid.ravel()[row_index]) % tables.modulus if settings.include_zeros else key
            former_single_sum = found_single_sums.get(address)
            shown_tables = (segment.table,) if former_single_sum is None else (*former_single_sum.tables, segment.table)
            factors = laws.published[cell_index] / laws.x[cell_index]
            words = cells.words(cell)
            x = float(laws.x[cell_index])
            tables_ = tuple(dict.fromkeys(shown_tables))
            half = cells.rules.half / abs(x)
            found_single_sums[address] = SingleSum(
                key, drawn, x, float(m[cell_index]), factors, laws.p, words, tables_, half
            )
    return found_single_sums


def _address(cells: ShownSums, cell: int, specs: Sequence[TableSpec]) -> SumAddress:
    segment = cells.segments[int(cells.segment[cell])]
    position = np.unravel_index(int(cells.at[cell]), segment.block.shape)
    codes: list[tuple[str, tuple[str, ...]]] = [
        (dimension.name, (str(dimension.nodes[int(coordinate)].code),))
        for dimension, coordinate in zip(segment.block.dimensions, position, strict=True)
        if dimension.nodes[int(coordinate)].code is not TOTAL
    ]
    conditions: Conditions = (*specs[segment.table].filters, *segment.conditions)
    codes += [(condition.variable, tuple(sorted(condition.codes))) for condition in conditions if condition.restricts]
    return SumAddress(cells.measure, frozenset(codes))


@dataclass(frozen=True, repr=False)
class ToldSum:
    """Two published sums of one contributor whose noise is drawn by the same key.

    `chance` is the probability that their ratio agrees with the ratio of the originals to the share of the p % rule, so
    that knowing one original gives the other; `exact` is true where it always agrees exactly.
    """

    one: SumAddress
    other: SumAddress
    chance: float
    exact: bool

    def __repr__(self) -> str:
        return "ToldSum(confidential)"


def told_ratios(
    singles: Singles, method: MagnitudeCellKeyMethod, period: str, modulus: int, limits: SumLimits
) -> list[ToldSum]:
    """Find pairs of sums of one contributor whose published ratio discloses the ratio of the originals.

    Only magnitudes that share a key are compared. The two sums need not belong to one cell: one may be a part of the
    other.
    """
    names = tuple(dict.fromkeys(single.measure.magnitude for single in singles))
    sharing = {frozenset(pair) for pair in method.sharing_keys(names, period, modulus)}
    if not sharing:
        return []
    told_sums = []
    for group in _by_contributor(singles).values():
        for address_index, address in enumerate(group):
            for other in group[address_index + 1 :]:
                if frozenset((address.measure.magnitude, other.measure.magnitude)) in sharing:
                    first, second = sorted((address, other), key=lambda each: each.measure)
                    told_sums += _ratio_disclosures(first, singles[first], second, singles[second], limits)
    return told_sums


def told_growth(now: Singles, then: Singles, method: MagnitudeCellKeyMethod, limits: SumLimits) -> list[ToldSum]:
    """Find sums of one contributor whose published growth between two periods discloses the growth of the originals.

    This takes the same unit with the same key, and a magnitude whose key stays. `ToldSum.one` is the sum of `now`.
    """
    stays = {
        name: not method.own_key or method.settings_of(name).nature == "level"
        for name in {sum_address.measure.magnitude for sum_address in now}
    }
    former_addresses, told_sums = _by_contributor(then), []
    for address, single in now.items():
        if stays[address.measure.magnitude]:
            for other in former_addresses.get((single.key, single.drawn), ()):
                if other.measure == address.measure:
                    told_sums += _ratio_disclosures(address, single, other, then[other], limits)
    return told_sums


def _by_contributor(singles: Singles) -> dict[tuple[int, int], list[SumAddress]]:
    sum_addresses: dict[tuple[int, int], list[SumAddress]] = {}
    for address, single in singles.items():
        sum_addresses.setdefault((single.key, single.drawn), []).append(address)
    return sum_addresses


def _ratio_disclosures(
    sum_address: SumAddress, first: SingleSum, other_address: SumAddress, second: SingleSum, limits: SumLimits
) -> list[ToldSum]:
    """Compare two sums; return one `ToldSum` if their ratio discloses more than the limit of a guess, else nothing.

    Sums that cannot share a record have contributors whose keys are equal by chance.
    """
    if not sum_address.may_overlap(other_address):
        return []
    if _one_factor(first, second):
        return [ToldSum(sum_address, other_address, 1.0, True)]
    if first.factors.shape != second.factors.shape or first.x * second.x <= 0:
        return []
    shown = (first.factors != 0) & (second.factors != 0)
    deviations = np.abs(np.divide(first.factors, second.factors, out=np.full(len(shown), np.inf), where=shown) - 1)
    chance = float(first.p @ (deviations < limits.share * (1 - _SAME)))
    return [ToldSum(sum_address, other_address, chance, False)] if chance > limits.guess + _SAME else []


def _one_factor(single_sum: SingleSum, other_single_sum: SingleSum) -> bool:
    return (
        single_sum.m > 0
        and abs(single_sum.m - other_single_sum.m) <= _SAME * single_sum.m
        and single_sum.x * other_single_sum.x > 0
    )


def averaged_away(
    periods: Sequence[Singles], method: MagnitudeCellKeyMethod, limits: SumLimits
) -> list[tuple[SumAddress, float, int]]:
    """Find single contributions that the mean of several periods discloses.

    The periods publish them with independent noise, and their mean lies within p % of the original with a probability
    above the limit. Returns each address with this probability and the number of periods, by the noise law of the last
    period.
    """
    result = []
    for address, last_single in {key: single for singles in periods for key, single in singles.items()}.items():
        if not draws_anew(method, address.measure.magnitude):
            continue
        flow = method.settings_of(address.measure.magnitude).nature == "flow" and bool(method.own_key)
        shown = [(period_index, singles[address]) for period_index, singles in enumerate(periods) if address in singles]
        distinct_count = len(
            {
                (period_index if flow else 0, single_sum.drawn)
                for period_index, single_sum in shown
                if single_sum.key == last_single.key
            }
        )
        if distinct_count > 1:
            chance = average(last_single.factors, last_single.p, distinct_count, max(limits.share, last_single.half)).p
            if chance > limits.average + _SAME:
                result.append((address, chance, distinct_count))
    return result
