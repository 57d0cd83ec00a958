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

    name: for people; method: by which it was protected, None if unknown; knowledge: of the attacker about the method;
    raw: originals if available; same: mark of tables made by one method and settings with the same keys from the same
    records, "" if unknown, so that its figures are compared only among themselves. other_unit: it counts members of
    households where the current records count households, or vice versa; then there is no `raw`.
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
        """Mask of the exempt cells of each block under a value's own filter."""
        if self.raw is not None:
            return [block.exempt for block in self.raw.part(conditions)]
        data = with_answers(data, [conditions])
        flags = combined(filter_flags(data, self.table.spec.filters), filter_flags(data, conditions))
        return [exempt_cells(data, plan.nodes, flags) for plan in plan_blocks(data, self.table.spec)]


class FigureBlock(Protocol):
    """Protocol of figures of one cube with signs, by value."""

    @property
    def figures(self) -> tuple[Ints, ...]: ...

    @property
    def signs(self) -> tuple[NDArray[np.uint8], ...] | None: ...


def published_table(
    data: Microdata, spec: TableSpec, blocks: Sequence[FigureBlock], method_name: Sentence | None = None
) -> ProtectedTable:
    """Table `spec` with figures published elsewhere, as in a snapshot or file.

    data: only the dictionary is used. Raises published_does_not_fit, and the errors of `plan_blocks`.
    """
    plans = plan_blocks(data, spec)
    expected_shapes = [(tuple(len(plan.axis) for plan in block_plan.nodes), len(spec.values)) for block_plan in plans]
    given_shapes = [(block.figures[0].shape if block.figures else (), len(block.figures)) for block in blocks]
    if expected_shapes != given_shapes:
        raise DataError("published_does_not_fit", table=spec.title)
    protected_blocks = [
        ProtectedBlock(tuple(nodes.axis for nodes in plan.nodes), block.figures, block.signs)
        for plan, block in zip(plans, blocks, strict=True)
    ]
    name = method_name or sentence("published_elsewhere")
    filters, labels = filter_texts(data, spec.filters), tuple(value_label(data, value) for value in spec.values)
    return ProtectedTable(spec, tuple(protected_blocks), name, name, name, filters, labels=labels)


def mark_beside(tables: Sequence[Publication], method: Method) -> str:
    """Mark of a table made by a method from the current records: the mark of other tables of this method and these
    records, or a new one."""
    return next(
        (table.same for table in tables if table.same.startswith(AT_HAND) and table.method == method), "at hand"
    )


AT_HAND = "now "
"""How the mark of figures begins that were made of the records and keys at hand."""
