"""Counts as a file has them, whoever wrote it: for the attack on figures whose originals are not there."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from os import PathLike

import numpy as np

from ckmcore.base.numbers import Language
from ckmcore.compare.comparison import figures_in
from ckmcore.compare.figures import Entry
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.publication import published_table
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Presentation, TableSpec
from ckmcore.tabulate.tabulate import plan_blocks


def published_file(
    data: Microdata,
    spec: TableSpec,
    path: str | PathLike[str],
    language: Language,
    cancelled: Callable[[], bool] = never,
) -> ProtectedTable:
    """Counts of the table `spec` from a file, matched by labels or codes in any order.

    Cells that the file lacks publish nothing. `-` is a 0, since not every office distinguishes them. data: only the
    dictionary is used. Raises the errors of `compare` and `plan_blocks`.
    """
    counts = count_values(spec)
    shapes = [tuple(len(nodes.axis) for nodes in plan.nodes) for plan in plan_blocks(data, spec)]
    figures = [[np.zeros(shape, dtype=np.int64) for _ in spec.values] for shape in shapes]
    signs = [[np.full(shape, Sign.BLOCKED, dtype=np.uint8) for _ in spec.values] for shape in shapes]
    laid_out = spec.with_changes(presentation=Presentation())
    empty = published_table(data, laid_out, [ProtectedBlock((), tuple(figure)) for figure in figures])
    layout = lay_out(laid_out, empty.blocks, language)
    for cell_place, entry in figures_in(path, empty, language, cancelled):
        if cell_place.value in counts:
            number, cell_number = layout.address(cell_place.row, cell_place.column, cell_place.layer)
            figures[number][cell_place.value][cell_number], signs[number][cell_place.value][cell_number] = _entry(entry)
    blocks = [
        ProtectedBlock((), tuple(figure), tuple(other_sign)) for figure, other_sign in zip(figures, signs, strict=True)
    ]
    return published_table(data, spec, blocks)


def _entry(entry: Entry) -> tuple[int, Sign]:
    """Convert an entry of a file to its count, or the sign that replaces it."""
    if isinstance(entry, Decimal):
        return (int(entry), Sign.NONE) if entry == int(entry) and entry >= 0 else (0, Sign.BLOCKED)
    if entry in ("-", "–"):
        return 0, Sign.NONE
    sign_of = {Sign.UNKNOWN.text: Sign.UNKNOWN, Sign.UNRELIABLE.text: Sign.UNRELIABLE}
    return 0, sign_of.get(str(entry), Sign.BLOCKED)
