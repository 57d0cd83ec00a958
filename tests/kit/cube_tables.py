"""Tables whose files are read back, and what must stand in them, found on another way than the writers': line by line
of the layout, by the addresses of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import product

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.axis import Node
from ckmcore.tabulate.layout import AxisLayout, lay_out
from ckmcore.tabulate.spec import OWN_ROWS, TOTAL, Presentation
from tests.kit import layouts

Key = tuple[str, ...]
Cells = dict[Key, tuple[Decimal | None, ...]]
METHOD = ckm.CellKeyMethod(
    ckm.design_ptable(D=3, V=2.0, js=1), threshold=2, unreliable_below=4, uncertain_below=9, minimum_base=6
)
STATISTIC = ckm.Statistic(
    ckm.Texts("People", "Leute"),
    periods=(Period(ckm.Texts("Year 2025", "Jahr 2025"), "2025-12-31", PeriodSource("file")),),
    source_note=ckm.Texts("Office", "Amt"),
).put_in_force(METHOD)


@cache
def data() -> Microdata:
    """The records of `layouts`, with labels that differ from the codes."""
    found = layouts.microdata(layouts.records(9), 9)
    for dimension in found.dimensions.values():
        categories = tuple(
            replace(one, label=ckm.Texts(f"{one.code} in English", f"{one.code} auf Deutsch")) if one.code else one
            for one in dimension.categories
        )
        found = found.with_dimension(replace(dimension, categories=categories))
    return found


def drafts(first: int, count: int) -> Iterator[ckm.Draft]:
    """The drafts of random tables: those of `count` seeds that can be tabulated and have figures in every block."""
    seed = first
    while count:
        try:
            draft = STATISTIC.draft(layouts.table(seed), data())
        except CkmError:
            draft = None
        seed += 1
        if draft is not None and all(cells for cells in expected(draft)):
            count -= 1
            yield draft


def code_of(node: Node, name: str) -> str:
    """The code that a node has in files: the dictionary's, or one that is made."""
    if node.code is TOTAL:
        return "_T"
    if node.code == "":
        return "_U"
    return str(node.code).replace(":", "_").upper() if node.group or name.startswith(OWN_ROWS) else str(node.code)


def expected(draft: ckm.Draft) -> list[Cells]:
    """Of each block the codes of its cells (sheets, rows, columns) and the figures of its values; None: hidden."""
    table = draft.table
    layout = lay_out(table.spec.with_changes(presentation=Presentation()), table.blocks)
    found: list[Cells] = [{} for _ in table.blocks]
    lines = (_lines(layout.layers), _lines(layout.rows), _lines(layout.columns))
    for (layer, above), (row, left), (column, top) in product(*lines):
        number, position = layout.address(row, column, layer)
        block = table.blocks[number]
        figures = []
        for value, scaled in enumerate(block.figures):
            hidden = block.signs is not None and block.signs[value][position] in (1, 2, 3, 4)
            places = table.spec.values[value].places
            figures.append(None if hidden else Decimal(int(scaled[position])).scaleb(-places))
        found[number][(*above, *left, *top)] = tuple(figures)
    return found


def _lines(axis: AxisLayout) -> list[tuple[int, Key]]:
    """The lines that have figures, with their codes."""
    return [
        (line, tuple(code_of(node, shown.dimension.name) for shown, node in axis.nodes(line)))
        for line in range(len(axis))
        if not axis.empty[line]
    ]


def same(found: Mapping[Key, tuple[Decimal | None, ...]], wanted: Cells) -> bool:
    """Whether a file holds the cells and figures of a block, and no others."""
    return dict(found) == wanted
