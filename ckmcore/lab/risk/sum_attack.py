"""The interval attack on published sums by what a reader knows of the method; magnitudes.md 5.2. Confidential.

The floor judges a reader who knows the parameters (F3); readers who know less, or the whole table, are listed beside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.lab.risk.shown_sums import SumPlace, summed_up
from ckmcore.lab.risk.sum_floor import USUAL, SumLimits, SumTables
from ckmcore.lab.risk.sum_intervals import SumKnowledge
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, rotatable
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate


@dataclass(frozen=True, repr=False)
class AttackedSums:
    """The result of an attack on the sums of one magnitude by a reader with the given knowledge.

    Counts of cells: sensitive ones, `narrow` ones (known to less than p % of their largest contribution) and
    `undecided` ones (not decided in time). `least` is the smallest distance that remains, as a share of p % (None: no
    cell is narrow); `worst` lists the narrowest cells, and `skipped` what was not examined.
    """

    magnitude: str
    knowledge: SumKnowledge
    sensitive: int
    narrow: int
    undecided: int
    least: float | None
    worst: tuple[SumPlace, ...]
    skipped: tuple[Sentence, ...] = ()
    called: Texts = Texts()

    def __repr__(self) -> str:
        return f"AttackedSums({self.magnitude!r}, {self.knowledge!r}, confidential)"

    @property
    def told(self) -> Sentence:
        """The finding as a sentence."""
        return sentence(
            "sums_attacked",
            magnitude=self.called,
            knowledge=sentence(f"knows_{self.knowledge}"),
            count=self.narrow,
            sensitive=self.sensitive,
            undecided=self.undecided,
        )


def attack_sums(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: MagnitudeCellKeyMethod,
    knowledge: SumKnowledge,
    limits: SumLimits = USUAL,
    *,
    seconds: float | None = 60.0,
    cancelled: Callable[[], bool] = never,
) -> tuple[AttackedSums, ...]:
    """Attack all published sums together as a reader with the given knowledge, one result per magnitude.

    `seconds` limits the search for exact intervals of one measure. Raises the errors of `sum_floor`.
    """
    contributor_count = max(method.contributors, limits.contributors)
    summed = [spec for spec in specs if spec.magnitudes]
    raws = [tabulate(data, spec, cancelled=cancelled, contributors=contributor_count) for spec in summed]
    for raw in raws:
        rotatable(raw.blocks[0])
    tables = SumTables(data, raws, method, limits)
    attacked_sums = []
    for measure in dict.fromkeys(measure for raw in raws for measure, _ in summed_up(raw.spec)):
        cells = tables.cells(measure)
        if not len(cells.at):
            continue
        narrow, undecided, remarks = tables.intervals(cells, seconds, cancelled, knowledge)
        indices = np.flatnonzero(~np.isnan(narrow))
        attacked_sums.append(
            AttackedSums(
                measure.magnitude,
                knowledge,
                int(cells.sensitive.sum()),
                len(indices),
                int(undecided.sum()),
                float(narrow[indices].min()) if len(indices) else None,
                cells.worst(indices, -narrow),
                tuple(remarks),
                cells.called,
            )
        )
    return tuple(attacked_sums)
