"""People as a register has them, and the figures of what was released of them."""

from __future__ import annotations

import csv
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pcsv

from tests.kit.people import people


def people_as_arrow(folder: Path) -> pa.Table:
    """The people as a register has them: codes as text, keys and amounts as decimals."""
    kinds = {"area": pa.string(), "rkey": pa.decimal128(9, 9), "pid": pa.string(), "income": pa.decimal128(9, 2)}
    return pcsv.read_csv(people(folder, 2025), convert_options=pcsv.ConvertOptions(column_types=kinds))


def figures(folder: Path) -> list[list[str]]:
    (file,) = folder.glob("*.csv")
    lines = csv.reader(file.read_text(encoding="utf-8-sig").splitlines(), delimiter=";")
    return [line for line in lines if not line or not line[0].startswith("Release no. 1")]
