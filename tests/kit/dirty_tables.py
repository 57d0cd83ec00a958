"""Tables as people save them out of a spreadsheet program, as texts and as sheets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import ckmcore as ckm
from tests.kit.workbooks import write_ods, write_xlsx


def write_table(path: Path, rows: Sequence[Sequence[str]]) -> Path:
    """Write rows as CSV, xlsx or ods by the ending; numbers of sheets are numbers, codes with leading zeros texts."""
    if path.suffix == ".csv":
        path.write_text("".join(";".join(row) + "\n" for row in rows), encoding="utf-8")
        return path
    sheet = [[_value(text) for text in row] for row in rows]
    return (write_xlsx if path.suffix == ".xlsx" else write_ods)(path, {"Tabelle1": sheet})


def _value(text: str) -> Any:
    if not text:
        return None
    return int(text) if text.isdecimal() and (text == "0" or text[0] != "0") else text


def codes_of(data: ckm.Microdata, name: str) -> list[str]:
    """The codes of the records in a dimension."""
    dimension = data.dimensions[name]
    return [dimension.codes[place] for place in np.asarray(data.columns[name])]


def cells_of(data: ckm.Microdata, names: Sequence[str]) -> list[list[str]]:
    """The records with the codes of some dimensions."""
    return [list(cells) for cells in zip(*(codes_of(data, name) for name in names), strict=True)]
