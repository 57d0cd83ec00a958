"""The same logical cell has the same published value in any layout: random tables against the records, cell by cell.

The oracle takes records from a frame: masks of the finest combinations, noise of single cells, shares as fractions.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.spec import Block, Level, Presentation, TableSpec
from tests.ckmcore.oracle import (
    PARENT,
    PTABLE,
    Line,
    Oracle,
    Records,
    cells,
    lines,
)
from tests.kit.examples import examples
from tests.kit.layouts import CODES, LAND, table


def shown_codes(level: Level) -> list[str | None]:
    """What a level shows, as the specification says it, without order."""
    if level.rows:
        found: list[str | None] = [f"row:{n}" for n, row in enumerate(level.rows, 1) if row.kind == "figures"]
        lined = len(level.rows)
    else:
        every = [*LAND, ("", 0)] if level.variable == "land" else [(code, 0) for code in CODES[level.variable]]
        found = []
        for code, depth in every:
            plain = (not level.depths or depth in level.depths) and (not level.nodes or code in level.nodes)
            if plain or (level.variable == "land" and PARENT.get(code, "") in level.expanded and PARENT.get(code)):
                found.append(code)
        found += [f"group:{number}" for number in range(1, len(level.groups) + 1)]
        lined = len(found)
    return [*found, None] if level.total != "off" or not lined else found


def expected_lines(blocks: tuple[Block, ...]) -> list[Line]:
    found = []
    for block in blocks:
        made: list[tuple[tuple[Level, str | None], ...]] = [()]
        for level in block.levels:
            made = [(*line, (level, code)) for line in made for code in shown_codes(level)]
        found += [Line(line) for line in made]
    return found


def compared(records: Records, spec: TableSpec, base: int) -> None:
    """Every cell of the table, and which lines there are."""
    method = ckm.Rounding(base, ratio_decimals=6, shown_with="contributors") if base else ckm.CellKeyMethod(PTABLE)
    shown = ckm.protect(ckm.tabulate(records.data, spec), method)
    whole = spec.with_changes(presentation=Presentation())
    layout, full = lay_out(spec, shown.blocks), lay_out(whole, shown.blocks)
    for axis, blocks in ((full.rows, spec.rows), (full.columns, spec.columns), (full.layers, spec.layers)):
        there = [line for line in lines(axis) if line is not None]
        assert sorted(map(repr, there)) == sorted(map(repr, expected_lines(blocks)))
    oracle = Oracle(records, spec, base)
    rows, columns = lines(layout.rows), lines(layout.columns)
    for number, layer in enumerate(lines(layout.layers)):
        if layer is None:
            continue
        down = [place for place, line in enumerate(rows) if line is not None]
        across = [place for place, line in enumerate(columns) if line is not None]
        if not down or not across:
            continue
        row_lines = [line for line in rows if line is not None]
        column_lines = [line for line in columns if line is not None]
        expected = [oracle.value(value, row_lines, column_lines, layer) for value in spec.values]
        found = [cells(shown, layout.matrix, place, number, down, across) for place in range(len(spec.values))]
        for r, row in enumerate(row_lines):
            for c, column in enumerate(column_lines):
                wanted = [one[r][c] for one in expected]
                if all(figure == 0 for figure, _ in wanted) and oracle.is_void((layer, row, column)):
                    wanted = [(0, sign or int(Sign.NOTHING)) for _, sign in wanted]
                got = [one[r][c] for one in found]
                assert got == wanted, (row, column, layer, spec)


@pytest.fixture(scope="module")
def sets() -> list[Records]:
    """Keys of nine digits, and of three, of which many are the same."""
    return [Records.of(9), Records.of(3)]


def laid_out(sets: list[Records], seed: int) -> None:
    spec = table(seed)
    compared(sets[seed % 2], spec, (0, 0, 0, 10, 3)[seed % 5])


@pytest.mark.thorough
@settings(max_examples=examples(150))
@given(st.integers(0, 10**9))
def test_every_cell_is_that_of_its_records_in_any_layout(sets: list[Records], seed: int) -> None:
    laid_out(sets, seed)


@pytest.mark.thorough
def test_every_cell_of_ten_thousand_layouts_is_that_of_its_records(sets: list[Records]) -> None:
    for seed in range(10_000):
        laid_out(sets, seed)
