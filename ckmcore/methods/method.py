"""What every method offers, and the three verbs of the public face: protect, examine, explain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import InputError
from ckmcore.messages import Sentence
from ckmcore.methods.examination import Examination, ExaminedBlock, Explanation
from ckmcore.methods.protected import Legend, ProtectedTable
from ckmcore.ptable.floor import OpenRule
from ckmcore.tabulate.cells import position_of
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.spec import Code

if TYPE_CHECKING:
    from ckmcore.methods.derived import Counted


class FigureTooLarge(InputError):
    """A weighted figure of 2^63 or more, which no published column can hold."""

    code = "figure_too_large"


class Method(Protocol):
    """A method of protection: from a raw table to figures that may be published, and to what it did.

    A frozen dataclass of its perturbation tables and its settings, checked when it is made. `kind` names it in files;
    `note` tells the reader what was done, `short_note` in one line; `legend` says of each sign that may stand in the
    place of a figure, or around it, what it means. `contributors`: how many of the largest contributions to the sums of
    a cell it looks at; `tabulate` has to keep as many.
    """

    kind: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def contributors(self) -> int: ...

    def protect(self, raw: RawTable) -> ProtectedTable: ...

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted: ...

    def examine(self, raw: RawTable) -> Examination: ...

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation: ...

    @property
    def name(self) -> Sentence: ...

    @property
    def note(self) -> Sentence: ...

    @property
    def short_note(self) -> Sentence: ...

    @property
    def legend(self) -> Legend: ...

    def warnings(self, raw: RawTable) -> tuple[Sentence, ...]:
        """What is odd about a table under the method, one sentence each."""
        ...

    @property
    def floor(self) -> tuple[OpenRule, ...]:
        """The open rules of the floor under protection that need no data (F1 to F9), in order."""
        ...


@checked
def protect(raw: RawTable, method: Method) -> ProtectedTable:
    """The protected table of `raw` under `method`; every cell, total or not, is protected on its own.

    >>> ckm.protect(raw, ckm.Rounding(5)).value({"NUTS": "AT12"})
    160
    """
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
    position = position_of(raw.blocks[block].dimensions, address)
    return method.explain_cell(raw.blocks[block], method.examine(raw).blocks[block], position)


def divide_exactly(numerators: Iterable[int], denominators: Iterable[int], shape: tuple[int, ...]) -> NDArray[np.int64]:
    """As `divide_half_away`, in Python integers, for what 64 bits cannot hold on the way; raises FigureTooLarge."""
    found = []
    for numerator, denominator in zip(numerators, denominators, strict=True):
        quotient = (2 * abs(numerator) + denominator) // (2 * denominator)
        found.append(-quotient if numerator < 0 else quotient)
    if any(abs(figure) >= 2**63 for figure in found):
        raise FigureTooLarge()
    return np.array(found, dtype=np.int64).reshape(shape)


def whole_half_away(figures: NDArray[np.float64]) -> NDArray[np.int64]:
    """Doubles to whole numbers, halves away from zero; raises FigureTooLarge where 64 bits cannot hold one."""
    if not bool((np.abs(figures) < 2.0**63).all()):
        raise FigureTooLarge()
    # Not trunc(x + 1/2): from 2^52 on the sum itself would be rounded.
    whole = np.trunc(figures)
    up = np.abs(figures - whole) >= 0.5
    return (whole + np.where(up, np.sign(figures), 0.0)).astype(np.int64)


def divide_half_away(numerator: NDArray[np.int64], denominator: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Integer division with halves away from zero, exact; the denominator is positive."""
    doubled = 2 * np.abs(numerator) + denominator
    quotient: NDArray[np.int64] = doubled // (2 * np.asarray(denominator))
    return np.where(numerator < 0, -quotient, quotient)
