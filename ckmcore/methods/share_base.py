"""What shares rest on under the cell-key method: a minimum base to begin with, and shares above 100 %.

Computed from published figures alone, so that it may be shown to a clerk.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ckmcore.messages import Sentence, sentence
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import TableSpec, Value

# A base of ten times the largest noise is off by a tenth at most; of 1, 2, 5, 10, ... the next that is as large.
_TIMES = 10


@dataclass(frozen=True)
class ShareAdvice:
    """Proposed minimum base for a method without one. emptied: number of the shown shares that it would replace; shown:
    their total; sign: that replaces them."""

    base: int
    emptied: int
    shown: int
    sign: Sign

    @property
    def sentence(self) -> Sentence:
        fields = {"base": self.base, "emptied": self.emptied, "shown": self.shown, "sign": self.sign.text}
        return sentence("share_base_proposed", **fields)

    @property
    def on_small_base(self) -> Sentence | None:
        """What whoever lays out the table can do about shares on a small base; None where there are none."""
        fields = {"base": self.base, "few": self.emptied, "shown": self.shown}
        return sentence("shares_on_small_base", **fields) if self.emptied else None


def share_values(spec: TableSpec) -> tuple[int, ...]:
    """Indices of the values that are divided by a published figure: shares, ratios, relative changes."""
    return tuple(index for index, value in enumerate(spec.values) if _is_divided(value))


def proposed_base(method: CellKeyMethod) -> int:
    """Smallest of 1, 2, 5, 10, 20, ... that is at least ten times the largest noise of the method's table."""
    wanted_size = _TIMES * method.ptable.maximum_deviation
    step = 1
    while True:
        for digit in (1, 2, 5):
            if digit * step >= wanted_size:
                return digit * step
        step *= 10


def share_advice(raw: RawTable, method: Method) -> ShareAdvice | None:
    """Proposed minimum base for the shares of a table; None where it has no shares or the method has rules of its
    own."""
    numbers = share_values(raw.spec)
    if not numbers or not isinstance(method, CellKeyMethod) or method.minimum_base:
        return None
    base = proposed_base(method)
    hidden_before = _shown_count(method.protect(raw), numbers)
    after = _shown_count(replace(method, minimum_base=base).protect(raw), numbers)
    return ShareAdvice(base, hidden_before - after, hidden_before, Sign[method.base_sign.upper()])


def means_on_few(raw: RawTable, method: Method) -> Sentence | None:
    """Warning with the number of shown means divided by a published number that noise can change by more than a tenth;
    None without such means (magnitudes.md 4.3)."""
    numbers = [index for index, value in enumerate(raw.spec.values) if value.kind == "mean"]
    if not numbers or not isinstance(method, CellKeyMethod):
        return None
    base, protected = proposed_base(method), method.protect(raw)
    shown = few = 0
    for number in numbers:
        value = raw.spec.values[number]
        for block, new_block in zip(raw.part(value.own_filter), protected.blocks, strict=True):
            counted = method.counted(block, weighted=value.counted == "weighted_count")
            records = counted.published[counted.sum_rules(value.magnitude).divisor("count", value.magnitude)]
            has_records = (
                records > 0 if new_block.signs is None else (records > 0) & (new_block.signs[number] == Sign.NONE)
            )
            shown += int(np.count_nonzero(has_records))
            few += int(np.count_nonzero(has_records & (records < base)))
    return sentence("means_on_few", few=few, shown=shown, base=base) if few else None


def shares_above_whole(table: ProtectedTable) -> int:
    """Number of shown shares above 100 %, caused by the noise of part and whole; they are left unchanged."""
    result = 0
    for index, value in enumerate(table.spec.values):
        if value.kind != "share":
            continue
        for block in table.blocks:
            result += int(np.count_nonzero(block.figures[index] > 100 * 10**value.places))
    return result


def _is_divided(value: Value) -> bool:
    return value.kind in ("share", "ratio") or (value.kind == "change" and not value.absolute)


def _shown_count(table: ProtectedTable, numbers: tuple[int, ...]) -> int:
    found_keeps = 0
    for block in table.blocks:
        for number in numbers:
            signs = None if block.signs is None else block.signs[number]
            keeps = block.figures[number].size if signs is None else np.count_nonzero(signs == Sign.NONE)
            found_keeps += int(keeps)
    return found_keeps
