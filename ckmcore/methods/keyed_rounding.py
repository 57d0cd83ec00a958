"""Rounding drawn by the cell key: unbiased, and the same for a cell in every table; method.md section 4.

There is no rounding drawn without keys: fresh draws of the same figure average out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.cellkey import key_texts
from ckmcore.methods.count_noise import CountNoise, Floats, Ints
from ckmcore.methods.derived import Counted, DerivedRules, Numbers
from ckmcore.methods.examination import ExaminedBlock, Explanation
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.key_intervals import RoundingArcs, Tableau
from ckmcore.methods.method import Family
from ckmcore.methods.multiples import Integers, RoundsToMultiples, drawn
from ckmcore.tabulate.raw import RawBlock


@checked
@dataclass(frozen=True)
class KeyedRounding(RoundsToMultiples):
    """Rounding by the cell key: each figure becomes a multiple of its base, up where cell key / M < (figure mod base) /
    base, else down.

    The mean over the keys is the figure itself; multiples of the base, and so zeros, stay. Sums of a magnitude use the
    key of their contributors. Derived values are computed from published figures, whose base must be at least
    `minimum_base`, since the noise of each figure is almost a whole base.

    >>> rounded = ckm.protect(raw, ckm.KeyedRounding(5))
    >>> rounded.value({"NUTS": "AT21"}), rounded.value({})
    (150, 600)
    """

    kind: ClassVar[str] = "keyed_rounding"
    family: ClassVar[Family] = "keyed_rounding"
    needs_keys: ClassVar[bool] = True
    option: ClassVar[str] = "keyed-rounding"

    @property
    def name(self) -> Sentence:
        return sentence("method_keyed_rounding", base=self.base)

    @property
    def note(self) -> Sentence:
        return self.with_bases(sentence("note_keyed_rounding", base=self.base))

    @property
    def short_note(self) -> Sentence:
        return sentence("note_rounding_short", base=self.base)

    def multiples(self, figures: Numbers, base: int, block: RawBlock) -> Integers:
        """The multiples of `base` that the cell keys draw. Raises no_record_keys, figure_too_large."""
        if block.cell_keys is None or block.modulus is None:
            raise DataError("no_record_keys")
        return drawn(figures, base, block.cell_keys, block.modulus)

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Rounded figures. Raises no_record_keys, figure_too_large."""
        counted = super().counted(block, weighted=weighted)
        published = {measure: Numbers(figures) for measure, figures in counted.published.items()}
        return replace(counted, bases=self.tested(published), rules=self.derived_rules)

    @property
    def derived_rules(self) -> DerivedRules:
        """Rules for derived figures with the minimum base of the settings."""
        return DerivedRules(self.minimum_base)

    @property
    def count_noise(self) -> CountNoise:
        """Down or up by the cell key."""
        return DrawnNoise(self.base)

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation:
        """Explanation of one cell with its key. Confidential."""
        key_sum, key = key_texts(raw, position)
        fraction = None
        if raw.cell_keys is not None and raw.modulus is not None:
            fraction = int(raw.cell_keys[position]) / raw.modulus
        explanation = super().explain_cell(raw, examined, position)
        return replace(explanation, key_sum=key_sum, cell_key=key, cell_key_fraction=fraction)


@dataclass(frozen=True)
class DrawnNoise(CountNoise):
    """Noise of rounding counts to a neighbouring multiple of the base by the cell key."""

    base: int

    @property
    def largest(self) -> int:
        """Largest noise, base - 1."""
        return self.base - 1

    @property
    def rows(self) -> int:
        """Number of noise distributions: one for each remainder of a count by the base."""
        return self.base

    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        """Noise downwards and upwards with its probabilities; see `CountNoise`."""
        remainder = counts % self.base
        up = remainder / self.base
        if modulus is not None:
            up = -(-remainder * modulus // self.base) / modulus  # keys below rest M / base
        return np.stack([-remainder, self.base - remainder], axis=1), np.stack([1.0 - up, up], axis=1)

    @property
    def tableau(self) -> Tableau:
        """Key intervals in which counts are rounded up or down to multiples of the base."""
        return RoundingArcs(self.base)

    def reader(self, knowledge: IntruderScenario) -> IntruderScenario:
        """The tableau of rounding drawn by the key is public."""
        return knowledge if knowledge == "nothing" else "tableau"
