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
from ckmcore.tabulate.spec import Code, TableSpec

Family = Literal["rounding", "keyed_rounding", "cell_key", "safe", "primary"]
"""What the board of methods judges alike where nothing is measured."""


class Method(ABC):
    """A method of protection, which turns a raw table into publishable figures and can explain its effect.

    Subclasses are frozen dataclasses of perturbation tables and settings, checked at construction. Other code uses only
    this interface and never asks for the class.

    kind: name in files; option: name on the command line; family: for grading. needs_keys: uses cell keys; without them
    equal counts always get equal noise. derives_from_originals: shares, ratios and relative changes are computed from
    unprotected figures. share_decimals: default decimals of new shares. takes_sums: publishes sums of magnitudes.
    changes_records: publishes counts of changed records. alone: methods that do not share a population with others, by
    their kind; "" for methods that do.
    """

    kind: ClassVar[str]
    family: ClassVar[Family]
    option: ClassVar[str]
    needs_keys: ClassVar[bool] = False
    derives_from_originals: ClassVar[bool] = False
    share_decimals: ClassVar[int] = 1
    takes_sums: ClassVar[bool] = False
    changes_records: ClassVar[bool] = False
    alone: ClassVar[str] = ""
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @abstractmethod
    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Published figures of a block: counts, with `weighted` weighted counts, and sums of magnitudes."""

    @property
    @abstractmethod
    def count_noise(self) -> CountNoise:
        """Distribution of the noise that the method adds to counts."""

    @property
    @abstractmethod
    def name(self) -> Sentence:
        """Name of the method."""

    @property
    @abstractmethod
    def note(self) -> Sentence:
        """Note on the method for readers of a table."""

    @property
    @abstractmethod
    def short_note(self) -> Sentence:
        """Note on the method in one line."""

    @property
    def legend(self) -> Legend:
        """Meaning of each sign that may replace or surround a figure."""
        return legend()

    @property
    def contributors(self) -> int:
        """Number of largest contributions to a cell that the method needs; `tabulate` must keep as many."""
        return 0

    @property
    def derived_rules(self) -> DerivedRules:
        """Rules of the method for derived figures."""
        return DerivedRules()

    @property
    def floor(self) -> tuple[OpenRule, ...]:
        """Open rules of the floor under protection that need no data (F1 to F9), in order."""
        return ()

    @property
    def weighted_by_count(self) -> int | None:
        """Step of weighted counts that are computed from the published number of records, so that both together reveal
        the mean weight; None where they are not."""
        return None

    def behind_sum(self, published: int, magnitude: str, scale: int) -> tuple[int, int] | None:
        """The least and the largest original sum behind a published one, in whole parts of the magnitude's unit, of
        which `scale` make one; None where readers know no bound."""
        del published, magnitude, scale
        return None

    @property
    def made_from(self) -> str:
        """Content hash of what the method applies and a period keeps: changed records, a pattern; "" for nothing."""
        return ""

    @property
    def weighted_apart(self) -> bool:
        """Whether weighted counts have noise of their own instead of the noise of the count."""
        return False

    def with_weighted_steps(self, least: int) -> tuple[tuple[int, Method], ...]:
        """Variants of the method with each step of weighted counts from `least` on, in order; empty without such
        steps."""
        del least
        return ()

    @property
    def claims(self) -> tuple[str, ...]:
        """Names of the note's claims on how figures change (`criterion_<name>`), which are judged on tables
        elsewhere."""
        return ()

    @property
    def of_counts(self) -> Method:
        """The method without settings that matter only for sums; two methods treat counts alike where these are
        equal."""
        return self

    def sum_rules(self, magnitude: str) -> SumRules:
        """Rules on which records count in sums of a magnitude, and what means divide by."""
        del magnitude
        return SumRules()

    def warnings(self, raw: RawTable) -> tuple[Sentence, ...]:
        """Warnings on a table under the method."""
        del raw
        return ()

    def stock_average(self, union: RawBlock, periods: int, *, weighted: bool) -> Counted | None:
        """Average of a stock over periods as published by a method without keys; None for nothing. union: records of
        all periods; periods: their number."""
        del union, periods, weighted
        return None

    def check_values(self, raw: RawTable) -> None:
        """Raises where the method does not publish a value of a table."""
        del raw

    def remarks_of(self, spec: TableSpec) -> tuple[Sentence, ...]:
        """Further notes on a table under the method."""
        del spec
        return ()

    def protect(self, raw: RawTable) -> ProtectedTable:
        """The protected table. Raises what `counted` raises."""
        with raw.calling_magnitudes():
            return protected(raw, self)

    def examine(self, raw: RawTable) -> Examination:
        """Effect of the method on every cell. Confidential."""
        with raw.calling_magnitudes():
            examined_blocks = {
                own_filter: tuple(map(self._examined, blocks)) for own_filter, blocks in raw.parts.items()
            }
            blocks = examined_blocks.get(raw.spec.values[0].own_filter) or tuple(map(self._examined, raw.blocks))
        return Examination(raw.spec, blocks, examined_blocks)

    def _examined(self, block: RawBlock) -> ExaminedBlock:
        return self._examined_counts(block, self.counted(block, weighted=block.weights is not None))

    def _examined_counts(self, block: RawBlock, counted: Counted) -> ExaminedBlock:
        published = counted.published
        return ExaminedBlock(
            block.dimensions,
            block.counts,
            block.key_sums if self.needs_keys else None,
            block.cell_keys if self.needs_keys else None,
            block.modular,
            block.modulus,
            block.key_digits,
            None,
            published[RECORDS] - block.counts,
            published[RECORDS],
            None if block.weights is None else weights_as_float(block),
            None if block.weights is None else published[WEIGHTED].astype(np.float64),
            listed=block.listed,
        ).unchanged(block.exempt)

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation:
        """The story of one cell. Confidential."""
        return Explanation(
            {dim.name: dim.nodes[coordinate].code for dim, coordinate in zip(raw.dimensions, position, strict=True)},
            int(examined.counts[position]),
            int(examined.noise[position]),
            int(examined.published[position]),
            weighted=None if examined.weighted is None else float(examined.weighted[position]),
            published_weighted=(
                None if examined.published_weighted is None else float(examined.published_weighted[position])
            ),
        )


def noise_of(source: PTable | Method) -> CountNoise:
    """Distribution of the noise that a method, or a perturbation table alone, adds to counts. Raises
    expectation_unknown_method."""
    if isinstance(source, PTable):
        return TableNoise(source)
    if not isinstance(source, Method):
        raise InputError("expectation_unknown_method", method=source.name)
    return source.count_noise


@checked
def protect(raw: RawTable, method: Method) -> ProtectedTable:
    """Protect a raw table by a method; every cell, total or not, is protected independently.

    >>> ckm.protect(raw, ckm.Rounding(5)).value({"NUTS": "AT12"})
    160
    """
    tell(blanks_told(blanks_of_table(raw), method.sum_rules))
    return method.protect(raw)


@checked
def examine(raw: RawTable, method: Method) -> Examination:
    """Effect of a method on every cell of a raw table. Confidential.

    >>> seen = ckm.examine(raw, ckm.Rounding(10)).blocks[0]
    >>> seen.counts[0], seen.published[0]
    (array([600, 303, 297]), array([600, 300, 300]))
    """
    return method.examine(raw)


@checked
def explain(raw: RawTable, method: Method, address: Mapping[str, Code], block: int = 0) -> Explanation:
    """Explain the cell at `{dimension: code or TOTAL}`; absent dimensions mean TOTAL. block: index of the block.
    Confidential.

    >>> told = ckm.explain(raw, ckm.CellKeyMethod(ptable), {"NUTS": "AT21"})
    >>> told.published == told.count + told.noise
    True
    """
    found_block = raw.blocks[block]
    position = position_of(found_block.dimensions, address)
    if found_block.listed is not None:
        return explain_listed(found_block, method, position)
    return method.explain_cell(found_block, method.examine(raw).blocks[block], position)


def explain_listed(block: RawBlock, method: Method, position: tuple[int, ...]) -> Explanation:
    """Explain one cell of a listed block, or an empty cell outside the list. position: index in each dimension.
    Confidential."""
    single_block = block.alone(position)
    return method.explain_cell(single_block, method._examined(single_block), (0,) * len(position))
