"""What a table must show and a file must hold, from the records by pandas alone: counts, key sums, noise, quotients.

The noise is looked up in the rows of the perturbation table by a few lines of its own, not by the method.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd

import ckmcore as ckm

Conditions = tuple[tuple[str, tuple[str, ...]], ...]
Figure = int | Decimal | str
NBSP, MINUS = "\N{NO-BREAK SPACE}", "\N{MINUS SIGN}"
CODES_BESIDE = (", Code", ", Ebene", ", code", ", level")


@dataclass(frozen=True)
class Line:
    """A row or column: its labels, and the conditions of its records (variable, leaf codes), all of them to be met.

    `any_of`: one of these is enough. `empty`: a heading or blank line. `key`: what a value needs to know of it.
    """

    labels: tuple[str, ...]
    conditions: Conditions = ()
    any_of: Conditions = ()
    empty: bool = False
    key: str = ""


EVERYTHING = Line(())


@dataclass
class Oracle:
    """The records by the variables of a table: how many there are of each combination, and the sum of their keys."""

    data: ckm.Microdata
    ptable: ckm.PTable
    names: Sequence[str]
    filters: Conditions = ()
    masks: dict[object, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        data = self.data
        assert data.record_keys is not None
        self.modulus = data.record_keys.modulus
        frame = pd.DataFrame({name: data.columns[name] for name in self.names})
        frame["key"] = data.record_keys.values.astype(np.int64)
        found = frame.groupby(list(self.names), observed=True)["key"].agg(["size", "sum"]).reset_index()
        for name in self.names:
            found[name] = np.array(data.dimensions[name].codes, dtype=object)[found[name]]
        self.found = found
        self.bounds: dict[int, list[tuple[Fraction, int]]] = {}
        for i, v, upper in self.ptable.to_pandas()[["i", "v", "p_int_ub"]].itertuples(index=False, name=None):
            self.bounds.setdefault(int(i), []).append((Fraction(str(upper)), int(v)))

    def noise(self, count: int, key: int) -> int:
        """The first interval of row min(count, last) whose bound lies above the cell key."""
        if count == 0:
            return 0
        row = self.bounds[min(count, max(self.bounds))]
        return next(v for upper, v in row if Fraction(key, self.modulus) < upper)

    def _mask(self, name: str, codes: tuple[str, ...]) -> np.ndarray:
        if (name, codes) not in self.masks:
            self.masks[name, codes] = self.found[name].isin(codes).to_numpy()
        return self.masks[name, codes]

    def _of(self, line: Line) -> np.ndarray:
        if line not in self.masks:
            met = np.ones(len(self.found), dtype=bool)
            for name, codes in line.conditions:
                met &= self._mask(name, codes)
            if line.any_of:
                met &= np.logical_or.reduce([self._mask(name, codes) for name, codes in line.any_of])
            self.masks[line] = met
        return self.masks[line]

    def story(self, *lines: Line) -> tuple[int, int, int]:
        """Count, key sum and noise of the cell in which the lines meet."""
        met = self._of(Line((), self.filters))
        for line in lines:
            met = met & self._of(line)
        count, key = int(self.found["size"].to_numpy()[met].sum()), int(self.found["sum"].to_numpy()[met].sum())
        return count, key, self.noise(count, key % self.modulus)

    def count(self, *lines: Line) -> int:
        """The published count."""
        count, _, noise = self.story(*lines)
        return count + noise


def quotient(above: int, below: int | Fraction, factor: int, places: int) -> Figure:
    """above / below * factor, halves away from zero; `x` where nothing can be divided by."""
    if below <= 0:
        return "x"
    exact = Fraction(above) * factor * 10**places / below
    whole = int(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    return Decimal(whole).scaleb(-places) if places else whole


Value = Callable[[Line, Line], Figure]


def table(rows: Sequence[Line], columns: Sequence[Line], values: Sequence[Value]) -> list[list[Figure]]:
    """The figures as they stand on a sheet: in each row the values of each column side by side."""
    return [["" if row.empty else value(row, column) for column in columns for value in values] for row in rows]


def printed(figure: Figure, language: str) -> str:
    """A figure as the window writes it."""
    if isinstance(figure, str):
        return figure
    text = f"{abs(figure):,}"
    text = text.replace(",", NBSP).replace(".", ",") if language == "de" else text
    return (MINUS if figure < 0 else "") + text


def found_in(lines: list[list[Any]], rows: Sequence[Line], figures: list[list[Any]], start: int = 0) -> int:
    """Where the table stands in the lines of a file: the number of the line behind it."""
    stub = len(rows[0].labels)
    wanted = [[*row.labels, *line] for row, line in zip(rows, figures, strict=True)]
    width = stub + len(figures[0])
    for first in range(start, len(lines) - len(wanted) + 1):
        if lines[first][:width] == wanted[0]:
            for place, line in enumerate(wanted):
                assert lines[first + place][:width] == line
            return first + len(wanted)
    raise AssertionError(f"no line is {wanted[0]}, as in {lines[start : start + 12]}")


def of_workbook(path: Path) -> list[list[list[Any]]]:
    """The cells of each sheet of a workbook that holds a table; empty ones are texts without signs.

    Labels that stand across several rows stand in each of them, and what only says that a page goes on is left out.
    """
    book = openpyxl.load_workbook(path)
    sheets = [_lines_of(sheet) for sheet in book.worksheets if sheet.title.startswith(("Tabelle", "Table"))]
    book.close()
    return sheets


_GOES_ON = re.compile(r"Noch: (.+)|(.+) \(continued\)")


def _lines_of(sheet: Any) -> list[list[Any]]:
    rows = [["" if cell is None else _figure(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    for merged in sheet.merged_cells.ranges:
        if merged.min_col == merged.max_col:
            for row in range(merged.min_row, merged.max_row):
                rows[row][merged.min_col - 1] = rows[merged.min_row - 1][merged.min_col - 1]
    found = []
    for row in rows:
        goes_on = [_GOES_ON.fullmatch(cell) if isinstance(cell, str) else None for cell in row]
        if any(goes_on) and all(cell == "" for cell, said in zip(row, goes_on, strict=True) if not said):
            continue
        found.append([said[1] or said[2] if said else cell for cell, said in zip(row, goes_on, strict=True)])
    return found


def _figure(cell: Any) -> Any:
    return Decimal(repr(cell)) if isinstance(cell, float) else cell


def of_csv(path: Path) -> list[list[str]]:
    """The cells of a CSV file."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        first = file.readline() + file.readline()
        file.seek(0)
        sign = ";" if ";" in file.read() and not first.startswith('"') else ","
        file.seek(0)
        lines = list(csv.reader(file, delimiter=sign))
    # Columns of codes and levels beside the labels are compared elsewhere.
    beside = {
        place for line in lines for place, text in enumerate(line) if text.endswith(CODES_BESIDE) and len(line) > 1
    }
    return [[text for place, text in enumerate(line) if place not in beside] for line in lines]


def in_csv(figure: Figure, language: str) -> str:
    text = str(figure)
    return text.replace(".", ",") if language == "de" and isinstance(figure, Decimal) else text
