"""A table as its readers have it: published figures, what is known of the method, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from os import PathLike
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.compare.comparison import compare
from ckmcore.compare.figures import Entry
from ckmcore.errors import CkmError
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.numbers import Language
from ckmcore.quality.attack import count_values
from ckmcore.quality.knowledge import Knowledge
from ckmcore.sentences import Sentence, sentence
from ckmcore.tabulate.exempt import exempt_cells
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Presentation, TableSpec
from ckmcore.tabulate.tabulate import combined, filter_flags, filter_texts, plan_blocks
from ckmcore.tabulate.values import value_label
from ckmcore.texts import Texts

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

# Larger than any count in a file.
_NUMBERED = 10**15


class PublishedDoesNotFit(CkmError):
    """Published figures of another layout than the table they are said to be of. Fields: table."""

    code = "published_does_not_fit"


@dataclass(frozen=True, eq=False, repr=False)
class Publication:
    """A table that an attacker has.

    name: what it is called; method: by which it was protected (None: not known, or only to whoever made it); knowledge:
    what the attacker knows of it; raw: the originals, where they are there.
    """

    name: Texts
    table: ProtectedTable
    method: Method | None
    knowledge: Knowledge = "zero_rule"
    raw: RawTable | None = None

    def __repr__(self) -> str:
        return f"Publication({self.table!r}, confidential)"

    def exempt(self, data: Microdata, conditions: Conditions) -> list[Flags | None]:
        """Of each block the cells under the own filter of a value that are published unchanged."""
        if self.raw is not None:
            return [block.exempt for block in self.raw.part(conditions)]
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

    Of `data` only the dictionary is asked. Raises PublishedDoesNotFit, and what `plan_blocks` raises.
    """
    plans = plan_blocks(data, spec)
    wanted = [(tuple(len(plan.axis) for plan in one.nodes), len(spec.values)) for one in plans]
    given = [(one.figures[0].shape if one.figures else (), len(one.figures)) for one in blocks]
    if wanted != given:
        raise PublishedDoesNotFit(table=spec.title)
    made = [
        ProtectedBlock(tuple(nodes.axis for nodes in plan.nodes), one.figures, one.signs)
        for plan, one in zip(plans, blocks, strict=True)
    ]
    name = method_name or sentence("published_elsewhere")
    filters, labels = filter_texts(data, spec.filters), tuple(value_label(data, value) for value in spec.values)
    return ProtectedTable(spec, tuple(made), name, name, name, filters, labels=labels)


def published_file(
    data: Microdata,
    spec: TableSpec,
    path: str | PathLike[str],
    language: Language,
    cancelled: Callable[[], bool] = never,
) -> ProtectedTable:
    """The counts of the table `spec` as a file has them, matched by labels or codes whatever the order of its lines.

    A cell that the file lacks publishes nothing. A `-` is a 0 like any other: not every office tells them apart. Of
    `data` only the dictionary is asked. Raises what `compare` and `plan_blocks` raise.
    """
    plans = plan_blocks(data, spec)
    counts = count_values(spec)
    # Each cell of the table holds a number of its own, by which the comparison tells where it stands.
    shapes = [tuple(len(nodes.axis) for nodes in plan.nodes) for plan in plans]
    sizes = [math.prod(shape) for shape in shapes]
    begins = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    numbered = [
        (np.arange(size, dtype=np.int64) + _NUMBERED + begin).reshape(shape)
        for size, begin, shape in zip(sizes, begins.tolist(), shapes, strict=True)
    ]
    probe = published_table(
        data,
        spec.with_changes(presentation=Presentation()),
        [ProtectedBlock((), (one,) * len(spec.values)) for one in numbered],
    )
    figures = [np.zeros(sum(sizes), dtype=np.int64) for _ in spec.values]
    signs = [np.full(sum(sizes), Sign.BLOCKED, dtype=np.uint8) for _ in spec.values]
    for one in compare(probe, path, language, cancelled).found:
        if one.kind != "changed" or one.place is None or one.place.value not in counts:
            continue
        at = int(Decimal(str(one.new))) - _NUMBERED
        figure, sign = _entry(one.old)
        figures[one.place.value][at], signs[one.place.value][at] = figure, sign
    blocks = [
        ProtectedBlock(
            (),
            tuple(one[begin : begin + size].reshape(shape) for one in figures),
            tuple(one[begin : begin + size].reshape(shape) for one in signs),
        )
        for size, begin, shape in zip(sizes, begins.tolist(), shapes, strict=True)
    ]
    return published_table(data, spec, blocks)


def _entry(entry: Entry) -> tuple[int, Sign]:
    """The count that stands in a file, or the sign in its place."""
    if isinstance(entry, Decimal):
        return (int(entry), Sign.NONE) if entry == int(entry) and entry >= 0 else (0, Sign.BLOCKED)
    if entry in ("-", "–"):
        return 0, Sign.NONE
    found = {Sign.UNKNOWN.text: Sign.UNKNOWN, Sign.UNRELIABLE.text: Sign.UNRELIABLE}
    return 0, found.get(str(entry), Sign.BLOCKED)
