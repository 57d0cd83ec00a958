"""Deterministic rounding of counts to a base [BA]; method.md section 4."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.methods.examination import Examination, ExaminedBlock, Explanation
from ckmcore.methods.method import FigureTooLarge, divide_exactly, divide_half_away, whole_half_away
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.methods.signs import marked
from ckmcore.sentences import Sentence, sentence
from ckmcore.tabulate.raw import RawBlock, RawTable, weights_as_float


class RoundingBase(CkmError):
    code = "rounding_base"


@dataclass(frozen=True)
class Rounding:
    """Every figure to the nearest multiple of `base` (2 or more), halves away from zero, in exact integers."""

    base: int = 10

    def __post_init__(self) -> None:
        if not 2 <= self.base <= 10**9:
            raise RoundingBase(base=self.base)

    @property
    def name(self) -> Sentence:
        return sentence("method_rounding", base=self.base)

    @property
    def note(self) -> Sentence:
        return sentence("note_rounding", base=self.base)

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

    def protect(self, raw: RawTable) -> ProtectedTable:
        blocks = tuple(
            ProtectedBlock(
                block.dimensions,
                tuple(
                    self.rounded(block.counts) if value.kind == "count" else self._weighted(block)
                    for value in raw.spec.values
                ),
            )
            for block in raw.blocks
        )
        return marked(ProtectedTable(raw.spec, blocks, self.name, self.note, raw.filters), raw.structural_zeros)

    def examine(self, raw: RawTable) -> Examination:
        blocks = []
        for block in raw.blocks:
            published = self.rounded(block.counts)
            weighted = None if block.weights is None else weights_as_float(block)
            published_w = None if block.weights is None else self._weighted(block).astype(np.float64)
            blocks.append(
                ExaminedBlock(
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
            )
        return Examination(raw.spec, tuple(blocks))

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
