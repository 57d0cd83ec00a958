"""Cell suppression: small counts and sensitive sums get a sign, and with them further cells, so that nobody can
recompute them.

Which cells these are is decided once for all tables of a group together (`ckmcore.rivals`), proven, and kept beside the
statistic; here the decision is only applied. Primary and secondary cells have the same sign in every form.

Means, shares, changes, ratios and rates are computed from figures without a sign alone, and have one where any of these
has it. They are a function of what the pattern takes as published, in full, so they tell nothing that it was not proven
against, however they are rounded, and whether the table shows those figures or not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import InputError, ProtectionError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.count_noise import UNBOUNDED, CountNoise, Floats, Ints, Signs
from ckmcore.methods.derived import RECORDS, Counted
from ckmcore.methods.examination import ExaminedBlock, ExaminedMagnitude
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Family, Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import Legend, ProtectedTable, Sign
from ckmcore.methods.signs import legend, only
from ckmcore.methods.sums import blanks_of_table
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.spec import Measure, TableSpec, Value


def is_suppressed(value: Value) -> bool:
    """Whether suppression publishes a value: counts and unweighted sums of all records, and what is computed from these
    alone. Counts by answer are others than those of the pattern, and so are those of the classes of quantiles."""
    other = value.counts_answers or value.is_quantile or value.needs_weights
    return not (other or value.conditions or value.base_conditions)


@checked
@dataclass(frozen=True)
class Suppression(Method):
    """Counts of 1 to below `least`, sums that are sensitive by rules, and the cells that protect them get a sign; all
    others are published as they are.

    least: the minimum frequency, 0 for none. groups: the variable whose category groups of units do not show, "" for
    none. pattern: content hash of the pattern that is applied. rules: of sums, None where they are refused. Tables
    outside the pattern show no figures. Values other than those of `is_suppressed` are refused, and means where records
    have no value.

    >>> ckm.Suppression(3, "", "0f").name.text("en")
    'cell suppression of counts below 3'
    """

    kind: ClassVar[str] = "suppression"
    family: ClassVar[Family] = "primary"
    option: ClassVar[str] = "suppression"
    alone: ClassVar[str] = "suppression"
    takes_sums: ClassVar[bool] = True

    least: int = 3
    groups: str = ""
    pattern: str = ""
    rules: PrimaryRules | None = None

    def __post_init__(self) -> None:
        if self.least == 1 or self.least < 0:
            raise InputError("suppression_least", least=self.least)

    @property
    def name(self) -> Sentence:
        if not self.least:
            return sentence("rivals_suppression_of_sums")
        return sentence("rivals_suppression", least=self.least)

    @property
    def note(self) -> Sentence:
        notes = [sentence("note_suppression", least=self.least)] if self.least else []
        notes += [] if self.rules is None else [sentence("note_suppression_sums")]
        return joined([*notes, sentence("note_suppression_signs")], "note_and")

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

    def check_values(self, raw: RawTable) -> None:
        """Raises suppression_values, and suppression_blanks for means where records have no value."""
        if not all(map(is_suppressed, raw.spec.values)):
            raise ProtectionError("suppression_values")
        means = {value.magnitude for value in raw.spec.values if value.kind == "mean"}
        for name, title, count in blanks_of_table(raw):
            if count and name in means:
                raise ProtectionError("suppression_blanks", magnitude=title, count=count)

    def remarks_of(self, spec: TableSpec) -> tuple[Sentence, ...]:
        """Where derived figures have a sign."""
        return (sentence("remark_suppression_derived"),) if any(value.is_derived for value in spec.values) else ()

    def protect(self, raw: RawTable) -> ProtectedTable:
        """The table with its signs. Raises as `check_values` and `counted`."""
        self.check_values(raw)
        table, more = super().protect(raw), self.remarks_of(raw.spec)
        return replace(table, remarks=(*table.remarks, *more)) if more else table

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """The figures of a block with the signs of its pattern.

        Raises suppression_values, suppression_exempt, suppression_no_pattern for a table that was not protected with
        the others, and suppression_stale where its figures are others than those that were protected.
        """
        if weighted or (block.magnitudes and self.rules is None):
            raise ProtectionError("suppression_values" if weighted else "suppression_no_pattern")
        if block.exempt is not None and block.exempt.any():
            raise ProtectionError("suppression_exempt")
        hidden = {name: self._hidden(block, name) for name in ("", *block.magnitudes)}
        published = {RECORDS: np.where(hidden[""], 0, block.counts)}
        secret, decimals = {}, {}
        for name, raw in block.magnitudes.items():
            measure = Measure("count", name)
            # A sum beside a count with a sign has one, too: what is not shown says nothing.
            secret[measure] = hidden[name] | hidden[""]
            published[measure] = np.where(secret[measure], 0, raw.sums)
            decimals[measure] = raw.decimals or 0
        return Counted(published, decimals=decimals, signs=only(hidden[""], Sign.UNKNOWN), secret=secret)

    def _hidden(self, block: RawBlock, magnitude: str) -> NDArray[np.bool_]:
        """The mask of the cells with a sign. magnitude: "" for counts."""
        cells = block.pattern
        if cells is None or cells.of is not block.counts or self.pattern not in cells.marks:
            raise ProtectionError("suppression_no_pattern")
        if magnitude not in cells.hidden:
            raise ProtectionError("suppression_stale" if magnitude in cells.stale else "suppression_no_pattern")
        return cells.hidden[magnitude]

    def _examined(self, block: RawBlock) -> ExaminedBlock:
        counted = self.counted(block, weighted=False)
        magnitudes = {
            measure: ExaminedMagnitude(
                block.magnitudes[measure.magnitude].sums / np.float64(10**decimals),
                counted.published[measure].astype(np.float64) / 10**decimals,
                block.magnitudes[measure.magnitude].contributors,
                None,
                counted.secret[measure],
            )
            for measure, decimals in counted.decimals.items()
        }
        return replace(self._examined_counts(block, counted), magnitudes=magnitudes)


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
