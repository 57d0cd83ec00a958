"""Cell suppression: small counts get a sign, and with them further cells, so that nobody can recompute them.

Which cells these are is decided once for all tables of a group together (`ckmcore.rivals`), proven, and kept beside the
statistic; here the decision is only applied. Primary and secondary cells have the same sign in every form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.errors import InputError, ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.count_noise import UNBOUNDED, CountNoise, Floats, Ints, Signs
from ckmcore.methods.derived import RECORDS, Counted
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Family, Method
from ckmcore.methods.protected import Legend, ProtectedTable, Sign
from ckmcore.methods.signs import legend, only
from ckmcore.tabulate.raw import RawBlock, RawTable


@checked
@dataclass(frozen=True)
class Suppression(Method):
    """Counts of 1 to below `least`, and the cells that protect them, get a sign; all others are published as they are.

    least: the minimum frequency. groups: the variable whose category groups of units do not show, "" for none. pattern:
    content hash of the pattern that is applied. Tables outside the pattern show no figures. Other values than counts
    are refused.

    >>> ckm.Suppression(3, "", "0f").name.text("en")
    'cell suppression of counts below 3'
    """

    kind: ClassVar[str] = "suppression"
    family: ClassVar[Family] = "primary"
    option: ClassVar[str] = "suppression"
    alone: ClassVar[str] = "suppression"

    least: int = 3
    groups: str = ""
    pattern: str = ""

    def __post_init__(self) -> None:
        if self.least < 2:
            raise InputError("suppression_least", least=self.least)

    @property
    def name(self) -> Sentence:
        return sentence("rivals_suppression", least=self.least)

    @property
    def note(self) -> Sentence:
        return sentence("note_suppression", least=self.least)

    @property
    def short_note(self) -> Sentence:
        return sentence("note_suppression_short")

    @property
    def legend(self) -> Legend:
        return legend(secret=True)

    @property
    def made_from(self) -> str:
        return self.pattern

    @property
    def count_noise(self) -> CountNoise:
        """What figures and signs leave open."""
        return SuppressedCounts(0 if self.groups else 1)

    def protect(self, raw: RawTable) -> ProtectedTable:
        """The table with its signs. Raises suppression_values, and as `counted`."""
        if any(value.kind != "count" or value.own_filter for value in raw.spec.values):
            raise ProtectionError("suppression_values")
        return super().protect(raw)

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """The counts of a block with the signs of its pattern.

        Raises suppression_values, suppression_exempt, suppression_no_pattern for a table that was not protected with
        the others, and suppression_stale where its counts are others than those that were protected.
        """
        if weighted or block.magnitudes:
            raise ProtectionError("suppression_values")
        if block.exempt is not None and block.exempt.any():
            raise ProtectionError("suppression_exempt")
        cells = block.pattern
        if cells is None or cells.of is not block.counts or self.pattern not in cells.marks:
            raise ProtectionError("suppression_no_pattern")
        if cells.hidden is None:
            raise ProtectionError("suppression_stale" if cells.is_stale else "suppression_no_pattern")
        published = np.where(cells.hidden, 0, block.counts)
        return Counted({RECORDS: published}, signs=only(cells.hidden, Sign.UNKNOWN))


@dataclass(frozen=True)
class SuppressedCounts(CountNoise):
    """Figures are true; behind a sign is a count of at least `behind_sign`, 1 since zeros are published, 0 where groups
    hide zeros, too."""

    behind_sign: int

    @property
    def largest(self) -> int:
        """Figures do not deviate."""
        return 0

    @property
    def rows(self) -> int:
        """One distribution for all counts: no deviation."""
        return 1

    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        """No noise, with probability 1; see `CountNoise`."""
        return np.zeros((len(counts), 1), dtype=np.int64), np.ones((len(counts), 1))

    def interval(self, published: Ints, signs: Signs | None, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """The figure itself; behind a sign any count from `behind_sign` on."""
        low, high = super().interval(published, signs, knowledge)
        if signs is None:
            return low, high
        hidden = signs == Sign.UNKNOWN
        return np.where(hidden, self.behind_sign, low), np.where(hidden, UNBOUNDED, high)
