"""Counts of records that the SAFE principle changed once: every combination of their keys is frequent, or absent.

The records are changed apart from this (`ckmcore.rivals.safe`) and kept beside the statistic; here their counts are
published in the place of the originals. They add up and agree between tables, whatever keys these show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ckmcore.base.checked import checked
from ckmcore.errors import InputError, ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.count_noise import UNBOUNDED, CountNoise, Floats, Ints, some_record
from ckmcore.methods.derived import RECORDS, Counted
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Family, Method
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import ANSWER, CLASS


@checked
@dataclass(frozen=True)
class SafePrinciple(Method):
    """Counts after the SAFE principle. Other variables, magnitudes and weights are not protected, and refused.

    keys: the variables that were changed. least: records of a combination that occurs. records: content hash of the
    changed records, from which alone counts are published.

    >>> ckm.SafePrinciple(("NUTS", "SEX"), 3, "0f").name.text("en")
    'SAFE principle (own program)'
    """

    kind: ClassVar[str] = "safe"
    family: ClassVar[Family] = "safe"
    option: ClassVar[str] = "safe"
    changes_records: ClassVar[bool] = True
    alone: ClassVar[str] = "safe"

    keys: tuple[str, ...] = ()
    least: int = 3
    records: str = ""

    def __post_init__(self) -> None:
        if self.least < 2:
            raise InputError("safe_least", least=self.least)

    @property
    def name(self) -> Sentence:
        return sentence("method_safe")

    @property
    def note(self) -> Sentence:
        return sentence("note_safe", least=self.least)

    @property
    def short_note(self) -> Sentence:
        return sentence("note_safe_short")

    @property
    def made_from(self) -> str:
        return self.records

    @property
    def count_noise(self) -> CountNoise:
        """What is known of originals behind published counts."""
        return ChangedCounts()

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """The counts of the changed records for the cells of a block.

        Raises safe_weights, safe_magnitudes, safe_exempt, safe_variables, safe_list, and safe_not_there where the
        changed records are not those of this method.
        """
        if weighted:
            raise ProtectionError("safe_weights")
        if block.magnitudes:
            raise ProtectionError("safe_magnitudes", magnitude=next(iter(block.magnitudes)))
        if block.exempt is not None and block.exempt.any():
            raise ProtectionError("safe_exempt")
        safe = block.safe
        if safe is None or safe.of is not block.counts or safe.mark != self.records:
            raise ProtectionError("safe_not_there")
        if safe.others:
            names = tuple(name.removeprefix(ANSWER).removeprefix(CLASS) for name in safe.others)
            raise ProtectionError("safe_variables", variables=names, keys=self.keys)
        if safe.counts is None:
            raise ProtectionError("safe_list" if block.listed is not None else "safe_not_there")
        return Counted({RECORDS: safe.counts})


@dataclass(frozen=True)
class ChangedCounts(CountNoise):
    """Counts of changed records. A published count above 0 says that there is a record, since no combination is new.
    How far counts deviate is known of tables as a whole alone."""

    @property
    def largest(self) -> int:
        """No bound is known of single cells."""
        return UNBOUNDED

    @property
    def rows(self) -> int:
        """The noise depends on the records, not on the count."""
        return 1

    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        """Raises expectation_unknown_method: there is no distribution by count."""
        raise InputError("expectation_unknown_method", method=sentence("method_safe"))

    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """A record where a count is published, and no upper end; see `CountReading`."""
        return some_record(least), np.full(most.shape, UNBOUNDED, dtype=np.int64)
