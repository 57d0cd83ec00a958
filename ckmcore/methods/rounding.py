"""Deterministic rounding of counts to a base [BA]; method.md section 4."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.derived import RECORDS, WEIGHTED, Counted, DerivedRules, Numbers, protected
from ckmcore.methods.examination import Examination, ExaminedBlock, Explanation
from ckmcore.methods.method import FigureTooLarge, divide_exactly, divide_half_away, whole_half_away
from ckmcore.methods.protected import Legend, ProtectedTable
from ckmcore.methods.settings import check_whole
from ckmcore.methods.signs import legend
from ckmcore.sentences import Sentence, sentence
from ckmcore.tabulate.raw import RawBlock, RawTable, weights_as_float
from ckmcore.tabulate.spec import MOST_DECIMALS


@dataclass(frozen=True)
class Rounding:
    """Every figure to the nearest multiple of `base` (2 or more), halves away from zero, in exact integers.

    Shares, relative changes and ratios come from originals, of a base of at least `minimum_base`, ten times that for
    each decimal. `ratio_decimals`: how many decimals ratios and rates may have; more only where the statistic declares
    them official.
    """

    kind: ClassVar[str] = "rounding"

    base: int = 10
    minimum_base: int = 250
    ratio_decimals: int = 1

    def __post_init__(self) -> None:
        check_whole("base", self.base, 2)
        check_whole("minimum_base", self.minimum_base, 1)
        check_whole("ratio_decimals", self.ratio_decimals, 0, MOST_DECIMALS)

    @property
    def name(self) -> Sentence:
        return sentence("method_rounding", base=self.base)

    @property
    def note(self) -> Sentence:
        return sentence("note_rounding", base=self.base)

    @property
    def short_note(self) -> Sentence:
        return sentence("note_rounding_short", base=self.base)

    @property
    def legend(self) -> Legend:
        return legend()

    def rounded(self, numbers: NDArray[np.int64], scale: int = 1) -> NDArray[np.int64]:
        """`numbers / scale` to the nearest multiple of the base, halves away from zero; numbers below 2^61."""
        return self.base * divide_half_away(numbers, self.base * scale)

    def _weighted(self, block: RawBlock) -> NDArray[np.int64]:
        if block.weights is None:
            raise ValueError("block without weights")
        if block.weight_decimals is None:
            multiples = whole_half_away(block.weights / self.base)
        else:
            weights = block.weights.astype(np.int64)
            scale = 10**block.weight_decimals
            # -2^63 has no absolute value in 64 bits: compare both ends.
            if int(weights.min(initial=0)) > -(2**61) and int(weights.max(initial=0)) < 2**61:
                return self.rounded(weights, scale)
            divisors = repeat(self.base * scale, weights.size)
            multiples = divide_exactly(weights.ravel().tolist(), divisors, weights.shape)
        if int(multiples.max(initial=0)) * self.base >= 2**63 or int(multiples.min(initial=0)) * self.base <= -(2**63):
            raise FigureTooLarge()
        return self.base * multiples

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Rounded counts, and weighted counts where they are asked for, with the originals that shares come from."""
        published = {RECORDS: self.rounded(block.counts)}
        originals = {RECORDS: Numbers(block.counts)}
        if weighted:
            published[WEIGHTED] = self._weighted(block)
            if block.weights is not None:
                originals[WEIGHTED] = Numbers(block.weights, block.weight_decimals or 0)
        rules = DerivedRules(self.minimum_base, ratio_decimals=self.ratio_decimals)
        return Counted(published, originals, rules=rules)

    def protect(self, raw: RawTable) -> ProtectedTable:
        return protected(raw, self)

    def examine(self, raw: RawTable) -> Examination:
        parts = {own: tuple(map(self._examined, blocks)) for own, blocks in raw.parts.items()}
        blocks = parts.get(raw.spec.values[0].conditions) or tuple(map(self._examined, raw.blocks))
        return Examination(raw.spec, blocks, parts)

    def _examined(self, block: RawBlock) -> ExaminedBlock:
        published = self.rounded(block.counts)
        weighted = None if block.weights is None else weights_as_float(block)
        published_w = None if block.weights is None else self._weighted(block).astype(np.float64)
        return ExaminedBlock(
            block.dimensions,
            block.counts,
            None,
            None,
            block.modular,
            block.modulus,
            block.key_digits,
            None,
            published - block.counts,
            published,
            weighted,
            published_w,
        )

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation:
        return Explanation(
            {dim.name: dim.nodes[place].code for dim, place in zip(raw.dimensions, position, strict=True)},
            int(examined.counts[position]),
            int(examined.noise[position]),
            int(examined.published[position]),
            weighted=None if examined.weighted is None else float(examined.weighted[position]),
            published_weighted=(
                None if examined.published_weighted is None else float(examined.published_weighted[position])
            ),
        )
