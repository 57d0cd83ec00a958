"""What the figures on the screen must be, computed without the desk, each cell found by its labels."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import Layout, lay_out

Cells = dict[tuple[str, ...], int]


def protected(data: ckm.Microdata, spec: ckm.TableSpec, method: ckm.CellKeyMethod | ckm.Rounding) -> Cells:
    """The published figure of every cell that the layout shows, by the German labels of its row and column."""
    shown = ckm.protect(ckm.tabulate(data, spec), method)
    layout: Layout = lay_out(spec, shown.blocks)
    matrix = layout.matrix([block.figures[0] for block in shown.blocks])
    stub, head = AxisLabels(layout, "rows", "de"), AxisLabels(layout, "columns", "de")
    rows = [stub.texts(line) for line in range(len(stub))]
    columns = [head.texts(place) for place in range(len(head))]
    return {
        (*row, *column): int(matrix[line, place])
        for line, row in enumerate(rows)
        for place, column in enumerate(columns)
    }


def on_screen(table: dict[str, Any]) -> Cells:
    """The same of a table that the eye has seen; lines without figures are left out."""
    return {
        (*row, *column): figure
        for row, line in zip(table["row_texts"], table["figures"][0], strict=True)
        for column, figure in zip(table["column_texts"], line, strict=True)
        if figure is not None
    }


def by_command_line(
    records: pd.DataFrame, key: str, in_force: ckm.MethodInForce | None, row: str, column: str, folder: Path
) -> Cells:
    """What `ckm table` publishes of these records with the perturbation table that is in force, by codes."""
    assert in_force is not None
    assert in_force.ptable is not None
    data, ptable, target = (folder / name for name in ("records.csv", "ptable.txt", "table.csv"))
    records.to_csv(data, index=False)
    ckm.write_ptable(in_force.ptable, ptable)
    asked = f"table --rows {row} --columns {column} --record-key {key} --boundary {in_force.method.boundary}"
    assert main([*asked.split(), "--data", str(data), "--ptable", str(ptable), "-o", str(target)]) == 0
    with target.open(encoding="utf-8-sig", newline="") as file:
        lines = [line for line in csv.reader(file) if len(line) == 3 and line[2].isdigit()]
    return {(line[0], line[1]): int(line[2]) for line in lines}


def of_workbook(path: Path) -> tuple[list[str], list[list[int]], list[str]]:
    """An exported XLSX: the lines above the figures, the figures, and the notes, below them or on a second sheet."""
    book = openpyxl.load_workbook(path)
    table, *notes = book.worksheets
    above: list[str] = []
    figures: list[list[int]] = []
    for row in table.iter_rows(values_only=True):
        numbers = [value for value in row if isinstance(value, int)]
        if numbers:
            figures.append(numbers)
        elif not figures and isinstance(row[0], str):
            above.append(row[0])
    # Where a table goes on beside its first page, notes begin behind the columns that each page repeats.
    lines = (notes or [table])[0].iter_rows(values_only=True)
    said = [str(first) for row in lines if (first := next((one for one in row if one), None))]
    book.close()
    return above, figures, said
