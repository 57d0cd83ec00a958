"""What the figures on the screen must be, computed without the desk, each cell found by its labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl

import ckmcore as ckm
from ckmcore.tabulate.layout import Layout, lay_out, node_text

Cells = dict[tuple[str, ...], int]


def protected(data: ckm.Microdata, spec: ckm.TableSpec, method: ckm.CellKeyMethod | ckm.Rounding) -> Cells:
    """The published figure of every cell that the layout shows, by the German labels of its row and column."""
    shown = ckm.protect(ckm.tabulate(data, spec), method)
    layout: Layout = lay_out(spec, [block.dimensions for block in shown.blocks])
    matrix = layout.matrix([block.figures[0] for block in shown.blocks])
    rows = [texts(layout.rows, line, spec) for line in range(len(layout.rows))]
    columns = [texts(layout.columns, place, spec) for place in range(len(layout.columns))]
    return {
        (*row, *column): int(matrix[line, place])
        for line, row in enumerate(rows)
        for place, column in enumerate(columns)
    }


def texts(axis: Any, line: int, spec: ckm.TableSpec) -> tuple[str, ...]:
    nodes = [node for _, node in axis.nodes(line)]
    return tuple(node_text(nodes, level, spec, "de") for level in range(len(nodes)))


def on_screen(table: dict[str, Any]) -> Cells:
    """The same of a table that the eye has seen."""
    return {
        (*row, *column): figure
        for row, line in zip(table["row_texts"], table["figures"][0], strict=True)
        for column, figure in zip(table["column_texts"], line, strict=True)
    }


def of_workbook(path: Path) -> tuple[list[str], list[list[int]], list[str]]:
    """An exported XLSX: the lines above the figures, the figures, and the notes of its second sheet."""
    book = openpyxl.load_workbook(path)
    table, notes = book.worksheets
    above: list[str] = []
    figures: list[list[int]] = []
    for row in table.iter_rows(values_only=True):
        numbers = [value for value in row if isinstance(value, int)]
        if numbers:
            figures.append(numbers)
        elif not figures and isinstance(row[0], str):
            above.append(row[0])
    said = [str(row[0]) for row in notes.iter_rows(values_only=True) if row[0]]
    book.close()
    return above, figures, said
