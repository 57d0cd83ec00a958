"""Deterministic rounding to a base [BA]; method.md section 4."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, get_args

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.base.typed import LATER
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.arithmetic import divide_half_away
from ckmcore.methods.count_noise import CountNoise, Floats, Ints
from ckmcore.methods.derived import RECORDS, Counted, DerivedRules, Numbers, averaged
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Family
from ckmcore.methods.multiples import Integers, RoundsToMultiples, nearest
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import Legend
from ckmcore.methods.settings import check_known, whole
from ckmcore.methods.signs import legend
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import MOST_DECIMALS, Measure

ShareOfZero = Literal["zero", "original"]


@checked
@dataclass(frozen=True)
class Rounding(RoundsToMultiples):
    """Rounding of each figure to the nearest multiple of its base, halves away from zero and exactly.

    Shares, relative changes and ratios are computed from originals whose base is at least `minimum_base`, ten times
    that for each decimal; differences, means and rates from rounded figures. ratio_decimals: decimals of ratios and
    rates; more only where the statistic declares them official. primary: rules that mark dominance cells, whose sums
    are never shown since rounding does not protect them.

    share_of_zero: values derived from a figure published as 0 are those of a 0 ("zero"), or of the original
    ("original", as [BA]: 4 of 255 is 2 %). The latter lets readers narrow down small figures and requires a recorded
    `share_reason`.

    >>> rounded = ckm.protect(raw, ckm.Rounding(10))
    >>> rounded.value({"NUTS": "AT11", "SEX": "1"}), rounded.value({"NUTS": "AT11"}), rounded.value({})
    (150, 290, 600)
    """

    kind: ClassVar[str] = "rounding"
    family: ClassVar[Family] = "rounding"
    option: ClassVar[str] = "rounding"
    derives_from_originals: ClassVar[bool] = True
    share_decimals: ClassVar[int] = 0

    ratio_decimals: int = whole(1, "ratio_decimals", 0, MOST_DECIMALS)
    primary: PrimaryRules | None = None
    share_of_zero: ShareOfZero = field(default="zero", kw_only=True, metadata=LATER)
    share_reason: str = field(default="", kw_only=True, metadata=LATER)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_known("share_of_zero", self.share_of_zero, get_args(ShareOfZero))
        if (self.share_of_zero == "original") != bool(self.share_reason.strip()):
            raise InputError("settings_contradict", reason=sentence("contradict_share_reason"))

    @property
    def name(self) -> Sentence:
        return sentence("method_rounding", base=self.base)

    @property
    def note(self) -> Sentence:
        note = self.with_bases(sentence("note_rounding", base=self.base))
        if self.share_of_zero == "zero":
            return note
        return joined([note, sentence("note_share_of_zero")], "note_and")

    @property
    def short_note(self) -> Sentence:
        return sentence("note_rounding_short", base=self.base)

    @property
    def legend(self) -> Legend:
        return legend(secret=self.primary is not None)

    @property
    def contributors(self) -> int:
        """Number of largest contributions to a cell that `tabulate` must keep."""
        return max(1, self.primary.contributors) if self.primary is not None else 1

    def multiples(self, figures: Numbers, base: int, block: RawBlock) -> Integers:
        """Whole multiples of `base`, halves away from zero. Raises figure_too_large."""
        del block
        return nearest(figures, base)

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Rounded figures with the originals for shares, and the mask of dominance cells.

        Raises figure_too_large, contributors_not_kept.
        """
        counted = super().counted(block, weighted=weighted)
        originals = self.originals(block, weighted=weighted)
        secret = dict(counted.secret)
        if self.primary is not None:
            sensitive = {name: self.primary.sensitive(block, name) for name in block.magnitudes}
            secret |= {measure: sensitive[measure.magnitude] for measure in originals if measure.is_sum}
        return replace(
            counted,
            originals=originals,
            bases=self.tested(originals),
            secret=secret,
            rules=self.derived_rules,
        )

    def behind_sum(self, published: int, magnitude: str, scale: int) -> tuple[int, int] | None:
        """The sums that are rounded to a multiple of the base, halves away from zero; see `Method`."""
        base = self.base_of(Measure("count", magnitude)) * scale
        below, above = -(-base // 2) - 1, (base - 1) // 2
        if published == 0:
            return -below, below
        if published > 0:
            return published - base // 2, published + above
        return published - above, published + base // 2

    @property
    def derived_rules(self) -> DerivedRules:
        """Rules for derived figures: minimum base, decimals, treatment of figures published as 0."""
        zero_above = self.share_of_zero == "zero"
        return DerivedRules(self.minimum_base, ratio_decimals=self.ratio_decimals, zero_above=zero_above)

    @property
    def count_noise(self) -> CountNoise:
        """Noise of rounding to the nearest multiple."""
        return NearestNoise(self.base)

    def stock_average(self, union: RawBlock, periods: int, *, weighted: bool) -> Counted:
        """S/m rounded once, to a multiple of the base."""
        averaged_, base = averaged(self.counted(union, weighted=weighted), periods), self.base_of(RECORDS)
        records = base * divide_half_away(union.counts, periods * base)
        return replace(averaged_, published={**averaged_.published, RECORDS: records})


@dataclass(frozen=True)
class NearestNoise(CountNoise):
    """Counts to the nearest multiple of the base, halves up."""

    base: int

    @property
    def largest(self) -> int:
        """Largest noise, half of the base."""
        return self.base // 2

    @property
    def rows(self) -> int:
        """Number of distributions: the base, since the remainder of a count decides."""
        return self.base

    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        """The single possible noise of each count, with probability 1; see `CountNoise`."""
        rounded = (2 * counts + self.base) // (2 * self.base) * self.base
        return (rounded - counts)[:, None], np.ones((len(counts), 1))

    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """Exact smallest and largest original, since every reader knows the base; see `CountNoise`."""
        return np.maximum(-((self.base - 2 * least) // 2), 0), (2 * most + self.base - 1) // 2
