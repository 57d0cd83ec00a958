"""The floor under protection measured on data: rules F15 to F17 (claims.md, section C), with the attack that F15 needs.

Confidential: it speaks of originals. What others than methodologists read of it are the names of open rules, noted with
the decision on the method.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.floor.floor import OpenRule, below
from ckmcore.risk.attack import count_values
from ckmcore.risk.linked_tables import LinkedAttack, attack_tables
from ckmcore.risk.shown_cells import shown_cells
from ckmcore.statistic.floor import mark_of, table_marks
from ckmcore.statistic.one_period import counts_of_one_period
from ckmcore.statistic.series import needs_periods
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

# Fewer small cells say nothing of the share that is changed.
LEAST_SMALL_CELLS = 20
FEW_RECORDS = 10
Flags = NDArray[np.bool_]


@dataclass(frozen=True, repr=False)
class MeasuredFloor:
    """What was measured of a method on some tables. Confidential.

    rules: open ones of F15 to F17; cells, disclosed, undecided: of the attack on all tables together (zero_rule with
    consistency); attacked: how many tables it looked at; skipped: why others, or all, could not be attacked; small,
    small_changed: shown cells with 1 or 2 records, and those of them that are changed; mark: the method, the keys and
    the data that this holds for; tables: the marks of the tables that it was measured on.
    """

    rules: tuple[OpenRule, ...]
    attacked: int
    cells: int
    disclosed: int
    undecided: int
    small: int
    small_changed: int
    skipped: tuple[Sentence, ...]
    mark: str
    tables: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"MeasuredFloor({self.attacked} tables, confidential)"

    @property
    def attack_told(self) -> Sentence:
        """What the attack found, with what it has not decided."""
        decided = self.cells - self.undecided
        fields = {"tables": self.attacked, "decided": decided, "disclosed": self.disclosed, "undecided": self.undecided}
        return sentence("floor_attack", **fields) if self.attacked else sentence("floor_attack_none")


def measure_floor(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: Method,
    *,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> MeasuredFloor:
    """Measures F15 to F17 of `method` over the tables `specs`, and attacks them together.

    `seconds`: for each attack, without end where None; what is found until then is true. Raises Cancelled, and what
    `method` raises.
    """
    skipped: list[Sentence] = []
    counted = counts_of_one_period(data, specs)
    raws = [tabulate(data, spec, cancelled=cancelled, contributors=method.contributors) for spec in counted]
    if len(raws) < len(specs):
        skipped.append(sentence("floor_skipped", count=len(specs) - len(raws)))
    if any(needs_periods(spec) for spec in specs):
        skipped.append(sentence("quality_one_period"))
    few, small, changed = _counted(raws, method)
    rules: list[OpenRule] = []
    attack, told = _attacked(raws, data, method, seconds, cancelled, lambda share: progress(share / 2))
    skipped += told
    if attack is not None and data.exempt:
        plain = replace(data, exempt=())
        without = [tabulate(plain, raw.spec, cancelled=cancelled, contributors=method.contributors) for raw in raws]
        other, _ = _attacked(without, plain, method, seconds, cancelled, lambda share: progress(0.5 + share / 2))
        if other is not None:
            rules += _exempt_rule(len(attack.disclosed), _not_exempt(other, raws))
    rules += few
    if small >= LEAST_SMALL_CELLS:
        rules += below("F17", changed / small, 0.25, 0.05, "floor_measured", cells=small)
    progress(1.0)
    return MeasuredFloor(
        tuple(rules),
        0 if attack is None else len(raws),
        0 if attack is None else attack.cells,
        0 if attack is None else len(attack.disclosed),
        0 if attack is None else attack.undecided,
        small,
        changed,
        tuple(skipped),
        mark_of(method, data),
        table_marks(method, data, counted),
    )


def _attacked(
    raws: Sequence[RawTable],
    data: Microdata,
    method: Method,
    seconds: float | None,
    cancelled: Callable[[], bool],
    progress: Callable[[float], None],
) -> tuple[LinkedAttack | None, list[Sentence]]:
    if not raws:
        return None, []
    try:
        return attack_tables(raws, data, method, seconds=seconds, cancelled=cancelled, progress=progress), []
    except CkmError as error:
        if cancelled():
            raise
        return None, [error.sentence()]


def _exempt_rule(found: int, without: int) -> list[OpenRule]:
    """F15: exempt cells disclose cells that are not exempt."""
    if found <= without:
        return []
    told = sentence("floor_exempt_discloses", found=found, without=without)
    return [OpenRule("F15", "R", float(found), float(without), told)]


def _not_exempt(attack: LinkedAttack, raws: Sequence[RawTable]) -> int:
    """Disclosed cells that are not exempt in the tables as they are published."""
    count = 0
    for one in attack.disclosed:
        cell = one.cell
        block = raws[one.table].part(raws[one.table].spec.values[cell.value].own_filter)[cell.block]
        count += block.exempt is None or not block.exempt[cell.position]
    return count


def _counted(raws: Sequence[RawTable], method: Method) -> tuple[list[OpenRule], int, int]:
    """F16, and over all tables the shown cells with 1 or 2 records, and those of them that are changed."""
    least: int | None = None
    small = changed = few = 0
    for raw in raws:
        examination = method.examine(raw)
        for conditions in dict.fromkeys(raw.spec.values[number].own_filter for number in count_values(raw.spec)):
            blocks = examination.part(conditions)
            for block, found, shown in zip(
                blocks, raw.part(conditions), shown_cells(raw.spec, raw.blocks), strict=True
            ):
                ones = shown & ((found.counts == 1) | (found.counts == 2))
                small += int(ones.sum())
                changed += int((ones & (block.published != found.counts)).sum())
                if found.exempt is None:
                    continue
                inside = shown & found.exempt & (found.counts > 0) & (found.counts < FEW_RECORDS)
                inside[(0,) * inside.ndim] = False
                if inside.any():
                    few += int(inside.sum())
                    smallest = int(found.counts[inside].min())
                    least = smallest if least is None else min(least, smallest)
    rules: list[OpenRule] = []
    if least is not None:
        rules = below("F16", least, FEW_RECORDS, 3, "floor_exempt_few", cells=few)
    return rules, small, changed
