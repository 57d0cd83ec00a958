"""A table as its readers have it: published figures, what is known of the method, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.derived_indicators import with_answers
from ckmcore.tabulate.exempt import exempt_cells
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import combined, filter_flags, filter_texts, plan_blocks
from ckmcore.tabulate.values import value_label

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Publication:
    """A table that an attacker has.

    name: its name for people; method: by which it was protected (None: not known, or only to whoever made it);
    knowledge: what the attacker knows of it; raw: the originals, where they are there; same: tables of the same mark
    were made by one method with all its settings, with the same keys, from the same state of the records ("": nothing
    is known of that, so that its figures are compared with one another only). other_unit: it counts the members of
    households where the current records count households, or the other way; `raw` is not there then.
    """

    name: Texts
    table: ProtectedTable
    method: Method | None
    knowledge: IntruderScenario = "zero_rule"
    raw: RawTable | None = None
    same: str = ""
    other_unit: bool = False

    def __repr__(self) -> str:
        return f"Publication({self.table!r}, confidential)"

    def exempt(self, data: Microdata, conditions: Conditions) -> list[Flags | None]:
        """Of each block the cells under the own filter of a value that are published unchanged."""
        if self.raw is not None:
            return [block.exempt for block in self.raw.part(conditions)]
        data = with_answers(data, [conditions])
        flags = combined(filter_flags(data, self.table.spec.filters), filter_flags(data, conditions))
        return [exempt_cells(data, plan.nodes, flags) for plan in plan_blocks(data, self.table.spec)]


class FigureBlock(Protocol):
    """Figures of one cube and the signs in their place, per value."""

    @property
    def figures(self) -> tuple[Ints, ...]: ...

    @property
    def signs(self) -> tuple[NDArray[np.uint8], ...] | None: ...


def published_table(
    data: Microdata, spec: TableSpec, blocks: Sequence[FigureBlock], method_name: Sentence | None = None
) -> ProtectedTable:
    """The table `spec` with figures that were published elsewhere, as in a snapshot or a file.

    Of `data` only the dictionary is asked. Raises published_does_not_fit, and what `plan_blocks` raises.
    """
    plans = plan_blocks(data, spec)
    wanted = [(tuple(len(plan.axis) for plan in block_plan.nodes), len(spec.values)) for block_plan in plans]
    given = [(block.figures[0].shape if block.figures else (), len(block.figures)) for block in blocks]
    if wanted != given:
        raise DataError("published_does_not_fit", table=spec.title)
    made = [
        ProtectedBlock(tuple(nodes.axis for nodes in plan.nodes), block.figures, block.signs)
        for plan, block in zip(plans, blocks, strict=True)
    ]
    name = method_name or sentence("published_elsewhere")
    filters, labels = filter_texts(data, spec.filters), tuple(value_label(data, value) for value in spec.values)
    return ProtectedTable(spec, tuple(made), name, name, name, filters, labels=labels)


def mark_beside(tables: Sequence[Publication], method: Method) -> str:
    """Mark of a table that a method makes of the current records, beside other tables: the mark of those tables that
    the same method made of them, else one of its own."""
    return next(
        (table.same for table in tables if table.same.startswith(AT_HAND) and table.method == method), "at hand"
    )


AT_HAND = "now "
"""How the mark of figures begins that were made of the records and keys at hand."""
