"""Figures brought to multiples of a base, exactly in integers: to the nearest one, or up or down by the cell key."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import repeat
from typing import Any, ClassVar, cast, get_args

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.arithmetic import divide_exactly, divide_half_away, whole_half_away
from ckmcore.methods.derived import RECORDS, WEIGHTED, Counted, Numbers
from ckmcore.methods.examination import ExaminedBlock, ExaminedMagnitude
from ckmcore.methods.method import Method
from ckmcore.methods.settings import check_settings, check_whole, choice, whole
from ckmcore.methods.sums import (
    MeanOf,
    MissingValues,
    Respondents,
    ShownWith,
    SumRules,
    blanks_as_zeros,
    measure_of,
    new_method,
    respondents,
)
from ckmcore.ptable.floor.floor import OpenRule, rounding_floor
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.spec import Measure

Integers = NDArray[np.int64]
# Up to here every step on the way fits in 64 bits.
_ROOM = 2**61


def nearest(figures: Numbers, base: int) -> Integers:
    """Round figures to whole multiples of `base`, halves away from zero; exact for scaled decimals.

    Raises figure_too_large.
    """
    scale = 10**figures.decimals
    if figures.array.dtype == np.float64:
        return _times(whole_half_away(figures.array / (base * scale)), base)
    if _fits(figures.array):
        return base * divide_half_away(figures.array, base * scale)
    numbers = figures.array.ravel().tolist()
    return _times(divide_exactly(numbers, repeat(base * scale, len(numbers)), figures.array.shape), base)


def drawn(figures: Numbers, base: int, keys: NDArray[np.uint64], modulus: int) -> Integers:
    """Round figures down to a multiple of `base`, or up where key / modulus < (figure mod base) / base.

    For negative figures the absolute value is rounded. The mean over all keys is exactly the figure. Raises
    figure_too_large.
    """
    scale = 10**figures.decimals
    whole = base * scale
    if figures.array.dtype == np.float64 or not _fits(figures.array) or whole * modulus >= _ROOM:
        return _drawn_exactly(figures, base, keys, modulus)
    size = np.abs(figures.array)
    below, remainder = np.divmod(size, whole)
    up = keys.astype(np.int64) * whole < remainder * modulus
    integers: Integers = base * (below + up)
    return np.where(figures.array < 0, -integers, integers)


def _drawn_exactly(figures: Numbers, base: int, keys: NDArray[np.uint64], modulus: int) -> Integers:
    """Round as `drawn` does, in Python integers and fractions, for intermediate values beyond 64 bits."""
    multiples = []
    if figures.array.dtype == np.float64 and not np.isfinite(figures.array).all():
        raise InputError("figure_too_large")
    for number, key in zip(figures.array.ravel().tolist(), keys.ravel().tolist(), strict=True):
        size = abs(Fraction(number)) / (base * 10**figures.decimals)
        below = size.numerator // size.denominator
        multiple = base * (below + (Fraction(key, modulus) < size - below))
        if multiple >= 2**63:
            raise InputError("figure_too_large")
        multiples.append(-multiple if number < 0 else multiple)
    return np.array(multiples, dtype=np.int64).reshape(figures.array.shape)


def _fits(numbers: NDArray[np.int64]) -> bool:
    # -2^63 has no absolute value in 64 bits: compare both ends.
    return int(numbers.min(initial=0)) > -_ROOM and int(numbers.max(initial=0)) < _ROOM


def _times(multiples: Integers, base: int) -> Integers:
    if int(multiples.max(initial=0)) * base >= 2**63 or int(multiples.min(initial=0)) * base <= -(2**63):
        raise InputError("figure_too_large")
    return base * multiples


@dataclass(frozen=True)
class RoundsToMultiples(Method):
    """Base class of methods that publish multiples of a base: counts, weighted counts, sums of magnitudes.

    base: of counts. magnitude_bases: pairs (magnitude, base) in the magnitude's unit; sums of other magnitudes have the
    base of counts. minimum_base: smallest base of shares, relative changes and ratios; for sums it is scaled by the
    ratio of their base to the base of counts. missing, mean_of, shown_with: of all magnitudes, as in SumRules, by
    default those of new methods (`NEW_METHOD`). With "records" weighted counts too are shown only beside published
    counts above 0.
    """

    takes_sums: ClassVar[bool] = True

    base: int = whole(10, "base", 2)
    minimum_base: int = whole(250, "minimum_base", 1)
    magnitude_bases: tuple[tuple[str, int], ...] = ()
    missing: MissingValues = choice("zero", "missing", get_args(MissingValues), later=True, more=new_method("missing"))
    mean_of: MeanOf = choice("records", "mean_of", get_args(MeanOf), later=True, more=new_method("mean_of"))
    shown_with: ShownWith = choice(
        "contributors", "shown_with", get_args(ShownWith), later=True, more=new_method("shown_with")
    )

    def __post_init__(self) -> None:
        check_settings(self)
        names = [name for name, _ in self.magnitude_bases]
        for name, base in self.magnitude_bases:
            check_whole("magnitude_base", base, 2)
            if names.count(name) > 1:
                raise InputError("settings_contradict", reason=sentence("contradict_settings_twice", magnitude=name))

    @property
    def floor(self) -> tuple[OpenRule, ...]:
        """The open rules of the base of counts (F5, F6, F9)."""
        return rounding_floor(self.base, keyed=self.needs_keys)

    def with_bases(self, note: Sentence) -> Sentence:
        """Note with added sentences on sums of magnitudes with bases of their own."""
        more_sentences = [
            sentence("note_magnitude_base", magnitude=name, base=base) for name, base in self.magnitude_bases
        ]
        return joined([note, *more_sentences], "note_and")

    @property
    def contributors(self) -> int:
        """Number of largest contributions to a cell that `tabulate` must keep."""
        return 1

    @property
    def _rules(self) -> SumRules:
        return SumRules(self.missing, self.mean_of, shown_with=self.shown_with)

    def sum_rules(self, magnitude: str) -> SumRules:
        """Rules of sums, which are the same for every magnitude."""
        del magnitude
        return self._rules

    def warnings(self, raw: RawTable) -> tuple[Sentence, ...]:
        """Magnitudes whose records without a value count as 0."""
        rules = dict.fromkeys(raw.spec.magnitudes, self._rules)
        return blanks_as_zeros(raw, rules)

    @abstractmethod
    def multiples(self, figures: Numbers, base: int, block: RawBlock) -> Integers:
        """Multiples of `base` that are published for figures of a block."""

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Rounded counts and sums of a block, and, with `weighted`, weighted ones.

        Raises figure_too_large, magnitude_values_missing.
        """
        rules, integers = self._rules, {}
        for name in block.magnitudes:
            rules.refuse(block, name)
        for measure, figures in self.originals(block, weighted=weighted).items():
            records = block
            if measure.magnitude and not measure.is_sum:
                which = cast(Respondents, measure.of.removeprefix("weighted_"))
                records = respondents(block, measure.magnitude, which, rules)
            integers[measure] = self.multiples(figures, self.base_of(measure), records)
        secret = {}
        if WEIGHTED in integers and rules.shown_with == "records":
            secret[WEIGHTED] = integers[RECORDS] == 0
        return Counted(integers, secret=secret, sums=dict.fromkeys(block.magnitudes, rules))

    def base_of(self, measure: Measure) -> int:
        """Base of a measure; numbers of records have the base of counts."""
        if not measure.is_sum:
            return self.base
        return dict(self.magnitude_bases).get(measure.magnitude, self.base)

    def originals(self, block: RawBlock, *, weighted: bool) -> dict[Measure, Numbers]:
        """The figures of a block before rounding. Confidential."""
        originals = {RECORDS: Numbers(block.counts)}
        if weighted and block.weights is not None:
            originals[WEIGHTED] = Numbers(block.weights, block.weight_decimals or 0)
        for name, raw in block.magnitudes.items():
            originals[Measure("count", name)] = Numbers(raw.sums, raw.decimals or 0)
            if weighted and raw.weighted_sums is not None:
                originals[Measure("weighted_count", name)] = Numbers(raw.weighted_sums, raw.weighted_decimals or 0)
            rules = self._rules
            for which in rules.numbers():
                records = respondents(block, name, which, rules)
                originals[measure_of(which, "count", name)] = Numbers(records.counts)
                if weighted and records.weights is not None:
                    heavy = Numbers(records.weights, records.weight_decimals or 0)
                    originals[measure_of(which, "weighted_count", name)] = heavy
        return originals

    def tested(self, originals: dict[Measure, Numbers]) -> dict[Measure, Numbers]:
        """Figures for the test of the minimum base: sums in units in which their base equals the base of counts."""
        units = {measure: max(1, -(-self.base_of(measure) // self.base)) for measure in originals}
        return {
            measure: Numbers(figures.array, figures.decimals, units[measure]) for measure, figures in originals.items()
        }

    @property
    def of_counts(self) -> Method:
        """The method without settings for sums, which do not matter for counts."""
        return replace(self, missing="zero", mean_of="records", shown_with="contributors")

    def _examined(self, block: RawBlock) -> ExaminedBlock:
        counted = self.counted(block, weighted=block.weights is not None)
        published, plain_block = counted.published, self._examined_counts(block, counted)
        former_originals = self.originals(block, weighted=block.weights is not None)

        def divided_by(measure: Measure) -> tuple[NDArray[Any], NDArray[Any]] | None:
            by = self._rules.divisor(measure.of, measure.magnitude)
            if by not in former_originals or self.mean_of == "records":
                return None
            return former_originals[by].array / np.float64(10 ** former_originals[by].decimals), published[by]

        magnitudes = {
            measure: ExaminedMagnitude(
                figures.array / np.float64(10**figures.decimals),
                published[measure].astype(np.float64),
                block.magnitudes[measure.magnitude].contributors,
                plain_block.cell_keys,
                counted.secret.get(measure, np.zeros(block.cells.held, dtype=np.bool_)),
                divided_by=divided_by(measure),
            )
            for measure, figures in former_originals.items()
            if measure.is_sum
        }
        return replace(plain_block, magnitudes=magnitudes)
