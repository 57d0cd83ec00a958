"""What every method offers, and the three verbs of the public face: protect, examine, explain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.examination import Examination, ExaminedBlock, Explanation
from ckmcore.methods.protected import ProtectedTable
from ckmcore.sentences import Sentence
from ckmcore.tabulate.cells import position_of
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.spec import Code


class Method(Protocol):
    """A method of protection: from a raw table to figures that may be published, and to what it did."""

    def protect(self, raw: RawTable) -> ProtectedTable: ...

    def examine(self, raw: RawTable) -> Examination: ...

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation: ...

    @property
    def name(self) -> Sentence: ...

    @property
    def note(self) -> Sentence: ...


def protect(raw: RawTable, method: Method) -> ProtectedTable:
    """The protected table of `raw` under `method`; every cell, total or not, is protected on its own."""
    return method.protect(raw)


def examine(raw: RawTable, method: Method) -> Examination:
    """What `method` did to every cell of `raw`. Confidential."""
    return method.examine(raw)


def explain(raw: RawTable, method: Method, address: Mapping[str, Code], block: int = 0) -> Explanation:
    """The story of the cell at `{dimension: code or TOTAL}` (absent = TOTAL). Confidential."""
    position = position_of(raw.blocks[block].dimensions, address)
    return method.explain_cell(raw.blocks[block], method.examine(raw).blocks[block], position)


def divide_half_away(numerator: NDArray[np.int64], denominator: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Integer division with halves away from zero, exact; the denominator is positive."""
    doubled = 2 * np.abs(numerator) + denominator
    quotient: NDArray[np.int64] = doubled // (2 * np.asarray(denominator))
    return np.where(numerator < 0, -quotient, quotient)
