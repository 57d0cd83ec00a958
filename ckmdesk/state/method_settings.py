"""Settings of methods beside the perturbation table: what is published how, and rounding. Worked on like a variant."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from ckmcore.methods.cellkey import BaseSign, CellKeyMethod, Criterion
from ckmcore.methods.rounding import Rounding
from ckmcore.ptable import Boundary, PTable


@dataclass(frozen=True)
class CountRules:
    """The settings of the cell-key method for counts but for its table; words and defaults are those of the method."""

    boundary: Boundary = "less"
    criteria: tuple[Criterion, ...] = ()
    threshold: int = 0
    minimum_base: int = 0
    base_sign: BaseSign = "unreliable"
    unreliable_below: int = 0
    uncertain_below: int = 0
    weighted_step: int = 1

    def method(self, table: PTable) -> CellKeyMethod:
        """The method with a table. Raises CkmError where settings are impossible, or contradict one another."""
        return CellKeyMethod(table, **{one.name: getattr(self, one.name) for one in fields(self)})

    @staticmethod
    def of(method: CellKeyMethod) -> CountRules:
        """The settings of a method, as of the one in force."""
        return CountRules(**{one.name: getattr(method, one.name) for one in fields(CountRules)})


@dataclass(frozen=True)
class MethodSettings:
    """What the methodologist has set: `counts` for every variant of the cell-key method, `rounding`."""

    counts: CountRules = CountRules()
    rounding: Rounding = field(default_factory=Rounding)
