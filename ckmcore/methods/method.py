"""What every method offers, and the three verbs of the public face: protect, examine, explain."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.errors import InputError
from ckmcore.messages import Sentence
from ckmcore.methods.count_noise import CountNoise
from ckmcore.methods.derived import RECORDS, WEIGHTED, Counted, DerivedRules, protected
from ckmcore.methods.examination import Examination, ExaminedBlock, Explanation
from ckmcore.methods.protected import Legend, ProtectedTable
from ckmcore.methods.signs import legend
from ckmcore.methods.sums import SumRules, blanks_of_table, blanks_told
from ckmcore.methods.table_noise import TableNoise
from ckmcore.ptable import PTable
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.tabulate.cells import position_of
from ckmcore.tabulate.raw import RawBlock, RawTable, weights_as_float
from ckmcore.tabulate.spec import Code

Family = Literal["rounding", "keyed_rounding", "cell_key"]
"""What the board of methods judges alike where nothing is measured."""


class Method(ABC):
    """A method of protection: from a raw table to figures that may be published, and to what it did.

    A frozen dataclass of its perturbation tables and its settings, checked when it is made. What it says of itself is
    all that others ask: nobody asks what method it is.

    kind: names it in files; option: in the command. needs_keys: it draws by cell keys; without them the same count
    always errs the same way. derives_from_originals: shares, ratios and relative changes are made of figures before
    protection. share_decimals: that new shares begin with. takes_sums: it publishes sums of magnitudes.
    """

    kind: ClassVar[str]
    family: ClassVar[Family]
    option: ClassVar[str]
    needs_keys: ClassVar[bool] = False
    derives_from_originals: ClassVar[bool] = False
    share_decimals: ClassVar[int] = 1
    takes_sums: ClassVar[bool] = False
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @abstractmethod
    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """What it publishes of a block: counts, weighted ones where they are asked for, sums of magnitudes."""

    @property
    @abstractmethod
    def count_noise(self) -> CountNoise:
        """What it does to counts."""

    @property
    @abstractmethod
    def name(self) -> Sentence:
        """What it is called."""

    @property
    @abstractmethod
    def note(self) -> Sentence:
        """What the reader of a table is told."""

    @property
    @abstractmethod
    def short_note(self) -> Sentence:
        """The same in one line."""

    @property
    def legend(self) -> Legend:
        """What each sign means that may stand in the place of a figure, or around it."""
        return legend()

    @property
    def contributors(self) -> int:
        """How many of the largest contributions to a cell's sums it looks at; `tabulate` has to keep as many."""
        return 0

    @property
    def derived_rules(self) -> DerivedRules:
        """What it asks of derived figures."""
        return DerivedRules()

    @property
    def floor(self) -> tuple[OpenRule, ...]:
        """The open rules of the floor under protection that need no data (F1 to F9), in order."""
        return ()

    @property
    def weighted_by_count(self) -> int | None:
        """The step of weighted counts that are made of the published number of records, so that the two together give
        a mean weight without noise; None: they are made otherwise."""
        return None

    @property
    def weighted_apart(self) -> bool:
        """Whether weighted counts carry noise of their own instead of the noise of the count."""
        return False

    def with_weighted_steps(self, least: int) -> tuple[tuple[int, Method], ...]:
        """The same method with each step of weighted counts from `least` on, in order; empty: it has no steps."""
        del least
        return ()

    @property
    def claims(self) -> tuple[str, ...]:
        """What its note says of how figures change, by name (`criterion_<name>`): judged over tables, not here."""
        return ()

    @property
    def of_counts(self) -> Method:
        """The same method but for what only sums of magnitudes know: two that are equal treat counts alike."""
        return self

    def sum_rules(self, magnitude: str) -> SumRules:
        """Which records count in sums of a magnitude, and what means divide by."""
        del magnitude
        return SumRules()

    def warnings(self, raw: RawTable) -> tuple[Sentence, ...]:
        """What is odd about a table under the method, one sentence each."""
        del raw
        return ()

    def stock_average(self, union: RawBlock, periods: int, *, weighted: bool) -> Counted | None:
        """What a method without keys shows as the average of a stock over periods, of the records of all of them; None:
        nothing."""
        del union, periods, weighted
        return None

    def protect(self, raw: RawTable) -> ProtectedTable:
        """The protected table. Raises what `counted` raises."""
        with raw.calling_magnitudes():
            return protected(raw, self)

    def examine(self, raw: RawTable) -> Examination:
        """What it did to every cell. Confidential."""
        with raw.calling_magnitudes():
            parts = {own: tuple(map(self._examined, blocks)) for own, blocks in raw.parts.items()}
            blocks = parts.get(raw.spec.values[0].own_filter) or tuple(map(self._examined, raw.blocks))
        return Examination(raw.spec, blocks, parts)

    def _examined(self, block: RawBlock) -> ExaminedBlock:
        return self._examined_counts(block, self.counted(block, weighted=block.weights is not None))

    def _examined_counts(self, block: RawBlock, counted: Counted) -> ExaminedBlock:
        found = counted.published
        return ExaminedBlock(
            block.dimensions,
            block.counts,
            block.key_sums if self.needs_keys else None,
            block.cell_keys if self.needs_keys else None,
            block.modular,
            block.modulus,
            block.key_digits,
            None,
            found[RECORDS] - block.counts,
            found[RECORDS],
            None if block.weights is None else weights_as_float(block),
            None if block.weights is None else found[WEIGHTED].astype(np.float64),
            listed=block.listed,
        ).unchanged(block.exempt)

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation:
        """The story of one cell. Confidential."""
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


def noise_of(source: PTable | Method) -> CountNoise:
    """What a method, or a perturbation table alone, does to counts. Raises expectation_unknown_method."""
    if isinstance(source, PTable):
        return TableNoise(source)
    if not isinstance(source, Method):
        raise InputError("expectation_unknown_method", method=source.name)
    return source.count_noise


@checked
def protect(raw: RawTable, method: Method) -> ProtectedTable:
    """The protected table of `raw` under `method`; every cell, total or not, is protected on its own.

    >>> ckm.protect(raw, ckm.Rounding(5)).value({"NUTS": "AT12"})
    160
    """
    tell(blanks_told(blanks_of_table(raw), method.sum_rules))
    return method.protect(raw)


@checked
def examine(raw: RawTable, method: Method) -> Examination:
    """What `method` did to every cell of `raw`. Confidential.

    >>> seen = ckm.examine(raw, ckm.Rounding(10)).blocks[0]
    >>> seen.counts[0], seen.published[0]
    (array([600, 303, 297]), array([600, 300, 300]))
    """
    return method.examine(raw)


@checked
def explain(raw: RawTable, method: Method, address: Mapping[str, Code], block: int = 0) -> Explanation:
    """The story of the cell at `{dimension: code or TOTAL}` (absent = TOTAL). Confidential.

    >>> told = ckm.explain(raw, ckm.CellKeyMethod(ptable), {"NUTS": "AT21"})
    >>> told.published == told.count + told.noise
    True
    """
    found = raw.blocks[block]
    position = position_of(found.dimensions, address)
    if found.listed is not None:
        return explain_listed(found, method, position)
    return method.explain_cell(found, method.examine(raw).blocks[block], position)


def explain_listed(block: RawBlock, method: Method, position: tuple[int, ...]) -> Explanation:
    """The story of one cell of a list, or of an empty one that it does not have. Confidential."""
    alone = block.alone(position)
    return method.explain_cell(alone, method._examined(alone), (0,) * len(position))
