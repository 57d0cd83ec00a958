"""Counts as a file has them, whoever wrote it: for the attack on figures whose originals are not there."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from os import PathLike

import numpy as np

from ckmcore.base.numbers import Language
from ckmcore.compare.comparison import compare
from ckmcore.compare.figures import Entry
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.risk.attack import count_values
from ckmcore.risk.publication import published_table
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Presentation, TableSpec
from ckmcore.tabulate.tabulate import plan_blocks

# Larger than any count in a file.
_NUMBERED = 10**15


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
