"""Deterministic rounding to a base [BA]; method.md section 4."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, get_args

from ckmcore.base.checked import checked
from ckmcore.base.typed import LATER
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.derived import Counted, DerivedRules, Numbers
from ckmcore.methods.multiples import Integers, RoundsToMultiples, nearest
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import Legend
from ckmcore.methods.settings import SettingsContradict, check_known, check_whole
from ckmcore.methods.signs import legend
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import MOST_DECIMALS

ShareOfZero = Literal["zero", "original"]


@checked
@dataclass(frozen=True)
class Rounding(RoundsToMultiples):
    """Every figure to the nearest multiple of its base, halves away from zero, in exact integers.

    Shares, relative changes and ratios come from originals, of an original base of at least `minimum_base`, ten times
    that for each decimal; differences, means and rates from rounded figures. `ratio_decimals`: how many decimals ratios
    and rates may have; more only where the statistic declares them official. `primary`: rules that mark dominance
    cells, whose sums are shown nowhere, as rounding does not protect them.

    share_of_zero: what is derived from a figure that publishes 0: "zero", as of any other 0; or "original", the way of
    [BA] (4 of 255 is 2 %), by which small figures can be narrowed down: it needs a `share_reason` on record.

    >>> rounded = ckm.protect(raw, ckm.Rounding(10))
    >>> rounded.value({"NUTS": "AT11", "SEX": "1"}), rounded.value({"NUTS": "AT11"}), rounded.value({})
    (150, 290, 600)
    """

    kind: ClassVar[str] = "rounding"

    ratio_decimals: int = 1
    primary: PrimaryRules | None = None
    share_of_zero: ShareOfZero = field(default="zero", kw_only=True, metadata=LATER)
    share_reason: str = field(default="", kw_only=True, metadata=LATER)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_known("share_of_zero", self.share_of_zero, get_args(ShareOfZero))
        if (self.share_of_zero == "original") != bool(self.share_reason.strip()):
            raise SettingsContradict(reason=sentence("contradict_share_reason"))
        check_whole("ratio_decimals", self.ratio_decimals, 0, MOST_DECIMALS)

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
        """How many of the largest contributions to a cell `tabulate` has to keep for it."""
        return max(1, self.primary.contributors) if self.primary is not None else 1

    def multiples(self, figures: Numbers, base: int, block: RawBlock) -> Integers:
        """Whole multiples of `base`, halves away from zero. Raises FigureTooLarge."""
        del block
        return nearest(figures, base)

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Rounded figures with the originals that shares come from, and the dominance cells.

        Raises FigureTooLarge, ContributorsNotKept.
        """
        found = super().counted(block, weighted=weighted)
        originals = self.originals(block, weighted=weighted)
        secret = {}
        if self.primary is not None:
            sensitive = {name: self.primary.sensitive(block, name) for name in block.magnitudes}
            secret = {measure: sensitive[measure.magnitude] for measure in originals if measure.is_sum}
        return replace(
            found,
            originals=originals,
            bases=self.tested(originals),
            secret=secret,
            rules=DerivedRules(
                self.minimum_base,
                ratio_decimals=self.ratio_decimals,
                zero_above=self.share_of_zero == "zero",
            ),
        )
