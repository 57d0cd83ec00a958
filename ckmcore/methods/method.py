"""What every method offers, and the three verbs of the public face: protect, examine, explain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ckmcore.base.checked import checked
from ckmcore.messages import Sentence
from ckmcore.methods.examination import Examination, ExaminedBlock, Explanation
from ckmcore.methods.protected import Legend, ProtectedTable
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.tabulate.cells import position_of
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.spec import Code

if TYPE_CHECKING:
    from ckmcore.methods.derived import Counted


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
